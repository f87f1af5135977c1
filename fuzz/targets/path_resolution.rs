//! The meaning of given paths, and the files read by them: nothing outside of the roots.
//!
//! A path for each of some links, the path that is read.
#![no_main]

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use scenewright_fs::disk::{LastLink, MemoryDisk};
use scenewright_fs::{RootSet, SearchPlace, WorkspacePath};
use scenewright_fuzz::inputs::parts;

const SECRET: &[u8] = b"secret";

fuzz_target!(|input: &[u8]| {
    let [first, second, given] = parts(input).map(|part| Path::new(OsStr::from_bytes(part)));
    let root_set = root_set([first, second]);
    for root in [0, 1] {
        if let Ok(path) = WorkspacePath::new(root, given) {
            assert_inside(path.as_str());
            assert_eq!(path.root(), root);
            assert_eq!(WorkspacePath::new(root, &path.relative()).expect("what it wrote"), path);
            read(&root_set, root, &path.relative());
        }
        // Below the check of the words, the disk itself keeps inside.
        read(&root_set, root, given);
    }
    let Some(text) = given.to_str() else { return };
    let written = serde_json::json!({ "root": 1, "path": text }).to_string();
    if let Ok(path) = serde_json::from_str::<WorkspacePath>(&written) {
        assert_inside(path.as_str());
    }
    let called = [(PathBuf::from("/called"), 1)];
    if let Ok(place) = SearchPlace::parse(&root_set, 0, &called, text) {
        assert!(place.as_str().is_empty() || place.root() < 2);
        assert_place(&place);
        // A NUL is refused before anything is joined, and by the disk.
        let has_nul = second.as_os_str().as_bytes().contains(&0);
        if let Ok(joined) = place.join(second)
            && !has_nul
        {
            assert_place(&joined);
        }
    }
});

/// Makes two roots with files, links that lead where the input says, and a file outside that nobody may read.
fn root_set(links: [&Path; 2]) -> RootSet {
    let disk = MemoryDisk::new();
    for folder in ["/ws/a", "/ws/b/c", "/ws2", "/state"] {
        disk.put_folder(folder);
    }
    for file in ["/ws/f", "/ws/a/f", "/ws/b/c/f", "/ws2/f"] {
        disk.put(file, "inside");
    }
    for file in ["/secret", "/outside/f", "/ws3/f", "/state/f"] {
        disk.put(file, SECRET);
    }
    disk.put_link("/ws/out", "/outside");
    disk.put_link("/ws/up", "..");
    for (place, target) in ["/ws/l", "/ws/b/l"].into_iter().zip(links) {
        if !target.as_os_str().is_empty() {
            disk.put_link(place, target);
        }
    }
    let roots = [PathBuf::from("/ws"), PathBuf::from("/ws2")];
    RootSet::with_state_on(Arc::new(disk), &roots, Path::new("/state")).expect("the roots are there")
}

fn read(root_set: &RootSet, root: usize, path: &Path) {
    let Ok(Some(folder)) = root_set.root(root) else { panic!("the root is there") };
    for last in [LastLink::Follow, LastLink::Keep] {
        let Ok(Some(place)) = folder.resolve(path, last) else { continue };
        let name = place.name.as_bytes();
        assert!(!name.contains(&b'/'), "a name alone");
    }
    if let Ok(Some(contents)) = folder.read(path, 1_000) {
        assert_ne!(contents.bytes, SECRET, "{} was read", path.display());
    }
}

fn assert_place(place: &SearchPlace) {
    if !place.as_str().is_empty() {
        assert_inside(place.as_str());
    }
}

/// Asserts that a path consists of names alone.
fn assert_inside(path: &str) {
    assert!(!path.contains('\0'), "{path:?}");
    assert!(path.split('/').all(|name| !matches!(name, "" | "." | "..")), "{path:?}");
}
