//! Tests of sessions with different roots, and so with different journals, on the same files.

use std::path::PathBuf;
use std::sync::{Condvar, Mutex};
use std::thread;

use super::*;
use scenewright_error::Kind;
use scenewright_fs::WorkspacePath;
use scenewright_fs::disk::{Choices, Interruption, OnPoint, Point};

const SHARED: &str = "/repo/project/scene.code.js";

/// The number of times that a scheduler preempts a session that could continue.
const MAX_PREEMPTIONS: usize = 2;

/// The number of attempts of a session, each from the present contents.
const MAX_ATTEMPTS: usize = 4;

/// Opens a scene project within a repository.
fn inner_store(disk: &MemoryDisk) -> Arc<Transactions> {
    let disk: Arc<dyn Disk> = Arc::new(disk.clone());
    let root_set = RootSet::with_own_state(disk, Path::new("/repo/project")).unwrap();
    Transactions::new(Arc::new(root_set), Settings::default())
}

/// Opens a workspace at the repository's top, with its journal elsewhere.
fn outer_store(disk: &MemoryDisk) -> Arc<Transactions> {
    let disk: Arc<dyn Disk> = Arc::new(disk.clone());
    let root_set = RootSet::with_state_on(disk, &[PathBuf::from("/repo")], Path::new("/state/repo")).unwrap();
    Transactions::new(Arc::new(root_set), Settings::default())
}

fn shared_disk() -> MemoryDisk {
    let disk = MemoryDisk::new();
    disk.put(SHARED, "begin\n");
    disk
}

/// A scheduler that runs one of two sessions at a time, through all orders with few preemptions.
struct Scheduler {
    state: Mutex<Schedule>,
    turn: Condvar,
}

struct Schedule {
    choices: Choices,
    running: usize,
    finished: [bool; 2],
    preemptions: usize,
    blocked: usize,
}

impl Scheduler {
    fn new(mut choices: Choices) -> Arc<Scheduler> {
        let running = choices.choose(2);
        let state = Schedule { choices, running, finished: [false; 2], preemptions: 0, blocked: 0 };
        Arc::new(Scheduler { state: Mutex::new(state), turn: Condvar::new() })
    }

    fn on_point(self: &Arc<Self>, me: usize) -> OnPoint {
        let scheduler = Arc::clone(self);
        Arc::new(move |point| scheduler.reach(me, point))
    }

    fn reach(&self, me: usize, point: Point) {
        let mut state = self.state.lock().unwrap();
        let other = 1 - me;
        match point {
            Point::Step => {
                state.blocked = 0;
                let may_choose = !state.finished[other] && state.preemptions < MAX_PREEMPTIONS;
                if may_choose && state.choices.choose(2) == 1 {
                    state.preemptions += 1;
                    state.running = other;
                }
            }
            Point::Blocked => {
                state.blocked += 1;
                assert!(state.blocked < 1_000, "both sessions wait for each other");
                if !state.finished[other] {
                    state.running = other;
                }
            }
        }
        self.turn.notify_all();
        drop(self.turn.wait_while(state, |state| state.running != me).unwrap());
    }

    fn run(&self, me: usize, work: impl FnOnce()) {
        drop(self.turn.wait_while(self.state.lock().unwrap(), |state| state.running != me).unwrap());
        work();
        let mut state = self.state.lock().unwrap();
        state.finished[me] = true;
        state.running = 1 - me;
        self.turn.notify_all();
    }
}

