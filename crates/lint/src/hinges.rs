//! The slits of living hinges: straight cuts beside each other in rows, between which a sheet bends. They are open on purpose, and
//! the bridges between them are no gaps.

use std::collections::HashSet;

use scenewright_geometry::vector::{cross, difference, dot, length};
use scenewright_geometry::{BoxTree, DisjointSets, Point};

use super::contours::Contour;

/// The fewest slits that let a sheet bend. Fewer lines side by side may as well be an outline without its ends.
const MIN_SLITS: usize = 8;

/// The greatest distance between neighbouring slits in millimetres: what is left between them must be thin enough to twist.
const MAX_PITCH: f64 = 10.0;

/// The greatest distance between neighbouring slits as a share of the shorter one: a hinge bends because its slits are long beside
/// the distance between them, unlike the sides of slots in a row.
const PITCH_SHARE: f64 = 0.4;

/// The least share of the shorter slit that faces its neighbour: rows are moved against each other by half a slit and half a bridge.
const FACING_SHARE: f64 = 0.2;

/// The sine of the largest angle between slits that count as parallel: half a degree.
const PARALLEL: f64 = 0.009;

/// The greatest distance in millimetres of a corner from the straight line between the ends of a slit.
const STRAIGHT: f64 = 0.01;

struct Slit {
    contour: usize,
    from: Point,
    /// From the beginning to the end.
    way: Point,
    length: f64,
}

/// Returns the strands of the slits of living hinges.
pub(crate) fn hinge_slits(contours: &[Contour]) -> HashSet<usize> {
    let slits: Vec<Slit> = (0..contours.len()).filter_map(|contour| slit(contours, contour)).collect();
    let tree = BoxTree::new(slits.iter().map(|slit| contours[slit.contour].bounds).collect());
    let mut hinges = DisjointSets::new(slits.len());
    tree.pairs(MAX_PITCH, |a, b| {
        let layers = [a, b].map(|at| contours[slits[at].contour].layer);
        if layers[0] == layers[1] && are_neighbours(&slits[a], &slits[b]) {
            hinges.unite(a, b);
        }
        true
    });
    let mut sizes = vec![0; slits.len()];
    for slit in 0..slits.len() {
        sizes[hinges.root(slit)] += 1;
    }
    let in_hinges = (0..slits.len()).filter(|slit| sizes[hinges.root(*slit)] >= MIN_SLITS);
    let strands = in_hinges.flat_map(|slit| &contours[slits[slit].contour].strands);
    strands.map(|(strand, _)| *strand).collect()
}

fn slit(contours: &[Contour], contour: usize) -> Option<Slit> {
    let own = &contours[contour];
    let (first, last) = (&own.edges.first()?.0, &own.edges.last()?.0);
    let (from, way) = (first.from, difference(last.to, first.from));
    let length = length(way);
    let is_on_way = |point| cross(way, difference(point, from)).abs() <= STRAIGHT * length;
    let is_straight = own.edges.iter().all(|(edge, _)| edge.arc.is_none() && is_on_way(edge.to));
    (!own.is_closed && is_straight && length > STRAIGHT).then_some(Slit { contour, from, way, length })
}

/// Returns true for slits side by side, of which a part faces the other one.
fn are_neighbours(one: &Slit, other: &Slit) -> bool {
    let shorter = one.length.min(other.length);
    let sine = cross(one.way, other.way).abs() / (one.length * other.length);
    let to_other = difference(other.from, one.from);
    let distance = cross(one.way, to_other).abs() / one.length;
    if sine > PARALLEL || distance > MAX_PITCH.min(PITCH_SHARE * shorter) {
        return false;
    }
    let start = dot(one.way, to_other) / one.length;
    let end = start + dot(one.way, other.way) / one.length;
    let facing = start.max(end).min(one.length) - start.min(end).max(0.0);
    facing >= FACING_SHARE * shorter
}
