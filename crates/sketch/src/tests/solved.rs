//! Sketches with one right answer, from the drawn places.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, FRAC_PI_4, FRAC_PI_6, PI};

use super::super::Constraint::*;
use super::*;

#[test]
fn coincident_points_meet() {
    let mut sketch = Sketch::new();
    let (p, q) = (sketch.point(0.2, -0.1), sketch.point(3.0, 4.0));
    add(&mut sketch, &[FixedAt(p, [0.0, 0.0]), Coincident(p, q)]);
    assert_at(&solution(&sketch), q, [0.0, 0.0]);
}

#[test]
fn rectangle_has_width_and_height() {
    let mut sketch = Sketch::new();
    let Box4 { points: p, lines: l } = rough_box(&mut sketch);
    add(
        &mut sketch,
        &[
            FixedAt(p[0], [1.0, 1.0]),
            Horizontal(l[0]),
            Horizontal(l[2]),
            Vertical(l[1]),
            Vertical(l[3]),
            Length(l[0], 4.0),
            Length(l[1], 3.0),
        ],
    );
    let solved = solution(&sketch);
    for (point, expected) in p.into_iter().zip([[1.0, 1.0], [5.0, 1.0], [5.0, 4.0], [1.0, 4.0]]) {
        assert_at(&solved, point, expected);
    }
    assert_eq!((solved.freedom, solved.redundant.len()), (0, 0));
}

#[test]
fn two_rectangles_do_not_disturb_each_other() {
    let mut sketch = Sketch::new();
    for (corner, width, height) in [([1.0, 1.0], 4.0, 3.0), ([2.0, 2.0], 4.0, 4.0)] {
        let Box4 { points: p, lines: l } = rough_box(&mut sketch);
        add(&mut sketch, &[FixedAt(p[0], corner), Horizontal(l[0]), Horizontal(l[2])]);
        add(&mut sketch, &[Vertical(l[1]), Vertical(l[3]), HorizontalDistance(p[0], p[1], width)]);
        add(&mut sketch, &[VerticalDistance(p[1], p[2], height)]);
    }
    let solved = solution(&sketch);
    assert_at(&solved, PointId(2), [5.0, 4.0]);
    assert_at(&solved, PointId(6), [6.0, 6.0]);
}

#[test]
fn parallel_lines_by_angle_and_by_constraint() {
    for by_angle in [true, false] {
        let mut sketch = Sketch::new();
        let (a, b) = (sketch.point(0.1, 0.2), sketch.point(4.2, 3.7));
        let (c, d) = (sketch.point(0.0, 3.0), sketch.point(3.0, 4.0));
        let (one, other) = (sketch.line(a, b), sketch.line(c, d));
        add(&mut sketch, &[FixedAt(a, [0.0, 0.0]), FixedAt(b, [4.0, 4.0]), FixedAt(c, [0.0, 2.0])]);
        let turn = if by_angle { Angle(one, other, 0.0) } else { Parallel(one, other) };
        add(&mut sketch, &[turn, Length(other, 32.0_f64.sqrt())]);
        assert_at(&solution(&sketch), d, [4.0, 6.0]);
    }
}

#[test]
fn perpendicular_line_stands_up() {
    let mut sketch = Sketch::new();
    let (a, b, c) = (sketch.point(0.0, 0.0), sketch.point(4.0, 0.1), sketch.point(0.6, 3.0));
    let (one, other) = (sketch.line(a, b), sketch.line(a, c));
    add(&mut sketch, &[Fixed(a), FixedAt(b, [4.0, 0.0]), Perpendicular(one, other), Length(other, 4.0)]);
    assert_at(&solution(&sketch), c, [0.0, 4.0]);
}

#[test]
fn circle_has_radius_and_centre() {
    let mut sketch = Sketch::new();
    let center = sketch.point(0.1, 0.3);
    let circle = sketch.circle(center, 5.0);
    add(&mut sketch, &[FixedAt(center, [0.0, 0.0]), Radius(circle, 3.4)]);
    assert_near(radius_of(&solution(&sketch), circle), 3.4);
}

