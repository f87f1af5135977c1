//! Curves between two points: lines, parts of ellipses and Bézier curves, each by a parameter from 0 to 1.

use std::f64::consts::{PI, TAU};

use kurbo::common::solve_quadratic;

use super::affine::Point;
use super::angle::normalized;
use super::extent::{ArcSpan, angle_less_sine, cubic_at, quadratic_at};
use super::vector::{cross, difference, dot, length, mix};

/// A curve that runs from one point to another. Both are kept as they were given, whatever the form makes of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Curve {
    pub from: Point,
    pub to: Point,
    pub form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Line,
    Arc(ArcSpan),
    Quadratic(Point),
    Cubic(Point, Point),
}

/// The difference from a full turn within which a sweep is one: far more than sums of decimal angles are off, and on a circle of a
/// metre a gap of a nanometre.
pub(super) const FULL_TURN_TOLERANCE: f64 = 1e-9;

/// The difference, as a share of their length, below which half axes count as equal, and the ellipse as a circle.
const ROUND: f64 = 1e-10;

/// The difference, as a share of their size, below which ellipses are the same.
const SAME_ELLIPSE: f64 = 1e-11;

/// The distance from the ends of a parameter's range below which a break is not worth a piece.
const AT_END: f64 = 1e-9;

/// The turn, in radians, below which the ends of an arc do not determine its circle to nine digits.
const LEAST_CARRIER: f64 = 1e-6;

/// The angle, in radians, between directions that are the same but for rounding.
const SAME_DIRECTION: f64 = 1e-13;

/// The share of its size by which the control points of a line may be off it.
const STRAIGHT: f64 = 1e-14;

impl Curve {
    pub(crate) fn line(from: Point, to: Point) -> Curve {
        Curve { from, to, form: Form::Line }
    }

    /// Makes the arc of a span; one of a circle is given the usual half axes.
    pub(crate) fn arc(from: Point, to: Point, span: ArcSpan) -> Curve {
        Curve { from, to, form: Form::Arc(span.rounded(from)) }
    }

    /// Makes the whole turn of an ellipse or circle.
    pub(crate) fn turn(span: ArcSpan) -> Curve {
        let span = match span.circle_radius() {
            Some(radius) => {
                let turn = TAU * (span.sweep * cross(span.u, span.v)).signum();
                ArcSpan::circular(span.center, radius, 0.0, turn)
            }
            None => ArcSpan { start: 0.0, sweep: TAU * span.sweep.signum(), ..span },
        };
        // A whole turn of a circle always begins at angle 0, so that equal circles are equal curves.
        let begin = span.point_at(0.0);
        Curve { from: begin, to: begin, form: Form::Arc(span) }
    }

    /// Makes a Bézier curve; a line where its control points are on the way from one end to the other.
    pub(crate) fn quadratic(from: Point, control: Point, to: Point) -> Curve {
        let form = if is_between(from, &[control], to) { Form::Line } else { Form::Quadratic(control) };
        Curve { from, to, form }
    }

    /// Makes a Bézier curve; a line where its control points are on the way from one end to the other.
    pub(crate) fn cubic(from: Point, first: Point, second: Point, to: Point) -> Curve {
        let straight = is_between(from, &[first, second], to);
        let form = if straight { Form::Line } else { Form::Cubic(first, second) };
        Curve { from, to, form }
    }

    pub(crate) fn is_line(&self) -> bool {
        self.form == Form::Line
    }

    /// Returns centre, radius and sweep of an arc of a circle that turns enough to be computed from them. The sweep is
    /// positive when it runs counter-clockwise.
    pub(crate) fn circle(&self) -> Option<(Point, f64, f64)> {
        self.circle_turning(0.0).filter(|_| !matches!(self.form, Form::Arc(span) if span.is_shallow()))
    }

    /// Returns centre, radius and sweep of an arc of a circle that is long enough to determine its circle.
    pub(crate) fn carrier_circle(&self) -> Option<(Point, f64, f64)> {
        self.circle_turning(LEAST_CARRIER)
    }

    /// Returns centre, radius and sweep of an arc of a circle that turns by an angle at least.
    pub(crate) fn circle_turning(&self, least: f64) -> Option<(Point, f64, f64)> {
        let Form::Arc(span) = self.form else { return None };
        if span.sweep.abs() < least {
            return None;
        }
        let radius = span.circle_radius()?;
        Some((span.center, radius, span.sweep * cross(span.u, span.v).signum()))
    }

    /// Returns true for the whole turn of an ellipse or circle.
    pub(crate) fn is_turn(&self) -> bool {
        matches!(self.form, Form::Arc(span) if span.sweep.abs() >= TAU - FULL_TURN_TOLERANCE)
    }

