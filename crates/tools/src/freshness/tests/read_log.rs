//! Tests of the record alone: which files count as read, and which as changed.

use serde_json::json;

use super::super::*;
use scenewright_error::Kind;
use scenewright_fs::{ContentHash, FileIdentity, Stamp};

fn state(file: u64, content: &str) -> FileState {
    FileState {
        identity: FileIdentity { device: 1, file },
        stamp: Stamp { size: content.len() as u64, modified_ns: 5, changed_ns: 5 },
        content: ContentHash::of(content.as_bytes()),
    }
}

#[test]
fn freshness_depends_on_contents_alone() {
    let mut log = ReadLog::new();
    assert_eq!(log.state("main", Some(b"one")), Freshness::NeverRead);
    assert_eq!(log.state("main", None), Freshness::NeverRead);
    log.record_read("main", state(1, "one"), false);
    assert_eq!(log.state("main", Some(b"one")), Freshness::Fresh);
    assert_eq!(log.state("main", Some(b"two")), Freshness::Changed, "of the same size");
    assert_eq!(log.state("main", None), Freshness::Deleted);
    let replaced = Some(FileIdentity { device: 9, file: 9 });
    let same = Some(ContentHash::of(b"one"));
    assert_eq!(log.state_of("main", replaced, same), Freshness::Fresh, "the same bytes in a new file");
}

#[test]
fn edit_and_range_read_count_as_read() {
    let mut log = ReadLog::new();
    log.record_edit("gear", state(1, "new"));
    assert_eq!(log.state("gear", Some(b"new")), Freshness::Fresh);
    assert!(log.record("gear", None).unwrap().edited_ms.is_some());
    log.record_read("gear", state(1, "newer"), true);
    assert_eq!(log.state("gear", Some(b"newer")), Freshness::Fresh);
    let record = log.record("gear", None).unwrap();
    assert!(record.partial && record.edited_ms.is_some(), "the time of the edit is kept");
    log.forget("gear");
    assert_eq!(log.state("gear", Some(b"newer")), Freshness::NeverRead);
}

#[test]
fn another_path_to_a_file_counts_as_read() {
    let mut log = ReadLog::new();
    log.record_read("a", state(1, "text"), false);
    let identity = Some(FileIdentity { device: 1, file: 1 });
    let hash = |text: &str| Some(ContentHash::of(text.as_bytes()));
    assert_eq!(log.state_of("hard-link", identity, hash("text")), Freshness::Fresh);
    assert_eq!(log.state_of("hard-link", identity, hash("theirs")), Freshness::Changed);
    assert_eq!(log.state_of("stranger", None, hash("text")), Freshness::NeverRead);
    log.record_edit("hard-link", state(1, "other"));
    assert_eq!(log.state_of("a", identity, hash("other")), Freshness::Fresh);

    // A file is replaced, so the path has a new identity, and the old one belongs to nobody.
    log.record_edit("hard-link", state(2, "third"));
    assert_eq!(log.state_of("new", identity, hash("third")), Freshness::NeverRead);
}

#[test]
fn reused_identity_removes_no_record() {
    let mut log = ReadLog::new();
    log.record_read("a", state(1, "one"), false);
    log.record_read("b", state(1, "two"), false);
    assert_eq!(log.state("a", Some(b"one")), Freshness::Fresh);
    assert_eq!(log.state("b", Some(b"two")), Freshness::Fresh);
    log.forget("b");
    assert_eq!(log.state("a", Some(b"one")), Freshness::Fresh);
}

#[test]
fn least_recently_used_records_are_forgotten() {
    let mut log = ReadLog::with_capacity(2);
    log.record_read("a", state(1, "a"), false);
    log.record_read("b", state(2, "b"), false);
    log.record_read("a", state(1, "a"), false);
    log.record_read("c", state(3, "c"), false);
    assert_eq!(log.len(), 2);
    assert_eq!(log.state("b", Some(b"b")), Freshness::NeverRead);
    assert_eq!(log.state("a", Some(b"a")), Freshness::Fresh);

    let mut log = ReadLog::new();
    for number in 0..10_100 {
        log.record_read(&number.to_string(), state(number, "text"), false);
    }
    assert_eq!(log.len(), 10_000);
    assert_eq!(log.state("99", Some(b"text")), Freshness::NeverRead);
    assert_eq!(log.state("100", Some(b"text")), Freshness::Fresh);
    log.reset();
    assert!(log.is_empty());
}

