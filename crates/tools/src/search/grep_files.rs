//! Files, and lines of files, that match a regular expression.
//!
//! Every file of the walk is searched up to its first match, or its matches are counted; then the first of those that
//! match are searched once more for their lines. So memory is bounded, whatever matches.

use std::io;

use grep_regex::RegexMatcher;
use grep_searcher::{Searcher, Sink, SinkMatch};

use super::chosen::Chosen;
use super::content::{FileLines, LineBudget, lines_of};
use super::file_search::{Collect, Ending, FileSearcher, LineOptions};
use super::file_text::LineEnds;
use super::matches::matching_parts;
use super::newest::{FoundFile, MAX_REFUSED, Newest, Permits, Sort};
use super::pattern::{Case, Lines, compile};
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::disk::{EntryKind, FileReader, Place};
use scenewright_fs::{
    IgnoreRules, Interrupt, Interrupted, OpenedPlace, Partial, PartialReason, RootSet, SearchPlace, Skipped,
    Visitor, WalkEntry, WalkOptions, open_place, walk,
};

/// The most files in the answer by default.
const DEFAULT_FILES: usize = 100;

/// The least that a row takes of the text in an answer, in bytes, so that many empty lines are bounded too.
const MIN_ROW_LEN: usize = 8;

/// The most text in the answer, in bytes.
const MAX_TEXT_LEN: usize = 1024 * 1024;

/// The output for the files that match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GrepOutput {
    /// The files alone, each searched no further than to its first match.
    #[default]
    FilesWithMatches,
    /// The lines that match, with those around them.
    Content,
    /// The number of lines that match.
    Count,
}

/// The places and options of a search, and the size of its answer.
#[derive(Clone, Copy)]
pub struct GrepFilesOptions<'a> {
    /// Folders to search in, and files. A file that is named is searched, whatever rules and patterns say.
    pub places: &'a [SearchPlace],
    /// The ignore rules; `None` searches ignored files, too.
    pub rules: Option<&'a IgnoreRules>,
    /// True when hidden files are searched. Those that a pattern of `include` names with their dot are
    /// searched anyway.
    pub hidden: bool,
    /// Patterns that a file must match one of; see [`PathPattern`]. Those after a `!` exclude files.
    pub include: &'a [String],
    /// The type of ripgrep's that a file must have.
    pub file_type: Option<&'a str>,
    /// The output for the files that match, by default their paths.
    pub output: GrepOutput,
    /// The number of lines before and after a match, for `Content`.
    pub before: usize,
    /// The number of lines after a match, likewise.
    pub after: usize,
    /// The treatment of letter case, by default smart.
    pub case: Case,
    /// True when a match may span lines; `.` then matches line ends, too.
    pub multiline: bool,
    /// True when the parts that match are answered or counted, for `Content` and `Count`, and not their lines.
    pub only_matching: bool,
    /// The order of the files, by default the newest first.
    pub sort: Sort,
    /// The most files, lines or counts, after `offset` of them were left out; 0 is no limit but that of the answer's
    /// text. By default 100 files, and all lines.
    pub head_limit: Option<usize>,
    /// The number of files, lines or counts to leave out first.
    pub offset: usize,
    /// Asked for each file before it is answered; one that it refuses is left out and counted.
    pub permits: Permits<'a>,
    /// The cancellation and the deadline of the search.
    pub interrupt: Interrupt<'a>,
}

/// The matches found, by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrepFilesResult {
    /// The files, for `FilesWithMatches`, and for `Count`.
    pub files: Vec<FoundFile>,
    /// The number of matching lines in each of `files`, for `Count`.
    pub counts: Vec<u64>,
    /// The lines, for `Content`.
    pub contents: Vec<FileLines>,
    /// The number of matching files in all.
    pub total_files: u64,
    /// The number of matching lines or parts in all, for `Content` and `Count`.
    pub total_matches: u64,
    /// True when there is more than is answered.
    pub truncated: bool,
    /// The offset at which to continue, if there is more.
    pub next_offset: Option<usize>,
    /// The counts of entries that were left out on purpose.
    pub skipped: Skipped,
    /// The files that could not be searched, or not whole, and the reason `deadline` where time ran out.
    pub partial: Partial,
}

