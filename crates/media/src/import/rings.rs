//! Closed outlines, turned so that what is inside of an odd number of them is inside of all by the rule of paths.

use scenewright_geometry::vector::{cross, difference, length};
use scenewright_geometry::{
    Affine, Bounds, BoxTree, EllipticArc, Outline, Path, Point, RegionOperation, Segment, Shape,
    combined_shapes, even_odd_shapes,
};

/// The share of an outline's size to which its curves are straightened where outlines are compared.
const FINE: f64 = 1e-4;

/// The most outlines that are compared with each other, which are four and a half million pairs.
const MAX_RINGS: usize = 3_000;

/// The way in which outlines in outlines are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Islands {
    /// The area inside of an odd number of outlines.
    Parity,
    /// The area inside of exactly one outline.
    Outer,
    /// The area inside of any outline.
    Ignored,
}

/// Makes the shape of an area by the even-odd rule from closed outlines, which may cross each other and themselves, and run
/// either way. Straight ones that do not cross are a polygon with holes where there is one around all others.
pub(crate) fn area(rings: Vec<Path>) -> Option<Shape> {
    hatched(rings, Islands::Parity)
}

/// Makes the shape of an area from closed outlines.
pub(crate) fn hatched(rings: Vec<Path>, islands: Islands) -> Option<Shape> {
    let mut rings: Vec<Ring> = rings.into_iter().filter_map(Ring::of).collect();
    if rings.len() <= MAX_RINGS && do_cross(&rings) {
        return of_crossing(&rings, islands);
    }
    if rings.len() <= 1 || rings.len() > MAX_RINGS {
        let mut path = Path::new();
        rings.iter().for_each(|ring| path.extend(&ring.path));
        return super::images::plain_shape(path);
    }
    let sizes: Vec<f64> = rings.iter().map(|ring| ring.doubled_area().abs()).collect();
    let depth = |index: usize| {
        let inner = rings[index].inner_point();
        // One that runs along the edge of another from within has points of its own inside of that one, and that one of
        // its own: the larger one is around the other.
        let is_around = |(other, ring): &(usize, &Ring)| {
            *other != index && sizes[*other] > sizes[index] && ring.holds(inner)
        };
        rings.iter().enumerate().filter(is_around).count()
    };
    let mut depths: Vec<usize> = (0..rings.len()).map(depth).collect();
    let deepest = match islands {
        Islands::Parity => usize::MAX,
        Islands::Outer => 1,
        Islands::Ignored => 0,
    };
    let kept: Vec<bool> = depths.iter().map(|depth| *depth <= deepest).collect();
    let mut is_kept = kept.iter();
    rings.retain(|_| is_kept.next().is_some_and(|it| *it));
    depths.retain(|depth| *depth <= deepest);
    let outer = depths.iter().filter(|depth| **depth == 0).count();
    if outer == 1 && depths.iter().all(|depth| *depth <= 1) && rings.iter().all(|it| it.path.is_straight()) {
        let (mut points, mut holes) = (Vec::new(), Vec::new());
        for (ring, depth) in rings.into_iter().zip(&depths) {
            if *depth == 0 { points = ring.points } else { holes.push(ring.points) }
        }
        return Some(Shape::Polygon { points, holes });
    }
    let mut path = Path::new();
    for (ring, depth) in rings.iter().zip(&depths) {
        let is_left = ring.doubled_area() > 0.0;
        let turned =
            if is_left == depth.is_multiple_of(2) { ring.path.clone() } else { reversed(&ring.path) };
        path.extend(&turned);
    }
    super::images::plain_shape(path)
}

/// Makes the shape of an area from outlines that cross, exactly.
fn of_crossing(rings: &[Ring], islands: Islands) -> Option<Shape> {
    let paths: Vec<Path> = rings.iter().map(|ring| ring.path.clone()).collect();
    let size = rings.iter().map(Ring::size).fold(0.0, f64::max);
    // Where outlines cross, no outline is the innermost: the outermost area alone is that of odd parity.
    let parts = match islands {
        Islands::Parity | Islands::Outer => even_odd_shapes(&paths, size * FINE).ok()?,
        Islands::Ignored => {
            let shapes: Vec<Shape> = paths.into_iter().map(Shape::Path).collect();
            let placed: Vec<(&Shape, Affine)> =
                shapes.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
            combined_shapes(RegionOperation::Union, &placed, &[], size * FINE).ok()?
        }
    };
    match parts.len() {
        0 => None,
        1 => parts.into_iter().next(),
        _ => {
            let mut path = Path::new();
            parts.iter().for_each(|part| path.extend(&part.to_path()));
            Some(Shape::Path(path))
        }
    }
}

