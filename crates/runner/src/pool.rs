//! A few warm children, shared by everything in the process that uses the same runner.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::child::{Child, Lost};
use super::hardening::{Layer, SandboxProbe};
use super::kept_scenes::MAX_HEAP;
use super::protocol::{Answer, Job, Request};
use super::words::wrong_answer;
use super::words::{explain, without_panic};
use scenewright_call::{CancelToken, LogLine, cancelled};
use scenewright_error::{Error, Kind, WarningCode, coded_warning};
use scenewright_scene::typeset::{FontSource, NoFonts};
use scenewright_script::Limits;

/// The number of jobs after which a child is replaced: memory that a run leaks does not add up for ever.
const MAX_JOBS: u32 = 1_000;

/// The fewest jobs at once: on a machine of one core too, a question is answered beside a script that runs.
const MIN_BUSY: usize = 2;

/// The bytes on the heap after a job above which a child is replaced: the scenes that it may keep, and room for what the engine
/// and the fonts hold between runs.
const MAX_HEAP_LEFT: u64 = MAX_HEAP + (32 << 20);

/// A pool of child processes, which run at most one script per core at a time, each with its own deadline, and beside them draw
/// as many pictures: a question about a committed scene waits for no script. As many as there are cores stay warm; one that has
/// had nothing to do for a minute ends by itself.
pub(crate) struct Pool {
    program: PathBuf,
    most_busy: usize,
    state: Mutex<State>,
    freed: Condvar,
    /// True once a run carried the warning about sandbox layers that this machine lacks.
    has_warned: AtomicBool,
}

#[derive(Default)]
struct State {
    /// The idle children; the one that worked last is at the end.
    idle: Vec<Child>,
    /// The number of children that run scripts.
    running: usize,
    /// The number of children that draw scenes or write files of them.
    drawing: usize,
    /// The number of rests: a child whose start began before a rest is not kept after it.
    rests: u64,
    /// The threads that end or start a child, away from those that wait for an answer.
    helpers: Vec<JoinHandle<()>>,
}

