//! A walk through the view and the bytes of a file side by side.

use std::cell::OnceCell;

use super::contents::Contents;
use super::encoding::Encoding;
use super::line_end::LineEnd;
use super::lines::{Line, LineIndex, Lines};
use scenewright_error::{Error, Kind, Result};

/// The number of bytes above which a jump uses the index of the lines.
const FAR: usize = 4_096;

/// A cursor that walks the view forwards once, so that many spans of one long line cost one pass over it.
pub(super) struct Cursor<'a> {
    contents: &'a Contents,
    encoding: Encoding,
    index: &'a LineIndex,
    lines: Lines<'a>,
    line: Line,
    /// The line end, and the next line, computed on demand.
    next: OnceCell<Option<(LineEnd, Line)>>,
    view_offset: usize,
    byte_offset: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(contents: &'a Contents, encoding: Encoding, index: &'a LineIndex) -> Self {
        let line = index.before_offset(0);
        Cursor {
            contents,
            encoding,
            index,
            lines: Lines::new(contents, encoding),
            line,
            next: OnceCell::new(),
            view_offset: line.view_start,
            byte_offset: line.byte_start,
        }
    }

    /// Advances to an offset of the view, and returns its place in the bytes of the file.
    pub(super) fn advance(&mut self, offset: usize) -> Result<usize> {
        let view = self.contents.view();
        if offset < self.view_offset {
            return Err(out_of_order());
        }
        if !view.is_char_boundary(offset) {
            return Err(misuse(format!("the offset {offset} is not between two characters of the text")));
        }
        // The index knows every 64th line; for a short way, walking on costs less than looking that up.
        if offset - self.view_offset > FAR {
            self.go_to(self.index.before_offset(offset));
        }
        while let Some((_, next)) = self.next()
            && next.view_start <= offset
        {
            self.go_to(next);
        }
        let passed = &view[self.view_offset..offset];
        self.byte_offset += self.encoding.length_of(passed);
        self.view_offset = offset;
        Ok(self.byte_offset)
    }

    fn go_to(&mut self, line: Line) {
        // The mark before an offset may lie before the cursor, which has read further.
        if line.number > self.line.number {
            (self.view_offset, self.byte_offset) = (line.view_start, line.byte_start);
            (self.line, self.next) = (line, OnceCell::new());
        }
    }

    fn next(&self) -> Option<(LineEnd, Line)> {
        *self.next.get_or_init(|| self.lines.next(self.line))
    }

    /// Returns the ends of the lines from this one on.
    pub(super) fn ends(&self) -> Ends<'a> {
        Ends { lines: self.lines, line: self.line, known: self.next.get().copied(), until: usize::MAX }
    }
}

/// Ends of lines in their order.
pub(super) struct Ends<'a> {
    lines: Lines<'a>,
    line: Line,
    known: Option<Option<(LineEnd, Line)>>,
    until: usize,
}

impl Ends<'_> {
    /// Restricts the ends to lines that begin no later than the offset.
    pub(super) fn up_to(self, offset: usize) -> Self {
        Ends { until: offset, ..self }
    }
}

impl Iterator for Ends<'_> {
    type Item = LineEnd;

    fn next(&mut self) -> Option<LineEnd> {
        if self.line.view_start > self.until {
            return None;
        }
        let (end, next) = self.known.take().unwrap_or_else(|| self.lines.next(self.line))?;
        self.line = next;
        Some(end)
    }
}

/// Returns the error for spans that do not follow each other.
pub(super) fn out_of_order() -> Error {
    misuse("the spans are out of order or overlap")
}

/// Returns the error for a mistake of the caller in this crate, never of the user.
pub(super) fn misuse(what: impl Into<String>) -> Error {
    Error::new(Kind::Internal, format!("Could not replace text: {}.", what.into()))
}
