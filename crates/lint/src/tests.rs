mod drawings;
mod pages;
mod sheets;
mod speed;

use scenewright_geometry::{Affine, Point, Shape, Wire};

use super::*;

/// Makes an item of one shape, in millimetres.
fn item(name: &str, layer: &str, shape: Shape) -> Item {
    Item {
        names: vec![name.to_owned()],
        layer: layer.to_owned(),
        fill: None,
        stroke: Some(scenewright_scene::Color::BLACK),
        width: None,
        part_of: None,
        is_annotation: false,
        is_planned_cut: false,
        content: Content::Outline(Wire::all_of(&shape, &Affine::IDENTITY)),
    }
}

fn plan(items: Vec<Item>) -> Plan {
    Plan { items, ..Plan::new(1.0) }
}

fn line(points: &[(f64, f64)]) -> Shape {
    Shape::line(points.iter().map(|(x, y)| Point::new(*x, *y)).collect()).unwrap()
}

fn polygon(points: &[(f64, f64)]) -> Shape {
    Shape::polygon(points.iter().map(|(x, y)| Point::new(*x, *y)).collect(), Vec::new()).unwrap()
}

fn circle(x: f64, y: f64, radius: f64) -> Shape {
    Shape::circle(x, y, radius).unwrap()
}

fn rect(x: f64, y: f64, width: f64, height: f64) -> Shape {
    Shape::rect(x, y, width, height).unwrap()
}

/// Returns the rules that a plan breaks, each with the names of its entities.
fn found(plan: &Plan, profile: Profile) -> Vec<String> {
    let report = check(plan, &Settings::new(profile));
    report.findings.iter().map(|finding| format!("{} {}", finding.rule, finding.entities.join(" "))).collect()
}
