//! A few lines of a file that is too large to load, read in one pass and in constant memory.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter, memchr2};

use super::encoding::Encoding;
use scenewright_error::{Error, Kind, Result};

/// The selection of lines, and their limits.
#[derive(Clone, Copy, Debug)]
pub struct SliceOptions {
    /// The first line, from 1; 0 means 1.
    pub first_line: usize,
    /// The most lines to return.
    pub line_count: usize,
    /// The longest line, in characters. Further characters are counted and not kept.
    pub longest_line: usize,
    /// The most bytes of UTF-8, a line end counted as one. The first line is returned whatever its length, but
    /// never more than this much of it.
    pub most_bytes: usize,
}

/// One line without its line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlicedLine {
    /// The text, up to the limit of characters; bytes that are no characters are shown as U+FFFD.
    pub text: String,
    /// The number of characters of the line that were left out at its end.
    pub cut_characters: usize,
}

/// The selected lines, and facts about the whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineSlice {
    /// The number of the first line returned, from 1; where the file ends before, the number that was requested.
    pub first_line: usize,
    /// The lines from `first_line` on, without gaps.
    pub lines: Vec<SlicedLine>,
    /// The number of lines, counted as [`super::Document`] counts them.
    pub total_lines: usize,
    /// The size of the file, in bytes as they are on disk.
    pub total_bytes: u64,
    /// True when the last line of the file ends with a line end.
    pub ends_with_line_end: bool,
    /// The encoding, from the byte order mark: UTF-8 without one, whatever the bytes are.
    pub encoding: Encoding,
    /// True when `most_bytes` ended the slice before `line_count` did.
    pub was_cut: bool,
    /// True when bytes of the returned lines are not characters of the encoding and are shown as U+FFFD.
    pub is_lossy: bool,
}

/// Reads lines from a source that yields a file's bytes chunk by chunk, `None` at the end.
///
/// The whole source is read, because the number of its lines is part of the answer, but nothing of it is kept
/// besides the wanted lines. Bytes that are not text are shown as U+FFFD here, where a [`super::Document`]
/// refuses them: a slice is to look at, not to write back. A NUL character is refused (`binary_file`).
pub fn slice_lines(
    source: &mut dyn FnMut() -> Result<Option<Vec<u8>>>,
    options: &SliceOptions,
) -> Result<LineSlice> {
    let mut head = Vec::new();
    while head.len() < MAX_MARK_LEN {
        match source()? {
            Some(chunk) if head.is_empty() => head = chunk,
            Some(chunk) => head.extend(chunk),
            None => break,
        }
    }
    let encoding = encoding_of(&head)?;
    let mut total_bytes = head.len() as u64;
    let mut reader = LineReader::new(options);
    let mut transcoder = Transcoder::new(encoding);
    let mut chunk = head;
    let mut start = encoding.mark().len();
    loop {
        reader.take(transcoder.transcode(&chunk[start..], false))?;
        start = 0;
        match source()? {
            Some(next) => chunk = next,
            None => break,
        }
        total_bytes += chunk.len() as u64;
    }
    reader.take(transcoder.transcode(&[], true))?;
    reader.finish();
    let is_lossy = match encoding {
        Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian => {
            transcoder.had_errors
                && reader.lines.iter().any(|line| line.text.contains(char::REPLACEMENT_CHARACTER))
        }
        _ => reader.is_lossy,
    };
    Ok(LineSlice {
        first_line: reader.first_line,
        lines: reader.lines,
        total_lines: reader.number - 1,
        total_bytes,
        ends_with_line_end: reader.last_byte.is_some_and(is_line_end),
        encoding,
        was_cut: reader.was_cut,
        is_lossy,
    })
}

/// The number of bytes that distinguish every byte order mark from the others.
const MAX_MARK_LEN: usize = 4;

/// The most bytes of UTF-8 that a character takes.
const MAX_CHARACTER_LEN: usize = 4;

