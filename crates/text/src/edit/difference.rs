//! The difference between two lists of texts.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Instant;

use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};

/// Returns the operations that make a list of texts of another one. At the deadline they may be more than necessary.
///
/// The texts are compared as numbers, and by one algorithm that is named here: the library would be compiled for every type of
/// text and each of its algorithms.
pub(super) fn difference<T: AsRef<str>>(old: &[T], new: &[T], deadline: Option<Instant>) -> Vec<DiffOp> {
    operations(old.iter().map(AsRef::as_ref), new.iter().map(AsRef::as_ref), deadline)
}

/// Returns the operations that make one sequence of values of another one.
pub(super) fn operations<T: Hash + Eq>(
    old: impl Iterator<Item = T>,
    new: impl Iterator<Item = T>,
    deadline: Option<Instant>,
) -> Vec<DiffOp> {
    // Numbers are compared in one step each, and the algorithm compares the same lines many times.
    let mut numbers: HashMap<T, u32> = HashMap::new();
    let mut number = |value| {
        let next = numbers.len() as u32;
        *numbers.entry(value).or_insert(next)
    };
    let old: Vec<u32> = old.map(&mut number).collect();
    let new: Vec<u32> = new.map(&mut number).collect();
    let mut operations = Compact::new(Replace::new(Capture::new()), &old[..], &new[..]);
    let Ok(()) =
        myers::diff_deadline(&mut operations, &old[..], 0..old.len(), &new[..], 0..new.len(), deadline);
    operations.into_inner().into_inner().into_ops()
}

#[cfg(test)]
mod tests {
    use similar::{Algorithm, capture_diff_slices};

    use super::*;

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
