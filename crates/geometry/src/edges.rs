//! Edges in a tree of boxes: what is nearest, and what crosses.
//!
//! This module is our own because the trees of crates (`rstar`) find what is nearest to a point, not the nearest two
//! of two trees.

use super::affine::Point;
use super::bounds::Bounds;
use super::flatten::Chain;

/// Edges of one or more chains. Each node of the tree has the box of a run of edges; its two children halve the run.
#[derive(Clone, Debug, Default)]
pub struct EdgeTree {
    edges: Vec<[Point; 2]>,
    boxes: Vec<Bounds>,
}

/// Two points, one on each of two things, that are as near to each other as any.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The distance between both points; 0 where the things meet.
    pub distance: f64,
    /// The point on the first thing.
    pub from: Point,
    /// The point on the second thing.
    pub to: Point,
}

/// The share of the coordinates below which a distance counts as a meeting, to allow for rounding.
const ROUNDING: f64 = 1e-13;

/// A node of the tree and the run of edges that it stands for.
pub(super) type Run = (usize, usize, usize);

impl EdgeTree {
    /// Builds the tree over all edges of some chains, the closing ones included.
    pub fn new<'a>(chains: impl IntoIterator<Item = &'a Chain>) -> EdgeTree {
        let edges: Vec<[Point; 2]> = chains.into_iter().flat_map(Chain::edges).collect();
        let boxes = run_boxes(edges.len(), |index| {
            Bounds::of_point(edges[index][0]).union(Bounds::of_point(edges[index][1]))
        });
        EdgeTree { edges, boxes }
    }

    /// Returns the two nearest points of both; `None` when one of them has no edges.
    pub fn nearest(&self, other: &EdgeTree) -> Option<Nearest> {
        nearest_pair(&self.boxes, &other.boxes, self.first_pair(other), |one, two, best| {
            let found = nearest_of_edges(self.edges[one], other.edges[two]);
            if best.is_none_or(|best| found.distance < best.distance) {
                *best = Some(found);
            }
        })
    }

    /// Returns the distance of a point from the nearest edge.
    pub fn distance_to(&self, point: Point) -> f64 {
        let chain = Chain { points: vec![point, point], closed: false };
        self.nearest(&EdgeTree::new([&chain])).map_or(f64::INFINITY, |nearest| nearest.distance)
    }

    /// Returns the points where edges of both meet. For edges that lie on each other these are the ends of the
    /// shared part.
    pub fn crossings(&self, other: &EdgeTree) -> Vec<Point> {
        let mut points = Vec::new();
        let mut pending = self.first_pair(other);
        let reach = ROUNDING * self.magnitude().max(other.magnitude());
        while let Some((one, two)) = pending.pop() {
            if self.boxes[one.0].distance_to(&other.boxes[two.0]) > reach {
                continue;
            }
            match halves(one, two) {
                Some(pairs) => pending.extend(pairs),
                None => cross_edges(self.edges[one.1], other.edges[two.1], reach, &mut points),
            }
        }
        points
    }

    /// Returns the largest coordinate.
    fn magnitude(&self) -> f64 {
        let corners = self.boxes.first().map(|it| [it.min.x, it.min.y, it.max.x, it.max.y]);
        corners.into_iter().flatten().fold(0.0, |most, value| most.max(value.abs()))
    }

    fn first_pair(&self, other: &EdgeTree) -> Vec<(Run, Run)> {
        if self.edges.is_empty() || other.edges.is_empty() {
            return Vec::new();
        }
        vec![((0, 0, self.edges.len()), (0, 0, other.edges.len()))]
    }
}

/// Returns the nearest points of two trees, given the boxes of their nodes and the pair to begin with. `compare` is called
/// with the numbers of two things that may be nearer than the best so far.
pub(super) fn nearest_pair(
    boxes: &[Bounds],
    others: &[Bounds],
    mut pending: Vec<(Run, Run)>,
    compare: impl Fn(usize, usize, &mut Option<Nearest>),
) -> Option<Nearest> {
    let mut best: Option<Nearest> = None;
    while let Some((one, two)) = pending.pop() {
        let apart = boxes[one.0].distance_to(&others[two.0]);
        // Nothing in two boxes is nearer than the boxes.
        if best.is_some_and(|best| apart >= best.distance) {
            continue;
        }
        let Some(pairs) = halves(one, two) else {
            compare(one.1, two.1, &mut best);
            continue;
        };
        // The nearer pair is on top, so that the others can often be left out.
        let mut pairs: Vec<_> =
            pairs.into_iter().map(|pair| (boxes[pair.0.0].distance_to(&others[pair.1.0]), pair)).collect();
        pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
        pending.extend(pairs.into_iter().map(|(_, pair)| pair));
    }
    best
}

