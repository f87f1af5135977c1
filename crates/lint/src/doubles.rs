//! Lines that are drawn twice, completely or in part.

use std::collections::BTreeMap;

use scenewright_geometry::{Bounds, BoxTree, Point};

use super::contours::Strand;
use super::edge_math::{Cover, at, bounds, cover, distance_to, edge_length};

/// The tolerance between lines that cover each other, in millimetres: less than the width of a laser's cut, so that both would be
/// one.
pub(crate) const SAME: f64 = 0.03;

/// The covered share of a line's length from which it counts as drawn twice.
const WHOLE: f64 = 0.98;

/// The shortest reported overlap, in millimetres: lines that meet end to end cover each other by their tolerance.
const LEAST: f64 = 0.1;

/// Two strands that cover each other.
pub(crate) struct Double {
    /// The earlier strand, and the later one.
    pub strands: [usize; 2],
    pub length: f64,
    pub at: Point,
    /// True if both are covered completely.
    pub is_whole: bool,
    /// True where the later item consists of this strand alone and is covered completely, so that it can be dropped.
    pub is_item: bool,
}

pub(crate) struct Doubles {
    pub found: Vec<Double>,
    /// For every strand, true if an earlier one is the same.
    pub is_double: Vec<bool>,
}

/// A piece of an edge of the earlier strand that the later one covers.
struct Piece {
    edge: usize,
    cover: Cover,
}

/// Returns the middle of the longest stretch that is covered: of edges that follow each other, also over the place where a closed
/// outline begins.
fn middle_of(strand: &Strand, pieces: &[Piece]) -> Point {
    // A piece that comes within the tolerance of an end reaches it.
    let spans: Vec<[f64; 2]> = pieces.iter().map(|piece| piece.span(strand)).collect();
    let length_of = |piece: &Piece| edge_length(&strand.edges[piece.edge]);
    let follows = |one: usize, next: usize| {
        let (a, b) = (&pieces[one], &pieces[next]);
        let is_next = b.edge == a.edge + 1
            || (strand.is_closed && a.edge + 1 == strand.edges.len() && b.edge == 0 && one != next);
        // The lines that stand for a curve are covered in parts.
        let [edge, next_edge] = [a, b].map(|piece| &strand.edges[piece.edge]);
        let is_one_curve = edge.is_approximate && next_edge.is_approximate && edge.curve == next_edge.curve;
        is_one_curve || (is_next && length_of(a) - spans[one][1] <= SAME && spans[next][0] <= SAME)
    };
    let mut stretches: Vec<Vec<usize>> = Vec::new();
    for piece in 0..pieces.len() {
        match stretches.last_mut() {
            Some(stretch) if stretch.last().is_some_and(|last| follows(*last, piece)) => stretch.push(piece),
            _ => stretches.push(vec![piece]),
        }
    }
    if stretches.len() > 1
        && let (Some(first), Some(last)) = (stretches.first(), stretches.last())
        && follows(last[last.len() - 1], first[0])
    {
        let first = stretches.remove(0);
        if let Some(last) = stretches.last_mut() {
            last.extend(first);
        }
    }
    let mut longest: Option<(f64, &[usize])> = None;
    for stretch in &stretches {
        let length = stretch.iter().map(|piece| spans[*piece][1] - spans[*piece][0]).sum::<f64>();
        // Clearly longer: among equal ones the first gives the place, on every machine.
        if longest.is_none_or(|(known, _)| length > known * (1.0 + 1e-9)) {
            longest = Some((length, stretch));
        }
    }
    let Some((length, stretch)) = longest else { return strand.ends()[0] };
    if let [piece] = stretch {
        return pieces[*piece].cover.middle;
    }
    let mut rest = 0.5 * length;
    for piece in stretch {
        let [from, to] = spans[*piece];
        if rest <= to - from {
            let edge = &strand.edges[pieces[*piece].edge];
            return at(edge, (from + rest) / edge_length(edge));
        }
        rest -= to - from;
    }
    pieces[stretch[stretch.len() - 1]].cover.middle
}

impl Piece {
    /// Returns the lengths from the beginning of the edge to the ends of the piece.
    fn span(&self, strand: &Strand) -> [f64; 2] {
        let edge = &strand.edges[self.edge];
        let (from, to) = (self.cover.start, self.cover.start + self.cover.length);
        // Of an arc the length is counted from its low end.
        match edge.arc {
            Some(arc) if arc.sweep < 0.0 => [edge_length(edge) - to, edge_length(edge) - from],
            _ => [from, to],
        }
    }
}

fn is_as_long(one: &Strand, other: &Strand) -> bool {
    (one.length - other.length).abs() <= (1.0 - WHOLE) * one.length.max(other.length)
}

/// Returns true for two strands that are one curve, described in two ways: an ellipse that begins elsewhere, a spline from the
/// other end. The lines that stand for them lie beside each other, and cover each other in part.
fn is_one_curve(one: &Strand, other: &Strand) -> bool {
    let is_curve = |strand: &Strand| strand.edges.iter().any(|edge| edge.is_approximate);
    // A circle may be drawn by curves that are nearly one.
    if !(is_curve(one) || is_curve(other)) || !is_as_long(one, other) {
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
        .flat_map(|(index, strand)| (0..strand.edges.len()).map(move |edge| (index, edge)))
        .collect();
    let edge = |at: usize| &strands[edges[at].0].edges[edges[at].1];
    let tree = BoxTree::new((0..edges.len()).map(|at| bounds(edge(at))).collect());
    let mut covered: BTreeMap<(usize, usize), Vec<Piece>> = BTreeMap::new();
    tree.pairs(SAME, |a, b| {
        // Edges are in the order of their strands.
        let (a, b) = (a.min(b), a.max(b));
        let (one, other) = (edges[a].0, edges[b].0);
        if strands[one].layer != strands[other].layer {
            return true;
        }
        if let Some(cover) = cover(edge(a), edge(b), SAME) {
            covered.entry((one, other)).or_default().push(Piece { edge: edges[a].1, cover });
        } else if edge(a).is_approximate != edge(b).is_approximate
            && is_as_long(&strands[one], &strands[other])
        {
            // An arc and the lines that stand for a curve may be one.
            covered.entry((one, other)).or_default();
        }
        true
    });
    let mut count = BTreeMap::<usize, usize>::new();
    for strand in strands {
        *count.entry(strand.item).or_default() += 1;
    }
    let mut is_double = vec![false; strands.len()];
    let mut found = Vec::new();
    for ((one, other), mut pieces) in covered {
        pieces.sort_by(|a, b| a.edge.cmp(&b.edge).then(a.cover.start.total_cmp(&b.cover.start)));
        // Summed over edges: two outlines may cover each other piece by piece.
        let length: f64 = pieces.iter().map(|piece| piece.cover.length).sum();
        let is_covered = |strand: &usize| length >= WHOLE * strands[*strand].length;
        // Both must be covered: a short line on a long one is an overlap.
        let is_whole = one != other
            && ([one, other].iter().all(is_covered) || is_one_curve(&strands[one], &strands[other]));
        if !is_whole && length < LEAST {
            continue;
        }
        // Of three, each is reported with the first.
        if is_double[one] || (is_whole && is_double[other]) {
            continue;
        }
        is_double[other] |= is_whole;
        found.push(Double {
            strands: [one, other],
            length: if is_whole { strands[other].length } else { length },
            at: middle_of(&strands[one], &pieces),
            is_whole,
            is_item: is_whole && count[&strands[other].item] == 1,
        });
    }
    Doubles { found, is_double }
}
