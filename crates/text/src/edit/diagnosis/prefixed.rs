//! Lines of the file with an addition before or after them in the text that no known listing has: `m.js(12): a`, `// 12: a`, a
//! number on some of the lines, `a^M`.

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
/// The most characters of a mark that is the same on every line, and of an addition of any kind.
const MAX_MARK: usize = 4;
const MAX_ADDITION: usize = 120;
/// The fewest lines that have an addition of an unknown kind: of two lines it may be code.
const MIN_LINES: usize = 3;
/// The fewest digits of a commit that begins a line, as `git blame` writes it.
const MIN_COMMIT_DIGITS: usize = 7;
/// The signs between the number of a line and the line.
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
        let before = additions(window, &wanted, |text, file| text.strip_suffix(file));
        let before = before.filter(|prefixes| !may_begin_earlier(&lines, first, prefixes));
        let is_exact = |prefixes: &[&str]| {
            // Another indentation is no addition of a listing.
            window
                .iter()
                .zip(prefixes)
                .all(|(line, it)| line.trim().is_empty() || it.is_empty() || !it.trim().is_empty())
        };
        let reason = before.and_then(|prefixes| reason_of(&prefixes, is_exact(&prefixes))).or_else(|| {
            let after = additions(window, &wanted, |text, file| text.strip_prefix(file))?;
            reason_after(&after)
        });
        Some((first, reason?))
    });
    // If there are two places, the intended one is unknown.
    let (Some((first, reason)), None) = (places.next(), places.next()) else { return None };
    let start = document.line_range(first + 1)?.start;
    let end = document.line_range(first + wanted.len())?.end;
    Some(Prefixed { span: start..end, reason })
}

/// The most numbers at the beginning of a line that are tried as its own.
const MAX_NUMBERS: usize = 3;

/// Returns the lines of the file whose numbers the lines of the text have before them. A listing may leave lines out.
pub(super) fn numbered_place(document: &Document, text: &str) -> Option<Prefixed> {
    let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(text).split('\n').collect();
    let numbers: Vec<usize> = lines.iter().map(|line| own_number(document, line)).collect::<Option<_>>()?;
    let own: Vec<&str> = numbers.iter().filter_map(|number| document.line(*number)).collect();
    let prefixes: Vec<&str> =
        lines.iter().zip(&own).filter_map(|(line, own)| line.strip_suffix(own)).collect();
    let characters: usize = own.iter().map(|line| line.trim().len()).sum();
    if !are_like_at_empty_lines(&own, &prefixes) {
        return None;
    }
    if lines.len() < 2 || characters < MIN_CHARACTERS || !numbers.is_sorted_by(|one, next| one < next) {
        return None;
    }
    let (first, last) = (*numbers.first()?, *numbers.last()?);
    let missing = (first..last).find(|number| !numbers.contains(number));
    let missing = missing.map(|number| format!("\nThe text leaves out line {number} of the file."));
    let span = document.line_range(first)?.start..document.line_range(last)?.end;
    // As Grep writes them, there is nothing between the sign and the line; linters name the file too.
    let is_place = |prefix: &&str| {
        let name = prefix.trim_start();
        prefix.ends_with([':', '-'])
            || name.chars().filter(|it| it.is_alphabetic()).count() > MAX_MARK
            || name.split_once('.').is_some_and(|(_, ending)| ending.starts_with(char::is_alphabetic))
    };
    let reason = if prefixes.iter().all(is_place) { PLACES } else { NUMBERS };
    Some(Prefixed { span, reason: format!("{reason}{}", missing.unwrap_or_default()) })
}

/// Returns the number before a line of a listing, where the file has the rest of it on the line of that number.
fn own_number(document: &Document, line: &str) -> Option<usize> {
    let groups = line.split(|it: char| !it.is_ascii_digit()).filter(|digits| !digits.is_empty());
    groups.take(MAX_NUMBERS).find_map(|digits| {
        let number: usize = digits.parse().ok()?;
        let before = line.strip_suffix(document.line(number)?)?;
        (before.len() <= MAX_ADDITION && before.contains(digits)).then_some(number)
    })
}

