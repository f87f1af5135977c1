//! The tree of a snapshot, and the difference between two trees.

use std::collections::{BTreeMap, HashSet, btree_map};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::attributes::Attributes;
use scenewright_error::Result;
use scenewright_fs::{ContentHash, WorkspacePath, path_text};

/// A path beneath one of the roots, as bytes. The empty path is the root itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Spot {
    /// The number of the root.
    pub root: usize,
    /// The path from there, with `/` between the names.
    pub path: Vec<u8>,
}

/// A tree as a snapshot found it: the roots themselves, and the entries of every folder, sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The roots themselves.
    pub roots: Vec<Entry>,
    /// The entries of the folders, by the folder.
    pub folders: BTreeMap<Spot, Listing>,
    /// The caller's data about the snapshot, stored as given.
    pub note: String,
    /// The time at which the walk began, in nanoseconds since 1970. The names in a folder that was changed well before are known
    /// as long as its times stay; 0 where this holds for no folder.
    pub begun_ns: i64,
}

/// The entries of one folder, sorted by name. Snapshots that follow each other share the listings that did not change: most
/// folders are then neither copied nor compared entry by entry.
pub type Listing = Arc<Vec<(Vec<u8>, Entry)>>;

/// The entry at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The kind and the contents of the entry.
    pub node: Node,
    /// The metadata of the entry.
    pub stat: FileStat,
    /// The extended attributes and access lists; only files and folders have any.
    pub attributes: Attributes,
}

/// Two ticks of the slowest kernel clock, which file systems take the time from.
pub const TWO_TICKS_NS: i64 = 20_000_000;

/// The kind of an entry, with the data to recreate it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A regular file, whose bytes are in the store.
    File {
        /// The hash of the bytes.
        content: ContentHash,
        /// True where the file has holes.
        is_sparse: bool,
        /// True where the file was changed so shortly before it was read that a later change may leave the same times:
        /// the next snapshot compares the bytes.
        is_racy: bool,
    },
    /// A folder.
    Folder,
    /// A symbolic link, with its target.
    Link(Vec<u8>),
    /// A named pipe.
    Fifo,
    /// An ignored folder, of which only a digest of names and times is known.
    LeftOut(u64),
    /// An entry whose contents are not stored.
    NotCovered(NotCovered),
}

/// The reason why an entry is not covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCovered {
    /// A socket.
    Socket,
    /// A device.
    Device,
    /// A file over the limit.
    TooLarge,
    /// A file or folder that cannot be read.
    Unreadable,
    /// A folder on another file system: a mount point.
    OtherDevice,
}

/// The metadata of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct FileStat {
    /// The permission bits, with set-user-ID, set-group-ID and sticky.
    pub mode: u32,
    /// The owner.
    pub uid: u32,
    /// The group.
    pub gid: u32,
    /// The number of names.
    pub links: u32,
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change of the contents, in nanoseconds since 1970.
    pub modified_ns: i64,
    /// The time of the last change of anything, in nanoseconds since 1970.
    pub changed_ns: i64,
    /// The file system.
    pub device: u64,
    /// The number in the file system.
    pub inode: u64,
}

/// The change at one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The path.
    pub spot: Spot,
    /// The entry before; `None` if it was missing.
    pub before: Option<Entry>,
    /// The entry after.
    pub after: Option<Entry>,
}

impl Spot {
    /// Makes the spot of an entry of a folder.
    pub fn child(&self, name: &[u8]) -> Spot {
        let mut path = Vec::with_capacity(self.path.len() + 1 + name.len());
        path.extend_from_slice(&self.path);
        if !path.is_empty() {
            path.push(b'/');
        }
        path.extend_from_slice(name);
        Spot { root: self.root, path }
    }

    /// Returns the folder and the name; `None` for a root.
    pub fn split(&self) -> Option<(Spot, &[u8])> {
        if self.path.is_empty() {
            return None;
        }
        let at = self.path.iter().rposition(|byte| *byte == b'/');
        let (parent, name) = match at {
            Some(at) => (&self.path[..at], &self.path[at + 1..]),
            None => (&[][..], &self.path[..]),
        };
        Some((Spot { root: self.root, path: parent.to_vec() }, name))
    }

    /// Returns true for the spot itself and everything beneath it.
    pub fn holds(&self, other: &Spot) -> bool {
        self.root == other.root
            && match other.path.strip_prefix(&self.path[..]) {
                Some(rest) => rest.is_empty() || self.path.is_empty() || rest[0] == b'/',
                None => false,
            }
    }

