//! Edits that replace, insert or delete one cell of a notebook, and leave every other byte as it is.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::json::{decode, items};
use super::layout::{Layout, Written};
use super::{CellPlace, Format, Notebook, refuse};
use scenewright_error::{Error, Kind, Result, near_name, quote_name};

/// A reference to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellRef {
    /// The cell's own id, or `cell-` and its number for a cell without one.
    Id(String),
    /// The number of the cell, from 0.
    Number(usize),
}

/// The type of a cell that an edit can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellType {
    /// Code, with outputs and an execution count.
    Code,
    /// Text in Markdown.
    Markdown,
    /// Text that no program renders or runs.
    Raw,
}

impl CellType {
    /// Returns the name in the notebook's JSON, such as `markdown`.
    pub fn as_str(self) -> &'static str {
        match self {
            CellType::Code => "code",
            CellType::Markdown => "markdown",
            CellType::Raw => "raw",
        }
    }
}

/// The kind of an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditMode {
    /// Gives the cell another source, and another type where one is named. The outputs of a code cell are cleared.
    Replace,
    /// Adds a new cell after the one named, or at the beginning where none is named.
    Insert,
    /// Removes the cell.
    Delete,
}

/// An edit of a notebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotebookEdit {
    /// The cell, needed except for an insertion.
    pub cell: Option<CellRef>,
    /// The new source, ignored by a deletion.
    pub new_source: String,
    /// The type of the cell, needed for an insertion.
    pub cell_type: Option<CellType>,
    /// The kind of the edit.
    pub mode: EditMode,
}

/// The result of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditedNotebook {
    /// The text of the whole notebook.
    pub text: String,
    /// The edit as spans of the old text with their replacements: in order, and none overlaps another.
    pub replacements: Vec<(Range<usize>, String)>,
    /// The index, from 0, of the cell that was changed, added or deleted.
    pub index: usize,
    /// The id of that cell, or `cell-` and its index where it has none.
    pub id: String,
    /// The type that the cell has now, or had.
    pub cell_type: String,
    /// The old source; `None` for a new cell.
    pub old_source: Option<String>,
    /// The new source; empty after a deletion.
    pub new_source: String,
    /// The number of cells after the edit.
    pub cell_count: usize,
}

/// Changes one cell in the text of a notebook.
///
/// Invariant: outside the cell, and its comma where a cell comes or goes, no byte changes.
pub fn edit_notebook(text: &str, edit: &NotebookEdit) -> Result<EditedNotebook> {
    let notebook = Notebook::parse(text)?;
    let named = edit.cell.as_ref().map(|cell| find(&notebook, cell)).transpose()?;
    let mut edited = match (edit.mode, named) {
        (EditMode::Replace, Some(index)) => replace(&notebook, index, edit),
        (EditMode::Delete, Some(index)) => delete(&notebook, index),
        (EditMode::Insert, after) => insert(&notebook, after, edit)?,
        (EditMode::Replace | EditMode::Delete, None) => {
            return Err(refuse(
                Kind::InvalidInput,
                "No cell was named: to replace or delete a cell, its id or number is needed.",
                "Give cell_id or cell_number, as Read shows them.",
            ));
        }
    };
    // The replacements are spans of the old text in order, so what lies between them is copied byte by byte.
    let mut copied = 0;
    for (span, new) in &edited.replacements {
        edited.text.push_str(&text[copied..span.start]);
        edited.text.push_str(new);
        copied = span.end;
    }
    edited.text.push_str(&text[copied..]);
    Ok(edited)
}

