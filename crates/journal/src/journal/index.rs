//! An index of a journal, in a file beside it: a process that opens the journal need not read it all.
//!
//! ```text
//! index   = segment*
//!
//! segment 0  u64       the length of the segment, little-endian
//!         8  16 bytes  the name of the journal
//!        24  u64       the offset in the journal at which it begins: the end of the segment before
//!        32  u64       the offset after the last record that it has
//!        40  u64       the offset of the head of that record
//!        48  32 bytes  that head
//!        80            all transactions but the last: their number, their length, each as `put_entry` writes it
//!                      the last ones, at most `DECODED`, likewise
//!                      the number of blobs: hash, offset and length of the body, hash of the body
//!            8 bytes  the format of what is above
//!       end  16 bytes  hash of all before
//! ```
//!
//! Segments are appended under the lock and without a sync, and hold nothing that the journal does not. A segment that is torn or
//! does not fit ends the index there: what follows is read from the journal, and the next writer puts its segment in that place.
//! Records are compared with their hashes in the index when they are read; after a mismatch the whole journal is read again,
//! and that finds the damage.

use std::ffi::OsStr;
use std::sync::Arc;

use super::encoding::{HASH_BYTES, put_bytes, put_entry, put_number, put_place};
use super::index_end::IndexEnd;
use super::known::Known;
use super::older::{Contents, Older};
use super::record::{HEADER_BYTES, RECORD_HEAD_BYTES, parse};
use super::view::View;
use super::{Journal, NAME};
use scenewright_error::Result;
use scenewright_fs::disk::{Access, Folder, OpenFile};
use scenewright_fs::{ContentHash, new_commit_id, part_name};

pub(super) const INDEX: &str = "journal.index";

/// The bytes that a journal grows by before its index gets a segment: about twenty commits, which are read in less than a
/// millisecond. So many are read at most when the journal is opened, however long it is.
const INDEX_EVERY: u64 = 64 << 10;

/// The largest index that is read: a journal of some millions of transactions has one of this size.
const MAX_INDEX_BYTES: u64 = 1 << 30;

/// The format of a segment. One of another format is not read: most segments are decoded long after they were found to be whole, when
/// it is too late to read the journal instead.
const FORMAT: &[u8; 8] = b"segment2";

/// The bytes after the blobs of a segment.
const TAIL_BYTES: usize = FORMAT.len() + HASH_BYTES;

/// The bytes before the transactions of a segment, as drawn at the top of this file.
const HEAD_BYTES: usize = 80;

impl Journal {
    /// Appends a segment to the index where the journal has grown enough. Only valid under the lock. A failure costs only time
    /// later.
    pub(super) fn keep_index(&mut self, state: &Arc<dyn Folder>) {
        let begin = self.indexed.journal.max(self.index_tried);
        let is_due = self.end.saturating_sub(begin) >= INDEX_EVERY;
        let is_settled = self.view.open.is_none() && self.view.unswept.is_none() && self.damage.is_none();
        if is_due && is_settled {
            // Tried once: where it cannot be written now, it is due again after as many bytes.
            self.index_tried = self.end;
            let _ = self.extend_index(state);
        }
    }

    fn extend_index(&mut self, state: &Arc<dyn Folder>) -> Result<()> {
        let name = OsStr::new(INDEX);
        let file = state.open_file(name, Access::ReadAndWrite)?;
        let known = match &file {
            Some(file) => self.find_index_end(state, file.as_ref())?,
            None => IndexEnd::default(),
        };
        let Some(segment) = self.encode_segment(known)? else { return Ok(()) };
        match file {
            Some(file) if known.bytes > 0 => {
                file.truncate(known.bytes)?;
                file.write_at(known.bytes, &segment)?;
            }
            // Renamed into place, so that readers find the old index until this one is whole.
            _ => {
                let temporary = part_name(name, &new_commit_id());
                let written = state.create_private_file(&temporary).and_then(|mut file| file.write(&segment));
                if let Err(error) = written.and_then(|()| state.rename(&temporary, name)) {
                    let _ = state.remove(&temporary);
                    return Err(error);
                }
            }
        }
        let (bytes, entries) = (known.bytes + segment.len() as u64, self.view.count());
        self.indexed = IndexEnd { bytes, journal: self.end, entries };
        Ok(())
    }

