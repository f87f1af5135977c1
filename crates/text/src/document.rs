//! A text file in memory: its bytes, the view that tools match on, and the map between the two.

use std::borrow::Cow;
use std::ops::Range;

use bytes::Bytes;
use memchr::{memchr, memchr_iter};

use super::contents::Contents;
use super::cursor::{Cursor, Ends, misuse, out_of_order};
use super::decode::{Decoded, decode, decode_as, sniff};
use super::encoding::Encoding;
use super::line_end::{LineEnd, majority, next_of, normalize};
use super::lines::LineIndex;
use scenewright_error::{Error, Kind, Result};

/// A text file. Offsets are bytes of the view, lines are counted from 1.
///
/// A line is closed by a line end; text after the last line end is a line too, an empty rest is not. So
/// `"a\nb\n"` and `"a\nb"` both have two lines, and an empty file has none.
#[derive(Clone, Debug)]
pub struct Document {
    contents: Contents,
    encoding: Encoding,
    lines: LineIndex,
    line_end: LineEnd,
}

impl Document {
    /// Reads a file's bytes: UTF-8 with or without a byte order mark, UTF-16 with one, and legacy encodings where
    /// they are found with certainty. Refuses a file that is not text (`binary_file`) or cannot be written back
    /// byte for byte (`unsupported_encoding`).
    pub fn decode(bytes: impl Into<Bytes>) -> Result<Document> {
        decode(bytes.into()).map(Document::of)
    }

    /// Reads the bytes that a change of a file in this encoding has made, whatever encoding would be detected for
    /// them alone.
    pub fn decode_as(bytes: impl Into<Bytes>, encoding: Encoding) -> Result<Document> {
        decode_as(bytes.into(), encoding).map(Document::of)
    }

    /// Reads the bytes that a change of this document has made. Where the change took the last line end, new lines get the line end
    /// of this document.
    pub fn changed(&self, bytes: impl Into<Bytes>) -> Result<Document> {
        let mut changed = Document::decode_as(bytes, self.encoding)?;
        if changed.lines.ends() == [0; 3] {
            changed.line_end = self.line_end;
        }
        Ok(changed)
    }

    /// Makes a new file: UTF-8 with LF line ends, whatever line ends the text came with.
    pub fn from_text(text: &str) -> Result<Document> {
        Document::from_text_with(text, LineEnd::Lf)
    }

    /// Makes a new file: UTF-8 with these line ends, whatever line ends the text came with.
    pub fn from_text_with(text: &str, line_end: LineEnd) -> Result<Document> {
        let text = normalize(text);
        refuse_nul(&text)?;
        let text = match line_end {
            LineEnd::Lf => text.into_owned(),
            other => text.replace('\n', other.as_str()),
        };
        let mut document = Document::decode(text.into_bytes())?;
        document.line_end = line_end;
        Ok(document)
    }

    fn of(decoded: Decoded) -> Document {
        let Decoded { encoding, contents, lines } = decoded;
        let line_end = majority(lines.ends());
        Document { contents, encoding, lines, line_end }
    }

    /// Returns the text with LF line ends and without a byte order mark.
    pub fn view(&self) -> &str {
        self.contents.view()
    }

    /// Returns the file as it is on disk.
    pub fn bytes(&self) -> &[u8] {
        self.contents.bytes()
    }

    /// Returns the same bytes, shared and not copied.
    pub fn shared_bytes(&self) -> Bytes {
        self.contents.shared_bytes()
    }

    /// Returns the encoding that was detected; changes of the file keep it.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the line end that most lines of the file have; LF where there are none.
    pub fn line_end(&self) -> LineEnd {
        self.line_end
    }

    /// Returns the number of lines; 0 for an empty file.
    pub fn line_count(&self) -> usize {
        let ends: usize = self.lines.ends().iter().sum();
        let has_rest = !self.view().is_empty() && !self.view().ends_with('\n');
        ends + usize::from(has_rest)
    }

    /// Returns the number of the line that an offset is in. The end of a file that ends with a line end is
    /// one past the last line.
    pub fn line_of(&self, offset: usize) -> usize {
        let line = self.lines.before_offset(offset);
        let passed = &self.view().as_bytes()[line.view_start..offset.min(self.view().len())];
        line.number + memchr_iter(b'\n', passed).count()
    }