fn find(notebook: &Notebook, cell: &CellRef) -> Result<usize> {
    let count = notebook.cells.len();
    let index = match cell {
        CellRef::Number(number) => Some(*number),
        CellRef::Id(id) => {
            let is_meant = |cell: &CellPlace| cell.id.as_ref() == Some(id);
            let mut found = (0..count).filter(|index| is_meant(&notebook.cells[*index]));
            match (found.next(), found.next()) {
                (Some(first), Some(second)) => {
                    return Err(refuse(
                        Kind::AmbiguousMatch,
                        format!(
                            "Two cells of the notebook have the id \"{}\": number {first} and number {second}.",
                            quote_name(id)
                        ),
                        "Name the cell by its number, cell_number.",
                    ));
                }
                (Some(first), None) => Some(first),
                _ => {
                    let number: Option<usize> =
                        id.strip_prefix("cell-").and_then(|number| number.parse().ok());
                    // `cell-3` is a number only for a cell without an id: with one, the name would hit another cell
                    // than the one meant.
                    number.filter(|number| notebook.cells.get(*number).is_none_or(|cell| cell.id.is_none()))
                }
            }
        }
    };
    index.filter(|index| *index < count).ok_or_else(|| no_cell(notebook, cell))
}

fn no_cell(notebook: &Notebook, cell: &CellRef) -> Error {
    let count = notebook.cells.len();
    let has = match count {
        0 => "the notebook has no cells".to_owned(),
        1 => "the notebook has 1 cell, number 0".to_owned(),
        _ => format!("the notebook has {count} cells, numbered from 0 to {}", count - 1),
    };
    let ids: Vec<String> =
        notebook.cells.iter().enumerate().map(|(index, cell)| cell.id_or_number(index)).collect();
    let mut hint = match cell {
        CellRef::Id(id) => near_name(id, ids.iter().map(String::as_str))
            .map_or_else(String::new, |near| format!("Did you mean {near:?}? ")),
        CellRef::Number(_) => String::new(),
    };
    if ids.is_empty() {
        hint.push_str("Insert a cell without naming another.");
    } else {
        const MAX_SHOWN: usize = 20;
        let shown: Vec<_> = ids.iter().take(MAX_SHOWN).map(|id| quote_name(id)).collect();
        let shown = shown.join(", ");
        let more = if ids.len() > MAX_SHOWN { ", ..." } else { "" };
        hint.push_str(&format!("The ids are: {shown}{more}."));
    }
    let message = match cell {
        CellRef::Id(id) => format!("There is no cell with the id \"{}\": {has}.", quote_name(id)),
        CellRef::Number(number) => format!("There is no cell number {number}: {has}."),
    };
    refuse(Kind::NotFound, message, hint)
}

fn replace(notebook: &Notebook, index: usize, edit: &NotebookEdit) -> EditedNotebook {
    let text = notebook.text;
    let cell = &notebook.cells[index];
    let old_source = notebook.source(cell);
    let new_source = with_line_ends_of(&old_source, &edit.new_source);
    let cell_type = edit.cell_type.map_or(cell.cell_type.as_str(), |cell_type| cell_type.as_str());
    let layout = Layout::near(notebook, Some(cell));
    let source_span = cell.value(text, notebook.format.source_key(&cell.cell_type));
    let mut replacements = Vec::new();
    match source_span {
        Some(span) if cell_type == cell.cell_type => {
            // An equal source keeps its bytes, in whatever form the file has them.
            if !holds_text(text, span) || new_source != old_source {
                replacements.push((span.clone(), layout.source(&new_source)));
            }
            // Outputs and count belong to the old source.
            if cell_type == "code" {
                let mut clear = |key: &str, empty: &str| {
                    // Already empty ones stay as they are written: an edit that changes nothing must change no
                    // byte.
                    let used = |span: &&Range<usize>| match empty {
                        "[]" => !text[(*span).clone()].starts_with('[') || !items(text, span).is_empty(),
                        _ => text[(*span).clone()] != *empty,
                    };
                    let span = cell.value(text, key).filter(used);
                    replacements.extend(span.map(|span| (span.clone(), empty.to_owned())));
                };
                clear("outputs", "[]");
                clear(notebook.format.count_key(), "null");
            }
            // Jupyter writes outputs before the source, other programs do not.
            replacements.sort_by_key(|(span, _)| span.start);
        }
        _ => {
            let members = members_for_type(notebook, cell, cell_type, &layout, &new_source);
            // Another type has other members, so the cell is written whole.
            replacements.push((cell.span.clone(), layout.object(&members)));
        }
    }
    EditedNotebook {
        text: String::new(),
        replacements,
        index,
        id: cell.id_or_number(index),
        cell_type: cell_type.to_owned(),
        old_source: Some(old_source),
        new_source,
        cell_count: notebook.cells.len(),
    }
}

