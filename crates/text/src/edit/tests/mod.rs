//! Tests of matches, refusals, and the help in a refusal.

use std::time::{Duration, Instant};

use super::*;
use crate::Document;
use scenewright_error::{Error, Kind};

mod doubts;
mod flexible;
mod flexible_model;
mod model;
mod patch;
mod placeholder;
mod retries;

fn document(text: &str) -> Document {
    Document::decode(text.as_bytes().to_vec()).unwrap()
}

fn replacement(old: &str, new: &str) -> Replacement {
    Replacement { old: old.to_owned(), new: new.to_owned(), ..Replacement::default() }
}

fn text_after(file: &str, replacement: &Replacement, policy: Policy) -> String {
    String::from_utf8(replace(&document(file), replacement, policy).unwrap().bytes).unwrap()
}

fn help_for(file: &str, old: &str) -> Option<String> {
    match replace(&document(file), &replacement(old, "new"), Policy::First) {
        Err(EditError::NotFound { help }) => help.map(|help| help.message),
        other => panic!("{old:?} should not be found: {other:?}"),
    }
}

#[test]
fn replace_changes_only_matched_text() {
    // (file, old, new, expected)
    let cases = [
        ("a b c", "b", "x", "a x c"),
        ("a b b", "b", "x", "a x b"),
        ("a\r\nb\r\nc\r\n", "a\nb", "x\ny", "x\r\ny\r\nc\r\n"),
        ("a\nb\nc\n", "a\r\nb", "x\r\ny", "x\ny\nc\n"),
        ("a\rb\rc", "b\n", "x\n", "a\rx\rc"),
        ("price", "price", "$& $1 $$ \\n \\1", "$& $1 $$ \\n \\1"),
        ("한글 é", "글", "국", "한국 é"),
        ("", "", "x\n", "x\n"),
        (" \r\n", "", "x\ny\n", "x\r\ny\r\n"),
        ("aaaa", "aa", "b", "baa"),
    ];
    for (file, old, new, expected) in cases {
        assert_eq!(text_after(file, &replacement(old, new), Policy::First), expected, "{file:?} {old:?}");
    }
}

#[test]
fn deleting_whole_line_deletes_its_line_end() {
    // (file, old, expected)
    let cases = [
        ("a\nb\nc\n", "b", "a\nc\n"),
        ("a\r\nb\r\nc\r\n", "b", "a\r\nc\r\n"),
        ("a\nb\nc\nd\n", "b\nc", "a\nd\n"),
        ("a\nb\nc\n", "b\n", "a\nc\n"),
        ("a\nb\n\nc\n", "b\n", "a\n\nc\n"),
        ("a\n\nb\nc\n", "\nb", "a\n\nc\n"),
        ("a\n b\nc\n", "b", "a\n \nc\n"),
        ("a\nb c\n", "b", "a\n c\n"),
        ("a\nb", "b", "a\n"),
        ("a", "a", ""),
    ];
    for (file, old, expected) in cases {
        assert_eq!(text_after(file, &replacement(old, ""), Policy::First), expected, "{file:?} {old:?}");
    }
    let all = Replacement { replace_all: true, ..replacement("x", "") };
    assert_eq!(text_after("x\nx\nax\nx", &all, Policy::First), "a\n");
}

#[test]
fn replacement_reports_counts_lines_and_places() {
    let file = document("x\nx x\ny\n");
    let first = replace(&file, &replacement("x", "long"), Policy::First).unwrap();
    assert_eq!((first.replaced, first.lines), (1, vec![1, 2, 2]));
    assert_eq!(first.spans.iter(file.view()).collect::<Vec<_>>(), std::iter::once(0..1).collect::<Vec<_>>());

    let all = Replacement { replace_all: true, ..replacement("x", "long") };
    let all = replace(&file, &all, Policy::Unique).unwrap();
    assert_eq!(all.replaced, 3);
    assert_eq!(all.spans.iter(file.view()).collect::<Vec<_>>(), [0..1, 2..3, 4..5]);
    assert_eq!(all.bytes, b"long\nlong long\ny\n");

    let expected = Replacement { expected_replacements: Some(3), ..replacement("x", "z") };
    assert_eq!(replace(&file, &expected, Policy::Unique).unwrap().replaced, 3);
}

