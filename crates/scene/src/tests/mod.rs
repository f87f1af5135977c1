//! Tests of the scene as its callers see it.

mod blocks;
mod derivations;
mod derived_names;
mod drafting;
mod drawing;
mod drawing_changes;
mod edits;
mod groups;
mod huge;
mod joins;
mod layers;
mod measures;
mod patches;
mod placement;
mod records;
mod regions;
mod text_layout;
mod texts;
mod trees;
mod trees_model;

use super::*;
use scenewright_geometry::{Bounds, Shape};

fn circle(scene: &mut Scene, name: &str, x: f64, y: f64, radius: f64) {
    scene.draw(name, Shape::circle(x, y, radius).unwrap()).unwrap();
}

fn rect(scene: &mut Scene, name: &str, x: f64, y: f64, width: f64, height: f64) {
    scene.draw(name, Shape::rect(x, y, width, height).unwrap()).unwrap();
}

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| (*name).to_owned()).collect()
}

fn order(scene: &Scene, group: Option<&str>) -> String {
    scene.get_draw_order(group).unwrap().order.join(" ")
}

fn all(scene: &Scene) -> String {
    scene.list(&ListFilter::default()).join(" ")
}

fn box_of(bounds: Option<Bounds>) -> [f64; 4] {
    let bounds = bounds.unwrap();
    [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y]
}

#[track_caller]
fn assert_near(left: [f64; 4], right: [f64; 4]) {
    let near = left.iter().zip(right).all(|(left, right)| (left - right).abs() < 1e-9);
    assert!(near, "{left:?} is not {right:?}");
}
