//! The operations of the body of a transaction on its draft.

use serde_json::{Value, json};

use super::Workspace;
use super::calls::Job;
use super::draft::Draft;
use super::in_flight::InFlightCall;
use scenewright_error::Result;
use scenewright_text::edit::Replacement;
use scenewright_tools::answer::Answer;

pub fn read(workspace: &Workspace, _: &InFlightCall, job: &Job) -> Result<Answer> {
    workspace.with_draft(job, |draft| Ok(json!({ "content": draft.read(file_path(job))? })))
}

pub fn edit(workspace: &Workspace, _: &InFlightCall, job: &Job) -> Result<Answer> {
    workspace.with_draft(job, |draft| edit_draft(draft, job))
}

pub fn write(workspace: &Workspace, _: &InFlightCall, job: &Job) -> Result<Answer> {
    workspace.with_draft(job, |draft| {
        let is_new = draft.write(file_path(job), job.arguments.text("content"))?;
        Ok(json!({ "type": if is_new { "create" } else { "update" } }))
    })
}

pub fn delete(workspace: &Workspace, _: &InFlightCall, job: &Job) -> Result<Answer> {
    workspace.with_draft(job, |draft| draft.delete(file_path(job)).map(|()| json!({})))
}

pub fn rename(workspace: &Workspace, _: &InFlightCall, job: &Job) -> Result<Answer> {
    let (from, to) = (job.arguments.text("from"), job.arguments.text("to"));
    workspace
        .with_draft(job, |draft| draft.rename(from, to, job.arguments.flag("overwrite")).map(|()| json!({})))
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
