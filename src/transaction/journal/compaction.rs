//! The size limit of the history: the oldest transactions go first.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::sync::Arc;

use super::entry::End;
use super::record::{HEADER_BYTES, RECORD_HEAD_BYTES, RecordKind, encode, header};
use super::view::{BlobPlace, HistoryEntry};
use super::{Journal, NAME, to_json};
use crate::disk::{Access, Folder, OpenFile};
use crate::error::{Error, Kind, Result};
use crate::transaction::node::Node;
use crate::workspace::{ContentHash, new_commit_id, part_name};

/// What is left when the limit is passed, in hundredths of the limit: so it is not passed again at once.
const KEPT_PERCENT: u64 = 75;

/// So much is written at once.
const WRITE_AT_ONCE: usize = 1 << 20;

impl Journal {
    /// Writes the journal anew, without its oldest transactions, when it is larger than the limit. Only under the
    /// lock, and when no transaction is open. A crash leaves the old journal or the new one.
    pub fn keep_within(&mut self, state: &Arc<dyn Folder>, limit_bytes: u64, sync: bool) -> Result<()> {
        if self.end <= limit_bytes || self.view.open.is_some() || self.view.unswept.is_some() {
            return Ok(());
        }
        let missing = || Error::new(Kind::Io, "The journal was removed meanwhile.");
        let old = state.open_file(OsStr::new(NAME), Access::Read)?.ok_or_else(missing)?;
        let kept = self.newest_within(limit_bytes / 100 * KEPT_PERCENT)?;
        let temporary = part_name(OsStr::new(NAME), &new_commit_id());
        let written = self.write_kept(state, &temporary, old.as_ref(), kept, sync);
        let replaced = written.and_then(|()| state.rename(&temporary, OsStr::new(NAME)));
        if let Err(error) = replaced {
            let _ = state.remove(&temporary);
            return Err(error);
        }
        if sync {
            state.sync()?;
        }
        *self = Journal::default();
        self.refresh(state)
    }

    /// The newest transactions that fit.
    fn newest_within(&self, limit_bytes: u64) -> Result<&[HistoryEntry]> {
        let entries = &self.view.entries;
        let mut counted = HashSet::new();
        let mut bytes = HEADER_BYTES as u64;
        for (position, entry) in entries.iter().enumerate().rev() {
            let blobs = self.blobs_of(entry).filter(|(content, _)| counted.insert(*content));
            let blobs: u64 = blobs.map(|(_, place)| place.body_bytes as u64 + RECORD_HEAD_BYTES as u64).sum();
            let records = to_json(&entry.intent)?.len() as u64 + 4 * RECORD_HEAD_BYTES as u64;
            bytes += blobs + records;
            if bytes > limit_bytes {
                return Ok(&entries[position + 1..]);
            }
        }
        Ok(entries)
    }

    fn blobs_of<'a>(
        &'a self,
        entry: &'a HistoryEntry,
    ) -> impl Iterator<Item = (ContentHash, BlobPlace)> + 'a {
        entry.intent.files.iter().filter_map(|file| match &file.before {
            Node::File { content, .. } => Some((*content, *self.view.blobs.get(content)?)),
            Node::Absent | Node::Link { .. } => None,
        })
    }

    fn write_kept(
        &self,
        state: &Arc<dyn Folder>,
        temporary: &OsStr,
        old: &dyn OpenFile,
        kept: &[HistoryEntry],
        sync: bool,
    ) -> Result<()> {
        let (header, mut chain) = header(ContentHash::of(new_commit_id().as_bytes()));
        let too_large = || Error::new(Kind::TooLarge, "A record of the journal is too large.");
        let mut file = state.create_private_file(temporary)?;
        state.copy_attributes(OsStr::new(NAME), temporary)?;
        let mut buffer = header.to_vec();
        let mut written = HashSet::new();
        for entry in kept {
            for (content, place) in self.blobs_of(entry) {
                if written.insert(content) {
                    let body = old.read_at(place.at, place.body_bytes)?;
                    chain = encode(&mut buffer, chain, RecordKind::Blob, &body).ok_or_else(too_large)?;
                }
            }
            let end = to_json(&End { id: entry.intent.id.clone() })?;
            for (kind, body) in [(RecordKind::Intent, to_json(&entry.intent)?), (RecordKind::Committed, end)]
            {
                chain = encode(&mut buffer, chain, kind, &body).ok_or_else(too_large)?;
            }
            if buffer.len() > WRITE_AT_ONCE {
                file.write(&buffer)?;
                buffer.clear();
            }
        }
        file.write(&buffer)?;
        if sync { file.sync() } else { Ok(()) }
    }
}
