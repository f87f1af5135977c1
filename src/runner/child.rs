//! The parent's handle of one child process.

use std::io::Read;
use std::path::Path;
use std::process::{Child as Process, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use super::cancel::CancelToken;
use super::memory::MEMORY_EXIT_CODE;
use super::protocol::{Done, Hello, Job, PROTOCOL, decode, encode, read_frame, write_frame};
use crate::error::{Error, Kind};

/// A child that has said nothing wrong yet. Dropping it closes its input, at which it ends.
pub(super) struct Child {
    process: Process,
    input: Option<ChildStdin>,
    events: Receiver<Event>,
    sender: Sender<Event>,
    greeted: bool,
    pub(super) jobs: u32,
}

enum Event {
    Frame(Vec<u8>),
    Closed,
    Cancelled,
}

/// How a job ended without an answer.
pub(super) enum Lost {
    /// The child was already gone when the job was given to it: another one may take it.
    BeforeStart,
    Because(Error),
}

impl Child {
    /// Starts the runner with an empty environment. Called on threads of ours only: starting takes milliseconds.
    pub(super) fn spawn(program: &Path) -> Result<Self, Error> {
        let mut command = Command::new(program);
        command.env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if cfg!(unix) {
            command.current_dir("/");
        }
        #[cfg(windows)]
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
        let (sender, events) = mpsc::channel();
        let frames = sender.clone();
        let reader = std::thread::Builder::new().name("scenewright-frames".into()).spawn(move || {
            let Some(mut output) = output.map(std::io::BufReader::new) else { return };
            while let Ok(Some(body)) = read_frame(&mut output) {
                if frames.send(Event::Frame(body)).is_err() {
                    return;
                }
            }
            drop(frames.send(Event::Closed));
        });
        let mut child = Child { process, input, events, sender, greeted: false, jobs: 0 };
        if let Err(cause) = reader {
            child.kill();
            return Err(start_error(&cause));
        }
        Ok(child)
    }

    /// Gives the child a job and waits for its answer, until the deadline or a cancellation. After anything but
    /// an answer the child must be killed.
    pub(super) fn work(&mut self, job: &Job, deadline: Instant, cancel: &CancelToken) -> Result<Done, Lost> {
        let frame = encode(job).map_err(|error| {
            Lost::Because(Error::new(Kind::Internal, format!("The job could not be encoded: {error}")))
        })?;
        let waker = self.sender.clone();
        let _registration = cancel.on_cancel(move || drop(waker.send(Event::Cancelled)));
        let started = self.jobs == 0 && !self.greeted;
        let written = match &mut self.input {
            Some(input) => write_frame(input, &frame).is_ok(),
            None => false,
        };
        if !written {
            return Err(if started { Lost::Because(self.died()) } else { Lost::BeforeStart });
        }
        self.jobs += 1;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Frame(body)) if !self.greeted => self.greet(&body).map_err(Lost::Because)?,
                Ok(Event::Frame(body)) => {
                    return decode::<Done>(&body).map_err(|error| {
                        Lost::Because(Error::new(
                            Kind::Runner,
                            format!("The runner's answer is broken: {error}"),
                        ))
                    });
                }
                Ok(Event::Cancelled) => {
                    if cancel.is_cancelled() {
                        return Err(Lost::Because(Error::new(Kind::Cancelled, "The call was cancelled")));
                    }
                }
                Ok(Event::Closed) => {
                    let status = self.status();
                    // A child that had been idle for long ended by itself, just as the job came.
                    if !started && status.is_some_and(|it| it.success()) {
                        return Err(Lost::BeforeStart);
                    }
                    return Err(Lost::Because(self.died()));
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Lost::Because(Error::new(Kind::Timeout, "The time limit was reached")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Lost::Because(self.died())),
            }
        }
    }

    fn greet(&mut self, body: &[u8]) -> Result<(), Error> {
        self.greeted = true;
        match decode::<Hello>(body) {
            Ok(hello) if hello.protocol == PROTOCOL && hello.version == env!("CARGO_PKG_VERSION") => Ok(()),
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

    pub(super) fn kill(&mut self) {
        drop(self.process.kill());
    }

    /// Waits until the killed process is gone.
    pub(super) fn reap(mut self) {
        drop(self.input.take());
        drop(self.process.wait());
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.process.wait().ok()
    }

    /// Why the child is gone: its exit code and its last words tell.
    fn died(&mut self) -> Error {
        drop(self.input.take());
        let status = self.status();
        let mut words = Vec::new();
        if let Some(stderr) = self.process.stderr.take() {
            drop(stderr.take(4096).read_to_end(&mut words));
        }
        let words = String::from_utf8_lossy(&words);
        if status.and_then(|it| it.code()) == Some(MEMORY_EXIT_CODE) || words.contains("memory allocation of")
        {
            return Error::new(Kind::Memory, "The memory limit was reached");
        }
        if words.contains("overflowed its stack") || is_stack_overflow(status) {
            return Error::new(Kind::Stack, "The script needs more stack than there is");
        }
        let status = status.map_or_else(|| "an unknown status".to_owned(), |it| it.to_string());
        let last = words.trim();
        let said = if last.is_empty() { String::new() } else { format!("; it said: {last}") };
        Error::new(Kind::Runner, format!("The script runner ended unexpectedly ({status}){said}"))
            .with_hint("Nothing was changed. Please report this with the script that caused it.")
    }
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
