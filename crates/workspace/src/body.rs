//! The operations of the body of a transaction on its draft.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::draft::Draft;
use super::files::permission::{Access, require};
use super::guard;
use super::in_flight::InFlightCall;
use super::job::Job;
use super::session::{Begun, Session};
use scenewright_call::cancelled;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::{os_text, path_text};
use scenewright_text::edit::Replacement;
use scenewright_tools::answer::Answer;
use scenewright_tools::history::{Naming, history as show_history};

/// The name of a transaction that the host is asked about and the history shows.
pub(crate) const TRANSACTION: &str = "transaction";

/// Recovers from a dead process, and begins a draft. One whose caller is gone is not kept.
pub(crate) fn begin(session: &Session, call: &InFlightCall, job: &Job) -> Result<Answer> {
    session.shared.transactions.try_recover()?;
    call.require_base()?;
    if !call.settle() {
        return Err(cancelled());
    }
    let number = session.next_number();
    let (root_set, paths) = (Arc::clone(&session.shared.root_set), Arc::clone(&session.paths));
    let mut draft = Draft::new(root_set, paths, Arc::clone(&session.write_rules), session.options.file_bytes);
    draft.by_tool = job.arguments.flag("by_tool");
    let message = job.arguments.optional_text("message").map(str::to_owned);
    session.drafts().insert(number, Begun { draft, message });
    Ok(Answer::ok(json!({ "transaction": number })))
}

pub(crate) fn discard(session: &Session, _: &InFlightCall, job: &Job) -> Result<Answer> {
    session.drafts().remove(&job.transaction());
    Ok(Answer::ok(json!({})))
}

pub(crate) fn history(session: &Session, call: &InFlightCall, job: &Job) -> Result<Answer> {
    let rules = &session.write_rules;
    let naming = Naming {
        key: "path",
        shown: &|path| session.paths.display_path(path),
        permits: &|path| Ok(rules.require_readable(path).is_ok()),
        is_of_folder: &|_| false,
    };
    // First, so that what is recovered is listed.
    let recovered = guard::recover(call)?;
    session.shared.transactions.try_recover()?;
    let commit_id = session.shared.transactions.latest_id_at_once();
    let mut answer = show_history(&session.shared.transactions, &job.arguments, &naming)?;
    answer.warnings.extend(recovered);
    guard::extend_rows(session, &mut answer.data, naming.permits)?;
    answer.commit_id = Some(commit_id);
    Ok(answer)
}

pub(crate) fn read(session: &Session, call: &InFlightCall, job: &Job) -> Result<Answer> {
    with_draft(session, job, |draft| {
        require_permitted(session, call, draft, file_path(job), Wanted::Contents(Access::Read))?;
        Ok(json!({ "content": draft.read(file_path(job))? }))
    })
}

pub(crate) fn edit(session: &Session, call: &InFlightCall, job: &Job) -> Result<Answer> {
    with_draft(session, job, |draft| {
        require_permitted(session, call, draft, file_path(job), Wanted::Contents(Access::Write))?;
        edit_draft(draft, job)
    })
}

pub(crate) fn write(session: &Session, call: &InFlightCall, job: &Job) -> Result<Answer> {
    with_draft(session, job, |draft| {
        require_permitted(session, call, draft, file_path(job), Wanted::Contents(Access::Write))?;
        let as_in_repository = job.arguments.text("line_ends") == "repository";
        let is_new = draft.write(file_path(job), job.arguments.text("content"), as_in_repository)?;
        Ok(json!({ "type": if is_new { "create" } else { "update" } }))
    })
}

pub(crate) fn delete(session: &Session, call: &InFlightCall, job: &Job) -> Result<Answer> {
    with_draft(session, job, |draft| {
        require_permitted(session, call, draft, file_path(job), Wanted::Entry)?;
        draft.delete(file_path(job)).map(|()| json!({}))
    })
}

