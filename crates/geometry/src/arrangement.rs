//! Curves cut where they meet, with the number of times that two areas' outlines run around each side of what is left.
//!
//! Each curve is first cut into pieces that run in one direction along both axes, then wherever it meets another. So
//! no two edges meet but at their ends, and it takes one ray from the middle of an edge to know what is on both of its
//! sides, exactly: nothing is straightened.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::affine::Point;
use super::bounds::Bounds;
use super::box_tree::BoxTree;
use super::curve::{Curve, Form};
use super::grid::SquareHasher;
use super::meeting::meetings;
use super::piece::Piece;
use super::vertices::Vertices;

/// A curve of an outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub curve: Curve,
    /// The number of times that it is a part of the outline of the first area, and of the second.
    pub weights: Winding,
}

/// A number for the first area and one for the second.
pub(super) type Winding = [i32; 2];

/// A part of a curve that meets no other edge but at its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub source: u32,
    pub t0: f64,
    pub t1: f64,
    pub ends: [u32; 2],
    pub weights: Winding,
    /// The winding numbers of the regions on the left and on the right of the edge.
    pub left: Winding,
    pub right: Winding,
}

pub(super) struct Arrangement {
    pub sources: Vec<Source>,
    pub edges: Vec<Edge>,
    pub vertices: Vertices,
}

/// The shares of an edge at which it is compared with another. They are not evenly spaced, so that edges which cross at regular
/// places are not taken for the same.
const PROBES: [f64; 3] = [0.5, 0.29, 0.77];

impl Arrangement {
    /// Cuts curves where they are no further from each other than `near`; `None` where they are too much alike.
    pub(crate) fn new(sources: Vec<Source>, near: f64) -> Option<Arrangement> {
        let mut vertices = Vertices::new(near);
        let edges = cut(&sources, &mut vertices, near)?;
        let mut arrangement = Arrangement { sources, edges: Vec::new(), vertices };
        arrangement.edges = arrangement.without_repetitions(edges, near);
        arrangement.wind(near);
        Some(arrangement)
    }

    /// Returns the edge as the part of its curve that it is, from one vertex to the other.
    pub(crate) fn piece(&self, edge: &Edge) -> Piece<'_> {
        let [from, to] = edge.ends.map(|end| self.vertices.point(end));
        let curve = &self.sources[edge.source as usize].curve;
        Piece { curve, t0: edge.t0, t1: edge.t1, from, to }
    }

    /// Returns the edges with each that stands for several only once.
    fn without_repetitions(&self, edges: Vec<Edge>, near: f64) -> Vec<Edge> {
        let mut kept: Vec<Edge> = Vec::with_capacity(edges.len());
        let mut next: Vec<u32> = Vec::with_capacity(edges.len());
        let mut by_ends: HashMap<(i64, i64), u32, BuildHasherDefault<SquareHasher>> = HashMap::default();
        for edge in edges {
            let [a, b] = edge.ends;
            // The same edge may come once in either direction, so the order of its ends is not in the key.
            let key = (i64::from(a.min(b)), i64::from(a.max(b)));
            let first = by_ends.get(&key).copied();
            let mut at = first;
            while let Some(index) = at {
                let same = &mut kept[index as usize];
                if self.is_same(same, &edge, near) {
                    // Run the other way, an edge has the area on its other side, so it counts against the
                    // first.
                    let sign = if same.ends == edge.ends { 1 } else { -1 };
                    (0..2).for_each(|side| same.weights[side] += sign * edge.weights[side]);
                    break;
                }
                at = next.get(index as usize).copied().filter(|index| *index != u32::MAX);
            }
            if at.is_none() {
                by_ends.insert(key, kept.len() as u32);
                next.push(first.unwrap_or(u32::MAX));
                kept.push(edge);
            }
        }
        // Edges that cancel each other bound nothing; left in, they would only be places for a ray to be
        // unclear.
        kept.retain(|edge| edge.weights != [0, 0]);
        kept
    }

    fn is_same(&self, one: &Edge, other: &Edge, near: f64) -> bool {
        let (one, other) = (self.piece(one), self.piece(other));
        // Both have the same ends here, and between two points there is one line.
        if one.curve.is_line() && other.curve.is_line() {
            return true;
        }
        PROBES.iter().all(|share| other.nearest(one.at(*share)).1 <= near)
    }
}

