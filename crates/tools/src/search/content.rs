//! The lines of a file that match, with those around them.

use std::io;
use std::path::Path;

use grep_regex::RegexMatcher;
use grep_searcher::{Searcher, Sink, SinkContext, SinkMatch};

use super::file_search::{Collect, Ending, FileSearcher};
use super::lines::cut_line;
use super::matches::matching_parts;
use super::newest::FoundFile;
use super::pattern::first_match;
use scenewright_error::Result;
use scenewright_fs::disk::{FileReader, LastLink};
use scenewright_fs::{RootSet, os_text};

/// Lines of one file, in order. Where the numbers leap, lines were left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLines {
    /// The file that holds the lines.
    pub file: FoundFile,
    /// The lines that match, and those around them.
    pub lines: Vec<FoundLine>,
}

/// A line in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine {
    /// The number, from 1.
    pub number: u64,
    /// The text without its line end, or the part of it that matches; cut, with a marker, where it is longer than 2,000
    /// characters.
    pub text: String,
    /// True when it is part of a match, not only near one.
    pub is_match: bool,
}

/// The remaining lines of an answer, over all files.
#[derive(Clone, Copy)]
pub(super) struct LineBudget {
    /// The number of lines to leave out first.
    pub(super) skip: usize,
    pub(super) lines: usize,
    pub(super) bytes: usize,
    /// True when there was more than may be answered.
    pub(super) is_spent: bool,
}

/// Searches a file once more, from its root, for the lines that are within the budget.
pub(super) fn lines_of(
    root_set: &RootSet,
    file: &FoundFile,
    searcher: &mut FileSearcher<'_>,
    only_matching: bool,
    budget: &mut LineBudget,
) -> (Vec<FoundLine>, Ending) {
    let matcher = searcher.matcher().clone();
    let mut collect =
        Collected { matcher: &matcher, only_matching, lines: Vec::new(), at_first: *budget, budget };
    let open = || -> Result<Option<FileReader>> {
        let Some(root) = root_set.root(file.root)? else { return Ok(None) };
        match root.resolve(Path::new(&os_text(&file.path)), LastLink::Follow)? {
            Some(place) => place.folder.open_to_read(&place.name),
            None => Ok(None),
        }
    };
    let (_, ending) = searcher.search(&open, &mut collect);
    (collect.lines, ending)
}

struct Collected<'a> {
    matcher: &'a RegexMatcher,
    only_matching: bool,
    lines: Vec<FoundLine>,
    at_first: LineBudget,
    budget: &'a mut LineBudget,
}

impl Collected<'_> {
    /// Adds a line, and returns true if more are wanted.
    fn push(&mut self, number: u64, line: &[u8], first_match: usize, is_match: bool) -> bool {
        if self.budget.skip > 0 {
            self.budget.skip -= 1;
            return true;
        }
        if self.budget.lines == 0 || self.budget.bytes == 0 {
            self.budget.is_spent = true;
            return false;
        }
        let text = cut_line(line, first_match);
        self.budget.lines -= 1;
        self.budget.bytes = self.budget.bytes.saturating_sub(text.len() + 8);
        self.lines.push(FoundLine { number, text, is_match });
        true
    }
}

impl Collect for Collected<'_> {
    fn begin_again(&mut self) {
        self.lines.clear();
        *self.budget = self.at_first;
    }
}

impl Sink for Collected<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        let begin = found.line_number().unwrap_or(1);
        if self.only_matching {
            let mut is_wanted = true;
            matching_parts(self.matcher, found, &mut |number, part| {
                is_wanted = self.push(begin + number, part, 0, true);
                is_wanted
            });
            return Ok(is_wanted);
        }
        let mut first = first_match(self.matcher, found.bytes());
        let numbers = begin..;
        for (number, line) in numbers.zip(found.lines()) {
            if !self.push(number, line, first, true) {
                return Ok(false);
            }
            // A match that continues from the previous line begins at the beginning.
            first = first.saturating_sub(line.len());
        }
        Ok(true)
    }

    fn context(&mut self, _: &Searcher, line: &SinkContext<'_>) -> io::Result<bool> {
        Ok(self.push(line.line_number().unwrap_or(1), line.bytes(), 0, false))
    }
}
