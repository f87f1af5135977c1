//! Lines that match a regular expression.

use std::io;

use grep_matcher::Matcher;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::{Searcher, SearcherBuilder, Sink, SinkMatch};

use crate::error::{Error, Kind, Result};

/// The most characters of a line that are answered.
const LONGEST_LINE: usize = 2_000;

/// How to search, and how much to answer.
#[derive(Clone, Copy)]
pub struct GrepOptions<'a> {
    pub case: Case,
    /// Lines answered over all files.
    pub most_hits: usize,
    /// Asked after every hit and every file.
    pub cancelled: &'a dyn Fn() -> bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// A pattern without capital letters ignores case.
    #[default]
    Smart,
    Sensitive,
    Insensitive,
}

/// A line that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub file: String,
    /// From 1.
    pub line: usize,
    /// Without its line end; cut, with a marker, where it is very long.
    pub text: String,
}

/// The lines found, in the order of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrepResult {
    pub hits: Vec<Hit>,
    /// There are more lines than were asked for.
    pub truncated: bool,
}

impl Default for GrepOptions<'_> {
    fn default() -> Self {
        GrepOptions { case: Case::Smart, most_hits: 1_000, cancelled: &|| false }
    }
}

/// Searches texts with LF line ends, each under the name that it is to be reported by.
pub fn grep(pattern: &str, files: &[(&str, &str)], options: &GrepOptions<'_>) -> Result<GrepResult> {
    let matcher = compile(pattern, options.case)?;
    let mut searcher = SearcherBuilder::new().line_number(true).build();
    let mut result = GrepResult::default();
    for (file, text) in files {
        let mut sink = Collector { file, matcher: &matcher, options, result: &mut result, cancelled: false };
        searcher
            .search_slice(&matcher, text.as_bytes(), &mut sink)
            .map_err(|cause| Error::io("search", file, &cause).in_file(*file))?;
        if sink.cancelled || (options.cancelled)() {
            return Err(Error::new(Kind::Cancelled, "The search was cancelled."));
        }
        if result.truncated {
            break;
        }
    }
    Ok(result)
}

fn compile(pattern: &str, case: Case) -> Result<RegexMatcher> {
    let mut builder = RegexMatcherBuilder::new();
    builder
        .case_smart(case == Case::Smart)
        .case_insensitive(case == Case::Insensitive)
        .line_terminator(Some(b'\n'));
    builder.build(pattern).map_err(|cause| {
        Error::new(Kind::InvalidInput, format!("The pattern is not a valid regular expression: {cause}"))
            .with_hint(
                "Patterns are matched line by line, in the syntax of Rust's regex. Write a backslash before a \
                 character that stands for itself, such as \\( or \\[.",
            )
    })
}

struct Collector<'a> {
    file: &'a str,
    matcher: &'a RegexMatcher,
    options: &'a GrepOptions<'a>,
    result: &'a mut GrepResult,
    cancelled: bool,
}

impl Sink for Collector<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        if (self.options.cancelled)() {
            self.cancelled = true;
            return Ok(false);
        }
        if self.result.hits.len() == self.options.most_hits {
            self.result.truncated = true;
            return Ok(false);
        }
        let line = String::from_utf8_lossy(found.bytes());
        let line = line.strip_suffix('\n').unwrap_or(&line);
        let first = self.matcher.find(line.as_bytes()).ok().flatten().map_or(0, |found| found.start());
        self.result.hits.push(Hit {
            file: self.file.to_owned(),
            line: found.line_number().and_then(|number| usize::try_from(number).ok()).unwrap_or(0),
            text: cut(line, first),
        });
        Ok(true)
    }
}

/// The part of a very long line around its first match, with what was left out said at both ends.
fn cut(line: &str, first_match: usize) -> String {
    let length = line.chars().count();
    if length <= LONGEST_LINE {
        return line.to_owned();
    }
    let before = line.get(..first_match).map_or(0, |before| before.chars().count());
    let start = if before < LONGEST_LINE / 2 { 0 } else { (before - 100).min(length - LONGEST_LINE) };
    let shown: String = line.chars().skip(start).take(LONGEST_LINE).collect();
    let after = length - start - LONGEST_LINE;
    let mark = |count: usize| {
        if count == 0 { String::new() } else { format!("[… {count} characters cut …]") }
    };
    format!("{}{shown}{}", mark(start), mark(after))
}
