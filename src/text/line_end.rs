//! The three ways in which files end a line.

use std::borrow::Cow;

/// How a line of a file ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// `\n`: Unix, and what new files get.
    Lf,
    /// `\r\n`: Windows.
    CrLf,
    /// `\r` alone: the old Macintosh.
    Cr,
}

impl LineEnd {
    /// The characters in the file.
    pub fn as_str(self) -> &'static str {
        match self {
            LineEnd::Lf => "\n",
            LineEnd::CrLf => "\r\n",
            LineEnd::Cr => "\r",
        }
    }
}

/// The same text with every line end written as a single LF. Borrowed when nothing had to change.
pub fn normalize(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The line end that most lines have; LF where there are none, and the earlier of the enum on a tie.
pub(super) fn majority(ends: impl Iterator<Item = LineEnd>) -> LineEnd {
    let mut counts = [(LineEnd::Lf, 0_usize), (LineEnd::CrLf, 0), (LineEnd::Cr, 0)];
    for end in ends {
        counts[end as usize].1 += 1;
    }
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(LineEnd::Lf, |(end, _)| *end)
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
    fn the_majority_decides_and_lf_breaks_ties() {
        use LineEnd::{Cr, CrLf, Lf};
        let cases: [(&[LineEnd], LineEnd); 5] =
            [(&[], Lf), (&[CrLf], CrLf), (&[Cr, Lf], Lf), (&[CrLf, Lf, CrLf], CrLf), (&[Cr, CrLf], CrLf)];
        for (ends, expected) in cases {
            assert_eq!(majority(ends.iter().copied()), expected, "{ends:?}");
        }
    }
}
