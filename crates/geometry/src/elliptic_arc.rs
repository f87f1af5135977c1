//! Elliptic arcs between two points, and their centre form.

use std::f64::consts::TAU;

use super::affine::{Affine, Point};
use super::angle::sin_cos;
use super::extent::ArcSpan;

/// An elliptic arc as SVG path data writes it. A true `positive` runs counter-clockwise where y points up.
///
/// Radii that are too small to reach the end are scaled up until they do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EllipticArc {
    /// The half axes, each greater than zero.
    pub radii: [f64; 2],
    /// The rotation, in degrees, as in path data.
    pub rotation: f64,
    /// True for the longer of the two arcs of that direction, the one of more than a half turn.
    pub large: bool,
    /// True for an arc whose angle grows.
    pub positive: bool,
    /// The end; the beginning is the end of the step before.
    pub to: Point,
}

/// The half chord of a unit circle below which the sweep is computed from the chord.
const SHORT_CHORD: f64 = 0.02;

impl EllipticArc {
    /// Returns centre and conjugate half axes, by the formulas of the SVG specification (appendix B.2.4 and B.2.5).
    pub fn span(&self, from: Point) -> ArcSpan {
        let (sin, cos) = sin_cos(self.rotation.to_radians());
        let [mut rx, mut ry] = self.radii;
        let half = Point::new((from.x - self.to.x) * 0.5, (from.y - self.to.y) * 0.5);
        // The half chord in units of the radii: the ellipse as the unit circle.
        let chord = Point::new((cos * half.x + sin * half.y) / rx, (cos * half.y - sin * half.x) / ry);
        let length = chord.x.hypot(chord.y);
        // A half chord of 1 to the last bits is a half turn. Taken at its word, an error of one bit in it would
        // move the centre by 1e-8.
        let (center_x, center_y) = if length >= 1.0 - 4.0 * f64::EPSILON {
            rx *= length;
            ry *= length;
            (0.0, 0.0)
        } else if length == 0.0 {
            // Rounding can bring the ends together; there is no arc between them then.
            (-1.0, 0.0)
        } else {
            let height = ((1.0 - length) * (1.0 + length)).max(0.0).sqrt();
            // Equal flags put the centre on one side of the chord, different ones on the other (step 2 of
            // B.2.4).
            let side = if self.large == self.positive { -height } else { height };
            (side * chord.y / length, -side * chord.x / length)
        };
        let scale = length.max(1.0);
        let (from_unit, to_unit) = (
            Point::new(chord.x / scale - center_x, chord.y / scale - center_y),
            Point::new(-chord.x / scale - center_x, -chord.y / scale - center_y),
        );
        let start = from_unit.y.atan2(from_unit.x);
        let mut sweep = to_unit.y.atan2(to_unit.x) - start;
        // The difference of two angles is off by a full turn where the arc passes the direction at which
        // angles start again.
        if self.positive && sweep < 0.0 {
            sweep += TAU;
        } else if !self.positive && sweep > 0.0 {
            sweep -= TAU;
        }
        if !self.large && length < SHORT_CHORD {
            // The angles of both ends are almost the same: their difference has few digits, the chord has all of them.
            sweep = (2.0 * length.asin()).copysign(sweep);
        }
        let middle = Point::new((from.x + self.to.x) * 0.5, (from.y + self.to.y) * 0.5);
        ArcSpan {
            center: Point::new(
                middle.x + cos * center_x * rx - sin * center_y * ry,
                middle.y + sin * center_x * rx + cos * center_y * ry,
            ),
            u: Point::new(cos * rx, sin * rx),
            v: Point::new(-sin * ry, cos * ry),
            start,
            sweep,
        }
    }

    /// Returns the image of the arc that begins at `from`.
    pub(super) fn transformed(&self, from: Point, transform: &Affine) -> EllipticArc {
        let span = self.span(from).transformed(transform);
        let (radii, rotation) = span.axes();
        EllipticArc {
            radii,
            rotation,
            large: self.large,
            // Mirroring turns the direction round; `large` is about the turn, which stays.
            positive: self.positive == (transform.determinant() > 0.0),
            to: *transform * self.to,
        }
    }

    /// Returns cubic curves that deviate from the arc by no more than the tolerance, each as its control points and
    /// its end. `None` where the arc exceeds the range of numbers.
    pub(super) fn cubics(&self, from: Point, tolerance: f64) -> Option<impl Iterator<Item = [Point; 3]>> {
        let (span, to) = (self.span(from), self.to);
        let radius = span.u.x.hypot(span.u.y).max(span.v.x.hypot(span.v.y));
        // The deviation of a cubic falls with the sixth power of its angle.
        let per_turn = (1.1163 * radius / tolerance).powf(1.0 / 6.0).clamp(4.0, 4096.0);
        let count = (per_turn * span.sweep.abs() / TAU).ceil().max(1.0) as usize;
        if !span.sweep.is_finite() || !radius.is_finite() {
            return None;
        }
        let step = span.sweep / count as f64;
        // The length of the handles at which the middle of the cubic is on the arc.
        let arm = 4.0 / 3.0 * (step * 0.25).tan();
        let tangent = move |t: f64| {
            let (sin, cos) = sin_cos(t);
            Point::new(span.v.x * cos - span.u.x * sin, span.v.y * cos - span.u.y * sin)
        };
        let mut begin = from;
        Some((0..count).map(move |index| {
            let (t0, t1) = (span.start + step * index as f64, span.start + step * (index + 1) as f64);
            let share = (index + 1) as f64 / count as f64;
            let end = if index + 1 == count { to } else { span.point_between(from, to, share) };
            let (leave, arrive) = (tangent(t0), tangent(t1));
            let cubic = [
                Point::new(begin.x + arm * leave.x, begin.y + arm * leave.y),
                Point::new(end.x - arm * arrive.x, end.y - arm * arrive.y),
                end,
            ];
            begin = end;
            cubic
        }))
    }
}
