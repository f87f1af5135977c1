//! Guards that run in an overlay: nothing in the folders changes until the command has ended.

use std::path::PathBuf;

use serde_json::json;

use super::account::{account_of, display_name, files_of, not_covered};
use super::guarding::{CommandDescription, Coverage, Guarding, conflict};
use super::reversal::{kept_folders, make_all, without_attributes};
use scenewright_error::{Result, Warning, quote_name};
use scenewright_fs::{new_commit_id, os_text, path_text};
use scenewright_journal::Label;
use scenewright_snapshot::{
    Change, Layer, Marker, Node, NotCovered, Restoring, Spot, Tree, compare, has_any_change, layered,
    layers_in, remove_layers, touched, upper_roots,
};
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::exec::lock;

/// The files that an answer names.
const MAX_FILES: usize = 1_000;

/// The changed files that a refusal names.
const MAX_NAMED: usize = 20;

/// Returns the folder of the layers of a new guard.
pub(super) fn place(guarding: &Guarding<'_>, id: &str) -> String {
    let state = &guarding.call.session.shared.state;
    let name = format!("overlay-{id}");
    let is_within = guarding.roots.paths().iter().any(|root| state.starts_with(root));
    // A layer cannot lie in what it lies above, as the state of a project does.
    let place =
        if is_within { std::env::temp_dir().join(format!("scenewright-{name}")) } else { state.join(name) };
    path_text(&place).into_owned()
}

/// Returns the layers of a new guard.
pub(super) fn layers(guarding: &Guarding<'_>, dir: &str) -> Vec<Layer> {
    layers_in(&path_of(dir), guarding.roots.paths())
}

/// Removes the layers of a guard.
pub(super) fn remove(dir: &str) -> Result<()> {
    remove_layers(&path_of(dir))
}

fn path_of(dir: &str) -> PathBuf {
    PathBuf::from(os_text(dir).into_owned())
}

/// Brings what the command did in its overlay to the folders, as one commit; with `is_abandoned` nothing is brought.
pub(super) fn end(
    guarding: &Guarding<'_>,
    marker: &Marker,
    description: CommandDescription<'_>,
    is_abandoned: bool,
    mut warnings: Vec<Warning>,
) -> Result<Answer> {
    let session = &guarding.call.session;
    let ended = changes_of(guarding, marker);
    let result = ended.and_then(|(changes, tree)| {
        let (uncovered, more) = not_covered(session, &tree, &changes);
        let changes: Vec<Change> = changes.into_iter().filter(can_be_made).collect();
        let mut data = json!({
            "guard": marker.id,
            "files": [],
            "ignored": [],
            "notCovered": uncovered,
            "beside": description.beside,
            "others": [],
        });
        if more > 0 {
            data["moreNotCovered"] = more.into();
        }
        if !has_any_change(&changes) {
            return Ok(Answer::ok(data));
        }
        let (files, more) = files_of(session, &changes, MAX_FILES);
        data["files"] = files.into();
        if more > 0 {
            data["moreFiles"] = more.into();
        }
        if is_abandoned {
            return Ok(Answer::ok(data));
        }
        let account = account_of(&guarding.area, &changes);
        for name in ["addedLines", "removedLines", "addedBytes", "removedBytes"] {
            if account[name].is_number() {
                data[name] = account[name].clone();
            }
        }
        let (id, more) = bring(guarding, marker, &changes, description, account)?;
        data["transactionId"] = id.into();
        warnings.extend(more);
        Ok(Answer { status: Status::Committed, ..Answer::ok(data) })
    });
    // Whether or not that succeeded: the command is over, and no other call uses its layers.
    guarding.area.unmark(&marker.id)?;
    lock(&session.guards).remove(&marker.id);
    if let Some(dir) = &marker.overlay {
        remove(dir)?;
    }
    result.map(|answer| Answer { warnings, ..answer })
}

