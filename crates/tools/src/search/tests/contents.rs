//! Tests of searching contents: matches, their display, and reports on the rest.

use std::fs;
use std::io::Write;

use super::sandbox::{Sandbox, lines, paths};
use crate::search::*;
use scenewright_error::Kind;
use scenewright_fs::{Interrupt, PartialReason};

fn options() -> GrepFilesOptions<'static> {
    GrepFilesOptions::default()
}

fn content() -> GrepFilesOptions<'static> {
    GrepFilesOptions { output: GrepOutput::Content, ..options() }
}

#[test]
fn grep_lists_files_counts_and_lines_newest_first() {
    let sandbox = Sandbox::new(&[
        ("a.ts", "gear\nbox\nGear\n"),
        ("b.rs", "nothing\n"),
        ("src/c.ts", "a gear\r\nend gear\r\n"),
        ("src/d.rs", "gear"),
    ]);
    let found = sandbox.grep("gear", options());
    assert_eq!(paths(&found.files), ["src/d.rs", "src/c.ts", "a.ts"]);
    assert_eq!((found.total_files, found.truncated), (3, false));
    let found = sandbox.grep("gear", GrepFilesOptions { output: GrepOutput::Count, ..options() });
    assert_eq!((found.counts, found.total_matches), (vec![1, 2, 2], 5));
    let found = sandbox.grep("gear$", content());
    assert_eq!(
        lines(&found),
        ["src/d.rs:1:gear", "src/c.ts:1:a gear", "src/c.ts:2:end gear", "a.ts:1:gear", "a.ts:3:Gear"]
    );
    assert_eq!(lines(&sandbox.grep("Gear", content())), ["a.ts:3:Gear"]);
    let sensitive = GrepFilesOptions { case: Case::Insensitive, ..content() };
    assert_eq!(lines(&sandbox.grep("GEAR$", sensitive)).len(), 5);
    for (include, file_type, expected) in [
        (vec!["*.rs"], None, vec!["src/d.rs"]),
        (vec!["src/**"], None, vec!["src/d.rs", "src/c.ts"]),
        (vec!["*.{rs,ts}", "!src/*.ts"], None, vec!["src/d.rs", "a.ts"]),
        (vec![], Some("rust"), vec!["src/d.rs"]),
        (vec!["a*"], Some("ts"), vec!["a.ts"]),
    ] {
        let include: Vec<String> = include.into_iter().map(str::to_owned).collect();
        let found = sandbox.grep("gear", GrepFilesOptions { include: &include, file_type, ..options() });
        assert_eq!(paths(&found.files), expected, "{include:?}");
    }
}

#[test]
fn context_lines_are_listed_once() {
    let sandbox = Sandbox::new(&[("f", "1\n2 x\n3\n4 x\n5\n6\n7\n8\n9 x\n")]);
    let around = |before, after| lines(&sandbox.grep("x", GrepFilesOptions { before, after, ..content() }));
    assert_eq!(around(1, 1), ["f-1-1", "f:2:2 x", "f-3-3", "f:4:4 x", "f-5-5", "f-8-8", "f:9:9 x"]);
    assert_eq!(around(0, 1), ["f:2:2 x", "f-3-3", "f:4:4 x", "f-5-5", "f:9:9 x"]);
    assert_eq!(around(9, 0).len(), 9);
}

