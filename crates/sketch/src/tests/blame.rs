//! Sketches whose constraints contradict each other, with the fewest that do.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

use super::super::Constraint::*;
use super::*;

#[track_caller]
fn assert_blamed(sketch: &Sketch, expected: &[usize]) {
    match sketch.solve() {
        Outcome::Conflict(sets) => assert_eq!(sets, [expected.to_vec()]),
        Outcome::Solved(solution) => panic!("solved: {:?}", solution.points),
    }
}

#[test]
fn two_lengths_of_one_line() {
    let mut sketch = Sketch::new();
    let Box4 { lines: l, .. } = rough_box(&mut sketch);
    add(&mut sketch, &[Horizontal(l[0]), Length(l[0], 40.0), Vertical(l[1]), Length(l[0], 50.0)]);
    assert_blamed(&sketch, &[1, 3]);
}

#[test]
fn two_places_of_one_point() {
    let mut sketch = Sketch::new();
    let p = sketch.point(0.0, 0.0);
    add(&mut sketch, &[FixedAt(p, [0.0, 0.0]), FixedAt(p, [1.0, 0.0])]);
    assert_blamed(&sketch, &[0, 1]);
}

#[test]
fn horizontal_and_vertical_line_of_a_length() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(3.0, 1.0));
    let line = sketch.line(a, b);
    add(&mut sketch, &[Fixed(a), Horizontal(line), Length(line, 3.0), Vertical(line)]);
    assert_blamed(&sketch, &[1, 2, 3]);
}

#[test]
fn triangle_with_a_side_longer_than_the_others_together() {
    let mut sketch = Sketch::new();
    let (a, b, c) = (sketch.point(0.0, 0.0), sketch.point(10.0, 0.0), sketch.point(4.0, 5.0));
    add(&mut sketch, &[Fixed(a), Distance(a, b, 10.0), Distance(b, c, 10.0), Distance(a, c, 50.0)]);
    assert_blamed(&sketch, &[1, 2, 3]);
}

#[test]
fn opposite_sides_of_a_rectangle_differ() {
    let mut sketch = Sketch::new();
    let Box4 { lines: l, points: p } = rough_box(&mut sketch);
    add(&mut sketch, &[Fixed(p[0]), Horizontal(l[0]), Horizontal(l[2]), Vertical(l[1]), Vertical(l[3])]);
    add(
        &mut sketch,
        &[Length(l[1], 5.0), HorizontalDistance(p[0], p[1], 8.0), HorizontalDistance(p[3], p[2], 9.0)],
    );
    assert_blamed(&sketch, &[3, 4, 6, 7]);
}

#[test]
fn radius_against_diameter() {
    let mut sketch = Sketch::new();
    let center = sketch.point(0.0, 0.0);
    let circle = sketch.circle(center, 4.0);
    add(&mut sketch, &[Fixed(center), Radius(circle, 4.0), Diameter(circle, 9.0)]);
    assert_blamed(&sketch, &[1, 2]);
}

#[test]
fn equal_circles_of_two_radii() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(20.0, 0.0));
    let (one, other) = (sketch.circle(a, 4.0), sketch.circle(b, 4.0));
    add(&mut sketch, &[Radius(one, 4.0), Fixed(a), Radius(other, 5.0), Fixed(b), Equal(one, other)]);
    assert_blamed(&sketch, &[0, 2, 4]);
}

#[test]
fn parallel_lines_at_a_right_angle() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(10.0, 1.0));
    let (c, d) = (sketch.point(0.0, 5.0), sketch.point(8.0, 9.0));
    let (one, other) = (sketch.line(a, b), sketch.line(c, d));
    add(
        &mut sketch,
        &[Length(one, 10.0), Parallel(one, other), Length(other, 9.0), Perpendicular(one, other)],
    );
    assert_blamed(&sketch, &[1, 3]);
}

#[test]
fn angles_of_a_triangle_do_not_add_up() {
    let mut sketch = Sketch::new();
    let p = [(0.0, 0.0), (10.0, 0.0), (5.0, 8.0)].map(|(x, y)| sketch.point(x, y));
    let l = [0, 1, 2].map(|at| sketch.line(p[at], p[(at + 1) % 3]));
    add(
        &mut sketch,
        &[Fixed(p[0]), Length(l[0], 10.0), Angle(l[0], l[2], FRAC_PI_3), Angle(l[0], l[1], FRAC_PI_3)],
    );
    add(&mut sketch, &[Angle(l[1], l[2], FRAC_PI_2)]);
    assert_blamed(&sketch, &[2, 3, 4]);
}

