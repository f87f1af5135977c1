//! The states of a path: the present one, and the one to come.

use std::path::PathBuf;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use scenewright_error::{Error, Kind, Result, quote_path};
use scenewright_fs::ContentHash;
use scenewright_fs::disk::{Access, EntryKind, Metadata, PRIVILEGES, Place};

/// The past, present or future state of a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Node {
    /// Nothing is at the path.
    Absent,
    /// A regular file.
    File {
        /// The hash of its bytes, which the journal keeps under it.
        content: ContentHash,
        /// The permission bits; unknown for a new file, which gets the platform's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<u32>,
    },
    /// A symbolic link.
    Link {
        /// The target, as it is written in the link.
        #[serde(with = "scenewright_fs::path_text")]
        target: PathBuf,
    },
}

/// The state that a path must have for a change to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Nothing.
    Absent,
    /// A file with these bytes, whatever its mode.
    Content(ContentHash),
    /// A link to this target.
    Link(PathBuf),
}

/// The state that a change gives to a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum After {
    /// Nothing: a file or link that is there is removed.
    Absent,
    /// A file. An existing one keeps its mode and owner; a new one gets the mode, if one is given. New contents get
    /// no privileges (see [`PRIVILEGES`]), whatever the mode says.
    File {
        /// The bytes of the whole file.
        bytes: Bytes,
        /// The permission bits of a new file; `None` for the platform's.
        mode: Option<u32>,
    },
    /// A link to this target, as it is to be written.
    Link(PathBuf),
}

/// A node that was examined, with its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub node: Node,
    /// The bytes; empty for a node that is not a file, and for a file of which only the hash was wanted.
    pub bytes: Bytes,
    /// The number of names that the file has.
    pub links: u64,
}

impl Expected {
    /// Returns the state of a file with these bytes.
    pub fn of(bytes: Option<&[u8]>) -> Expected {
        bytes.map_or(Expected::Absent, |bytes| Expected::Content(ContentHash::of(bytes)))
    }

    /// Returns the state that a change has left at a path.
    pub(crate) fn of_after(after: &After) -> Expected {
        match after {
            After::Absent => Expected::Absent,
            After::File { bytes, .. } => Expected::of(Some(bytes)),
            After::Link(target) => Expected::Link(target.clone()),
        }
    }

    /// Returns the state of a node, ignoring its mode.
    pub fn of_node(node: &Node) -> Expected {
        match node {
            Node::Absent => Expected::Absent,
            Node::File { content, .. } => Expected::Content(*content),
            Node::Link { target } => Expected::Link(target.clone()),
        }
    }
}

impl Node {
    /// Returns true if both have the same contents; the mode does not count.
    pub fn same_content(&self, other: &Node) -> bool {
        Expected::of_node(self) == Expected::of_node(other)
    }
}

impl After {
    /// Returns the node that this makes of the one before.
    pub fn node(&self, before: &Node) -> Node {
        match self {
            After::Absent => Node::Absent,
            After::File { bytes, mode } => {
                let content = ContentHash::of(bytes);
                let mode = match before {
                    // Bytes that do not change are not written, so privileges stay.
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

/// Returns a mode without the bits that let a program do more than the user who starts it.
pub(super) fn unprivileged(mode: u32) -> u32 {
    mode & !PRIVILEGES
}

impl Found {
    pub(super) const NOTHING: Found = Found { node: Node::Absent, bytes: Bytes::new(), links: 0 };

    /// Reads the node at a place, following nothing.
    pub(crate) fn at(place: &Place, max_bytes: u64) -> Result<Found> {
        Found::read_by(place, |place| {
            let Some(contents) = place.folder.read(place.as_path(), max_bytes)? else {
                return Ok(Found::NOTHING);
            };
            let node = Node::File { content: ContentHash::of(&contents.bytes), mode: contents.metadata.mode };
            Ok(Found { node, bytes: contents.bytes.into(), links: contents.metadata.links })
        })
    }

    /// Examines a place without keeping its bytes: a file is hashed piece by piece.
    pub(crate) fn hashed_at(place: &Place) -> Result<Found> {
        Found::read_by(place, |place| {
            let Some(file) = place.folder.open_file(&place.name, Access::Read)? else {
                return Ok(Found::NOTHING);
            };
            let metadata = file.metadata()?;
            let content = ContentHash::of_file(file.as_ref(), || Ok(()))?;
            let node = Node::File { content, mode: metadata.mode };
            Ok(Found { node, bytes: Bytes::new(), links: metadata.links })
        })
    }

    fn read_by(place: &Place, read_file: impl FnOnce(&Place) -> Result<Found>) -> Result<Found> {
        match place.folder.entry(&place.name)? {
            None => Ok(Found::NOTHING),
            Some(Metadata { kind: EntryKind::File, .. }) => read_file(place),
            Some(Metadata { kind: EntryKind::Link, .. }) => {
                let target = place.folder.read_link(&place.name)?;
                Ok(Found { node: Node::Link { target }, bytes: Bytes::new(), links: 1 })
            }
            Some(Metadata { kind: EntryKind::Folder | EntryKind::Other, .. }) => Err(Error::new(
                Kind::InvalidInput,
                format!("Could not write {}: it is not a file.", quote_path(place.path())),
            )),
        }
    }
}
