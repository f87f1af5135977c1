//! What the records of a transaction say.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::node::Node;
use scenewright_fs::{ContentHash, WorkspacePath};

/// A transaction that is about to be made: everything that recovery has to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intent {
    /// See [`new_commit_id`](scenewright_fs::new_commit_id).
    pub id: String,
    /// In milliseconds since 1970.
    pub at_ms: u64,
    /// The tool that asked for it.
    pub tool: String,
    /// What it does, in words.
    pub message: String,
    /// The transaction that it takes back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<String>,
    pub decided_by: DecidedBy,
    /// The folders that it makes, the outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub folders: Vec<WorkspacePath>,
    pub files: Vec<FileStep>,
    /// How the scene changes, for whoever asks for the history.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Value>,
}

impl Intent {
    /// The old contents that it takes to take the transaction back. Nothing is kept of files that were empty.
    pub fn contents(&self) -> impl Iterator<Item = ContentHash> + '_ {
        let empty = ContentHash::of(&[]);
        self.files.iter().filter_map(move |file| match &file.before {
            Node::File { content, .. } => Some(*content).filter(|content| *content != empty),
            Node::Absent | Node::Link { .. } => None,
        })
    }

    /// The new contents that tell a half-written file from one that somebody else changed.
    pub fn contents_in_place(&self) -> impl Iterator<Item = ContentHash> + '_ {
        self.files.iter().filter_map(|file| match (&file.after, file.method) {
            (Node::File { content, .. }, Method::InPlace) => Some(*content),
            _ => None,
        })
    }
}

/// What tells whether a transaction was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// What its only file holds: one rename is there or is not.
    Content,
    /// The record `committed`; without it the files are put back.
    Record,
}

/// What a transaction does at one path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileStep {
    /// The file itself: links that led to it were followed.
    pub path: WorkspacePath,
    pub before: Node,
    pub after: Node,
    pub method: Method,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// A temporary beside the file takes its place.
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
