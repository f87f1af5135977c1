//! Axis-parallel boxes.

use serde::{Deserialize, Serialize};

use super::affine::Point;

/// An axis-parallel box. Invariant: `min` is not greater than `max` on either axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The corner with the least x and y.
    pub min: Point,
    /// The corner with the greatest x and y.
    pub max: Point,
}

impl Bounds {
    /// Returns the box of a single point.
    pub fn of_point(point: Point) -> Self {
        let point = point.without_negative_zero();
        Bounds { min: point, max: point }
    }

    /// Returns the box of some points, or `None` when there are none.
    pub fn of_points(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        points.into_iter().map(Bounds::of_point).reduce(Bounds::union)
    }

    /// Returns the smallest box around both boxes.
    pub fn union(self, other: Bounds) -> Self {
        Bounds {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// Grows the box so that it holds the point.
    pub fn include(&mut self, point: Point) {
        *self = self.union(Bounds::of_point(point));
    }

    /// Returns true if a point is in the box or on its border.
    pub fn holds(&self, point: Point) -> bool {
        self.min.x <= point.x && point.x <= self.max.x && self.min.y <= point.y && point.y <= self.max.y
    }

    /// Returns true if the boxes have a point in common, be it on their borders.
    pub fn meets(&self, other: &Bounds) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// Returns the distance of the boxes from each other, 0 where they meet.
    pub fn distance_to(&self, other: &Bounds) -> f64 {
        let x = (other.min.x - self.max.x).max(self.min.x - other.max.x).max(0.0);
        let y = (other.min.y - self.max.y).max(self.min.y - other.max.y).max(0.0);
        x.hypot(y)
    }

    /// Returns the box with a margin on every side. A negative one that leaves nothing makes a box that holds no point.
    pub fn widened(&self, by: f64) -> Self {
        Bounds {
            min: Point::new(self.min.x - by, self.min.y - by),
            max: Point::new(self.max.x + by, self.max.y + by),
        }
    }

    /// Returns the point in the middle of the box.
    pub fn center(&self) -> Point {
        // Halves are added, so that a box as wide as the numbers go still has a centre.
        Point::new(self.min.x * 0.5 + self.max.x * 0.5, self.min.y * 0.5 + self.max.y * 0.5)
            .without_negative_zero()
    }

    /// Returns the extent along x, which is infinite where it leaves the range of numbers.
    pub fn width(&self) -> f64 {
        self.max.x - self.min.x
    }

    /// Returns the extent along y, which is infinite where it leaves the range of numbers.
    pub fn height(&self) -> f64 {
        self.max.y - self.min.y
    }

    /// Returns true if all four numbers are finite; width and height may still be infinite.
    pub fn is_finite(&self) -> bool {
        self.min.is_finite() && self.max.is_finite()
    }
}
