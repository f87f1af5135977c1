//! Tests of areas bounded by curves: operations that keep them, held against worked numbers and against Clipper on
//! fine edges.

use clipper2_rust as clipper;
use clipper2_rust::{ClipType, PathsD, PointD};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

const OPERATIONS: [(RegionOperation, ClipType); 4] = [
    (RegionOperation::Union, ClipType::Union),
    (RegionOperation::Difference, ClipType::Difference),
    (RegionOperation::Intersection, ClipType::Intersection),
    (RegionOperation::ExclusiveOr, ClipType::Xor),
];

type Placed = (Shape, Affine);

fn combined(operation: RegionOperation, first: &[Placed], second: &[Placed]) -> CurveRegion {
    let borrowed = |list: &[Placed]| -> Vec<(Shape, Affine)> { list.to_vec() };
    let (first, second) = (borrowed(first), borrowed(second));
    let first: Vec<(&Shape, Affine)> = first.iter().map(|(shape, at)| (shape, *at)).collect();
    let second: Vec<(&Shape, Affine)> = second.iter().map(|(shape, at)| (shape, *at)).collect();
    CurveRegion::combined(operation, &first, &second).unwrap().expect("curves are kept")
}

/// Generates a ring around a point whose corners are joined by lines, arcs of circles and ellipses, and Bézier curves.
fn mixed_ring() -> impl Strategy<Value = String> {
    let corner = (10.0..60.0_f64, -1.0..1.0_f64, -1.0..1.0_f64, 0..6_u8);
    (prop::collection::vec(corner, 3..9), -40.0..40.0_f64, -40.0..40.0_f64).prop_map(|(corners, x, y)| {
        let count = corners.len();
        let at = |index: usize| {
            let angle = TAU * (index % count) as f64 / count as f64;
            let radius = corners[index % count].0;
            (x + radius * angle.cos(), y + radius * angle.sin())
        };
        let mut data = format!("M{} {}", at(0).0, at(0).1);
        for (index, (_, one, other, kind)) in corners.iter().enumerate() {
            let ((ax, ay), (bx, by)) = (at(index), at(index + 1));
            let chord = (bx - ax).hypot(by - ay);
            let aside = |share: f64, height: f64| {
                (ax + (bx - ax) * share - (by - ay) * height, ay + (by - ay) * share + (bx - ax) * height)
            };
            data += &match kind {
                0 => format!("L{bx} {by}"),
                1 => {
                    let (cx, cy) = aside(0.5 + 0.3 * other, *one);
                    format!("Q{cx} {cy} {bx} {by}")
                }
                2 | 3 => {
                    let ((cx, cy), (dx, dy)) = (aside(0.3, *one), aside(0.7, *other));
                    format!("C{cx} {cy} {dx} {dy} {bx} {by}")
                }
                4 => {
                    let radius = chord * (0.51 + one.abs());
                    format!("A{radius} {radius} 0 0 {} {bx} {by}", u8::from(*one > 0.0))
                }
                _ => {
                    let (rx, ry) = (chord * (0.4 + one.abs()), chord * (0.4 + other.abs()));
                    format!("A{rx} {ry} {} 0 {} {bx} {by}", 180.0 * other, u8::from(*one > 0.0))
                }
            };
        }
        data + "Z"
    })
}

