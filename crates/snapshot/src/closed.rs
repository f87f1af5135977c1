//! Files and folders whose mode keeps their own owner out. Files that a command wrote and then closed are read like all
//! others: the mode lets the owner in while they are read, and is as before afterwards.

#[cfg(target_os = "linux")]
use std::ffi::OsStr;
use std::os::fd::OwnedFd;
#[cfg(target_os = "linux")]
use std::os::unix::ffi::OsStrExt;

use rustix::fs::{Mode, OFlags, Stat};
use rustix::io::{Errno, Result};

use super::attributes::Attributes;

/// Folders that were opened to their owner, which get their modes back when this goes.
#[derive(Debug, Default)]
pub(crate) struct OpenedUp {
    folders: Vec<(OwnedFd, Mode)>,
}

impl OpenedUp {
    /// Opens a folder whose mode keeps its owner out. It lets the owner in until this goes, because what is in it is found through it.
    pub(crate) fn open(&mut self, parent: &OwnedFd, name: &[u8], stat: &Stat) -> Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let (folder, mode) = open_closed(parent, name, stat, Mode::RUSR | Mode::XUSR, flags)?;
        self.folders.push((folder.try_clone().map_err(|_| Errno::MFILE)?, mode));
        Ok(folder)
    }
}

impl Drop for OpenedUp {
    fn drop(&mut self) {
        // The innermost first: the way to it is open until then.
        for (folder, mode) in self.folders.drain(..).rev() {
            let _ = rustix::fs::fchmod(folder, mode);
        }
    }
}

/// Opens a file whose mode keeps its owner out, and gives it its mode again at once. Its attributes can only be read until then.
pub(crate) fn open_closed_file(parent: &OwnedFd, name: &[u8], stat: &Stat) -> Result<(OwnedFd, Attributes)> {
    let (file, mode) = open_closed(parent, name, stat, Mode::RUSR, OFlags::RDONLY | OFlags::CLOEXEC)?;
    let attributes = Attributes::read(&file);
    rustix::fs::fchmod(&file, mode)?;
    Ok((file, attributes))
}

/// Opens what is closed to its owner. Returns it, open to its owner, and the mode that it had.
#[cfg(target_os = "linux")]
fn open_closed(
    parent: &OwnedFd,
    name: &[u8],
    stat: &Stat,
    needed: Mode,
    flags: OFlags,
) -> Result<(OwnedFd, Mode)> {
    use std::os::fd::AsRawFd;

    let mode = Mode::from_raw_mode(stat.st_mode);
    if stat.st_uid != rustix::process::geteuid().as_raw() || mode.contains(needed) {
        return Err(Errno::ACCESS);
    }
    // Through a handle, so that no other file's mode is changed if the name leads elsewhere meanwhile.
    let path_flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let handle = rustix::fs::openat(parent, OsStr::from_bytes(name), path_flags, Mode::empty())?;
    let found = rustix::fs::fstat(&handle)?;
    if (found.st_dev, found.st_ino, found.st_mode) != (stat.st_dev, stat.st_ino, stat.st_mode) {
        return Err(Errno::ACCESS);
    }
    let path = format!("/proc/self/fd/{}", handle.as_raw_fd());
    rustix::fs::chmod(&path, mode | needed)?;
    match rustix::fs::open(&path, flags, Mode::empty()) {
        Ok(opened) => Ok((opened, mode)),
        Err(cause) => {
            let _ = rustix::fs::chmod(&path, mode);
            Err(cause)
        }
    }
}

/// Fails: other systems have no handle of a file that cannot be opened.
#[cfg(not(target_os = "linux"))]
fn open_closed(_: &OwnedFd, _: &[u8], _: &Stat, _: Mode, _: OFlags) -> Result<(OwnedFd, Mode)> {
    Err(Errno::ACCESS)
}
