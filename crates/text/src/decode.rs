//! Decoding of bytes to the LF view, which refuses bytes that are not text or not in an encoding that
//! can be written back.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use bytes::Bytes;
use bytestring::ByteString;
use memchr::{memchr, memmem};

use super::contents::Contents;
use super::detect::{Doubt, detect};
use super::encoding::{Encoding, LegacyEncoding};
use super::line_end::normalize;
use super::lines::LineIndex;
use scenewright_error::{Error, Kind, Result};

/// The result of decoding.
pub(super) struct Decoded {
    pub(super) encoding: Encoding,
    pub(super) contents: Contents,
    pub(super) lines: LineIndex,
}

impl Decoded {
    /// Makes the result; `start` is the length of the byte order mark.
    fn new(contents: Contents, encoding: Encoding, start: usize) -> Decoded {
        let lines = LineIndex::of(&contents, encoding, start);
        Decoded { encoding, contents, lines }
    }
}

/// Decodes bytes whose encoding is found from them.
pub(super) fn decode(bytes: Bytes) -> Result<Decoded> {
    match sniff(&bytes)? {
        Encoding::Utf8 => decode_unmarked(bytes),
        encoding => decode_as(bytes, encoding),
    }
}

/// Decodes bytes in the given encoding. A mark that the encoding has and the bytes do not is not required.
pub(super) fn decode_as(bytes: Bytes, encoding: Encoding) -> Result<Decoded> {
    let start = if bytes.starts_with(encoding.mark()) { encoding.mark().len() } else { 0 };
    match encoding {
        Encoding::Utf8 => match ByteString::try_from(bytes.clone()) {
            Ok(text) => plain(text),
            Err(_) => Err(not_utf8(&bytes, 0)),
        },
        Encoding::Utf8WithMark => {
            let Ok(text) = std::str::from_utf8(&bytes[start..]) else {
                return Err(not_utf8(&bytes, start));
            };
            refuse_nul(text.as_bytes(), start)?;
            let view = normalize(text).into_owned();
            Ok(Decoded::new(Contents::Mapped { bytes, view }, encoding, start))
        }
        Encoding::Utf16LittleEndian => decode_utf16(bytes, start, encoding, u16::from_le_bytes),
        Encoding::Utf16BigEndian => decode_utf16(bytes, start, encoding, u16::from_be_bytes),
        Encoding::Legacy(legacy) => match legacy.decode(&bytes) {
            Some(text) => decode_legacy(bytes, legacy, text),
            None => Err(unsupported(format!(
                "The file is not, as it was before, encoded in {}.",
                encoding.name()
            ))),
        },
    }
}

/// Returns true for a text that begins with the byte order mark of UTF-7, or names that encoding at its beginning, as the
/// head of a page or of a mail does. Its letters look like ASCII, so new ones in UTF-8 would go wrong beside them.
fn is_utf7(bytes: &[u8]) -> bool {
    /// The bytes in which a declaration stands.
    const HEAD: usize = 1024;
    // The byte order mark in UTF-7: its last character shares bits with what follows, so there are four
    // forms.
    if matches!(bytes, [b'+', b'/', b'v', b'8' | b'9' | b'+' | b'/', ..]) {
        return true;
    }
    // A declaration stands at the beginning: HTML looks for it in the first 1,024 bytes.
    let head = &bytes[..bytes.len().min(HEAD)];
    let names = |name: &[u8]| {
        memmem::find(head, name).is_some_and(|at| {
            // A program that only mentions the name declares nothing.
            let before = head[..at].trim_ascii_end().strip_suffix(b"\"").unwrap_or(&head[..at]);
            before.trim_ascii_end().to_ascii_lowercase().ends_with(b"charset=")
        })
    };
    names(b"utf-7") || names(b"UTF-7")
}

