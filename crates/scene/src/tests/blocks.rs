use super::*;
use crate::drafting::Fonts;
use scenewright_geometry::{Axis, RegionOperation};
use std::f64::consts::{FRAC_PI_2, PI};

fn tree(scene: &mut Scene) {
    rect(scene, "trunk", 100.0, 60.0, 4.0, 20.0);
    circle(scene, "crown", 100.0, 80.0, 12.0);
    scene.set_fill("crown", Some(Color { r: 0.0, g: 0.5, b: 0.0, a: 1.0 })).unwrap();
    let options = BlockOptions { base: [100.0, 50.0].into(), ..BlockOptions::default() };
    scene.define_block("tree", &names(&["trunk", "crown"]), &options).unwrap();
}

fn insert(scene: &mut Scene, name: &str, x: f64, y: f64, options: &InsertOptions) {
    scene.insert_block("tree", name, x, y, options, &Fonts::builtin()).unwrap();
}

fn label(tag: &str, place: bool) -> AttributeDefinition {
    let place = place.then_some(AttributePlace { x: 0.0, y: -6.0, size: 5.0, align: Align::Center });
    AttributeDefinition { tag: tag.into(), value: "?".to_owned(), place }
}

#[test]
fn instance_acts_as_its_contents_in_its_place() {
    let mut scene = Scene::new();
    tree(&mut scene);
    assert_eq!(scene.entity_count(), 0, "the entities are in the block");
    let turned = InsertOptions { angle: FRAC_PI_2, scale: [2.0, -2.0], ..InsertOptions::default() };
    insert(&mut scene, "oak", 10.0, 20.0, &turned);
    let mut model = Scene::new();
    rect(&mut model, "trunk", 0.0, 10.0, 4.0, 20.0);
    circle(&mut model, "crown", 0.0, 30.0, 12.0);
    model.create_group("oak", &names(&["trunk", "crown"])).unwrap();
    model.scale("oak", 2.0, -2.0, Space::World, Around::Origin).unwrap();
    model.rotate("oak", FRAC_PI_2, Space::World, Around::Origin).unwrap();
    model.translate("oak", 10.0, 20.0, Space::World).unwrap();
    assert_near(box_of(scene.world_bounds("oak")), box_of(model.world_bounds("oak")));
    for scene in [&mut scene, &mut model] {
        circle(scene, "probe", 0.0, 0.0, 200.0);
    }
    let measures = |scene: &Scene| {
        [
            scene.area("oak").unwrap(),
            scene.length("oak").unwrap(),
            scene.distance("oak", "probe").unwrap().distance,
            0.0,
        ]
    };
    assert_near(measures(&scene), measures(&model));
    assert_eq!(scene.contains("probe", "oak"), Ok(true));
    let point = scene.world_bounds("oak").unwrap().center();
    assert_eq!(scene.entities_at(point.x, point.y, None).unwrap(), names(&["probe", "oak"]));
    let cut = |scene: &mut Scene| {
        let options = ResultOptions::default();
        let (one, other) = (names(&["probe"]), names(&["oak"]));
        scene.draw_combined(RegionOperation::Difference, &one, &other, "rest", &options).unwrap();
        scene.area("rest").unwrap()
    };
    let (one, other) = (cut(&mut scene), cut(&mut model));
    assert!((one - other).abs() < 1e-6 * other, "{one} is not {other}");
    assert_eq!(scene.entity_json("oak").unwrap()["type"], "instance");
}

