//! Threads for calls that need not wait for each other: reading and searching.
//!
//! This module is our own because the threads of `rayon` never end, and none takes the place of one that waits for
//! the host.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use scenewright_tools::exec::join;

type Job = Box<dyn FnOnce() + Send>;

/// The most jobs that are at work at once. Those that wait for the host do not count.
const MAX_AT_WORK: usize = 16;
/// The time after which an idle thread ends.
const IDLE: Duration = Duration::from_secs(10);

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    threads: usize,
    idle: usize,
    /// The number of threads whose job waits for the host.
    waiting: usize,
    /// The number of users that may submit jobs.
    users: usize,
    /// The era of the threads: one of an earlier era ends, and is not counted.
    era: u64,
    handles: Vec<JoinHandle<()>>,
}

/// The threads of this process. None exists before the first job, or without users that may submit one.
#[derive(Default)]
pub(crate) struct Workers {
    queue: Mutex<Queue>,
    wake: Condvar,
}

/// The right to submit jobs. When the last one is dropped, it waits for the end of the threads.
pub(crate) struct WorkersInUse(&'static Workers);

impl Workers {
    pub(crate) fn shared() -> &'static Workers {
        static WORKERS: OnceLock<Workers> = OnceLock::new();
        WORKERS.get_or_init(Workers::default)
    }

    /// Keeps the threads alive when another user leaves.
    pub(crate) fn enter(&'static self) -> WorkersInUse {
        self.queue().users += 1;
        WorkersInUse(self)
    }

    /// Runs the job on one of the threads. Without a thread it is dropped.
    pub(crate) fn run(&'static self, job: Job) {
        let mut queue = self.queue();
        // A job without a thread lies in the queue until one is free; see `provide` for the case
        // that none can be started.
        queue.jobs.push_back(job);
        self.provide(queue);
    }

    /// Runs a function that waits for the host, whose answer may need another of these threads.
    pub(crate) fn while_waiting<T>(&'static self, wait: impl FnOnce() -> T) -> T {
        let mut queue = self.queue();
        queue.waiting += 1;
        self.provide(queue);
        // Caught so that the count is right again in any case; one too many would raise the limit
        // for ever.
        let result = catch_unwind(AssertUnwindSafe(wait));
        self.queue().waiting -= 1;
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Wakes an idle thread, or starts another where there is room and need for one.
    fn provide(&'static self, mut queue: MutexGuard<'_, Queue>) {
        if queue.jobs.is_empty() {
            return;
        }
        // Idle threads that were woken but have not come yet still count as idle, so they are
        // compared with all the waiting jobs.
        if queue.idle >= queue.jobs.len() {
            self.wake.notify_one();
        } else if queue.threads < MAX_AT_WORK + queue.waiting {
            let era = queue.era;
            // Under the lock, so that the thread that ends the era finds the handle.
            let started =
                std::thread::Builder::new().name("scenewright-files".into()).spawn(move || self.work(era));
            match started {
                Ok(thread) => {
                    queue.threads += 1;
                    queue.handles.retain(|handle| !handle.is_finished());
                    queue.handles.push(thread);
                }
                Err(_) if queue.threads == 0 => {
                    // Dropping a job answers its call, and that may submit another: hence not under
                    // the lock.
                    let unserved = std::mem::take(&mut queue.jobs);
                    drop(queue);
                    drop(unserved);
                }
                Err(_) => {}
            }
        }
    }

    fn leave(&self) {
        let mut queue = self.queue();
        queue.users -= 1;
        if queue.users > 0 {
            return;
        }
        // The old threads end by themselves: after the job that they have, or when they are woken.
        queue.era += 1;
        (queue.threads, queue.idle) = (0, 0);
        let handles = std::mem::take(&mut queue.handles);
        drop(queue);
        self.wake.notify_all();
        handles.into_iter().for_each(join);
    }

    fn work(&self, era: u64) {
        let mut queue = self.queue();
        while queue.era == era {
            if let Some(job) = queue.jobs.pop_front() {
                drop(queue);
                // A panic is answered by the job's own guard.
                drop(catch_unwind(AssertUnwindSafe(job)));
                queue = self.queue();
                // This thread took the place of one that waited and is back at work.
                if queue.era == era && queue.threads > MAX_AT_WORK + queue.waiting {
                    queue.threads -= 1;
                    return;
                }
                continue;
            }
            queue.idle += 1;
            let (woken, wait) = self.wake.wait_timeout(queue, IDLE).unwrap_or_else(PoisonError::into_inner);
            queue = woken;
            if queue.era != era {
                return;
            }
            queue.idle -= 1;
            // A job may have come at the very end of the wait; then it is served first.
            if wait.timed_out() && queue.jobs.is_empty() {
                queue.threads -= 1;
                return;
            }
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for WorkersInUse {
    fn drop(&mut self) {
        self.0.leave();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn jobs_waiting_for_host_never_block_others() {
        let workers: &'static Workers = Box::leak(Box::default());
        let (sender, seen) = mpsc::channel();
        let (open, gate) = mpsc::channel::<()>();
        let gate = std::sync::Arc::new(Mutex::new(gate));
        let blocked = 3 * MAX_AT_WORK;
        for _ in 0..blocked {
            let (sender, gate) = (sender.clone(), gate.clone());
            workers.run(Box::new(move || {
                workers.while_waiting(|| gate.lock().unwrap().recv().unwrap());
                sender.send("waited").unwrap();
            }));
        }
        let quick = sender.clone();
        workers.run(Box::new(move || quick.send("quick").unwrap()));
        assert_eq!(seen.recv_timeout(Duration::from_secs(20)), Ok("quick"));
        (0..blocked).for_each(|_| open.send(()).unwrap());
        for _ in 0..blocked {
            assert_eq!(seen.recv_timeout(Duration::from_secs(20)), Ok("waited"));
        }
        workers.run(Box::new(|| panic!("a panic that the test asked for")));
        workers.run(Box::new(move || sender.send("still there").unwrap()));
        assert_eq!(seen.recv_timeout(Duration::from_secs(20)), Ok("still there"));
    }

    #[test]
    fn worker_threads_end_with_last_user_and_restart_for_next() {
        let workers: &'static Workers = Box::leak(Box::default());
        for _ in 0..3 {
            let (one, other) = (workers.enter(), workers.enter());
            let (sender, seen) = mpsc::channel();
            let job = |sender: mpsc::Sender<()>| Box::new(move || sender.send(()).unwrap());
            workers.run(job(sender.clone()));
            seen.recv().unwrap();
            drop(one);
            assert_eq!(workers.queue().threads, 1);
            workers.run(job(sender));
            seen.recv().unwrap();
            drop(other);
            assert_eq!(workers.queue().threads, 0);
            assert!(workers.queue().handles.is_empty());
        }
    }
}
