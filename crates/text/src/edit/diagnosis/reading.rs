//! The reading of a text that has most lines of the file, for a text that was copied with additions or escapes and is wrong in
//! other ways as well.

use std::collections::HashSet;
use std::ops::Range;

use super::copied::{Uncopied, readings_of};
use super::decoded::whole_readings;
use super::skeleton::{Skeletons, likeness};
use crate::Document;

/// The shortest line, in bytes without the white space around it, that is compared: braces are everywhere.
const MIN_LINE: usize = 3;
/// The number of lines of the file by which a reading must be ahead of the text as it was given.
const LINES_AHEAD: usize = 2;
/// The share of the lines of a reading that the file must have where it is ahead by less.
const SHARE_NEEDED: f64 = 0.5;
/// The greatest distance from a place, in lines, of a line that a reading leaves out.
const LOOKED_BEYOND: usize = 3;
/// The likeness of two lines that may be one, from 0 to 1.
const LIKENESS_NEEDED: f64 = 0.6;

/// A text without its additions and escapes, and what they are.
pub(super) struct Reading {
    pub(super) text: String,
    pub(super) reason: String,
}

/// Returns the reading with most lines of the file; `None` where none has clearly more of them than the text itself.
pub(super) fn best_reading(document: &Document, text: &str, readings: &[Uncopied<'_>]) -> Option<Reading> {
    let lines = KnownLines::of(document);
    let given = lines.count(text);
    let mut best: Option<((usize, usize), Reading)> = None;
    let mut consider = |text: String, reason: String| {
        let count = lines.count(&text);
        let total = text.split('\n').filter(|line| line.trim().len() >= MIN_LINE).count();
        let is_ahead = count.0 >= given.0 + LINES_AHEAD
            || (count.0 > given.0 && count.0 as f64 >= SHARE_NEEDED * total as f64);
        if is_ahead && best.as_ref().is_none_or(|(most, _)| count > *most) {
            best = Some((count, Reading { text, reason }));
        }
    };
    for reading in readings {
        consider(reading.text.clone().into_owned(), reading.reason.to_owned());
    }
    for (text, reason) in whole_readings(text, |line| lines.has(line)) {
        consider(text, reason);
    }
    for reading in readings.iter().filter(|it| it.is_sure || it.is_around) {
        let inner =
            readings_of(&reading.text).into_iter().map(|it| (it.text.into_owned(), it.reason.to_owned()));
        for (text, reason) in inner.chain(whole_readings(&reading.text, |line| lines.has(line))) {
            consider(text, format!("{}\n{reason}", reading.reason));
        }
    }
    best.map(|(_, reading)| reading)
}

/// The lines of a file, with and without the white space around them.
struct KnownLines<'d> {
    exact: HashSet<&'d str>,
    trimmed: HashSet<&'d str>,
}

impl<'d> KnownLines<'d> {
    fn of(document: &'d Document) -> KnownLines<'d> {
        let lines = || document.lines().filter(|line| line.trim().len() >= MIN_LINE);
        KnownLines { exact: lines().collect(), trimmed: lines().map(str::trim).collect() }
    }

    fn has(&self, line: &str) -> bool {
        self.exact.contains(line)
    }

    /// Returns how many lines of the text the file has, up to the white space around them and exactly.
    fn count(&self, text: &str) -> (usize, usize) {
        let count = |is_known: &dyn Fn(&str) -> bool| text.split('\n').filter(|line| is_known(line)).count();
        (count(&|line| self.trimmed.contains(line.trim())), count(&|line| self.exact.contains(line)))
    }
}

/// Returns true if the file has, beside a place, lines like those that a reading leaves out at the edges of the text: then they
/// are no addition.
pub(super) fn has_omitted_lines(document: &Document, span: &Range<usize>, text: &str, reading: &str) -> bool {
    let lines = |text: &'_ str| -> Vec<String> {
        text.split('\n').map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    let (given, kept) = (lines(text), lines(reading));
    let (Some(first), Some(last)) = (kept.first(), kept.last()) else { return false };
    let before = given.iter().position(|line| line == first).unwrap_or(0);
    let is_block = given.get(before..before + kept.len()).is_some_and(|block| block == kept);
    let after = match is_block {
        true => before + kept.len(),
        false => given.iter().rposition(|line| line == last).map_or(given.len(), |at| at + 1),
    };
    let first_line = document.line_of(span.start);
    let last_line = document.line_of(span.end.max(span.start + 1) - 1).max(first_line);
    let is_beside = |line: &String, numbers: Range<usize>| {
        numbers.filter_map(|number| document.line(number)).any(|own| are_alike(own, line))
    };
    given[..before].iter().any(|line| is_beside(line, first_line.saturating_sub(LOOKED_BEYOND)..first_line))
        || given[after.max(before)..]
            .iter()
            .any(|line| is_beside(line, last_line + 1..last_line + 1 + LOOKED_BEYOND))
}

fn are_alike(one: &str, other: &str) -> bool {
    let skeletons = Skeletons::of([one, other].into_iter());
    !one.trim().is_empty() && likeness(skeletons.get(0), skeletons.get(1)) >= LIKENESS_NEEDED
}
