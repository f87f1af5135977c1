//! Tests of operations on areas, as scripts request them.

use super::*;
use scenewright_geometry::{OffsetJoin, OffsetStyle, Path, RegionOperation};

const UNION: RegionOperation = RegionOperation::Union;
const DIFFERENCE: RegionOperation = RegionOperation::Difference;

const ROUND: OffsetStyle = OffsetStyle { join: OffsetJoin::Round, miter_limit: 2.0, tolerance: 1e-3 };

fn combine(
    scene: &mut Scene,
    operation: RegionOperation,
    first: &[&str],
    second: &[&str],
    result: &str,
) -> bool {
    scene.draw_combined(operation, &names(first), &names(second), result, &ResultOptions::default()).unwrap()
}

fn kind(scene: &Scene, name: &str) -> String {
    scene.entity_json(name).unwrap()["type"].as_str().unwrap().to_owned()
}

fn path_of(scene: &Scene, name: &str) -> String {
    scene.entity_json(name).unwrap()["local"]["geometry"]["data"].as_str().unwrap().to_owned()
}

#[test]
fn combined_area_becomes_polygon_group_or_nothing() {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 0.0, 0.0, 10.0, 10.0);
    rect(&mut scene, "bar", 0.0, 0.0, 20.0, 2.0);
    assert!(combine(&mut scene, UNION, &["a"], &["bar"], "cross"));
    assert_eq!(kind(&scene, "cross"), "polygon");
    assert!(combine(&mut scene, DIFFERENCE, &["a"], &["bar"], "halves"));
    let halves = scene.entity_json("halves").unwrap();
    assert_eq!(
        (&halves["type"], &halves["children"]),
        (&"group".into(), &serde_json::json!(["halves_0", "halves_1"]))
    );
    assert_eq!(halves["local"]["pivot"], serde_json::json!([0, 0]));
    assert_eq!(halves["style"]["fill"], serde_json::Value::Null);
    assert_eq!(box_of(scene.world_bounds("halves")), [-5.0, -5.0, 5.0, 5.0]);
    assert!(!combine(&mut scene, DIFFERENCE, &["bar"], &["bar"], "nothing"));
    assert!(!scene.exists("nothing"));
    // An entity that the result would have replaced is gone too.
    assert!(!combine(&mut scene, DIFFERENCE, &["bar"], &["bar"], "cross"));
    assert!(!scene.exists("cross"));
    assert!(combine(&mut scene, UNION, &["a"], &[], "alone"), "no second operand is one of no area");
    assert!(!combine(&mut scene, UNION, &[], &[], "none"));
}

#[test]
fn result_replacing_its_input_leaves_no_old_parts() {
    let mut scene = Scene::new();
    for (index, x) in [0.0, 10.0, 20.0].into_iter().enumerate() {
        rect(&mut scene, &format!("r{index}"), x, 0.0, 4.0, 4.0);
    }
    assert!(combine(&mut scene, UNION, &["r0", "r1", "r2"], &[], "sum"));
    rect(&mut scene, "bridge", 10.0, 0.0, 20.0, 1.0);
    assert_eq!(all(&scene), "r0 r1 r2 sum sum_0 sum_1 sum_2 bridge");
    assert!(combine(&mut scene, UNION, &["sum"], &["bridge"], "sum"));
    assert_eq!(all(&scene), "r0 r1 r2 bridge sum");
    assert!(combine(&mut scene, DIFFERENCE, &["sum"], &["bridge"], "sum"));
    assert_eq!(scene.entity_json("sum").unwrap()["children"].as_array().unwrap().len(), 4);
    assert!(!combine(&mut scene, DIFFERENCE, &["sum"], &["sum"], "sum"));
    assert_eq!(all(&scene), "r0 r1 r2 bridge");
    // A group that only had the name keeps its children, at the root, as for every other drawing.
    scene.create_group("pair", &names(&["r0", "r1"])).unwrap();
    assert!(combine(&mut scene, UNION, &["bridge"], &[], "pair"));
    assert_eq!(all(&scene), "r2 bridge r0 r1 pair");
}