fn outline() -> impl Strategy<Value = Shape> {
    prop_oneof![
        1 => (-50.0..50.0_f64, -50.0..50.0_f64, 1.0..60.0_f64)
            .prop_map(|(x, y, r)| Shape::circle(x, y, r).unwrap()),
        1 => (-50.0..50.0_f64, -50.0..50.0_f64, 1.0..60.0_f64, 1.0..60.0_f64, -7.0..7.0_f64)
            .prop_map(|(x, y, rx, ry, turn)| Shape::ellipse(x, y, rx, ry, turn).unwrap()),
        1 => (-50.0..50.0_f64, -50.0..50.0_f64, 1.0..60.0_f64, -7.0..7.0_f64, 0.1..6.2_f64)
            .prop_map(|(x, y, r, start, sweep)| Shape::arc(x, y, r, start, start + sweep).unwrap()),
        1 => (-50.0..50.0_f64, -50.0..50.0_f64, 1.0..99.0_f64, 1.0..99.0_f64)
            .prop_map(|(x, y, w, h)| Shape::rect(x, y, w, h).unwrap()),
        3 => mixed_ring().prop_map(|data| Shape::path(&data).unwrap()),
        1 => (mixed_ring(), mixed_ring()).prop_map(|(a, b)| Shape::path(&(a + &b)).unwrap()),
    ]
}

fn placed() -> impl Strategy<Value = Placed> {
    let transform = prop_oneof![
        3 => Just(Affine::IDENTITY),
        1 => (-7.0..7.0_f64).prop_map(Affine::rotation),
        1 => (0.5..2.0_f64, 0.5..2.0_f64, -0.5..0.5_f64)
            .prop_map(|(a, d, c)| Affine { a: -a, b: 0.3 * c, c, d, e: 3.0, f: -5.0 }),
    ];
    (outline(), transform)
}

fn clipper_areas(first: &Placed, second: &Placed) -> [f64; 4] {
    let paths = |(shape, at): &Placed| -> PathsD {
        let outline = shape.area_outline(at, 1e-4).unwrap().unwrap();
        let point = |point: &Point| PointD { x: point.x, y: point.y };
        let paths = outline.rings.iter().map(|ring| ring.iter().map(point).collect()).collect();
        clipper::union_subjects_d(&paths, clipper::FillRule::NonZero, 8)
    };
    let (first, second) = (paths(first), paths(second));
    OPERATIONS.map(|(_, kind)| {
        let result = clipper::boolean_op_d(kind, clipper::FillRule::NonZero, &first, &second, 8);
        let twice = |path: &Vec<PointD>| -> f64 {
            (0..path.len())
                .map(|at| {
                    let (a, b) = (&path[at], &path[(at + 1) % path.len()]);
                    a.x * b.y - a.y * b.x
                })
                .sum()
        };
        result.iter().map(|path| 0.5 * twice(path)).sum()
    })
}

#[track_caller]
fn assert_sums(first: &Placed, second: &Placed) -> [f64; 4] {
    let alone = |one: &Placed| combined(RegionOperation::Union, std::slice::from_ref(one), &[]).area();
    let (one, other) = (alone(first), alone(second));
    let areas = OPERATIONS.map(|(operation, _)| {
        let region = combined(operation, std::slice::from_ref(first), std::slice::from_ref(second));
        let area = region.area();
        // What was drawn has the area that was computed, and stays itself.
        let shapes = region.into_shapes();
        let drawn: f64 =
            shapes.iter().map(|shape| covered_area(&[(shape, Affine::IDENTITY)], 0.01).unwrap()).sum();
        assert!((drawn - area).abs() <= 1e-9 * (one + other), "{operation:?}: {drawn} is not {area}\n{first:?}\n{second:?}");
        area
    });
    let [union, difference, both, either] = areas;
    let most = 1e-9 * (one + other);
    for (got, expected) in [(union + both, one + other), (difference, one - both), (either, union - both)] {
        assert!((got - expected).abs() <= most, "{got} is not {expected}: {areas:?}\n{first:?}\n{second:?}");
    }
    areas
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 5_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(14),
        ..ProptestConfig::default()
    })]

    #[test]
    fn areas_of_operations_add_up_and_agree_with_clipper(first in placed(), second in placed()) {
        let areas = assert_sums(&first, &second);
        for (area, expected) in areas.into_iter().zip(clipper_areas(&first, &second)) {
            prop_assert!((area - expected).abs() <= 0.1 + 1e-4 * expected, "{area} is not {expected}\n{first:?}\n{second:?}");
        }
    }
}
