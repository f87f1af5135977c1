//! The host's look at a change, before anything is written.

use serde_json::{Value, json};

use super::call::{FileCall, Refused};
use super::host::Hook;
use super::outcome::count;
use super::proposed::{Proposed, decode_new, require_difference, require_small};
use super::target::Target;
use scenewright_error::Kind;
use scenewright_text::edit::{Patch, rewrite};

/// Lets the host see the change, stop it, or replace its text.
pub(super) fn confirm(call: &FileCall<'_>, target: &Target, proposed: Proposed) -> Refused<(Proposed, bool)> {
    let host = &call.session.host;
    if !host.has(Hook::Confirm) {
        return Ok((proposed, false));
    }
    let patch = proposed.patch();
    let mut preview = json!({
        "tool": call.tool,
        "filePath": target.key(),
        "originalContent": proposed.existed.then(|| proposed.document.view()),
        "newContent": proposed.new.view(),
        "diff": proposed.byte_patch(&patch).unified(&target.shown),
        "added": patch.added,
        "removed": patch.removed,
    });
    if patch.is_truncated {
        preview["truncated"] = true.into();
    }
    let answer = host.ask(Hook::Confirm, preview, call.pending.cancel_token());
    let answer = answer.map_err(|error| call.failed(error))?;
    let word = answer.as_str().or_else(|| answer.get("action").and_then(Value::as_str));
    let new_text = answer.get("newContent").and_then(Value::as_str);
    match (word, new_text) {
        (_, Some(text)) => Ok((with_text(call, target, proposed, text)?, true)),
        (Some("proceed"), _) => Ok((proposed, false)),
        (Some("cancel"), _) => {
            let reason = answer.get("reason").and_then(Value::as_str).map(|it| format!(" {it}"));
            Err(call.refuse(Kind::Cancelled, &[("reason", reason.as_deref().unwrap_or_default())]))
        }
        _ if answer == Value::Bool(true) => Ok((proposed, false)),
        _ if answer == Value::Bool(false) => Err(call.refuse(Kind::Cancelled, &[])),
        _ => Err(call.hook_failed(Hook::Confirm, &answer, "'proceed', 'cancel' or { newText }")),
    }
}

/// Returns the same change with another text, checked like the first one.
fn with_text(call: &FileCall<'_>, target: &Target, mut proposed: Proposed, text: &str) -> Refused<Proposed> {
    let new = rewrite(&proposed.document, text).map_err(|error| call.failed(error.in_file(&target.shown)))?;
    require_small(call, target, new.len())?;
    let new = decode_new(call, target, &proposed.document, new)?;
    let by_user = Patch::between(proposed.new.view(), new.view());
    if !by_user.is_empty() {
        proposed.notes.push(user_note(&by_user));
        proposed.data.insert("userDiff".to_owned(), by_user.unified(&target.shown).into());
    }
    let proposed = Proposed { new, spans: None, ..proposed };
    require_difference(target, &proposed)?;
    Ok(proposed)
}

/// Returns the words about what a person changed in the proposal, with the changed lines.
fn user_note(by_user: &Patch) -> String {
    const MAX_LINES: usize = 40;
    let mut note = format!(
        "Note: the user changed the proposal before it was written, by {} and {}. Compared with the proposal:",
        count(by_user.added, "addition", "additions"),
        count(by_user.removed, "removal", "removals"),
    );
    let changed = |line: &&String| line.starts_with(['+', '-']);
    let lines: Vec<&String> = by_user.hunks.iter().flat_map(|hunk| &hunk.lines).filter(changed).collect();
    for line in lines.iter().take(MAX_LINES) {
        let line: String = line.chars().take(200).collect();
        note.push_str(&format!("\n{line}"));
    }
    match lines.len().saturating_sub(MAX_LINES) {
        0 => {}
        left => note.push_str(&format!("\n... (+{})", count(left, "line", "lines"))),
    }
    note
}
