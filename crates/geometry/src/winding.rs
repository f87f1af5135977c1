//! The windings on both sides of the edges of an arrangement.
//!
//! A ray from the middle of an edge finds what is on its sides. From there it is known along all edges that hang
//! together: going around a vertex, each edge adds what it weighs. Where edges leave a vertex too close to each other to
//! be put in order, rays decide.

use std::f64::consts::TAU;

use super::affine::Point;
use super::arrangement::{Arrangement, Edge, Winding};
use super::bounds::Bounds;
use super::box_tree::BoxTree;
use super::curve::Form;
use super::piece::{Coordinate, Piece};
use super::vector::{cross, difference, length};

/// The shares of an edge from where a ray may begin: the middle first, and then places that no symmetry of a drawing repeats.
/// Where another edge passes through the beginning of one ray, the next begins elsewhere.
const RAYS: [f64; 5] = [0.5, 0.377, 0.641, 0.213, 0.829];

/// The share of what is near within which a ray does not decide on which side it begins.
const UNCLEAR: f64 = 0.05;

/// The share of the shortest edge at a vertex at whose distance from it the edges are put in order. Nothing else is so
/// near, and each edge is once at that distance.
const REACH: f64 = 0.25;

/// The distance of two edges there, in units of what is near, from which their order is certain.
const CERTAIN: f64 = 64.0;

/// The least angle between two edges whose order is certain, whatever is near.
const MIN_ANGLE: f64 = 1e-7;

/// The halvings that find the point of a curve at a distance: 2^-40 of a curve turns its angle by far less than [`MIN_ANGLE`].
const MAX_HALVINGS: usize = 40;

/// The most edges at a vertex that are put in order: more meet only in fans, whose edges are seldom far enough apart to be
/// certain, and rays serve there.
const MAX_AROUND: usize = 16;

/// The windings do not fit each other.
struct Contradiction;

/// An edge as it leaves a vertex: its angle there, its index, and true if it begins there.
type Leaving = (f64, usize, bool);

impl Arrangement {
    /// Finds for all edges what is on their sides.
    pub(super) fn wind(&mut self, near: f64) {
        let tree = BoxTree::new(self.edges.iter().map(|edge| self.piece(edge).bounds()).collect());
        let incident = Incident::of(&self.edges, self.vertices.len());
        // Vertices are the fast way, one ray for a whole part, and any mistake in their order would spread over it. Rays are
        // slower and cannot contradict each other.
        if self.wind_around_vertices(&tree, &incident, near).is_err() {
            self.wind_by_rays(&tree, &incident, near);
        }
    }

    /// Casts a ray for each chain.
    fn wind_by_rays(&mut self, tree: &BoxTree, incident: &Incident, near: f64) {
        let mut is_known = vec![false; self.edges.len()];
        for first in 0..self.edges.len() {
            if !is_known[first] {
                for index in self.wind_chain(first, tree, incident, near) {
                    is_known[index] = true;
                }
            }
        }
    }

    /// Casts a ray for each part that hangs together, and one more to be sure.
    fn wind_around_vertices(
        &mut self,
        tree: &BoxTree,
        incident: &Incident,
        near: f64,
    ) -> Result<(), Contradiction> {
        let mut is_known = vec![false; self.edges.len()];
        let mut is_done = vec![false; self.vertices.len()];
        for first in 0..self.edges.len() {
            if is_known[first] {
                continue;
            }
            let mut part = self.wind_chain(first, tree, incident, near);
            part.iter().for_each(|index| is_known[*index] = true);
            // The chain itself follows from a ray, so testing one of its edges by a ray again would prove
            // nothing.
            let of_chain = part.len();
            let mut next = 0;
            while let Some(index) = part.get(next).copied() {
                next += 1;
                for vertex in self.edges[index].ends {
                    if std::mem::replace(&mut is_done[vertex as usize], true) {
                        continue;
                    }
                    // Edges beyond a vertex in doubt are not reached from here. They begin a part of their
                    // own, with a ray of its own.
                    let Some(around) = self.order_around(vertex, incident, near) else { continue };
                    self.wind_around(index, &around, &mut is_known, &mut part)?;
                }
            }
            // One ray more, from the longest edge that was reached around vertices: a mistake anywhere on the way would show
            // there, and a long edge is where a ray is least likely to be unclear.
            let others = part[of_chain..].iter();
            let longest = others.max_by(|a, b| self.extent(**a).total_cmp(&self.extent(**b)));
            if let Some(index) = longest.copied() {
                let edge = &self.edges[index];
                if self.sides(index, tree, near) != (edge.left, edge.right) {
                    return Err(Contradiction);
                }
            }
        }
        Ok(())
    }

