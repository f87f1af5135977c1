//! Hunks of a patch, within its bounds.

use super::lines::{back, first_lines};
use super::regions::{MAX_LINES, Region, Regions, count_lines};

/// The number of lines around a change in a diff, as everywhere.
const DIFF_CONTEXT: usize = 3;
/// The most bytes of a patch.
const MAX_BYTES: usize = 256 << 10;
/// The line after a last line that has no line end.
const NO_LINE_END: &str = "\\ No newline at end of file";

/// Changes that lie close together, with three lines of context around them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    /// The first line, from 1; 0 where the old text has no lines at all.
    pub old_start: usize,
    /// The number of lines of the old text in the hunk, context among them.
    pub old_lines: usize,
    /// The first line, from 1; 0 where the new text has no lines at all.
    pub new_start: usize,
    /// The number of lines of the new text in the hunk, context among them.
    pub new_lines: usize,
    /// The lines, each beginning with a space, `-` or `+`. A last line without a line end is
    /// followed by `\ No newline at end of file`.
    pub lines: Vec<String>,
}

/// Returns the hunks of these regions, and true if some lines found no room. The hunks are a patch of their own: it
/// makes the first of the changes and no others.
pub(super) fn hunks_of(old: &str, new: &str, regions: &Regions) -> (Vec<Hunk>, bool) {
    let mut room = Room { lines: MAX_LINES, bytes: MAX_BYTES };
    let mut hunks = Vec::new();
    let is_close =
        // Two hunks whose context would touch are one, as in diff(1).
        |one: &Region, next: &Region| next.old.line - (one.old.line + one.old.lines) <= 2 * DIFF_CONTEXT;
    for group in regions.kept.chunk_by(is_close) {
        let mut building = Building { old, new, hunk: Hunk::default(), changes: 0 };
        let is_whole = building.add(group, &mut room);
        if building.changes > 0 {
            hunks.push(building.finish());
        }
        if !is_whole {
            return (hunks, true);
        }
    }
    (hunks, regions.is_cut)
}

/// The room for further lines and bytes.
struct Room {
    lines: usize,
    bytes: usize,
}

impl Room {
    fn take(&mut self, line: &str) -> bool {
        if self.lines == 0 || line.len() > self.bytes {
            return false;
        }
        (self.lines, self.bytes) = (self.lines - 1, self.bytes - line.len());
        true
    }

    /// Returns as much of the room as removed lines may take where the new ones do not fit too.
    fn share(&self, region: &Region) -> Room {
        // Removed lines come first and would take all the room: half of it is kept for the new ones where
        // they need it.
        let share = |room: usize, other: usize| room.saturating_sub(other).max(room / 2);
        Room { lines: share(self.lines, region.new.lines), bytes: share(self.bytes, region.new.bytes.len()) }
    }
}

struct Building<'t> {
    old: &'t str,
    new: &'t str,
    hunk: Hunk,
    /// The number of lines that are removed or added.
    changes: usize,
}

impl Building<'_> {
    /// Adds a group, and returns true if everything found room.
    fn add(&mut self, group: &[Region], room: &mut Room) -> bool {
        let Some(first) = group.first() else { return true };
        let before = back(self.old, first.old.bytes.start, DIFF_CONTEXT);
        let context = &self.old[before..first.old.bytes.start];
        let count = count_lines(context);
        self.hunk.old_start = first.old.line - count;
        self.hunk.new_start = first.new.line - count;
        if !self.add_same(context, room) {
            return false;
        }
        for (index, region) in group.iter().enumerate() {
            let mut share = room.share(region);
            let (lines, bytes) = (share.lines, share.bytes);
            let removed = &self.old[region.old.bytes.clone()];
            let mut is_whole = self.add_changed('-', removed, &mut share);
            room.lines -= lines - share.lines;
            room.bytes -= bytes - share.bytes;
            is_whole &= self.add_changed('+', &self.new[region.new.bytes.clone()], room);
            let after = &self.old[region.old.bytes.end..];
            let context = match group.get(index + 1) {
                Some(next) => &self.old[region.old.bytes.end..next.old.bytes.start],
                None => &after[..first_lines(after, DIFF_CONTEXT)],
            };
            if !is_whole || !self.add_same(context, room) {
                return false;
            }
        }
        true
    }

    fn add_same(&mut self, text: &str, room: &mut Room) -> bool {
        text.split_inclusive('\n').all(|line| {
            let fits = room.take(line);
            if fits {
                self.push(' ', line);
                self.hunk.old_lines += 1;
                self.hunk.new_lines += 1;
            }
            fits
        })
    }

    fn add_changed(&mut self, sign: char, text: &str, room: &mut Room) -> bool {
        text.split_inclusive('\n').all(|line| {
            let fits = room.take(line);
            if fits {
                self.push(sign, line);
                self.changes += 1;
                match sign {
                    '-' => self.hunk.old_lines += 1,
                    _ => self.hunk.new_lines += 1,
                }
            }
            fits
        })
    }

    fn push(&mut self, sign: char, line: &str) {
        match line.strip_suffix('\n') {
            Some(line) => self.hunk.lines.push(format!("{sign}{line}")),
            None => self.hunk.lines.extend([format!("{sign}{line}"), NO_LINE_END.to_owned()]),
        }
    }

    /// Finishes the hunk. A range without lines is named by the line before it.
    fn finish(mut self) -> Hunk {
        // A side without lines names the line before it, in a unified diff; any other the first of its own.
        self.hunk.old_start += usize::from(self.hunk.old_lines > 0);
        self.hunk.new_start += usize::from(self.hunk.new_lines > 0);
        self.hunk
    }
}
