//! Replacing a text in a file of any bytes.
//!
//! options, file, old text, new text. Options are letters: `a` all, `f` flexible, `u` only where it is unique, `m`
//! the old text is a part of the file, chosen by the bytes given for it, `t`, `i` and `r` change its white space,
//! and a digit is the expected number of replacements.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_fuzz::inputs::{find, parts};
use scenewright_text::edit::{Applied, MAX_LINES, Matching, Policy, Replacement, replace};
use scenewright_text::{Document, normalize};

fuzz_target!(|input: &[u8]| {
    let [options, file, old, new] = parts(input);
    let has = |letter: u8| options.contains(&letter);
    let Ok(document) = Document::decode(file.to_vec()) else { return };
    assert_eq!(document.bytes(), file);
    let mut text = match has(b'm') {
        true => part_of(document.view(), old),
        false => String::from_utf8_lossy(old).into_owned(),
    };
    if has(b't') {
        text = text.replace('\n', " \n");
    }
    if has(b'i') {
        text = text.replace('\n', "\n  ");
    }
    if has(b'r') {
        text = text.replace(' ', " \t");
    }
    let replacement = Replacement {
        old: text,
        new: String::from_utf8_lossy(new).into_owned(),
        replace_all: has(b'a'),
        expected_replacements: options
            .iter()
            .find(|byte| byte.is_ascii_digit())
            .map(|byte| usize::from(byte - b'0')),
        matching: if has(b'f') { Matching::Flexible } else { Matching::Exact },
        max_bytes: None,
    };
    let policy = if has(b'u') { Policy::Unique } else { Policy::First };
    match replace(&document, &replacement, policy) {
        Ok(applied) => check(&document, &replacement, &applied),
        // What a caller would show.
        Err(error) => drop(error.to_string()),
    }
});

/// Returns some part of a text, in whole characters.
fn part_of(view: &str, choice: &[u8]) -> String {
    let number = |at: usize| usize::from(choice.get(at).copied().unwrap_or(0));
    let start = (number(0) * 256 + number(1)) % (view.len() + 1);
    let end = (start + number(2)).min(view.len());
    let start = (0..=start).rev().find(|at| view.is_char_boundary(*at)).unwrap_or(0);
    let end = (end..=view.len()).find(|at| view.is_char_boundary(*at)).unwrap_or(view.len());
    view[start..end].to_owned()
}

/// Checks that bytes outside of the replacement are unchanged, and the new text is there.
fn check(document: &Document, replacement: &Replacement, applied: &Applied) {
    let view = document.view();
    let (old, new) = (normalize(&replacement.old), normalize(&replacement.new));
    let after =
        Document::decode_as(applied.bytes.clone(), document.encoding()).expect("the new bytes are text");
    if old.is_empty() {
        assert!(view.trim().is_empty());
        return;
    }
    assert_eq!(applied.spans.iter(view).count(), applied.replaced);
    if let Some(matched) = applied.flexible {
        assert!(replacement.matching == Matching::Flexible && !view.contains(&*old));
        let first = document.line_range(matched.first_line).expect("the first line is there");
        // The empty rest after the last line end may be among them.
        let last = document.line_range(matched.last_line).unwrap_or(view.len()..view.len());
        let line_end = usize::from(last.end < view.len());
        keeps(document, applied, &[first.start..last.end + line_end]);
        return;
    }
    let found: Vec<usize> = non_overlapping(view, &old);
    let all = replacement.replace_all || replacement.expected_replacements.is_some();
    let chosen = if all { &found[..] } else { &found[..1] };
    assert_eq!(applied.replaced, chosen.len());
    assert_eq!(applied.found, found.len());
    assert_eq!(applied.lines.len(), found.len().min(MAX_LINES));
    let whole_line = |start: usize| {
        let end = start + old.len();
        new.is_empty()
            && (start == 0 || view.as_bytes()[start - 1] == b'\n')
            && view.as_bytes().get(end) == Some(&b'\n')
            && !old.starts_with('\n')
            && !old.ends_with('\n')
    };
    let spans: Vec<_> =
        chosen.iter().map(|&start| start..start + old.len() + usize::from(whole_line(start))).collect();
    keeps(document, applied, &spans);
    // A deletion between a lone CR and an LF leaves what reads as one line end.
    if find(document.bytes(), b"\r").is_none() {
        let mut expected = String::new();
        let mut copied = 0;
        for span in &spans {
            expected.push_str(&view[copied..span.start]);
            expected.push_str(&new);
            copied = span.end;
        }
        expected.push_str(&view[copied..]);
        assert_eq!(after.view(), expected);
    }
}

/// Returns the places, counted from left to right.
fn non_overlapping(view: &str, old: &str) -> Vec<usize> {
    view.match_indices(old).map(|(start, _)| start).collect()
}

/// Checks that the parts before, between and after these spans of the old view are in the new bytes, in this order.
fn keeps(document: &Document, applied: &Applied, spans: &[std::ops::Range<usize>]) {
    let (before, after) = (document.bytes(), &applied.bytes[..]);
    let place = |offset: usize| document.byte_offset(offset).expect("an offset of the view");
    let (first, last) = (place(spans[0].start), place(spans[spans.len() - 1].end));
    assert!(after.starts_with(&before[..first]), "the bytes before");
    assert!(after.ends_with(&before[last..]), "the bytes after");
    assert!(after.len() >= first + (before.len() - last));
    let mut rest = &after[first..after.len() - (before.len() - last)];
    for pair in spans.windows(2) {
        let gap = &before[place(pair[0].end)..place(pair[1].start)];
        if gap.is_empty() {
            continue;
        }
        let at = find(rest, gap).expect("the bytes between");
        rest = &rest[at + gap.len()..];
    }
}
