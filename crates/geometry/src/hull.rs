//! The smallest convex area around curves, by how far they reach in each direction.
//!
//! A curve that turns to the left reaches furthest with one of its points in the directions between those across its ends,
//! and with one of its ends in all others. Of all points and curves, those that reach furthest in the directions of a full
//! turn make up the hull, in this order; where one takes over from another, there is a straight edge between them.

use std::f64::consts::TAU;

use kurbo::common::solve_quadratic;

use super::affine::{Affine, Point};
use super::angle::{normalized, sin_cos};
use super::boundary::{join, ring_area, rings_of, shape_of};
use super::curve::{Curve, Form};
use super::extent::ArcSpan;
use super::region::{Region, RegionPart};
use super::shape::Shape;
use super::shape_error::ShapeError;
use super::vector::{cross, difference, dot, length};

/// The angles below which the turn of a vertex, and the turn of a curve, are rounding. A curve that turns by 1e-7 is off its
/// chord by the square of that over eight: 1e-15 of its radius.
const MIN_VERTEX_TURN: f64 = 1e-12;
const MIN_CURVE_TURN: f64 = 1e-7;

/// The share of the size below which two points are one, as in `cutting`.
const NEAR: f64 = 1e-11;

/// The share of the size by which a curve may reach less far than its own ends, which is rounding.
const FAVOR: f64 = 1e-14;

/// The steps in a full turn, and the halvings of one, in which curves other than circles are compared: after 50 halvings a step is
/// less than the last digit of an angle.
const STEPS: f64 = 96.0;
const HALVINGS: usize = 50;

/// Returns the smallest convex area around closed shapes; `None` where it is empty. Arcs and curves that are on its boundary stay
/// what they are.
pub fn convex_hull(shapes: &[(&Shape, Affine)]) -> Result<Option<Shape>, ShapeError> {
    let mut rings: Vec<Vec<Curve>> = Vec::new();
    for (shape, transform) in shapes {
        rings.extend(rings_of(shape, transform).unwrap_or_default());
    }
    // Points alone are decided exactly on the integer grid.
    if rings.iter().flatten().all(Curve::is_line) {
        let points: Vec<Point> = rings.iter().flatten().map(|curve| curve.from).collect();
        return Ok(Region::convex_hull(&points)?.map(RegionPart::into_shape));
    }
    let sources: Vec<Source> = rings.iter().flatten().flat_map(sources_of).collect();
    let mut size = 0.0_f64;
    for source in &sources {
        let (Source::Point(point) | Source::Curve(Curve { from: point, .. })) = source;
        size = size.max(point.x.abs()).max(point.y.abs());
    }
    // Products of two coordinates must stay numbers.
    if !size.is_finite() || size > f64::MAX.sqrt() {
        return Err(ShapeError::new("the coordinates are too large to compute with"));
    }
    let search = Search { sources, favor: FAVOR * size };
    let ring = search.ring(&search.envelope(0, search.sources.len()), NEAR * size);
    // A hull of points on one line runs there and back.
    let is_area = ring_area(&ring) > NEAR * NEAR * size * size;
    Ok(is_area.then(|| shape_of(&[ring])))
}

/// A point, or a curve that turns to the left.
enum Source {
    Point(Point),
    Curve(Curve),
}

/// The source that reaches furthest in the directions up to an angle, from the one before.
#[derive(Clone, Copy)]
struct Reach {
    end: f64,
    source: Option<usize>,
}

struct Search {
    sources: Vec<Source>,
    favor: f64,
}

/// Returns the first point of a curve, and its parts that turn to one side.
fn sources_of(curve: &Curve) -> Vec<Source> {
    let mut sources = vec![Source::Point(curve.from)];
    match curve.form {
        Form::Line => {}
        Form::Arc(span) => {
            if span.sweep.abs() > MIN_CURVE_TURN {
                sources.push(Source::Curve(turned_left(*curve)));
            }
        }
        Form::Quadratic(_) | Form::Cubic(..) => {
            let breaks = curve.breaks();
            let mut from = 0.0;
            for to in breaks.into_iter().chain([1.0]) {
                let part = curve.part(from, to, curve.at(from), curve.at(to));
                sources.extend([Source::Point(part.to), Source::Curve(turned_left(part))]);
                from = to;
            }
        }
    }
    sources
}

/// Returns the curve in the direction in which it turns to the left; an ellipse with half axes that do so.
fn turned_left(curve: Curve) -> Curve {
    let turn = match curve.form {
        Form::Arc(span) => span.sweep * cross(span.u, span.v),
        _ => cross(curve.direction(0.0), curve.direction(1.0)),
    };
    let curve = if turn < 0.0 { curve.reversed() } else { curve };
    match curve.form {
        Form::Arc(span) if span.sweep < 0.0 => {
            let v = Point::new(-span.v.x, -span.v.y);
            Curve { form: Form::Arc(ArcSpan { v, start: -span.start, sweep: -span.sweep, ..span }), ..curve }
        }
        _ => curve,
    }
}

