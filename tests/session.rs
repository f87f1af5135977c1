//! Tests of sessions on real folders with the real runner, as the doors use them.

use crate::support::{TestProject, error_of, warnings_of};
use serde_json::json;

#[test]
fn example_projects_give_known_numbers() {
    let town = TestProject::of_example("town");
    let answer = town.call("run", json!({}));
    assert_eq!(answer["status"], "committed", "{answer:#}");
    assert_eq!(answer["answer"]["logs"], json!(["81 plots"]));
    let types = town.call("inspect", json!({ "view": "info" }))["answer"]["data"]["types"].clone();
    assert_eq!(types, json!({ "group": 466, "polygon": 1155 }));

    let flat = TestProject::of_example("flat");
    let answer = flat.call("run", json!({}));
    assert_eq!(answer["answer"]["logs"], json!(["net floor area 97.20 m2"]));
    assert_eq!(answer["answer"]["data"]["scene"]["units"], "cm");
    let order = flat.call("inspect", json!({ "view": "tree", "name": "flat", "depth": 1 }));
    assert_eq!(order["answer"]["data"]["total"], 5);
}

#[test]
fn machined_examples_give_known_numbers() {
    let bracket = TestProject::of_example("bracket");
    let answer = bracket.call("run", json!({}));
    assert_eq!(answer["status"], "committed", "{answer:#}");
    let log = answer["answer"]["logs"][0].as_str().expect("a line").to_owned();
    let area: f64 = log.strip_prefix("area ").expect("the area").parse().expect("a number");
    // The plate less four holes, a bore and a slot, all of them as exact as the line is long.
    let pi = std::f64::consts::PI;
    let plate = 9600.0 - (4.0 - pi) * 100.0;
    let expected = plate - 4.0 * pi * 3.3 * 3.3 - pi * 256.0 - (256.0 + 16.0 * pi);
    assert!((area - expected).abs() < 0.006, "{log} is not {expected}");
    let bounds = bracket.call("inspect", json!({ "view": "bounds", "name": "bracket" }));
    assert_eq!(bounds["answer"]["data"]["bounds"], json!({ "min": [-60.0, -40.0], "max": [60.0, 40.0] }));
    let types = bracket.call("inspect", json!({ "view": "info" }))["answer"]["data"]["types"].clone();
    assert_eq!(types, json!({ "path": 1 }));

    let gear = TestProject::of_example("gear");
    let answer = gear.call("run", json!({}));
    assert_eq!(answer["answer"]["logs"], json!(["parts 2"]), "{answer:#}");
    let bounds =
        gear.call("inspect", json!({ "view": "bounds", "name": "gear" }))["answer"]["data"]["bounds"].clone();
    for (side, expected) in [("min", -80.0), ("max", 80.0)] {
        for axis in 0..2 {
            let value = bounds[side][axis].as_f64().expect("a number");
            assert!((value - expected).abs() < 1e-9, "{bounds}");
        }
    }
    let scene: serde_json::Value = serde_json::from_str(&gear.read_file("scene.json")).expect("JSON");
    let entities = scene["entities"].as_array().expect("entities");
    let entity = entities.iter().find(|entity| entity["name"] == "gear").expect("the gear");
    assert_eq!(entity["type"], "path", "the gear is one part");
    let path = entity["geometry"]["data"].as_str().expect("path data");
    assert_eq!(path.matches('M').count(), 8, "an outline, a bore with its key and six holes");
}

