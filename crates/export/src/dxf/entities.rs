//! Shapes as DXF entities, in world coordinates.

use acadrust::entities::{Arc, Circle, Ellipse, EntityType, Line, LwPolyline, LwVertex, Spline};
use acadrust::types::{Vector2, Vector3};

use super::curves::{AxialArc, Curve, SubPath, spline, sub_paths};
use scenewright_geometry::{Affine, Point, Shape};

/// The most cubics in one spline: the count of knots has 16 bits in the file.
const MAX_CUBICS: usize = 5_000;

/// Returns the outline of a shape's image, back to front.
pub(super) fn outline(shape: &Shape, world: &Affine) -> Vec<EntityType> {
    if let Some(span) = shape.span() {
        let arc = AxialArc::of(&span.transformed(world));
        if !arc.is_flat() {
            return vec![arc_entity(&arc)];
        }
    }
    let path = shape.to_path().transformed(world);
    sub_paths(&path).iter().flat_map(part_entities).collect()
}

/// The largest deviation of a glyph's contour, as a share of its size.
const CONTOUR_ERROR: f64 = 5e-4;

/// Returns the contours of a glyph's image as closed polylines.
pub(super) fn contours(shape: &Shape, world: &Affine) -> Vec<EntityType> {
    let bounds = shape.bounds(world);
    let tolerance = bounds.width().max(bounds.height()) * CONTOUR_ERROR;
    let Ok(chains) = shape.flattened(world, tolerance) else { return outline(shape, world) };
    let contour = |chain: scenewright_geometry::Chain| {
        let mut points = chain.points;
        // A closed polyline returns to its beginning by its flag.
        if points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        EntityType::LwPolyline(LwPolyline {
            vertices: points.into_iter().map(|point| LwVertex::with_bulge(flat_vector(point), 0.0)).collect(),
            is_closed: true,
            plinegen: true,
            ..LwPolyline::new()
        })
    };
    chains.into_iter().filter(|chain| chain.points.len() > 2).map(contour).collect()
}

fn part_entities(part: &SubPath) -> Vec<EntityType> {
    if let Some(turn) = part.whole_turn() {
        return vec![arc_entity(&turn)];
    }
    if part.is_polyline() {
        return vec![polyline(part.start, &part.curves, part.closed)];
    }
    let mut entities = Vec::new();
    for (start, run) in part.runs() {
        match run {
            [Curve::Ellipse { arc, .. }] => entities.push(arc_entity(arc)),
            [Curve::Cubic(..), ..] => {
                let mut start = start;
                // Groups 72 and 73, the numbers of knots and control points, are 16-bit integers in many
                // readers.
                for run in run.chunks(MAX_CUBICS) {
                    entities.push(spline_entity(start, run));
                    start = run.last().map_or(start, Curve::end);
                }
            }
            _ => entities.push(polyline(start, run, false)),
        }
    }
    entities
}

fn polyline(start: Point, run: &[Curve], closed: bool) -> EntityType {
    // One straight piece is what DXF calls a LINE.
    if let ([Curve::Bulge { bulge: 0.0, to }], false) = (run, closed) {
        return EntityType::Line(Line { start: vector(start), end: vector(*to), ..Line::new() });
    }
    let vertices = vertices(start, run, closed);
    EntityType::LwPolyline(LwPolyline {
        vertices: vertices
            .into_iter()
            .map(|(point, bulge)| LwVertex::with_bulge(flat_vector(point), bulge))
            .collect(),
        is_closed: closed,
        // A dash pattern goes round corners.
        plinegen: true,
        ..LwPolyline::new()
    })
}

/// Returns each vertex with the bulge of the segment after it; the first of a closed run is not repeated.
pub(super) fn vertices(start: Point, run: &[Curve], closed: bool) -> Vec<(Point, f64)> {
    let mut vertices = vec![(start, 0.0)];
    for curve in run {
        let Curve::Bulge { bulge, to } = *curve else { continue };
        if let Some((_, last)) = vertices.last_mut() {
            *last = bulge;
        }
        vertices.push((to, 0.0));
    }
    if closed && vertices.len() > 2 {
        vertices.pop();
    }
    vertices
}

fn arc_entity(arc: &AxialArc) -> EntityType {
    let center = vector(arc.center);
    match (arc.is_circular(), arc.is_whole()) {
        (true, true) => EntityType::Circle(Circle { center, radius: arc.radius(), ..Circle::new() }),
        (true, false) => EntityType::Arc(Arc {
            center,
            radius: arc.radius(),
            start_angle: arc.start_angle(),
            end_angle: super::curves::turn(arc.start_angle() + arc.sweep),
            ..Arc::new()
        }),
        (false, _) => EntityType::Ellipse(Ellipse {
            center,
            major_axis: vector(arc.major),
            minor_axis_ratio: arc.ratio,
            start_parameter: arc.start,
            end_parameter: arc.start + arc.sweep,
            ..Ellipse::new()
        }),
    }
}

fn spline_entity(start: Point, run: &[Curve]) -> EntityType {
    let (points, knots) = spline(start, run);
    let mut entity = Spline {
        degree: 3,
        knots,
        control_points: points.into_iter().map(vector).collect(),
        ..Spline::new()
    };
    entity.flags.planar = true;
    EntityType::Spline(entity)
}

/// Converts a point. Adding zero leaves no negative zero in the file.
pub(super) fn vector(point: Point) -> Vector3 {
    Vector3::new(point.x + 0.0, point.y + 0.0, 0.0)
}

/// Converts a point of the plane in the same way.
pub(super) fn flat_vector(point: Point) -> Vector2 {
    Vector2::new(point.x + 0.0, point.y + 0.0)
}
