//! The traits: what the rooms above may ask of a file system.

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Debug};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::entry::{EntryKind, FileContents, Metadata};
use super::wait::WaitLimit;
use scenewright_error::{Error, Kind, Result, quote_path};

/// A file system.
pub trait Disk: Debug + Send + Sync {
    /// A handle on an existing folder, wherever it is; `None` when there is nothing of that name.
    fn open_folder(&self, path: &Path) -> Result<Option<Arc<dyn Folder>>>;

    /// A handle on a folder, which is made with its parents where it is missing. Each folder that is made is
    /// synced into its parent.
    fn create_folder(&self, path: &Path) -> Result<Arc<dyn Folder>>;

    /// The absolute path without links, `.` and `..`. The end of the path need not exist.
    fn canonical_path(&self, path: &Path) -> Result<PathBuf>;
}

/// A handle on a folder. See the module for how paths and names are meant.
pub trait Folder: Debug + Send + Sync {
    /// Where the folder was when it was opened: for messages, never for opening anything.
    fn path(&self) -> &Path;

    /// Of the folder itself.
    fn own_metadata(&self) -> Result<Metadata>;

    /// Of what is at the path, links followed; `None` when there is nothing.
    fn metadata(&self, path: &Path) -> Result<Option<Metadata>>;

    /// The bytes of the regular file at the path, links followed; `None` when there is nothing.
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Option<FileContents>>;

    /// Of an entry of this very folder, a link itself; `None` when there is nothing of that name.
    fn entry(&self, name: &OsStr) -> Result<Option<Metadata>>;

    /// What a link of this folder leads to, as it is written.
    fn read_link(&self, name: &OsStr) -> Result<PathBuf>;

    /// The names in the folder at the path, sorted, as they are on disk; `None` when there is no such folder.
    fn list(&self, path: &Path) -> Result<Option<Vec<OsString>>>;

    /// The entries of this very folder in the order of the disk, each with its kind as the folder tells it. Links
    /// are not followed.
    fn entries(&self) -> Result<Vec<Listed>>;

    /// A handle on a folder of this one, never through a link; `None` when there is no folder of that name.
    fn open_child(&self, name: &OsStr) -> Result<Option<Arc<dyn Folder>>>;

    /// Opens a regular file of this very folder to be read from its beginning, never through a link; `None` when it
    /// is missing.
    fn open_to_read(&self, name: &OsStr) -> Result<Option<FileReader>>;

    /// The folder and name that a path leads to. What is there may be missing; `None` when its folder is.
    fn resolve(&self, path: &Path, last: LastLink) -> Result<Option<Place>>;

    /// Makes a folder in this one. True when it was not there before.
    fn create_folder(&self, name: &OsStr) -> Result<bool>;

    /// Removes an empty folder of this one. False when it was not there or not empty.
    fn remove_folder(&self, name: &OsStr) -> Result<bool>;

    /// Makes a file that must not exist yet (`already_exists`).
    fn create_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>>;

    /// The same for its owner alone, as far as the platform has modes, until it is given other attributes.
    fn create_private_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>>;

    /// Makes a link that must not exist yet (`already_exists`).
    fn create_link(&self, name: &OsStr, target: &Path) -> Result<()>;

    /// Opens a regular file of this folder at any place in it; `None` when it is missing.
    fn open_file(&self, name: &OsStr, access: Access) -> Result<Option<Box<dyn OpenFile>>>;

    /// Gives one file the mode, owner and extended attributes of another, as far as the platform lets us, but none of
    /// its privileges: no set-user-ID or set-group-ID bit, no file capabilities.
    fn copy_attributes(&self, from: &OsStr, to: &OsStr) -> Result<()>;

    /// Whether a regular file of this folder gives capabilities to who starts it, where the platform has them.
    fn has_capabilities(&self, _name: &OsStr) -> Result<bool> {
        Ok(false)
    }

    /// Gives a file its permission bits, where the platform has them.
    fn set_mode(&self, name: &OsStr, mode: u32) -> Result<()>;

    /// Gives a file another name in the same folder; a file of that name is replaced in one step.
    fn rename(&self, from: &OsStr, to: &OsStr) -> Result<()>;

    /// Removes a file or a link. True when it was there.
    fn remove(&self, name: &OsStr) -> Result<bool>;