#[test]
fn inspect_measures_and_finds_entities_at_a_point() {
    let project = TestProject::with_main(
        "drawRect('plate', 0, 0, 20, 10)\ndrawCircle('pin', 5, 0, 1)\ndrawLine('axis', [0, 0, 3, 4])\n",
    );
    project.call("run", json!({}));
    let ask = |arguments: serde_json::Value| project.call("inspect", arguments);
    let plate = ask(json!({ "view": "measure", "name": "plate" }))["answer"]["data"].clone();
    assert_eq!(
        plate,
        json!({ "name": "plate", "area": 200.0, "length": 60.0, "angle": null, "units": "mm" })
    );
    let axis = ask(json!({ "view": "measure", "name": "axis" }))["answer"]["data"].clone();
    assert_eq!((&axis["area"], &axis["length"]), (&json!(null), &json!(5.0)));
    let at = ask(json!({ "view": "at", "x": 5, "y": 0.5 }));
    assert_eq!(at["answer"]["data"]["rows"], json!(["pin", "plate"]), "{at:#}");
    let near = ask(json!({ "view": "at", "x": 3, "y": 4.5, "tolerance": 1, "limit": 1 }));
    assert_eq!(near["answer"]["data"]["rows"], json!(["axis"]), "{near:#}");
    for (arguments, kind, message) in [
        (
            json!({ "view": "measure" }),
            "invalid_input",
            "inspect: view measure needs name, or name and other, or points",
        ),
        (
            json!({ "view": "measure", "name": "pim" }),
            "not_found",
            "There is no entity named \"pim\"; did you mean \"pin\"?",
        ),
        (json!({ "view": "at", "x": 1 }), "invalid_input", "inspect: view at needs the argument y"),
        (
            json!({ "view": "at", "x": "1", "y": 0 }),
            "invalid_input",
            "inspect: x must be a number, got the string \"1\"",
        ),
        (
            json!({ "view": "at", "x": 1, "y": 0, "tolerance": -1 }),
            "invalid_input",
            "inspect: tolerance must be 0 or greater, got -1",
        ),
    ] {
        let answer = ask(arguments);
        assert_eq!(
            (error_of(&answer)["kind"].as_str(), error_of(&answer)["message"].as_str()),
            (Some(kind), Some(message))
        );
    }
}

#[test]
fn same_files_give_identical_scene() {
    let first = TestProject::of_example("town");
    first.call("run", json!({}));
    let expected = first.read_file("scene.json");
    for _ in 0..9 {
        first.call("run", json!({}));
        assert_eq!(first.read_file("scene.json"), expected);
    }
    let second = TestProject::of_example("town");
    second.call("run", json!({}));
    assert_eq!(second.read_file("scene.json"), expected);
}

#[test]
fn a_good_edit_is_committed_with_its_difference() {
    let project = TestProject::with_main("drawCircle('a', 0, 0, 5)\ndrawCircle('b', 9, 0, 5)\n");
    project.call("read", json!({ "file": "main" }));
    let edit = json!({ "file": "main", "old_code": "drawCircle('b', 9, 0, 5)", "new_code": "drawRect('c', 9, 0, 5, 5)" });
    let answer = project.call("edit", edit);
    assert_eq!(answer["status"], "committed", "{answer:#}");
    assert_eq!(warnings_of(&answer), Vec::<String>::new());
    let data = &answer["answer"]["data"];
    assert_eq!(
        (&data["file"], &data["replaced"], &data["replacements"]),
        (&json!("main"), &json!(true), &json!(1))
    );
    let drawing = ["c added (5 × 5)", "b removed (Ø10)"];
    let changes = json!({ "added": ["c"], "removed": ["b"], "changed": [], "drawing": drawing });
    assert_eq!(data["scene"]["changes"], changes);
    assert_eq!(project.main(), "drawCircle('a', 0, 0, 5)\ndrawRect('c', 9, 0, 5, 5)\n");
}

#[test]
fn failing_edit_leaves_no_trace() {
    let main = "drawCircle('a', 0, 0, 5)\n";
    let breaks = [
        ("let = ;", "syntax"),
        ("throw new Error('no')", "thrown"),
        ("drawCirle('b', 0, 0, 1)", "reference"),
        ("while (true) {}", "timeout"),
        ("'x'.repeat(2 ** 29)", "memory"),
        ("[3, 1, 2].sort(() => { for (;;) {} })", "timeout"),
        ("function f() { f() }\nf()", "stack"),
    ];
    // Long enough that a loaded machine comes to what is wrong with each.
    let project = TestProject::with_main_and(main, json!({ "limits": { "timeMs": 5_000 } }));
    project.call("run", json!({}));
    let scene = project.read_file("scene.json");
    for (code, kind) in breaks {
        let edit = json!({ "file": "main", "old_code": "drawCircle('a', 0, 0, 5)", "new_code": code });
        let answer = project.call("edit", edit);
        assert_eq!(answer["status"], "reverted", "{code}: {answer:#}");
        assert_eq!(error_of(&answer)["kind"], kind, "{code}: {answer:#}");
        assert_eq!(answer["answer"]["data"]["replaced"], false);
        assert_eq!(answer["answer"]["data"]["rolledBack"], true);
        assert_eq!(project.main(), main, "{code}");
        assert_eq!(project.read_file("scene.json"), scene, "{code}");
    }
    let nested = format!("const a = {}{}", "[".repeat(200_000), "]".repeat(200_000));
    let edit = json!({ "file": "main", "old_code": "drawCircle('a', 0, 0, 5)", "new_code": nested });
    // Reading it takes a while on a busy machine.
    let patient = TestProject::with_main_and(main, json!({ "limits": { "timeMs": 60_000 } }));
    assert_eq!(error_of(&patient.call("edit", edit))["kind"], "stack");
    let good = json!({ "file": "main", "old_code": "'a'", "new_code": "'z'" });
    assert_eq!(project.call("edit", good)["status"], "committed");
    assert_eq!(project.files(), ["modules", "scene.code.js", "scene.json"].map(str::to_owned));
}

