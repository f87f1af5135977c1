//! Tests of the kernel's resolution and the walk: attacked alike, compared with each other, and with the standard
//! library in a tree that does not change.

use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::super::super::folder::{Folder, LastLink};
use super::super::UnixFolder;
use scenewright_error::Kind;

const MAX: u64 = 1_000;

thread_local! {
    static WALKS: Cell<bool> = const { Cell::new(false) };
}

/// Returns true if this thread's test has forced the walk.
pub(super) fn walks() -> bool {
    WALKS.get()
}

/// Runs a test with the kernel's resolution, where there is one, and with the walk.
fn both_ways<T>(test: impl Fn() -> T) -> [T; 2] {
    [false, true].map(|walks| {
        WALKS.set(walks);
        let answer = test();
        WALKS.set(false);
        answer
    })
}

struct Tree {
    _outer: tempfile::TempDir,
    root: PathBuf,
    folder: UnixFolder,
}

impl Tree {
    /// Makes a tree with the root `root` and, beside it, `other` with a secret.
    fn new() -> Tree {
        let outer = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(outer.path()).unwrap().join("root");
        fs::create_dir_all(&root).unwrap();
        fs::create_dir_all(root.with_file_name("other")).unwrap();
        fs::write(root.with_file_name("other").join("secret"), "secret").unwrap();
        let folder = UnixFolder::open(&root).unwrap().unwrap();
        Tree { _outer: outer, root, folder }
    }

    fn file(&self, path: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "inside").unwrap();
    }

    fn link(&self, link: &str, target: impl AsRef<Path>) {
        symlink(target, self.root.join(link)).unwrap();
    }
}

/// Returns the outcome of reading, examining and resolving a path.
fn verdict(folder: &UnixFolder, path: &Path) -> (Verdict, Verdict, Verdict) {
    let read = match folder.read(path, MAX) {
        Ok(Some(read)) => Verdict::Found(read.bytes),
        Ok(None) => Verdict::Missing,
        Err(error) => Verdict::Refused(error.kind),
    };
    let metadata = match folder.metadata(path) {
        Ok(Some(metadata)) => Verdict::Found(metadata.identity.file.to_string().into_bytes()),
        Ok(None) => Verdict::Missing,
        Err(error) => Verdict::Refused(error.kind),
    };
    let resolved = match folder.resolve(path, LastLink::Follow) {
        Ok(Some(place)) => Verdict::Found(place.path().into_os_string().into_vec()),
        Ok(None) => Verdict::Missing,
        Err(error) => Verdict::Refused(error.kind),
    };
    (read, metadata, resolved)
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    Found(Vec<u8>),
    Missing,
    Refused(Kind),
}

