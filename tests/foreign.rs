//! Tests of words and syntax of other programs: each is answered, in one step, with the word to use here.
//!
//! `tests/foreign/snippets.txt` is the table.

use std::collections::BTreeMap;

use crate::support::script::run_files;

const SNIPPETS: &str = include_str!("foreign/snippets.txt");

const GEARS: &str = include_str!("../assets/modules/gears.js");

/// The most bytes of an error with its hint.
const MAX_WORDS_LEN: usize = 1_000;

#[test]
fn foreign_snippet_is_answered_with_the_word_to_use_here() {
    let (mut library, mut counts, mut wrong) = ("", BTreeMap::<&str, usize>::new(), Vec::new());
    for line in SNIPPETS.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            library = name;
        }
        let Some((code, word)) = line.split_once(" => ").filter(|_| !line.starts_with('#')) else { continue };
        // An arrow function has the sign of the table; the last one counts.
        let (code, word) = line.rsplit_once(" => ").filter(|it| !it.1.is_empty()).unwrap_or((code, word));
        *counts.entry(library).or_default() += 1;
        let main = ("main".to_owned(), code.replace("\\n", "\n"));
        let answer = match run_files(&[main, ("gears".to_owned(), GEARS.to_owned())]) {
            Ok(outcome) => outcome.warnings.join("\n"),
            Err(failure) => {
                let error = failure.error;
                format!("{}\n{}", error.message, error.hint.unwrap_or_default())
            }
        };
        if !answer.contains(word.trim()) || answer.len() > MAX_WORDS_LEN {
            wrong.push(format!("{library}: {code}\n    wants {word}\n    got   {answer}"));
        }
    }
    let total: usize = counts.values().sum();
    assert!(wrong.is_empty(), "{} of {total} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(total >= 150 && counts.len() >= 10, "{total} of {} libraries: {counts:?}", counts.len());
}
