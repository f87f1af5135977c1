//! Areas bounded by lines and arcs of circles, which offsets keep.
//!
//! The inside is computed on straight edges, each of which knows the circle that it stands for; so it is as
//! right as for every other [`Region`]. In the result, edges of one circle become its arc again, with ends where
//! the sides themselves meet. Where that cannot be done, there is no such area, and edges have to do.

use std::collections::HashMap;
use std::f64::consts::TAU;
use std::hash::BuildHasherDefault;

use i_overlay::core::edge_data::{EdgeDataMerge, OverlayEdgeData};
use i_overlay::core::edge_overlay::{EdgeOverlay, InputEdge};
use i_overlay::core::fill_rule::FillRule as Winding;
use i_overlay::core::overlay::ShapeType;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::segm::boolean::ShapeCountBoolean;

use super::affine::{Affine, Point};
use super::biarcs::sides_of;
use super::curve::Curve;
use super::curve_region::{CurveRegion, not_closed};
use super::grid::{Cell, Grid, SquareHasher};
use super::holes::put_holes_right;
use super::offset::{OffsetStyle, moved_ring};
use super::region::{Region, RegionOperation, grid_for, is_thin};
use super::ring::signed_area;
use super::shape::Shape;
use super::shape_error::ShapeError;
use super::side::{Arc, Side, join_arcs, shape_of};

/// An area bounded by lines and arcs.
///
/// Invariant: of each part the first ring, the outline, runs counter-clockwise and the others, its holes,
/// clockwise. No ring crosses itself or another.
#[derive(Clone, Debug, PartialEq)]
pub struct ArcRegion {
    parts: Vec<Vec<Vec<Side>>>,
}

/// The circle that an edge stands for, as an index into a list.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Carrier(u32);

/// The carrier of an edge that is a side by itself.
const STRAIGHT: Carrier = Carrier(u32::MAX);

/// The carrier of edges of different circles that coincide.
const UNCLEAR: Carrier = Carrier(u32::MAX - 1);

/// The sine of the angle below which a side goes back along the one before it.
const TOUCHING: f64 = 1e-9;

/// The most sides of which the area is computed from the sides themselves: the time grows with those that overlap.
const MAX_EXACT: usize = 20_000;

/// The most rounds of dropping sides that are not truly there before a ring is given up.
const MAX_ROUNDS: usize = 8;

/// The edges of a ring, each with its starting cell, and these cells as points.
type Contour = (Vec<(Cell, Carrier)>, Vec<Point>);

/// The distance in cells of the grid below which points are the same but for rounding. Each rounding to the grid moves a point by
/// up to 0.7 cells, and a point of a result has been rounded more than once.
const ROUNDING_CELLS: f64 = 16.0;

impl ArcRegion {
    /// Returns the area inside of any of the shapes' images, with curves that are not arcs of circles in such arcs within
    /// the tolerance; `None` where curves are too similar to be distinguished.
    pub fn of(shapes: &[(&Shape, Affine)], tolerance: f64) -> Result<Option<ArcRegion>, ShapeError> {
        if shapes.iter().all(|(shape, _)| shape.is_straight()) {
            // The integer grid alone: an arrangement of as many curves would find the same, and takes several times as long.
            let outline = |(shape, transform): &(&Shape, Affine)| {
                shape.area_outline(transform, tolerance)?.ok_or_else(not_closed)
            };
            let outlines = shapes.iter().map(outline).collect::<Result<Vec<_>, ShapeError>>()?;
            return Ok(Some(ArcRegion::from(Region::of(&outlines)?)));
        }
        let Some(region) = CurveRegion::combined(RegionOperation::Union, shapes, &[])? else {
            return Ok(None);
        };
        let part = |rings: &[Vec<Curve>]| rings.iter().map(|ring| sides_of(ring, tolerance)).collect();
        let parts = region.parts().map(part).collect::<Result<_, ShapeError>>()?;
        Ok(Some(ArcRegion { parts }))
    }

