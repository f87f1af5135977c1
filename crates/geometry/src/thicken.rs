//! Lines with a width: the outlines of walls, slots and traces.

use std::f64::consts::PI;

use super::affine::{Affine, Point};
use super::arc_region::ArcRegion;
use super::biarcs::sides_of;
use super::curve_region::combined_shapes;
use super::offset::{OffsetStyle, Pen, push_corner, push_moved};
use super::region::RegionOperation;
use super::shape::Shape;
use super::shape_error::{ShapeError, positive};
use super::side::{Arc, Side};
use super::vector::{ahead, mix};
use super::wire::Wire;

/// The ending of a line with a width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineCap {
    /// Across, at the end.
    #[default]
    Butt,
    /// Half a circle about the end.
    Round,
    /// Across, half the width beyond the end.
    Square,
}

/// The side of a line on which its width is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Justify {
    /// Half on either side.
    #[default]
    Center,
    /// To the left of the way from the first point to the last.
    Left,
    /// To the right of the way from the first point to the last.
    Right,
}

/// Returns the area that wires cover with a width. One that ends where it begins is closed. Lines and arcs of circles stay such; other curves are straightened to
/// the style's tolerance.
pub fn thickened(
    wires: &[Wire],
    width: f64,
    cap: LineCap,
    justify: Justify,
    style: &OffsetStyle,
) -> Result<Vec<Shape>, ShapeError> {
    let width = positive("width", width)?;
    style.check(width)?;
    let [left, right] = match justify {
        Justify::Center => [width * 0.5, width * 0.5],
        Justify::Left => [width, 0.0],
        Justify::Right => [0.0, width],
    };
    let mut shapes = Vec::new();
    for wire in wires.iter().cloned().map(Wire::closed_where_it_ends) {
        let sides = sides_of(&wire.curves, style.tolerance)?;
        let backwards = sides_of(&wire.reversed().curves, style.tolerance)?;
        let rings = if wire.is_closed {
            // The ring on the left runs backwards, so it winds the other way and is the hole of the area.
            vec![closed_ring(&sides, right, style), closed_ring(&backwards, left, style)]
        } else {
            vec![open_ring(&sides, &backwards, [left, right], cap, style)]
        };
        shapes.extend(ArcRegion::inside(&rings, style.tolerance)?);
    }
    // Each wire by itself is free of overlaps already.
    if wires.len() < 2 {
        return Ok(shapes);
    }
    let all: Vec<(&Shape, Affine)> = shapes.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
    combined_shapes(RegionOperation::Union, &all, &[], style.tolerance)
}

/// Returns a closed ring moved to its right.
fn closed_ring(sides: &[Side], distance: f64, style: &OffsetStyle) -> Vec<Side> {
    let mut pen = Pen::new(sides.len() * 2);
    let Some(mut before) = sides.last() else { return Vec::new() };
    for side in sides {
        push_side(Some(before), side, distance, style, &mut pen);
        before = side;
    }
    pen.finish()
}

/// Returns the ring around an open line: along its right side, around its end, back along the left one.
fn open_ring(
    sides: &[Side],
    backwards: &[Side],
    [left, right]: [f64; 2],
    cap: LineCap,
    style: &OffsetStyle,
) -> Vec<Side> {
    let mut pen = Pen::new(sides.len() * 4);
    for (way, next, distance, other) in [(sides, backwards, right, left), (backwards, sides, left, right)] {
        let mut before = None;
        for side in way {
            push_side(before, side, distance, style, &mut pen);
            before = Some(side);
        }
        let (Some(last), Some(first)) = (way.last(), next.first()) else { continue };
        push_cap(last, first, [distance, other], cap, &mut pen);
    }
    pen.finish()
}

fn push_side(before: Option<&Side>, side: &Side, distance: f64, style: &OffsetStyle, pen: &mut Pen) {
    let [begin, _] = side.directions();
    match before {
        // On the line itself there is no corner to fill.
        Some(_) if distance == 0.0 => pen.line_to(side.from),
        Some(before) => push_corner(before, side, distance, style, pen),
        None => pen.line_to(beside(side.from, begin, distance)),
    }
    if distance == 0.0 {
        match side.arc {
            Some(arc) => pen.arc_to(side.to, arc),
            None => pen.line_to(side.to),
        }
        return;
    }
    push_moved(side, distance, pen);
}

/// Draws the way around an end, from one side of the line to the other.
fn push_cap(last: &Side, first: &Side, [one, other]: [f64; 2], cap: LineCap, pen: &mut Pen) {
    let ([_, along], [back, _]) = (last.directions(), first.directions());
    let (from, to) = (beside(last.to, along, one), beside(first.from, back, other));
    pen.line_to(from);
    let half = (one + other) * 0.5;
    match cap {
        LineCap::Butt => {}
        LineCap::Square => {
            pen.line_to(ahead(from, along, half));
            pen.line_to(ahead(to, along, half));
        }
        LineCap::Round => {
            pen.arc_to(to, Arc::new(mix(from, to, 0.5), half, PI));
        }
    }
    pen.line_to(to);
}

/// Returns the point at a distance to the right of another.
fn beside(point: Point, direction: Point, distance: f64) -> Point {
    Point::new(point.x + direction.y * distance, point.y - direction.x * distance)
}
