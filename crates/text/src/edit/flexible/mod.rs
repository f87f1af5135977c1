//! Matching that forgives white space and typographic punctuation, for a text that occurs nowhere exactly.
//!
//! The tiers are tried in order, each forgiving what the ones before it forgive and one thing more. In a tier every
//! line of the text must agree with its line of the file; there is no score and no anchor. A tier counts when it
//! finds one place; at two or more the search ends, because the tiers after it can only find more.
//!
//! Whole lines are searched first. Where no place has them, the text may begin at the end of a line and end at the
//! beginning of one, or stand inside one; nothing is forgiven at an edge that is inside a line.

mod agree;
mod candidate;
mod indentation;
mod keep;
mod place;
mod tier;

pub use tier::Tier;

use std::ops::Range;

use similar::DiffOp;

use self::candidate::candidate_lines;
use self::indentation::Reindent;
use self::keep::with_characters_of_file;
use self::place::{Place, places_of};
use super::difference::difference;
use super::known_lines::has_known_lines_only;
use crate::Document;

/// The most characters of a line of brackets, such as `});`.
const MAX_BRACKETS: usize = 3;
/// Words that end a block, wherever it began.
const END_WORDS: [&str; 6] = ["end", "END", "fi", "done", "esac", "endif"];

/// A replacement that was made where the text agrees except for the differences that a tier forgives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlexibleMatch {
    /// The tier that found the place, which names the differences that were ignored.
    pub tier: Tier,
    /// The first of the lines of the file, from 1, that the text agreed with, both included.
    pub first_line: usize,
    /// The last of these lines.
    pub last_line: usize,
}

/// The result of searching for a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Nothing,
    One(Found),
    /// The lines, from 1, where the places begin.
    Several {
        tier: Tier,
        lines: Vec<usize>,
    },
}

/// The only place of a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) matched: FlexibleMatch,
    /// The span in the view.
    pub(super) span: Range<usize>,
    /// The text that replaces it.
    pub(super) text: String,
}

/// Searches for `old`, which does not occur in the document, and fits `new` to the place. Both have LF line ends.
/// Of several places the one is taken that begins on `line`, where that is given.
pub(super) fn search(document: &Document, old: &str, new: &str, line: Option<usize>) -> Outcome {
    match search_quotes(document, old, new, line) {
        Outcome::One(found) => Outcome::One(found),
        _ => search_tiers(document, old, new, line, &Tier::ALL),
    }
}

/// Searches as [`search`] does, and forgives nothing but the form of quotes.
pub(super) fn search_quotes(document: &Document, old: &str, new: &str, line: Option<usize>) -> Outcome {
    search_tiers(document, old, new, line, &[Tier::Quotes])
}

fn search_tiers(document: &Document, old: &str, new: &str, line: Option<usize>, tiers: &[Tier]) -> Outcome {
    if old.trim().is_empty() {
        return Outcome::Nothing;
    }
    let is_exact_but_for_quotes = tiers == [Tier::Quotes];
    let (old, new) = if is_exact_but_for_quotes { (old, new) } else { without_last_indentation(old, new) };
    let (old, new) =
        if is_exact_but_for_quotes { (old, new) } else { without_missing_line_end(document, old, new) };
    let old_lines: Vec<&str> = old.split('\n').collect();
    let new_lines: Vec<&str> = new.split('\n').collect();
    let candidates = candidate_lines(document, &old_lines);
    if candidates.is_empty() {
        return Outcome::Nothing;
    }
    for &tier in tiers {
        // ASCII has one form only.
        if tier == Tier::Canonical && old.is_ascii() {
            continue;
        }
        let mut places = places_of(document, tier, &old_lines, &candidates);
        if let Some(line) = line
            && places.iter().any(|place| place.first_line == line)
        {
            places.retain(|place| place.first_line == line);
        } else if line.is_some() && places.len() == 1 {
            // The only place is not the one that was named.
            let lines = places.iter().map(|place| place.first_line).collect();
            return Outcome::Several { tier, lines };
        }
        match places.as_slice() {
            [] => {}
            [place] if is_doubtful(document, place, &old_lines) => {}
            [place] => {
                let text = fit(document, place, &old_lines, &new_lines);
                return text.map_or(Outcome::Nothing, |text| {
                    let matched = FlexibleMatch {
                        tier,
                        first_line: place.first_line,
                        last_line: place.last_line(&old_lines).min(document.line_count().max(1)),
                    };
                    Outcome::One(Found { matched, span: place.span(), text })
                });
            }
            several => {
                let lines = several.iter().map(|place| place.first_line).collect();
                return Outcome::Several { tier, lines };
            }
        }
    }
    Outcome::Nothing
}

