//! The last gate of every text that is offered: a look at what was given and at the edges of the place, whatever way led to it.
//!
//! Invariant: where the given text fits another extent as well as the one that was found, nothing is offered.

use std::ops::Range;

use super::attempt::Attempt;
use super::copied::{is_fence, readings_of};
use super::corrected::occurs_once;
use super::edge::{line_end, line_start};
use super::skeleton::{Skeletons, likeness};
use crate::Document;

/// The likeness, from 0 to 1, from which on a line that the place leaves out may be meant for the line beside the place. A changed
/// word takes more than half of a short line with it.
const LIKENESS_BESIDE: f64 = 0.35;
/// The likeness from which on a line at an edge of the text may be meant for the second line of the place.
const LIKENESS_WITHIN: f64 = 0.6;
/// The number of lines beside a place that are looked at for a line that is left out.
const LOOKED_BEYOND: usize = 3;

/// Returns true if the given text may be meant for another extent than this one.
pub(super) fn is_doubtful(document: &Document, attempt: &Attempt<'_>, span: &Range<usize>) -> bool {
    let view = document.view();
    begins_after_lost_indentation(view, attempt.old, span)
        || cuts_line_elsewhere(view, attempt, span)
        || cuts_given_line(view, attempt.given, span)
        || is_beside_left_out_line(document, attempt, span)
        || is_at_fence(document, attempt.given, span)
        || readings_of(attempt.given).iter().any(|it| is_at_fence(document, &it.text, span))
        || fits_elsewhere_without_addition(view, attempt.given, span)
        || fits_elsewhere_with_empty_lines(document, attempt.old, span)
}

