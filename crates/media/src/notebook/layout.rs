//! The layout of a notebook's file, so that inserted text looks like its neighbours.

use std::ops::Range;

use super::json::{Member, escapes_non_ascii, items, quote};
use super::{CellPlace, Notebook};

/// The white space between the parts of a cell. Each is copied from the file where it has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The space before a cell in its list, and between the last one and the end of the list.
    pub(super) before_cell: String,
    pub(super) after_last_cell: String,
    before_key: String,
    after_comma: String,
    before_close: String,
    /// The colon with the space around it.
    colon: String,
    source: SourceLayout,
    is_ascii: bool,
}

/// The layout of a source: one string, or a list of lines with this white space.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SourceLayout {
    Whole,
    Lines { before_first: String, after_comma: String, before_close: String },
}

/// A member of a cell that is to be written: its key as JSON with the colon, and its value as JSON.
pub(super) struct Written {
    pub(super) key: String,
    pub(super) value: String,
}

impl Layout {
    /// Returns the layout around and inside a cell, or of the notebook's first cells, or the one that the file's
    /// outermost lines suggest when there are no cells.
    pub(super) fn near(notebook: &Notebook, cell: Option<&CellPlace>) -> Layout {
        let text = notebook.text;
        let has_example = |cell: &&CellPlace| !cell.members.is_empty();
        match cell.filter(has_example).or_else(|| notebook.cells.iter().find(has_example)) {
            Some(example) => Layout::of_cell(notebook, example),
            None => Layout::of_outermost(text, &notebook.root),
        }
    }

    fn of_cell(notebook: &Notebook, cell: &CellPlace) -> Layout {
        let text = notebook.text;
        let members = &cell.members;
        let before_key = space_before(text, members[0].key.start).to_owned();
        let before_close = space_before(text, cell.span.end - 1).to_owned();
        let colon = text[members[0].key.end..members[0].value.start].to_owned();
        // The space after a comma differs from the one after the bracket where members are on one line.
        let after_comma = match members.get(1) {
            Some(second) => space_before(text, second.key.start).to_owned(),
            None if before_key.contains('\n') => before_key.clone(),
            None => space_like(&colon),
        };
        let list = &notebook.lists[cell.list];
        let mut layout = Layout {
            before_cell: space_before(text, cell.span.start).to_owned(),
            after_last_cell: space_before(text, list.end - 1).to_owned(),
            before_key,
            after_comma,
            before_close,
            colon,
            source: SourceLayout::Whole,
            is_ascii: escapes_non_ascii(text),
        };
        let source_of =
            |cell: &CellPlace| cell.value(text, notebook.format.source_key(&cell.cell_type)).cloned();
        let is_list = |span: &Range<usize>| text[span.clone()].starts_with('[');
        let own = source_of(cell).or_else(|| notebook.cells.iter().find_map(source_of));
        if own.as_ref().is_none_or(is_list) {
            // An empty list shows no layout; another cell of the notebook may.
            let has_lines = |span: &Range<usize>| is_list(span) && !items(text, span).is_empty();
            let example =
                own.filter(has_lines).or_else(|| notebook.cells.iter().filter_map(source_of).find(has_lines));
            layout.source = match example {
                Some(span) => layout.lines_like(text, &span),
                None => layout.lines_by_indentation(),
            };
        }
        layout
    }

    /// Returns the layout for a notebook without cells: the keys of the notebook itself are indented once, those of
    /// a cell three times.
    fn of_outermost(text: &str, root: &[Member]) -> Layout {
        let before_root = root.first().map_or("", |member| space_before(text, member.key.start));
        let colon = root.first().map_or(": ", |member| &text[member.key.end..member.value.start]).to_owned();
        let (line, unit) = match before_root.rfind('\n') {
            Some(newline) => before_root.split_at(newline + 1),
            None => ("", ""),
        };
        let indented = |depth: usize| {
            if line.is_empty() { String::new() } else { format!("{line}{}", unit.repeat(depth)) }
        };
        let after_comma = if line.is_empty() { space_like(&colon) } else { indented(3) };
        let mut layout = Layout {
            before_cell: indented(2),
            after_last_cell: indented(1),
            before_key: indented(3),
            after_comma,
            before_close: indented(2),
            colon,
            source: SourceLayout::Whole,
            is_ascii: escapes_non_ascii(text),
        };
        layout.source = layout.lines_by_indentation();
        layout
    }

    fn lines_like(&self, text: &str, array: &Range<usize>) -> SourceLayout {
        let lines = items(text, array);
        let before_first = lines.first().map_or("", |first| space_before(text, first.start)).to_owned();
        let after_comma = match lines.get(1) {
            Some(second) => space_before(text, second.start).to_owned(),
            None if before_first.contains('\n') => before_first.clone(),
            None => space_like(&self.colon),
        };
        let before_close = space_before(text, array.end - 1).to_owned();
        SourceLayout::Lines { before_first, after_comma, before_close }
    }

    fn lines_by_indentation(&self) -> SourceLayout {
        if !self.before_key.contains('\n') {
            let after_comma = space_like(&self.colon);
            return SourceLayout::Lines {
                before_first: String::new(),
                after_comma,
                before_close: String::new(),
            };
        }
        let unit = self.before_key.strip_prefix(&self.before_close).unwrap_or("");
        let before_first = format!("{}{unit}", self.before_key);
        SourceLayout::Lines {
            after_comma: before_first.clone(),
            before_first,
            before_close: self.before_key.clone(),
        }
    }

    /// Returns the white space after a comma between cells.
    pub(super) fn between_cells(&self) -> String {
        if self.before_cell.contains('\n') { self.before_cell.clone() } else { space_like(&self.colon) }
    }

    pub(super) fn string(&self, text: &str) -> String {
        quote(text, self.is_ascii)
    }

    /// Returns a source as the file writes sources.
    pub(super) fn source(&self, source: &str) -> String {
        let SourceLayout::Lines { before_first, after_comma, before_close } = &self.source else {
            return self.string(source);
        };
        if source.is_empty() {
            return "[]".to_owned();
        }
        let lines: Vec<String> = source.split_inclusive('\n').map(|line| self.string(line)).collect();
        format!("[{before_first}{}{before_close}]", lines.join(&format!(",{after_comma}")))
    }

    pub(super) fn member(&self, key: &str, value: impl Into<String>) -> Written {
        Written { key: format!("{}{}", self.string(key), self.colon), value: value.into() }
    }

    pub(super) fn object(&self, members: &[Written]) -> String {
        let written: Vec<String> =
            members.iter().map(|member| format!("{}{}", member.key, member.value)).collect();
        format!(
            "{{{}{}{}}}",
            self.before_key,
            written.join(&format!(",{}", self.after_comma)),
            self.before_close
        )
    }
}

/// Returns the white space that ends at an offset.
fn space_before(text: &str, offset: usize) -> &str {
    let trimmed = text[..offset].trim_end_matches([' ', '\t', '\n', '\r']);
    &text[trimmed.len()..offset]
}

/// Returns the space after a comma: files on one line have one there when they have one after colons.
fn space_like(colon: &str) -> String {
    if colon.ends_with(' ') { " ".to_owned() } else { String::new() }
}
