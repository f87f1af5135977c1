//! Tests of arcs that hardly turn: areas, lengths, offsets and operations, held against integrals that lose no digits
//! where the centre is far away.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

const STYLE: OffsetStyle = OffsetStyle { join: OffsetJoin::Miter, miter_limit: 4.0, tolerance: 0.01 };

/// The width of all bodies below.
const WIDTH: f64 = 10.0;

/// A square of 10 on whose lower side stands an arc, somewhere in the plane.
#[derive(Debug)]
struct Body {
    /// The tangent of a quarter of the turn; positive where the arc leads away from the square.
    bulge: f64,
    radius: f64,
    place: Affine,
    shape: Shape,
}

impl Body {
    fn new(bulge: f64, place: Affine) -> Body {
        let radius = WIDTH * (1.0 + bulge * bulge) / (4.0 * bulge.abs());
        let mut path = Path::new();
        path.push(Segment::Move(Point::new(0.0, 0.0)));
        let arc =
            |positive, to| EllipticArc { radii: [radius; 2], rotation: 0.0, large: false, positive, to };
        path.push(Segment::Arc(arc(bulge > 0.0, Point::new(WIDTH, 0.0))));
        path.push(Segment::Line(Point::new(WIDTH, WIDTH)));
        path.push(Segment::Line(Point::new(0.0, WIDTH)));
        path.push(Segment::Close);
        Body { bulge, radius, place, shape: Shape::Path(path) }
    }

    /// Returns how far the arc, moved up by a distance, is below the chord, at a distance from the middle.
    fn depth(&self, x: f64, inset: f64) -> f64 {
        let side = self.bulge.signum();
        let radius = self.radius - side * inset;
        // The difference of two square roots, by that of what is under them.
        let half = 0.5 * WIDTH;
        let roots =
            ((radius - x) * (radius + x)).sqrt() + ((self.radius - half) * (self.radius + half)).sqrt();
        side * (-side * inset * (radius + self.radius) + (half - x) * (half + x)) / roots
    }

    /// Returns the area between the arc, moved up by a distance, and a line above it, from `x` to `-x`.
    fn area_below(&self, level: f64, x: f64, inset: f64) -> f64 {
        const STEPS: usize = 4000;
        let weight = |at: usize| if at == 0 || at == STEPS { 1.0 } else { [2.0, 4.0][at % 2] };
        let value = |at: usize| self.depth(-x + 2.0 * x * at as f64 / STEPS as f64, inset);
        let sum: f64 = (0..=STEPS).map(|at| weight(at) * value(at)).sum();
        2.0 * x * level + sum * 2.0 * x / STEPS as f64 / 3.0
    }

    fn area_of(&self, shape: &Shape) -> f64 {
        covered_area(&[(shape, self.place)], 0.01).unwrap()
    }

    /// Returns the factor by which the place changes areas.
    fn factor(&self) -> f64 {
        self.place.determinant().abs()
    }
}

fn bodies() -> impl Strategy<Value = Body> {
    let bulge = (-12.0..-0.3_f64, prop::bool::ANY)
        .prop_map(|(power, out)| 10.0_f64.powf(power) * if out { 1.0 } else { -1.0 });
    (bulge, -4.0..4.0_f64, 0.1..10.0_f64, prop::bool::ANY, -50.0..50.0_f64, -50.0..50.0_f64).prop_map(
        |(bulge, angle, size, mirrored, x, y)| {
            let (sin, cos) = angle.sin_cos();
            let flip = if mirrored { -1.0 } else { 1.0 };
            let place = Affine {
                a: size * cos,
                b: size * sin,
                c: -flip * size * sin,
                d: flip * size * cos,
                e: x,
                f: y,
            };
            Body::new(bulge, place)
        },
    )
}

#[track_caller]
fn assert_near(got: f64, expected: f64) {
    assert!((got - expected).abs() <= 1e-9 * expected.abs(), "{got} is not {expected}");
}