impl Source {
    /// Returns the angle of the first direction in which this reaches furthest, and the range of such directions.
    fn directions(&self) -> Option<(f64, f64)> {
        let Source::Curve(curve) = self else { return Some((0.0, TAU)) };
        if curve.is_turn() {
            return Some((0.0, TAU));
        }
        let across = |t: f64| {
            let way = curve.direction(t);
            (-way.x).atan2(way.y)
        };
        let begin = normalized(across(0.0));
        let turn = normalized(across(1.0) - begin);
        // A curve of which nothing but rounding turns is as good as its ends.
        (matches!(curve.form, Form::Arc(span) if !span.is_shallow()) || turn < 0.75 * TAU)
            .then_some((begin, turn))
    }

    /// Returns the parameter of the point that reaches furthest in a direction.
    fn parameter(&self, angle: f64) -> f64 {
        let Source::Curve(curve) = self else { return 0.0 };
        let (sin, cos) = sin_cos(angle);
        let way = Point::new(cos, sin);
        match curve.form {
            Form::Line => 0.0,
            Form::Arc(span) => {
                let offset = normalized(dot(span.v, way).atan2(dot(span.u, way)) - span.start);
                let beyond = offset - span.sweep;
                if beyond <= 0.0 { offset / span.sweep } else { f64::from(u8::from(beyond < TAU - offset)) }
            }
            Form::Quadratic(control) => {
                let first = dot(difference(control, curve.from), way);
                let second = dot(difference(curve.to, control), way);
                // Turning to the left, the curve rises in this direction before it falls; one that falls from
                // the start reaches furthest there.
                if first <= 0.0 { 0.0 } else { (first / (first - second)).clamp(0.0, 1.0) }
            }
            Form::Cubic(one, two) => {
                let [a, b, c] = [(one, curve.from), (two, one), (curve.to, two)]
                    .map(|(to, from)| dot(difference(to, from), way));
                let roots = solve_quadratic(a, 2.0 * (b - a), a - 2.0 * b + c);
                // Of both extremes of a cubic, the one that is on this part, or nearest to it where rounding
                // has moved it off.
                let off = |t: &f64| (t - t.clamp(0.0, 1.0)).abs();
                let nearest = roots.into_iter().min_by(|one, other| off(one).total_cmp(&off(other)));
                nearest.map_or(0.0, |t| t.clamp(0.0, 1.0))
            }
        }
    }

    /// Returns the point that reaches furthest in a direction.
    fn point(&self, angle: f64) -> Point {
        match self {
            Source::Point(point) => *point,
            Source::Curve(curve) => curve.beyond(self.parameter(angle)),
        }
    }

    /// Returns centre and radius of a round edge; for a point, the point and 0.
    fn circle(&self) -> Option<(Point, f64)> {
        match self {
            Source::Point(point) => Some((*point, 0.0)),
            Source::Curve(curve) => curve.circle().map(|(center, radius, _)| (center, radius)),
        }
    }
}

impl Search {
    /// Returns which of some sources reach furthest in all directions.
    fn envelope(&self, from: usize, to: usize) -> Vec<Reach> {
        // Halving: each level merges lists in one pass, so the hull of n curves takes n·log n comparisons.
        if to - from > 1 {
            let middle = from.midpoint(to);
            return self.furthest(&self.envelope(from, middle), &self.envelope(middle, to));
        }
        let reach = |end: f64, is_there: bool| Reach { end, source: is_there.then_some(from) };
        match self.sources[from].directions() {
            None => vec![reach(TAU, false)],
            Some((_, turn)) if turn >= TAU => vec![reach(TAU, true)],
            Some((begin, turn)) if begin + turn <= TAU => {
                vec![reach(begin, false), reach(begin + turn, true), reach(TAU, false)]
            }
            Some((begin, turn)) => {
                vec![reach(begin + turn - TAU, true), reach(begin, false), reach(TAU, true)]
            }
        }
    }

    /// Returns which of two envelopes reaches further in each direction.
    fn furthest(&self, one: &[Reach], other: &[Reach]) -> Vec<Reach> {
        let mut found: Vec<Reach> = Vec::with_capacity(one.len() + other.len());
        let mut push = |end: f64, source: Option<usize>| match found.last_mut() {
            // A source that continues is one entry, or curves would be cut where nothing changes.
            Some(last) if last.source == source => last.end = end,
            _ => found.push(Reach { end, source }),
        };
        let (mut at, mut other_at, mut from) = (0, 0, 0.0_f64);
        while let (Some(own), Some(others)) = (one.get(at), other.get(other_at)) {
            let to = own.end.min(others.end);
            if to > from {
                match (own.source, others.source) {
                    (Some(a), Some(b)) => {
                        for end in self.changes(a, b, from, to).into_iter().chain([to]) {
                            // In the middle of the range, where neither takes over from the other.
                            let further = self.lead(a, b, 0.5 * (from + end)) >= 0.0;
                            push(end, Some(if further { a } else { b }));
                            from = end;
                        }
                    }
                    (own, others) => push(to, own.or(others)),
                }
                from = to;
            }
            at += usize::from(own.end <= to);
            other_at += usize::from(others.end <= to);
        }
        found
    }

