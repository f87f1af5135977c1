//! Recovery of the records of a journal whose chain is broken.
//!
//! The scan continues after the break and finds records by their own evidence:
//!
//! 1. A head that is chained to the record before it is right, also where its body is damaged.
//! 2. A damaged head is rebuilt from its body when the chain at its end, which is known, proves it.
//! 3. Any other record is known by its kind, its length and the hash of its body.
//!
//! Records that follow each other make a segment. The chain shows which segment follows which, wherever they are in
//! the file: records that changed places are put in order again.
//!
//! A blob may hold anything, including forged records. So a segment that is chained to nothing known counts
//! only when it extends to the end of the file, or when its transactions are of the time between those around it.

use std::collections::HashMap;

use super::entry::Intent;
use super::known::BlobPlace;
use super::read_ahead::ReadAhead;
use super::record::{
    BLOB_HEAD_BYTES, Chain, RECORD_HEAD_BYTES, RecordHead, RecordKind, decode, head_start, link, parse,
    read_blob_head,
};
use scenewright_error::Result;
use scenewright_fs::ContentHash;
use scenewright_fs::disk::OpenFile;

/// The first bytes of every zstd frame.
const FRAME_MAGIC: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The most bytes that are hashed, in multiples of the file's size. A whole journal is hashed once; hostile bytes may look like
/// many records with long bodies, each of which would be hashed to its end.
const MAX_HASHED_TIMES: u64 = 4;

/// The most segments that are compared with each other: the comparison is quadratic, and a file in more pieces than this has no
/// order that could be trusted.
const MAX_COMPARED_SEGMENTS: usize = 2_000;

/// One piece that was found, in the order of the chain.
#[derive(Debug)]
pub(super) enum Piece {
    Blob {
        content: ContentHash,
        place: BlobPlace,
    },
    /// A record other than a blob, with its body.
    Entry {
        kind: RecordKind,
        body: Vec<u8>,
        place: BlobPlace,
    },
    /// A record whose body, or all of it, is damaged. Its kind is known where its head is whole.
    Damaged {
        kind: Option<RecordKind>,
    },
    /// A seam: the next piece is not chained to the one before, and nothing seems to be missing.
    Seam,
    /// A gap of unknown contents.
    Gap,
}

/// The findings after the break.
#[derive(Debug)]
pub(super) struct Salvaged {
    pub pieces: Vec<Piece>,
    /// The number of bytes of which nothing could be made.
    pub unreadable_bytes: u64,
}

/// Records that follow each other in the file and by their chain.
struct Segment {
    at: u64,
    /// The offset after its last record.
    end: u64,
    /// The first record's head. Empty where the segment is known to follow the part that was read.
    head: Vec<u8>,
    /// The chain for its next record.
    chain: Chain,
    pieces: Vec<Piece>,
}

/// Reads on after a break, from the end of the last record that was read. `newest` is the newest transaction before it.
pub(super) fn salvage(
    file: &dyn OpenFile,
    size: u64,
    end: u64,
    chain: Chain,
    newest: &str,
) -> Result<Salvaged> {
    // One megabyte more, so that a small journal may be tried at every offset.
    let hashes_left = size.saturating_mul(MAX_HASHED_TIMES).saturating_add(1 << 20);
    let first = Segment { at: end, end, head: Vec::new(), chain, pieces: Vec::new() };
    let mut scan =
        Scan { ahead: ReadAhead::new(file), size, hashes_left, segments: vec![first], unreadable_bytes: 0 };
    scan.run(end)?;
    let Scan { segments, unreadable_bytes, .. } = scan;
    Ok(Salvaged { pieces: in_order(segments, size, newest), unreadable_bytes })
}

struct Scan<'a> {
    ahead: ReadAhead<'a>,
    size: u64,
    /// The number of bytes that may still be hashed to see if they are a body.
    hashes_left: u64,
    /// The segments found so far; the last one is being filled.
    segments: Vec<Segment>,
    unreadable_bytes: u64,
}

