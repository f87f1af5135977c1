//! The record of one session's reads and edits.
//!
//! This module is our own because `lru` knows a record by one key, and here the path and the identity of a file both
//! lead to it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use scenewright_fs::{ContentHash, FileIdentity, Stamp};

/// The number of files that are remembered by default: more than a model reads in a session, in a few megabytes.
pub(crate) const DEFAULT_CAPACITY: usize = 10_000;

/// The index that stands for no entry.
const NONE: u32 = u32::MAX;

/// The state of a file compared with what a session knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// The session has not read the file, or read it so long ago that it was forgotten.
    NeverRead,
    /// The bytes are those that the session read or wrote last, whatever has touched the file since.
    Fresh,
    /// The bytes differ.
    Changed,
    /// The file was read and is gone.
    Deleted,
}

/// A file at the moment when it was read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileState {
    /// The identity, by which another path to the same file is recognised.
    pub identity: FileIdentity,
    /// The size and the times: a hint that the contents are the same, never a proof.
    pub stamp: Stamp,
    /// The hash of the whole file, also where only a range was read.
    pub content: ContentHash,
}

/// The record of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRecord {
    /// The state that the file had then.
    pub state: FileState,
    /// The time at which it was last read or edited, in milliseconds since 1970, by this machine's clock.
    pub read_ms: u64,
    /// The time at which the session itself last changed it.
    pub edited_ms: Option<u64>,
    /// True when only a range was read. The file still counts as read.
    pub partial: bool,
}

/// The files that one session (one agent, one connection) has read and written. Sessions do not share it.
///
/// Files are known by their canonical path or name, and by their identity, so that a hard link to a file that
/// was read counts as read. Past the capacity the least recently used record is forgotten.
#[derive(Clone, Debug)]
pub struct ReadLog {
    capacity: usize,
    /// The records, without gaps and in no order. The order of use is a list through `newer` and `older`.
    entries: Vec<Entry>,
    by_key: HashMap<Arc<str>, u32>,
    /// The entry that was recorded last with each identity.
    by_identity: HashMap<FileIdentity, u32>,
    newest: u32,
    oldest: u32,
}

#[derive(Clone, Debug)]
struct Entry {
    key: Arc<str>,
    record: ReadRecord,
    reported: Reported,
    newer: u32,
    older: u32,
}

/// The outside changes of a file that listeners have heard of since it was recorded; zero where there was none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Reported {
    pub(super) conflict: u64,
    pub(super) reminder: u64,
    /// The outside change that the answer to a call reported to the model.
    pub(super) news: u64,
}

impl Default for ReadLog {
    fn default() -> Self {
        ReadLog::with_capacity(DEFAULT_CAPACITY)
    }
}

impl ReadLog {
    /// Makes an empty log of at most [`DEFAULT_CAPACITY`] files.
    pub fn new() -> Self {
        ReadLog::default()
    }

    /// Makes a log of at most `capacity` files, and at least one.
    pub fn with_capacity(capacity: usize) -> Self {
        ReadLog {
            capacity: capacity.clamp(1, NONE as usize),
            entries: Vec::new(),
            by_key: HashMap::new(),
            by_identity: HashMap::new(),
            newest: NONE,
            oldest: NONE,
        }
    }

    /// Records that the session has read a file, or a range of it.
    pub fn record_read(&mut self, key: &str, state: FileState, partial: bool) {
        // A read of one name of a file keeps what is known of its edits by another one.
        let edited_ms = self.record(key, Some(state.identity)).and_then(|record| record.edited_ms);
        self.put(key, ReadRecord { state, read_ms: now_ms(), edited_ms, partial });
    }

    /// Records that the session has written a file, and so knows its contents.
    pub fn record_edit(&mut self, key: &str, state: FileState) {
        let now = now_ms();
        self.put(key, ReadRecord { state, read_ms: now, edited_ms: Some(now), partial: false });
    }

    /// Compares the remembered contents with those that the file has now; `None` means that it does not exist.
    pub fn state(&self, key: &str, current: Option<&[u8]>) -> Freshness {
        self.state_of(key, None, current.map(ContentHash::of))
    }

    /// Compares as [`ReadLog::state`] does, with the hash at hand, and with the identity, which finds a file
    /// that was read or written by another path.
    pub fn state_of(
        &self,
        key: &str,
        identity: Option<FileIdentity>,
        current: Option<ContentHash>,
    ) -> Freshness {
        let Some(current) = current else {
            return if self.by_key.contains_key(key) { Freshness::Deleted } else { Freshness::NeverRead };
        };
        match self.entry_of(key, identity) {
            Some(entry) if entry.record.state.content == current => Freshness::Fresh,
            Some(_) => Freshness::Changed,
            None => Freshness::NeverRead,
        }
    }

    /// Returns the record of a file.
    pub fn record(&self, key: &str, identity: Option<FileIdentity>) -> Option<&ReadRecord> {
        self.entry_of(key, identity).map(|entry| &entry.record)
    }

    /// Forgets one file, as when the session removed it.
    pub fn forget(&mut self, key: &str) {
        let Some(index) = self.by_key.remove(key) else { return };
        self.unlink(index);
        // A file with several names has several entries; the identity leads to the newest of them.
        let identity = self.entries[index as usize].record.state.identity;
        if self.by_identity.get(&identity) == Some(&index) {
            self.by_identity.remove(&identity);
        }
        // The last entry takes the free place, and the links to it follow in renumber().
        self.entries.swap_remove(index as usize);
        self.renumber(index);
    }

    /// Forgets everything, for a new session.
    pub fn reset(&mut self) {
        *self = ReadLog::with_capacity(self.capacity);
    }

