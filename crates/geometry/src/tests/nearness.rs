//! Tests of distances and meetings of curves, held against worked numbers and against sums over many samples.

use proptest::test_runner::RngSeed;

use super::*;

fn tree(shape: &Shape, transform: Affine) -> CurveTree {
    CurveTree::new(&Wire::all_of(shape, &transform))
}

fn moved(shape: &str, x: f64, y: f64) -> CurveTree {
    tree(&Shape::path(shape).unwrap(), Affine::translation(x, y))
}

fn circle(x: f64, y: f64, radius: f64) -> CurveTree {
    tree(&Shape::circle(x, y, radius).unwrap(), Affine::IDENTITY)
}

fn ellipse(x: f64, y: f64, radii: [f64; 2], turn: f64) -> CurveTree {
    tree(&Shape::ellipse(x, y, radii[0], radii[1], turn).unwrap(), Affine::IDENTITY)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60, failure_persistence: None, rng_seed: RngSeed::Fixed(5), ..ProptestConfig::default()
    })]

    #[test]
    fn nearest_points_of_curves_agree_with_fine_edges(
        one in shape(), other in shape(), transform in affine(), gap in 0.0..80.0_f64, turn in 0.0..TAU,
    ) {
        let apart = Affine::translation(gap * turn.cos(), gap * turn.sin()) * transform;
        let exact = tree(&one, Affine::IDENTITY).nearest(&tree(&other, apart)).unwrap();
        let fine = |shape: &Shape, transform: &Affine| EdgeTree::new(&shape.flattened(transform, 1e-6).unwrap());
        let edges = fine(&one, &Affine::IDENTITY).nearest(&fine(&other, &apart)).unwrap();
        prop_assert!((exact.distance - edges.distance).abs() < 1e-5, "{exact:?} {edges:?}");
        prop_assert!((exact.from.distance_to(exact.to) - exact.distance).abs() < 1e-9);
    }

    #[test]
    fn meetings_of_curves_are_on_both_and_none_is_missed(
        one in shape(), other in shape(), transform in affine(),
    ) {
        let (first, second) = (tree(&one, Affine::IDENTITY), tree(&other, transform));
        let meetings = first.meetings(&second);
        let size = 1e3;
        for point in &meetings {
            let off = first.distance_to(*point).max(second.distance_to(*point));
            prop_assert!(off < 1e-8 * size, "{point:?} is {off} off");
        }
        let fine = |shape: &Shape, transform: &Affine| EdgeTree::new(&shape.flattened(transform, 1e-7).unwrap());
        for crossing in fine(&one, &Affine::IDENTITY).crossings(&fine(&other, &transform)) {
            let nearest = meetings.iter().map(|point| point.distance_to(crossing)).fold(f64::INFINITY, f64::min);
            // Where they run along each other, edges cross anywhere; where they touch, edges say little of where.
            let is_along = [0.01, -0.01].iter().any(|step| {
                let near = Point::new(crossing.x + step, crossing.y + step);
                (first.distance_to(near) - second.distance_to(near)).abs() < 1e-3
            });
            prop_assert!(nearest < 1e-3 || is_along, "{crossing:?} is {nearest} from a meeting");
        }
    }
}

#[test]
fn distance_of_curves_is_exact() {
    let root = 2.0_f64.sqrt();
    let cases = [
        (circle(0.0, 0.0, 30.0), circle(100.0, 0.0, 20.0), 50.0),
        (circle(0.0, 0.0, 30.0), circle(3.0, 0.0, 20.0), 7.0),
        (circle(0.0, 0.0, 30.0), circle(0.0, 0.0, 20.0), 10.0),
        (circle(0.0, 0.0, 10.0), moved("M 20 -50 V 50", 0.0, 0.0), 10.0),
        (circle(0.0, 0.0, 10.0), moved("M 20 20 L 40 40", 0.0, 0.0), 20.0 * root - 10.0),
        (ellipse(0.0, 0.0, [40.0, 10.0], 0.0), ellipse(100.0, 0.0, [20.0, 10.0], 0.0), 40.0),
        (ellipse(0.0, 0.0, [40.0, 10.0], 0.0), ellipse(0.0, 0.0, [60.0, 80.0], 0.0), 20.0),
        // The vertex of the parabola y = x²/20 + 5 is nearest to a line beneath it.
        (moved("M -20 25 Q 0 -15 20 25", 0.0, 0.0), moved("M -50 0 H 50", 0.0, 0.0), 5.0),
        (moved("M -30 0 C -10 40 10 40 30 0", 0.0, 0.0), circle(0.0, 50.0, 5.0), 15.0),
    ];
    for (one, other, expected) in cases {
        for nearest in [one.nearest(&other).unwrap(), other.nearest(&one).unwrap()] {
            assert!((nearest.distance - expected).abs() < 1e-9 * expected, "{nearest:?}, not {expected}");
        }
    }
    assert_eq!(circle(0.0, 0.0, 5.0).nearest(&CurveTree::default()), None);
}

#[test]
fn distance_of_curves_that_run_along_each_other_is_found_in_time() {
    let data = "M 0 0 C 40 90 120 -60 200 30";
    let nearest = moved(data, 0.0, 0.0).nearest(&moved(data, 0.0, 7.0)).unwrap();
    assert!(nearest.distance > 2.8 && nearest.distance < 3.05, "{nearest:?}");
    let same = moved(data, 0.0, 0.0).nearest(&moved(data, 0.0, 0.0)).unwrap();
    assert!(same.distance < 1e-9);
}

#[test]
fn meetings_of_ellipse_with_line_and_circle_are_exact() {
    let line = moved("M -100 6 H 100", 0.0, 0.0);
    let mut found = ellipse(0.0, 0.0, [50.0, 10.0], 0.0).meetings(&line);
    found.sort_by(|one, other| one.x.total_cmp(&other.x));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!((found[0].x + 40.0).abs() < 1e-9 && (found[1].x - 40.0).abs() < 1e-9, "{found:?}");
    let touching = circle(0.0, 0.0, 5.0).meetings(&moved("M -9 5 H 9", 0.0, 0.0));
    assert!(
        !touching.is_empty() && touching.iter().all(|point| point.distance_to(Point::new(0.0, 5.0)) < 1e-6)
    );
    assert!(circle(0.0, 0.0, 5.0).meetings(&circle(0.0, 20.0, 5.0)).is_empty());
}
