//! The contents of a folder, as a tree.

use std::fmt::Write;
use std::path::PathBuf;

use super::glob::not_a_folder;
use scenewright_error::{Result, show_name};
use scenewright_fs::disk::EntryKind;
use scenewright_fs::{
    IgnoreRules, Interrupt, OpenedPlace, Partial, PathPattern, RootSet, SearchPlace, Skipped, TreeEntry,
    WalkOptions, open_place, path_text, tree,
};

/// A folder that is never listed: the compiled files of Python.
const NEVER_LISTED: &str = "__pycache__";

/// The selection of entries to list, and their number.
#[derive(Clone, Copy)]
pub struct ListOptions<'a> {
    /// Patterns of entries that are left out, with their contents; see [`PathPattern`].
    pub ignore: &'a [String],
    /// The ignore rules; `None` lists ignored entries, too.
    pub rules: Option<&'a IgnoreRules>,
    /// True when entries whose names begin with a dot are listed.
    pub hidden: bool,
    /// The most entries in the answer.
    pub limit: usize,
    /// Asked for each entry before it is answered, by its root and its path from there; a folder that it refuses is left
    /// out with its contents.
    pub permits: &'a dyn Fn(usize, &str) -> Result<bool>,
    /// The cancellation and the deadline of the walk.
    pub interrupt: Interrupt<'a>,
}

/// A folder and its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The absolute path of the folder.
    pub folder: PathBuf,
    /// The entries, each folder followed by its contents, sorted by name. Links are listed and not followed.
    pub entries: Vec<TreeEntry>,
    /// True when there is more than is answered. Then upper levels come first.
    pub truncated: bool,
    /// The counts of entries that were left out on purpose.
    pub skipped: Skipped,
    /// The folders that could not be listed, and the reason `deadline` where time ran out.
    pub partial: Partial,
    limit: usize,
}

impl Default for ListOptions<'_> {
    fn default() -> Self {
        ListOptions {
            ignore: &[],
            rules: None,
            hidden: false,
            limit: 1_000,
            permits: &|_, _| Ok(true),
            interrupt: Interrupt::never(),
        }
    }
}

/// Lists a folder of the workspace.
pub fn list(root_set: &RootSet, place: &SearchPlace, options: &ListOptions<'_>) -> Result<Listing> {
    let patterns: Vec<PathPattern> =
        options.ignore.iter().map(|pattern| PathPattern::parse(pattern)).collect::<Result<_>>()?;
    let leaves_out = |path: &str, is_folder: bool| {
        let name = path.rsplit('/').next().unwrap_or_default();
        name == NEVER_LISTED || patterns.iter().any(|pattern| pattern.is_match(path, is_folder))
    };
    let start = match open_place(root_set, place, options.rules)? {
        OpenedPlace::Folder(start) => start,
        OpenedPlace::File { .. } => return Err(not_a_folder(place)),
    };
    let walk_options = WalkOptions {
        rules: options.rules,
        hidden: options.hidden,
        meant: &|_| false,
        deepest: None,
        interrupt: options.interrupt,
    };
    let tree = tree(
        &start,
        &walk_options,
        &leaves_out,
        &|path| (options.permits)(place.root(), path),
        options.limit,
    )?;
    Ok(Listing {
        folder: start.folder().path().to_owned(),
        entries: tree.entries,
        truncated: tree.truncated,
        skipped: tree.skipped,
        partial: tree.partial,
        limit: options.limit,
    })
}

impl Listing {
    /// Formats the tree as a model reads it: `- /folder/`, then every entry two spaces further in than its folder,
    /// with a `/` after folders. Characters that would break a line are escaped.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.truncated {
            let _ = write!(
                text,
                "There are more than {0} files in the repository. Use the LS tool (passing a specific path), Bash tool, \
                 and other tools to explore nested directories. The first {0} files and directories are included \
                 below:\n\n",
                self.limit
            );
        }
        let folder = path_text(&self.folder);
        let _ = writeln!(text, "- {}/", show_name(folder.trim_end_matches('/')));
        for entry in &self.entries {
            let depth = entry.path.matches('/').count() + 1;
            let name = entry.path.rsplit('/').next().unwrap_or_default();
            let end = if entry.kind == EntryKind::Folder { "/" } else { "" };
            let _ = writeln!(text, "{:indent$}- {}{end}", "", show_name(name), indent = 2 * depth);
        }
        text
    }
}