fn encoding_of(head: &[u8]) -> Result<Encoding> {
    if head.starts_with(b"\xFF\xFE\0\0") || head.starts_with(b"\0\0\xFE\xFF") {
        return Err(Error::new(Kind::UnsupportedEncoding, "The file is encoded in UTF-32.")
            .with_hint("Save the file as UTF-8, or as UTF-16 with a byte order mark, and try again."));
    }
    Ok(match head {
        [0xEF, 0xBB, 0xBF, ..] => Encoding::Utf8WithMark,
        [0xFF, 0xFE, ..] => Encoding::Utf16LittleEndian,
        [0xFE, 0xFF, ..] => Encoding::Utf16BigEndian,
        _ => Encoding::Utf8,
    })
}

/// A converter of UTF-16 to UTF-8, chunk by chunk; characters may be split over chunks. UTF-8 passes unchanged.
struct Transcoder {
    decoder: Option<encoding_rs::Decoder>,
    text: String,
    had_errors: bool,
}

impl Transcoder {
    fn new(encoding: Encoding) -> Self {
        let decoder = match encoding {
            Encoding::Utf16LittleEndian => Some(encoding_rs::UTF_16LE.new_decoder_without_bom_handling()),
            Encoding::Utf16BigEndian => Some(encoding_rs::UTF_16BE.new_decoder_without_bom_handling()),
            _ => None,
        };
        Transcoder { decoder, text: String::new(), had_errors: false }
    }

    fn transcode<'a>(&'a mut self, chunk: &'a [u8], is_last: bool) -> &'a [u8] {
        let Some(decoder) = &mut self.decoder else { return chunk };
        self.text.clear();
        self.text.reserve(decoder.max_utf8_buffer_length(chunk.len()).unwrap_or(0));
        let (_, _, had_errors) = decoder.decode_to_string(chunk, &mut self.text, is_last);
        self.had_errors |= had_errors;
        self.text.as_bytes()
    }
}

/// A reader that takes a file as UTF-8, counts its lines and keeps the selected ones.
struct LineReader {
    first_line: usize,
    /// The number one past the last selected line.
    after_last: usize,
    longest_line: usize,
    /// The remainder of `most_bytes`.
    room: usize,
    lines: Vec<SlicedLine>,
    /// The number of the line that the next byte belongs to.
    number: usize,
    /// The bytes kept of the line being read, true if more of them were dropped, and the number of characters that
    /// begin in those.
    kept: Vec<u8>,
    has_dropped: bool,
    dropped: usize,
    /// True when the line being read has bytes already.
    has_begun: bool,
    last_byte: Option<u8>,
    was_cut: bool,
    is_lossy: bool,
}

impl LineReader {
    fn new(options: &SliceOptions) -> Self {
        let first_line = options.first_line.max(1);
        LineReader {
            first_line,
            after_last: first_line.saturating_add(options.line_count),
            longest_line: options.longest_line,
            room: options.most_bytes,
            lines: Vec::new(),
            number: 1,
            kept: Vec::new(),
            has_dropped: false,
            dropped: 0,
            has_begun: false,
            last_byte: None,
            was_cut: false,
            is_lossy: false,
        }
    }

    fn take(&mut self, chunk: &[u8]) -> Result<()> {
        let Some(last_byte) = chunk.last().copied() else { return Ok(()) };
        if let Some(offset) = memchr(0, chunk) {
            let is_rest = self.last_byte == Some(b'\r') && chunk.starts_with(b"\n");
            let line = self.number + count_line_ends(&chunk[usize::from(is_rest)..offset]);
            return Err(not_text(line));
        }
        // The LF of a CRLF that was split over two chunks: the CR has ended the line.
        let is_rest = self.last_byte == Some(b'\r') && chunk.starts_with(b"\n");
        let mut rest = &chunk[usize::from(is_rest)..];
        self.last_byte = Some(last_byte);
        while !rest.is_empty() {
            if self.number >= self.after_last {
                self.pass(rest, count_line_ends(rest));
                return Ok(());
            }
            if self.number < self.first_line {
                let count = count_line_ends(rest);
                if self.number + count < self.first_line {
                    self.pass(rest, count);
                    return Ok(());
                }
                rest = after_line_ends(rest, self.first_line - self.number);
                self.number = self.first_line;
                self.has_begun = false;
                continue;
            }
            let Some(length) = memchr2(b'\n', b'\r', rest) else {
                self.keep(rest);
                return Ok(());
            };
            self.keep(&rest[..length]);
            self.end_line();
            rest = &rest[length + line_end_length(&rest[length..])..];
        }
        Ok(())
    }

