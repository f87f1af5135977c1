//! The problems of the folder `test_cases` of ezpz (`KittyCAD`, MIT), with its figures: places that are roughly right, constraints,
//! and what its own tests expect. Where a sketch of ours says something in another way, a comment says how.

use std::f64::consts::{FRAC_PI_2, PI};

use super::super::Constraint::{self, *};
use super::kept::{apart, solved_to};
use super::*;

/// The greatest error of a constraint.
const EXACT: f64 = 1e-9;

/// A sketch with a fixed origin, which coordinates are counted from.
struct Roughly {
    sketch: Sketch,
    origin: PointId,
}

impl Roughly {
    fn new() -> Roughly {
        let mut sketch = Sketch::new();
        let origin = sketch.point(0.0, 0.0);
        add(&mut sketch, &[Fixed(origin)]);
        Roughly { sketch, origin }
    }

    fn points<const COUNT: usize>(&mut self, places: [(f64, f64); COUNT]) -> [PointId; COUNT] {
        places.map(|(x, y)| self.sketch.point(x, y))
    }

    fn x(&self, point: PointId, value: f64) -> Constraint {
        HorizontalDistance(self.origin, point, value)
    }

    fn y(&self, point: PointId, value: f64) -> Constraint {
        VerticalDistance(self.origin, point, value)
    }

    fn solved(&mut self, constraints: &[Constraint]) -> Solution {
        solved_to(&mut self.sketch, constraints, EXACT)
    }
}

/// The points that can move, in the order in which they are drawn.
fn free_points(solved: &Solution) -> Vec<(PointId, bool, bool)> {
    let points = solved.free.iter().filter_map(|free| match *free {
        Free::Point { point, x, y } => Some((point, x, y)),
        Free::Size(_) => None,
    });
    points.collect()
}

#[test]
fn angle_parallel_and_angle_parallel_manual() {
    for by_angle in [false, true] {
        let mut case = Roughly::new();
        let [p0, p1, p2, p3] = case.points([(0.0, 0.0), (3.0, 3.0), (0.0, 0.0), (3.0, 3.0)]);
        let (one, other) = (case.sketch.line(p0, p1), case.sketch.line(p2, p3));
        let turn = if by_angle { Angle(one, other, 4.0 * PI) } else { Parallel(one, other) };
        let (length, x) = (32.0_f64.sqrt(), case.x(p1, 4.0));
        let at_origin = [FixedAt(p0, [0.0, 0.0]), FixedAt(p2, [0.0, 0.0])];
        let solved =
            case.solved(&[&at_origin[..], &[turn, Length(one, length), Length(other, length), x]].concat());
        assert_at(&solved, p1, [4.0, 4.0]);
        assert_at(&solved, p3, [4.0, 4.0]);
        assert_eq!(solved.freedom, 0);
    }
}

#[test]
fn arc_center_point_coincident_and_arc_line_coincident_bug() {
    // Three problems: the second is the first with other guesses, the third is the second without a point on the arc.
    let first = [(4.41, 3.68), (0.55, -3.31), (-1.16, -2.63), (-6.71, -2.8), (2.25, -3.99), (1.43, -1.71)];
    let second = [(4.32, 3.72), (1.06, -3.26), (-2.32, -2.96), (-7.01, -2.77), (-1.44, -0.99), (2.49, -0.2)];
    for (places, on_arc, freedom) in [(first, true, 9), (second, true, 9), (second, false, 10)] {
        let mut case = Roughly::new();
        let [start3, end3, start4, end4, a, b] = case.points(places);
        let [center] = case.points([places[1]]);
        let line3 = case.sketch.line(start3, end3);
        case.sketch.line(start4, end4);
        let arc = case.sketch.arc(center, a, b);
        let mut constraints = vec![Coincident(center, end3), DistanceToLine(b, line3, 0.0)];
        if on_arc {
            constraints.push(PointOnCurve(start4, arc));
        }
        assert_eq!(case.solved(&constraints).freedom, freedom);
    }
}

