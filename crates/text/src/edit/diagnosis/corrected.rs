//! The old text as it should have been given: the part of the file that an alignment stands for.
//!
//! It is only offered where its edges are certain, since a retry with it changes the file. A line in the middle may be
//! altogether different; the first and the last must show where in their lines the text begins and ends.

use std::ops::Range;

use memchr::memmem;
use similar::DiffOp;

use super::super::difference::difference;
use super::align::{Alignment, Step};
use super::skeleton::{Skeletons, likeness};
use crate::Document;

/// The share of a text's lines that the place must have for its text to be offered.
const SHARE_NEEDED: f64 = 0.3;
/// The share of the words that a line at an edge must have in common with the line of the file.
const WORDS_NEEDED: f64 = 0.5;
/// The number of lines outside of a place that a changed line at its edge may be meant for, and by how much such a line
/// must be likelier.
const LOOKED_BEYOND: usize = 3;
const LIKENESS_AHEAD: f64 = 0.05;
/// The likeness, from 0 to 1, that the line beside a changed line at an edge must have with its line of the file.
const LIKENESS_NEEDED: f64 = 0.4;
/// The most lines that may be missing after no line and after one line at an edge that the file has only once.
const MAX_GAP_AFTER: [usize; 2] = [1, 2];
/// The most parts in which lines may be missing: a text with more of them may be of another place, which differs in another way.
const MAX_GAPS: usize = 3;
/// The fewest equal lines beside which a changed line at an edge need not be unlike the lines outside.
const MIN_SAME: usize = 3;
/// The shortest line, in bytes without the white space around it, that determines a place.
pub(super) const MIN_LINE_OF_PLACE: usize = 8;
/// The most words that a line at an edge of the text may have beyond the line of the file: more are another line.
const MAX_WORDS_BEYOND: usize = 4;
/// The share of the words of a line at an edge that the line of the file must have where the text begins or ends inside it.
const WORDS_NEEDED_INSIDE: f64 = 0.6;

/// Words of many languages that say nothing about which line is meant: `return null;` is no changed `return {`.
const KEYWORDS: [&str; 48] = [
    "if",
    "else",
    "elif",
    "end",
    "for",
    "while",
    "do",
    "in",
    "of",
    "return",
    "let",
    "const",
    "var",
    "mut",
    "fn",
    "func",
    "function",
    "def",
    "class",
    "struct",
    "enum",
    "type",
    "interface",
    "impl",
    "pub",
    "public",
    "private",
    "static",
    "final",
    "async",
    "await",
    "new",
    "null",
    "None",
    "nil",
    "true",
    "false",
    "self",
    "this",
    "use",
    "import",
    "from",
    "export",
    "default",
    "try",
    "catch",
    "throw",
    "void",
];

/// Returns the part of the file that was meant; `None` if its edges are uncertain. `may_end_with_empty_line` is true where the line
/// end of the text may as well be an empty line.
pub(super) fn corrected(
    document: &Document,
    alignment: &Alignment,
    text: &[&str],
    (ends_with_line_end, may_end_with_empty_line): (bool, bool),
) -> Option<Range<usize>> {
    let with_line = |step: &Step| !matches!(step, Step::OnlyInText { .. });
    let first = alignment.steps.iter().position(with_line)?;
    let last = alignment.steps.iter().rposition(with_line)?;
    let meant = Meant { document, alignment, text, ends_with_line_end, first, last };
    if !meant.is_the_place() || !meant.has_sure_edges() || meant.moves_empty_line(may_end_with_empty_line) {
        return None;
    }
    let (start, end) = (meant.start()?, meant.end()?);
    let view = document.view();
    // An edge in the middle of a word means that the word was confused with another one.
    (start < end && !is_inside_word(view, start) && !is_inside_word(view, end)).then_some(start..end)
}

/// A text and the place of the file that it is aligned with.
struct Meant<'a> {
    document: &'a Document,
    alignment: &'a Alignment,
    text: &'a [&'a str],
    ends_with_line_end: bool,
    /// The first and the last step that have a line of the file.
    first: usize,
    last: usize,
}