#[test]
fn edit_refusals_state_occurrences() {
    let file = "x\nx x\ny\n";
    let expecting = |count| Replacement { expected_replacements: Some(count), ..replacement("x", "z") };
    let cases = [
        (replacement("x", "x"), EditError::NoChange),
        (replacement("a\r\n", "a\n"), EditError::NoChange),
        (replacement("", ""), EditError::NoChange),
        (replacement("", "z"), EditError::AlreadyExists),
        (replacement("x", "z"), EditError::Ambiguous { count: 3, lines: vec![1, 2, 2], apart: 3 }),
        (expecting(2), EditError::CountMismatch { expected: 2, found: 3, lines: vec![1, 2, 2], apart: 3 }),
        (expecting(0), EditError::CountMismatch { expected: 0, found: 3, lines: vec![1, 2, 2], apart: 3 }),
        (replacement("unheard of", "z"), EditError::NotFound { help: None }),
    ];
    for (replacement, expected) in cases {
        assert_eq!(replace(&document(file), &replacement, Policy::Unique).unwrap_err(), expected);
    }
    let nul = replace(&document(file), &replacement("y", "\0"), Policy::First).unwrap_err();
    assert_eq!(nul.kind(), Kind::InvalidInput);
    assert_eq!(Error::from(nul).kind, Kind::InvalidInput);
}

#[test]
fn edit_messages_use_argument_names_of_tools() {
    let message = |error: EditError| Error::from(error).message;
    assert_eq!(message(EditError::NotFound { help: None }), "old_code not found in file");
    assert_eq!(
        message(EditError::CountMismatch { expected: 3, found: 2, lines: vec![4, 9], apart: 2 }),
        "expected_replacements is 3, but old_code occurs 2 times in the file (lines 4 and 9)."
    );
    assert!(
        message(EditError::Ambiguous { count: 2, lines: vec![1, 7], apart: 2 })
            .ends_with("begin on lines 1 and 7.")
    );
    let many = message(EditError::Ambiguous { count: 50, lines: (1..=50).collect(), apart: 50 });
    assert!(many.ends_with("19, 20 and 30 more."), "{many}");
}

#[test]
fn several_edits_apply_in_sequence_or_not_at_all() {
    let file = document("a\r\nb\r\n");
    let edits = [replacement("a", "b"), replacement("b\nb", "c\nd"), replacement("d", "")];
    let applied = replace_many(&file, &edits, Policy::Unique).unwrap();
    assert_eq!(applied.bytes[..], *b"c\r\n");
    assert_eq!(applied.edits[1], AppliedEdit { replaced: 1, found: 1, lines: vec![1], flexible: None });

    let broken = [replacement("a", "b"), replacement("nowhere", "c")];
    let error = replace_many(&file, &broken, Policy::Unique).unwrap_err();
    assert_eq!((error.index, error.error.kind()), (1, Kind::NoMatch));
    assert_eq!(Error::from(error).message, "Edit 2: old_code not found in file");

    let none = Error::from(replace_many(&file, &[], Policy::First).unwrap_err());
    assert_eq!(none.kind, Kind::InvalidInput);

    let created = replace_many(
        &Document::from_text("").unwrap(),
        &[replacement("", "one\n"), replacement("one", "two")],
        Policy::First,
    );
    assert_eq!(created.unwrap().bytes[..], *b"two\n");
}