/// Returns true if a source is a string or a list of strings, and so has the text that it seems to have.
fn holds_text(text: &str, span: &Range<usize>) -> bool {
    let is_string = |span: &Range<usize>| text[span.clone()].starts_with('"');
    is_string(span) || (text[span.clone()].starts_with('[') && items(text, span).iter().all(is_string))
}

/// Returns the members of a cell with a new source and perhaps of another type: those that the type does not allow
/// are dropped, those that it requires are added, and the others stay as they are written.
fn members_for_type(
    notebook: &Notebook,
    cell: &CellPlace,
    cell_type: &str,
    layout: &Layout,
    new_source: &str,
) -> Vec<Written> {
    let text = notebook.text;
    let is_code = cell_type == "code";
    let mut found: Vec<(String, Written)> = Vec::new();
    let source_key = notebook.format.source_key(cell_type);
    let put = |found: &mut Vec<(String, Written)>, key: &str, value: &str, before: &[&str]| {
        let member = layout.member(key, value);
        if let Some((_, old)) = found.iter_mut().find(|(name, _)| name == key) {
            old.value = member.value;
            return;
        }
        let place = before.iter().find_map(|next| found.iter().position(|(name, _)| name == next));
        found.insert(place.unwrap_or(found.len()), (key.to_owned(), member));
    };
    for member in &cell.members {
        let name = decode(text, &member.key).unwrap_or_default();
        let is_kept = match name.as_str() {
            "outputs" | "execution_count" | "prompt_number" | "collapsed" | "language" => is_code,
            // The schema of nbformat allows attachments in Markdown and raw cells only.
            "attachments" => !is_code,
            "level" => cell_type == "heading",
            "input" | "source" => name == source_key,
            _ => true,
        };
        if is_kept {
            let key = text[member.key.start..member.value.start].to_owned();
            found.push((name, Written { key, value: text[member.value.clone()].to_owned() }));
        }
    }
    if !cell_type.is_empty() {
        put(&mut found, "cell_type", &layout.string(cell_type), &["execution_count", "id", "metadata"]);
    }
    if !found.iter().any(|(name, _)| name == "metadata") {
        put(&mut found, "metadata", "{}", &["outputs", "source"]);
    }
    if is_code && notebook.format == Format::Three {
        put(&mut found, "language", &layout.string(&code_language(notebook)), &["metadata"]);
    }
    let after_source: &[&str] = if source_key == "input" { &["language"] } else { &[] };
    put(&mut found, source_key, &layout.source(new_source), after_source);
    if is_code {
        put(&mut found, "outputs", "[]", &["prompt_number", "source"]);
        if notebook.format == Format::Four {
            put(&mut found, "execution_count", "null", &["id", "metadata", "outputs"]);
        } else if found.iter().any(|(name, _)| name == "prompt_number") {
            put(&mut found, "prompt_number", "null", &[]);
        }
    }
    found.into_iter().map(|(_, member)| member).collect()
}

fn code_language(notebook: &Notebook) -> String {
    notebook.language().unwrap_or_else(|| "python".to_owned())
}

