//! The tools `History` and `Undo`.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use super::super::guard;
use super::super::transactions::take_back;
use super::call::{Access, FileCall};
use super::change::lock_changes;
use super::outcome::{Done, Ending, Outcome, count, cut_to_limit, display};
use super::permission::{self, Permission};
use super::refusal::Refusal;
use scenewright_error::{Error, Kind, Result, show_name};
use scenewright_fs::{WorkspacePath, os_text, path_text};
use scenewright_journal::Direction;
use scenewright_tools::history::{Naming, history as page};

pub(super) fn history(call: &FileCall<'_>) -> Outcome {
    let session = call.session;
    let naming = Naming {
        key: "path",
        shown: &|path| session.paths.display_path(path),
        permits: &|path| permits(call, path),
        is_of_folder: &|_| false,
    };
    // A missing id is reported in the words of the tool that needs it.
    let failed = |error: Error| match error.kind {
        Kind::NotFound => Box::new(Refusal::from_error("Undo", error)),
        _ => call.failed(error),
    };
    // First, so that what is recovered is listed.
    let recovered = guard::recover(call.pending).map_err(failed)?;
    let mut answer = page(&session.shared.transactions, call.arguments, &naming).map_err(failed)?;
    answer.warnings.extend(recovered);
    guard::extend_rows(session, &mut answer.data, naming.permits).map_err(failed)?;
    let mut done = Done::new(Ending::Ok, answer.data);
    let rows = done.data.get("rows").and_then(Value::as_array).cloned().unwrap_or_default();
    let lines: Vec<String> = rows.iter().map(row_text).collect();
    done.assistant = match lines.is_empty() {
        true => "No changes are in the history.".to_owned(),
        false => lines.join("\n"),
    };
    if let Some(diff) = rows.first().and_then(|row| row.get("diff")).and_then(Value::as_str) {
        let _ = write!(done.assistant, "\n\n{diff}");
    }
    if let Some(next) = done.data.get("next") {
        let _ =
            write!(done.assistant, "\n({} older: continue with offset: {}.)", next["left"], next["offset"]);
    }
    let shown = cut_to_limit(&done.assistant).len();
    if shown < done.assistant.len() {
        done.assistant.truncate(shown);
        done.assistant.push_str("\n... cut here. Read the files for the rest.");
    }
    done.warnings = answer.warnings;
    let headline = format!("Found {}", count(rows.len(), "change", "changes"));
    done.display = display(&headline, lines.len(), "line", lines.iter().map(String::as_str));
    Ok(done)
}

pub(super) fn undo(call: &FileCall<'_>) -> Outcome {
    let (direction, key, verb) = match call.arguments.flag("redo") {
        false => (Direction::Undo, "undone", "Undone"),
        true => (Direction::Redo, "redone", "Made again"),
    };
    let (id, force) = (call.arguments.optional_text("id"), call.arguments.flag("force"));
    let _permit = lock_changes(call).map_err(|error| call.failed(error))?;
    let (data, warnings) =
        take_back(call.pending, direction, id, force, None).map_err(|error| call.failed(error))?;
    let files = data["files"].as_array().cloned().unwrap_or_default();
    let lines: Vec<String> = files.iter().map(file_text).collect();
    let mut done = Done::new(Ending::Applied, data);
    let shown_id = done.data.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let other = if direction == Direction::Undo { "redo: true makes it again" } else { "Undo reverses it" };
    done.assistant = format!("{verb}: {shown_id} ({other}).\n{}", lines.join("\n"));
    done.warnings = warnings;
    let headline = format!("{verb} with {}", count(lines.len(), "file", "files"));
    done.display = display(&headline, lines.len(), "line", lines.iter().map(String::as_str));
    Ok(done)
}

/// Returns true if the host lets a file be shown.
fn permits(call: &FileCall<'_>, path: &WorkspacePath) -> Result<bool> {
    let session = call.session;
    if session.write_rules.require_readable(path).is_err() {
        return Ok(false);
    }
    let root = session.shared.root_set.root_paths().nth(path.root()).unwrap_or(Path::new(""));
    let absolute = path_text(&root.join(os_text(path.as_str()))).into_owned();
    let cancel = call.pending.cancel_token();
    let answer = permission::ask(&session.host, call.tool, Access::Read, &absolute, cancel)?;
    Ok(answer == Permission::Granted)
}

/// Formats an entry: `ID 2026-01-31T23:59:59.999Z Edit: edit a.ts (updated a.ts)`.
fn row_text(row: &Value) -> String {
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let files: Vec<String> = row["files"].as_array().into_iter().flatten().map(file_text).collect();
    let more = row["moreFiles"].as_u64().map(|more| format!(", {more} more")).unwrap_or_default();
    let undone = if row["undone"] == true { " [undone]" } else { "" };
    // A change of folders alone has no files.
    let files = match files.is_empty() && more.is_empty() {
        true => String::new(),
        false => format!(" ({}{more})", files.join(", ")),
    };
    let [id, time, tool] = ["id", "time", "tool"].map(text);
    format!("{id} {time} {tool}{undone}: {}{files}", show_name(text("message")))
}

fn file_text(file: &Value) -> String {
    let text = |name: &str| file[name].as_str().unwrap_or_default();
    format!("{} {}", text("change"), show_name(text("path")))
}
