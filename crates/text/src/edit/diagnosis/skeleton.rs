//! Lines without white space, quotes, accents and letter case, and how alike two of them are.

use super::super::characters::push_skeleton;

/// The most bytes of a very long line that are compared.
const COMPARED: usize = 4_000;

/// The skeletons of lines, in one piece of memory.
pub(super) struct Skeletons {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Skeletons {
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Skeletons {
        let mut skeletons = Skeletons { bytes: Vec::new(), ends: Vec::new() };
        for line in lines {
            let line = line.get(..line.floor_char_boundary(COMPARED)).unwrap_or(line);
            if line.is_ascii() {
                let kept = line.bytes().filter(|byte| !byte.is_ascii_whitespace());
                skeletons.bytes.extend(kept.map(|byte| byte.to_ascii_lowercase()));
            } else {
                line.chars().for_each(|character| push_skeleton(character, &mut skeletons.bytes));
            }
            skeletons.ends.push(skeletons.bytes.len());
        }
        skeletons
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|index| self.get(index))
    }

    pub(super) fn get(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[start..self.ends[index]]
    }
}

/// Returns how many pairs of neighbouring characters two skeletons share, from 0 to 1.
pub(super) fn likeness(one: &[u8], other: &[u8]) -> f64 {
    if one == other {
        return 1.0;
    }
    let mut pairs: Vec<u16> = pairs_of(one).collect();
    let count = pairs.len() + other.len().saturating_sub(1);
    pairs.sort_unstable();
    let mut others: Vec<u16> = pairs_of(other).collect();
    others.sort_unstable();
    let (mut at, mut shared) = (0, 0);
    for pair in others {
        while at < pairs.len() && pairs[at] < pair {
            at += 1;
        }
        // Each pair is used once, so repetitions count only as often as both sides have them.
        if pairs.get(at) == Some(&pair) {
            (at, shared) = (at + 1, shared + 1);
        }
    }
    if count == 0 { 0.0 } else { 2.0 * f64::from(shared) / count as f64 }
}

fn pairs_of(text: &[u8]) -> impl Iterator<Item = u16> {
    text.windows(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
}

/// The pairs of neighbouring characters of one skeleton, as a set small enough to stay in the processor's cache.
pub(super) struct PairSet {
    bits: Box<[u64]>,
    count: usize,
}

impl PairSet {
    pub(super) fn of(skeleton: &[u8]) -> PairSet {
        // One bit for each of the 65,536 pairs of bytes.
        let mut bits = vec![0; 1 << 10].into_boxed_slice();
        pairs_of(skeleton).for_each(|pair| bits[usize::from(pair >> 6)] |= 1 << (pair & 63));
        PairSet { bits, count: skeleton.len().saturating_sub(1) }
    }

    /// Returns the likeness of another skeleton, quickly: a pair that it repeats counts each time.
    pub(super) fn likeness(&self, other: &[u8]) -> f64 {
        let contains = |pair: &u16| self.bits[usize::from(pair >> 6)] & (1 << (pair & 63)) != 0;
        let shared = pairs_of(other).filter(contains).count();
        let count = self.count + other.len().saturating_sub(1);
        // An upper bound, as a set does not know how often a pair occurs.
        2.0 * shared.min(self.count) as f64 / count.max(1) as f64
    }
}