/// Returns what the command did, each path from what it is in the folders, and the tree with all of that.
fn changes_of(guarding: &Guarding<'_>, marker: &Marker) -> Result<(Vec<Change>, Tree)> {
    let (known, _) = guarding.latest()?;
    let upper = upper_roots(&marker.layers)?;
    let coverage = Coverage::before(marker);
    let mut ours = guarding.snapshot(&known, coverage)?.tree;
    // Changes of the command in ignored folders, or in large files, are in the layers alone: they are covered here, and the
    // folders still have the old state.
    if touched(&upper)?.iter().any(|spot| is_hidden(&ours, spot)) {
        let all = Coverage { includes_ignored: true, file_bytes: u64::MAX, ..coverage };
        ours = guarding.snapshot(&ours, all)?.tree;
    }
    let after = layered(&ours, &upper, guarding.area.store())?;
    guarding.area.store().finish(guarding.syncs())?;
    let changes = compare(&ours, &after);
    let is_foreign = |change: &&Change| {
        let (then, now) = (known.get(&change.spot), ours.get(&change.spot));
        let is_same = match (then, now) {
            (None, None) => true,
            (Some(then), Some(now)) => then.same_state(now),
            _ => false,
        };
        change.is_visible() && !is_same && !is_hidden(&known, &change.spot)
    };
    let foreign: Vec<&Change> = changes.iter().filter(is_foreign).collect();
    if foreign.is_empty() {
        return Ok((changes, after));
    }
    let session = &guarding.call.session;
    let first = display_name(session, &foreign[0].spot);
    let names: Vec<_> = foreign.iter().take(MAX_NAMED).map(|it| display_name(session, &it.spot)).collect();
    let names: Vec<_> = names.iter().map(|name| quote_name(name)).collect();
    Err(conflict(
        format!(
            "Somebody changed {} in the folder while the command changed it in its overlay. Nothing was written.",
            names.join(", ")
        ),
        "Run the command again.",
    )
    .in_file(first))
}

/// Returns true for a path that a snapshot does not cover: in an ignored folder, over the limit or unreadable.
fn is_hidden(tree: &Tree, spot: &Spot) -> bool {
    let mut here = Some(spot.clone());
    while let Some(spot) = here {
        if tree.get(&spot).is_some_and(|entry| !entry.is_covered()) {
            return true;
        }
        here = spot.split().map(|it| it.0);
    }
    false
}

/// Returns false for a socket or device: one of the command is gone with its overlay, and one in the folders stays.
fn can_be_made(change: &Change) -> bool {
    let is_special = |node: &Node| matches!(node, Node::NotCovered(NotCovered::Socket | NotCovered::Device));
    ![&change.before, &change.after].into_iter().flatten().any(|entry| is_special(&entry.node))
}

/// Writes the changes to the folders and commits them.
fn bring(
    guarding: &Guarding<'_>,
    marker: &Marker,
    changes: &[Change],
    description: CommandDescription<'_>,
    mut account: serde_json::Value,
) -> Result<(String, Vec<Warning>)> {
    let area = &guarding.area;
    let session = &guarding.call.session;
    let restoring = Restoring {
        record: new_commit_id(),
        operation: description.operation.to_owned(),
        message: description.message.clone(),
        undoes: None,
    };
    // Before the first file changes, all changes are on disk, and the mark that a restore has begun: the next process finishes what
    // this one leaves.
    area.save_changes(&restoring.record, changes, guarding.syncs())?;
    area.begin_restoring(&restoring, guarding.syncs())?;
    let during = ("the command was committed", "Run the command again.");
    let restored = make_all(guarding, changes, &restoring.record, during)?;
    let mut warnings = kept_folders(session, &restored, "the command did not see");
    warnings.extend(without_attributes(session, &restored));
    account["record"] = restoring.record.as_str().into();
    account["marker"] = marker.id.as_str().into();
    if let Some(code) = description.exit_code {
        account["exitCode"] = code.into();
    }
    let (id, more) = guarding.commit(Label {
        operation: restoring.operation.clone(),
        message: restoring.message.clone(),
        detail: Some(json!({ "guard": account })),
        stands_alone: true,
        ..Label::default()
    })?;
    area.end_restoring()?;
    warnings.extend(more);
    let (latest, _) = guarding.latest()?;
    warnings.extend(guarding.keep_within(&latest, marker.max_bytes, &restoring.record)?);
    Ok((id, warnings))
}
