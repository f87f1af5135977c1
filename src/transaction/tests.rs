//! All or nothing, whatever fails and whoever else is at work.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::*;
use crate::disk::{Interruption, MemoryDisk, Operation};
use crate::error::{Error, Kind};
use crate::workspace::{FileName, ProjectFolder, WaitLimit};

const MAIN: &str = "/project/scene.code.js";
const TEMPORARY: &str = "/project/.scene.code.js.scenewright-tmp";

fn limit() -> WaitLimit<'static> {
    WaitLimit::until_elapsed(Duration::from_secs(20))
}

fn in_memory(disk: &MemoryDisk) -> ProjectFolder {
    ProjectFolder::open_on(Arc::new(disk.clone()), Path::new("/project")).unwrap()
}

fn change(name: &str, old: Option<&str>, new: Option<&str>) -> FileChange {
    FileChange {
        name: FileName::parse(name).unwrap(),
        expected: Expected::of(old.map(str::as_bytes)),
        new: new.map(|new| new.as_bytes().to_vec()),
    }
}

fn commit_one(project: &ProjectFolder, change: FileChange) -> Result<Committed, CommitError> {
    let changes = [change];
    commit(
        project,
        &CommitRequest { changes: &changes, unchanged: &[], durability: Durability::Fsync, limit: limit() },
    )
}

fn has_temporary(disk: &MemoryDisk) -> bool {
    disk.paths().iter().any(|path| path.to_string_lossy().ends_with("-tmp"))
}

#[test]
fn files_are_created_replaced_and_removed() {
    let disk = MemoryDisk::new();
    let project = in_memory(&disk);
    let first = commit_one(&project, change("main", None, Some("one"))).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"one");
    let second = commit_one(&project, change("main", Some("one"), Some("two"))).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"two");
    commit_one(&project, change("gear", None, Some(""))).unwrap();
    assert_eq!(disk.get("/project/modules/gear.js").unwrap(), b"");
    let third = commit_one(&project, change("main", Some("two"), None)).unwrap();
    assert_eq!(disk.get(MAIN), None);
    assert!(first.id < second.id && second.id < third.id);
    assert!(!has_temporary(&disk));
}

#[test]
fn the_steps_are_in_the_order_that_survives_a_power_cut() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put("/project/.scenewright/lock", "");
    let project = in_memory(&disk);
    commit_one(&project, change("main", Some("old"), Some("new"))).unwrap();
    let (temporary, main) = (Path::new(TEMPORARY).to_owned(), Path::new(MAIN).to_owned());
    assert_eq!(
        disk.operations(),
        [
            Operation::CreateFile(temporary.clone()),
            Operation::Write(temporary.clone()),
            Operation::CopyAttributes(temporary.clone()),
            Operation::SyncFile(temporary.clone()),
            Operation::Rename(temporary, main),
            Operation::SyncFolder("/project".into()),
        ]
    );
}

#[test]
fn fast_commits_are_not_synced() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put("/project/.scenewright/lock", "");
    let project = in_memory(&disk);
    let changes = [change("main", Some("old"), Some("new"))];
    let request =
        CommitRequest { changes: &changes, unchanged: &[], durability: Durability::Fast, limit: limit() };
    commit(&project, &request).unwrap();
    let synced =
        |operation: &Operation| matches!(operation, Operation::SyncFile(_) | Operation::SyncFolder(_));
    assert!(!disk.operations().iter().any(synced));
    assert_eq!(disk.get(MAIN).unwrap(), b"new");
}

#[test]
fn whatever_step_fails_the_file_is_as_it_was() {
    // (what the project holds, the change, the file's path)
    let cases = [
        (Some("old"), change("main", Some("old"), Some("new")), MAIN),
        (None, change("main", None, Some("new")), MAIN),
        (None, change("gear", None, Some("new")), "/project/modules/gear.js"),
        (Some("old"), change("main", Some("old"), None), MAIN),
    ];
    for (before, change, path) in cases {
        let mut failures = 0;
        for step in 0.. {
            let disk = MemoryDisk::new();
            if let Some(before) = before {
                disk.put(MAIN, before);
            }
            disk.interrupt(step, Interruption::Fail);
            let result = commit_one(&in_memory(&disk), change.clone());
            if disk.operations().len() <= step {
                assert!(result.is_ok());
                assert_eq!(disk.get(path), change.new);
                break;
            }
            failures += 1;
            let error = Error::from(result.unwrap_err());
            assert_eq!(error.kind, Kind::Io, "step {step}: {error}");
            assert_eq!(
                disk.get(path),
                before.map(|text| text.as_bytes().to_vec()),
                "step {step} of {change:?}"
            );
            assert!(!has_temporary(&disk), "step {step} of {change:?}");
        }
        assert!(failures >= 2);
    }
}

