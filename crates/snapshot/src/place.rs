//! Opening and examining entries beneath the roots, never through a link.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, Stat};
use rustix::io::{Errno, retry_on_intr};

use super::attributes::Attributes;
use super::closed::{OpenedUp, open_closed_file};
use super::store::{LARGE_BYTES, Store};
use super::tree::{Entry, FileStat, Node, NotCovered, Spot};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::ContentHash;

pub(crate) const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// The size of the bits of a mode that can be set.
const MODE_BITS: u32 = 0o7777;

/// Two changes within this time may leave the same times: the clock of file systems ticks at least every 10 ms.
const RACY_NS: i64 = 100_000_000;

/// The same where the file system keeps whole seconds, or two.
const COARSE_NS: i64 = 2_500_000_000;

/// The number of times that a file is read again if it changed during the read.
const MAX_READS: usize = 3;

/// The limits of a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest file whose contents are kept.
    pub file_bytes: u64,
}

/// The open roots of a workspace.
#[derive(Debug)]
pub struct Roots {
    paths: Vec<PathBuf>,
    handles: Vec<Arc<OwnedFd>>,
    /// True for a root that is gone, for which an empty folder stands.
    gone: Vec<bool>,
}

/// The treatment of a root that is not there.
#[derive(Clone, Copy, Debug)]
pub enum MissingRoots<'p> {
    /// It is an error.
    Refused,
    /// It is taken for an empty folder, as a command that removed it has left it. An empty one in `beside` stands for it.
    Empty {
        /// A folder that is there, and outside of the roots.
        beside: &'p Path,
    },
    /// It is made, for what is to be restored in it.
    Made,
}

/// The data read of an entry.
pub(crate) struct Captured {
    pub entry: Entry,
    /// True where the file was changed again and again while it was read.
    pub is_torn: bool,
}

/// The name of the empty folder that stands for a root that is gone.
const GONE: &str = "gone";

/// Opens the empty folder that stands for a root that is gone. It stays: one that was removed cannot be listed.
fn open_empty(beside: &Path) -> Result<OwnedFd, Errno> {
    let path = beside.join(GONE);
    match rustix::fs::mkdir(&path, Mode::RWXU) {
        Ok(()) | Err(Errno::EXIST) => rustix::fs::open(&path, FOLDER, Mode::empty()),
        Err(cause) => Err(cause),
    }
}

impl Roots {
    /// Opens the roots, which are absolute and without links. All of them must be there.
    pub fn open(paths: Vec<PathBuf>) -> Result<Roots> {
        Roots::open_with(paths, MissingRoots::Refused)
    }

    /// Opens the roots, of which some may be missing.
    pub fn open_with(paths: Vec<PathBuf>, missing: MissingRoots<'_>) -> Result<Roots> {
        let open_folder = |path: &Path| retry_on_intr(|| rustix::fs::open(path, FOLDER, Mode::empty()));
        let (mut handles, mut gone) = (Vec::new(), Vec::new());
        for path in &paths {
            let opened = open_folder(path);
            let is_gone = matches!((&opened, missing), (Err(Errno::NOENT), MissingRoots::Empty { .. }));
            let opened = match (opened, missing) {
                (Err(Errno::NOENT), MissingRoots::Empty { beside }) => open_empty(beside),
                (Err(Errno::NOENT), MissingRoots::Made) => {
                    fs::create_dir(path)
                        .map_err(|cause| Error::io("make the folder", path.display(), &cause))?;
                    open_folder(path)
                }
                (opened, _) => opened,
            };
            let failed = |cause: Errno| Error::io("open the folder", path.display(), &cause.into());
            handles.push(Arc::new(opened.map_err(failed)?));
            gone.push(is_gone);
        }
        Ok(Roots { paths, handles, gone })
    }

    /// Returns true for the place of a root that is gone, whose mode and times are not known.
    pub fn is_gone(&self, spot: &Spot) -> bool {
        spot.path.is_empty() && self.gone.get(spot.root) == Some(&true)
    }

