//! Areas and lengths, exact for arcs and curves.
//!
//! Ours because `kurbo` measures an elliptic arc by Bézier curves that are a tenth of a unit off at most, which is much.

use super::affine::{Affine, Point};
use super::extent::ArcSpan;
use super::flatten::Outline;
use super::path::{Path, Segment};
use super::region::Region;
use super::ring::signed_area;
use super::shape::Shape;
use super::shape_error::ShapeError;
use super::vector::{cross, difference};

/// The relative difference up to which two areas count as the same, to allow for rounding.
const SAME: f64 = 1e-9;

/// The share of the tolerance that is used where outlines cross and their curves must be straightened.
pub(super) const FINE: f64 = 0.01;

/// Returns the area inside of any of the shapes' images; an open shape is refused by its place in the list.
///
/// Curves count as they are as long as no outline crosses itself or another one. Where one does, they are straightened
/// to a hundredth of the tolerance.
pub fn covered_area(shapes: &[(&Shape, Affine)], tolerance: f64) -> Result<f64, ShapeError> {
    let mut outlines = Vec::with_capacity(shapes.len());
    let (mut straight, mut exact) = (0.0, Some(0.0));
    for (shape, transform) in shapes {
        let Some(outline) = shape.area_outline(transform, tolerance)? else {
            return Err(ShapeError::new("the shape is not closed and has no area"));
        };
        let area = Region::of(std::slice::from_ref(&outline))?.area();
        exact = exact.zip(exact_area(shape, transform, &outline, area)).map(|(sum, area)| sum + area);
        straight += area;
        outlines.push(outline);
    }
    let is_disjoint = || Ok::<_, ShapeError>(is_same(Region::of(&outlines)?.area(), straight));
    match exact {
        Some(exact) if outlines.len() == 1 || is_disjoint()? => Ok(exact),
        _ => {
            let fine: Result<Vec<Outline>, ShapeError> = shapes
                .iter()
                .filter_map(|(shape, transform)| shape.area_outline(transform, tolerance * FINE).transpose())
                .collect();
            Ok(Region::of(&fine?)?.area())
        }
    }
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

/// Returns the exact area of one shape's image, when its outline in straight edges does not cross itself.
fn exact_area(shape: &Shape, transform: &Affine, outline: &Outline, straight: f64) -> Option<f64> {
    let factor = transform.determinant().abs();
    if let Shape::Circle { radius, .. } = shape {
        return Some(std::f64::consts::PI * radius * radius * factor);
    }
    if let Shape::Ellipse { radii: [rx, ry], .. } = shape {
        return Some(std::f64::consts::PI * rx * ry * factor);
    }
    let path = shape.area_path()?;
    let exact: Vec<f64> = sub_path_areas(&path).into_iter().map(|area| area * factor).collect();
    let flat: Vec<f64> = outline.rings.iter().map(|ring| signed_area(ring)).collect();
    if exact.len() != flat.len() {
        return None;
    }
    // Holes that run the other way take away; rings beside each other add up, whichever way they run.
    if is_same(flat.iter().sum::<f64>().abs(), straight) {
        return Some(exact.iter().sum::<f64>().abs());
    }
    if is_same(flat.iter().map(|area| area.abs()).sum(), straight) {
        return Some(exact.iter().map(|area| area.abs()).sum());
    }
    let is_straight = path
        .segments()
        .all(|segment| matches!(segment, Segment::Move(_) | Segment::Line(_) | Segment::Close));
    is_straight.then_some(straight)
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() <= SAME * one.abs().max(other.abs())
}

/// Returns the signed area of every sub-path that draws something, by Green's theorem.
fn sub_path_areas(path: &Path) -> Vec<f64> {
    let mut areas: Vec<f64> = Vec::new();
    let (mut current, mut start) = (Point::ORIGIN, Point::ORIGIN);
    let mut is_new = true;
    for segment in path.segments() {
        // All is relative to the start, so that what is far from the origin loses no digits.
        let at = |point: Point| difference(point, start);
        let from = at(current);
        let twice = match segment {
            Segment::Move(to) => {
                (start, is_new) = (to, true);
                current = to;
                continue;
            }
            Segment::Close => 0.0,
            Segment::Line(to) => cross(from, at(to)),
            Segment::Quadratic(control, to) => {
                let (control, to) = (at(control), at(to));
                (2.0 * cross(from, control) + 2.0 * cross(control, to) + cross(from, to)) / 3.0
            }
            Segment::Cubic(one, two, to) => {
                let (one, two, to) = (at(one), at(two), at(to));
                (6.0 * (cross(from, one) + cross(two, to))
                    + 3.0 * (cross(from, two) + cross(one, two) + cross(one, to))
                    + cross(from, to))
                    / 10.0
            }
            Segment::Arc(arc) => {
                let span = arc.span(current);
                let chord = difference(arc.to, current);
                cross(at(span.center), chord) + cross(span.u, span.v) * span.sweep
            }
        };
        if segment == Segment::Close {
            current = start;
            continue;
        }
        if is_new {
            areas.push(0.0);
            is_new = false;
        }
        if let Some(area) = areas.last_mut() {
            *area += twice * 0.5;
        }
        current = segment.end().unwrap_or(current);
    }
    areas
}

fn arc_length(span: &ArcSpan) -> f64 {
    let (u, v) = (span.u.x.hypot(span.u.y), span.v.x.hypot(span.v.y));
    let skew = span.u.x * span.v.x + span.u.y * span.v.y;
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
fn curve_length(speed: &dyn Fn(f64) -> f64) -> f64 {
    let whole = gauss(speed, 0.0, 1.0);
    let accuracy = 1e-12 * whole;
    let mut total = 0.0;
    let mut pending = vec![(0.0, 1.0, whole, 0)];
    while let Some((from, to, whole, depth)) = pending.pop() {
        let middle = (from + to) * 0.5;
        let (left, right) = (gauss(speed, from, middle), gauss(speed, middle, to));
        let off = (left + right - whole).abs();
        // What has left the range of numbers comes no nearer by halving.
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