    /// Skips lines that are not selected.
    fn pass(&mut self, bytes: &[u8], line_ends: usize) {
        self.number += line_ends;
        self.has_begun = !bytes.last().copied().is_some_and(is_line_end);
    }

    fn keep(&mut self, bytes: &[u8]) {
        // Bytes for as many characters as may be shown; at least one character, so that a line is never shown
        // as empty.
        let limit = self.longest_line.saturating_mul(MAX_CHARACTER_LEN).min(self.room.max(MAX_CHARACTER_LEN));
        let length = bytes.len().min(limit - self.kept.len().min(limit));
        self.kept.extend_from_slice(&bytes[..length]);
        self.has_dropped |= length < bytes.len();
        self.dropped += bytes[length..].iter().filter(|byte| !is_continuation(**byte)).count();
        self.has_begun |= !bytes.is_empty();
    }

    fn end_line(&mut self) {
        let (text, is_lossy, cut) = self.decode_kept();
        let cost = text.len() + 1;
        // The first line is always shown, cut if need be: an answer without any would look like the end of
        // the file.
        if cost > self.room && !self.lines.is_empty() {
            self.was_cut = true;
            self.after_last = self.number;
        } else {
            self.room = self.room.saturating_sub(cost);
            self.is_lossy |= is_lossy;
            self.lines.push(SlicedLine { text, cut_characters: cut });
        }
        self.kept.clear();
        self.has_dropped = false;
        self.dropped = 0;
        self.has_begun = false;
        self.number += 1;
    }

    /// Returns the text of the kept bytes, true if some of them are not characters, and the number of characters
    /// left out.
    fn decode_kept(&self) -> (String, bool, usize) {
        let whole = match std::str::from_utf8(&self.kept) {
            // The last character was cut in two. Its first byte is kept, so it is not among those dropped.
            Err(cause) if cause.error_len().is_none() && self.has_dropped => {
                &self.kept[..cause.valid_up_to()]
            }
            _ => &self.kept[..],
        };
        let split = usize::from(whole.len() < self.kept.len());
        let decoded = String::from_utf8_lossy(whole);
        let end = decoded.char_indices().nth(self.longest_line).map_or(decoded.len(), |(offset, _)| offset);
        let cut = decoded[end..].chars().count() + split + self.dropped;
        let is_lossy = matches!(decoded, Cow::Owned(_))
            && std::str::from_utf8(whole).is_err_and(|cause| cause.valid_up_to() < end);
        (decoded[..end].to_owned(), is_lossy, cut)
    }

    /// Finishes the file: text after the last line end is a line when there is some.
    fn finish(&mut self) {
        if !self.has_begun {
            return;
        }
        if (self.first_line..self.after_last).contains(&self.number) {
            self.end_line();
        } else {
            self.number += 1;
        }
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Returns the length of the line end that the bytes begin with. A CR at their very end counts alone.
fn line_end_length(bytes: &[u8]) -> usize {
    if bytes.starts_with(b"\r\n") { 2 } else { 1 }
}

/// Counts LF, CRLF and lone CR, with vector instructions where there is no CR.
fn count_line_ends(bytes: &[u8]) -> usize {
    let feeds = memchr_iter(b'\n', bytes).count();
    let lone_returns =
        memchr_iter(b'\r', bytes).filter(|offset| bytes.get(offset + 1) != Some(&b'\n')).count();
    feeds + lone_returns
}

/// Returns the bytes after `count` line ends, which the bytes have.
fn after_line_ends(bytes: &[u8], count: usize) -> &[u8] {
    let mut rest = bytes;
    for _ in 0..count {
        match memchr2(b'\n', b'\r', rest) {
            Some(length) => rest = &rest[length + line_end_length(&rest[length..])..],
            None => return &[],
        }
    }
    rest
}

fn not_text(line: usize) -> Error {
    Error::new(Kind::BinaryFile, format!("The file is not text: it holds a NUL character in line {line}."))
        .with_hint(
            "Only text can be read and edited here. If it is UTF-16 without a byte order mark, save it as UTF-8.",
        )
}

#[cfg(test)]
mod tests;
