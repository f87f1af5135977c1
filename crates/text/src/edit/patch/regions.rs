//! The lines that differ between two texts, found in time and memory that are linear in the texts.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::time::{Duration, Instant};

use memchr::{memchr_iter, memrchr};
use similar::DiffOp;

use super::lines::{back, first_lines};
use crate::LINE_CHARACTERS;
use crate::edit::difference::difference;
use crate::edit::places::Spans;

/// The most lines, of both texts together, that are compared one by one.
const MAX_COMPARED: usize = 4_000;
/// The mean length of lines below which knowing each line would take several times the memory of the text.
const MIN_MEAN_LINE: usize = 12;
/// The number of lines that are known whatever their length.
const MAX_KNOWN: usize = 50_000;
/// The time for which lines of long texts are compared one by one, longer for each MiB. After that a difference may
/// be longer than necessary; it stays correct.
const PATIENCE: Duration = Duration::from_millis(40);
const PATIENCE_A_MIB: Duration = Duration::from_millis(15);
/// The patience with texts of few lines.
const PATIENCE_OF_FEW: Duration = Duration::from_millis(500);
/// The number of equal lines that are compared on either side of a difference: more than repeat themselves in code.
const KEPT_SAME: usize = 100;
/// The number of lines around a change in a listing.
pub(super) const SNIPPET_CONTEXT: usize = 4;
/// The most lines of a patch, context included.
pub(super) const MAX_LINES: usize = 5_000;
/// The most places that are kept: more than a patch has room for are only counted.
pub(super) const MAX_KEPT: usize = MAX_LINES + 1;

/// Lines of the old text, and the lines of the new one that replace them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) old: Piece,
    pub(super) new: Piece,
    /// The range of the new text in which the lines differ, in a region of long lines.
    pub(super) changed: Option<Range<usize>>,
}

/// Whole lines of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Piece {
    /// The first line, from 0.
    pub(super) line: usize,
    pub(super) lines: usize,
    /// The range in the text.
    pub(super) bytes: Range<usize>,
}

/// All places where two texts differ, of which the first are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Regions {
    pub(super) kept: Vec<Region>,
    pub(super) added: usize,
    pub(super) removed: usize,
    pub(super) is_cut: bool,
    /// The number of lines that a listing of those that were not kept would have.
    pub(super) lines_beyond: usize,
    /// The last line, from 1, of a listing of the places so far.
    listed_to: usize,
    /// The number of lines of the new text.
    pub(super) new_lines: usize,
}

impl Regions {
    /// Returns the difference of any two texts.
    pub(super) fn between(old: &str, new: &str) -> Regions {
        let mut regions = Regions { new_lines: count_lines(new), ..Regions::default() };
        if old == new {
            return regions;
        }
        let mut finder = Finder::new(old, new, &mut regions);
        let whole = Region { old: Piece::whole(old), new: Piece::whole(new), changed: None };
        // Few lines are compared at leisure: the shortest difference is the one that people expect to see.
        if whole.lines() <= MAX_COMPARED {
            finder.patience = PATIENCE_OF_FEW;
            let near = finder.near_differences(whole);
            finder.compare(&near);
        } else {
            finder.search(whole);
        }
        regions
    }

    /// Finds where long lines differ, so that a listing can show that part of them.
    pub(super) fn find_changed(&mut self, old: &str, new: &str) {
        for region in &mut self.kept {
            let (old, text) = (&old[region.old.bytes.clone()], &new[region.new.bytes.clone()]);
            if text.len() > LINE_CHARACTERS {
                let head = same_beginning(old.as_bytes(), text.as_bytes());
                // The common beginning does not count again at the end.
                let tail = same_end(&old.as_bytes()[head..], &text.as_bytes()[head..]);
                let start = region.new.bytes.start;
                region.changed = Some(
                    start + text.floor_char_boundary(head)
                        ..start + text.ceil_char_boundary(text.len() - tail),
                );
            }
        }
    }

