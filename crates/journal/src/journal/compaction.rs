//! The size limit of the history: the oldest transactions go first, and one that would push out all others keeps no contents.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::sync::Arc;

use super::encoding::to_json;
use super::entry::{End, Intent};
use super::known::{BlobPlace, HistoryEntry};
use super::mark::write_mark;
use super::record::{HEADER_BYTES, RECORD_HEAD_BYTES, RecordKind, encode, header};
use super::{Journal, NAME, missing};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::disk::{Access, Folder, OpenFile};
use scenewright_fs::{ContentHash, new_commit_id, part_name};

/// The size that is kept when the limit is passed, in hundredths of the limit: so it is not passed again at once.
const KEPT_PERCENT: u64 = 75;

/// The number of bytes that are written at once: a journal is rewritten in this much memory, however large it is.
const WRITE_AT_ONCE: usize = 1 << 20;

impl Journal {
    /// Rewrites the journal without its oldest transactions when it is larger than the limit. A transaction whose old
    /// contents alone are larger stays without them, so that it takes no other one with it. Only valid under the lock, and
    /// when no transaction is open. A crash leaves the old journal or the new one.
    pub(crate) fn keep_within(
        &mut self,
        state: &Arc<dyn Folder>,
        limit_bytes: u64,
        sync: bool,
    ) -> Result<Dropped> {
        if self.end <= limit_bytes
            || self.damage.is_some()
            // An open transaction needs its blobs to be rolled back, an unswept one its record to find what
            // is to be removed.
            || self.view.open.is_some()
            || self.view.unswept.is_some()
        {
            return Ok(Dropped::default());
        }
        let old = state.open_file(OsStr::new(NAME), Access::Read)?.ok_or_else(missing)?;
        let (kept, without_contents) = self.newest_within(limit_bytes / 100 * KEPT_PERCENT)?;
        let dropped = Dropped { without_contents };
        self.replace(state, old.as_ref(), kept, &dropped.without_contents, sync).map(drop)?;
        // All offsets have changed with the file.
        *self = Journal::default();
        self.refresh(state)?;
        Ok(dropped)
    }

    /// Replaces this journal by one with these transactions, and with the one that is open, if there is one.
    /// Returns how many old contents are damaged and were left out, besides those of the transactions that are to have none.
    pub(super) fn replace(
        &self,
        state: &Arc<dyn Folder>,
        old: &dyn OpenFile,
        kept: &[HistoryEntry],
        without_contents: &HashSet<String>,
        sync: bool,
    ) -> Result<usize> {
        let temporary = part_name(OsStr::new(NAME), &new_commit_id());
        let written = self.write_kept(state, &temporary, old, Kept { entries: kept, without_contents }, sync);
        let replaced = written.and_then(|written| {
            state.rename(&temporary, OsStr::new(NAME))?;
            Ok(written)
        });
        let Written { name, length, damaged } = match replaced {
            Ok(written) => written,
            Err(error) => {
                // A leftover would do no harm, and is removed with the next purge.
                let _ = state.remove(&temporary);
                return Err(error);
            }
        };
        if sync {
            state.sync()?;
            // Only after the folder is synced: a mark must never promise more than a power cut leaves.
            write_mark(state, &name, length);
        }
        Ok(damaged)
    }

    /// Returns the newest transactions that fit, and the ids of those that fit without their old contents alone.
    fn newest_within(&self, limit_bytes: u64) -> Result<(&[HistoryEntry], HashSet<String>)> {
        let entries = self.view.entries();
        let mut counted = HashSet::new();
        let mut without_contents = HashSet::new();
        let mut bytes = HEADER_BYTES as u64;
        let size = |place: BlobPlace| place.body_bytes as u64 + RECORD_HEAD_BYTES as u64;
        for (position, entry) in entries.iter().enumerate().rev() {
            // Four heads stand for those of intent and end, and for the end's short body.
            let body_bytes = match entry.place() {
                Some(place) => place.body_bytes,
                None => to_json(&entry.intent)?.len(),
            };
            let records = body_bytes as u64 + 4 * RECORD_HEAD_BYTES as u64;
            let alone: u64 = self.blobs_of(&entry.intent).map(|(_, place)| size(place)).sum();
            if alone + records > limit_bytes {
                without_contents.insert(entry.intent.id.clone());
                bytes += records;
            } else {
                // Contents that several transactions share are kept once, and counted with the newest of
                // these.
                let new = self.blobs_of(&entry.intent).filter(|(content, _)| counted.insert(*content));
                bytes += records + new.map(|(_, place)| size(place)).sum::<u64>();
            }
            // From the newest on, so what does not fit is older than all that does: the history has no holes.
            if bytes > limit_bytes {
                return Ok((&entries[position + 1..], without_contents));
            }
        }
        Ok((entries, without_contents))
    }

