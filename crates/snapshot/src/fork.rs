//! Forks: copies of the roots in other folders, made of one snapshot.
//!
//! A file is a clone of its blocks where the file system shares them; elsewhere it is copied, or written from the store
//! where the original changed since the snapshot. Nothing is linked: a program that writes in place must not reach the
//! original.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rustix::fs::{AtFlags, Gid, Mode, OFlags, Uid};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::attributes::Attributes;
use super::place::{Roots, is_racy, is_unchanged, now_ns, stat_at, stat_of};
use super::restore::{give_attributes, make_fifo, mode_of, times};
use super::store::Store;
use super::tree::{Entry, Listing, Node, Spot, Tree};
use scenewright_error::{Error, Kind, Result, quote_path};
use scenewright_fs::{os_text, path_text};

/// The name of the latest snapshot of a fork.
pub const CACHE: &str = "cache";

/// The most threads that copy.
const MAX_THREADS: usize = 8;

/// The largest `.git` file that is read for the repository that it names: it holds one path, which has at most 4,096 bytes on
/// Linux.
const MAX_GIT_FILE: u64 = 4096;

/// The record of a fork.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fork {
    /// The name.
    pub name: String,
    /// The roots of the fork, one for each of the workspace, as texts of paths.
    roots: Vec<String>,
    /// The time at which it was made, in milliseconds since 1970.
    pub at_ms: u64,
    /// The purpose of the fork, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The state of the fork.
    pub state: ForkState,
    /// True where ignored folders were copied, and are merged.
    pub includes_ignored: bool,
    /// The largest file that was copied.
    pub file_bytes: u64,
    /// The trees that the fork is compared with: the one that it was made of, and one for each merge.
    pub bases: Vec<ForkBase>,
    /// True where its files are shared blocks of the originals.
    pub is_cloned: bool,
}

/// The state of a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForkState {
    /// The fork is being copied. A process that finds it in this state under the lock removes it.
    Making,
    /// The fork can be used.
    Ready,
    /// The fork is being removed. A process that finds it in this state under the lock continues that.
    Discarding,
}

/// A tree that both sides have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForkBase {
    /// The number of the tree.
    pub number: usize,
    /// The record of the merge that made it; absent for the tree that the fork began with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// True once the merge is known to be committed.
    pub is_committed: bool,
}

impl Fork {
    /// Makes the record of a fork that is being copied.
    pub fn new(name: &str, roots: &[PathBuf], at_ms: u64) -> Fork {
        Fork {
            name: name.to_owned(),
            roots: roots.iter().map(|root| path_text(root).into_owned()).collect(),
            at_ms,
            message: None,
            state: ForkState::Making,
            includes_ignored: false,
            file_bytes: 0,
            bases: vec![ForkBase { number: 0, record: None, is_committed: true }],
            is_cloned: false,
        }
    }

    /// Returns the roots.
    pub fn roots(&self) -> Vec<PathBuf> {
        self.roots.iter().map(|root| PathBuf::from(os_text(root).into_owned())).collect()
    }

    /// Returns the names of the trees whose contents are needed.
    pub fn trees(&self) -> Vec<String> {
        self.bases.iter().map(|base| Fork::base_name(base.number)).chain([CACHE.to_owned()]).collect()
    }

    /// Returns the name of a base.
    pub fn base_name(number: usize) -> String {
        format!("base-{number}")
    }
}

/// Returns true for a name that a fork may have: its folder has the same.
pub fn is_fork_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=64).contains(&name.len()) && name.bytes().all(is_plain) && name.as_bytes()[0].is_ascii_alphanumeric()
}

/// Returns the canonical path of a new folder that a caller named for a fork. It must not exist, or be empty, and be outside of
/// the roots: a fork of a later moment would hold it.
pub fn new_fork_folder(path: &Path, roots: &[PathBuf]) -> Result<PathBuf> {
    let invalid = |message: String| Error::new(Kind::InvalidInput, message);
    let shown = quote_path(path);
    let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(invalid(format!("The folder of a fork cannot be {shown}.")));
    };
    // The parent alone: the folder itself need not exist, and a link in its place would lead elsewhere.
    let parent = fs::canonicalize(parent)
        .map_err(|cause| Error::io("find the folder for the fork", parent.display(), &cause))?;
    let home = parent.join(name);
    match fs::read_dir(&home) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                let message = format!("The folder {shown} is not empty.");
                return Err(
                    Error::new(Kind::AlreadyExists, message).with_hint("Name one that does not exist.")
                );
            }
        }
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
        Err(_) => return Err(Error::new(Kind::AlreadyExists, format!("{shown} exists already."))),
    }
    match roots.iter().any(|root| home.starts_with(root) || root.starts_with(&home)) {
        true => Err(invalid(format!(
            "The folder of a fork must be outside of the workspace, and {shown} is not."
        ))),
        false => Ok(home),
    }
}

