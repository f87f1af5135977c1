//! A transaction whose files are in place and wait for their verification.

use std::sync::Arc;

use serde_json::Value;

use super::shared::Shared;
use scenewright_error::{Error, Kind};
use scenewright_fs::WorkspacePath;
use scenewright_journal::{FileChange, InPlace};
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::exec::Permit;

/// A transaction whose files are in place. It admits the next one when it is dropped, after its own end.
pub(crate) struct Held {
    pub in_place: InPlace,
    pub answer: Value,
    pub changes: Vec<FileChange>,
    pub _verifying: Verifying,
    pub _permit: Permit,
}

/// The name of a transaction, for as long as its files are in place and not committed.
pub(crate) struct Verifying {
    id: String,
    shared: Arc<Shared>,
}

impl Held {
    /// Commits it. Also returns the changes.
    pub(crate) fn commit(self) -> (Answer, Vec<FileChange>) {
        match self.in_place.commit() {
            Ok(done) => {
                let warnings = done.warnings;
                (Answer { status: Status::Committed, warnings, ..Answer::ok(self.answer) }, self.changes)
            }
            // A commit that fails has put the files back, so no changes are remembered.
            Err(error) => (Answer { status: Status::Reverted, ..Answer::refused(error.into()) }, Vec::new()),
        }
    }

    /// Rolls everything back, and states the reason.
    pub(crate) fn abort(self, mut reason: Error) -> Answer {
        match self.in_place.abort() {
            Ok(left) if left.is_empty() => reason.message += " Every file was restored.",
            Ok(left) => {
                let names: Vec<&str> = left.iter().map(WorkspacePath::as_str).collect();
                reason.message += &format!(
                    " The files were restored, except for those that somebody else changed meanwhile: {}.",
                    names.join(", ")
                );
            }
            Err(error) => {
                reason.message +=
                    &format!(" Putting the files back failed: {error} It is tried again at the next call.");
            }
        }
        Answer { status: Status::Reverted, data: self.answer, ..Answer::refused(reason) }
    }
}

impl Verifying {
    pub(crate) fn new(id: String, shared: &Arc<Shared>) -> Verifying {
        shared.verifying().insert(id.clone());
        Verifying { id, shared: Arc::clone(shared) }
    }
}

impl Drop for Verifying {
    fn drop(&mut self) {
        self.shared.verifying().remove(&self.id);
    }
}

/// Returns the reason why a transaction is rolled back whose files were in place.
pub(crate) fn abort_reason(reason: &str, thrown: Option<&str>) -> Error {
    match reason {
        "cancelled" => Error::new(Kind::Cancelled, "The transaction was cancelled."),
        "closed" => Error::new(Kind::Closed, "The workspace was closed."),
        "threw" => {
            let thrown = thrown.unwrap_or("something that has no message");
            Error::new(Kind::VerifyFailed, format!("verify threw: {thrown}."))
        }
        _ => Error::new(Kind::VerifyFailed, "verify answered false."),
    }
}
