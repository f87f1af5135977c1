//! The parts of a text that earlier edits of one call put there.

use std::ops::Range;

use scenewright_text::edit::Spans;
use scenewright_text::normalize;

/// The most spans of one edit that are followed: a replacement of more is meant for all of the file.
const MAX_FOLLOWED: usize = 10_000;

/// The parts of the current text that earlier edits put there, in order and without overlaps, each with its edit.
#[derive(Default)]
pub(super) struct PutText {
    parts: Vec<(Range<usize>, usize)>,
}

impl PutText {
    /// Returns a note on an edit that changes nothing but what one earlier edit put there.
    pub(super) fn only_of_earlier(&self, view: &str, spans: &Spans, number: usize) -> Option<String> {
        // Nothing to compare, or too much of it to be a slip.
        if self.parts.is_empty() || spans.count() == 0 || spans.count() > MAX_FOLLOWED {
            return None;
        }
        let mut earlier = None;
        for span in spans.iter(view) {
            let (_, edit) =
                self.parts.iter().find(|(part, _)| part.start <= span.start && span.end <= part.end)?;
            // An edit over the texts of several earlier ones is rather a general replacement.
            if earlier.is_some_and(|earlier| earlier != *edit) {
                return None;
            }
            earlier = Some(*edit);
        }
        let earlier = earlier?;
        Some(format!(
            "Note: edit {number} changed only text that edit {earlier} of this call had put there. If a place of the file itself was \
             meant, undo this change and give more context."
        ))
    }

    /// Follows an edit: what earlier ones put there moves, and what it put there itself is added.
    pub(super) fn record(&mut self, view: &str, spans: &Spans, old: &str, new: &str, number: usize) {
        // After a span that is not followed, all offsets are unknown, so the rest is forgotten too.
        if spans.count() > MAX_FOLLOWED {
            self.parts.clear();
            return;
        }
        let (old, new) = (normalize(old), normalize(new));
        let (head, tail) = context_of(&old, &new);
        let length = spans.new_length();
        // A flexible match may have fitted the text to its place; then all of it is taken to be new.
        let (head, tail) = if length == new.len() { (head, tail) } else { (0, 0) };
        let mut parts = Vec::with_capacity(self.parts.len() + spans.count());
        let mut earlier = self.parts.iter().peekable();
        // Offsets of the new text are those of the old one, less the bytes taken before them, plus
        // those put there.
        let (mut taken, mut put) = (0, 0);
        for span in spans.iter(view) {
            while let Some((part, edit)) = earlier.next_if(|(part, _)| part.end <= span.start) {
                parts.push((part.start + put - taken..part.end + put - taken, *edit));
            }
            let start = span.start + put - taken;
            // An earlier part around the span, or half in it, keeps what is outside.
            while let Some((part, edit)) = earlier.peek() {
                if part.start >= span.end {
                    break;
                }
                if part.start < span.start {
                    parts.push((part.start + put - taken..start, *edit));
                }
                if part.end > span.end {
                    break;
                }
                earlier.next();
            }
            if head + tail < length {
                parts.push((start + head..start + length - tail, number));
            }
            (taken, put) = (taken + span.len(), put + length);
            if let Some((part, edit)) =
                earlier.next_if(|(part, _)| part.start < span.end && part.end > span.end)
            {
                parts.push((span.end + put - taken..part.end + put - taken, *edit));
            }
        }
        parts.extend(earlier.map(|(part, edit)| (part.start + put - taken..part.end + put - taken, *edit)));
        self.parts = parts;
    }
}

/// Returns the lengths of the whole lines at the beginning and at the end that both texts have: context, not new text.
fn context_of(old: &str, new: &str) -> (usize, usize) {
    let head = old.split_inclusive('\n').zip(new.split_inclusive('\n'));
    let head: usize = head.take_while(|(a, b)| a == b && a.ends_with('\n')).map(|(a, _)| a.len()).sum();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old
        .rsplit('\n')
        .zip(new.rsplit('\n'))
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len() + 1)
        .sum::<usize>();
    (head, tail.min(new.len()).min(old.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenewright_text::Document;
    use scenewright_text::edit::{Policy, Replacement, replace};

    /// Makes the edits and returns those that get a note, each with the edit that it names.
    fn noted(file: &str, edits: &[(&str, &str)]) -> Vec<String> {
        let mut document = Document::decode(file.as_bytes().to_vec()).unwrap();
        let (mut put, mut notes) = (PutText::default(), Vec::new());
        for ((old, new), number) in edits.iter().zip(1..) {
            let edit =
                Replacement { old: (*old).to_owned(), new: (*new).to_owned(), ..Replacement::default() };
            let applied = replace(&document, &edit, Policy::Unique).unwrap();
            notes.extend(put.only_of_earlier(document.view(), &applied.spans, number));
            put.record(document.view(), &applied.spans, old, new, number);
            document = Document::decode(applied.bytes).unwrap();
        }
        notes
            .iter()
            .map(|note| {
                note.split(" of this call").next().unwrap().replace(" changed only text that edit", "")
            })
            .collect()
    }

    #[test]
    fn edit_of_earlier_new_text_alone_is_noted() {
        type Case<'c> = (&'c str, &'c [(&'c str, &'c str)], &'c [&'c str]);
        let cases: [Case<'_>; 6] = [
            ("foo();\n", &[("foo", "foobar"), ("foo", "baz")], &["Note: edit 2 1"]),
            ("a\nb\nc\n", &[("a", "x"), ("c", "y")], &[]),
            // The first line is context of both.
            ("a\nb\nc\n", &[("a\nb", "a\nB"), ("a\n", "A\n")], &[]),
            ("a\nb\nc\n", &[("b", "one two"), ("a", "longer"), ("two", "2")], &["Note: edit 3 1"]),
            ("a\nb\n", &[("a", "x1"), ("x", "y"), ("1", "2")], &["Note: edit 2 1", "Note: edit 3 1"]),
            ("a b\n", &[("a", "x"), ("x b", "y")], &[]),
        ];
        for (file, edits, expected) in cases {
            assert_eq!(noted(file, edits), expected, "{edits:?}");
        }
    }
}
