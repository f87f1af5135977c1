//! The files of forks: where they are, and finishing what a dead process left of one.

use std::path::{Path, PathBuf};

use super::super::shared::name_of;
use super::guarding::Guarding;
use super::request::record_of;
use scenewright_error::{Error, Result, Warning, WarningCode, quote_name};
use scenewright_snapshot::{Fork, ForkState, Spot, remove_tree};

/// Removes the forks that a dead process left half made or half discarded, and notes the merges that were finished for one.
/// Only under the lock.
pub(super) fn finish_forks(guarding: &Guarding<'_>) -> Result<Vec<Warning>> {
    let mut warnings = Vec::new();
    for mut fork in guarding.area.forks() {
        if fork.state == ForkState::Ready {
            let mut is_changed = false;
            // A merge notes its base before it commits. If its process died after the commit, the history has the record, and the
            // base counts.
            for base in fork.bases.iter_mut().filter(|base| !base.is_committed) {
                let transactions = &guarding.call.session.shared.transactions;
                base.is_committed = transactions.with_history(|entries| {
                    entries.iter().rev().any(|entry| record_of(transactions, entry) == base.record)
                });
                is_changed |= base.is_committed;
            }
            if is_changed {
                guarding.area.save_fork(&fork, guarding.syncs())?;
            }
            continue;
        }
        remove_files(guarding, &fork)?;
        guarding.area.forget_fork(&fork.name)?;
        let name = quote_name(&fork.name);
        let words = match fork.state {
            ForkState::Making => {
                format!("The fork {name} was left half made by a dead process, and was removed.")
            }
            _ => format!("Discarding the fork {name} was interrupted, and was finished."),
        };
        warnings.push(WarningCode::Recovered.warning(words));
    }
    Ok(warnings)
}

/// Removes the folders of a fork and its history.
pub(super) fn remove_files(guarding: &Guarding<'_>, fork: &Fork) -> Result<()> {
    let state = state_of(guarding, fork);
    for path in fork.roots().iter().chain([&state]) {
        #[cfg(target_os = "linux")]
        if scenewright_snapshot::remove_subvolume(path) {
            continue;
        }
        remove_tree(path).map_err(|cause| Error::io("remove", path.display(), &cause))?;
    }
    Ok(())
}

/// Returns the folder of the history of a fork, where it is opened with the same history folder as the workspace.
pub(super) fn state_of(guarding: &Guarding<'_>, fork: &Fork) -> PathBuf {
    let mut roots = fork.roots();
    roots.sort();
    let shared = &guarding.call.session.shared;
    shared.state.parent().unwrap_or(&shared.state).join(name_of(&roots))
}

/// Returns the place of the state of a workspace in the fork, if it is in there.
pub(super) fn skipped_in(roots: &[PathBuf], state: &Path) -> Vec<Spot> {
    let beneath = roots.iter().enumerate().filter_map(|(root, path)| {
        let way = state.strip_prefix(path).ok()?;
        Some(Spot { root, path: way.as_os_str().as_encoded_bytes().to_vec() })
    });
    beneath.collect()
}