impl Meant<'_> {
    /// Returns true if no other place may be meant, and what the text has beyond it belongs to no other line.
    fn is_the_place(&self) -> bool {
        let (document, alignment, text) = (self.document, self.alignment, self.text);
        let steps = &alignment.steps;
        let is_same = |step: &Step| match *step {
            Step::Changed { text: index, line } => is_same_line(self.line(line), text[index]),
            _ => false,
        };
        let is_near = text.len() == 1 || alignment.share >= SHARE_NEEDED || steps.iter().all(is_same);
        if !is_near || alignment.rival.is_some() {
            return false;
        }
        let are_surplus = |steps: &[Step], at_edge: bool| {
            steps.iter().all(|step| match step {
                Step::OnlyInText { text: index } => at_edge || text[*index].trim().is_empty(),
                _ => false,
            })
        };
        let backwards: Vec<Step> = steps.iter().rev().copied().collect();
        are_surplus(&steps[..self.first], alignment.first_line == 1)
            && are_surplus(&steps[self.last + 1..], alignment.last_line == document.line_count())
            && !is_torn(document, steps, text)
            && !is_torn(document, &backwards, text)
            && !may_have_surplus(document, steps, text)
            && gaps_in(steps) <= MAX_GAPS
            && !steps.iter().any(|step| {
                is_of_another_place(document, step, text)
                    || is_beside(document, alignment, step, text)
                    || is_among_equal_lines(document, step, text)
            })
    }

    /// Returns true if the text lacks an empty line of the place and has one at an edge: it may be the same one, in another order. And
    /// if it has empty lines where the place has others, and one at an edge: that may stand for a line of the file too.
    fn moves_empty_line(&self, may_end_with_empty_line: bool) -> bool {
        let is_empty = |line: Option<&&str>| line.is_some_and(|line| line.trim().is_empty());
        let is_at_edge = may_end_with_empty_line || is_empty(self.text.first()) || is_empty(self.text.last());
        is_at_edge
            && self.alignment.steps.iter().any(|step| match *step {
                Step::OnlyInFile { line } => self.line(line).trim().is_empty(),
                Step::Changed { text, line } => {
                    self.line(line).trim().is_empty() != self.text[text].trim().is_empty()
                }
                Step::Same { .. } | Step::OnlyInText { .. } => false,
            })
    }

    /// Returns true if the first and the last line of the text are meant for those of the place, and not for lines beside it.
    fn has_sure_edges(&self) -> bool {
        let (document, steps, text) = (self.document, &self.alignment.steps, self.text);
        let edges =
            [(self.first, self.alignment.first_line, true), (self.last, self.alignment.last_line, false)];
        edges.into_iter().all(|(step, line, is_first)| {
            // If lines at an edge are equal, one of them may be among the missing ones.
            let outside = if is_first { line.checked_sub(1) } else { Some(line + 1) };
            let beside = outside.and_then(|outside| document.line(outside));
            let own = self.line(line);
            // A line that is spelled otherwise is no guide to the indentation, nor is one of a text that is indented otherwise.
            let is_exact = matches!(steps[step], Step::Same { .. }) && !self.is_indented_otherwise();
            if beside.is_some_and(|it| it == own || (!is_exact && it.trim() == own.trim())) {
                return false;
            }
            if self.may_be_piece(step, line, is_first) {
                return false;
            }
            let Step::Changed { text: index, .. } = steps[step] else { return true };
            // Beside a line that is another one altogether, the line at the edge may be meant for that one.
            let inner = if is_first { steps.get(step + 1) } else { step.checked_sub(1).map(|at| &steps[at]) };
            inner.is_none_or(|inner| is_like(document, inner, text))
                && (is_same_line(own, text[index])
                    || (is_likest(document, line, is_first, text[index])
                        && self.has_own_words(line, is_first, text[index])
                        && !joins_next(document, line, is_first, text[index])))
        })
    }

    /// Returns true if more lines of the text differ from their lines of the file in nothing but white space than are the same.
    fn is_indented_otherwise(&self) -> bool {
        let (mut same, mut otherwise) = (0, 0);
        for step in &self.alignment.steps {
            match *step {
                Step::Same { .. } => same += 1,
                Step::Changed { text, line } if self.line(line).trim() == self.text[text].trim() => {
                    otherwise += 1;
                }
                _ => {}
            }
        }
        otherwise > same
    }

    /// Returns true if a line at an edge of the text has more words of its line of the file than of any line outside of the place, or
    /// words enough beside lines enough: `import x` may be any of several imports.
    fn has_own_words(&self, line: usize, is_first: bool, text: &str) -> bool {
        let matches = |number: usize| matches_of(self.line(number), text);
        let Some(own) = matches(line) else { return true };
        let outside = |away| if is_first { line.saturating_sub(away) } else { line + away };
        let mut others = (1..=LOOKED_BEYOND).filter_map(|away| matches(outside(away)));
        let same = self.alignment.steps.iter().filter(|step| matches!(step, Step::Same { .. })).count();
        match own.has_name && same >= MIN_SAME {
            true => true,
            false => others.all(|other| own.has_name && other.share < own.share),
        }
    }

    /// Returns true if the line at an edge of the text may be a piece of some other line: of a line of the place that the text lacks, or,
    /// unless the text has its own line of the place exactly, of a line outside.
    fn may_be_piece(&self, step: usize, line: usize, is_first: bool) -> bool {
        let text = if is_first { self.text[0] } else { self.text[self.text.len() - 1] };
        // A text with a line end ends with a whole line.
        if text.trim().is_empty() || (!is_first && self.ends_with_line_end) {
            return false;
        }
        let is_piece_of = |number: usize| {
            let own = self.line(number);
            own != text && if is_first { own.ends_with(text) } else { own.starts_with(text) }
        };
        // A line of the file that the text has as another one altogether may as well be missing beside a line too many.
        let missing = |step: &Step| match *step {
            Step::OnlyInFile { line } => Some(line),
            Step::Changed { line, .. } if !is_like(self.document, step, self.text) => Some(line),
            _ => None,
        };
        // The mark of a comment alone, or a brace, is likelier a whole line of its own.
        let is_telling = text.contains(char::is_alphanumeric);
        let steps = &self.alignment.steps;
        let mut beside: Vec<usize> = match is_first {
            _ if !is_telling => Vec::new(),
            true => steps[step + 1..].iter().map_while(missing).collect(),
            false => steps[..step].iter().rev().map_while(missing).collect(),
        };
        if self.line(line) != text {
            let outside = |away| if is_first { line.checked_sub(away) } else { Some(line + away) };
            beside.extend((1..=LOOKED_BEYOND).filter_map(outside));
        }
        beside.into_iter().any(is_piece_of)
    }

    /// Returns the offset in the file at which the text begins.
    fn start(&self) -> Option<usize> {
        let text = self.text[0];
        let range = self.document.line_range(self.alignment.first_line)?;
        let line = &self.document.view()[range.clone()];
        match self.alignment.steps[self.first] {
            Step::Same { text: 0, .. } if line != text => {
                if has_lost_indentation(self.document, &self.alignment.steps, self.text) {
                    Some(range.start)
                } else if self.is_known(text) {
                    None
                } else {
                    Some(range.end - text.len())
                }
            }
            Step::Changed { text: 0, .. } if self.is_known(text) => None,
            Step::Changed { text: 0, .. } => {
                let start = start_in_line(line, text)?;
                let is_indentation = line[..start].trim().is_empty();
                let is_lost =
                    is_indentation && has_lost_indentation(self.document, &self.alignment.steps, self.text);
                Some(range.start + if is_lost { 0 } else { start })
            }
            _ => Some(range.start),
        }
    }

    /// Returns the offset in the file at which the text ends.
    fn end(&self) -> Option<usize> {
        let (document, steps) = (self.document, &self.alignment.steps);
        let last_of_text = self.text.len() - 1;
        let text = self.text[last_of_text];
        let range = document.line_range(self.alignment.last_line)?;
        let line = &document.view()[range.clone()];
        if self.ends_with_line_end {
            // The edge is the line end, but the line must be the one that is meant.
            let is_changed = matches!(steps[self.last], Step::Changed { .. });
            let is_meant = !is_changed || (!self.is_known(text) && end_in_line(line, text).is_some());
            return is_meant.then(|| (range.end + 1).min(document.view().len()));
        }
        match steps[self.last] {
            Step::Same { text: index, .. } if index == last_of_text => {
                if line != text && self.is_known(text) {
                    return None;
                }
                let rest = line[text.len()..].trim_end();
                let is_left_out = is_left_out_elsewhere(document, steps, self.text, rest);
                Some(range.start + text.len() + if is_left_out { rest.len() } else { 0 })
            }
            Step::Changed { text: index, .. } if index == last_of_text => {
                (!self.is_known(text)).then(|| end_in_line(line, text))?.map(|end| range.start + end)
            }
            _ => Some(range.end),
        }
    }

    /// Returns true if a line is somewhere in the file, so that it may be meant as that one.
    fn is_known(&self, line: &str) -> bool {
        self.document.lines().any(|other| other == line)
    }

    fn line(&self, number: usize) -> &str {
        self.document.line(number).unwrap_or_default()
    }
}

