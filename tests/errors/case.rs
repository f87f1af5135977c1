//! One wrong script: a file of the form
//!
//! ```text
//! // options: { "limits": { "timeMs": 300 } }     of the session; when there are any
//! the main file
//! // file: parts
//! the module parts; as many as needed
//! ```
//!
//! in which `«text»×1000` is a text repeated.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

pub(super) struct Case {
    pub name: String,
    pub options: Value,
    pub main: String,
    pub modules: Vec<(String, String)>,
    /// The answer that was read and found good.
    pub expected: String,
    path: PathBuf,
}

impl Case {
    /// Stores the answer for the next run.
    pub(super) fn store(&self, answer: &str) {
        fs::write(self.path.with_extension("txt"), answer).expect("the answer can be written");
    }
}

/// Returns the cases of a class, in the order of their names.
pub(super) fn cases(class: &str) -> Vec<Case> {
    let mut paths = entries(&root().join(class));
    paths.retain(|path| path.extension().is_some_and(|it| it == "js"));
    paths.iter().map(|path| parse(path)).collect()
}

/// Returns the folders of cases.
pub(super) fn classes() -> Vec<String> {
    let folders = entries(&root()).into_iter().filter(|path| path.is_dir());
    folders.filter_map(|path| path.file_name()?.to_str().map(str::to_owned)).collect()
}

/// Returns the kinds of errors in all answers.
pub(super) fn kinds() -> BTreeSet<String> {
    let cases = classes().into_iter().flat_map(|class| cases(&class));
    let kind = |case: Case| {
        let line = case.expected.lines().find_map(|line| line.strip_prefix("kind: "));
        line.map(str::to_owned)
    };
    cases.filter_map(kind).collect()
}

fn root() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("tests").join("errors")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn parse(path: &Path) -> Case {
    let text = repeat(&fs::read_to_string(path).expect("a script is UTF-8"));
    let (options, text) = match text.strip_prefix("// options: ").and_then(|it| it.split_once('\n')) {
        Some((options, rest)) => (serde_json::from_str(options).expect("options are JSON"), rest),
        None => (json!({}), text.as_str()),
    };
    let mut files = text.split("// file: ");
    let main = files.next().unwrap_or_default().to_owned();
    let modules = files.map(|file| {
        let (name, code) = file.split_once('\n').expect("a file has a name and a text");
        (name.to_owned(), code.to_owned())
    });
    Case {
        name: path.file_stem().expect("a file has a name").to_string_lossy().into_owned(),
        options,
        main,
        modules: modules.collect(),
        expected: fs::read_to_string(path.with_extension("txt")).unwrap_or_default(),
        path: path.to_path_buf(),
    }
}

/// Replaces `«text»×count`.
fn repeat(text: &str) -> String {
    let mut parts = text.split('«');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (repeated, after) = part.split_once("»×").expect("a repeat ends with a count");
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        out.push_str(&repeated.repeat(after[..digits].parse().expect("a repeat has a count")));
        out.push_str(&after[digits..]);
    }
    out
}
