//! Outlines chained from separate pieces in files: lines and arcs whose ends meet.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};

use scenewright_geometry::vector::{cross, difference};
use scenewright_geometry::{Bounds, BoxTree, DisjointSets, Edge, Point};

use super::edge_math::{at, bounds, distance_to, edge_length, is_in_ring, unit};
use super::plan::{Content, Item};
use super::profile::LayerUse;

/// The tolerance between curves and the lines that approximate them: a hundredth of what is near, and for small
/// curves a share of their length, as their width is measured too.
const TOLERANCE: f64 = 1e-3;
const SMALL_SHARE: f64 = 5e-4;

/// The distance between ends, in millimetres, up to which they are in one point but for the digits of a file.
const ONE_POINT: f64 = 1e-3;

/// The distance between the ends of an open contour, as a share of its length, up to which it surrounds what is inside of it.
const OPENING: f64 = 0.5;

/// Stands for all layers that are cut; no layer has a name with a zero.
const ALL_CUT: &str = "\0";

/// One sub-path of an item.
#[derive(Debug)]
pub(crate) struct Strand {
    pub item: usize,
    /// The number of its wire in the item.
    pub wire: usize,
    /// The number of the layer, one for all that are cut: strands of different numbers never meet.
    pub layer: usize,
    pub layer_use: LayerUse,
    pub edges: Vec<Edge>,
    pub length: f64,
    pub is_closed: bool,
}

/// Strands in a row, closed or open.
#[derive(Debug)]
pub(crate) struct Contour {
    /// The strands, each with true where it runs backwards.
    pub strands: Vec<(usize, bool)>,
    pub layer: usize,
    /// The edges in order, with the number of their strand.
    pub edges: Vec<(Edge, usize)>,
    /// The length from the beginning to the start of each edge, and the whole length.
    pub starts: Vec<f64>,
    pub is_closed: bool,
    pub bounds: Bounds,
    polygon: OnceCell<Vec<Point>>,
}

impl Strand {
    pub(crate) fn ends(&self) -> [Point; 2] {
        let first = self.edges.first().map_or(Point::ORIGIN, |edge| edge.from);
        [first, self.edges.last().map_or(first, |edge| edge.to)]
    }
}

/// The layers of a drawing by number, in any case of letters.
#[derive(Debug, Default)]
pub(crate) struct Layers {
    numbers: HashMap<String, usize>,
}

impl Layers {
    pub(crate) fn number(&mut self, name: &str) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(name.trim().to_lowercase()).or_insert(next)
    }
}

/// Returns the sub-paths of all outlines.
pub(crate) fn strands(items: &[Item], layer_use: impl Fn(&str) -> LayerUse, joined: f64) -> Vec<Strand> {
    let mut layers = Layers::default();
    // Items in a row are mostly on one layer.
    let mut last: Option<(&str, usize, LayerUse)> = None;
    let mut strands = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let Content::Outline(wires) = &item.content else { continue };
        // Dimensions and notes are not part of the product.
        if item.is_annotation || item.part_of.is_some() {
            continue;
        }
        let known = last.filter(|(name, _, _)| *name == item.layer);
        let on_layer = known.unwrap_or_else(|| {
            let layer_use = layer_use(&item.layer);
            // All layers that are cut count together.
            let name = if layer_use == LayerUse::Cut { ALL_CUT } else { &item.layer };
            (&item.layer, layers.number(name), layer_use)
        });
        last = Some(on_layer);
        let (_, layer, layer_use) = on_layer;
        let is_planned = item.is_planned_cut;
        for (number, wire) in wires.iter().enumerate() {
            let mut edges = wire.edges(TOLERANCE);
            if edges.iter().any(|edge| edge.is_approximate) {
                let of_small = SMALL_SHARE * edges.iter().map(edge_length).sum::<f64>();
                if of_small < TOLERANCE {
                    edges = wire.edges(of_small);
                }
            }
            if is_planned && !wire.is_closed() {
                let lead = length_of_lead(&edges, joined);
                edges.drain(..lead);
            }
            let length: f64 = edges.iter().map(edge_length).sum();
            let is_closed = wire.is_closed();
            let mut strand = Strand { item: index, wire: number, layer, layer_use, edges, length, is_closed };
            let [from, to] = strand.ends();
            // Many programs draw a closed outline as an open one whose end is its beginning.
            // A strand hardly longer than the tolerance has its ends near each other whatever its shape.
            strand.is_closed |= from.distance_to(to) <= joined && length > 4.0 * joined;
            strands.push(strand);
        }
    }
    strands
}

