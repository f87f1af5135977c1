//! The tools `undo` and `redo`, and the return to an earlier commit.

use super::common::with_transaction;
use crate::call::Call;
use crate::change::commit;
use crate::parameters::{GivenValues, to_json};
use crate::proposal::Proposal;
use crate::request::ChangeRequest;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::FileName;
use scenewright_journal::{Direction, HistoryEntry, Moment, ValueStep};
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;

pub(super) fn answer(call: &Call<'_>, arguments: &Arguments, direction: Direction) -> Result<Answer> {
    let (tool, answered) = match direction {
        Direction::Undo => ("undo", "undone"),
        Direction::Redo => ("redo", "redone"),
    };
    let propose = |proposal: &mut Proposal<'_>| {
        let transactions = &call.shared.transactions;
        let id = arguments.optional_text("id");
        let id = id.map(str::to_owned).or_else(|| last_of_project(call, direction));
        let planned = transactions.plan(direction, id.as_deref(), arguments.flag("force"));
        let plan = planned.map_err(|error| explain_scene_id(call, id.as_deref(), error))?;
        let original = &plan.original.intent;
        for change in &plan.changes {
            let name = FileName::of_path(&change.path).ok_or_else(|| {
                let message = format!("{} is not a file of the project any more.", change.path);
                Error::new(Kind::NotFound, message)
            })?;
            proposal.take_over(&name, change)?;
        }
        for path in &plan.overwritten {
            proposal.warnings.push(format!(
                "Warning: {} was changed since by somebody else; what it held is in the history now.",
                transactions.root_set().display_path(path)
            ));
        }
        proposal.message = format!("{tool} {}: {}", original.id, original.message);
        proposal.undoes = Some(plan.id);
        proposal.values = plan.values;
        proposal.data.insert(answered.into(), original.id.as_str().into());
        proposal.data.insert("files".into(), proposal.file_list().into());
        Ok(())
    };
    Ok(with_transaction(commit(
        call,
        &ChangeRequest { tool, file: None, propose: &propose, parameters: None },
    )))
}

/// Returns the last change to undo that is of the project's files alone, where a workspace on the folder made the last one of all: its
/// files may be no files of the project.
fn last_of_project(call: &Call<'_>, direction: Direction) -> Option<String> {
    let is_of_project =
        |entry: &HistoryEntry| entry.intent.files.iter().all(|step| FileName::of_path(&step.path).is_some());
    call.shared.transactions.with_history(|entries| {
        let mut changes = entries.iter().rev().filter(|it| !it.undone && it.intent.undoes.is_none());
        let last = changes.next().filter(|_| direction == Direction::Undo)?;
        if is_of_project(last) {
            return None;
        }
        changes.find(|entry| is_of_project(entry)).map(|entry| entry.intent.id.clone())
    })
}

/// Explains that an id names the scene of a run, which is not in the history.
fn explain_scene_id(call: &Call<'_>, id: Option<&str>, error: Error) -> Error {
    let Some(id) = id.filter(|id| error.kind == Kind::NotFound && call.shared.commit_behind(id).is_some())
    else {
        return error;
    };
    let is_in_history =
        call.shared.transactions.with_history(|entries| entries.iter().any(|entry| entry.intent.id == id));
    if is_in_history {
        return error;
    }
    let message =
        format!("{} is the scene of a run that changed no file: there is nothing to undo.", quote_name(id));
    Error::new(Kind::NotFound, message).with_hint("history lists the commits that can be undone.")
}

/// Makes a commit that gives all files, and the values of parameters, the state that an earlier commit left. Later changes
/// stay in the history: undo brings them back.
pub(crate) fn restore(call: &Call<'_>, id: &str) -> Result<Answer> {
    let propose = |proposal: &mut Proposal<'_>| {
        let transactions = &call.shared.transactions;
        let moment = Moment::After(id);
        for (path, bytes) in transactions.files_at(moment)? {
            // A transaction can hold other files than those of the project when it was made by other tools.
            let Some(name) = FileName::of_path(&path) else { continue };
            let now = proposal.read(&name)?;
            match bytes {
                Some(bytes) if now.as_deref() != Some(bytes.as_slice()) => proposal.put(&name, bytes, 0)?,
                None if now.is_some() => proposal.remove(&name)?,
                Some(_) | None => {}
            }
        }
        let has_id = |it: &&HistoryEntry| it.intent.id == id;
        let message = transactions
            .with_history(|entries| entries.iter().find(has_id).map(|it| it.intent.message.clone()));
        proposal.message = format!("restore {id}: {}", message.unwrap_or_default());
        let kept: GivenValues = call.shared.kept_parameters();
        proposal.values =
            transactions.values_at(moment).map(|after| ValueStep { before: to_json(&kept), after });
        proposal.data.insert("files".into(), proposal.file_list().into());
        Ok(())
    };
    Ok(with_transaction(commit(
        call,
        &ChangeRequest { tool: "restore", file: None, propose: &propose, parameters: None },
    )))
}
