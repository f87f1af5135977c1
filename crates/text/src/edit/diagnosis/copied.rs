//! Texts that were copied with an addition that the file does not have: fences, line numbers, signs of a diff.

use std::borrow::Cow;

/// A text without its additions, and a description of them.
pub(super) struct Uncopied<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) reason: &'static str,
    /// True if the form alone is conclusive, whether the rest is in the file or not.
    pub(super) is_sure: bool,
    /// True for an addition around the whole text, within which there may be others.
    pub(super) is_around: bool,
    /// The empty lines at the beginning and the end of a code block, which are not in the text.
    pub(super) empty_lines: (usize, usize),
}

const FENCE: &str = "The text begins and ends with the fence of a code block (```), which is not part of the file: give it without.";
/// The text has words before or after its code block.
pub(super) const FENCE_WITHIN: &str = "The text has a code block (```) with words around it, which are not part of the file: give only the lines \
                                       between the fences.";
pub(super) const NUMBERS: &str = "The text begins its lines with line numbers, as in a numbered listing (`  12→`). They are not part of \
                                  the file: give the text without them.";
pub(super) const PLACES: &str = "The text begins its lines with names or line numbers, as Grep prints them (`file:12:`). They are not \
                                 part of the file: give the text without them.";
pub(super) const DIFF: &str = "The text begins its lines with the signs of a diff (`+`, `-` or a space). They are not part of the file: give \
                    the text without them, and of a changed line only the one that the file has.";
const CUT: &str = "The text has the mark of a line that was cut off for display (`... (+1500 characters)`). It is not part of the \
                   file: read the line with Grep, or give a part of it that was shown.";
const OMITTED: &str = "The text has a line `... (+37 lines)` or `…`, which stands for lines that an answer left out. It is not part of \
                       the file: give one piece without it.";
pub(super) const QUOTES: &str =
    "The text has quotes or tags around it that the file does not have: give it without.";
const MARKERS: &str = "The text has the markers of a search-and-replace block or of a conflict (`<<<<<<<`, `=======`, `>>>>>>>`): give \
                       only the lines that the file has.";

const FILE_NAME: &str =
    "The text begins with a line that names a file. It is not part of the file: give the text without it.";
/// The dots stand for the rest of the line.
pub(super) const DOTS: &str = "The text ends with dots, which stand for more. They are not part of the file: give the text without them.";

const DOUBLED: &str =
    "The text has an empty line after each line, which the file does not have: give it without these.";

const LABEL: &str = "The text begins with a line of its own, such as `old:`, which names what follows. It is not part of the file: give \
                     the text without it.";

const DIFF_HEAD: &str = "The text begins with the head of a diff (`@@`, `---`, `+++`). It is not part of the file: give the text without it.";

const MARKS: &str = "The text begins each line with a mark (`> `, `- `, `* `, `+ `, `// ` or `# `) that the file does not have there: \
                     give it without.";

