//! The disk's information about a file without its contents.

use serde::{Deserialize, Serialize};

use scenewright_error::{Error, Kind, quote_name};

/// The identity of a file, whatever path led to it: device and inode, or the platform's equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FileIdentity {
    /// The number of the file system that the file is on; zero where the platform reports none.
    pub device: u64,
    /// The inode; where the platform reports none, a hash of the canonical path.
    pub file: u64,
}

/// The metadata that changes when a file is written. Times are in nanoseconds since 1970; where the platform
/// has no change time it is zero.
///
/// Invariant: an equal stamp is a hint, never a proof. Contents decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stamp {
    /// The size, in bytes.
    pub size: u64,
    /// The time of the last change of the contents.
    pub modified_ns: i64,
    /// The time of the last change of contents or metadata, which no program can set back.
    pub changed_ns: i64,
}

/// The kind of an entry of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A link, reported only where links are not followed.
    Link,
    /// A device, FIFO or socket.
    Other,
}

/// The metadata of a file, folder or link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// The kind; only a [`File`](EntryKind::File) can be read.
    pub kind: EntryKind,
    /// The identity; hard links of a file share it where the platform has inodes.
    pub identity: FileIdentity,
    /// The size and the times.
    pub stamp: Stamp,
    /// The number of names that the file has.
    pub links: u64,
    /// The permission bits, where the platform has them.
    pub mode: Option<u32>,
}

/// A file's bytes, with the metadata that it had just before they were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileContents {
    /// The bytes as they are on disk, not decoded.
    pub bytes: Vec<u8>,
    /// The metadata; its size may differ from the number of bytes if the file was written meanwhile.
    pub metadata: Metadata,
}

/// The set-user-ID and set-group-ID bits of a mode.
pub const PRIVILEGES: u32 = 0o6000;

impl Metadata {
    /// Refuses anything that cannot be read as a file of at most `max_bytes` bytes.
    pub(super) fn require_readable(&self, path: &str, max_bytes: u64) -> Result<(), Error> {
        match self.kind {
            EntryKind::File if self.stamp.size <= max_bytes => Ok(()),
            EntryKind::File => Err(too_large(path, self.stamp.size, max_bytes)),
            EntryKind::Folder => Err(Error::new(
                Kind::InvalidInput,
                format!("Could not read {}: it is a folder, not a file.", quote_name(path)),
            )),
            EntryKind::Link | EntryKind::Other => Err(not_regular(path)),
        }
    }
}

pub(super) fn not_regular(path: &str) -> Error {
    Error::new(
        Kind::InvalidInput,
        format!(
            "Could not read {}: it is not a regular file but a device, a FIFO, a socket or a link.",
            quote_name(path)
        ),
    )
}

pub(super) fn too_large(path: &str, size: u64, max_bytes: u64) -> Error {
    Error::new(
        Kind::TooLarge,
        format!(
            "Could not read {}: it has {size} bytes, and at most {max_bytes} are read.",
            quote_name(path)
        ),
    )
}
