//! The search of one file, in bounded memory.
//!
//! A small file is read at once, a larger one piece by piece. The pieces of each thread are small; a file whose
//! lines do not fit into them is searched once more with larger ones, by one thread at a time. Files are never
//! mapped: one that is truncated in the meantime would end the process.
//!
//! A file that is not UTF-8 is decoded as the other tools decode it, and searched then. Where its encoding is not
//! sure, or it is too large for that, its bytes are searched as they are, and it is reported.

use std::io::{self, Cursor, Read};
use std::sync::Mutex;

use grep_matcher::LineTerminator;
use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkContext, SinkMatch};

use super::file_text::{LineEnds, TextReader};
use scenewright_error::Result;
use scenewright_fs::Interrupt;
use scenewright_fs::disk::{FileReader, Metadata};
use scenewright_text::Document;

/// The largest file that is read at once, in bytes.
const SMALL_FILE: usize = 256 * 1024;

/// The size of a piece that the lines of most files fit into.
const SMALL_PIECE: usize = 2 * 1024 * 1024;

/// The longest line that is searched, and the largest file where matches may span lines; others are reported.
pub(super) const MAX_PIECE_BYTES: usize = 16 * 1024 * 1024 + 128 * 1024;

/// The bytes at the beginning of a file in which a NUL makes it binary.
const SNIFFED: usize = 64 * 1024;

/// The lock of the one thread that works with large pieces.
static LARGE_PIECES: Mutex<()> = Mutex::new(());

/// The options for searching lines.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineOptions {
    pub(super) multiline: bool,
    pub(super) before: usize,
    pub(super) after: usize,
    pub(super) line_ends: LineEnds,
}

/// The way in which a search ended. Matches before the place where it ended have been seen.
#[derive(Debug)]
pub(super) enum Ending {
    /// The whole file was searched, or as much of it as was wanted.
    Done,
    Binary,
    /// A NUL was found after text, which was searched.
    BinaryAfterText,
    /// The file is not UTF-8, and its bytes were searched as they are.
    UnknownEncoding,
    /// A line is longer than [`MAX_PIECE_BYTES`].
    LineTooLong,
    /// The file is longer than that, and matches may span lines.
    TooLarge,
    Interrupted,
    /// The file was removed or swapped in the meantime.
    Gone,
    Unreadable(String),
}

/// A receiver of the matches of a file. It may be asked to begin again.
pub(super) trait Collect: Sink<Error = io::Error> {
    fn begin_again(&mut self);
}

/// A searcher of files, one after the other.
pub(super) struct FileSearcher<'a> {
    matcher: RegexMatcher,
    options: LineOptions,
    searcher: Searcher,
    interrupt: Interrupt<'a>,
    buffer: Vec<u8>,
}

