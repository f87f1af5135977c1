//! A judge of sets of constraints that shares nothing with the solver: residuals written from the meaning of each constraint, slopes by
//! differences, and searches from many random places.

use super::super::Constraint::{self, *};
use super::*;

/// The searches that the judge makes before it calls a set contradictory.
const STARTS: usize = 60;

/// The shortest line that counts as one, as a share of the sketch's size: a line that shrinks to nothing keeps most constraints.
pub(crate) const SHORTEST: f64 = 1e-3;

/// Points, lines and circles as a test draws them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figure {
    pub places: Vec<[f64; 2]>,
    pub lines: Vec<[usize; 2]>,
    /// The centre and the radius.
    pub circles: Vec<(usize, f64)>,
    /// What each curve of the sketch is: a line, or a circle.
    pub curves: Vec<Kind>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Line(usize),
    Circle(usize),
}

/// The values that a search changes: the points, then the radii.
struct Values<'f> {
    figure: &'f Figure,
    all: &'f [f64],
}

impl Values<'_> {
    fn point(&self, point: PointId) -> [f64; 2] {
        [self.all[2 * point.0], self.all[2 * point.0 + 1]]
    }

    fn line(&self, curve: CurveId) -> Option<[[f64; 2]; 2]> {
        let Kind::Line(line) = self.figure.curves[curve.0] else { return None };
        Some(self.figure.lines[line].map(|at| self.point(PointId(at))))
    }

    fn circle(&self, curve: CurveId) -> Option<([f64; 2], f64)> {
        let Kind::Circle(circle) = self.figure.curves[curve.0] else { return None };
        let radius = self.all[2 * self.figure.places.len() + circle];
        Some((self.point(PointId(self.figure.circles[circle].0)), radius))
    }
}

fn minus(one: [f64; 2], other: [f64; 2]) -> [f64; 2] {
    [one[0] - other[0], one[1] - other[1]]
}

fn length([x, y]: [f64; 2]) -> f64 {
    x.hypot(y)
}

fn cross(one: [f64; 2], other: [f64; 2]) -> f64 {
    one[0] * other[1] - one[1] * other[0]
}

fn dot(one: [f64; 2], other: [f64; 2]) -> f64 {
    one[0] * other[0] + one[1] * other[1]
}

/// Returns how far a point is to the left of a line.
fn left_of(at: [f64; 2], [from, to]: [[f64; 2]; 2]) -> f64 {
    let way = minus(to, from);
    cross(way, minus(at, from)) / length(way)
}

fn side(value: f64) -> f64 {
    if value < 0.0 { -1.0 } else { 1.0 }
}

/// Adds how far a constraint is from being kept. Senses and sides are as drawn.
fn residuals(constraint: Constraint, now: &Values<'_>, drawn: &Values<'_>, size: f64, out: &mut Vec<f64>) {
    let line = |curve| now.line(curve).unwrap();
    let way = |curve| {
        let [from, to] = line(curve);
        minus(to, from)
    };
    match constraint {
        Coincident(a, b) => out.extend(minus(now.point(a), now.point(b))),
        PointOnCurve(point, curve) => out.push(match now.circle(curve) {
            Some((center, radius)) => length(minus(now.point(point), center)) - radius,
            None => left_of(now.point(point), line(curve)),
        }),
        Horizontal(curve) => out.push(way(curve)[1]),
        Vertical(curve) => out.push(way(curve)[0]),
        Parallel(a, b) => out.push(size * cross(way(a), way(b)) / length(way(a)) / length(way(b))),
        Perpendicular(a, b) => out.push(size * dot(way(a), way(b)) / length(way(a)) / length(way(b))),
        Tangent(a, b) => match (now.circle(a), now.circle(b)) {
            (Some((one, r)), Some((other, s))) => {
                let [(c, p), (d, q)] = [a, b].map(|it| drawn.circle(it).unwrap());
                let is_within = length(minus(c, d)) < p.max(q);
                let wanted = if is_within { side(p - q) * (r - s) } else { r + s };
                out.push(length(minus(one, other)) - wanted);
            }
            (None, Some((center, radius))) => {
                let turn = side(left_of(drawn.circle(b).unwrap().0, drawn.line(a).unwrap()));
                out.push(turn * left_of(center, line(a)) - radius);
            }
            _ => panic!("{constraint:?}"),
        },
        Equal(a, b) => out.push(match (now.circle(a), now.circle(b)) {
            (Some((_, r)), Some((_, s))) => r - s,
            _ => length(way(a)) - length(way(b)),
        }),
        Midpoint(point, curve) => {
            let [from, to] = line(curve);
            let at = now.point(point);
            out.extend([0, 1].map(|axis| 0.5 * (from[axis] + to[axis]) - at[axis]));
        }
        Distance(a, b, value) => out.push(length(minus(now.point(a), now.point(b))) - value),
        DistanceToLine(point, curve, value) => {
            let turn = side(left_of(drawn.point(point), drawn.line(curve).unwrap()));
            out.push(turn * left_of(now.point(point), line(curve)) - value);
        }
        Length(curve, value) => out.push(length(way(curve)) - value),
        HorizontalDistance(a, b, value) | VerticalDistance(a, b, value) => {
            let axis = usize::from(matches!(constraint, VerticalDistance(..)));
            let sense = side(drawn.point(b)[axis] - drawn.point(a)[axis]);
            out.push(sense * (now.point(b)[axis] - now.point(a)[axis]) - value);
        }
        Radius(curve, value) => out.push(now.circle(curve).unwrap().1 - value),
        FixedAt(point, at) => out.extend(minus(now.point(point), at)),
        _ => panic!("the judge does not know {constraint:?}"),
    }
}

