//! The end of a session: after its last call, on a thread of its own that is joined.
//!
//! A session holds threads and descriptors, and its calls hold the session. So the code that ends one waits until no call
//! is left, drops the reference that is then the last, and joins its threads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{Builder, JoinHandle};

/// A callback that takes the thread on which a session was ended, which has nothing left to do; `None` when it was
/// ended on the calling thread.
pub type OnEnd = Box<dyn FnOnce(Option<JoinHandle<()>>) + Send>;

/// A session that ends in the background.
pub trait Ends: Send + Sync + 'static {
    /// Refuses later calls and ends the session; `done` is called once, when its threads and descriptors are gone.
    /// The caller holds no other reference.
    fn end(self: Arc<Self>, done: OnEnd);

    /// Cancels the calls that wait or work.
    fn cancel_all(&self);
}

/// The calls of a session that are not over.
#[derive(Default)]
pub struct OpenCalls {
    state: Mutex<State>,
    left: Condvar,
}

#[derive(Default)]
struct State {
    open: usize,
    is_shut: bool,
}

/// A call that is not over. It is dropped after everything else that the call holds.
pub struct OpenCall(Arc<OpenCalls>);

impl OpenCalls {
    /// Enters a call; `None` when no more calls are admitted.
    pub fn enter(self: &Arc<Self>) -> Option<OpenCall> {
        let mut state = self.state();
        if state.is_shut {
            return None;
        }
        state.open += 1;
        Some(OpenCall(Arc::clone(self)))
    }

    /// Waits until no call is open, and admits none from then on.
    pub fn shut(&self) {
        let mut state = self.state();
        while state.open > 0 {
            state = self.left.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.is_shut = true;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenCall {
    fn drop(&mut self) {
        self.0.state().open -= 1;
        self.0.left.notify_all();
    }
}

/// Runs the work on a separate thread, or on this one where none can be had. It may panic.
pub fn end_in_background(work: impl FnOnce() + Send + 'static, done: OnEnd) {
    // Shared, because a failed spawn drops its closure: the work is then done here.
    let both = Arc::new(Mutex::new(Some((work, done))));
    let theirs = Arc::clone(&both);
    let (sender, own_handle) = mpsc::channel();
    let started = Builder::new().name("scenewright-close".into()).spawn(move || {
        let Some((work, done)) = take(&theirs) else { return };
        let _ = catch_unwind(AssertUnwindSafe(work));
        // Only the spawner has the handle, and it may not have it yet.
        done(own_handle.recv().ok());
    });
    match started {
        Ok(thread) => drop(sender.send(thread)),
        Err(_) => {
            if let Some((work, done)) = take(&both) {
                let _ = catch_unwind(AssertUnwindSafe(work));
                done(None);
            }
        }
    }
}

/// Waits for a thread, unless it is the present one.
pub fn join(thread: JoinHandle<()>) {
    // A thread that drops the last reference from within would wait for itself.
    if thread.thread().id() != std::thread::current().id() {
        // Its panic was answered where it happened.
        let _ = thread.join();
    }
}

fn take<T>(slot: &Mutex<Option<T>>) -> Option<T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner).take()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn shut_waits_for_open_calls_and_admits_none() {
        let calls = Arc::new(OpenCalls::default());
        let open = calls.enter().unwrap();
        let (sender, seen) = mpsc::channel();
        let theirs = Arc::clone(&calls);
        let work = move || {
            theirs.shut();
            sender.send(()).unwrap();
        };
        let (hand_over, ended) = mpsc::channel();
        end_in_background(work, Box::new(move |thread| hand_over.send(thread).unwrap()));
        assert!(seen.recv_timeout(Duration::from_millis(20)).is_err());
        assert!(calls.enter().is_some(), "the end waits as long as a call is open");
        drop(open);
        join(ended.recv().unwrap().unwrap());
        seen.recv().unwrap();
        assert!(calls.enter().is_none());
    }

    #[test]
    fn panicking_end_still_calls_done() {
        let (hand_over, ended) = mpsc::channel();
        let panics = || panic!("a panic that the test asked for");
        end_in_background(panics, Box::new(move |thread| hand_over.send(thread.is_some()).unwrap()));
        assert!(ended.recv().unwrap());
    }
}
