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
    /// The share of the usual distance from the box to the first corner: less where a text is in front of the port.
    pub(crate) share: f64,
}

impl Terminal {
    /// Makes an end at a box.
    pub(crate) fn new(bounds: Bounds, port: Option<(Point, Point)>) -> Terminal {
        Terminal { bounds, port, share: 1.0 }
    }

    /// Returns the points where a way may begin, each with the first corner after it and the number of its direction.
    fn starts(&self, distance: f64) -> Vec<(Point, Point, usize)> {
        let distance = distance * self.share;
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
    let (starts, stops) = (from.starts(distance), to.starts(distance));
    let (one, other) = match (from.port, to.port) {
        (None, None) => (from.bounds.center(), to.bounds.center()),
        _ => (starts[0].1, stops[0].1),
    };
    let middle = Point::new(0.5 * (one.x + other.x), 0.5 * (one.y + other.y));
    let corners = starts.iter().chain(&stops).map(|(_, corner, _)| *corner);
    let ends = [from, to].map(|end| (end.bounds, distance * end.share));
    let boxes: Vec<(Bounds, f64)> = around.iter().map(|wall| (*wall, distance)).chain(ends).collect();
    let grid = Grid::new(&boxes, texts, corners.chain([middle]), distance);
    Search::new(&grid, &starts, &stops, distance).shortest_way()
}

/// The lines along the axes that ways follow, and what stands in their way.
struct Grid {
    xs: Vec<f64>,
    ys: Vec<f64>,
    /// What no way leads through.
    walls: Vec<Bounds>,
    /// What a way leads through only where all ways do.
    texts: Vec<Bounds>,
}

impl Grid {
    /// Makes the lines around boxes, each with its distance from them, and around texts.
    fn new(
        boxes: &[(Bounds, f64)],
        texts: &[Bounds],
        places: impl Iterator<Item = Point>,
        distance: f64,
    ) -> Grid {
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        for (wall, own) in boxes {
            let outer = wall.widened(*own);
            // A shortest way only bends at such lines: beside a box, or in line with the middle of one.
            xs.extend([outer.min.x, outer.max.x, wall.center().x]);
            ys.extend([outer.min.y, outer.max.y, wall.center().y]);
        }
        // Beside a text, half of the distance is enough, and between it and a port of the same symbol half of what is left there.
        let least = boxes.iter().map(|(_, own)| *own).fold(distance, f64::min);
        let texts: Vec<Bounds> = texts.iter().map(|text| text.widened(least * 0.499)).collect();
        for text in &texts {
            let outer = text.widened(least * 0.001);
            xs.extend([outer.min.x, outer.max.x]);
            ys.extend([outer.min.y, outer.max.y]);
        }
        for place in places {
            xs.push(place.x);
            ys.push(place.y);
        }
        for values in [&mut xs, &mut ys] {
            values.sort_by(f64::total_cmp);
            // The values come from the same computations, so equal places are equal numbers, and `crossing` may
            // compare them exactly.
            values.dedup();
        }
        // A little less than the distance, so that a way at exactly that distance does not count as inside.
        let walls = boxes.iter().map(|(it, own)| it.widened(own * 0.999)).collect();
        Grid { xs, ys, walls, texts }
    }

    /// Returns the width and the height together.
    fn size(&self) -> f64 {
        self.xs[self.xs.len() - 1] - self.xs[0] + self.ys[self.ys.len() - 1] - self.ys[0]
    }

    fn point(&self, (i, j): (usize, usize)) -> Point {
        Point::new(self.xs[i], self.ys[j])
    }

    /// Returns the crossing of lines that is at a point.
    fn crossing(&self, at: Point) -> Option<(usize, usize)> {
        let index = |values: &[f64], value: f64| values.iter().position(|it| *it == value);
        Some((index(&self.xs, at.x)?, index(&self.ys, at.y)?))
    }

    /// Returns the ports that the first corner after them leads to: a way begins with a step straight away from the box.
    fn ports(&self, starts: &[(Point, Point, usize)]) -> Vec<Port> {
        let known = starts.iter().filter_map(|(at, corner, out)| {
            Some(Port { at: *at, crossing: self.crossing(*corner)?, out: *out })
        });
        known.collect()
    }

    /// Returns the next crossing in a direction; `None` at the border and at a wall.
    fn step(&self, (i, j): (usize, usize), way: usize) -> Option<(usize, usize)> {
        let (dx, dy) = WAYS[way];
        let (ni, nj) = (i as i64 + dx as i64, j as i64 + dy as i64);
        let is_inside = (0..self.xs.len() as i64).contains(&ni) && (0..self.ys.len() as i64).contains(&nj);
        let next = is_inside.then_some((ni as usize, nj as usize))?;
        // Steps go from one line to the next, so only this short piece can meet a wall.
        let [one, other] = [(i, j), next].map(|it| self.point(it));
        let is_free = !self.walls.iter().any(|wall| meets(wall, one, other));
        is_free.then_some(next)
    }