fn insert(notebook: &Notebook, after: Option<usize>, edit: &NotebookEdit) -> Result<EditedNotebook> {
    let Some(cell_type) = edit.cell_type else {
        return Err(refuse(
            Kind::InvalidInput,
            "No cell_type was given: to insert a cell, its type is needed.",
            "Give cell_type \"code\" or \"markdown\".",
        ));
    };
    let Some(first_list) = notebook.lists.first() else {
        return Err(refuse(
            Kind::InvalidInput,
            "The notebook has no worksheet that a cell could be inserted into.",
            "Open the notebook in Jupyter once, which brings it into a newer format.",
        ));
    };
    let neighbour = match after {
        Some(index) => Some(&notebook.cells[index]),
        None => notebook.cells.first().filter(|cell| cell.list == 0),
    };
    let layout = Layout::near(notebook, neighbour);
    let new_source = with_line_ends_of("", &edit.new_source);
    let index = after.map_or(0, |index| index + 1);
    let id = notebook.has_ids.then(|| new_id(notebook, index, &new_source));
    let cell = layout.object(&new_members(notebook, cell_type, id.as_deref(), &layout, &new_source));
    let replacement = match (after, neighbour) {
        (Some(_), Some(before)) => {
            let is_first = items(notebook.text, &notebook.lists[before.list]).first() == Some(&before.span);
            // The space before the first cell follows the bracket, and may differ from the space between cells.
            let space = if is_first { layout.between_cells() } else { layout.before_cell.clone() };
            (before.span.end..before.span.end, format!(",{space}{cell}"))
        }
        (_, Some(next)) => (next.span.start..next.span.start, format!("{cell},{}", layout.between_cells())),
        (_, None) => {
            let inside = first_list.start + 1..first_list.end - 1;
            (inside, format!("{}{cell}{}", layout.before_cell, layout.after_last_cell))
        }
    };
    Ok(EditedNotebook {
        text: String::new(),
        replacements: vec![replacement],
        index,
        id: id.unwrap_or_else(|| format!("cell-{index}")),
        cell_type: cell_type.as_str().to_owned(),
        old_source: None,
        new_source,
        cell_count: notebook.cells.len() + 1,
    })
}

/// Returns the members of a new cell in the order of their names, as Jupyter writes them.
fn new_members(
    notebook: &Notebook,
    cell_type: CellType,
    id: Option<&str>,
    layout: &Layout,
    source: &str,
) -> Vec<Written> {
    let is_code = cell_type == CellType::Code;
    let is_old = notebook.format == Format::Three;
    let mut members = vec![layout.member("cell_type", layout.string(cell_type.as_str()))];
    if is_code && is_old {
        members.push(layout.member("collapsed", "false"));
        members.push(layout.member("input", layout.source(source)));
        members.push(layout.member("language", layout.string(&code_language(notebook))));
    } else if is_code {
        members.push(layout.member("execution_count", "null"));
    }
    members.extend(id.map(|id| layout.member("id", layout.string(id))));
    members.push(layout.member("metadata", "{}"));
    if is_code {
        members.push(layout.member("outputs", "[]"));
    }
    if !(is_code && is_old) {
        members.push(layout.member("source", layout.source(source)));
    }
    members
}

/// Makes an id that no other cell has, in the form that Jupyter gives to ids. The same edit gives the same id.
fn new_id(notebook: &Notebook, index: usize, source: &str) -> String {
    let mut attempt = 0_u32;
    loop {
        let mut hasher = DefaultHasher::new();
        (notebook.text, index, source, attempt).hash(&mut hasher);
        // Eight hexadecimal digits, the length of Jupyter's own ids.
        let id = format!("{:08x}", hasher.finish() >> 32);
        if notebook.cells.iter().all(|cell| cell.id.as_ref() != Some(&id)) {
            return id;
        }
        attempt += 1;
    }
}

fn delete(notebook: &Notebook, index: usize) -> EditedNotebook {
    let cell = &notebook.cells[index];
    let list = &notebook.lists[cell.list];
    let beside = |other: usize| notebook.cells.get(other).filter(|other| other.list == cell.list);
    let span = match (index.checked_sub(1).and_then(beside), beside(index + 1)) {
        // The comma and the space after the cell go with it, and the last cell takes those before it.
        (_, Some(next)) => cell.span.start..next.span.start,
        (Some(before), None) => before.span.end..cell.span.end,
        (None, None) => list.start + 1..list.end - 1,
    };
    EditedNotebook {
        text: String::new(),
        replacements: vec![(span, String::new())],
        index,
        id: cell.id_or_number(index),
        cell_type: cell.cell_type.clone(),
        old_source: Some(notebook.source(cell)),
        new_source: String::new(),
        cell_count: notebook.cells.len() - 1,
    }
}

/// Returns the new source with LF at its line ends, or with CRLF if all those that it replaces have that.
fn with_line_ends_of(old: &str, new: &str) -> String {
    let returns = old.matches("\r\n").count();
    let unified = new.replace("\r\n", "\n");
    // Only where every line has CRLF: a mixed source does not show which one is wanted.
    if returns > 0 && returns == old.matches('\n').count() { unified.replace('\n', "\r\n") } else { unified }
}