#[test]
fn a_change_that_cannot_be_taken_back_says_so() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put("/project/.scenewright/lock", "");
    disk.interrupt(5, Interruption::Fail);
    disk.interrupt(6, Interruption::Fail);
    let error =
        Error::from(commit_one(&in_memory(&disk), change("main", Some("old"), Some("new"))).unwrap_err());
    assert!(error.message.contains("putting the old contents back failed too"), "{error}");
    assert_eq!(error.file.as_deref(), Some("main"));
}

#[test]
fn a_file_that_changed_meanwhile_is_left_alone() {
    let before = [
        (Some("theirs"), change("main", Some("old"), Some("new"))),
        (None, change("main", Some("old"), Some("new"))),
        (Some("theirs"), change("main", None, Some("new"))),
        (Some("theirs"), change("main", Some("old"), None)),
    ];
    for (theirs, change) in before {
        let disk = MemoryDisk::new();
        disk.put_folder("/project");
        if let Some(theirs) = theirs {
            disk.put(MAIN, theirs);
        }
        let error = commit_one(&in_memory(&disk), change).unwrap_err();
        assert_eq!(error, CommitError::Conflict { file: FileName::main() });
        assert_eq!(disk.get(MAIN), theirs.map(|text| text.as_bytes().to_vec()));
    }
    // Between the first comparison and the rename, at every step there is.
    for step in 0..4 {
        let interruptions =
            [Interruption::Write(MAIN.into(), b"theirs".to_vec()), Interruption::Remove(MAIN.into())];
        for interruption in interruptions {
            let removed = matches!(interruption, Interruption::Remove(_));
            let disk = MemoryDisk::new();
            disk.put(MAIN, "old");
            disk.put("/project/.scenewright/lock", "");
            disk.interrupt(step, interruption);
            let error = commit_one(&in_memory(&disk), change("main", Some("old"), Some("new"))).unwrap_err();
            // A file that vanished cannot lend its mode either: then the disk's own error is right as well.
            assert!(removed || matches!(error, CommitError::Conflict { .. }), "step {step}: {error}");
            assert_eq!(disk.get(MAIN), (!removed).then(|| b"theirs".to_vec()), "step {step}");
            assert!(!has_temporary(&disk), "step {step}");
        }
    }
    let error = Error::from(CommitError::Conflict { file: FileName::main() });
    assert_eq!((error.kind, error.file.as_deref()), (Kind::Conflict, Some("main")));
    assert!(error.hint.is_some());
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let disk = MemoryDisk::new();
    let project = in_memory(&disk);
    let two = [change("main", None, Some("a")), change("gear", None, Some("b"))];
    let gone = [change("main", None, None)];
    for changes in [&two[..], &[], &gone[..]] {
        let request = CommitRequest { changes, unchanged: &[], durability: Durability::Fast, limit: limit() };
        let error = Error::from(commit(&project, &request).unwrap_err());
        assert_eq!(error.kind, Kind::InvalidInput);
    }
    assert!(disk.operations().is_empty());

    disk.put_folder("/project/modules/gear.js");
    let error = Error::from(commit_one(&project, change("gear", None, Some("x"))).unwrap_err());
    assert_eq!((error.kind, error.file.as_deref()), (Kind::InvalidInput, Some("gear")));
    assert!(!has_temporary(&disk));
}

#[test]
fn a_cancelled_commit_changes_nothing() {
    // The caller changes its mind at each of the moments when it is asked.
    for moment in 0..3 {
        let disk = MemoryDisk::new();
        disk.put(MAIN, "old");
        let asked = AtomicUsize::new(0);
        let cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= moment;
        let changes = [change("main", Some("old"), Some("new"))];
        let limit = limit().or_cancelled(&cancelled);
        let request =
            CommitRequest { changes: &changes, unchanged: &[], durability: Durability::Fsync, limit };
        let error = Error::from(commit(&in_memory(&disk), &request).unwrap_err());
        assert_eq!(error.kind, Kind::Cancelled, "moment {moment}");
        assert_eq!(disk.get(MAIN).unwrap(), b"old");
        assert!(!has_temporary(&disk));
    }
}

#[test]
fn what_a_dead_process_left_is_cleaned_up() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put(TEMPORARY, "ha");
    disk.put("/project/modules/.gear.js.scenewright-tmp", "ha");
    let project = in_memory(&disk);
    assert!(commit_one(&project, change("main", Some("other"), Some("new"))).is_err());
    assert!(!has_temporary(&disk), "even when the commit itself is refused");
}

#[test]
fn a_change_is_refused_when_a_file_it_was_proven_with_is_another_by_now() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put("/project/modules/gear.js", "theirs");
    let project = in_memory(&disk);
    let gear = FileName::parse("gear").unwrap();
    let changes = [change("main", Some("old"), Some("new"))];
    for (expected, is_made) in [("mine", false), ("theirs", true)] {
        let unchanged = [(gear.clone(), Expected::of(Some(expected.as_bytes())))];
        let durability = Durability::Fast;
        let request = CommitRequest { changes: &changes, unchanged: &unchanged, durability, limit: limit() };
        let made = commit(&project, &request);
        if is_made {
            assert!(made.is_ok());
        } else {
            assert_eq!(made, Err(CommitError::Conflict { file: gear.clone() }));
            assert_eq!(disk.get(MAIN).unwrap(), b"old");
        }
    }
}

