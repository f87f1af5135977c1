//! Sides of areas: lines and true arcs of circles.

use std::f64::consts::TAU;

use super::affine::Point;
use super::angle::sin_cos;
use super::boundary;
use super::curve::Curve;
use super::extent::{ArcSpan, angle_less_sine};
use super::flatten::{arc_steps, check_count};
use super::shape::Shape;
use super::shape_error::ShapeError;

/// One side of a closed ring; the next one begins where it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Side {
    pub from: Point,
    pub to: Point,
    /// The arc; `None` for a line.
    pub arc: Option<Arc>,
    /// True if it continues a curve that the previous side also stands for.
    pub is_smooth: bool,
}

/// Part of a circle, or all of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Arc {
    pub center: Point,
    pub radius: f64,
    /// The sweep, positive when it runs counter-clockwise.
    pub sweep: f64,
    /// The place of an arc that turns so little that its centre, far away, does not determine where it is.
    pub(crate) anchor: Option<Anchor>,
}

/// A point of a circle, and the unit vector from it to the centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Anchor {
    point: Point,
    inward: Point,
}

/// The difference from a full turn within which a sweep is one, as in `shape`.
const FULL_TURN_TOLERANCE: f64 = 1e-9;

/// The difference, as a share of their radius, below which circles are the same.
const SAME_CIRCLE: f64 = 1e-10;

impl Side {
    pub(crate) fn line(from: Point, to: Point) -> Side {
        Side { from, to, arc: None, is_smooth: false }
    }

    pub(crate) fn circle(center: Point, radius: f64, sweep: f64) -> Side {
        // Where a circle begins is free. At angle 0 the point is exact for exact numbers.
        let from = Point::new(center.x + radius, center.y);
        Side { arc: Some(Arc::new(center, radius, sweep)), ..Side::line(from, from) }
    }

    /// Returns the unit vectors along the side where it begins and where it ends.
    pub(crate) fn directions(&self) -> [Point; 2] {
        match &self.arc {
            None => {
                let way = Point::new(self.to.x - self.from.x, self.to.y - self.from.y);
                let length = way.x.hypot(way.y);
                [Point::new(way.x / length, way.y / length); 2]
            }
            // A centre that is far away is rounded; what the ends say of the direction is not.
            Some(arc) if arc.is_shallow() => directions_of(self.from, self.to, arc.sweep),
            Some(arc) => [self.from, self.to].map(|point| {
                let (x, y) = (point.x - arc.center.x, point.y - arc.center.y);
                // The sign turns the tangent round for clockwise arcs.
                let length = x.hypot(y) * arc.sweep.signum();
                Point::new(-y / length, x / length)
            }),
        }
    }

    /// Adds the beginning of the side and the points between it and the end, in edges no further from the side than
    /// the tolerance.
    pub(crate) fn push_flattened(&self, tolerance: f64, points: &mut Vec<Point>) -> Result<(), ShapeError> {
        points.push(self.from);
        let Some(arc) = &self.arc else { return Ok(()) };
        let steps = arc_steps(arc.radius, arc.sweep, tolerance).ceil().max(1.0);
        // An edge for each side is what the shape itself asks for.
        if steps > 1.0 {
            check_count(points.len() as f64 + steps)?;
        }
        let start = arc.angle_of(self.from);
        points.extend((1..steps as usize).map(|index| {
            let share = index as f64 / steps;
            if arc.is_shallow() {
                return self.shallow_point(arc.sweep, share);
            }
            arc.point_at(start + arc.sweep * share)
        }));
        Ok(())
    }

    /// Returns twice the signed area between the side and a point.
    pub(crate) fn doubled_area(&self, origin: Point) -> f64 {
        let cross =
            |a: Point, b: Point| (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x);
        match &self.arc {
            None => cross(self.from, self.to),
            Some(arc) if arc.is_shallow() => {
                cross(self.from, self.to) + arc.radius * arc.radius * angle_less_sine(arc.sweep)
            }
            Some(arc) => {
                let chord = Point::new(self.to.x - self.from.x, self.to.y - self.from.y);
                let center = Point::new(arc.center.x - origin.x, arc.center.y - origin.y);
                center.x * chord.y - center.y * chord.x + arc.radius * arc.radius * arc.sweep
            }
        }
    }

