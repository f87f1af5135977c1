//! Folders as paths, for platforms without the calls that the Unix module uses.
//!
//! A path is made canonical before it is used and must begin with the folder's own canonical path. Windows
//! refuses to rename a folder that has open files in it, which leaves little room for a swap in between.

mod error;
mod file;
mod metadata;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use self::error::{exists, failed};
use self::file::{PlainLock, PlainNewFile, PlainOpenFile};
use self::metadata::{kind_of, metadata_of, unprivileged};
use super::entry::{EntryKind, FileContents, FileIdentity, Metadata, not_regular, too_large};
use super::folder::{
    Access, FileReader, Folder, LastLink, Listed, LockGuard, LockTarget, NewFile, OpenFile, Place, outside,
    require_name, require_no_nul,
};
use super::lock_file::LockFile;
use super::wait::WaitLimit;
use scenewright_error::{Error, Kind, Result, quote_path};

/// A folder by its canonical path.
#[derive(Debug)]
pub(super) struct PlainFolder {
    path: PathBuf,
}

impl PlainFolder {
    pub(super) fn open(path: &Path) -> Result<Option<PlainFolder>> {
        let path = match fs::canonicalize(path) {
            Ok(path) => path,
            Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(failed("open the folder", path, &cause)),
        };
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => Ok(Some(PlainFolder { path })),
            Ok(_) => Err(Error::new(Kind::InvalidInput, format!("{} is not a folder.", quote_path(path)))),
            Err(cause) => Err(failed("open the folder", &path, &cause)),
        }
    }

    /// Returns the canonical folder and the name that a path leads to.
    fn find(&self, path: &Path, last: LastLink) -> Result<Option<(PathBuf, OsString)>> {
        require_no_nul(path)?;
        if path.components().any(|part| matches!(part, Component::RootDir | Component::Prefix(_))) {
            return Err(outside(&self.path, path));
        }
        let full = self.path.join(path);
        let is_link = fs::symlink_metadata(&full).is_ok_and(|metadata| metadata.is_symlink());
        let has_name = matches!(path.components().next_back(), Some(Component::Normal(_)));
        let (folder, name) = if (is_link && last == LastLink::Follow) || !has_name {
            let Some(canonical) = self.canonical(&full, path)? else { return Ok(None) };
            match (canonical.parent(), canonical.file_name()) {
                _ if canonical == self.path => return Ok(Some((canonical, OsString::from(".")))),
                (Some(parent), Some(name)) => (parent.to_owned(), name.to_owned()),
                _ => return Err(outside(&self.path, path)),
            }
        } else {
            let (Some(parent), Some(name)) = (full.parent(), full.file_name()) else { return Ok(None) };
            let Some(parent) = self.canonical(parent, path)? else { return Ok(None) };
            (parent, name.to_owned())
        };
        if folder.is_dir() { Ok(Some((folder, name))) } else { Ok(None) }
    }

    fn canonical(&self, full: &Path, path: &Path) -> Result<Option<PathBuf>> {
        match fs::canonicalize(full) {
            Ok(canonical) if canonical.starts_with(&self.path) => Ok(Some(canonical)),
            Ok(_) => Err(outside(&self.path, path)),
            Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
            Err(cause) => Err(failed("open", full, &cause)),
        }
    }

    fn found(&self, path: &Path) -> Result<Option<PathBuf>> {
        Ok(self.find(path, LastLink::Follow)?.map(|(folder, name)| folder.join(name)))
    }

    fn named(&self, name: &OsStr) -> Result<PathBuf> {
        require_name(name)?;
        Ok(self.path.join(name))
    }
}

impl Folder for PlainFolder {
    fn path(&self) -> &Path {
        &self.path
    }

    fn own_metadata(&self) -> Result<Metadata> {
        let metadata = fs::metadata(&self.path).map_err(|cause| failed("examine", &self.path, &cause))?;
        Ok(metadata_of(&metadata, &self.path))
    }

    fn metadata(&self, path: &Path) -> Result<Option<Metadata>> {
        let Some(full) = self.found(path)? else { return Ok(None) };
        match fs::symlink_metadata(&full) {
            Ok(metadata) => Ok(Some(metadata_of(&metadata, &full))),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(failed("examine", &full, &cause)),
        }
    }

