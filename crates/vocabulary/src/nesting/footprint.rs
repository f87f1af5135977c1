//! Footprints: shapes as straight edges, with the room that they take from others.

use scenewright_geometry::vector::{ahead, cross, difference, dot, length};
use scenewright_geometry::{
    Affine, Bounds, BoxTree, Chain, FillRule, OffsetJoin, OffsetStyle, Outline, Point, Region, Shape,
    ShapeError,
};

/// The room that some shapes take together: their lines, and the areas of those that are closed.
#[derive(Clone, Debug)]
pub(crate) struct Footprint {
    /// The straight edges.
    pub edges: Vec<[Point; 2]>,
    /// The areas of the closed shapes.
    pub areas: Vec<Outline>,
    /// The bounds of all edges.
    pub bounds: Bounds,
    /// The distance by which curves may be outside of the edges.
    pub sagitta: f64,
    /// One point of every chain of edges.
    pub starts: Vec<Point>,
}

impl Footprint {
    /// Returns the footprint of the shapes' images; `None` where there is nothing. Curves are straightened to the
    /// tolerance.
    pub(super) fn of(shapes: &[(&Shape, Affine)], tolerance: f64) -> Result<Option<Footprint>, ShapeError> {
        let (mut chains, mut areas) = (Vec::new(), Vec::new());
        let mut bounds: Option<Bounds> = None;
        let mut sagitta = 0.0;
        for (shape, transform) in shapes {
            let own = shape.bounds(transform);
            bounds = Some(bounds.map_or(own, |bounds| bounds.union(own)));
            if !shape.is_straight() {
                sagitta = tolerance;
            }
            let own = shape.flattened(transform, tolerance)?;
            if shape.is_closed() {
                let rings = own.iter().map(|chain| chain.points.clone()).collect();
                areas.push(Outline { rings, rule: shape.fill_rule() });
            }
            chains.extend(own);
        }
        Ok(bounds.map(|bounds| Footprint::of_chains(&chains, areas, bounds, sagitta)))
    }

    /// Returns the footprint of a rectangle.
    pub(super) fn of_box(bounds: Bounds) -> Footprint {
        let (min, max) = (bounds.min, bounds.max);
        let points = vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        let areas = vec![Outline { rings: vec![points.clone()], rule: FillRule::NonZero }];
        Footprint::of_chains(&[Chain { points, closed: true }], areas, bounds, 0.0)
    }

    fn of_chains(chains: &[Chain], areas: Vec<Outline>, bounds: Bounds, sagitta: f64) -> Footprint {
        let edges = chains.iter().flat_map(Chain::edges).collect();
        let starts = chains.iter().filter_map(|chain| chain.points.first().copied()).collect();
        Footprint { edges, areas, bounds, sagitta, starts }
    }

    /// Returns the number of edges.
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns true for one closed area or several, such as a sheet has that parts are put on.
    pub(super) fn has_area(&self) -> bool {
        !self.areas.is_empty()
    }

    /// Returns true if the outline is that of its box, and there is nothing else.
    pub(super) fn is_box(&self) -> bool {
        let Bounds { min, max } = self.bounds;
        let near = 1e-9 * (self.bounds.width() + self.bounds.height());
        let is_at = |one: f64, other: f64, sides: [f64; 2]| {
            sides.iter().any(|side| (one - side).abs() <= near && (other - side).abs() <= near)
        };
        self.has_area()
            && self
                .edges
                .iter()
                .all(|[from, to]| is_at(from.x, to.x, [min.x, max.x]) || is_at(from.y, to.y, [min.y, max.y]))
    }

    /// Returns the footprint with its areas smaller by a distance on all sides; lines stay as they are.
    pub(super) fn shrunk(&self, distance: f64) -> Footprint {
        let style = OffsetStyle { join: OffsetJoin::Miter, miter_limit: 2.0, tolerance: distance };
        let Ok(smaller) = Region::of(&self.areas).and_then(|region| region.offset(-distance, &style)) else {
            return self.clone();
        };
        if smaller.is_empty() {
            return self.clone();
        }
        let chains: Vec<Chain> =
            smaller.rings().map(|ring| Chain { points: ring.clone(), closed: true }).collect();
        Footprint::of_chains(&chains, vec![smaller.to_outline()], self.bounds, self.sagitta)
    }

    /// Returns the footprint moved by a distance.
    pub(super) fn moved(&self, by: Point) -> Footprint {
        self.mapped(|point| Point::new(point.x + by.x, point.y + by.y))
    }

    /// Returns the footprint with x and y exchanged.
    pub(super) fn swapped(&self) -> Footprint {
        self.mapped(|point| Point::new(point.y, point.x))
    }

    /// Returns the image under a map that keeps the order along the axes.
    fn mapped(&self, image: impl Fn(&Point) -> Point) -> Footprint {
        let outline = |area: &Outline| Outline {
            rings: area.rings.iter().map(|ring| ring.iter().map(&image).collect()).collect(),
            rule: area.rule,
        };
        Footprint {
            edges: self.edges.iter().map(|[from, to]| [image(from), image(to)]).collect(),
            areas: self.areas.iter().map(outline).collect(),
            bounds: Bounds { min: image(&self.bounds.min), max: image(&self.bounds.max) },
            sagitta: self.sagitta,
            starts: self.starts.iter().map(&image).collect(),
        }
    }

    /// Returns true for a point in one of the areas.
    pub(super) fn holds(&self, point: Point) -> bool {
        self.areas.iter().any(|area| area.holds(point))
    }
}

