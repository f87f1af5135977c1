//! From bytes to the LF view, refusing what is not text or not in an encoding that can be written back.

use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memchr3_iter};

use super::detect::{Doubt, detect};
use super::encoding::{Encoding, LegacyEncoding};
use super::line_end::LineEnd;
use crate::error::{Error, Kind, Result};

/// Where a line begins, in the view and in the file, and how it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) view_start: usize,
    pub(super) byte_start: usize,
    /// Absent for what follows the last line end.
    pub(super) end: Option<LineEnd>,
}

/// The bytes of a file and the view of it.
#[derive(Clone, Debug)]
pub(super) enum Contents {
    /// UTF-8 without a mark and with LF line ends only: the file is its own view.
    Plain(String),
    Mapped {
        bytes: Vec<u8>,
        view: String,
    },
}

/// What decoding finds. `lines` always holds at least one entry: the last one, which has no line end.
pub(super) struct Decoded {
    pub(super) encoding: Encoding,
    pub(super) contents: Contents,
    pub(super) lines: Vec<Line>,
}

/// Finds the encoding from the bytes.
pub(super) fn decode(bytes: Vec<u8>) -> Result<Decoded> {
    match sniff(&bytes)? {
        Encoding::Utf8 => decode_unmarked(bytes),
        encoding => decode_as(bytes, encoding),
    }
}

/// Takes the encoding as given. A mark that the encoding has and the bytes do not is not asked for.
pub(super) fn decode_as(bytes: Vec<u8>, encoding: Encoding) -> Result<Decoded> {
    let start = if bytes.starts_with(encoding.mark()) { encoding.mark().len() } else { 0 };
    match encoding {
        Encoding::Utf8 => match String::from_utf8(bytes) {
            Ok(text) => plain(text),
            Err(failed) => Err(not_utf8(failed.as_bytes(), 0)),
        },
        Encoding::Utf8WithMark => {
            let Ok(text) = std::str::from_utf8(&bytes[start..]) else {
                return Err(not_utf8(&bytes, start));
            };
            let scan = Scan::of(text.as_bytes()).map_err(|offset| holds_nul(start + offset))?;
            let view = scan.view(text);
            let lines = scan.lines_from(|text_start| start + text_start);
            Ok(Decoded { encoding, contents: Contents::Mapped { bytes, view }, lines })
        }
        Encoding::Utf16LittleEndian => decode_utf16(bytes, start, encoding, u16::from_le_bytes),
        Encoding::Utf16BigEndian => decode_utf16(bytes, start, encoding, u16::from_be_bytes),
        Encoding::Legacy(legacy) => match legacy.decode(&bytes) {
            Some(text) => decode_legacy(bytes, legacy, &text),
            None => Err(unsupported(format!(
                "The file is not, as it was before, encoded in {}.",
                encoding.name()
            ))),
        },
    }
}

/// The encoding that the first bytes announce; UTF-8 where they announce none.
pub(super) fn sniff(bytes: &[u8]) -> Result<Encoding> {
    if bytes.starts_with(b"\xFF\xFE\0\0") || bytes.starts_with(b"\0\0\xFE\xFF") {
        return Err(unsupported("The file is encoded in UTF-32."));
    }
    Ok(match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Encoding::Utf8WithMark,
        [0xFF, 0xFE, ..] => Encoding::Utf16LittleEndian,
        [0xFE, 0xFF, ..] => Encoding::Utf16BigEndian,
        _ => Encoding::Utf8,
    })
}

fn decode_unmarked(bytes: Vec<u8>) -> Result<Decoded> {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return plain(text),
        Err(failed) => failed.into_bytes(),
    };
    if let Some(offset) = memchr(0, &bytes) {
        return Err(holds_nul(offset));
    }
    match detect(&bytes) {
        Ok((legacy, text)) => decode_legacy(bytes, legacy, &text),
        Err(Doubt::BrokenUtf8) => Err(not_utf8(&bytes, 0)),
        Err(Doubt::Control(offset)) => Err(binary(
            format!(
                "it is not UTF-8, and holds the control character 0x{:02X} at offset {offset}",
                bytes[offset]
            ),
            "Only text can be read and edited here.",
        )),
        Err(Doubt::Unknown) => {
            let error = not_utf8(&bytes, 0);
            let message =
                format!("{} It is not surely in any other encoding that can be kept, either.", error.message);
            Err(Error { message, ..error })
        }
    }
}

fn plain(text: String) -> Result<Decoded> {
    let scan = Scan::of(text.as_bytes()).map_err(holds_nul)?;
    let contents = if scan.has_returns {
        let view = scan.view(&text);
        Contents::Mapped { bytes: text.into_bytes(), view }
    } else {
        Contents::Plain(text)
    };
    Ok(Decoded { encoding: Encoding::Utf8, contents, lines: scan.lines })
}

/// Line ends are the same bytes in the file, and none is part of another character.
fn decode_legacy(bytes: Vec<u8>, legacy: LegacyEncoding, text: &str) -> Result<Decoded> {
    let scan = Scan::of(text.as_bytes()).map_err(holds_nul)?;
    let view = scan.view(text);
    let mut starts = memchr2_iter(b'\n', b'\r', &bytes)
        .filter(|at| !(bytes[*at] == b'\r' && bytes.get(at + 1) == Some(&b'\n')))
        .map(|at| at + 1);
    let mut next = 0;
    let lines = scan.lines_from(|_| std::mem::replace(&mut next, starts.next().unwrap_or(bytes.len())));
    drop(starts);
    Ok(Decoded { encoding: Encoding::Legacy(legacy), contents: Contents::Mapped { bytes, view }, lines })
}