#[test]
fn absence_is_explained_with_the_nearest_lines_and_one_reason() {
    let file = "function gear(teeth) {\n\tconst pitch = 'a'\n\treturn \u{201C}caf\u{e9}\u{201D}  \n}\n\nlet 한글 = 1";
    // (old, part of the window, part of the reason)
    let cases = [
        (
            "    const pitch",
            "     2→\tconst",
            "Line 2, column 1: tabs against spaces. The file is indented with a tab, the text with 4 spaces",
        ),
        ("{\n  const pitch = 'a'\n", "     1→function", "Line 2, column 1: tabs against spaces"),
        (
            "const pitch = 'a'  ",
            "     2→",
            "Line 2 ends, from column 19, with nothing in the file and with 2 spaces in the text",
        ),
        ("const pitch = \u{2018}a'", "     2→", "Line 2, column 16: a straight and a typographic character"),
        ("return \u{201C}cafe\u{301}", "     3→", "Line 3, column 13: one is a composed letter"),
        (
            "let \u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} = 1",
            "     6→",
            "Line 6, column 5: one is a composed letter",
        ),
        (
            "const\tpitch = 'a'",
            "     2→",
            "Line 2, column 7: tabs against spaces. The file has a space, the text",
        ),
        ("const  pitch = 'a'", "     2→", "Line 2, column 8: the white space within the line differs"),
        (
            "CONST pitch",
            "     2→",
            "Line 2, column 2: the letter case differs. The file has `c`, the text has `C`",
        ),
        ("CONST  pitch", "     2→", "more than one of"),
        ("     2→\tconst pitch = 'a'\n     3→", "     2→", "line numbers"),
        ("2\tconst pitch = 'b'", "     2→", "line numbers"),
        ("let 한글 = 1\n", "     6→", "Line 6 is the last one and has no line end"),
        ("gear(teeth) {\\n\tconst", "     1→", "real line ends"),
        (
            "function gear(tooth) {",
            "     1→",
            "Line 1, column 16: the file has `eeth) {` where the text has `ooth) {`",
        ),
        ("pitch = 'a'\n\n", "     2→", "begins or ends with an empty line"),
        (
            "teeth) {\n\n\tconst",
            "     1→",
            "Line 2 of the text is an empty line, which the file does not have there",
        ),
        ("let 한글 = 1\nmore of it", "     6→", "The file ends before `more of it`"),
    ];
    for (old, window, reason) in cases {
        let help = help_for(file, old).unwrap_or_else(|| panic!("no help for {old:?}"));
        assert!(help.contains(window) && help.contains(reason), "{old:?}:\n{help}\nshould have {reason}");
    }
}

#[test]
fn copied_and_escaped_text_is_named() {
    let file = "fn a() {\n\tlet s = \"<b> & 'x'\";\n}\nlet t = \"&lt;i&gt;\";\n";
    let cases = [
        ("1:fn a() {\n2:\tlet s = \"<b> & 'x'\";", "     1→fn a() {", "as Grep prints them"),
        ("src/a.rs:1:fn a() {\n--\nsrc/a.rs-3-}", "", ""),
        (
            "src/a.rs:1:fn a() {\nsrc/a.rs-2-\tlet s = \"<b> & 'x'\";",
            "     1→fn a() {",
            "as Grep prints them",
        ),
        ("     1\tfn a() {\n     2\t\tlet s", "     1→fn a() {", "line numbers"),
        (" fn a() {\n-\tlet s = \"<b> & 'x'\";\n+\tlet s = 1;\n }", "     1→fn a() {", "signs of a diff"),
        ("@@ -1,2 +1,2 @@\n fn a() {\n+\tlet s = \"<b> & 'x'\";", "     1→fn a() {", "signs of a diff"),
        ("fn a() {\\n\\tlet s", "     1→fn a() {", "`\\n` and `\\t` written out"),
        ("{\n\\tlet s", "     1→fn a() {", "a backslash and a `t`"),
        ("let s = \\\"<b>", "     2→", "one level of escapes"),
        ("&lt;b&gt; &amp; &#39;x&#39;", "     2→", "HTML entities"),
        ("let t = \"<i>\"", "     4→", "The file has HTML entities"),
    ];
    for (old, window, reason) in cases.into_iter().filter(|case| !case.1.is_empty()) {
        let help = help_for(file, old).unwrap_or_else(|| panic!("no help for {old:?}"));
        assert!(help.contains(window) && help.contains(reason), "{old:?}:\n{help}\nshould have {reason}");
    }
}