    /// Returns the paths of the roots.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    pub(crate) fn handle(&self, root: usize) -> Result<&Arc<OwnedFd>> {
        self.handles.get(root).ok_or_else(|| Error::new(Kind::NotFound, format!("There is no root {root}.")))
    }

    /// Returns true if a folder, or one on the way to it, is missing or no folder.
    pub fn lacks_folder(&self, spot: &Spot) -> bool {
        matches!(self.folder(spot), Ok(None))
    }

    /// Opens a folder; `None` if it, or one on the way, is missing or no folder.
    pub(crate) fn folder(&self, spot: &Spot) -> Result<Option<Arc<OwnedFd>>> {
        let mut here = Arc::clone(self.handle(spot.root)?);
        for name in spot.path.split(|byte| *byte == b'/').filter(|name| !name.is_empty()) {
            match open_child(&here, name) {
                Ok(child) => here = Arc::new(child),
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(None),
                Err(cause) => return Err(self.failed("open", spot, cause)),
            }
        }
        Ok(Some(here))
    }

    /// Returns the same, also if modes keep the owner out: these folders are open until `opened` is dropped.
    fn folder_opening(&self, spot: &Spot, opened: &mut OpenedUp) -> Result<Option<Arc<OwnedFd>>> {
        let mut here = Arc::clone(self.handle(spot.root)?);
        for name in spot.path.split(|byte| *byte == b'/').filter(|name| !name.is_empty()) {
            let child = match open_to_enter(&here, name) {
                Err(Errno::ACCESS) => match stat_at(&here, name) {
                    Ok(Some(stat)) if kind_of(&stat) == FileType::Directory => {
                        opened.open(&here, name, &stat)
                    }
                    Ok(_) => Err(Errno::NOENT),
                    Err(cause) => Err(cause),
                },
                other => other,
            };
            match child {
                Ok(child) => here = Arc::new(child),
                Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(None),
                Err(cause) => return Err(self.failed("open", spot, cause)),
            }
        }
        Ok(Some(here))
    }

    pub(crate) fn failed(&self, action: &str, spot: &Spot, cause: impl Into<io::Error>) -> Error {
        let root = self.paths.get(spot.root).map_or(Path::new(""), PathBuf::as_path);
        let cause = cause.into();
        Error::io(action, spot.absolute(root).display(), &cause)
    }
}

/// Returns the current entry at a path. A file that is not recognized by its times is hashed and, with `keep`, stored.
pub fn state_of(
    roots: &Roots,
    spot: &Spot,
    known: &[Option<&Entry>],
    store: Option<&Store>,
    limits: &Limits,
) -> Result<Option<Entry>> {
    let Some((folder, name)) = spot.split() else {
        let stat = rustix::fs::fstat(roots.handle(spot.root)?)
            .map_err(|cause| roots.failed("examine", spot, cause))?;
        let attributes = Attributes::read(roots.handle(spot.root)?);
        return Ok(Some(Entry { node: Node::Folder, stat: stat_of(&stat), attributes }));
    };
    let mut opened = OpenedUp::default();
    let Some(folder) = roots.folder_opening(&folder, &mut opened)? else { return Ok(None) };
    let Some(stat) = stat_at(&folder, name).map_err(|cause| roots.failed("examine", spot, cause))? else {
        return Ok(None);
    };
    let found = known.iter().flatten().find(|entry| is_unchanged(entry, &stat_of(&stat)));
    if let Some(found) = found {
        return Ok(Some((*found).clone()));
    }
    let captured = capture(&folder, name, &stat, store, limits);
    captured.map(|it| it.map(|it| it.entry)).map_err(|cause| roots.failed("read", spot, cause))
}

/// Returns true if the metadata proves that an entry is unchanged.
pub(crate) fn is_unchanged(known: &Entry, stat: &FileStat) -> bool {
    // Only files are recognised by their times; everything else is cheap to examine.
    matches!(known.node, Node::File { is_racy: false, .. }) && known.stat == *stat
}

/// Returns the number of a folder's file system in `statfs`; `None` where it cannot be asked.
#[cfg(target_os = "linux")]
pub(crate) fn file_system_of(folder: impl AsFd) -> Option<u64> {
    // The type of the number differs from platform to platform.
    rustix::fs::fstatfs(folder).ok().map(|it| u64::from(it.f_type as u32))
}

pub(crate) fn open_child(folder: impl AsFd, name: &[u8]) -> rustix::io::Result<OwnedFd> {
    retry_on_intr(|| rustix::fs::openat(&folder, OsStr::from_bytes(name), FOLDER, Mode::empty()))
}

