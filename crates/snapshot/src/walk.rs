//! Taking a snapshot: every folder is listed once, by its handle, in several threads.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

#[cfg(not(target_os = "linux"))]
use rustix::fs::Dir;
use rustix::fs::{FileType, Stat};
use rustix::io::Errno;

use super::place::{Limits, Roots, capture, is_unchanged, kind_of, open_child, stat_at, stat_of};
use super::store::Store;
use super::tree::{Entry, FileStat, Node, NotCovered, Spot, Tree};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{FolderRules, IgnoreRules, is_temporary};

/// The most threads: more would wait for the disk and for each other.
const MAX_THREADS: usize = 8;

/// The files of one folder that are read by one thread before others may take the rest.
const FILES_AT_ONCE: usize = 32;

/// The entries of an ignored folder that its digest is made of: enough to notice an installation or a build, and few enough
/// to take a few milliseconds.
const MAX_DIGESTED: usize = 4_000;

/// The state of a project, which its own journal changes.
const STATE_FOLDER: &[u8] = b".scenewright";

/// The source of a snapshot.
#[derive(Clone, Copy)]
pub struct WalkRequest<'a> {
    /// The roots.
    pub roots: &'a Roots,
    /// The rules by which folders are left out; `None` covers all.
    pub rules: Option<&'a IgnoreRules>,
    /// The rules of the roots whose copies these are: what comes to those from above counts here as well.
    pub above: Option<&'a IgnoreRules>,
    /// Folders that are none of the tree: the workspace's own state.
    pub skipped: &'a [Spot],
    /// The latest snapshot.
    pub known: &'a Tree,
    /// The store of the contents.
    pub store: &'a Store,
    /// The limits.
    pub limits: Limits,
    /// Returns true once the snapshot is no longer wanted.
    pub is_cancelled: &'a (dyn Fn() -> bool + Sync),
}

/// A snapshot that was taken.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// What is there.
    pub tree: Tree,
    /// Files that were being written while they were read.
    pub torn: Vec<Spot>,
    /// The number of files that were read.
    pub read: usize,
}

/// Takes a snapshot. The contents of files that are new or changed are in the store, which the caller finishes.
pub fn take(request: &WalkRequest<'_>) -> Result<Snapshot> {
    let queue = Queue::default();
    let mut roots = Vec::new();
    for (root, path) in request.roots.paths().iter().enumerate() {
        let handle = Arc::clone(request.roots.handle(root)?);
        let stat = rustix::fs::fstat(&handle)
            .map_err(|cause| Error::io("examine the folder", path.display(), &cause.into()))?;
        let stat = stat_of(&stat);
        roots.push(Entry { node: Node::Folder, stat });
        let above = request.rules.map(|rules| request.above.unwrap_or(rules));
        let rules = above.map(|rules| rules.above(root)).transpose()?;
        queue.push(Task::Folder(Pending {
            spot: Spot { root, path: Vec::new() },
            parent: handle,
            name: b".".to_vec(),
            rules,
            device: stat.device,
        }));
    }
    let done: Mutex<Vec<Found>> = Mutex::default();
    let work = || {
        let mut worker = Worker { request, queue: &queue, found: Found::default() };
        worker.run();
        done.lock().unwrap_or_else(PoisonError::into_inner).push(worker.found);
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where no thread can be had, this one does it all.
            let _ = thread::Builder::new().name("scenewright-snapshot".to_owned()).spawn_scoped(scope, work);
        }
        work();
    });
    let mut folders: BTreeMap<Spot, Vec<(Vec<u8>, Entry)>> = BTreeMap::new();
    let mut snapshot = Snapshot::default();
    let mut read = Vec::new();
    for found in done.into_inner().unwrap_or_default() {
        if let Some(error) = found.failed {
            return Err(error);
        }
        folders.extend(found.folders);
        read.extend(found.read);
        snapshot.torn.extend(found.torn);
    }
    if queue.is_stopped() {
        return Err(Error::new(Kind::Cancelled, "The call was cancelled."));
    }
    snapshot.read = read.len();
    for (folder, name, entry) in read {
        let Some(entries) = folders.get_mut(&folder) else { continue };
        let Ok(at) = entries.binary_search_by(|(known, _)| known.cmp(&name)) else { continue };
        match entry {
            Some(entry) => entries[at].1 = entry,
            // Removed while the snapshot was taken.
            None => drop(entries.remove(at)),
        }
    }
    snapshot.tree = Tree { roots, folders, note: String::new() };
    Ok(snapshot)
}

/// The entries of a folder, by their names.
type Listing = Vec<(Vec<u8>, Entry)>;

/// The findings of one thread.
#[derive(Default)]
struct Found {
    folders: Vec<(Spot, Listing)>,
    /// The entries that were read after their folder was listed.
    read: Vec<(Spot, Vec<u8>, Option<Entry>)>,
    torn: Vec<Spot>,
    failed: Option<Error>,
}

struct Worker<'a> {
    request: &'a WalkRequest<'a>,
    queue: &'a Queue,
    found: Found,
}

