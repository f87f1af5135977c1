//! Tests of the end of a history, and of its readers until then.

use super::journal::{JOURNAL, with_commits};
use super::*;
use scenewright_fs::disk::Interruption;

const STATE: &str = "/project/.scenewright";

/// Returns every file of the state folder with its bytes.
fn state_files(disk: &MemoryDisk) -> Vec<(String, Vec<u8>)> {
    let inside = disk.paths().into_iter().filter(|path| path.starts_with(STATE));
    inside
        .filter_map(|path| Some((path.file_name()?.to_string_lossy().into_owned(), disk.get(&path)?)))
        .collect()
}

#[test]
fn a_purge_leaves_an_empty_history_and_nothing_of_the_old_one() {
    let (disk, store) = with_commits(5);
    for leftover in [
        "journal.damaged-1",
        "journal.unreadable-2",
        "journal.purged-3",
        ".journal.0123456789abcdef0123456789abcdef.scenewright-part",
    ] {
        disk.put(Path::new(STATE).join(leftover), "old");
    }
    let other = store_on(&disk);
    other.recover(&limit()).unwrap();
    let size = disk.get(JOURNAL).unwrap().len() as u64;
    let purged = store.purge(&limit()).unwrap();
    assert_eq!(purged.transactions, 5);
    assert!(purged.bytes >= size + 12, "{purged:?}");
    let names: Vec<String> = state_files(&disk).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["journal", "lock"]);
    assert_eq!(disk.get(JOURNAL).unwrap().len(), 32);
    assert_eq!(disk.get(MAIN).unwrap(), b"5", "the files are what they were");
    for store in [&store, &other] {
        store.recover(&limit()).unwrap();
        assert!(committed_ids(store).is_empty());
        assert!(store.history_warnings().is_empty());
    }
    put(&other, &disk, &[("main", Some("6"))]).unwrap();
    revert(&store, Direction::Undo).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"5");
}

#[test]
fn a_purge_overwrites_the_journal_before_it_is_removed() {
    let (disk, store) = with_commits(3);
    let begun = disk.operations().len();
    store.purge(&limit()).unwrap();
    let operations = disk.operations().split_off(begun);
    let is_old = |path: &Path| path.to_string_lossy().contains("journal.purged-");
    let at = |found: &dyn Fn(&Operation) -> bool| operations.iter().position(found).unwrap();
    let written = at(&|it| matches!(it, Operation::Write(path) if is_old(path)));
    let synced = at(&|it| matches!(it, Operation::SyncFile(path) if is_old(path)));
    let removed = at(&|it| matches!(it, Operation::Remove(path) if is_old(path)));
    assert!(written < synced && synced < removed, "{operations:?}");
}

#[test]
fn killed_purge_leaves_all_or_no_history_and_next_one_finishes() {
    for change in 0..40 {
        let (disk, _) = with_commits(3);
        let disk = disk.survivor();
        disk.interrupt(change, Interruption::Die);
        let is_done = store_on(&disk).purge(&limit()).is_ok();
        let disk = disk.survivor();
        let next = store_on(&disk);
        next.recover(&limit()).unwrap();
        let left = committed_ids(&next).len();
        assert!(left == 0 || left == 3, "{left} after {change}");
        assert_eq!(disk.get(MAIN).unwrap(), b"3");
        next.purge(&limit()).unwrap();
        assert_eq!(state_files(&disk).len(), 2, "journal and lock, after {change}");
        if is_done {
            return;
        }
    }
    panic!("the purge never ended");
}

#[test]
fn purge_without_history_creates_nothing() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "0");
    assert_eq!(store_on(&disk).purge(&limit()).unwrap(), Purged::default());
    assert!(disk.operations().is_empty());
}

#[test]
fn state_folder_is_private_and_old_one_is_made_private() {
    let modes = |disk: &MemoryDisk| {
        let files = state_files(disk).into_iter().map(|(name, _)| disk.mode_of(Path::new(STATE).join(name)));
        files.chain([disk.mode_of(STATE)]).collect::<Vec<_>>()
    };
    let (disk, _) = with_commits(2);
    let private = [Some(0o600), Some(0o600), Some(0o600), Some(0o700)];
    assert_eq!(modes(&disk), private, "journal, its mark, lock and folder");
    for name in ["", "journal", "journal.mark", "lock"] {
        disk.put_mode(Path::new(STATE).join(name), if name.is_empty() { 0o755 } else { 0o644 });
    }
    let store = store_on(&disk);
    let before = disk.operations().len();
    store.recover(&limit()).unwrap();
    assert_eq!(disk.operations().len(), before, "who only looks changes nothing");
    put(&store, &disk, &[("main", Some("3"))]).unwrap();
    assert_eq!(modes(&disk), private);
}
