//! The conformance tests of ECMAScript, [test262](https://github.com/tc39/test262), as far as they are about what scripts may
//! use, each run in the child process as every script is. None of their files is part of this repository.
//!
//! `SCENEWRIGHT_TEST262` names a checkout; else the one that `scripts/readers.mjs` makes in `target/test262` is taken, and
//! where there is none the test is skipped. A sample is run unless `SCENEWRIGHT_TEST262_STEP=1` asks for all of them:
//! every fiftieth, or as the number says. `SCENEWRIGHT_TEST262_FAILURES` names a file in which each failure is written with
//! its message, and `SCENEWRIGHT_RUNNER` another executable to run them in, such as one that is built for a release.

mod case;
mod expected;
mod scope;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::support::process::{alone, assert_no_child_is_left};
use crate::support::script::repository;
use case::{Case, Negative};
use expected::Expected;
use scenewright_call::{CancelToken, LogLine};
use scenewright_error::{Error, Kind};
use scenewright_runner::{Isolation, RunRequest, Runner, rest};
use scenewright_scene::typeset::NoFonts;
use scenewright_script::{Limits, MAIN, RunFailure, RunOptions, SourceFile};

/// Every test of this number is run, unless the environment has another.
const USUAL_STEP: usize = 50;

/// The time of one run. The slowest, which go through all characters, take a quarter of it in a build without optimisation.
const TIME_MS: u64 = 20_000;

/// The line that an asynchronous test prints when it has passed.
const COMPLETE: &str = "Test262:AsyncTestComplete";

#[test]
fn scripts_conform_to_test262() {
    let Some(checkout) = checkout() else {
        println!(
            "skipped: set SCENEWRIGHT_TEST262 to a checkout of tc39/test262, or run `node scripts/readers.mjs`"
        );
        return;
    };
    let _alone = alone();
    let step =
        std::env::var("SCENEWRIGHT_TEST262_STEP").ok().and_then(|it| it.parse().ok()).unwrap_or(USUAL_STEP);
    let expected = Expected::read();
    let suite = Suite::new(&checkout);
    let paths: Vec<String> = scope::paths(&checkout).into_iter().step_by(step).collect();
    let results = suite.run(&paths);
    rest();
    assert_no_child_is_left();

    let failed: BTreeMap<&str, &str> = results
        .iter()
        .filter_map(|(path, result)| Some((path.as_str(), result.as_ref().err()?.as_str())))
        .collect();
    println!("{} tests: {} passed, {} failed", results.len(), results.len() - failed.len(), failed.len());
    if let Some(file) = std::env::var_os("SCENEWRIGHT_TEST262_FAILURES") {
        let lines: String = failed.iter().map(|(path, why)| format!("{path}\t{why}\n")).collect();
        fs::write(file, lines).expect("the file of failures can be written");
    }
    let new: Vec<String> = failed
        .iter()
        .filter(|(path, _)| !expected.may_fail(path))
        .map(|(path, why)| format!("{path}: {why}"))
        .collect();
    assert!(new.is_empty(), "{} fail that did not:\n{}", new.len(), new.join("\n"));
    let mended: Vec<&str> =
        results.keys().map(String::as_str).filter(|path| !failed.contains_key(path)).collect();
    let mended: Vec<&str> = mended.into_iter().filter(|path| expected.must_fail(path)).collect();
    assert!(
        mended.is_empty(),
        "these pass now; take them out of tests/test262/expected.txt:\n{}",
        mended.join("\n")
    );
}

/// Returns the checkout that the environment names, or that of the readers.
fn checkout() -> Option<PathBuf> {
    let named = std::env::var_os("SCENEWRIGHT_TEST262").map(PathBuf::from);
    let usual = || Some(repository("target/test262")).filter(|it| it.join("harness").is_dir());
    named.or_else(usual)
}