#[test]
fn refusal_names_additions_and_differences() {
    let file = "use a.b\nlet café = \"x.y\" // ok\nfn one(a) {\n  return a\n}\n";
    for (old, reason) in [
        ("row 3 = fn one(a) {\nrow 4 =   return a\nrow 5 = }", "line numbers"),
        ("fn one(a) {^M\n  return a^M\n}", "ends each line with `^M`"),
        ("x.js:fn one(a) {\nx.js:  return a\nx.js:}", "begins each line with `x.js:`"),
        ("fn one(a) {\n-  return a\n+  return b\n}", "signs of a diff"),
        ("@@ -3,2 +3,2 @@\nfn one(a) {\n  return a", "head of a diff"),
        ("Old code:\nfn one(a) {\n  return a", "a line of its own"),
        ("=== src/x.js ===\nfn one(a) {\n  return a", "a line that names a file"),
        ("use a.b\n\nlet café = \"x.y\" // ok\n\nfn one(a) {", "an empty line after each line"),
        ("use a\\.b\nlet café = \"x\\.y\"", "before characters that have none"),
        ("let cafe = \"x.y\" // ok\nfn one(a) {", "the accents differ"),
        ("let café = 'x.y'", "the kind of quotes differs"),
        ("fn one(a) { return a }", "Only white space and line ends differ"),
    ] {
        let help = help_for(file, old).unwrap_or_else(|| panic!("no help for {old:?}"));
        assert!(help.contains(reason), "{old:?}:\n{help}\nshould have {reason}");
    }
}

#[test]
fn lines_that_are_in_another_order_are_named() {
    let file = "let a = 1\nlet b = 2\nlog(a)\nlog(b)\nif (a) {\n  stop()\n}\nend()\n";
    let order = |named: &str| format!("The file has the same lines in another order: {named}.");
    for (old, place, named) in [
        (
            "let a = 1\nlog(b)\nlog(a)\nlet b = 2\nif (a) {",
            "lines 1 to 5",
            "line 2 of the text is line 4 of the file, line 4 of the text is line 2 of the file",
        ),
        (
            "if (a) {\n  stop()\n}\nlog(a)\nlog(b)\nend()",
            "lines 3 to 8",
            "lines 4 to 5 of the text are lines 3 to 4 of the file",
        ),
    ] {
        let help = help_for(file, old).unwrap();
        assert!(help.contains(&order(named)) && help.contains(place), "{help}");
    }
    // Where both halves stay together, either may be too many: no text is offered.
    assert!(offered_for(file, "let a = 1\nlog(b)\nlog(a)\nlet b = 2\nif (a) {").is_some());
    assert_eq!(offered_for(file, "log(b)\nlet b = 2\nlog(a)"), None);
    let block = "begin_drawing()\ndraw_outline()\nend_drawing()\n";
    let twice = format!("{block}wait()\nwait()\nwait()\n{block}");
    let help = help_for(&twice, "end_drawing()\ndraw_outline()\nbegin_drawing()").unwrap();
    assert!(help.contains("So it has from line 7 on."), "{help}");
    // Empty lines are too many rather than elsewhere.
    let help = help_for("one()\n\ntwo()\n\n\nthree()\n", "one()\n\n\ntwo()").unwrap();
    assert!(!help.contains("another order"), "{help}");
}

#[test]
fn a_new_text_with_less_than_the_place_is_not_called_there_already() {
    let given = replacement("1: let first = 1\n2: let second = 2", "let second = 2");
    let Err(EditError::NotFound { help }) =
        replace(&document("let first = 1\nlet second = 2\n"), &given, Policy::Unique)
    else {
        panic!("it was replaced")
    };
    let message = help.unwrap().message;
    assert!(message.contains("line numbers") && !message.contains("already"), "{message}");
}

#[test]
fn the_rest_of_a_line_is_offered_where_the_new_text_has_it() {
    let given = replacement("first(1)\nsecond(one...", "first(2)\nsecond(one, two)");
    let Err(EditError::NotFound { help }) =
        replace(&document("first(1)\nsecond(one, two)\n"), &given, Policy::Unique)
    else {
        panic!("it was replaced")
    };
    assert_eq!(help.unwrap().corrected.as_deref(), Some("first(1)\nsecond(one, two)"));
}

