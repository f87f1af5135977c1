//! Cutting wires into parts, and lengthening them.

use std::f64::consts::TAU;

use super::affine::Point;
use super::box_tree::BoxTree;
use super::curve::{Curve, Form};
use super::extent::ArcSpan;
use super::meeting::meetings;
use super::piece::{Piece, bounds_of};
use super::vector::{ahead, difference, dot};
use super::wire::{Wire, length_of, parameter_at};

/// A place on a wire.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    curve: usize,
    t: f64,
    /// The point itself, in the coordinates of the wire.
    pub point: Point,
}

/// The reason why a wire cannot be cut or lengthened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutFailure {
    /// The others do not meet it, or in too few points.
    NoMeeting,
    /// A closed wire has no end.
    Closed,
    /// The end of it does not continue in a definite way.
    NoCarrier,
}

/// The share of the size by which points may be apart to count as one. Coordinates are exact to 1e-16 of it, which leaves five
/// digits for what the computation of a meeting loses.
pub(super) const NEAR: f64 = 1e-11;

/// The points at which a curve is looked at for the nearest one. The distance from a cubic has at most a few minima; the search
/// that follows narrows the one around the best sample.
const SAMPLES: usize = 64;

/// The pairs of curves up to which comparing each costs less than a tree of their boxes.
const FEW_PAIRS: usize = 256;

impl Wire {
    /// Returns the places where other wires meet this one, from its beginning on.
    pub fn meetings(&self, others: &[Wire]) -> Vec<Place> {
        let near = NEAR * self.reach().max(others.iter().map(Wire::reach).fold(0.0, f64::max));
        let others: Vec<&Curve> = others.iter().flat_map(|wire| &wire.curves).collect();
        let mut places = Vec::new();
        let mut compare = |index: usize, other: &Curve| {
            let found = curve_meetings(&self.curves[index], other, near);
            places.extend(found.into_iter().map(|(t, _, point)| Place { curve: index, t, point }));
        };
        if self.curves.len().saturating_mul(others.len()) <= FEW_PAIRS {
            for index in 0..self.curves.len() {
                others.iter().for_each(|other| compare(index, other));
            }
        } else {
            let boxes = BoxTree::new(others.iter().map(|curve| bounds_of(curve)).collect());
            for (index, curve) in self.curves.iter().enumerate() {
                let around = bounds_of(curve).widened(near);
                let mut found = Vec::new();
                boxes.search(|it| it.meets(&around), |other| found.push(other));
                // Of two that meet at one point, the first is kept.
                found.sort_unstable();
                found.iter().for_each(|other| compare(index, others[*other]));
            }
        }
        self.sorted(places, near)
    }

    /// Returns the place that is nearest to a point, with its distance.
    pub fn nearest(&self, point: Point) -> (Place, f64) {
        let begin = begins_at(self);
        let mut best = (Place { curve: 0, t: 0.0, point: begin }, begin.distance_to(point));
        for (index, curve) in self.curves.iter().enumerate() {
            let t = nearest_parameter(curve, point);
            let at = curve.at(t);
            let distance = at.distance_to(point);
            if distance < best.1 {
                best = (Place { curve: index, t, point: at }, distance);
            }
        }
        best
    }

    /// Returns the place at a length from the beginning, and on a closed wire beyond its end from there again.
    pub(super) fn place_at_length(&self, wanted: f64) -> Place {
        let mut rest = if self.is_closed { wanted.rem_euclid(self.length()) } else { wanted.max(0.0) };
        for (index, curve) in self.curves.iter().enumerate() {
            let own = length_of(curve, 1.0);
            if rest <= own || index + 1 == self.curves.len() {
                let t = parameter_at(curve, rest.min(own), own);
                return Place { curve: index, t, point: curve.at(t) };
            }
            rest -= own;
        }
        Place { curve: 0, t: 0.0, point: begins_at(self) }
    }

    /// Returns the length from the beginning to a place.
    pub(super) fn length_at(&self, place: &Place) -> f64 {
        let before: f64 = self.curves[..place.curve].iter().map(|curve| length_of(curve, 1.0)).sum();
        before + length_of(&self.curves[place.curve], place.t)
    }

