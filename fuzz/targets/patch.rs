//! The difference of two texts, as data and as a unified diff: applied to the old text it gives the new one.
//!
//! old text, new text, path.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_fuzz::inputs::parts;
use scenewright_text::edit::{Hunk, Patch};

const NO_LINE_END: &str = "\\ No newline at end of file";

fuzz_target!(|input: &[u8]| {
    let [old, new, path] = parts(input).map(String::from_utf8_lossy);
    let patch = Patch::between(&old, &new);
    assert_eq!(patch.is_empty(), old == new);
    assert_eq!(applied(&old, &patch.hunks), new);
    assert_eq!(patch.added, signed(&patch, '+'));
    assert_eq!(patch.removed, signed(&patch, '-'));
    let unified = patch.unified(&path);
    if patch.is_empty() {
        assert_eq!(unified, "");
    } else {
        assert_eq!(parsed(&unified), patch.hunks);
    }
    let _ = patch.snippet(&new);
});

fn signed(patch: &Patch, sign: char) -> usize {
    patch.hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.starts_with(sign)).count()
}

/// Returns the old text with the hunks applied; they must match it.
fn applied(old: &str, hunks: &[Hunk]) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let mut new = String::new();
    let mut copied = 0;
    for hunk in hunks {
        let start = if hunk.old_lines == 0 { hunk.old_start } else { hunk.old_start - 1 };
        new.extend(old[copied..start].iter().copied());
        copied = start;
        let (mut old_lines, mut new_lines) = (0, 0);
        for (number, line) in hunk.lines.iter().enumerate() {
            if line == NO_LINE_END {
                continue;
            }
            let (sign, content) = line.split_at(1);
            let has_line_end = hunk.lines.get(number + 1).is_none_or(|next| next != NO_LINE_END);
            let whole = format!("{content}{}", if has_line_end { "\n" } else { "" });
            if sign != "+" {
                assert_eq!(old[copied], whole);
                copied += 1;
                old_lines += 1;
            }
            if sign != "-" {
                new.push_str(&whole);
                new_lines += 1;
            }
        }
        assert_eq!((old_lines, new_lines), (hunk.old_lines, hunk.new_lines));
    }
    new.extend(old[copied..].iter().copied());
    new
}

/// Returns the hunks of a unified diff, read by their numbers as other programs read them.
fn parsed(unified: &str) -> Vec<Hunk> {
    let mut lines = unified.strip_suffix('\n').expect("a line end at the end").split('\n').peekable();
    assert!(lines.next().is_some_and(|line| line.starts_with("--- ")));
    assert!(lines.next().is_some_and(|line| line.starts_with("+++ ")));
    let mut hunks = Vec::new();
    while let Some(header) = lines.next() {
        let ranges = header.strip_prefix("@@ -").and_then(|rest| rest.strip_suffix(" @@")).expect("a header");
        let (old, new) = ranges.split_once(" +").expect("two ranges");
        let ((old_start, old_lines), (new_start, new_lines)) = (range(old), range(new));
        let mut hunk = Hunk { old_start, old_lines, new_start, new_lines, lines: Vec::new() };
        let (mut old_left, mut new_left) = (old_lines, new_lines);
        while old_left + new_left > 0 || lines.peek() == Some(&NO_LINE_END) {
            let line = lines.next().expect("as many lines as the header says");
            old_left -= usize::from(line.starts_with(['-', ' ']));
            new_left -= usize::from(line.starts_with(['+', ' ']));
            hunk.lines.push(line.to_owned());
        }
        hunks.push(hunk);
    }
    hunks
}

fn range(written: &str) -> (usize, usize) {
    let (start, count) = written.split_once(',').unwrap_or((written, "1"));
    (start.parse().expect("a start"), count.parse().expect("a count"))
}
