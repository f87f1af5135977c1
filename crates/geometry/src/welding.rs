//! Areas united over slits.

use super::affine::Affine;
use super::arc_region::ArcRegion;
use super::curve_region::{CurveRegion, combined_shapes};
use super::measure::covered_area;
use super::offset::{OffsetJoin, OffsetStyle};
use super::region::RegionOperation;
use super::shape::Shape;
use super::shape_error::ShapeError;

/// Returns the area of some shapes as [`combined_shapes`] unites them, with slits closed that are no wider than the tolerance.
///
/// Edges no further apart than that are one; where they are too much alike for that, the area is grown by half of the tolerance
/// and shrunk again, for which curves that are no arcs become arcs.
pub fn welded_shapes(shapes: &[(&Shape, Affine)], tolerance: f64) -> Result<Vec<Shape>, ShapeError> {
    let united = combined_shapes(RegionOperation::Union, shapes, &[], tolerance)?;
    let placed: Vec<(&Shape, Affine)> = united.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
    let length: f64 = united.iter().map(|shape| shape.length(&Affine::IDENTITY)).sum();
    // Flattening must be off by far less than the slits whose area is compared.
    let area = |shapes: &[(&Shape, Affine)]| covered_area(shapes, 0.01 * tolerance);
    let before = area(&placed)?;
    // A narrow part may vanish with a slit; what is wider than the tolerance never does.
    let is_right = |parts: &[Shape]| {
        let placed: Vec<(&Shape, Affine)> = parts.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
        area(&placed).is_ok_and(|after| (after - before).abs() <= tolerance * length)
    };
    let region = CurveRegion::united_within(&placed, tolerance)?;
    if let Some(parts) = region.map(CurveRegion::into_shapes)
        && is_right(&parts)
    {
        return Ok(parts);
    }
    let style = OffsetStyle { join: OffsetJoin::Miter, miter_limit: 4.0, tolerance: 0.1 * tolerance };
    let Some(region) = ArcRegion::of(&placed, 0.1 * tolerance)? else { return Ok(united) };
    // Growing closes a slit from both sides, so half of its width is enough; shrinking gives the outline
    // back.
    let grown = region.offset(0.5 * tolerance, &style)?;
    let closed = grown.map(|region| region.offset(-0.5 * tolerance, &style)).transpose()?.flatten();
    let parts = closed.map(ArcRegion::into_shapes);
    Ok(parts.filter(|parts| is_right(parts)).unwrap_or(united))
}
