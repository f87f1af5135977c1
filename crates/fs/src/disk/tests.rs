//! Tests that every implementation answers alike; the real ones are also attacked with links.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::plain::PlainFolder;
use super::*;
use scenewright_error::Kind;

const MAX: u64 = 1_000;

fn path(text: &str) -> &Path {
    Path::new(text)
}

fn name(text: &str) -> &OsStr {
    OsStr::new(text)
}

/// A real folder inside a temporary one, so that there is an outside.
struct Sandbox {
    _outer: tempfile::TempDir,
    root: PathBuf,
}

impl Sandbox {
    fn new() -> Sandbox {
        let outer = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(outer.path()).unwrap().join("root");
        fs::create_dir_all(root.join("sub")).unwrap();
        fs::create_dir_all(root.with_file_name("root2")).unwrap();
        fs::write(root.join("a.txt"), "inside").unwrap();
        fs::write(root.with_file_name("secret"), "secret").unwrap();
        fs::write(root.with_file_name("root2").join("secret"), "secret").unwrap();
        Sandbox { _outer: outer, root }
    }

    /// Returns one folder for each implementation that works on this platform's disk.
    fn folders(&self) -> Vec<Arc<dyn Folder>> {
        vec![
            OsDisk.open_folder(&self.root).unwrap().unwrap(),
            Arc::new(PlainFolder::open(&self.root).unwrap().unwrap()),
        ]
    }

    #[cfg(unix)]
    fn link(&self, link: &str, target: impl AsRef<Path>) {
        std::os::unix::fs::symlink(target, self.root.join(link)).unwrap();
    }
}

fn limit(milliseconds: u64) -> WaitLimit<'static> {
    WaitLimit::until_elapsed(Duration::from_millis(milliseconds))
}

#[test]
#[cfg(unix)]
fn name_that_no_file_can_have_is_one_of_no_file() {
    let sandbox = Sandbox::new();
    let folder = sandbox.folders().remove(0);
    let long = "n".repeat(300);
    assert_eq!(folder.read(path(&long), MAX).unwrap(), None);
    assert_eq!(folder.metadata(path(&format!("{long}/within"))).unwrap(), None);
    let place = folder.resolve(path(&long), LastLink::Follow).unwrap().unwrap();
    assert_eq!(place.folder.entry(&place.name).unwrap(), None);
    assert!(place.folder.open_file(&place.name, Access::Read).unwrap().is_none());
    assert!(!place.folder.remove(&place.name).unwrap());
    assert_eq!(place.folder.create_file(&place.name).unwrap_err().kind, Kind::Io);
}

