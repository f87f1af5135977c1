//! The place in a document that a text was most likely meant for.
//!
//! Lines are compared by their skeletons (without white space, quotes, accents and letter case). Lines of the
//! text that are found vote for the place where the text would begin; where none is found, the longest line
//! is compared by its pairs of characters. The skeletons are made once.

use std::collections::HashMap;

use memchr::memmem;

use super::super::characters::push_skeleton;
use crate::Document;

/// The shortest skeleton that may vote: a lone brace, say, tells too little.
const TELLING: usize = 2;
/// The share of the votes that a place needs.
const VOTES_NEEDED: f64 = 0.3;
/// The likeness that two lines must have, from 0 to 1, where no line is the same.
const LIKENESS_NEEDED: f64 = 0.6;
/// The most bytes of a very long line that are compared.
const COMPARED: usize = 4_000;
/// The most lines of the text that vote.
const VOTERS: usize = 500;

/// Returns the line, from 1, where the window nearest to these lines begins.
pub(super) fn nearest_window(document: &Document, wanted: &[&str]) -> Option<usize> {
    let in_file = Skeletons::of(document.lines());
    let in_text = Skeletons::of(wanted.iter().take(VOTERS).copied());
    let skeletons: Vec<&[u8]> = in_text.iter().collect();
    by_votes(&in_file, &skeletons, wanted.len())
        .or_else(|| by_likeness(&in_file, &skeletons))
        .map(|first_line| first_line.min(document.line_count()))
}

fn by_votes(in_file: &Skeletons, wanted: &[&[u8]], count: usize) -> Option<usize> {
    let mut places: HashMap<&[u8], Vec<usize>> = HashMap::new();
    let mut possible = 0;
    for (index, line) in wanted.iter().enumerate().filter(|(_, line)| line.len() >= TELLING) {
        possible += weight(line);
        let indices = places.entry(line).or_default();
        if indices.len() < 4 {
            indices.push(index);
        }
    }
    if possible == 0 {
        return None;
    }
    // The text may begin and end in the middle of a line.
    let first = wanted.first().filter(|line| line.len() > TELLING);
    let last = wanted.last().filter(|line| line.len() > TELLING && wanted.len() == count);
    let only = first.filter(|_| count == 1).map(|line| memmem::Finder::new(*line));
    let mut votes: HashMap<usize, usize> = HashMap::new();
    let mut lengths = vec![false; 1 + wanted.iter().map(|line| line.len()).max().unwrap_or_default()];
    places.keys().for_each(|line| lengths[line.len()] = true);
    for (line, skeleton) in (1..).zip(in_file.iter()) {
        let mut vote = |index: usize| {
            if line > index {
                *votes.entry(line - index).or_default() += weight(wanted[index]);
            }
        };
        let may_be_same = lengths.get(skeleton.len()) == Some(&true);
        if may_be_same && let Some(indices) = places.get(skeleton) {
            indices.iter().for_each(|index| vote(*index));
            continue;
        }
        match (first, last) {
            (Some(_), _) if count == 1 && only.as_ref().is_some_and(|it| it.find(skeleton).is_some()) => {
                vote(0);
            }
            _ if count == 1 => {}
            (Some(first), _) if skeleton.ends_with(first) => vote(0),
            (_, Some(last)) if skeleton.starts_with(last) => vote(wanted.len() - 1),
            _ => {}
        }
    }
    let (place, most) = votes.into_iter().max_by_key(|(place, votes)| (*votes, std::cmp::Reverse(*place)))?;
    (most as f64 >= VOTES_NEEDED * possible as f64).then_some(place)
}

/// Compares the longest line of the text with every line of the document by the pairs of characters they share.
fn by_likeness(in_file: &Skeletons, wanted: &[&[u8]]) -> Option<usize> {
    let (index, longest) =
        (0..).zip(wanted).max_by_key(|(index, line)| (line.len(), std::cmp::Reverse(*index)))?;
    let mut pairs = PairSet::new();
    let wanted_count = pairs_of(longest).map(|pair| pairs.insert(pair)).count();
    if wanted_count < 3 {
        return None;
    }
    let mut best: Option<(f64, usize)> = None;
    for (line, skeleton) in (1..).zip(in_file.iter()) {
        let count = skeleton.len().saturating_sub(1);
        let most_alike = 2.0 * count.min(wanted_count) as f64 / (count + wanted_count) as f64;
        if most_alike < best.map_or(LIKENESS_NEEDED, |(likeness, _)| likeness) {
            continue;
        }
        let shared = pairs_of(skeleton).filter(|pair| pairs.contains(*pair)).count();
        let likeness = 2.0 * shared.min(wanted_count) as f64 / (count + wanted_count) as f64;
        if likeness >= LIKENESS_NEEDED && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, line));
        }
    }
    best.map(|(_, line)| line.saturating_sub(index).max(1))
}

fn weight(skeleton: &[u8]) -> usize {
    skeleton.len().min(40)
}

/// The skeletons of lines, in one piece of memory.
struct Skeletons {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Skeletons {
    fn of<'a>(lines: impl Iterator<Item = &'a str>) -> Skeletons {
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

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[start..*end])
    }
}

fn pairs_of(text: &[u8]) -> impl Iterator<Item = u16> {
    text.windows(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
}

/// A set of byte pairs, small enough to stay in the processor's cache.
struct PairSet(Box<[u64]>);

impl PairSet {
    fn new() -> Self {
        PairSet(vec![0; 1 << 10].into_boxed_slice())
    }

    fn insert(&mut self, pair: u16) {
        self.0[usize::from(pair >> 6)] |= 1 << (pair & 63);
    }

    fn contains(&self, pair: u16) -> bool {
        self.0[usize::from(pair >> 6)] & (1 << (pair & 63)) != 0
    }
}
