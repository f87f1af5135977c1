//! Jupyter notebooks, formats 3 and 4: their cells for a reader, and edits of one cell.
//!
//! A notebook is never rewritten as a whole: an edit finds the span of the cell in the JSON text and replaces that.

mod edit;
mod json;
mod layout;
mod outputs;

use std::collections::HashSet;
use std::ops::Range;

use serde::Serialize;

use json::{Member, check_json, decode, error_at, items, member, members};
use outputs::{joined, read_outputs};
use scenewright_error::{Error, Kind, Result};

pub use edit::{CellRef, CellType, EditMode, EditedNotebook, NotebookEdit, edit_notebook};
pub use outputs::{Output, OutputImage};

/// A notebook's text and the places of its cells in it.
#[derive(Clone, Debug)]
pub struct Notebook<'a> {
    text: &'a str,
    format: Format,
    /// True when every cell has an id, as since format 4.5.
    has_ids: bool,
    root: Vec<Member>,
    /// The arrays that hold the cells: one, or one for each worksheet of format 3.
    lists: Vec<Range<usize>>,
    cells: Vec<CellPlace>,
}

/// A cell as its reader needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// The number of the cell, from 0.
    pub index: usize,
    /// The cell's own id, or `cell-` and its index where it has none.
    pub id: String,
    /// The type: `code`, `markdown` or `raw`; `heading` too in format 3.
    pub cell_type: String,
    /// The source, with its lines joined.
    pub source: String,
    /// The number of the cell's last run; `None` for one that never ran, and for cells without code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution_count: Option<i64>,
    /// The outputs of the last run, within bounds; empty for cells without code.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<Output>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Three,
    Four,
}

impl Format {
    fn source_key(self, cell_type: &str) -> &'static str {
        if self == Format::Three && cell_type == "code" { "input" } else { "source" }
    }

    fn count_key(self) -> &'static str {
        match self {
            Format::Three => "prompt_number",
            Format::Four => "execution_count",
        }
    }
}

#[derive(Clone, Debug)]
struct CellPlace {
    /// The index of the notebook's array that holds the cell.
    list: usize,
    span: Range<usize>,
    members: Vec<Member>,
    id: Option<String>,
    cell_type: String,
}

impl CellPlace {
    fn value<'a>(&'a self, text: &str, key: &str) -> Option<&'a Range<usize>> {
        member(text, &self.members, key)
    }

    fn id_or_number(&self, index: usize) -> String {
        self.id.clone().unwrap_or_else(|| format!("cell-{index}"))
    }
}

