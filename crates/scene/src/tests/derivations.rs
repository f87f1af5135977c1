//! Tests of what is known of booleans: names that live on, and outlines that are there twice.

use super::*;
use scenewright_geometry::{Point, RegionOperation};

fn difference(scene: &mut Scene, a: &str, b: &[&str], result: &str, keep: bool) -> bool {
    let options = ResultOptions { keep, like: None };
    scene.draw_combined(RegionOperation::Difference, &names(&[a]), &names(b), result, &options).unwrap()
}

fn diameter(of: &str) -> DimensionTarget {
    DimensionTarget::Round { name: of.to_owned(), index: None, measure: RoundMeasure::Diameter }
}

fn dimension(scene: &mut Scene, name: &str, target: DimensionTarget) -> Result<(), SceneError> {
    let source = DimensionSource { target, options: DimensionOptions::default() };
    scene.draw_dimension(name, source, None, &Fonts::builtin())
}

fn measure(scene: &Scene, name: &str) -> Measure {
    let items = scene.outline();
    let item = items.iter().find(|item| item.name == name).unwrap();
    match item.annotation.map(|annotation| &annotation.form) {
        Some(Form::Dimension(dimension)) => dimension.measures[0].clone(),
        other => panic!("{other:?}"),
    }
}

/// Draws a plate with two holes.
fn plate(keep: bool) -> Scene {
    let mut scene = Scene::new();
    rect(&mut scene, "blank", 0.0, 0.0, 100.0, 60.0);
    circle(&mut scene, "a", -30.0, 0.0, 8.0);
    circle(&mut scene, "b", 30.0, 0.0, 8.0);
    assert!(difference(&mut scene, "blank", &["a", "b"], "plate", keep));
    scene
}

#[test]
fn inputs_that_were_kept_are_warned_about() {
    let mut scene = plate(true);
    let warnings = scene.settle(&Fonts::builtin()).unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    let expected = "3 outlines lie on others, and would be cut twice: \"blank\" on \"plate\", \"a\" on \"plate\", \"b\" on \
                    \"plate\"; their inputs were kept, keep: false draws them once \
                    (setDefaults({ keep: false }) for all booleans)";
    assert_eq!(warnings[0], expected);
    // What was moved away, deleted or hidden is cut once.
    scene.translate("plate", 0.0, 200.0, Space::World).unwrap();
    assert!(scene.settle(&Fonts::builtin()).unwrap().is_empty());
    let mut scene = plate(true);
    scene.delete("a");
    scene.delete("blank");
    let hidden = LayerChange { visible: Some(false), ..LayerChange::default() };
    scene.define_layer("tools", &hidden).unwrap();
    scene.set_layer("b", "tools", Contents::Included).unwrap();
    assert!(scene.settle(&Fonts::builtin()).unwrap().is_empty());
    // Inputs of which only a part is left on the outline are there twice too.
    let mut scene = Scene::new();
    rect(&mut scene, "one", 0.0, 0.0, 10.0, 10.0);
    rect(&mut scene, "two", 5.0, 3.0, 10.0, 10.0);
    let options = ResultOptions::default();
    scene
        .draw_combined(RegionOperation::Union, &names(&["one"]), &names(&["two"]), "both", &options)
        .unwrap();
    let warnings = scene.settle(&Fonts::builtin()).unwrap();
    assert!(warnings[0].starts_with("2 outlines lie on others"), "{warnings:?}");
    assert!(plate(false).settle(&Fonts::builtin()).unwrap().is_empty());
}

#[test]
fn inputs_that_were_kept_in_a_block_are_warned_about_where_it_is_shown() {
    let block = |scene: &mut Scene, name: &str, of: &[&str]| {
        scene.define_block(name, &names(of), &BlockOptions::default()).unwrap();
    };
    let insert = |scene: &mut Scene, block: &str, name: &str| {
        let options = InsertOptions { scale: [-2.0, 2.0], angle: 1.0, ..InsertOptions::default() };
        scene.insert_block(block, name, 5.0, 5.0, &options, &Fonts::builtin()).unwrap();
    };
    let warnings = |scene: &mut Scene| scene.settle(&Fonts::builtin()).unwrap();
    let mut scene = plate(true);
    block(&mut scene, "inner", &["blank", "a", "b", "plate"]);
    assert!(warnings(&mut scene).is_empty(), "nothing is shown");
    insert(&mut scene, "inner", "one");
    let expected =
        "3 outlines lie on others, and would be cut twice: \"blank\" on \"plate\" in block \"inner\"";
    assert!(warnings(&mut scene)[0].starts_with(expected));
    block(&mut scene, "outer", &["one"]);
    insert(&mut scene, "outer", "two");
    assert!(warnings(&mut scene)[0].starts_with(expected), "a block in another");
    // The result alone, or without its inputs, is cut once.
    for keep in [true, false] {
        let mut scene = plate(keep);
        block(&mut scene, "inner", &["plate"]);
        insert(&mut scene, "inner", "one");
        assert!(warnings(&mut scene).is_empty(), "{keep}");
    }
}