/// Returns true if another line of the text is less deep than its line of the file: the first one is so too, and begins no piece of
/// a line.
fn has_lost_indentation(document: &Document, steps: &[Step], text: &[&str]) -> bool {
    let depth = |line: &str| line.len() - line.trim_start().len();
    steps.iter().any(|step| match *step {
        Step::Same { text: index, line } | Step::Changed { text: index, line } if index > 0 => {
            let own = document.line(line).unwrap_or_default();
            (own.trim() == text[index].trim() || is_like(document, step, text))
                && depth(own) > depth(text[index])
        }
        _ => false,
    })
}

/// Returns true for a changed line that the file has, word for word, in another place: that may as well be the one that is meant.
fn is_of_another_place(document: &Document, step: &Step, text: &[&str]) -> bool {
    let Step::Changed { text: index, line } = *step else { return false };
    let wanted = text[index].trim();
    let own = document.line(line).unwrap_or_default();
    // A short line, such as a brace, is in many places. One that differs in white space alone is the same line.
    if wanted.len() < MIN_LINE_OF_PLACE || own.split_whitespace().eq(wanted.split_whitespace()) {
        return false;
    }
    document.lines().any(|other| other.trim() == wanted)
        || (!is_same_but_for_signs(own, wanted)
            && document.lines().any(|other| is_same_but_for_signs(other, wanted)))
}

