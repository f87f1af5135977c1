//! The difference between two lists of texts.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::ops::Range;
use std::time::Instant;

use similar::DiffOp;
use similar::algorithms::{Capture, Compact, DiffHook, Replace, myers};

/// Returns the operations that make a list of texts of another one. At the deadline they may be more than necessary.
///
/// The texts are compared as numbers, and by one algorithm that is named here: the library would be compiled for every type of
/// text and each of its algorithms.
pub(super) fn difference<T: AsRef<str>>(old: &[T], new: &[T], deadline: Option<Instant>) -> Vec<DiffOp> {
    let (old, new) = numbered(old.iter().map(AsRef::as_ref), new.iter().map(AsRef::as_ref));
    let mut operations = Compact::new(Replace::new(Capture::new()), &old[..], &new[..]);
    let Ok(()) =
        myers::diff_deadline(&mut operations, &old[..], 0..old.len(), &new[..], 0..new.len(), deadline);
    operations.into_inner().into_inner().into_ops()
}

/// Replaces equal values by equal numbers, which are compared in one step each: the algorithm compares the same lines many times.
fn numbered<T: Hash + Eq>(
    old: impl Iterator<Item = T>,
    new: impl Iterator<Item = T>,
) -> (Vec<u32>, Vec<u32>) {
    let mut numbers: HashMap<T, u32> = HashMap::new();
    let mut number = |value| {
        let next = numbers.len() as u32;
        *numbers.entry(value).or_insert(next)
    };
    (old.map(&mut number).collect(), new.map(&mut number).collect())
}

/// Returns the replaced ranges of both sequences, each change as far down as it can be moved, or beside a change of the other
/// sequence, as git places them: of two differences of one text, those of equal lines then are at equal places, and a merge
/// takes each for the same change.
pub(super) fn settled_changes<T: Hash + Eq>(
    old: impl Iterator<Item = T>,
    new: impl Iterator<Item = T>,
    deadline: Option<Instant>,
) -> Vec<(Range<usize>, Range<usize>)> {
    let (old, new) = numbered(old, new);
    let mut marks = Marks { old: vec![false; old.len()], new: vec![false; new.len()] };
    let Ok(()) = myers::diff_deadline(&mut marks, &old[..], 0..old.len(), &new[..], 0..new.len(), deadline);
    settle(&old, &mut marks.old, &mut marks.new);
    settle(&new, &mut marks.new, &mut marks.old);
    let (mut changes, mut at, mut to) = (Vec::new(), 0, 0);
    loop {
        let end = |marks: &[bool], start| run_end(marks, start);
        let (at_end, to_end) = (end(&marks.old, at), end(&marks.new, to));
        if at_end > at || to_end > to {
            changes.push((at..at_end, to..to_end));
        }
        if at_end == old.len() {
            return changes;
        }
        // An unchanged line is one of both.
        (at, to) = (at_end + 1, to_end + 1);
    }
}

/// The changed lines of both sequences; the unchanged ones of one are those of the other.
struct Marks {
    old: Vec<bool>,
    new: Vec<bool>,
}

impl DiffHook for Marks {
    type Error = Infallible;

    fn delete(&mut self, old: usize, count: usize, _: usize) -> Result<(), Infallible> {
        self.old[old..old + count].fill(true);
        Ok(())
    }

    fn insert(&mut self, _: usize, new: usize, count: usize) -> Result<(), Infallible> {
        self.new[new..new + count].fill(true);
        Ok(())
    }
}

fn run_end(marks: &[bool], start: usize) -> usize {
    start + marks[start..].iter().take_while(|it| **it).count()
}

/// A run of changed lines, possibly an empty one between two unchanged lines.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    end: usize,
}

impl Run {
    fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Moves on to the next run, after one unchanged line.
    fn next(&mut self, marks: &[bool]) {
        self.start = self.end + 1;
        self.end = run_end(marks, self.start);
    }

    /// Moves back to the previous run.
    fn previous(&mut self, marks: &[bool]) {
        self.end = self.start - 1;
        self.start = self.end;
        self.grow_up(marks);
    }

    fn grow_up(&mut self, marks: &[bool]) {
        while self.start > 0 && marks[self.start - 1] {
            self.start -= 1;
        }
    }

