//! Corners of wires: rounding and cutting them off.

use super::affine::Point;
use super::angle::normalized;
use super::boundary::join;
use super::curve::Curve;
use super::extent::ArcSpan;
use super::vector::{ahead, cross, difference, dot, length};
use super::wire::{Wire, length_of, parameter_at};

/// The way in which a corner is taken off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CornerCut {
    /// An arc of this radius that touches both sides.
    Fillet(f64),
    /// A line between the points at this distance from the corner, along its sides.
    Chamfer(f64),
}

/// The corner for which a cut is too large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerTooSmall {
    /// The place of the corner, one of those that were asked for.
    pub corner: Point,
    /// The largest radius or distance that fits all the corners that were asked for.
    pub largest: f64,
}

/// The sine of the angle below which curves count as having the same direction: it moves the end of a kilometre by a micrometre.
const SMOOTH: f64 = 1e-9;

/// The share of a wire's length below which a rest of a side is nothing: a million times the rounding that is left of a side
/// which a cut uses up.
const NOTHING: f64 = 1e-10;

/// The steps in which a radius grows where a side is curved. Each begins where the one before it has touched both sides, so that
/// the search does not jump to another place where an arc of the whole radius would touch.
const STEPS: usize = 24;

/// The most steps of Newton's method for one corner. It converges quadratically where it does: a search that
/// needs more goes in a circle.
const MAX_ROUNDS: usize = 40;

/// The search for the largest size: how much larger than the wire it may be, and how often the rest is halved. 100 halvings narrow
/// a billion lengths to 1e-21 of one.
const MAX_RATIO: f64 = 1e9;
const MAX_HALVINGS: usize = 100;

/// The ends of the sides of a corner that was cut, by the parameters of their curves.
#[derive(Clone, Copy, Debug)]
struct Cut {
    end: f64,
    begin: f64,
    curve: Option<Curve>,
}

impl Wire {
    /// Returns the points where the wire changes its direction all at once.
    pub fn corners(&self) -> Vec<Point> {
        self.corner_indices().map(|index| self.curves[index].to).collect()
    }

    /// Returns the wire with corners taken off: those in the list, by their place among all corners, or all of them.
    pub fn with_cut_corners(&self, cut: CornerCut, chosen: Option<&[usize]>) -> Result<Wire, CornerTooSmall> {
        let corners: Vec<usize> = self.corner_indices().collect();
        let chosen: Vec<usize> = match chosen {
            None => corners,
            Some(chosen) => chosen.iter().filter_map(|at| corners.get(*at).copied()).collect(),
        };
        let failed = match self.cut_at(cut, &chosen) {
            Ok(wire) => return Ok(wire),
            Err(corner) => self.curves[corner].to,
        };
        // Between sides that hardly turn, a radius may be far larger than they are long.
        let (mut fits, mut fails) = (0.0, cut.size().min(self.length() * MAX_RATIO));
        for _ in 0..MAX_HALVINGS {
            let middle = 0.5 * (fits + fails);
            // If a size fits, so does each smaller one.
            if self.cut_at(cut.with_size(middle), &chosen).is_ok() { fits = middle } else { fails = middle }
        }
        Err(CornerTooSmall { corner: failed, largest: fits })
    }

