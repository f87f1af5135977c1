//! The contents of a journal.

use std::collections::{HashMap, HashSet};

use super::entry::{Intent, Method};
use scenewright_error::Result;
use scenewright_fs::ContentHash;
use scenewright_fs::disk::OpenFile;

/// A transaction that was committed.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryEntry {
    /// The record of the transaction, written before its first file was changed.
    pub intent: Intent,
    /// True when another transaction has undone it.
    pub undone: bool,
}

/// The place of the bytes with a hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlobPlace {
    /// The offset of the record's body in the journal.
    pub at: u64,
    pub body_bytes: usize,
    pub body: ContentHash,
}

impl BlobPlace {
    /// Reads the body of the record; `None` where it is damaged.
    pub(super) fn read(&self, file: &dyn OpenFile) -> Result<Option<Vec<u8>>> {
        let body = file.read_at(self.at, self.body_bytes)?;
        Ok((ContentHash::of(&body) == self.body).then_some(body))
    }
}

#[derive(Debug, Default)]
pub(super) struct View {
    pub entries: Vec<HistoryEntry>,
    positions: HashMap<String, usize>,
    pub blobs: HashMap<ContentHash, BlobPlace>,
    /// The transaction that was begun, and neither committed nor aborted: its process is still at work, or dead.
    pub open: Option<Intent>,
    /// The transaction that was committed, with files that were set aside, or folders, that are perhaps not removed yet.
    pub unswept: Option<Intent>,
}

impl View {
    pub(super) fn begin(&mut self, intent: Intent) {
        // A writer sweeps before it begins, so a new intent shows that nothing is left.
        self.unswept = None;
        self.open = Some(intent);
    }

    pub(super) fn commit(&mut self, id: &str) {
        // An end that names another transaction ends none.
        let Some(intent) = self.open.take().filter(|open| open.id == id) else { return };
        let sets_aside = intent.files.iter().any(|file| file.method == Method::SetAside);
        if sets_aside || !intent.removed_folders.is_empty() {
            self.unswept = Some(intent.clone());
        }
        self.revert(intent.undoes.as_deref());
        self.positions.insert(intent.id.clone(), self.entries.len());
        self.entries.push(HistoryEntry { intent, undone: false });
    }

    pub(super) fn abort(&mut self) {
        self.open = None;
    }

    pub(super) fn find(&self, id: &str) -> Option<&HistoryEntry> {
        self.entries.get(*self.positions.get(id)?)
    }

    /// Counts the old contents that the transactions need and that are not there.
    pub(super) fn missing_contents(&self) -> usize {
        let needed = self.entries.iter().flat_map(|entry| entry.intent.contents());
        let missing = needed.filter(|content| !self.blobs.contains_key(content));
        missing.collect::<HashSet<ContentHash>>().len()
    }

    /// Marks a transaction as undone; if it had itself undone one, that one counts again, and so on.
    fn revert(&mut self, id: Option<&str>) {
        let mut next = id.map(str::to_owned);
        let mut undone = true;
        while let Some(position) = next.as_deref().and_then(|id| self.positions.get(id)) {
            let entry = &mut self.entries[*position];
            entry.undone = undone;
            // Undoing an undo makes the change count again, and so on down the chain.
            undone = !undone;
            next = entry.intent.undoes.clone();
        }
    }
}