/// Returns the name of the form of UTF-16 that bytes without a mark are in, where they prove it: all of them are text in it, of
/// which enough is ASCII.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static str> {
    // Most of code is ASCII, and chance makes one character of it in hundreds.
    let (pairs, []) = bytes.as_chunks::<2>() else { return None };
    let is_text = |unit: fn([u8; 2]) -> u16| {
        let mut ascii = 0;
        let is_plain = char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).all(|decoded| {
            decoded.is_ok_and(|character| {
                ascii += usize::from(character.is_ascii());
                !character.is_control() || matches!(character, '\t' | '\n' | '\r' | '\u{C}')
            })
        });
        // Bytes that are all ASCII are rather text with a few NULs, unless every other byte is one.
        is_plain && if bytes.is_ascii() { ascii == pairs.len() } else { 2 * ascii >= pairs.len() }
    };
    match (is_text(u16::from_le_bytes), is_text(u16::from_be_bytes)) {
        (true, false) => Some("UTF-16LE"),
        (false, true) => Some("UTF-16BE"),
        _ => None,
    }
}

/// Returns true for ASCII in which every plus sign is one that UTF-7 would have there, and several of them begin different letters
/// of one alphabet. One alone may be chance, such as `+API-`.
fn seems_utf7(text: &str) -> bool {
    if !text.is_ascii() {
        return false;
    }
    let mut letters: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(at) = memchr(b'+', rest.as_bytes()) {
        let after = &rest[at + 1..];
        let length = after.bytes().take_while(|byte| is_base64(*byte)).count();
        let shifted = &after[..length];
        rest = &after[length..];
        if shifted.is_empty() {
            // A plus sign itself is written `+-`.
            match rest.strip_prefix('-') {
                Some(after) => rest = after,
                None => return false,
            }
            continue;
        }
        let Some(decoded) = decode_shifted(shifted) else { return false };
        if decoded.is_empty() || !decoded.chars().all(|it| !it.is_ascii() && !it.is_control()) {
            return false;
        }
        let alphabet = decoded.chars().next().map(alphabet_of);
        let is_word = decoded.chars().all(|it| it.is_alphabetic() && Some(alphabet_of(it)) == alphabet);
        if is_word && rest.starts_with('-') && !letters.contains(&decoded) {
            letters.push(decoded);
        }
    }
    letters.len() > 1
}