#[test]
fn ungroup_puts_contents_of_instance_in_its_place() {
    let mut scene = Scene::new();
    tree(&mut scene);
    circle(&mut scene, "front", 0.0, 0.0, 1.0);
    insert(&mut scene, "oak", 10.0, 20.0, &InsertOptions { angle: 0.5, ..InsertOptions::default() });
    let stroke = Stroke::solid(Color::BLACK, 3.0);
    scene.set_stroke("oak", Some(stroke.clone())).unwrap();
    scene.set_layer("oak", "plants", Contents::Included).unwrap();
    scene.draw_order("oak", OrderMode::Back).unwrap();
    let before = scene.world_bounds("oak");
    let look = |scene: &Scene| {
        let leaves = scene.walk_back_to_front().filter_map(|visit| match visit {
            Visit::Leaf(leaf) => Some((leaf.layer.to_owned(), leaf.style.fill, leaf.style.stroke.cloned())),
            _ => None,
        });
        leaves.collect::<Vec<_>>()
    };
    let seen = look(&scene);
    scene.ungroup("oak").unwrap();
    assert_eq!(all(&scene), "oak_trunk oak_crown front");
    assert_eq!(look(&scene), seen);
    scene.create_group("again", &names(&["oak_trunk", "oak_crown"])).unwrap();
    assert_near(box_of(scene.world_bounds("again")), box_of(before));
    insert(&mut scene, "oak", 0.0, 0.0, &InsertOptions::default());
    let error = scene.ungroup("oak").unwrap_err();
    assert!(error.message.starts_with("\"oak_crown\", \"oak_trunk\" exist already"), "{}", error.message);
    assert!(scene.find_instance("oak").is_some());
}

#[test]
fn contents_take_over_layer_and_style_that_they_have_not_themselves() {
    let mut scene = Scene::new();
    rect(&mut scene, "plain", 0.0, 0.0, 2.0, 2.0);
    rect(&mut scene, "glass", 0.0, 0.0, 1.0, 1.0);
    scene.set_layer("glass", "glazing", Contents::Included).unwrap();
    scene.define_block("window", &names(&["plain", "glass"]), &BlockOptions::default()).unwrap();
    scene.insert_block("window", "w", 0.0, 0.0, &InsertOptions::default(), &Fonts::builtin()).unwrap();
    scene.set_layer("w", "walls", Contents::Included).unwrap();
    let red = Color { r: 1.0, g: 0.0, b: 0.0, a: 1.0 };
    scene.set_fill("w", Some(red)).unwrap();
    let leaves = |scene: &Scene| -> Vec<(String, Option<Color>)> {
        let visits = scene.walk_back_to_front();
        visits
            .filter_map(|visit| match visit {
                Visit::Leaf(leaf) => Some((leaf.layer.to_owned(), leaf.style.fill)),
                _ => None,
            })
            .collect()
    };
    assert_eq!(leaves(&scene), [("walls".to_owned(), Some(red)), ("glazing".to_owned(), Some(red))]);
    let hidden = LayerChange { visible: Some(false), ..LayerChange::default() };
    scene.define_layer("glazing", &hidden).unwrap();
    assert_eq!(leaves(&scene).len(), 1);
    scene.define_layer("walls", &hidden).unwrap();
    assert!(leaves(&scene).is_empty());
    assert_eq!(scene.visible_bounds(), None);
}

