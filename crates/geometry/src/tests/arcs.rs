//! Tests of areas of lines and arcs: offsets that keep them, held against worked numbers, `cavalier_contours` and
//! straight edges.

use cavalier_contours::polyline::{PlineSource, PlineSourceMut, Polyline};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

const ROUND: OffsetStyle = OffsetStyle { join: OffsetJoin::Round, miter_limit: 2.0, tolerance: 0.01 };

fn kept(shapes: &[&Shape]) -> ArcRegion {
    let placed: Vec<(&Shape, Affine)> = shapes.iter().map(|shape| (*shape, Affine::IDENTITY)).collect();
    ArcRegion::of(&placed, ROUND.tolerance).unwrap().expect("lines and arcs alone")
}

fn grown(shapes: &[&Shape], delta: f64, join: OffsetJoin) -> Vec<Shape> {
    let style = OffsetStyle { join, ..ROUND };
    kept(shapes).offset(delta, &style).unwrap().expect("arcs are kept").into_shapes()
}

fn area(shape: &Shape) -> f64 {
    covered_area(&[(shape, Affine::IDENTITY)], 0.01).unwrap()
}

fn total(shapes: &[Shape]) -> f64 {
    shapes.iter().map(area).sum()
}

/// Returns the radii of the arcs of a path.
fn radii(shape: &Shape) -> Vec<f64> {
    let arc = |segment| if let Segment::Arc(arc) = segment { Some(arc.radii[0]) } else { None };
    shape.to_path().segments().filter_map(arc).collect()
}

fn path(data: &str) -> Shape {
    Shape::path(data).unwrap()
}