    /// Returns the number of files that are remembered.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if no file is remembered.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Yields the records from the most to the least recently used.
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = (&str, &ReadRecord)> {
        self.linked(self.newest, |entry| entry.older)
    }

    /// Yields the records from the least to the most recently used.
    pub(super) fn by_use(&self) -> impl Iterator<Item = (&str, &ReadRecord)> {
        self.linked(self.oldest, |entry| entry.newer)
    }

    /// Makes this the most recently used record.
    pub(super) fn put(&mut self, key: &str, record: ReadRecord) {
        // An entry that is put again becomes the newest.
        self.forget(key);
        while self.entries.len() >= self.capacity {
            let oldest = Arc::clone(&self.entries[self.oldest as usize].key);
            self.forget(&oldest);
        }
        let key: Arc<str> = key.into();
        let index = self.entries.len() as u32;
        self.by_key.insert(Arc::clone(&key), index);
        self.by_identity.insert(record.state.identity, index);
        if self.entries.len() == self.entries.capacity() {
            // Doubling would leave half of it empty, and a record's size is promised.
            self.entries.reserve_exact((self.entries.len() / 4).max(16));
        }
        self.entries.push(Entry {
            key,
            record,
            reported: Reported::default(),
            newer: NONE,
            older: self.newest,
        });
        match self.entries.get_mut(self.newest as usize) {
            Some(second) => second.newer = index,
            None => self.oldest = index,
        }
        self.newest = index;
    }

    /// Takes over the stamp of a file that was touched and whose bytes are those that are remembered.
    pub(super) fn refresh(&mut self, key: &str, now: &FileState) {
        let Some(index) = self.index_of(key, Some(now.identity)) else { return };
        let entry = &mut self.entries[index as usize];
        // The file is known as it is now, so a later change back to an old state is news again.
        entry.reported = Reported::default();
        let before = std::mem::replace(&mut entry.record.state, *now).identity;
        if before != now.identity {
            if self.by_identity.get(&before) == Some(&index) {
                self.by_identity.remove(&before);
            }
            self.by_identity.insert(now.identity, index);
        }
    }

    /// Returns what listeners have heard of a file; `None` when nothing is remembered of it.
    pub(super) fn reported(&mut self, key: &str, identity: Option<FileIdentity>) -> Option<&mut Reported> {
        let index = self.index_of(key, identity)?;
        Some(&mut self.entries[index as usize].reported)
    }

    /// Returns the bytes held for all files, without their paths.
    #[cfg(test)]
    pub(super) fn bytes_besides_paths(&self) -> usize {
        // A hash table has a byte of its own for each place, and a quarter of the places more than it says.
        let table = |capacity: usize, pair: usize| capacity * 8 / 7 * (pair + 1);
        self.entries.capacity() * size_of::<Entry>()
            + table(self.by_key.capacity(), size_of::<(Arc<str>, u32)>())
            + table(self.by_identity.capacity(), size_of::<(FileIdentity, u32)>())
            + self.entries.len() * 2 * size_of::<usize>()
    }

    /// Returns the index of the path's own entry. Where another path to the same file was recorded later, that
    /// one counts: it is the same file. Systems give the identity of a removed file to a new one, so an entry
    /// of another path never overrules one that had another identity.
    fn index_of(&self, key: &str, identity: Option<FileIdentity>) -> Option<u32> {
        let own = self.by_key.get(key).copied();
        let other = identity.and_then(|identity| self.by_identity.get(&identity).copied());
        match (own, other) {
            (Some(own), Some(other)) => {
                let identity_of = |index: u32| self.entries[index as usize].record.state.identity;
                // Two names of one file: the one that was used last knows it best. A name whose file was replaced
                // counts by itself.
                Some(if identity_of(own) == identity_of(other) { other } else { own })
            }
            _ => own.or(other),
        }
    }

    fn entry_of(&self, key: &str, identity: Option<FileIdentity>) -> Option<&Entry> {
        self.index_of(key, identity).map(|index| &self.entries[index as usize])
    }

    fn linked(&self, first: u32, next: impl Fn(&Entry) -> u32) -> impl Iterator<Item = (&str, &ReadRecord)> {
        let first = self.entries.get(first as usize);
        let entries = std::iter::successors(first, move |entry| self.entries.get(next(entry) as usize));
        entries.map(|entry| (&*entry.key, &entry.record))
    }

    /// Takes an entry out of the order of use.
    fn unlink(&mut self, index: u32) {
        let Entry { newer, older, .. } = self.entries[index as usize];
        match self.entries.get_mut(newer as usize) {
            Some(entry) => entry.older = older,
            None => self.newest = older,
        }
        match self.entries.get_mut(older as usize) {
            Some(entry) => entry.newer = newer,
            None => self.oldest = newer,
        }
    }

    /// Updates everything that names the entry here, which was the last of all before.
    fn renumber(&mut self, index: u32) {
        let Some(entry) = self.entries.get(index as usize) else { return };
        let before = self.entries.len() as u32;
        let (newer, older, identity) = (entry.newer, entry.older, entry.record.state.identity);
        if let Some(known) = self.by_key.get_mut(&*entry.key) {
            *known = index;
        }
        if let Some(known) = self.by_identity.get_mut(&identity).filter(|known| **known == before) {
            *known = index;
        }
        match self.entries.get_mut(newer as usize) {
            Some(entry) => entry.older = index,
            None => self.newest = index,
        }
        match self.entries.get_mut(older as usize) {
            Some(entry) => entry.newer = index,
            None => self.oldest = index,
        }
    }
}

/// Returns milliseconds since 1970, by this machine's clock: for people to see.
pub(super) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
