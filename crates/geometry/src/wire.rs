//! Wires: curves that follow each other, open or closed.

use super::affine::{Affine, Point};
use super::boundary::{curve_of, join, push_curve, ring_area, shape_of};
use super::bounds::Bounds;
use super::curve::{Curve, Form};
use super::measure::curve_length;
use super::path::{FillRule, Path, Segment};
use super::piece::bounds_of;
use super::shape::Shape;
use super::vector::length;

/// Curves that follow each other; in a closed wire the last one ends where the first begins.
///
/// Invariant: there is at least one curve, and none without a length.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    pub(super) curves: Vec<Curve>,
    pub(super) is_closed: bool,
}

/// The most halvings on the way to a place at some length: a number has 53 bits.
const MAX_STEPS: usize = 60;

impl Wire {
    /// Returns the wires that the image of a shape is drawn with, with arcs of one circle in a row as one.
    pub fn all_of(shape: &Shape, transform: &Affine) -> Vec<Wire> {
        // A path would draw these in quarters; as one turn they stay what they are.
        if let (Shape::Circle { .. } | Shape::Ellipse { .. }, Some(span)) = (shape, shape.span()) {
            return vec![Wire { curves: vec![Curve::turn(span.transformed(transform))], is_closed: true }];
        }
        let mut wires: Vec<Wire> = Vec::new();
        let (mut current, mut start) = (Point::ORIGIN, Point::ORIGIN);
        for segment in shape.to_path().segments() {
            let end = segment.end().unwrap_or(start);
            if let Segment::Move(_) = segment {
                wires.push(Wire { curves: Vec::new(), is_closed: false });
                start = end;
            } else if let Some(wire) = wires.last_mut() {
                wire.curves.extend(curve_of(&segment, current, end, transform));
                wire.is_closed |= segment == Segment::Close;
            }
            current = end;
        }
        wires.retain(|wire| !wire.curves.is_empty());
        for wire in &mut wires {
            if wire.is_closed {
                join(&mut wire.curves, f64::NEG_INFINITY);
            } else {
                join_open(&mut wire.curves);
            }
        }
        wires
    }

    /// Returns the shape that some wires draw, of the simplest kind that has them all.
    ///
    /// By the even-odd rule, the first one is the outline and the others are holes in it.
    pub fn shape_of(mut wires: Vec<Wire>, rule: FillRule) -> Shape {
        if wires.iter().all(|wire| wire.is_closed) {
            let is_straight = wires.iter().flat_map(|wire| &wire.curves).all(Curve::is_line);
            // A polygon has straight holes; curves with holes, and rings by the non-zero rule, need a path.
            let is_path = wires.len() > 1 && (!is_straight || rule == FillRule::NonZero);
            if !is_path {
                return shape_of(&wires.into_iter().map(|wire| wire.curves).collect::<Vec<_>>());
            }
            if rule == FillRule::EvenOdd {
                turn_holes(&mut wires);
            }
        }
        if let [wire] = wires.as_slice()
            && !wire.is_closed
        {
            if wire.curves.iter().all(Curve::is_line) {
                let ends = wire.curves.iter().map(|curve| curve.to);
                return Shape::Line {
                    points: wire.curves.iter().take(1).map(|it| it.from).chain(ends).collect(),
                };
            }
            if let [curve] = wire.curves.as_slice()
                && let Some((center, radius, sweep)) = curve.carrier_circle()
            {
                let angle = |point: Point| (point.y - center.y).atan2(point.x - center.x);
                // A shape's arc always runs counter-clockwise.
                let start = if sweep > 0.0 { angle(curve.from) } else { angle(curve.to) };
                return Shape::Arc { center, radius, start, end: start + sweep.abs() };
            }
        }
        let mut path = Path::new();
        for wire in &wires {
            let Some(first) = wire.curves.first() else { continue };
            path.push(Segment::Move(first.from));
            for (index, curve) in wire.curves.iter().enumerate() {
                // The closing is a line by itself.
                if !(wire.is_closed && curve.is_line() && index + 1 == wire.curves.len()) {
                    push_curve(&mut path, curve);
                }
            }
            if wire.is_closed {
                path.push(Segment::Close);
            }
        }
        Shape::Path(path)
    }