#[test]
fn arc_equidistant_and_arc_radius() {
    for (end, radius) in [((5.0, 0.0), None), ((4.0, 0.0), Some(5.0))] {
        let mut case = Roughly::new();
        let [p, center, a, b] = case.points([(4.0, 3.0), (0.1, 0.2), (0.0, 4.0), end]);
        // Its arcs run from a to b clockwise.
        let arc = case.sketch.arc(center, b, a);
        let mut constraints = vec![case.x(center, 0.0), case.y(center, 0.0)];
        constraints.extend(radius.map(|radius| Radius(arc, radius)));
        let solved = case.solved(&constraints);
        assert_at(&solved, center, [0.0, 0.0]);
        let free: Vec<PointId> = free_points(&solved).into_iter().map(|(point, ..)| point).collect();
        assert_eq!(free, [p, a, b]);
    }
}

#[test]
fn arc_length() {
    // We have no length of an arc; with the radius 5 it is the quarter of a turn between two lines from the centre.
    let mut case = Roughly::new();
    let [center, a, b] = case.points([(0.0, 0.0), (0.0, 5.0), (5.0, 0.0)]);
    let arc = case.sketch.arc(center, b, a);
    let (one, other) = (case.sketch.line(center, b), case.sketch.line(center, a));
    let constraints = [case.x(center, 0.0), case.y(center, 0.0), Radius(arc, 5.0)];
    let turn = Angle(one, other, 7.853_981_633_974_483 / 5.0);
    let solved = case.solved(&[&constraints[..], &[turn]].concat());
    let SolvedCurve::Arc { start, end, radius, .. } = solved.curves[arc.0] else { panic!() };
    assert_near(radius * (end - start), 5.0 * FRAC_PI_2);
}

#[test]
fn chamfer_square() {
    let mut case = Roughly::new();
    let [a, b, c, d, e] = case.points([(0.0, 10.0), (10.0, 10.0), (10.0, 5.0), (10.0, 0.0), (0.1, 0.1)]);
    let [ab, _, cd, de, ea] =
        [(a, b), (b, c), (c, d), (d, e), (e, a)].map(|(from, to)| case.sketch.line(from, to));
    let solved = case.solved(&[
        Vertical(ea),
        FixedAt(e, [0.0, 0.0]),
        Distance(c, d, 30.0),
        Distance(d, e, 40.0),
        Horizontal(de),
        Horizontal(ab),
        Vertical(cd),
        Equal(de, ea),
        Equal(ab, cd),
    ]);
    let expected =
        [(a, [0.0, 40.0]), (b, [30.0, 40.0]), (c, [40.0, 30.0]), (d, [40.0, 0.0]), (e, [0.0, 0.0])];
    expected.into_iter().for_each(|(point, place)| assert_at(&solved, point, place));
    assert_eq!(solved.freedom, 0);
}

#[test]
fn circle_and_circle_center() {
    for (radius, p_at, center_at) in [(3.4, [5.0, 5.0], [0.1, 0.2]), (1.0, [0.0, 0.0], [0.0, 0.0])] {
        let mut case = Roughly::new();
        let [p, center] = case.points([(4.0, 3.0), (0.1, 0.2)]);
        let circle = case.sketch.circle(center, 39.0);
        let constraints = [case.x(center, center_at[0]), case.y(center, center_at[1])];
        let solved = case.solved(&[&constraints[..], &[Radius(circle, radius), FixedAt(p, p_at)]].concat());
        assert_at(&solved, center, center_at);
        assert_near(radius_of(&solved, circle), radius);
        assert_eq!(solved.freedom, 0);
    }
}

#[test]
fn circle_tangent_and_circle_tangent_other_dir() {
    for is_reversed in [false, true] {
        let mut case = Roughly::new();
        let [p, q, center] = case.points([(0.1, 3.1), (4.9, 2.9), (2.5, 1.4)]);
        let circle = case.sketch.circle(center, 2.0);
        let line = if is_reversed { case.sketch.line(q, p) } else { case.sketch.line(p, q) };
        let x = case.x(center, 2.5);
        let ends = [FixedAt(p, [0.0, 3.0]), FixedAt(q, [5.0, 3.0])];
        let solved = case.solved(&[&ends[..], &[Radius(circle, 1.5), Tangent(line, circle), x]].concat());
        assert_at(&solved, center, [2.5, 1.5]);
        assert_eq!(solved.freedom, 0);
    }
}

