//! Threads and locks of a session: queues of jobs, a mutex whose waiters need no thread, and the state of a call.

mod async_mutex;
mod call_state;
mod lifetime;
mod parallel_queue;
mod serial_queue;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use async_mutex::{AsyncMutex, Owner, Permit};
pub use call_state::CallState;
pub use lifetime::{Ends, OnEnd, OpenCall, OpenCalls, end_in_background, join};
pub use parallel_queue::ParallelQueue;
pub use serial_queue::SerialQueue;

/// Locks a mutex, also where a thread that held it panicked: what it protects is whole between any two statements.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
