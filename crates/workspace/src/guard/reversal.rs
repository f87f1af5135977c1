//! Undo and redo of what commands changed.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use serde_json::{Value, json};

use super::super::files::permission::{Access, require};
use super::super::in_flight::InFlightCall;
use super::super::session::Session;
use super::account::{account_of, display_name, files_of, named};
use super::guarding::{Guarding, conflict, now_ms};
use super::request::record_of;
use super::request::{DEFAULT_FILE_BYTES, DEFAULT_MAX_BYTES, Reversal};
use scenewright_error::{Error, Kind, Result, Warning, WarningCode, quote, quote_name};
use scenewright_fs::new_commit_id;
use scenewright_journal::{Direction, Label};
use scenewright_snapshot::{
    Change, Entry, FileStat, Limits, MissingRoots, Node, NotCovered, Restored, Restoring, Spot, restore,
    state_of,
};

/// The changed files that a refusal names.
const MAX_NAMED: usize = 20;

/// The permissions of a folder that is made again without being known.
const FOLDER_MODE: u32 = 0o755;

/// The files that an answer names.
pub(super) const MAX_FILES: usize = 1_000;

/// Reverses the commit of a command: its paths are brought to what they were before.
pub(super) fn take_back(call: &InFlightCall, reversal: &Reversal<'_>) -> Result<(Value, Vec<Warning>)> {
    let session = &call.session;
    if session.options.read_only {
        let message = "The workspace was opened with readOnly: nothing is restored.";
        return Err(Error::new(Kind::NotPermitted, message));
    }
    let guarding = Guarding::open_with(call, MissingRoots::Made)?;
    call.require_base()?;
    let mut warnings = Vec::new();
    let changes = reversed_changes(&guarding, reversal)?;
    let steps = plan(&guarding, &changes, reversal, &mut warnings)?;
    guarding.area.store().finish(guarding.syncs())?;
    require_writable(&guarding, &steps.made)?;
    if !call.settle() {
        return Err(scenewright_call::cancelled());
    }
    let restoring = restoring_of(reversal);
    guarding.area.save_changes(&restoring.record, &steps.made, guarding.syncs())?;
    guarding.area.begin_restoring(&restoring, guarding.syncs())?;
    let restored = match make(&guarding, &steps.made, &restoring.record) {
        Ok(restored) => restored,
        Err(error) => return Err(put_back(&guarding, &steps.made, &restoring.record, error)),
    };
    warnings.extend(warnings_of(session, &restored));
    let left: HashSet<&Spot> = restored.changed.iter().chain(&restored.not_covered).collect();
    let done: Vec<Change> = steps.made.into_iter().filter(|it| !left.contains(&it.spot)).collect();
    let (id, more_warnings) = commit_reversal(&guarding, &restoring, &done)?;
    guarding.area.end_restoring()?;
    warnings.extend(more_warnings);
    let (latest, _) = guarding.area.tree()?;
    warnings.extend(guarding.keep_within(&latest, DEFAULT_MAX_BYTES.max(steps.bytes), &restoring.record)?);
    let key = if reversal.direction == Direction::Undo { "undone" } else { "redone" };
    let (files, more) = files_of(session, &done, MAX_FILES);
    let mut answer = json!({
        "transactionId": id,
        key: reversal.original.intent.id,
        "files": files,
        "overwritten": steps.overwritten.iter().map(|spot| display_name(session, spot)).collect::<Vec<_>>(),
    });
    if more > 0 {
        answer["moreFiles"] = more.into();
    }
    Ok((answer, warnings))
}

/// Returns the changes of a commit from their ends to their beginnings: all of them, or those of the one file that is wanted.
fn reversed_changes(guarding: &Guarding<'_>, reversal: &Reversal<'_>) -> Result<Vec<Change>> {
    let id = &reversal.original.intent.id;
    let changes = record_of(&guarding.call.session.shared.transactions, reversal.target)
        .map(|record| guarding.area.changes(&record))
        .transpose()?
        .flatten();
    let changes = changes.ok_or_else(|| {
        let message = format!("The old contents of {id} are no longer kept: the store has a limit.");
        Error::new(Kind::NotFound, message)
    })?;
    let mut changes: Vec<Change> = changes.into_iter().map(Change::reversed).collect();
    let Some(file) = reversal.file else { return Ok(changes) };
    let wanted = Spot::of(file);
    // With the folders on the way to it that are made again.
    let is_way = |change: &Change| {
        change.spot.holds(&wanted) && change.after.as_ref().is_some_and(|it| it.node == Node::Folder)
    };
    changes.retain(|change| wanted.holds(&change.spot) || (is_way(change) && change.before.is_none()));
    if !changes.iter().any(|change| wanted.holds(&change.spot) && change.is_visible()) {
        let message = format!("{id} did not change {file}.");
        return Err(
            Error::new(Kind::NotFound, message).with_hint("history with the id lists what it changed.")
        );
    }
    Ok(changes)
}

