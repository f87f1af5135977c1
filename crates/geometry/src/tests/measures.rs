//! Tests of areas, lengths, distances and crossings, held against worked numbers and against sums over many
//! small edges.

use proptest::prelude::*;

use super::*;

fn area(shape: &Shape, transform: Affine) -> f64 {
    covered_area(&[(shape, transform)], 0.01).unwrap()
}

fn path(data: &str) -> Shape {
    Shape::path(data).unwrap()
}

fn chain(points: &[[f64; 2]], closed: bool) -> EdgeTree {
    EdgeTree::new([&Chain { points: points.iter().copied().map(Point::from).collect(), closed }])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn length_agrees_with_sum_of_small_edges(shape in shape(), transform in affine()) {
        let length = shape.length(&transform);
        let chains = shape.flattened(&transform, 1e-5).unwrap();
        let edges = chains.iter().flat_map(Chain::edges).map(|[a, b]| (b.x - a.x).hypot(b.y - a.y));
        let expected: f64 = edges.sum();
        // Edges are chords, so they are never longer.
        prop_assert!(expected <= length * (1.0 + 1e-9) && length <= expected * (1.0 + 1e-4), "{length} {expected}");
    }

    #[test]
    fn area_agrees_with_sum_over_small_edges(shape in shape(), transform in affine()) {
        let mut closed = shape.to_path();
        closed.push(Segment::Close);
        let closed = Shape::Path(closed);
        let fine = closed.area_outline(&transform, 1e-5).unwrap().unwrap();
        let expected = Region::of(&[fine]).unwrap().area();
        let off = (area(&closed, transform) - expected).abs();
        // Where the outline crosses itself, a hundredth of the tolerance along all of it is the limit.
        prop_assert!(off <= 1.1e-4 * closed.length(&transform), "{off} of {expected}");
    }

    #[test]
    fn nearest_points_agree_with_search_of_all_pairs(
        first in prop::collection::vec((-20..20_i32, -20..20_i32), 2..30),
        second in prop::collection::vec((-20..20_i32, -20..20_i32), 2..30),
        closed in any::<bool>(),
    ) {
        let of = |list: &[(i32, i32)], shift: f64| Chain {
            points: list.iter().map(|(x, y)| Point::new(f64::from(*x) + shift, f64::from(*y) * 0.3)).collect(),
            closed,
        };
        let (first, second) = (of(&first, 0.0), of(&second, 31.5));
        let (one, other) = (EdgeTree::new([&first]), EdgeTree::new([&second]));
        let mut expected = f64::INFINITY;
        let mut meet = 0;
        for [a, b] in first.edges() {
            for [c, d] in second.edges() {
                let single = |a: Point, b: Point| Chain { points: vec![a, b], closed: false };
                let (ab, cd) = (EdgeTree::new([&single(a, b)]), EdgeTree::new([&single(c, d)]));
                expected = expected.min(ab.nearest(&cd).unwrap().distance);
                meet += ab.crossings(&cd).len();
            }
        }
        let nearest = one.nearest(&other).unwrap();
        prop_assert!((nearest.distance - expected).abs() < 1e-12);
        let apart = (nearest.to.x - nearest.from.x).hypot(nearest.to.y - nearest.from.y);
        prop_assert!((apart - expected).abs() < 1e-12);
        prop_assert!(one.distance_to(nearest.from) < 1e-12 && other.distance_to(nearest.to) < 1e-12);
        prop_assert_eq!(one.crossings(&other).len(), meet);
    }
}

#[test]
fn curves_have_their_exact_areas() {
    let stretched = Affine::scale(3.0, -2.0) * Affine::rotation(0.4);
    let circle = Shape::circle(1e6, -7.0, 5.0).unwrap();
    let ring = "M10 0 A10 10 0 0 1 -10 0 A10 10 0 0 1 10 0 Z M4 0 A4 4 0 0 0 -4 0 A4 4 0 0 0 4 0 Z";
    let polygon = |points: &[[f64; 2]], holes: Vec<Vec<Point>>| {
        Shape::polygon(points.iter().copied().map(Point::from).collect(), holes).unwrap()
    };
    let square = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
    let hole: Vec<Point> = [[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0]].map(Point::from).to_vec();
    for (shape, transform, expected) in [
        (circle.clone(), Affine::IDENTITY, PI * 25.0),
        (circle, stretched, PI * 150.0),
        (Shape::rect(5.0, 5.0, 3.0, 4.0).unwrap(), stretched, 72.0),
        (Shape::ellipse(5.0, 5.0, 3.0, 4.0, 1.0).unwrap(), stretched, 72.0 * PI),
        (Shape::arc(3.0, 4.0, 2.0, 5.0, 6.0).unwrap(), Affine::IDENTITY, 2.0),
        (Shape::arc(3.0, 4.0, 2.0, 0.0, 1.5 * PI).unwrap(), stretched, 18.0 * PI),
        (path("M0 0 Q5 10 10 0 Z"), Affine::IDENTITY, 100.0 / 3.0),
        (path("M0 0 C0 10 10 10 10 0 Z"), stretched, 6.0 * 60.0),
        (path(ring), stretched, 6.0 * PI * 84.0),
        (path("M0 0 H10 V10 H0 Z M20 0 V10 H30 V0 Z"), Affine::IDENTITY, 200.0),
        (path("M0 0 H10 V10 H0 Z M2 2 H4 V4 H2 Z"), Affine::IDENTITY, 100.0),
        (polygon(&square, vec![hole.clone()]), Affine::IDENTITY, 96.0),
        (polygon(&square, vec![hole.into_iter().rev().collect()]), stretched, 6.0 * 96.0),
        (polygon(&[[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]], Vec::new()), Affine::IDENTITY, 8.0),
    ] {
        let got = area(&shape, transform);
        assert!((got - expected).abs() < 1e-9 * expected, "{got} is not {expected}: {shape:?}");
    }
}

