//! How tightly curves turn.

use super::affine::Point;
use super::curve::{Curve, Form};
use super::vector::{cross, difference, length, mix};
use super::wire::Wire;

/// The parts of a curve of which the tightest is narrowed down. A cubic turns tightest at no more than five places.
const PARTS: usize = 64;

/// The share by which each step of a golden-section search narrows the range.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The steps of the search: each range is then some 1e-9 of a part, where the radius has all its digits.
const STEPS: usize = 44;

/// The steps by which the way around a singular end is found: as many as a parameter has bits.
const HALVINGS: usize = 52;

impl Wire {
    /// Returns the smallest radius of curvature of each curve that is neither a line nor a part of a circle, and its place.
    ///
    /// At an end with a control point on it the curvature is infinite, although the curve hardly turns there: what is nearer to such an
    /// end than `fine` is left out.
    pub fn tightest_bends(&self, fine: f64) -> Vec<(f64, Point)> {
        let is_measured = |curve: &&Curve| !curve.is_line() && curve.circle_turning(0.0).is_none();
        self.curves.iter().filter(is_measured).filter_map(|curve| tightest(curve, fine)).collect()
    }
}

impl Curve {
    /// Returns one divided by the radius, positive where the curve turns to the left; infinity in a cusp.
    pub(crate) fn curvature(&self, t: f64) -> f64 {
        if let Some((_, radius, sweep)) = self.circle_turning(0.0) {
            return sweep.signum() / radius;
        }
        let (way, change) = (self.derivative(t), second_derivative(self, t));
        let speed = length(way);
        if speed == 0.0 { f64::INFINITY } else { cross(way, change) / speed.powi(3) }
    }
}

fn tightest(curve: &Curve, fine: f64) -> Option<(f64, Point)> {
    let (first, last) = (regular_end(curve, 0.0, fine), regular_end(curve, 1.0, fine));
    if first >= last {
        return None;
    }
    let at = |part: usize| first + (last - first) * part as f64 / PARTS as f64;
    let bend = |t: f64| curve.curvature(t).abs();
    let values: Vec<f64> = (0..=PARTS).map(|part| bend(at(part))).collect();
    let mut best = (0.0, first);
    for part in 0..=PARTS {
        let (before, after) = (part.saturating_sub(1), (part + 1).min(PARTS));
        // A summit lies beside a sample that is no lower than its neighbours.
        if values[part] < values[before] || values[part] < values[after] {
            continue;
        }
        for (value, t) in [(values[part], at(part)), highest(bend, at(before), at(after))] {
            if value > best.0 {
                best = (value, t);
            }
        }
    }
    (best.0 > 0.0).then(|| (1.0 / best.0, curve.at(best.1)))
}

/// Returns the highest value of a function with one summit between two parameters, and its place.
fn highest(of: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> (f64, f64) {
    for _ in 0..STEPS {
        let (one, other) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        if of(one) < of(other) {
            low = one;
        } else {
            high = other;
        }
    }
    let t = 0.5 * (low + high);
    (of(t), t)
}

/// Returns an end, or where the derivative vanishes in it the parameter at a distance from it.
fn regular_end(curve: &Curve, end: f64, fine: f64) -> f64 {
    let size = length(difference(curve.at(0.5), curve.from)) + length(difference(curve.to, curve.at(0.5)));
    if length(curve.derivative(end)) > 1e-9 * size {
        return end;
    }
    let from = curve.at(end);
    let (mut near, mut far) = (end, 0.5);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (near + far);
        if curve.at(middle).distance_to(from) < fine {
            near = middle;
        } else {
            far = middle;
        }
    }
    far
}