#[test]
fn coincident_midpoint_and_symmetric() {
    let mut case = Roughly::new();
    let [p, q] = case.points([(10.0, 4.0), (5.0, 6.0)]);
    let solved = case.solved(&[FixedAt(p, [3.0, 3.0]), Coincident(p, q)]);
    assert_at(&solved, q, [3.0, 3.0]);

    let mut case = Roughly::new();
    let [p, q, m] = case.points([(0.0, 0.0), (2.0, 3.0), (0.7, 0.7)]);
    let line = case.sketch.line(p, q);
    let solved = case.solved(&[Midpoint(m, line), FixedAt(p, [0.0, 0.0]), FixedAt(q, [2.0, 3.0])]);
    assert_at(&solved, m, [1.0, 1.5]);

    let mut case = Roughly::new();
    let [p, q, a, b] = case.points([(0.1, 0.1), (2.1, 2.0), (0.0, 1.9), (1.9, 0.0)]);
    let line = case.sketch.line(p, q);
    let ends = [FixedAt(p, [0.0, 0.0]), FixedAt(q, [2.0, 2.0])];
    let solved = case.solved(&[&ends[..], &[FixedAt(a, [0.5, 0.4]), Symmetric(a, b, line)]].concat());
    assert_at(&solved, b, [0.4, 0.5]);
    assert_eq!(solved.freedom, 0);
}

#[test]
fn inconsistent() {
    let mut case = Roughly::new();
    let [p, o] = case.points([(1.0, 1.0), (0.0, 0.0)]);
    add(&mut case.sketch, &[FixedAt(o, [0.0, 0.0]), FixedAt(p, [1.0, 4.0]), FixedAt(p, [4.0, 1.0])]);
    // The origin is constraint 0.
    assert_eq!(case.sketch.solve(), Outcome::Conflict(vec![vec![2, 3]]));
}

#[test]
fn massive_parallel_system() {
    let mut case = Roughly::new();
    let mut constraints = Vec::new();
    let mut points = Vec::new();
    for line in 0..600 {
        let at = f64::from(line);
        let [a, b] = case.points([(2.0 * at, 2.0 * at), (2.0 * at + 1.0, 2.0 * at + 1.0)]);
        constraints.extend([VerticalPoints(a, b), case.x(a, at), case.y(a, 0.0), case.y(b, 4.0)]);
        points.push((b, [at, 4.0]));
    }
    let solved = case.solved(&constraints);
    points.into_iter().for_each(|(point, place)| assert_at(&solved, point, place));
    assert_eq!((solved.freedom, solved.redundant.len()), (0, 0));
}

#[test]
fn nonsquare_and_tiny() {
    let mut case = Roughly::new();
    let [p, q] = case.points([(3.0, 4.0), (5.0, 6.0)]);
    let places = [case.x(p, 0.0), case.y(p, 0.0), case.x(q, 0.0), case.y(q, 0.0)];
    let solved = case.solved(&[&places[..], &[VerticalPoints(p, q), HorizontalPoints(p, q)]].concat());
    assert_at(&solved, q, [0.0, 0.0]);
    assert_eq!((solved.freedom, solved.redundant), (0, vec![5, 6]));

    let mut case = Roughly::new();
    let [p, q] = case.points([(3.0, 4.0), (5.0, 6.0)]);
    let places = [case.x(p, 0.0), case.y(p, 0.0), case.y(q, 0.0)];
    let solved = case.solved(&[&places[..], &[VerticalPoints(p, q)]].concat());
    assert_at(&solved, q, [0.0, 0.0]);
    assert_eq!(solved.freedom, 0);
}

#[test]
fn parallelogram_and_square() {
    let places = [(3.0, 4.0), (5.0, 6.0), (3.0, 5.0), (5.0, 8.0)];
    let mut case = Roughly::new();
    let [a, b, c, d] = case.points(places);
    let [ab, cd, bd, ac] = [(a, b), (c, d), (b, d), (a, c)].map(|(from, to)| case.sketch.line(from, to));
    let y = case.y(b, 4.0);
    let solved = case.solved(&[
        Equal(ab, cd),
        Equal(bd, ac),
        Parallel(ab, cd),
        Vertical(ab),
        Vertical(cd),
        FixedAt(a, [0.0, 0.0]),
        y,
    ]);
    let free: Vec<PointId> = free_points(&solved).into_iter().map(|(point, ..)| point).collect();
    assert_eq!(free, [c, d]);

    let mut case = Roughly::new();
    let [a, b, c, d] = case.points(places);
    let [ab, cd, bc, da] = [(a, b), (c, d), (b, c), (d, a)].map(|(from, to)| case.sketch.line(from, to));
    let solved = case.solved(&[
        Equal(ab, cd),
        Equal(bc, da),
        Horizontal(ab),
        Vertical(bc),
        Parallel(ab, cd),
        Parallel(bc, da),
        FixedAt(a, [0.0, 0.0]),
        FixedAt(c, [4.0, 4.0]),
    ]);
    assert_at(&solved, b, [4.0, 0.0]);
    assert_at(&solved, d, [0.0, 4.0]);
    assert_eq!(solved.freedom, 0);
}

