//! A text whose lines the file has in one place, in another order.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use similar::DiffOp;

use super::super::difference::difference;
use super::super::line_names::name_lines;
use super::corrected::MIN_LINE_OF_PLACE;
use crate::Document;

/// The most blocks of lines whose places are named: the lines of the file are shown as well.
const NAMED: usize = 3;
/// The most places of which the one with the most lines in order is found: places that overlap are a few.
const COMPARED: usize = 8;

/// Lines that are elsewhere: where they are in the text and in the place, from 0.
type Block = (Range<usize>, Range<usize>);

/// What it means that the file has the lines of a text in another order.
pub(super) enum Reordered {
    /// Lines are elsewhere in the place. It is uncertain where another place has the lines too, or where some may be surplus.
    Moved { span: Range<usize>, reason: String, is_certain: bool },
    /// Lines are likelier to be surplus, and to stand beside the place by chance.
    Surplus,
}

/// Finds the place of the file that has exactly the lines of the text, though in another order: of several the one with the most
/// lines in order, or with a line the one that begins there.
pub(super) fn reordered_place(document: &Document, text: &str, line: Option<usize>) -> Option<Reordered> {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let wanted: Vec<&str> = body.split('\n').collect();
    let mut places = places_of(document, &wanted);
    places.retain(|first| line.is_none_or(|line| line == *first));
    let compared = places.iter().take(COMPARED).map(|first| {
        let own: Vec<&str> = document.lines_from(*first).take(wanted.len()).collect();
        let blocks = moved_blocks(&wanted, &own);
        (*first, own, blocks)
    });
    let moved = |blocks: &[Block]| blocks.iter().map(|(from, _)| from.len()).sum::<usize>();
    let (first, own, blocks) = compared.min_by_key(|(_, _, blocks)| moved(blocks))?;
    // Empty lines are more often too many than elsewhere.
    let is_full = |line: &&&str| !line.trim().is_empty();
    if wanted.iter().filter(is_full).eq(own.iter().filter(is_full)) {
        return None;
    }

    let says_something = |line: &&&str| line.contains(char::is_alphanumeric);
    let is_certain = places.len() == 1
        && wanted.iter().filter(says_something).collect::<HashSet<_>>().len() > 1
        && !has_surplus(&wanted, &own);
    // A single line that is far from its place is likelier to be surplus, and one like it beside the place by chance.
    let is_stray =
        matches!(&blocks[..], [(from, to)] if from.len() == 1 && from.start.abs_diff(to.start) > 2);
    let is_long = |(from, _): &Block| {
        wanted[from.clone()].iter().map(|line| line.trim().len()).sum::<usize>() >= MIN_LINE_OF_PLACE
    };
    if !is_certain && (is_stray || !blocks.iter().any(is_long)) {
        return Some(Reordered::Surplus);
    }

    let start = document.line_range(first)?.start;
    let end = document.line_range(first + wanted.len() - 1)?.end;
    let others: Vec<usize> = places.iter().copied().filter(|it| *it != first).collect();
    let swapped = swapped_blocks(&wanted, &own);
    let named = if moved(&swapped) <= moved(&blocks) { &swapped } else { &blocks };
    Some(Reordered::Moved { span: start..end, reason: name_moved(named, first, &others), is_certain })
}

/// Names the blocks of lines that are elsewhere, and the other places that have the lines.
fn name_moved(blocks: &[Block], first: usize, others: &[usize]) -> String {
    let name = |(from, to): &Block| {
        let verb = if from.len() == 1 { "is" } else { "are" };
        format!("{} of the text {verb} {} of the file", name_block(from, 1), name_block(to, first))
    };
    let mut named: Vec<String> = blocks.iter().take(NAMED).map(name).collect();
    if blocks.len() > NAMED {
        named.push("and so on".to_owned());
    }
    let mut reason = format!("The file has the same lines in another order: {}.", named.join(", "));
    if !others.is_empty() {
        reason.push_str(&format!(" So it has from {} on.", name_lines(others, others.len())));
    }
    reason
}