/// Returns the number of edges before the place that a path comes back to at its end: the way in to a closed contour.
fn length_of_lead(edges: &[Edge], joined: f64) -> usize {
    let Some(last) = edges.last() else { return 0 };
    let comes_back = |edge: &Edge| edge.from.distance_to(last.to) <= joined;
    edges.iter().skip(1).position(comes_back).map_or(0, |before| before + 1)
}

/// The end of an open strand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct End {
    pub strand: usize,
    pub is_last: bool,
    pub at: Point,
}

/// The chains of a drawing.
pub(crate) struct Chains {
    pub contours: Vec<Contour>,
    /// The ends without a partner.
    pub free: Vec<End>,
    /// The ends without one that lie on another strand.
    pub touching: Vec<End>,
    /// The ends that meet, by the point in which they do.
    pub nodes: Vec<Vec<End>>,
}

/// Chains strands of one layer whose ends are within a distance, except for those that are left out. Bridges join two ends that are
/// farther apart.
pub(crate) fn chain(
    strands: &[Strand],
    joined: f64,
    bridges: &[[End; 2]],
    takes_part: impl Fn(usize) -> bool,
) -> Chains {
    let open: Vec<usize> =
        (0..strands.len()).filter(|index| takes_part(*index) && !strands[*index].is_closed).collect();
    let ends: Vec<End> = open
        .iter()
        .flat_map(|&strand| {
            let [from, to] = strands[strand].ends();
            [End { strand, is_last: false, at: from }, End { strand, is_last: true, at: to }]
        })
        .collect();
    let mut nodes = meeting_ends(strands, &open, &ends, joined, bridges);
    let mut at_node: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for end in 0..ends.len() {
        at_node.entry(nodes.root(end)).or_default().push(end);
    }
    let roots: Vec<usize> = (0..ends.len()).map(|end| nodes.root(end)).collect();
    let alone: Vec<End> =
        (0..ends.len()).filter(|end| at_node[&roots[*end]].len() == 1).map(|end| ends[end]).collect();
    let met = at_node.values().filter(|node| node.len() > 1);
    let met: Vec<Vec<End>> = met.map(|node| node.iter().map(|end| ends[*end]).collect()).collect();
    let (free, touching) = by_touching(strands, alone, joined, &takes_part);

    let mut contours: Vec<Contour> = Vec::new();
    for index in (0..strands.len()).filter(|index| takes_part(*index) && strands[*index].is_closed) {
        contours.push(Contour::new(strands, vec![(index, false)], true));
    }
    // Where three or more ends meet, no pair of them is the right one, and the chains end there.
    let partner = |end: usize| match at_node[&roots[end]].as_slice() {
        [a, b] => Some(if *a == end { *b } else { *a }),
        _ => None,
    };
    for (row, is_closed) in rows_of(&open, partner) {
        contours.push(Contour::new(strands, row, is_closed));
    }
    Chains { contours, free, touching, nodes: met }
}

/// Joins the ends that meet: those in one point, those that are near to each other alone, and those of bridges.
fn meeting_ends(
    strands: &[Strand],
    open: &[usize],
    ends: &[End],
    joined: f64,
    bridges: &[[End; 2]],
) -> DisjointSets {
    let mut nodes = DisjointSets::new(ends.len());
    let tree = BoxTree::new(ends.iter().map(|end| Bounds::of_point(end.at)).collect());
    let mut near: Vec<(usize, usize)> = Vec::new();
    tree.pairs(joined, |a, b| {
        let distance = ends[a].at.distance_to(ends[b].at);
        let is_one_layer = strands[ends[a].strand].layer == strands[ends[b].strand].layer;
        match is_one_layer && distance <= joined {
            true if distance <= ONE_POINT => nodes.unite(a, b),
            true => near.push((a, b)),
            false => {}
        }
        true
    });
    // Ends in one point meet, also where others are near: outlines may be smaller than what is joined.
    let mut counts = vec![0_usize; ends.len()];
    let firsts: Vec<usize> = (0..ends.len()).map(|end| nodes.root(end)).collect();
    firsts.iter().for_each(|first| counts[*first] += 1);
    let is_alone = |end: usize| counts[firsts[end]] == 1;
    for (a, b) in near.into_iter().filter(|(a, b)| is_alone(*a) && is_alone(*b)) {
        nodes.unite(a, b);
    }
    for bridge in bridges {
        // Open strands are in order, and so are their ends.
        let number = |end: &End| Some(2 * open.binary_search(&end.strand).ok()? + usize::from(end.is_last));
        if let [Some(a), Some(b)] = bridge.each_ref().map(number) {
            nodes.unite(a, b);
        }
    }
    nodes
}