    fn meets_text(&self, one: Point, other: Point) -> bool {
        self.texts.iter().any(|text| meets(text, one, other))
    }
}

/// Where a way begins or ends.
struct Port {
    at: Point,
    /// The crossing of the first corner after it.
    crossing: (usize, usize),
    /// The number of the direction that leads out of it.
    out: usize,
}

impl Port {
    /// Returns the direction of a way that runs into the port.
    fn arrival(&self) -> usize {
        opposite(self.out)
    }
}

fn opposite(way: usize) -> usize {
    (way + 2) % WAYS.len()
}

/// A search for the way of least cost, by Dijkstra's algorithm.
struct Search<'a> {
    grid: &'a Grid,
    begins: Vec<Port>,
    ends: Vec<Port>,
    /// The cost of a bend.
    bend: f64,
    /// The cost of a way through a text.
    through: f64,
    /// The least cost of each state that is known.
    best: HashMap<State, f64>,
    /// The state before each on the way of that cost; none where it begins.
    before: HashMap<State, State>,
    queue: BinaryHeap<Reverse<(Cost, State)>>,
}

impl<'a> Search<'a> {
    fn new(
        grid: &'a Grid,
        starts: &[(Point, Point, usize)],
        stops: &[(Point, Point, usize)],
        distance: f64,
    ) -> Search<'a> {
        Search {
            begins: grid.ports(starts),
            ends: grid.ports(stops),
            // A bend costs a tenth of the size of the whole, so that a way takes a detour rather than zigzag.
            bend: grid.size() * 0.1 + distance,
            // More than any way around the text.
            through: 2.0 * grid.size(),
            best: HashMap::new(),
            before: HashMap::new(),
            queue: BinaryHeap::new(),
            grid,
        }
    }

    fn shortest_way(mut self) -> Option<Vec<Point>> {
        let begins: Vec<State> =
            self.begins.iter().map(|it| (it.crossing.0, it.crossing.1, it.out)).collect();
        for state in begins {
            self.reach(state, 0.0, None);
        }
        while let Some(Reverse((Cost(cost), state))) = self.queue.pop() {
            // An entry that a cheaper way to the same state has overtaken.
            if self.best.get(&state).is_some_and(|known| cost > *known) {
                continue;
            }
            let (i, j, way) = state;
            // A way ends where it runs into the port, against the direction that leads out of it.
            if let Some(end) = self.ends.iter().find(|it| it.crossing == (i, j) && it.arrival() == way) {
                return self.points_of(state, end.at);
            }
            self.turn_into_ports(state, cost);
            self.step_on(state, cost);
        }
        None
    }

    /// Notes a way to a state, where none that costs as little is known.
    fn reach(&mut self, state: State, cost: f64, previous: Option<State>) {
        if self.best.get(&state).is_none_or(|known| cost < *known) {
            self.best.insert(state, cost);
            self.before.extend(previous.map(|previous| (state, previous)));
            self.queue.push(Reverse((Cost(cost), state)));
        }
    }

    /// Turns where the way meets the last step: beside the outermost port there is no line to come along.
    fn turn_into_ports(&mut self, state: State, cost: f64) {
        let (i, j, way) = state;
        let is_aside = |it: &&Port| it.crossing == (i, j) && way != it.out && way != it.arrival();
        let turns: Vec<usize> = self.ends.iter().filter(is_aside).map(Port::arrival).collect();
        for last in turns {
            self.reach((i, j, last), cost + self.bend, Some(state));
        }
    }

    /// Goes on to the next crossings.
    fn step_on(&mut self, state: State, cost: f64) {
        let (i, j, way) = state;
        // A way never turns back on itself.
        for next in (0..WAYS.len()).filter(|next| opposite(*next) != way) {
            let Some((ni, nj)) = self.grid.step((i, j), next) else { continue };
            let [one, other] = [(i, j), (ni, nj)].map(|it| self.grid.point(it));
            let turn = if next == way { 0.0 } else { self.bend };
            let through = if self.grid.meets_text(one, other) { self.through } else { 0.0 };
            self.reach((ni, nj, next), cost + one.distance_to(other) + turn + through, Some(state));
        }
    }

    /// Returns the points of the way that was found, from its beginning to the port at its end.
    fn points_of(&self, last: State, end: Point) -> Option<Vec<Point>> {
        let mut points = vec![end, self.grid.point((last.0, last.1))];
        let mut first = last;
        while let Some(previous) = self.before.get(&first) {
            points.push(self.grid.point((previous.0, previous.1)));
            first = *previous;
        }
        let begin = self.begins.iter().find(|it| it.crossing == (first.0, first.1) && it.out == first.2)?;
        points.push(begin.at);
        points.reverse();
        Some(without_middles(points))
    }
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
        let end = |bounds: Bounds| Terminal::new(bounds, None);
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
            Terminal::new(bounds, Some((at, Point::new(way.0, way.1))))
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
