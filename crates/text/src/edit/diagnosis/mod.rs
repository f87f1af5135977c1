//! Diagnosis of a text that was not found: the nearest place in the file, and one reason why it is different.

mod nearest;
mod reason;

use memchr::memmem;
use nearest::nearest_window;
use reason::reason_for;

use super::flexible::Tier;
use super::refusal::name_lines;
use crate::Document;

/// The most lines of the file that are shown.
const SHOWN_LINES: usize = 12;
/// The most characters of a line that are shown.
const SHOWN_CHARACTERS: usize = 200;

/// Returns help for a text (with LF line ends) that does not occur in the document; `None` when nothing is near.
pub(super) fn explain_absence(document: &Document, wanted: &str) -> Option<String> {
    if let Some(help) = explain_line_numbers(document, wanted) {
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

/// Explains a text that was copied from a numbered listing, numbers and all.
fn explain_line_numbers(document: &Document, wanted: &str) -> Option<String> {
    let stripped = without_line_numbers(wanted).filter(|text| !text.trim().is_empty())?;
    let lines: Vec<&str> = stripped.split('\n').collect();
    let first_line = match find(document.view(), &stripped) {
        Some(offset) => document.line_of(offset),
        None => nearest_window(document, &lines)?,
    };
    let reason = "The text begins its lines with line numbers, as in a numbered listing (`  12→`). They are not \
                  part of the file: give the text without them.";
    Some(show(document, first_line, lines.len(), first_line, reason))
}

/// Explains a text that occurs except for a line end at its edge, or with `\n` written out.
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
    if !wanted.contains('\n') && wanted.contains("\\n") {
        let written_out = wanted.replace("\\n", "\n");
        let offset = find(view, &written_out)?;
        let first_line = document.line_of(offset);
        let count = written_out.split('\n').count();
        let reason =
            "The text holds a backslash and an `n` where the file has a line end: give real line ends.";
        return Some(show(document, first_line, count, first_line, reason));
    }
    None
}

fn find(view: &str, text: &str) -> Option<usize> {
    memmem::find(view.as_bytes(), text.as_bytes())
}

/// Returns the text without the line number that begins every line but empty ones; `None` where one has none.
fn without_line_numbers(text: &str) -> Option<String> {
    let mut stripped = Vec::new();
    let mut numbered = 0;
    for line in text.split('\n') {
        if line.trim().is_empty() {
            stripped.push(line);
            continue;
        }
        let rest = line.trim_start().trim_start_matches(|character: char| character.is_ascii_digit());
        if rest.len() == line.trim_start().len() {
            return None;
        }
        stripped.push(rest.strip_prefix('→').or_else(|| rest.strip_prefix('\t'))?);
        numbered += 1;
    }
    (numbered > 0).then(|| stripped.join("\n"))
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
