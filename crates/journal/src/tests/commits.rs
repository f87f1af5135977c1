//! Tests of the effects of a commit, and of its refusals.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use scenewright_error::{Error, Kind};
use scenewright_fs::disk::Interruption;
use scenewright_fs::{ProjectFolder, WorkspacePath};

#[test]
fn files_are_created_replaced_and_removed() {
    let disk = MemoryDisk::new();
    let store = store_on(&disk);
    let first = commit(&store, &[change("main", None, Some("one"))]).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"one");
    let second = commit(&store, &[change("main", Some("one"), Some("two"))]).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"two");
    commit(&store, &[change("gear", None, Some(""))]).unwrap();
    assert_eq!(disk.get("/project/modules/gear.js").unwrap(), b"");
    let third = commit(&store, &[change("main", Some("two"), None)]).unwrap();
    assert_eq!(disk.get(MAIN), None);
    assert!(first.id < second.id && second.id < third.id);
    assert!(!has_temporary(&disk));
}

#[test]
fn commit_of_one_file_makes_three_syncs_in_safe_order() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    let store = store_on(&disk);
    commit(&store, &[change("main", Some("old"), Some("first"))]).unwrap();
    let before = disk.operations().len();
    let id = commit(&store, &[change("main", Some("first"), Some("second"))]).unwrap().id;
    let (journal, main) = ("/project/.scenewright/journal", MAIN);
    let temporary = format!("/project/.scene.code.js.{id}.scenewright-tmp");
    assert_eq!(
        disk.operations()[before..],
        [
            Operation::Write(journal.into()),
            Operation::SyncFile(journal.into()),
            Operation::Write("/project/.scenewright/journal.mark".into()),
            Operation::CreateFile(temporary.clone().into()),
            Operation::Write(temporary.clone().into()),
            Operation::CopyAttributes(temporary.clone().into()),
            Operation::SyncFile(temporary.clone().into()),
            Operation::Rename(temporary.into(), main.into()),
            Operation::SyncFolder("/project".into()),
            Operation::Write(journal.into()),
        ]
    );
}

#[test]
fn fast_commits_are_not_synced() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put("/project/.scenewright/lock", "");
    let store = store_on(&disk);
    let changes = [change("main", Some("old"), Some("new")), change("a", None, Some("x"))];
    store.commit(&CommitRequest { durability: Durability::Fast, ..request(&changes) }).unwrap();
    let synced =
        |operation: &Operation| matches!(operation, Operation::SyncFile(_) | Operation::SyncFolder(_));
    assert!(!disk.operations().iter().any(synced));
    assert_eq!(disk.get(MAIN).unwrap(), b"new");
}

#[test]
fn commit_refuses_file_changed_in_the_meantime() {
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
        let error = commit(&store_on(&disk), &[change]).unwrap_err();
        assert_eq!(error, CommitError::Conflict { file: "main".to_owned() });
        assert_eq!(disk.get(MAIN), theirs.map(|text| text.as_bytes().to_vec()));
    }
    let error = Error::from(CommitError::Conflict { file: "main".to_owned() });
    assert_eq!((error.kind, error.file.as_deref()), (Kind::Conflict, Some("main")));
    assert!(error.hint.is_some());
}

#[test]
fn commit_refuses_file_changed_at_any_step_before_first_rename() {
    let build = || {
        let disk = MemoryDisk::new();
        disk.put(MAIN, "old");
        disk.put("/project/modules/a.js", "a");
        disk
    };
    let changes = [change("a", Some("a"), Some("b")), change("main", Some("old"), Some("new"))];
    let undisturbed = build();
    commit(&store_on(&undisturbed), &changes).unwrap();
    let is_rename = |operation: &Operation| matches!(operation, Operation::Rename(..));
    let first_rename = undisturbed.operations().iter().position(is_rename).unwrap();
    for step in 0..first_rename {
        for theirs in [Some("theirs"), None] {
            let disk = build();
            let interruption = match theirs {
                Some(theirs) => Interruption::Write(MAIN.into(), theirs.into()),
                None => Interruption::Remove(MAIN.into()),
            };
            disk.interrupt(step, interruption);
            let store = store_on(&disk);
            let error = commit(&store, &changes).unwrap_err();
            // A file that vanished cannot lend its mode either: then the disk's own error is right too.
            let is_right = theirs.is_none() || matches!(error, CommitError::Conflict { .. });
            assert!(is_right, "step {step}: {error}");
            assert_eq!(disk.get(MAIN), theirs.map(|it| it.as_bytes().to_vec()), "step {step}");
            assert_eq!(disk.get("/project/modules/a.js").unwrap(), b"a", "step {step}");
            assert!(!has_temporary(&disk), "step {step}");
        }
    }
}