enum Task {
    Folder(Pending),
    Files { spot: Spot, folder: Arc<OwnedFd>, files: Vec<(Vec<u8>, Stat)> },
}

/// A folder that is to be listed.
struct Pending {
    spot: Spot,
    parent: Arc<OwnedFd>,
    name: Vec<u8>,
    rules: Option<FolderRules>,
    device: u64,
}

impl Worker<'_> {
    fn run(&mut self) {
        /// A thread that panics must not leave the others waiting for it.
        struct StopOnPanic<'a>(&'a Queue);
        impl Drop for StopOnPanic<'_> {
            fn drop(&mut self) {
                if thread::panicking() {
                    self.0.stop();
                }
            }
        }
        let _guard = StopOnPanic(self.queue);
        while let Some(task) = self.queue.next() {
            let done = match task {
                Task::Folder(pending) => self.list(pending),
                Task::Files { spot, folder, files } => self.read_files(&spot, &folder, files),
            };
            self.queue.finish_one();
            if let Err(error) = done {
                self.found.failed = Some(error);
                self.queue.stop();
                return;
            }
            if (self.request.is_cancelled)() {
                self.queue.stop();
            }
        }
    }

    fn list(&mut self, pending: Pending) -> Result<()> {
        let Pending { spot, parent, name, rules, device } = pending;
        let failed = |cause: Errno| self.request.roots.failed("list", &spot, cause);
        let folder = match open_child(&parent, &name) {
            Ok(folder) => Arc::new(folder),
            // Removed or swapped meanwhile: the list of its parent is of a moment ago.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(()),
            Err(Errno::ACCESS | Errno::PERM) => {
                if let (Some((above, name)), Ok(Some(stat))) = (spot.split(), stat_at(&parent, &name)) {
                    self.note_unreadable(&spot, above, name, stat_of(&stat));
                }
                return Ok(());
            }
            Err(cause) => return Err(failed(cause)),
        };
        let names = names_in(&folder).map_err(failed)?;
        let rules = match (self.request.rules, rules) {
            (Some(ignore), Some(above)) => {
                let has = |name: &[u8]| names.iter().any(|it| it == name);
                Some(ignore.within(&above, spot.root, &spot.text(), has(b".gitignore"), has(b".git"))?)
            }
            _ => None,
        };
        let known = self.request.known.folders.get(&spot).map_or(&[][..], Vec::as_slice);
        let mut entries: Vec<(Vec<u8>, Entry)> = Vec::with_capacity(names.len());
        let mut files: Vec<(Vec<u8>, Stat)> = Vec::new();
        for name in names {
            if name == STATE_FOLDER || is_temporary(OsStr::from_bytes(&name)) {
                continue;
            }
            let Some(stat) = stat_at(&folder, &name).map_err(failed)? else { continue };
            let facts = stat_of(&stat);
            let kind = kind_of(&stat);
            if kind == FileType::RegularFile {
                let at = known.binary_search_by(|(it, _)| it.cmp(&name));
                if let Ok(at) = at
                    && is_unchanged(&known[at].1, &facts)
                {
                    entries.push((name, known[at].1.clone()));
                } else {
                    // A placeholder until it is read.
                    let node = Node::NotCovered(NotCovered::Unreadable);
                    entries.push((name.clone(), Entry { node, stat: facts }));
                    files.push((name, stat));
                }
                continue;
            }
            if kind != FileType::Directory {
                let captured = capture(folder.as_fd(), &name, &stat, None, &self.request.limits);
                let captured = captured.map_err(|cause| self.request.roots.failed("read", &spot, cause))?;
                if let Some(captured) = captured {
                    entries.push((name, captured.entry));
                }
                continue;
            }
            let child = spot.child(&name);
            if self.request.skipped.contains(&child) {
                continue;
            }
            if facts.device != device {
                let node = Node::NotCovered(NotCovered::OtherDevice);
                entries.push((name, Entry { node, stat: facts }));
                continue;
            }
            let is_ignored = match (self.request.rules, &rules) {
                (Some(ignore), Some(rules)) => ignore.leaves_out(rules, &child.text(), true),
                _ => false,
            };
            if is_ignored {
                let digest = digest_of(&folder, &name);
                entries.push((name, Entry { node: Node::LeftOut(digest), stat: facts }));
                continue;
            }
            self.queue.push(Task::Folder(Pending {
                spot: child,
                parent: Arc::clone(&folder),
                name: name.clone(),
                rules: rules.clone(),
                device,
            }));
            entries.push((name, Entry { node: Node::Folder, stat: facts }));
        }
        entries.sort_by(|left, right| left.0.cmp(&right.0));
        self.found.folders.push((spot.clone(), entries));
        while files.len() > FILES_AT_ONCE {
            let files = files.split_off(files.len() - FILES_AT_ONCE);
            self.queue.push(Task::Files { spot: spot.clone(), folder: Arc::clone(&folder), files });
        }
        self.read_files(&spot, &folder, files)
    }

    /// Notes a folder that cannot be listed. Where it is the one that the last snapshot has seen, what is in it is taken to
    /// be as it was: whoever made it unreadable may be reversed by its mode alone.
    fn note_unreadable(&mut self, spot: &Spot, above: Spot, name: &[u8], stat: FileStat) {
        let known = self.request.known;
        let is_known = known
            .get(spot)
            .is_some_and(|entry| entry.node == Node::Folder && entry.identity() == (stat.device, stat.inode));
        let node = match is_known {
            true => Node::Folder,
            false => Node::NotCovered(NotCovered::Unreadable),
        };
        if is_known {
            let beneath = known.folders.range(spot.clone()..).take_while(|(it, _)| it.root == spot.root);
            let beneath = beneath.filter(|(it, _)| spot.holds(it));
            self.found.folders.extend(beneath.map(|(it, entries)| (it.clone(), entries.clone())));
        }
        self.found.read.push((above, name.to_vec(), Some(Entry { node, stat })));
    }

    fn read_files(&mut self, spot: &Spot, folder: &Arc<OwnedFd>, files: Vec<(Vec<u8>, Stat)>) -> Result<()> {
        for (name, stat) in files {
            let captured =
                capture(folder.as_fd(), &name, &stat, Some(self.request.store), &self.request.limits);
            let captured =
                captured.map_err(|cause| self.request.roots.failed("keep", &spot.child(&name), cause))?;
            if captured.as_ref().is_some_and(|it| it.is_torn) {
                self.found.torn.push(spot.child(&name));
            }
            let mut entry = captured.map(|it| it.entry);
            if let Some(Entry { node: node @ Node::NotCovered(NotCovered::Unreadable), stat }) = &mut entry
                && let Some(Entry { node: Node::File { content, is_sparse, .. }, stat: known }) =
                    self.request.known.get(&spot.child(&name))
                && (known.device, known.inode, known.size, known.modified_ns)
                    == (stat.device, stat.inode, stat.size, stat.modified_ns)
            {
                // Only its mode changed, so that it is no longer readable; its bytes are those in the store.
                *node = Node::File { content: *content, is_sparse: *is_sparse, is_racy: true };
            }
            self.found.read.push((spot.clone(), name, entry));
        }
        Ok(())
    }
}

