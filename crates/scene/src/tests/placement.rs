use std::f64::consts::{FRAC_PI_2, PI};

use super::*;
use scenewright_geometry::{Affine, Axis};

#[test]
fn rotations_add_up_without_rounding() {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 0.0, 0.0, 2.0, 1.0);
    for _ in 0..3 {
        scene.rotate("a", 0.1, Space::World, Around::Origin).unwrap();
    }
    let json = scene.entity_json("a").unwrap();
    assert_eq!(json["local"]["transform"]["rotation"], serde_json::json!(0.1 + 0.1 + 0.1));
    rect(&mut scene, "b", 10.0, 0.0, 4.0, 2.0);
    scene.rotate("b", FRAC_PI_2, Space::World, Around::Origin).unwrap();
    assert_eq!(box_of(scene.world_bounds("b")), [9.0, -2.0, 11.0, 2.0]);
}

#[test]
fn transforms_without_effect_return_false_and_impossible_ones_are_refused() {
    let mut scene = Scene::new();
    circle(&mut scene, "a", 0.0, 0.0, 1.0);
    assert!(!scene.translate("a", 0.0, -0.0, Space::World).unwrap());
    assert!(!scene.rotate("a", 0.0, Space::Local, Around::Center).unwrap());
    assert!(!scene.scale("a", 1.0, 1.0, Space::World, Around::Origin).unwrap());
    assert!(scene.translate("a", 1.0, 0.0, Space::World).unwrap());
    let before = scene.clone();
    let (world, origin) = (Space::World, Around::Origin);
    let cases = [
        (scene.translate("a", f64::NAN, 0.0, world).map(drop), "dx must be a finite number, got NaN"),
        (
            scene.rotate("a", f64::INFINITY, world, origin).map(drop),
            "angle must be a finite number, got Infinity",
        ),
        (scene.scale("a", 0.0, 1.0, world, origin).map(drop), "sx must not be 0"),
        (scene.scale("a", 1.0, -0.0, world, origin).map(drop), "sy must not be 0"),
        (scene.set_pivot("a", 0.0, f64::NAN), "py must be a finite number, got NaN"),
        (scene.world_point("a", f64::NAN, 0.0).map(drop), "x must be a finite number, got NaN"),
    ];
    for (result, message) in cases {
        let error = result.unwrap_err();
        assert_eq!((error.class, error.message.as_str()), (ErrorClass::Range, message));
    }
    assert_eq!(scene, before);
    // Out of the range of numbers, step by step.
    let mut result = Ok(true);
    for _ in 0..40 {
        result = scene.scale("a", 1e-10, 1e-10, world, origin);
    }
    assert_eq!(result.unwrap_err().class, ErrorClass::Range);
    assert!(scene.world_bounds("a").unwrap().is_finite());
}

#[test]
fn world_space_ignores_turned_and_mirrored_groups() {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 10.0, 0.0, 4.0, 2.0);
    scene.create_group("g", &names(&["a"])).unwrap();
    scene.scale("g", -2.0, 2.0, Space::World, Around::Origin).unwrap();
    scene.rotate("g", 0.4, Space::World, Around::Origin).unwrap();
    let center = |scene: &Scene| scene.world_bounds("a").unwrap().center();
    let before = center(&scene);
    scene.translate("a", 3.0, 1.0, Space::World).unwrap();
    let after = center(&scene);
    assert!((after.x - before.x - 3.0).abs() < 1e-12 && (after.y - before.y - 1.0).abs() < 1e-12);
    // Turning back by the group's own turn makes it lie flat, counter-clockwise in the world.
    scene.rotate("a", -0.4, Space::World, Around::Origin).unwrap();
    let bounds = scene.world_bounds("a").unwrap();
    assert!((bounds.width() - 8.0).abs() < 1e-9 && (bounds.height() - 4.0).abs() < 1e-9, "{bounds:?}");
}

#[test]
fn local_space_uses_own_axes_of_entity() {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 0.0, 0.0, 4.0, 2.0);
    scene.rotate("a", FRAC_PI_2, Space::World, Around::Origin).unwrap();
    scene.translate("a", 5.0, 0.0, Space::Local).unwrap();
    assert_eq!(box_of(scene.world_bounds("a")), [-1.0, 3.0, 1.0, 7.0]);
    scene.scale("a", 2.0, 1.0, Space::Local, Around::Origin).unwrap();
    assert_eq!(box_of(scene.world_bounds("a")), [-1.0, 1.0, 1.0, 9.0]);
    scene.scale("a", 2.0, 1.0, Space::World, Around::Origin).unwrap();
    assert_eq!(box_of(scene.world_bounds("a")), [-2.0, 1.0, 2.0, 9.0]);
    assert_eq!(scene.entity_json("a").unwrap()["local"]["transform"]["scale"], serde_json::json!([2, 2]));
}