#[test]
fn overlapping_occurrences_are_ambiguous() {
    let asked = |old: &str, expected, replace_all| Replacement {
        expected_replacements: expected,
        replace_all,
        ..replacement(old, "b")
    };
    let ambiguous =
        |count, lines: &[usize], apart| EditError::Ambiguous { count, lines: lines.to_vec(), apart };
    for (file, asked, expected) in [
        ("aaa", asked("aa", None, false), Err(ambiguous(2, &[1, 1], 1))),
        ("x\n\n\n\ny", asked("\n\n", None, false), Err(ambiguous(3, &[1, 2, 3], 2))),
        ("aaa", asked("aa", None, true), Ok("ba")),
        (
            "aaa",
            asked("aa", Some(1), false),
            Err(EditError::CountMismatch { expected: 1, found: 2, lines: vec![1, 1], apart: 1 }),
        ),
        ("aaa", asked("aa", Some(2), false), Err(ambiguous(2, &[1, 1], 1))),
        ("aaa", asked("aa", Some(1), true), Ok("ba")),
        (
            "aaa",
            asked("aa", Some(3), false),
            Err(EditError::CountMismatch { expected: 3, found: 2, lines: vec![1, 1], apart: 1 }),
        ),
        ("aa aa", asked("aa", Some(2), false), Ok("b b")),
        ("xaax", asked("aa", None, false), Ok("xbx")),
    ] {
        let made = replace(&document(file), &asked, Policy::Unique);
        let made = made.map(|applied| String::from_utf8(applied.bytes).unwrap());
        assert_eq!(made, expected.map(str::to_owned), "{file:?} {asked:?}");
    }
}

#[test]
fn absence_without_near_lines_shows_none() {
    for (file, old) in
        [("", "x"), ("a\n\nb", "}"), ("alpha beta", "completely unlike"), ("x", "\n\n\n"), ("x", "12→")]
    {
        assert_eq!(help_for(file, old), None, "{file:?} {old:?}");
    }
}

#[test]
fn absence_help_is_short() {
    let line = "const value = 'something long enough'; ".repeat(40);
    let file: String = (0..100).map(|number| format!("{line}{number}\n")).collect();
    let old = file.replace("77\n", "seventy-seven\n");
    let help = help_for(&file, &old).unwrap();
    assert!(help.contains("    78→const") && help.contains("Line 78, column"), "{help}");
    assert!(help.chars().count() < 4_000);
}

#[test]
fn absence_help_is_quick_on_ten_thousand_lines() {
    let file: String =
        (0..10_000).map(|n| format!("  drawing.rect({n}, 10, 20, 'part number {n}');\n")).collect();
    let file = document(&file);
    // Held only on a quiet machine (docs/maintaining.md).
    let holds_deadlines = std::env::var_os("SCENEWRIGHT_DEADLINES").is_some_and(|value| value == "1");
    let limit = Duration::from_millis(if cfg!(debug_assertions) { 400 } else { 10 });
    for old in [
        "drawing.Rect(9999, 10, 20,  'part'",
        "something else altogether, alike to no line",
        "\tdrawing.rect(1\n\n}",
    ] {
        let quickest = (0..5)
            .map(|_| {
                let start = Instant::now();
                let _ = replace(&file, &replacement(old, "new"), Policy::First).unwrap_err();
                start.elapsed()
            })
            .min();
        assert!(!holds_deadlines || quickest < Some(limit), "{old:?} took {quickest:?}");
    }
}

/// The text that a refusal offers for one that does not occur.
fn offered_for(file: &str, old: &str) -> Option<String> {
    let given = Replacement { matching: Matching::ExactOrQuotes, ..replacement(old, "other") };
    match replace(&document(file), &given, Policy::Unique) {
        Err(EditError::NotFound { help }) => help?.corrected,
        other => panic!("{old:?} in {file:?}: {other:?}"),
    }
}

#[test]
fn lines_that_lost_their_indentation_are_offered_whole() {
    let file = "{\n  \"a\": {\n    \"one\": 1\n  },\n  \"Unknown: %s\": {\n    \"one\": \"x\",\n    \"other\": \"y\"\n  },\n  \"b\": 2\n}\n";
    let old = "},\n\"Unknown: %s\": {\n  \"one\": \"x\",\n  \"other\": \"y\"\n},";
    let Err(EditError::NotFound { help: Some(help) }) =
        replace(&document(file), &replacement(old, "other"), Policy::Unique)
    else {
        panic!("it was replaced")
    };
    let whole = "  },\n  \"Unknown: %s\": {\n    \"one\": \"x\",\n    \"other\": \"y\"\n  },";
    assert_eq!(help.corrected.as_deref(), Some(whole), "{}", help.message);
}