    /// Returns the end of the segments that fit the journal: other processes may have appended some.
    fn find_index_end(&self, state: &Arc<dyn Folder>, index: &dyn OpenFile) -> Result<IndexEnd> {
        let size = index.metadata()?.stamp.size;
        let mut known = if size >= self.indexed.bytes { self.indexed } else { IndexEnd::default() };
        if known.bytes == size || size > MAX_INDEX_BYTES {
            return Ok(known);
        }
        let bytes = index.read_at(known.bytes, usize::try_from(size - known.bytes).unwrap_or_default())?;
        let Some(journal) = state.open_file(OsStr::new(NAME), Access::Read)? else { return Ok(known) };
        let mut rest = &bytes[..];
        while let Some(segment) = Segment::next(&mut rest, &self.name, known) {
            if segment.end > self.end || !segment.fits(journal.as_ref())? {
                break;
            }
            let Some(entries) = segment.count() else { break };
            let bytes = known.bytes + segment.bytes.len() as u64;
            known = IndexEnd { bytes, journal: segment.end, entries: known.entries + entries };
        }
        Ok(known)
    }

    /// Takes what the index knows of the journal whose header was just read.
    pub(super) fn read_index(&mut self, state: &Arc<dyn Folder>, journal: &dyn OpenFile) -> Result<()> {
        let Ok(Some(file)) = state.open_file(OsStr::new(INDEX), Access::Read) else { return Ok(()) };
        let size = file.metadata()?.stamp.size;
        if size > MAX_INDEX_BYTES {
            return Ok(());
        }
        let bytes = file.read_at(0, usize::try_from(size).unwrap_or_default())?;
        let (mut rest, mut known) = (&bytes[..], IndexEnd::default());
        let mut segments: Vec<Segment<'_>> = Vec::new();
        while let Some(segment) = Segment::next(&mut rest, &self.name, known) {
            let Some(entries) = segment.count() else { return Ok(()) };
            let bytes = known.bytes + segment.bytes.len() as u64;
            known = IndexEnd { bytes, journal: segment.end, entries: known.entries + entries };
            segments.push(segment);
        }
        // The last head is chained to all before it, so it stands for them. Where it is not there, as after a power cut that the
        // index outlived, the journal is read instead.
        let Some(last) = segments.last() else { return Ok(()) };
        let Some(head) = parse(last.last_head()) else { return Ok(()) };
        if last.end > journal.metadata()?.stamp.size || !last.fits(journal)? {
            return Ok(());
        }
        let (last_at, last_head) = (last.last_at, last.last_head().to_vec());
        let Some((older, recent)) = latest_of(&segments) else { return Ok(()) };
        let older = Some(Older { bytes, ..older }).filter(|older| !older.bodies.is_empty());
        let view = View::of_index(older, recent);
        (self.view, self.end, self.indexed) = (view, known.journal, known);
        (self.chain, self.last_head) = (head.chain, Some((last_at, last_head)));
        Ok(())
    }

    /// Makes the segment with what the journal has and the index has not.
    fn encode_segment(&self, known: IndexEnd) -> Result<Option<Vec<u8>>> {
        let Some((last_at, last_head)) = &self.last_head else { return Ok(None) };
        let Some(new) = self.view.count().checked_sub(known.entries) else { return Ok(None) };
        let entries = self.view.latest(new);
        let begin = known.journal.max(HEADER_BYTES as u64);
        let mut out = vec![0; 8];
        out.extend_from_slice(&self.name);
        out.extend_from_slice(&begin.to_le_bytes());
        out.extend_from_slice(&self.end.to_le_bytes());
        out.extend_from_slice(&last_at.to_le_bytes());
        out.extend_from_slice(last_head);
        let (early, late) = entries.split_at(entries.len().saturating_sub(DECODED));
        for part in [early, late] {
            let mut encoded = Vec::new();
            part.iter().try_for_each(|entry| put_entry(&mut encoded, entry))?;
            put_number(&mut out, part.len() as u64);
            put_bytes(&mut out, &encoded);
        }
        let blobs: Vec<_> = self.view.blobs_from(begin).collect();
        put_number(&mut out, blobs.len() as u64);
        for (content, place) in blobs {
            out.extend_from_slice(content.as_bytes());
            put_place(&mut out, place);
        }
        out.extend_from_slice(FORMAT);
        let length = (out.len() + HASH_BYTES) as u64;
        out[..8].copy_from_slice(&length.to_le_bytes());
        let hash = ContentHash::of(&out);
        out.extend_from_slice(hash.as_bytes());
        Ok(Some(out))
    }
}

