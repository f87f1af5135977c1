//! Diagnosis of a text that was not found: the nearest place in the file, and one reason why it is different.

mod copied;
mod nearest;
mod reason;

use copied::{Uncopied, readings_of};
use memchr::memmem;
use nearest::nearest_window;
use reason::reason_for;

use super::flexible::{FlexibleMatch, Tier};
use super::refusal::name_lines;
use crate::Document;

/// The most lines of the file that are shown.
const SHOWN_LINES: usize = 12;
/// The most characters of a line that are shown.
const SHOWN_CHARACTERS: usize = 200;

/// Returns help for a text (with LF line ends) that does not occur in the document; `None` when nothing is near.
pub(super) fn explain_absence(document: &Document, wanted: &str) -> Option<String> {
    if let Some(help) = explain_copy(document, wanted) {
        return Some(help);
    }
    if let Some(help) = explain_line_end(document, wanted) {
        return Some(help);
    }
    let wanted: Vec<&str> = wanted.split('\n').collect();
    let first_line = nearest_window(document, &wanted)?;
    Some(match reason_for(document, first_line, &wanted) {
        Some(reason) => show(document, first_line, wanted.len(), reason.line, &reason.message),
        None => show(document, first_line, wanted.len(), first_line, "It differs in more than one way."),
    })
}

/// Returns help for a text that has several places once a tier's differences are forgiven.
pub(super) fn explain_several(tier: Tier, lines: &[usize]) -> String {
    format!(
        "Flexible matching ({}) found {} places, which begin on {}, and replaces a single place only. Give the text exactly \
         as the file has it, or more of it.",
        tier.as_str(),
        lines.len(),
        name_lines(lines, lines.len())
    )
}

/// Explains a text that was copied with something around it, or written in escapes.
fn explain_copy(document: &Document, wanted: &str) -> Option<String> {
    readings_of(wanted).into_iter().find_map(|Uncopied { text, reason, is_sure }| {
        let lines: Vec<&str> = text.split('\n').collect();
        let first_line = match find(document.view(), &text) {
            Some(offset) => document.line_of(offset),
            None if is_sure => nearest_window(document, &lines)?,
            None => return None,
        };
        Some(show(document, first_line, lines.len(), first_line, reason))
    })
}

/// Returns help for a text that flexible matching would find.
pub(super) fn offer_flexible(document: &Document, wanted: &str, found: &FlexibleMatch) -> String {
    let count = found.last_line + 1 - found.first_line;
    let offer = format!(
        "Only {} differs: with match: \"flexible\" this place is taken, and what the file has of its own is kept.",
        found.tier.words()
    );
    let lines: Vec<&str> = wanted.split('\n').collect();
    match reason_for(document, found.first_line, &lines) {
        Some(reason) => {
            let told = format!("{}\n{offer}", reason.message);
            show(document, found.first_line, count, reason.line, &told)
        }
        None => show(document, found.first_line, count, found.first_line, &offer),
    }
}

/// Returns the first difference that a flexible match forgave, as a sentence.
pub(super) fn difference_of(document: &Document, wanted: &str, found: &FlexibleMatch) -> Option<String> {
    let lines: Vec<&str> = wanted.split('\n').collect();
    reason_for(document, found.first_line, &lines).map(|reason| reason.message)
}

/// Explains a text that occurs except for a line end at its edge.
fn explain_line_end(document: &Document, wanted: &str) -> Option<String> {
    let view = document.view();
    let trimmed = wanted.trim_matches('\n');
    if !trimmed.is_empty()
        && trimmed.len() < wanted.len()
        && let Some(offset) = find(view, trimmed)
    {
        let first_line = document.line_of(offset);
        let last_line = document.line_of(offset + trimmed.len());
        let reason = if offset + trimmed.len() == view.len() && !wanted.starts_with('\n') {
            format!(
                "Line {last_line} is the last one and has no line end: give the text without the line end."
            )
        } else {
            "The text begins or ends with an empty line or a line end that the file does not have there: give it without."
                .to_owned()
        };
        return Some(show(document, first_line, 1 + last_line - first_line, last_line, &reason));
    }
    None
}

fn find(view: &str, text: &str) -> Option<usize> {
    memmem::find(view.as_bytes(), text.as_bytes())
}

/// Shows the window with its line numbers as in a listing, around the line that matters most, and the reason.
fn show(document: &Document, first_line: usize, count: usize, line: usize, reason: &str) -> String {
    let last_line = (first_line + count.max(1) - 1).min(document.line_count());
    let from =
        first_line.max(line.saturating_sub(SHOWN_LINES / 2).min((last_line + 1).saturating_sub(SHOWN_LINES)));
    let to = last_line.min(from + SHOWN_LINES - 1);
    let mut help = if first_line == last_line {
        format!("The nearest place is on {}:\n", name_lines(&[first_line], 1))
    } else {
        format!("The nearest place is on lines {first_line} to {last_line}:\n")
    };
    if from > first_line {
        help.push_str("     …\n");
    }
    for number in from..=to {
        let text = document.line(number).unwrap_or_default();
        help.push_str(&format!("{number:>6}→{}\n", cut(text)));
    }
    if to < last_line {
        help.push_str("     …\n");
    }
    help.push_str(reason);
    help
}

fn cut(line: &str) -> String {
    match line.char_indices().nth(SHOWN_CHARACTERS) {
        Some((offset, _)) => format!("{}…", &line[..offset]),
        None => line.to_owned(),
    }
}