#[test]
fn edit_enforces_read_first_policy() {
    let project = TestProject::with_main("const a = 1\n");
    let edit = |from: &str, to: &str| json!({ "file": "main", "old_code": from, "new_code": to });
    let first = project.call("edit", edit("1", "2"));
    assert_eq!(warnings_of(&first), ["Warning: Consider using read first"]);
    assert_eq!(warnings_of(&project.call("edit", edit("2", "3"))), Vec::<String>::new());
    project.write_file("scene.code.js", "const a = 3 // theirs\n");
    let after = project.call("edit", edit("= 3", "= 4"));
    assert!(warnings_of(&after)[0].contains("changed on disk since it was read"), "{after:#}");
    assert_eq!(project.main(), "const a = 4 // theirs\n");

    let strict = TestProject::with_main_and("const a = 1\n", json!({ "policy": "require" }));
    let refused = strict.call("edit", edit("1", "2"));
    assert_eq!((&refused["status"], &error_of(&refused)["kind"]), (&json!("refused"), &json!("not_read")));
    strict.call("read", json!({ "file": "main" }));
    assert_eq!(strict.call("edit", edit("1", "2"))["status"], "committed");
}

#[test]
fn edit_replaces_first_of_several_with_a_warning() {
    let project = TestProject::with_main("f(1)\nf(1)\nf(1)\nfunction f() {}\n");
    project.call("read", json!({ "file": "main" }));
    let answer = project.call("edit", json!({ "file": "main", "old_code": "f(1)", "new_code": "f($1, $&)" }));
    assert_eq!(answer["status"], "reverted", "the new text is taken literally: {answer:#}");
    let answer =
        project.call("edit", json!({ "file": "main", "old_code": "f(1)", "new_code": "f('$1 $& $$')" }));
    assert_eq!(project.main(), "f('$1 $& $$')\nf(1)\nf(1)\nfunction f() {}\n");
    assert!(warnings_of(&answer)[0].contains("occurs 3 times (lines 1, 2, 3)"), "{answer:#}");
    let all = json!({ "file": "main", "old_code": "f(1)", "new_code": "f(2)", "replace_all": true });
    assert_eq!(project.call("edit", all)["answer"]["data"]["replacements"], 2);
    let count = json!({ "file": "main", "old_code": "f(2)", "new_code": "f(3)", "expected_replacements": 3 });
    assert_eq!(error_of(&project.call("edit", count))["kind"], "count_mismatch");
}

#[test]
fn refusals_give_advice() {
    let project = TestProject::with_main("const size = 1\n");
    let cases = [
        (
            "edit",
            json!({ "file": "main", "old_code": "no", "new_code": "x" }),
            "no_match",
            "old_code not found in file",
        ),
        (
            "edit",
            json!({ "file": "mian", "old_code": "a", "new_code": "b" }),
            "not_found",
            "File not found: mian. Did you mean main?",
        ),
        (
            "edit",
            json!({ "file": "main", "old_code": "", "new_code": "b" }),
            "already_exists",
            "Cannot create new file",
        ),
        (
            "edit",
            json!({ "file": "main", "old_code": "a", "new_code": "a" }),
            "no_change",
            "No changes to make",
        ),
        (
            "read",
            json!({ "file": "../x" }),
            "invalid_name",
            "Invalid file name: ../x. Only alphanumeric, underscore, and hyphen allowed.",
        ),
        ("read", json!({ "file": "nothing" }), "not_found", "File not found: nothing"),
        ("write", json!({ "file": "isometric", "code": "" }), "builtin_module", "is a built-in module"),
        ("nope", json!({}), "invalid_input", "There is no tool nope"),
        ("inspect", json!({ "view": "entity", "name": "x" }), "not_found", "There is no entity"),
        ("export", json!({ "format": "svg", "path": "../../x.svg" }), "outside_workspace", ""),
        ("grep", json!({ "pattern": "(" }), "invalid_input", ""),
        ("glob", json!({ "pattern": "[" }), "invalid_input", ""),
        ("describe", json!({ "name": "drawCirle" }), "not_found", "Did you mean drawCircle?"),
    ];
    for (tool, arguments, kind, message) in cases {
        let answer = project.call(tool, arguments.clone());
        assert_eq!(answer["status"], "refused", "{tool} {arguments}: {answer:#}");
        assert_eq!(error_of(&answer)["kind"], kind, "{tool} {arguments}: {answer:#}");
        let said = answer["answer"]["error"].as_str().unwrap();
        assert!(said.contains(message), "{tool} {arguments}: {said}");
    }
    assert_eq!(project.main(), "const size = 1\n");
}

