//! Lines with their numbers, as every listing shows them.

use std::fmt::Write as _;

/// The most characters of a line that are shown; the rest is cut off.
pub const LINE_CHARACTERS: usize = 2_000;

/// Numbers the lines from `first`, one below the other and without a line end after the last.
pub fn number_lines<'a>(first: usize, lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut listing = String::new();
    for (number, line) in (first..).zip(lines) {
        push_numbered_line(&mut listing, number, line);
    }
    listing
}

/// Adds a line to a listing: the number right-aligned to six columns, `→`, and the line, of which at most
/// [`LINE_CHARACTERS`] are shown and the rest is counted.
pub fn push_numbered_line(listing: &mut String, number: usize, line: &str) {
    match cut_at(line) {
        None => push_numbered_cut_line(listing, number, line, 0),
        Some(end) => push_numbered_cut_line(listing, number, &line[..end], line[end..].chars().count()),
    }
}

/// Adds a line as [`push_numbered_line`] does, but of a long line the part around an offset that the beginning does not show.
pub fn push_numbered_line_around(listing: &mut String, number: usize, line: &str, offset: usize) {
    /// The characters that are shown before the offset.
    const BEFORE: usize = LINE_CHARACTERS / 4;
    let offset = line.floor_char_boundary(offset);
    let skipped = line[..offset].chars().count().saturating_sub(BEFORE);
    // The place is within what is shown anyway.
    if skipped + BEFORE < LINE_CHARACTERS || cut_at(line).is_none() {
        return push_numbered_line(listing, number, line);
    }
    let start = line.char_indices().nth(skipped).map_or(0, |(start, _)| start);
    let rest = &line[start..];
    let end = cut_at(rest).unwrap_or(rest.len());
    let shown = format!("(+{skipped} characters) ...{}", &rest[..end]);
    push_numbered_cut_line(listing, number, &shown, rest[end..].chars().count());
}

/// Adds a line of which `left_out` characters have already been left out at its end.
pub fn push_numbered_cut_line(listing: &mut String, number: usize, shown: &str, left_out: usize) {
    if !listing.is_empty() {
        listing.push('\n');
    }
    // Writing to a string cannot fail.
    let _ = write!(listing, "{number:>6}→{shown}");
    if left_out > 0 {
        let noun = if left_out == 1 { "character" } else { "characters" };
        let _ = write!(listing, "... (+{left_out} {noun})");
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
        assert_eq!(number_lines(9, ["a", "", "\tc"]), "     9→a\n    10→\n    11→\tc");
        assert_eq!(number_lines(1_234_567, ["a"]), "1234567→a");
        assert_eq!(number_lines(1, []), "");
    }

    #[test]
    fn numbered_long_line_is_shown_around_an_offset() {
        let line = format!("{}CHANGE{}", "x".repeat(5_000), "y".repeat(5_000));
        let mut listing = String::new();
        push_numbered_line_around(&mut listing, 7, &line, 5_000);
        let expected = format!(
            "     7→(+4500 characters) ...{}CHANGE{}... (+3506 characters)",
            "x".repeat(500),
            "y".repeat(1_494)
        );
        assert_eq!(listing, expected);
    }

    #[test]
    fn numbered_long_line_is_cut_with_count_of_omitted_characters() {
        for (line, expected) in [
            ("é".repeat(LINE_CHARACTERS), "é".repeat(LINE_CHARACTERS)),
            ("é".repeat(LINE_CHARACTERS + 1), format!("{}... (+1 character)", "é".repeat(LINE_CHARACTERS))),
            ("x".repeat(5_000), format!("{}... (+3000 characters)", "x".repeat(LINE_CHARACTERS))),
        ] {
            assert_eq!(number_lines(1, [line.as_str()]), format!("     1→{expected}"));
        }
    }
}
