//! The tool `Write`.

use serde_json::{Map, json};

use super::call::{FileCall, Refused};
use super::change::{ChangeOptions, Known, change, read_known};
use super::new_file::{document_for, line_end_note};
use super::new_text::new_text_notes;
use super::notebooks::require_notebook;
use super::outcome::{Outcome, count};
use super::proposed::{Proposed, decode_new};
use super::target::Target;
use scenewright_error::{Error, Kind, quote_name};
use scenewright_text::edit::{placeholder_added, rewrite};
use scenewright_text::{Document, Encoding};

pub(super) fn write(call: &FileCall<'_>) -> Outcome {
    write_as(call, false)
}

/// Writes the bytes of the text as they are, for families of tools that promise that.
pub(super) fn write_exactly(call: &FileCall<'_>) -> Outcome {
    write_as(call, true)
}

fn write_as(call: &FileCall<'_>, is_exact: bool) -> Outcome {
    let given = call.arguments.text("file_path");
    let content = call.arguments.text("content");
    let options = ChangeOptions { verb: "write", dry_run: false, is_whole: true };
    change(call, given, &options, &mut |target| {
        require_notebook(call, target, content)?;
        let mut warnings = Vec::new();
        let mut notes = Vec::new();
        let (existed, document) = match target.exists() {
            false => {
                let (document, origin) = document_for(call, target, content)?;
                if !is_exact {
                    notes.extend(line_end_note(content, document.line_end(), origin));
                    notes.extend(case_note(call, target));
                }
                (false, document)
            }
            true => {
                let Known { bytes, has_changed } = read_known(call, target, &mut warnings)?;
                // Nothing in the call proves that its author has seen the other's change.
                if has_changed {
                    return Err(call.refuse(Kind::StaleRead, &[]));
                }
                let document = Document::decode(bytes);
                (true, document.map_err(|error| call.failed(error.in_file(&target.shown)))?)
            }
        };
        let in_file = |error: Error| call.failed(error.in_file(&target.shown));
        let new = if is_exact && matches!(document.encoding(), Encoding::Utf8 | Encoding::Utf8WithMark) {
            Document::decode(content.as_bytes().to_vec()).map_err(in_file)?
        } else {
            require_whole(call, target, &document, content)?;
            decode_new(call, target, &document, rewrite(&document, content).map_err(in_file)?)?
        };
        if !is_exact {
            notes.extend(new_text_notes(target, &document, "", content, Some(0)));
        }
        notes.extend(shrink_note(&document, &new));
        let kind = if existed { "update" } else { "create" };
        let mut data = Map::new();
        data.insert("type".to_owned(), json!(kind));
        data.insert("content".to_owned(), json!(content));
        Ok(Proposed { document, existed, new, spans: None, data, warnings, notes })
    })
}

/// Returns the words about a file beside a new one whose name is the same but for letter case.
fn case_note(call: &FileCall<'_>, target: &Target) -> Option<String> {
    let name = target.path.as_str().rsplit('/').next().unwrap_or_default();
    let names = call.session.paths.neighbours(&target.path);
    let other = names.iter().find(|own| *own != name && own.to_lowercase() == name.to_lowercase())?;
    Some(format!(
        "Note: {} is there as well, whose name differs in letter case alone. Where case does not count, as on Windows, they are one file.",
        quote_name(other)
    ))
}

/// Refuses a content in which words stand for code, unless the caller insists.
fn require_whole(call: &FileCall<'_>, target: &Target, document: &Document, content: &str) -> Refused<()> {
    match placeholder_added(target.path.as_str(), document.view(), content) {
        Some(placeholder) if !call.arguments.flag("allow_placeholders") => {
            Err(call.refuse(Kind::Placeholder, &[("line", &placeholder.line)]))
        }
        _ => Ok(()),
    }
}

/// Returns the words about a file that has lost more than half of its bytes.
fn shrink_note(old: &Document, new: &Document) -> Option<String> {
    let (before, after) = (old.bytes().len(), new.bytes().len());
    let lines = |document: &Document| count(document.line_count(), "line", "lines");
    (2 * after < before).then(|| {
        format!(
            "Note: the file shrank by more than half, from {} ({}) to {} ({}). If something was left out by mistake, undo \
             this change.",
            lines(old),
            count(before, "byte", "bytes"),
            lines(new),
            count(after, "byte", "bytes"),
        )
    })
}
