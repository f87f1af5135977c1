//! The points and arcs of shapes that annotations follow.

use crate::drafting::point_ref::Round;
use scenewright_geometry::{Point, Segment, Shape};

/// Returns the first and the last point of an open shape.
pub(crate) fn ends_of(shape: &Shape) -> Option<[Point; 2]> {
    let path = shape.to_path();
    let mut start = None;
    let mut end = None;
    for segment in path.segments() {
        if let Segment::Move(to) = segment {
            start = start.or(Some(to));
        }
        end = segment.end().or(end);
    }
    Some([start?, end?])
}

/// Returns the corners of a shape; those of a path where its steps meet.
pub(crate) fn vertices_of(shape: &Shape) -> Vec<Point> {
    if let Shape::Circle { .. } | Shape::Ellipse { .. } | Shape::Arc { .. } = shape {
        return Vec::new();
    }
    let mut vertices: Vec<Point> = Vec::new();
    for segment in shape.to_path().segments() {
        // Only the first outline: holes have edges of their own.
        if matches!(segment, Segment::Move(_)) && !vertices.is_empty() {
            break;
        }
        vertices.extend(segment.end());
    }
    if vertices.len() > 1 && vertices.first() == vertices.last() && shape.is_closed() {
        vertices.pop();
    }
    vertices
}

/// Returns the circular arcs in a shape's outline.
pub(crate) fn rounds_of(shape: &Shape) -> Vec<Round> {
    use std::f64::consts::TAU;
    match shape {
        Shape::Circle { center, radius } => {
            return vec![Round { center: *center, radius: *radius, start: 0.0, sweep: TAU }];
        }
        Shape::Arc { center, radius, start, .. } => {
            let sweep = shape.turn().unwrap_or(TAU);
            return vec![Round { center: *center, radius: *radius, start: *start, sweep }];
        }
        _ => {}
    }
    let Shape::Path(path) = shape else { return Vec::new() };
    let mut rounds: Vec<Round> = Vec::new();
    let mut current = Point::ORIGIN;
    for segment in path.segments() {
        if let Segment::Arc(arc) = segment
            && (arc.radii[0] - arc.radii[1]).abs() <= 1e-9 * arc.radii[0]
        {
            let span = arc.span(current);
            let radius = span.u.x.hypot(span.u.y);
            let from = span.point_at(span.start);
            let (start, sweep) = (
                (from.y - span.center.y).atan2(from.x - span.center.x),
                span.sweep * (span.u.x * span.v.y - span.u.y * span.v.x).signum(),
            );
            let round = Round {
                center: span.center,
                radius,
                start: if sweep < 0.0 { start + sweep } else { start },
                sweep: sweep.abs(),
            };
            match rounds.last_mut() {
                // The two halves of a whole circle.
                Some(last)
                    if last.center.distance_to(round.center) <= 1e-9 * radius
                        && (last.radius - radius).abs() <= 1e-9 * radius
                        && last.sweep + round.sweep >= TAU - 1e-9 =>
                {
                    last.sweep = TAU;
                }
                _ => rounds.push(round),
            }
        }
        current = segment.end().unwrap_or(current);
    }
    rounds
}
