//! Typed calls: each request of the protocol with the answer that belongs to it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::pool::Pool;
use super::protocol::{
    Answer, Delivered, Delivery, ExportFormat, PictureRequest, Request, RunRequest, SceneNumber,
};
use super::thread;
use super::words::wrong_answer;
use scenewright_call::{CancelToken, LogLine};
use scenewright_error::{Error, Kind, Result};
use scenewright_scene::Scene;
use scenewright_scene::typeset::FontSource;
use scenewright_script::{Limits, RunFailure, RunOutcome};

/// The place where scripts run.
#[derive(Clone, Debug)]
pub enum Isolation {
    /// Children of this executable, on which limits are enforced.
    Process(PathBuf),
    /// This process, for scripts that the host itself wrote: time is limited for the caller only, memory not at
    /// all.
    Thread,
}

/// A run that succeeded, with the number of its scene, by which later runs may refer to it.
#[derive(Debug)]
pub struct NumberedRun {
    /// The outcome, with the scene.
    pub outcome: RunOutcome,
    /// The number, which the child also knows.
    pub number: SceneNumber,
}

/// The settings that all jobs of one call share.
pub struct Runner<'a> {
    /// The place where the job runs.
    pub isolation: &'a Isolation,
    /// The limits of the job, as far as the isolation can enforce them.
    pub limits: &'a Limits,
    /// The source of the fonts that a job asks for, in this process.
    pub fonts: Arc<dyn FontSource>,
    /// The token by which the caller cancels the call.
    pub cancel: &'a CancelToken,
    /// Receives every line that a script prints, while it runs.
    pub printed: &'a dyn Fn(&LogLine),
}

impl Runner<'_> {
    /// Runs a project. Other errors than the script's own are failed runs too.
    pub fn run(&self, request: RunRequest) -> Result<RunOutcome, Box<RunFailure>> {
        self.run_from(request, None).map(|ran| ran.outcome)
    }

    /// Runs a project whose scene is likely to have much in common with another one: with that of an earlier run, by its
    /// number. Only what is different crosses from the child, if it still has that scene.
    pub fn run_from(
        &self,
        request: RunRequest,
        base: Option<(SceneNumber, &Scene)>,
    ) -> Result<NumberedRun, Box<RunFailure>> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        // Never used twice, so a child that was handed from one project to another cannot confuse their
        // scenes.
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let delivery = Delivery { number, base: base.map(|(number, _)| number) };
        let failed = |error| Box::new(RunFailure::of(error));
        let ran = self.ask(Request::Run { run: request, delivery }, |answer| match answer {
            Answer::Ran(ran) => Some(*ran),
            _ => None,
        });
        let Delivered { mut outcome, patch } = ran.map_err(failed)?.map_err(Box::new)?;
        match (patch, base) {
            (None, _) => {}
            (Some(patch), Some((_, base))) => {
                outcome.scene = patch.apply(base).map_err(|error| {
                    let words = format!("The runner's answer is broken: {}", error.message);
                    failed(Error::new(Kind::Runner, words))
                })?;
            }
            // A child may only answer with a patch of what it was offered.
            (Some(_), None) => return Err(failed(wrong_answer())),
        }
        Ok(NumberedRun { outcome, number })
    }

    /// Returns the text that `describe` answers for a file.
    pub fn outline(&self, name: &str, text: String) -> Result<String> {
        self.ask(Request::Outline { name: name.to_owned(), text }, |answer| match answer {
            Answer::Text(outline) => Some(outline),
            _ => None,
        })?
    }

    /// Writes the scene as a file and returns its bytes.
    pub fn export(&self, scene: Arc<Scene>, format: ExportFormat) -> Result<Vec<u8>> {
        self.file(Request::Export { scene, format, previous: None })
    }

    /// Writes a file that shows what changed since an earlier scene.
    pub fn export_changes(
        &self,
        scene: Arc<Scene>,
        previous: Arc<Scene>,
        format: ExportFormat,
    ) -> Result<Vec<u8>> {
        self.file(Request::Export { scene, format, previous: Some(previous) })
    }

    /// Draws a PNG.
    pub fn picture(&self, scene: Arc<Scene>, picture: PictureRequest) -> Result<Vec<u8>> {
        self.file(Request::Png { scene, picture })
    }

    /// Returns the panic of the child as an error, for the tests of the guards.
    #[cfg(feature = "test-panics")]
    pub fn panic(&self) -> Error {
        let Err(error) = self.ask::<std::convert::Infallible>(Request::Panic, |_| None);
        error
    }

    fn file(&self, request: Request) -> Result<Vec<u8>> {
        let bytes = self.ask(request, |answer| match answer {
            Answer::Bytes(bytes) => Some(bytes),
            _ => None,
        })?;
        bytes.map(|bytes| bytes.into_vec())
    }

    /// Runs one job; `expected` extracts its result from the answer.
    pub(super) fn ask<T>(&self, request: Request, expected: impl FnOnce(Answer) -> Option<T>) -> Result<T> {
        let limits = limits_of(&request, self.limits);
        let answer = match self.isolation {
            Isolation::Process(program) => {
                Pool::shared(program).run(request, &limits, self.fonts.as_ref(), self.cancel, self.printed)
            }
            Isolation::Thread => thread::run(request, &limits, &self.fonts, self.cancel, self.printed),
        };
        expected(answer?).ok_or_else(wrong_answer)
    }
}

/// The least time limit of files and pictures, in milliseconds: a thousand texts take a second as DXF, and a drawing may have many.
const LEAST_TIME_OF_FILES: u64 = 60_000;

/// Returns the limits of a request: the time of a script is for what may never end, and files and pictures are written by us.
fn limits_of(request: &Request, limits: &Limits) -> Limits {
    let least = match request {
        Request::Export { .. } | Request::Png { .. } => LEAST_TIME_OF_FILES,
        _ => 0,
    };
    Limits { time_ms: limits.time_ms.max(least), ..limits.clone() }
}
