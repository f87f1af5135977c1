//! What is at a path, and what is to be there.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use scenewright_error::{Error, Kind, Result, quote_path};
use scenewright_fs::ContentHash;
use scenewright_fs::disk::{EntryKind, Metadata, PRIVILEGES, Place};

/// What is, was or will be at a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Node {
    Absent,
    File {
        content: ContentHash,
        /// The permission bits; unknown for a file that is new and gets those of the platform.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<u32>,
    },
    Link {
        #[serde(with = "scenewright_fs::path_text")]
        target: PathBuf,
    },
}

/// What a path is to hold for a change to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// There is nothing.
    Absent,
    /// There is a file with these bytes, whatever its mode.
    Content(ContentHash),
    /// There is a link, and it leads there.
    Link(PathBuf),
}

/// What a change puts at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum After {
    Absent,
    /// A file. One that is there keeps its mode and owner; a new one gets the mode, if one is given. Contents that are
    /// new get no privileges (see [`PRIVILEGES`]), whatever the mode says.
    File {
        bytes: Vec<u8>,
        mode: Option<u32>,
    },
    Link(PathBuf),
}

/// A node that was looked at, with its bytes.
#[derive(Clone, Debug)]
pub struct Found {
    pub node: Node,
    pub bytes: Vec<u8>,
    /// How many names the file has.
    pub links: u64,
}

impl Expected {
    /// What a file holds now.
    pub fn of(bytes: Option<&[u8]>) -> Expected {
        bytes.map_or(Expected::Absent, |bytes| Expected::Content(ContentHash::of(bytes)))
    }

    /// What a node is, but for its mode.
    pub fn of_node(node: &Node) -> Expected {
        match node {
            Node::Absent => Expected::Absent,
            Node::File { content, .. } => Expected::Content(*content),
            Node::Link { target } => Expected::Link(target.clone()),
        }
    }
}

impl Node {
    /// Whether both hold the same; the mode does not count.
    pub fn same_content(&self, other: &Node) -> bool {
        Expected::of_node(self) == Expected::of_node(other)
    }
}

impl After {
    /// The node that this makes of what is there.
    pub fn node(&self, before: &Node) -> Node {
        match self {
            After::Absent => Node::Absent,
            After::File { bytes, mode } => {
                let content = ContentHash::of(bytes);
                let mode = match before {
                    Node::File { content: old, mode } if *old == content => *mode,
                    Node::File { mode: kept, .. } => kept.or(*mode).map(unprivileged),
                    Node::Absent | Node::Link { .. } => mode.map(unprivileged),
                };
                Node::File { content, mode }
            }
            After::Link(target) => Node::Link { target: target.clone() },
        }
    }
}

/// A mode without the bits that let a program do more than who starts it.
pub(super) fn unprivileged(mode: u32) -> u32 {
    mode & !PRIVILEGES
}

impl Found {
    /// Looks at a place, following nothing.
    pub fn at(place: &Place, max_bytes: u64) -> Result<Found> {
        match place.folder.entry(&place.name)? {
            None => Ok(Found { node: Node::Absent, bytes: Vec::new(), links: 0 }),
            Some(Metadata { kind: EntryKind::File, .. }) => {
                let Some(contents) = place.folder.read(place.as_path(), max_bytes)? else {
                    return Ok(Found { node: Node::Absent, bytes: Vec::new(), links: 0 });
                };
                let (mode, links) = (contents.metadata.mode, contents.metadata.links);
                let node = Node::File { content: ContentHash::of(&contents.bytes), mode };
                Ok(Found { node, bytes: contents.bytes, links })
            }
            Some(Metadata { kind: EntryKind::Link, .. }) => {
                let target = place.folder.read_link(&place.name)?;
                Ok(Found { node: Node::Link { target }, bytes: Vec::new(), links: 1 })
            }
            Some(Metadata { kind: EntryKind::Folder | EntryKind::Other, .. }) => Err(Error::new(
                Kind::InvalidInput,
                format!("Could not write {}: it is not a file.", quote_path(place.path())),
            )),
        }
    }
}
