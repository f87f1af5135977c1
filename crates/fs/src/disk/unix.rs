//! Folders as open handles: operations beneath one cannot be led elsewhere by a rename or a link.

mod attributes;
mod error;
mod file;
mod listing;
mod resolve;
mod stat;

use std::ffi::{OsStr, OsString};
use std::fs::{File, TryLockError};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{AtFlags, Mode, OFlags, RawMode};
use rustix::io::{Errno, retry_on_intr};

use self::error::{exists, failed};
use self::file::{UnixLock, UnixNewFile, UnixOpenFile};
use self::resolve::{open_beneath, open_here, stat_beneath, walk};
use self::stat::{identity_of, metadata_of};
use super::entry::{EntryKind, FileContents, FileIdentity, Metadata, not_regular, too_large};
use super::folder::{
    Access, FileReader, Folder, LastLink, Listed, LockGuard, LockTarget, NewFile, OpenFile, Place,
    require_name, require_no_nul,
};
use super::lock_file::LockFile;
use super::wait::WaitLimit;
use scenewright_error::{Error, Kind, Result, quote_path};

/// An open folder.
#[derive(Debug)]
pub(super) struct UnixFolder {
    handle: OwnedFd,
    path: PathBuf,
    /// True while no other reader shares the position of this handle in the folder's listing, and it is still at the
    /// beginning.
    at_beginning: AtomicBool,
}

/// Returns what the file at a path is known by, links followed.
pub(super) fn identity_at(path: &Path) -> Option<FileIdentity> {
    retry_on_intr(|| rustix::fs::stat(path)).ok().map(|stat| identity_of(&stat))
}

impl UnixFolder {
    fn new(handle: OwnedFd, path: PathBuf) -> UnixFolder {
        UnixFolder { handle, path, at_beginning: AtomicBool::new(false) }
    }

    pub(super) fn open(path: &Path) -> Result<Option<UnixFolder>> {
        match retry_on_intr(|| rustix::fs::open(path, resolve::FOLDER, Mode::empty())) {
            Ok(handle) => {
                let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
                Ok(Some(UnixFolder::new(handle, path)))
            }
            Err(Errno::NOENT) => Ok(None),
            Err(Errno::NOTDIR) => {
                Err(Error::new(Kind::InvalidInput, format!("{} is not a folder.", quote_path(path))))
            }
            Err(cause) => Err(failed("open the folder", path, cause)),
        }
    }

    fn create(&self, name: &OsStr, mode: u32) -> Result<Box<dyn NewFile>> {
        require_name(name)?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        match open_here(&self.handle, name, flags, mode_of(mode)) {
            Ok(handle) => Ok(Box::new(UnixNewFile { file: File::from(handle), path: self.path.join(name) })),
            Err(Errno::EXIST) => Err(exists(&self.path.join(name))),
            Err(cause) => Err(self.failed("create", name, cause)),
        }
    }

    fn open_regular(&self, name: &OsStr, access: Access) -> Result<Option<(UnixOpenFile, Metadata)>> {
        require_name(name)?;
        let path = self.path.join(name);
        let access = if access == Access::Read { OFlags::RDONLY } else { OFlags::RDWR };
        // Opening must neither wait for the other end of a FIFO nor make a terminal ours.
        let flags = access | OFlags::NONBLOCK | OFlags::NOCTTY;
        let handle = match open_here(&self.handle, name, flags, Mode::empty()) {
            Ok(handle) => handle,
            Err(Errno::NOENT | Errno::NAMETOOLONG) => return Ok(None),
            // A link, a FIFO without a reader or a socket, and a folder.
            Err(Errno::LOOP | Errno::NXIO | Errno::ISDIR) => {
                return Err(not_regular(&path.display().to_string()));
            }
            Err(cause) => return Err(self.failed("open", name, cause)),
        };
        let file = UnixOpenFile { file: File::from(handle), path };
        let metadata = file.metadata()?;
        match metadata.kind {
            EntryKind::File => Ok(Some((file, metadata))),
            _ => Err(not_regular(&file.path.display().to_string())),
        }
    }

