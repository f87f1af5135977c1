//! Tests with random notebooks in random layouts: an edit of the text is an edit of the value, and the other cells
//! keep their bytes.

use std::fmt::Write as _;

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::super::*;

/// The layout of a file.
#[derive(Clone, Debug)]
struct Style {
    /// The indentation of one level; empty for a file on one line.
    unit: &'static str,
    line_end: &'static str,
    comma: &'static str,
    colon: &'static str,
    /// The space inside brackets of a file on one line.
    inside: &'static str,
    is_ascii: bool,
}

impl Style {
    fn line(&self, depth: usize) -> String {
        format!("{}{}", self.line_end, self.unit.repeat(depth))
    }

    fn string(&self, text: &str) -> String {
        let quoted = serde_json::to_string(text).unwrap();
        if !self.is_ascii {
            return quoted;
        }
        let mut escaped = String::new();
        for character in quoted.chars() {
            if character.is_ascii() {
                escaped.push(character);
            } else {
                character
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .for_each(|unit| write!(escaped, "\\u{unit:04x}").unwrap());
            }
        }
        escaped
    }

    fn print(&self, value: &Value, depth: usize) -> String {
        let (open, close, parts): (_, _, Vec<String>) = match value {
            Value::String(text) => return self.string(text),
            Value::Array(items) => ("[", "]", items.iter().map(|item| self.print(item, depth + 1)).collect()),
            Value::Object(members) => {
                let member = |(key, value): (&String, &Value)| {
                    format!("{}{}{}", self.string(key), self.colon, self.print(value, depth + 1))
                };
                ("{", "}", members.iter().map(member).collect())
            }
            scalar => return scalar.to_string(),
        };
        match (parts.is_empty(), self.unit.is_empty()) {
            (true, _) => format!("{open}{close}"),
            (false, true) => format!("{open}{}{}{}{close}", self.inside, parts.join(self.comma), self.inside),
            (false, false) => {
                let inner = parts.join(&format!(",{}", self.line(depth + 1)));
                format!("{open}{}{inner}{}{close}", self.line(depth + 1), self.line(depth))
            }
        }
    }
}

fn styles() -> impl Strategy<Value = Style> {
    let forms = [
        (" ", "\n", ",", ": ", ""),
        ("  ", "\n", ",", ":", ""),
        ("\t", "\r\n", ",", ": ", ""),
        ("", "", ", ", ": ", ""),
        ("", "", ",", ":", ""),
        ("", "", " , ", " : ", " "),
    ];
    (prop::sample::select(forms.to_vec()), any::<bool>()).prop_map(
        |((unit, line_end, comma, colon, inside), is_ascii)| Style {
            unit,
            line_end,
            comma,
            colon,
            inside,
            is_ascii,
        },
    )
}

fn sources() -> impl Strategy<Value = String> {
    "[ab\n\"\\\\\té\u{1f600}]{0,8}"
}

fn lines(source: &str) -> Value {
    source.split_inclusive('\n').collect()
}

fn cells() -> impl Strategy<Value = Value> {
    let parts = (sources(), any::<bool>(), 0_usize..3, any::<bool>(), prop::option::of(0..9), any::<bool>());
    parts.prop_map(|(source, is_list, cell_type, has_outputs, count, source_first)| {
        let mut cell = Map::new();
        let source_value = if is_list { lines(&source) } else { json!(source) };
        if source_first {
            cell.insert("source".to_owned(), source_value.clone());
        }
        cell.insert("cell_type".to_owned(), json!(["code", "markdown", "raw"][cell_type]));
        cell.insert(
            "metadata".to_owned(),
            json!({"note": source, "list": [1, {"deep": [true, null, -1.5e3]}]}),
        );
        if cell_type == 0 {
            cell.insert("execution_count".to_owned(), json!(count));
            let output = json!({"output_type": "stream", "name": "stdout", "text": lines(&source)});
            cell.insert("outputs".to_owned(), if has_outputs { json!([output]) } else { json!([]) });
        } else if has_outputs {
            cell.insert("attachments".to_owned(), json!({"a.png": {"image/png": "AAAA"}}));
        }
        cell.insert("source".to_owned(), source_value);
        Value::Object(cell)
    })
}

fn with_source(old: &Value, source: &str) -> Value {
    if old.is_array() { lines(source) } else { json!(source) }
}