    pub(crate) fn at(&self, t: f64) -> Point {
        // The ends are exactly the given points: neighbours compare them.
        if t <= 0.0 {
            return self.from;
        }
        if t >= 1.0 {
            return self.to;
        }
        self.beyond(t)
    }

    /// Returns the point of a parameter that may be a little before the beginning or after the end.
    pub(crate) fn beyond(&self, t: f64) -> Point {
        match self.form {
            Form::Line => mix(self.from, self.to, t),
            Form::Arc(span) => span.point_between(self.from, self.to, t),
            Form::Quadratic(control) => quadratic_at(self.from, control, self.to, t),
            Form::Cubic(first, second) => cubic_at(self.from, first, second, self.to, t),
        }
    }

    /// Returns the derivative by the parameter.
    pub(crate) fn derivative(&self, t: f64) -> Point {
        match self.form {
            Form::Line => difference(self.to, self.from),
            Form::Arc(span) => {
                let (sin, cos) = (span.start + span.sweep * t).sin_cos();
                let along = |u: f64, v: f64| span.sweep * (v * cos - u * sin);
                Point::new(along(span.u.x, span.v.x), along(span.u.y, span.v.y))
            }
            Form::Quadratic(control) => {
                let way = mix(difference(control, self.from), difference(self.to, control), t);
                Point::new(2.0 * way.x, 2.0 * way.y)
            }
            Form::Cubic(one, two) => {
                let (first, second, third) =
                    (difference(one, self.from), difference(two, one), difference(self.to, two));
                let way = mix(mix(first, second, t), mix(second, third, t), t);
                Point::new(3.0 * way.x, 3.0 * way.y)
            }
        }
    }

    /// Returns a direction along the curve whose length is never zero, even in a cusp.
    pub(crate) fn direction(&self, t: f64) -> Point {
        let way = self.derivative(t);
        let size = length(difference(self.at(0.5), self.from)) + length(difference(self.to, self.at(0.5)));
        // In a cusp, or where a control point is on its end, the derivative vanishes.
        if length(way) > 1e-9 * size {
            return way;
        }
        // Towards the middle, so that it stays on the curve. Dividing by the step turns the sign back.
        let step = if t < 0.5 { 1e-4 } else { -1e-4 };
        let near = difference(self.at(t + step), self.at(t));
        Point::new(near.x / step, near.y / step)
    }

    /// Returns the part between two parameters, backwards if they fall, from one point to another: those of the
    /// parameters, but for rounding.
    pub(crate) fn part(&self, t0: f64, t1: f64, from: Point, to: Point) -> Curve {
        let form = match self.form {
            Form::Line => Form::Line,
            Form::Arc(span) => Form::Arc(ArcSpan {
                start: span.start + span.sweep * t0,
                sweep: span.sweep * (t1 - t0),
                ..span
            }),
            // The control points are the blossoms of the parameters.
            Form::Quadratic(control) => {
                let (a, b) = (mix(self.from, control, t0), mix(control, self.to, t0));
                Form::Quadratic(mix(a, b, t1))
            }
            Form::Cubic(first, second) => {
                let blossom = |r: f64, s: f64, t: f64| {
                    let line = [mix(self.from, first, r), mix(first, second, r), mix(second, self.to, r)];
                    mix(mix(line[0], line[1], s), mix(line[1], line[2], s), t)
                };
                Form::Cubic(blossom(t0, t0, t1), blossom(t0, t1, t1))
            }
        };
        Curve { from, to, form }
    }

    pub(crate) fn reversed(&self) -> Curve {
        self.part(1.0, 0.0, self.to, self.from)
    }

    /// Returns the parameters between which the curve runs in one direction along both axes and turns to one side.
    pub(crate) fn breaks(&self) -> Vec<f64> {
        let mut breaks: Vec<f64> = Vec::new();
        match self.form {
            Form::Line => {}
            Form::Arc(span) => {
                for peak in [span.v.x.atan2(span.u.x), span.v.y.atan2(span.u.y)] {
                    // Half a turn apart, from the first that follows the start in the direction of the sweep.
                    let ahead = normalized((peak - span.start) * span.sweep.signum());
                    let first = if ahead >= PI { ahead - PI } else { ahead };
                    // A full turn has three at most where the first is at its very beginning; those beyond
                    // the end are dropped below.
                    breaks.extend((0..3).map(|step| (first + PI * f64::from(step)) / span.sweep.abs()));
                }
            }
            Form::Quadratic(control) => {
                for (a, b, c) in [(self.from.x, control.x, self.to.x), (self.from.y, control.y, self.to.y)] {
                    breaks.push((a - b) / (a - 2.0 * b + c));
                }
            }
            Form::Cubic(one, two) => {
                let (first, second, third) =
                    (difference(one, self.from), difference(two, one), difference(self.to, two));
                for (a, b, c) in [(first.x, second.x, third.x), (first.y, second.y, third.y)] {
                    breaks.extend(solve_quadratic(a, 2.0 * (b - a), a - 2.0 * b + c));
                }
                // Where the derivative does not turn, the curve changes sides.
                let (a, b, c) = (cross(first, second), cross(first, third), cross(second, third));
                breaks.extend(solve_quadratic(a, b - 2.0 * a, a - b + c));
            }
        }
        // This drops infinity and NaN too: a coordinate that is linear has no extreme.
        breaks.retain(|t| *t > AT_END && *t < 1.0 - AT_END);
        breaks.sort_by(f64::total_cmp);
        breaks.dedup_by(|next, last| *next - *last < AT_END);
        breaks
    }

