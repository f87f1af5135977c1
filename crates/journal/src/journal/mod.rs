//! The journal: one file that is only ever appended to, and the transactions in it.
//!
//! A writer holds the lock of the root set. Reading takes no lock: a reader sees the records that are whole, and those that
//! are being written the next time.
//!
//! The next writer cuts off the rest of an interrupted write at the end. A journal that is damaged is never cut: see
//! [`Damage`] and `damage_repair.rs`.
//!
//! This module is our own because an embedded database is whole by itself, not together with the files beside it, and
//! hides its records from a person salvaging them.

mod append;
mod compaction;
mod damage;
mod damage_repair;
mod encoding;
mod entry;
mod index;
mod index_end;
mod known;
mod mark;
mod older;
mod purge;
mod read_ahead;
mod record;
mod replay;
mod salvage;
mod view;

use std::ffi::OsStr;
use std::sync::Arc;

pub(crate) use damage::Damage;
pub(crate) use entry::{DecidedBy, Method};
pub use entry::{FileStep, Intent, ValueStep};
pub use known::HistoryEntry;
pub use purge::Purged;
pub(crate) use purge::kept_aside;
pub(crate) use replay::OpenEnd;

use self::append::{Added, Appending};
use self::encoding::to_json;
use self::entry::End;
use self::index_end::IndexEnd;
use self::known::BlobPlace;
use self::mark::write_mark;
use self::read_ahead::ReadAhead;
use self::record::{
    BLOB_HEAD_BYTES, Chain, HEADER_BYTES, Header, RECORD_HEAD_BYTES, RecordHead, RecordKind, decode, header,
    read_blob_head, read_header,
};
use self::view::View;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::disk::{Access, FileIdentity, Folder, OpenFile, Stamp};
use scenewright_fs::{ContentHash, new_commit_id};

pub(crate) const NAME: &str = "journal";

/// The beginning of the names of files that were in the place of a journal, before an id.
const UNREADABLE: &str = "journal.unreadable-";

/// A journal as far as it was read.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    view: View,
    /// The identity of the file that was read; `None` when there was none.
    identity: Option<FileIdentity>,
    /// The offset after the last record that was read.
    end: u64,
    chain: Chain,
    /// The last head that was read, to see whether it is still there.
    last_head: Option<(u64, Vec<u8>)>,
    /// The name of the journal in its header.
    name: [u8; 16],
    open_end: OpenEnd,
    damage: Option<Damage>,
    /// The end of the index that is known.
    indexed: IndexEnd,
    /// The offset at which a segment of the index was last tried.
    index_tried: u64,
    /// True where the index cannot be trusted: something that it names is not there.
    is_doubted: bool,
    /// The stamp of the file in which the damage was found.
    damaged_stamp: Option<Stamp>,
}

/// The way in which a transaction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Committed,
    Aborted,
}

impl Journal {
    /// Returns the transactions that were committed, the oldest first.
    pub(crate) fn entries(&self) -> &[HistoryEntry] {
        self.view.entries()
    }

    /// Returns the number of transactions, and the last of them, at most so many. Of a long journal that was just opened nothing else is decoded.
    pub(crate) fn latest(&self, count: usize) -> (usize, &[HistoryEntry]) {
        (self.view.count(), self.view.latest(count))
    }

    pub(crate) fn find(&self, id: &str) -> Option<&HistoryEntry> {
        self.view.find(id)
    }

    /// Returns the transaction that was begun and has not ended.
    pub(crate) fn open_intent(&self) -> Option<&Intent> {
        self.view.open.as_ref()
    }

    /// Returns the last transaction, if it was committed and the files that it set aside may still be there.
    pub(crate) fn unswept(&self) -> Option<&Intent> {
        self.view.unswept.as_ref()
    }

    /// Returns what is known of the end of the open transaction.
    pub(crate) fn open_end(&self) -> OpenEnd {
        self.open_end
    }

    /// Reads the records that were written since the last time.
    pub(crate) fn refresh(&mut self, state: &Arc<dyn Folder>) -> Result<()> {
        match state.open_file(OsStr::new(NAME), Access::Read)? {
            Some(file) => self.follow(state, file.as_ref()),
            None => {
                *self = Journal::default();
                Ok(())
            }
        }
    }

