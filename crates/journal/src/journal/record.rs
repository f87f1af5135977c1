//! The records of a journal.
//!
//! ```text
//! journal = header record*
//!
//! header    0  16 bytes  "scenewright\0\0\0\0" and the version, little-endian (today 1)
//!          16  16 bytes  the name of this journal, unique to each that is made
//!
//! record    0   u32      kind: 1 blob, 2 intent, 3 committed, 4 aborted, 5 swept
//!           4   u32      length of the body in bytes
//!           8  16 bytes  hash of the body
//!          24   8 bytes  hash of the 8 bytes at 24 of the record before (of the header: at 16) and of bytes 0 to 24
//!          32            the body
//!
//! blob      0  16 bytes  hash of the bytes
//!          16   u64      their number
//!          24            the bytes, as one zstd frame
//!
//! intent, committed, aborted, swept: JSON (`entry.rs`)
//! ```
//!
//! Numbers are little-endian; a hash is the first bytes of BLAKE3. Since every record is chained to the one before,
//! the remains of an interrupted write after the last good record can never be taken for a record, even if they
//! once were one.

use scenewright_fs::ContentHash;

/// The bytes of the header, and of the heads of a record and of a blob, as drawn above.
pub(super) const HEADER_BYTES: usize = 32;
pub(super) const RECORD_HEAD_BYTES: usize = 32;
pub(super) const BLOB_HEAD_BYTES: usize = 24;
const MAGIC: &[u8; 12] = b"scenewright\0";
const VERSION: u32 = 1;
/// The latest version that will ever be made; a file of a later one was not written by us.
const LATEST_VERSION: u32 = 999;

/// The end of a record's head, which the next record is chained to.
pub(super) type Chain = [u8; 8];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordKind {
    Blob = 1,
    Intent = 2,
    Committed = 3,
    Aborted = 4,
    Swept = 5,
}

impl RecordKind {
    pub(super) const ALL: [RecordKind; 5] =
        [RecordKind::Blob, RecordKind::Intent, RecordKind::Committed, RecordKind::Aborted, RecordKind::Swept];
}

/// The head of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordHead {
    pub kind: RecordKind,
    pub body_bytes: usize,
    pub body: ContentHash,
    /// The chain for the next record.
    pub chain: Chain,
}

/// Returns a new journal's header, and the chain for its first record.
pub(super) fn header(name: ContentHash) -> ([u8; HEADER_BYTES], Chain) {
    let mut header = [0; HEADER_BYTES];
    header[..12].copy_from_slice(MAGIC);
    header[12..16].copy_from_slice(&VERSION.to_le_bytes());
    header[16..].copy_from_slice(name.as_bytes());
    (header, first(name.as_bytes()))
}

/// The kind of a file by its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// A journal that we can read, with the chain for its first record.
    Ours(Chain),
    /// A journal of another version.
    OfVersion(u32),
    /// Something else.
    Other,
}

pub(super) fn read_header(header: &[u8]) -> Header {
    if header.len() != HEADER_BYTES || !header.starts_with(MAGIC) {
        return Header::Other;
    }
    match u32_at(header, 12) {
        VERSION => Header::Ours(first(&header[16..])),
        // A number beyond any version we will make is damage, not another version.
        later @ 2..=LATEST_VERSION => Header::OfVersion(later),
        _ => Header::Other,
    }
}

/// Appends a record to a buffer and returns the chain for the next one.
pub(super) fn encode(buffer: &mut Vec<u8>, chain: Chain, kind: RecordKind, body: &[u8]) -> Option<Chain> {
    u32::try_from(body.len()).ok()?;
    let head = RecordHead { kind, body_bytes: body.len(), body: ContentHash::of(body), chain };
    let start = head_start(&head);
    let next = link(chain, &start);
    buffer.extend_from_slice(&start);
    buffer.extend_from_slice(&next);
    buffer.extend_from_slice(body);
    Some(next)
}

/// Returns all of a head except its chain.
pub(super) fn head_start(head: &RecordHead) -> [u8; 24] {
    let mut start = [0; 24];
    start[..4].copy_from_slice(&(head.kind as u32).to_le_bytes());
    start[4..8].copy_from_slice(&(head.body_bytes as u32).to_le_bytes());
    start[8..].copy_from_slice(head.body.as_bytes());
    start
}

/// Reads a record's head; `None` when it does not follow its predecessor.
pub(super) fn decode(head: &[u8], chain: Chain) -> Option<RecordHead> {
    // The chain covers kind, length and body's hash, so one comparison proves the head and its place.
    let is_next = head.len() == RECORD_HEAD_BYTES && link(chain, &head[..24]) == head[24..];
    if is_next { parse(head) } else { None }
}

/// Reads a record's head without checking what it follows; `None` when its kind does not exist.
pub(super) fn parse(head: &[u8]) -> Option<RecordHead> {
    if head.len() != RECORD_HEAD_BYTES {
        return None;
    }
    let kind = RecordKind::ALL.into_iter().find(|kind| *kind as u32 == u32_at(head, 0))?;
    let mut body = [0; 16];
    body.copy_from_slice(&head[8..24]);
    let body_bytes = u32_at(head, 4) as usize;
    Some(RecordHead { kind, body_bytes, body: ContentHash::from_bytes(body), chain: first(&head[24..]) })
}

/// Returns the body of a blob, without the frame that follows.
pub(super) fn blob_head(content: ContentHash, length: usize) -> [u8; BLOB_HEAD_BYTES] {
    let mut head = [0; BLOB_HEAD_BYTES];
    head[..16].copy_from_slice(content.as_bytes());
    head[16..].copy_from_slice(&(length as u64).to_le_bytes());
    head
}

/// Returns the hash of a blob's bytes, and their number.
pub(super) fn read_blob_head(head: &[u8]) -> Option<(ContentHash, u64)> {
    let content: [u8; 16] = head.get(..16)?.try_into().ok()?;
    let length: [u8; 8] = head.get(16..BLOB_HEAD_BYTES)?.try_into().ok()?;
    Some((ContentHash::from_bytes(content), u64::from_le_bytes(length)))
}

/// Returns the bytes that a record's head must end with to follow another one.
pub(super) fn link(chain: Chain, head: &[u8]) -> Chain {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&chain);
    bytes[8..].copy_from_slice(head);
    first(ContentHash::of(&bytes).as_bytes())
}

fn first(bytes: &[u8]) -> Chain {
    let mut chain = [0; 8];
    chain.copy_from_slice(&bytes[..8]);
    chain
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(number)
}
