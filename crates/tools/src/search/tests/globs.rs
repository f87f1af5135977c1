//! Tests of files by pattern: selection, order and refusals.

use std::fs;

use super::sandbox::{Sandbox, paths};
use crate::search::*;
use scenewright_error::Kind;
use scenewright_fs::{Interrupt, PartialReason, SearchPlace};

#[test]
fn glob_lists_newest_first_and_counts_the_rest() {
    let files: Vec<(String, String)> =
        (0..150).map(|number| (format!("d{}/f{number}.ts", number % 7), String::new())).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let sandbox = Sandbox::new(&files);
    let found = sandbox.glob("**/*.ts");
    assert_eq!((found.files.len(), found.total, found.truncated), (100, 150, true));
    let expected: Vec<&str> = files.iter().rev().take(100).map(|(path, _)| *path).collect();
    assert_eq!(paths(&found.files), expected);
    for path in ["b.ts", "a.ts", "x/a.ts", "c.ts"] {
        sandbox.write(path, b"", 1_000);
    }
    assert_eq!(paths(&sandbox.glob("*.ts").files)[..4], ["a.ts", "b.ts", "c.ts", "x/a.ts"]);
    let few = sandbox.glob("d3/f*0.ts");
    assert_eq!((few.total, few.truncated), (few.files.len() as u64, false));
}

#[test]
fn glob_patterns_find_matching_files() {
    let sandbox = Sandbox::new(&[
        ("a.ts", ""),
        ("src/b.ts", ""),
        ("src/c.tsx", ""),
        ("src/deep/d.ts", ""),
        ("app/[id]/page.tsx", ""),
        ("app/i/page.tsx", ""),
        (".github/ci.yml", ""),
        (".env", ""),
    ]);
    let root = sandbox.root.to_string_lossy().into_owned();
    let cases: &[(&str, &[&str])] = &[
        ("*.ts", &["src/deep/d.ts", "src/b.ts", "a.ts"]),
        ("./*.ts", &["a.ts"]),
        ("src/*.ts", &["src/b.ts"]),
        ("src/**/*.{ts,tsx}", &["src/deep/d.ts", "src/c.tsx", "src/b.ts"]),
        ("**/deep/*", &["src/deep/d.ts"]),
        ("app/[id]/page.tsx", &["app/i/page.tsx", "app/[id]/page.tsx"]),
        ("src", &[]),
        ("src/", &[]),
        ("nowhere/*.ts", &[]),
        (".github/*", &[".github/ci.yml"]),
        ("**/.github/*", &[".github/ci.yml"]),
        (".env*", &[".env"]),
        ("src/../*.ts", &["a.ts"]),
        (&format!("{root}/src/*.ts"), &["src/b.ts"]),
        (&format!("{root}/*.ts"), &["a.ts"]),
    ];
    for (pattern, expected) in cases {
        assert_eq!(paths(&sandbox.glob(pattern).files), *expected, "{pattern}");
    }
    let places = [sandbox.place("src")];
    let options = GlobOptions { places: &places, ..GlobOptions::default() };
    let found = glob(&sandbox.root_set, "*.ts", &options).unwrap();
    assert_eq!(paths(&found.files), ["src/deep/d.ts", "src/b.ts"]);
    assert_eq!(paths(&glob(&sandbox.root_set, "./*.ts", &options).unwrap().files), ["src/b.ts"]);
    assert_eq!(paths(&glob(&sandbox.root_set, "../*.ts", &options).unwrap().files), ["a.ts"]);
}

#[test]
fn glob_refuses_unsearchable_place_by_name() {
    let sandbox = Sandbox::new(&[("src/a.ts", "")]);
    let cases = [
        ("[", "", Kind::InvalidInput, "`[`"),
        ("src/{a", "", Kind::InvalidInput, "`src/{a`"),
        ("", "", Kind::InvalidInput, "empty"),
        ("*", "missing", Kind::NotFound, "missing"),
        ("*", "src/a.ts", Kind::InvalidInput, "src/a.ts"),
        ("/etc/*", "", Kind::OutsideWorkspace, "/etc"),
        ("../*", "", Kind::OutsideWorkspace, "../"),
        ("../../*", "src", Kind::OutsideWorkspace, "../"),
        ("a/../../*", "", Kind::OutsideWorkspace, "a/../../"),
    ];
    for (pattern, place, kind, words) in cases {
        let places = [sandbox.place(place)];
        let error =
            glob(&sandbox.root_set, pattern, &GlobOptions { places: &places, ..GlobOptions::default() });
        let error = error.unwrap_err();
        assert_eq!(error.kind, kind, "{pattern} {place}");
        assert!(error.message.contains(words), "{pattern} {place}: {}", error.message);
    }
}

