//! Rectangles with round corners.

use scenewright_geometry::{EllipticArc, Path, Point, Segment};

/// Returns a rectangle with round corners.
pub(super) fn rounded(x: f64, y: f64, wide: f64, high: f64, rx: f64, ry: f64) -> Path {
    let mut path = Path::new();
    let (right, bottom) = (x + wide, y + high);
    let corner = |to: Point| {
        Segment::Arc(EllipticArc { radii: [rx, ry], rotation: 0.0, large: false, positive: true, to })
    };
    path.push(Segment::Move(Point::new(x + rx, y)));
    path.push(Segment::Line(Point::new(right - rx, y)));
    path.push(corner(Point::new(right, y + ry)));
    path.push(Segment::Line(Point::new(right, bottom - ry)));
    path.push(corner(Point::new(right - rx, bottom)));
    path.push(Segment::Line(Point::new(x + rx, bottom)));
    path.push(corner(Point::new(x, bottom - ry)));
    path.push(Segment::Line(Point::new(x, y + ry)));
    path.push(corner(Point::new(x + rx, y)));
    path.push(Segment::Close);
    path
}
