//! Notebooks of any text, and edits of their cells.
//!
//! options, notebook, new source. Options are letters: `r`, `i` or `d` for the mode, `c`, `m` or `w` for the type,
//! a digit for the number of the cell; `#` takes the rest as its id.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_fuzz::inputs::parts;
use scenewright_media::{CellRef, CellType, EditMode, Notebook, NotebookEdit, edit_notebook};

fuzz_target!(|input: &[u8]| {
    let [options, text, source] = parts(input).map(String::from_utf8_lossy);
    let Ok(notebook) = Notebook::parse(&text) else { return };
    serde_json::from_str::<serde::de::IgnoredAny>(text.trim_start_matches('\u{FEFF}'))
        .expect("what it takes is JSON");
    let cells = notebook.cells();
    assert_eq!(cells.len(), notebook.cell_count());
    notebook.language();
    let (letters, id) =
        options.split_once('#').map_or((&*options, None), |(letters, id)| (letters, Some(id)));
    let number = letters.chars().find_map(|letter| letter.to_digit(10));
    let mode = match letters {
        _ if letters.contains('i') => EditMode::Insert,
        _ if letters.contains('d') => EditMode::Delete,
        _ => EditMode::Replace,
    };
    let cell_type = [('c', CellType::Code), ('m', CellType::Markdown), ('w', CellType::Raw)]
        .into_iter()
        .find(|(letter, _)| letters.contains(*letter))
        .map(|(_, cell_type)| cell_type);
    let edit = NotebookEdit {
        cell: id
            .map(|id| CellRef::Id(id.to_owned()))
            .or(number.map(|number| CellRef::Number(number as usize))),
        new_source: source.into_owned(),
        cell_type,
        mode,
    };
    let Ok(edited) = edit_notebook(&text, &edit) else { return };
    serde_json::from_str::<serde::de::IgnoredAny>(edited.text.trim_start_matches('\u{FEFF}'))
        .expect("what it writes is JSON");
    let after = Notebook::parse(&edited.text).expect("what it writes is a notebook").cells();
    assert_eq!(after.len(), edited.cell_count);
    let expected = match mode {
        EditMode::Replace => cells.len(),
        EditMode::Insert => cells.len() + 1,
        EditMode::Delete => cells.len() - 1,
    };
    assert_eq!(after.len(), expected);
    if mode != EditMode::Delete {
        assert_eq!(after[edited.index].source, edited.new_source);
        assert_eq!(after[edited.index].cell_type, edited.cell_type);
    }
    let mut rebuilt = String::new();
    let mut copied = 0;
    for (span, new) in &edited.replacements {
        rebuilt.push_str(&text[copied..span.start]);
        rebuilt.push_str(new);
        copied = span.end;
    }
    rebuilt.push_str(&text[copied..]);
    assert_eq!(rebuilt, edited.text);
});
