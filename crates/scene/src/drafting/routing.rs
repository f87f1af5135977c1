//! Ways along the axes between two boxes, around others.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashMap};

use scenewright_geometry::{Bounds, Point};

/// The four directions, in the order right, up, left, down.
const WAYS: [(f64, f64); 4] = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];

/// A state on the way: a crossing of two grid lines, and the direction in which it was reached.
type State = (usize, usize, usize);

#[derive(PartialEq)]
struct Cost(f64);

impl Eq for Cost {}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Cost) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cost {
    fn cmp(&self, other: &Cost) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// An end of a way: the box that it leads out of or into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Terminal {
    /// The box.
    pub(crate) bounds: Bounds,
    /// The point where the way begins, and the unit vector that leads away from the box; without it, the middle of any
    /// side.
    pub(crate) port: Option<(Point, Point)>,
}

impl Terminal {
    /// Returns the points where a way may begin, each with the first corner after it and the number of its direction.
    fn starts(&self, distance: f64) -> Vec<(Point, Point, usize)> {
        let (center, outer) = (self.bounds.center(), self.bounds.widened(distance));
        let Some((at, way)) = self.port else {
            let own = &self.bounds;
            return vec![
                (Point::new(own.max.x, center.y), Point::new(outer.max.x, center.y), 0),
                (Point::new(center.x, own.max.y), Point::new(center.x, outer.max.y), 1),
                (Point::new(own.min.x, center.y), Point::new(outer.min.x, center.y), 2),
                (Point::new(center.x, own.min.y), Point::new(center.x, outer.min.y), 3),
            ];
        };
        // For a symbol that is turned by any angle, the axis nearest to the direction is taken.
        let along = |(x, y): (f64, f64)| way.x * x + way.y * y;
        let direction =
            (0..WAYS.len()).max_by(|a, b| along(WAYS[*a]).total_cmp(&along(WAYS[*b]))).unwrap_or(0);
        let corner = match direction {
            0 => Point::new(outer.max.x.max(at.x + distance), at.y),
            1 => Point::new(at.x, outer.max.y.max(at.y + distance)),
            2 => Point::new(outer.min.x.min(at.x - distance), at.y),
            _ => Point::new(at.x, outer.min.y.min(at.y - distance)),
        };
        vec![(at, corner, direction)]
    }
}