/// A footprint that others keep away from.
pub(crate) struct Obstacle {
    /// Its shapes.
    pub footprint: Footprint,
    tree: BoxTree,
}

impl Obstacle {
    /// Makes the obstacle of a footprint.
    pub(super) fn new(footprint: Footprint) -> Obstacle {
        let boxes =
            footprint.edges.iter().map(|[from, to]| Bounds::of_point(*from).union(Bounds::of_point(*to)));
        let tree = BoxTree::new(boxes.collect());
        Obstacle { footprint, tree }
    }

    /// Returns true if no edge of a moved footprint is nearer than the clearance to one of this.
    pub(super) fn is_clear_of(&self, other: &Footprint, by: Point, clearance: f64) -> bool {
        if is_apart(&self.footprint.bounds, &other.bounds, by, clearance) {
            return true;
        }
        other.edges.iter().all(|edge| {
            let edge = edge.map(|point| Point::new(point.x + by.x, point.y + by.y));
            let own = Bounds::of_point(edge[0]).union(Bounds::of_point(edge[1]));
            if is_apart(&self.footprint.bounds, &own, Point::ORIGIN, clearance) {
                return true;
            }
            let mut is_clear = true;
            let is_near = |bounds: &Bounds| !is_apart(bounds, &own, Point::ORIGIN, clearance);
            self.tree.search(is_near, |index| {
                is_clear = is_clear && !are_nearer(self.footprint.edges[index], edge, clearance);
            });
            is_clear
        })
    }

    /// Returns how far a moved footprint can go in a direction until an edge is at the clearance.
    pub(super) fn travel(&self, other: &Footprint, by: Point, way: Point, clearance: f64, most: f64) -> f64 {
        let mut least = most;
        // The box that bounds sweep on their way.
        let reach = |bounds: &Bounds, by: Point, distance: f64| {
            let to = ahead(by, way, distance);
            let at = |by: Point| Bounds {
                min: Point::new(bounds.min.x + by.x, bounds.min.y + by.y),
                max: Point::new(bounds.max.x + by.x, bounds.max.y + by.y),
            };
            at(by).union(at(to))
        };
        if is_apart(&self.footprint.bounds, &reach(&other.bounds, by, most), Point::ORIGIN, clearance) {
            return most;
        }
        for edge in &other.edges {
            let edge = edge.map(|point| Point::new(point.x + by.x, point.y + by.y));
            // Nothing is of interest behind what stops the edges before.
            let own = Bounds::of_point(edge[0]).union(Bounds::of_point(edge[1]));
            let swept = reach(&own, Point::ORIGIN, least);
            let is_near = |bounds: &Bounds| !is_apart(bounds, &swept, Point::ORIGIN, clearance);
            self.tree.search(is_near, |index| {
                let own = self.footprint.edges[index];
                let back = Point::new(-way.x, -way.y);
                for hit in edge
                    .map(|point| entry(point, way, own, clearance))
                    .into_iter()
                    .chain(own.map(|point| entry(point, back, edge, clearance)))
                {
                    least = least.min(hit);
                }
            });
        }
        least
    }
}

fn is_apart(one: &Bounds, other: &Bounds, by: Point, clearance: f64) -> bool {
    one.min.x >= other.max.x + by.x + clearance
        || other.min.x + by.x >= one.max.x + clearance
        || one.min.y >= other.max.y + by.y + clearance
        || other.min.y + by.y >= one.max.y + clearance
}

/// Returns the distance of a point from an edge.
pub(crate) fn edge_distance(point: Point, [from, to]: [Point; 2]) -> f64 {
    let way = difference(to, from);
    let share = dot(difference(point, from), way) / dot(way, way);
    let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
    ahead(from, way, share).distance_to(point)
}

fn are_nearer(one: [Point; 2], other: [Point; 2], clearance: f64) -> bool {
    let is_near = |point: Point, edge: [Point; 2]| edge_distance(point, edge) < clearance;
    if one.iter().any(|point| is_near(*point, other)) || other.iter().any(|point| is_near(*point, one)) {
        return true;
    }
    let side = |[from, to]: [Point; 2], point: Point| cross(difference(to, from), difference(point, from));
    side(one, other[0]) * side(one, other[1]) < 0.0 && side(other, one[0]) * side(other, one[1]) < 0.0
}

/// Returns how far a point goes in a direction until it comes to the clearance of an edge; infinite where it never does.
fn entry(point: Point, way: Point, [from, to]: [Point; 2], clearance: f64) -> f64 {
    let mut first = f64::INFINITY;
    let along = difference(to, from);
    let size = length(along);
    if size > 0.0 {
        let unit = Point::new(along.x / size, along.y / size);
        let aside = cross(unit, difference(point, from));
        let speed = cross(unit, way);
        // Towards the line, on the side that the point is on.
        let hit = (clearance.copysign(aside) - aside) / speed;
        if hit >= 0.0 && hit.is_finite() {
            let place = dot(unit, difference(ahead(point, way, hit), from));
            if (0.0..=size).contains(&place) {
                first = hit;
            }
        }
    }
    for end in [from, to] {
        let off = difference(point, end);
        let along = dot(off, way);
        let square = along * along - (dot(off, off) - clearance * clearance);
        if along < 0.0 && square > 0.0 {
            let hit = -along - square.sqrt();
            if hit >= 0.0 {
                first = first.min(hit);
            }
        }
    }
    first
}
