//! Tests of measures, and of the relations of entities to each other.

use std::f64::consts::PI;

use super::*;
use scenewright_geometry::RegionOperation;

fn line(scene: &mut Scene, name: &str, points: &[[f64; 2]]) {
    scene.draw(name, Shape::line(points.iter().copied().map(Into::into).collect()).unwrap()).unwrap();
}

#[test]
fn areas_and_lengths_are_measured_in_world() {
    let mut scene = Scene::new();
    circle(&mut scene, "c", 0.0, 0.0, 5.0);
    rect(&mut scene, "r", 50.0, 0.0, 4.0, 2.0);
    scene.create_group("g", &names(&["c", "r"])).unwrap();
    assert!((scene.area("g").unwrap() - (25.0 * PI + 8.0)).abs() < 1e-9);
    scene.scale("g", 2.0, 2.0, Space::World, Around::Origin).unwrap();
    assert!((scene.area("c").unwrap() - 100.0 * PI).abs() < 1e-9);
    assert!((scene.length("g").unwrap() - (20.0 * PI + 24.0)).abs() < 1e-9);
    line(&mut scene, "axis", &[[0.0, 0.0], [3.0, 4.0]]);
    scene.create_group("empty", &[]).unwrap();
    assert_eq!(
        (scene.length("axis"), scene.length("empty"), scene.area("empty")),
        (Ok(5.0), Ok(0.0), Ok(0.0))
    );
    assert_eq!(
        scene.area("axis").unwrap_err().message,
        "\"axis\" is a line, which is not closed and has no area"
    );
    for error in [scene.area("axs").unwrap_err(), scene.length("axs").unwrap_err()] {
        assert_eq!(error.message, "there is no entity named \"axs\"; did you mean \"axis\"?");
    }
}

#[test]
fn contains_allows_touching_the_border() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 0.0, 0.0, 100.0, 60.0);
    circle(&mut scene, "bore", 0.0, 0.0, 10.0);
    circle(&mut scene, "same", 0.0, 0.0, 10.0);
    circle(&mut scene, "edge", 40.0, 0.0, 10.0);
    circle(&mut scene, "out", 40.1, 0.0, 10.0);
    line(&mut scene, "inside", &[[-50.0, -30.0], [50.0, 30.0]]);
    line(&mut scene, "across", &[[-40.0, 0.0], [40.0, 0.0]]);
    scene
        .draw_combined(
            RegionOperation::Difference,
            &names(&["plate"]),
            &names(&["bore"]),
            "holed",
            &ResultOptions::default(),
        )
        .unwrap();
    scene.create_group("all", &names(&["edge", "inside"])).unwrap();
    for (outer, inner, expected) in [
        ("plate", "bore", true),
        ("plate", "plate", true),
        ("plate", "edge", true),
        ("plate", "out", false),
        ("bore", "same", true),
        ("bore", "plate", false),
        ("plate", "inside", true),
        ("plate", "all", true),
        ("holed", "bore", false),
        ("holed", "across", false),
        ("plate", "across", true),
        ("plate", "holed", true),
    ] {
        assert_eq!(scene.contains(outer, inner), Ok(expected), "{outer} {inner}");
    }
    assert!(scene.contains("across", "bore").unwrap_err().message.contains("not closed"));
    scene.create_group("none", &[]).unwrap();
    assert_eq!(scene.contains("plate", "none").unwrap_err().message, "the group \"none\" is empty");
}

#[test]
fn entities_at_point_are_listed_front_first() {
    let mut scene = Scene::new();
    rect(&mut scene, "back", 0.0, 0.0, 100.0, 100.0);
    circle(&mut scene, "disc", 0.0, 0.0, 10.0);
    line(&mut scene, "line", &[[-50.0, 0.0], [50.0, 0.0]]);
    scene.create_group("g", &names(&["disc"])).unwrap();
    let at = |x: f64, y: f64, tolerance: Option<f64>| scene.entities_at(x, y, tolerance).unwrap().join(" ");
    assert_eq!(at(0.0, 0.0, None), "disc line back");
    assert_eq!(at(0.0, 5.0, None), "disc back");
    assert_eq!(at(0.0, 10.5, None), "back");
    assert_eq!(at(0.0, 10.5, Some(0.6)), "disc back");
    assert_eq!(at(0.0, 12.0, Some(12.0)), "disc line back");
    assert_eq!(at(7.2, 7.2, None), "back", "the corner of its bounds is not in the disc");
    assert_eq!(at(500.0, 0.0, None), "");
    assert_eq!(scene.entities_at(0.0, 0.0, Some(-1.0)).unwrap_err().class, ErrorClass::Range);
    assert_eq!(scene.entities_at(f64::NAN, 0.0, None).unwrap_err().class, ErrorClass::Range);
}

#[test]
fn distances_are_between_areas_and_lines() {
    let mut scene = Scene::new();
    circle(&mut scene, "a", 0.0, 0.0, 10.0);
    circle(&mut scene, "b", 30.0, 40.0, 5.0);
    circle(&mut scene, "in_a", 1.0, 1.0, 2.0);
    line(&mut scene, "wall", &[[-20.0, -20.0], [-20.0, 20.0]]);
    let found = scene.distance("a", "b").unwrap();
    assert!((found.distance - 35.0).abs() < 1e-3 && (found.from.x - 6.0).abs() < 0.1, "{found:?}");
    assert!((scene.distance("wall", "a").unwrap().distance - 10.0).abs() < 1e-9);
    assert_eq!(scene.distance("a", "in_a").unwrap().distance, 0.0);
    assert_eq!(scene.distance("in_a", "a").unwrap().distance, 0.0);
    assert!(scene.distance("a", "c").is_err());
    scene.create_group("none", &[]).unwrap();
    assert_eq!(scene.distance("a", "none").unwrap_err().message, "the group \"none\" is empty");
}

#[test]
fn intersections_list_each_point_once() {
    let mut scene = Scene::new();
    circle(&mut scene, "c", 0.0, 0.0, 5.0);
    line(&mut scene, "l", &[[-10.0, 3.0], [10.0, 3.0]]);
    rect(&mut scene, "r", 0.0, 0.0, 6.0, 8.0);
    let points = |a: &str, b: &str| scene.intersections(a, b).unwrap();
    let found = points("c", "l");
    assert_eq!(found.len(), 2);
    assert!((found[0].x + 4.0).abs() < 1e-3 && (found[1].x - 4.0).abs() < 1e-3 && found[0].y == 3.0);
    assert_eq!(points("c", "r").len(), 4, "corners on a circle");
    assert_eq!(points("r", "l").len(), 2);
    assert_eq!(points("r", "r").len(), 4);
    assert!(scene.intersections("r", "x").is_err());
}
