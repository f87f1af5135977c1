//! Removal of the whole history, for good.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

use super::damage_repair::DAMAGED;
use super::index::INDEX;
use super::mark::MARK;
use super::{Journal, NAME, UNREADABLE, create};
use scenewright_error::Result;
use scenewright_fs::disk::{Access, EntryKind, Folder};
use scenewright_fs::{is_temporary, new_commit_id};

/// The beginning of a journal's name while it is being removed.
const PURGED: &str = "journal.purged-";

/// The number of bytes that are overwritten at once, and so held in memory.
const OVERWRITE_AT_ONCE: usize = 1 << 20;

/// The result of a removal for good.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Purged {
    /// The number of transactions that the history held.
    pub transactions: usize,
    /// The bytes of the journal, and of damaged ones that were kept.
    pub bytes: u64,
}

impl Journal {
    /// Replaces this journal by an empty one, and removes this one and those that were set aside, overwritten as
    /// far as the file system lets us. Only valid under the lock, after a refresh under it, and when no transaction
    /// is open. A crash leaves the old journal, or none and files that the next call removes.
    pub(crate) fn purge(&mut self, state: &Arc<dyn Folder>) -> Result<Purged> {
        let transactions = self.view.count();
        let name = OsStr::new(NAME);
        if state.entry(name)?.is_some() {
            // Renamed first: a crash from here on leaves no journal under its name, and the leftover is
            // erased by the next call.
            state.rename(name, OsStr::new(&format!("{PURGED}{}", new_commit_id())))?;
        }
        *self = Journal::default();
        create(state, true)?;
        let mut bytes = 0;
        for leftover in leftovers(state)? {
            bytes += erase(state, &leftover)?;
        }
        state.sync()?;
        self.refresh(state)?;
        Ok(Purged { transactions, bytes })
    }
}

/// Returns the names of the journals that were set aside.
pub(crate) fn kept_aside(state: &Arc<dyn Folder>) -> Result<Vec<String>> {
    let names = state.list(Path::new(""))?.unwrap_or_default();
    let names = names.into_iter().filter_map(|name| name.into_string().ok());
    Ok(names
        .filter(|name| [DAMAGED, UNREADABLE, PURGED].iter().any(|prefix| name.starts_with(prefix)))
        .collect())
}

/// Returns all files that hold old contents or mention them, except the journal itself.
fn leftovers(state: &Arc<dyn Folder>) -> Result<Vec<OsString>> {
    let is_leftover = |name: &OsString| {
        let bytes = name.as_encoded_bytes();
        let prefixes = [DAMAGED, UNREADABLE, PURGED];
        name == MARK
            || name == INDEX
            || is_temporary(name)
            || prefixes.iter().any(|prefix| bytes.starts_with(prefix.as_bytes()))
    };
    Ok(state.list(Path::new(""))?.unwrap_or_default().into_iter().filter(is_leftover).collect())
}

/// Overwrites a file and removes it. Returns its length.
fn erase(state: &Arc<dyn Folder>, name: &OsStr) -> Result<u64> {
    let mut size = 0;
    // Anything else is a link, or a folder that somebody made here.
    match state.entry(name)? {
        Some(entry) if entry.kind == EntryKind::File => size = entry.stamp.size,
        Some(entry) if entry.kind == EntryKind::Folder => return Ok(0),
        Some(_) => {}
        None => return Ok(0),
    }
    // A file that has another name elsewhere is not ours alone.
    let is_ours = state.entry(name)?.is_some_and(|entry| entry.kind == EntryKind::File && entry.links == 1);
    if is_ours {
        // A file that cannot be overwritten is still removed.
        let _ = overwrite(state, name, size);
    }
    state.remove(name)?;
    Ok(size)
}

fn overwrite(state: &Arc<dyn Folder>, name: &OsStr, size: u64) -> Result<()> {
    let Some(file) = state.open_file(name, Access::ReadAndWrite)? else { return Ok(()) };
    let zeros = vec![0; OVERWRITE_AT_ONCE.min(usize::try_from(size).unwrap_or(OVERWRITE_AT_ONCE))];
    let mut at = 0;
    while at < size {
        let length = zeros.len().min(usize::try_from(size - at).unwrap_or(zeros.len()));
        file.write_at(at, &zeros[..length])?;
        at += length as u64;
    }
    file.sync()
}
