//! Going through folders, in parallel, by their handles.
//!
//! Every folder is opened from the handle of the one that it is in, without following a link, and its list says what
//! kind each entry is of. So what is visited is inside its root by construction, whatever is swapped meanwhile. Links
//! are visited as such and never gone through.
//!
//! This module is our own because the walk of `ignore` opens every folder by its path.
//!
//! The walk leaves out: ignored and hidden entries, unless asked for; devices, FIFOs and sockets; the workspace's own
//! state and temporaries. All but the last are counted.

mod held;
mod options;
mod queue;
mod report;
mod start;
mod tree;
mod visitor;
mod worker;

use std::sync::Mutex;
use std::thread;

pub use self::options::WalkOptions;
use self::queue::Queue;
use self::report::cancelled;
pub use self::report::{Interrupt, Interrupted, Partial, PartialReason, Skipped, Trouble};
pub use self::start::{OpenedPlace, WalkStart, open_place};
pub use self::tree::{Tree, TreeEntry, tree};
pub use self::visitor::{Visitor, WalkEntry, WalkFolder};
use self::worker::{Shared, Worker};
use scenewright_error::Result;

/// The most threads: more would wait for the disk and for each other.
const MAX_THREADS: usize = 8;

/// The result of a walk.
#[derive(Debug)]
pub struct Walked<V> {
    /// One visitor for every thread, with what it saw.
    pub visitors: Vec<V>,
    /// The counts of all threads together.
    pub skipped: Skipped,
    /// The troubles of all threads together; the reason `deadline` where the walk was not finished.
    pub partial: Partial,
}

/// Shows every entry beneath the starts to one of the visitors, which are made one for each thread. A deadline
/// gives a partial result; cancellation is an error.
pub fn walk<V: Visitor>(
    starts: &[WalkStart],
    options: &WalkOptions<'_>,
    make_visitor: impl Fn() -> V + Sync,
) -> Result<Walked<V>> {
    let queue = Queue::new(starts);
    let shared = Shared::new(starts, *options, &queue);
    let done: Mutex<Vec<Worker<'_, V>>> = Mutex::new(Vec::new());
    let work = || {
        let mut worker = Worker::new(&shared, make_visitor());
        worker.run();
        if let Ok(mut done) = done.lock() {
            done.push(worker);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
    thread::scope(|scope| {
        // The calling thread works too.
        for _ in 1..threads {
            // Where no thread can be had, this one does it all.
            let _ = thread::Builder::new().name("scenewright-walk".to_owned()).spawn_scoped(scope, work);
        }
        work();
    });
    let mut walked =
        Walked { visitors: Vec::new(), skipped: Skipped::default(), partial: Partial::default() };
    for worker in done.into_inner().unwrap_or_default() {
        walked.skipped.add(&worker.skipped);
        walked.partial.add(worker.partial);
        walked.visitors.push(worker.visitor);
    }
    match options.interrupt.check().or(shared.interrupted()) {
        Some(Interrupted::Cancelled) => Err(cancelled()),
        // Only if it cut the walk short: a deadline that passes after the last entry loses nothing.
        Some(Interrupted::Deadline) if shared.interrupted().is_some() => {
            walked.partial.add_reason(PartialReason::Deadline);
            Ok(walked)
        }
        _ => Ok(walked),
    }
}
