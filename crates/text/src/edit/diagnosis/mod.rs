//! Diagnosis of a text that was not found: the nearest place in the file, the reasons why it is different, and the text as
//! it should have been given.
//!
//! Invariant: nothing here changes a file, and a text is only offered where its place is certain: a retry with it edits
//! what was meant, or is refused.

mod align;
mod attempt;
mod carried;
mod copied;
mod corrected;
mod decoded;
mod difference;
mod doubt;
mod edge;
mod prefixed;
mod reading;
mod reason;
mod reordered;
mod skeleton;
mod squeezed;

use std::ops::Range;

use align::{Step, has_rival_but_for_white_space, nearest_place};
pub(super) use attempt::Attempt;
use carried::{carried, in_new_too};
use copied::{
    DOTS, FENCE_WITHIN, FENCES, NUMBERS, QUOTES, Uncopied, is_fence, is_in_quotes, is_omission, mark_in,
    readings_of,
};
use corrected::{corrected, is_inside_word, occurs_once};
use decoded::decoded_place;
use difference::differences;
use doubt::is_doubtful;
use edge::{
    begins_with_line, cuts_known_line, ends_with_line, line_start, wants_line_end, with_empty_lines,
    with_indentation, with_line_end, with_rest_of_line,
};
use memchr::memmem;
use prefixed::{numbered_place, prefixed_place};
use reading::{best_reading, has_omitted_lines};
use reason::{SHOWN_CHARACTERS, cut, reason_for};
use reordered::{Reordered, reordered_place};
use squeezed::squeezed_place;

use super::flexible::{Found, Outcome, Tier, search};
use super::known_lines::has_known_lines_only;
use super::line_names::name_lines;
use super::placeholder::{is_dots_alone, leaves_out};
use crate::Document;

/// The most lines of the file that are shown, and about their most characters, which are some thousand tokens.
const SHOWN_LINES: usize = 60;
const SHOWN_TEXT: usize = 4_000;
/// The most lines around the first difference that are shown of a longer place.
const SHOWN_AROUND: usize = 12;
/// The most characters of a text that is offered: a longer one is better read again.
const OFFERED_CHARACTERS: usize = 4_000;
/// A new text with fewer characters than this occurs in many places.
const MIN_NEW_TEXT: usize = 4;

/// Help for a text that was not found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// The nearest place, the reasons, and the corrected text, as a message.
    pub message: String,
    /// The first and the last line of the nearest place, from 1, where there is one.
    pub lines: Option<(usize, usize)>,
    /// The corrected old text, which occurs exactly once, or on the given line. `None` if that is uncertain.
    pub corrected: Option<String>,
    /// True for a text that occurs, but not on the line that was given.
    pub is_elsewhere: bool,
}

impl Help {
    /// Returns the help without the corrected text, for a case in which an edit with it would undo another one.
    pub fn without_correction(mut self) -> Help {
        if let (Some(_), Some(at)) = (self.corrected.take(), self.message.rfind(OFFER)) {
            self.message.truncate(at);
        }
        self
    }
}

/// The beginning of the part of a message that has the corrected text.
const OFFER: &str = "\n\nThe text as it should be";

/// Returns help for a text that does not occur in the document; `None` when nothing is near.
pub(super) fn explain_absence(document: &Document, attempt: &Attempt<'_>) -> Option<Help> {
    let there = already_there(document, attempt);
    let mut help = explain_place(document, attempt);
    match (there, &mut help) {
        (None, _) => {}
        // The wanted text is there already: another place would only mislead.
        (Some(there), None) => help = Some(there),
        // A part of the lines that are meant: the change takes the others away.
        (Some(there), Some(place)) if is_part(there.lines, place.lines) => {}
        (Some(there), Some(place)) if overlap(there.lines, place.lines) => help = Some(there),
        (Some(there), Some(place)) => place.message = format!("{}\n\n{}", there.message, place.message),
    }
    help
}

