//! Pieces of curves that run in one direction along both axes and turn to one side.

use std::f64::consts::TAU;

use super::affine::Point;
use super::bounds::Bounds;
use super::curve::{Curve, Form};
use super::extent::ArcSpan;
use super::vector::{difference, dot, quick_distance};

/// A part of a curve that runs in one direction along both axes and turns to one side, by a right angle at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    pub curve: &'a Curve,
    pub t0: f64,
    pub t1: f64,
    pub from: Point,
    pub to: Point,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Coordinate {
    X,
    Y,
}

/// The most steps to the parameter that is looked for. A number has 53 bits, so halving alone ends within 60.
const MAX_STEPS: usize = 60;

impl Coordinate {
    pub(crate) fn of(self, point: Point) -> f64 {
        match self {
            Coordinate::X => point.x,
            Coordinate::Y => point.y,
        }
    }

    pub(crate) fn other(self) -> Coordinate {
        match self {
            Coordinate::X => Coordinate::Y,
            Coordinate::Y => Coordinate::X,
        }
    }
}

/// Returns the exact box of a curve.
pub(super) fn bounds_of(curve: &Curve) -> Bounds {
    let mut bounds = Bounds::of_point(curve.from);
    let mut from = 0.0;
    for to in curve.breaks().into_iter().chain([1.0]) {
        bounds = bounds.union(Piece::new(curve, from, to).bounds());
        from = to;
    }
    bounds
}