#[test]
fn region_areas_are_measured_in_world() {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 0.0, 0.0, 4.0, 2.0);
    scene.create_group("g", &names(&["a"])).unwrap();
    scene.rotate("g", std::f64::consts::FRAC_PI_2, Space::World, Around::Origin).unwrap();
    scene.scale("g", -2.0, 2.0, Space::World, Around::Origin).unwrap();
    scene.translate("g", 100.0, 50.0, Space::World).unwrap();
    assert!(combine(&mut scene, UNION, &["g"], &[], "copy"));
    assert_near(box_of(scene.world_bounds("copy")), [98.0, 46.0, 102.0, 54.0]);
    let entity = scene.entity_json("copy").unwrap();
    assert_eq!(
        (&entity["parent"], &entity["world"]["center"]),
        (&serde_json::Value::Null, &serde_json::json!([100, 50]))
    );
}

#[test]
fn every_closed_shape_has_an_area_and_no_open_one_has() {
    let mut scene = Scene::new();
    circle(&mut scene, "circle", 0.0, 0.0, 5.0);
    scene.draw("slice", Shape::arc(0.0, 0.0, 5.0, 0.0, 1.0).unwrap()).unwrap();
    scene.draw("leaf", Shape::path("M0 0 C10 20 30 20 40 0 Z").unwrap()).unwrap();
    scene.draw_text("text", "Bo", 0.0, 0.0, 10.0, &TextOptions::default(), &Fonts::builtin()).unwrap();
    for name in ["circle", "slice", "leaf", "text"] {
        assert!(combine(&mut scene, UNION, &[name], &[], "result"), "{name}");
    }
    // The counters of the letters are holes, and their curves are still there.
    let letters: Vec<String> = scene
        .draw_parts("text", "letter", &ResultOptions::default())
        .unwrap()
        .iter()
        .map(|name| path_of(&scene, name))
        .collect();
    assert_eq!(letters.iter().map(|data| data.matches('M').count()).collect::<Vec<_>>(), [3, 2]);
    assert!(letters.iter().all(|data| data.contains('Q') || data.contains('C')), "{letters:?}");
    scene.draw("axis", Shape::line(vec![[0.0, 0.0].into(), [1.0, 1.0].into()]).unwrap()).unwrap();
    scene.draw("open", Shape::Path(Path::parse("M0 0 L1 0 L1 1").unwrap())).unwrap();
    scene.create_group("mixed", &names(&["circle", "axis"])).unwrap();
    scene.create_group("empty", &[]).unwrap();
    let before = scene.clone();
    for (name, expected) in [
        ("axis", "\"axis\" is a line, which is not closed and has no area"),
        ("open", "the path \"open\" is not closed, so it has no area; end each of its sub-paths with Z"),
        ("mixed", "\"axis\" is a line, which is not closed and has no area"),
        ("empty", "the group \"empty\" is empty: it has no area"),
        ("circl", "there is no entity named \"circl\"; did you mean \"circle\"?"),
    ] {
        let one = names(&[name]);
        let outcomes = [
            scene.draw_combined(UNION, &names(&["leaf"]), &one, "result", &ResultOptions::default()),
            scene.draw_offset(name, 1.0, &ROUND, "result", &ResultOptions::default()),
            scene.draw_convex_hull(name, "result", &ResultOptions::default()),
            scene.draw_parts(name, "result", &ResultOptions::default()).map(|_| true),
        ];
        for outcome in outcomes {
            assert_eq!(outcome.unwrap_err().message, expected, "{name}");
        }
    }
    assert_eq!(scene, before, "a refusal leaves the scene as it was");
}

