//! Rolling back to the state before, from the journal alone. Everything here can be interrupted and repeated.

use std::ffi::OsString;
use std::sync::Arc;

use bytes::Bytes;

use super::half_write::is_half_write;
use super::journal::{FileStep, Intent, Journal, Method, Outcome};
use super::kind_change::{KindChanges, kind_at};
use super::node::{Found, Node, unprivileged};
use super::plan::overwrite;
use scenewright_error::Result;
use scenewright_fs::disk::{EntryKind, Folder, LastLink, Place};
use scenewright_fs::{ContentHash, RootSetLock, WorkspacePath, temporary_name};

/// Old contents that are in memory, whatever became of the journal.
pub(super) type Kept = [(ContentHash, Bytes)];

/// The means of rolling a transaction back. The folders of its files are covered.
pub(super) struct PutBack<'a> {
    pub lock: &'a RootSetLock,
    pub journal: &'a Journal,
    pub kept: &'a Kept,
    pub intent: &'a Intent,
    /// The size of the largest file that is read.
    pub largest: u64,
    pub sync: bool,
}

impl PutBack<'_> {
    /// Restores the first `begun` files, those that may be changed, and removes temporaries and created folders.
    /// Returns the files that have changed elsewhere in the meantime: they are left alone, and their old contents
    /// are in the journal.
    pub(super) fn roll_back(&self, begun: usize) -> Result<Vec<WorkspacePath>> {
        let mut left = Vec::new();
        let mut changed = Vec::new();
        let kinds = KindChanges::of(self.intent);
        let cleared = self.intent.files.partition_point(|file| kinds.clears(file));
        // From the last on: each moment in between is one that the transaction had itself passed through.
        for (number, file) in self.intent.files.iter().enumerate().rev() {
            if number + 1 == cleared {
                kinds.roll_back(self.lock, self.sync)?;
            }
            let Some(place) = self.lock.place(&file.path, LastLink::Keep)? else { continue };
            // Not touched yet: only its staged file is there.
            if number >= begun {
                place.folder.remove(&self.temporary(&place))?;
            } else if !self.put_file_back(file, &place, &kinds)? {
                left.push(file.path.clone());
            }
            // A folder in the place of a file goes with all that is in it.
            if !kinds.awaits(&file.path) {
                changed.push(place);
            }
        }
        self.finish(&changed)?;
        Ok(left)
    }

    /// Finds out whether a transaction of one step was made, from its file's contents.
    pub(super) fn decide(&self) -> Result<Outcome> {
        let mut outcome = Outcome::Aborted;
        let mut changed = Vec::new();
        for file in &self.intent.files {
            let Some(place) = self.lock.place(&file.path, LastLink::Keep)? else { continue };
            let temporary = self.temporary(&place);
            let found = Found::at(&place, self.largest)?;
            let is_temporary_there = place.folder.entry(&temporary)?.is_some();
            if found.node.same_content(&file.after) {
                outcome = Outcome::Committed;
            } else if !found.node.same_content(&file.before) {
                if file.method == Method::InPlace {
                    self.restore_half_write(file, &place, &found)?;
                } else if !is_temporary_there {
                    // The rename was made, and the file was changed since.
                    outcome = Outcome::Committed;
                }
            }
            place.folder.remove(&temporary)?;
            changed.push(place);
        }
        match outcome {
            Outcome::Aborted => self.finish(&changed)?,
            Outcome::Committed => sync_all(&changed)?,
        }
        Ok(outcome)
    }

    fn temporary(&self, place: &Place) -> OsString {
        temporary_name(&place.name, &self.intent.id)
    }

    /// Returns the old bytes of a file; `None` when the journal has lost them.
    fn old_bytes(&self, content: ContentHash) -> Result<Option<Bytes>> {
        match self.kept.iter().find(|(kept, _)| *kept == content) {
            Some((_, bytes)) => Ok(Some(bytes.clone())),
            None => Ok(self.journal.bytes_if_whole(self.lock.state(), content)?.map(Bytes::from)),
        }
    }

    fn finish(&self, changed: &[Place]) -> Result<()> {
        if self.sync {
            sync_all(changed)?;
        }
        remove_made_folders(self.lock, &self.intent.folders, self.sync)
    }

    /// Restores a file. Returns false if it was changed elsewhere.
    fn put_file_back(&self, file: &FileStep, place: &Place, kinds: &KindChanges) -> Result<bool> {
        let temporary = self.temporary(place);
        // The folder whose place the file was to take is still there.
        let is_folder = kinds.has_folder(&file.path) && kind_at(place)? == Some(EntryKind::Folder);
        if is_folder && file.before == Node::Absent {
            place.folder.remove(&temporary)?;
            return Ok(true);
        }
        if file.method == Method::SetAside {
            let is_free = place.folder.entry(&place.name)?.is_none();
            if place.folder.entry(&temporary)?.is_none() {
                // Without a temporary, the file was not set aside, or is back already.
                return Ok(!is_free);
            }
            if is_free {
                place.folder.rename(&temporary, &place.name)?;
            } else {
                place.folder.remove(&temporary)?;
            }
            return Ok(is_free);
        }
        let found = Found::at(place, self.largest)?;
        let is_back = if found.node.same_content(&file.before) {
            true
        } else if found.node.same_content(&file.after) {
            self.write_back(file, place)?
        } else {
            file.method == Method::InPlace && self.restore_half_write(file, place, &found)?
        };
        place.folder.remove(&temporary)?;
        Ok(is_back)
    }

    /// Restores the old bytes where the file holds a part of each version. Returns false if it holds anything else.
    fn restore_half_write(&self, file: &FileStep, place: &Place, found: &Found) -> Result<bool> {
        let kept = |node: &Node| match node {
            Node::File { content, .. } => self.old_bytes(*content),
            Node::Absent | Node::Link { .. } => Ok(None),
        };
        match (kept(&file.before)?, kept(&file.after)?) {
            (Some(old), Some(new)) if is_half_write(&found.bytes, &old, &new) => self.write_back(file, place),
            _ => Ok(false),
        }
    }

    /// Restores what was there before. Returns false if the journal has lost it.
    fn write_back(&self, file: &FileStep, place: &Place) -> Result<bool> {
        let temporary = self.temporary(place);
        place.folder.remove(&temporary)?;
        match &file.before {
            Node::Absent => place.folder.remove(&place.name).map(|_| true),
            Node::Link { target } => {
                place.folder.create_link(&temporary, target)?;
                place.folder.rename(&temporary, &place.name).map(|()| true)
            }
            Node::File { content, mode } => {
                let Some(bytes) = self.old_bytes(*content)? else {
                    return Ok(false);
                };
                let entry = place.folder.entry(&place.name)?;
                let is_there = entry.is_some_and(|entry| entry.kind == EntryKind::File);
                // Its other names must show the old bytes again too.
                if file.method == Method::InPlace && is_there {
                    return overwrite(place, &bytes, self.sync).map(|()| true);
                }
                let mut new = place.folder.create_private_file(&temporary)?;
                new.write(&bytes)?;
                if is_there {
                    place.folder.copy_attributes(&place.name, &temporary)?;
                } else if let Some(mode) = mode {
                    place.folder.set_mode(&temporary, unprivileged(*mode))?;
                }
                if self.sync {
                    new.sync()?;
                }
                place.folder.rename(&temporary, &place.name).map(|()| true)
            }
        }
    }
}

