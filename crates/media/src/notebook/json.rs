//! JSON as text: where the values stand, and nothing copied.
//!
//! [`check_json`] goes over a text once. After that, [`members`] and [`items`] walk the spans of an object or array
//! without looking for errors. Nothing recurses, and values that are not requested are not kept.
//!
//! This module is our own because `serde_json` has no place for a value, recurses, and refuses the numbers that
//! Python writes.

use std::fmt::Write as _;
use std::ops::Range;

use scenewright_error::{Error, Kind, Result};

/// The deepest nesting that a notebook can have: some ten levels are usual, and the stack of brackets stays small.
const DEEPEST: usize = 512;

/// Finds the one value of a JSON text. Besides the standard, a byte order mark at the beginning and the numbers
/// that Python writes (`NaN`, `Infinity`, `-Infinity`) are accepted.
pub(super) fn check_json(text: &str) -> Result<Range<usize>> {
    let mut scanner = Scanner { text, bytes: text.as_bytes(), at: 0 };
    if text.starts_with('\u{FEFF}') {
        scanner.at = '\u{FEFF}'.len_utf8();
    }
    scanner.skip_space();
    let start = scanner.at;
    // The closing brackets that are still to come.
    let mut open: Vec<u8> = Vec::new();
    loop {
        scanner.skip_space();
        match scanner.peek() {
            Some(bracket @ (b'{' | b'[')) => {
                let close = if bracket == b'{' { b'}' } else { b']' };
                // The stack of brackets is the only memory that grows with the text.
                if open.len() == DEEPEST {
                    return Err(scanner.error(&format!("values are nested more than {DEEPEST} deep")));
                }
                scanner.at += 1;
                scanner.skip_space();
                if scanner.peek() != Some(close) {
                    open.push(close);
                    if close == b'}' {
                        scanner.key()?;
                    }
                    continue;
                }
                scanner.at += 1;
            }
            Some(b'"') => scanner.string()?,
            _ => scanner.word()?,
        }
        // A value has ended, and with it perhaps those around it.
        loop {
            let end = scanner.at;
            scanner.skip_space();
            let Some(close) = open.last().copied() else {
                return match scanner.peek() {
                    None => Ok(start..end),
                    Some(_) => Err(scanner.expected("nothing after the end of the notebook")),
                };
            };
            match scanner.peek() {
                Some(b',') => {
                    scanner.at += 1;
                    if close == b'}' {
                        scanner.skip_space();
                        scanner.key()?;
                    }
                    break;
                }
                Some(byte) if byte == close => {
                    scanner.at += 1;
                    open.pop();
                }
                _ => return Err(scanner.expected(&format!("\",\" or \"{}\"", char::from(close)))),
            }
        }
    }
}

/// Returns an error about a place in a notebook's text.
pub(super) fn error_at(text: &str, offset: usize, message: &str) -> Error {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
    let column = 1 + String::from_utf8_lossy(&before[line_start..]).encode_utf16().count();
    let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Error::new(Kind::InvalidInput, format!("{message} (line {line}, column {column})."))
        .at(narrow(line), narrow(column))
}

/// One key of an object with its value, both as spans.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
}

/// Returns the members of an object of a checked text; empty where the span is of something else.
pub(super) fn members(text: &str, object: &Range<usize>) -> Vec<Member> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    if bytes.get(object.start) != Some(&b'{') {
        return found;
    }
    let mut at = after_space(bytes, object.start + 1);
    while bytes.get(at) == Some(&b'"') {
        let key = at..after_value(bytes, at);
        let colon = after_space(bytes, key.end);
        let start = after_space(bytes, colon + 1);
        let value = start..after_value(bytes, start);
        at = after_comma(bytes, value.end);
        found.push(Member { key, value });
    }
    found
}

/// Returns the items of an array of a checked text; empty where the span is of something else.
pub(super) fn items(text: &str, array: &Range<usize>) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    if bytes.get(array.start) != Some(&b'[') {
        return found;
    }
    let mut at = after_space(bytes, array.start + 1);
    while at + 1 < array.end {
        let value = at..after_value(bytes, at);
        at = after_comma(bytes, value.end);
        found.push(value);
    }
    found
}

/// Returns the value of a key of an object.
pub(super) fn member<'a>(text: &str, members: &'a [Member], key: &str) -> Option<&'a Range<usize>> {
    let quoted = |member: &&Member| decode(text, &member.key).is_some_and(|found| found == key);
    members.iter().find(quoted).map(|member| &member.value)
}

/// Decodes the text of a string; `None` where the span is of something else. Half a surrogate pair becomes U+FFFD.
pub(super) fn decode(text: &str, span: &Range<usize>) -> Option<String> {
    let inner = text[span.clone()].strip_prefix('"')?.strip_suffix('"')?;
    let mut decoded = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(offset) = rest.find('\\') {
        decoded.push_str(&rest[..offset]);
        let escape = rest[offset + 1..].chars().next()?;
        rest = &rest[offset + 1 + escape.len_utf8()..];
        match escape {
            'b' => decoded.push('\u{8}'),
            'f' => decoded.push('\u{C}'),
            'n' => decoded.push('\n'),
            'r' => decoded.push('\r'),
            't' => decoded.push('\t'),
            'u' => {
                // JSON escapes UTF-16 code units, so a character beyond the first plane takes two escapes.
                let mut units = vec![code_unit(rest)?];
                rest = &rest[4..];
                if (0xD800..0xDC00).contains(&units[0])
                    && let Some(low) = rest.strip_prefix("\\u").and_then(code_unit)
                    && (0xDC00..0xE000).contains(&low)
                {
                    units.push(low);
                    rest = &rest[6..];
                }
                decoded.push_str(&String::from_utf16_lossy(&units));
            }
            same => decoded.push(same),
        }
    }
    decoded.push_str(rest);
    Some(decoded)
}

