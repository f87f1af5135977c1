//! The areas that lines with a width cover.

use scenewright_geometry::{
    Affine, Justify, LineCap, OffsetJoin, OffsetStyle, Path, Shape, ShapeError, Wire, thickened,
};
use scenewright_scene::{Cap, Join};

use super::drawing::LineLook;

/// The share of a line's size by which its area may be off.
pub(super) const FINE: f64 = 1e-4;

/// The limit of mitred corners of pens, in widths of their lines.
pub(super) const MITER_LIMIT: f64 = 4.0;

/// The most dashes of one line that become areas: they are united with each other.
const MAX_AREAS: f64 = 1_000.0;

/// Returns the areas that a line of a width along a shape covers, in the coordinates of the shape. `None` for a line whose dashes
/// are no areas: dots, and more than a thousand.
pub(super) fn line_areas(
    shape: &Shape,
    line: &LineLook,
    width: f64,
    miter_limit: f64,
) -> Result<Option<Vec<Shape>>, ShapeError> {
    let cap = match line.cap {
        Cap::Butt => LineCap::Butt,
        Cap::Round => LineCap::Round,
        Cap::Square => LineCap::Square,
    };
    let join = match line.join {
        Join::Miter => OffsetJoin::MiterOrBevel,
        Join::Round => OffsetJoin::Round,
        Join::Bevel => OffsetJoin::Bevel,
    };
    let bounds = shape.bounds(&Affine::IDENTITY);
    let tolerance = (bounds.width() + bounds.height()).max(width) * FINE;
    let corners = OffsetStyle { join, miter_limit, tolerance };
    let mut wires = Wire::all_of(shape, &Affine::IDENTITY);
    if !line.dashes.is_empty() {
        let lengths = line.dashes.lengths();
        let whole: f64 = wires.iter().map(Wire::length).sum();
        let count = whole / lengths.iter().sum::<f64>() * 0.5 * lengths.len() as f64;
        let has_dots = line.cap != Cap::Butt && lengths.iter().step_by(2).any(|dash| *dash == 0.0);
        if has_dots || count.is_nan() || count > MAX_AREAS {
            return Ok(None);
        }
        wires = wires.iter().flat_map(|wire| wire.dashes(&lengths)).collect();
    }
    thickened(&wires, width, cap, Justify::Center, &corners).map(Some)
}

/// Returns areas that do not overlap as one shape; `None` where there are none.
pub(super) fn as_one(mut areas: Vec<Shape>) -> Option<Shape> {
    if areas.len() < 2 {
        return areas.pop();
    }
    let mut path = Path::new();
    areas.iter().for_each(|area| path.extend(&area.to_path()));
    Some(Shape::Path(path))
}

/// Returns how far the area of a line goes beyond the line.
pub(super) fn reach(line: &LineLook, width: f64) -> f64 {
    let corner = if line.join == Join::Miter { MITER_LIMIT } else { 1.0 };
    let end = if line.cap == Cap::Square { std::f64::consts::SQRT_2 } else { 1.0 };
    0.5 * width * f64::max(corner, end)
}