    /// Yields the lines, arcs and curves as wires of their own with their boxes, in their order.
    pub fn pieces(&self) -> impl Iterator<Item = (Bounds, Wire)> + '_ {
        self.curves.iter().map(|curve| (bounds_of(curve), Wire { curves: vec![*curve], is_closed: false }))
    }

    /// Yields the ends of the lines, arcs and curves, and the points between where one turns back along an axis. The furthest points to
    /// each side are among them, exactly.
    pub fn turning_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.curves.iter().flat_map(|curve| {
            let turns = curve.breaks().into_iter().map(|t| curve.at(t));
            turns.chain([curve.from, curve.to])
        })
    }

    /// Returns the ends of a wire that is a single line.
    pub fn as_line(&self) -> Option<[Point; 2]> {
        match &self.curves[..] {
            [curve] if curve.is_line() => Some([curve.from, curve.to]),
            _ => None,
        }
    }

    /// Returns the number of lines, arcs and curves.
    pub fn curve_count(&self) -> usize {
        self.curves.len()
    }

    /// Returns true where the last curve leads back to the beginning of the first.
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns the point that it begins at.
    pub fn start(&self) -> Point {
        self.curves.first().map_or(Point::ORIGIN, |curve| curve.from)
    }

    /// Returns the length of all curves.
    pub fn length(&self) -> f64 {
        self.curves.iter().map(|curve| length_of(curve, 1.0)).sum()
    }

    /// Returns the area that a closed wire encloses; `None` for an open one. Where it crosses itself, what it runs around the
    /// other way counts as taken away.
    pub fn enclosed_area(&self) -> Option<f64> {
        self.is_closed.then(|| ring_area(&self.curves).abs())
    }

    /// Returns the closed wire that an open one ends with: a contour after a way in to it, which ends where that does. Ends
    /// that are no further apart than the tolerance meet.
    pub fn closed_end(&self, tolerance: f64) -> Option<Wire> {
        let last = self.curves.last().filter(|_| !self.is_closed)?;
        let first = self.curves.iter().position(|curve| curve.from.distance_to(last.to) <= tolerance)?;
        let curves: Vec<Curve> = self.curves[first..].to_vec();
        // One line back and forth encloses nothing.
        let is_ring = curves.len() > 2 || curves.iter().any(|curve| !curve.is_line());
        is_ring.then_some(Wire { curves, is_closed: true })
    }

    /// Returns the place at a length from the beginning, and the direction there. A length beyond an end gives the
    /// end.
    pub fn at_length(&self, wanted: f64) -> (Point, Point) {
        let mut rest = wanted.max(0.0);
        for (index, curve) in self.curves.iter().enumerate() {
            let own = length_of(curve, 1.0);
            if rest <= own || index + 1 == self.curves.len() {
                let t = parameter_at(curve, rest.min(own), own);
                return (curve.at(t), curve.direction(t));
            }
            rest -= own;
        }
        (Point::ORIGIN, Point::new(1.0, 0.0))
    }

    /// Returns the wire that runs the other way.
    pub fn reversed(&self) -> Wire {
        Wire { curves: self.curves.iter().rev().map(Curve::reversed).collect(), is_closed: self.is_closed }
    }
}

/// Lets holes run the other way round than their outline, so that a path, whose rule is another, has them as holes.
fn turn_holes(wires: &mut [Wire]) {
    let Some((outline, holes)) = wires.split_first_mut() else { return };
    let is_left = ring_area(&outline.curves) > 0.0;
    for hole in holes.iter_mut().filter(|hole| (ring_area(&hole.curves) > 0.0) == is_left) {
        *hole = hole.reversed();
    }
}

fn join_open(curves: &mut Vec<Curve>) {
    let mut joined: Vec<Curve> = Vec::with_capacity(curves.len());
    for curve in curves.drain(..) {
        // A whole turn begins at angle 0, wherever its parts began: in a wire with ends it would leave its neighbours.
        let both = joined.last().and_then(|last| last.joined(&curve, f64::NEG_INFINITY));
        match both.filter(|both| !both.is_turn()) {
            Some(both) => {
                joined.pop();
                joined.push(both);
            }
            None => joined.push(curve),
        }
    }
    *curves = joined;
}

/// Returns the length of a curve up to a parameter.
pub(super) fn length_of(curve: &Curve, t: f64) -> f64 {
    match (curve.form, curve.circle()) {
        (Form::Line, _) => curve.from.distance_to(curve.to) * t,
        (_, Some((_, radius, sweep))) => radius * sweep.abs() * t,
        _ => curve_length(&|share| length(curve.derivative(share * t)) * t),
    }
}

/// Returns the parameter at a length from the beginning of a curve.
pub(super) fn parameter_at(curve: &Curve, wanted: f64, whole: f64) -> f64 {
    if whole <= 0.0 {
        return 0.0;
    }
    if curve.is_line() || curve.circle().is_some() {
        return wanted / whole;
    }
    let (mut low, mut high) = (0.0, 1.0);
    let mut t = wanted / whole;
    for _ in 0..MAX_STEPS {
        let off = length_of(curve, t) - wanted;
        // Near the last digit of the length; the integral itself is not more exact.
        if off.abs() <= whole * 1e-14 {
            break;
        }
        if off > 0.0 {
            high = t;
        } else {
            low = t;
        }
        let next = t - off / length(curve.derivative(t));
        let is_between = next > low && next < high;
        // Newton's step where it stays between the known bounds, halving where it would leave them.
        t = if is_between { next } else { 0.5 * (low + high) };
    }
    t
}