/// Returns help for a text that has several places once a tier's differences are forgiven.
pub(super) fn explain_several(tier: Tier, lines: &[usize], line: Option<usize>) -> Help {
    if let (Some(line), [one]) = (line, lines) {
        let message = format!(
            "Flexible matching ({}) found one place, which begins on line {one} and not on line {line}.",
            tier.as_str()
        );
        return Help { message, ..Help::default() };
    }
    let message = format!(
        "Flexible matching ({}) found {} places, which begin on {}, and replaces a single place only. Give the text exactly \
         as the file has it, or more of it.",
        tier.as_str(),
        lines.len(),
        name_lines(lines, lines.len())
    );
    Help { message, ..Help::default() }
}

/// Returns help for a text that occurs, but nowhere from the line on that was given.
pub(super) fn explain_line(line: usize, lines: &[usize], count: usize) -> Help {
    let mut distinct = lines.to_vec();
    distinct.dedup();
    if count > 1 && distinct.len() == 1 {
        let message = format!(
            "No match begins on line {line}. All {count} matches begin on {}: give more of the text around the one that is meant.",
            name_lines(&distinct, 1)
        );
        return Help { message, is_elsewhere: true, ..Help::default() };
    }
    let (matches, these) = if count == 1 {
        ("The only match begins", "this line")
    } else {
        ("The matches begin", "one of these lines")
    };
    let message = format!(
        "No match begins on line {line}. {matches} on {}: give {these}, or leave the line out.",
        name_lines(&distinct, if count > lines.len() { count } else { distinct.len() })
    );
    Help { message, is_elsewhere: true, ..Help::default() }
}

/// Returns the first difference that a flexible match forgave, as a sentence.
pub(super) fn difference_of(document: &Document, wanted: &str, first_line: usize) -> Option<String> {
    let lines: Vec<&str> = wanted.split('\n').collect();
    reason_for(document, first_line, &lines).map(|reason| reason.message)
}

/// Says that the new text is in the file already.
fn already_there(document: &Document, attempt: &Attempt<'_>) -> Option<Help> {
    let new = attempt.new.trim_matches('\n');
    let is_distinctive = new.chars().filter(|character| !character.is_whitespace()).count() >= MIN_NEW_TEXT;
    // A new text that is a part of the old one, as in a deletion, is in the file if only because the old one
    // is.
    if !is_distinctive || attempt.old.contains(new) {
        return None;
    }
    let text = document.view().as_bytes();
    // Where several lines of a new text end within a line, that line still has more than the new text wants.
    let is_whole = |start: &usize| match text.get(start + new.len()) {
        Some(next) => !new.contains('\n') || matches!(next, b'\n' | b'\r'),
        None => true,
    };
    let starts: Vec<usize> = memmem::find_iter(text, new).filter(is_whole).take(super::MAX_LINES).collect();
    let (lines, but) = match starts.is_empty() {
        false => (document.lines_of(starts.into_iter()).collect::<Vec<usize>>(), ""),
        true => (indented_otherwise(document, new), ", indented otherwise"),
    };
    let count = lines.len();
    let last_line = lines.first()? + new.matches('\n').count();
    let message = match (count, last_line > lines[0]) {
        (1, false) => format!(
            "The new text is already in the file, on line {}{but}. If that is the place, the change was made before and nothing is \
             left to do.",
            lines[0]
        ),
        (1, true) => format!(
            "The new text is already in the file, on lines {} to {last_line}{but}. If that is the place, the change was made before \
             and nothing is left to do.",
            lines[0]
        ),
        _ => format!(
            "The new text is already in the file, {count} times: it begins on {}{but}. If one of them is the place, the change was \
             made before.",
            name_lines(&lines, count)
        ),
    };
    let lines = (count == 1).then_some((lines[0], last_line));
    Some(Help { message, lines, ..Help::default() })
}