    /// Moves the change up by a line where that stays the same change. A run that it meets becomes a part of it.
    fn slides_up(&mut self, lines: &[u32], marks: &mut [bool]) -> bool {
        let slides = self.start > 0 && lines[self.start - 1] == lines[self.end - 1];
        if slides {
            (self.start, self.end) = (self.start - 1, self.end - 1);
            (marks[self.start], marks[self.end]) = (true, false);
            self.grow_up(marks);
        }
        slides
    }

    /// Moves the change down by a line where that stays the same change.
    fn slides_down(&mut self, lines: &[u32], marks: &mut [bool]) -> bool {
        let slides = self.end < lines.len() && lines[self.start] == lines[self.end];
        if slides {
            (marks[self.start], marks[self.end]) = (false, true);
            self.start += 1;
            self.end = run_end(marks, self.end);
        }
        slides
    }
}

/// Moves the changes of one sequence down. The runs of both sequences go together: after as many unchanged lines.
fn settle(lines: &[u32], marks: &mut [bool], others: &mut [bool]) {
    let first = |marks: &[bool]| Run { start: 0, end: run_end(marks, 0) };
    let (mut run, mut other) = (first(marks), first(others));
    loop {
        if !run.is_empty() {
            let (mut highest_end, mut is_beside);
            loop {
                let length = run.end - run.start;
                while run.slides_up(lines, marks) {
                    other.previous(others);
                }
                highest_end = run.end;
                is_beside = !other.is_empty();
                while run.slides_down(lines, marks) {
                    other.next(others);
                    is_beside |= !other.is_empty();
                }
                // It has met other runs, with which it may slide further.
                if run.end - run.start == length {
                    break;
                }
            }
            // Back to the last change of the other sequence that it can stand beside.
            while is_beside && run.end > highest_end && other.is_empty() && run.slides_up(lines, marks) {
                other.previous(others);
            }
        }
        if run.end == lines.len() {
            return;
        }
        run.next(marks);
        other.next(others);
    }
}

#[cfg(test)]
mod tests {
    use similar::{Algorithm, capture_diff_slices};

    use super::*;

    #[test]
    fn settled_changes_make_one_sequence_of_the_other() {
        let mut random = fastrand::Rng::with_seed(36);
        for _ in 0..2_000 {
            let length = random.usize(0..30);
            let old: Vec<usize> = (0..length).map(|_| random.usize(0..4)).collect();
            let mut new = old.clone();
            for _ in 0..random.usize(0..4) {
                let at = random.usize(0..=new.len());
                let end = (at + random.usize(0..4)).min(new.len());
                new.splice(at..end, (0..random.usize(0..4)).map(|_| 3).collect::<Vec<_>>());
            }
            let changes = settled_changes(old.iter(), new.iter(), None);
            let (mut made, mut at) = (Vec::new(), 0);
            for (from, to) in &changes {
                assert!(from.start > at || at == 0, "apart from the last one: {changes:?}");
                made.extend_from_slice(&old[at..from.start]);
                made.extend_from_slice(&new[to.clone()]);
                at = from.end;
            }
            made.extend_from_slice(&old[at..]);
            assert_eq!(made, new, "{old:?} {changes:?}");
        }
    }

    #[test]
    fn settled_changes_are_as_far_down_as_they_go_or_beside_another() {
        let settled = |old: &str, new: &str| settled_changes(old.chars(), new.chars(), None);
        assert_eq!(settled("a}b}", "a}x}b}"), [(2..2, 2..4)]);
        assert_eq!(settled("xaaay", "xaay"), [(3..4, 3..3)]);
        // An insertion that goes further down stays beside the line that was removed there.
        assert_eq!(settled("abcb", "abab"), [(2..3, 2..3)]);
        assert_eq!(settled("", "ab"), [(0..0, 0..2)]);
        assert_eq!(settled("ab", "ab"), []);
    }

    #[test]
    fn difference_equals_the_library() {
        let mut random = fastrand::Rng::with_seed(7);
        for length in [0, 1, 3, 20, 150, 700] {
            for _ in 0..20 {
                let word = |random: &mut fastrand::Rng| format!("line {}", random.usize(0..=length));
                let old: Vec<String> = (0..length).map(|_| word(&mut random)).collect();
                let mut new = old.clone();
                for _ in 0..random.usize(0..=length / 4 + 1) {
                    let at = random.usize(0..=new.len());
                    match random.bool() {
                        true => new.insert(at, word(&mut random)),
                        false => drop(new.drain(at.saturating_sub(1)..at)),
                    }
                }
                assert_eq!(difference(&old, &new, None), capture_diff_slices(Algorithm::Myers, &old, &new));
            }
        }
    }
}
