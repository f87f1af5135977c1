//! A handle on a folder in memory: it stays on its inode, whatever the folder is named.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{Cursor, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, MutexGuard};

use super::super::entry::{FileContents, Metadata, PRIVILEGES, not_regular};
use super::super::folder::{
    Access, FileReader, Folder, LastLink, Listed, LockGuard, LockTarget, NewFile, OpenFile, Place,
    require_name, require_no_nul,
};
use super::super::wait::WaitLimit;
use super::contents::{Effect, Inode, Node, TOP};
use super::file::{MemoryFile, MemoryLock, MemoryNewFile};
use super::operation::Operation;
use super::shared::SharedState;
use super::state::{State, named, refused};
use super::walk::{Found, walk};
use scenewright_error::{Error, Kind, Result};

#[derive(Debug)]
pub(super) struct MemoryFolder {
    shared: SharedState,
    inode: u64,
    /// The path of the file or folder when it was opened.
    path: PathBuf,
}

impl MemoryFolder {
    pub(super) fn new(shared: SharedState, inode: u64, path: PathBuf) -> MemoryFolder {
        MemoryFolder { shared, inode, path }
    }

    /// Returns the path of a name in this folder.
    fn named(&self, state: &State, name: &OsStr) -> Result<PathBuf> {
        require_name(name)?;
        Ok(named(&state.contents, self.inode, &self.path, name))
    }

    fn walk(&self, state: &State, path: &Path, last: LastLink) -> Result<Option<Found>> {
        walk(&state.contents, self.inode, &self.path, path, last)
    }

    fn followed<'a>(&self, state: &'a State, path: &Path) -> Result<Option<(u64, &'a Inode)>> {
        let found = self.walk(state, path, LastLink::Follow)?;
        let number = found.and_then(|found| found.inode(&state.contents));
        Ok(number.and_then(|number| Some((number, state.contents.inode(number)?))))
    }

    fn child<'a>(&self, state: &'a State, name: &OsStr) -> Option<(u64, &'a Inode)> {
        let number = state.contents.child(self.inode, name)?;
        Some((number, state.contents.inode(number)?))
    }

    /// Refuses to create anything in a folder that was removed.
    fn require_here(&self, state: &State, path: &Path) -> Result<()> {
        let is_here = self.inode == TOP || state.contents.inode(self.inode).is_some_and(Inode::has_name);
        if is_here { Ok(()) } else { Err(refused("create", path, ErrorKind::NotFound)) }
    }

    fn require_new(&self, state: &State, name: &OsStr, path: &Path) -> Result<()> {
        self.require_here(state, path)?;
        if self.child(state, name).is_some() {
            let message = format!("Could not create {}: it exists already.", path.display());
            return Err(Error::new(Kind::AlreadyExists, message));
        }
        Ok(())
    }

    /// Returns a file or folder of this folder, to change its mode. A link is never followed.
    fn with_mode(&self, state: &State, name: &OsStr, path: &Path) -> Result<(u64, u32)> {
        match self.child(state, name) {
            Some((_, Inode { node: Node::Link(_), .. })) => {
                Err(refused("set the mode of", path, ErrorKind::InvalidInput))
            }
            Some((number, inode)) => Ok((number, inode.mode)),
            None => Err(refused("set the mode of", path, ErrorKind::NotFound)),
        }
    }
}

impl MemoryFolder {
    fn create(&self, name: &OsStr, mode: Option<u32>) -> Result<Box<dyn NewFile>> {
        let mut state = self.shared.changing();
        let path = self.named(&state, name)?;
        state.begin(Operation::CreateFile(path.clone()))?;
        self.require_new(&state, name, &path)?;
        let inode = state.create(self.inode, name, Node::File(Vec::new()));
        if let Some(mode) = mode {
            state.change(inode, Effect::SetMode(mode));
        }
        let file = MemoryFile { shared: self.shared.clone(), inode, path };
        Ok(Box::new(MemoryNewFile { file, written: 0 }))
    }
}

impl Folder for MemoryFolder {
    fn path(&self) -> &Path {
        &self.path
    }

    fn own_metadata(&self) -> Result<Metadata> {
        let state = self.shared.state();
        let inode = state.contents.inode(self.inode);
        inode
            .map(|inode| inode.metadata(self.inode))
            .ok_or_else(|| refused("examine", &self.path, ErrorKind::NotFound))
    }

    fn metadata(&self, path: &Path) -> Result<Option<Metadata>> {
        let state = self.shared.state();
        Ok(self.followed(&state, path)?.map(|(number, inode)| inode.metadata(number)))
    }

