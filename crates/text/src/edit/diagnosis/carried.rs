//! Mistakes of the old text that the new text has as well: with the old text corrected alone, they would be written into the file.

use std::time::{Duration, Instant};

use similar::DiffOp;

use super::super::difference::difference;
use super::copied::{DIFF, readings_of};
use super::reason::cut;

/// The beginning of every sentence about the new text.
const NEW_TEXT: &str = "The new text";
/// The fewest characters of a line that is looked for within other lines.
const MIN_PIECE: usize = 8;
/// The fewest characters of a word that says something.
const MIN_WORD: usize = 4;
/// The longest text, in bytes, that is compared word by word, and the time for one comparison, which is generous, so that a busy
/// machine gives the same answer.
const MAX_COMPARED: usize = 20_000;
const MAX_TIME: Duration = Duration::from_millis(500);

/// Returns the sentence for a new text that was copied with the same addition, which the reason names.
pub(super) fn in_new_too(new: &str, reason: &str) -> &'static str {
    let has_it = readings_of(new)
        .iter()
        .any(|it| it.reason == reason && (it.is_sure || reason != DIFF || is_diff(new)));
    if has_it { " The new text has the same, which would be written: leave it out there too." } else { "" }
}

/// Returns true if lines of a text were added and all have a sign: without an added one they may be indented code.
fn is_diff(text: &str) -> bool {
    let mut lines = text.split('\n').filter(|line| !line.is_empty());
    text.split('\n').any(|line| line.starts_with('+')) && lines.all(|line| line.starts_with(['+', '-', ' ']))
}

/// Returns sentences about the mistakes of the old text that the new text has as well, for a reason that does not speak of the
/// new text yet.
pub(super) fn carried(old: &str, new: &str, corrected: &str, reason: &str) -> Option<String> {
    if reason.contains(NEW_TEXT) {
        return None;
    }
    let lines = carried_lines(old, new, corrected);
    let edges = carried_edges(old, new, corrected);
    match (lines, edges) {
        (None, None) => carried_piece(old, new, corrected),
        (lines, edges) => Some(lines.into_iter().chain(edges).collect()),
    }
}

/// Says that the new text keeps an empty line at its beginning or end that the file does not have at the edge of the old one.
fn carried_edges(old: &str, new: &str, corrected: &str) -> Option<String> {
    let first = |text: &str| text.len() - text.trim_start_matches('\n').len();
    let last = |text: &str| text.len() - text.trim_end_matches('\n').len();
    let is_kept = |count: fn(&str) -> usize| {
        let surplus = count(old).saturating_sub(count(corrected));
        surplus > 0 && count(new) > count(corrected)
    };
    let edge = match (is_kept(first), is_kept(last)) {
        (false, false) => return None,
        (true, false) => "begins",
        (false, true) => "ends",
        (true, true) => "begins and ends",
    };
    Some(format!("\n{NEW_TEXT} {edge} with this line end as well, and would write it: give it without."))
}

/// Says that the new text keeps lines of the old one that the file does not have.
fn carried_lines(old: &str, new: &str, corrected: &str) -> Option<String> {
    // The new text may hold the line as a part of a longer one.
    let has = |text: &str, line: &str| {
        let piece = Some(line.trim()).filter(|piece| piece.len() >= MIN_PIECE);
        text.split('\n').any(|own| own == line || piece.is_some_and(|piece| own.contains(piece)))
    };
    let is_kept = |line: &&str| !line.trim().is_empty() && has(new, line) && !has(corrected, line);
    let mut kept = old.split('\n').filter(is_kept);
    let first = kept.next().or_else(|| carried_word(old, new, corrected))?;
    let sentence = match kept.count() {
        0 => format!(
            "{NEW_TEXT} has `{}` as well, and would write it: give it there too as the file has it, unless it is to change.",
            cut(first)
        ),
        more => format!(
            "{NEW_TEXT} has {} lines as well that the file does not have so, `{}` first, and would write them: give them there too as \
             the file has them, unless they are to change.",
            more + 1,
            cut(first)
        ),
    };
    Some(format!("\n{sentence}"))
}

/// Returns the first word of the old text that the new text has as well, and the corrected one has not.
fn carried_word<'a>(old: &'a str, new: &str, corrected: &str) -> Option<&'a str> {
    let words = |text: &'a str| {
        text.split(|it: char| !it.is_alphanumeric() && it != '_')
            .filter(|word| word.chars().count() >= MIN_WORD)
    };
    let has = |text: &str, word: &str| {
        text.split(|it: char| !it.is_alphanumeric() && it != '_').any(|own| own == word)
    };
    words(old).find(|word| has(new, word) && !has(corrected, word))
}

