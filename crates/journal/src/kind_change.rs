//! Paths that are a file before a transaction and a folder after it, or the other way round.
//!
//! A folder cannot be put in the place of a file in one step, so such a transaction has three parts: the files in the way
//! are removed, then the folders are made and removed, and then the other files are put in place. Rolling back passes
//! through the same states from the last to the first. The record of the transaction needs nothing more than its files and
//! folders: a folder that it makes at the path of a file that it removes is one in the file's place.

use std::collections::HashSet;

use super::journal::{FileStep, Intent};
use super::node::{Expected, Found, Node};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::disk::{EntryKind, LastLink, Place};
use scenewright_fs::{RootSetLock, WorkspacePath};

/// The folders of a transaction that take the place of files or leave it to files.
#[derive(Debug, Default)]
pub(super) struct KindChanges {
    /// Those in the place of removed files, with the new folders in them, the outermost first.
    made: Vec<WorkspacePath>,
    /// Those in whose place files are put, with the folders in them, the outermost first.
    removed: Vec<WorkspacePath>,
}

impl KindChanges {
    /// Finds the folders of a transaction by its record.
    pub(super) fn of(intent: &Intent) -> KindChanges {
        KindChanges::new(intent.files.iter(), &intent.folders, &intent.removed_folders)
    }

    pub(super) fn new<'a>(
        files: impl Iterator<Item = &'a FileStep>,
        made: &[WorkspacePath],
        removed: &[WorkspacePath],
    ) -> KindChanges {
        // Most transactions change no folder at all.
        if made.is_empty() && removed.is_empty() {
            return KindChanges::default();
        }
        let (mut leave, mut come) = (HashSet::new(), HashSet::new());
        for file in files {
            match (&file.before, &file.after) {
                (Node::Absent, Node::Absent) => {}
                (_, Node::Absent) => drop(leave.insert(&file.path)),
                (Node::Absent, _) => drop(come.insert(&file.path)),
                _ => {}
            }
        }
        let within = |folders: &[WorkspacePath], files: &HashSet<&WorkspacePath>| -> Vec<WorkspacePath> {
            let is_one = |folder: &&WorkspacePath| {
                files.contains(*folder) || folder.folders().any(|outer| files.contains(&outer))
            };
            folders.iter().filter(is_one).cloned().collect()
        };
        KindChanges { made: within(made, &leave), removed: within(removed, &come) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.made.is_empty() && self.removed.is_empty()
    }

    /// Returns true for a file that is removed before the folders change: one in whose place a folder is made, or one in a
    /// folder that is removed.
    pub(super) fn clears(&self, file: &FileStep) -> bool {
        file.after == Node::Absent && (self.made.contains(&file.path) || self.empties(&file.path))
    }

    /// Returns true for a path in a folder that is removed.
    pub(super) fn empties(&self, path: &WorkspacePath) -> bool {
        self.removed.iter().any(|folder| path.is_in(folder))
    }

    /// Returns true for a folder that can only be made when a file is gone.
    pub(super) fn makes(&self, folder: &WorkspacePath) -> bool {
        self.made.contains(folder)
    }

    /// Returns true for a file whose folder can only be made when another file is gone.
    pub(super) fn awaits(&self, path: &WorkspacePath) -> bool {
        self.made.iter().any(|folder| path.is_in(folder))
    }

    /// Returns true for a path that is a folder on one side of the transaction.
    pub(super) fn has_folder(&self, path: &WorkspacePath) -> bool {
        self.made.contains(path) || self.removed.contains(path)
    }

    /// Removes and makes the folders, after the files in the way. Returns the folder that somebody put something into, or
    /// took.
    pub(super) fn make(&self, lock: &RootSetLock, sync: bool) -> Result<Option<&WorkspacePath>> {
        for folder in self.removed.iter().rev() {
            lock.remove_empty_folder(folder, sync)?;
            if entry_kind(lock, folder)?.is_some() {
                return Ok(Some(folder));
            }
        }
        for folder in &self.made {
            if !lock.make_folder(folder, sync)? {
                return Ok(Some(folder));
            }
        }
        Ok(None)
    }

    /// Reverses [`make`](KindChanges::make), after the files that were put in place later. What somebody put there stays.
    pub(super) fn roll_back(&self, lock: &RootSetLock, sync: bool) -> Result<()> {
        for folder in self.made.iter().rev() {
            if entry_kind(lock, folder)? == Some(EntryKind::Folder) {
                lock.remove_empty_folder(folder, sync)?;
            }
        }
        for folder in &self.removed {
            let Some(place) = lock.place(folder, LastLink::Keep)? else { continue };
            if place.folder.entry(&place.name)?.is_none() && !lock.make_folder(folder, sync)? {
                let message = format!("Another session uses the folder {folder}, which is put back.");
                return Err(Error::new(Kind::Conflict, message));
            }
        }
        Ok(())
    }
}

/// Returns what is at a path of a transaction. A folder counts as no file where the transaction has one on either side.
pub(super) fn node_at(intent: &Intent, place: &Place, path: &WorkspacePath) -> Result<Node> {
    let may_be_folder = intent.folders.contains(path) || intent.removed_folders.contains(path);
    if may_be_folder && kind_at(place)? == Some(EntryKind::Folder) {
        return Ok(Node::Absent);
    }
    Ok(Found::hashed_at(place)?.node)
}

/// Returns the state of a path that a change was validated with. A folder is no file.
pub(super) fn expected_at(place: &Place) -> Result<Expected> {
    match kind_at(place)? {
        Some(EntryKind::Folder) => Ok(Expected::Absent),
        _ => Ok(Expected::of_node(&Found::hashed_at(place)?.node)),
    }
}

pub(super) fn kind_at(place: &Place) -> Result<Option<EntryKind>> {
    Ok(place.folder.entry(&place.name)?.map(|entry| entry.kind))
}

fn entry_kind(lock: &RootSetLock, path: &WorkspacePath) -> Result<Option<EntryKind>> {
    lock.place(path, LastLink::Keep)?.map_or(Ok(None), |place| kind_at(&place))
}
