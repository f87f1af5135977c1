//! Path resolution beneath a handle.
//!
//! Where the kernel can, it resolves a path in one call (`openat2`); the walk below decides where it cannot, will
//! not or refuses. Both answer alike. `SCENEWRIGHT_PATHS=walk` in the environment of the process always takes the
//! walk, for hosts that end a process for calls they do not know, and for finding out whether the kernel is to
//! blame.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::{Errno, retry_on_intr};

use super::super::entry::not_regular;
use super::super::folder::{LastLink, outside, require_no_nul, too_many_links};
use super::error::failed;
use scenewright_error::{Error, Kind, Result, quote_path};

pub(super) const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// The most links that are followed, as many as Linux itself follows.
const MAX_LINKS: usize = 40;

/// The target of a path: a name in a folder, with the name itself not followed.
pub(super) struct Found {
    pub(super) folder: OwnedFd,
    pub(super) folder_path: PathBuf,
    pub(super) name: OsString,
}

/// The number of times that a path is walked again because its target was swapped for a link, or back. A program that replaces
/// a link does so once; more are a program that keeps swapping, against which the bound ends the walk.
const MAX_SWAPS: usize = 200;

/// Opens the target of a path beneath the root; `None` when there is nothing.
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
    // The walk is repeated when its last component turns into a link after it was read. So many swaps are no
    // accident.
    for _ in 0..MAX_SWAPS {
        let Some(found) = walk(root, root_path, path, LastLink::Follow)? else {
            return Ok(None);
        };
        match open_here(&found.folder, &found.name, flags, Mode::empty()) {
            Ok(handle) => return Ok(Some(handle)),
            // The walk ends where there is no link. A folder is asked for by a flag that hides what is wrong.
            Err(Errno::LOOP | Errno::MLINK) => {}
            Err(Errno::NOTDIR) if leads_on(&found) => {}
            Err(Errno::NOENT | Errno::NOTDIR | Errno::NAMETOOLONG) => return Ok(None),
            Err(Errno::NXIO) => return Err(not_regular(&root_path.join(path).display().to_string())),
            Err(cause) => return Err(failed("open", &root_path.join(path), cause)),
        }
    }
    Err(swapped(&root_path.join(path)))
}

/// Examines the target of a path beneath the root; `None` when there is nothing. The answer is never about a link.
pub(super) fn stat_beneath(root: &OwnedFd, root_path: &Path, path: &Path) -> Result<Option<Stat>> {
    require_no_nul(path)?;
    // A handle of this kind opens nothing for use, whatever is there.
    #[cfg(target_os = "linux")]
    if let Some(answer) = linux::open_beneath(root, path, OFlags::PATH) {
        let stat = answer.map(|handle| rustix::fs::fstat(&handle)).transpose();
        return stat.map_err(|cause| failed("examine", &root_path.join(path), cause));
    }
    for _ in 0..MAX_SWAPS {
        let Some(found) = walk(root, root_path, path, LastLink::Follow)? else {
            return Ok(None);
        };
        match rustix::fs::statat(&found.folder, &found.name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::Symlink => {}
            Ok(stat) => return Ok(Some(stat)),
            Err(Errno::NOENT | Errno::NAMETOOLONG) => return Ok(None),
            Err(cause) => return Err(failed("examine", &root_path.join(path), cause)),
        }
    }
    Err(swapped(&root_path.join(path)))
}

/// Returns true if an entry that could not be opened as a folder is a link, or was one and has become a folder.
fn leads_on(found: &Found) -> bool {
    let stat = rustix::fs::statat(&found.folder, &found.name, AtFlags::SYMLINK_NOFOLLOW);
    stat.is_ok_and(|stat| {
        matches!(FileType::from_raw_mode(stat.st_mode), FileType::Symlink | FileType::Directory)
    })
}

fn swapped(path: &Path) -> Error {
    let message = format!("Could not open {}: somebody keeps swapping it for a link.", quote_path(path));
    Error::new(Kind::Io, message).with_hint("Try again when nobody changes the folders on the way to it.")
}

/// Opens an entry of this very folder, never following a link.
pub(super) fn open_here(folder: &OwnedFd, name: &OsStr, flags: OFlags, mode: Mode) -> Result<OwnedFd, Errno> {
    // Without NOFOLLOW, a link put here since the name was examined would lead anywhere.
    let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    retry_on_intr(|| rustix::fs::openat(folder, name, flags, mode))
}

