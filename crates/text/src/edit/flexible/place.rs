//! The places where a text agrees with a file in a tier.

use std::ops::Range;

use super::agree::{Edges, Folded, agree};
use super::tier::Tier;
use crate::Document;

/// The place of a text: for each of its lines the part of the view that agrees with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The number, from 1.
    pub(super) first_line: usize,
    pub(super) parts: Vec<Range<usize>>,
}

impl Place {
    pub(super) fn span(&self) -> Range<usize> {
        let start = self.parts.first().map_or(0, |part| part.start);
        start..self.parts.last().map_or(start, |part| part.end)
    }

    /// Returns the last line that more than a line end agreed with.
    pub(super) fn last_line(&self, text: &[&str]) -> usize {
        let ends_with_line_end = text.len() > 1 && text.last() == Some(&"");
        self.first_line + self.parts.len() - 1 - usize::from(ends_with_line_end)
    }

    /// Returns true if the first part begins in the middle of a line.
    pub(super) fn begins_inside(&self, view: &str) -> bool {
        let start = self.span().start;
        start > 0 && view.as_bytes()[start - 1] != b'\n'
    }
}

/// Returns all places of the text's lines that begin on one of the candidates: those of whole lines, or, where
/// there are none, of parts of lines.
pub(super) fn places_of(document: &Document, tier: Tier, text: &[&str], candidates: &[usize]) -> Vec<Place> {
    let whole = whole_lines(document, tier, text, candidates);
    if !whole.is_empty() {
        return whole;
    }
    match text {
        [line] => inside_lines(document, tier, line, candidates),
        _ => parts_of_lines(document, tier, text, candidates),
    }
}

/// Returns the places of whole lines. A text that ends with a line end reaches to the beginning of
/// the line after its last.
fn whole_lines(document: &Document, tier: Tier, text: &[&str], candidates: &[usize]) -> Vec<Place> {
    let (lines, ends_with_line_end) = match text {
        [lines @ .., ""] if !lines.is_empty() => (lines, true),
        lines => (lines, false),
    };
    let mut places = Vec::new();
    let mut next = 1;
    for &first_line in candidates {
        // Occurrences that overlap count once, as in an exact search.
        if first_line < next {
            continue;
        }
        let agrees = |(number, text): (usize, &&str)| {
            document.line(number).is_some_and(|file| agree(tier, file, text))
        };
        if !(first_line..).zip(lines).all(agrees) {
            continue;
        }
        let numbers = first_line..first_line + lines.len();
        let mut parts: Vec<Range<usize>> =
            numbers.clone().filter_map(|number| document.line_range(number)).collect();
        if ends_with_line_end {
            match parts.last() {
                Some(last) if last.end < document.view().len() => {
                    let after = last.end + 1;
                    parts.push(after..after);
                }
                _ => continue,
            }
        }
        next = numbers.end;
        places.push(Place { first_line, parts });
    }
    places
}

/// Returns the places where the first line of the text is the end of a line, and the last one the
/// beginning of a line.
fn parts_of_lines(document: &Document, tier: Tier, text: &[&str], candidates: &[usize]) -> Vec<Place> {
    let [first, inner @ .., last] = text else { return Vec::new() };
    let head_edges = Edges { begins_line: false, ends_line: true };
    let tail_edges = Edges { begins_line: true, ends_line: false };
    let (head, tail) = (Folded::of(tier, first, head_edges), Folded::of(tier, last, tail_edges));
    let mut places = Vec::new();
    let mut next = 0;
    for &first_line in candidates {
        let last_line = first_line + inner.len() + 1;
        let agrees = |(number, text): (usize, &&str)| {
            document.line(number).is_some_and(|file| agree(tier, file, text))
        };
        if !(first_line + 1..).zip(inner).all(agrees) {
            continue;
        }
        let Some(last_range) = range_or_end(document, last_line) else { continue };
        let view = document.view();
        // Whole lines on one side are parts too.
        let Some(tail_end) = (if agree(tier, &view[last_range.clone()], last) && !last.is_empty() {
            Some(last_range.len())
        } else {
            Folded::of(tier, &view[last_range.clone()], tail_edges).end_of_prefix(&tail)
        }) else {
            continue;
        };
        let Some(first_range) = document.line_range(first_line) else { continue };
        let Some(head_start) = (if agree(tier, &view[first_range.clone()], first) && !first.is_empty() {
            Some(0)
        } else {
            Folded::of(tier, &view[first_range.clone()], head_edges).start_of_suffix(&head)
        }) else {
            continue;
        };
        // A text that only leaves out the indentation of its first line means the whole line.
        let begins_with_line = view[first_range.start..first_range.start + head_start].trim().is_empty();
        let head_start = if begins_with_line { 0 } else { head_start };
        let mut parts = Vec::with_capacity(text.len());
        parts.push(first_range.start + head_start..first_range.end);
        parts.extend((first_line + 1..last_line).filter_map(|number| document.line_range(number)));
        parts.push(last_range.start..last_range.start + tail_end);
        let place = Place { first_line, parts };
        if place.span().start >= next {
            next = place.span().end;
            places.push(place);
        }
    }
    places
}

/// Returns the places inside lines. Only a text with runs of white space, with punctuation or with other letters than those
/// of ASCII can be inside a line and not occur there exactly.
fn inside_lines(document: &Document, tier: Tier, text: &str, candidates: &[usize]) -> Vec<Place> {
    // These tiers only forgive differences at the edges of lines.
    if matches!(tier, Tier::TrailingWhitespace | Tier::Indentation) && text.is_ascii() {
        return Vec::new();
    }
    let edges = Edges { begins_line: false, ends_line: false };
    let wanted = Folded::of(tier, text, edges);
    let mut places = Vec::new();
    for &first_line in candidates {
        let Some(range) = document.line_range(first_line) else { continue };
        let line = Folded::of(tier, &document.view()[range.clone()], edges);
        places.extend(line.all_of(&wanted).into_iter().map(|part| {
            let parts = std::iter::once(range.start + part.start..range.start + part.end).collect();
            Place { first_line, parts }
        }));
    }
    places
}

/// Returns the range of a line, or the end of the view, which stands for the empty line after the last line end.
fn range_or_end(document: &Document, number: usize) -> Option<Range<usize>> {
    document.line_range(number).or_else(|| {
        let end = document.view().len();
        (number == document.line_count() + 1 && document.view().ends_with('\n')).then_some(end..end)
    })
}