    fn read(&self, path: &Path, max_bytes: u64) -> Result<Option<FileContents>> {
        let Some(full) = self.found(path)? else { return Ok(None) };
        let shown = full.display().to_string();
        let Some(metadata) = self.metadata(path)? else { return Ok(None) };
        metadata.require_readable(&shown, max_bytes)?;
        let file = match File::open(&full) {
            Ok(file) => file,
            Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(None),
            Err(cause) => return Err(failed("open", &full, &cause)),
        };
        let mut bytes = Vec::new();
        file.take(max_bytes.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|cause| failed("read", &full, &cause))?;
        if bytes.len() as u64 > max_bytes {
            return Err(too_large(&shown, bytes.len() as u64, max_bytes));
        }
        Ok(Some(FileContents { bytes, metadata }))
    }

    fn entry(&self, name: &OsStr) -> Result<Option<Metadata>> {
        let full = self.named(name)?;
        match fs::symlink_metadata(&full) {
            Ok(metadata) => Ok(Some(metadata_of(&metadata, &full))),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(failed("examine", &full, &cause)),
        }
    }

    fn read_link(&self, name: &OsStr) -> Result<PathBuf> {
        let full = self.named(name)?;
        fs::read_link(&full).map_err(|cause| failed("read the link", &full, &cause))
    }

    fn list(&self, path: &Path) -> Result<Option<Vec<OsString>>> {
        let Some(full) = self.found(path)? else { return Ok(None) };
        let entries = match fs::read_dir(&full) {
            Ok(entries) => entries,
            Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(cause) => return Err(failed("list", &full, &cause)),
        };
        let names: io::Result<Vec<OsString>> =
            entries.map(|entry| entry.map(|entry| entry.file_name())).collect();
        let mut names = names.map_err(|cause| failed("list", &full, &cause))?;
        names.sort_unstable();
        Ok(Some(names))
    }