/// Returns the names in a folder that was just opened.
#[cfg(target_os = "linux")]
fn names_in(folder: &OwnedFd) -> rustix::io::Result<Vec<Vec<u8>>> {
    /// Some hundred names at once, which is more than most folders have.
    const LISTED_BYTES: usize = 32 << 10;
    let mut names = Vec::new();
    let mut buffer = Vec::with_capacity(LISTED_BYTES);
    let mut listing = rustix::fs::RawDir::new(folder, buffer.spare_capacity_mut());
    while let Some(entry) = listing.next() {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            names.push(name.to_vec());
        }
    }
    Ok(names)
}

#[cfg(not(target_os = "linux"))]
fn names_in(folder: &OwnedFd) -> rustix::io::Result<Vec<Vec<u8>>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            names.push(name.to_vec());
        }
    }
    Ok(names)
}

/// Digests names and times in an ignored folder, up to a number of entries, breadth first. The order in which the system
/// lists them does not count.
fn digest_of(parent: &OwnedFd, name: &[u8]) -> u64 {
    let mut digest = 0_u64;
    let mut left = MAX_DIGESTED;
    let mut folders = VecDeque::new();
    if let Ok(folder) = open_child(parent, name) {
        folders.push_back((Vec::new(), Arc::new(folder)));
    }
    while let Some((way, folder)) = folders.pop_front() {
        let Ok(mut names) = names_in(&folder) else { continue };
        names.sort_unstable();
        for name in names {
            if left == 0 {
                return digest;
            }
            left -= 1;
            let Ok(Some(stat)) = stat_at(&folder, &name) else { continue };
            let facts = stat_of(&stat);
            let path = [&way[..], b"/", &name[..]].concat();
            let mut hasher = DefaultHasher::new();
            (&path, facts.mode, facts.size, facts.modified_ns, facts.changed_ns, facts.inode)
                .hash(&mut hasher);
            digest = digest.wrapping_add(hasher.finish());
            // As many folders are held open as a process may surely have.
            if kind_of(&stat) == FileType::Directory
                && folders.len() < 200
                && let Ok(child) = open_child(&folder, &name)
            {
                folders.push_back((path, Arc::new(child)));
            }
        }
    }
    digest
}

/// The tasks of a walk, the latest first, so that few folders are held open.
#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
    stopped: AtomicBool,
}

#[derive(Default)]
struct QueueState {
    tasks: Vec<Task>,
    /// The tasks that are waiting or at work.
    open: usize,
}

impl Queue {
    fn push(&self, task: Task) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.tasks.push(task);
        state.open += 1;
        drop(state);
        self.changed.notify_one();
    }

    fn next(&self) -> Option<Task> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if self.is_stopped() || state.open == 0 {
                return None;
            }
            if let Some(task) = state.tasks.pop() {
                return Some(task);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish_one(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.open -= 1;
        if state.open == 0 {
            drop(state);
            self.changed.notify_all();
        }
    }

    fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
        // Under the lock, so that nobody begins to wait after the notice.
        drop(self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }
}
