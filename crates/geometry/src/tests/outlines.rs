//! Corners, cuts, lines with a width and splines, against what they are by definition.

use std::f64::consts::{FRAC_PI_2, PI};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

use super::*;
use crate::{CornerCut, CutFailure, FillRule, Justify, LineCap, OffsetJoin, OffsetStyle, Wire, thickened};

fn wire(data: &str) -> Wire {
    let Some(wire) = Wire::all_of(&Shape::path(data).unwrap(), &Affine::IDENTITY).into_iter().next() else {
        panic!()
    };
    wire
}

fn area(shape: &Shape) -> f64 {
    crate::covered_area(&[(shape, Affine::IDENTITY)], 1e-6).unwrap()
}

fn shape_of(wire: Wire) -> Shape {
    Wire::shape_of(vec![wire], FillRule::NonZero)
}

#[track_caller]
fn assert_near(left: f64, right: f64) {
    assert!((left - right).abs() <= 1e-9 * right.abs().max(1.0), "{left} is not {right}");
}

#[test]
fn fillets_of_rectangle_are_quarter_circles() {
    let rect = Wire::all_of(&Shape::rect(5.0, 3.0, 40.0, 20.0).unwrap(), &Affine::IDENTITY).remove(0);
    let rounded = shape_of(rect.with_cut_corners(CornerCut::Fillet(6.0), None).unwrap());
    assert_near(area(&rounded), 40.0 * 20.0 - (4.0 - PI) * 36.0);
    assert_near(rounded.length(&Affine::IDENTITY), 2.0 * (28.0 + 8.0) + 2.0 * PI * 6.0);
    // Two corners use up a side, and four of a square are a circle.
    let square = Wire::all_of(&Shape::rect(0.0, 0.0, 20.0, 20.0).unwrap(), &Affine::IDENTITY).remove(0);
    let Shape::Circle { radius, .. } =
        shape_of(square.with_cut_corners(CornerCut::Fillet(10.0), None).unwrap())
    else {
        panic!("not a circle")
    };
    assert_near(radius, 10.0);
    let error = rect.with_cut_corners(CornerCut::Fillet(10.5), None).unwrap_err();
    assert!((error.largest - 10.0).abs() < 1e-6, "{error:?}");
    let chamfered = shape_of(rect.with_cut_corners(CornerCut::Chamfer(4.0), Some(&[0])).unwrap());
    assert_near(area(&chamfered), 800.0 - 8.0);
}

#[test]
fn fillets_touch_arcs_and_curves_on_both_sides() {
    for data in [
        "M 0 0 H 60 A 40 40 0 0 1 20 40 V 20 Z",
        "M 0 0 H 60 A 60 60 0 0 0 20 40 Z",
        "M 0 0 C 20 -20 40 20 60 0 L 50 50 A 50 30 20 0 1 0 40 Z",
        "M 0 0 A 30 30 0 0 1 50 0 A 40 40 0 0 0 50 60 L 0 60 Z",
    ] {
        let sharp = wire(data);
        let count = sharp.corners().len();
        let rounded = sharp.with_cut_corners(CornerCut::Fillet(2.5), None).unwrap();
        assert!(rounded.corners().is_empty(), "{data}: {:?}", rounded.corners());
        let arcs = rounded
            .curves
            .iter()
            .filter(|curve| curve.circle().is_some_and(|(_, radius, _)| (radius - 2.5).abs() < 1e-9));
        assert_eq!(arcs.count(), count, "{data}");
        // It stays within the old outline where that turns to the left, and joins without gaps.
        for pair in rounded.curves.windows(2) {
            assert!(pair[0].to.distance_to(pair[1].from) < 1e-9);
            assert!(pair[0].at(1.0).distance_to(pair[0].beyond(1.0)) < 1e-8, "{data}");
        }
    }
}

#[test]
fn lines_are_cut_where_others_cross_them() {
    let circle = Wire::all_of(&Shape::circle(0.0, 0.0, 10.0).unwrap(), &Affine::IDENTITY).remove(0);
    let across = wire("M -20 6 H 20");
    let kept = circle.trimmed(std::slice::from_ref(&across), Point::new(0.0, 10.0)).unwrap();
    let Shape::Arc { radius, start, end, .. } = shape_of(kept[0].clone()) else { panic!() };
    assert_near(radius, 10.0);
    assert_near(end - start, PI + 2.0 * 0.6_f64.asin());
    let beam = wire("M -20 0 H 20");
    let kept = beam.trimmed(std::slice::from_ref(&circle), Point::new(1.0, 1.0)).unwrap();
    assert_eq!(kept.iter().map(|part| part.length().round()).collect::<Vec<_>>(), [10.0, 10.0]);
    let kept = beam.trimmed(std::slice::from_ref(&circle), Point::new(-19.0, 0.0)).unwrap();
    assert_eq!(
        shape_of(kept[0].clone()),
        Shape::line(vec![[-10.0, 0.0].into(), [20.0, 0.0].into()]).unwrap()
    );
    assert_eq!(beam.trimmed(&[wire("M 0 5 V 9")], Point::ORIGIN), Err(CutFailure::NoMeeting));
    let parts = circle.split(&circle.meetings(&[wire("M -20 0 H 20"), wire("M 0 -20 V 20")]));
    assert_eq!(parts.len(), 4);
    parts.iter().for_each(|part| assert_near(part.length(), 10.0 * FRAC_PI_2));
}

