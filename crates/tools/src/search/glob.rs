//! Files by their names.

use std::path::PathBuf;

use super::newest::{FoundFile, MAX_REFUSED, Newest, Permits, Sort};
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::disk::{EntryKind, Metadata};
use scenewright_fs::{
    IgnoreRules, Interrupt, OpenedPlace, Partial, PartialReason, PathPattern, RootSet, SearchPlace, Skipped,
    Visitor, WalkEntry, WalkOptions, WalkStart, open_place, split_plain_folders, walk,
};
use scenewright_text::composed;

/// The places of a search, and the size of its answer.
#[derive(Clone, Copy)]
pub struct GlobOptions<'a> {
    /// The folders to look in.
    pub places: &'a [SearchPlace],
    /// Further absolute paths that stand for roots, for absolute patterns.
    pub called: &'a [(PathBuf, usize)],
    /// The ignore rules; `None` finds ignored files, too.
    pub rules: Option<&'a IgnoreRules>,
    /// True when hidden files are found. Those that the pattern names with their dot are found anyway.
    pub hidden: bool,
    /// The most files in the answer.
    pub limit: usize,
    /// Asked for each file before it is answered; one that it refuses is left out and counted. Without it all are
    /// answered, and no more are held than the limit.
    pub permits: Option<Permits<'a>>,
    /// The cancellation and the deadline of the search.
    pub interrupt: Interrupt<'a>,
}

/// Files that match a pattern, the newest first, those of the same time by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlobResult {
    /// The files, at most as many as the limit.
    pub files: Vec<FoundFile>,
    /// The number of files that match.
    pub total: u64,
    /// True when more match than are answered.
    pub truncated: bool,
    /// The counts of entries that were left out on purpose.
    pub skipped: Skipped,
    /// The files and folders that could not be read, and the reason `deadline` where time ran out.
    pub partial: Partial,
}

impl Default for GlobOptions<'_> {
    fn default() -> Self {
        GlobOptions {
            places: &[],
            called: &[],
            rules: None,
            hidden: false,
            limit: 100,
            permits: None,
            interrupt: Interrupt::never(),
        }
    }
}

/// Finds the files whose paths match, from each of the places; [`PathPattern`] explains the patterns.
///
/// 1. Folders that a pattern begins with may lead out of the place by `..`, as long as they stay in its root; an
///    absolute pattern must lead into a root, and then the places do not matter.
/// 2. Folders are not found, and links only where they lead to files inside.
/// 3. A place that is missing or a file is an error; so is a pattern that is not valid.
pub fn glob(root_set: &RootSet, pattern: &str, options: &GlobOptions<'_>) -> Result<GlobResult> {
    let pattern = &*composed(pattern);
    let (folders, rest) = split_plain_folders(pattern);
    // The disk may have their letters decomposed, and is not asked for a name by its looks.
    let is_plain = folders.is_ascii() || folders.contains("..") || folders.starts_with('/');
    let (folders, rest) = if is_plain { (folders, rest) } else { (&folders[..0], pattern) };
    // A fault of the whole pattern is reported in its own words.
    let whole = PathPattern::parse(if folders.contains("..") { rest } else { pattern })?;
    let absolute = folders.starts_with('/') || std::path::Path::new(folders).is_absolute();
    let matcher = match folders.is_empty() {
        true => whole,
        false => PathPattern::parse(&format!("./{rest}"))?,
    };
    let meant_in_folders = |name: &str| folders.split('/').any(|folder| folder == name);
    let meant = |name: &str| matcher.names_hidden(name) || meant_in_folders(name);
    let walk_options = WalkOptions {
        rules: options.rules,
        hidden: options.hidden,
        meant: &meant,
        deepest: matcher.deepest(),
        interrupt: options.interrupt,
    };
    let mut skipped = Skipped::default();
    let mut starts = Vec::new();
    if absolute {
        let top = SearchPlace::parse(root_set, 0, options.called, folders)?;
        let start = open_root(root_set, &SearchPlace::top_of(top.root()), options)?;
        starts.extend(enter_all(root_set, start, top.as_str(), &walk_options, &mut skipped)?);
    } else {
        for place in options.places {
            let start = open_root(root_set, place, options)?;
            if folders.split('/').any(|name| name == "..") {
                let joined = place.join(folders.as_ref())?;
                match open_place(root_set, &joined, options.rules) {
                    Ok(OpenedPlace::Folder(start)) => starts.push(start),
                    Ok(OpenedPlace::File { .. }) => {}
                    Err(error) if error.kind == Kind::NotFound => {}
                    Err(error) => return Err(error),
                }
            } else {
                starts.extend(enter_all(root_set, start, folders, &walk_options, &mut skipped)?);
            }
        }
    }
    // Files that are refused are replaced by the next ones.
    let held = options.limit.saturating_add(if options.permits.is_some() { MAX_REFUSED } else { 0 });
    let walked = walk(&starts, &walk_options, || GlobVisitor {
        pattern: &matcher,
        newest: Newest::new(held, Sort::Newest),
        skipped: Skipped::default(),
        partial: Partial::default(),
    })?;
    let mut newest = Newest::new(held, Sort::Newest);
    let mut partial = walked.partial;
    skipped.add(&walked.skipped);
    for visitor in walked.visitors {
        newest.add(visitor.newest);
        skipped.add(&visitor.skipped);
        partial.add(visitor.partial);
    }
    let mut files = Vec::new();
    let mut total = newest.total();
    for (file, ()) in newest.into_sorted() {
        if files.len() == options.limit {
            break;
        }
        match options.permits.map_or(Ok(true), |permits| permits(&file))? {
            true => files.push(file),
            false => {
                skipped.not_permitted += 1;
                total = total.saturating_sub(1);
            }
        }
    }
    Ok(GlobResult { truncated: files.len() as u64 != total, files, total, skipped, partial })
}

