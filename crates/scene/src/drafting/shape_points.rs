//! The points and arcs of shapes that annotations follow.

use std::f64::consts::TAU;

use crate::drafting::point_ref::Round;
use scenewright_geometry::{ArcSpan, Point, Segment, Shape};

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

/// Returns the corners of a shape; a path has them where its steps meet.
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

/// The share of its radius within which two arcs are on one circle.
const SAME_CIRCLE: f64 = 1e-9;

/// Returns the circles and circular arcs in a shape's outline. Arcs of one circle in a row are one, so that a circle is one
/// however many arcs draw it.
pub(crate) fn rounds_of(shape: &Shape) -> Vec<Round> {
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
    let mut outline = Outline::default();
    let mut current = Point::ORIGIN;
    for segment in path.segments() {
        let end = segment.end().unwrap_or(outline.start);
        match segment {
            Segment::Move(start) => {
                rounds.extend(std::mem::replace(&mut outline, Outline::at(start)).finish());
            }
            Segment::Arc(arc) if (arc.radii[0] - arc.radii[1]).abs() <= SAME_CIRCLE * arc.radii[0] => {
                outline.push(&arc.span(current));
            }
            Segment::Close if current == end => {}
            _ => outline.runs.push(None),
        }
        current = end;
    }
    rounds.extend(outline.finish());
    rounds
}

/// The arcs of one outline, with `None` for what is between them.
#[derive(Default)]
struct Outline {
    start: Point,
    runs: Vec<Option<Run>>,
}

/// Arcs of one circle in a row, with a sweep that is negative where they run clockwise.
#[derive(Clone, Copy)]
struct Run {
    center: Point,
    radius: f64,
    start: f64,
    sweep: f64,
}

impl Outline {
    fn at(start: Point) -> Outline {
        Outline { start, runs: Vec::new() }
    }

    fn push(&mut self, span: &ArcSpan) {
        let from = span.point_at(span.start);
        let run = Run {
            center: span.center,
            radius: span.u.x.hypot(span.u.y),
            start: (from.y - span.center.y).atan2(from.x - span.center.x),
            sweep: span.sweep * (span.u.x * span.v.y - span.u.y * span.v.x).signum(),
        };
        match self.runs.last_mut() {
            Some(Some(last)) if last.goes_on_as(&run) => last.sweep += run.sweep,
            _ => self.runs.push(Some(run)),
        }
    }

    fn finish(mut self) -> impl Iterator<Item = Round> {
        // The outline may begin in the middle of an arc.
        if let [Some(first), .., Some(last)] = self.runs.as_mut_slice()
            && last.goes_on_as(first)
            && last.end_is(first)
        {
            (first.start, first.sweep) = (last.start, last.sweep + first.sweep);
            self.runs.pop();
        }
        self.runs.into_iter().flatten().map(Run::round)
    }
}

impl Run {
    /// Returns true if both are on one circle and run the same way round.
    fn goes_on_as(&self, next: &Run) -> bool {
        let near = SAME_CIRCLE * self.radius;
        self.sweep * next.sweep > 0.0
            && (self.sweep + next.sweep).abs() <= TAU + SAME_CIRCLE
            && self.center.distance_to(next.center) <= near
            && (self.radius - next.radius).abs() <= near
    }

    /// Returns true if the other begins where this ends, which arcs of one outline do when the outline is closed.
    fn end_is(&self, next: &Run) -> bool {
        let apart = (self.start + self.sweep - next.start) / TAU;
        (apart - apart.round()).abs() <= SAME_CIRCLE
    }

    fn round(self) -> Round {
        let Run { center, radius, start, sweep } = self;
        let is_whole = sweep.abs() >= TAU - SAME_CIRCLE;
        let start = if sweep < 0.0 { start + sweep } else { start };
        Round {
            center,
            radius,
            start: if is_whole { 0.0 } else { start },
            sweep: if is_whole { TAU } else { sweep.abs() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_of_one_circle_in_a_row_are_one() {
        let rounds = |data: &str| -> Vec<[f64; 4]> {
            let rounds = rounds_of(&Shape::path(data).unwrap()).into_iter();
            rounds
                .map(|it| [it.center.x, it.radius, it.start, it.sweep].map(|it| (it * 1e9).round() / 1e9))
                .collect()
        };
        let [turn, half] = [TAU, 0.5 * TAU].map(|it| (it * 1e9).round() / 1e9);
        // A ring of quarters, one of them clockwise, with a smaller circle of halves in it.
        let quarters = "M5 0 A5 5 0 0 1 0 5 A5 5 0 0 1 -5 0 A5 5 0 0 1 0 -5 A5 5 0 0 1 5 0 Z";
        let halves = "M2 0 A1 1 0 0 0 0 0 A1 1 0 0 0 2 0 Z";
        assert_eq!(rounds(&format!("{quarters} {halves}")), [[0.0, 5.0, 0.0, turn], [1.0, 1.0, 0.0, turn]]);
        // A slot begins in the middle of one of its ends.
        let slot = "M-6 0 A2 2 0 0 1 -4 -2 L4 -2 A2 2 0 0 1 6 0 A2 2 0 0 1 4 2 L-4 2 A2 2 0 0 1 -6 0 Z";
        assert_eq!(
            rounds(slot).iter().map(|it| [it[0], it[3]]).collect::<Vec<_>>(),
            [[-4.0, half], [4.0, half]]
        );
        // An arc that turns back on its own circle is another.
        assert_eq!(rounds("M5 0 A5 5 0 0 1 0 5 A5 5 0 0 0 5 0").len(), 2);
        assert_eq!(rounds("M5 0 A5 5 0 0 1 0 5 L0 6 M5 0 A5 5 0 0 0 0 -5").len(), 2);
    }
}
