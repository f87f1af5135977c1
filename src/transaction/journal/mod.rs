//! The journal: one file that is only ever appended to, and the transactions in it.
//!
//! Whoever appends holds the site's lock. Reading takes no lock: a reader sees the records that are whole, and those
//! that are being written the next time.

mod compaction;
mod entry;
mod record;
mod view;

use std::ffi::OsStr;
use std::sync::Arc;

pub use entry::{DecidedBy, FileStep, Intent, Method};
pub use view::HistoryEntry;

use self::entry::End;
use self::record::{
    BLOB_HEAD_BYTES, Chain, HEADER_BYTES, Header, RECORD_HEAD_BYTES, RecordHead, RecordKind, blob_head,
    decode, encode, header, read_blob_head, read_header,
};
use self::view::{BlobPlace, View};
use crate::disk::{Access, FileIdentity, Folder, OpenFile};
use crate::error::{Error, Kind, Result};
use crate::workspace::{ContentHash, new_commit_id};

const NAME: &str = "journal";

/// So much is read at once.
const READ_AHEAD: usize = 256 * 1024;

/// Fast: bytes are compressed once and seldom read again.
const COMPRESSION_LEVEL: i32 = 1;

/// A journal as far as it was read.
#[derive(Debug, Default)]
pub struct Journal {
    view: View,
    /// The file that was read; none when there was none.
    identity: Option<FileIdentity>,
    /// Behind the last record that was read.
    end: u64,
    chain: Chain,
    /// The last head that was read, to see whether it is still there.
    last_head: Option<(u64, Vec<u8>)>,
}

/// How a transaction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Committed,
    Aborted,
}

impl Journal {
    /// The transactions that were committed, the oldest first.
    pub fn entries(&self) -> &[HistoryEntry] {
        &self.view.entries
    }

    pub fn find(&self, id: &str) -> Option<&HistoryEntry> {
        self.view.find(id)
    }

    /// The transaction that was begun and has not ended.
    pub fn open_intent(&self) -> Option<&Intent> {
        self.view.open.as_ref()
    }

    /// The last transaction, if it was committed and the files that it set aside may still be there.
    pub fn unswept(&self) -> Option<&Intent> {
        self.view.unswept.as_ref()
    }

    /// Reads what was written since the last time.
    pub fn refresh(&mut self, state: &Arc<dyn Folder>) -> Result<()> {
        match state.open_file(OsStr::new(NAME), Access::Read)? {
            Some(file) => self.follow(file.as_ref()),
            None => {
                *self = Journal::default();
                Ok(())
            }
        }
    }

    /// The bytes with a hash; `None` when the journal does not hold them (any more).
    pub fn bytes(&self, state: &Arc<dyn Folder>, content: ContentHash) -> Result<Option<Vec<u8>>> {
        if content == ContentHash::of(&[]) {
            return Ok(Some(Vec::new()));
        }
        let Some(place) = self.view.blobs.get(&content) else { return Ok(None) };
        let Some(file) = state.open_file(OsStr::new(NAME), Access::Read)? else { return Ok(None) };
        if Some(file.metadata()?.identity) != self.identity {
            return Ok(None);
        }
        let body = file.read_at(place.at, place.body_bytes)?;
        let decoded = match read_blob_head(&body) {
            Some((_, length)) if ContentHash::of(&body) == place.body => {
                let capacity = usize::try_from(length).unwrap_or(usize::MAX);
                zstd::bulk::decompress(&body[BLOB_HEAD_BYTES..], capacity).ok()
            }
            _ => None,
        };
        match decoded.filter(|bytes| ContentHash::of(bytes) == content) {
            Some(bytes) => Ok(Some(bytes)),
            None => {
                Err(Error::new(Kind::Io, "The journal is damaged: bytes that it kept cannot be read back.")
                    .with_hint(
                        "The files themselves are as they are; only this step of the history is lost.",
                    ))
            }
        }
    }

    /// Whether the bytes with a hash are kept.
    pub fn holds(&self, content: ContentHash) -> bool {
        content == ContentHash::of(&[]) || self.view.blobs.contains_key(&content)
    }

    /// Writes an intent, after the bytes that it needs and the journal does not hold yet. When it answers without
    /// an error, and was to sync, both survive a power cut.
    pub fn begin(
        &mut self,
        state: &Arc<dyn Folder>,
        intent: &Intent,
        blobs: &[(ContentHash, &[u8])],
        sync: bool,
    ) -> Result<()> {
        let file = self.open_to_append(state, sync)?;
        let mut appending = Appending::new(self);
        for (content, bytes) in blobs {
            if !appending.holds(*content) {
                appending.blob(*content, bytes)?;
            }
        }
        appending.record(RecordKind::Intent, &to_json(intent)?)?;
        let added = appending.write(file.as_ref(), sync)?;
        self.adopt(added);
        self.view.begin(intent.clone());
        Ok(())
    }

