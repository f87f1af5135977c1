//! The first entries of a folder and its subfolders, the upper levels first.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::ignore_rules::{REPOSITORY, RULES_FILE, Rules};
use super::super::temporary::is_temporary;
use super::options::{WalkOptions, is_hidden};
use super::report::cancelled;
use super::report::{Interrupted, Partial, PartialReason, Skipped};
use super::start::WalkStart;
use crate::disk::{EntryKind, Listed};
use scenewright_error::Result;
use scenewright_paths::path_text::{os_text, path_text};

/// A part of the entries beneath a folder.
#[derive(Debug, Default)]
pub struct Tree {
    /// The entries, each folder followed by its own, sorted by name.
    pub entries: Vec<TreeEntry>,
    /// True when there is more than was asked for.
    pub truncated: bool,
    /// The counts of entries that were left out on purpose.
    pub skipped: Skipped,
    /// The folders that could not be listed, and the reason `deadline` where time ran out.
    pub partial: Partial,
}

/// An entry of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeEntry {
    /// The path from the requested folder as text, with `/` between the names.
    pub path: String,
    /// The kind; a link is one itself, wherever it leads.
    pub kind: EntryKind,
}

/// A folder that is still to be listed.
struct Pending {
    /// The path from the start, with a `/` at its end unless it is empty.
    way: String,
    rules: Option<Arc<Rules>>,
}

/// Returns at most `most` entries, except those that `leaves_out` (path from the start, true for a folder)
/// excludes and `permits` (path from the root) does not. Where there are more, those of upper levels come first, and of one level those that are earlier by
/// name: a large folder deep down does not hide its neighbours.
pub fn tree(
    start: &WalkStart,
    options: &WalkOptions<'_>,
    leaves_out: &dyn Fn(&str, bool) -> bool,
    permits: &dyn Fn(&str) -> Result<bool>,
    most: usize,
) -> Result<Tree> {
    let mut tree = Tree::default();
    let mut pending = VecDeque::from([Pending { way: String::new(), rules: start.rules() }]);
    // First in, first out: the upper levels fill the list before the lower ones.
    'folders: while let Some(folder) = pending.pop_front() {
        match options.interrupt.check() {
            Some(Interrupted::Cancelled) => return Err(cancelled()),
            Some(Interrupted::Deadline) => {
                tree.partial.add_reason(PartialReason::Deadline);
                break;
            }
            None => {}
        }
        let Pending { way, rules } = folder;
        let (listed, rules) = match list(start, options, &way, rules) {
            Ok(Some(listed)) => listed,
            // Removed or swapped meanwhile.
            Ok(None) => continue,
            Err(error) if way.is_empty() => return Err(error),
            Err(error) => {
                let shown = format!("{}{}", start.path(), way.trim_end_matches('/'));
                tree.partial.add_trouble(PartialReason::Unreadable, &shown, error.message);
                continue;
            }
        };
        for entry in listed {
            let name = path_text(&entry.name);
            let is_folder = entry.kind == EntryKind::Folder;
            let path = format!("{way}{name}");
            let from_root = format!("{}{path}", start.path());
            if is_temporary(&entry.name) || start.state.as_deref() == Some(from_root.as_str()) {
                continue;
            }
            if is_hidden(&name) && !options.hidden && !(options.meant)(&name) {
                tree.skipped.hidden += 1;
                continue;
            }
            let is_ignored = |rules: &Option<Arc<Rules>>| {
                options.rules.is_some_and(|ignore| ignore.is_ignored(rules.as_ref(), &from_root, is_folder))
            };
            if options.rules.is_some_and(|ignore| ignore.denies_entry(&from_root, is_folder)) {
                tree.skipped.not_permitted += 1;
                continue;
            }
            if leaves_out(&path, is_folder) || is_ignored(&rules) {
                tree.skipped.ignored += 1;
                continue;
            }
            if tree.entries.len() == most {
                tree.truncated = true;
                break 'folders;
            }
            // Asked last, as the question may go to the host.
            if !permits(&from_root)? {
                tree.skipped.not_permitted += 1;
                continue;
            }
            if is_folder {
                pending.push_back(Pending { way: format!("{path}/"), rules: rules.clone() });
            }
            tree.entries.push(TreeEntry { path, kind: entry.kind });
        }
    }
    // By components, so that what is in a folder follows it before any sibling whose name sorts in between.
    tree.entries.sort_by(|a, b| a.path.split('/').cmp(b.path.split('/')));
    Ok(tree)
}

/// The entries of a folder sorted by name, and the rules that apply in it. It is opened from the start, one
/// folder after the other, never through a link: so few handles are open at once, however wide the tree is.
type ListedFolder = (Vec<Listed>, Option<Arc<Rules>>);

fn list(
    start: &WalkStart,
    options: &WalkOptions<'_>,
    way: &str,
    above: Option<Arc<Rules>>,
) -> Result<Option<ListedFolder>> {
    let mut here = Arc::clone(start.folder());
    for name in way.split('/').filter(|name| !name.is_empty()) {
        match here.open_child(&os_text(name))? {
            Some(child) => here = child,
            None => return Ok(None),
        }
    }
    let mut entries = here.entries()?;
    entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    let has = |name: &str| entries.iter().any(|entry| entry.name == name);
    let length = start.path().len() + way.len();
    let rules = options.rules.and_then(|rules| {
        rules.in_listed_folder(above, here.as_ref(), length, has(RULES_FILE), has(REPOSITORY))
    });
    Ok(Some((entries, rules)))
}
