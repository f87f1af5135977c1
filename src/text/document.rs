//! A text file in memory: its bytes, the view that tools match on, and the map between the two.

use std::ops::Range;

use super::decode::{Contents, Decoded, Line, decode, decode_as, sniff};
use super::encoding::Encoding;
use super::line_end::{LineEnd, majority, normalize};
use crate::error::{Error, Kind, Result};

/// A text file. Offsets are bytes of the view, lines are counted from 1.
///
/// A line is what a line end closes; text after the last line end is a line too, an empty rest is none. So
/// `"a\nb\n"` and `"a\nb"` both have two lines, and an empty file has none.
#[derive(Clone, Debug)]
pub struct Document {
    contents: Contents,
    encoding: Encoding,
    /// One entry for each line end, and one for what follows the last.
    lines: Vec<Line>,
    line_end: LineEnd,
}

impl Document {
    /// Reads a file's bytes: UTF-8 with or without a byte order mark, UTF-16 with one, and legacy encodings where
    /// they are found with certainty. Refuses what is not text (`binary_file`) or cannot be written back byte for
    /// byte (`unsupported_encoding`).
    pub fn decode(bytes: Vec<u8>) -> Result<Document> {
        decode(bytes).map(Document::of)
    }

    /// Reads the bytes that a change of a file in this encoding has made, whatever they would be taken for alone.
    pub fn decode_as(bytes: Vec<u8>, encoding: Encoding) -> Result<Document> {
        decode_as(bytes, encoding).map(Document::of)
    }

    /// A new file: UTF-8 with LF line ends, whatever line ends the text came with.
    pub fn from_text(text: &str) -> Result<Document> {
        Document::from_text_with(text, LineEnd::Lf)
    }

