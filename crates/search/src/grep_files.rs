//! Files, and lines of files, that match a regular expression.
//!
//! Every file of the walk is searched up to its first match, or counted; then the newest of those that match are
//! searched once more for their lines. So memory is bounded, whatever matches.

use std::io;

use grep_regex::RegexMatcher;
use grep_searcher::{Searcher, Sink, SinkMatch};

use super::content::{FileLines, LineBudget, lines_of};
use super::file_search::{Collect, Ending, FileSearcher, LineOptions};
use super::newest::{FoundFile, Newest};
use super::pattern::{Case, Lines, compile};
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::disk::{EntryKind, FileReader, Place};
use scenewright_fs::{
    FileType, IgnoreRules, Interrupt, Interrupted, OpenedPlace, Partial, PartialReason, PathPattern, RootSet,
    SearchPlace, Skipped, Visitor, WalkEntry, WalkOptions, open_place, walk,
};

/// The most files in the answer, whatever was asked for.
const MAX_FILES: usize = 100;

/// The most text in the answer, in bytes.
const MAX_TEXT_LEN: usize = 1024 * 1024;

/// The output for the files that match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GrepOutput {
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
    pub output: GrepOutput,
    /// The number of lines before and after a match, for `Content`.
    pub before: usize,
    pub after: usize,
    pub case: Case,
    /// True when a match may span lines; `.` then matches line ends, too.
    pub multiline: bool,
    /// The most files, lines or counts, after `offset` of them were left out. Files are 100 at most.
    pub head_limit: Option<usize>,
    pub offset: usize,
    pub interrupt: Interrupt<'a>,
}

/// The matches found; the files with the newest first, those of the same time by name.
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
    /// The number of matching lines in all, for `Count`.
    pub total_matches: u64,
    /// True when there is more than is answered.
    pub truncated: bool,
    pub skipped: Skipped,
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
            head_limit: None,
            offset: 0,
            interrupt: Interrupt::never(),
        }
    }
}

/// Searches files.
///
/// 1. Bytes are matched as they are, so legacy encodings match byte by byte; UTF-16 with a byte order mark is decoded.
/// 2. `$` matches before CRLF and before LF.
/// 3. Binary files, with a NUL in their first 64 KiB, are skipped and counted.
/// 4. A file that cannot be read, or not whole, is reported in `partial`, and the others are searched.
pub fn grep_files(
    root_set: &RootSet,
    pattern: &str,
    options: &GrepFilesOptions<'_>,
) -> Result<GrepFilesResult> {
    let lines = if options.multiline { Lines::Several } else { Lines::OneByOneOfFile };
    let matcher = compile(pattern, options.case, lines)?;
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
    // Lines are collected later, and more files than are answered need not be kept.
    let counts = options.output == GrepOutput::Count;
    let (offset, limit) = match options.output {
        GrepOutput::Content => (0, MAX_FILES),
        _ => (options.offset, options.head_limit.unwrap_or(MAX_FILES).min(MAX_FILES)),
    };
    let wanted = offset.saturating_add(limit);
    let visitor = || GrepVisitor::new(&matcher, &chosen, options, wanted, counts);
    let mut alone = visitor();
    for (root, place, path) in files {
        alone.search(root, &path, &place);
    }
    let mut walked = walk(&starts, &walk_options, visitor)?;
    walked.visitors.push(alone);
    let mut result =
        GrepFilesResult { skipped: walked.skipped, partial: walked.partial, ..Default::default() };
    let mut newest = Newest::new(wanted);
    for visitor in walked.visitors {
        newest.add(visitor.newest);
        result.total_matches += visitor.matches;
        result.skipped.add(&visitor.skipped);
        result.partial.add(visitor.partial);
    }
    result.total_files = newest.total();
    result.truncated = result.total_files > wanted as u64;
    let found = newest.into_sorted().into_iter().skip(offset);
    if options.output == GrepOutput::Content {
        let found: Vec<FoundFile> = found.map(|(file, _)| file).collect();
        add_lines(root_set, matcher, found, options, &mut result)?;
    } else {
        (result.files, result.counts) = found.unzip();
        if !counts {
            result.counts.clear();
        }
    }
    // A deadline that passes after all was found takes nothing away.
    match options.interrupt.check() {
        Some(Interrupted::Cancelled) => Err(Error::new(Kind::Cancelled, "The search was cancelled.")),
        Some(Interrupted::Deadline) | None => Ok(result),
    }
}

