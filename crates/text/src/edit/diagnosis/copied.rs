//! Texts that were copied with an addition that the file does not have: fences, line numbers, signs of a diff.

use std::borrow::Cow;

/// A text without its additions, and a description of them.
pub(super) struct Uncopied<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) reason: &'static str,
    /// True if the form alone is conclusive, whether the rest is in the file or not.
    pub(super) is_sure: bool,
}

const FENCE: &str = "The text begins and ends with the fence of a code block (```), which is not part of the file: give it without.";
const NUMBERS: &str = "The text begins its lines with line numbers, as in a numbered listing (`  12→`). They are not part of the \
                       file: give the text without them.";
const PLACES: &str = "The text begins its lines with names or line numbers, as Grep prints them (`file:12:`). They are not part of \
                      the file: give the text without them.";
const DIFF: &str = "The text begins its lines with the signs of a diff (`+`, `-` or a space). They are not part of the file: give \
                    the text without them, and of a changed line only the one that the file has.";
const CUT: &str = "The text has the mark of a line that was cut off for display (`... (+1500 characters)`). It is not part of the \
                   file: read the line with Grep, or give a part of it that was shown.";
const OMITTED: &str = "The text has a line `... (+37 lines)` or `…`, which stands for lines that an answer left out. It is not part of \
                       the file: give one piece without it.";
const QUOTES: &str = "The text has quotes or tags around it that the file does not have: give it without.";
const MARKERS: &str = "The text has the markers of a search-and-replace block or of a conflict (`<<<<<<<`, `=======`, `>>>>>>>`): give \
                       only the lines that the file has.";

const MARKS: &str = "The text begins each line with a mark (`> `, `- `, `* `, `+ `, `// ` or `# `) that the file does not have there: \
                     give it without.";

/// Returns the readings of a text other than the literal one, the most conclusive first.
pub(super) fn readings_of(text: &str) -> Vec<Uncopied<'_>> {
    let is_text = |reading: &str| !reading.trim().is_empty() && reading != text;
    let mut readings: Vec<Uncopied<'_>> = Vec::new();
    let mut add = |reading: Option<Cow<'_, str>>, reason: &'static str, is_sure: bool| {
        if let Some(reading) = reading.filter(|it| is_text(it)) {
            readings.push(Uncopied { text: reading.into_owned().into(), reason, is_sure });
        }
    };
    add(without_fence(text), FENCE, true);
    // An arrow or tab behind a number may be in the file itself; on each line it is a listing.
    let is_listing = text.lines().all(|line| line.trim().is_empty() || listed(line).is_some());
    add(each_line(text, |line| listed(line).map(|(_, rest)| rest)), NUMBERS, is_listing);
    add(numbered(text, &["L", "l", "Line ", "line "], &[": ", ":"]), NUMBERS, true);
    add(numbered(text, &[""], &[" | ", "| ", "|", " │ ", "│"]), NUMBERS, true);
    add(without_places(text), PLACES, false);
    add(numbered(text, &["", "[", "("], &[": ", ":", ". ", ".", "] ", ") ", "  ", " "]), NUMBERS, false);
    add(side_of_diff(text, '+'), DIFF, false);
    add(side_of_diff(text, '-'), DIFF, false);
    for mark in ["> ", "- ", "* ", "+ ", "// ", "# "] {
        add(each_line(text, |line| line.trim_start().strip_prefix(mark)), MARKS, false);
    }
    add(without_cut_mark(text), CUT, false);
    add(without_markers(text), MARKERS, false);
    add(without_quotes(text), QUOTES, false);
    readings
}

/// Returns a sentence about an omission mark in the text; `None` without one.
pub(super) fn mark_in(text: &str) -> Option<&'static str> {
    if text.lines().any(|line| cut_mark(line).is_some_and(|at| at > 0)) {
        return Some(CUT);
    }
    let is_omission = |line: &str| cut_mark(line) == Some(0) || line.trim() == "…";
    text.lines().any(is_omission).then_some(OMITTED)
}

/// Returns what is between the first and the last line of a code block.
fn without_fence(text: &str) -> Option<Cow<'_, str>> {
    let trimmed = text.trim_matches('\n');
    let fence = ["```", "~~~"].into_iter().find(|fence| trimmed.starts_with(fence))?;
    let (first, rest) = trimmed.split_once('\n')?;
    let marks = first.trim_start_matches(&fence[..1]);
    // The first line of a fence has a language at most; with more it is inline code or text.
    if marks.trim().contains([' ', '`']) {
        return None;
    }
    let inner = rest.trim_end().strip_suffix(fence).map_or(rest, |inner| inner.trim_end_matches(&fence[..1]));
    // The line end before the fence belongs to the fence, unless the text goes on behind it.
    Some(inner.strip_suffix('\n').unwrap_or(inner).into())
}

