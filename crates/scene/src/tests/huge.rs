//! Tests with inputs of a size that nobody draws by hand.

use std::f64::consts::{PI, TAU};

use super::*;
use scenewright_geometry::{OffsetJoin, OffsetStyle, RegionOperation};

const VERTICES: usize = 1_000_000;

/// Makes a polygon about the origin whose vertices are on a circle.
fn round_polygon(radius: f64) -> Shape {
    let points = (0..VERTICES).map(|index| {
        let (sin, cos) = (TAU * index as f64 / VERTICES as f64).sin_cos();
        [radius * cos, radius * sin].into()
    });
    Shape::polygon(points.collect(), Vec::new()).unwrap()
}

#[test]
fn a_polygon_of_a_million_vertices_is_drawn_measured_and_cut() {
    let mut scene = Scene::new();
    scene.draw("wheel", round_polygon(100.0)).unwrap();
    rect(&mut scene, "half", 50.0, 0.0, 100.0, 400.0);
    let area = PI * 1e4;
    assert!((scene.area("wheel").unwrap() - area).abs() < 1e-6);
    let bounds = scene.world_bounds("wheel").unwrap();
    assert!((bounds.max.x - 100.0).abs() < 1e-9 && (bounds.min.y + 100.0).abs() < 1e-9);
    let inputs = (names(&["wheel"]), names(&["half"]));
    assert!(
        scene
            .draw_combined(
                RegionOperation::Difference,
                &inputs.0,
                &inputs.1,
                "rest",
                &ResultOptions::default()
            )
            .unwrap()
    );
    assert!((scene.area("rest").unwrap() - area / 2.0).abs() < 1e-6);
    assert!(scene.draw_convex_hull("rest", "hull", &ResultOptions::default()).unwrap());
    assert!((scene.area("hull").unwrap() - area / 2.0).abs() < 1e-6);
    assert_eq!(scene.draw_parts("wheel", "part", &ResultOptions::default()).unwrap(), ["part_0"]);
}

#[test]
fn a_name_of_ten_thousand_characters_is_refused_everywhere() {
    let mut scene = Scene::new();
    circle(&mut scene, "c", 0.0, 0.0, 1.0);
    let before = scene.clone();
    let long = "가".repeat(10_000);
    let refusals = [
        scene.draw(&long, Shape::circle(0.0, 0.0, 1.0).unwrap()).unwrap_err(),
        scene.create_group(&long, &names(&["c"])).unwrap_err(),
        scene.duplicate("c", &long).unwrap_err(),
        scene.draw_convex_hull("c", &long, &ResultOptions::default()).unwrap_err(),
        scene
            .draw_offset(
                "c",
                1.0,
                &OffsetStyle { join: OffsetJoin::Round, miter_limit: 2.0, tolerance: 0.01 },
                &long,
                &ResultOptions::default(),
            )
            .unwrap_err(),
    ];
    for error in refusals {
        assert_eq!(error.message, "name must have at most 256 characters, got 10000");
    }
    assert_eq!(scene, before);
    // A name that does not exist is not repeated whole.
    let unknown = scene.area(&long).unwrap_err().message;
    assert!(unknown.len() < 1_000, "{} bytes", unknown.len());
}