#[test]
fn commit_refuses_equal_change_by_somebody_else() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put("/project/modules/a.js", "a");
    let store = store_on(&disk);
    // Right before the files are compared for the last time.
    disk.interrupt(6, Interruption::Write(MAIN.into(), b"new".to_vec()));
    let changes = [change("a", Some("a"), Some("b")), change("main", Some("old"), Some("new"))];
    let error = commit(&store, &changes).unwrap_err();
    assert_eq!(error, CommitError::Conflict { file: "main".to_owned() });
    assert_eq!(disk.get(MAIN).unwrap(), b"new");
    assert_eq!(disk.get("/project/modules/a.js").unwrap(), b"a");
}

#[test]
fn commit_refuses_invalid_requests() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    let store = store_on(&disk);
    let twice = [change("main", Some("old"), Some("a")), change("main", Some("old"), Some("b"))];
    let gone = [change("gear", None, None)];
    for changes in [&twice[..], &[], &gone[..]] {
        let error = Error::from(commit(&store, changes).unwrap_err());
        assert_eq!(error.kind, Kind::InvalidInput, "{error}");
    }
    disk.put_folder("/project/modules/gear.js");
    let error = Error::from(commit(&store, &[change("gear", None, Some("x"))]).unwrap_err());
    assert_eq!((error.kind, error.file.as_deref()), (Kind::InvalidInput, Some("gear")));
    assert!(!has_temporary(&disk));
    assert_eq!(disk.get(MAIN).unwrap(), b"old");
}

#[test]
fn commit_treats_two_names_of_one_file_as_one() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put_link("/project/modules/also.js", "../scene.code.js");
    let store = store_on(&disk);
    let both = [change("main", Some("old"), Some("a")), change("also", Some("old"), Some("b"))];
    let error = Error::from(commit(&store, &both).unwrap_err());
    assert!(error.message.contains("changed twice"), "{error}");
    // Written through, and the link is still one.
    commit(&store, &[change("also", Some("old"), Some("new"))]).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"new");
    assert_eq!(disk.link_at("/project/modules/also.js").unwrap(), Path::new("../scene.code.js"));
    revert(&store, Direction::Undo).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"old");
}

#[test]
fn links_are_moved_as_links_and_undone_as_links() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put_link("/project/modules/from.js", "../scene.code.js");
    let store = store_on(&disk);
    let path = |name: &str| FileName::parse(name).unwrap().path();
    let target = Path::new("../scene.code.js").to_path_buf();
    let changes = [
        FileChange {
            path: path("from"),
            expected: Expected::Link(target.clone()),
            before: None,
            after: After::Absent,
        },
        FileChange {
            path: path("to"),
            expected: Expected::Absent,
            before: None,
            after: After::Link(target.clone()),
        },
    ];
    commit(&store, &changes).unwrap();
    assert_eq!(disk.link_at("/project/modules/to.js").unwrap(), target);
    assert_eq!(disk.link_at("/project/modules/from.js"), None);
    revert(&store, Direction::Undo).unwrap();
    assert_eq!(disk.link_at("/project/modules/from.js").unwrap(), target);
    assert_eq!(disk.link_at("/project/modules/to.js"), None);
    assert_eq!(disk.get(MAIN).unwrap(), b"old");
}

#[test]
fn mode_survives_deletion_and_undo() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put_mode(MAIN, 0o640);
    let store = store_on(&disk);
    put(&store, &disk, &[("main", Some("new"))]).unwrap();
    assert_eq!(disk.mode_of(MAIN), Some(0o640));
    put(&store, &disk, &[("main", None)]).unwrap();
    revert(&store, Direction::Undo).unwrap();
    assert_eq!(disk.mode_of(MAIN), Some(0o640));
}

#[test]
fn commit_updates_all_hard_links_of_a_file() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put_hard_link("/project/also.txt", MAIN);
    let store = store_on(&disk);
    put(&store, &disk, &[("main", Some("something longer")), ("a", Some("x"))]).unwrap();
    assert_eq!(disk.get("/project/also.txt").unwrap(), b"something longer");
    revert(&store, Direction::Undo).unwrap();
    assert_eq!(disk.get("/project/also.txt").unwrap(), b"old");
}