/// The source and the target of a copy.
#[derive(Clone, Copy)]
pub struct CopyRequest<'a> {
    /// The originals.
    pub from: &'a Roots,
    /// Their snapshot.
    pub tree: &'a Tree,
    /// The folders of the copies, which do not exist.
    pub to: &'a [PathBuf],
    /// The store that has the contents.
    pub store: &'a Store,
    /// Returns true once the copy is no longer wanted.
    pub is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// A copy of a tree.
#[derive(Debug, Default)]
pub struct Copied {
    /// The copy, as a snapshot of it would be.
    pub tree: Tree,
    /// The files that share blocks with their originals.
    pub cloned: usize,
    /// The files that were written.
    pub written: usize,
    /// Files named `.git` that lead to a repository outside of the roots: git would change the original's.
    pub elsewhere: Vec<Spot>,
    /// Copies whose extended attributes or access lists could not be set, because the file system has none for example.
    pub without_attributes: Vec<Spot>,
}

/// Makes copies of the roots.
pub fn copy_tree(request: &CopyRequest<'_>) -> Result<Copied> {
    for root in request.to {
        let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(root);
        made.map_err(|cause| Error::io("make the folder", root.display(), &cause))?;
    }
    let to = Roots::open(request.to.to_vec())?;
    let copy = Copy {
        request,
        to: &to,
        leaders: leaders(request.tree),
        inherits: inherits(&to)?,
        may_clone: AtomicBool::new(true),
        done: Mutex::default(),
    };
    // A folder stands before those in it.
    for folder in request.tree.folders.keys() {
        let Some((parent, name)) = folder.split() else { continue };
        if let Some(parent) = to.folder(&parent)? {
            rustix::fs::mkdirat(&*parent, OsStr::from_bytes(name), Mode::from_raw_mode(0o700))
                .map_err(|cause| to.failed("make the folder", folder, cause))?;
        }
    }
    let folders: Vec<_> = request.tree.folders.iter().collect();
    let next = AtomicUsize::new(0);
    let failure: Mutex<Option<Error>> = Mutex::default();
    let work = || {
        // Relaxed: the counter gives each folder to one thread, and what they wrote is read after they are joined.
        while let Some((folder, entries)) = folders.get(next.fetch_add(1, Ordering::Relaxed)) {
            let failed = match (request.is_cancelled)() {
                true => Err(Error::new(Kind::Cancelled, "The call was cancelled.")),
                false => copy.folder(folder, entries),
            };
            if let Err(error) = failed {
                // The other threads find no more folders. Half of the range, so that their additions do not wrap
                // around to the first.
                next.store(usize::MAX / 2, Ordering::Relaxed);
                failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                return;
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where no thread can be had, this one does it all.
            let _ = thread::Builder::new().name("scenewright-fork".to_owned()).spawn_scoped(scope, work);
        }
        // This thread copies too, before it waits for the others.
        work();
    });
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let inherits = copy.inherits;
    let mut copied = copy.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    // After all copies: the file that a name is linked to may be in any folder.
    link_others(request.tree, &to, &mut copied.tree)?;
    // Last, because each file that is made changes the time of its folder, and a folder without the right to write
    // takes none.
    finish_folders(request.tree, &to, inherits, &mut copied)?;
    let clock = now_ns();
    for (_, entry) in copied.tree.folders.values_mut().flat_map(|entries| Arc::make_mut(entries).iter_mut()) {
        // A user of the fork may change a file in the very tick of the clock in which it was made.
        if let Node::File { is_racy: racy, .. } = &mut entry.node {
            *racy = is_racy(&entry.stat, clock);
        }
    }
    copied.elsewhere.sort();
    copied.without_attributes.sort();
    Ok(copied)
}

