//! Forks of whole Btrfs subvolumes: the file system copies one in some milliseconds, however many files it has.
//!
//! Such a copy holds all that is there, of the moment in which it was made. So the caller takes the snapshot after it: only where
//! nothing in it was touched from that moment on, the copies are of that snapshot. Then what a fork leaves out is removed from them.
//! The originals are walked and not the copies, whose inodes the kernel does not have in memory yet.

use std::ffi::{OsStr, c_char};
use std::fs::{self, DirBuilder};
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustix::fs::{AtFlags, Mode};
use rustix::io::Errno;
use rustix::ioctl::{Setter, ioctl, opcode};

use super::fork::{Copied, CopyRequest, leads_elsewhere, relocated, remove_tree, set_attributes};
use super::place::{FOLDER, Roots, file_system_of, kind_of, stat_at, stat_of};
use super::tree::{Entry, Node, Spot};
use scenewright_error::Result;

/// The number of Btrfs in `statfs`, and the inode number of the top folder of each subvolume.
const BTRFS: u64 = 0x9123_683e;
const TOP: u64 = 256;

/// The kernel's letter for the calls of Btrfs, and their numbers.
const CALLS: u8 = 0x94;
const CREATE: u8 = 23;
const DESTROY: u8 = 15;

/// `btrfs_ioctl_vol_args_v2`.
#[repr(C)]
struct CreateArguments {
    source: i64,
    transaction: u64,
    flags: u64,
    unused: [u64; 4],
    name: [c_char; 4040],
}

/// `btrfs_ioctl_vol_args`.
#[repr(C)]
struct DestroyArguments {
    unused: i64,
    name: [c_char; 4088],
}

/// Copies the roots as whole subvolumes to the places of a fork. Returns false if they are no subvolumes, or the places are on
/// another file system: then nothing was made.
pub fn clone_subvolumes(from: &Roots, to: &[PathBuf]) -> bool {
    let are_subvolumes = (0..from.paths().len()).all(|root| from.handle(root).is_ok_and(is_subvolume));
    if !are_subvolumes {
        return false;
    }
    for (root, place) in to.iter().enumerate() {
        if clone_subvolume(from, root, place).is_err() {
            remove_copies(&to[..root]);
            return false;
        }
    }
    true
}

fn clone_subvolume(from: &Roots, root: usize, to: &Path) -> io::Result<()> {
    let parent = to.parent().unwrap_or(to);
    DirBuilder::new().recursive(true).mode(0o700).create(parent)?;
    // A folder that the caller named may be there, and empty.
    match fs::remove_dir(to) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => return Err(cause),
        _ => {}
    }
    let folder = rustix::fs::open(parent, FOLDER, Mode::empty())?;
    let handle = from.handle(root).map_err(|_| Errno::BADF)?;
    let name = name_of(to).ok_or(Errno::NAMETOOLONG)?;
    let arguments =
        CreateArguments { source: handle.as_raw_fd().into(), transaction: 0, flags: 0, unused: [0; 4], name };
    // SAFETY: the call reads arguments of this form; the name ends with a zero, and the descriptor is open until after it.
    unsafe {
        ioctl(&folder, Setter::<{ opcode::write::<CreateArguments>(CALLS, CREATE) }, _>::new(arguments))
    }?;
    Ok(())
}

/// Removes a whole subvolume. Returns false if it is no subvolume, or this user may not remove it: then the caller removes it
/// like any folder.
pub fn remove_subvolume(path: &Path) -> bool {
    let open = |path: &Path| rustix::fs::open(path, FOLDER, Mode::empty());
    if !open(path).is_ok_and(is_subvolume) {
        return false;
    }
    let (Some(parent), Some(name)) = (path.parent(), name_of(path)) else { return false };
    let Ok(parent) = open(parent) else { return false };
    let arguments = DestroyArguments { unused: 0, name };
    // SAFETY: the call reads arguments of this form, and the name ends with a zero.
    let removed = unsafe {
        ioctl(&parent, Setter::<{ opcode::write::<DestroyArguments>(CALLS, DESTROY) }, _>::new(arguments))
    };
    removed.is_ok()
}

/// Removes copies that are not of the snapshot.
pub fn remove_copies(copies: &[PathBuf]) {
    for copy in copies {
        if !remove_subvolume(copy) {
            // The recovery of the unfinished fork finds and removes the rest.
            let _ = remove_tree(copy);
        }
    }
}