#[test]
fn all_disks_behave_alike() {
    let (for_handles, for_paths) = (Sandbox::new(), Sandbox::new());
    let memory = MemoryDisk::new();
    memory.put("/root/a.txt", "inside");
    memory.put_folder("/root/sub");
    for folder in [
        for_handles.folders().remove(0),
        for_paths.folders().remove(1),
        memory.open_folder(path("/root")).unwrap().unwrap(),
    ] {
        assert_eq!(folder.read(path("a.txt"), MAX).unwrap().unwrap().bytes, b"inside");
        assert_eq!(folder.read(path("missing"), MAX).unwrap(), None);
        assert_eq!(folder.read(path("missing/deeper"), MAX).unwrap(), None);
        assert_eq!(folder.read(path("a.txt/deeper"), MAX).unwrap(), None);
        assert_eq!(folder.read(path("a.txt"), 3).unwrap_err().kind, Kind::TooLarge);
        assert_eq!(folder.read(path("sub"), MAX).unwrap_err().kind, Kind::InvalidInput);
        assert_eq!(folder.read(path("a\0b"), MAX).unwrap_err().kind, Kind::InvalidInput);
        assert_eq!(folder.read(path("sub/../a.txt"), MAX).unwrap().unwrap().bytes, b"inside");
        assert_eq!(folder.read(path("../secret"), MAX).unwrap_err().kind, Kind::OutsideWorkspace);
        assert_eq!(folder.read(path("/etc/hostname"), MAX).unwrap_err().kind, Kind::OutsideWorkspace);

        assert_eq!(folder.list(path("")).unwrap().unwrap(), [name("a.txt"), name("sub")]);
        assert_eq!(folder.list(path("sub")).unwrap().unwrap(), [] as [&OsStr; 0]);
        assert_eq!(folder.list(path("none")).unwrap(), None);
        assert_eq!(folder.list(path("a.txt")).unwrap(), None);

        let metadata = folder.metadata(path("a.txt")).unwrap().unwrap();
        assert_eq!((metadata.kind, metadata.stamp.size, metadata.links), (EntryKind::File, 6, 1));
        assert_eq!(folder.metadata(path("sub")).unwrap().unwrap().kind, EntryKind::Folder);
        assert_eq!(folder.metadata(path("")).unwrap().unwrap(), folder.own_metadata().unwrap());
        assert_eq!(folder.metadata(path("missing")).unwrap(), None);

        let place = folder.resolve(path("sub/new"), LastLink::Follow).unwrap().unwrap();
        assert_eq!(place.path(), folder.path().join("sub/new"));
        assert!(folder.resolve(path("none/new"), LastLink::Follow).unwrap().is_none());

        let mut file = place.folder.create_file(name("temporary")).unwrap();
        file.write(b"new ").unwrap();
        file.write(b"text").unwrap();
        file.sync().unwrap();
        drop(file);
        let again = place.folder.create_file(name("temporary")).unwrap_err();
        assert_eq!(again.kind, Kind::AlreadyExists);
        place.folder.rename(name("temporary"), name("new")).unwrap();
        place.folder.sync().unwrap();
        assert_eq!(folder.read(path("sub/new"), MAX).unwrap().unwrap().bytes, b"new text");
        assert_ne!(folder.metadata(path("sub/new")).unwrap().unwrap().identity, metadata.identity);
        place.folder.copy_attributes(name("new"), name("new")).unwrap();
        assert!(place.folder.remove(name("new")).unwrap());
        assert!(!place.folder.remove(name("new")).unwrap());
        assert_eq!(place.folder.rename(name("new"), name("newer")).unwrap_err().kind, Kind::Io);

        assert!(folder.create_folder(name("made")).unwrap());
        assert!(!folder.create_folder(name("made")).unwrap());
        for bad in ["", ".", "..", "a/b", "/a"] {
            assert_eq!(folder.create_folder(name(bad)).unwrap_err().kind, Kind::Internal, "{bad:?}");
        }
        assert_eq!(
            folder.rename(name("a.txt"), name("sub")).unwrap_err().kind,
            Kind::Io,
            "a folder is never replaced"
        );
    }
}

#[test]
fn all_disks_behave_alike_for_entries_and_open_files() {
    let (for_handles, for_paths) = (Sandbox::new(), Sandbox::new());
    let memory = MemoryDisk::new();
    memory.put("/root/a.txt", "inside");
    memory.put_folder("/root/sub");
    for folder in [
        for_handles.folders().remove(0),
        for_paths.folders().remove(1),
        memory.open_folder(path("/root")).unwrap().unwrap(),
    ] {
        assert_eq!(folder.entry(name("missing")).unwrap(), None);
        assert_eq!(folder.entry(name("sub")).unwrap().unwrap().kind, EntryKind::Folder);
        assert_eq!(folder.entry(name("sub/..")).unwrap_err().kind, Kind::Internal);
        assert_eq!(folder.entry(name("a.txt")).unwrap(), folder.metadata(path("a.txt")).unwrap());

        // Files that are open.
        assert!(folder.open_file(name("log"), Access::ReadAndWrite).unwrap().is_none());
        assert_eq!(folder.entry(name("log")).unwrap(), None, "asking makes nothing");
        drop(folder.create_private_file(name("log")).unwrap());
        let private = folder.entry(name("log")).unwrap().unwrap().mode;
        let is_plain = folder.path() == for_paths.root;
        assert!(is_plain || matches!(private, Some(0o600) | None), "{private:?}");
        let file = folder.open_file(name("log"), Access::ReadAndWrite).unwrap().unwrap();
        assert_eq!(file.metadata().unwrap(), folder.entry(name("log")).unwrap().unwrap());
        file.write_at(2, b"cdef").unwrap();
        assert_eq!(file.read_at(0, 100).unwrap(), b"\0\0cdef");
        file.write_at(0, b"ab").unwrap();
        file.truncate(4).unwrap();
        assert_eq!(file.read_at(1, 2).unwrap(), b"bc");
        assert_eq!(file.read_at(3, 2).unwrap(), b"d");
        assert_eq!(file.read_at(9, 2).unwrap(), b"");
        file.truncate(5).unwrap();
        file.sync().unwrap();
        assert_eq!(folder.read(path("log"), MAX).unwrap().unwrap().bytes, b"abcd\0");
        assert_eq!(file.metadata().unwrap().stamp.size, 5);
        let again = folder.open_file(name("log"), Access::ReadAndWrite).unwrap().unwrap();
        assert_eq!(again.read_at(0, 2).unwrap(), b"ab", "opening it keeps what is in it");
        for bad in ["sub", "missing/deeper"] {
            let error = folder.open_file(name(bad), Access::ReadAndWrite).unwrap_err();
            let expected = if bad == "sub" { Kind::InvalidInput } else { Kind::Internal };
            assert_eq!(error.kind, expected, "{bad}");
        }
        drop((file, again));

        // Folders that are removed.
        assert!(folder.create_folder(name("made")).unwrap());
        let made = folder.resolve(path("made/x"), LastLink::Keep).unwrap().unwrap().folder;
        drop(made.create_file(name("x")).unwrap());
        assert!(!folder.remove_folder(name("made")).unwrap(), "it is not empty");
        assert_eq!(folder.remove(name("made")).unwrap_err().kind, Kind::Io, "only files and links");
        assert!(made.remove(name("x")).unwrap());
        assert!(folder.remove_folder(name("made")).unwrap());
        assert!(!folder.remove_folder(name("made")).unwrap());
        assert_eq!(folder.remove_folder(name("a.txt")).unwrap_err().kind, Kind::Io);
        assert!(made.create_file(name("x")).is_err(), "nothing can be made in a folder that is gone");
        assert_eq!(folder.read_link(name("a.txt")).unwrap_err().kind, Kind::Io);
        assert_eq!(folder.read_link(name("missing")).unwrap_err().kind, Kind::Io);
    }
}