fn total(shapes: &[Shape]) -> f64 {
    covered_area(&shapes.iter().map(|shape| (shape, Affine::IDENTITY)).collect::<Vec<_>>(), 0.01).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(34), ..ProptestConfig::default()
    })]

    #[test]
    fn areas_and_lengths_of_nearly_straight_arcs_keep_nine_digits(body in bodies()) {
        assert_near(body.area_of(&body.shape), body.factor() * body.area_below(WIDTH, 0.5 * WIDTH, 0.0));
        let size = body.factor().sqrt();
        let arc = 2.0 * body.radius * (0.5 * WIDTH / body.radius).asin();
        assert_near(body.shape.length(&body.place), size * (3.0 * WIDTH + arc));
    }

    #[test]
    fn segments_of_nearly_straight_arcs_keep_nine_digits(body in bodies()) {
        let mut path = Path::new();
        let Some(Segment::Arc(arc)) = body.shape.to_path().segments().nth(1) else { panic!("no arc") };
        path.push(Segment::Move(Point::new(0.0, 0.0)));
        path.push(Segment::Arc(arc));
        path.push(Segment::Close);
        let expected = body.factor() * body.area_below(0.0, 0.5 * WIDTH, 0.0).abs();
        assert_near(body.area_of(&Shape::Path(path)), expected);
    }

    #[test]
    fn bounds_of_nearly_straight_arcs_reach_to_their_peak(bulge in (-12.0..-0.3_f64).prop_map(|power| 10.0_f64.powf(power))) {
        let body = Body::new(bulge, Affine::IDENTITY);
        let depth = -body.shape.bounds(&Affine::IDENTITY).min.y;
        prop_assert!((depth - 0.5 * WIDTH * bulge).abs() <= 1e-15 * WIDTH + 1e-9 * depth, "{depth}");
    }

    #[test]
    fn insets_of_nearly_straight_arcs_keep_nine_digits(body in bodies(), inset in 0.1..3.0_f64) {
        let size = body.factor().sqrt();
        // Beyond its centre, or where the arc comes near the far side, the inset is another shape.
        prop_assume!(body.bulge > -0.3 && body.radius > inset + 0.5 * WIDTH);
        let region = ArcRegion::of(&[(&body.shape, body.place)], 0.01).unwrap().expect("arcs");
        let inner = region.offset(-inset * size, &STYLE).unwrap().expect("arcs are kept").into_shapes();
        let expected = body.factor() * body.area_below(WIDTH - inset, 0.5 * WIDTH - inset, inset);
        assert_near(total(&inner), expected);
    }

    #[test]
    fn operations_on_nearly_straight_arcs_keep_nine_digits(body in bodies(), x in 1.0..4.5_f64, top in 1.0..9.0_f64) {
        prop_assume!(body.bulge.abs() < 0.15);
        // A tool about the middle, across the arc, whose top is above it.
        let tool = Shape::rect(0.5 * WIDTH, top - 20.0, 2.0 * x, 40.0).unwrap();
        let whole = body.area_below(WIDTH, 0.5 * WIDTH, 0.0);
        let cut = body.area_below(top, x, 0.0);
        let expected = [
            (RegionOperation::Difference, whole - cut),
            (RegionOperation::Intersection, cut),
            (RegionOperation::Union, whole - cut + 80.0 * x),
        ];
        for (operation, expected) in expected {
            let shapes = combined_shapes(operation, &[(&body.shape, body.place)], &[(&tool, body.place)], 0.01).unwrap();
            assert_near(total(&shapes), body.factor() * expected);
        }
    }

    #[test]
    fn lines_with_width_along_nearly_straight_arcs_keep_nine_digits(body in bodies(), width in 0.1..2.0_f64) {
        let Some(Segment::Arc(arc)) = body.shape.to_path().segments().nth(1) else { panic!("no arc") };
        let mut path = Path::new();
        path.push(Segment::Move(Point::new(0.0, 0.0)));
        path.push(Segment::Arc(arc));
        let size = body.factor().sqrt();
        let wires = Wire::all_of(&Shape::Path(path), &body.place);
        let shapes = thickened(&wires, width * size, LineCap::Butt, Justify::Center, &STYLE).unwrap();
        let length = 2.0 * body.radius * (0.5 * WIDTH / body.radius).asin();
        assert_near(total(&shapes), body.factor() * length * width);
    }

    #[test]
    fn distances_to_nearly_straight_arcs_keep_nine_digits(body in bodies(), share in 0.05..0.95_f64, far in 0.1..20.0_f64) {
        prop_assume!(body.bulge > 0.0);
        let x = WIDTH * (share - 0.5);
        // Square to the arc, from the point of it at this x.
        let sine = x / body.radius;
        let (at, cosine) = (Point::new(0.5 * WIDTH + x, -body.depth(x, 0.0)), (1.0 - sine * sine).sqrt());
        let point = body.place * Point::new(at.x + far * sine, at.y - far * cosine);
        let tree = CurveTree::new(&Wire::all_of(&body.shape, &body.place));
        let distance = tree.distance_to(point);
        prop_assert!((distance - far * body.factor().sqrt()).abs() <= 1e-9 * distance.max(WIDTH), "{distance}");
    }
}