/// Returns true if the line at an edge of the text may as well be meant for another line of the file: one beside the place that
/// is the same but for its indentation, where the indentation of the text is no guide, or a whole line of which the place has
/// only a piece. Then lines may be missing between the two.
fn is_doubtful(document: &Document, place: &Place, text: &[&str]) -> bool {
    let (Some(first), Some(last)) = (text.first(), text.last()) else { return false };
    if text.len() < 2 {
        return false;
    }
    let view = document.view();
    let span = place.span();
    let is_known =
        |piece: &str| !piece.trim().is_empty() && document.lines().any(|line| line.trim() == piece.trim());
    let ends_inside =
        span.end < view.len() && !view[span.end..].starts_with('\n') && !view[..span.end].ends_with('\n');
    if (place.begins_inside(view) && is_known(first)) || (ends_inside && is_known(last)) {
        return true;
    }
    let is_beside = |line: Option<&str>, edge: &str| {
        !edge.trim().is_empty() && line.is_some_and(|it| it.trim() == edge.trim())
    };
    let has_twin = is_beside(place.first_line.checked_sub(1).and_then(|line| document.line(line)), first)
        || is_beside(document.line(place.last_line(text) + 1), last);
    let depths = depths_of(place, text, view);
    // Lines that the file has exactly so elsewhere are meant there, with lines between them, rather than here with another
    // indentation.
    let is_indented_otherwise = depths.iter().any(|it| it.in_file != it.in_text);
    (has_twin && !is_indented_alike(&depths))
        || is_only_deeper_in_brackets(&depths)
        || (is_indented_otherwise && has_known_lines_only(document, text.iter().copied()))
}

/// A line that agrees, and how deep it is in the file and in the text.
struct Depth {
    in_file: i64,
    in_text: i64,
    /// True if both are indented with tabs, or both with spaces.
    is_comparable: bool,
    /// True for a line such as `});` or `end)`.
    has_brackets_only: bool,
}

fn depths_of(place: &Place, text: &[&str], view: &str) -> Vec<Depth> {
    let depth = |line: &str| (line.len() - line.trim_start().len()) as i64;
    let has_tab = |line: &str| line.starts_with('\t');
    let lines = place.parts.iter().zip(text).filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(part, line)| Depth {
            in_file: depth(&view[part.clone()]),
            in_text: depth(line),
            is_comparable: has_tab(&view[part.clone()]) == has_tab(line),
            has_brackets_only: has_brackets_only(line),
        })
        .collect()
}

/// Returns true for a line such as `});`, and for the words that stand for a closing bracket in Lua, Ruby or a shell: `end)`.
fn has_brackets_only(line: &str) -> bool {
    let is_sign = |character: char| !character.is_alphanumeric() && character != '_';
    let word = line.trim().trim_end_matches(is_sign);
    let rest = &line.trim()[word.len()..];
    rest.len() <= MAX_BRACKETS && (word.is_empty() || END_WORDS.contains(&word))
}

/// Returns true if some lines are as deep as in the file, and those that are not are brackets: a bracket of another depth is
/// another bracket.
fn is_only_deeper_in_brackets(depths: &[Depth]) -> bool {
    let (same, other): (Vec<&Depth>, Vec<&Depth>) = depths.iter().partition(|it| it.in_file == it.in_text);
    !same.is_empty() && !other.is_empty() && other.iter().all(|it| it.has_brackets_only)
}

/// Returns true if every line of a text is deeper or less deep than its line of the file by as many characters, or all are as
/// deep as the file multiplied by the same number.
fn is_indented_alike(depths: &[Depth]) -> bool {
    let by = |depth: &Depth| depth.in_file - depth.in_text;
    let is_shifted = depths.windows(2).all(|pair| by(&pair[0]) == by(&pair[1]));
    (is_shifted && depths.iter().all(|depth| depth.is_comparable))
        || depths
            .windows(2)
            .all(|pair| pair[0].in_file * pair[1].in_text == pair[1].in_file * pair[0].in_text)
}

/// Removes the indentation of the following line from the end of a text, where the new one also ends with it.
fn without_last_indentation<'a>(old: &'a str, new: &'a str) -> (&'a str, &'a str) {
    let last_of = |text: &'a str| text.rsplit('\n').next().unwrap_or_default();
    let last = last_of(old);
    // The indentation of the next line: both texts have it, and no edit means to change it.
    if last.trim().is_empty() && last.len() < old.len() && last == last_of(new) && new.contains('\n') {
        (&old[..old.len() - last.len()], &new[..new.len() - last.len()])
    } else {
        (old, new)
    }
}

