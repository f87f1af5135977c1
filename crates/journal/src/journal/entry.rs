//! The contents of a transaction's records.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::node::Node;
use scenewright_fs::{ContentHash, WorkspacePath};

/// A transaction that is about to be made, with everything that recovery has to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intent {
    /// The id; see [`new_commit_id`](scenewright_fs::new_commit_id).
    pub id: String,
    /// The time, in milliseconds since 1970.
    pub at_ms: u64,
    /// The caller's name for the kind of change.
    #[serde(rename = "tool")]
    pub operation: String,
    /// The description of its change, in words.
    pub message: String,
    /// The transaction that it undoes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<String>,
    /// The evidence that recovery looks for.
    pub(crate) decided_by: DecidedBy,
    /// The folders that it creates, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<WorkspacePath>,
    /// The changes, in the order in which the files are put in place.
    pub files: Vec<FileStep>,
    /// The folders that are removed after it where they are empty then, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed_folders: Vec<WorkspacePath>,
    /// The values beside the files that it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<ValueStep>,
    /// The caller's own account of the change, kept as given.
    #[serde(default, rename = "scene", skip_serializing_if = "Option::is_none")]
    pub detail: Option<Value>,
}

/// The change of values that the caller keeps beside its files, such as those of a scene's parameters. They are small, and
/// the record holds them whole: an undo needs no blob for them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValueStep {
    /// The values before, to which an undo returns.
    pub before: Value,
    /// The values that the transaction sets.
    pub after: Value,
}

impl Intent {
    /// Yields the old contents that are needed to undo the transaction. Nothing is kept of files that were empty.
    pub fn contents(&self) -> impl Iterator<Item = ContentHash> + '_ {
        let empty = ContentHash::of(&[]);
        self.files.iter().filter_map(move |file| match &file.before {
            Node::File { content, .. } => Some(*content).filter(|content| *content != empty),
            Node::Absent | Node::Link { .. } => None,
        })
    }

    /// Yields the new contents by which a half-written file is distinguished from one that another program changed.
    pub(crate) fn contents_in_place(&self) -> impl Iterator<Item = ContentHash> + '_ {
        self.files.iter().filter_map(|file| match (&file.after, file.method) {
            (Node::File { content, .. }, Method::InPlace) => Some(*content),
            _ => None,
        })
    }
}

/// The evidence that shows whether a transaction was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DecidedBy {
    /// The contents of its only file: one rename has happened or has not.
    Content,
    /// The record `committed`; without it the files are rolled back.
    Record,
}

/// The change that a transaction makes at one path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileStep {
    /// The path of the file itself: links that led to it were followed.
    pub path: WorkspacePath,
    /// The state before, to which recovery and an undo return.
    pub before: Node,
    /// The state that the transaction gives to the path.
    pub after: Node,
    /// The way in which the file is put in place.
    pub(crate) method: Method,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Method {
    /// A temporary beside the file replaces it.
    Replace,
    /// A file with several names is overwritten, so that all of them lead to the new bytes.
    InPlace,
    /// The file takes the name of a temporary, which is removed after the commit.
    SetAside,
    Remove,
}

/// The body of `committed`, `aborted` and `swept`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct End {
    pub id: String,
}