#[test]
fn tolerance_is_positive_and_determines_number_of_arcs() {
    let mut scene = Scene::new();
    scene.draw("e", Shape::ellipse(0.0, 0.0, 100.0, 40.0, 0.0).unwrap()).unwrap();
    let offset = |scene: &mut Scene| {
        let style = OffsetStyle { tolerance: scene.tolerance(), ..ROUND };
        scene.draw_offset("e", 5.0, &style, "r", &ResultOptions::default()).map(drop)
    };
    let count = |scene: &mut Scene| {
        offset(scene).unwrap();
        path_of(scene, "r").matches('A').count()
    };
    let usual = count(&mut scene);
    scene.set_tolerance(1e-6).unwrap();
    let fine = count(&mut scene);
    assert!(fine > 4 * usual, "{usual} arcs, {fine} within a finer tolerance");
    for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(scene.set_tolerance(wrong).unwrap_err().class, ErrorClass::Range);
    }
    assert_eq!(scene.tolerance(), 1e-6);
    scene.set_tolerance(1e-15).unwrap();
    let error = offset(&mut scene).unwrap_err();
    assert_eq!(error.message, "\"e\": the tolerance is too fine for a curve of this size");
    assert!(combine(&mut scene, UNION, &["e"], &[], "same"), "what keeps its curves needs no edges");
}

#[test]
fn combined_areas_keep_their_curves_in_any_place() {
    let pi = std::f64::consts::PI;
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 100.0, 60.0);
    circle(&mut scene, "bore", 20.0, 0.0, 12.5);
    scene.draw("port", Shape::ellipse(-25.0, 0.0, 9.0, 5.0, 0.3).unwrap()).unwrap();
    scene.create_group("all", &names(&["plate", "bore", "port"])).unwrap();
    scene.rotate("all", 0.4, Space::World, Around::Origin).unwrap();
    scene.scale("all", -2.0, 2.0, Space::World, Around::Origin).unwrap();
    scene.set_tolerance(5.0).unwrap();
    assert!(combine(&mut scene, DIFFERENCE, &["plate"], &["bore", "port"], "holed"));
    assert_eq!((kind(&scene, "holed").as_str(), path_of(&scene, "holed").matches('A').count()), ("path", 8));
    let (area, length) = (scene.area("holed").unwrap(), scene.length("holed").unwrap());
    assert!((area - 4.0 * (6000.0 - 156.25 * pi - 45.0 * pi)).abs() < 1e-9 * area, "{area}");
    let port = scene.length("port").unwrap();
    assert!((length - (2.0 * (320.0 + 25.0 * pi) + port)).abs() < 1e-9 * length, "{length}");
    // What falls out is a circle and an ellipse again.
    scene
        .draw_combined(DIFFERENCE, &names(&["plate"]), &names(&["holed"]), "cores", &ResultOptions::default())
        .unwrap();
    let mut kinds = ["cores_0", "cores_1"].map(|name| kind(&scene, name));
    kinds.sort();
    assert_eq!(kinds, ["circle", "ellipse"]);
    assert!(combine(&mut scene, UNION, &["cores"], &[], "cores"));
    assert_eq!(scene.entity_json("cores").unwrap()["children"].as_array().unwrap().len(), 2);
    assert!(!combine(&mut scene, DIFFERENCE, &["cores"], &["cores"], "cores"));
    assert!(!scene.exists("cores_0") && !scene.exists("cores_1"), "an ellipse is a part as well");
    // A sheared circle is an ellipse.
    scene.scale("bore", 1.0, 3.0, Space::World, Around::Origin).unwrap();
    assert!(combine(&mut scene, UNION, &["bore"], &[], "oval"));
    assert_eq!(kind(&scene, "oval"), "ellipse");
    assert!((scene.area("oval").unwrap() - scene.area("bore").unwrap()).abs() < 1e-6);
}

