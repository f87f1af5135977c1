//! The facts of files that were read before. From one run of a project to the next, most files are the same.

use std::cell::RefCell;
use std::rc::Rc;

use super::diagnose::diagnose;
use super::facts::FileFacts;
use super::source::SourceText;
use scenewright_error::Error;

/// The most text of files whose facts a thread keeps; those used last stay.
const MAX_BYTES: usize = 1 << 20;

struct KnownFile {
    name: String,
    text: String,
    facts: Rc<FileFacts>,
}

thread_local! {
    static KNOWN: RefCell<Vec<KnownFile>> = const { RefCell::new(Vec::new()) };
}

/// Reads a file, or remembers what was found when this thread read the same text before.
pub(super) fn facts_of(file: &SourceText<'_>) -> Result<Rc<FileFacts>, Error> {
    if let Some(facts) = remembered(file) {
        return Ok(facts);
    }
    let facts = Rc::new(diagnose(file)?);
    let (name, text) = (file.name.to_owned(), file.text.to_owned());
    let known = KnownFile { name, text, facts: Rc::clone(&facts) };
    KNOWN.with_borrow_mut(|files| {
        files.push(known);
        let mut bytes = 0;
        let fits = |file: &&KnownFile| {
            bytes += file.text.len();
            bytes <= MAX_BYTES
        };
        // From the newest back. A single file may be larger than the bound, and then nothing is kept.
        let kept = files.iter().rev().take_while(fits).count();
        files.drain(..files.len() - kept);
    });
    Ok(facts)
}

fn remembered(file: &SourceText<'_>) -> Option<Rc<FileFacts>> {
    KNOWN.with_borrow_mut(|files| {
        let at = files.iter().position(|known| known.text == file.text && known.name == file.name)?;
        // The file used last moves to the end, where it is evicted last.
        files[at..].rotate_left(1);
        files.last().map(|known| Rc::clone(&known.facts))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(name: &str, text: &str) -> Rc<FileFacts> {
        facts_of(&SourceText { name, text }).expect("the file has no mistakes")
    }

    #[test]
    fn file_is_read_again_when_its_text_or_name_differs() {
        let first = facts("main", "let a = 1");
        assert!(Rc::ptr_eq(&first, &facts("main", "let a = 1")));
        assert!(!Rc::ptr_eq(&first, &facts("other", "let a = 1")));
        assert_eq!(facts("main", "let b = 1").top_names, ["b"]);
        assert!(Rc::ptr_eq(&first, &facts("main", "let a = 1")));
    }

    #[test]
    fn only_so_much_text_is_remembered() {
        let long = |name: &str| format!("let {name} = 1 //{}", "x".repeat(MAX_BYTES / 3));
        let first = facts("main", &long("a"));
        for name in ["b", "c", "d"] {
            facts("main", &long(name));
        }
        assert!(!Rc::ptr_eq(&first, &facts("main", &long("a"))));
        facts("main", &"/".repeat(MAX_BYTES + 1));
        assert!(KNOWN.with_borrow(|files| files.iter().all(|file| file.text.len() <= MAX_BYTES)));
    }

    #[test]
    fn mistake_is_reported_each_time() {
        for _ in 0..2 {
            assert!(facts_of(&SourceText { name: "main", text: "let a = ;" }).is_err());
        }
    }
}
