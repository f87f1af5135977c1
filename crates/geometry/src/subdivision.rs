//! The meetings of curves of which at least one is neither a line nor an arc of a circle: found by halves, refined by
//! Newton's method.

use super::affine::Point;
use super::piece::Piece;
use super::vector::{ahead, cross, difference, dot, length, mix};

/// The most pairs of parts that are looked at.
const MAX_PAIRS: usize = 20_000;

/// The most steps of Newton's method. It doubles the digits in each step; where the curves almost touch, it only halves the error,
/// and the parts are halved instead.
const MAX_STEPS: usize = 24;

/// The sine of the angle up to which a part turns when Newton's method begins.
const GENTLE: f64 = 0.3;

/// The share of the distance that counts as near within which parts are straight: two chords together are off their curves by a
/// quarter of it.
const FLAT: f64 = 0.125;

/// A part of a piece, in the triangle of its ends and the point where the tangents at them cross.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub t0: f64,
    pub t1: f64,
    pub from: Point,
    pub to: Point,
    /// The unit vectors along the curve at both ends.
    leaving: Point,
    arriving: Point,
    apex: Point,
    /// The distance of the apex from the chord.
    pub height: f64,
    /// The distance by which the part may leave the triangle.
    pub slack: f64,
}

/// Returns points where two pieces cross or touch, and perhaps points where they only come near. `None` when there
/// is no end of parts that are near each other.
pub(super) fn meet_by_halves(one: &Piece<'_>, other: &Piece<'_>, near: f64) -> Option<Vec<Point>> {
    let mut found = Vec::new();
    // A stack instead of recursion: how deep the halves go depends on the input.
    let mut pending = vec![(Part::of(one, one.t0, one.t1), Part::of(other, other.t0, other.t1))];
    let mut count = 0;
    while let Some((first, second)) = pending.pop() {
        count += 1;
        // Only curves that run along each other have so many parts that stay near each other.
        if count > MAX_PAIRS {
            return None;
        }
        if first.is_apart_from(&second, near) || second.is_apart_from(&first, near) {
            continue;
        }
        if first.is_gentle()
            && second.is_gentle()
            // With one crossing at most, Newton's method cannot miss another.
            && first.crosses_direction_of(&second)
            && let Some(outcome) = newton(one, other, &first, &second, near)
        {
            found.extend(outcome);
            continue;
        }
        // Curves of one curvature stay near each other for longer than parts take to become straight.
        if first.is_gentle() && first.is_on(one, other, near) {
            found.push(one.curve.at(0.5 * (first.t0 + first.t1)));
            continue;
        }
        let flat = FLAT * near;
        if first.height <= flat && second.height <= flat {
            found.extend(nearest_of_chords(&first, &second, near));
        } else if first.height >= second.height {
            pending.extend(first.halves(one).map(|half| (half, second)));
        } else {
            pending.extend(second.halves(other).map(|half| (first, half)));
        }
    }
    Some(found)
}

impl Part {
    pub(crate) fn of(piece: &Piece<'_>, t0: f64, t1: f64) -> Part {
        let (from, to) = (piece.curve.at(t0), piece.curve.at(t1));
        let unit = |t: f64| {
            let way = piece.curve.direction(t);
            let size = length(way);
            Point::new(way.x / size, way.y / size)
        };
        let (leaving, arriving) = (unit(t0), unit(t1));
        let chord = difference(to, from);
        let size = length(chord);
        // The triangle over the chord, by the sines of the angles at its ends.
        let (turn, rise) = (cross(leaving, arriving), cross(chord, arriving));
        let along = rise / turn;
        let middle = mix(from, to, 0.5);
        let apex = ahead(from, leaving, along);
        // An apex far beyond the chord means tangents that are almost parallel: the division has lost its
        // digits.
        let is_triangle = turn.abs() > 1e-12 && along >= 0.0 && along <= 2.0 * size;
        let (apex, height, slack) = if piece.curve.is_line() {
            (middle, 0.0, 0.0)
        } else if is_triangle {
            (apex, (cross(chord, leaving) * along / size).abs(), 0.0)
        } else {
            // Nearly straight, or rounding has a say in the tangents.
            let most = cross(chord, leaving).abs().max(cross(chord, arriving).abs());
            // The heights above the chord by both tangents bound the curve, and as the apex is only a guess,
            // it may leave the triangle by as much.
            (middle, most, most)
        };
        Part { t0, t1, from, to, leaving, arriving, apex, height, slack }
    }

    pub(crate) fn halves(&self, piece: &Piece<'_>) -> [Part; 2] {
        let middle = 0.5 * (self.t0 + self.t1);
        [Part::of(piece, self.t0, middle), Part::of(piece, middle, self.t1)]
    }

