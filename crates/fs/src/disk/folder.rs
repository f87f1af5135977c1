//! The traits through which the crates above use a file system.

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Debug};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::entry::{EntryKind, FileContents, FileIdentity, Metadata};
use super::wait::WaitLimit;
use scenewright_error::{Error, Kind, Result, quote_path};

/// A file system.
pub trait Disk: Debug + Send + Sync {
    /// Opens an existing folder, wherever it is; `None` when there is nothing of that name.
    fn open_folder(&self, path: &Path) -> Result<Option<Arc<dyn Folder>>>;

    /// Returns the identity of a folder, following links; `None` if it is missing or unknown.
    fn folder_identity(&self, path: &Path) -> Option<FileIdentity> {
        let folder = self.open_folder(path).ok()??;
        folder.own_metadata().ok().map(|metadata| metadata.identity)
    }

    /// Opens a folder, which is created with its parents where it is missing. Each folder that is created is
    /// synced into its parent.
    fn create_folder(&self, path: &Path) -> Result<Arc<dyn Folder>>;

    /// Returns the absolute path without links, `.` and `..`. The end of the path need not exist.
    fn canonical_path(&self, path: &Path) -> Result<PathBuf>;
}

/// A handle on a folder. See the module for the meaning of paths and names.
pub trait Folder: Debug + Send + Sync {
    /// Returns the path that the folder had when it was opened: for messages, never for opening anything.
    fn path(&self) -> &Path;

    /// Returns the metadata of the folder itself.
    fn own_metadata(&self) -> Result<Metadata>;

    /// Returns the metadata at the path, links followed; `None` when there is nothing.
    fn metadata(&self, path: &Path) -> Result<Option<Metadata>>;

    /// Returns the bytes of the regular file at the path, links followed; `None` when there is nothing.
    fn read(&self, path: &Path, max_bytes: u64) -> Result<Option<FileContents>>;

    /// Returns the metadata of an entry of this very folder, even of a link itself; `None` when
    /// there is nothing of that name.
    fn entry(&self, name: &OsStr) -> Result<Option<Metadata>>;

    /// Returns the target of a link of this folder, as it is written.
    fn read_link(&self, name: &OsStr) -> Result<PathBuf>;

    /// Returns the names in the folder at the path, sorted, as they are on disk; `None` when there is no such
    /// folder.
    fn list(&self, path: &Path) -> Result<Option<Vec<OsString>>>;

    /// Returns the entries of this very folder in the order of the disk, each with its kind as the folder reports
    /// it. Links are not followed.
    fn entries(&self) -> Result<Vec<Listed>>;

    /// Opens a folder of this one, never through a link; `None` when there is no folder of that name.
    fn open_child(&self, name: &OsStr) -> Result<Option<Arc<dyn Folder>>>;

    /// Opens a regular file of this very folder to be read from its beginning, never through a link; `None` when it
    /// is missing.
    fn open_to_read(&self, name: &OsStr) -> Result<Option<FileReader>>;

    /// Returns the folder and name that a path leads to. The entry may be missing; `None` when its folder is.
    fn resolve(&self, path: &Path, last: LastLink) -> Result<Option<Place>>;

    /// Creates a folder in this one. Returns true if it was not there before.
    fn create_folder(&self, name: &OsStr) -> Result<bool>;

    /// Removes an empty folder of this one. Returns false if it was not there or not empty.
    fn remove_folder(&self, name: &OsStr) -> Result<bool>;

    /// Creates a file that must not exist yet (`already_exists`).
    fn create_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>>;

    /// Creates a file like [`Folder::create_file`], for its owner alone, as far as the platform has modes,
    /// until it is given other attributes.
    fn create_private_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>>;

    /// Creates a link that must not exist yet (`already_exists`).
    fn create_link(&self, name: &OsStr, target: &Path) -> Result<()>;

    /// Opens a regular file of this folder for access at any offset; `None` when it is missing.
    fn open_file(&self, name: &OsStr, access: Access) -> Result<Option<Box<dyn OpenFile>>>;

    /// Gives one file the mode, owner and extended attributes of another, as far as the platform lets us, but none of
    /// its privileges: no set-user-ID or set-group-ID bit, no file capabilities.
    fn copy_attributes(&self, from: &OsStr, to: &OsStr) -> Result<()>;

    /// Returns true if a regular file of this folder gives capabilities to any user who starts it, where the
    /// platform has them.
    fn has_capabilities(&self, _name: &OsStr) -> Result<bool> {
        Ok(false)
    }

