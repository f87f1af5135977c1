//! The record of one session's reads and edits.

use std::collections::{BTreeMap, HashMap};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::workspace::{ContentHash, FileIdentity, Stamp};

/// How many files are remembered unless told otherwise.
const DEFAULT_CAPACITY: usize = 10_000;

/// Whether what a session knows of a file is still so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// The session has not read the file, or so long ago that it was forgotten.
    NeverRead,
    /// The bytes are those that the session read or wrote last, whoever touched the file since.
    Fresh,
    /// The bytes differ.
    Changed,
    /// The file was read and is gone.
    Deleted,
}

/// A file at the moment when it was read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileState {
    pub identity: FileIdentity,
    pub stamp: Stamp,
    pub content: ContentHash,
}

/// What is remembered of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRecord {
    pub state: FileState,
    /// When it was last read or edited, in milliseconds since 1970, by this machine's clock.
    pub read_ms: u64,
    /// When the session itself last changed it.
    pub edited_ms: Option<u64>,
    /// Only a range was read. It counts as read all the same.
    pub partial: bool,
}

/// What one session (one agent, one connection) has read and written. Sessions do not share it.
///
/// Files are known by their canonical path or name, and by their identity, so that a hard link to a file that
/// was read counts as read. Past the capacity the least recently used record is forgotten.
#[derive(Clone, Debug)]
pub struct ReadLog {
    capacity: usize,
    records: HashMap<String, (u64, ReadRecord)>,
    keys_by_identity: HashMap<FileIdentity, String>,
    keys_by_use: BTreeMap<u64, String>,
    uses: u64,
}

impl Default for ReadLog {
    fn default() -> Self {
        ReadLog::with_capacity(DEFAULT_CAPACITY)
    }
}

impl ReadLog {
    pub fn new() -> Self {
        ReadLog::default()
    }

    /// Remembers at most so many files, and at least one.
    pub fn with_capacity(capacity: usize) -> Self {
        ReadLog {
            capacity: capacity.max(1),
            records: HashMap::new(),
            keys_by_identity: HashMap::new(),
            keys_by_use: BTreeMap::new(),
            uses: 0,
        }
    }

    /// The session has read a file, or a range of it.
    pub fn record_read(&mut self, key: &str, state: FileState, partial: bool) {
        let edited_ms = self.record(key, Some(state.identity)).and_then(|record| record.edited_ms);
        self.put(key, ReadRecord { state, read_ms: now_ms(), edited_ms, partial });
    }

    /// The session has written a file, and so knows what it holds.
    pub fn record_edit(&mut self, key: &str, state: FileState) {
        let now = now_ms();
        self.put(key, ReadRecord { state, read_ms: now, edited_ms: Some(now), partial: false });
    }

    /// Compares what is remembered with what the file holds now; `None` means that it does not exist.
    pub fn state(&self, key: &str, current: Option<&[u8]>) -> Freshness {
        self.state_of(key, None, current.map(ContentHash::of))
    }

    /// The same with the hash at hand, and with the identity, which finds what was read or written by another
    /// path to the file. Systems give the identity of a removed file to a new one, so a record that was found
    /// by it never overrules the path's own, but for bytes that the session has seen.
    pub fn state_of(
        &self,
        key: &str,
        identity: Option<FileIdentity>,
        current: Option<ContentHash>,
    ) -> Freshness {
        let own = self.records.get(key).map(|(_, record)| record);
        let Some(current) = current else {
            return if own.is_some() { Freshness::Deleted } else { Freshness::NeverRead };
        };
        let other = self.by_identity(identity);
        if own.into_iter().chain(other).any(|record| record.state.content == current) {
            Freshness::Fresh
        } else if own.or(other).is_some() {
            Freshness::Changed
        } else {
            Freshness::NeverRead
        }
    }

    /// What is remembered of a file.
    pub fn record(&self, key: &str, identity: Option<FileIdentity>) -> Option<&ReadRecord> {
        self.records.get(key).map(|(_, record)| record).or_else(|| self.by_identity(identity))
    }

    fn by_identity(&self, identity: Option<FileIdentity>) -> Option<&ReadRecord> {
        let key = self.keys_by_identity.get(&identity?)?;
        self.records.get(key).map(|(_, record)| record)
    }

    /// Forgets one file, as when the session removed it.
    pub fn forget(&mut self, key: &str) {
        if let Some((used, record)) = self.records.remove(key) {
            self.keys_by_use.remove(&used);
            if self.keys_by_identity.get(&record.state.identity).is_some_and(|known| known == key) {
                self.keys_by_identity.remove(&record.state.identity);
            }
        }
    }

    /// Forgets everything: a new session.
    pub fn reset(&mut self) {
        *self = ReadLog::with_capacity(self.capacity);
    }

    pub fn len(&self) -> usize {
        self.records.len()
    }

    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The records from the least to the most recently used.
    pub(super) fn by_use(&self) -> impl Iterator<Item = (&str, &ReadRecord)> {
        let records = self.keys_by_use.values().filter_map(|key| self.records.get_key_value(key));
        records.map(|(key, (_, record))| (key.as_str(), record))
    }

    /// Makes this the most recently used record.
    pub(super) fn put(&mut self, key: &str, record: ReadRecord) {
        let key = key.to_owned();
        self.forget(&key);
        self.uses += 1;
        self.keys_by_use.insert(self.uses, key.clone());
        self.keys_by_identity.insert(record.state.identity, key.clone());
        self.records.insert(key, (self.uses, record));
        while self.records.len() > self.capacity {
            let Some((_, oldest)) = self.keys_by_use.first_key_value() else { break };
            let oldest = oldest.clone();
            self.forget(&oldest);
        }
    }
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
