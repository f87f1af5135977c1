//! How far a solved sketch is from its constraints, by formulas of its own: the model that solutions are compared with.

use std::f64::consts::{PI, TAU};

use super::super::Constraint;
use super::*;

/// Returns the distance of a solution from a constraint; angles and directions count in radians.
pub(crate) fn off(solved: &Solution, constraint: Constraint) -> f64 {
    use Constraint::*;
    let at = |point: PointId| solved.points[point.0];
    let ends = |line: CurveId| match solved.curves[line.0] {
        SolvedCurve::Line { from, to } => [from, to],
        other => panic!("{other:?} is no line"),
    };
    let way = |line: CurveId| minus(ends(line)[1], ends(line)[0]);
    let round = |curve: CurveId| match solved.curves[curve.0] {
        SolvedCurve::Circle { center, radius } | SolvedCurve::Arc { center, radius, .. } => (center, radius),
        other => panic!("{other:?} is not round"),
    };
    match constraint {
        Coincident(a, b) => apart(at(a), at(b)),
        PointOnCurve(p, curve) => match solved.curves[curve.0] {
            SolvedCurve::Line { from, to } => from_line(at(p), [from, to]).abs(),
            _ => (apart(at(p), round(curve).0) - round(curve).1).abs(),
        },
        Horizontal(line) => way(line)[1].abs(),
        Vertical(line) => way(line)[0].abs(),
        HorizontalPoints(a, b) => (at(a)[1] - at(b)[1]).abs(),
        VerticalPoints(a, b) => (at(a)[0] - at(b)[0]).abs(),
        Parallel(a, b) => sine(way(a), way(b)).abs(),
        Perpendicular(a, b) => sine(way(a), [-way(b)[1], way(b)[0]]).abs(),
        Tangent(a, b) => match (solved.curves[a.0], solved.curves[b.0]) {
            (SolvedCurve::Line { from, to }, _) => {
                (from_line(round(b).0, [from, to]).abs() - round(b).1).abs()
            }
            (_, SolvedCurve::Line { from, to }) => {
                (from_line(round(a).0, [from, to]).abs() - round(a).1).abs()
            }
            _ => {
                let ((p, r), (q, s)) = (round(a), round(b));
                (apart(p, q) - (r + s)).abs().min((apart(p, q) - (r - s).abs()).abs())
            }
        },
        Equal(a, b) => match (solved.curves[a.0], solved.curves[b.0]) {
            (SolvedCurve::Line { .. }, _) => (length(way(a)) - length(way(b))).abs(),
            _ => (round(a).1 - round(b).1).abs(),
        },
        Symmetric(a, b, line) => {
            let middle = mean(at(a), at(b));
            let across = sine(minus(at(b), at(a)), [-way(line)[1], way(line)[0]]).abs();
            from_line(middle, ends(line)).abs().max(across)
        }
        SymmetricAbout(a, b, middle) => apart(mean(at(a), at(b)), at(middle)),
        Midpoint(p, line) => apart(mean(ends(line)[0], ends(line)[1]), at(p)),
        Concentric(a, b) => apart(round(a).0, round(b).0),
        Distance(a, b, value) => (apart(at(a), at(b)) - value).abs(),
        DistanceToLine(p, line, value) => (from_line(at(p), ends(line)).abs() - value).abs(),
        Length(line, value) => (length(way(line)) - value).abs(),
        HorizontalDistance(a, b, value) => ((at(b)[0] - at(a)[0]).abs() - value.abs()).abs(),
        VerticalDistance(a, b, value) => ((at(b)[1] - at(a)[1]).abs() - value.abs()).abs(),
        Angle(a, b, value) => {
            let angle = |line: CurveId| way(line)[1].atan2(way(line)[0]);
            // Either way around, and from either end of the lines.
            let turned = (angle(b) - angle(a)).rem_euclid(PI);
            let off = |demanded: f64| {
                let less = (turned - demanded).rem_euclid(PI);
                less.min(PI - less)
            };
            off(value.rem_euclid(TAU)).min(off((-value).rem_euclid(TAU)))
        }
        Radius(curve, value) => (round(curve).1 - value).abs(),
        Diameter(curve, value) => (2.0 * round(curve).1 - value).abs(),
        FixedAt(p, place) => apart(at(p), place),
        Radii(..) | Fixed(_) | FixedCurve(_) => 0.0,
    }
}

/// Checks that the ends of arcs are at their radius.
pub(crate) fn off_arcs(sketch: &Sketch, solved: &Solution) -> f64 {
    let arcs = sketch.curves.iter().zip(&solved.curves).filter_map(|(curve, solved)| match (curve, solved) {
        (crate::model::Curve::Arc { center, start, end, .. }, SolvedCurve::Arc { radius, .. }) => {
            Some(([*start, *end], *center, *radius))
        }
        _ => None,
    });
    arcs.flat_map(|(ends, center, radius)| ends.map(|end| (end, center, radius)))
        .map(|(end, center, radius)| (apart(solved.points[end.0], solved.points[center.0]) - radius).abs())
        .fold(0.0, f64::max)
}

/// Adds constraints, solves, and compares the solution with all of them.
#[track_caller]
pub(crate) fn solved_to(sketch: &mut Sketch, constraints: &[Constraint], exact: f64) -> Solution {
    add(sketch, constraints);
    let solved = solution(sketch);
    for constraint in constraints {
        let off = off(&solved, *constraint);
        assert!(off <= exact, "{constraint:?} is kept to {off:e} only");
    }
    assert!(off_arcs(sketch, &solved) <= exact);
    solved
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn mean(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])]
}

fn length(way: [f64; 2]) -> f64 {
    way[0].hypot(way[1])
}

pub(crate) fn apart(a: [f64; 2], b: [f64; 2]) -> f64 {
    length(minus(a, b))
}

fn sine(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] * b[1] - a[1] * b[0]) / (length(a) * length(b))
}

fn from_line(point: [f64; 2], [from, to]: [[f64; 2]; 2]) -> f64 {
    sine(minus(to, from), minus(point, from)) * length(minus(point, from))
}