impl<'a> Notebook<'a> {
    /// Finds the cells of a notebook. Refuses a text that is not JSON, has no cells or is of an unknown format,
    /// with the place.
    pub fn parse(text: &'a str) -> Result<Notebook<'a>> {
        let value = check_json(text)?;
        if !text[value.clone()].starts_with('{') {
            return Err(no_notebook(text, value.start, "its JSON is not an object"));
        }
        let root = members(text, &value);
        refuse_duplicate_keys(text, &root, "The notebook")?;
        let number = |key: &str| {
            let span = member(text, &root, key)?;
            text[span.clone()].parse::<u64>().ok()
        };
        let format = match (number("nbformat"), member(text, &root, "nbformat")) {
            (Some(3), _) => Format::Three,
            (Some(4), _) => Format::Four,
            (_, Some(span)) => {
                let found: String = text[span.clone()].chars().take(20).collect();
                return Err(no_notebook(
                    text,
                    span.start,
                    &format!("its \"nbformat\" is {found}, and 3 or 4 is known"),
                ));
            }
            (_, None) => return Err(no_notebook(text, value.start, "it has no \"nbformat\"")),
        };
        let has_ids = format == Format::Four && number("nbformat_minor").is_some_and(|minor| minor >= 5);
        let lists = find_lists(text, &root, format, value.start)?;
        let mut cells = Vec::new();
        for (list, array) in lists.iter().enumerate() {
            for span in items(text, array) {
                cells.push(find_cell(text, list, span, cells.len())?);
            }
        }
        Ok(Notebook { text, format, has_ids, root, lists, cells })
    }

    /// Returns the cells in order, of all worksheets.
    pub fn cells(&self) -> Vec<Cell> {
        let text = self.text;
        let read = |(index, cell): (usize, &CellPlace)| {
            let count = cell.value(text, self.format.count_key());
            Cell {
                index,
                id: cell.id_or_number(index),
                cell_type: cell.cell_type.clone(),
                source: self.source(cell),
                execution_count: count.and_then(|span| text[span.clone()].parse().ok()),
                outputs: cell
                    .value(text, "outputs")
                    .map(|array| read_outputs(text, array))
                    .unwrap_or_default(),
            }
        };
        self.cells.iter().enumerate().map(read).collect()
    }

    /// Returns the language of the code cells, where the notebook names it.
    pub fn language(&self) -> Option<String> {
        let text = self.text;
        let inner =
            |members: &[Member], key: &str| member(text, members, key).map(|span| json::members(text, span));
        let word =
            |members: &[Member], key: &str| member(text, members, key).and_then(|span| decode(text, span));
        let metadata = inner(&self.root, "metadata").unwrap_or_default();
        let by_kernel = inner(&metadata, "kernelspec").and_then(|kernel| word(&kernel, "language"));
        by_kernel
            .or_else(|| inner(&metadata, "language_info").and_then(|info| word(&info, "name")))
            .or_else(|| self.cells.iter().find_map(|cell| word(&cell.members, "language")))
    }

    fn source(&self, cell: &CellPlace) -> String {
        let span = cell.value(self.text, self.format.source_key(&cell.cell_type));
        span.and_then(|span| joined(self.text, span)).unwrap_or_default()
    }
}

fn find_lists(text: &str, root: &[Member], format: Format, start: usize) -> Result<Vec<Range<usize>>> {
    let array = |members: &[Member], key: &str, at: usize| match member(text, members, key) {
        Some(span) if text[span.clone()].starts_with('[') => Ok(span.clone()),
        Some(span) => Err(no_notebook(text, span.start, &format!("its \"{key}\" are not a list"))),
        None => Err(no_notebook(text, at, &format!("it has no \"{key}\""))),
    };
    if format == Format::Four {
        return Ok(vec![array(root, "cells", start)?]);
    }
    let worksheets = items(text, &array(root, "worksheets", start)?);
    let cells = |worksheet: Range<usize>| {
        let members = members(text, &worksheet);
        refuse_duplicate_keys(text, &members, "A worksheet of the notebook")?;
        array(&members, "cells", worksheet.start)
    };
    worksheets.into_iter().map(cells).collect()
}

fn find_cell(text: &str, list: usize, span: Range<usize>, index: usize) -> Result<CellPlace> {
    if !text[span.clone()].starts_with('{') {
        return Err(no_notebook(text, span.start, &format!("its cell {index} is not an object")));
    }
    let members = members(text, &span);
    refuse_duplicate_keys(text, &members, &format!("Cell {index} of the notebook"))?;
    let string = |key: &str| member(text, &members, key).and_then(|value| decode(text, value));
    let id = string("id").filter(|id| !id.is_empty());
    let cell_type = string("cell_type").unwrap_or_default();
    Ok(CellPlace { list, span, members, id, cell_type })
}

/// Refuses two members with one key: programs disagree which one counts, so the effect of an edit would be
/// uncertain.
fn refuse_duplicate_keys(text: &str, members: &[Member], whose: &str) -> Result<()> {
    let mut seen = HashSet::new();
    for member in members {
        let key = decode(text, &member.key).unwrap_or_default();
        if seen.contains(&key) {
            return Err(error_at(text, member.key.start, &format!("{whose} has the key {key:?} twice"))
                .with_hint("Remove one of the two from the file."));
        }
        seen.insert(key);
    }
    Ok(())
}

fn no_notebook(text: &str, offset: usize, why: &str) -> Error {
    error_at(text, offset, &format!("The file is not a notebook that can be read: {why}"))
        .with_hint("Notebooks of the formats 3 and 4 can be read; Jupyter can convert others.")
}

/// Returns the error for a mistake in the request, not in the file.
fn refuse(kind: Kind, message: impl Into<String>, hint: impl Into<String>) -> Error {
    Error::new(kind, message).with_hint(hint)
}

#[cfg(test)]
mod tests;
