//! Outlines and holes: closed lines by how many others are around them.

use std::f64::consts::TAU;

use scenewright_geometry::{
    Affine, Bounds, BoxTree, CurveTree, FillRule, Outline, Point, Region, Wire, chained,
};

/// A closed line.
#[derive(Debug)]
pub(crate) struct Ring {
    /// The index of the line that it is, or of the first of those that it is made of.
    pub line: usize,
    pub area: f64,
    pub bounds: Bounds,
    /// The ring around it, the innermost one.
    pub parent: Option<usize>,
    /// The number of rings around it.
    pub depth: usize,
    outline: Outline,
    /// Points of it.
    probes: Vec<Point>,
}

/// The rings of a drawing, and the lines that are a part of none.
pub(crate) struct Rings {
    pub rings: Vec<Ring>,
    /// Indexes of open lines that lie in no ring.
    pub open: Vec<usize>,
}

/// The shares of a line's length at which it is compared with others.
const PROBES: [f64; 5] = [0.11, 0.29, 0.53, 0.71, 0.93];

/// The greatest distance between a curve and the points that stand for it when rings are compared, as a share of the size of the
/// ring.
const FLATNESS: f64 = 1e-4;

/// Finds the rings of some lines. Ends that are no further apart than `touching` meet.
pub(crate) fn rings(lines: &[(usize, &Wire)], touching: f64) -> Rings {
    let mut rings = Vec::new();
    let mut open: Vec<(usize, &Wire)> = Vec::new();
    for (index, wire) in lines {
        match wire.is_closed() {
            true => rings.extend(Ring::of(*index, wire)),
            // A way in leads to a contour, which ends where the way in does.
            false => match wire.closed_end(touching) {
                Some(ring) => rings.extend(Ring::of(*index, &ring)),
                None => open.push((*index, wire)),
            },
        }
    }
    // Outlines that a program has drawn as separate lines and arcs are chained here into rings.
    let loose: Vec<Wire> = open.iter().map(|(_, wire)| (*wire).clone()).collect();
    let mut ends = Vec::new();
    let chains = chained(&loose, touching);
    // A line that is drawn twice is left out of the chains; it is open unless it lies within a ring.
    ends.extend(chains.doubled.iter().map(|part| open[*part].0));
    for chain in chains.chains {
        let first = chain.parts.first().map_or(0, |part| open[*part].0);
        match chain.wire.is_closed() {
            true => rings.extend(Ring::of(first, &chain.wire)),
            false => ends.extend(chain.parts.iter().map(|part| open[*part].0)),
        }
    }
    let rings = nested(rings);
    let wire_of = |index: usize| lines.iter().find(|(own, _)| *own == index).map(|(_, wire)| *wire);
    // An open line inside of a ring is a cut in the part, whose area it does not change. One outside may be an
    // outline that was meant to be closed.
    let is_alone = |index: &usize| {
        let point = wire_of(*index).map(|wire| wire.at_length(wire.length() * PROBES[2]).0);
        point.is_some_and(|point| !rings.iter().any(|ring| ring.holds(point)))
    };
    let open = ends.into_iter().filter(is_alone).collect();
    Rings { rings, open }
}

impl Ring {
    fn of(line: usize, wire: &Wire) -> Option<Ring> {
        let bounds = CurveTree::new([wire]).bounds()?;
        // The area is exact, by the curves; the outline of straight pieces only answers what is inside.
        let area = wire.enclosed_area()?;
        let size = bounds.width().max(bounds.height());
        let shape = Wire::shape_of(vec![wire.clone()], FillRule::NonZero);
        let outline = shape.area_outline(&Affine::IDENTITY, size * FLATNESS).ok()??;
        // By the curves, what a line that crosses itself runs around the other way would be taken away.
        let area = match outline.rings.iter().all(|ring| turns_once(ring)) {
            true => area,
            false => Region::of(std::slice::from_ref(&outline)).ok()?.area(),
        };
        let length = wire.length();
        let probes = PROBES.iter().map(|share| wire.at_length(length * share).0).collect();
        (area > 0.0).then_some(Ring { line, area, bounds, parent: None, depth: 0, outline, probes })
    }

