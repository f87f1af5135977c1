//! Taking a snapshot: every folder is listed once, by its handle, in several threads.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread;

#[cfg(not(target_os = "linux"))]
use rustix::fs::Dir;
use rustix::fs::{FileType, Stat};
use rustix::io::Errno;

use super::attributes::Attributes;
use super::closed::OpenedUp;
#[cfg(target_os = "linux")]
use super::place::file_system_of;
use super::place::{
    Limits, Roots, capture, is_racy, is_unchanged, kind_of, now_ns, open_child, open_to_enter, stat_at,
    stat_of,
};
use super::store::Store;
use super::tree::{Entry, FileStat, Listing, Node, NotCovered, Spot, Tree};
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
pub(crate) const STATE_FOLDER: &[u8] = b".scenewright";

/// The source of a snapshot.
#[derive(Clone, Copy)]
pub struct WalkRequest<'a> {
    /// The roots.
    pub roots: &'a Roots,
    /// The rules by which folders are left out; `None` covers all.
    pub rules: Option<&'a IgnoreRules>,
    /// The rules of the roots whose copies these are: what comes to those from above counts here too.
    pub above: Option<&'a IgnoreRules>,
    /// Folders outside the tree: the workspace's own state.
    pub skipped: &'a [Spot],
    /// The latest snapshot.
    pub known: &'a Tree,
    /// True where folders that the latest snapshot covers are covered, whatever the rules are now: a command may change them.
    pub keeps_covered: bool,
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
    /// The tree as it is on disk.
    pub tree: Tree,
    /// Files that were being written while they were read.
    pub torn: Vec<Spot>,
    /// The number of files that were read.
    pub read: usize,
    /// Paths that exist and are no part of the tree, such as the state of a project, in folders that had to be listed.
    pub passed_over: Vec<Spot>,
}

/// Takes a snapshot. The contents of files that are new or changed are in the store, which the caller finishes.
pub fn take(request: &WalkRequest<'_>) -> Result<Snapshot> {
    let mut begun_ns = now_ns();
    let queue = Queue::default();
    let mut roots: Vec<Entry> = Vec::new();
    let mut times_prove = Vec::new();
    for (root, path) in request.roots.paths().iter().enumerate() {
        let handle = Arc::clone(request.roots.handle(root)?);
        let stat = rustix::fs::fstat(&handle)
            .map_err(|cause| Error::io("examine the folder", path.display(), &cause.into()))?;
        let stat = stat_of(&stat);
        roots.push(Entry { node: Node::Folder, stat, attributes: Attributes::read(&handle) });
        let above = request.rules.map(|rules| request.above.unwrap_or(rules));
        let rules = above.map(|rules| rules.above(root)).transpose()?;
        times_prove.push(do_times_prove(&handle));
        queue.push([Task::Folder(Pending {
            spot: Spot { root, path: Vec::new() },
            parent: handle,
            name: b".".to_vec(),
            rules,
            device: stat.device,
            entry: roots[root].clone(),
            is_listed: false,
        })]);
    }
    let done: Mutex<Vec<Found>> = Mutex::default();
    let opened: Mutex<OpenedUp> = Mutex::default();
    let covered = OnceLock::new();
    let work = || {
        let (queue, opened, times_prove, covered) = (&queue, &opened, &times_prove[..], &covered);
        let mut worker = Worker { request, queue, opened, times_prove, covered, found: Found::default() };
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
    let mut folders: BTreeMap<Spot, Listing> = BTreeMap::new();
    let mut snapshot = Snapshot::default();
    let mut later = Vec::new();
    for found in done.into_inner().unwrap_or_default() {
        if let Some(error) = found.failed {
            return Err(error);
        }
        folders.extend(found.folders);
        snapshot.read += found.read.len();
        later.extend(found.read);
        later.extend(found.corrected);
        snapshot.torn.extend(found.torn);
        snapshot.passed_over.extend(found.passed_over);
        if found.has_guessed {
            begun_ns = 0;
        }
    }
    if queue.is_stopped() {
        return Err(Error::new(Kind::Cancelled, "The call was cancelled."));
    }
    for (folder, name, entry) in later {
        let Some(entries) = folders.get_mut(&folder) else { continue };
        let Ok(at) = entries.binary_search_by(|(known, _)| known.cmp(&name)) else { continue };
        let entries = Arc::make_mut(entries);
        match entry {
            Some(entry) => entries[at].1 = entry,
            // Removed while the snapshot was taken.
            None => drop(entries.remove(at)),
        }
    }
    snapshot.tree = Tree { roots, folders, note: String::new(), begun_ns };
    Ok(snapshot)
}

/// The findings of one thread.
#[derive(Default)]
struct Found {
    folders: Vec<(Spot, Listing)>,
    /// The entries that were read after their folder was listed.
    read: Vec<(Spot, Vec<u8>, Option<Entry>)>,
    /// The folders of which more is known than their parent shows.
    corrected: Vec<(Spot, Vec<u8>, Option<Entry>)>,
    torn: Vec<Spot>,
    passed_over: Vec<Spot>,
    /// True where a folder could not be listed and is taken to be as it was.
    has_guessed: bool,
    failed: Option<Error>,
}

struct Worker<'a> {
    request: &'a WalkRequest<'a>,
    queue: &'a Queue,
    opened: &'a Mutex<OpenedUp>,
    /// True for each root whose file system gives a folder new times with every name that comes or goes.
    times_prove: &'a [bool],
    /// The folders that the latest snapshot covers, by what they are.
    covered: &'a OnceLock<HashSet<(u64, u64)>>,
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
    /// The folder, as its parent's listing has it.
    entry: Entry,
    /// True where its times prove that the names in it are those of the last snapshot.
    is_listed: bool,
}

