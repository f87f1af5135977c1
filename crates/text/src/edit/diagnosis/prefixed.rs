//! Lines of the file with an addition before them in the text that no known listing has: `m.js(12): a`, `// 12: a`, or a
//! number on some of the lines.

use std::ops::Range;

use super::copied::{AFTER_SINGLE_NUMBER, BEFORE_NUMBER, NUMBERS, PLACES};
use crate::Document;

/// The part of the file that the lines of a text end with.
pub(super) struct Prefixed {
    pub(super) span: Range<usize>,
    pub(super) reason: String,
}

/// The fewest characters but white space that the lines of the file must have: a few braces are in many places.
const MIN_CHARACTERS: usize = 8;
/// The most characters of a mark that is the same on every line.
const MAX_MARK: usize = 4;
/// The fewest digits of a commit that begins a line, as `git blame` writes it.
const MIN_COMMIT_DIGITS: usize = 7;
/// What stands between the number of a line and the line.
const AFTER_NUMBER: [char; 15] = [':', '|', '│', '→', '>', '.', ')', ']', '}', '*', '/', '-', '⇒', '›', '：'];

/// Returns the only lines of the file that the lines of the text are, but for what stands before them.
pub(super) fn prefixed_place(document: &Document, text: &str) -> Option<Prefixed> {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let wanted: Vec<&str> = body.split('\n').collect();
    if wanted.len() < 2 {
        return None;
    }
    let lines: Vec<&str> = document.lines().collect();
    let mut places = lines.windows(wanted.len()).enumerate().filter_map(|(first, window)| {
        let prefixes = prefixes_of(window, &wanted)?;
        Some((first, reason_of(&prefixes)?))
    });
    // Of two places the meant one is unknown.
    let (Some((first, reason)), None) = (places.next(), places.next()) else { return None };
    let start = document.line_range(first + 1)?.start;
    let end = document.line_range(first + wanted.len())?.end;
    Some(Prefixed { span: start..end, reason })
}

/// Returns what each line of the text has before the line of the file; `None` where one is another line.
fn prefixes_of<'t>(window: &[&str], wanted: &[&'t str]) -> Option<Vec<&'t str>> {
    let mut characters = 0;
    let mut prefixes = Vec::with_capacity(wanted.len());
    for (file, text) in window.iter().zip(wanted) {
        prefixes.push(text.strip_suffix(file)?);
        characters += file.chars().filter(|it| !it.is_whitespace()).count();
    }
    let has_any = prefixes.iter().any(|prefix| !prefix.trim().is_empty());
    (characters >= MIN_CHARACTERS && has_any).then_some(prefixes)
}

fn reason_of(prefixes: &[&str]) -> Option<String> {
    rising_numbers(prefixes).or_else(|| same_mark(prefixes))
}

/// Returns the reason for prefixes with numbers that rise from line to line; some lines may have none.
fn rising_numbers(prefixes: &[&str]) -> Option<String> {
    let mut first: Option<i64> = None;
    let mut count = 0;
    let mut has_name = false;
    for (index, prefix) in (0..).zip(prefixes).filter(|(_, prefix)| !prefix.is_empty()) {
        let after = prefix.trim_end_matches(|it: char| it.is_whitespace() || AFTER_NUMBER.contains(&it));
        let before = after.trim_end_matches(|it: char| it.is_ascii_digit());
        let number: i64 = after[before.len()..].parse().ok()?;
        if first.is_some_and(|first| first + index != number) {
            return None;
        }
        first = Some(number - index);
        let is_plain = BEFORE_NUMBER.contains(&before.trim_matches(is_comment_mark));
        has_name |= !is_plain;
        if !is_plain && !names_a_place(before) {
            return None;
        }
        count += 1;
        // One number alone may belong to the code.
        let is_marked = prefix[after.len()..].contains(AFTER_SINGLE_NUMBER);
        if !is_marked && prefixes.iter().filter(|prefix| !prefix.is_empty()).count() == 1 {
            return None;
        }
    }
    (count > 0).then(|| if has_name { PLACES } else { NUMBERS }.to_owned())
}

fn is_comment_mark(character: char) -> bool {
    character.is_whitespace() || matches!(character, '/' | '*' | '{' | '-' | '|' | '>')
}

/// Returns true for the name of a file before a number, as in `m.js(12)`, and for a commit, as `git blame` begins its lines.
fn names_a_place(before: &str) -> bool {
    let name = before.trim().trim_end_matches(['(', ':', '#', ' ', '-']);
    let is_file = name.len() < before.trim().len()
        && !name.contains(char::is_whitespace)
        && name.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty()
                && (1..=6).contains(&ending.len())
                && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
    let word = before.trim_start_matches('^').split_whitespace().next().unwrap_or_default();
    let is_commit = word.len() >= MIN_COMMIT_DIGITS
        && word.bytes().all(|byte| byte.is_ascii_hexdigit())
        && before.contains('(');
    is_file || is_commit
}

/// Returns the reason for prefixes that are one and the same mark.
fn same_mark(prefixes: &[&str]) -> Option<String> {
    let mark = *prefixes.iter().max_by_key(|prefix| prefix.len())?;
    let is_mark = mark.chars().count() <= MAX_MARK
        && !mark.trim().is_empty()
        && mark.chars().all(|it| it.is_ascii_punctuation() || it == ' ');
    // An empty line has lost the space at its end.
    let are_same = prefixes.iter().all(|prefix| *prefix == mark || *prefix == mark.trim_end());
    (is_mark && are_same).then(|| {
        format!(
            "The text begins each line with `{}`, which the file does not have there: give it without.",
            mark.trim_end()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_behind_any_number_or_mark_and_no_code() {
        let file = "// head\nfunction f(r) {\n\n  return r\n}\n// tail\n";
        let document = Document::decode(file.as_bytes().to_vec()).unwrap();
        for (text, expected) in [
            ("m.js(2): function f(r) {\nm.js(3): \nm.js(4):   return r", true),
            ("// 2: function f(r) {\n// 3:\n// 4:   return r", true),
            ("/* 2 */ function f(r) {\n/* 3 */ \n/* 4 */   return r", true),
            ("a1b2c3d4 (Ann 2024-01-01 4)   return r\na1b2c3d4 (Ann 2024-01-01 5) }", true),
            ("2→function f(r) {\n\n  return r", true),
            ("function f(r) {\n\n4→  return r", true),
            ("! function f(r) {\n!\n!   return r", true),
            ("case 4:   return r\ncase 5: }", false),
            ("a4 =   return r\na5 = }", false),
            ("4   return r\n}", false),
            ("4:   return r\n9: }", false),
            ("export function f(r) {\n\n  return r", false),
        ] {
            let found = prefixed_place(&document, text);
            assert_eq!(found.is_some(), expected, "{text}");
        }
    }
}
