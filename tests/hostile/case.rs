//! One hostile script: a file whose first lines state the expected outcome.
//!
//! ```text
//! // expect: timeout            one or more kinds; `ok` when the script must run
//! // memory: 128                MiB, when not the usual limit
//! // time: 5000                  milliseconds, when not the usual limit
//! // module lib: export {}      a file that is there before; as many as needed
//! the script, with «text»×1000 for a text repeated and ‹U+2028› for a character that files should not hold
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub(super) struct HostileCase {
    /// The name `class/name`, as reports show it.
    pub name: String,
    pub expected: Vec<String>,
    pub memory_mib: u64,
    pub time_ms: u64,
    pub modules: Vec<(String, String)>,
    pub script: String,
}

const USUAL_MEMORY_MIB: u64 = 192;
/// The time of scripts that end in another way than by the clock, on a slow machine without optimization too.
const USUAL_TIME_MS: u64 = 20_000;

/// The time of scripts that may run until it is over.
const LONG_TIME_MS: u64 = 300;

/// The time of scripts that can end in no other way, all of which is spent.
const ENDLESS_TIME_MS: u64 = 100;

/// Returns the cases of a class, in the order of their names.
pub(super) fn cases_of(class: &str) -> Vec<HostileCase> {
    let folder = root().join(class);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| parse(class, path)).collect()
}

/// Returns the folders of scripts.
pub(super) fn classes() -> Vec<String> {
    let entries = fs::read_dir(root()).expect("the folder of the scripts is there");
    let folders = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir());
    let mut names: Vec<String> =
        folders.filter_map(|path| path.file_name()?.to_str().map(str::to_owned)).collect();
    names.sort();
    names
}

fn root() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("tests").join("hostile")
}

fn parse(class: &str, path: &Path) -> HostileCase {
    let stem = path.file_stem().expect("a file has a name").to_string_lossy();
    let name = format!("{class}/{stem}");
    let text = fs::read_to_string(path).expect("a script is UTF-8");
    let mut case = HostileCase {
        name: name.clone(),
        expected: Vec::new(),
        memory_mib: USUAL_MEMORY_MIB,
        time_ms: USUAL_TIME_MS,
        modules: Vec::new(),
        script: String::new(),
    };
    let mut rest = text.as_str();
    while let Some((line, after)) = rest.split_once('\n') {
        if let Some(kinds) = line.strip_prefix("// expect: ") {
            case.expected = kinds.split_whitespace().map(str::to_owned).collect();
            case.time_ms = match case.expected.iter().any(|kind| kind == "timeout") {
                true if case.expected.len() == 1 => ENDLESS_TIME_MS,
                true => LONG_TIME_MS,
                false => USUAL_TIME_MS,
            };
        } else if let Some(mib) = line.strip_prefix("// memory: ") {
            case.memory_mib = mib.trim().parse().expect("a number of MiB");
        } else if let Some(ms) = line.strip_prefix("// time: ") {
            case.time_ms = ms.trim().parse().expect("a number of milliseconds");
        } else if let Some((module, source)) =
            line.strip_prefix("// module ").and_then(|module| module.split_once(": "))
        {
            case.modules.push((module.to_owned(), expand(source)));
        } else {
            break;
        }
        rest = after;
    }
    assert!(!case.expected.is_empty(), "{name}: the first line says what to expect");
    case.script = expand(rest);
    case
}

/// Replaces `«text»×count` and `‹U+hex›`. Repeats do not nest.
fn expand(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(['«', '‹']) {
        out.push_str(&rest[..start]);
        let marked = &rest[start..];
        rest = if let Some(repeat) = marked.strip_prefix('«') {
            let (part, after) = repeat.split_once("»×").expect("a repeat ends with a count");
            let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
            let count = after[..digits].parse().expect("a repeat has a count");
            out.push_str(&expand(part).repeat(count));
            &after[digits..]
        } else {
            let (hex, after) = marked["‹U+".len()..].split_once('›').expect("a character ends");
            let code = u32::from_str_radix(hex, 16).expect("a character has a hexadecimal number");
            out.push(char::from_u32(code).expect("a character"));
            after
        };
    }
    out.push_str(rest);
    out
}

/// Returns the outcome of a change as its answer has it: `ok`, or the kind of its error.
pub(super) fn outcome_of(answer: &Value) -> String {
    match answer["status"].as_str() {
        Some("committed") => "ok".to_owned(),
        _ => answer["answer"]["errorInfo"]["kind"].as_str().unwrap_or("nothing").to_owned(),
    }
}
