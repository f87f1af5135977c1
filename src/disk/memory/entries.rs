//! What a disk in memory holds.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use super::super::entry::{EntryKind, FileIdentity, Metadata, Stamp};
use super::super::folder::{LastLink, outside, require_no_nul, too_many_links};
use super::{Interruption, Operation};
use crate::error::{Error, Result};

/// The contents of the disk, and what happened to it.
#[derive(Default)]
pub(super) struct Entries {
    pub(super) by_path: BTreeMap<PathBuf, Entry>,
    pub(super) locks: BTreeSet<PathBuf>,
    pub(super) operations: Vec<Operation>,
    pub(super) interruptions: BTreeMap<usize, Interruption>,
    /// Counts up: every file made gets the next number, every change the next nanosecond.
    ticks: u64,
    pub(super) ignores_case: bool,
}

#[derive(Clone)]
pub(super) struct Entry {
    pub(super) node: Node,
    number: u64,
    changed: u64,
}

#[derive(Clone)]
pub(super) enum Node {
    File(Vec<u8>),
    Folder,
    Link(PathBuf),
}

impl Entries {
    /// The path as an entry has it on this disk.
    pub(super) fn key(&self, path: &Path) -> PathBuf {
        if self.ignores_case && !self.by_path.contains_key(path) {
            let wanted = path.as_os_str().to_ascii_lowercase();
            let same = self.by_path.keys().find(|key| key.as_os_str().to_ascii_lowercase() == wanted);
            return same.cloned().unwrap_or_else(|| path.to_owned());
        }
        path.to_owned()
    }

    pub(super) fn entry(&self, path: &Path) -> Option<&Entry> {
        self.by_path.get(&self.key(path))
    }

    pub(super) fn put(&mut self, path: &Path, node: Node) {
        for folder in path.ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty()) {
            if self.entry(folder).is_none() {
                self.ticks += 1;
                let entry = Entry { node: Node::Folder, number: self.ticks, changed: self.ticks };
                self.by_path.insert(folder.to_owned(), entry);
            }
        }
        self.ticks += 1;
        let key = self.key(path);
        let number = self.by_path.get(&key).map_or(self.ticks, |entry| entry.number);
        self.by_path.insert(key, Entry { node, number, changed: self.ticks });
    }

    /// Every change passes here first.
    pub(super) fn begin(&mut self, operation: Operation) -> Result<()> {
        let number = self.operations.len();
        self.operations.push(operation.clone());
        match self.interruptions.remove(&number) {
            None => Ok(()),
            Some(Interruption::Fail) => {
                let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
                Err(Error::io("make the change", format!("{operation:?}"), &full))
            }
            Some(Interruption::Write(path, bytes)) => {
                self.put(&path, Node::File(bytes));
                Ok(())
            }
            Some(Interruption::Remove(path)) => {
                let key = self.key(&path);
                self.by_path.remove(&key);
                Ok(())
            }
        }
    }

    pub(super) fn is_folder(&self, path: &Path) -> bool {
        self.entry(path).is_some_and(|entry| matches!(entry.node, Node::Folder))
    }

    /// Goes from component to component, beneath the root.
    pub(super) fn walk(&self, root: &Path, path: &Path, last: LastLink) -> Result<Option<PathBuf>> {
        require_no_nul(path)?;
        if path.has_root() {
            return Err(outside(root, path));
        }
        let mut pending: Vec<OsString> = reversed(path);
        let mut here = root.to_owned();
        let mut links = 0;
        while let Some(part) = pending.pop() {
            if part == ".." {
                if here == root {
                    return Err(outside(root, path));
                }
                here.pop();
                continue;
            }
            if !self.is_folder(&here) {
                return Ok(None);
            }
            here.push(&part);
            let Some(Entry { node: Node::Link(target), .. }) = self.entry(&here) else { continue };
            if pending.is_empty() && last == LastLink::Keep {
                continue;
            }
            links += 1;
            if links > 40 {
                return Err(too_many_links(path));
            }
            here.pop();
            let mut beneath = target.as_path();
            if target.has_root() {
                beneath = target.strip_prefix(root).map_err(|_| outside(root, path))?;
                here = root.to_owned();
            }
            pending.extend(reversed(beneath));
        }
        Ok(Some(here))
    }
}

fn reversed(path: &Path) -> Vec<OsString> {
    let parts = path.components().rev().filter(|part| !matches!(part, Component::CurDir));
    parts.map(|part| part.as_os_str().to_owned()).collect()
}

pub(super) fn metadata_of(entry: &Entry) -> Metadata {
    let (kind, size) = match &entry.node {
        Node::File(bytes) => (EntryKind::File, bytes.len() as u64),
        Node::Folder => (EntryKind::Folder, 0),
        Node::Link(_) => (EntryKind::Link, 0),
    };
    let changed = entry.changed as i64;
    Metadata {
        kind,
        identity: FileIdentity { device: 1, file: entry.number },
        stamp: Stamp { size, modified_ns: changed, changed_ns: changed },
        links: 1,
        mode: None,
    }
}