/// Returns the boxes of all nodes over things in a row, of which each has a box.
pub(super) fn run_boxes(count: usize, box_of: impl Fn(usize) -> Bounds) -> Vec<Bounds> {
    // Numbered as in a heap with uneven halves, nodes stay below four times the number of leaves.
    let mut boxes = vec![Bounds::of_point(Point::ORIGIN); 4 * count];
    if count > 0 {
        build(&box_of, &mut boxes, (0, 0, count));
    }
    boxes
}

fn build(box_of: &impl Fn(usize) -> Bounds, boxes: &mut [Bounds], (node, from, to): Run) {
    boxes[node] = match split((node, from, to)) {
        None => box_of(from),
        Some([left, right]) => {
            build(box_of, boxes, left);
            build(box_of, boxes, right);
            boxes[left.0].union(boxes[right.0])
        }
    };
}

fn split((node, from, to): Run) -> Option<[Run; 2]> {
    let middle = from + (to - from) / 2;
    (to - from > 1).then(|| [(2 * node + 1, from, middle), (2 * node + 2, middle, to)])
}

/// Returns the pairs that halving the larger of both runs gives; `None` when both are single edges.
pub(super) fn halves(one: Run, two: Run) -> Option<[(Run, Run); 2]> {
    if one.2 - one.1 >= two.2 - two.1 {
        split(one).map(|[left, right]| [(left, two), (right, two)])
    } else {
        split(two).map(|[left, right]| [(one, left), (one, right)])
    }
}

pub(super) fn nearest_of_edges(one: [Point; 2], other: [Point; 2]) -> Nearest {
    let mut meeting = Vec::new();
    // Edges that cross have distance 0, though all their ends are far from each other.
    cross_edges(one, other, 0.0, &mut meeting);
    if let Some(point) = meeting.first() {
        return Nearest { distance: 0.0, from: *point, to: *point };
    }
    let forward = one.map(|point| (point, projected(point, other)));
    let backward = other.map(|point| (projected(point, one), point));
    let [first, rest @ ..] = [forward[0], forward[1], backward[0], backward[1]].map(|(from, to)| Nearest {
        distance: from.distance_to(to),
        from,
        to,
    });
    rest.into_iter().fold(first, |best, next| if next.distance < best.distance { next } else { best })
}

/// Returns the nearest point of the edge.
pub fn projected(point: Point, [a, b]: [Point; 2]) -> Point {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy);
    // Not a number: an edge without a length is its first point.
    if along.is_nan() || along <= 0.0 {
        a
    } else if along >= 1.0 {
        b
    } else {
        Point::new(a.x + along * dx, a.y + along * dy)
    }
}

/// Adds the points where two edges meet: ends that are no further than `reach` from the other edge, or else
/// the crossing.
fn cross_edges(one: [Point; 2], other: [Point; 2], reach: f64, points: &mut Vec<Point>) {
    let before = points.len();
    for (ends, edge) in [(one, other), (other, one)] {
        points.extend(ends.into_iter().filter(|end| {
            let near = projected(*end, edge);
            near.distance_to(*end) <= reach
        }));
    }
    // An end on the other edge is the meeting already. Computing a crossing there too would give the same
    // point again, off by rounding.
    if points.len() > before {
        return;
    }
    let side = |[from, to]: [Point; 2], point: Point| {
        (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
    };
    let [a, b] = one;
    let (a_side, b_side) = (side(other, a), side(other, b));
    if side(one, other[0]) * side(one, other[1]) < 0.0 && a_side * b_side < 0.0 {
        let along = a_side / (a_side - b_side);
        points.push(Point::new(a.x + along * (b.x - a.x), a.y + along * (b.y - a.y)));
    }
}
