//! The file's own characters in a line that is changed: where the old and the new text agree, the quotes and the white
//! space at the end stay as the file has them.

use std::ops::Range;

use similar::DiffOp;
use unicode_normalization::UnicodeNormalization;

use super::super::characters::straighten;
use super::super::difference::difference;
use super::agree::is_part_of_letter;

/// Returns the new line without its indentation, with the characters of the file in the parts that it has from the old
/// line. The old line and the file's line agree but for white space and typographic punctuation.
pub(super) fn with_characters_of_file(old: &str, file: &str, new: &str) -> String {
    let (new_body, new_end) = body_and_end(new);
    let (old_body, old_end) = body_and_end(old);
    let (file_body, file_end) = body_and_end(file);
    let Some(forms) = forms_of(old_body, file_body) else { return new.trim_start().to_owned() };
    let (old_tokens, new_tokens) = (tokens_of(old_body), tokens_of(new_body));
    let texts = |tokens: &[Range<usize>], line: &str| -> Vec<String> {
        tokens.iter().map(|token| line[token.clone()].to_owned()).collect()
    };
    let (old_texts, new_texts) = (texts(&old_tokens, old_body), texts(&new_tokens, new_body));
    // For each token of the new line the one of the old line that it is.
    let mut origins: Vec<Option<usize>> = vec![None; new_tokens.len()];
    for operation in difference(&old_texts, &new_texts, None) {
        if let DiffOp::Equal { old_index, new_index, len } = operation {
            (0..len).for_each(|offset| origins[new_index + offset] = Some(old_index + offset));
        }
    }
    let (old_partners, new_partners) = (partners_of(&old_texts), partners_of(&new_texts));
    let mut kept = String::with_capacity(new.len());
    for (index, text) in new_texts.iter().enumerate() {
        let form = origins[index].and_then(|origin| {
            let form = forms.iter().find(|form| form.old == old_tokens[origin])?;
            let is_paired_alike = match (old_partners[origin], new_partners[index]) {
                (None, None) => true,
                // A quote keeps the file's form only with its partner, or a string would begin with one form
                // and end with the other.
                (Some(old), Some(new)) => origins[new] == Some(old),
                _ => false,
            };
            is_paired_alike.then(|| &file_body[form.file.clone()])
        });
        kept.push_str(form.unwrap_or(text));
    }
    // Two spaces at the end of a line are a line break in some languages: a model that gave none has not seen them.
    kept.push_str(if old_end == new_end { file_end } else { new_end });
    kept
}

/// A place where the file writes a character in another form than the text does.
struct Form {
    old: Range<usize>,
    file: Range<usize>,
}

/// Returns the places where the two lines have different forms of one character; `None` where they differ otherwise.
fn forms_of(old: &str, file: &str) -> Option<Vec<Form>> {
    let mut forms = Vec::new();
    let (mut old_at, mut file_at) = (0, 0);
    while old_at < old.len() && file_at < file.len() {
        let (old_rest, file_rest) = (&old[old_at..], &file[file_at..]);
        let (in_old, in_file) = (first_piece(old_rest), first_piece(file_rest));
        let is_space = |piece: &str| piece.starts_with(char::is_whitespace);
        let is_one_space = is_space(in_old) && is_space(in_file);
        if !is_one_space && plain(in_old) != plain(in_file) {
            return None;
        }
        // Runs of ordinary white space are as the new text gives them.
        let has_form = in_old != in_file && (!is_one_space || !in_file.is_ascii());
        if has_form {
            forms.push(Form { old: old_at..old_at + in_old.len(), file: file_at..file_at + in_file.len() });
        }
        (old_at, file_at) = (old_at + in_old.len(), file_at + in_file.len());
    }
    (old_at == old.len() && file_at == file.len()).then_some(forms)
}