impl Scan<'_> {
    fn run(&mut self, start: u64) -> Result<()> {
        let mut at = start;
        while at < self.size {
            at = self.step(at)?;
        }
        Ok(())
    }

    /// Reads the bytes at an offset, and returns where to continue.
    fn step(&mut self, at: u64) -> Result<u64> {
        let head_bytes = self.ahead.read(at, RECORD_HEAD_BYTES)?.to_vec();
        let chain = self.segment().chain;
        // The usual case first: the record is chained to the one before, so its head needs no further proof.
        if let Some(head) = decode(&head_bytes, chain).filter(|head| self.fits(at, head)) {
            let piece = self.piece(at, &head)?;
            self.push(piece, body_end(at, &head), head.chain);
            return Ok(body_end(at, &head));
        }
        // Not chained, but its body has the hash of its head: a record that stood elsewhere, or whose predecessor is damaged.
        if let Some(head) = self.whole(at, &head_bytes)? {
            return self.take_whole(at, &head_bytes, &head);
        }
        // The end of a damaged head may be whole, and it is what the next record is chained to.
        let stored = head_bytes.get(24..).and_then(|it| Chain::try_from(it).ok());
        self.skip(at, stored)
    }

    /// Takes a whole record that is not chained to the one before.
    fn take_whole(&mut self, at: u64, head_bytes: &[u8], head: &RecordHead) -> Result<u64> {
        let end = body_end(at, head);
        let piece = self.piece(at, head)?;
        let next = self.ahead.read_whole(end, RECORD_HEAD_BYTES)?;
        let computed = link(self.segment().chain, &head_bytes[..24]);
        // The record after it was chained to the right value when both were written.
        if decode(&next, head.chain).is_none() && decode(&next, computed).is_some() {
            // It is the next one: only the chain in its head is damaged.
            self.push(piece, end, computed);
        } else {
            let head_bytes = head_bytes.to_vec();
            self.segments.push(Segment { at, end, head: head_bytes, chain: head.chain, pieces: vec![piece] });
        }
        Ok(end)
    }

    /// Looks for the next record after one whose head is damaged.
    fn skip(&mut self, at: u64, stored: Option<Chain>) -> Result<u64> {
        let chain = self.segment().chain;
        let mut from = at + 1;
        while let Some(next) = self.ahead.find(from, looks_like_kind)? {
            from = next + 1;
            let head_bytes = self.ahead.read(next, RECORD_HEAD_BYTES)?;
            let head_bytes = head_bytes.to_vec();
            let follows =
                |chain: Chain| decode(&head_bytes, chain).is_some_and(|head| self.fits(next, &head));
            if let Some(stored) = stored.filter(|stored| follows(*stored)) {
                let piece = self.rebuild(at, next, stored)?;
                self.count_unreadable(&piece, next - at);
                self.push(piece, next, stored);
                return Ok(next);
            }
            if follows(chain) {
                // Bytes were put between two records; none is missing.
                self.unreadable_bytes += next - at;
                self.segment_mut().end = next;
                return Ok(next);
            }
            if self.whole(next, &head_bytes)?.is_some() {
                self.unreadable_bytes += next - at;
                return Ok(next);
            }
        }
        if let Some(stored) = stored
            && let piece @ (Piece::Blob { .. } | Piece::Entry { .. }) = self.rebuild(at, self.size, stored)?
        {
            self.push(piece, self.size, stored);
        } else {
            self.unreadable_bytes += self.size - at;
        }
        Ok(self.size)
    }

    /// Rebuilds the one record between two offsets, if its body and the chain that its head ends with are whole.
    fn rebuild(&mut self, at: u64, end: u64, stored: Chain) -> Result<Piece> {
        let chain = self.segment().chain;
        let body_at = at + RECORD_HEAD_BYTES as u64;
        let length = end.saturating_sub(body_at);
        if end <= body_at || u32::try_from(length).is_err() || !self.may_hash(length) {
            return Ok(Piece::Damaged { kind: None });
        }
        let body = ContentHash::of(&self.ahead.read_whole(body_at, length as usize)?);
        for kind in RecordKind::ALL {
            let head = RecordHead { kind, body_bytes: length as usize, body, chain: stored };
            if link(chain, &head_start(&head)) == stored {
                return self.piece(at, &head);
            }
        }
        Ok(Piece::Damaged { kind: None })
    }

    /// Returns a record as its head describes it. Its body is damaged where it does not match.
    fn piece(&mut self, at: u64, head: &RecordHead) -> Result<Piece> {
        let body_at = at + RECORD_HEAD_BYTES as u64;
        let body = self.ahead.read_whole(body_at, head.body_bytes)?;
        if ContentHash::of(&body) != head.body {
            return Ok(Piece::Damaged { kind: Some(head.kind) });
        }
        let place = BlobPlace { at: body_at, body_bytes: head.body_bytes, body: head.body };
        if head.kind != RecordKind::Blob {
            return Ok(Piece::Entry { kind: head.kind, body, place });
        }
        Ok(match read_blob_head(&body) {
            Some((content, _)) => Piece::Blob { content, place },
            None => Piece::Damaged { kind: Some(RecordKind::Blob) },
        })
    }

    /// Returns the head of a record whose body matches it.
    fn whole(&mut self, at: u64, head_bytes: &[u8]) -> Result<Option<RecordHead>> {
        let Some(head) = parse(head_bytes).filter(|head| self.fits(at, head)) else { return Ok(None) };
        let body_at = at + RECORD_HEAD_BYTES as u64;
        // The cheap test first: random bytes pass a kind and a length often, and hashing their long bodies
        // would take the time.
        let looks_right = match head.kind {
            RecordKind::Blob => {
                head.body_bytes >= BLOB_HEAD_BYTES + FRAME_MAGIC.len()
                    && self.ahead.read_whole(body_at + BLOB_HEAD_BYTES as u64, 4)? == FRAME_MAGIC
            }
            _ => {
                head.body_bytes >= 2
                    && self.ahead.read_whole(body_at, 1)? == b"{"
                    && self.ahead.read_whole(body_end(at, &head) - 1, 1)? == b"}"
            }
        };
        if !looks_right || !self.may_hash(head.body_bytes as u64) {
            return Ok(None);
        }
        let body = self.ahead.read_whole(body_at, head.body_bytes)?;
        Ok((ContentHash::of(&body) == head.body).then_some(head))
    }

    fn fits(&self, at: u64, head: &RecordHead) -> bool {
        // A length beyond the end is damaged, or the file was cut; neither can be read.
        body_end(at, head) <= self.size
    }

    fn may_hash(&mut self, bytes: u64) -> bool {
        let left = self.hashes_left.checked_sub(bytes);
        // A body that is too long does not use up the allowance of shorter ones.
        self.hashes_left = left.unwrap_or(self.hashes_left);
        left.is_some()
    }

    fn count_unreadable(&mut self, piece: &Piece, bytes: u64) {
        if matches!(piece, Piece::Damaged { .. }) {
            self.unreadable_bytes += bytes;
        }
    }

    fn push(&mut self, piece: Piece, end: u64, chain: Chain) {
        let segment = self.segment_mut();
        segment.pieces.push(piece);
        (segment.end, segment.chain) = (end, chain);
    }

    fn segment(&self) -> &Segment {
        &self.segments[self.segments.len() - 1]
    }

    fn segment_mut(&mut self) -> &mut Segment {
        let last = self.segments.len() - 1;
        &mut self.segments[last]
    }
}

