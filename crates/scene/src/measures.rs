//! Measures of entities in the world, and of their relations to each other.

use super::parts::Part;
use super::store::{Content, EntityId, ROOT, Scene};
use crate::drafting::{SceneError, quoted};
use scenewright_geometry::{
    Affine, Chain, CurveTree, EdgeTree, Nearest, OffsetJoin, OffsetStyle, Outline, Point, Region,
    RegionOperation, Shape, Wire, covered_area, finite, not_negative,
};

/// The share of the scene's tolerance to which curves are straightened where they are compared.
pub const FINE: f64 = 0.01;

/// The share of the scene's tolerance that a distance may be wrong by: both sides of it may be straightened curves.
pub const DISTANCE_SLACK: f64 = 2.0 * FINE;

impl Scene {
    /// Returns the area that an entity covers in the world. Overlaps in a group count once; an arc is a slice of
    /// the pie.
    ///
    /// Exact for arcs and curves, whether or not their outlines cross.
    pub fn area(&self, name: &str) -> Result<f64, SceneError> {
        let id = self.require(name)?;
        let mut shapes = Vec::new();
        for part in self.parts_of(id) {
            if !part.shape.has_area() {
                return Err(self.not_closed(part.id, part.shape));
            }
            shapes.push((part.shape, part.world));
        }
        Ok(finite("the area", covered_area(&shapes, self.tolerance)?)?)
    }

    /// Returns the length of an entity's lines in the world: for a closed shape its perimeter, with that of its
    /// holes; for a group the sum.
    pub fn length(&self, name: &str) -> Result<f64, SceneError> {
        let id = self.require(name)?;
        let length = self.shapes_of(id).map(|(shape, world)| shape.length(&world)).sum::<f64>();
        Ok(finite("the length", length)?)
    }

    /// Returns the direction in which a line leads from its first point to its last, in radians; `None` for other
    /// entities, and for a line that ends where it began.
    pub fn direction(&self, name: &str) -> Result<Option<f64>, SceneError> {
        let id = self.require(name)?;
        let Content::Leaf(shape) = &self.entity(id).content else { return Ok(None) };
        let Shape::Line { points } = &**shape else { return Ok(None) };
        let world = self.world_of(id);
        let ends = points.first().zip(points.last()).map(|(from, to)| [world * *from, world * *to]);
        Ok(ends.filter(|[from, to]| from != to).map(|[from, to]| (to.y - from.y).atan2(to.x - from.x)))
    }

    /// Returns the angle that an arc turns through, in radians; `None` for other entities, and for a sheared arc.
    pub fn turn(&self, name: &str) -> Result<Option<f64>, SceneError> {
        let id = self.require(name)?;
        let Content::Leaf(shape) = &self.entity(id).content else { return Ok(None) };
        Ok(shape.turn().filter(|_| self.world_of(id).similarity_factor().is_some()))
    }

