//! Seeded sketches of points, lines and circles with every kind of measure, which a known place keeps, and wrong measures beside them.

use super::super::Constraint::*;
use super::judge::{Figure, Kind, SHORTEST};
use super::*;

/// The number of sketches: a second of time.
const SEEDS: u64 = 60;

/// A sketch that is drawn beside a place which keeps all of its constraints, and constraints that are wrong there.
struct Drawn {
    sketch: Sketch,
    figure: Figure,
    places: Vec<[f64; 2]>,
    right: Vec<Constraint>,
    wrong: Vec<Constraint>,
}

fn drawn(seed: u64) -> Drawn {
    let mut next = shares(seed.wrapping_mul(7919) + 1);
    let count = 4 + (seed % 4) as usize;
    let mut places: Vec<[f64; 2]> = Vec::new();
    while places.len() < count {
        let at = [60.0 * next(), 60.0 * next()];
        // Points that nearly coincide have hardly a direction between them.
        if places.iter().all(|it| apart(*it, at) > 8.0) {
            places.push(at);
        }
    }
    let mut sketch = Sketch::new();
    let points: Vec<PointId> = places
        .iter()
        .map(|at| {
            let [dx, dy] = [2.0 * next() - 1.0, 2.0 * next() - 1.0];
            sketch.point(at[0] + dx, at[1] + dy)
        })
        .collect();
    let lines: Vec<CurveId> = (1..count).map(|at| sketch.line(points[at - 1], points[at])).collect();
    let circle = sketch.circle(points[0], 6.0);
    let figure = Figure {
        places: points.iter().map(|point| sketch.drawn(*point)).collect(),
        lines: (1..count).map(|at| [at - 1, at]).collect(),
        circles: vec![(0, 6.0)],
        curves: (1..count).map(|at| Kind::Line(at - 1)).chain([Kind::Circle(0)]).collect(),
    };
    let measure = |next: &mut dyn FnMut() -> f64, off: f64| {
        let mut pick = |count: usize| (next() * count as f64) as usize % count;
        let one = pick(count);
        let other = (one + 1 + pick(count - 1)) % count;
        let (a, b) = (places[one], places[other]);
        let line = pick(count - 1);
        let [from, to] = [places[line], places[line + 1]];
        let along = [to[0] - from[0], to[1] - from[1]];
        match pick(7) {
            0 => Distance(points[one], points[other], apart(a, b) + off),
            // Those along an axis keep the order in which the points are drawn.
            1 if (b[0] - a[0]).abs() > 3.0 => {
                HorizontalDistance(points[one], points[other], (b[0] - a[0]).abs() + off)
            }
            2 if (b[1] - a[1]).abs() > 3.0 => {
                VerticalDistance(points[one], points[other], (b[1] - a[1]).abs() + off)
            }
            3 if one != line && one != line + 1 => {
                let cross = along[0] * (a[1] - from[1]) - along[1] * (a[0] - from[0]);
                let distance = cross.abs() / apart(from, to);
                if distance < 3.0 {
                    return Length(lines[line], apart(from, to) + off);
                }
                DistanceToLine(points[one], lines[line], distance + off)
            }
            4 => Length(lines[line], apart(from, to) + off),
            5 => Radius(circle, 6.0 + 0.3 * off),
            6 if off == 0.0 => FixedAt(points[one], a),
            _ => Distance(points[one], points[other], apart(a, b) + off),
        }
    };
    // Measures are taken in turn as long as they take a freedom away.
    let mut right: Vec<Constraint> = vec![FixedAt(points[0], places[0])];
    let mut freedom = usize::MAX;
    for _ in 0..400 {
        if freedom == 0 {
            break;
        }
        right.push(measure(&mut next, 0.0));
        let mut own = sketch.clone();
        add(&mut own, &right);
        match own.solve() {
            Outcome::Solved(solution) if solution.redundant.is_empty() && solution.freedom < freedom => {
                freedom = solution.freedom;
            }
            _ => drop(right.pop()),
        }
    }
    assert_eq!(freedom, 0, "seed {seed}");
    let wrong = (0..=seed % 2).map(|_| measure(&mut next, 4.0)).collect();
    Drawn { sketch, figure, places, right, wrong }
}

fn apart(one: [f64; 2], other: [f64; 2]) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

#[test]
fn drawn_places_come_to_the_known_ones_and_conflicts_are_minimal() {
    let (mut conflicts, mut known) = (0, 0);
    // In the last one, a set seems to contradict until a search begins far from where it is drawn.
    for seed in (0..SEEDS).chain([682]) {
        let Drawn { sketch, figure, places, right, wrong } = drawn(seed);
        let solve = |wanted: &[Constraint]| {
            let mut own = sketch.clone();
            add(&mut own, wanted);
            own.solve()
        };
        let Outcome::Solved(solution) = solve(&right) else { panic!("seed {seed}: {right:?}") };
        known += usize::from(solution.points.iter().zip(&places).all(|(it, at)| apart(*it, *at) < 1e-6));
        let all = [&right[..], &wrong[..]].concat();
        let Outcome::Conflict(sets) = solve(&all) else { continue };
        conflicts += 1;
        for set in &sets {
            let own: Vec<Constraint> = set.iter().map(|at| all[*at]).collect();
            assert!(figure.kept(&own, SHORTEST, seed).is_none(), "seed {seed}: {own:?} can be kept");
            for at in 0..own.len() {
                let rest = [&own[..at], &own[at + 1..]].concat();
                assert!(matches!(solve(&rest), Outcome::Solved(_)), "seed {seed}: {own:?} without {at}");
            }
        }
        // A set for each that is wrong, unless one set holds both.
        let named: Vec<usize> = sets.iter().flatten().copied().collect();
        assert!((right.len()..all.len()).any(|at| named.contains(&at)), "seed {seed}: {sets:?}");
    }
    // A wrong measure may be kept by a place that is far from the drawn one, and some places are a mirror image of the known ones.
    let most = SEEDS as usize * 9 / 10;
    assert!(conflicts >= most && known >= most, "{conflicts} conflicts, {known} known places");
}
