//! The compilation of a pattern to a matcher.

use grep_matcher::Matcher;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};

use scenewright_error::{Error, Kind, Result, quote};

/// The largest compiled pattern, in bytes, as `regex` has it by default, and the largest cache of its automaton, twice the
/// default: a pattern that needs more is searched in a slower way.
const MAX_PROGRAM_BYTES: usize = 10 * 1024 * 1024;
const MAX_CACHE_BYTES: usize = 4 * 1024 * 1024;

/// The treatment of letter case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// Case is ignored in a pattern without capital letters.
    #[default]
    Smart,
    /// Letters match themselves alone.
    Sensitive,
    /// Letters match in either case.
    Insensitive,
}

/// The extent of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    /// Within one line of a text with LF line ends.
    OneByOne,
    /// Within one line of a file, whose line ends may be CRLF: `$` matches before either.
    OneByOneOfFile,
    /// Across lines of a file, with `.` matching line ends, too.
    Several,
}

pub(super) fn compile(pattern: &str, case: Case, lines: Lines) -> Result<RegexMatcher> {
    let mut builder = RegexMatcherBuilder::new();
    builder
        .case_smart(case == Case::Smart)
        .case_insensitive(case == Case::Insensitive)
        .multi_line(true)
        .size_limit(MAX_PROGRAM_BYTES)
        .dfa_size_limit(MAX_CACHE_BYTES);
    match lines {
        Lines::OneByOne => builder.line_terminator(Some(b'\n')),
        Lines::OneByOneOfFile => builder.line_terminator(Some(b'\n')).crlf(true),
        Lines::Several => builder.crlf(true).line_terminator(None).dot_matches_new_line(true),
    };
    let is_about_line_ends = lines != Lines::Several && (pattern.contains("\\n") || pattern.contains('\n'));
    builder.build(pattern).map_err(|cause| {
        if is_about_line_ends && cause.to_string().contains("\\n") {
            let message = format!(
                "The pattern {} holds a line end, and is matched line by line, so it can match nothing.",
                quote(pattern)
            );
            return Error::new(Kind::InvalidInput, message).with_hint(match lines {
                Lines::OneByOneOfFile => "Set multiline to true for a match that spans lines.",
                _ => "Search for a part of one line.",
            });
        }
        if lines != Lines::Several && pattern.contains("\\r") && cause.to_string().contains("\\r") {
            let message = format!(
                "The pattern {} holds a carriage return, and lines are matched without their line ends, so it can match nothing.",
                quote(pattern)
            );
            return Error::new(Kind::InvalidInput, message)
                .with_hint("Leave `\\r` out: `$` matches before CRLF as well.");
        }
        let hint = match lines {
            Lines::Several => "Patterns are written in the syntax of Rust's regex.",
            _ => {
                "Patterns are matched line by line, in the syntax of Rust's regex. Write a backslash before a \
                 character that stands for itself, such as \\( or \\[."
            }
        };
        // The cause repeats the pattern.
        let cause = cause.to_string();
        let message = format!("The pattern is not a valid regular expression: {}", quote(&cause));
        Error::new(Kind::InvalidInput, message).with_hint(hint)
    })
}

/// Returns the offset of the first match in these bytes.
pub(super) fn first_match(matcher: &RegexMatcher, bytes: &[u8]) -> usize {
    matcher.find(bytes).ok().flatten().map_or(0, |found| found.start())
}
