//! Open files and held locks in memory. They stay on their inode, whatever name it has by then.

use std::io::ErrorKind;
use std::path::PathBuf;

use super::super::entry::{Metadata, PRIVILEGES};
use super::super::folder::{LockGuard, NewFile, OpenFile};
use super::contents::{Effect, Node};
use super::operation::Operation;
use super::shared::SharedState;
use super::state::{State, refused};
use scenewright_error::{Error, Result};

/// The largest size of a file, lest a wrong offset take all memory.
const MAX_BYTES: usize = 1 << 30;

#[derive(Debug)]
pub(super) struct MemoryFile {
    pub(super) shared: SharedState,
    pub(super) inode: u64,
    /// The path of the file or folder when it was opened.
    pub(super) path: PathBuf,
}

impl MemoryFile {
    fn path(&self, state: &State) -> PathBuf {
        state.contents.path_of(self.inode, &self.path)
    }

    fn length(&self, wanted: u64) -> Result<usize> {
        let length = usize::try_from(wanted).ok().filter(|length| *length <= MAX_BYTES);
        length.ok_or_else(|| refused("write", &self.path, ErrorKind::FileTooLarge))
    }

    fn missing(&self) -> Error {
        refused("examine", &self.path, ErrorKind::NotFound)
    }

    /// Writes bytes, and returns how many were taken, even on failure.
    fn write(&self, offset: u64, bytes: &[u8]) -> (usize, Result<()>) {
        let end = self.length(offset.saturating_add(bytes.len() as u64));
        let offset = match end {
            Ok(end) => end - bytes.len(),
            Err(error) => return (0, Err(error)),
        };
        let mut state = self.shared.changing();
        let operation = Operation::Write(self.path(&state));
        let began = state.begin(operation);
        // A full disk takes some of the bytes before it says so; a dead process writes none.
        let taken = match began {
            Ok(()) => bytes,
            Err(_) if state.is_dead => &[],
            Err(_) => &bytes[..bytes.len() / 2],
        };
        if !taken.is_empty() {
            state.change(self.inode, Effect::Write { offset, bytes: taken.to_vec() });
        }
        (taken.len(), began)
    }
}

impl OpenFile for MemoryFile {
    fn metadata(&self) -> Result<Metadata> {
        let state = self.shared.state();
        let inode = state.contents.inode(self.inode);
        inode.map(|inode| inode.metadata(self.inode)).ok_or_else(|| self.missing())
    }

    fn read_at(&self, offset: u64, length: usize) -> Result<Vec<u8>> {
        let state = self.shared.state();
        let Some(Node::File(bytes)) = state.contents.inode(self.inode).map(|inode| &inode.node) else {
            return Err(self.missing());
        };
        let start = usize::try_from(offset).map_or(bytes.len(), |offset| offset.min(bytes.len()));
        let end = start.saturating_add(length).min(bytes.len());
        Ok(bytes[start..end].to_vec())
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<()> {
        self.write(offset, bytes).1
    }

    fn truncate(&self, length: u64) -> Result<()> {
        let length = self.length(length)?;
        let mut state = self.shared.changing();
        let operation = Operation::Truncate(self.path(&state));
        state.begin(operation)?;
        state.change(self.inode, Effect::Truncate { length });
        Ok(())
    }

    fn drop_privileges(&self) -> Result<()> {
        let mut state = self.shared.state();
        let mode = state.contents.inode(self.inode).ok_or_else(|| self.missing())?.mode;
        if mode & PRIVILEGES != 0 {
            let operation = Operation::SetMode(self.path(&state));
            state.begin(operation)?;
            state.change(self.inode, Effect::SetMode(mode & !PRIVILEGES));
        }
        Ok(())
    }

    fn sync(&self) -> Result<()> {
        let mut state = self.shared.changing();
        let operation = Operation::SyncFile(self.path(&state));
        state.begin(operation)?;
        state.synced(self.inode);
        Ok(())
    }
}

#[derive(Debug)]
pub(super) struct MemoryNewFile {
    pub(super) file: MemoryFile,
    pub(super) written: u64,
}

impl NewFile for MemoryNewFile {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let (taken, result) = self.file.write(self.written, bytes);
        self.written += taken as u64;
        result
    }

    fn sync(&mut self) -> Result<()> {
        self.file.sync()
    }
}

#[derive(Debug)]
pub(super) struct MemoryLock {
    pub(super) shared: SharedState,
    pub(super) inode: u64,
}

impl LockGuard for MemoryLock {}

impl Drop for MemoryLock {
    fn drop(&mut self) {
        self.shared.state().locks.remove(&self.inode);
    }
}
