//! Angles between two directions.

use std::f64::consts::TAU;

use crate::drafting::detail::Detail;
use crate::drafting::dimension_source::DimensionOptions;
use crate::drafting::dimension_style::DimensionStyle;
use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::measure::{Measure, MeasureKind};
use crate::drafting::occupancy::Role;
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

/// The radii that are tried, as factors of the usual one, and the cost of each further one.
const RADII: [f64; 6] = [1.0, 0.75, 1.3, 1.7, 2.2, 2.8];
const OTHER_RADIUS: f64 = 0.4;

/// Returns the radii for an angle on paper with their costs, the usual one first. One that was given is the only one.
pub(crate) fn angle_places(
    [vertex, from, to]: [Point; 3],
    options: &DimensionOptions,
    through: Option<Point>,
    style: &DimensionStyle,
    is_free: bool,
) -> Vec<(f64, f64)> {
    let given = through.map(|through| vertex.distance_to(through)).or(options.offset);
    let shorter = vertex.distance_to(from).min(vertex.distance_to(to));
    let usual = given.unwrap_or((shorter * SHARE).clamp(MIN_RADIUS, MAX_RADIUS));
    let radii = if is_free && given.is_none() { &RADII[..] } else { &RADII[..1] };
    let place = |(index, factor): (usize, &f64)| {
        (index as f64 * OTHER_RADIUS, (usual * factor).max(style.arrow_size))
    };
    radii.iter().enumerate().map(place).collect()
}

/// Draws an angle, in millimetres on paper.
pub(crate) fn draw_angle(
    [vertex, from, to]: [Point; 3],
    sweep: f64,
    radius: f64,
    style: &DimensionStyle,
    label: &Label,
    detail: Detail,
) -> (Shapes, Measure) {
    let lengths = [from, to].map(|point| vertex.distance_to(point));
    let way = sub(from, vertex);
    let start = way.y.atan2(way.x);
    let mut shapes = Shapes::new(detail);
    for (angle, length) in [(start, lengths[0]), (start + sweep, lengths[1])] {
        // Where the sides are shorter than the arc, they are continued to it.
        if radius > length + style.extension_gap {
            let out = direction(angle);
            shapes.line_as(
                Role::Extension,
                ahead(vertex, out, length + style.extension_gap),
                ahead(vertex, out, radius + style.extension_beyond),
            );
        }
    }
    let (at, angle) = draw_arc_line(&mut shapes, vertex, radius, start, sweep, style, label);
    let line = ahead(vertex, direction(start + sweep * 0.5), radius);
    let kind = MeasureKind::Angle { vertex, from, to, line };
    label.measured(shapes, kind, at, angle)
}