    fn failed(&self, action: &str, name: &OsStr, cause: impl Into<io::Error>) -> Error {
        failed(action, &self.path.join(name), cause)
    }
}

impl Folder for UnixFolder {
    fn path(&self) -> &Path {
        &self.path
    }

    fn own_metadata(&self) -> Result<Metadata> {
        let stat = rustix::fs::fstat(&self.handle);
        stat.map(|stat| metadata_of(&stat)).map_err(|cause| failed("examine", &self.path, cause))
    }

    fn metadata(&self, path: &Path) -> Result<Option<Metadata>> {
        Ok(stat_beneath(&self.handle, &self.path, path)?.map(|stat| metadata_of(&stat)))
    }

    fn read(&self, path: &Path, max_bytes: u64) -> Result<Option<FileContents>> {
        // Without O_NONBLOCK, opening a FIFO would wait for a writer before it could be refused.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
        let Some(handle) = open_beneath(&self.handle, &self.path, path, flags)? else {
            return Ok(None);
        };
        let shown = self.path.join(path);
        let stat = rustix::fs::fstat(&handle).map_err(|cause| failed("examine", &shown, cause))?;
        let metadata = metadata_of(&stat);
        metadata.require_readable(&shown.display().to_string(), max_bytes)?;
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.stamp.size).unwrap_or_default());
        // One byte more than allowed shows that the file has grown since its size was asked for.
        let mut limited = File::from(handle).take(max_bytes.saturating_add(1));
        limited.read_to_end(&mut bytes).map_err(|cause| failed("read", &shown, cause))?;
        if bytes.len() as u64 > max_bytes {
            return Err(too_large(&shown.display().to_string(), bytes.len() as u64, max_bytes));
        }
        Ok(Some(FileContents { bytes, metadata }))
    }

    fn entry(&self, name: &OsStr) -> Result<Option<Metadata>> {
        require_name(name)?;
        // Here and below, nothing has a name that the file system does not take. An error would stop the rollback of a change that
        // failed for this reason.
        match rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(metadata_of(&stat))),
            Err(Errno::NOENT | Errno::NAMETOOLONG) => Ok(None),
            Err(cause) => Err(self.failed("examine", name, cause)),
        }
    }

    fn read_link(&self, name: &OsStr) -> Result<PathBuf> {
        require_name(name)?;
        let target = rustix::fs::readlinkat(&self.handle, name, Vec::new())
            .map_err(|cause| self.failed("read the link", name, cause))?;
        Ok(PathBuf::from(OsString::from_vec(target.into_bytes())))
    }

    fn list(&self, path: &Path) -> Result<Option<Vec<OsString>>> {
        let Some(handle) = open_beneath(&self.handle, &self.path, path, resolve::FOLDER)? else {
            return Ok(None);
        };
        let failed = |cause: Errno| self.failed("list", path.as_os_str(), cause);
        let mut names = Vec::new();
        for entry in rustix::fs::Dir::new(handle).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_bytes();
            if name != b"." && name != b".." {
                names.push(OsStr::from_bytes(name).to_owned());
            }
        }
        names.sort_unstable();
        Ok(Some(names))
    }

    fn entries(&self) -> Result<Vec<Listed>> {
        let failed = |cause: Errno| failed("list", &self.path, cause);
        // A handle lists its folder from where it stands: a second listing needs one of its own.
        if self.at_beginning.swap(false, Ordering::Relaxed) {
            return listing::entries(&self.handle).map_err(failed);
        }
        let reopened =
            open_here(&self.handle, OsStr::new("."), resolve::FOLDER, Mode::empty()).map_err(failed)?;
        listing::entries(&reopened).map_err(failed)
    }

    fn open_child(&self, name: &OsStr) -> Result<Option<Arc<dyn Folder>>> {
        require_name(name)?;
        match open_here(&self.handle, name, resolve::FOLDER, Mode::empty()) {
            Ok(handle) => {
                let folder = UnixFolder::new(handle, self.path.join(name));
                folder.at_beginning.store(true, Ordering::Relaxed);
                Ok(Some(Arc::new(folder)))
            }
            // A link is "not a folder" to Linux and "a loop" to others.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Ok(None),
            Err(cause) => Err(self.failed("open the folder", name, cause)),
        }
    }

    fn open_to_read(&self, name: &OsStr) -> Result<Option<FileReader>> {
        Ok(self.open_regular(name, Access::Read)?.map(|(file, metadata)| {
            let source = Box::new(file.file);
            FileReader { metadata, source }
        }))
    }

    fn resolve(&self, path: &Path, last: LastLink) -> Result<Option<Place>> {
        Ok(walk(&self.handle, &self.path, path, last)?.map(|place| {
            let folder = Arc::new(UnixFolder::new(place.folder, place.folder_path));
            Place { folder, name: place.name }
        }))
    }

    fn create_folder(&self, name: &OsStr) -> Result<bool> {
        require_name(name)?;
        match rustix::fs::mkdirat(&self.handle, name, Mode::from_raw_mode(0o777)) {
            Ok(()) => Ok(true),
            Err(Errno::EXIST) => Ok(false),
            Err(cause) => Err(self.failed("make the folder", name, cause)),
        }
    }

    fn remove_folder(&self, name: &OsStr) -> Result<bool> {
        require_name(name)?;
        match rustix::fs::unlinkat(&self.handle, name, AtFlags::REMOVEDIR) {
            Ok(()) => Ok(true),
            // POSIX lets a system choose between the last two for a folder that is not empty.
            Err(Errno::NOENT | Errno::NOTEMPTY | Errno::EXIST) => Ok(false),
            Err(cause) => Err(self.failed("remove the folder", name, cause)),
        }
    }

    fn create_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>> {
        self.create(name, 0o666)
    }

    fn create_private_file(&self, name: &OsStr) -> Result<Box<dyn NewFile>> {
        self.create(name, 0o600)
    }

    fn create_link(&self, name: &OsStr, target: &Path) -> Result<()> {
        require_name(name)?;
        require_no_nul(target)?;
        match rustix::fs::symlinkat(target, &self.handle, name) {
            Ok(()) => Ok(()),
            Err(Errno::EXIST) => Err(exists(&self.path.join(name))),
            Err(cause) => Err(self.failed("make the link", name, cause)),
        }
    }

    fn open_file(&self, name: &OsStr, access: Access) -> Result<Option<Box<dyn OpenFile>>> {
        Ok(self.open_regular(name, access)?.map(|(file, _)| Box::new(file) as Box<dyn OpenFile>))
    }

    fn copy_attributes(&self, from: &OsStr, to: &OsStr) -> Result<()> {
        require_name(from)?;
        require_name(to)?;
        let open = |name| {
            open_here(&self.handle, name, OFlags::RDONLY | OFlags::NONBLOCK, Mode::empty())
                .map_err(|cause| self.failed("open", name, cause))
        };
        attributes::copy(&open(from)?, &open(to)?)
            .map_err(|cause| self.failed("copy the mode and owner of", from, cause))
    }

    fn has_capabilities(&self, name: &OsStr) -> Result<bool> {
        require_name(name)?;
        let file = open_here(&self.handle, name, OFlags::RDONLY | OFlags::NONBLOCK, Mode::empty());
        file.map(|file| attributes::has_capabilities(&file)).map_err(|cause| self.failed("open", name, cause))
    }

    fn set_mode(&self, name: &OsStr, mode: u32) -> Result<()> {
        require_name(name)?;
        open_here(&self.handle, name, OFlags::RDONLY | OFlags::NONBLOCK, Mode::empty())
            .and_then(|file| rustix::fs::fchmod(file, mode_of(mode)))
            .map_err(|cause| self.failed("set the mode of", name, cause))
    }

    fn rename(&self, from: &OsStr, to: &OsStr) -> Result<()> {
        require_name(from)?;
        require_name(to)?;
        rustix::fs::renameat(&self.handle, from, &self.handle, to)
            .map_err(|cause| self.failed("put the new contents into", to, cause))
    }

    fn remove(&self, name: &OsStr) -> Result<bool> {
        require_name(name)?;
        match rustix::fs::unlinkat(&self.handle, name, AtFlags::empty()) {
            Ok(()) => Ok(true),
            Err(Errno::NOENT | Errno::NAMETOOLONG) => Ok(false),
            Err(cause) => Err(self.failed("remove", name, cause)),
        }
    }

    fn sync(&self) -> Result<()> {
        let handle = self.handle.try_clone().map_err(|cause| failed("sync the folder", &self.path, cause))?;
        match File::from(handle).sync_all() {
            Ok(()) => Ok(()),
            // Some file systems (of networks, mostly) cannot sync a folder and say so.
            Err(cause)
                if matches!(cause.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
            {
                Ok(())
            }
            Err(cause) => Err(failed("sync the folder", &self.path, cause)),
        }
    }

    fn lock(&self, name: &OsStr, limit: &WaitLimit<'_>) -> Result<Box<dyn LockGuard>> {
        limit.poll(&format!("the lock {}", self.path.join(name).display()), || self.try_lock_file(name))
    }

    fn try_lock_itself(&self, target: LockTarget<'_>) -> Result<Option<Box<dyn LockGuard>>> {
        // A handle of its own: the lock belongs to the open file, and handles that were duplicated share it.
        let (name, flags) = match target {
            LockTarget::Folder => (OsStr::new("."), resolve::FOLDER),
            LockTarget::File(name) => {
                require_name(name)?;
                (name, OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY)
            }
        };
        let identity = match target {
            LockTarget::Folder => self.own_metadata()?.identity,
            LockTarget::File(name) => match self.entry(name)? {
                Some(metadata) => metadata.identity,
                None => return Err(self.failed("lock", name, Errno::NOENT)),
            },
        };
        let Ok(handle) = open_here(&self.handle, name, flags, Mode::empty()) else {
            // A process may be allowed to change it and not to read it.
            return UnixFolder::try_lock_stand_in(identity);
        };
        let file = File::from(handle);
        match file.try_lock() {
            Ok(()) => Ok(Some(Box::new(UnixLock { _file: file }))),
            Err(TryLockError::WouldBlock) => Ok(None),
            // Some file systems (of networks, mostly) lock only what is open for writing, or nothing at all.
            Err(TryLockError::Error(_)) => UnixFolder::try_lock_stand_in(identity),
        }
    }
}