    /// Returns the curves at whose end there is a corner.
    fn corner_indices(&self) -> impl Iterator<Item = usize> + '_ {
        let count = self.curves.len();
        let last = if self.is_closed { count } else { count.saturating_sub(1) };
        (0..last).filter(move |index| {
            let (arriving, leaving) = self.directions_at(*index);
            // Straight back has no sine either, and is the sharpest corner of all.
            cross(arriving, leaving).abs() > SMOOTH || dot(arriving, leaving) < 0.0
        })
    }

    /// Returns the unit directions of both curves at the end of one.
    fn directions_at(&self, index: usize) -> (Point, Point) {
        let next = &self.curves[(index + 1) % self.curves.len()];
        (unit(self.curves[index].direction(1.0)), unit(next.direction(0.0)))
    }

    /// Cuts the corners at the ends of some curves; fails with one of them.
    fn cut_at(&self, cut: CornerCut, chosen: &[usize]) -> Result<Wire, usize> {
        let count = self.curves.len();
        let mut cuts: Vec<Option<Cut>> = vec![None; count];
        for index in chosen {
            let (before, after) = (&self.curves[*index], &self.curves[(index + 1) % count]);
            let (arriving, leaving) = self.directions_at(*index);
            let found = match cut {
                CornerCut::Fillet(radius) => fillet(before, after, arriving, leaving, radius),
                CornerCut::Chamfer(distance) => chamfer(before, after, distance),
            };
            cuts[*index] = Some(found.ok_or(*index)?);
        }
        let nothing = self.length() * NOTHING;
        let mut curves = Vec::with_capacity(count * 2);
        for (index, curve) in self.curves.iter().enumerate() {
            let before = match index {
                0 if !self.is_closed => None,
                0 => cuts[count - 1],
                _ => cuts[index - 1],
            };
            let (begin, end) = (before.map_or(0.0, |cut| cut.begin), cuts[index].map_or(1.0, |cut| cut.end));
            let size = length_of(curve, 1.0);
            // Two cuts have met on this side. The corner at its end is blamed, or the one at its beginning if
            // only that was cut.
            if (begin - end) * size > nothing {
                return Err(if cuts[index].is_some() { index } else { (index + count - 1) % count });
            }
            if (end - begin) * size > nothing {
                let from = before.and_then(|cut| cut.curve).map_or(curve.from, |cut| cut.to);
                let to = cuts[index].and_then(|cut| cut.curve).map_or(curve.to, |cut| cut.from);
                curves.push(curve.part(begin, end, from, to));
            }
            curves.extend(cuts[index].and_then(|cut| cut.curve));
        }
        close_gaps(&mut curves, self.is_closed);
        if self.is_closed {
            join(&mut curves, f64::NEG_INFINITY);
        }
        Ok(Wire { curves, is_closed: self.is_closed })
    }
}

/// Lets each curve begin where the one before ends: where a side is used up, both are the same but for rounding.
fn close_gaps(curves: &mut [Curve], is_closed: bool) {
    let count = curves.len();
    for index in 0..count {
        if index + 1 < count || is_closed {
            let next = curves[(index + 1) % count].from;
            curves[index].to = next;
        }
    }
}

impl CornerCut {
    /// Returns the radius of the arc, or the distance from the corner.
    pub fn size(self) -> f64 {
        match self {
            CornerCut::Fillet(size) | CornerCut::Chamfer(size) => size,
        }
    }

    fn with_size(self, size: f64) -> CornerCut {
        match self {
            CornerCut::Fillet(_) => CornerCut::Fillet(size),
            CornerCut::Chamfer(_) => CornerCut::Chamfer(size),
        }
    }
}

fn chamfer(before: &Curve, after: &Curve, distance: f64) -> Option<Cut> {
    let (one, other) = (length_of(before, 1.0), length_of(after, 1.0));
    // A chamfer may use up a side, and its length is off by rounding.
    let allowed = 1.0 + NOTHING;
    if distance > one * allowed || distance > other * allowed {
        return None;
    }
    let end = parameter_at(before, (one - distance).max(0.0), one);
    let begin = parameter_at(after, distance.min(other), other);
    Some(Cut { end, begin, curve: Some(Curve::line(before.at(end), after.at(begin))) })
}