/// Asks the host for each path that a reversal names.
fn require_writable(guarding: &Guarding<'_>, made: &[Change]) -> Result<()> {
    for change in named(made) {
        let root = guarding.roots.paths().get(change.spot.root).cloned().unwrap_or_default();
        let path = scenewright_fs::path_text(&change.spot.absolute(&root)).into_owned();
        require(&guarding.call.session.host, "Undo", Access::Write, &path, guarding.call.cancel_token())?;
    }
    Ok(())
}

/// Names a reversal, so that it can be finished if this process dies.
fn restoring_of(reversal: &Reversal<'_>) -> Restoring {
    let message = &reversal.original.intent.message;
    Restoring {
        record: new_commit_id(),
        operation: match reversal.direction {
            Direction::Undo => "undo".to_owned(),
            Direction::Redo => "redo".to_owned(),
        },
        message: reversal.file.map_or_else(|| message.clone(), |file| format!("{file} of {message}")),
        // One file of several is a change of its own: the commit still counts for the others.
        undoes: reversal.file.is_none().then(|| reversal.target.intent.id.clone()),
    }
}

/// Names what a restore left as it was.
fn warnings_of(session: &Session, restored: &Restored) -> Vec<Warning> {
    let mut warnings = kept_folders(session, restored, "this commit does not know");
    let left_alone = |spot: &Spot, why: &str| {
        WarningCode::LeftAlone.warning(format!("{} {why}", display_name(session, spot)))
    };
    let changed = restored.changed.iter().take(MAX_NAMED);
    warnings.extend(
        changed.map(|spot| {
            left_alone(spot, "was changed by somebody during the restore and was left as it is.")
        }),
    );
    let not_covered = restored.not_covered.iter().take(MAX_NAMED);
    warnings.extend(not_covered.map(|spot| left_alone(spot, "is not covered and stays as it is.")));
    warnings.extend(not_restored(session, "owner", &restored.owners));
    warnings.extend(not_restored(session, "mode or time", &restored.modes));
    warnings.extend(without_attributes(session, restored));
    warnings
}

/// Names what was restored without a property that only its owner or an administrator can set.
fn not_restored(session: &Session, property: &str, spots: &[Spot]) -> Option<Warning> {
    let path = display_name(session, spots.first()?);
    let more = match spots.len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    Some(WarningCode::Privileges.warning(format!("The {property} of {path}{more} could not be restored.")))
}

/// Names what was restored without its extended attributes or access lists.
pub(super) fn without_attributes(session: &Session, restored: &Restored) -> Option<Warning> {
    let first = restored.attributes.first()?;
    let path = display_name(session, first);
    let words = match restored.attributes.len() {
        1 => format!("The extended attributes of {path} could not be restored."),
        count => {
            format!("The extended attributes of {path} and {} more could not be restored.", count - 1)
        }
    };
    Some(WarningCode::Privileges.warning(words))
}

/// The steps of a reversal.
struct Steps {
    /// The changes, from the present state of each path to the wanted one.
    made: Vec<Change>,
    /// The paths that have changed since.
    overwritten: Vec<Spot>,
    bytes: u64,
}

/// Compares every path with what the commit left. Refused if one has changed since, unless forced; then its current
/// contents are kept in the store.
fn plan(
    guarding: &Guarding<'_>,
    changes: &[Change],
    reversal: &Reversal<'_>,
    warnings: &mut Vec<Warning>,
) -> Result<Steps> {
    let mut steps = Steps { made: Vec::new(), overwritten: Vec::new(), bytes: guarding.area.store().size() };
    for change in changes {
        let now = now(guarding, change)?;
        // A root that a command removed was made again for this undo, with any mode.
        let is_made_root = change.spot.path.is_empty() && change.before.is_none();
        if is_made_root
            || is_same(now.as_ref(), change.before.as_ref())
            || is_same(now.as_ref(), change.after.as_ref())
        {
            // Also where it is already as it shall be: owners and times are not compared, and may differ.
            steps.made.push(Change { spot: change.spot.clone(), before: now, after: change.after.clone() });
        } else if change.is_visible() {
            steps.overwritten.push(change.spot.clone());
            steps.made.push(Change { spot: change.spot.clone(), before: now, after: change.after.clone() });
        }
    }
    let without_folder = missing_folders(guarding, &steps.made)?;
    if reversal.force {
        let replaced = without_folder.iter().filter(|it| it.before.is_some());
        steps.overwritten.extend(replaced.map(|it| it.spot.clone()));
        steps.made.extend(without_folder);
    } else {
        steps.overwritten.extend(without_folder.into_iter().map(|it| it.spot));
    }
    if !reversal.force && !steps.overwritten.is_empty() {
        return Err(changed_since(guarding, reversal, &steps.overwritten));
    }
    let lost = named(&steps.made).filter(|it| it.after.as_ref().is_some_and(|entry| !entry.is_covered()));
    for change in lost.take(MAX_NAMED) {
        let path = display_name(&guarding.call.session, &change.spot);
        let words = format!("{path} cannot be restored: its contents were not covered.");
        warnings.push(WarningCode::LeftAlone.warning(words));
    }
    Ok(steps)
}