/// Makes forks of copied subvolumes: removes `left_out`, and makes links lead into the copies. The originals are as the snapshot
/// shows them after the copies were made, so these are too.
pub fn finish_subvolumes(request: &CopyRequest<'_>, left_out: &[Spot]) -> Result<Copied> {
    let to = Roots::open(request.to.to_vec())?;
    let mut copied = Copied { tree: request.tree.clone(), ..Copied::default() };
    copied.tree.note.clear();
    // A copy is a file system of its own to those who look at it.
    let mut devices = Vec::new();
    for (root, entry) in copied.tree.roots.iter_mut().enumerate() {
        let stat = rustix::fs::fstat(to.handle(root)?)
            .map_err(|cause| to.failed("examine", &Spot { root, path: Vec::new() }, cause))?;
        entry.stat = stat_of(&stat);
        devices.push(entry.stat.device);
    }
    let mut going: Vec<Spot> = left_out.to_vec();
    let mut links: Vec<(Spot, Entry)> = Vec::new();
    for (folder, entries) in &mut copied.tree.folders {
        for (name, entry) in Arc::make_mut(entries) {
            entry.stat.device = devices[folder.root];
            match &entry.node {
                Node::File { .. } if leads_elsewhere(request.store, name, entry, folder)? => {
                    copied.elsewhere.push(folder.child(name));
                }
                Node::File { .. } => copied.cloned += 1,
                Node::Link(target) => {
                    let there = relocated(target, request.from.paths(), to.paths());
                    if there != *target {
                        entry.node = Node::Link(there);
                        links.push((folder.child(name), entry.clone()));
                    }
                }
                Node::LeftOut(_) | Node::NotCovered(_) => going.push(folder.child(name)),
                Node::Folder | Node::Fifo => {}
            }
        }
    }
    going.extend(copied.elsewhere.iter().cloned());
    for spot in &going {
        let Some((folder, name)) = spot.split() else { continue };
        if let Some(handle) = to.folder(&folder)? {
            remove(&to, spot, &handle, name)?;
        }
        if let Some(entries) = copied.tree.folders.get_mut(&folder) {
            Arc::make_mut(entries).retain(|(it, _)| it != name);
        }
    }
    for (spot, entry) in &mut links {
        let Some((folder, name)) = spot.split() else { continue };
        let (Some(handle), Node::Link(target)) = (to.folder(&folder)?, &entry.node) else { continue };
        let failed = |cause: Errno| to.failed("make", spot, cause);
        let name = OsStr::from_bytes(name);
        rustix::fs::unlinkat(&*handle, name, AtFlags::empty()).map_err(failed)?;
        rustix::fs::symlinkat(OsStr::from_bytes(target), &*handle, name).map_err(failed)?;
    }
    let mut changed: Vec<Spot> = going.iter().chain(links.iter().map(|it| &it.0)).cloned().collect();
    changed.extend(folders_of(&changed));
    changed.sort();
    changed.dedup();
    // The deepest first: what is set within a folder changes nothing about the folder, but those were changed above.
    for spot in changed.iter().rev() {
        note(request, &to, &mut copied, spot)?;
    }
    copied.elsewhere.sort();
    Ok(copied)
}

/// Returns the folders that paths are in.
fn folders_of(spots: &[Spot]) -> Vec<Spot> {
    spots.iter().filter_map(|spot| spot.split().map(|(folder, _)| folder)).collect()
}

/// Gives what was changed in a copy the time of the original, and notes what it is then.
fn note(request: &CopyRequest<'_>, to: &Roots, copied: &mut Copied, spot: &Spot) -> Result<()> {
    let failed = |cause: Errno| to.failed("set the time of", spot, cause);
    let Some(wanted) = request.tree.get(spot) else { return Ok(()) };
    let Some((folder, name)) = spot.split() else {
        let root = to.handle(spot.root)?;
        set_attributes(root, b".", wanted, false).map_err(failed)?;
        copied.tree.roots[spot.root].stat = stat_of(&rustix::fs::fstat(root).map_err(failed)?);
        return Ok(());
    };
    let Some(handle) = to.folder(&folder)? else { return Ok(()) };
    let Some(entries) = copied.tree.folders.get_mut(&folder) else { return Ok(()) };
    let Ok(at) = entries.binary_search_by(|(it, _)| it.as_slice().cmp(name)) else { return Ok(()) };
    set_attributes(&handle, name, wanted, false).map_err(failed)?;
    if let Some(stat) = stat_at(&*handle, name).map_err(failed)? {
        Arc::make_mut(entries)[at].1.stat = stat_of(&stat);
    }
    Ok(())
}

/// Removes an entry of a folder, with everything in it.
fn remove(to: &Roots, spot: &Spot, folder: &OwnedFd, name: &[u8]) -> Result<()> {
    let failed = |cause: io::Error| to.failed("remove", spot, cause);
    let Some(stat) = stat_at(folder, name).map_err(|cause| failed(cause.into()))? else { return Ok(()) };
    if kind_of(&stat) == rustix::fs::FileType::Directory {
        let path = spot.absolute(&to.paths()[spot.root]);
        return remove_tree(&path).map_err(failed);
    }
    let removed = rustix::fs::unlinkat(folder, OsStr::from_bytes(name), AtFlags::empty());
    removed.map_err(|cause| failed(cause.into()))
}

fn is_subvolume(folder: impl AsFd) -> bool {
    file_system_of(&folder) == Some(BTRFS) && rustix::fs::fstat(&folder).is_ok_and(|stat| stat.st_ino == TOP)
}

/// Returns the name of a path as the kernel takes it; `None` where it is too long.
fn name_of<const MAX: usize>(path: &Path) -> Option<[c_char; MAX]> {
    let bytes = path.file_name()?.as_bytes();
    let mut name = [0; MAX];
    // One less: the zero at its end.
    for (to, byte) in name.get_mut(..bytes.len().max(1))?.iter_mut().zip(bytes) {
        *to = *byte as c_char;
    }
    (bytes.len() < MAX).then_some(name)
}
