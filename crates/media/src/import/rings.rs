//! Closed outlines, turned so that what is inside of an odd number of them is inside of all by the rule of paths.

use scenewright_geometry::{Affine, EllipticArc, Outline, Path, Point, Segment, Shape};

/// The share of an outline's size to which its curves are straightened where outlines are compared.
const FINE: f64 = 1e-4;

/// The most outlines that are held against each other.
const MAX_RINGS: usize = 3_000;

/// Makes the shape of an area by the even-odd rule from closed outlines, which do not cross. Straight ones are a polygon
/// with holes where there is one around all others.
pub(crate) fn area(rings: Vec<Path>) -> Option<Shape> {
    let rings: Vec<Ring> = rings.into_iter().filter_map(Ring::of).collect();
    match rings.as_slice() {
        [] => return None,
        [only] => return super::images::plain_shape(only.path.clone()),
        many if many.len() > MAX_RINGS => {
            let mut path = Path::new();
            rings.iter().for_each(|ring| path.extend(&ring.path));
            return Some(Shape::Path(path));
        }
        _ => {}
    }
    let depth = |index: usize| {
        let inner = rings[index].inner_point();
        let around = rings.iter().enumerate().filter(|(other, ring)| *other != index && ring.holds(inner));
        around.count()
    };
    let depths: Vec<usize> = (0..rings.len()).map(depth).collect();
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
    Some(Shape::Path(path))
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
