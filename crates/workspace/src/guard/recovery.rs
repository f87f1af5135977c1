//! The remains of a dead process: an unfinished restore, and a guard without an owner.

use std::sync::Arc;

use super::super::in_flight::InFlightCall;
use super::fork_files::finish_forks;
use super::guarding::{CommandDescription, Coverage, Guarding};
use super::request::record_of;
use super::reversal::{commit_reversal, left_over, make};
use scenewright_error::{Kind, Result, quote};
use scenewright_snapshot::{Area, MarkerKind, OpenMarker, compare};

/// Recovers where there is something to recover.
pub(super) fn recover(call: &InFlightCall) -> Result<Vec<String>> {
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

/// Recovers under the lock, and says what was found.
pub(super) fn recover_within(guarding: &Guarding<'_>) -> Result<Vec<String>> {
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
            warnings.push(format!(
                "The {} that a dead process left half done was finished: {}.",
                restoring.operation,
                quote(&restoring.message)
            ));
            for spot in foreign.iter().chain(&restored.changed).take(10) {
                warnings.push(format!("{} was changed by somebody since and stays as it is.", spot.text()));
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
        let (known, base) = guarding.latest()?;
        let snapshot = guarding.snapshot(&known, Coverage::of(&marker))?;
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
        warnings.push(match adopted {
            Some(adopted) => format!(
                "The guard of {} was killed. What changed since it began is commit {}, which can be undone.",
                quote(&marker.message),
                adopted.id
            ),
            None => format!("The guard of {} was killed. Nothing had changed.", quote(&marker.message)),
        });
    }
    warnings.extend(finish_forks(guarding)?);
    Ok(warnings)
}