    /// Returns true if the other part is on one side of this one, along its chord or across it.
    fn is_apart_from(&self, other: &Part, near: f64) -> bool {
        let chord = difference(self.to, self.from);
        let size = length(chord);
        if size == 0.0 {
            return false;
        }
        // A part lies in its triangle, grown by its slack; if the triangles are apart along an axis, so are
        // the parts.
        let near = near + self.slack + other.slack;
        let way = Point::new(chord.x / size, chord.y / size);
        let aside = Point::new(-way.y, way.x);
        [way, aside].into_iter().any(|axis| {
            let reach = |part: &Part| {
                let at = [part.from, part.apex, part.to].map(|point| dot(axis, difference(point, self.from)));
                (at[0].min(at[1]).min(at[2]), at[0].max(at[1]).max(at[2]))
            };
            let ((low, high), (other_low, other_high)) = (reach(self), reach(other));
            other_low > high + near || other_high < low - near
        })
    }

    fn is_gentle(&self) -> bool {
        cross(self.leaving, self.arriving).abs() <= GENTLE && dot(self.leaving, self.arriving) > 0.0
    }

    /// Returns true if the part, which is one of the first piece, is nowhere further from the second than `near`.
    fn is_on(&self, piece: &Piece<'_>, other: &Piece<'_>, near: f64) -> bool {
        [0.0, 0.5, 1.0, 0.23, 0.79]
            .iter()
            .all(|share| other.nearest(piece.curve.at(self.t0 + (self.t1 - self.t0) * share)).1 <= near)
    }

    /// Returns true if no direction of one part is one of the other, so that they cross in one point at most.
    fn crosses_direction_of(&self, other: &Part) -> bool {
        let turns = [
            cross(self.leaving, other.leaving),
            cross(self.leaving, other.arriving),
            cross(self.arriving, other.leaving),
            cross(self.arriving, other.arriving),
        ];
        // Gentle parts have all their directions between those of their ends, so four comparisons stand for
        // all. Below 1e-9, rounding decides about the sign.
        turns.iter().all(|turn| *turn > 1e-9) || turns.iter().all(|turn| *turn < -1e-9)
    }
}

/// Returns the crossing, if any, of parts that cross in one point at most; `None` if it cannot be determined.
fn newton(
    one: &Piece<'_>,
    other: &Piece<'_>,
    first: &Part,
    second: &Part,
    near: f64,
) -> Option<Option<Point>> {
    let (mut s, mut t) = (0.5 * (first.t0 + first.t1), 0.5 * (second.t0 + second.t1));
    // Beyond its ends a part is no longer what is known to be gentle.
    let range = |part: &Part| {
        let margin = 0.25 * (part.t1 - part.t0);
        (part.t0 - margin, part.t1 + margin)
    };
    let ((s_low, s_high), (t_low, t_high)) = (range(first), range(second));
    let extended = |piece: &Piece<'_>, t: f64| piece.curve.beyond(t);
    for _ in 0..MAX_STEPS {
        let off = difference(extended(other, t), extended(one, s));
        let (along, across) = (one.curve.derivative(s), other.curve.derivative(t));
        let turn = cross(along, across);
        let (ds, dt) = (cross(off, across) / turn, cross(off, along) / turn);
        if !ds.is_finite() || !dt.is_finite() {
            return None;
        }
        let (next_s, next_t) = ((s + ds).clamp(s_low, s_high), (t + dt).clamp(t_low, t_high));
        // Parameters are at most 1, so a smaller step is below their rounding.
        let is_there = (next_s - s).abs() <= 1e-15 && (next_t - t).abs() <= 1e-15;
        (s, t) = (next_s, next_t);
        if is_there {
            break;
        }
    }
    let point = extended(one, s);
    let is_within = |part: &Part, t: f64| {
        // A crossing at the end of a half may be computed a little beyond it, from either half: both report
        // it, and the caller merges points that are near.
        let slack = 1e-6 * (part.t1 - part.t0);
        part.t0 - slack <= t && t <= part.t1 + slack
    };
    // Well within what counts as near, so that the point is still near both after rounding.
    if point.distance_to(extended(other, t)) <= 0.25 * near {
        return Some((is_within(first, s) && is_within(second, t)).then_some(point));
    }
    // It has left the parts on its way, and the parts beyond them belong to others.
    (!is_within(first, s) || !is_within(second, t)).then_some(None)
}

/// Returns the middle between the nearest points of both chords, if those are near each other.
fn nearest_of_chords(first: &Part, second: &Part, near: f64) -> Option<Point> {
    let (way, across) = (difference(first.to, first.from), difference(second.to, second.from));
    let turn = cross(way, across);
    let start = difference(second.from, first.from);
    let (s, t) = (cross(start, across) / turn, cross(start, way) / turn);
    if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
        return Some(ahead(first.from, way, s));
    }
    let on = |point: Point, from: Point, way: Point| {
        let along = (dot(way, difference(point, from)) / dot(way, way)).clamp(0.0, 1.0);
        ahead(from, way, if along.is_nan() { 0.0 } else { along })
    };
    let pairs = [
        (first.from, on(first.from, second.from, across)),
        (first.to, on(first.to, second.from, across)),
        (on(second.from, first.from, way), second.from),
        (on(second.to, first.from, way), second.to),
    ];
    let nearest = pairs
        .into_iter()
        .min_by(|one, other| one.0.distance_to(one.1).total_cmp(&other.0.distance_to(other.1)));
    nearest.filter(|(a, b)| a.distance_to(*b) <= near).map(|(a, b)| mix(a, b, 0.5))
}
