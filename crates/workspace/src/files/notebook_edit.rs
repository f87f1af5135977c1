//! The tool `NotebookEdit`.

use serde_json::json;

use super::call::{FileCall, Refused};
use super::change::{ChangeOptions, Known, change, read_known};
use super::new_text::{new_text_notes, placeholder_warning};
use super::outcome::{Outcome, fields};
use super::proposed::{Proposed, decode_new};
use super::refusal::Refusal;
use scenewright_error::{Error, Kind, Warning, quote_name};
use scenewright_media::{CellRef, CellType, EditMode, Notebook, NotebookEdit, edit_notebook};
use scenewright_text::Document;

/// The advice for a file that cannot be read as a notebook: no argument is wrong.
const REPAIR: &str = "Repair the file as text, or replace it; then repeat the call.";

/// The advice for an id that two cells have.
const BY_NUMBER: &str = "Give cell_number in place of cell_id.";

pub(super) fn notebook_edit(call: &FileCall<'_>) -> Outcome {
    let arguments = call.arguments;
    let given = arguments.text("notebook_path");
    let mode = match arguments.optional_text("edit_mode") {
        Some("insert") => EditMode::Insert,
        Some("delete") => EditMode::Delete,
        _ => EditMode::Replace,
    };
    let cell = match (arguments.optional_text("cell_id"), arguments.whole("cell_number")) {
        (Some(id), _) => Some(CellRef::Id(id.to_owned())),
        (None, number) => number.map(CellRef::Number),
    };
    let edit = NotebookEdit {
        cell,
        new_source: arguments.text("new_source").to_owned(),
        cell_type: arguments.optional_text("cell_type").map(|it| match it {
            "code" => CellType::Code,
            "raw" => CellType::Raw,
            _ => CellType::Markdown,
        }),
        mode,
    };
    let options = ChangeOptions { verb: "edit", dry_run: false, is_whole: false };
    change(call, given, &options, &mut |target| {
        if !target.has_ending(".ipynb") {
            return Err(call.refuse(Kind::Notebook, &[]));
        }
        if !target.exists() {
            return Err(call.not_found(target));
        }
        let in_file = |error: Error| call.failed(error.in_file(&target.shown));
        let mut warnings = Vec::new();
        let Known { bytes, .. } = read_known(call, target, &mut warnings)?;
        let document = Document::decode(bytes).map_err(in_file)?;
        let broken = |error: Error| {
            let hint = "Read shows the file as text: fix it with Edit, or replace it with Write.";
            Box::new(in_file(error.with_hint(hint)).with_advice(REPAIR))
        };
        let notebook = Notebook::parse(document.view()).map_err(broken)?;
        require_one_cell(call, &notebook)?;
        let count = notebook.cells().len();
        let edited = edit_notebook(document.view(), &edit)
            .map_err(|error| refuse_cell(call, count, in_file(error)))?;
        let splices: Vec<_> =
            edited.replacements.iter().map(|(span, text)| (span.clone(), text.as_str())).collect();
        let new = document.splice(&splices).map_err(in_file)?;
        if new == document.bytes() {
            return Err(call.refuse(Kind::NoChange, &[]));
        }
        let mode = match edit.mode {
            EditMode::Replace => "replace",
            EditMode::Insert => "insert",
            EditMode::Delete => "delete",
        };
        let data = json!({
            "editMode": mode,
            "cellNumber": edited.index,
            "cellId": edited.id,
            "cellType": edited.cell_type,
            "language": Notebook::parse(&edited.text).ok().and_then(|notebook| notebook.language()),
            "oldSource": edited.old_source,
            "newSource": edited.new_source,
        });
        let data = fields(data).into_iter().filter(|(_, it)| !it.is_null()).collect();
        let new = decode_new(call, target, &document, new)?;
        let cell = edited.index;
        let mut notes = match edit.mode {
            EditMode::Insert => vec![format!("Note: the new cell is cell {cell}; cells are counted from 0.")],
            EditMode::Replace => Vec::new(),
            EditMode::Delete => {
                vec![format!("Note: cell {cell} was deleted; the cells after it have moved up.")]
            }
        };
        if edit.mode != EditMode::Delete && edited.cell_type == "code" {
            let (old, new) = (edited.old_source.as_deref().unwrap_or_default(), &edited.new_source);
            let in_own_words = |words: String| words.replacen("new_string", "new_source", 1);
            notes.extend(new_text_notes(target, &document, old, new, None).into_iter().map(in_own_words));
            warnings.extend(
                placeholder_warning(target, old, new, None)
                    .map(|warning| Warning { message: in_own_words(warning.message), ..warning }),
            );
        }
        Ok(Proposed { document, existed: true, new, spans: None, data, warnings, notes })
    })
}

/// Refuses an id and a number that name two cells: which of them is meant is not known.
fn require_one_cell(call: &FileCall<'_>, notebook: &Notebook<'_>) -> Refused<()> {
    let (id, number) = (call.arguments.optional_text("cell_id"), call.arguments.whole("cell_number"));
    let (Some(id), Some(number)) = (id, number) else { return Ok(()) };
    let Some(cell) = notebook.cells().into_iter().find(|cell| cell.id == id && cell.index != number) else {
        return Ok(());
    };
    let message = format!(
        "{}: the cell with the id \"{}\" is number {}, and cell_number is {number}. Give one of them.",
        call.tool,
        quote_name(id),
        cell.index
    );
    Err(call.failed(Error::new(Kind::InvalidInput, message)))
}

/// Adds a hint about `cell_number` to the refusal of a cell whose id is the number of one.
fn refuse_cell(call: &FileCall<'_>, count: usize, mut refusal: Box<Refusal>) -> Box<Refusal> {
    if refusal.error.kind == Kind::AmbiguousMatch {
        return Box::new(refusal.with_advice(BY_NUMBER));
    }
    let id = call.arguments.optional_text("cell_id").unwrap_or_default();
    let number = id.trim_start_matches("cell-").parse::<usize>().ok().filter(|number| *number < count);
    if let (Kind::NotFound, Some(number)) = (refusal.error.kind, number) {
        let hint = refusal.error.hint.take().unwrap_or_default();
        refusal.error.hint =
            Some(format!("{hint} For a cell by its number, counted from 0, give cell_number: {number}."));
    }
    refusal
}
