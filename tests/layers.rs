//! The rooms of `src/` and the arrows between them.
//!
//! A room may import the rooms that the table of ARCHITECTURE.md lets it, all of which stand above it in the table,
//! and a library that the table gives to one room is named by no other. In test code libraries are free. This
//! reads the sources as tokens, so it sees `use` lists, inline paths and `super` chains alike, whatever features
//! they are compiled with.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use imports::{Import, imports};

#[path = "layers/imports.rs"]
mod imports;

/// The table while there is no ARCHITECTURE.md. That file wins as soon as it has one.
const TABLE: &str = "
| room | purpose | may import | the only one that names |
|---|---|---|---|
| `error` | the error type and its codes | – | – |
| `text/` | bytes and text | error | encoding_rs |
| `media/` | pictures and notebooks as files | error, text | image |
| `geometry/` | shapes | error | i_overlay, kurbo, cavalier_contours |
| `disk/` | the file system behind a small trait | error | std::fs, rustix |
| `workspace/` | proven paths, file identity | error, disk | ignore, globset |
| `freshness/` | what a session has read | error, workspace | notify |
| `edit/` | matching, applying, diff | error, text | similar |
| `search/` | glob, grep, list | error, text, disk, workspace | grep-* |
| `transaction/` | commit, recovery, undo | error, disk, workspace | – |
| `typeset/` | text to outlines | error, geometry | skrifa, harfrust, fontdb |
| `scene/` | the drawing | error, geometry, typeset | – |
| `export/` | JSON, SVG, PNG, DXF, PDF | error, geometry, scene | vello_cpu, acadrust, … |
| `script/` | sources to scene | error, geometry, scene | boa_*, oxc_* |
| `runner/` | the child process | error, script, scene, export | postcard, rustix |
| `session/` | the facade | all above | – |
| `binding/` | Node-API | error, session | napi |
";

#[test]
fn imports_point_downwards_and_libraries_stay_in_their_rooms() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = match fs::read_to_string(root.join("ARCHITECTURE.md")) {
        Ok(architecture) => Table::parse(&architecture)
            .unwrap_or_else(|problem| panic!("ARCHITECTURE.md, table of rooms: {problem}")),
        Err(_) => Table::parse(TABLE).unwrap(),
    };
    let mut violations = Vec::new();
    for file in rust_files(&root.join("src")) {
        let shown = file.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        violations.extend(check(&table, &shown, &fs::read_to_string(&file).unwrap()));
    }
    let mut report = String::new();
    for violation in &violations {
        let _ = writeln!(report, "{violation}");
    }
    assert!(violations.is_empty(), "{} forbidden imports:\n{report}", violations.len());
}