#[test]
fn offset_of_combined_area_keeps_arcs_beside_other_curves() {
    let pi = std::f64::consts::PI;
    let mut scene = Scene::new();
    scene.draw("leaf", Shape::path("M-60 0 C-20 60 20 60 60 0 C20 -60 -20 -60 -60 0 Z").unwrap()).unwrap();
    circle(&mut scene, "bore", 0.0, 0.0, 12.5);
    assert!(combine(&mut scene, DIFFERENCE, &["leaf"], &["bore"], "holed"));
    assert!(scene.draw_offset("holed", 2.0, &ROUND, "grown", &ResultOptions::default()).unwrap());
    assert_eq!(kind(&scene, "grown"), "path");
    // The bore is a circle of another radius, found again by what it takes away.
    rect(&mut scene, "window", 0.0, 0.0, 40.0, 40.0);
    assert!(combine(&mut scene, DIFFERENCE, &["window"], &["grown"], "core"));
    assert_eq!(kind(&scene, "core"), "circle");
    assert!((scene.area("core").unwrap() - pi * 110.25).abs() < 1e-9);
    // Around the leaf there are arcs, and no straight edges.
    assert_eq!(path_of(&scene, "grown").matches('L').count(), 0, "{}", path_of(&scene, "grown"));
}

#[test]
fn decomposed_area_keeps_its_curves() {
    let mut scene = Scene::new();
    for (index, x) in [0.0, 30.0, 36.0].into_iter().enumerate() {
        circle(&mut scene, &format!("c{index}"), x, 0.0, 5.0);
    }
    scene.create_group("all", &names(&["c2", "c1", "c0"])).unwrap();
    assert_eq!(scene.draw_parts("all", "part", &ResultOptions::default()).unwrap(), ["part_0", "part_1"]);
    assert_eq!(["part_0", "part_1"].map(|name| kind(&scene, name)), ["circle", "path"]);
    assert_near(box_of(scene.world_bounds("part_1")), [25.0, -5.0, 41.0, 5.0]);
}

#[test]
fn an_offset_keeps_a_circle_and_all_parts() {
    let mut scene = Scene::new();
    circle(&mut scene, "c", 3.0, 4.0, 5.0);
    scene.scale("c", 2.0, -2.0, Space::World, Around::Origin).unwrap();
    assert!(scene.draw_offset("c", -4.0, &ROUND, "inner", &ResultOptions::default()).unwrap());
    assert_eq!(scene.entity_json("inner").unwrap()["local"]["geometry"]["radius"], 6);
    assert_eq!(box_of(scene.world_bounds("inner")), [-3.0, -2.0, 9.0, 10.0]);
    assert!(!scene.draw_offset("c", -10.0, &ROUND, "inner", &ResultOptions::default()).unwrap());
    assert!(!scene.exists("inner"));
    scene.scale("c", 2.0, 1.0, Space::World, Around::Origin).unwrap();
    assert!(scene.draw_offset("c", 1.0, &ROUND, "oval", &ResultOptions::default()).unwrap());
    assert_eq!(kind(&scene, "oval"), "path");
    rect(&mut scene, "left", 0.0, 0.0, 10.0, 10.0);
    rect(&mut scene, "right", 20.0, 0.0, 10.0, 10.0);
    rect(&mut scene, "waist", 10.0, 0.0, 20.0, 2.0);
    scene.create_group("bone", &names(&["left", "waist", "right"])).unwrap();
    assert!(scene.draw_offset("bone", -2.0, &ROUND, "cores", &ResultOptions::default()).unwrap());
    assert_eq!(scene.entity_json("cores").unwrap()["children"].as_array().unwrap().len(), 2);
    assert_near(box_of(scene.world_bounds("cores")), [-3.0, -3.0, 23.0, 3.0]);
    assert!(!scene.draw_offset("bone", -6.0, &ROUND, "cores", &ResultOptions::default()).unwrap());
}

