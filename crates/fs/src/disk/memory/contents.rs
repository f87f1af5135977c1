//! The contents of a disk in memory: inodes, to which folders give names.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use super::super::entry::{EntryKind, FileIdentity, Metadata, Stamp};

/// The number of the inode at the top of the disk.
pub(super) const TOP: u64 = 0;

const FILE_MODE: u32 = 0o644;
const FOLDER_MODE: u32 = 0o755;
const LINK_MODE: u32 = 0o777;

/// All inodes by their numbers.
///
/// Invariant: a folder's number is smaller than those of the folders in it, which are created later and never leave
/// it.
#[derive(Clone)]
pub(super) struct Contents {
    pub(super) inodes: BTreeMap<u64, Inode>,
    pub(super) ignores_case: bool,
}

#[derive(Clone)]
pub(super) struct Inode {
    pub(super) node: Node,
    pub(super) mode: u32,
    /// The number of names that lead here.
    names: u64,
    modified: u64,
    changed: u64,
}

#[derive(Clone)]
pub(super) enum Node {
    File(Vec<u8>),
    Folder(BTreeMap<OsString, u64>),
    Link(PathBuf),
}

/// One change of one inode, with all that is needed to repeat it.
#[derive(Clone)]
pub(super) struct Change {
    pub(super) inode: u64,
    pub(super) effect: Effect,
    /// The moment of the change, for stamps.
    pub(super) tick: u64,
}

#[derive(Clone)]
pub(super) enum Effect {
    /// The creation of an inode, as yet without a name.
    Make(Node),
    Write {
        offset: usize,
        bytes: Vec<u8>,
    },
    Truncate {
        length: usize,
    },
    SetMode(u32),
    /// A name in this folder that leads to another inode from now on.
    SetName {
        name: OsString,
        leads_to: u64,
    },
    ClearName {
        name: OsString,
    },
    /// A new name, with the inode that the old one led to, so that it is right even where the old one was lost.
    Rename {
        from: OsString,
        to: OsString,
        leads_to: u64,
    },
}

impl Contents {
    pub(super) fn new(ignores_case: bool) -> Contents {
        let top = Inode::new(Node::Folder(BTreeMap::new()), 0);
        Contents { inodes: BTreeMap::from([(TOP, top)]), ignores_case }
    }

    pub(super) fn apply(&mut self, change: &Change) {
        let tick = change.tick;
        match &change.effect {
            Effect::Make(node) => {
                self.inodes.insert(change.inode, Inode::new(node.clone(), tick));
            }
            Effect::Write { offset, bytes } => self.change_bytes(change.inode, tick, |file| {
                let end = offset + bytes.len();
                if file.len() < end {
                    file.resize(end, 0);
                }
                file[*offset..end].copy_from_slice(bytes);
            }),
            Effect::Truncate { length } => {
                self.change_bytes(change.inode, tick, |file| file.resize(*length, 0));
            }
            Effect::SetMode(mode) => {
                if let Some(inode) = self.inodes.get_mut(&change.inode) {
                    inode.mode = *mode;
                    inode.changed = inode.changed.max(tick);
                }
            }
            Effect::SetName { name, leads_to } => self.set_name(change.inode, name, *leads_to, tick),
            Effect::ClearName { name } => self.clear_name(change.inode, name, tick),
            Effect::Rename { from, to, leads_to } => {
                self.clear_name(change.inode, from, tick);
                self.set_name(change.inode, to, *leads_to, tick);
            }
        }
    }

    pub(super) fn inode(&self, number: u64) -> Option<&Inode> {
        self.inodes.get(&number)
    }

    /// Returns the inode that a name in a folder leads to.
    pub(super) fn child(&self, folder: u64, name: &OsStr) -> Option<u64> {
        self.names(folder)?.get(&self.key(folder, name)).copied()
    }

    pub(super) fn names(&self, folder: u64) -> Option<&BTreeMap<OsString, u64>> {
        match &self.inodes.get(&folder)?.node {
            Node::Folder(names) => Some(names),
            Node::File(_) | Node::Link(_) => None,
        }
    }

    /// Returns the name as the folder spells it.
    pub(super) fn key(&self, folder: u64, name: &OsStr) -> OsString {
        let same = |names: &BTreeMap<OsString, u64>| {
            names.keys().find(|key| key.eq_ignore_ascii_case(name)).cloned()
        };
        match self.names(folder) {
            Some(names) if self.ignores_case && !names.contains_key(name) => same(names),
            _ => None,
        }
        .unwrap_or_else(|| name.to_owned())
    }

    /// Returns the inode at a path, links not followed.
    pub(super) fn find(&self, path: &Path) -> Option<u64> {
        names_in(path).try_fold(TOP, |folder, name| self.child(folder, name))
    }

