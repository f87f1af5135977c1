//! From a draft to files in place, and from there to the history or back.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::Workspace;
use super::calls::Job;
use super::draft::{ChangedFile, ClosedDraft, Draft};
use super::in_flight::{InFlightCall, closed};
use super::paths::Paths;
use super::shared::Shared;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::WorkspacePath;
use scenewright_journal::staging::{Conflict, FileFate, StagedChanges};
use scenewright_journal::{
    After, Direction, Durability, Expected, FileChange, InPlace, Label, UndoPlan, new_commit_id,
};
use scenewright_runner::cancelled;
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::conflict::locate;
use scenewright_tools::exec::Permit;
use scenewright_tools::history::purged;

/// A transaction whose files are in place. It lets the next one in when it is dropped, behind its own end.
pub struct Held {
    in_place: InPlace,
    answer: Value,
    changes: Vec<FileChange>,
    _verifying: Verifying,
    _permit: Permit,
}

/// The name of a transaction, for as long as its files are in place and do not count.
struct Verifying {
    id: String,
    shared: Arc<Shared>,
}

/// A draft that was closed, with what its history entry says.
pub struct Sealed {
    draft: ClosedDraft,
    label: Label,
}

/// How far a transaction came.
pub enum Placed {
    /// It is over.
    Done(Answer),
    /// It waits for its verification.
    InPlace(Box<Held>, Answer),
}

impl Sealed {
    pub fn new(draft: Draft, message: Option<String>, paths: &Paths) -> Sealed {
        let draft = draft.close();
        let message = message.unwrap_or_else(|| describe(&draft.fates, paths));
        Sealed { draft, label: Label { tool: "transaction".to_owned(), message, ..Label::default() } }
    }

    /// The answer of a transaction that changes nothing: it waits for nobody, and has no entry in the history.
    pub fn answer_if_empty(&self, call: &InFlightCall) -> Option<Answer> {
        if !self.draft.staged.changes.is_empty() {
            return None;
        }
        Some(match call.settle() {
            true => committed(json!({ "transactionId": new_commit_id(), "files": [] }), Vec::new()),
            false => Answer::refused(cancelled()),
        })
    }

    /// Puts the files in place, and commits them unless they are to be verified.
    pub fn place(self, call: &InFlightCall, verify: bool, permit: Permit) -> Placed {
        let workspace = &call.workspace;
        let Sealed { draft: ClosedDraft { staged, fates }, label } = self;
        let files: Vec<Value> = fates.iter().map(|file| file_json(file, &workspace.paths)).collect();
        let transactions = &workspace.shared.transactions;
        let _own = workspace.reads.begin_changes(&staged.changes);
        let placed = call.with_terms(|terms| match verify {
            true => transactions.begin_change(terms, &staged, label).map(Err),
            false => transactions.commit(&staged.request(label, terms)).map(Ok),
        });
        match placed {
            Err(error) => {
                let conflict = staged.conflict(transactions, &error);
                let error = Error::from(error);
                Placed::Done(Answer::refused(match conflict {
                    Some(Conflict { path, found }) => locate(error, transactions, &path, found.as_deref()),
                    None => error,
                }))
            }
            Ok(Ok(done)) => {
                workspace.remember(&staged.changes);
                Placed::Done(committed(json!({ "transactionId": done.id, "files": files }), done.warnings))
            }
            Ok(Err(in_place)) => {
                let id = in_place.id().to_owned();
                let answer = json!({ "transactionId": id, "files": files });
                let told = Answer::ok(answer.clone());
                let verifying = Verifying::new(id, &workspace.shared);
                let changes = staged.changes;
                let held = Held { in_place, answer, changes, _verifying: verifying, _permit: permit };
                Placed::InPlace(Box::new(held), told)
            }
        }
    }
}

impl Held {
    /// Makes it count.
    pub fn commit(self, workspace: &Workspace) -> Answer {
        match self.in_place.commit() {
            Ok(done) => {
                workspace.remember(&self.changes);
                committed(self.answer, done.warnings)
            }
            Err(error) => Answer { status: Status::Reverted, ..Answer::refused(error.into()) },
        }
    }

