//! Arithmetic of displacements.

use super::affine::Point;

/// Returns the displacement from one point to another.
pub fn difference(to: Point, from: Point) -> Point {
    Point::new(to.x - from.x, to.y - from.y)
}

/// Returns the cross product: positive where the second displacement is to the left of the first.
pub fn cross(a: Point, b: Point) -> f64 {
    a.x * b.y - a.y * b.x
}

/// Returns the dot product.
pub fn dot(a: Point, b: Point) -> f64 {
    a.x * b.x + a.y * b.y
}

/// Returns the length of a displacement.
pub fn length(a: Point) -> f64 {
    a.x.hypot(a.y)
}

/// Returns the distance of two points, for numbers whose squares are numbers too: quicker, and exact but for rounding.
pub(super) fn quick_distance(one: Point, other: Point) -> f64 {
    let way = difference(one, other);
    dot(way, way).sqrt()
}

/// Returns the point at a share of the way from one point to the other.
pub(super) fn mix(from: Point, to: Point, share: f64) -> Point {
    let rest = 1.0 - share;
    Point::new(rest * from.x + share * to.x, rest * from.y + share * to.y)
}

/// Returns the point at some distance along a direction.
pub fn ahead(from: Point, direction: Point, distance: f64) -> Point {
    Point::new(from.x + direction.x * distance, from.y + direction.y * distance)
}