/// Returns the cut by an arc; `None` where it does not touch both curves within their ends.
fn fillet(before: &Curve, after: &Curve, arriving: Point, leaving: Point, radius: f64) -> Option<Cut> {
    let sine = cross(arriving, leaving);
    if sine.abs() <= SMOOTH {
        return None;
    }
    let side = sine.signum();
    let angle = sine.atan2(dot(arriving, leaving)).abs();
    let touch = Touch { before, after, side };
    let [end, begin] = if before.is_line() && after.is_line() {
        // Between two lines, the arc touches at this distance from the corner.
        let back = radius * (0.5 * angle).tan();
        [1.0 - back / length_of(before, 1.0), back / length_of(after, 1.0)]
    } else {
        touch.follow(radius, (0.5 * angle).tan())?
    };
    if end < -NOTHING || begin > 1.0 + NOTHING {
        return None;
    }
    let (from, to) = (before.beyond(end), after.beyond(begin));
    let center = ahead(from, touch.normal(before, end), radius);
    let start = (from.y - center.y).atan2(from.x - center.x);
    let stop = (to.y - center.y).atan2(to.x - center.x);
    let sweep = side * normalized(side * (stop - start));
    let curve = Curve::arc(from, to, ArcSpan::circular(center, radius, start, sweep));
    Some(Cut { end, begin, curve: Some(curve) })
}

/// The search for the circle that touches two curves on one side.
struct Touch<'a> {
    before: &'a Curve,
    after: &'a Curve,
    side: f64,
}

impl Touch<'_> {
    fn normal(&self, curve: &Curve, t: f64) -> Point {
        let way = unit(curve.derivative(t));
        Point::new(-way.y * self.side, way.x * self.side)
    }

    /// Returns the parameters where the circle touches, by letting it grow out of the corner.
    fn follow(&self, radius: f64, slope: f64) -> Option<[f64; 2]> {
        let (one, other) = (length(self.before.derivative(1.0)), length(self.after.derivative(0.0)));
        let mut at = [1.0, 0.0];
        for step in 1..=STEPS {
            let share = step as f64 / STEPS as f64;
            let last = radius * (share - 1.0 / STEPS as f64);
            if step == 1 {
                at = [1.0 - radius * share * slope / one, radius * share * slope / other];
            }
            // Each step begins where the smaller arc touched. A jump to the full radius could find a circle
            // that touches elsewhere.
            at = self.touching(radius * share, at)?;
            let is_inside = at[0] >= -NOTHING && at[0] <= 1.0 && at[1] >= 0.0 && at[1] <= 1.0 + NOTHING;
            if !is_inside || !last.is_finite() {
                return None;
            }
        }
        Some(at)
    }

    /// Returns the parameters near the given ones from which the same centre is reached, by Newton's method.
    fn touching(&self, radius: f64, start: [f64; 2]) -> Option<[f64; 2]> {
        let [mut s, mut t] = start;
        let size = length_of(self.before, 1.0) + length_of(self.after, 1.0);
        for _ in 0..MAX_ROUNDS {
            let one = ahead(self.before.beyond(s), self.normal(self.before, s), radius);
            let other = ahead(self.after.beyond(t), self.normal(self.after, t), radius);
            let off = difference(one, other);
            if length(off) <= 1e-15 * size {
                return Some([s, t]);
            }
            let (a, b) = (self.speed(self.before, s, radius), self.speed(self.after, t, radius));
            let turn = cross(a, b);
            if turn == 0.0 {
                return None;
            }
            let (ds, dt) = (cross(off, b) / turn, cross(off, a) / turn);
            (s, t) = (s - ds, t - dt);
            // Far beyond its ends a curve has nothing to do with the corner: the search has diverged.
            if !s.is_finite() || !t.is_finite() || s.abs() > 1e3 || t.abs() > 1e3 {
                return None;
            }
            if ds.abs() + dt.abs() <= 1e-16 {
                return Some([s, t]);
            }
        }
        let one = ahead(self.before.beyond(s), self.normal(self.before, s), radius);
        let other = ahead(self.after.beyond(t), self.normal(self.after, t), radius);
        (one.distance_to(other) <= 1e-12 * size).then_some([s, t])
    }

    /// Returns the derivative of the curve at a distance to the side.
    fn speed(&self, curve: &Curve, t: f64, radius: f64) -> Point {
        let way = curve.derivative(t);
        let factor = 1.0 - self.side * radius * curve.curvature(t);
        Point::new(way.x * factor, way.y * factor)
    }
}

fn unit(way: Point) -> Point {
    let size = length(way);
    if size == 0.0 { Point::new(1.0, 0.0) } else { Point::new(way.x / size, way.y / size) }
}
