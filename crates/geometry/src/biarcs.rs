//! Curves as sides: lines and arcs as they are, others as arcs of circles that join smoothly, two for each part.

use super::affine::Point;
use super::curve::{Curve, Form};
use super::shape_error::ShapeError;
use super::side::{Arc, Side};
use super::vector::{ahead, cross, difference, dot, length};

/// The points of a part at which the arcs are compared with it. The arcs have the ends of the part and their directions, so the
/// ends themselves need no comparison.
const PROBES: [f64; 7] = [0.07, 0.2, 0.35, 0.5, 0.65, 0.8, 0.93];

/// The most halvings of a curve: the parts of further ones would be equal.
const MAX_DEPTH: u32 = 24;

/// The sine of the angle below which an arc is a line: its height is a quarter of that share of its chord.
const STRAIGHT: f64 = 1e-9;

/// Returns the sides of a ring of curves: lines and arcs of circles as they are, other curves in arcs no further from them
/// than the tolerance, without corners between them.
pub(super) fn sides_of(ring: &[Curve], tolerance: f64) -> Result<Vec<Side>, ShapeError> {
    let mut sides = Vec::with_capacity(ring.len());
    for curve in ring {
        match (curve.form, curve.circle_turning(0.0)) {
            (Form::Line, _) => sides.push(Side::line(curve.from, curve.to)),
            (_, Some((center, radius, sweep))) => {
                let arc = Some(Arc::between(curve.from, curve.to, center, radius, sweep));
                sides.push(Side { arc, ..Side::line(curve.from, curve.to) });
            }
            _ => push_arcs(curve, tolerance, &mut sides)?,
        }
    }
    Ok(sides)
}

/// Appends sides no further from a curve than the tolerance: arcs and, where it is straight, lines, without corners
/// between them.
fn push_arcs(curve: &Curve, tolerance: f64, sides: &mut Vec<Side>) -> Result<(), ShapeError> {
    let first = sides.len();
    let mut bounds = vec![0.0];
    bounds.extend(curve.breaks());
    bounds.push(1.0);
    let mut pending: Vec<(f64, f64, u32)> =
        // Reversed, as the last of the stack comes first: sides must come out in the order of the curve.
        bounds.windows(2).rev().map(|pair| (pair[0], pair[1], 0)).collect();
    while let Some((from, to, depth)) = pending.pop() {
        match pair_of(curve, from, to)
            .filter(|pair| depth >= MAX_DEPTH || is_near(curve, from, to, pair, tolerance))
        {
            Some(pair) => sides.extend(pair),
            None if depth < MAX_DEPTH => {
                let middle = 0.5 * (from + to);
                // The first half goes on top.
                pending.extend([(middle, to, depth + 1), (from, middle, depth + 1)]);
            }
            // 2^-24 of a curve without a pair of arcs, as in a cusp: a line is as good there.
            None => sides.push(Side::line(curve.at(from), curve.at(to))),
        }
        super::flatten::check_count(sides.len() as f64)?;
    }
    // The first side may meet the curve before in a true corner.
    sides.iter_mut().skip(first + 1).for_each(|side| side.is_smooth = true);
    Ok(())
}

/// Returns the two arcs between two points of a curve that begin and end in its directions.
fn pair_of(curve: &Curve, t0: f64, t1: f64) -> Option<[Side; 2]> {
    let (from, to) = (curve.at(t0), curve.at(t1));
    let unit = |t: f64| {
        let way = curve.direction(t);
        let size = length(way);
        Point::new(way.x / size, way.y / size)
    };
    let (leaving, arriving) = (unit(t0), unit(t1));
    let chord = difference(to, from);
    let sum = Point::new(leaving.x + arriving.x, leaving.y + arriving.y);
    // Both arcs take the same length of the tangents.
    let (along, turn) = (dot(chord, sum), 2.0 * (1.0 - dot(leaving, arriving)));
    // The root of a quadratic equation with the sum in the denominator: nothing is subtracted, and parallel
    // tangents, where the usual form divides by 0, need no case of their own.
    let reach = dot(chord, chord) / (along + (along * along + turn * dot(chord, chord)).sqrt());
    if !reach.is_finite() || reach <= 0.0 {
        return None;
    }
    let (one, other) = (ahead(from, leaving, reach), ahead(to, arriving, -reach));
    let joint = Point::new(0.5 * (one.x + other.x), 0.5 * (one.y + other.y));
    let back = Point::new(-arriving.x, -arriving.y);
    // The second arc is found from its end, where its direction is known, and turned round.
    Some([arc_from(from, leaving, joint)?, reversed(&arc_from(to, back, joint)?)])
}

/// Returns the arc from one point, in a direction, to another.
fn arc_from(from: Point, direction: Point, to: Point) -> Option<Side> {
    let chord = difference(to, from);
    let size = length(chord);
    if size == 0.0 {
        return None;
    }
    let sine = cross(direction, chord) / size;
    if sine.abs() <= STRAIGHT {
        return (dot(direction, chord) > 0.0).then(|| Side::line(from, to));
    }
    let radius = 0.5 * size / sine;
    let center = Point::new(from.x - direction.y * radius, from.y + direction.x * radius);
    let sweep = 2.0 * sine.atan2(dot(direction, chord) / size);
    let arc = Some(Arc::between(from, to, center, radius.abs(), sweep));
    Some(Side { arc, ..Side::line(from, to) })
}

fn reversed(side: &Side) -> Side {
    let arc = side.arc.map(|arc| Arc { sweep: -arc.sweep, ..arc });
    Side { arc, ..Side::line(side.to, side.from) }
}

fn is_near(curve: &Curve, t0: f64, t1: f64, pair: &[Side; 2], tolerance: f64) -> bool {
    PROBES.iter().all(|share| {
        let point = curve.at(t0 + (t1 - t0) * share);
        pair.iter().map(|side| distance(side, point)).fold(f64::INFINITY, f64::min) <= tolerance
    })
}

/// Returns the distance of a point that is near a side from it.
fn distance(side: &Side, point: Point) -> f64 {
    let chord = difference(side.to, side.from);
    match &side.arc {
        Some(arc) => {
            let share = dot(difference(point, side.from), chord) / dot(chord, chord);
            // Only the part of the circle above the chord is the arc; a little more, as probes near the joint
            // may belong to either.
            if (-0.1..=1.1).contains(&share) { arc.distance_to(point) } else { f64::INFINITY }
        }
        None => cross(chord, difference(point, side.from)).abs() / length(chord),
    }
}
