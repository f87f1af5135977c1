//! The shapes of connectors.

use crate::drafting::error::SceneError;
use crate::drafting::routing::Terminal;
use scenewright_geometry::{Affine, Bounds, Path, Point, Segment, Shape, Wire};

/// The width of an arrow in units of its length.
const ARROW_WIDTH: f64 = 0.7;

/// Returns a curve that leaves one box and reaches the other at right angles, or in the directions of their ports.
pub(crate) fn smooth(from: &Terminal, to: &Terminal) -> Option<Wire> {
    let (one, other) = (&from.bounds, &to.bounds);
    let free = free_ends(one, other);
    let [begin, end] = [from.port.unwrap_or(free[0]), to.port.unwrap_or(free[1])];
    let arm = 0.5 * begin.0.distance_to(end.0);
    let along = |(at, way): (Point, Point)| {
        let size = way.x.hypot(way.y);
        Point::new(at.x + way.x / size * arm, at.y + way.y / size * arm)
    };
    let mut path = Path::new();
    path.push(Segment::Move(begin.0));
    path.push(Segment::Cubic(along(begin), along(end), end.0));
    Wire::all_of(&Shape::Path(path), &Affine::IDENTITY).into_iter().next()
}

/// Returns the middles of the sides of two boxes that face each other, with the directions away from them.
fn free_ends(one: &Bounds, other: &Bounds) -> [(Point, Point); 2] {
    let (from, to) = (one.center(), other.center());
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // Apart from each other along x rather than along y, measured between the borders.
    let room = |distance: f64, one: f64, other: f64| distance.abs() - 0.5 * (one + other);
    let is_flat = room(dx, one.width(), other.width()) >= room(dy, one.height(), other.height());
    if is_flat {
        let side = dx.signum();
        let begin = Point::new(from.x + side * 0.5 * one.width(), from.y);
        let end = Point::new(to.x - side * 0.5 * other.width(), to.y);
        return [(begin, Point::new(side, 0.0)), (end, Point::new(-side, 0.0))];
    }
    let side = dy.signum();
    let begin = Point::new(from.x, from.y + side * 0.5 * one.height());
    let end = Point::new(to.x, to.y - side * 0.5 * other.height());
    [(begin, Point::new(0.0, side)), (end, Point::new(0.0, -side))]
}

/// Returns an arrow whose tip is at the beginning of a wire.
pub(crate) fn arrow(wire: &Wire, size: f64) -> Result<Shape, SceneError> {
    let (tip, _) = wire.at_length(0.0);
    let (back, _) = wire.at_length(size.min(wire.length()));
    let length = tip.distance_to(back);
    let (x, y) = match length > 0.0 {
        true => ((back.x - tip.x) / length * size, (back.y - tip.y) / length * size),
        false => (0.0, 0.0),
    };
    let corner = |side: f64| {
        Point::new(tip.x + x - side * y * ARROW_WIDTH * 0.5, tip.y + y + side * x * ARROW_WIDTH * 0.5)
    };
    Ok(Shape::polygon(vec![tip, corner(1.0), corner(-1.0)], Vec::new())?)
}

/// Returns true if a line passes through a box.
pub(crate) fn crosses(bounds: &Bounds, from: Point, to: Point) -> bool {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let axes = [(from.x, to.x, bounds.min.x, bounds.max.x), (from.y, to.y, bounds.min.y, bounds.max.y)];
    for (from, to, low, high) in axes {
        let way = to - from;
        if way == 0.0 {
            if from < low || from > high {
                return false;
            }
            continue;
        }
        let (one, other) = ((low - from) / way, (high - from) / way);
        enter = enter.max(one.min(other));
        leave = leave.min(one.max(other));
    }
    enter < leave
}