impl Figure {
    /// Returns true if the figure keeps a constraint as it is.
    pub(crate) fn keeps(&self, constraint: &Constraint) -> bool {
        let values = self.values();
        let here = Values { figure: self, all: &values };
        let mut out = Vec::new();
        residuals(*constraint, &here, &here, 50.0, &mut out);
        out.iter().all(|off| off.abs() < 1e-9)
    }

    /// Returns true if a solution keeps all of some constraints.
    pub(crate) fn is_kept_at(&self, constraints: &[Constraint], solution: &Solution) -> bool {
        let start = self.values();
        let radii = self.curves.iter().zip(&solution.curves).filter_map(|(_, curve)| match curve {
            SolvedCurve::Circle { radius, .. } => Some(*radius),
            _ => None,
        });
        let all: Vec<f64> = solution.points.iter().flatten().copied().chain(radii).collect();
        let [now, drawn] = [&all, &start].map(|all| Values { figure: self, all });
        let mut out = Vec::new();
        constraints.iter().for_each(|it| residuals(*it, &now, &drawn, 50.0, &mut out));
        out.iter().all(|off| off.abs() < 1e-7)
    }

    fn values(&self) -> Vec<f64> {
        self.places.iter().flatten().copied().chain(self.circles.iter().map(|it| it.1)).collect()
    }

    /// Returns places that keep all of some constraints with lines of a length, as a share of the size; `None` where no search finds any.
    pub(crate) fn kept(&self, constraints: &[Constraint], shortest: f64, seed: u64) -> Option<Vec<f64>> {
        let start = self.values();
        let drawn = Values { figure: self, all: &start };
        let low = |axis: usize| self.places.iter().map(|at| at[axis]).fold(f64::INFINITY, f64::min);
        let high = |axis: usize| self.places.iter().map(|at| at[axis]).fold(f64::NEG_INFINITY, f64::max);
        let size = (high(0) - low(0)).hypot(high(1) - low(1));
        let at = |all: &[f64]| {
            let mut out = Vec::new();
            let now = Values { figure: self, all };
            constraints.iter().for_each(|it| residuals(*it, &now, &drawn, size, &mut out));
            out
        };
        let lines: Vec<[usize; 2]> = self.lines.clone();
        let is_sound = |all: &[f64]| {
            let now = Values { figure: self, all };
            lines.iter().all(|ends| {
                let [from, to] = ends.map(|end| now.point(PointId(end)));
                length(minus(to, from)) >= shortest * size
            }) && all[2 * self.places.len()..].iter().all(|radius| *radius > 0.0)
        };
        let mut next = shares(seed);
        (0..STARTS).find_map(|start_index| {
            // From near to far, and in the end anywhere.
            let reach = size * [0.02, 0.1, 0.3, 1.0, 2.0][start_index % 5];
            let begin: Vec<f64> = start.iter().map(|value| value + reach * (2.0 * next() - 1.0)).collect();
            let found = least(&begin, &at, size);
            let is_kept = at(&found).iter().all(|off| off.abs() < 1e-9 * size);
            (is_kept && is_sound(&found)).then_some(found)
        })
    }
}

/// Searches for the least squares, by damped steps with slopes from differences.
fn least(start: &[f64], at: &dyn Fn(&[f64]) -> Vec<f64>, size: f64) -> Vec<f64> {
    let cost = |rows: &[f64]| rows.iter().map(|it| it * it).sum::<f64>();
    let (mut values, mut damping) = (start.to_vec(), 1e-3);
    let mut rows = at(&values);
    for _ in 0..200 {
        if !cost(&rows).is_finite() || rows.iter().all(|it| it.abs() < 1e-12 * size) {
            break;
        }
        let step = 1e-7 * size;
        let slopes: Vec<Vec<f64>> = (0..values.len())
            .map(|index| {
                let [more, less] = [step, -step].map(|by| {
                    let mut moved = values.clone();
                    moved[index] += by;
                    at(&moved)
                });
                more.iter().zip(&less).map(|(a, b)| (a - b) / (2.0 * step)).collect()
            })
            .collect();
        let mut is_better = false;
        for _ in 0..12 {
            let count = values.len();
            let mut matrix: Vec<Vec<f64>> = (0..count)
                .map(|a| {
                    let products =
                        (0..count).map(|b| slopes[a].iter().zip(&slopes[b]).map(|(x, y)| x * y).sum());
                    let down = -slopes[a].iter().zip(&rows).map(|(x, y)| x * y).sum::<f64>();
                    let mut row: Vec<f64> = products.collect();
                    row[a] += damping * (row[a] + 1e-6);
                    row.push(down);
                    row
                })
                .collect();
            for pivot in 0..count {
                let (above, below) = matrix.split_at_mut(pivot + 1);
                for row in below {
                    let share = row[pivot] / above[pivot][pivot];
                    row.iter_mut()
                        .zip(&above[pivot])
                        .skip(pivot)
                        .for_each(|(own, other)| *own -= share * other);
                }
            }
            let mut by = vec![0.0; count];
            for row in (0..count).rev() {
                let rest: f64 = (row + 1..count).map(|column| matrix[row][column] * by[column]).sum();
                by[row] = (matrix[row][count] - rest) / matrix[row][row];
            }
            let moved: Vec<f64> = values.iter().zip(&by).map(|(value, by)| value + by).collect();
            let there = at(&moved);
            if cost(&there) < cost(&rows) {
                is_better = cost(&there) < cost(&rows) * (1.0 - 1e-9);
                (values, rows) = (moved, there);
                damping = (damping * 0.1).max(1e-14);
                break;
            }
            damping = (damping * 6.0).max(1e-9);
        }
        if !is_better {
            break;
        }
    }
    values
}