    /// Returns twice the signed area between the curve and a point.
    pub(crate) fn doubled_area(&self, origin: Point) -> f64 {
        let at = |point: Point| difference(point, origin);
        let (from, to) = (at(self.from), at(self.to));
        match self.form {
            Form::Line => cross(from, to),
            // The segment between arc and chord, as an affine image of that of a unit circle.
            Form::Arc(span) if span.is_shallow() => {
                cross(from, to) + cross(span.u, span.v) * angle_less_sine(span.sweep)
            }
            Form::Arc(span) => {
                cross(at(span.center), difference(self.to, self.from)) + cross(span.u, span.v) * span.sweep
            }
            Form::Quadratic(control) => {
                let control = at(control);
                (2.0 * cross(from, control) + 2.0 * cross(control, to) + cross(from, to)) / 3.0
            }
            Form::Cubic(one, two) => {
                let (one, two) = (at(one), at(two));
                (6.0 * (cross(from, one) + cross(two, to))
                    + 3.0 * (cross(from, two) + cross(one, two) + cross(one, to))
                    + cross(from, to))
                    / 10.0
            }
        }
    }

    /// Makes one curve of this one and the next when they are one: lines in one direction, arcs of one ellipse, parts of
    /// one Bézier curve. Points nearer than `near` count as the same; by a negative one, only arcs are joined.
    pub(crate) fn joined(&self, next: &Curve, near: f64) -> Option<Curve> {
        match (self.form, next.form) {
            (Form::Line, Form::Line) => {
                let (way, rest) = (difference(next.to, self.from), difference(self.to, self.from));
                let size = length(way);
                // A line that turns back is a spike, not a longer line.
                let is_ahead = dot(rest, difference(next.to, next.from)) > 0.0;
                (is_ahead && cross(way, rest).abs() <= near * size).then_some(Curve::line(self.from, next.to))
            }
            (Form::Arc(one), Form::Arc(other)) => {
                let turns = |span: &ArcSpan| span.sweep * cross(span.u, span.v);
                let is_same = turns(&one) * turns(&other) > 0.0 && one.is_same_ellipse(&other);
                let sweep = one.sweep.abs() + other.sweep.abs();
                if !is_same || sweep > TAU + FULL_TURN_TOLERANCE {
                    return None;
                }
                // The longer one knows its half axes better.
                let span = if one.sweep.abs() >= other.sweep.abs() {
                    ArcSpan { sweep: sweep * one.sweep.signum(), ..one }
                } else {
                    let sweep = sweep * other.sweep.signum();
                    ArcSpan { start: other.start + other.sweep - sweep, sweep, ..other }
                };
                let mut span = span;
                if (sweep - PI).abs() <= FULL_TURN_TOLERANCE && span.circle_radius().is_some() {
                    // The ends of half a circle determine its centre to the last digit.
                    span.center = mix(self.from, next.to, 0.5);
                }
                let joined = Curve { from: self.from, to: next.to, form: Form::Arc(span) };
                Some(if joined.is_turn() { Curve::turn(span) } else { joined })
            }
            (Form::Quadratic(_), Form::Quadratic(_)) | (Form::Cubic(..), Form::Cubic(..)) => {
                self.joined_bezier(next, near)
            }
            _ => None,
        }
    }

    fn joined_bezier(&self, next: &Curve, near: f64) -> Option<Curve> {
        // Along one curve, speeds are as the ranges of the parameter.
        let (arriving, leaving) = (self.derivative(1.0), next.derivative(0.0));
        let ratio = dot(arriving, leaving) / dot(arriving, arriving);
        // A negative ratio is a turn back. Between ranges that differ by more, too few digits are left of the
        // shorter one.
        if !(1e-3..=1e3).contains(&ratio) {
            return None;
        }
        // The one with the larger range constrains the other more.
        let (joined, end, rest, other) = if ratio <= 1.0 {
            let last = 1.0 + ratio;
            let rest = self.part(1.0, last, self.to, next.to);
            (self.part(0.0, last, self.from, next.to), self.beyond(last).distance_to(next.to), rest, next)
        } else {
            let first = -1.0 / ratio;
            let rest = next.part(first, 0.0, self.from, next.from);
            (next.part(first, 1.0, self.from, next.to), next.beyond(first).distance_to(self.from), rest, self)
        };
        let is_near = |(one, other): (Point, Point)| one.distance_to(other) <= near;
        (end <= near && rest.controls().into_iter().zip(other.controls()).all(is_near)).then_some(joined)
    }

