//! The tiers of differences that a match forgives.

/// The differences that a match forgives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tier {
    /// White space at the ends of lines.
    TrailingWhitespace,
    /// Also white space at the beginnings of lines; new lines are indented like the file.
    Indentation,
    /// Also the amount of white space where there is some.
    WhitespaceRuns,
    /// Also curly quotes, long dashes, ellipses and odd spaces for the plain ones, or the other way round.
    Punctuation,
}

impl Tier {
    /// Returns the name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Tier::TrailingWhitespace => "trailing_whitespace",
            Tier::Indentation => "indentation",
            Tier::WhitespaceRuns => "whitespace_runs",
            Tier::Punctuation => "punctuation",
        }
    }

    pub(super) const ALL: [Tier; 4] =
        [Tier::TrailingWhitespace, Tier::Indentation, Tier::WhitespaceRuns, Tier::Punctuation];
}