#[test]
fn commit_never_overwrites_file_differing_in_case_alone() {
    let disk = MemoryDisk::ignoring_case();
    disk.put("/project/modules/gear.js", "small");
    let store = store_on(&disk);
    let error = Error::from(commit(&store, &[change("Gear", None, Some("large"))]).unwrap_err());
    assert_eq!((error.kind, error.file.as_deref()), (Kind::AlreadyExists, Some("Gear")));
    assert_eq!(disk.get("/project/modules/gear.js").unwrap(), b"small");
}

#[test]
fn a_cancelled_commit_changes_nothing() {
    // The caller changes its mind at each of the moments when it is asked.
    for moment in 0..4 {
        let disk = MemoryDisk::new();
        disk.put(MAIN, "old");
        let before = snapshot(&disk);
        let asked = AtomicUsize::new(0);
        let cancelled = || asked.fetch_add(1, Ordering::Relaxed) >= moment;
        let changes = [change("main", Some("old"), Some("new")), change("a", None, Some("x"))];
        let store = store_on(&disk);
        let request = CommitRequest { limit: limit().or_cancelled(&cancelled), ..request(&changes) };
        let error = Error::from(store.commit(&request).unwrap_err());
        assert_eq!(error.kind, Kind::Cancelled, "moment {moment}");
        assert_eq!(snapshot(&disk), before);
        assert!(!has_temporary(&disk));
        assert!(committed_ids(&store).is_empty());
    }
}

#[test]
fn commit_refuses_when_unchanged_file_has_changed() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put("/project/modules/gear.js", "theirs");
    let store = store_on(&disk);
    let gear = FileName::parse("gear").unwrap().path();
    let changes = [change("main", Some("old"), Some("new"))];
    for (expected, is_made) in [("mine", false), ("theirs", true)] {
        let unchanged = [(gear.clone(), Expected::of(Some(expected.as_bytes())))];
        let made = store.commit(&CommitRequest { unchanged: &unchanged, ..request(&changes) });
        if is_made {
            assert!(made.is_ok());
        } else {
            assert_eq!(made, Err(CommitError::Conflict { file: "gear".to_owned() }));
            assert_eq!(disk.get(MAIN).unwrap(), b"old");
        }
    }
}

#[test]
fn commit_waits_for_held_lock_until_its_limit() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    let store = store_on(&disk);
    let held = store.root_set().lock(&limit()).unwrap();
    let changes = [change("main", Some("old"), Some("new"))];
    let soon = WaitLimit::until_elapsed(Duration::from_millis(20));
    let error = store.commit(&CommitRequest { limit: soon, ..request(&changes) }).unwrap_err();
    assert_eq!(Error::from(error).kind, Kind::Conflict);
    drop(held);
    commit(&store, &changes).unwrap();
}

#[test]
fn try_recover_continues_while_another_session_commits() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    let store = store_on(&disk);
    let in_place = store.begin(&request(&[change("main", Some("old"), Some("new"))])).unwrap();
    let other = store_on(&disk);
    other.try_recover().unwrap();
    assert!(committed_ids(&other).is_empty());
    let id = in_place.commit().unwrap().id;
    other.try_recover().unwrap();
    assert_eq!(committed_ids(&other), [id]);
}

#[test]
fn first_commit_creates_project_on_real_disk() {
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path().join("deep/project");
    let project = ProjectFolder::open(&path).unwrap();
    let store = Transactions::new(Arc::clone(project.root_set()), Settings::default());
    commit(&store, &[change("gear", None, Some("export {}"))]).unwrap();
    assert_eq!(fs::read(path.join("modules/gear.js")).unwrap(), b"export {}");
    let mut names: Vec<_> = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [".scenewright", "modules"]);
    fs::create_dir(path.join("scene.code.js")).unwrap();
    let error = Error::from(commit(&store, &[change("main", None, Some("x"))]).unwrap_err());
    assert_eq!(error.kind, Kind::InvalidInput);
}

