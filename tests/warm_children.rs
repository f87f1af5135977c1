//! Tests of which warm child gets a run, by the processor time of each.

use std::path::PathBuf;
use std::sync::{Arc, Barrier};

use crate::support::process::{alone, assert_no_child_is_left, children};
use scenewright_call::CancelToken;
use scenewright_error::Error;
use scenewright_runner::{Isolation, NumberedRun, RunRequest, Runner, rest};
use scenewright_scene::AssetFile;
use scenewright_scene::typeset::{FontFile, FontQuery, FontSource, NoFonts};
use scenewright_script::{Limits, MAIN, RunOptions, SourceFile};

/// Assets that come when both scripts have asked for one, so that both are at work at the same time.
#[derive(Debug)]
struct Meeting(Barrier);

impl FontSource for Meeting {
    fn find(&self, query: &FontQuery) -> Result<Option<Arc<FontFile>>, Error> {
        NoFonts.find(query)
    }

    fn asset(&self, path: &str) -> Result<AssetFile, Error> {
        self.0.wait();
        Ok(AssetFile { path: format!("assets/{path}"), hash: String::new(), bytes: b"1".as_slice().into() })
    }
}

/// A scene that has something in common with the next one, and a script that takes longer than a process needs to wait.
const SCRIPT: &str = "for (let i = 0; i < 2000; i++) drawCircle('c' + i, i, 0, 1)\n";

#[test]
fn run_goes_to_the_child_that_has_the_scene_it_starts_from() {
    if std::thread::available_parallelism().map_or(1, usize::from) < 2 {
        return;
    }
    let _alone = alone();
    rest();
    let meeting: Arc<dyn FontSource> = Arc::new(Meeting(Barrier::new(2)));
    let meet = format!("readAsset('meet.txt')\n{SCRIPT}");
    let start = || run(&meet, None, &meeting);
    let (first, second) = std::thread::scope(|scope| {
        let other = scope.spawn(start);
        (start(), other.join().expect("no panic"))
    });
    assert_eq!(children().len(), 2, "both were at work, each in a child");

    let mut scenes = [first, second];
    let mut workers = [[0; 3]; 2];
    for round in 0..3 {
        for (scene, workers) in scenes.iter_mut().zip(&mut workers) {
            let before = times();
            *scene = run(SCRIPT, Some(scene), &meeting);
            let after = times();
            let worked = |(pid, time): &&(u32, u64)| {
                time - before.iter().find(|(other, _)| other == pid).map_or(0, |(_, time)| *time)
            };
            workers[round] = after.iter().max_by_key(worked).expect("there are children").0;
        }
    }
    rest();
    assert_no_child_is_left();
    let [first, second] = workers;
    assert_eq!((first, second), ([first[0]; 3], [second[0]; 3]), "each scene stays with its child");
    assert_ne!(first[0], second[0]);
}

/// Returns the children with the time that each has worked, in nanoseconds.
fn times() -> Vec<(u32, u64)> {
    let time = |pid: &u32| {
        let threads = std::fs::read_dir(format!("/proc/{pid}/task")).expect("a child is there").flatten();
        let times = threads.map(|thread| {
            let words = std::fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
            words.split(' ').next().and_then(|time| time.parse::<u64>().ok()).unwrap_or(0)
        });
        times.sum()
    };
    children().into_iter().map(|pid| (pid, time(&pid))).collect()
}

fn run(script: &str, base: Option<&NumberedRun>, fonts: &Arc<dyn FontSource>) -> NumberedRun {
    let limits = Limits { time_ms: 20_000, ..Limits::default() };
    let options = RunOptions { limits: limits.clone(), ..RunOptions::default() };
    let sources = vec![SourceFile::user(MAIN, script)];
    let request = RunRequest { sources, entry: Some(MAIN.to_owned()), changed: Vec::new(), options };
    let isolation = Isolation::Process(PathBuf::from(env!("CARGO_BIN_EXE_scenewright-test-runner")));
    let (fonts, cancel) = (Arc::clone(fonts), CancelToken::new());
    let runner = Runner { isolation: &isolation, limits: &limits, fonts, cancel: &cancel, printed: &|_| {} };
    runner.run_from(request, base.map(|base| (base.number, &base.outcome.scene))).expect("the script runs")
}