    /// Returns the path as text.
    pub fn text(&self) -> String {
        path_text(OsStr::from_bytes(&self.path)).into_owned()
    }

    /// Returns the path of a file in a workspace. A root has none.
    pub fn workspace_path(&self) -> Result<WorkspacePath> {
        WorkspacePath::new(self.root, Path::new(OsStr::from_bytes(&self.path)))
    }

    /// Returns the spot of a file in a workspace.
    pub fn of(path: &WorkspacePath) -> Spot {
        Spot { root: path.root(), path: path.relative().into_os_string().into_vec() }
    }

    /// Returns the path on this machine.
    pub fn absolute(&self, root: &Path) -> PathBuf {
        match self.path.is_empty() {
            true => root.to_owned(),
            false => root.join(OsString::from_vec(self.path.clone())),
        }
    }
}

impl Tree {
    /// Returns what is at a path.
    pub fn get(&self, spot: &Spot) -> Option<&Entry> {
        let Some((folder, name)) = spot.split() else { return self.roots.get(spot.root) };
        let entries = self.folders.get(&folder)?;
        let at = entries.binary_search_by(|(entry, _)| entry.as_slice().cmp(name)).ok()?;
        Some(&entries[at].1)
    }

    /// Forgets when files with these contents were examined, so that the next walk reads them again.
    pub fn doubt(&mut self, contents: &HashSet<ContentHash>) {
        for entries in self.folders.values_mut() {
            let is_meant = |entry: &Entry| entry.content().is_some_and(|content| contents.contains(&content));
            if entries.iter().any(|(_, entry)| is_meant(entry)) {
                for (_, entry) in Arc::make_mut(entries).iter_mut().filter(|(_, entry)| is_meant(entry)) {
                    // No file has this time, so that none is recognised by it.
                    entry.stat.changed_ns = i64::MIN;
                }
            }
        }
        // Their folders are listed again.
        self.begun_ns = 0;
    }

    /// Yields everything in the tree but the roots.
    pub fn iter(&self) -> impl Iterator<Item = (Spot, &Entry)> {
        self.folders.iter().flat_map(|(folder, entries)| {
            entries.iter().map(move |(name, entry)| (folder.child(name), entry))
        })
    }

    /// Yields what is not covered or left out.
    pub fn uncovered(&self) -> impl Iterator<Item = (Spot, &Entry)> {
        // Few are: only for those a path is made.
        self.folders.iter().flat_map(|(folder, entries)| {
            let uncovered = entries.iter().filter(|(_, entry)| !entry.is_covered());
            uncovered.map(move |(name, entry)| (folder.child(name), entry))
        })
    }