/// Makes the edit on the value.
fn model_edit(cells: &mut Vec<Value>, edit: &NotebookEdit, edited: &EditedNotebook) {
    let number = match edit.cell {
        Some(CellRef::Number(number)) => Some(number),
        _ => None,
    };
    match (edit.mode, number) {
        (EditMode::Delete, Some(number)) => {
            cells.remove(number);
        }
        (EditMode::Replace, Some(number)) => {
            let cell = cells[number].as_object_mut().unwrap();
            let was = cell["cell_type"].as_str().unwrap().to_owned();
            let is = edit.cell_type.map_or(was.as_str(), |cell_type| cell_type.as_str()).to_owned();
            cell["source"] = with_source(&cell["source"], &edit.new_source);
            cell["cell_type"] = json!(is);
            if is == "code" {
                cell.insert("outputs".to_owned(), json!([]));
                cell.insert("execution_count".to_owned(), json!(null));
                cell.remove("attachments");
            } else {
                cell.remove("outputs");
                cell.remove("execution_count");
            }
        }
        (EditMode::Insert, after) => {
            let place = after.map_or(0, |after| after + 1);
            let neighbour = cells.get(after.unwrap_or(0));
            let example = neighbour.map_or(json!([]), |cell| cell["source"].clone());
            let mut made = json!({"cell_type": edit.cell_type.unwrap().as_str(), "metadata": {},
                                  "source": with_source(&example, &edit.new_source)});
            if edit.cell_type == Some(CellType::Code) {
                made["outputs"] = json!([]);
                made["execution_count"] = json!(null);
            }
            if !edited.id.starts_with("cell-") {
                made["id"] = json!(edited.id);
            }
            cells.insert(place, made);
        }
        _ => unreachable!("replacing and deleting name a cell"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn notebook_edit_equals_edit_of_value_and_keeps_other_cells(
        style in styles(),
        mut cells in prop::collection::vec(cells(), 0..4),
        has_ids in any::<bool>(),
        cells_last in any::<bool>(),
        pick in any::<prop::sample::Index>(),
        at_start in any::<bool>(),
        mode in prop::sample::select(vec![EditMode::Replace, EditMode::Insert, EditMode::Delete]),
        cell_type in prop::option::of(prop::sample::select(vec![CellType::Code, CellType::Markdown, CellType::Raw])),
        new_source in sources(),
    ) {
        let is_insertion = cells.is_empty() || mode == EditMode::Insert;
        let mode = if is_insertion { EditMode::Insert } else { mode };
        let cell_type = if is_insertion { cell_type.or(Some(CellType::Code)) } else { cell_type };
        let names_none = cells.is_empty() || (is_insertion && at_start);
        let cell = (!names_none).then(|| pick.index(cells.len()));
        if has_ids {
            for (number, cell) in cells.iter_mut().enumerate() {
                cell["id"] = json!(format!("id{number}"));
            }
        }
        let marks: Vec<Value> = (0..cells.len()).map(|number| json!(format!("@{number}@"))).collect();
        let minor = if has_ids { 5 } else { 2 };
        let mut notebook = json!({"metadata": {"é": ["x"]}, "nbformat": 4, "nbformat_minor": minor, "cells": marks});
        if !cells_last {
            let rest = notebook.as_object_mut().unwrap().shift_remove("metadata");
            notebook["metadata"] = rest.unwrap();
        }
        let pieces: Vec<String> = cells.iter().map(|cell| style.print(cell, 2)).collect();
        let fill = |pieces: &[String]| {
            let frame = style.print(&notebook, 0);
            pieces.iter().enumerate().fold(frame, |text, (number, piece)| text.replace(&format!("\"@{number}@\""), piece))
        };
        let text = fill(&pieces);
        let edit = NotebookEdit { cell: cell.map(CellRef::Number), new_source: new_source.clone(), cell_type, mode };
        let edited = edit_notebook(&text, &edit).unwrap();

        let old_cells = cells.clone();
        model_edit(&mut cells, &edit, &edited);
        let mut expected = notebook.clone();
        expected["cells"] = json!(cells);
        let found: Value = serde_json::from_str(&edited.text).unwrap();
        prop_assert_eq!(&found, &expected, "{}\n{}", text, edited.text);
        prop_assert_eq!(edited.cell_count, cells.len());

        // Every other cell stands in the new text as it stood in the old, and so does what is around the cells.
        let index = edited.index;
        let others = pieces.iter().enumerate().filter(|(number, _)| is_insertion || *number != index);
        for (_, piece) in others {
            prop_assert!(edited.text.contains(piece.as_str()));
        }
        if !style.unit.is_empty() || mode == EditMode::Replace {
            let mut frame = notebook.clone();
            frame["cells"] = (0..cells.len()).map(|number| json!(format!("@{number}@"))).collect();
            let frame = style.print(&frame, 0);
            let read = Notebook::parse(&edited.text).unwrap();
            let mut whole = frame;
            for (number, cell) in read.cells.iter().enumerate() {
                whole = whole.replace(&format!("\"@{number}@\""), &edited.text[cell.span.clone()]);
            }
            prop_assert_eq!(&whole, &edited.text);
            prop_assert_eq!(cells.len(), read.cells.len());
        }
        if mode == EditMode::Replace {
            prop_assert_eq!(edited.old_source.unwrap(), joined_source(&old_cells[index]));
        }
    }
}

fn joined_source(cell: &Value) -> String {
    match &cell["source"] {
        Value::Array(lines) => lines.iter().map(|line| line.as_str().unwrap()).collect(),
        text => text.as_str().unwrap().to_owned(),
    }
}
