//! Areas bounded by straight edges: union, difference, intersection, exclusive or, hulls.

use i_overlay::core::fill_rule::FillRule as Winding;
use i_overlay::core::overlay::{IntOverlayOptions, Overlay};
use i_overlay::core::overlay_rule::OverlayRule;

use super::affine::Point;
use super::bounds::Bounds;
use super::flatten::Outline;
use super::grid::{Cell, Grid, turn};
use super::holes::put_holes_right;
use super::path::FillRule;
use super::ring::signed_area;
use super::shape::Shape;
use super::shape_error::ShapeError;

/// An area of the plane. Its parts do not overlap, and each is connected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    /// The parts from left to right, by the left ends of their bounds.
    pub parts: Vec<RegionPart>,
}

/// A connected part of an area.
///
/// Invariant: the outline runs counter-clockwise, the holes clockwise, and none of them crosses itself or another.
#[derive(Clone, Debug, PartialEq)]
pub struct RegionPart {
    /// The outer ring, without its first point again at the end.
    pub outline: Vec<Point>,
    /// The inner rings, written alike.
    pub holes: Vec<Vec<Point>>,
}

/// An operation on two areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionOperation {
    /// The area in one of both, or in both.
    Union,
    /// The area in the first, and not in the second.
    Difference,
    /// The area in both.
    Intersection,
    /// The area in one of both, and not in the other.
    ExclusiveOr,
}

/// The least width of a ring in cells: a thinner one is what rounding left of edges that coincide. As `ROUNDING_CELLS` in
/// `arc_region`.
const MIN_RING_WIDTH: f64 = 16.0;

impl Region {
    /// Returns the area inside of any of the outlines.
    pub fn of(outlines: &[Outline]) -> Result<Region, ShapeError> {
        if let [outline] = outlines {
            // A single outline needs no uniting: one pass by its own rule instead of two.
            return Region::wound(&outline.rings, winding_of(outline.rule));
        }
        Region::combined(RegionOperation::Union, outlines, &[])
    }

    /// Combines the area inside of any of the first outlines with the area inside of any of the second.
    ///
    /// However many outlines there are, they are one computation.
    pub fn combined(
        operation: RegionOperation,
        first: &[Outline],
        second: &[Outline],
    ) -> Result<Region, ShapeError> {
        let points = first.iter().chain(second).flat_map(|outline| outline.rings.iter().flatten());
        let Some(mut grid) = grid_for(points)? else { return Ok(Region::default()) };
        let first = positive_rings(&mut grid, first);
        let second = positive_rings(&mut grid, second);
        let rule = match operation {
            RegionOperation::Union => OverlayRule::Union,
            RegionOperation::Difference => OverlayRule::Difference,
            RegionOperation::Intersection => OverlayRule::Intersect,
            RegionOperation::ExclusiveOr => OverlayRule::Xor,
        };
        Ok(overlay(&grid, &first, &second, rule, Winding::NonZero))
    }

    /// Returns the area inside of the rings, which may cross themselves and each other, by a rule.
    pub(super) fn wound(rings: &[Vec<Point>], winding: Winding) -> Result<Region, ShapeError> {
        let Some(mut grid) = grid_for(rings.iter().flatten())? else { return Ok(Region::default()) };
        let rings: Vec<Vec<Cell>> = rings.iter().map(|ring| grid.place_ring(ring)).collect();
        Ok(overlay(&grid, &rings, &[], OverlayRule::Subject, winding))
    }