impl Segment {
    fn follows(&self, other: &Segment) -> bool {
        decode(&self.head, other.chain).is_some()
    }

    fn ids(&self) -> impl Iterator<Item = String> + '_ {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Entry { kind: RecordKind::Intent, body, .. } => {
                serde_json::from_slice::<Intent>(body).ok().map(|intent| intent.id)
            }
            _ => None,
        })
    }
}

/// Returns the pieces of the segments, one segment after the other in the order of the chain and, where that is
/// unknown, in the order of the file. The first segment is the one that follows the part that was read.
fn in_order(segments: Vec<Segment>, size: u64, newest: &str) -> Vec<Piece> {
    let mut next_of: HashMap<usize, usize> = HashMap::new();
    if segments.len() <= MAX_COMPARED_SEGMENTS {
        for (number, segment) in segments.iter().enumerate().skip(1) {
            let before = segments.iter().enumerate().find(|(other, before)| {
                // Each segment has one successor: of two copies, the first in the file counts.
                *other != number && !next_of.contains_key(other) && segment.follows(before)
            });
            if let Some((before, _)) = before {
                next_of.insert(before, number);
            }
        }
    }
    let is_followed: Vec<bool> =
        (0..segments.len()).map(|number| next_of.values().any(|next| *next == number)).collect();
    let mut order: Vec<(usize, bool)> = Vec::new();
    let mut is_taken = vec![false; segments.len()];
    // Segments that follow none come in the order of the file; the rest would be a circle, which no program writes.
    let free = (0..segments.len()).filter(|number| !is_followed[*number]);
    for first in free.chain(0..segments.len()) {
        let mut next = Some((first, false));
        while let Some((number, is_chained)) = next.filter(|(number, _)| !is_taken[*number]) {
            is_taken[number] = true;
            order.push((number, is_chained));
            next = next_of.get(&number).map(|next| (*next, true));
        }
    }
    let is_proven = proven(&segments, &order, size, newest);
    let mut slots: Vec<Option<Segment>> = segments.into_iter().map(Some).collect();
    let mut pieces = Vec::new();
    let mut end_before = None;
    for ((number, is_chained), is_proven) in order.into_iter().zip(is_proven) {
        let Some(segment) = slots[number].take() else { continue };
        // Number 0 follows the part that was read.
        if !is_chained && number > 0 {
            // Without bytes in between, nothing was lost here: two runs were put together.
            pieces.push(if end_before == Some(segment.at) { Piece::Seam } else { Piece::Gap });
        }
        end_before = Some(segment.end);
        // Bytes are found by their hash alone and are right wherever they come from.
        let kept =
            segment.pieces.into_iter().filter(|piece| is_proven || matches!(piece, Piece::Blob { .. }));
        pieces.extend(kept);
    }
    if end_before != Some(size) {
        pieces.push(Piece::Gap);
    }
    pieces
}