    /// Grows the region by a distance on all sides, or shrinks it when that is negative; `None` where arcs cannot
    /// be kept.
    pub fn offset(&self, delta: f64, style: &OffsetStyle) -> Result<Option<ArcRegion>, ShapeError> {
        style.check(delta)?;
        // Moving by nothing would still pass everything over the grid, and round it.
        if delta == 0.0 {
            return Ok(Some(self.clone()));
        }
        let moved: Vec<Vec<Side>> =
            self.parts.iter().flatten().map(|ring| moved_ring(ring, delta, style)).collect();
        ArcRegion::wound(&moved, Winding::Positive, style.tolerance)
    }

    /// Returns the parts as circles, polygons, and paths of lines and arcs, from left to right.
    pub fn into_shapes(self) -> Vec<Shape> {
        Shape::from_left_to_right(self.parts.iter().map(|rings| shape_of(rings)))
    }

    /// Returns the area around which rings wind counter-clockwise in sum, as shapes from left to right; in straight edges
    /// where arcs cannot be kept.
    pub(super) fn inside(rings: &[Vec<Side>], tolerance: f64) -> Result<Vec<Shape>, ShapeError> {
        if let Some(region) = ArcRegion::wound(rings, Winding::Positive, tolerance)? {
            return Ok(region.into_shapes());
        }
        let mut flattened = Vec::with_capacity(rings.len());
        for ring in rings {
            let mut points = Vec::new();
            for side in ring {
                side.push_flattened(tolerance, &mut points)?;
            }
            flattened.push(points);
        }
        Ok(Region::wound(&flattened, Winding::Positive)?.into_shapes())
    }

    /// Returns the area inside of the rings, which may cross themselves and each other, by a rule.
    fn wound(rings: &[Vec<Side>], winding: Winding, tolerance: f64) -> Result<Option<ArcRegion>, ShapeError> {
        let mut flattened = Vec::with_capacity(rings.len());
        let mut circles: Vec<Arc> = Vec::new();
        for ring in rings {
            let (mut points, mut carriers) = (Vec::new(), Vec::new());
            for side in ring {
                side.push_flattened(tolerance, &mut points)?;
                let carrier = match side.arc {
                    None => STRAIGHT,
                    Some(arc) => {
                        circles.push(arc);
                        Carrier(u32::try_from(circles.len() - 1).unwrap_or(UNCLEAR.0))
                    }
                };
                // All edges of a flattened side know its circle.
                carriers.resize(points.len(), carrier);
            }
            flattened.push((points, carriers));
        }
        if circles.is_empty() {
            let rings = flattened.into_iter().map(|(points, _)| points).collect::<Vec<_>>();
            return Ok(Some(ArcRegion::from(Region::wound(&rings, winding)?)));
        }
        let Some(mut grid) = grid_for(flattened.iter().flat_map(|(points, _)| points))? else {
            return Ok(Some(ArcRegion { parts: Vec::new() }));
        };
        let mut overlay =
            EdgeOverlay::<i64, Carrier>::new(flattened.iter().map(|(points, _)| points.len()).sum());
        // Where edges of one line were only cut by others, the overlay may join them again: runs are found by
        // carriers, not by corners.
        overlay.options.preserve_output_collinear = false;
        for (points, carriers) in &flattened {
            let cells: Vec<Cell> = points.iter().map(|point| grid.place(*point)).collect();
            for (index, carrier) in carriers.iter().enumerate() {
                let (a, b) = (cells[index], cells[(index + 1) % cells.len()]);
                overlay.add_edge(InputEdge { a, b, data: *carrier }, ShapeType::Subject);
            }
        }
        // The overlay calls `merge` with this list wherever edges coincide.
        *overlay.data_store_mut() = circles;
        let found = overlay.build_vector_shapes(OverlayRule::Subject, winding);
        let restorer = Restorer { grid: &grid, circles: overlay.data_store(), tolerance };
        let mut parts: Vec<Vec<Contour>> = Vec::with_capacity(found.len());
        for contours in found {
            // A ring that comes back to a point is several: parts that touch there, or a part and its hole.
            let mut holes: Vec<Contour> = Vec::new();
            let first = parts.len();
            for (index, contour) in contours.iter().enumerate() {
                let edges: Vec<(Cell, Carrier)> = contour.iter().map(|edge| (edge.a, edge.data)).collect();
                for edges in simple_rings(edges) {
                    let points: Vec<Point> = edges.iter().map(|(cell, _)| grid.point(*cell)).collect();
                    if is_thin(&points, &grid) {
                        continue;
                    }
                    if signed_area(&points) > 0.0 {
                        parts.push(vec![(edges, points)]);
                    } else {
                        holes.push((edges, points));
                    }
                }
                // The outline was thin: then so is all that it surrounds.
                if index == 0 && parts.len() == first {
                    break;
                }
            }
            if let Some(part) = parts.get_mut(first) {
                part.extend(holes);
            }
        }
        put_holes_right(&mut parts, |(_, points)| points);
        let restored = |part: &Vec<Contour>| -> Option<Vec<Vec<Side>>> {
            part.iter().map(|(edges, points)| restorer.ring(edges, points)).collect()
        };
        if let Some(parts) = parts.iter().map(restored).collect() {
            return Ok(Some(ArcRegion { parts }));
        }
        // Where arcs touch, or nearly so, their chords cross where they do not.
        if let Some(region) = ArcRegion::wound_exactly(rings, tolerance)? {
            return Ok(Some(region));
        }
        let ring =
            |(edges, points): &Contour| restorer.ring(edges, points).unwrap_or_else(|| lines_around(points));
        Ok(Some(ArcRegion { parts: parts.iter().map(|part| part.iter().map(ring).collect()).collect() }))
    }

