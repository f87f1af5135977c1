//! The shapes of connectors.

use crate::drafting::error::SceneError;
use scenewright_geometry::{Affine, Bounds, Path, Point, Segment, Shape, Wire};

/// The width of an arrow in units of its length.
const ARROW_WIDTH: f64 = 0.7;

/// Returns a curve that leaves one box and reaches the other at right angles.
pub(crate) fn smooth(one: &Bounds, other: &Bounds) -> Option<Wire> {
    let (from, to) = (one.center(), other.center());
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // Apart from each other along x rather than along y, measured between the borders.
    let room = |distance: f64, one: f64, other: f64| distance.abs() - 0.5 * (one + other);
    let is_flat = room(dx, one.width(), other.width()) >= room(dy, one.height(), other.height());
    let (begin, end, way) = match is_flat {
        true => {
            let side = dx.signum();
            let begin = Point::new(from.x + side * 0.5 * one.width(), from.y);
            (begin, Point::new(to.x - side * 0.5 * other.width(), to.y), Point::new(side, 0.0))
        }
        false => {
            let side = dy.signum();
            let begin = Point::new(from.x, from.y + side * 0.5 * one.height());
            (begin, Point::new(to.x, to.y - side * 0.5 * other.height()), Point::new(0.0, side))
        }
    };
    let arm = 0.5 * begin.distance_to(end);
    let mut path = Path::new();
    path.push(Segment::Move(begin));
    path.push(Segment::Cubic(
        Point::new(begin.x + way.x * arm, begin.y + way.y * arm),
        Point::new(end.x - way.x * arm, end.y - way.y * arm),
        end,
    ));
    Wire::all_of(&Shape::Path(path), &Affine::IDENTITY).into_iter().next()
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
