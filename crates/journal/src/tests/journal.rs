//! Tests of the journal itself: its survival, its forgetting, and its other readers.

use super::*;
use scenewright_error::Kind;
use scenewright_fs::disk::{Access, Folder};

pub(super) const JOURNAL: &str = "/project/.scenewright/journal";

fn state_folder(disk: &MemoryDisk) -> Arc<dyn Folder> {
    disk.open_folder(Path::new("/project/.scenewright")).unwrap().unwrap()
}

pub(super) fn with_commits(count: usize) -> (MemoryDisk, Arc<Transactions>) {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "0");
    let store = store_on(&disk);
    for number in 1..=count {
        let (old, new) = ((number - 1).to_string(), number.to_string());
        commit(&store, &[change("main", Some(&old), Some(&new))]).unwrap();
    }
    (disk, store)
}

#[test]
fn two_stores_on_one_project_see_each_others_commits() {
    let (disk, first) = with_commits(3);
    let second = store_on(&disk);
    second.try_recover().unwrap();
    assert_eq!(committed_ids(&second), committed_ids(&first));
    let id = commit(&second, &[change("main", Some("3"), Some("theirs"))]).unwrap().id;
    assert_eq!(committed_ids(&first).len(), 3, "until it looks");
    first.try_recover().unwrap();
    assert_eq!(committed_ids(&first).last(), Some(&id));
    revert(&first, Direction::Undo).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"3");
}

#[test]
fn commit_cuts_off_bytes_after_last_whole_record() {
    let (disk, first) = with_commits(3);
    let whole = disk.get(JOURNAL).unwrap();
    let ids = committed_ids(&first);
    // Cut anywhere, with or without garbage after the cut: what is whole is there.
    let mut random = fastrand::Rng::with_seed(1);
    for length in (0..whole.len()).step_by(7) {
        for garbage in [0, 1, 40, 500] {
            let disk = MemoryDisk::new();
            disk.put(MAIN, "3");
            let mut bytes = whole[..length].to_vec();
            bytes.extend((0..garbage).map(|_| random.u8(..)));
            disk.put(JOURNAL, bytes);
            let store = store_on(&disk);
            store.recover(&limit()).unwrap();
            let found = committed_ids(&store);
            assert!(ids.starts_with(&found) || found == ids[..found.len()], "{length}");
            let id = commit(&store, &[change("main", Some("3"), Some("4"))]).unwrap().id;
            let again = store_on(&disk);
            again.recover(&limit()).unwrap();
            assert_eq!(committed_ids(&again).last(), Some(&id), "{length} and {garbage}");
        }
    }
}

#[test]
fn journal_never_accepts_flipped_bit_as_history() {
    let (disk, store) = with_commits(2);
    let whole = disk.get(JOURNAL).unwrap();
    let ids = committed_ids(&store);
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        let disk = MemoryDisk::new();
        disk.put(MAIN, "2");
        disk.put(JOURNAL, bytes);
        let store = store_on(&disk);
        if let Err(error) = store.recover(&limit()) {
            assert!(at == 12 && error.message.contains("another version"), "{at}: {error}");
            continue;
        }
        let found = committed_ids(&store);
        assert!(found.iter().all(|id| ids.contains(id)) && found.is_sorted(), "{at}");
        while let Ok(plan) = store.plan(Direction::Undo, None, false) {
            // What it gives back is what was there: bytes that do not fit their hash are not.
            let After::File { bytes, .. } = &plan.changes[0].after else { panic!("{at}") };
            assert!([&b"0"[..], b"1"].contains(&&bytes[..]), "{at}");
            let label = Label { undoes: Some(plan.id.clone()), ..label("back") };
            store.commit(&CommitRequest { label, ..request(&plan.changes) }).unwrap();
        }
    }
}

#[test]
fn foreign_file_in_place_of_journal_is_kept_aside() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put(JOURNAL, "something that a person put here, longer than a header");
    let store = store_on(&disk);
    store.recover(&limit()).unwrap();
    commit(&store, &[change("main", Some("old"), Some("new"))]).unwrap();
    let kept = disk.paths().into_iter().find(|path| path.to_string_lossy().contains("unreadable"));
    assert!(disk.get(kept.unwrap()).unwrap().starts_with(b"something"));
    assert_eq!(committed_ids(&store).len(), 1);
}

#[test]
fn journal_of_other_version_is_kept_and_changes_refused() {
    let (disk, _) = with_commits(1);
    let mut bytes = disk.get(JOURNAL).unwrap();
    bytes[12] = 2;
    disk.put(JOURNAL, bytes.clone());
    let store = store_on(&disk);
    let error =
        scenewright_error::Error::from(commit(&store, &[change("main", Some("1"), Some("2"))]).unwrap_err());
    assert!(error.message.contains("another version of scenewright (its format is 2)"), "{error}");
    assert!(error.hint.unwrap().contains("move the file `journal` away"));
    assert_eq!(disk.get(JOURNAL).unwrap(), bytes);
    assert_eq!(disk.get(MAIN).unwrap(), b"1");
}

