//! The area of a path, and of a line along it.

use crate::import::drawing::LineLook;
use crate::import::images::plain_shape;
use crate::import::rings;
use scenewright_geometry::{
    Affine, Justify, LineCap, OffsetJoin, OffsetStyle, Path, Shape, ShapeError, Wire, thickened,
};
use scenewright_scene::{Cap, Join};

/// Returns the area of a path that is filled, whether its outlines are closed or not.
pub(super) fn area_of(path: &Path, is_even_odd: bool) -> Option<Shape> {
    let parts = rings::closed_parts(path);
    if is_even_odd {
        return rings::area(parts);
    }
    let mut closed = Path::new();
    parts.iter().filter(|part| !part.is_empty()).for_each(|part| closed.extend(part));
    plain_shape(closed)
}

/// The share of a line's size by which its area may be off.
pub(super) const FINE: f64 = 1e-4;

/// Returns the areas that a line of a width along a shape covers, in the coordinates of the shape.
pub(super) fn line_areas(
    shape: &Shape,
    line: LineLook,
    width: f64,
    miter_limit: f64,
) -> Result<Vec<Shape>, ShapeError> {
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
    thickened(&Wire::all_of(shape, &Affine::IDENTITY), width, cap, Justify::Center, &corners)
}