impl<'a> Piece<'a> {
    pub(crate) fn new(curve: &'a Curve, t0: f64, t1: f64) -> Piece<'a> {
        Piece { curve, t0, t1, from: curve.at(t0), to: curve.at(t1) }
    }

    /// Returns the box, which the ends determine.
    pub(crate) fn bounds(&self) -> Bounds {
        // Exact, as a piece runs in one direction along both axes.
        Bounds::of_point(self.from).union(Bounds::of_point(self.to))
    }

    /// Returns the point at a share of the parameters.
    pub(crate) fn at(&self, share: f64) -> Point {
        self.curve.at(self.t0 + (self.t1 - self.t0) * share)
    }

    /// Returns the circle that the piece is a part of, by its centre and radius; `None` for one that hardly turns.
    pub(crate) fn circle(&self) -> Option<(Point, f64)> {
        let span = self.round()?;
        Some((span.center, span.u.x))
    }

    /// Returns true if a point is certainly further from the piece than `near`: it is out of the box, or off the circle
    /// and both ends.
    fn is_apart_from(&self, point: Point, near: f64) -> bool {
        // Twice, because the quick distance is rounded: points that are certainly apart stay so.
        let most = 2.0 * near;
        let outside = |value: f64, a: f64, b: f64| value < a.min(b) - most || value > a.max(b) + most;
        if outside(point.x, self.from.x, self.to.x) || outside(point.y, self.from.y, self.to.y) {
            return true;
        }
        let is_off = |span: ArcSpan| (quick_distance(span.center, point) - span.u.x).abs() > most;
        let is_off_end = |end: Point| quick_distance(end, point) > most;
        self.round().is_some_and(is_off) && is_off_end(self.from) && is_off_end(self.to)
    }

    /// Returns the piece's parameter and distance where it is nearest to a point, if that is no further than `near`.
    pub(crate) fn nearest_within(&self, point: Point, near: f64) -> Option<(f64, f64)> {
        if self.is_apart_from(point, near) {
            return None;
        }
        Some(self.nearest(point)).filter(|(_, distance)| *distance <= near)
    }

    /// Returns the piece's parameter and distance where it is nearest to a point that is near it.
    pub(crate) fn nearest(&self, point: Point) -> (f64, f64) {
        let t = match self.curve.form {
            Form::Line => {
                let way = difference(self.curve.to, self.curve.from);
                dot(way, difference(point, self.curve.from)) / dot(way, way)
            }
            Form::Arc(span) if self.round().is_some() => {
                let angle = (point.y - span.center.y).atan2(point.x - span.center.x);
                let middle = 0.5 * (self.t0 + self.t1);
                let ahead = angle - (span.start + span.sweep * middle);
                // Less full turns, the angle from the middle of the piece is the short way round, whichever
                // branch atan2 took.
                middle + (ahead - TAU * (ahead / TAU).round()) / span.sweep
            }
            _ => self.nearest_of_curve(point),
        };
        let (low, high) = self.range();
        let t = if t.is_nan() { low } else { t.clamp(low, high) };
        let inside = (t, self.point_at(t).distance_to(point));
        let ends = [(self.t0, self.from.distance_to(point)), (self.t1, self.to.distance_to(point))];
        // Of equal distances an end wins: what meets in a vertex must be found there exactly.
        ends.into_iter().fold(inside, |best, end| if end.1 <= best.1 { end } else { best })
    }

    /// Returns the point where one coordinate has a value that it has between the ends.
    pub(crate) fn point_with(&self, coordinate: Coordinate, value: f64) -> Point {
        let (from, to) = (coordinate.of(self.from), coordinate.of(self.to));
        let other = coordinate.other();
        let (a, b) = (other.of(self.from), other.of(self.to));
        let crossing = match self.curve.form {
            Form::Line => a + (b - a) * ((value - from) / (to - from)),
            _ => match self.round() {
                Some(span) => {
                    let (center, middle) = (other.of(span.center), other.of(self.at(0.5)));
                    let aside = value - coordinate.of(span.center);
                    // As a product, r² − a² keeps its digits near the edge of the circle.
                    let half = ((span.u.x - aside) * (span.u.x + aside)).max(0.0).sqrt();
                    // A piece does not pass an extreme, so all of it is on the side of its middle.
                    if middle >= center { center + half } else { center - half }
                }
                None => other.of(self.point_at(self.parameter_with(coordinate, value))),
            },
        };
        // The ends are where they are, and everything else is between them.
        let crossing = if crossing.is_nan() { a } else { crossing.clamp(a.min(b), a.max(b)) };
        match coordinate {
            Coordinate::X => Point::new(value, crossing),
            Coordinate::Y => Point::new(crossing, value),
        }
    }

    /// Returns the point at a parameter, exactly an end where it is one.
    pub(super) fn point_at(&self, t: f64) -> Point {
        if t == self.t0 {
            self.from
        } else if t == self.t1 {
            self.to
        } else {
            self.curve.at(t)
        }
    }

    fn range(&self) -> (f64, f64) {
        (self.t0.min(self.t1), self.t0.max(self.t1))
    }

    /// Returns the span if it is one of a circle, and turns enough to compute with its centre. Its half axes are along x and y then.
    fn round(&self) -> Option<ArcSpan> {
        match self.curve.form {
            Form::Arc(span) if span.is_shallow() => None,
            Form::Arc(span) if span.u.y == 0.0 && span.v.x == 0.0 && span.u.x == span.v.y => Some(span),
            _ => None,
        }
    }

    /// Returns the parameter of a coordinate, by Newton's method between bounds that close in.
    fn parameter_with(&self, coordinate: Coordinate, value: f64) -> f64 {
        let rises = coordinate.of(self.to) > coordinate.of(self.from);
        // The curve at `low` is before the value, and at `high` after it.
        let (mut low, mut high) = if rises { (self.t0, self.t1) } else { (self.t1, self.t0) };
        let mut t = 0.5 * (low + high);
        for _ in 0..MAX_STEPS {
            let off = coordinate.of(self.curve.at(t)) - value;
            if off == 0.0 {
                break;
            }
            if off < 0.0 {
                low = t;
            } else {
                high = t;
            }
            let step = off / coordinate.of(self.curve.derivative(t));
            let next = t - step;
            let is_between = (next - low) * (next - high) < 0.0;
            let next = if is_between { next } else { 0.5 * (low + high) };
            // Parameters near 1 have this spacing: nothing is between.
            if (next - t).abs() <= f64::EPSILON * 0.5 {
                return next;
            }
            t = next;
        }
        t
    }

    /// Returns the parameter of the nearest point of a curve: the one at the same place along the steeper axis, and
    /// from there by Newton's method.
    fn nearest_of_curve(&self, point: Point) -> f64 {
        let way = difference(self.to, self.from);
        let coordinate = if way.x.abs() >= way.y.abs() { Coordinate::X } else { Coordinate::Y };
        let ends = [coordinate.of(self.from), coordinate.of(self.to)];
        let value = coordinate.of(point).clamp(ends[0].min(ends[1]), ends[0].max(ends[1]));
        let mut t = self.parameter_with(coordinate, value);
        let (low, high) = self.range();
        // The start is near already, and each step about doubles the digits.
        for _ in 0..8 {
            let direction = self.curve.derivative(t);
            let speed = dot(direction, direction);
            if speed == 0.0 {
                break;
            }
            let next = (t - dot(direction, difference(self.curve.at(t), point)) / speed).clamp(low, high);
            if (next - t).abs() <= f64::EPSILON {
                return next;
            }
            t = next;
        }
        t
    }
}
