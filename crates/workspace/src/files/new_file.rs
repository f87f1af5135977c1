//! The writing of a new file: UTF-8, with the line end of its repository.

use super::call::{FileCall, Refused};
use super::target::Target;
use crate::new_line_end::{Origin, is_batch_file, line_end_of, line_end_of_new_file};
use scenewright_text::{Document, LineEnd};

/// Returns a document without text, whose line end is the one for a new file with this text.
pub(super) fn document_for(call: &FileCall<'_>, target: &Target, text: &str) -> Refused<(Document, Origin)> {
    let session = call.session;
    let is_batch_file = is_batch_file(&target.given) || is_batch_file(target.path.as_str());
    let found =
        line_end_of_new_file(&session.shared.root_set, &session.paths, &target.path, (text, is_batch_file));
    let (line_end, origin) = found.map_err(|error| call.failed(error))?;
    let document = Document::from_text_with("", line_end).map_err(|error| call.failed(error))?;
    Ok((document, origin))
}

/// Returns the words about line ends of the text that were not written as they were given.
pub(super) fn line_end_note(text: &str, written: LineEnd, origin: Origin) -> Option<String> {
    let given = line_end_of(text)?;
    if given == written {
        return None;
    }
    let name = |line_end: LineEnd| match line_end {
        LineEnd::Lf => "LF",
        LineEnd::CrLf => "CRLF",
        LineEnd::Cr => "CR",
    };
    let reason = match origin {
        Origin::Attribute => "as .gitattributes says",
        Origin::Kind => "as files of this kind have them",
        Origin::Neighbours => "as most files beside it have them",
        Origin::Default => "as new files have them",
    };
    Some(format!(
        "Note: the line ends of the text ({}) were written as {}, {reason}.",
        name(given),
        name(written)
    ))
}