/// Returns the readings of a text other than the literal one, the most conclusive first.
pub(super) fn readings_of(text: &str) -> Vec<Uncopied<'_>> {
    let is_text = |reading: &str| !reading.trim().is_empty() && reading != text;
    let mut readings: Vec<Uncopied<'_>> = Vec::new();
    let mut add = |reading: Option<Cow<'_, str>>, reason: &'static str, is_sure: bool| {
        let is_around = [QUOTES, FENCE, FENCE_WITHIN, MARKERS, FILE_NAME, LABEL, DIFF_HEAD].contains(&reason);
        let Some(reading) = reading else { return };
        // An empty line inside of a fence is not the line end before the place: it would be replaced with it.
        let trimmed = if is_around { reading.trim_matches('\n') } else { &*reading };
        let before = reading.len() - reading.trim_start_matches('\n').len();
        let empty_lines = match reason {
            FENCE | FENCE_WITHIN => (before, (reading.len() - trimmed.len()).saturating_sub(before)),
            _ => (0, 0),
        };
        if is_text(trimmed) {
            let text = trimmed.to_owned().into();
            readings.push(Uncopied { text, reason, is_sure, is_around, empty_lines });
        }
    };
    // Without the line that begins the block, the fence at the end may be the file's own.
    let is_opened = FENCES.iter().any(|fence| text.trim_start().starts_with(fence));
    add(without_fence(text), FENCE, is_opened);
    add(fenced_within(text), FENCE_WITHIN, true);
    // An arrow or tab after a number may be in the file itself; on each line it is a listing.
    let is_listing = text.lines().all(|line| line.trim().is_empty() || listed(line).is_some());
    add(each_line(text, |line| listed(line).map(|(_, rest)| rest)), NUMBERS, is_listing);
    add(numbered(text, &["L", "l", "Line ", "line "], &[": ", ":"]), NUMBERS, true);
    add(numbered(text, &[""], &[" | ", "| ", "|", " │ ", "│"]), NUMBERS, true);
    add(without_places(text), PLACES, false);
    add(numbered(text, &["", "[", "("], &[": ", ":", ". ", ".", "] ", ") ", "  ", " "]), NUMBERS, false);
    let (numbered, is_listing) = numbered_anyhow(text);
    numbered.into_iter().for_each(|reading| add(Some(reading.into()), NUMBERS, is_listing));
    add(numbered_in_part(text), NUMBERS, false);
    add(without_columns(text), PLACES, false);
    add(side_of_diff(text, '+'), DIFF, false);
    add(side_of_diff(text, '-'), DIFF, false);
    add(signed_lines(text), DIFF, false);
    add(without_head_of_diff(text), DIFF_HEAD, false);
    for mark in ["> ", "- ", "* ", "+ ", "// ", "# ", ">", "| ", "|"] {
        add(each_line(text, |line| line.trim_start().strip_prefix(mark)), MARKS, false);
    }
    add(without_cut_mark(text), CUT, false);
    add(without_markers(text), MARKERS, false);
    add(without_quotes(text), QUOTES, false);
    add(without_file_name(text), FILE_NAME, false);
    add(without_label(text), LABEL, false);
    add(without_dots(text), DOTS, false);
    add(without_second_lines(text), DOUBLED, true);
    readings
}

/// Returns a sentence about an omission mark in the text; `None` without one.
pub(super) fn mark_in(text: &str) -> Option<&'static str> {
    if text.lines().any(|line| cut_mark(line).is_some_and(|at| at > 0)) {
        return Some(CUT);
    }
    text.lines().any(is_omission).then_some(OMITTED)
}

/// Returns true for a line such as `... (+37 lines)` or `[... 12 lines omitted ...]`.
pub(super) fn is_omission(line: &str) -> bool {
    if cut_mark(line) == Some(0) || line.trim() == "…" {
        return true;
    }
    let inner = line.trim().trim_matches(['[', ']', '(', ')', '<', '>', ' ']);
    let is_word_in_brackets = inner.len() + 2 == line.trim().len()
        && ["truncated", "omitted", "snip", "snipped", "elided"].contains(&inner.to_lowercase().as_str());
    if is_word_in_brackets {
        return true;
    }
    let has_dots = inner.starts_with("...") || inner.starts_with('…');
    let mut words = inner.split(|it: char| !it.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    let mut has_number = false;
    has_dots
        && words.peek().is_some()
        && words.all(|word| {
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            has_number |= is_number;
            is_number
                || ["more", "line", "lines", "omitted", "truncated", "hidden", "not", "shown", "characters"]
                    .contains(&word.to_lowercase().as_str())
        })
        && has_number
}

/// The beginnings of the lines around a block of code in Markdown.
pub(super) const FENCES: [&str; 2] = ["```", "~~~"];

/// Returns true for a line that begins or ends a block of code.
pub(super) fn is_fence(line: &str) -> bool {
    FENCES.iter().any(|fence| line.trim_start().starts_with(fence))
}

/// Returns what is between the first and the last line of a code block.
fn without_fence(text: &str) -> Option<Cow<'_, str>> {
    let trimmed = text.trim_matches('\n');
    let indentation = trimmed.len() - trimmed.trim_start().len();
    let opened = &trimmed[indentation..];
    let Some(fence) = FENCES.into_iter().find(|fence| opened.starts_with(fence)) else {
        // The line that begins the block may have been left out.
        let (inner, last) = trimmed.rsplit_once('\n')?;
        return FENCES.contains(&last.trim()).then(|| inner.into());
    };
    let (first, rest) = opened.split_once('\n')?;
    let marks = first.trim_start_matches(&fence[..1]);
    let closed = rest.trim_end().strip_suffix(fence);
    // The first line of a fence has a language, and perhaps a title; with a mark inside it is inline code or text.
    if marks.contains('`') || (closed.is_none() && marks.trim().contains(' ')) {
        return None;
    }
    let inner = closed.map_or(rest, |inner| inner.trim_end_matches(&fence[..1]));
    if indentation == 0 {
        // The line end before the fence belongs to the fence, unless the text continues after it.
        return Some(inner.strip_suffix('\n').unwrap_or(inner).into());
    }
    // The lines of an indented block are indented as its fence.
    let white_space = &trimmed[..indentation];
    let lines = inner.trim_end().split('\n').map(|line| line.strip_prefix(white_space).unwrap_or(line));
    Some(lines.collect::<Vec<&str>>().join("\n").into())
}

