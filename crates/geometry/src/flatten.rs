//! Shapes as chains of straight edges that deviate by no more than a tolerance.

use std::f64::consts::FRAC_PI_2;

use super::affine::{Affine, Point};
use super::extent::{ArcSpan, cubic_at, quadratic_at};
use super::path::{FillRule, Path, Segment};
use super::shape::Shape;
use super::shape_error::ShapeError;

/// A chain of points; a closed one has an edge from the last to the first, which is not repeated.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The corners, from the first to the last.
    pub points: Vec<Point>,
    /// True where an edge leads from the last point to the first.
    pub closed: bool,
}

/// Rings that together bound an area, by a rule that says which points are inside.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The rings, which may cross themselves and each other, without their first point again at the end.
    pub rings: Vec<Vec<Point>>,
    /// The rule for points inside of several rings.
    pub rule: FillRule,
}

/// The least number of edges of an arc in a quarter turn, so that a small circle does not become a square.
const MIN_STEPS_PER_QUARTER: f64 = 8.0;

/// The most points: more than any drawing needs, and few enough to be held in memory, as 32 MB of coordinates.
const MAX_POINTS: f64 = 2_000_000.0;

impl Shape {
    /// Returns the image of the shape in straight edges. Every vertex is on the curve, and no edge is further from
    /// it than the tolerance, which is a length in the coordinates of the image.
    pub fn flattened(&self, transform: &Affine, tolerance: f64) -> Result<Vec<Chain>, ShapeError> {
        flattened(&self.to_path(), transform, tolerance)
    }

    /// Returns the area of the image, or `None` for a shape that is open. An arc stands for its slice of the pie.
    pub fn area_outline(&self, transform: &Affine, tolerance: f64) -> Result<Option<Outline>, ShapeError> {
        let Some(path) = self.area_path() else { return Ok(None) };
        let chains = flattened(&path, transform, tolerance)?;
        let rings = chains.into_iter().map(|chain| chain.points).collect();
        Ok(Some(Outline { rings, rule: self.fill_rule() }))
    }

    /// Returns the closed path around the shape's area, or `None` for a shape that is open.
    pub(crate) fn area_path(&self) -> Option<Path> {
        let mut path = self.to_path();
        if let Shape::Arc { center, .. } = self {
            path.push(Segment::Line(*center));
            path.push(Segment::Close);
            return Some(path);
        }
        self.is_closed().then_some(path)
    }
}

impl Outline {
    /// Returns true if a point is inside; for one on the border, the answer may be either.
    pub fn holds(&self, point: Point) -> bool {
        let winding: i64 = self.rings.iter().map(|ring| winding_around(point, ring)).sum();
        match self.rule {
            FillRule::NonZero => winding != 0,
            FillRule::EvenOdd => winding % 2 != 0,
        }
    }
}

/// Counts how often a ring runs counter-clockwise around a point.
pub(super) fn winding_around(point: Point, ring: &[Point]) -> i64 {
    let mut winding = 0;
    let mut from = ring.last().copied().unwrap_or(point);
    for to in ring {
        let side = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x);
        // Half open in y: an edge that ends at the height of the point counts with one of its neighbours, not
        // with both.
        if from.y <= point.y && to.y > point.y && side > 0.0 {
            winding += 1;
        } else if from.y > point.y && to.y <= point.y && side < 0.0 {
            winding -= 1;
        }
        from = *to;
    }
    winding
}

impl Chain {
    /// Returns the edges, the closing one included.
    pub fn edges(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let count = self.points.len();
        let edges = if self.closed { count } else { count.saturating_sub(1) };
        (0..edges).map(move |index| [self.points[index], self.points[(index + 1) % count]])
    }
}