/// Returns the lines where the lines of a text are whole lines of the file, but for the white space around them.
fn indented_otherwise(document: &Document, text: &str) -> Vec<usize> {
    let wanted: Vec<&str> = text.split('\n').map(str::trim).collect();
    let lines: Vec<&str> = document.lines().map(str::trim).collect();
    let starts = lines.windows(wanted.len()).enumerate().filter(|(_, window)| *window == wanted);
    starts.map(|(first, _)| first + 1).take(super::MAX_LINES).collect()
}

fn overlap(one: Option<(usize, usize)>, other: Option<(usize, usize)>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one.0 <= other.1 && other.0 <= one.1)
}

fn is_part(one: Option<(usize, usize)>, other: Option<(usize, usize)>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one != other && other.0 <= one.0 && one.1 <= other.1)
}

/// Finds the place that was meant: by copied additions, by escapes, by flexible matching, and finally by alignment.
fn explain_place(document: &Document, attempt: &Attempt<'_>) -> Option<Help> {
    let view = document.view();
    let mut readings = readings_of(attempt.old);
    // Words and code blocks are what a file with code blocks is made of.
    if document.lines().any(is_fence) {
        readings.retain(|it| it.reason != FENCE_WITHIN);
    }
    // Lines of the file have no additions and no escapes: what they need is the lines between them.
    let is_known =
        has_known_lines_only(document, attempt.old.split('\n')) && stands_in_order(document, attempt.old);
    if is_known {
        readings.clear();
    }
    if let Some(found) = numbered_place(document, attempt.old) {
        let reason = format!("{}{}", found.reason, in_new_too(attempt.new, NUMBERS));
        return Some(Place::of_span(document, found.span).help(document, attempt, &reason));
    }
    if let Some(help) = explain_copied(document, attempt, &readings) {
        return Some(help);
    }
    if let Some(help) = explain_line_end(document, attempt) {
        return Some(help);
    }
    let spelled = || {
        let prefixed = prefixed_place(document, attempt.old).map(|found| (found.span, found.reason));
        prefixed.or_else(|| decoded_place(view, attempt.old).map(|found| (found.span, found.reason)))
    };
    let spelled = (!is_known).then(spelled).flatten().filter(|(span, _)| !cuts_known_line(document, span));
    if let Some((span, reason)) = spelled {
        return Some(Place::of_span(document, span).help(document, attempt, &reason));
    }
    let close = explain_flexible(document, attempt).or_else(|| explain_letter_case(document, attempt));
    if let Some(help) = close.or_else(|| explain_piece(document, attempt)) {
        return Some(help);
    }
    if let Some(found) = squeezed_place(view, attempt.old) {
        return Some(Place::of_span(document, found.span).help(document, attempt, found.reason));
    }
    let reordered = match reordered_place(document, attempt.old, attempt.line) {
        Some(_) if is_known => Some(Reordered::Surplus),
        reordered => reordered,
    };
    match reordered {
        Some(Reordered::Moved { span, reason, is_certain }) => {
            let is_certain = is_certain && !has_surplus_only(document, attempt.old);
            let place = Place { is_certain, ..Place::of_span(document, span) };
            Some(place.help(document, attempt, &reason))
        }
        // Of two ways to read the text, neither is offered.
        Some(Reordered::Surplus) => {
            explain_similar(document, attempt, &readings).map(Help::without_correction)
        }
        None => explain_similar(document, attempt, &readings),
    }
}

/// Explains a text that is similar to a place, as it is or without its additions.
fn explain_similar(document: &Document, attempt: &Attempt<'_>, readings: &[Uncopied<'_>]) -> Option<Help> {
    let view = document.view();
    // A text in quotes may be written as in a program.
    for reading in readings.iter().filter(|it| it.is_around) {
        // Lines that are written out are lines too.
        let decoded = |text: &str| text.replace("\\n", "\n");
        if let Some(found) = decoded_place(view, &reading.text)
            && !has_omitted_lines(document, &found.span, &decoded(attempt.old), &decoded(&reading.text))
        {
            let reason = format!("{}\n{}", reading.reason, found.reason);
            return Some(Place::of_span(document, found.span).help(document, attempt, &reason));
        }
    }
    if let Some(best) = best_reading(document, attempt.old, readings) {
        return explain_reading(document, attempt, &best.text, &best.reason);
    }
    let sure = readings.iter().find(|it| it.is_sure && !begins_in_file(document, attempt.old));
    match sure {
        Some(reading) => explain_reading(document, attempt, &reading.text, reading.reason),
        None => explain_nearest(document, attempt),
    }
}

