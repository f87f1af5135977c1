//! The folders that a workspace may change, and the one with its lock and its journal.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::file_name::FileName;
use super::folder_locks::FolderLocks;
use super::private::{keep_files_private, keep_folder_private};
use super::root::Root;
use super::temporary::remove_leftovers;
use super::workspace_path::WorkspacePath;
use crate::disk::{
    Disk, EntryKind, FileContents, Folder, LastLink, LockGuard, Metadata, OsDisk, Place, WaitLimit,
};
use scenewright_error::{Error, Kind, Result, quote_path};
use scenewright_paths::path_text::path_text;

/// The folder of the lock and the journal of a root set that holds its own state.
pub const STATE_FOLDER: &str = ".scenewright";
const LOCK_FILE: &str = "lock";

/// The roots of a workspace or a project. Opening a root set creates nothing and changes nothing; the state
/// folder is created when the lock is first taken.
#[derive(Debug)]
pub struct RootSet {
    roots: Vec<Root>,
    /// The state folder when it is not `.scenewright` of the only root.
    state: Option<Root>,
    /// True once the files of the state were made private to their owner, and the remains of dead processes were
    /// removed.
    is_tidy: AtomicBool,
}

/// The right to change files, held until this is dropped.
///
/// The lock in the state folder keeps out every session with the same journal. Sessions with other roots, and so
/// with another journal, may reach the same files: they are kept out by the locks of the folders, which
/// [`cover`](RootSetLock::cover) takes.
///
/// Invariant: the lock in the state folder is taken first, and no session wants the one of another root set.
#[derive(Debug)]
pub struct RootSetLock {
    roots: Vec<Option<Arc<dyn Folder>>>,
    state: Arc<dyn Folder>,
    folders: FolderLocks,
    _guard: Box<dyn LockGuard>,
}

impl RootSet {
    /// Makes the root set of a folder that holds its own state. It need not exist: the lock creates it.
    pub fn with_own_state(disk: Arc<dyn Disk>, root: &Path) -> Result<RootSet> {
        Ok(RootSet { roots: vec![Root::open(disk, root)?], state: None, is_tidy: AtomicBool::new(false) })
    }

    /// Opens folders of this machine that exist, with their state elsewhere.
    pub fn with_state_at(roots: &[PathBuf], state: &Path) -> Result<RootSet> {
        RootSet::with_state_on(Arc::new(OsDisk), roots, state)
    }

    /// Opens folders that exist on any disk, with their state elsewhere.
    pub fn with_state_on(disk: Arc<dyn Disk>, roots: &[PathBuf], state: &Path) -> Result<RootSet> {
        let open = |path: &PathBuf| -> Result<Root> {
            let root = Root::open(Arc::clone(&disk), path)?;
            match root.handle()? {
                Some(_) => Ok(root),
                None => {
                    let message = format!("There is no folder {}.", quote_path(path));
                    Err(Error::new(Kind::NotFound, message))
                }
            }
        };
        let roots = roots.iter().map(open).collect::<Result<_>>()?;
        let state = Some(Root::open(Arc::clone(&disk), state)?);
        Ok(RootSet { roots, state, is_tidy: AtomicBool::new(false) })
    }

    /// Returns the display path of a file: the name of a project's file, the path of any other.
    pub fn display_path(&self, path: &WorkspacePath) -> String {
        match FileName::of_path(path).filter(|_| self.state.is_none()) {
            Some(name) => name.as_str().to_owned(),
            None => path.to_string(),
        }
    }

    /// Returns the absolute paths of the roots, without links.
    pub fn root_paths(&self) -> impl Iterator<Item = &Path> {
        self.roots.iter().map(Root::canonical_path)
    }

    /// Returns the handle of a root; `None` while the folder does not exist.
    pub fn root(&self, number: usize) -> Result<Option<Arc<dyn Folder>>> {
        self.roots.get(number).map_or(Ok(None), Root::handle)
    }

    /// Returns the disk that a root is on.
    pub(super) fn disk_of(&self, number: usize) -> Option<&dyn Disk> {
        self.roots.get(number).map(Root::disk)
    }

