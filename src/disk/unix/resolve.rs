//! From a path to what it leads to, beneath a handle.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::{Errno, retry_on_intr};

use super::super::entry::not_regular;
use super::super::folder::{LastLink, outside, require_no_nul, too_many_links};
use super::failed;
use crate::error::Result;

pub(super) const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// As many as Linux itself follows.
const MOST_LINKS: usize = 40;

/// Where a path leads to: a name in a folder, with the name not followed any more.
pub(super) struct Found {
    pub(super) folder: OwnedFd,
    pub(super) folder_path: PathBuf,
    pub(super) name: OsString,
}

/// Opens what a path beneath the root leads to; `None` when there is nothing.
pub(super) fn open_beneath(
    root: &OwnedFd,
    root_path: &Path,
    path: &Path,
    flags: OFlags,
) -> Result<Option<OwnedFd>> {
    require_no_nul(path)?;
    #[cfg(target_os = "linux")]
    if let Some(answer) = linux::open_beneath(root, path, flags) {
        return Ok(answer);
    }
    let Some(found) = walk(root, root_path, path, LastLink::Follow)? else {
        return Ok(None);
    };
    match open_here(&found.folder, &found.name, flags, Mode::empty()) {
        Ok(handle) => Ok(Some(handle)),
        Err(Errno::NOENT | Errno::NOTDIR) => Ok(None),
        Err(Errno::NXIO) => Err(not_regular(&root_path.join(path).display().to_string())),
        Err(cause) => Err(failed("open", &root_path.join(path), cause)),
    }
}

/// Opens an entry of this very folder, never following a link.
pub(super) fn open_here(folder: &OwnedFd, name: &OsStr, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    retry_on_intr(|| rustix::fs::openat(folder, name, flags, mode))
}

/// Goes from component to component by handles, resolving links itself. `None` when a folder on the way is
/// missing; the last name may be.
///
/// Invariant: every handle on the way was opened from the one before without following a link, so none is
/// outside the root, whatever is swapped meanwhile.
pub(super) fn walk(root: &OwnedFd, root_path: &Path, path: &Path, last: LastLink) -> Result<Option<Found>> {
    require_no_nul(path)?;
    let shown = root_path.join(path);
    let io = |cause: Errno| failed("open", &shown, cause);
    let duplicate = |handle: &OwnedFd| handle.try_clone().map_err(|cause| failed("open", &shown, cause));
    let mut passed: Vec<(OwnedFd, OsString)> = Vec::new();
    let mut pending: VecDeque<Step> = VecDeque::new();
    if !push_front(&mut pending, path) {
        return Err(outside(root_path, path));
    }
    let mut links = 0;
    while let Some(step) = pending.pop_front() {
        let Step::Into(name) = step else {
            if passed.pop().is_none() {
                return Err(outside(root_path, path));
            }
            continue;
        };
        let here = passed.last().map_or(root, |(handle, _)| handle);
        let is_last = pending.is_empty();
        let found = || -> Result<Option<Found>> {
            let folder_path = passed.iter().fold(root_path.to_owned(), |path, (_, name)| path.join(name));
            Ok(Some(Found { folder: duplicate(here)?, folder_path, name: name.clone() }))
        };
        let kind = match rustix::fs::statat(here, &name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => FileType::from_raw_mode(stat.st_mode),
            Err(Errno::NOENT) if is_last => return found(),
            Err(Errno::NOENT | Errno::NOTDIR) => return Ok(None),
            Err(cause) => return Err(io(cause)),
        };
        if kind == FileType::Symlink && !(is_last && last == LastLink::Keep) {
            links += 1;
            if links > MOST_LINKS {
                return Err(too_many_links(&shown));
            }
            let target = rustix::fs::readlinkat(here, &name, Vec::new()).map_err(io)?;
            let target = PathBuf::from(OsString::from_vec(target.into_bytes()));
            let mut beneath = target.as_path();
            if target.is_absolute() {
                beneath = target.strip_prefix(root_path).map_err(|_| outside(root_path, path))?;
                passed.clear();
            }
            push_front(&mut pending, beneath);
        } else if is_last {
            return found();
        } else if kind == FileType::Directory {
            match open_here(here, &name, FOLDER, Mode::empty()) {
                Ok(handle) => passed.push((handle, name)),
                Err(Errno::NOENT | Errno::NOTDIR) => return Ok(None),
                Err(cause) => return Err(io(cause)),
            }
        } else {
            return Ok(None);
        }
    }
    // The path ends in a folder that was gone through: the root itself, or one before a `..`.
    let folder_path = passed.iter().fold(root_path.to_owned(), |path, (_, name)| path.join(name));
    let folder = duplicate(passed.last().map_or(root, |(handle, _)| handle))?;
    Ok(Some(Found { folder, folder_path, name: OsString::from(".") }))
}

enum Step {
    Into(OsString),
    Out,
}

/// Puts the components of a relative path before the pending ones; false when the path is absolute.
fn push_front(pending: &mut VecDeque<Step>, path: &Path) -> bool {
    for component in path.components().rev() {
        match component {
            Component::Normal(name) => pending.push_front(Step::Into(name.to_owned())),
            Component::ParentDir => pending.push_front(Step::Out),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => return false,
        }
    }
    true
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::fs::ResolveFlags;

    use super::*;

    /// One call of the kernel does it all. It has no answer (`None`) where the kernel lacks or forbids the call,
    /// lost a race, or refuses a path that a closer look may find to be inside after all.
    pub(super) fn open_beneath(root: &OwnedFd, path: &Path, flags: OFlags) -> Option<Option<OwnedFd>> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        let flags = flags | OFlags::CLOEXEC;
        match retry_on_intr(|| rustix::fs::openat2(root, path, flags, Mode::empty(), resolve)) {
            Ok(handle) => Some(Some(handle)),
            Err(Errno::NOENT | Errno::NOTDIR) => Some(None),
            Err(_) => None,
        }
    }
}
