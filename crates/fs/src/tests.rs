//! Tests of names, patterns and the project folder, on a real disk and on one in memory.

#[cfg(target_os = "linux")]
mod git_config;
#[cfg(target_os = "linux")]
mod git_trees;
mod ignoring;
mod walking;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::*;
use crate::disk::{LastLink, MemoryDisk, Operation};
use scenewright_error::Kind;

fn name(text: &str) -> FileName {
    FileName::parse(text).unwrap()
}

fn limit() -> WaitLimit<'static> {
    WaitLimit::until_elapsed(Duration::from_secs(5))
}

fn in_memory(disk: &MemoryDisk) -> ProjectFolder {
    ProjectFolder::open_on(Arc::new(disk.clone()), Path::new("/project")).unwrap()
}

fn names_of(project: &ProjectFolder) -> Vec<String> {
    project.list().unwrap().iter().map(|entry| entry.name.to_string()).collect()
}

#[test]
fn valid_file_name_has_one_path() {
    let cases = [
        ("main", "scene.code.js"),
        ("gear", "modules/gear.js"),
        ("A-z_09", "modules/A-z_09.js"),
        ("Main", "modules/Main.js"),
        ("parameter-sets.json", "parameter-sets.json"),
    ];
    for (text, path) in cases {
        assert_eq!(name(text).path().as_str(), path);
        assert_eq!(FileName::of_path(&name(text).path()), Some(name(text)));
        assert_eq!(name(text).as_str(), text);
    }
    assert!(FileName::parse(&"n".repeat(100)).is_ok());
}

#[test]
fn invalid_file_name_is_refused_with_hint() {
    let long = "n".repeat(101);
    let cases = [
        ("", None),
        ("..", None),
        ("../main", None),
        ("a b", None),
        ("gear\0", None),
        ("기어", None),
        ("C:gear", None),
        ("main.js", Some("`main`")),
        ("modules/gear.js", Some("`gear`")),
        ("scene.code.js", Some("`main`")),
        ("Parameter-sets.json", None),
        ("report.json", None),
        (&long, Some("100")),
    ];
    for (text, hint) in cases {
        let error = FileName::parse(text).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidName);
        assert!(error.message.starts_with("Invalid file name: "));
        assert!(error.message.ends_with(". Only alphanumeric, underscore, and hyphen allowed."));
        assert_eq!(error.hint.is_some(), hint.is_some(), "{text:?}");
        assert!(hint.is_none_or(|part| error.hint.unwrap().contains(part)));
    }
    let message = FileName::parse("bad name").unwrap_err().message;
    assert_eq!(message, "Invalid file name: bad name. Only alphanumeric, underscore, and hyphen allowed.");
    assert!(serde_json::from_str::<FileName>("\"../x\"").is_err());
}

#[test]
fn new_file_refuses_name_not_portable_to_other_machines() {
    let refused = |text: &str, others: &[&str]| {
        let error = name(text).require_creatable(others.iter().map(OsStr::new)).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidName, "{text}");
        assert!(error.message.starts_with(&format!("Invalid file name: {text}. ")), "{error}");
        error.message
    };
    for device in ["CON", "nul", "Aux", "prn", "com1", "LPT9", "Com0"] {
        assert!(refused(device, &[]).contains("device"), "{device}");
    }
    for text in ["Main", "MAIN"] {
        assert!(refused(text, &[]).contains("`main`"), "{text}");
    }
    for other in ["gear.js", "GEAR.js", "Gear.JS"] {
        assert!(refused("gEAR", &[other]).contains(&format!("modules/{other}")));
    }
    assert!(refused("k", &["\u{212a}.js"]).contains("letter case"));
    for text in ["main", "com", "com10", "con1", "gear", "scene"] {
        name(text).require_creatable(["gear.js", "gears.js", "gear.ts"].map(OsStr::new)).unwrap();
    }
}

#[test]
#[cfg(unix)]
fn export_refuses_links_to_protected_files() {
    let outer = tempfile::tempdir().unwrap();
    let project = ProjectFolder::open(outer.path()).unwrap();
    for folder in [".git/hooks", "modules", "exports"] {
        fs::create_dir_all(outer.path().join(folder)).unwrap();
    }
    let written = |path: &str| project.write_export(path, b"x", &limit()).map_err(|error| error.kind);
    let link = |target: &str, link: &str| {
        std::os::unix::fs::symlink(target, outer.path().join(link)).unwrap();
    };
    link("../.git/hooks", "exports/hooks");
    assert_eq!(written("hooks/pre-commit"), Err(Kind::NotPermitted));
    assert_eq!(written("hooks/new/file"), Err(Kind::NotPermitted));
    assert_eq!(fs::read_dir(outer.path().join(".git/hooks")).unwrap().count(), 0);
    fs::remove_dir_all(outer.path().join("exports")).unwrap();
    link(".git/hooks", "exports");
    assert_eq!(written("pre-commit"), Err(Kind::NotPermitted));
    fs::remove_file(outer.path().join("exports")).unwrap();
    link("modules", "exports");
    assert_eq!(written("gear.js"), Err(Kind::OutsideWorkspace));
    assert_eq!(fs::read_dir(outer.path().join("modules")).unwrap().count(), 0);
}

