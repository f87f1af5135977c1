//! The text of a file as a search sees it: with the line ends and the encoding that the other tools see.
//!
//! A lone CR ends a line like LF and CRLF. Where a match may span lines, all of them are LF, so that `\n` matches
//! between any two lines. A pattern that names `\r` sees the bytes of line ends as they are.

use std::io::{self, Read};

/// The line ends that a pattern sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LineEnds {
    /// The line ends of the file.
    Kept,
    /// LF or CRLF.
    #[default]
    WithoutLoneReturns,
    Unified,
}

impl LineEnds {
    /// Returns those for a pattern.
    pub(super) fn of_pattern(pattern: &str, spans_lines: bool) -> LineEnds {
        let names_returns = ["\r", "\\r", "\\x0d", "\\x0D", "\\x{d}", "\\x{D}", "\\x{0d}", "\\x{0D}"];
        if names_returns.iter().any(|name| pattern.contains(name)) {
            LineEnds::Kept
        } else if spans_lines {
            LineEnds::Unified
        } else {
            LineEnds::WithoutLoneReturns
        }
    }

    /// Rewrites the line ends of a part of a text in place, and returns its length then. `is_end` says that nothing
    /// follows. A CR at the end of a part becomes LF, and true is returned: an LF that comes next belongs to it.
    fn rewrite(self, bytes: &mut [u8], is_end: bool) -> (usize, bool) {
        if self == LineEnds::Kept || !bytes.contains(&b'\r') {
            return (bytes.len(), false);
        }
        let ends_with_return = bytes.last() == Some(&b'\r');
        let mut length = 0;
        let mut at = 0;
        while let Some(byte) = bytes.get(at).copied() {
            let next = bytes.get(at + 1).copied();
            at += 1;
            bytes[length] = match (byte, next) {
                (b'\r', Some(b'\n')) if self == LineEnds::Unified => {
                    at += 1;
                    b'\n'
                }
                (b'\r', Some(b'\n')) => b'\r',
                (b'\r', _) => b'\n',
                (other, _) => other,
            };
            length += 1;
        }
        (length, !is_end && ends_with_return)
    }

    /// Rewrites the line ends of a whole text in place, and returns its length then.
    pub(super) fn rewrite_whole(self, bytes: &mut [u8]) -> usize {
        self.rewrite(bytes, true).0
    }
}

/// A reader of a file as a search sees it, which also finds out if it is UTF-8.
pub(super) struct TextReader<R> {
    file: R,
    line_ends: LineEnds,
    /// True when an LF that comes next belongs to a CR that was read.
    skips_feed: bool,
    check: Utf8Check,
}

/// A check of bytes for UTF-8, part by part.
#[derive(Debug, Default)]
pub(super) struct Utf8Check {
    is_broken: bool,
    /// The beginning of a character whose rest is still to come.
    begun: Vec<u8>,
}

impl<R: Read> TextReader<R> {
    pub(super) fn new(file: R, line_ends: LineEnds) -> TextReader<R> {
        TextReader { file, line_ends, skips_feed: false, check: Utf8Check::default() }
    }

    /// Returns true if all that was read is UTF-8.
    pub(super) fn is_utf8(&self) -> bool {
        !self.check.is_broken
    }
}

impl<R: Read> Read for TextReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let mut length = self.file.read(buffer)?;
            self.check.add(&buffer[..length], length == 0 && !buffer.is_empty());
            if length == 0 {
                return Ok(0);
            }
            if std::mem::take(&mut self.skips_feed) && buffer[0] == b'\n' {
                buffer.copy_within(1..length, 0);
                length -= 1;
            }
            (length, self.skips_feed) = self.line_ends.rewrite(&mut buffer[..length], false);
            if length > 0 {
                return Ok(length);
            }
        }
    }
}

impl Utf8Check {
    fn add(&mut self, bytes: &[u8], is_end: bool) {
        if self.is_broken {
            return;
        }
        let mut rest = bytes;
        while let (false, Some((first, others))) = (self.begun.is_empty(), rest.split_first()) {
            self.begun.push(*first);
            rest = others;
            match std::str::from_utf8(&self.begun) {
                Ok(_) => self.begun.clear(),
                Err(cause) if cause.error_len().is_some() => {
                    self.is_broken = true;
                    return;
                }
                Err(_) => {}
            }
        }
        if let Err(cause) = std::str::from_utf8(rest) {
            match cause.error_len() {
                Some(_) => self.is_broken = true,
                None => self.begun = rest[cause.valid_up_to()..].to_vec(),
            }
        }
        self.is_broken |= is_end && !self.begun.is_empty();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that yields a few bytes at once.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(buffer.len());
            self.0.read(&mut buffer[..length])
        }
    }

    #[test]
    fn line_ends_are_the_same_however_a_file_is_cut() {
        let bytes = b"a\rb\r\nc\n\r\rd\r\n\r\n\re\r";
        for (line_ends, expected) in [
            (LineEnds::Kept, &bytes[..]),
            (LineEnds::Unified, b"a\nb\nc\n\n\nd\n\n\ne\n"),
            (LineEnds::WithoutLoneReturns, b"a\nb\r\nc\n\n\nd\r\n\r\n\ne\n"),
        ] {
            let mut whole = bytes.to_vec();
            let length = line_ends.rewrite_whole(&mut whole);
            assert_eq!(whole[..length], *expected, "{line_ends:?}");
            for size in 1..bytes.len() {
                let mut text = String::new();
                TextReader::new(Slow(bytes, size), line_ends).read_to_string(&mut text).unwrap();
                // A CRLF that was cut in two is an LF, which ends a line too.
                let lines = |text: &str| text.replace("\r\n", "\n");
                let expected = lines(std::str::from_utf8(expected).unwrap());
                assert_eq!(lines(&text), expected, "{line_ends:?}, {size} bytes at once");
            }
        }
    }

    #[test]
    fn broken_utf8_is_noticed_however_a_file_is_cut() {
        for (bytes, is_utf8) in [
            ("aé기🎉".as_bytes(), true),
            (b"a\xe9b", false),
            (b"a\xc3", false),
            (b"\xf0\x9f\x8e", false),
            (b"\xed\xa0\x80", false),
            (b"", true),
        ] {
            for size in 1..6 {
                let mut reader = TextReader::new(Slow(bytes, size), LineEnds::Kept);
                io::copy(&mut reader, &mut io::sink()).unwrap();
                assert_eq!(reader.is_utf8(), is_utf8, "{bytes:?}, {size} bytes at once");
            }
        }
    }
}