#[test]
fn grep_paginates_after_sorting() {
    let sandbox = Sandbox::new(&[("a", "x1\nx2\nx3\n"), ("b", "x4\nx5\n"), ("c", "x6\n")]);
    let page = |offset, head_limit| GrepFilesOptions { offset, head_limit: Some(head_limit), ..options() };
    let files = sandbox.grep("x", page(1, 1));
    assert_eq!((paths(&files.files), files.total_files, files.truncated), (vec!["b"], 3, true));
    let files = sandbox.grep("x", page(2, 5));
    assert_eq!((paths(&files.files), files.truncated), (vec!["a"], false));
    assert_eq!(paths(&sandbox.grep("x", page(9, 5)).files), [] as [&str; 0]);
    let found = sandbox.grep("x", GrepFilesOptions { output: GrepOutput::Content, ..page(2, 3) });
    assert_eq!(
        (lines(&found), found.truncated),
        (vec!["b:2:x5".into(), "a:1:x1".into(), "a:2:x2".into()], true)
    );
    let found = sandbox.grep("x", GrepFilesOptions { output: GrepOutput::Content, ..page(0, 6) });
    assert_eq!((lines(&found).len(), found.truncated), (6, false));
    let found = sandbox.grep("x", GrepFilesOptions { output: GrepOutput::Count, ..page(1, 1) });
    assert_eq!((found.counts, found.total_matches, found.truncated), (vec![2], 6, true));
    let many: Vec<(String, &str)> = (0..130).map(|number| (format!("many{number}"), "y\n")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let sandbox = Sandbox::new(&many);
    for (head_limit, expected, next) in
        [(None, 100, Some(100)), (Some(7), 7, Some(7)), (Some(500), 130, None), (Some(0), 130, None)]
    {
        let found = sandbox.grep("y", GrepFilesOptions { head_limit, ..options() });
        assert_eq!((found.files.len(), found.total_files), (expected, 130), "{head_limit:?}");
        assert_eq!((found.truncated, found.next_offset), (next.is_some(), next), "{head_limit:?}");
    }
}

#[test]
fn multiline_matches_may_span_lines() {
    let sandbox = Sandbox::new(&[("f", "start\nmiddle\nend\nstart\r\nend\n")]);
    let found = sandbox.grep("start.*?end", GrepFilesOptions { multiline: true, ..content() });
    assert_eq!(lines(&found), ["f:1:start", "f:2:middle", "f:3:end", "f:4:start", "f:5:end"]);
    assert_eq!(sandbox.grep("start.*?end", options()).total_files, 0);
    for pattern in [r"start\nend", "start\nend"] {
        let error = grep_files(&sandbox.root_set, pattern, &options()).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidInput);
        assert!(error.hint.unwrap().contains("multiline"), "{pattern:?}");
    }
}

#[test]
fn grep_decodes_files_and_counts_binary_ones() {
    let sandbox = Sandbox::new(&[("plain", "x gear\n")]);
    let wide = |text: &str, big: bool| -> Vec<u8> {
        let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(unit).collect()
    };
    sandbox.write("utf16le", &wide("one\r\nein gear ö\r\n", false), 10);
    sandbox.write("utf16be", &wide("gear 바퀴\n", true), 11);
    sandbox.write("latin1", b"gear \xe4\xf6 b\n", 12);
    sandbox.write("bom", b"\xef\xbb\xbfgear\n", 13);
    sandbox.write("binary", b"gear\0gear\n", 14);
    let mut late = b"gear\n".repeat(20_000);
    late.push(0);
    late.extend(b"\ngear later\n");
    sandbox.write("late", &late, 15);
    let found = sandbox.grep("gear", GrepFilesOptions { head_limit: Some(6), ..content() });
    assert_eq!(found.contents[0].file.path, "late");
    assert_eq!(
        (found.skipped.binary, found.partial.reasons.as_slice()),
        (1, &[PartialReason::BinaryAfterText][..])
    );
    fs::remove_file(sandbox.root.join("late")).unwrap();
    let found = sandbox.grep("gear", content());
    assert_eq!(
        lines(&found),
        ["bom:1:gear", "latin1:1:gear äö b", "utf16be:1:gear 바퀴", "utf16le:2:ein gear ö", "plain:1:x gear"]
    );
    assert_eq!((found.skipped.binary, found.partial.is_empty()), (1, true));
    assert_eq!(sandbox.grep("ä", options()).total_files, 1);
    assert_eq!(sandbox.grep("^gear", options()).total_files, 3, "a byte order mark is no text");
}

#[test]
fn grep_cuts_long_lines_and_reports_too_long_ones() {
    let sandbox = Sandbox::new(&[("plain", "needle\n")]);
    let long = format!("{}needle{}\nshort needle\n", "ä".repeat(2_000_000), "ö".repeat(9_000));
    sandbox.write("long", long.as_bytes(), 10);
    let found = sandbox.grep("needle", content());
    let shown = lines(&found);
    assert_eq!(shown.len(), 3);
    assert!(shown[0].contains("needle") && shown[0].ends_with(" characters cut …]"));
    assert!(shown[0].chars().count() < 2_200 && shown[1] == "long:2:short needle");
    let mut file = fs::File::create(sandbox.root.join("huge")).unwrap();
    file.write_all(b"needle one\n").unwrap();
    for _ in 0..20 {
        file.write_all(&vec![b'x'; 1024 * 1024]).unwrap();
    }
    file.write_all(b"\nneedle two\n").unwrap();
    drop(file);
    let found = sandbox.grep("needle", content());
    assert_eq!(found.total_files, 3);
    assert_eq!(found.contents[0].lines.len(), 1, "what stands before the long line is found");
    assert_eq!(found.partial.reasons, [PartialReason::LineTooLong]);
    assert_eq!(found.partial.troubles[0].path, "huge");
    let found = sandbox.grep("needle two", options());
    assert_eq!((found.total_files, found.partial.reasons.as_slice()), (0, &[PartialReason::LineTooLong][..]));
    let found = sandbox.grep("needle.two", GrepFilesOptions { multiline: true, ..options() });
    assert_eq!((found.total_files, found.partial.reasons.as_slice()), (0, &[PartialReason::TooLarge][..]));
}