impl Default for GrepFilesOptions<'_> {
    fn default() -> Self {
        GrepFilesOptions {
            places: &[],
            rules: None,
            hidden: false,
            include: &[],
            file_type: None,
            output: GrepOutput::FilesWithMatches,
            before: 0,
            after: 0,
            case: Case::Smart,
            multiline: false,
            only_matching: false,
            sort: Sort::Newest,
            head_limit: None,
            offset: 0,
            permits: &|_| Ok(true),
            interrupt: Interrupt::never(),
        }
    }
}

/// Searches files.
///
/// 1. Files in other encodings than UTF-8 are decoded as they are for reading. Where the encoding is not sure, bytes are
///    matched as they are, and the file is reported in `partial`.
/// 2. Lines end with LF, CRLF or a lone CR. `$` matches before either; where matches may span lines, `\n` matches either,
///    unless the pattern names `\r`.
/// 3. Binary files, with a NUL in their first 64 KiB, are skipped and counted.
/// 4. A file that cannot be read, or not whole, is reported in `partial`, and the others are searched.
pub fn grep_files(
    root_set: &RootSet,
    pattern: &str,
    options: &GrepFilesOptions<'_>,
) -> Result<GrepFilesResult> {
    let lines = if options.multiline { Lines::Several } else { Lines::OneByOneOfFile };
    let matcher = compile(pattern, options.case, lines)?;
    let line_ends = LineEnds::of_pattern(pattern, options.multiline);
    let chosen = Chosen::parse(options.include, options.file_type)?;
    let meant = |name: &str| chosen.names_hidden(name);
    let walk_options = WalkOptions {
        rules: options.rules,
        hidden: options.hidden,
        meant: &meant,
        deepest: None,
        interrupt: options.interrupt,
    };
    let mut starts = Vec::new();
    let mut files = Vec::new();
    for place in options.places {
        match open_place(root_set, place, options.rules)? {
            OpenedPlace::Folder(start) => starts.push(start),
            OpenedPlace::File { root, place, path } => files.push((root, place, path)),
        }
    }
    let limit = match (options.head_limit, options.output) {
        (None, GrepOutput::Content) | (Some(0), _) => MAX_TEXT_LEN / MIN_ROW_LEN,
        (None, _) => DEFAULT_FILES,
        (Some(limit), _) => limit,
    };
    // More files than are answered need not be kept: each has a line at least.
    let wanted = options.offset.saturating_add(limit).saturating_add(MAX_REFUSED);
    let visitor = || GrepVisitor::new(&matcher, &chosen, options, wanted, line_ends);
    let mut alone = visitor();
    for (root, place, path) in files {
        alone.search(root, &path, &place);
    }
    let mut walked = walk(&starts, &walk_options, visitor)?;
    walked.visitors.push(alone);
    let mut result =
        GrepFilesResult { skipped: walked.skipped, partial: walked.partial, ..Default::default() };
    let mut newest = Newest::new(wanted, options.sort);
    for visitor in walked.visitors {
        newest.add(visitor.newest);
        result.total_matches += visitor.matches;
        result.skipped.add(&visitor.skipped);
        result.partial.add(visitor.partial);
    }
    result.total_files = newest.total();
    let kept = permitted(newest.into_sorted(), limit, options, &mut result)?;
    if options.output == GrepOutput::Content {
        let line_options = LineOptions {
            multiline: options.multiline,
            before: if options.only_matching { 0 } else { options.before },
            after: if options.only_matching { 0 } else { options.after },
            line_ends,
        };
        let searcher = FileSearcher::new(matcher, line_options, options.interrupt);
        add_lines(root_set, searcher, kept, limit, options, &mut result);
    } else {
        let mut room = MAX_TEXT_LEN;
        let fits = |(file, _): &(FoundFile, u64)| {
            let was_left = room > 0;
            room = room.saturating_sub(file.path.len() + MIN_ROW_LEN);
            was_left
        };
        (result.files, result.counts) = kept.into_iter().skip(options.offset).take_while(fits).unzip();
        let next = options.offset.saturating_add(result.files.len());
        result.truncated = (next as u64) < result.total_files;
        result.next_offset = result.truncated.then_some(next);
        if options.output == GrepOutput::FilesWithMatches {
            result.counts.clear();
        }
    }
    // A deadline that passes after all was found takes nothing away.
    match options.interrupt.check() {
        Some(Interrupted::Cancelled) => Err(Error::new(Kind::Cancelled, "The search was cancelled.")),
        Some(Interrupted::Deadline) | None => Ok(result),
    }
}

