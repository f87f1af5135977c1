//! Arithmetic of points on the sheet.

use scenewright_geometry::Point;

pub(crate) use scenewright_geometry::vector::{ahead, cross, difference as sub, dot};

/// Returns the sum of two vectors, or the point that one leads to from the other.
pub(crate) fn add(one: Point, other: Point) -> Point {
    Point::new(one.x + other.x, one.y + other.y)
}

/// Returns the direction a quarter turn counter-clockwise.
pub(crate) fn left_of(direction: Point) -> Point {
    Point::new(-direction.y, direction.x)
}

/// Returns the vector of the same length in the opposite direction.
pub(crate) fn negative(vector: Point) -> Point {
    Point::new(-vector.x, -vector.y)
}

/// Returns the direction of an angle; exact along the axes.
pub(crate) fn direction(angle: f64) -> Point {
    scenewright_geometry::Affine::rotation(angle).displace(Point::new(1.0, 0.0))
}

/// Returns the vector with length 1; `None` where it has none.
pub(crate) fn unit(vector: Point) -> Option<Point> {
    let length = vector.x.hypot(vector.y);
    (length > 0.0 && length.is_finite()).then(|| Point::new(vector.x / length, vector.y / length))
}

/// Returns the direction in which text along a line is read: from the left or from below.
pub(crate) fn reading(along: Point) -> Point {
    let is_backward = along.x < -1e-9 || (along.x <= 1e-9 && along.y < 0.0);
    if is_backward { negative(along) } else { along }
}