#[test]
fn diameter_is_twice_the_radius() {
    let mut sketch = Sketch::new();
    let center = sketch.point(0.0, 0.0);
    let circle = sketch.circle(center, 1.0);
    add(&mut sketch, &[Fixed(center), Diameter(circle, 12.5)]);
    assert_near(radius_of(&solution(&sketch), circle), 6.25);
}

#[test]
fn circle_touches_a_line_on_the_side_where_it_is_drawn() {
    for (drawn, expected) in [(1.4, 1.5), (4.4, 4.5)] {
        let mut sketch = Sketch::new();
        let (p, q) = (sketch.point(0.1, 3.1), sketch.point(4.9, 2.9));
        let line = sketch.line(p, q);
        let center = sketch.point(2.5, drawn);
        let circle = sketch.circle(center, 2.0);
        let origin = sketch.point(0.0, 0.0);
        add(&mut sketch, &[Fixed(origin), FixedAt(p, [0.0, 3.0]), FixedAt(q, [5.0, 3.0])]);
        add(
            &mut sketch,
            &[Tangent(line, circle), Radius(circle, 1.5), HorizontalDistance(origin, center, 2.5)],
        );
        assert_at(&solution(&sketch), center, [2.5, expected]);
    }
}

#[test]
fn circles_touch_from_outside_and_from_within() {
    for (drawn, expected) in [(7.5, 8.0), (1.7, 2.0)] {
        let mut sketch = Sketch::new();
        let (a, b) = (sketch.point(0.0, 0.0), sketch.point(drawn, 0.2));
        let (one, other) = (sketch.circle(a, 5.0), sketch.circle(b, 3.0));
        add(&mut sketch, &[Fixed(a), HorizontalPoints(a, b), Radius(one, 5.0), Radius(other, 3.0)]);
        add(&mut sketch, &[Tangent(one, other)]);
        assert_at(&solution(&sketch), b, [expected, 0.0]);
    }
}

#[test]
fn arc_runs_smoothly_into_a_line_that_it_shares_a_point_with() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(9.0, 0.3));
    let (center, end) = (sketch.point(10.4, 2.6), sketch.point(12.0, 3.2));
    let line = sketch.line(a, b);
    let arc = sketch.arc(center, b, end);
    add(&mut sketch, &[Fixed(a), Horizontal(line), Length(line, 10.0), Tangent(line, arc), Radius(arc, 3.0)]);
    add(&mut sketch, &[HorizontalPoints(center, end)]);
    let solved = solution(&sketch);
    assert_at(&solved, center, [10.0, 3.0]);
    assert_at(&solved, end, [13.0, 3.0]);
    assert_eq!(solved.freedom, 0);
}

#[test]
fn arc_runs_smoothly_into_another_arc() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(9.0, 0.5));
    let (start, meeting, end) = (sketch.point(0.2, -5.0), sketch.point(4.8, 0.3), sketch.point(9.0, -4.4));
    let first = sketch.arc(a, start, meeting);
    let second = sketch.arc(b, end, meeting);
    add(&mut sketch, &[Fixed(a), Radius(first, 5.0), Radius(second, 4.0), Tangent(first, second)]);
    add(&mut sketch, &[HorizontalPoints(a, b), VerticalPoints(a, start), VerticalPoints(b, end)]);
    let solved = solution(&sketch);
    assert_at(&solved, meeting, [5.0, 0.0]);
    assert_at(&solved, b, [9.0, 0.0]);
}

