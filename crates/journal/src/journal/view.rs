//! The contents of a journal.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::Value;

use super::entry::{Intent, Method};
use scenewright_error::Result;
use scenewright_fs::ContentHash;
use scenewright_fs::disk::OpenFile;

/// A transaction that was committed.
#[derive(Clone, Debug)]
pub struct HistoryEntry {
    /// The record of the transaction, written before its first file was changed, without the caller's account: that stays in the
    /// journal, see [`account_of`](crate::Transactions::account_of).
    pub intent: Intent,
    /// True when another transaction has undone it.
    pub undone: bool,
    /// The place of the whole record.
    pub(super) record: Option<BlobPlace>,
    /// The names of the members of the caller's account, one a line.
    pub(super) account: Option<Arc<str>>,
}

impl HistoryEntry {
    /// Returns true if the caller's account has a member of this name. Nothing is read from disk.
    pub fn has_account_of(&self, member: &str) -> bool {
        self.account.as_ref().is_some_and(|names| names.lines().any(|name| name == member))
    }

    pub(crate) fn place(&self) -> Option<&BlobPlace> {
        self.record.as_ref()
    }
}

impl PartialEq for HistoryEntry {
    fn eq(&self, other: &Self) -> bool {
        (&self.intent, self.undone) == (&other.intent, other.undone)
    }
}

/// The place of the bytes with a hash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlobPlace {
    /// The offset of the record's body in the journal.
    pub at: u64,
    pub body_bytes: usize,
    pub body: ContentHash,
}

impl BlobPlace {
    /// Reads the body of the record; `None` where it is damaged.
    pub(crate) fn read(&self, file: &dyn OpenFile) -> Result<Option<Vec<u8>>> {
        let body = file.read_at(self.at, self.body_bytes)?;
        Ok((ContentHash::of(&body) == self.body).then_some(body))
    }
}

#[derive(Debug, Default)]
pub(super) struct View {
    pub entries: Vec<HistoryEntry>,
    positions: HashMap<String, usize>,
    pub blobs: HashMap<ContentHash, BlobPlace>,
    /// The place of the record of the transaction that was begun last.
    open_record: Option<(String, BlobPlace)>,
    /// The transaction that was begun, and neither committed nor aborted: its process is still at work, or dead.
    pub open: Option<Intent>,
    /// The transaction that was committed, with files that were set aside, or folders, that are perhaps not removed yet.
    pub unswept: Option<Intent>,
}

impl View {
    pub(super) fn begin(&mut self, intent: Intent, record: BlobPlace) {
        // A writer sweeps before it begins, so a new intent shows that nothing is left.
        self.unswept = None;
        self.open_record = Some((intent.id.clone(), record));
        self.open = Some(intent);
    }

    pub(super) fn commit(&mut self, id: &str) {
        // An end that names another transaction ends none.
        let Some(mut intent) = self.open.take().filter(|open| open.id == id) else { return };
        let record = self.open_record.take().filter(|(open, _)| open == id).map(|(_, record)| record);
        let account = self.account_names(intent.detail.as_ref());
        // An account may be longer than all else together, and is asked for a page at a time.
        if record.is_some() {
            intent.detail = None;
        }
        let sets_aside = intent.files.iter().any(|file| file.method == Method::SetAside);
        if sets_aside || !intent.removed_folders.is_empty() {
            self.unswept = Some(intent.clone());
        }
        self.revert(intent.undoes.as_deref());
        self.push(HistoryEntry { intent, undone: false, record, account });
    }

    /// Makes room for this many entries.
    pub(super) fn reserve(&mut self, entries: usize) {
        self.entries.reserve(entries);
        self.positions.reserve(entries);
        self.blobs.reserve(entries);
    }

    /// Adds an entry that an index has.
    pub(super) fn push(&mut self, entry: HistoryEntry) {
        self.positions.insert(entry.intent.id.clone(), self.entries.len());
        self.entries.push(entry);
    }

    /// Returns the names of the members of an account. Most transactions have the same, which are in memory once.
    fn account_names(&self, account: Option<&Value>) -> Option<Arc<str>> {
        let names = account?.as_object()?.keys().map(String::as_str).collect::<Vec<_>>().join("\n");
        let last = self.entries.last().and_then(|entry| entry.account.clone());
        Some(last.filter(|last| **last == *names).unwrap_or_else(|| names.into()))
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