fn decode_utf16(
    bytes: Vec<u8>,
    start: usize,
    encoding: Encoding,
    unit: fn([u8; 2]) -> u16,
) -> Result<Decoded> {
    let text = utf16_text(&bytes[start..], start, unit)?;
    let scan = Scan::of(text.as_bytes()).map_err(holds_nul)?;
    let view = scan.view(&text);
    let (mut byte_start, mut passed) = (start, 0);
    let lines = scan.lines_from(|text_start| {
        byte_start += encoding.length_of(&text[passed..text_start]);
        passed = text_start;
        byte_start
    });
    Ok(Decoded { encoding, contents: Contents::Mapped { bytes, view }, lines })
}

fn utf16_text(body: &[u8], start: usize, unit: fn([u8; 2]) -> u16) -> Result<String> {
    let (pairs, rest) = body.as_chunks::<2>();
    let mut text = String::with_capacity(body.len());
    let mut offset = start;
    for decoded in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        match decoded {
            Ok('\0') => return Err(holds_nul(offset)),
            Ok(character) => {
                text.push(character);
                offset += 2 * character.len_utf16();
            }
            Err(lone) => {
                return Err(unsupported(format!(
                    "The file is not valid UTF-16: the surrogate 0x{:04X} at offset {offset} has no partner.",
                    lone.unpaired_surrogate(),
                )));
            }
        }
    }
    if !rest.is_empty() {
        return Err(unsupported(format!(
            "The file is not valid UTF-16: the last byte, at offset {offset}, is half a character.",
        )));
    }
    Ok(text)
}

/// The lines of a text as it stands in the file, and that it holds no NUL. Their bytes are counted in the text.
struct Scan {
    lines: Vec<Line>,
    has_returns: bool,
}

impl Scan {
    /// Fails with the offset of the first NUL.
    fn of(text: &[u8]) -> Result<Scan, usize> {
        let count = memchr_iter(b'\n', text).count();
        if memchr2(b'\r', 0, text).is_none() {
            return Ok(Scan::of_line_feeds(text, count));
        }
        let mut scan = Scan { lines: Vec::with_capacity(count + 1), has_returns: false };
        let (mut text_start, mut view_start) = (0, 0);
        for at in memchr3_iter(b'\n', b'\r', 0, text) {
            let end = match text[at] {
                0 => return Err(at),
                // The second half of a CRLF, whose first half has closed the line.
                b'\n' if at < text_start => continue,
                b'\n' => LineEnd::Lf,
                _ if text.get(at + 1) == Some(&b'\n') => LineEnd::CrLf,
                _ => LineEnd::Cr,
            };
            scan.has_returns |= end != LineEnd::Lf;
            scan.lines.push(Line { view_start, byte_start: text_start, end: Some(end) });
            view_start += at - text_start + 1;
            text_start = at + end.as_str().len();
        }
        scan.lines.push(Line { view_start, byte_start: text_start, end: None });
        Ok(scan)
    }

    /// Where no line ends otherwise, which is the most common and the quickest.
    fn of_line_feeds(text: &[u8], count: usize) -> Scan {
        let mut lines = Vec::with_capacity(count + 1);
        let mut start = 0;
        for at in memchr_iter(b'\n', text) {
            lines.push(Line { view_start: start, byte_start: start, end: Some(LineEnd::Lf) });
            start = at + 1;
        }
        lines.push(Line { view_start: start, byte_start: start, end: None });
        Scan { lines, has_returns: false }
    }

    fn view(&self, text: &str) -> String {
        if !self.has_returns {
            return text.to_owned();
        }
        let mut view = String::with_capacity(text.len());
        for (index, line) in self.lines.iter().enumerate() {
            let next = self.lines.get(index + 1);
            let end = next.map_or(text.len(), |next| next.byte_start);
            let content = &text[line.byte_start..end - line.end.map_or(0, |end| end.as_str().len())];
            view.push_str(content);
            if line.end.is_some() {
                view.push('\n');
            }
        }
        view
    }

    /// The lines with their places in the file instead, each from its place in the text.
    fn lines_from(mut self, mut byte_start: impl FnMut(usize) -> usize) -> Vec<Line> {
        for line in &mut self.lines {
            line.byte_start = byte_start(line.byte_start);
        }
        self.lines
    }
}

fn not_utf8(bytes: &[u8], start: usize) -> Error {
    let body = &bytes[start..];
    if let Some(offset) = memchr(0, body) {
        return holds_nul(start + offset);
    }
    let offset = std::str::from_utf8(body).map_or_else(|cause| cause.valid_up_to(), str::len);
    let line = 1 + body[..offset].iter().filter(|byte| **byte == b'\n').count();
    unsupported(format!(
        "The file is not valid UTF-8: the byte 0x{:02X} at offset {} (line {line}) begins no character.",
        body.get(offset).copied().unwrap_or_default(),
        start + offset,
    ))
}

fn unsupported(found: impl Into<String>) -> Error {
    Error::new(Kind::UnsupportedEncoding, found)
        .with_hint("Save the file as UTF-8, or as UTF-16 with a byte order mark, and try again.")
}

fn holds_nul(offset: usize) -> Error {
    binary(
        format!("it holds a NUL character at offset {offset}"),
        "Only text can be read and edited here. If it is UTF-16 without a byte order mark, save it as UTF-8.",
    )
}

fn binary(found: impl std::fmt::Display, hint: &str) -> Error {
    Error::new(Kind::BinaryFile, format!("The file is not text: {found}.")).with_hint(hint)
}
