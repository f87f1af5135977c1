//! Tests of bounds and areas of curves, held against numeric search and integration along plain parameters.

use proptest::test_runner::RngSeed;

use super::*;

/// A part of an outline with a parameter from 0 to 1, by the textbook and not by the crate's own code.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    Line([Point; 2]),
    Quadratic([Point; 3]),
    Cubic([Point; 4]),
    /// `center + u·cos t + v·sin t` from an angle over a sweep.
    Round {
        center: Point,
        u: Point,
        v: Point,
        from: f64,
        sweep: f64,
    },
}

/// Returns the sum of points, each times a factor.
fn mix<const N: usize>(points: [Point; N], factors: [f64; N]) -> Point {
    points.into_iter().zip(factors).fold(Point::ORIGIN, |sum, (point, factor)| {
        Point::new(sum.x + point.x * factor, sum.y + point.y * factor)
    })
}

impl Piece {
    pub(super) fn is_straight(&self) -> bool {
        matches!(self, Piece::Line(_))
    }

    pub(super) fn at(&self, t: f64) -> Point {
        let s = 1.0 - t;
        match *self {
            Piece::Line(points) => mix(points, [s, t]),
            Piece::Quadratic(points) => mix(points, [s * s, 2.0 * s * t, t * t]),
            Piece::Cubic(points) => mix(points, [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t]),
            Piece::Round { center, u, v, from, sweep } => {
                let (sin, cos) = (from + sweep * t).sin_cos();
                mix([center, u, v], [1.0, cos, sin])
            }
        }
    }

    /// Returns the derivative by the parameter.
    fn tangent(&self, t: f64) -> Point {
        let s = 1.0 - t;
        match *self {
            Piece::Line(points) => mix(points, [-1.0, 1.0]),
            Piece::Quadratic(points) => mix(points, [-2.0 * s, 2.0 * (s - t), 2.0 * t]),
            Piece::Cubic(points) => {
                let inner = 3.0 * s * (s - 2.0 * t);
                mix(points, [-3.0 * s * s, inner, 3.0 * t * (2.0 * s - t), 3.0 * t * t])
            }
            Piece::Round { u, v, from, sweep, .. } => {
                let (sin, cos) = (from + sweep * t).sin_cos();
                mix([u, v], [-sweep * sin, sweep * cos])
            }
        }
    }
}

/// Returns the drawn parts of a shape, in its own coordinates.
pub(super) fn pieces(shape: &Shape) -> Vec<Piece> {
    let round = |center: Point, [rx, ry]: [f64; 2], turn: f64, from: f64, sweep: f64| {
        let (sin, cos) = turn.sin_cos();
        let (u, v) = (Point::new(rx * cos, rx * sin), Point::new(-ry * sin, ry * cos));
        vec![Piece::Round { center, u, v, from, sweep }]
    };
    match *shape {
        Shape::Circle { center, radius } => return round(center, [radius; 2], 0.0, 0.0, TAU),
        Shape::Arc { center, radius, start, end } => {
            return round(center, [radius; 2], 0.0, start, (end - start).rem_euclid(TAU));
        }
        Shape::Ellipse { center, radii, rotation } => return round(center, radii, rotation, 0.0, TAU),
        _ => {}
    }
    let mut list = Vec::new();
    let (mut current, mut start) = (Point::ORIGIN, Point::ORIGIN);
    for segment in shape.to_path().segments() {
        match segment {
            Segment::Move(to) => start = to,
            Segment::Line(to) => list.push(Piece::Line([current, to])),
            Segment::Quadratic(control, to) => list.push(Piece::Quadratic([current, control, to])),
            Segment::Cubic(a, b, to) => list.push(Piece::Cubic([current, a, b, to])),
            Segment::Arc(arc) => {
                let ArcSpan { center, u, v, start: from, sweep } = arc.span(current);
                list.push(Piece::Round { center, u, v, from, sweep });
            }
            Segment::Close => list.push(Piece::Line([current, start])),
        }
        current = segment.end().unwrap_or(start);
    }
    list
}

/// Returns the greatest value between two parameters, of a function with one peak there, by the golden section.
fn peak(function: &dyn Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let mut best = f64::NEG_INFINITY;
    for _ in 0..40 {
        let step = golden * (high - low);
        let (left, right) = (function(high - step), function(low + step));
        best = best.max(left).max(right);
        if left > right {
            high = low + step;
        } else {
            low = high - step;
        }
    }
    best
}

