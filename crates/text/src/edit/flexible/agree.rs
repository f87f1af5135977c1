//! Comparison of a line of the text and a line of the file up to the differences that a tier forgives.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::super::characters::{decompose, straighten, straighten_all};
use super::tier::Tier;
use crate::letters::is_equivalent;

/// Returns true if two whole lines agree.
pub(super) fn agree(tier: Tier, file: &str, text: &str) -> bool {
    match tier {
        Tier::Quotes => file.chars().map(straighten_quote).eq(text.chars().map(straighten_quote)),
        Tier::Canonical => is_equivalent(file, text),
        Tier::TrailingWhitespace => is_equivalent(file.trim_end(), text.trim_end()),
        Tier::Indentation => is_equivalent(file.trim(), text.trim()),
        Tier::WhitespaceRuns => {
            let (mut file, mut text) = (file.split_whitespace(), text.split_whitespace());
            loop {
                match (file.next(), text.next()) {
                    (None, None) => return true,
                    (Some(one), Some(other)) if is_equivalent(one, other) => {}
                    _ => return false,
                }
            }
        }
        Tier::Punctuation => punctuated(file).eq(punctuated(text)),
    }
}

/// Returns true if the last line of the view is the last line of the text in the most forgiving tier.
pub(super) fn is_last_line_of(text: &str, view: &str) -> bool {
    let last_of = |text| str::rsplit(text, '\n').next().unwrap_or_default();
    agree(Tier::Punctuation, last_of(view), last_of(text))
}

/// A line as a tier compares it, with the origin of each of its characters.
#[derive(Debug, Default)]
pub(super) struct Folded {
    characters: Vec<char>,
    /// The source range of each character. Several may have one source.
    places: Vec<Range<usize>>,
}

/// The edges of a piece of a line, where differences are forgiven.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edges {
    /// True when the piece begins where its line begins, so that its indentation may be forgiven.
    pub(super) begins_line: bool,
    /// True when the piece ends where its line ends, so that the white space before that is forgiven.
    pub(super) ends_line: bool,
}

impl Folded {
    pub(super) fn of(tier: Tier, line: &str, edges: Edges) -> Folded {
        // Only at a true edge of a line may white space be forgiven; inside, it is a part of the text.
        let trimmed = if edges.ends_line && tier > Tier::Canonical { line.trim_end() } else { line };
        let skipped = if edges.begins_line && tier >= Tier::Indentation {
            trimmed.len() - trimmed.trim_start().len()
        } else {
            0
        };
        let mut folded = Folded::default();
        for (offset, character) in trimmed[skipped..].char_indices() {
            let start = skipped + offset;
            let place = start..start + character.len_utf8();
            if tier >= Tier::WhitespaceRuns && character.is_whitespace() {
                match (folded.characters.last(), folded.places.last_mut()) {
                    // A run folds to one space, whose place is the whole run.
                    (Some(' '), Some(last)) => last.end = place.end,
                    _ => folded.push(' ', place),
                }
            } else if tier == Tier::Quotes {
                folded.push(straighten_quote(character), place);
            } else if tier >= Tier::Punctuation {
                straighten_all(character)
                    .flat_map(decompose)
                    .for_each(|plain| folded.push(plain, place.clone()));
            } else {
                decompose(character).for_each(|part| folded.push(part, place.clone()));
            }
        }
        folded
    }

    fn push(&mut self, character: char, place: Range<usize>) {
        self.characters.push(character);
        self.places.push(place);
    }

    /// Returns where the piece begins, when the line ends with it.
    pub(super) fn start_of_suffix(&self, piece: &Folded) -> Option<usize> {
        if piece.characters.is_empty() {
            return Some(self.places.last().map_or(0, |place| place.end));
        }
        let from = self.characters.len().checked_sub(piece.characters.len())?;
        (self.characters[from..] == piece.characters && self.is_boundary(from))
            .then(|| self.places[from].start)
    }

    /// Returns where the piece ends, when the line begins with it.
    pub(super) fn end_of_prefix(&self, piece: &Folded) -> Option<usize> {
        let to = piece.characters.len();
        if to == 0 {
            return Some(0);
        }
        (self.characters.starts_with(&piece.characters) && self.is_boundary(to))
            .then(|| self.places[to - 1].end)
    }

    /// Returns the places of the piece in the line, without overlaps.
    pub(super) fn all_of(&self, piece: &Folded) -> Vec<Range<usize>> {
        let length = piece.characters.len();
        let mut found = Vec::new();
        let mut from = 0;
        while length > 0 && from + length <= self.characters.len() {
            let to = from + length;
            if self.characters[from..to] == piece.characters && self.is_boundary(from) && self.is_boundary(to)
            {
                found.push(self.places[from].start..self.places[to - 1].end);
                from = to;
            } else {
                from += 1;
            }
        }
        found
    }

    /// Returns true if no character of the line is cut in two there, nor cut off from its marks, and no row of hyphens or
    /// dots is divided.
    fn is_boundary(&self, index: usize) -> bool {
        let (Some(before), Some(place)) = (index.checked_sub(1), self.places.get(index)) else { return true };
        let next = self.characters[index];
        // A dash of the text is one hyphen here, and would agree with half of a decrement.
        let divides_row = matches!(next, '-' | '.') && next == self.characters[before];
        // A match must not end between a letter and its accent.
        place.start != self.places[before].start && !is_part_of_letter(next) && !divides_row
    }
}

/// Returns true for a mark, and for the vowels and last consonants of Hangul, which belong to the letter before them.
pub(super) fn is_part_of_letter(character: char) -> bool {
    is_combining_mark(character) || matches!(character, '\u{1160}'..='\u{11FF}')
}

/// Returns the straight form of a quote, and any other character as it is.
fn straighten_quote(character: char) -> char {
    match straighten(character) {
        quote @ ('\'' | '"') => quote,
        _ => character,
    }
}

/// Yields the words of a line in plain punctuation, separated by single spaces.
fn punctuated(line: &str) -> impl Iterator<Item = char> {
    line.split_whitespace().enumerate().flat_map(|(index, word)| {
        (index > 0)
            .then_some(' ')
            .into_iter()
            .chain(word.chars().flat_map(straighten_all).flat_map(decompose))
    })
}
