//! A tree of every kind of entry, changed and restored, compared by a walk of its own.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use super::*;

const LIMITS: Limits = Limits { file_bytes: 64 << 20 };
const ID: &str = "0123456789abcdef0123456789abcdef";

pub(crate) struct Bench {
    pub root: PathBuf,
    pub area: Area,
    pub roots: Roots,
    _folder: tempfile::TempDir,
}

/// The entries that an independent walk sees: kind and mode, bytes or target, time, the first name of the same file.
pub(crate) type Seen = BTreeMap<PathBuf, (u32, Vec<u8>, i64, i64, PathBuf)>;

/// Returns true where the file system of the temporary folder has the attribute.
#[cfg(target_os = "linux")]
fn takes_attribute(path: &Path, name: &str, value: &[u8]) -> bool {
    rustix::fs::setxattr(path, name, value, rustix::fs::XattrFlags::empty()).is_ok()
}

/// An access list as Linux keeps it: the owner, one more user, the group, the mask, others.
#[cfg(target_os = "linux")]
fn access_list() -> Vec<u8> {
    let mut list = 2_u32.to_le_bytes().to_vec();
    let entry = |tag: u16, permissions: u16, id: u32| {
        [tag.to_le_bytes(), permissions.to_le_bytes()].concat().into_iter().chain(id.to_le_bytes()).collect()
    };
    let entries: [Vec<u8>; 5] = [
        entry(1, 6, u32::MAX),
        entry(2, 4, 12_345),
        entry(4, 4, u32::MAX),
        entry(16, 4, u32::MAX),
        entry(32, 0, u32::MAX),
    ];
    list.extend(entries.concat());
    list
}

#[test]
#[cfg(target_os = "linux")]
fn extended_attributes_and_access_lists_come_back() {
    const LIST: &str = "system.posix_acl_access";
    const DEFAULT: &str = "system.posix_acl_default";
    let bench = Bench::new();
    let path = |name: &str| bench.root.join(name);
    for name in ["file", "other", "plain"] {
        fs::write(path(name), name).unwrap();
    }
    fs::create_dir(path("folder")).unwrap();
    fs::write(path("folder/within"), "within").unwrap();
    if !takes_attribute(&path("file"), "user.colour", b"red") {
        return;
    }
    assert!(takes_attribute(&path("other"), "user.large", &[7; 2000]));
    assert!(takes_attribute(&path("folder"), "user.colour", b"blue"));
    let has_lists = takes_attribute(&path("other"), LIST, &access_list());
    let attributes_of = |name: &str| {
        let file = fs::File::open(path(name)).unwrap();
        Attributes::read(&file)
    };
    let all = || ["file", "other", "plain", "folder", "folder/within"].map(attributes_of);
    let old = all();
    assert_eq!(old[1].pairs().len(), if has_lists { 2 } else { 1 });
    let before = bench.take(&Tree::default()).tree;
    assert_eq!(compare(&before, &bench.take(&before).tree), []);

    // Changed, removed and added; lost by an atomic save; and gone with the folder that hands a list down to what is made in it.
    assert!(takes_attribute(&path("file"), "user.colour", b"green"));
    assert!(takes_attribute(&path("plain"), "user.new", b""));
    fs::write(path("saved"), "saved").unwrap();
    fs::rename(path("saved"), path("other")).unwrap();
    fs::remove_dir_all(path("folder")).unwrap();
    if has_lists {
        assert!(takes_attribute(&bench.root, DEFAULT, &access_list()));
    }
    let after = bench.take(&before).tree;
    let changes = compare(&before, &after);
    for name in ["file", "other", "plain", "folder", "folder/within"] {
        assert!(changes.iter().any(|it| it.spot.text() == name && it.is_visible()), "{name}");
    }
    bench.area.save_changes(ID, &changes, false).unwrap();
    let changes = bench.area.changes(ID).unwrap().unwrap();
    let reversed: Vec<Change> = changes.iter().cloned().map(Change::reversed).collect();
    assert_eq!(bench.bring(&reversed), Restored::default());
    assert_eq!(all(), old);
    assert_eq!(
        compare(&before, &bench.take(&Tree::default()).tree).iter().filter(|it| it.is_visible()).count(),
        0
    );
    assert_eq!(bench.bring(&changes), Restored::default());
    assert_eq!(attributes_of("file").pairs(), [(b"user.colour".to_vec(), b"green".to_vec())]);
    assert!(attributes_of("other").is_empty());
    assert_eq!(bench.bring(&reversed), Restored::default());

    // A copy has them too, wherever it is made.
    let tree = bench.take(&Tree::default()).tree;
    let outer = bench.root.parent().unwrap().join("outer");
    fs::create_dir(&outer).unwrap();
    if has_lists {
        assert!(takes_attribute(&outer, DEFAULT, &access_list()));
    }
    let request = CopyRequest {
        from: &bench.roots,
        tree: &tree,
        to: &[outer.join("fork")],
        store: bench.area.store(),
        is_cancelled: &|| false,
    };
    let copied = copy_tree(&request).unwrap();
    assert_eq!(copied.without_attributes, []);
    let there = Roots::open(request.to.to_vec()).unwrap();
    let found = bench.take_of(&there, &Tree::default()).tree;
    for (spot, entry) in tree.iter() {
        assert_eq!(found.get(&spot).unwrap().attributes, entry.attributes, "{}", spot.text());
    }
}