/// Runs two sessions in every order that the bound allows, on a new disk each, and counts the orders.
fn in_all_orders<T: Send>(
    begin: impl Fn() -> MemoryDisk,
    sessions: [&(dyn Fn(&MemoryDisk) -> T + Sync); 2],
    check: impl Fn(&MemoryDisk, [T; 2]),
) -> usize {
    let mut choices = Choices::new();
    let mut orders = 0;
    loop {
        let disk = begin();
        let scheduler = Scheduler::new(std::mem::take(&mut choices));
        let results = [Mutex::new(None), Mutex::new(None)];
        thread::scope(|scope| {
            for (me, session) in sessions.iter().enumerate() {
                let (scheduler, disk, result) = (Arc::clone(&scheduler), disk.clone(), &results[me]);
                scope.spawn(move || {
                    let seen = disk.scheduled(scheduler.on_point(me));
                    scheduler.run(me, || *result.lock().unwrap() = Some(session(&seen)));
                });
            }
        });
        check(&disk, results.map(|result| result.into_inner().unwrap().unwrap()));
        orders += 1;
        choices = std::mem::take(&mut scheduler.state.lock().unwrap().choices);
        if !choices.advance() {
            return orders;
        }
    }
}

/// Appends a line to a file, beginning again if another session was faster. Returns true if it was committed.
fn append(
    store: &Arc<Transactions>,
    disk: &MemoryDisk,
    path: &WorkspacePath,
    file: &str,
    line: &str,
) -> bool {
    for _ in 0..MAX_ATTEMPTS {
        let old = disk.get(file);
        let new = [old.as_deref().unwrap_or_default(), line.as_bytes(), b"\n"].concat();
        match commit(store, &[FileChange::new(path.clone(), old.as_deref(), Some(new))]) {
            Ok(_) => return true,
            Err(CommitError::Conflict { .. }) => {}
            Err(other) => panic!("{line}: {other}"),
        }
    }
    false
}

fn path(path: &str) -> WorkspacePath {
    WorkspacePath::new(0, Path::new(path)).unwrap()
}

fn text(disk: &MemoryDisk, file: &str) -> String {
    String::from_utf8(disk.get(file).unwrap_or_default()).unwrap()
}

fn assert_clean(disk: &MemoryDisk) {
    assert!(!has_temporary(disk), "{:?}", disk.paths());
}

#[test]
fn commits_of_one_file_from_different_roots_are_both_kept_in_every_order() {
    let orders = in_all_orders(
        shared_disk,
        [&|disk| append(&inner_store(disk), disk, &path("scene.code.js"), SHARED, "inner"), &|disk| {
            append(&outer_store(disk), disk, &path("project/scene.code.js"), SHARED, "outer")
        }],
        |disk, committed| {
            let text = text(disk, SHARED);
            for (line, is_committed) in ["inner", "outer"].iter().zip(committed) {
                let times = text.lines().filter(|found| found == line).count();
                assert_eq!(times, usize::from(is_committed), "{line} in {text:?}");
            }
            assert_clean(disk);
            for (store, is_committed) in [inner_store(disk), outer_store(disk)].iter().zip(committed) {
                store.recover(&limit()).unwrap();
                assert_eq!(committed_ids(store).len(), usize::from(is_committed));
            }
        },
    );
    println!("{orders} orders");
    assert!(orders > 500, "only {orders} orders were tried");
}

#[test]
fn files_created_in_same_missing_folder_both_exist_in_every_order() {
    let make = |store: Arc<Transactions>, disk: &MemoryDisk, relative: &str, name: &str| {
        append(&store, disk, &path(relative), &format!("/repo/project/modules/deep/{name}"), name)
    };
    in_all_orders(
        shared_disk,
        [&|disk| make(inner_store(disk), disk, "modules/deep/a.js", "a.js"), &|disk| {
            make(outer_store(disk), disk, "project/modules/deep/b.js", "b.js")
        }],
        |disk, made| {
            for (name, is_made) in ["a.js", "b.js"].iter().zip(made) {
                let there = text(disk, &format!("/repo/project/modules/deep/{name}"));
                assert_eq!(there, if is_made { format!("{name}\n") } else { String::new() });
            }
            assert!(made.iter().any(|is_made| *is_made));
            assert_clean(disk);
        },
    );
}