/// The tests of a checkout, and what they run in.
struct Suite {
    checkout: PathBuf,
    harness: BTreeMap<String, String>,
    isolation: Isolation,
    limits: Limits,
    cancel: CancelToken,
}

impl Suite {
    fn new(checkout: &Path) -> Self {
        let own = || env!("CARGO_BIN_EXE_scenewright-test-runner").into();
        let program = std::env::var_os("SCENEWRIGHT_RUNNER").unwrap_or_else(own);
        Suite {
            checkout: checkout.to_path_buf(),
            harness: scope::harness(checkout),
            isolation: Isolation::Process(program.into()),
            limits: Limits { time_ms: TIME_MS, ..Limits::default() },
            cancel: CancelToken::new(),
        }
    }

    /// Runs tests on all cores, and returns for each whether it passed, or why not. Tests that are about something else are left
    /// out.
    fn run(&self, paths: &[String]) -> BTreeMap<String, Result<(), String>> {
        let (next, results) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
        let work = || {
            while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                let bytes = fs::read(self.checkout.join("test").join(path)).expect("a test can be read");
                let case = Case::new(path, String::from_utf8_lossy(&bytes).into_owned());
                if scope::is_about_scripts(&case) {
                    let result = self.judge(&case);
                    results.lock().unwrap_or_else(PoisonError::into_inner).insert(path.clone(), result);
                }
            }
        };
        std::thread::scope(|scope| {
            let count = std::thread::available_parallelism().map_or(1, usize::from);
            (0..count).for_each(|_| drop(scope.spawn(work)));
        });
        results.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn judge(&self, case: &Case) -> Result<(), String> {
        let harness = |name: &str| self.harness.get(name).cloned().unwrap_or_default();
        case.programs(&harness).into_iter().try_for_each(|program| {
            let ran = self.run_program(program);
            match (&case.negative, ran) {
                (None, Ok(logs)) if case.has_flag("async") => completed(&logs),
                (None, Ok(_)) => Ok(()),
                (None, Err(error)) => Err(first_line(&error)),
                (Some(_), Ok(_)) => Err("no error".to_owned()),
                (Some(negative), Err(error)) if is_as_expected(negative, &error) => Ok(()),
                (Some(_), Err(error)) => Err(format!("another error: {}", first_line(&error))),
            }
        })
    }

    fn run_program(&self, program: String) -> Result<Vec<LogLine>, Error> {
        let runner = Runner {
            isolation: &self.isolation,
            limits: &self.limits,
            fonts: std::sync::Arc::new(NoFonts),
            cancel: &self.cancel,
            printed: &|_| {},
        };
        let request = RunRequest {
            sources: vec![SourceFile::user(MAIN, program)],
            entry: Some(MAIN.to_owned()),
            changed: Vec::new(),
            options: RunOptions { limits: self.limits.clone(), ..RunOptions::default() },
        };
        runner.run(request).map(|outcome| outcome.logs).map_err(|failure: Box<RunFailure>| failure.error)
    }
}

fn completed(logs: &[LogLine]) -> Result<(), String> {
    let failure = logs.iter().find(|line| line.text.contains("Test262:AsyncTestFailure"));
    match failure {
        Some(line) => Err(line.text.clone()),
        None if logs.iter().any(|line| line.text == COMPLETE) => Ok(()),
        None => Err("it never called $DONE".to_owned()),
    }
}

/// Returns true if a run failed with the error that a test is to end with.
fn is_as_expected(negative: &Negative, error: &Error) -> bool {
    match negative.is_early {
        true => error.kind == Kind::Syntax,
        // The suite's own error has no name: it inherits from nothing.
        false if negative.name == "Test262Error" => error.kind == Kind::Thrown,
        false => error.message.contains(&negative.name),
    }
}

fn first_line(error: &Error) -> String {
    let line = error.message.lines().next().unwrap_or_default();
    format!("{:?}: {line:.160}", error.kind)
}