#[test]
fn several_roots_share_one_external_journal() {
    let outer = tempfile::tempdir().unwrap();
    let (one, two) = (outer.path().join("one"), outer.path().join("two"));
    fs::create_dir(&one).unwrap();
    fs::create_dir(&two).unwrap();
    fs::write(one.join("a.txt"), "a").unwrap();
    let root_set = RootSet::with_state_at(&[one.clone(), two.clone()], &outer.path().join("state")).unwrap();
    let store = Transactions::new(Arc::new(root_set), Settings::default());
    let path = |root, path: &str| WorkspacePath::new(root, Path::new(path)).unwrap();
    let changes = [
        FileChange::new(path(0, "a.txt"), Some(b"a"), None),
        FileChange::new(path(1, "deep/er/b.txt"), None, Some(b"a".to_vec())),
    ];
    let in_place = store.begin(&request(&changes)).unwrap();
    assert!(two.join("deep/er/b.txt").exists());
    in_place.abort().unwrap();
    assert_eq!(fs::read(one.join("a.txt")).unwrap(), b"a");
    assert_eq!(fs::read_dir(&two).unwrap().count(), 0, "the folders that were made are gone");
    commit(&store, &changes).unwrap();
    assert!(!one.join("a.txt").exists());
    assert_eq!(fs::read_dir(&one).unwrap().count(), 0);
    assert_eq!(fs::read(two.join("deep/er/b.txt")).unwrap(), b"a");
    revert(&store, Direction::Undo).unwrap();
    assert_eq!(fs::read(one.join("a.txt")).unwrap(), b"a");
}

