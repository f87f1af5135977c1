//! The edges of a text that is offered, where they are in the middle of a line.

use std::ops::Range;

use crate::Document;

/// Returns a text that ends in the middle of a line, with the rest of the line where the new text has it: otherwise the rest
/// would be there twice.
pub(super) fn with_rest_of_line(view: &str, span: Range<usize>, old: &str, new: &str) -> Range<usize> {
    let line_start = view[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = view[span.end..].find('\n').map_or(view.len(), |at| span.end + at);
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

/// Returns a place that begins within the indentation of a line from the beginning of the line on: a text that begins with a part of
/// the white space means the whole line.
pub(super) fn with_indentation(view: &str, span: Range<usize>) -> Range<usize> {
    let line_start = view[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let is_within =
        view[span.clone()].starts_with([' ', '\t']) && view[line_start..span.start].trim().is_empty();
    if is_within { line_start..span.end } else { span }
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
