//! The replacement of a whole text, in which the lines that stay keep their line ends.

use super::patch::changed_lines;
use crate::{Document, normalize};
use scenewright_error::Result;

/// Returns the bytes of the file with this text instead, in its encoding. Each line that both texts have keeps the line
/// end that it has in the file; new lines take those of the lines that they replace, else the one that most lines have.
pub fn rewrite(document: &Document, text: &str) -> Result<Vec<u8>> {
    if !document.has_mixed_line_ends() {
        return document.rewrite(text);
    }
    let new = normalize(text);
    let has_mark = !document.encoding().mark().is_empty();
    let new = if has_mark { new.strip_prefix('\u{FEFF}').unwrap_or(&new) } else { &new };
    let changes = changed_lines(document.view(), new);
    let replacements: Vec<_> = changes.into_iter().map(|(old, put)| (old, &new[put])).collect();
    document.splice(&replacements)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_stay_keep_their_line_ends() {
        // (file, text, expected)
        for (file, text, expected) in [
            ("a\r\nb\nc\r\n", "a\nb\nc\n", "a\r\nb\nc\r\n"),
            ("a\r\nb\nc\rd\n", "a\nx\nc\nd\n", "a\r\nx\nc\rd\n"),
            ("a\r\nb\nc\n", "a\nb\nnew\nc\nend\n", "a\r\nb\nnew\nc\nend\n"),
            ("a\r\nb\nc\r\nd", "b\nc\n", "b\nc\r\n"),
            ("a\r\nb\r\n", "a\nb\nc\n", "a\r\nb\r\nc\r\n"),
            ("\u{FEFF}a\r\nb\n", "\u{FEFF}a\nc\n", "\u{FEFF}a\r\nc\n"),
            ("a\r\nb\n", "", ""),
        ] {
            let document = Document::decode(file.as_bytes().to_vec()).unwrap();
            let bytes = rewrite(&document, text).unwrap();
            assert_eq!(String::from_utf8(bytes).unwrap(), expected, "{file:?} {text:?}");
        }
    }

    #[test]
    fn rewritten_text_is_the_given_one_whatever_changed() {
        let mut random = fastrand::Rng::with_seed(3);
        for case in 0..2_000 {
            let mut text = |ends: &[&str]| -> String {
                let words = ["a", "b", "c", "d", ""];
                (0..random.usize(0..12))
                    .map(|_| {
                        format!(
                            "{}{}",
                            random.choice(words).unwrap_or(""),
                            random.choice(ends).unwrap_or(&"")
                        )
                    })
                    .collect()
            };
            let (file, new) = (text(&["\n", "\r\n", "\n", ""]), text(&["\n", "\n", ""]));
            let document = Document::decode(file.as_bytes().to_vec()).unwrap();
            let bytes = rewrite(&document, &new).unwrap();
            assert_eq!(Document::decode(bytes).unwrap().view(), new, "case {case}: {file:?}");
        }
    }
}
