//! The queue of pending folders, shared by the threads of a walk.

use std::ffi::OsString;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::super::ignore_rules::Rules;
use super::held::Held;
use super::start::WalkStart;
use super::visitor::WalkFolder;
use crate::disk::{Folder, Listed};

/// The most open folders: a process may have a thousand files open, and other parts of it want some, too.
const MAX_HELD: usize = 200;

pub(super) enum Task {
    /// A folder to be opened and listed.
    Folder(Pending),
    /// Some of the entries of a large folder.
    Entries { folder: Arc<WalkFolder>, entries: Vec<Listed> },
}

pub(super) struct Pending {
    /// The number of the start that it is beneath.
    pub(super) start: usize,
    /// The folder that it is in; `None` for the start itself, and where too many handles are open.
    pub(super) parent: Option<Arc<Held>>,
    /// The name in the folder that it is in; empty for the start.
    pub(super) name: OsString,
    /// The rules of the folder that it is in.
    pub(super) rules: Option<Arc<Rules>>,
    /// The path from the root, with a `/` at its end unless it is empty.
    pub(super) path: String,
    /// The number of folders above it, up to the start.
    pub(super) depth: usize,
}

/// The pending tasks, taken from the end: going deep before going on keeps the list and the number of open
/// folders small.
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    held: Arc<AtomicUsize>,
}

struct State {
    tasks: Vec<Task>,
    /// The number of threads that have a task, from which others may come.
    working: usize,
    is_stopped: bool,
}

impl Queue {
    pub(super) fn new(starts: &[WalkStart]) -> Queue {
        let tasks = starts.iter().enumerate().map(|(number, start)| {
            let path = start.path().to_owned();
            Task::Folder(Pending {
                start: number,
                parent: None,
                name: OsString::new(),
                rules: start.rules(),
                path,
                depth: 0,
            })
        });
        let state = State { tasks: tasks.collect(), working: 0, is_stopped: false };
        Queue { state: Mutex::new(state), changed: Condvar::new(), held: Arc::default() }
    }

    /// Ends the task that the thread had, if any, with the tasks that came from it, and returns the next. `None`
    /// when there will be no more.
    pub(super) fn next(&self, had_task: bool, found: &mut Vec<Task>) -> Option<Task> {
        let mut state = self.state();
        if had_task {
            state.working -= 1;
        }
        match found.len() {
            0 => {}
            1 => self.changed.notify_one(),
            _ => self.changed.notify_all(),
        }
        state.tasks.append(found);
        loop {
            if state.is_stopped {
                return None;
            }
            // The latest first, so the walk goes deep and few folders are pending at once.
            if let Some(task) = state.tasks.pop() {
                state.working += 1;
                return Some(task);
            }
            // Nothing pending, and no thread at work that could add anything: the walk is over, for all who
            // sleep.
            if state.working == 0 {
                self.changed.notify_all();
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Stops the queue: no worker gets another task.
    pub(super) fn stop(&self) {
        self.state().is_stopped = true;
        self.changed.notify_all();
    }

    pub(super) fn hold(&self, handle: Arc<dyn Folder>) -> Arc<Held> {
        self.held.fetch_add(1, Ordering::Relaxed);
        Arc::new(Held { handle, count: Arc::clone(&self.held) })
    }

    /// Returns true if tasks may keep their folder open.
    pub(super) fn may_hold(&self) -> bool {
        self.held.load(Ordering::Relaxed) < MAX_HELD
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