    /// Returns how much curves are favoured over points, when one is compared with another.
    fn favored(&self, one: usize, other: usize) -> f64 {
        let value = |at: usize| if matches!(self.sources[at], Source::Curve(_)) { self.favor } else { 0.0 };
        value(one) - value(other)
    }

    /// Returns by how much one source reaches further than another.
    fn lead(&self, one: usize, other: usize, angle: f64) -> f64 {
        let (sin, cos) = sin_cos(angle);
        let (a, b) = (&self.sources[one], &self.sources[other]);
        let favored = self.favored(one, other);
        if let (Some((a, radius)), Some((b, other_radius))) = (a.circle(), b.circle()) {
            return dot(difference(a, b), Point::new(cos, sin)) + (radius - other_radius) + favored;
        }
        dot(difference(a.point(angle), b.point(angle)), Point::new(cos, sin)) + favored
    }

    /// Returns the directions between two angles in which two sources reach equally far.
    fn changes(&self, one: usize, other: usize, from: f64, to: f64) -> Vec<f64> {
        if let (Some((a, radius)), Some((b, other_radius))) =
            (self.sources[one].circle(), self.sources[other].circle())
        {
            let (way, more) = (difference(a, b), radius - other_radius + self.favored(one, other));
            let apart = length(way);
            // One circle holds the other, and nothing changes all around.
            if more.abs() >= apart {
                return Vec::new();
            }
            let (middle, half) = (way.y.atan2(way.x), (-more / apart).acos());
            let mut found = vec![normalized(middle - half), normalized(middle + half)];
            found.retain(|angle| *angle > from && *angle < to);
            found.sort_by(f64::total_cmp);
            return found;
        }
        // At least two: over one step the lead might change twice and show the same sign at both ends.
        let steps = ((to - from) / TAU * STEPS).ceil().max(2.0);
        let mut found = Vec::new();
        let (mut left, mut lead) = (from, self.lead(one, other, from));
        for step in 1..=steps as usize {
            let right = from + (to - from) * step as f64 / steps;
            let next = self.lead(one, other, right);
            if (lead >= 0.0) != (next >= 0.0) {
                let (mut low, mut high) = (left, right);
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (low + high);
                    let is_same = (self.lead(one, other, middle) >= 0.0) == (lead >= 0.0);
                    if is_same { low = middle } else { high = middle }
                }
                found.push(0.5 * (low + high));
            }
            (left, lead) = (right, next);
        }
        found.retain(|angle| *angle > from && *angle < to);
        found
    }

    /// Returns the boundary of the hull, counter-clockwise.
    fn ring(&self, envelope: &[Reach], near: f64) -> Vec<Curve> {
        let mut ring: Vec<Curve> = Vec::new();
        let (mut begin, mut first, mut last) = (0.0, None, None);
        for reach in envelope {
            let (from, to) = (std::mem::replace(&mut begin, reach.end), reach.end);
            let Some(source) = reach.source.map(|index| &self.sources[index]) else { continue };
            let curve = match source {
                Source::Point(_) if to - from < MIN_VERTEX_TURN => continue,
                Source::Curve(_) if to - from < MIN_CURVE_TURN => continue,
                Source::Point(point) => Curve::line(*point, *point),
                Source::Curve(curve) if to - from >= TAU && curve.is_turn() => return vec![*curve],
                Source::Curve(curve) => {
                    let (start, end) = (source.parameter(from), source.parameter(to));
                    let end = match (end > start, curve.is_turn()) {
                        (true, _) => end,
                        // A turn continues past its own beginning.
                        (false, true) => end + 1.0,
                        (false, false) => 1.0,
                    };
                    let at = |t: f64| if t > 1.0 { curve.beyond(t) } else { curve.at(t) };
                    curve.part(start, end, at(start), at(end))
                }
            };
            step_to(&mut ring, &mut last, curve.from, near);
            first.get_or_insert(last.unwrap_or(curve.from));
            if !curve.is_line() {
                let from = last.unwrap_or(curve.from);
                ring.push(Curve { from, ..curve });
                last = Some(curve.to);
            }
        }
        if let (Some(first), Some(end)) = (first, last) {
            step_to(&mut ring, &mut last, first, near);
            if let (true, Some(curve)) = (end.distance_to(first) <= near, ring.last_mut()) {
                curve.to = first;
            }
        }
        join(&mut ring, near);
        ring
    }
}

/// Goes straight on to a point, unless that is where the boundary is already.
fn step_to(ring: &mut Vec<Curve>, last: &mut Option<Point>, to: Point, near: f64) {
    match *last {
        Some(from) if from.distance_to(to) <= near => {}
        from => {
            ring.extend(from.map(|from| Curve::line(from, to)));
            *last = Some(to);
        }
    }
}
