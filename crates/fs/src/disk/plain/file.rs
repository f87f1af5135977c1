//! Open files, including those of locks.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::failed;
use super::metadata::{metadata_of, unprivileged};
use crate::disk::entry::Metadata;
use crate::disk::folder::{LockGuard, NewFile, OpenFile};
use scenewright_error::Result;

/// A file that was created.
#[derive(Debug)]
pub(super) struct PlainNewFile {
    pub(super) file: File,
    pub(super) path: PathBuf,
}

impl NewFile for PlainNewFile {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|cause| failed("write", &self.path, &cause))
    }

    fn sync(&mut self) -> Result<()> {
        self.file.sync_all().map_err(|cause| failed("sync", &self.path, &cause))
    }
}

/// An open file that is read and written by seeking, the one way to use an offset that the standard library has on
/// every platform.
#[derive(Debug)]
pub(super) struct PlainOpenFile {
    pub(super) file: Mutex<File>,
    pub(super) path: PathBuf,
}

impl PlainOpenFile {
    fn at(&self, offset: u64) -> Result<MutexGuard<'_, File>> {
        let mut file = self.file();
        file.seek(SeekFrom::Start(offset)).map_err(|cause| failed("seek in", &self.path, &cause))?;
        Ok(file)
    }

    fn file(&self) -> MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenFile for PlainOpenFile {
    fn metadata(&self) -> Result<Metadata> {
        let metadata = self.file().metadata();
        let metadata = metadata.map_err(|cause| failed("examine", &self.path, &cause))?;
        Ok(metadata_of(&metadata, &self.path))
    }

    fn read_at(&self, offset: u64, length: usize) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(length);
        let mut file = self.at(offset)?;
        let read = (&mut *file).take(length as u64).read_to_end(&mut bytes);
        read.map_err(|cause| failed("read", &self.path, &cause))?;
        Ok(bytes)
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<()> {
        self.at(offset)?.write_all(bytes).map_err(|cause| failed("write", &self.path, &cause))
    }

    fn truncate(&self, length: u64) -> Result<()> {
        self.file().set_len(length).map_err(|cause| failed("cut", &self.path, &cause))
    }

    fn drop_privileges(&self) -> Result<()> {
        let file = self.file();
        let permissions = file.metadata().map(|metadata| unprivileged(metadata.permissions()));
        permissions
            .and_then(|permissions| file.set_permissions(permissions))
            .map_err(|cause| failed("set the mode of", &self.path, &cause))
    }

    fn sync(&self) -> Result<()> {
        self.file().sync_all().map_err(|cause| failed("sync", &self.path, &cause))
    }
}

/// A lock that is held.
#[derive(Debug)]
pub(super) struct PlainLock {
    pub(super) _file: File,
}

impl LockGuard for PlainLock {}
