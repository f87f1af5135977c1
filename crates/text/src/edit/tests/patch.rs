//! Tests of the difference as data, as a diff, and as a listing.

use proptest::prelude::*;

use super::*;

fn unified_diff(old: &str, new: &str, path: &str) -> String {
    Patch::between(old, new).unified(path)
}

/// Applies a patch as `patch` does: returns the old text with the hunks applied, each at its place.
fn apply(old: &str, patch: &Patch) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let mut new = String::new();
    let mut next = 0;
    for hunk in &patch.hunks {
        let start = if hunk.old_lines == 0 { hunk.old_start } else { hunk.old_start - 1 };
        new.extend(old[next..start].iter().copied());
        assert_eq!(hunk.new_start, new.split_inclusive('\n').count() + usize::from(hunk.new_lines > 0));
        next = start;
        let (mut taken, mut put) = (0, 0);
        for (index, line) in hunk.lines.iter().enumerate() {
            if line.starts_with('\\') {
                continue;
            }
            let ends =
                if hunk.lines.get(index + 1).is_some_and(|next| next.starts_with('\\')) { "" } else { "\n" };
            let text = format!("{}{ends}", &line[1..]);
            if !line.starts_with('+') {
                assert_eq!(old[next], text);
                next += 1;
                taken += 1;
            }
            if !line.starts_with('-') {
                new.push_str(&text);
                put += 1;
            }
        }
        assert_eq!((taken, put), (hunk.old_lines, hunk.new_lines));
    }
    new.extend(old[next..].iter().copied());
    new
}

