//! Unified diffs of random edits, applied by the programs that people apply diffs with.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use scenewright_text::Document;
use scenewright_text::edit::{Patch, Policy, Replacement, file_patch, replace, rewrite};

const EDITS: usize = 1_000;

/// A file before and after an edit, and the diff that the tools answer.
struct Edited {
    before: Vec<u8>,
    after: Vec<u8>,
    diff: String,
}

/// Makes a file of random lines, with all the line ends and marks that files have.
fn any_file(random: &mut fastrand::Rng) -> String {
    const ENDS: [&[&str]; 6] =
        [&["\n"], &["\r\n"], &["\r"], &["\n", "\r\n"], &["\n", "\r\n", "\r"], &["\r\n", "\r"]];
    const WORDS: [&str; 10] =
        ["a", "b", "", "fn f() {", "\tx = 1;", "é한", "--- a", "+++ b", "@@ -1 +1 @@", "}  "];
    let ends = ENDS[random.usize(..ENDS.len())];
    let mut text = if random.u8(..4) == 0 { "\u{FEFF}".to_owned() } else { String::new() };
    let count = random.usize(1..40);
    for number in 1..=count {
        text.push_str(WORDS[random.usize(..WORDS.len())]);
        if random.bool() {
            text.push_str(&number.to_string());
        }
        if number < count || random.u8(..3) > 0 {
            text.push_str(ends[random.usize(..ends.len())]);
        }
    }
    text
}

fn any_edit(random: &mut fastrand::Rng, name: &str) -> Option<Edited> {
    let document = Document::decode(any_file(random).into_bytes()).ok()?;
    let view = document.view();
    let (bytes, spans) = if random.u8(..4) == 0 {
        let lines: Vec<&str> = view.split_inclusive('\n').filter(|_| random.u8(..4) > 0).collect();
        (rewrite(&document, &format!("{}new\n", lines.concat())).ok()?, None)
    } else {
        let characters: Vec<usize> = view.char_indices().map(|(at, _)| at).collect();
        let from = *characters.get(random.usize(..characters.len().max(1)))?;
        let to = *characters.get(random.usize(..characters.len().max(1)))?;
        let (from, to) = (from.min(to), from.max(to).min(from.min(to) + random.usize(1..60)));
        let old = view.get(from..view.floor_char_boundary(to))?.to_owned();
        let new = ["", "x", "one\ntwo\n", "\n", "é\r\nz"][random.usize(..5)].to_owned();
        let asked = Replacement { old, new, replace_all: true, ..Replacement::default() };
        let applied = replace(&document, &asked, Policy::Unique).ok()?;
        (applied.bytes, Some(applied.spans))
    };
    let after = Document::decode(bytes).ok()?;
    if after.bytes() == document.bytes() || after.bytes().is_empty() {
        return None;
    }
    let patch = match &spans {
        Some(spans) => Patch::of_spans(document.view(), after.view(), spans),
        None => Patch::between(document.view(), after.view()),
    };
    let diff = file_patch(&document, &after, &patch).unified(name);
    Some(Edited { before: document.bytes().to_vec(), after: after.bytes().to_vec(), diff })
}

fn name_of(number: usize) -> String {
    format!("file {number}.txt")
}

/// Writes the files as they were, applies all diffs at once, and compares.
fn apply_with(edits: &[Edited], program: &str, arguments: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let is_there =
        Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !is_there.is_ok_and(|status| status.success()) {
        eprintln!("skipped: {program} is not installed, so no diff was applied by it");
        return;
    }
    let diffs: String = edits.iter().map(|edit| edit.diff.as_str()).collect();
    let in_folder = |number: usize| folder.path().join(name_of(number));
    for (number, edit) in edits.iter().enumerate() {
        fs::write(in_folder(number), &edit.before).expect("a file can be written");
    }
    let diff_path = folder.path().join("all.diff");
    fs::write(&diff_path, diffs).expect("a file can be written");
    let output = run(program, arguments, folder.path(), &diff_path);
    for (number, edit) in edits.iter().enumerate() {
        let found = fs::read(in_folder(number)).unwrap_or_default();
        assert!(
            found == edit.after,
            "{program}, edit {number}: {:?}\n{:?}\nshould become {:?}\nby {}\n{output}",
            String::from_utf8_lossy(&edit.before),
            String::from_utf8_lossy(&found),
            String::from_utf8_lossy(&edit.after),
            edit.diff,
        );
    }
}

fn run(program: &str, arguments: &[&str], folder: &Path, diff: &Path) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CEILING_DIRECTORIES", folder)
        .stdin(fs::File::open(diff).expect("the diff can be opened"))
        .output()
        .expect("the program can be started");
    String::from_utf8_lossy(&output.stderr).chars().take(4_000).collect()
}

#[test]
fn diffs_of_random_edits_are_applied_by_git_and_patch_to_the_same_bytes() {
    let mut random = fastrand::Rng::with_seed(13);
    let mut edits = Vec::with_capacity(EDITS);
    while edits.len() < EDITS {
        edits.extend(any_edit(&mut random, &name_of(edits.len())));
    }
    let has = |part: &str| edits.iter().filter(|edit| edit.diff.contains(part)).count();
    assert!(has("\r") > 200 && has("\u{FEFF}") > 50 && has("\\ No newline") > 100);
    apply_with(&edits, "git", &["apply", "--whitespace=nowarn", "-p1"]);
    apply_with(&edits, "patch", &["-p1", "--quiet"]);
}