/// Returns what each line of the text has besides the line of the file; `None` where one is another line.
fn additions<'t>(
    window: &[&str],
    wanted: &[&'t str],
    strip: impl Fn(&'t str, &str) -> Option<&'t str>,
) -> Option<Vec<&'t str>> {
    let mut characters = 0;
    let mut additions = Vec::with_capacity(wanted.len());
    for (file, text) in window.iter().zip(wanted) {
        additions.push(strip(text, file).filter(|addition| addition.len() <= MAX_ADDITION)?);
        characters += file.chars().filter(|it| !it.is_whitespace()).count();
    }
    let has_any = additions.iter().any(|addition| !addition.trim().is_empty());
    (characters >= MIN_CHARACTERS && has_any && are_like_at_empty_lines(window, &additions))
        .then_some(additions)
}

/// Returns true if the additions to empty lines are as those to the others: an empty line is the end of any line.
fn are_like_at_empty_lines(lines: &[&str], additions: &[&str]) -> bool {
    let signs = |addition: &str| addition.trim().chars().filter(|it| !it.is_ascii_digit()).count();
    let most = |is_empty: bool| {
        let rows = lines.iter().zip(additions).filter(move |(line, _)| line.trim().is_empty() == is_empty);
        rows.map(|(_, addition)| signs(addition)).max().unwrap_or(0)
    };
    most(true) <= most(false)
}

/// Returns true if the first or the last line has no addition and the file has it a second time beside the place: one of the two may
/// be missing, and another one meant.
fn may_begin_earlier(lines: &[&str], first: usize, prefixes: &[&str]) -> bool {
    let last = first + prefixes.len() - 1;
    let is_bare = |prefix: Option<&&str>| prefix.is_some_and(|it| it.is_empty());
    (is_bare(prefixes.first()) && first > 0 && lines[first - 1] == lines[first])
        || (is_bare(prefixes.last()) && lines.get(last + 1) == Some(&lines[last]))
}

fn reason_of(prefixes: &[&str], is_exact: bool) -> Option<String> {
    rising_numbers(prefixes)
        .or_else(|| same_mark(prefixes))
        .or_else(|| (is_exact && has_rising_number(prefixes)).then(|| PLACES.to_owned()))
        .or_else(|| same_words(prefixes, "begins"))
}

fn reason_after(suffixes: &[&str]) -> Option<String> {
    let numbered = || {
        has_rising_number(suffixes).then(|| {
            "The text ends its lines with line numbers. They are not part of the file: give the text without them."
                .to_owned()
        })
    };
    same_words(suffixes, "ends").or_else(numbered)
}

/// Returns true if the numbers in the additions rise by one from line to line, whatever is around them.
fn has_rising_number(additions: &[&str]) -> bool {
    let numbers = |addition: &str| -> Vec<usize> {
        addition.split(|it: char| !it.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
    };
    let numbered: Vec<(usize, Vec<usize>)> = (0..)
        .zip(additions)
        .filter(|(_, it)| !it.trim().is_empty())
        .map(|(at, it)| (at, numbers(it)))
        .collect();
    let Some((first, starts)) = numbered.first() else { return false };
    numbered.len() >= MIN_LINES
        && starts.iter().any(|start| numbered.iter().all(|(at, all)| all.contains(&(start + at - first))))
}

/// Returns the reason for additions that are one and the same. The last line may lack one after it, and an empty line one
/// before it.
fn same_words(additions: &[&str], side: &str) -> Option<String> {
    let words = *additions.iter().max_by_key(|addition| addition.len())?;
    let count = additions.iter().filter(|addition| **addition == words).count();
    let are_same = additions.iter().enumerate().all(|(at, it)| {
        it.trim() == words.trim() || (it.is_empty() && (side == "begins" || at + 1 == additions.len()))
    });
    // An escape at the ends of lines is one that the file has in another form.
    if side == "ends" && words.contains('\\') {
        return None;
    }
    // After lines, a last line that lacks the addition counts too.
    let is_enough = count >= MIN_LINES || (side == "ends" && count + 1 >= MIN_LINES);
    (is_enough && are_same).then(|| {
        format!(
            "The text {side} each line with `{}`, which the file does not have there: give it without.",
            words.trim()
        )
    })
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
            ("row 2 = function f(r) {\nrow 3 =\nrow 4 =   return r", true),
            ("2:a3f|function f(r) {\n3:9zk|\n4:0a1|  return r", true),
            ("a.js:function f(r) {\na.js:\na.js:  return r", true),
            ("function f(r) {^M\n^M\n  return r", true),
            ("function f(r) { // 2\n // 3\n  return r // 4", true),
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