#[test]
fn forbidden_imports_are_seen_however_they_are_written() {
    let table = Table::parse(TABLE).unwrap();
    // (file, source, what the first violation says; empty where there is none)
    let cases = [
        ("src/text/mod.rs", "use crate::error::Error;", ""),
        ("src/text/mod.rs", "use crate::disk::Disk;", "text must not import disk"),
        (
            "src/text/mod.rs",
            "\n\nuse crate::{error::Kind, disk::{self, Disk}};",
            "src/text/mod.rs:3: text must not import disk",
        ),
        ("src/text/mod.rs", "fn f() { crate::scene::draw::<u8>(1) }", "text must not import scene"),
        ("src/text/mod.rs", "fn f(_: Vec<crate::edit::Applied>) {}", "text must not import edit"),
        ("src/text/mod.rs", "impl<T: Into<crate::error::Error>> X for T {}", ""),
        ("src/text/mod.rs", "use super::edit::Applied;", "text must not import edit"),
        (
            "src/text/a/b.rs",
            "use super::super::view; use super::super::super::disk::X;",
            "text must not import disk",
        ),
        (
            "src/text/a.rs",
            "mod inner { use super::super::disk; use super::super::super::edit; }",
            "text must not import edit",
        ),
        (
            "src/text/mod.rs",
            "use crate::text::Document; use self::line::Line; pub(in crate::text) fn f() {}",
            "",
        ),
        ("src/text/mod.rs", "// use crate::disk\n/* crate::disk::X /* nested */ crate::disk */", ""),
        (
            "src/text/mod.rs",
            "const A: &str = \"crate::disk::X\"; const B: &str = r#\"\"crate::disk::X\"#; const C: char = '\"';",
            "",
        ),
        (
            "src/text/mod.rs",
            "fn f<'a>(x: &'a str) -> char { '\\'' } use crate::disk::X;",
            "text must not import disk",
        ),
        ("src/text/mod.rs", "use crate::*;", "import it from its room"),
        ("src/text/mod.rs", "use crate::Error;", "import it from its room"),
        ("src/text/mod.rs", "use std::{fmt, fs};", "std::fs belongs to disk"),
        ("src/text/mod.rs", "fn f() { std::fs::read(\"x\"); }", "std::fs belongs to disk"),
        ("src/text/mod.rs", "use ::rustix as r;", "rustix belongs to disk"),
        ("src/disk/os.rs", "use std::fs; use rustix::fs::openat;", ""),
        ("src/runner/hardening/unix.rs", "use rustix::process::setrlimit;", ""),
        ("src/export/mod.rs", "use boa_engine::Context;", "boa_* belongs to script"),
        ("src/scene/mod.rs", "#[napi_derive::napi] fn f() {}", "napi belongs to binding"),
        ("src/session/mod.rs", "use grep_regex::RegexMatcher;", "grep-* belongs to search"),
        ("src/session/mod.rs", "use crate::{disk, scene, runner}; use serde::Serialize;", ""),
        ("src/session/mod.rs", "use crate::binding::X;", "session must not import binding"),
        ("src/media/mod.rs", "mod picture; use image::DynamicImage;", ""),
        ("src/scene/mod.rs", "mod image; use image::Picture;", ""),
        ("src/session/mod.rs", "use crate::media::image; fn f() { image::scale() }", ""),
        ("src/export/mod.rs", "use vello_cpu::kurbo; fn f() { kurbo::Affine::IDENTITY }", ""),
        ("src/export/mod.rs", "use kurbo; fn f() { kurbo::Affine::IDENTITY }", "kurbo belongs to geometry"),
        ("src/scene/mod.rs", "fn f(similar: Vec<u8>) { similar.len(); }", ""),
        ("src/edit/mod.rs", "#[cfg(test)] mod tests { use std::fs; use super::*; }", ""),
        ("src/edit/tests.rs", "use std::fs; use crate::scene::X;", "edit must not import scene"),
        ("src/edit/mod.rs", "#[cfg(test)] mod tests {} use std::fs;", "std::fs belongs to disk"),
        ("src/bin/worker.rs", "fn main() { scenewright::runner::serve() }", ""),
        ("src/bin/worker.rs", "use scenewright::session;", "src/bin must not import session"),
        ("src/lib.rs", "pub mod error; pub use crate::session::Project;", ""),
        ("src/unheard/mod.rs", "", "no row in the table"),
    ];
    for (file, source, expected) in cases {
        let violations = check(&table, file, source);
        match violations.first() {
            None => assert_eq!(expected, "", "{file}: {source}"),
            Some(first) => {
                assert!(!expected.is_empty() && first.contains(expected), "{file}: {source}\n{first}");
            }
        }
    }
}

#[test]
fn a_table_whose_arrows_point_up_is_refused() {
    for (row, problem) in [
        ("| a | - | b | - |\n| b | - | - | - |", "`a` may import `b`"),
        ("| a | - | - | - |\n| a | - | - | - |", "`a` has two rows"),
        ("| a | - | - |", "4 columns"),
        ("", "no row"),
    ] {
        let table =
            format!("| room | purpose | may import | the only one that names |\n|---|---|---|---|\n{row}\n");
        assert!(Table::parse(&table).unwrap_err().contains(problem), "{row}");
    }
}

#[derive(Debug)]
struct Table {
    rooms: Vec<Room>,
}

#[derive(Debug)]
struct Room {
    name: String,
    may_import: Vec<String>,
    libraries: Vec<String>,
}

