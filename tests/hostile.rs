//! Tests of scripts that loop, hoard, recurse and lie, each sent as an edit through a real session.
//!
//! For every one: the answer has the right kind (and comes in time, where deadlines count), the project is unchanged
//! byte for byte, and the next good run works. At the end no child process is left.

mod case;

use std::time::{Duration, Instant};

use crate::support::process::{alone, assert_no_child_is_left, heap_bytes};
use crate::support::{TestProject, error_of, holds_deadlines};
use case::{HostileCase, cases_of, classes, outcome_of};
use serde_json::{Value, json};

const GOOD: &str = "drawCircle('a', 0, 0, 5)\n";

/// The time from the deadline to the answer that the sandbox promises.
const ANSWER_MS: u64 = 100;

/// The most memory that a second round of the same scripts may add to the host. Measured are 20 KiB; one scene or
/// one answer that is kept is more than this.
const MAX_GROWTH: usize = 1 << 20;

/// Of the scripts that are judged one by one, every fifth is run beside others: some of each class.
const CONCURRENT_STEP: usize = 5;

macro_rules! class {
    ($($test:ident: $class:literal,)*) => {
        const TESTED: &[&str] = &[$($class),*];

        $(
            #[test]
            fn $test() {
                let _alone = alone();
                run_class($class);
                assert_no_child_is_left();
            }
        )*
    };
}

class! {
    endless_loops_are_stopped: "loops",
    memory_is_limited: "memory",
    native_functions_are_stopped: "natives",
    the_stack_is_limited: "stack",
    floods_are_cut: "floods",
    polluted_prototypes_reach_nobody: "pollution",
    hostile_arguments_are_refused: "arguments",
    there_is_no_way_out: "escape",
    malformed_sources_are_refused: "malformed",
    thrown_values_are_shown: "thrown",
    promises_are_awaited: "promises",
}

#[test]
fn hostile_scripts_cover_every_class() {
    let mut tested = TESTED.to_vec();
    tested.sort_unstable();
    assert_eq!(classes(), tested);
    let count: usize = tested.iter().map(|class| cases_of(class).len()).sum();
    assert!(count >= 120, "{count} scripts");
}

/// Large scenes, outputs and answers are what a host could keep.
#[test]
fn floods_that_run_leave_nothing_in_the_host() {
    let _alone = alone();
    let run = || {
        let cases = cases_of("floods").into_iter().filter(|case| case.expected == ["ok"]);
        cases.for_each(|case| judge(&case, &Time::Limited));
    };
    run();
    let before = heap_bytes();
    run();
    let grown = heap_bytes().saturating_sub(before);
    assert!(grown < MAX_GROWTH, "the host grew by {grown} bytes when the scripts were run again");
}

#[test]
fn concurrent_hostile_projects_are_judged_independently() {
    let _alone = alone();
    let cases = || TESTED.iter().flat_map(|class| cases_of(class)).step_by(CONCURRENT_STEP);
    let threads: Vec<_> = (0..4)
        .map(|first| {
            std::thread::spawn(move || {
                let mine: Vec<HostileCase> = cases().skip(first).step_by(4).collect();
                // Projects wait for a free core here, so the time is not judged.
                mine.iter().for_each(|case| judge(case, &Time::Any));
            })
        })
        .collect();
    let panics = threads.into_iter().filter_map(|thread| thread.join().err()).count();
    assert_eq!(panics, 0, "projects with a wrong answer");
    assert_no_child_is_left();
}

enum Time {
    Limited,
    Any,
}

fn run_class(class: &str) {
    let mut wrong = Vec::new();
    for case in cases_of(class) {
        let judged = std::panic::catch_unwind(|| judge(&case, &Time::Limited));
        if judged.is_err() {
            wrong.push(case.name);
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
}

/// Sends a script to a project of its own, and a good run after it.
fn judge(case: &HostileCase, time: &Time) {
    let limits = json!({ "timeMs": case.time_ms, "memoryBytes": case.memory_mib << 20 });
    let project = TestProject::with_main_and(GOOD, json!({ "limits": limits }));
    for (name, source) in &case.modules {
        project.write_file(&format!("modules/{name}.js"), source);
    }
    let name = &case.name;
    assert!(runs(&project), "{name}: the project runs before");
    let before = project.snapshot();
    let edit = json!({ "file": "main", "old_code": GOOD, "new_code": case.script });

    let started = Instant::now();
    let answer = project.call("edit", edit);
    let took = started.elapsed();

    let outcome = outcome_of(&answer);
    // Projects that share a core may run out of time before they run out of memory or stack.
    let is_late = matches!(time, Time::Any) && outcome == "timeout";
    assert!(
        is_late || case.expected.contains(&outcome),
        "{name}: {outcome} instead of {:?} after {took:?}: {}",
        case.expected,
        shortened(&answer)
    );
    let limit = Duration::from_millis(case.time_ms + ANSWER_MS);
    // A run that ended well also writes its files and its scene, which no deadline covers.
    let is_timed = holds_deadlines() && matches!(time, Time::Limited) && outcome != "ok";
    assert!(!is_timed || took <= limit, "{name}: answered after {took:?}");
    if outcome == "ok" {
        let undo = project.call("write", json!({ "file": "main", "code": GOOD }));
        assert_eq!(undo["status"], "committed", "{name}: {}", shortened(&undo));
    } else {
        let info = error_of(&answer);
        assert!(
            info["message"].as_str().is_some_and(|it| it.len() < 5_000),
            "{name}: {}",
            shortened(&answer)
        );
        if std::env::var_os("HOSTILE_SHOW").is_some() {
            eprintln!(
                "{name}: {outcome} {took:?} {}:{} {}",
                info["line"], info["column"], answer["answer"]["error"]
            );
        }
    }
    assert_eq!(project.snapshot(), before, "{name}: the project is what it was");
    assert!(runs(&project), "{name}: the next run works");
    project.close();
}

/// The longest time in which a good script does not get its turn.
const RUNS_WITHIN: Duration = Duration::from_mins(1);

/// Runs the good main. A script that spins has little time, and a loaded machine may keep a good one waiting for as
/// long: nothing else than that may be in its way.
fn runs(project: &TestProject) -> bool {
    let started = Instant::now();
    loop {
        let answer = project.call("run", json!({}));
        let is_late = error_of(&answer)["kind"] == "timeout" && started.elapsed() < RUNS_WITHIN;
        if !is_late {
            return answer["status"] == "committed";
        }
    }
}

fn shortened(answer: &Value) -> String {
    let text = format!("{answer:#}");
    match text.char_indices().nth(1500) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