    /// Yields the numbers of the lines that these offsets, which are in order, are in.
    pub fn lines_of(&self, offsets: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
        let (mut number, mut passed) = (1, 0);
        offsets.map(move |offset| {
            let between = &self.view().as_bytes()[passed..offset];
            number += memchr_iter(b'\n', between).count();
            passed = offset;
            number
        })
    }

    /// Returns a line's text without its line end; `None` where the file has no such line.
    pub fn line(&self, number: usize) -> Option<&str> {
        self.line_range(number).map(|range| &self.view()[range])
    }

    /// Returns a line's place in the view, without its line end; `None` where the file has no such line.
    pub(crate) fn line_range(&self, number: usize) -> Option<Range<usize>> {
        if number == 0 || number > self.line_count() {
            return None;
        }
        let view = self.view().as_bytes();
        let line = self.lines.before_line(number);
        let mut start = line.view_start;
        for _ in line.number..number {
            start += memchr(b'\n', &view[start..])? + 1;
        }
        Some(start..memchr(b'\n', &view[start..]).map_or(view.len(), |length| start + length))
    }

    fn cursor(&self) -> Cursor<'_> {
        Cursor::new(&self.contents, self.encoding, &self.lines)
    }

    /// Yields the lines in order, each without its line end.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.view().split_terminator('\n')
    }

    /// Yields the lines from a number on, each without its line end. To ask for each by its number would count from the last mark
    /// every time.
    pub fn lines_from(&self, number: usize) -> impl Iterator<Item = &str> {
        let start = self.line_range(number).map_or(self.view().len(), |range| range.start);
        self.view()[start..].split_terminator('\n')
    }

    /// Returns the place in the file's bytes of an offset of the view. A line end counts as one: its offset is
    /// that of its first byte, and the next offset is past its last.
    pub(crate) fn byte_offset(&self, offset: usize) -> Result<usize> {
        self.cursor().advance(offset)
    }

    /// Returns the file's bytes with only these spans of the view replaced.
    ///
    /// The spans must be in order and must not overlap. New text takes the line ends of the lines it replaces,
    /// one after the other, and for more lines the last of them; where the replaced lines have none, the line
    /// end that most of the file has. Of a span and its new text, the head and tail that agree are left alone.
    ///
    /// Invariant: bytes outside the spans never change. (Deleting everything between a lone CR and an LF
    /// therefore leaves bytes that read as one CRLF.)
    pub fn splice(&self, replacements: &[(Range<usize>, &str)]) -> Result<Vec<u8>> {
        let grown: usize = replacements.iter().map(|(_, text)| text.len()).sum();
        self.splice_each(replacements.iter().cloned(), self.bytes().len() + grown)
    }

    /// Splices as [`splice`](Document::splice) does, for spans that are too many to be held. `length` is the
    /// approximate number of resulting bytes.
    pub(crate) fn splice_each<'t>(
        &self,
        replacements: impl Iterator<Item = (Range<usize>, &'t str)> + Clone,
        length: usize,
    ) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(length);
        let mut cursor = self.cursor();
        let mut copied = 0;
        // Many spans in a row often take the same text.
        let mut checked: Option<(&str, Cow<'_, str>)> = None;
        // A file whose only line end is gone may have another one than LF.
        let is_plain = matches!(self.contents, Contents::Plain(_)) && self.line_end == LineEnd::Lf;
        let is_of_one_kind = self.has_only_crlf();
        if is_of_one_kind {
            bytes.extend_from_slice(self.encoding.mark());
        }
        for (span, text) in replacements.clone() {
            if span.start > span.end || span.end > self.view().len() {
                return Err(misuse(format!(
                    "the span {span:?} is not in a text of {} bytes",
                    self.view().len()
                )));
            }
            let Some(old) = self.view().get(span.clone()) else {
                return Err(misuse(format!("the span {span:?} cuts a character in two")));
            };
            // Compared as pointers: replacing all occurrences passes the same text each time.
            let new = match &checked {
                Some((last, new)) if std::ptr::eq(*last, text) => new,
                _ => {
                    let new = normalize(text);
                    refuse_nul(&new)?;
                    &checked.insert((text, new)).1
                }
            };
            if is_plain {
                // The file is its own view, and all its lines end alike.
                let Some(kept) = self.bytes().get(copied..span.start) else { return Err(out_of_order()) };
                bytes.extend_from_slice(kept);
                bytes.extend_from_slice(new.as_bytes());
                copied = span.end;
                continue;
            }
            if is_of_one_kind {
                // The view decides for the file: every line of it, old and new, ends alike.
                let Some(kept) = self.view().get(copied..span.start) else { return Err(out_of_order()) };
                extend_with_crlf(&mut bytes, kept);
                extend_with_crlf(&mut bytes, new);
                copied = span.end;
                continue;
            }
            // The common parts keep their bytes, with the line ends and the encoding of the file.
            let (head, tail) = common_head_and_tail(old, new);
            cursor.advance(span.start)?;
            // The new lines take the line ends of the lines that they replace, one by one.
            let ends = cursor.ends().up_to(span.end);
            let from = cursor.advance(span.start + head)?;
            bytes.extend_from_slice(&self.bytes()[copied..from]);
            self.write_lines(ends, new, head..new.len() - tail, &mut bytes)?;
            copied = cursor.advance(span.end - tail)?;
        }
        if is_of_one_kind {
            extend_with_crlf(&mut bytes, &self.view()[copied..]);
        } else {
            bytes.extend_from_slice(&self.bytes()[copied..]);
        }
        self.refuse_misreading(&bytes, replacements)?;
        Ok(bytes)
    }

    /// Returns true if the lines of the file do not all end alike.
    pub(crate) fn has_mixed_line_ends(&self) -> bool {
        self.lines.ends().iter().filter(|count| **count > 0).count() > 1
    }

    /// Returns true if some line of the file ends with a CR alone.
    pub fn has_lone_cr(&self) -> bool {
        let [_, _, cr] = self.lines.ends();
        cr > 0
    }

    /// Returns true if the file is UTF-8 and each of its line ends is a CR and an LF.
    fn has_only_crlf(&self) -> bool {
        let is_utf8 = matches!(self.encoding, Encoding::Utf8 | Encoding::Utf8WithMark);
        is_utf8 && matches!(self.lines.ends(), [0, 1..=usize::MAX, 0])
    }

    /// Returns the length in the file of a text that is inserted, with the most that its line ends may take.
    pub(crate) fn length_in_file(&self, text: &str) -> usize {
        let more_for_ends = match self.line_end {
            LineEnd::CrLf => memchr_iter(b'\n', text.as_bytes()).count(),
            LineEnd::Lf | LineEnd::Cr => 0,
        };
        self.encoding.length_of(text) + more_for_ends
    }

    /// Returns the bytes of a file that holds this text instead, in the encoding and with the line end of this one.
    pub fn rewrite(&self, text: &str) -> Result<Vec<u8>> {
        let text = normalize(text);
        refuse_nul(&text)?;
        let mark = self.encoding.mark();
        // A mark that the text brings along is the one that the file has.
        let text = if mark.is_empty() { &text[..] } else { text.strip_prefix('\u{FEFF}').unwrap_or(&text) };
        let mut bytes = mark.to_vec();
        self.encode_lines(text, &mut bytes)?;
        self.require_readable(&bytes, text)?;
        Ok(bytes)
    }

    /// Appends a text with LF line ends in the encoding and with the line end of the file.
    pub(crate) fn encode_lines(&self, text: &str, bytes: &mut Vec<u8>) -> Result<()> {
        refuse_nul(text)?;
        match self.line_end {
            LineEnd::Lf => self.encoding.encode_onto(text, bytes),
            end => self.encoding.encode_onto(&text.replace('\n', end.as_str()), bytes),
        }
    }

    /// Refuses bytes that would not be read as this text.
    pub(crate) fn require_readable(&self, bytes: &[u8], text: &str) -> Result<()> {
        self.refuse_misreading(bytes, std::iter::once((0..self.view().len(), text)))
    }

    /// Writes the `written` part of `new` with the line ends of the lines that it replaces, in their order.
    fn write_lines(
        &self,
        mut ends: Ends<'_>,
        new: &str,
        written: Range<usize>,
        bytes: &mut Vec<u8>,
    ) -> Result<()> {
        if memchr(b'\n', new[written.clone()].as_bytes()).is_none() {
            return self.encoding.encode_onto(&new[written], bytes);
        }
        let mut end = ends.next().unwrap_or(self.line_end);
        for _ in new[..written.start].matches('\n') {
            end = ends.next().unwrap_or(end);
        }
        for piece in new[written].split_inclusive('\n') {
            match piece.strip_suffix('\n') {
                Some(content) => {
                    self.encoding.encode_onto(content, bytes)?;
                    self.encoding.encode_onto(end.as_str(), bytes)?;
                    end = ends.next().unwrap_or(end);
                }
                None => self.encoding.encode_onto(piece, bytes)?,
            }
        }
        Ok(())
    }

    /// Refuses bytes that would be misread. A legacy encoding is found from the bytes alone, so new bytes may
    /// make a file look like one in another encoding. Then new text other than ASCII would be read as
    /// something else, and is refused.
    fn refuse_misreading<'t>(
        &self,
        bytes: &[u8],
        replacements: impl Iterator<Item = (Range<usize>, &'t str)> + Clone,
    ) -> Result<()> {
        if !matches!(self.encoding, Encoding::Legacy(_)) {
            return Ok(());
        }
        // New text at the beginning may look like a byte order mark or a declaration.
        let announces_another = sniff(bytes).ok() != Some(Encoding::Utf8);
        if !announces_another && replacements.clone().all(|(_, text)| text.is_ascii()) {
            return Ok(());
        }
        let mut expected = String::with_capacity(bytes.len());
        let mut copied = 0;
        for (span, text) in replacements {
            expected.push_str(&self.view()[copied..span.start]);
            expected.push_str(&normalize(text));
            copied = span.end;
        }
        expected.push_str(&self.view()[copied..]);
        let is_read_back =
            |document: Document| without_line_ends(document.view()).eq(without_line_ends(&expected));
        // Detection runs on the new bytes as a later reader's would: a legacy encoding is nowhere written
        // down.
        if Document::decode(bytes.to_vec()).is_ok_and(is_read_back) {
            return Ok(());
        }
        Err(Error::new(
            Kind::UnsupportedEncoding,
            format!(
                "The file seems to be encoded in {}, but with the new text it would no longer be read as that. Nothing \
                 was changed.",
                self.encoding.name()
            ),
        )
        .with_hint("Convert the file to UTF-8 first, or write the new text in ASCII only."))
    }
}

