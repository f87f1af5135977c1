//! A thread that answers calls in the order they came.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::lifetime::join;
use scenewright_runner::CancelToken;

type Job = Box<dyn FnOnce() + Send>;

/// Takes jobs one by one. Its thread starts with the first job and ends with the lane, which waits for it.
pub struct Lane {
    name: &'static str,
    running: Mutex<Option<Running>>,
}

struct Running {
    sender: Sender<Job>,
    thread: JoinHandle<()>,
}

impl Lane {
    pub fn new(name: &'static str) -> Self {
        Lane { name, running: Mutex::new(None) }
    }

    /// Puts a job at the end of the line. Nothing here waits.
    pub fn push(&self, job: Job) -> std::io::Result<()> {
        let mut running = self.running();
        let job = match running.as_ref() {
            Some(running) => match running.sender.send(job) {
                Ok(()) => return Ok(()),
                Err(mpsc::SendError(job)) => job,
            },
            None => job,
        };
        let (sender, jobs) = mpsc::channel::<Job>();
        let thread = std::thread::Builder::new().name(self.name.into()).spawn(move || {
            for job in jobs {
                // A panic is answered by the job's own guard; the line goes on.
                drop(std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)));
            }
        })?;
        drop(sender.send(job));
        *running = Some(Running { sender, thread });
        Ok(())
    }

    /// Waits for the jobs in the line and for the end of the thread; a job that ends its own lane waits for neither. The
    /// next job, if there is one, starts another thread.
    pub fn end(&self) {
        let running = self.running().take();
        if let Some(Running { sender, thread }) = running {
            drop(sender);
            join(thread);
        }
    }

    fn running(&self) -> MutexGuard<'_, Option<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        self.end();
    }
}

const WAITING: u8 = 0;
const STARTED: u8 = 1;
const SETTLED: u8 = 2;
const CANCELLED: u8 = 3;

/// A call in a lane. Until it settles it can be cancelled; it does one of the two, whatever the timing.
#[derive(Clone, Default)]
pub struct CallState(Arc<AtomicU8>);

impl CallState {
    /// Whether the call may start now.
    pub fn start(&self, cancel: &CancelToken) -> bool {
        !cancel.is_cancelled() && self.go(WAITING, STARTED)
    }

    /// Whether the call may have effects now. From here on it answers for itself.
    pub fn settle(&self) -> bool {
        self.go(STARTED, SETTLED) || self.0.load(Ordering::SeqCst) == SETTLED
    }

    /// Whether the call has had no effect, and is now cancelled.
    pub fn cancel(&self) -> bool {
        self.go(WAITING, CANCELLED) || self.go(STARTED, CANCELLED)
    }

    fn go(&self, from: u8, to: u8) -> bool {
        self.0.compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_run_in_order_and_a_panic_does_not_stop_the_line() {
        let lane = Lane::new("test");
        let (sender, seen) = mpsc::channel();
        for n in 0..5 {
            let sender = sender.clone();
            let job = Box::new(move || {
                sender.send(n).unwrap();
                assert_ne!(n, 2, "a panic that the test asked for");
            });
            lane.push(job).unwrap();
        }
        drop(sender);
        assert_eq!(seen.iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn lane_ends_behind_its_last_job_and_also_from_within() {
        let lane = Arc::new(Lane::new("test"));
        let (sender, seen) = mpsc::channel();
        let last = sender.clone();
        let slow = move || {
            std::thread::sleep(std::time::Duration::from_millis(20));
            last.send("slow").unwrap();
        };
        lane.push(Box::new(slow)).unwrap();
        lane.end();
        assert_eq!(seen.try_recv(), Ok("slow"), "the job is over when the lane has ended");
        let inner = Arc::clone(&lane);
        lane.push(Box::new(move || {
            inner.end();
            sender.send("ended from within").unwrap();
        }))
        .unwrap();
        assert_eq!(seen.recv(), Ok("ended from within"));
    }

    #[test]
    fn a_turn_is_taken_once() {
        let turn = CallState::default();
        assert!(turn.cancel());
        assert!(!turn.start(&CancelToken::new()));
        let turn = CallState::default();
        assert!(turn.start(&CancelToken::new()));
        assert!(!turn.start(&CancelToken::new()));
    }

    #[test]
    fn a_started_turn_is_settled_or_cancelled_and_never_both() {
        let turn = CallState::default();
        assert!(turn.start(&CancelToken::new()));
        assert!(turn.cancel());
        assert!(!turn.settle());
        let turn = CallState::default();
        assert!(turn.start(&CancelToken::new()));
        assert!(turn.settle());
        assert!(turn.settle(), "a change that starts again settles again");
        assert!(!turn.cancel());
    }
}
