//! Restoring: each path is changed from its current state to the wanted one.
//!
//! 1. What goes, and what is in the way of another kind, is removed, the deepest first. A file that comes back under another
//!    name is set aside instead.
//! 2. Missing entries are made, the outermost first: a file beside its place, with all its attributes, and renamed into it.
//! 3. Modes, owners and times of the remaining entries are set, of folders last and the deepest first.
//!
//! Each step compares once more what it finds: a path that has changed meanwhile is left alone. Every step can be
//! interrupted and the whole begun again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use rustix::fs::{AtFlags, Gid, Mode, OFlags, Timespec, Timestamps, UTIME_OMIT, Uid};
use rustix::io::Errno;

use super::attributes::Attributes;
use super::place::{Roots, open_child, stat_at, stat_of};
use super::store::Store;
use super::tree::{Change, Entry, FileStat, Node, Spot, Tree};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{ContentHash, temporary_name};

/// The permissions that the owner of a folder needs to change its contents.
const OWNER: u32 = 0o700;

/// The permissions that the owner of a file needs to change its attributes.
const FILE_OWNER: u32 = 0o600;

/// The parts of a restore that were not done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Folders that stay because they hold something that the restore does not know.
    pub kept: Vec<Spot>,
    /// Paths that changed during the restore, which are left alone.
    pub changed: Vec<Spot>,
    /// Paths that cannot be restored, because nothing is known of their contents.
    pub not_covered: Vec<Spot>,
    /// Paths whose owner could not be set.
    pub owners: Vec<Spot>,
    /// Paths whose extended attributes or access lists could not be set.
    pub attributes: Vec<Spot>,
    /// Paths of another user, whose mode or time could not be set.
    pub modes: Vec<Spot>,
}

/// Brings every path of the changes from `before`, which must be what is there now, to `after`. `id` names the
/// temporaries. `tree` is what was there last: the other names of files with several are found in it.
pub fn restore(roots: &Roots, store: &Store, changes: &[Change], id: &str, tree: &Tree) -> Result<Restored> {
    let mut restore = Restore {
        roots,
        store,
        id,
        tree,
        report: Restored::default(),
        touched: BTreeMap::new(),
        last: None,
        held: HashMap::new(),
        links: HashMap::new(),
        retimed: HashSet::new(),
    };
    let mut changes: Vec<&Change> = changes.iter().collect();
    // A folder before what is in it; backwards, what is in it before the folder.
    changes.sort_by(|left, right| left.spot.cmp(&right.spot));
    let done = restore.make(&changes);
    // Also after a failure: the files that were set aside are temporaries like the others.
    restore.let_go_of_held();
    // The modes of folders that had to be made writable are reset in any case.
    let closed = restore.set_folders(&changes);
    done?;
    closed?;
    Ok(restore.report)
}

/// Removes the temporaries that an interrupted restore left beside the paths of its changes.
pub(crate) fn remove_temporaries(roots: &Roots, changes: &[Change], id: &str) -> Result<()> {
    let mut folders: Vec<Spot> = changes.iter().filter_map(|it| it.spot.split()).map(|it| it.0).collect();
    folders.extend((0..roots.paths().len()).map(|root| Spot { root, path: Vec::new() }));
    folders.sort();
    folders.dedup();
    // With the id, because another restore may be at work in the same folder.
    let ending = format!(".{id}.scenewright-tmp");
    for spot in folders {
        let Ok(Some(folder)) = roots.folder(&spot) else { continue };
        let Ok(entries) = rustix::fs::Dir::read_from(&*folder) else { continue };
        for entry in entries.flatten() {
            if entry.file_name().to_bytes().ends_with(ending.as_bytes()) {
                let _ = rustix::fs::unlinkat(&*folder, entry.file_name(), AtFlags::empty());
            }
        }
    }
    Ok(())
}

struct Restore<'a> {
    roots: &'a Roots,
    store: &'a Store,
    id: &'a str,
    tree: &'a Tree,
    report: Restored,
    /// The folders whose contents change, with their earlier metadata.
    touched: BTreeMap<Spot, FileStat>,
    last: Option<(Spot, Arc<OwnedFd>)>,
    /// Files that were set aside in their root, by what they are: the root, the name, the contents.
    held: HashMap<(u64, u64), (usize, OsString, ContentHash)>,
    /// The first name that each file with several names was given.
    links: HashMap<(u64, u64), Spot>,
    /// The files whose times were set: by another of their names they differ from what was examined.
    retimed: HashSet<(u64, u64)>,
}