/// Returns the only code block of a text that has words before or after it.
fn fenced_within(text: &str) -> Option<Cow<'_, str>> {
    let lines: Vec<&str> = text.split('\n').collect();
    let is_fence = |line: &&str| FENCES.iter().any(|fence| line.starts_with(fence));
    let mut fences = lines.iter().enumerate().filter(|(_, line)| is_fence(line)).map(|(index, _)| index);
    let (first, last) = (fences.next()?, fences.next()?);
    let is_within = first > 0 || last + 1 < lines.len();
    (is_within && fences.next().is_none() && first + 1 < last)
        .then(|| lines[first + 1..last].join("\n").into())
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

/// The signs around the number of a line in a listing, and the fewest lines of a text that have them, where others have none: a
/// number and a colon alone may be code.
const NUMBERED_IN_PART: [(&str, &str, usize); 5] =
    [("L", ": ", 1), ("", "→", 1), ("", " | ", 1), ("L", ":", 2), ("", ": ", 2)];

/// Returns the lines without the numbers that some of them have, which rise from line to line; lines between them may be missing.
fn numbered_in_part(text: &str) -> Option<Cow<'_, str>> {
    NUMBERED_IN_PART.iter().find_map(|(before, after, fewest)| {
        let mut last = None;
        let mut count = 0;
        let mut kept: Vec<&str> = Vec::new();
        for line in text.split('\n') {
            let numbered = line.trim_start().strip_prefix(before).and_then(|start| {
                let rest = without_digits(start)?;
                let number: usize = start[..start.len() - rest.len()].parse().ok()?;
                // The mark of an empty line has lost the space at its end.
                let line = rest.strip_prefix(after).or_else(|| (rest == after.trim_end()).then_some(""))?;
                Some((number, line))
            });
            let Some((number, rest)) = numbered else {
                kept.push(line);
                continue;
            };
            if last.is_some_and(|last| number <= last) {
                return None;
            }
            last = Some(number);
            count += 1;
            kept.push(rest);
        }
        (count >= *fewest).then(|| kept.join("\n").into())
    })
}

/// The most characters between a number and its line.
const MAX_SEPARATOR: usize = 4;
/// The last column in which the number of a line can stand: listings align numbers of at most eight digits, and mark one line in
/// front of them.
const MAX_NUMBER_COLUMN: usize = 16;
/// The signs before the number of a line in a listing. Any other word is the beginning of a line of code, such as `b = 1;`.
pub(super) const BEFORE_NUMBER: [&str; 9] = ["", "#", "(", "[", "<", "L", "l", "Line", "line"];
/// The signs that show of a single line that its number is not its own.
pub(super) const AFTER_SINGLE_NUMBER: [char; 5] = [':', '|', '│', '→', '>'];

/// Returns the lines without numbers that rise by one from line to line, in whatever way they are written: `12 => a`,
/// `> 12 | a`, `12:k3f2→a`. Of the characters that follow all the numbers, any may belong to the lines: there is a reading for
/// each. With them comes true if the numbers certainly come from a listing.
fn numbered_anyhow(text: &str) -> (Vec<String>, bool) {
    let body = text.strip_suffix('\n').filter(|body| !body.is_empty()).unwrap_or(text);
    let mut rests: Vec<&str> = Vec::new();
    let mut known: Option<(&str, usize)> = None;
    for line in body.split('\n') {
        let Some(digit) = line.find(|it: char| it.is_ascii_digit()).filter(|at| *at <= MAX_NUMBER_COLUMN)
        else {
            return (Vec::new(), false);
        };
        // One line of several may be marked, as the place of an error is.
        let before = line[..digit].trim_matches([' ', '\t', '>', '*', '|', '→']);
        let rest = &line[digit..];
        let digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
        let Ok(number) = rest[..digits].parse::<usize>() else { return (Vec::new(), false) };
        let follows = known.is_none_or(|(same, last)| same == before && last + 1 == number);
        if !follows || !BEFORE_NUMBER.contains(&before.trim_end()) {
            return (Vec::new(), false);
        }
        known = Some((before, number));
        rests.push(without_anchor(&rest[digits..]));
    }
    let longest = rests.iter().max_by_key(|rest| rest.len()).copied().unwrap_or_default();
    let separator = longest.find(|it: char| it.is_alphanumeric()).unwrap_or(longest.len());
    let mut readings = Vec::new();
    let lengths = longest[..separator].char_indices().map(|(at, it)| at + it.len_utf8());
    for length in std::iter::once(0).chain(lengths).take(1 + MAX_SEPARATOR) {
        let separator = &longest[..length];
        if rests.len() == 1 && !separator.contains(AFTER_SINGLE_NUMBER) {
            continue;
        }
        let strip = |rest: &&str| match rest.strip_prefix(separator) {
            Some(rest) => Some(rest.to_owned()),
            // An empty line has lost the space at its end.
            None => (*rest == separator.trim_end()).then(String::new),
        };
        match rests.iter().map(strip).collect::<Option<Vec<String>>>() {
            Some(lines) => readings.push(lines.join("\n")),
            None => break,
        }
    }
    (readings, rests.len() > 2)
}

