//! From bytes to the LF view, refusing what is not text or not in an encoding that can be written back.

use super::line_end::LineEnd;
use crate::error::{Error, Kind, Result};

/// The encoding of a file, found from its byte order mark and kept when the file is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    Utf8,
    Utf8WithMark,
    Utf16LittleEndian,
    Utf16BigEndian,
}

impl Encoding {
    /// The bytes that a file in this encoding begins with.
    pub fn mark(self) -> &'static [u8] {
        match self {
            Encoding::Utf8 => b"",
            Encoding::Utf8WithMark => b"\xEF\xBB\xBF",
            Encoding::Utf16LittleEndian => b"\xFF\xFE",
            Encoding::Utf16BigEndian => b"\xFE\xFF",
        }
    }

    /// The number of bytes that a character takes in the file.
    pub(super) fn width(self, character: char) -> usize {
        match self {
            Encoding::Utf8 | Encoding::Utf8WithMark => character.len_utf8(),
            Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian => 2 * character.len_utf16(),
        }
    }

    /// The text in this encoding, without a mark.
    pub(super) fn encode_onto(self, text: &str, bytes: &mut Vec<u8>) {
        match self {
            Encoding::Utf8 | Encoding::Utf8WithMark => bytes.extend_from_slice(text.as_bytes()),
            Encoding::Utf16LittleEndian => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
            Encoding::Utf16BigEndian => bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
        }
    }
}

/// Where a line begins, in the view and in the file, and how it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) view_start: usize,
    pub(super) byte_start: usize,
    /// Absent for what follows the last line end.
    pub(super) end: Option<LineEnd>,
}

/// What decoding finds. `lines` always holds at least one entry: the last one, which has no line end.
pub(super) struct Decoded {
    pub(super) encoding: Encoding,
    pub(super) view: String,
    pub(super) lines: Vec<Line>,
}

pub(super) fn decode(bytes: &[u8]) -> Result<Decoded> {
    let encoding = sniff(bytes)?;
    let start = encoding.mark().len();
    let body = &bytes[start..];
    let owned;
    let text = match encoding {
        Encoding::Utf8 | Encoding::Utf8WithMark => decode_utf8(body, start)?,
        Encoding::Utf16LittleEndian => {
            owned = decode_utf16(body, start, u16::from_le_bytes)?;
            &owned
        }
        Encoding::Utf16BigEndian => {
            owned = decode_utf16(body, start, u16::from_be_bytes)?;
            &owned
        }
    };
    let (view, lines) = unify_line_ends(text, encoding);
    Ok(Decoded { encoding, view, lines })
}

fn sniff(bytes: &[u8]) -> Result<Encoding> {
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

fn decode_utf8(body: &[u8], start: usize) -> Result<&str> {
    if let Some(offset) = body.iter().position(|byte| *byte == 0) {
        return Err(binary(start + offset));
    }
    std::str::from_utf8(body).map_err(|cause| {
        let offset = cause.valid_up_to();
        let line = 1 + body[..offset].iter().filter(|byte| **byte == b'\n').count();
        unsupported(format!(
            "The file is not valid UTF-8: the byte 0x{:02X} at offset {} (line {line}) begins no character.",
            body[offset],
            start + offset,
        ))
    })
}

fn decode_utf16(body: &[u8], start: usize, unit: fn([u8; 2]) -> u16) -> Result<String> {
    let (pairs, rest) = body.as_chunks::<2>();
    let mut text = String::with_capacity(body.len());
    let mut offset = start;
    for decoded in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
        match decoded {
            Ok('\0') => return Err(binary(offset)),
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

/// One pass that writes the view and notes where each line begins on both sides.
fn unify_line_ends(text: &str, encoding: Encoding) -> (String, Vec<Line>) {
    let mut view = String::with_capacity(text.len());
    let mut lines = Vec::new();
    let (mut view_start, mut byte_start) = (0, encoding.mark().len());
    let mut rest = text;
    while let Some(length) = find_line_end(rest) {
        let (content, tail) = rest.split_at(length);
        let end = if tail.starts_with("\r\n") {
            LineEnd::CrLf
        } else if tail.starts_with('\r') {
            LineEnd::Cr
        } else {
            LineEnd::Lf
        };
        view.push_str(content);
        view.push('\n');
        lines.push(Line { view_start, byte_start, end: Some(end) });
        view_start = view.len();
        byte_start += encoded_length(content, encoding) + encoded_length(end.as_str(), encoding);
        rest = &tail[end.as_str().len()..];
    }
    view.push_str(rest);
    lines.push(Line { view_start, byte_start, end: None });
    (view, lines)
}

fn find_line_end(text: &str) -> Option<usize> {
    text.bytes().position(|byte| byte == b'\n' || byte == b'\r')
}

pub(super) fn encoded_length(text: &str, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 | Encoding::Utf8WithMark => text.len(),
        Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian => {
            text.chars().map(|character| encoding.width(character)).sum()
        }
    }
}

fn unsupported(found: impl Into<String>) -> Error {
    Error::new(Kind::UnsupportedEncoding, found)
        .with_hint("Save the file as UTF-8, or as UTF-16 with a byte order mark, and try again.")
}

fn binary(offset: usize) -> Error {
    Error::new(
        Kind::BinaryFile,
        format!("The file is not text: it holds a NUL character at offset {offset}."),
    )
    .with_hint(
        "Only text can be read and edited here. If it is UTF-16 without a byte order mark, save it as UTF-8.",
    )
}