    /// Yields the contents that the tree needs.
    pub fn contents(&self) -> impl Iterator<Item = ContentHash> + '_ {
        self.entries().filter_map(Entry::content)
    }

    /// Applies the changes to the tree.
    pub fn make(&mut self, changes: &[Change]) {
        for Change { spot, after, .. } in changes {
            let Some((folder, name)) = spot.split() else {
                if let (Some(root), Some(after)) = (self.roots.get_mut(spot.root), after) {
                    *root = after.clone();
                }
                continue;
            };
            let is_folder = after.as_ref().is_some_and(|entry| entry.node == Node::Folder);
            if is_folder {
                self.folders.entry(spot.clone()).or_default();
            } else {
                self.folders.remove(spot);
            }
            // The folder of a deleted entry may be gone already: its own change comes first.
            let Some(entries) = self.folders.get_mut(&folder) else { continue };
            let entries = Arc::make_mut(entries);
            let found = entries.binary_search_by(|(entry, _)| entry.as_slice().cmp(name));
            match (found, after) {
                (Ok(at), Some(after)) => entries[at].1 = after.clone(),
                (Ok(at), None) => drop(entries.remove(at)),
                (Err(at), Some(after)) => entries.insert(at, (name.to_vec(), after.clone())),
                (Err(_), None) => {}
            }
        }
    }

    /// Returns the number of files and the number of their bytes.
    pub fn size(&self) -> (usize, u64) {
        let files = self.entries().filter(|entry| entry.content().is_some());
        files.fold((0, 0), |(count, bytes), entry| (count + 1, bytes + entry.stat.size))
    }

    /// Returns true where another snapshot shows something else, or has another note. When they were taken does not count.
    pub fn differs_from(&self, other: &Tree) -> bool {
        let Tree { roots, folders, note, begun_ns: _ } = self;
        (roots, note) != (&other.roots, &other.note) || *folders != other.folders
    }

    /// Returns true where nothing that is covered was touched from a moment on: change times are earlier, those of folders too,
    /// which show what was deleted. The clock of a file system lags behind by a tick, so a little earlier is no proof.
    pub fn is_older_than(&self, moment_ns: i64) -> bool {
        let is_older =
            |entry: &Entry| !entry.is_covered() || entry.stat.changed_ns < moment_ns - TWO_TICKS_NS;
        self.roots.iter().all(is_older) && self.entries().all(is_older)
    }

    /// Returns true where nothing that is covered was touched since an earlier snapshot, not even for a moment: change times and
    /// inodes are the same.
    pub fn is_untouched_since(&self, before: &Tree) -> bool {
        let is_same = |now: &Entry, then: &Entry| {
            let is_left = !now.is_covered() && !then.is_covered();
            is_left || (now.stat == then.stat && now.attributes == then.attributes && now.same_node(then))
        };
        let is_same_listing = |(now, then): (&Listing, &Listing)| {
            let mut pairs = now.iter().zip(then.iter());
            Arc::ptr_eq(now, then)
                || (now.len() == then.len()
                    && pairs.all(|(left, right)| left.0 == right.0 && is_same(&left.1, &right.1)))
        };
        self.roots.len() == before.roots.len()
            && self.roots.iter().zip(&before.roots).all(|(now, then)| is_same(now, then))
            && self.folders.keys().eq(before.folders.keys())
            && self.folders.values().zip(before.folders.values()).all(is_same_listing)
    }

    /// Yields the entries of all folders, without their paths.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.folders.values().flat_map(|entries| entries.iter().map(|(_, entry)| entry))
    }
}

impl Entry {
    /// Makes an entry without attributes.
    pub fn new(node: Node, stat: FileStat) -> Entry {
        Entry { node, stat, attributes: Attributes::default() }
    }

    /// Returns the hash of a file's bytes.
    pub fn content(&self) -> Option<ContentHash> {
        match &self.node {
            Node::File { content, .. } => Some(*content),
            _ => None,
        }
    }

    /// Returns true if a restore can recreate it.
    pub fn is_covered(&self) -> bool {
        !matches!(self.node, Node::LeftOut(_) | Node::NotCovered(_))
    }

    /// Returns true where both have the same kind, bytes, target, mode and attributes. Times and owners do not count: they
    /// are no reason not to overwrite something.
    pub fn same_state(&self, other: &Entry) -> bool {
        self.same_node(other)
            && self.attributes == other.attributes
            && (self.stat.mode == other.stat.mode || matches!(self.node, Node::Link(_)))
    }

    /// Returns true where both have the same kind, bytes and target.
    pub fn same_node(&self, other: &Entry) -> bool {
        match (&self.node, &other.node) {
            (Node::File { content, .. }, Node::File { content: theirs, .. }) => content == theirs,
            // A device is known by its number alone, and a socket or a file over the limit by its times.
            (Node::NotCovered(reason), Node::NotCovered(theirs)) => {
                reason == theirs
                    && self.stat.inode == other.stat.inode
                    && self.stat.size == other.stat.size
                    && self.stat.modified_ns == other.stat.modified_ns
            }
            (ours, theirs) => ours == theirs,
        }
    }

    /// Returns what identifies a file with several names.
    pub(crate) fn other_names(&self) -> Option<(u64, u64)> {
        (self.stat.links > 1 && self.content().is_some()).then(|| self.identity())
    }

    /// Returns true if nothing that a restore sets differs.
    fn is_as(&self, other: &Entry) -> bool {
        self.same_state(other)
            && !self.differs_in_holes(other)
            && self.stat.modified_ns == other.stat.modified_ns
            && (self.stat.uid, self.stat.gid) == (other.stat.uid, other.stat.gid)
            // Of a file that has lost or gained a name, another path shows it; of a folder the count is that of its folders.
            && (matches!(self.node, Node::Folder) || self.stat.links == other.stat.links)
            && (self.stat.links < 2 || !matches!(self.node, Node::File { .. }) || self.identity() == other.identity())
    }

