//! The project's files as one call sees them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bytes::Bytes;

use scenewright_error::Result;
use scenewright_fs::{ContentHash, FileName, ProjectFolder};

/// A file's bytes with their hash.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub bytes: Bytes,
    pub hash: ContentHash,
}

/// The files that an attempt at a change has read: each is read once, and everything that the attempt does sees the
/// same bytes.
pub(crate) struct Snapshots<'a> {
    folder: &'a ProjectFolder,
    read: RefCell<BTreeMap<FileName, Result<Option<Snapshot>>>>,
}

impl<'a> Snapshots<'a> {
    pub(crate) fn new(folder: &'a ProjectFolder) -> Self {
        Snapshots { folder, read: RefCell::default() }
    }

    /// Returns the file as it was when it was first asked for; `None` when there was none.
    pub(crate) fn read(&self, name: &FileName) -> Result<Option<Snapshot>> {
        if let Some(known) = self.read.borrow().get(name) {
            return known.clone();
        }
        let read = self.folder.read(name).map(|bytes| bytes.map(Snapshot::of));
        // An error is kept too: a second try could see another file than the first.
        self.read.borrow_mut().insert(name.clone(), read.clone());
        read
    }
}

impl Snapshot {
    fn of(bytes: Vec<u8>) -> Snapshot {
        Snapshot { hash: ContentHash::of(&bytes), bytes: bytes.into() }
    }
}