#[test]
fn a_content_hash_is_written_as_hexadecimal_digits() {
    let hash = ContentHash::of(b"gear");
    assert_eq!(hash.to_string().len(), 32);
    assert_eq!(hash.to_string().parse::<ContentHash>().unwrap(), hash);
    assert_ne!(ContentHash::of(b"Gear"), hash);
    for bad in ["", "12", "+0000000000000000000000000000000", "zz000000000000000000000000000000"] {
        assert_eq!(bad.parse::<ContentHash>().unwrap_err().kind, Kind::InvalidInput, "{bad}");
    }
}

#[test]
fn name_pattern_selects_names() {
    let cases: [(&str, &[&str], &[&str]); 9] = [
        ("*", &["main", "gear"], &[]),
        ("**", &["main", "gear"], &[]),
        ("gear*", &["gear", "gears", "gear_left"], &["my_gear"]),
        ("gea?", &["gear"], &["gea", "gears"]),
        ("{gear,main}", &["gear", "main"], &["wheel"]),
        ("gear{,_left}", &["gear", "gear_left"], &["gear_right"]),
        ("part[0-9]", &["part1"], &["part", "parta"]),
        ("part[!a]", &["part1"], &["parta"]),
        ("a\\*b", &["a*b"], &["axb"]),
    ];
    for (pattern, matching, others) in cases {
        let pattern = NamePattern::parse(pattern).unwrap();
        assert!(matching.iter().all(|name| pattern.is_match(name)), "{pattern:?}");
        assert!(!others.iter().any(|name| pattern.is_match(name)), "{pattern:?}");
    }
    let literal = NamePattern::parse("[id]").unwrap();
    assert!(literal.is_match("[id]") && literal.is_match("i") && !literal.is_match("id"));
    for bad in ["", "[a", "{a", "[z-a]"] {
        let error = NamePattern::parse(bad).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidInput, "{bad}");
        assert!(error.message.contains(bad));
    }
}

#[test]
fn name_pattern_of_many_braces_is_refused() {
    for pattern in ["{".repeat(32_000) + &"}".repeat(32_000), "{a,".repeat(60) + &"}".repeat(60)] {
        let error = NamePattern::parse(&pattern).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidInput);
        assert!(error.message.ends_with("is not valid: it has too many braces."), "{}", error.message);
    }
    let nested = "{a,b".repeat(50) + &"}".repeat(50);
    assert!(NamePattern::parse(&nested).unwrap().is_match("bba"));
}

#[test]
fn opening_and_reading_missing_folder_creates_nothing() {
    let outer = tempfile::tempdir().unwrap();
    let path = outer.path().join("not/yet");
    let project = ProjectFolder::open(&path).unwrap();
    assert_eq!(project.read(&FileName::main()).unwrap(), None);
    assert_eq!(project.list().unwrap(), []);
    assert_eq!(project.read_cache("scene.json").unwrap(), None);
    assert_eq!(project.identity(&FileName::main()).unwrap(), None);
    assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 0);
    assert!(project.canonical_path().ends_with("not/yet"));

    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("scene.code.js"), "box()").unwrap();
    assert_eq!(
        project.read(&FileName::main()).unwrap().unwrap(),
        b"box()",
        "made by somebody else meanwhile"
    );
    fs::remove_dir_all(&path).unwrap();
    assert_eq!(project.read(&FileName::main()).unwrap(), None, "and removed again");

    fs::write(outer.path().join("file"), "").unwrap();
    assert_eq!(ProjectFolder::open(&outer.path().join("file")).unwrap_err().kind, Kind::InvalidInput);
}

