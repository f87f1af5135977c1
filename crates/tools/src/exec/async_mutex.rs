//! A mutex whose waiters need no thread.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::serial_queue::SerialQueue;

type Job = Box<dyn FnOnce(Permit) + Send>;

/// A mutex that runs jobs, one at a time, on a thread of its own. A waiting job costs no thread and is not in that thread's
/// queue, so the job that releases the mutex never waits for it.
pub struct AsyncMutex {
    jobs: SerialQueue,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    is_held: bool,
    waiting: VecDeque<(Owner, Job)>,
}

/// A number that distinguishes the sessions whose jobs wait.
pub type Owner = usize;

/// The permit to put files in place. Dropping it admits the next one.
pub struct Permit {
    mutex: Arc<AsyncMutex>,
}

impl AsyncMutex {
    /// Makes an unlocked mutex. Its thread has this name, and starts with the first job.
    pub fn new(name: &'static str) -> Arc<AsyncMutex> {
        Arc::new(AsyncMutex { jobs: SerialQueue::new(name), queue: Mutex::default() })
    }

    /// Runs `job` on the thread of the mutex once all earlier holders have released it. A job that is no longer wanted
    /// drops its permit.
    pub fn lock(self: &Arc<Self>, owner: Owner, job: Job) {
        let mut queue = self.queue();
        if queue.is_held {
            queue.waiting.push_back((owner, job));
        } else {
            queue.is_held = true;
            drop(queue);
            self.start(job);
        }
    }

    /// Runs `job` on the thread of the mutex on behalf of its holder.
    pub fn finish(&self, job: Box<dyn FnOnce() + Send>) -> std::io::Result<()> {
        self.jobs.push(job)
    }

    /// Drops the waiting jobs of a session.
    pub fn forget(&self, owner: Owner) {
        let mut queue = self.queue();
        let waiting = std::mem::take(&mut queue.waiting).into_iter();
        let (forgotten, others): (VecDeque<_>, _) = waiting.partition(|(its, _)| *its == owner);
        queue.waiting = others;
        drop(queue);
        // Dropped without the lock: what the jobs hold may come back here when it is dropped.
        drop(forgotten);
    }

    /// Ends the thread after its present job.
    pub fn end(&self) {
        self.jobs.end();
    }

    fn start(self: &Arc<Self>, job: Job) {
        let permit = Permit { mutex: Arc::clone(self) };
        // Without a thread the job is dropped, and what it holds with it: its caller is notified, the next one gets in.
        let _ = self.jobs.push(Box::new(move || job(permit)));
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut queue = self.mutex.queue();
        match queue.waiting.pop_front() {
            Some((_, next)) => {
                drop(queue);
                // It stays held: the permit passes to the next in line, so no other job can get in between.
                self.mutex.start(next);
            }
            None => queue.is_held = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn mutex_admits_one_at_a_time_and_holder_never_queues() {
        let mutex = AsyncMutex::new("test");
        let (sender, seen) = mpsc::channel();
        let (keep, kept) = mpsc::channel();
        let first = sender.clone();
        mutex.lock(
            1,
            Box::new(move |permit| {
                first.send("first in").unwrap();
                keep.send(permit).unwrap();
            }),
        );
        let second = sender.clone();
        mutex.lock(2, Box::new(move |_hold| second.send("second in").unwrap()));
        let permit = kept.recv().unwrap();
        let end = sender.clone();
        mutex
            .finish(Box::new(move || {
                end.send("first ends").unwrap();
                drop(permit);
            }))
            .unwrap();
        let wait = Duration::from_secs(10);
        let order: Vec<_> = (0..3).map(|_| seen.recv_timeout(wait).unwrap()).collect();
        assert_eq!(order, ["first in", "first ends", "second in"]);
        mutex.lock(2, Box::new(move |_hold| sender.send("third in").unwrap()));
        assert_eq!(seen.recv_timeout(wait), Ok("third in"), "the mutex is free again");
    }

    #[test]
    fn mutex_drops_forgotten_jobs_and_admits_others() {
        let mutex = AsyncMutex::new("test");
        let (keep, kept) = mpsc::channel();
        mutex.lock(1, Box::new(move |permit| keep.send(permit).unwrap()));
        let permit = kept.recv().unwrap();
        let (sender, seen) = mpsc::channel();
        for owner in [1, 2, 1] {
            let sender = sender.clone();
            mutex.lock(owner, Box::new(move |_hold| sender.send(owner).unwrap()));
        }
        drop(sender);
        mutex.forget(1);
        drop(permit);
        assert_eq!(seen.iter().collect::<Vec<_>>(), [2]);
        mutex.end();
    }
}