/// Returns a number that the letters of an alphabet have in common.
fn alphabet_of(letter: char) -> u32 {
    match u32::from(letter) {
        0..0x370 => 0,
        0x370..0x400 => 1,
        0x400..0x530 => 2,
        0x3040..0x3100 | 0x4E00..0xA000 => 3,
        0xAC00..0xD7A4 => 4,
        other => other,
    }
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

/// Decodes the letters between `+` and `-` of UTF-7: UTF-16 in Base64, without padding.
fn decode_shifted(shifted: &str) -> Option<String> {
    let bytes = STANDARD_NO_PAD.decode(shifted).ok()?;
    let (pairs, []) = bytes.as_chunks::<2>() else { return None };
    char::decode_utf16(pairs.iter().map(|pair| u16::from_be_bytes(*pair))).collect::<Result<_, _>>().ok()
}

/// Returns the encoding that the first bytes announce; UTF-8 where they announce none.
pub(super) fn sniff(bytes: &[u8]) -> Result<Encoding> {
    // Before UTF-16: the mark of UTF-32LE begins with that of UTF-16LE.
    if bytes.starts_with(b"\xFF\xFE\0\0") || bytes.starts_with(b"\0\0\xFE\xFF") {
        return Err(unsupported("The file is encoded in UTF-32."));
    }
    if is_utf7(bytes) {
        return Err(unsupported("The file declares UTF-7 as its encoding."));
    }
    Ok(match bytes {
        [0xEF, 0xBB, 0xBF, ..] => Encoding::Utf8WithMark,
        [0xFF, 0xFE, ..] => Encoding::Utf16LittleEndian,
        [0xFE, 0xFF, ..] => Encoding::Utf16BigEndian,
        _ => Encoding::Utf8,
    })
}

/// Says which form of UTF-16 bytes without a mark are in, where they prove it.
pub fn utf16_without_mark(bytes: &[u8]) -> Option<String> {
    unmarked_utf16(bytes).map(|name| format!("It seems to be {name} without a byte order mark."))
}

/// Says where the first NUL is in the beginning of a file that is text besides its NULs.
pub fn nul_in_text(head: &[u8]) -> Option<String> {
    // Of a binary file nearly every piece has more of them.
    const MAX_SHARE: usize = 3;
    let offset = memchr(0, head)?;
    let rest: Vec<u8> = head.iter().copied().filter(|byte| *byte != 0).collect();
    let is_few = (head.len() - rest.len()) * MAX_SHARE <= head.len();
    // The last character may be cut.
    let text = rest.utf8_chunks().next()?.valid();
    let is_control = |it: char| it.is_control() && !matches!(it, '\t' | '\n' | '\r' | '\u{C}' | '\u{1B}');
    let is_text = rest.len() - text.len() < 4 && !text.contains(is_control);
    let line = 1 + head[..offset].iter().filter(|byte| **byte == b'\n').count();
    (is_few && is_text).then(|| {
        format!("It has a NUL character at offset {offset} (line {line}), and is text besides. Without NUL characters it can be read.")
    })
}

/// Names, in the refusal of bytes with a NUL, the form of UTF-16 that they are in.
fn with_utf16_named(refusal: Error, bytes: &[u8]) -> Error {
    match utf16_without_mark(bytes) {
        None => refusal,
        Some(words) => Error { message: format!("{} {words}", refusal.message), ..refusal },
    }
}

fn decode_unmarked(bytes: Bytes) -> Result<Decoded> {
    if let Ok(text) = ByteString::try_from(bytes.clone()) {
        // All of its bytes are ASCII, and mean something else between two escape sequences.
        if ["\u{1B}$B", "\u{1B}$@"]
            .iter()
            .any(|begin| memmem::find(text.as_bytes(), begin.as_bytes()).is_some())
        {
            return Err(unsupported("The file seems to be encoded in ISO-2022-JP."));
        }
        if seems_utf7(&text) {
            return Err(unsupported("The file seems to be encoded in UTF-7."));
        }
        return plain(text).map_err(|error| with_utf16_named(error, &bytes));
    }
    // No legacy encoding here has a NUL in its text, so what holds one is binary, or UTF-16 without a mark.
    if let Some(offset) = memchr(0, &bytes) {
        return Err(with_utf16_named(holds_nul(offset), &bytes));
    }
    match detect(&bytes) {
        Ok((legacy, text)) => decode_legacy(bytes, legacy, text),
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

fn plain(text: ByteString) -> Result<Decoded> {
    refuse_nul(text.as_bytes(), 0)?;
    let contents = match memchr(b'\r', text.as_bytes()) {
        None => Contents::Plain(text),
        Some(_) => {
            let view = normalize(&text).into_owned();
            Contents::Mapped { bytes: text.into_bytes(), view }
        }
    };
    Ok(Decoded::new(contents, Encoding::Utf8, 0))
}

fn decode_legacy(bytes: Bytes, legacy: LegacyEncoding, text: String) -> Result<Decoded> {
    refuse_nul(text.as_bytes(), 0)?;
    let contents = Contents::Mapped { bytes, view: into_view(text) };
    Ok(Decoded::new(contents, Encoding::Legacy(legacy), 0))
}

fn decode_utf16(bytes: Bytes, start: usize, encoding: Encoding, unit: fn([u8; 2]) -> u16) -> Result<Decoded> {
    let view = into_view(utf16_text(&bytes[start..], start, unit)?);
    Ok(Decoded::new(Contents::Mapped { bytes, view }, encoding, start))
}

/// Returns the text itself where all its line ends are LF.
fn into_view(text: String) -> String {
    if memchr(b'\r', text.as_bytes()).is_none() { text } else { normalize(&text).into_owned() }
}

fn refuse_nul(text: &[u8], start: usize) -> Result<()> {
    memchr(0, text).map_or(Ok(()), |offset| Err(holds_nul(start + offset)))
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
