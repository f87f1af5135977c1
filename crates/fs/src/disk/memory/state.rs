//! The contents of a disk in memory, with the changes that led to them and the failures still to come.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::contents::{Change, Contents, Effect, Node, TOP, names_in};
use super::operation::{Interruption, Operation};
use scenewright_error::{Error, Result};

/// The whole state of the disk.
pub(super) struct State {
    pub(super) contents: Contents,
    /// The contents of the medium before the first event.
    pub(super) beginning: Contents,
    pub(super) history: Vec<Event>,
    pub(super) operations: Vec<Operation>,
    pub(super) interruptions: BTreeMap<usize, Interruption>,
    /// The inodes of the files and folders that are locked.
    pub(super) locks: BTreeSet<u64>,
    /// True when the process that uses the disk was killed: it no longer changes anything.
    pub(super) is_dead: bool,
    /// A counter: every inode gets the next number, every change the next nanosecond.
    ticks: u64,
}

/// Something that matters after a power cut.
#[derive(Clone)]
pub(super) struct Event {
    /// The number of operations that had begun.
    pub(super) operations: usize,
    pub(super) what: What,
}

#[derive(Clone)]
pub(super) enum What {
    Changed(Change),
    /// A change that is never lost.
    Put(Change),
    /// A sync: all changes of the inode up to here are on the medium.
    Synced(u64),
}

impl State {
    /// Returns the state of a disk on which all this is durable.
    pub(super) fn durable(contents: Contents, ticks: u64) -> State {
        State {
            beginning: contents.clone(),
            contents,
            history: Vec::new(),
            operations: Vec::new(),
            interruptions: BTreeMap::new(),
            locks: BTreeSet::new(),
            is_dead: false,
            ticks,
        }
    }

    /// Returns the state that another process finds after this one was killed. Unsynced changes are still unsynced.
    pub(super) fn survivor(&self) -> State {
        let history = self.history.iter().map(|event| Event { operations: 0, what: event.what.clone() });
        State {
            contents: self.contents.clone(),
            history: history.collect(),
            ..State::durable(self.beginning.clone(), self.ticks)
        }
    }

    pub(super) fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Begins an operation; every one passes here first.
    pub(super) fn begin(&mut self, operation: Operation) -> Result<()> {
        self.require_alive(&operation)?;
        let interruption = self.interruptions.remove(&self.operations.len());
        match &interruption {
            Some(Interruption::Write(path, bytes)) => self.put(path, Node::File(bytes.clone())),
            Some(Interruption::Remove(path)) => self.put_nothing(path),
            _ => {}
        }
        self.operations.push(operation.clone());
        match interruption {
            None | Some(Interruption::Write(..) | Interruption::Remove(_)) => Ok(()),
            Some(Interruption::Fail) => Err(failed(&operation, io::ErrorKind::StorageFull.into())),
            Some(Interruption::FailWith(cause)) => Err(failed(&operation, cause.into())),
            Some(Interruption::Die) => {
                self.is_dead = true;
                self.require_alive(&operation)
            }
            Some(Interruption::DieAfter) => {
                self.is_dead = true;
                Ok(())
            }
        }
    }

    pub(super) fn require_alive(&self, subject: &dyn fmt::Debug) -> Result<()> {
        if self.is_dead {
            return Err(failed(subject, io::Error::other("the process was killed")));
        }
        Ok(())
    }

    pub(super) fn change(&mut self, inode: u64, effect: Effect) {
        self.record(inode, effect, What::Changed);
    }

    pub(super) fn synced(&mut self, inode: u64) {
        self.history.push(Event { operations: self.operations.len(), what: What::Synced(inode) });
    }

    /// Creates an inode and gives it a name.
    pub(super) fn create(&mut self, folder: u64, name: &OsStr, node: Node) -> u64 {
        let inode = self.make(node, What::Changed);
        self.change(folder, Effect::SetName { name: name.to_owned(), leads_to: inode });
        inode
    }