#[test]
#[cfg(unix)]
fn all_disks_behave_alike_for_links_and_modes() {
    let (for_handles, for_paths) = (Sandbox::new(), Sandbox::new());
    let memory = MemoryDisk::new();
    memory.put("/root/a.txt", "inside");
    memory.put_folder("/root/sub");
    for (number, folder) in [
        for_handles.folders().remove(0),
        for_paths.folders().remove(1),
        memory.open_folder(path("/root")).unwrap().unwrap(),
    ]
    .into_iter()
    .enumerate()
    {
        folder.create_link(name("link"), path("a.txt")).unwrap();
        let again = folder.create_link(name("link"), path("sub")).unwrap_err();
        assert_eq!(again.kind, Kind::AlreadyExists, "{number}");
        assert_eq!(folder.create_link(name("a.txt"), path("x")).unwrap_err().kind, Kind::AlreadyExists);
        assert_eq!(folder.create_link(name("nul"), path("a\0")).unwrap_err().kind, Kind::InvalidInput);
        assert_eq!(folder.read_link(name("link")).unwrap(), path("a.txt"));
        let link = folder.entry(name("link")).unwrap().unwrap();
        assert_eq!((link.kind, link.stamp.size), (EntryKind::Link, 5));
        assert_eq!(folder.metadata(path("link")).unwrap(), folder.entry(name("a.txt")).unwrap());
        assert_eq!(folder.read(path("link"), MAX).unwrap().unwrap().bytes, b"inside");
        let error = folder.open_file(name("link"), Access::ReadAndWrite).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidInput, "links are not followed");
        // Paths to places, through folders and links.
        folder.create_link(name("folder"), path("sub")).unwrap();
        for (asked, expected) in [
            ("folder/new", "sub/new"),
            ("sub/../link", "a.txt"),
            ("folder/..", "."),
            ("folder", "sub"),
            ("", "."),
        ] {
            let place = folder.resolve(path(asked), LastLink::Follow).unwrap().unwrap();
            assert_eq!(place.path(), folder.path().join(expected), "{asked}");
        }
        assert!(folder.resolve(path("link/x"), LastLink::Follow).unwrap().is_none());
        let place = folder.resolve(path("folder"), LastLink::Keep).unwrap().unwrap();
        assert_eq!(place.path(), folder.path().join("folder"));

        let mode = |of| folder.entry(name(of)).unwrap().unwrap().mode;
        folder.set_mode(name("a.txt"), 0o640).unwrap();
        assert_eq!(mode("a.txt"), Some(0o640));
        drop(folder.create_file(name("b.txt")).unwrap());
        folder.copy_attributes(name("a.txt"), name("b.txt")).unwrap();
        assert_eq!(mode("b.txt"), Some(0o640));
        assert_eq!(folder.set_mode(name("missing"), 0o600).unwrap_err().kind, Kind::Io);
        assert_eq!(folder.copy_attributes(name("missing"), name("b.txt")).unwrap_err().kind, Kind::Io);

        folder.rename(name("link"), name("b.txt")).unwrap();
        assert_eq!(folder.read_link(name("b.txt")).unwrap(), path("a.txt"), "the link itself is moved");
        assert!(folder.remove(name("b.txt")).unwrap() && folder.remove(name("folder")).unwrap());
        assert_eq!(folder.list(path("")).unwrap().unwrap(), [name("a.txt"), name("sub")]);
    }
}