#[test]
fn slot_is_closed_by_two_arcs() {
    let mut sketch = Sketch::new();
    let (left, right) = (sketch.point(-10.0, 0.2), sketch.point(10.3, -0.1));
    let p = [(-10.0, -3.0), (10.0, -3.2), (10.2, 3.0), (-10.1, 2.8)].map(|(x, y)| sketch.point(x, y));
    let (low, high) = (sketch.line(p[0], p[1]), sketch.line(p[2], p[3]));
    let (end, begin) = (sketch.arc(right, p[1], p[2]), sketch.arc(left, p[3], p[0]));
    add(
        &mut sketch,
        &[FixedAt(left, [-10.0, 0.0]), HorizontalDistance(left, right, 20.0), HorizontalPoints(left, right)],
    );
    add(
        &mut sketch,
        &[Tangent(low, end), Tangent(low, begin), Tangent(high, end), Tangent(high, begin), Radius(end, 4.0)],
    );
    add(&mut sketch, &[Equal(end, begin)]);
    let solved = solution(&sketch);
    for (point, expected) in p.into_iter().zip([[-10.0, -4.0], [10.0, -4.0], [10.0, 4.0], [-10.0, 4.0]]) {
        assert_at(&solved, point, expected);
    }
    assert_eq!((solved.freedom, solved.redundant.len()), (0, 0));
}

#[test]
fn arc_has_a_radius_and_its_ends_follow() {
    let mut sketch = Sketch::new();
    let (center, start, end) = (sketch.point(0.0, 0.0), sketch.point(4.1, 0.2), sketch.point(-0.2, 4.4));
    let arc = sketch.arc(center, start, end);
    add(
        &mut sketch,
        &[Fixed(center), Radius(arc, 5.0), HorizontalPoints(center, start), VerticalPoints(center, end)],
    );
    let solved = solution(&sketch);
    assert_at(&solved, start, [5.0, 0.0]);
    assert_at(&solved, end, [0.0, 5.0]);
    let SolvedCurve::Arc { start, end, .. } = solved.curves[arc.0] else { panic!() };
    assert_near(end - start, FRAC_PI_2);
}

#[test]
fn point_lies_on_line_circle_arc_and_ellipse() {
    let mut sketch = Sketch::new();
    let (a, b, p) = (sketch.point(0.0, 0.0), sketch.point(10.0, 10.0), sketch.point(3.0, 4.0));
    let line = sketch.line(a, b);
    add(&mut sketch, &[FixedCurve(line), PointOnCurve(p, line), VerticalDistance(a, p, 6.0)]);
    let (center, q) = (sketch.point(20.0, 0.0), sketch.point(23.0, 3.0));
    let circle = sketch.circle(center, 5.0);
    add(&mut sketch, &[FixedCurve(circle), PointOnCurve(q, circle), VerticalDistance(center, q, 3.0)]);
    let (middle, r) = (sketch.point(40.0, 0.0), sketch.point(44.0, 1.0));
    let ellipse = sketch.ellipse(middle, [6.0, 2.0], 0.0);
    add(&mut sketch, &[FixedCurve(ellipse), PointOnCurve(r, ellipse), HorizontalDistance(middle, r, 3.0)]);
    let solved = solution(&sketch);
    assert_at(&solved, p, [6.0, 6.0]);
    assert_at(&solved, q, [24.0, 3.0]);
    assert_at(&solved, r, [43.0, 3.0_f64.sqrt()]);
}

#[test]
fn midpoint_divides_a_line() {
    let mut sketch = Sketch::new();
    let (a, b, m) = (sketch.point(0.0, 0.0), sketch.point(7.0, 3.0), sketch.point(1.0, 9.0));
    let line = sketch.line(a, b);
    add(&mut sketch, &[FixedCurve(line), Midpoint(m, line)]);
    assert_at(&solution(&sketch), m, [3.5, 1.5]);
}

#[test]
fn symmetric_points_mirror_at_a_line_and_at_a_point() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(5.0, 5.0));
    let axis = sketch.line(a, b);
    let (p, q, r) = (sketch.point(4.0, 1.0), sketch.point(0.5, 3.0), sketch.point(9.0, 9.0));
    add(&mut sketch, &[FixedCurve(axis), Fixed(p), Symmetric(p, q, axis), SymmetricAbout(p, r, b)]);
    let solved = solution(&sketch);
    assert_at(&solved, q, [1.0, 4.0]);
    assert_at(&solved, r, [6.0, 9.0]);
}