/// A row of strands that follow each other, each with true where it is passed from its end, and whether the row is closed.
type StrandRow = (Vec<(usize, bool)>, bool);

/// Returns the rows of open strands, each followed from end to partner. Ends are numbered in pairs: the n-th open strand has the ends
/// 2n and 2n + 1.
fn rows_of(open: &[usize], partner: impl Fn(usize) -> Option<usize>) -> Vec<StrandRow> {
    let mut is_done = vec![false; open.len()];
    let mut follow = |start: usize| -> Option<StrandRow> {
        if is_done[start / 2] {
            return None;
        }
        let mut row = Vec::new();
        let mut entry = start;
        loop {
            let place = entry / 2;
            if is_done[place] {
                // Only the beginning can be met again: every node on the way has two ends.
                return Some((row, entry == start));
            }
            is_done[place] = true;
            row.push((open[place], entry % 2 == 1));
            // The other end of the same strand.
            match partner(entry ^ 1) {
                Some(following) => entry = following,
                None => return Some((row, false)),
            }
        }
    };
    let count = 2 * open.len();
    // Open chains first, from an end of theirs. The rest consists of circles, which begin anywhere.
    let starts = (0..count).filter(|end| partner(*end).is_none()).chain(0..count);
    starts.filter_map(&mut follow).collect()
}

/// Separates the ends that lie on another strand of their layer from the others, which come first: parts may share an edge.
fn by_touching(
    strands: &[Strand],
    ends: Vec<End>,
    joined: f64,
    takes_part: &impl Fn(usize) -> bool,
) -> (Vec<End>, Vec<End>) {
    if ends.is_empty() {
        return (ends, Vec::new());
    }
    let edges: Vec<(usize, &Edge)> = strands
        .iter()
        .enumerate()
        .filter(|(index, _)| takes_part(*index))
        .flat_map(|(index, strand)| strand.edges.iter().map(move |edge| (index, edge)))
        .collect();
    let tree = BoxTree::new(edges.iter().map(|(_, edge)| bounds(edge)).collect());
    let touches = |end: &End| {
        let mut touches = false;
        let place = Bounds::of_point(end.at).widened(joined);
        tree.search(
            |around| around.meets(&place),
            |found| {
                let (strand, edge) = edges[found];
                // Its own strand is always near.
                touches |= strand != end.strand
                    && strands[strand].layer == strands[end.strand].layer
                    && distance_to(edge, end.at) <= joined;
            },
        );
        touches
    };
    ends.into_iter().partition(|end| !touches(end))
}

impl Contour {
    fn new(strands: &[Strand], row: Vec<(usize, bool)>, is_closed: bool) -> Contour {
        let mut edges = Vec::new();
        for (index, is_reversed) in &row {
            let own = strands[*index].edges.iter();
            if *is_reversed {
                edges.extend(own.rev().map(|edge| (reversed(edge), *index)));
            } else {
                edges.extend(own.map(|edge| (*edge, *index)));
            }
        }
        let mut starts = vec![0.0];
        let mut whole = 0.0;
        for (edge, _) in &edges {
            whole += edge_length(edge);
            starts.push(whole);
        }
        let around = edges.iter().map(|(edge, _)| bounds(edge)).reduce(Bounds::union);
        let first = row.first().map_or(0, |(strand, _)| *strand);
        Contour {
            layer: strands[first].layer,
            strands: row,
            edges,
            starts,
            is_closed,
            bounds: around.unwrap_or(Bounds::of_point(Point::ORIGIN)),
            polygon: OnceCell::new(),
        }
    }