#[test]
fn impossible_blocks_and_instances_are_refused_and_change_nothing() {
    let mut scene = Scene::new();
    tree(&mut scene);
    insert(&mut scene, "oak", 0.0, 0.0, &InsertOptions::default());
    circle(&mut scene, "a", 0.0, 0.0, 1.0);
    scene.create_group("g", &names(&["a"])).unwrap();
    let before = scene.clone();
    let fonts = Fonts::builtin();
    let plain = BlockOptions::default();
    let tagged =
        InsertOptions { attributes: vec![("kind".to_owned(), "x".to_owned())], ..InsertOptions::default() };
    let flat = InsertOptions { scale: [1.0, 0.0], ..InsertOptions::default() };
    let twice =
        BlockOptions { attributes: vec![label("t", true), label("t", false)], ..BlockOptions::default() };
    let blank = BlockOptions { attributes: vec![label("a tag", true)], ..BlockOptions::default() };
    let default = InsertOptions::default();
    let cases = [
        (scene.define_block("b", &[], &plain), "the block \"b\" must hold at least one entity"),
        (scene.define_block("b", &names(&["x"]), &plain), "there is no entity named \"x\""),
        (scene.define_block("b", &names(&["a", "a"]), &plain), "\"a\" is listed twice"),
        (scene.define_block("b", &names(&["g", "a"]), &plain), "\"a\" is in \"g\", which is listed as well"),
        (
            scene.define_block("tree", &names(&["a"]), &plain),
            "there is a block named \"tree\" already, with 1 instance, which would all change; choose another name, or \
             define it once, before the first insert",
        ),
        (scene.define_block("b", &names(&["a"]), &twice), "the attribute \"t\" is listed twice"),
        (
            scene.define_block("b", &names(&["a"]), &blank),
            "the tag of an attribute must have 1 to 31 characters and no blanks, got \"a tag\"",
        ),
        (
            scene.insert_block("tre", "t", 0.0, 0.0, &default, &fonts),
            "there is no block named \"tre\"; did you mean \"tree\"?",
        ),
        (
            scene.insert_block("a", "t", 0.0, 0.0, &default, &fonts),
            "there is no block named \"a\", but an entity; make it a block first: defineBlock(\"a\", [\"a\"])",
        ),
        (
            scene.insert_block("tree", "t", 0.0, 0.0, &tagged, &fonts),
            "the block \"tree\" has no attribute \"kind\"; list it in the attributes of defineBlock",
        ),
        (
            scene.insert_block("tree", "t", 0.0, 0.0, &flat, &fonts),
            "scale must hold finite numbers other than 0, got 0",
        ),
        (
            scene.add_to_group("oak", "a").map(drop),
            "\"oak\" is not a group but an instance of the block \"tree\"; ungroup it first to change what is in it",
        ),
    ];
    for (result, message) in cases {
        assert_eq!(result.unwrap_err().message, message);
    }
    assert_eq!(scene, before);
}

#[test]
fn blocks_in_blocks_are_bounded() {
    let mut scene = Scene::new();
    circle(&mut scene, "a", 0.0, 0.0, 1.0);
    scene.define_block("b0", &names(&["a"]), &BlockOptions::default()).unwrap();
    let mut failure = None;
    for level in 1..40 {
        let pair = [format!("x{level}"), format!("y{level}")];
        for (index, name) in pair.iter().enumerate() {
            let block = format!("b{}", level - 1);
            scene
                .insert_block(&block, name, index as f64, 0.0, &InsertOptions::default(), &Fonts::builtin())
                .unwrap();
        }
        if let Err(error) = scene.define_block(&format!("b{level}"), &pair, &BlockOptions::default()) {
            failure = Some((level, error.message));
            break;
        }
    }
    let message = "the block \"b16\" would have more than 16 blocks in each other".to_owned();
    assert_eq!(failure, Some((16, message)));
    scene.set_entity_limit(100);
    let error =
        scene.insert_block("b15", "z", 0.0, 0.0, &InsertOptions::default(), &Fonts::builtin()).unwrap_err();
    assert_eq!(error.class, ErrorClass::Entities);
    assert_eq!(error.message, "the instances of blocks may not show more than 1000 shapes in all");
    assert_eq!(scene.duplicate("x16", "copy").unwrap_err().class, ErrorClass::Entities);
}

#[test]
fn attributes_are_texts_of_the_instance() {
    let mut scene = Scene::new();
    rect(&mut scene, "leaf", 0.0, 0.0, 8.0, 4.0);
    let options = BlockOptions {
        attributes: vec![label("number", true), label("article", false)],
        ..BlockOptions::default()
    };
    scene.define_block("door", &names(&["leaf"]), &options).unwrap();
    let given = InsertOptions {
        attributes: vec![("number".to_owned(), "D12".to_owned())],
        ..InsertOptions::default()
    };
    scene.insert_block("door", "entry", 50.0, 0.0, &given, &Fonts::builtin()).unwrap();
    let json = scene.entity_json("entry").unwrap();
    assert_eq!(
        json["local"]["instance"],
        serde_json::json!({
            "block": "door",
            "attributes": [{ "tag": "number", "value": "D12" }, { "tag": "article", "value": "?" }],
        })
    );
    assert!(scene.world_bounds("entry").unwrap().min.y < -5.9, "the text is below the leaf");
    let texts = scene.walk_back_to_front().filter_map(|visit| match visit {
        Visit::GroupStart { name, text: Some(text), .. } => Some((name.to_owned(), text.text.clone())),
        _ => None,
    });
    assert_eq!(texts.collect::<Vec<_>>(), [("entry".to_owned(), "D12".to_owned())]);
    scene.ungroup("entry").unwrap();
    assert_eq!(all(&scene), "entry_leaf entry_number");
}

