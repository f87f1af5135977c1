//! The boundaries of shapes as rings of curves, and shapes made of such rings.

use std::f64::consts::FRAC_PI_2;

use super::affine::{Affine, Point};
use super::curve::{Curve, Form};
use super::elliptic_arc::EllipticArc;
use super::extent::ArcSpan;
use super::path::{Path, Segment};
use super::shape::Shape;
use super::vector::cross;

/// Returns the rings around the area of a shape's image; `None` for a shape that is open.
pub(super) fn rings_of(shape: &Shape, transform: &Affine) -> Option<Vec<Vec<Curve>>> {
    if let (Shape::Circle { .. } | Shape::Ellipse { .. }, Some(span)) = (shape, shape.span()) {
        return Some(vec![vec![Curve::turn(span.transformed(transform))]]);
    }
    if let (Shape::Arc { center, .. }, Some(span)) = (shape, shape.span()) {
        let (span, center) = (span.transformed(transform), *transform * *center);
        // The area of an arc is its slice of the pie, with the centre as a corner.
        let [from, to] = [span.start, span.start + span.sweep].map(|angle| span.point_at(angle));
        return Some(vec![vec![
            Curve::arc(from, to, span),
            Curve::line(to, center),
            Curve::line(center, from),
        ]]);
    }
    let path = shape.area_path()?;
    let mut rings: Vec<Vec<Curve>> = Vec::new();
    let (mut current, mut start) = (Point::ORIGIN, Point::ORIGIN);
    for segment in path.segments() {
        let end = segment.end().unwrap_or(start);
        if let Segment::Move(_) = segment {
            rings.push(Vec::new());
            start = end;
        } else if let Some(curve) = curve_of(&segment, current, end, transform) {
            rings.last_mut()?.push(curve);
        }
        current = end;
    }
    rings.retain(|ring| !ring.is_empty());
    // Vertices of lines and Bézier curves stay where they are.
    rings.iter_mut().for_each(|ring| join(ring, f64::NEG_INFINITY));
    Some(rings)
}

/// Returns the image of a segment between its ends; `None` for a move, and for a line or an arc between equal points.
pub(super) fn curve_of(segment: &Segment, start: Point, end: Point, transform: &Affine) -> Option<Curve> {
    let (from, to) = (*transform * start, *transform * end);
    let curve = match segment {
        Segment::Move(_) => return None,
        Segment::Line(_) | Segment::Close => Curve::line(from, to),
        Segment::Quadratic(control, _) => Curve::quadratic(from, *transform * *control, to),
        Segment::Cubic(first, second, _) => Curve::cubic(from, *transform * *first, *transform * *second, to),
        Segment::Arc(arc) => Curve::arc(from, to, arc.span(start).transformed(transform)),
    };
    // A Bézier curve may come back to where it began and enclose something.
    let is_nothing = from == to && !matches!(curve.form, Form::Quadratic(_) | Form::Cubic(..));
    (!is_nothing).then_some(curve)
}

/// Joins curves of a ring that are one, where they are no further than `near` from being it.
pub(super) fn join(ring: &mut Vec<Curve>, near: f64) {
    let mut joined: Vec<Curve> = Vec::with_capacity(ring.len());
    for curve in ring.drain(..) {
        match joined.last().and_then(|last| last.joined(&curve, near)) {
            Some(both) => {
                joined.pop();
                joined.push(both);
            }
            None => joined.push(curve),
        }
    }
    // The ring may begin in the middle of a curve.
    while let [first, .., last] = joined.as_slice()
        && let Some(both) = last.joined(first, near)
    {
        joined[0] = both;
        joined.pop();
    }
    *ring = joined;
}

/// Returns the signed area inside of a ring, positive where it runs counter-clockwise.
pub(super) fn ring_area(ring: &[Curve]) -> f64 {
    // Relative to a point of the ring, what is far from the origin of the scene loses no digits.
    let Some(origin) = ring.first().map(|curve| curve.from) else { return 0.0 };
    0.5 * ring.iter().map(|curve| curve.doubled_area(origin)).sum::<f64>()
}

/// Returns the shape with these rings as outline and holes: a circle, an ellipse or a polygon where that is all it
/// takes.
pub(super) fn shape_of(rings: &[Vec<Curve>]) -> Shape {
    if let [ring] = rings
        && let [Curve { form: Form::Arc(span), .. }] = ring.as_slice()
    {
        let (radii, rotation) = span.axes();
        return match span.circle_radius() {
            Some(radius) => Shape::Circle { center: span.center, radius },
            None => Shape::Ellipse { center: span.center, radii, rotation: rotation.to_radians() },
        };
    }
    if rings.iter().flatten().all(Curve::is_line) {
        let mut rings = rings.iter().map(|ring| ring.iter().map(|curve| curve.from).collect());
        return Shape::Polygon { points: rings.next().unwrap_or_default(), holes: rings.collect() };
    }
    let mut path = Path::new();
    for ring in rings {
        let Some(first) = ring.first() else { continue };
        path.push(Segment::Move(first.from));
        for (index, curve) in ring.iter().enumerate() {
            // The closing is a line by itself.
            if !(curve.is_line() && index + 1 == ring.len()) {
                push_curve(&mut path, curve);
            }
        }
        path.push(Segment::Close);
    }
    Shape::Path(path)
}

/// Appends a curve to a path that ends where it begins.
pub(super) fn push_curve(path: &mut Path, curve: &Curve) {
    match curve.form {
        Form::Line => path.push(Segment::Line(curve.to)),
        Form::Arc(span) => push_arc(path, curve.to, &span),
        Form::Quadratic(control) => path.push(Segment::Quadratic(control, curve.to)),
        Form::Cubic(first, second) => path.push(Segment::Cubic(first, second, curve.to)),
    }
}

/// Appends an arc in quarters at most, from whose ends its centre is found again without loss.
fn push_arc(path: &mut Path, to: Point, span: &ArcSpan) {
    let (radii, rotation) = match span.circle_radius() {
        Some(radius) => ([radius; 2], 0.0),
        None => span.axes(),
    };
    // A quarter that is a few bits too long is one quarter, not two eighths.
    let count = (span.sweep.abs() / FRAC_PI_2 - 1e-9).ceil().max(1.0);
    for index in 1..=count as usize {
        let share = index as f64 / count;
        let to = if share < 1.0 { span.point_at(span.start + span.sweep * share) } else { to };
        let positive = span.sweep * cross(span.u, span.v) > 0.0;
        path.push(Segment::Arc(EllipticArc { radii, rotation, large: false, positive, to }));
    }
}