    /// Returns the parts between some places. A closed wire is cut into as many parts as there are places, an open one
    /// into one more; places at its ends cut nothing off.
    pub fn split(&self, places: &[Place]) -> Vec<Wire> {
        let near = NEAR * self.reach();
        let mut places = self.sorted(places.to_vec(), near);
        if places.is_empty() {
            return vec![self.clone()];
        }
        let count = self.curves.len();
        let (begin, end) = (self.curves[0].from, self.curves[count - 1].to);
        let mut parts = Vec::new();
        if self.is_closed {
            for (index, place) in places.iter().enumerate() {
                let next = places[(index + 1) % places.len()];
                parts.extend(self.between(*place, next, index + 1 == places.len(), near));
            }
        } else {
            places.insert(0, Place { curve: 0, t: 0.0, point: begin });
            places.push(Place { curve: count - 1, t: 1.0, point: end });
            parts.extend(places.windows(2).filter_map(|pair| self.between(pair[0], pair[1], false, near)));
        }
        parts
    }

    /// Returns the dashes along the wire, which begin with it: lengths of dashes and gaps by turns, an even number of them. Dashes
    /// without a length are left out.
    ///
    /// There are as many as fit, so the caller limits the length of the wire in patterns.
    pub fn dashes(&self, lengths: &[f64]) -> Vec<Wire> {
        let open = Wire { curves: self.curves.clone(), is_closed: false };
        let (near, whole) = (NEAR * self.reach(), open.length());
        let mut dashes = Vec::new();
        if lengths.iter().sum::<f64>() <= near {
            return dashes;
        }
        let mut at = 0.0;
        for (index, length) in lengths.iter().cycle().enumerate() {
            if at >= whole {
                break;
            }
            let end = (at + length).min(whole);
            if index % 2 == 0 {
                let [from, to] = [at, end].map(|length| open.place_at_length(length));
                dashes.extend(open.between(from, to, false, near));
            }
            at = end;
        }
        dashes
    }

    /// Returns what is left without the part between two of the others' meetings that is nearest to a point.
    pub fn trimmed(&self, others: &[Wire], at: Point) -> Result<Vec<Wire>, CutFailure> {
        let places = self.meetings(others);
        let parts = self.split(&places);
        if parts.len() < 2 {
            return Err(CutFailure::NoMeeting);
        }
        let distances = parts.iter().map(|part| part.nearest(at).1);
        let nearest =
            distances.enumerate().min_by(|one, other| one.1.total_cmp(&other.1)).map_or(0, |it| it.0);
        let kept = parts.into_iter().enumerate().filter(|(index, _)| *index != nearest).map(|(_, part)| part);
        let mut joined: Vec<Wire> = Vec::new();
        for part in kept {
            match joined.last_mut() {
                // Equal, not near: `split` gives both parts the very same point, and a gap is where the
                // nearest part was.
                Some(last) if ends_at(last) == begins_at(&part) => last.curves.extend(part.curves),
                _ => joined.push(part),
            }
        }
        // On a closed wire, the last part leads on to the first.
        if self.is_closed
            && joined.len() > 1
            && joined.last().map(ends_at) == joined.first().map(begins_at)
            && let Some(last) = joined.pop()
        {
            let first = joined.remove(0);
            joined.insert(
                0,
                Wire { curves: last.curves.into_iter().chain(first.curves).collect(), is_closed: false },
            );
        }
        let near = NEAR * self.reach();
        joined.iter_mut().for_each(|part| part.join_parts(near));
        Ok(joined)
    }

    /// Returns the wire with an end lengthened until it meets one of the others: the end nearest to a point, or without
    /// one that which has the shorter way.
    pub fn extended(&self, others: &[Wire], toward: Option<Point>) -> Result<Wire, CutFailure> {
        if self.is_closed {
            return Err(CutFailure::Closed);
        }
        let backwards = self.reversed();
        let candidates = match toward {
            Some(point) => {
                let is_end = ends_at(self).distance_to(point) <= begins_at(self).distance_to(point);
                vec![!is_end]
            }
            None => vec![false, true],
        };
        let mut failure = CutFailure::NoCarrier;
        let mut best: Option<(f64, Wire, bool)> = None;
        for is_beginning in candidates {
            let wire = if is_beginning { &backwards } else { self };
            match wire.lengthened(others) {
                Ok((way, longer)) if best.as_ref().is_none_or(|(known, ..)| way < *known) => {
                    best = Some((way, longer, is_beginning));
                }
                Ok(_) => {}
                Err(found) => failure = found,
            }
        }
        let (_, wire, is_beginning) = best.ok_or(failure)?;
        Ok(if is_beginning { wire.reversed() } else { wire })
    }