/// Opens a folder in which entries are examined. It fails for one that may be listed and not entered: its mode has `r` and no `x`.
pub(crate) fn open_to_enter(folder: impl AsFd, name: &[u8]) -> rustix::io::Result<OwnedFd> {
    let child = open_child(folder, name)?;
    match stat_at(&child, b".") {
        Err(Errno::ACCESS) => Err(Errno::ACCESS),
        _ => Ok(child),
    }
}

pub(crate) fn stat_at(folder: impl AsFd, name: &[u8]) -> rustix::io::Result<Option<Stat>> {
    match rustix::fs::statat(folder, OsStr::from_bytes(name), AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => Ok(Some(stat)),
        Err(Errno::NOENT) => Ok(None),
        Err(cause) => Err(cause),
    }
}

pub(crate) fn kind_of(stat: &Stat) -> FileType {
    FileType::from_raw_mode(stat.st_mode)
}

/// Converts what the system says. The fields differ in width and sign from platform to platform.
pub(crate) fn stat_of(stat: &Stat) -> FileStat {
    let nanoseconds = |seconds: i128, rest: i128| (seconds * 1_000_000_000 + rest) as i64;
    FileStat {
        mode: i128::from(stat.st_mode) as u32 & MODE_BITS,
        uid: stat.st_uid,
        gid: stat.st_gid,
        links: i128::from(stat.st_nlink) as u32,
        size: i128::from(stat.st_size) as u64,
        modified_ns: nanoseconds(stat.st_mtime.into(), stat.st_mtime_nsec.into()),
        changed_ns: nanoseconds(stat.st_ctime.into(), stat.st_ctime_nsec.into()),
        device: i128::from(stat.st_dev) as u64,
        inode: i128::from(stat.st_ino) as u64,
    }
}

/// Reads an entry: the bytes of a file, the target of a link. `None` where it has gone meanwhile.
pub(crate) fn capture(
    folder: &OwnedFd,
    name: &[u8],
    stat: &Stat,
    store: Option<&Store>,
    limits: &Limits,
) -> io::Result<Option<Captured>> {
    let node = |node: Node| Ok(Some(Captured { entry: Entry::new(node, stat_of(stat)), is_torn: false }));
    match kind_of(stat) {
        FileType::RegularFile => capture_file(folder, name, stat, store, limits),
        FileType::Directory => {
            let mut opened = OpenedUp::default();
            let handle = open_child(folder, name).or_else(|_| opened.open(folder, name, stat));
            // A folder that cannot be opened shows no attributes.
            let attributes = handle.map_or_else(|_| Attributes::default(), Attributes::read);
            let entry = Entry { node: Node::Folder, stat: stat_of(stat), attributes };
            Ok(Some(Captured { entry, is_torn: false }))
        }
        FileType::Symlink => match rustix::fs::readlinkat(folder, OsStr::from_bytes(name), Vec::new()) {
            Ok(target) => node(Node::Link(target.into_bytes())),
            Err(Errno::NOENT | Errno::INVAL) => Ok(None),
            Err(cause) => Err(cause.into()),
        },
        FileType::Fifo if cfg!(target_os = "linux") => node(Node::Fifo),
        FileType::Socket => node(Node::NotCovered(NotCovered::Socket)),
        _ => node(Node::NotCovered(NotCovered::Device)),
    }
}

