//! Joining two wires where they meet, or would if they were longer.

use std::f64::consts::TAU;

use super::affine::Point;
use super::curve::Curve;
use super::cutting::{NEAR, begins_at, curve_meetings, ends_at};
use super::extent::ArcSpan;
use super::vector::{ahead, cross, difference, dot, length};
use super::wire::{Wire, length_of};

/// The reach of a line, in sizes of what it is joined with: far beyond any meeting that is meant.
const FAR: f64 = 1e3;

impl Wire {
    /// Joins two open wires in a point where their ends meet or would meet: lines are extended as lines, arcs of circles as
    /// circles, and other curves have to meet as they are. Of several points, the one that changes both least is taken.
    /// Returns the wire and that point.
    pub fn joined_at_corner(one: &Wire, other: &Wire) -> Option<(Wire, Point)> {
        if one.is_closed || other.is_closed {
            return None;
        }
        let mut best: Option<(f64, Wire, Point)> = None;
        for one in [one.clone(), one.reversed()] {
            for other in [other.clone(), other.reversed()] {
                let Some((change, wire, corner)) = joined_ends(&one, &other) else { continue };
                // Lines meet in one point, whichever ends are joined: those near each other are meant.
                let gap = ends_at(&one).distance_to(begins_at(&other));
                let cost = change.unwrap_or(gap);
                if best.as_ref().is_none_or(|(known, ..)| cost < *known) {
                    best = Some((cost, wire, corner));
                }
            }
        }
        best.map(|(_, wire, corner)| (wire, corner))
    }
}

/// Joins the end of one wire to the beginning of another. Returns by how much their ends change where these are not both
/// straight, the wire, and the point where they meet.
fn joined_ends(one: &Wire, other: &Wire) -> Option<(Option<f64>, Wire, Point)> {
    let (last, first) = (one.curves.last()?, other.curves.first()?);
    let (change, last, first) = match last.is_line() && first.is_line() {
        true => {
            let corner = line_corner(last, first)?;
            (None, Curve::line(last.from, corner), Curve::line(corner, first.to))
        }
        false => {
            let (change, last, first) = curve_corner(one, other)?;
            (Some(change), last, first)
        }
    };
    let corner = last.to;
    let mut curves = one.curves.clone();
    curves.pop();
    curves.extend([last, first]);
    curves.extend(other.curves.iter().skip(1).copied());
    Some((change, Wire { curves, is_closed: false }, corner))
}

fn line_corner(last: &Curve, first: &Curve) -> Option<Point> {
    let (way, across) = (difference(last.to, last.from), difference(first.to, first.from));
    let turn = cross(way, across);
    // Parallels have no corner, and nearly parallel lines one that rounding alone would place.
    if turn.abs() <= NEAR * length(way) * length(across) {
        return None;
    }
    let along = cross(difference(first.from, last.from), across) / turn;
    let corner = ahead(last.from, way, along);
    // Both must still lead to the corner in their own direction.
    let is_ahead = along > 0.0 && dot(difference(first.to, corner), across) > 0.0;
    (is_ahead && corner.is_finite()).then_some(corner)
}

/// Returns the two curves as far as the point where they meet, and by how much their lengths change.
fn curve_corner(one: &Wire, other: &Wire) -> Option<(f64, Curve, Curve)> {
    let (last, first) = (one.curves.last()?, other.curves.first()?.reversed());
    let reach = one.reach() + other.reach();
    let near = NEAR * reach;
    let (carrier, other_carrier) = (carrier(last, reach), carrier(&first, reach));
    let mut best: Option<(f64, Curve, Curve)> = None;
    for (s, t, point) in curve_meetings(&carrier, &other_carrier, near) {
        let (size, other_size) = (length_of(&carrier, s), length_of(&other_carrier, t));
        // A meeting at its own beginning would leave nothing of a curve.
        if size <= near || other_size <= near {
            continue;
        }
        let change = (size - length_of(last, 1.0)).abs() + (other_size - length_of(&first, 1.0)).abs();
        if best.as_ref().is_none_or(|(known, ..)| change < *known) {
            let own = carrier.part(0.0, s, carrier.from, point);
            let others = other_carrier.part(0.0, t, other_carrier.from, point);
            best = Some((change, own, others.reversed()));
        }
    }
    best
}

/// Returns the extension of a curve beyond its end, if it is a line or an arc of a circle.
fn carrier(curve: &Curve, reach: f64) -> Curve {
    if curve.is_line() {
        let way = difference(curve.to, curve.from);
        return Curve::line(curve.from, ahead(curve.from, way, FAR * reach / length(way)));
    }
    match curve.carrier_circle() {
        Some((center, radius, sweep)) => {
            let start = (curve.from.y - center.y).atan2(curve.from.x - center.x);
            // Once around from the beginning: the arc may end earlier or later than it does now.
            let span = ArcSpan::circular(center, radius, start, TAU * sweep.signum());
            Curve::arc(curve.from, curve.from, span)
        }
        None => *curve,
    }
}
