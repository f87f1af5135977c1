//! The request for a commit, and its result.

use bytes::Bytes;
use serde_json::Value;

use super::journal::{HistoryEntry, ValueStep};
use super::node::{After, Expected};
use scenewright_error::Warning;
use scenewright_fs::{WaitLimit, WorkspacePath, WriteRules};

/// A request for a commit.
#[derive(Clone, Debug)]
pub struct CommitRequest<'a> {
    /// The information for the history.
    pub label: Label,
    /// The changes, at most one of each file.
    pub changes: &'a [FileChange],
    /// The files that the change does not touch but was validated with: they must not have changed since.
    pub unchanged: &'a [(WorkspacePath, Expected)],
    /// The folders that are made and removed beside those that files need.
    pub folders: &'a FolderChanges,
    /// The protected files that may be changed. The targets of links on the way count, at the time when the
    /// change is made.
    pub rules: &'a WriteRules,
    /// The promise about a power cut, for which syncing takes time.
    pub durability: Durability,
    /// The commit that must be the latest one; see [`NO_COMMIT`](super::NO_COMMIT).
    pub base: Option<&'a str>,
    /// The limit of the wait for the lock, with cancellation. Once a new file is in place, the change can no longer be cancelled.
    pub limit: WaitLimit<'a>,
}

/// The folders that a change makes and removes besides those of its files, each list with the outermost first. Whether it
/// may is for the caller to ask: folders of files are also made without a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderChanges {
    /// The folders to make. Those that exist stay as they are.
    pub made: Vec<WorkspacePath>,
    /// Removed after the commit, if they are empty then.
    pub removed: Vec<WorkspacePath>,
}

/// The information that the history keeps of a transaction besides its files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    /// The caller's name for the kind of change.
    pub operation: String,
    /// The description of the change, in words; may be empty.
    pub message: String,
    /// The transaction that this one undoes.
    pub undoes: Option<String>,
    /// The values beside the files that the change sets.
    pub values: Option<ValueStep>,
    /// The values that the change was computed with, where it depends on them: the commit is refused if others were set since.
    pub values_base: Option<ValuesBase>,
    /// The caller's own account of the change, kept as given.
    pub detail: Option<Value>,
    /// True where the history gets an entry although no file is changed by it: the account says what changed.
    pub stands_alone: bool,
}

/// The transaction that set the latest values beside the files; none where no transaction did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValuesBase(Option<String>);

/// One file's change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// The path as the caller names it; a link at its end is followed where its file is given new bytes.
    pub path: WorkspacePath,
    /// The state when the change was computed.
    pub expected: Expected,
    /// The expected bytes, where the change was computed from them: they are recorded without being read again.
    pub before: Option<Bytes>,
    /// The state that the change gives to the path.
    pub after: After,
}

/// The durability of a commit in a power cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// An acknowledged commit survives a power cut.
    #[default]
    Fsync,
    /// A commit is whole or absent for every process, and may be missing or torn after a power cut.
    Fast,
}

/// A commit that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// The id; see [`new_commit_id`](super::new_commit_id).
    pub id: String,
    /// Warnings for the caller to pass on to its user.
    pub warnings: Vec<Warning>,
}

impl Label {
    /// Returns true where the history gets an entry even if no file changes: an undo, a change of values, and one that
    /// its caller made.
    pub(crate) fn counts_without_files(&self) -> bool {
        self.undoes.is_some() || self.values.is_some() || self.stands_alone
    }
}

impl ValuesBase {
    pub(crate) fn of(entries: &[HistoryEntry]) -> ValuesBase {
        let latest = entries.iter().rev().find(|entry| entry.intent.values.is_some());
        ValuesBase(latest.map(|entry| entry.intent.id.clone()))
    }
}

impl FolderChanges {
    /// No folder but those that files need.
    pub const NONE: &FolderChanges = &FolderChanges { made: Vec::new(), removed: Vec::new() };

    /// Returns true where no folder is made or removed.
    pub fn is_empty(&self) -> bool {
        self.made.is_empty() && self.removed.is_empty()
    }
}

impl FileChange {
    /// Makes the change that gives a file new bytes, or removes it, computed from its old contents.
    pub fn new(path: WorkspacePath, old: Option<&[u8]>, new: Option<Vec<u8>>) -> FileChange {
        let after = new.map_or(After::Absent, |bytes| After::File { bytes: bytes.into(), mode: None });
        FileChange { path, expected: Expected::of(old), before: None, after }
    }
}

impl Durability {
    pub(super) fn syncs(self) -> bool {
        self == Durability::Fsync
    }
}