#[test]
fn grep_refuses_unsearchable_place_by_name() {
    let sandbox = Sandbox::new(&[("a.ts", "x")]);
    let missing = [sandbox.place("missing")];
    let bad = ["[".to_owned()];
    let big = format!("({}){{1000}}", "\\w".repeat(50));
    let cases: [(&str, GrepFilesOptions<'_>, Kind, &str); 6] = [
        ("(", options(), Kind::InvalidInput, "not a valid regular expression"),
        (&big, options(), Kind::InvalidInput, "not a valid regular expression"),
        ("x", GrepFilesOptions { places: &missing, ..options() }, Kind::NotFound, "missing"),
        ("x", GrepFilesOptions { include: &bad, ..options() }, Kind::InvalidInput, "`[`"),
        (
            "x",
            GrepFilesOptions { file_type: Some("pyton"), ..options() },
            Kind::InvalidInput,
            "Did you mean python?",
        ),
        (
            "x",
            GrepFilesOptions { file_type: Some("rs"), ..options() },
            Kind::InvalidInput,
            "Did you mean rust?",
        ),
    ];
    for (pattern, options, kind, words) in cases {
        let error = grep_files(&sandbox.root_set, pattern, &options).unwrap_err();
        assert_eq!(error.kind, kind, "{}", error.message);
        assert!(error.message.contains(words), "{}", error.message);
    }
}

#[test]
fn named_file_is_searched_regardless_of_rules() {
    let sandbox = Sandbox::new(&[(".gitignore", "secret/\n"), ("secret/.env", "KEY=1\n"), ("a", "KEY=2\n")]);
    let rules = sandbox.rules();
    let found = sandbox.grep("KEY", GrepFilesOptions { rules: Some(&rules), ..options() });
    assert_eq!((paths(&found.files), found.skipped.ignored), (vec!["a"], 1));
    let places = [sandbox.place("secret/.env")];
    let found = sandbox.grep("KEY", GrepFilesOptions { rules: Some(&rules), places: &places, ..content() });
    assert_eq!(lines(&found), ["secret/.env:1:KEY=1"]);
}

#[test]
fn interrupted_grep_reports_partial_result() {
    let sandbox = Sandbox::new(&[("a", "x\n")]);
    let places = [sandbox.place("a")];
    for places in [&places[..], &[sandbox.place("")]] {
        let with = |interrupt| {
            grep_files(&sandbox.root_set, "x", &GrepFilesOptions { places, interrupt, ..options() })
        };
        let cancelled = Interrupt { cancelled: &|| true, deadline: None };
        assert_eq!(with(cancelled).unwrap_err().kind, Kind::Cancelled);
    }
    let late = Interrupt { cancelled: &|| false, deadline: Some(std::time::Instant::now()) };
    let found = sandbox.grep("x", GrepFilesOptions { interrupt: late, ..options() });
    assert_eq!(found.partial.reasons, [PartialReason::Deadline]);
}

#[cfg(target_os = "linux")]
#[test]
fn grep_reads_nothing_outside_through_swapped_links() {
    use std::time::{Duration, Instant};

    let sandbox =
        Sandbox::new(&[("a/file", "needle inside\n"), ("b", "needle\n"), ("c/swap", "needle inside\n")]);
    fs::create_dir(sandbox.outside("outside")).unwrap();
    for name in ["file", "swap"] {
        fs::write(sandbox.outside("outside").join(name), "needle secret\n").unwrap();
    }
    sandbox.link("linked", "b");
    sandbox.link("out", sandbox.outside("outside").join("file"));
    sandbox.link("folder", sandbox.outside("outside"));
    sandbox.link("swap", sandbox.outside("outside").join("file"));
    let found = sandbox.grep("needle", content());
    assert_eq!(found.total_files, 4);
    assert!(lines(&found).iter().all(|line| !line.contains("secret")));
    assert_eq!(found.skipped.links, 3);
    let swap = |from: &str, to: &str| {
        let cwd = rustix::fs::CWD;
        let flags = rustix::fs::RenameFlags::EXCHANGE;
        let (from, to) = (sandbox.root.join(from), sandbox.root.join(to));
        let _ = rustix::fs::renameat_with(cwd, &from, cwd, &to, flags);
    };
    let swap_both = || {
        swap("a", "folder");
        swap("c/swap", "swap");
    };
    scenewright_fs::disk::race::while_swapping(swap_both, || {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(2) {
            let found = sandbox.grep("needle", content());
            assert!(lines(&found).iter().all(|line| !line.contains("secret")));
        }
    });
}