/// Returns what follows the hash of an anchor, from its arrow on.
fn without_anchor(rest: &str) -> &str {
    let hash =
        rest.strip_prefix(':').map(|rest| rest.trim_start_matches(|it: char| it.is_ascii_alphanumeric()));
    hash.filter(|rest| rest.starts_with('→')).unwrap_or(rest)
}

/// Returns the text without a first line that names a file, as above a code block.
fn without_file_name(text: &str) -> Option<Cow<'_, str>> {
    let (first, rest) = text.split_once('\n')?;
    let signs = ['/', '#', '*', '<', '!', '-', '>', '`', ':', '"', ' ', '[', ']', ';', '='];
    // A section of TOML or INI, which may have a dot.
    if first.trim_start().starts_with('[') && first.trim_end().ends_with(']') {
        return None;
    }
    let name = first.trim().trim_matches(signs);
    let named = ["File:", "file:", "Path:", "path:", "Filename:", "filename:", "file_path:"];
    let name =
        named.iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name).trim().trim_matches(signs);
    let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=6).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    // An address of the web is a line of its own.
    let is_name = has_ending
        && !name.contains(char::is_whitespace)
        && !name.contains(['(', '=', '"', '\''])
        && !name.contains("://");
    is_name.then(|| rest.into())
}

/// Returns the text without the `file:12:3:` that begins every line but empty ones, as linters write it.
fn without_columns(text: &str) -> Option<Cow<'_, str>> {
    each_line(text, |line| {
        line.match_indices(':').find_map(|(at, _)| {
            let rest = without_digits(&line[at + 1..])?.strip_prefix(':')?;
            without_digits(rest)?.strip_prefix(':')
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
            // A piece of code is no name.
            let is_name = at > 0 && !line[..at].contains(['{', '}', '(', '"', ';', '=', '<', '>']);
            (is_name && line[..end].ends_with(sign)).then(|| &line[end..])
        })
    });
    stripped.map(|text| Cow::Owned(text.into_owned()))
}

/// Returns the lines of a diff that one side has, without their signs; `None` for a text that is no diff.
fn side_of_diff(text: &str, side: char) -> Option<Cow<'_, str>> {
    // A comment of SQL, Lua or Haskell that is removed begins as the name of a file does, but no name of the new file follows.
    let has_names = text.starts_with("+++ ") || text.contains("\n+++ ");
    let is_header = |line: &&str| {
        ["@@ ", "+++ ", "diff ", "index ", "\\ No newline", "*** "].iter().any(|it| line.starts_with(it))
            || *line == "@@"
            || (has_names && line.starts_with("--- "))
    };
    let mut lines = Vec::new();
    // Lines that all begin with a space may be the unchanged lines of a diff.
    let mut has_sign = side == '-' && text.contains('\n');
    // Without a line that was added both sides would be the same, but for items of a list.
    if side == '+' && !text.split('\n').any(|line| line.starts_with('+')) {
        return None;
    }
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

/// Returns the lines that were there before a change, where only the changed lines have a sign: those with `-` without it, and
/// none with `+`.
fn signed_lines(text: &str) -> Option<Cow<'_, str>> {
    let lines = text.split('\n').filter(|line| !line.starts_with('+'));
    // A line of dashes is a rule, and the sign alone an empty line.
    let is_rule = |line: &str| !line.is_empty() && line.trim_matches('-').is_empty();
    let kept: Vec<&str> =
        lines.map(|line| line.strip_prefix('-').filter(|rest| !is_rule(rest)).unwrap_or(line)).collect();
    (text.contains('\n') && !kept.is_empty()).then(|| kept.join("\n").into())
}