#[test]
fn unified_diff_names_file_and_lines() {
    let diff = unified_diff("a\nb\nc\n", "a\nx\nc\n", "modules/gear.js");
    assert_eq!(diff, "--- a/modules/gear.js\n+++ b/modules/gear.js\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
    assert_eq!(unified_diff("a", "a", "p"), "");
    // (old, new, what follows the two header lines)
    let cases = [
        ("a\n", "a", "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"),
        ("a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
        ("", "a\nb\n", "@@ -0,0 +1,2 @@\n+a\n+b\n"),
        ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
        ("1\n2\n3\n4\n5\n", "1\n2\n3\n4\n", "@@ -2,4 +2,3 @@\n 2\n 3\n 4\n-5\n"),
        ("a\rb\n", "a\rc\n", "@@ -1 +1 @@\n-a\rb\n+a\rc\n"),
    ];
    for (old, new, expected) in cases {
        let diff = unified_diff(old, new, "p");
        assert_eq!(diff.strip_prefix("--- a/p\n+++ b/p\n"), Some(expected), "{old:?} {new:?}");
    }
    for (path, header) in [
        ("my file.js", "--- a/my file.js\t\n"),
        ("a\nb\"c\\.js", "--- \"a/a\\nb\\\"c\\\\.js\"\n"),
        ("\u{1}", "--- \"a/\\001\"\n"),
        ("한글.js", "--- a/한글.js\n"),
    ] {
        assert!(unified_diff("a", "b", path).starts_with(header), "{path}");
    }
}

#[test]
fn a_patch_counts_lines_and_places() {
    let old: String = (1..=30).map(|number| format!("{number}\n")).collect();
    let new = old.replace("\n5\n", "\nfive\nand more\n").replace("\n25\n", "\n");
    let patch = Patch::between(&old, &new);
    assert_eq!((patch.added, patch.removed, patch.hunks.len()), (2, 2, 2));
    let places = patch.hunks.iter().map(|it| (it.old_start, it.old_lines, it.new_start, it.new_lines));
    assert_eq!(places.collect::<Vec<_>>(), [(2, 7, 2, 8), (22, 7, 23, 6)]);
    assert_eq!(patch.hunks[1].lines, [" 22", " 23", " 24", "-25", " 26", " 27", " 28"]);
    let from_nothing = Patch::between("", "a");
    assert_eq!((from_nothing.hunks[0].old_start, from_nothing.hunks[0].new_start), (0, 1));
    assert_eq!(from_nothing.hunks[0].lines, ["+a", "\\ No newline at end of file"]);
}

#[test]
fn snippet_lists_changes_with_context() {
    let old: String = (1..=40).map(|number| format!("line {number}\n")).collect();
    let snippet = |new: &str| Patch::between(&old, new).snippet(new);
    let listed = |numbers: std::ops::RangeInclusive<usize>| -> Vec<String> {
        numbers.map(|number| format!("{number:>6}→line {number}")).collect()
    };

    let changed = snippet(&old.replace("line 10\n", "ten\n"));
    assert_eq!(changed, [listed(6..=9), vec!["    10→ten".to_owned()], listed(11..=14)].concat().join("\n"));

    let far_apart = snippet(&old.replace("line 2\n", "two\n").replace("line 30\n", "thirty\n"));
    assert_eq!(far_apart.lines().filter(|line| *line == "...").count(), 1);
    assert!(far_apart.starts_with("     1→line 1\n     2→two\n") && far_apart.ends_with("    34→line 34"));
    let close = snippet(&old.replace("line 10\n", "ten\n").replace("line 19\n", "nineteen\n"));
    assert!(!close.contains("...") && close.lines().count() == 18, "{close}");

    let deleted = snippet(&old.replace("line 10\n", ""));
    assert_eq!(deleted.lines().count(), 8);
    assert!(deleted.starts_with("     6→line 6\n") && deleted.contains("     9→line 9\n    10→line 11\n"));
    assert!(snippet(&old.replace("line 40\n", "")).ends_with("    39→line 39"));
    assert_eq!(snippet(""), "");
    assert_eq!(snippet(&old), "");
    assert_eq!(snippet(&old.replace("line 40\n", "line 40")).lines().last(), Some("    40→line 40"));
}

#[test]
fn long_snippet_is_cut_with_count_of_omitted_lines() {
    let old = "first\nlast\n";
    let body: String = (1..=150).map(|number| format!("{number}\n")).collect();
    let new = format!("first\n{body}last\n");
    let snippet = Patch::between(old, &new).snippet(&new);
    assert_eq!(snippet.lines().count(), 1 + 100 + 1 + 1);
    assert!(snippet.contains("   101→100\n... (+50 lines)\n   152→last"), "{snippet}");

    let old: String = (1..=2_000).map(|number| format!("line {number}\n")).collect();
    let new = old.replace("0\n", "zero\n");
    let snippet = Patch::between(&old, &new).snippet(&new);
    let numbered = snippet.lines().filter(|line| line.contains('→')).count();
    let left_out: usize =
        snippet.lines().last().unwrap().trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap();
    assert_eq!(numbered, 400);
    assert_eq!(numbered + left_out, 199 * 9 + 5, "{snippet}");

    let wide = "x".repeat(10_000);
    let snippet = Patch::between("a\n", &wide).snippet(&wide);
    assert!(snippet.ends_with("x... (+8000 characters)"));
}

proptest! {
    #[test]
    fn patch_applied_to_old_text_gives_new_text(
        old in "([ab]?\r?\n|[abc]|\\\\ |\\+|-){0,40}",
        new in "([ab]?\r?\n|[abc]|\\\\ |\\+|-){0,40}",
    ) {
        let patch = Patch::between(&old, &new);
        prop_assert_eq!(apply(&old, &patch), &new[..]);
        prop_assert_eq!(patch.is_empty(), old == new);
        let snippet = patch.snippet(&new);
        let shown: Vec<&str> = new.strip_suffix('\n').unwrap_or(&new).split('\n').collect();
        for line in snippet.split('\n').filter(|line| !line.is_empty() && *line != "...") {
            let (number, text) = line.split_once('→').unwrap();
            prop_assert_eq!(shown[number.trim().parse::<usize>().unwrap() - 1], text);
        }
    }
}

/// Returns a patch of replacements, and the expected result.
fn patch_of_all(old: &str, from: &str, to: &str) -> (Patch, String) {
    let new = old.replace(from, to);
    (Patch::of_spans(old, &new, &super::super::places::Spans::of(old, from, to)), new)
}

/// Returns the old lines of a large text, of which every tenth holds `mark`.
fn large_text() -> String {
    (0..30_000).map(|n| format!("line {n} {}\n", if n % 10 == 0 { "mark" } else { "plain" })).collect()
}

#[test]
fn patch_of_many_replacements_is_cut_and_counts_all() {
    let old = large_text();
    let (patch, new) = patch_of_all(&old, "mark", "remark");
    assert_eq!((patch.added, patch.removed, patch.is_truncated), (3_000, 3_000, true));
    let lines: usize = patch.hunks.iter().map(|hunk| hunk.lines.len()).sum();
    assert!(lines <= 5_000, "{lines}");
    // The part that is there is a patch of its own.
    let partly = apply(&old, &patch);
    let (changed, rest) = (partly.matches("remark").count(), new.matches("remark").count());
    assert!(changed > 600 && changed < rest);
    let at = partly.find(" mark").unwrap();
    assert_eq!(partly[..at].replace("remark", "mark"), old[..at - 2 * changed]);
    assert!(patch.unified("p").ends_with("... truncated: there are more changes than are shown here\n"));
    let snippet = patch.snippet(&new);
    let numbered = snippet.lines().filter(|line| line.contains('→')).count();
    let left = snippet.lines().last().unwrap().trim_matches(|c: char| !c.is_ascii_digit());
    // Each place lists nine lines, the first five.
    assert_eq!((numbered, numbered + left.parse::<usize>().unwrap()), (400, 3_000 * 9 - 4));
}

#[test]
fn patch_of_one_long_line_or_of_line_ends_alone_is_cut() {
    let long = "a".repeat(1 << 20);
    let (patch, _) = patch_of_all(&long, "a", "b");
    assert_eq!((patch.added, patch.removed, patch.is_truncated), (1, 1, true));
    assert!(patch.hunks.is_empty() && !patch.is_empty());

    let (patch, new) = patch_of_all(&"\n".repeat(100_000), "\n", "\n\n");
    assert_eq!((patch.added, patch.removed, patch.is_truncated), (100_000, 0, true));
    assert!(patch.hunks.len() == 1 && patch.hunks[0].lines.len() <= 5_000);
    assert!(patch.snippet(&new).contains("... (+"));

    // Where both sides do not fit, a part of each is shown.
    let old: String = (0..20_000).map(|n| format!("{n}x\n")).collect();
    let (patch, _) = patch_of_all(&old, "x", "y");
    let signs = |sign| patch.hunks[0].lines.iter().filter(|line| line.starts_with(sign)).count();
    assert_eq!((signs('-'), signs('+'), patch.added), (2_500, 2_500, 20_000));
}

#[test]
fn large_texts_are_compared_between_the_lines_they_share() {
    let old = large_text();
    let new = old
        .replace("line 5 ", "five ")
        .replace("line 29000 mark\n", "")
        .replace("line 15000 mark\n", "line 15000 mark\nnew\nnew\n");
    let patch = Patch::between(&old, &new);
    assert_eq!((patch.added, patch.removed, patch.hunks.len(), patch.is_truncated), (3, 2, 3, false));
    assert_eq!(apply(&old, &patch), new);
}

proptest! {
    #[test]
    fn patch_of_spans_applies_like_compared_patch(
        lines in proptest::collection::vec("[ab]{0,3}(xy)?[ab]{0,2}", 1..60),
        to in "(x|y|\n|[ab]){1,4}",
        has_last_end in proptest::bool::ANY,
    ) {
        // What is compared line by line in a small text is found from the places alone in a large one.
        let old = format!("{}\n{}{}", "\n".repeat(20_000), lines.join("\n"), if has_last_end { "\n" } else { "" });
        let (patch, new) = patch_of_all(&old, "xy", &to);
        prop_assert_eq!(apply(&old, &patch), &new[..]);
        prop_assert_eq!(patch.is_empty(), old == new);
        let signs = |sign| patch.hunks.iter().flat_map(|it| &it.lines).filter(|it| it.starts_with(sign)).count();
        prop_assert_eq!((signs('+'), signs('-')), (patch.added, patch.removed));
        prop_assert!(!patch.is_truncated);
    }
}
