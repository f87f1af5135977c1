//! Tests of the history of changes, and of undoing them.

use serde_json::{Value, json};

use super::{HOUSES, MAIN, history_of, town};
use crate::support::{TestProject, error_of, warnings_of};

#[test]
fn history_lists_every_commit_newest_first_and_in_pages() {
    let project = town();
    project.call("edit", json!({ "file": "main", "old_code": "20", "new_code": "30" }));
    project.call(
        "multi_edit",
        json!({ "file": "main", "edits": [
        { "old_code": "30", "new_code": "40" },
        { "old_code": "drawHouse", "new_code": " drawHouse", "replace_all": true },
    ] }),
    );
    project.call("write", json!({ "file": "trees", "code": "drawCircle('t', 0, 0, 1)\n" }));
    project.call("edit", json!({ "file": "main", "old_code": "40", "new_code": "nonsense" }));
    project.call("run", json!({}));
    let undone = project.call("undo", json!({}));
    assert_eq!(undone["status"], "committed", "{undone:#}");
    let rows = history_of(&project);
    let messages: Vec<&str> = rows.iter().map(|row| row["message"].as_str().expect("a message")).collect();
    let write = rows[1]["id"].as_str().expect("an id");
    assert_eq!(
        messages,
        [
            format!("undo {write}: write trees").as_str(),
            "write trees",
            "multi_edit main: 3 replacements",
            "edit main: 1 replacement",
        ]
    );
    assert_eq!(rows.iter().map(|row| row["undone"] == true).collect::<Vec<_>>(), [false, true, false, false]);
    assert_eq!((&rows[0]["undoes"], &rows[0]["tool"]), (&json!(write), &json!("undo")));
    assert_eq!(
        rows[3]["scene"],
        json!({ "added": [], "removed": [], "changed": ["b"], "drawing": ["b: moved by (10, 0)"] })
    );
    assert_eq!(rows[3]["by"], "tool");
    assert!(rows[0]["time"].as_str().is_some_and(|time| time.ends_with('Z') && time.len() == 24));

    let page = project.call("history", json!({ "offset": 1, "limit": 2 }))["answer"]["data"].clone();
    assert_eq!(page["rows"].as_array().expect("rows")[..], rows[1..3]);
    assert_eq!((&page["total"], &page["next"]), (&json!(4), &json!({ "offset": 3, "left": 1 })));
    let one = project.call("history", json!({ "id": write }))["answer"]["data"].clone();
    let mut with_diff = rows[1].clone();
    with_diff["diff"] = concat!(
        "diff --git a/modules/trees.js b/modules/trees.js\n",
        "new file mode 100644\n--- /dev/null\n+++ b/modules/trees.js\n",
        "@@ -0,0 +1 @@\n+drawCircle('t', 0, 0, 1)\n",
    )
    .into();
    assert_eq!(one, json!({ "rows": [with_diff], "total": 1 }));
    let none = project.call("history", json!({ "id": "nothing" }));
    assert_eq!(error_of(&none)["kind"], "not_found");
}

#[test]
fn cached_scene_belongs_to_newest_transaction() {
    let project = town();
    let edited = project.call("edit", json!({ "file": "main", "old_code": "20", "new_code": "30" }));
    let id = edited["answer"]["data"]["scene"]["transactionId"].clone();
    let project = project.reopened(json!({}));
    assert_eq!(project.summary()["answer"]["data"]["transactionId"], id);
}

#[test]
fn an_undo_is_refused_when_somebody_else_changed_the_file_unless_forced() {
    let project = town();
    project.call("edit", json!({ "file": "main", "old_code": "20", "new_code": "30" }));
    let theirs = format!("{}// theirs\n", project.main());
    project.write_file("scene.code.js", &theirs);
    let refused = project.call("undo", json!({}));
    assert_eq!((&refused["status"], &error_of(&refused)["kind"]), (&json!("refused"), &json!("conflict")));
    assert_eq!(refused["answer"]["data"], json!({ "rolledBack": true }));
    assert_eq!(project.main(), theirs);
    let forced = project.call("undo", json!({ "force": true }));
    assert_eq!(forced["status"], "committed", "{forced:#}");
    assert!(warnings_of(&forced)[0].starts_with("Warning: main was changed since"), "{forced:#}");
    assert_eq!(project.main(), MAIN);
    let back = project.call("redo", json!({}));
    assert_eq!((back["status"].as_str(), project.main()), (Some("committed"), theirs));
}

