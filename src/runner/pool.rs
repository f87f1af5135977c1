//! A few warm children, shared by everything in the process that uses the same runner.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::cancel::CancelToken;
use super::child::{Child, Lost};
use super::protocol::{Answer, Job, Request};
use crate::error::{Error, Kind};
use crate::script::{Limits, show_bytes};

/// Children that wait for work. One is enough to hide the start of the next.
const MOST_IDLE: usize = 1;

/// A child is replaced after so many jobs, or when it holds more than this after one.
const MOST_JOBS: u32 = 1_000;
const MOST_HEAP_LEFT: u64 = 64 << 20;

/// Runs jobs in child processes: at most one a core at a time, each by its own deadline.
pub struct Pool {
    program: PathBuf,
    most_busy: usize,
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Default)]
struct State {
    idle: Vec<Child>,
    busy: usize,
    /// Counts the rests: a child that was started for a time before one is not kept after it.
    rests: u64,
}

impl Pool {
    /// The pool of this process for a runner executable.
    pub fn shared(program: &Path) -> Arc<Pool> {
        static POOLS: OnceLock<Mutex<HashMap<PathBuf, Arc<Pool>>>> = OnceLock::new();
        let pools = POOLS.get_or_init(Mutex::default);
        let mut pools = pools.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(pools.entry(program.to_path_buf()).or_insert_with(|| {
            Arc::new(Pool {
                program: program.to_path_buf(),
                most_busy: std::thread::available_parallelism().map_or(1, usize::from),
                state: Mutex::default(),
                freed: Condvar::new(),
            })
        }))
    }

    /// Runs one job. Whatever happens to the child, the answer is one of ours, and the next job finds another.
    pub fn run(
        self: &Arc<Self>,
        request: Request,
        limits: &Limits,
        cancel: &CancelToken,
    ) -> Result<Answer, Error> {
        let _slot = self.slot(cancel)?;
        let job = Job { memory_bytes: limits.memory_bytes, request };
        loop {
            let mut child = match self.lock().idle.pop() {
                Some(child) => child,
                None => Child::spawn(&self.program)?,
            };
            let deadline = Instant::now() + Duration::from_millis(limits.time_ms);
            let error = match child.work(&job, deadline, cancel) {
                Ok(done) => {
                    let worn = child.jobs >= MOST_JOBS || done.heap_bytes > MOST_HEAP_LEFT;
                    let panicked = matches!(done.answer, Answer::Panicked(_));
                    if worn || panicked {
                        self.replace(child)
                    } else {
                        self.keep(child)
                    }
                    return match done.answer {
                        Answer::Panicked(message) => Err(panic_error(&message, limits)),
                        answer => Ok(answer),
                    };
                }
                Err(Lost::BeforeStart) => {
                    child.kill();
                    child.reap();
                    continue;
                }
                Err(Lost::Because(error)) => error,
            };
            self.replace(child);
            return Err(explain(error, limits));
        }
    }

    /// Waits until fewer children are busy than there are cores.
    fn slot(self: &Arc<Self>, cancel: &CancelToken) -> Result<Slot, Error> {
        let pool = Arc::clone(self);
        let _registration = cancel.on_cancel(move || {
            // Taken so that the wake-up cannot fall between a waiter's check and its wait.
            let _state = pool.lock();
            pool.freed.notify_all();
        });
        let mut state = self.lock();
        while state.busy >= self.most_busy {
            if cancel.is_cancelled() {
                return Err(Error::new(Kind::Cancelled, "The call was cancelled"));
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if cancel.is_cancelled() {
            return Err(Error::new(Kind::Cancelled, "The call was cancelled"));
        }
        state.busy += 1;
        Ok(Slot(Arc::clone(self)))
    }

    fn keep(&self, child: Child) {
        let mut state = self.lock();
        if state.idle.len() < MOST_IDLE {
            state.idle.push(child);
        } else {
            drop(state);
            std::thread::spawn(move || child.reap());
        }
    }

    /// Ends a child and starts the next, away from the caller, whose answer does not wait for either.
    fn replace(self: &Arc<Self>, mut child: Child) {
        child.kill();
        let pool = Arc::clone(self);
        let rests = self.lock().rests;
        std::thread::spawn(move || {
            // The next child starts while the old one gives its memory back.
            let wanted = |state: &State| state.idle.is_empty() && state.rests == rests;
            if wanted(&pool.lock())
                && let Ok(next) = Child::spawn(&pool.program)
            {
                let mut state = pool.lock();
                if wanted(&state) {
                    state.idle.push(next);
                } else {
                    drop(state);
                    next.reap();
                }
            }
            child.reap();
        });
    }

    /// Ends the children that wait for work, and those that are being started for it.
    pub fn rest(&self) {
        let idle = {
            let mut state = self.lock();
            state.rests += 1;
            std::mem::take(&mut state.idle)
        };
        idle.into_iter().for_each(Child::reap);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Slot(Arc<Pool>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.lock().busy -= 1;
        self.0.freed.notify_one();
    }
}

/// Whether the runner starts and speaks our protocol.
pub fn probe(program: &Path) -> Result<(), Error> {
    let pool = Pool::shared(program);
    pool.run(Request::Ping, &Limits::default(), &CancelToken::new()).map(drop)
}

/// A limit in words: which one, its value, how to raise it.
fn explain(error: Error, limits: &Limits) -> Error {
    match error.kind {
        Kind::Timeout => Error {
            message: format!("The run took longer than {} (limit timeMs) and was stopped", seconds(limits.time_ms)),
            hint: Some("Look for a loop that does not end. If the work is really that long, raise limits.timeMs.".into()),
            ..error
        },
        Kind::Memory => memory_error(limits),
        Kind::Stack => Error {
            message: "The script needs more stack than there is: its source is nested, or its calls recurse, too deep".into(),
            hint: Some("Up to 1,000 levels of nesting and 10,000 open calls work; a loop needs no stack.".into()),
            ..error
        },
        _ => error,
    }
}

fn memory_error(limits: &Limits) -> Error {
    let limit = show_bytes(usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX));
    Error::new(
        Kind::Memory,
        format!("The run needed more than {limit} of memory (limit memoryBytes) and was stopped"),
    )
    .with_hint("Look for data that grows without end. If the work really needs it, raise limits.memoryBytes.")
}

/// How the engine and the standard library say that a size is more than any memory.
const MEMORY_PANICS: [&str; 3] =
    ["capacity overflow", "LayoutError", "detected overflow during string allocation"];

fn panic_error(message: &str, limits: &Limits) -> Error {
    if MEMORY_PANICS.iter().any(|words| message.contains(words)) {
        return memory_error(limits);
    }
    Error::new(Kind::Runner, format!("The script runner failed: {message}"))
        .with_hint("Nothing was changed. Please report this with the script that caused it.")
}

fn seconds(ms: u64) -> String {
    match ms {
        ms if ms.is_multiple_of(1000) => format!("{} s", ms / 1000),
        ms => format!("{ms} ms"),
    }
}