/// The entry under a name, as it was found.
enum Examined {
    Gone,
    AsKnown,
    New(Entry),
}

/// A folder whose entries are examined.
struct Within<'a> {
    spot: &'a Spot,
    folder: &'a Arc<OwnedFd>,
    rules: Option<FolderRules>,
    device: u64,
    files: Vec<(Vec<u8>, Stat)>,
    folders: Vec<Task>,
    passed_over: Vec<Spot>,
}

/// The entries of a folder, in the order of their names. As long as they are those of the last snapshot nothing is copied.
struct Listed<'a> {
    known: Option<&'a Listing>,
    /// The number of entries that were found as they were known, from the first on.
    same: usize,
    entries: Option<Vec<(Vec<u8>, Entry)>>,
}

impl<'a> Listed<'a> {
    fn known(&self) -> &'a [(Vec<u8>, Entry)] {
        self.known.map_or(&[], |known| known)
    }

    /// Adds an entry that is the known one of that number.
    fn keep(&mut self, at: usize) {
        match &mut self.entries {
            None if at == self.same => self.same += 1,
            _ => {
                let entry = self.known()[at].clone();
                self.own().push(entry);
            }
        }
    }

    fn add(&mut self, name: &[u8], entry: Entry) {
        self.own().push((name.to_vec(), entry));
    }

    fn own(&mut self) -> &mut Vec<(Vec<u8>, Entry)> {
        let same = &self.known()[..self.same];
        self.entries.get_or_insert_with(|| same.to_vec())
    }

    fn finish(self) -> Listing {
        match (self.entries, self.known) {
            (Some(entries), _) => Listing::new(entries),
            (None, Some(known)) if known.len() == self.same => Arc::clone(known),
            (None, known) => known.map(|known| Listing::new(known[..self.same].to_vec())).unwrap_or_default(),
        }
    }
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
        let Pending { spot, parent, name, rules, device, entry, is_listed } = pending;
        let failed = |cause: Errno| self.request.roots.failed("list", &spot, cause);
        // One whose names are known was entered when they were listed.
        let open = if is_listed { open_child } else { open_to_enter };
        let opened = match open(&parent, &name) {
            Err(Errno::ACCESS) => self.open_closed(&parent, &name),
            other => other,
        };
        let folder = match opened {
            Ok(folder) => Arc::new(folder),
            // Removed or swapped meanwhile: the list of its parent is of a moment ago.
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return Ok(()),
            Err(cause @ (Errno::ACCESS | Errno::PERM)) => {
                let Some((above, name)) = spot.split() else {
                    // An empty tree would say that everything in it is gone.
                    return Err(failed(cause));
                };
                if let Ok(Some(stat)) = stat_at(&parent, name) {
                    self.note_unreadable(&spot, above, name, stat_of(&stat));
                }
                return Ok(());
            }
            Err(cause) => return Err(failed(cause)),
        };
        let known = self.request.known.folders.get(&spot);
        let fresh;
        let names: Vec<&[u8]> = match known.filter(|_| is_listed) {
            Some(known) => known.iter().map(|(name, _)| &name[..]).collect(),
            None => {
                let attributes = Attributes::read(&folder);
                if let Some((above, name)) = spot.split().filter(|_| attributes != entry.attributes) {
                    let entry = Entry { attributes, ..entry };
                    self.found.corrected.push((above, name.to_vec(), Some(entry)));
                }
                fresh = names_in(&folder).map_err(failed)?;
                let mut names: Vec<&[u8]> = fresh.iter().collect();
                names.sort_unstable();
                names
            }
        };
        let rules = match (self.request.rules, rules) {
            (Some(ignore), Some(above)) => {
                let has = |name: &[u8]| names.binary_search(&name).is_ok();
                Some(ignore.within(&above, spot.root, &spot.text(), has(b".gitignore"), has(b".git"))?)
            }
            _ => None,
        };
        let (files, folders, passed_over) = (Vec::new(), Vec::new(), Vec::new());
        let mut within = Within { spot: &spot, folder: &folder, rules, device, files, folders, passed_over };
        let mut listed = Listed { known, same: 0, entries: None };
        let mut at = 0;
        for name in names {
            if name == STATE_FOLDER || is_temporary(OsStr::from_bytes(name)) {
                self.found.passed_over.push(spot.child(name));
                continue;
            }
            let known = listed.known();
            // Both are in the order of the names.
            at += known[at..].iter().take_while(|(it, _)| &it[..] < name).count();
            let same = known.get(at).filter(|(it, _)| it == name).map(|(_, entry)| entry);
            match self.examine(&mut within, name, same)? {
                Examined::Gone => {}
                Examined::AsKnown => listed.keep(at),
                Examined::New(entry) if same == Some(&entry) => listed.keep(at),
                Examined::New(entry) => listed.add(name, entry),
            }
        }
        let Within { mut files, folders, passed_over, .. } = within;
        self.found.passed_over.extend(passed_over);
        self.queue.push(folders);
        self.found.folders.push((spot.clone(), listed.finish()));
        while files.len() > FILES_AT_ONCE {
            let files = files.split_off(files.len() - FILES_AT_ONCE);
            self.queue.push([Task::Files { spot: spot.clone(), folder: Arc::clone(&folder), files }]);
        }
        self.read_files(&spot, &folder, files)
    }

    /// Examines what is under a name in a folder. Files that must be read and folders that must be listed are noted for later.
    fn examine(&self, within: &mut Within<'_>, name: &[u8], known: Option<&Entry>) -> Result<Examined> {
        let Within { spot, folder, .. } = *within;
        let failed = |cause: Errno| self.request.roots.failed("list", spot, cause);
        let Some(stat) = stat_at(folder, name).map_err(failed)? else { return Ok(Examined::Gone) };
        let facts = stat_of(&stat);
        let kind = kind_of(&stat);
        if kind == FileType::RegularFile {
            if known.is_some_and(|known| is_unchanged(known, &facts)) {
                return Ok(Examined::AsKnown);
            }
            within.files.push((name.to_vec(), stat));
            // A placeholder until it is read.
            return Ok(Examined::New(Entry::new(Node::NotCovered(NotCovered::Unreadable), facts)));
        }
        if kind != FileType::Directory {
            let captured = capture(folder, name, &stat, None, &self.request.limits);
            let captured = captured.map_err(|cause| self.request.roots.failed("read", spot, cause))?;
            return Ok(captured.map_or(Examined::Gone, |it| Examined::New(it.entry)));
        }
        let child = spot.child(name);
        if self.request.skipped.contains(&child) {
            within.passed_over.push(child);
            return Ok(Examined::Gone);
        }
        if facts.device != within.device {
            return Ok(Examined::New(Entry::new(Node::NotCovered(NotCovered::OtherDevice), facts)));
        }
        let is_ignored = match (self.request.rules, &within.rules) {
            (Some(ignore), Some(rules)) => ignore.leaves_out(rules, &child.text(), true),
            _ => false,
        };
        if is_ignored && !self.stays_covered(known, &facts) {
            return Ok(Examined::New(Entry::new(Node::LeftOut(digest_of(folder, name)), facts)));
        }
        let same = known.filter(|known| known.node == Node::Folder && known.stat == facts);
        // Its attributes are read when it is listed, unless its times prove that they are the known ones too.
        let entry = same.cloned().unwrap_or_else(|| Entry::new(Node::Folder, facts));
        within.folders.push(Task::Folder(Pending {
            is_listed: same.is_some() && self.times_prove(spot.root, &facts),
            spot: child,
            parent: Arc::clone(folder),
            name: name.to_vec(),
            rules: within.rules.clone(),
            device: within.device,
            entry: entry.clone(),
        }));
        Ok(Examined::New(entry))
    }

    /// Returns true for an ignored folder that the latest snapshot covers, perhaps under another name.
    fn stays_covered(&self, known: Option<&Entry>, facts: &FileStat) -> bool {
        let request = self.request;
        let of_folders = || {
            let folders = request.known.entries().filter(|entry| entry.node == Node::Folder);
            folders.map(Entry::identity).collect()
        };
        request.keeps_covered
            && match known {
                Some(known) => known.node == Node::Folder,
                None => self.covered.get_or_init(of_folders).contains(&(facts.device, facts.inode)),
            }
    }

    /// Returns true where a folder with the times of the last snapshot has the names of that snapshot too.
    fn times_prove(&self, root: usize, stat: &FileStat) -> bool {
        self.times_prove[root] && !is_racy(stat, self.request.known.begun_ns)
    }

    /// Opens a folder that is closed to its owner, until the walk is over.
    fn open_closed(&self, parent: &OwnedFd, name: &[u8]) -> rustix::io::Result<OwnedFd> {
        match stat_at(parent, name)? {
            Some(stat) if kind_of(&stat) == FileType::Directory => {
                self.opened.lock().unwrap_or_else(PoisonError::into_inner).open(parent, name, &stat)
            }
            _ => Err(Errno::NOENT),
        }
    }

    /// Notes a folder that cannot be listed. Where it is the one that the last snapshot has seen, what is in it is taken to
    /// be unchanged: then restoring its mode alone reverses a command that made it unreadable.
    fn note_unreadable(&mut self, spot: &Spot, above: Spot, name: &[u8], stat: FileStat) {
        let known = self.request.known;
        let is_known = known
            .get(spot)
            .is_some_and(|entry| entry.node == Node::Folder && entry.identity() == (stat.device, stat.inode));
        let (node, attributes) = match known.get(spot).filter(|_| is_known) {
            Some(entry) => (Node::Folder, entry.attributes.clone()),
            None => (Node::NotCovered(NotCovered::Unreadable), Attributes::default()),
        };
        if is_known {
            self.found.has_guessed = true;
            let beneath = known.folders.range(spot.clone()..).take_while(|(it, _)| it.root == spot.root);
            let beneath = beneath.filter(|(it, _)| spot.holds(it));
            self.found.folders.extend(beneath.map(|(it, entries)| (it.clone(), Arc::clone(entries))));
        }
        self.found.corrected.push((above, name.to_vec(), Some(Entry { node, stat, attributes })));
    }

    fn read_files(&mut self, spot: &Spot, folder: &Arc<OwnedFd>, files: Vec<(Vec<u8>, Stat)>) -> Result<()> {
        for (name, stat) in files {
            let captured = capture(folder, &name, &stat, Some(self.request.store), &self.request.limits);
            let captured =
                captured.map_err(|cause| self.request.roots.failed("keep", &spot.child(&name), cause))?;
            if captured.as_ref().is_some_and(|it| it.is_torn) {
                self.found.torn.push(spot.child(&name));
            }
            let mut entry = captured.map(|it| it.entry);
            if let Some(Entry { node: node @ Node::NotCovered(NotCovered::Unreadable), stat, attributes }) =
                &mut entry
                && let Some(Entry {
                    node: Node::File { content, is_sparse, .. },
                    stat: known,
                    attributes: known_attributes,
                }) = self.request.known.get(&spot.child(&name))
                && (known.device, known.inode, known.size, known.modified_ns)
                    == (stat.device, stat.inode, stat.size, stat.modified_ns)
            {
                // Only its mode changed, so that it is no longer readable; its bytes are those in the store.
                *node = Node::File { content: *content, is_sparse: *is_sparse, is_racy: true };
                attributes.clone_from(known_attributes);
            }
            self.found.read.push((spot.clone(), name, entry));
        }
        Ok(())
    }
}