#[test]
fn long_line_meets_many_others_once_at_each_place() {
    // A line up and down 200 times over rings and bars, one of which passes through its corners.
    let corners: Vec<Point> =
        (0..=200).map(|index| Point::new(f64::from(index), f64::from(index % 2) * 10.0)).collect();
    let zigzag = Wire::all_of(&Shape::line(corners).unwrap(), &Affine::IDENTITY).remove(0);
    let mut others: Vec<Wire> = (0..60)
        .map(|index| {
            let ring = Shape::circle(f64::from(index) * 3.3, 5.0, 2.0).unwrap();
            Wire::all_of(&ring, &Affine::IDENTITY).remove(0)
        })
        .collect();
    others.extend([wire("M -5 10 H 205"), wire("M -5 3 H 205")]);
    let meetings = zigzag.meetings(&others);
    let on = |y: f64| meetings.iter().filter(|place| (place.point.y - y).abs() < 1e-9).count();
    assert_eq!((on(10.0), on(3.0)), (100, 200), "a corner counts once");
}

#[test]
fn ends_are_lengthened_to_the_first_meeting() {
    let wall = wire("M 30 -50 V 50");
    let line = wire("M -10 0 L 10 5").extended(std::slice::from_ref(&wall), None).unwrap();
    assert_eq!(shape_of(line), Shape::line(vec![[-10.0, 0.0].into(), [30.0, 10.0].into()]).unwrap());
    let arc = wire("M 0 0 A 20 20 0 0 1 20 20").extended(&[wire("M -50 30 H 50")], None).unwrap();
    let (end, _) = arc.at_length(f64::MAX);
    assert_near(end.y, 30.0);
    assert_near(end.distance_to(Point::new(0.0, 20.0)), 20.0);
    assert_eq!(wire("M 0 0 H 5").extended(&[wire("M -9 3 H 9")], None), Err(CutFailure::NoMeeting));
    assert_eq!(wire("M 0 0 H 5 V 5 Z").extended(&[wall], None), Err(CutFailure::Closed));
}

#[test]
fn lines_with_width_have_area_of_their_parts() {
    let style = OffsetStyle { join: OffsetJoin::Miter, miter_limit: 10.0, tolerance: 1e-3 };
    let round = OffsetStyle { join: OffsetJoin::Round, ..style };
    let thick = |data: &str, cap, justify, style: &OffsetStyle| -> f64 {
        thickened(&[wire(data)], 4.0, cap, justify, style).unwrap().iter().map(area).sum()
    };
    let corner = "M 0 0 H 30 V 20";
    assert_near(thick(corner, LineCap::Butt, Justify::Center, &style), 4.0 * 50.0);
    assert_near(thick(corner, LineCap::Square, Justify::Center, &style), 4.0 * 54.0);
    assert_near(thick(corner, LineCap::Round, Justify::Center, &round), 200.0 + 4.0 * PI - (4.0 - PI));
    assert_near(thick(corner, LineCap::Butt, Justify::Left, &style), 4.0 * 46.0);
    assert_near(thick(corner, LineCap::Butt, Justify::Right, &style), 4.0 * 54.0);
    let bend = "M 0 0 H 10 A 15 15 0 0 1 25 15 V 30";
    assert_near(thick(bend, LineCap::Butt, Justify::Center, &style), 4.0 * (25.0 + 15.0 * FRAC_PI_2));
    let ring = thickened(
        &Wire::all_of(&Shape::circle(0.0, 0.0, 10.0).unwrap(), &Affine::IDENTITY),
        4.0,
        LineCap::Butt,
        Justify::Center,
        &style,
    );
    assert_near(area(&ring.unwrap()[0]), PI * (144.0 - 64.0));
    let cross =
        thickened(&[wire("M -20 0 H 20"), wire("M 0 -20 V 20")], 4.0, LineCap::Butt, Justify::Center, &style);
    assert_near(area(&cross.unwrap()[0]), 2.0 * 160.0 - 16.0);
}

#[test]
fn circle_after_a_line_begins_where_the_line_ends() {
    let path = "M 20 30.5 L 20 25 A 5 5 0 0 0 15 30 A 5 5 0 0 0 20 35 A 5 5 0 0 0 25 30 A 5 5 0 0 0 20 25";
    let wires = Wire::all_of(&Shape::path(path).unwrap(), &Affine::IDENTITY);
    let wire = &wires[0];
    let turn = 10.0 * std::f64::consts::PI;
    assert!((wire.length() - 5.5 - turn).abs() < 1e-9);
    for (share, x, y) in [(0.0, 20.0, 25.0), (0.25, 15.0, 30.0), (0.5, 20.0, 35.0), (1.0, 20.0, 25.0)] {
        let (point, _) = wire.at_length(5.5 + share * turn);
        assert!(point.distance_to(Point::new(x, y)) < 1e-9, "{share}: {point:?}");
    }
}