#[test]
fn records_keep_blocks_and_refuse_broken_ones() {
    let mut scene = Scene::new();
    tree(&mut scene);
    insert(&mut scene, "oak", 5.0, 6.0, &InsertOptions { angle: 0.3, ..InsertOptions::default() });
    insert(&mut scene, "elm", 50.0, 6.0, &InsertOptions::default());
    let options = BlockOptions { attributes: vec![label("name", true)], ..BlockOptions::default() };
    scene.define_block("park", &names(&["oak", "elm"]), &options).unwrap();
    scene.insert_block("park", "p", 0.0, 0.0, &InsertOptions::default(), &Fonts::builtin()).unwrap();
    let record = scene.to_record();
    let back = Scene::from_record(record.clone()).unwrap();
    assert_eq!(back, scene);
    assert_eq!(box_of(back.bounds()), box_of(scene.bounds()));
    assert!(difference(&scene, &back).is_empty());
    let mut cyclic = record.clone();
    let inner = record.entities[0].instance.clone();
    cyclic.blocks.get_mut("tree").unwrap().entities[0].instance = inner;
    let error = Scene::from_record(cyclic).unwrap_err();
    assert_eq!(error.message, "the block \"park\" holds itself, or one that does not exist");
    let mut missing = record.clone();
    missing.blocks.clear();
    assert!(Scene::from_record(missing).unwrap_err().message.contains("there is no block named \"park\""));
    let mut untagged = record;
    untagged.entities[0].instance.as_mut().unwrap().attributes.clear();
    let error = Scene::from_record(untagged).unwrap_err();
    assert_eq!(error.message, "entity \"p\": its attributes differ from the block's");
}

#[test]
fn change_of_block_is_change_of_all_its_instances() {
    let mut old = Scene::new();
    tree(&mut old);
    for name in ["a", "b"] {
        insert(&mut old, name, 0.0, 0.0, &InsertOptions::default());
    }
    circle(&mut old, "c", 0.0, 0.0, 1.0);
    let mut new = Scene::new();
    rect(&mut new, "trunk", 100.0, 60.0, 5.0, 20.0);
    new.define_block("tree", &names(&["trunk"]), &BlockOptions::default()).unwrap();
    for name in ["a", "b"] {
        insert(&mut new, name, 0.0, 0.0, &InsertOptions::default());
    }
    circle(&mut new, "c", 0.0, 0.0, 1.0);
    assert_eq!(difference(&old, &new).changed, names(&["a", "b"]));
    assert_eq!(changed_aspects(&old, &new, "a"), ["geometry"]);
}

#[test]
fn mirror_and_duplicate_of_instances_are_instances() {
    let mut scene = Scene::new();
    tree(&mut scene);
    insert(&mut scene, "oak", 10.0, 0.0, &InsertOptions { angle: 0.4, ..InsertOptions::default() });
    scene.duplicate("oak", "copy").unwrap();
    assert_eq!(scene.world_bounds("copy"), scene.world_bounds("oak"));
    scene.mirror("oak", "image", Axis::X).unwrap();
    assert_near(box_of(scene.world_bounds("image")), box_of(scene.world_bounds("oak")));
    assert_eq!(
        scene.list(&ListFilter { kind: Some("instance".to_owned()), ..ListFilter::default() }).len(),
        3
    );
}