    /// Returns the area around which rings wind counter-clockwise in sum from the sides themselves, which takes longer than
    /// their edges; `None` where two of them differ too little to be ordered.
    fn wound_exactly(rings: &[Vec<Side>], tolerance: f64) -> Result<Option<ArcRegion>, ShapeError> {
        let sides: usize = rings.iter().map(Vec::len).sum();
        if sides > MAX_EXACT {
            return Ok(None);
        }
        let curves = rings.iter().flatten().map(Side::curve);
        let Some(region) = CurveRegion::wound(curves)? else { return Ok(None) };
        let part = |rings: &[Vec<Curve>]| rings.iter().map(|ring| sides_of(ring, tolerance)).collect();
        let parts = region.parts().map(part).collect::<Result<_, ShapeError>>()?;
        Ok(Some(ArcRegion { parts }))
    }
}

impl From<Region> for ArcRegion {
    fn from(region: Region) -> ArcRegion {
        let rings = |outline, holes: Vec<Vec<Point>>| {
            std::iter::once(outline).chain(holes).map(|ring| lines_around(&ring)).collect()
        };
        ArcRegion { parts: region.parts.into_iter().map(|part| rings(part.outline, part.holes)).collect() }
    }
}

impl OverlayEdgeData for Carrier {
    type Store = Vec<Arc>;

    fn merge(merged: EdgeDataMerge<ShapeCountBoolean, Self>, circles: &mut Vec<Arc>) -> Self {
        let (one, other) = (merged.lhs_data, merged.rhs_data);
        let circle = |carrier: Carrier| circles.get(carrier.0 as usize);
        if one == other
            || circle(one).zip(circle(other)).is_some_and(|(one, other)| one.is_same_circle(other))
        {
            one
        // A straight side that coincides with the chord of an arc is on the boundary itself; the arc bulges
        // to one side of it.
        } else if one == STRAIGHT || other == STRAIGHT {
            STRAIGHT
        } else {
            UNCLEAR
        }
    }
}

/// The conversion of edges back into sides.
struct Restorer<'a> {
    grid: &'a Grid,
    circles: &'a [Arc],
    tolerance: f64,
}

/// The edges of a ring that make one side, from one point to the other, before its ends are corrected.
struct Run {
    from: Point,
    to: Point,
    /// The arc, with the sweep of the edges.
    arc: Option<Arc>,
}

