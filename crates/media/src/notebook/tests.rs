//! Tests of notebooks as their users meet them: reading, the changes of an edit, and above all the bytes
//! that it leaves.

mod model;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn cells(notebook: &Value) -> Vec<Cell> {
    Notebook::parse(&notebook.to_string()).unwrap().cells()
}

fn code_cell(outputs: Value) -> Value {
    json!({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [
        {"cell_type": "code", "execution_count": 7, "metadata": {}, "outputs": outputs, "source": ["a\n", "b"]}]})
}

fn edit(
    cell: Option<CellRef>,
    mode: EditMode,
    new_source: &str,
    cell_type: Option<CellType>,
) -> NotebookEdit {
    NotebookEdit { cell, new_source: new_source.to_owned(), cell_type, mode }
}

fn replace_first(new_source: &str) -> NotebookEdit {
    edit(Some(CellRef::Number(0)), EditMode::Replace, new_source, None)
}

/// A notebook as Jupyter writes it.
const JUPYTER: &str = r##"{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "intro",
   "metadata": {},
   "source": [
    "# Title\n",
    "text"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 3,
   "id": "load",
   "metadata": {"tags": [ ] },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "ok\n"
     ]
    }
   ],
   "source": [
    "print('ok')"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {"language": "julia", "name": "k"}
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
"##;

#[test]
fn cells_are_read_with_their_sources_and_outputs() {
    let notebook = Notebook::parse(JUPYTER).unwrap();
    assert_eq!(notebook.language().as_deref(), Some("julia"));
    assert_eq!(
        serde_json::to_value(notebook.cells()).unwrap(),
        json!([
            {"index": 0, "id": "intro", "cell_type": "markdown", "source": "# Title\ntext"},
            {"index": 1, "id": "load", "cell_type": "code", "source": "print('ok')", "execution_count": 3,
             "outputs": [{"output_type": "stream", "text": "ok\n"}]},
        ])
    );
}

#[test]
fn outputs_are_reduced_to_text_and_pictures() {
    let stream = |name: &str, text: Value| json!({"output_type": "stream", "name": name, "text": text});
    // (outputs of the cell, type, text and pictures of each that is read)
    let cases = [
        (
            json!([
                stream("stdout", json!(["a\n", "b"])),
                stream("stdout", json!("c")),
                stream("stderr", json!("d"))
            ]),
            vec![("stream", "a\nbc", vec![]), ("stream", "d", vec![])],
        ),
        (
            json!([{"output_type": "error", "ename": "ValueError", "evalue": "bad",
                    "traceback": ["\u{1b}[0;31mValueError\u{1b}[0m", "\u{1b}]8;;x\u{7}line\u{1b}(B 2\u{1b}[K"]}]),
            vec![("error", "ValueError: bad\nValueError\nline 2", vec![])],
        ),
        (
            json!([{"output_type": "execute_result", "execution_count": 1, "metadata": {},
                    "data": {"text/html": "<b>", "text/plain": ["4", "2"]}},
                   {"output_type": "display_data", "metadata": {},
                    "data": {"image/png": "iVBO\nRw0=\n", "text/plain": "<Figure>"}},
                   {"output_type": "display_data", "data": {"image/jpeg": "no base64 ü", "text/html": "<i>"}},
                   {"output_type": "display_data", "data": {"application/json": {"a": [1]}}}]),
            vec![
                ("execute_result", "42", vec![]),
                ("display_data", "<Figure>", vec![("image/png", "iVBORw0=")]),
                ("display_data", "<i>", vec![]),
                ("display_data", "{\"a\":[1]}", vec![]),
            ],
        ),
        (json!([1, {}, {"output_type": 3}]), vec![("", "", vec![]); 3]),
        (json!("none"), vec![]),
    ];
    for (outputs, expected) in cases {
        let read = cells(&code_cell(outputs.clone())).remove(0).outputs;
        let pictures = |output: &Output| -> Vec<(String, String)> {
            output.images.iter().map(|image| (image.media_type.clone(), image.base64.clone())).collect()
        };
        let read: Vec<_> = read
            .iter()
            .map(|output| (output.output_type.clone(), output.text.clone(), pictures(output)))
            .collect();
        let owned = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
        let expected: Vec<_> = expected
            .into_iter()
            .map(|(kind, text, pictures)| {
                (kind.to_owned(), text.to_owned(), pictures.into_iter().map(owned).collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(read, expected, "{outputs}");
    }
}

#[test]
fn long_outputs_are_truncated_with_a_note() {
    let stream = |name: &str, length: usize| json!({"output_type": "stream", "name": name, "text": "é".repeat(length)});
    let outputs = |all: Value| cells(&code_cell(all)).remove(0).outputs;
    let whole = outputs(json!([stream("stdout", 10_000)]));
    assert_eq!(whole[0].text, "é".repeat(10_000));
    let cut = outputs(json!([stream("stdout", 9_000), stream("stderr", 1_234), stream("stdout", 5)]));
    assert_eq!(cut[0].text.chars().count(), 9_000);
    assert!(cut[1].text.starts_with(&format!("{}\n[Output cut: 234 more characters", "é".repeat(1_000))));
    assert!(cut[2].text.starts_with("[Output cut: 5 more characters"));
    let picture = json!({"output_type": "display_data", "data": {"image/png": "A".repeat((5 << 20) + 4)}});
    let large = outputs(json!([picture]));
    assert!(large[0].images.is_empty());
    assert_eq!(large[0].text, "[Left out: a picture (image/png) of 3932163 bytes.]");
}

#[test]
fn notebook_format_three_is_read_and_edited() {
    let old = json!({"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": [
        {"cells": [
            {"cell_type": "heading", "level": 2, "metadata": {}, "source": "Head"},
            {"cell_type": "code", "collapsed": false, "input": ["1 +\n", "1"], "language": "ruby", "metadata": {},
             "outputs": [{"output_type": "pyout", "prompt_number": 2, "text": ["2"]},
                         {"output_type": "display_data", "png": "AAAA"},
                         {"output_type": "stream", "stream": "stdout", "text": "x"},
                         {"output_type": "pyerr", "ename": "E", "evalue": "", "traceback": []}],
             "prompt_number": 2}]},
        {"cells": [{"cell_type": "markdown", "metadata": {}, "source": "second sheet"}]}]});
    let text = serde_json::to_string_pretty(&old).unwrap();
    let notebook = Notebook::parse(&text).unwrap();
    assert_eq!(notebook.language().as_deref(), Some("ruby"));
    let cells = notebook.cells();
    let sources: Vec<&str> = cells.iter().map(|cell| cell.source.as_str()).collect();
    assert_eq!(sources, ["Head", "1 +\n1", "second sheet"]);
    assert_eq!(cells[1].execution_count, Some(2));
    let texts: Vec<(&str, &str)> =
        cells[1].outputs.iter().map(|output| (output.output_type.as_str(), output.text.as_str())).collect();
    assert_eq!(texts, [("execute_result", "2"), ("display_data", ""), ("stream", "x"), ("error", "E")]);
    assert_eq!(cells[1].outputs[1].images[0].base64, "AAAA");

    let apply = |cell, mode, source: &str, cell_type| -> Value {
        let edited = edit_notebook(&text, &edit(cell, mode, source, cell_type)).unwrap();
        serde_json::from_str(&edited.text).unwrap()
    };
    let number = |number| Some(CellRef::Number(number));
    let mut expected = old.clone();
    expected["worksheets"][0]["cells"][1]["input"] = json!(["3"]);
    expected["worksheets"][0]["cells"][1]["outputs"] = json!([]);
    expected["worksheets"][0]["cells"][1]["prompt_number"] = json!(null);
    assert_eq!(apply(number(1), EditMode::Replace, "3", None), expected);
    let mut expected = old.clone();
    expected["worksheets"][0]["cells"][0] =
        json!({"cell_type": "code", "input": "3", "language": "ruby", "metadata": {}, "outputs": []});
    assert_eq!(apply(number(0), EditMode::Replace, "3", Some(CellType::Code)), expected);
    let mut expected = old.clone();
    expected["worksheets"][0]["cells"][1] = json!({"cell_type": "markdown", "metadata": {}, "source": ["3"]});
    assert_eq!(apply(number(1), EditMode::Replace, "3", Some(CellType::Markdown)), expected);
    let mut expected = old.clone();
    expected["worksheets"][1]["cells"] = json!([]);
    assert_eq!(apply(number(2), EditMode::Delete, "", None), expected);
    let mut expected = old.clone();
    let made = json!({"cell_type": "code", "collapsed": false, "input": "3", "language": "ruby", "metadata": {},
                      "outputs": []});
    expected["worksheets"][1]["cells"].as_array_mut().unwrap().push(made);
    assert_eq!(apply(number(2), EditMode::Insert, "3", Some(CellType::Code)), expected);
}

#[test]
fn notebook_edit_is_formatted_like_jupyter() {
    let id = |id: &str| Some(CellRef::Id(id.to_owned()));
    // (edit, the part of the file that changes, what stands there afterwards)
    let cases = [
        (
            edit(id("load"), EditMode::Replace, "a = \"ä\"\nb\n", None),
            &JUPYTER[JUPYTER.find("   \"execution_count\"").unwrap()..JUPYTER.find("\n  }\n ],").unwrap()],
            r#"   "execution_count": null,
   "id": "load",
   "metadata": {"tags": [ ] },
   "outputs": [],
   "source": [
    "a = \"ä\"\n",
    "b\n"
   ]"#,
        ),
        (
            edit(id("intro"), EditMode::Replace, "", Some(CellType::Code)),
            &JUPYTER
                [JUPYTER.find("   \"cell_type\": \"markdown\"").unwrap()..JUPYTER.find("\n  },\n").unwrap()],
            r#"   "cell_type": "code",
   "execution_count": null,
   "id": "intro",
   "metadata": {},
   "outputs": [],
   "source": []"#,
        ),
        (
            edit(id("load"), EditMode::Replace, "x", Some(CellType::Raw)),
            &JUPYTER
                [JUPYTER.find("   \"cell_type\": \"code\"").unwrap()..JUPYTER.find("\n  }\n ],").unwrap()],
            r#"   "cell_type": "raw",
   "id": "load",
   "metadata": {"tags": [ ] },
   "source": [
    "x"
   ]"#,
        ),
        (
            edit(id("load"), EditMode::Delete, "", None),
            &JUPYTER[JUPYTER.find(",\n  {\n   \"cell_type\": \"code\"").unwrap()
                ..JUPYTER.find("\n ],\n").unwrap()],
            "",
        ),
        (
            edit(Some(CellRef::Number(0)), EditMode::Delete, "", None),
            &JUPYTER[JUPYTER.find("{\n   \"cell_type\": \"markdown").unwrap()
                ..JUPYTER.find("{\n   \"cell_type\": \"code\"").unwrap()],
            "",
        ),
    ];
    for (edit, old, new) in cases {
        assert_eq!(JUPYTER.matches(old).count(), 1);
        assert_eq!(edit_notebook(JUPYTER, &edit).unwrap().text, JUPYTER.replace(old, new), "{edit:?}");
    }
    for (cell, mark) in
        [(id("load"), "\n ],\n"), (id("intro"), ",\n  {\n   \"cell_type\": \"code\""), (None, "")]
    {
        let edited =
            edit_notebook(JUPYTER, &edit(cell.clone(), EditMode::Insert, "new\n1", Some(CellType::Code)))
                .unwrap();
        let made = format!(
            "{{\n   \"cell_type\": \"code\",\n   \"execution_count\": null,\n   \"id\": \"{}\",\n   \"metadata\": {{}},\n   \
             \"outputs\": [],\n   \"source\": [\n    \"new\\n\",\n    \"1\"\n   ]\n  }}",
            edited.id
        );
        let expected = match cell {
            Some(_) => JUPYTER.replacen(mark, &format!(",\n  {made}{mark}"), 1),
            None => JUPYTER.replacen("[\n  {", &format!("[\n  {made},\n  {{"), 1),
        };
        assert_eq!(edited.text, expected, "{cell:?}");
        assert_eq!(edited.id.len(), 8);
    }
}

#[test]
fn first_cell_takes_layout_from_notebook() {
    // (notebook without cells, with one)
    let cases = [
        (
            "{\n  \"cells\": [],\n  \"metadata\": {},\n  \"nbformat\": 4,\n  \"nbformat_minor\": 2\n}",
            "{\n  \"cells\": [\n    {\n      \"cell_type\": \"markdown\",\n      \"metadata\": {},\n      \"source\": [\n        \"a\\n\",\n        \"b\"\n      ]\n    }\n  ],\n  \"metadata\": {},\n  \"nbformat\": 4,\n  \"nbformat_minor\": 2\n}",
        ),
        (
            "{\"cells\":[ ],\"nbformat\":4}",
            "{\"cells\":[{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":[\"a\\n\",\"b\"]}],\"nbformat\":4}",
        ),
        (
            "{\"cells\": [], \"nbformat\": 4}",
            "{\"cells\": [{\"cell_type\": \"markdown\", \"metadata\": {}, \"source\": [\"a\\n\", \"b\"]}], \"nbformat\": 4}",
        ),
        (
            "\u{FEFF}{\r\n\t\"nbformat\": 4,\r\n\t\"cells\": []\r\n}\r\n",
            "\u{FEFF}{\r\n\t\"nbformat\": 4,\r\n\t\"cells\": [\r\n\t\t{\r\n\t\t\t\"cell_type\": \"markdown\",\r\n\t\t\t\"metadata\": {},\r\n\t\t\t\"source\": [\r\n\t\t\t\t\"a\\n\",\r\n\t\t\t\t\"b\"\r\n\t\t\t]\r\n\t\t}\r\n\t]\r\n}\r\n",
        ),
    ];
    for (empty, expected) in cases {
        let made =
            edit_notebook(empty, &edit(None, EditMode::Insert, "a\nb", Some(CellType::Markdown))).unwrap();
        assert_eq!(made.text, expected);
        assert_eq!((made.index, made.id.as_str(), made.cell_count), (0, "cell-0", 1));
        let gone =
            edit_notebook(&made.text, &edit(Some(CellRef::Id("cell-0".into())), EditMode::Delete, "", None))
                .unwrap();
        assert_eq!(gone.text, empty.replace("[ ]", "[]"));
        assert_eq!(gone.old_source.as_deref(), Some("a\nb"));
    }
}

#[test]
fn notebook_edit_escapes_strings_like_the_file() {
    // (source in the file, new source, source afterwards)
    let cases = [
        (r#""\u00e9""#, "ä😀\u{7f}", r#""\u00e4\ud83d\ude00\u007f""#),
        (r#""\\u00e9""#, "ä", r#""ä""#),
        (r#""é\u00e9""#, "ä", r#""ä""#),
        (r#""plain""#, "ä\"\\\u{1}\t", r#""ä\"\\\u0001\t""#),
        (r#"["a\r\n", "b"]"#, "c\nd\r\ne", r#"["c\r\n", "d\r\n", "e"]"#),
        (r#"["a\n", "b"]"#, "c\r\nd", r#"["c\n", "d"]"#),
        (r#"["a"]"#, "", "[]"),
        (r#""a""#, "", r#""""#),
        (r#"[ "a" ]"#, "b\nc", r#"[ "b\n", "c" ]"#),
        (r#""same""#, "same", r#""same""#),
        (r#""\u0073ame""#, "same", r#""\u0073ame""#),
        (r#"["sa", "me"]"#, "same", r#"["sa", "me"]"#),
        (r#"["same", 3]"#, "same", r#"["same"]"#),
        ("null", "a", "[\"a\"]"),
    ];
    for (old, new, expected) in cases {
        let text = |source: &str| {
            format!(
                r#"{{"cells": [{{"cell_type": "raw", "source": {source}}}], "nbformat": 4, "nbformat_minor": 4}}"#
            )
        };
        let edited = edit_notebook(&text(old), &replace_first(new)).unwrap();
        let expected = if old == "null" { expected.replace("[\"a\"]", "\"a\"") } else { expected.to_owned() };
        assert_eq!(edited.text, text(&expected), "{old}");
    }
}

#[test]
fn impossible_notebook_edit_is_refused_with_reason() {
    let replace = |cell: CellRef| edit(Some(cell), EditMode::Replace, "x", None);
    let id = |id: &str| CellRef::Id(id.to_owned());
    let empty = "{\"cells\": [], \"nbformat\": 4}";
    let twice = r#"{"cells": [{"id": "a"}, {"id": "a"}], "nbformat": 4, "nbformat_minor": 5}"#;
    let deep = format!("{{\"a\": {}", "[".repeat(100_000));
    // (notebook, edit, kind, part of the message and the hint)
    let cases: [(&str, NotebookEdit, Kind, &str); 24] = [
        (
            JUPYTER,
            replace(id("laod")),
            Kind::NotFound,
            "no cell with the id \"laod\": the notebook has 2 cells, numbered from 0 to 1. Did you mean \"load\"? The ids are: intro, load.",
        ),
        (JUPYTER, replace(id("cell-1")), Kind::NotFound, "no cell with the id \"cell-1\""),
        (JUPYTER, replace(CellRef::Number(2)), Kind::NotFound, "no cell number 2: the notebook has 2 cells"),
        (
            JUPYTER,
            edit(Some(CellRef::Number(usize::MAX)), EditMode::Insert, "", Some(CellType::Raw)),
            Kind::NotFound,
            "no cell number",
        ),
        (empty, replace(CellRef::Number(0)), Kind::NotFound, "the notebook has no cells"),
        (JUPYTER, edit(None, EditMode::Delete, "", None), Kind::InvalidInput, "No cell was named"),
        (JUPYTER, edit(None, EditMode::Insert, "", None), Kind::InvalidInput, "cell_type"),
        (twice, replace(id("a")), Kind::AmbiguousMatch, "number 0 and number 1"),
        (
            "",
            replace_first(""),
            Kind::InvalidInput,
            "a value was expected, and the file ends (line 1, column 1)",
        ),
        ("[]", replace_first(""), Kind::InvalidInput, "not an object"),
        (
            "{\"cells\": [],\n \"nbformat\": 4,}",
            replace_first(""),
            Kind::InvalidInput,
            "a key in double quotes was expected, and '}' was found (line 2, column 16)",
        ),
        (
            "{\"é😀\" 1}",
            replace_first(""),
            Kind::InvalidInput,
            "\":\" after the key was expected, and '1' was found (line 1, column 8)",
        ),
        ("{} x", replace_first(""), Kind::InvalidInput, "nothing after the end"),
        ("{\"a\": 01}", replace_first(""), Kind::InvalidInput, "a value was expected"),
        ("{\"a\": \"\\x\"}", replace_first(""), Kind::InvalidInput, "backslash"),
        ("{\"a\": \"\n\"}", replace_first(""), Kind::InvalidInput, "control character"),
        ("{\"a\": \"b}", replace_first(""), Kind::InvalidInput, "no end (line 1, column 7)"),
        (&deep, replace_first(""), Kind::InvalidInput, "nested more than 512 deep"),
        ("{\"cells\": []}", replace_first(""), Kind::InvalidInput, "no \"nbformat\""),
        ("{\"cells\": [], \"nbformat\": 5}", replace_first(""), Kind::InvalidInput, "is 5"),
        ("{\"nbformat\": 4}", replace_first(""), Kind::InvalidInput, "no \"cells\""),
        ("{\"nbformat\": 4, \"cells\": {}}", replace_first(""), Kind::InvalidInput, "not a list"),
        (
            "{\"nbformat\": 4, \"cells\": [3]}",
            replace_first(""),
            Kind::InvalidInput,
            "cell 0 is not an object",
        ),
        (
            "{\"nbformat\": 4, \"cells\": [{\"source\": 1, \"s\\u006furce\": 2}]}",
            replace_first(""),
            Kind::InvalidInput,
            "key \"source\" twice (line 1, column 41)",
        ),
    ];
    for (text, edit, kind, part) in cases {
        let error = edit_notebook(text, &edit).unwrap_err();
        assert_eq!(error.kind, kind, "{error}");
        let said = format!("{} {}", error.message, error.hint.unwrap());
        assert!(said.contains(part), "{said}\nshould contain\n{part}");
    }
}

#[test]
fn notebook_edit_keeps_python_extensions_of_json() {
    let text = r#"{"cells": [{"cell_type": "raw", "metadata": {"a": [NaN, -Infinity, 1e5], "b": "\ud800"}, "source": "x"}], "nbformat": 4}"#;
    let edited = edit_notebook(text, &replace_first("y")).unwrap();
    assert_eq!(edited.text, text.replace("\"x\"", "\"y\""));
}

proptest! {
    #[test]
    fn check_json_agrees_with_serde(text in "[\\[\\]{}:,\" \\\\0-2eE.+truenlx-]{0,12}") {
        let expected = serde_json::from_str::<Value>(&text).is_ok();
        // serde refuses a number beyond what a double can hold, which is of no concern here.
        let too_large = serde_json::from_str::<Value>(&text).is_err_and(|cause| cause.to_string().contains("out of range"));
        prop_assert_eq!(check_json(&text).is_ok(), expected || too_large, "{}", text);
    }

    #[test]
    fn json_strings_agree_with_serde(text in any::<String>(), is_ascii in any::<bool>()) {
        let quoted = json::quote(&text, is_ascii);
        prop_assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), text.clone());
        prop_assert_eq!(json::decode(&quoted, &(0..quoted.len())).unwrap(), text.clone());
        let other = serde_json::to_string(&text).unwrap();
        prop_assert_eq!(json::decode(&other, &(0..other.len())).unwrap(), text);
    }

    #[test]
    fn notebook_parser_never_panics(at in 0..JUPYTER.len(), length in 0_usize..30, put in "[\\[\\]{}:,\"\\\\a0é]{0,3}") {
        let end = (at + length).min(JUPYTER.len());
        let text = format!("{}{put}{}", &JUPYTER[..at], &JUPYTER[end..]);
        if let Ok(notebook) = Notebook::parse(&text) {
            notebook.cells();
            notebook.language();
        }
        for mode in [EditMode::Replace, EditMode::Insert, EditMode::Delete] {
            for number in 0..2 {
                let edit = edit(Some(CellRef::Number(number)), mode, "new", Some(CellType::Code));
                if let Ok(edited) = edit_notebook(&text, &edit) {
                    prop_assert!(Notebook::parse(&edited.text).is_ok());
                }
            }
        }
    }
}
