//! Tests of the crates, the arrows between them, and the files in them: ARCHITECTURE.md agrees with Cargo and the
//! sources.
//!
//! The compiler holds the arrows: a crate can name the crates that its `Cargo.toml` lists, and no others. The rest
//! is checked here: that the table agrees, that a library which the table gives to one crate is listed by no other,
//! and that a part of the standard library which it gives to one (`std::fs`) is named by no other; and of the
//! files, that none are in a circle. Test code is free.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use imports::{is_test_file, library_paths};
use serde_json::Value;

mod circles;
mod files;
mod imports;

#[test]
fn table_of_crates_agrees_with_cargo_and_sources() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let table = Table::parse(&architecture)
        .unwrap_or_else(|problem| panic!("ARCHITECTURE.md, table of crates: {problem}"));
    let packages = packages(root);
    let mut violations = table.compare(&packages);
    for package in &packages {
        for file in rust_files(&package.folder.join("src")) {
            let shown = file.strip_prefix(&package.folder).unwrap().to_string_lossy().replace('\\', "/");
            let source = fs::read_to_string(&file).unwrap();
            violations.extend(table.check(&package.name, &shown, &source));
        }
    }
    let mut report = String::new();
    for violation in &violations {
        let _ = writeln!(report, "{violation}");
    }
    assert!(violations.is_empty(), "{} do not fit:\n{report}", violations.len());
}

const TABLE: &str = "
| crate | purpose | may import | the only one that names |
|---|---|---|---|
| `error` | the error type | – | strsim |
| `fs` | the file system | error | std::fs, rustix |
| `search` | grep | error, fs | grep-* |
| `runner` | the child process | error | std::fs, rustix |
";

#[test]
fn dependency_missing_from_table_is_reported() {
    let table = Table::parse(TABLE).unwrap();
    let right = [
        ("error", &["strsim", "serde"][..]),
        ("fs", &["scenewright-error", "rustix"]),
        ("search", &["scenewright-error", "scenewright-fs", "grep-regex"]),
        ("runner", &["scenewright-error", "rustix"]),
    ];
    // (crate, its dependencies, what the first violation says; empty where there is none)
    let cases: &[(&str, &[&str], &str)] = &[
        ("fs", &["scenewright-error", "rustix", "libc"], ""),
        ("fs", &["rustix"], "fs may import error, and does not"),
        ("fs", &["scenewright-error", "scenewright-search", "rustix"], "fs must not import search"),
        ("fs", &["scenewright-error", "rustix", "strsim"], "strsim belongs to error"),
        (
            "search",
            &["scenewright-error", "scenewright-fs"],
            "grep-* is not among the dependencies of search",
        ),
        ("runner", &["scenewright-error", "rustix", "grep-searcher"], "grep-* belongs to search"),
        ("unheard", &[], "`unheard` has no row"),
    ];
    for (changed, dependencies, expected) in cases {
        let mut packages: Vec<Package> = Vec::new();
        for (name, usual) in
            right.iter().filter(|(name, _)| name != changed).chain([&(*changed, *dependencies)])
        {
            let dependencies = usual.iter().map(|name| (*name).to_owned()).collect();
            packages.push(Package { name: (*name).to_owned(), folder: PathBuf::new(), dependencies });
        }
        let violations = table.compare(&packages);
        match violations.first() {
            None => assert_eq!(*expected, "", "{changed}: {dependencies:?}"),
            Some(first) => {
                let is_expected = !expected.is_empty() && violations.iter().any(|it| it.contains(expected));
                assert!(is_expected, "{changed}: {dependencies:?}\n{first}");
            }
        }
    }
}

