//! The files of the snapshots of one workspace: the latest tree, the changes of commands, running guards and
//! restores.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::codec::{decode_changes, decode_tree, encode_changes, encode_tree};
use super::fork::{CACHE, Fork, is_fork_name, remove_tree};
use super::place::Roots;
use super::restore::remove_temporaries;
use super::store::{Store, create_private, sync_with_name};
use super::tree::{Change, Tree};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{ContentHash, new_commit_id};

/// The ending of the lock of a guard's command, beside its marker.
const COMMAND: &[u8] = b"command";

/// The pause between two attempts to take a lock that another process holds.
const LOCK_PAUSE: Duration = Duration::from_millis(5);

/// The bytes of the name of a snapshot, a hash of 128 bits, which end its file.
const NAME_BYTES: usize = 16;

/// The folder of the snapshots in the state of a workspace.
#[derive(Debug)]
pub struct Area {
    dir: PathBuf,
    /// The records of the forks. They stand apart, because removing old contents must not remove the work in a fork.
    forks: PathBuf,
    store: Store,
}

/// A snapshot in its form on disk.
pub struct EncodedTree(Vec<u8>);

impl EncodedTree {
    /// Encodes a snapshot.
    pub fn of(tree: &Tree) -> EncodedTree {
        EncodedTree(encode_tree(tree))
    }
}

/// The right to change the files of an area.
#[derive(Debug)]
pub struct AreaLock {
    _file: File,
}

/// An open guard or snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    /// The id, which the record of its changes has too.
    pub id: String,
    /// The kind of marker.
    pub kind: MarkerKind,
    /// The command, in words.
    pub message: String,
    /// The time of its beginning, in milliseconds since 1970.
    pub at_ms: u64,
    /// The process that began it.
    pub process: u32,
    /// True if ignored folders are covered too.
    pub includes_ignored: bool,
    /// The largest file that is covered.
    pub file_bytes: u64,
    /// The largest size of the store.
    pub max_bytes: u64,
    /// The caller's own name for it, such as that of a host's call of a tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The folder of the layers of a guard that runs in an overlay, as text of a path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overlay: Option<String>,
    /// The layers themselves, one for each root.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<Layer>,
}

/// The layers above one root of a guard that runs in an overlay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// The root, as text of a path.
    pub root: String,
    /// The folder that takes the changes.
    pub upper: String,
    /// A folder of the kernel's own.
    pub work: String,
}

/// The kinds of markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkerKind {
    /// A command whose process is alive and waits for it.
    Guard,
    /// A snapshot that another call will adopt.
    Snapshot,
}

/// A marker on disk, and whether its process is alive.
#[derive(Debug)]
pub struct OpenMarker {
    /// The marker.
    pub marker: Marker,
    /// True while the process of a guard holds its lock.
    pub is_alive: bool,
}

/// The locks of a guard that is under way.
#[derive(Debug)]
pub struct GuardLocks {
    /// The guard's own, which ends with its process.
    _guard: File,
    /// The lock that the command inherits, and holds until its last process has ended.
    pub command: File,
}

/// A restore in progress, with the data for its commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restoring {
    /// The record of the changes that it makes.
    pub record: String,
    /// `undo`, `redo` or `restore`.
    pub operation: String,
    /// The message of the commit.
    pub message: String,
    /// The commit that is reversed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<String>,
}

impl Area {
    /// Opens the area in the state folder of a workspace, and creates missing parts.
    pub fn open(state: &Path) -> Result<Area> {
        let dir = state.join("guard");
        let forks = state.join("forks");
        for path in [state, &dir, &dir.join("changes"), &dir.join("store")] {
            // It will hold contents that other users may not read.
            let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(path);
            made.map_err(|cause| Error::io("make the folder", path.display(), &cause))?;
        }
        let store = Store::open(dir.join("store"));
        Ok(Area { dir, forks, store })
    }

    /// Returns true where a workspace has ever been guarded.
    pub fn exists(state: &Path) -> bool {
        state.join("guard/store").is_dir()
    }

