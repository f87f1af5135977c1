//! Three-way merge of a text: two sides changed the same base, and the changes of both are wanted.
//!
//! The sides are compared with the base line by line. A hunk of one side that neither overlaps nor touches a hunk of the
//! other is taken. Where hunks meet, the sides must agree to the byte; otherwise it is a conflict, as with git and diff3:
//! changes of neighbouring lines are seldom independent.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::difference::settled_changes;
use crate::{Document, Encoding};

/// The time for one comparison. After it hunks are larger than necessary: there may be a conflict more, and no wrong merge.
const MAX_DIFF_TIME: Duration = Duration::from_secs(5);

/// The side whose lines are taken where both changed the same ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favored {
    /// Neither side: the hunks are a conflict.
    Neither,
    /// Ours.
    Ours,
    /// Theirs.
    Theirs,
}

/// Lines that both sides changed differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineConflict {
    /// The first of these lines in our text, counted from 1.
    pub ours: usize,
    /// The first of these lines in their text, counted from 1.
    pub theirs: usize,
}

/// A merge of two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The merged bytes; in a conflict in which no side is favored, our lines.
    pub bytes: Vec<u8>,
    /// The conflicts in which no side was favored.
    pub conflicts: Vec<LineConflict>,
}

/// Merges two texts that were made of one base. Returns `None` where one of them is not text, or their encodings differ.
pub fn merge_texts(base: &[u8], ours: &[u8], theirs: &[u8], favored: Favored) -> Option<Merge> {
    let texts = [base, ours, theirs];
    let mut encodings = Vec::new();
    for text in texts {
        // A text of ASCII alone goes with every encoding that has ASCII in it, and an empty one with all.
        if !text.is_empty() {
            let document = Document::decode(text.to_vec()).ok()?;
            encodings.push(Some(document.encoding()).filter(|it| !text.is_ascii() || is_wide(*it)));
        }
    }
    let found = encodings.iter().flatten().next().copied();
    let is_utf8 = |it: Encoding| matches!(it, Encoding::Utf8 | Encoding::Utf8WithMark);
    for encoding in encodings {
        let fits = match (encoding, found) {
            (None, Some(found)) => !is_wide(found),
            (Some(encoding), Some(found)) => encoding == found || (is_utf8(encoding) && is_utf8(found)),
            (_, None) => true,
        };
        if !fits {
            return None;
        }
    }
    let width = found.filter(|it| is_wide(*it));
    let split = |bytes| split_lines(bytes, width);
    let (base, ours, theirs) = (split(base), split(ours), split(theirs));
    let deadline = Some(Instant::now() + MAX_DIFF_TIME);
    let our_hunks = hunks(&base, &ours, deadline);
    let their_hunks = hunks(&base, &theirs, deadline);
    let mut merge = Merge { bytes: Vec::new(), conflicts: Vec::new() };
    let (mut at, mut a, mut b) = (0, 0, 0);
    while a < our_hunks.len() || b < their_hunks.len() {
        let region = Region::next(&our_hunks[a..], &their_hunks[b..]);
        merge.push(&base[at..region.base.start]);
        let mine = &our_hunks[a..a + region.ours];
        let other = &their_hunks[b..b + region.theirs];
        let our_lines = side_of(mine, &region.base, a.checked_sub(1).map(|it| &our_hunks[it]));
        let their_lines = side_of(other, &region.base, b.checked_sub(1).map(|it| &their_hunks[it]));
        let (left, right) = (&ours[our_lines.clone()], &theirs[their_lines.clone()]);
        match favored {
            _ if other.is_empty() || left == right => merge.push(left),
            _ if mine.is_empty() => merge.push(right),
            Favored::Ours => merge.push(left),
            Favored::Theirs => merge.push(right),
            Favored::Neither => {
                merge.push(left);
                merge
                    .conflicts
                    .push(LineConflict { ours: our_lines.start + 1, theirs: their_lines.start + 1 });
            }
        }
        at = region.base.end;
        a += region.ours;
        b += region.theirs;
    }
    merge.push(&base[at..]);
    Some(merge)
}

impl Merge {
    fn push(&mut self, lines: &[&[u8]]) {
        lines.iter().for_each(|line| self.bytes.extend_from_slice(line));
    }
}

/// Lines of the base that a side replaced.
struct Hunk {
    base: Range<usize>,
    side: Range<usize>,
}

/// Hunks of both sides that meet, as one: the lines of the base from the first to the last.
struct Region {
    base: Range<usize>,
    /// The number of our hunks in it.
    ours: usize,
    /// The number of their hunks in it.
    theirs: usize,
}

