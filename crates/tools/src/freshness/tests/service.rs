//! The table of fresh and stale files, on a real disk; reminders, events and the files in use.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::super::*;
use super::support::Session;

fn set_modified(path: &Path, time: SystemTime) {
    File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
}

fn touch(path: &Path) {
    let time = fs::metadata(path).unwrap().modified().unwrap();
    set_modified(path, time + Duration::from_mins(1));
}

fn replace(path: &Path, text: &str) {
    let aside = path.with_extension("aside");
    fs::write(&aside, text).unwrap();
    fs::rename(aside, path).unwrap();
}

#[cfg(unix)]
fn chmod(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(not(unix))]
fn chmod(_path: &Path, _mode: u32) {}

/// Writes other bytes of the same size, with the old modification time.
fn forge(path: &Path, text: &str) {
    let before = fs::metadata(path).unwrap();
    fs::write(path, text).unwrap();
    set_modified(path, before.modified().unwrap());
    let after = fs::metadata(path).unwrap();
    assert_eq!((before.len(), before.modified().unwrap()), (after.len(), after.modified().unwrap()));
}

#[test]
fn file_is_fresh_or_stale_by_its_bytes_alone() {
    use Freshness::{Changed, Deleted, Fresh};
    type Somebody = fn(&Path);
    let cases: [(&str, Somebody, Freshness); 14] = [
        ("nothing", |_| {}, Fresh),
        ("touch", touch, Fresh),
        ("an older time", |path| set_modified(path, SystemTime::UNIX_EPOCH), Fresh),
        ("chmod", |path| chmod(path, 0o600), Fresh),
        ("the same bytes written again", |path| fs::write(path, "text").unwrap(), Fresh),
        ("an identical file renamed over it", |path| replace(path, "text"), Fresh),
        (
            "removed and created again",
            |path| (fs::remove_file(path).unwrap(), replace(path, "text")).1,
            Fresh,
        ),
        ("changed and changed back", |path| (replace(path, "other"), replace(path, "text")).1, Fresh),
        ("other bytes", |path| fs::write(path, "something else").unwrap(), Changed),
        ("other bytes of the same size and time", |path| forge(path, "next"), Changed),
        ("another file renamed over it", |path| replace(path, "next"), Changed),
        ("emptied", |path| fs::write(path, "").unwrap(), Changed),
        ("removed", |path| fs::remove_file(path).unwrap(), Deleted),
        ("renamed", |path| fs::rename(path, path.with_extension("moved")).unwrap(), Deleted),
    ];
    for (somebody, change, expected) in cases {
        let session = Session::new();
        session.write("a.txt", "text");
        session.read("a.txt");
        change(&session.at("a.txt"));
        let reminder = session.reminder("a.txt");
        let check = session.check("a.txt");
        assert_eq!(check.state, expected, "{somebody}");
        assert_eq!((check.is_fresh, check.conflict), (expected == Fresh, expected != Fresh), "{somebody}");
        assert!(check.last_read_ms.is_some(), "{somebody}");
        assert_eq!(check.current_modified_ms.is_none(), expected == Deleted, "{somebody}");
        let expected_reminder = match expected {
            Changed => Some(
                "Note: a.txt was modified externally since last read. The file may have changed outside of this session.",
            ),
            Deleted => Some("Note: a.txt was deleted since last read."),
            _ => None,
        };
        assert_eq!(reminder.as_deref(), expected_reminder, "{somebody}");
        let events: Vec<_> = session.events().iter().map(Event::name).collect();
        let expected_events: &[&str] =
            if expected == Fresh { &["file:read"] } else { &["file:read", "file:modified", "file:conflict"] };
        assert_eq!(events, expected_events, "{somebody}");
        if expected != Deleted {
            session.read("a.txt");
            assert!(session.check("a.txt").is_fresh, "{somebody}: reading it again ends it");
        }
    }
}

#[test]
fn thousand_touches_without_change_keep_file_fresh() {
    let session = Session::new();
    session.write("a.txt", "text");
    session.read("a.txt");
    let path = session.at("a.txt");
    for number in 0..1_000_u32 {
        match number % 4 {
            0 => touch(&path),
            1 => chmod(&path, if number % 8 == 1 { 0o600 } else { 0o644 }),
            2 => fs::write(&path, "text").unwrap(),
            _ => replace(&path, "text"),
        }
        let check = session.check("a.txt");
        assert!(check.is_fresh && !check.conflict, "{number}");
        assert_eq!(session.reminder("a.txt"), None, "{number}");
    }
    assert_eq!(session.events().len(), 1, "the read is the only event");
}

