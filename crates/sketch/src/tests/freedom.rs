//! Tests of degrees of freedom that are left, and of redundant constraints.

use super::super::Constraint::*;
use super::*;

#[test]
fn free_points_are_named_with_their_directions() {
    let mut sketch = Sketch::new();
    let Box4 { points: p, lines: l } = rough_box(&mut sketch);
    add(&mut sketch, &[Fixed(p[0]), Horizontal(l[0]), Horizontal(l[2]), Vertical(l[1]), Vertical(l[3])]);
    let solved = solution(&sketch);
    assert_eq!(solved.freedom, 2);
    let expected = [
        Free::Point { point: p[1], x: true, y: false },
        Free::Point { point: p[2], x: true, y: true },
        Free::Point { point: p[3], x: false, y: true },
    ];
    assert_eq!(solved.free, expected);
}

#[test]
fn sketch_without_constraints_is_all_free_and_stays() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(1.25, -3.5), sketch.point(7.0, 2.0));
    let circle = sketch.circle(b, 3.0);
    let solved = solution(&sketch);
    assert_eq!(solved.freedom, 5);
    assert_eq!(solved.points, [[1.25, -3.5], [7.0, 2.0]]);
    let all = |point| Free::Point { point, x: true, y: true };
    assert_eq!(solved.free, [all(a), all(b), Free::Size(circle)]);
}

#[test]
fn arc_has_five_degrees_of_freedom() {
    let mut sketch = Sketch::new();
    let (center, start, end) = (sketch.point(0.0, 0.0), sketch.point(4.0, 0.0), sketch.point(0.0, 4.0));
    sketch.arc(center, start, end);
    assert_eq!(solution(&sketch).freedom, 5);
}

#[test]
fn repeated_and_implied_constraints_are_redundant() {
    let mut sketch = Sketch::new();
    let Box4 { lines: l, .. } = rough_box(&mut sketch);
    add(&mut sketch, &[Horizontal(l[0]), Horizontal(l[2]), Vertical(l[1]), Vertical(l[3])]);
    add(
        &mut sketch,
        &[Parallel(l[0], l[2]), Perpendicular(l[0], l[1]), Equal(l[1], l[3]), Length(l[0], 8.0)],
    );
    add(&mut sketch, &[Length(l[2], 8.0), Horizontal(l[0])]);
    assert_eq!(solution(&sketch).redundant, [4, 5, 6, 8, 9]);
}

#[test]
fn ellipse_that_touches_twice_is_redundant() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(9.0, 2.0));
    let (one, other) = (sketch.ellipse(a, [6.0, 3.0], 0.2), sketch.ellipse(b, [3.0, 2.0], 0.0));
    let circle = sketch.circle(a, 1.0);
    add(&mut sketch, &[Tangent(one, other), FixedCurve(one), Tangent(other, one)]);
    add(&mut sketch, &[Tangent(circle, one), Tangent(one, circle)]);
    let solved = solution(&sketch);
    // Three lengths and two places of the small ellipse less one touch; the circle has only one radius left.
    assert_eq!((solved.freedom, solved.redundant), (4, vec![2, 4]));
}

#[test]
fn constraint_on_a_sketch_that_can_turn_leaves_its_turn_free() {
    let mut sketch = Sketch::new();
    let (a, b, c) = (sketch.point(0.0, 0.0), sketch.point(4.0, 0.3), sketch.point(1.0, 2.0));
    add(&mut sketch, &[Distance(a, b, 5.0), Distance(b, c, 4.0), Distance(a, c, 3.0)]);
    let solved = solution(&sketch);
    assert_eq!((solved.freedom, solved.free.len()), (3, 3));
}

#[test]
fn same_sketch_gives_the_same_bits() {
    let build = || {
        let mut sketch = Sketch::new();
        let Box4 { points: p, lines: l } = rough_box(&mut sketch);
        let circle = sketch.circle(p[2], 1.0);
        add(&mut sketch, &[Fixed(p[0]), Angle(l[0], l[1], 1.9), Length(l[0], 8.0), Equal(l[1], l[2])]);
        add(&mut sketch, &[Tangent(l[3], circle), Diameter(circle, 3.0)]);
        solution(&sketch).points.concat().iter().map(|it| it.to_bits()).collect::<Vec<u64>>()
    };
    assert_eq!(build(), build());
}

#[test]
fn constraints_without_sense_are_refused_in_words() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(0.0, 0.0), sketch.point(1.0, 0.0));
    let (line, circle) = (sketch.line(a, b), sketch.circle(a, 1.0));
    let ellipse = sketch.ellipse(a, [2.0, 1.0], 0.0);
    let cases = [
        (Radius(line, 1.0), "radius takes a circle or an arc here"),
        (Radius(circle, 0.0), "radius must be greater than 0, got 0"),
        (Distance(a, a, 1.0), "the constraint needs two points, got the same one twice"),
        (Distance(a, b, -1.0), "distance must be 0 or greater, got -1"),
        (Horizontal(circle), "horizontal takes a line here"),
        (Tangent(ellipse, ellipse), "tangent takes two curves, got the same one twice"),
        (Parallel(line, line), "parallel takes two lines, got the same one twice"),
        (Equal(line, circle), "equal takes two lines, two circles or arcs, or two ellipses"),
        (Concentric(line, circle), "concentric takes circles, arcs and ellipses"),
    ];
    for (constraint, words) in cases {
        assert_eq!(sketch.constrain(constraint).unwrap_err().0, words);
    }
}