    /// Returns the folder of the lock and the journal; `None` while it is missing.
    pub fn state(&self) -> Result<Option<Arc<dyn Folder>>> {
        match &self.state {
            Some(state) => state.handle(),
            None => match self.root(0)? {
                Some(root) => child_folder(&root, STATE_FOLDER),
                None => Ok(None),
            },
        }
    }

    /// Returns true if a folder is still the one of the lock and the journal: it may have been removed or
    /// replaced.
    pub fn is_state(&self, folder: &Arc<dyn Folder>) -> bool {
        let identity = |folder: &Arc<dyn Folder>| folder.own_metadata().ok().map(|it| it.identity);
        let current = self.state().ok().flatten();
        current.is_some_and(|current| identity(&current).is_some() && identity(&current) == identity(folder))
    }

    /// Returns the path from a root to the state folder, with `/` between the names, where that is beneath
    /// the root.
    pub(super) fn state_beneath(&self, root: usize) -> Option<String> {
        let root_path = self.roots.get(root)?.canonical_path();
        let way = match &self.state {
            None => return (root == 0).then(|| STATE_FOLDER.to_owned()),
            Some(state) => state.canonical_path().strip_prefix(root_path).ok()?,
        };
        let names: Vec<_> = way.iter().map(path_text).collect();
        Some(names.join("/")).filter(|way| !way.is_empty())
    }

    /// Reads the current contents of a file, following links; `None` if it is missing.
    pub fn read(&self, path: &WorkspacePath, max_bytes: u64) -> Result<Option<FileContents>> {
        let Some(root) = self.root(path.root())? else { return Ok(None) };
        root.read(&path.relative(), max_bytes)
    }

    /// Returns the metadata at a path, links followed; `None` when there is nothing.
    pub fn metadata(&self, path: &WorkspacePath) -> Result<Option<Metadata>> {
        let Some(root) = self.root(path.root())? else { return Ok(None) };
        root.metadata(&path.relative())
    }

    /// Takes the lock, creating the folder for it where it is missing.
    pub fn lock(&self, limit: &WaitLimit<'_>) -> Result<RootSetLock> {
        let state = match &self.state {
            // It will hold old contents of files that not everybody may read.
            Some(state) => state.create_private()?,
            None => {
                let root = self.only_root().create()?;
                if child_folder(&root, STATE_FOLDER)?.is_none()
                    && root.create_folder(OsStr::new(STATE_FOLDER))?
                {
                    root.sync()?;
                }
                keep_folder_private(root.as_ref(), OsStr::new(STATE_FOLDER))?;
                child_folder(&root, STATE_FOLDER)?
                    .ok_or_else(|| Error::new(Kind::Io, "The folder .scenewright was removed meanwhile."))?
            }
        };
        let guard = state.lock(OsStr::new(LOCK_FILE), limit)?;
        // Under the lock, and once: leftovers are those of processes that died before this one began.
        if !self.is_tidy.swap(true, Ordering::Relaxed) {
            remove_leftovers(state.as_ref())?;
            keep_files_private(state.as_ref())?;
        }
        let roots = self.roots.iter().map(Root::handle).collect::<Result<_>>()?;
        Ok(RootSetLock { roots, state, folders: FolderLocks::default(), _guard: guard })
    }

    pub(super) fn only_root(&self) -> &Root {
        &self.roots[0]
    }
}

impl RootSetLock {
    /// Returns the folder of the lock and the journal.
    pub fn state(&self) -> &Arc<dyn Folder> {
        &self.state
    }

    /// Returns the handle of a root.
    pub fn root(&self, number: usize) -> Result<&Arc<dyn Folder>> {
        self.roots.get(number).and_then(Option::as_ref).ok_or_else(|| {
            Error::new(Kind::NotFound, format!("Root {number} of the workspace no longer exists."))
        })
    }

    /// Keeps every other session, whatever its roots are, from changing these files, and releases the files that
    /// were covered before.
    pub fn cover(&self, paths: &[&WorkspacePath], limit: &WaitLimit<'_>) -> Result<()> {
        self.folders.take(&|number| self.root(number).map(Arc::clone), paths, limit)
    }

    /// Returns true if a place is covered; false when its path has come to lead elsewhere.
    pub fn covers(&self, place: &Place) -> Result<bool> {
        self.folders.cover(place)
    }