#[test]
fn restricted_standard_library_part_is_reported_in_any_spelling() {
    let table = Table::parse(TABLE).unwrap();
    let belongs = "std::fs belongs to fs, runner";
    let cases = [
        ("search", "src/lib.rs", "use std::{fmt, fs};", belongs),
        ("search", "src/a.rs", "fn f() { std::fs::read(\"x\"); }", belongs),
        ("search", "src/a.rs", "\n\nuse std::fs::File;", "search, src/a.rs:3"),
        ("search", "src/a.rs", "use std::fmt; use scenewright_fs::Site;", ""),
        ("search", "src/a.rs", "// use std::fs\n/* std::fs /* nested */ std::fs */", ""),
        ("search", "src/a.rs", "const A: &str = \"std::fs::X\"; const B: &str = r#\"\"std::fs::X\"#;", ""),
        ("search", "src/a.rs", "fn f<'a>(x: &'a str) -> char { '\\'' } use std::fs;", belongs),
        ("search", "src/lib.rs", "#[cfg(test)] mod tests { use std::fs; use super::*; }", ""),
        ("search", "src/lib.rs", "#[cfg(test)] mod tests {} use std::fs;", belongs),
        ("search", "src/tests.rs", "use std::fs;", ""),
        ("search", "src/tests/globs.rs", "use std::fs;", ""),
        ("fs", "src/disk/os.rs", "use std::fs;", ""),
        ("runner", "src/worker.rs", "use std::fs;", ""),
    ];
    for (name, file, source, expected) in cases {
        let violations = table.check(name, file, source);
        match violations.first() {
            None => assert_eq!(expected, "", "{name}, {file}: {source}"),
            Some(first) => {
                assert!(
                    !expected.is_empty() && first.contains(expected),
                    "{name}, {file}: {source}\n{first}"
                );
            }
        }
    }
}

#[test]
fn table_whose_arrows_point_up_is_refused() {
    for (row, problem) in [
        ("| a | - | b | - |\n| b | - | - | - |", "`a` may import `b`"),
        ("| a | - | - | - |\n| a | - | - | - |", "`a` has two rows"),
        ("| a | - | - |", "4 columns"),
        ("", "no row"),
    ] {
        let table =
            format!("| crate | purpose | may import | the only one that names |\n|---|---|---|---|\n{row}\n");
        assert!(Table::parse(&table).unwrap_err().contains(problem), "{row}");
    }
}

#[derive(Debug)]
struct Table {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    name: String,
    may_import: Vec<String>,
    libraries: Vec<String>,
}

/// A crate of the workspace, by its name in the table.
struct Package {
    name: String,
    folder: PathBuf,
    /// The dependencies, without those for tests.
    dependencies: Vec<String>,
}

/// The prefix of our crates' names.
const PREFIX: &str = "scenewright-";

impl Table {
    fn parse(markdown: &str) -> Result<Table, String> {
        let cells = |line: &str| -> Vec<String> {
            let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
            inner.split('|').map(|cell| cell.trim().replace('`', "")).collect()
        };
        let is_header = |line: &&str| cells(line).first().is_some_and(|cell| cell == "crate");
        let lines = markdown.lines().skip_while(|line| !is_header(line)).skip(2);
        let mut rows: Vec<Row> = Vec::new();
        for line in lines.take_while(|line| line.trim_start().starts_with('|')) {
            let cells = cells(line);
            let [name, _, may_import, libraries] = cells.as_slice() else {
                return Err(format!("a row needs 4 columns: {line}"));
            };
            let list = |cell: &str| -> Vec<String> {
                let items = cell.split(',').map(|item| item.trim().to_owned());
                items.filter(|item| !matches!(item.as_str(), "" | "-" | "–")).collect()
            };
            let may_import = list(may_import);
            if let Some(upper) = may_import.iter().find(|it| !rows.iter().any(|row| row.name == **it)) {
                return Err(format!("`{name}` may import `{upper}`, which does not stand above it"));
            }
            if rows.iter().any(|row| row.name == *name) {
                return Err(format!("`{name}` has two rows"));
            }
            rows.push(Row { name: name.clone(), may_import, libraries: list(libraries) });
        }
        if rows.is_empty() { Err("no row was found".to_owned()) } else { Ok(Table { rows }) }
    }

    /// Yields the crates that a library or a part of the standard library belongs to.
    fn owners_of<'a>(&'a self, library: &'a str) -> impl Iterator<Item = &'a str> {
        let rows = self.rows.iter().filter(move |row| row.libraries.iter().any(|it| it == library));
        rows.map(|row| row.name.as_str())
    }