    fn read(&self, path: &Path, max_bytes: u64) -> Result<Option<FileContents>> {
        let state = self.shared.state();
        let Some((number, inode)) = self.followed(&state, path)? else { return Ok(None) };
        let metadata = inode.metadata(number);
        metadata.require_readable(&self.path.join(path).display().to_string(), max_bytes)?;
        Ok(match &inode.node {
            Node::File(bytes) => Some(FileContents { bytes: bytes.clone(), metadata }),
            Node::Folder(_) | Node::Link(_) => None,
        })
    }

    fn entry(&self, name: &OsStr) -> Result<Option<Metadata>> {
        require_name(name)?;
        let state = self.shared.state();
        Ok(self.child(&state, name).map(|(number, inode)| inode.metadata(number)))
    }

    fn read_link(&self, name: &OsStr) -> Result<PathBuf> {
        let state = self.shared.state();
        let path = self.named(&state, name)?;
        match self.child(&state, name) {
            Some((_, Inode { node: Node::Link(target), .. })) => Ok(target.clone()),
            Some(_) => Err(refused("read the link", &path, ErrorKind::InvalidInput)),
            None => Err(refused("read the link", &path, ErrorKind::NotFound)),
        }
    }

    fn list(&self, path: &Path) -> Result<Option<Vec<OsString>>> {
        let state = self.shared.state();
        let Some((number, _)) = self.followed(&state, path)? else { return Ok(None) };
        Ok(state.contents.names(number).map(|names| names.keys().cloned().collect()))
    }

    fn entries(&self) -> Result<Vec<Listed>> {
        let state = self.shared.state();
        let Some(names) = state.contents.names(self.inode) else {
            return Err(refused("list", &self.path, ErrorKind::NotFound));
        };
        let kind = |number| state.contents.inode(number).map(|inode| inode.metadata(number).kind);
        let listed =
            names.iter().map(|(name, number)| Some(Listed { name: name.clone(), kind: kind(*number)? }));
        Ok(listed.flatten().collect())
    }

    fn open_child(&self, name: &OsStr) -> Result<Option<Arc<dyn Folder>>> {
        let state = self.shared.state();
        let path = self.named(&state, name)?;
        Ok(match self.child(&state, name) {
            Some((number, inode)) if inode.is_folder() => {
                Some(Arc::new(MemoryFolder::new(self.shared.clone(), number, path)))
            }
            _ => None,
        })
    }

    fn open_to_read(&self, name: &OsStr) -> Result<Option<FileReader>> {
        let state = self.shared.state();
        let path = self.named(&state, name)?;
        match self.child(&state, name) {
            Some((number, inode @ Inode { node: Node::File(bytes), .. })) => {
                let source = Box::new(Cursor::new(bytes.clone()));
                Ok(Some(FileReader { metadata: inode.metadata(number), source }))
            }
            Some(_) => Err(not_regular(&path.display().to_string())),
            None => Ok(None),
        }
    }

    fn resolve(&self, path: &Path, last: LastLink) -> Result<Option<Place>> {
        let found = self.walk(&self.shared.state(), path, last)?;
        Ok(found.map(|found| {
            let folder = MemoryFolder::new(self.shared.clone(), found.folder, found.folder_path);
            Place { folder: Arc::new(folder), name: found.name }
        }))
    }

    fn create_folder(&self, name: &OsStr) -> Result<bool> {
        let mut state = self.shared.changing();
        let path = self.named(&state, name)?;
        if self.child(&state, name).is_some() {
            return Ok(false);
        }
        state.begin(Operation::CreateFolder(path.clone()))?;
        self.require_here(&state, &path)?;
        // Somebody else may have been quicker.
        if self.child(&state, name).is_some() {
            return Ok(false);
        }
        state.create(self.inode, name, Node::Folder(BTreeMap::new()));
        Ok(true)
    }

    fn remove_folder(&self, name: &OsStr) -> Result<bool> {
        let mut state = self.shared.changing();
        let path = self.named(&state, name)?;
        state.begin(Operation::RemoveFolder(path.clone()))?;
        let Some((number, _)) = self.child(&state, name) else { return Ok(false) };
        match state.contents.names(number) {
            Some(names) if names.is_empty() => {}
            Some(_) => return Ok(false),
            None => return Err(refused("remove the folder", &path, ErrorKind::NotADirectory)),
        }
        state.change(self.inode, Effect::ClearName { name: name.to_owned() });
        Ok(true)
    }

    fn create_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>> {
        self.create(name, None)
    }

    fn create_private_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>> {
        self.create(name, Some(0o600))
    }

    fn create_link(&self, name: &OsStr, target: &Path) -> Result<()> {
        require_no_nul(target)?;
        let mut state = self.shared.changing();
        let path = self.named(&state, name)?;
        state.begin(Operation::CreateLink(path.clone()))?;
        self.require_new(&state, name, &path)?;
        state.create(self.inode, name, Node::Link(target.to_owned()));
        Ok(())
    }