#[test]
#[cfg(unix)]
fn links_are_followed_inside_folder_and_refused_outside() {
    let sandbox = Sandbox::new();
    sandbox.link("inside", "a.txt");
    sandbox.link("sub/up", "../a.txt");
    sandbox.link("absolute", sandbox.root.join("a.txt"));
    sandbox.link("folder", "sub");
    sandbox.link("dangling", "sub/not-yet");
    sandbox.link("circle", "circle");
    sandbox.link("outside", "../secret");
    sandbox.link("outside-absolute", sandbox.root.with_file_name("secret"));
    sandbox.link("outside-folder", "..");
    sandbox.link("prefix-trap", sandbox.root.with_file_name("root2"));
    sandbox.link("process", "/proc/self/cwd");
    for folder in sandbox.folders() {
        for inside in ["inside", "sub/up", "absolute", "folder/up", "folder/../inside"] {
            let read = folder.read(path(inside), MAX).unwrap().unwrap();
            assert_eq!(read.bytes, b"inside", "{inside}");
            let metadata = folder.metadata(path("a.txt")).unwrap().unwrap();
            assert_eq!(folder.metadata(path(inside)).unwrap().unwrap().identity, metadata.identity);
        }
        for outside in [
            "outside",
            "outside-absolute",
            "outside-folder/secret",
            "prefix-trap/secret",
            "folder/../../secret",
            "process/secret",
        ] {
            let error = folder.read(path(outside), MAX).unwrap_err();
            assert_eq!(error.kind, Kind::OutsideWorkspace, "{outside}: {error}");
            assert_eq!(folder.metadata(path(outside)).unwrap_err().kind, Kind::OutsideWorkspace);
            let resolved = folder.resolve(path(outside), LastLink::Follow);
            assert_eq!(resolved.unwrap_err().kind, Kind::OutsideWorkspace);
        }
        assert_eq!(folder.read(path("circle"), MAX).unwrap_err().kind, Kind::Io);
        assert_eq!(folder.read(path("dangling"), MAX).unwrap(), None);

        let through = folder.resolve(path("sub/up"), LastLink::Follow).unwrap().unwrap();
        assert_eq!(through.path(), sandbox.root.join("a.txt"));
        let itself = folder.resolve(path("sub/up"), LastLink::Keep).unwrap().unwrap();
        assert_eq!(itself.path(), sandbox.root.join("sub/up"));
    }
    let unix = &sandbox.folders()[0];
    let place = unix.resolve(path("dangling"), LastLink::Follow).unwrap().unwrap();
    assert_eq!(place.path(), sandbox.root.join("sub/not-yet"));
}

#[test]
#[cfg(unix)]
fn handle_stays_on_folder_when_its_path_is_swapped() {
    let sandbox = Sandbox::new();
    let folder = OsDisk.open_folder(&sandbox.root).unwrap().unwrap();
    let place = folder.resolve(path("sub/file"), LastLink::Follow).unwrap().unwrap();
    fs::rename(sandbox.root.join("sub"), sandbox.root.join("moved")).unwrap();
    sandbox.link("sub", sandbox.root.with_file_name("root2"));
    place.folder.create_file(name("file")).unwrap();
    assert!(sandbox.root.join("moved/file").exists());
    assert!(!sandbox.root.with_file_name("root2").join("file").exists());
    assert_eq!(folder.read(path("sub/secret"), MAX).unwrap_err().kind, Kind::OutsideWorkspace);
}

