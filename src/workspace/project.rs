//! A project's folder and the source files in it.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::file_name::FileName;
use super::temporary::{Temporary, remove_stale};
use crate::disk::{
    Disk, EntryKind, FileContents, FileIdentity, Folder, LastLink, LockGuard, Metadata, OsDisk, Place, Stamp,
    WaitLimit,
};
use crate::error::{Error, Kind, Result};

/// No source file is larger: reading one must not fill the memory.
const LARGEST_FILE: u64 = 16 * 1024 * 1024;
const STATE_FOLDER: &str = ".scenewright";
const LOCK_FILE: &str = "lock";
const MODULES_FOLDER: &str = "modules";

/// A project folder, which need not exist yet: then it has no files, and the first commit makes it.
pub struct ProjectFolder {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    /// The handle, with which everything is opened as long as the folder stays where it is.
    root: Mutex<Option<Arc<dyn Folder>>>,
}

/// A source file's bytes, and which file they came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectFile {
    pub bytes: Vec<u8>,
    pub identity: FileIdentity,
    pub stamp: Stamp,
}

/// A source file as listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectEntry {
    pub name: FileName,
    /// In bytes.
    pub size: u64,
    /// In milliseconds since 1970.
    pub modified_ms: i64,
}

/// The project's lock, held until this is dropped. What changes files asks for one.
#[derive(Debug)]
pub struct ProjectLock {
    root: Arc<dyn Folder>,
    _guard: Box<dyn LockGuard>,
}

impl ProjectFolder {
    /// Opens a folder of this machine. Nothing is made or changed.
    pub fn open(path: &Path) -> Result<ProjectFolder> {
        ProjectFolder::open_on(Arc::new(OsDisk), path)
    }

    /// The same, on any disk.
    pub fn open_on(disk: Arc<dyn Disk>, path: &Path) -> Result<ProjectFolder> {
        let path = disk.canonical_path(path)?;
        let root = disk.open_folder(&path)?;
        Ok(ProjectFolder { disk, path, root: Mutex::new(root) })
    }

    /// The folder's absolute path without links.
    pub fn canonical_path(&self) -> &Path {
        &self.path
    }

    /// A file's bytes; `None` when there is no such file.
    pub fn read(&self, name: &FileName) -> Result<Option<Vec<u8>>> {
        Ok(self.read_file(name)?.map(|file| file.bytes))
    }

    /// A file's bytes and identity; `None` when there is no such file. A link that leaves the folder is refused
    /// (`outside_workspace`), and a name in another letter case is another file on every disk.
    pub fn read_file(&self, name: &FileName) -> Result<Option<ProjectFile>> {
        let Some(root) = self.root()? else { return Ok(None) };
        read_file(root.as_ref(), name)
    }

    /// Which file a name leads to; `None` when there is no such file.
    pub fn identity(&self, name: &FileName) -> Result<Option<FileIdentity>> {
        let Some(root) = self.root()? else { return Ok(None) };
        let metadata = metadata(root.as_ref(), name).map_err(|error| error.in_file(name.as_str()))?;
        Ok(metadata.map(|metadata| metadata.identity))
    }

    /// The source files: `main` first, then the modules by name. Files that no name leads to are left out, and
    /// so are links that leave the folder.
    pub fn list(&self) -> Result<Vec<ProjectEntry>> {
        let Some(root) = self.root()? else { return Ok(Vec::new()) };
        let files = root.list(Path::new(MODULES_FOLDER))?.unwrap_or_default();
        let modules = files.iter().filter_map(|file| FileName::of_module_file(file.to_str()?));
        let mut entries = Vec::new();
        for name in std::iter::once(FileName::main()).chain(modules) {
            match metadata(root.as_ref(), &name) {
                Ok(Some(Metadata { kind: EntryKind::File, stamp, .. })) => {
                    let modified_ms = stamp.modified_ns.div_euclid(1_000_000);
                    entries.push(ProjectEntry { name, size: stamp.size, modified_ms });
                }
                Ok(_) => {}
                Err(error) if error.kind == Kind::OutsideWorkspace => {}
                Err(error) => return Err(error.in_file(name.as_str())),
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// Takes the lock that all sessions and processes on this project share, making the folder where it is
    /// missing.
    pub fn lock(&self, limit: &WaitLimit<'_>) -> Result<ProjectLock> {
        let root = match self.root()? {
            Some(root) => root,
            None => {
                self.disk.create_folder(&self.path)?;
                self.root()?.ok_or_else(|| self.moved())?
            }
        };
        let state = child_folder(&root, STATE_FOLDER)?;
        let guard = state.lock(OsStr::new(LOCK_FILE), limit)?;
        Ok(ProjectLock { root, _guard: guard })
    }

    /// The folder's handle; `None` while it does not exist. A folder that was removed and made anew is opened
    /// anew; one that was replaced by a link to elsewhere is refused.
    pub(super) fn root(&self) -> Result<Option<Arc<dyn Folder>>> {
        let mut held = self.root.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.disk.open_folder(&self.path)?;
        match (&*held, &now) {
            (Some(root), Some(found)) if same_folder(root.as_ref(), found.as_ref()) => {}
            (_, Some(found)) if found.path() != self.path => return Err(self.moved()),
            _ => *held = now,
        }
        Ok(held.clone())
    }

    fn moved(&self) -> Error {
        Error::new(
            Kind::OutsideWorkspace,
            format!("The project folder {} now leads elsewhere.", self.path.display()),
        )
        .with_hint("Open the project again by the path that is meant.")
    }
}

impl fmt::Debug for ProjectFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProjectFolder").field("path", &self.path).finish_non_exhaustive()
    }
}

impl ProjectLock {
    /// A file as it is now.
    pub fn read_file(&self, name: &FileName) -> Result<Option<ProjectFile>> {
        read_file(self.root.as_ref(), name)
    }