/// Returns the text without the lines of a diff that come before its first lines.
fn without_head_of_diff(text: &str) -> Option<Cow<'_, str>> {
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\n')
        && ["@@", "--- ", "+++ ", "diff --git ", "index ", "*** "].iter().any(|head| line.starts_with(head))
    {
        rest = after;
    }
    (rest.len() < text.len()).then(|| rest.into())
}

/// Returns the lines of a text that has an empty one after each.
fn without_second_lines(text: &str) -> Option<Cow<'_, str>> {
    let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
    let are_doubled = lines.len() > 4 && lines.iter().skip(1).step_by(2).all(|line| line.trim().is_empty());
    are_doubled.then(|| lines.iter().step_by(2).copied().collect::<Vec<&str>>().join("\n").into())
}

/// The words in the line above a text that names it.
const LABELS: [&str; 19] = [
    "old", "new", "before", "after", "original", "current", "existing", "find", "search", "replace", "code",
    "text", "string", "the", "here", "is", "with", "file", "content",
];

/// Returns the text without a first line that only names it: `old_string:`, `Before:`, `Here is the current code:`.
fn without_label(text: &str) -> Option<Cow<'_, str>> {
    let (first, rest) = text.split_once('\n')?;
    // Any other sign belongs to code.
    let is_plain = |it: char| it.is_alphanumeric() || it.is_whitespace() || ":_*#-`".contains(it);
    if !first.chars().all(is_plain) {
        return None;
    }
    let mut words = first.split(|it: char| !it.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek()?;
    words.all(|word| LABELS.contains(&&*word.to_lowercase())).then(|| rest.into())
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
        // A longer row of the same sign is a rule, such as that under a heading.
        ["<<<<<<<", "=======", ">>>>>>>"]
            .iter()
            .any(|it| line.strip_prefix(it).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
            || line.starts_with("------- SEARCH")
            || line.starts_with("+++++++ REPLACE")
    };
    let lines: Vec<&str> = text.split('\n').collect();
    let first = lines.iter().position(|line| is_marker(line))?;
    let from = usize::from(first == 0);
    let to = lines[from..].iter().position(|line| is_marker(line)).map_or(lines.len(), |at| from + at);
    Some(lines[from..to].join("\n").into())
}

/// Returns the text without the white space at its end, and the dots that stand for more of the line.
fn without_dots(text: &str) -> Option<Cow<'_, str>> {
    let rest = text.trim_end().strip_suffix("...").or_else(|| text.trim_end().strip_suffix('…'))?;
    // Dots alone on a line stand for lines, not for the rest of one.
    rest.rsplit('\n').next()?.contains(char::is_alphanumeric).then(|| rest.into())
}

/// The quotes that may be around a text, the longest first.
const QUOTE_PAIRS: [(&str, &str); 14] = [
    ("\"\"\"", "\"\"\""),
    ("'''", "'''"),
    ("`", "`"),
    ("\"", "\""),
    ("'", "'"),
    ("“", "”"),
    ("„", "“"),
    ("”", "”"),
    ("‘", "’"),
    ("‚", "‘"),
    ("«", "»"),
    ("»", "«"),
    ("「", "」"),
    ("『", "』"),
];

/// Returns true if a pair of quotes is around the span.
pub(super) fn is_in_quotes(view: &str, span: &std::ops::Range<usize>) -> bool {
    let (before, after) = (&view[..span.start], &view[span.end..]);
    QUOTE_PAIRS.iter().any(|(opening, closing)| before.ends_with(opening) && after.starts_with(closing))
}