fn pools() -> MutexGuard<'static, HashMap<PathBuf, Arc<Pool>>> {
    static POOLS: LazyLock<Mutex<HashMap<PathBuf, Arc<Pool>>>> = LazyLock::new(Mutex::default);
    POOLS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// Returns the pool of this process for a runner executable.
    pub(crate) fn shared(program: &Path) -> Arc<Pool> {
        Arc::clone(pools().entry(program.to_path_buf()).or_insert_with(|| {
            Arc::new(Pool {
                program: program.to_path_buf(),
                most_busy: std::thread::available_parallelism().map_or(1, usize::from).max(MIN_BUSY),
                state: Mutex::default(),
                freed: Condvar::new(),
                has_warned: AtomicBool::new(false),
            })
        }))
    }

    /// Returns every pool of this process.
    pub(super) fn all() -> Vec<Arc<Pool>> {
        pools().values().cloned().collect()
    }

    /// Runs one job. Whatever happens to the child, the answer is one of ours, and the next job finds another.
    pub(crate) fn run(
        self: &Arc<Self>,
        request: Request,
        limits: &Limits,
        fonts: &dyn FontSource,
        cancel: &CancelToken,
        printed: &dyn Fn(&LogLine),
    ) -> Result<Answer, Error> {
        // More scripts than cores would only take each other's time, and each has a deadline.
        let _slot = self.slot(matches!(request, Request::Run { .. }), cancel)?;
        let job = Job { memory_bytes: limits.memory_bytes, request };
        loop {
            let warm = self.lock().take_idle(&job.request);
            let mut child = match warm {
                Some(child) => child,
                None => Child::spawn(&self.program)?,
            };
            // The clock starts here: a start of a child or a wait for a core is not the script's time.
            let deadline = Instant::now() + Duration::from_millis(limits.time_ms);
            let (error, last_call) = match child.work(&job, deadline, fonts, cancel, printed) {
                Ok(done) => {
                    let worn = child.jobs >= MAX_JOBS || done.heap_bytes > MAX_HEAP_LEFT;
                    let panicked = matches!(done.answer, Answer::Panicked(_));
                    let answer = self.warn_once_of(&child.hardening, done.answer);
                    // After a panic the state of the engine is unknown.
                    if worn || panicked {
                        self.replace(child);
                    } else {
                        self.keep(child);
                    }
                    return without_panic(answer, limits);
                }
                // It ended while idle, as after its minute: the job has not begun, and another child takes it.
                Err(Lost::BeforeStart) => {
                    child.kill();
                    child.reap();
                    continue;
                }
                Err(Lost::Because { error, last_call }) => (error, last_call),
            };
            self.replace(child);
            return Err(explain(error, last_call, &job.request.work(), limits));
        }
    }

    /// Adds a warning of the sandbox layers that this machine lacks to the first run of the process.
    fn warn_once_of(&self, layers: &[Layer], mut answer: Answer) -> Answer {
        if let Answer::Ran(outcome) = &mut answer
            && !self.has_warned.swap(true, Ordering::Relaxed)
        {
            let warnings = match outcome.as_mut() {
                Ok(delivered) => &mut delivered.outcome.warnings,
                Err(failure) => &mut failure.warnings,
            };
            warnings.extend(lacking(layers));
        }
        answer
    }

    /// Waits until fewer children are busy with jobs of this kind than there are cores.
    fn slot(self: &Arc<Self>, is_run: bool, cancel: &CancelToken) -> Result<Slot, Error> {
        let pool = Arc::clone(self);
        let _registration = cancel.on_cancel(move || {
            // The lock is taken so that the wake-up cannot fall between a waiter's check and its wait.
            let _state = pool.lock();
            pool.freed.notify_all();
        });
        let mut state = self.lock();
        while *state.busy(is_run) >= self.most_busy {
            if cancel.is_cancelled() {
                return Err(cancelled());
            }
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if cancel.is_cancelled() {
            return Err(cancelled());
        }
        // Given back by dropping the slot, so that a panic of the caller costs no core.
        *state.busy(is_run) += 1;
        Ok(Slot { pool: Arc::clone(self), is_run })
    }

    fn keep(&self, child: Child) {
        let mut state = self.lock();
        if state.idle.len() < self.most_busy {
            state.idle.push(child);
        } else {
            state.help(move || child.reap());
        }
    }

    /// Ends a child and starts the next, away from the caller, whose answer waits for neither.
    fn replace(self: &Arc<Self>, mut child: Child) {
        child.kill();
        let pool = Arc::clone(self);
        let mut state = self.lock();
        let rests = state.rests;
        state.help(move || {
            // The next child starts while the old one gives its memory back.
            // One warm child is enough to hide the start; more are started when they are needed.
            let wanted = |state: &State| state.idle.is_empty() && state.rests == rests;
            if wanted(&pool.lock())
                && let Ok(next) = Child::spawn(&pool.program)
            {
                let mut state = pool.lock();
                // Asked again, as the start took milliseconds without the lock.
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

    /// Stops idle children, including any still starting.
    pub(crate) fn rest(&self) {
        let (idle, helpers) = {
            let mut state = self.lock();
            // Children whose start began before now see another number when they are ready, and are not kept.
            state.rests += 1;
            (std::mem::take(&mut state.idle), std::mem::take(&mut state.helpers))
        };
        idle.into_iter().for_each(Child::reap);
        for helper in helpers {
            // One that panicked has lost its child, which ends with its input.
            let _ = helper.join();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the number of children that are busy with jobs of this kind.
    fn busy(&mut self, is_run: bool) -> &mut usize {
        if is_run { &mut self.running } else { &mut self.drawing }
    }

    /// Takes an idle child for a request: one that may still have the scene that the request refers to, otherwise the most
    /// recently used one, so that the rest can time out.
    fn take_idle(&mut self, request: &Request) -> Option<Child> {
        // Children end by themselves after a minute; those that have are reaped here, without a timer.
        self.idle.retain_mut(|child| !child.has_ended());
        match self.idle.iter().rposition(|child| child.may_know(request)) {
            Some(at) => Some(self.idle.remove(at)),
            None => self.idle.pop(),
        }
    }

    fn help(&mut self, work: impl FnOnce() + Send + 'static) {
        self.helpers.retain(|helper| !helper.is_finished());
        self.helpers.push(std::thread::spawn(work));
    }
}

/// The right to a busy child.
struct Slot {
    pool: Arc<Pool>,
    is_run: bool,
}

impl Drop for Slot {
    fn drop(&mut self) {
        *self.pool.lock().busy(self.is_run) -= 1;
        // All waiters are woken: one that waits for a slot of the other kind would swallow a single wake-up.
        self.pool.freed.notify_all();
    }
}

/// The runner's report on itself.
pub struct Probe {
    /// The time from the start of the process to its first answer.
    pub start: Duration,
    /// The layers of the sandbox, those that this machine lacks among them.
    pub layers: Vec<Layer>,
    /// The attempts to break out, all of which should have been refused.
    pub attempts: Vec<SandboxProbe>,
}

/// Starts a separate runner, and has it try everything that scripts must not be able to do.
pub fn probe(program: &Path) -> Result<Probe, Error> {
    let ask = |child: &mut Child, request| {
        let job = Job { memory_bytes: u64::MAX, request };
        let deadline = Instant::now() + Duration::from_millis(Limits::default().time_ms);
        child.work(&job, deadline, &NoFonts, &CancelToken::new(), &|_| {}).map_err(|lost| match lost {
            Lost::Because { error, .. } => error,
            Lost::BeforeStart => Error::new(Kind::Runner, "The script runner ended before its job"),
        })
    };
    let started = Instant::now();
    let mut child = Child::spawn(program)?;
    let probed = ask(&mut child, Request::Ping).map(|_| started.elapsed()).and_then(|start| {
        match ask(&mut child, Request::TryToEscape)?.answer {
            Answer::SandboxProbes(attempts) => {
                Ok(Probe { start, layers: std::mem::take(&mut child.hardening), attempts })
            }
            _ => Err(wrong_answer()),
        }
    });
    child.kill();
    child.reap();
    probed
}

/// Returns the layers that this machine could not give the sandbox, in one sentence.
fn lacking(layers: &[Layer]) -> Option<String> {
    let missing: Vec<String> =
        layers.iter().filter(|it| !it.active).map(|it| format!("{} ({})", it.name, it.detail)).collect();
    let list = missing.join(", ");
    (!missing.is_empty()).then(|| {
        let words = format!(
            "The sandbox of scripts lacks {list} on this machine. `scenewright doctor` says what that leaves open."
        );
        coded_warning(WarningCode::Sandbox, &words)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_sandbox_layer_is_named_with_reason() {
        let layer =
            |name: &str, active| Layer { name: name.into(), active, detail: "the kernel is old".into() };
        assert_eq!(lacking(&[layer("seccomp", true)]), None);
        let said = lacking(&[layer("seccomp", true), layer("landlock", false)]).unwrap();
        assert!(
            said.starts_with("[sandbox] The sandbox of scripts lacks landlock (the kernel is old) on"),
            "{said}"
        );
    }
}