pub(crate) fn rename(session: &Session, call: &InFlightCall, job: &Job) -> Result<Answer> {
    let (from, to) = (job.arguments.text("from"), job.arguments.text("to"));
    with_draft(session, job, |draft| {
        require_permitted(session, call, draft, from, Wanted::Entry)?;
        require_permitted(session, call, draft, to, Wanted::Target { from })?;
        draft.rename(from, to, job.arguments.flag("overwrite")).map(|()| json!({}))
    })
}

/// The part of a file that an operation is about.
#[derive(Clone, Copy)]
enum Wanted<'a> {
    /// The contents of the file, with links followed.
    Contents(Access),
    /// The entry itself, to be removed or moved.
    Entry,
    /// The entry that another one is moved to.
    Target {
        /// The entry that is moved.
        from: &'a str,
    },
}

/// Refuses a file that the host leaves alone, or does not permit.
fn require_permitted(
    session: &Session,
    call: &InFlightCall,
    draft: &mut Draft,
    given: &str,
    wanted: Wanted<'_>,
) -> Result<()> {
    let (access, path) = match wanted {
        Wanted::Contents(access) => (access, draft.resolve(given, false)?),
        Wanted::Entry => (Access::Write, draft.resolve(given, true)?),
        Wanted::Target { from } => (Access::Write, draft.resolve_target(from, given)?),
    };
    let shown = session.paths.display_path(&path);
    if access == Access::Write && session.own_ignored.is_left_alone(&path) {
        let message = format!("{} is left alone by the option ignore of this workspace.", quote_name(&shown));
        return Err(Error::new(Kind::IgnoredPath, message)
            .in_file(shown)
            .with_hint("Leave it out of the transaction."));
    }
    if draft.by_tool
        && access == Access::Write
        && let Some(reason) = session.reason_to_leave(&path)?
    {
        let message = format!("{} is in a folder that is ignored.", quote_name(&shown));
        return Err(Error::new(Kind::IgnoredPath, message).in_file(shown).with_hint(reason));
    }
    let root = session.shared.root_set.root_paths().nth(path.root()).unwrap_or(Path::new(""));
    let absolute = path_text(&root.join(os_text(path.as_str()))).into_owned();
    require(&session.host, TRANSACTION, access, &absolute, call.cancel_token())
        .map_err(|error| error.in_file(shown))
}

fn edit_draft(draft: &mut Draft, job: &Job) -> Result<Value> {
    let arguments = &job.arguments;
    let replacement = Replacement {
        old: arguments.text("old_string").to_owned(),
        new: arguments.text("new_string").to_owned(),
        replace_all: arguments.flag("replace_all"),
        expected_replacements: arguments.whole("expected_replacements"),
        max_bytes: Some(draft.max_bytes()),
        ..Replacement::default()
    };
    let applied = draft.edit(file_path(job), &replacement)?;
    let mut data = json!({ "replacements": applied.replaced, "lines": applied.lines });
    if applied.found > applied.lines.len() {
        data["truncated"] = true.into();
    }
    Ok(data)
}

fn file_path(job: &Job) -> &str {
    job.arguments.text("file_path")
}

/// Runs an operation on the draft of a transaction.
fn with_draft(
    session: &Session,
    job: &Job,
    operation: impl FnOnce(&mut Draft) -> Result<Value>,
) -> Result<Answer> {
    let mut begun = take_draft(session, job)?;
    let answer = operation(&mut begun.draft);
    session.drafts().insert(job.transaction(), begun);
    answer.map(Answer::ok)
}

/// Takes a draft. Only one thread takes drafts, so a missing one is not in use either.
pub(crate) fn take_draft(session: &Session, job: &Job) -> Result<Begun> {
    session
        .drafts()
        .remove(&job.transaction())
        .ok_or_else(|| Error::new(Kind::Closed, "The transaction has ended. Begin another one."))
}