    /// Makes what was created, renamed and removed in this folder survive a power cut.
    fn sync(&self) -> Result<()>;

    /// Takes an exclusive advisory lock on a file of this folder, which is made where it is missing. The lock
    /// is shared by all sessions and processes and falls when its holder dies.
    fn lock(&self, name: &OsStr, limit: &WaitLimit<'_>) -> Result<Box<dyn LockGuard>>;

    /// Takes the exclusive advisory lock of this very folder, or of a regular file in it, by whatever path it was
    /// reached; `None` while another session or process holds it. Nothing is made for it, so nothing can be removed to
    /// break it, and it falls when its holder dies.
    fn try_lock_itself(&self, target: LockTarget<'_>) -> Result<Option<Box<dyn LockGuard>>>;
}

/// The object of a lock that needs no file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockTarget<'a> {
    /// The folder that is asked.
    Folder,
    /// A regular file of that folder.
    File(&'a OsStr),
}

/// An entry as the list of its folder tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub name: OsString,
    pub kind: EntryKind,
}

/// A file that is being read from its beginning to its end.
pub struct FileReader {
    /// Of the file that is read, when it was opened.
    pub metadata: Metadata,
    pub(super) source: Box<dyn Read + Send>,
}

impl Read for FileReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.source.read(buffer)
    }
}

impl Debug for FileReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileReader").field("metadata", &self.metadata).finish_non_exhaustive()
    }
}

/// A file that is being written.
pub trait NewFile: Debug + Send {
    fn write(&mut self, bytes: &[u8]) -> Result<()>;

    /// Makes what was written survive a power cut.
    fn sync(&mut self) -> Result<()>;
}

/// What an open file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    ReadAndWrite,
}

/// A file that is open for reading, and perhaps writing, anywhere in it.
pub trait OpenFile: Debug + Send + Sync {
    fn metadata(&self) -> Result<Metadata>;

    /// As many bytes from the offset as there are, at most `length`.
    fn read_at(&self, offset: u64, length: usize) -> Result<Vec<u8>>;

    fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<()>;

    fn truncate(&self, length: u64) -> Result<()>;

    /// Takes the privileges away that [`Folder::copy_attributes`] does not copy.
    fn drop_privileges(&self) -> Result<()>;

    /// Makes what was written survive a power cut.
    fn sync(&self) -> Result<()>;
}

/// A lock that is held until this is dropped.
pub trait LockGuard: Debug + Send + Sync {}

/// Whether a link at the very end of a path is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastLink {
    Follow,
    Keep,
}

/// One entry of one folder, which may be missing.
#[derive(Clone, Debug)]
pub struct Place {
    pub folder: Arc<dyn Folder>,
    pub name: OsString,
}

impl Place {
    /// For messages.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join(&self.name)
    }

    /// The path within the folder.
    pub fn as_path(&self) -> &Path {
        Path::new(&self.name)
    }
}

pub(super) fn outside(folder: &Path, path: &Path) -> Error {
    Error::new(
        Kind::OutsideWorkspace,
        format!(
            "{} leads out of {}, by a link, by `..` or by being absolute.",
            quote_path(path),
            folder.display()
        ),
    )
    .with_hint("Use a path inside the folder; links are followed only where they stay inside.")
}

pub(super) fn too_many_links(path: &Path) -> Error {
    Error::new(Kind::Io, format!("Could not open {}: its links go in a circle.", quote_path(path)))
}

/// Refuses a name that is not a single component: a mistake of the caller in this crate, never of the user.
pub(super) fn require_name(name: &OsStr) -> Result<()> {
    let mut components = Path::new(name).components();
    match (components.next(), components.next()) {
        (Some(std::path::Component::Normal(only)), None) if only == name => Ok(()),
        _ => Err(Error::new(Kind::Internal, format!("{name:?} is not a name within a folder."))),
    }
}

/// Refuses NUL, which no file system takes, before it is asked.
pub(super) fn require_no_nul(path: &Path) -> Result<()> {
    if path.as_os_str().as_encoded_bytes().contains(&0) {
        return Err(Error::new(Kind::InvalidInput, format!("The path {path:?} holds a NUL character.")));
    }
    Ok(())
}