#[test]
fn equal_lines_and_equal_circles() {
    let mut sketch = Sketch::new();
    let (a, b, c) = (sketch.point(0.0, 0.0), sketch.point(3.0, 4.0), sketch.point(-2.0, 0.1));
    let (one, other) = (sketch.line(a, b), sketch.line(a, c));
    let (first, second) = (sketch.circle(b, 2.0), sketch.circle(c, 7.0));
    add(
        &mut sketch,
        &[FixedCurve(one), Equal(one, other), Horizontal(other), Radius(first, 2.5), Equal(first, second)],
    );
    let solved = solution(&sketch);
    assert_at(&solved, c, [-5.0, 0.0]);
    assert_near(radius_of(&solved, second), 2.5);
}

#[test]
fn equal_ellipses_have_both_axes() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(20.0, 0.0));
    let (one, other) = (sketch.ellipse(a, [5.0, 3.0], 0.2), sketch.ellipse(b, [4.0, 1.0], 0.0));
    add(&mut sketch, &[Radii(one, [6.0, 2.0]), Equal(one, other)]);
    let SolvedCurve::Ellipse { radii, .. } = solution(&sketch).curves[other.0] else { panic!() };
    assert_near(radii[0], 6.0);
    assert_near(radii[1], 2.0);
}

#[test]
fn concentric_circles_share_a_centre() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(3.0, 4.0), sketch.point(9.0, 1.0));
    let (one, other) = (sketch.circle(a, 2.0), sketch.circle(b, 5.0));
    add(&mut sketch, &[Fixed(a), Concentric(one, other)]);
    assert_at(&solution(&sketch), b, [3.0, 4.0]);
}

#[test]
fn triangle_of_three_lengths() {
    let mut sketch = Sketch::new();
    let (a, b, c) = (sketch.point(0.0, 0.0), sketch.point(4.0, 0.3), sketch.point(1.0, 2.0));
    let base = sketch.line(a, b);
    add(
        &mut sketch,
        &[Fixed(a), Horizontal(base), Distance(a, b, 5.0), Distance(b, c, 4.0), Distance(a, c, 3.0)],
    );
    assert_at(&solution(&sketch), c, [1.8, 2.4]);
}

#[test]
fn triangle_drawn_flat_finds_its_height() {
    let mut sketch = Sketch::new();
    let (a, b, c) = (sketch.point(0.0, 0.0), sketch.point(5.0, 0.0), sketch.point(2.0, 0.0));
    add(&mut sketch, &[Fixed(a), FixedAt(b, [5.0, 0.0]), Distance(b, c, 4.0), Distance(a, c, 3.0)]);
    let solved = solution(&sketch);
    assert_near(solved.points[c.0][0], 1.8);
    assert_near(solved.points[c.0][1].abs(), 2.4);
}

#[test]
fn points_drawn_at_one_place_part() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(1.0, 1.0), sketch.point(1.0, 1.0));
    add(&mut sketch, &[Fixed(a), Distance(a, b, 4.0), HorizontalPoints(a, b)]);
    let [x, y] = solution(&sketch).points[b.0];
    assert_near((x - 1.0).abs(), 4.0);
    assert_near(y, 1.0);
}

#[test]
fn distance_of_a_point_from_a_line() {
    for (drawn, expected) in [(1.0, 2.0), (-1.0, -2.0)] {
        let mut sketch = Sketch::new();
        let (a, b, p) = (sketch.point(0.0, 0.0), sketch.point(9.0, 0.0), sketch.point(4.0, drawn));
        let line = sketch.line(a, b);
        add(&mut sketch, &[FixedCurve(line), DistanceToLine(p, line, 2.0), HorizontalDistance(a, p, 4.0)]);
        assert_at(&solution(&sketch), p, [4.0, expected]);
    }
}

