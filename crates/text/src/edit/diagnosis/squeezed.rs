//! A text whose characters the file has in one place, with other white space and line ends between them: lines that were
//! joined, wrapped or spaced in another way.

use std::ops::Range;

use memchr::memmem;

use super::edge::{begins_with_line, ends_with_line, line_end, line_start};

/// The fewest bytes but white space: a few brackets are in many places.
const MIN_BYTES: usize = 12;

/// The part of the file that is the text but for white space and line ends.
pub(super) struct Squeezed {
    pub(super) span: Range<usize>,
    pub(super) reason: &'static str,
}

/// Returns the only part of the file that has the characters of the text, where they stand on other lines than in the text or are
/// spaced in another way. Lines that are the same but for empty ones between them are left to the alignment.
pub(super) fn squeezed_place(view: &str, text: &str) -> Option<Squeezed> {
    let wanted: String = squeeze(text).map(|(_, character)| character).collect();
    if wanted.len() < MIN_BYTES {
        return None;
    }
    let mut places = Vec::with_capacity(view.len());
    let mut bytes = Vec::with_capacity(view.len());
    for (at, character) in squeeze(view) {
        let mut buffer = [0; 4];
        bytes.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
        places.extend(at..at + character.len_utf8());
    }
    let mut found = memmem::find_iter(&bytes, &wanted);
    let (Some(first), None) = (found.next(), found.next()) else { return None };
    let mut span = places[first]..places[first + wanted.len() - 1] + 1;
    let lines = |text: &str| -> Vec<String> {
        text.split('\n')
            .map(|line| squeeze(line).map(|(_, it)| it).collect())
            .filter(|it: &String| !it.is_empty())
            .collect()
    };
    // Of lines that are the same the alignment knows more.
    if lines(text) == lines(view.get(span.clone())?) {
        return None;
    }
    // A piece of a line may be meant as another one.
    if !begins_with_line(view, &span) || !ends_with_line(view, &span) {
        return None;
    }
    // The indentation belongs to the line.
    span.start = line_start(view, span.start);
    // So does white space at its end, if the text has any there.
    if text.ends_with(char::is_whitespace) {
        span.end = line_end(view, span.end);
    }
    if text.ends_with('\n') && view[span.end..].starts_with('\n') {
        span.end += 1;
    }
    let reason = "Only white space and line ends differ: the lines begin and end elsewhere in the file.";
    Some(Squeezed { span, reason })
}

fn squeeze(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.char_indices().filter(|(_, character)| !character.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_with_other_line_ends_is_found_and_one_with_empty_lines_is_not() {
        let view = "fn one() {\n    call(first, second);\n    let a = 1;\n}\n";
        for (text, expected) in [
            (
                "    call(first,\n        second);\n    let a = 1;",
                Some("    call(first, second);\n    let a = 1;"),
            ),
            ("    call(first, second); let a = 1;\n", Some("    call(first, second);\n    let a = 1;\n")),
            ("fn one() { call(first, second);", Some("fn one() {\n    call(first, second);")),
            ("call( first, second )", None),
            ("fn one() { call(first,", None),
            ("    call(first, second);\n\n    let a = 1;", None),
            ("call(one,\n second)", None),
            ("a = 1", None),
        ] {
            let found = squeezed_place(view, text).map(|found| &view[found.span]);
            assert_eq!(found, expected, "{text}");
        }
        let view = "// one two\n// three \nfour\n";
        for (text, expected) in [
            ("// one two // three ", "// one two\n// three "),
            ("// one two // three", "// one two\n// three"),
            ("// one two // three\n", "// one two\n// three \n"),
        ] {
            assert_eq!(squeezed_place(view, text).map(|found| &view[found.span]), Some(expected), "{text}");
        }
    }
}
