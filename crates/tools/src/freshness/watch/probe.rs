//! The examination of files by the watches, which the service itself never does.

use std::path::Path;
use std::sync::Arc;

use crate::freshness::read_log::FileState;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::{ContentHash, RootSet, Stamp, WorkspacePath, os_text};

/// The largest file that is read to find out whether its bytes have changed.
pub(super) const MAX_READ_BYTES: u64 = 16 << 20;

/// An examiner of files, by their keys, for the thread of the watches. `None` means that there is no file; any
/// other failure is an error. It is called on that thread, and must not call the service.
pub trait Probe: Send + Sync {
    /// Returns the size and the times of the file, without reading it.
    fn stamp(&self, key: &str) -> Result<Option<Stamp>>;

    /// Returns the hash of the file's bytes, with the stamp from before they were read. Asked only for files
    /// of up to 16 MiB.
    fn content(&self, key: &str) -> Result<Option<(Stamp, ContentHash)>>;
}

/// A probe for files beneath the roots of a root set, whose keys are their absolute paths as text.
#[derive(Debug)]
pub struct RootSetProbe {
    root_set: Arc<RootSet>,
}

impl RootSetProbe {
    /// Makes a probe for these roots.
    pub fn new(root_set: Arc<RootSet>) -> Self {
        RootSetProbe { root_set }
    }

    /// Reads a file of up to 16 MiB and returns its state; `None` means that there is no file.
    pub fn state(&self, key: &str) -> Result<Option<FileState>> {
        let read = self.root_set.read(&self.path(key)?, MAX_READ_BYTES)?;
        Ok(read.map(|read| {
            let content = ContentHash::of(&read.bytes);
            FileState { identity: read.metadata.identity, stamp: read.metadata.stamp, content }
        }))
    }

    /// Returns the path beneath the innermost root that holds the file.
    pub fn path(&self, key: &str) -> Result<WorkspacePath> {
        let path = os_text(key);
        let path = Path::new(&path);
        let roots = self.root_set.root_paths().enumerate().filter(|(_, root)| path.starts_with(root));
        let Some((number, root)) = roots.max_by_key(|(_, root)| root.as_os_str().len()) else {
            let message =
                format!("{} is in no root of the workspace, so it cannot be watched.", quote_name(key));
            return Err(
                Error::new(Kind::OutsideWorkspace, message).with_hint("Watch a file of the workspace.")
            );
        };
        WorkspacePath::new(number, path.strip_prefix(root).unwrap_or(path))
    }
}

impl Probe for RootSetProbe {
    fn stamp(&self, key: &str) -> Result<Option<Stamp>> {
        Ok(self.root_set.metadata(&self.path(key)?)?.map(|metadata| metadata.stamp))
    }

    /// Returns the stamp and the hash of a regular file; anything else is refused.
    fn content(&self, key: &str) -> Result<Option<(Stamp, ContentHash)>> {
        let read = self.root_set.read(&self.path(key)?, MAX_READ_BYTES)?;
        Ok(read.map(|read| (read.metadata.stamp, ContentHash::of(&read.bytes))))
    }
}
