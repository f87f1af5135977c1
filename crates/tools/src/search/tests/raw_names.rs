//! Tests of names that are not UTF-8, on a file system that has them.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;

use super::sandbox::{Sandbox, lines, paths};
use crate::search::*;
use scenewright_fs::disk::LastLink;
use scenewright_fs::{SearchPlace, WorkspacePath, os_text};

/// Makes two files whose names differ from each other only in how they are read: a byte, and four characters.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new(&[]);
    let folder = sandbox.root.join(OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join(OsStr::from_bytes(b"a\xff.txt")), "the byte\n").unwrap();
    sandbox.write("a\\xff.txt", b"the characters\n", 0);
    sandbox
}

const BYTE: &str = "caf\\xe9/a\\xff.txt";
const CHARACTERS: &str = "a\\x5cxff.txt";

#[test]
fn searches_return_names_that_open_the_files() {
    let sandbox = sandbox();
    assert_eq!(paths(&sandbox.glob("**/*.txt").files), [BYTE, CHARACTERS]);
    let options = GrepFilesOptions { output: GrepOutput::Content, ..GrepFilesOptions::default() };
    let expected = [format!("{BYTE}:1:the byte"), format!("{CHARACTERS}:1:the characters")];
    assert_eq!(lines(&sandbox.grep("the", options)), expected);
    let listing = list(&sandbox.root_set, &SearchPlace::top_of(0), &ListOptions::default()).unwrap();
    let listed: Vec<&str> = listing.entries.iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(listed, [CHARACTERS, "caf\\xe9", BYTE]);
    for (name, text) in [(BYTE, "the byte\n"), (CHARACTERS, "the characters\n")] {
        let path = WorkspacePath::new(0, os_text(name).as_ref()).unwrap();
        assert_eq!(path.as_str(), name);
        let root = sandbox.root_set.root(0).unwrap().unwrap();
        let place = root.resolve(&path.relative(), LastLink::Follow).unwrap().unwrap();
        assert_eq!(place.folder.read(place.as_path(), 100).unwrap().unwrap().bytes, text.as_bytes());
        let written = serde_json::to_string(&path).unwrap();
        assert_eq!(serde_json::from_str::<WorkspacePath>(&written).unwrap(), path);
    }
}

#[test]
fn returned_name_is_valid_place_and_pattern() {
    let sandbox = sandbox();
    for pattern in [BYTE, CHARACTERS] {
        assert_eq!(paths(&sandbox.glob(pattern).files), [pattern]);
    }
    let places = [sandbox.place("caf\\xe9")];
    let found =
        glob(&sandbox.root_set, "*", &GlobOptions { places: &places, ..GlobOptions::default() }).unwrap();
    assert_eq!(paths(&found.files), [BYTE]);
    let places = [sandbox.place(CHARACTERS)];
    let options = GrepFilesOptions { places: &places, ..GrepFilesOptions::default() };
    assert_eq!(paths(&sandbox.grep("characters", options).files), [CHARACTERS]);
}

#[test]
fn ignore_rules_match_non_utf8_names() {
    let sandbox = sandbox();
    sandbox.write(".gitignore", b"caf\xe9/\n", 0);
    let (places, rules) = ([SearchPlace::top_of(0)], sandbox.rules());
    let options = GlobOptions { places: &places, rules: Some(&rules), ..GlobOptions::default() };
    assert_eq!(paths(&glob(&sandbox.root_set, "**/*.txt", &options).unwrap().files), [CHARACTERS]);
    let path = WorkspacePath::new(0, os_text(BYTE).as_ref()).unwrap();
    assert_eq!(rules.ignored_folder(&path).unwrap().unwrap().as_str(), "caf\\xe9");
}