    pub(crate) fn length(&self) -> f64 {
        self.starts.last().copied().unwrap_or(0.0)
    }

    /// Returns the length from the beginning to a place on an edge.
    pub(crate) fn length_to(&self, edge: usize, t: f64) -> f64 {
        self.starts[edge] + (self.starts[edge + 1] - self.starts[edge]) * t
    }

    /// Returns the point at a length; of an open contour `None` beyond its ends.
    pub(crate) fn at_length(&self, wanted: f64) -> Option<Point> {
        let whole = self.length();
        let wanted = match self.is_closed {
            true => wanted.rem_euclid(whole),
            false if (0.0..=whole).contains(&wanted) => wanted,
            false => return None,
        };
        let index = self.starts.partition_point(|start| *start <= wanted).clamp(1, self.edges.len()) - 1;
        let own = self.starts[index + 1] - self.starts[index];
        let t = if own > 0.0 { (wanted - self.starts[index]) / own } else { 0.0 };
        Some(at(&self.edges[index].0, t))
    }

    /// Yields places of a closed contour from one length on to another: some at even distances, the middle one first, and the
    /// corners.
    pub(crate) fn places_between(&self, from: f64, to: f64) -> impl Iterator<Item = Point> {
        /// The shares of the way, so that an arc is seen all along.
        const SHARES: [f64; 7] = [0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875];
        let way = (to - from).rem_euclid(self.length());
        let even = SHARES.into_iter().filter_map(move |share| self.at_length(from + share * way));
        let is_between = move |start: &&f64| (**start - from).rem_euclid(self.length()) < way;
        even.chain(self.starts.iter().filter(is_between).filter_map(|start| self.at_length(*start)))
    }

    /// Returns true for a point that is no farther from the contour than a distance.
    pub(crate) fn is_within(&self, point: Point, distance: f64) -> bool {
        self.edges.iter().any(|(edge, _)| distance_to(edge, point) <= distance)
    }

    /// Returns the shorter way along the contour between two lengths.
    pub(crate) fn way_between(&self, one: f64, other: f64) -> f64 {
        let way = (one - other).abs();
        if self.is_closed { way.min(self.length() - way) } else { way }
    }

    /// Returns the edge before or after one; `None` beyond the ends of an open contour.
    pub(crate) fn neighbour(&self, at: usize, is_next: bool) -> Option<&Edge> {
        let count = self.edges.len();
        let found = match (is_next, self.is_closed) {
            (true, false) if at + 1 == count => return None,
            (false, false) if at == 0 => return None,
            (true, _) => (at + 1) % count,
            (false, _) => (at + count - 1) % count,
        };
        self.edges.get(found).map(|(edge, _)| edge)
    }

    /// Returns the next edge of a closed contour that is of some kind, with its strand.
    pub(crate) fn next_edge(&self, at: usize, is_wanted: impl Fn(&Edge) -> bool) -> Option<&(Edge, usize)> {
        let others = self.edges.iter().cycle().skip(at + 1).take(self.edges.len() - 1);
        // An outline that comes back to its beginning is closed by a line that only compensates for rounding.
        others.into_iter().find(|(edge, _)| is_wanted(edge))
    }

    /// Yields each edge with the start of the next one, which is not always its own end.
    fn edges_in_turn(&self) -> impl Iterator<Item = (&Edge, Point)> {
        let starts = self.edges.iter().map(|(edge, _)| edge.from);
        self.edges.iter().map(|(edge, _)| edge).zip(starts.cycle().skip(1))
    }

    /// Returns the corners of a polygon that approximates a closed contour, with arcs in steps of an angle.
    fn corners(&self, step: f64) -> Vec<Point> {
        let mut points = Vec::with_capacity(self.edges.len());
        for (edge, next) in self.edges_in_turn() {
            points.push(edge.from);
            if let Some(arc) = edge.arc {
                let count = (arc.sweep.abs() / step).ceil().max(1.0) as usize;
                points.extend((1..count).map(|step| at(edge, step as f64 / count as f64)));
            }
            if edge.to != next {
                points.push(edge.to);
            }
        }
        points
    }

