//! Angles between two directions.

use std::f64::consts::TAU;

use crate::drafting::dimension_source::DimensionOptions;
use crate::drafting::dimension_style::DimensionStyle;
use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::measure::{Measure, MeasureKind};
use crate::drafting::round_dimension::draw_arc_line;
use crate::drafting::shapes::Shapes;
use crate::drafting::vectors::{ahead, direction, sub};
use scenewright_geometry::Point;

/// The radius of the arc unless an option says otherwise, as a share of the shorter side and in millimetres on paper.
const SHARE: f64 = 0.6;
const MIN_RADIUS: f64 = 15.0;
const MAX_RADIUS: f64 = 40.0;

/// Returns the angle counter-clockwise from one point to the other, seen from a vertex.
pub(crate) fn angle_between(vertex: Point, from: Point, to: Point) -> Result<f64, SceneError> {
    if from == vertex || to == vertex {
        return Err(SceneError::range(
            "a side of the angle has no length: from and to must differ from the vertex",
        ));
    }
    let (one, other) = (sub(from, vertex), sub(to, vertex));
    let angle = (other.y.atan2(other.x) - one.y.atan2(one.x)).rem_euclid(TAU);
    if angle <= 1e-12 || angle >= TAU - 1e-12 {
        return Err(SceneError::range(
            "the sides of the angle have the same direction, so there is no angle",
        ));
    }
    Ok(angle)
}

/// Draws an angle, in millimetres on paper.
pub(crate) fn draw_angle(
    [vertex, from, to]: [Point; 3],
    sweep: f64,
    options: &DimensionOptions,
    through: Option<Point>,
    style: &DimensionStyle,
    label: &Label,
) -> (Shapes, Measure) {
    let lengths = [from, to].map(|point| vertex.distance_to(point));
    let radius = match through {
        Some(through) => vertex.distance_to(through).max(style.arrow_size),
        None => {
            let usual = (lengths[0].min(lengths[1]) * SHARE).clamp(MIN_RADIUS, MAX_RADIUS);
            options.offset.unwrap_or(usual).max(style.arrow_size)
        }
    };
    let way = sub(from, vertex);
    let start = way.y.atan2(way.x);
    let mut shapes = Shapes::default();
    for (angle, length) in [(start, lengths[0]), (start + sweep, lengths[1])] {
        // Where the sides are shorter than the arc, they are continued to it.
        if radius > length + style.extension_gap {
            let out = direction(angle);
            shapes.line(
                ahead(vertex, out, length + style.extension_gap),
                ahead(vertex, out, radius + style.extension_beyond),
            );
        }
    }
    let (at, angle) = draw_arc_line(&mut shapes, vertex, radius, start, sweep, style, label);
    let line = ahead(vertex, direction(start + sweep * 0.5), radius);
    let kind = MeasureKind::Angle { vertex, from, to, line };
    (shapes, Measure::new(kind, label.text.clone(), label.written.clone(), at, angle))
}