impl Bench {
    pub(crate) fn new() -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let root = base.join("tree");
        fs::create_dir(&root).unwrap();
        let area = Area::open(&base.join("state")).unwrap();
        let roots = Roots::open(vec![root.clone()]).unwrap();
        Bench { root, area, roots, _folder: folder }
    }

    pub(crate) fn take(&self, known: &Tree) -> Snapshot {
        self.take_of(&self.roots, known)
    }

    /// Takes a snapshot of other folders into the same store.
    pub(crate) fn take_of(&self, roots: &Roots, known: &Tree) -> Snapshot {
        let request = WalkRequest {
            roots,
            rules: None,
            above: None,
            skipped: &[],
            known,
            keeps_covered: false,
            store: self.area.store(),
            limits: LIMITS,
            is_cancelled: &|| false,
        };
        let snapshot = take(&request).unwrap();
        self.area.store().finish(false).unwrap();
        snapshot
    }

    /// Makes a change, undoes it and makes it again, and compares each state.
    fn there_and_back(&self, name: &str, change: impl FnOnce(&Path)) {
        let before = self.take(&Tree::default()).tree;
        let seen_before = see(&self.root);
        change(&self.root);
        let after = self.take(&before).tree;
        let seen_after = see(&self.root);
        let changes = compare(&before, &after);
        self.area.save_changes(ID, &changes, false).unwrap();
        let changes = self.area.changes(ID).unwrap().unwrap();
        let reversed: Vec<Change> = changes.iter().cloned().map(Change::reversed).collect();
        let report = self.bring(&reversed);
        assert_eq!(report, Restored::default(), "{name}");
        compare_seen(name, &seen_before, &see(&self.root));
        let report = self.bring(&changes);
        assert_eq!(report, Restored::default(), "{name} again");
        compare_seen(&format!("{name} again"), &seen_after, &see(&self.root));
        self.bring(&reversed);
        compare_seen(&format!("{name} back again"), &seen_before, &see(&self.root));
    }

    fn bring(&self, changes: &[Change]) -> Restored {
        let steps: Vec<Change> = changes
            .iter()
            .map(|change| {
                let now = state_of(&self.roots, &change.spot, &[], Some(self.area.store()), &LIMITS).unwrap();
                Change { spot: change.spot.clone(), before: now, after: change.after.clone() }
            })
            .collect();
        self.area.store().finish(false).unwrap();
        restore(&self.roots, self.area.store(), &steps, ID, &Tree::default()).unwrap()
    }
}

