mod blame;
mod freedom;
mod judge;
mod kept;
mod of_ezpz;
mod of_planegcs;
mod seeded_conflicts;
mod seeded_ellipses;
mod seeded_sketches;
mod solved;
mod speed;

use super::*;

/// The greatest distance that a solved coordinate may have from the right one.
const NEAR: f64 = 1e-9;

pub(crate) fn solution(sketch: &Sketch) -> Solution {
    match sketch.solve() {
        Outcome::Solved(solution) => solution,
        Outcome::Conflict(sets) => panic!("conflicts: {sets:?}"),
    }
}

pub(crate) fn add(sketch: &mut Sketch, constraints: &[Constraint]) {
    for constraint in constraints {
        sketch.constrain(*constraint).unwrap();
    }
}

#[track_caller]
pub(crate) fn assert_at(solution: &Solution, point: PointId, expected: [f64; 2]) {
    let [x, y] = solution.points[point.0];
    let off = (x - expected[0]).hypot(y - expected[1]);
    assert!(off <= NEAR, "{point:?} is at [{x}, {y}], expected {expected:?}");
}

#[track_caller]
pub(crate) fn assert_near(value: f64, expected: f64) {
    assert!((value - expected).abs() <= NEAR, "{value}, expected {expected}");
}

pub(crate) fn radius_of(solution: &Solution, curve: CurveId) -> f64 {
    match solution.curves[curve.0] {
        SolvedCurve::Circle { radius, .. } | SolvedCurve::Arc { radius, .. } => radius,
        other => panic!("{other:?} has no radius"),
    }
}

/// Returns numbers from 0 to 1, the same for a seed everywhere (`SplitMix64`).
pub(crate) fn shares(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as f64 / u64::MAX as f64
    }
}

/// Four lines around a rectangle that is drawn by hand, with its points from the lower left one counter-clockwise.
pub(crate) struct Box4 {
    pub points: [PointId; 4],
    pub lines: [CurveId; 4],
}

pub(crate) fn rough_box(sketch: &mut Sketch) -> Box4 {
    let places = [(0.3, -0.2), (9.1, 0.4), (10.2, 5.3), (-0.4, 4.6)];
    let points = places.map(|(x, y)| sketch.point(x, y));
    let lines = [0, 1, 2, 3].map(|at| sketch.line(points[at], points[(at + 1) % 4]));
    Box4 { points, lines }
}