    /// Puts everything back, and says why.
    pub fn abort(self, mut reason: Error) -> Answer {
        match self.in_place.abort() {
            Ok(left) if left.is_empty() => reason.message += " Every file was put back.",
            Ok(left) => {
                let names: Vec<&str> = left.iter().map(WorkspacePath::as_str).collect();
                reason.message += &format!(
                    " The files were put back, but for what somebody else changed meanwhile and was left as it is: {}.",
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
    fn new(id: String, shared: &Arc<Shared>) -> Verifying {
        shared.verifying().insert(id.clone());
        Verifying { id, shared: Arc::clone(shared) }
    }
}

impl Drop for Verifying {
    fn drop(&mut self) {
        self.shared.verifying().remove(&self.id);
    }
}

/// Why a transaction is put back whose files were in place.
pub fn abort_reason(reason: &str, thrown: Option<&str>) -> Error {
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

/// Commits a transaction whose files are in place.
pub fn commit(workspace: &Workspace, job: &Job) -> Answer {
    match workspace.take_held(job) {
        None => Answer::refused(closed()),
        Some(held) => held.commit(workspace),
    }
}

/// Puts back a transaction whose files are in place.
pub fn abort(workspace: &Workspace, job: &Job) -> Answer {
    match workspace.take_held(job) {
        None => Answer::refused(closed()),
        Some(held) => {
            let thrown = job.arguments.optional_text("message");
            held.abort(abort_reason(job.arguments.text("reason"), thrown))
        }
    }
}

/// Removes the history for good.
pub fn purge_history(call: &InFlightCall, _: &Arguments) -> Result<Answer> {
    let transactions = &call.workspace.shared.transactions;
    call.limited(|limit| Ok(transactions.purge(&limit)?)).map(purged)
}

/// Undoes or redoes a transaction.
pub fn undo_or_redo(pending: &InFlightCall, direction: Direction, arguments: &Arguments) -> Result<Answer> {
    let (id, force) = (arguments.optional_text("id"), arguments.flag("force"));
    let workspace = &pending.workspace;
    let shared = &workspace.shared;
    pending.limited(|limit| Ok(shared.transactions.recover(&limit)?))?;
    let plan = shared.transactions.plan(direction, id, force)?;
    let UndoPlan { id: undoes, original, changes, folders, overwritten } = plan;
    let tool = match direction {
        Direction::Undo => "undo",
        Direction::Redo => "redo",
    };
    let label =
        Label { tool: tool.to_owned(), message: original.intent.message, undoes: Some(undoes), scene: None };
    let _own = workspace.reads.begin_changes(&changes);
    let staged = StagedChanges { changes, unchanged: Vec::new() };
    let done = pending.with_terms(|terms| shared.transactions.commit(&staged.request(label, terms)))?;
    let changes = staged.changes;
    workspace.remember(&changes);
    remove_folders(pending, &folders);
    let files = changes.iter().map(|change| reverted_json(change, &workspace.paths));
    let key = if direction == Direction::Undo { "undone" } else { "redone" };
    let answer = json!({
        "transactionId": done.id,
        key: original.intent.id,
        "files": files.collect::<Vec<_>>(),
        "overwritten": overwritten.iter().map(|path| workspace.paths.shown(path)).collect::<Vec<_>>(),
    });
    Ok(committed(answer, done.warnings))
}

/// Removes the folders that the transaction had made and that are empty now. Best effort: the files are back anyway.
fn remove_folders(pending: &InFlightCall, made: &[WorkspacePath]) {
    if made.is_empty() {
        return;
    }
    let workspace = &pending.workspace;
    let sync = workspace.options.durability == Durability::Fsync;
    let _ = pending.limited(|limit| {
        let lock = workspace.shared.root_set.lock(&limit)?;
        made.iter().rev().try_for_each(|folder| lock.remove_empty_folder(folder, sync))?;
        Ok(())
    });
}

fn committed(data: Value, warnings: Vec<String>) -> Answer {
    Answer { status: Status::Committed, warnings, ..Answer::ok(data) }
}

fn file_json(file: &ChangedFile, paths: &Paths) -> Value {
    let path = paths.shown(&file.path);
    match &file.fate {
        FileFate::Created => json!({ "path": path, "change": "created" }),
        FileFate::Updated => json!({ "path": path, "change": "updated" }),
        FileFate::Deleted => json!({ "path": path, "change": "deleted" }),
        FileFate::Renamed { from } => json!({ "path": path, "change": "renamed", "from": paths.shown(from) }),
    }
}

fn reverted_json(change: &FileChange, paths: &Paths) -> Value {
    let word = match (&change.expected, &change.after) {
        (Expected::Absent, _) => "created",
        (_, After::Absent) => "deleted",
        _ => "updated",
    };
    json!({ "path": paths.shown(&change.path), "change": word })
}

/// What the history says of a transaction that came without a message.
fn describe(files: &[ChangedFile], paths: &Paths) -> String {
    let Some(first) = files.first() else { return "change nothing".to_owned() };
    let path = paths.shown(&first.path);
    let path = quote_name(&path);
    let first = match &first.fate {
        FileFate::Created => format!("create {path}"),
        FileFate::Updated => format!("update {path}"),
        FileFate::Deleted => format!("delete {path}"),
        FileFate::Renamed { from } => format!("rename {} to {path}", quote_name(&paths.shown(from))),
    };
    match files.len() - 1 {
        0 => first,
        1 => format!("{first} and 1 other file"),
        more => format!("{first} and {more} other files"),
    }
}

/// The transactions of one session, by number.
pub type ByNumber<T> = HashMap<u64, T>;
