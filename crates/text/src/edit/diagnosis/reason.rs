//! The first line where a text and its window differ, and the difference.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

use super::super::characters::{decompose, name_of, skeleton_of, straighten};
use super::decoded::is_invisible;
use crate::Document;

/// The reason why a line of the file differs from the line of the text.
pub(super) struct Reason {
    /// The line of the file, from 1.
    pub(super) line: usize,
    pub(super) message: String,
}

/// Compares line by line; `None` where every line agrees.
pub(super) fn reason_for(document: &Document, first_line: usize, wanted: &[&str]) -> Option<Reason> {
    let last = wanted.len() - 1;
    for (index, text) in wanted.iter().enumerate() {
        let line = first_line + index;
        let place = Place::of(index, last + 1);
        let Some(file) = document.line(line) else {
            let message = format!("The file ends before {} of the text.", quote(text));
            return Some(Reason { line: document.line_count(), message });
        };
        if let Some(message) = compare_lines(line, file, text, place) {
            return Some(Reason { line, message });
        }
    }
    None
}

/// Returns the difference of two lines as a sentence; `None` where they agree.
pub(super) fn compare_lines(line: usize, file: &str, text: &str, place: Place) -> Option<String> {
    let file: Vec<char> = file.chars().collect();
    let text: Vec<char> = text.chars().collect();
    find(&file, &text, place).is_none().then(|| compare(line, &file, &text, place))
}

/// The place of a line of the text in the line of the file: the text may begin and end in the middle of one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Inside,
    Tail,
    Head,
    Whole,
}

impl Place {
    /// Returns the place of one of several lines.
    pub(super) fn of(index: usize, count: usize) -> Place {
        match (index == 0, index + 1 == count) {
            (true, true) => Place::Inside,
            (true, false) => Place::Tail,
            (false, true) => Place::Head,
            (false, false) => Place::Whole,
        }
    }
}

/// Tries one kind of difference after the other, from the most to the least common.
fn compare(line: usize, file: &[char], text: &[char], place: Place) -> String {
    trailing_space(line, file, text, place)
        // Each test forgives one thing alone, so the first that succeeds names the only difference.
        .or_else(|| indentation(line, file, text, place))
        .or_else(|| {
            let message = "a straight and a typographic character (quote, dash or space) are not the same";
            folded(line, file, text, place, each(|character| Some(straighten(character))), message)
        })
        .or_else(|| {
            let message =
                "one is a composed letter, the other a letter with a combining mark (NFC against NFD)";
            folded(line, file, text, place, decomposed, message)
        })
        .or_else(|| {
            folded(line, file, text, place, each(|c| Some(plain_quote(c))), "the kind of quotes differs")
        })
        .or_else(|| {
            let message = "only one has characters that cannot be seen";
            folded(line, file, text, place, each(|c| (!is_invisible(c)).then_some(c)), message)
        })
        .or_else(|| {
            let message = "the white space within the line differs";
            folded(line, file, text, place, each(|c| (!c.is_whitespace()).then_some(c)), message)
        })
        .or_else(|| folded(line, file, text, place, lowercase, "the letter case differs"))
        .or_else(|| folded(line, file, text, place, unaccented, "the accents differ"))
        .or_else(|| {
            let message = "the line differs in more than one of white space, quotes, accents and letter case";
            folded(line, file, text, place, skeletal, message)
        })
        .unwrap_or_else(|| different(line, file, text))
}

fn trailing_space(line: usize, file: &[char], text: &[char], place: Place) -> Option<String> {
    let (file_body, text_body) = (without_trailing(file), without_trailing(text));
    if file_body.len() == file.len() && text_body.len() == text.len() {
        return None;
    }
    let start = find(file_body, text_body, place)?;
    let column = column_of(file, start + text_body.len());
    let in_file = describe_space(&file[file_body.len()..]);
    let in_text = describe_space(&text[text_body.len()..]);
    Some(format!(
        "Line {line} ends, from column {column}, with {in_file} in the file and with {in_text} in the text."
    ))
}

fn indentation(line: usize, file: &[char], text: &[char], place: Place) -> Option<String> {
    let (in_file, in_text) = (leading(file), leading(text));
    if in_file == in_text || find(&file[in_file.len()..], &text[in_text.len()..], place)? != 0 {
        return None;
    }
    let same = in_file.iter().zip(in_text).take_while(|(a, b)| a == b).count();
    let reason = match (in_file.get(same), in_text.get(same)) {
        (Some('\t'), Some(' ')) | (Some(' '), Some('\t')) => "tabs against spaces",
        _ => "the indentation differs",
    };
    Some(format!(
        "Line {line}, column {}: {reason}. The file is indented with {}, the text with {}.",
        column_of(in_file, same),
        describe_space(in_file),
        describe_space(in_text),
    ))
}

