//! Areas bounded by lines, parts of ellipses and Bézier curves, which operations keep as they are.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::affine::{Affine, Point};
use super::arrangement::{Arrangement, Source, nearness};
use super::boundary::{ring_area, rings_of, shape_of};
use super::curve::Curve;
use super::flatten::Outline;
use super::linking::{Ring, rings};
use super::path::{FillRule, Path};
use super::region::{Region, RegionOperation, winding_of};
use super::shape::Shape;
use super::shape_error::ShapeError;

/// An area bounded by curves.
///
/// Invariant: of each part the first ring, the outline, runs counter-clockwise and the others, its holes,
/// clockwise. No ring crosses itself or another.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveRegion {
    parts: Vec<Vec<Vec<Curve>>>,
}

/// Combines the area inside of any of the first shapes' images with the area inside of any of the second, and returns
/// the parts from left to right.
///
/// Curves stay what they are. Only where some are too similar to be distinguished, all are straightened to the
/// tolerance.
pub fn combined_shapes(
    operation: RegionOperation,
    first: &[(&Shape, Affine)],
    second: &[(&Shape, Affine)],
    tolerance: f64,
) -> Result<Vec<Shape>, ShapeError> {
    if !first.iter().chain(second).all(|(shape, _)| shape.is_straight())
        && let Some(region) = CurveRegion::combined(operation, first, second)?
    {
        return Ok(region.into_shapes());
    }
    let outlines = |shapes: &[(&Shape, Affine)]| {
        let outline = |(shape, transform): &(&Shape, Affine)| {
            shape.area_outline(transform, tolerance)?.ok_or_else(not_closed)
        };
        shapes.iter().map(outline).collect::<Result<Vec<Outline>, ShapeError>>()
    };
    Ok(Region::combined(operation, &outlines(first)?, &outlines(second)?)?.into_shapes())
}

/// Returns the parts, from left to right, of the area inside of an odd number of closed outlines, which may cross each other
/// and themselves, and run either way.
///
/// Curves stay what they are, as in [`combined_shapes`].
pub fn even_odd_shapes(outlines: &[Path], tolerance: f64) -> Result<Vec<Shape>, ShapeError> {
    let shapes: Vec<Shape> = outlines.iter().cloned().map(Shape::Path).collect();
    let is_odd = |[winding, _]: [i32; 2]| winding % 2 != 0;
    if !shapes.iter().all(Shape::is_straight) {
        let mut sources = Vec::new();
        for shape in &shapes {
            let rings = rings_of(shape, &Affine::IDENTITY).ok_or_else(not_closed)?;
            sources.extend(rings.into_iter().flatten().map(|curve| Source { curve, weights: [1, 0] }));
        }
        if let Some(region) = CurveRegion::within(sources, is_odd)? {
            return Ok(region.into_shapes());
        }
    }
    let mut rings = Vec::new();
    for shape in &shapes {
        let chains = shape.flattened(&Affine::IDENTITY, tolerance)?;
        rings.extend(chains.into_iter().map(|chain| chain.points));
    }
    Ok(Region::wound(&rings, winding_of(FillRule::EvenOdd))?.into_shapes())
}

pub(super) fn not_closed() -> ShapeError {
    ShapeError::new("the shape is not closed and has no area")
}

/// The factor by which more counts as near in a second attempt.
const COARSER: f64 = 50.0;

/// The sizes between which numbers can be multiplied with each other.
const SIZES: std::ops::RangeInclusive<f64> = 1e-100..=1e100;

