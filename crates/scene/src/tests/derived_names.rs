use super::*;
use scenewright_geometry::{Axis, OffsetJoin, OffsetStyle, RegionOperation};

const DIFFERENCE: RegionOperation = RegionOperation::Difference;

/// Makes a scene where `a` less `bar` has two parts.
fn sample() -> Scene {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 0.0, 0.0, 10.0, 10.0);
    rect(&mut scene, "bar", 0.0, 0.0, 20.0, 2.0);
    scene
}

fn cut(scene: &mut Scene, result: &str) -> Result<bool, SceneError> {
    scene.draw_combined(DIFFERENCE, &names(&["a"]), &names(&["bar"]), result, &ResultOptions::default())
}

#[test]
fn made_names_that_others_have_are_refused() {
    type Call = fn(&mut Scene) -> Result<(), SceneError>;
    let text = |scene: &mut Scene, name: &str| {
        scene.draw_text(name, "AB", 0.0, 0.0, 5.0, &TextOptions::default(), &Fonts::builtin()).map(drop)
    };
    let calls: [(&str, &[&str], Call); 6] = [
        ("c", &["c_1"], |scene| cut(scene, "c").map(drop)),
        ("c", &["c_0", "c_1"], |scene| cut(scene, "c").map(drop)),
        ("piece", &["piece_1"], |scene| {
            cut(scene, "c")?;
            scene.draw_parts("c", "piece", &ResultOptions::default()).map(drop)
        }),
        ("grown", &["grown_0"], |scene| {
            cut(scene, "c")?;
            let style = OffsetStyle { join: OffsetJoin::Round, miter_limit: 2.0, tolerance: 0.01 };
            scene.draw_offset("c", 0.1, &style, "grown", &ResultOptions::default()).map(drop)
        }),
        ("copy", &["copy_0"], |scene| {
            cut(scene, "c")?;
            scene.duplicate("c", "copy")
        }),
        ("image", &["image_1"], |scene| {
            cut(scene, "c")?;
            scene.mirror("c", "image", Axis::X)
        }),
    ];
    for (name, taken, call) in calls {
        let mut scene = sample();
        for name in taken {
            rect(&mut scene, name, 50.0, 0.0, 1.0, 1.0);
        }
        let error = call(&mut scene).unwrap_err();
        assert_eq!(error.class, ErrorClass::Scene, "{name}");
        assert!(taken.iter().all(|it| error.message.contains(&format!("\"{it}\""))), "{}", error.message);
        assert!(!scene.exists(name), "{name}");
        assert!(taken.iter().all(|it| scene.world_bounds(it).unwrap().min.x == 49.5), "{name}");
    }
    let mut scene = sample();
    rect(&mut scene, "label_g1", 50.0, 0.0, 1.0, 1.0);
    let before = scene.clone();
    let error = text(&mut scene, "label").unwrap_err();
    assert!(error.message.starts_with("\"label_g1\" exists already"), "{}", error.message);
    assert_eq!(scene, before);
}

#[test]
fn result_drawn_again_replaces_its_own_parts_and_no_others() {
    let mut scene = sample();
    cut(&mut scene, "c").unwrap();
    cut(&mut scene, "c").unwrap();
    assert_eq!(all(&scene), "a bar c c_0 c_1");
    scene.duplicate("c", "copy").unwrap();
    scene.duplicate("c", "copy").unwrap();
    assert_eq!(all(&scene), "a bar c c_0 c_1 copy copy_0 copy_1");
    // One part less: none of the earlier ones is left over.
    rect(&mut scene, "bar", 0.0, 4.0, 20.0, 2.0);
    assert!(cut(&mut scene, "c").unwrap());
    assert_eq!(all(&scene), "a copy copy_0 copy_1 bar c");
    // A part that was redrawn, or taken out of its group, belongs to the statement that did so.
    scene.remove_from_group("copy_1").unwrap();
    rect(&mut scene, "bar", 0.0, 0.0, 20.0, 2.0);
    let error = cut(&mut scene, "copy").unwrap_err();
    assert!(error.message.starts_with("\"copy_1\" exists already"), "{}", error.message);
    scene.create_group("d", &[]).unwrap();
    rect(&mut scene, "d_0", 50.0, 0.0, 1.0, 1.0);
    scene.add_to_group("d", "d_0").unwrap();
    assert!(cut(&mut scene, "d").unwrap_err().message.contains("\"d_0\""));
    assert!(scene.exists("d_0"));
}