/// Returns the number at the beginning of a line of a listing, and the line.
fn listed(line: &str) -> Option<(usize, &str)> {
    let start = line.trim_start();
    let digits = start.len() - start.trim_start_matches(|character: char| character.is_ascii_digit()).len();
    let number = start[..digits].parse().ok()?;
    let rest = &start[digits..];
    Some((number, rest.strip_prefix('→').or_else(|| rest.strip_prefix('\t'))?))
}

/// Returns the lines without numbers that rise by one from line to line, written in one of these ways.
fn numbered<'t>(text: &'t str, before: &[&str], after: &[&str]) -> Option<Cow<'t, str>> {
    let lines: Vec<&str> = text.split('\n').collect();
    let lines = match lines.as_slice() {
        [lines @ .., last] if !lines.is_empty() && last.is_empty() => lines,
        all => all,
    };
    before.iter().find_map(|before| {
        after.iter().find_map(|after| {
            let mut expected = None;
            let mut kept: Vec<&str> = Vec::with_capacity(lines.len());
            for line in lines {
                let start = line.trim_start().strip_prefix(before)?;
                let digits = start.len() - start.trim_start_matches(|it: char| it.is_ascii_digit()).len();
                let number: usize = start[..digits].parse().ok()?;
                // Numbers that do not count up are the file's own.
                if expected.is_some_and(|expected| expected != number) {
                    return None;
                }
                expected = Some(number + 1);
                let rest = &start[digits..];
                // The mark of an empty line has lost the space at its end.
                let is_bare = rest == after.trim_end();
                kept.push(if is_bare { "" } else { rest.strip_prefix(after)? });
            }
            let end = if text.ends_with('\n') && text.len() > 1 { "\n" } else { "" };
            Some(Cow::Owned(kept.join("\n") + end))
        })
    })
}

/// Returns the text without the `file:12:` or `12-` that begins every line but empty ones, and without lines `--`.
fn without_places(text: &str) -> Option<Cow<'_, str>> {
    // Grep separates groups of lines by `--`.
    let kept: Vec<&str> = text.split('\n').filter(|line| *line != "--").collect();
    let stripped = each_line(&kept.join("\n"), |line| {
        let after_number = |rest: &'_ str| -> Option<usize> {
            let tail = without_digits(rest)?;
            let tail = tail.strip_prefix(':').or_else(|| tail.strip_prefix('-'))?;
            Some(line.len() - tail.len())
        };
        if let Some(at) = after_number(line.trim_start()) {
            return Some(&line[at..]);
        }
        // A name has no white space at its ends, and a number follows it between two signs of one kind.
        line.match_indices([':', '-']).find_map(|(at, sign)| {
            let end = after_number(&line[at + 1..])?;
            (at > 0 && line[..end].ends_with(sign)).then(|| &line[end..])
        })
    });
    stripped.map(|text| Cow::Owned(text.into_owned()))
}

/// Returns the lines of a diff that one side has, without their signs; `None` for a text that is no diff.
fn side_of_diff(text: &str, side: char) -> Option<Cow<'_, str>> {
    let is_header = |line: &&str| {
        ["@@ ", "--- ", "+++ ", "diff ", "index ", "\\ No newline", "*** "]
            .iter()
            .any(|it| line.starts_with(it))
            || *line == "@@"
    };
    let mut lines = Vec::new();
    let mut has_sign = false;
    for line in text.split('\n').filter(|line| !is_header(line)) {
        let Some(sign) = line.chars().next() else {
            lines.push(line);
            continue;
        };
        match sign {
            ' ' => lines.push(&line[1..]),
            '+' | '-' => {
                has_sign = true;
                if sign == side {
                    lines.push(&line[1..]);
                }
            }
            _ => return None,
        }
    }
    has_sign.then(|| lines.join("\n").into())
}

/// Returns where the mark of a cut line begins: `... (+1500 characters)`, or `…` at the end of a line.
fn cut_mark(line: &str) -> Option<usize> {
    // A short line that ends with dots is text.
    const SHORTEST_CUT: usize = 150;
    let trimmed = line.trim_end();
    if let Some(before) = trimmed.strip_suffix('…') {
        return (before.trim().is_empty() || before.chars().count() >= SHORTEST_CUT)
            .then_some(before.trim().len());
    }
    let before = trimmed.strip_suffix(" characters)").or_else(|| trimmed.strip_suffix(" character)"));
    let before =
        before.or_else(|| trimmed.strip_suffix(" lines)")).or_else(|| trimmed.strip_suffix(" line)"))?;
    let digits = before.trim_end_matches(|character: char| character.is_ascii_digit() || character == ',');
    let mark = digits.strip_suffix("... (+").or_else(|| digits.strip_suffix("… (+"))?;
    (digits.len() < before.len()).then_some(if mark.trim().is_empty() { 0 } else { mark.len() })
}

