//! The replacement of a whole text, in which the lines that stay keep their line ends.

use std::ops::Range;

use super::patch::changed_lines;
use crate::{Document, normalize};
use scenewright_error::Result;

/// Returns the bytes of the file with this text instead, in its encoding. Each line that both texts have keeps the line
/// end that it has in the file, and so do lines that others stand for one by one; all others take the one that most
/// lines have.
pub fn rewrite(document: &Document, text: &str) -> Result<Vec<u8>> {
    if !document.has_mixed_line_ends() {
        return document.rewrite(text);
    }
    let new = normalize(text);
    let has_mark = !document.encoding().mark().is_empty();
    let new = if has_mark { new.strip_prefix('\u{FEFF}').unwrap_or(&new) } else { &new };
    let (view, file) = (document.view(), document.bytes());
    let mut bytes = Vec::with_capacity(file.len());
    let mut copied = 0;
    for (replaced, put) in changed_lines(view, new) {
        bytes.extend_from_slice(&file[copied..document.byte_offset(replaced.start)?]);
        write_lines(document, replaced.clone(), &new[put], &mut bytes)?;
        copied = document.byte_offset(replaced.end)?;
    }
    bytes.extend_from_slice(&file[copied..]);
    document.require_readable(&bytes, new)?;
    Ok(bytes)
}

/// Replaces the lines of the file.
fn write_lines(document: &Document, replaced: Range<usize>, new: &str, bytes: &mut Vec<u8>) -> Result<()> {
    let old = &document.view()[replaced.clone()];
    // Without a one-to-one correspondence, no line end belongs to any new line.
    if old.split_inclusive('\n').count() != new.split_inclusive('\n').count() {
        return document.encode_lines(new, bytes);
    }
    let mut at = replaced.start;
    for (old, new) in old.split_inclusive('\n').zip(new.split_inclusive('\n')) {
        at += old.len();
        match (old.ends_with('\n'), new.strip_suffix('\n')) {
            (true, Some(content)) => {
                document.encode_lines(content, bytes)?;
                let end = document.byte_offset(at - 1)?..document.byte_offset(at)?;
                bytes.extend_from_slice(&document.bytes()[end]);
            }
            _ => document.encode_lines(new, bytes)?,
        }
    }
    Ok(())
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
            // New lines end as most lines do, and one for one as those before them.
            ("a\r\nb\r\nc\n", "x\ny\n", "x\r\ny\r\n"),
            ("a\r\nb\r\nc\n", "a\nb\nd\n", "a\r\nb\r\nd\n"),
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
