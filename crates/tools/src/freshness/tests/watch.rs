//! Tests of changes to watched files from outside. Every wait lasts until the expected event is there; the
//! absence of an event is checked after another has come that was caused later.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use super::super::*;
use super::support::Session;
use scenewright_error::Kind;

/// Pauses for longer than a burst, so that the next change is one of its own.
fn pause() {
    std::thread::sleep(Duration::from_millis(400));
}

#[test]
fn watch_reports_every_change_of_a_file() {
    for notification in [Notification::Automatic, Notification::Polling] {
        let session = Session::with(|options| options.notification = notification);
        let by = session.watch("a.txt", "one");
        if notification == Notification::Polling {
            assert_eq!(by, WatchedBy::Polling("Polling was asked for.".to_owned()));
        }
        session.write("a.txt", "1");
        session.changes(1);
        session.write("a.txt", "22");
        session.changes(2);
        session.write("aside", "333");
        fs::rename(session.at("aside"), session.at("a.txt")).unwrap();
        session.changes(3);
        fs::remove_file(session.at("a.txt")).unwrap();
        session.changes(4);
        session.write("a.txt", "4444");
        let changes = session.changes(5);
        assert_eq!(
            changes,
            [
                "a.txt one: none > 1",
                "a.txt one: 1 > 2",
                "a.txt one: 2 > 3",
                "a.txt one: 3 > none",
                "a.txt one: none > 4"
            ],
            "{notification:?}"
        );
        let event = session.named("file:changed").pop().unwrap().to_json();
        assert_eq!(event["ids"][0], "one");
        assert!(event["current"]["mtimeMs"].is_number() && event["previous"].is_null());
    }
}

#[test]
fn watch_ignores_unchanged_bytes_and_own_edits() {
    for notification in [Notification::Automatic, Notification::Polling] {
        let session = Session::with(|options| options.notification = notification);
        session.write("a.txt", "text");
        session.watch("a.txt", "one");
        session.watch("last.txt", "one");
        let file = fs::File::options().append(true).open(session.at("a.txt")).unwrap();
        file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
        pause();
        session.write("a.txt", "text");
        pause();
        session.edit("a.txt", "own text");
        pause();
        session.edit("a.txt", "own text again");
        pause();
        fs::remove_file(session.at("a.txt")).unwrap();
        session.service.forget(&session.key("a.txt"));
        pause();
        session.write("last.txt", "!");
        assert_eq!(session.changes(1), ["last.txt one: none > 1"], "{notification:?}");
    }
}

#[test]
fn watch_reports_foreign_changes_only_after_own_edit() {
    let session = Session::new();
    session.write("a.txt", "text");
    session.watch("a.txt", "one");
    session.watch("last.txt", "one");
    let key = session.key("a.txt");
    let own = session.service.begin_own_edit(&[&key]);
    session.write("a.txt", "half");
    pause();
    session.write("a.txt", "text");
    drop(own);
    pause();
    let own = session.service.begin_own_edit(&[&key]);
    session.write("a.txt", "somebody else in between");
    drop(own);
    session.changes(1);
    session.write("last.txt", "!");
    assert_eq!(session.changes(2), ["a.txt one: 4 > 24", "last.txt one: none > 1"]);
}

#[test]
fn agents_watch_and_unwatch_independently() {
    let session = Session::new();
    session.write("a.txt", "text");
    let key = session.key("a.txt");
    for id in ["two", "one", "two"] {
        session.watch("a.txt", id);
    }
    session.write("a.txt", "1");
    assert_eq!(session.changes(1), ["a.txt one+two: 4 > 1"]);
    assert!(session.service.unwatch(&key, Some("one")));
    assert!(!session.service.unwatch(&key, Some("one")) && !session.service.unwatch("/nowhere", None));
    session.write("a.txt", "22");
    assert_eq!(session.changes(2).last().unwrap(), "a.txt two: 1 > 2");
    session.watch("last.txt", "one");
    assert!(session.service.unwatch(&key, None));
    session.write("a.txt", "333");
    pause();
    session.write("last.txt", "!");
    assert_eq!(session.changes(3).last().unwrap(), "last.txt one: none > 1");
    session.service.reset();
    assert!(!session.service.unwatch(&session.key("last.txt"), None), "a reset ends all watches");
}