/// Returns a single line, or the last one of several, without the mark of a cut line.
fn without_cut_mark(text: &str) -> Option<Cow<'_, str>> {
    let body = text.trim_end_matches('\n');
    let start = body.rfind('\n').map_or(0, |at| at + 1);
    let at = cut_mark(&body[start..]).filter(|at| *at > 0)?;
    Some(body[..start + at].into())
}

/// Returns the upper part of a block between markers, or what one marker line goes with.
fn without_markers(text: &str) -> Option<Cow<'_, str>> {
    let is_marker = |line: &str| {
        ["<<<<<<<", "=======", ">>>>>>>", "------- SEARCH", "+++++++ REPLACE"]
            .iter()
            .any(|it| line.starts_with(it))
    };
    let lines: Vec<&str> = text.split('\n').collect();
    let first = lines.iter().position(|line| is_marker(line))?;
    let from = usize::from(first == 0);
    let to = lines[from..].iter().position(|line| is_marker(line)).map_or(lines.len(), |at| from + at);
    Some(lines[from..to].join("\n").into())
}

/// Returns what is inside quotes, backticks or tags around the whole text.
fn without_quotes(text: &str) -> Option<Cow<'_, str>> {
    let trimmed = text.trim();
    for quote in ['`', '"', '\''] {
        let inner = trimmed.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner.filter(|_| trimmed.len() > 1) {
            return Some(inner.into());
        }
    }
    if let Some(inner) = trimmed.strip_prefix("<![CDATA[").and_then(|rest| rest.strip_suffix("]]>")) {
        return Some(inner.into());
    }
    let (tag, rest) = trimmed.strip_prefix('<')?.split_once('>')?;
    let is_name =
        !tag.is_empty() && tag.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | ':'));
    let inner = rest.strip_suffix(&format!("</{tag}>")).filter(|_| is_name)?;
    let inner = inner.strip_prefix('\n').unwrap_or(inner);
    Some(inner.strip_suffix('\n').unwrap_or(inner).into())
}

/// Returns the text with what `strip` leaves of each line; empty lines stay. `None` where a line leaves nothing.
fn each_line<'t>(text: &str, strip: impl Fn(&str) -> Option<&str>) -> Option<Cow<'t, str>> {
    let mut stripped: Vec<&str> = Vec::new();
    let mut count = 0;
    for line in text.split('\n') {
        if line.trim().is_empty() {
            stripped.push(line);
            continue;
        }
        stripped.push(strip(line)?);
        count += 1;
    }
    (count > 0).then(|| stripped.join("\n").into())
}

fn without_digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_copied_along_is_removed() {
        // (text, one of its readings)
        for (text, expected) in [
            ("```js\na\nb\n```", "a\nb"),
            ("```\na\n\n```\n", "a\n"),
            ("~~~~py\na\n~~~~", "a"),
            ("```ts\na", "a"),
            ("L2: a\nL3:   b\nL4:", "a\n  b\n"),
            ("2 | a\n3 |   b\n4 |\n5 | c", "a\n  b\n\nc"),
            ("  9→a\n 10→\tb", "a\n\tb"),
            ("7\ta\n8\tb", "a\nb"),
            ("7: a\n8:  b\n", "a\n b\n"),
            ("[7] a\n[8] b", "a\nb"),
            ("src/a.ts:7:a\nsrc/a.ts-8-b", "a\nb"),
            ("@@ -1,2 +1,2 @@\n a\n-b\n+c", "a\nb"),
            ("12345, 12345, ... (+1500 characters)", "12345, 12345, "),
            ("<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE", "a"),
            ("`a + b`", "a + b"),
            ("<old_string>\na\n</old_string>", "a"),
        ] {
            let readings = readings_of(text);
            assert!(readings.iter().any(|it| it.text == expected), "{text:?}");
        }
    }

    #[test]
    fn marks_of_omissions_are_named() {
        assert_eq!(mark_in("abc... (+12 characters)\nd"), Some(CUT));
        assert_eq!(mark_in("a\n... (+3 lines)\nd"), Some(OMITTED));
        assert_eq!(mark_in("a\n...\nd (+3 lines)"), None);
    }
}