#[test]
fn files_are_listed_with_main_first() {
    let disk = MemoryDisk::new();
    for file in [
        "modules/zebra.js",
        "modules/Ant.js",
        "modules/bad name.js",
        "modules/main.js",
        "modules/readme.md",
        "modules/.hidden.js",
        "scene.json",
        "modules/folder.js/inside",
    ] {
        disk.put(Path::new("/project").join(file), "12345");
    }
    disk.put("/outside.js", "secret");
    disk.put_link("/project/modules/leaves.js", "../../outside.js");
    let project = in_memory(&disk);
    assert_eq!(names_of(&project), ["Ant", "zebra"]);
    disk.put("/project/scene.code.js", "1");
    assert_eq!(names_of(&project), ["main", "Ant", "zebra"]);
    let entries = project.list().unwrap();
    assert_eq!((entries[0].size, entries[1].size), (1, 5));
    assert!(disk.operations().is_empty());
}

#[test]
fn links_are_followed_only_inside_the_project() {
    let disk = MemoryDisk::new();
    disk.put("/project/src/main.js", "inside");
    disk.put("/outside.js", "secret");
    disk.put_link("/project/scene.code.js", "src/main.js");
    disk.put_link("/project/modules/gear.js", "../../outside.js");
    let project = in_memory(&disk);
    assert_eq!(project.read(&FileName::main()).unwrap().unwrap(), b"inside");
    let error = project.read(&name("gear")).unwrap_err();
    assert_eq!((error.kind, error.file.as_deref()), (Kind::OutsideWorkspace, Some("gear")));
    assert_eq!(project.identity(&name("gear")).unwrap_err().kind, Kind::OutsideWorkspace);
    let place = project.lock(&limit()).unwrap().place(&FileName::main().path(), LastLink::Follow).unwrap();
    assert_eq!(place.unwrap().path(), Path::new("/project/src/main.js"));
}

#[test]
fn letter_case_distinguishes_names_on_every_disk() {
    let disk = MemoryDisk::ignoring_case();
    disk.put("/project/modules/gear.js", "small");
    let project = in_memory(&disk);
    assert_eq!(project.read(&name("gear")).unwrap().unwrap(), b"small");
    assert_eq!(project.read(&name("Gear")).unwrap(), None);
    assert_eq!(project.identity(&name("GEAR")).unwrap(), None);

    let disk = MemoryDisk::new();
    disk.put("/project/modules/gear.js", "small");
    disk.put("/project/modules/GEAR.JS", "large");
    assert_eq!(in_memory(&disk).read(&name("gear")).unwrap().unwrap(), b"small");
}

#[test]
fn file_has_one_identity_by_every_path() {
    let outer = tempfile::tempdir().unwrap();
    let modules = outer.path().join("modules");
    fs::create_dir(&modules).unwrap();
    fs::write(modules.join("a.js"), "1").unwrap();
    fs::write(modules.join("b.js"), "1").unwrap();
    let project = ProjectFolder::open(&outer.path().join("modules/..")).unwrap();
    let identity = |text| project.identity(&name(text)).unwrap();
    assert_ne!(identity("a"), identity("b"));
    assert_eq!(project.read_file(&name("a")).unwrap().map(|file| file.identity), identity("a"));
    assert_eq!(project.canonical_path(), fs::canonicalize(outer.path()).unwrap());
    #[cfg(unix)]
    {
        fs::hard_link(modules.join("a.js"), modules.join("c.js")).unwrap();
        assert_eq!(identity("a"), identity("c"));
    }
}

#[test]
#[cfg(unix)]
fn folder_replaced_by_link_to_elsewhere_is_refused() {
    let outer = tempfile::tempdir().unwrap();
    let (inside, elsewhere) = (outer.path().join("project"), outer.path().join("elsewhere"));
    fs::create_dir(&inside).unwrap();
    fs::create_dir(&elsewhere).unwrap();
    fs::write(elsewhere.join("scene.code.js"), "theirs").unwrap();
    let project = ProjectFolder::open(&inside).unwrap();
    fs::remove_dir(&inside).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &inside).unwrap();
    assert_eq!(project.read(&FileName::main()).unwrap_err().kind, Kind::OutsideWorkspace);
    assert_eq!(project.write_cache("scene.json", b"{}", &limit()).unwrap_err().kind, Kind::OutsideWorkspace);
}