fn add_lines(
    root_set: &RootSet,
    matcher: RegexMatcher,
    files: Vec<FoundFile>,
    options: &GrepFilesOptions<'_>,
    result: &mut GrepFilesResult,
) -> Result<()> {
    let line_options =
        LineOptions { multiline: options.multiline, before: options.before, after: options.after };
    let mut searcher = FileSearcher::new(matcher, line_options, options.interrupt);
    let most_lines = options.head_limit.unwrap_or(usize::MAX);
    let mut budget =
        LineBudget { skip: options.offset, lines: most_lines, bytes: MAX_TEXT_LEN, is_spent: false };
    for file in files {
        let (lines, ending) = lines_of(root_set, &file, &mut searcher, &mut budget);
        if !lines.is_empty() {
            result.contents.push(FileLines { file: file.clone(), lines });
        }
        if matches!(ending, Ending::Interrupted) {
            result.partial.add_reason(PartialReason::Deadline);
            break;
        }
        // Told of already where the first search came to it.
        if !result.partial.troubles.iter().any(|trouble| trouble.path == file.path) {
            tell(&file.path, ending, &mut result.skipped, &mut result.partial);
        }
        if budget.is_spent {
            result.truncated = true;
            break;
        }
    }
    Ok(())
}

/// Records how the search of a file ended.
fn tell(path: &str, ending: Ending, skipped: &mut Skipped, partial: &mut Partial) {
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

/// The selection of files to search.
struct Chosen {
    included: Vec<PathPattern>,
    excluded: Vec<PathPattern>,
    file_type: Option<FileType>,
}

impl Chosen {
    fn parse(include: &[String], file_type: Option<&str>) -> Result<Chosen> {
        let mut chosen = Chosen {
            included: Vec::new(),
            excluded: Vec::new(),
            file_type: file_type.map(FileType::named).transpose()?,
        };
        for pattern in include {
            match pattern.strip_prefix('!') {
                Some(pattern) => chosen.excluded.push(PathPattern::parse(pattern)?),
                None => chosen.included.push(PathPattern::parse(pattern)?),
            }
        }
        Ok(chosen)
    }

    fn has(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or_default();
        (self.included.is_empty() || self.included.iter().any(|pattern| pattern.is_match(path, false)))
            && !self.excluded.iter().any(|pattern| pattern.is_match(path, false))
            && self.file_type.as_ref().is_none_or(|file_type| file_type.is_match(name))
    }

    fn names_hidden(&self, name: &str) -> bool {
        self.included.iter().any(|pattern| pattern.names_hidden(name))
    }
}

/// A visitor that finds the files that match, in one thread.
struct GrepVisitor<'a> {
    chosen: &'a Chosen,
    searcher: FileSearcher<'a>,
    counts: bool,
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
        counts: bool,
    ) -> GrepVisitor<'a> {
        let line_options = LineOptions { multiline: options.multiline, ..LineOptions::default() };
        GrepVisitor {
            chosen,
            searcher: FileSearcher::new(matcher.clone(), line_options, options.interrupt),
            counts,
            newest: Newest::new(wanted),
            matches: 0,
            skipped: Skipped::default(),
            partial: Partial::default(),
        }
    }

    fn search(&mut self, root: usize, path: &str, place: &Place) {
        self.search_opened(root, path, &|| place.folder.open_to_read(&place.name));
    }

    fn search_opened(&mut self, root: usize, path: &str, open: &dyn Fn() -> Result<Option<FileReader>>) {
        let mut seen = Seen { counts: self.counts, lines: 0 };
        let (metadata, ending) = self.searcher.search(open, &mut seen);
        if let Some(metadata) = metadata.filter(|_| seen.lines > 0 && !matches!(ending, Ending::Binary)) {
            self.newest.push(root, path, metadata.stamp.modified_ns, seen.lines);
            self.matches += seen.lines;
        }
        tell(path, ending, &mut self.skipped, &mut self.partial);
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

/// The matching lines of a file: their number, or only that there are some.
struct Seen {
    counts: bool,
    lines: u64,
}

impl Collect for Seen {
    fn begin_again(&mut self) {
        self.lines = 0;
    }
}

impl Sink for Seen {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        self.lines += found.lines().count().max(1) as u64;
        Ok(self.counts)
    }
}
