//! Figures that are drawn by a few numbers.

use std::f64::consts::{PI, TAU};

use scenewright_geometry::{
    EllipticArc, Path, Point, Segment, Shape, ShapeError, finite, not_negative, number_text, positive,
    sin_cos,
};

/// The most sides of a regular polygon.
const MAX_SIDES: f64 = 10_000.0;

/// Makes a rectangle about a point with arcs for corners, whose radii are those of the lower left one and then
/// counter-clockwise.
pub(crate) fn rounded_rect(
    center: Point,
    width: f64,
    height: f64,
    radii: [f64; 4],
) -> Result<Shape, ShapeError> {
    let plain = Shape::rect(center.x, center.y, width, height)?;
    for radius in radii {
        not_negative("radius", radius)?;
    }
    let sides = [(0, 1, width), (1, 2, height), (2, 3, width), (3, 0, height)];
    for (one, other, length) in sides {
        if radii[one] + radii[other] > length * (1.0 + 1e-12) {
            let largest = 0.5 * width.min(height);
            return Err(ShapeError::new(format!(
                "radius {} is too large for a side of {}: the largest that fits all corners is {}",
                number_text(radii[one].max(radii[other])),
                number_text(length),
                number_text(largest)
            )));
        }
    }
    if radii == [0.0; 4] {
        return Ok(plain);
    }
    let (x, y) = (width * 0.5, height * 0.5);
    let corners = [(-x, -y), (x, -y), (x, y), (-x, y)];
    let ways = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    let mut path = Path::new();
    for (index, ((cx, cy), radius)) in corners.into_iter().zip(radii).enumerate() {
        let (arriving, leaving) = (ways[(index + 3) % 4], ways[index]);
        let from = Point::new(center.x + cx - arriving.0 * radius, center.y + cy - arriving.1 * radius);
        let to = Point::new(center.x + cx + leaving.0 * radius, center.y + cy + leaving.1 * radius);
        if index == 0 {
            path.push(Segment::Move(from));
        } else {
            line_to(&mut path, from);
        }
        if radius > 0.0 {
            path.push(Segment::Arc(quarter(radius, to)));
        }
    }
    path.push(Segment::Close);
    Shape::Path(path).checked()
}

/// Makes a polygon with sides of the same length about a point. The first corner is at an angle from it. The radius is
/// that of the circle through the corners, or where it is meant to be inside, of the one that touches the sides.
pub(crate) fn regular_polygon(
    center: Point,
    radius: f64,
    sides: f64,
    angle: f64,
    is_inside: bool,
) -> Result<Shape, ShapeError> {
    positive("radius", radius)?;
    finite("angle", angle)?;
    if !(3.0..=MAX_SIDES).contains(&sides) || sides.fract() != 0.0 {
        return Err(ShapeError::new(format!(
            "sides must be a whole number from 3 to {MAX_SIDES}, got {}",
            number_text(sides)
        )));
    }
    let radius = if is_inside { radius / (PI / sides).cos() } else { radius };
    let corner = |index: usize| {
        let (sin, cos) = sin_cos(angle + TAU * index as f64 / sides);
        Point::new(center.x + radius * cos, center.y + radius * sin)
    };
    Shape::polygon((0..sides as usize).map(corner).collect(), Vec::new())
}

/// Makes a slot with round ends about two points.
pub(crate) fn slot(from: Point, to: Point, width: f64) -> Result<Shape, ShapeError> {
    for (name, value) in [("x1", from.x), ("y1", from.y), ("x2", to.x), ("y2", to.y)] {
        finite(name, value)?;
    }
    let radius = positive("width", positive("width", width)? * 0.5)?;
    let length = from.distance_to(to);
    if length == 0.0 {
        return Err(ShapeError::new("both ends of the slot are the same point; draw a circle instead"));
    }
    finite("the length", length)?;
    let (x, y) = ((to.x - from.x) / length * radius, (to.y - from.y) / length * radius);
    let at = |center: Point, along: f64, aside: f64| {
        Point::new(center.x + x * along - y * aside, center.y + y * along + x * aside)
    };
    let mut path = Path::new();
    path.push(Segment::Move(at(from, 0.0, -1.0)));
    path.push(Segment::Line(at(to, 0.0, -1.0)));
    path.push(Segment::Arc(quarter(radius, at(to, 1.0, 0.0))));
    path.push(Segment::Arc(quarter(radius, at(to, 0.0, 1.0))));
    path.push(Segment::Line(at(from, 0.0, 1.0)));
    path.push(Segment::Arc(quarter(radius, at(from, -1.0, 0.0))));
    path.push(Segment::Arc(quarter(radius, at(from, 0.0, -1.0))));
    path.push(Segment::Close);
    Shape::Path(path).checked()
}

/// The angle of a first corner that is straight above the centre.
pub(crate) const UP: f64 = PI * 0.5;

fn quarter(radius: f64, to: Point) -> EllipticArc {
    EllipticArc { radii: [radius; 2], rotation: 0.0, large: false, positive: true, to }
}

fn line_to(path: &mut Path, to: Point) {
    let is_there = path.segments().last().and_then(|segment| segment.end()) == Some(to);
    if !is_there {
        path.push(Segment::Line(to));
    }
}

#[cfg(test)]
mod tests {
    use scenewright_geometry::{Affine, covered_area};

    use super::*;

    #[test]
    fn slot_is_two_half_circles_and_two_lines() {
        let shape = slot(Point::new(-10.0, -10.0), Point::new(10.0, 10.0), 6.0).unwrap();
        let area = covered_area(&[(&shape, Affine::IDENTITY)], 1e-4).unwrap();
        assert!((area - (800_f64.sqrt() * 6.0 + 9.0 * PI)).abs() < 1e-9, "{area}");
    }
}
