//! Tests of folders that a transaction makes and removes besides those of its files.

use super::*;
use scenewright_fs::WorkspacePath;
use scenewright_fs::disk::Interruption;

fn folders(names: &[&str]) -> Vec<WorkspacePath> {
    names.iter().map(|name| WorkspacePath::new(0, Path::new(name)).unwrap()).collect()
}

/// A folder `from` with a file, and an empty folder in it.
fn build() -> MemoryDisk {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "main");
    disk.put("/project/from/a.txt", "a");
    disk.put_folder("/project/from/empty");
    disk
}

/// Moves `from` to `to`, with all that is in it.
fn move_folder(store: &Arc<Transactions>) -> Result<Committed> {
    let path = |name: &str| WorkspacePath::new(0, Path::new(name)).unwrap();
    let changes = [
        FileChange::new(path("from/a.txt"), Some(b"a"), None),
        FileChange::new(path("to/a.txt"), None, Some(b"a".to_vec())),
    ];
    let folders =
        FolderChanges { made: folders(&["to", "to/empty"]), removed: folders(&["from", "from/empty"]) };
    Ok(store.commit(&CommitRequest { folders: &folders, ..request(&changes) })?)
}

fn make_folder(store: &Arc<Transactions>, name: &str) -> Result<Committed> {
    let folders = FolderChanges { made: folders(&[name]), removed: Vec::new() };
    Ok(store.commit(&CommitRequest { folders: &folders, ..request(&[]) })?)
}

fn reverse(store: &Arc<Transactions>, direction: Direction) -> Result<Committed> {
    let plan = store.plan(direction, None, false)?;
    let folders = FolderChanges { made: plan.removed_folders, removed: plan.folders };
    let label = Label { undoes: Some(plan.id), ..label("back") };
    Ok(store.commit(&CommitRequest { label, folders: &folders, ..request(&plan.changes) })?)
}

/// The paths beside the state folder.
fn paths(disk: &MemoryDisk) -> Vec<String> {
    snapshot(disk).into_keys().filter(|path| path != "/project").collect()
}

const BEFORE: [&str; 4] =
    ["/project/from", "/project/from/a.txt", "/project/from/empty", "/project/scene.code.js"];
const AFTER: [&str; 4] = ["/project/scene.code.js", "/project/to", "/project/to/a.txt", "/project/to/empty"];

#[test]
fn made_folder_is_undone_and_redone() {
    let disk = build();
    let store = store_on(&disk);
    let before = paths(&disk);
    make_folder(&store, "x/y").unwrap();
    let after = paths(&disk);
    assert!(after.contains(&"/project/x/y".to_owned()));
    for _ in 0..2 {
        reverse(&store, Direction::Undo).unwrap();
        assert_eq!(paths(&disk), before);
        reverse(&store, Direction::Redo).unwrap();
        assert_eq!(paths(&disk), after);
    }
    // Somebody put a file there, which stays with its folder.
    disk.put("/project/x/y/kept.txt", "kept");
    reverse(&store, Direction::Undo).unwrap();
    assert!(paths(&disk).contains(&"/project/x/y/kept.txt".to_owned()));
}

#[test]
fn existing_folder_makes_no_entry() {
    let disk = build();
    let store = store_on(&disk);
    make_folder(&store, "from/empty").unwrap();
    assert!(committed_ids(&store).is_empty());
    let error = make_folder(&store, "from/a.txt/x").unwrap_err();
    assert!(error.message.contains("is not a folder"), "{error}");
    assert_eq!(paths(&disk), BEFORE);
}

#[test]
fn moved_folder_is_undone_and_redone_with_its_empty_folders() {
    let disk = build();
    let store = store_on(&disk);
    move_folder(&store).unwrap();
    assert_eq!(paths(&disk), AFTER);
    assert_eq!(committed_ids(&store).len(), 1);
    for _ in 0..2 {
        reverse(&store, Direction::Undo).unwrap();
        assert_eq!(paths(&disk), BEFORE);
        reverse(&store, Direction::Redo).unwrap();
        assert_eq!(paths(&disk), AFTER);
    }
}

#[test]
fn folder_that_is_not_empty_then_stays() {
    let disk = build();
    disk.put("/project/from/empty/late.txt", "late");
    let store = store_on(&disk);
    move_folder(&store).unwrap();
    let found = paths(&disk);
    assert!(found.contains(&"/project/from/empty/late.txt".to_owned()), "{found:?}");
    assert!(!found.contains(&"/project/from/a.txt".to_owned()), "{found:?}");
}

#[test]
fn failure_or_death_at_any_change_leaves_folders_as_before_or_after() {
    let undisturbed = build();
    move_folder(&store_on(&undisturbed)).unwrap();
    let changes = undisturbed.operations().len();
    for change in 0..changes {
        for interruption in [Interruption::Fail, Interruption::Die, Interruption::DieAfter] {
            let disk = build();
            let store = store_on(&disk);
            disk.interrupt(change, interruption.clone());
            let what = format!("{interruption:?} at {change}");
            let made = move_folder(&store);
            if matches!(interruption, Interruption::Fail) && made.is_err() {
                assert_eq!(paths(&disk), BEFORE, "{what}");
            }
            let survivor = disk.survivor();
            let store = store_on(&survivor);
            store.recover(&limit()).unwrap();
            let is_made = !committed_ids(&store).is_empty();
            let mut found = paths(&survivor);
            if is_made && matches!(interruption, Interruption::Fail) {
                // An empty folder that cannot be removed stays.
                found.retain(|path| !path.starts_with("/project/from"));
            }
            assert_eq!(found, if is_made { AFTER } else { BEFORE }, "{what}");
            assert!(is_made || made.is_err(), "{what}");
        }
    }
}
