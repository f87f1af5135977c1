//! Tests of paths that are a file before a transaction and a folder after it, or the other way round.

use super::*;
use scenewright_fs::WorkspacePath;
use scenewright_fs::disk::Interruption;

/// A file `a`, a folder `b` with files and folders in it, and a file beside them.
fn build() -> MemoryDisk {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "main");
    disk.put("/project/a", "was a file");
    disk.put_mode("/project/a", 0o600);
    disk.put("/project/b/c", "in a folder");
    disk.put("/project/b/d/e", "deep");
    disk
}

fn at(name: &str) -> WorkspacePath {
    WorkspacePath::new(0, Path::new(name)).unwrap()
}

fn put_at(name: &str, old: Option<&str>, new: Option<&str>) -> FileChange {
    FileChange::new(at(name), old.map(str::as_bytes), new.map(|new| new.as_bytes().to_vec()))
}

/// The file becomes a folder, and the folder a file, in an order that no file system would let through.
fn exchange() -> Vec<FileChange> {
    vec![
        put_at("b", None, Some("is a file")),
        put_at("a/x/y", None, Some("inside")),
        put_at("scene.code.js", Some("main"), Some("other")),
        put_at("a", Some("was a file"), None),
        put_at("b/c", Some("in a folder"), None),
        put_at("b/d/e", Some("deep"), None),
        put_at("a/z", None, Some("too")),
    ]
}

fn reverse(store: &Arc<Transactions>, direction: Direction, durability: Durability) -> Result<Committed> {
    let plan = store.plan(direction, None, false)?;
    let folders = FolderChanges { made: plan.removed_folders, removed: plan.folders };
    let label = Label { undoes: Some(plan.id), ..label("back") };
    Ok(store.commit(&CommitRequest { label, folders: &folders, durability, ..request(&plan.changes) })?)
}

/// Makes the exchange, undoes it and makes it again, until an act fails. Returns the number of acts that were answered.
fn perform_all(store: &Arc<Transactions>, durability: Durability) -> usize {
    let changes = exchange();
    let acts: [&dyn Fn() -> bool; 3] = [
        &|| store.commit(&CommitRequest { durability, ..request(&changes) }).is_ok(),
        &|| reverse(store, Direction::Undo, durability).is_ok(),
        &|| reverse(store, Direction::Redo, durability).is_ok(),
    ];
    acts.iter().take_while(|act| act()).count()
}

/// The states before the first act and after each.
fn states() -> Vec<Snapshot> {
    let disk = build();
    let store = store_on(&disk);
    let mut states = vec![snapshot(&disk)];
    commit(&store, &exchange()).unwrap();
    states.push(snapshot(&disk));
    for direction in [Direction::Undo, Direction::Redo] {
        reverse(&store, direction, Durability::Fsync).unwrap();
        states.push(snapshot(&disk));
    }
    states
}

fn check(states: &[Snapshot], disk: &MemoryDisk, answered: usize, what: &str) {
    let store = store_on(disk);
    store.recover(&limit()).unwrap_or_else(|error| panic!("{what}: {error}"));
    let made = committed_ids(&store).len();
    assert!(made == answered || made == answered + 1, "{what}: {answered} were answered, {made} are there");
    assert_eq!(snapshot(disk), states[made], "{what}");
    assert!(!has_temporary(disk), "{what}: {:?}", disk.paths());
}

#[test]
fn file_becomes_folder_and_folder_becomes_file() {
    let states = states();
    let names = |state: &Snapshot| state.keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(
        names(&states[1]),
        "/project /project/a /project/a/x /project/a/x/y /project/a/z /project/b /project/scene.code.js"
    );
    assert_eq!(states[2], states[0], "an undo restores it with its mode");
    assert_eq!(states[3], states[1]);
}