fn second_derivative(curve: &Curve, t: f64) -> Point {
    let bend = |a: Point, b: Point, c: Point| difference(difference(c, b), difference(b, a));
    match curve.form {
        Form::Line => Point::ORIGIN,
        Form::Arc(span) => {
            let (sin, cos) = (span.start + span.sweep * t).sin_cos();
            let part = |u: f64, v: f64| -span.sweep * span.sweep * (u * cos + v * sin);
            Point::new(part(span.u.x, span.v.x), part(span.u.y, span.v.y))
        }
        Form::Quadratic(control) => {
            let twice = bend(curve.from, control, curve.to);
            Point::new(2.0 * twice.x, 2.0 * twice.y)
        }
        Form::Cubic(one, two) => {
            let between = mix(bend(curve.from, one, two), bend(one, two, curve.to), t);
            Point::new(6.0 * between.x, 6.0 * between.y)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine, Path, Shape};

    fn bends(shape: &Shape, transform: &Affine) -> Vec<(f64, Point)> {
        Wire::all_of(shape, transform).iter().flat_map(|wire| wire.tightest_bends(0.002)).collect()
    }

    fn path(data: &str) -> Shape {
        Shape::Path(Path::parse(data).unwrap())
    }

    #[test]
    fn ellipse_turns_tightest_at_the_ends_of_its_long_axis() {
        for (radii, rotation) in
            [([20.0, 10.0], 0.0), ([20.0, 10.0], 0.7), ([3.0, 300.0], 1.1), ([1.0, 1.01], 0.2)]
        {
            let ellipse = Shape::Ellipse { center: Point::new(5.0, -7.0), radii, rotation };
            let [(radius, at)] = bends(&ellipse, &Affine::IDENTITY)[..] else { panic!("one curve") };
            let (long, short) = (radii[0].max(radii[1]), radii[0].min(radii[1]));
            let wanted = short * short / long;
            assert!((radius / wanted - 1.0).abs() < 1e-9, "{radii:?}: {radius} and not {wanted}");
            assert!((at.distance_to(Point::new(5.0, -7.0)) / long - 1.0).abs() < 1e-6);
        }
        // A circle that is stretched to three times its width.
        let stretched = Affine { a: 3.0, ..Affine::IDENTITY };
        let circle = Shape::Circle { center: Point::ORIGIN, radius: 6.0 };
        let [(radius, _)] = bends(&circle, &stretched)[..] else { panic!("one curve") };
        assert!((radius - 2.0).abs() < 1e-9);
    }

    #[test]
    fn curves_turn_tightest_where_their_formula_says() {
        // The parabola y = x² has the radius 1/2 at its vertex.
        let [(radius, at)] = bends(&path("M -1 1 Q 0 -1 1 1"), &Affine::IDENTITY)[..] else {
            panic!("one curve")
        };
        assert!((radius - 0.5).abs() < 1e-9 && at.distance_to(Point::ORIGIN) < 1e-6, "{radius} at {at:?}");
        // The same as a cubic, and only one half of it.
        let cubic =
            "M -1 1 C -0.3333333333333333 -0.3333333333333333 0.3333333333333333 -0.3333333333333333 1 1";
        let [(radius, _)] = bends(&path(cubic), &Affine::IDENTITY)[..] else { panic!("one curve") };
        assert!((radius - 0.5).abs() < 1e-9, "{radius}");
    }

    #[test]
    fn control_point_on_its_end_is_no_sharp_corner() {
        let curve = path("M 0 0 C 0 0 50 0 100 30");
        let [(radius, _)] = bends(&curve, &Affine::IDENTITY)[..] else { panic!("one curve") };
        assert!(radius > 0.1, "{radius}");
        // A cusp is one.
        let [(radius, _)] = bends(&path("M 0 0 C 10 10 0 10 10 0"), &Affine::IDENTITY)[..] else {
            panic!("one curve")
        };
        assert!(radius < 1e-3, "{radius}");
    }

    #[test]
    fn lines_and_circles_have_no_bends() {
        assert!(
            bends(&path("M 0 0 L 10 0 A 5 5 0 0 1 10 10 C 5 10 2 10 0 10 Z"), &Affine::IDENTITY).is_empty()
        );
    }
}