#[test]
fn repeated_outlines_are_left_out_of_a_cutting_file() {
    let mut scene = plate(true);
    let warning = scene.repeated_outlines().unwrap();
    assert!(
        warning.starts_with("3 outlines lie on others, and would be cut twice: \"blank\" on \"plate\""),
        "{warning}"
    );
    assert_eq!(all(&scene.without_repeated_outlines()), "plate");
    // The same outline on two layers is cut and engraved; beside each other, squares share an edge and no outline.
    scene.set_layer("a", "engrave", Contents::Included).unwrap();
    rect(&mut scene, "c", 200.0, 0.0, 10.0, 10.0);
    rect(&mut scene, "d", 210.0, 0.0, 10.0, 10.0);
    circle(&mut scene, "e", 300.0, 0.0, 10.0);
    circle(&mut scene, "f", 300.0, 0.0, 10.0);
    assert_eq!(all(&scene.without_repeated_outlines()), "a plate c d f");
    assert!(plate(false).repeated_outlines().is_none());
}

#[test]
fn repeated_outlines_are_seen_in_blocks_and_left_out_there() {
    let block = |scene: &mut Scene, name: &str, of: &[&str], keep: bool| {
        let options = BlockOptions { keep, ..BlockOptions::default() };
        scene.define_block(name, &names(of), &options).unwrap();
    };
    let insert = |scene: &mut Scene, block: &str, name: &str, x: f64, angle: f64| {
        let options = InsertOptions { angle, ..InsertOptions::default() };
        scene.insert_block(block, name, x, 0.0, &options, &Fonts::builtin()).unwrap();
    };
    let shown = |scene: &Scene| {
        let leaves = scene.walk_back_to_front().filter(|visit| matches!(visit, Visit::Leaf(_)));
        leaves.count()
    };
    // What a block has twice is left out of the block, whose instances stay, also in other blocks.
    let mut scene = plate(true);
    block(&mut scene, "inner", &["blank", "a", "b", "plate"], false);
    insert(&mut scene, "inner", "one", 0.0, 0.5);
    insert(&mut scene, "inner", "two", 300.0, 0.0);
    block(&mut scene, "outer", &["one", "two"], false);
    insert(&mut scene, "outer", "all", 0.0, 0.3);
    let warning = scene.repeated_outlines().unwrap();
    let expected =
        "3 outlines lie on others, and would be cut twice: \"blank\" on \"plate\" in block \"inner\"";
    assert!(warning.starts_with(expected), "{warning}");
    let cleared = scene.without_repeated_outlines();
    assert_eq!((all(&cleared).as_str(), shown(&scene), shown(&cleared)), ("all", 8, 2));
    assert!(cleared.repeated_outlines().is_none());

    // Instances on each other and on entities: as a whole they are left out, of others their parts are.
    let mut scene = Scene::new();
    rect(&mut scene, "r", 0.0, 0.0, 10.0, 10.0);
    circle(&mut scene, "c", 0.0, 0.0, 3.0);
    block(&mut scene, "tile", &["r", "c"], true);
    block(&mut scene, "square", &["r"], false);
    insert(&mut scene, "tile", "t1", 0.0, 0.0);
    insert(&mut scene, "tile", "t2", 0.0, std::f64::consts::FRAC_PI_2);
    insert(&mut scene, "tile", "t3", 50.0, 0.0);
    insert(&mut scene, "square", "s", 50.0, 0.0);
    let warning = scene.repeated_outlines().unwrap();
    assert!(warning.starts_with("4 outlines lie on others"), "{warning}");
    let cleared = scene.without_repeated_outlines();
    assert_eq!((all(&cleared).as_str(), shown(&cleared)), ("t2 t3", 4));
}

