//! Seeded polygons that are fully constrained, and one constraint more that contradicts.

use super::super::Constraint::*;
use super::*;
use std::f64::consts::TAU;

/// A polygon with a circle at its first corner, drawn beside its place, and constraints that it can keep.
struct Polygon {
    sketch: Sketch,
    constraints: Vec<Constraint>,
    points: Vec<PointId>,
    lines: Vec<CurveId>,
    circle: CurveId,
    places: Vec<[f64; 2]>,
}

fn distance(one: [f64; 2], other: [f64; 2]) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

fn polygon(seed: u64, far: f64) -> Polygon {
    let mut next = shares(seed);
    let count = 3 + (seed % 5) as usize;
    let places: Vec<[f64; 2]> = (0..count)
        .map(|at| {
            let angle = TAU * at as f64 / count as f64 + 0.3 * next();
            let radius = 20.0 + 20.0 * next();
            [radius * angle.cos(), radius * angle.sin()]
        })
        .collect();
    let mut sketch = Sketch::new();
    let mut beside = |value: f64| value + far * (next() - 0.5);
    let points: Vec<PointId> = places.iter().map(|at| sketch.point(beside(at[0]), beside(at[1]))).collect();
    let lines: Vec<CurveId> =
        (0..count).map(|at| sketch.line(points[at], points[(at + 1) % count])).collect();
    let circle = sketch.circle(points[0], 5.0);
    let mut constraints = vec![
        FixedAt(points[0], places[0]),
        VerticalDistance(points[0], points[1], places[1][1] - places[0][1]),
        Radius(circle, 5.0),
    ];
    // A fan of triangles from the first corner.
    for at in 1..count {
        constraints.push(Distance(points[0], points[at], distance(places[0], places[at])));
        if at > 1 {
            constraints.push(Length(lines[at - 1], distance(places[at - 1], places[at])));
        }
    }
    Polygon { sketch, constraints, points, lines, circle, places }
}

#[test]
fn sets_of_conflicts_contradict_and_each_of_their_constraints_is_needed() {
    // In those at the end, some constraints can be kept by a mirror image alone, which is not found from the drawn places.
    for seed in (0..80).chain([109, 289, 357, 1009]) {
        let Polygon { sketch, constraints, points, lines, circle, places } = polygon(seed, 4.0);
        let solve = |wanted: &[Constraint]| {
            let mut own = sketch.clone();
            add(&mut own, wanted);
            own.solve()
        };
        assert!(matches!(solve(&constraints), Outcome::Solved(_)), "seed {seed}");
        let mut next = shares(!seed);
        let mut pick = |count: usize| (next() * count as f64) as usize % count;
        let one = pick(points.len());
        let other = (one + 1 + pick(points.len() - 1)) % points.len();
        let wrong = match seed % 4 {
            0 => Distance(points[one], points[other], 1.2 * distance(places[one], places[other]) + 1.0),
            1 => Horizontal(lines[one]),
            2 => Radius(circle, 7.0),
            _ => PointOnCurve(points[1], circle),
        };
        let mut all = constraints.clone();
        all.insert(pick(all.len() + 1), wrong);
        let Outcome::Conflict(sets) = solve(&all) else { panic!("seed {seed}: {wrong:?} was kept") };
        for set in sets {
            let own: Vec<Constraint> = set.iter().map(|at| all[*at]).collect();
            assert!(matches!(solve(&own), Outcome::Conflict(_)), "seed {seed}: {own:?}");
            for at in 0..own.len() {
                let rest = [&own[..at], &own[at + 1..]].concat();
                assert!(matches!(solve(&rest), Outcome::Solved(_)), "seed {seed}: {own:?} without {at}");
            }
        }
    }
}

#[test]
fn line_is_turned_to_an_axis_where_an_angle_holds_it_across() {
    // Equal heights are also those of a line that shrinks to nothing.
    let mut sketch = Sketch::new();
    let (a, b, c) = (sketch.point(-22.3, 9.4), sketch.point(-20.8, -11.4), sketch.point(1.3, -38.0));
    let (one, other) = (sketch.line(a, b), sketch.line(b, c));
    add(&mut sketch, &[Horizontal(one), Angle(one, other, 2.5)]);
    let [a, b, _] = solution(&sketch).points[..] else { panic!() };
    assert_near(a[1], b[1]);
    assert!(distance(a, b) > 5.0, "{a:?} {b:?}");
}