#[test]
fn removal_spares_file_edited_by_another_session() {
    in_all_orders(
        shared_disk,
        [
            &|disk| {
                let edited = append(&inner_store(disk), disk, &path("scene.code.js"), SHARED, "inner");
                edited.then(|| "inner".to_owned())
            },
            &|disk| {
                let seen = disk.get(SHARED);
                let removal = FileChange::new(path("project/scene.code.js"), seen.as_deref(), None);
                let note = FileChange::new(path("project/note.txt"), None, Some(b"removed".to_vec()));
                let removed = seen.is_some() && commit(&outer_store(disk), &[removal, note]).is_ok();
                removed.then(|| String::from_utf8(seen.unwrap()).unwrap())
            },
        ],
        |disk, [edited, removed]| {
            assert_eq!(disk.get("/repo/project/note.txt").is_some(), removed.is_some());
            let expected = match (edited, removed) {
                (Some(_), None) => "begin\ninner\n",
                // The removal saw the edit, or the edit created the file again.
                (Some(_), Some(seen)) if seen.contains("inner") => "",
                (Some(_), Some(_)) => "inner\n",
                (None, Some(_)) => "",
                (None, None) => panic!("neither was committed"),
            };
            assert_eq!(text(disk, SHARED), expected);
            assert_clean(disk);
        },
    );
}

#[test]
fn recovery_never_reverts_commit_of_another_session() {
    let begin = || {
        let disk = shared_disk();
        disk.put("/repo/project/modules/linked.js", "linked\n");
        disk.put_hard_link("/repo/elsewhere.js", "/repo/project/modules/linked.js");
        disk.put("/repo/project/modules/gone.js", "gone\n");
        disk
    };
    let files = ["scene.code.js", "modules/linked.js", "modules/gone.js"];
    let changes = || {
        let change = |name: &str, old: &str, new: Option<&str>| {
            FileChange::new(path(name), Some(old.as_bytes()), new.map(|new| new.as_bytes().to_vec()))
        };
        [
            change(files[0], "begin\n", Some("of the dead\n")),
            change(files[1], "linked\n", Some("of the dead too\n")),
            change(files[2], "gone\n", None),
        ]
    };
    let mut cases = 0;
    for alone in [Some(0), Some(1), Some(2), None] {
        for step in 0.. {
            let disk = begin();
            disk.interrupt(step, Interruption::Die);
            let changes: Vec<FileChange> = match alone {
                Some(number) => vec![changes()[number].clone()],
                None => changes().to_vec(),
            };
            let lived = commit(&inner_store(&disk), &changes).is_ok();
            let survivor = disk.survivor();
            let outer = outer_store(&survivor);
            for name in files {
                let file = format!("/repo/project/{name}");
                assert!(append(&outer, &survivor, &path(&format!("project/{name}")), &file, "outer"));
            }
            let inner = inner_store(&survivor);
            inner.recover(&limit()).unwrap();
            for name in files {
                let text = text(&survivor, &format!("/repo/project/{name}"));
                assert!(text.ends_with("outer\n"), "{alone:?}, killed at {step}: {name} holds {text:?}");
            }
            assert_clean(&survivor);
            cases += 1;
            if lived {
                break;
            }
        }
    }
    println!("{cases} deaths");
}

#[test]
fn undo_refuses_file_changed_by_another_session() {
    let disk = shared_disk();
    let (inner, outer) = (inner_store(&disk), outer_store(&disk));
    assert!(append(&inner, &disk, &path("scene.code.js"), SHARED, "inner"));
    assert!(append(&outer, &disk, &path("project/scene.code.js"), SHARED, "outer"));
    let error = inner.plan(Direction::Undo, None, false).unwrap_err();
    assert_eq!(error.kind, Kind::Conflict);
    assert!(error.message.contains("or a session with another history"), "{error}");
    assert_eq!(text(&disk, SHARED), "begin\ninner\nouter\n");
}

