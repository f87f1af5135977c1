//! Records that are collected and written at once.

use super::known::BlobPlace;
use super::record::{Chain, RECORD_HEAD_BYTES, RecordKind, blob_head, encode};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::ContentHash;
use scenewright_fs::disk::OpenFile;

/// The compression level: fast, since bytes are compressed once and seldom read again.
const COMPRESSION_LEVEL: i32 = 1;

/// Records that are collected to be written at once.
pub(super) struct Appending {
    /// The offset where the first of them is to stand.
    start: u64,
    buffer: Vec<u8>,
    chain: Chain,
    blobs: Vec<(ContentHash, BlobPlace)>,
    last_head_at: usize,
}

/// Records that were written.
pub(super) struct Added {
    pub(super) blobs: Vec<(ContentHash, BlobPlace)>,
    pub(super) end: u64,
    pub(super) chain: Chain,
    pub(super) last_head: (u64, Vec<u8>),
}

impl Appending {
    /// Begins without records, to be written after the record that the journal and its chain end with.
    pub(super) fn new(start: u64, chain: Chain) -> Self {
        Appending { start, buffer: Vec::new(), chain, blobs: Vec::new(), last_head_at: 0 }
    }

    /// Returns true if a content is among the records to be written.
    pub(super) fn holds(&self, content: ContentHash) -> bool {
        self.blobs.iter().any(|(known, _)| *known == content)
    }

    pub(super) fn blob(&mut self, content: ContentHash, bytes: &[u8]) -> Result<()> {
        let frame = zstd::bulk::compress(bytes, COMPRESSION_LEVEL)
            .map_err(|cause| Error::io("compress", "the old contents", &cause))?;
        let mut body = blob_head(content, bytes.len()).to_vec();
        body.extend_from_slice(&frame);
        // The place is known before anything is written: the buffer goes to `start` as a whole.
        let at = self.start + (self.buffer.len() + RECORD_HEAD_BYTES) as u64;
        let place = BlobPlace { at, body_bytes: body.len(), body: ContentHash::of(&body) };
        self.record(RecordKind::Blob, &body)?;
        self.blobs.push((content, place));
        Ok(())
    }

    pub(super) fn record(&mut self, kind: RecordKind, body: &[u8]) -> Result<()> {
        let at = self.buffer.len();
        let chain = encode(&mut self.buffer, self.chain, kind, body);
        self.chain =
            chain.ok_or_else(|| Error::new(Kind::TooLarge, "A file is too large to be kept for undo."))?;
        self.last_head_at = at;
        Ok(())
    }

    /// Returns the place of the record that was added last, by its body.
    pub(super) fn place_of_last(&self, body: &[u8]) -> BlobPlace {
        let at = self.start + (self.last_head_at + RECORD_HEAD_BYTES) as u64;
        BlobPlace { at, body_bytes: body.len(), body: ContentHash::of(body) }
    }

    /// Writes the records, cutting off the remains of a failed write after the last record.
    pub(super) fn write(self, file: &dyn OpenFile, sync: bool) -> Result<Added> {
        let start = self.start;
        let written =
            // One write and one sync for all records: either the intent and all its blobs survive a power
            // cut, or readers find the intent missing.
            file.write_at(start, &self.buffer).and_then(|()| if sync { file.sync() } else { Ok(()) });
        if let Err(error) = written {
            // Best effort: the next writer cuts off the rest, and the chain keeps readers from taking it for
            // a record.
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
