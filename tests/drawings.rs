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
    for script in scripts {
        let text = std::fs::read_to_string(&script).unwrap();
        let after = |mark: &str| -> Vec<String> {
            text.lines().filter_map(|line| line.strip_prefix(mark)).map(str::to_owned).collect()
        };
        let (expected, warned) = (after("//= "), after("//! "));
        let outcome = run_files(&[("main".to_owned(), text.clone())])
            .unwrap_or_else(|failure| panic!("{}: {}", script.display(), failure.error.message));
        let printed: Vec<&str> = outcome.logs.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(printed, expected, "{}", script.display());
        assert_eq!(outcome.warnings.len(), warned.len(), "{}: {:?}", script.display(), outcome.warnings);
        for (warning, part) in outcome.warnings.iter().zip(&warned) {
            assert!(warning.contains(part.as_str()), "{}: {warning}", script.display());
        }
    }
}