/// Cuts the curves wherever they meet.
fn cut(sources: &[Source], vertices: &mut Vertices, near: f64) -> Option<Vec<Edge>> {
    let mut pieces: Vec<(u32, Piece<'_>)> = Vec::with_capacity(sources.len());
    for (index, source) in sources.iter().enumerate() {
        let mut begin = 0.0;
        for end in source.curve.breaks().into_iter().chain([1.0]) {
            pieces.push((index as u32, Piece::new(&source.curve, begin, end)));
            begin = end;
        }
    }
    // The given curves come first, so that vertices are placed on them.
    for source in sources {
        vertices.place(source.curve.from);
        vertices.place(source.curve.to);
    }
    let mut cuts: Vec<Vec<(f64, u32)>> = pieces
        .iter()
        .map(|(_, piece)| vec![(piece.t0, vertices.place(piece.from)), (piece.t1, vertices.place(piece.to))])
        .collect();
    let tree = BoxTree::new(pieces.iter().map(|(_, piece)| piece.bounds()).collect());
    let is_done = tree.pairs(near, |a, b| {
        let ((source, one), (other_source, other)) = (&pieces[a], &pieces[b]);
        // Neighbouring pieces of one curve meet where they are cut anyway, and an arc never meets itself
        // elsewhere.
        let follows = one.t1 == other.t0 || other.t1 == one.t0;
        if source == other_source && (follows || matches!(one.curve.form, Form::Arc(_))) {
            return true;
        }
        // `false` ends the search for pairs: one undecided pair makes the whole arrangement useless.
        let Some(found) = meetings(one, other, near) else { return false };
        for meeting in found {
            let vertex = vertices.place(meeting.point);
            cuts[a].push((meeting.one, vertex));
            cuts[b].push((meeting.other, vertex));
        }
        true
    });
    if !is_done {
        return None;
    }
    let mut edges = Vec::with_capacity(pieces.len() * 2);
    for ((source, _), mut cuts) in pieces.iter().zip(cuts) {
        cuts.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut from = cuts[0];
        for to in cuts {
            // Cuts that fell on one vertex have nothing between them.
            if to.1 != from.1 {
                edges.push(Edge {
                    source: *source,
                    t0: from.0,
                    t1: to.0,
                    ends: [from.1, to.1],
                    weights: sources[*source as usize].weights,
                    left: [0, 0],
                    right: [0, 0],
                });
                from = to;
            }
        }
    }
    Some(edges)
}

/// Returns the distance below which points of these curves are the same: a few times the error of the numbers. It is not
/// a number where a point is none.
pub(super) fn nearness<'a>(curves: impl Iterator<Item = &'a Curve>) -> Option<f64> {
    let (mut all, mut is_finite): (Option<Bounds>, bool) = (None, true);
    for curve in curves {
        let mut include = |point: Point| {
            is_finite &= point.is_finite();
            all = Some(all.map_or(Bounds::of_point(point), |bounds| bounds.union(Bounds::of_point(point))));
        };
        include(curve.from);
        include(curve.to);
        match curve.form {
            Form::Line => {}
            // Nothing is computed from its centre, which may be anywhere.
            Form::Arc(span) if span.is_shallow() => {}
            Form::Quadratic(control) => include(control),
            Form::Cubic(first, second) => [first, second].into_iter().for_each(include),
            Form::Arc(span) => {
                let (x, y) = (span.u.x.abs() + span.v.x.abs(), span.u.y.abs() + span.v.y.abs());
                include(Point::new(span.center.x - x, span.center.y - y));
                include(Point::new(span.center.x + x, span.center.y + y));
            }
        }
    }
    let bounds = all?;
    let magnitude = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y]
        .into_iter()
        .fold(0.0, |most: f64, value| most.max(value.abs()));
    if !is_finite {
        return Some(f64::NAN);
    }
    // Computing a meeting loses a few digits of the size, and far from the origin the coordinates themselves
    // are rounded to about 1e-16 of their magnitude. Whichever is worse decides.
    Some((1e-12 * bounds.width().max(bounds.height())).max(1e-14 * magnitude))
}
