//! Threads that answer calls side by side, so that a long one does not delay the others.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::lifetime::join;

type Job = Box<dyn FnOnce() + Send>;

/// The time after which an idle thread ends: a folder without calls holds no threads.
const IDLE: Duration = Duration::from_secs(10);

/// Takes jobs in the order in which they came, several at once. A thread starts where none is idle, and ends when it was idle for
/// long, or with the queue, which waits for it.
pub struct ParallelQueue {
    name: &'static str,
    most_threads: usize,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    threads: usize,
    idle: usize,
    /// The era of the threads: one of an earlier era ends when there is no job left, and is not counted.
    era: u64,
    handles: Vec<JoinHandle<()>>,
}

impl ParallelQueue {
    /// Makes an empty queue, whose threads have this name.
    pub fn new(name: &'static str, most_threads: usize) -> Self {
        ParallelQueue { name, most_threads, shared: Arc::default() }
    }

    /// Puts a job at the end of the queue. Nothing here waits. Without any thread the job is dropped, and what it holds with it.
    pub fn push(&self, job: Job) -> std::io::Result<()> {
        let mut state = self.shared.state();
        state.jobs.push_back(job);
        // As many idle threads as jobs that no thread has yet: each wakes for one.
        if state.idle >= state.jobs.len() {
            self.shared.wake.notify_one();
            return Ok(());
        }
        if state.threads >= self.most_threads {
            return Ok(());
        }
        let (shared, era) = (Arc::clone(&self.shared), state.era);
        let started = std::thread::Builder::new().name(self.name.into()).spawn(move || shared.work(era));
        match started {
            Ok(thread) => {
                state.threads += 1;
                state.handles.retain(|handle| !handle.is_finished());
                state.handles.push(thread);
                Ok(())
            }
            // The system gives no more threads; those there are take the job in time.
            Err(_) if state.threads > 0 => Ok(()),
            Err(cause) => {
                let unserved = std::mem::take(&mut state.jobs);
                drop(state);
                // Dropped without the lock: what the jobs hold may come back here when it is dropped.
                drop(unserved);
                Err(cause)
            }
        }
    }

    /// Waits for the jobs in the queue and for the end of the threads; a job that ends its own queue does not wait for its
    /// thread. The next job, if there is one, starts another thread.
    pub fn end(&self) {
        let handles = {
            let mut state = self.shared.state();
            // Threads of an earlier era finish what they do and end, whatever was begun since.
            state.era += 1;
            (state.threads, state.idle) = (0, 0);
            std::mem::take(&mut state.handles)
        };
        self.shared.wake.notify_all();
        handles.into_iter().for_each(join);
    }
}

impl Drop for ParallelQueue {
    fn drop(&mut self) {
        self.end();
    }
}

impl Shared {
    fn work(&self, era: u64) {
        let mut state = self.state();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                drop(state);
                // A panic is answered by the job's own guard.
                drop(catch_unwind(AssertUnwindSafe(job)));
                state = self.state();
                continue;
            }
            if state.era != era {
                return;
            }
            state.idle += 1;
            let (woken, wait) = self.wake.wait_timeout(state, IDLE).unwrap_or_else(PoisonError::into_inner);
            state = woken;
            if state.era == era {
                state.idle -= 1;
                // A job may have come in the moment between the time-out and the lock.
                if wait.timed_out() && state.jobs.is_empty() {
                    state.threads -= 1;
                    return;
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn job_does_not_wait_for_a_longer_one_and_the_end_waits_for_both() {
        let queue = ParallelQueue::new("test", 2);
        let (sender, seen) = mpsc::channel();
        let (open, gate) = mpsc::channel::<()>();
        let long = sender.clone();
        queue
            .push(Box::new(move || {
                gate.recv().unwrap();
                long.send("long").unwrap();
            }))
            .unwrap();
        for _ in 0..3 {
            let short = sender.clone();
            queue.push(Box::new(move || short.send("short").unwrap())).unwrap();
            assert_eq!(seen.recv_timeout(LONG), Ok("short"));
        }
        open.send(()).unwrap();
        queue.end();
        assert_eq!(seen.try_recv(), Ok("long"));
        queue.push(Box::new(|| panic!("a panic that the test asked for"))).unwrap();
        queue.push(Box::new(move || sender.send("after the end").unwrap())).unwrap();
        assert_eq!(seen.recv_timeout(LONG), Ok("after the end"));
    }

    #[test]
    fn job_that_holds_the_last_reference_ends_its_queue() {
        let queue = Arc::new(ParallelQueue::new("test", 2));
        let (sender, seen) = mpsc::channel();
        let held = Arc::clone(&queue);
        let (open, gate) = mpsc::channel::<()>();
        queue
            .push(Box::new(move || {
                gate.recv().unwrap();
                drop(held);
                sender.send(()).unwrap();
            }))
            .unwrap();
        drop(queue);
        open.send(()).unwrap();
        assert_eq!(seen.recv_timeout(LONG), Ok(()));
    }
}