#[test]
#[cfg(unix)]
fn a_swap_between_check_and_use_never_leads_outside() {
    let sandbox = Sandbox::new();
    fs::write(sandbox.root.join("sub/secret"), "inside").unwrap();
    sandbox.link("link", sandbox.root.with_file_name("root2"));
    let folder = OsDisk.open_folder(&sandbox.root).unwrap().unwrap();
    let at = |name| sandbox.root.join(name);
    let swap = || {
        for (from, to) in [("sub", "aside"), ("link", "sub"), ("sub", "link"), ("aside", "sub")] {
            fs::rename(at(from), at(to)).unwrap();
        }
    };
    super::race::while_swapping(swap, || {
        for _ in 0..3_000 {
            if let Ok(Some(read)) = folder.read(path("sub/secret"), MAX) {
                assert_eq!(read.bytes, b"inside");
            }
            if let Ok(Some(place)) = folder.resolve(path("sub/secret"), LastLink::Follow) {
                let read = place.folder.read(path("secret"), MAX).unwrap();
                assert!(read.is_none_or(|read| read.bytes == b"inside"));
            }
        }
    });
}

#[test]
#[cfg(unix)]
fn read_refuses_non_regular_file_without_blocking() {
    use std::os::unix::net::UnixListener;
    let sandbox = Sandbox::new();
    let _listener = UnixListener::bind(sandbox.root.join("socket")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(sandbox.root.join("fifo")).status();
    let mut names = vec!["socket"];
    if made.is_ok_and(|status| status.success()) {
        names.push("fifo");
    }
    for folder in sandbox.folders() {
        for name in &names {
            let error = folder.read(path(name), MAX).unwrap_err();
            assert_eq!(error.kind, Kind::InvalidInput, "{name}: {error}");
            assert_eq!(folder.metadata(path(name)).unwrap().unwrap().kind, EntryKind::Other);
        }
    }
}

#[test]
#[cfg(unix)]
fn mode_and_extended_attributes_are_copied() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::new();
    for folder in sandbox.folders() {
        fs::set_permissions(sandbox.root.join("a.txt"), fs::Permissions::from_mode(0o640)).unwrap();
        drop(folder.create_file(name("b.txt")).unwrap());
        folder.copy_attributes(name("a.txt"), name("b.txt")).unwrap();
        let mode = fs::metadata(sandbox.root.join("b.txt")).unwrap().permissions().mode();
        assert_eq!(mode & 0o7777, 0o640);
        folder.remove(name("b.txt")).unwrap();
    }
}

#[test]
fn lock_is_held_by_one_at_a_time() {
    let sandbox = Sandbox::new();
    let memory = MemoryDisk::new();
    memory.put_folder("/root");
    let mut folders = sandbox.folders();
    folders.push(memory.open_folder(path("/root")).unwrap().unwrap());
    for folder in folders {
        let held = folder.lock(name("lock"), &limit(1_000)).unwrap();
        let error = folder.lock(name("lock"), &limit(30)).unwrap_err();
        assert_eq!(error.kind, Kind::Conflict);
        assert!(error.message.contains("lock") && error.hint.is_some());

        let cancelled = AtomicBool::new(false);
        let poll = || cancelled.swap(true, Ordering::Relaxed);
        let error = folder.lock(name("lock"), &limit(60_000).or_cancelled(&poll)).unwrap_err();
        assert_eq!(error.kind, Kind::Cancelled);

        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| folder.lock(name("lock"), &limit(60_000)).map(drop));
            std::thread::sleep(Duration::from_millis(20));
            drop(held);
            waiting.join().unwrap().unwrap();
        });
    }
}

#[test]
#[cfg(unix)]
fn lock_with_removed_file_is_taken_again() {
    let sandbox = Sandbox::new();
    let folder = OsDisk.open_folder(&sandbox.root).unwrap().unwrap();
    let _orphan = folder.lock(name("lock"), &limit(1_000)).unwrap();
    fs::remove_file(sandbox.root.join("lock")).unwrap();
    let _held = folder.lock(name("lock"), &limit(1_000)).unwrap();
    assert_eq!(folder.lock(name("lock"), &limit(20)).unwrap_err().kind, Kind::Conflict);
}