#[test]
fn horizontal_and_vertical_distances_keep_their_side() {
    let mut sketch = Sketch::new();
    let (a, p, q) = (sketch.point(0.0, 0.0), sketch.point(-3.0, 2.0), sketch.point(5.0, -1.0));
    add(&mut sketch, &[Fixed(a), HorizontalDistance(a, p, 8.0), VerticalDistance(a, p, 6.0)]);
    add(&mut sketch, &[HorizontalDistance(a, q, -4.0), VerticalDistance(a, q, 1.5)]);
    let solved = solution(&sketch);
    assert_at(&solved, p, [-8.0, 6.0]);
    assert_at(&solved, q, [-4.0, -1.5]);
}

#[test]
fn angle_is_measured_at_the_shared_point() {
    for (angle, is_reversed) in [(FRAC_PI_3, false), (FRAC_PI_3, true), (2.0 * FRAC_PI_3, true)] {
        let mut sketch = Sketch::new();
        let (a, b, c) = (sketch.point(0.0, 0.0), sketch.point(10.0, 0.0), sketch.point(6.0, 7.0));
        let base = sketch.line(a, b);
        let leg = if is_reversed { sketch.line(c, a) } else { sketch.line(a, c) };
        add(&mut sketch, &[FixedCurve(base), Angle(base, leg, angle), Length(leg, 10.0)]);
        assert_at(&solution(&sketch), c, [10.0 * angle.cos(), 10.0 * angle.sin()]);
    }
}

#[test]
fn angle_between_separate_lines_is_between_their_directions() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(10.0, 0.0));
    let (c, d) = (sketch.point(0.0, 5.0), sketch.point(8.0, 9.0));
    let (one, other) = (sketch.line(a, b), sketch.line(c, d));
    add(&mut sketch, &[FixedCurve(one), Fixed(c), Angle(one, other, FRAC_PI_6), Length(other, 2.0)]);
    assert_at(&solution(&sketch), d, [3.0_f64.sqrt(), 6.0]);
}

#[test]
fn line_touches_an_ellipse() {
    let mut sketch = Sketch::new();
    let center = sketch.point(0.0, 0.0);
    let ellipse = sketch.ellipse(center, [5.0, 3.0], 0.0);
    let (a, b) = (sketch.point(-6.0, 3.4), sketch.point(6.0, 3.3));
    let line = sketch.line(a, b);
    add(&mut sketch, &[FixedCurve(ellipse), Horizontal(line), Tangent(line, ellipse)]);
    assert_near(solution(&sketch).points[a.0][1], 3.0);
}

#[test]
fn circle_touches_an_ellipse_from_outside_and_from_within() {
    // On the axis of a turned ellipse: half axis and radius add up, or the one is within the other.
    let along = [FRAC_PI_6.cos(), FRAC_PI_6.sin()];
    for (drawn, expected) in [(8.4, 8.0), (2.2, 2.0)] {
        let mut sketch = Sketch::new();
        let (center, other) =
            (sketch.point(0.0, 0.0), sketch.point(drawn * along[0], drawn * along[1] + 0.1));
        let ellipse = sketch.ellipse(center, [5.0, 4.0], FRAC_PI_6);
        let circle = sketch.circle(other, 2.6);
        let tip = sketch.point(20.0 * along[0], 20.0 * along[1]);
        let axis = sketch.line(center, tip);
        add(&mut sketch, &[FixedCurve(ellipse), Fixed(tip), PointOnCurve(other, axis), Radius(circle, 3.0)]);
        add(&mut sketch, &[Tangent(circle, ellipse)]);
        let solved = solution(&sketch);
        assert_at(&solved, other, along.map(|it| it * expected));
        assert_eq!(solved.freedom, 0);
    }
}

#[test]
fn ellipses_touch_beside_and_within_each_other() {
    for (drawn, expected) in [(8.7, 8.0), (1.6, 2.0)] {
        let mut sketch = Sketch::new();
        let (a, b) = (sketch.point(0.0, 0.0), sketch.point(drawn, 0.0));
        let (one, other) = (sketch.ellipse(a, [5.0, 4.0], 0.0), sketch.ellipse(b, [3.0, 1.0], 0.0));
        add(&mut sketch, &[FixedCurve(one), HorizontalPoints(a, b), Radii(other, [3.0, 1.0])]);
        // A second ellipse does not turn on its own.
        let free = sketch.constrain(Tangent(one, other)).unwrap();
        let solved = solution(&sketch);
        assert_at(&solved, b, [expected, 0.0]);
        assert_eq!((solved.freedom, free), (1, 3));
    }
}

