//! Reading a file in large parts.

use scenewright_error::Result;
use scenewright_fs::disk::OpenFile;

/// The number of bytes that are read at once: some eighty commits.
const READ_AHEAD: usize = 256 * 1024;

/// A part of a file that was read in advance.
pub(super) struct ReadAhead<'a> {
    file: &'a dyn OpenFile,
    start: u64,
    bytes: Vec<u8>,
}

impl<'a> ReadAhead<'a> {
    pub(super) fn new(file: &'a dyn OpenFile) -> Self {
        ReadAhead { file, start: 0, bytes: Vec::new() }
    }

    /// Reads `length` bytes; empty where the file does not have that many.
    pub(super) fn read(&mut self, at: u64, length: usize) -> Result<&[u8]> {
        if !self.has(at, length) {
            self.bytes = self.file.read_at(at, length.max(READ_AHEAD))?;
            self.start = at;
        }
        let from = (at - self.start) as usize;
        Ok(self.bytes.get(from..from + length).unwrap_or_default())
    }

    /// Reads bytes without discarding the part that was read in advance.
    pub(super) fn read_whole(&mut self, at: u64, length: usize) -> Result<Vec<u8>> {
        if self.has(at, length) {
            let from = (at - self.start) as usize;
            return Ok(self.bytes[from..from + length].to_vec());
        }
        self.file.read_at(at, length)
    }

    /// Returns the first offset from `from` on where four bytes fit.
    pub(super) fn find(&mut self, from: u64, fits: fn(&[u8]) -> bool) -> Result<Option<u64>> {
        const LENGTH: usize = 4;
        let mut from = from;
        loop {
            if self.read(from, LENGTH)?.len() < LENGTH {
                return Ok(None);
            }
            let known = &self.bytes[(from - self.start) as usize..];
            if let Some(position) = known.windows(LENGTH).position(fits) {
                return Ok(Some(from + position as u64));
            }
            // The last three bytes are looked at again with those that follow.
            from += (known.len() - LENGTH + 1) as u64;
        }
    }

    fn has(&self, at: u64, length: usize) -> bool {
        at >= self.start && at + length as u64 <= self.start + self.bytes.len() as u64
    }
}
