//! The opening of the place where a walk begins.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::super::ignore_rules::{IgnoreRules, Rules};
use super::super::root_set::RootSet;
use super::super::search_place::SearchPlace;
use super::options::{WalkOptions, is_hidden};
use super::report::Skipped;
use crate::disk::{EntryKind, Folder, LastLink, Place};
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_paths::path_text::{os_text, path_text};

/// An open folder where a walk begins.
#[derive(Clone)]
pub struct WalkStart {
    pub(super) root_number: usize,
    /// The handle of the root that the folder is beneath.
    pub(super) root: Arc<dyn Folder>,
    pub(super) folder: Arc<dyn Folder>,
    /// The path from the root, links followed, with a `/` at its end unless it is empty.
    path: String,
    /// The rules of the folder above.
    rules: Option<Arc<Rules>>,
    /// The place of the workspace's own state, as a path from the root.
    pub(super) state: Option<String>,
}

/// The contents of an opened place.
#[derive(Debug)]
pub enum OpenedPlace {
    /// A folder, ready for a walk.
    Folder(WalkStart),
    /// A file: its entry, and its path from the root, links followed.
    File {
        /// The number of its root, from 0.
        root: usize,
        /// The entry in its open folder, from which the file is read.
        place: Place,
        /// The path from the root as text, with `/` between the names.
        path: String,
    },
}

/// Opens the folder or file at a place, links followed. A place in an ignored folder was named on purpose: then
/// only the rules within it apply.
pub fn open_place(
    root_set: &RootSet,
    place: &SearchPlace,
    rules: Option<&IgnoreRules>,
) -> Result<OpenedPlace> {
    let missing = || {
        let message = format!("There is no file or folder {}.", quote_name(place.display_path()));
        Error::new(Kind::NotFound, message).with_hint("Look for it with Glob, or list the folder above it.")
    };
    let root = root_set.root(place.root())?.ok_or_else(missing)?;
    let way = place.relative();
    let found = root.resolve(&way, LastLink::Follow)?.ok_or_else(missing)?;
    let is_top = found.name == OsStr::new(".");
    let folder = match is_top {
        true => Some(Arc::clone(&found.folder)),
        false => found.folder.open_child(&found.name)?,
    };
    // Rules apply to the true place: a link must not make an excluded file readable.
    let real = if is_top { found.folder.path().to_owned() } else { found.path() };
    let real = real.strip_prefix(root.path()).map(relative_text).unwrap_or_default();
    if let Some(rules) = rules {
        let shown = quote_name(place.display_path());
        rules.require_readable(place.as_str(), &shown)?;
        rules.require_readable(&real, &shown)?;
    }
    let state = root_set.state_beneath(place.root());
    if state.as_deref().is_some_and(|state| Path::new(&real).starts_with(state)) {
        let message = format!(
            "Could not search {}: it belongs to the history of the workspace.",
            quote_name(place.display_path())
        );
        return Err(Error::new(Kind::InvalidInput, message));
    }
    let Some(folder) = folder else {
        return match found.folder.entry(&found.name)? {
            Some(metadata) if metadata.kind == EntryKind::File => {
                Ok(OpenedPlace::File { root: place.root(), place: found, path: real })
            }
            Some(_) => Err(Error::new(
                Kind::InvalidInput,
                format!(
                    "Could not search {}: it is neither a folder nor a regular file.",
                    quote_name(place.display_path())
                ),
            )),
            None => Err(missing()),
        };
    };
    let mut start = WalkStart {
        root_number: place.root(),
        folder: Arc::clone(&root),
        root,
        path: String::new(),
        rules: None,
        state,
    };
    if let Some(ignore) = rules {
        start.rules = ignore.above_root(place.root(), start.folder.as_ref());
        for name in real.split('/').filter(|name| !name.is_empty()) {
            let above = ignore.in_folder(start.rules.take(), start.folder.as_ref(), start.path.len());
            let path = format!("{}{name}", start.path);
            let is_ignored = ignore.is_ignored(above.as_ref(), &path, true);
            // A place that is asked for by name is searched even where it is ignored; rules above it would
            // leave everything out.
            start.rules = above.filter(|_| !is_ignored);
            // A folder that has been removed has no rules; the one that is searched is open already.
            start.folder = start.folder.open_child(&os_text(name))?.ok_or_else(missing)?;
            start.path = path + "/";
        }
    }
    start.path = if real.is_empty() { real } else { real + "/" };
    start.folder = folder;
    Ok(OpenedPlace::Folder(start))
}

impl WalkStart {
    /// Returns the path from the root, with a `/` at its end; empty for the root itself.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the open folder.
    pub fn folder(&self) -> &Arc<dyn Folder> {
        &self.folder
    }

    pub(super) fn rules(&self) -> Option<Arc<Rules>> {
        self.rules.clone()
    }

    /// Opens the folder of a name in this one, as the walk itself would enter it; a link is followed if it stays
    /// inside. `None` if the folder is missing or skipped.
    pub fn enter(
        &self,
        root_set: &RootSet,
        name: &str,
        options: &WalkOptions<'_>,
        skipped: &mut Skipped,
    ) -> Result<Option<WalkStart>> {
        let path = format!("{}{name}", self.path);
        if is_hidden(name) && !options.hidden && !(options.meant)(name) {
            if self.folder.entry(&os_text(name))?.is_some() {
                skipped.hidden += 1;
            }
            return Ok(None);
        }
        if self.state.as_deref() == Some(path.as_str()) {
            return Ok(None);
        }
        let mut rules = None;
        if let Some(ignore) = options.rules {
            if ignore.denies_entry(&path, true) {
                skipped.not_permitted += u64::from(self.folder.entry(&os_text(name))?.is_some());
                return Ok(None);
            }
            rules = ignore.in_folder(self.rules.clone(), self.folder.as_ref(), self.path.len());
            if ignore.is_ignored(rules.as_ref(), &path, true) {
                if self.folder.entry(&os_text(name))?.is_some() {
                    skipped.ignored += 1;
                }
                return Ok(None);
            }
        }
        // A folder of its own name is opened from this one. Anything else may be a link, which is resolved from the root: it may
        // lead out of it.
        if let Some(folder) = self.folder.open_child(&os_text(name))? {
            return Ok(Some(WalkStart { folder, rules, path: path + "/", ..self.clone() }));
        }
        let place = SearchPlace::top_of(self.root_number).join(Path::new(&os_text(&path)))?;
        match open_place(root_set, &place, options.rules) {
            Ok(OpenedPlace::Folder(start)) => Ok(Some(start)),
            Ok(OpenedPlace::File { .. }) => Ok(None),
            Err(error) if matches!(error.kind, Kind::NotFound) => Ok(None),
            Err(error) if error.kind == Kind::NotPermitted => {
                skipped.not_permitted += 1;
                Ok(None)
            }
            Err(error) if matches!(error.kind, Kind::OutsideWorkspace | Kind::InvalidInput) => {
                skipped.links += 1;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

impl fmt::Debug for WalkStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("WalkStart");
        shown.field("root", &self.root_number).field("path", &self.path).finish_non_exhaustive()
    }
}

/// Returns a path as text, with `/` between the names on every platform.
fn relative_text(path: &Path) -> String {
    let names: Vec<_> = path.iter().map(path_text).collect();
    names.join("/")
}