#[track_caller]
fn assert_near(got: f64, expected: f64) {
    assert!((got - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{got} is not {expected}");
}

#[test]
fn rect_offset_grows_round_corners_and_shrinks_back() {
    let rect = Shape::rect(3.0, -4.0, 100.0, 50.0).unwrap();
    let [round] = grown(&[&rect], 10.0, OffsetJoin::Round).try_into().unwrap();
    assert_eq!((round.kind(), radii(&round)), ("path", vec![10.0; 4]));
    assert_near(area(&round), 100.0 * 50.0 + 2.0 * (100.0 + 50.0) * 10.0 + PI * 100.0);
    assert_near(round.length(&Affine::IDENTITY), 300.0 + 20.0 * PI);
    assert_eq!(bounds_text(&round, &Affine::IDENTITY), "-57.0 -39.0 63.0 31.0");
    let [back] = grown(&[&round], -10.0, OffsetJoin::Round).try_into().unwrap();
    assert_eq!(
        (back.kind(), bounds_text(&back, &Affine::IDENTITY)),
        ("polygon", "-47.0 -29.0 53.0 21.0".into())
    );
    assert_near(area(&back), 5000.0);
    // Further out and back again, the radii follow.
    let [wider] = grown(&[&round], 2.5, OffsetJoin::Miter).try_into().unwrap();
    assert_eq!(radii(&wider), [12.5; 4]);
    let [again] = grown(&[&wider], -2.5, OffsetJoin::Square).try_into().unwrap();
    assert_near(area(&again), area(&round));
    assert!(radii(&again).iter().all(|radius| (radius - 10.0).abs() < 1e-9));
    // Beyond the centres of its corners it has none.
    let [inner] = grown(&[&round], -20.0, OffsetJoin::Round).try_into().unwrap();
    assert_eq!((inner.kind(), area(&inner)), ("polygon", 80.0 * 30.0));
}

#[test]
fn circle_and_slice_offsets_match_worked_values() {
    let circle = Shape::circle(1.0, 2.0, 5.0).unwrap();
    assert_eq!(grown(&[&circle], 2.0, OffsetJoin::Round), [Shape::circle(1.0, 2.0, 7.0).unwrap()]);
    assert_eq!(grown(&[&circle], -2.0, OffsetJoin::Miter), [Shape::circle(1.0, 2.0, 3.0).unwrap()]);
    assert_eq!(grown(&[&circle], -5.0, OffsetJoin::Round), []);
    assert_eq!(grown(&[&circle], -9.0, OffsetJoin::Round), []);
    // A half disc, grown by Steiner's formula: the perimeter times the distance and a disc.
    let half = Shape::arc(0.0, 0.0, 10.0, 0.0, PI).unwrap();
    let perimeter = 20.0 + 10.0 * PI;
    assert_near(total(&grown(&[&half], 3.0, OffsetJoin::Round)), 50.0 * PI + 3.0 * perimeter + 9.0 * PI);
    // Drawn out, both right angles are squares instead of quarters of a disc; the other half of the disc is the arc's.
    let squares = 50.0 * PI + 3.0 * perimeter + 4.5 * PI + 2.0 * 9.0;
    assert_near(total(&grown(&[&half], 3.0, OffsetJoin::Miter)), squares);
    // What is left of it is a segment of the disc of radius 8 above the line y = 2.
    let segment = 64.0 * 0.25_f64.acos() - 2.0 * 60.0_f64.sqrt();
    assert_near(total(&grown(&[&half], -2.0, OffsetJoin::Round)), segment);
    // A slot has arcs at its ends and a disc around each end of its axis.
    let slot = path("M-20 -5 H20 A5 5 0 0 1 20 5 H-20 A5 5 0 0 1 -20 -5 Z");
    for delta in [-4.0, -1.0, 2.0, 30.0] {
        let radius = 5.0 + delta;
        assert_near(total(&grown(&[&slot], delta, OffsetJoin::Miter)), 80.0 * radius + PI * radius * radius);
    }
    assert_eq!(grown(&[&slot], -5.5, OffsetJoin::Round), []);
}

#[test]
fn offset_closes_holes_and_breaks_necks() {
    let ring = path("M10 0 A10 10 0 0 1 -10 0 A10 10 0 0 1 10 0 Z M4 0 A4 4 0 0 0 -4 0 A4 4 0 0 0 4 0 Z");
    assert_near(total(&grown(&[&ring], 1.0, OffsetJoin::Round)), PI * (121.0 - 9.0));
    assert_near(total(&grown(&[&ring], -1.0, OffsetJoin::Round)), PI * (81.0 - 25.0));
    assert_eq!(grown(&[&ring], 5.0, OffsetJoin::Round), [Shape::circle(0.0, 0.0, 15.0).unwrap()]);
    assert_eq!(grown(&[&ring], -3.5, OffsetJoin::Round), []);
    // Two discs on a bar: both are left, each with the arc that it has without the bar.
    let bar = Shape::rect(0.0, 0.0, 40.0, 2.0).unwrap();
    let (left, right) = (Shape::circle(-20.0, 0.0, 8.0).unwrap(), Shape::circle(20.0, 0.0, 8.0).unwrap());
    let parts = grown(&[&left, &bar, &right], -1.5, OffsetJoin::Round);
    assert_eq!(parts.len(), 2);
    // Towards the neck, where the disc had no border, a little more is left.
    let discs = 2.0 * PI * 6.5 * 6.5;
    assert!(total(&parts) > discs && total(&parts) < 1.01 * discs);
    // It reaches as far as 1.5 from both corners of the neck, which are at a height of 1.
    assert_near(parts[0].bounds(&Affine::IDENTITY).max.x, -20.0 + 63.0_f64.sqrt() - 1.25_f64.sqrt());
    assert!(parts[0].bounds(&Affine::IDENTITY).max.x < 0.0, "from left to right");
}

#[test]
fn overlapping_shapes_merge_into_one_outline_with_both_arcs() {
    let circle = |x: f64| Shape::circle(x, 0.0, 5.0).unwrap();
    let lens = 25.0 * (2.0 * PI / 3.0 - 3.0_f64.sqrt() / 2.0);
    let [both] = kept(&[&circle(0.0), &circle(5.0)]).into_shapes().try_into().unwrap();
    assert_near(area(&both), 50.0 * PI - lens);
    assert_near(both.length(&Affine::IDENTITY), 4.0 / 3.0 * 10.0 * PI);
    // Grown, each is a larger circle, and they cross where those do.
    let radius = 6.0_f64;
    let overlap = 2.0 * radius * radius * (2.5 / radius).acos() - 5.0 * (radius * radius - 6.25).sqrt();
    let grown = grown(&[&circle(0.0), &circle(5.0)], 1.0, OffsetJoin::Round);
    assert_near(total(&grown), 72.0 * PI - overlap);
    // The same twice is itself, apart they stay two.
    assert_eq!(kept(&[&circle(0.0), &circle(0.0)]).into_shapes(), [circle(0.0)]);
    assert_eq!(kept(&[&circle(20.0), &circle(0.0)]).into_shapes(), [circle(0.0), circle(20.0)]);
    // A mirrored place keeps the circle, a stretched one is made of arcs.
    let at =
        |transform| ArcRegion::of(&[(&circle(3.0), transform)], 0.01).unwrap().map(ArcRegion::into_shapes);
    assert_eq!(at(Affine::scale(-2.0, 2.0)), Some(vec![Shape::circle(-6.0, 0.0, 10.0).unwrap()]));
    let [stretched] = at(Affine::scale(2.0, 1.0)).unwrap().try_into().unwrap();
    assert!((area(&stretched) - 50.0 * PI).abs() < 0.01 * 50.0, "{}", area(&stretched));
}

#[test]
fn offset_of_ellipse_and_bezier_is_made_of_few_arcs_within_the_tolerance() {
    let ellipse = Shape::ellipse(0.0, 0.0, 40.0, 15.0, 0.3).unwrap();
    let leaf = path("M -40 0 C -20 45 20 45 40 0 C 20 -45 -20 -45 -40 0 Z");
    for (shape, delta) in [(&ellipse, 3.0), (&ellipse, -2.0), (&leaf, 5.0), (&leaf, -4.0)] {
        let [result] = grown(&[shape], delta, OffsetJoin::Round).try_into().unwrap();
        let segments: Vec<Segment> = result.to_path().segments().collect();
        assert!(segments.len() < 80, "{}", segments.len());
        assert!(segments.iter().any(|it| matches!(it, Segment::Arc(_))));
        // Every point is as far from the outline as was asked for.
        let outline = CurveTree::new(&Wire::all_of(shape, &Affine::IDENTITY));
        for chain in result.flattened(&Affine::IDENTITY, 1e-4).unwrap() {
            for point in chain.points {
                let distance = outline.distance_to(point);
                assert!((distance - f64::abs(delta)).abs() < 0.011, "{distance}, not {delta}");
            }
        }
    }
}

#[test]
fn arc_ending_at_its_beginning_is_dropped() {
    // Grown by 5, the corner (-1, 37) is an arc through (-5, 40), where that of the corner (0, 40) begins: nothing is
    // left of the latter, and rounding must not make an arc of that.
    let corners = [(49, -21), (0, 0), (63, 40), (96, 40), (0, 64), (0, 40), (40, -1), (-1, 37), (-1, -1)];
    let corners = corners.map(|(x, y)| Point::new(x.into(), y.into())).to_vec();
    let outline = Shape::polygon(corners, Vec::new()).unwrap();
    let edges = Region::of(&[outline.area_outline(&Affine::IDENTITY, 1e-6).unwrap().unwrap()]).unwrap();
    let edges = edges.offset(5.0, &OffsetStyle { tolerance: 1e-6, ..ROUND }).unwrap();
    let [grown] = grown(&[&outline], 5.0, OffsetJoin::Round).try_into().unwrap();
    assert!((area(&grown) - edges.area()).abs() < 1e-3, "{} {}", area(&grown), edges.area());
    assert_eq!(radii(&grown).len(), 10);
}

#[test]
fn tolerance_requiring_too_many_edges_is_refused() {
    let rect = Shape::rect(0.0, 0.0, 1.0, 1.0).unwrap();
    let fine = OffsetStyle { tolerance: 1e-12, ..ROUND };
    let message = "the tolerance is too fine for a curve of this size";
    assert_eq!(kept(&[&rect]).offset(1e9, &fine).unwrap_err().message, message);
    let outline = rect.area_outline(&Affine::IDENTITY, 0.01).unwrap().unwrap();
    assert_eq!(Region::of(&[outline]).unwrap().offset(1e9, &fine).unwrap_err().message, message);
}

/// Generates a convex outline of lines with the corners rounded by different radii.
fn rounded() -> impl Strategy<Value = Shape> {
    (20.0..200.0_f64, 20.0..200.0_f64, prop::array::uniform4(0.1..9.5_f64)).prop_map(|(w, h, [a, b, c, d])| {
        path(&format!(
            "M{a} 0 H{} A{b} {b} 0 0 1 {w} {b} V{} A{c} {c} 0 0 1 {} {h} H{d} A{d} {d} 0 0 1 0 {} V{a} A{a} {a} 0 0 1 {a} 0 Z",
            w - b, h - c, w - c, h - d
        ))
    })
}

/// Generates a ring around the origin with arcs and lines between its corners, which does not cross itself.
fn star() -> impl Strategy<Value = Vec<(Point, f64)>> {
    prop::collection::vec((20.0..60.0_f64, -0.4..0.4_f64, any::<bool>()), 5..14).prop_map(|corners| {
        let count = corners.len() as f64;
        let corner = |(index, (radius, bulge, is_arc)): (usize, (f64, f64, bool))| {
            let (sin, cos) = (TAU * index as f64 / count).sin_cos();
            (Point::new(radius * cos, radius * sin), if is_arc { bulge } else { 0.0 })
        };
        corners.into_iter().enumerate().map(corner).collect()
    })
}

/// Makes a path of corners with bulges, the tangents of a quarter of each arc's angle.
fn bulged(corners: &[(Point, f64)]) -> Shape {
    let mut data = format!("M{} {}", corners[0].0.x, corners[0].0.y);
    for (index, (from, bulge)) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()].0;
        let chord = (to.x - from.x).hypot(to.y - from.y);
        let radius = chord * (1.0 + bulge * bulge) / (4.0 * bulge.abs());
        data += &match *bulge {
            0.0 => format!("L{} {}", to.x, to.y),
            _ => format!("A{radius} {radius} 0 0 {} {} {}", u8::from(*bulge > 0.0), to.x, to.y),
        };
    }
    path(&(data + "Z"))
}