    fn lengthened(&self, others: &[Wire]) -> Result<(f64, Wire), CutFailure> {
        let Some(last) = self.curves.last() else { return Err(CutFailure::NoCarrier) };
        let reach = self.reach() + others.iter().map(Wire::reach).fold(0.0, f64::max);
        let near = NEAR * reach;
        let carrier = match (last.form, last.carrier_circle()) {
            (Form::Line, _) => {
                let size = last.from.distance_to(last.to);
                let way = difference(last.to, last.from);
                // Any point of the others is within the sum of both reaches from here, along either axis; 4
                // leaves room for the diagonal.
                Curve::line(last.to, ahead(last.to, way, 4.0 * reach / size))
            }
            (_, Some((center, radius, sweep))) => {
                let start = (last.to.y - center.y).atan2(last.to.x - center.x);
                // Only the part of the circle that the arc does not cover yet, so that it never runs over
                // itself.
                let rest = (TAU - sweep.abs()) * sweep.signum();
                Curve::arc(last.to, last.from, ArcSpan::circular(center, radius, start, rest))
            }
            _ => return Err(CutFailure::NoCarrier),
        };
        let mut nearest: Option<(f64, Point)> = None;
        for other in others.iter().flat_map(|wire| &wire.curves) {
            for (t, _, point) in curve_meetings(&carrier, other, near) {
                // A wire that already ends on another is lengthened to the next meeting, not by nothing.
                let is_ahead = point.distance_to(last.to) > near;
                if is_ahead && nearest.is_none_or(|(known, _)| t < known) {
                    nearest = Some((t, point));
                }
            }
        }
        let (t, point) = nearest.ok_or(CutFailure::NoMeeting)?;
        let mut wire = self.clone();
        let more = carrier.part(0.0, t, carrier.from, point);
        match last.joined(&more, near) {
            Some(both) => {
                wire.curves.pop();
                wire.curves.push(both);
            }
            None => wire.curves.push(more),
        }
        Ok((length_of(&carrier, t), wire))
    }

    /// Returns the part from one place to another; `None` where they are the same. On the way over the beginning of a
    /// closed wire, `wraps` is true.
    fn between(&self, from: Place, to: Place, wraps: bool, near: f64) -> Option<Wire> {
        let count = self.curves.len();
        let mut curves = Vec::new();
        let mut push = |index: usize, t0: f64, t1: f64, begin: Point, end: Point| {
            let curve = &self.curves[index];
            if length_of(curve, 1.0) * (t1 - t0) > near {
                curves.push(curve.part(t0, t1, begin, end));
            }
        };
        if from.curve == to.curve && !wraps {
            push(from.curve, from.t, to.t, from.point, to.point);
        } else {
            push(from.curve, from.t, 1.0, from.point, self.curves[from.curve].to);
            // Indices run on beyond the last curve, to be taken modulo the count.
            let last = if wraps { to.curve + count } else { to.curve };
            for index in from.curve + 1..last {
                let curve = &self.curves[index % count];
                push(index % count, 0.0, 1.0, curve.from, curve.to);
            }
            push(to.curve, 0.0, to.t, self.curves[to.curve].from, to.point);
        }
        let mut wire = Wire { curves, is_closed: false };
        // Cut once, a closed wire keeps all its curves. Where it was closed in the middle of one, that is one
        // again.
        if self.is_closed && from == to {
            wire.join_parts(near);
        }
        (!wire.curves.is_empty()).then_some(wire)
    }

    /// Sorts places along the wire, without those that are at its open ends or at another.
    fn sorted(&self, mut places: Vec<Place>, near: f64) -> Vec<Place> {
        places.sort_by(|one, other| one.curve.cmp(&other.curve).then(one.t.total_cmp(&other.t)));
        let count = self.curves.len();
        let mut kept: Vec<Place> = Vec::with_capacity(places.len());
        for place in places {
            // The end of one curve is the beginning of the next.
            let is_end = place.point.distance_to(self.curves[place.curve].to) <= near && place.t > 0.5;
            let place = match is_end {
                true if place.curve + 1 < count => {
                    Place { curve: place.curve + 1, t: 0.0, point: self.curves[place.curve].to }
                }
                true if self.is_closed => Place { curve: 0, t: 0.0, point: self.curves[0].from },
                true => continue,
                false => place,
            };
            let is_begin =
                place.curve == 0 && place.point.distance_to(self.curves[0].from) <= near && place.t < 0.5;
            if is_begin && !self.is_closed {
                continue;
            }
            // Two curves that meet in a vertex both report it. Places further along the wire may be at the
            // same point, where the wire crosses itself: those stay.
            let is_known = |known: &Place| {
                known.point.distance_to(place.point) <= near && known.curve.abs_diff(place.curve) <= 1
            };
            // They come in the order of the curves, but for an end that has become the beginning of the next curve. So the kept ones
            // before a curve that is further away are further away too, but the beginning of a closed wire may come last.
            let is_wrapped = place.curve == 0;
            let is_beside = |known: &&Place| is_wrapped || known.curve == 0 || known.curve + 2 >= place.curve;
            if !kept.iter().rev().take_while(is_beside).any(is_known) {
                kept.push(place);
            }
        }
        // Moving ends to the next curve has put places out of order.
        kept.sort_by(|one, other| one.curve.cmp(&other.curve).then(one.t.total_cmp(&other.t)));
        kept
    }