    /// Returns true where one of two states of a file has holes and the other none.
    pub(crate) fn differs_in_holes(&self, other: &Entry) -> bool {
        let is_sparse = |entry: &Entry| matches!(entry.node, Node::File { is_sparse: true, .. });
        is_sparse(self) != is_sparse(other)
    }

    /// Returns what the names of one file have in common.
    pub fn identity(&self) -> (u64, u64) {
        (self.stat.device, self.stat.inode)
    }
}

impl NotCovered {
    /// Returns the reason in words.
    pub fn as_str(self) -> &'static str {
        match self {
            NotCovered::Socket => "socket",
            NotCovered::Device => "device",
            NotCovered::TooLarge => "too_large",
            NotCovered::Unreadable => "unreadable",
            NotCovered::OtherDevice => "other_file_system",
        }
    }
}

impl Change {
    /// Returns true for a change that a person sees in the tree: a folder whose time alone changed, because
    /// something in it came or went, and a file that only lost another of its names, are not.
    pub fn is_visible(&self) -> bool {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => match (&before.node, &after.node) {
                (Node::Folder, Node::Folder) => !before.same_state(after) || differs_in_owner(before, after),
                (Node::LeftOut(_), Node::LeftOut(_)) => false,
                _ => {
                    !before.same_state(after)
                        || before.stat.modified_ns != after.stat.modified_ns
                        || differs_in_owner(before, after)
                        || is_parted(before, after)
                }
            },
            // A path that somebody removed, which an undo or redo finds as it is to be.
            (None, None) => false,
            _ => true,
        }
    }

    /// Returns true for a folder that has another time.
    pub fn is_retimed_folder(&self) -> bool {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => {
                (&before.node, &after.node) == (&Node::Folder, &Node::Folder)
                    && before.stat.modified_ns != after.stat.modified_ns
            }
            _ => false,
        }
    }

    /// Returns the change in the other direction.
    #[must_use]
    pub fn reversed(self) -> Change {
        Change { spot: self.spot, before: self.after, after: self.before }
    }

    /// Returns `created`, `updated` or `deleted`.
    pub fn word(&self) -> &'static str {
        match (&self.before, &self.after) {
            (None, _) => "created",
            (_, None) => "deleted",
            _ => "updated",
        }
    }
}

fn differs_in_owner(before: &Entry, after: &Entry) -> bool {
    (before.stat.uid, before.stat.gid) != (after.stat.uid, after.stat.gid)
}

/// The time between the last change of a folder's entries, which sets both of its times, and an attribute that an overlay adds to
/// the folder meanwhile.
const MAX_LAG_NS: u64 = 1_000_000_000;

/// Returns true where a command changed something: a person sees it, or it set the time of a folder, as `touch -d`, `tar` and
/// `rsync` do. An entry that came and went leaves a time as well, which is no change.
pub fn has_any_change(changes: &[Change]) -> bool {
    let is_given = |entry: &Entry| entry.stat.modified_ns.abs_diff(entry.stat.changed_ns) > MAX_LAG_NS;
    let sets_time = |it: &Change| it.is_retimed_folder() && it.after.as_ref().is_some_and(is_given);
    changes.iter().any(|it| it.is_visible() || sets_time(it))
}

/// Returns true where a name leads to another file with the same bytes, and one of the two has more names: it was parted from
/// them, or linked to them. A file with one name that an equal one replaced is as before.
fn is_parted(before: &Entry, after: &Entry) -> bool {
    // On one device, as a file system that is mounted again may have another number.
    before.stat.device == after.stat.device
        && before.stat.inode != after.stat.inode
        && (before.other_names().is_some() || after.other_names().is_some())
}

/// Returns what differs between two trees, sorted by path, with the other names of the files of which a name changed.
pub fn compare(before: &Tree, after: &Tree) -> Vec<Change> {
    let mut changes = Vec::new();
    for (root, (old, new)) in before.roots.iter().zip(&after.roots).enumerate() {
        if !old.is_as(new) {
            let spot = Spot { root, path: Vec::new() };
            changes.push(Change { spot, before: Some(old.clone()), after: Some(new.clone()) });
        }
    }
    let empty = Listing::default();
    let mut old = before.folders.iter().peekable();
    let mut new = after.folders.iter().peekable();
    loop {
        let folder = match (old.peek(), new.peek()) {
            (None, None) => break,
            (Some((spot, _)), None) | (None, Some((spot, _))) => *spot,
            (Some((left, _)), Some((right, _))) => (*left).min(*right),
        };
        let ours = next_of(&mut old, folder).unwrap_or(&empty);
        let theirs = next_of(&mut new, folder).unwrap_or(&empty);
        if Arc::ptr_eq(ours, theirs) {
            continue;
        }
        compare_folder(folder, ours, theirs, &mut changes);
    }
    without_unknown(&mut changes);
    add_other_names(before, after, &mut changes);
    changes.sort_by(|left, right| left.spot.cmp(&right.spot));
    changes
}

