//! The entries of a folder, with the kinds that the folder itself reports.

use std::ffi::{CStr, OsStr};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;

use rustix::fs::{AtFlags, FileType};
use rustix::io::Errno;

use super::super::entry::EntryKind;
use super::super::folder::Listed;

/// Returns all entries but `.` and `..`. The handle must stand at the beginning of the listing.
#[cfg(target_os = "linux")]
pub(super) fn entries(folder: &OwnedFd) -> Result<Vec<Listed>, Errno> {
    use std::cell::RefCell;

    use rustix::fs::RawDir;

    thread_local! {
        static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    BUFFER.with_borrow_mut(|buffer| {
        buffer.reserve(32 * 1024);
        let mut list = RawDir::new(folder, buffer.spare_capacity_mut());
        let mut found = Vec::new();
        while let Some(entry) = list.next() {
            match entry {
                Ok(entry) => found.extend(listed(folder, entry.file_name(), entry.file_type())?),
                Err(Errno::INTR) => {}
                // The folder was removed meanwhile.
                Err(Errno::NOENT) => break,
                Err(cause) => return Err(cause),
            }
        }
        Ok(found)
    })
}

/// Returns all entries but `.` and `..`.
#[cfg(not(target_os = "linux"))]
pub(super) fn entries(folder: &OwnedFd) -> Result<Vec<Listed>, Errno> {
    let mut found = Vec::new();
    for entry in rustix::fs::Dir::read_from(folder)? {
        let entry = entry?;
        found.extend(listed(folder, entry.file_name(), entry.file_type())?);
    }
    Ok(found)
}

/// Returns one entry. Some file systems do not report kinds in their listings; then the entry is examined.
fn listed(folder: &OwnedFd, name: &CStr, kind: FileType) -> Result<Option<Listed>, Errno> {
    if matches!(name.to_bytes(), b"." | b"..") {
        return Ok(None);
    }
    let kind = match kind {
        // Some file systems do not store kinds in folders.
        FileType::Unknown => match rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => FileType::from_raw_mode(stat.st_mode),
            Err(Errno::NOENT) => return Ok(None),
            Err(cause) => return Err(cause),
        },
        known => known,
    };
    let kind = match kind {
        FileType::RegularFile => EntryKind::File,
        FileType::Directory => EntryKind::Folder,
        FileType::Symlink => EntryKind::Link,
        _ => EntryKind::Other,
    };
    Ok(Some(Listed { name: OsStr::from_bytes(name.to_bytes()).to_owned(), kind }))
}