fn inherits(roots: &Roots) -> Result<bool> {
    for root in 0..roots.paths().len() {
        if !Attributes::read(roots.handle(root)?).is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the first name of each file that has several.
fn leaders(tree: &Tree) -> HashMap<(u64, u64), Spot> {
    let mut leaders = HashMap::new();
    for (folder, entries) in &tree.folders {
        for (name, entry) in entries.iter() {
            if entry.stat.links > 1 && entry.content().is_some() {
                // The trees are sorted, so the first name is the same for every reader.
                leaders.entry(entry.identity()).or_insert_with(|| folder.child(name));
            }
        }
    }
    leaders
}

struct Copy<'a> {
    request: &'a CopyRequest<'a>,
    to: &'a Roots,
    leaders: HashMap<(u64, u64), Spot>,
    /// True where what is made in the copies has attributes from the beginning: access lists that their folder hands down.
    inherits: bool,
    /// True until the file systems were seen to share no blocks.
    may_clone: AtomicBool,
    done: Mutex<Copied>,
}

impl Copy<'_> {
    fn folder(&self, folder: &Spot, entries: &[(Vec<u8>, Entry)]) -> Result<()> {
        let Some(to) = self.to.folder(folder)? else { return Ok(()) };
        // It may be gone or unreadable: then everything is written from the store.
        let from = self.request.from.folder(folder).ok().flatten();
        let mut made: Vec<(Vec<u8>, Entry)> = Vec::with_capacity(entries.len());
        let (mut cloned, mut written, mut elsewhere, mut without) = (0, 0, Vec::new(), Vec::new());
        for (name, entry) in entries {
            let spot = folder.child(name);
            let failed = |cause: Errno| self.to.failed("make", &spot, cause);
            let name_of = OsStr::from_bytes(name);
            let mut node = entry.node.clone();
            match &entry.node {
                Node::File { .. } => {
                    // Linked once all files are there.
                    if self.leaders.get(&entry.identity()).is_some_and(|leader| *leader != spot) {
                        continue;
                    }
                    if leads_elsewhere(self.request.store, name, entry, folder)? {
                        elsewhere.push(spot);
                        continue;
                    }
                    match self.file(from.as_deref(), &to, name, entry, &spot)? {
                        true => cloned += 1,
                        false => written += 1,
                    }
                }
                Node::Link(target) => {
                    let target = relocated(target, self.request.from.paths(), self.to.paths());
                    rustix::fs::symlinkat(OsStr::from_bytes(&target), &*to, name_of).map_err(failed)?;
                    node = Node::Link(target);
                }
                Node::Fifo => make_fifo(&to, name_of).map_err(failed)?,
                Node::Folder => {
                    // Its attributes come last.
                    made.push((name.clone(), entry.clone()));
                    continue;
                }
                Node::LeftOut(_) | Node::NotCovered(_) => continue,
            }
            let attributes = set_attributes(&to, name, entry, self.inherits).map_err(failed)?;
            if attributes != entry.attributes {
                without.push(spot.clone());
            }
            let Some(stat) = stat_at(&*to, name).map_err(failed)? else { continue };
            made.push((name.clone(), Entry { node, stat: stat_of(&stat), attributes }));
        }
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.tree.folders.insert(folder.clone(), Listing::new(made));
        done.cloned += cloned;
        done.written += written;
        done.elsewhere.extend(elsewhere);
        done.without_attributes.extend(without);
        Ok(())
    }

    /// Makes a file. Returns true where it shares blocks with the original.
    fn file(
        &self,
        from: Option<&OwnedFd>,
        to: &OwnedFd,
        name: &[u8],
        entry: &Entry,
        spot: &Spot,
    ) -> Result<bool> {
        let Node::File { content, is_sparse, .. } = &entry.node else { return Ok(false) };
        let failed = |cause: io::Error| self.to.failed("copy", spot, cause);
        // Without waiting: a pipe that has taken the file's place would block the open until somebody writes to it.
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let source = from.and_then(|from| {
            let source = rustix::fs::openat(from, OsStr::from_bytes(name), flags, Mode::empty()).ok()?;
            // Compared on the open file, because the name may lead to another one a moment later.
            is_still(&source, entry).then(|| File::from(source))
        });
        if let Some(source) = &source
            && self.clone_file(source, to, name)
        {
            if is_still(source, entry) {
                return Ok(true);
            }
            rustix::fs::unlinkat(to, OsStr::from_bytes(name), AtFlags::empty())
                .map_err(|cause| failed(cause.into()))?;
        }
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let target = rustix::fs::openat(to, OsStr::from_bytes(name), flags, Mode::from_raw_mode(0o600));
        let mut target = File::from(target.map_err(|cause| failed(cause.into()))?);
        if let Some(mut source) = source {
            if self.clone_blocks(&source, &target) {
                // Compared again: the clone is of the moment in which it was made, which may be in the midst of a
                // write.
                if is_still(&source, entry) {
                    return Ok(true);
                }
            // A copy would fill the holes.
            } else if !is_sparse {
                let copied = io::copy(&mut source, &mut target);
                if copied.is_ok_and(|bytes| bytes == entry.stat.size) && is_still(&source, entry) {
                    return Ok(false);
                }
            }
            // It changed while it was copied, or has holes: the store has it as it was.
            target.set_len(0).map_err(failed)?;
        }
        if !self.request.store.write_to(*content, &target, *is_sparse)? {
            let message = format!("The contents of {} are not kept.", spot.text());
            return Err(Error::new(Kind::NotFound, message));
        }
        Ok(false)
    }

    #[cfg(target_os = "linux")]
    fn clone_blocks(&self, from: &File, to: &File) -> bool {
        if !self.may_clone.load(Ordering::Relaxed) {
            return false;
        }
        let is_cloned = rustix::fs::ioctl_ficlone(to, from).is_ok();
        if !is_cloned {
            // Asking for every file would cost a call each.
            self.may_clone.store(false, Ordering::Relaxed);
        }
        is_cloned
    }

    #[cfg(not(target_os = "linux"))]
    fn clone_blocks(&self, _: &File, _: &File) -> bool {
        false
    }

    /// Makes a file that shares its blocks with another one, where the system has one call for both: APFS.
    #[cfg(target_os = "macos")]
    fn clone_file(&self, from: &File, to: &OwnedFd, name: &[u8]) -> bool {
        if !self.may_clone.load(Ordering::Relaxed) {
            return false;
        }
        // A locked file would make a locked copy, whose attributes could not be set.
        if !rustix::fs::fstat(from).is_ok_and(|stat| stat.st_flags == 0) {
            return false;
        }
        // The owner is set with the other attributes.
        let flags = rustix::fs::CloneFlags::NOFOLLOW | rustix::fs::CloneFlags::NOOWNERCOPY;
        let is_cloned = rustix::fs::fclonefileat(from, to, OsStr::from_bytes(name), flags).is_ok();
        if !is_cloned {
            // Asking for every file would cost a call each.
            self.may_clone.store(false, Ordering::Relaxed);
        }
        is_cloned
    }

    #[cfg(not(target_os = "macos"))]
    fn clone_file(&self, _: &File, _: &OwnedFd, _: &[u8]) -> bool {
        false
    }
}