pub(crate) fn see(root: &Path) -> Seen {
    let mut seen = Seen::new();
    let mut first: BTreeMap<(u64, u64), PathBuf> = BTreeMap::new();
    let mut pending = vec![root.to_owned()];
    while let Some(path) = pending.pop() {
        let metadata = fs::symlink_metadata(&path).unwrap();
        let shown = path.strip_prefix(root).unwrap().to_owned();
        let bytes = if metadata.is_dir() {
            let mut entries: Vec<PathBuf> =
                fs::read_dir(&path).unwrap().map(|it| it.unwrap().path()).collect();
            entries.sort_by(|left, right| right.cmp(left));
            pending.extend(entries);
            Vec::new()
        } else if metadata.is_symlink() {
            fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
        } else if metadata.is_file() {
            fs::read(&path).unwrap()
        } else {
            Vec::new()
        };
        let link = match metadata.is_file() && metadata.nlink() > 1 {
            true => first.entry((metadata.dev(), metadata.ino())).or_insert_with(|| shown.clone()).clone(),
            false => PathBuf::new(),
        };
        seen.insert(shown, (metadata.mode(), bytes, metadata.mtime(), metadata.mtime_nsec(), link));
    }
    seen
}

pub(crate) fn compare_seen(name: &str, left: &Seen, right: &Seen) {
    for (path, entry) in left {
        let other = right.get(path);
        let short = |it: &(u32, Vec<u8>, i64, i64, PathBuf)| {
            format!("{:o} {} bytes {}.{} {:?}", it.0, it.1.len(), it.2, it.3, it.4)
        };
        assert!(
            other == Some(entry),
            "{name}: {}: {} is {:?}",
            path.display(),
            short(entry),
            other.map(short)
        );
    }
    let more: Vec<_> = right.keys().filter(|path| !left.contains_key(*path)).collect();
    assert!(more.is_empty(), "{name}: {more:?} should not be there");
}

fn set_time(path: &Path, seconds: u64) {
    let file = fs::File::options().read(true).open(path).unwrap();
    file.set_modified(UNIX_EPOCH + Duration::new(seconds, 123_456_789)).unwrap();
}