#[test]
fn arrows_of_connectors_that_end_at_one_point_are_not_repeated_outlines() {
    let mut scene = Scene::new();
    let connect = |scene: &mut Scene, name: &str, from: [f64; 2], to: [f64; 2]| {
        let [from, to] = [from, to].map(|point| ConnectEnd::Point(point.into()));
        let options = ConnectOptions { arrow: ArrowEnds::Both, ..ConnectOptions::default() };
        scene.connect(name, &from, &to, &options, &Fonts::builtin()).unwrap();
    };
    connect(&mut scene, "one", [0.0, 0.0], [90.0, 0.0]);
    connect(&mut scene, "other", [20.0, 0.0], [90.0, 0.0]);
    connect(&mut scene, "third", [20.0, 0.0], [60.0, 0.0]);
    assert_eq!(scene.repeated_outlines(), None);
    // Nor are they after the scene was written and read.
    let copy: Scene = postcard::from_bytes(&postcard::to_stdvec(&scene).unwrap()).unwrap();
    assert_eq!(copy.repeated_outlines(), None);
    // The name alone makes no arrow of a connector.
    circle(&mut scene, "hole_arrow", 300.0, 0.0, 5.0);
    circle(&mut scene, "hole", 300.0, 0.0, 5.0);
    let warning = scene.repeated_outlines().unwrap();
    assert!(warning.ends_with("\"hole_arrow\" on \"hole\""), "{warning}");
}

#[test]
fn outline_of_a_part_that_lies_on_another_part_is_left_out() {
    let mut scene = Scene::new();
    for (name, radius) in [("large", 30.0), ("middle", 20.0), ("small", 10.0)] {
        circle(&mut scene, name, 0.0, 0.0, radius);
    }
    assert!(difference(&mut scene, "large", &["middle"], "ring", true));
    assert!(difference(&mut scene, "middle", &["small"], "washer", true));
    for name in ["large", "middle", "small"] {
        scene.delete(name);
    }
    let warning = scene.repeated_outlines().unwrap();
    assert!(warning.starts_with("1 outline lies on others"), "{warning}");
    assert!(warning.ends_with("\"ring\" on \"washer\""), "{warning}");
    let length = |scene: &Scene| scene.length("ring").unwrap() + scene.length("washer").unwrap();
    let turns = |scene: &Scene| (length(scene) / std::f64::consts::TAU * 1e6).round() * 1e-6;
    assert_eq!((turns(&scene), turns(&scene.without_repeated_outlines())), (80.0, 60.0));
    // The area of a filled part would change.
    scene.set_fill("ring", Some(Color::BLACK)).unwrap();
    scene.set_fill("washer", Some(Color::BLACK)).unwrap();
    assert!(scene.repeated_outlines().is_none());
}

#[test]
fn names_of_inputs_live_on_in_results() {
    let mut scene = plate(false);
    dimension(&mut scene, "d", diameter("a")).unwrap();
    assert_eq!(measure(&scene, "d").text, "Ø16");
    let extent = DimensionTarget::Extent { name: "blank".to_owned(), direction: Direction::Angle(0.0) };
    dimension(&mut scene, "w", extent).unwrap();
    assert_eq!(measure(&scene, "w").text, "100");
    let place = |name: &str| PointRef::Of { name: name.to_owned(), place: Place::Center };
    let points = vec![place("a"), place("b")];
    let target = DimensionTarget::Between { points, direction: Direction::Aligned, row: Row::Chain };
    dimension(&mut scene, "pitch", target).unwrap();
    assert_eq!(measure(&scene, "pitch").text, "60");
    // They follow the result when it moves, is turned and mirrored, is stretched, and is cut again.
    scene.translate("plate", 50.0, 20.0, Space::World).unwrap();
    scene.rotate("plate", 0.5, Space::World, Around::Origin).unwrap();
    scene.scale("plate", 2.0, 2.0, Space::World, Around::Origin).unwrap();
    rect(&mut scene, "slot", 50.0, 80.0, 10.0, 200.0);
    difference(&mut scene, "plate", &["slot"], "rest", false);
    scene.translate("rest", -7.0, 0.0, Space::World).unwrap();
    scene.settle(&Fonts::builtin()).unwrap();
    assert_eq!((measure(&scene, "d").text.as_str(), measure(&scene, "pitch").text.as_str()), ("Ø32", "120"));
    // The result may take the name of an input.
    circle(&mut scene, "c", 500.0, 0.0, 3.0);
    rect(&mut scene, "part", 500.0, 0.0, 20.0, 20.0);
    difference(&mut scene, "part", &["c"], "part", false);
    dimension(&mut scene, "again", diameter("c")).unwrap();
    assert_eq!(measure(&scene, "again").text, "Ø6");
}