#[test]
fn overlapping_areas_count_once() {
    let circle = |x: f64| Shape::circle(x, 0.0, 5.0).unwrap();
    let (one, apart, over) = (circle(0.0), circle(20.0), circle(5.0));
    let at = Affine::IDENTITY;
    let both = covered_area(&[(&one, at), (&apart, at)], 0.01).unwrap();
    assert!((both - 50.0 * PI).abs() < 1e-9);
    // The lens of two circles, each through the other's centre.
    let lens = 25.0 * (2.0 * PI / 3.0 - 3.0_f64.sqrt() / 2.0);
    let joined = covered_area(&[(&one, at), (&over, at)], 0.01).unwrap();
    assert!((joined - (50.0 * PI - lens)).abs() < 0.01, "{joined}");
    assert_eq!(covered_area(&[], 0.01), Ok(0.0));
    let line = Shape::line(vec![Point::ORIGIN, Point::new(1.0, 1.0)]).unwrap();
    assert!(covered_area(&[(&line, at)], 0.01).unwrap_err().message.contains("not closed"));
}

#[test]
fn curves_have_their_exact_lengths() {
    let stretched = Affine::scale(2.0, 1.0);
    // The perimeter of an ellipse with the half axes 2 and 1.
    let ellipse = 9.688_448_220_547_675;
    for (shape, transform, expected) in [
        (Shape::circle(3.0, 4.0, 5.0).unwrap(), Affine::rotation(1.0), 10.0 * PI),
        (Shape::circle(3.0, 4.0, 1.0).unwrap(), stretched, ellipse),
        (Shape::ellipse(3.0, 4.0, 1.0, 2.0, 0.7).unwrap(), Affine::rotation(1.0), ellipse),
        (Shape::arc(0.0, 0.0, 1.0, 0.0, PI).unwrap(), stretched, ellipse / 2.0),
        (Shape::arc(0.0, 0.0, 2.0, 1.0, 4.0).unwrap(), Affine::scale(-1.0, 1.0), 6.0),
        (Shape::rect(0.0, 0.0, 3.0, 4.0).unwrap(), stretched, 20.0),
        (path("M0 0 L3 4 M10 10 h5"), Affine::IDENTITY, 10.0),
        (path("M0 0 L3 0 L3 4 Z"), Affine::IDENTITY, 12.0),
        // The parabola y = x² from 0 to 1.
        (path("M0 0 Q.5 0 1 1"), Affine::IDENTITY, 5.0_f64.sqrt() / 2.0 + 2.0_f64.asinh() / 4.0),
        // There and back: the speed has a corner where it turns.
        (path("M0 0 Q10 0 0 0"), Affine::IDENTITY, 10.0),
        (path("M0 0 C0 0 9 0 9 0"), Affine::IDENTITY, 9.0),
        (path("M5 5 C5 5 5 5 5 5"), Affine::IDENTITY, 0.0),
    ] {
        let got = shape.length(&transform);
        assert!((got - expected).abs() < 1e-9 * expected.max(1.0), "{got} is not {expected}: {shape:?}");
    }
}

#[test]
fn crossings_are_points_and_ends_of_shared_parts() {
    let bar = chain(&[[0.0, 0.0], [10.0, 0.0]], false);
    for (other, expected) in [
        (chain(&[[5.0, -1.0], [5.0, 1.0]], false), vec![[5.0, 0.0]]),
        (chain(&[[5.0, 0.0], [5.0, 1.0]], false), vec![[5.0, 0.0]]),
        (chain(&[[5.0, 0.1], [5.0, 1.0]], false), vec![]),
        (chain(&[[4.0, 0.0], [6.0, 0.0]], false), vec![[4.0, 0.0], [6.0, 0.0]]),
        (chain(&[[11.0, 0.0], [12.0, 0.0]], false), vec![]),
        (EdgeTree::default(), vec![]),
    ] {
        let points: Vec<[f64; 2]> = bar.crossings(&other).iter().map(|point| [point.x, point.y]).collect();
        assert_eq!(points, expected);
    }
    assert_eq!(bar.nearest(&EdgeTree::default()), None);
    let nearest = bar.nearest(&chain(&[[12.0, 5.0], [3.0, 2.0]], false)).unwrap();
    assert_eq!(
        (nearest.distance, nearest.from, nearest.to),
        (2.0, Point::new(3.0, 0.0), Point::new(3.0, 2.0))
    );
}

#[test]
fn length_out_of_number_range_is_found_quickly() {
    for data in
        ["M0 0 A2 37 5 0 1 8e307 8e307", "M0 0 C1e308 0 -1e308 0 0 1e308", "M-1e308 0 Q1e308 0 1e308 1"]
    {
        assert!(!path(data).length(&Affine::IDENTITY).is_finite(), "{data}");
    }
}
