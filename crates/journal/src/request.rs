//! What to commit, and what came of it.

use bytes::Bytes;
use serde_json::Value;

use super::node::{After, Expected};
use scenewright_fs::{WaitLimit, WorkspacePath, WriteRules};

/// What to commit.
#[derive(Clone, Debug)]
pub struct CommitRequest<'a> {
    pub label: Label,
    /// At most one of each file.
    pub changes: &'a [FileChange],
    /// Files that the change does not touch but was proven with: they must still be what they were then.
    pub unchanged: &'a [(WorkspacePath, Expected)],
    /// Which protected files may be changed. It counts where the links on the way lead when the change is made.
    pub rules: &'a WriteRules,
    pub durability: Durability,
    /// How long to wait for the lock, and who may call the commit off. Once a new file is in place, nobody.
    pub limit: WaitLimit<'a>,
}

/// What the history says of a transaction besides its files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    pub tool: String,
    pub message: String,
    /// The transaction that this one takes back.
    pub undoes: Option<String>,
    /// How the scene changes.
    pub scene: Option<Value>,
}

/// One file's change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    pub path: WorkspacePath,
    /// What was there when the change was computed.
    pub expected: Expected,
    /// The bytes that are expected, where the change was computed from them: they are recorded without being read again.
    pub before: Option<Bytes>,
    pub after: After,
}

/// Whether a commit survives a power cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// It does, once it is answered.
    #[default]
    Fsync,
    /// It is there whole or not at all for every process, and may be gone or torn after a power cut.
    Fast,
}

/// A commit that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// See [`new_commit_id`](super::new_commit_id).
    pub id: String,
    /// What the caller should tell its user.
    pub warnings: Vec<String>,
}

impl FileChange {
    /// New bytes for a file, or its removal, computed from what it held.
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
