//! The edges of a text that is offered, where they are in the middle of a line.

use std::ops::Range;

use crate::Document;

/// Returns a text that ends in the middle of a line, with the rest of the line where the new text has it: otherwise the rest
/// would be there twice.
pub(super) fn with_rest_of_line(view: &str, span: Range<usize>, old: &str, new: &str) -> Range<usize> {
    let line_start = line_start(view, span.start);
    let line_end = line_end(view, span.end);
    let (before, rest) = (&view[line_start..span.start], view[span.end..line_end].trim_end());
    let mut wider = span.clone();
    if !rest.trim().is_empty() && !old.trim_end().ends_with(rest) && new.trim_end().ends_with(rest) {
        wider.end = span.end + rest.len();
    }
    let lead = before.trim_start();
    if !lead.is_empty() && !old.trim_start().starts_with(lead) && new.trim_start().starts_with(lead) {
        wider.start -= if new.starts_with(before) { before.len() } else { lead.len() };
    }
    wider
}

/// Returns a place that begins within or after the indentation of a line from the beginning of the line on, if the text begins with
/// a part of the white space, which means the whole line, or if the new text brings the indentation itself.
pub(super) fn with_indentation(view: &str, span: Range<usize>, new: &str) -> Range<usize> {
    let line_start = line_start(view, span.start);
    let indentation = &view[line_start..span.start];
    let is_meant = view[span.clone()].starts_with([' ', '\t'])
        || (!indentation.is_empty() && new.starts_with(indentation));
    if indentation.trim().is_empty() && is_meant { line_start..span.end } else { span }
}

/// Returns a place with the empty lines around it that the old text has within a fence, if the new text has them too, or if their
/// removal is all that it changes: with the place alone, the new text would bring them a second time.
pub(super) fn with_empty_lines(
    view: &str,
    span: Range<usize>,
    (before, after): (usize, usize),
    new: &str,
) -> Range<usize> {
    let line_ends = |count: usize| "\n".repeat(count);
    let is_all = view[span.clone()] == *new.trim_matches('\n');
    let mut wider = span.clone();
    // A line end ends the line before the empty ones.
    let is_there = view[..span.start].ends_with(&line_ends(before + 1));
    if before > 0 && is_there && (is_all || new.starts_with(&line_ends(before))) {
        wider.start -= before;
    }
    let is_there = view[span.end..].starts_with(&line_ends(after + 1));
    if after > 0 && is_there && (is_all || new.ends_with(&line_ends(after))) {
        wider.end += after;
    }
    wider
}

/// Returns a place with the line end after it if the old text ends with one, and the new text does too or is empty: with the
/// place alone, the new text would bring a second one.
pub(super) fn with_line_end(view: &str, span: Range<usize>, old: &str, new: &str) -> Range<usize> {
    let is_without =
        !span.is_empty() && !view[span.clone()].ends_with('\n') && view[span.end..].starts_with('\n');
    if wants_line_end(old, new) && is_without { span.start..span.end + 1 } else { span }
}

/// Returns true where whole lines are replaced with whole lines, or with nothing.
pub(super) fn wants_line_end(old: &str, new: &str) -> bool {
    old.ends_with('\n') && (new.is_empty() || new.ends_with('\n'))
}

/// Returns true if a span begins where a line begins, but for white space.
pub(super) fn begins_with_line(view: &str, span: &Range<usize>) -> bool {
    view[..span.start].rsplit('\n').next().is_none_or(|lead| lead.trim().is_empty())
}

/// Returns true if a span ends where a line ends, but for white space.
pub(super) fn ends_with_line(view: &str, span: &Range<usize>) -> bool {
    view[span.end..].split('\n').next().is_none_or(|rest| rest.trim().is_empty())
}

/// Returns true if a text of several lines begins or ends in the middle of a line, with a piece that is a whole line in another
/// place: it may be meant as that one, with lines missing between them.
pub(super) fn cuts_known_line(document: &Document, span: &Range<usize>) -> bool {
    let view = document.view();
    let text = &view[span.clone()];
    let (Some((first, _)), Some((_, last))) = (text.split_once('\n'), text.rsplit_once('\n')) else {
        return false;
    };
    let is_known = |piece: &str| !piece.trim().is_empty() && document.lines().any(|line| line == piece);
    let begins_inside = span.start > 0 && !view[..span.start].ends_with('\n');
    let ends_inside = span.end < view.len() && !view[span.end..].starts_with('\n');
    (begins_inside && is_known(first)) || (ends_inside && is_known(last))
}

/// Returns where the line of an offset begins.
pub(super) fn line_start(view: &str, at: usize) -> usize {
    view[..at].rfind('\n').map_or(0, |at| at + 1)
}

/// Returns where the line of an offset ends, before its line end.
pub(super) fn line_end(view: &str, at: usize) -> usize {
    view[at..].find('\n').map_or(view.len(), |end| at + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_has_indentation_that_new_text_brings() {
        let view = "a {\n  b: 1,\n}\n";
        let at = view.find('b').unwrap();
        for (new, expected) in
            [("  b: 2,", "  b: 1,"), ("    b: 2,", "  b: 1,"), ("b: 2,", "b: 1,"), ("", "b: 1,")]
        {
            let span = with_indentation(view, at..at + 5, new);
            assert_eq!(&view[span], expected, "{new:?}");
        }
        // No indentation stands before a text in the middle of a line.
        let at = view.find('1').unwrap();
        assert_eq!(with_indentation(view, at..at + 1, "  2"), at..at + 1);
    }

    #[test]
    fn place_has_empty_lines_that_old_and_new_text_have() {
        let view = "x\n\n\nb\n\ny\n";
        let at = view.find('b').unwrap();
        let cases = [
            ((0, 1), "c\n", "b\n"),
            ((0, 2), "c\n\n", "b"),
            ((1, 1), "\nc\n", "\nb\n"),
            ((2, 0), "\n\nc", "\n\nb"),
            ((3, 0), "\n\n\nc", "b"),
            // The new text has none: they stay, unless they are all that changes.
            ((1, 1), "c", "b"),
            ((0, 1), "b", "b\n"),
        ];
        for (empty_lines, new, expected) in cases {
            let span = with_empty_lines(view, at..at + 1, empty_lines, new);
            assert_eq!(&view[span], expected, "{empty_lines:?} {new:?}");
        }
    }
}
