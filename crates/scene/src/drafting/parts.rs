//! The shapes that show an annotation, in millimetres on paper, y upwards.

use crate::drafting::Stroke;
use crate::drafting::text_source::Align;
use scenewright_geometry::{EllipticArc, Path, Point, Segment};

/// A shape of an annotation.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// Lines, drawn with the pen of the group.
    Lines(Path),
    /// Lines drawn with a pen of this width, in millimetres on paper.
    Thick(Path, f64),
    /// Lines of the drawing, with their own pen.
    Drawn(Path, Stroke),
    /// An area in the fill of the group.
    Fill(Path),
    /// A line of text, filled with the group's colour.
    Text(Lettering),
}

/// One line of text.
#[derive(Clone, Debug)]
pub(crate) struct Lettering {
    /// The text, without line feeds.
    pub text: String,
    /// The beginning, middle or end of the baseline, by `align`.
    pub at: Point,
    /// The direction of the baseline, in radians.
    pub angle: f64,
    /// The height of a capital letter.
    pub height: f64,
    /// The point of the baseline that is `at`.
    pub align: Align,
}

/// Appends a line.
pub(crate) fn push_line(path: &mut Path, from: Point, to: Point) {
    path.push(Segment::Move(from));
    path.push(Segment::Line(to));
}

/// Appends a circle.
pub(crate) fn push_circle(path: &mut Path, center: Point, radius: f64) {
    let (right, left) = (Point::new(center.x + radius, center.y), Point::new(center.x - radius, center.y));
    path.push(Segment::Move(right));
    for to in [left, right] {
        path.push(Segment::Arc(EllipticArc {
            radii: [radius, radius],
            rotation: 0.0,
            large: false,
            positive: true,
            to,
        }));
    }
    path.push(Segment::Close);
}

/// Appends an arc about a centre, from an angle over a sweep of less than a full turn.
pub(crate) fn push_arc(path: &mut Path, center: Point, radius: f64, start: f64, sweep: f64) {
    let at = |angle: f64| Point::new(center.x + radius * angle.cos(), center.y + radius * angle.sin());
    path.push(Segment::Move(at(start)));
    path.push(Segment::Arc(EllipticArc {
        radii: [radius, radius],
        rotation: 0.0,
        large: sweep.abs() > std::f64::consts::PI,
        positive: sweep > 0.0,
        to: at(start + sweep),
    }));
}