fn capture_file(
    folder: &OwnedFd,
    name: &[u8],
    stat: &Stat,
    store: Option<&Store>,
    limits: &Limits,
) -> io::Result<Option<Captured>> {
    let not_covered = |stat: &Stat, reason| {
        let entry = Entry::new(Node::NotCovered(reason), stat_of(stat));
        Ok(Some(Captured { entry, is_torn: false }))
    };
    if is_too_large(stat, limits) {
        return not_covered(stat, NotCovered::TooLarge);
    }
    // NONBLOCK: a pipe that has taken the place of the file would block the open until a program writes to it.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let opened = retry_on_intr(|| rustix::fs::openat(folder, OsStr::from_bytes(name), flags, Mode::empty()));
    // If the mode was changed for a moment, the change time is our own: the state before says when the file last changed.
    let mut let_in_at = None;
    let mut attributes_of_closed = None;
    let opened = match opened {
        Err(Errno::ACCESS) => {
            let_in_at = Some(stat_of(stat));
            open_closed_file(folder, name, stat).map(|(file, attributes)| {
                attributes_of_closed = Some(attributes);
                file
            })
        }
        other => other,
    };
    let mut file = match opened {
        Ok(handle) => File::from(handle),
        Err(Errno::NOENT | Errno::LOOP | Errno::NXIO) => return Ok(None),
        Err(_) => return not_covered(stat, NotCovered::Unreadable),
    };
    let mut bytes = Vec::new();
    let mut last = None;
    for _ in 0..MAX_READS {
        let begun_ns = now_ns();
        let before = rustix::fs::fstat(&file)?;
        if kind_of(&before) != FileType::RegularFile {
            return Ok(None);
        }
        if is_too_large(&before, limits) {
            return not_covered(&before, NotCovered::TooLarge);
        }
        let size = i128::from(before.st_size) as u64;
        let read = if size >= LARGE_BYTES
            && let Some(store) = store
        {
            store.keep_file(&mut file).map(|(content, _)| content)
        } else {
            read_small(&mut file, size, &mut bytes)
        };
        let content = match read {
            Ok(content) => content,
            Err(cause) if is_of_the_source(&cause) => return not_covered(&before, NotCovered::Unreadable),
            Err(cause) => return Err(cause),
        };
        let attributes = attributes_of_closed.clone().unwrap_or_else(|| Attributes::read(&file));
        let after = stat_of(&rustix::fs::fstat(&file)?);
        let is_torn = after != stat_of(&before);
        let is_racy = is_torn || is_racy(let_in_at.as_ref().unwrap_or(&after), begun_ns);
        let is_sparse = (i128::from(before.st_blocks) as u64) * 512 < size;
        let is_small = size < LARGE_BYTES || store.is_none();
        last = Some((content, after, attributes, is_torn, is_racy, is_sparse, is_small));
        if !is_torn {
            break;
        }
    }
    let Some((content, stat, attributes, is_torn, is_racy, is_sparse, is_small)) = last else {
        return Ok(None);
    };
    if let Some(store) = store.filter(|_| is_small) {
        store.keep(content, &bytes).map_err(io::Error::other)?;
    }
    let node = Node::File { content, is_sparse, is_racy };
    Ok(Some(Captured { entry: Entry { node, stat, attributes }, is_torn }))
}

fn read_small(file: &mut File, size: u64, bytes: &mut Vec<u8>) -> io::Result<ContentHash> {
    use std::io::Seek;
    file.seek(io::SeekFrom::Start(0))?;
    bytes.clear();
    // One byte more than the file has, so that the read that finds its end needs no larger buffer.
    bytes.reserve_exact(usize::try_from(size).unwrap_or_default() + 1);
    file.read_to_end(bytes)?;
    Ok(ContentHash::of(bytes))
}

/// Returns true for a failure of the file that is read, not of the store.
fn is_of_the_source(cause: &io::Error) -> bool {
    matches!(cause.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::StaleNetworkFileHandle)
        || cause.raw_os_error() == Some(Errno::IO.raw_os_error())
}

/// Returns true if a file is over the limit, which is for the size on disk; a file with holes may be much larger, as long as it
/// is hashed within seconds.
fn is_too_large(stat: &Stat, limits: &Limits) -> bool {
    const MAX_SPARSE: u64 = 16 << 30;
    let size = i128::from(stat.st_size) as u64;
    // The unit of `st_blocks` is 512 bytes on Linux and macOS, whatever the block size of the file system is.
    let allocated = (i128::from(stat.st_blocks) as u64) * 512;
    size.min(allocated) > limits.file_bytes || size > MAX_SPARSE
}

/// Returns true where a file was changed so shortly before that moment that a later change may leave the same times.
pub(crate) fn is_racy(stat: &FileStat, moment_ns: i64) -> bool {
    let margin = if stat.changed_ns % 1_000_000_000 == 0 { COARSE_NS } else { RACY_NS };
    stat.changed_ns.max(stat.modified_ns) > moment_ns - margin
}

pub(crate) fn now_ns() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}