impl Restorer<'_> {
    /// Returns the distance up to which points are the same but for rounding.
    fn near(&self) -> f64 {
        ROUNDING_CELLS * self.grid.cell()
    }

    /// Returns the ring with its arcs; `None` where they cannot be found again.
    fn ring(&self, edges: &[(Cell, Carrier)], points: &[Point]) -> Option<Vec<Side>> {
        let restored = self.runs(edges, points).and_then(|runs| self.sides(runs));
        restored.filter(|ring| self.is_near(ring, points) && self.keeps_needles(ring))
    }

    /// Returns the sides between the points where the runs truly meet.
    fn sides(&self, mut runs: Vec<Run>) -> Option<Vec<Side>> {
        // One run all around meets nothing but itself: it is the whole circle.
        if let [Run { arc: Some(arc), .. }] = runs.as_slice() {
            return Some(vec![Side::circle(arc.center, arc.radius, TAU * arc.sweep.signum())]);
        }
        for _ in 0..MAX_ROUNDS {
            let mut meetings = Vec::with_capacity(runs.len());
            for (index, run) in runs.iter().enumerate() {
                meetings.push(self.meeting(run, &runs[(index + 1) % runs.len()])?);
            }
            let begin = |index: usize| meetings[(index + meetings.len() - 1) % meetings.len()];
            let sides: Vec<Option<Side>> = (0..runs.len())
                .map(|index| runs[index].between(begin(index), meetings[index], self.near()))
                .collect();
            // A crossing that only exists because chords cut the corner has its ends the wrong way round.
            let mut is_there = sides.iter().map(Option::is_some);
            runs.retain(|_| is_there.next().unwrap_or(false));
            // Nothing was dropped, so all ends are where both neighbours are. Otherwise the neighbours of
            // what was dropped meet elsewhere: once more.
            if runs.len() == sides.len() {
                let mut ring: Vec<Side> = sides.into_iter().flatten().collect();
                join_arcs(&mut ring);
                return Some(ring);
            }
            // A single side with ends closes no ring.
            if runs.len() < 2 {
                return None;
            }
        }
        None
    }

    /// Groups the edges of each arc together, each straight edge by itself.
    fn runs(&self, edges: &[(Cell, Carrier)], points: &[Point]) -> Option<Vec<Run>> {
        let mut runs: Vec<Run> = Vec::new();
        let extend = |last: &mut Run, next: &Run| match (&mut last.arc, &next.arc) {
            (Some(one), Some(other)) if one.sweep * other.sweep > 0.0 && one.is_same_circle(other) => {
                one.sweep += other.sweep;
                last.to = next.to;
                true
            }
            _ => false,
        };
        for (index, (_, carrier)) in edges.iter().enumerate() {
            let (from, to) = (points[index], points[(index + 1) % points.len()]);
            let arc = match *carrier {
                UNCLEAR => return None,
                STRAIGHT => None,
                Carrier(at) => {
                    let circle = self.circles.get(at as usize)?;
                    Some(Arc { sweep: circle.sweep_between(from, to), ..*circle })
                }
            };
            let run = Run { from, to, arc };
            if !runs.last_mut().is_some_and(|last| extend(last, &run)) {
                runs.push(run);
            }
        }
        // The ring may begin in the middle of an arc, whose end is then the last run.
        if let [first, .., last] = runs.as_mut_slice()
            && extend(last, first)
        {
            runs.swap_remove(0);
        }
        Some(runs)
    }

    /// Returns the point where one side ends and the next begins: the point itself when it is on both, or else
    /// where they cross.
    fn meeting(&self, one: &Run, other: &Run) -> Option<Point> {
        let point = one.to;
        let near = self.near();
        let is_on = |run: &Run| run.arc.is_none_or(|arc| arc.distance_to(point) <= near);
        if point.distance_to(other.from) <= near && is_on(one) && is_on(other) {
            return Some(point);
        }
        let is_shallow = |run: &Run| run.arc.is_some_and(|arc| arc.is_shallow());
        let [first, second] = match (&one.arc, &other.arc) {
            _ if is_shallow(one) || is_shallow(other) => [crossing_near(one, other, point); 2],
            (Some(one), Some(other)) => circle_crossings(one, other),
            (Some(arc), None) => line_crossings(other, arc),
            (None, Some(arc)) => line_crossings(one, arc),
            (None, None) => [line_crossing(one, other); 2],
        };
        let nearest = if point.distance_to(first) <= point.distance_to(second) { first } else { second };
        // A chord is no further from its arc than the tolerance, and no longer than so much.
        let radius =
            [one, other].iter().filter_map(|run| run.arc).fold(0.0, |most: f64, arc| most.max(arc.radius));
        // A chord is no further from its arc than the tolerance, so half of it is at most
        // √(2·radius·tolerance); a corner has a chord on either side.
        let reach = 4.0 * (radius * self.tolerance).sqrt() + near;
        (nearest.is_finite() && point.distance_to(nearest) <= reach).then_some(nearest)
    }

    /// Returns true if all sharp corners turn as their chords do. In a needle that is thinner than the tolerance,
    /// arcs may cross where their chords do not, and the corner would be one that opens to the other side.
    fn keeps_needles(&self, ring: &[Side]) -> bool {
        (0..ring.len()).all(|index| {
            let (before, after) = (&ring[index], &ring[(index + 1) % ring.len()]);
            let ([_, arriving], [leaving, _]) = (before.directions(), after.directions());
            let turn = |one: Point, other: Point| one.x * other.y - one.y * other.x;
            if arriving.x * leaving.x + arriving.y * leaving.y > 0.0 {
                return true;
            }
            // Where the way back touches the way there, how both bend decides which is on the left.
            let bend = before.curvature() + after.curvature();
            let turns_left = if turn(arriving, leaving).abs() > TOUCHING {
                turn(arriving, leaving) > 0.0
            } else if bend == 0.0 {
                return true;
            } else {
                bend < 0.0
            };
            let (mut first, mut second) = (Vec::new(), Vec::new());
            let is_flat = before.push_flattened(self.tolerance, &mut first).is_ok()
                && after.push_flattened(self.tolerance, &mut second).is_ok();
            let chord = |from: Point, to: Point| Point::new(to.x - from.x, to.y - from.y);
            let last = chord(first.last().copied().unwrap_or(before.from), before.to);
            let next = chord(after.from, second.get(1).copied().unwrap_or(after.to));
            is_flat && turns_left == (turn(last, next) > 0.0)
        })
    }

    /// Returns true if the area equals the area of the edges, except between chords and their arcs.
    fn is_near(&self, ring: &[Side], points: &[Point]) -> bool {
        let Some(origin) = ring.first().map(|side| side.from) else { return false };
        let area = 0.5 * ring.iter().map(|side| side.doubled_area(origin)).sum::<f64>();
        let length: f64 = ring.iter().map(Side::length).sum();
        // A strip along the whole ring, as wide as a chord may be off its arc.
        let most = length * (self.tolerance + self.near());
        (area - signed_area(points)).abs() <= most && area * signed_area(points) > 0.0
    }
}

