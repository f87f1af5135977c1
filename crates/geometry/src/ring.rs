//! Rings: closed chains of points, in which the first follows the last.

use super::affine::Point;

/// Returns the signed area, positive for a ring that runs counter-clockwise.
pub(super) fn signed_area(ring: &[Point]) -> f64 {
    let Some(origin) = ring.first() else { return 0.0 };
    // Relative to a point of the ring, what is far from the origin of the scene loses no digits.
    let relative = |point: &Point| (point.x - origin.x, point.y - origin.y);
    let doubled: f64 = ring
        .windows(2)
        .map(|pair| {
            let ((ax, ay), (bx, by)) = (relative(&pair[0]), relative(&pair[1]));
            ax * by - ay * bx
        })
        .sum();
    doubled * 0.5
}
