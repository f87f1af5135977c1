//! Scripts as drafters write them: each prints numbers that must come out, and warns where it must.
//!
//! `tests/drawings/*.js` are the scripts; the lines that begin with `//=` say what they print, and those with `//!` what
//! their warnings hold, in order. Without such a line, a script warns about nothing.

use crate::support::script::{repository, run_files};

#[test]
fn scripts_of_drafters_print_expected_lines() {
    let mut scripts: Vec<_> =
        std::fs::read_dir(repository("tests/drawings")).unwrap().map(|entry| entry.unwrap().path()).collect();
    scripts.sort();
    assert!(scripts.len() >= 12, "{scripts:?}");
    let mut wrong = Vec::new();
    for script in scripts {
        let text = std::fs::read_to_string(&script).unwrap();
        let name = script.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let after = |mark: &str| -> Vec<String> {
            text.lines().filter_map(|line| line.strip_prefix(mark)).map(str::to_owned).collect()
        };
        let (expected, warned) = (after("//= "), after("//! "));
        let outcome = match run_files(&[("main".to_owned(), text.clone())]) {
            Ok(outcome) => outcome,
            Err(failure) => {
                wrong.push(format!("{name}: {}", failure.error.message));
                continue;
            }
        };
        let printed: Vec<&str> = outcome.logs.iter().map(|line| line.text.as_str()).collect();
        if printed != expected {
            wrong.push(format!("{name} prints {printed:#?}, expected {expected:#?}"));
        }
        let is_warned = |(warning, part): (&String, &String)| warning.contains(part.as_str());
        if outcome.warnings.len() != warned.len() || !outcome.warnings.iter().zip(&warned).all(is_warned) {
            wrong.push(format!("{name} warns {:#?}, expected {warned:#?}", outcome.warnings));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