/// Returns for each segment, in the order of `order`, whether it belongs to this journal. See the module.
fn proven(segments: &[Segment], order: &[(usize, bool)], size: u64, newest: &str) -> Vec<bool> {
    let ids: Vec<Vec<String>> = order.iter().map(|(number, _)| segments[*number].ids().collect()).collect();
    let mut proven = vec![false; order.len()];
    let mut newest = newest.to_owned();
    for (position, (number, is_chained)) in order.iter().enumerate() {
        let reaches_end = segments[*number].end == size;
        let is_known = *number == 0 || (*is_chained && proven[position - 1]);
        let later = ids[position + 1..].iter().flatten().min();
        // Ids sort by time. Records forged in a blob would have to be of the very time at which
        // the blob stands.
        let fits = |id: &String| *id > newest && later.is_none_or(|later| id < later);
        // A blob ends before its own transaction's intent does, so a segment that extends to the end of the file is no
        // blob's content.
        proven[position] = is_known || reaches_end || ids[position].iter().all(fits);
        if proven[position]
            && let Some(last) = ids[position].iter().max()
            && *last > newest
        {
            newest.clone_from(last);
        }
    }
    proven
}

/// Returns true if a head may begin with these four bytes.
fn looks_like_kind(bytes: &[u8]) -> bool {
    matches!(bytes, [1..=5, 0, 0, 0])
}

fn body_end(at: u64, head: &RecordHead) -> u64 {
    at + (RECORD_HEAD_BYTES + head.body_bytes) as u64
}