#[test]
fn module_is_validated_even_if_main_does_not_import_it() {
    let project = TestProject::with_main("drawCircle('a', 0, 0, 5)\n");
    let bad = project.call("write", json!({ "file": "lib", "code": "throw new Error('broken')" }));
    assert_eq!((&bad["status"], &error_of(&bad)["file"]), (&json!("reverted"), &json!("lib")));
    let good = project.call("write", json!({ "file": "lib", "code": "export const n = 1\n" }));
    assert_eq!(good["status"], "committed");
    assert!(warnings_of(&good)[0].contains("main does not import lib"), "{good:#}");
    let listed = project.call("glob", json!({}));
    let names: Vec<_> =
        listed["answer"]["data"]["files"].as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
    assert_eq!(names, ["main", "gears", "holes", "isometric", "joints", "lib"].map(|name| json!(name)));
}

#[test]
fn an_edit_of_a_module_runs_main_with_it() {
    let project = TestProject::with_main("import { size } from 'lib'\ndrawCircle('a', 0, 0, size)\n");
    project.write_file("modules/lib.js", "export const size = 5\n");
    let answer = project.call("edit", json!({ "file": "lib", "old_code": "5", "new_code": "-5" }));
    assert_eq!(error_of(&answer)["file"], "main");
    assert_eq!(project.read_file("modules/lib.js"), "export const size = 5\n");
    let answer = project.call("edit", json!({ "file": "lib", "old_code": "5", "new_code": "7" }));
    assert_eq!(answer["answer"]["data"]["scene"]["changes"]["changed"], json!(["a"]));
}

#[test]
fn failing_main_can_be_repaired() {
    let project = TestProject::with_main("drawCirle('a', 0, 0, 5)\nconst n = 1\n");
    let other = project.call("edit", json!({ "file": "main", "old_code": "n = 1", "new_code": "n = 2" }));
    assert_eq!(other["status"], "reverted");
    assert!(warnings_of(&other).iter().any(|it| it.contains("failing already")), "{other:#}");
    let repaired = project.call("edit", json!({ "file": "main", "old_code": "Cirle", "new_code": "Circle" }));
    assert_eq!(repaired["status"], "committed");
}

#[test]
fn repair_of_endless_main_does_not_wait_for_it() {
    // Ten minutes: a repair that waited for main would be ended by the test runner.
    let limits = json!({ "limits": { "timeMs": 600_000 } });
    let project = TestProject::with_main_and("for (;;) {}\n", limits);
    let broken =
        project.call("edit", json!({ "file": "main", "old_code": "for (;;) {}", "new_code": "nothing" }));
    assert_eq!(error_of(&broken)["kind"], "reference");
    assert!(
        !warnings_of(&broken).iter().any(|it| it.contains("failing already")),
        "nobody knows: {broken:#}"
    );
    let repaired = project.call("write", json!({ "file": "main", "code": "drawCircle('a', 0, 0, 5)\n" }));
    assert_eq!(repaired["status"], "committed");
}

#[test]
fn multi_edit_is_all_or_nothing_with_one_run() {
    let project = TestProject::with_main("const a = 1\nconst b = 2\ndrawCircle('c', 0, 0, a + b)\n");
    let edits = json!([
        { "old_code": "const a = 1", "new_code": "const x = 1" },
        { "old_code": "a + b", "new_code": "x + b" },
    ]);
    assert_eq!(project.call("multi_edit", json!({ "file": "main", "edits": edits }))["status"], "committed");
    let edits =
        json!([{ "old_code": "x = 1", "new_code": "x = 3" }, { "old_code": "absent", "new_code": "" }]);
    let refused = project.call("multi_edit", json!({ "file": "main", "edits": edits }));
    assert!(
        refused["answer"]["error"].as_str().unwrap().starts_with("Edit 2: old_code not found in file"),
        "{refused:#}"
    );
    assert!(project.main().contains("const x = 1"));
}

