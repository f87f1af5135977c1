//! Measures `nest` on strip-packing instances in the JSON of sparrow and jagua-rs: `strip fast|good|best FILE…`.
//!
//! One line an instance: its name, the share of the strip that is filled, and the seconds of processor time.

use scenewright_geometry::{Affine, Bounds, Point, Shape};
use scenewright_nesting::{NestChoices, NestEffort, NestPart, NestSheet, nest};
use serde_json::Value;

/// The length of the sheet in lengths that the area of the parts would fill: the first layout needs more than the last.
const ROOM: f64 = 2.5;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let effort = match arguments.next().as_deref() {
        Some("fast") => NestEffort::Fast,
        Some("good") => NestEffort::Good,
        Some("best") => NestEffort::Best,
        _ => {
            eprintln!("usage: strip fast|good|best FILE...");
            std::process::exit(2);
        }
    };
    let mut densities = Vec::new();
    for file in arguments {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let (name, density, seconds) = measured(&text, effort);
        println!("{name}\t{density:.2}\t{seconds:.1}");
        densities.push(density);
    }
    println!("mean\t{:.2}", densities.iter().sum::<f64>() / densities.len() as f64);
}

fn measured(text: &str, effort: NestEffort) -> (String, f64, f64) {
    let instance: Value = serde_json::from_str(text).expect("the instance is JSON");
    let number = |value: &Value| value.as_f64().expect("a number");
    let height = number(&instance["strip_height"]);
    let mut shapes: Vec<(Shape, usize, Vec<f64>)> = Vec::new();
    let mut area = 0.0;
    for item in instance["items"].as_array().expect("items") {
        let mut corners: Vec<Point> = item["shape"]["data"]
            .as_array()
            .expect("a simple polygon")
            .iter()
            .map(|it| Point::new(number(&it[0]), number(&it[1])))
            .collect();
        if corners.first() == corners.last() {
            corners.pop();
        }
        let angles = item["allowed_orientations"]
            .as_array()
            .map_or(vec![0.0], |list| list.iter().map(|it| number(it).to_radians()).collect());
        let demand = item["demand"].as_u64().expect("a demand") as usize;
        let next = corners.iter().cycle().skip(1);
        let own: f64 = corners.iter().zip(next).map(|(one, other)| one.x * other.y - other.x * one.y).sum();
        area += 0.5 * own.abs() * demand as f64;
        shapes.push((Shape::polygon(corners, Vec::new()).expect("a polygon"), demand, angles));
    }
    let mut parts = Vec::new();
    for (shape, demand, angles) in &shapes {
        for _ in 0..*demand {
            parts.push(NestPart { shapes: vec![(shape, Affine::IDENTITY)], angles: angles.clone() });
        }
    }
    let sheet =
        Bounds { min: Point::ORIGIN, max: Point::new((ROOM * area / height).max(1.01 * height), height) };
    let choices =
        NestChoices { gap: 0.0, margin: 0.0, effort, seed: 0, tolerance: 0.01, most_work: u64::MAX };
    let start = processor_seconds();
    let found = nest(&parts, &[NestSheet::Box(sheet)], &choices, &|_| {}).expect("a layout");
    let seconds = processor_seconds() - start;
    assert!(found.places.iter().all(Option::is_some), "all parts have a place");
    let extent = found.extents[0].expect("an extent");
    (instance["name"].as_str().unwrap_or("?").to_owned(), 100.0 * area / (height * extent.width()), seconds)
}

/// Returns the seconds that this thread was on a processor: others work on this machine too.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|it| it.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}