    /// Returns the smallest convex area around points, or `None` when they are all on one line.
    pub fn convex_hull(points: &[Point]) -> Result<Option<RegionPart>, ShapeError> {
        let Some(mut grid) = grid_for(points.iter())? else { return Ok(None) };
        let mut cells: Vec<Cell> = points.iter().map(|point| grid.place(*point)).collect();
        cells.sort_unstable_by_key(|cell| (cell.x, cell.y));
        cells.dedup();
        // Andrew's monotone chain: the lower side from left to right, then the upper one back.
        let mut hull: Vec<Cell> = Vec::with_capacity(cells.len());
        for side in [false, true] {
            let fixed = hull.len();
            let mut add = |cell: Cell| {
                // `<=`: points on a straight edge are dropped too. `turn` is exact, so rounding never leaves
                // a dent.
                while hull.len() >= fixed + 2 && turn(hull[hull.len() - 2], hull[hull.len() - 1], cell) <= 0 {
                    hull.pop();
                }
                hull.push(cell);
            };
            if side {
                cells.iter().rev().for_each(|cell| add(*cell));
            } else {
                cells.iter().for_each(|cell| add(*cell));
            }
            hull.pop();
        }
        let outline: Vec<Point> = hull.into_iter().map(|cell| grid.point(cell)).collect();
        // With all points on one line, the upper side runs back over the lower one and two points are left.
        Ok((outline.len() >= 3).then(|| RegionPart { outline, holes: Vec::new() }))
    }

    /// Returns true if the region has no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the area of all parts without their holes.
    pub fn area(&self) -> f64 {
        self.parts.iter().map(RegionPart::area).sum()
    }

    /// Yields all outlines and holes; their winding is 1 inside of the region and 0 outside.
    pub fn rings(&self) -> impl Iterator<Item = &Vec<Point>> {
        self.parts.iter().flat_map(|part| std::iter::once(&part.outline).chain(&part.holes))
    }

    /// Returns the parts as polygons.
    pub fn into_shapes(self) -> Vec<Shape> {
        self.parts.into_iter().map(RegionPart::into_shape).collect()
    }

    /// Returns the region as an outline for further operations.
    pub fn to_outline(&self) -> Outline {
        Outline { rings: self.rings().cloned().collect(), rule: FillRule::NonZero }
    }
}

impl RegionPart {
    /// Returns the area of the part without its holes.
    pub fn area(&self) -> f64 {
        // Holes run the other way, so their areas are negative.
        signed_area(&self.outline) + self.holes.iter().map(|hole| signed_area(hole)).sum::<f64>()
    }

    /// Returns the part as a polygon, without the checks of a constructor.
    pub(crate) fn into_shape(self) -> Shape {
        Shape::Polygon { points: self.outline, holes: self.holes }
    }
}

/// Makes a grid that all points fit on; `None` when they have no extent.
pub(super) fn grid_for<'a>(points: impl Iterator<Item = &'a Point>) -> Result<Option<Grid>, ShapeError> {
    let mut reach = 0.0_f64;
    for point in points {
        if !point.is_finite() {
            return Err(ShapeError::new("the coordinates must be finite numbers"));
        }
        reach = reach.max(point.x.abs()).max(point.y.abs());
    }
    if reach == 0.0 { Ok(None) } else { Grid::new(reach).map(Some) }
}

/// Returns rings that wind around each point of the outlines' areas at least once, and around no other point.
///
/// Each outline is brought into this form by its own rule first, so that one that runs clockwise adds to another that
/// runs counter-clockwise instead of cancelling it.
fn positive_rings(grid: &mut Grid, outlines: &[Outline]) -> Vec<Vec<Cell>> {
    let mut result = Vec::with_capacity(outlines.len());
    for outline in outlines {
        let mut rings: Vec<Vec<Cell>> = outline.rings.iter().map(|ring| grid.place_ring(ring)).collect();
        rings.retain(|ring| !ring.is_empty());
        if let [ring] = rings.as_mut_slice()
            // A convex outline needs no overlay to wind once around its area, only the right direction.
            && let Some(clockwise) = convex_direction(ring)
        {
            if clockwise {
                ring.reverse();
            }
            result.append(&mut rings);
            continue;
        }
        let shapes = Overlay::from_subj(&rings).overlay(OverlayRule::Subject, winding_of(outline.rule));
        result.extend(shapes.into_iter().flatten());
    }
    result
}