/// Returns true if an outline crosses another or itself.
fn do_cross(rings: &[Ring]) -> bool {
    let edges: Vec<(usize, usize, [Point; 2])> = rings
        .iter()
        .enumerate()
        .flat_map(|(ring, it)| {
            let count = it.points.len();
            (0..count).map(move |at| (ring, at, [it.points[at], it.points[(at + 1) % count]]))
        })
        .collect();
    let boxes = edges.iter().map(|(_, _, [from, to])| Bounds::of_point(*from).union(Bounds::of_point(*to)));
    let mut found = false;
    BoxTree::new(boxes.collect()).pairs(0.0, |one, other| {
        found = found || are_crossing(edges[one].2, edges[other].2);
        !found
    });
    // Outlines that cross only in their corners are inside of the other in one part and outside in another.
    found || {
        let by_box: Vec<Bounds> =
            rings.iter().filter_map(|ring| Bounds::of_points(ring.points.iter().copied())).collect();
        let mut is_mixed = false;
        BoxTree::new(by_box).pairs(0.0, |one, other| {
            is_mixed =
                is_mixed || rings[one].is_in_part(&rings[other]) || rings[other].is_in_part(&rings[one]);
            !is_mixed
        });
        is_mixed
    }
}

/// Returns true if two edges cross in a point that is an end of neither, or run along each other.
fn are_crossing(one: [Point; 2], other: [Point; 2]) -> bool {
    // Points nearer than this to a line, as a share of lengths, are on it.
    const ON_LINE: f64 = 1e-9;
    let side = |[from, to]: [Point; 2], point: Point| {
        let (along, off) = (difference(to, from), difference(point, from));
        let across = cross(along, off);
        let size = length(along) * (length(along) + length(off));
        if across.abs() <= ON_LINE * size { 0.0 } else { across }
    };
    let [first, second] = [side(one, other[0]), side(one, other[1])];
    if first == 0.0 && second == 0.0 {
        let way = difference(one[1], one[0]);
        let square = way.x * way.x + way.y * way.y;
        let along = other.map(|point| {
            let off = difference(point, one[0]);
            (off.x * way.x + off.y * way.y) / square
        });
        // The part of the first edge that the other one covers.
        let common = along[0].max(along[1]).min(1.0) - along[0].min(along[1]).max(0.0);
        return common > ON_LINE;
    }
    first * second < 0.0 && side(other, one[0]) * side(other, one[1]) < 0.0
}