    /// Returns the place of a file, which may be missing; `None` when its folder is.
    pub fn place(&self, path: &WorkspacePath, last: LastLink) -> Result<Option<Place>> {
        self.root(path.root())?.resolve(&path.relative(), last)
    }

    /// Returns the missing folders on the way to a file, the outermost first.
    pub fn missing_folders(&self, path: &WorkspacePath) -> Result<Vec<WorkspacePath>> {
        let root = self.root(path.root())?;
        let mut missing = Vec::new();
        for folder in path.folders() {
            match root.metadata(&folder.relative())? {
                Some(metadata) if metadata.kind == EntryKind::Folder => {}
                Some(_) => {
                    let message = format!("Could not write {path}: {folder} is not a folder.");
                    return Err(Error::new(Kind::InvalidInput, message));
                }
                None => missing.push(folder),
            }
        }
        Ok(missing)
    }

    /// Creates a folder whose parent is there and covered, and covers it. Returns false if another session was
    /// quicker to take it.
    pub fn make_folder(&self, folder: &WorkspacePath, sync: bool) -> Result<bool> {
        let gone =
            || Error::new(Kind::Io, format!("Could not make the folder {folder}: its parent is gone."));
        let place = self.place(folder, LastLink::Follow)?.ok_or_else(gone)?;
        if place.folder.create_folder(&place.name)? && sync {
            place.folder.sync()?;
        }
        // Locked by what it leads to now: a link may have been put there in the meantime.
        let made = self.root(folder.root())?.resolve(&folder.relative().join("any"), LastLink::Keep)?;
        self.folders.try_add(made.ok_or_else(gone)?.folder.as_ref())
    }

    /// Removes a folder if it is empty and no other session is about to put something there.
    pub fn remove_empty_folder(&self, folder: &WorkspacePath, sync: bool) -> Result<()> {
        let Some(place) = self.place(folder, LastLink::Keep)? else { return Ok(()) };
        let Some(itself) = place.folder.open_child(&place.name)? else { return Ok(()) };
        if self.folders.try_add(itself.as_ref())? && place.folder.remove_folder(&place.name)? && sync {
            place.folder.sync()?;
        }
        Ok(())
    }

    /// Removes the half-written files of dead processes in a folder of a root.
    pub fn sweep(&self, root: usize, folder: &Path, limit: &WaitLimit<'_>) -> Result<()> {
        let inside = WorkspacePath::new(root, &folder.join("any"))?;
        self.cover(&[&inside], limit)?;
        match self.place(&inside, LastLink::Keep)? {
            Some(place) if self.covers(&place)? => remove_leftovers(place.folder.as_ref()),
            _ => Ok(()),
        }
    }
}

/// Returns a folder of a root's own; `None` when it is missing.
fn child_folder(root: &Arc<dyn Folder>, name: &str) -> Result<Option<Arc<dyn Folder>>> {
    let path = Path::new(name);
    let Some(metadata) = root.metadata(path)? else { return Ok(None) };
    if metadata.kind != EntryKind::Folder {
        let message = format!("{} is not a folder.", quote_path(root.path().join(name)));
        return Err(Error::new(Kind::InvalidInput, message));
    }
    Ok(root.resolve(&path.join("any"), LastLink::Keep)?.map(|place| place.folder))
}

/// Returns true if a file that the disk found has exactly this name. A disk that also finds the name in other
/// letter case may have meant another file; then the folder's listing decides.
pub fn has_exact_name(folder: &dyn Folder, path: &Path) -> Result<bool> {
    let (Some(file), Some(parent)) = (path.file_name().and_then(OsStr::to_str), path.parent()) else {
        return Ok(true);
    };
    let swapped: String = file.chars().map(swap_case).collect();
    // A link in the other case that leads nowhere good is not this file.
    // A case-sensitive disk has no file of the swapped name, so listing the folder is spared.
    if swapped == file || !matches!(folder.metadata(&parent.join(swapped)), Ok(Some(_))) {
        return Ok(true);
    }
    let names = folder.list(parent)?.unwrap_or_default();
    Ok(names.iter().any(|name| name == file))
}

fn swap_case(character: char) -> char {
    if character.is_ascii_lowercase() {
        character.to_ascii_uppercase()
    } else {
        character.to_ascii_lowercase()
    }
}