#[test]
fn offset_keeps_arcs_and_replaces_parts_of_earlier_one() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 100.0, 50.0);
    scene.rotate("plate", std::f64::consts::FRAC_PI_2, Space::World, Around::Origin).unwrap();
    assert!(scene.draw_offset("plate", 10.0, &ROUND, "round", &ResultOptions::default()).unwrap());
    assert_eq!(kind(&scene, "round"), "path");
    let pi = std::f64::consts::PI;
    assert!((scene.area("round").unwrap() - (8000.0 + 100.0 * pi)).abs() < 1e-9);
    assert!((scene.length("round").unwrap() - (300.0 + 20.0 * pi)).abs() < 1e-9);
    assert!(scene.draw_offset("round", -10.0, &ROUND, "round", &ResultOptions::default()).unwrap());
    assert_eq!(kind(&scene, "round"), "polygon");
    assert_near(box_of(scene.world_bounds("round")), [-25.0, -50.0, 25.0, 50.0]);
    // A circle and a rounded rect, side by side: the parts of a group, which the next result takes with it.
    circle(&mut scene, "disc", 100.0, 0.0, 5.0);
    scene.create_group("pair", &names(&["plate", "disc"])).unwrap();
    assert!(scene.draw_offset("pair", 1.0, &ROUND, "grown", &ResultOptions::default()).unwrap());
    assert_eq!(["grown", "grown_0", "grown_1"].map(|name| kind(&scene, name)), ["group", "path", "circle"]);
    assert!(scene.draw_offset("grown", 100.0, &ROUND, "grown", &ResultOptions::default()).unwrap());
    assert_eq!(kind(&scene, "grown"), "path");
    assert!(!scene.exists("grown_0") && !scene.exists("grown_1"));
    // A curve that is not an arc is made of arcs.
    scene.draw("leaf", Shape::path("M0 0 C10 20 30 20 40 0 Z").unwrap()).unwrap();
    assert!(scene.draw_offset("leaf", 1.0, &ROUND, "leaf", &ResultOptions::default()).unwrap());
    assert_eq!(kind(&scene, "leaf"), "path");
    let before = scene.clone();
    for (delta, style) in [
        (f64::NAN, ROUND),
        (f64::INFINITY, ROUND),
        (1.0, OffsetStyle { tolerance: f64::NAN, ..ROUND }),
        (1.0, OffsetStyle { tolerance: -1.0, ..ROUND }),
        (1.0, OffsetStyle { miter_limit: f64::NAN, ..ROUND }),
        (1e300, ROUND),
        (-1.7e308, ROUND),
    ] {
        for name in ["plate", "disc", "pair", "leaf"] {
            assert_eq!(
                scene.draw_offset(name, delta, &style, "x", &ResultOptions::default()).unwrap_err().class,
                ErrorClass::Range,
                "{name} {delta}"
            );
        }
    }
    assert_eq!(scene, before);
    for delta in [1e-300, 5e-324, -1e-300] {
        assert!(scene.draw_offset("disc", delta, &ROUND, "same", &ResultOptions::default()).unwrap());
        assert_eq!(box_of(scene.world_bounds("same")), [95.0, -5.0, 105.0, 5.0]);
    }
}

#[test]
fn a_hull_is_convex_and_parts_are_numbered_from_the_left() {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 30.0, 0.0, 10.0, 10.0);
    rect(&mut scene, "b", 0.0, 0.0, 10.0, 10.0);
    scene.create_group("two", &names(&["a", "b"])).unwrap();
    assert!(scene.draw_convex_hull("two", "hull", &ResultOptions::default()).unwrap());
    assert_eq!(
        scene.entity_json("hull").unwrap()["local"]["geometry"]["points"].as_array().unwrap().len(),
        4
    );
    assert_eq!(box_of(scene.world_bounds("hull")), [-5.0, -5.0, 35.0, 5.0]);
    assert_eq!(scene.draw_parts("two", "part", &ResultOptions::default()).unwrap(), ["part_0", "part_1"]);
    assert_eq!(box_of(scene.world_bounds("part_0")), [-5.0, -5.0, 5.0, 5.0]);
    assert!(
        scene
            .draw_parts("two", "", &ResultOptions::default())
            .unwrap_err()
            .message
            .contains("prefix must not be empty")
    );
    let flat =
        Shape::polygon(vec![[0.0, 0.0].into(), [1.0, 1.0].into(), [2.0, 2.0].into()], Vec::new()).unwrap();
    scene.draw("flat", flat).unwrap();
    assert!(!scene.draw_convex_hull("flat", "hull", &ResultOptions::default()).unwrap());
    assert_eq!(scene.draw_parts("flat", "none", &ResultOptions::default()).unwrap(), Vec::<String>::new());
}

