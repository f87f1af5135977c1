//! Test that the kinds of errors in Rust and in `types/errors.d.ts` are the same.

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn public_types_list_exactly_the_error_kinds() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("the file is there");
    let rust = read("crates/error/src/lib.rs");
    let native: BTreeSet<&str> = rust
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Kind::")?.split_once("=> \"")?.1.strip_suffix("\","))
        .collect();
    let types = read("types/errors.d.ts");
    let union = types.split_once("export type ErrorKind =").expect("the union is there").1;
    let union = union.split_once("\n\n").expect("the union ends").0;
    let public: BTreeSet<&str> =
        union.lines().filter_map(|line| line.trim().strip_prefix("| '")?.strip_suffix('\'')).collect();
    assert!(native.len() > 30, "{native:?}");
    assert_eq!(native, public);
}