/// The transactions at the end of an index that are decoded when it is opened: a page of the history, as it is mostly asked for.
const DECODED: usize = 100;

/// Decodes the last transactions of segments. Returns what is left, still without the bytes, and what was decoded; `None` where they
/// cannot be understood.
fn latest_of(segments: &[Segment<'_>]) -> Option<(Older, Known)> {
    let mut decoded = 0;
    // The first of those that are decoded as a whole.
    let mut first = segments.len();
    for (position, segment) in segments.iter().enumerate().rev() {
        let Contents { early, late, .. } = segment.contents()?;
        if decoded >= DECODED || early.count > 0 {
            break;
        }
        decoded += late.count;
        first = position;
    }
    let (mut older, mut recent) = (Older::default(), Known::default());
    let mut begin = 0;
    for (position, segment) in segments[..first].iter().enumerate() {
        let contents = segment.contents()?;
        // Of a long segment in front of them, such as one that was written at once for a long journal, the end is.
        let is_cut = position + 1 == first && decoded < DECODED;
        older.count += if is_cut { contents.early.count } else { contents.count() };
        if is_cut {
            contents.late.read_into(&mut recent)?;
        }
        older.bodies.push((begin + HEAD_BYTES..begin + segment.bytes.len() - TAIL_BYTES, is_cut));
        begin += segment.bytes.len();
    }
    for segment in &segments[first..] {
        segment.contents()?.read_into(&mut recent, true)?;
    }
    Some((older, recent))
}

/// A segment that is whole, and that follows the one before.
struct Segment<'a> {
    bytes: &'a [u8],
    end: u64,
    last_at: u64,
}

impl<'a> Segment<'a> {
    /// Takes the next segment; `None` if there is none, or if it is torn, of another journal, or not the next one.
    fn next(rest: &mut &'a [u8], name: &[u8; 16], known: IndexEnd) -> Option<Segment<'a>> {
        let u64_at = |at: usize| Some(u64::from_le_bytes(rest.get(at..at + 8)?.try_into().ok()?));
        let length = usize::try_from(u64_at(0)?).ok()?;
        let (begin, end, last_at) = (u64_at(24)?, u64_at(32)?, u64_at(40)?);
        let (bytes, after) = rest.split_at_checked(length)?;
        let (body, hash) = bytes.split_at_checked(length.checked_sub(HASH_BYTES)?)?;
        let is_next = body.len() >= HEAD_BYTES + FORMAT.len()
            && body.ends_with(FORMAT)
            && body[8..24] == name[..]
            && begin == known.journal.max(HEADER_BYTES as u64);
        if !is_next || ContentHash::of(body).as_bytes() != hash {
            return None;
        }
        *rest = after;
        Some(Segment { bytes, end, last_at })
    }

    fn last_head(&self) -> &'a [u8] {
        &self.bytes[HEAD_BYTES - RECORD_HEAD_BYTES..HEAD_BYTES]
    }

    /// Returns true if the journal has the last record of the segment at its place.
    fn fits(&self, journal: &dyn OpenFile) -> Result<bool> {
        Ok(journal.read_at(self.last_at, RECORD_HEAD_BYTES)? == self.last_head())
    }

    /// Finds its contents, which are between its head and its format.
    fn contents(&self) -> Option<Contents<'a>> {
        Contents::of(&self.bytes[HEAD_BYTES..self.bytes.len() - TAIL_BYTES])
    }

    /// Returns the number of its transactions.
    fn count(&self) -> Option<usize> {
        Some(self.contents()?.count())
    }
}