/// Says on which line the new text keeps a difference between the old text and the corrected one, whatever it is.
fn carried_piece(old: &str, new: &str, corrected: &str) -> Option<String> {
    if new.is_empty() || [old, new, corrected].iter().any(|text| text.len() > MAX_COMPARED) {
        return None;
    }
    let (old, new, corrected) = (pieces_of(old), pieces_of(new), pieces_of(corrected));
    let deadline = Some(Instant::now() + MAX_TIME);
    let mut kept: Vec<Option<usize>> = vec![None; old.len()];
    for operation in difference(&old, &new, deadline) {
        if let DiffOp::Equal { old_index, new_index, len } = operation {
            (0..len).for_each(|at| kept[old_index + at] = Some(new_index + at));
        }
    }
    let at = difference(&old, &corrected, deadline).iter().find_map(|operation| match *operation {
        DiffOp::Equal { .. } => None,
        DiffOp::Delete { old_index, old_len, .. } | DiffOp::Replace { old_index, old_len, .. } => {
            let range = old_index..old_index + old_len;
            let length =
                |pieces: &mut dyn Iterator<Item = usize>| pieces.map(|it| old[it].len()).sum::<usize>();
            let same = length(&mut range.clone().filter(|it| kept[*it].is_some()));
            // A sign that both have by chance is no mistake that both have.
            (2 * same >= length(&mut range.clone())).then(|| range.clone().find_map(|it| kept[it])).flatten()
        }
        DiffOp::Insert { old_index, .. } => is_together(&kept, old_index, new.len()),
    })?;
    let line = 1 + new[..at].iter().filter(|piece| **piece == "\n").count();
    Some(format!(
        "\n{NEW_TEXT} has this as well, on line {line} of it, and would write it: correct it there too."
    ))
}

/// Returns where the new text has the pieces of the old one before and after a place beside each other, as the old one has them.
fn is_together(kept: &[Option<usize>], at: usize, new_length: usize) -> Option<usize> {
    let before = at.checked_sub(1).map(|before| kept[before]);
    let after = kept.get(at).copied();
    match (before, after) {
        (Some(Some(before)), Some(Some(after))) => (before + 1 == after).then_some(after),
        (None, Some(Some(0))) => Some(0),
        (Some(Some(before)), None) => (before + 1 == new_length).then_some(before),
        _ => None,
    }
}

/// Splits a text into words, runs of white space within a line, and single signs.
fn pieces_of(text: &str) -> Vec<&str> {
    let kind = |it: char| match it {
        _ if it.is_alphanumeric() || it == '_' => 1,
        ' ' | '\t' => 2,
        _ => 0,
    };
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut last = 0;
    for (at, character) in text.char_indices() {
        let own = kind(character);
        if at > start && (own == 0 || own != last) {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = own;
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_that_the_new_text_has_too_are_named() {
        // (old, new, corrected, the line of the new text, or 0)
        for (old, new, corrected, line) in [
            ("f(a)\\ng(b)", "f(a)\\ng(c)", "f(a)\ng(b)", 1),
            ("f(a)\\ng(b)", "f(a)\ng(c)", "f(a)\ng(b)", 0),
            ("a()", "b()", "a();", 1),
            ("a()", "b();", "a();", 0),
            ("if x:\n    y", "if x:\n    z", "if x:\n\ty", 2),
            ("if x:\n    y", "if x:\n\tz", "if x:\n\ty", 0),
            ("x\ny", "x\nz", "  x\n  y", 1),
            ("“x” + y", "“x” + z", "\"x\" + y", 1),
            ("<a>\nx\n</a>", "<b>\ny\n</b>", "x", 1),
            ("x", "y", "  z", 0),
            ("a b", "", "a  b", 0),
        ] {
            let said = carried_piece(old, new, corrected);
            let expected = (line > 0).then(|| format!("on line {line} of it"));
            match (&said, &expected) {
                (Some(said), Some(expected)) => assert!(said.contains(expected), "{old:?}: {said}"),
                _ => assert_eq!(said.is_some(), expected.is_some(), "{old:?} {new:?}: {said:?}"),
            }
        }
    }
}