    fn polygon(&self) -> &[Point] {
        // Its sides deviate from a circle by a hundredth of the radius at most.
        self.polygon.get_or_init(|| self.corners(0.28))
    }

    /// Returns the width of a closed contour in the direction in which it is narrowest, if that may be below a limit; otherwise
    /// a larger number.
    pub(crate) fn narrowest(&self, limit: f64) -> f64 {
        let (width, height) = (self.bounds.width(), self.bounds.height());
        let upright = width.min(height);
        // The box of a circle is exact. No outline is longer than the diagonal of its box, and one that is narrow everywhere has
        // hardly an area.
        let is_wide = upright > limit && self.area().abs() > limit * width.hypot(height);
        if self.edges.len() == 1 || is_wide {
            return upright;
        }
        // A width across arcs is wrong by less than a thousandth.
        let hull = hull_of(self.corners(0.05));
        let aside = |from: Point, way: Point, point: Point| cross(way, difference(point, from));
        // Both ends of the first side are on it: rounding alone would say which of them is farther.
        let mut farthest = 1 % hull.len().max(1);
        let mut narrowest = upright;
        for (index, &from) in hull.iter().enumerate() {
            let way = unit(difference(hull[(index + 1) % hull.len()], from));
            // Along a convex outline the distance from a side grows up to the farthest corner, and that corner only moves on from
            // one side to the next.
            for _ in 0..hull.len() {
                let next = (farthest + 1) % hull.len();
                if aside(from, way, hull[next]) < aside(from, way, hull[farthest]) {
                    break;
                }
                farthest = next;
            }
            narrowest = narrowest.min(aside(from, way, hull[farthest]));
        }
        narrowest
    }

    /// Returns true for a point inside a contour. An open one surrounds its inside too, unless its ends are far apart, so that
    /// other faults are found although an edge is missing.
    pub(crate) fn holds(&self, point: Point) -> bool {
        if !self.bounds.holds(point) {
            return false;
        }
        let opening = || match (self.edges.first(), self.edges.last()) {
            (Some((first, _)), Some((last, _))) => first.from.distance_to(last.to),
            _ => f64::INFINITY,
        };
        (self.is_closed || opening() <= OPENING * self.length()) && is_in_ring(self.polygon(), point)
    }

    /// Returns the signed area of a closed contour: positive where it runs counter-clockwise.
    pub(crate) fn area(&self) -> f64 {
        let origin = self.bounds.center();
        let from = |point: Point| Point::new(point.x - origin.x, point.y - origin.y);
        let doubled: f64 = self
            .edges_in_turn()
            .map(|(edge, next)| {
                // Relative to the middle of the box: far from the origin the products would cancel most of their
                // digits.
                let chord = cross(from(edge.from), from(edge.to)) + cross(from(edge.to), from(next));
                // Twice the area between an arc and its chord, with the sign of the turn.
                let bow = edge.arc.map_or(0.0, |arc| arc.radius * arc.radius * (arc.sweep - arc.sweep.sin()));
                chord + bow
            })
            .sum();
        0.5 * doubled
    }
}

/// Returns the corners of the convex hull of points, counter-clockwise: the monotone chain of Andrew.
fn hull_of(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    let mut hull: Vec<Point> = Vec::with_capacity(points.len() + 1);
    let mut add_side = |side: &mut dyn Iterator<Item = Point>| {
        let start = hull.len();
        for point in side {
            while let [.., before, last] = &hull[start..]
                && cross(difference(*last, *before), difference(point, *last)) <= 0.0
            {
                hull.pop();
            }
            hull.push(point);
        }
        // The last corner is the first of the other side.
        hull.pop();
    };
    add_side(&mut points.iter().copied());
    add_side(&mut points.iter().rev().copied());
    hull
}

fn reversed(edge: &Edge) -> Edge {
    let arc = edge.arc.map(|arc| scenewright_geometry::CircularArc {
        start: arc.start + arc.sweep,
        sweep: -arc.sweep,
        ..arc
    });
    Edge { from: edge.to, to: edge.from, arc, ..*edge }
}