/// Returns where the lines first differ, if they agree once both are folded.
fn folded(
    line: usize,
    file: &[char],
    text: &[char],
    place: Place,
    fold: impl Fn(&[char]) -> Vec<(usize, char)>,
    message: &str,
) -> Option<String> {
    let (file_folded, text_folded) = (fold(file), fold(text));
    let characters = |folded: &[(usize, char)]| folded.iter().map(|(_, c)| *c).collect::<Vec<char>>();
    let start = find(&characters(&file_folded), &characters(&text_folded), place)?;
    let first_in_file = file_folded.get(start).map_or(file.len(), |(index, _)| *index);
    let first_in_text = text_folded.first().map_or(text.len(), |(index, _)| *index);
    let same = file[first_in_file..].iter().zip(&text[first_in_text..]).take_while(|(a, b)| a == b).count();
    let (in_file, in_text) = (file.get(first_in_file + same), text.get(first_in_text + same));
    let message = match (in_file, in_text) {
        (Some('\t'), Some(' ')) | (Some(' '), Some('\t')) => "tabs against spaces",
        _ => message,
    };
    let name = |c: Option<&char>| c.map_or_else(|| "nothing more".to_owned(), |c| name_of(*c));
    Some(format!(
        "Line {line}, column {}: {message}. The file has {}, the text has {}.",
        column_of(file, first_in_file + same),
        name(in_file),
        name(in_text),
    ))
}

fn different(line: usize, file: &[char], text: &[char]) -> String {
    let indented = |characters: &[char]| leading(characters).len();
    let (file_body, text_body) = (&file[indented(file)..], &text[indented(text)..]);
    let same = file_body.iter().zip(text_body).take_while(|(a, b)| a == b).count();
    let rest = |characters: &[char]| quote(&characters[same..].iter().collect::<String>());
    format!(
        "Line {line}, column {}: the file has {} where the text has {}.",
        column_of(file, indented(file) + same),
        rest(file_body),
        rest(text_body),
    )
}

/// Returns where the text begins in the line, when it stands at its place there.
fn find(file: &[char], text: &[char], place: Place) -> Option<usize> {
    match place {
        Place::Whole => (file == text).then_some(0),
        Place::Head => file.starts_with(text).then_some(0),
        Place::Tail => file.ends_with(text).then(|| file.len() - text.len()),
        Place::Inside if text.is_empty() => Some(0),
        Place::Inside => file.windows(text.len()).position(|window| window == text),
    }
}

fn each(map: impl Fn(char) -> Option<char>) -> impl Fn(&[char]) -> Vec<(usize, char)> {
    move |characters| (0..).zip(characters).filter_map(|(index, c)| map(*c).map(|c| (index, c))).collect()
}

fn decomposed(characters: &[char]) -> Vec<(usize, char)> {
    (0..).zip(characters).flat_map(|(index, c)| decompose(*c).map(move |part| (index, part))).collect()
}

fn lowercase(characters: &[char]) -> Vec<(usize, char)> {
    (0..).zip(characters).flat_map(|(index, c)| c.to_lowercase().map(move |part| (index, part))).collect()
}

fn unaccented(characters: &[char]) -> Vec<(usize, char)> {
    let parts = (0..).zip(characters).flat_map(|(index, c)| decompose(*c).map(move |part| (index, part)));
    parts.filter(|(_, part)| !is_combining_mark(*part)).collect()
}

/// Returns the same quote for all that begin and end a text in some language.
fn plain_quote(character: char) -> char {
    if matches!(straighten(character), '\'' | '`') { '"' } else { straighten(character) }
}

fn skeletal(characters: &[char]) -> Vec<(usize, char)> {
    (0..).zip(characters).flat_map(|(index, c)| skeleton_of(*c).map(move |part| (index, part))).collect()
}

fn leading(line: &[char]) -> &[char] {
    let length = line.iter().take_while(|character| character.is_whitespace()).count();
    &line[..length]
}

fn without_trailing(line: &[char]) -> &[char] {
    let space = line.iter().rev().take_while(|character| character.is_whitespace()).count();
    &line[..line.len() - space]
}

/// Returns the column, from 1, in UTF-16 code units.
fn column_of(line: &[char], index: usize) -> usize {
    // In UTF-16, as editors and the protocol of language servers count.
    1 + line[..index.min(line.len())].iter().map(|character| character.len_utf16()).sum::<usize>()
}

/// Describes white space: `2 tabs`, `a tab and 4 spaces`, `nothing`.
fn describe_space(space: &[char]) -> String {
    let counted: Vec<String> = space
        .chunk_by(|a, b| a == b)
        .take(4)
        .map(|run| match (run[0], run.len()) {
            (character, 1) => name_of(character),
            ('\t', count) => format!("{count} tabs"),
            (' ', count) => format!("{count} spaces"),
            (character, count) => format!("{count} times {}", name_of(character)),
        })
        .collect();
    if counted.is_empty() { "nothing".to_owned() } else { counted.join(" and ") }
}

pub(super) fn quote(text: &str) -> String {
    const QUOTED: usize = 40;
    match text.char_indices().nth(QUOTED) {
        _ if text.is_empty() => "nothing".to_owned(),
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// The most characters of a line that are shown.
pub(super) const SHOWN_CHARACTERS: usize = 200;

pub(super) fn cut(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(SHOWN_CHARACTERS) {
        Some((offset, _)) => format!("{}…", &line[..offset]).into(),
        None => line.into(),
    }
}