#[test]
fn change_with_restored_time_is_found() {
    let session = Session::new();
    for number in 0..200 {
        let name = format!("{number}.txt");
        session.write(&name, format!("{number:08}"));
        session.read(&name);
        forge(&session.at(&name), &format!("{:08}", number + 1));
        let check = session.check(&name);
        assert!(check.conflict && !check.is_fresh, "{number}");
    }
}

#[test]
#[cfg(unix)]
fn all_paths_to_a_file_share_its_record() {
    for way in ["link", "hard", "./a.txt", "sub/../a.txt", "folder/../a.txt"] {
        let session = Session::new();
        session.write("a.txt", "text");
        fs::create_dir(session.at("sub")).unwrap();
        std::os::unix::fs::symlink("a.txt", session.at("link")).unwrap();
        std::os::unix::fs::symlink("sub", session.at("folder")).unwrap();
        fs::hard_link(session.at("a.txt"), session.at("hard")).unwrap();
        session.read("a.txt");
        assert!(session.check(way).is_fresh, "{way}: what was read by its own path");
        session.edit(way, "edit");
        assert!(session.check("a.txt").is_fresh, "{way}: what was edited by the other");
        assert_eq!(session.reminder("a.txt"), None, "{way}");
        session.write("a.txt", "they");
        assert!(session.check(way).conflict && session.check("a.txt").conflict, "{way}");
        session.write("a.txt", "text");
        assert!(session.check("a.txt").conflict, "{way}: what was read before the edit is old");
        session.read("a.txt");
        assert!(session.check(way).is_fresh, "{way}: what was read again");
    }
}

#[test]
fn renaming_read_file_over_another_makes_that_stale() {
    let session = Session::new();
    session.write("a.txt", "one");
    session.write("b.txt", "two");
    session.read("a.txt");
    session.read("b.txt");
    fs::rename(session.at("b.txt"), session.at("a.txt")).unwrap();
    assert_eq!(session.check("a.txt").state, Freshness::Changed);
    assert_eq!(session.check("b.txt").state, Freshness::Deleted);
}

#[test]
fn service_counts_range_and_edit_as_read() {
    let session = Session::new();
    session.write("a.txt", "text");
    let check = session.check("a.txt");
    assert_eq!((check.state, check.is_fresh, check.conflict), (Freshness::NeverRead, false, false));
    assert_eq!(check.to_json()["lastRead"], Value::Null);
    assert_eq!(session.reminder("a.txt"), None);
    let key = session.key("a.txt");
    let seen = SeenFile { key: &key, shown: "a.txt", state: session.state("a.txt") };
    session.service.record_read(&seen, true);
    assert!(session.check("a.txt").is_fresh);
    session.edit("b.txt", "new");
    assert!(session.check("b.txt").is_fresh);
    fs::remove_file(session.at("b.txt")).unwrap();
    session.service.forget(&session.key("b.txt"));
    assert_eq!(session.check("b.txt").state, Freshness::NeverRead, "the session removed it itself");
    assert_eq!(session.reminder("b.txt"), None);
}

#[test]
fn conflict_is_reported_once_per_state() {
    let session = Session::new();
    session.write("a.txt", "text");
    session.read("a.txt");
    for (text, count) in [("one", 1), ("one", 1), ("two", 2), ("text", 2), ("two", 3)] {
        session.write("a.txt", text);
        for _ in 0..3 {
            session.check("a.txt");
            session.reminder("a.txt");
        }
        assert_eq!(session.named("file:conflict").len(), count, "{text}");
        assert_eq!(session.named("file:modified").len(), count, "{text}");
    }
    fs::remove_file(session.at("a.txt")).unwrap();
    session.check("a.txt");
    let conflict = session.named("file:conflict").pop().unwrap().to_json();
    assert_eq!((&conflict["sizeDiff"], &conflict["currentModified"]), (&json!(-4), &Value::Null));
}