    /// How many names a file has: one that has several is torn from the others when it is replaced.
    pub fn link_count(&self, name: &FileName) -> Result<u64> {
        Ok(metadata(self.root.as_ref(), name)?.map_or(0, |metadata| metadata.links))
    }

    /// The place of a file, which may be missing; its folder is made. Links are written through
    /// ([`LastLink::Follow`]) or meant themselves ([`LastLink::Keep`]).
    ///
    /// Refused is a name that differs from an existing file's in letter case alone, on a disk that does not
    /// tell them apart: the other file would be lost.
    pub fn place(&self, name: &FileName, last: LastLink) -> Result<Place> {
        let locate = || -> Result<Place> {
            if !name.is_main() {
                child_folder(&self.root, MODULES_FOLDER)?;
            }
            let path = name.relative_path();
            let place = self.root.resolve(&path, last)?.ok_or_else(|| {
                Error::new(Kind::Io, format!("Could not write {}: a folder is missing.", path.display()))
            })?;
            if let Some(metadata) = self.root.metadata(&path)? {
                if metadata.kind != EntryKind::File {
                    let message = format!("Could not write {}: it is not a file.", path.display());
                    return Err(Error::new(Kind::InvalidInput, message));
                }
                if !has_exact_name(self.root.as_ref(), name)? {
                    return Err(Error::new(
                        Kind::AlreadyExists,
                        format!(
                            "Another file differs from {name} only in letter case, and this disk does not tell \
                             them apart."
                        ),
                    ));
                }
            }
            Ok(place)
        };
        locate().map_err(|error| error.in_file(name.as_str()))
    }

    /// Removes the temporaries that dead processes left beside the sources and beside this place.
    pub fn remove_stale_temporaries(&self, place: &Place) -> Result<()> {
        remove_stale(place.folder.as_ref(), Path::new(""))?;
        remove_stale(self.root.as_ref(), Path::new(""))?;
        remove_stale(self.root.as_ref(), Path::new(MODULES_FOLDER))
    }

    /// Writes bytes beside a place, ready to take it. `exists` says that a file is there, whose mode and owner
    /// the new one gets; `sync` that the bytes are to survive a power cut.
    pub fn write_beside<'a>(
        &self,
        place: &'a Place,
        bytes: &[u8],
        exists: bool,
        sync: bool,
    ) -> Result<Temporary<'a>> {
        Temporary::write(place, bytes, exists, sync)
    }

    pub(super) fn root(&self) -> &Arc<dyn Folder> {
        &self.root
    }
}

fn same_folder(a: &dyn Folder, b: &dyn Folder) -> bool {
    let identity = |folder: &dyn Folder| folder.own_metadata().map(|metadata| metadata.identity);
    matches!((identity(a), identity(b)), (Ok(a), Ok(b)) if a == b)
}

/// A folder of the project's own, made where it is missing and synced into its parent.
fn child_folder(root: &Arc<dyn Folder>, name: &str) -> Result<Arc<dyn Folder>> {
    let path = Path::new(name);
    if root.metadata(path)?.is_none() && root.create_folder(OsStr::new(name))? {
        root.sync()?;
    }
    let inside = root.resolve(&path.join("any"), LastLink::Keep)?;
    inside.map(|place| place.folder).ok_or_else(|| {
        let message = format!("{} is not a folder.", root.path().join(name).display());
        Error::new(Kind::InvalidInput, message)
    })
}

fn read_file(root: &dyn Folder, name: &FileName) -> Result<Option<ProjectFile>> {
    let read = || -> Result<Option<ProjectFile>> {
        let Some(FileContents { bytes, metadata }) = root.read(&name.relative_path(), LARGEST_FILE)? else {
            return Ok(None);
        };
        let file = ProjectFile { bytes, identity: metadata.identity, stamp: metadata.stamp };
        Ok(has_exact_name(root, name)?.then_some(file))
    };
    read().map_err(|error| error.in_file(name.as_str()))
}

fn metadata(root: &dyn Folder, name: &FileName) -> Result<Option<Metadata>> {
    let Some(metadata) = root.metadata(&name.relative_path())? else { return Ok(None) };
    Ok(has_exact_name(root, name)?.then_some(metadata))
}

/// Whether a file that the disk answered for is called just so. A disk that also answers for the name in other
/// letter case may have meant another; then the folder's list decides.
fn has_exact_name(root: &dyn Folder, name: &FileName) -> Result<bool> {
    let path = name.relative_path();
    let (Some(file), Some(folder)) = (path.file_name().and_then(OsStr::to_str), path.parent()) else {
        return Ok(true);
    };
    let swapped: String = file.chars().map(swap_case).collect();
    // A link in the other case that leads nowhere good is not this file.
    if !matches!(root.metadata(&folder.join(swapped)), Ok(Some(_))) {
        return Ok(true);
    }
    let names = root.list(folder)?.unwrap_or_default();
    Ok(names.iter().any(|name| name == file))
}

fn swap_case(character: char) -> char {
    if character.is_ascii_lowercase() {
        character.to_ascii_uppercase()
    } else {
        character.to_ascii_lowercase()
    }
}