/// Returns a run of white space, a word, three dots, or one character.
fn first_piece(text: &str) -> &str {
    let space = text.len() - text.trim_start().len();
    let length = match text.chars().next() {
        _ if space > 0 => space,
        _ if text.starts_with("...") => 3,
        Some(first) if is_word(first) => text.len() - text.trim_start_matches(is_word).len(),
        first => first.map_or(0, char::len_utf8),
    };
    &text[..length]
}

fn plain(piece: &str) -> String {
    match piece {
        "..." => "\u{2026}".to_owned(),
        other => other.chars().map(straighten).nfd().collect(),
    }
}

/// Returns the words, the runs of white space, and all other characters one by one.
fn tokens_of(line: &str) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let length = first_piece(&line[at..]).len();
        tokens.push(at..at + length);
        at += length;
    }
    tokens
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || is_part_of_letter(character)
}

/// Returns for each quote the other one of its pair, by order; an apostrophe within a word has none.
fn partners_of(tokens: &[String]) -> Vec<Option<usize>> {
    let mut partners = vec![None; tokens.len()];
    let mut open: [Option<usize>; 2] = [None; 2];
    for (index, token) in tokens.iter().enumerate() {
        let Some(kind) = token.chars().next().and_then(quote_kind) else { continue };
        let is_word_at = |at: Option<usize>| {
            at.and_then(|at| tokens.get(at)).is_some_and(|token| token.starts_with(is_word))
        };
        // An apostrophe, as in `don't`, opens nothing.
        if kind == 0 && is_word_at(index.checked_sub(1)) && is_word_at(Some(index + 1)) {
            continue;
        }
        match open[kind].take() {
            None => open[kind] = Some(index),
            Some(first) => {
                partners[first] = Some(index);
                partners[index] = Some(first);
            }
        }
    }
    partners
}

fn quote_kind(character: char) -> Option<usize> {
    match straighten(character) {
        '\'' => Some(0),
        '"' => Some(1),
        _ => None,
    }
}

fn body_and_end(line: &str) -> (&str, &str) {
    let line = line.trim_start();
    line.split_at(line.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::with_characters_of_file;

    #[test]
    fn changed_line_keeps_the_forms_of_the_file_where_old_and_new_agree() {
        // (old, file, new, expected)
        for (old, file, new, expected) in [
            ("say(\"hi\");", "say(“hi”);", "say(\"ho\");", "say(“ho”);"),
            ("say(\"a\")", "say(“a”)", "say(\"a\", \"b\")", "say(“a”, \"b\")"),
            // One quote of a pair is never exchanged alone.
            ("'it'", "‘it’", "it + 'x", "it + 'x"),
            ("f('a')", "f(‘a’)", "f(\"a')", "f(\"a')"),
            ("don't go", "don’t go", "don't stay", "don’t stay"),
            ("a - b...", "a — b…", "a - c...", "a — c…"),
            ("a b = 1;", "a\u{A0}b = 1;", "a b = 2;", "a\u{A0}b = 2;"),
            // Runs of white space are as the new text has them.
            ("a = 1;", "a  =  1;", "a = 2;", "a = 2;"),
            // The end of the line stays unless the new text has another one than the old.
            ("x = 1;", "x = 1;  ", "x = 2;", "x = 2;  "),
            ("x = 1;", "x = 1;  ", "y", "y  "),
            // Composed letters stay as the file has them.
            ("caf\u{e9} a", "cafe\u{301} a", "caf\u{e9} b", "cafe\u{301} b"),
            (
                "한글 a",
                "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} a",
                "한글 b",
                "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF} b",
            ),
            ("x = 1; ", "x = 1;", "x = 2; ", "x = 2;"),
            ("x = 1;", "x = 1;\t", "x = 2;  ", "x = 2;  "),
            ("entirely", "different", "as given", "as given"),
        ] {
            assert_eq!(with_characters_of_file(old, file, new), expected, "{old:?} {file:?} {new:?}");
        }
    }
}
