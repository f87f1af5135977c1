//! The tools `undo` and `redo`, and the return to an earlier commit.

use super::common::with_transaction;
use crate::call::Call;
use crate::change::commit;
use crate::parameters::{GivenValues, to_json};
use crate::past::explain_unknown;
use crate::proposal::Proposal;
use crate::request::ChangeRequest;
use scenewright_error::{Error, Kind, Result, WarningCode, quote_name};
use scenewright_fs::FileName;
use scenewright_journal::{Direction, HistoryEntry, Intent, Moment, ValueStep};
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
        // Planned inside of the proposal, so that after a conflict it is planned again from the files as they are
        // then.
        let planned = transactions.plan(direction, id.as_deref(), arguments.flag("force"));
        let plan = planned.map_err(|error| explain_scene_id(call, id.as_deref(), error))?;
        let original = &plan.original.intent;
        if !is_of_project(&plan.original) {
            return Err(error_of_folder(tool, original));
        }
        // A commit of a project changes files alone.
        if let Some(folder) = plan.emptied_folders.first() {
            let folder = quote_name(folder.as_str()).into_owned();
            let message = format!("Could not {tool} {}: {folder} is an empty folder now.", original.id);
            let hint = format!("Remove the folder {folder}, and {tool} then.");
            return Err(Error::new(Kind::InvalidInput, message).with_hint(hint));
        }
        for change in &plan.changes {
            if let Some(name) = FileName::of_path(&change.path) {
                proposal.take_over(&name, change)?;
            }
        }
        for path in &plan.overwritten {
            proposal.warnings.push(WarningCode::Overwritten.warning(format!(
                "Warning: {} was changed since by somebody else; its contents are now in the history.",
                transactions.root_set().display_path(path)
            )));
        }
        proposal.warnings.extend(plan.left_alone.iter().map(|(_, warning)| warning.clone()));
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

/// Returns whether a commit changed files of the project alone. One that a guarded command or a merged fork made did not: what it
/// changed is in the accounts of the workspace, which the history of a project does not read.
pub(super) fn is_of_project(entry: &HistoryEntry) -> bool {
    !entry.has_account_of("guard")
        && entry.intent.files.iter().all(|step| FileName::of_path(&step.path).is_some())
}

fn error_of_folder(tool: &str, intent: &Intent) -> Error {
    let message =
        format!("{} ({}) is a commit of the folder, not of the project.", intent.id, intent.message);
    Error::new(Kind::InvalidInput, message).with_hint(format!(
        "Use the {tool} of a workspace, or `scenewright {tool} --root DIR --id {}`.",
        intent.id
    ))
}

/// Returns the last change to undo that is of the project's files alone, where a workspace on the folder made the last one of all: its
/// files may be no files of the project.
fn last_of_project(call: &Call<'_>, direction: Direction) -> Option<String> {
    call.shared.transactions.with_history(|entries| {
        let mut changes = entries.iter().rev().filter(|it| !it.undone && it.intent.undoes.is_none());
        let last = changes.next().filter(|_| direction == Direction::Undo)?;
        if is_of_project(last) {
            // `None` leaves the choice to the journal, which has the same rule for the last change.
            return None;
        }
        changes.find(|entry| is_of_project(entry)).map(|entry| entry.intent.id.clone())
    })
}

/// Explains that an id names a scene that no commit made.
fn explain_scene_id(call: &Call<'_>, id: Option<&str>, error: Error) -> Error {
    let Some(id) = id.filter(|_| error.kind == Kind::NotFound) else { return error };
    if call.shared.loose_scene(id).is_none() {
        return explain_unknown(call, id, error);
    }
    let message = format!(
        "{} is the scene of a run that changed no file, or of an edit by hand: no commit made it, so there is nothing to undo.",
        quote_name(id)
    );
    Error::new(Kind::NotFound, message).with_hint("history lists the commits that can be undone.")
}

/// Makes a commit that gives all files, and the values of parameters, the state that an earlier commit left. Later changes
/// stay in the history: undo brings them back. It refuses where nothing is different.
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
        let step = transactions.values_at(moment).map(|after| ValueStep { before: to_json(&kept), after });
        let files = proposal.file_list();
        // Without a change there is no entry, and an undo of this would reverse the change before it.
        if files.is_empty() && step.as_ref().is_none_or(|step| step.before == step.after) {
            let message =
                "Code and values are as they were after that commit, so there is nothing to restore.";
            return Err(Error::new(Kind::NotFound, message));
        }
        proposal.values = step;
        proposal.data.insert("files".into(), files.into());
        Ok(())
    };
    Ok(with_transaction(commit(
        call,
        &ChangeRequest { tool: "restore", file: None, propose: &propose, parameters: None },
    )))
}