impl Run {
    /// Returns the signed distance of a point from the line or circle that the run is a part of, and its gradient.
    fn offness(&self, point: Point) -> (f64, Point) {
        if let Some(arc) = &self.arc {
            return arc.offness(point);
        }
        let (x, y) = (self.to.x - self.from.x, self.to.y - self.from.y);
        let length = x.hypot(y);
        let normal = Point::new(-y / length, x / length);
        (normal.x * (point.x - self.from.x) + normal.y * (point.y - self.from.y), normal)
    }

    /// Returns the side with its true ends; `None` when they have changed places, or are so near that it is
    /// rounding.
    fn between(&self, from: Point, to: Point, near: f64) -> Option<Side> {
        let Some(arc) = &self.arc else {
            let (x, y) = (self.to.x - self.from.x, self.to.y - self.from.y);
            let runs_on = x * (to.x - from.x) + y * (to.y - from.y) > 0.0;
            return runs_on.then_some(Side::line(from, to));
        };
        let turned = |one: Point, other: Point| {
            let difference = arc.angle_of(other) - arc.angle_of(one);
            difference - TAU * (difference / TAU).round()
        };
        // Each end has moved by a little, which its own angle gives, full turns aside.
        let sweep = if arc.is_shallow() {
            arc.sweep_between(from, to)
        } else {
            arc.sweep - turned(self.from, from) + turned(self.to, to)
        };
        // A turned sign means that the ends have changed places; so does a full turn.
        let is_part = sweep * arc.sweep > 0.0 && sweep.abs() * arc.radius > near && sweep.abs() < TAU;
        is_part.then_some(Side { arc: Some(Arc { sweep, ..*arc }), ..Side::line(from, to) })
    }
}