    /// Writes how a transaction ended.
    pub fn end(&mut self, state: &Arc<dyn Folder>, id: &str, outcome: Outcome, sync: bool) -> Result<()> {
        let kind = match outcome {
            Outcome::Committed => RecordKind::Committed,
            Outcome::Aborted => RecordKind::Aborted,
        };
        self.append_end(state, kind, id, sync)?;
        match outcome {
            Outcome::Committed => self.view.commit(id),
            Outcome::Aborted => self.view.abort(),
        }
        Ok(())
    }

    /// Writes that what a transaction set aside is gone.
    pub fn swept(&mut self, state: &Arc<dyn Folder>, id: &str) -> Result<()> {
        self.append_end(state, RecordKind::Swept, id, false)?;
        self.view.unswept = None;
        Ok(())
    }

    fn append_end(&mut self, state: &Arc<dyn Folder>, kind: RecordKind, id: &str, sync: bool) -> Result<()> {
        let file = self.open_to_append(state, sync)?;
        let mut appending = Appending::new(self);
        appending.record(kind, &to_json(&End { id: id.to_owned() })?)?;
        let added = appending.write(file.as_ref(), sync)?;
        self.adopt(added);
        Ok(())
    }

    /// The file with nothing behind the last record, made where it is missing. Only under the lock, and after a
    /// refresh under the same lock.
    fn open_to_append(&mut self, state: &Arc<dyn Folder>, sync: bool) -> Result<Box<dyn OpenFile>> {
        let name = OsStr::new(NAME);
        if self.identity.is_none() {
            put_unreadable_aside(state)?;
            let (header, _) = header(ContentHash::of(new_commit_id().as_bytes()));
            let mut file = state.create_file(name)?;
            let written = file.write(&header).and_then(|()| if sync { file.sync() } else { Ok(()) });
            let written = written.and_then(|()| if sync { state.sync() } else { Ok(()) });
            if let Err(error) = written {
                let _ = state.remove(name);
                return Err(error);
            }
        }
        let missing = || Error::new(Kind::Io, "The journal was removed meanwhile.");
        let file = state.open_file(name, Access::ReadAndWrite)?.ok_or_else(missing)?;
        let metadata = file.metadata()?;
        if self.identity.is_none() {
            self.follow(file.as_ref())?;
        } else if Some(metadata.identity) != self.identity {
            return Err(missing());
        }
        if metadata.stamp.size > self.end {
            file.truncate(self.end)?;
        }
        Ok(file)
    }

    /// Reads on from where it stopped, or from the beginning when this is not the file that it read.
    fn follow(&mut self, file: &dyn OpenFile) -> Result<()> {
        let metadata = file.metadata()?;
        let is_known = Some(metadata.identity) == self.identity && metadata.stamp.size >= self.end;
        let is_same = match &self.last_head {
            _ if !is_known => false,
            Some((at, head)) => file.read_at(*at, RECORD_HEAD_BYTES)? == *head,
            None => true,
        };
        if !is_same {
            *self = Journal::default();
            if !self.read_header(file)? {
                return Ok(());
            }
        }
        self.read_on(file, metadata.stamp.size)
    }