impl Region {
    /// Returns the region that begins with the first hunk of either side.
    fn next(ours: &[Hunk], theirs: &[Hunk]) -> Region {
        let start = |hunks: &[Hunk]| hunks.first().map_or(usize::MAX, |hunk| hunk.base.start);
        let first = start(ours).min(start(theirs));
        let mut region = Region { base: first..first, ours: 0, theirs: 0 };
        loop {
            // Two hunks of one side never touch, so whatever begins at the end is of the other side.
            if let Some(hunk) = ours.get(region.ours).filter(|hunk| hunk.base.start <= region.base.end) {
                region.base.end = region.base.end.max(hunk.base.end);
                region.ours += 1;
            } else if let Some(hunk) =
                theirs.get(region.theirs).filter(|hunk| hunk.base.start <= region.base.end)
            {
                region.base.end = region.base.end.max(hunk.base.end);
                region.theirs += 1;
            } else {
                return region;
            }
        }
    }
}

/// Returns the lines of a side that stand for a region of the base.
fn side_of(hunks: &[Hunk], region: &Range<usize>, before: Option<&Hunk>) -> Range<usize> {
    match (hunks.first(), hunks.last()) {
        (Some(first), Some(last)) => {
            first.side.start - (first.base.start - region.start)..last.side.end + (region.end - last.base.end)
        }
        // Unchanged: as far from the last hunk as in the base.
        _ => {
            let shift = |at: usize| before.map_or(at, |hunk| hunk.side.end + (at - hunk.base.end));
            shift(region.start)..shift(region.end)
        }
    }
}

fn hunks(base: &[&[u8]], side: &[&[u8]], deadline: Option<Instant>) -> Vec<Hunk> {
    let changes = settled_changes(base.iter(), side.iter(), deadline);
    changes.into_iter().map(|(base, side)| Hunk { base, side }).collect()
}

fn is_wide(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian)
}