/// Returns a short way with few bends from one box to another, from port to port or from the middle of a side to that of
/// another, which keeps a distance from the boxes in between, and crosses the texts only where all ways do; `None` if there is no
/// such way.
pub(crate) fn orthogonal_way(
    from: &Terminal,
    to: &Terminal,
    around: &[Bounds],
    texts: &[Bounds],
    distance: f64,
) -> Option<Vec<Point>> {
    let boxes = || around.iter().chain([&from.bounds, &to.bounds]);
    // A little less than the distance, so that a way at exactly that distance does not count as inside.
    let walls: Vec<Bounds> = boxes().map(|it| it.widened(distance * 0.999)).collect();
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    for wall in boxes() {
        let outer = wall.widened(distance);
        // A shortest way only bends at such lines: beside a box, or in line with the middle of one.
        xs.extend([outer.min.x, outer.max.x, wall.center().x]);
        ys.extend([outer.min.y, outer.max.y, wall.center().y]);
    }
    // Beside a text, half of the distance is enough.
    let texts: Vec<Bounds> = texts.iter().map(|text| text.widened(distance * 0.499)).collect();
    for text in &texts {
        let outer = text.widened(distance * 0.001);
        xs.extend([outer.min.x, outer.max.x]);
        ys.extend([outer.min.y, outer.max.y]);
    }
    let (starts, stops) = (from.starts(distance), to.starts(distance));
    for (_, corner, _) in starts.iter().chain(&stops) {
        xs.push(corner.x);
        ys.push(corner.y);
    }
    let (one, other) = match (from.port, to.port) {
        (None, None) => (from.bounds.center(), to.bounds.center()),
        _ => (starts[0].1, stops[0].1),
    };
    xs.push(0.5 * (one.x + other.x));
    ys.push(0.5 * (one.y + other.y));
    for values in [&mut xs, &mut ys] {
        values.sort_by(f64::total_cmp);
        // The values come from the same computations, so equal places are equal numbers, and `index` may
        // compare them exactly.
        values.dedup();
    }
    let at = |i: usize, j: usize| Point::new(xs[i], ys[j]);
    let index = |values: &[f64], value: f64| values.iter().position(|it| *it == value);
    // A way begins with a step straight away from the box.
    let ports = |starts: &[(Point, Point, usize)]| -> Vec<(Point, (usize, usize), usize)> {
        let known = starts
            .iter()
            .filter_map(|(port, step, way)| Some((*port, (index(&xs, step.x)?, index(&ys, step.y)?), *way)));
        known.collect()
    };
    let is_free = |one: Point, other: Point| !walls.iter().any(|wall| meets(wall, one, other));
    // A bend costs a tenth of the size of the whole, so that a way takes a detour rather than zigzag.
    let whole = xs[xs.len() - 1] - xs[0] + ys[ys.len() - 1] - ys[0];
    let bend = whole * 0.1 + distance;
    // A way through a text costs more than any around it.
    let through = |one: Point, other: Point| match texts.iter().any(|text| meets(text, one, other)) {
        true => 2.0 * whole,
        false => 0.0,
    };
    let mut best: HashMap<State, f64> = HashMap::new();
    let mut before: HashMap<State, State> = HashMap::new();
    let mut queue: BinaryHeap<Reverse<(Cost, State)>> = BinaryHeap::new();
    let begins = ports(&starts);
    for (_, (i, j), way) in begins.iter().copied() {
        best.insert((i, j, way), 0.0);
        queue.push(Reverse((Cost(0.0), (i, j, way))));
    }
    // A way ends where it runs into the port, against the direction that leads out of it.
    let ends = ports(&stops);
    let end_of =
        |(i, j, way): State| ends.iter().find(|(_, step, out)| *step == (i, j) && (out + 2) % 4 == way);
    while let Some(Reverse((Cost(cost), state))) = queue.pop() {
        // An entry that a cheaper way to the same state has overtaken.
        if best.get(&state).is_some_and(|known| cost > *known) {
            continue;
        }
        let (i, j, way) = state;
        if let Some((port, ..)) = end_of(state) {
            let mut points = vec![*port, at(i, j)];
            let mut first = state;
            while let Some(previous) = before.get(&first) {
                points.push(at(previous.0, previous.1));
                first = *previous;
            }
            let start =
                begins.iter().find(|(_, step, out)| *step == (first.0, first.1) && *out == first.2)?;
            points.push(start.0);
            points.reverse();
            return Some(without_middles(points));
        }
        // Beside the outermost port there is no line to come along: the way turns where it meets the last step.
        for (_, step, out) in &ends {
            let last = (out + 2) % 4;
            if *step != (i, j) || way == *out || way == last {
                continue;
            }
            let reached = (i, j, last);
            if best.get(&reached).is_none_or(|known| cost + bend < *known) {
                best.insert(reached, cost + bend);
                before.insert(reached, state);
                queue.push(Reverse((Cost(cost + bend), reached)));
            }
        }
        for (next, (dx, dy)) in WAYS.iter().enumerate() {
            // A way never turns back on itself.
            if (next + 2) % 4 == way {
                continue;
            }
            let (ni, nj) = (i as i64 + *dx as i64, j as i64 + *dy as i64);
            let inside = (0..xs.len() as i64).contains(&ni) && (0..ys.len() as i64).contains(&nj);
            if !inside {
                continue;
            }
            let (ni, nj) = (ni as usize, nj as usize);
            // Steps go from one grid line to the next, so only this short piece can meet a box.
            if !is_free(at(i, j), at(ni, nj)) {
                continue;
            }
            let turn = if next == way { 0.0 } else { bend };
            let total = cost + at(i, j).distance_to(at(ni, nj)) + turn + through(at(i, j), at(ni, nj));
            let reached = (ni, nj, next);
            if best.get(&reached).is_none_or(|known| total < *known) {
                best.insert(reached, total);
                before.insert(reached, state);
                queue.push(Reverse((Cost(total), reached)));
            }
        }
    }
    None
}

/// Returns true if a line along an axis leads through a box, and not only along its edge.
fn meets(area: &Bounds, from: Point, to: Point) -> bool {
    let line = Bounds::of_point(from).union(Bounds::of_point(to));
    line.max.x > area.min.x && line.min.x < area.max.x && line.max.y > area.min.y && line.min.y < area.max.y
}

