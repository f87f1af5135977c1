//! The difference between two texts: as data, as a unified diff, and as a listing of what is there now.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::time::Duration;

use similar::{ChangeTag, TextDiff};

use crate::text::push_numbered_line;

/// After this long the difference may be longer than it need be; it stays correct.
const PATIENCE: Duration = Duration::from_millis(500);
/// Lines around a change in a diff, as everywhere.
const DIFF_CONTEXT: usize = 3;
/// Lines around a change in a listing.
const SNIPPET_CONTEXT: usize = 4;
/// Of one change at most so many new lines are listed, and of all changes with their context.
const LINES_OF_CHANGE: usize = 100;
const LINES_OF_SNIPPET: usize = 400;
/// What follows a last line that has no line end.
const NO_LINE_END: &str = "\\ No newline at end of file";

/// The difference between an old and a new text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    pub hunks: Vec<Hunk>,
    /// How many lines are new.
    pub added: usize,
    /// How many lines are gone.
    pub removed: usize,
}

/// Changes that lie close together, with three lines of context around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// From 1; 0 where the old text has no lines at all.
    pub old_start: usize,
    pub old_lines: usize,
    /// From 1; 0 where the new text has no lines at all.
    pub new_start: usize,
    pub new_lines: usize,
    /// Each begins with a space, `-` or `+`. A last line without a line end is followed by
    /// `\ No newline at end of file`.
    pub lines: Vec<String>,
}

impl Patch {
    /// Lines are what LF ends; other characters, a CR among them, belong to their line.
    pub fn between(old: &str, new: &str) -> Patch {
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let new: Vec<&str> = new.split_inclusive('\n').collect();
        let difference = TextDiff::configure().timeout(PATIENCE).diff_slices(&old, &new);
        let mut patch = Patch::default();
        for operations in difference.grouped_ops(DIFF_CONTEXT) {
            let (Some(first), Some(last)) = (operations.first(), operations.last()) else { continue };
            let old_range = first.old_range().start..last.old_range().end;
            let new_range = first.new_range().start..last.new_range().end;
            let mut lines = Vec::new();
            for change in operations.iter().flat_map(|operation| difference.iter_changes(operation)) {
                let sign = match change.tag() {
                    ChangeTag::Equal => ' ',
                    ChangeTag::Delete => '-',
                    ChangeTag::Insert => '+',
                };
                patch.added += usize::from(sign == '+');
                patch.removed += usize::from(sign == '-');
                let value = change.value();
                match value.strip_suffix('\n') {
                    Some(line) => lines.push(format!("{sign}{line}")),
                    None => lines.extend([format!("{sign}{value}"), NO_LINE_END.to_owned()]),
                }
            }
            let start = |range: &std::ops::Range<usize>| range.start + usize::from(!range.is_empty());
            patch.hunks.push(Hunk {
                old_start: start(&old_range),
                old_lines: old_range.len(),
                new_start: start(&new_range),
                new_lines: new_range.len(),
                lines,
            });
        }
        patch
    }

    pub fn is_empty(&self) -> bool {
        self.hunks.is_empty()
    }

    /// A unified diff, in which the path is shown as `a/path` and `b/path`; empty where nothing changed.
    pub fn unified(&self, path: &str) -> String {
        if self.is_empty() {
            return String::new();
        }
        // Writing to a string cannot fail.
        let mut diff = format!("--- {}\n+++ {}\n", header_name("a/", path), header_name("b/", path));
        for hunk in &self.hunks {
            let _ = writeln!(
                diff,
                "@@ -{} +{} @@",
                header_range(hunk.old_start, hunk.old_lines),
                header_range(hunk.new_start, hunk.new_lines),
            );
            for line in &hunk.lines {
                diff.push_str(line);
                diff.push('\n');
            }
        }
        diff
    }