    /// Returns the point at a share of the sweep of an arc that hardly turns.
    fn shallow_point(&self, sweep: f64, share: f64) -> Point {
        let chord = Point::new(self.to.x - self.from.x, self.to.y - self.from.y);
        let reach = (0.5 * sweep * share).sin() / (0.5 * sweep).sin();
        let way = turned(chord, -0.5 * sweep * (1.0 - share));
        Point::new(self.from.x + reach * way.x, self.from.y + reach * way.y)
    }

    /// Returns the curvature, positive where the side turns to the left.
    pub(crate) fn curvature(&self) -> f64 {
        self.arc.map_or(0.0, |arc| arc.sweep.signum() / arc.radius)
    }

    pub(crate) fn curve(&self) -> Curve {
        match &self.arc {
            Some(Arc { center, radius, sweep, .. }) => {
                let start = (self.from.y - center.y).atan2(self.from.x - center.x);
                Curve::arc(self.from, self.to, ArcSpan::circular(*center, *radius, start, *sweep))
            }
            None => Curve::line(self.from, self.to),
        }
    }

    pub(crate) fn length(&self) -> f64 {
        match &self.arc {
            None => self.from.distance_to(self.to),
            Some(arc) => arc.radius * arc.sweep.abs(),
        }
    }
}

/// Returns the unit vectors along an arc at its ends.
fn directions_of(from: Point, to: Point, sweep: f64) -> [Point; 2] {
    let way = Point::new(to.x - from.x, to.y - from.y);
    let length = way.x.hypot(way.y);
    let way = Point::new(way.x / length, way.y / length);
    [turned(way, -0.5 * sweep), turned(way, 0.5 * sweep)]
}

fn turned(way: Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    Point::new(way.x * cos - way.y * sin, way.x * sin + way.y * cos)
}

impl Arc {
    pub(crate) fn new(center: Point, radius: f64, sweep: f64) -> Arc {
        Arc { center, radius, sweep, anchor: None }
    }

    /// Makes the arc between two points, which determine where it is if it hardly turns.
    pub(crate) fn between(from: Point, to: Point, center: Point, radius: f64, sweep: f64) -> Arc {
        let is_shallow = ArcSpan::circular(center, radius, 0.0, sweep).is_shallow() && from != to;
        let anchor = is_shallow.then(|| {
            let [leaving, _] = directions_of(from, to, sweep);
            let side = sweep.signum();
            Anchor { point: from, inward: Point::new(-leaving.y * side, leaving.x * side) }
        });
        Arc { center, radius, sweep, anchor }
    }

    /// Returns true if the arc is to be computed without its centre.
    pub(crate) fn is_shallow(&self) -> bool {
        self.anchor.is_some()
    }

    /// Returns the arc about the same centre whose radius is larger by a length.
    pub(crate) fn widened(&self, by: f64) -> Arc {
        // A large radius does not hold the last digits of the length, but the point does.
        let moved = |Anchor { point, inward }: Anchor| Anchor {
            point: Point::new(point.x - by * inward.x, point.y - by * inward.y),
            inward,
        };
        Arc { radius: self.radius + by, anchor: self.anchor.map(moved), ..*self }
    }

    /// Returns the sweep, of half a turn at most, from one point of the circle to another.
    pub(crate) fn sweep_between(&self, from: Point, to: Point) -> f64 {
        if let Some(Anchor { inward, .. }) = &self.anchor {
            let (x, y) = (to.x - from.x, to.y - from.y);
            // Counter-clockwise, the centre is on the left.
            let along = x * inward.y - y * inward.x;
            // `min` because rounding may make a chord longer than the diameter.
            return 2.0 * (0.5 * x.hypot(y) / self.radius).min(1.0).asin().copysign(along);
        }
        let (ax, ay) = (from.x - self.center.x, from.y - self.center.y);
        let (bx, by) = (to.x - self.center.x, to.y - self.center.y);
        // The angle between both by sine and cosine: unlike a difference of two angles, it needs no full
        // turns taken off.
        (ax * by - ay * bx).atan2(ax * bx + ay * by)
    }