#[test]
fn tool_has_room_at_inside_corners_alone() {
    let plate = path("M-50 -30 H50 V30 H-50 Z M-20 -10 V10 H20 V-10 Z");
    let notched = path("M0 0 H40 V20 A10 10 0 0 1 20 20 V10 H0 Z");
    let radius = 3.0;
    let quarter = radius * radius * (0.5 * PI - 1.0);
    let half = 0.5 * PI * radius * radius;
    let cases = [
        (&plate, Relief::Dogbone, 4, 6000.0 - 800.0 - 4.0 * quarter),
        (&plate, Relief::LongEdge, 4, 6000.0 - 800.0 - 4.0 * half),
        (&plate, Relief::ShortEdge, 4, 6000.0 - 800.0 - 4.0 * half),
        (&notched, Relief::Dogbone, 1, area(&notched) - quarter),
    ];
    for (shape, relief, count, expected) in cases {
        // A mirror image has its corners inside too.
        for place in [Affine::IDENTITY, Affine::rotation(0.3) * Affine::scale(-1.0, 1.0)] {
            let circles = relief_circles(&[(shape, place)], radius, relief).unwrap().unwrap();
            assert_eq!(circles.len(), count, "{relief:?}");
            let tools: Vec<(&Shape, Affine)> = circles.iter().map(|it| (it, Affine::IDENTITY)).collect();
            let cut = combined_shapes(RegionOperation::Difference, &[(shape, place)], &tools, 0.01).unwrap();
            assert_near(total(&cut), expected);
        }
    }
    assert!(
        relief_circles(&[(&path("M0 0 H10 V10 H0 Z"), Affine::IDENTITY)], 1.0, Relief::Dogbone)
            .unwrap()
            .unwrap()
            .is_empty()
    );
    assert!(relief_circles(&[(&plate, Affine::IDENTITY)], 0.0, Relief::Dogbone).is_err());
}

