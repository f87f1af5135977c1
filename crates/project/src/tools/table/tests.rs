//! Tests of the rows of the scene tools, and of the check of arguments that every table shares.

use serde_json::{Value, json};

use super::*;
use scenewright_tools::table::{definitions, find};

fn check(tool: &str, given: Value) -> Result<Arguments> {
    find(TOOLS, tool).unwrap().parse(&given.to_string())
}

fn refusal(tool: &str, given: Value) -> String {
    check(tool, given).unwrap_err().message
}

#[test]
fn argument_refusal_names_argument_expected_and_given_value() {
    let cases = [
        ("read", json!({}), "read: file is missing; expected a string"),
        ("read", json!({ "file": 7 }), "read: file must be a string, got 7"),
        (
            "read",
            json!({ "file": "main", "offset": -1 }),
            "read: offset must be a whole number of at least 0, got -1",
        ),
        ("read", json!({ "fil": "main" }), "read: there is no argument fil. Did you mean file?"),
        ("run", json!({ "x": 1 }), "run: there is no argument x. It takes: parameters, set_name."),
        (
            "run",
            json!({ "parameters": 7 }),
            "run: parameters must be an object of numbers, strings or booleans by name, or an array of { name, value }, got 7",
        ),
        (
            "run",
            json!({ "parameters": { "width": [1] } }),
            "run: parameters.width must be a number, a string, or true or false, got an array of 1",
        ),
        (
            "run",
            json!({ "parameters": [{ "name": "a", "value": 1 }, { "name": "a", "value": 2 }] }),
            "run: parameters.a is given twice",
        ),
        (
            "check",
            json!({ "x": [] }),
            "check: there is no argument x. It takes: changes, parameters, set_name, size, fit, before.",
        ),
        ("run", json!([1]), "run: the arguments must be an object, got an array of 1"),
        (
            "multi_edit",
            json!({ "file": "main", "edits": [{ "old_code": "a" }] }),
            "multi_edit: edits[0].new_code is missing; expected a string",
        ),
        (
            "apply",
            json!({}),
            "apply: changes is missing; expected an array of at least one { type, file, … }",
        ),
        ("apply", json!({ "changes": [3] }), "apply: changes[0] must be an object, got 3"),
        (
            "apply",
            json!({ "changes": [{ "file": "a", "code": "" }, { "file": "b", "old_code": "x" }] }),
            "apply: changes[1].new_code is missing; expected a string",
        ),
        (
            "apply",
            json!({ "changes": [{ "file": "a" }] }),
            "apply: changes[0].type must be \"edit\" or \"write\" or \"delete\" or \"rename\", got null",
        ),
        (
            "check",
            json!({ "changes": [{ "type": "delete", "file": "a", "to": "b" }] }),
            "check: there is no argument changes[0].to. It takes: type, file.",
        ),
        (
            "inspect",
            json!({ "view": "all" }),
            "inspect: view must be \"info\" or \"tree\" or \"entity\" or \"bounds\" or \"order\" or \"measure\" or \"at\" or \"difference\" or \"parameters\" or \"rules\" or \"lint\" or \"report\", got the string \"all\"",
        ),
    ];
    for (tool, given, message) in cases {
        assert_eq!(refusal(tool, given), message);
    }
}

#[test]
fn lengths_are_checked_by_the_table() {
    let long = |length: usize| "x".repeat(length);
    let id = refusal("undo", json!({ "id": long(2_000_000) }));
    assert_eq!(id, "undo: id must have at most 200 bytes, got 2000000");
    let pattern = refusal("grep", json!({ "pattern": long(5_000_000) }));
    assert_eq!(pattern, "grep: pattern must have at most 65536 bytes, got 5000000");
    let name = refusal("read", json!({ long(600): 1 }));
    assert!(name.starts_with(&format!("read: there is no argument {}… (600 characters). It", long(500))));
    let entries = vec![json!({ "old_code": "a", "new_code": "b" }); 10_001];
    let entries = refusal("multi_edit", json!({ "file": "main", "edits": entries }));
    assert_eq!(entries, "multi_edit: edits must have at most 10000 entries, got 10001");
    let code = json!({ "file": "main", "code": long(1 << 20) });
    assert!(check("write", code).is_ok());
}