impl UnixFolder {
    /// Locks the file that stands for a folder or file that cannot be locked itself.
    pub(super) fn try_lock_stand_in(identity: FileIdentity) -> Result<Option<Box<dyn LockGuard>>> {
        let file = LockFile::of(identity)?;
        match UnixFolder::open(&file.folder)? {
            Some(folder) => folder.try_lock_file(&file.name),
            None => Err(file.removed()),
        }
    }

    /// Locks a file that exists only for that purpose.
    pub(super) fn try_lock_file(&self, name: &OsStr) -> Result<Option<Box<dyn LockGuard>>> {
        require_name(name)?;
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NONBLOCK;
        let handle = open_here(&self.handle, name, flags, Mode::from_raw_mode(0o600))
            .map_err(|cause| self.failed("open the lock", name, cause))?;
        let file = File::from(handle);
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(cause)) => return Err(self.failed("take the lock", name, cause)),
        }
        // Somebody may have removed the file between the two steps: then this lock is worth nothing.
        let held = rustix::fs::fstat(&file).map_err(|cause| self.failed("examine", name, cause))?;
        match rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(named) if identity_of(&named) == identity_of(&held) => {
                Ok(Some(Box::new(UnixLock { _file: file })))
            }
            Ok(_) | Err(Errno::NOENT) => Ok(None),
            Err(cause) => Err(self.failed("examine", name, cause)),
        }
    }
}

/// Returns the permissions that a number has, which has 32 bits on Linux and 16 on macOS.
fn mode_of(bits: u32) -> Mode {
    Mode::from_raw_mode(bits as RawMode)
}
