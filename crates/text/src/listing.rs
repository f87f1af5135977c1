//! Lines with their numbers, as every listing shows them.

use std::fmt::Write as _;
use std::ops::Range;

/// The most characters of a line that are shown, as hosts' own tools show them (`docs/other-names.md`); the rest is cut off.
pub const LINE_CHARACTERS: usize = 2_000;

/// Adds a line to a listing: the number right-aligned to six columns, `→`, and the line, of which at most
/// [`LINE_CHARACTERS`] are shown and the rest is counted.
fn push_numbered_line(listing: &mut String, number: usize, line: &str) {
    match cut_at(line) {
        None => push_numbered_cut_line(listing, number, line, 0),
        Some(end) => push_numbered_cut_line(listing, number, &line[..end], line[end..].chars().count()),
    }
}

/// Adds a line as [`push_numbered_line`] does, but of a long line the part around a change that the beginning does not show;
/// both ends of a change that is itself too long.
pub(crate) fn push_numbered_line_around(
    listing: &mut String,
    number: usize,
    line: &str,
    change: Range<usize>,
) {
    /// The characters that are shown before a change.
    const BEFORE: usize = LINE_CHARACTERS / 4;
    let change = line.floor_char_boundary(change.start)..line.floor_char_boundary(change.end);
    let shown_first = cut_at(line).unwrap_or(line.len());
    // A line that is new from its beginning is shown from there, as any other.
    if change.start == 0 || change.end <= shown_first {
        return push_numbered_line(listing, number, line);
    }
    let before = |at: usize| back(line, at, BEFORE);
    let after = |at: usize, count: usize| {
        at + line[at..].char_indices().nth(count).map_or(line.len() - at, |it| it.0)
    };
    let start = before(change.start);
    let (half, whole) = (LINE_CHARACTERS / 2, start..after(start, LINE_CHARACTERS));
    let (first, last) = match whole.end < change.end {
        false => (whole, None),
        true => {
            let first = start..after(start, half);
            let last = before(change.end);
            (first.clone(), Some(last.max(first.end)..after(last, half)))
        }
    };
    let mut shown = String::new();
    let mut at = 0;
    for window in std::iter::once(first).chain(last) {
        if window.start > at {
            let left_out = line[at..window.start].chars().count();
            let dots = if at == 0 { "" } else { "... " };
            let _ = write!(shown, "{dots}(+{left_out} {}) ...", characters(left_out));
        }
        shown.push_str(&line[window.clone()]);
        at = window.end;
    }
    push_numbered_cut_line(listing, number, &shown, line[at..].chars().count());
}

/// Returns the offset that is so many characters before another.
fn back(line: &str, at: usize, count: usize) -> usize {
    line[..at].char_indices().rev().nth(count.saturating_sub(1)).map_or(0, |(start, _)| start)
}

fn characters(count: usize) -> &'static str {
    if count == 1 { "character" } else { "characters" }
}

/// Adds a line of which `left_out` characters have already been left out at its end.
pub fn push_numbered_cut_line(listing: &mut String, number: usize, shown: &str, left_out: usize) {
    if !listing.is_empty() {
        listing.push('\n');
    }
    // Writing to a string cannot fail.
    let _ = write!(listing, "{number:>6}→{shown}");
    if left_out > 0 {
        let _ = write!(listing, "... (+{left_out} {})", characters(left_out));
    }
}

/// Returns where the shown part of a long line ends.
fn cut_at(line: &str) -> Option<usize> {
    // No more characters than bytes: most lines need no counting.
    if line.len() <= LINE_CHARACTERS {
        return None;
    }
    line.char_indices().nth(LINE_CHARACTERS).map(|(end, _)| end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_to_six_columns() {
        let mut listing = String::new();
        for (number, line) in [(9, "a"), (10, ""), (11, "\tc"), (1_234_567, "a")] {
            push_numbered_line(&mut listing, number, line);
        }
        assert_eq!(listing, "     9→a\n    10→\n    11→\tc\n1234567→a");
    }

    #[test]
    fn numbered_long_line_is_shown_around_a_change() {
        let line = format!("{}CHANGE{}", "x".repeat(5_000), "y".repeat(5_000));
        let mut listing = String::new();
        push_numbered_line_around(&mut listing, 7, &line, 5_000..5_006);
        let expected = format!(
            "     7→(+4500 characters) ...{}CHANGE{}... (+3506 characters)",
            "x".repeat(500),
            "y".repeat(1_494)
        );
        assert_eq!(listing, expected);
        // One that the cut would go through, and two that are far apart.
        let around = |line: &str, change: Range<usize>| {
            let mut listing = String::new();
            push_numbered_line_around(&mut listing, 7, line, change);
            listing
        };
        let line = format!("{}CHANGE{}", "é".repeat(1_997), "y".repeat(3_000));
        let at = 2 * 1_997;
        assert!(around(&line, at..at + 6).contains("CHANGE"));
        let line = format!("{}ONE{}TWO{}", "x".repeat(10), "y".repeat(6_000), "z".repeat(900));
        let shown = around(&line, 10..6_016);
        assert!(shown.contains("ONE") && shown.contains("TWO"), "{shown}");
        assert!(shown.contains("yyy... (+4516 characters) ...yyy"), "{shown}");
        assert!(shown.ends_with("zzz... (+400 characters)"), "{shown}");
    }

    #[test]
    fn numbered_long_line_is_cut_with_count_of_omitted_characters() {
        for (line, expected) in [
            ("é".repeat(LINE_CHARACTERS), "é".repeat(LINE_CHARACTERS)),
            ("é".repeat(LINE_CHARACTERS + 1), format!("{}... (+1 character)", "é".repeat(LINE_CHARACTERS))),
            ("x".repeat(5_000), format!("{}... (+3000 characters)", "x".repeat(LINE_CHARACTERS))),
        ] {
            let mut listing = String::new();
            push_numbered_line(&mut listing, 1, &line);
            assert_eq!(listing, format!("     1→{expected}"));
        }
    }
}
