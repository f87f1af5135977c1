//! The way from a draft to files in place, and from there to the history or back.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::body::{TRANSACTION, take_draft};
use super::draft::{ChangedFile, ClosedDraft, Draft};
use super::files::permission::{Access, require};
use super::folder_changes::folder_changes;
use super::guard::{self, Reversal, is_guarded};
use super::held::{Held, Verifying, abort_reason};
use super::in_flight::{InFlightCall, closed};
use super::job::Job;
use super::paths::Paths;
use super::session::Session;
use scenewright_call::cancelled;
use scenewright_error::{Error, Kind, Result, Warning, quote_name};
use scenewright_fs::{WorkspacePath, os_text, path_text};
use scenewright_journal::staging::{Conflict, FileFate, StagedChanges};
use scenewright_journal::{
    After, Direction, Expected, FileChange, FolderChanges, HistoryEntry, Label, UndoPlan, new_commit_id,
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
    /// The transaction has ended.
    Done(Answer),
    /// The files are in place, and the transaction waits for its verification.
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
        // Folders are no part of a draft: their calls are recorded by the body and looked at only
        // now.
        draft.staged.folders = folders;
        Sealed { draft, label: Label { operation: "transaction".to_owned(), message, ..Label::default() } }
    }

    /// Returns the answer of a transaction that changes nothing: it waits for no lock, and has no entry in the
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
        // Before the first file is replaced, so that no watch takes the change for that of another program.
        let _own = session.reads.begin_changes(&staged.changes);
        let placed = call.with_terms(|terms| match verify {
            true => transactions.begin(&staged.request(label, terms)).map(Err),
            false => transactions.commit(&staged.request(label, terms)).map(Ok),
        });
        match placed {
            Err(error) => {
                // While the staged files are at hand: the error names the place alone.
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
        // A cancelled call still ends its transaction; the draft would be kept until the session
        // closes.
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
    // Made in this queue, after all calls on the draft, and before the lock, so that no other
    // change waits for it.
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

/// Rolls back a transaction whose files are in place.
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
    let mut gone = call.limited(|limit| Ok(transactions.purge(&limit)?))?;
    gone.bytes += guard::purge(&call.session)?;
    Ok(purged(gone))
}

/// Answers `undo` and `redo`.
pub(crate) fn undo_or_redo(
    pending: &InFlightCall,
    direction: Direction,
    arguments: &Arguments,
) -> Result<Answer> {
    let (id, force) = (arguments.optional_text("id"), arguments.flag("force"));
    if let Some(to) = arguments.optional_text("to") {
        if id.is_some() || arguments.has("file") {
            let message = "Give one of id, to and file: to undoes everything after a commit.";
            return Err(Error::new(Kind::InvalidInput, message));
        }
        let (answer, warnings) = undo_to(pending, to, force)?;
        return Ok(committed(answer, warnings));
    }
    let file = arguments.optional_text("file").map(|file| pending.session.paths.parse(file)).transpose()?;
    let (answer, warnings) = take_back(pending, direction, id, force, file.as_ref())?;
    Ok(committed(answer, warnings))
}

/// Returns the changes whose state differs from what it was after the commit at `position`, the latest first: each with the commit
/// that made it differ, its own id, and the way back.
fn ways_back(entries: &[HistoryEntry], position: usize) -> Vec<(String, String, Direction)> {
    let by_id: HashMap<&str, &HistoryEntry> =
        entries.iter().map(|entry| (entry.intent.id.as_str(), entry)).collect();
    let original = |entry: &HistoryEntry| -> Option<String> {
        let mut original = entry;
        while let Some(undoes) = original.intent.undoes.as_deref() {
            original = by_id.get(undoes)?;
        }
        Some(original.intent.id.clone())
    };
    // Of each change, how often it was made or reversed since, and where the last time.
    let mut events: HashMap<String, (usize, usize)> = HashMap::new();
    for (at, entry) in entries.iter().enumerate().skip(position + 1) {
        if let Some(id) = original(entry) {
            let (count, last) = events.entry(id).or_default();
            (*count, *last) = (*count + 1, at);
        }
    }
    let mut ways: Vec<(usize, String, Direction)> = events
        .into_iter()
        .filter(|(_, (count, _))| count % 2 == 1)
        .filter_map(|(id, (_, last))| {
            let way = if by_id.get(id.as_str())?.undone { Direction::Redo } else { Direction::Undo };
            Some((last, id, way))
        })
        .collect();
    ways.sort_by_key(|(last, ..)| std::cmp::Reverse(*last));
    ways.into_iter().map(|(last, id, way)| (entries[last].intent.id.clone(), id, way)).collect()
}

/// Brings everything to what it was after a commit: what was committed later is undone, and what was undone later is made again,
/// the latest first. Completed steps stay if a later one is refused.
fn undo_to(pending: &InFlightCall, to: &str, force: bool) -> Result<(Value, Vec<Warning>)> {
    let transactions = &pending.session.shared.transactions;
    // A new process has read no commit yet, and others may have made some. The commit of a killed guard is undone first.
    let recovered = guard::recover(pending)?;
    pending.limited(|limit| Ok(transactions.recover(&limit)?))?;
    pending.require_base()?;
    let later = transactions.with_history(|entries| {
        let position = entries.iter().position(|entry| entry.intent.id == to)?;
        Some(ways_back(entries, position))
    });
    let Some(later) = later else {
        let message = format!("There is no commit {} in the history.", quote_name(to));
        return Err(Error::new(Kind::NotFound, message).with_hint("history lists those there are."));
    };
    if later.is_empty() {
        return Err(Error::new(Kind::NoChange, "No commit that counts was made after that one."));
    }
    let (mut files, mut overwritten, mut warnings) = (Vec::new(), Vec::new(), recovered);
    let mut last = Value::Null;
    for (number, (_, id, way)) in later.iter().enumerate() {
        let (answer, more) = take_back(pending, *way, Some(id), force, None).map_err(|error| {
            let hint =
                format!("{number} of {} commits were undone before that, and stay undone.", later.len());
            // Each step is a commit of its own, so those that were made stay.
            if number == 0 { error } else { error.with_hint(hint) }
        })?;
        for (all, name) in [(&mut files, "files"), (&mut overwritten, "overwritten")] {
            for item in answer[name].as_array().into_iter().flatten() {
                // The oldest of the commits says how a file ends.
                all.retain(|it: &Value| it["path"].is_null() || it["path"] != item["path"]);
                all.push(item.clone());
            }
        }
        warnings.extend(more);
        last = answer["transactionId"].clone();
        pending.move_base(last.as_str().unwrap_or_default());
    }
    let mut undone: Vec<String> = later.into_iter().map(|(id, ..)| id).collect();
    let first = undone.pop().unwrap_or_default();
    let answer = json!({
        "transactionId": last, "undone": first, "also": undone, "files": files, "overwritten": overwritten,
    });
    Ok((answer, warnings))
}

/// Undoes or redoes a transaction, under the lock of the changes. Returns the data of the answer, and warnings.
pub(crate) fn take_back(
    pending: &InFlightCall,
    direction: Direction,
    id: Option<&str>,
    force: bool,
    file: Option<&WorkspacePath>,
) -> Result<(Value, Vec<Warning>)> {
    let session = &pending.session;
    let shared = &session.shared;
    if file.is_none()
        && let Some(finished) = guard::finish_reversal(pending, direction, id)?
    {
        return Ok(finished);
    }
    // Recovery first: it ends a commit that another process left behind, and reads what others have
    // committed. The commit of a killed guard is the latest then.
    let mut warnings = guard::recover(pending)?;
    pending.limited(|limit| Ok(shared.transactions.recover(&limit)?))?;
    pending.require_base()?;
    let found = shared.transactions.target(direction, id)?;
    // The changes of a guard are in the folders of a snapshot, not in the journal's records.
    if is_guarded(&found.0) {
        let (target, original) = &found;
        let (answer, more) =
            guard::take_back(pending, &Reversal { direction, target, original, force, file })?;
        warnings.extend(more);
        return Ok((answer, warnings));
    }
    // With a file the plan passes over all conflicts; `restrict` then refuses those of that file.
    let mut plan = shared.transactions.plan(direction, id, force || file.is_some())?;
    if let Some(file) = file {
        restrict(&mut plan, file, force)?;
    }
    let UndoPlan { id: undoes, original, changes, folders, removed_folders, overwritten, .. } = plan;
    warnings.extend(plan.left_alone.into_iter().map(|(_, warning)| warning));
    // Folders that it had made are removed where they are empty then, and those that it had removed are made.
    let removed = folders.into_iter().chain(plan.emptied_folders).collect();
    let folders = FolderChanges { made: removed_folders, removed };
    let tool = match direction {
        Direction::Undo => "undo",
        Direction::Redo => "redo",
    };
    // The host is asked for each file, as for any other write; `undo` must not be a way around it.
    for change in &changes {
        require_permitted(pending, &change.path)?;
    }
    if changes.is_empty() {
        require_folders(pending, folders.made.iter().chain(&folders.removed))?;
    }
    let label = Label {
        operation: tool.to_owned(),
        message: match file {
            None => original.intent.message,
            Some(file) => format!("{file} of {}", original.intent.message),
        },
        // One file of several is a change of its own: the commit still counts for the others.
        undoes: file.is_none().then_some(undoes),
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
    warnings.extend(done.warnings);
    Ok((answer, warnings))
}

/// Restricts a plan to one file, or to what is in one folder.
fn restrict(plan: &mut UndoPlan, file: &WorkspacePath, force: bool) -> Result<()> {
    let beneath = format!("{}/", file.as_str());
    let is_meant = |path: &WorkspacePath| {
        path.root() == file.root() && (path == file || path.as_str().starts_with(&beneath))
    };
    // A file in the place of a folder that the file needs.
    let removed = std::mem::take(&mut plan.removed_files);
    let is_in_the_way = |path: &WorkspacePath| removed.contains(path) && file.is_in(path);
    plan.changes.retain(|change| is_meant(&change.path) || is_in_the_way(&change.path));
    plan.overwritten.retain(|path| is_meant(path) || is_in_the_way(path));
    plan.emptied_folders.retain(is_meant);
    plan.left_alone.retain(|(path, _)| is_meant(path));
    // The other files may need their folders.
    plan.folders.clear();
    plan.removed_folders.clear();
    let id = &plan.original.intent.id;
    let mut changed = plan.overwritten.iter().chain(plan.left_alone.iter().map(|(path, _)| path));
    if let Some(changed) = changed.next().filter(|_| !force) {
        let message = format!("Could not undo {id}: {changed} changed since. Nothing was changed.");
        let hint = "Set force to replace the present contents; they are kept in the history.";
        return Err(Error::new(Kind::Conflict, message).with_hint(hint).in_file(changed.as_str()));
    }
    if plan.changes.is_empty() && plan.overwritten.is_empty() && plan.left_alone.is_empty() {
        let message = format!("{file} is as it was before {id}, or {id} did not change it.");
        return Err(Error::new(Kind::NoChange, message));
    }
    Ok(())
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

fn committed(data: Value, warnings: Vec<Warning>) -> Answer {
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