    /// Returns the difference between the texts when these spans of the old one are replaced.
    pub(super) fn of_spans(old: &str, new: &str, spans: &Spans) -> Regions {
        let length = spans.new_length();
        // Line ends that came to stand side by side may have become one.
        let is_exact = old.len() - spans.taken() + spans.count() * length == new.len();
        if !is_exact || count_lines(old) + count_lines(new) <= MAX_COMPARED {
            return Regions::between(old, new);
        }
        let mut regions = Regions { new_lines: count_lines(new), ..Regions::default() };
        let mut finder = Finder::new(old, new, &mut regions);
        let (mut taken, mut put) = (0, 0);
        let (mut old_at, mut new_at) = (At::default(), At::default());
        let mut spans = spans.iter(old).peekable();
        while let Some(span) = spans.next() {
            let starts = (line_start(old, span.start), line_start(new, span.start - taken + put));
            let mut ends = (span.end, span.start - taken + put + length);
            (taken, put) = (taken + span.len(), put + length);
            let mut known = None;
            loop {
                ends = known.unwrap_or_else(|| ends_of_lines(old, new, ends));
                // The next one may begin on a line of this one, or on the line after it.
                let Some(next) = spans.next_if(|next| line_start_from(old, ends.0, next.start) <= ends.0)
                else {
                    break;
                };
                let new_end = next.start - taken + put + length;
                (taken, put) = (taken + next.len(), put + length);
                if next.end < ends.0 {
                    // Within the last line so far, whose rest stays.
                    known = Some((ends.0, new_end + ends.0 - next.end));
                } else {
                    (ends, known) = ((next.end, new_end), None);
                }
            }
            let region = Region {
                old: old_at.take(old, starts.0..ends.0),
                new: new_at.take(new, starts.1..ends.1),
                changed: None,
            };
            finder.refine(region);
        }
        regions
    }

    fn push(&mut self, region: Region) {
        self.added += region.new.lines;
        self.removed += region.old.lines;
        let (from, to) = region.listed(self.new_lines);
        let begins = from.max(self.listed_to + 1);
        self.listed_to = self.listed_to.max(to);
        if self.kept.len() < MAX_KEPT {
            self.kept.push(region);
        } else {
            self.is_cut = true;
            self.lines_beyond += (to + 1).saturating_sub(begins);
        }
    }
}

impl Region {
    fn lines(&self) -> usize {
        self.old.lines + self.new.lines
    }

    /// Returns the first and the last line of the new text, from 1, that a listing of the place shows.
    pub(super) fn listed(&self, new_lines: usize) -> (usize, usize) {
        let from = (self.new.line + 1).saturating_sub(SNIPPET_CONTEXT).max(1);
        (from, (self.new.line + self.new.lines + SNIPPET_CONTEXT).min(new_lines))
    }
}

impl Piece {
    fn whole(text: &str) -> Piece {
        Piece { line: 0, lines: count_lines(text), bytes: 0..text.len() }
    }

    fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.bytes.clone()]
    }

    /// Returns the given lines, counted from the first of the piece; `starts` are the offsets of all.
    fn part(&self, starts: &[u32], lines: Range<usize>) -> Piece {
        let at =
            |index: usize| starts.get(index).map_or(self.bytes.end, |it| self.bytes.start + *it as usize);
        Piece { line: self.line + lines.start, lines: lines.len(), bytes: at(lines.start)..at(lines.end) }
    }

    /// Returns the offsets in the piece where its lines begin. No file has as many bytes as would not fit.
    fn starts(&self, text: &str) -> Vec<u32> {
        let mut next: u32 = 0;
        let mut starts = Vec::with_capacity(self.lines);
        for line in self.text(text).split_inclusive('\n') {
            starts.push(next);
            next = next.saturating_add(u32::try_from(line.len()).unwrap_or(u32::MAX));
        }
        starts
    }
}

/// A place in a text, and the number of its line, from 0.
#[derive(Default)]
struct At {
    line: usize,
    offset: usize,
}

impl At {
    /// Takes the lines of a range that begins and ends with a line and is not before the last one.
    fn take(&mut self, text: &str, bytes: Range<usize>) -> Piece {
        let line = self.line + count_ends(&text[self.offset..bytes.start]);
        let lines = count_lines(&text[bytes.clone()]);
        *self = At { line: line + lines, offset: bytes.end };
        Piece { line, lines, bytes }
    }
}

/// A search for the differences within a region, for as long as there is time.
struct Finder<'a> {
    old: &'a str,
    new: &'a str,
    patience: Duration,
    /// The deadline, set once something was compared.
    deadline: Option<Instant>,
    regions: &'a mut Regions,
}

