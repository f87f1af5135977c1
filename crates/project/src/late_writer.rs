//! A thread that writes what can wait, the newest alone.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use scenewright_tools::exec::{SerialQueue, lock};

/// Things that wait to be written on a thread of their own. It starts with the first, and ends with the queue.
///
/// Invariant: of those that wait only the last is written.
pub(crate) struct LateWriter<T> {
    queue: SerialQueue,
    state: Mutex<State<T>>,
    /// Notified when a rest has to end.
    hurry: Condvar,
}

struct State<T> {
    waiting: Option<T>,
    is_writing: bool,
    /// The callers that wait until all is written.
    awaiting: usize,
    /// True while one of them wants nothing written.
    is_cancelled: bool,
}

impl<T> LateWriter<T> {
    pub(crate) fn new(name: &'static str) -> Self {
        let state = Mutex::new(State { waiting: None, is_writing: false, awaiting: 0, is_cancelled: false });
        LateWriter { queue: SerialQueue::new(name), state, hurry: Condvar::new() }
    }

    /// Replaces the pending value. [`LateWriter::write_all`] calls `write_all` on the thread, or here without a
    /// thread.
    pub(crate) fn put(&self, new: T, write_all: impl Fn() + Send + Sync + Clone + 'static) {
        let is_at_work = {
            let mut state = lock(&self.state);
            state.waiting = Some(new);
            // Set with the value, under one lock: a thread that is about to end either sees the value or is known
            // to be over.
            std::mem::replace(&mut state.is_writing, true)
        };
        self.hurry.notify_all();
        let work = write_all.clone();
        if !is_at_work && self.queue.push(Box::new(work)).is_err() {
            write_all();
        }
    }

    /// Writes what waits until nothing does.
    pub(crate) fn write_all(&self, write: impl Fn(T)) {
        let _rest = RestAfterPanic(self);
        while let Some(next) = self.next() {
            write(next);
        }
    }

    /// Rests on the thread of the writer: so long at most, and not while somebody waits for the end. Returns false if what was to be
    /// written after it is no longer wanted: it was cancelled, or something newer waits.
    pub(crate) fn rest(&self, time: Duration) -> bool {
        let is_at_rest = |state: &mut State<T>| state.waiting.is_none() && state.awaiting == 0;
        let rested = self.hurry.wait_timeout_while(lock(&self.state), time, is_at_rest);
        let state = rested.unwrap_or_else(PoisonError::into_inner).0;
        state.waiting.is_none() && !state.is_cancelled
    }

    /// Forgets what waits, and returns when nothing is being written.
    pub(crate) fn cancel(&self) {
        {
            let mut state = lock(&self.state);
            (state.waiting, state.is_cancelled) = (None, true);
        }
        self.finish();
        lock(&self.state).is_cancelled = false;
    }

    /// Returns when all that waited is written, and the thread has ended.
    pub(crate) fn finish(&self) {
        lock(&self.state).awaiting += 1;
        self.hurry.notify_all();
        self.queue.end();
        lock(&self.state).awaiting -= 1;
    }

    /// Returns true while something waits or is being written.
    pub(crate) fn is_writing(&self) -> bool {
        lock(&self.state).is_writing
    }

    /// Takes what waits; notes when there is nothing.
    fn next(&self) -> Option<T> {
        let mut state = lock(&self.state);
        let next = state.waiting.take();
        // Under the same lock as the taking, so that a value put in after it starts the thread again.
        state.is_writing = next.is_some();
        next
    }
}

/// Lets the thread be started again after a panic.
struct RestAfterPanic<'a, T>(&'a LateWriter<T>);

impl<T> Drop for RestAfterPanic<'_, T> {
    fn drop(&mut self) {
        // Otherwise the flag says that a thread is at work, and nothing would ever be written again.
        if std::thread::panicking() {
            lock(&self.0.state).is_writing = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use super::*;

    /// Numbers that are written into a channel, each when the gate lets it.
    struct Numbers {
        writer: Arc<LateWriter<u32>>,
        open: mpsc::Sender<()>,
        gate: Arc<Mutex<mpsc::Receiver<()>>>,
        sender: mpsc::Sender<u32>,
        seen: mpsc::Receiver<u32>,
    }

    impl Numbers {
        fn new() -> Numbers {
            let (open, gate) = mpsc::channel();
            let (sender, seen) = mpsc::channel();
            let writer = Arc::new(LateWriter::new("test"));
            Numbers { writer, open, gate: Arc::new(Mutex::new(gate)), sender, seen }
        }

        fn put(&self, number: u32) {
            let (writer, gate) = (Arc::clone(&self.writer), Arc::clone(&self.gate));
            let sender = self.sender.clone();
            self.writer.put(number, move || {
                writer.write_all(|number| {
                    lock(&gate).recv().unwrap();
                    assert_ne!(number, 13, "a panic that the test asked for");
                    sender.send(number).unwrap();
                });
            });
        }

        fn let_pass(&self, count: u32) {
            (0..count).for_each(|_| self.open.send(()).unwrap());
        }

        fn written(&self) -> Vec<u32> {
            self.writer.finish();
            assert!(!self.writer.is_writing());
            self.seen.try_iter().collect()
        }
    }

    #[test]
    fn newest_alone_is_written_and_finish_waits_for_it() {
        let numbers = Numbers::new();
        (0..4).for_each(|number| numbers.put(number));
        assert!(numbers.writer.is_writing());
        numbers.let_pass(4);
        let written = numbers.written();
        assert_eq!(written.last(), Some(&3));
        assert!(written.len() <= 2, "what waited behind the first was replaced: {written:?}");
        numbers.let_pass(1);
        numbers.put(4);
        assert_eq!(numbers.written(), [4], "the thread starts again");
    }

    #[test]
    fn rest_ends_for_a_newer_thing_and_for_who_waits() {
        let writer = Arc::new(LateWriter::new("test"));
        let (sender, seen) = mpsc::channel();
        let put = |number: u32| {
            let (at_work, sender) = (Arc::clone(&writer), sender.clone());
            writer.put(number, move || {
                at_work.write_all(|number| {
                    sender.send((number, false)).unwrap();
                    if at_work.rest(Duration::from_mins(10)) {
                        sender.send((number, true)).unwrap();
                    }
                });
            });
        };
        put(1);
        assert_eq!(seen.recv(), Ok((1, false)));
        put(2);
        assert_eq!(seen.recv(), Ok((2, false)));
        writer.finish();
        assert_eq!(seen.try_iter().collect::<Vec<_>>(), [(2, true)]);
        put(3);
        assert_eq!(seen.recv(), Ok((3, false)));
        writer.cancel();
        assert_eq!(seen.try_iter().count(), 0);
    }

    #[test]
    fn cancelled_thing_is_not_written_and_a_panic_ends_nothing() {
        let numbers = Numbers::new();
        numbers.let_pass(1);
        numbers.put(13);
        assert_eq!(numbers.written(), [0; 0]);
        numbers.put(1);
        numbers.put(2);
        numbers.let_pass(2);
        numbers.writer.cancel();
        assert!(!numbers.written().contains(&13));
    }
}