#[test]
fn line_within_the_tolerance_of_joining_stays_a_line() {
    for points in [vec![[0.0, 0.0, 0.005, 0.0]], vec![[0.0, 0.0, 0.004, 0.0], [0.004, 0.0, 0.008, 0.001]]] {
        let wires: Vec<Wire> = points
            .iter()
            .flat_map(|[x, y, to_x, to_y]| {
                let line = Shape::line(vec![Point::new(*x, *y), Point::new(*to_x, *to_y)]).unwrap();
                Wire::all_of(&line, &Affine::IDENTITY)
            })
            .collect();
        let found = chained(&wires, 0.01);
        assert!(found.chains.iter().all(|chain| !chain.wire.is_closed()), "{points:?}");
    }
}

#[test]
fn ends_of_a_large_star_are_joined_in_the_order_of_straightness() {
    // A generator of its own, so that the directions are the same in each run.
    let mut state = 29_u64;
    let mut angle = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1_u64 << 24) as f64 * 2.0 * PI
    };
    for count in [63, 64, 65, 90, 151] {
        let ways: Vec<Point> = (0..count).map(|_| angle()).map(|it| Point::new(it.cos(), it.sin())).collect();
        let wires: Vec<Wire> = ways.iter().map(|way| wire(&format!("M 0 0 L {} {}", way.x, way.y))).collect();
        let mut rated: Vec<(f64, usize, usize)> = (0..count)
            .flat_map(|one| (one + 1..count).map(move |other| (one, other)))
            .map(|(one, other)| (ways[one].x * ways[other].x + ways[one].y * ways[other].y, one, other))
            .collect();
        rated.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut is_taken = vec![false; count];
        let mut expected: Vec<Vec<usize>> = Vec::new();
        for (_, one, other) in rated {
            if !is_taken[one] && !is_taken[other] {
                (is_taken[one], is_taken[other]) = (true, true);
                expected.push(vec![one, other]);
            }
        }
        expected.extend((0..count).filter(|it| !is_taken[*it]).map(|it| vec![it]));
        expected.sort();
        let mut found: Vec<Vec<usize>> =
            chained(&wires, 1e-9).chains.into_iter().map(|it| it.parts).collect();
        found.iter_mut().for_each(|parts| parts.sort_unstable());
        found.sort();
        assert_eq!(found, expected, "{count}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200, failure_persistence: None, rng_seed: RngSeed::Fixed(31), ..ProptestConfig::default()
    })]

    #[test]
    fn lines_between_outlines_leave_each_of_them_closed(
        sides in vec(3..8_usize, 1..6),
        // Each joins a corner of an outline, or of a line before it, with a place of its own or with a corner of the next outline.
        extra in vec((any::<Index>(), any::<bool>()), 0..8),
        order in vec(any::<u32>(), 60),
    ) {
        let mut lines: Vec<([Point; 2], Option<usize>)> = Vec::new();
        let mut corners: Vec<Point> = Vec::new();
        let mut first_corners: Vec<Point> = Vec::new();
        for (at, count) in sides.iter().enumerate() {
            let corner = |index: usize| {
                let angle = 2.0 * PI * (index % count) as f64 / *count as f64 + 0.3 * at as f64;
                Point::new(10.0 * at as f64 + angle.cos(), angle.sin())
            };
            lines.extend((0..*count).map(|side| ([corner(side), corner(side + 1)], Some(at))));
            corners.extend((0..*count).map(corner));
            first_corners.push(corner(0));
        }
        // Outlines are joined in their order and once, so that lines make no rings.
        let mut joined = 0;
        let own_corners = corners.clone();
        for (at, (from, is_to_next)) in extra.iter().enumerate() {
            if *is_to_next && joined + 1 < first_corners.len() {
                lines.push(([first_corners[joined], first_corners[joined + 1]], None));
                joined += 1;
            } else {
                let own = Point::new(3.0 * at as f64, 20.0 + at as f64);
                lines.push(([*from.get(if at % 2 == 0 { &own_corners } else { &corners }), own], None));
                corners.push(own);
            }
        }
        let mut shuffled: Vec<(u32, usize)> = (0..lines.len()).map(|at| (order[at % order.len()] ^ at as u32, at)).collect();
        shuffled.sort_unstable();
        let wires: Vec<Wire> = shuffled.iter().map(|(key, at)| {
            let [from, to] = lines[*at].0;
            let [from, to] = if key % 2 == 0 { [from, to] } else { [to, from] };
            wire(&format!("M {} {} L {} {}", from.x, from.y, to.x, to.y))
        }).collect();
        let mut found: Vec<Vec<Option<usize>>> = chained(&wires, 1e-9).chains.into_iter()
            .filter(|chain| chain.wire.is_closed())
            .map(|chain| chain.parts.iter().map(|part| lines[shuffled[*part].1].1).collect())
            .collect();
        found.sort();
        let expected: Vec<Vec<Option<usize>>> =
            sides.iter().enumerate().map(|(at, count)| vec![Some(at); *count]).collect();
        prop_assert_eq!(found, expected);
    }
}