#[test]
fn text_is_offered_only_where_its_edges_are_certain() {
    let parts = "#[cfg(a)]\nmod api;\n#[cfg(b)]\nmod other;\n#[cfg(a)]\nmod last;\nmod end;\n";
    let docs = "/// One line of words (so\n/// and its end.)\n///\n/// More\nfn one() {}\n";
    for (file, old, expected) in [
        // Lines of one place with an empty line between them, and of another one with other indentations.
        (
            "    while c:\n            d()\n        if f:\n            g()\n\n        d()\n\n    if f:\n        h()\n",
            "        d()\n    if f:",
            None,
        ),
        // A line too many, or three that are missing: either may be meant.
        (parts, "#[cfg(a)]\nmod api;\nmod last;\nmod end;", None),
        (
            parts,
            "#[cfg(b)]\nmod other;\nmod last;\nmod end;",
            Some("#[cfg(b)]\nmod other;\n#[cfg(a)]\nmod last;\nmod end;"),
        ),
        // The last line is a whole one of the file, and the beginning of another.
        (docs, "/// Two line of words (so\n///", Some("/// One line of words (so\n/// and its end.)\n///")),
        (
            docs,
            "/// One line of words (so\n///\n/// More",
            Some("/// One line of words (so\n/// and its end.)\n///\n/// More"),
        ),
        // The last line ends within a word of the file.
        ("let a = 1\nlet abc = 22\nlet c = foo\n", "let a = 1\nlet x = 22\nlet c = fo", None),
        // Of two equal lines at the edge one may be the missing one.
        ("a\nfirst(1)\nfirst(1)\nsecond(2)\nthird(3)\n", "first(1)\nsecnd(2)\nthird(3)", None),
        (
            "a\nfirst(0)\nfirst(1)\nsecond(2)\nthird(3)\n",
            "first(1)\nsecnd(2)\nthird(3)",
            Some("first(1)\nsecond(2)\nthird(3)"),
        ),
        // A fence that the file has there with another language, or one around the text.
        (
            "a\n```go\npackage main\n\nfunc main() {}\n```\n",
            "```py\npackage main\n\nfunc man() {}\n```",
            None,
        ),
        // A piece of a long line.
        (
            "x()\n!function(e){function n(r){if(t[r])return t[r].exports;var o=1}}(window);\n",
            "function n(r){if(t[r]) return t[r].exports;",
            Some("function n(r){if(t[r])return t[r].exports;"),
        ),
        // Letter case, and marks before every line.
        (
            "SELECT id\nFROM users\nWHERE a = 1;\n",
            "select id\nfrom users\nwhere a = 1;",
            Some("SELECT id\nFROM users\nWHERE a = 1;"),
        ),
        ("one\ntwo\nthree\n", "> one\n> two", Some("one\ntwo")),
        // Dots alone stand for lines where the file does not have them.
        ("start()\nmid()\nmore()\nend()\n", "start()\n...\nend()", None),
        (
            "class A:\n    ...\nclass B:\n    pass\n",
            "class A:\n    ...\nclass C:\n    pass",
            Some("class A:\n    ...\nclass B:\n    pass"),
        ),
        ("a\u{7}b = 1\n", "ab = 1", Some("a\u{7}b = 1")),
        // A rule under a heading is no marker, and a fence of the file no addition.
        (
            "Title\n========\n\n- one item\n- two items\n",
            "Title\n========\n- one item",
            Some("Title\n========\n\n- one item"),
        ),
        (
            "Run this:\n\n```\nmake all\n```\nDone.\n",
            "Run this:\n```\nmake all",
            Some("Run this:\n\n```\nmake all"),
        ),
        // The address is a line of the file that is spelled otherwise.
        (
            " * Licence at\n * https://a.org/LICENSE-2.0\n * Unless required by law\n * it is free\n",
            " * http://a.org/LICENSE-2.0\n * Unless required by law",
            Some(" * https://a.org/LICENSE-2.0\n * Unless required by law"),
        ),
        // Dots at the end: of the rest of the line nothing is known here, and of lines neither.
        ("first(1)\nsecond(one, two)\n", "first(1)\nsecond(one...", None),
        ("first(1)\nsecond(2)\nthird(3)\n", "first(1)\nsecond(2)\n...", None),
        // The numbers of a listing that leaves a line out.
        (
            "run(1)\nsame(2)\nrun(1)\nother(3)\nsame(2)\n",
            "3→run(1)\n5→same(2)",
            Some("run(1)\nother(3)\nsame(2)"),
        ),
        // Two mistakes at once.
        (
            "if (a && b) {\n  call(a < b)\n  other(b)\n}\n",
            "3: if (a &amp;&amp; b) {\n4:   call(a &lt; b)\n5: }",
            Some("if (a && b) {\n  call(a < b)\n  other(b)\n}"),
        ),
        (
            "say(\"number one\")\nsay(\"number two\")\nsay(\"number three\")\n",
            "say('number one')\nsay('number two')\nsay('number three')",
            Some("say(\"number one\")\nsay(\"number two\")\nsay(\"number three\")"),
        ),
        // A semicolon that is left out everywhere is left out at the end too.
        (
            "first(1);\nsecond(2);\nthird(3);\n",
            "first(1)\nsecond(2)\nthird(3)",
            Some("first(1);\nsecond(2);\nthird(3);"),
        ),
        ("f(a,\n  bcd,\n  efg)\nend()\n", "f(a, bcd, efg)", Some("f(a,\n  bcd,\n  efg)")),
        // A changed line beside one that is another altogether.
        (
            "- id: toml\n- id: yaml\n- id: fixer\n- id: ending\n",
            "- id: result\nsomething else\n- id: fixer\n- id: ending",
            None,
        ),
        // The empty line that is missing may be the one at the end.
        ("one(1)\n\ntwo(2)\nthree(3)\n\nfour(4)\n", "one(1)\ntwo(2)\nthree(3)\n\n", None),
        // A line too many, or one that is missing.
        ("one(1)\ntwo(2)\nsame(3)\nother(4)\nsame(3)\nend(5)\n", "one(1)\ntwo(2)\nother(4)\nsame(3)", None),
        // A whole line, or the beginning of the one before it.
        ("alpha(1)\nbeta(2) // first\nbeta(2)\nend()\n", "alpha(0)\nbeta(2)", None),
        // Lines that are missing, or in another order.
        (
            "</a>\n<t8>\nref text\n</a>\n<t9>\nref text\n</a>\n<t10>\n",
            "</a>\nref text\n<t9>\n</a>\n<t10>",
            None,
        ),
        // A text that begins within a word of the file, but for letter case.
        ("count(at)\n</p>\nmore\n", "T)\n</p>", None),
        // Of lines with entities those that the file has so stay.
        (
            "&nbsp;\n<b>one</b>\n<i>two</i>\n<u>three</u>\n",
            "&nbsp;\n&lt;b&gt;one&lt;/b&gt;\n&lt;u&gt;three&lt;/u&gt;",
            Some("&nbsp;\n<b>one</b>\n<i>two</i>\n<u>three</u>"),
        ),
        // Numbers of some lines, and a line that is missing.
        (
            "one(1)\n  two(2)\n  three(3)\nfour(4)\n",
            "L1: one(1)\n  two(2)\nL4: four(4)",
            Some("one(1)\n  two(2)\n  three(3)\nfour(4)"),
        ),
        // A piece at an edge that is the end of two lines, with a line too many or a changed one after it.
        (
            "x = noise(o) * amp;\ny = noise(o + 2) * amp;\nfreq *= 2.0;\namp *= persistence;\n",
            "amp;\nif (!ready) return cleanUp(all)\nfreq *= 2.0;\namp *=",
            None,
        ),
        (
            "x = noise(o) * amp;\ny = noise(o + 2) * ampere;\nfreq *= 2.0;\namp *= persistence;\n",
            "amp;\ny = noise(o + 3) * ampere;\nfreq *= 2.0;\namp *=",
            Some("amp;\ny = noise(o + 2) * ampere;\nfreq *= 2.0;\namp *="),
        ),
        // The end of a text that is two spaces deeper, where one of its lines is another.
        (
            "  if one then\n    local info = two()\n    if info then\n      return info.name\n    end\n  end\nend\n",
            "    if one then\n      local info = two()\n      if info then\n        return info.name\n      value\n    end\n",
            None,
        ),
        // Lines of nothing but signs that the text leaves out, the last one too.
        (
            "one)\n  get(1)\n  ;;\ntwo)\n  get(2)\n  ;;\nthree)\n  get(3)\n  ;;\nesac\n",
            "one)\n  get(1)\n  \ntwo)\n  get(2)\n  \nthree)\n  get(3)\n  \n",
            None,
        ),
        // Tags that the file has around the place, in a text with its line ends written out.
        (
            "<svg>\n  <g>\n    <path d=\"M1 2L3 4\" fill=\"one\">\n    </path>\n  </g>\n</svg>\n",
            r#"  <g>\n    <path d=\"M1 2L3 4\" fill=\"one\">\n  </g>"#,
            Some("  <g>\n    <path d=\"M1 2L3 4\" fill=\"one\">\n    </path>\n  </g>"),
        ),
        // The ends of several functions, of which the text lacks one.
        (
            "f(function()\n      expect(\"one\", 1)\n      close(2)\n      end)\n    end)\n  end)\nend)\n\nf(function()\n",
            "      expect(”one”, 1)\n      close(2)\n      end)\n  end)\nend)\n",
            None,
        ),
        // Brackets of another depth are other brackets.
        ("    a(1)\n    }\n  }\n}\n", "    a(1)\n    }\n    }\n  }", None),
    ] {
        assert_eq!(offered_for(file, old).as_deref(), expected, "{old:?} in {file:?}");
    }
}