#[test]
fn edit_keeps_bytes_outside_of_it() {
    let main = "\u{feff}// no final line end, mixed ends\r\nconst a = 1\nconst b = 2\r\nconsole.log('한글 😀', a, b)";
    let project = TestProject::with_main(main);
    let answer = project.call(
        "edit",
        json!({ "file": "main", "old_code": "const a = 1\nconst b = 2\n", "new_code": "const a = 3\nconst b = 4\n" }),
    );
    assert_eq!(answer["status"], "committed", "{answer:#}");
    assert_eq!(answer["answer"]["logs"], json!(["한글 😀 3 4"]));
    let after = project.main();
    assert!(after.starts_with("\u{feff}// no final line end, mixed ends\r\nconst a = 3"), "{after:?}");
    assert!(after.ends_with("\r\nconsole.log('한글 😀', a, b)"), "{after:?}");
}

#[test]
fn cache_saves_run_and_follows_files() {
    let project = TestProject::with_main("drawCircle('a', 0, 0, 5)\n");
    project.call("run", json!({}));
    let again = project.reopen(json!({}));
    assert_eq!(again.summary()["answer"]["data"]["entities"], 1);
    again.write_file("scene.code.js", "drawCircle('a', 0, 0, 5)\ndrawCircle('b', 0, 0, 6)\n");
    assert_eq!(again.summary()["answer"]["data"]["entities"], 2);
    again.write_file("scene.json", "{ not json");
    assert_eq!(again.reopen(json!({})).summary()["answer"]["data"]["entities"], 2);
}

#[test]
fn run_after_an_edit_by_hand_reports_its_changes() {
    let project = TestProject::with_main("drawRect('a', 0, 0, 10, 5)\ndrawRect('b', 20, 0, 10, 5)\n");
    project.call("run", json!({}));
    project.write_file("scene.code.js", "drawRect('a', 0, 0, 10, 5)\ndrawRect('b', 30, 0, 10, 5)\n");
    let changes = json!({ "added": [], "removed": [], "changed": ["b"], "drawing": ["b: moved by (10, 0)"] });
    assert_eq!(project.call("run", json!({}))["answer"]["data"]["scene"]["changes"], changes);
    // A session that knows nothing but the files.
    project.write_file("scene.code.js", "drawRect('b', 30, 0, 10, 5)\n");
    let changes = json!({ "added": [], "removed": ["a"], "changed": [], "drawing": ["a removed (10 × 5)"] });
    assert_eq!(
        project.reopen(json!({})).call("run", json!({}))["answer"]["data"]["scene"]["changes"],
        changes
    );
}

#[test]
fn a_call_can_be_cancelled_while_it_waits_and_while_it_runs() {
    let project = TestProject::with_main("drawCircle('a', 0, 0, 5)\n");
    let endless = json!({ "file": "main", "old_code": "drawCircle", "new_code": "for (;;) {}\ndrawCircle" });
    let running = project.start("edit", endless);
    let waiting = project.start("edit", json!({ "file": "main", "old_code": "5", "new_code": "6" }));
    std::thread::sleep(std::time::Duration::from_millis(200));
    project.cancel(&waiting);
    assert_eq!(error_of(&waiting.wait())["kind"], "cancelled");
    project.cancel(&running);
    let answer = running.wait();
    assert_eq!((&answer["status"], &error_of(&answer)["kind"]), (&json!("refused"), &json!("cancelled")));
    assert_eq!(project.main(), "drawCircle('a', 0, 0, 5)\n");
    let after = project.call("edit", json!({ "file": "main", "old_code": "5", "new_code": "6" }));
    assert_eq!(after["status"], "committed");
}