impl<'a> FileSearcher<'a> {
    pub(super) fn new(
        matcher: RegexMatcher,
        options: LineOptions,
        interrupt: Interrupt<'a>,
    ) -> FileSearcher<'a> {
        let searcher = options.searcher(SMALL_PIECE);
        FileSearcher { matcher, options, searcher, interrupt, buffer: Vec::new() }
    }

    pub(super) fn matcher(&self) -> &RegexMatcher {
        &self.matcher
    }

    /// Searches the file that `open` opens, which is called twice where lines are long. Returns its metadata if it
    /// was there.
    pub(super) fn search(
        &mut self,
        open: &dyn Fn() -> Result<Option<FileReader>>,
        collect: &mut impl Collect,
    ) -> (Option<Metadata>, Ending) {
        let mut file = match open() {
            Ok(Some(file)) => file,
            Ok(None) => return (None, Ending::Gone),
            Err(error) => return (None, Ending::Unreadable(error.message)),
        };
        let metadata = file.metadata;
        let begun = self.read_beginning(&mut file);
        let (length, is_whole) = match begun {
            Ok(begun) => begun,
            Err(cause) => return (Some(metadata), unreadable(&cause)),
        };
        let beginning = &self.buffer[..length];
        let is_wide = beginning.starts_with(b"\xff\xfe") || beginning.starts_with(b"\xfe\xff");
        if !is_wide && beginning[..length.min(SNIFFED)].contains(&0) {
            return (Some(metadata), Ending::Binary);
        }
        let line_ends = if is_wide { LineEnds::Kept } else { self.options.line_ends };
        if is_whole && !is_wide {
            return (Some(metadata), self.search_text(length, collect));
        }
        if is_whole && let Ok(document) = Document::decode(self.buffer[..length].to_vec()) {
            return (Some(metadata), self.search_view(document.view(), collect));
        }
        let mut ending = Ending::UnknownEncoding;
        if !is_wide {
            let pieces = TextReader::new(Cursor::new(beginning).chain(file), line_ends);
            ending = search_pieces(&mut self.searcher, &self.matcher, pieces, self.interrupt, collect);
        }
        if matches!(ending, Ending::UnknownEncoding) && !is_whole {
            let _one_at_a_time = LARGE_PIECES.lock();
            if let Some(document) = self.read_document(open) {
                collect.begin_again();
                return (Some(metadata), self.search_view(document.view(), collect));
            }
        }
        if !is_wide && !matches!(ending, Ending::LineTooLong | Ending::TooLarge) {
            return (Some(metadata), ending);
        }
        collect.begin_again();
        let _one_at_a_time = LARGE_PIECES.lock();
        let ending = match open() {
            Ok(Some(file)) => {
                let mut searcher = self.options.searcher(MAX_PIECE_BYTES);
                let pieces = TextReader::new(file, line_ends);
                let ending = search_pieces(&mut searcher, &self.matcher, pieces, self.interrupt, collect);
                match ending {
                    // It has a mark, by which it was decoded piece by piece.
                    Ending::UnknownEncoding if is_wide && !is_whole => Ending::Done,
                    other => other,
                }
            }
            Ok(None) => Ending::Gone,
            Err(error) => Ending::Unreadable(error.message),
        };
        (Some(metadata), ending)
    }

    /// Reads a file that is not UTF-8 as a whole; `None` where its encoding is not sure or it is too large.
    fn read_document(&self, open: &dyn Fn() -> Result<Option<FileReader>>) -> Option<Document> {
        let file = open().ok()??;
        let mut bytes = Vec::new();
        let mut reader = WatchedReader::new(file.take(MAX_PIECE_BYTES as u64 + 1), self.interrupt);
        reader.read_to_end(&mut bytes).ok()?;
        if bytes.len() > MAX_PIECE_BYTES {
            return None;
        }
        Document::decode(bytes).ok()
    }

    /// Searches a text whose line ends are LF.
    fn search_view(&mut self, view: &str, collect: &mut impl Collect) -> Ending {
        match self.searcher.search_slice(&self.matcher, view.as_bytes(), collect) {
            Ok(()) => Ending::Done,
            Err(cause) => unreadable(&cause),
        }
    }

    /// Searches a file that is in memory up to its first NUL.
    fn search_text(&mut self, length: usize, collect: &mut impl Collect) -> Ending {
        let text = &self.buffer[..length];
        if std::str::from_utf8(text).is_err() && !text.contains(&0) {
            if let Ok(document) = Document::decode(text.to_vec()) {
                return self.search_view(document.view(), collect);
            }
            let length = self.options.line_ends.rewrite_whole(&mut self.buffer[..length]);
            return match self.searcher.search_slice(&self.matcher, &self.buffer[..length], collect) {
                Ok(()) => Ending::UnknownEncoding,
                Err(cause) => unreadable(&cause),
            };
        }
        let length = self.options.line_ends.rewrite_whole(&mut self.buffer[..length]);
        let text = &self.buffer[..length];
        let nul = if text.contains(&0) { text.iter().position(|byte| *byte == 0) } else { None };
        let text = match nul {
            // The line that it is in is no text either.
            Some(nul) => &text[..text[..nul].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)],
            None => text,
        };
        match self.searcher.search_slice(&self.matcher, text, collect) {
            Ok(()) if nul.is_some() => Ending::BinaryAfterText,
            Ok(()) => Ending::Done,
            Err(cause) => unreadable(&cause),
        }
    }

    /// Fills the buffer; returns how much of it, and true if that is the whole file.
    fn read_beginning(&mut self, file: &mut FileReader) -> io::Result<(usize, bool)> {
        let size = usize::try_from(file.metadata.stamp.size).unwrap_or(usize::MAX);
        // Asking for one byte more than the file has finds its end without another call.
        let wanted = size.saturating_add(1).min(SMALL_FILE);
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted.max(64 * 1024), 0);
        }
        let mut length = 0;
        loop {
            match file.read(&mut self.buffer[length..]) {
                Ok(0) => return Ok((length, true)),
                Ok(count) => length += count,
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => continue,
                Err(cause) => return Err(cause),
            }
            if length == size && length < self.buffer.len() {
                return Ok((length, true));
            }
            if length == self.buffer.len() {
                return Ok((length, false));
            }
        }
    }
}