    pub(crate) fn holds(&self, point: Point) -> bool {
        self.bounds.holds(point) && self.outline.holds(point)
    }

    /// Returns true if most of another ring is inside: rings may touch.
    fn surrounds(&self, inner: &Ring) -> bool {
        let inside = inner.probes.iter().filter(|point| self.holds(**point)).count();
        // A majority of the probes: rings that share an edge have some of them on the border, where rounding
        // decides.
        self.area > inner.area && 2 * inside > inner.probes.len()
    }

    /// Returns true for the same ring drawn twice.
    fn repeats(&self, other: &Ring) -> bool {
        let size = self.bounds.width().max(self.bounds.height()) * 1e-6;
        let near = |one: Point, other: Point| one.distance_to(other) <= size;
        near(self.bounds.min, other.bounds.min)
            && near(self.bounds.max, other.bounds.max)
            && (self.area - other.area).abs() <= 1e-6 * self.area
    }
}

/// Returns true for a ring that turns around once, as each does that does not cross itself.
fn turns_once(ring: &[Point]) -> bool {
    let mut ways: Vec<Point> = Vec::with_capacity(ring.len());
    for (from, to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let way = Point::new(to.x - from.x, to.y - from.y);
        if way.x != 0.0 || way.y != 0.0 {
            ways.push(way);
        }
    }
    let turn = |(one, other): (&Point, &Point)| {
        (one.x * other.y - one.y * other.x).atan2(one.x * other.x + one.y * other.y)
    };
    let turned: f64 = ways.iter().zip(ways.iter().cycle().skip(1)).map(turn).sum();
    (turned.abs() / TAU - 1.0).abs() < 0.5
}

/// Finds for every ring those around it. A ring that is drawn twice counts once.
fn nested(rings: Vec<Ring>) -> Vec<Ring> {
    let mut repeated = vec![false; rings.len()];
    let tree = BoxTree::new(rings.iter().map(|ring| ring.bounds).collect());
    tree.pairs(0.0, |a, b| {
        if rings[a].repeats(&rings[b]) {
            // The first one stays, as in the chains.
            repeated[a.max(b)] = true;
        }
        true
    });
    let mut keep = repeated.iter().map(|is_repeated| !is_repeated);
    let mut rings: Vec<Ring> = rings.into_iter().filter(|_| keep.next().unwrap_or(true)).collect();
    let tree = BoxTree::new(rings.iter().map(|ring| ring.bounds).collect());
    let mut around: Vec<Vec<usize>> = vec![Vec::new(); rings.len()];
    tree.pairs(0.0, |a, b| {
        if rings[a].surrounds(&rings[b]) {
            around[b].push(a);
        } else if rings[b].surrounds(&rings[a]) {
            around[a].push(b);
        }
        true
    });
    for (index, outer) in around.into_iter().enumerate() {
        let smallest = outer.iter().copied().min_by(|a, b| rings[*a].area.total_cmp(&rings[*b].area));
        (rings[index].depth, rings[index].parent) = (outer.len(), smallest);
    }
    rings
}

/// Returns the area that outlines enclose, each with the holes in it taken away, by the ring that is the outline.
pub(crate) fn net_areas(rings: &[Ring]) -> Vec<f64> {
    let mut areas = vec![0.0; rings.len()];
    for (index, ring) in rings.iter().enumerate() {
        match ring.parent {
            // An odd number of rings around means a hole; an even one a part, also one inside of a hole.
            Some(parent) if ring.depth % 2 == 1 => areas[parent] -= ring.area,
            _ => areas[index] += ring.area,
        }
    }
    areas
}
