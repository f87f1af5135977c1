//! Permissions of the state folder, which only its owner may read: it holds old contents of files
//! that not everybody may read.

use std::ffi::OsStr;

use crate::disk::{EntryKind, Folder};
use scenewright_error::Result;

const PRIVATE_FOLDER: u32 = 0o700;
const PRIVATE_FILE: u32 = 0o600;

/// The permission bits of everybody but the owner.
const OTHERS: u32 = 0o077;

/// Removes the access of other users to a folder, on platforms with modes. A folder of another user stays as it
/// is.
pub(super) fn keep_folder_private(parent: &dyn Folder, name: &OsStr) -> Result<()> {
    let mode =
        parent.entry(name)?.filter(|entry| entry.kind == EntryKind::Folder).and_then(|entry| entry.mode);
    if mode.is_some_and(|mode| mode & OTHERS != 0) {
        let _ = parent.set_mode(name, PRIVATE_FOLDER);
    }
    Ok(())
}

/// Removes everybody else's access to every file in a folder.
pub(super) fn keep_files_private(folder: &dyn Folder) -> Result<()> {
    for listed in folder.entries()? {
        let entry = folder.entry(&listed.name)?.filter(|entry| entry.kind == EntryKind::File);
        if entry.and_then(|entry| entry.mode).is_some_and(|mode| mode & OTHERS != 0) {
            let _ = folder.set_mode(&listed.name, PRIVATE_FILE);
        }
    }
    Ok(())
}