#[test]
#[cfg(unix)]
fn links_and_modes_survive_a_commit_on_a_real_disk() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path();
    fs::create_dir(path.join("src")).unwrap();
    fs::write(path.join("src/main.js"), "old").unwrap();
    fs::set_permissions(path.join("src/main.js"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("src/main.js", path.join("scene.code.js")).unwrap();
    let project = ProjectFolder::open(path).unwrap();
    let store = Transactions::new(Arc::clone(project.root_set()), Settings::default());

    commit(&store, &[change("main", Some("old"), Some("new"))]).unwrap();
    assert!(fs::symlink_metadata(path.join("scene.code.js")).unwrap().is_symlink());
    assert_eq!(fs::read(path.join("src/main.js")).unwrap(), b"new");
    assert_eq!(fs::metadata(path.join("src/main.js")).unwrap().permissions().mode() & 0o777, 0o600);

    fs::hard_link(path.join("src/main.js"), path.join("other.js")).unwrap();
    let inode = fs::metadata(path.join("other.js")).unwrap().ino();
    commit(&store, &[change("main", Some("new"), Some("newer"))]).unwrap();
    assert_eq!(fs::read(path.join("other.js")).unwrap(), b"newer");
    assert_eq!(fs::metadata(path.join("src/main.js")).unwrap().ino(), inode);

    let link = FileChange {
        path: FileName::main().path(),
        expected: Expected::Link("src/main.js".into()),
        before: None,
        after: After::Absent,
    };
    commit(&store, &[link]).unwrap();
    assert!(!fs::exists(path.join("scene.code.js")).unwrap(), "the link is removed");
    assert_eq!(fs::read(path.join("src/main.js")).unwrap(), b"newer", "and not what it led to");
}

#[test]
fn commit_refuses_protected_files_behind_links() {
    let disk = MemoryDisk::new();
    disk.put("/project/.git/config", "old");
    disk.put_link("/project/scene.code.js", ".git/config");
    disk.put_link("/project/modules", ".git/hooks");
    let store = store_on(&disk);
    let path = |text: &str| WorkspacePath::new(0, Path::new(text)).unwrap();
    let put = |text: &str, old: Option<&str>| {
        FileChange::new(path(text), old.map(str::as_bytes), Some(b"new".to_vec()))
    };
    let changes = [
        put("scene.code.js", Some("old")),
        put(".git/config", Some("old")),
        put("modules/pre-commit", None),
        put("modules/deep/er/file", None),
        FileChange::new(path(".git/config"), Some(b"old"), None),
    ];
    let before = disk.paths();
    for change in changes {
        let error = Error::from(commit(&store, std::slice::from_ref(&change)).unwrap_err());
        assert_eq!(error.kind, Kind::NotPermitted, "{change:?}");
    }
    let is_new =
        |path: &std::path::PathBuf| !before.contains(path) && !path.starts_with("/project/.scenewright");
    assert_eq!(disk.paths().into_iter().filter(is_new).collect::<Vec<_>>(), [] as [std::path::PathBuf; 0]);

    let rules = WriteRules::allowing(&[".git/config".to_owned()]).unwrap();
    let changes = [put("scene.code.js", Some("old"))];
    store.commit(&CommitRequest { rules: &rules, ..request(&changes) }).unwrap();
    assert_eq!(disk.get("/project/.git/config").unwrap(), b"new");
    let error = revert(&store, Direction::Undo).unwrap_err();
    assert_eq!(error.kind, Kind::NotPermitted, "an undo is a change as well");
}

/// Makes a file with a mode on a real disk, in a project of its own.
#[cfg(unix)]
fn main_with_mode(mode: u32) -> (tempfile::TempDir, Arc<Transactions>, impl Fn() -> u32) {
    use std::os::unix::fs::PermissionsExt;
    let outer = tempfile::tempdir().unwrap();
    let main = outer.path().join("scene.code.js");
    fs::write(&main, "old").unwrap();
    fs::set_permissions(&main, fs::Permissions::from_mode(mode)).unwrap();
    let project = ProjectFolder::open(outer.path()).unwrap();
    let store = Transactions::new(Arc::clone(project.root_set()), Settings::default());
    (outer, store, move || fs::metadata(&main).unwrap().permissions().mode() & 0o7777)
}

#[test]
#[cfg(unix)]
fn commit_drops_privileges_and_undo_does_not_restore_them() {
    let cases = [
        (0o4755, 0o755, Some("its set-user-ID bit")),
        (0o2755, 0o755, Some("its set-group-ID bit")),
        (0o7750, 0o1750, Some("its set-user-ID and set-group-ID bits")),
        (0o1644, 0o1644, None),
    ];
    for is_hard_link in [false, true] {
        for (mode, expected, lost) in cases {
            let (outer, store, mode_now) = main_with_mode(mode);
            if is_hard_link {
                fs::hard_link(outer.path().join("scene.code.js"), outer.path().join("other")).unwrap();
            }
            commit(&store, &[change("main", Some("old"), Some("old"))]).unwrap();
            assert_eq!(mode_now(), mode, "the same bytes change nothing");
            let done = commit(&store, &[change("main", Some("old"), Some("new"))]).unwrap();
            assert_eq!(mode_now(), expected, "{mode:o}");
            let warning = done.warnings.iter().find(|warning| warning.message.contains(" lost "));
            match lost {
                Some(lost) => {
                    assert!(warning.unwrap().message.contains(&format!("main lost {lost}:")), "{warning:?}");
                }
                None => assert_eq!(warning, None),
            }
            revert(&store, Direction::Undo).unwrap();
            assert_eq!(mode_now(), expected, "{mode:o}");
        }
    }
}

#[test]
#[cfg(unix)]
fn undo_restores_deleted_file_without_privileges() {
    let (_outer, store, mode_now) = main_with_mode(0o6755);
    commit(&store, &[change("main", Some("old"), None)]).unwrap();
    let done = revert(&store, Direction::Undo).unwrap();
    assert_eq!(mode_now(), 0o755);
    assert!(done.warnings[0].message.contains("set-user-ID and set-group-ID"), "{:?}", done.warnings);
}

#[test]
#[cfg(target_os = "linux")]
fn commit_drops_capabilities() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    // CAP_NET_BIND_SERVICE, as `setcap` writes it.
    let value: [u8; 20] = [1, 0, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for is_hard_link in [false, true] {
        let (outer, store, _) = main_with_mode(0o755);
        let main = outer.path().join("scene.code.js");
        if is_hard_link {
            fs::hard_link(&main, outer.path().join("other")).unwrap();
        }
        // Only root may give capabilities, and not on every file system.
        if setxattr(&main, "security.capability", &value, XattrFlags::empty()).is_err() {
            return;
        }
        let _ = setxattr(&main, "user.note", b"kept", XattrFlags::empty());
        let had_note = getxattr(&main, "user.note", &mut [0_u8; 9][..]);
        let done = commit(&store, &[change("main", Some("old"), Some("new"))]).unwrap();
        assert!(getxattr(&main, "security.capability", &mut [0_u8; 64][..]).is_err());
        assert_eq!(getxattr(&main, "user.note", &mut [0_u8; 9][..]), had_note);
        let warned =
            done.warnings.iter().any(|warning| warning.message.contains("lost its file capabilities"));
        assert!(warned, "{:?}", done.warnings);
    }
}

#[test]
fn commit_warns_of_file_with_several_names() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put_hard_link("/elsewhere.txt", MAIN);
    let store = store_on(&disk);
    let done = commit(&store, &[change("main", Some("old"), Some("new"))]).unwrap();
    assert_eq!(disk.get("/elsewhere.txt").unwrap(), b"new");
    assert!(
        matches!(&done.warnings[..], [only] if only.message.contains("main has 2 names")),
        "{:?}",
        done.warnings
    );
    let done = commit(&store, &[change("main", Some("new"), None)]).unwrap();
    assert!(done.warnings.is_empty(), "a name that goes changes no other");
}

