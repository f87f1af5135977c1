//! The judge, which runs a case and reports what is wrong with the answer.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use scenewright_call::CancelToken;
use scenewright_error::{Error, Kind};
use scenewright_export::dxf::{DxfOptions, TextMode};
use scenewright_export::png::Fit;
use scenewright_runner::{ExportFormat, Isolation, PictureRequest, RunRequest, Runner, rest};
use scenewright_scene::Scene;
use scenewright_scene::typeset::NoFonts;
use scenewright_script::{Limits, RunFailure, RunOptions, RunOutcome, SourceFile};

use super::MAIN;
use super::case::Case;

const TIME_MS: u64 = 300;
const MEMORY_BYTES: u64 = 128 << 20;

/// The longest message for a person.
const MAX_MESSAGE_LEN: usize = 5_000;

/// The judgement on a case.
#[derive(Debug)]
pub(super) struct Judgement {
    /// The outcome: `ok` or the kind of the error, and a note if it has no line.
    pub outcome: String,
    /// The time from the deadline to the answer.
    pub late: Duration,
    pub problem: Option<String>,
}

/// The judge, with the pool of children that everything runs in.
pub(super) struct Judge {
    isolation: Isolation,
    cancel: CancelToken,
}

impl Judge {
    pub(super) fn new() -> Self {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_scenewright-test-runner"));
        Judge { isolation: Isolation::Process(program), cancel: CancelToken::new() }
    }

    pub(super) fn close(&self) {
        rest();
    }

    /// Returns the output of a script.
    pub(super) fn output_of(&self, script: &str) -> String {
        let limits = Limits { output_bytes: 1 << 20, ..Limits::default() };
        let outcome = self.run(&[(MAIN, script)], &limits).expect("the script runs");
        outcome.logs.iter().map(|it| it.text.as_str()).collect()
    }

    pub(super) fn judge(&self, case: &Case) -> Judgement {
        let files: Vec<(&str, &str)> = case.files().collect();
        let started = Instant::now();
        let result = self.run(&files, &limits());
        let late = started.elapsed().saturating_sub(Duration::from_millis(TIME_MS));
        let (outcome, problem) = match result {
            Ok(outcome) => ("ok".to_owned(), self.judge_scene(&files, outcome)),
            Err(error) => (summarize(&error), judge_error(&files, &error).or_else(|| self.judge_next())),
        };
        Judgement { outcome, late, problem }
    }

    /// Checks that the next tiny run works.
    fn judge_next(&self) -> Option<String> {
        let next = self.run(&[(MAIN, "drawCircle('a', 0, 0, 5)")], &Limits::default());
        match next {
            Ok(outcome) if outcome.scene.entity_count() == 1 => None,
            other => Some(format!("the next run does not work: {other:?}")),
        }
    }

    /// Checks that a scene can be shown, and the same files give the same one again.
    fn judge_scene(&self, files: &[(&str, &str)], first: RunOutcome) -> Option<String> {
        match self.run(files, &limits()) {
            Err(error) if is_limit(error.kind) => {}
            Err(error) => return Some(format!("it fails when it is run again: {error:?}")),
            Ok(second) => {
                let texts = [&first, &second].map(|it| serde_json::to_string(it).expect("JSON"));
                if texts[0] != texts[1] {
                    return Some(format!("two runs differ:\n{:.900}\n{:.900}", texts[0], texts[1]));
                }
            }
        }
        self.judge_pictures(Arc::new(first.scene))
    }

    fn judge_pictures(&self, scene: Arc<Scene>) -> Option<String> {
        let picture = PictureRequest { width: 40, height: 30, fit: Fit::Scene, ..PictureRequest::default() };
        let formats = [
            ExportFormat::Svg,
            ExportFormat::Dxf(DxfOptions::default()),
            ExportFormat::Dxf(DxfOptions { text: TextMode::Text, fills: false }),
            ExportFormat::Pdf,
        ];
        let limits = Limits::default();
        let runner = self.runner(&limits);
        let files = formats.into_iter().map(|format| runner.export(Arc::clone(&scene), format));
        files.chain(std::iter::once_with(|| runner.picture(Arc::clone(&scene), picture))).find_map(|file| {
            let error = file.err()?;
            // A drawing may be too large for any picture, page or number.
            (!matches!(error.kind, Kind::InvalidInput | Kind::TooLarge))
                .then(|| format!("the scene cannot be shown: {error:?}"))
        })
    }

