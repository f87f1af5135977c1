//! One folder, held by a handle.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::private::keep_folder_private;
use crate::disk::{Disk, FileIdentity, Folder};
use scenewright_error::{Error, Kind, Result, quote_path};

/// A folder that need not exist yet, known by its path without links.
///
/// Invariant: everything beneath it is opened by its handle. A folder that was removed and recreated is opened
/// again; one that was replaced by a link to elsewhere is refused.
pub(super) struct Root {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    held: Mutex<Option<Held>>,
}

/// An open folder, and what it is known by.
struct Held {
    folder: Arc<dyn Folder>,
    identity: FileIdentity,
}

impl Held {
    fn of(folder: Arc<dyn Folder>) -> Result<Held> {
        Ok(Held { identity: folder.own_metadata()?.identity, folder })
    }
}

impl Root {
    pub(super) fn open(disk: Arc<dyn Disk>, path: &Path) -> Result<Root> {
        let path = disk.canonical_path(path)?;
        let folder = disk.open_folder(&path)?;
        let held = folder.map(Held::of).transpose()?;
        Ok(Root { disk, path, held: Mutex::new(held) })
    }

    pub(super) fn disk(&self) -> &dyn Disk {
        self.disk.as_ref()
    }

    pub(super) fn canonical_path(&self) -> &Path {
        &self.path
    }

    /// Returns the handle; `None` while the folder does not exist.
    pub(super) fn handle(&self) -> Result<Option<Arc<dyn Folder>>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        // Asked with every call: opening the folder only to compare it costs several times as much.
        if let Some(held) = &*held
            && self.disk.folder_identity(&self.path) == Some(held.identity)
        {
            return Ok(Some(Arc::clone(&held.folder)));
        }
        let now = self.disk.open_folder(&self.path)?.map(Held::of).transpose()?;
        match (&*held, &now) {
            (Some(held), Some(found)) if held.identity == found.identity => {}
            (_, Some(found)) if found.folder.path() != self.path => return Err(self.moved()),
            _ => *held = now,
        }
        Ok(held.as_ref().map(|held| Arc::clone(&held.folder)))
    }

    /// Returns the handle of a folder that is created where it is missing.
    pub(super) fn create(&self) -> Result<Arc<dyn Folder>> {
        if let Some(folder) = self.handle()? {
            return Ok(folder);
        }
        self.disk.create_folder(&self.path)?;
        self.handle()?.ok_or_else(|| self.moved())
    }

    /// Returns the handle of a folder that is created for its owner alone, where the platform has modes.
    pub(super) fn create_private(&self) -> Result<Arc<dyn Folder>> {
        let folder = self.create()?;
        if folder.own_metadata()?.mode.is_some_and(|mode| mode & 0o077 != 0)
            && let (Some(parent), Some(name)) = (self.path.parent(), self.path.file_name())
            && let Some(parent) = self.disk.open_folder(parent)?
        {
            keep_folder_private(parent.as_ref(), name)?;
        }
        Ok(folder)
    }

    fn moved(&self) -> Error {
        Error::new(
            Kind::OutsideWorkspace,
            format!("The folder {} now leads elsewhere.", quote_path(&self.path)),
        )
        .with_hint("Open it again by the path that is meant.")
    }
}

impl fmt::Debug for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Root").field("path", &self.path).finish_non_exhaustive()
    }
}
