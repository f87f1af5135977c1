//! The watched files and folders, which the session and the thread of its watches share.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::folders::Folders;
use super::inbox::Inbox;
use super::probe::Probe;
use super::sighting::Sighting;
use crate::freshness::event::Listeners;

/// The way in which a file is watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchedBy {
    /// The system reports changes in the folders on the way to the file.
    Notification,
    /// Polling every half second, for this reason.
    Polling(String),
}

/// State that a session shares with the thread of its watches.
pub(super) struct Shared {
    pub(super) probe: Arc<dyn Probe>,
    pub(super) listeners: Arc<Listeners>,
    pub(super) inbox: Arc<Inbox>,
    pub(super) book: Mutex<Book>,
}

/// The watched files.
pub(super) struct Book {
    pub(super) roots: Vec<PathBuf>,
    pub(super) files: HashMap<String, Watched>,
    pub(super) keys_by_path: HashMap<PathBuf, String>,
    pub(super) folders: Folders,
    pub(super) thread: Option<JoinHandle<()>>,
}

/// A watched file.
pub(super) struct Watched {
    pub(super) path: PathBuf,
    pub(super) shown: String,
    pub(super) ids: BTreeSet<String>,
    pub(super) known: Sighting,
    /// A counter that grows with each own edit, so that a state seen before or during one is not compared with
    /// the state after it.
    pub(super) own_edits: u64,
    /// The number of [`OwnEdit`]s are held for the file.
    pub(super) held: usize,
}

impl Shared {
    pub(super) fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn remove(&self, book: &mut Book, key: &str) {
        let Some(watched) = book.files.remove(key) else { return };
        book.keys_by_path.remove(&watched.path);
        self.inbox.remove_file(&watched.path);
        let folders = folders_on_the_way(&book.roots, &watched.path);
        book.folders.release(&folders);
    }
}

impl Book {
    pub(super) fn watched_by(&self, path: &Path) -> WatchedBy {
        match self.why_polled(path) {
            Some(reason) => WatchedBy::Polling(reason),
            None => WatchedBy::Notification,
        }
    }

    /// Returns the reason to poll a file; `None` when the system reports everything that happens to it.
    pub(super) fn why_polled(&self, path: &Path) -> Option<String> {
        self.folders.why_polled(&folders_on_the_way(&self.roots, path))
    }
}

/// Returns the folders whose changes may change what is at a path: from the root down to the file's own or,
/// outside of all roots, its own and the one above. So a folder on the way that is renamed or recreated is
/// noticed.
pub(super) fn folders_on_the_way(roots: &[PathBuf], path: &Path) -> Vec<PathBuf> {
    let root = roots.iter().filter(|root| path.starts_with(root)).min_by_key(|root| root.as_os_str().len());
    let above = path.ancestors().skip(1);
    let mut folders: Vec<PathBuf> = match root {
        Some(root) => above.take_while(|folder| folder.starts_with(root)).map(Path::to_owned).collect(),
        // Outside of the roots: the folder of the file, and the one above it, which reports when the folder is
        // replaced.
        None => above.take(2).map(Path::to_owned).collect(),
    };
    folders.reverse();
    folders
}
