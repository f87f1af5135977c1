//! Tests of changes of several files on real folders with the real runner.

mod history;

use crate::support::{TestProject, error_of, warnings_of};
use serde_json::{Value, json};

const MAIN: &str = "import 'houses'\ndrawHouse('a', 0)\ndrawHouse('b', 20)\n";
const HOUSES: &str = "function drawHouse(name, x) {\n  drawRect(name, x, 0, 10, 10)\n}\n";

/// Makes a project whose main calls a function of a module, read and run.
fn town() -> TestProject {
    let project = TestProject::with_main(MAIN);
    project.write_file("modules/houses.js", HOUSES);
    for file in ["main", "houses"] {
        project.call("read", json!({ "file": file }));
    }
    assert_eq!(project.call("run", json!({}))["status"], "committed");
    project
}

fn rename_the_function() -> Value {
    json!([
        { "file": "houses", "old_code": "function drawHouse", "new_code": "function drawHome" },
        { "type": "edit", "file": "main", "old_code": "drawHouse(", "new_code": "drawHome(", "expected_replacements": 2 },
    ])
}

fn history_of(project: &TestProject) -> Vec<Value> {
    let answer = project.call("history", json!({ "limit": 1000 }));
    answer["answer"]["data"]["rows"].as_array().cloned().expect("rows")
}

#[test]
fn apply_renames_function_in_module_and_callers_at_once() {
    let project = town();
    let before = project.snapshot();
    for change in rename_the_function().as_array().expect("a list") {
        let mut arguments = change.clone();
        arguments.as_object_mut().expect("an object").remove("type");
        let alone = project.call("edit", arguments);
        assert_eq!((&alone["status"], &error_of(&alone)["kind"]), (&json!("reverted"), &json!("reference")));
    }
    assert_eq!(project.snapshot(), before);

    let answer = project.call("apply", json!({ "changes": rename_the_function() }));
    assert_eq!(answer["status"], "committed", "{answer:#}");
    let data = &answer["answer"]["data"];
    assert_eq!(
        data["files"],
        json!([
            { "file": "main", "change": "updated", "replaced": 2 },
            { "file": "houses", "change": "updated", "replaced": 1 },
        ])
    );
    assert_eq!(data["scene"]["changes"], json!({ "added": [], "removed": [], "changed": [], "drawing": [] }));
    assert_eq!(data["transactionId"], data["scene"]["transactionId"]);
    assert_eq!(warnings_of(&answer), Vec::<String>::new());
    assert!(project.main().contains("drawHome('b', 20)"));
    assert_eq!(history_of(&project)[0]["message"], "apply: 2 files: main, houses");
}

#[test]
fn apply_makes_each_change_on_result_of_earlier_ones() {
    let project = town();
    let changes = json!([
        { "file": "houses", "to": "homes" },
        { "file": "homes", "old_code": "10, 10", "new_code": "12, 12" },
        { "file": "main", "old_code": "import 'houses'", "new_code": "import 'homes'\nimport 'trees'" },
        { "file": "trees", "code": "drawCircle('tree', 50, 0, 3)\n" },
        { "file": "note", "old_code": "", "new_code": "// made and removed again\n" },
        { "type": "delete", "file": "note" },
    ]);
    let answer = project.call("apply", json!({ "changes": changes, "message": "a bigger town" }));
    assert_eq!(answer["status"], "committed", "{answer:#}");
    let data = &answer["answer"]["data"];
    assert_eq!(
        data["files"],
        json!([
            { "file": "main", "change": "updated", "replaced": 1 },
            { "file": "houses", "change": "renamed", "to": "homes", "replaced": 1 },
            { "file": "trees", "change": "created", "replaced": 1 },
        ])
    );
    assert_eq!(
        data["scene"]["changes"],
        json!({
            "added": ["tree"],
            "removed": [],
            "changed": ["a", "b"],
            "drawing": ["a, b: 10 × 10 → 12 × 12", "tree added (Ø6)"],
        })
    );
    assert_eq!(warnings_of(&answer), Vec::<String>::new());
    let entry = &history_of(&project)[0];
    assert_eq!((&entry["message"], &entry["id"]), (&json!("a bigger town"), &data["transactionId"]));
    assert_eq!(
        entry["files"],
        json!([
            { "file": "main", "change": "updated" },
            { "file": "homes", "change": "created" },
            { "file": "houses", "change": "deleted" },
            { "file": "trees", "change": "created" },
        ])
    );
    // What the session wrote it knows.
    let again = project.call("edit", json!({ "file": "homes", "old_code": "12, 12", "new_code": "9, 9" }));
    assert_eq!((again["status"].as_str(), warnings_of(&again)), (Some("committed"), Vec::new()));
}

