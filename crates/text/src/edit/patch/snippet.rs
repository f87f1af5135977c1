//! A listing of the changed places of the new text.

use std::ops::Range;

use super::lines::back;
use super::regions::{Region, Regions, SNIPPET_CONTEXT};
use crate::listing::push_numbered_line_around;

/// The most new lines of one change that are listed.
const MAX_LINES_OF_CHANGE: usize = 100;
/// The most lines of all changes with their context that are listed, and about their most bytes.
const MAX_LINES: usize = 400;
const MAX_BYTES: usize = 64 << 10;

/// Lists the changed places with four lines of context. Places that are apart are separated by a line `...`;
/// omitted lines of a long change are shown as `... (+37 lines)`.
pub(super) fn snippet_of(new: &str, regions: &Regions) -> String {
    let mut windows: Vec<Window<'_>> = Vec::new();
    for region in &regions.kept {
        let (from, to) = region.listed(regions.new_lines);
        match windows.last_mut() {
            Some(window) if from <= window.to + 1 => {
                window.to = to.max(window.to);
                window.changes.push(region);
            }
            _ => windows.push(Window { from, to, changes: vec![region] }),
        }
    }
    let mut listing = Listing::default();
    let mut beyond = regions.lines_beyond;
    for window in &windows {
        beyond += window.list(new, &mut listing);
    }
    if beyond > 0 {
        listing.leave_out(beyond);
    }
    listing.text
}

/// Lines, from 1 and both included, that are listed without a gap.
struct Window<'a> {
    from: usize,
    to: usize,
    changes: Vec<&'a Region>,
}

impl Window<'_> {
    /// Lists the window, and returns how many lines found no room.
    fn list(&self, new: &str, listing: &mut Listing) -> usize {
        let (Some(first), mut number) = (self.changes.first(), self.from) else { return 0 };
        if number <= self.to && !listing.is_full() && !listing.text.is_empty() {
            listing.add_line("...");
        }
        let mut offset = back(new, first.new.bytes.start, SNIPPET_CONTEXT);
        let mut changes = self.changes.iter().peekable();
        while number <= self.to && !listing.is_full() {
            // Changes that were listed whole are done.
            while changes.next_if(|it| it.new.line + 1 + MAX_LINES_OF_CHANGE < number).is_some() {}
            let cut = changes.next_if(|it| it.new.line + 1 + MAX_LINES_OF_CHANGE == number);
            match cut.map(|it| (it.new.line + it.new.lines + 1).saturating_sub(number)) {
                // One line more takes no more room than the word that it is left out.
                Some(left_out) if left_out > 1 => {
                    listing.leave_out(left_out);
                    number += left_out;
                    offset = cut.map_or(offset, |it| it.new.bytes.end);
                }
                _ => {
                    let line = new[offset..].split_inclusive('\n').next().unwrap_or_default();
                    let within = offset..offset + line.len();
                    let changed = self
                        .changes
                        .iter()
                        .filter_map(|it| it.changed.as_ref())
                        .filter(|it| it.start < within.end && within.start <= it.end);
                    // If a line has several changes, from the first to the last.
                    let start = changed.clone().map(|it| it.start).min().unwrap_or(offset).max(offset);
                    let end = changed.map(|it| it.end).max().unwrap_or(offset).min(within.end);
                    listing.add_numbered(
                        number,
                        line.strip_suffix('\n').unwrap_or(line),
                        start - offset..end.max(start) - offset,
                    );
                    number += 1;
                    offset += line.len();
                }
            }
        }
        (self.to + 1).saturating_sub(number)
    }
}

#[derive(Default)]
struct Listing {
    text: String,
    count: usize,
}

impl Listing {
    fn is_full(&self) -> bool {
        self.count >= MAX_LINES || self.text.len() >= MAX_BYTES
    }

    fn add_numbered(&mut self, number: usize, line: &str, changed: Range<usize>) {
        push_numbered_line_around(&mut self.text, number, line, changed);
        self.count += 1;
    }

    fn add_line(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }

    fn leave_out(&mut self, count: usize) {
        let noun = if count == 1 { "line" } else { "lines" };
        self.add_line(&format!("... (+{count} {noun})"));
    }
}