    /// A new file: UTF-8 with these line ends, whatever line ends the text came with.
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
        let line_end = majority(lines.iter().filter_map(|line| line.end));
        Document { contents, encoding, lines, line_end }
    }

    /// The text with LF line ends and without a byte order mark.
    pub fn view(&self) -> &str {
        match &self.contents {
            Contents::Plain(text) => text,
            Contents::Mapped { view, .. } => view,
        }
    }

    /// The file as it is on disk.
    pub fn bytes(&self) -> &[u8] {
        match &self.contents {
            Contents::Plain(text) => text.as_bytes(),
            Contents::Mapped { bytes, .. } => bytes,
        }
    }

    pub fn into_bytes(self) -> Vec<u8> {
        match self.contents {
            Contents::Plain(text) => text.into_bytes(),
            Contents::Mapped { bytes, .. } => bytes,
        }
    }

    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The line end that most lines of the file have; LF where there are none.
    pub fn line_end(&self) -> LineEnd {
        self.line_end
    }

    pub fn line_count(&self) -> usize {
        let last = self.lines.len() - 1;
        if self.lines[last].view_start == self.view().len() { last } else { last + 1 }
    }

    /// The number of the line that an offset is in. The end of a file that ends with a line end is one past
    /// the last line.
    pub fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.view_start <= offset)
    }

    /// A line's text without its line end; `None` where the file has no such line.
    pub fn line(&self, number: usize) -> Option<&str> {
        self.line_range(number).map(|range| &self.view()[range])
    }

    /// A line's place in the view, without its line end; `None` where the file has no such line.
    pub fn line_range(&self, number: usize) -> Option<Range<usize>> {
        if number == 0 || number > self.line_count() {
            return None;
        }
        let start = self.lines[number - 1].view_start;
        let end = self.lines.get(number).map_or(self.view().len(), |next| next.view_start - 1);
        Some(start..end)
    }

    /// The lines in order, each without its line end.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        (1..=self.line_count()).map_while(|number| self.line(number))
    }

    /// The place in the file's bytes of an offset of the view. A line end counts as one: its offset is that of
    /// its first byte, and the next offset is past its last.
    pub fn byte_offset(&self, offset: usize) -> Result<usize> {
        ByteCursor::new(self).advance(offset)
    }

    /// The file's bytes with these spans of the view replaced, and nothing else touched.
    ///
    /// The spans must be in order and must not overlap. New text takes the line ends of the lines it replaces,
    /// one after the other, and for more lines the last of them; where the replaced lines have none, the line
    /// end that most of the file has. Of a span and its new text, the head and tail that agree are left alone.
    ///
    /// Invariant: bytes outside the spans never change. (Deleting all that stood between a lone CR and an LF
    /// therefore leaves what reads as one CRLF.)
    pub fn splice(&self, replacements: &[(Range<usize>, &str)]) -> Result<Vec<u8>> {
        let grown: usize = replacements.iter().map(|(_, text)| text.len()).sum();
        let mut bytes = Vec::with_capacity(self.bytes().len() + grown);
        let mut cursor = ByteCursor::new(self);
        let mut copied = 0;
        for (span, text) in replacements {
            if span.start > span.end || span.end > self.view().len() {
                return Err(misuse(format!(
                    "the span {span:?} is not in a text of {} bytes",
                    self.view().len()
                )));
            }
            let Some(old) = self.view().get(span.clone()) else {
                return Err(misuse(format!("the span {span:?} cuts a character in two")));
            };
            let new = normalize(text);
            refuse_nul(&new)?;
            let (head, tail) = common_head_and_tail(old, &new);
            let from = cursor.advance(span.start + head)?;
            bytes.extend_from_slice(&self.bytes()[copied..from]);
            self.write_lines(span, &new, head..new.len() - tail, &mut bytes)?;
            copied = cursor.advance(span.end - tail)?;
        }
        bytes.extend_from_slice(&self.bytes()[copied..]);
        self.refuse_misreading(&bytes, replacements)?;
        Ok(bytes)
    }

    /// The bytes of a file that holds this text instead, in the encoding and with the line end of this one.
    pub fn rewrite(&self, text: &str) -> Result<Vec<u8>> {
        let text = normalize(text);
        refuse_nul(&text)?;
        let mark = self.encoding.mark();
        // A mark that the text brings along is the one that the file has.
        let text = if mark.is_empty() { &text[..] } else { text.strip_prefix('\u{FEFF}').unwrap_or(&text) };
        let mut bytes = mark.to_vec();
        match self.line_end {
            LineEnd::Lf => self.encoding.encode_onto(text, &mut bytes)?,
            end => self.encoding.encode_onto(&text.replace('\n', end.as_str()), &mut bytes)?,
        }
        self.refuse_misreading(&bytes, &[(0..self.view().len(), text)])?;
        Ok(bytes)
    }

    /// Writes the `written` part of `new`, which replaces `span`, with the line ends that its lines are to have.
    fn write_lines(
        &self,
        span: &Range<usize>,
        new: &str,
        written: Range<usize>,
        bytes: &mut Vec<u8>,
    ) -> Result<()> {
        let touched = self.line_of(span.start)..=self.line_of(span.end);
        let mut ends = self.lines[touched.start() - 1..*touched.end()].iter().filter_map(|line| line.end);
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

    /// A legacy encoding is found from the bytes alone, so new bytes may make a file look like one in another
    /// encoding. Then new text other than ASCII would be read as something else, and is refused.
    fn refuse_misreading(&self, bytes: &[u8], replacements: &[(Range<usize>, &str)]) -> Result<()> {
        if !matches!(self.encoding, Encoding::Legacy(_)) {
            return Ok(());
        }
        let announces_another = sniff(bytes).ok() != Some(Encoding::Utf8);
        if !announces_another && replacements.iter().all(|(_, text)| text.is_ascii()) {
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

/// A CR and an LF that a deletion leaves side by side are read as one line end.
fn without_line_ends(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').filter(|line| !line.is_empty())
}

/// Walks the view forwards once, so that many spans of one long line cost one pass over it.
struct ByteCursor<'a> {
    document: &'a Document,
    view_offset: usize,
    byte_offset: usize,
}

impl<'a> ByteCursor<'a> {
    fn new(document: &'a Document) -> Self {
        ByteCursor { document, view_offset: 0, byte_offset: document.lines[0].byte_start }
    }

    fn advance(&mut self, offset: usize) -> Result<usize> {
        let document = self.document;
        if offset < self.view_offset {
            return Err(misuse("the spans are out of order or overlap"));
        }
        if !document.view().is_char_boundary(offset) {
            return Err(misuse(format!("the offset {offset} is not between two characters of the text")));
        }
        let line = document.lines[document.line_of(offset) - 1];
        if line.view_start > self.view_offset {
            self.view_offset = line.view_start;
            self.byte_offset = line.byte_start;
        }
        let passed = &document.view()[self.view_offset..offset];
        self.byte_offset += document.encoding.length_of(passed);
        self.view_offset = offset;
        Ok(self.byte_offset)
    }
}

/// The lengths of the longest head and the longest tail that two texts share, whole characters, not overlapping.
fn common_head_and_tail(old: &str, new: &str) -> (usize, usize) {
    let same = |(a, b): &(char, char)| a == b;
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

/// A mistake of the caller in this crate, never of the user.
fn misuse(what: impl Into<String>) -> Error {
    Error::new(Kind::Internal, format!("Could not replace text: {}.", what.into()))
}