#[test]
fn name_whose_hole_is_gone_is_refused() {
    let mut scene = plate(false);
    rect(&mut scene, "half", -30.0, 0.0, 40.0, 100.0);
    difference(&mut scene, "plate", &["half"], "rest", false);
    let error = dimension(&mut scene, "d", diameter("a")).unwrap_err();
    assert!(error.message.contains("\"rest\" has no circle or arc of \"a\" left"), "{}", error.message);
    dimension(&mut scene, "d", diameter("b")).unwrap();
    scene.delete("rest");
    let error = scene.settle(&Fonts::builtin()).unwrap_err();
    assert!(
        error.message.contains("it was made a part of \"rest\"; keep: true leaves it beside that"),
        "{}",
        error.message
    );
    let error = scene.translate("a", 1.0, 0.0, Space::World).unwrap_err();
    assert!(error.message.contains("it was made a part of"), "{}", error.message);
}

#[test]
fn circles_of_results_count_once() {
    let mut scene = Scene::new();
    for (name, x, radius) in [("body", 0.0, 50.0), ("bore", 0.0, 20.0), ("b0", 35.0, 5.0), ("b1", -35.0, 5.0)]
    {
        circle(&mut scene, name, x, 0.0, radius);
    }
    difference(&mut scene, "body", &["bore", "b0", "b1"], "ring", false);
    scene.rotate("ring", 0.3, Space::World, Around::Point(Point::ORIGIN)).unwrap();
    let target = |index: usize, measure: RoundMeasure| DimensionTarget::Round {
        name: "ring".to_owned(),
        index: Some(index),
        measure,
    };
    let sizes = ["100", "40", "10", "10"];
    for (index, size) in sizes.iter().enumerate() {
        let angle = 0.5 + index as f64 / 3.0;
        let options = DimensionOptions { angle: Some(angle), ..DimensionOptions::default() };
        let source = DimensionSource { target: target(index, RoundMeasure::Diameter), options };
        scene.draw_dimension("d", source, None, &Fonts::builtin()).unwrap();
        let measure = measure(&scene, "d");
        assert_eq!(measure.text, format!("Ø{size}"));
        let MeasureKind::Diameter { on, opposite } = measure.kind else { panic!("{measure:?}") };
        let way = (on.y - opposite.y).atan2(on.x - opposite.x);
        assert!((way - angle).abs() < 1e-9, "{way} is not {angle}");
    }
    for measure in [RoundMeasure::Diameter, RoundMeasure::Radius] {
        for index in [4, 5] {
            let error = dimension(&mut scene, "e", target(index, measure)).unwrap_err();
            let expected = format!("\"ring\" has 4 circles, with index 0 to 3, and none with index {index}");
            assert_eq!(error.message, expected);
        }
    }
}

#[test]
fn extension_lines_begin_at_the_near_side() {
    let sides = [
        (DimensionSide::Left, 1.0, [[-50.0, -20.0], [-50.0, 20.0]]),
        (DimensionSide::Right, 1.0, [[50.0, -20.0], [50.0, 20.0]]),
        (DimensionSide::Above, 0.0, [[-50.0, 20.0], [50.0, 20.0]]),
        (DimensionSide::Below, 0.0, [[-50.0, -20.0], [50.0, -20.0]]),
    ];
    for (side, upright, expected) in sides {
        let mut scene = Scene::new();
        rect(&mut scene, "plate", 0.0, 0.0, 100.0, 40.0);
        let angle = upright * std::f64::consts::FRAC_PI_2;
        let target = DimensionTarget::Extent { name: "plate".to_owned(), direction: Direction::Angle(angle) };
        let options = DimensionOptions { side: Some(side), ..DimensionOptions::default() };
        let source = DimensionSource { target, options };
        scene.draw_dimension("d", source, None, &Fonts::builtin()).unwrap();
        let MeasureKind::Linear { from, to, .. } = measure(&scene, "d").kind else { panic!() };
        for (point, expected) in [from, to].into_iter().zip(expected) {
            assert!(point.distance_to(expected.into()) < 1e-9, "{side:?}: {point:?} is not {expected:?}");
        }
        // Nothing of the dimension lies over the plate.
        let plate = scene.world_bounds("plate").unwrap();
        let drawn = scene.world_bounds("d").unwrap();
        let is_apart = drawn.max.x <= plate.min.x - 0.99
            || drawn.min.x >= plate.max.x + 0.99
            || drawn.max.y <= plate.min.y - 0.99
            || drawn.min.y >= plate.max.y + 0.99;
        assert!(is_apart, "{side:?}: {drawn:?}");
    }
}
