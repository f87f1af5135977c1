use std::f64::consts::{FRAC_PI_2, PI};

use proptest::prelude::*;

use super::*;
use crate::geometry::{Affine, Point};

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
fn what_moves_nothing_is_false_and_what_cannot_be_is_refused() {
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
fn the_world_is_the_world_inside_a_turned_mirrored_group() {
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
fn local_means_the_entitys_own_axes() {
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
fn a_pivot_keeps_the_parts_and_moves_only_what_is_turned() {
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
fn a_shear_is_kept_as_a_matrix() {
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
fn a_mirror_image_out_of_the_range_of_numbers_changes_nothing() {
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
            scene.delete("twice");
        }
    }
}

/// What a script may do to a tree, with places as indexes into the names.
#[derive(Clone, Debug)]
enum Step {
    Translate(usize, f64, f64, bool),
    Rotate(usize, f64, bool, bool),
    Scale(usize, f64, f64, bool, bool),
    SetPivot(usize, f64, f64),
    Add(usize, usize),
    Remove(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let (place, length) = (0..7_usize, -20.0..20.0_f64);
    let factor = prop_oneof![0.5..2.0_f64, -2.0..-0.5_f64];
    let angle = prop_oneof![-4.0..4.0_f64, Just(FRAC_PI_2), Just(PI)];
    let flag = any::<bool>();
    prop_oneof![
        (place.clone(), length.clone(), length.clone(), flag)
            .prop_map(|(a, x, y, l)| Step::Translate(a, x, y, l)),
        (place.clone(), angle, flag, flag).prop_map(|(a, angle, l, c)| Step::Rotate(a, angle, l, c)),
        (place.clone(), factor.clone(), factor, flag, flag)
            .prop_map(|(a, x, y, l, c)| Step::Scale(a, x, y, l, c)),
        (place.clone(), length.clone(), length).prop_map(|(a, x, y)| Step::SetPivot(a, x, y)),
        (0..3_usize, place.clone()).prop_map(|(group, a)| Step::Add(group, a)),
        place.prop_map(Step::Remove),
    ]
}

const TREE: [&str; 7] = ["g0", "g1", "g2", "circle", "rect", "arc", "path"];

fn about(point: Point, transform: Affine) -> Affine {
    Affine::translation(point.x, point.y) * transform * Affine::translation(-point.x, -point.y)
}

fn translation_between(from: Point, to: Point) -> Affine {
    Affine::translation(to.x - from.x, to.y - from.y)
}

fn assert_same(name: &str, actual: Affine, expected: Affine) {
    let size = expected.rows().iter().flatten().fold(1.0_f64, |size, value| size.max(value.abs()));
    for (left, right) in actual.rows().iter().flatten().zip(expected.rows().iter().flatten()) {
        assert!((left - right).abs() < 1e-8 * size, "{name}: {actual:?} is not {expected:?}");
    }
}

/// Runs one step and compares every world matrix with what plain matrices say.
fn run(scene: &mut Scene, step: &Step) {
    let before: Vec<Affine> = TREE.iter().map(|name| scene.world_transform(name).unwrap()).collect();
    let subject = match *step {
        Step::Translate(a, ..)
        | Step::Rotate(a, ..)
        | Step::Scale(a, ..)
        | Step::SetPivot(a, ..)
        | Step::Remove(a) => a,
        Step::Add(_, a) => a,
    };
    let name = TREE[subject];
    let json = scene.entity_json(name).unwrap();
    let old = scene.to_record();
    let record =
        |record: &SceneRecord| record.entities.iter().find(|it| &*it.name == name).unwrap().transform.clone();
    let transform = record(&old);
    let world = before[subject];
    let parent = world * transform.matrix().inverse().unwrap();
    let centre = |scene: &Scene| scene.world_bounds(name).map(|bounds| bounds.center());
    let old_centre = centre(scene);
    let pivot = world * transform.pivot;
    let pivot_in_parent = transform.matrix() * transform.pivot;
    let space = |local: bool| if local { Space::Local } else { Space::World };
    let around = |center: bool| if center { Around::Center } else { Around::Origin };
    let mut expected = match *step {
        Step::Translate(_, x, y, local) => {
            scene.translate(name, x, y, space(local)).unwrap();
            if local {
                let along = Affine::rotation(transform.linear.rotation()).displace(Point::new(x, y));
                parent * Affine::translation(along.x, along.y) * transform.matrix()
            } else {
                Affine::translation(x, y) * world
            }
        }
        Step::Rotate(_, angle, local, center) => {
            scene.rotate(name, angle, space(local), around(center)).unwrap();
            let turn = Affine::rotation(angle);
            if local {
                parent * about(pivot_in_parent, turn) * transform.matrix()
            } else {
                about(pivot, turn) * world
            }
        }
        Step::Scale(_, x, y, local, center) => {
            scene.scale(name, x, y, space(local), around(center)).unwrap();
            let stretch = Affine::scale(x, y);
            if local { world * about(transform.pivot, stretch) } else { about(pivot, stretch) * world }
        }
        Step::SetPivot(_, x, y) => {
            scene.set_pivot(name, x, y).unwrap();
            let [dx, dy] = transform.translate;
            parent * Affine::translation(dx, dy) * about(Point::new(x, y), transform.linear.matrix())
        }
        Step::Add(group, _) => {
            let _ = scene.add_to_group(TREE[group], name);
            world
        }
        Step::Remove(_) => {
            scene.remove_from_group(name).unwrap();
            world
        }
    };
    if let (Step::Rotate(.., true) | Step::Scale(.., true), Some(old_centre)) = (step, old_centre) {
        let new_centre = centre(scene).unwrap();
        let drift = translation_between(old_centre, new_centre);
        let size = 1.0 + old_centre.x.abs().max(old_centre.y.abs());
        assert!(drift.e.abs() < 1e-8 * size && drift.f.abs() < 1e-8 * size, "the centre moved: {drift:?}");
        // The linear part is checked below, the place has been checked by its centre.
        let actual = scene.world_transform(name).unwrap();
        expected = Affine { e: actual.e, f: actual.f, ..expected };
    }
    assert_same(name, scene.world_transform(name).unwrap(), expected);
    // Whatever is inside moves along; the rest stays.
    let moved = expected * world.inverse().unwrap();
    let inside = scene.list(&ListFilter { group: Some(name.to_owned()), ..ListFilter::default() });
    for (other, before) in TREE.iter().zip(&before).filter(|(other, _)| **other != name) {
        let expected = if inside.iter().any(|it| it == other) { moved * *before } else { *before };
        assert_same(other, scene.world_transform(other).unwrap(), expected);
    }
    assert_eq!(json["name"], name);
    assert_eq!(Scene::from_record(scene.to_record()).unwrap(), *scene);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_trees_follow_plain_matrices(steps in prop::collection::vec(step(), 1..14)) {
        let mut scene = Scene::new();
        for group in &TREE[..3] {
            scene.create_group(group, &[]).unwrap();
        }
        circle(&mut scene, "circle", 1.0, 2.0, 3.0);
        rect(&mut scene, "rect", -5.0, 0.0, 3.0, 1.0);
        scene.draw("arc", Shape::arc(2.0, 2.0, 4.0, 0.3, 2.0).unwrap()).unwrap();
        scene.draw("path", Shape::path("M 0 0 C 1 5 6 5 7 0 L 3 -2 Z").unwrap()).unwrap();
        for step in &steps {
            run(&mut scene, step);
        }
    }
}
