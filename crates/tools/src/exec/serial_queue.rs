//! A thread that answers calls in the order in which they came.

use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::lifetime::join;

type Job = Box<dyn FnOnce() + Send>;

/// Takes jobs one by one. Its thread starts with the first job and ends with the queue, which waits for it.
pub struct SerialQueue {
    name: &'static str,
    running: Mutex<Option<Running>>,
}

struct Running {
    sender: Sender<Job>,
    thread: JoinHandle<()>,
}

impl SerialQueue {
    /// Makes an empty queue. Its thread has this name, and starts with the first job.
    pub fn new(name: &'static str) -> Self {
        SerialQueue { name, running: Mutex::new(None) }
    }

    /// Puts a job at the end of the queue. Nothing here waits.
    pub fn push(&self, job: Job) -> std::io::Result<()> {
        let mut running = self.running();
        let job = match running.as_ref() {
            Some(running) => match running.sender.send(job) {
                Ok(()) => return Ok(()),
                // The thread is gone, which only happens if it panicked outside of a job: another one is started.
                Err(mpsc::SendError(job)) => job,
            },
            None => job,
        };
        let (sender, jobs) = mpsc::channel::<Job>();
        let thread = std::thread::Builder::new().name(self.name.into()).spawn(move || {
            for job in jobs {
                // The job's own guard answers a panic; the queue continues.
                drop(std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)));
            }
        })?;
        drop(sender.send(job));
        *running = Some(Running { sender, thread });
        Ok(())
    }

    /// Waits for the jobs in the line and for the end of the thread; a job that ends its own queue waits for neither. The
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

impl Drop for SerialQueue {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn jobs_run_in_order_and_a_panic_does_not_stop_the_queue() {
        let queue = SerialQueue::new("test");
        let (sender, seen) = mpsc::channel();
        for n in 0..5 {
            let sender = sender.clone();
            let job = Box::new(move || {
                sender.send(n).unwrap();
                assert_ne!(n, 2, "a panic that the test asked for");
            });
            queue.push(job).unwrap();
        }
        drop(sender);
        assert_eq!(seen.iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn queue_ends_after_its_last_job_and_also_from_within() {
        let queue = Arc::new(SerialQueue::new("test"));
        let (sender, seen) = mpsc::channel();
        let last = sender.clone();
        let slow = move || {
            std::thread::sleep(std::time::Duration::from_millis(20));
            last.send("slow").unwrap();
        };
        queue.push(Box::new(slow)).unwrap();
        queue.end();
        assert_eq!(seen.try_recv(), Ok("slow"), "the job is over when the queue has ended");
        let inner = Arc::clone(&queue);
        queue
            .push(Box::new(move || {
                inner.end();
                sender.send("ended from within").unwrap();
            }))
            .unwrap();
        assert_eq!(seen.recv(), Ok("ended from within"));
    }
}
