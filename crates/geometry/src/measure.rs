//! Areas and lengths, exact for arcs and curves.
//!
//! This module is our own because `kurbo` measures an elliptic arc by Bézier curves that are a tenth of a unit off at
//! most, which is much.

use std::f64::consts::PI;

use super::affine::{Affine, Point};
use super::boundary::{ring_area, rings_of};
use super::curve::Curve;
use super::curve_region::CurveRegion;
use super::extent::ArcSpan;
use super::flatten::Outline;
use super::path::Segment;
use super::region::{Region, RegionOperation};
use super::shape::Shape;
use super::shape_error::ShapeError;
use super::vector::difference;

/// The share of the tolerance to which curves are straightened where they are too similar to be distinguished. An area is wrong
/// by the deviation times the length of the outline, so that a hundredth keeps it well within what the tolerance allows.
const FINE: f64 = 0.01;

/// Returns the area inside of any of the shapes' images, exact for every kind of curve.
pub fn covered_area(shapes: &[(&Shape, Affine)], tolerance: f64) -> Result<f64, ShapeError> {
    if let [(shape, transform)] = shapes {
        let factor = transform.determinant().abs();
        match shape {
            Shape::Circle { radius, .. } => return Ok(PI * radius * radius * factor),
            Shape::Ellipse { radii: [rx, ry], .. } => return Ok(PI * rx * ry * factor),
            _ => {}
        }
    }
    if let [(shape, transform)] = shapes
        && let Some([ring]) = rings_of(shape, transform).as_deref()
        && is_segment(ring)
    {
        return Ok(ring_area(ring).abs());
    }
    let all_straight = shapes.iter().all(|(shape, _)| shape.is_straight());
    if !all_straight && let Some(region) = CurveRegion::combined(RegionOperation::Union, shapes, &[])? {
        return Ok(region.area());
    }
    // Curves that are too similar to be distinguished have no exact union: their chords do.
    let tolerance = if all_straight { tolerance } else { tolerance * FINE };
    let outlines = shapes.iter().map(|(shape, transform)| {
        let outline = shape.area_outline(transform, tolerance)?;
        outline.ok_or_else(|| ShapeError::new("the shape is not closed and has no area"))
    });
    Ok(Region::of(&outlines.collect::<Result<Vec<Outline>, ShapeError>>()?)?.area())
}

/// Returns true for a ring of two lines or arcs of circles, which meet at both ends and nowhere else: what is between an
/// arc and its chord may be thinner than rounding, and has an area nevertheless.
fn is_segment(ring: &[Curve]) -> bool {
    let is_round = |curve: &Curve| curve.is_line() || curve.circle_turning(0.0).is_some();
    ring.len() == 2 && ring.iter().all(is_round)
}

impl Shape {
    /// Returns the length of the image's outline, holes and closing edges included.
    pub fn length(&self, transform: &Affine) -> f64 {
        let mut total = 0.0;
        let (mut current, mut start) = (Point::ORIGIN, Point::ORIGIN);
        for segment in self.to_path().segments() {
            let line = |to: Point| {
                let way = transform.displace(Point::new(to.x - current.x, to.y - current.y));
                way.x.hypot(way.y)
            };
            match segment {
                Segment::Move(to) => start = to,
                Segment::Close => total += line(start),
                Segment::Line(to) => total += line(to),
                Segment::Quadratic(control, to) => {
                    let (first, second) = (difference(control, current), difference(to, control));
                    total += curve_length(&|t| {
                        let s = 1.0 - t;
                        let tangent = Point::new(
                            2.0 * (s * first.x + t * second.x),
                            2.0 * (s * first.y + t * second.y),
                        );
                        speed(transform, tangent)
                    });
                }
                Segment::Cubic(one, two, to) => {
                    let (first, second, third) =
                        (difference(one, current), difference(two, one), difference(to, two));
                    total += curve_length(&|t| {
                        let s = 1.0 - t;
                        let mix = |a: f64, b: f64, c: f64| 3.0 * (s * s * a + 2.0 * s * t * b + t * t * c);
                        let tangent =
                            Point::new(mix(first.x, second.x, third.x), mix(first.y, second.y, third.y));
                        speed(transform, tangent)
                    });
                }
                Segment::Arc(arc) => total += arc_length(&arc.span(current).transformed(transform)),
            }
            current = if segment == Segment::Close { start } else { segment.end().unwrap_or(current) };
        }
        total
    }
}

fn arc_length(span: &ArcSpan) -> f64 {
    let (u, v) = (span.u.x.hypot(span.u.y), span.v.x.hypot(span.v.y));
    let skew = span.u.x * span.v.x + span.u.y * span.v.y;
    // A circle has an exact length; only an ellipse needs an integral.
    if (u - v).abs() <= 1e-12 * u && skew.abs() <= 1e-12 * u * v {
        return u * span.sweep.abs();
    }
    curve_length(&|t| {
        let (sin, cos) = (span.start + span.sweep * t).sin_cos();
        let tangent = Point::new(span.v.x * cos - span.u.x * sin, span.v.y * cos - span.u.y * sin);
        tangent.x.hypot(tangent.y) * span.sweep.abs()
    })
}

/// Integrates a speed from 0 to 1, by halves until they agree with the whole.
pub(super) fn curve_length(speed: &dyn Fn(f64) -> f64) -> f64 {
    let whole = gauss(speed, 0.0, 1.0);
    // The rounding of a sum of a few hundred speeds is near this; a finer bound would halve to the limit.
    let accuracy = 1e-12 * whole;
    let mut total = 0.0;
    let mut pending = vec![(0.0, 1.0, whole, 0)];
    while let Some((from, to, whole, depth)) = pending.pop() {
        let middle = (from + to) * 0.5;
        let (left, right) = (gauss(speed, from, middle), gauss(speed, middle, to));
        let off = (left + right - whole).abs();
        // Values outside of the range of numbers come no nearer by halving.
        if off <= accuracy || !off.is_finite() || depth == MAX_HALVINGS {
            total += left + right;
        } else {
            pending.push((middle, to, right, depth + 1));
            pending.push((from, middle, left, depth + 1));
        }
    }
    total
}

/// The most halvings: a curve whose speed has a corner is halved about that often where the corner is.
const MAX_HALVINGS: u32 = 30;

/// Integrates by Gauss's quadrature with eight points.
fn gauss(speed: &dyn Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    const NODES: [(f64, f64); 4] = [
        (0.183_434_642_495_649_8, 0.362_683_783_378_362),
        (0.525_532_409_916_329, 0.313_706_645_877_887_3),
        (0.796_666_477_413_626_7, 0.222_381_034_453_374_48),
        (0.960_289_856_497_536_3, 0.101_228_536_290_376_26),
    ];
    let (middle, half) = ((from + to) * 0.5, (to - from) * 0.5);
    NODES
        .iter()
        .map(|(node, weight)| weight * (speed(middle - half * node) + speed(middle + half * node)))
        .sum::<f64>()
        * half
}

fn speed(transform: &Affine, tangent: Point) -> f64 {
    let tangent = transform.displace(tangent);
    tangent.x.hypot(tangent.y)
}