#[test]
fn create_folder_creates_parents_and_canonical_path_resolves_links() {
    let sandbox = Sandbox::new();
    let deep = sandbox.root.join("x/y/z");
    assert!(OsDisk.open_folder(&deep).unwrap().is_none());
    assert_eq!(OsDisk.canonical_path(&sandbox.root.join("sub/../x/y/z")).unwrap(), deep);
    assert!(!sandbox.root.join("x").exists(), "asking makes nothing");
    let made = OsDisk.create_folder(&deep).unwrap();
    assert_eq!(made.path(), deep);
    assert_eq!(OsDisk.create_folder(&deep).unwrap().own_metadata().unwrap(), made.own_metadata().unwrap());
    assert_eq!(OsDisk.open_folder(&sandbox.root.join("a.txt")).unwrap_err().kind, Kind::InvalidInput);
    assert_eq!(OsDisk.canonical_path(path("a\0b")).unwrap_err().kind, Kind::InvalidInput);
}

#[test]
fn memory_disk_interrupts_a_change() {
    let disk = MemoryDisk::new();
    disk.put("/root/a", "old");
    let folder = disk.open_folder(path("/root")).unwrap().unwrap();
    disk.interrupt(1, Interruption::Fail);
    disk.interrupt(2, Interruption::Write("/root/a".into(), b"theirs".to_vec()));
    let mut file = folder.create_file(name("b")).unwrap();
    assert_eq!(file.write(b"1234").unwrap_err().kind, Kind::Io);
    assert_eq!(disk.get("/root/b").unwrap(), b"12");
    folder.sync().unwrap();
    assert_eq!(disk.get("/root/a").unwrap(), b"theirs");
    let (b, root) = (PathBuf::from("/root/b"), PathBuf::from("/root"));
    assert_eq!(
        disk.operations(),
        [Operation::CreateFile(b.clone()), Operation::Write(b), Operation::SyncFolder(root)]
    );
}

#[test]
fn all_disks_behave_alike_for_listings_and_readers() {
    use std::io::Read;

    let (for_handles, for_paths) = (Sandbox::new(), Sandbox::new());
    let memory = MemoryDisk::new();
    memory.put("/root/a.txt", "inside");
    memory.put_folder("/root/sub");
    for folder in [
        for_handles.folders().remove(0),
        for_paths.folders().remove(1),
        memory.open_folder(path("/root")).unwrap().unwrap(),
    ] {
        for _ in 0..2 {
            let mut entries = folder.entries().unwrap();
            entries.sort_by(|a, b| a.name.cmp(&b.name));
            let expected = [("a.txt", EntryKind::File), ("sub", EntryKind::Folder)];
            assert_eq!(entries, expected.map(|(name, kind)| Listed { name: name.into(), kind }));
        }
        let sub = folder.open_child(name("sub")).unwrap().unwrap();
        assert_eq!(sub.path(), folder.path().join("sub"));
        assert_eq!(sub.entries().unwrap(), []);
        sub.create_file(name("late")).unwrap();
        assert_eq!(sub.entries().unwrap().len(), 1, "each listing reads the folder again");
        assert!(folder.open_child(name("a.txt")).unwrap().is_none());
        assert!(folder.open_child(name("missing")).unwrap().is_none());
        assert_eq!(folder.open_child(name("..")).unwrap_err().kind, Kind::Internal);

        let mut reader = folder.open_to_read(name("a.txt")).unwrap().unwrap();
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), reader.metadata.stamp.size), ("inside", 6));
        assert!(folder.open_to_read(name("missing")).unwrap().is_none());
        assert_eq!(folder.open_to_read(name("sub")).unwrap_err().kind, Kind::InvalidInput);
    }
}

#[cfg(unix)]
#[test]
fn listing_names_links_and_opens_nothing_through_them() {
    let sandbox = Sandbox::new();
    sandbox.link("to_sub", "sub");
    sandbox.link("to_file", "a.txt");
    for folder in sandbox.folders() {
        let entries = folder.entries().unwrap();
        let links = entries.iter().filter(|entry| entry.kind == EntryKind::Link).count();
        assert_eq!((entries.len(), links), (4, 2));
        assert!(folder.open_child(name("to_sub")).unwrap().is_none());
        assert_eq!(folder.open_to_read(name("to_file")).unwrap_err().kind, Kind::InvalidInput);
    }
}