/// Returns true for two lines that differ in nothing but the kind of quotes, and a comma or semicolon at the end.
fn is_same_but_for_signs(one: &str, other: &str) -> bool {
    let plain = |line: &'_ str| line.trim().trim_end_matches([';', ',']).len();
    let quote = |byte: u8| if matches!(byte, b'\'' | b'`') { b'"' } else { byte };
    let (count, other_count) = (plain(one), plain(other));
    count == other_count
        && one.trim().bytes().map(quote).take(count).eq(other.trim().bytes().map(quote).take(count))
}

/// Returns true if another line of the text lacks the same end of its line, such as a semicolon.
fn is_left_out_elsewhere(document: &Document, steps: &[Step], text: &[&str], rest: &str) -> bool {
    !rest.is_empty()
        && steps.iter().any(|step| match *step {
            Step::Changed { text: index, line } => document
                .line(line)
                .and_then(|own| own.trim_end().strip_suffix(rest))
                .is_some_and(|own| own == text[index].trim_end()),
            _ => false,
        })
}

/// Returns true for a line that only the text has there, and the file just outside of the place: the lines are in another order. A
/// short line is in many places, so the next one outside alone counts.
fn is_beside(document: &Document, alignment: &Alignment, step: &Step, text: &[&str]) -> bool {
    let wanted = match *step {
        Step::OnlyInText { text: index } => text[index].trim(),
        Step::Changed { text: index, line } => {
            let wanted = text[index].trim();
            let own = document.line(line).unwrap_or_default();
            // One that differs in white space alone is the same line.
            if own.split_whitespace().eq(wanted.split_whitespace()) {
                return false;
            }
            wanted
        }
        Step::Same { .. } | Step::OnlyInFile { .. } => return false,
    };
    let looked_at = if wanted.len() >= MIN_LINE_OF_PLACE { LOOKED_BEYOND } else { 1 };
    let before = alignment.first_line.saturating_sub(looked_at)..alignment.first_line;
    let following = alignment.last_line + 1..alignment.last_line + 1 + looked_at;
    !wanted.is_empty()
        && before.chain(following).any(|number| document.line(number).is_some_and(|own| own.trim() == wanted))
}

