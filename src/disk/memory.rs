//! A file system in memory, whose every change can be made to fail or be preceded by somebody else's.
//!
//! Tests of the rooms above run their whole protocol against it, interrupted at each step in turn. It has
//! files, folders, links, locks and, if asked, names that ignore letter case. It does not yet lose what was not
//! synced.

mod entries;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use self::entries::{Entries, Entry, Node, metadata_of};
use super::entry::{FileContents, Metadata};
use super::folder::{Disk, Folder, IfMissing, LastLink, LockGuard, NewFile, OpenFile, Place, require_name};
use super::wait::WaitLimit;
use crate::error::{Error, Kind, Result};

/// A change, as it is about to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    CreateFolder(PathBuf),
    CreateFile(PathBuf),
    Write(PathBuf),
    CopyAttributes(PathBuf),
    SyncFile(PathBuf),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
    SyncFolder(PathBuf),
}

/// What happens instead of a change, or just before it.
pub enum Interruption {
    /// The change fails, as on a full disk. Those after it work again.
    Fail,
    /// Somebody else writes a file.
    Write(PathBuf, Vec<u8>),
    /// Somebody else removes a file.
    Remove(PathBuf),
}

/// The disk. Clones share its contents.
#[derive(Clone, Default)]
pub struct MemoryDisk {
    state: Arc<Mutex<Entries>>,
}

impl MemoryDisk {
    pub fn new() -> Self {
        MemoryDisk::default()
    }

    /// A disk on which `Gear.js` and `gear.js` are the same file, as on macOS and Windows.
    pub fn ignoring_case() -> Self {
        let disk = MemoryDisk::new();
        disk.state().ignores_case = true;
        disk
    }

    /// Puts a file in place, with its folders. This is not an operation that can be interrupted.
    pub fn put(&self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) {
        self.state().put(path.as_ref(), Node::File(bytes.into()));
    }

    pub fn put_folder(&self, path: impl AsRef<Path>) {
        self.state().put(path.as_ref(), Node::Folder);
    }

    pub fn put_link(&self, path: impl AsRef<Path>, target: impl Into<PathBuf>) {
        self.state().put(path.as_ref(), Node::Link(target.into()));
    }

    /// The bytes of a file, without following links.
    pub fn get(&self, path: impl AsRef<Path>) -> Option<Vec<u8>> {
        match &self.state().entry(path.as_ref())?.node {
            Node::File(bytes) => Some(bytes.clone()),
            Node::Folder | Node::Link(_) => None,
        }
    }

    /// Every path there is.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.state().by_path.keys().cloned().collect()
    }

    /// Interrupts the change of this number, counted from 0 from the disk's beginning.
    pub fn interrupt(&self, operation: usize, interruption: Interruption) {
        self.state().interruptions.insert(operation, interruption);
    }

    /// The changes so far, failed ones too.
    pub fn operations(&self) -> Vec<Operation> {
        self.state().operations.clone()
    }

    fn state(&self) -> MutexGuard<'_, Entries> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn folder(&self, path: PathBuf) -> MemoryFolder {
        MemoryFolder { disk: self.clone(), path }
    }
}

impl fmt::Debug for MemoryDisk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryDisk").field("paths", &self.paths()).finish()
    }
}

impl Disk for MemoryDisk {
    fn open_folder(&self, path: &Path) -> Result<Option<Arc<dyn Folder>>> {
        let entry = self.state().entry(path).map(|entry| entry.node.clone());
        match entry {
            Some(Node::Folder) => Ok(Some(Arc::new(self.folder(path.to_owned())))),
            Some(_) => Err(Error::new(Kind::InvalidInput, format!("{} is not a folder.", path.display()))),
            None => Ok(None),
        }
    }

    fn create_folder(&self, path: &Path) -> Result<Arc<dyn Folder>> {
        if let Some(folder) = self.open_folder(path)? {
            return Ok(folder);
        }
        let mut state = self.state();
        state.begin(Operation::CreateFolder(path.to_owned()))?;
        state.put(path, Node::Folder);
        drop(state);
        Ok(Arc::new(self.folder(path.to_owned())))
    }

    fn canonical_path(&self, path: &Path) -> Result<PathBuf> {
        Ok(path.to_owned())
    }
}

#[derive(Debug)]
struct MemoryFolder {
    disk: MemoryDisk,
    path: PathBuf,
}

impl MemoryFolder {
    fn named(&self, name: &OsStr) -> Result<PathBuf> {
        require_name(name)?;
        Ok(self.path.join(name))
    }
}

fn missing(path: &Path) -> Error {
    let cause = std::io::Error::from(std::io::ErrorKind::NotFound);
    Error::io("change", path.display(), &cause)
}

impl Folder for MemoryFolder {
    fn path(&self) -> &Path {
        &self.path
    }

    fn own_metadata(&self) -> Result<Metadata> {
        self.disk.state().entry(&self.path).map(metadata_of).ok_or_else(|| missing(&self.path))
    }

    fn metadata(&self, path: &Path) -> Result<Option<Metadata>> {
        let state = self.disk.state();
        let found = state.walk(&self.path, path, LastLink::Follow)?;
        Ok(found.and_then(|found| state.entry(&found).map(metadata_of)))
    }

    fn read(&self, path: &Path, max_bytes: u64) -> Result<Option<FileContents>> {
        let state = self.disk.state();
        let found = state.walk(&self.path, path, LastLink::Follow)?;
        let Some(entry) = found.as_ref().and_then(|found| state.entry(found)) else { return Ok(None) };
        let metadata = metadata_of(entry);
        metadata.require_readable(&self.path.join(path).display().to_string(), max_bytes)?;
        Ok(match &entry.node {
            Node::File(bytes) => Some(FileContents { bytes: bytes.clone(), metadata }),
            Node::Folder | Node::Link(_) => None,
        })
    }

