//! Names of files as text that can be converted back.
//!
//! On Unix a name is any bytes; here and on every wire it is text, made as follows. All else is left unchanged, so
//! nearly all names are their own text.
//!
//! 1. A byte that is not part of a character in UTF-8 is written `\xHH`, with two lower-case hexadecimal
//!    digits from 80 to ff.
//! 2. A backslash that would otherwise be read as the beginning of such an escape, or of this one, is written `\x5c`:
//!    the text of a file that is really named `a\xff` is `a\x5cxff`.
//!
//! Invariant: two names never have the same text, and [`os_text`] returns the name that [`path_text`] was given.
//!
//! Elsewhere names are not made of bytes, and there are no escapes.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serializer};

const BACKSLASH: u8 = b'\\';

/// Returns the text of a name or path.
pub fn path_text(path: &(impl AsRef<OsStr> + ?Sized)) -> Cow<'_, str> {
    let path = path.as_ref();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        match path.to_str() {
            Some(text) if !has_escape(text.as_bytes()) => Cow::Borrowed(text),
            _ => Cow::Owned(escaped(path.as_bytes())),
        }
    }
    #[cfg(not(unix))]
    path.to_string_lossy()
}

/// Returns the name or path that a text stands for.
pub fn os_text(text: &str) -> Cow<'_, OsStr> {
    #[cfg(unix)]
    if has_escape(text.as_bytes()) {
        use std::os::unix::ffi::OsStringExt;
        return Cow::Owned(std::ffi::OsString::from_vec(unescaped(text.as_bytes())));
    }
    Cow::Borrowed(OsStr::new(text))
}

/// Converts a pattern in which a backslash makes the next character stand for itself, so that the escapes of names
/// stand for themselves too. A name that was listed is then a pattern that matches it.
pub(crate) fn pattern_text(pattern: &str) -> Cow<'_, str> {
    if !cfg!(unix) || !has_escape(pattern.as_bytes()) {
        return Cow::Borrowed(pattern);
    }
    let mut text = String::with_capacity(pattern.len() + 8);
    let mut rest = pattern;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match escape_at(rest.as_bytes()) {
            Some(_) => {
                text.push('\\');
                ESCAPE_LENGTH
            }
            None => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        text.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// Converts such a pattern to bytes, so that a name that was listed is a pattern that matches the name on disk.
pub fn pattern_bytes(pattern: &str) -> Vec<u8> {
    if !cfg!(unix) || !has_escape(pattern.as_bytes()) {
        return pattern.as_bytes().to_vec();
    }
    let mut bytes = Vec::with_capacity(pattern.len());
    let mut rest = pattern.as_bytes();
    while let Some(first) = rest.first() {
        let taken = match escape_at(rest) {
            Some(BACKSLASH) => {
                bytes.extend([BACKSLASH, BACKSLASH]);
                ESCAPE_LENGTH
            }
            Some(byte) => {
                bytes.push(byte);
                ESCAPE_LENGTH
            }
            None => {
                // An escaped character goes over with its backslash, so that `\\xff` is not read as an escape
                // in the middle.
                let taken = if *first == BACKSLASH { rest.len().min(2) } else { 1 };
                bytes.extend(&rest[..taken]);
                taken
            }
        };
        rest = &rest[taken..];
    }
    bytes
}

/// Serialises a path as its text.
pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path_text(path))
}

/// Deserialises a path from its text.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    String::deserialize(deserializer).map(|text| PathBuf::from(os_text(&text).into_owned()))
}

const ESCAPE_LENGTH: usize = "\\xff".len();

/// Returns the byte that an escape at the beginning of a text stands for.
fn escape_at(text: &[u8]) -> Option<u8> {
    let [BACKSLASH, b'x', high, low, ..] = *text else { return None };
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let byte = digit(high)? << 4 | digit(low)?;
    // Other bytes are never escaped, so `\x41` is four characters of a name.
    (byte >= 0x80 || byte == BACKSLASH).then_some(byte)
}