/// Explains a text that occurs without its copied additions, of which one may be around another.
fn explain_copied(document: &Document, attempt: &Attempt<'_>, readings: &[Uncopied<'_>]) -> Option<Help> {
    readings.iter().find_map(|reading| {
        let reason = format!("{}{}", reading.reason, in_new_too(attempt.new, reading.reason));
        // Without the fence, for example, there may still be line numbers.
        let nested = || {
            let is_outer = reading.is_sure || reading.is_around;
            let inner = if is_outer { readings_of(&reading.text) } else { Vec::new() };
            inner.into_iter().find_map(|inner| {
                let reason = format!("{}\n{}", reading.reason, inner.reason);
                // The lines that the outer one leaves out must not be in the file either.
                let is_outer = |span: &Range<usize>| {
                    reading.is_around && has_omitted_lines(document, span, attempt.old, &reading.text)
                };
                let inner = Uncopied { is_sure: reading.is_sure, ..inner };
                explain_exact(document, attempt, (&inner, &reading.text), &reason, is_outer)
            })
        };
        explain_exact(document, attempt, (reading, attempt.old), &reason, |_| false).or_else(nested)
    })
}

/// Returns true if the file has the lines of a text in their order without any between them, and the text lines besides.
fn has_surplus_only(document: &Document, text: &str) -> bool {
    let lines: Vec<&str> = text.strip_suffix('\n').unwrap_or(text).split('\n').collect();
    nearest_place(document, &lines, None).is_some_and(|nearest| {
        nearest.steps.iter().all(|step| matches!(step, Step::Same { .. } | Step::OnlyInText { .. }))
    })
}

/// Returns true if the lines of a text stand in the file in their order, with nothing but empty lines that the file lacks.
fn stands_in_order(document: &Document, text: &str) -> bool {
    let lines: Vec<&str> = text.split('\n').collect();
    let Some(nearest) = nearest_place(document, &lines, None) else { return false };
    let missing = nearest.steps.iter().filter(|step| matches!(step, Step::OnlyInFile { .. })).count();
    let surplus = nearest.steps.iter().filter(|step| matches!(step, Step::OnlyInText { .. })).count();
    // Lines that are far from each other are other ones.
    missing <= lines.len().max(2)
        && surplus <= 1
        && nearest.steps.iter().all(|step| match step {
            Step::Same { .. } | Step::OnlyInFile { .. } => true,
            Step::OnlyInText { text } => lines[*text].trim().is_empty(),
            Step::Changed { .. } => false,
        })
}

/// Explains a text that is near to a place without its additions, which the reason names.
fn explain_reading(document: &Document, attempt: &Attempt<'_>, text: &str, reason: &str) -> Option<Help> {
    let view = document.view();
    let exact = view.find(text).filter(|_| occurs_once(view, text)).map(|start| start..start + text.len());
    if let Some(span) = exact.filter(|span| !cuts_known_line(document, span)) {
        return Some(Place::of_span(document, span).help(document, attempt, reason));
    }
    let line_end = if wants_line_end(attempt.old, attempt.new) && !text.ends_with('\n') { "\n" } else { "" };
    let inner = Attempt { old: &format!("{text}{line_end}"), ..*attempt };
    let is_known = has_known_lines_only(document, text.split('\n')) && stands_in_order(document, text);
    let decoded = (!is_known).then(|| decoded_place(view, text)).flatten();
    let decoded = decoded
        .filter(|found| !cuts_known_line(document, &found.span))
        .map(|found| Place::of_span(document, found.span).help(document, attempt, &found.reason));
    let mut help = decoded.or_else(|| explain_nearest(document, &inner))?;
    // The reasons follow the place.
    help.message = format!("{reason}\n{}", help.message);
    Some(help)
}

