//! The parent's handle of one child process.

use std::io::Read;
use std::path::Path;
use std::process::{Child as Process, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::code_file::code_file;
use super::fonts::FontAnswer;
use super::hardening::Layer;
use super::kept_scenes::MAX_SCENES;
use super::memory::{self, MEMORY_EXIT_CODE};
use super::protocol::{
    Answer, Done, Hello, Job, Order, PROTOCOL, Report, Request, SceneNumber, decode, encode, read_frame,
    write_frame,
};
use scenewright_call::{CancelToken, LogLine, cancelled};
use scenewright_error::{Error, Kind};
use scenewright_executable::NOT_LOADED_EXIT_CODE;
use scenewright_scene::typeset::FontSource;
use scenewright_script::LastCall;

/// The longest wait for the last call of a job: the child answers at once, or is too busy to.
const WORDS_WITHIN: Duration = Duration::from_millis(25);

/// The room in the pipe that a child answers through: with much of it a large scene crosses in few turns.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1 << 20;

/// The most time that finding fonts may add to a job. The first look at a machine's fonts takes up to a second.
const MAX_PAUSE: Duration = Duration::from_secs(5);

/// A child that has sent nothing wrong yet. Dropping it closes its input, at which it ends.
pub(super) struct Child {
    process: Process,
    input: Option<ChildStdin>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// The thread that reads the process's output, and ends with it.
    reader: Option<JoinHandle<()>>,
    greeted: bool,
    /// The sandbox layers that hold the child, once it has reported them.
    pub(super) hardening: Vec<Layer>,
    pub(super) jobs: u32,
    /// The numbers of the scenes that it may have kept; that used last is at the end.
    made: Vec<SceneNumber>,
}

enum Event {
    Frame(Vec<u8>),
    Closed,
    Cancelled,
}

/// The way in which a job ended without an answer.
pub(super) enum Lost {
    /// The child had been idle and ended before it took the job: another one may take it.
    BeforeStart,
    Because {
        error: Error,
        /// The last call of the job, where it is known.
        last_call: Option<LastCall>,
    },
}

impl From<Error> for Lost {
    fn from(error: Error) -> Self {
        Lost::Because { error, last_call: None }
    }
}

impl Child {
    /// Starts the runner with an empty environment. It opens the file that this code is in, and runs that. Called only on our
    /// own threads: starting takes milliseconds.
    pub(super) fn spawn(program: &Path) -> Result<Self, Error> {
        let mut command = Command::new(program);
        command.args(code_file());
        // Environments hold secrets, and a script that breaks out of the engine would find them in its
        // memory.
        command.env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if cfg!(unix) {
            // The host's folder stays free to be removed or unmounted.
            command.current_dir("/");
        }
        #[cfg(windows)]
        // Without it Windows does not find the libraries that every program loads.
        if let Some(root) = std::env::var_os("SystemRoot") {
            command.env("SystemRoot", root);
        }
        let start_error = |cause: &std::io::Error| {
            Error::new(
                Kind::Runner,
                format!("Could not start the script runner {}: {cause}", program.display()),
            )
            .with_hint("Run `scenewright doctor`; in a checkout, run `npm run build`.")
        };
        let mut process = command.spawn().map_err(|cause| start_error(&cause))?;
        let input = process.stdin.take();
        let output = process.stdout.take();
        #[cfg(target_os = "linux")]
        if let Some(output) = &output {
            // A smaller one is enough.
            let _ = rustix::pipe::fcntl_setpipe_size(output, PIPE_BYTES);
        }
        let (sender, events) = mpsc::channel();
        let frames = sender.clone();
        let reader = std::thread::Builder::new().name("scenewright-frames".into()).spawn(move || {
            let Some(mut output) = output.map(std::io::BufReader::new) else { return };
            while let Ok(Some(body)) = read_frame(&mut output) {
                // The child was dropped, so no job waits for its answers.
                if frames.send(Event::Frame(body)).is_err() {
                    return;
                }
            }
            drop(frames.send(Event::Closed));
        });
        let (greeted, hardening, jobs, made) = (false, Vec::new(), 0, Vec::new());
        let mut child =
            Child { process, input, events, sender, reader: None, greeted, hardening, jobs, made };
        match reader {
            Ok(reader) => child.reader = Some(reader),
            Err(cause) => {
                child.kill();
                return Err(start_error(&cause));
            }
        }
        Ok(child)
    }

    /// Gives the child a job and waits for its answer, until the deadline or a cancellation. After anything but
    /// an answer the child must be killed.
    ///
    /// The clock stops while a font is being found, though not for ever.
    pub(super) fn work(
        &mut self,
        job: &Job,
        mut deadline: Instant,
        fonts: &dyn FontSource,
        cancel: &CancelToken,
        printed: &dyn Fn(&LogLine),
    ) -> Result<Done, Lost> {
        let frame = encode(&Order::Job(job))
            .map_err(|error| Error::new(Kind::Internal, format!("The job could not be encoded: {error}")))?;
        let waker = self.sender.clone();
        let _registration = cancel.on_cancel(move || drop(waker.send(Event::Cancelled)));
        // A child that dies before its greeting could not start at all; another one would not either.
        let was_idle = self.greeted;
        // The pipe of a child that ended while idle is closed, perhaps in the middle of this write.
        if !self.send(&frame) {
            return Err(self.ended(was_idle));
        }
        self.jobs += 1;
        let mut taken = false;
        let mut pause = MAX_PAUSE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Frame(body)) if !self.greeted => self.greet(&body)?,
                Ok(Event::Frame(body)) => match decode(&body).map_err(broken_answer)? {
                    Report::Taken => taken = true,
                    // The answer to a question of an earlier job, which came too late for it.
                    Report::Where(_) => {}
                    Report::Printed(line) => printed(&line),
                    question @ (Report::NeedsFont(_) | Report::NeedsAsset(_)) => {
                        let asked = Instant::now();
                        let answer = match &question {
                            Report::NeedsAsset(path) => FontAnswer::Asset(fonts.asset(path)),
                            Report::NeedsFont(question) => question.answer(fonts),
                            _ => FontAnswer::Nothing,
                        };
                        self.answer(answer)?;
                        let paused = asked.elapsed().min(pause);
                        // Finding a font is the parent's work, and slow on first use; the script must not pay
                        // for it.
                        deadline += paused;
                        pause -= paused;
                    }
                    Report::Done(done) => {
                        self.note_scene(job, &done);
                        return Ok(*done);
                    }
                },
                // The queue outlives a job: an event of an earlier one may still be in it.
                Ok(Event::Cancelled) if cancel.is_cancelled() => {
                    return Err(cancelled().into());
                }
                Ok(Event::Cancelled) => {}
                Err(RecvTimeoutError::Timeout) => {
                    let error = Error::new(Kind::Timeout, "The time limit was reached");
                    return Err(Lost::Because { error, last_call: self.last_call() });
                }
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.ended(was_idle && !taken));
                }
            }
        }
    }

    /// Notes the scene of a run as the child does, which keeps those used last.
    fn note_scene(&mut self, job: &Job, done: &Done) {
        let Some(delivery) = job.request.delivery() else { return };
        if !matches!(&done.answer, Answer::Ran(ran) if ran.is_ok()) {
            return;
        }
        if let Some(at) = self.made.iter().position(|made| Some(*made) == delivery.base) {
            // Used last, kept longest, exactly as in `KeptScenes`: both lists must drop the same scenes.
            self.made[at..].rotate_left(1);
        }
        self.made.push(delivery.number);
        self.made.drain(..self.made.len().saturating_sub(MAX_SCENES));
    }

    /// Returns true if the child may have kept the scene that a request refers to.
    pub(super) fn may_know(&self, request: &Request) -> bool {
        let base = request.delivery().and_then(|delivery| delivery.base);
        base.is_some_and(|base| self.made.contains(&base))
    }

    /// Answers a question for a font or an asset. A child that cannot be answered has ended, which the next event says.
    fn answer(&mut self, answer: FontAnswer) -> Result<(), Error> {
        let frame = encode(&Order::<Job>::Font(answer))
            .map_err(|error| Error::new(Kind::Internal, format!("A font could not be encoded: {error}")))?;
        self.send(&frame);
        Ok(())
    }

    fn send(&mut self, frame: &[u8]) -> bool {
        self.input.as_mut().is_some_and(|input| write_frame(input, frame).is_ok())
    }

    /// Asks for the last call of the job.
    fn last_call(&mut self) -> Option<LastCall> {
        let question = encode(&Order::<Job>::Where).ok()?;
        if !self.send(&question) {
            return None;
        }
        let deadline = Instant::now() + WORDS_WITHIN;
        loop {
            match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Event::Frame(body)) => {
                    // Anything else is a report that was on its way before the question.
                    if let Ok(Report::Where(last)) = decode(&body) {
                        return Some(last);
                    }
                }
                Ok(Event::Cancelled) => {}
                Ok(Event::Closed) | Err(_) => return None,
            }
        }
    }

    /// Returns the loss of the child: before the job, or because of it.
    fn ended(&mut self, before_start: bool) -> Lost {
        if before_start { Lost::BeforeStart } else { self.died() }
    }

    fn greet(&mut self, body: &[u8]) -> Result<(), Error> {
        self.greeted = true;
        match decode::<Hello>(body) {
            // Both, as a development build may change messages without a new version.
            Ok(hello) if hello.protocol == PROTOCOL && hello.version == env!("CARGO_PKG_VERSION") => {
                self.hardening = hello.hardening;
                Ok(())
            }
            Ok(hello) => Err(Error::new(
                Kind::Runner,
                format!(
                    "The script runner is of version {} (protocol {}), this library of {} (protocol {PROTOCOL})",
                    hello.version,
                    hello.protocol,
                    env!("CARGO_PKG_VERSION")
                ),
            )
            .with_hint("Install matching files; in a checkout, run `npm run build`.")),
            Err(_) => Err(Error::new(Kind::Runner, "The script runner does not speak our protocol")),
        }
    }

    /// Returns true if the process is gone, as an idle child's is after a while.
    pub(super) fn has_ended(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(Some(_)))
    }

    pub(super) fn kill(&mut self) {
        drop(self.process.kill());
    }

    /// Waits until the killed process, and the thread that read its output, are gone.
    pub(super) fn reap(mut self) {
        drop(self.input.take());
        drop(self.process.wait());
        if let Some(reader) = self.reader.take() {
            // A panic of that thread only makes the child seem silent.
            let _ = reader.join();
        }
    }

    /// Returns the reason why the child is gone, by its exit code and its last words.
    fn died(&mut self) -> Lost {
        drop(self.input.take());
        let status = self.process.wait().ok();
        let mut words = Vec::new();
        if let Some(stderr) = self.process.stderr.take() {
            // The output of a crashing program has no other limit.
            drop(stderr.take(4096).read_to_end(&mut words));
        }
        let words = String::from_utf8_lossy(&words);
        if status.and_then(|it| it.code()) == Some(MEMORY_EXIT_CODE) || words.contains("memory allocation of")
        {
            let error = Error::new(Kind::Memory, "The memory limit was reached");
            return Lost::Because { error, last_call: memory::parse_last_call(&words) };
        }
        // Printed by the standard library's handler before it aborts; Windows has an exit status instead.
        if words.contains("overflowed its stack") || is_stack_overflow(status) {
            return Error::new(Kind::Stack, "The script needs more stack than there is").into();
        }
        if status.and_then(|it| it.code()) == Some(NOT_LOADED_EXIT_CODE) {
            let words = words.trim().trim_start_matches("scenewright-runner: ");
            return Error::new(Kind::Runner, format!("The script runner could not start: {words}"))
                .with_hint("Nothing was changed. Run `scenewright doctor`; if the package was replaced, start again.")
                .into();
        }
        let status = status.map_or_else(|| "an unknown status".to_owned(), |it| it.to_string());
        let last = words.trim();
        let said = if last.is_empty() { String::new() } else { format!("; it said: {last}") };
        Error::new(Kind::Runner, format!("The script runner ended unexpectedly ({status}){said}"))
            .with_hint("Nothing was changed. Please report this with the script that caused it.")
            .into()
    }
}

fn broken_answer(error: postcard::Error) -> Error {
    Error::new(Kind::Runner, format!("The runner's answer is broken: {error}"))
}

#[cfg(windows)]
fn is_stack_overflow(status: Option<ExitStatus>) -> bool {
    const STATUS_STACK_OVERFLOW: i32 = 0xC000_00FD_u32 as i32;
    status.and_then(|it| it.code()) == Some(STATUS_STACK_OVERFLOW)
}

#[cfg(not(windows))]
fn is_stack_overflow(_status: Option<ExitStatus>) -> bool {
    false
}
