//! The places for the text of a leader.

use std::f64::consts::PI;

use crate::drafting::occupancy::Occupancy;
use crate::drafting::round_dimension::way_out;
use crate::drafting::vectors::{add, ahead, direction, dot};
use scenewright_geometry::Point;

/// The lengths of leaders that are tried, as factors of the usual one, and the room beyond an outline.
const FACTORS: [f64; 5] = [1.0, 1.5, 2.2, 3.2, 4.5];
const OUTSIDE: f64 = 6.0;

/// The cost of a millimetre more, and of directions that are not the usual one: diagonals, those beside them, and steep ones.
const LONGER: f64 = 0.03;
const DIAGONAL: f64 = 0.3;
const BESIDE: f64 = 0.8;
const STEEPER: f64 = 1.2;

/// The cost of a leader from the edge of a thing that runs back over it, such as through the part or across a bore: more than one across
/// a dimension line.
pub(crate) const BACK: f64 = 15.0;

/// The product with the way outward below which a direction leads back; one along the side does not, but for rounding.
const BACKWARD: f64 = -1e-6;

/// The directions that are tried, as twelfths of half a turn: 45 degrees first, then 30 and 60, and then 75, which leads between others.
const DIAGONALS: [f64; 4] = [3.0, 9.0, -3.0, -9.0];
const OTHERS: [f64; 8] = [2.0, 4.0, 8.0, 10.0, -2.0, -4.0, -8.0, -10.0];
const STEEP: [f64; 4] = [5.0, 7.0, -5.0, -7.0];

/// Returns the places for the text of a leader with their costs, the usual one first. `outward` is the direction away from the thing
/// on whose edge the target is.
pub(crate) fn leader_places(
    target: Point,
    usual: [f64; 2],
    outward: Option<Point>,
    occupancy: Option<&Occupancy>,
) -> Vec<(f64, Point)> {
    let back = |out: Point| match outward {
        Some(outward) if dot(outward, out) < BACKWARD => BACK,
        _ => 0.0,
    };
    let first = (back(Point::from(usual)), add(target, Point::from(usual)));
    let Some(occupancy) = occupancy else { return vec![first] };
    let length = usual[0].hypot(usual[1]).max(1.0);
    let mut places = vec![first];
    let angles = DIAGONALS.map(|it| (DIAGONAL, it)).into_iter();
    let angles = angles.chain(OTHERS.map(|it| (BESIDE, it))).chain(STEEP.map(|it| (STEEPER, it)));
    let angles = angles.map(|(cost, step)| (cost, step * PI / 12.0));
    for (cost, angle) in std::iter::once((0.0, usual[1].atan2(usual[0]))).chain(angles) {
        let out = direction(angle);
        let cost = cost + back(out);
        let lengths = FACTORS.into_iter().map(|factor| length * factor);
        let out_of = occupancy.areas_around(target).map(|area| way_out(target, out, area) + OUTSIDE);
        for own in lengths.chain(out_of).filter(|own| *own >= length) {
            places.push((cost + LONGER * (own - length), ahead(target, out, own)));
        }
    }
    places
}