#[test]
fn concurrent_edits_are_judged_independently() {
    let lines: String = (0..20).map(|n| format!("drawCircle('c{n}', {n}, 0, 1)\n")).collect();
    let project = TestProject::with_main(&lines);
    let calls: Vec<_> = (0..20)
        .map(|n| {
            let new =
                if n % 2 == 0 { format!("drawCircle('c{n}', {n}, 0, 2)") } else { format!("broken{n}()") };
            let old = format!("drawCircle('c{n}', {n}, 0, 1)");
            project.start("edit", json!({ "file": "main", "old_code": old, "new_code": new }))
        })
        .collect();
    for (n, call) in calls.into_iter().enumerate() {
        let answer = call.wait();
        if n % 2 == 0 {
            assert_eq!(answer["status"], "committed", "{answer:#}");
        } else {
            assert_eq!(answer["status"], "reverted");
            assert!(
                answer["answer"]["error"].as_str().unwrap().contains(&format!("broken{n} is not defined"))
            );
        }
    }
    let radius = |n: usize| if n.is_multiple_of(2) { 2 } else { 1 };
    let expected: String = (0..20).map(|n| format!("drawCircle('c{n}', {n}, 0, {})\n", radius(n))).collect();
    assert_eq!(project.main(), expected);
}

#[test]
fn sessions_on_one_folder_see_each_others_commits() {
    let project = TestProject::with_main("drawCircle('a', 0, 0, 5)\n");
    let other = project.reopen(json!({}));
    other.call("read", json!({ "file": "main" }));
    project.call("edit", json!({ "file": "main", "old_code": "'a'", "new_code": "'b'" }));
    assert_eq!(other.call("inspect", json!({ "view": "entity", "name": "b" }))["status"], "ok");
    let stale = other.call("edit", json!({ "file": "main", "old_code": "5", "new_code": "6" }));
    assert!(warnings_of(&stale)[0].contains("changed on disk"), "reads are a session's own: {stale:#}");
    let lost = project.call("write", json!({ "file": "main", "code": "drawCircle('mine', 0, 0, 1)\n" }));
    assert_eq!(error_of(&lost)["kind"], "stale_read");
}

#[test]
fn pictures_and_exports_are_made_of_the_committed_scene() {
    let project = TestProject::of_example("flat");
    let render = project.start("render", json!({ "width": 400, "height": 300 }));
    let (answer, picture) = render.wait_with_picture();
    assert_eq!(answer["answer"]["data"]["width"], 400);
    assert!(picture.unwrap().starts_with(b"\x89PNG\r\n"));
    let svg = project.call("export", json!({ "format": "svg", "path": "plan.svg" }));
    assert_eq!(svg["answer"]["data"]["path"], "exports/plan.svg");
    assert!(project.read_file("exports/plan.svg").contains("<svg"));
    let json = project.call("export", json!({ "format": "json" }));
    let scene: serde_json::Value =
        serde_json::from_str(json["answer"]["data"]["content"].as_str().unwrap()).unwrap();
    assert_eq!(scene["units"], "cm");
    project.call("edit", json!({ "file": "main", "old_code": "'Flat 3B'", "new_code": "'Flat 4'" }));
    let changed = project.call("render", json!({ "width": 400, "height": 300, "highlight": "last_change" }));
    assert_eq!(warnings_of(&changed), Vec::<String>::new());
}

#[test]
fn missing_project_begins_with_a_write() {
    let project = TestProject::empty();
    let missing = project.call("run", json!({}));
    assert_eq!(error_of(&missing)["kind"], "not_ready");
    assert_eq!(project.files(), Vec::<String>::new(), "asking makes nothing");
    let module = project.call("write", json!({ "file": "lib", "code": "export const n = 3\n" }));
    assert_eq!(module["status"], "committed", "{module:#}");
    let main = project.call("edit", json!({ "file": "main", "old_code": "", "new_code": "import { n } from 'lib'\ndrawCircle('a', 0, 0, n)\n" }));
    assert_eq!(main["answer"]["data"]["scene"]["entities"], 1, "{main:#}");
}

#[test]
fn read_records_survive_a_restart() {
    let project = TestProject::with_main("const a = 1\n");
    project.call("read", json!({ "file": "main" }));
    let again = project.reopen(json!({ "policy": "require", "state": project.state() }));
    assert_eq!(
        again.call("edit", json!({ "file": "main", "old_code": "1", "new_code": "2" }))["status"],
        "committed"
    );
}

#[test]
fn runner_panic_becomes_an_answer() {
    let project = TestProject::with_main("const a = 1\n");
    let answer = project.panic_in_runner();
    assert_eq!(error_of(&answer)["kind"], "runner");
    assert!(answer["answer"]["error"].as_str().unwrap().contains("a panic that a test asked for"));
    assert_eq!(project.call("run", json!({}))["status"], "committed");
}