#[test]
fn pivot_change_moves_only_turned_entities() {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 0.0, 0.0, 4.0, 2.0);
    scene.set_pivot("a", 2.0, 0.0).unwrap();
    assert_eq!(box_of(scene.world_bounds("a")), [-2.0, -1.0, 2.0, 1.0]);
    scene.rotate("a", PI, Space::World, Around::Origin).unwrap();
    assert_eq!(box_of(scene.world_bounds("a")), [2.0, -1.0, 6.0, 1.0]);
    scene.set_pivot("a", 0.0, 0.0).unwrap();
    assert_eq!(box_of(scene.world_bounds("a")), [-2.0, -1.0, 2.0, 1.0]);
}

#[test]
fn shear_is_kept_as_matrix() {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 0.0, 0.0, 2.0, 2.0);
    scene.rotate("a", 0.5, Space::World, Around::Origin).unwrap();
    let exact = Affine::scale(3.0, 1.0) * Affine::rotation(0.5);
    scene.scale("a", 3.0, 1.0, Space::World, Around::Origin).unwrap();
    let json = scene.entity_json("a").unwrap();
    assert!(json["local"]["transform"]["matrix"].is_array());
    let world = scene.world_transform("a").unwrap();
    assert!((world.a - exact.a).abs() < 1e-12 && (world.c - exact.c).abs() < 1e-12);
    scene.scale("a", 1.0 / 3.0, 1.0, Space::World, Around::Origin).unwrap();
    assert!(
        scene.entity_json("a").unwrap()["local"]["transform"]["matrix"].is_null(),
        "the shear is gone again"
    );
}

#[test]
fn mirror_out_of_number_range_changes_nothing() {
    let mut scene = Scene::new();
    scene.draw("far", Shape::circle(-1e308, 0.0, 162.0).unwrap()).unwrap();
    scene.draw("kept", Shape::circle(0.0, 0.0, 1.0).unwrap()).unwrap();
    let before = scene.clone();
    assert_eq!(scene.mirror("far", "kept", Axis::X).unwrap_err().class, ErrorClass::Range);
    assert_eq!(scene, before);
}

#[test]
fn a_mirror_image_fills_the_same_bounds() {
    let path = "M 0 0 L 4 0 A 2 1 20 0 1 5 3 Q 1 7 0 3 Z";
    for axis in [Axis::X, Axis::Y] {
        let mut scene = Scene::new();
        scene.draw("p", Shape::path(path).unwrap()).unwrap();
        scene.draw("q", Shape::arc(5.0, 5.0, 2.0, 0.2, 1.9).unwrap()).unwrap();
        let flat = box_of(scene.world_bounds("p"));
        scene.mirror("p", "flat", axis).unwrap();
        assert_near(box_of(scene.world_bounds("flat")), flat);
        let transform = &scene.entity_json("flat").unwrap()["local"]["transform"];
        assert_eq!(transform["translate"], serde_json::json!([0, 0]));
        scene.create_group("g", &names(&["p", "q"])).unwrap();
        scene.create_group("h", &names(&["g"])).unwrap();
        scene.rotate("p", 0.3, Space::World, Around::Origin).unwrap();
        scene.set_pivot("p", 9.0, -4.0).unwrap();
        scene.scale("q", 2.0, 0.5, Space::World, Around::Center).unwrap();
        scene.rotate("g", 0.7, Space::World, Around::Origin).unwrap();
        scene.scale("h", -1.5, 0.8, Space::World, Around::Origin).unwrap();
        for (source, copy) in [("p", "m1"), ("q", "m2"), ("g", "m3"), ("h", "m4")] {
            let before = box_of(scene.world_bounds(source));
            scene.mirror(source, copy, axis).unwrap();
            assert_near(box_of(scene.world_bounds(copy)), before);
            // Twice mirrored is the original, point by point.
            scene.mirror(copy, "twice", axis).unwrap();
            if source == "g" || source == "h" {
                let (once, twice) =
                    (scene.world_transform(source).unwrap(), scene.world_transform("twice").unwrap());
                assert_near([once.a, once.b, once.e, once.f], [twice.a, twice.b, twice.e, twice.f]);
            }
            scene.delete_entity("twice", Contents::Included).unwrap();
        }
    }
}
