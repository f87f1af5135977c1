//! The changes of a disk in memory, and the events that can come between them.

use std::io::ErrorKind;
use std::path::PathBuf;

/// A change that is about to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The folder is created.
    CreateFolder(PathBuf),
    /// The empty folder is removed.
    RemoveFolder(PathBuf),
    /// The empty file is created, private or not.
    CreateFile(PathBuf),
    /// The link is created.
    CreateLink(PathBuf),
    /// Bytes are written to the file, at its end or at an offset.
    Write(PathBuf),
    /// The file is cut or filled to another length.
    Truncate(PathBuf),
    /// The file is given the attributes of another.
    CopyAttributes(PathBuf),
    /// The file is given other permission bits, or loses its privileges.
    SetMode(PathBuf),
    /// The bytes of the file are synced.
    SyncFile(PathBuf),
    /// The first path is renamed to the second.
    Rename(PathBuf, PathBuf),
    /// The file or link is removed.
    Remove(PathBuf),
    /// The names in the folder are synced.
    SyncFolder(PathBuf),
}

/// An event instead of a change, or just before it.
#[derive(Clone, Debug)]
pub enum Interruption {
    /// The change fails, as on a full disk. Those after it work again.
    Fail,
    /// The change fails for another cause.
    FailWith(ErrorKind),
    /// A file that another process writes.
    Write(PathBuf, Vec<u8>),
    /// Somebody else removes a file.
    Remove(PathBuf),
    /// The process is killed before the change: neither it nor any later one is made. Reads still answer.
    Die,
    /// The process is killed right after the change.
    DieAfter,
}