#[test]
fn arc_and_line_that_end_on_an_ellipse_run_along_it() {
    let mut sketch = Sketch::new();
    let center = sketch.point(0.0, 0.0);
    let ellipse = sketch.ellipse(center, [5.0, 3.0], 0.0);
    let (end, far) = (sketch.point(3.2, 2.5), sketch.point(9.0, -1.0));
    let line = sketch.line(end, far);
    let (arc_center, arc_end) = (sketch.point(4.0, 4.5), sketch.point(5.0, 6.0));
    let arc = sketch.arc(arc_center, end, arc_end);
    add(
        &mut sketch,
        &[FixedCurve(ellipse), PointOnCurve(end, ellipse), HorizontalDistance(center, end, 3.0)],
    );
    add(&mut sketch, &[Tangent(line, ellipse), Tangent(ellipse, arc), Radius(arc, 2.0), Length(line, 6.0)]);
    let solved = solution(&sketch);
    // At x = 3 the ellipse is 2.4 high, and its tangent falls by 9 / 25 · 3 / 2.4.
    assert_at(&solved, end, [3.0, 2.4]);
    let [x, y] = solved.points[far.0];
    assert_near((y - 2.4) / (x - 3.0), -0.45);
    let [cx, cy] = solved.points[arc_center.0];
    assert_near((cx - 3.0) / (cy - 2.4), 0.45);
    assert_eq!(solved.freedom, 1);
}

#[test]
fn line_touches_a_turned_ellipse() {
    let mut sketch = Sketch::new();
    let center = sketch.point(0.0, 0.0);
    let ellipse = sketch.ellipse(center, [5.0, 3.0], FRAC_PI_4);
    let (a, b) = (sketch.point(-6.0, 4.5), sketch.point(6.0, 4.4));
    let line = sketch.line(a, b);
    add(&mut sketch, &[FixedCurve(ellipse), Horizontal(line), Tangent(ellipse, line)]);
    assert_near(solution(&sketch).points[a.0][1], 17.0_f64.sqrt());
}

#[test]
fn inscribed_circle_of_a_triangle() {
    let mut sketch = Sketch::new();
    let p = [(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)].map(|(x, y)| sketch.point(x, y));
    let lines = [0, 1, 2].map(|at| sketch.line(p[at], p[(at + 1) % 3]));
    let center = sketch.point(0.8, 1.3);
    let circle = sketch.circle(center, 0.4);
    add(&mut sketch, &[Fixed(p[0]), Fixed(p[1]), Fixed(p[2])]);
    add(&mut sketch, &lines.map(|line| Tangent(line, circle)));
    let solved = solution(&sketch);
    assert_at(&solved, center, [1.0, 1.0]);
    assert_near(radius_of(&solved, circle), 1.0);
}

#[test]
fn circle_through_three_points() {
    let mut sketch = Sketch::new();
    let p = [(0.0, 0.0), (8.0, 0.0), (0.0, 6.0)].map(|(x, y)| sketch.point(x, y));
    let center = sketch.point(3.0, 3.5);
    let circle = sketch.circle(center, 4.0);
    add(&mut sketch, &p.map(Fixed));
    add(&mut sketch, &p.map(|point| PointOnCurve(point, circle)));
    let solved = solution(&sketch);
    assert_at(&solved, center, [4.0, 3.0]);
    assert_near(radius_of(&solved, circle), 5.0);
}

#[test]
fn parallelogram_by_two_parallels() {
    let mut sketch = Sketch::new();
    let p = [(0.0, 0.0), (4.0, 0.1), (5.0, 3.0), (1.2, 3.2)].map(|(x, y)| sketch.point(x, y));
    let l = [0, 1, 2, 3].map(|at| sketch.line(p[at], p[(at + 1) % 4]));
    add(&mut sketch, &[Fixed(p[0]), FixedAt(p[1], [4.0, 0.0]), FixedAt(p[3], [1.0, 3.0])]);
    add(&mut sketch, &[Parallel(l[0], l[2]), Parallel(l[1], l[3])]);
    assert_at(&solution(&sketch), p[2], [5.0, 3.0]);
}

