//! The points where two pieces of curves meet: crossings, touches, ends on the other, and the ends of what they share.

use super::affine::Point;
use super::curve::Form;
use super::piece::Piece;
use super::subdivision::meet_by_halves;
use super::vector::{ahead, cross, difference, dot, length, quick_distance};

/// A point of two pieces, by the parameters of the curves that they are parts of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meeting {
    pub one: f64,
    pub other: f64,
    pub point: Point,
    /// True if the point is an end of one of the pieces.
    pub is_end: bool,
}

/// The shares of a part at which pieces are compared to see if they are the same there. They are not evenly spaced, so that pieces
/// which cross at regular places are not taken for the same.
const PROBES: [f64; 3] = [0.5, 0.29, 0.77];

/// Returns the points where two pieces are no further from each other than `near`. Of pieces that are so over some
/// length, only ends are there, or a single point where there are none. `None` when they are too similar to decide.
pub(super) fn meetings(one: &Piece<'_>, other: &Piece<'_>, near: f64) -> Option<Vec<Meeting>> {
    let circles = one.circle().zip(other.circle());
    if circles.is_some_and(|(one, other)| are_apart(one, other, near)) {
        return Some(Vec::new());
    }
    let mut found = Vec::new();
    for (t, end) in [(one.t0, one.from), (one.t1, one.to)] {
        if let Some((on_other, _)) = other.nearest_within(end, near) {
            found.push(Meeting { one: t, other: on_other, point: end, is_end: true });
        }
    }
    for (t, end) in [(other.t0, other.from), (other.t1, other.to)] {
        if let Some((on_one, _)) = one.nearest_within(end, near) {
            found.push(Meeting { one: on_one, other: t, point: end, is_end: true });
        }
    }
    // Pieces that lie on each other have no crossing; looking for one would divide by nearly zero.
    if is_shared(one, other, &mut found, near) {
        return Some(found);
    }
    let mut take = |point: Point| {
        if let (Some((s, _)), Some((t, _))) =
            (one.nearest_within(point, near), other.nearest_within(point, near))
        {
            found.push(Meeting { one: s, other: t, point, is_end: false });
        }
    };
    match (&one.curve.form, &other.curve.form) {
        (Form::Line, Form::Line) => line_crossing(one, other).into_iter().for_each(take),
        _ => match (one.circle(), other.circle()) {
            (Some(one), Some(other)) => {
                circle_crossings(one, other, near).into_iter().flatten().for_each(take);
            }
            (Some(circle), None) if other.curve.is_line() => {
                line_crossings(other, circle, near).into_iter().flatten().for_each(take);
            }
            (None, Some(circle)) if one.curve.is_line() => {
                line_crossings(one, circle, near).into_iter().flatten().for_each(take);
            }
            _ => meet_by_halves(one, other, near)?.into_iter().for_each(&mut take),
        },
    }
    merge(one, other, &mut found, near);
    Some(found)
}

/// Returns true if two circles come nowhere near each other.
fn are_apart((center, radius): (Point, f64), (other_center, other_radius): (Point, f64), near: f64) -> bool {
    let apart = quick_distance(center, other_center);
    // Of circles almost the same, parts come near each other though their centres do not show it.
    let near = 4.0 * near;
    apart > radius + other_radius + near || apart + near < (radius - other_radius).abs()
}

/// Returns true if both pieces are the same between two of the ends that were found.
fn is_shared(one: &Piece<'_>, other: &Piece<'_>, ends: &mut Vec<Meeting>, near: f64) -> bool {
    ends.sort_by(|a, b| a.one.total_cmp(&b.one));
    ends.dedup_by(|next, last| next.point.distance_to(last.point) <= near);
    ends.windows(2).any(|pair| is_same_between(one, other, pair[0].one, pair[1].one, near))
}

/// Returns true if the part of one piece between two parameters is on the other.
fn is_same_between(one: &Piece<'_>, other: &Piece<'_>, from: f64, to: f64, near: f64) -> bool {
    PROBES.iter().all(|share| other.nearest(one.curve.at(from + (to - from) * share)).1 <= near)
}

/// Leaves of points between which the pieces are the same only those that are ends, or else one.
fn merge(one: &Piece<'_>, other: &Piece<'_>, found: &mut Vec<Meeting>, near: f64) {
    if found.len() < 2 {
        return;
    }
    found.sort_by(|a, b| a.one.total_cmp(&b.one));
    let mut kept: Vec<Meeting> = Vec::with_capacity(found.len());
    // A long shallow touch is found as several points. Ends must stay, as other edges begin there; of inner
    // points one stands for all.
    for run in found.chunk_by(|last, next| is_same_between(one, other, last.one, next.one, near)) {
        if run.iter().any(|meeting| meeting.is_end) {
            kept.extend(run.iter().filter(|meeting| meeting.is_end));
        } else {
            kept.extend(run.get(run.len() / 2));
        }
    }
    *found = kept;
}

/// Returns the point where both lines cross, wherever that is.
fn line_crossing(one: &Piece<'_>, other: &Piece<'_>) -> Option<Point> {
    let (way, across) = (difference(one.to, one.from), difference(other.to, other.from));
    let turn = cross(way, across);
    let along = cross(difference(other.from, one.from), across) / turn;
    // For parallels this is not a number, which no range contains.
    (0.0..=1.0).contains(&along).then(|| ahead(one.from, way, along))
}

fn line_crossings(line: &Piece<'_>, (center, radius): (Point, f64), near: f64) -> [Option<Point>; 2] {
    let way = difference(line.to, line.from);
    let size = length(way);
    let way = Point::new(way.x / size, way.y / size);
    let to_center = difference(center, line.from);
    let (along, aside) = (dot(way, to_center), cross(way, to_center));
    let depth = radius - aside.abs();
    // A touch: where the line misses the circle by rounding, the foot is still a meeting, and two crossings
    // this close would be one.
    if depth.abs() <= near {
        return [Some(ahead(line.from, way, along)), None];
    }
    if depth < 0.0 {
        return [None; 2];
    }
    // The product of sum and difference keeps the digits that r² − a² loses where the line nearly touches.
    let half = (depth * (radius + aside.abs())).sqrt();
    [along - half, along + half].map(|along| Some(ahead(line.from, way, along)))
}

fn circle_crossings(
    (center, radius): (Point, f64),
    (other_center, other_radius): (Point, f64),
    near: f64,
) -> [Option<Point>; 2] {
    let way = difference(other_center, center);
    let apart = length(way);
    if apart == 0.0 {
        return [None; 2];
    }
    let way = Point::new(way.x / apart, way.y / apart);
    let (outer, inner) = (radius + other_radius, (radius - other_radius).abs());
    if (apart - outer).abs() <= near {
        return [Some(ahead(center, way, radius)), None];
    }
    if (apart - inner).abs() <= near {
        // Inner touch: it is on the far side of the smaller circle, seen from the larger centre.
        let along = if radius > other_radius { radius } else { -radius };
        return [Some(ahead(center, way, along)), None];
    }
    if apart > outer || apart < inner {
        return [None; 2];
    }
    let along = 0.5 * (apart + (radius - other_radius) * (radius + other_radius) / apart);
    // Rounding may leave the product a little below zero just beside a touch.
    let half = ((radius - along) * (radius + along)).max(0.0).sqrt();
    let foot = ahead(center, way, along);
    let aside = Point::new(-way.y, way.x);
    [half, -half].map(|along| Some(ahead(foot, aside, along)))
}
