//! The place in a document that a text was most likely meant for.
//!
//! Lines are compared by their skeletons (without white space, quotes, accents and letter case). Lines of the
//! text that are found vote for the place where the text would begin; where none is found, the most telling
//! line is compared by its pairs of characters. Both take one pass over the document.

use std::collections::HashMap;

use super::super::characters::skeleton_of;
use crate::text::Document;

/// A skeleton shorter than this says too little to vote: a lone brace, say.
const TELLING: usize = 2;
/// The part of the votes that a place needs.
const VOTES_NEEDED: f64 = 0.3;
/// How alike two lines must be, from 0 to 1, where no line is the same.
const LIKENESS_NEEDED: f64 = 0.6;
/// Of a very long line only this much is compared.
const COMPARED: usize = 4_000;
/// The most lines of the text that vote.
const VOTERS: usize = 500;

/// The line, from 1, where the window nearest to these lines begins.
pub(super) fn nearest_window(document: &Document, wanted: &[&str]) -> Option<usize> {
    let skeletons: Vec<String> = wanted.iter().take(VOTERS).map(|line| skeleton(line)).collect();
    by_votes(document, &skeletons, wanted.len())
        .or_else(|| by_likeness(document, &skeletons))
        .map(|first_line| first_line.min(document.line_count()))
}

fn by_votes(document: &Document, wanted: &[String], count: usize) -> Option<usize> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
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
    let mut votes: HashMap<usize, usize> = HashMap::new();
    let mut line_skeleton = String::new();
    for (line, text) in (1..).zip(document.lines()) {
        write_skeleton(text, &mut line_skeleton);
        let mut vote = |index: usize| {
            if line > index {
                *votes.entry(line - index).or_default() += weight(&wanted[index]);
            }
        };
        if let Some(indices) = places.get(line_skeleton.as_str()) {
            indices.iter().for_each(|index| vote(*index));
            continue;
        }
        match (first, last) {
            (Some(only), _) if count == 1 && line_skeleton.contains(only.as_str()) => vote(0),
            _ if count == 1 => {}
            (Some(first), _) if line_skeleton.ends_with(first.as_str()) => vote(0),
            (_, Some(last)) if line_skeleton.starts_with(last.as_str()) => vote(wanted.len() - 1),
            _ => {}
        }
    }
    let (place, most) = votes.into_iter().max_by_key(|(place, votes)| (*votes, std::cmp::Reverse(*place)))?;
    (most as f64 >= VOTES_NEEDED * possible as f64).then_some(place)
}

/// Compares the longest line of the text with every line of the document by the pairs of characters they share.
fn by_likeness(document: &Document, wanted: &[String]) -> Option<usize> {
    let (index, longest) =
        (0..).zip(wanted).max_by_key(|(index, line)| (line.len(), std::cmp::Reverse(*index)))?;
    let mut pairs = PairSet::new();
    let wanted_count = pairs_of(longest).map(|pair| pairs.insert(pair)).count();
    if wanted_count < 3 {
        return None;
    }
    let mut best: Option<(f64, usize)> = None;
    let mut line_skeleton = String::new();
    for (line, text) in (1..).zip(document.lines()) {
        write_skeleton(text, &mut line_skeleton);
        let (mut shared, mut count) = (0_usize, 0_usize);
        for pair in pairs_of(&line_skeleton) {
            count += 1;
            shared += usize::from(pairs.contains(pair));
        }
        let likeness = 2.0 * shared.min(wanted_count) as f64 / (count + wanted_count) as f64;
        if likeness >= LIKENESS_NEEDED && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, line));
        }
    }
    best.map(|(_, line)| line.saturating_sub(index).max(1))
}

fn weight(skeleton: &str) -> usize {
    skeleton.len().min(40)
}

fn skeleton(line: &str) -> String {
    let mut skeleton = String::new();
    write_skeleton(line, &mut skeleton);
    skeleton
}

fn write_skeleton(line: &str, skeleton: &mut String) {
    skeleton.clear();
    let line = line.char_indices().nth(COMPARED).map_or(line, |(end, _)| &line[..end]);
    if line.is_ascii() {
        let kept = line.bytes().filter(|byte| !byte.is_ascii_whitespace());
        skeleton.extend(kept.map(|byte| char::from(byte.to_ascii_lowercase())));
    } else {
        skeleton.extend(line.chars().flat_map(skeleton_of));
    }
}

fn pairs_of(text: &str) -> impl Iterator<Item = u16> {
    text.as_bytes().windows(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
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