#[test]
fn resolve_refuses_every_way_out_and_follows_every_way_inside() {
    let tree = Tree::new();
    tree.file("a.txt");
    tree.file("sub/deep/b.txt");
    tree.link("link", "a.txt");
    tree.link("to-link", "link");
    tree.link("deep", "sub/deep");
    tree.link("sub/up", "..");
    tree.link("absolute", tree.root.join("a.txt"));
    tree.link("absolute-folder", tree.root.join("sub/"));
    tree.link("absolute-slash", format!("{}/a.txt/", tree.root.display()));
    tree.link("absolute-dot", format!("{}/a.txt/.", tree.root.display()));
    tree.link("absolute-out", tree.root.join("sub/../../other/secret"));
    tree.link("root", &tree.root);
    tree.link("here", ".");
    tree.link("slash", "a.txt/");
    tree.link("folder-slash", "sub/");
    tree.link("dangling", "none");
    tree.link("circle", "circle");
    tree.link("ping", "pong");
    tree.link("pong", "ping");
    tree.link("out", "..");
    tree.link("secret", "../other/secret");
    tree.link("secret-absolute", tree.root.with_file_name("other/secret"));
    tree.link("prefix", tree.root.with_file_name("root2"));
    tree.link("etc", "/etc/passwd");
    use Verdict::{Found, Missing, Refused};
    let inside = || Found(b"inside".to_vec());
    let outside = || Refused(Kind::OutsideWorkspace);
    let cases: Vec<(&str, Verdict)> = vec![
        ("a.txt", inside()),
        ("./a.txt", inside()),
        ("sub//deep/./b.txt", inside()),
        ("sub/../a.txt", inside()),
        ("to-link", inside()),
        ("deep/b.txt", inside()),
        ("deep/../deep/b.txt", inside()),
        ("deep/../../a.txt", inside()),
        ("sub/up/a.txt", inside()),
        ("absolute", inside()),
        ("absolute-folder/deep/b.txt", inside()),
        ("root/root/here/a.txt", inside()),
        ("folder-slash/deep/b.txt", inside()),
        ("a.txt/", Missing),
        ("a.txt/.", Missing),
        ("a.txt/..", Missing),
        ("a.txt/b", Missing),
        ("link/", Missing),
        ("slash", Missing),
        ("absolute-slash", Missing),
        ("absolute-dot", Missing),
        ("none/", Missing),
        ("none/../a.txt", Missing),
        ("dangling", Missing),
        ("circle", Refused(Kind::Io)),
        ("ping/x", Refused(Kind::Io)),
        ("", Refused(Kind::InvalidInput)),
        ("sub/", Refused(Kind::InvalidInput)),
        ("a\0", Refused(Kind::InvalidInput)),
        ("..", outside()),
        ("../root/a.txt", outside()),
        ("deep/../../../other/secret", outside()),
        ("out/other/secret", outside()),
        ("sub/up/out", outside()),
        ("secret", outside()),
        ("secret-absolute", outside()),
        ("absolute-out", outside()),
        ("prefix/x", outside()),
        ("etc", outside()),
        ("/etc/passwd", outside()),
    ];
    for (path, expected) in cases {
        for (read, metadata, resolved) in both_ways(|| verdict(&tree.folder, Path::new(path))) {
            assert_eq!(read, expected, "{path:?}");
            if expected == outside() {
                assert_eq!((metadata, resolved), (outside(), outside()), "{path:?}");
            }
        }
    }
}