/// Returns the folders that something is to be made in, that are gone, and that no step makes. What has the name of one now is kept in
/// the store.
fn missing_folders(guarding: &Guarding<'_>, steps: &[Change]) -> Result<Vec<Change>> {
    let made: HashSet<&Spot> = steps.iter().map(|step| &step.spot).collect();
    let mut missing: BTreeMap<Spot, Change> = BTreeMap::new();
    for (step, entry) in steps.iter().filter_map(|step| Some((step, step.after.as_ref()?))) {
        let mut folder = step.spot.split().map(|(folder, _)| folder);
        while let Some(spot) = folder {
            let is_known = made.contains(&spot) || missing.contains_key(&spot);
            if is_known || spot.path.is_empty() || !guarding.roots.lacks_folder(&spot) {
                break;
            }
            folder = spot.split().map(|(folder, _)| folder);
            let stat = FileStat { mode: FOLDER_MODE, modified_ns: now_ms() as i64 * 1_000_000, ..entry.stat };
            let after = Some(Entry::new(Node::Folder, stat));
            let made = Change { spot: spot.clone(), before: None, after };
            let before = now(guarding, &made)?;
            missing.insert(spot, Change { before, ..made });
        }
    }
    Ok(missing.into_values().collect())
}

fn now(guarding: &Guarding<'_>, change: &Change) -> Result<Option<Entry>> {
    let known = [change.before.as_ref(), change.after.as_ref()];
    let limits = Limits { file_bytes: DEFAULT_FILE_BYTES.max(change_bytes(change)) };
    let found = state_of(&guarding.roots, &change.spot, &known, Some(guarding.area.store()), &limits)?;
    // An entry that was not covered then is not covered now, even if it could be read by itself: because of a smaller
    // limit, or an ignored folder.
    let facts = |it: &Entry| (it.identity(), it.stat.size, it.stat.modified_ns);
    let is_it = |entry: &&&Entry| {
        let Some(now) = &found else { return false };
        match entry.node {
            Node::LeftOut(_) => now.node == Node::Folder && now.identity() == entry.identity(),
            Node::NotCovered(_) => facts(now) == facts(entry),
            // Its mode was taken away, and its bytes are those that were kept.
            Node::File { .. } => {
                now.node == Node::NotCovered(NotCovered::Unreadable) && facts(now) == facts(entry)
            }
            _ => false,
        }
    };
    let same = known.iter().flatten().find(is_it).map(|entry| (*entry).clone());
    Ok(same.or(found))
}

fn change_bytes(change: &Change) -> u64 {
    [&change.before, &change.after]
        .into_iter()
        .flatten()
        .filter_map(|it| it.content().map(|_| it.stat.size))
        .max()
        .unwrap_or(0)
}

fn is_same(now: Option<&Entry>, then: Option<&Entry>) -> bool {
    match (now, then) {
        (None, None) => true,
        // Its contents are unknown.
        (Some(now), Some(then)) if matches!(then.node, Node::LeftOut(_)) => {
            matches!(now.node, Node::LeftOut(_) | Node::Folder)
        }
        (Some(now), Some(then)) => now.same_state(then),
        _ => false,
    }
}

/// Returns the remaining steps of a restore, and the paths that changed elsewhere since it was interrupted.
pub(super) fn left_over(guarding: &Guarding<'_>, changes: &[Change]) -> Result<(Vec<Change>, Vec<Spot>)> {
    let (mut steps, mut foreign) = (Vec::new(), Vec::new());
    for change in changes {
        let now = now(guarding, change)?;
        let is_ours = now.is_none()
            || is_same(now.as_ref(), change.before.as_ref())
            || is_same(now.as_ref(), change.after.as_ref())
            // Between the two: made, and its mode not set yet.
            || matches!((&now, &change.after), (Some(now), Some(after)) if now.same_node(after))
            || matches!((&now, &change.before), (Some(now), Some(before)) if now.same_node(before));
        if is_ours {
            steps.push(Change { spot: change.spot.clone(), before: now, after: change.after.clone() });
        } else {
            foreign.push(change.spot.clone());
        }
    }
    Ok((steps, foreign))
}