#[test]
fn a_held_lock_is_waited_for_and_given_up_on() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    let project = in_memory(&disk);
    let held = project.lock(&limit()).unwrap();
    let changes = [change("main", Some("old"), Some("new"))];
    let limit = WaitLimit::until_elapsed(Duration::from_millis(20));
    let request = CommitRequest { changes: &changes, unchanged: &[], durability: Durability::Fast, limit };
    assert_eq!(Error::from(commit(&project, &request).unwrap_err()).kind, Kind::Conflict);
    drop(held);
    commit(&project, &CommitRequest { limit: self::limit(), ..request }).unwrap();
}

#[test]
fn a_real_project_is_made_at_its_first_commit() {
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path().join("deep/project");
    let project = ProjectFolder::open(&path).unwrap();
    commit_one(&project, change("gear", None, Some("export {}"))).unwrap();
    assert_eq!(fs::read(path.join("modules/gear.js")).unwrap(), b"export {}");
    let mut names: Vec<_> = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [".scenewright", "modules"]);
    fs::create_dir(path.join("scene.code.js")).unwrap();
    let error = Error::from(commit_one(&project, change("main", None, Some("x"))).unwrap_err());
    assert_eq!(error.kind, Kind::InvalidInput);
}

#[test]
#[cfg(unix)]
fn links_and_modes_survive_a_commit() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path();
    fs::create_dir(path.join("src")).unwrap();
    fs::write(path.join("src/main.js"), "old").unwrap();
    fs::set_permissions(path.join("src/main.js"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("src/main.js", path.join("scene.code.js")).unwrap();
    let project = ProjectFolder::open(path).unwrap();

    let committed = commit_one(&project, change("main", Some("old"), Some("new"))).unwrap();
    assert!(committed.warnings.is_empty());
    assert!(fs::symlink_metadata(path.join("scene.code.js")).unwrap().is_symlink());
    assert_eq!(fs::read(path.join("src/main.js")).unwrap(), b"new");
    assert_eq!(fs::metadata(path.join("src/main.js")).unwrap().permissions().mode() & 0o777, 0o600);

    fs::hard_link(path.join("src/main.js"), path.join("other.js")).unwrap();
    let committed = commit_one(&project, change("main", Some("new"), Some("newer"))).unwrap();
    assert!(committed.warnings[0].contains("hard links"));

    commit_one(&project, change("main", Some("newer"), None)).unwrap();
    assert!(!fs::exists(path.join("scene.code.js")).unwrap(), "the link is removed");
    assert_eq!(fs::read(path.join("src/main.js")).unwrap(), b"newer", "and not what it led to");
}

#[test]
#[cfg(unix)]
fn a_read_only_folder_gives_an_error_and_keeps_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path();
    fs::write(path.join("scene.code.js"), "old").unwrap();
    let set_mode = |mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    set_mode(0o555);
    // The superuser may write anyway; then there is nothing to see here.
    if fs::write(path.join("probe"), "").is_err() {
        let project = ProjectFolder::open(path).unwrap();
        let error = Error::from(commit_one(&project, change("main", Some("old"), Some("new"))).unwrap_err());
        assert_eq!(error.kind, Kind::Io);
        assert_eq!(fs::read(path.join("scene.code.js")).unwrap(), b"old");
    }
    set_mode(0o755);
}

#[test]
fn many_at_once_lose_no_change() {
    let outer = tempfile::tempdir().unwrap();
    fs::write(outer.path().join("scene.code.js"), "").unwrap();
    let conflicts = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (outer, conflicts) = (&outer, &conflicts);
            scope.spawn(move || {
                let project = ProjectFolder::open(outer.path()).unwrap();
                for number in 0..10 {
                    loop {
                        let old =
                            String::from_utf8(project.read(&FileName::main()).unwrap().unwrap()).unwrap();
                        let new = format!("{old}{writer}:{number}\n");
                        let changes = [change("main", Some(&old), Some(&new))];
                        let durability = Durability::Fast;
                        match commit(
                            &project,
                            &CommitRequest { changes: &changes, unchanged: &[], durability, limit: limit() },
                        ) {
                            Ok(_) => break,
                            Err(CommitError::Conflict { .. }) => conflicts.fetch_add(1, Ordering::Relaxed),
                            Err(error) => panic!("{error}"),
                        };
                    }
                }
            });
        }
    });
    let text = fs::read_to_string(outer.path().join("scene.code.js")).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 40, "with {conflicts:?} conflicts");
}