#[test]
fn failing_undo_is_reverted() {
    let project = town();
    let made = project.call("write", json!({ "file": "trees", "code": "function drawTree() {}\n" }));
    project.call("edit", json!({ "file": "main", "old_code": MAIN, "new_code": format!("import 'trees'\n{MAIN}drawTree()\n") }));
    let before = project.snapshot();
    let id = made["answer"]["data"]["transactionId"].clone();
    let id = if id.is_null() { made["answer"]["data"]["scene"]["transactionId"].clone() } else { id };
    let answer = project.call("undo", json!({ "id": id }));
    assert_eq!(
        (&answer["status"], &error_of(&answer)["kind"]),
        (&json!("reverted"), &json!("module")),
        "{answer:#}"
    );
    assert_eq!(project.snapshot(), before);
    assert_eq!(history_of(&project).len(), 2);
    for (tool, arguments, kind) in [
        ("undo", json!({ "id": "nothing" }), "not_found"),
        ("redo", json!({ "id": id }), "no_change"),
        ("redo", json!({}), "not_found"),
    ] {
        assert_eq!(error_of(&project.call(tool, arguments))["kind"], kind, "{tool}");
    }
}

#[test]
fn first_call_removes_leftovers_of_dead_process() {
    let project = town();
    let id = "0123456789abcdef0123456789abcdef";
    let left = [
        format!(".scene.json.{id}.scenewright-part"),
        format!(".scenewright/.journal.{id}.scenewright-part"),
    ];
    project.call("edit", json!({ "file": "main", "old_code": "20", "new_code": "30" }));
    left.iter().for_each(|path| project.write_file(path, "half of it"));
    let project = project.reopened(json!({}));
    assert!(
        project.files_in(".scenewright").iter().any(|name| left[1].ends_with(name)),
        "opening does nothing"
    );
    project.call("glob", json!({}));
    let left: Vec<String> =
        [".", ".scenewright"].iter().flat_map(|folder| project.files_in(folder)).collect();
    assert!(left.iter().all(|name| !name.ends_with(".scenewright-part")), "{left:?}");
}

#[test]
fn unreadable_journal_blocks_changes_but_not_reads() {
    let project = TestProject::with_main(MAIN);
    project.write_file("modules/houses.js", HOUSES);
    project.write_file(".scenewright", "not a folder");
    assert_eq!(project.call("read", json!({ "file": "main" }))["status"], "ok");
    assert_eq!(project.call("inspect", json!({ "view": "info" }))["status"], "ok");
    for (tool, arguments) in [
        ("edit", json!({ "file": "main", "old_code": "20", "new_code": "30" })),
        ("undo", json!({})),
        ("history", json!({})),
    ] {
        let answer = project.call(tool, arguments);
        assert_eq!(answer["status"], "refused", "{tool}: {answer:#}");
        assert!(error_of(&answer)["message"].as_str().expect("words").contains(".scenewright"), "{answer:#}");
    }
    assert_eq!(project.main(), MAIN);
}

type Snapshot = std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>;

/// Returns the changes of one of a hundred commits: a module comes, is used, is edited, gets another name and goes.
fn commit_number(number: usize) -> (&'static str, Value) {
    let start = number - number % 5;
    let (module, renamed) = (format!("m{start}"), format!("n{start}"));
    let size = number + 1;
    match number % 5 {
        0 => {
            let code =
                format!("function draw_{module}() {{\n  drawCircle('{module}', {number}, 0, {size})\n}}\n");
            ("write", json!({ "file": module, "code": code }))
        }
        1 => {
            let changes = json!([
                { "file": "main", "old_code": "// imports\n", "new_code": format!("// imports\nimport '{module}'\n") },
                { "file": "main", "old_code": "// calls\n", "new_code": format!("// calls\ndraw_{module}()\n") },
            ]);
            ("apply", json!({ "changes": changes }))
        }
        2 => ("edit", json!({ "file": module, "old_code": ", 0, ", "new_code": ", 7, " })),
        3 => {
            let changes = json!([
                { "file": module, "to": renamed },
                { "file": "main", "old_code": format!("import '{module}'"), "new_code": format!("import '{renamed}'") },
            ]);
            ("apply", json!({ "changes": changes }))
        }
        _ => {
            let changes = json!([
                { "type": "delete", "file": renamed },
                { "file": "main", "old_code": format!("import '{renamed}'\n"), "new_code": "" },
                { "file": "main", "old_code": format!("draw_{module}()"), "new_code": format!("drawRect('r{start}', {start}, 0, 1, 1)") },
            ]);
            ("apply", json!({ "changes": changes }))
        }
    }
}

