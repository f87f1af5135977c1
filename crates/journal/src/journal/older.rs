//! The contents of an index's segments, and those that are decoded late.

use std::ops::Range;

use super::encoding::Reader;
use super::known::Known;

/// The first segments of an index, which are decoded when their transactions are requested.
#[derive(Debug, Default)]
pub(super) struct Older {
    /// The number of transactions that were not decoded.
    pub(super) count: usize,
    pub(super) bytes: Vec<u8>,
    /// The ranges of the bodies of the segments, each with true if its last transactions were decoded.
    pub(super) bodies: Vec<(Range<usize>, bool)>,
}

impl Older {
    /// Decodes the segments, and adds what follows them.
    pub(super) fn followed_by(&self, recent: &Known) -> Known {
        let mut known = Known::default();
        known.reserve(self.count + recent.entries.len());
        for (body, is_cut) in &self.bodies {
            let contents = self.bytes.get(body.clone()).and_then(Contents::of);
            // Their hashes and their format were compared, so this does not fail.
            let _ = contents.and_then(|contents| contents.read_into(&mut known, !is_cut));
        }
        known.append(recent);
        known
    }
}

/// The parts of a segment.
pub(super) struct Contents<'a> {
    pub(super) early: Entries<'a>,
    pub(super) late: Entries<'a>,
    blobs: Reader<'a>,
}

/// Transactions that follow each other, as bytes.
#[derive(Clone, Copy)]
pub(super) struct Entries<'a> {
    pub(super) count: usize,
    bytes: &'a [u8],
}

impl<'a> Contents<'a> {
    /// Finds the parts of a body; `None` where they cannot be understood.
    pub(super) fn of(body: &'a [u8]) -> Option<Contents<'a>> {
        let mut reader = Reader { rest: body };
        let early = Entries { count: reader.length()?, bytes: reader.bytes()? };
        let late = Entries { count: reader.length()?, bytes: reader.bytes()? };
        Some(Contents { early, late, blobs: reader })
    }

    pub(super) fn count(&self) -> usize {
        self.early.count + self.late.count
    }

    /// Adds the contents to what is known; those of the last transactions only where they are wanted.
    pub(super) fn read_into(mut self, known: &mut Known, with_late: bool) -> Option<()> {
        self.early.read_into(known)?;
        if with_late {
            self.late.read_into(known)?;
        }
        for _ in 0..self.blobs.number()? {
            let content = self.blobs.hash()?;
            known.blobs.insert(content, self.blobs.place()?);
        }
        self.blobs.rest.is_empty().then_some(())
    }
}

impl Entries<'_> {
    pub(super) fn read_into(self, known: &mut Known) -> Option<()> {
        let mut reader = Reader { rest: self.bytes };
        for _ in 0..self.count {
            let entry = reader.entry(known.entries.last())?;
            known.push(entry);
        }
        reader.rest.is_empty().then_some(())
    }
}
