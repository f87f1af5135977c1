//! Seeded sketches of ellipses that have a solution, drawn up to half their size beside it.

use super::super::Constraint::*;
use super::*;
use std::f64::consts::TAU;

#[test]
fn points_are_brought_onto_ellipses_from_far_away() {
    for seed in 0..1_400 {
        let mut next = shares(seed);
        let far = [0.02, 0.1, 0.5][(seed / 7 % 3) as usize];
        let center = [40.0 * next(), 40.0 * next()];
        let radii = [5.0 + 40.0 * next(), 2.0 + 20.0 * next()];
        let (turn, angle) = (3.0 * next(), TAU * next());
        let at = |angle: f64| {
            let (x, y) = (radii[0] * angle.cos(), radii[1] * angle.sin());
            let (sin, cos) = turn.sin_cos();
            [center[0] + x * cos - y * sin, center[1] + x * sin + y * cos]
        };
        let reach = far * radii[0].max(radii[1]);
        let mut beside =
            |[x, y]: [f64; 2]| [x + (2.0 * next() - 1.0) * reach, y + (2.0 * next() - 1.0) * reach];
        let (goal, other_goal) = (at(angle), at(angle + 1.2));
        let away = beside([center[0] + 60.0, center[1]]);
        let mut sketch = Sketch::new();
        let mut drawn = |sketch: &mut Sketch, place: [f64; 2]| {
            let [x, y] = beside(place);
            sketch.point(x, y)
        };
        let middle = drawn(&mut sketch, center);
        let point = drawn(&mut sketch, goal);
        let other = drawn(&mut sketch, other_goal);
        let foot = sketch.point(away[0], away[1]);
        let ellipse = sketch.ellipse(middle, radii.map(|radius| radius * (1.0 + far)), turn);
        let line = sketch.line(point, other);
        let circle = sketch.circle(foot, 30.0);
        let distance = (goal[0] - away[0]).hypot(goal[1] - away[1]);
        let length = (goal[0] - other_goal[0]).hypot(goal[1] - other_goal[1]);
        let placed = [FixedAt(middle, center), FixedAt(foot, away), PointOnCurve(point, ellipse)];
        let more: &[Constraint] = match seed % 7 {
            0 => &[Radii(ellipse, radii), Distance(point, foot, distance)],
            1 => &[Radii(ellipse, radii), PointOnCurve(other, ellipse), Length(line, length)],
            2 => &[Radii(ellipse, radii), PointOnCurve(other, ellipse), Horizontal(line)],
            3 => &[Radii(ellipse, radii), Radius(circle, distance), PointOnCurve(point, circle)],
            4 => &[Radii(ellipse, radii), FixedAt(other, center), Vertical(line)],
            // The ellipse fits itself to the points.
            5 => &[FixedAt(point, goal)],
            _ => &[FixedAt(point, goal), FixedAt(other, other_goal), PointOnCurve(other, ellipse)],
        };
        add(&mut sketch, &placed);
        add(&mut sketch, more);
        assert!(matches!(sketch.solve(), Outcome::Solved(_)), "seed {seed}: {:?}", sketch.solve());
    }
}