    /// Returns the bytes with a hash; `None` if the journal never had or no longer has them.
    pub(crate) fn bytes(&self, state: &Arc<dyn Folder>, content: ContentHash) -> Result<Option<Vec<u8>>> {
        let bytes = self.bytes_if_whole(state, content)?;
        // Another process may have replaced the journal since it was read: then the bytes are missing, not
        // damaged.
        let is_read = state.entry(OsStr::new(NAME))?.map(|entry| entry.identity) == self.identity;
        if bytes.is_none() && is_read && self.holds(content) {
            return Err(Error::new(
                Kind::Io,
                "The journal is damaged: bytes that it kept cannot be read back.",
            )
            .with_hint("Your files are unchanged; only this step of the history is lost."));
        }
        Ok(bytes)
    }

    /// Returns the bytes with a hash; `None` when the journal does not hold them, or they are damaged.
    pub(crate) fn bytes_if_whole(
        &self,
        state: &Arc<dyn Folder>,
        content: ContentHash,
    ) -> Result<Option<Vec<u8>>> {
        if content == ContentHash::of(&[]) {
            return Ok(Some(Vec::new()));
        }
        let Some(place) = self.view.blob(content) else { return Ok(None) };
        let Some(file) = state.open_file(OsStr::new(NAME), Access::Read)? else { return Ok(None) };
        // Offsets of one file mean nothing in another.
        if Some(file.metadata()?.identity) != self.identity {
            return Ok(None);
        }
        let Some(body) = place.read(file.as_ref())? else { return Ok(None) };
        let Some((_, length)) = read_blob_head(&body) else { return Ok(None) };
        let capacity = usize::try_from(length).unwrap_or(usize::MAX);
        // The length stands in the blob's head, so a hostile frame cannot claim more memory than that.
        let bytes = zstd::bulk::decompress(&body[BLOB_HEAD_BYTES..], capacity).ok();
        Ok(bytes.filter(|bytes| ContentHash::of(bytes) == content))
    }

    /// Returns true if the file of a folder is the one that was read last.
    pub(crate) fn is_in(&self, state: &Arc<dyn Folder>) -> bool {
        let entry = state.entry(OsStr::new(NAME)).ok().flatten();
        entry.is_some_and(|entry| Some(entry.identity) == self.identity)
    }

    /// Returns true if the bytes with a hash are kept.
    pub(crate) fn holds(&self, content: ContentHash) -> bool {
        content == ContentHash::of(&[]) || self.view.blob(content).is_some()
    }

    /// Writes an intent, after the bytes that it needs and the journal does not hold yet. When it succeeds, and
    /// was to sync, both survive a power cut.
    pub(crate) fn begin(
        &mut self,
        state: &Arc<dyn Folder>,
        intent: &Intent,
        blobs: &[(ContentHash, &[u8])],
        sync: bool,
    ) -> Result<()> {
        let file = self.open_to_append(state, sync)?;
        let mut appending = Appending::new(self.end, self.chain);
        for (content, bytes) in blobs {
            // Kept contents are read back first: undo must not rely on bytes that have rotted since.
            if !appending.holds(*content) && !self.holds_whole(file.as_ref(), *content)? {
                appending.blob(*content, bytes)?;
            }
        }
        let body = to_json(intent)?;
        appending.record(RecordKind::Intent, &body)?;
        let record = appending.place_of_last(&body);
        let added = appending.write(file.as_ref(), sync)?;
        self.adopt(added);
        self.note_length(state, sync);
        self.view.begin(intent.clone(), record);
        self.open_end = OpenEnd::None;
        Ok(())
    }

    /// Writes the outcome of a transaction.
    pub(crate) fn end(
        &mut self,
        state: &Arc<dyn Folder>,
        id: &str,
        outcome: Outcome,
        sync: bool,
    ) -> Result<()> {
        let kind = match outcome {
            Outcome::Committed => RecordKind::Committed,
            Outcome::Aborted => RecordKind::Aborted,
        };
        self.append_end(state, kind, id, sync)?;
        match outcome {
            Outcome::Committed => self.view.commit(id),
            Outcome::Aborted => self.view.abort(),
        }
        self.keep_index(state);
        Ok(())
    }

    /// Has everything read from the journal itself at the next refresh.
    pub(crate) fn doubt(&mut self) {
        self.is_doubted = true;
    }

    /// Records that the files that a transaction set aside are gone.
    pub(crate) fn swept(&mut self, state: &Arc<dyn Folder>, id: &str) -> Result<()> {
        // Not synced: if it is lost, sweeping finds nothing left to do and records it again.
        self.append_end(state, RecordKind::Swept, id, false)?;
        self.view.unswept = None;
        self.keep_index(state);
        Ok(())
    }

    fn append_end(&mut self, state: &Arc<dyn Folder>, kind: RecordKind, id: &str, sync: bool) -> Result<()> {
        let file = self.open_to_append(state, sync)?;
        let mut appending = Appending::new(self.end, self.chain);
        appending.record(kind, &to_json(&End { id: id.to_owned() })?)?;
        let added = appending.write(file.as_ref(), sync)?;
        self.adopt(added);
        self.note_length(state, sync);
        Ok(())
    }

