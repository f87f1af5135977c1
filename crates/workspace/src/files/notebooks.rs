//! Notebooks as files of text: those that cannot be read as notebooks are shown, edited and replaced like any text.

use super::call::{FileCall, Refused};
use super::refusal::Refusal;
use super::target::Target;
use scenewright_error::Kind;
use scenewright_media::Notebook;
use scenewright_text::Document;

pub(super) const NOTEBOOK: &str = ".ipynb";

/// Returns true for a file that is there, has the name of a notebook, and cannot be read as one.
pub(super) fn is_broken(call: &FileCall<'_>, target: &Target) -> bool {
    let Ok(Some(contents)) = target.read(call.session.options.file_bytes) else { return false };
    Document::decode(contents.bytes).is_ok_and(|document| Notebook::parse(document.view()).is_err())
}

/// Refuses to change a notebook as text, unless it cannot be read as a notebook.
pub(super) fn refuse_notebook(call: &FileCall<'_>, target: &Target) -> Refused<()> {
    if !target.has_ending(NOTEBOOK) || is_broken(call, target) {
        return Ok(());
    }
    let refusal = call.refuse(Kind::Notebook, &[]);
    if target.exists() {
        return Err(refusal);
    }
    Err(Box::new(refusal.with_help(Some("There is no such file yet: Write creates a notebook."))))
}

/// Refuses to write anything but a notebook under the name of one, and to replace a notebook that NotebookEdit edits.
pub(super) fn require_notebook(call: &FileCall<'_>, target: &Target, content: &str) -> Refused<()> {
    if !target.has_ending(NOTEBOOK) {
        return Ok(());
    }
    if target.exists() && !is_broken(call, target) {
        return Err(Box::new(Refusal::of("*", Kind::Notebook, &[]).in_file(&target.shown)));
    }
    match Notebook::parse(content) {
        Ok(_) => Ok(()),
        Err(error) => Err(call.refuse(Kind::Notebook, &[("reason", &error.message)])),
    }
}