#[test]
fn glob_includes_ignored_and_hidden_files_by_option_and_counts_them() {
    let sandbox = Sandbox::new(&[
        (".gitignore", "dist/\n*.log\n"),
        ("a.js", ""),
        ("a.log", ""),
        ("dist/b.js", ""),
        (".hidden/c.js", ""),
    ]);
    let rules = sandbox.rules();
    let places = [SearchPlace::top_of(0)];
    let search = |pattern, rules, hidden| {
        let options = GlobOptions { places: &places, rules, hidden, ..GlobOptions::default() };
        let found = glob(&sandbox.root_set, pattern, &options).unwrap();
        let names: Vec<String> = paths(&found.files).into_iter().map(str::to_owned).collect();
        (names, found.skipped.ignored, found.skipped.hidden)
    };
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(search("**/*.js", Some(&rules), false), (owned(&["a.js"]), 1, 1));
    assert_eq!(search("**/*.js", None, false), (owned(&["dist/b.js", "a.js"]), 0, 1));
    assert_eq!(search("**/*.js", None, true), (owned(&[".hidden/c.js", "dist/b.js", "a.js"]), 0, 0));
    assert_eq!(search("dist/*.js", Some(&rules), false), (owned(&[]), 1, 0));
    assert_eq!(search("dist/*.js", None, false), (owned(&["dist/b.js"]), 0, 0));
}

#[cfg(unix)]
#[test]
fn glob_finds_links_to_files_inside() {
    let sandbox = Sandbox::new(&[("src/a.ts", ""), ("b.ts", "")]);
    fs::write(sandbox.outside("secret.ts"), "").unwrap();
    sandbox.link("inside.ts", "src/a.ts");
    sandbox.link("outside.ts", sandbox.outside("secret.ts"));
    sandbox.link("broken.ts", "nowhere");
    sandbox.link("folder.ts", "src");
    sandbox.link("linked", "src");
    let found = sandbox.glob("**/*.ts");
    let mut names = paths(&found.files);
    names.sort_unstable();
    assert_eq!(names, ["b.ts", "inside.ts", "src/a.ts"]);
    assert_eq!((found.total, found.skipped.links), (3, 3));
    assert_eq!(paths(&sandbox.glob("linked/*.ts").files), ["src/a.ts"], "a folder that is named is followed");
}

#[test]
fn interrupted_glob_reports_partial_result() {
    let sandbox = Sandbox::new(&[("a.ts", "")]);
    let places = [SearchPlace::top_of(0)];
    let with = |interrupt| {
        glob(&sandbox.root_set, "**", &GlobOptions { places: &places, interrupt, ..Default::default() })
    };
    let cancelled = Interrupt { cancelled: &|| true, deadline: None };
    assert_eq!(with(cancelled).unwrap_err().kind, Kind::Cancelled);
    let late = Interrupt { cancelled: &|| false, deadline: Some(std::time::Instant::now()) };
    assert_eq!(with(late).unwrap().partial.reasons, [PartialReason::Deadline]);
}

#[test]
fn glob_keeps_newest_of_very_many_files() {
    let names: Vec<String> = (0..4_000).map(|number| format!("d{}/f{number:04}", number % 3)).collect();
    let sandbox = Sandbox::new(&[]);
    for (number, name) in names.iter().enumerate() {
        sandbox.write(name, b"", number * 7_919 % 500);
    }
    let mut expected: Vec<(std::cmp::Reverse<usize>, &str)> = names
        .iter()
        .enumerate()
        .map(|(number, name)| (std::cmp::Reverse(number * 7_919 % 500), name.as_str()))
        .collect();
    expected.sort_unstable();
    let expected: Vec<&str> = expected.into_iter().take(100).map(|(_, name)| name).collect();
    let found = sandbox.glob("**");
    assert_eq!((paths(&found.files), found.total), (expected, 4_000));
}