#[test]
fn regular_hexagon_in_a_circle() {
    let mut sketch = Sketch::new();
    let center = sketch.point(0.0, 0.0);
    let circle = sketch.circle(center, 9.0);
    let points: Vec<PointId> = (0..6)
        .map(|at| {
            let angle = f64::from(at) * PI / 3.0 + 0.07 * f64::from(at % 3);
            sketch.point(9.4 * angle.cos(), 9.1 * angle.sin())
        })
        .collect();
    let lines: Vec<CurveId> = (0..6).map(|at| sketch.line(points[at], points[(at + 1) % 6])).collect();
    add(&mut sketch, &[Fixed(center), Radius(circle, 10.0), HorizontalPoints(center, points[0])]);
    for &point in &points {
        add(&mut sketch, &[PointOnCurve(point, circle)]);
    }
    for &line in &lines[1..] {
        add(&mut sketch, &[Equal(lines[0], line)]);
    }
    let solved = solution(&sketch);
    for (at, point) in points.into_iter().enumerate() {
        let angle = at as f64 * PI / 3.0;
        assert_at(&solved, point, [10.0 * angle.cos(), 10.0 * angle.sin()]);
    }
}

#[test]
fn four_bar_linkage_closes() {
    let mut sketch = Sketch::new();
    let p = [(0.0, 0.0), (0.4, 2.0), (4.4, 3.2), (5.0, 0.0)].map(|(x, y)| sketch.point(x, y));
    add(&mut sketch, &[Fixed(p[0]), Fixed(p[3]), Distance(p[0], p[1], 2.0), Distance(p[1], p[2], 5.0)]);
    add(&mut sketch, &[Distance(p[2], p[3], 2.0), HorizontalPoints(p[1], p[2])]);
    let solved = solution(&sketch);
    let [[ax, ay], [bx, by]] = [solved.points[p[1].0], solved.points[p[2].0]];
    assert_near(ax.hypot(ay), 2.0);
    assert_near((bx - 5.0).hypot(by), 2.0);
    assert_near(bx - ax, 5.0);
    assert!(ay > 0.0);
}

#[test]
fn belt_runs_around_two_pulleys() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(10.0, 0.0));
    let (small, large) = (sketch.circle(a, 2.0), sketch.circle(b, 5.0));
    let (p, q) = (sketch.point(-0.5, 2.2), sketch.point(8.6, 5.1));
    let line = sketch.line(p, q);
    add(&mut sketch, &[FixedCurve(small), FixedCurve(large), PointOnCurve(p, small), PointOnCurve(q, large)]);
    add(&mut sketch, &[Tangent(line, small), Tangent(line, large)]);
    let solved = solution(&sketch);
    // The line leans by the difference of the radii over their distance.
    let lean = (3.0_f64 / 10.0).asin();
    assert_at(&solved, p, [-2.0 * lean.sin(), 2.0 * lean.cos()]);
    assert_at(&solved, q, [10.0 - 5.0 * lean.sin(), 5.0 * lean.cos()]);
}

#[test]
fn rounded_corner_touches_both_sides() {
    let mut sketch = Sketch::new();
    let (a, b, c, d) =
        (sketch.point(0.0, 0.0), sketch.point(7.0, 0.2), sketch.point(10.1, 3.0), sketch.point(10.0, 9.0));
    let center = sketch.point(7.2, 2.7);
    let (base, side) = (sketch.line(a, b), sketch.line(c, d));
    let arc = sketch.arc(center, b, c);
    add(&mut sketch, &[Fixed(a), FixedAt(d, [10.0, 9.0]), Horizontal(base), Vertical(side)]);
    add(&mut sketch, &[Tangent(base, arc), Tangent(side, arc), Radius(arc, 2.0)]);
    let solved = solution(&sketch);
    assert_at(&solved, center, [8.0, 2.0]);
    assert_at(&solved, b, [8.0, 0.0]);
    assert_at(&solved, c, [10.0, 2.0]);
}

