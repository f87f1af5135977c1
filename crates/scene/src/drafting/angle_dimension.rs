//! Angles between two directions.

use std::f64::consts::TAU;

use crate::drafting::detail::Detail;
use crate::drafting::dimension_source::DimensionOptions;
use crate::drafting::dimension_style::DimensionStyle;
use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::measure::{Measure, MeasureKind};
use crate::drafting::occupancy::{Occupancy, Role};
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

/// Returns the radii for an angle on paper, each after its cost, the usual one first. One that was given is the only one.
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

/// A side of an angle.
pub(crate) struct Side {
    /// The distance of the measured point from the vertex.
    length: f64,
    /// What is drawn along the side at the vertex and at the measured point, as distances from the vertex.
    drawn: Vec<[f64; 2]>,
}

/// Returns the sides of an angle on paper, as far as the places reach; without a sheet, nothing is drawn along them.
pub(crate) fn sides_of(
    [vertex, from, to]: [Point; 3],
    places: &[(f64, f64)],
    style: &DimensionStyle,
    occupancy: Option<&Occupancy>,
) -> [Side; 2] {
    let reach = places.iter().map(|(_, radius)| *radius).fold(0.0, f64::max);
    [from, to].map(|point| {
        let length = vertex.distance_to(point);
        let end = ahead(vertex, sub(point, vertex), reach.max(length) / length);
        let mut drawn = occupancy.map_or_else(Vec::new, |it| {
            it.lines_along(vertex, end, style.extension_gap, &[Role::Outline, Role::Axis])
        });
        // A line elsewhere on the way belongs to something else.
        drawn.retain(|span| [0.0, length].iter().any(|at| is_within(*at, *span, style)));
        Side { length, drawn }
    })
}

/// Returns true where a line reaches so far that no extension line would begin there.
fn is_within(at: f64, [start, end]: [f64; 2], style: &DimensionStyle) -> bool {
    at >= start - style.extension_gap && at <= end + style.extension_gap
}

impl Side {
    /// Returns where the extension line to an arc begins, as a distance from the vertex: at the nearest end of what is drawn, or at
    /// the measured point. `None` where the arc meets one of them.
    fn extension(&self, radius: f64, style: &DimensionStyle) -> Option<f64> {
        let point = [self.length; 2];
        let is_drawn = self.drawn.iter().any(|span| is_within(self.length, *span, style));
        let spans = self.drawn.iter().copied().chain((!is_drawn).then_some(point));
        let mut nearest: Option<f64> = None;
        for span in spans {
            if is_within(radius, span, style) {
                return None;
            }
            let end = if radius > span[1] { span[1] } else { span[0] };
            if nearest.is_none_or(|known| (radius - end).abs() < (radius - known).abs()) {
                nearest = Some(end);
            }
        }
        nearest
    }
}

/// Draws an angle, in millimetres on paper.
pub(crate) fn draw_angle(
    [vertex, from, to]: [Point; 3],
    sides: &[Side; 2],
    sweep: f64,
    radius: f64,
    style: &DimensionStyle,
    label: &Label,
    detail: Detail,
) -> (Shapes, Measure) {
    let way = sub(from, vertex);
    let start = way.y.atan2(way.x);
    let mut shapes = Shapes::new(detail);
    let (mut ends, mut reach) = ([from, to], 0.0_f64);
    for ((side, angle), end) in sides.iter().zip([start, start + sweep]).zip(&mut ends) {
        let Some(begin) = side.extension(radius, style) else { continue };
        let out = direction(angle);
        let way = if radius > begin { 1.0 } else { -1.0 };
        reach = reach.max(begin);
        // Towards the vertex, it ends there at the latest.
        let beyond = (radius + way * style.extension_beyond).max(0.0);
        shapes.line_as(
            Role::Extension,
            ahead(vertex, out, begin + way * style.extension_gap),
            ahead(vertex, out, beyond),
        );
        // Readers of DXF draw the extension lines from these points.
        if begin != side.length {
            *end = ahead(vertex, out, begin);
        }
    }
    let [from, to] = ends;
    let (at, angle) = draw_arc_line(&mut shapes, (vertex, radius), [start, sweep], style, label, reach);
    let line = ahead(vertex, direction(start + sweep * 0.5), radius);
    let kind = MeasureKind::Angle { vertex, from, to, line };
    label.measured(shapes, kind, at, angle)
}