/// The names in a folder, one after the other in one piece of memory.
#[derive(Default)]
pub(crate) struct Names {
    bytes: Vec<u8>,
    /// The end of each name.
    ends: Vec<usize>,
}

impl Names {
    fn add(&mut self, name: &[u8]) {
        if name != b"." && name != b".." {
            self.bytes.extend_from_slice(name);
            self.ends.push(self.bytes.len());
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let name = &self.bytes[start..*end];
            start = *end;
            name
        })
    }
}

/// Returns the names in a folder that was just opened.
#[cfg(target_os = "linux")]
pub(crate) fn names_in(folder: &OwnedFd) -> rustix::io::Result<Names> {
    /// Some hundred names at once, which is more than most folders have.
    const LISTED_BYTES: usize = 32 << 10;
    let mut names = Names::default();
    let mut buffer = Vec::with_capacity(LISTED_BYTES);
    let mut listing = rustix::fs::RawDir::new(folder, buffer.spare_capacity_mut());
    while let Some(entry) = listing.next() {
        names.add(entry?.file_name().to_bytes());
    }
    Ok(names)
}

#[cfg(not(target_os = "linux"))]
fn names_in(folder: &OwnedFd) -> rustix::io::Result<Names> {
    let mut names = Names::default();
    for entry in Dir::read_from(folder)? {
        names.add(entry?.file_name().to_bytes());
    }
    Ok(names)
}