/// Writes a string as JSON. With `is_ascii` every other character is escaped, as Python does it.
pub(super) fn quote(text: &str, is_ascii: bool) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{C}' => quoted.push_str("\\f"),
            // Python's json.dumps escapes DEL and everything beyond ASCII by default.
            control if control < ' ' || (is_ascii && control > '~') => {
                for unit in control.encode_utf16(&mut [0; 2]) {
                    // Writing to a string cannot fail.
                    let _ = write!(quoted, "\\u{unit:04x}");
                }
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Returns true if a JSON text has characters beyond ASCII, and escapes for all of them.
pub(super) fn escapes_non_ascii(text: &str) -> bool {
    text.is_ascii()
        && text.match_indices("\\u").any(|(offset, _)| {
            let slashes = text.as_bytes()[..offset].iter().rev().take_while(|byte| **byte == b'\\').count();
            // An odd number of backslashes before this one makes it the second half of `\\`.
            slashes % 2 == 0 && code_unit(&text[offset + 2..]).is_some_and(|unit| unit >= 0x80)
        })
}

fn code_unit(text: &str) -> Option<u16> {
    let digits = text.get(..4)?;
    if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        u16::from_str_radix(digits, 16).ok()
    } else {
        None
    }
}

fn after_space(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        at += 1;
    }
    at
}

fn after_comma(bytes: &[u8], at: usize) -> usize {
    let at = after_space(bytes, at);
    if bytes.get(at) == Some(&b',') { after_space(bytes, at + 1) } else { at }
}

/// Returns the end of the value that begins here, in a checked text.
fn after_value(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = after_string(bytes, at),
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                at += 1;
            }
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => {
                at += 1;
                continue;
            }
            _ => at = after_word(bytes, at),
        }
        if depth == 0 {
            break;
        }
    }
    at
}

fn after_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn after_word(bytes: &[u8], start: usize) -> usize {
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(**byte, b'+' | b'-' | b'.');
    // At least one byte, so that a byte which begins no value cannot hold the loop.
    start + bytes[start..].iter().take_while(is_part).count().max(1)
}

/// A scanner for a text that may be anything.
struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        self.at = after_space(self.bytes, self.at);
    }

    /// Scans a key and its colon.
    fn key(&mut self) -> Result<()> {
        if self.peek() != Some(b'"') {
            return Err(self.expected("a key in double quotes"));
        }
        self.string()?;
        self.skip_space();
        if self.peek() != Some(b':') {
            return Err(self.expected("\":\" after the key"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<()> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    let length = match self.bytes.get(self.at + 1) {
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
                        Some(b'u') if self.text.get(self.at + 2..).and_then(code_unit).is_some() => 6,
                        _ => return Err(self.error("a string has a backslash that begins no escape")),
                    };
                    self.at += length;
                }
                Some(0..=0x1F) => {
                    return Err(self.error("a string has a control character, which must be an escape"));
                }
                Some(_) => self.at += 1,
                None => {
                    // At the opening quote: the place where the string ends is the end of the file, which helps
                    // nobody.
                    self.at = start;
                    return Err(self.error("a string has no end"));
                }
            }
        }
    }

    /// Scans a number, or one of the words that JSON knows.
    fn word(&mut self) -> Result<()> {
        let end = after_word(self.bytes, self.at).min(self.bytes.len());
        let word = self.bytes.get(self.at..end).unwrap_or_default();
        let is_known = matches!(word, b"true" | b"false" | b"null" | b"NaN" | b"Infinity" | b"-Infinity");
        if !is_known && !is_number(word) {
            return Err(self.expected("a value"));
        }
        self.at = end;
        Ok(())
    }

    fn expected(&self, what: &str) -> Error {
        match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(found) => self.error(&format!("{what} was expected, and {found:?} was found")),
            None => self.error(&format!("{what} was expected, and the file ends")),
        }
    }

    fn error(&self, what: &str) -> Error {
        error_at(self.text, self.at, &format!("The notebook is not valid JSON: {what}"))
            .with_hint("Open the file as text, for example with Grep, and repair it at that place.")
    }
}

fn is_number(word: &[u8]) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = word.strip_prefix(b"-").unwrap_or(word);
    let whole = digits(rest);
    // JSON has no leading zeros.
    if whole == 0 || (whole > 1 && rest[0] == b'0') {
        return false;
    }
    let mut rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let exponent =
            exponent.strip_prefix(b"+").or_else(|| exponent.strip_prefix(b"-")).unwrap_or(exponent);
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}
