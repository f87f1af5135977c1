//! Transactions that are in memory, and where in the journal the rest of them is.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use super::entry::Intent;
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

/// The latest entries among which an id is looked for before all are indexed: an undo is nearly always of one of the last commits,
/// and an index of all would decode the whole history.
const NEAR: usize = 32;

/// Transactions that are in memory, and the places of contents.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub entries: Vec<HistoryEntry>,
    /// The places of the entries by their ids, made when one is first looked for that is not among the last.
    positions: OnceCell<HashMap<String, usize>>,
    pub blobs: HashMap<ContentHash, BlobPlace>,
}

impl Known {
    /// Makes room for this many entries.
    pub(super) fn reserve(&mut self, entries: usize) {
        self.entries.reserve(entries);
        self.blobs.reserve(entries);
    }

    /// Adds an entry, and marks the one that it undoes.
    pub(super) fn push(&mut self, entry: HistoryEntry) {
        self.revert(entry.intent.undoes.as_deref());
        let position = self.entries.len();
        if let Some(positions) = self.positions.get_mut() {
            positions.insert(entry.intent.id.clone(), position);
        }
        self.entries.push(entry);
    }

    /// Adds what follows, whose marks are made again: what it undoes may be among what there was.
    pub(super) fn append(&mut self, next: &Known) {
        self.reserve(next.entries.len());
        for entry in &next.entries {
            self.push(HistoryEntry { undone: false, ..entry.clone() });
        }
        self.blobs.extend(&next.blobs);
    }

    /// Returns the place of the entry with an id. Undo and queries mostly concern one of the last entries.
    pub(super) fn position(&self, id: &str) -> Option<usize> {
        self.near_position(id).or_else(|| {
            let positions = self.positions.get_or_init(|| {
                let ids = self.entries.iter().map(|entry| entry.intent.id.clone());
                ids.enumerate().map(|(position, id)| (id, position)).collect()
            });
            positions.get(id).copied()
        })
    }

    /// Returns the place of the entry with an id if it is one of the last.
    pub(super) fn near_position(&self, id: &str) -> Option<usize> {
        let begin = self.entries.len().saturating_sub(NEAR);
        let found = self.entries[begin..].iter().rposition(|it| it.intent.id == id);
        found.map(|position| begin + position)
    }

    /// Marks a transaction as undone; if it had itself undone one, that one counts again, and so on.
    fn revert(&mut self, id: Option<&str>) {
        let mut next = id.map(str::to_owned);
        let mut undone = true;
        while let Some(position) = next.as_deref().and_then(|id| self.position(id)) {
            let entry = &mut self.entries[position];
            entry.undone = undone;
            // Undoing an undo makes the change count again, and so on down the chain.
            undone = !undone;
            next = entry.intent.undoes.clone();
        }
    }
}
