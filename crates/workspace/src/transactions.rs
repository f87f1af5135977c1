//! The way from a draft to files in place, and from there to the history or back.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::body::{TRANSACTION, take_draft};
use super::draft::{ChangedFile, ClosedDraft, Draft};
use super::files::permission::{Access, require};
use super::folder_changes::folder_changes;
use super::held::{Held, Verifying, abort_reason};
use super::in_flight::{InFlightCall, closed};
use super::job::Job;
use super::paths::Paths;
use super::session::Session;
use scenewright_call::cancelled;
use scenewright_error::{Error, Result, quote_name};
use scenewright_fs::{WorkspacePath, os_text, path_text};
use scenewright_journal::staging::{Conflict, FileFate, StagedChanges};
use scenewright_journal::{
    After, Direction, Expected, FileChange, FolderChanges, Label, UndoPlan, new_commit_id,
};
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::conflict::locate;
use scenewright_tools::exec::Permit;
use scenewright_tools::history::purged;

/// A draft that was closed, with the message of its history entry.
pub(crate) struct Sealed {
    draft: ClosedDraft,
    label: Label,
}

/// The progress of a transaction.
pub(crate) enum Placed {
    /// It is over.
    Done(Answer),
    /// It waits for its verification.
    InPlace(Box<Held>, Answer),
}

impl Sealed {
    pub(crate) fn new(
        draft: Draft,
        folders: FolderChanges,
        message: Option<String>,
        paths: &Paths,
    ) -> Sealed {
        let mut draft = draft.close();
        let message = message.unwrap_or_else(|| describe(&draft.fates, paths));
        draft.staged.folders = folders;
        Sealed { draft, label: Label { operation: "transaction".to_owned(), message, ..Label::default() } }
    }

    /// Returns the answer of a transaction that changes nothing: it waits for nobody, and has no entry in the
    /// history.
    pub(crate) fn answer_if_empty(&self, call: &InFlightCall) -> Option<Answer> {
        if !self.draft.staged.changes.is_empty() || !self.draft.staged.folders.is_empty() {
            return None;
        }
        Some(match call.settle() {
            true => committed(json!({ "transactionId": new_commit_id(), "files": [] }), Vec::new()),
            false => Answer::refused(cancelled()),
        })
    }

    /// Puts the files in place, and commits them unless they are to be verified.
    pub(crate) fn place(self, call: &InFlightCall, verify: bool, permit: Permit) -> Placed {
        let session = &call.session;
        let Sealed { draft: ClosedDraft { staged, fates }, label } = self;
        let files: Vec<Value> = fates.iter().map(|file| file_json(file, &session.paths)).collect();
        let transactions = &session.shared.transactions;
        let _own = session.reads.begin_changes(&staged.changes);
        let placed = call.with_terms(|terms| match verify {
            true => transactions.begin(&staged.request(label, terms)).map(Err),
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
                session.remember(&staged.changes);
                Placed::Done(committed(json!({ "transactionId": done.id, "files": files }), done.warnings))
            }
            Ok(Err(in_place)) => {
                let id = in_place.id().to_owned();
                let answer = json!({ "transactionId": id, "files": files });
                let given = Answer::ok(answer.clone());
                let verifying = Verifying::new(id, &session.shared);
                let changes = staged.changes;
                let held = Held { in_place, answer, changes, _verifying: verifying, _permit: permit };
                Placed::InPlace(Box::new(held), given)
            }
        }
    }
}

/// Closes a draft, after all calls on it, and waits for its turn to put it in place.
pub(crate) fn seal(pending: InFlightCall, job: &Job) {
    let session = Arc::clone(&pending.session);
    if !pending.start() {
        session.drafts().remove(&job.transaction());
        return;
    }
    let begun =
        match session.require_no_wait_for_itself(&job.within()).and_then(|()| take_draft(&session, job)) {
            Ok(begun) => begun,
            Err(error) => return pending.answer(&Answer::refused(error)),
        };
    let arguments = &job.arguments;
    let [made, removed] = ["made_folders", "removed_folders"].map(|name| arguments.texts(name));
    let folders = match folder_changes(&pending, TRANSACTION, &made, &removed) {
        Ok(folders) => folders,
        Err(error) => return pending.answer(&Answer::refused(error)),
    };
    let sealed = Sealed::new(begun.draft, folders, begun.message, &session.paths);
    if let Some(answer) = sealed.answer_if_empty(&pending) {
        return pending.answer(&answer);
    }
    let (number, verify) = (job.transaction(), job.arguments.flag("verify"));
    let job = move |permit| put_in_place(&pending, sealed, number, verify, permit);
    session.shared.change_lock.lock(session.number(), Box::new(job));
}

fn put_in_place(pending: &InFlightCall, sealed: Sealed, number: u64, verify: bool, permit: Permit) {
    if !pending.start() {
        return;
    }
    let mut held = None;
    let answer = pending.guard(|| match sealed.place(pending, verify, permit) {
        Placed::Done(answer) => answer,
        Placed::InPlace(placed, answer) => {
            held = Some(placed);
            answer
        }
    });
    // Before the answer, so that its receiver can end the transaction.
    if let Some(held) = held {
        pending.session.in_place().insert(number, held);
    }
    pending.answer(&answer);
}

/// Commits a transaction whose files are in place.
pub(crate) fn commit(session: &Session, job: &Job) -> Answer {
    match session.in_place().remove(&job.transaction()) {
        None => Answer::refused(closed()),
        Some(held) => {
            let (answer, changes) = held.commit();
            session.remember(&changes);
            answer
        }
    }
}