/// Returns true for the `.git` file of a linked work tree or submodule whose repository is outside of the roots.
pub(crate) fn leads_elsewhere(store: &Store, name: &[u8], entry: &Entry, folder: &Spot) -> Result<bool> {
    if name != b".git" || entry.stat.size > MAX_GIT_FILE {
        return Ok(false);
    }
    let Some(content) = entry.content() else { return Ok(false) };
    let Some(text) = store.read(content, MAX_GIT_FILE)? else { return Ok(false) };
    let Some(target) = text.strip_prefix(b"gitdir:") else { return Ok(false) };
    let target = target.trim_ascii();
    // A relative path is counted from the folder of the file. It leads out if it climbs higher than that folder
    // is deep.
    let depth = folder.path.split(|byte| *byte == b'/').filter(|part| !part.is_empty()).count();
    Ok(target.starts_with(b"/") || leads_out(target, depth))
}

/// Returns true where a relative path leads above the root of a folder of that depth.
fn leads_out(target: &[u8], depth: usize) -> bool {
    let mut depth = depth;
    for part in target.split(|byte| *byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." if depth == 0 => return true,
            b".." => depth -= 1,
            _ => depth += 1,
        }
    }
    false
}

fn is_still(file: impl AsFd, entry: &Entry) -> bool {
    rustix::fs::fstat(file).is_ok_and(|stat| is_unchanged(entry, &stat_of(&stat)))
}

/// Returns the target of a link, where it is absolute and leads into one of the roots, for the same place in the others.
pub(crate) fn relocated(target: &[u8], from: &[PathBuf], to: &[PathBuf]) -> Vec<u8> {
    for (old, new) in from.iter().zip(to) {
        let Some(rest) = target.strip_prefix(old.as_os_str().as_bytes()) else { continue };
        if rest.is_empty() || rest[0] == b'/' {
            return [new.as_os_str().as_bytes(), rest].concat();
        }
    }
    target.to_vec()
}

