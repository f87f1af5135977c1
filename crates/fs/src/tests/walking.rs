//! Tests of the entries that a walk visits, on a real disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::disk::{EntryKind, OsDisk};
use crate::*;
use scenewright_error::Kind;

struct Folder {
    _outer: tempfile::TempDir,
    root: PathBuf,
    root_set: Arc<RootSet>,
}

impl Folder {
    fn new(files: &[&str]) -> Folder {
        let outer = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(outer.path()).unwrap().join("root");
        fs::create_dir(&root).unwrap();
        let root_set = Arc::new(RootSet::with_own_state(Arc::new(OsDisk), &root).unwrap());
        let folder = Folder { _outer: outer, root, root_set };
        for file in files {
            folder.write(file, "");
        }
        folder
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn rules(&self) -> IgnoreRules {
        IgnoreRules::new(Arc::clone(&self.root_set), &[], true).unwrap()
    }

    fn start(&self, place: &str, rules: Option<&IgnoreRules>) -> WalkStart {
        let place = SearchPlace::parse(&self.root_set, 0, &[], place).unwrap();
        match open_place(&self.root_set, &place, rules).unwrap() {
            OpenedPlace::Folder(start) => start,
            OpenedPlace::File { .. } => panic!("it is a file"),
        }
    }

    fn walk(
        &self,
        place: &str,
        rules: Option<&IgnoreRules>,
        hidden: bool,
    ) -> (Vec<String>, Skipped, Partial) {
        let options = WalkOptions { rules, hidden, ..options() };
        let walked = walk(&[self.start(place, rules)], &options, Names::default).unwrap();
        let mut names: Vec<String> = walked.visitors.into_iter().flat_map(|visitor| visitor.0).collect();
        names.sort();
        (names, walked.skipped, walked.partial)
    }
}

fn options() -> WalkOptions<'static> {
    WalkOptions {
        rules: None,
        hidden: false,
        meant: &|_| false,
        deepest: None,
        interrupt: Interrupt::never(),
    }
}

#[derive(Debug, Default)]
struct Names(Vec<String>);

impl Visitor for Names {
    fn visit(&mut self, entry: &WalkEntry<'_>) {
        let end = if entry.kind == EntryKind::Link { "@" } else { "" };
        self.0.push(format!("{}{end}", entry.path));
    }
}

#[test]
fn walk_applies_rules_of_all_folders_and_counts_skipped_entries() {
    let folder = Folder::new(&[
        "a.txt",
        "a.log",
        "keep.log",
        "out/x",
        "src/out/y",
        "src/a.tmp",
        "src/keep.tmp",
        "src/deep/a.tmp",
        "src/deep/a.log",
        ".hidden/z",
        ".env",
        "repo/a.log",
        "repo/.git/HEAD",
        ".scenewright/journal",
        ".b.txt.0123456789abcdef0123456789abcdef.scenewright-tmp",
    ]);
    folder.write(".gitignore", "*.log\n!keep.log\n/out/\n");
    folder.write("src/.gitignore", "*.tmp\n!keep.tmp\n");
    folder.write("src/deep/.gitignore", "!a.log\n");
    let rules = folder.rules();
    let (names, skipped, partial) = folder.walk("", Some(&rules), false);
    assert_eq!(names, ["a.txt", "keep.log", "repo/a.log", "src/deep/a.log", "src/keep.tmp", "src/out/y"]);
    assert_eq!((skipped.ignored, partial.is_empty()), (4, true));
    let (names, skipped, _) = folder.walk("", None, true);
    assert_eq!(names.len(), 16, "{names:?}");
    assert_eq!(skipped, Skipped::default());
    let (names, ..) = folder.walk("src/deep", Some(&rules), false);
    assert_eq!(names, ["src/deep/a.log"]);
    let (names, ..) = folder.walk("out", Some(&rules), false);
    assert_eq!(names, ["out/x"], "a folder that is named is searched");
}

#[test]
fn walk_visits_each_entry_of_large_and_deep_trees_once() {
    let folder = Folder::new(&[]);
    let mut expected = Vec::new();
    for number in 0..1_500 {
        expected.push(format!("wide/{number:04}"));
    }
    let mut way = String::from("deep");
    for number in 0..300 {
        expected.push(format!("{way}/a"));
        expected.push(format!("{way}/side{number}/b"));
        way += "/d";
    }
    for file in &expected {
        folder.write(file, "");
    }
    expected.sort();
    assert_eq!(folder.walk("", None, false).0, expected);
}

