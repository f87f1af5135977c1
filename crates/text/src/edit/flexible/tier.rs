//! The tiers of differences that a match forgives.

/// The differences that a match forgives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tier {
    /// Only curly quotes for straight ones, or the other way round. Nothing else of what the later tiers forgive.
    Quotes,
    /// Only composed letters for letters with combining marks, or the other way round (NFC and NFD).
    Canonical,
    /// Also white space at the ends of lines.
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
            Tier::Canonical => "canonical_equivalence",
            Tier::TrailingWhitespace => "trailing_whitespace",
            Tier::Indentation => "indentation",
            Tier::WhitespaceRuns => "whitespace_runs",
            Tier::Quotes | Tier::Punctuation => "punctuation",
        }
    }

    /// Describes the difference that was ignored.
    pub fn description(self) -> &'static str {
        match self {
            Tier::Quotes => "typographic quotes",
            Tier::Canonical => "the composition of letters (NFC against NFD)",
            Tier::TrailingWhitespace => "white space at the ends of lines",
            Tier::Indentation => "indentation",
            Tier::WhitespaceRuns => "white space",
            Tier::Punctuation => "typographic punctuation",
        }
    }

    /// The tiers of a flexible match, in their order. The quotes are a part of the last one.
    pub(super) const ALL: [Tier; 5] = [
        Tier::Canonical,
        Tier::TrailingWhitespace,
        Tier::Indentation,
        Tier::WhitespaceRuns,
        Tier::Punctuation,
    ];
}