    /// Gives a file its permission bits, where the platform has them.
    fn set_mode(&self, name: &OsStr, mode: u32) -> Result<()>;

    /// Gives a file another name in the same folder; a file of that name is replaced in one step.
    fn rename(&self, from: &OsStr, to: &OsStr) -> Result<()>;

    /// Removes a file or a link. Returns true if it was there.
    fn remove(&self, name: &OsStr) -> Result<bool>;

    /// Makes the creations, renames and removals in this folder survive a power cut.
    fn sync(&self) -> Result<()>;

    /// Takes an exclusive advisory lock on a file of this folder, which is created where it is missing. The
    /// lock is shared by all sessions and processes and is released when its holder dies.
    fn lock(&self, name: &OsStr, limit: &WaitLimit<'_>) -> Result<Box<dyn LockGuard>>;

    /// Takes the exclusive advisory lock of this very folder, or of a regular file in it, by whatever path it was
    /// reached; `None` while another session or process holds it. Nothing is created for it, so nothing can be
    /// removed to break it, and it is released when its holder dies.
    fn try_lock_itself(&self, target: LockTarget<'_>) -> Result<Option<Box<dyn LockGuard>>>;
}

/// The object of a lock that needs no file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockTarget<'a> {
    /// The folder itself.
    Folder,
    /// A regular file of that folder.
    File(&'a OsStr),
}

/// An entry as the listing of its folder reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name without its folder, as it is on disk.
    pub name: OsString,
    /// The kind of the entry itself: links are not followed.
    pub kind: EntryKind,
}

/// A file that is being read from its beginning to its end.
pub struct FileReader {
    /// The metadata of the file when it was opened.
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
    /// Appends all of the bytes.
    fn write(&mut self, bytes: &[u8]) -> Result<()>;

    /// Makes the written bytes survive a power cut.
    fn sync(&mut self) -> Result<()>;
}

/// The access that an open file allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reading alone.
    Read,
    /// Reading, and writing in place.
    ReadAndWrite,
}

/// A file that is open for reading, and perhaps writing, at any offset.
pub trait OpenFile: Debug + Send + Sync {
    /// Returns the metadata that the file has now, whatever became of its name.
    fn metadata(&self) -> Result<Metadata>;

    /// Reads as many bytes from the offset as there are, at most `length`.
    fn read_at(&self, offset: u64, length: usize) -> Result<Vec<u8>>;

    /// Overwrites the bytes from the offset on; the file grows where they reach beyond its end.
    fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<()>;

    /// Sets the length of the file, in bytes; a file that grows is filled with zeros.
    fn truncate(&self, length: u64) -> Result<()>;

    /// Removes the privileges that [`Folder::copy_attributes`] does not copy.
    fn drop_privileges(&self) -> Result<()>;

    /// Makes the written bytes survive a power cut.
    fn sync(&self) -> Result<()>;
}

/// A lock that is held until this is dropped.
pub trait LockGuard: Debug + Send + Sync {}

/// The treatment of a link at the very end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastLink {
    /// The place is where the link leads to, as long as that is inside.
    Follow,
    /// The place is the link's own.
    Keep,
}

/// One entry of one folder, which may be missing.
#[derive(Clone, Debug)]
pub struct Place {
    /// The open folder that holds, or would hold, the entry.
    pub folder: Arc<dyn Folder>,
    /// The name in that folder; `.` for the folder itself.
    pub name: OsString,
}

impl Place {
    /// Returns the path, for messages.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join(&self.name)
    }

    /// Returns the path within the folder.
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

/// Refuses a name that is not a single component: a mistake of the caller, never of the user.
pub(super) fn require_name(name: &OsStr) -> Result<()> {
    let mut components = Path::new(name).components();
    match (components.next(), components.next()) {
        (Some(std::path::Component::Normal(only)), None) if only == name => Ok(()),
        _ => Err(Error::new(Kind::Internal, format!("{name:?} is not a name within a folder."))),
    }
}

/// Refuses NUL, which no file system takes, before the file system is asked.
pub(super) fn require_no_nul(path: &Path) -> Result<()> {
    if path.as_os_str().as_encoded_bytes().contains(&0) {
        return Err(Error::new(Kind::InvalidInput, format!("The path {path:?} holds a NUL character.")));
    }
    Ok(())
}
