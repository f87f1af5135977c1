//! Threads for calls that need not wait for each other: reading and searching.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

type Job = Box<dyn FnOnce() + Send>;

/// So many jobs are at work at once. Those that wait for the host do not count.
const MOST_AT_WORK: usize = 16;
/// A thread that has had nothing to do for so long ends.
const IDLE: Duration = Duration::from_secs(10);

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    threads: usize,
    idle: usize,
    /// Threads whose job waits for the host.
    waiting: usize,
}

/// The threads of this process. None exists before the first job.
#[derive(Default)]
pub struct Workers {
    queue: Mutex<Queue>,
    wake: Condvar,
}

impl Workers {
    pub fn shared() -> &'static Workers {
        static WORKERS: OnceLock<Workers> = OnceLock::new();
        WORKERS.get_or_init(Workers::default)
    }

    /// Does the job on one of the threads. Without a thread it is dropped.
    pub fn run(&'static self, job: Job) {
        let mut queue = self.queue();
        queue.jobs.push_back(job);
        self.provide(queue);
    }

    /// Does something that waits for the host, whose answer may need another of these threads.
    pub fn while_waiting<T>(&'static self, wait: impl FnOnce() -> T) -> T {
        let mut queue = self.queue();
        queue.waiting += 1;
        self.provide(queue);
        let result = catch_unwind(AssertUnwindSafe(wait));
        self.queue().waiting -= 1;
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Wakes an idle thread, or starts another where there is room and need for one.
    fn provide(&'static self, mut queue: MutexGuard<'_, Queue>) {
        if queue.jobs.is_empty() {
            return;
        }
        if queue.idle >= queue.jobs.len() {
            self.wake.notify_one();
        } else if queue.threads < MOST_AT_WORK + queue.waiting {
            queue.threads += 1;
            drop(queue);
            let started =
                std::thread::Builder::new().name("scenewright-files".into()).spawn(move || self.work());
            if started.is_err() {
                let mut queue = self.queue();
                queue.threads -= 1;
                if queue.threads == 0 {
                    let unserved = std::mem::take(&mut queue.jobs);
                    drop(queue);
                    drop(unserved);
                }
            }
        }
    }

    fn work(&self) {
        let mut queue = self.queue();
        loop {
            if let Some(job) = queue.jobs.pop_front() {
                drop(queue);
                // A panic is answered by the job's own guard.
                drop(catch_unwind(AssertUnwindSafe(job)));
                queue = self.queue();
                if queue.threads > MOST_AT_WORK + queue.waiting {
                    break;
                }
                continue;
            }
            queue.idle += 1;
            let (woken, wait) = self.wake.wait_timeout(queue, IDLE).unwrap_or_else(PoisonError::into_inner);
            queue = woken;
            queue.idle -= 1;
            if wait.timed_out() && queue.jobs.is_empty() {
                break;
            }
        }
        queue.threads -= 1;
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn jobs_that_wait_for_the_host_never_keep_the_others_out() {
        let workers: &'static Workers = Box::leak(Box::default());
        let (sender, seen) = mpsc::channel();
        let (open, gate) = mpsc::channel::<()>();
        let gate = std::sync::Arc::new(Mutex::new(gate));
        let blocked = 3 * MOST_AT_WORK;
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
}