#[test]
fn commit_keeps_foreign_files_beside_changed_file() {
    let theirs = [
        "/repo/project/.scene.code.js.scenewright-tmp",
        "/repo/project/.scene.code.js.0123456789abcdef0123456789abcdef.scenewright-tmp",
    ];
    for step in 0..40 {
        let disk = shared_disk();
        theirs.iter().for_each(|file| disk.put(file, "theirs"));
        disk.interrupt(step, Interruption::Fail);
        let change = FileChange::new(path("scene.code.js"), Some(b"begin\n"), Some(b"inner\n".to_vec()));
        let _ = commit(&inner_store(&disk), &[change]);
        inner_store(&disk).recover(&limit()).unwrap();
        assert!(theirs.iter().all(|file| text(&disk, file) == "theirs"), "step {step}");
    }
}

#[test]
fn transaction_under_verification_locks_only_its_folders() {
    let disk = shared_disk();
    disk.put("/repo/docs/a.md", "a");
    let outer = outer_store(&disk);
    let change = FileChange::new(path("docs/a.md"), Some(b"a"), Some(b"b".to_vec()));
    let in_place = outer.begin(&request(&[change])).unwrap();
    assert!(append(&inner_store(&disk), &disk, &path("scene.code.js"), SHARED, "inner"));
    let docs =
        RootSet::with_state_on(Arc::new(disk.clone()), &[PathBuf::from("/repo/docs")], Path::new("/s"));
    let docs = Transactions::new(Arc::new(docs.unwrap()), Settings::default());
    let change = FileChange::new(path("a.md"), Some(b"b"), Some(b"c".to_vec()));
    let short = WaitLimit::until_elapsed(Duration::from_millis(20));
    let refused = docs.commit(&CommitRequest { limit: short, ..request(&[change]) }).unwrap_err();
    assert!(refused.to_string().contains("waiting for the folder /repo/docs"), "{refused}");
    in_place.abort().unwrap();
    assert_eq!(text(&disk, "/repo/docs/a.md"), "a");
}

#[test]
fn removed_state_folder_admits_no_second_writer_and_loses_no_change() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.code.js");
    let note = folder.path().join("modules/note.js");
    std::fs::write(&file, "begin\n").unwrap();
    let open = || {
        let root_set =
            RootSet::with_own_state(Arc::new(scenewright_fs::disk::OsDisk), folder.path()).unwrap();
        Transactions::new(Arc::new(root_set), Settings::default())
    };
    let changes = [
        FileChange::new(path("scene.code.js"), Some(b"begin\n"), Some(b"changed\n".to_vec())),
        FileChange::new(path("modules/note.js"), None, Some(b"new\n".to_vec())),
    ];
    let state = folder.path().join(".scenewright");

    let in_place = open().begin(&request(&changes)).unwrap();
    std::fs::remove_dir_all(&state).unwrap();
    let second = [FileChange::new(path("scene.code.js"), Some(b"changed\n"), Some(b"second\n".to_vec()))];
    let short = WaitLimit::until_elapsed(Duration::from_millis(20));
    let refused = open().commit(&CommitRequest { limit: short, ..request(&second) }).unwrap_err();
    assert!(refused.to_string().contains("Gave up waiting for the folder"), "{refused}");
    std::fs::remove_dir_all(&state).unwrap();
    assert_eq!(in_place.abort().unwrap(), []);
    assert_eq!((std::fs::read(&file).unwrap(), note.exists()), (b"begin\n".to_vec(), false));

    let in_place = open().begin(&request(&changes)).unwrap();
    std::fs::remove_dir_all(&state).unwrap();
    let error = in_place.commit().unwrap_err();
    assert_eq!((std::fs::read(&file).unwrap(), note.exists()), (b"begin\n".to_vec(), false), "{error}");

    let in_place = open().begin(&request(&changes[..1])).unwrap();
    std::fs::rename(&state, folder.path().join("moved")).unwrap();
    let committed = in_place.commit().unwrap();
    assert!(committed.warnings.is_empty());
    let reopened = open();
    reopened.recover(&limit()).unwrap();
    assert_eq!(committed_ids(&reopened), [committed.id]);
    let plan = reopened.plan(Direction::Undo, None, false).unwrap();
    assert_eq!(plan.changes.len(), 1, "it can be undone from the new journal");
}