#[test]
fn oldest_history_is_dropped_past_size_limit() {
    let disk = MemoryDisk::new();
    let root_set = site_on(&disk);
    let store = Transactions::new(root_set, Settings { history_bytes: 64 << 10, ..Settings::default() });
    let watcher = store_on(&disk);
    let mut random = fastrand::Rng::with_seed(5);
    let mut old: Option<String> = None;
    let mut ids = Vec::new();
    for _ in 0..100 {
        let new: String = (0..4_000).map(|_| random.alphanumeric()).collect();
        ids.push(commit(&store, &[change("main", old.as_deref(), Some(&new))]).unwrap().id);
        old = Some(new);
        let size = disk.get(JOURNAL).unwrap().len();
        assert!(size <= 64 << 10, "{size}");
        watcher.try_recover().unwrap();
        assert_eq!(committed_ids(&watcher), committed_ids(&store));
    }
    let kept = committed_ids(&store);
    assert!((5..50).contains(&kept.len()), "{}", kept.len());
    assert!(ids.ends_with(&kept));
    let error = store.plan(Direction::Undo, Some(&ids[0]), false).unwrap_err();
    assert_eq!(error.kind, Kind::NotFound);
    assert!(error.hint.unwrap().contains("size limit"));
    for _ in 0..5 {
        revert(&store, Direction::Undo).unwrap();
    }
    assert!(!has_temporary(&disk));
}

#[test]
fn change_larger_than_the_history_warns_and_leaves_earlier_ones_undoable() {
    let disk = MemoryDisk::new();
    let settings = Settings { history_bytes: 64 << 10, ..Settings::default() };
    let store = Transactions::new(site_on(&disk), settings);
    let mut random = fastrand::Rng::with_seed(5);
    let large: String = (0..200_000).map(|_| random.alphanumeric()).collect();
    commit(&store, &[change("small", None, Some("1"))]).unwrap();
    let small = commit(&store, &[change("small", Some("1"), Some("2"))]).unwrap();
    commit(&store, &[change("main", None, Some(&large))]).unwrap();
    let before = committed_ids(&store);

    let committed = commit(&store, &[change("main", Some(&large), Some("x"))]).unwrap();
    let [warning] = committed.warnings.as_slice() else { panic!("{:?}", committed.warnings) };
    assert!(
        warning.message.contains(&format!("{} cannot be undone: the old contents of main", committed.id)),
        "{warning:?}"
    );
    assert!(warning.message.contains("65536 bytes"), "{warning:?}");
    assert!(disk.get(JOURNAL).unwrap().len() <= 64 << 10);
    assert!(committed_ids(&store).starts_with(&before), "no other change went with it");

    // Another process reads the same history from the disk.
    let store = Transactions::new(site_on(&disk), settings);
    store.try_recover().unwrap();
    assert_eq!(committed_ids(&store).last(), Some(&committed.id));
    let error = store.plan(Direction::Undo, Some(&committed.id), false).unwrap_err();
    assert_eq!(error.kind, Kind::NotFound);
    let plan = store.plan(Direction::Undo, Some(&small.id), false).unwrap();
    let label = Label { undoes: Some(plan.id.clone()), ..label("back") };
    store.commit(&CommitRequest { label, ..request(&plan.changes) }).unwrap();
    assert_eq!(disk.get("/project/modules/small.js").unwrap(), b"1");
    assert_eq!(disk.get(MAIN).unwrap(), b"x");
    let next = commit(&store, &[change("main", Some("x"), Some("y"))]).unwrap();
    assert!(next.warnings.is_empty());
    revert(&store, Direction::Undo).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"x");
}

#[test]
fn journal_keeps_equal_bytes_once_and_compressed() {
    let disk = MemoryDisk::new();
    let large = "a line of text\n".repeat(10_000);
    disk.put(MAIN, large.as_str());
    let store = store_on(&disk);
    for _ in 0..20 {
        commit(&store, &[change("main", Some(&large), Some("x"))]).unwrap();
        commit(&store, &[change("main", Some("x"), Some(&large))]).unwrap();
    }
    let size = disk.get(JOURNAL).unwrap().len();
    assert!(size < 40 * 1_000, "{size} bytes for 40 commits of a file of {}", large.len());
}

#[test]
fn removed_journal_is_empty_history() {
    let (disk, store) = with_commits(2);
    state_folder(&disk).remove("journal".as_ref()).unwrap();
    store.recover(&limit()).unwrap();
    assert!(committed_ids(&store).is_empty());
    commit(&store, &[change("main", Some("2"), Some("3"))]).unwrap();
    assert_eq!(committed_ids(&store).len(), 1);
    let file = state_folder(&disk).open_file("journal".as_ref(), Access::ReadAndWrite).unwrap();
    assert!(file.is_some());
}