#[test]
fn whole_lines_are_offered_with_their_line_end_where_the_new_text_has_one() {
    let file = "alpha = 1;\nbeta = 2;\n  gamma();\n  delta();\n}\n";
    for (old, new, expected) in [
        ("2→beta = 2;\n3→  gamma();\n", "x\n", Some("beta = 2;\n  gamma();\n")),
        ("2→beta = 2;\n3→  gamma();", "x", Some("beta = 2;\n  gamma();")),
        ("```\nbeta = 2;\n  gamma();\n```\n", "x\n", Some("beta = 2;\n  gamma();\n")),
        ("```\nbeta = 2;\n  gamma();\n```\n", "```\nx\n```", Some("beta = 2;\n  gamma();")),
        ("alpha = 1;\nbeta = 2;\n\n", "x\n", Some("alpha = 1;\nbeta = 2;\n")),
        // A line that lacks its end is another mistake than a line end.
        ("alpha = 1;\nbeta = 2\n", "alpha = 1;\nbeta = 5;\n", Some("alpha = 1;\nbeta = 2;\n")),
        // Lines that lost their indentation are whole ones.
        ("gamma();\ndelta();\n}", "  gamma();\n  other();\n}", Some("  gamma();\n  delta();\n}")),
    ] {
        let given = Replacement { matching: Matching::ExactOrQuotes, ..replacement(old, new) };
        let Err(EditError::NotFound { help: Some(help) }) = replace(&document(file), &given, Policy::Unique)
        else {
            panic!("{old:?}")
        };
        assert_eq!(help.corrected.as_deref(), expected, "{old:?}\n{}", help.message);
    }
    let given = replacement("\nalpha = 1;\nbeta = 2;\n", "\nalpha = 3;\nbeta = 2;\n");
    let Err(EditError::NotFound { help: Some(help) }) = replace(&document(file), &given, Policy::Unique)
    else {
        panic!("it was replaced")
    };
    assert!(help.message.contains("The new text begins with this line end as well"), "{}", help.message);
}

#[test]
fn a_line_end_that_an_edit_took_stays_the_one_of_the_file() {
    let edits = [replacement("foo\naa", "q"), replacement("q", "a\nb")];
    let made = replace_many(&document("foo\r\naa"), &edits, Policy::Unique).unwrap();
    assert_eq!(&made.bytes[..], b"a\r\nb");
    let given = Replacement { line: Some(2), ..replacement("x", "z") };
    let error = replace(&document("x x\ny\n"), &given, Policy::Unique).unwrap_err();
    assert!(error.to_string().contains("All 2 matches begin on line 1: give more"), "{error}");
}
