//! A proposal for a file, and what it must be.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::call::{FileCall, Refused};
use super::refusal::Refusal;
use super::target::Target;
use scenewright_error::{Error, Kind, Warning, quote_name};
use scenewright_fs::WorkspacePath;
use scenewright_journal::After;
use scenewright_journal::staging::StagedFiles;
use scenewright_text::Document;
use scenewright_text::edit::{Patch, Spans, file_patch};

/// The change that a tool proposes for a file.
pub(super) struct Proposed {
    /// The document that the change was computed from: the file, or an empty document with the line end
    /// of a new one.
    pub document: Document,
    /// True when there was a file.
    pub existed: bool,
    pub new: Document,
    /// The spans of the replaced text, where they are known.
    pub spans: Option<Spans>,
    /// The tool's own data in the answer, besides the data of every change.
    pub data: Map<String, Value>,
    pub warnings: Vec<Warning>,
    pub notes: Vec<String>,
}

impl Proposed {
    /// Stages the file that the change was computed from, and the change.
    pub(super) fn stage(&self, path: &WorkspacePath) -> Result<StagedFiles, Error> {
        let found = match self.existed {
            true => After::File { bytes: self.document.shared_bytes(), mode: None },
            false => After::Absent,
        };
        let mut files = StagedFiles::default();
        files.look(path, || Ok(found))?.put_bytes(self.new.shared_bytes());
        Ok(files)
    }

    /// Returns the patch of the file's bytes.
    pub(super) fn byte_patch<'p>(&self, patch: &'p Patch) -> Cow<'p, Patch> {
        file_patch(&self.document, &self.new, patch)
    }

    /// Returns true if line ends of a lone CR are in the file, which no program that reads patches takes for line ends.
    pub(super) fn has_lone_cr(&self) -> bool {
        self.document.has_lone_cr() || self.new.has_lone_cr()
    }

    pub(super) fn patch(&self) -> Patch {
        let (old, new) = (self.document.view(), self.new.view());
        match &self.spans {
            Some(spans) => Patch::of_spans(old, new, spans),
            None => Patch::between(old, new),
        }
    }
}

/// Returns the document of a file's new bytes, whatever encoding would be detected for them alone.
pub(super) fn decode_new(
    call: &FileCall<'_>,
    target: &Target,
    old: &Document,
    new: Vec<u8>,
) -> Refused<Document> {
    Document::decode_as(new, old.encoding()).map_err(|error| call.failed(error.in_file(&target.shown)))
}

/// Refuses a proposal that leaves the file as it is.
pub(super) fn require_difference(target: &Target, proposed: &Proposed) -> Refused<()> {
    match proposed.existed && proposed.document.bytes() == proposed.new.bytes() {
        true => Err(Box::new(Refusal::of("*", Kind::NoChange, &[]).in_file(&target.shown))),
        false => Ok(()),
    }
}

/// Refuses a file that would be over the limit of the workspace.
pub(super) fn require_small(call: &FileCall<'_>, target: &Target, length: usize) -> Refused<()> {
    let most = call.session.options.file_bytes;
    if length as u64 <= most {
        return Ok(());
    }
    let message = format!(
        "{} would have {length} bytes; the most is {most}. Nothing was changed.",
        quote_name(&target.given)
    );
    Err(call.failed(Error::new(Kind::TooLarge, message)))
}