#[test]
fn null_is_absent_and_a_float_may_be_whole() {
    let given = json!({ "file": "main", "offset": 2.0, "limit": null });
    let arguments = check("read", given).unwrap();
    assert_eq!((arguments.whole("offset"), arguments.whole("limit")), (Some(2), None));
}

#[test]
fn box_may_be_written_as_text() {
    for given in [json!([0, -1, 10.5, 5]), json!("[0, -1, 10.5, 5]"), json!(" [0,-1,10.5,5] ")] {
        let arguments = check("render", json!({ "fit": given })).unwrap();
        assert_eq!(arguments.numbers("fit"), Some([0.0, -1.0, 10.5, 5.0]), "{given}");
    }
    for given in ["roof", "[1, 2]", "[a]"] {
        let arguments = check("render", json!({ "fit": given })).unwrap();
        assert_eq!(arguments.optional_text("fit"), Some(given));
    }
    assert!(refusal("render", json!({ "fit": "[10, 0, 0, 5]" })).contains("or a box"));
}

#[test]
fn definitions_fit_into_a_context_window() {
    let text = definitions(TOOLS).to_string();
    assert!(text.len() < 12_000, "{} bytes", text.len());
}

/// OpenAI and Gemini refuse tools with anything else in the schema of their arguments.
#[test]
fn schemas_of_arguments_are_plain_enough_for_strict_models() {
    const KEYWORDS: &[&str] = &[
        "type",
        "description",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "enum",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
    ];
    fn require_plain(schema: &Value, place: &str) {
        let keywords = schema.as_object().unwrap_or_else(|| panic!("{place} is no schema"));
        for name in keywords.keys() {
            assert!(KEYWORDS.contains(&name.as_str()), "{place} has {name}");
        }
        let kind = schema["type"].as_str().unwrap_or_else(|| panic!("{place} has not one type"));
        match kind {
            "object" => {
                assert_eq!(schema["additionalProperties"], false, "{place}");
                for (name, inner) in schema["properties"].as_object().unwrap() {
                    require_plain(inner, &format!("{place}.{name}"));
                }
            }
            "array" => require_plain(&schema["items"], &format!("{place}[]")),
            _ => assert!(schema.get("items").is_none(), "{place}"),
        }
        for choice in schema["enum"].as_array().into_iter().flatten() {
            assert!(choice.is_string(), "{place}");
        }
    }
    for tool in definitions(TOOLS).as_array().unwrap() {
        require_plain(&tool["inputSchema"], tool["name"].as_str().unwrap());
    }
}

#[test]
fn edit_keeps_the_sentence_that_clients_were_trained_on() {
    let edit = find(TOOLS, "edit").unwrap();
    assert!(edit.description.contains("파일 부분 수정 → 자동 실행. ⚠️ read로 먼저 확인 필수."));
}

#[test]
fn describe_offers_the_chapters_of_the_vocabulary() {
    let describe = find(TOOLS, "describe").unwrap();
    let domain = describe.arguments.iter().find(|it| it.name == "domain").unwrap();
    let chapters = scenewright_vocabulary::Domain::ALL.map(|it| it.as_str());
    assert_eq!(domain.kind, Choice(Box::leak(Box::new(chapters))));
}

#[test]
fn every_scene_tool_has_output_schema_of_its_name() {
    for tool in TOOLS {
        let path = format!("{}/schemas/tools/{}.json", env!("CARGO_MANIFEST_DIR"), tool.name);
        assert_eq!(tool.output, std::fs::read_to_string(path).unwrap(), "{}", tool.name);
    }
}