    /// Returns true if nothing of the inner entity is outside of the outer one's area, apart from the tolerance. An
    /// entity that touches the border from within is inside.
    pub fn contains(&self, outer: &str, inner: &str) -> Result<bool, SceneError> {
        let inner_id = self.require(inner)?;
        if self.parts_of(inner_id).is_empty() {
            return Err(SceneError::scene(format!("the group {} is empty", quoted(inner))));
        }
        let style =
            OffsetStyle { join: OffsetJoin::Miter, miter_limit: 2.0, tolerance: self.tolerance * FINE };
        let grown =
            Region::of(&self.outlines_of(outer, self.tolerance * FINE)?)?.offset(self.tolerance, &style)?;
        let border = border_of(&grown);
        let grown = grown.to_outline();
        for (shape, world) in self.shapes_of(inner_id) {
            let is_inside = match shape.area_outline(&world, self.tolerance * FINE)? {
                Some(outline) => {
                    Region::combined(RegionOperation::Difference, &[outline], std::slice::from_ref(&grown))?
                        .is_empty()
                }
                None => {
                    let chains = shape.flattened(&world, self.tolerance * FINE)?;
                    chains.iter().flat_map(|chain| &chain.points).all(|point| grown.holds(*point))
                        // Both ends of an edge may be inside while its middle crosses a notch.
                        && border.crossings(&EdgeTree::new(&chains)).is_empty()
                }
            };
            if !is_inside {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the shapes at a point, the front one first: closed ones that hold it, and all whose lines are no
    /// further from it than the tolerance.
    pub fn entities_at(&self, x: f64, y: f64, tolerance: Option<f64>) -> Result<Vec<String>, SceneError> {
        let point = Point::new(finite("x", x)?, finite("y", y)?);
        let tolerance = not_negative("tolerance", tolerance.unwrap_or(self.tolerance))?;
        let mut found = Vec::new();
        for Part { id, shape, world } in self.parts_of(ROOT) {
            let entity = self.entity(id);
            let bounds = shape.bounds(&world);
            let is_near = bounds.min.x - tolerance <= point.x
                && point.x <= bounds.max.x + tolerance
                && bounds.min.y - tolerance <= point.y
                && point.y <= bounds.max.y + tolerance;
            if is_near && self.is_at(shape, &world, point, tolerance)? {
                let shown = if self.is_glyph(id) { self.entity(entity.parent) } else { entity };
                // The glyphs of a text follow each other.
                if found.last().is_none_or(|last: &String| **last != *shown.name) {
                    found.push(shown.name.to_string());
                }
            }
        }
        // In front first, as a click means the topmost entity.
        found.reverse();
        Ok(found)
    }

    /// Returns the smallest distance between two entities, with a point of each. Closed shapes are areas: those
    /// that overlap are 0 apart.
    pub fn distance(&self, a: &str, b: &str) -> Result<Nearest, SceneError> {
        let (first, second) = (self.extent_of(a)?, self.extent_of(b)?);
        // When no lines cross, one of the two is wholly inside of the other, or both are wholly outside.
        for (one, other) in [(&first, &second), (&second, &first)] {
            let inside = other.starts.iter().find(|start| one.areas.iter().any(|area| area.holds(**start)));
            if let Some(point) = inside {
                return Ok(Nearest { distance: 0.0, from: *point, to: *point });
            }
        }
        first
            .curves
            .nearest(&second.curves)
            .ok_or_else(|| SceneError::scene("there is nothing to measure from"))
    }

    /// Returns the points where the lines of two entities meet, from left to right. Where they run along each
    /// other, these are the ends of the shared part. Points nearer to each other than the tolerance are one.
    pub fn intersections(&self, a: &str, b: &str) -> Result<Vec<Point>, SceneError> {
        let (first, second) = (self.extent_of(a)?, self.extent_of(b)?);
        let mut points = first.curves.meetings(&second.curves);
        points.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
        // Neighbouring pieces share their ends.
        let mut distinct: Vec<Point> = Vec::new();
        for point in points {
            // Sorted by x, so only the last few can be near.
            let mut recent = distinct.iter().rev().take_while(|known| point.x - known.x <= self.tolerance);
            if !recent.any(|known| point.distance_to(*known) <= self.tolerance) {
                distinct.push(point);
            }
        }
        Ok(distinct)
    }

    fn is_at(&self, shape: &Shape, world: &Affine, point: Point, tolerance: f64) -> Result<bool, SceneError> {
        let chains = shape.flattened(world, self.tolerance * FINE)?;
        if shape.is_closed() {
            let rings = chains.iter().map(|chain| chain.points.clone()).collect();
            if (Outline { rings, rule: shape.fill_rule() }).holds(point) {
                return Ok(true);
            }
        }
        Ok(EdgeTree::new(&chains).distance_to(point) <= tolerance)
    }

    fn extent_of(&self, name: &str) -> Result<Extent, SceneError> {
        let id = self.require(name)?;
        let (mut wires, mut areas, mut starts): (Vec<Wire>, Vec<Outline>, Vec<Point>) = Default::default();
        for (shape, world) in self.shapes_of(id) {
            if shape.is_closed() {
                let own = shape.flattened(&world, self.tolerance * FINE)?;
                let rings = own.into_iter().map(|chain| chain.points).collect();
                areas.push(Outline { rings, rule: shape.fill_rule() });
            }
            let own = Wire::all_of(shape, &world);
            starts.extend(own.iter().map(Wire::start));
            wires.extend(own);
        }
        if wires.is_empty() {
            return Err(SceneError::scene(format!("the group {} is empty", quoted(name))));
        }
        Ok(Extent { curves: CurveTree::new(&wires), areas, starts })
    }

    /// Returns how far an entity leads out of an area, and the point that is furthest from it; no point where it
    /// only crosses the area's border between two of its own.
    pub fn excess(&self, name: &str, outer: &str) -> Result<(f64, Option<Point>), SceneError> {
        let tolerance = self.tolerance * FINE;
        let region = Region::of(&self.outlines_of(outer, tolerance)?)?;
        let border: EdgeTree = border_of(&region);
        let area = region.to_outline();
        let mut furthest: (f64, Option<Point>) = (0.0, None);
        for (shape, world) in self.shapes_of(self.require(name)?) {
            for point in shape.flattened(&world, tolerance)?.into_iter().flat_map(|chain| chain.points) {
                if area.holds(point) {
                    continue;
                }
                let distance = border.distance_to(point);
                if distance > furthest.0 {
                    furthest = (distance, Some(point));
                }
            }
        }
        Ok(furthest)
    }

    /// Returns the shapes of an entity and its contents with their places in the world.
    pub fn world_shapes(&self, name: &str) -> Result<Vec<(&Shape, Affine)>, SceneError> {
        Ok(self.shapes_of(self.require(name)?).collect())
    }

    pub(super) fn shapes_of(&self, id: EntityId) -> impl Iterator<Item = (&Shape, Affine)> {
        self.parts_of(id).into_iter().map(|part| (part.shape, part.world))
    }
}

/// The parts of an entity that measuring distances needs.
struct Extent {
    curves: CurveTree,
    areas: Vec<Outline>,
    /// One point of every wire.
    starts: Vec<Point>,
}

pub(super) fn border_of(region: &Region) -> EdgeTree {
    let chains: Vec<Chain> =
        region.rings().map(|ring| Chain { points: ring.clone(), closed: true }).collect();
    EdgeTree::new(&chains)
}
