//! The place of an entity in its group.

use serde::{Deserialize, Serialize};

use crate::drafting::error::SceneError;
use scenewright_geometry::{Affine, Point};

/// A transform. The matrix is T(translate) · T(pivot) · linear · T(−pivot).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Transform {
    /// The way by which it is moved, in the units of its group.
    pub translate: [f64; 2],
    /// The rotation and scale about the pivot.
    pub linear: Linear,
    /// The point that rotation and scale leave where it is, in the entity's own coordinates.
    pub pivot: Point,
}

/// The linear part: rotation and scale while they suffice, a matrix when there is a shear in it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Linear {
    /// A rotation after a scale.
    Parts {
        /// The angle in radians, counter-clockwise.
        rotation: f64,
        /// The factors along the own x and y axes, negative for a mirror image.
        scale: [f64; 2],
    },
    /// The columns of the matrix: `[a, b, c, d]` as in [`Affine`].
    Matrix([f64; 4]),
}

impl Transform {
    /// Makes the identity with this pivot.
    pub(crate) fn at_rest(pivot: Point) -> Self {
        Transform { translate: [0.0, 0.0], linear: Linear::IDENTITY, pivot }
    }

    /// Returns the whole transform as a matrix.
    pub fn matrix(&self) -> Affine {
        let linear = self.linear.matrix();
        let pivot = linear.displace(self.pivot);
        let [x, y] = self.translate;
        if linear == Affine::IDENTITY {
            return Affine::translation(x, y);
        }
        Affine { e: x + (self.pivot.x - pivot.x), f: y + (self.pivot.y - pivot.y), ..linear }
    }

    /// Adopts a matrix and keeps the pivot.
    pub(crate) fn set_matrix(&mut self, matrix: Affine) {
        self.set_matrix_as(matrix, Linear::from_matrix(&matrix));
    }

    /// Adopts a matrix whose linear part the caller already has.
    pub(crate) fn set_matrix_as(&mut self, matrix: Affine, linear: Linear) {
        let pivot = linear.matrix().displace(self.pivot);
        self.linear = linear;
        self.translate = [matrix.e - (self.pivot.x - pivot.x), matrix.f - (self.pivot.y - pivot.y)];
    }

    /// Refuses when a number left the range, or when the plane is flattened.
    pub fn check(&self) -> Result<(), SceneError> {
        let parts = match self.linear {
            Linear::Parts { rotation, scale } => [rotation, scale[0], scale[1], 0.0],
            Linear::Matrix(matrix) => matrix,
        };
        let numbers = parts.iter().chain(&self.translate).chain([&self.pivot.x, &self.pivot.y]);
        let matrix = self.matrix();
        if !numbers.into_iter().all(|number| number.is_finite()) || !matrix.is_finite() {
            return Err(SceneError::range("the resulting transform leaves the range of numbers"));
        }
        if matrix.determinant() == 0.0 || matrix.inverse().is_none() {
            return Err(SceneError::range("the resulting transform has no size left"));
        }
        Ok(())
    }
}

impl Linear {
    /// No rotation and no scale.
    pub const IDENTITY: Linear = Linear::Parts { rotation: 0.0, scale: [1.0, 1.0] };

    /// Returns the matrix, without a translation.
    pub fn matrix(&self) -> Affine {
        match *self {
            Linear::Parts { rotation, scale } => {
                Affine::rotation(rotation) * Affine::scale(scale[0], scale[1])
            }
            Linear::Matrix([a, b, c, d]) => Affine { a, b, c, d, e: 0.0, f: 0.0 },
        }
    }

    /// Returns rotation and scale when they describe the matrix, and the matrix otherwise.
    pub(crate) fn from_matrix(matrix: &Affine) -> Linear {
        match matrix.decompose() {
            Some(parts) if parts.shear == 0.0 => {
                Linear::Parts { rotation: parts.rotation, scale: parts.scale }
            }
            _ => Linear::Matrix([matrix.a, matrix.b, matrix.c, matrix.d]),
        }
    }

    /// Returns the angle by which the own x axis has been turned.
    pub fn rotation(&self) -> f64 {
        match *self {
            Linear::Parts { rotation, .. } => rotation,
            Linear::Matrix([a, b, ..]) => b.atan2(a),
        }
    }

    /// Returns the linear part turned by an angle, in the space of the parent. Angles add up with no rounding but
    /// that of the sum.
    pub fn rotated(&self, angle: f64) -> Linear {
        match *self {
            Linear::Parts { rotation, scale } => Linear::Parts { rotation: rotation + angle, scale },
            Linear::Matrix(_) => Linear::from_matrix(&(Affine::rotation(angle) * self.matrix())),
        }
    }

    /// Returns the linear part stretched along its own axes.
    pub(crate) fn scaled_locally(&self, x: f64, y: f64) -> Linear {
        match *self {
            Linear::Parts { rotation, scale } => {
                Linear::Parts { rotation, scale: [scale[0] * x, scale[1] * y] }
            }
            Linear::Matrix([a, b, c, d]) => Linear::Matrix([a * x, b * x, c * y, d * y]),
        }
    }

    /// Returns the linear part stretched along the axes of the parent.
    pub(crate) fn scaled_along_parent(&self, x: f64, y: f64) -> Linear {
        if let Linear::Parts { rotation, .. } = *self {
            let turned = Affine::rotation(rotation);
            if x == y || turned.b == 0.0 {
                return self.scaled_locally(x, y);
            }
            if turned.a == 0.0 {
                return self.scaled_locally(y, x);
            }
        }
        Linear::from_matrix(&(Affine::scale(x, y) * self.matrix()))
    }
}