impl<'a> Finder<'a> {
    fn new(old: &'a str, new: &'a str, regions: &'a mut Regions) -> Finder<'a> {
        let size = u32::try_from((old.len() + new.len()) >> 20).unwrap_or(u32::MAX);
        let patience = PATIENCE + PATIENCE_A_MIB.saturating_mul(size);
        Finder { old, new, patience, deadline: None, regions }
    }

    fn deadline(&mut self) -> Instant {
        *self.deadline.get_or_insert_with(|| Instant::now() + self.patience)
    }

    /// Compares a region line by line.
    fn compare(&mut self, region: &Region) {
        let deadline = self.deadline();
        let (old_starts, new_starts) = (region.old.starts(self.old), region.new.starts(self.new));
        let old: Vec<&str> = region.old.text(self.old).split_inclusive('\n').collect();
        let new: Vec<&str> = region.new.text(self.new).split_inclusive('\n').collect();
        let mut changed: Option<(Range<usize>, Range<usize>)> = None;
        for operation in difference(&old, &new, Some(deadline)) {
            let (old, new) = (operation.old_range(), operation.new_range());
            if matches!(operation, DiffOp::Equal { .. }) {
                self.push_part(region, (&old_starts, &new_starts), changed.take());
                continue;
            }
            changed = Some(match changed {
                None => (old, new),
                Some(before) => (before.0.start..old.end, before.1.start..new.end),
            });
        }
        self.push_part(region, (&old_starts, &new_starts), changed);
    }

    fn push_part(
        &mut self,
        region: &Region,
        starts: (&[u32], &[u32]),
        changed: Option<(Range<usize>, Range<usize>)>,
    ) {
        if let Some((old, new)) = changed {
            let (old, new) = (region.old.part(starts.0, old), region.new.part(starts.1, new));
            self.regions.push(Region { old, new, changed: None });
        }
    }

    /// Refines a region that differs as a whole: removes the same lines at its ends, and compares line by line
    /// where it is short.
    fn refine(&mut self, region: Region) {
        let region = self.without_same_ends(region);
        if region.old.lines == 0 && region.new.lines == 0 {
            return;
        }
        let may_have_same = region.old.lines > 0 && region.new.lines > 0 && region.lines() > 2;
        // Beyond the listed changes only their number counts, which needs no fine comparison.
        let has_room = region.lines() <= MAX_COMPARED && !self.regions.is_cut;
        if may_have_same && has_room && Instant::now() < self.deadline() {
            self.compare(&region);
        } else {
            self.regions.push(region);
        }
    }

    /// Searches a region that is too long to be compared: between the lines that both texts have once.
    fn search(&mut self, region: Region) {
        let region = self.without_same_ends(region);
        let is_one_sided = region.old.lines == 0 || region.new.lines == 0;
        if is_one_sided || region.lines() <= MAX_COMPARED || is_dense(&region) {
            return self.refine(region);
        }
        let (old_starts, new_starts) = (region.old.starts(self.old), region.new.starts(self.new));
        let (mut old_from, mut new_from) = (0, 0);
        let ends = (region.old.lines, region.new.lines);
        // Lines that each side has once pin down the rest between them: the idea of patience diff.
        for (old, new) in self.same_lines(&region).into_iter().chain([ends]) {
            if old > old_from || new > new_from {
                let part = Region {
                    old: region.old.part(&old_starts, old_from..old),
                    new: region.new.part(&new_starts, new_from..new),
                    changed: None,
                };
                self.refine(part);
            }
            (old_from, new_from) = (old + 1, new + 1);
        }
    }

    /// Returns the lines that both pieces have exactly once, in an order that both have them in.
    fn same_lines(&self, region: &Region) -> Vec<(usize, usize)> {
        const OFTEN: u32 = u32::MAX;
        let mut places: HashMap<&str, (u32, u32)> = HashMap::with_capacity(region.old.lines);
        for (index, line) in (0..).zip(region.old.text(self.old).split_inclusive('\n')) {
            match places.entry(line) {
                Entry::Vacant(entry) => drop(entry.insert((index, OFTEN))),
                Entry::Occupied(mut entry) => entry.get_mut().0 = OFTEN,
            }
        }
        // A line is remembered with its place in the new text, until it comes again.
        let mut seen_again: Vec<bool> = vec![false; region.new.lines];
        for (index, line) in (0..).zip(region.new.text(self.new).split_inclusive('\n')) {
            if let Some((_, place)) = places.get_mut(line) {
                match *place {
                    OFTEN => *place = index,
                    first => seen_again[first as usize] = true,
                }
            }
        }
        let once = places.into_values().filter(|(old, new)| *old != OFTEN && *new != OFTEN);
        let mut once: Vec<(u32, u32)> = once.filter(|(_, new)| !seen_again[*new as usize]).collect();
        once.sort_unstable();
        longest_rising(&once).into_iter().map(|(old, new)| (old as usize, new as usize)).collect()
    }

    /// Removes the lines that both begin with and both end with, but for some: of equal lines around a difference the
    /// comparison chooses those that belong to it.
    fn near_differences(&self, region: Region) -> Region {
        let inner = self.without_same_ends(region.clone());
        let before = back(self.old, inner.old.bytes.start, KEPT_SAME).max(region.old.bytes.start);
        let head = count_ends(&self.old[before..inner.old.bytes.start]);
        let after = &self.old[inner.old.bytes.end..region.old.bytes.end];
        let after = &after[..first_lines(after, KEPT_SAME)];
        let lines = head + count_lines(after);
        let wider = |piece: &Piece| Piece {
            line: piece.line - head,
            lines: piece.lines + lines,
            bytes: piece.bytes.start - (inner.old.bytes.start - before)..piece.bytes.end + after.len(),
        };
        Region { old: wider(&inner.old), new: wider(&inner.new), changed: None }
    }

    /// Removes the lines that both begin with and both end with.
    fn without_same_ends(&self, region: Region) -> Region {
        let Region { mut old, mut new, .. } = region;
        let (old_text, new_text) = (old.text(self.old).as_bytes(), new.text(self.new).as_bytes());
        let head = same_beginning(old_text, new_text);
        // Whole lines only, of which the last may have no line end in both.
        let is_end = |text: &[u8]| head == text.len() && head > 0;
        let head = match is_end(old_text) && is_end(new_text) {
            true => head,
            false => memrchr(b'\n', &old_text[..head]).map_or(0, |at| at + 1),
        };
        let lines = count_lines(&self.old[old.bytes.start..old.bytes.start + head]);
        for piece in [&mut old, &mut new] {
            *piece = Piece {
                line: piece.line + lines,
                lines: piece.lines - lines,
                bytes: piece.bytes.start + head..piece.bytes.end,
            };
        }
        let (old_text, new_text) = (&old_text[head..], &new_text[head..]);
        let same = same_end(old_text, new_text);
        let is_line = |text: &[u8]| same == text.len() || text[text.len() - same - 1] == b'\n';
        let tail = match is_line(old_text) && is_line(new_text) {
            true => same,
            false => {
                let tail = &old_text[old_text.len() - same..];
                memchr::memchr(b'\n', tail).map_or(0, |at| same - at - 1)
            }
        };
        let lines = count_lines(&self.old[old.bytes.end - tail..old.bytes.end]);
        for piece in [&mut old, &mut new] {
            piece.lines -= lines;
            piece.bytes.end -= tail;
        }
        Region { old, new, changed: None }
    }
}

/// The bytes that are compared in one step.
const BLOCK: usize = 256;

/// Returns the length of what both begin with.
fn same_beginning(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK)).take_while(|(a, b)| a == b).count();
    let from = blocks * BLOCK;
    from + one[from..].iter().zip(&other[from..]).take_while(|(a, b)| a == b).count()
}