/// Removes folders that a transaction had created and that have been empty since it was rolled back.
pub(super) fn remove_made_folders(lock: &RootSetLock, folders: &[WorkspacePath], sync: bool) -> Result<()> {
    // Inner folders first, or outer ones would not be empty.
    folders.iter().rev().try_for_each(|folder| lock.remove_empty_folder(folder, sync))
}

/// Removes the files that a transaction set aside.
pub(super) fn remove_temporaries(lock: &RootSetLock, intent: &Intent, sync: bool) -> Result<()> {
    let mut changed = Vec::new();
    for file in intent.files.iter().filter(|file| file.method == Method::SetAside) {
        let Some(place) = lock.place(&file.path, LastLink::Keep)? else { continue };
        place.folder.remove(&temporary_name(&place.name, &intent.id))?;
        changed.push(place);
    }
    if sync { sync_all(&changed) } else { Ok(()) }
}

/// Syncs each folder once.
pub(super) fn sync_folders<'a>(folders: impl Iterator<Item = &'a Arc<dyn Folder>>) -> Result<()> {
    let mut synced: Vec<&Arc<dyn Folder>> = Vec::new();
    for folder in folders {
        // A sync of a folder takes about as long as one of a file, and many files share one.
        if !synced.iter().any(|other| other.path() == folder.path()) {
            folder.sync()?;
            synced.push(folder);
        }
    }
    Ok(())
}

fn sync_all(places: &[Place]) -> Result<()> {
    sync_folders(places.iter().map(|place| &place.folder))
}
