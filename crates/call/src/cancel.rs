//! A flag that a caller raises when it no longer wants the answer.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scenewright_error::{Error, Kind};

type Waker = Box<dyn FnOnce() + Send>;

/// A token for cancelling a call, which is final and can happen at any time, from any thread.
/// Clones share the flag.
#[derive(Clone, Default)]
pub struct CancelToken {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    cancelled: bool,
    next: u64,
    wakers: Vec<(u64, Waker)>,
}

/// Returns the error for the caller of a cancelled call.
pub fn cancelled() -> Error {
    Error::new(Kind::Cancelled, "The call was cancelled")
}

/// A guard that keeps a waker registered; dropping it removes the waker.
pub struct Registration {
    token: CancelToken,
    id: u64,
}

impl CancelToken {
    /// Makes a token that is not cancelled, with a flag of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns true once the flag is raised; it is never lowered.
    pub fn is_cancelled(&self) -> bool {
        self.lock().cancelled
    }

    /// Raises the flag and wakes every waiting thread, once.
    pub fn cancel(&self) {
        let wakers = {
            let mut state = self.lock();
            state.cancelled = true;
            std::mem::take(&mut state.wakers)
        };
        for (_, wake) in wakers {
            wake();
        }
    }

    /// Calls `wake` when the flag is raised; at once if it already is.
    pub fn on_cancel(&self, wake: impl FnOnce() + Send + 'static) -> Registration {
        let mut state = self.lock();
        let id = state.next;
        state.next += 1;
        if state.cancelled {
            drop(state);
            wake();
        } else {
            state.wakers.push((id, Box::new(wake)));
        }
        Registration { token: self.clone(), id }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelToken").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.token.lock().wakers.retain(|(id, _)| *id != self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn cancel_wakes_present_and_later_waiters() {
        let token = CancelToken::new();
        let woken = Arc::new(AtomicUsize::new(0));
        let count = |woken: &Arc<AtomicUsize>| {
            let woken = Arc::clone(woken);
            move || {
                woken.fetch_add(1, Ordering::SeqCst);
            }
        };
        let _kept = token.on_cancel(count(&woken));
        drop(token.on_cancel(count(&woken)));
        token.cancel();
        let _late = token.on_cancel(count(&woken));
        token.cancel();
        assert_eq!(woken.load(Ordering::SeqCst), 2);
        assert!(token.is_cancelled());
    }
}
