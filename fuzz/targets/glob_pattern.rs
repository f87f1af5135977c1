//! Patterns of paths.
//!
//! pattern, path.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_fs::{PathPattern, split_plain_folders};
use scenewright_fuzz::inputs::parts;

const MAX_PATTERN_LEN: usize = 4_096;

fuzz_target!(|input: &[u8]| {
    let [pattern, path] = parts(input).map(String::from_utf8_lossy);
    let (folders, rest) = split_plain_folders(&pattern);
    assert_eq!(format!("{folders}{rest}"), pattern);
    if let Ok(parsed) = PathPattern::parse(&pattern) {
        let as_file = parsed.is_match(&path, false);
        let as_folder = parsed.is_match(&path, true);
        assert!(!as_file || as_folder, "what is meant as a file is meant as a folder");
        if as_file && pattern.contains('/') {
            let depth = path.matches('/').count();
            assert!(parsed.deepest().is_none_or(|deepest| depth <= deepest), "deeper than it says");
        }
        for name in path.split('/') {
            parsed.names_hidden(name);
        }
    }
    if is_path(&path) {
        let literal: String = path.chars().flat_map(escaped).collect();
        for written in
            [format!("./{literal}"), format!("./{{{literal},\\{{}}"), "**".to_owned(), "**/*".to_owned()]
        {
            if written.len() <= MAX_PATTERN_LEN {
                let parsed = PathPattern::parse(&written).expect("a valid pattern");
                assert!(parsed.is_match(&path, false), "{written:?} is to match {path:?}");
            }
        }
    }
});

/// Returns true for names with `/` between them, as a walk finds them.
fn is_path(path: &str) -> bool {
    !path.contains('\0') && path.split('/').all(|name| !matches!(name, "" | "." | ".."))
}

/// Returns a pattern for a character that stands for itself.
fn escaped(character: char) -> impl Iterator<Item = char> {
    let special = "\\*?[]{},!^-".contains(character).then_some('\\');
    special.into_iter().chain([character])
}