    /// Returns true if the bytes with a hash are kept and can be read back.
    fn holds_whole(&self, file: &dyn OpenFile, content: ContentHash) -> Result<bool> {
        match self.view.blob(content) {
            Some(place) => Ok(place.read(file)?.is_some()),
            None => Ok(content == ContentHash::of(&[])),
        }
    }

    /// Records the length that survives a power cut.
    fn note_length(&self, state: &Arc<dyn Folder>, is_synced: bool) {
        if is_synced {
            write_mark(state, &self.name, self.end);
        }
    }

    /// Opens the file, created if it is missing, with nothing after the last record. Only valid under the
    /// lock, and after a refresh under the same lock.
    fn open_to_append(&mut self, state: &Arc<dyn Folder>, sync: bool) -> Result<Box<dyn OpenFile>> {
        let name = OsStr::new(NAME);
        if self.damage.is_some() {
            return Err(Error::new(Kind::Internal, "A damaged journal is not to be written to."));
        }
        if self.identity.is_none() {
            put_unreadable_aside(state)?;
            create(state, sync)?;
        }
        let file = state.open_file(name, Access::ReadAndWrite)?.ok_or_else(missing)?;
        let metadata = file.metadata()?;
        if self.identity.is_none() {
            self.follow(state, file.as_ref())?;
        } else if Some(metadata.identity) != self.identity {
            return Err(missing());
        }
        // Remains of an interrupted write. Under the lock no other process is writing, so it is no record of
        // another one.
        if metadata.stamp.size > self.end {
            file.truncate(self.end)?;
        }
        Ok(file)
    }

    /// Reads on from the last position, or from the beginning when this is another file.
    fn follow(&mut self, state: &Arc<dyn Folder>, file: &dyn OpenFile) -> Result<()> {
        let metadata = file.metadata()?;
        // A file that is shorter than what was read of it is another one in the same place, or was cut.
        let is_known = Some(metadata.identity) == self.identity && metadata.stamp.size >= self.end;
        let is_same = match &self.last_head {
            _ if !is_known || self.is_doubted => false,
            // Where the damage is nothing can be read on.
            _ if self.damage.is_some() => self.damaged_stamp == Some(metadata.stamp),
            // An inode may be used again for a new journal; the last head is chained to all before it, so it
            // stands for them.
            Some((at, head)) => file.read_at(*at, RECORD_HEAD_BYTES)? == *head,
            None => true,
        };
        if is_same && self.damage.is_some() {
            return Ok(());
        }
        if is_same {
            self.open_end = OpenEnd::None;
            self.read_on(file, metadata.stamp.size)?;
            if self.end < metadata.stamp.size {
                self.judge_tail(state, file)?;
            }
            if self.damage.is_none() {
                return Ok(());
            }
        }
        let is_doubted = self.is_doubted;
        self.read_again(state, file, !is_doubted)?;
        // A reader without the lock may meet a writer at work: only damage that is found twice is real.
        if self.damage.is_some() { self.read_again(state, file, false) } else { Ok(()) }
    }

    fn read_again(&mut self, state: &Arc<dyn Folder>, file: &dyn OpenFile, by_index: bool) -> Result<()> {
        *self = Journal::default();
        if self.read_header(file)? {
            if by_index {
                self.read_index(state, file)?;
            }
            self.read_on(file, file.metadata()?.stamp.size)?;
            self.judge_tail(state, file)
        } else {
            self.salvage_without_header(state, file)
        }
    }

