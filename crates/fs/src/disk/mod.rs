//! The file system behind two small traits, with the real one and a twin in memory.
//!
//! A [`Disk`] opens folders; a [`Folder`] is a handle, and everything else is done beneath one. Paths given to a
//! folder are resolved beneath its handle: links that stay inside are followed, links and `..` that leave it are
//! refused, and nothing that is moved or swapped meanwhile can lead outside. Changes name one entry of the very
//! folder they are made in and never follow a link; [`Folder::resolve`] finds that folder.
//!
//! Invariant: only regular files are read and written. Devices, FIFOs and sockets are refused without being
//! opened for use.
//!
//! This module is our own because `cap-std` has no folder for the place that a path leads to, which every change is
//! made in, and no twin in memory.
//!
//! # Platforms
//!
//! 1. Linux: `openat2` with `RESOLVE_BENEATH`, and the walk below where the kernel refuses it, or
//!    always with `SCENEWRIGHT_PATHS=walk` in the environment.
//! 2. macOS and other Unix: a walk, component by component, that opens without following and resolves links itself.
//! 3. Windows: plain paths that are made canonical and must begin with the folder's own.

mod entry;
mod folder;
mod lock_file;
mod memory;
mod os;
#[cfg(any(not(unix), test))]
mod plain;
#[cfg(unix)]
#[doc(hidden)]
pub mod race;
#[cfg(unix)]
mod unix;
mod wait;

pub use entry::{EntryKind, FileContents, FileIdentity, Metadata, PRIVILEGES, Stamp};
pub use folder::{
    Access, Disk, FileReader, Folder, LastLink, Listed, LockGuard, LockTarget, NewFile, OpenFile, Place,
};
pub use memory::{Choices, Interruption, MemoryDisk, OnPoint, Operation, Point};
pub use os::OsDisk;
pub use wait::WaitLimit;

#[cfg(test)]
mod tests;