#[test]
#[cfg(unix)]
fn watch_survives_creation_and_removal_of_parent_folders() {
    let session = Session::new();
    session.watch("a/b/c/file", "one");
    session.write("a/b/c/file", "1");
    session.changes(1);
    fs::rename(session.at("a"), session.at("z")).unwrap();
    session.changes(2);
    session.write("z/b/c/file", "not this one");
    session.write("a/b/c/file", "333");
    session.changes(3);
    fs::remove_dir_all(session.at("a")).unwrap();
    session.changes(4);
    fs::rename(session.at("z"), session.at("a")).unwrap();
    session.changes(5);
    session.write("a/b/c/file", "666666");
    session.changes(6);
    fs::rename(&session.root, session.root.with_file_name("moved")).unwrap();
    session.changes(7);
    fs::rename(session.root.with_file_name("moved"), &session.root).unwrap();
    let changes = session.changes(8);
    let sizes: Vec<&str> =
        changes.iter().filter_map(|change| change.strip_prefix("a/b/c/file one: ")).collect();
    assert_eq!(
        sizes,
        ["none > 1", "1 > none", "none > 3", "3 > none", "none > 12", "12 > 6", "6 > none", "none > 6"]
    );
}

#[test]
fn many_files_can_be_watched_at_once() {
    let session = Session::new();
    for number in 0..50 {
        session.watch(&format!("{}/{number}", number % 7), "one");
    }
    for number in 0..50 {
        session.write(&format!("{}/{number}", number % 7), "!");
    }
    let mut changes = session.changes(50);
    changes.sort();
    changes.dedup();
    assert_eq!(changes.len(), 50);
}

#[test]
fn watch_threads_exist_only_between_first_watch_and_close() {
    struct Nothing;
    impl Probe for Nothing {
        fn stamp(&self, _key: &str) -> scenewright_error::Result<Option<scenewright_fs::Stamp>> {
            Ok(None)
        }
        fn content(
            &self,
            _key: &str,
        ) -> scenewright_error::Result<Option<(scenewright_fs::Stamp, scenewright_fs::ContentHash)>> {
            Ok(None)
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let probe: Arc<dyn Probe> = Arc::new(Nothing);
    let held = Arc::downgrade(&probe);
    let service = FreshnessService::new(FreshnessOptions::new(probe));
    assert!(!service.has_thread());
    let path = folder.path().join("x");
    service.watch(&WatchedFile { path: &path, key: "x", shown: "x" }, "one").unwrap();
    assert!(service.has_thread());
    drop(service);
    assert_eq!(held.strong_count(), 0, "the thread has let go of everything");
}

#[test]
fn watch_refuses_paths_that_are_not_workspace_files() {
    let session = Session::new();
    fs::create_dir(session.at("folder")).unwrap();
    session.write("../beside", "text");
    for (name, kind) in [("folder", Kind::InvalidInput), ("../beside", Kind::OutsideWorkspace)] {
        let key = session.key(name);
        let file = WatchedFile { path: std::path::Path::new(&key), key: &key, shown: name };
        assert_eq!(session.service.watch(&file, "one").unwrap_err().kind, kind, "{name}");
        assert!(!session.service.unwatch(&key, None));
    }
}

#[test]
#[cfg(unix)]
fn watch_does_not_examine_file_reached_through_leaving_link() {
    let session = Session::new();
    session.write("sub/a.txt", "text");
    session.write("../beside/a.txt", "secret");
    session.watch("sub/a.txt", "one");
    session.watch("last.txt", "one");
    fs::rename(session.at("sub"), session.at("aside")).unwrap();
    std::os::unix::fs::symlink("../beside", session.at("sub")).unwrap();
    pause();
    session.write("../beside/a.txt", "another secret");
    pause();
    session.write("last.txt", "!");
    let changes = session.changes(1);
    assert!(!changes.iter().any(|change| change.contains("> 6") || change.contains("> 14")), "{changes:?}");
    assert_eq!(changes.last().unwrap(), "last.txt one: none > 1");
}