impl CurveRegion {
    /// Combines the area inside of any of the first shapes' images with the area inside of any of the second.
    ///
    /// However many shapes there are, they are one computation. `None` where curves are too much alike to be kept
    /// apart.
    pub fn combined(
        operation: RegionOperation,
        first: &[(&Shape, Affine)],
        second: &[(&Shape, Affine)],
    ) -> Result<Option<CurveRegion>, ShapeError> {
        let mut sources = Vec::new();
        for (shapes, weights) in [(first, [1, 0]), (second, [0, 1])] {
            for (shape, transform) in shapes {
                let Some(rings) = counter_clockwise(shape, transform)? else { return Ok(None) };
                sources.extend(rings.into_iter().flatten().map(|curve| Source { curve, weights }));
            }
        }
        let is_inside = |[one, other]: [i32; 2]| match operation {
            // Greater than 0, not different from 0: sources run counter-clockwise around their areas, so a
            // negative winding is what rounding left.
            RegionOperation::Union => one > 0 || other > 0,
            RegionOperation::Difference => one > 0 && other <= 0,
            RegionOperation::Intersection => one > 0 && other > 0,
            RegionOperation::ExclusiveOr => (one > 0) != (other > 0),
        };
        CurveRegion::within(sources, is_inside)
    }

    /// Returns the area around which curves wind counter-clockwise in sum; `None` where two of them differ too little to be ordered.
    pub(super) fn wound(curves: impl Iterator<Item = Curve>) -> Result<Option<CurveRegion>, ShapeError> {
        let sources = curves.map(|curve| Source { curve, weights: [1, 0] }).collect();
        CurveRegion::within(sources, |[winding, _]| winding > 0)
    }

    /// Unites shapes with edges as one that are no further apart than a distance; `None` where they are too much alike for that.
    pub(super) fn united_within(
        shapes: &[(&Shape, Affine)],
        distance: f64,
    ) -> Result<Option<CurveRegion>, ShapeError> {
        let mut sources = Vec::new();
        for (shape, transform) in shapes {
            let Some(rings) = counter_clockwise(shape, transform)? else { return Ok(None) };
            sources.extend(rings.into_iter().flatten().map(|curve| Source { curve, weights: [1, 0] }));
        }
        let Some(near) = nearness(sources.iter().map(|source| &source.curve)) else { return Ok(None) };
        // Points no further apart than the distance fall on one vertex, and the slit between them is gone.
        let near = near.max(distance);
        let region = Arrangement::new(sources, near).and_then(|arrangement| {
            let rings = rings(&arrangement, near, |[winding, _]: [i32; 2]| winding > 0)?;
            Some(CurveRegion { parts: parts_of(rings, &arrangement) })
        });
        Ok(region)
    }

    /// Yields the parts, each as its outline and holes.
    pub(super) fn parts(&self) -> impl Iterator<Item = &[Vec<Curve>]> {
        self.parts.iter().map(Vec::as_slice)
    }

    /// Returns true if the area has no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the area of all parts without their holes.
    pub fn area(&self) -> f64 {
        self.parts.iter().flatten().map(|ring| ring_area(ring)).sum()
    }

    /// Returns the parts from left to right: circles, ellipses, polygons, and paths where those do not suffice.
    pub fn into_shapes(self) -> Vec<Shape> {
        Shape::from_left_to_right(self.parts.iter().map(|rings| shape_of(rings)))
    }

    fn within(
        sources: Vec<Source>,
        is_inside: impl Fn([i32; 2]) -> bool,
    ) -> Result<Option<CurveRegion>, ShapeError> {
        let sources = without_repetitions(sources);
        let Some(near) = nearness(sources.iter().map(|source| &source.curve)) else {
            return Ok(Some(CurveRegion { parts: Vec::new() }));
        };
        if !near.is_finite() {
            return Err(ShapeError::new("the coordinates must be finite numbers"));
        }
        if !SIZES.contains(&near) {
            return Err(ShapeError::new("the coordinates are too large or too small to compute with"));
        }
        // Where rounding leaves edges that do not close, what is a little further apart counts as the same.
        let region = [near, COARSER * near].into_iter().find_map(|near| {
            let arrangement = Arrangement::new(sources.clone(), near)?;
            let rings = rings(&arrangement, near, &is_inside)?;
            Some(CurveRegion { parts: parts_of(rings, &arrangement) })
        });
        Ok(region)
    }
}

