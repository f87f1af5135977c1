//! A project's folder and the source files in it.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use super::file_name::FileName;
use super::root_set::{RootSet, RootSetLock, has_exact_name};
use super::temporary::is_part;
use crate::disk::{Disk, EntryKind, FileContents, FileIdentity, Folder, Metadata, OsDisk, Stamp, WaitLimit};
use scenewright_error::{Kind, Result};

/// The largest source file: reading one must not fill the memory.
const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;
const MODULES_FOLDER: &str = "modules";
pub(super) const EXPORTS: &str = "exports";

/// A project folder, which need not exist yet: then it has no files, and the first commit creates it.
#[derive(Clone, Debug)]
pub struct ProjectFolder {
    root_set: Arc<RootSet>,
}

/// A source file's bytes, and the identity of the file they came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectFile {
    /// The bytes as they are on disk, not decoded.
    pub bytes: Vec<u8>,
    /// The identity of the file that the name led to, links followed.
    pub identity: FileIdentity,
    /// The stamp that the file had just before it was read.
    pub stamp: Stamp,
}

/// A source file as listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectEntry {
    /// The name by which the tools call the file.
    pub name: FileName,
    /// The size, in bytes.
    pub size: u64,
    /// The time, in milliseconds since 1970.
    pub modified_ms: i64,
}

impl ProjectFolder {
    /// Opens a folder of this machine. Nothing is created or changed.
    pub fn open(path: &Path) -> Result<ProjectFolder> {
        ProjectFolder::open_on(Arc::new(OsDisk), path)
    }

    /// Opens a folder of any disk. Nothing is created or changed.
    pub(crate) fn open_on(disk: Arc<dyn Disk>, path: &Path) -> Result<ProjectFolder> {
        Ok(ProjectFolder { root_set: Arc::new(RootSet::with_own_state(disk, path)?) })
    }

    /// Returns the folder's absolute path without links.
    pub fn canonical_path(&self) -> &Path {
        self.root_set.only_root().canonical_path()
    }

    /// Returns the project as a root set that can be changed. Its only root has the number 0.
    pub fn root_set(&self) -> &Arc<RootSet> {
        &self.root_set
    }

    /// Returns a file's bytes; `None` when there is no such file.
    pub fn read(&self, name: &FileName) -> Result<Option<Vec<u8>>> {
        Ok(self.read_file(name)?.map(|file| file.bytes))
    }

    /// Returns a file's bytes and identity; `None` when there is no such file. A link that leaves the folder is
    /// refused (`outside_workspace`), and a name in another letter case is another file on every disk.
    pub fn read_file(&self, name: &FileName) -> Result<Option<ProjectFile>> {
        let Some(root) = self.root()? else { return Ok(None) };
        let read = || -> Result<Option<ProjectFile>> {
            let path = name.path().relative();
            let Some(FileContents { bytes, metadata }) = root.read(&path, MAX_FILE_BYTES)? else {
                return Ok(None);
            };
            let file = ProjectFile { bytes, identity: metadata.identity, stamp: metadata.stamp };
            Ok(has_exact_name(root.as_ref(), &path)?.then_some(file))
        };
        read().map_err(|error| error.in_file(name.as_str()))
    }

    /// Returns the identity of the file that a name leads to; `None` when there is no such file.
    pub fn identity(&self, name: &FileName) -> Result<Option<FileIdentity>> {
        let Some(root) = self.root()? else { return Ok(None) };
        let metadata = metadata(root.as_ref(), name).map_err(|error| error.in_file(name.as_str()))?;
        Ok(metadata.map(|metadata| metadata.identity))
    }

    /// Lists the source files: `main` first, then the modules by name. Files that no name leads to are left
    /// out, and so are links that leave the folder.
    pub fn list(&self) -> Result<Vec<ProjectEntry>> {
        let Some(root) = self.root()? else { return Ok(Vec::new()) };
        let files = self.module_files()?;
        let modules = files.iter().filter_map(|file| FileName::of_module_file(file.to_str()?));
        let mut entries = Vec::new();
        for name in std::iter::once(FileName::main()).chain(modules) {
            match metadata(root.as_ref(), &name) {
                Ok(Some(Metadata { kind: EntryKind::File, stamp, .. })) => {
                    let modified_ms = stamp.modified_ns.div_euclid(1_000_000);
                    entries.push(ProjectEntry { name, size: stamp.size, modified_ms });
                }
                Ok(_) => {}
                // A module that is a link out of the project is no file of it.
                Err(error) if error.kind == Kind::OutsideWorkspace => {}
                Err(error) => return Err(error.in_file(name.as_str())),
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// Returns the names of all entries of the modules folder, of whatever kind.
    pub fn module_files(&self) -> Result<Vec<OsString>> {
        let Some(root) = self.root()? else { return Ok(Vec::new()) };
        Ok(root.list(Path::new(MODULES_FOLDER))?.unwrap_or_default())
    }

    /// Takes the lock that all sessions and processes on this project share, creating the folder where it
    /// is missing.
    pub fn lock(&self, limit: &WaitLimit<'_>) -> Result<RootSetLock> {
        self.root_set.lock(limit)
    }

    /// Removes the half-written cache, exports and journal files of dead processes. Locks are taken only when there
    /// are any.
    pub fn sweep(&self, limit: &WaitLimit<'_>) -> Result<()> {
        let in_root = [Path::new(""), Path::new(EXPORTS)];
        let mut names = Vec::new();
        if let Some(root) = self.root()? {
            for folder in in_root {
                names.extend(root.list(folder)?.unwrap_or_default());
            }
        }
        if let Some(state) = self.root_set.state()? {
            names.extend(state.list(Path::new(""))?.unwrap_or_default());
        }
        // Looked for without the lock first: opening a project creates nothing.
        if names.iter().any(|name| is_part(name)) {
            let lock = self.lock(limit)?;
            in_root.into_iter().try_for_each(|folder| lock.sweep(0, folder, limit))?;
        }
        Ok(())
    }

    pub(super) fn root(&self) -> Result<Option<Arc<dyn Folder>>> {
        self.root_set.root(0)
    }
}

fn metadata(root: &dyn Folder, name: &FileName) -> Result<Option<Metadata>> {
    let path = name.path().relative();
    let Some(metadata) = root.metadata(&path)? else { return Ok(None) };
    Ok(has_exact_name(root, &path)?.then_some(metadata))
}
