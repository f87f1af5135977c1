//! The vertices of paths, with the directions in which they are passed.

use scenewright_geometry::{Path, Point, Segment};

/// A vertex with the angles of the ways to it and on from it; `None` where there is no such way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub at: Point,
    pub before: Option<f64>,
    pub after: Option<f64>,
}

impl Vertex {
    /// Returns the angle at which the vertex is passed: half way between both.
    pub(super) fn angle(&self) -> f64 {
        match (self.before, self.after) {
            (Some(before), Some(after)) => (before.sin() + after.sin()).atan2(before.cos() + after.cos()),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => 0.0,
        }
    }
}

/// Returns the vertices of a path, in their order.
pub(super) fn vertices(path: &Path) -> Vec<Vertex> {
    let mut found: Vec<Vertex> = Vec::new();
    let (mut at, mut start, mut first) = (Point::ORIGIN, Point::ORIGIN, 0);
    for segment in path.segments() {
        if let Segment::Move(to) = segment {
            (at, start, first) = (to, to, found.len());
            found.push(Vertex { at: to, before: None, after: None });
            continue;
        }
        let to = segment.end().unwrap_or(start);
        let (leaving, arriving) = directions(&segment, at, to);
        if let Some(last) = found.last_mut() {
            last.after = last.after.or(leaving);
        }
        found.push(Vertex { at: to, before: arriving.or(leaving), after: None });
        if segment == Segment::Close {
            let way = found.get(first).and_then(|it| it.after);
            if let Some(last) = found.last_mut() {
                last.after = way;
            }
            let before = found.last().and_then(|it| it.before);
            if let Some(begin) = found.get_mut(first) {
                begin.before = before;
            }
        }
        at = to;
    }
    found
}

fn directions(segment: &Segment, from: Point, to: Point) -> (Option<f64>, Option<f64>) {
    let angle = |from: Point, to: Point| (from != to).then(|| (to.y - from.y).atan2(to.x - from.x));
    match segment {
        Segment::Quadratic(control, _) => {
            (angle(from, *control).or(angle(from, to)), angle(*control, to).or(angle(from, to)))
        }
        Segment::Cubic(one, two, _) => (
            angle(from, *one).or(angle(from, *two)).or(angle(from, to)),
            angle(*two, to).or(angle(*one, to)).or(angle(from, to)),
        ),
        Segment::Arc(arc) => {
            let span = arc.span(from);
            let direction = |angle: f64| {
                let (sin, cos) = (angle.sin() * span.sweep.signum(), angle.cos() * span.sweep.signum());
                let way = Point::new(span.v.x * cos - span.u.x * sin, span.v.y * cos - span.u.y * sin);
                (way.x != 0.0 || way.y != 0.0).then(|| way.y.atan2(way.x))
            };
            (direction(span.start), direction(span.start + span.sweep))
        }
        _ => (angle(from, to), angle(from, to)),
    }
}