    /// What stands in the new text where something changed, with four lines of context, numbered as in a listing.
    /// Places that are apart are parted by a line `...`; where lines of a long change are left out stands
    /// `... (+37 lines)`.
    pub fn snippet(&self, new: &str) -> String {
        let mut windows: Vec<Window> = Vec::new();
        let mut lines: Vec<&str> = new.split('\n').collect();
        if lines.last() == Some(&"") {
            lines.pop();
        }
        for change in self.changed_lines() {
            let from = change.start().saturating_sub(SNIPPET_CONTEXT).max(1);
            let to = (change.end() + SNIPPET_CONTEXT).min(lines.len());
            match windows.last_mut() {
                Some(window) if from <= window.to + 1 => {
                    window.to = to.max(window.to);
                    window.changes.push(change);
                }
                _ => windows.push(Window { from, to, changes: vec![change] }),
            }
        }
        let mut listing = Listing::default();
        let mut beyond = 0;
        for window in &windows {
            beyond += window.list(&lines, &mut listing);
        }
        if beyond > 0 {
            listing.leave_out(beyond);
        }
        listing.text
    }

    /// The lines of the new text that are new. A range that ends before it begins is a place where lines were
    /// taken away.
    fn changed_lines(&self) -> Vec<RangeInclusive<usize>> {
        let mut changes = Vec::new();
        for hunk in &self.hunks {
            let mut next = hunk.new_start.max(1);
            let mut first = None;
            for line in &hunk.lines {
                match line.as_bytes().first() {
                    Some(b'+') => {
                        first.get_or_insert(next);
                        next += 1;
                    }
                    Some(b'-') => {
                        first.get_or_insert(next);
                    }
                    Some(b' ') => {
                        changes.extend(first.take().map(|first| first..=next - 1));
                        next += 1;
                    }
                    _ => {}
                }
            }
            changes.extend(first.map(|first| first..=next - 1));
        }
        changes
    }
}

/// Lines, from 1 and both included, that are listed without a gap.
struct Window {
    from: usize,
    to: usize,
    changes: Vec<RangeInclusive<usize>>,
}

impl Window {
    /// Answers how many lines found no room.
    fn list(&self, lines: &[&str], listing: &mut Listing) -> usize {
        let mut number = self.from;
        if number <= self.to && !listing.is_full() && !listing.text.is_empty() {
            listing.add_line("...");
        }
        while number <= self.to && !listing.is_full() {
            let cut = self.changes.iter().find(|change| *change.start() + LINES_OF_CHANGE == number);
            match cut.map(|change| (change.end() + 1).saturating_sub(number)) {
                // One line more takes no more room than the word that it is left out.
                Some(left_out) if left_out > 1 => {
                    listing.leave_out(left_out);
                    number += left_out;
                }
                _ => {
                    listing.add_numbered(number, lines.get(number - 1).copied().unwrap_or_default());
                    number += 1;
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
        self.count >= LINES_OF_SNIPPET
    }

    fn add_numbered(&mut self, number: usize, line: &str) {
        push_numbered_line(&mut self.text, number, line);
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

fn header_range(start: usize, count: usize) -> String {
    if count == 1 { start.to_string() } else { format!("{start},{count}") }
}

/// A name as git writes it: followed by a tab where it has spaces, and quoted where it has characters that would end
/// the line or the name.
fn header_name(prefix: &str, path: &str) -> String {
    if !path.contains(|character: char| character.is_ascii_control() || matches!(character, '"' | '\\')) {
        let tab = if path.contains(' ') { "\t" } else { "" };
        return format!("{prefix}{path}{tab}");
    }
    let mut name = format!("\"{prefix}");
    for character in path.chars() {
        match character {
            '"' => name.push_str("\\\""),
            '\\' => name.push_str("\\\\"),
            '\n' => name.push_str("\\n"),
            '\t' => name.push_str("\\t"),
            '\r' => name.push_str("\\r"),
            other if other.is_ascii_control() => {
                let _ = write!(name, "\\{:03o}", u32::from(other));
            }
            other => name.push(other),
        }
    }
    name.push('"');
    name
}