impl Table {
    fn parse(markdown: &str) -> Result<Table, String> {
        let cells = |line: &str| -> Vec<String> {
            let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
            inner.split('|').map(|cell| cell.trim().replace('`', "")).collect()
        };
        let is_header = |line: &&str| cells(line).first().is_some_and(|cell| cell == "room");
        let rows = markdown.lines().skip_while(|line| !is_header(line)).skip(2);
        let mut rooms: Vec<Room> = Vec::new();
        for row in rows.take_while(|line| line.trim_start().starts_with('|')) {
            let cells = cells(row);
            let [name, _, may_import, libraries] = cells.as_slice() else {
                return Err(format!("a row needs 4 columns: {row}"));
            };
            let name = name.trim_end_matches('/').to_owned();
            let list = |cell: &str| -> Vec<String> {
                let items = cell.split(',').map(|item| item.trim().trim_end_matches('/').to_owned());
                items.filter(|item| !matches!(item.as_str(), "" | "-" | "–" | "—" | "…" | "...")).collect()
            };
            let above: Vec<String> = rooms.iter().map(|room| room.name.clone()).collect();
            let may_import = if may_import == "all above" { above.clone() } else { list(may_import) };
            if let Some(upper) = may_import.iter().find(|room| !above.contains(room)) {
                return Err(format!("`{name}` may import `{upper}`, which does not stand above it"));
            }
            if above.contains(&name) {
                return Err(format!("`{name}` has two rows"));
            }
            rooms.push(Room { name, may_import, libraries: list(libraries) });
        }
        if rooms.is_empty() { Err("no row was found".to_owned()) } else { Ok(Table { rooms }) }
    }

    fn room(&self, name: &str) -> Option<&Room> {
        self.rooms.iter().find(|room| room.name == name)
    }

    /// The rooms that a library belongs to, and how the table spells the library.
    fn owners_of<'a>(&'a self, path: &'a [String]) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.rooms.iter().filter_map(|room| {
            let library = room.libraries.iter().find(|library| names_library(library, path))?;
            Some((room.name.as_str(), library.as_str()))
        })
    }
}

/// `std::fs` is a path, `grep-*` a family of crates, and a crate's derive macros belong to it.
fn names_library(library: &str, path: &[String]) -> bool {
    let library = library.replace('-', "_");
    if let Some(family) = library.strip_suffix('*') {
        return path[0].starts_with(family);
    }
    let wanted: Vec<&str> = library.split("::").collect();
    let begins = wanted.len() <= path.len() && wanted.iter().zip(path).all(|(wanted, part)| wanted == part);
    begins || path[0] == format!("{library}_derive")
}

/// What a source file imports and must not.
fn check(table: &Table, file: &str, source: &str) -> Vec<String> {
    let modules = modules_of(file);
    let top = modules.first().map(String::as_str);
    let (name, may_import, is_room) = match top {
        None => ("src/lib.rs", table.rooms.iter().map(|room| room.name.clone()).collect(), false),
        Some("bin") => ("src/bin", vec!["runner".to_owned()], false),
        Some(top) => match table.room(top) {
            Some(room) => (top, room.may_import.clone(), true),
            None => {
                return vec![format!(
                    "{file}:1: `{top}` has no row in the table of ARCHITECTURE.md: give it one, or move the file \
                     into the room it belongs to"
                )];
            }
        },
    };
    let in_test_file = file.ends_with("/tests.rs") || file.contains("/tests/");
    let mut violations = Vec::new();
    for import in imports(source, &modules) {
        let Import { line, path, inside, in_test } = import;
        let target = path[0].as_str();
        if !inside {
            if in_test || in_test_file || table.owners_of(&path).any(|(owner, _)| is_room && owner == name) {
                continue;
            }
            if let Some((owner, library)) = table.owners_of(&path).next() {
                violations.push(format!(
                    "{file}:{line}: {library} belongs to {owner}, and {name} names it: ask {owner} for a plain type, or \
                     move this code there"
                ));
            }
        } else if table.room(target).is_none() {
            // A name at the crate's top would hide the arrow; macros and the crate's own modules apart.
            if top.is_some_and(|top| top != target) {
                violations.push(format!("{file}:{line}: `{target}` is not a room: import it from its room"));
            }
        } else if target != name && !may_import.iter().any(|room| room == target) {
            violations.push(format!(
                "{file}:{line}: {name} must not import {target}: pass what is needed as an argument, or move the shared \
                 part into a room that both may import"
            ));
        }
    }
    violations
}

/// The module path of a file: `src/disk/unix/resolve.rs` is `disk, unix, resolve`.
fn modules_of(file: &str) -> Vec<String> {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs");
    let mut modules: Vec<String> = path.split('/').map(str::to_owned).collect();
    if matches!(modules.last().map(String::as_str), Some("mod" | "lib")) {
        modules.pop();
    }
    modules
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
