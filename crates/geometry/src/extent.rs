//! Exact extremes of curves under an affine transform.

use std::f64::consts::{PI, TAU};

use kurbo::common::solve_quadratic;

use super::affine::{Affine, Point};
use super::angle::{normalized, sin_cos};
use super::bounds::Bounds;
use super::vector::mix;

/// Part of an ellipse: `center + u·cos t + v·sin t` for t from `start` over `sweep`.
///
/// Two conjugate half axes describe every affine image of a circle, so transforming one is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArcSpan {
    /// The centre of the ellipse.
    pub center: Point,
    /// The half axis towards the point at t = 0.
    pub u: Point,
    /// The half axis towards the point at t = π/2.
    pub v: Point,
    /// The parameter at the beginning, in radians.
    pub start: f64,
    /// The range of the parameter, in radians; less than zero where it falls, and a full turn at most.
    pub sweep: f64,
}

/// The turn, in radians, below which an arc is computed from its chord. The centre is up to a hundred chords away at this
/// turn, and farther below it, where what is computed from it loses a digit for each digit of that distance.
const SHALLOW: f64 = 1e-2;

impl ArcSpan {
    /// Returns true for an arc that turns so little that its centre is of no use for computing its points.
    pub(super) fn is_shallow(&self) -> bool {
        self.sweep.abs() < SHALLOW
    }

    /// Returns the way from the beginning to the point at a share of the sweep, by the chord between them.
    fn way_to(&self, share: f64) -> Point {
        let half = 0.5 * self.sweep * share;
        let (sin, cos) = (self.start + half).sin_cos();
        let reach = 2.0 * half.sin();
        Point::new(reach * (self.v.x * cos - self.u.x * sin), reach * (self.v.y * cos - self.u.y * sin))
    }

    /// Returns the point at a share of the sweep of an arc with these ends.
    pub(super) fn point_between(&self, from: Point, to: Point, share: f64) -> Point {
        if !self.is_shallow() {
            return self.point_at(self.start + self.sweep * share);
        }
        let (chord, way, whole) = (mix(from, to, share), self.way_to(share), self.way_to(1.0));
        // On the chord, plus what the arc bulges: at both ends that is 0, so they are met exactly.
        Point::new(chord.x + (way.x - share * whole.x), chord.y + (way.y - share * whole.y))
    }

    pub(super) fn circular(center: Point, radius: f64, start: f64, sweep: f64) -> Self {
        ArcSpan { center, u: Point::new(radius, 0.0), v: Point::new(0.0, radius), start, sweep }
    }

    /// Returns the point at a parameter, which may lie beyond the arc.
    pub fn point_at(&self, t: f64) -> Point {
        let (sin, cos) = sin_cos(t);
        Point::new(
            self.center.x + self.u.x * cos + self.v.x * sin,
            self.center.y + self.u.y * cos + self.v.y * sin,
        )
    }

    /// Returns the image of the arc, exact for every transform; the parameters stay.
    pub fn transformed(&self, transform: &Affine) -> Self {
        ArcSpan {
            center: *transform * self.center,
            u: transform.displace(self.u),
            v: transform.displace(self.v),
            ..*self
        }
    }

    /// Returns the radii of the ellipse and, in degrees, the rotation of the first of them.
    pub(super) fn axes(&self) -> ([f64; 2], f64) {
        // The singular values of the half axes are the radii.
        let sum = ((self.u.x + self.v.y) * 0.5, (self.u.y - self.v.x) * 0.5);
        let difference = ((self.u.x - self.v.y) * 0.5, (self.u.y + self.v.x) * 0.5);
        let (q, r) = (sum.0.hypot(sum.1), difference.0.hypot(difference.1));
        let rotation = (difference.1.atan2(difference.0) + sum.1.atan2(sum.0)) * 0.5;
        // A circle has no direction, and what atan2 makes of rounding is not one.
        let is_round = r <= 1e-14 * q || q <= 1e-14 * r;
        ([q + r, (q - r).abs()], if is_round { 0.0 } else { rotation.to_degrees() })
    }