    /// Returns the distance of a point from the circle, positive outside, and its gradient.
    pub(crate) fn offness(&self, point: Point) -> (f64, Point) {
        if let Some(Anchor { point: anchor, inward }) = &self.anchor {
            let (x, y) = (point.x - anchor.x, point.y - anchor.y);
            // The difference of the squares of distance and radius, by their sum: the radius itself is not in it.
            let (across, outward) =
                (x * inward.x + y * inward.y, (x - self.radius * inward.x, y - self.radius * inward.y));
            let distance = outward.0.hypot(outward.1);
            // Distance less radius would subtract two large numbers that are almost equal.
            let off = (x * x + y * y - 2.0 * self.radius * across) / (distance + self.radius);
            return (off, Point::new(outward.0 / distance, outward.1 / distance));
        }
        let (x, y) = (point.x - self.center.x, point.y - self.center.y);
        let distance = x.hypot(y);
        (distance - self.radius, Point::new(x / distance, y / distance))
    }

    pub(crate) fn angle_of(&self, point: Point) -> f64 {
        (point.y - self.center.y).atan2(point.x - self.center.x)
    }

    pub(crate) fn point_at(&self, angle: f64) -> Point {
        let (sin, cos) = sin_cos(angle);
        Point::new(self.center.x + self.radius * cos, self.center.y + self.radius * sin)
    }

    /// Returns the distance of a point from the circle.
    pub(crate) fn distance_to(&self, point: Point) -> f64 {
        self.offness(point).0.abs()
    }

    /// Returns true if both are parts of one circle but for rounding.
    pub(crate) fn is_same_circle(&self, other: &Arc) -> bool {
        let apart = self.center.distance_to(other.center);
        // Where the centre is far away, its own rounding counts.
        let magnitude = self.center.x.abs().max(self.center.y.abs());
        let most = SAME_CIRCLE * self.radius + 1e-14 * magnitude;
        apart <= most && (self.radius - other.radius).abs() <= most
    }
}

/// Joins arcs that follow each other on one circle into one.
pub(super) fn join_arcs(ring: &mut Vec<Side>) {
    let mut joined: Vec<Side> = Vec::with_capacity(ring.len());
    for side in ring.drain(..) {
        match joined.last_mut() {
            Some(last) if goes_on(last, &side) => append(last, &side),
            _ => joined.push(side),
        }
    }
    // The ring may begin in the middle of an arc.
    if let [first, .., last] = joined.as_mut_slice()
        && goes_on(last, first)
    {
        append(last, first);
        // The last one has taken over the first.
        joined.remove(0);
    }
    *ring = joined;
}

fn goes_on(last: &Side, next: &Side) -> bool {
    last.arc.zip(next.arc).is_some_and(|(one, other)| {
        one.sweep * other.sweep > 0.0
            && (one.sweep + other.sweep).abs() <= TAU + FULL_TURN_TOLERANCE
            && one.is_same_circle(&other)
    })
}

fn append(last: &mut Side, next: &Side) {
    if let (Some(arc), Some(more)) = (&mut last.arc, &next.arc) {
        last.to = next.to;
        arc.sweep += more.sweep;
        // A whole turn has no ends, so what rounding left between them is closed.
        if arc.sweep.abs() >= TAU - FULL_TURN_TOLERANCE {
            let arc = Some(Arc { sweep: TAU * arc.sweep.signum(), ..*arc });
            *last = Side { to: last.from, arc, ..*last };
        }
    }
}

/// Returns the shape with these rings as outline and holes: a circle or a polygon where that is all it takes.
pub(super) fn shape_of(rings: &[Vec<Side>]) -> Shape {
    let rings: Vec<Vec<Curve>> = rings.iter().map(|ring| ring.iter().map(Side::curve).collect()).collect();
    boundary::shape_of(&rings)
}
