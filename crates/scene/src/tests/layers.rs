//! Tests of layers: their properties, hidden and locked ones.

use super::*;
use scenewright_geometry::{Axis, RegionOperation};

fn lock(scene: &mut Scene, layer: &str, locked: bool) {
    scene.define_layer(layer, &LayerChange { locked: Some(locked), ..LayerChange::default() }).unwrap();
}

fn hide(scene: &mut Scene, layer: &str) {
    scene.define_layer(layer, &LayerChange { visible: Some(false), ..LayerChange::default() }).unwrap();
}

fn visible(scene: &Scene) -> String {
    let names: Vec<&str> = scene
        .walk_back_to_front()
        .map(|visit| match visit {
            Visit::GroupStart { name, .. } => name,
            Visit::Leaf(leaf) => leaf.name,
            Visit::GroupEnd { .. } => ")",
        })
        .collect();
    names.join(" ")
}

#[test]
fn layer_redefinition_keeps_absent_properties() {
    let mut scene = Scene::new();
    let color = Color::parse("red").unwrap();
    let first = LayerChange {
        color: PropertyChange::Set(color),
        linetype: Some(Linetype::Dashed),
        lineweight: PropertyChange::Set(0.5),
        ..LayerChange::default()
    };
    scene.define_layer("walls", &first).unwrap();
    lock(&mut scene, "walls", true);
    let layers = scene.layers();
    assert_eq!(layers.keys().map(|name| &**name).collect::<Vec<_>>(), ["0", "walls"]);
    let expected = Layer {
        color: Some(color),
        linetype: Linetype::Dashed,
        lineweight: Some(0.5),
        visible: true,
        locked: true,
    };
    assert_eq!((&layers["0"], &layers["walls"]), (&Layer::default(), &expected));
    for weight in [-1.0, f64::NAN, f64::INFINITY] {
        let change = LayerChange { lineweight: PropertyChange::Set(weight), ..LayerChange::default() };
        assert_eq!(scene.define_layer("walls", &change).unwrap_err().class, ErrorClass::Range);
    }
    let error = scene.define_layer("", &LayerChange::default()).unwrap_err();
    assert_eq!(error.message, "layer: name must not be empty");
    assert_eq!(scene.layers()["walls"], expected, "a refusal changes nothing");
    assert_eq!(Scene::from_record(scene.to_record()).unwrap(), scene);
    let back = LayerChange {
        color: PropertyChange::Removed,
        lineweight: PropertyChange::Removed,
        ..LayerChange::default()
    };
    scene.define_layer("walls", &back).unwrap();
    assert_eq!(scene.layers()["walls"], Layer { color: None, lineweight: None, ..expected });
}

#[test]
fn entities_on_hidden_layer_are_omitted_with_contents() {
    let mut scene = Scene::new();
    for name in ["a", "b", "c", "d"] {
        circle(&mut scene, name, 0.0, 0.0, 1.0);
    }
    circle(&mut scene, "far", 100.0, 0.0, 1.0);
    scene.create_group("inner", &names(&["b"])).unwrap();
    scene.create_group("outer", &names(&["inner", "c"])).unwrap();
    scene.set_layer("inner", "sketch", Contents::Apart).unwrap();
    scene.set_layer("far", "sketch", Contents::Included).unwrap();
    assert_eq!(visible(&scene), "a d far outer inner b ) c )");
    hide(&mut scene, "sketch");
    assert_eq!(visible(&scene), "a d outer c )");
    assert_eq!(box_of(scene.visible_bounds()), [-1.0, -1.0, 1.0, 1.0]);
    assert_eq!(box_of(scene.bounds()), [-1.0, -1.0, 101.0, 1.0]);
    scene.set_layer("outer", "sketch", Contents::Apart).unwrap();
    hide(&mut scene, "0");
    assert_eq!((visible(&scene).as_str(), scene.visible_bounds()), ("", None));
}

#[test]
fn entities_on_locked_layer_cannot_be_changed() {
    let mut scene = Scene::new();
    rect(&mut scene, "wall", 0.0, 0.0, 4.0, 4.0);
    rect(&mut scene, "other", 9.0, 0.0, 4.0, 4.0);
    scene.create_group("house", &names(&["wall"])).unwrap();
    scene.create_group("box", &[]).unwrap();
    scene.set_layer("wall", "walls", Contents::Included).unwrap();
    lock(&mut scene, "walls", true);
    let before = scene.clone();
    type Attempt = fn(&mut Scene) -> Result<bool, SceneError>;
    let attempts: [Attempt; 27] = [
        |it| it.draw("wall", Shape::circle(0.0, 0.0, 1.0)?).map(|()| true),
        |it| it.draw("house", Shape::circle(0.0, 0.0, 1.0)?).map(|()| true),
        |it| {
            it.draw_text("wall", "a", 0.0, 0.0, 1.0, &TextOptions::default(), &Fonts::builtin()).map(|_| true)
        },
        |it| it.delete_entity("wall", Contents::Included),
        |it| it.delete_entity("house", Contents::Included),
        |it| it.delete_entity("house", Contents::Apart),
        |it| it.set_layer("house", "0", Contents::Included).map(|()| true),
        |it| it.set_fill("wall", None).map(|()| true),
        |it| it.set_stroke("house", None).map(|()| true),
        |it| it.set_layer("wall", "0", Contents::Included).map(|()| true),
        |it| it.translate("wall", 1.0, 0.0, Space::World),
        |it| it.translate("house", 1.0, 0.0, Space::World),
        |it| it.rotate("wall", 1.0, Space::World, Around::Origin),
        |it| it.scale("house", 2.0, 2.0, Space::World, Around::Origin),
        |it| it.set_pivot("wall", 1.0, 1.0).map(|()| true),
        |it| it.draw_order("wall", OrderMode::Front),
        |it| it.create_group("new", &names(&["wall"])).map(|()| true),
        |it| it.create_group("house", &[]).map(|()| true),
        |it| it.add_to_group("box", "wall"),
        |it| it.add_to_group("house", "other"),
        |it| it.remove_from_group("wall"),
        |it| it.ungroup("house").map(|()| true),
        |it| it.duplicate("other", "wall").map(|()| true),
        |it| it.mirror("other", "house", Axis::X).map(|()| true),
        |it| {
            it.draw_combined(
                RegionOperation::Union,
                &names(&["other"]),
                &[],
                "wall",
                &ResultOptions::default(),
            )
        },
        |it| it.draw_combined(RegionOperation::Union, &[], &[], "wall", &ResultOptions::default()),
        |it| it.draw_convex_hull("other", "house", &ResultOptions::default()),
    ];
    for (index, attempt) in attempts.iter().enumerate() {
        let error = attempt(&mut scene).unwrap_err();
        assert_eq!(error.message, "\"wall\" is on the layer \"walls\", which is locked", "{index}");
        assert_eq!(scene, before, "{index}");
    }
    // What only reads it is allowed, and so is putting something on the layer.
    scene.duplicate("wall", "copy").unwrap();
    assert!(
        scene
            .draw_combined(
                RegionOperation::Union,
                &names(&["wall"]),
                &[],
                "outline",
                &ResultOptions::default()
            )
            .unwrap()
    );
    scene.set_layer("other", "walls", Contents::Included).unwrap();
    assert!(scene.translate("other", 1.0, 0.0, Space::World).is_err());
    lock(&mut scene, "walls", false);
    assert!(scene.translate("other", 1.0, 0.0, Space::World).unwrap());
    assert!(scene.delete_entity("wall", Contents::Included).unwrap());
    assert!(!scene.delete_entity("wall", Contents::Included).unwrap());
}