    fn blobs_of<'a>(&'a self, intent: &'a Intent) -> impl Iterator<Item = (ContentHash, BlobPlace)> + 'a {
        let needed = intent.contents().chain(intent.contents_in_place());
        needed.filter_map(|content| Some((content, *self.view.blob(content)?)))
    }

    fn write_kept(
        &self,
        state: &Arc<dyn Folder>,
        temporary: &OsStr,
        old: &dyn OpenFile,
        kept: Kept<'_>,
        sync: bool,
    ) -> Result<Written> {
        // A new name, so that the mark of the old file says nothing about this one.
        let name = ContentHash::of(new_commit_id().as_bytes());
        let (header, mut chain) = header(name);
        let too_large = || Error::new(Kind::TooLarge, "A record of the journal is too large.");
        let mut file = state.create_private_file(temporary)?;
        // The same users can read the new journal as the old one.
        state.copy_attributes(OsStr::new(NAME), temporary)?;
        let mut buffer = header.to_vec();
        let (mut seen, mut length, mut damaged) = (HashSet::new(), 0, 0);
        // Aborted transactions are dropped: nothing refers to them.
        let ended = kept.entries.iter().map(|entry| (&entry.intent, entry.place(), true));
        for (intent, record, has_ended) in ended.chain(self.view.open.iter().map(|open| (open, None, false)))
        {
            let is_without = kept.without_contents.contains(&intent.id);
            for (content, place) in self.blobs_of(intent) {
                if is_without || !seen.insert(content) {
                    continue;
                }
                match place.read(old)? {
                    Some(body) => {
                        chain = encode(&mut buffer, chain, RecordKind::Blob, &body).ok_or_else(too_large)?;
                    }
                    None => damaged += 1,
                }
            }
            // As it was written, with the caller's account; without that where the record was damaged since.
            let body = record.map_or(Ok(None), |record| record.read(old))?;
            let body = body.map_or_else(|| to_json(intent), Ok)?;
            chain = encode(&mut buffer, chain, RecordKind::Intent, &body).ok_or_else(too_large)?;
            if has_ended {
                let end = to_json(&End { id: intent.id.clone() })?;
                chain = encode(&mut buffer, chain, RecordKind::Committed, &end).ok_or_else(too_large)?;
            }
            // The journal may be larger than the memory that should be spent on rewriting it.
            if buffer.len() > WRITE_AT_ONCE {
                file.write(&buffer)?;
                length += buffer.len() as u64;
                buffer.clear();
            }
        }
        file.write(&buffer)?;
        length += buffer.len() as u64;
        if sync {
            // Before the rename: after a power cut, the name must not lead to a file without its bytes.
            file.sync()?;
        }
        Ok(Written { name: *name.as_bytes(), length, damaged })
    }
}

/// The entries that the size limit removed from the history.
#[derive(Debug, Default)]
pub(crate) struct Dropped {
    /// The ids of transactions that are still listed, and cannot be undone: their old contents alone were too large.
    pub without_contents: HashSet<String>,
}

/// The transactions that a rewritten journal has.
#[derive(Clone, Copy)]
struct Kept<'a> {
    entries: &'a [HistoryEntry],
    without_contents: &'a HashSet<String>,
}

/// A rewritten journal.
struct Written {
    name: [u8; 16],
    length: u64,
    /// The number of old contents that could not be read.
    damaged: usize,
}
