//! Seeded polygons that are fully constrained, and one constraint more that contradicts.

use super::super::Constraint::*;
use super::judge::{Figure, Kind, SHORTEST};
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

/// The number of sketches that the judge looks at: some seconds.
const SEEDS: u64 = 24;

/// A sketch of points, lines and circles with constraints that known places keep, and one of them that is wrong there.
struct Contradicted {
    sketch: Sketch,
    figure: Figure,
    constraints: Vec<Constraint>,
}

/// Draws a sketch in which every constraint but one is right at the known places.
fn contradicted(seed: u64) -> Contradicted {
    let mut next = shares(seed.wrapping_mul(104_729) + 11);
    let count = 4 + (seed % 4) as usize;
    // Corners on a grid, so that lines are parallel, at right angles and of one length by themselves.
    let mut places: Vec<[f64; 2]> = Vec::new();
    while places.len() < count {
        let at = [0, 1].map(|_| 10.0 * (6.0 * next()).floor());
        if !places.contains(&at) {
            places.push(at);
        }
    }
    let radii: Vec<(usize, f64)> = vec![(0, 5.0), (1, if next() < 0.5 { 5.0 } else { 8.0 })];
    let lines: Vec<[usize; 2]> = (1..count).map(|at| [at - 1, at]).chain([[count - 1, 0]]).collect();
    let mut sketch = Sketch::new();
    let mut near = |value: f64| value + 1.5 * (2.0 * next() - 1.0);
    let drawn: Vec<[f64; 2]> = places.iter().map(|at| at.map(&mut near)).collect();
    let points: Vec<PointId> = drawn.iter().map(|at| sketch.point(at[0], at[1])).collect();
    let mut curves: Vec<Kind> = Vec::new();
    let own_lines: Vec<CurveId> =
        lines.iter().map(|ends| sketch.line(points[ends[0]], points[ends[1]])).collect();
    curves.extend((0..lines.len()).map(Kind::Line));
    let circles: Vec<CurveId> =
        radii.iter().map(|(center, radius)| sketch.circle(points[*center], *radius)).collect();
    curves.extend((0..radii.len()).map(Kind::Circle));
    let known = Figure {
        places: places.clone(),
        lines: lines.clone(),
        circles: radii.clone(),
        curves: curves.clone(),
    };
    let figure = Figure { places: drawn, lines, circles: radii, curves };
    let mut any = |off: f64| -> Option<Constraint> {
        let mut pick = |count: usize| (next() * count as f64) as usize % count;
        let [one, other] = [pick(count), pick(count)];
        let [line, across] = [pick(count), pick(count)];
        let circle = pick(2);
        let (a, b) = (places[one], places[other]);
        let [from, to] = known.lines[line].map(|at| places[at]);
        let left = ((to[0] - from[0]) * (a[1] - from[1]) - (to[1] - from[1]) * (a[0] - from[0]))
            / distance(from, to);
        let kind = pick(15);
        if (matches!(kind, 0..=2) && one == other) || (matches!(kind, 6..=8 | 13) && line == across) {
            return None;
        }
        let constraint = match kind {
            0 => Distance(points[one], points[other], distance(a, b) + off),
            1 if a[0] != b[0] => HorizontalDistance(points[one], points[other], (a[0] - b[0]).abs() + off),
            2 if a[1] != b[1] => VerticalDistance(points[one], points[other], (a[1] - b[1]).abs() + off),
            3 => Length(own_lines[line], distance(from, to) + off),
            4 => Horizontal(own_lines[line]),
            5 => Vertical(own_lines[line]),
            6 => Parallel(own_lines[line], own_lines[across]),
            7 => Perpendicular(own_lines[line], own_lines[across]),
            8 => Equal(own_lines[line], own_lines[across]),
            9 if left.abs() > 3.0 => DistanceToLine(points[one], own_lines[line], left.abs() + off),
            10 => Radius(circles[circle], known.circles[circle].1 + 0.3 * off),
            11 if !known.lines[line].contains(&one) => PointOnCurve(points[one], own_lines[line]),
            12 if one != circle => PointOnCurve(points[one], circles[circle]),
            13 => Tangent(own_lines[line], circles[circle]),
            14 if !known.lines[line].contains(&one) => Midpoint(points[one], own_lines[line]),
            _ => return None,
        };
        if matches!(kind, 13) && known.lines[line].contains(&circle) {
            return None;
        }
        Some(constraint)
    };
    let mut constraints = vec![FixedAt(points[0], places[0])];
    let mut tries = 0;
    while constraints.len() < 2 * count + 2 && tries < 400 {
        tries += 1;
        let Some(more) = any(0.0) else { continue };
        if !constraints.contains(&more) && known.keeps(&more) {
            constraints.push(more);
        }
    }
    let wrong = loop {
        let Some(wrong) = any(4.0) else { continue };
        if !known.keeps(&wrong) {
            break wrong;
        }
    };
    let at = (next() * (constraints.len() + 1) as f64) as usize % (constraints.len() + 1);
    constraints.insert(at, wrong);
    Contradicted { sketch, figure, constraints }
}

#[test]
fn sets_of_conflicts_are_contradictory_and_minimal_to_an_independent_judge() {
    let (mut count, mut faults) = (0, Vec::new());
    for seed in 0..SEEDS {
        let Contradicted { sketch, figure, constraints } = contradicted(seed);
        let solve = |wanted: &[Constraint]| {
            let mut own = sketch.clone();
            add(&mut own, wanted);
            own.solve()
        };
        let sets = match solve(&constraints) {
            Outcome::Conflict(sets) => sets,
            // Another place may keep the wrong constraint too.
            Outcome::Solved(solution) => {
                assert!(figure.is_kept_at(&constraints, &solution), "seed {seed}");
                continue;
            }
        };
        for set in sets {
            count += 1;
            let of_set: Vec<Constraint> = set.iter().map(|at| constraints[*at]).collect();
            if figure.kept(&of_set, SHORTEST, seed).is_some() {
                faults.push(format!("seed {seed}: {of_set:?} can be kept"));
            }
            for at in 0..of_set.len() {
                let rest = [&of_set[..at], &of_set[at + 1..]].concat();
                let is_kept = match solve(&rest) {
                    Outcome::Solved(solution) => figure.is_kept_at(&rest, &solution),
                    Outcome::Conflict(_) => false,
                };
                if !is_kept && figure.kept(&rest, 0.0, seed).is_none() {
                    faults.push(format!("seed {seed}: {of_set:?} contradicts without {at}"));
                }
            }
        }
    }
    assert!(count > SEEDS / 2 && faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
}
