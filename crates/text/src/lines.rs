//! The offsets of a file's lines, in the view and in the file, for a small part of the memory of either.

use memchr::{memchr, memchr2};

use super::contents::Contents;
use super::encoding::Encoding;
use super::line_end::LineEnd;

/// The number of lines per kept offset; those between are counted from there. An offset takes 16 bytes, so that a million lines
/// need 250 kB.
const LINES_PER_MARK: usize = 64;

/// The beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The number, from 1.
    pub(super) number: usize,
    pub(super) view_start: usize,
    pub(super) byte_start: usize,
}

/// A text with its file, read line by line.
#[derive(Clone, Copy)]
pub(super) struct Lines<'a> {
    view: &'a str,
    /// The bytes of the file; `None` where it is its own view.
    bytes: Option<&'a [u8]>,
    encoding: Encoding,
}

/// The offsets of lines all over a file, and the counts of its line ends.
#[derive(Clone, Debug)]
pub(super) struct LineIndex {
    marks: Vec<(usize, usize)>,
    /// The counts of line ends, in the order of [`LineEnd`].
    ends: [usize; 3],
}

impl Line {
    fn first(byte_start: usize) -> Line {
        Line { number: 1, view_start: 0, byte_start }
    }
}

impl<'a> Lines<'a> {
    pub(super) fn new(contents: &'a Contents, encoding: Encoding) -> Lines<'a> {
        match contents {
            Contents::Plain(text) => Lines { view: text, bytes: None, encoding },
            Contents::Mapped { bytes, view } => Lines { view, bytes: Some(bytes), encoding },
        }
    }

    /// Returns the end of a line and the beginning of the next one; `None` for the text after the last line end.
    pub(super) fn next(self, line: Line) -> Option<(LineEnd, Line)> {
        let length = memchr(b'\n', &self.view.as_bytes()[line.view_start..])?;
        let view_start = line.view_start + length + 1;
        let number = line.number + 1;
        let Some(bytes) = self.bytes else {
            return Some((LineEnd::Lf, Line { number, view_start, byte_start: view_start }));
        };
        let content = &self.view[line.view_start..view_start - 1];
        let at = line.byte_start + self.length_of(content, &bytes[line.byte_start..]);
        let end = line_end_at(self.encoding, &bytes[at..]);
        let byte_start = at + self.encoding.length_of(end.as_str());
        Some((end, Line { number, view_start, byte_start }))
    }

    /// Returns the length in the file of a line's text. In a legacy encoding a line end is the same byte as ever.
    fn length_of(self, content: &str, bytes: &[u8]) -> usize {
        match self.encoding {
            // In all legacy encodings here, no byte of a longer character is CR or LF.
            Encoding::Legacy(_) => memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len()),
            other => other.length_of(content),
        }
    }
}

impl LineIndex {
    /// Makes the index; `start` is the length of the byte order mark.
    pub(super) fn of(contents: &Contents, encoding: Encoding, start: usize) -> LineIndex {
        let mut line = Line::first(start);
        let mut index = LineIndex { marks: vec![(line.view_start, line.byte_start)], ends: [0; 3] };
        if matches!(encoding, Encoding::Utf8 | Encoding::Utf8WithMark) {
            index.count_utf8(contents.bytes(), start);
            return index;
        }
        let lines = Lines::new(contents, encoding);
        while let Some((end, next)) = lines.next(line) {
            index.ends[end as usize] += 1;
            line = next;
            if (line.number - 1).is_multiple_of(LINES_PER_MARK) {
                index.marks.push((line.view_start, line.byte_start));
            }
        }
        index
    }

    /// Counts the lines of UTF-8, byte by byte but for blocks without line ends: to search for each end by itself takes
    /// several times as long where lines are short.
    fn count_utf8(&mut self, bytes: &[u8], start: usize) {
        // Long enough that the search for a line end runs in vector registers, short enough that most lines skip none in vain.
        const BLOCK: usize = 256;
        // Bytes so far that are not in the view: the mark, and the CR of each CRLF.
        let (mut at, mut left_out, mut number) = (start, start, 0_usize);
        while at < bytes.len() {
            let end = bytes.len().min(at + BLOCK);
            if !bytes[at..end].iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
                at = end;
                continue;
            }
            while at < end {
                let byte = bytes[at];
                at += 1;
                let line_end = match byte {
                    b'\n' => LineEnd::Lf,
                    b'\r' if bytes.get(at) == Some(&b'\n') => {
                        at += 1;
                        left_out += 1;
                        LineEnd::CrLf
                    }
                    b'\r' => LineEnd::Cr,
                    _ => continue,
                };
                self.ends[line_end as usize] += 1;
                number += 1;
                if number.is_multiple_of(LINES_PER_MARK) {
                    self.marks.push((at - left_out, at));
                }
            }
        }
    }

    /// Returns the counts of line ends, in the order of [`LineEnd`].
    pub(super) fn ends(&self) -> [usize; 3] {
        self.ends
    }

    /// Returns the last line of the index that does not begin after the offset of the view.
    pub(super) fn before_offset(&self, offset: usize) -> Line {
        self.mark(self.marks.partition_point(|(view_start, _)| *view_start <= offset) - 1)
    }

    /// Returns the last line of the index that does not come after the line, which is counted from 1.
    pub(super) fn before_line(&self, number: usize) -> Line {
        self.mark(((number - 1) / LINES_PER_MARK).min(self.marks.len() - 1))
    }

    fn mark(&self, index: usize) -> Line {
        let (view_start, byte_start) = self.marks[index];
        Line { number: 1 + index * LINES_PER_MARK, view_start, byte_start }
    }
}

fn line_end_at(encoding: Encoding, bytes: &[u8]) -> LineEnd {
    let unit = |index: usize| match encoding {
        Encoding::Utf16LittleEndian => pair(bytes, index).map(u16::from_le_bytes),
        Encoding::Utf16BigEndian => pair(bytes, index).map(u16::from_be_bytes),
        _ => bytes.get(index).map(|byte| u16::from(*byte)),
    };
    match (unit(0), unit(1)) {
        (Some(0x0D), Some(0x0A)) => LineEnd::CrLf,
        (Some(0x0D), _) => LineEnd::Cr,
        _ => LineEnd::Lf,
    }
}

fn pair(bytes: &[u8], index: usize) -> Option<[u8; 2]> {
    bytes.get(2 * index..2 * index + 2)?.try_into().ok()
}