/// Returns the number of parts in which lines are missing.
fn gaps_in(steps: &[Step]) -> usize {
    let is_missing = |step: &Step| matches!(step, Step::OnlyInFile { .. });
    steps.windows(2).filter(|pair| !is_missing(&pair[0]) && is_missing(&pair[1])).count()
}

/// Returns true if the text may have lines too many rather than too few: the lines that it lacks are those at its edge, and no more
/// lines are between them. In a file with `a b x m n x`, the text `a b m n x` may be `a b x` with two lines too many.
fn may_have_surplus(document: &Document, steps: &[Step], text: &[&str]) -> bool {
    let missing = |step: &Step| match *step {
        Step::OnlyInFile { line } => document.line(line),
        _ => None,
    };
    let (Some(from), Some(to)) = (
        steps.iter().position(|step| missing(step).is_some()),
        steps.iter().rposition(|step| missing(step).is_some()).map(|at| at + 1),
    ) else {
        return false;
    };
    // Lines that are missing in several parts would be several mistakes either way.
    let gap: Vec<&str> = steps[from..to].iter().filter_map(missing).collect();
    let is_surplus = |rest: &[Step], is_after: bool| {
        let lines: Vec<&str> = rest
            .iter()
            .filter_map(|step| match *step {
                Step::Same { text: index, .. } => Some(text[index]),
                _ => None,
            })
            .collect();
        let edge = if is_after { lines.ends_with(&gap) } else { lines.starts_with(&gap) };
        edge && (gap.len() + 1..=2 * gap.len()).contains(&lines.len())
    };
    gap.len() == to - from && (is_surplus(&steps[to..], true) || is_surplus(&steps[..from], false))
}

/// Returns true for a line altogether different from its line of the file, beside which the file has that line again: it may as well
/// be one too many among them.
fn is_among_equal_lines(document: &Document, step: &Step, text: &[&str]) -> bool {
    let Step::Changed { line, .. } = *step else { return false };
    let own = document.line(line);
    let is_again = document.line(line + 1) == own || (line > 1 && document.line(line - 1) == own);
    is_again && !is_like(document, step, text)
}

/// Returns true between two characters of a word. A text that begins or ends there has another word than the file.
pub(super) fn is_inside_word(view: &str, at: usize) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    view[..at].ends_with(is_word) && view[at..].starts_with(is_word)
}

/// Returns false for a line of the text that the file does not have there, nor one like it.
pub(super) fn is_like(document: &Document, step: &Step, text: &[&str]) -> bool {
    match *step {
        Step::Same { .. } | Step::OnlyInFile { .. } => true,
        Step::Changed { text: index, line } => {
            let skeletons = Skeletons::of([document.line(line).unwrap_or_default(), text[index]].into_iter());
            likeness(skeletons.get(0), skeletons.get(1)) >= LIKENESS_NEEDED
        }
        Step::OnlyInText { .. } => false,
    }
}

/// Returns true for two lines that differ in nothing but white space, quotes, accents, letter case, and a comma or semicolon at the
/// end.
fn is_same_line(file: &str, text: &str) -> bool {
    let plain = |line: &str| line.trim().trim_end_matches([';', ',']).replace(['\'', '`'], "\"");
    let plain = [plain(file), plain(text)];
    let skeletons = Skeletons::of(plain.iter().map(String::as_str));
    skeletons.get(0) == skeletons.get(1) && !skeletons.get(0).is_empty()
}

/// Returns true if none of the next lines outside of the place is as like to the text as the line at its edge.
fn is_likest(document: &Document, line: usize, is_first: bool, text: &str) -> bool {
    let skeletons = Skeletons::of(std::iter::once(text));
    let like = |number: usize| {
        document
            .line(number)
            .map_or(0.0, |file| likeness(Skeletons::of(std::iter::once(file)).get(0), skeletons.get(0)))
    };
    let own = like(line);
    // Lines are looked at outwards: a line there that is as alike may be the true edge.
    let next = (1..=LOOKED_BEYOND).map(|away| if is_first { line.saturating_sub(away) } else { line + away });
    next.map(like).all(|other| other + LIKENESS_AHEAD < own)
}

