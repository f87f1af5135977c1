//! The tool `NotebookEdit`.

use serde_json::json;

use super::call::FileCall;
use super::change::{ChangeOptions, Known, change, read_known};
use super::outcome::{Outcome, fields};
use super::proposed::{Proposed, decode_new};
use scenewright_error::Kind;
use scenewright_media::{CellRef, CellType, EditMode, Notebook, NotebookEdit, edit_notebook};
use scenewright_text::Document;

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
        let in_file = |error: scenewright_error::Error| call.failed(error.in_file(&target.shown));
        let mut warnings = Vec::new();
        let Known { bytes, .. } = read_known(call, target, &mut warnings)?;
        let document = Document::decode(bytes).map_err(in_file)?;
        let broken = |error: scenewright_error::Error| {
            error.with_hint("Read shows the file as text: fix it with Edit, or replace it with Write.")
        };
        Notebook::parse(document.view()).map_err(broken).map_err(in_file)?;
        let edited = edit_notebook(document.view(), &edit).map_err(in_file)?;
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
        let notes = match edit.mode {
            EditMode::Insert => vec![format!("Note: the new cell is cell {cell}; cells are counted from 0.")],
            EditMode::Replace => Vec::new(),
            EditMode::Delete => vec![format!("Note: cell {cell} is gone; those behind it have moved up.")],
        };
        Ok(Proposed { document, existed: true, new, spans: None, data, warnings, notes })
    })
}