    fn entry(&self, _name: &OsStr) -> Result<Option<Metadata>> {
        todo!()
    }

    fn read_link(&self, _name: &OsStr) -> Result<PathBuf> {
        todo!()
    }

    fn remove_folder(&self, _name: &OsStr) -> Result<bool> {
        todo!()
    }

    fn create_link(&self, _name: &OsStr, _target: &Path) -> Result<()> {
        todo!()
    }

    fn open_file(&self, _name: &OsStr, _missing: IfMissing) -> Result<Option<Box<dyn OpenFile>>> {
        todo!()
    }

    fn set_mode(&self, _name: &OsStr, _mode: u32) -> Result<()> {
        todo!()
    }

    fn list(&self, path: &Path) -> Result<Option<Vec<OsString>>> {
        let state = self.disk.state();
        let found = state.walk(&self.path, path, LastLink::Follow)?;
        let Some(found) = found.filter(|found| state.is_folder(found)) else { return Ok(None) };
        let found = state.key(&found);
        let inside = state.by_path.keys().filter(|key| key.parent() == Some(&found));
        Ok(Some(inside.filter_map(|key| key.file_name().map(OsStr::to_owned)).collect()))
    }

    fn resolve(&self, path: &Path, last: LastLink) -> Result<Option<Place>> {
        let state = self.disk.state();
        let found = state.walk(&self.path, path, last)?;
        Ok(found
            .and_then(|found| {
                if found == self.path {
                    return Some((found, OsString::from(".")));
                }
                let name = found.file_name()?.to_owned();
                let folder = found.parent()?.to_owned();
                state.is_folder(&folder).then_some((folder, name))
            })
            .map(|(folder, name)| Place { folder: Arc::new(self.disk.folder(folder)), name }))
    }

    fn create_folder(&self, name: &OsStr) -> Result<bool> {
        let path = self.named(name)?;
        let mut state = self.disk.state();
        if state.entry(&path).is_some() {
            return Ok(false);
        }
        state.begin(Operation::CreateFolder(path.clone()))?;
        state.put(&path, Node::Folder);
        Ok(true)
    }

    fn create_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>> {
        let path = self.named(name)?;
        let mut state = self.disk.state();
        state.begin(Operation::CreateFile(path.clone()))?;
        if state.entry(&path).is_some() {
            let message = format!("Could not create {}: it exists already.", path.display());
            return Err(Error::new(Kind::AlreadyExists, message));
        }
        state.put(&path, Node::File(Vec::new()));
        Ok(Box::new(MemoryNewFile { disk: self.disk.clone(), path }))
    }

    fn copy_attributes(&self, from: &OsStr, to: &OsStr) -> Result<()> {
        let (from, to) = (self.named(from)?, self.named(to)?);
        let mut state = self.disk.state();
        state.begin(Operation::CopyAttributes(to.clone()))?;
        let both = state.entry(&from).is_some() && state.entry(&to).is_some();
        if both { Ok(()) } else { Err(missing(&from)) }
    }

    fn rename(&self, from: &OsStr, to: &OsStr) -> Result<()> {
        let (from, to) = (self.named(from)?, self.named(to)?);
        let mut state = self.disk.state();
        state.begin(Operation::Rename(from.clone(), to.clone()))?;
        if state.is_folder(&to) {
            let cause = std::io::Error::from(std::io::ErrorKind::IsADirectory);
            return Err(Error::io("put the new contents into", to.display(), &cause));
        }
        let key = state.key(&from);
        let Some(entry) = state.by_path.remove(&key) else { return Err(missing(&from)) };
        let key = state.key(&to);
        state.by_path.insert(key, entry);
        Ok(())
    }

    fn remove(&self, name: &OsStr) -> Result<bool> {
        let path = self.named(name)?;
        let mut state = self.disk.state();
        state.begin(Operation::Remove(path.clone()))?;
        let key = state.key(&path);
        Ok(state.by_path.remove(&key).is_some())
    }

    fn sync(&self) -> Result<()> {
        self.disk.state().begin(Operation::SyncFolder(self.path.clone()))
    }

    fn lock(&self, name: &OsStr, limit: &WaitLimit<'_>) -> Result<Box<dyn LockGuard>> {
        let path = self.named(name)?;
        limit.poll(&format!("the lock {}", path.display()), || {
            let mut state = self.disk.state();
            if state.entry(&path).is_none() {
                state.put(&path, Node::File(Vec::new()));
            }
            Ok(state.locks.insert(path.clone()).then_some(()))
        })?;
        Ok(Box::new(MemoryLock { disk: self.disk.clone(), path }))
    }
}

#[derive(Debug)]
struct MemoryNewFile {
    disk: MemoryDisk,
    path: PathBuf,
}

impl NewFile for MemoryNewFile {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let mut state = self.disk.state();
        // A full disk takes some of the bytes before it says so.
        let began = state.begin(Operation::Write(self.path.clone()));
        let taken = if began.is_ok() { bytes } else { &bytes[..bytes.len() / 2] };
        let key = state.key(&self.path);
        match state.by_path.get_mut(&key) {
            Some(Entry { node: Node::File(written), .. }) => written.extend_from_slice(taken),
            _ => return Err(missing(&self.path)),
        }
        began
    }

    fn sync(&mut self) -> Result<()> {
        self.disk.state().begin(Operation::SyncFile(self.path.clone()))
    }
}

#[derive(Debug)]
struct MemoryLock {
    disk: MemoryDisk,
    path: PathBuf,
}

impl LockGuard for MemoryLock {}

impl Drop for MemoryLock {
    fn drop(&mut self) {
        self.disk.state().locks.remove(&self.path);
    }
}