#[test]
fn offset_by_exactly_half_an_arm_keeps_arcs() {
    let points = |list: &[[f64; 2]]| list.iter().map(|[x, y]| Point::new(*x, *y)).collect::<Vec<_>>();
    // At half of an arm's width the arm is a line; what is left ends in a cusp of an arc and a line.
    for (width, x, y) in [(40.0, 0.0, 0.0), (7.3, 11.1, -3.7), (1e-3, 5.0, 5.0), (1234.5, -7e3, 20.0)] {
        let ring = [[0.0, 0.0], [2.5, 0.0], [2.5, 1.5], [1.0, 1.5], [1.0, 3.0], [0.0, 3.0]];
        let ell =
            Shape::polygon(points(&ring.map(|[u, v]| [x + u * width, y + v * width])), Vec::new()).unwrap();
        for shape in [ell.mirrored(Axis::X, Point::new(x, y)), ell] {
            let region = ArcRegion::of(&[(&shape, Affine::IDENTITY)], 1e-4 * width).unwrap().unwrap();
            let style = OffsetStyle { tolerance: 1e-4 * width, ..ROUND };
            let inner = region.offset(-0.5 * width, &style).unwrap().expect("arcs are kept").into_shapes();
            let expected = (0.5 * 1.5 + 0.25 * (1.0 - 0.25 * PI)) * width * width;
            assert_eq!((inner.len(), radii(&inner[0]).len()), (1, 1), "{inner:?}");
            assert!((total(&inner) - expected).abs() <= 1e-9 * expected, "{} {expected}", total(&inner));
        }
    }
    // A hole and the outline meet in a line when both have moved by half of what is between them.
    for gap in [3.0, 2.6, 1.7] {
        let hole = [[gap, 9.0], [gap + 2.0, 9.0], [gap + 2.0, 11.0], [gap, 11.0]];
        let outline = [[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0]];
        let plate = Shape::polygon(points(&outline), vec![points(&hole)]).unwrap();
        let [inner] = grown(&[&plate], -0.5 * gap, OffsetJoin::Round).try_into().unwrap();
        assert_eq!(radii(&inner), [0.5 * gap; 4]);
        let half = 0.5 * gap;
        assert_near(area(&inner), (20.0 - gap).powi(2) - (4.0 + 8.0 * half + PI * half * half));
    }
    // Two arms that collapse at once, and a ring that falls apart into parts that touch in points.
    let cross = [
        [-1.0, -3.0],
        [1.0, -3.0],
        [1.0, -1.0],
        [3.0, -1.0],
        [3.0, 1.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [-1.0, 3.0],
    ];
    let rest = [[-1.0, 1.0], [-3.0, 1.0], [-3.0, -1.0], [-1.0, -1.0]];
    let plus = Shape::polygon(points(&[&cross[..], &rest[..]].concat()), Vec::new()).unwrap();
    let [star] = grown(&[&plus], -1.0, OffsetJoin::Round).try_into().unwrap();
    assert_eq!(radii(&star), [1.0; 4]);
    assert_near(area(&star), 4.0 - PI);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(4),
        ..ProptestConfig::default()
    })]

    #[test]
    fn convex_outline_offset_follows_steiner_formula(shape in rounded(), delta in 0.01..40.0_f64, turn in 0.0..7.0_f64) {
        let at = Affine::translation(30.0, -7.0) * Affine::rotation(turn);
        let region = ArcRegion::of(&[(&shape, at)], 0.01).unwrap().unwrap();
        let [grown] = region.offset(delta, &ROUND).unwrap().unwrap().into_shapes().try_into().unwrap();
        let expected = area(&shape) + delta * shape.length(&at) + PI * delta * delta;
        prop_assert!((area(&grown) - expected).abs() <= 1e-9 * expected, "{} {expected}", area(&grown));
        let length = shape.length(&at) + TAU * delta;
        prop_assert!((grown.length(&at) - length).abs() <= 1e-9 * length);
        let [back] = kept(&[&grown]).offset(-delta, &ROUND).unwrap().unwrap().into_shapes().try_into().unwrap();
        prop_assert!((area(&back) - area(&shape)).abs() <= 1e-8 * expected, "{} {}", area(&back), area(&shape));
    }

    #[test]
    fn arc_offset_agrees_with_straight_edges_and_cavalier_contours(corners in star(), delta in -8.0..8.0_f64, join in 0..3_usize) {
        let shape = bulged(&corners);
        let outline = shape.area_outline(&Affine::IDENTITY, 1e-4).unwrap().unwrap();
        let region = Region::of(std::slice::from_ref(&outline)).unwrap();
        let exact = kept(&[&shape]).into_shapes();
        // Arcs that bulge far enough cross their neighbours, which the reference does not take.
        prop_assume!(exact.len() == 1 && (total(&exact) - area(&shape)).abs() < 1e-9 * area(&shape));
        let join = [OffsetJoin::Round, OffsetJoin::Square, OffsetJoin::Miter][join];
        let style = OffsetStyle { join, tolerance: 1e-4, ..ROUND };
        let parts = kept(&[&shape]).offset(delta, &style).unwrap().expect("arcs are kept").into_shapes();
        let length: f64 = parts.iter().map(|part| part.length(&Affine::IDENTITY)).sum();
        if join == OffsetJoin::Round {
            let straight = region.offset(delta, &style).unwrap().area();
            prop_assert!((total(&parts) - straight).abs() <= 1e-3 * (1.0 + length), "{} {straight}", total(&parts));
            let mut pline = Polyline::new_closed();
            for (point, bulge) in &corners {
                pline.add(point.x, point.y, *bulge);
            }
            let reference: f64 = pline.parallel_offset(-delta).iter().map(PlineSource::area).sum();
            prop_assert!((total(&parts) - reference).abs() <= 1e-3 * (1.0 + reference), "{} {reference}", total(&parts));
        }
    }
}