#[test]
fn refused_apply_names_change_and_file_and_changes_nothing() {
    let project = town();
    let before = project.snapshot();
    let good = json!({ "file": "main", "old_code": "20", "new_code": "30" });
    let cases = [
        (
            json!({ "file": "houses", "old_code": "drawHut", "new_code": "x" }),
            "no_match",
            "houses",
            "old_code not found",
        ),
        (
            json!({ "file": "houses", "old_code": "x", "new_code": "y", "expected_replacements": 7 }),
            "count_mismatch",
            "houses",
            "7",
        ),
        (
            json!({ "file": "house", "old_code": "a", "new_code": "b" }),
            "not_found",
            "house",
            "Did you mean houses?",
        ),
        (
            json!({ "file": "main", "old_code": "", "new_code": "b" }),
            "already_exists",
            "main",
            "Cannot create",
        ),
        (json!({ "file": "isometric", "code": "" }), "builtin_module", "isometric", "built-in module"),
        (json!({ "type": "delete", "file": "isometric" }), "builtin_module", "isometric", "built-in module"),
        (json!({ "type": "delete", "file": "trees" }), "not_found", "trees", "File not found: trees"),
        (
            json!({ "file": "main", "to": "old_main" }),
            "invalid_input",
            "main",
            "main cannot be renamed: it is the file that draws the scene.",
        ),
        (
            json!({ "file": "houses", "to": "main" }),
            "already_exists",
            "houses",
            "there is a file of that name",
        ),
        (json!({ "file": "houses", "to": "isometric" }), "builtin_module", "isometric", "built-in module"),
        (json!({ "file": "trees", "to": "woods" }), "not_found", "trees", "File not found: trees"),
    ];
    for (bad, kind, file, message) in cases {
        let answer = project.call("apply", json!({ "changes": [good, bad] }));
        assert_eq!(answer["status"], "refused", "{bad}: {answer:#}");
        let error = error_of(&answer);
        assert_eq!((&error["kind"], &error["file"]), (&json!(kind), &json!(file)), "{bad}: {answer:#}");
        let said = answer["answer"]["error"].as_str().expect("a sentence");
        assert!(said.starts_with("Change 2: ") && said.contains(message), "{bad}: {said}");
        assert_eq!(answer["answer"]["data"], json!({ "rolledBack": true }));
    }
    let answer = project.call("apply", json!({ "changes": [good, { "file": "../x", "code": "" }] }));
    assert_eq!(error_of(&answer)["kind"], "invalid_name", "{answer:#}");
    let answer = project.call("apply", json!({ "changes": [good], "message": "m".repeat(1001) }));
    assert_eq!(error_of(&answer)["message"], "apply: message must have at most 1000 characters");
    assert_eq!(project.snapshot(), before);
    assert!(history_of(&project).is_empty());
}