    fn libraries(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().flat_map(|row| row.libraries.iter().map(String::as_str))
    }

    /// Returns the differences between Cargo's view and the table.
    fn compare(&self, packages: &[Package]) -> Vec<String> {
        let mut violations = Vec::new();
        for Package { name, dependencies, .. } in packages {
            let Some(row) = self.rows.iter().find(|row| row.name == *name) else {
                violations.push(format!("`{name}` has no row in the table of ARCHITECTURE.md: give it one"));
                continue;
            };
            let imports: Vec<&str> = dependencies.iter().filter_map(|it| it.strip_prefix(PREFIX)).collect();
            for import in imports.iter().filter(|import| !row.may_import.iter().any(|it| it == *import)) {
                violations.push(format!(
                    "{name} must not import {import}: pass what is needed as an argument, or move the shared part into a \
                     crate that both may import"
                ));
            }
            for unused in row.may_import.iter().filter(|it| !imports.contains(&it.as_str())) {
                violations
                    .push(format!("{name} may import {unused}, and does not: take it out of the table"));
            }
            for dependency in dependencies {
                let owned = self.libraries().find(|library| is_named_by(library, dependency));
                let Some(library) = owned.filter(|library| !self.owners_of(library).any(|it| it == name))
                else {
                    continue;
                };
                violations.push(format!(
                    "{library} belongs to {}, and {name} depends on {dependency}: ask for a plain type, or move the code",
                    self.owners_of(library).collect::<Vec<_>>().join(", ")
                ));
            }
            for library in row.libraries.iter().filter(|it| !it.contains("::")) {
                if !dependencies.iter().any(|dependency| is_named_by(library, dependency)) {
                    violations.push(format!("{library} is not among the dependencies of {name}"));
                }
            }
        }
        violations
    }

    /// Returns the parts of the standard library that a source file names and must not.
    fn check(&self, name: &str, file: &str, source: &str) -> Vec<String> {
        if is_test_file(file) {
            return Vec::new();
        }
        let mut violations = Vec::new();
        for (line, path) in library_paths(source) {
            let named = self.libraries().find(|library| {
                let wanted: Vec<&str> = library.split("::").collect();
                wanted.len() > 1
                    && path.len() >= wanted.len()
                    && wanted.iter().zip(&path).all(|(a, b)| a == b)
            });
            let Some(library) = named.filter(|library| !self.owners_of(library).any(|it| it == name)) else {
                continue;
            };
            let owners = self.owners_of(library).collect::<Vec<_>>().join(", ");
            violations.push(format!(
                "{name}, {file}:{line}: {library} belongs to {owners}: ask it for a plain type"
            ));
        }
        violations
    }
}

/// Returns true if the table names a dependency: `grep-*` is a family of crates, and a crate's
/// derive macros belong to it.
fn is_named_by(library: &str, dependency: &str) -> bool {
    let plain = |name: &str| name.replace('_', "-");
    let (library, dependency) = (plain(library), plain(dependency));
    match library.strip_suffix('*') {
        Some(family) => dependency.starts_with(family),
        None => dependency == library || dependency == format!("{library}-derive"),
    }
}

/// Returns the crates of the workspace without the package of tests, as Cargo knows them.
fn packages(root: &Path) -> Vec<Package> {
    let output = std::process::Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root)
        .output()
        .expect("Cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("metadata is JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let package = |package: &Value| {
        let normal = |it: &&Value| it["kind"].is_null();
        let dependencies = package["dependencies"].as_array().expect("a list").iter();
        let name = text(&package["name"]);
        Package {
            name: name.strip_prefix(PREFIX).unwrap_or(&name).to_owned(),
            folder: PathBuf::from(text(&package["manifest_path"])).parent().expect("a folder").to_path_buf(),
            dependencies: dependencies.filter(normal).map(|it| text(&it["name"])).collect(),
        }
    };
    let packages = metadata["packages"].as_array().expect("a list").iter().map(package);
    packages.filter(|package| package.name != "tests").collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}