#[test]
fn arrays_repeat_original_and_keep_it_as_first() {
    let mut scene = Scene::new();
    rect(&mut scene, "post", 5.0, 0.0, 2.0, 6.0);
    scene.set_layer("post", "fence", Contents::Included).unwrap();
    let all_names = scene.array_linear("post", 4, [10.0, 1.0].into(), &ArrayOptions::default()).unwrap();
    assert_eq!(all_names, ["post", "post_array_1", "post_array_2", "post_array_3"]);
    assert_near(box_of(scene.world_bounds("post_array_3")), [34.0, 0.0, 36.0, 6.0]);
    assert_eq!(scene.entity_json("post_array_2").unwrap()["layer"], "fence");
    assert_eq!(scene.blocks().collect::<Vec<_>>(), ["post"]);
    let replaced = ArrayOptions { keep: false, result: Some("grid".to_owned()), ..ArrayOptions::default() };
    let steps = GridSteps { columns: 2, rows: 2, dx: 10.0, dy: -20.0 };
    let cells = scene.array_grid("post", &steps, &replaced).unwrap();
    assert_eq!(cells, ["grid_0", "grid_1", "grid_2", "grid_3"]);
    assert!(!scene.exists("post"));
    assert_near(box_of(scene.world_bounds("grid_3")), [14.0, -23.0, 16.0, -17.0]);
    // An array of an instance shows the block that there is.
    scene.array_linear("grid_0", 3, [0.0, 50.0].into(), &ArrayOptions::default()).unwrap();
    assert_eq!(scene.blocks().collect::<Vec<_>>(), ["post", "post_2"]);
}

#[test]
fn polar_arrays_divide_full_turn_and_span_others() {
    let mut scene = Scene::new();
    rect(&mut scene, "tooth", 10.0, 0.0, 2.0, 1.0);
    let mut steps = PolarSteps { count: 4, center: Default::default(), angle: 2.0 * PI, rotate: true };
    scene.array_polar("tooth", &steps, &ArrayOptions::default()).unwrap();
    assert_near(box_of(scene.world_bounds("tooth_array_1")), [-0.5, 9.0, 0.5, 11.0]);
    assert_near(box_of(scene.world_bounds("tooth_array_3")), [-0.5, -11.0, 0.5, -9.0]);
    (steps.angle, steps.rotate) = (PI, false);
    scene.array_polar("tooth", &steps, &ArrayOptions::default()).unwrap();
    assert_near(box_of(scene.world_bounds("tooth_array_3")), [-11.0, -0.5, -9.0, 0.5]);
}

#[test]
fn arrays_along_paths_keep_to_lengths_and_directions() {
    let mut scene = Scene::new();
    rect(&mut scene, "tie", 1.0, 0.0, 4.0, 2.0);
    scene.draw("rail", Shape::path("M 0 0 H 10 A 10 10 0 0 1 20 10").unwrap()).unwrap();
    let path = ArrayPath::Entity("rail".to_owned());
    let members =
        scene.array_along("tie", &path, PathSteps::Count(3), true, &ArrayOptions::default()).unwrap();
    assert_eq!(members, ["tie_array_0", "tie_array_1", "tie_array_2"]);
    assert_near(box_of(scene.world_bounds("tie_array_0")), [-2.0, -1.0, 2.0, 1.0]);
    assert_near(box_of(scene.world_bounds("tie_array_2")), [19.0, 8.0, 21.0, 12.0]);
    let whole = scene.length("rail").unwrap();
    let middle = scene.world_bounds("tie_array_1").unwrap().center();
    let angle = (whole * 0.5 - 10.0) / 10.0;
    assert!(
        (middle.x - 10.0 - 10.0 * angle.sin()).abs() < 1e-9
            && (middle.y - 10.0 + 10.0 * angle.cos()).abs() < 1e-9
    );
    circle(&mut scene, "ring", 0.0, 0.0, 10.0);
    let ring = ArrayPath::Entity("ring".to_owned());
    let spacing = PathSteps::Spacing(2.0 * PI * 10.0 / 6.0);
    let members = scene.array_along("tie", &ring, spacing, true, &ArrayOptions::default()).unwrap();
    assert_eq!(members.len(), 6);
    let error =
        scene.array_along("tie", &ring, PathSteps::Count(0), true, &ArrayOptions::default()).unwrap_err();
    assert_eq!(error.message, "count must be at least 1");
}