/// Returns rings that wind once around the area of a shape's image, and only around it.
fn counter_clockwise(shape: &Shape, transform: &Affine) -> Result<Option<Vec<Vec<Curve>>>, ShapeError> {
    let Some(mut rings) = rings_of(shape, transform) else { return Err(not_closed()) };
    if let Shape::Circle { .. } | Shape::Ellipse { .. } | Shape::Rect { .. } | Shape::Arc { .. } = shape {
        // A mirrored image runs clockwise.
        for ring in rings.iter_mut().filter(|ring| ring_area(ring) < 0.0) {
            *ring = ring.iter().rev().map(Curve::reversed).collect();
        }
        return Ok(Some(rings));
    }
    let rule = shape.fill_rule();
    if rings.iter().flatten().all(Curve::is_line) {
        let points: Vec<Vec<Point>> =
            rings.iter().map(|ring| ring.iter().map(|curve| curve.from).collect()).collect();
        // Straight rings go through the integer grid, which is exact where edges coincide.
        let region = Region::wound(&points, winding_of(rule))?;
        let lines = |ring: &Vec<Point>| {
            (0..ring.len()).map(|at| Curve::line(ring[at], ring[(at + 1) % ring.len()])).collect()
        };
        return Ok(Some(region.rings().map(lines).collect()));
    }
    let sources = rings.into_iter().flatten().map(|curve| Source { curve, weights: [1, 0] }).collect();
    let is_inside = |[winding, _]: [i32; 2]| match rule {
        FillRule::NonZero => winding != 0,
        FillRule::EvenOdd => winding % 2 != 0,
    };
    let region = CurveRegion::within(sources, is_inside)?;
    Ok(region.map(|region| region.parts.into_iter().flatten().collect()))
}

/// Returns the curves with those that are equal to the last bit as one.
fn without_repetitions(sources: Vec<Source>) -> Vec<Source> {
    let mut places: HashMap<[u64; 12], usize> = HashMap::with_capacity(sources.len());
    let mut kept: Vec<Source> = Vec::with_capacity(sources.len());
    for source in sources {
        match places.entry(source.curve.bits()) {
            Entry::Occupied(place) => {
                let weights = &mut kept[*place.get()].weights;
                (0..2).for_each(|side| weights[side] += source.weights[side]);
            }
            Entry::Vacant(place) => {
                place.insert(kept.len());
                kept.push(source);
            }
        }
    }
    kept
}

/// Puts each hole into the part with the innermost outline around it.
fn parts_of(rings: Vec<Ring>, arrangement: &Arrangement) -> Vec<Vec<Vec<Curve>>> {
    let (mut outlines, holes): (Vec<Ring>, Vec<Ring>) = rings.into_iter().partition(|ring| ring.area > 0.0);
    outlines.sort_by(|one, other| one.bounds.min.x.total_cmp(&other.bounds.min.x));
    let mut inside: Vec<Vec<Ring>> = outlines.iter().map(|_| Vec::new()).collect();
    for hole in holes {
        let may_be_around = |(_, outline): &(usize, &Ring)| {
            // The area of a hole is negative. One that is as large as the outline cannot be inside of it.
            outline.area > -hole.area
                && outline.bounds.min.y <= hole.bounds.max.y
                && outline.bounds.max.y >= hole.bounds.min.y
                && outline.bounds.max.x >= hole.bounds.min.x
        };
        let mut around: Vec<(usize, &Ring)> = outlines
            .iter()
            .enumerate()
            .take_while(|(_, outline)| outline.bounds.min.x <= hole.bounds.max.x)
            .filter(may_be_around)
            .collect();
        // The outline around a hole is among them, so that a single one needs no further proof.
        if around.len() > 1 {
            around.retain(|(_, outline)| outline.is_around(&hole, arrangement));
        }
        let innermost = around.into_iter().min_by(|one, other| one.1.area.total_cmp(&other.1.area));
        if let Some((index, _)) = innermost {
            inside[index].push(hole);
        }
    }
    let curves = |ring: Ring| ring.curves;
    outlines
        .into_iter()
        .zip(inside)
        .map(|(outline, holes)| std::iter::once(outline).chain(holes).map(curves).collect())
        .collect()
}
