//! A file system in memory. Each change can be made to fail, be preceded by another process's change, or be lost.
//!
//! Tests of the rooms above run their whole protocol against it, interrupted at each step in turn. It has
//! files with any number of names, folders, links, modes, locks and, if asked, names that ignore letter case.
//!
//! # When the process is killed
//!
//! Its changes are there, for the kernel has them, but no more durable than before. [`Interruption::Die`] and
//! [`MemoryDisk::survivor`] play that.
//!
//! # When the power is cut
//!
//! [`MemoryDisk::after_power_cut`] answers one of the disks that may be found then. The model is adversarial: what
//! no sync has made durable may be lost in every way that some file system has been seen to lose it.
//!
//! 1. The results of `put` and its sisters are durable at once, and so are those of an [`Interruption`].
//! 2. Changes of a file's bytes and mode are durable once that file was synced after them. Of those after its last
//!    sync, any may be kept and any lost. The last write that is kept may be torn: only a prefix of its bytes is
//!    there, or zeros are in their place and the file has its new length.
//! 3. Changes of a folder's names (create, link, rename, remove) are durable once that folder was synced after
//!    them; syncing a file does not make its name durable. Of those after its last sync, any may be kept and any
//!    lost. A rename is one change, whole or not there at all; it gives the new name to the file even where the
//!    creation of the old name was lost, and where an earlier rename was lost the file has both names.
//! 4. A folder whose name was lost takes all that is in it with it.
//! 5. Where a link leads to is as durable as its name. The mode of a folder is as durable as the names in it.
//!
//! Invariant: everything that changes the contents is one `Change`, which a power cut makes
//! again or leaves out.

mod contents;
mod file;
mod folder;
mod operation;
mod power_cut;
mod shared;
mod state;
#[cfg(test)]
mod tests;
mod walk;

use std::collections::BTreeMap;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, MutexGuard};

use self::contents::{Contents, Inode, Node};
use self::folder::MemoryFolder;
pub use self::operation::{Interruption, Operation};
pub use self::power_cut::Choices;
use self::shared::SharedState;
pub use self::shared::{OnPoint, Point};
use self::state::{State, refused};
use super::folder::{Disk, Folder};
use scenewright_error::{Error, Kind, Result};

/// The disk. Clones share its contents.
#[derive(Clone)]
pub struct MemoryDisk {
    shared: SharedState,
}

impl MemoryDisk {
    /// Makes an empty disk on which letter case counts, as on Linux.
    pub fn new() -> Self {
        MemoryDisk::of(State::durable(Contents::new(false), 0))
    }

    /// Makes a disk on which `Gear.js` and `gear.js` are the same file, as on macOS and Windows.
    pub fn ignoring_case() -> Self {
        MemoryDisk::of(State::durable(Contents::new(true), 0))
    }

    /// Puts a file in place, with its folders. This is not an operation that can be interrupted.
    pub fn put(&self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) {
        self.state().put(path.as_ref(), Node::File(bytes.into()));
    }

    /// Puts an empty folder in place, with those above it. This is not an operation that can be interrupted.
    pub fn put_folder(&self, path: impl AsRef<Path>) {
        self.state().put(path.as_ref(), Node::Folder(BTreeMap::new()));
    }

    /// Puts a link in place, with its folders. The target is kept as it is written and need not exist.
    pub fn put_link(&self, path: impl AsRef<Path>, target: impl Into<PathBuf>) {
        self.state().put(path.as_ref(), Node::Link(target.into()));
    }

    /// Gives an existing file one more name.
    pub fn put_hard_link(&self, path: impl AsRef<Path>, existing: impl AsRef<Path>) {
        let mut state = self.state();
        let existing = existing.as_ref();
        match state.contents.find(existing) {
            Some(inode) if state.contents.names(inode).is_none() => {
                state.put_hard_link(path.as_ref(), inode);
            }
            _ => panic!("there is no file {} to link to", existing.display()),
        }
    }