/// Returns the points without those between two others on one line.
fn without_middles(points: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        if kept.last() == Some(&point) {
            continue;
        }
        if let [.., one, other] = kept.as_slice()
            && ((one.x == other.x && other.x == point.x) || (one.y == other.y && other.y == point.y))
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_lead_around_obstacles() {
        let at = |x: f64, y: f64, half: f64| Bounds {
            min: Point::new(x - half, y - half),
            max: Point::new(x + half, y + half),
        };
        let end = |bounds: Bounds| Terminal { bounds, port: None };
        let (one, other) = (end(at(0.0, 0.0, 5.0)), end(at(60.0, 0.0, 5.0)));
        assert_eq!(
            orthogonal_way(&one, &other, &[], &[], 4.0).unwrap(),
            [[5.0, 0.0], [55.0, 0.0]].map(Into::into)
        );
        let wall = at(30.0, 0.0, 10.0);
        let way = orthogonal_way(&one, &other, &[wall], &[], 4.0).unwrap();
        assert!(way.len() >= 4, "{way:?}");
        for pair in way.windows(2) {
            assert!(pair[0].x == pair[1].x || pair[0].y == pair[1].y);
            let piece = Bounds::of_point(pair[0]).union(Bounds::of_point(pair[1]));
            let is_apart =
                piece.max.x <= 20.0 || piece.min.x >= 40.0 || piece.max.y <= -10.0 || piece.min.y >= 10.0;
            assert!(is_apart, "{way:?}");
        }
        // From a port at the back, the way leads around its own box.
        let back = Terminal { port: Some((Point::new(-5.0, 2.0), Point::new(-1.0, 0.0))), ..one };
        let top = Terminal { port: Some((Point::new(62.0, 5.0), Point::new(0.1, 1.0))), ..other };
        let way = orthogonal_way(&back, &top, &[wall], &[], 4.0).unwrap();
        assert_eq!((way[0], way[1]), (Point::new(-5.0, 2.0), Point::new(-9.0, 2.0)), "{way:?}");
        assert_eq!(way[way.len() - 1], Point::new(62.0, 5.0), "{way:?}");
        assert_eq!(way[way.len() - 2].x, 62.0, "{way:?}");
        for pair in way.windows(2) {
            assert!(![one.bounds, wall, other.bounds].iter().any(|it| crossed(it, pair)), "{way:?}");
        }
    }

    #[test]
    fn ways_lead_into_ports_at_the_edge_of_everything() {
        let end = |x: f64, y: f64, way: (f64, f64)| {
            let bounds = Bounds { min: Point::new(x - 10.0, y - 10.0), max: Point::new(x + 10.0, y + 10.0) };
            let at = Point::new(x + 10.0 * way.0, y + 10.0 * way.1);
            Terminal { bounds, port: Some((at, Point::new(way.0, way.1))) }
        };
        for from in WAYS {
            for to in WAYS {
                for (x, y) in [(90.0, -40.0), (90.0, 0.0), (-50.0, 70.0), (0.0, -100.0)] {
                    let (one, other) = (end(0.0, 0.0, from), end(x, y, to));
                    let way = orthogonal_way(&one, &other, &[], &[], 4.5).unwrap();
                    let (Some(first), Some(last)) = (way.first(), way.last()) else { panic!() };
                    assert_eq!([Some(*first), Some(*last)], [one, other].map(|it| it.port.map(|(at, _)| at)));
                    let step = |from: Point, to: Point| ((to.x - from.x).signum(), (to.y - from.y).signum());
                    let [out, into] = [step(way[0], way[1]), step(*last, way[way.len() - 2])];
                    for ((x, y), (wide, high)) in [(out, from), (into, to)] {
                        assert!(x * wide + y * high > 0.0, "{from:?} {to:?} {way:?}");
                    }
                    for pair in way.windows(2) {
                        assert!(pair[0].x == pair[1].x || pair[0].y == pair[1].y, "{way:?}");
                        assert!(![one.bounds, other.bounds].iter().any(|it| crossed(it, pair)), "{way:?}");
                    }
                }
            }
        }
    }

    fn crossed(bounds: &Bounds, pair: &[Point]) -> bool {
        let piece = Bounds::of_point(pair[0]).union(Bounds::of_point(pair[1]));
        piece.max.x > bounds.min.x
            && piece.min.x < bounds.max.x
            && piece.max.y > bounds.min.y
            && piece.min.y < bounds.max.y
    }
}