impl LineOptions {
    fn searcher(self, largest_piece: usize) -> Searcher {
        SearcherBuilder::new()
            .line_terminator(LineTerminator::crlf())
            .line_number(true)
            .multi_line(self.multiline)
            .before_context(self.before)
            .after_context(self.after)
            .binary_detection(BinaryDetection::quit(0))
            .heap_limit(Some(largest_piece))
            .build()
    }
}

fn search_pieces(
    searcher: &mut Searcher,
    matcher: &RegexMatcher,
    file: TextReader<impl Read>,
    interrupt: Interrupt<'_>,
    collect: &mut impl Collect,
) -> Ending {
    let mut reader = WatchedReader::new(file, interrupt);
    let mut watched = WatchedCollect { collect, binary_at: None };
    let searched = searcher.search_reader(matcher, &mut reader, &mut watched);
    match (searched, watched.binary_at) {
        _ if reader.was_interrupted => Ending::Interrupted,
        (Ok(()), None) if !reader.file.is_utf8() => Ending::UnknownEncoding,
        (Ok(()), None) => Ending::Done,
        (Ok(()), Some(at)) if at < SNIFFED as u64 => Ending::Binary,
        (Ok(()), Some(_)) => Ending::BinaryAfterText,
        // Any other error than of reading means that a line does not fit.
        (Err(_), _) => match reader.failure {
            Some(cause) => Ending::Unreadable(cause),
            None if searcher.multi_line_with_matcher(matcher) => Ending::TooLarge,
            None => Ending::LineTooLong,
        },
    }
}

fn unreadable(cause: &io::Error) -> Ending {
    Ending::Unreadable(format!("Could not read the file: {cause}"))
}

/// A reader that records why reading ended.
struct WatchedReader<'a, R> {
    file: R,
    interrupt: Interrupt<'a>,
    was_interrupted: bool,
    failure: Option<String>,
}

impl<'a, R> WatchedReader<'a, R> {
    fn new(file: R, interrupt: Interrupt<'a>) -> WatchedReader<'a, R> {
        WatchedReader { file, interrupt, was_interrupted: false, failure: None }
    }
}

impl<R: Read> Read for WatchedReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.interrupt.check().is_some() {
            self.was_interrupted = true;
            return Err(io::Error::other("interrupted"));
        }
        let read = self.file.read(buffer);
        match &read {
            Err(cause) if cause.kind() != io::ErrorKind::Interrupted => {
                self.failure = Some(format!("Could not read the file: {cause}"));
            }
            _ => {}
        }
        read
    }
}

/// A collector that records the place of the first NUL.
struct WatchedCollect<'a, C> {
    collect: &'a mut C,
    binary_at: Option<u64>,
}

impl<C: Sink<Error = io::Error>> Sink for WatchedCollect<'_, C> {
    type Error = io::Error;

    fn matched(&mut self, searcher: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        self.collect.matched(searcher, found)
    }

    fn context(&mut self, searcher: &Searcher, line: &SinkContext<'_>) -> io::Result<bool> {
        self.collect.context(searcher, line)
    }

    fn binary_data(&mut self, _: &Searcher, offset: u64) -> io::Result<bool> {
        self.binary_at = Some(offset);
        Ok(true)
    }
}