/// Splits a text into lines with their line ends. A text without any line feed may have the line ends of old Macs.
fn split_lines(bytes: &[u8], wide: Option<Encoding>) -> Vec<&[u8]> {
    let Some(wide) = wide else {
        let end = if bytes.contains(&b'\n') { b'\n' } else { b'\r' };
        return bytes.split_inclusive(|byte| *byte == end).collect();
    };
    let end = if wide == Encoding::Utf16LittleEndian { [b'\n', 0] } else { [0, b'\n'] };
    let mut lines = Vec::new();
    let mut start = 0;
    for (number, unit) in bytes.chunks_exact(2).enumerate() {
        if unit == end {
            let after = (number + 1) * 2;
            lines.push(&bytes[start..after]);
            start = after;
        }
    }
    if start < bytes.len() {
        lines.push(&bytes[start..]);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(base: &str, ours: &str, theirs: &str) -> Result<String, Vec<(usize, usize)>> {
        let merge =
            merge_texts(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), Favored::Neither).unwrap();
        match merge.conflicts.is_empty() {
            true => Ok(String::from_utf8(merge.bytes).unwrap()),
            false => Err(merge.conflicts.iter().map(|it| (it.ours, it.theirs)).collect()),
        }
    }

    #[test]
    fn hunks_that_do_not_meet_are_both_taken() {
        let base = "a\nb\nc\nd\ne\n";
        let cases = [
            ("A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n", "A\nb\nc\nd\nE\n"),
            ("a\nb\nc\nd\ne\nf\n", "a\nc\nd\ne\n", "a\nc\nd\ne\nf\n"),
            ("0\na\nb\nc\nd\ne\n", "a\nb\nx\ny\nd\ne\n", "0\na\nb\nx\ny\nd\ne\n"),
            ("a\nb\nC\nd\ne\n", "a\nb\nC\nd\ne\n", "a\nb\nC\nd\ne\n"),
            ("c\nd\ne\n", "a\nb\nc\n", "c\n"),
            (base, "", ""),
        ];
        for (ours, theirs, wanted) in cases {
            assert_eq!(merged(base, ours, theirs).as_deref(), Ok(wanted));
            assert_eq!(merged(base, theirs, ours).as_deref(), Ok(wanted), "the other way round");
        }
    }

    #[test]
    fn lines_that_both_changed_are_conflicts_by_their_numbers() {
        let base = "a\nb\nc\nd\ne\nf\n";
        assert_eq!(merged(base, "a\nX\nc\nd\ne\nf\n", "0\na\nY\nc\nd\ne\nf\n"), Err(vec![(2, 3)]));
        assert_eq!(merged(base, "a\nX\nc\nd\ne\nf\n", "a\nb\nY\nd\ne\nf\n"), Err(vec![(2, 2)]), "neighbours");
        assert_eq!(merged(base, "a\nb\nc\nd\ne\nf\nx\n", "a\nb\nc\nd\ne\nf\ny\n"), Err(vec![(7, 7)]));
        assert_eq!(merged("", "x\n", "y\n"), Err(vec![(1, 1)]));
        assert_eq!(merged("a", "a\n", "b"), Err(vec![(1, 1)]), "the last line has no end");
        let merge = |favored| {
            merge_texts(base.as_bytes(), b"A\nX\nc\nd\ne\nf\n", b"a\nY\nc\nd\ne\nF\n", favored).unwrap()
        };
        assert_eq!(merge(Favored::Ours).bytes, b"A\nX\nc\nd\ne\nF\n");
        assert_eq!(merge(Favored::Theirs).bytes, b"a\nY\nc\nd\ne\nF\n");
        assert_eq!(merge(Favored::Neither).conflicts.len(), 1);
    }

    #[test]
    fn bytes_of_other_encodings_stay_as_they_are() {
        let wide = |text: &str| -> Vec<u8> {
            std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
        };
        // U+0A0A has the byte of a line feed twice.
        let merge = merge_texts(
            &wide("a\n\u{a0a}\nc\nd\n"),
            &wide("A\n\u{a0a}\nc\nd\n"),
            &wide("a\n\u{a0a}\nc\nD\n"),
            Favored::Neither,
        );
        assert_eq!(merge.unwrap().bytes, wide("A\n\u{a0a}\nc\nD\n"));
        assert_eq!(merge_texts(&wide("a\n"), b"a\n", &wide("b\n"), Favored::Neither), None);
        assert_eq!(merge_texts(b"\0\x01", b"\0\x02", b"\0\x03", Favored::Neither), None);
        let merge = merge_texts(b"a\r\nb\r\nc\r\n", b"A\r\nb\r\nc\r\n", b"a\r\nb\r\nC\r\n", Favored::Neither)
            .unwrap();
        assert_eq!(merge.bytes, b"A\r\nb\r\nC\r\n");
    }

    #[test]
    fn changes_among_equal_lines_are_told_apart() {
        // Each side changes other lines of code that consists of the same few lines, an unchanged line apart at least.
        let lines = ["def f(x):\n", "    y = 1\n", "    return y\n", "\n", "    z(x)\n"];
        let mut random = fastrand::Rng::with_seed(7);
        let (rounds, mut conflicts, mut wrong) = (2_000, 0, 0);
        for _ in 0..rounds {
            let mut texts = [const { String::new() }; 4];
            let mut pending = random.usize(0..4);
            for _ in 0..random.usize(10..60) {
                let line = lines[random.usize(0..lines.len())];
                let changes = pending == 0;
                pending = if changes { random.usize(1..5) } else { pending - 1 };
                let new = lines[random.usize(0..lines.len())];
                let new = match random.usize(0..3) {
                    0 => String::new(),
                    1 => format!("{new}{line}"),
                    _ => new.to_owned(),
                };
                let side = random.usize(1..3);
                for (number, text) in texts.iter_mut().enumerate() {
                    text.push_str(if changes && (number == side || number == 3) { &new } else { line });
                }
            }
            let [base, ours, theirs, both] = texts;
            match merged(&base, &ours, &theirs) {
                Ok(found) => wrong += usize::from(found != both),
                Err(_) => conflicts += 1,
            }
        }
        // An unchanged line between two changes may be any of several equal lines, so some merges are ambiguous.
        println!("of {rounds} merges {conflicts} are conflicts, {wrong} are wrong");
        assert!(conflicts < 200 && wrong < 20, "{conflicts} {wrong}");
    }

    #[test]
    fn merge_of_independent_changes_equals_a_model() {
        let mut random = fastrand::Rng::with_seed(36);
        for _ in 0..2_000 {
            // Lines are changed by one side alone, and never next to one of the other.
            let count = random.usize(1..40);
            let base: Vec<String> = (0..count).map(|line| format!("line {line}\n")).collect();
            let (mut ours, mut theirs, mut both) = (String::new(), String::new(), String::new());
            let mut last = (0, usize::MAX / 2);
            for (number, line) in base.iter().enumerate() {
                let side = random.usize(0..6);
                let may = |side: usize| last.0 == side || number > last.1 + 1;
                let new = match random.usize(0..3) {
                    0 => String::new(),
                    1 => format!("new {number}\n"),
                    _ => format!("{line}more {number}\n"),
                };
                let (mut left, mut right, mut wanted) = (line.clone(), line.clone(), line.clone());
                if side < 2 && (last.1 > number || may(side)) {
                    *(if side == 0 { &mut left } else { &mut right }) = new.clone();
                    wanted = new;
                    last = (side, number);
                }
                ours.push_str(&left);
                theirs.push_str(&right);
                both.push_str(&wanted);
            }
            if let Ok(found) = merged(&base.concat(), &ours, &theirs) {
                assert_eq!(found, both, "{base:?}\n{ours}\n{theirs}");
            } else {
                // An insertion after a line touches the next one.
                assert!(ours != base.concat() && theirs != base.concat());
            }
        }
    }
}
