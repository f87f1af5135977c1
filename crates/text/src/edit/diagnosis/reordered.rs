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

/// The lines of the file that are those of the text in another order.
pub(super) struct Reordered {
    pub(super) span: Range<usize>,
    pub(super) reason: String,
    /// False where another place has these lines too, or where lines of the text may as well be surplus, and stand beside the place by
    /// chance.
    pub(super) is_certain: bool,
    /// False where lines are likelier to be surplus than elsewhere.
    pub(super) is_likely: bool,
}

/// Returns the place of the file that has exactly the lines of the text, though in another order: of several the one with the most
/// lines in order, or with a line the one that begins there.
pub(super) fn reordered_place(document: &Document, text: &str, line: Option<usize>) -> Option<Reordered> {
    let body = text.strip_suffix('\n').unwrap_or(text);
    let wanted: Vec<&str> = body.split('\n').collect();
    let mut places = places_of(document, &wanted);
    places.retain(|first| line.is_none_or(|line| line == *first));
    let own_lines = |first: usize| document.lines_from(first).take(wanted.len()).collect::<Vec<&str>>();
    let moved_from = |first: &usize| {
        let blocks = moved_blocks(&wanted, &own_lines(*first));
        blocks.iter().map(|(from, _)| from.len()).sum::<usize>()
    };
    let first = places.iter().copied().take(COMPARED).min_by_key(moved_from)?;
    let own = own_lines(first);
    // Empty lines are more often too many than elsewhere.
    let is_full = |line: &&&str| !line.trim().is_empty();
    if wanted.iter().filter(is_full).eq(own.iter().filter(is_full)) {
        return None;
    }
    let start = document.line_range(first)?.start;
    let end = document.line_range(first + wanted.len() - 1)?.end;
    let with_line_end = text.ends_with('\n') && document.view()[end..].starts_with('\n');
    let span = start..end + usize::from(with_line_end);

    let blocks = moved_blocks(&wanted, &own);
    let says_something = |line: &&&str| line.contains(char::is_alphanumeric);
    let is_certain = places.len() == 1
        && wanted.iter().filter(says_something).collect::<HashSet<_>>().len() > 1
        && !has_surplus(&wanted, &own);
    let mut named: Vec<String> = blocks
        .iter()
        .take(NAMED)
        .map(|(from, to)| {
            let verb = if from.len() == 1 { "is" } else { "are" };
            format!("{} of the text {verb} {} of the file", name_block(from, 1), name_block(to, first))
        })
        .collect();
    if blocks.len() > NAMED {
        named.push("and so on".to_owned());
    }
    let mut reason = format!("The file has the same lines in another order: {}.", named.join(", "));
    if places.len() > 1 {
        let others: Vec<usize> = places.iter().copied().filter(|it| *it != first).collect();
        reason.push_str(&format!(" So it has from {} on.", name_lines(&others, others.len())));
    }
    // A single line that is far from its place is likelier to be surplus, and one like it beside the place by chance.
    let is_stray =
        matches!(&blocks[..], [(from, to)] if from.len() == 1 && from.start.abs_diff(to.start) > 2);
    let is_long = |(from, _): &(Range<usize>, Range<usize>)| {
        wanted[from.clone()].iter().map(|line| line.trim().len()).sum::<usize>() >= MIN_LINE_OF_PLACE
    };
    let is_likely = is_certain || (!is_stray && blocks.iter().any(is_long));
    Some(Reordered { span, reason, is_certain, is_likely })
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

/// Returns the blocks of lines that are elsewhere, each in the text and in the place, from 0.
fn moved_blocks(text: &[&str], place: &[&str]) -> Vec<(Range<usize>, Range<usize>)> {
    let (mut moved, mut free): (Vec<usize>, HashMap<&str, VecDeque<usize>>) = Default::default();
    for operation in difference(text, place, None) {
        if matches!(operation, DiffOp::Equal { .. }) {
            continue;
        }
        moved.extend(operation.old_range());
        for at in operation.new_range() {
            free.entry(place[at]).or_default().push_back(at);
        }
    }
    let mut blocks: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for at in moved {
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