fn id_of(answer: &Value) -> String {
    let data = &answer["answer"]["data"];
    let id = data["transactionId"].as_str().or_else(|| data["scene"]["transactionId"].as_str());
    id.expect("a committed change has a transaction").to_owned()
}

#[test]
fn hundred_commits_are_undone_and_redone_exactly_across_restarts() {
    let mut project = TestProject::with_main("// imports\n// calls\n");
    project.call("run", json!({}));
    let mut states: Vec<Snapshot> = vec![project.snapshot()];
    let mut ids = Vec::new();
    for number in 0..100 {
        let (tool, arguments) = commit_number(number);
        let answer = project.call(tool, arguments);
        assert_eq!(answer["status"], "committed", "{number}: {answer:#}");
        ids.push(id_of(&answer));
        states.push(project.snapshot());
    }
    for number in (0..100).rev() {
        if number % 23 == 0 {
            project = project.reopened(json!({}));
        }
        let answer = project.call("undo", json!({}));
        assert_eq!(answer["answer"]["data"]["undone"], ids[number].as_str(), "{answer:#}");
        assert!(project.snapshot() == states[number], "the state before commit {number}");
    }
    assert_eq!(error_of(&project.call("undo", json!({})))["kind"], "not_found");
    for number in 0..100 {
        if number % 31 == 0 {
            project = project.reopened(json!({}));
        }
        let answer = project.call("redo", json!({}));
        assert_eq!(answer["answer"]["data"]["redone"], ids[number].as_str(), "{answer:#}");
        assert!(project.snapshot() == states[number + 1], "the state after commit {number}");
    }
    assert_eq!(error_of(&project.call("redo", json!({})))["kind"], "not_found");
}

#[test]
fn undo_works_in_any_order_without_later_changes() {
    let mut project = TestProject::with_main("drawCircle('sun', 0, 0, 5)\n");
    project.call("run", json!({}));
    let ids: Vec<String> = (0..12)
        .map(|number| {
            // Each module is written twice, so that the first write can only be undone after the second.
            let code = format!("export const version = {number}\n");
            id_of(&project.call("write", json!({ "file": format!("m{}", number % 6), "code": code })))
        })
        .collect();
    let full = project.snapshot();
    let mut undone = [false; 12];
    let mut order = Vec::new();
    let mut next = 5;
    while undone.contains(&false) {
        next = (next * 7 + 3) % 12 + usize::from(order.len() % 5 == 4);
        let chosen =
            (0..12).map(|step| (next + step) % 12).find(|chosen| !undone[*chosen]).expect("one is left");
        if order.len() % 4 == 3 {
            project = project.reopened(json!({}));
        }
        let before = project.snapshot();
        let answer = project.call("undo", json!({ "id": ids[chosen] }));
        if chosen < 6 && !undone[chosen + 6] {
            let error = error_of(&answer);
            assert_eq!((&answer["status"], &error["kind"]), (&json!("refused"), &json!("conflict")));
            assert!(error["message"].as_str().expect("words").contains(&ids[chosen + 6]), "{answer:#}");
            assert!(project.snapshot() == before);
            project.call("undo", json!({ "id": ids[chosen + 6] }));
            undone[chosen + 6] = true;
            order.push(chosen + 6);
        } else {
            assert_eq!(answer["status"], "committed", "{answer:#}");
            undone[chosen] = true;
            order.push(chosen);
        }
        let left: Vec<String> =
            (0..6).filter(|module| !undone[*module]).map(|module| format!("m{module}.js")).collect();
        let mut there = project.files_in("modules");
        there.sort();
        assert_eq!(there, left);
    }
    for chosen in order.iter().rev() {
        let answer = project.call("redo", json!({ "id": ids[*chosen] }));
        assert_eq!(answer["status"], "committed", "{answer:#}");
    }
    assert!(project.snapshot() == full);
}