#[test]
fn chain_of_a_hundred_links_is_solved() {
    let mut sketch = Sketch::new();
    let points: Vec<PointId> =
        (0..=100).map(|at| sketch.point(f64::from(at) * 1.1, if at % 2 == 0 { 0.0 } else { 0.4 })).collect();
    let lines: Vec<CurveId> = points.windows(2).map(|pair| sketch.line(pair[0], pair[1])).collect();
    add(&mut sketch, &[Fixed(points[0]), Horizontal(lines[0])]);
    for pair in lines.windows(2) {
        add(&mut sketch, &[Parallel(pair[0], pair[1])]);
    }
    for line in &lines {
        add(&mut sketch, &[Length(*line, 1.0)]);
    }
    let solved = solution(&sketch);
    assert_at(&solved, points[100], [100.0, 0.0]);
    assert_eq!((solved.freedom, solved.redundant.len()), (0, 0));
}

#[test]
fn moved_parameter_keeps_the_sides() {
    // The same drawing with every height: the tip stays above its base, the elbow on its side.
    for at in 1..=40 {
        let height = f64::from(at) * 0.5;
        let mut sketch = Sketch::new();
        let (a, b, tip) = (sketch.point(0.0, 0.0), sketch.point(10.0, 0.0), sketch.point(5.0, 4.0));
        let base = sketch.line(a, b);
        let (left, right) = (sketch.line(a, tip), sketch.line(b, tip));
        add(&mut sketch, &[FixedCurve(base), Equal(left, right), DistanceToLine(tip, base, height)]);
        assert_at(&solution(&sketch), tip, [5.0, height]);
    }
    for at in 1..=19 {
        let reach = f64::from(at) * 0.5;
        let mut sketch = Sketch::new();
        let (a, elbow, hand) = (sketch.point(0.0, 0.0), sketch.point(3.0, 4.0), sketch.point(6.0, 0.2));
        let (upper, lower) = (sketch.line(a, elbow), sketch.line(elbow, hand));
        add(&mut sketch, &[Fixed(a), Length(upper, 5.0), Length(lower, 5.0), HorizontalPoints(a, hand)]);
        add(&mut sketch, &[HorizontalDistance(a, hand, reach)]);
        let solved = solution(&sketch);
        assert_at(&solved, elbow, [reach / 2.0, (25.0 - reach * reach / 4.0).sqrt()]);
    }
}

#[test]
fn units_of_any_size_are_solved_alike() {
    for scale in [1e-3, 1.0, 1e4] {
        let mut sketch = Sketch::new();
        let (a, b, c) = (
            sketch.point(0.0, 0.0),
            sketch.point(4.0 * scale, 0.3 * scale),
            sketch.point(scale, 2.0 * scale),
        );
        let base = sketch.line(a, b);
        add(&mut sketch, &[Fixed(a), Horizontal(base), Distance(a, b, 5.0 * scale)]);
        add(&mut sketch, &[Distance(b, c, 4.0 * scale), Distance(a, c, 3.0 * scale)]);
        let [x, y] = solution(&sketch).points[c.0];
        assert_near(x / scale, 1.8);
        assert_near(y / scale, 2.4);
    }
}

#[test]
fn arc_drawn_askew_is_fixed_at_its_mean_radius() {
    let mut sketch = Sketch::new();
    let (center, start, end) = (sketch.point(0.0, 0.0), sketch.point(4.0, 0.0), sketch.point(0.0, 6.0));
    let arc = sketch.arc(center, start, end);
    add(&mut sketch, &[FixedCurve(arc)]);
    let solved = solution(&sketch);
    assert_at(&solved, start, [5.0, 0.0]);
    assert_at(&solved, end, [0.0, 5.0]);
    assert_eq!(solved.freedom, 0);
}
