//! Tests of the cost of runs for the host: time around a script, and nothing that stays. The numbers are
//! printed; run this with `SCENEWRIGHT_DEADLINES=1 cargo nextest run --release -p scenewright-tests runner_costs
//! --no-capture` to read them and to hold them to their bounds.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::support::holds_deadlines;
use crate::support::process::alone;
#[cfg(target_os = "linux")]
use crate::support::process::resident_bytes;
use scenewright_call::CancelToken;
use scenewright_error::{Error, Kind};
use scenewright_runner::{Isolation, RunRequest, Runner};
use scenewright_scene::typeset::NoFonts;
use scenewright_script::{Limits, MAIN, RunOptions, SourceFile};

#[test]
fn warm_run_is_quick() {
    let _alone = alone();
    let isolation = isolation();
    let mut took: Vec<Duration> = (0..300)
        .map(|_| {
            let started = Instant::now();
            assert!(run(&isolation, "drawCircle('a', 0, 0, 1)", 5_000).is_ok());
            started.elapsed()
        })
        .skip(20)
        .collect();
    took.sort_unstable();
    println!("tiny run, warm: median {:?}, 95 % {:?}", took[took.len() / 2], took[took.len() * 95 / 100]);
    assert!(!holds_deadlines() || took[took.len() / 2] < Duration::from_millis(100));
}

#[test]
fn killed_run_is_answered_at_its_deadline() {
    const TIME_MS: u64 = 100;
    let _alone = alone();
    let isolation = isolation();
    let scripts = ["for (;;) {}", "const a = []; for (;;) a.push(new Array(1000).fill(1))"];
    for script in scripts {
        let mut late: Vec<Duration> = (0..7)
            .map(|_| {
                let started = Instant::now();
                let error = run(&isolation, script, TIME_MS).expect_err("it does not end");
                assert_eq!(error.kind, Kind::Timeout);
                started.elapsed().saturating_sub(Duration::from_millis(TIME_MS))
            })
            .collect();
        late.sort_unstable();
        println!("deadline to answer: median {:?}, most {:?}: {script}", late[3], late[6]);
        assert!(!holds_deadlines() || late[3] < Duration::from_millis(100));
    }
}

/// The pipes of two children, which may or may not be ready for the next run: a loaded machine starts them later.
/// Thirty children are killed in a thousand runs, and what each of them left would be more.
#[cfg(target_os = "linux")]
const MAX_DESCRIPTORS_OF_CHILDREN: usize = 6;

#[test]
#[cfg(target_os = "linux")]
fn a_thousand_runs_leave_nothing_behind() {
    let _alone = alone();
    let isolation = isolation();
    let script = |n: usize| match n % 100 {
        50 => "for (;;) {}",
        51 => "'x'.repeat(2 ** 31 - 1)",
        52 => "null.x",
        _ => "for (let n = 0; n < 20; n++) drawCircle('c' + n, n, 0, 1)",
    };
    for n in 0..200 {
        drop(run(&isolation, script(n), 50));
    }
    let descriptors = settled(open_descriptors);
    let before = resident_bytes();
    let mut samples = Vec::new();
    for n in 0..1_000 {
        drop(run(&isolation, script(n), 50));
        if n % 100 == 99 {
            samples.push(resident_bytes());
        }
    }
    let grown = samples[9].saturating_sub(before);
    println!("1,000 runs: resident {before} → {} bytes, {} a run", samples[9], grown / 1_000);
    assert!(grown < 4 << 20, "the parent grew by {grown} bytes: {samples:?}");
    let left = settled(open_descriptors).saturating_sub(descriptors);
    assert!(left <= MAX_DESCRIPTORS_OF_CHILDREN, "{left} descriptors are not given back");
}

fn isolation() -> Isolation {
    Isolation::Process(PathBuf::from(env!("CARGO_BIN_EXE_scenewright-test-runner")))
}

fn run(isolation: &Isolation, script: &str, time_ms: u64) -> Result<(), Error> {
    let limits = Limits { time_ms, memory_bytes: 256 << 20, ..Limits::default() };
    let options = RunOptions { limits: limits.clone(), ..RunOptions::default() };
    let request = RunRequest {
        sources: vec![SourceFile::user(MAIN, script)],
        entry: Some(MAIN.to_owned()),
        changed: Vec::new(),
        options,
    };
    let (fonts, cancel) = (Arc::new(NoFonts), CancelToken::new());
    let runner = Runner { isolation, limits: &limits, fonts, cancel: &cancel, printed: &|_| {} };
    runner.run(request).map(drop).map_err(|failure| failure.error)
}

/// Returns a count once nothing is being replaced: killed children are reaped on separate threads.
#[cfg(target_os = "linux")]
fn settled(count: fn() -> usize) -> usize {
    let mut last = count();
    let mut same = 0;
    while same < 10 {
        std::thread::sleep(Duration::from_millis(20));
        let now = count();
        same = if now == last { same + 1 } else { 0 };
        last = now;
    }
    last
}

#[cfg(target_os = "linux")]
fn open_descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").expect("/proc is there").count()
}
