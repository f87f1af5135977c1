//! The entries that a walk shows, and the visitor that sees them.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use super::held::Held;
use crate::disk::{EntryKind, Folder, LastLink, Place};
use crate::ignore_rules::Rules;
use scenewright_error::Result;
use scenewright_paths::path_text::{os_text, path_text};

/// A visitor of entries, in one thread.
pub trait Visitor: Send {
    /// Returns true if the visitor has a use for an entry, by its name: others are neither visited nor counted as skipped.
    fn wants(&self, _entry: &WalkEntry<'_>) -> bool {
        true
    }

    /// Visits a file or a link. Called in no certain order.
    fn visit(&mut self, entry: &WalkEntry<'_>);
}

/// A file or a link.
pub struct WalkEntry<'a> {
    /// The folder that holds the entry.
    pub folder: &'a WalkFolder,
    /// The name as it is on disk, which need not be valid Unicode.
    pub name: &'a OsStr,
    /// The kind, [`EntryKind::File`] or [`EntryKind::Link`], as the listing of the folder said.
    pub kind: EntryKind,
    /// The path from the root as text, with `/` between the names.
    pub path: &'a str,
}

/// An open folder whose entries are visited.
pub struct WalkFolder {
    pub(super) held: Arc<Held>,
    pub(super) root: Arc<dyn Folder>,
    pub(super) root_number: usize,
    /// The length of the part of every path that leads to the start.
    pub(super) start_length: usize,
    pub(super) start: usize,
    pub(super) rules: Option<Arc<Rules>>,
    pub(super) path: String,
    pub(super) depth: usize,
}

impl WalkEntry<'_> {
    /// Returns the path from the folder that the walk began at.
    pub fn path_from_start(&self) -> &str {
        &self.path[self.folder.start_length..]
    }

    /// Returns the entry, links followed; `None` where it leads nowhere. A link that leads out of the root is
    /// refused.
    pub fn resolve(&self) -> Result<Option<Place>> {
        match self.kind {
            EntryKind::Link => self.folder.root.resolve(Path::new(&os_text(self.path)), LastLink::Follow),
            _ => Ok(Some(Place { folder: Arc::clone(self.folder.handle()), name: self.name.to_owned() })),
        }
    }
}

impl WalkEntry<'_> {
    /// Returns the path from the root that a link leads to, as text; `None` where it leads nowhere or outside.
    pub(super) fn target(&self) -> Option<String> {
        let place = self.resolve().ok()??;
        let path = place.path();
        let way = path.strip_prefix(self.folder.root.path()).ok()?;
        Some(way.iter().map(path_text).collect::<Vec<_>>().join("/"))
    }
}

impl WalkFolder {
    /// Returns the handle, by which entries are opened.
    pub fn handle(&self) -> &Arc<dyn Folder> {
        &self.held.handle
    }

    /// Returns the number of its root, from 0.
    pub fn root_number(&self) -> usize {
        self.root_number
    }
}
