//! The changes of a disk in memory, and the events that can come between them.

use std::io::ErrorKind;
use std::path::PathBuf;

/// A change that is about to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    CreateFolder(PathBuf),
    RemoveFolder(PathBuf),
    CreateFile(PathBuf),
    CreateLink(PathBuf),
    Write(PathBuf),
    Truncate(PathBuf),
    CopyAttributes(PathBuf),
    SetMode(PathBuf),
    SyncFile(PathBuf),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    SyncFolder(PathBuf),
}

/// An event instead of a change, or just before it.
#[derive(Clone, Debug)]
pub enum Interruption {
    /// The change fails, as on a full disk. Those after it work again.
    Fail,
    /// The change fails for another cause.
    FailWith(ErrorKind),
    /// A file that somebody else writes.
    Write(PathBuf, Vec<u8>),
    /// Somebody else removes a file.
    Remove(PathBuf),
    /// The process is killed before the change: neither it nor any later one is made. Reads still answer.
    Die,
    /// The process is killed right after the change.
    DieAfter,
}