    fn read_on(&mut self, file: &dyn OpenFile, size: u64) -> Result<()> {
        let mut ahead = ReadAhead::new(file);
        // Blobs of a transaction that has not ended may have been torn by a power cut.
        let mut unproven: Vec<(RecordHead, u64)> = Vec::new();
        while self.end + RECORD_HEAD_BYTES as u64 <= size {
            let at = self.end;
            let head_bytes = ahead.read(at, RECORD_HEAD_BYTES)?.to_vec();
            let Some(head) = decode(&head_bytes, self.chain) else { break };
            let body_at = at + RECORD_HEAD_BYTES as u64;
            if body_at + head.body_bytes as u64 > size {
                break;
            }
            if head.kind == RecordKind::Blob {
                let Some((content, _)) = read_blob_head(ahead.read(body_at, BLOB_HEAD_BYTES)?) else { break };
                let place = BlobPlace { at: body_at, body_bytes: head.body_bytes, body: head.body };
                self.view.add_blob(content, place);
                // Bodies of blobs are not hashed here: there may be a hundred megabytes of them, and only
                // those of the last transaction can be torn.
                unproven.push((head, body_at));
            } else {
                let body = ahead.read(body_at, head.body_bytes)?;
                let place = BlobPlace { at: body_at, body_bytes: head.body_bytes, body: head.body };
                if ContentHash::of(body) != head.body || !self.read_entry(head.kind, body, place) {
                    break;
                }
                if head.kind != RecordKind::Intent {
                    // An outcome is written after the intent and its blobs were synced.
                    unproven.clear();
                }
            }
            self.end = body_at + head.body_bytes as u64;
            self.chain = head.chain;
            self.last_head = Some((at, head_bytes));
        }
        for (head, body_at) in unproven {
            if ContentHash::of(&file.read_at(body_at, head.body_bytes)?) != head.body {
                // The intent after it cannot have been acted on: it is synced together with its blobs.
                return self.cut_before(file, body_at - RECORD_HEAD_BYTES as u64);
            }
        }
        Ok(())
    }

    /// Reads again, up to an offset.
    fn cut_before(&mut self, file: &dyn OpenFile, end: u64) -> Result<()> {
        *self = Journal::default();
        if self.read_header(file)? { self.read_on(file, end) } else { Ok(()) }
    }

    /// Reads the header. Returns false for a file that is not a journal.
    fn read_header(&mut self, file: &dyn OpenFile) -> Result<bool> {
        let header = file.read_at(0, HEADER_BYTES)?;
        match read_header(&header) {
            Header::Ours(chain) => {
                (self.chain, self.end) = (chain, HEADER_BYTES as u64);
                self.name.copy_from_slice(&header[16..]);
                self.identity = Some(file.metadata()?.identity);
                Ok(true)
            }
            Header::OfVersion(version) => Err(Error::new(
                Kind::Io,
                format!(
                    "The journal was written by another version of scenewright (its format is {version})."
                ),
            )
            .with_hint(
                "Use that version, or move the file `journal` away: this discards the history, and no file.",
            )),
            Header::Other => Ok(false),
        }
    }

    /// Reads an entry. Returns false for a body that cannot be understood.
    fn read_entry(&mut self, kind: RecordKind, body: &[u8], place: BlobPlace) -> bool {
        if kind == RecordKind::Intent {
            let intent = serde_json::from_slice::<Intent>(body);
            return intent.map(|intent| self.view.begin(intent, place)).is_ok();
        }
        let Ok(End { id }) = serde_json::from_slice::<End>(body) else { return false };
        match kind {
            RecordKind::Committed => self.view.commit(&id),
            RecordKind::Aborted => self.view.abort(),
            RecordKind::Swept => self.view.unswept = None,
            RecordKind::Blob | RecordKind::Intent => {}
        }
        true
    }

    fn adopt(&mut self, added: Added) {
        for (content, place) in added.blobs {
            self.view.add_blob(content, place);
        }
        (self.end, self.chain) = (added.end, added.chain);
        self.last_head = Some(added.last_head);
    }
}

/// Makes an empty journal.
fn create(state: &Arc<dyn Folder>, sync: bool) -> Result<()> {
    let name = OsStr::new(NAME);
    let (header, _) = header(ContentHash::of(new_commit_id().as_bytes()));
    // It will hold old contents of files that not everybody may read.
    let mut file = state.create_private_file(name)?;
    let written = file.write(&header).and_then(|()| if sync { file.sync() } else { Ok(()) });
    let written = written.and_then(|()| if sync { state.sync() } else { Ok(()) });
    // A journal without a whole header would have to be judged by every reader.
    if written.is_err() {
        let _ = state.remove(name);
    }
    written
}

fn missing() -> Error {
    Error::new(Kind::Io, "The journal was removed meanwhile.")
}

/// Sets aside a file that is not a journal: it may be of use to its owner. One that a power
/// cut left without a header holds nothing.
fn put_unreadable_aside(state: &Arc<dyn Folder>) -> Result<()> {
    let name = OsStr::new(NAME);
    let Some(file) = state.open_file(name, Access::Read)? else { return Ok(()) };
    let header = file.read_at(0, HEADER_BYTES)?;
    // Zeros: some file systems keep the length and lose the bytes.
    if header.len() < HEADER_BYTES || header.iter().all(|byte| *byte == 0) {
        return state.remove(name).map(drop);
    }
    let aside = format!("{UNREADABLE}{}", new_commit_id());
    state.rename(name, OsStr::new(&aside))
}
