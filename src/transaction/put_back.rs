//! Back to what was before, from the journal alone. Everything here can be interrupted and repeated.

use std::sync::Arc;

use super::journal::{FileStep, Intent, Journal, Method, Outcome};
use super::node::{Found, Node};
use super::plan::overwrite;
use super::store::remove_made_folders;
use crate::disk::{EntryKind, Folder, LastLink, Place};
use crate::error::Result;
use crate::workspace::{SiteLock, WorkspacePath, temporary_name};

/// Puts the first so many files back, those that may be changed, and removes temporaries and folders that were made.
/// Answers the files that somebody else changed meanwhile: they are left as they are, and what they held is in the
/// journal.
pub(super) fn put_back(
    lock: &SiteLock,
    journal: &Journal,
    intent: &Intent,
    begun: usize,
    largest: u64,
    sync: bool,
) -> Result<Vec<WorkspacePath>> {
    let mut left = Vec::new();
    let mut changed = Vec::new();
    for (number, file) in intent.files.iter().enumerate().rev() {
        let Some(place) = lock.place(&file.path, LastLink::Keep)? else { continue };
        if number >= begun {
            place.folder.remove(&temporary_name(&place.name))?;
        } else if !put_file_back(lock, journal, file, &place, largest, sync)? {
            left.push(file.path.clone());
        }
        changed.push(place);
    }
    finish(lock, intent, &changed, sync)?;
    Ok(left)
}

/// Whether a transaction of one step was made, from what its file holds.
pub(super) fn decide(lock: &SiteLock, journal: &Journal, intent: &Intent, largest: u64) -> Result<Outcome> {
    let mut outcome = Outcome::Aborted;
    let mut changed = Vec::new();
    for file in &intent.files {
        let Some(place) = lock.place(&file.path, LastLink::Keep)? else { continue };
        let current = Found::at(&place, largest)?.node;
        let is_temporary_there = place.folder.entry(&temporary_name(&place.name))?.is_some();
        if current.same_content(&file.after) {
            outcome = Outcome::Committed;
        } else if file.method == Method::InPlace && !current.same_content(&file.before) {
            write_back(lock, journal, file, &place, true)?;
        } else if !current.same_content(&file.before) && !is_temporary_there {
            // The rename was made, and somebody changed the file since.
            outcome = Outcome::Committed;
        }
        place.folder.remove(&temporary_name(&place.name))?;
        changed.push(place);
    }
    match outcome {
        Outcome::Aborted => finish(lock, intent, &changed, true)?,
        Outcome::Committed => sync_all(&changed)?,
    }
    Ok(outcome)
}

/// Removes what a transaction set aside.
pub(super) fn remove_temporaries(lock: &SiteLock, intent: &Intent, sync: bool) -> Result<()> {
    let mut changed = Vec::new();
    for file in intent.files.iter().filter(|file| file.method == Method::SetAside) {
        let Some(place) = lock.place(&file.path, LastLink::Keep)? else { continue };
        place.folder.remove(&temporary_name(&place.name))?;
        changed.push(place);
    }
    if sync { sync_all(&changed) } else { Ok(()) }
}

/// False when somebody else changed the file.
fn put_file_back(
    lock: &SiteLock,
    journal: &Journal,
    file: &FileStep,
    place: &Place,
    largest: u64,
    sync: bool,
) -> Result<bool> {
    let temporary = temporary_name(&place.name);
    if file.method == Method::SetAside {
        let is_free = place.folder.entry(&place.name)?.is_none();
        if place.folder.entry(&temporary)?.is_none() {
            return Ok(!is_free);
        }
        if is_free {
            place.folder.rename(&temporary, &place.name)?;
        } else {
            place.folder.remove(&temporary)?;
        }
        return Ok(is_free);
    }
    let current = Found::at(place, largest)?.node;
    let is_back = if current.same_content(&file.before) {
        true
    } else if current.same_content(&file.after) || file.method == Method::InPlace {
        write_back(lock, journal, file, place, sync)?
    } else {
        false
    };
    place.folder.remove(&temporary)?;
    Ok(is_back)
}

/// Puts what was there in its place. False when the journal has lost it.
fn write_back(
    lock: &SiteLock,
    journal: &Journal,
    file: &FileStep,
    place: &Place,
    sync: bool,
) -> Result<bool> {
    let temporary = temporary_name(&place.name);
    place.folder.remove(&temporary)?;
    match &file.before {
        Node::Absent => place.folder.remove(&place.name).map(|_| true),
        Node::Link { target } => {
            place.folder.create_link(&temporary, target)?;
            place.folder.rename(&temporary, &place.name).map(|()| true)
        }
        Node::File { content, mode } => {
            let Some(bytes) = journal.bytes_if_whole(lock.state(), *content)? else { return Ok(false) };
            let entry = place.folder.entry(&place.name)?;
            let is_there = entry.is_some_and(|entry| entry.kind == EntryKind::File);
            if file.method == Method::InPlace && is_there {
                return overwrite(place, &bytes, sync).map(|()| true);
            }
            let mut new = place.folder.create_private_file(&temporary)?;
            new.write(&bytes)?;
            if is_there {
                place.folder.copy_attributes(&place.name, &temporary)?;
            } else if let Some(mode) = mode {
                place.folder.set_mode(&temporary, *mode)?;
            }
            if sync {
                new.sync()?;
            }
            place.folder.rename(&temporary, &place.name).map(|()| true)
        }
    }
}

fn finish(lock: &SiteLock, intent: &Intent, changed: &[Place], sync: bool) -> Result<()> {
    if sync {
        sync_all(changed)?;
    }
    remove_made_folders(lock, &intent.folders, sync)
}

/// Syncs each folder once.
pub(super) fn sync_folders<'a>(folders: impl Iterator<Item = &'a Arc<dyn Folder>>) -> Result<()> {
    let mut synced: Vec<&Arc<dyn Folder>> = Vec::new();
    for folder in folders {
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