/// Returns the first lines of the places that have each of the wanted lines as often, of which two at least are not empty.
fn places_of(document: &Document, wanted: &[&str]) -> Vec<usize> {
    let mut missing: HashMap<&str, isize> = HashMap::new();
    wanted.iter().for_each(|line| *missing.entry(line).or_default() += 1);
    if missing.keys().filter(|line| !line.trim().is_empty()).count() < 2 {
        return Vec::new();
    }
    // Each line of the window counts against the wanted ones; where none is left over, the window has exactly those.
    let mut unequal = missing.len();
    let mut count = |line: &str, by: isize| {
        if let Some(count) = missing.get_mut(line) {
            unequal += usize::from(*count == 0);
            *count += by;
            unequal -= usize::from(*count == 0);
        }
        unequal == 0
    };
    let mut window = VecDeque::with_capacity(wanted.len() + 1);
    let mut places = Vec::new();
    for (index, line) in document.lines().enumerate() {
        let mut is_equal = count(line, -1);
        window.push_back(line);
        if window.len() > wanted.len()
            && let Some(left) = window.pop_front()
        {
            is_equal = count(left, 1);
        }
        if is_equal && window.len() == wanted.len() {
            places.push(index + 2 - wanted.len());
        }
    }
    places
}

/// Returns true if a text without some lines within it is the place without as many lines at its beginning or at its end.
fn has_surplus(text: &[&str], place: &[&str]) -> bool {
    let count = text.len();
    let same = text.iter().zip(place).take_while(|(one, other)| one == other).count();
    let same_end = text.iter().rev().zip(place.iter().rev()).take_while(|(one, other)| one == other).count();
    (1..count).any(|surplus| {
        let ends_so = same + surplus < count && text[same + surplus..] == place[same..count - surplus];
        let begins_so = same_end + surplus < count
            && text[..count - same_end - surplus] == place[surplus..count - same_end];
        ends_so || begins_so
    })
}

/// Returns the blocks of lines without which the text and the place are in the same order.
fn moved_blocks(text: &[&str], place: &[&str]) -> Vec<Block> {
    let changes: Vec<DiffOp> = difference(text, place, None);
    let moved = changes.iter().filter(|change| !matches!(change, DiffOp::Equal { .. }));
    let (from, to): (Vec<_>, Vec<_>) = moved.map(|change| (change.old_range(), change.new_range())).unzip();
    paired(text, place, from.into_iter().flatten(), to.into_iter().flatten())
}

/// Returns the blocks of lines that are not the same at the same number: of two lines that changed places, both.
fn swapped_blocks(text: &[&str], place: &[&str]) -> Vec<Block> {
    let other = || (0..text.len()).filter(|at| text[*at] != place[*at]);
    paired(text, place, other(), other())
}

/// Pairs lines of the text with equal lines of the place, and joins those that follow each other in both.
fn paired(
    text: &[&str],
    place: &[&str],
    from: impl Iterator<Item = usize>,
    to: impl Iterator<Item = usize>,
) -> Vec<Block> {
    let mut free: HashMap<&str, VecDeque<usize>> = HashMap::new();
    to.for_each(|at| free.entry(place[at]).or_default().push_back(at));
    let mut blocks: Vec<Block> = Vec::new();
    for at in from {
        let Some(to) = free.get_mut(text[at]).and_then(VecDeque::pop_front) else { continue };
        match blocks.last_mut() {
            Some((from, into)) if from.end == at && into.end == to => (from.end, into.end) = (at + 1, to + 1),
            _ => blocks.push((at..at + 1, to..to + 1)),
        }
    }
    blocks
}

fn name_block(block: &Range<usize>, first: usize) -> String {
    match block.len() {
        1 => name_lines(&[first + block.start], 1),
        _ => format!("lines {} to {}", first + block.start, first + block.end - 1),
    }
}