#[test]
#[cfg(unix)]
fn undo_restores_same_deleted_file() {
    use std::os::unix::fs::MetadataExt;
    let outer = tempfile::tempdir().unwrap();
    let main = outer.path().join("scene.code.js");
    fs::write(&main, "old").unwrap();
    let inode = fs::metadata(&main).unwrap().ino();
    let project = ProjectFolder::open(outer.path()).unwrap();
    let store = Transactions::new(Arc::clone(project.root_set()), Settings::default());
    let in_place = store.begin(&request(&[change("main", Some("old"), None)])).unwrap();
    assert!(!main.exists());
    in_place.abort().unwrap();
    assert_eq!(fs::metadata(&main).unwrap().ino(), inode);
}

#[test]
#[cfg(unix)]
fn commit_in_read_only_folder_fails_and_keeps_file() {
    use std::os::unix::fs::PermissionsExt;
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path();
    fs::write(path.join("scene.code.js"), "old").unwrap();
    let set_mode = |mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    set_mode(0o555);
    // The superuser may write anyway; then there is nothing to see here.
    if fs::write(path.join("probe"), "").is_err() {
        let project = ProjectFolder::open(path).unwrap();
        let store = Transactions::new(Arc::clone(project.root_set()), Settings::default());
        let error = Error::from(commit(&store, &[change("main", Some("old"), Some("new"))]).unwrap_err());
        assert_eq!(error.kind, Kind::Io);
        assert_eq!(fs::read(path.join("scene.code.js")).unwrap(), b"old");
    }
    set_mode(0o755);
}

#[test]
fn concurrent_commits_lose_no_change() {
    let outer = tempfile::tempdir().unwrap();
    fs::write(outer.path().join("scene.code.js"), "").unwrap();
    let conflicts = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let (outer, conflicts) = (&outer, &conflicts);
            scope.spawn(move || {
                let project = ProjectFolder::open(outer.path()).unwrap();
                let store = Transactions::new(Arc::clone(project.root_set()), Settings::default());
                for number in 0..10 {
                    loop {
                        let old =
                            String::from_utf8(project.read(&FileName::main()).unwrap().unwrap()).unwrap();
                        let new = format!("{old}{writer}:{number}\n");
                        let changes = [change("main", Some(&old), Some(&new))];
                        let request = CommitRequest { durability: Durability::Fast, ..request(&changes) };
                        match store.commit(&request) {
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

#[test]
fn commit_on_another_base_than_the_latest_is_refused_under_the_lock() {
    let disk = MemoryDisk::new();
    let (store, other) = (store_on(&disk), store_on(&disk));
    let on = |base: &str, changes: &[FileChange]| {
        store.commit(&CommitRequest { base: Some(base), ..request(changes) }).map(|done| done.id)
    };
    assert_eq!(store.latest_id(), NO_COMMIT);
    let first = on(NO_COMMIT, &[change("main", None, Some("1"))]).unwrap();
    assert_eq!(store.latest_id(), first);
    // Of another process: only the lock shows it.
    let second = commit(&other, &[change("wheel", None, Some("1"))]).unwrap().id;
    for base in [NO_COMMIT, first.as_str(), "nobody"] {
        let refused: Error = on(base, &[change("main", Some("1"), Some("2"))]).unwrap_err().into();
        assert_eq!(refused.kind, Kind::Conflict, "{base}");
        assert_eq!(refused.message.contains(&second), base != "nobody", "{}", refused.message);
    }
    assert_eq!(disk.get(MAIN).unwrap(), b"1");
    let third = on(&second, &[change("main", Some("1"), Some("2"))]).unwrap();
    assert_eq!(store.latest_id(), third);
    store.purge(&limit()).unwrap();
    assert_eq!(store.latest_id(), NO_COMMIT);
}
