//! Points and affine transforms of the plane.
//!
//! They are our own beside those of `kurbo` because a quarter turn is exact here and no result is a negative zero, and
//! because a scene is written with them.

use std::ops::Mul;

use serde::{Deserialize, Serialize};

use super::angle::sin_cos;

/// A point, or a displacement where the name says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The coordinate along x, to the right.
    pub x: f64,
    /// The coordinate along y, upwards.
    pub y: f64,
}

impl Point {
    /// The point (0, 0).
    pub const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

    /// Makes a point of any two numbers, finite or not.
    pub const fn new(x: f64, y: f64) -> Self {
        Point { x, y }
    }

    /// Returns true if both coordinates are finite.
    pub fn is_finite(&self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// Returns the straight distance to another point.
    pub fn distance_to(self, other: Point) -> f64 {
        (other.x - self.x).hypot(other.y - self.y)
    }

    /// Adds zero, which only changes -0, to 0.
    pub(super) fn without_negative_zero(self) -> Self {
        Point::new(self.x + 0.0, self.y + 0.0)
    }
}

impl From<[f64; 2]> for Point {
    fn from([x, y]: [f64; 2]) -> Self {
        Point { x, y }
    }
}

/// An affine transform. In rows it reads
///
/// ```text
/// | a  c  e |   | x |
/// | b  d  f | · | y |
/// | 0  0  1 |   | 1 |
/// ```
///
/// and `m * n` applies `n` first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Affine {
    /// The x of the image of (1, 0), without the translation.
    pub a: f64,
    /// The y of the image of (1, 0), without the translation.
    pub b: f64,
    /// The x of the image of (0, 1), without the translation.
    pub c: f64,
    /// The y of the image of (0, 1), without the translation.
    pub d: f64,
    /// The translation along x.
    pub e: f64,
    /// The translation along y.
    pub f: f64,
}

/// A linear part as rotation after shear after scale: `R(rotation) · [[1, shear], [0, 1]] · diag(scale)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decomposition {
    /// The angle in radians by which the x axis is turned, counter-clockwise.
    pub rotation: f64,
    /// The scale factors. The first is never negative; a mirroring shows in the second.
    pub scale: [f64; 2],
    /// The shear; zero when rotation and scale describe everything.
    pub shear: f64,
}

impl Affine {
    /// The transform that leaves every point where it is.
    pub const IDENTITY: Affine = Affine { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

    /// Makes a translation.
    pub const fn translation(x: f64, y: f64) -> Self {
        Affine { e: x, f: y, ..Affine::IDENTITY }
    }

    /// Makes a counter-clockwise rotation about the origin.
    pub fn rotation(angle: f64) -> Self {
        let (sin, cos) = sin_cos(angle);
        Affine { a: cos, b: sin, c: -sin, d: cos, e: 0.0, f: 0.0 }
    }

    /// Makes a scale about the origin, which mirrors where a factor is less than zero.
    pub const fn scale(x: f64, y: f64) -> Self {
        Affine { a: x, d: y, ..Affine::IDENTITY }
    }

    /// Returns the same linear part without the translation.
    pub const fn linear(self) -> Self {
        Affine { e: 0.0, f: 0.0, ..self }
    }

    /// Transforms a displacement, which has no place and so is not translated.
    pub fn displace(&self, vector: Point) -> Point {
        Point::new(self.a * vector.x + self.c * vector.y, self.b * vector.x + self.d * vector.y)
    }

    /// Returns the factor by which areas grow; less than zero where it mirrors, zero where it flattens the plane.
    pub fn determinant(&self) -> f64 {
        self.a * self.d - self.b * self.c
    }

    /// Returns the inverse, or `None` when the transform flattens the plane or its inverse leaves the range of
    /// numbers.
    pub fn inverse(&self) -> Option<Affine> {
        let determinant = self.determinant();
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        let linear = Affine {
            a: self.d / determinant,
            b: -self.b / determinant,
            c: -self.c / determinant,
            d: self.a / determinant,
            e: 0.0,
            f: 0.0,
        };
        let moved = linear.displace(Point::new(self.e, self.f));
        let inverse = Affine { e: -moved.x, f: -moved.y, ..linear };
        inverse.is_finite().then_some(inverse)
    }

    /// Returns true if all numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.rows().iter().flatten().all(|value| value.is_finite())
    }

    /// Returns true if the axes stay parallel to the axes and keep their roles: no rotation, no shear.
    pub fn is_axis_aligned(&self) -> bool {
        self.b == 0.0 && self.c == 0.0
    }

    /// Returns the common factor of all lengths when the transform keeps shapes similar (mirrored or not).
    ///
    /// Deviations below a part in 1e12 count as rounding.
    pub fn similarity_factor(&self) -> Option<f64> {
        let (first, second) = (self.a.hypot(self.b), self.c.hypot(self.d));
        let skew = (self.a * self.c + self.b * self.d).abs();
        let similar = (first - second).abs() <= 1e-12 * first && skew <= 1e-12 * first * second;
        (similar && first > 0.0).then_some(first)
    }

    /// Returns the greatest factor by which any length grows: the greatest singular value.
    pub fn stretch(&self) -> f64 {
        0.5 * ((self.a + self.d).hypot(self.b - self.c) + (self.a - self.d).hypot(self.b + self.c))
    }

    /// Returns rotation, shear and scale of the linear part, or `None` when it flattens the plane.
    ///
    /// A shear below a part in 1e13 counts as rounding and is answered as exactly 0.
    pub fn decompose(&self) -> Option<Decomposition> {
        let determinant = self.determinant();
        let first = self.a.hypot(self.b);
        if determinant == 0.0 || first == 0.0 || !determinant.is_finite() || !first.is_finite() {
            return None;
        }
        let second = determinant / first;
        let along = (self.a * self.c + self.b * self.d) / first;
        let shear = if along.abs() <= 1e-13 * second.abs() { 0.0 } else { along / second };
        // An x axis that was not turned has no rotation, not even the sign of a zero.
        let rotation = if self.b == 0.0 && self.a > 0.0 { 0.0 } else { self.b.atan2(self.a) };
        Some(Decomposition { rotation: rotation + 0.0, scale: [first, second], shear })
    }

    /// Returns the 3×3 matrix, row by row, without negative zeros.
    pub fn rows(&self) -> [[f64; 3]; 3] {
        [
            [self.a + 0.0, self.c + 0.0, self.e + 0.0],
            [self.b + 0.0, self.d + 0.0, self.f + 0.0],
            [0.0, 0.0, 1.0],
        ]
    }
}

impl Default for Affine {
    fn default() -> Self {
        Affine::IDENTITY
    }
}

impl Mul for Affine {
    type Output = Affine;

    fn mul(self, other: Affine) -> Affine {
        Affine {
            a: self.a * other.a + self.c * other.b,
            b: self.b * other.a + self.d * other.b,
            c: self.a * other.c + self.c * other.d,
            d: self.b * other.c + self.d * other.d,
            e: self.a * other.e + self.c * other.f + self.e,
            f: self.b * other.e + self.d * other.f + self.f,
        }
    }
}

impl Mul<Point> for Affine {
    type Output = Point;

    fn mul(self, point: Point) -> Point {
        Point::new(self.a * point.x + self.c * point.y + self.e, self.b * point.x + self.d * point.y + self.f)
    }
}