#[test]
fn parc_coincident() {
    let mut case = Roughly::new();
    let [p, center, a, b] = case.points([(4.0, 3.0), (0.1, 0.2), (0.0, 4.0), (4.0, 0.0)]);
    let arc = case.sketch.arc(center, b, a);
    let places = [case.x(center, 0.0), case.y(center, 0.0)];
    let solved = case.solved(&[&places[..], &[Radius(arc, 5.0), PointOnCurve(p, arc)]].concat());
    assert_near(apart(solved.points[p.0], [0.0, 0.0]), 5.0);
}

#[test]
fn perpdist_and_perpdist_negative() {
    // Its negative distance is on the right of the line; with us the drawing says the side.
    for (drawn, side) in [((1.0, 1.0), 1.0), ((1.1, 0.9), -1.0)] {
        let mut case = Roughly::new();
        let [p, q, a] = case.points([(0.1, 0.1), (2.1, 2.0), drawn]);
        let line = case.sketch.line(p, q);
        let ends = [FixedAt(p, [0.0, 0.0]), FixedAt(q, [2.0, 3.0])];
        let solved = case.solved(&[&ends[..], &[DistanceToLine(a, line, 1.0)]].concat());
        let [x, y] = solved.points[a.0];
        assert!(side * (2.0 * y - 3.0 * x) > 0.0, "{x} {y}");
        assert_eq!(free_points(&solved), [(a, true, true)]);
    }
}

#[test]
fn perpendicular() {
    let mut case = Roughly::new();
    let [p0, p1, p2, p3] = case.points([(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]);
    let (one, other) = (case.sketch.line(p0, p1), case.sketch.line(p2, p3));
    let x = case.x(p3, 4.0);
    let places = [FixedAt(p0, [0.0, 0.0]), FixedAt(p1, [0.0, 4.0]), FixedAt(p2, [0.0, 0.0])];
    let solved = case.solved(&[&places[..], &[x, Perpendicular(one, other)]].concat());
    assert_at(&solved, p3, [4.0, 0.0]);
    assert_eq!(solved.freedom, 0);
}

#[test]
fn two_rectangles() {
    let mut case = Roughly::new();
    let boxes = [
        ([(1.0, 1.0), (4.5, 1.5), (4.0, 3.5), (1.5, 3.0)], [1.0, 1.0], 3.0),
        ([(2.0, 2.0), (5.5, 3.5), (5.0, 4.5), (2.5, 4.0)], [2.0, 2.0], 4.0),
    ];
    for (places, corner, height) in boxes {
        let [a, b, c, d] = case.points(places);
        let solved = case.solved(&[
            FixedAt(a, corner),
            HorizontalPoints(a, b),
            HorizontalPoints(c, d),
            VerticalPoints(b, c),
            VerticalPoints(d, a),
            Distance(a, b, 4.0),
            Distance(a, d, height),
        ]);
        assert_at(&solved, c, [corner[0] + 4.0, corner[1] + height]);
        assert_eq!(solved.freedom, 0);
    }
}

#[test]
fn underconstrained_and_underdetermined_lines() {
    let mut case = Roughly::new();
    let [p, q] = case.points([(1.0, 1.0), (4.0, -2.0)]);
    let solved = case.solved(&[FixedAt(q, [0.0, 0.0])]);
    assert_at(&solved, p, [1.0, 1.0]);
    assert_eq!(free_points(&solved), [(p, true, true)]);

    let mut case = Roughly::new();
    let [p0, p1, p2] = case.points([(0.0, 0.0), (0.0, 3.2), (4.0, 4.0)]);
    let solved = case.solved(&[
        FixedAt(p0, [0.0, 0.0]),
        HorizontalPoints(p0, p1),
        Distance(p0, p1, 4.0),
        VerticalPoints(p1, p2),
    ]);
    // Drawn above the origin, the second point may go to either side.
    let [x, y] = solved.points[p1.0];
    assert_eq!((x.abs(), y), (4.0, 0.0));
    assert_eq!(free_points(&solved), [(p2, false, true)]);
}
