//! The queue of the system's notifications for the thread that examines files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, EventKind, ModifyKind};

/// The time without a change after which a burst is over; four times as long ends it in any case. The events of one save follow
/// each other within milliseconds.
const QUIET: Duration = Duration::from_millis(50);

/// The pending notifications.
///
/// Invariant: its lock is never held while the system's watcher is called, because the watcher's own thread waits
/// for it. Its contents are bounded by what is watched.
#[derive(Default)]
pub(super) struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

/// The notifications since the last batch.
#[derive(Default)]
pub(super) struct Batch {
    /// The files that may have changed.
    pub(super) files: HashSet<PathBuf>,
    /// The folders that were created, removed or renamed.
    pub(super) folders: HashSet<PathBuf>,
    /// The folders any of whose files may have changed.
    pub(super) within: HashSet<PathBuf>,
    /// True when notifications were lost.
    pub(super) everything: bool,
}

#[derive(Default)]
struct State {
    watched_files: HashSet<PathBuf>,
    watched_folders: HashSet<PathBuf>,
    batch: Batch,
    arrivals: u64,
    /// The number of them that were handled.
    handled: u64,
    stopped: bool,
}

impl Inbox {
    pub(super) fn add_file(&self, path: &Path) {
        self.state().watched_files.insert(path.to_owned());
    }

    pub(super) fn remove_file(&self, path: &Path) {
        self.state().watched_files.remove(path);
    }

    pub(super) fn add_folder(&self, path: &Path) {
        self.state().watched_folders.insert(path.to_owned());
    }

    pub(super) fn remove_folder(&self, path: &Path) {
        self.state().watched_folders.remove(path);
    }

    /// Marks a file to be examined.
    pub(super) fn touch(&self, path: &Path) {
        let mut state = self.state();
        state.batch.files.insert(path.to_owned());
        self.arrived(state);
    }

    /// Wakes the thread to look at what is watched.
    pub(super) fn wake(&self) {
        let state = self.state();
        self.arrived(state);
    }

    pub(super) fn stop(&self) {
        self.state().stopped = true;
        self.changed.notify_all();
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.state().stopped
    }

    /// Receives an event from the system's watcher, for every file in every folder that is watched.
    pub(super) fn receive(&self, event: notify::Result<notify::Event>) {
        let Ok(event) = event else {
            let mut state = self.state();
            // The queue of the system overflowed or failed: any file may have changed.
            state.batch.everything = true;
            return self.arrived(state);
        };
        // Reads would wake the worker, whose own read would be the next event.
        if matches!(event.kind, EventKind::Access(kind) if kind != AccessKind::Close(AccessMode::Write)) {
            return;
        }
        let moves_folders = matches!(
            event.kind,
            EventKind::Any
                | EventKind::Create(_)
                | EventKind::Remove(_)
                | EventKind::Modify(ModifyKind::Name(_) | ModifyKind::Any)
                | EventKind::Other
        );
        let mut state = self.state();
        let mut concerns = event.need_rescan();
        state.batch.everything |= concerns;
        for path in event.paths {
            concerns |= state.take(path, moves_folders);
        }
        if concerns {
            self.arrived(state);
        }
    }

    /// Waits for a burst and its end, or until it is time to poll. Returns `None` when the service is gone.
    pub(super) fn next(&self, poll_after: Option<Duration>) -> Option<Batch> {
        let start = Instant::now();
        let mut state = self.state();
        while !state.stopped && state.arrivals == state.handled {
            state = match poll_after {
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(limit) => {
                    let Some(left) = limit.checked_sub(start.elapsed()) else {
                        // The time to poll has come, with or without events.
                        return Some(std::mem::take(&mut state.batch));
                    };
                    self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        let begun = Instant::now();
        let mut seen = state.arrivals;
        let mut quiet_since = begun;
        // Several events of one save are one look. The bound keeps a file that is written all the time from never
        // being looked at.
        while !state.stopped && begun.elapsed() < QUIET * 4 {
            let Some(left) = QUIET.checked_sub(quiet_since.elapsed()).filter(|left| !left.is_zero()) else {
                break;
            };
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
            if state.arrivals != seen {
                (seen, quiet_since) = (state.arrivals, Instant::now());
            }
        }
        state.handled = state.arrivals;
        if state.stopped { None } else { Some(std::mem::take(&mut state.batch)) }
    }

    fn arrived(&self, mut state: MutexGuard<'_, State>) {
        state.arrivals += 1;
        // The waiter needs the lock as soon as it wakes.
        drop(state);
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Remembers a path if it matters, and returns true if it does.
    fn take(&mut self, path: PathBuf, moves_folders: bool) -> bool {
        if self.watched_files.contains(&path) {
            self.batch.files.insert(path);
        } else if self.watched_folders.contains(&path) {
            // A folder is also reported when a file in it changes, which has its own event.
            if !moves_folders {
                return false;
            }
            self.batch.folders.insert(path);
        } else if !cfg!(target_os = "linux")
            && let Some(parent) = path.parent().filter(|parent| self.watched_folders.contains(*parent))
        {
            // Other systems may spell a name otherwise than it was asked for: in other letter case, composed, short.
            let parent = parent.to_owned();
            self.batch.within.insert(parent);
        } else {
            return false;
        }
        true
    }
}
