//! The remains of a dead process: an unfinished restore, and a guard without an owner.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::super::in_flight::InFlightCall;
use super::account::files_of;
use super::fork_files::finish_forks;
use super::guarding::{CommandDescription, Coverage, Guarding};
use super::request::record_of;
use super::reversal::{MAX_FILES, commit_reversal, left_over, make};
use scenewright_error::{Kind, Result, Warning, WarningCode, quote};
use scenewright_journal::{Direction, HistoryEntry};
use scenewright_snapshot::{Area, MarkerKind, OpenMarker, compare};

/// The longest wait for the command of a guard that was killed: one that was nearly done ends in it, and whoever asks for the
/// history of one that serves until it is stopped waits once.
const COMMAND_WAIT: Duration = Duration::from_secs(3);

/// The pause between two looks at the command.
const COMMAND_PAUSE: Duration = Duration::from_millis(10);

/// Recovers where there is something to recover.
pub(super) fn recover(call: &InFlightCall) -> Result<Vec<Warning>> {
    let state = &call.session.shared.state;
    if call.session.options.read_only || !Area::exists(state) {
        return Ok(Vec::new());
    }
    let area = Area::open(state)?;
    let is_dead = |open: &OpenMarker| open.marker.kind == MarkerKind::Guard && !open.is_alive;
    if area.restoring()?.is_none() && !area.markers()?.iter().any(is_dead) {
        return Ok(Vec::new());
    }
    match Guarding::open(call) {
        Ok(guarding) => recover_within(&guarding),
        // Somebody alive is at it.
        Err(error) if error.kind == Kind::Conflict => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Finishes an undo or redo that a dead process left, where the call asks for the same. Returns the data of its answer, and warnings:
/// a call that is repeated because the first one did not return shall not reverse one commit more.
pub(super) fn finish_reversal(
    call: &InFlightCall,
    direction: Direction,
    id: Option<&str>,
) -> Result<Option<(Value, Vec<Warning>)>> {
    let session = &call.session;
    if !Area::exists(&session.shared.state) {
        return Ok(None);
    }
    let area = Area::open(&session.shared.state)?;
    let (operation, key) = match direction {
        Direction::Undo => ("undo", "undone"),
        Direction::Redo => ("redo", "redone"),
    };
    // A restore of a single file reverses no commit.
    let Some(left) = area.restoring()?.filter(|it| it.operation == operation && it.undoes.is_some()) else {
        return Ok(None);
    };
    let warnings = recover(call)?;
    // Nothing was finished where somebody alive is at it.
    if !warnings.iter().any(|it| it.code == WarningCode::Recovered) {
        return Ok(None);
    }
    let transactions = &session.shared.transactions;
    let reversed = transactions.with_history(|entries| {
        let of_record = |it: &&HistoryEntry| record_of(transactions, it).as_deref() == Some(&left.record);
        let own = entries.iter().rev().find(of_record)?.intent.id.clone();
        let mut ids = vec![own];
        // From the reversal to the change, by what each of them reverses.
        while let Some(of_id) = entries.iter().find(|it| Some(&it.intent.id) == ids.last())
            && let Some(undoes) = of_id.intent.undoes.clone()
        {
            ids.push(undoes);
        }
        Some(ids)
    });
    // It may be another commit that the call asks for.
    let Some(ids) = reversed.filter(|ids| id.is_none_or(|id| ids.iter().any(|it| it == id))) else {
        return Ok(None);
    };
    let changes = area.changes(&left.record)?.unwrap_or_default();
    let (files, more) = files_of(session, &changes, MAX_FILES);
    let mut answer = json!({ "transactionId": ids[0], key: ids.last(), "files": files, "overwritten": [] });
    if more > 0 {
        answer["moreFiles"] = more.into();
    }
    Ok(Some((answer, warnings)))
}

/// Waits for the command of a guard that was killed; true where it is still running then.
fn outlasts_its_guard(guarding: &Guarding<'_>, id: &str) -> bool {
    let end = Instant::now() + COMMAND_WAIT;
    while guarding.area.is_command_running(id) {
        if Instant::now() >= end || guarding.call.cancel_token().is_cancelled() {
            return true;
        }
        thread::sleep(COMMAND_PAUSE);
    }
    false
}

/// Recovers under the lock, and says what was found.
pub(super) fn recover_within(guarding: &Guarding<'_>) -> Result<Vec<Warning>> {
    let mut warnings = Vec::new();
    if let Some(restoring) = guarding.area.restoring()? {
        let transactions = &guarding.call.session.shared.transactions;
        let is_committed = transactions.with_history(|entries| {
            let is_of_it = |entry| record_of(transactions, entry).as_deref() == Some(&restoring.record);
            entries.iter().rev().any(is_of_it)
        });
        let changes = guarding.area.changes(&restoring.record)?;
        if let Some(changes) = changes.filter(|_| !is_committed) {
            guarding.area.sweep(&guarding.roots, &changes, &restoring.record)?;
            let (steps, foreign) = left_over(guarding, &changes)?;
            let restored = make(guarding, &steps, &restoring.record)?;
            warnings.push(WarningCode::Recovered.warning(format!(
                "The {} that a dead process left half done was finished: {}.",
                restoring.operation,
                quote(&restoring.message)
            )));
            for spot in foreign.iter().chain(&restored.changed).take(10) {
                let words = format!("{} was changed by somebody since and stays as it is.", spot.text());
                warnings.push(WarningCode::LeftAlone.warning(words));
            }
            let (_, more) = commit_reversal(guarding, &restoring, &changes)?;
            warnings.extend(more);
        }
        guarding.area.end_restoring()?;
    }
    for open in guarding.area.markers()? {
        if open.is_alive || open.marker.kind != MarkerKind::Guard {
            continue;
        }
        let marker = open.marker;
        #[cfg(target_os = "linux")]
        if let Some(dir) = &marker.overlay {
            super::overlaid::remove(dir)?;
            guarding.area.unmark(&marker.id)?;
            // Where it had begun to write, that was finished above.
            if warnings.is_empty() {
                let message = quote(&marker.message);
                let words = format!(
                    "The guard of {message} was interrupted. It ran in an overlay: nothing was written."
                );
                warnings.push(WarningCode::Recovered.warning(words));
            }
            continue;
        }
        let is_running = outlasts_its_guard(guarding, &marker.id);
        let (known, base) = guarding.latest()?;
        let snapshot = guarding.snapshot(&known, Coverage::after(&marker))?;
        let tree = Arc::new(snapshot.tree);
        let changes = compare(&known, &tree);
        let description = CommandDescription {
            operation: "guard",
            message: format!("{} (interrupted)", marker.message),
            exit_code: None,
            beside: Vec::new(),
        };
        let adopted = guarding.adopt(&known, &base, &tree, changes, &marker, description)?;
        guarding.area.unmark(&marker.id)?;
        let mut words = match adopted {
            Some(adopted) => format!(
                "The guard of {} was interrupted. The changes since it began are commit {}, which can be undone.",
                quote(&marker.message),
                adopted.id
            ),
            None => format!("The guard of {} was interrupted. Nothing had changed.", quote(&marker.message)),
        };
        if is_running {
            words.push_str(" Its command is still running: what it changes from now on is in no commit.");
        }
        warnings.push(WarningCode::Recovered.warning(words));
    }
    warnings.extend(finish_forks(guarding)?);
    Ok(warnings)
}