    fn read_on(&mut self, file: &dyn OpenFile, size: u64) -> Result<()> {
        let mut ahead = ReadAhead { file, start: 0, bytes: Vec::new() };
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
                self.view.blobs.insert(content, place);
                unproven.push((head, body_at));
            } else {
                let body = ahead.read(body_at, head.body_bytes)?;
                if ContentHash::of(body) != head.body || !self.read_entry(head.kind, body) {
                    break;
                }
                if head.kind != RecordKind::Intent {
                    unproven.clear();
                }
            }
            self.end = body_at + head.body_bytes as u64;
            self.chain = head.chain;
            self.last_head = Some((at, head_bytes));
        }
        for (head, body_at) in unproven {
            if ContentHash::of(&file.read_at(body_at, head.body_bytes)?) != head.body {
                // The intent behind it cannot have been acted on: it is synced together with its blobs.
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

    /// False for a file that is no journal.
    fn read_header(&mut self, file: &dyn OpenFile) -> Result<bool> {
        match read_header(&file.read_at(0, HEADER_BYTES)?) {
            Header::Ours(chain) => {
                (self.chain, self.end) = (chain, HEADER_BYTES as u64);
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
                "Use that version, or move the file `journal` away: the history is lost then, no file is.",
            )),
            Header::Other => Ok(false),
        }
    }

    /// False for a body that cannot be understood.
    fn read_entry(&mut self, kind: RecordKind, body: &[u8]) -> bool {
        if kind == RecordKind::Intent {
            let intent = serde_json::from_slice::<Intent>(body);
            return intent.map(|intent| self.view.begin(intent)).is_ok();
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
        self.view.blobs.extend(added.blobs);
        (self.end, self.chain) = (added.end, added.chain);
        self.last_head = Some(added.last_head);
    }
}

/// A file that is no journal is kept: somebody may know what to do with it. One that
/// a power cut left without a header holds nothing.
fn put_unreadable_aside(state: &Arc<dyn Folder>) -> Result<()> {
    let name = OsStr::new(NAME);
    let Some(file) = state.open_file(name, Access::Read)? else { return Ok(()) };
    let header = file.read_at(0, HEADER_BYTES)?;
    if header.len() < HEADER_BYTES || header.iter().all(|byte| *byte == 0) {
        return state.remove(name).map(drop);
    }
    let aside = format!("{NAME}.unreadable-{}", new_commit_id());
    state.rename(name, OsStr::new(&aside))
}

/// Records that are put together to be written at once.
struct Appending<'a> {
    journal: &'a Journal,
    buffer: Vec<u8>,
    chain: Chain,
    blobs: Vec<(ContentHash, BlobPlace)>,
    last_head_at: usize,
}

/// Records that were written.
struct Added {
    blobs: Vec<(ContentHash, BlobPlace)>,
    end: u64,
    chain: Chain,
    last_head: (u64, Vec<u8>),
}

impl<'a> Appending<'a> {
    fn new(journal: &'a Journal) -> Self {
        Appending { journal, buffer: Vec::new(), chain: journal.chain, blobs: Vec::new(), last_head_at: 0 }
    }

    fn holds(&self, content: ContentHash) -> bool {
        self.journal.holds(content) || self.blobs.iter().any(|(known, _)| *known == content)
    }

    fn blob(&mut self, content: ContentHash, bytes: &[u8]) -> Result<()> {
        let frame = zstd::bulk::compress(bytes, COMPRESSION_LEVEL)
            .map_err(|cause| Error::io("compress", "the old contents", &cause))?;
        let mut body = blob_head(content, bytes.len()).to_vec();
        body.extend_from_slice(&frame);
        let at = self.journal.end + (self.buffer.len() + RECORD_HEAD_BYTES) as u64;
        let place = BlobPlace { at, body_bytes: body.len(), body: ContentHash::of(&body) };
        self.record(RecordKind::Blob, &body)?;
        self.blobs.push((content, place));
        Ok(())
    }

    fn record(&mut self, kind: RecordKind, body: &[u8]) -> Result<()> {
        let at = self.buffer.len();
        let chain = encode(&mut self.buffer, self.chain, kind, body);
        self.chain =
            chain.ok_or_else(|| Error::new(Kind::TooLarge, "A file is too large to be kept for undo."))?;
        self.last_head_at = at;
        Ok(())
    }

    /// What a failed write left behind the last record is cut off by the next one.
    fn write(self, file: &dyn OpenFile, sync: bool) -> Result<Added> {
        let start = self.journal.end;
        let written =
            file.write_at(start, &self.buffer).and_then(|()| if sync { file.sync() } else { Ok(()) });
        if let Err(error) = written {
            let _ = file.truncate(start);
            return Err(error);
        }
        let head = self.buffer[self.last_head_at..][..RECORD_HEAD_BYTES].to_vec();
        Ok(Added {
            blobs: self.blobs,
            end: start + self.buffer.len() as u64,
            chain: self.chain,
            last_head: (start + self.last_head_at as u64, head),
        })
    }
}

/// Reads a file in large parts.
struct ReadAhead<'a> {
    file: &'a dyn OpenFile,
    start: u64,
    bytes: Vec<u8>,
}

impl ReadAhead<'_> {
    fn read(&mut self, at: u64, length: usize) -> Result<&[u8]> {
        let is_inside = at >= self.start && at + length as u64 <= self.start + self.bytes.len() as u64;
        if !is_inside {
            self.bytes = self.file.read_at(at, length.max(READ_AHEAD))?;
            self.start = at;
        }
        let from = (at - self.start) as usize;
        Ok(self.bytes.get(from..from + length).unwrap_or_default())
    }
}

fn to_json<T: serde::Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value)
        .map_err(|cause| Error::new(Kind::Internal, format!("A journal entry cannot be written: {cause}")))
}