fn fill(root: &Path) {
    for folder in ["src/deep/er", "empty", "docs", "lib"] {
        fs::create_dir_all(root.join(folder)).unwrap();
    }
    for number in 0..40 {
        let path = root.join(format!("src/file{number}.ts"));
        fs::write(&path, format!("export const value = {number}\n").repeat(number + 1)).unwrap();
        set_time(&path, 1_600_000_000 + number as u64);
    }
    fs::write(root.join("src/deep/er/leaf.txt"), "leaf\n").unwrap();
    fs::write(root.join("docs/a.md"), "# a\n").unwrap();
    fs::hard_link(root.join("docs/a.md"), root.join("docs/b.md")).unwrap();
    fs::hard_link(root.join("docs/a.md"), root.join("lib/c.md")).unwrap();
    symlink("../docs/a.md", root.join("lib/link.md")).unwrap();
    symlink("nowhere", root.join("lib/broken")).unwrap();
    fs::write(root.join("run.sh"), "#!/bin/sh\n").unwrap();
    fs::set_permissions(root.join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(root.join("empty.txt"), "").unwrap();
}

/// A folder that everyone may write in, such as the mount of a container, has a time that only its owner may set.
#[test]
#[cfg(target_os = "linux")]
fn change_in_a_folder_of_another_user_is_undone_and_redone() {
    use std::os::unix::fs::chown;

    const OTHER: u32 = 65_534;
    // Only root can become somebody else.
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let bench = Bench::new();
    let base = bench.root.parent().unwrap();
    fs::write(bench.root.join("a"), "a").unwrap();
    fs::create_dir(bench.root.join("sub")).unwrap();
    fs::write(bench.root.join("sub/b"), "b").unwrap();
    for (path, mode) in
        [(base.to_owned(), 0o755), (bench.root.clone(), 0o777), (bench.root.join("sub"), 0o777)]
    {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let mut pending = vec![base.join("state"), bench.root.join("a")];
    while let Some(path) = pending.pop() {
        chown(&path, Some(OTHER), None).unwrap();
        if path.is_dir() {
            pending.extend(fs::read_dir(&path).unwrap().map(|it| it.unwrap().path()));
        }
    }
    std::thread::scope(|scope| {
        let as_other = scope.spawn(|| {
            rustix::thread::set_thread_uid(rustix::fs::Uid::from_raw(OTHER)).unwrap();
            let contents = || -> Vec<(PathBuf, Vec<u8>)> {
                see(&bench.root).into_iter().map(|(path, seen)| (path, seen.1)).collect()
            };
            let (before, seen_before) = (bench.take(&Tree::default()).tree, contents());
            fs::write(bench.root.join("a"), "other").unwrap();
            fs::write(bench.root.join("new"), "new").unwrap();
            fs::remove_file(bench.root.join("sub/b")).unwrap();
            let (after, seen_after) = (bench.take(&before).tree, contents());
            let changes = compare(&before, &after);
            let reversed: Vec<Change> = changes.iter().cloned().map(Change::reversed).collect();
            let report = bench.bring(&reversed);
            assert_eq!(contents(), seen_before);
            // The file that was removed belonged to another user.
            assert_eq!(report.owners.iter().map(Spot::text).collect::<Vec<_>>(), ["sub/b"]);
            assert_eq!(report, Restored { owners: report.owners.clone(), ..Restored::default() });
            assert_eq!(bench.bring(&changes), Restored::default());
            assert_eq!(contents(), seen_after);
        });
        as_other.join().unwrap();
    });
}

/// A mode with `r` and without `x` shows the names in a folder, and nothing else of them.
#[test]
#[cfg(target_os = "linux")]
fn folders_that_may_be_listed_and_not_entered_are_opened_to_their_owner_or_not_covered() {
    use std::os::unix::fs::chown;

    const OTHER: u32 = 65_534;
    // Only root can become somebody else.
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let bench = Bench::new();
    let base = bench.root.parent().unwrap();
    let set_mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    for name in ["own/sub", "foreign", "open"] {
        fs::create_dir_all(bench.root.join(name)).unwrap();
        fs::write(bench.root.join(name).join("in"), name).unwrap();
    }
    set_mode(base, 0o755);
    let mut pending: Vec<PathBuf> = ["own", "open"].map(|it| bench.root.join(it)).into();
    pending.extend([base.join("state"), bench.root.clone()]);
    while let Some(path) = pending.pop() {
        chown(&path, Some(OTHER), None).unwrap();
        if path.is_dir() && path != bench.root {
            pending.extend(fs::read_dir(&path).unwrap().map(|it| it.unwrap().path()));
        }
    }
    set_mode(&bench.root.join("own/sub"), 0o600);
    set_mode(&bench.root.join("own"), 0o600);
    set_mode(&bench.root.join("foreign"), 0o644);
    let contents =
        || -> Vec<_> { see(&bench.root).into_iter().map(|(path, it)| (path, it.0, it.1)).collect() };
    let seen = contents();
    let as_other = |work: &(dyn Fn() + Sync)| {
        std::thread::scope(|scope| {
            let thread = scope.spawn(|| {
                rustix::thread::set_thread_uid(rustix::fs::Uid::from_raw(OTHER)).unwrap();
                work();
            });
            thread.join().unwrap();
        });
    };
    let changes = std::sync::Mutex::new(Vec::new());
    as_other(&|| {
        let before = bench.take(&Tree::default()).tree;
        let not_covered: Vec<String> = before.uncovered().map(|(spot, _)| spot.text()).collect();
        assert_eq!(not_covered, ["foreign"]);
        for (name, mode) in [("own", 0o700), ("own/sub", 0o700)] {
            set_mode(&bench.root.join(name), mode);
        }
        fs::write(bench.root.join("own/sub/in"), "other").unwrap();
        fs::write(bench.root.join("open/in"), "other").unwrap();
        set_mode(&bench.root.join("own/sub"), 0o600);
        set_mode(&bench.root.join("own"), 0o400);
        *changes.lock().unwrap() = compare(&before, &bench.take(&before).tree);
    });
    let seen_after = contents();
    assert_ne!(seen_after, seen);
    let changes = changes.into_inner().unwrap();
    let reversed: Vec<Change> = changes.iter().cloned().map(Change::reversed).collect();
    as_other(&|| assert_eq!(bench.bring(&reversed), Restored::default()));
    assert_eq!(contents(), seen);
    as_other(&|| assert_eq!(bench.bring(&changes), Restored::default()));
    assert_eq!(contents(), seen_after);
}

#[test]
fn folder_that_stays_keeps_its_mode() {
    let bench = Bench::new();
    let folder = bench.root.join("folder");
    let set_mode = |mode| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
    let before = bench.take(&Tree::default()).tree;
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("made"), "made").unwrap();
    set_mode(0o555);
    let after = bench.take(&before).tree;
    let back: Vec<Change> = compare(&before, &after).into_iter().map(Change::reversed).collect();
    set_mode(0o755);
    fs::write(folder.join("other"), "other").unwrap();
    set_mode(0o555);
    let report = bench.bring(&back);
    assert_eq!(report.kept.iter().map(Spot::text).collect::<Vec<_>>(), ["folder"]);
    assert!(!folder.join("made").exists() && folder.join("other").exists());
    assert_eq!(fs::metadata(&folder).unwrap().mode() & 0o777, 0o555);
    set_mode(0o755);
}

/// A name that comes back is one file again with the names that stayed, unless that would change their mode.
#[test]
fn name_that_comes_back_changes_no_mode_of_another_name() {
    for (mode, is_one_file) in [(0o644, true), (0o755, false)] {
        let bench = Bench::new();
        let path = |name: &str| bench.root.join(name);
        fs::write(path("one"), "one file, two names").unwrap();
        fs::set_permissions(path("one"), fs::Permissions::from_mode(0o644)).unwrap();
        fs::hard_link(path("one"), path("two")).unwrap();
        let before = bench.take(&Tree::default()).tree;
        fs::remove_file(path("two")).unwrap();
        let after = bench.take(&before).tree;
        let changes = compare(&before, &after);
        fs::set_permissions(path("one"), fs::Permissions::from_mode(mode)).unwrap();
        let back: Vec<Change> =
            changes.into_iter().map(Change::reversed).filter(|it| it.spot.text() == "two").collect();
        let report = restore(&bench.roots, bench.area.store(), &back, ID, &after).unwrap();
        assert_eq!(report, Restored::default());
        let [one, two] = ["one", "two"].map(|name| fs::metadata(path(name)).unwrap());
        assert_eq!([one.mode() & 0o777, two.mode() & 0o777], [mode, 0o644]);
        assert_eq!(one.ino() == two.ino(), is_one_file);
    }
}

#[test]
fn every_kind_of_change_is_undone_and_redone() {
    let bench = Bench::new();
    fill(&bench.root);
    bench.there_and_back("edit, make and remove", |root| {
        fs::write(root.join("src/file1.ts"), "other").unwrap();
        fs::write(root.join("new.txt"), "new").unwrap();
        fs::remove_file(root.join("src/file2.ts")).unwrap();
        fs::create_dir_all(root.join("made/in/one")).unwrap();
        fs::write(root.join("made/in/one/go.txt"), "go").unwrap();
        fs::remove_dir(root.join("empty")).unwrap();
    });
    bench.there_and_back("remove everything", |root| {
        for entry in fs::read_dir(root).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { fs::remove_dir_all(path).unwrap() } else { fs::remove_file(path).unwrap() }
        }
    });
    bench.there_and_back("modes", |root| {
        fs::set_permissions(root.join("run.sh"), fs::Permissions::from_mode(0o600)).unwrap();
        fs::set_permissions(root.join("src/file3.ts"), fs::Permissions::from_mode(0o400)).unwrap();
        fs::set_permissions(root.join("src"), fs::Permissions::from_mode(0o500)).unwrap();
    });
    bench.there_and_back("times alone", |root| {
        set_time(&root.join("src/file4.ts"), 1_700_000_000);
        set_time(&root.join("docs"), 1_700_000_000);
    });
    bench.there_and_back("hard links", |root| {
        fs::write(root.join("docs/a.md"), "in place, under three names\n").unwrap();
        fs::remove_file(root.join("lib/c.md")).unwrap();
        fs::hard_link(root.join("src/file5.ts"), root.join("src/same5.ts")).unwrap();
    });
    bench.there_and_back("a hard link that is broken", |root| {
        fs::write(root.join("docs/new"), "# a\n").unwrap();
        fs::rename(root.join("docs/new"), root.join("docs/b.md")).unwrap();
    });
    bench.there_and_back("a hard link that is moved", |root| {
        fs::rename(root.join("docs/b.md"), root.join("src/moved.md")).unwrap();
    });
    bench.there_and_back("another name of a file in place of one", |root| {
        fs::remove_file(root.join("docs/b.md")).unwrap();
        fs::hard_link(root.join("docs/a.md"), root.join("src/a.md")).unwrap();
    });
    bench.there_and_back("symbolic links", |root| {
        fs::remove_file(root.join("lib/link.md")).unwrap();
        symlink("elsewhere", root.join("lib/link.md")).unwrap();
        fs::remove_file(root.join("lib/broken")).unwrap();
        fs::write(root.join("lib/broken"), "a file now").unwrap();
    });
    bench.there_and_back("a folder that becomes a link", |root| {
        fs::rename(root.join("src"), root.join("real")).unwrap();
        symlink("real", root.join("src")).unwrap();
    });
    bench.there_and_back("a file that becomes a folder, and the reverse", |root| {
        fs::remove_file(root.join("run.sh")).unwrap();
        fs::create_dir(root.join("run.sh")).unwrap();
        fs::write(root.join("run.sh/inside"), "x").unwrap();
        fs::remove_dir_all(root.join("docs")).unwrap();
        fs::write(root.join("docs"), "no folder").unwrap();
    });
    bench.there_and_back("names", |root| {
        use std::os::unix::ffi::OsStrExt;
        fs::write(root.join("line\nbreak"), "x").unwrap();
        fs::write(root.join(std::ffi::OsStr::from_bytes(b"caf\xe9")), "latin").unwrap();
        fs::write(root.join("n".repeat(255)), "long").unwrap();
        fs::rename(root.join("src/file6.ts"), root.join("src/File6.ts")).unwrap();
    });
    bench.there_and_back("large and sparse files", |root| {
        let noise: Vec<u8> =
            (0..6 << 20).map(|it: u32| (it.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        fs::write(root.join("large.bin"), &noise).unwrap();
        let sparse = fs::File::create(root.join("sparse.bin")).unwrap();
        sparse.set_len(32 << 20).unwrap();
        std::os::unix::fs::FileExt::write_all_at(&sparse, b"end", (32 << 20) - 3).unwrap();
    });
    let metadata = fs::metadata(bench.root.join("src/file7.ts")).unwrap();
    assert!(metadata.is_file());
}

#[test]
fn sparse_file_is_restored_with_its_holes() {
    let bench = Bench::new();
    let path = bench.root.join("sparse");
    let file = fs::File::create(&path).unwrap();
    file.set_len(64 << 20).unwrap();
    drop(file);
    bench.there_and_back("remove", |root| fs::remove_file(root.join("sparse")).unwrap());
    assert!(fs::metadata(&path).unwrap().blocks() * 512 < 1 << 20);
}

#[test]
fn holes_of_equal_bytes_are_restored_under_all_names() {
    let bench = Bench::new();
    let path = |name: &str| bench.root.join(name);
    let used = || fs::metadata(path("sparse")).unwrap().blocks() * 512;
    fs::File::create(path("sparse")).unwrap().set_len(1 << 20).unwrap();
    fs::hard_link(path("sparse"), path("twin")).unwrap();
    bench.there_and_back("holes that are filled", |root| {
        let time = fs::metadata(root.join("sparse")).unwrap().modified().unwrap();
        fs::write(root.join("sparse"), vec![0; 1 << 20]).unwrap();
        fs::File::options().write(true).open(root.join("sparse")).unwrap().set_modified(time).unwrap();
        assert_eq!(used(), 1 << 20);
    });
    assert!(used() < 1 << 16);
    let left = fs::read_dir(&bench.root).unwrap().map(|it| it.unwrap().file_name());
    assert_eq!(left.count(), 2, "no temporary is left");
}

#[test]
fn times_and_names_alone_are_changes_where_a_command_set_them() {
    let bench = Bench::new();
    let path = |name: &str| bench.root.join(name);
    fs::create_dir(path("folder")).unwrap();
    fs::write(path("file"), "file").unwrap();
    fs::hard_link(path("file"), path("twin")).unwrap();
    fs::write(path("alone"), "alone").unwrap();
    let mut known = bench.take(&Tree::default()).tree;
    let mut is_change = |change: &dyn Fn()| {
        change();
        let next = bench.take(&known).tree;
        let changes = compare(&known, &next);
        known = next;
        has_any_change(&changes)
    };
    let replace = |name: &str| {
        let time = fs::metadata(path(name)).unwrap().modified().unwrap();
        fs::copy(path(name), path("copy")).unwrap();
        fs::File::options().write(true).open(path("copy")).unwrap().set_modified(time).unwrap();
        fs::rename(path("copy"), path(name)).unwrap();
    };
    let come_and_go = || {
        fs::write(path("folder/passing"), "x").unwrap();
        fs::remove_file(path("folder/passing")).unwrap();
    };
    assert!(!is_change(&come_and_go), "an entry that came and went");
    assert!(is_change(&|| set_time(&path("folder"), 1_600_000_000)), "a time that was set");
    assert!(!is_change(&|| replace("alone")), "an equal file");
    assert!(is_change(&|| replace("file")), "parted from its other name");
}

#[test]
fn unchanged_files_are_not_read_again_and_others_are_whatever_their_times() {
    let bench = Bench::new();
    fill(&bench.root);
    std::thread::sleep(Duration::from_millis(200));
    let first = bench.take(&Tree::default());
    assert!(first.read > 40);
    assert_eq!(bench.take(&first.tree).read, 0, "nothing changed");
    // The same size and the same time: only the time of the last change of status differs.
    let path = bench.root.join("src/file1.ts");
    let length = fs::metadata(&path).unwrap().len();
    fs::write(&path, "x".repeat(length as usize)).unwrap();
    set_time(&path, 1_600_000_001);
    let second = bench.take(&first.tree);
    assert_eq!(second.read, 1);
    assert_eq!(compare(&first.tree, &second.tree).len(), 1);
    // Just written: the next snapshot looks at the bytes once more.
    assert_eq!(bench.take(&second.tree).read, 1);
}

#[test]
fn names_that_come_and_go_are_seen_whatever_the_times_of_their_folder() {
    let bench = Bench::new();
    fill(&bench.root);
    for folder in ["src", "src/deep", "docs"] {
        set_time(&bench.root.join(folder), 1_600_000_000);
    }
    std::thread::sleep(Duration::from_millis(200));
    let first = bench.take(&Tree::default()).tree;
    let (src, deep) = (Spot { root: 0, path: b"src".to_vec() }, Spot { root: 0, path: b"src/deep".to_vec() });
    let again = bench.take(&first).tree;
    assert!(!again.differs_from(&first));
    assert!(std::sync::Arc::ptr_eq(&again.folders[&src], &first.folders[&src]), "nothing is copied");

    // Made, removed and renamed, and the time of the folder set back.
    fs::write(bench.root.join("src/deep/new"), "new").unwrap();
    fs::remove_file(bench.root.join("src/file9.ts")).unwrap();
    fs::rename(bench.root.join("docs/a.md"), bench.root.join("docs/c.md")).unwrap();
    // Written in place: the folder has no new time at all.
    fs::write(bench.root.join("lib/c.md"), "in place").unwrap();
    for folder in ["src", "src/deep", "docs"] {
        set_time(&bench.root.join(folder), 1_600_000_000);
    }
    let second = bench.take(&again).tree;
    let seen = |spot: &Change| spot.spot.text();
    let mut visible: Vec<_> =
        compare(&again, &second).iter().filter(|it| it.is_visible()).map(seen).collect();
    visible.sort();
    assert_eq!(visible, ["docs/a.md", "docs/b.md", "docs/c.md", "lib/c.md", "src/deep/new", "src/file9.ts"]);
    assert!(!std::sync::Arc::ptr_eq(&second.folders[&deep], &first.folders[&deep]));

    // Within one tick of the clock the times say nothing.
    let mut known = second;
    for number in 0..100 {
        fs::write(bench.root.join(format!("docs/more{number}")), "x").unwrap();
        let next = bench.take(&known).tree;
        let changes = compare(&known, &next);
        let made: Vec<_> = changes.iter().filter(|it| it.before.is_none()).map(seen).collect();
        assert_eq!(made, [format!("docs/more{number}")]);
        known = next;
    }
}

#[test]
fn restore_leaves_unknown_files() {
    let bench = Bench::new();
    let before = bench.take(&Tree::default()).tree;
    fs::create_dir(bench.root.join("made")).unwrap();
    fs::write(bench.root.join("made/a"), "a").unwrap();
    let after = bench.take(&before).tree;
    fs::write(bench.root.join("made/mine"), "mine").unwrap();
    let reversed: Vec<Change> = compare(&before, &after).into_iter().map(Change::reversed).collect();
    let report = bench.bring(&reversed);
    assert_eq!(report.kept, [Spot { root: 0, path: b"made".to_vec() }]);
    assert!(!bench.root.join("made/a").exists());
    assert_eq!(fs::read(bench.root.join("made/mine")).unwrap(), b"mine");
}

#[test]
fn sockets_and_large_files_are_named_and_left_alone() {
    let bench = Bench::new();
    let before = bench.take(&Tree::default()).tree;
    let _socket = std::os::unix::net::UnixListener::bind(bench.root.join("socket")).unwrap();
    let huge = fs::File::create(bench.root.join("huge")).unwrap();
    for piece in 0..65 {
        std::os::unix::fs::FileExt::write_all_at(&huge, &vec![7; 1 << 20], piece << 20).unwrap();
    }
    let after = bench.take(&before).tree;
    let reasons: Vec<_> = after.iter().map(|(spot, entry)| (spot.text(), entry.node.clone())).collect();
    assert_eq!(
        reasons,
        [
            ("huge".to_owned(), Node::NotCovered(NotCovered::TooLarge)),
            ("socket".to_owned(), Node::NotCovered(NotCovered::Socket)),
        ]
    );
    let reversed: Vec<Change> = compare(&before, &after).into_iter().map(Change::reversed).collect();
    let report = bench.bring(&reversed);
    assert_eq!(report.not_covered.len(), 2);
    assert!(bench.root.join("huge").exists() && bench.root.join("socket").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn named_pipe_is_restored_and_never_opened() {
    let bench = Bench::new();
    let folder = fs::File::open(&bench.root).unwrap();
    rustix::fs::mknodat(
        &folder,
        "pipe",
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::from_raw_mode(0o640),
        0,
    )
    .unwrap();
    bench.there_and_back("pipe", |root| fs::remove_file(root.join("pipe")).unwrap());
}

#[test]
fn store_stays_within_its_limit_and_forgets_the_oldest() {
    let bench = Bench::new();
    let path = bench.root.join("file");
    let mut tree = bench.take(&Tree::default()).tree;
    let mut records = Vec::new();
    for number in 0_u32..20 {
        let mut seed = fastrand::Rng::with_seed(number.into());
        let noise: Vec<u8> = (0..100_000).map(|_| seed.u8(..)).collect();
        fs::write(&path, noise).unwrap();
        let next = bench.take(&tree).tree;
        let record = format!("{number:032x}");
        bench.area.save_changes(&record, &compare(&tree, &next), false).unwrap();
        records.push(record);
        tree = next;
    }
    let gone = bench.area.keep_within(1_000_000, &tree, &[]).unwrap();
    assert!(bench.area.store().size() <= 1_000_000);
    assert_eq!(gone, records[..gone.len()], "the oldest go first");
    assert!(!gone.is_empty() && gone.len() < 15, "{}", gone.len());
    // What is left can be restored in whole.
    let last = bench.area.changes(&records[19]).unwrap().unwrap();
    let reversed: Vec<Change> = last.into_iter().map(Change::reversed).collect();
    assert_eq!(bench.bring(&reversed), Restored::default());
    let mut seed = fastrand::Rng::with_seed(18);
    let noise: Vec<u8> = (0..100_000).map(|_| seed.u8(..)).collect();
    assert_eq!(fs::read(&path).unwrap(), noise);
}

#[test]
fn tree_is_the_same_after_it_was_kept() {
    let bench = Bench::new();
    fill(&bench.root);
    let tree = bench.take(&Tree::default()).tree;
    bench.area.save_tree(&EncodedTree::of(&tree)).unwrap();
    let (kept, name) = bench.area.tree().unwrap();
    assert_eq!((kept, name.len()), (tree.clone(), 32));
    // Changes that are made to a tree give the tree after them.
    fs::remove_dir_all(bench.root.join("src")).unwrap();
    fs::write(bench.root.join("docs/new"), "x").unwrap();
    fs::create_dir(bench.root.join("more")).unwrap();
    let after = bench.take(&tree).tree;
    let mut made = tree.clone();
    made.make(&compare(&tree, &after));
    assert_eq!(compare(&made, &after), []);
}
