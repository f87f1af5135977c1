//! Joining two wires that never meet, by an arc that touches both.

use super::affine::Point;
use super::angle::normalized;
use super::curve::Curve;
use super::cutting::NEAR;
use super::extent::ArcSpan;
use super::vector::{ahead, cross, difference, dot, length};
use super::wire::{Wire, length_of};

/// A line or circle that an end of a wire runs along, towards that end.
#[derive(Clone, Copy)]
struct Rail {
    from: Point,
    size: f64,
    form: RailForm,
}

#[derive(Clone, Copy)]
enum RailForm {
    Line {
        way: Point,
    },
    /// The turn is 1 where it runs counter-clockwise, else -1.
    Circle {
        center: Point,
        radius: f64,
        turn: f64,
    },
}

/// The points at some distance to the side of a rail, where the centre of a touching circle may be.
#[derive(Clone, Copy)]
enum Locus {
    Line { at: Point, way: Point },
    Circle { center: Point, radius: f64 },
}

impl Wire {
    /// Joins two open wires of lines and arcs of circles by an arc that continues from an end of the one and leads into an end of
    /// the other; both are trimmed or lengthened to where it touches. Of several, the way with the least change and the shortest
    /// arc.
    pub fn joined_by_arc(one: &Wire, other: &Wire, radius: f64) -> Option<Wire> {
        if one.is_closed || other.is_closed {
            return None;
        }
        let mut best: Option<(f64, Wire)> = None;
        for one in [one.clone(), one.reversed()] {
            for other in [other.clone(), other.reversed()] {
                for side in [1.0, -1.0] {
                    let Some((cost, wire)) = bridged(&one, &other, radius, side) else { continue };
                    if best.as_ref().is_none_or(|(known, _)| cost < *known) {
                        best = Some((cost, wire));
                    }
                }
            }
        }
        best.map(|(_, wire)| wire)
    }

    /// Returns the least radius of an arc that reaches from the line or circle of an end of one wire to that of the other; the only one
    /// between parallel lines.
    pub fn least_bridge(one: &Wire, other: &Wire) -> Option<f64> {
        let rails = |wire: &Wire| {
            let ends = [wire.clone(), wire.reversed()];
            ends.iter().filter_map(|wire| Rail::of(wire.curves.last()?)).collect::<Vec<Rail>>()
        };
        let (ones, others) = (rails(one), rails(other));
        let gaps = ones.iter().flat_map(|one| others.iter().filter_map(|other| one.gap(other)));
        gaps.min_by(f64::total_cmp).map(|gap| 0.5 * gap)
    }
}

/// Joins the end of one wire to the beginning of another by an arc whose centre is to the left for side 1, or to the right for -1.
fn bridged(one: &Wire, other: &Wire, radius: f64, side: f64) -> Option<(f64, Wire)> {
    // Both rails run towards the gap, so one rule serves both.
    let (last, first) = (one.curves.last()?, other.curves.first()?.reversed());
    let (rail, other_rail) = (Rail::of(last)?, Rail::of(&first)?);
    let near = NEAR * (one.reach() + other.reach());
    let mut best: Option<(f64, Curve, Curve, Curve)> = None;
    for center in rail.centers(&other_rail, radius, side) {
        let (Some(from), Some(to)) = (rail.touch(center), other_rail.touch(center)) else { continue };
        let (own, others) = (rail.until(from), other_rail.until(to));
        let (size, other_size) = (length_of(&own, 1.0), length_of(&others, 1.0));
        if size <= near || other_size <= near || !center.is_finite() {
            continue;
        }
        let angle = |point: Point| (point.y - center.y).atan2(point.x - center.x);
        let sweep = side * normalized(side * (angle(to) - angle(from)));
        let arc = Curve::arc(from, to, ArcSpan::circular(center, radius, angle(from), sweep));
        let cost = (size - rail.size).abs() + (other_size - other_rail.size).abs() + radius * sweep.abs();
        if best.as_ref().is_none_or(|(known, ..)| cost < *known) {
            best = Some((cost, own, arc, others.reversed()));
        }
    }
    let (cost, own, arc, others) = best?;
    let mut curves = one.curves.clone();
    curves.pop();
    curves.extend([own, arc, others]);
    curves.extend(other.curves.iter().skip(1).copied());
    Some((cost, Wire { curves, is_closed: false }))
}

impl Rail {
    fn of(curve: &Curve) -> Option<Rail> {
        let size = length_of(curve, 1.0);
        let form = if curve.is_line() {
            let way = difference(curve.to, curve.from);
            RailForm::Line { way: Point::new(way.x / size, way.y / size) }
        } else {
            let (center, radius, sweep) = curve.carrier_circle()?;
            RailForm::Circle { center, radius, turn: sweep.signum() }
        };
        Some(Rail { from: curve.from, size, form })
    }