    fn open_file(&self, name: &OsStr, _access: Access) -> Result<Option<Box<dyn OpenFile>>> {
        let state = self.shared.state();
        let path = self.named(&state, name)?;
        let inode = match self.child(&state, name) {
            Some((number, Inode { node: Node::File(_), .. })) => number,
            Some(_) => return Err(not_regular(&path.display().to_string())),
            None => return Ok(None),
        };
        Ok(Some(Box::new(MemoryFile { shared: self.shared.clone(), inode, path })))
    }

    fn copy_attributes(&self, from: &OsStr, to: &OsStr) -> Result<()> {
        let mut state = self.shared.changing();
        let (from_path, to_path) = (self.named(&state, from)?, self.named(&state, to)?);
        state.begin(Operation::CopyAttributes(to_path.clone()))?;
        let (_, mode) = self.with_mode(&state, from, &from_path)?;
        let (inode, _) = self.with_mode(&state, to, &to_path)?;
        state.change(inode, Effect::SetMode(mode & !PRIVILEGES));
        Ok(())
    }

    fn set_mode(&self, name: &OsStr, mode: u32) -> Result<()> {
        let mut state = self.shared.changing();
        let path = self.named(&state, name)?;
        state.begin(Operation::SetMode(path.clone()))?;
        let (inode, _) = self.with_mode(&state, name, &path)?;
        state.change(inode, Effect::SetMode(mode & 0o7777));
        Ok(())
    }

    fn rename(&self, from: &OsStr, to: &OsStr) -> Result<()> {
        let mut state = self.shared.changing();
        let (from_path, to_path) = (self.named(&state, from)?, self.named(&state, to)?);
        state.begin(Operation::Rename(from_path.clone(), to_path.clone()))?;
        let action = "put the new contents into";
        let Some((leads_to, moved)) = self.child(&state, from) else {
            return Err(refused(action, &to_path, ErrorKind::NotFound));
        };
        let is_same_name = state.contents.key(self.inode, from) == state.contents.key(self.inode, to);
        if let Some((replaced, inode)) = self.child(&state, to).filter(|_| !is_same_name) {
            // Two names of one file stay as they are: so says POSIX.
            if replaced == leads_to {
                return Ok(());
            }
            if inode.is_folder() {
                return Err(refused(action, &to_path, ErrorKind::IsADirectory));
            }
            if moved.is_folder() {
                return Err(refused(action, &to_path, ErrorKind::NotADirectory));
            }
        }
        state.change(self.inode, Effect::Rename { from: from.to_owned(), to: to.to_owned(), leads_to });
        Ok(())
    }

    fn remove(&self, name: &OsStr) -> Result<bool> {
        let mut state = self.shared.changing();
        let path = self.named(&state, name)?;
        state.begin(Operation::Remove(path.clone()))?;
        match self.child(&state, name) {
            None => return Ok(false),
            Some((_, inode)) if inode.is_folder() => {
                return Err(refused("remove", &path, ErrorKind::IsADirectory));
            }
            Some(_) => {}
        }
        state.change(self.inode, Effect::ClearName { name: name.to_owned() });
        Ok(true)
    }

    fn sync(&self) -> Result<()> {
        let mut state = self.shared.changing();
        let path = state.contents.path_of(self.inode, &self.path);
        state.begin(Operation::SyncFolder(path))?;
        state.synced(self.inode);
        Ok(())
    }

    fn lock(&self, name: &OsStr, limit: &WaitLimit<'_>) -> Result<Box<dyn LockGuard>> {
        let path = self.named(&self.shared.state(), name)?;
        limit.poll(&format!("the lock {}", path.display()), || {
            let mut state = self.shared.changing();
            state.require_alive(&path)?;
            let inode = match self.child(&state, name) {
                Some((number, Inode { node: Node::File(_), .. })) => number,
                Some(_) => return Err(refused("open the lock", &path, ErrorKind::InvalidInput)),
                None => {
                    self.require_here(&state, &path)?;
                    state.put_in(self.inode, name, Node::File(Vec::new()))
                }
            };
            Ok(self.take(state, inode))
        })
    }

    fn try_lock_itself(&self, target: LockTarget<'_>) -> Result<Option<Box<dyn LockGuard>>> {
        let state = self.shared.changing();
        state.require_alive(&self.path)?;
        let inode = match target {
            LockTarget::Folder => self.inode,
            LockTarget::File(name) => match self.child(&state, name) {
                Some((number, _)) => number,
                None => return Err(refused("lock", &self.path.join(name), ErrorKind::NotFound)),
            },
        };
        Ok(self.take(state, inode))
    }
}

impl MemoryFolder {
    fn take(&self, mut state: MutexGuard<'_, State>, inode: u64) -> Option<Box<dyn LockGuard>> {
        if state.locks.insert(inode) {
            return Some(Box::new(MemoryLock { shared: self.shared.clone(), inode }));
        }
        drop(state);
        self.shared.blocked();
        None
    }
}