    /// Goes counter-clockwise around a vertex from an edge whose sides are known. Adds the others to a part.
    fn wind_around(
        &mut self,
        known: usize,
        around: &[Leaving],
        is_known: &mut [bool],
        part: &mut Vec<usize>,
    ) -> Result<(), Contradiction> {
        let Some(begin) = around.iter().position(|(_, index, _)| *index == known) else { return Ok(()) };
        let edge = &self.edges[known];
        let mut ahead = if around[begin].2 { edge.left } else { edge.right };
        for step in 1..=around.len() {
            let (_, index, begins) = around[(begin + step) % around.len()];
            let edge = &mut self.edges[index];
            let behind = ahead;
            // Going counter-clockwise, an edge that begins here is crossed from its right to its left, which enters what it runs
            // around; one that ends here is crossed the other way.
            let sign = if begins { 1 } else { -1 };
            ahead = [0, 1].map(|side| behind[side] + sign * edge.weights[side]);
            let (left, right) = if begins { (ahead, behind) } else { (behind, ahead) };
            if !is_known[index] {
                is_known[index] = true;
                (edge.left, edge.right) = (left, right);
                part.push(index);
            // Reached on two ways, an edge must have the same on its sides: the sum of the weights around a
            // vertex is 0.
            } else if (edge.left, edge.right) != (left, right) {
                return Err(Contradiction);
            }
        }
        Ok(())
    }

    /// Returns the edges at a vertex counter-clockwise; `None` where their order is not certain.
    fn order_around(&self, vertex: u32, incident: &Incident, near: f64) -> Option<Vec<Leaving>> {
        let indices = incident.at(vertex);
        if !(2..=MAX_AROUND).contains(&indices.len()) {
            return None;
        }
        let leaving = |angle: f64, index: u32| {
            let index = index as usize;
            (angle, index, self.edges[index].ends[0] == vertex)
        };
        if let [one, other] = indices {
            // Two are in any order.
            return Some(vec![leaving(0.0, *one), leaving(1.0, *other)]);
        }
        let size = |index: &u32| {
            let piece = self.piece(&self.edges[*index as usize]);
            length(difference(piece.to, piece.from))
        };
        let reach = REACH * indices.iter().map(size).fold(f64::INFINITY, f64::min);
        let mut around: Vec<Leaving> = indices
            .iter()
            .map(|index| {
                let (_, at, begins) = leaving(0.0, *index);
                (angle_at(&self.piece(&self.edges[at]), begins, reach), at, begins)
            })
            .collect();
        around.sort_by(|a, b| a.0.total_cmp(&b.0));
        // A vertex stands for points up to `near` away, which turns an edge by that over its reach.
        let least = (CERTAIN * near / reach).max(MIN_ANGLE);
        let is_certain = (0..around.len()).all(|at| {
            let next = around[(at + 1) % around.len()].0;
            // A result that is not a number is uncertain.
            (next - around[at].0).rem_euclid(TAU) > least
        });
        is_certain.then_some(around)
    }

    /// Finds what is on the sides of the edges of a chain, by a ray from the longest, and returns them.
    fn wind_chain(&mut self, first: usize, tree: &BoxTree, incident: &Incident, near: f64) -> Vec<usize> {
        let chain = self.chain(first, incident);
        let longest = chain.iter().max_by(|a, b| self.extent(a.0).total_cmp(&self.extent(b.0)));
        let (longest, along) = longest.copied().unwrap_or((first, true));
        let (left, right) = self.sides(longest, tree, near);
        for (index, forward) in &chain {
            let edge = &mut self.edges[*index];
            // An edge that runs against the longest one has the same areas on its other hand.
            (edge.left, edge.right) = if *forward == along { (left, right) } else { (right, left) };
        }
        chain.into_iter().map(|(index, _)| index).collect()
    }

    fn extent(&self, index: usize) -> f64 {
        let bounds = self.piece(&self.edges[index]).bounds();
        bounds.width().max(bounds.height())
    }

    /// Returns the edges whose sides must equal those of the first one, because no other edge ends where one
    /// continues as the next, each with its direction.
    fn chain(&self, first: usize, incident: &Incident) -> Vec<(usize, bool)> {
        let mut chain = vec![(first, true)];
        // The first edge may be in the middle of its chain, so the chain grows at both ends.
        for backward in [false, true] {
            let (mut index, mut forward) = (first, !backward);
            loop {
                let edge = &self.edges[index];
                let end = edge.ends[usize::from(forward)];
                // With a third edge at the vertex, the sides may change there.
                let [a, b] = incident.at(end) else { break };
                let next = if *a as usize == index { *b } else { *a } as usize;
                let follower = &self.edges[next];
                let next_forward = follower.ends[0] == end;
                let is_one = if next_forward == forward {
                    follower.weights == edge.weights
                } else {
                    follower.weights == edge.weights.map(|weight| -weight)
                };
                if next == first {
                    // Round and back again.
                    return chain;
                }
                if !is_one {
                    break;
                }
                chain.push((next, next_forward != backward));
                (index, forward) = (next, next_forward);
            }
        }
        chain
    }