/// Returns true for what a rename replaces.
fn is_plain(entry: &Entry) -> bool {
    matches!(entry.node, Node::File { .. } | Node::Link(_) | Node::Fifo)
}

/// Returns true if a change removes the existing entry before anything is created.
fn removes_first(change: &Change) -> bool {
    match (&change.before, &change.after) {
        (Some(_), None) => true,
        (Some(before), Some(after)) => {
            let is_folder = |entry: &Entry| matches!(entry.node, Node::Folder | Node::LeftOut(_));
            is_folder(before) != is_folder(after)
        }
        _ => false,
    }
}

impl Restore<'_> {
    fn make(&mut self, changes: &[&Change]) -> Result<()> {
        let mut wanted: HashMap<(u64, u64), ContentHash> = HashMap::new();
        for change in changes {
            if let Some(after) = &change.after
                && let Some(content) = after.content()
                && change.before.as_ref().and_then(Entry::content) != Some(content)
            {
                // The files to be made, by which a file that is removed elsewhere is recognized as the same one.
                wanted.insert(after.identity(), content);
            }
        }
        for change in changes.iter().rev().filter(|change| removes_first(change)) {
            if change.after.as_ref().is_some_and(|after| !after.is_covered()) {
                continue;
            }
            self.remove(change, &wanted)?;
        }
        // First, as a name that no change mentions is of the very file; one with the same bytes may be a copy that a command made.
        self.find_other_names(changes)?;
        // A file with several names whose bytes are there already is where the others are linked to; one file is that for
        // one group of names only.
        let mut claimed: HashMap<(u64, u64), (u64, u64)> = HashMap::new();
        for change in changes {
            if let (Some(before), Some(after)) = (&change.before, &change.after)
                && after.stat.links > 1
                && after.content().is_some()
                && before.content() == after.content()
                && !before.differs_in_holes(after)
                && *claimed.entry(before.identity()).or_insert(after.identity()) == after.identity()
            {
                self.links.entry(after.identity()).or_insert_with(|| change.spot.clone());
            }
        }
        for change in changes {
            let Some(after) = &change.after else { continue };
            if self.report.kept.contains(&change.spot) || self.report.changed.contains(&change.spot) {
                continue;
            }
            if self.report.not_covered.contains(&change.spot) {
                continue;
            }
            if !after.is_covered() || change.before.as_ref().is_some_and(|before| !before.is_covered()) {
                self.report.not_covered.push(change.spot.clone());
                continue;
            }
            self.create(change, after)?;
        }
        Ok(())
    }

    /// Finds the names of files with several that no change mentions, for those that shall be one file with them.
    fn find_other_names(&mut self, changes: &[&Change]) -> Result<()> {
        let missing: HashMap<(u64, u64), &Entry> = changes
            .iter()
            .filter_map(|change| change.after.as_ref())
            .filter(|after| after.stat.links > 1 && after.content().is_some())
            .map(|after| (after.identity(), after))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let own: HashSet<&Spot> = changes.iter().map(|change| &change.spot).collect();
        for (spot, entry) in self.tree.iter() {
            let Some(wanted) = missing.get(&entry.identity()) else { continue };
            // As one file both have the same mode and attributes: a name that has others now keeps them, and its file.
            if !wanted.same_state(entry) || own.contains(&spot) {
                continue;
            }
            if let Some((above, name)) = spot.split()
                && let Some(folder) = self.roots.folder(&above)?
                && self.is_still(&folder, name, entry)?
                && has_mode(&folder, name, wanted.stat.mode)
            {
                self.links.entry(entry.identity()).or_insert(spot);
            }
        }
        Ok(())
    }

    fn remove(&mut self, change: &Change, wanted: &HashMap<(u64, u64), ContentHash>) -> Result<()> {
        let (Some((parent, name)), Some(before)) = (change.spot.split(), &change.before) else {
            return Ok(());
        };
        // It could not be recreated, so it is not removed either.
        if !before.is_covered() {
            self.report.not_covered.push(change.spot.clone());
            return Ok(());
        }
        let Some(folder) = self.enter(&parent)? else { return Ok(()) };
        let failed = |cause: Errno| self.roots.failed("remove", &change.spot, cause);
        if before.node == Node::Folder {
            // A folder without rights for its owner could not be emptied.
            if let Err(Errno::ACCESS | Errno::PERM) = open_child(&folder, name) {
                self.open_up(&change.spot)?;
            }
            let touched = self.touched.remove(&change.spot);
            // An open handle would lead to the removed folder, also once another one has its name.
            if self.last.as_ref().is_some_and(|(spot, _)| *spot == change.spot) {
                self.last = None;
            }
            match rustix::fs::unlinkat(&*folder, OsStr::from_bytes(name), AtFlags::REMOVEDIR) {
                // Gone already: an earlier restore that was interrupted has removed it.
                Ok(()) | Err(Errno::NOENT) => {}
                Err(Errno::NOTEMPTY | Errno::EXIST) => {
                    self.report.kept.push(change.spot.clone());
                    // It was opened to its owner, and gets its own mode again.
                    self.touched.extend(touched.map(|stat| (change.spot.clone(), stat)));
                }
                Err(Errno::NOTDIR) => self.report.changed.push(change.spot.clone()),
                Err(cause) => return Err(failed(cause)),
            }
            return Ok(());
        }
        if !self.is_still(&folder, name, before)? {
            self.report.changed.push(change.spot.clone());
            return Ok(());
        }
        if let Some(content) = before.content()
            && wanted.get(&before.identity()) == Some(&content)
            && !self.held.contains_key(&before.identity())
        {
            // By what it is: files of one name may come from several folders.
            let (device, inode) = before.identity();
            let aside = temporary_name(OsStr::new(&format!("{device:x}-{inode:x}")), self.id);
            let root = Arc::clone(self.roots.handle(change.spot.root)?);
            self.touch(&Spot { root: change.spot.root, path: Vec::new() }, &root)?;
            // A name of the same file may have been set aside already, and another file system takes none.
            if rustix::fs::renameat(&*folder, OsStr::from_bytes(name), &*root, &aside).is_ok() {
                self.held.insert(before.identity(), (change.spot.root, aside, content));
                return Ok(());
            }
        }
        match rustix::fs::unlinkat(&*folder, OsStr::from_bytes(name), AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(cause) => Err(failed(cause)),
        }
    }

    fn create(&mut self, change: &Change, after: &Entry) -> Result<()> {
        let Some((parent, name)) = change.spot.split() else { return Ok(()) };
        let before = change.before.as_ref().filter(|_| !removes_first(change));
        // Nothing is created if only attributes differ.
        let has_bytes =
            before.is_some_and(|before| before.same_node(after) && !before.differs_in_holes(after));
        let is_linked = after.stat.links > 1 && matches!(after.node, Node::File { .. });
        if let Node::Folder = after.node {
            if has_bytes {
                return Ok(());
            }
            let Some(folder) = self.enter(&parent)? else { return Err(self.gone(&change.spot)) };
            // Open to its owner for as long as things are made in it; its own mode is set at the end.
            return match rustix::fs::mkdirat(&*folder, OsStr::from_bytes(name), Mode::from_raw_mode(0o700)) {
                Ok(()) | Err(Errno::EXIST) => Ok(()),
                Err(cause) => Err(self.roots.failed("make the folder", &change.spot, cause)),
            };
        }
        let leader = self.links.get(&after.identity()).filter(|_| is_linked).cloned();
        let Some(folder) = self.enter(&parent)? else { return Err(self.gone(&change.spot)) };
        // Where the file has other names now and shall have none, or other ones, its attributes are theirs too.
        let is_in_place = has_bytes
            && match &leader {
                Some(leader) => self.is_same_file(leader, &change.spot),
                None => {
                    !is_linked && (!matches!(after.node, Node::File { .. }) || has_one_name(&folder, name))
                }
            };
        if is_in_place {
            return self.set_attributes(&folder, name, &change.spot, after);
        }
        let temporary = temporary_name(OsStr::from_bytes(name), self.id);
        let _ = rustix::fs::unlinkat(&*folder, &temporary, AtFlags::empty());
        let made = self.make_beside(&folder, &temporary, change, after, leader.as_ref());
        let placed = made.and_then(|()| self.put_in_place(&folder, &temporary, name, before, change));
        match placed {
            Ok(true) => {
                if is_linked {
                    // The system renames nothing where both names are of one file already.
                    let _ = rustix::fs::unlinkat(&*folder, &temporary, AtFlags::empty());
                    self.links.entry(after.identity()).or_insert_with(|| change.spot.clone());
                }
                Ok(())
            }
            Ok(false) => {
                let _ = rustix::fs::unlinkat(&*folder, &temporary, AtFlags::empty());
                self.report.changed.push(change.spot.clone());
                Ok(())
            }
            Err(error) => {
                let _ = rustix::fs::unlinkat(&*folder, &temporary, AtFlags::empty());
                Err(error)
            }
        }
    }

    /// Makes a file, link or pipe under the name of a temporary, with all its attributes.
    fn make_beside(
        &mut self,
        folder: &Arc<OwnedFd>,
        temporary: &OsStr,
        change: &Change,
        after: &Entry,
        leader: Option<&Spot>,
    ) -> Result<()> {
        let failed = |cause: Errno| self.roots.failed("make", &change.spot, cause);
        match &after.node {
            Node::File { content, is_sparse, .. } => {
                if let Some(leader) = leader
                    && let Some((above, name)) = leader.split()
                    && let Some(from) = self.roots.folder(&above)?
                    && rustix::fs::linkat(
                        &*from,
                        OsStr::from_bytes(name),
                        &**folder,
                        temporary,
                        AtFlags::empty(),
                    )
                    .is_ok()
                {
                    return self.set_attributes(folder, temporary.as_bytes(), &change.spot, after);
                }
                if let Some((root, held, _)) =
                    self.held.get(&after.identity()).filter(|held| held.2 == *content)
                {
                    let from = self.roots.handle(*root)?;
                    if rustix::fs::linkat(&**from, held, &**folder, temporary, AtFlags::empty()).is_ok() {
                        return self.set_attributes(folder, temporary.as_bytes(), &change.spot, after);
                    }
                }
                let flags =
                    OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
                // A clone of blocks is written by the system, which wants to read too.
                let flags = flags.difference(OFlags::WRONLY) | OFlags::RDWR;
                // Closed to others until it has its contents and its own mode.
                let file = rustix::fs::openat(&**folder, temporary, flags, Mode::from_raw_mode(0o600));
                let file = File::from(file.map_err(failed)?);
                if !self.store.write_to(*content, &file, *is_sparse)? {
                    let path = change.spot.text();
                    return Err(Error::new(
                        Kind::NotFound,
                        format!("The old contents of {path} are no longer kept."),
                    ));
                }
            }
            Node::Link(target) => {
                rustix::fs::symlinkat(OsStr::from_bytes(target), &**folder, temporary).map_err(failed)?;
            }
            Node::Fifo => make_fifo(folder, temporary).map_err(failed)?,
            Node::Folder | Node::LeftOut(_) | Node::NotCovered(_) => {}
        }
        self.set_attributes(folder, temporary.as_bytes(), &change.spot, after)
    }

    /// Renames a temporary to its final name. Returns false if another entry is there.
    fn put_in_place(
        &self,
        folder: &Arc<OwnedFd>,
        temporary: &OsStr,
        name: &[u8],
        before: Option<&Entry>,
        change: &Change,
    ) -> Result<bool> {
        match before {
            Some(before) if !self.is_still(folder, name, before)? => return Ok(false),
            Some(_) => {}
            None => {
                if stat_at(folder, name)
                    .map_err(|cause| self.roots.failed("examine", &change.spot, cause))?
                    .is_some()
                {
                    return Ok(false);
                }
            }
        }
        rustix::fs::renameat(&**folder, temporary, &**folder, OsStr::from_bytes(name))
            .map_err(|cause| self.roots.failed("put in place", &change.spot, cause))?;
        Ok(true)
    }

    /// Returns true if a name still leads to the examined entry.
    fn is_still(&self, folder: &Arc<OwnedFd>, name: &[u8], before: &Entry) -> Result<bool> {
        let found = stat_at(folder, name)
            .map_err(|cause| Error::io("examine", OsStr::from_bytes(name).display(), &cause.into()))?;
        let Some(found) = found.map(|stat| stat_of(&stat)) else { return Ok(false) };
        let facts = |stat: &FileStat| (stat.device, stat.inode, stat.size);
        let is_of_its_time = found.modified_ns == before.stat.modified_ns
            || self.retimed.contains(&(found.device, found.inode));
        Ok(is_plain(before) && facts(&found) == facts(&before.stat) && is_of_its_time)
    }

    fn is_same_file(&self, left: &Spot, right: &Spot) -> bool {
        let identity = |spot: &Spot| -> Option<(u64, u64)> {
            let (above, name) = spot.split()?;
            let folder = self.roots.folder(&above).ok()??;
            let stat = stat_of(&stat_at(&folder, name).ok()??);
            Some((stat.device, stat.inode))
        };
        left == right || identity(left).is_some_and(|it| Some(it) == identity(right))
    }

    /// Sets owner, mode and time of what a name leads to, which is no folder.
    fn set_attributes(
        &mut self,
        folder: &Arc<OwnedFd>,
        name: &[u8],
        spot: &Spot,
        after: &Entry,
    ) -> Result<()> {
        let failed = |cause: Errno| self.roots.failed("set the mode and time of", spot, cause);
        let Some(found) = stat_at(folder, name).map_err(failed)?.map(|stat| stat_of(&stat)) else {
            return Ok(());
        };
        let name = OsStr::from_bytes(name);
        let wanted = &after.stat;
        if (found.uid, found.gid) != (wanted.uid, wanted.gid) {
            let owner = (Some(Uid::from_raw(wanted.uid)), Some(Gid::from_raw(wanted.gid)));
            let set = rustix::fs::chownat(&**folder, name, owner.0, owner.1, AtFlags::SYMLINK_NOFOLLOW);
            match set {
                Ok(()) => {}
                Err(Errno::PERM | Errno::INVAL) => self.report.owners.push(spot.clone()),
                Err(cause) => return Err(failed(cause)),
            }
        }
        let is_link = matches!(after.node, Node::Link(_));
        // A change of the owner takes privileges away, so everything else comes after it; and the group's part of the mode is
        // the mask of an access list, so the mode comes after the list.
        if after.content().is_some()
            && !give_attributes(folder, name, found.mode, FILE_OWNER, &after.attributes)
        {
            self.report.attributes.push(spot.clone());
        }
        if !is_link {
            let now = stat_at(folder, name.as_bytes()).map_err(failed)?.map(|stat| stat_of(&stat).mode);
            if now != Some(wanted.mode) {
                let set = rustix::fs::chmodat(&**folder, name, mode_of(wanted.mode), AtFlags::empty());
                if !may_set(set).map_err(failed)? {
                    self.note_mode(spot);
                }
            }
        }
        if found.modified_ns != wanted.modified_ns {
            let set = rustix::fs::utimensat(&**folder, name, &times(wanted), AtFlags::SYMLINK_NOFOLLOW);
            if !may_set(set).map_err(failed)? {
                self.note_mode(spot);
            } else if found.links > 1 {
                self.retimed.insert((found.device, found.inode));
            }
        }
        Ok(())
    }

    fn note_mode(&mut self, spot: &Spot) {
        if self.report.modes.last() != Some(spot) {
            self.report.modes.push(spot.clone());
        }
    }

    /// Sets the attributes of the folders: of those that were restored as they shall be, of the others as they were.
    fn set_folders(&mut self, changes: &[&Change]) -> Result<()> {
        // Folders that only had an entry put into them get the times that they had.
        let touched = std::mem::take(&mut self.touched);
        let mut wanted: BTreeMap<Spot, (FileStat, Option<&Attributes>)> =
            touched.into_iter().map(|(spot, stat)| (spot, (stat, None))).collect();
        for change in changes {
            if let Some(Entry { node: Node::Folder, stat, attributes }) = &change.after
                && !self.report.changed.contains(&change.spot)
            {
                wanted.insert(change.spot.clone(), (*stat, Some(attributes)));
            }
        }
        let mut failure = None;
        for (spot, (stat, attributes)) in wanted.iter().rev() {
            if let Err(cause) = self.set_folder(spot, stat, *attributes) {
                failure.get_or_insert(self.roots.failed("set the mode and time of", spot, cause));
            }
        }
        failure.map_or(Ok(()), Err)
    }

    fn set_folder(
        &mut self,
        spot: &Spot,
        wanted: &FileStat,
        attributes: Option<&Attributes>,
    ) -> rustix::io::Result<()> {
        let handle;
        let (folder, name): (&OwnedFd, &[u8]) = match spot.split() {
            None => match self.roots.handle(spot.root) {
                Ok(root) => {
                    handle = Arc::clone(root);
                    (&handle, b".")
                }
                Err(_) => return Ok(()),
            },
            Some((above, name)) => match self.roots.folder(&above) {
                Ok(Some(above)) => {
                    handle = above;
                    (&handle, name)
                }
                _ => return Ok(()),
            },
        };
        let Some(found) = stat_at(folder, name)? else { return Ok(()) };
        if super::place::kind_of(&found) != rustix::fs::FileType::Directory {
            return Ok(());
        }
        let found = stat_of(&found);
        let name = OsStr::from_bytes(name);
        if (found.uid, found.gid) != (wanted.uid, wanted.gid) {
            let owner = (Some(Uid::from_raw(wanted.uid)), Some(Gid::from_raw(wanted.gid)));
            if rustix::fs::chownat(folder, name, owner.0, owner.1, AtFlags::SYMLINK_NOFOLLOW).is_err() {
                self.report.owners.push(spot.clone());
            }
        }
        if let Some(attributes) = attributes
            && !give_attributes(folder, name, found.mode, OWNER, attributes)
        {
            self.report.attributes.push(spot.clone());
        }
        // Asked for again: a change of the owner clears bits of the mode, and an access list sets some.
        let now = stat_at(folder, name.as_bytes())?.map(|stat| stat_of(&stat));
        if now.is_none_or(|now| now.mode != wanted.mode) {
            let set = rustix::fs::chmodat(folder, name, mode_of(wanted.mode), AtFlags::empty());
            if !may_set(set)? {
                self.note_mode(spot);
            }
        }
        // On a file system that was mounted for reading alone, a restore of what is there already succeeds.
        if now.is_none_or(|now| now.modified_ns != wanted.modified_ns) {
            let set = rustix::fs::utimensat(folder, name, &times(wanted), AtFlags::SYMLINK_NOFOLLOW);
            // The time of a folder says little: it also changes with what is put back in it.
            may_set(set)?;
        }
        Ok(())
    }

    /// Opens a folder in which something is changed; `None` where it is not there.
    fn enter(&mut self, spot: &Spot) -> Result<Option<Arc<OwnedFd>>> {
        if let Some((last, folder)) = &self.last
            && last == spot
        {
            return Ok(Some(Arc::clone(folder)));
        }
        let mut folder = self.roots.folder(spot);
        if folder.as_ref().is_err() {
            self.open_up(spot)?;
            folder = self.roots.folder(spot);
        }
        let Some(folder) = folder? else { return Ok(None) };
        self.touch(spot, &folder)?;
        self.last = Some((spot.clone(), Arc::clone(&folder)));
        Ok(Some(folder))
    }

    /// Remembers what a folder was, and makes it writable for its owner.
    fn touch(&mut self, spot: &Spot, folder: &Arc<OwnedFd>) -> Result<()> {
        if self.touched.contains_key(spot) {
            return Ok(());
        }
        let failed = |cause: Errno| self.roots.failed("examine", spot, cause);
        let stat = stat_of(&rustix::fs::fstat(&**folder).map_err(failed)?);
        if stat.mode & OWNER != OWNER {
            let _ = rustix::fs::fchmod(&**folder, mode_of(stat.mode | OWNER));
        }
        self.touched.insert(spot.clone(), stat);
        Ok(())
    }

    /// Makes a folder and those on the way to it readable for their owner.
    fn open_up(&mut self, spot: &Spot) -> Result<()> {
        let ends = spot.path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
        let ends: Vec<usize> = ends.chain([spot.path.len()]).collect();
        for end in ends {
            let way = Spot { root: spot.root, path: spot.path[..end].to_vec() };
            let Some((above, name)) = way.split() else { continue };
            let Some(parent) = self.roots.folder(&above)? else { return Ok(()) };
            let failed = |cause: Errno| self.roots.failed("open", &way, cause);
            let Some(stat) = stat_at(&parent, name).map_err(failed)? else { return Ok(()) };
            if super::place::kind_of(&stat) != rustix::fs::FileType::Directory {
                return Ok(());
            }
            let stat = stat_of(&stat);
            if stat.mode & OWNER != OWNER {
                let name = OsStr::from_bytes(name);
                rustix::fs::chmodat(&*parent, name, mode_of(stat.mode | OWNER), AtFlags::empty())
                    .map_err(failed)?;
                self.touched.entry(way).or_insert(stat);
            }
        }
        Ok(())
    }

    fn let_go_of_held(&mut self) {
        for (root, name, _) in self.held.drain().map(|(_, held)| held) {
            if let Ok(root) = self.roots.handle(root) {
                let _ = rustix::fs::unlinkat(&**root, &name, AtFlags::empty());
            }
        }
    }

    fn gone(&self, spot: &Spot) -> Error {
        let cause = io::Error::new(io::ErrorKind::NotFound, "its folder is gone");
        self.roots.failed("restore", spot, cause)
    }
}