    /// Returns a path of the inode: the one that it had, if that still leads to it.
    pub(super) fn path_of(&self, number: u64, before: &Path) -> PathBuf {
        if self.find(before) == Some(number) {
            return before.to_owned();
        }
        let found = self.all().into_iter().find(|(_, found)| *found == number);
        found.map_or_else(|| before.to_owned(), |(path, _)| path)
    }

    /// Returns every path on the disk, sorted, and the inode that it leads to.
    pub(super) fn all(&self) -> Vec<(PathBuf, u64)> {
        let mut found = Vec::new();
        let mut pending = vec![(PathBuf::from("/"), TOP)];
        while let Some((path, number)) = pending.pop() {
            let inside = self.names(number).into_iter().flatten().rev();
            pending.extend(inside.map(|(name, inside)| (path.join(name), *inside)));
            found.push((path, number));
        }
        found
    }

    /// Drops the inodes that no path leads to, and counts the names of the others.
    pub(super) fn drop_unreachable(&mut self) {
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        for (_, number) in self.all() {
            *counts.entry(number).or_default() += 1;
        }
        self.inodes.retain(|number, _| counts.contains_key(number));
        for (number, inode) in &mut self.inodes {
            inode.names = counts[number];
        }
    }

    fn change_bytes(&mut self, number: u64, tick: u64, change: impl FnOnce(&mut Vec<u8>)) {
        if let Some(inode) = self.inodes.get_mut(&number)
            && let Node::File(bytes) = &mut inode.node
        {
            change(bytes);
            inode.touch(tick);
        }
    }

    fn set_name(&mut self, folder: u64, name: &OsStr, leads_to: u64, tick: u64) {
        let key = self.key(folder, name);
        if self.child(folder, &key) == Some(leads_to) {
            return;
        }
        self.clear_name(folder, &key, tick);
        // A folder has one name only, also where the loss of a change would leave it two.
        if self.names(leads_to).is_some() {
            let old = self.names(folder).into_iter().flatten().find(|(_, number)| **number == leads_to);
            if let Some(old) = old.map(|(old, _)| old.clone()) {
                self.clear_name(folder, &old, tick);
            }
        }
        if let Some(inode) = self.inodes.get_mut(&folder)
            && let Node::Folder(names) = &mut inode.node
        {
            names.insert(key, leads_to);
            inode.touch(tick);
            self.count(leads_to, tick, |names| names + 1);
        }
    }

    fn clear_name(&mut self, folder: u64, name: &OsStr, tick: u64) {
        let key = self.key(folder, name);
        if let Some(inode) = self.inodes.get_mut(&folder)
            && let Node::Folder(names) = &mut inode.node
            && let Some(number) = names.remove(&key)
        {
            inode.touch(tick);
            self.count(number, tick, |names| names.saturating_sub(1));
        }
    }

    fn count(&mut self, number: u64, tick: u64, change: impl FnOnce(u64) -> u64) {
        if let Some(inode) = self.inodes.get_mut(&number) {
            inode.names = change(inode.names);
            inode.changed = inode.changed.max(tick);
        }
    }
}

impl Inode {
    fn new(node: Node, tick: u64) -> Inode {
        let mode = match node {
            Node::File(_) => FILE_MODE,
            Node::Folder(_) => FOLDER_MODE,
            Node::Link(_) => LINK_MODE,
        };
        Inode { node, mode, names: 0, modified: tick, changed: tick }
    }

    pub(super) fn is_folder(&self) -> bool {
        matches!(self.node, Node::Folder(_))
    }

    pub(super) fn has_name(&self) -> bool {
        self.names > 0
    }

    pub(super) fn metadata(&self, number: u64) -> Metadata {
        let (kind, size) = match &self.node {
            Node::File(bytes) => (EntryKind::File, bytes.len() as u64),
            Node::Folder(_) => (EntryKind::Folder, 0),
            Node::Link(target) => (EntryKind::Link, target.as_os_str().len() as u64),
        };
        Metadata {
            kind,
            identity: FileIdentity { device: 1, file: number },
            stamp: Stamp { size, modified_ns: self.modified as i64, changed_ns: self.changed as i64 },
            links: self.names,
            mode: Some(self.mode),
        }
    }

    fn touch(&mut self, tick: u64) {
        self.modified = self.modified.max(tick);
        self.changed = self.changed.max(tick);
    }
}

/// Yields the names on the way from the top to a path.
pub(super) fn names_in(path: &Path) -> impl Iterator<Item = &OsStr> {
    path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name),
        Component::ParentDir => Some(part.as_os_str()),
        Component::RootDir | Component::Prefix(_) | Component::CurDir => None,
    })
}
