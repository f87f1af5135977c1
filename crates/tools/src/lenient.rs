//! Leniency with arguments whose meaning is certain: numbers and booleans that came as texts, and arguments of other
//! tools of the same kind, which are left out.

use serde_json::{Map, Value};

use super::argument::{Argument, ArgumentKind};
use scenewright_error::{Warning, WarningCode};

/// The arguments that other tools of the same kind take, and that mean nothing here.
const OF_OTHERS: [&str; 8] = [
    "instruction",
    "description",
    "explanation",
    "pages",
    "thought",
    "modified_by_user",
    "ai_proposed_content",
    "toolSummary",
];

/// The names that other tools, and the files themselves, give to an argument of a tool: the tool, the name, and its own.
const OTHER_NAMES: [(&str, &str, &str); 3] = [
    ("NotebookEdit", "file_path", "notebook_path"),
    ("NotebookEdit", "path", "notebook_path"),
    ("NotebookEdit", "source", "new_source"),
];

/// Rewrites the arguments of a call to what they mean, and returns what was left out, in words for the model.
pub fn read_leniently(tool: &str, known: &[Argument], given: &mut Value) -> Vec<Warning> {
    let Value::Object(values) = given else { return Vec::new() };
    let is_known = |name: &str| known.iter().any(|argument| argument.name == name);
    let left_out: Vec<&str> =
        OF_OTHERS.into_iter().filter(|name| values.contains_key(*name) && !is_known(name)).collect();
    for name in &left_out {
        values.remove(*name);
    }
    for (_, given, own) in OTHER_NAMES.iter().filter(|(of, ..)| *of == tool) {
        if is_known(own)
            && !is_known(given)
            && !values.contains_key(*own)
            && let Some(value) = values.remove(*given)
        {
            values.insert((*own).to_owned(), value);
        }
    }
    fix(known, values);
    // A deleted cell needs no source.
    if values.get("edit_mode").and_then(Value::as_str) == Some("delete") && is_known("new_source") {
        values.entry("new_source").or_insert_with(|| "".into());
    }
    left_out
        .iter()
        .map(|name| {
            let words = format!("Warning: {tool} takes no argument {name}; it was left out.");
            WarningCode::IgnoredArgument.warning(words)
        })
        .collect()
}

fn fix(known: &[Argument], values: &mut Map<String, Value>) {
    for argument in known {
        if let Some(value) = values.get_mut(argument.name) {
            fix_value(argument, value);
        }
    }
}

fn fix_value(argument: &Argument, value: &mut Value) {
    let converted = match (argument.kind, &*value) {
        (ArgumentKind::Flag, Value::String(text)) => match text.trim().to_ascii_lowercase().as_str() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            _ => None,
        },
        (ArgumentKind::Choice(words), Value::String(text)) => {
            words.iter().find(|word| word.eq_ignore_ascii_case(text.trim())).map(|word| Value::from(*word))
        }
        (ArgumentKind::Whole(..), Value::String(text)) => text.trim().parse::<i64>().ok().map(Value::from),
        (ArgumentKind::Number, Value::String(text)) => {
            text.trim().parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from)
        }
        (ArgumentKind::Objects(..) | ArgumentKind::Texts(_), Value::String(text)) => {
            serde_json::from_str::<Value>(text).ok().filter(Value::is_array)
        }
        (ArgumentKind::Values, Value::String(text)) => {
            serde_json::from_str::<Value>(text).ok().filter(|value| value.is_array() || value.is_object())
        }
        _ => None,
    };
    if let Some(converted) = converted {
        *value = converted;
    }
    // No limit is the highest one.
    if let (ArgumentKind::Whole(1, most), "head_limit", Some(0)) =
        (argument.kind, argument.name, value.as_i64())
    {
        *value = most.into();
    }
    if let (ArgumentKind::Objects(known, _), Value::Array(entries)) = (argument.kind, value) {
        for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
            for name in OF_OTHERS {
                if !known.iter().any(|argument| argument.name == name) {
                    entry.remove(name);
                }
            }
            fix(known, entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argument::{may, needs};
    use serde_json::json;

    const KNOWN: &[Argument] = &[
        needs("text", ArgumentKind::Text, ""),
        may("flag", ArgumentKind::Flag, ""),
        may("mode", ArgumentKind::Choice(&["insert", "delete"]), ""),
        may("count", ArgumentKind::Whole(1, 100), ""),
        may("head_limit", ArgumentKind::Whole(1, 100), ""),
        may("edits", ArgumentKind::Objects(&[may("flag", ArgumentKind::Flag, "")], "{ flag }"), ""),
    ];

    #[test]
    fn arguments_whose_meaning_is_certain_are_read_as_meant() {
        // (given, meant, number of warnings)
        for (given, meant, warnings) in [
            (json!({ "flag": "true", "count": " 7 " }), json!({ "flag": true, "count": 7 }), 0),
            (json!({ "flag": "False", "head_limit": 0 }), json!({ "flag": false, "head_limit": 100 }), 0),
            (json!({ "flag": "yes", "count": "7.5" }), json!({ "flag": "yes", "count": "7.5" }), 0),
            (json!({ "text": 7, "count": 0 }), json!({ "text": 7, "count": 0 }), 0),
            (json!({ "text": "true" }), json!({ "text": "true" }), 0),
            (json!({ "mode": " Insert" }), json!({ "mode": "insert" }), 0),
            (json!({ "mode": "add" }), json!({ "mode": "add" }), 0),
            (json!({ "edits": "[{\"flag\":\"true\"}]" }), json!({ "edits": [{ "flag": true }] }), 0),
            (json!({ "edits": "x" }), json!({ "edits": "x" }), 0),
            (json!({ "text": "a", "instruction": "b", "pages": 1 }), json!({ "text": "a" }), 2),
            (json!({ "edits": [{ "description": "x" }] }), json!({ "edits": [{}] }), 0),
            (json!({ "unheard_of": 1 }), json!({ "unheard_of": 1 }), 0),
            (json!([]), json!([]), 0),
        ] {
            let mut read = given.clone();
            let notes = read_leniently("Tool", KNOWN, &mut read);
            assert_eq!((read, notes.len()), (meant, warnings), "{given}");
        }
    }

    #[test]
    fn arguments_have_the_names_of_other_tools() {
        const NOTEBOOK: &[Argument] = &[
            needs("notebook_path", ArgumentKind::Text, ""),
            needs("new_source", ArgumentKind::Text, ""),
            may("edit_mode", ArgumentKind::Choice(&["replace", "delete"]), ""),
        ];
        for (given, meant) in [
            (json!({ "file_path": "a", "source": "b" }), json!({ "notebook_path": "a", "new_source": "b" })),
            (
                json!({ "file_path": "a", "notebook_path": "b" }),
                json!({ "file_path": "a", "notebook_path": "b" }),
            ),
            (
                json!({ "path": "a", "edit_mode": "Delete" }),
                json!({ "notebook_path": "a", "edit_mode": "delete", "new_source": "" }),
            ),
        ] {
            let mut read = given.clone();
            read_leniently("NotebookEdit", NOTEBOOK, &mut read);
            assert_eq!(read, meant, "{given}");
        }
    }
}
