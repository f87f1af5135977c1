//! Words that authors bring along from other programs, and the functions that stand for them here.

use scenewright_vocabulary::{self as vocabulary, Function};

/// The table. Its own head says how a line is read.
const TABLE: &str = include_str!("foreign_words.txt");

/// The most bytes of source in which the members after a name are looked for.
const MAX_CHAIN_LEN: usize = 400;

/// A line of the table.
struct Entry {
    words: &'static str,
    functions: &'static str,
    note: &'static str,
    is_library: bool,
}

/// Returns the words to use here for a name of another program, at its place in a source.
///
/// Of a chain such as `new Path.Circle(…)` the members say more than the name at its beginning.
pub(super) fn hint_at(text: &str, start: usize) -> Option<String> {
    let words = chain(text.get(start..)?);
    member_hint(&words).or_else(|| {
        let word = words.first()?;
        if let Some(function) = without_noun(word).filter(|_| is_used(text, start, word)) {
            return Some(format!("Here it is {}.", brief(function)));
        }
        let entry = find(word)?;
        // A word that is neither called nor has a member may be a variable that the author forgot to declare. Only
        // an entry without a function of ours explains the word itself.
        (is_used(text, start, word) || entry.functions.is_empty()).then(|| entry.hint())
    })
}

/// Returns the words to use here for a member of an object that has none of that name.
pub(super) fn method_hint(name: &str) -> Option<String> {
    if let Some(function) = vocabulary::find(name) {
        return Some(format!(
            "Entities have no methods, they are called by their names: {}",
            brief(function)
        ));
    }
    let entry = find(name).filter(|it| !it.is_library && !it.functions.is_empty())?;
    Some(format!("Entities have no methods, they are called by their names. {}", entry.hint()))
}

/// Returns the hint for one word of another program.
pub fn word_hint(word: &str) -> Option<String> {
    find(word).map(|entry| entry.hint())
}

/// Returns the hint for the members in a chain.
fn member_hint(words: &[&str]) -> Option<String> {
    let pairs = words.windows(2).find_map(|pair| find(&format!("{}.{}", pair[0], pair[1])));
    let own = || words.iter().skip(1).rev().find_map(|word| vocabulary::find(word));
    let members = || words.iter().skip(1).find_map(|word| find(word).filter(|it| !it.is_library));
    let pair = pairs.map(|entry| entry.hint());
    let own = || own().map(|function| format!("Here it is {}, called by its name alone.", brief(function)));
    // From the most particular to the least: two members together, a function of ours, any member that is known.
    pair.or_else(own).or_else(|| members().map(|entry| entry.hint()))
}

impl Entry {
    fn hint(&self) -> String {
        let functions: Vec<&Function> =
            self.functions.split(',').filter_map(|name| vocabulary::find(name.trim())).collect();
        let shown: Vec<String> = functions.iter().map(|function| brief(function)).collect();
        let is = if shown.is_empty() { String::new() } else { format!("Here it is {}", shown.join(" and ")) };
        match (is.is_empty(), self.note.is_empty()) {
            (true, _) => format!("{}.", self.note.trim_end_matches('.')),
            (false, true) => format!("{is}."),
            (false, false) => format!("{is}. {}.", self.note.trim_end_matches('.')),
        }
    }
}

/// Returns the signature without the details of options.
fn brief(function: &Function) -> String {
    let parameters: Vec<String> = function
        .parameters
        .iter()
        .map(|it| match (it.optional, it.kind.starts_with('{')) {
            (true, true) => format!("{}?", it.name),
            (true, false) => format!("{}?: {}", it.name, it.kind),
            (false, true) => format!("{}: {{ … }}", it.name),
            (false, false) => format!("{}: {}", it.name, it.kind),
        })
        .collect();
    format!("{}({})", function.name, parameters.join(", "))
}

