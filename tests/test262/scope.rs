//! Which tests of test262 are about what scripts may use.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::case::Case;

/// The folders below `test/`.
const FOLDERS: [&str; 3] = ["language", "built-ins", "annexB"];

/// Folders about what scripts do not have: code from strings, other realms and threads, modules by paths, whose form here is
/// one of its own with a table of tests of its own; and thousands of tests that compare a table of characters with another.
const LEFT_OUT: &[&str] = &[
    "language/eval-code/",
    "language/import/",
    "language/module-code/",
    "annexB/language/eval-code/",
    "built-ins/AbstractModuleSource/",
    "built-ins/Atomics/",
    "built-ins/AsyncFunction/",
    "built-ins/AsyncGeneratorFunction/",
    "built-ins/Function/prototype/toString/",
    "built-ins/GeneratorFunction/",
    "built-ins/RegExp/property-escapes/generated/",
    "built-ins/ShadowRealm/",
    "built-ins/SharedArrayBuffer/",
    "built-ins/Temporal/",
    "built-ins/eval/",
];

/// Features of the language that the engine does not have.
const ABSENT: &[&str] = &[
    "Array.fromAsync",
    "Atomics",
    "Error.isError",
    "Float16Array",
    "IsHTMLDDA",
    "Intl",
    "Iterator.prototype.join",
    "Math.sumPrecise",
    "ShadowRealm",
    "SharedArrayBuffer",
    "Temporal",
    "arraybuffer-transfer",
    "await-dictionary",
    "canonical-tz",
    "cross-realm",
    "decorators",
    "dynamic-import",
    "explicit-resource-management",
    "host-gc-required",
    "immutable-arraybuffer",
    "import-attributes",
    "import-bytes",
    "import-defer",
    "import-text",
    "iterator-chunking",
    "iterator-includes",
    "joint-iteration",
    "json-modules",
    "legacy-regexp",
    // A proposal that other engines do not follow yet.
    "nonextensible-applies-to-private",
    // The harness makes classes of strings for each of these.
    "resizable-arraybuffer",
    "source-phase-imports",
    "source-phase-imports-module-source",
    "tail-call-optimization",
    "uint8array-base64",
];

/// Texts that only tests have which make code of strings, or ask the host for more than scripts have.
const BEYOND_SCRIPTS: &[&str] = &["$262", "eval(", "(0, eval)", "Function(", "evalScript", "setTimeout"];

/// Files of the harness that do so.
const HARNESS_BEYOND_SCRIPTS: &[&str] =
    &["fnGlobalObject.js", "wellKnownIntrinsicObjects.js", "detachArrayBuffer.js", "tcoHelper.js"];

/// Returns the paths of all tests below the folders, in their order.
pub(super) fn paths(checkout: &Path) -> Vec<String> {
    let root = checkout.join("test");
    let mut folders: Vec<PathBuf> = FOLDERS.iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "js") {
                let below = path.strip_prefix(&root).expect("it is below");
                found.push(below.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.retain(|path| !path.contains("_FIXTURE") && !LEFT_OUT.iter().any(|it| path.starts_with(it)));
    found.sort();
    found
}

/// Returns true if a test is about what scripts may use.
pub(super) fn is_about_scripts(case: &Case) -> bool {
    let has = |list: &[&str], names: &[String]| names.iter().any(|name| list.contains(&name.as_str()));
    !(case.has_flag("module")
        || case.has_flag("CanBlockIsTrue")
        || has(ABSENT, &case.features)
        || has(HARNESS_BEYOND_SCRIPTS, &case.includes)
        || BEYOND_SCRIPTS.iter().any(|text| case.source.contains(text)))
}

/// Returns the files of the harness by their names, as tests include them.
pub(super) fn harness(checkout: &Path) -> BTreeMap<String, String> {
    let root = checkout.join("harness");
    let mut folders = vec![root.clone()];
    let mut found = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name =
                    path.strip_prefix(&root).expect("it is below").to_string_lossy().replace('\\', "/");
                found.insert(name, String::from_utf8_lossy(&fs::read(&path).expect("a file")).into_owned());
            }
        }
    }
    found
}