    /// Returns the largest coordinate, as a measure for what is near.
    pub(super) fn reach(&self) -> f64 {
        let points = self.curves.iter().flat_map(|curve| [curve.from, curve.to, curve.at(0.5)]);
        points.flat_map(|point| [point.x.abs(), point.y.abs()]).fold(0.0, f64::max).max(self.length())
    }

    fn join_parts(&mut self, near: f64) {
        let mut joined: Vec<Curve> = Vec::with_capacity(self.curves.len());
        for curve in self.curves.drain(..) {
            match joined.last().and_then(|last| last.joined(&curve, near)) {
                Some(both) => {
                    joined.pop();
                    joined.push(both);
                }
                None => joined.push(curve),
            }
        }
        self.curves = joined;
    }
}

pub(super) fn ends_at(wire: &Wire) -> Point {
    wire.curves.last().map_or(Point::ORIGIN, |curve| curve.to)
}

pub(super) fn begins_at(wire: &Wire) -> Point {
    wire.curves.first().map_or(Point::ORIGIN, |curve| curve.from)
}

/// Returns the points where two curves meet, with the parameters of both.
pub(super) fn curve_meetings(one: &Curve, other: &Curve, near: f64) -> Vec<(f64, f64, Point)> {
    let mut found: Vec<(f64, f64, Point)> = Vec::new();
    let (ones, others) = (pieces(one), pieces(other));
    for first in &ones {
        for second in &others {
            let (a, b) = (first.bounds(), second.bounds());
            let are_apart = a.min.x > b.max.x + near
                || b.min.x > a.max.x + near
                || a.min.y > b.max.y + near
                || b.min.y > a.max.y + near;
            if are_apart {
                continue;
            }
            for meeting in meetings(first, second, near).unwrap_or_default() {
                if !found.iter().any(|(_, _, point)| point.distance_to(meeting.point) <= near) {
                    found.push((meeting.one, meeting.other, meeting.point));
                }
            }
        }
    }
    found
}

fn pieces(curve: &Curve) -> Vec<Piece<'_>> {
    let breaks = curve.breaks();
    let ends: Vec<f64> = std::iter::once(0.0).chain(breaks).chain([1.0]).collect();
    ends.windows(2).map(|pair| Piece::new(curve, pair[0], pair[1])).collect()
}

/// Returns the parameter of the point of a curve that is nearest to another.
fn nearest_parameter(curve: &Curve, point: Point) -> f64 {
    if curve.is_line() {
        let way = difference(curve.to, curve.from);
        let t = dot(way, difference(point, curve.from)) / dot(way, way);
        return if t.is_nan() { 0.0 } else { t.clamp(0.0, 1.0) };
    }
    let distance = |t: f64| curve.at(t).distance_to(point);
    let mut best = 0.0;
    for sample in 1..=SAMPLES {
        let t = sample as f64 / SAMPLES as f64;
        if distance(t) < distance(best) {
            best = t;
        }
    }
    let step = 1.0 / SAMPLES as f64;
    let (mut low, mut high) = ((best - step).max(0.0), (best + step).min(1.0));
    // Each round leaves two thirds, so 100 leave 2e-18 of the step: below the last digit of a parameter.
    for _ in 0..100 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if distance(a) < distance(b) { high = b } else { low = a }
    }
    // Near the foot of the perpendicular the distance hardly changes; its derivative does.
    let mut t = 0.5 * (low + high);
    // Newton's method doubles the digits in each round; 8 rounds are more than a number has digits for.
    for _ in 0..8 {
        let (way, off) = (curve.derivative(t), difference(curve.at(t), point));
        let speed = dot(way, way);
        let next = t - dot(way, off) / speed;
        if !(next - t).is_finite() || !(0.0..=1.0).contains(&next) || distance(next) > distance(t) {
            break;
        }
        t = next;
    }
    // The least distance of a curved side may be at an end, where the derivative is not zero.
    if distance(0.0) <= distance(t) {
        return 0.0;
    }
    if distance(1.0) <= distance(t) { 1.0 } else { t }
}