/// Plates whose outlines touch when they are shrunk by half of the material between them, with that distance.
fn touching() -> Vec<(&'static str, Vec<Shape>, f64)> {
    let plate = |around: Shape, holes: Vec<Shape>, turn: f64, size: f64| {
        let place = Affine::rotation(turn) * Affine::scale(size, size);
        let holes: Vec<(&Shape, Affine)> = holes.iter().map(|hole| (hole, place)).collect();
        combined_shapes(RegionOperation::Difference, &[(&around, place)], &holes, 0.01).unwrap()
    };
    let circle = |x, y, radius| Shape::circle(x, y, radius).unwrap();
    let mut all = Vec::new();
    for (turn, size) in [(0.0, 1.0), (0.3, 1.0), (PI / 4.0, 1.0), (1.9, 0.1), (0.3, 25.4), (0.7, 0.03937)] {
        let disc = || circle(0.0, 0.0, 20.0);
        let rect = || Shape::rect(0.0, 0.0, 40.0, 30.0).unwrap();
        all.push(("eccentric ring", plate(disc(), vec![circle(8.0, 0.0, 6.0)], turn, size), 3.0 * size));
        all.push(("bore at an edge", plate(rect(), vec![circle(10.0, 0.0, 6.0)], turn, size), 2.0 * size));
        let bores = vec![circle(-6.0, 0.0, 3.0), circle(6.0, 0.0, 3.0)];
        all.push(("two bores", plate(rect(), bores, turn, size), 3.0 * size));
        let pair = vec![circle(-7.0, 0.0, 4.0), circle(9.0, 2.0, 4.0)];
        let apart = 16.0_f64.hypot(2.0) - 8.0;
        all.push(("two bores in a disc", plate(disc(), pair, turn, size), 0.5 * apart * size));
        all.push(("crescent", plate(disc(), vec![circle(25.0, 0.0, 20.0)], turn, size), 11.0 * size));
    }
    all
}

#[test]
fn outlines_that_touch_when_they_shrink_keep_their_arcs() {
    for (name, shapes, delta) in touching() {
        let shapes: Vec<&Shape> = shapes.iter().collect();
        let size = delta;
        let mut least = f64::INFINITY;
        for share in [-1e-4, -1e-5, -1e-7, -1e-9, 0.0, 1e-9, 1e-7, 1e-5, 1e-4] {
            let delta = delta * (1.0 + share);
            let parts = grown(&shapes, -delta, OffsetJoin::Round);
            for part in &parts {
                // Each outline has few sides; chords would be dozens.
                let sides = part.to_path().segments().count();
                assert!(sides < 20, "{name} shrunk by {delta}: a {} of {sides} sides", part.kind());
            }
            // What is shrunk by more is less, by a strip along all outlines at most.
            let own = total(&parts);
            let strip = 3e-4 * size * shapes.iter().map(|it| it.length(&Affine::IDENTITY)).sum::<f64>();
            let is_in_order =
                own <= least + 1e-9 * size * size && (least.is_infinite() || own >= least - strip);
            assert!(is_in_order, "{name} shrunk by {delta}: {own} after {least}");
            least = own;
        }
    }
}