#[test]
fn read_log_export_is_imported_again() {
    let mut log = ReadLog::with_capacity(3);
    log.record_read("a", state(1, "a"), true);
    log.record_edit("b", state(u64::MAX, "b"));
    log.record_read("c", state(3, "c"), false);
    let exported = log.export().unwrap();
    let text = serde_json::to_string(&exported).unwrap();

    let mut restored = ReadLog::with_capacity(3);
    restored.record_read("old", state(4, "old"), false);
    restored.import(&serde_json::from_str(&text).unwrap()).unwrap();
    assert_eq!(restored.export().unwrap(), exported);
    assert_eq!(restored.record("b", None), log.record("b", None));
    restored.record_read("d", state(4, "d"), false);
    assert_eq!(restored.state("a", Some(b"a")), Freshness::NeverRead, "the order of use is kept as well");
}

#[test]
fn import_refuses_foreign_state_and_changes_nothing() {
    let mut log = ReadLog::new();
    log.record_read("a", state(1, "a"), false);
    let file = json!({ "key": "x", "id": "1:2", "stamp": "1:2:3", "content": "0".repeat(32), "read": 1,
                       "edited": null, "partial": false });
    let with = |name: &str, value: serde_json::Value| {
        let mut file = file.clone();
        file[name] = value;
        json!({ "version": 1, "files": [file] })
    };
    for bad in [
        json!(null),
        json!([]),
        json!({ "version": 2, "files": [] }),
        json!({ "version": 1 }),
        with("id", json!("1")),
        with("id", json!("1:2:3")),
        with("id", json!("-1:2")),
        with("id", json!("99999999999999999999:2")),
        with("stamp", json!("1:2:3:4")),
        with("key", json!(null)),
        with("stamp", json!("1:2:x")),
        with("content", json!("short")),
        with("content", json!("+".to_owned() + &"0".repeat(31))),
        with("read", json!(-1)),
    ] {
        let error = log.import(&bad).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidInput, "{bad}");
    }
    assert_eq!(log.state("a", Some(b"a")), Freshness::Fresh);
    log.import(&with("read", json!(1))).unwrap();
    assert_eq!(log.len(), 1);
}

#[test]
fn entry_is_small_besides_its_path() {
    let mut log = ReadLog::new();
    let state = FileState {
        identity: FileIdentity { device: u64::MAX, file: u64::MAX },
        stamp: Stamp { size: u64::MAX, modified_ns: i64::MIN, changed_ns: i64::MIN },
        content: ContentHash::of(b""),
    };
    log.record_edit("", state);
    let empty = ReadLog::new().export().unwrap().to_string().len();
    assert!(log.export().unwrap().to_string().len() - empty <= 300);
    assert!(size_of::<ReadRecord>() <= 150);
}

#[test]
fn ten_thousand_files_take_less_than_300_bytes_each_besides_their_paths() {
    let mut log = ReadLog::new();
    let mut most = 0;
    for number in 0..12_000_u64 {
        log.record_edit(&format!("/home/somebody/project/src/{number}.ts"), state(number, "text"));
        // Below that, what a table holds at the least counts for more than the files do.
        if log.len() >= 64 {
            most = most.max(log.bytes_besides_paths() / log.len());
        }
    }
    assert_eq!(log.len(), 10_000);
    assert!(most <= 300, "{most} bytes a file");
}

#[test]
fn order_of_use_agrees_with_list_model() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..200 {
        let capacity = random.usize(1..12);
        let mut log = ReadLog::with_capacity(capacity);
        // (key, text), the newest last.
        let mut list: Vec<(String, String)> = Vec::new();
        for _ in 0..200 {
            let number = random.u64(0..16);
            let (key, text) = (number.to_string(), random.u8(0..3).to_string());
            if random.u8(0..5) == 0 {
                log.forget(&key);
                list.retain(|(known, _)| *known != key);
            } else {
                log.record_read(&key, state(number, &text), false);
                list.retain(|(known, _)| *known != key);
                list.push((key.clone(), text.clone()));
                if list.len() > capacity {
                    list.remove(0);
                }
            }
            let known: Vec<&str> = log.newest_first().map(|(key, _)| key).collect();
            let expected: Vec<&str> = list.iter().rev().map(|(key, _)| key.as_str()).collect();
            assert_eq!(known, expected);
            let mut oldest_first: Vec<&str> = log.by_use().map(|(key, _)| key).collect();
            oldest_first.reverse();
            assert_eq!(oldest_first, expected);
            for number in 0..16 {
                let key = number.to_string();
                let identity = Some(FileIdentity { device: 1, file: number });
                let expected = match list.iter().find(|(known, _)| *known == key) {
                    Some((_, known)) if *known == text => Freshness::Fresh,
                    Some(_) => Freshness::Changed,
                    None => Freshness::NeverRead,
                };
                let hash = Some(ContentHash::of(text.as_bytes()));
                assert_eq!(log.state_of(&key, identity, hash), expected);
                assert_eq!(log.state_of("another name", identity, hash), expected);
            }
        }
    }
}