/// Makes all changes of a commit or none: it fails if one of the paths was changed meanwhile, and then reverses the changes
/// already made. `during` ends the sentence "was changed while", and `hint` says what to do then.
pub(super) fn make_all(
    guarding: &Guarding<'_>,
    changes: &[Change],
    record: &str,
    (during, hint): (&str, &str),
) -> Result<Restored> {
    let made = make(guarding, changes, record).and_then(|restored| match restored.changed.first() {
        None => Ok(restored),
        Some(spot) => {
            let path = display_name(&guarding.call.session, spot);
            Err(conflict(format!("{path} was changed while {during}."), hint))
        }
    });
    made.map_err(|error| put_back(guarding, changes, record, error))
}

/// Returns a warning for each folder that a restore left because it holds more; `unknown` ends the sentence "it holds something that".
pub(super) fn kept_folders(session: &Session, restored: &Restored, unknown: &str) -> Vec<Warning> {
    let warnings = restored.kept.iter().map(|spot| {
        let path = display_name(session, spot);
        WarningCode::LeftAlone.warning(format!("The folder {path} stays: it holds something that {unknown}."))
    });
    warnings.collect()
}

pub(super) fn make(guarding: &Guarding<'_>, steps: &[Change], record: &str) -> Result<Restored> {
    // The other names of files with several, which need not have changed.
    let has_links = steps.iter().any(|step| step.after.as_ref().is_some_and(|after| after.stat.links > 1));
    let tree = if has_links { guarding.latest()?.0 } else { Arc::default() };
    restore(&guarding.roots, guarding.area.store(), steps, record, &tree)
}

/// Reverses the steps of a restore that failed.
fn put_back(guarding: &Guarding<'_>, made: &[Change], record: &str, cause: Error) -> Error {
    let reversed: Vec<Change> = made.iter().cloned().map(Change::reversed).collect();
    let undone = guarding.area.sweep(&guarding.roots, made, record).and_then(|()| {
        let (steps, _) = left_over(guarding, &reversed)?;
        make(guarding, &steps, record)?;
        guarding.area.end_restoring()?;
        guarding.area.forget(record)
    });
    // Messages of the system have no full stop.
    let first = cause.message.trim_end_matches('.');
    let message = match undone {
        Ok(()) => format!("{first}. Nothing was changed."),
        Err(second) => format!(
            "{first}. Putting back failed too: {}. It is finished at the next call.",
            second.message.trim_end_matches('.')
        ),
    };
    Error { message, ..cause }
}

/// Appends the commit of a restore.
pub(super) fn commit_reversal(
    guarding: &Guarding<'_>,
    restoring: &Restoring,
    made: &[Change],
) -> Result<(String, Vec<Warning>)> {
    let mut account = account_of(&guarding.area, made);
    account["record"] = restoring.record.as_str().into();
    guarding.commit(Label {
        operation: restoring.operation.clone(),
        message: restoring.message.clone(),
        undoes: restoring.undoes.clone(),
        detail: Some(json!({ "guard": account })),
        stands_alone: true,
        ..Label::default()
    })
}

fn changed_since(guarding: &Guarding<'_>, reversal: &Reversal<'_>, changed: &[Spot]) -> Error {
    let session = &guarding.call.session;
    let names: Vec<String> = changed.iter().map(|spot| display_name(session, spot)).collect();
    let named: Vec<_> = names.iter().take(MAX_NAMED).map(|name| quote_name(name)).collect();
    let more = match names.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let culprit = session.shared.transactions.with_history(|entries| {
        let later = entries.iter().rev().take_while(|it| it.intent.id != reversal.target.intent.id);
        // An undo counts too: its contents are the present ones.
        let later = later.filter(|it| !it.undone);
        let found = later.into_iter().find(|it| {
            let files = it.intent.files.iter().any(|step| changed.contains(&Spot::of(&step.path)));
            let record = record_of(&session.shared.transactions, it)
                .and_then(|record| guarding.area.changes(&record).ok().flatten());
            files
                || record.is_some_and(|record| {
                    record.iter().any(|it| it.is_visible() && changed.contains(&it.spot))
                })
        });
        found.map(|entry| format!("by {} ({})", entry.intent.id, quote(&entry.intent.message)))
    });
    let by = culprit.clone().unwrap_or_else(|| "by somebody who is not in this history".to_owned());
    let verb = if reversal.direction == Direction::Undo { "undo" } else { "redo" };
    let hint = match culprit {
        Some(_) => {
            "Undo the later transaction first. Or set force: the present contents are replaced, and kept in the history."
        }
        None => {
            "Set force to replace the present contents; they are kept in the history, and undo restores them."
        }
    };
    conflict(
        format!(
            "Could not {verb} {} ({}): {}{more} changed since, {by}. Nothing was changed.",
            reversal.original.intent.id,
            quote(&reversal.original.intent.message),
            named.join(", "),
        ),
        hint,
    )
    .in_file(names[0].clone())
}