    /// Returns bits that are the same for the same curve alone.
    pub(crate) fn bits(&self) -> [u64; 12] {
        let [a, b, c, d] = match self.form {
            Form::Line => [Point::ORIGIN; 4],
            Form::Arc(span) => [span.center, span.u, span.v, Point::new(span.start, span.sweep)],
            Form::Quadratic(control) => [control, Point::ORIGIN, Point::ORIGIN, Point::new(1.0, 0.0)],
            Form::Cubic(first, second) => [first, second, Point::ORIGIN, Point::new(2.0, 0.0)],
        };
        let points = [self.from, self.to, a, b, c, d];
        std::array::from_fn(|at| {
            let point = points[at / 2];
            // Adding 0 makes -0 and 0 the same bits.
            (if at % 2 == 0 { point.x } else { point.y } + 0.0).to_bits()
        })
    }

    /// Returns the control points between the ends, the same one twice where there is but one.
    fn controls(&self) -> [Point; 2] {
        match self.form {
            Form::Line | Form::Arc(_) => [self.from, self.to],
            Form::Quadratic(control) => [control; 2],
            Form::Cubic(first, second) => [first, second],
        }
    }
}

impl ArcSpan {
    /// Returns the radius when this is part of a circle.
    pub(super) fn circle_radius(&self) -> Option<f64> {
        let (u, v) = (length(self.u), length(self.v));
        let is_round = (u - v).abs() <= ROUND * u && dot(self.u, self.v).abs() <= ROUND * u * v;
        is_round.then_some(u)
    }

    /// Returns the arc from a point with the half axes along x and y if it is part of a circle, or else itself.
    fn rounded(&self, from: Point) -> ArcSpan {
        let Some(radius) = self.circle_radius() else { return *self };
        let sweep = self.sweep * cross(self.u, self.v).signum();
        let start = (from.y - self.center.y).atan2(from.x - self.center.x);
        ArcSpan::circular(self.center, radius, start, sweep)
    }

    /// Returns true if an arc that begins where this one ends has its direction there and its size.
    fn goes_on_as(&self, next: &ArcSpan, size: f64) -> bool {
        let kink = next.start - (self.start + self.sweep);
        let is_near = |one: Point, other: Point| one.distance_to(other) <= FULL_TURN_TOLERANCE * size;
        (kink - TAU * (kink / TAU).round()).abs() <= SAME_DIRECTION
            && is_near(self.u, next.u)
            && is_near(self.v, next.v)
    }

    /// Returns true if both are parts of one ellipse but for rounding.
    fn is_same_ellipse(&self, other: &ArcSpan) -> bool {
        let size = length(self.u).max(length(self.v));
        if self.is_shallow() || other.is_shallow() {
            return self.goes_on_as(other, size);
        }
        let magnitude = self.center.x.abs().max(self.center.y.abs());
        // A short arc determines its centre less exactly.
        let known = self.sweep.abs().min(other.sweep.abs()).min(1.0);
        // The height of an arc falls with the square of its turn, and it is the height that determines the
        // centre.
        let most = (SAME_ELLIPSE * size + 1e-14 * magnitude) / (known * known).max(1e-4);
        // The half axes in any pair give the same sums of their products.
        let form = |span: &ArcSpan| {
            [
                span.u.x * span.u.x + span.v.x * span.v.x,
                span.u.x * span.u.y + span.v.x * span.v.y,
                span.u.y * span.u.y + span.v.y * span.v.y,
            ]
        };
        let is_near = |(one, other): (f64, f64)| (one - other).abs() <= 2.0 * size * most;
        self.center.distance_to(other.center) <= most && form(self).into_iter().zip(form(other)).all(is_near)
    }
}

/// Returns true if points are on the way from one point to another, so that a curve by them is the line.
fn is_between(from: Point, points: &[Point], to: Point) -> bool {
    let way = difference(to, from);
    let size = length(way);
    if size == 0.0 {
        return points.iter().all(|point| *point == from);
    }
    points.iter().all(|point| {
        let to_point = difference(*point, from);
        cross(way, to_point).abs() <= STRAIGHT * size * size
            && (0.0..=size * size).contains(&dot(way, to_point))
    })
}
