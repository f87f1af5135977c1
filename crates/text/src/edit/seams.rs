//! Doubts about the places where a new text meets what was left of the file: lines that were joined, and lines that are there twice.

use super::places::Spans;
use crate::normalize;

/// The fewest characters of a line that is hardly there twice in a row on purpose.
const MIN_DOUBLED: usize = 8;

/// Returns what is doubtful about the edges of a single replacement of whole lines, as a sentence; `old` and `new` are the texts that
/// were given, and `view` is the text in which the spans are.
pub fn doubtful_seam(view: &str, spans: &Spans, old: &str, new: &str) -> Option<String> {
    let (old, new) = (normalize(old), normalize(new));
    let mut all = spans.iter(view);
    let (Some(span), None) = (all.next(), all.next()) else { return None };
    // A flexible match has fitted the text to its place.
    if new.trim().is_empty() || view.get(span.clone()) != Some(&*old) {
        return None;
    }
    let (before, after) = (&view[..span.start], &view[span.end..]);
    let line_of = |offset: usize| 1 + view[..offset].matches('\n').count();
    let begins_line = before.is_empty() || before.ends_with('\n');
    let ends_line = after.is_empty() || after.starts_with('\n');
    let is_text = |line: Option<&str>| line.is_some_and(|line| !line.trim().is_empty());
    if begins_line && old.ends_with('\n') && !new.ends_with('\n') && is_text(after.split('\n').next()) {
        let line = line_of(span.start) + new.matches('\n').count();
        return Some(format!(
            "old_string ends with a line end and new_string does not, so that line {line} goes on with what was the next line"
        ));
    }
    if ends_line && old.starts_with('\n') && !new.starts_with('\n') && is_text(before.rsplit('\n').next()) {
        let line = line_of(span.start);
        return Some(format!(
            "old_string begins with a line end and new_string does not, so that line {line} goes on with new_string"
        ));
    }
    let is_doubled = |line: Option<&str>, neighbour: Option<&str>, of_old: Option<&str>| {
        line.is_some_and(|line| {
            line.trim().chars().count() >= MIN_DOUBLED && neighbour == Some(line) && of_old != Some(line)
        })
    };
    let last_before = before.strip_suffix('\n').map(|text| text.rsplit('\n').next().unwrap_or_default());
    if begins_line && is_doubled(new.split('\n').next(), last_before, old.split('\n').next()) {
        let line = line_of(span.start);
        return Some(format!(
            "new_string begins with the line before it, which is there twice now, on lines {} and {line}",
            line - 1
        ));
    }
    let (ends_of_old, ends_of_new) = (old.trim_end_matches('\n'), new.trim_end_matches('\n'));
    let first_behind = match old.ends_with('\n') {
        true => after.split('\n').next(),
        false => after.strip_prefix('\n').and_then(|rest| rest.split('\n').next()),
    };
    if is_doubled(ends_of_new.rsplit('\n').next(), first_behind, ends_of_old.rsplit('\n').next())
        && begins_line
    {
        let line = line_of(span.start) + ends_of_new.matches('\n').count();
        return Some(format!(
            "new_string ends with the line after it, which is there twice now, on lines {line} and {}",
            line + 1
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::{Policy, Replacement, replace};
    use super::*;
    use crate::Document;

    #[test]
    fn joined_and_doubled_lines_are_noticed() {
        let file = "fn first() {\n    let one = 1;\n    let two = 2;\n}\n";
        for (old, new, expected) in [
            ("    let one = 1;\n", "    let one = 3;", Some("line 2 goes on")),
            ("\n    let one = 1;", "    let one = 3;", Some("line 1 goes on")),
            ("    let two = 2;", "    let one = 1;\n    let two = 3;", Some("lines 2 and 3")),
            ("    let one = 1;\n", "    let one = 3;\n    let two = 2;\n", Some("lines 3 and 4")),
            ("    let one = 1;", "    let one = 3;\n    let two = 2;", Some("lines 3 and 4")),
            ("    let one = 1;\n", "    let one = 3;\n", None),
            ("one = 1;\n", "one = 3; //", None),
            ("    let one = 1;\n", "", None),
            ("    let two = 2;\n}\n", "    let two = 2; }", None),
            ("    let two = 2;", "    let two = 3;\n}", None),
            ("    let one = 1;\n    let two = 2;", "    let two = 2;\n    let one = 1;", None),
        ] {
            let document = Document::decode(file.as_bytes().to_vec()).unwrap();
            let edit = Replacement { old: old.to_owned(), new: new.to_owned(), ..Replacement::default() };
            let applied = replace(&document, &edit, Policy::Unique).unwrap();
            let said = doubtful_seam(document.view(), &applied.spans, old, new);
            match expected {
                Some(words) => {
                    assert!(said.as_ref().is_some_and(|it| it.contains(words)), "{old:?}: {said:?}");
                }
                None => assert_eq!(said, None, "{old:?}"),
            }
        }
    }
}