#[test]
fn a_cache_is_replaced_in_one_step_and_not_synced() {
    let disk = MemoryDisk::new();
    let project = in_memory(&disk);
    project.write_cache("scene.json", b"{}", &limit()).unwrap();
    project.write_cache("scene.json", b"{\"a\":1}", &limit()).unwrap();
    assert_eq!(project.read_cache("scene.json").unwrap().unwrap(), b"{\"a\":1}");
    project.write_state_cache("scene.patch", b"1", &limit()).unwrap();
    project.write_state_cache("scene.patch", b"2", &limit()).unwrap();
    assert_eq!(project.read_state_cache("scene.patch").unwrap().unwrap(), b"2");
    assert_eq!(project.read_cache("scene.patch").unwrap(), None);
    assert!(!disk.operations().iter().any(|operation| matches!(operation, Operation::SyncFile(_))));
    for bad in ["", "../x", "a/b", ".scenewright"] {
        assert_eq!(project.write_cache(bad, b"", &limit()).unwrap_err().kind, Kind::Internal, "{bad}");
        assert_eq!(project.read_cache(bad).unwrap_err().kind, Kind::Internal, "{bad}");
        assert_eq!(project.write_state_cache(bad, b"", &limit()).unwrap_err().kind, Kind::Internal, "{bad}");
    }
}

#[test]
fn exports_stay_in_their_folder() {
    let disk = MemoryDisk::new();
    disk.put("/project/scene.code.js", "main");
    let project = in_memory(&disk);
    for (given, path) in [
        ("plate.svg", "exports/plate.svg"),
        ("exports/plate.svg", "exports/plate.svg"),
        ("./set/a/plate.svg", "exports/set/a/plate.svg"),
        ("도면.svg", "exports/도면.svg"),
    ] {
        assert_eq!(
            project.write_export(given, given.as_bytes(), &limit()).unwrap(),
            PathBuf::from(path),
            "{given}"
        );
        assert_eq!(disk.get(Path::new("/project").join(path)).unwrap(), given.as_bytes());
    }
    disk.put_link("/project/exports/up", "..");
    disk.put_link("/project/exports/out", "../..");
    disk.put_link("/project/exports/source.js", "../scene.code.js");
    for bad in [
        "",
        ".",
        "exports",
        "exports/",
        "set/",
        "../plate.svg",
        "a/../../b",
        "/plate.svg",
        "C:\\plate.svg",
        "c:plate.svg",
        "a\\b",
        "a\0b",
        "up/scene.code.js",
        "out/x",
        "source.js",
    ] {
        let error = project.write_export(bad, b"bad", &limit()).unwrap_err();
        assert_eq!(error.kind, Kind::OutsideWorkspace, "{bad:?}: {error}");
    }
    assert_eq!(project.write_export("set", b"", &limit()).unwrap_err().kind, Kind::InvalidInput);
    assert_eq!(project.write_export("plate.svg/x", b"", &limit()).unwrap_err().kind, Kind::InvalidInput);
    assert_eq!(disk.get("/project/scene.code.js").unwrap(), b"main");
    assert!(!disk.paths().iter().any(|path| path.to_string_lossy().contains(".scenewright-")));
}

#[test]
fn a_failed_write_leaves_the_old_contents_and_no_temporary() {
    for step in 0..10 {
        let disk = MemoryDisk::new();
        disk.put("/project/exports/a", "old");
        disk.interrupt(step, crate::disk::Interruption::Fail);
        let project = in_memory(&disk);
        let written = project.write_export("a", b"new", &limit());
        let expected: &[u8] = if written.is_ok() { b"new" } else { b"old" };
        assert_eq!(disk.get("/project/exports/a").unwrap(), expected, "step {step}");
        assert!(
            !disk.paths().iter().any(|path| path.to_string_lossy().contains(".scenewright-")),
            "step {step}"
        );
    }
}

#[test]
fn sweep_removes_only_leftovers_of_dead_processes() {
    let disk = MemoryDisk::new();
    let id = "0123456789abcdef0123456789abcdef";
    for path in ["", "exports/", ".scenewright/"] {
        disk.put(format!("/project/{path}.x.json.{id}.scenewright-part"), "half");
        disk.put(format!("/project/{path}.hidden"), "theirs");
        disk.put(
            format!("/project/{path}.x.json.{id}.scenewright-tmp"),
            "of a transaction, which has it in its journal",
        );
        disk.put(format!("/project/{path}.x.json.scenewright-part"), "theirs, for it has no identifier");
    }
    let project = in_memory(&disk);
    project.sweep(&limit()).unwrap();
    let left: Vec<_> = disk.paths().into_iter().filter(|path| disk.get(path).is_some()).collect();
    assert_eq!(left.iter().filter(|path| !path.ends_with("lock")).count(), 9, "{left:?}");
    // A folder in which nobody has ever committed stays as it is.
    let disk = MemoryDisk::new();
    disk.put("/project/scene.code.js", "");
    in_memory(&disk).sweep(&limit()).unwrap();
    assert_eq!(disk.paths().len(), 3);
}