/// Returns the function that is named by the rest of a word without a noun for what is drawn, as in `rotateEntity`.
fn without_noun(word: &str) -> Option<&'static Function> {
    const NOUNS: [&str; 5] = ["Entity", "Shape", "Object", "Element", "Item"];
    NOUNS.iter().find_map(|noun| vocabulary::find(word.strip_suffix(noun)?))
}

/// Returns the line of a word, or of the rest of it without a verb, as in `drawRectangle`.
fn find(word: &str) -> Option<Entry> {
    let wanted = plain(word);
    let of =
        |wanted: &str| entries().find(|entry| entry.words.split_whitespace().any(|it| plain(it) == *wanted));
    let verbs = ["draw", "create", "make", "add", "new"];
    // A word of the vocabulary in another spelling is a slip, which near names find.
    let is_ours = vocabulary::FUNCTIONS.iter().any(|function| plain(function.name) == wanted);
    of(&wanted).or_else(|| verbs.iter().filter(|_| !is_ours).find_map(|verb| of(wanted.strip_prefix(verb)?)))
}

fn entries() -> impl Iterator<Item = Entry> {
    let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| {
        let (words, rest) = line.split_once(':')?;
        let (functions, note) = rest.split_once('|').unwrap_or((rest, ""));
        let is_library = words.starts_with('~');
        let words = words.trim_start_matches('~');
        Some(Entry { words, functions: functions.trim(), note: note.trim(), is_library })
    })
}

fn plain(word: &str) -> String {
    word.chars().filter(|it| *it != '_').flat_map(char::to_lowercase).collect()
}

/// Returns true if a name is called, made with `new`, or has a member taken.
fn is_used(text: &str, start: usize, name: &str) -> bool {
    let after = text[start + name.len()..].trim_start();
    after.starts_with(['(', '.', '[']) || text[..start].trim_end().ends_with("new")
}

/// Returns the names of a chain such as `a.b(…).c`, from its beginning.
fn chain(text: &str) -> Vec<&str> {
    // Brackets in the chain may enclose the rest of the file.
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= MAX_CHAIN_LEN).unwrap_or(text.len());
    let mut rest = &text[..end];
    let mut words = Vec::new();
    loop {
        let length =
            rest.find(|it: char| !it.is_alphanumeric() && it != '_' && it != '$').unwrap_or(rest.len());
        if length == 0 {
            return words;
        }
        words.push(&rest[..length]);
        rest = rest[length..].trim_start();
        while let Some(after) = rest.strip_prefix(['(', '[']).and_then(after_bracket) {
            rest = after.trim_start();
        }
        match rest.strip_prefix("?.").or_else(|| rest.strip_prefix('.')) {
            Some(member) => rest = member.trim_start(),
            None => return words,
        }
    }
}

/// Returns the text after the bracket that closes the one before it.
fn after_bracket(text: &str) -> Option<&str> {
    let mut depth = 1;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + 1..);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn table_names_functions_that_exist_and_each_word_once() {
        let mut seen = HashSet::new();
        for entry in entries() {
            for name in entry.functions.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                assert!(vocabulary::find(name).is_some(), "{name}");
            }
            assert!(!entry.functions.is_empty() || !entry.note.is_empty(), "{}", entry.words);
            assert!(entry.hint().len() < 600, "{}", entry.hint());
            let words: HashSet<String> = entry.words.split_whitespace().map(plain).collect();
            for word in words {
                assert!(vocabulary::find(&word).is_none(), "{word} is a word here");
                assert!(seen.insert(word.clone()), "{word} twice");
            }
        }
    }

    #[test]
    fn chain_passes_over_arguments() {
        assert_eq!(
            chain("cq.Workplane(\"XY\").rect([1, 2], (3)) .extrude(2)\nnext"),
            ["cq", "Workplane", "rect", "extrude"]
        );
        assert_eq!(chain("Path.Circle("), ["Path", "Circle"]);
        assert_eq!(chain("a?.b[0].c"), ["a", "b", "c"]);
        assert_eq!(chain("(a)"), [""; 0]);
    }
}
