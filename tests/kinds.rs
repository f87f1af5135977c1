//! Test that the kinds of errors in Rust, in `types/errors.d.ts` and in the schema of answers are the same.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

#[test]
fn public_types_and_schema_list_exactly_the_error_kinds() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("the file is there");
    let rust = read("crates/error/src/lib.rs");
    let native: BTreeSet<&str> = rust
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Kind::")?.split_once("=> \"")?.1.strip_suffix("\","))
        .collect();
    let types = read("types/errors.d.ts");
    // The codes of projects and of workspaces, which name each other.
    let unions = ["ScriptErrorCode", "LimitErrorCode", "CommonErrorCode", "SceneErrorCode", "FileErrorCode"];
    let public: BTreeSet<&str> = unions
        .iter()
        .flat_map(|name| {
            let start = types.split_once(&format!("export type {name} =")).expect("the union is there").1;
            let union = start.split_once("\n\n").expect("the union ends").0;
            union.split('\'').skip(1).step_by(2)
        })
        .collect();
    assert!(native.len() > 30, "{native:?}");
    assert_eq!(native, public);
    let schema: Value = serde_json::from_str(&read("crates/tools/schemas/shared.json")).expect("it is JSON");
    let kinds = schema["$defs"]["ErrorKind"]["enum"].as_array().expect("the kinds are a list");
    let answered: BTreeSet<&str> = kinds.iter().filter_map(Value::as_str).collect();
    assert_eq!(native, answered);
}