#[test]
fn failing_apply_is_reverted_with_place_of_error() {
    let project = town();
    let before = project.snapshot();
    let changes = json!([
        { "file": "main", "old_code": "20", "new_code": "30" },
        { "file": "houses", "old_code": "  drawRect(", "new_code": "  drawRectangle(" },
    ]);
    let answer = project.call("apply", json!({ "changes": changes }));
    let error = error_of(&answer);
    assert_eq!((&answer["status"], &error["kind"]), (&json!("reverted"), &json!("reference")), "{answer:#}");
    assert_eq!((&error["file"], &error["line"]), (&json!("houses"), &json!(2)));
    assert_eq!(answer["answer"]["data"], json!({ "rolledBack": true }));
    // A module that main does not import is proven too.
    let changes = json!([
        { "file": "main", "old_code": "20", "new_code": "30" },
        { "file": "lone", "code": "throw new Error('broken')\n" },
    ]);
    let answer = project.call("apply", json!({ "changes": changes }));
    assert_eq!((&answer["status"], &error_of(&answer)["file"]), (&json!("reverted"), &json!("lone")));
    // So is a main whose module goes.
    let answer = project.call("apply", json!({ "changes": [{ "type": "delete", "file": "houses" }] }));
    assert_eq!((&answer["status"], &error_of(&answer)["kind"]), (&json!("reverted"), &json!("module")));
    assert_eq!(project.snapshot(), before);
}

#[test]
fn apply_enforces_read_first_policy() {
    let project = town();
    let other = project.reopen(json!({}));
    let changes = json!([
        { "file": "main", "old_code": "20", "new_code": "30" },
        { "file": "main", "old_code": "30", "new_code": "31" },
        { "file": "houses", "old_code": "drawRect", "new_code": "drawRect" },
    ]);
    let same = other.call("apply", json!({ "changes": changes }));
    assert_eq!(error_of(&same)["kind"], "no_change");
    let changes = json!([changes[0], changes[1], { "file": "houses", "old_code": "x", "new_code": "at" }]);
    let strict = project.reopen(json!({ "policy": "require" }));
    let refused = strict.call("apply", json!({ "changes": changes }));
    assert_eq!(error_of(&refused)["kind"], "not_read");
    let answer = other.call("check", json!({ "changes": changes }));
    assert_eq!(
        warnings_of(&answer),
        [
            "Warning: Consider using read first (main)",
            "Warning: Consider using read first (houses)",
            "Warning: Change 3: old_code occurs 2 times (lines 1, 2); only the first was replaced. Give more context \
             to choose another, or set replace_all.",
        ]
        .map(str::to_owned)
    );
    project.write_file("modules/houses.js", &format!("{HOUSES}// from outside\n"));
    for change in [
        json!({ "file": "houses", "code": "" }),
        json!({ "type": "delete", "file": "houses" }),
        json!({ "file": "houses", "to": "homes" }),
    ] {
        let answer = project.call("apply", json!({ "changes": [change] }));
        assert_eq!(error_of(&answer)["kind"], "stale_read", "{change}: {answer:#}");
    }
}

#[test]
fn check_answers_like_apply_and_leaves_no_trace() {
    let project = town();
    let (before, state) = (project.snapshot(), project.state());
    let scene = project.call("inspect", json!({ "view": "info" }));
    let changes = json!([{ "file": "houses", "old_code": "10, 10", "new_code": "10, 12" }]);
    let (answer, picture) = project.start("check", json!({ "changes": changes })).wait_with_picture();
    assert_eq!(answer["status"], "ok", "{answer:#}");
    let data = &answer["answer"]["data"];
    assert_eq!(data["files"], json!([{ "file": "houses", "change": "updated", "replaced": 1 }]));
    assert_eq!(data["scene"]["changes"]["changed"], json!(["a", "b"]));
    assert_eq!(data["scene"]["bounds"]["max"], json!([25.0, 6.0]));
    assert!(data["scene"].get("transactionId").is_none());
    assert!(picture.is_some_and(|png| png.starts_with(b"\x89PNG")));

    let broken = json!([{ "file": "houses", "old_code": "drawRect", "new_code": "drawRct" }]);
    let answer = project.call("check", json!({ "changes": broken }));
    assert_eq!((&answer["status"], &error_of(&answer)["file"]), (&json!("reverted"), &json!("houses")));
    assert_eq!(answer["answer"]["data"], json!({ "rolledBack": true }));
    let answer = project.call("check", json!({ "changes": [{ "type": "delete", "file": "trees" }] }));
    assert_eq!((&answer["status"], &error_of(&answer)["kind"]), (&json!("refused"), &json!("not_found")));

    assert_eq!((project.snapshot(), project.state()), (before, state));
    assert_eq!(project.call("inspect", json!({ "view": "info" })), scene);
    assert!(history_of(&project).is_empty());
}