/// Returns the length of what both end with.
fn same_end(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.rchunks_exact(BLOCK).zip(other.rchunks_exact(BLOCK)).take_while(|(a, b)| a == b).count();
    let known = blocks * BLOCK;
    let (one, other) = (&one[..one.len() - known], &other[..other.len() - known]);
    known + one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// Returns the longest part of pairs, which are in the order of their first halves, in which the second halves also
/// rise.
fn longest_rising(pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    // For each length the pair that ends a rise of that length lowest, and for each pair the one before it.
    let mut lowest: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (_, second)) in pairs.iter().enumerate() {
        let length = lowest.partition_point(|last| pairs[*last].1 < *second);
        before.push(length.checked_sub(1).map(|shorter| lowest[shorter]));
        match lowest.get_mut(length) {
            Some(last) => *last = index,
            None => lowest.push(index),
        }
    }
    let mut rising: Vec<(u32, u32)> =
        std::iter::successors(lowest.last().copied(), |index| before[*index]).map(|it| pairs[it]).collect();
    rising.reverse();
    rising
}

/// Returns true if knowing each line would take several times the memory of the texts.
fn is_dense(region: &Region) -> bool {
    let bytes = region.old.bytes.len() + region.new.bytes.len();
    region.lines() > MAX_KNOWN && bytes / region.lines() < MIN_MEAN_LINE
}

fn line_start(text: &str, offset: usize) -> usize {
    line_start_from(text, 0, offset)
}

/// Returns where the line of an offset begins; not searched before `least`.
fn line_start_from(text: &str, least: usize, offset: usize) -> usize {
    let least = least.min(offset);
    memrchr(b'\n', &text.as_bytes()[least..offset]).map_or(least, |at| least + at + 1)
}

/// Returns the ends of the lines that two places are in, which the same text follows; the places themselves where
/// both are between two lines.
fn ends_of_lines(old: &str, new: &str, (old_end, new_end): (usize, usize)) -> (usize, usize) {
    let is_between = |text: &str, at: usize| at == 0 || text.as_bytes()[at - 1] == b'\n';
    if is_between(old, old_end) && is_between(new, new_end) {
        return (old_end, new_end);
    }
    let rest = memchr::memchr(b'\n', &old.as_bytes()[old_end..]).map_or(old.len() - old_end, |at| at + 1);
    (old_end + rest, new_end + rest)
}

fn count_ends(text: &str) -> usize {
    memchr_iter(b'\n', text.as_bytes()).count()
}

/// Counts the lines, each of which is closed by a line end, and the text after the last one.
pub(super) fn count_lines(text: &str) -> usize {
    count_ends(text) + usize::from(!text.is_empty() && !text.ends_with('\n'))
}