fn has_escape(text: &[u8]) -> bool {
    text.contains(&BACKSLASH) && text.windows(ESCAPE_LENGTH).any(|window| escape_at(window).is_some())
}

#[cfg(unix)]
fn escaped(mut name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len() + 8);
    while !name.is_empty() {
        if escape_at(name).is_some() {
            // Only a backslash that would be misread: other names keep theirs.
            text.push_str("\\x5c");
            name = &name[1..];
            continue;
        }
        // Up to the next backslash, which may have to be escaped.
        let next = name[1..].iter().position(|byte| *byte == BACKSLASH).map_or(name.len(), |at| at + 1);
        for chunk in name[..next].utf8_chunks() {
            text.push_str(chunk.valid());
            chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
        }
        name = &name[next..];
    }
    text
}

#[cfg(unix)]
fn unescaped(mut text: &[u8]) -> Vec<u8> {
    let mut name = Vec::with_capacity(text.len());
    while let Some(first) = text.first() {
        let escape = escape_at(text);
        name.push(escape.unwrap_or(*first));
        text = &text[if escape.is_some() { ESCAPE_LENGTH } else { 1 }..];
    }
    name
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::HashMap;
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn path_text_round_trips_every_name() {
        let cases: [(&[u8], &str); 10] = [
            (b"plain", "plain"),
            (b"a\\b \\x41 \\n \\xFF \\", "a\\b \\x41 \\n \\xFF \\"),
            ("기어 é".as_bytes(), "기어 é"),
            (b"a\xff", "a\\xff"),
            (b"a\\xff", "a\\x5cxff"),
            (b"a\\x5cxff", "a\\x5cx5cxff"),
            (b"\\\xff", "\\\\xff"),
            (b"caf\xe9/\xc3\xa9\xc3", "caf\\xe9/é\\xc3"),
            (b"\xed\xa0\x80", "\\xed\\xa0\\x80"),
            (b"\\x8\xff", "\\x8\\xff"),
        ];
        for (name, text) in cases {
            assert_eq!(path_text(OsStr::from_bytes(name)), text);
            assert_eq!(os_text(text).as_bytes(), name, "{text}");
        }
        assert_eq!(
            os_text("\\xc3\\xa9").as_bytes(),
            "é".as_bytes(),
            "a text may have more escapes than it needs"
        );
    }

    #[test]
    fn path_text_is_unique_per_name() {
        let bytes = [b'\\', b'x', b'5', b'c', b'f', 0xff, 0xc3];
        let mut names: HashMap<String, Vec<u8>> = HashMap::new();
        let mut pending: Vec<Vec<u8>> = vec![Vec::new()];
        while let Some(name) = pending.pop() {
            let text = path_text(OsStr::from_bytes(&name)).into_owned();
            assert_eq!(os_text(&text).as_bytes(), name, "{text}");
            if name.len() < 5 {
                pending.extend(bytes.iter().map(|byte| [&name[..], &[*byte]].concat()));
            }
            assert_eq!(names.insert(text, name), None);
        }
    }

    #[test]
    fn listed_name_matches_itself_as_pattern() {
        for (pattern, expected) in [
            ("*.txt", "*.txt"),
            ("a\\xff", "a\\\\xff"),
            ("a\\x5cxff", "a\\\\x5cxff"),
            ("a\\\\xff", "a\\\\xff"),
            ("\\[\\xff\\]\\", "\\[\\\\xff\\]\\"),
        ] {
            assert_eq!(pattern_text(pattern), expected);
        }
        for (pattern, expected) in [
            ("*.txt", &b"*.txt"[..]),
            ("a\\xff", b"a\xff"),
            ("a\\x5cxff", b"a\\\\xff"),
            ("a\\\\xff", b"a\\\\xff"),
        ] {
            assert_eq!(pattern_bytes(pattern), expected);
        }
    }
}