    /// Returns true where a workspace has forks.
    pub fn has_forks(state: &Path) -> bool {
        state.join("forks").is_dir()
    }

    /// Returns the store of the contents.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Takes the lock, waiting for others until `is_over`.
    pub fn lock(&self, wait: Duration, is_cancelled: &dyn Fn() -> bool) -> Result<AreaLock> {
        let path = self.dir.join("lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(&path);
        let file = file.map_err(|cause| Error::io("open the lock", path.display(), &cause))?;
        let deadline = Instant::now() + wait;
        loop {
            match file.try_lock() {
                Ok(()) => {
                    self.store.remove_leftovers();
                    self.remove_parts();
                    return Ok(AreaLock { _file: file });
                }
                Err(TryLockError::WouldBlock) if is_cancelled() => {
                    return Err(Error::new(Kind::Cancelled, "The call was cancelled."));
                }
                Err(TryLockError::WouldBlock) if Instant::now() < deadline => thread::sleep(LOCK_PAUSE),
                Err(TryLockError::WouldBlock) => {
                    let message = "Another session is taking or restoring a snapshot of this workspace.";
                    return Err(Error::new(Kind::Conflict, message).with_hint("Try again in a moment."));
                }
                Err(TryLockError::Error(cause)) => {
                    return Err(Error::io("take the lock", path.display(), &cause));
                }
            }
        }
    }

    /// Returns the latest snapshot and its name; an empty tree if it is missing or damaged, so that everything is read again.
    pub fn tree(&self) -> Result<(Tree, String)> {
        let Some(bytes) = read(&self.dir.join("tree"))? else { return Ok(Default::default()) };
        Ok(decode_tree(&bytes).map(|tree| (tree, name_of(&bytes))).unwrap_or_default())
    }

    /// Returns the name of the latest snapshot; an empty one without a snapshot. It is read without the snapshot.
    pub fn tree_name(&self) -> String {
        let read = || -> io::Result<[u8; NAME_BYTES]> {
            let mut file = File::open(self.dir.join("tree"))?;
            file.seek(io::SeekFrom::End(-(NAME_BYTES as i64)))?;
            let mut name = [0; NAME_BYTES];
            file.read_exact(&mut name)?;
            Ok(name)
        };
        read().map(|name| name_of(&name)).unwrap_or_default()
    }

    /// Saves a snapshot as the latest and returns its name. Its contents must be in the store. It is not synced: after a
    /// power cut everything is read again, and the commits stay intact.
    pub fn save_tree(&self, tree: &EncodedTree) -> Result<String> {
        self.write("tree", &tree.0, false)?;
        Ok(name_of(&tree.0))
    }

    /// Returns the changes of a record; `None` if they are no longer stored.
    pub fn changes(&self, record: &str) -> Result<Option<Vec<Change>>> {
        match read(&self.changes_path(record))? {
            None => Ok(None),
            Some(bytes) => {
                let unpacked = zstd::stream::decode_all(&bytes[..]).ok();
                let changes = unpacked.map(|bytes| decode_changes(&bytes)).transpose()?;
                changes.map(Some).ok_or_else(|| Error::new(Kind::Io, "A record of the snapshots is damaged."))
            }
        }
    }

    /// Keeps the changes of a record.
    pub fn save_changes(&self, record: &str, changes: &[Change], sync: bool) -> Result<()> {
        let path = self.changes_path(record);
        let failed = |cause: io::Error| Error::io("write", path.display(), &cause);
        let packed = zstd::bulk::compress(&encode_changes(changes), 1).map_err(failed)?;
        self.write_to(&path, &packed, false)?;
        if sync {
            // Nothing names the record yet, so it does not matter whether its bytes or its name are durable first.
            let written = File::open(&path).map_err(failed)?;
            sync_with_name(&written, path.parent().unwrap_or(&self.dir)).map_err(failed)?;
        }
        Ok(())
    }

    /// Keeps the changes of a record and finishes the store, which has their contents.
    pub fn save_with_contents(&self, record: &str, changes: &[Change], sync: bool) -> Result<()> {
        if !sync {
            self.store.finish(false)?;
            return self.save_changes(record, changes, false);
        }
        // At once, because nearly all the time is waiting for the disk, which writes both together.
        thread::scope(|scope| {
            let kept = thread::Builder::new().spawn_scoped(scope, || self.store.finish(true));
            let saved = self.save_changes(record, changes, true);
            let kept = match kept {
                Ok(kept) => {
                    let panicked =
                        |_| Err(Error::new(Kind::Internal, "The thread that finishes the store panicked."));
                    kept.join().unwrap_or_else(panicked)
                }
                Err(_) => self.store.finish(true),
            };
            if kept.is_err() {
                self.forget(record)?;
            }
            kept.and(saved)
        })
    }

    /// Removes a record.
    pub fn forget(&self, record: &str) -> Result<()> {
        remove(&self.changes_path(record))
    }

    /// Returns the names of the records, the oldest first.
    pub fn records(&self) -> Vec<String> {
        let entries = fs::read_dir(self.dir.join("changes")).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    /// Removes the oldest records until the store is within its limit. Returns the removed ones.
    pub fn keep_within(&self, max_bytes: u64, tree: &Tree, spared: &[String]) -> Result<Vec<String>> {
        let mut gone = Vec::new();
        if self.store.size() <= max_bytes {
            return Ok(gone);
        }
        // Removing unreferenced contents may be enough.
        self.collect(tree, true)?;
        for record in self.records() {
            if self.store.size() <= max_bytes {
                break;
            }
            if spared.contains(&record) {
                continue;
            }
            self.forget(&record)?;
            gone.push(record);
            self.collect(tree, true)?;
        }
        Ok(gone)
    }

    /// Removes contents that neither the tree, a fork nor a record refers to.
    pub fn collect(&self, tree: &Tree, thorough: bool) -> Result<()> {
        let mut wanted: HashSet<ContentHash> = tree.contents().collect();
        for fork in self.forks() {
            for name in fork.trees() {
                wanted.extend(self.fork_tree(&fork.name, &name)?.iter().flat_map(Tree::contents));
            }
        }
        for record in self.records() {
            // Nobody can undo by one that is damaged, and it must not keep others from going on.
            let Ok(changes) = self.changes(&record) else {
                self.forget(&record)?;
                continue;
            };
            for change in changes.unwrap_or_default() {
                wanted.extend([change.before, change.after].iter().flatten().filter_map(|it| it.content()));
            }
        }
        self.store.collect(&wanted, thorough)
    }

    /// Returns the forks, the oldest first. A record that cannot be read is left out.
    pub fn forks(&self) -> Vec<Fork> {
        let entries = fs::read_dir(&self.forks).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut forks: Vec<Fork> = names.filter_map(|name| self.fork(&name).ok().flatten()).collect();
        forks.sort_by(|left, right| (left.at_ms, &left.name).cmp(&(right.at_ms, &right.name)));
        forks
    }

    /// Returns the record of a fork.
    pub fn fork(&self, name: &str) -> Result<Option<Fork>> {
        if !is_fork_name(name) {
            return Ok(None);
        }
        let bytes = read(&self.fork_dir(name).join("fork.json"))?;
        Ok(bytes.and_then(|bytes| serde_json::from_slice::<Fork>(&bytes).ok()).filter(|it| it.name == name))
    }

    /// Returns the folder of a fork: its record and, unless it is elsewhere, its files.
    pub fn fork_dir(&self, name: &str) -> PathBuf {
        self.forks.join(name)
    }

    /// Keeps the record of a fork.
    pub fn save_fork(&self, fork: &Fork, sync: bool) -> Result<()> {
        let dir = self.fork_dir(&fork.name);
        let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&dir);
        made.map_err(|cause| Error::io("make the folder", dir.display(), &cause))?;
        self.write_to(&dir.join("fork.json"), &json(fork)?, sync)
    }

    /// Returns a tree of a fork; `None` where it is not there or damaged.
    pub fn fork_tree(&self, fork: &str, name: &str) -> Result<Option<Tree>> {
        let bytes = read(&self.fork_dir(fork).join(name))?;
        Ok(bytes.and_then(|bytes| decode_tree(&bytes).ok()))
    }

    /// Keeps a tree of a fork.
    pub fn save_fork_tree(&self, fork: &str, name: &str, tree: &Tree, sync: bool) -> Result<()> {
        self.write_to(&self.fork_dir(fork).join(name), &encode_tree(tree), sync)
    }

    /// Removes a tree of a fork.
    pub fn forget_fork_tree(&self, fork: &str, name: &str) -> Result<()> {
        remove(&self.fork_dir(fork).join(name))
    }

    /// Removes the record of a fork, whose files are gone.
    pub fn forget_fork(&self, name: &str) -> Result<()> {
        let dir = self.fork_dir(name);
        let gone = remove_tree(&dir).and_then(|()| match fs::remove_dir(&self.forks) {
            // Other forks are there.
            Err(cause) if cause.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
            other => other,
        });
        gone.map_err(|cause| Error::io("remove", dir.display(), &cause))
    }

    /// Writes a marker. A guard's is locked until the returned locks are dropped.
    pub fn mark(&self, marker: &Marker) -> Result<Option<GuardLocks>> {
        let path = self.marker_path(&marker.id);
        let failed = |cause: io::Error| Error::io("write", path.display(), &cause);
        let locked = |path: &Path| {
            let file = create_private(path)?;
            file.try_lock()?;
            Ok(file)
        };
        // It is locked before it gets its name, so it never looks like one of a dead process.
        let part = self.dir.join(format!("open-{}.part", marker.id));
        let (mut file, command) = match marker.kind {
            MarkerKind::Guard => {
                let command = locked(&self.command_path(&marker.id)).map_err(failed)?;
                (locked(&part).map_err(failed)?, Some(command))
            }
            MarkerKind::Snapshot => (create_private(&part).map_err(failed)?, None),
        };
        file.write_all(&json(marker)?).map_err(failed)?;
        fs::rename(&part, &path).map_err(failed)?;
        Ok(command.map(|command| GuardLocks { _guard: file, command }))
    }

    /// Returns true while a process of a guard's command runs, which may be longer than the guard does.
    pub fn is_command_running(&self, id: &str) -> bool {
        File::open(self.command_path(id)).is_ok_and(|file| file.try_lock_shared().is_err())
    }

    /// Returns the markers, the oldest first.
    pub fn markers(&self) -> Result<Vec<OpenMarker>> {
        let mut markers = Vec::new();
        let entries = fs::read_dir(&self.dir)
            .map_err(|cause| Error::io("list the folder", self.dir.display(), &cause))?;
        for entry in entries.flatten() {
            let name = entry.file_name().into_string().unwrap_or_default();
            if !name.starts_with("open-") {
                continue;
            }
            if Path::new(&name).extension().is_some() {
                continue;
            }
            let Ok(file) = File::open(entry.path()) else { continue };
            let Some(marker) = read(&entry.path())?.and_then(|it| serde_json::from_slice::<Marker>(&it).ok())
            else {
                continue;
            };
            // A shared lock, so that other readers are not mistaken for the guard.
            let is_alive = marker.kind == MarkerKind::Guard && file.try_lock_shared().is_err();
            markers.push(OpenMarker { marker, is_alive });
        }
        markers.sort_by(|left, right| left.marker.id.cmp(&right.marker.id));
        Ok(markers)
    }

    /// Removes a marker.
    pub fn unmark(&self, id: &str) -> Result<()> {
        remove(&self.marker_path(id))?;
        remove(&self.command_path(id))
    }

    /// Returns the restore that was begun but not finished.
    pub fn restoring(&self) -> Result<Option<Restoring>> {
        let bytes = read(&self.dir.join("restoring"))?;
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    /// Notes that a restore begins.
    pub fn begin_restoring(&self, restoring: &Restoring, sync: bool) -> Result<()> {
        self.write("restoring", &json(restoring)?, sync)
    }

    /// Notes that it has ended.
    pub fn end_restoring(&self) -> Result<()> {
        remove(&self.dir.join("restoring"))
    }

    /// Removes the temporaries of an interrupted restore beside the paths of its record.
    pub fn sweep(&self, roots: &Roots, changes: &[Change], record: &str) -> Result<()> {
        remove_temporaries(roots, changes, record)
    }

    /// Removes everything.
    pub fn purge(state: &Path) -> Result<u64> {
        let dir = state.join("guard");
        if !dir.exists() {
            return Ok(0);
        }
        // The caches of the forks rely on the contents: they are read again.
        for fork in fs::read_dir(state.join("forks")).into_iter().flatten().flatten() {
            let _ = fs::remove_file(fork.path().join(CACHE));
        }
        let bytes = Store::open(dir.join("store")).size();
        fs::remove_dir_all(&dir).map_err(|cause| Error::io("remove", dir.display(), &cause))?;
        Ok(bytes)
    }

    /// Removes half-written files of dead processes. Only under the lock.
    fn remove_parts(&self) {
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_left = match path.extension().map(OsStr::as_encoded_bytes) {
                Some(b"part") => true,
                // The lock of a command is made before its marker and removed after it.
                Some(COMMAND) => !path.with_extension("").exists(),
                _ => false,
            };
            if is_left {
                let _ = fs::remove_file(path);
            }
        }
        // The record of a fork is written first and may have gone first.
        for entry in fs::read_dir(&self.forks).into_iter().flatten().flatten() {
            if !entry.path().join("fork.json").exists() {
                let _ = remove_tree(&entry.path());
            }
        }
        // Fails as long as there are forks.
        let _ = fs::remove_dir(&self.forks);
    }

    fn changes_path(&self, record: &str) -> PathBuf {
        // Names of records are generated here; any other name in a file is ignored.
        let is_id = record.len() == 32 && record.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.dir.join("changes").join(if is_id { record } else { "none" })
    }

    fn marker_path(&self, id: &str) -> PathBuf {
        self.dir.join(format!("open-{id}"))
    }

    fn command_path(&self, id: &str) -> PathBuf {
        self.marker_path(id).with_extension(OsStr::from_bytes(COMMAND))
    }

    fn write(&self, name: &str, bytes: &[u8], sync: bool) -> Result<()> {
        self.write_to(&self.dir.join(name), bytes, sync)
    }

    fn write_to(&self, path: &Path, bytes: &[u8], sync: bool) -> Result<()> {
        let part = self.dir.join(format!("new-{}.part", new_commit_id()));
        let failed = |cause: io::Error| Error::io("write", path.display(), &cause);
        let written = create_private(&part).and_then(|mut file| {
            file.write_all(bytes)?;
            if sync { file.sync_data() } else { Ok(()) }
        });
        let placed = written.and_then(|()| fs::rename(&part, path));
        if let Err(cause) = placed {
            let _ = fs::remove_file(&part);
            return Err(failed(cause));
        }
        if sync {
            let parent = path.parent().unwrap_or(&self.dir);
            File::open(parent).and_then(|dir| dir.sync_all()).map_err(failed)?;
        }
        Ok(())
    }
}

/// Returns the name of a snapshot, which is the hash at its end.
fn name_of(bytes: &[u8]) -> String {
    bytes[bytes.len().saturating_sub(NAME_BYTES)..].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn json<T: Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value)
        .map_err(|cause| Error::new(Kind::Internal, format!("A marker cannot be written: {cause}")))
}

fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(Error::io("read", path.display(), &cause)),
    }
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
            Err(Error::io("remove", path.display(), &cause))
        }
        _ => Ok(()),
    }
}
