//! Tests of the results, their limits, and the patterns that are refused.

mod bench;
mod contents;
mod globs;
mod listings;
mod pages;
#[cfg(target_os = "linux")]
mod raw_names;
mod ripgrep;
mod sandbox;

use std::cell::Cell;

use super::*;
use scenewright_error::Kind;

const FILES: [(&str, &str); 2] =
    [("main", "const gear = 1\n// Gear\n\nbox(10)\n"), ("wheel", "gear()\nexport function 바퀴() {}")];

fn found(pattern: &str, case: Case) -> Vec<(String, usize, String)> {
    let options = GrepOptions { case, ..GrepOptions::default() };
    let result = grep(pattern, &FILES, &options).unwrap();
    result.hits.into_iter().map(|hit| (hit.file, hit.line, hit.text)).collect()
}

#[test]
fn grep_finds_lines_with_numbers() {
    // (pattern, case, the lines as file:line)
    let cases = [
        ("gear", Case::Smart, vec!["main:1", "main:2", "wheel:1"]),
        ("Gear", Case::Smart, vec!["main:2"]),
        ("gear", Case::Sensitive, vec!["main:1", "wheel:1"]),
        ("GEAR", Case::Insensitive, vec!["main:1", "main:2", "wheel:1"]),
        (r"^\w+\(\d*\)$", Case::Smart, vec!["main:4", "wheel:1"]),
        ("바퀴", Case::Smart, vec!["wheel:2"]),
        ("^$", Case::Smart, vec!["main:3"]),
        (r"\p{Hangul}+", Case::Smart, vec!["wheel:2"]),
        ("nothing", Case::Smart, vec![]),
    ];
    for (pattern, case, expected) in cases {
        let lines: Vec<String> =
            found(pattern, case).into_iter().map(|(file, line, _)| format!("{file}:{line}")).collect();
        assert_eq!(lines, expected, "{pattern}");
    }
    assert_eq!(found("box", Case::Smart)[0].2, "box(10)", "without the line end");
}

#[test]
fn grep_refuses_bad_pattern_with_reason() {
    for bad in ["(", "[z-a]", "a{2,1}", r"\q", "(?<n>a", "*"] {
        let error = grep(bad, &FILES, &GrepOptions::default()).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidInput, "{bad}");
        assert!(error.message.starts_with("The pattern is not a valid regular expression: "), "{bad}");
        assert!(error.hint.is_some());
    }
}

#[test]
fn grep_names_the_line_end_that_can_match_nothing() {
    let error = grep(r"a\nb", &FILES, &GrepOptions::default()).unwrap_err();
    assert!(error.message.contains("holds a line end"), "{}", error.message);
}

#[test]
fn grep_answers_are_bounded_with_a_note() {
    let text = "x\n".repeat(50);
    let files = [("a", text.as_str()), ("b", text.as_str())];
    let with = |most_hits| GrepOptions { most_hits, ..GrepOptions::default() };
    let result = grep("x", &files, &with(60)).unwrap();
    assert_eq!((result.hits.len(), result.truncated), (60, true));
    assert_eq!((result.hits[59].file.as_str(), result.hits[59].line), ("b", 10));
    let result = grep("x", &files, &with(100)).unwrap();
    assert_eq!((result.hits.len(), result.truncated), (100, false));
}

#[test]
fn grep_cuts_long_line_around_match() {
    let short = "ä".repeat(2_000);
    assert_eq!(grep("ä", &[("f", &short)], &GrepOptions::default()).unwrap().hits[0].text, short);
    // (what stands before and after the match, what the answer begins and ends with)
    let cases = [
        (0, 3_000, "needle", "[… 1006 characters cut …]"),
        (9_000, 0, "[… 7006 characters cut …]", "needle"),
        (9_000, 9_000, "[… 8900 characters cut …]", "[… 7106 characters cut …]"),
    ];
    for (before, after, begins, ends) in cases {
        let line = format!("{}needle{}", "ä".repeat(before), "ö".repeat(after));
        let text = &grep("needle", &[("f", &line)], &GrepOptions::default()).unwrap().hits[0].text;
        assert!(
            text.starts_with(begins) && text.ends_with(ends) && text.contains("needle"),
            "{before} {after}"
        );
        assert!(text.chars().count() < 2_100);
    }
}

#[test]
fn cancelled_grep_stops_at_next_hit() {
    let text = "x\n".repeat(50);
    let asked = Cell::new(0);
    let cancelled = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let options = GrepOptions { cancelled: &cancelled, ..GrepOptions::default() };
    let error = grep("x", &[("f", &text)], &options).unwrap_err();
    assert_eq!(error.kind, Kind::Cancelled);
    assert!(asked.get() < 6);
}