#[test]
fn events_are_serialised_by_their_wire_names() {
    let session = Session::new();
    session.write("a.txt", "text");
    session.read("a.txt");
    session.edit("a.txt", "other text");
    session.write("a.txt", "theirs");
    session.check("a.txt");
    session.reminder("a.txt");
    let events: Vec<Value> = session.events().iter().map(Event::to_json).collect();
    let keys = |event: &Value| event.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    let shown: Vec<String> = events.iter().map(keys).collect();
    assert_eq!(
        shown,
        [
            "type path timestamp size modified",
            "type path timestamp operation source contentLength",
            "type path timestamp lastRead lastModified currentModified sizeDiff reminder",
            "type path timestamp reminder",
        ]
    );
    assert_eq!(events[1]["operation"], "update");
    assert_eq!(events[1]["source"], "agent");
    assert_eq!(events[1]["contentLength"], 10);
    assert_eq!(events[2]["sizeDiff"], -4);
    let modified = fs::metadata(session.at("a.txt")).unwrap().modified().unwrap();
    let modified = modified.duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let as_node_has_it = modified.as_secs() as f64 * 1e3 + f64::from(modified.subsec_nanos()) / 1e6;
    assert_eq!(events[2]["currentModified"], json!(as_node_has_it));
    assert!(events.iter().all(|event| event["path"] == "a.txt" && event["timestamp"].is_u64()));
}

#[test]
fn contents_reach_only_listeners_that_want_them() {
    let session = Session::new();
    session.write("a.txt", "text");
    session.edit("a.txt", "unheard");
    assert!(!session.service.wants_contents());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&heard);
    let listener = Arc::new(move |event: &Event| sink.lock().unwrap().push(event.to_json()));
    let id = session.service.listen(listener, true);
    assert!(session.service.wants_contents());
    session.edit("a.txt", "heard");
    assert_eq!(heard.lock().unwrap()[0]["content"], "heard");
    assert!(session.events().last().unwrap().to_json().get("content").is_none());
    session.service.stop_listening(id);
    session.edit("a.txt", "unheard");
    assert_eq!(heard.lock().unwrap().len(), 1);
}

#[test]
fn listener_may_panic_or_call_the_service() {
    let session = Arc::new(Session::new());
    session.write("a.txt", "text");
    session.service.listen(Arc::new(|_| panic!("this panic is part of the test")), false);
    let (asking, answers) = (Arc::downgrade(&session), Arc::new(Mutex::new(Vec::new())));
    let sink = Arc::clone(&answers);
    session
        .service
        .listen(Arc::new(move |_| sink.lock().unwrap().push(asking.upgrade().unwrap().service.len())), false);
    session.read("a.txt");
    assert!(session.check("a.txt").is_fresh);
    assert_eq!(session.events().len(), 1);
    assert_eq!(*answers.lock().unwrap(), [1], "later listeners are notified");
}

#[test]
fn sessions_do_not_share_read_records() {
    let ours = Session::new();
    let theirs = ours.beside();
    ours.write("a.txt", "text");
    ours.read("a.txt");
    assert_eq!(theirs.check("a.txt").state, Freshness::NeverRead);
    theirs.read("a.txt");
    ours.edit("a.txt", "ours");
    assert!(theirs.check("a.txt").conflict && ours.check("a.txt").is_fresh);
    assert!(theirs.reminder("a.txt").is_some() && ours.reminder("a.txt").is_none());
    assert_eq!(theirs.named("file:edited"), []);
}

#[test]
fn important_files_are_the_recently_used_ones() {
    let session = Session::new();
    let names = [
        "old.txt",
        "src/main.rs",
        "build",
        "node_modules/x.js",
        "a/node_modules/b/x.js",
        ".git/config",
        ".cache/x",
        "dist/x",
        "src/build/x",
        "distant/x",
        "new.txt",
    ];
    for name in names {
        session.write(name, "text");
        if name == "build" {
            fs::remove_file(session.at(name)).unwrap();
            session.write("src/dist", "a file, not a folder");
            session.read("src/dist");
        } else {
            session.read(name);
        }
    }
    session.check("old.txt");
    let important = |max| -> Vec<PathBuf> {
        let files = session.service.important_files(max);
        files
            .iter()
            .map(|file| Path::new(&file.key).strip_prefix(&session.root).unwrap().to_owned())
            .collect()
    };
    let all = ["new.txt", "distant/x", "src/dist", "src/main.rs", "old.txt"].map(PathBuf::from);
    assert_eq!(important(5), all);
    assert_eq!(important(100), all);
    assert_eq!(important(2), all[..2]);
    session.edit("old.txt", "used again");
    assert_eq!(important(1), [PathBuf::from("old.txt")]);
}

