//! Locks by folder: whatever roots a session was opened with, it changes a file only while it holds the lock of the
//! file's folder.
//!
//! Invariant: no session waits for a folder's lock while holding another one that comes later in the order of identities, and
//! locks that are asked for out of that order are never waited for. So no two sessions wait for each other.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::workspace_path::WorkspacePath;
use crate::disk::{EntryKind, FileIdentity, Folder, LastLink, LockGuard, LockTarget, Place, WaitLimit};
use scenewright_error::{Error, Kind, Result};

/// The locks of the folders, and of the files with several names, that one transaction holds.
#[derive(Debug, Default)]
pub(super) struct FolderLocks {
    held: Mutex<BTreeMap<FileIdentity, Box<dyn LockGuard>>>,
}

/// An object to lock: a folder, or a file in one.
struct Wanted {
    folder: Arc<dyn Folder>,
    file: Option<OsString>,
}

type WantedLocks = BTreeMap<FileIdentity, Wanted>;

impl FolderLocks {
    /// Releases all locks, and locks the folders of these files and the files among them that have several names. A
    /// missing folder is created by the holder of the nearest folder above it.
    pub(crate) fn take(
        &self,
        root: &dyn Fn(usize) -> Result<Arc<dyn Folder>>,
        paths: &[&WorkspacePath],
        limit: &WaitLimit<'_>,
    ) -> Result<()> {
        loop {
            self.held().clear();
            // In the order of identities, which is the same for all sessions: none waits for one that waits
            // for it.
            for (identity, wanted) in find_all(root, paths)? {
                let guard = limit.poll(&wanted.describe(), || wanted.try_lock())?;
                self.held().insert(identity, guard);
            }
            // The target of the path may have changed while this waited.
            if find_all(root, paths)?.keys().all(|identity| self.held().contains_key(identity)) {
                return Ok(());
            }
            if limit.is_over() {
                let message = "Gave up waiting for the folders of this change: they are being moved.";
                return Err(Error::new(Kind::Conflict, message)
                    .with_hint("Nothing was changed. Try again when whatever moves them is done."));
            }
        }
    }

    /// Returns true if the folder of a place is held, and the file itself where it has several names.
    pub(crate) fn cover(&self, place: &Place) -> Result<bool> {
        let held = self.held();
        if !held.contains_key(&place.folder.own_metadata()?.identity) {
            return Ok(false);
        }
        Ok(match place.folder.entry(&place.name)? {
            Some(entry) if entry.kind == EntryKind::File && entry.links > 1 => {
                held.contains_key(&entry.identity)
            }
            _ => true,
        })
    }

    /// Locks one more folder if no other session holds it. Returns false if one does.
    pub(crate) fn try_add(&self, folder: &dyn Folder) -> Result<bool> {
        let identity = folder.own_metadata()?.identity;
        if self.held().contains_key(&identity) {
            return Ok(true);
        }
        let guard = folder.try_lock_itself(LockTarget::Folder)?;
        Ok(guard.map(|guard| self.held().insert(identity, guard)).is_some())
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<FileIdentity, Box<dyn LockGuard>>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wanted {
    fn try_lock(&self) -> Result<Option<Box<dyn LockGuard>>> {
        self.folder.try_lock_itself(match &self.file {
            Some(name) => LockTarget::File(name),
            None => LockTarget::Folder,
        })
    }

    fn describe(&self) -> String {
        match &self.file {
            Some(name) => format!("the file {}", self.folder.path().join(name).display()),
            None => format!("the folder {}", self.folder.path().display()),
        }
    }
}

fn find_all(
    root: &dyn Fn(usize) -> Result<Arc<dyn Folder>>,
    paths: &[&WorkspacePath],
) -> Result<WantedLocks> {
    let mut wanted = WantedLocks::new();
    for path in paths {
        let root = root(path.root())?;
        let relative = path.relative();
        // A path that must be refused is refused by the planner of the change, in its own words.
        let Ok(Some(place)) = root.resolve(&relative, LastLink::Keep) else {
            let folder = nearest_folder(&root, path);
            wanted.insert(folder.own_metadata()?.identity, Wanted { folder, file: None });
            continue;
        };
        let is_link = add(&mut wanted, place)?;
        if is_link && let Ok(Some(target)) = root.resolve(&relative, LastLink::Follow) {
            add(&mut wanted, target)?;
        }
    }
    Ok(wanted)
}

/// Adds the locks that a change at the place needs. Returns true if a link is there.
fn add(wanted: &mut WantedLocks, place: Place) -> Result<bool> {
    let entry = place.folder.entry(&place.name)?;
    let folder = place.folder.own_metadata()?.identity;
    if let Some(entry) = &entry
        && entry.kind == EntryKind::File
        && entry.links > 1
    {
        let file = Wanted { folder: Arc::clone(&place.folder), file: Some(place.name) };
        wanted.insert(entry.identity, file);
    }
    wanted.insert(folder, Wanted { folder: place.folder, file: None });
    Ok(entry.is_some_and(|entry| entry.kind == EntryKind::Link))
}

/// Returns the innermost existing folder on the way to a file.
fn nearest_folder(root: &Arc<dyn Folder>, path: &WorkspacePath) -> Arc<dyn Folder> {
    let folders: Vec<WorkspacePath> = path.folders().collect();
    let nearest = folders.iter().rev().find_map(|folder| {
        let place = root.resolve(&folder.relative().join("any"), LastLink::Keep).ok()??;
        Some(place.folder)
    });
    nearest.unwrap_or_else(|| Arc::clone(root))
}