    /// Gives an existing file its permission bits.
    pub fn put_mode(&self, path: impl AsRef<Path>, mode: u32) {
        let mut state = self.state();
        let path = path.as_ref();
        match state.contents.find(path) {
            Some(inode) => state.put_mode(inode, mode),
            None => panic!("there is no file {} to set the mode of", path.display()),
        }
    }

    /// Returns the bytes of a file, without following links.
    pub fn get(&self, path: impl AsRef<Path>) -> Option<Vec<u8>> {
        self.at(path.as_ref(), |inode| match &inode.node {
            Node::File(bytes) => Some(bytes.clone()),
            Node::Folder(_) | Node::Link(_) => None,
        })
    }

    /// Returns the target of a link, as it is written.
    pub fn link_at(&self, path: impl AsRef<Path>) -> Option<PathBuf> {
        self.at(path.as_ref(), |inode| match &inode.node {
            Node::Link(target) => Some(target.clone()),
            Node::File(_) | Node::Folder(_) => None,
        })
    }

    /// Returns the permission bits, without following links.
    pub fn mode_of(&self, path: impl AsRef<Path>) -> Option<u32> {
        self.at(path.as_ref(), |inode| Some(inode.mode))
    }

    /// Returns every path on the disk.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.state().contents.all().into_iter().map(|(path, _)| path).collect()
    }

    /// Interrupts the change of this number, counted from 0 from the disk's beginning.
    pub fn interrupt(&self, operation: usize, interruption: Interruption) {
        self.state().interruptions.insert(operation, interruption);
    }

    /// Returns the changes so far, failed ones too, up to the death of the process.
    pub fn operations(&self) -> Vec<Operation> {
        self.state().operations.clone()
    }

    /// Returns the disk as the next process finds it after this one was killed: another one with the same contents,
    /// without locks, interruptions and operations. Unsynced changes may still be lost in a power cut.
    pub fn survivor(&self) -> MemoryDisk {
        MemoryDisk::of(self.state().survivor())
    }

    /// Returns the same disk as a session sees it whose calls a scheduler delays.
    pub fn scheduled(&self, on_point: OnPoint) -> MemoryDisk {
        MemoryDisk { shared: self.shared.scheduled(on_point) }
    }

    fn of(state: State) -> MemoryDisk {
        MemoryDisk { shared: SharedState::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state()
    }

    fn at<T>(&self, path: &Path, look: impl FnOnce(&Inode) -> Option<T>) -> Option<T> {
        let state = self.state();
        look(state.contents.inode(state.contents.find(path)?)?)
    }
}

impl Default for MemoryDisk {
    fn default() -> Self {
        MemoryDisk::new()
    }
}

impl fmt::Debug for MemoryDisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MemoryDisk").field(&self.shared).finish()
    }
}

impl Disk for MemoryDisk {
    fn open_folder(&self, path: &Path) -> Result<Option<Arc<dyn Folder>>> {
        let state = self.state();
        let Some(inode) = state.contents.find(path) else { return Ok(None) };
        if state.contents.names(inode).is_none() {
            return Err(Error::new(Kind::InvalidInput, format!("{} is not a folder.", path.display())));
        }
        Ok(Some(Arc::new(MemoryFolder::new(self.shared.clone(), inode, path.to_owned()))))
    }

    fn create_folder(&self, path: &Path) -> Result<Arc<dyn Folder>> {
        if let Some(folder) = self.open_folder(path)? {
            return Ok(folder);
        }
        let missing = || refused("make the folder", path, ErrorKind::NotFound);
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else { return Err(missing()) };
        let parent = self.create_folder(parent)?;
        if parent.create_folder(name)? {
            parent.sync()?;
        }
        self.open_folder(path)?.ok_or_else(missing)
    }

    fn canonical_path(&self, path: &Path) -> Result<PathBuf> {
        Ok(path.to_owned())
    }
}
