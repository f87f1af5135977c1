//! Tests of the example projects with one mistake each: the first line of the error names the file and the line
//! to repair.

mod table;

use std::fs;

use crate::support::script::{first_line, printed, repository, run_files};
use table::{MISTAKES, Mistake, WARNINGS};

/// The most bytes of an error with its hint.
const MAX_WORDS_LEN: usize = 1_024;

#[test]
fn a_mistake_is_shown_in_its_file_and_its_line() {
    assert!(MISTAKES.len() >= 40, "{} mistakes", MISTAKES.len());
    let mut wrong = Vec::new();
    for mistake in MISTAKES {
        let is = match run_files(&with_mistake(mistake)) {
            Ok(outcome) => format!("it ran: {}", printed(&outcome)),
            Err(failure) => {
                assert!(failure.error.frame.is_some(), "{}: a frame", mistake.what);
                let words = failure.error.message.len() + failure.error.hint.as_ref().map_or(0, String::len);
                assert!(words <= MAX_WORDS_LEN, "{}: {words} bytes of words", mistake.what);
                first_line(&failure.error)
            }
        };
        check(mistake, &is, &mut wrong);
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn running_mistake_gives_warning_in_its_file_and_line() {
    let mut wrong = Vec::new();
    for mistake in WARNINGS {
        let is = match run_files(&with_mistake(mistake)) {
            Ok(outcome) => outcome.warnings.join("\n"),
            Err(failure) => format!("it failed: {}", failure.error.message),
        };
        check(mistake, &is, &mut wrong);
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn example_projects_run_without_errors_and_warnings() {
    for name in ["bracket", "flat", "gear", "town"] {
        let outcome = run_files(&project(name)).unwrap_or_else(|failure| panic!("{name}: {}", failure.error));
        assert_eq!(outcome.warnings, [""; 0], "{name}");
    }
}

fn check(mistake: &Mistake, is: &str, wrong: &mut Vec<String>) {
    let place = format!("{}:{}:", mistake.file, mistake.line);
    if !is.starts_with(&place) || !is.contains(mistake.says) {
        wrong.push(format!("{}:\n  {is}\n  instead of\n  {place} … {}", mistake.what, mistake.says));
    }
}

fn with_mistake(mistake: &Mistake) -> Vec<(String, String)> {
    let mut files = project(mistake.project);
    let file = files.iter_mut().find(|(name, _)| name == mistake.changed).expect("the file is there");
    assert_eq!(file.1.matches(mistake.right).count(), 1, "{}: {} is there once", mistake.what, mistake.right);
    file.1 = file.1.replace(mistake.right, mistake.wrong);
    files
}

/// Returns the files of an example by the names that scripts import them under.
fn project(name: &str) -> Vec<(String, String)> {
    let folder = repository("examples").join(name);
    let read = |path: &std::path::Path| fs::read_to_string(path).expect("the file is there");
    let mut files = vec![("main".to_owned(), read(&folder.join("scene.code.js")))];
    for entry in fs::read_dir(folder.join("modules")).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        files.push((name, read(&path)));
    }
    files
}
