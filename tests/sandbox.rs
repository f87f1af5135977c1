//! Tests of the confinement of a child, seen from inside and from outside, and of the report on its death.

use std::path::Path;

use crate::support::process::alone;
#[cfg(target_os = "linux")]
use crate::support::process::children;
use crate::support::{TestProject, error_of};
use scenewright_project::doctor;
use scenewright_runner::probe;
use serde_json::{Value, json};

const GOOD: &str = "drawCircle('a', 0, 0, 5)\n";

fn runner() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_scenewright-test-runner"))
}

#[test]
fn child_cannot_open_files_sockets_or_processes() {
    let _alone = alone();
    let probed = probe(runner()).expect("the runner starts");
    let active = |name: &str| probed.layers.iter().any(|it| it.name == name && it.active);
    if cfg!(unix) {
        assert!(active("closed_descriptors") && active("resource_limits"), "{:?}", probed.layers);
    }
    if !active("seccomp") || !active("landlock") {
        eprintln!("skipped: this kernel has no landlock or no seccomp: {:?}", probed.layers);
        return;
    }
    let worked: Vec<_> = probed.attempts.iter().filter(|it| it.refused.is_none()).collect();
    assert!(worked.is_empty(), "{worked:#?}");
    for what in
        ["read a file", "write a file", "open a UDP socket", "start a process", "read the environment"]
    {
        assert!(probed.attempts.iter().any(|it| it.what == what), "{what} was not tried");
    }
}

#[test]
fn doctor_reports_sandbox_findings_of_child() {
    let _alone = alone();
    let probed = probe(runner()).expect("the runner starts");
    let report = doctor(runner());
    let reported = |list: &str| report["isolation"][list].clone();
    assert_eq!(reported("layers"), json!(probed.layers));
    let refused = |list: &Value| -> Vec<(Value, bool)> {
        let list = list.as_array().expect("a list").iter();
        list.map(|it| (it["what"].clone(), it["refused"].is_string())).collect()
    };
    assert_eq!(refused(&reported("attempts")), refused(&json!(probed.attempts)));
}

#[test]
fn doctor_reports_missing_runner() {
    let report = doctor(Path::new("/nowhere/scenewright-runner"));
    assert_eq!(report["runner"]["ok"], false);
    let message = report["runner"]["error"].as_str().expect("an error");
    assert!(message.starts_with("Could not start the script runner"), "{message}");
    assert!(report["isolation"]["layers"].is_null());
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_inherits_no_descriptor_of_the_host() {
    use std::os::fd::AsRawFd;

    let _alone = alone();
    let file = std::fs::File::open("/dev/null").expect("a file");
    // A host that forgot to mark its descriptor: it stays open over exec.
    rustix::io::fcntl_setfd(&file, rustix::io::FdFlags::empty()).expect("the flag can be cleared");
    assert!(file.as_raw_fd() > 2);
    let project = TestProject::with_main(GOOD);
    assert_eq!(project.call("run", json!({}))["status"], "committed");
    let children = children();
    assert!(!children.is_empty());
    for child in children {
        let open = std::fs::read_dir(format!("/proc/{child}/fd")).expect("its descriptors");
        let mut open: Vec<String> =
            open.map(|it| it.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        open.sort();
        assert_eq!(open, ["0", "1", "2"]);
    }
    project.close();
}

#[test]
#[cfg(target_os = "linux")]
fn death_of_idle_child_fails_no_call() {
    let _alone = alone();
    let project = TestProject::with_main(GOOD);
    for round in 0..100 {
        assert_eq!(project.call("run", json!({}))["status"], "committed", "round {round}");
        for child in children() {
            let pid = rustix::process::Pid::from_raw(child as i32).expect("a process");
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }
    project.close();
}

#[test]
fn killed_script_error_names_last_call() {
    let _alone = alone();
    // Long enough that a loaded machine comes to the loop.
    let project = TestProject::with_main_and(GOOD, json!({ "limits": { "timeMs": 3_000 } }));
    project
        .write_file("modules/tower.js", "export function tower(n) {\n  drawRect('r' + n, 0, n, 1, 1)\n}\n");
    let failure = |project: &TestProject, main: &str| {
        let answer = project.call("write", json!({ "file": "main", "code": main }));
        assert_eq!(answer["status"], "reverted", "{answer:#}");
        error_of(&answer).clone()
    };

    let error = failure(&project, "import { tower } from 'tower'\ntower(1)\n  tower(2)\nfor (;;) {}\n");
    assert_eq!(error["kind"], "timeout");
    let message = error["message"].as_str().expect("a message");
    assert_eq!(
        message,
        "The run took longer than 3 s (limit timeMs) and was stopped. \
         The last call it made was drawRect (call 2), at tower:2:3"
    );
    assert_eq!((&error["file"], &error["line"]), (&json!("tower"), &json!(2)));
    assert!(error["frame"].as_str().is_some_and(|it| it.contains("> 2 |   drawRect(")), "{error:#}");

    let small = TestProject::with_main_and(GOOD, json!({ "limits": { "memoryBytes": 64 << 20 } }));
    let error =
        failure(&small, "const all = []\nconsole.log('begin')\nfor (;;) all.push(new Uint8Array(1 << 20))\n");
    assert_eq!(error["kind"], "memory");
    let message = error["message"].as_str().expect("a message");
    assert!(message.ends_with("The last call it made was console (its only one), at main:2:1"), "{message}");

    let error = failure(&project, "while (true) {}\n");
    let message = error["message"].as_str().expect("a message");
    assert!(message.ends_with("It had called no function of the scene until then"), "{message}");
    assert!(error["line"].is_null(), "{error:#}");
    small.close();
    project.close();
}

#[test]
fn host_scripts_may_run_on_thread_of_process() {
    let _alone = alone();
    let options = json!({ "isolation": "thread", "limits": { "timeMs": 2_000 } });
    let project = TestProject::with_main_and(GOOD, options);
    let run = project.call("run", json!({}));
    assert_eq!(run["status"], "committed", "{run:#}");
    #[cfg(target_os = "linux")]
    assert!(children().is_empty(), "a child was started");
    let edit =
        |code: &str| project.call("edit", json!({ "file": "main", "old_code": GOOD, "new_code": code }));

    let broken = edit("drawCirle('a', 0, 0, 5)\n");
    assert_eq!(error_of(&broken)["kind"], "reference");
    // Long enough to be answered before it ends, and it does end: nothing can stop a thread.
    let slow = edit("drawCircle('a', 0, 0, 1)\nfor (let i = 0; i < 1e8; i++) {}\n");
    assert_eq!(error_of(&slow)["kind"], "timeout", "{slow:#}");
    let hint = error_of(&slow)["hint"].as_str().expect("a hint");
    assert!(hint.contains("only isolation \"process\" can stop it"), "{hint}");
    assert_eq!(project.main(), GOOD);
    project.close();
}