/// Returns true on file systems that give a folder another change time with every name that comes or goes, and let no program set
/// it. Others, such as those of a network, may show times of a moment ago.
#[cfg(target_os = "linux")]
fn do_times_prove(folder: &OwnedFd) -> bool {
    /// ext2 to ext4, XFS, Btrfs, tmpfs, F2FS, bcachefs, overlayfs and ZFS, by the numbers that they have in `statfs`.
    const PROVEN: [u64; 8] =
        [0xef53, 0x5846_5342, 0x9123_683e, 0x0102_1994, 0xf2f5_2010, 0xca45_1a4e, 0x794c_7630, 0x2fc1_2fc1];
    file_system_of(folder).is_some_and(|it| PROVEN.contains(&it))
}

#[cfg(not(target_os = "linux"))]
fn do_times_prove(_: &OwnedFd) -> bool {
    false
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
        let Ok(names) = names_in(&folder) else { continue };
        let mut names: Vec<&[u8]> = names.iter().collect();
        names.sort_unstable();
        for name in names {
            if left == 0 {
                return digest;
            }
            left -= 1;
            let Ok(Some(stat)) = stat_at(&folder, name) else { continue };
            let facts = stat_of(&stat);
            let path = [&way[..], b"/", name].concat();
            let mut hasher = DefaultHasher::new();
            (&path, facts.mode, facts.size, facts.modified_ns, facts.changed_ns, facts.inode)
                .hash(&mut hasher);
            digest = digest.wrapping_add(hasher.finish());
            // As many folders are held open as a process may surely have.
            if kind_of(&stat) == FileType::Directory
                && folders.len() < 200
                && let Ok(child) = open_child(&folder, name)
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
    /// The threads that wait for one.
    waiting: usize,
}

impl Queue {
    fn push(&self, tasks: impl IntoIterator<Item = Task>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let before = state.tasks.len();
        state.tasks.extend(tasks);
        let added = state.tasks.len() - before;
        state.open += added;
        let waiting = state.waiting.min(added);
        drop(state);
        // A notice costs a call of the system even if no thread waits.
        (0..waiting).for_each(|_| self.changed.notify_one());
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
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
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
        // Under the lock, so that no thread begins to wait after the notice.
        drop(self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::SeqCst)
    }
}