/// Returns true if a line at an edge of the text continues with the next line outside of the place that is not empty: two lines of
/// the file stand on one, and both are meant.
fn joins_next(document: &Document, line: usize, is_first: bool, text: &str) -> bool {
    let outside =
        (1..=LOOKED_BEYOND).map(|away| if is_first { line.saturating_sub(away) } else { line + away });
    let mut lines = outside.map(|number| document.line(number).unwrap_or_default().trim());
    let next = lines.find(|line| !line.is_empty()).unwrap_or_default();
    let text = text.trim();
    !next.is_empty() && if is_first { text.starts_with(next) } else { text.ends_with(next) }
}

/// Returns true if the beginning of the text is far from the rest and too short to be certain: lines that occur several
/// times in the file may as well be closer ones.
fn is_torn(document: &Document, steps: &[Step], text: &[&str]) -> bool {
    let is_only = |wanted: &str| document.lines().filter(|line| *line == wanted).take(2).count() == 1;
    let mut unique_lines = 0;
    let mut gap = 0;
    // If two lines at the edge are equal, one of them may be too many.
    let same = steps.iter().filter_map(|step| match step {
        Step::Same { text: index, .. } => Some(text[*index]),
        _ => None,
    });
    let is_doubled = same.clone().next().is_some_and(|edge| same.clone().nth(1) == Some(edge));
    // A line that is altogether different says as little about the place as a missing one.
    let is_missing = |step: &Step| match step {
        Step::OnlyInFile { .. } => true,
        Step::Changed { .. } => !is_like(document, step, text),
        Step::Same { .. } | Step::OnlyInText { .. } => false,
    };
    for step in steps {
        match step {
            step if is_missing(step) => {
                gap += 1;
                if gap > MAX_GAP_AFTER[unique_lines] || (unique_lines == 0 && is_doubled) {
                    return true;
                }
            }
            Step::Same { text: index, .. } if is_only(text[*index]) => {
                unique_lines += 1;
                gap = 0;
                if unique_lines == MAX_GAP_AFTER.len() {
                    return false;
                }
            }
            // A line that is everywhere does not say that the place is near.
            Step::Same { text: index, .. } if text[*index].trim().len() < MIN_LINE_OF_PLACE => {}
            _ => gap = 0,
        }
    }
    false
}

/// Returns where in a line of the file a text begins that was meant to have this line.
fn start_in_line(file: &str, text: &str) -> Option<usize> {
    let indentation = file.len() - file.trim_start().len();
    let begins_with_line = if text.starts_with(char::is_whitespace) { 0 } else { indentation };
    if is_same_line(file, text) {
        return Some(begins_with_line);
    }
    let matches = matches_of(file, text)?;
    let (in_file, in_text) = matches.before;
    match in_text {
        _ if in_text > in_file + MAX_WORDS_BEYOND => None,
        // The text has as many words before the first common one as the file, so it begins where the line
        // does.
        _ if in_file <= in_text || text.starts_with(char::is_whitespace) => Some(begins_with_line),
        // The text begins with a word that the file has further inside.
        0 if matches.share >= WORDS_NEEDED_INSIDE => Some(matches.first.start),
        _ => None,
    }
}

/// Returns where in a line of the file a text ends that was meant to have this line.
fn end_in_line(file: &str, text: &str) -> Option<usize> {
    if is_same_line(file, text) {
        return Some(if text.ends_with(char::is_whitespace) { file.len() } else { file.trim_end().len() });
    }
    let matches = matches_of(file, text)?;
    let (in_file, in_text) = matches.after;
    match in_text {
        _ if in_text > in_file + MAX_WORDS_BEYOND => None,
        _ if in_file <= in_text => {
            let ends_with_space = text.ends_with(char::is_whitespace);
            Some(if ends_with_space { file.len() } else { file.trim_end().len() })
        }
        0 if matches.share >= WORDS_NEEDED_INSIDE => Some(matches.last.end),
        _ => None,
    }
}