/// Returns the files, up to the end of the page, that may be answered. Others do not count anywhere else.
fn permitted(
    found: Vec<(FoundFile, u64)>,
    limit: usize,
    options: &GrepFilesOptions<'_>,
    result: &mut GrepFilesResult,
) -> Result<Vec<(FoundFile, u64)>> {
    let wanted = options.offset.saturating_add(limit);
    let is_content = options.output == GrepOutput::Content;
    let (mut kept, mut rows) = (Vec::new(), 0_usize);
    for (file, count) in found {
        if rows >= wanted {
            break;
        }
        if (options.permits)(&file)? {
            rows = rows.saturating_add(if is_content {
                usize::try_from(count).unwrap_or(usize::MAX)
            } else {
                1
            });
            kept.push((file, count));
        } else {
            result.skipped.not_permitted += 1;
            result.total_files -= 1;
            result.total_matches -= count;
        }
    }
    Ok(kept)
}

/// Adds the lines of the files that are within the page. `limit` is the most of them.
fn add_lines(
    root_set: &RootSet,
    mut searcher: FileSearcher<'_>,
    files: Vec<(FoundFile, u64)>,
    limit: usize,
    options: &GrepFilesOptions<'_>,
    result: &mut GrepFilesResult,
) {
    let (wanted, total_files) = (files.len(), result.total_files);
    let mut budget = LineBudget { skip: options.offset, lines: limit, bytes: MAX_TEXT_LEN, is_spent: false };
    let has_context = !options.only_matching && options.before + options.after > 0;
    let mut rows = 0;
    for (file, count) in files {
        // Without context the lines of a file are known before it is searched again.
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        if !has_context && budget.skip >= count {
            budget.skip -= count;
            continue;
        }
        if budget.lines == 0 || budget.bytes == 0 {
            budget.is_spent = true;
            break;
        }
        let (lines, ending) = lines_of(root_set, &file, &mut searcher, options.only_matching, &mut budget);
        rows += lines.len();
        if !lines.is_empty() {
            result.contents.push(FileLines { file: file.clone(), lines });
        }
        if matches!(ending, Ending::Interrupted) {
            result.partial.add_reason(PartialReason::Deadline);
            break;
        }
        // Reported already where the first search came to it.
        if !result.partial.troubles.iter().any(|trouble| trouble.path == file.path) {
            record_ending(&file.path, ending, &mut result.skipped, &mut result.partial);
        }
        if budget.is_spent {
            break;
        }
    }
    let has_more_files = total_files > wanted as u64 && rows > 0;
    result.truncated = budget.is_spent || has_more_files;
    result.next_offset = result.truncated.then(|| options.offset.saturating_add(rows));
}

/// Records how the search of a file ended.
fn record_ending(path: &str, ending: Ending, skipped: &mut Skipped, partial: &mut Partial) {
    let shown = quote_name(path);
    let (reason, message) = match ending {
        Ending::Done | Ending::Gone => return,
        Ending::Binary => {
            skipped.binary += 1;
            return;
        }
        Ending::Interrupted => return partial.add_reason(PartialReason::Deadline),
        Ending::BinaryAfterText => {
            let message = format!("{shown} is binary after some text; what follows was not searched.");
            (PartialReason::BinaryAfterText, message)
        }
        Ending::UnknownEncoding => {
            let message = format!(
                "{shown} is not UTF-8, and its encoding is not sure; its bytes were searched as they are."
            );
            (PartialReason::UnknownEncoding, message)
        }
        Ending::LineTooLong => {
            let message =
                format!("{shown} has a line of more than 16 MiB; from there on it was not searched.");
            (PartialReason::LineTooLong, message)
        }
        Ending::TooLarge => {
            let message =
                format!("{shown} has more than 16 MiB, too much to search for matches of several lines.");
            (PartialReason::TooLarge, message)
        }
        Ending::Unreadable(message) => (PartialReason::Unreadable, message),
    };
    partial.add_trouble(reason, path, message);
}

