//! Tests of convex hulls of curves, held against the reach of finely sampled outlines.

use super::*;

fn circle(x: f64, y: f64, radius: f64) -> (Shape, Affine) {
    (Shape::circle(x, y, radius).unwrap(), Affine::IDENTITY)
}

fn hull(shapes: &[(Shape, Affine)]) -> Option<Shape> {
    let borrowed: Vec<(&Shape, Affine)> = shapes.iter().map(|(shape, place)| (shape, *place)).collect();
    convex_hull(&borrowed).unwrap()
}

fn reach(points: &[Point], angle: f64) -> f64 {
    let (sin, cos) = angle.sin_cos();
    points.iter().map(|point| point.x * cos + point.y * sin).fold(f64::NEG_INFINITY, f64::max)
}

fn area_of(shape: &Shape) -> f64 {
    covered_area(&[(shape, Affine::IDENTITY)], 1e-6).unwrap()
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * expected.abs().max(1.0)
}

#[test]
fn hull_of_circles_has_their_arcs_and_common_tangents() {
    // A belt about two wheels.
    let (large, small, apart) = (10.0_f64, 5.0_f64, 30.0_f64);
    let belt = hull(&[circle(0.0, 0.0, large), circle(apart, 0.0, small)]).unwrap();
    let tilt = ((large - small) / apart).asin();
    let straight = (apart * apart - (large - small).powi(2)).sqrt();
    let area =
        straight * (large + small) + large * large * (FRAC_PI_2 + tilt) + small * small * (FRAC_PI_2 - tilt);
    let length = 2.0 * straight + large * (PI + 2.0 * tilt) + small * (PI - 2.0 * tilt);
    assert!(near(area_of(&belt), area), "{belt:?}");
    assert!(near(belt.length(&Affine::IDENTITY), length), "{belt:?}");
    // One in another, or twice, is the larger one; and so is what only just does not touch it.
    for inner in [circle(3.0, 0.0, 6.0), circle(4.0, 0.0, 6.0), circle(0.0, 0.0, 10.0)] {
        let around = hull(&[inner, circle(0.0, 0.0, large)]).unwrap();
        assert_eq!(around, circle(0.0, 0.0, large).0);
    }
    // Of three in a row, the middle one is on no side.
    let row = hull(&[circle(0.0, 0.0, 5.0), circle(10.0, 0.0, 4.0), circle(20.0, 0.0, 5.0)]).unwrap();
    assert!(near(area_of(&row), 200.0 + 25.0 * PI), "{row:?}");
}

#[test]
fn convex_outline_is_its_own_hull() {
    let ellipse = Shape::ellipse(3.0, -2.0, 8.0, 2.5, 0.7).unwrap();
    let found = hull(&[(ellipse.clone(), Affine::IDENTITY)]).unwrap();
    assert!(matches!(found, Shape::Ellipse { .. }), "{found:?}");
    for (data, area) in [
        ("M0 0 L40 0 A10 10 0 0 1 40 20 L0 20 A10 10 0 0 1 0 0 Z", 800.0 + 100.0 * PI),
        // The same, the other way round.
        ("M0 0 A10 10 0 0 0 0 20 L40 20 A10 10 0 0 0 40 0 Z", 800.0 + 100.0 * PI),
        // A bay is closed by a straight edge; a bulge stays.
        ("M0 0 L30 0 L30 20 A15 15 0 0 1 0 20 Z", 600.0 + 0.5 * PI * 225.0),
        ("M0 0 L30 0 L30 20 A15 15 0 0 0 0 20 Z", 600.0),
        ("M0 0 L30 0 Q15 20 0 0 Z", 0.5 * 30.0 * 20.0 * 2.0 / 3.0),
    ] {
        let shape = Shape::path(data).unwrap();
        let found = hull(&[(shape, Affine::IDENTITY)]).unwrap();
        assert!(near(area_of(&found), area), "{data}: {found:?}");
    }
    let flat = Shape::path("M0 0 L10 10 L20 20 Z").unwrap();
    assert_eq!(hull(&[(flat, Affine::IDENTITY)]), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hull_reaches_as_far_as_its_shapes(shapes in prop::collection::vec((shape(), affine()), 1..5)) {
        // The area of an arc is its sector, of which only the arc is sampled.
        let is_area = |shape: &Shape| shape.has_area() && !matches!(shape, Shape::Arc { .. });
        let closed: Vec<(Shape, Affine)> = shapes.into_iter().filter(|(shape, _)| is_area(shape)).collect();
        let points: Vec<Point> =
            closed.iter().flat_map(|(shape, place)| samples(shape, place, 2_000)).collect();
        let Some(found) = hull(&closed) else { return Ok(()) };
        let own = samples(&found, &Affine::IDENTITY, 2_000);
        let size = points.iter().map(|point| point.x.abs().max(point.y.abs())).fold(0.0, f64::max);
        for step in 0..360 {
            let angle = f64::from(step).to_radians();
            let (expected, reached) = (reach(&points, angle), reach(&own, angle));
            prop_assert!((expected - reached).abs() <= 1e-5 * size, "{angle}: {reached}, not {expected}: {found:?}");
        }
        let outline = Shape::flattened(&found, &Affine::IDENTITY, 1e-4 * size).unwrap();
        let turns = outline[0].points.windows(3).map(|it| {
            let ([a, b, c], scale) = ([it[0], it[1], it[2]], size * size);
            ((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) / scale
        });
        prop_assert!(turns.into_iter().all(|turn| turn > -1e-9), "it is not convex: {found:?}");
    }
}
