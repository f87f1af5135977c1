//! Lines that match a regular expression.

use std::io;

use grep_matcher::Matcher;
use grep_regex::RegexMatcher;
use grep_searcher::{Searcher, SearcherBuilder, Sink, SinkMatch};

use super::lines::cut_line;
use super::pattern::{Case, Lines, compile};
use scenewright_error::{Error, Kind, Result};

/// The options of a search, and the size of its answer.
#[derive(Clone, Copy)]
pub struct GrepOptions<'a> {
    /// The treatment of letter case.
    pub case: Case,
    /// The most lines in the answer, over all files.
    pub most_hits: usize,
    /// The cancellation, asked after every hit and every file.
    pub cancelled: &'a dyn Fn() -> bool,
}

/// A line that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The name of the text that holds the line.
    pub file: String,
    /// The number, from 1.
    pub line: usize,
    /// The text without its line end; cut, with a marker, where it is very long.
    pub text: String,
}

/// The lines found, in the order of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrepResult {
    /// The lines, at most as many as were asked for.
    pub hits: Vec<Hit>,
    /// True when there are more lines than were asked for.
    pub truncated: bool,
}

impl Default for GrepOptions<'_> {
    fn default() -> Self {
        GrepOptions { case: Case::Smart, most_hits: 1_000, cancelled: &|| false }
    }
}

/// Searches texts with LF line ends, each under the name that it is to be reported by.
pub fn grep(pattern: &str, files: &[(&str, &str)], options: &GrepOptions<'_>) -> Result<GrepResult> {
    let matcher = compile(pattern, options.case, Lines::OneByOne)?;
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
        let line = found.bytes();
        let first = self.matcher.find(line).ok().flatten().map_or(0, |found| found.start());
        self.result.hits.push(Hit {
            file: self.file.to_owned(),
            line: found.line_number().and_then(|number| usize::try_from(number).ok()).unwrap_or(0),
            text: cut_line(line, first),
        });
        Ok(true)
    }
}
