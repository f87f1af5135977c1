//! The differences of an aligned text and its place, in sentences.

use super::align::{Alignment, Step};
use super::corrected::is_like;
use super::reason::{Place, compare_lines, quote};
use crate::Document;

/// The most differences that are reported one by one.
const MAX_DIFFERENCES: usize = 4;

/// The differences, and the line of the file where the first is.
pub(super) struct Differences {
    pub(super) line: usize,
    pub(super) sentences: Vec<String>,
}

/// Describes the lines that only the file or only the text has, in their order.
pub(super) fn differences(
    document: &Document,
    alignment: &Alignment,
    text: &[&str],
    new: &str,
) -> Differences {
    // Each with true for lines that one side lacks.
    let mut all: Vec<(bool, String)> = Vec::new();
    let mut first = None;
    let mut line_before = alignment.first_line;
    let mut steps = alignment.steps.as_slice();
    while let Some(step) = steps.first() {
        // A block of missing lines is one difference, not as many as it has lines.
        let run = steps.iter().take_while(|other| is_gap(step) && kind(other) == kind(step)).count().max(1);
        let (here, rest) = steps.split_at(run);
        steps = rest;
        let (line, sentence) = match *step {
            Step::Same { line, .. } => {
                line_before = line;
                continue;
            }
            Step::Changed { text: index, line } => {
                line_before = line;
                let place = Place::of(index, text.len());
                let file = document.line(line).unwrap_or_default();
                match compare_lines(line, file, text[index], place) {
                    Some(sentence) => (line, sentence + &surplus_at_edge(document, step, text)),
                    None => continue,
                }
            }
            Step::OnlyInFile { line } => {
                line_before = line + run - 1;
                (line, only_in_file(document, line, run, new))
            }
            Step::OnlyInText { text: index } => {
                let goes_on = rest.is_empty() && alignment.last_line == document.line_count();
                let lines = &text[index..index + here.len()];
                (line_before, only_in_text(lines, index, goes_on, new))
            }
        };
        first = first.or(Some(line));
        all.push((is_gap(step), sentence));
    }
    let left = all.len().saturating_sub(MAX_DIFFERENCES);
    // Lines that are missing or too many say more than one more line that is spelled in another way.
    let changed = all.iter().filter(|(is_gap, _)| !is_gap).count();
    let mut passed = 0;
    all.retain(|(is_gap, _)| {
        passed += usize::from(!is_gap);
        *is_gap || passed + left <= changed
    });
    let mut sentences: Vec<String> =
        all.into_iter().map(|(_, sentence)| sentence).take(MAX_DIFFERENCES).collect();
    if left > 0 {
        sentences.push(format!(
            "{left} more {}.",
            if left == 1 { "difference follows" } else { "differences follow" }
        ));
    }
    if sentences.is_empty() {
        sentences.push("It differs in more than one way.".to_owned());
    }
    Differences { line: first.unwrap_or(alignment.first_line), sentences }
}

/// Says of the first or the last line of several, where it is another line altogether than the one of the file, that it may as well
/// be one too many: then the line of the file is no part of the place.
fn surplus_at_edge(document: &Document, step: &Step, text: &[&str]) -> String {
    let Step::Changed { text: index, line } = *step else { return String::new() };
    let is_at_edge = text.len() > 1 && (index == 0 || index + 1 == text.len());
    if !is_at_edge || is_like(document, step, text) {
        return String::new();
    }
    format!(" If line {line} is not meant, give the text without its line {}.", index + 1)
}

fn is_gap(step: &Step) -> bool {
    matches!(step, Step::OnlyInFile { .. } | Step::OnlyInText { .. })
}

fn kind(step: &Step) -> u8 {
    match step {
        Step::Same { .. } => 0,
        Step::Changed { .. } => 1,
        Step::OnlyInFile { .. } => 2,
        Step::OnlyInText { .. } => 3,
    }
}

fn only_in_file(document: &Document, line: usize, count: usize, new: &str) -> String {
    let lines: Vec<&str> = (line..line + count).filter_map(|number| document.line(number)).collect();
    let mut sentence = match lines.as_slice() {
        [""] => format!("The file has line {line}, an empty line, which the text lacks."),
        [one] => format!("The file has line {line}, which the text lacks: {}.", quote(one)),
        _ => format!("The file has lines {line} to {}, which the text lacks.", line + count - 1),
    };
    // An author who does not know of the lines would delete them.
    // What follows its last line end is no empty line.
    let new_lines = new.strip_suffix('\n').unwrap_or(new);
    let is_kept = |line: &&str| new_lines.split('\n').any(|other| other.trim() == line.trim());
    if !new.is_empty() && !lines.iter().all(is_kept) {
        let (them, are) = if count == 1 { ("it", "it is") } else { ("them", "they are") };
        sentence.push_str(&format!(
            " The new text lacks {them} as well: add {them} there, unless {are} to be deleted."
        ));
    }
    sentence
}

fn only_in_text(lines: &[&str], index: usize, goes_on: bool, new: &str) -> String {
    let first = lines.iter().copied().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut sentence = match lines {
        _ if goes_on => format!("The file ends before {} of the text.", quote(first)),
        [line] if line.trim().is_empty() => {
            format!("Line {} of the text is an empty line, which the file does not have there.", index + 1)
        }
        [line] => {
            format!(
                "Line {} of the text is not in the file there: {}. Give the text without it.",
                index + 1,
                quote(line)
            )
        }
        _ => format!(
            "Lines {} to {} of the text, from {} on, are not in the file there. Give the text without them.",
            index + 1,
            index + lines.len(),
            quote(first)
        ),
    };
    let distinctive = lines.iter().filter(|line| line.trim().len() > 2);
    if distinctive.clone().count() > 0
        && distinctive.clone().all(|line| new.split('\n').any(|other| other == *line))
    {
        sentence.push_str(" The new text has it too, and would add it.");
    }
    sentence
}
