//! The files of the crates: none are in a circle.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::circles::{Circle, SourceTree};
use super::{Package, packages, rust_files};

#[test]
fn crates_have_no_circle_of_files() {
    let mut report = String::new();
    for package in all_packages() {
        let sources = sources_of(&package);
        let tree = SourceTree::new(sources.iter().map(|(name, source)| (name.as_str(), source.as_str())));
        for Circle { files, way } in tree.circles() {
            let (name, count) = (&package.name, files.len());
            let _ = writeln!(report, "{name}: {count} files: {}", files.join(", "));
            let _ = writeln!(report, "    for example {}", way.join(" → "));
        }
    }
    assert!(report.is_empty(), "move what they share into a file of its own:\n{report}");
}

/// Names of files and what is in them.
type Sources = &'static [(&'static str, &'static str)];

#[test]
fn circle_of_files_is_reported() {
    // (files, those of the circle)
    let cases: &[(Sources, &[&str])] = &[
        // A tree: the parent declares and re-exports, the children use each other one way.
        (
            &[
                ("lib.rs", "mod shapes; pub use shapes::Circle; fn f() { shapes::draw(); }"),
                ("shapes/mod.rs", "mod circle; mod point; pub use self::circle::Circle; pub fn draw() {}"),
                ("shapes/circle.rs", "use super::point::Point; pub struct Circle(Point);"),
                ("shapes/point.rs", "pub struct Point;"),
            ],
            &[],
        ),
        (
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "use crate::b::B; pub struct A(B);"),
                ("b.rs", "pub struct B; fn f() { super::a::A::new(); }"),
            ],
            &["a.rs", "b.rs"],
        ),
        // Over three files, with one beside the circle.
        (
            &[
                ("lib.rs", "mod a; mod b; mod c; mod d; use a::A;"),
                ("a.rs", "use super::b::{self}; pub struct A; fn f() { b::f(); }"),
                ("b.rs", "use super::{c::C, d}; pub fn f() { d::D::of(C) }"),
                ("c.rs", "pub struct C; impl From<crate::a::A> for C {}"),
                ("d.rs", "pub struct D;"),
            ],
            &["a.rs", "b.rs", "c.rs"],
        ),
        // Through a re-export: the name stands in `part.rs`, whoever passes it on.
        (
            &[
                ("lib.rs", "mod user; mod whole; pub use whole::Part as Piece;"),
                ("whole/mod.rs", "mod part; pub use part::Part;"),
                ("whole/part.rs", "use crate::user::User; pub struct Part(User);"),
                ("user.rs", "use crate::Piece; pub struct User; fn f(_: &Piece) {}"),
            ],
            &["user.rs", "whole/part.rs"],
        ),
        // A parent that uses the names it re-exports, and whose child uses the parent's.
        (
            &[
                ("lib.rs", "pub mod walk;"),
                ("walk/mod.rs", "mod start; pub use start::Start; pub struct Options; fn walk(_: Start) {}"),
                ("walk/start.rs", "use super::Options; pub struct Start(Options);"),
            ],
            &["walk/mod.rs", "walk/start.rs"],
        ),
        (
            &[
                ("lib.rs", "pub mod walk;"),
                ("walk/mod.rs", "mod start; pub use start::Start; pub struct Options;"),
                ("walk/start.rs", "use super::Options; pub struct Start(Options);"),
            ],
            &[],
        ),
        // Test code, comments and texts use whatever they like, and `super` in an inline module is the file itself.
        (
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "use crate::b::B; pub struct A; mod inner { use super::A; }"),
                ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; } // crate::a::A"),
                ("b/tests.rs", "use crate::a::A;"),
            ],
            &[],
        ),
        (
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "use crate::b::B; pub struct A;"),
                (
                    "b.rs",
                    "pub struct B; #[cfg(test)] use x::{Y, Z}; const A: &str = \"crate::a::A\"; fn f(a: crate::a::A) {}",
                ),
            ],
            &["a.rs", "b.rs"],
        ),
    ];
    for (sources, expected) in cases {
        let found = SourceTree::new(sources.iter().copied()).circles();
        let files: Vec<&str> = found.iter().flat_map(|circle| &circle.files).map(String::as_str).collect();
        assert_eq!(files, *expected, "{sources:?}");
        for Circle { files, way } in found {
            assert_eq!((way.first(), way.last()), (files.first(), files.first()), "{sources:?}");
        }
    }
}

fn all_packages() -> Vec<Package> {
    packages(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")))
}

/// Returns the source files of a crate by their paths below `src`, with `/` on every platform.
fn sources_of(package: &Package) -> Vec<(String, String)> {
    let folder = package.folder.join("src");
    let read = |file: PathBuf| {
        let name = file.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(&file).unwrap())
    };
    rust_files(&folder).into_iter().map(read).collect()
}
