//! The way from a change to its commit: stage, validate, commit, and start again if another change was faster.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use super::files::{StagedChanges, StagedFiles};
use crate::refusal::CommitError;
use crate::request::{CommitRequest, Committed, Durability, Label};
use crate::store::Transactions;
use scenewright_error::{Error, Result};
use scenewright_fs::{WaitLimit, WorkspacePath, WriteRules, new_commit_id};

/// The number of times that a change starts again from the changed contents of its files. Each start takes a race lost against
/// another program; one that writes without pause is reported instead.
const MAX_RESTARTS: usize = 3;

/// The most times that a change starts again because another process set values meanwhile. Each new start follows a commit of
/// another process, so up to this many processes that set values at once each have their turn.
const MAX_TURNS: usize = 32;

/// A validated change, nothing of which is on disk.
#[derive(Debug)]
pub struct Validated<P> {
    /// The files, those that change and those that were only looked at.
    pub files: StagedFiles,
    /// The files that the change does not touch but was validated with: they must not have changed since.
    pub unchanged: Vec<(WorkspacePath, crate::Expected)>,
    /// The information for the history.
    pub label: Label,
    /// The findings of the validators, for the answer.
    pub proof: P,
}

/// A change as a door makes it.
pub trait Change {
    /// The findings of the validators.
    type Proof;
    /// The reason why the door refuses the change before it is tried.
    type Refusal;
    /// The guard that is held while the files are put in place.
    type Guard;

    /// Computes the change from the present files, and validates it. Called again after a conflict.
    fn prepare(&mut self) -> Result<Validated<Self::Proof>, Self::Refusal>;

    /// Waits for the turn of the change among the changes of this process.
    fn enter(&mut self, changes: &StagedChanges, proof: &Self::Proof) -> Result<Self::Guard>;

    /// Records a commit while the guard is still held.
    fn committed(&mut self, _changes: &StagedChanges, _proof: &Self::Proof) {}
}

/// The terms on which a change is committed.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The protected files that may be changed.
    pub rules: &'a WriteRules,
    /// The promise about a power cut.
    pub durability: Durability,
    /// The commit that must be the latest one.
    pub base: Option<&'a str>,
    /// The longest wait of each attempt for other processes.
    pub wait: Duration,
    /// A question whether the caller cancelled, asked again and again while an attempt waits.
    pub is_cancelled: &'a dyn Fn() -> bool,
    /// A question before the first file is replaced: false when the caller was notified in the meantime that nothing
    /// was changed.
    pub settle: &'a dyn Fn() -> bool,
}

/// The reason why a change was not committed.
pub enum NotCommitted<C: Change> {
    /// The door refused it.
    Refused(C::Refusal),
    /// The change was validated, and the commit failed.
    Failed(Box<FailedCommit<C::Proof>>),
}

/// A commit that failed.
#[derive(Debug)]
pub struct FailedCommit<P> {
    /// The reason, in words for the caller.
    pub error: Error,
    /// The file that was changed elsewhere.
    pub conflict: Option<Conflict>,
    /// The findings of the validators for the change that was not committed.
    pub proof: P,
}

/// A file that was changed elsewhere while a change was made.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The path of the file.
    pub path: WorkspacePath,
    /// The bytes that the change was computed from; `None` where there was no file.
    pub found: Option<Bytes>,
}

impl Transactions {
    /// Prepares and commits a change, again from the start where a file has changed since it was computed.
    pub fn commit_change<C: Change>(
        self: &Arc<Self>,
        terms: Terms<'_>,
        change: &mut C,
    ) -> Result<(Committed, C::Proof), NotCommitted<C>> {
        let (mut restarts, mut turns) = (0, 0);
        loop {
            let Validated { files, unchanged, label, proof } =
                change.prepare().map_err(NotCommitted::Refused)?;
            let is_empty = files.change_nothing() && !label.counts_without_files();
            let mut changes = files.into_changes();
            changes.unchanged.extend(unchanged);
            // The guard lives until the commit is recorded, so that commits of this process are noted in the
            // order in which they were made.
            let committed = change.enter(&changes, &proof).map_err(CommitError::from).and_then(|_guard| {
                let committed = match is_empty {
                    true => terms.limit().settle().map(|()| Committed::of_nothing())?,
                    false => self.commit(&changes.request(label, terms))?,
                };
                change.committed(&changes, &proof);
                Ok(committed)
            });
            match committed {
                Ok(committed) => return Ok((committed, proof)),
                // The change is computed and validated again from the new contents; nothing of the old
                // attempt is reused.
                Err(CommitError::Conflict { .. }) if restarts < MAX_RESTARTS => restarts += 1,
                Err(CommitError::ValuesChanged) if turns < MAX_TURNS => turns += 1,
                Err(error) => {
                    let conflict = changes.conflict(self, &error);
                    let failed = FailedCommit { error: error.into(), conflict, proof };
                    return Err(NotCommitted::Failed(Box::new(failed)));
                }
            }
        }
    }
}

impl<'a> Terms<'a> {
    /// Returns the limit of one attempt, from now on.
    pub fn limit(self) -> WaitLimit<'a> {
        WaitLimit::until_elapsed(self.wait).or_cancelled(self.is_cancelled).settled_by(self.settle)
    }
}

impl Committed {
    /// Returns the commit of a change that leaves every file as it is: it has a name, and no entry in the history.
    pub(crate) fn of_nothing() -> Committed {
        Committed { id: new_commit_id(), warnings: Vec::new() }
    }
}

impl StagedChanges {
    /// Makes the request for committing these changes. The limit of its wait begins now.
    pub fn request<'a>(&'a self, label: Label, terms: Terms<'a>) -> CommitRequest<'a> {
        let Terms { rules, durability, base, .. } = terms;
        let StagedChanges { changes, unchanged, folders, .. } = self;
        CommitRequest { label, changes, unchanged, folders, rules, durability, base, limit: terms.limit() }
    }

    /// Returns the file that a commit found different.
    pub fn conflict(&self, transactions: &Transactions, error: &CommitError) -> Option<Conflict> {
        let CommitError::Conflict { file } = error else { return None };
        let (path, found) =
            self.found.iter().find(|(path, _)| transactions.root_set().display_path(path) == *file)?;
        Some(Conflict { path: path.clone(), found: found.clone() })
    }
}