    /// Creates an inode and gives it a name, neither of which is ever lost.
    pub(super) fn put_in(&mut self, folder: u64, name: &OsStr, node: Node) -> u64 {
        let inode = self.make(node, What::Put);
        self.record(folder, Effect::SetName { name: name.to_owned(), leads_to: inode }, What::Put);
        inode
    }

    /// Puts something at a path, with its folders. A file that is there keeps its inode.
    pub(super) fn put(&mut self, path: &Path, node: Node) {
        let Some((folder, name)) = self.put_folders(path) else { return };
        let current = self.contents.child(folder, name);
        let current =
            current.and_then(|number| Some((number, self.contents.inodes.get(&number)?.node.clone())));
        match (current, node) {
            (Some((inode, Node::File(_))), Node::File(bytes)) => {
                self.put_name(folder, name, inode);
                self.record(inode, Effect::Truncate { length: 0 }, What::Put);
                self.record(inode, Effect::Write { offset: 0, bytes }, What::Put);
            }
            (Some((inode, Node::Folder(_))), Node::Folder(_)) => self.put_name(folder, name, inode),
            (_, node) => {
                self.put_in(folder, name, node);
            }
        }
    }

    /// Gives an inode one more name.
    pub(super) fn put_hard_link(&mut self, path: &Path, inode: u64) {
        if let Some((folder, name)) = self.put_folders(path) {
            self.put_name(folder, name, inode);
        }
    }

    pub(super) fn put_mode(&mut self, inode: u64, mode: u32) {
        self.record(inode, Effect::SetMode(mode), What::Put);
    }

    fn put_nothing(&mut self, path: &Path) {
        if let (Some(parent), Some(name)) = (path.parent(), path.file_name())
            && let Some(folder) = self.contents.find(parent)
        {
            self.record(folder, Effect::ClearName { name: name.to_owned() }, What::Put);
        }
    }

    /// Creates the folders on the way to a path; returns the last, and the name in it. `None` for the top.
    fn put_folders<'a>(&mut self, path: &'a Path) -> Option<(u64, &'a OsStr)> {
        let names: Vec<&OsStr> = names_in(path).collect();
        let (name, folders) = names.split_last()?;
        let mut here = TOP;
        for part in folders {
            let inside = self.contents.child(here, part);
            here = match inside.filter(|number| self.contents.names(*number).is_some()) {
                Some(folder) => {
                    self.put_name(here, part, folder);
                    folder
                }
                None => self.put_in(here, part, Node::Folder(BTreeMap::new())),
            };
        }
        Some((here, name))
    }

    /// Puts a name, even where it leads there already: it may not be durable yet.
    fn put_name(&mut self, folder: u64, name: &OsStr, leads_to: u64) {
        self.record(folder, Effect::SetName { name: name.to_owned(), leads_to }, What::Put);
    }

    fn make(&mut self, node: Node, what: fn(Change) -> What) -> u64 {
        let inode = self.ticks + 1;
        self.record(inode, Effect::Make(node), what);
        inode
    }

    fn record(&mut self, inode: u64, effect: Effect, what: fn(Change) -> What) {
        self.ticks += 1;
        let change = Change { inode, effect, tick: self.ticks };
        self.contents.apply(&change);
        self.history.push(Event { operations: self.operations.len(), what: what(change) });
    }
}

fn failed(subject: &dyn fmt::Debug, cause: io::Error) -> Error {
    Error::io("make the change", format!("{subject:?}"), &cause)
}

/// Returns the error of a system call on a path.
pub(super) fn refused(action: &str, path: &Path, cause: io::ErrorKind) -> Error {
    Error::io(action, path.display(), &cause.into())
}

/// Returns the path of a name in a folder, as the folder is named now.
pub(super) fn named(contents: &Contents, folder: u64, folder_path: &Path, name: &OsStr) -> PathBuf {
    contents.path_of(folder, folder_path).join(name)
}