#[test]
fn point_on_a_circle_at_another_distance() {
    let mut sketch = Sketch::new();
    let (center, p) = (sketch.point(0.0, 0.0), sketch.point(5.0, 1.0));
    let circle = sketch.circle(center, 5.0);
    add(
        &mut sketch,
        &[Fixed(center), Radius(circle, 5.0), PointOnCurve(p, circle), Distance(center, p, 7.0)],
    );
    assert_blamed(&sketch, &[1, 2, 3]);
}

#[test]
fn coincident_points_at_a_distance() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(5.0, 1.0));
    add(&mut sketch, &[Coincident(a, b), Fixed(a), Distance(a, b, 2.0)]);
    assert_blamed(&sketch, &[0, 2]);
}

#[test]
fn circle_that_is_too_small_touches_both_sides() {
    let mut sketch = Sketch::new();
    let p = [(0.0, 0.0), (20.0, 0.0), (0.0, 10.0), (20.0, 10.0)].map(|(x, y)| sketch.point(x, y));
    let (low, high) = (sketch.line(p[0], p[1]), sketch.line(p[2], p[3]));
    let center = sketch.point(9.0, 5.5);
    let circle = sketch.circle(center, 4.0);
    add(&mut sketch, &[FixedCurve(low), FixedCurve(high), Tangent(low, circle), Tangent(high, circle)]);
    add(&mut sketch, &[Radius(circle, 4.0)]);
    assert_blamed(&sketch, &[0, 1, 2, 3, 4]);
}

#[test]
fn midpoint_that_is_off_the_middle() {
    let mut sketch = Sketch::new();
    let (a, b, m) = (sketch.point(0.0, 0.0), sketch.point(10.0, 0.0), sketch.point(5.0, 0.0));
    let line = sketch.line(a, b);
    add(&mut sketch, &[Horizontal(line), HorizontalDistance(a, b, 10.0), Midpoint(m, line)]);
    add(&mut sketch, &[HorizontalDistance(a, m, 4.0)]);
    assert_blamed(&sketch, &[1, 2, 3]);
}

#[test]
fn chain_of_distances_that_is_longer_than_its_whole() {
    let mut sketch = Sketch::new();
    let p: Vec<PointId> = (0..5).map(|at| sketch.point(f64::from(at) * 10.0, 0.0)).collect();
    for pair in p.windows(2) {
        add(&mut sketch, &[HorizontalDistance(pair[0], pair[1], 10.0)]);
    }
    add(&mut sketch, &[HorizontalDistance(p[1], p[4], 31.0)]);
    assert_blamed(&sketch, &[1, 2, 3, 4]);
}

#[test]
fn symmetric_points_at_different_distances_from_the_axis() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(0.0, 10.0));
    let axis = sketch.line(a, b);
    let (p, q) = (sketch.point(-4.0, 5.0), sketch.point(4.0, 5.0));
    add(&mut sketch, &[FixedCurve(axis), DistanceToLine(p, axis, 4.0), Symmetric(p, q, axis)]);
    add(&mut sketch, &[DistanceToLine(q, axis, 5.0)]);
    assert_blamed(&sketch, &[1, 2, 3]);
}

#[test]
fn concentric_circles_that_touch_with_two_radii() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(1.0, 0.0));
    let (one, other) = (sketch.circle(a, 5.0), sketch.circle(b, 3.0));
    add(
        &mut sketch,
        &[Fixed(a), Radius(one, 5.0), Radius(other, 3.0), Tangent(one, other), Concentric(one, other)],
    );
    assert_blamed(&sketch, &[1, 2, 3, 4]);
}

#[test]
fn fixed_line_against_a_length() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(10.0, 0.0));
    let line = sketch.line(a, b);
    add(&mut sketch, &[Length(line, 12.0), FixedCurve(line)]);
    assert_blamed(&sketch, &[0, 1]);
}

#[test]
fn conflict_in_a_large_sketch_is_two_constraints() {
    let mut sketch = Sketch::new();
    let points: Vec<PointId> =
        (0..=40).map(|at| sketch.point(f64::from(at), 0.1 * f64::from(at % 3))).collect();
    let lines: Vec<CurveId> = points.windows(2).map(|pair| sketch.line(pair[0], pair[1])).collect();
    add(&mut sketch, &[Fixed(points[0])]);
    for line in &lines {
        add(&mut sketch, &[Horizontal(*line), Length(*line, 1.0)]);
    }
    add(&mut sketch, &[Length(lines[20], 1.5)]);
    assert_blamed(&sketch, &[42, 81]);
}

#[test]
fn two_conflicts_are_two_sets() {
    let mut sketch = Sketch::new();
    let Box4 { lines: l, .. } = rough_box(&mut sketch);
    add(&mut sketch, &[Length(l[0], 4.0), Length(l[0], 5.0), Length(l[1], 6.0), Length(l[1], 7.0)]);
    assert_eq!(sketch.solve(), Outcome::Conflict(vec![vec![0, 1], vec![2, 3]]));
}