    /// Returns what is on the left and on the right of an edge: how often the outlines run around a ray's beginning.
    fn sides(&self, index: usize, tree: &BoxTree, near: f64) -> (Winding, Winding) {
        let edge = &self.edges[index];
        let piece = self.piece(edge);
        let bounds = piece.bounds();
        // Across the edge, as far as that goes along an axis. A ray that runs along an edge would not show
        // which side is which.
        let level = if bounds.height() >= bounds.width() { Coordinate::Y } else { Coordinate::X };
        let along = level.other();
        let (from, to) = (level.of(piece.from), level.of(piece.to));
        let mut beyond = [0, 0];
        for share in RAYS {
            let value = from + (to - from) * share;
            let begin = along.of(piece.point_with(level, value));
            let mut is_clear = true;
            beyond = [0, 0];
            let is_hit = |bounds: &Bounds| {
                level.of(bounds.min) <= value
                    && value <= level.of(bounds.max)
                    && along.of(bounds.max) >= begin - near
            };
            tree.search(is_hit, |other| {
                let edge = &self.edges[other];
                let piece = self.piece(edge);
                let starts_below = level.of(piece.from) <= value;
                // Half open: an end on the ray counts for one of the two edges that share it, never for both
                // or none. Pieces run in one direction, so each is crossed once at most.
                if other == index || starts_below == (level.of(piece.to) <= value) {
                    return;
                }
                let ahead = along.of(piece.point_with(level, value)) - begin;
                // The loop may end without a clear ray. The last one is taken then: `wind_around_vertices`
                // notices a contradiction, and where rays are all there is, nothing better is to be had.
                is_clear &= ahead.abs() > UNCLEAR * near;
                if ahead > 0.0 {
                    (0..2).for_each(|side| beyond[side] += rising(level, starts_below) * edge.weights[side]);
                }
            });
            if is_clear {
                break;
            }
        }
        // The ray begins on the far side of the edge.
        let sign = rising(level, from < to);
        let near_side = [0, 1].map(|side| beyond[side] + sign * edge.weights[side]);
        if sign > 0 { (near_side, beyond) } else { (beyond, near_side) }
    }
}

/// Returns the direction in which an edge runs around what is before it on a ray.
fn rising(level: Coordinate, rises: bool) -> i32 {
    // Seen along y, counter-clockwise runs towards smaller x.
    if rises == (level == Coordinate::Y) { 1 } else { -1 }
}

/// Returns the angle at which a piece is seen from one of its ends where it is at some distance from there.
fn angle_at(piece: &Piece<'_>, from_begin: bool, distance: f64) -> f64 {
    let (end, t) = if from_begin { (piece.from, piece.t0) } else { (piece.to, piece.t1) };
    let angle = |way: Point| way.y.atan2(way.x);
    if piece.curve.is_line() {
        let other = if from_begin { piece.to } else { piece.from };
        return angle(difference(other, end));
    }
    if let (Some((_, radius)), Form::Arc(span)) = (piece.circle(), piece.curve.form) {
        // A chord turns from the tangent by half the angle that it spans.
        let way = piece.curve.derivative(t);
        let way = if from_begin { way } else { Point::new(-way.x, -way.y) };
        let is_left = (span.sweep * cross(span.u, span.v) > 0.0) == from_begin;
        // Exact for any radius; halving the parameter would lose digits where the arc hardly bends.
        let turn = (0.5 * distance / radius).asin();
        return angle(way) + if is_left { turn } else { -turn };
    }
    let (mut low, mut high) = (0.0, 1.0);
    let point = |share: f64| piece.at(if from_begin { share } else { 1.0 - share });
    for _ in 0..MAX_HALVINGS {
        let middle = 0.5 * (low + high);
        if length(difference(point(middle), end)) < distance { low = middle } else { high = middle }
    }
    angle(difference(point(high), end))
}

/// The edges that end at each vertex.
struct Incident {
    begins: Vec<u32>,
    edges: Vec<u32>,
}

impl Incident {
    fn of(edges: &[Edge], vertices: usize) -> Incident {
        let mut begins = vec![0_u32; vertices + 1];
        edges.iter().flat_map(|edge| edge.ends).for_each(|end| begins[end as usize + 1] += 1);
        (0..vertices).for_each(|at| begins[at + 1] += begins[at]);
        let mut free = begins.clone();
        let mut list = vec![0_u32; 2 * edges.len()];
        for (index, edge) in edges.iter().enumerate() {
            for end in edge.ends {
                let at = &mut free[end as usize];
                list[*at as usize] = index as u32;
                *at += 1;
            }
        }
        Incident { begins, edges: list }
    }

    fn at(&self, vertex: u32) -> &[u32] {
        let range = self.begins[vertex as usize] as usize..self.begins[vertex as usize + 1] as usize;
        &self.edges[range]
    }
}