/// Puts back a transaction whose files are in place.
pub(crate) fn abort(session: &Session, job: &Job) -> Answer {
    match session.in_place().remove(&job.transaction()) {
        None => Answer::refused(closed()),
        Some(held) => {
            let thrown = job.arguments.optional_text("message");
            held.abort(abort_reason(job.arguments.text("reason"), thrown))
        }
    }
}

/// Removes the history for good.
pub(crate) fn purge_history(call: &InFlightCall, _: &Arguments) -> Result<Answer> {
    let transactions = &call.session.shared.transactions;
    call.limited(|limit| Ok(transactions.purge(&limit)?)).map(purged)
}

/// Answers `undo` and `redo`.
pub(crate) fn undo_or_redo(
    pending: &InFlightCall,
    direction: Direction,
    arguments: &Arguments,
) -> Result<Answer> {
    let (id, force) = (arguments.optional_text("id"), arguments.flag("force"));
    let (answer, warnings) = take_back(pending, direction, id, force)?;
    Ok(committed(answer, warnings))
}

/// Undoes or redoes a transaction, under the lock of the changes. Returns the data of the answer, and warnings.
pub(crate) fn take_back(
    pending: &InFlightCall,
    direction: Direction,
    id: Option<&str>,
    force: bool,
) -> Result<(Value, Vec<String>)> {
    let session = &pending.session;
    let shared = &session.shared;
    pending.limited(|limit| Ok(shared.transactions.recover(&limit)?))?;
    let plan = shared.transactions.plan(direction, id, force)?;
    let UndoPlan { id: undoes, original, changes, folders, removed_folders, overwritten, .. } = plan;
    // Folders that it had made are removed where they are empty then, and those that it had removed are made.
    let folders = FolderChanges { made: removed_folders, removed: folders };
    let tool = match direction {
        Direction::Undo => "undo",
        Direction::Redo => "redo",
    };
    for change in &changes {
        require_permitted(pending, &change.path)?;
    }
    if changes.is_empty() {
        require_folders(pending, folders.made.iter().chain(&folders.removed))?;
    }
    let label = Label {
        operation: tool.to_owned(),
        message: original.intent.message,
        undoes: Some(undoes),
        ..Label::default()
    };
    let _own = session.reads.begin_changes(&changes);
    let staged = StagedChanges { changes, folders, ..StagedChanges::default() };
    let done = pending.with_terms(|terms| shared.transactions.commit(&staged.request(label, terms)))?;
    let changes = staged.changes;
    session.remember(&changes);
    let files = changes.iter().map(|change| reverted_json(change, &session.paths));
    let key = if direction == Direction::Undo { "undone" } else { "redone" };
    let answer = json!({
        "transactionId": done.id,
        key: original.intent.id,
        "files": files.collect::<Vec<_>>(),
        "overwritten": overwritten.iter().map(|path| session.paths.display_path(path)).collect::<Vec<_>>(),
    });
    Ok((answer, done.warnings))
}

/// Refuses a change of folders alone that is not permitted; otherwise what counts is their files.
fn require_folders<'a>(
    pending: &InFlightCall,
    folders: impl Iterator<Item = &'a WorkspacePath>,
) -> Result<()> {
    let session = &pending.session;
    for folder in folders {
        session.write_rules.require_writable(folder)?;
        require_permitted(pending, folder)?;
    }
    Ok(())
}

/// Asks the host whether `Undo` may write at a path.
fn require_permitted(pending: &InFlightCall, path: &WorkspacePath) -> Result<()> {
    let session = &pending.session;
    let root = session.shared.root_set.root_paths().nth(path.root()).unwrap_or(Path::new(""));
    let absolute = path_text(&root.join(os_text(path.as_str()))).into_owned();
    require(&session.host, "Undo", Access::Write, &absolute, pending.cancel_token())
}

fn committed(data: Value, warnings: Vec<String>) -> Answer {
    Answer { status: Status::Committed, warnings, ..Answer::ok(data) }
}

fn file_json(file: &ChangedFile, paths: &Paths) -> Value {
    let path = paths.display_path(&file.path);
    match &file.fate {
        FileFate::Created => json!({ "path": path, "change": "created" }),
        FileFate::Updated => json!({ "path": path, "change": "updated" }),
        FileFate::Deleted => json!({ "path": path, "change": "deleted" }),
        FileFate::Renamed { from } => {
            json!({ "path": path, "change": "renamed", "from": paths.display_path(from) })
        }
    }
}

fn reverted_json(change: &FileChange, paths: &Paths) -> Value {
    let word = match (&change.expected, &change.after) {
        (Expected::Absent, _) => "created",
        (_, After::Absent) => "deleted",
        _ => "updated",
    };
    json!({ "path": paths.display_path(&change.path), "change": word })
}

/// Returns the message in the history for a transaction that came without one.
fn describe(files: &[ChangedFile], paths: &Paths) -> String {
    let Some(first) = files.first() else { return "change nothing".to_owned() };
    let path = paths.display_path(&first.path);
    let path = quote_name(&path);
    let first = match &first.fate {
        FileFate::Created => format!("create {path}"),
        FileFate::Updated => format!("update {path}"),
        FileFate::Deleted => format!("delete {path}"),
        FileFate::Renamed { from } => format!("rename {} to {path}", quote_name(&paths.display_path(from))),
    };
    match files.len() - 1 {
        0 => first,
        1 => format!("{first} and 1 other file"),
        more => format!("{first} and {more} other files"),
    }
}
