//! Tests of ignored folders and the line ends that attributes ask for.

use std::path::Path;
use std::sync::Arc;

use crate::disk::MemoryDisk;
use crate::{EolAttribute, IgnoreRules, RootSet, WorkspacePath, line_end_attribute};
use scenewright_error::Kind;

fn site_with(files: &[(&str, &str)]) -> (MemoryDisk, Arc<RootSet>) {
    let disk = MemoryDisk::new();
    disk.put_folder("/root");
    for (path, text) in files {
        disk.put(format!("/root/{path}"), *text);
    }
    let root_set = RootSet::with_own_state(Arc::new(disk.clone()), Path::new("/root")).unwrap();
    (disk, Arc::new(root_set))
}

fn path(text: &str) -> WorkspacePath {
    WorkspacePath::new(0, Path::new(text)).unwrap()
}

#[test]
fn ignored_folder_finds_outermost_ignored_folder() {
    let (_, root_set) = site_with(&[
        (".gitignore", "node_modules/\n*.log\n/build\n# comment\n!keep.log\ntmp/*\n!tmp/kept/\nbad[\n"),
        ("src/.gitignore", "generated\n!build\n"),
        ("node_modules/a/index.js", ""),
        ("build/out.js", ""),
        ("src/build/out.js", ""),
        ("src/generated/a.js", ""),
        ("nested/.git/HEAD", ""),
        ("nested/.git/info/exclude", "excluded/\n"),
        ("nested/build.log/a", ""),
        ("tmp/a/b", ""),
        ("tmp/kept/b", ""),
    ]);
    let rules = IgnoreRules::new(Arc::clone(&root_set), &[], true).unwrap();
    let cases = [
        ("node_modules/a/index.js", Some("node_modules")),
        ("deep/node_modules/b.js", Some("deep/node_modules")),
        ("node_modules", None),
        ("trace.log", None),
        ("trace.log/inside", Some("trace.log")),
        ("keep.log/inside", None),
        ("build/out.js", Some("build")),
        ("src/build/out.js", None),
        ("src/generated/a.js", Some("src/generated")),
        ("src/generated/new/folder/a.js", Some("src/generated")),
        ("tmp/a/b", Some("tmp/a")),
        ("tmp/kept/b", None),
        ("nested/build.log/a", None),
        ("nested/excluded/a", Some("nested/excluded")),
        ("src/a.js", None),
    ];
    for (file, expected) in cases {
        let found = rules.ignored_folder(&path(file)).unwrap();
        assert_eq!(found.as_ref().map(WorkspacePath::as_str), expected, "{file}");
    }
    let none = IgnoreRules::new(root_set, &[], false).unwrap();
    assert_eq!(none.ignored_folder(&path("node_modules/a/index.js")).unwrap(), None);
}

#[test]
fn ignore_option_precedes_gitignore_files_and_changes_are_seen() {
    let (disk, root_set) = site_with(&[(".gitignore", "dist/\n")]);
    let extra = ["vendor/".to_owned(), "!dist/".to_owned()];
    let rules = IgnoreRules::new(root_set, &extra, true).unwrap();
    assert!(rules.ignored_folder(&path("vendor/a")).unwrap().is_some());
    assert!(rules.ignored_folder(&path("dist/a")).unwrap().is_none());
    assert!(rules.ignored_folder(&path("late/a")).unwrap().is_none());
    disk.put("/root/.gitignore", "late/\n");
    assert!(rules.ignored_folder(&path("late/a")).unwrap().is_some());
}

#[test]
fn bad_ignore_pattern_is_refused_by_name() {
    let (_, root_set) = site_with(&[]);
    for bad in ["[", "a[[:foo:]]", "/", "a\nb"] {
        let error = IgnoreRules::new(Arc::clone(&root_set), &[bad.to_owned()], true).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidInput);
        assert!(error.message.contains(&bad.escape_debug().to_string()), "{}", error.message);
    }
}

#[test]
fn braces_stand_for_themselves_in_files_and_also_for_alternatives_in_options() {
    let braces = "{".repeat(32_000) + &"}".repeat(32_000);
    let ignored = format!("{braces}\n{{dist,out}}/\n");
    let attributes = format!("{braces} eol=crlf\n{{a,b}}.sh eol=lf\n");
    let (_, root_set) = site_with(&[(".gitignore", &ignored), (".gitattributes", &attributes)]);
    let rules = IgnoreRules::new(Arc::clone(&root_set), &[], true).unwrap();
    assert!(rules.ignored_folder(&path("dist/a")).unwrap().is_none());
    assert!(rules.ignored_folder(&path("{dist,out}/a")).unwrap().is_some());
    assert_eq!(line_end_attribute(&root_set, &path("a.sh")).unwrap(), None);
    assert_eq!(line_end_attribute(&root_set, &path("{a,b}.sh")).unwrap(), Some(EolAttribute::Lf));
    let extra = [braces, "{vendor,cache}/".to_owned()];
    let rules = IgnoreRules::new(root_set, &extra, true).unwrap();
    for ignored in ["vendor/a", "x/cache/a", "{vendor,cache}/a"] {
        assert!(rules.ignored_folder(&path(ignored)).unwrap().is_some(), "{ignored}");
    }
}

#[test]
fn gitattributes_determine_line_ends() {
    let (_, root_set) = site_with(&[
        (
            ".gitattributes",
            "# comment\n* text=auto\n*.sh text eol=lf\n*.bat eol=crlf\n*.png binary\n*.bin eol=crlf -text\n\
             /top.txt eol=crlf\n\"a b.txt\" eol=crlf\n[attr]windows text eol=crlf\n*.ps1 windows\nlast.* eol=lf\n\
             last.txt eol=crlf\n!*.no eol=crlf\ndocs/** eol=crlf\n",
        ),
        ("sub/.gitattributes", "*.bat eol=lf\n*.cmd -eol\n*.png text eol=lf\n"),
    ]);
    let cases = [
        ("a.sh", Some(EolAttribute::Lf)),
        ("deep/new/a.sh", Some(EolAttribute::Lf)),
        ("a.bat", Some(EolAttribute::CrLf)),
        ("sub/a.bat", Some(EolAttribute::Lf)),
        ("sub/deeper/a.bat", Some(EolAttribute::Lf)),
        ("a.png", None),
        ("sub/a.png", Some(EolAttribute::Lf)),
        ("a.bin", None),
        ("a.txt", None),
        ("top.txt", Some(EolAttribute::CrLf)),
        ("sub/top.txt", None),
        ("a b.txt", Some(EolAttribute::CrLf)),
        ("a.ps1", Some(EolAttribute::CrLf)),
        ("last.txt", Some(EolAttribute::CrLf)),
        ("a.no", None),
        ("docs/x/y.md", Some(EolAttribute::CrLf)),
    ];
    for (file, expected) in cases {
        assert_eq!(line_end_attribute(&root_set, &path(file)).unwrap(), expected, "{file}");
    }
}