/// Removes the line end of a text for a file whose last line has none but otherwise matches. The file then
/// stays without.
fn without_missing_line_end<'a>(document: &Document, old: &'a str, new: &'a str) -> (&'a str, &'a str) {
    let view = document.view();
    match old.strip_suffix('\n') {
        Some(without)
            if !view.ends_with('\n')
                && (new.is_empty() || new.ends_with('\n'))
                && agree::is_last_line_of(without, view) =>
        {
            (without, new.strip_suffix('\n').unwrap_or(new))
        }
        _ => (old, new),
    }
}

/// The way in which the lines of a new text are indented.
enum Form {
    /// Like the lines of the old text.
    Text,
    /// Like the lines of the file.
    File,
    /// Some lines like the old text, and some like the file.
    Unknown,
}

/// Returns how a new text is written where the file has the old one in another form: an author who read the file, and spelled the
/// old text wrongly, may have spelled the new one right.
fn form_of(old: &[&str], new: &[&str], in_file: &[&str]) -> Form {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let is_text = |line: &&&str| !line.trim().is_empty();
    let pairs = || old.iter().zip(in_file).filter(|(old, file)| old != file && is_text(old) && is_text(file));
    // Brackets stand at any depth.
    let has = |line: &str| line.contains(char::is_alphanumeric) && new.contains(&line);
    let is_of_file = pairs().any(|(_, file)| has(file));
    let is_of_text = pairs().any(|(old, _)| has(old));
    match (is_of_file, is_of_text) {
        (true, true) => Form::Unknown,
        (true, false) => Form::File,
        (false, true) => Form::Text,
        // None of the lines stays: then the first one says it, if the old text has its indentation nowhere.
        (false, false) => {
            let of = |line: &str| line[..indentation(line)].to_owned();
            let wanted: Vec<String> = new.iter().filter(is_text).map(|line| of(line)).collect();
            let known: Vec<String> = old.iter().filter(is_text).map(|line| of(line)).collect();
            let first = in_file.iter().find(is_text).map(|line| of(line));
            let is_of_file = pairs().next().is_some()
                && wanted.first().is_some_and(|it| !it.is_empty() && Some(it) == first.as_ref())
                && wanted.iter().all(|it| !known.contains(it));
            if is_of_file { Form::File } else { Form::Text }
        }
    }
}

/// Returns the new text as it is to stand in the file: lines that it has from the old text stay as the file has
/// them, and the others are indented like the lines around them. `None` where that could be done in more than one
/// way.
fn fit(document: &Document, place: &Place, old: &[&str], new: &[&str]) -> Option<String> {
    let view = document.view();
    let in_file: Vec<&str> = place.parts.iter().map(|part| &view[part.clone()]).collect();
    let begins_inside = place.begins_inside(view);
    let skipped = usize::from(begins_inside);
    match form_of(&old[skipped..], new.get(skipped..).unwrap_or_default(), &in_file[skipped..]) {
        Form::Text => {}
        Form::File => return Some(new.join("\n")),
        Form::Unknown => return None,
    }
    let reindent = Reindent::learn(document, old, new, &in_file, begins_inside);
    let mut fitted: Vec<String> = Vec::with_capacity(new.len());
    for operation in difference(old, new, None) {
        match operation {
            // Lines that the edit keeps are put back exactly as the file has them.
            DiffOp::Equal { old_index, len, .. } => {
                fitted.extend(in_file[old_index..old_index + len].iter().map(|line| (*line).to_owned()));
            }
            DiffOp::Delete { .. } => {}
            DiffOp::Insert { new_index, new_len, .. } => {
                for (index, line) in (new_index..).zip(&new[new_index..new_index + new_len]) {
                    let is_first_part = index == 0 && begins_inside;
                    fitted.push(if is_first_part { (*line).to_owned() } else { reindent.line(line)? });
                }
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                for (offset, line) in new[new_index..new_index + new_len].iter().enumerate() {
                    let counterpart = (offset < old_len).then_some(old_index + offset);
                    let is_first_part = new_index + offset == 0 && begins_inside;
                    let indented = if is_first_part {
                        (*line).to_owned()
                    } else {
                        match counterpart.and_then(|index| reindent.like(line, old[index], in_file[index])) {
                            Some(line) => line,
                            None => reindent.line(line)?,
                        }
                    };
                    fitted.push(match counterpart.filter(|_| !line.trim().is_empty()) {
                        Some(index) => {
                            let indentation = &indented[..indented.len() - indented.trim_start().len()];
                            let body = with_characters_of_file(old[index], in_file[index], line);
                            format!("{indentation}{body}")
                        }
                        None => indented,
                    });
                }
            }
        }
    }
    Some(fitted.join("\n"))
}
