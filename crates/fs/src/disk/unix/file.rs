//! Open files, including those of locks.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use super::attributes;
use super::error::failed;
use super::stat::metadata_of;
use crate::disk::entry::Metadata;
use crate::disk::folder::{LockGuard, NewFile, OpenFile};
use scenewright_error::Result;

/// A file that was created.
#[derive(Debug)]
pub(super) struct UnixNewFile {
    pub(super) file: File,
    pub(super) path: PathBuf,
}

impl NewFile for UnixNewFile {
    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).map_err(|cause| failed("write", &self.path, cause))
    }

    fn sync(&mut self) -> Result<()> {
        self.file.sync_all().map_err(|cause| failed("sync", &self.path, cause))
    }
}

/// A file that was opened.
#[derive(Debug)]
pub(super) struct UnixOpenFile {
    pub(super) file: File,
    pub(super) path: PathBuf,
}

impl OpenFile for UnixOpenFile {
    fn metadata(&self) -> Result<Metadata> {
        let stat = rustix::fs::fstat(&self.file);
        stat.map(|stat| metadata_of(&stat)).map_err(|cause| failed("examine", &self.path, cause))
    }

    fn read_at(&self, offset: u64, length: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; length];
        let mut filled = 0;
        while filled < length {
            match self.file.read_at(&mut bytes[filled..], offset + filled as u64) {
                // The file ends here: fewer bytes are no error, the caller compares lengths.
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
                Err(cause) => return Err(failed("read", &self.path, cause)),
            }
        }
        bytes.truncate(filled);
        Ok(bytes)
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> Result<()> {
        self.file.write_all_at(bytes, offset).map_err(|cause| failed("write", &self.path, cause))
    }

    fn truncate(&self, length: u64) -> Result<()> {
        self.file.set_len(length).map_err(|cause| failed("cut", &self.path, cause))
    }

    fn drop_privileges(&self) -> Result<()> {
        attributes::drop_privileges(&self.file).map_err(|cause| failed("set the mode of", &self.path, cause))
    }

    fn sync(&self) -> Result<()> {
        self.file.sync_all().map_err(|cause| failed("sync", &self.path, cause))
    }
}

/// A lock that the system releases when the file is closed, also when the process dies.
#[derive(Debug)]
pub(super) struct UnixLock {
    pub(super) _file: File,
}

impl LockGuard for UnixLock {}