    /// Returns the distance to another rail; `None` where they meet.
    fn gap(&self, other: &Rail) -> Option<f64> {
        let gap = match (self.form, other.form) {
            (RailForm::Line { way }, RailForm::Line { way: across }) => {
                let is_parallel = cross(way, across).abs() <= NEAR;
                if is_parallel { cross(way, difference(other.from, self.from)).abs() } else { 0.0 }
            }
            (RailForm::Line { way }, RailForm::Circle { center, radius, .. }) => {
                cross(way, difference(center, self.from)).abs() - radius
            }
            (RailForm::Circle { .. }, RailForm::Line { .. }) => return other.gap(self),
            (
                RailForm::Circle { center, radius, .. },
                RailForm::Circle { center: other, radius: other_radius, .. },
            ) => {
                let apart = center.distance_to(other);
                (apart - radius - other_radius).max((radius - other_radius).abs() - apart)
            }
        };
        (gap > 0.0).then_some(gap)
    }

    /// Returns the possible centres of circles that this leads into on a side, and that lead back into the other.
    fn centers(&self, other: &Rail, radius: f64, side: f64) -> Vec<Point> {
        let (RailForm::Line { way }, RailForm::Line { way: across }) = (self.form, other.form) else {
            // Seen from its own end, the other has the centre on its other side.
            return meetings(self.locus(radius * side), other.locus(-radius * side));
        };
        let apart = cross(way, difference(other.from, self.from));
        let is_half_turn = cross(way, across).abs() <= NEAR
            && dot(way, across) > 0.0
            // Between parallels exactly one radius fits; people write it as half of a measured distance,
            // rounded.
            && (apart * side - 2.0 * radius).abs() <= 1e-9 * radius;
        if !is_half_turn {
            return Vec::new();
        }
        // The end of either may stay where it is.
        let ends = [ahead(self.from, way, self.size), ahead(other.from, across, other.size)];
        let along = ends.map(|end| dot(difference(end, self.from), way));
        along.map(|along| ahead(ahead(self.from, way, along), left_of(way), radius * side)).to_vec()
    }

    /// Returns the points at a distance to the left, or to the right by a negative one.
    fn locus(&self, distance: f64) -> Locus {
        match self.form {
            RailForm::Line { way } => Locus::Line { at: ahead(self.from, left_of(way), distance), way },
            RailForm::Circle { center, radius, turn } => {
                // The left of a circle that turns left is its inside.
                Locus::Circle { center, radius: (radius - turn * distance).abs() }
            }
        }
    }

    /// Returns the point of the rail that is touched by a circle about a centre on its locus.
    fn touch(&self, center: Point) -> Option<Point> {
        match self.form {
            RailForm::Line { way } => Some(ahead(self.from, way, dot(difference(center, self.from), way))),
            RailForm::Circle { center: own, radius, .. } => {
                let way = difference(center, own);
                // From its own centre, every point of the circle is touched.
                (length(way) > NEAR * radius).then(|| ahead(own, way, radius / length(way)))
            }
        }
    }

    /// Returns the rail from its beginning to a point on it; an empty one if the point lies before the beginning.
    fn until(&self, to: Point) -> Curve {
        match self.form {
            RailForm::Line { way } => {
                let is_ahead = dot(difference(to, self.from), way) > 0.0;
                Curve::line(self.from, if is_ahead { to } else { self.from })
            }
            RailForm::Circle { center, radius, turn } => {
                let angle = |point: Point| (point.y - center.y).atan2(point.x - center.x);
                let start = angle(self.from);
                let sweep = turn * normalized(turn * (angle(to) - start));
                Curve::arc(self.from, to, ArcSpan::circular(center, radius, start, sweep))
            }
        }
    }
}

fn left_of(way: Point) -> Point {
    Point::new(-way.y, way.x)
}

fn meetings(one: Locus, other: Locus) -> Vec<Point> {
    match (one, other) {
        (Locus::Line { .. }, Locus::Line { .. }) => Vec::new(),
        (Locus::Line { at, way }, Locus::Circle { center, radius })
        | (Locus::Circle { center, radius }, Locus::Line { at, way }) => {
            let foot = ahead(at, way, dot(difference(center, at), way));
            halves(radius, foot.distance_to(center)).map(|half| ahead(foot, way, half)).collect()
        }
        (Locus::Circle { center, radius }, Locus::Circle { center: other, radius: other_radius }) => {
            let (way, apart) = (difference(other, center), center.distance_to(other));
            if apart <= NEAR * (radius + other_radius) {
                return Vec::new();
            }
            let unit = Point::new(way.x / apart, way.y / apart);
            let along = 0.5 * (apart + (radius - other_radius) * (radius + other_radius) / apart);
            let foot = ahead(center, unit, along);
            halves(radius, along.abs()).map(|half| ahead(foot, left_of(unit), half)).collect()
        }
    }
}

/// Returns the way from the middle of a chord to its ends, in both directions; nothing for one that misses the circle.
fn halves(radius: f64, distance: f64) -> impl Iterator<Item = f64> {
    // A product keeps the digits of r² − d² where the circle is only just touched.
    let square = (radius - distance) * (radius + distance);
    let half = (square >= -NEAR * radius * radius).then(|| square.max(0.0).sqrt());
    half.into_iter().flat_map(|half| [half, -half])
}