#[test]
fn a_cancelled_apply_leaves_no_trace() {
    let project = town();
    let before = project.snapshot();
    let changes = json!([
        { "file": "houses", "old_code": "drawRect", "new_code": "for (;;) {}\n  drawRect" },
        { "file": "trees", "code": "let tree = 1\n" },
    ]);
    for tool in ["apply", "check"] {
        let call = project.start(tool, json!({ "changes": changes }));
        std::thread::sleep(std::time::Duration::from_millis(100));
        project.cancel(&call);
        let answer = call.wait();
        assert_eq!((&answer["status"], &error_of(&answer)["kind"]), (&json!("refused"), &json!("cancelled")));
    }
    assert_eq!(project.snapshot(), before);
    assert!(history_of(&project).is_empty());
}

#[test]
fn a_check_of_a_project_without_a_scene_commits_none() {
    let project = TestProject::with_main("drawCircle('a', 0, 0, 5)\n");
    let changes = json!([{ "file": "main", "old_code": "'a'", "new_code": "'b'" }]);
    let answer = project.call("check", json!({ "changes": changes }));
    assert_eq!(
        answer["answer"]["data"]["scene"]["changes"],
        json!({ "added": ["b"], "removed": ["a"], "changed": [], "drawing": ["a renamed to b"] })
    );
    assert_eq!(project.files(), ["modules", "scene.code.js"]);
}

#[test]
fn deleted_main_comes_back_by_undo() {
    let project = town();
    let before = project.snapshot();
    let answer = project.call("apply", json!({ "changes": [{ "type": "delete", "file": "main" }] }));
    assert_eq!(answer["status"], "committed", "{answer:#}");
    let data = &answer["answer"]["data"];
    assert!(data.get("scene").is_none() && data["transactionId"].is_string());
    assert_eq!(warnings_of(&answer), ["main (scene.code.js) was removed, so there is nothing to draw."]);
    assert_eq!(error_of(&project.call("inspect", json!({ "view": "info" })))["kind"], "not_ready");
    let undone = project.call("undo", json!({}));
    assert_eq!(undone["answer"]["data"]["files"], json!([{ "file": "main", "change": "created" }]));
    assert_eq!(undone["answer"]["data"]["scene"]["entities"], 2);
    assert_eq!(project.snapshot(), before);
}

#[test]
#[cfg(target_os = "linux")]
fn unportable_names_are_refused_for_new_files_alone() {
    let project = town();
    for file in ["Gear", "gear", "nul"] {
        project.write_file(&format!("modules/{file}.js"), "var x = 1\n");
    }
    let write = |file: &str| json!({ "type": "write", "file": file, "code": "var y = 1\n" });
    let rename = |file: &str, to: &str| json!({ "type": "rename", "file": file, "to": to });
    let refused = |changes: Value| {
        let before = project.snapshot();
        let answer = project.call("apply", json!({ "changes": changes }));
        assert_eq!(error_of(&answer)["kind"], "invalid_name", "{changes} {answer:#}");
        assert_eq!(project.snapshot(), before);
    };
    for file in ["com1", "Main", "HOUSES", "GEAR"] {
        refused(json!([write(file)]));
        refused(json!([rename("gear", file)]));
        refused(json!([{ "type": "edit", "file": file, "old_code": "", "new_code": "var y = 1" }]));
        let answer = project.call("write", json!({ "file": file, "code": "" }));
        assert_eq!(error_of(&answer)["kind"], "invalid_name", "{answer:#}");
    }
    refused(json!([write("wheel"), write("Wheel")]));
    let committed = |changes: Value| {
        let answer = project.call("apply", json!({ "changes": changes }));
        assert_eq!(answer["status"], "committed", "{changes} {answer:#}");
    };
    committed(json!([write("gear"), write("nul")]));
    committed(json!([rename("Gear", "cog"), rename("nul", "none")]));
    committed(json!([rename("gear", "GEAR")]));
    committed(json!([{ "type": "delete", "file": "GEAR" }, write("gear")]));
}