/// Makes the links of a tree that lead into one set of roots lead into another.
pub fn relocate_links(tree: &mut Tree, from: &[PathBuf], to: &[PathBuf]) {
    let moved = |entry: &Entry| match &entry.node {
        Node::Link(target) => Some(relocated(target, from, to)).filter(|there| there != target),
        _ => None,
    };
    for entries in tree.folders.values_mut() {
        // Only listings that hold such a link are parted from those of other trees.
        if entries.iter().all(|(_, entry)| moved(entry).is_none()) {
            continue;
        }
        for (_, entry) in Arc::make_mut(entries) {
            if let Some(target) = moved(entry) {
                entry.node = Node::Link(target);
            }
        }
    }
}

/// Gives each file its other names.
fn link_others(tree: &Tree, to: &Roots, copied: &mut Tree) -> Result<()> {
    let mut first: HashMap<(u64, u64), Spot> = HashMap::new();
    for (folder, entries) in &tree.folders {
        for (name, entry) in entries.iter() {
            if entry.stat.links < 2 || entry.content().is_none() {
                continue;
            }
            let spot = folder.child(name);
            let Some(leader) = first.get(&entry.identity()) else {
                first.insert(entry.identity(), spot);
                continue;
            };
            let Some((above, leader_name)) = leader.split() else { continue };
            if let (Some(from), Some(into)) = (to.folder(&above)?, to.folder(folder)?) {
                let linked = rustix::fs::linkat(
                    &*from,
                    OsStr::from_bytes(leader_name),
                    &*into,
                    OsStr::from_bytes(name),
                    AtFlags::empty(),
                );
                linked.map_err(|cause| to.failed("link", &spot, cause))?;
                if let Some(made) = copied.get(leader).cloned()
                    && let Some(entries) = copied.folders.get_mut(folder)
                {
                    Arc::make_mut(entries).push((name.clone(), made));
                }
            }
        }
    }
    // The number of names of each, and its change time, are known only now.
    for (folder, entries) in &mut copied.folders {
        let entries = Arc::make_mut(entries);
        entries.sort_by(|left, right| left.0.cmp(&right.0));
        let Some(handle) = to.folder(folder)? else { continue };
        for (name, entry) in entries.iter_mut().filter(|(name, _)| {
            tree.get(&folder.child(name)).is_some_and(|it| it.stat.links > 1 && it.content().is_some())
        }) {
            if let Ok(Some(stat)) = stat_at(&*handle, name) {
                entry.stat = stat_of(&stat);
            }
        }
    }
    Ok(())
}

/// Sets the attributes of the folders, the deepest first, and notes what they are then.
fn finish_folders(tree: &Tree, to: &Roots, inherits: bool, made: &mut Copied) -> Result<()> {
    let copied = &mut made.tree;
    let mut stats: BTreeMap<Spot, Entry> = BTreeMap::new();
    // The deepest first: a mode may close a folder to its owner, and then nothing in it could be reached.
    for folder in tree.folders.keys().rev() {
        let Some(entry) = tree.get(folder) else { continue };
        let failed = |cause: Errno| to.failed("set the mode and time of", folder, cause);
        let (stat, attributes) = match folder.split() {
            None => {
                let root = to.handle(folder.root)?;
                let attributes = set_attributes(root, b".", entry, inherits).map_err(failed)?;
                (rustix::fs::fstat(root).map_err(failed)?, attributes)
            }
            Some((above, name)) => {
                let Some(above) = to.folder(&above)? else { continue };
                let attributes = set_attributes(&above, name, entry, inherits).map_err(failed)?;
                match stat_at(&*above, name).map_err(failed)? {
                    Some(stat) => (stat, attributes),
                    None => continue,
                }
            }
        };
        if attributes != entry.attributes {
            made.without_attributes.push(folder.clone());
        }
        stats.insert(folder.clone(), Entry { node: Node::Folder, stat: stat_of(&stat), attributes });
    }
    for root in 0..to.paths().len() {
        if let Some(entry) = stats.remove(&Spot { root, path: Vec::new() }) {
            copied.roots.push(entry);
        }
    }
    for (folder, entries) in &mut copied.folders {
        for (name, entry) in Arc::make_mut(entries).iter_mut().filter(|(_, entry)| entry.node == Node::Folder)
        {
            if let Some(made) = stats.remove(&folder.child(name)) {
                *entry = made;
            }
        }
    }
    Ok(())
}