/// Appends a text with a CR before each LF.
fn extend_with_crlf(bytes: &mut Vec<u8>, text: &str) {
    let text = text.as_bytes();
    let mut copied = 0;
    while let Some(length) = next_of(b'\n', &text[copied..]) {
        bytes.extend_from_slice(&text[copied..copied + length]);
        bytes.extend_from_slice(b"\r\n");
        copied += length + 1;
    }
    bytes.extend_from_slice(&text[copied..]);
}

/// Yields the text without line ends. A CR and an LF that a deletion leaves side by side are read as one line end.
fn without_line_ends(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').filter(|line| !line.is_empty())
}

/// Returns the lengths of the longest head and the longest tail that two texts share, whole characters, not
/// overlapping.
fn common_head_and_tail(old: &str, new: &str) -> (usize, usize) {
    let same = |(a, b): &(char, char)| a == b;
    // By characters: a common byte may be half of two different ones.
    let head = old.chars().zip(new.chars()).take_while(same).map(|(a, _)| a.len_utf8()).sum();
    let (old, new): (&str, &str) = (&old[head..], &new[head..]);
    let tail = old.chars().rev().zip(new.chars().rev()).take_while(same).map(|(a, _)| a.len_utf8()).sum();
    (head, tail)
}

fn refuse_nul(text: &str) -> Result<()> {
    match text.find('\0') {
        None => Ok(()),
        Some(offset) => {
            let line = 1 + text[..offset].matches('\n').count();
            Err(Error::new(
                Kind::InvalidInput,
                format!(
                    "The new text holds a NUL character (in its line {line}), which a text file cannot have."
                ),
            )
            .with_hint("Write it as an escape, such as \\0 or \\u0000 in a string."))
        }
    }
}
