//! The state of a disk as its handles share it.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::state::State;

/// A point at which a scheduler may let another session proceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Before a change or an attempt to take a lock.
    Step,
    /// After an attempt to take a lock that another process holds.
    Blocked,
}

/// The callback for every [`Point`], in the thread of the session that reached it.
pub type OnPoint = Arc<dyn Fn(Point) + Send + Sync>;

/// A state, and the scheduler that may delay its users. Clones share the state.
#[derive(Clone)]
pub(super) struct SharedState {
    state: Arc<Mutex<State>>,
    on_point: Option<OnPoint>,
}

impl SharedState {
    pub(super) fn new(state: State) -> SharedState {
        SharedState { state: Arc::new(Mutex::new(state)), on_point: None }
    }

    /// Returns the same state as a session sees it whose calls a scheduler delays.
    pub(super) fn scheduled(&self, on_point: OnPoint) -> SharedState {
        SharedState { on_point: Some(on_point), ..self.clone() }
    }

    /// Locks the state for a change or the taking of a lock.
    pub(super) fn changing(&self) -> MutexGuard<'_, State> {
        self.reach(Point::Step);
        self.state()
    }

    /// Notifies the scheduler that another thread holds a lock.
    pub(super) fn blocked(&self) {
        self.reach(Point::Blocked);
    }

    fn reach(&self, point: Point) {
        if let Some(on_point) = &self.on_point {
            on_point(point);
        }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for SharedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let paths: Vec<PathBuf> = self.state().contents.all().into_iter().map(|(path, _)| path).collect();
        f.debug_struct("SharedState").field("paths", &paths).finish()
    }
}
