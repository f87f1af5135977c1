//! Room for a round tool at inside corners: a mill cannot cut them sharp.

use super::affine::{Affine, Point};
use super::curve::Curve;
use super::curve_region::CurveRegion;
use super::region::RegionOperation;
use super::shape::Shape;
use super::shape_error::{ShapeError, positive};
use super::vector::{ahead, cross, difference, dot, length};
use super::wire::length_of;

/// The place of the room at an inside corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Relief {
    /// About a point on the line that halves the corner.
    #[default]
    Dogbone,
    /// About a point on the longer edge, so that it is cut into the shorter one.
    LongEdge,
    /// About a point on the shorter edge, so that it is cut into the longer one.
    ShortEdge,
}

/// The sine of the angle below which edges have no corner that a tool would leave anything in: 1.1 degrees, where the
/// middle of a tool's round edge is a 20,000th of its radius away from the corner.
const SMOOTH: f64 = 0.02;

/// Returns circles of a tool's radius at all inside corners of an area, each through its corner; `None` where curves are too
/// much alike to be distinguished.
pub fn relief_circles(
    shapes: &[(&Shape, Affine)],
    radius: f64,
    relief: Relief,
) -> Result<Option<Vec<Shape>>, ShapeError> {
    let radius = positive("radius", radius)?;
    let Some(region) = CurveRegion::combined(RegionOperation::Union, shapes, &[])? else { return Ok(None) };
    let mut circles = Vec::new();
    for ring in region.parts().flatten() {
        let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
        for (before, after) in pairs.filter(|_| ring.len() > 1) {
            if let Some(way) = way_to_center(before, after, relief) {
                circles.push(Shape::Circle { center: ahead(after.from, way, radius), radius });
            }
        }
    }
    Ok(Some(circles))
}

/// Returns the unit vector from a corner to the centre of the room, `None` for one that is not inside: the area is on the
/// left of its outlines.
fn way_to_center(before: &Curve, after: &Curve, relief: Relief) -> Option<Point> {
    let (arriving, leaving) = (unit(before.direction(1.0))?, unit(after.direction(0.0))?);
    let (sine, cosine) = (cross(arriving, leaving), dot(arriving, leaving));
    // With the area on the left, an inside corner turns to the right.
    if sine >= 0.0 || (-sine <= SMOOTH && cosine > 0.0) {
        return None;
    }
    let back = Point::new(-arriving.x, -arriving.y);
    let is_after_longer = length_of(after, 1.0) >= length_of(before, 1.0);
    match relief {
        Relief::Dogbone => unit(difference(leaving, arriving)),
        Relief::LongEdge => Some(if is_after_longer { leaving } else { back }),
        Relief::ShortEdge => Some(if is_after_longer { back } else { leaving }),
    }
}

fn unit(way: Point) -> Option<Point> {
    let size = length(way);
    (size > 0.0).then(|| Point::new(way.x / size, way.y / size))
}
