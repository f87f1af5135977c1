//! Lines that are drawn twice, completely or in part.

use std::collections::BTreeMap;

use scenewright_geometry::{Bounds, BoxTree, Point};

use super::contours::Strand;
use super::edge_math::{at, bounds, cover, distance_to};

/// The tolerance between lines that cover each other.
const SAME: f64 = 0.03;

/// The covered share of a line's length from which it counts as drawn twice.
const WHOLE: f64 = 0.98;

/// The shortest reported overlap, in millimetres.
const LEAST: f64 = 0.1;

/// Two strands that cover each other.
pub(crate) struct Double {
    /// The earlier strand, and the later one.
    pub strands: [usize; 2],
    pub length: f64,
    pub at: Point,
    /// True if both are covered completely.
    pub is_whole: bool,
    /// True where the later item consists of this strand alone, so that it can be dropped.
    pub is_item: bool,
}

pub(crate) struct Doubles {
    pub found: Vec<Double>,
    /// For every strand, true if an earlier one is the same.
    pub is_double: Vec<bool>,
}

struct Facts {
    length: f64,
    longest: f64,
    at: Point,
}

/// Returns true for two strands that are one curve, described in two ways: an ellipse that begins elsewhere, a spline from the
/// other end. The lines that stand for them lie beside each other, and cover each other in part.
fn is_one_curve(one: &Strand, other: &Strand) -> bool {
    let is_curve = |strand: &Strand| strand.edges.iter().any(|edge| edge.is_approximate);
    let longest = one.length.max(other.length);
    if !(is_curve(one) && is_curve(other)) || (one.length - other.length).abs() > (1.0 - WHOLE) * longest {
        return false;
    }
    [(one, other), (other, one)].iter().all(|(strand, around)| {
        let tree = BoxTree::new(around.edges.iter().map(bounds).collect());
        strand.edges.iter().flat_map(|edge| [edge.from, at(edge, 0.5), edge.to]).all(|point| {
            let place = Bounds::of_point(point).widened(SAME);
            let mut is_on = false;
            tree.search(
                |bounds| bounds.meets(&place),
                |edge| is_on |= distance_to(&around.edges[edge], point) <= SAME,
            );
            is_on
        })
    })
}

/// Returns the strands of one layer that cover each other.
pub(crate) fn doubles(strands: &[Strand]) -> Doubles {
    let edges: Vec<(usize, usize)> = strands
        .iter()
        .enumerate()
        .filter(|(_, strand)| !strand.is_glyph)
        .flat_map(|(index, strand)| (0..strand.edges.len()).map(move |edge| (index, edge)))
        .collect();
    let edge = |at: usize| &strands[edges[at].0].edges[edges[at].1];
    let tree = BoxTree::new((0..edges.len()).map(|at| bounds(edge(at))).collect());
    let mut facts: BTreeMap<(usize, usize), Facts> = BTreeMap::new();
    tree.pairs(SAME, |a, b| {
        let (one, other) = (edges[a].0, edges[b].0);
        if strands[one].layer != strands[other].layer {
            return true;
        }
        let Some(found) = cover(edge(a), edge(b), SAME) else { return true };
        let known = facts.entry((one.min(other), one.max(other))).or_insert(Facts {
            length: 0.0,
            longest: 0.0,
            at: found.middle,
        });
        // Summed over edges: two outlines may cover each other piece by piece.
        known.length += found.length;
        // Clearly longer: among equal pieces the first gives the place, on every machine.
        if found.length > known.longest * (1.0 + 1e-9) {
            (known.longest, known.at) = (found.length, found.middle);
        }
        true
    });
    let mut count = BTreeMap::<usize, usize>::new();
    for strand in strands {
        *count.entry(strand.item).or_default() += 1;
    }
    let mut is_double = vec![false; strands.len()];
    let mut found = Vec::new();
    for ((one, other), facts) in facts {
        let is_covered = |strand: &usize| facts.length >= WHOLE * strands[*strand].length;
        // Both must be covered: a short line on a long one is an overlap.
        let is_whole = one != other
            && ([one, other].iter().all(is_covered) || is_one_curve(&strands[one], &strands[other]));
        if !is_whole && facts.length < LEAST {
            continue;
        }
        // Of three, each is reported with the first.
        if is_double[one] || (is_whole && is_double[other]) {
            continue;
        }
        is_double[other] |= is_whole;
        found.push(Double {
            strands: [one, other],
            length: facts.length,
            at: facts.at,
            is_whole,
            is_item: count[&strands[other].item] == 1,
        });
    }
    Doubles { found, is_double }
}