#[test]
fn resolve_follows_as_many_links_as_kernel() {
    let tree = Tree::new();
    tree.file("0");
    for number in 1..=41 {
        tree.link(&number.to_string(), (number - 1).to_string());
    }
    for (path, is_found) in [("40", true), ("41", false), ("./40", true)] {
        for (read, ..) in both_ways(|| verdict(&tree.folder, Path::new(path))) {
            let expected =
                if is_found { Verdict::Found(b"inside".to_vec()) } else { Verdict::Refused(Kind::Io) };
            assert_eq!(read, expected, "{path}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn resolve_refuses_magic_links_of_proc() {
    let folder = UnixFolder::open(Path::new("/proc/self")).unwrap().unwrap();
    let file = fs::File::open("/etc/passwd").unwrap();
    let descriptor = format!("fd/{}", std::os::fd::AsRawFd::as_raw_fd(&file));
    let paths = ["root/etc/passwd", "root", "cwd", "cwd/Cargo.toml", "exe", &descriptor, "fd/../root/etc"];
    for path in paths {
        for (read, metadata, resolved) in both_ways(|| verdict(&folder, Path::new(path))) {
            let outside = Verdict::Refused(Kind::OutsideWorkspace);
            assert_eq!((&read, &metadata, &resolved), (&outside, &outside, &outside), "{path}");
        }
    }
    let (reader, _writer) = std::io::pipe().unwrap();
    let pipe = format!("fd/{}", std::os::fd::AsRawFd::as_raw_fd(&reader));
    for (read, ..) in both_ways(|| verdict(&folder, Path::new(&pipe))) {
        assert_eq!(read, Verdict::Missing, "what it says is no name");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn open_refuses_devices() {
    let folder = UnixFolder::open(Path::new("/dev")).unwrap().unwrap();
    for (path, expected) in [
        ("null", Kind::InvalidInput),
        ("zero", Kind::InvalidInput),
        ("full", Kind::InvalidInput),
        ("stdin", Kind::OutsideWorkspace),
        ("fd/0", Kind::OutsideWorkspace),
    ] {
        if !Path::new("/dev").join(path).exists() {
            continue;
        }
        for (read, ..) in both_ways(|| verdict(&folder, Path::new(path))) {
            assert_eq!(read, Verdict::Refused(expected), "{path}");
        }
    }
}

#[test]
fn open_refuses_linked_fifo_or_socket_without_blocking() {
    let tree = Tree::new();
    let _listener = std::os::unix::net::UnixListener::bind(tree.root.join("socket")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(tree.root.join("fifo")).status();
    let mut names = vec!["socket"];
    if made.is_ok_and(|status| status.success()) {
        names.push("fifo");
    }
    for name in names {
        tree.link(&format!("to-{name}"), tree.root.join(name));
        for path in [name.to_owned(), format!("to-{name}")] {
            for (read, metadata, _) in both_ways(|| verdict(&tree.folder, Path::new(&path))) {
                assert_eq!(read, Verdict::Refused(Kind::InvalidInput), "{path}");
                assert!(matches!(metadata, Verdict::Found(_)), "{path}");
            }
        }
        for (read, ..) in both_ways(|| verdict(&tree.folder, &Path::new(name).join("x"))) {
            assert_eq!(read, Verdict::Missing, "nothing is in it");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn resolve_accepts_names_of_any_bytes() {
    let tree = Tree::new();
    for name in [&b"line\nend"[..], b"\xFF\xFE", b" ", b"-rf", b"...", b"\\", b"a\x01b"] {
        let name = OsStr::from_bytes(name);
        fs::create_dir(tree.root.join(name)).unwrap();
        let path = Path::new(name).join(name);
        fs::write(tree.root.join(&path), "inside").unwrap();
        symlink(name, tree.root.join("link")).unwrap();
        for path in [path, Path::new("link").join(name)] {
            for (read, ..) in both_ways(|| verdict(&tree.folder, &path)) {
                assert_eq!(read, Verdict::Found(b"inside".to_vec()), "{path:?}");
            }
        }
        fs::remove_file(tree.root.join("link")).unwrap();
    }
}

#[test]
#[cfg(target_os = "linux")]
fn resolve_never_leaves_root_while_file_is_swapped_for_symlink() {
    let tree = Tree::new();
    tree.file("folder/secret");
    tree.file("twin/secret");
    tree.file("file");
    tree.file("target");
    tree.link("folder-link", "twin");
    tree.link("file-link", "target");
    tree.file("trap/secret");
    tree.link("trap-link", "../other");
    both_ways(|| {
        let root = fs::File::open(&tree.root).unwrap();
        let swap = move || {
            for name in ["folder", "file", "trap"] {
                let link = format!("{name}-link");
                let exchange = rustix::fs::RenameFlags::EXCHANGE;
                rustix::fs::renameat_with(&root, name, &root, &link, exchange).unwrap();
            }
        };
        let found = Verdict::Found(b"inside".to_vec());
        crate::disk::race::while_swapping(swap, || {
            for number in 0..3_000 {
                for path in ["folder/secret", "file", "folder-link/secret", "file-link"] {
                    let (read, metadata, _) = verdict(&tree.folder, Path::new(path));
                    assert_eq!(read, found, "{path}, {number}");
                    assert!(matches!(metadata, Verdict::Found(_)), "{path}, {number}: {metadata:?}");
                }
                let (read, ..) = verdict(&tree.folder, Path::new("trap/secret"));
                let refused = Verdict::Refused(Kind::OutsideWorkspace);
                assert!(read == found || read == refused, "{number}: {read:?}");
                assert!(tree.folder.list(Path::new("folder")).unwrap().is_some(), "{number}");
            }
        });
    });
}

/// Compares random folders, files and links, looked up by random paths, with the standard library, which finds out
/// by strings where each leads; no link leaves the root and comes back, which would be refused though it ends
/// inside.
#[test]
fn resolve_agrees_with_standard_library_on_random_link_trees() {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut cases, mut found, mut outside, mut missing, mut circles) = (0, 0, 0, 0, 0);
    for _ in 0..100 {
        let tree = Tree::new();
        let mut folders = vec![PathBuf::new()];
        for _ in 0..random.usize(2..8) {
            let path = random.choice(&folders).unwrap().join(random_name(&mut random));
            if fs::create_dir(tree.root.join(&path)).is_ok() {
                folders.push(path);
            }
        }
        for number in 0..random.usize(4..16) {
            let path = tree.root.join(random.choice(&folders).unwrap()).join(random_name(&mut random));
            if random.u8(0..3) == 0 {
                let _ = fs::File::create_new(&path).map(|_| fs::write(&path, number.to_string()));
                continue;
            }
            let relative = random_path(&mut random);
            let target = match random.u8(0..8) {
                0 => tree.root.join(relative),
                1 => tree.root.with_file_name("other").join(relative),
                _ => PathBuf::from(relative),
            };
            let _ = symlink(target, path);
        }
        for _ in 0..40 {
            let path = PathBuf::from(random_path(&mut random));
            let [by_kernel, by_walk] = both_ways(|| verdict(&tree.folder, &path));
            assert_eq!(by_kernel, by_walk, "{path:?}");
            let (read, metadata, resolved) = by_walk;
            cases += 1;
            match fs::canonicalize(tree.root.join(&path)) {
                Ok(canonical) if canonical.starts_with(&tree.root) => {
                    found += 1;
                    let bytes =
                        fs::read(&canonical).map_or(Verdict::Refused(Kind::InvalidInput), Verdict::Found);
                    assert_eq!(read, bytes, "{path:?}");
                    let inode = std::os::unix::fs::MetadataExt::ino(&fs::metadata(&canonical).unwrap());
                    assert_eq!(metadata, Verdict::Found(inode.to_string().into_bytes()), "{path:?}");
                    let Verdict::Found(place) = resolved else { panic!("{path:?}: {resolved:?}") };
                    let place = PathBuf::from(OsString::from_vec(place));
                    assert_eq!(place.components().collect::<PathBuf>(), canonical, "{path:?}");
                }
                Ok(_) => {
                    outside += 1;
                    let refused = Verdict::Refused(Kind::OutsideWorkspace);
                    assert_eq!((&read, &metadata, &resolved), (&refused, &refused, &refused), "{path:?}");
                }
                // It may have left the root before it got lost.
                Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                    missing += 1;
                    let answers = [Verdict::Missing, Verdict::Refused(Kind::OutsideWorkspace)];
                    assert!(answers.contains(&read) && read == metadata, "{path:?}: {read:?} {metadata:?}");
                }
                Err(_) => {
                    circles += 1;
                    let answers = [Verdict::Refused(Kind::Io), Verdict::Refused(Kind::OutsideWorkspace)];
                    assert!(answers.contains(&read) && read == metadata, "{path:?}: {read:?} {metadata:?}");
                }
            }
        }
    }
    println!("{cases} paths: {found} inside, {outside} outside, {missing} missing, {circles} circles");
    assert!(cases >= 2_000 && found.min(outside).min(missing).min(circles) >= 20);
}

fn random_name(random: &mut fastrand::Rng) -> OsString {
    const NAMES: [&[u8]; 5] = [b"a", b"b", b"c", b"new\nline", b"other"];
    OsString::from_vec(random.choice(NAMES).unwrap().to_vec())
}

fn random_path(random: &mut fastrand::Rng) -> OsString {
    let mut path = Vec::new();
    for number in 0..random.usize(1..5) {
        if number > 0 {
            path.push(b'/');
        }
        match random.u8(0..10) {
            0..=1 => path.extend(b".."),
            2 => path.extend(b"."),
            _ => path.extend(random_name(random).as_bytes()),
        }
    }
    if random.u8(0..8) == 0 {
        path.extend(b"/");
    }
    OsString::from_vec(path)
}
