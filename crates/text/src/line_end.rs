//! The three line ends of files.

use std::borrow::Cow;

use memchr::memchr;

/// The end of a line in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// `\n`: Unix, and new files.
    Lf,
    /// `\r\n`: Windows.
    CrLf,
    /// `\r` alone: the old Macintosh.
    Cr,
}

impl LineEnd {
    /// Returns the characters in the file.
    pub fn as_str(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
            LineEnd::Cr => "\r",
        }
    }
}

/// Returns the same text with every line end written as a single LF. Borrowed when nothing had to change.
pub fn normalize(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr(b'\r', text.as_bytes()) else { return Cow::Borrowed(text) };
    let mut normalized = String::with_capacity(text.len());
    normalized.push_str(&text[..first]);
    let mut rest = &text[first..];
    while let Some(at) = next_of(b'\r', rest.as_bytes()) {
        normalized.push_str(&rest[..at]);
        normalized.push('\n');
        rest = &rest[at + 1..];
        rest = rest.strip_prefix('\n').unwrap_or(rest);
    }
    normalized.push_str(rest);
    Cow::Owned(normalized)
}

/// Finds a byte; where it often comes first, without the cost of a search.
pub(super) fn next_of(byte: u8, text: &[u8]) -> Option<usize> {
    if text.first() == Some(&byte) { Some(0) } else { memchr(byte, text) }
}

/// Returns the line end that most lines have, given the count of each; LF where there are none, and the earlier of
/// the enum on a tie.
pub(super) fn majority(counts: [usize; 3]) -> LineEnd {
    let counts = [LineEnd::Lf, LineEnd::CrLf, LineEnd::Cr].into_iter().zip(counts);
    // Reversed, as the last of equal ones wins: LF before CRLF before CR, also for a file without line ends.
    counts.rev().max_by_key(|(_, count)| *count).map_or(LineEnd::Lf, |(end, _)| end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalize_writes_every_line_end_as_lf() {
        for (given, expected) in
            [("", ""), ("a\nb", "a\nb"), ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("\r\r\n\n\r", "\n\n\n\n")]
        {
            assert_eq!(normalize(given), expected, "{given:?}");
        }
        assert!(matches!(normalize("no line end"), Cow::Borrowed(_)));
    }

    #[test]
    fn majority_of_line_ends_wins_and_lf_breaks_ties() {
        use LineEnd::{CrLf, Lf};
        for (counts, end) in
            [([0, 0, 0], Lf), ([0, 1, 0], CrLf), ([1, 0, 1], Lf), ([1, 2, 0], CrLf), ([0, 1, 1], CrLf)]
        {
            assert_eq!(majority(counts), end, "{counts:?}");
        }
    }
}
