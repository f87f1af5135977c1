//! The folders that the system watches.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::Duration;

use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::inbox::Inbox;
use scenewright_error::quote_path;

/// The ways in which a service may learn of changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notification {
    /// The system's notification, and polling for folders where it cannot be had.
    #[default]
    Automatic,
    /// Polling alone, for file systems that accept a watch and then report nothing, such as network file systems.
    Polling,
}

/// One watch of the system for each folder, however many files in it are watched.
pub(super) struct Folders {
    inbox: Arc<Inbox>,
    notification: Notification,
    watcher: Option<RecommendedWatcher>,
    /// The watched folders, the outer ones before those in them.
    folders: BTreeMap<PathBuf, Folder>,
    /// A receiver for each watcher's own thread, which drops it when it ends.
    threads: Vec<Receiver<()>>,
    is_closed: bool,
}

/// The threads of the system's watchers that were asked to end.
#[must_use = "they end on their own, but somebody may want to wait"]
pub(super) struct Ending(Vec<Receiver<()>>);

/// The longest wait for a thread of the system's watcher, which has nothing to do but to end. One that takes longer
/// is left to itself.
const MAX_WAIT: Duration = Duration::from_secs(5);

impl Ending {
    pub(super) fn wait(self) {
        for thread in self.0 {
            // Nothing is ever sent: this is over when the other side is gone.
            let _ = thread.recv_timeout(MAX_WAIT);
        }
    }
}

struct Folder {
    users: usize,
    state: State,
}

enum State {
    Watched,
    Missing,
    /// The system will not watch the folder, for this reason.
    Unwatched(String),
}

impl Folders {
    pub(super) fn new(inbox: Arc<Inbox>, notification: Notification) -> Self {
        let (folders, threads) = (BTreeMap::new(), Vec::new());
        Folders { inbox, notification, watcher: None, folders, threads, is_closed: false }
    }

    /// Counts one more file that needs these folders to be watched.
    pub(super) fn retain(&mut self, folders: &[PathBuf]) {
        for path in folders {
            if let Some(folder) = self.folders.get_mut(path) {
                folder.users += 1;
            } else {
                // First known, then watched: an event between the two would be dropped.
                self.inbox.add_folder(path);
                let state = self.attach(path);
                self.folders.insert(path.clone(), Folder { users: 1, state });
            }
        }
    }

    /// Counts one file less that needs these folders.
    pub(super) fn release(&mut self, folders: &[PathBuf]) {
        for path in folders {
            let Some(folder) = self.folders.get_mut(path) else { continue };
            folder.users -= 1;
            if folder.users == 0 {
                self.folders.remove(path);
                self.inbox.remove_folder(path);
                self.detach(path);
            }
        }
        if self.folders.is_empty() {
            self.watcher = None;
        }
    }

    /// Watches again after a folder was created, removed or renamed: the one that is watched by its path, and those
    /// beneath it, may be different ones. Every path is beneath the empty one.
    pub(super) fn attach_again(&mut self, top: &Path) {
        let beneath: Vec<PathBuf> =
            self.folders.keys().filter(|path| path.starts_with(top)).cloned().collect();
        // All are detached before one is attached again: the new folder may have the watch of the old one.
        for path in &beneath {
            self.detach(path);
        }
        for path in beneath {
            let state = self.attach(&path);
            if let Some(folder) = self.folders.get_mut(&path) {
                folder.state = state;
            }
        }
    }

    /// Tries the missing folders whose return the system would not report. Returns true if one is back.
    pub(super) fn find_missing(&mut self) -> bool {
        let missing = |(path, folder): (&PathBuf, &Folder)| {
            matches!(folder.state, State::Missing).then(|| path.clone())
        };
        let missing: Vec<PathBuf> = self.folders.iter().filter_map(missing).collect();
        let mut found = false;
        for path in missing {
            let state = self.attach(&path);
            found |= !matches!(state, State::Missing);
            if let Some(folder) = self.folders.get_mut(&path) {
                folder.state = state;
            }
        }
        found
    }

    /// Returns the reason why a file must be polled whose path leads through these folders, the outermost
    /// first; `None` when the system reports all that happens to it.
    pub(super) fn why_polled(&self, folders: &[PathBuf]) -> Option<String> {
        for (depth, path) in folders.iter().enumerate() {
            match self.folders.get(path).map(|folder| &folder.state) {
                Some(State::Watched) => {}
                Some(State::Unwatched(reason)) => return Some(reason.clone()),
                // A watched folder reports when a missing one is made in it.
                Some(State::Missing) if depth > 0 => return None,
                Some(State::Missing) | None => {
                    return Some(format!("The folder {} is missing.", quote_path(path)));
                }
            }
        }
        None
    }

    /// Releases everything the system holds.
    pub(super) fn close(&mut self) -> Ending {
        self.is_closed = true;
        self.watcher = None;
        Ending(std::mem::take(&mut self.threads))
    }

    fn attach(&mut self, path: &Path) -> State {
        if self.notification == Notification::Polling {
            return State::Unwatched("Polling was asked for.".to_owned());
        }
        let unwatched = |cause: &notify::Error| {
            let cause = match &cause.kind {
                ErrorKind::MaxFilesWatch => "the system's limit of watches is reached".to_owned(),
                ErrorKind::Io(cause) => cause.to_string(),
                _ => cause.to_string(),
            };
            State::Unwatched(format!("The folder {} cannot be watched: {cause}.", quote_path(path)))
        };
        if self.is_closed {
            return State::Unwatched("The session is closed.".to_owned());
        }
        let mut watcher = match self.watcher.take() {
            Some(watcher) => watcher,
            None => {
                let inbox = Arc::clone(&self.inbox);
                let (alive, thread) = mpsc::channel::<()>();
                let receive = move |event| {
                    // The closure owns the sender, so the channel closes when the system's thread drops the
                    // closure.
                    let _ = &alive;
                    inbox.receive(event);
                };
                match notify::recommended_watcher(receive) {
                    Ok(watcher) => {
                        self.threads.retain(|it| it.try_recv() == Err(TryRecvError::Empty));
                        self.threads.push(thread);
                        watcher
                    }
                    Err(cause) => return unwatched(&cause),
                }
            }
        };
        let watched = watcher.watch(path, RecursiveMode::NonRecursive);
        // Put back before the outcome is looked at, as other folders use it.
        self.watcher = Some(watcher);
        match watched {
            Ok(()) => State::Watched,
            Err(cause) => match &cause.kind {
                ErrorKind::PathNotFound => State::Missing,
                ErrorKind::Io(io) if is_missing(io) => State::Missing,
                _ => unwatched(&cause),
            },
        }
    }

    fn detach(&mut self, path: &Path) {
        if let Some(watcher) = &mut self.watcher {
            // It may have been removed, and its watch with it.
            let _ = watcher.unwatch(path);
        }
    }
}

fn is_missing(cause: &std::io::Error) -> bool {
    matches!(cause.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}
