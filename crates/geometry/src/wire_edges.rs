//! The edges of a wire as lines and arcs of circles, for those who compare drawings edge by edge.

use super::affine::Point;
use super::curve::{Curve, Form};
use super::vector::{difference, length};
use super::wire::Wire;

/// A line or an arc of a circle, which runs from one point to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// The point that it begins at.
    pub from: Point,
    /// The point that it ends at; the beginning again for a whole circle.
    pub to: Point,
    /// The circle, for an arc of one.
    pub arc: Option<CircularArc>,
    /// The number of its curve in the wire. Lines that stand for one curve share it.
    pub curve: usize,
    /// True for a line that stands for a part of a curve of another kind.
    pub is_approximate: bool,
}

/// The part of a circle that an edge is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CircularArc {
    /// The centre of the circle.
    pub center: Point,
    /// The radius of the circle.
    pub radius: f64,
    /// The angle of the beginning, in radians.
    pub start: f64,
    /// The angle that it turns through, in radians; positive counter-clockwise.
    pub sweep: f64,
}

/// The most lines that stand for one curve. The distance of chords from it falls with the square of their number, so that these
/// are 65,536 times nearer than one.
const MAX_LINES: f64 = 256.0;

impl Wire {
    /// Returns the edges from first to last. Curves that are no arcs of circles are lines within the tolerance.
    pub fn edges(&self, tolerance: f64) -> Vec<Edge> {
        let mut edges = Vec::with_capacity(self.curves.len());
        for (index, curve) in self.curves.iter().enumerate() {
            let (from, to) = (curve.from, curve.to);
            let exact = |arc| Edge { from, to, arc, curve: index, is_approximate: false };
            if curve.is_line() {
                edges.push(exact(None));
                continue;
            }
            if let Some((center, radius, sweep)) = curve.circle() {
                let start = (from.y - center.y).atan2(from.x - center.x);
                edges.push(exact(Some(CircularArc { center, radius, start, sweep })));
                continue;
            }
            let count = line_count(curve, tolerance);
            let mut last = from;
            for step in 1..=count {
                // The end itself, not what the parameter gives for it: edges must join without gaps.
                let next = if step == count { to } else { curve.at(step as f64 / count as f64) };
                edges.push(Edge { from: last, to: next, arc: None, curve: index, is_approximate: true });
                last = next;
            }
        }
        edges
    }
}

/// Returns the number of lines, equal steps of the parameter, that are no further from a curve than the tolerance.
fn line_count(curve: &Curve, tolerance: f64) -> usize {
    // A chord is off by an eighth of the second derivative times the square of the step.
    let second = match curve.form {
        Form::Line => 0.0,
        Form::Arc(span) => length(span.u).max(length(span.v)) * span.sweep * span.sweep,
        Form::Quadratic(control) => 2.0 * bend(curve.from, control, curve.to),
        Form::Cubic(one, two) => 6.0 * bend(curve.from, one, two).max(bend(one, two, curve.to)),
    };
    (second / (8.0 * tolerance)).sqrt().ceil().clamp(1.0, MAX_LINES) as usize
}

fn bend(a: Point, b: Point, c: Point) -> f64 {
    length(difference(difference(c, b), difference(b, a)))
}