/// Returns what is inside quotes, backticks or tags around the whole text.
fn without_quotes(text: &str) -> Option<Cow<'_, str>> {
    let trimmed = text.trim();
    for (opening, closing) in QUOTE_PAIRS {
        let inner = trimmed.strip_prefix(opening).and_then(|rest| rest.strip_suffix(closing));
        // Three of them are a fence, or begin a text of several lines.
        let is_triple = || {
            [trimmed.chars().take(3).collect::<String>(), trimmed.chars().rev().take(3).collect()]
                .contains(&opening.repeat(3))
        };
        let is_escaped = |inner: &str| inner.ends_with('\\');
        let is_whole = |inner: &&str| opening.len() > 1 || !(is_triple() || is_escaped(inner));
        if let Some(inner) = inner.filter(|inner| trimmed.len() > 1 && is_whole(inner)) {
            let inner = if opening.chars().count() > 1 { inner.trim_matches('\n') } else { inner };
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
    fn copied_line_numbers_and_fences_are_removed() {
        // (text, one of its readings)
        for (text, expected) in [
            ("```js\na\nb\n```", "a\nb"),
            ("```\na\n\n```\n", "a"),
            ("~~~~py\na\n~~~~", "a"),
            ("```ts\na", "a"),
            ("L2: a\nL3:   b\nL4:", "a\n  b\n"),
            ("2 | a\n3 |   b\n4 |\n5 | c", "a\n  b\n\nc"),
            ("L2: a\n  b\nL5:\nL6: c", "a\n  b\n\nc"),
            ("a\n     7→  b\nc", "a\n  b\nc"),
            ("  9→a\n 10→\tb", "a\n\tb"),
            ("7\ta\n8\tb", "a\nb"),
            ("7: a\n8:  b\n", "a\n b\n"),
            ("[7] a\n[8] b", "a\nb"),
            ("src/a.ts:7:a\nsrc/a.ts-8-b", "a\nb"),
            ("@@ -1,2 +1,2 @@\n a\n-b\n+c", "a\nb"),
            ("a\n-\n+ x\nb", "a\n\nb"),
            ("12345, 12345, ... (+1500 characters)", "12345, 12345, "),
            ("<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE", "a"),
            ("`a + b`", "a + b"),
            ("12> a\n13>   b\n14>", "a\n  b\n"),
            ("  12 | a\n> 13 |   b\n  14 | c", "a\n  b\nc"),
            ("| 12 | a\n| 13 |   b", "a\n  b"),
            ("12 => a\n13 => b", "a\nb"),
            ("12:k3f2→a\n13:0a9z→  b", "a\n  b"),
            ("#12 a\n#13 b", "a\nb"),
            ("a.js:12:1:a\na.js:13:5:  b", "a\n  b"),
            ("@@ -1,2 +1,2 @@\n a\n \n   b", "a\n\n  b"),
            (" a\n   b", "a\n  b"),
            (">a\n>  b", "a\n  b"),
            ("a\nb\n```", "a\nb"),
            ("```js title=\"a.js\"\na\n```", "a"),
            ("```js\n\na\n\n```", "a"),
            ("Here it is:\n```js\na\n```", "a"),
            ("<![CDATA[\na\n]]>", "a"),
            ("“  a(\"b\")”", "  a(\"b\")"),
            ("«a»", "a"),
            ("\"\"a\" + \"b\"\"", "\"a\" + \"b\""),
            ("  ```\n  a\n    b\n  ```", "a\n  b"),
            ("\"\"\"\na\n\"\"\"", "a"),
            ("// src/a.js\na\nb", "a\nb"),
            ("src/a.js\na\nb", "a\nb"),
            ("a b...", "a b"),
            ("<old_string>\na\n</old_string>", "a"),
        ] {
            let readings = readings_of(text);
            assert!(readings.iter().any(|it| it.text == expected), "{text:?}");
        }
    }

    #[test]
    fn numbers_of_code_are_no_line_numbers() {
        for text in ["    b = 1;", "\tb = 1;", "x1;", "5, 6", "a[0]\na[1]", "let a = 1;\nlet a = 2;", "1;"] {
            let readings = readings_of(text);
            let numbers: Vec<_> =
                readings.iter().filter(|it| it.reason == NUMBERS).map(|it| &it.text).collect();
            assert!(numbers.is_empty(), "{text:?}: {numbers:?}");
        }
    }

    #[test]
    fn marks_of_omissions_are_named() {
        assert_eq!(mark_in("abc... (+12 characters)\nd"), Some(CUT));
        assert_eq!(mark_in("a\n... (+3 lines)\nd"), Some(OMITTED));
        assert_eq!(mark_in("a\n...\nd (+3 lines)"), None);
        for (line, expected) in [
            ("[... 12 lines omitted ...]", true),
            ("... 12 more lines", true),
            ("... (+3 lines)", true),
            ("[truncated]", true),
            ("(omitted)", true),
            ("truncated", false),
            ("...", false),
            ("...lines", false),
            ("12 more lines", false),
        ] {
            assert_eq!(is_omission(line), expected, "{line}");
        }
    }
}