/// The words that two lines have in common, in order.
struct Matches {
    /// The places in the line of the file of the first and the last.
    first: Range<usize>,
    last: Range<usize>,
    /// The number of words before the first, in the file and in the text.
    before: (usize, usize),
    /// The number of words after the last, in the file and in the text.
    after: (usize, usize),
    /// The share of the text that they are, from 0 to 1.
    share: f64,
    /// True if one of them is a name and no keyword.
    has_name: bool,
}

fn matches_of(file: &str, text: &str) -> Option<Matches> {
    let (in_file, in_text) = (token_ranges(file), token_ranges(text));
    let (file_texts, text_texts): (Vec<&str>, Vec<&str>) = (
        in_file.iter().map(|it| &file[it.clone()]).collect(),
        in_text.iter().map(|it| &text[it.clone()]).collect(),
    );
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for operation in difference(&file_texts, &text_texts, None) {
        if let DiffOp::Equal { old_index, new_index, len } = operation {
            pairs.extend((0..len).map(|offset| (old_index + offset, new_index + offset)));
        }
    }
    let (first, last) = (*pairs.first()?, *pairs.last()?);
    let size = |range: &Range<usize>| range.len();
    // By characters, so that brackets and commas do not make lines alike.
    let shared: usize = pairs.iter().map(|(index, _)| size(&in_file[*index])).sum();
    let all: usize = in_text.iter().map(size).sum();
    let share = shared as f64 / all.max(1) as f64;
    let is_name = |word: &str| word.starts_with(is_letter) && !KEYWORDS.contains(&word);
    let has_common_name = pairs.iter().any(|(_, index)| is_name(text_texts[*index]));
    // Without a name in common, lines of another indentation are others, as are pieces of lines.
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let has_same_depth = [0, indentation(file)].contains(&indentation(text));
    let is_certain = has_common_name || (pairs[0] == (0, 0) && has_same_depth);
    if share < WORDS_NEEDED || (!is_certain && text_texts.iter().any(|word| word.starts_with(is_letter))) {
        return None;
    }
    Some(Matches {
        share,
        has_name: has_common_name,
        first: in_file[first.0].clone(),
        last: in_file[last.0].clone(),
        before: first,
        after: (in_file.len() - 1 - last.0, in_text.len() - 1 - last.1),
    })
}

fn is_letter(character: char) -> bool {
    character.is_alphabetic() || character == '_'
}

/// Returns the places of the words, and of all other characters but white space one by one.
fn token_ranges(line: &str) -> Vec<Range<usize>> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut last_was_word = false;
    for (at, character) in line.char_indices() {
        let end = at + character.len_utf8();
        match words.last_mut() {
            Some(word) if last_was_word && is_word(character) => word.end = end,
            _ if character.is_whitespace() => {}
            _ => words.push(at..end),
        }
        last_was_word = is_word(character);
    }
    words
}

/// Returns true if the file has the text in one place alone; places that overlap count too.
pub(super) fn occurs_once(view: &str, text: &str) -> bool {
    let finder = memmem::Finder::new(text);
    let Some(first) = finder.find(view.as_bytes()) else { return false };
    let next = first + view[first..].chars().next().map_or(1, char::len_utf8);
    finder.find(&view.as_bytes()[next..]).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_of_a_changed_line_are_found_or_left_open() {
        // (line of the file, text, where it begins, where it ends)
        let cases = [
            ("  let sum = 0;", "  let total = 0;", Some(0), Some(14)),
            ("  let sum = 0;", "let total = 0;", Some(2), Some(14)),
            ("  } else if (a < b) {", "if (a > b) {", Some(9), Some(21)),
            ("return sum(a, b)", "return total(a", Some(0), Some(12)),
            ("let a = 1; // one", "let b = 1;", Some(0), Some(10)),
            ("let a = 1;", "let a = 1; // wrong", Some(0), Some(10)),
            ("let x = foo(b, c)", "y = foo(b, c)", None, Some(17)),
            ("one two three", "something else", None, None),
            // Keywords alone make neither a piece of a line nor a line of another depth.
            ("* return await load(user.id);", "return null;", None, None),
            ("  return {", "    return null;", None, None),
            ("    return None;", "    return null;", Some(0), Some(16)),
        ];
        for (file, text, start, end) in cases {
            assert_eq!(
                (start_in_line(file, text), end_in_line(file, text)),
                (start, end),
                "{text} in {file}"
            );
        }
    }
}