/// Splits a path into its sub-paths, each closed.
pub(crate) fn closed_parts(path: &Path) -> Vec<Path> {
    let mut parts: Vec<Path> = Vec::new();
    for segment in path.segments() {
        if matches!(segment, Segment::Move(_)) || parts.is_empty() {
            parts.push(Path::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(segment);
        }
    }
    for part in &mut parts {
        if !part.is_empty() && !part.is_closed() {
            part.push(Segment::Close);
        }
    }
    parts
}

struct Ring {
    path: Path,
    points: Vec<Point>,
}

impl Ring {
    fn of(path: Path) -> Option<Ring> {
        if path.is_empty() {
            return None;
        }
        let size = path.bounds(&Affine::IDENTITY).map_or(0.0, |it| it.width().max(it.height()));
        if size == 0.0 || !size.is_finite() {
            return None;
        }
        let chains = Shape::Path(path.clone()).flattened(&Affine::IDENTITY, size * FINE).ok()?;
        let mut points = chains.into_iter().next()?.points;
        if points.len() > 3 && points.first() == points.last() {
            points.pop();
        }
        (points.len() >= 3).then_some(Ring { path, points })
    }

    /// Returns a point inside, at the middle of the longest edge: a corner may be on another ring that is beside this one.
    fn inner_point(&self) -> Point {
        // As a share of the edge: off the edge by more than rounding, and by less than anything that was drawn.
        const INWARD: f64 = 1e-6;
        let edges = self.points.iter().zip(self.points.iter().cycle().skip(1));
        let longest = edges.max_by(|(a, b), (c, d)| a.distance_to(**b).total_cmp(&c.distance_to(**d)));
        let Some((from, to)) = longest else { return self.points[0] };
        let side = INWARD * self.doubled_area().signum();
        Point::new(
            0.5 * (from.x + to.x) - (to.y - from.y) * side,
            0.5 * (from.y + to.y) + (to.x - from.x) * side,
        )
    }

    fn holds(&self, point: Point) -> bool {
        let rule = scenewright_geometry::FillRule::EvenOdd;
        Outline { rings: vec![self.points.clone()], rule }.holds(point)
    }

    fn size(&self) -> f64 {
        Bounds::of_points(self.points.iter().copied()).map_or(0.0, |it| it.width().max(it.height()))
    }

    /// Returns true if some of its corners, or middles of its edges, are clearly inside of another and some outside.
    fn is_in_part(&self, other: &Ring) -> bool {
        // Points nearer to the other's edges than this, as a share of its size, are on them.
        const ON_EDGE: f64 = 1e-3;
        let near = ON_EDGE * other.size();
        let next = self.points.iter().cycle().skip(1);
        let middles =
            self.points.iter().zip(next).map(|(a, b)| Point::new(0.5 * (a.x + b.x), 0.5 * (a.y + b.y)));
        let (mut is_inside, mut is_outside) = (false, false);
        for point in self.points.iter().copied().chain(middles) {
            if other.distance_to(point) > near {
                if other.holds(point) { is_inside = true } else { is_outside = true }
            }
            if is_inside && is_outside {
                return true;
            }
        }
        false
    }

    fn distance_to(&self, point: Point) -> f64 {
        let next = self.points.iter().cycle().skip(1);
        let distance = |(from, to): (&Point, &Point)| {
            let (way, off) = (difference(*to, *from), difference(point, *from));
            let square = way.x * way.x + way.y * way.y;
            let share =
                if square > 0.0 { ((off.x * way.x + off.y * way.y) / square).clamp(0.0, 1.0) } else { 0.0 };
            length(Point::new(off.x - way.x * share, off.y - way.y * share))
        };
        self.points.iter().zip(next).map(distance).fold(f64::INFINITY, f64::min)
    }

    fn doubled_area(&self) -> f64 {
        let next = self.points.iter().cycle().skip(1);
        let origin = self.points[0];
        let cross = |(a, b): (&Point, &Point)| {
            (a.x - origin.x) * (b.y - origin.y) - (b.x - origin.x) * (a.y - origin.y)
        };
        self.points.iter().zip(next).map(cross).sum()
    }
}

/// Returns a closed path of one outline that runs the other way.
fn reversed(path: &Path) -> Path {
    let (mut from, mut steps) = (Point::ORIGIN, Vec::new());
    let mut start = Point::ORIGIN;
    for segment in path.segments() {
        match segment {
            Segment::Move(to) => (from, start) = (to, to),
            Segment::Close => {}
            _ => {
                let (back, to) = backward(segment, from);
                steps.push(back);
                from = to;
            }
        }
    }
    let mut out = Path::new();
    out.push(Segment::Move(from));
    steps.into_iter().rev().for_each(|step| out.push(step));
    if from != start {
        out.push(Segment::Line(from));
    }
    out.push(Segment::Close);
    out
}

/// Returns a step from a point as one that comes back to it, and the point where the step ended.
pub(crate) fn backward(segment: Segment, from: Point) -> (Segment, Point) {
    match segment {
        Segment::Move(to) | Segment::Line(to) => (Segment::Line(from), to),
        Segment::Close => (Segment::Close, from),
        Segment::Quadratic(control, to) => (Segment::Quadratic(control, from), to),
        Segment::Cubic(first, second, to) => (Segment::Cubic(second, first, from), to),
        Segment::Arc(arc) => (Segment::Arc(EllipticArc { positive: !arc.positive, to: from, ..arc }), arc.to),
    }
}