/// Returns true for a text of several lines that is to begin after the indentation of a line, and has no other line with the
/// indentation of the file: it may have lost all of it, and mean the line from its beginning on.
fn begins_after_lost_indentation(view: &str, text: &str, span: &Range<usize>) -> bool {
    let before = &view[line_start(view, span.start)..span.start];
    if before.is_empty() || !before.trim().is_empty() || !text.trim_matches('\n').contains('\n') {
        return false;
    }
    let own: Vec<&str> = view[span.clone()].split('\n').skip(1).collect();
    // Its indentation and its first word: the rest of the line may be changed.
    let keeps_depth = |line: &str| {
        let depth = line.len() - line.trim_start().len();
        let word = line[depth..].split(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
        depth > 0 && depth < line.len() && own.iter().any(|it| it.starts_with(&line[..depth + word.len()]))
    };
    !text.split('\n').skip(1).any(keeps_depth)
}

/// Returns true if the first line of the text is the end of its line of the file, or the last one the beginning, and the place has
/// more of that line or less.
fn cuts_line_elsewhere(view: &str, attempt: &Attempt<'_>, span: &Range<usize>) -> bool {
    let (Some((first, _)), Some((_, last))) = (attempt.old.split_once('\n'), attempt.old.rsplit_once('\n'))
    else {
        return false;
    };
    let is_telling = |piece: &str| piece.contains(char::is_alphanumeric);
    let first_line = &view[line_start(view, span.start)..line_end(view, span.start)];
    let start = line_end(view, span.start).saturating_sub(first.len());
    let is_other = |from: usize, to: usize| {
        view.get(from.min(to)..from.max(to)).is_some_and(|between| !between.trim().is_empty())
    };
    let begins_otherwise = is_telling(first) && first_line.ends_with(first) && is_other(start, span.start);
    let is_whole = attempt.old.ends_with('\n');
    let (from, to) = (line_start(view, span.end), line_end(view, span.end));
    let end = from + last.len();
    let rest = view.get(end..span.end).unwrap_or_default().trim_end();
    let ends_otherwise = !is_whole
        && is_telling(last)
        && view[from..to].starts_with(last)
        && is_other(end, span.end)
        && !attempt.new.trim_end().ends_with(rest)
        && !leaves_out_everywhere(&view[span.clone()], attempt.old, rest);
    begins_otherwise
        || ends_otherwise
        || lacks_end_of_line(view, attempt.old, span)
        || (!is_whole && ends_in_next_line(view, last, span))
}

/// Returns true if the place begins or ends within a line that the text has whole at that edge.
fn cuts_given_line(view: &str, given: &str, span: &Range<usize>) -> bool {
    let is_full = |line: &&str| !line.trim().is_empty();
    let (Some(first), Some(last)) = (given.split('\n').find(is_full), given.rsplit('\n').find(is_full))
    else {
        return false;
    };
    let before = &view[line_start(view, span.start)..span.start];
    let after = &view[span.end..line_end(view, span.end)];
    let last_start = line_start(view, span.end);
    let ends_within = span.end > last_start && !after.trim().is_empty();
    let whole = |start: usize| view[start..line_end(view, start)].trim();
    (!before.trim().is_empty() && whole(line_start(view, span.start)) == first.trim())
        || (ends_within && whole(last_start) == last.trim())
}

/// Returns true if the place ends before the signs at the end of a line, such as `;;`, that the text lacks on another line too.
fn lacks_end_of_line(view: &str, text: &str, span: &Range<usize>) -> bool {
    let rest = view[span.end..line_end(view, span.end)].trim();
    let lines: Vec<&str> = text.split('\n').map(str::trim).collect();
    !view[span.clone()].ends_with('\n')
        && !rest.is_empty()
        && !rest.contains(char::is_alphanumeric)
        && view[span.clone()].split('\n').rev().skip(1).any(|line| {
            let left = line.trim().strip_suffix(rest).map(str::trim_end);
            left.is_some_and(|left| lines.contains(&left) && !lines.contains(&line.trim()))
        })
}

/// Returns true for a text whose last line is white space alone, with which the line after the place begins: that may be meant too.
fn ends_in_next_line(view: &str, last: &str, span: &Range<usize>) -> bool {
    let next = view[span.end..].strip_prefix('\n').unwrap_or_default();
    let next = &next[..line_end(next, 0)];
    !last.is_empty() && last.trim().is_empty() && next.starts_with(last) && !next.trim().is_empty()
}

/// Returns true if each line of the text but the last lacks this end of its line, such as a semicolon, and at least one does.
fn leaves_out_everywhere(place: &str, text: &str, rest: &str) -> bool {
    let lines: Vec<&str> = text.split('\n').map(str::trim).collect();
    let mut with_rest =
        place.split('\n').map(str::trim).rev().skip(1).filter(|line| line.ends_with(rest)).peekable();
    with_rest.peek().is_some()
        && with_rest.all(|line| !lines.contains(&line))
        && place.split('\n').map(str::trim).rev().skip(1).any(|line| {
            line.strip_suffix(rest).is_some_and(|line| !line.is_empty() && lines.contains(&line.trim_end()))
        })
}

/// Returns true if the text begins or ends with a line that the place does not have there, and the file has one like it beside the
/// place: it is no addition, and the place is too short. Or the place has one like it as its second line, and is too long.
fn is_beside_left_out_line(document: &Document, attempt: &Attempt<'_>, span: &Range<usize>) -> bool {
    let is_full = |line: &&str| !line.trim().is_empty();
    let (first_line, last_line) = (document.line_of(span.start), document.line_of(last_of(span)));
    let mut own = (first_line..=last_line).filter_map(|at| document.line(at)).filter(is_full);
    let Some(own_first) = own.next() else { return false };
    let own_last = own.next_back().unwrap_or(own_first);
    let inner: Vec<&str> = own.collect();
    [attempt.given, attempt.old].into_iter().any(|text| {
        let (Some(first), Some(last)) = (text.split('\n').find(is_full), text.rsplit('\n').find(is_full))
        else {
            return false;
        };
        // Several lines that are written out on one are no line of the file.
        if !text.trim_matches('\n').contains('\n') && first_line < last_line {
            return false;
        }
        let is_beside =
            |wanted: &str, own: &str, inner: Option<&&str>, at: Option<usize>, beyond: Range<usize>| {
                let alike = like(wanted, own);
                let next = at.and_then(|at| document.line(at)).filter(|line| is_full(line));
                inner.is_some_and(|line| like(wanted, line) > alike.max(LIKENESS_WITHIN))
                    || next
                        .is_some_and(|line| alike < LIKENESS_BESIDE && like(wanted, line) >= LIKENESS_BESIDE)
                    || (wanted.trim() != own.trim()
                        && beyond.filter_map(|at| document.line(at)).any(|line| line.trim() == wanted.trim()))
            };
        // The line is there as it was given, in another place.
        let is_elsewhere = |wanted: &str, own: &str| {
            wanted.trim() != own.trim()
                && !is_fence(wanted)
                && document.lines().any(|line| line.trim() == wanted.trim())
        };
        // The text has it more often than the place: one of them may be the edge that is meant.
        let times = |lines: &mut dyn Iterator<Item = &str>, wanted: &str| {
            lines.filter(|line| line.trim() == wanted.trim()).count()
        };
        let is_repeated = |wanted: &str| {
            let of_place = times(&mut (first_line..=last_line).filter_map(|at| document.line(at)), wanted);
            of_place > 0 && times(&mut text.split('\n'), wanted) > of_place
        };
        let before = first_line.saturating_sub(LOOKED_BEYOND).max(1)..first_line;
        let after = last_line + 1..last_line + 1 + LOOKED_BEYOND;
        is_beside(first, own_first, inner.first(), first_line.checked_sub(1), before)
            || is_beside(last, own_last, inner.last(), Some(last_line + 1), after)
            || is_elsewhere(first, own_first)
            || is_elsewhere(last, own_last)
            || [first, last].into_iter().any(is_repeated)
    })
}

/// Returns true for a text in a fence where the place begins, ends or stands beside fences of the file: either may be meant.
fn is_at_fence(document: &Document, given: &str, span: &Range<usize>) -> bool {
    let trimmed = given.trim_matches('\n');
    let (Some(first), Some(last)) = (trimmed.split('\n').next(), trimmed.rsplit('\n').next()) else {
        return false;
    };
    // Lines that are written out on one begin with the fence of the first.
    if !trimmed.contains('\n') {
        return false;
    }
    let (from, to) = (document.line_of(span.start), document.line_of(last_of(span)));
    let has_fence = |lines: Range<usize>| lines.filter_map(|at| document.line(at)).any(is_fence);
    let has = |wanted: &str, at: usize| document.line(at).is_some_and(|line| line.trim() == wanted.trim());
    (is_fence(first) && !has(first, from) && has_fence(from.saturating_sub(LOOKED_BEYOND).max(1)..from + 1))
        || (is_fence(last) && !has(last, to) && has_fence(to..to + 1 + LOOKED_BEYOND))
}

/// Returns true if the text without something around it, such as a fence, occurs once and is another extent.
fn fits_elsewhere_without_addition(view: &str, given: &str, span: &Range<usize>) -> bool {
    readings_of(given).iter().filter(|it| it.is_around && it.text.contains('\n')).any(|reading| {
        let text = reading.text.trim();
        occurs_once(view, text) && view[span.clone()].trim() != text
    })
}

/// Returns true if the file has the lines of the text in another place, with other empty lines between them.
fn fits_elsewhere_with_empty_lines(document: &Document, text: &str, span: &Range<usize>) -> bool {
    let is_full = |line: &&str| !line.trim().is_empty();
    let wanted: Vec<&str> = text.split('\n').filter(is_full).collect();
    let [first, inner @ .., last] = &wanted[..] else { return false };
    let lines: Vec<(usize, &str)> = (1..).zip(document.lines()).filter(|(_, line)| is_full(line)).collect();
    let place = document.line_of(span.start)..=document.line_of(last_of(span));
    lines.windows(wanted.len()).any(|window| {
        let [(from, own_first), own_inner @ .., (to, own_last)] = window else { return false };
        own_first.ends_with(first)
            && own_last.starts_with(last)
            && own_inner.iter().map(|(_, line)| line).eq(inner)
            && (place.contains(from), place.contains(to)) != (true, true)
    })
}

fn like(one: &str, other: &str) -> f64 {
    let skeletons = Skeletons::of([one, other].into_iter());
    likeness(skeletons.get(0), skeletons.get(1))
}

/// Returns the offset of the last character of a span, whose line end belongs to its line.
fn last_of(span: &Range<usize>) -> usize {
    span.end.max(span.start + 1) - 1
}