#[test]
fn kill_at_any_change_leaves_kind_of_path_as_before_or_after() {
    let states = states();
    for durability in [Durability::Fsync, Durability::Fast] {
        let undisturbed = build();
        assert_eq!(perform_all(&store_on(&undisturbed), durability), 3);
        for change in 0..undisturbed.operations().len() {
            for death in [Interruption::Die, Interruption::DieAfter] {
                let disk = build();
                disk.interrupt(change, death.clone());
                let answered = perform_all(&store_on(&disk), durability);
                let what = format!("{durability:?}, {death:?} at {change}");
                check(&states, &disk.survivor(), answered, &what);
                // Recovery is killed too, at each of its own changes.
                for again in 0.. {
                    let survivor = disk.survivor();
                    survivor.interrupt(again, Interruption::Die);
                    if store_on(&survivor).recover(&limit()).is_ok() {
                        break;
                    }
                    let what = format!("{what}, recovery killed at {again}");
                    check(&states, &survivor.survivor(), answered, &what);
                }
            }
        }
    }
}

#[test]
fn power_cut_at_any_moment_leaves_kind_of_path_as_before_or_after() {
    let states = states();
    let disk = build();
    let store = store_on(&disk);
    let mut answered_at = Vec::new();
    commit(&store, &exchange()).unwrap();
    answered_at.push(disk.operations().len());
    for direction in [Direction::Undo, Direction::Redo] {
        reverse(&store, direction, Durability::Fsync).unwrap();
        answered_at.push(disk.operations().len());
    }
    for change in 0..=disk.operations().len() {
        let answered = answered_at.iter().filter(|at| **at <= change).count();
        for (number, cut) in disk.durable_states(change, 20).iter().enumerate() {
            check(&states, cut, answered, &format!("power cut after {change} changes, state {number}"));
        }
    }
}

#[test]
fn failure_at_any_change_restores_kind_of_path() {
    let states = states();
    let undisturbed = build();
    commit(&store_on(&undisturbed), &exchange()).unwrap();
    for change in 0..undisturbed.operations().len() {
        let disk = build();
        let store = store_on(&disk);
        disk.interrupt(change, Interruption::Fail);
        let is_made = commit(&store, &exchange()).is_ok();
        let what = format!("failure at {change}");
        if !is_made {
            assert_eq!(snapshot(&disk), states[0], "{what}");
        }
        check(&states, &disk.survivor(), usize::from(is_made), &what);
    }
}

#[test]
fn folder_that_holds_more_is_not_replaced() {
    let disk = build();
    disk.put("/project/b/d/kept", "kept");
    let before = snapshot(&disk);
    let store = store_on(&disk);
    let error = commit(&store, &exchange()).unwrap_err();
    assert!(error.to_string().contains("b: it is a folder, and it holds b/d/kept"), "{error}");
    assert_eq!(snapshot(&disk), before);
    // Nor by an undo, after somebody put a file into the new folder.
    let disk = build();
    let store = store_on(&disk);
    commit(&store, &exchange()).unwrap();
    disk.put("/project/a/x/kept", "kept");
    let after = snapshot(&disk);
    let error = reverse(&store, Direction::Undo, Durability::Fsync).unwrap_err();
    assert!(error.message.contains("a/x/kept"), "{error}");
    assert_eq!(snapshot(&disk), after);
}

#[test]
fn folder_in_place_of_link_does_not_lead_where_link_led() {
    let disk = build();
    disk.put_link("/project/link", "b");
    let store = store_on(&disk);
    let gone = FileChange { expected: Expected::Link("b".into()), ..put_at("link", None, None) };
    commit(&store, &[put_at("link/new", None, Some("new")), gone]).unwrap();
    assert_eq!(disk.get("/project/link/new").unwrap(), b"new");
    assert!(disk.get("/project/b/new").is_none());
    reverse(&store, Direction::Undo, Durability::Fsync).unwrap();
    let fresh = build();
    fresh.put_link("/project/link", "b");
    assert_eq!(snapshot(&disk), snapshot(&fresh));
}
