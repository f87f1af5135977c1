//! Jobs on threads of this process, for scripts that the host itself wrote.
//!
//! A thread cannot be killed: at the deadline the caller gets its answer, and the thread continues until its script
//! ends. Nothing limits its memory, and a stack that overflows ends the process.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::kept_scenes::KeptScenes;
use super::protocol::{Answer, Request, Work};
use super::words::{explain, without_panic};
use super::worker::{STACK_BYTES, answer_guarded};
use scenewright_call::{CancelToken, LogLine, cancelled};
use scenewright_error::{Error, Kind};
use scenewright_scene::typeset::FontSource;
use scenewright_script::{Engine, Limits, Progress};

enum Event {
    Answer(Box<Answer>),
    Printed(LogLine),
    Cancelled,
}

/// Runs one job on a separate thread.
pub(super) fn run(
    request: Request,
    limits: &Limits,
    fonts: &Arc<dyn FontSource>,
    cancel: &CancelToken,
    printed: &dyn Fn(&LogLine),
) -> Result<Answer, Error> {
    let (sender, events) = mpsc::channel();
    let waker = sender.clone();
    let _registration = cancel.on_cancel(move || drop(waker.send(Event::Cancelled)));
    // The request moves into the thread, and is needed to explain a time-out.
    let (sources, document) = match request.work() {
        Work::Script(sources) => (sources.to_vec(), None),
        Work::Document(what) => (Vec::new(), Some(what)),
    };
    let progress = Arc::new(Progress::default());
    let lines = sender.clone();
    progress.on_print(Box::new(move |line| drop(lines.send(Event::Printed(line.clone())))));
    let (watched, fonts) = (Arc::clone(&progress), Arc::clone(fonts));
    let script = std::thread::Builder::new().name("scenewright-script".into()).stack_size(STACK_BYTES);
    script
        .spawn(move || {
            let mut engine = Engine::new(&watched, &fonts);
            let answer = answer_guarded(request, &mut engine, &fonts, &mut KeptScenes::default(), 0);
            drop(sender.send(Event::Answer(Box::new(answer))));
        })
        .map_err(|error| {
            Error::new(Kind::Runner, format!("Could not start a thread for the script: {error}"))
        })?;
    let deadline = Instant::now() + Duration::from_millis(limits.time_ms);
    loop {
        match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Event::Printed(line)) => printed(&line),
            Ok(Event::Answer(answer)) => return without_panic(*answer, limits),
            Ok(Event::Cancelled) => return Err(cancelled()),
            Err(RecvTimeoutError::Timeout) => {
                let error = Error::new(Kind::Timeout, "The time limit was reached");
                let work = document.map_or(Work::Script(&sources), Work::Document);
                let error = explain(error, Some(progress.last_call()), &work, limits);
                return Err(error.with_hint(
                    "Its thread continues until the script ends: only isolation \"process\" can stop it.",
                ));
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Error::new(Kind::Runner, "The thread of the script ended without an answer"));
            }
        }
    }
}