#[test]
fn important_files_include_roots_in_temporary_or_build_folders() {
    let session = Session::with(|options| {
        options.roots = vec![PathBuf::from("/tmp/build/project")];
        options.temporary_folder = Some(PathBuf::from("/tmp"));
    });
    session.write("a", "text");
    let state = session.state("a");
    for key in ["/tmp/build/project/a", "/tmp/other", "/home/dist/x", "/home/x", "/tmpfile"] {
        session.service.record_read(&SeenFile { key, shown: key, state }, false);
    }
    let files = session.service.important_files(9);
    let keys: Vec<&str> = files.iter().map(|file| file.key.as_str()).collect();
    assert_eq!(keys, ["/tmpfile", "/home/x", "/tmp/build/project/a"]);
}

#[test]
fn new_session_knows_nothing_and_imported_one_everything() {
    let session = Session::new();
    session.write("a.txt", "text");
    session.write("b.txt", "text");
    session.read("a.txt");
    session.edit("b.txt", "edited");
    session.write("b.txt", "theirs");
    let exported = session.service.export().unwrap().to_string();
    assert!(!exported.contains("text") || exported.contains("a.txt"));

    let other = session.beside();
    other.service.import(&serde_json::from_str(&exported).unwrap()).unwrap();
    assert!(other.check("a.txt").is_fresh);
    assert!(other.check("b.txt").conflict);
    assert_eq!(other.service.export().unwrap().to_string(), exported);
    for hostile in [
        json!({ "version": 1, "files": 7 }),
        json!({ "version": 1, "files": [{}] }),
        json!({ "version": 1e300, "files": [] }),
        json!("x".repeat(10_000)),
    ] {
        other.service.import(&hostile).unwrap_err();
        assert!(other.check("a.txt").is_fresh, "on an error nothing is replaced");
    }

    session.service.reset();
    assert!(session.service.is_empty());
    assert_eq!(session.check("a.txt").state, Freshness::NeverRead);
    assert_eq!(session.reminder("b.txt"), None);
    assert_eq!(session.service.important_files(5), []);
    session.read("a.txt");
    assert!(session.check("a.txt").is_fresh);
}

#[test]
fn least_recently_used_file_must_be_read_again() {
    let session = Session::with(|options| options.capacity = 2);
    for name in ["a", "b", "c"] {
        session.write(name, name);
        session.read(name);
        session.read("a");
    }
    assert_eq!(session.service.len(), 2);
    assert_eq!(session.check("b").state, Freshness::NeverRead);
    assert!(session.check("a").is_fresh && session.check("c").is_fresh);
}

/// A file is fresh exactly when it holds what the session saw last, whatever happens to it in whatever order.
#[test]
fn freshness_agrees_with_simple_model() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..60 {
        let session = Session::new();
        let mut on_disk: Option<String> = None;
        let mut seen: Option<String> = None;
        for _ in 0..50 {
            let text = random.u8(0..3).to_string();
            let path = session.at("a");
            match random.u8(0..8) {
                0 if on_disk.is_some() => {
                    session.read("a");
                    seen.clone_from(&on_disk);
                }
                1 => {
                    session.edit("a", &text);
                    (on_disk, seen) = (Some(text.clone()), Some(text));
                }
                2 => {
                    session.write("a", &text);
                    on_disk = Some(text);
                }
                3 => {
                    replace(&path, &text);
                    on_disk = Some(text);
                }
                4 if on_disk.is_some() => {
                    fs::remove_file(&path).unwrap();
                    on_disk = None;
                }
                5 if on_disk.is_some() => touch(&path),
                6 if on_disk.is_some() && random.u8(0..4) == 0 => {
                    fs::remove_file(&path).unwrap();
                    session.service.forget(&session.key("a"));
                    (on_disk, seen) = (None, None);
                }
                _ => {
                    let exported = session.service.export().unwrap();
                    session.service.import(&exported).unwrap();
                }
            }
            let expected = match (&seen, &on_disk) {
                (None, _) => Freshness::NeverRead,
                (Some(_), None) => Freshness::Deleted,
                (Some(seen), Some(on_disk)) if seen == on_disk => Freshness::Fresh,
                _ => Freshness::Changed,
            };
            assert_eq!(session.check("a").state, expected);
            assert_eq!(session.reminder("a").is_some(), session.check("a").conflict);
        }
    }
}