/// Returns how far the image of a piece reaches in a direction: the best of many samples and of the values
/// between them.
fn reach(piece: &Piece, transform: &Affine, direction: Point) -> f64 {
    const COUNT: usize = 1_000;
    let at = |index: usize| index as f64 / COUNT as f64;
    let along = |t: f64| {
        let point = *transform * piece.at(t);
        point.x * direction.x + point.y * direction.y
    };
    let values: Vec<f64> = (0..=COUNT).map(|index| along(at(index))).collect();
    let mut best = values[0].max(values[COUNT]);
    for index in 0..=COUNT {
        let (before, after) = (index.saturating_sub(1), (index + 1).min(COUNT));
        if values[index] >= values[before] && values[index] >= values[after] {
            best = best.max(peak(&along, at(before), at(after)));
        }
    }
    best
}

/// Integrates from 0 to 1 by Simpson's rule.
fn integral(function: impl Fn(f64) -> f64) -> f64 {
    const COUNT: usize = 4_000;
    let at = |index: usize| function(index as f64 / (2 * COUNT) as f64);
    let inner: f64 = (1..2 * COUNT).map(|index| if index % 2 == 0 { 2.0 } else { 4.0 } * at(index)).sum();
    (at(0) + inner + at(2 * COUNT)) / (6 * COUNT) as f64
}

/// Generates outlines that do not cross themselves: an ellipse, a slice, and curves that are closed by
/// their chords.
fn simple() -> impl Strategy<Value = Shape> {
    let number = || -100.0..100.0_f64;
    let size = || 0.5..50.0_f64;
    prop_oneof![
        (number(), number(), size(), size(), -7.0..7.0)
            .prop_map(|(x, y, rx, ry, turn)| Shape::ellipse(x, y, rx, ry, turn).unwrap()),
        (number(), number(), size(), -7.0..7.0, 0.1..6.2).prop_map(|(x, y, r, start, sweep)| Shape::arc(
            x,
            y,
            r,
            start,
            start + sweep
        )
        .unwrap()),
        (number(), number(), prop::array::uniform4(size())).prop_map(|(x, y, [a, b, c, d])| {
            Shape::path(&format!("M{x} {y} q{a} {b} {c} {} z", -d)).unwrap()
        }),
        // Its x only grows, and its y is above the chord.
        (number(), number(), prop::array::uniform5(size())).prop_map(|(x, y, [a, b, c, d, e])| {
            let (second, end) = (a + b, a + b + c);
            Shape::path(&format!("M{x} {y} c{a} {d} {second} {e} {end} 0 z")).unwrap()
        }),
        (number(), number(), prop::array::uniform4(size()), -400.0..400.0, any::<bool>(), any::<bool>())
            .prop_map(|(x, y, [rx, ry, dx, dy], turn, large, positive)| {
                let (large, positive) = (u8::from(large), u8::from(positive));
                Shape::path(&format!("M{x} {y} a{rx} {ry} {turn} {large}{positive} {dx} {dy} z")).unwrap()
            }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(4),
        ..ProptestConfig::default()
    })]

    #[test]
    fn curve_bounds_are_exact_under_any_transform(shape in shape(), transform in affine()) {
        let exact = shape.bounds(&transform);
        let pieces = pieces(&shape);
        let size = [exact.min.x, exact.min.y, exact.max.x, exact.max.y]
            .iter()
            .fold(exact.width().max(exact.height()), |size, value| size.max(value.abs()));
        for (x, y, bound) in [
            (1.0, 0.0, exact.max.x), (-1.0, 0.0, -exact.min.x), (0.0, 1.0, exact.max.y), (0.0, -1.0, -exact.min.y),
        ] {
            let reached = pieces.iter().map(|piece| reach(piece, &transform, Point::new(x, y)));
            let over = bound - reached.fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(over >= -1e-12 * size, "a point lies outside by {} of {size}: {shape:?}", -over);
            prop_assert!(over <= 1e-9 * size, "the bounds are too large by {over} of {size}: {shape:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(4),
        ..ProptestConfig::default()
    })]

    #[test]
    fn area_equals_integral_along_outline(shape in simple(), transform in affine()) {
        let outline = pieces(&shape);
        // About a point of the outline, so that no digits go into the distance to the origin.
        let origin = transform * outline[0].at(0.0);
        let about = |point: Point| { let image = transform * point; Point::new(image.x - origin.x, image.y - origin.y) };
        let mut twice: f64 = outline.iter().map(|piece| integral(|t| {
            let (point, tangent) = (about(piece.at(t)), transform.displace(piece.tangent(t)));
            point.x * tangent.y - point.y * tangent.x
        })).sum();
        if let Shape::Arc { center, .. } = shape {
            // A slice is closed over its centre.
            let (end, center) = (about(outline[0].at(1.0)), about(center));
            twice += end.x * center.y - end.y * center.x;
        }
        let expected = 0.5 * twice.abs();
        let area = covered_area(&[(&shape, transform)], 0.01).unwrap();
        prop_assert!((area - expected).abs() <= 1e-9 * expected, "{area} is not {expected}: {shape:?}");
    }
}
