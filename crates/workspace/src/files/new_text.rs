//! Remarks on a new text that is probably not what its author meant. It is written as it was given.

use super::target::Target;
use scenewright_error::{Warning, WarningCode};
use scenewright_text::Document;
use scenewright_text::edit::{
    Spans, copied_along, doubtful_seam, has_escaped_quotes, has_written_out_line_ends, placeholder_added,
    stray_entity,
};

/// Returns remarks on escapes that were not decoded on the way to this tool.
pub(super) fn new_text_notes(
    target: &Target,
    document: &Document,
    old: &str,
    new: &str,
    number: Option<usize>,
) -> Vec<String> {
    let (which, text) = named(number);
    let mut notes = Vec::new();
    if has_written_out_line_ends(old, new) {
        notes.push(format!(
            "Note: {which}{text} is one line with its line ends written out, a backslash and an `n` each. It was written as it is; \
             if real line ends were meant, write it again with them."
        ));
    }
    if let Some(words) = copied_along(target.path.as_str(), old, new) {
        notes.push(format!(
            "Note: {which}{text} {words}. It was written as it is; if that is no part of the code, write it again without."
        ));
    }
    if has_escaped_quotes(old, new) {
        notes.push(format!(
            "Note: {which}{text} has a backslash before every quote. It was written as it is; if the quotes alone were meant, write \
             it again with them."
        ));
    }
    if let Some(entity) = stray_entity(target.path.as_str(), document, old, new) {
        notes.push(format!(
            "Note: {which}{text} has HTML entities such as `{entity}`, and the file had none. They were written as they are; if the \
             characters themselves were meant, write them."
        ));
    }
    notes
}

/// Returns a remark on the edges of a new text, where it meets the rest of the file.
pub(super) fn seam_note(
    view: &str,
    spans: &Spans,
    (old, new): (&str, &str),
    number: Option<usize>,
) -> Option<String> {
    let words = doubtful_seam(view, spans, old, new)?;
    let (which, _) = named(number);
    Some(format!(
        "Note: {which}{words}. It was written as it is; if that was not meant, edit these lines again."
    ))
}

/// Returns the warning about a line that stands for code.
pub(super) fn placeholder_warning(
    target: &Target,
    old: &str,
    new: &str,
    number: Option<usize>,
) -> Option<Warning> {
    let line = placeholder_added(target.path.as_str(), old, new)?;
    let which = number.map(|number| format!("Edit {number}: ")).unwrap_or_default();
    Some(WarningCode::Placeholder.warning(format!(
        "Warning: {which}new_string adds the line `{}`, which looks like a placeholder for code that was left out. It was \
         written literally; if the code was meant, edit again.",
        line.line
    )))
}

/// Names the edit among several, and its text; the whole content where there is no edit.
fn named(number: Option<usize>) -> (String, &'static str) {
    match number {
        Some(0) => (String::new(), "content"),
        Some(number) => (format!("edit {number}: "), "new_string"),
        None => (String::new(), "new_string"),
    }
}