/// Cuts a ring into rings that come to no point twice.
fn simple_rings(edges: Vec<(Cell, Carrier)>) -> Vec<Vec<(Cell, Carrier)>> {
    let mut open: Vec<(Cell, Carrier)> = Vec::with_capacity(edges.len());
    let mut places: HashMap<(i64, i64), usize, BuildHasherDefault<SquareHasher>> =
        HashMap::with_capacity_and_hasher(edges.len(), BuildHasherDefault::default());
    let mut rings = Vec::new();
    for edge in edges {
        let key = (edge.0.x, edge.0.y);
        if let Some(begin) = places.get(&key).copied() {
            let ring = open.split_off(begin);
            for (cell, _) in &ring {
                places.remove(&(cell.x, cell.y));
            }
            rings.push(ring);
        }
        places.insert(key, open.len());
        open.push(edge);
    }
    rings.push(open);
    rings
}

fn lines_around(points: &[Point]) -> Vec<Side> {
    (0..points.len()).map(|at| Side::line(points[at], points[(at + 1) % points.len()])).collect()
}

/// The most steps of Newton's method. Where two circles almost touch, a step only halves the error, so that 40 gain twelve digits;
/// elsewhere it ends after a few.
const MAX_STEPS: usize = 40;

/// Returns the point near another where two runs cross; not a number where Newton's method finds none.
fn crossing_near(one: &Run, other: &Run, mut point: Point) -> Point {
    for _ in 0..MAX_STEPS {
        let ((f, one), (g, other)) = (one.offness(point), other.offness(point));
        let turn = one.x * other.y - one.y * other.x;
        let (dx, dy) = ((f * other.y - g * one.y) / turn, (g * one.x - f * other.x) / turn);
        let next = Point::new(point.x - dx, point.y - dy);
        // Newton's method has arrived when a step no longer changes any digit.
        if !next.is_finite() || next == point {
            return next;
        }
        point = next;
    }
    point
}

/// Returns the point where both lines cross; like the others, not a number where they do not.
fn line_crossing(one: &Run, other: &Run) -> Point {
    let (x, y) = (one.to.x - one.from.x, one.to.y - one.from.y);
    let (u, v) = (other.to.x - other.from.x, other.to.y - other.from.y);
    let (dx, dy) = (other.from.x - one.to.x, other.from.y - one.to.y);
    let along = (dx * v - dy * u) / (x * v - y * u);
    Point::new(one.to.x + along * x, one.to.y + along * y)
}

fn line_crossings(line: &Run, arc: &Arc) -> [Point; 2] {
    let (x, y) = (line.to.x - line.from.x, line.to.y - line.from.y);
    let length = x.hypot(y);
    let (x, y) = (x / length, y / length);
    let (cx, cy) = (arc.center.x - line.from.x, arc.center.y - line.from.y);
    let (along, aside) = (cx * x + cy * y, cx * y - cy * x);
    let half = ((arc.radius - aside) * (arc.radius + aside)).sqrt();
    [along - half, along + half].map(|along| Point::new(line.from.x + along * x, line.from.y + along * y))
}

fn circle_crossings(one: &Arc, other: &Arc) -> [Point; 2] {
    let (x, y) = (other.center.x - one.center.x, other.center.y - one.center.y);
    let apart = x.hypot(y);
    let (x, y) = (x / apart, y / apart);
    let along = 0.5 * (apart + (one.radius - other.radius) * (one.radius + other.radius) / apart);
    let half = ((one.radius - along) * (one.radius + along)).sqrt();
    [half, -half]
        .map(|half| Point::new(one.center.x + along * x - half * y, one.center.y + along * y + half * x))
}
