//! Lines of a text that the file has word for word, wherever they are.

use std::collections::HashSet;

use crate::Document;

/// Returns true if every line of the text is a line of the file: then it has no addition and no escape, and lines are missing
/// or in another order.
pub(super) fn has_known_lines_only<'t>(document: &Document, text: impl Iterator<Item = &'t str>) -> bool {
    let mut wanted: HashSet<&str> = text.filter(|line| !line.trim().is_empty()).collect();
    for line in document.lines() {
        wanted.remove(line);
        if wanted.is_empty() {
            return true;
        }
    }
    false
}