    fn entries(&self) -> Result<Vec<Listed>> {
        let failed = |cause: io::Error| failed("list", &self.path, &cause);
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = kind_of(entry.file_type().map_err(failed)?);
            found.push(Listed { name: entry.file_name(), kind });
        }
        Ok(found)
    }

    fn open_child(&self, name: &OsStr) -> Result<Option<Arc<dyn Folder>>> {
        match self.entry(name)? {
            Some(Metadata { kind: EntryKind::Folder, .. }) => {}
            _ => return Ok(None),
        }
        let full = self.named(name)?;
        // A junction, or a folder that was swapped for a link since, has another canonical path.
        Ok(PlainFolder::open(&full)?
            .filter(|folder| folder.path == full)
            .map(|folder| Arc::new(folder) as Arc<dyn Folder>))
    }

    fn open_to_read(&self, name: &OsStr) -> Result<Option<FileReader>> {
        let path = self.named(name)?;
        let Some(metadata) = self.entry(name)? else { return Ok(None) };
        if metadata.kind != EntryKind::File {
            return Err(not_regular(&path.display().to_string()));
        }
        match File::open(&path) {
            Ok(file) => Ok(Some(FileReader { metadata, source: Box::new(file) })),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(failed("open", &path, &cause)),
        }
    }

    fn resolve(&self, path: &Path, last: LastLink) -> Result<Option<Place>> {
        Ok(self
            .find(path, last)?
            .map(|(folder, name)| Place { folder: Arc::new(PlainFolder { path: folder }), name }))
    }

    fn create_folder(&self, name: &OsStr) -> Result<bool> {
        let full = self.named(name)?;
        match fs::create_dir(&full) {
            Ok(()) => Ok(true),
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(cause) => Err(failed("make the folder", &full, &cause)),
        }
    }

    fn remove_folder(&self, name: &OsStr) -> Result<bool> {
        let full = self.named(name)?;
        match fs::remove_dir(&full) {
            Ok(()) => Ok(true),
            Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::DirectoryNotEmpty) => {
                Ok(false)
            }
            Err(cause) => Err(failed("remove the folder", &full, &cause)),
        }
    }

    fn create_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>> {
        let path = self.named(name)?;
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => Ok(Box::new(PlainNewFile { file, path })),
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Err(exists(&path)),
            Err(cause) => Err(failed("create", &path, &cause)),
        }
    }

    /// Creates a file. Access lists come from the folder, so that there is nothing to take away.
    fn create_private_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>> {
        self.create_file(name)
    }

    fn create_link(&self, name: &OsStr, target: &Path) -> Result<()> {
        let full = self.named(name)?;
        require_no_nul(target)?;
        #[cfg(unix)]
        let made = std::os::unix::fs::symlink(target, &full);
        #[cfg(windows)]
        let made = std::os::windows::fs::symlink_file(target, &full);
        match made {
            Ok(()) => Ok(()),
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => Err(exists(&full)),
            Err(cause) => Err(failed("make the link", &full, &cause)),
        }
    }

    fn open_file(&self, name: &OsStr, access: Access) -> Result<Option<Box<dyn OpenFile>>> {
        let path = self.named(name)?;
        match self.entry(name)? {
            Some(Metadata { kind: EntryKind::File, .. }) => {}
            Some(_) => return Err(not_regular(&path.display().to_string())),
            None => return Ok(None),
        }
        let writes = access == Access::ReadAndWrite;
        match OpenOptions::new().read(true).write(writes).open(&path) {
            Ok(file) => Ok(Some(Box::new(PlainOpenFile { file: Mutex::new(file), path }))),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
            Err(cause) => Err(failed("open", &path, &cause)),
        }
    }

    /// Copies only the attributes that the standard library knows on every platform. Access lists
    /// come from the folder.
    fn copy_attributes(&self, from: &OsStr, to: &OsStr) -> Result<()> {
        let (from, to) = (self.named(from)?, self.named(to)?);
        fs::metadata(&from)
            .and_then(|metadata| fs::set_permissions(&to, unprivileged(metadata.permissions())))
            .map_err(|cause| failed("copy the mode of", &from, &cause))
    }

    #[cfg(unix)]
    fn set_mode(&self, name: &OsStr, mode: u32) -> Result<()> {
        use std::os::unix::fs::PermissionsExt;
        let full = self.named(name)?;
        fs::set_permissions(&full, fs::Permissions::from_mode(mode))
            .map_err(|cause| failed("set the mode of", &full, &cause))
    }

    #[cfg(not(unix))]
    fn set_mode(&self, _name: &OsStr, _mode: u32) -> Result<()> {
        Ok(())
    }

    fn rename(&self, from: &OsStr, to: &OsStr) -> Result<()> {
        let to = self.named(to)?;
        fs::rename(self.named(from)?, &to).map_err(|cause| failed("put the new contents into", &to, &cause))
    }

    fn remove(&self, name: &OsStr) -> Result<bool> {
        let full = self.named(name)?;
        match fs::remove_file(&full) {
            Ok(()) => Ok(true),
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(false),
            Err(cause) => Err(failed("remove", &full, &cause)),
        }
    }

    /// Does nothing: the standard library cannot open a folder on every platform, and NTFS journals
    /// its names by itself.
    fn sync(&self) -> Result<()> {
        Ok(())
    }

    fn lock(&self, name: &OsStr, limit: &WaitLimit<'_>) -> Result<Box<dyn LockGuard>> {
        let path = self.named(name)?;
        limit.poll(&format!("the lock {}", path.display()), || self.try_lock_file(name))
    }

    /// Takes the lock through a lock file: the standard library cannot open a folder on every platform, and a lock
    /// on Windows keeps readers out of a file.
    fn try_lock_itself(&self, target: LockTarget<'_>) -> Result<Option<Box<dyn LockGuard>>> {
        let metadata = match target {
            LockTarget::Folder => Some(self.own_metadata()?),
            LockTarget::File(name) => self.entry(name)?,
        };
        match metadata {
            Some(metadata) => PlainFolder::try_lock_stand_in(metadata.identity),
            None => Err(failed("lock", &self.path, &ErrorKind::NotFound.into())),
        }
    }
}

impl PlainFolder {
    /// Locks the file that stands for a folder or file that cannot be locked itself.
    pub(super) fn try_lock_stand_in(identity: FileIdentity) -> Result<Option<Box<dyn LockGuard>>> {
        let file = LockFile::of(identity)?;
        match PlainFolder::open(&file.folder)? {
            Some(folder) => folder.try_lock_file(&file.name),
            None => Err(file.removed()),
        }
    }

    /// Locks a file that exists only for that purpose.
    pub(super) fn try_lock_file(&self, name: &OsStr) -> Result<Option<Box<dyn LockGuard>>> {
        let path = self.named(name)?;
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|cause| failed("open the lock", &path, &cause))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Box::new(PlainLock { _file: file }))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(cause)) => Err(failed("take the lock", &path, &cause)),
        }
    }
}