#[cfg(unix)]
#[test]
fn walk_visits_links_without_following_them() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new(&["a/b/file", "a/c"]);
    symlink("a", folder.root.join("to_folder")).unwrap();
    symlink(".", folder.root.join("a/loop")).unwrap();
    symlink("/etc", folder.root.join("out")).unwrap();
    symlink("nowhere", folder.root.join("broken")).unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        folder.root.join("fifo"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    let (names, skipped, _) = folder.walk("", None, false);
    assert_eq!(names, ["a/b/file", "a/c", "a/loop@", "broken@", "out@", "to_folder@"]);
    assert_eq!(skipped.special, 1);
    let (names, ..) = folder.walk("to_folder/b", None, false);
    assert_eq!(names, ["a/b/file"], "a place is followed, inside");
    folder.write(".scenewright/journal", "");
    for (place, kind) in [
        (".scenewright", Kind::InvalidInput),
        (".scenewright/journal", Kind::InvalidInput),
        ("out", Kind::OutsideWorkspace),
        ("missing", Kind::NotFound),
        ("broken/x", Kind::NotFound),
        ("fifo", Kind::InvalidInput),
    ] {
        let place = SearchPlace::parse(&folder.root_set, 0, &[], place).unwrap();
        assert_eq!(open_place(&folder.root_set, &place, None).unwrap_err().kind, kind, "{place:?}");
    }
}

#[test]
fn search_place_is_inside_root_or_refused() {
    let folder = Folder::new(&["src/a"]);
    let root = folder.root.to_string_lossy();
    let parse = |given: &str| SearchPlace::parse(&folder.root_set, 0, &[], given);
    for (given, expected) in [
        ("", ""),
        (".", ""),
        ("src/", "src"),
        ("./src/../src", "src"),
        (root.as_ref(), ""),
        (&format!("{root}/src"), "src"),
        (&format!("{root}/src/.."), ""),
    ] {
        assert_eq!(parse(given).unwrap().as_str(), expected, "{given}");
    }
    for given in ["..", "src/../..", "/etc", &format!("{root}2"), &format!("{root}/../root2"), "a\0b"] {
        assert_eq!(parse(given).unwrap_err().kind, Kind::OutsideWorkspace, "{given}");
    }
}

#[cfg(unix)]
#[test]
fn walk_reports_unreadable_folder() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new(&["open/a", "closed/b"]);
    let closed = folder.root.join("closed");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read_dir(&closed).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    let (names, _, partial) = folder.walk("", None, false);
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(names, ["open/a"]);
    assert_eq!(partial.reasons, [PartialReason::Unreadable]);
    assert_eq!(partial.troubles[0].path, "closed");
}

#[test]
fn walk_ends_on_cancellation_or_deadline() {
    let files: Vec<String> = (0..2_000).map(|number| format!("f{}/{number}", number % 50)).collect();
    let folder = Folder::new(&files.iter().map(String::as_str).collect::<Vec<_>>());
    let asked = AtomicUsize::new(0);
    let cancelled = || asked.fetch_add(1, Ordering::Relaxed) > 5;
    let start = folder.start("", None);
    let with = |interrupt| {
        walk(std::slice::from_ref(&start), &WalkOptions { interrupt, ..options() }, Names::default)
    };
    let error = with(Interrupt { cancelled: &cancelled, deadline: None }).unwrap_err();
    assert_eq!(error.kind, Kind::Cancelled);
    let walked = with(Interrupt { cancelled: &|| false, deadline: Some(Instant::now()) }).unwrap();
    assert_eq!(walked.partial.reasons, [PartialReason::Deadline]);
    let later = Instant::now() + Duration::from_mins(10);
    let walked = with(Interrupt { cancelled: &|| false, deadline: Some(later) }).unwrap();
    assert!(walked.partial.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn walk_visits_nothing_outside_while_folders_are_swapped_for_links() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new(&["a/inside", "a/b/inside", "a/b/c/inside"]);
    let outside = folder.root.with_file_name("outside");
    fs::create_dir_all(outside.join("b/c")).unwrap();
    for place in ["secret", "b/secret", "b/c/secret"] {
        fs::write(outside.join(place), "secret").unwrap();
    }
    symlink(&outside, folder.root.join("link")).unwrap();
    let (from, to) = (folder.root.join("a"), folder.root.join("link"));
    let swap = || {
        let flags = rustix::fs::RenameFlags::EXCHANGE;
        let cwd = rustix::fs::CWD;
        rustix::fs::renameat_with(cwd, &from, cwd, &to, flags).unwrap();
    };
    crate::disk::race::while_swapping(swap, || {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(2) {
            let (names, ..) = folder.walk("", None, false);
            assert!(!names.iter().any(|name| name.contains("secret")), "{names:?}");
        }
    });
    assert!(Path::new(&folder.root).exists());
}