/// Adds the names of changed files that are as they were, so that a restore makes them one file whatever its number is then: an undo of
/// a later commit may have made another file of it.
fn add_other_names(before: &Tree, after: &Tree, changes: &mut Vec<Change>) {
    let entries = changes.iter().flat_map(|it| [&it.before, &it.after]).flatten();
    let files: HashSet<(u64, u64)> = entries.filter_map(Entry::other_names).collect();
    if files.is_empty() {
        return;
    }
    let known: HashSet<Spot> = changes.iter().map(|it| it.spot.clone()).collect();
    for (spot, entry) in after.iter() {
        if entry.other_names().is_some_and(|file| files.contains(&file))
            && !known.contains(&spot)
            && let Some(old) = before.get(&spot)
            && old.is_as(entry)
        {
            changes.push(Change { spot, before: Some(old.clone()), after: Some(entry.clone()) });
        }
    }
}

/// Drops the changes within folders of which one side knows nothing, because they were ignored, or could not be read: what is
/// in them now may have been there before, so it is neither created nor deleted. A folder that was such a one under another name
/// is none that can be removed.
fn without_unknown(changes: &mut Vec<Change>) {
    let is_folder = |entry: Option<&Entry>| entry.is_some_and(|it| it.node == Node::Folder);
    let is_unknown = |entry: Option<&Entry>| entry.is_some_and(|it| !it.is_covered());
    let gone: HashSet<(u64, u64)> = changes
        .iter()
        .filter(|change| is_unknown(change.before.as_ref()))
        .filter_map(|change| change.before.as_ref().map(Entry::identity))
        .collect();
    let mut unknown: HashSet<Spot> = HashSet::new();
    for change in changes.iter_mut() {
        let (before, after) = (change.before.as_ref(), change.after.as_ref());
        let is_one_sided =
            (is_unknown(before) && is_folder(after)) || (is_folder(before) && is_unknown(after));
        // By identity, which a rename keeps: such a folder was not created, and its contents are as unknown as before.
        let is_moved = before.is_none() && after.is_some_and(|it| gone.contains(&it.identity()));
        if is_moved && let Some(after) = change.after.as_mut().filter(|it| it.node == Node::Folder) {
            after.node = Node::LeftOut(0);
            unknown.insert(change.spot.clone());
        } else if is_one_sided {
            unknown.insert(change.spot.clone());
        }
    }
    if unknown.is_empty() {
        return;
    }
    changes.retain(|change| {
        let mut above = change.spot.split().map(|(folder, _)| folder);
        while let Some(folder) = above {
            if unknown.contains(&folder) {
                return false;
            }
            above = folder.split().map(|(folder, _)| folder);
        }
        true
    });
}

type Folders<'a> = std::iter::Peekable<btree_map::Iter<'a, Spot, Listing>>;

fn next_of<'a>(folders: &mut Folders<'a>, wanted: &Spot) -> Option<&'a Listing> {
    folders.next_if(|(spot, _)| *spot == wanted).map(|(_, entries)| entries)
}

fn compare_folder(
    folder: &Spot,
    before: &[(Vec<u8>, Entry)],
    after: &[(Vec<u8>, Entry)],
    changes: &mut Vec<Change>,
) {
    let (mut old, mut new) = (before.iter().peekable(), after.iter().peekable());
    loop {
        let name = match (old.peek(), new.peek()) {
            (None, None) => return,
            (Some((name, _)), None) | (None, Some((name, _))) => name,
            (Some((left, _)), Some((right, _))) => left.min(right),
        };
        let left = old.next_if(|(found, _)| found == name).map(|(_, entry)| entry);
        let right = new.next_if(|(found, _)| found == name).map(|(_, entry)| entry);
        if let (Some(left), Some(right)) = (left, right)
            && left.is_as(right)
        {
            continue;
        }
        changes.push(Change { spot: folder.child(name), before: left.cloned(), after: right.cloned() });
    }
}