/// Returns true for a text between the fences of a code block.
pub(super) fn has_fence(text: &str) -> bool {
    let body = text.trim();
    body.lines().next().is_some_and(is_fence)
        && body.lines().next_back().is_some_and(|line| FENCES.contains(&line))
}

/// Returns true for several lines that all have the number of a listing.
pub(super) fn has_numbers(text: &str) -> bool {
    text.trim().contains('\n') && readings_of(text).iter().any(|it| it.is_sure && it.reason == NUMBERS)
}

/// Returns true if the first line of the text is in the file at that place: a fence in a Markdown file, for example, may
/// be its own.
fn begins_in_file(document: &Document, text: &str) -> bool {
    let lines: Vec<&str> = text.trim_matches('\n').split('\n').collect();
    let Some(nearest) = nearest_place(document, &lines, None) else { return false };
    nearest.steps.iter().any(|step| match step {
        Step::Same { text: 0, .. } => true,
        // A fence with another language.
        Step::Changed { text: 0, line } => is_fence(lines[0]) && document.line(*line).is_some_and(is_fence),
        _ => false,
    })
}

/// The fewest characters but white space of a text that is looked for without its additions.
const MIN_READING: usize = 3;

/// Explains a text that occurs in a reading of what was given, unless the reading leaves out lines that are beside the place.
fn explain_exact(
    document: &Document,
    attempt: &Attempt<'_>,
    (reading, given): (&Uncopied<'_>, &str),
    reason: &str,
    leaves_out_more: impl Fn(&Range<usize>) -> bool,
) -> Option<Help> {
    let (view, text) = (document.view(), &*reading.text);
    if text.chars().filter(|character| !character.is_whitespace()).count() < MIN_READING {
        return None;
    }
    let mut found = memmem::find_iter(view.as_bytes(), text);
    let start = found.next()?;
    let is_only = found.next().is_none();
    // A short text without its mark occurs in many files by chance.
    if !is_only && !reading.is_sure && !text.contains('\n') && mark_in(attempt.old).is_none() {
        return None;
    }
    let mut span = start..start + text.len();
    let leaves_out = || reading.is_around && has_omitted_lines(document, &span, given, text);
    if leaves_out() || leaves_out_more(&span) || cuts_known_line(document, &span) {
        return None;
    }
    // An addition before each line stands before whole lines.
    if !reading.is_around && reading.reason != DOTS && text.contains('\n') && !begins_with_line(view, &span) {
        return None;
    }
    // Quotes of the file, of which the text has another pair at its edges.
    if reading.reason == QUOTES && is_in_quotes(view, &span) {
        return None;
    }
    let mut is_certain = is_only;
    if reading.reason == DOTS {
        // A typographic difference, and no omission.
        if view[span.end..].starts_with(['.', '…']) {
            return None;
        }
        // The dots may stand for the rest of this line, or for lines.
        span = with_rest_of_line(view, span, text, attempt.new);
        is_certain &= ends_with_line(view, &span);
    }
    let span = with_empty_lines(view, span, reading.empty_lines, attempt.new);
    let place = Place::of_span(document, span);
    Some(Place { is_certain, ..place }.help(document, attempt, reason))
}

/// Explains a text that flexible matching would find.
fn explain_flexible(document: &Document, attempt: &Attempt<'_>) -> Option<Help> {
    if !attempt.may_offer_flexible {
        return None;
    }
    let Outcome::One(Found { matched, span, .. }) = search(document, attempt.old, attempt.new, attempt.line)
    else {
        return None;
    };
    let offer = format!(
        "Only {} differs: with match: \"flexible\" this place is used, and the file keeps its own form of it.",
        matched.tier.description()
    );
    let lines: Vec<&str> = attempt.old.split('\n').collect();
    let reason = reason_for(document, matched.first_line, &lines);
    let place = Place {
        lines: (matched.first_line, matched.last_line),
        focus: matched.first_line,
        span,
        is_certain: true,
    };
    let (focus, explanation) = match reason {
        Some(reason) => (reason.line, format!("{}\n{offer}", reason.message)),
        None => (matched.first_line, offer),
    };
    Some(Place { focus, ..place }.help(document, attempt, &explanation))
}

/// Explains a text that occurs except for a line end at its edge.
fn explain_line_end(document: &Document, attempt: &Attempt<'_>) -> Option<Help> {
    let (view, wanted) = (document.view(), attempt.old);
    let trimmed = wanted.trim_matches('\n');
    if trimmed.is_empty() || trimmed.len() == wanted.len() {
        return None;
    }
    // If the line of the file continues, it is another line.
    let is_at_edges = |start: &usize| {
        (!wanted.starts_with('\n') || view[..*start].is_empty() || view[..*start].ends_with('\n'))
            && (!wanted.ends_with('\n') || view[start + trimmed.len()..].split('\n').next() == Some(""))
    };
    let mut found = memmem::find_iter(view.as_bytes(), trimmed).filter(is_at_edges);
    let offset = found.next()?;
    let mut place = Place::of_span(document, offset..offset + trimmed.len());
    place.is_certain = found.next().is_none();
    let last_line = place.lines.1;
    let at_end = offset + trimmed.len() == view.len() && !wanted.starts_with('\n');
    let reason = match at_end {
        true => format!(
            "Line {last_line} is the last one and has no line end: give the text without the line end."
        ),
        false => {
            "The text begins or ends with an empty line or a line end that the file does not have there: give it without."
                .to_owned()
        }
    };
    place.focus = last_line;
    Some(place.help(document, attempt, &reason))
}

/// Explains a text by its alignment with the nearest place in the file.
fn explain_nearest(document: &Document, attempt: &Attempt<'_>) -> Option<Help> {
    let ends_with_line_end = attempt.old.ends_with('\n') && !attempt.old.trim_matches('\n').is_empty();
    let body = attempt.old.strip_suffix('\n').filter(|_| ends_with_line_end).unwrap_or(attempt.old);
    let mut text: Vec<&str> = body.split('\n').collect();
    // They stand for lines before and after the place that is meant.
    while text.len() > 1 && text.last().is_some_and(|line| is_omission(line)) {
        text.pop();
    }
    while text.len() > 1 && is_omission(text[0]) {
        text.remove(0);
    }
    let alignment = nearest_place(document, &text, attempt.line)?;
    let mut explanation = differences(document, &alignment, &text, attempt.new);
    if let Some(mark) = mark_in(attempt.old) {
        explanation.sentences.insert(0, mark.to_owned());
    }
    let omission = text.iter().map(|line| line.trim()).find(|line| stands_for_lines(document, line));
    if let Some(line) = omission {
        explanation.sentences.insert(
            0,
            format!(
                "The line `{}` of the text stands for lines of the file: give them, or edit the parts before and after it apart.",
                cut(line)
            ),
        );
    }
    match alignment.rival {
        // The same lines, up to another one.
        Some(rival) if rival == alignment.first_line => explanation.sentences.push(
            "It is uncertain on which line the place ends: add the lines after it.".to_owned(),
        ),
        Some(rival) => explanation.sentences.push(format!(
            "Another place, from line {rival} on, is nearly as similar: add the lines around the place that you mean."
        )),
        None => {}
    }
    let lines = (alignment.first_line, alignment.last_line);
    let marked = mark_in(attempt.old).is_some();
    // Between whole lines, the new text would end with a line end too.
    let may_end_with_empty_line = ends_with_line_end && !wants_line_end(attempt.old, attempt.new);
    let span = match omission.is_some() || marked {
        true => None,
        false => corrected(document, &alignment, &text, (ends_with_line_end, may_end_with_empty_line))
            .map(|span| with_rest_of_line(document.view(), span, attempt.old, attempt.new)),
    };
    let is_certain =
        span.is_some() && !has_rival_but_for_white_space(document, &text, &alignment, attempt.line);
    let place = Place { lines, focus: explanation.line, span: span.unwrap_or(0..0), is_certain };
    Some(place.help(document, attempt, &explanation.sentences.join("\n")))
}

/// Returns true for a line of the text that stands for lines of the file, such as a comment `// ...`, or dots alone, which
/// are code in some languages.
fn stands_for_lines(document: &Document, line: &str) -> bool {
    leaves_out(line) || (is_dots_alone(line) && !document.lines().any(|own| own.trim() == line))
}

/// Explains a text that occurs once when letter case does not count.
fn explain_letter_case(document: &Document, attempt: &Attempt<'_>) -> Option<Help> {
    if attempt.old.trim().is_empty() {
        return None;
    }
    // Of ASCII letters alone, so that places stay where they are.
    let (view, wanted) = (document.view().to_ascii_lowercase(), attempt.old.to_ascii_lowercase());
    let mut found = memmem::find_iter(view.as_bytes(), &wanted);
    let (start, None) = (found.next()?, found.next()) else { return None };
    let mut place = Place::of_span(document, start..start + wanted.len());
    // A text that begins or ends within a word of the file has another word.
    place.is_certain = ![start, start + wanted.len()].iter().any(|at| is_inside_word(document.view(), *at));
    let lines: Vec<&str> = attempt.old.split('\n').collect();
    let first = reason_for(document, place.lines.0, &lines).map(|reason| format!("{}\n", reason.message));
    let explanation = format!("{}Only letter case differs.", first.unwrap_or_default());
    Some(place.help(document, attempt, &explanation))
}

/// The smallest share of a piece of a line that the file must have unchanged, at its beginning and end together, and the
/// fewest characters of either.
const PIECE_SHARE: f64 = 0.6;
const PIECE_EDGE: usize = 4;

/// Explains a piece of a line whose beginning and end each occur once in the file: the part between them differs. An
/// alignment by words would take the whole line for the place.
fn explain_piece(document: &Document, attempt: &Attempt<'_>) -> Option<Help> {
    let (view, old) = (document.view(), attempt.old);
    if old.contains('\n') {
        return None;
    }
    let bounds: Vec<usize> = old.char_indices().map(|(at, _)| at).chain([old.len()]).collect();
    // The file has every beginning of a beginning that it has.
    let longest =
        bounds.partition_point(|end| memmem::find(view.as_bytes(), &old.as_bytes()[..*end]).is_some());
    let beginning = bounds[longest.checked_sub(1)?];
    let first_end =
        bounds.partition_point(|start| memmem::find(view.as_bytes(), &old.as_bytes()[*start..]).is_none());
    let end = *bounds.get(first_end)?;
    let (head, tail) = (&old[..beginning], &old[end..]);
    let is_distinctive = head.len().min(tail.len()) >= PIECE_EDGE
        && (head.len() + tail.len()) as f64 >= PIECE_SHARE * old.len() as f64;
    if !is_distinctive || !occurs_once(view, head) || !occurs_once(view, tail) {
        return None;
    }
    let (start, to) = (view.find(head)?, view.find(tail)? + tail.len());
    let between = view.get(start + head.len()..to - tail.len());
    let piece = view.get(start..to).filter(|piece| !piece.contains('\n'))?;
    // For a whole line the alignment knows more: tabs against spaces, for example.
    if document.line(document.line_of(start)).is_some_and(|line| line.trim() == piece.trim()) {
        return None;
    }
    // Both edges may have characters in common where the file has fewer of them.
    let explanation = match between {
        Some(between) if beginning <= end => {
            let column = view[line_start(view, start)..start + head.len()].chars().count() + 1;
            let line = document.line_of(start);
            let named =
                |text: &str| if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", cut(text)) };
            format!(
                "Line {line}, column {column}: the file has {} where the text has {}, between `{}` and `{}`.",
                named(between),
                named(&old[beginning..end]),
                last_characters(head),
                first_characters(tail)
            )
        }
        _ => format!("The file has `{}` there.", cut(piece)),
    };
    Some(Place::of_span(document, start..to).help(document, attempt, &explanation))
}

/// The characters of a text that are shown beside a difference.
const SHOWN_BESIDE: usize = 30;

fn first_characters(text: &str) -> &str {
    text.char_indices().nth(SHOWN_BESIDE).map_or(text, |(end, _)| &text[..end])
}

fn last_characters(text: &str) -> &str {
    text.char_indices().rev().nth(SHOWN_BESIDE - 1).map_or(text, |(start, _)| &text[start..])
}

/// The place that is shown.
struct Place {
    lines: (usize, usize),
    /// The line that is shown in any case.
    focus: usize,
    span: Range<usize>,
    /// True if the span is the text that was meant.
    is_certain: bool,
}

impl Place {
    fn of_span(document: &Document, span: Range<usize>) -> Place {
        let first = document.line_of(span.start);
        // A line end at the end of the span belongs to its line.
        let last = document.line_of(span.end.max(span.start + 1) - 1).max(first);
        Place { lines: (first, last), focus: first, span, is_certain: true }
    }

    /// Formats the place with its line numbers as in a listing, the reason, and the text as it should be.
    fn help(&self, document: &Document, attempt: &Attempt<'_>, reason: &str) -> Help {
        let mut message = self.listing(document);
        message.push_str(reason);
        let span = with_indentation(document.view(), self.span.clone(), attempt.new);
        let span = with_line_end(document.view(), span, attempt.old, attempt.new);
        let text = document.view().get(span.clone()).unwrap_or_default();
        let is_new = !text.is_empty() && text != attempt.old && text != attempt.new;
        let is_only = || attempt.line == Some(self.lines.0) || occurs_once(document.view(), text);
        let corrected = (self.is_certain && is_new && is_only() && !is_doubtful(document, attempt, &span))
            .then(|| text.to_owned());
        if let Some(corrected) = &corrected {
            message.push_str(&carried(attempt.old, attempt.new, corrected, reason).unwrap_or_default());
            message.push_str(&offer(corrected, self.lines));
        }
        Help { message, lines: Some(self.lines), corrected, is_elsewhere: false }
    }

    fn listing(&self, document: &Document) -> String {
        let (first, last) = (self.lines.0, self.lines.1.clamp(self.lines.0, document.line_count().max(1)));
        let mut listing = match first == last {
            true => format!("The nearest place is on {}:\n", name_lines(&[first], 1)),
            false => format!("The nearest place is on lines {first} to {last}:\n"),
        };
        let length = |numbers: std::ops::RangeInclusive<usize>| -> usize {
            numbers.map(|number| document.line(number).map_or(0, str::len).min(SHOWN_CHARACTERS)).sum()
        };
        let (mut from, mut to) = (first, last);
        if last - first >= SHOWN_LINES || length(first..=last) > SHOWN_TEXT {
            let around = self.focus.saturating_sub(SHOWN_AROUND / 2);
            from = first.max(around.min((last + 1).saturating_sub(SHOWN_AROUND)));
            to = last.min(from + SHOWN_AROUND - 1);
        }
        if from > first {
            listing.push_str("     …\n");
        }
        for number in from..=to {
            let line = document.line(number).unwrap_or_default();
            listing.push_str(&format!("{number:>6}→{}\n", cut(line)));
        }
        if to < last {
            listing.push_str("     …\n");
        }
        listing
    }
}

/// Formats a text that can be given as it is, in a fence that it does not have itself.
fn offer(text: &str, lines: (usize, usize)) -> String {
    if text.chars().count() > OFFERED_CHARACTERS {
        return format!("{OFFER} is long: read lines {} to {} and copy them.", lines.0, lines.1);
    }
    // As in Markdown, a fence must be longer than any run of backticks inside.
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    let note = if text.ends_with('\n') { " (it ends with a line end)" } else { "" };
    let body = text.strip_suffix('\n').unwrap_or(text);
    format!("{OFFER}{note}, between the fences:\n{fence}\n{body}\n{fence}")
}