/// Walks from component to component by handles, resolving links itself. Returns `None` when a folder on the way is
/// missing; the last name may be.
///
/// Invariant: every handle on the way was opened from the one before without following a link, so none is outside
/// the root, whatever is swapped in the meantime. The links of `/proc` that the kernel follows past all names are
/// taken by what they say, like any other.
pub(super) fn walk(root: &OwnedFd, root_path: &Path, path: &Path, last: LastLink) -> Result<Option<Found>> {
    require_no_nul(path)?;
    let shown = root_path.join(path);
    let io = |cause: Errno| failed("open", &shown, cause);
    let duplicate = |handle: &OwnedFd| handle.try_clone().map_err(|cause| failed("open", &shown, cause));
    let mut passed: Vec<(OwnedFd, OsString)> = Vec::new();
    let mut pending: VecDeque<Step> = VecDeque::new();
    if path.is_absolute() {
        return Err(outside(root_path, path));
    }
    push_front(&mut pending, path.as_os_str());
    let (mut links, mut swaps) = (0, 0);
    while let Some(step) = pending.pop_front() {
        let name = match step {
            Step::Into(name) => name,
            Step::Stay => continue,
            // `..` goes to the folder that was come from, by its handle, not by what the disk says now.
            Step::Out if passed.pop().is_some() => continue,
            Step::Out => return Err(outside(root_path, path)),
        };
        let here = passed.last().map_or(root, |(handle, _)| handle);
        let is_last = pending.is_empty();
        let found = || -> Result<Option<Found>> {
            let folder_path = passed.iter().fold(root_path.to_owned(), |path, (_, name)| path.join(name));
            Ok(Some(Found { folder: duplicate(here)?, folder_path, name: name.clone() }))
        };
        let kind = match rustix::fs::statat(here, &name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => FileType::from_raw_mode(stat.st_mode),
            // The last name may be missing: it is where a new file goes. One that the file system does not take is refused when it
            // is to be made.
            Err(Errno::NOENT | Errno::NAMETOOLONG) if is_last => return found(),
            Err(Errno::NOENT | Errno::NOTDIR | Errno::NAMETOOLONG) => return Ok(None),
            Err(cause) => return Err(io(cause)),
        };
        if kind == FileType::Symlink && !(is_last && last == LastLink::Keep) {
            links += 1;
            if links > MAX_LINKS {
                return Err(too_many_links(&shown));
            }
            let target = match rustix::fs::readlinkat(here, &name, Vec::new()) {
                Ok(target) => PathBuf::from(OsString::from_vec(target.into_bytes())),
                Err(Errno::NOENT) => return Ok(None),
                // It is no longer a link.
                Err(Errno::INVAL) if swaps < MAX_SWAPS => {
                    swaps += 1;
                    pending.push_front(Step::Into(name));
                    continue;
                }
                Err(cause) => return Err(io(cause)),
            };
            if target.is_absolute() {
                // An absolute link may lead back into the root, and is then gone through from its top.
                let beneath = target.strip_prefix(root_path).map_err(|_| outside(root_path, path))?;
                passed.clear();
                // Taking the prefix away took a slash or dot at the end with it, which asks for a folder.
                let written = target.as_os_str().as_bytes();
                if written.ends_with(b"/") || written.ends_with(b"/.") {
                    pending.push_front(Step::Stay);
                }
                push_front(&mut pending, beneath.as_os_str());
            } else {
                push_front(&mut pending, target.as_os_str());
            }
        } else if is_last {
            return found();
        } else if kind == FileType::Directory {
            match open_here(here, &name, FOLDER, Mode::empty()) {
                Ok(handle) => passed.push((handle, name)),
                Err(Errno::NOENT) => return Ok(None),
                // It is no longer a folder, so it may be a link that leads on.
                Err(Errno::NOTDIR | Errno::LOOP | Errno::MLINK) if swaps < MAX_SWAPS => {
                    swaps += 1;
                    pending.push_front(Step::Into(name));
                }
                Err(Errno::NOTDIR | Errno::LOOP | Errno::MLINK) => return Err(swapped(&shown)),
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
    /// A step that requires the component before it to be a folder.
    Stay,
}

/// Puts the components of a path before the pending ones, as the kernel takes them: a component that is followed by
/// a slash, even the last of all, has to be a folder.
fn push_front(pending: &mut VecDeque<Step>, path: &OsStr) {
    for component in path.as_bytes().rsplit(|byte| *byte == b'/') {
        pending.push_front(match component {
            b"" | b"." => Step::Stay,
            b".." => Step::Out,
            name => Step::Into(OsStr::from_bytes(name).to_owned()),
        });
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::{Mode, OFlags, ResolveFlags};
    use rustix::io::{Errno, retry_on_intr};

    #[cfg(test)]
    use crate::disk::unix::resolve::tests;

    static WALK_IS_ASKED_FOR: LazyLock<bool> =
        LazyLock::new(|| std::env::var_os("SCENEWRIGHT_PATHS").is_some_and(|value| value == "walk"));

    /// True once the kernel has turned out not to know the call, so that it need not be asked again.
    static IS_UNKNOWN: AtomicBool = AtomicBool::new(false);

    /// Opens a path with one call of the kernel. Returns `None` where the kernel lacks or forbids the call, lost
    /// a race, or refuses a path that a closer look may find to be inside after all.
    pub(super) fn open_beneath(root: &OwnedFd, path: &Path, flags: OFlags) -> Option<Option<OwnedFd>> {
        if *WALK_IS_ASKED_FOR || IS_UNKNOWN.load(Ordering::Relaxed) {
            return None;
        }
        #[cfg(test)]
        if tests::walks() {
            return None;
        }
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        // Magic links are those of /proc, which lead to open files and not to paths.
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
        let flags = flags | OFlags::CLOEXEC;
        match retry_on_intr(|| rustix::fs::openat2(root, path, flags, Mode::empty(), resolve)) {
            Ok(handle) => Some(Some(handle)),
            Err(Errno::NOENT | Errno::NOTDIR) => Some(None),
            Err(cause) => {
                // Kernels before 5.6 do not have the call; they are asked once.
                if cause == Errno::NOSYS {
                    IS_UNKNOWN.store(true, Ordering::Relaxed);
                }
                None
            }
        }
    }
}

#[cfg(test)]
mod tests;
