use super::*;
use crate::drafting::Fonts;

/// Twelve houses of three entities in a group each, a text, and instances of a block.
fn town() -> Scene {
    let mut scene = Scene::new();
    rect(&mut scene, "trunk", 0.0, 0.0, 1.0, 4.0);
    scene.define_block("tree", &names(&["trunk"]), &BlockOptions::default()).unwrap();
    for n in 0..12 {
        let x = f64::from(n) * 10.0;
        let [wall, door, group] = ["wall", "door", "house"].map(|part| format!("{part}_{n}"));
        rect(&mut scene, &wall, x, 0.0, 6.0, 4.0);
        circle(&mut scene, &door, x, 0.0, 1.0);
        scene.create_group(&group, &[wall, door]).unwrap();
        let tree = format!("tree_{n}");
        scene.insert_block("tree", &tree, x, 9.0, &InsertOptions::default(), &Fonts::builtin()).unwrap();
    }
    let options = TextOptions::default();
    scene.draw_text("title", "Town", 0.0, 40.0, 8.0, &options, &Fonts::builtin()).unwrap();
    scene
}

/// The scene as it comes out of another process.
fn carried(scene: &Scene) -> Scene {
    Scene::from_record(scene.to_record()).unwrap()
}

fn patch(base: &Scene, scene: &Scene) -> Option<ScenePatch> {
    let bytes = postcard::to_stdvec(&ScenePatch::between(base, scene)?).unwrap();
    Some(postcard::from_bytes(&bytes).unwrap())
}

type Change = fn(&mut Scene);

const CHANGES: [(&str, Change); 15] = [
    ("nothing", |_| {}),
    ("fill", |it| it.set_fill("wall_3", Some(Color::BLACK)).unwrap()),
    ("shape", |it| circle(it, "door_7", 70.0, 0.0, 1.5)),
    ("group moved", |it| assert!(it.translate("house_2", 1.0, 1.0, Space::World).unwrap())),
    ("order", |it| assert!(it.draw_order("house_9", OrderMode::Back).unwrap())),
    ("removed", |it| assert!(it.delete_entity("house_5", Contents::Included).unwrap())),
    ("added", |it| circle(it, "sun", 0.0, 90.0, 5.0)),
    ("out of its group", |it| assert!(it.remove_from_group("door_1").unwrap())),
    ("into another group", |it| assert!(it.add_to_group("house_0", "house_1").unwrap())),
    ("a group made a shape", |it| {
        it.delete_entity("house_4", Contents::Included).unwrap();
        circle(it, "house_4", 40.0, 0.0, 2.0);
    }),
    ("an instance moved", |it| assert!(it.translate("tree_4", 1.0, 1.0, Space::World).unwrap())),
    ("as many other glyphs", |it| {
        it.draw_text("title", "Tent", 0.0, 40.0, 8.0, &TextOptions::default(), &Fonts::builtin()).unwrap();
    }),
    ("a glyph", |it| it.set_fill("title", Some(Color::BLACK)).unwrap()),
    ("layer, units and limit", |it| {
        it.define_layer(
            "walls",
            &LayerChange { lineweight: PropertyChange::Set(0.5), ..LayerChange::default() },
        )
        .unwrap();
        it.set_layer("wall_0", "walls", Contents::Included).unwrap();
        it.set_units(Units::Inches);
        it.set_entity_limit(1_000);
    }),
    ("another block", |it| {
        rect(it, "post", 0.0, 0.0, 1.0, 1.0);
        it.define_block("post", &names(&["post"]), &BlockOptions::default()).unwrap();
        it.insert_block("post", "gate", 0.0, 0.0, &InsertOptions::default(), &Fonts::builtin()).unwrap();
    }),
];

#[test]
fn patch_gives_the_scene_that_it_was_made_for() {
    for (what, change) in CHANGES {
        let base = town();
        let mut scene = town();
        change(&mut scene);
        let patch = patch(&base, &scene).unwrap_or_else(|| panic!("{what}: there is no patch"));
        let before = carried(&base);
        let made = patch.apply(&before).unwrap();
        assert_eq!(made.to_record(), carried(&scene).to_record(), "{what}");
        assert_eq!(made, scene, "{what}");
        assert_eq!(made.shapes_in_instances, scene.shapes_in_instances, "{what}");
        let expected = difference(&base, &scene);
        assert_eq!(difference(&before, &made), expected, "{what}");
        assert_eq!(difference(&carried(&base), &made), expected, "{what}, of scenes that share nothing");
        // Entities are shared with it, and none may change.
        assert_eq!(before.to_record(), carried(&base).to_record(), "{what}");
    }
}

#[test]
fn patch_is_small_and_there_is_none_for_another_scene() {
    let (base, mut scene) = (town(), town());
    scene.set_fill("wall_3", Some(Color::BLACK)).unwrap();
    let whole = postcard::to_stdvec(&scene).unwrap().len();
    let small = postcard::to_stdvec(&ScenePatch::between(&base, &scene).unwrap()).unwrap().len();
    assert!(4 * small < whole, "{small} of {whole} bytes");
    let mut other = Scene::new();
    circle(&mut other, "only", 0.0, 0.0, 1.0);
    assert!(patch(&base, &other).is_none());
}

#[test]
fn redefined_block_is_sent_with_its_instances() {
    let (base, mut scene) = (town(), town());
    for n in 0..12 {
        scene.delete_entity(&format!("tree_{n}"), Contents::Included).unwrap();
    }
    rect(&mut scene, "trunk", 0.0, 0.0, 2.0, 4.0);
    scene.define_block("tree", &names(&["trunk"]), &BlockOptions::default()).unwrap();
    for n in 0..12 {
        let (tree, x) = (format!("tree_{n}"), f64::from(n) * 10.0);
        scene.insert_block("tree", &tree, x, 9.0, &InsertOptions::default(), &Fonts::builtin()).unwrap();
    }
    let made = patch(&base, &scene).unwrap().apply(&carried(&base)).unwrap();
    assert_eq!(made, scene);
    assert_eq!(difference(&base, &made), difference(&base, &scene));
    assert_eq!(difference(&base, &made).changed.len(), 12);
}

#[test]
fn patch_that_does_not_fit_is_refused_without_panic() {
    for (_, change) in CHANGES {
        let (base, mut scene) = (town(), town());
        change(&mut scene);
        let bytes = postcard::to_stdvec(&ScenePatch::between(&base, &scene).unwrap()).unwrap();
        let mut short = Scene::new();
        circle(&mut short, "wall_3", 0.0, 0.0, 1.0);
        assert!(postcard::from_bytes::<ScenePatch>(&bytes).unwrap().apply(&short).is_err());
        for index in (0..bytes.len()).step_by(3) {
            let mut damaged = bytes.clone();
            damaged[index] ^= 0x2f;
            if let Ok(patch) = postcard::from_bytes::<ScenePatch>(&damaged)
                && let Ok(scene) = patch.apply(&base)
            {
                let _ = scene.bounds();
            }
        }
    }
}