    /// Adds the extremes of the inside of the open arc between two ends, which are the caller's to add.
    pub(super) fn include_extremes(&self, from: Point, to: Point, bounds: &mut Bounds) {
        if self.is_shallow() {
            let peaks = [self.v.x.atan2(self.u.x), self.v.y.atan2(self.u.y)];
            for peak in peaks.into_iter().flat_map(|peak| [peak, peak + PI]).filter(|peak| self.passes(*peak))
            {
                let share = normalized((peak - self.start) * self.sweep.signum()) / self.sweep.abs();
                bounds.include(self.point_between(from, to, share));
            }
            return;
        }
        for (center, u, v, is_x) in
            [(self.center.x, self.u.x, self.v.x, true), (self.center.y, self.u.y, self.v.y, false)]
        {
            // Along one axis the arc is center + hypot(u, v)·cos(t − peak).
            let (peak, reach) = (v.atan2(u), u.hypot(v));
            for (t, value) in [(peak, center + reach), (peak + PI, center - reach)] {
                if self.passes(t) {
                    // Only this axis's value is an extreme; the other is left where it is. Adding 0 turns -0 into 0, as
                    // everywhere in this crate.
                    let value = value + 0.0;
                    if is_x {
                        bounds.min.x = bounds.min.x.min(value);
                        bounds.max.x = bounds.max.x.max(value);
                    } else {
                        bounds.min.y = bounds.min.y.min(value);
                        bounds.max.y = bounds.max.y.max(value);
                    }
                }
            }
        }
    }

    fn passes(&self, t: f64) -> bool {
        if self.sweep.abs() >= TAU {
            return true;
        }
        let offset = if self.sweep >= 0.0 { t - self.start } else { self.start - t };
        normalized(offset) <= self.sweep.abs()
    }
}

/// Returns the difference between an angle and its sine, which loses its digits where a small angle is subtracted.
pub(super) fn angle_less_sine(angle: f64) -> f64 {
    if angle.abs() >= 10.0 * SHALLOW {
        return angle - angle.sin();
    }
    // The series of the sine; the next term is below a unit in the last place.
    let square = angle * angle;
    angle * square / 6.0
        * (1.0 - square / 20.0 * (1.0 - square / 42.0 * (1.0 - square / 72.0 * (1.0 - square / 110.0))))
}

/// Adds the extremes of a quadratic curve, given in the coordinates that the bounds are in.
pub(super) fn include_quadratic(bounds: &mut Bounds, p0: Point, p1: Point, p2: Point) {
    bounds.include(p0);
    bounds.include(p2);
    for (a, b, c) in [(p0.x, p1.x, p2.x), (p0.y, p1.y, p2.y)] {
        let bend = a - 2.0 * b + c;
        let t = (a - b) / bend;
        if t > 0.0 && t < 1.0 {
            bounds.include(quadratic_at(p0, p1, p2, t));
        }
    }
}

/// Adds the extremes of a cubic curve, given in the coordinates that the bounds are in.
pub(super) fn include_cubic(bounds: &mut Bounds, p0: Point, p1: Point, p2: Point, p3: Point) {
    bounds.include(p0);
    bounds.include(p3);
    for (a, b, c, d) in [(p0.x, p1.x, p2.x, p3.x), (p0.y, p1.y, p2.y, p3.y)] {
        let (first, second, third) = (b - a, c - b, d - c);
        for t in solve_quadratic(first, 2.0 * (second - first), first - 2.0 * second + third) {
            if t > 0.0 && t < 1.0 {
                bounds.include(cubic_at(p0, p1, p2, p3, t));
            }
        }
    }
}

pub(super) fn quadratic_at(p0: Point, p1: Point, p2: Point, t: f64) -> Point {
    let s = 1.0 - t;
    let mix = |a: f64, b: f64, c: f64| s * s * a + 2.0 * s * t * b + t * t * c;
    Point::new(mix(p0.x, p1.x, p2.x), mix(p0.y, p1.y, p2.y))
}

pub(super) fn cubic_at(p0: Point, p1: Point, p2: Point, p3: Point, t: f64) -> Point {
    let s = 1.0 - t;
    let mix = |a: f64, b: f64, c: f64, d: f64| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    Point::new(mix(p0.x, p1.x, p2.x, p3.x), mix(p0.y, p1.y, p2.y, p3.y))
}