pub(super) fn winding_of(rule: FillRule) -> Winding {
    match rule {
        FillRule::NonZero => Winding::NonZero,
        FillRule::EvenOdd => Winding::EvenOdd,
    }
}

/// Returns true if a convex ring runs clockwise; `None` for any other ring.
fn convex_direction(ring: &[Cell]) -> Option<bool> {
    let count = ring.len();
    let (mut left, mut right, mut reversals) = (false, false, 0);
    // A ring that turns one way only and changes its horizontal direction twice goes round once.
    let mut heading = 0;
    let mut first_heading = 0;
    for index in 0..count {
        let (a, b, c) = (ring[index], ring[(index + 1) % count], ring[(index + 2) % count]);
        let turned = turn(a, b, c);
        left |= turned > 0;
        right |= turned < 0;
        let next = (b.x - a.x).signum();
        if next != 0 {
            if heading != 0 && next != heading {
                reversals += 1;
            }
            if first_heading == 0 {
                first_heading = next;
            }
            heading = next;
        }
        // Doubling back on the same line is a turn of neither kind.
        let back = (i128::from(b.x) - i128::from(a.x)) * (i128::from(c.x) - i128::from(b.x))
            + (i128::from(b.y) - i128::from(a.y)) * (i128::from(c.y) - i128::from(b.y));
        if turned == 0 && back < 0 {
            return None;
        }
    }
    if heading != first_heading {
        reversals += 1;
    }
    // Neither: all on one line. Both: not convex. More than two reversals: it turns one way but runs round
    // several times, as a star does.
    (left != right && reversals == 2).then_some(right)
}

fn overlay(
    grid: &Grid,
    first: &[Vec<Cell>],
    second: &[Vec<Cell>],
    rule: OverlayRule,
    winding: Winding,
) -> Region {
    // Parts that touch in a point are parts of their own: what is inside of each is connected.
    let options = IntOverlayOptions::ogc();
    let mut overlay = Overlay::<i64>::from_subj_and_clip_custom(first, second, options, Default::default());
    let mut found: Vec<Vec<Vec<Point>>> = Vec::new();
    for shape in overlay.overlay(rule, winding) {
        let mut rings =
            shape.into_iter().map(|ring| ring.into_iter().map(|cell| grid.point(cell)).collect::<Vec<_>>());
        let Some(outline) = rings.next().filter(|outline| !is_thin(outline, grid)) else { continue };
        let holes = rings.filter(|hole| !is_thin(hole, grid));
        found.push(std::iter::once(outline).chain(holes).collect());
    }
    put_holes_right(&mut found, |ring| ring);
    let mut parts: Vec<RegionPart> = found
        .into_iter()
        .map(|mut rings| {
            let holes = rings.split_off(1);
            RegionPart { outline: rings.swap_remove(0), holes }
        })
        .collect();
    // The overlay gives no promise about the order. A fixed one makes the same drawing give the same bytes.
    let key = |part: &RegionPart| {
        Bounds::of_points(part.outline.iter().copied())
            .map_or([0.0; 2], |bounds| [bounds.min.x, bounds.min.y])
    };
    parts.sort_by(|one, other| {
        let ([x, y], [other_x, other_y]) = (key(one), key(other));
        x.total_cmp(&other_x).then(y.total_cmp(&other_y))
    });
    Region { parts }
}

pub(super) fn is_thin(ring: &[Point], grid: &Grid) -> bool {
    let length: f64 =
        (0..ring.len()).map(|index| ring[index].distance_to(ring[(index + 1) % ring.len()])).sum();
    // Area over half of the length is the mean width of a sliver.
    ring.len() < 3 || 2.0 * signed_area(ring).abs() < MIN_RING_WIDTH * grid.cell() * length
}