/// Gives a file or folder its attributes and no others. Returns true where all could be set. Where its mode is in the way, that is
/// changed first; the caller sets it afterwards.
pub(crate) fn give_attributes(
    folder: &OwnedFd,
    name: &OsStr,
    mode: u32,
    needed: u32,
    attributes: &Attributes,
) -> bool {
    let open = || {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        rustix::fs::openat(folder, name, flags, Mode::empty())
    };
    let change_mode = || rustix::fs::chmodat(folder, name, mode_of(mode | needed), AtFlags::empty());
    let file = match open() {
        Err(Errno::ACCESS) if change_mode().is_ok() => open(),
        other => other,
    };
    // A file that cannot be opened is not known to have any.
    let Ok(file) = file else { return attributes.is_empty() };
    attributes.set(&file) || (mode & needed != needed && change_mode().is_ok() && attributes.set(&file))
}

fn has_mode(folder: &OwnedFd, name: &[u8], mode: u32) -> bool {
    matches!(stat_at(folder, name), Ok(Some(stat)) if stat_of(&stat).mode == mode)
}

fn has_one_name(folder: &OwnedFd, name: &[u8]) -> bool {
    matches!(stat_at(folder, name), Ok(Some(stat)) if stat_of(&stat).links <= 1)
}

#[cfg(target_os = "linux")]
pub(crate) fn make_fifo(folder: &OwnedFd, name: &OsStr) -> rustix::io::Result<()> {
    rustix::fs::mknodat(folder, name, rustix::fs::FileType::Fifo, Mode::from_raw_mode(0o600), 0)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn make_fifo(_: &OwnedFd, _: &OsStr) -> rustix::io::Result<()> {
    // On platforms without this, snapshots report pipes as not covered.
    Err(Errno::NOTSUP)
}

pub(crate) fn mode_of(mode: u32) -> Mode {
    Mode::from_raw_mode(mode as rustix::fs::RawMode)
}

/// Returns the times to set: the time of the last change; the time of the last access stays as it is.
pub(crate) fn times(stat: &FileStat) -> Timestamps {
    let second = 1_000_000_000;
    let time = |seconds: i64, rest: i64| Timespec { tv_sec: seconds, tv_nsec: rest as _ };
    Timestamps {
        last_access: Timespec { tv_sec: 0, tv_nsec: UTIME_OMIT as _ },
        last_modification: time(stat.modified_ns.div_euclid(second), stat.modified_ns.rem_euclid(second)),
    }
}

/// Returns false where a mode or time was refused because only the owner may set it. Whoever may write in a folder of another user may
/// still put back what is in it.
fn may_set(set: rustix::io::Result<()>) -> rustix::io::Result<bool> {
    match set {
        Err(Errno::PERM) => Ok(false),
        set => set.map(|()| true),
    }
}