/// Sets owner, attributes, mode and time of what was just made. If the owner cannot be set, the process stays the owner. Returns the
/// attributes that it has then. With `inherits`, what is made has some already.
pub(crate) fn set_attributes(
    folder: &OwnedFd,
    name: &[u8],
    entry: &Entry,
    inherits: bool,
) -> rustix::io::Result<Attributes> {
    let name = OsStr::from_bytes(name);
    let wanted = &entry.stat;
    let found = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
    // In this order: a change of the owner clears the set-user-ID bits, and an access list sets bits of the group, so the mode
    // comes after both.
    if (found.st_uid, found.st_gid) != (wanted.uid, wanted.gid) {
        let owner = (Some(Uid::from_raw(wanted.uid)), Some(Gid::from_raw(wanted.gid)));
        let _ = rustix::fs::chownat(folder, name, owner.0, owner.1, AtFlags::SYMLINK_NOFOLLOW);
    }
    let can_have = matches!(entry.node, Node::File { .. } | Node::Folder);
    let mut attributes = entry.attributes.clone();
    if can_have && (inherits || !attributes.is_empty()) {
        const OWNER: u32 = 0o700;
        if !give_attributes(folder, name, stat_of(&found).mode, OWNER, &attributes) {
            let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            let file = rustix::fs::openat(folder, name, flags, Mode::empty());
            attributes = file.map_or_else(|_| Attributes::default(), Attributes::read);
        }
    }
    if !matches!(entry.node, Node::Link(_)) {
        rustix::fs::chmodat(folder, name, mode_of(wanted.mode), AtFlags::empty())?;
    }
    rustix::fs::utimensat(folder, name, &times(wanted), AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(attributes)
}

/// Removes a folder with everything in it, also where modes are in the way. Nothing is followed, and nothing that is there
/// already gone is an error.
pub fn remove_tree(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Ok(()) => return Ok(()),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(cause) if cause.kind() == io::ErrorKind::NotADirectory => return Err(cause),
        Err(_) => {}
    }
    open_up(path)?;
    match fs::remove_dir_all(path) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(cause),
        _ => Ok(()),
    }
}

/// Lets the owner change every folder of a tree.
fn open_up(path: &Path) -> io::Result<()> {
    const OWNER: u32 = 0o700;
    let mut waiting = vec![path.to_owned()];
    while let Some(folder) = waiting.pop() {
        let found = fs::symlink_metadata(&folder)?;
        if !found.is_dir() {
            continue;
        }
        if found.permissions().mode() & OWNER != OWNER {
            fs::set_permissions(&folder, fs::Permissions::from_mode(found.permissions().mode() | OWNER))?;
        }
        for entry in fs::read_dir(&folder)?.flatten() {
            if entry.file_type().is_ok_and(|it| it.is_dir()) {
                waiting.push(folder.join(entry.file_name()));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_into_a_root_lead_into_the_copy() {
        let (from, to) = ([PathBuf::from("/a/b")], [PathBuf::from("/forks/x")]);
        let cases: [(&str, &str); 5] = [
            ("/a/b", "/forks/x"),
            ("/a/b/c", "/forks/x/c"),
            ("/a/bc", "/a/bc"),
            ("b/c", "b/c"),
            ("/a", "/a"),
        ];
        for (target, wanted) in cases {
            assert_eq!(relocated(target.as_bytes(), &from, &to), wanted.as_bytes());
        }
    }

    #[test]
    fn repositories_outside_of_the_root_are_recognised() {
        assert!(leads_out(b"../.git/modules/sub", 0));
        assert!(!leads_out(b"../.git/modules/sub", 1));
        assert!(leads_out(b"../a/../../x", 1));
        assert!(!leads_out(b".git/worktrees/x", 0));
    }

    #[test]
    fn names_of_forks_are_names_of_folders() {
        for name in ["a", "variant-2", "0.1_x"] {
            assert!(is_fork_name(name), "{name}");
        }
        for name in ["", ".", "..", ".git", "-a", "a/b", "a b", "ä", &"a".repeat(65)] {
            assert!(!is_fork_name(name), "{name}");
        }
    }
}