/// A visitor that finds the files that match, in one thread.
struct GrepVisitor<'a> {
    chosen: &'a Chosen,
    searcher: FileSearcher<'a>,
    counted: Counted,
    newest: Newest<u64>,
    matches: u64,
    skipped: Skipped,
    partial: Partial,
}

impl<'a> GrepVisitor<'a> {
    fn new(
        matcher: &RegexMatcher,
        chosen: &'a Chosen,
        options: &GrepFilesOptions<'a>,
        wanted: usize,
        line_ends: LineEnds,
    ) -> GrepVisitor<'a> {
        let line_options = LineOptions { multiline: options.multiline, line_ends, ..LineOptions::default() };
        GrepVisitor {
            chosen,
            searcher: FileSearcher::new(matcher.clone(), line_options, options.interrupt),
            counted: match (options.output, options.only_matching) {
                (GrepOutput::FilesWithMatches, _) => Counted::Nothing,
                (_, true) => Counted::Parts,
                (_, false) => Counted::Lines,
            },
            newest: Newest::new(wanted, options.sort),
            matches: 0,
            skipped: Skipped::default(),
            partial: Partial::default(),
        }
    }

    fn search(&mut self, root: usize, path: &str, place: &Place) {
        self.search_opened(root, path, &|| place.folder.open_to_read(&place.name));
    }

    fn search_opened(&mut self, root: usize, path: &str, open: &dyn Fn() -> Result<Option<FileReader>>) {
        let matcher = self.searcher.matcher().clone();
        let mut seen = Seen { matcher: &matcher, counted: self.counted, count: 0 };
        let (metadata, ending) = self.searcher.search(open, &mut seen);
        if let Some(metadata) = metadata.filter(|_| seen.count > 0 && !matches!(ending, Ending::Binary)) {
            self.newest.push(root, path, metadata.stamp.modified_ns, seen.count);
            self.matches += seen.count;
        }
        record_ending(path, ending, &mut self.skipped, &mut self.partial);
    }
}

impl Visitor for GrepVisitor<'_> {
    fn wants(&self, entry: &WalkEntry<'_>) -> bool {
        self.chosen.has(entry.path_from_start())
    }

    fn visit(&mut self, entry: &WalkEntry<'_>) {
        let root = entry.folder.root_number();
        if entry.kind != EntryKind::Link {
            let folder = entry.folder.handle();
            return self.search_opened(root, entry.path, &|| folder.open_to_read(entry.name));
        }
        let is_file = |place: &Place| {
            let found = place.folder.entry(&place.name);
            matches!(found, Ok(Some(metadata)) if metadata.kind == EntryKind::File)
        };
        match entry.resolve() {
            Ok(Some(place)) if is_file(&place) => self.search(root, entry.path, &place),
            // It leads to a folder, nowhere or outside.
            Ok(_) | Err(_) => self.skipped.links += 1,
        }
    }
}

/// The matches that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    /// No count: the first match is enough.
    Nothing,
    Lines,
    /// The parts of lines that match and are not empty.
    Parts,
}

/// The matches of a file: their number, or only that there are some.
struct Seen<'a> {
    matcher: &'a RegexMatcher,
    counted: Counted,
    count: u64,
}

impl Collect for Seen<'_> {
    fn begin_again(&mut self) {
        self.count = 0;
    }
}

impl Sink for Seen<'_> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        match self.counted {
            Counted::Parts => matching_parts(self.matcher, found, &mut |_, _| {
                self.count += 1;
                true
            }),
            _ => self.count += found.lines().count().max(1) as u64,
        }
        Ok(self.counted != Counted::Nothing)
    }
}