#[test]
fn results_count_against_the_limit_of_entities() {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 0.0, 0.0, 10.0, 10.0);
    rect(&mut scene, "bar", 0.0, 0.0, 20.0, 2.0);
    scene.set_entity_limit(4);
    let error = scene
        .draw_combined(DIFFERENCE, &names(&["a"]), &names(&["bar"]), "r", &ResultOptions::default())
        .unwrap_err();
    assert_eq!(error.class, ErrorClass::Entities);
    scene.set_entity_limit(5);
    assert!(combine(&mut scene, DIFFERENCE, &["a"], &["bar"], "r"));
    assert!(combine(&mut scene, DIFFERENCE, &["a"], &["bar"], "r"), "what is replaced makes room");
    let long = "n".repeat(255);
    let error = scene
        .draw_combined(DIFFERENCE, &names(&["a"]), &names(&["bar"]), &long, &ResultOptions::default())
        .unwrap_err();
    assert!(error.message.contains("too long"));
}

#[test]
fn results_take_over_layer_and_style_and_may_consume_operands() {
    let mut scene = Scene::new();
    let style = |scene: &Scene, name: &str| {
        let entity = scene.entity_json(name).unwrap();
        (
            entity["layer"].as_str().unwrap().to_owned(),
            entity["style"]["fill"].clone(),
            entity["style"]["stroke"].clone(),
        )
    };
    rect(&mut scene, "a", 0.0, 0.0, 10.0, 10.0);
    rect(&mut scene, "bar", 0.0, 0.0, 20.0, 2.0);
    scene.create_group("g", &names(&["a"])).unwrap();
    scene.set_layer("a", "plates", Contents::Included).unwrap();
    scene.set_fill("g", Some(Color::BLACK)).unwrap();
    scene.set_stroke("bar", None).unwrap();
    scene.set_layer("bar", "tools", Contents::Included).unwrap();
    // The fill comes from a group around the operand, the layer from the shape itself; parts have both.
    assert!(combine(&mut scene, DIFFERENCE, &["g"], &["bar"], "halves"));
    let expected = style(&scene, "a");
    for name in ["halves", "halves_0", "halves_1"] {
        assert_eq!(style(&scene, name), expected, "{name}");
    }
    assert!(scene.draw_offset("bar", 1.0, &ROUND, "wide", &ResultOptions::default()).unwrap());
    assert_eq!(style(&scene, "wide"), style(&scene, "bar"));
    let like = ResultOptions { like: Some("bar".into()), keep: true };
    assert!(scene.draw_convex_hull("halves", "hull", &like).unwrap());
    assert_eq!(style(&scene, "hull"), style(&scene, "bar"));
    assert_eq!(
        scene.draw_parts("halves", "piece", &ResultOptions::default()).unwrap(),
        ["piece_0", "piece_1"]
    );
    assert_eq!(style(&scene, "piece_1"), expected);

    let before = scene.clone();
    let unknown = ResultOptions { like: Some("baz".into()), keep: false };
    let error = scene.draw_convex_hull("halves", "h2", &unknown).unwrap_err();
    assert!(error.message.contains("did you mean \"bar\""), "{}", error.message);
    assert_eq!(scene, before);
    let consume = ResultOptions { like: None, keep: false };
    // A part of the result may have the name of a part that is consumed.
    assert!(scene.draw_offset("halves", -1.0, &ROUND, "halves", &consume).unwrap());
    assert_eq!(style(&scene, "halves_1"), expected);
    let first = names(&["halves"]);
    assert!(scene.draw_combined(UNION, &first, &names(&["bar", "hull"]), "all", &consume).unwrap());
    assert_eq!(all(&scene), "g a wide piece_0 piece_1 all");
    let lock = LayerChange { locked: Some(true), ..LayerChange::default() };
    scene.define_layer("tools", &lock).unwrap();
    let before = scene.clone();
    assert!(scene.draw_offset("wide", 1.0, &ROUND, "wider", &consume).is_err());
    assert_eq!(scene, before, "what is locked is not consumed");
}
