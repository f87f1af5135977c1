//! Who of this process may put files in place: one transaction at a time, from its first file to its end.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use scenewright_tools::lane::Lane;

type Job = Box<dyn FnOnce(Permit) + Send>;

/// Waiting costs no thread. A job that waits is not in the lane, so what ends the transaction that holds the gate never
/// queues behind it.
pub struct AsyncMutex {
    lane: Lane,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    is_held: bool,
    waiting: VecDeque<(Owner, Job)>,
}

/// Tells the sessions apart whose jobs wait.
pub type Owner = usize;

/// The right to put files in place. Dropping it lets the next one in.
pub struct Permit {
    gate: Arc<AsyncMutex>,
}

impl AsyncMutex {
    pub fn new(name: &'static str) -> Arc<AsyncMutex> {
        Arc::new(AsyncMutex { lane: Lane::new(name), queue: Mutex::default() })
    }

    /// Does the job in the gate's lane when all who came before have let go. A job that is not wanted any more when its
    /// turn comes drops what it is given.
    pub fn enter(self: &Arc<Self>, owner: Owner, job: Job) {
        let mut queue = self.queue();
        if queue.is_held {
            queue.waiting.push_back((owner, job));
        } else {
            queue.is_held = true;
            drop(queue);
            self.start(job);
        }
    }

    /// Does something in the gate's lane for the one who holds it.
    pub fn finish(&self, job: Box<dyn FnOnce() + Send>) -> std::io::Result<()> {
        self.lane.push(job)
    }

    /// Drops the jobs of a session that still wait.
    pub fn forget(&self, owner: Owner) {
        let mut queue = self.queue();
        let waiting = std::mem::take(&mut queue.waiting).into_iter();
        let (forgotten, others): (VecDeque<_>, _) = waiting.partition(|(its, _)| *its == owner);
        queue.waiting = others;
        drop(queue);
        // What they hold may come back here.
        drop(forgotten);
    }

    /// Ends the gate's thread behind what it is at.
    pub fn end(&self) {
        self.lane.end();
    }

    fn start(self: &Arc<Self>, job: Job) {
        let hold = Permit { gate: Arc::clone(self) };
        // Without a thread the job is dropped, and what it holds with it: its caller is told, the next one gets in.
        let _ = self.lane.push(Box::new(move || job(hold)));
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut queue = self.gate.queue();
        match queue.waiting.pop_front() {
            Some((_, next)) => {
                drop(queue);
                self.gate.start(next);
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
    fn one_after_the_other_gets_in_and_the_holder_never_queues_behind_them() {
        let gate = AsyncMutex::new("test");
        let (sender, seen) = mpsc::channel();
        let (keep, kept) = mpsc::channel();
        let first = sender.clone();
        gate.enter(
            1,
            Box::new(move |hold| {
                first.send("first in").unwrap();
                keep.send(hold).unwrap();
            }),
        );
        let second = sender.clone();
        gate.enter(2, Box::new(move |_hold| second.send("second in").unwrap()));
        let hold = kept.recv().unwrap();
        let end = sender.clone();
        gate.finish(Box::new(move || {
            end.send("first ends").unwrap();
            drop(hold);
        }))
        .unwrap();
        let wait = Duration::from_secs(10);
        let order: Vec<_> = (0..3).map(|_| seen.recv_timeout(wait).unwrap()).collect();
        assert_eq!(order, ["first in", "first ends", "second in"]);
        gate.enter(2, Box::new(move |_hold| sender.send("third in").unwrap()));
        assert_eq!(seen.recv_timeout(wait), Ok("third in"), "the gate is free again");
    }

    #[test]
    fn forgotten_jobs_are_dropped_and_others_still_get_in() {
        let gate = AsyncMutex::new("test");
        let (keep, kept) = mpsc::channel();
        gate.enter(1, Box::new(move |hold| keep.send(hold).unwrap()));
        let hold = kept.recv().unwrap();
        let (sender, seen) = mpsc::channel();
        for owner in [1, 2, 1] {
            let sender = sender.clone();
            gate.enter(owner, Box::new(move |_hold| sender.send(owner).unwrap()));
        }
        drop(sender);
        gate.forget(1);
        drop(hold);
        assert_eq!(seen.iter().collect::<Vec<_>>(), [2]);
        gate.end();
    }
}
