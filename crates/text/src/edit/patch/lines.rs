//! Counting lines away from a place in a text.

use memchr::memrchr_iter;

/// Returns where the lines begin that are at most `lines` before a place between two lines.
pub(super) fn back(text: &str, at: usize, lines: usize) -> usize {
    let mut ends = memrchr_iter(b'\n', &text.as_bytes()[..at]);
    // The first is the end of the line that is right before.
    if at == 0 || lines == 0 { at } else { ends.nth(lines).map_or(0, |end| end + 1) }
}

/// Returns the length of at most `lines` lines at the beginning of a text.
pub(super) fn first_lines(text: &str, lines: usize) -> usize {
    text.split_inclusive('\n').take(lines).map(str::len).sum()
}
