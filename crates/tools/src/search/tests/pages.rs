//! Tests of pages, parts of lines, orders and line ends.

use super::sandbox::{Sandbox, lines, paths};
use crate::search::*;
use scenewright_fs::PartialReason;

fn content() -> GrepFilesOptions<'static> {
    GrepFilesOptions { output: GrepOutput::Content, ..GrepFilesOptions::default() }
}

/// Follows the offsets of a search to its end.
fn all_pages(sandbox: &Sandbox, pattern: &str, options: GrepFilesOptions<'_>) -> (Vec<String>, usize) {
    let (mut rows, mut pages, mut offset) = (Vec::new(), 0, Some(0));
    while let Some(next) = offset {
        let found = sandbox.grep(pattern, GrepFilesOptions { offset: next, ..options });
        rows.extend(lines(&found));
        rows.extend(found.files.iter().map(|file| file.path.clone()));
        pages += 1;
        assert_eq!(found.truncated, found.next_offset.is_some());
        offset = found.next_offset;
    }
    (rows, pages)
}

#[test]
fn pages_of_any_size_make_up_the_whole() {
    let many: Vec<(String, String)> =
        (0..40).map(|number| (format!("f{number:03}"), "x x\n-\n".repeat(1 + number % 4))).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let sandbox = Sandbox::new(&many);
    for options in [
        content(),
        GrepFilesOptions { before: 1, after: 1, ..content() },
        GrepFilesOptions { only_matching: true, ..content() },
        GrepFilesOptions::default(),
        GrepFilesOptions { sort: Sort::Path, ..content() },
    ] {
        let whole = sandbox.grep("x", GrepFilesOptions { head_limit: Some(0), ..options });
        assert_eq!((whole.total_files, whole.next_offset), (40, None));
        let mut expected = lines(&whole);
        expected.extend(whole.files.iter().map(|file| file.path.clone()));
        for size in [1, 7, 39, 40, 100, 1_000] {
            let (rows, pages) =
                all_pages(&sandbox, "x", GrepFilesOptions { head_limit: Some(size), ..options });
            assert_eq!(rows, expected, "{size} rows a page");
            assert_eq!(pages, expected.len().div_ceil(size), "{size} rows a page");
        }
    }
    let found = sandbox.grep("x", GrepFilesOptions { head_limit: Some(3), ..content() });
    assert_eq!(found.total_matches, 100, "all matching lines are counted");
    let found = sandbox.grep("x", GrepFilesOptions { only_matching: true, head_limit: Some(3), ..content() });
    assert_eq!(found.total_matches, 200, "all matching parts are counted");
}

#[test]
fn text_of_one_answer_is_bounded_and_pages_continue() {
    let line = "x".repeat(1_000) + "\n";
    let sandbox = Sandbox::new(&[("a", &line.repeat(3_000))]);
    let unlimited = GrepFilesOptions { head_limit: Some(0), ..content() };
    let found = sandbox.grep("x", unlimited);
    let answered = found.contents[0].lines.len();
    assert!((900..1_100).contains(&answered), "{answered}");
    assert_eq!((found.next_offset, found.total_matches), (Some(answered), 3_000));
    assert_eq!(all_pages(&sandbox, "x", unlimited).0.len(), 3_000);
}

#[test]
fn only_parts_that_match_are_answered() {
    let sandbox = Sandbox::new(&[("f", "ab1 ab22\r\nnone\nab333\nstart 1\nend 2\n")]);
    let only = GrepFilesOptions { only_matching: true, ..content() };
    assert_eq!(lines(&sandbox.grep(r"ab\d+", only)), ["f:1:ab1", "f:1:ab22", "f:3:ab333"]);
    assert_eq!(
        lines(&sandbox.grep(r"\d*$", only)),
        ["f:1:22", "f:3:333", "f:4:1", "f:5:2"],
        "no empty parts"
    );
    assert_eq!(lines(&sandbox.grep("ab", GrepFilesOptions { before: 2, after: 2, ..only })).len(), 3);
    let spanning = GrepFilesOptions { multiline: true, ..only };
    assert_eq!(lines(&sandbox.grep(r"rt.*?end", spanning)), ["f:4:rt 1", "f:5:end"]);
    let counted = GrepFilesOptions { output: GrepOutput::Count, ..only };
    assert_eq!(sandbox.grep(r"ab", counted).counts, [3]);
}

#[test]
fn files_are_sorted_by_path_name_by_name() {
    let sandbox = Sandbox::new(&[("b", "x"), ("a/z", "x"), ("a.ts", "x"), ("a/b/c", "x"), ("Z", "x")]);
    let by_path = GrepFilesOptions { sort: Sort::Path, ..GrepFilesOptions::default() };
    assert_eq!(paths(&sandbox.grep("x", by_path).files), ["Z", "a/b/c", "a/z", "a.ts", "b"]);
}

#[test]
fn lone_cr_ends_a_line_as_everywhere() {
    let long = format!("{}\rneedle\rafter", "before\r".repeat(60_000));
    let sandbox = Sandbox::new(&[("old", "one\rtwo\r\nthree\rfour"), ("long", &long)]);
    let wide: Vec<u8> =
        std::iter::once(0xFEFF).chain("a\rneedle\rb".encode_utf16()).flat_map(u16::to_le_bytes).collect();
    sandbox.write("wide", &wide, 1);
    assert_eq!(lines(&sandbox.grep("^t", content())), ["old:2:two", "old:3:three"]);
    assert_eq!(lines(&sandbox.grep("^needle$", content())), ["long:60002:needle", "wide:2:needle"]);
    let spanning = GrepFilesOptions { multiline: true, ..content() };
    for pattern in [r"two\nthree", r"two\r\nthree", r"one\ntwo"] {
        assert_eq!(sandbox.grep(pattern, spanning).total_files, 1, "{pattern}");
    }
    assert_eq!(sandbox.grep(r"one\rtwo", spanning).total_files, 1, "a pattern may name the CR itself");
}

#[test]
fn file_in_unknown_encoding_is_searched_as_bytes_and_reported() {
    let sandbox = Sandbox::new(&[("plain", "needle\n")]);
    let mut unknown = b"needle \xff\xc3\xe9\xc3 \x81\n".repeat(3);
    unknown.extend("ünïcödé ".repeat(4).as_bytes());
    sandbox.write("unknown", &unknown, 1);
    let found = sandbox.grep("needle", GrepFilesOptions::default());
    assert_eq!(found.total_files, 2);
    assert_eq!(found.partial.reasons, [PartialReason::UnknownEncoding]);
    assert_eq!(found.partial.troubles[0].path, "unknown");
}

#[test]
fn large_file_in_an_older_encoding_is_decoded() {
    let text = "Die Größe der Fläche über dem Fuß\n".repeat(20_000);
    let latin: Vec<u8> = text.chars().map(|character| character as u8).collect();
    let sandbox = Sandbox::new(&[]);
    sandbox.write("latin", &latin, 1);
    let found =
        sandbox.grep("größe", GrepFilesOptions { output: GrepOutput::Count, ..GrepFilesOptions::default() });
    assert_eq!((found.counts, found.partial.is_empty()), (vec![20_000], true));
}