    /// Checks that a program does the same as when every script runs as it is written. One that reaches a limit is not
    /// compared: how far it came is not what its author sees.
    pub(super) fn compare_with_written(&self, case: &Case) -> Option<String> {
        let files: Vec<(&str, &str)> = case.files().collect();
        let options = RunOptions { limits: limits(), ..RunOptions::default() };
        let reached_limit =
            |it: &Result<RunOutcome, Box<RunFailure>>| it.as_ref().is_err_and(|it| is_limit(it.error.kind));
        let usual = self.run_with(&files, options.clone());
        if reached_limit(&usual) {
            return None;
        }
        let written = self.run_with(&files, RunOptions { as_written: true, ..options });
        if reached_limit(&written) {
            return None;
        }
        let [usual, written] = [usual, written].map(|it| serde_json::to_string_pretty(&it).expect("JSON"));
        (usual != written).then(|| format!("as it is written it differs:\n{usual:.3000}\n{written:.3000}"))
    }

    fn run(&self, files: &[(&str, &str)], limits: &Limits) -> Result<RunOutcome, Error> {
        let options = RunOptions { limits: limits.clone(), ..RunOptions::default() };
        self.run_with(files, options).map_err(|failure| failure.error)
    }

    fn run_with(&self, files: &[(&str, &str)], options: RunOptions) -> Result<RunOutcome, Box<RunFailure>> {
        let limits = options.limits.clone();
        let request = RunRequest {
            sources: files.iter().map(|&(name, text)| SourceFile::user(name, text)).collect(),
            entry: Some(MAIN.to_owned()),
            changed: Vec::new(),
            options,
        };
        self.runner(&limits).run(request)
    }

    fn runner<'a>(&'a self, limits: &'a Limits) -> Runner<'a> {
        Runner {
            isolation: &self.isolation,
            limits,
            fonts: Arc::new(NoFonts),
            cancel: &self.cancel,
            printed: &|_| {},
        }
    }
}

fn summarize(error: &Error) -> String {
    let place = if error.line.is_none() { ", no line" } else { "" };
    format!("{}{place}", error.kind.as_str())
}

fn limits() -> Limits {
    Limits { time_ms: TIME_MS, memory_bytes: MEMORY_BYTES, ..Limits::default() }
}

fn is_limit(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Timeout | Kind::Memory | Kind::Stack | Kind::Entities | Kind::Modules | Kind::SourceSize
    )
}

/// Checks that a failure has a kind of a script's own doing or of a limit, short words, and a place that its
/// author can find.
fn judge_error(files: &[(&str, &str)], error: &Error) -> Option<String> {
    let is_own = matches!(
        error.kind,
        Kind::Syntax
            | Kind::Reference
            | Kind::Type
            | Kind::Range
            | Kind::Thrown
            | Kind::Scene
            | Kind::Module
            | Kind::Promise
            | Kind::Invariant
    );
    let wrong = if !is_own && !is_limit(error.kind) {
        "an unexpected kind"
    } else if error.message.is_empty() || error.message.len() > MAX_MESSAGE_LEN {
        "the message has the wrong length"
    } else if is_own && !has_file(files, error) {
        "no file of the program"
    } else if error.line.is_some() && !has_place(files, error) {
        "a place that is not there"
    } else {
        return None;
    };
    Some(format!("{wrong}: {error:?}"))
}

/// Returns true if the error names a file. The engine reports no place for a rejection that no line of the script made.
fn has_file(files: &[(&str, &str)], error: &Error) -> bool {
    let is_known = |file: &str| files.iter().any(|(name, _)| *name == file);
    error.file.as_deref().map_or(error.kind == Kind::Promise, is_known)
}

fn has_place(files: &[(&str, &str)], error: &Error) -> bool {
    let file = files.iter().find(|(name, _)| error.file.as_deref() == Some(name));
    let (Some((_, text)), Some(line), Some(column)) = (file, error.line, error.column) else { return false };
    let found = (line as usize).checked_sub(1).and_then(|index| text.split('\n').nth(index));
    // The column after the last character is the place of what is missing.
    found.is_some_and(|it| (1..=it.encode_utf16().count() + 1).contains(&(column as usize)))
        && error.frame.is_some()
}
