//! Scripts as makers write them: each prints numbers that must come out.
//!
//! `tests/making/*.js` are the scripts; the lines that begin with `//=` say what they print.

use crate::support::script::{repository, run_files};

#[test]
fn scripts_of_makers_print_expected_lines() {
    let mut scripts: Vec<_> =
        std::fs::read_dir(repository("tests/making")).unwrap().map(|entry| entry.unwrap().path()).collect();
    scripts.sort();
    assert!(scripts.len() >= 3, "{scripts:?}");
    for script in scripts {
        let text = std::fs::read_to_string(&script).unwrap();
        let expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("//= ")).collect();
        let outcome = run_files(&[("main".to_owned(), text.clone())])
            .unwrap_or_else(|failure| panic!("{}: {}", script.display(), failure.error.message));
        let printed: Vec<&str> = outcome.logs.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(printed, expected, "{}", script.display());
    }
}
