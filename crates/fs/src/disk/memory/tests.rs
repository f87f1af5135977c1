//! Tests of the state after a power cut and after a kill.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::super::{Access, Folder, WaitLimit};
use super::*;

fn name(text: &str) -> &OsStr {
    OsStr::new(text)
}

fn root(disk: &MemoryDisk) -> Arc<dyn Folder> {
    disk.open_folder(Path::new("/root")).unwrap().unwrap()
}

fn limit() -> WaitLimit<'static> {
    WaitLimit::until_elapsed(Duration::from_millis(30))
}

/// Returns the contents that a file may have after a power cut at the end; `-` when it is not there.
fn outcomes(disk: &MemoryDisk, path: &str) -> BTreeSet<String> {
    outcomes_at(disk, disk.operations().len(), path)
}

fn outcomes_at(disk: &MemoryDisk, operations: usize, path: &str) -> BTreeSet<String> {
    let states = disk.durable_states(operations, 10_000);
    assert!(states.len() < 10_000);
    let shown = |bytes| String::from_utf8(bytes).unwrap().replace('\0', "0");
    states.iter().map(|state| state.get(path).map_or("-".to_owned(), shown)).collect()
}

fn set(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn put_file_survives_every_power_cut() {
    let disk = MemoryDisk::new();
    disk.put("/root/a", "old");
    disk.put("/root/a", "older");
    disk.put_mode("/root/a", 0o600);
    disk.put_link("/root/link", "a");
    disk.put_hard_link("/root/deep/er/b", "/root/a");
    let [state] = &disk.durable_states(0, 10)[..] else { panic!("there is nothing to choose") };
    assert_eq!(state.paths(), disk.paths());
    assert_eq!(state.get("/root/deep/er/b").unwrap(), b"older");
    assert_eq!(state.mode_of("/root/deep/er/b"), Some(0o600));
    assert_eq!(state.link_at("/root/link").unwrap(), Path::new("a"));
    assert_eq!(root(state).entry(name("a")).unwrap().unwrap().links, 2);
}

#[test]
fn unsynced_write_is_kept_lost_or_torn() {
    let disk = MemoryDisk::new();
    disk.put("/root/a", "old!");
    let file = root(&disk).open_file(name("a"), Access::ReadAndWrite).unwrap().unwrap();
    file.write_at(3, b"xyz").unwrap();
    assert_eq!(disk.get("/root/a").unwrap(), b"oldxyz");
    assert_eq!(outcomes_at(&disk, 0, "/root/a"), set(&["old!"]));
    assert_eq!(outcomes(&disk, "/root/a"), set(&["oldxyz", "old!", "oldx", "oldxy", "old000"]));
    file.sync().unwrap();
    assert_eq!(outcomes(&disk, "/root/a"), set(&["oldxyz"]));
    assert_eq!(outcomes_at(&disk, 1, "/root/a").len(), 5, "the sync was not there yet");
}

#[test]
fn any_of_several_writes_may_be_lost_and_last_kept_one_torn() {
    let disk = MemoryDisk::new();
    disk.put("/root/a", "....");
    let file = root(&disk).open_file(name("a"), Access::ReadAndWrite).unwrap().unwrap();
    file.write_at(0, b"A").unwrap();
    file.sync().unwrap();
    file.write_at(1, b"B").unwrap();
    file.write_at(2, b"C").unwrap();
    file.truncate(3).unwrap();
    let expected = [
        "A...", "AB..", "A0..", "A.C.", "A.0.", "ABC.", "AB0.", "A..", "AB.", "A0.", "A.C", "A.0", "ABC",
        "AB0",
    ];
    assert_eq!(outcomes(&disk, "/root/a"), set(&expected));
}

#[test]
fn rename_is_durable_after_sync_of_its_folder() {
    let disk = MemoryDisk::new();
    disk.put("/root/a", "old");
    let root = root(&disk);
    let mut file = root.create_file(name("tmp")).unwrap();
    file.write(b"new").unwrap();
    file.sync().unwrap();
    root.rename(name("tmp"), name("a")).unwrap();
    assert_eq!(outcomes(&disk, "/root/a"), set(&["old", "new"]), "never a mixture");
    assert_eq!(outcomes(&disk, "/root/tmp"), set(&["-", "new"]));
    let renamed_alone = disk
        .durable_states(4, 100)
        .into_iter()
        .any(|state| state.get("/root/a").as_deref() == Some(b"new") && state.get("/root/tmp").is_none());
    assert!(renamed_alone);
    root.sync().unwrap();
    assert_eq!(outcomes(&disk, "/root/a"), set(&["new"]));
    assert_eq!(outcomes(&disk, "/root/tmp"), set(&["-"]));
}

#[test]
fn rename_without_sync_of_file_may_leave_it_empty() {
    let disk = MemoryDisk::new();
    disk.put("/root/a", "old");
    let root = root(&disk);
    root.create_file(name("tmp")).unwrap().write(b"new").unwrap();
    root.rename(name("tmp"), name("a")).unwrap();
    root.sync().unwrap();
    assert_eq!(outcomes(&disk, "/root/a"), set(&["", "n", "ne", "000", "new"]));
}

#[test]
fn syncing_a_file_does_not_make_its_name_durable() {
    let disk = MemoryDisk::new();
    disk.put_folder("/root");
    let root = root(&disk);
    let mut file = root.create_file(name("a")).unwrap();
    file.write(b"all").unwrap();
    file.sync().unwrap();
    assert_eq!(outcomes(&disk, "/root/a"), set(&["-", "all"]));
    root.sync().unwrap();
    assert_eq!(outcomes(&disk, "/root/a"), set(&["all"]));
}

#[test]
fn unsynced_name_changes_are_lost_in_any_combination() {
    let disk = MemoryDisk::new();
    disk.put("/root/gone", "");
    let root = root(&disk);
    root.create_link(name("link"), Path::new("gone")).unwrap();
    assert!(root.create_folder(name("made")).unwrap());
    assert!(root.remove(name("gone")).unwrap());
    let found: BTreeSet<Vec<PathBuf>> =
        disk.durable_states(3, 100).iter().map(|state| state.paths()[2..].to_vec()).collect();
    assert_eq!(found.len(), 8);
    root.sync().unwrap();
    let [state] = &disk.durable_states(4, 100)[..] else { panic!("all is durable") };
    assert_eq!(state.paths(), disk.paths());
}

#[test]
fn lost_folder_loses_its_contents() {
    let disk = MemoryDisk::new();
    disk.put_folder("/root");
    let root = root(&disk);
    root.create_folder(name("sub")).unwrap();
    let sub = disk.open_folder(Path::new("/root/sub")).unwrap().unwrap();
    let mut file = sub.create_file(name("a")).unwrap();
    file.write(b"all").unwrap();
    file.sync().unwrap();
    sub.sync().unwrap();
    let states = disk.durable_states(disk.operations().len(), 100);
    assert_eq!(states.len(), 2, "nothing is chosen about what is lost with its folder");
    for state in &states {
        assert_eq!(state.paths().contains(&"/root/sub".into()), state.get("/root/sub/a").is_some());
    }
    root.sync().unwrap();
    assert_eq!(outcomes(&disk, "/root/sub/a"), set(&["all"]));

    assert!(sub.remove(name("a")).unwrap());
    sub.sync().unwrap();
    assert!(root.remove_folder(name("sub")).unwrap());
    assert!(sub.create_file(name("b")).is_err(), "nothing is made in a folder that was removed");
    assert_eq!(outcomes(&disk, "/root/sub/a"), set(&["-"]));
}

#[test]
fn modes_are_durable_with_bytes() {
    let disk = MemoryDisk::new();
    disk.put("/root/a", "");
    let root = root(&disk);
    root.set_mode(name("a"), 0o600).unwrap();
    let modes = |operations| -> Vec<_> {
        disk.durable_states(operations, 10).iter().map(|state| state.mode_of("/root/a").unwrap()).collect()
    };
    assert_eq!(modes(1), [0o644, 0o600]);
    root.open_file(name("a"), Access::ReadAndWrite).unwrap().unwrap().sync().unwrap();
    assert_eq!(modes(2), [0o600]);
}

#[test]
fn foreign_write_in_between_survives_from_its_moment() {
    let disk = MemoryDisk::new();
    disk.put("/root/a", "old");
    let root = root(&disk);
    root.create_folder(name("sub")).unwrap();
    disk.interrupt(1, Interruption::Write("/root/sub/theirs".into(), b"theirs".to_vec()));
    root.remove(name("a")).unwrap();
    assert_eq!(outcomes_at(&disk, 0, "/root/sub/theirs"), set(&["-"]));
    assert_eq!(outcomes(&disk, "/root/sub/theirs"), set(&["theirs"]));
    assert_eq!(outcomes(&disk, "/root/a"), set(&["-", "old"]));
}

#[test]
fn file_has_same_contents_by_each_of_its_names() {
    let disk = MemoryDisk::new();
    disk.put("/root/a", "one");
    disk.put_hard_link("/root/b", "/root/a");
    let root = root(&disk);
    let (a, b) = (root.entry(name("a")).unwrap().unwrap(), root.entry(name("b")).unwrap().unwrap());
    assert_eq!((a, a.links), (b, 2));
    let file = root.open_file(name("a"), Access::ReadAndWrite).unwrap().unwrap();
    root.rename(name("a"), name("b")).unwrap();
    assert!(disk.get("/root/a").is_some(), "a rename onto the same file does nothing");
    root.remove(name("a")).unwrap();
    file.write_at(0, b"two").unwrap();
    assert_eq!(disk.get("/root/b").unwrap(), b"two");
    assert_eq!(disk.operations().last().unwrap(), &Operation::Write("/root/b".into()));
    assert_eq!(file.metadata().unwrap().links, 1);
    root.remove(name("b")).unwrap();
    file.write_at(0, b"three").unwrap();
    assert_eq!(file.read_at(0, 10).unwrap(), b"three");
    assert_eq!(disk.paths(), [Path::new("/"), Path::new("/root")]);
}

#[test]
fn renamed_folder_keeps_its_contents_and_handles() {
    let disk = MemoryDisk::ignoring_case();
    disk.put("/root/sub/a", "");
    let sub = disk.open_folder(Path::new("/root/SUB")).unwrap().unwrap();
    root(&disk).rename(name("sub"), name("Sub")).unwrap();
    root(&disk).rename(name("sub"), name("moved")).unwrap();
    drop(sub.create_file(name("b")).unwrap());
    assert_eq!(disk.operations().last().unwrap(), &Operation::CreateFile("/root/moved/b".into()));
    let paths = ["/", "/root", "/root/moved", "/root/moved/a", "/root/moved/b"];
    assert_eq!(disk.paths(), paths.map(PathBuf::from));
}

#[test]
fn a_dead_process_changes_nothing_and_its_survivor_has_the_present_contents() {
    for (interruption, is_made) in [(Interruption::Die, false), (Interruption::DieAfter, true)] {
        let disk = MemoryDisk::new();
        disk.put_folder("/root");
        disk.put("/root/lock", "");
        let root_folder = root(&disk);
        let _lock = root_folder.lock(name("lock"), &limit()).unwrap();
        let mut file = root_folder.create_file(name("a")).unwrap();
        disk.interrupt(1, interruption);
        disk.interrupt(2, Interruption::Fail);
        assert_eq!(file.write(b"all").is_ok(), is_made);
        assert!(file.write(b"more").is_err() && file.sync().is_err() && root_folder.sync().is_err());
        assert!(root_folder.remove(name("a")).is_err() && root_folder.lock(name("other"), &limit()).is_err());
        assert_eq!(disk.operations().len(), 2);

        let expected = if is_made { &b"all"[..] } else { b"" };
        let bytes = root_folder.read(Path::new("a"), 10).unwrap().unwrap().bytes;
        assert_eq!(bytes, expected, "reads still answer");
        let survivor = disk.survivor();
        assert_eq!((survivor.get("/root/a").unwrap(), survivor.operations()), (bytes, vec![]));
        let lock = root(&survivor).lock(name("lock"), &limit());
        assert!(lock.is_ok(), "a killed process holds no lock");
        survivor.put("/root/a", "theirs");
        root(&survivor).create_file(name("b")).unwrap().write(b"no interruption").unwrap();
        assert_eq!(disk.get("/root/a").unwrap(), expected, "the disks are independent");
    }
}

#[test]
fn unsynced_changes_of_killed_process_may_still_be_lost() {
    let disk = MemoryDisk::new();
    disk.put_folder("/root");
    root(&disk).create_file(name("a")).unwrap();
    let survivor = disk.survivor();
    assert!(survivor.get("/root/a").is_some());
    assert_eq!(outcomes(&survivor, "/root/a"), set(&["-", ""]));
    root(&survivor).sync().unwrap();
    assert_eq!(outcomes(&survivor, "/root/a"), set(&[""]));
    let after = survivor.after_power_cut(1, &mut |_| 0);
    assert_eq!(outcomes(&after.survivor(), "/root/a"), set(&[""]), "the medium is the new beginning");
}

#[test]
fn interrupted_change_fails_with_requested_cause() {
    let disk = MemoryDisk::new();
    disk.put_folder("/root");
    disk.interrupt(0, Interruption::FailWith(ErrorKind::PermissionDenied));
    let error = root(&disk).create_link(name("link"), Path::new("a")).unwrap_err();
    assert!(error.message.contains("permission denied"), "{error}");
    root(&disk).create_link(name("link"), Path::new("a")).unwrap();
}

#[test]
fn choices_enumerate_every_combination_once() {
    let mut choices = Choices::new();
    let mut seen = Vec::new();
    loop {
        let first = choices.choose(3);
        // Fewer questions on some ways than on others.
        seen.push(if first == 1 { vec![first] } else { vec![first, choices.choose(2)] });
        if !choices.advance() {
            break;
        }
    }
    assert_eq!(seen, [vec![0, 0], vec![0, 1], vec![1], vec![2, 0], vec![2, 1]]);
}

#[test]
fn many_durable_states_are_sampled_deterministically() {
    let disk = MemoryDisk::new();
    disk.put_folder("/root");
    for number in 0..20 {
        drop(root(&disk).create_file(name(&number.to_string())).unwrap());
    }
    let paths = || -> Vec<_> { disk.durable_states(20, 50).iter().map(MemoryDisk::paths).collect() };
    assert_eq!((paths().len(), paths()), (50, paths()));
    let different: BTreeSet<_> = paths().into_iter().collect();
    assert!(different.len() > 20);
}