fn open_root(root_set: &RootSet, place: &SearchPlace, options: &GlobOptions<'_>) -> Result<WalkStart> {
    match open_place(root_set, place, options.rules)? {
        OpenedPlace::Folder(start) => Ok(start),
        OpenedPlace::File { .. } => Err(not_a_folder(place)),
    }
}

/// Returns the error for a file where a folder is required.
pub(super) fn not_a_folder(place: &SearchPlace) -> Error {
    let message = format!("Could not list {}: it is a file, not a folder.", quote_name(place.display_path()));
    Error::new(Kind::InvalidInput, message).with_hint("Give the folder that it is in, or read the file.")
}

/// Enters the folders that a pattern begins with; `None` if they are missing or skipped.
fn enter_all(
    root_set: &RootSet,
    start: WalkStart,
    folders: &str,
    options: &WalkOptions<'_>,
    skipped: &mut Skipped,
) -> Result<Option<WalkStart>> {
    let mut start = start;
    for name in folders.split('/').filter(|name| !matches!(*name, "" | ".")) {
        match start.enter(root_set, name, options, skipped)? {
            Some(inner) => start = inner,
            None => return Ok(None),
        }
    }
    Ok(Some(start))
}

struct GlobVisitor<'a> {
    pattern: &'a PathPattern,
    newest: Newest<()>,
    skipped: Skipped,
    partial: Partial,
}

impl Visitor for GlobVisitor<'_> {
    fn wants(&self, entry: &WalkEntry<'_>) -> bool {
        self.pattern.is_match(&composed(entry.path_from_start()), false)
    }

    fn visit(&mut self, entry: &WalkEntry<'_>) {
        let metadata = match entry.kind {
            EntryKind::Link => match entry.resolve() {
                // One that cannot be followed, such as one to the root, is a link like one that leads nowhere, or outside.
                Ok(Some(place)) => Ok(place.folder.entry(&place.name).ok().flatten()),
                Ok(None) | Err(_) => Ok(None),
            },
            _ => entry.folder.handle().entry(entry.name),
        };
        match metadata {
            Ok(Some(Metadata { kind: EntryKind::File, stamp, .. })) => {
                let root = entry.folder.root_number();
                self.newest.push(root, entry.path, stamp.modified_ns, ());
            }
            Ok(_) if entry.kind == EntryKind::Link => self.skipped.links += 1,
            // Removed or swapped meanwhile.
            Ok(_) => {}
            Err(error) => self.partial.add_trouble(PartialReason::Unreadable, entry.path, error.message),
        }
    }
}