fn flattened(path: &Path, transform: &Affine, tolerance: f64) -> Result<Vec<Chain>, ShapeError> {
    let mut chains: Vec<Chain> = Vec::new();
    let (mut current, mut start) = (Point::ORIGIN, Point::ORIGIN);
    let mut total = 0.0;
    for segment in path.segments() {
        let from = *transform * current;
        let steps = segment_steps(&segment, current, transform, tolerance);
        total += steps;
        // Before any point is made: a tiny tolerance must give an error, not exhaust the memory.
        check_count(total)?;
        let fraction = |index: usize| index as f64 / steps;
        match segment {
            Segment::Move(to) => {
                start = to;
                chains.push(Chain { points: vec![*transform * to], closed: false });
            }
            Segment::Close => {
                if let Some(chain) = chains.last_mut() {
                    chain.closed = true;
                }
            }
            _ => {
                let Some(chain) = chains.last_mut() else { continue };
                let to = segment.end().unwrap_or(current);
                let between = 1..steps as usize;
                match segment {
                    Segment::Quadratic(control, to) => {
                        let (control, to) = (*transform * control, *transform * to);
                        chain.points.extend(between.map(|at| quadratic_at(from, control, to, fraction(at))));
                    }
                    Segment::Cubic(first, second, to) => {
                        let (first, second, to) = (*transform * first, *transform * second, *transform * to);
                        chain
                            .points
                            .extend(between.map(|at| cubic_at(from, first, second, to, fraction(at))));
                    }
                    Segment::Arc(arc) => {
                        let (span, to) = (arc.span(current).transformed(transform), *transform * arc.to);
                        chain.points.extend(between.map(|at| span.point_between(from, to, fraction(at))));
                    }
                    _ => {}
                }
                chain.points.push(*transform * to);
            }
        }
        current = if segment == Segment::Close { start } else { segment.end().unwrap_or(current) };
    }
    for chain in &mut chains {
        if chain.points.iter().any(|point| !point.is_finite()) {
            return Err(ShapeError::new("the shape leaves the range of numbers"));
        }
        // A path may draw back to its beginning and then close.
        if chain.closed && chain.points.len() > 1 && chain.points.first() == chain.points.last() {
            chain.points.pop();
        }
    }
    chains.retain(|chain| chain.points.len() > 1);
    Ok(chains)
}

/// Returns the number of edges that keep within the tolerance.
fn segment_steps(segment: &Segment, from: Point, transform: &Affine, tolerance: f64) -> f64 {
    // Wang's bound on how far a Bézier curve is from its chords, by its second differences.
    let bend = |a: Point, b: Point, c: Point| {
        let second = transform.displace(Point::new(a.x - 2.0 * b.x + c.x, a.y - 2.0 * b.y + c.y));
        second.x.hypot(second.y)
    };
    let steps = match *segment {
        Segment::Quadratic(control, to) => (0.25 * bend(from, control, to) / tolerance).sqrt(),
        Segment::Cubic(first, second, to) => {
            let most = bend(from, first, second).max(bend(first, second, to));
            (0.75 * most / tolerance).sqrt()
        }
        Segment::Arc(arc) => span_steps(&arc.span(from).transformed(transform), tolerance),
        Segment::Move(_) | Segment::Line(_) | Segment::Close => 1.0,
    };
    steps.ceil().max(1.0)
}

/// Returns the number of edges that an arc of an ellipse takes.
fn span_steps(span: &ArcSpan, tolerance: f64) -> f64 {
    // An edge of the unit circle is off by 1 − cos(step / 2), and the half axes stretch that.
    let axes = Affine { a: span.u.x, b: span.u.y, c: span.v.x, d: span.v.y, e: 0.0, f: 0.0 };
    arc_steps(axes.stretch(), span.sweep, tolerance)
}

/// Returns the number of edges that an arc of a circle takes, which may be a fraction.
pub(super) fn arc_steps(radius: f64, sweep: f64, tolerance: f64) -> f64 {
    let steps = sweep.abs() / arc_step(radius, tolerance);
    // A quarter turn that is one bit too long is a quarter turn.
    (steps - 1e-9).max(MIN_STEPS_PER_QUARTER * sweep.abs() / FRAC_PI_2 - 1e-9)
}

/// Refuses more points than can be held in memory.
pub(super) fn check_count(points: f64) -> Result<(), ShapeError> {
    // Values that are not a number are too large too.
    if points <= MAX_POINTS {
        Ok(())
    } else {
        Err(ShapeError::new("the tolerance is too fine for a curve of this size"))
    }
}

/// Returns the greatest angle whose chord is no further from the circle than the tolerance.
fn arc_step(radius: f64, tolerance: f64) -> f64 {
    4.0 * (tolerance / radius * 0.5).min(0.5).sqrt().asin()
}
