//! Bodies: straight outlines with what is asked of them ten thousand times a second.

use scenewright_geometry::vector::{cross, difference, dot, length};
use scenewright_geometry::{Affine, Bounds, Point, Region};

/// The most circles that stand for a body, with the share of its area from which so many are enough: what is thin or winding
/// needs more of them.
const POLES: [(usize, f64); 3] = [(6, 0.9), (12, 0.8), (28, 0.0)];

/// The points along the longer side of a body from which its circles are chosen, and the steps that move one to a better place.
const POLE_GRID: f64 = 20.0;
const POLE_STEPS: usize = 24;

/// The farthest that a corner moves when a body is made a little smaller, in units of the distance: the corner of a needle would
/// move without end.
const MAX_SPIKE: f64 = 4.0;

/// A body at one angle. Its outlines do not cross.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    /// The edges of all outlines.
    pub edges: Vec<[Point; 2]>,
    /// The same edges a little further inside: bodies that touch do not overlap by these.
    pub inner: Vec<[Point; 2]>,
    /// The inner edges from left to right, in the order of their left ends.
    pub inner_by_x: Vec<[Point; 2]>,
    /// The width of the widest inner edge: how far left of a place the edges that reach it may begin.
    pub widest_inner: f64,
    /// One corner of each outline, a little inside.
    pub starts: Vec<Point>,
    pub bounds: Bounds,
    /// The boxes of the holes.
    pub holes: Vec<Bounds>,
    /// Circles inside, the largest first.
    pub poles: Vec<(Point, f64)>,
    pub area: f64,
    /// The square root of the area of the convex hull.
    pub weight: f64,
    pub diameter: f64,
}

impl Solid {
    /// Makes the body of an area; `None` where it is empty. Bodies that overlap by less than `slack` touch.
    pub(crate) fn of(region: &Region, slack: f64) -> Option<Solid> {
        let mut solid = Solid {
            edges: Vec::new(),
            inner: Vec::new(),
            inner_by_x: Vec::new(),
            widest_inner: 0.0,
            starts: Vec::new(),
            bounds: Bounds::of_points(region.rings().flatten().copied())?,
            holes: Vec::new(),
            poles: Vec::new(),
            area: region.area(),
            weight: 0.0,
            diameter: 0.0,
        };
        for ring in region.rings() {
            let count = ring.len();
            // Edges of this body against the shrunk edges of the other: bodies that touch share points with
            // the former only.
            let smaller: Vec<Point> = (0..count).map(|at| pushed(ring, at, slack)).collect();
            for at in 0..count {
                solid.edges.push([ring[at], ring[(at + 1) % count]]);
                solid.inner.push([smaller[at], smaller[(at + 1) % count]]);
            }
            solid.starts.extend(smaller.first());
        }
        solid.order_inner();
        for part in &region.parts {
            solid.holes.extend(part.holes.iter().filter_map(|hole| Bounds::of_points(hole.iter().copied())));
        }
        let points: Vec<Point> = region.rings().flatten().copied().collect();
        let hull = Region::convex_hull(&points).ok()??;
        solid.weight = hull.area().sqrt();
        // The two points farthest apart are corners of the hull.
        let corners = &hull.outline;
        solid.diameter = corners
            .iter()
            .flat_map(|one| corners.iter().map(move |other| one.distance_to(*other)))
            .fold(0.0, f64::max);
        solid.find_poles();
        Some(solid)
    }

    /// Returns the body turned about the origin.
    pub(crate) fn turned(&self, angle: f64) -> Solid {
        let turn = Affine::rotation(angle);
        let image = |edges: &[[Point; 2]]| {
            edges.iter().map(|edge| edge.map(|point| turn * point)).collect::<Vec<_>>()
        };
        let edges = image(&self.edges);
        let bounds = Bounds::of_points(edges.iter().map(|edge| edge[0])).unwrap_or(self.bounds);
        let turned_box = |it: &Bounds| {
            let corners = [it.min, Point::new(it.max.x, it.min.y), it.max, Point::new(it.min.x, it.max.y)];
            Bounds::of_points(corners.map(|corner| turn * corner)).unwrap_or(*it)
        };
        let mut solid = Solid {
            inner: image(&self.inner),
            inner_by_x: Vec::new(),
            starts: self.starts.iter().map(|point| turn * *point).collect(),
            // A box of a turned box is larger than the hole's own: these boxes only suggest columns to look
            // at.
            holes: self.holes.iter().map(turned_box).collect(),
            poles: self.poles.iter().map(|(center, radius)| (turn * *center, *radius)).collect(),
            bounds,
            edges,
            ..*self
        };
        solid.order_inner();
        solid
    }

    /// Returns true if another body has the same outlines, but for a distance, when it is moved to where this one is.
    pub(crate) fn looks_like(&self, other: &Solid, near: f64) -> bool {
        let (own, others) = (&self.bounds, &other.bounds);
        if (own.width() - others.width()).abs() > near || (own.height() - others.height()).abs() > near {
            return false;
        }
        let by = difference(own.center(), others.center());
        let lies_on = |one: &Solid, other: &Solid, by: Point| {
            let corners = one.edges.iter().map(|[from, _]| Point::new(from.x + by.x, from.y + by.y));
            corners.into_iter().all(|corner| other.distance_to(corner) <= near)
        };
        lies_on(other, self, by) && lies_on(self, other, Point::new(-by.x, -by.y))
    }

    fn order_inner(&mut self) {
        let rightwards = |[from, to]: &[Point; 2]| if from.x <= to.x { [*from, *to] } else { [*to, *from] };
        self.inner_by_x = self.inner.iter().map(rightwards).collect();
        self.inner_by_x.sort_by(|[one, _], [other, _]| one.x.total_cmp(&other.x));
        self.widest_inner = self.inner_by_x.iter().map(|[from, to]| to.x - from.x).fold(0.0, f64::max);
    }

    /// Returns true for a point inside.
    pub(crate) fn holds(&self, point: Point) -> bool {
        let mut is_inside = false;
        for [from, to] in &self.edges {
            if (from.y > point.y) != (to.y > point.y)
                && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)
            {
                is_inside = !is_inside;
            }
        }
        is_inside
    }

    /// Returns the distance of a point from the outlines.
    fn distance_to(&self, point: Point) -> f64 {
        self.edges.iter().map(|edge| edge_distance(point, *edge)).fold(f64::INFINITY, f64::min)
    }

    /// Returns the distance of a point from the outlines, or the given one where it is farther.
    pub(crate) fn distance_within(&self, point: Point, most: f64) -> f64 {
        let mut square = most * most;
        for [from, to] in &self.edges {
            let (way, off) = (difference(*to, *from), difference(point, *from));
            let whole = dot(way, way);
            let share = if whole > 0.0 { (dot(off, way) / whole).clamp(0.0, 1.0) } else { 0.0 };
            let rest = Point::new(off.x - way.x * share, off.y - way.y * share);
            square = square.min(dot(rest, rest));
        }
        square.sqrt()
    }

    /// Finds the largest circle inside, then the largest beside it, and so on.
    fn find_poles(&mut self) {
        let (wide, high) = (self.bounds.width(), self.bounds.height());
        let step = wide.max(high) / POLE_GRID;
        let mut places: Vec<(Point, f64)> = Vec::new();
        let (columns, rows) = ((wide / step).ceil() as usize, (high / step).ceil() as usize);
        for column in 0..columns {
            for row in 0..rows {
                let at = Point::new(
                    self.bounds.min.x + wide * (column as f64 + 0.5) / columns as f64,
                    self.bounds.min.y + high * (row as f64 + 0.5) / rows as f64,
                );
                if self.holds(at) {
                    places.push((at, self.distance_to(at)));
                }
            }
        }
        let mut covered = 0.0;
        let is_enough = |count: usize, covered: f64| {
            POLES.iter().any(|(most, share)| count >= *most && covered >= share * self.area)
        };
        while !is_enough(self.poles.len(), covered) {
            let free = |poles: &[(Point, f64)], at: Point, room: f64| {
                poles.iter().fold(room, |room, (center, radius)| room.min(center.distance_to(at) - radius))
            };
            let best = places
                .iter()
                .map(|(at, room)| (*at, free(&self.poles, *at, *room)))
                .max_by(|one, other| one.1.total_cmp(&other.1));
            let Some((mut at, mut room)) = best else { break };
            // From the middle of a cell, half a cell away is as far as the best place can be.
            let mut reach = 0.5 * step;
            for _ in 0..POLE_STEPS {
                let ways = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
                let tried = ways.map(|(x, y)| Point::new(at.x + x * reach, at.y + y * reach));
                let better = tried
                    .into_iter()
                    .filter(|it| self.holds(*it))
                    .map(|it| (it, free(&self.poles, it, self.distance_to(it))))
                    .max_by(|one, other| one.1.total_cmp(&other.1));
                match better {
                    Some((to, more)) if more > room => (at, room) = (to, more),
                    _ => reach *= 0.5,
                }
            }
            // Smaller ones add nothing.
            let least = self.poles.first().map_or(0.0, |(_, radius)| 0.03 * radius);
            if room <= least {
                break;
            }
            covered += std::f64::consts::PI * room * room;
            self.poles.push((at, room));
        }
        if self.poles.is_empty() {
            // Too thin for the grid.
            let [from, to] = self.edges[0];
            self.poles.push((Point::new(0.5 * (from.x + to.x), 0.5 * (from.y + to.y)), 1e-3 * step));
        }
    }
}

/// Returns a corner of an outline, which has the body on its left, moved into the body.
fn pushed(ring: &[Point], at: usize, by: f64) -> Point {
    let count = ring.len();
    let (before, corner, after) = (ring[(at + count - 1) % count], ring[at], ring[(at + 1) % count]);
    let normal = |from: Point, to: Point| {
        let way = difference(to, from);
        let size = length(way).max(f64::MIN_POSITIVE);
        Point::new(-way.y / size, way.x / size)
    };
    let (one, other) = (normal(before, corner), normal(corner, after));
    // Both normals, scaled so that the corner is that far from both sides. A sharp corner would move without
    // end.
    let factor = (1.0 / (1.0 + dot(one, other)).max(1e-9)).min(MAX_SPIKE);
    Point::new(corner.x + (one.x + other.x) * factor * by, corner.y + (one.y + other.y) * factor * by)
}

pub(crate) fn edge_distance(point: Point, [from, to]: [Point; 2]) -> f64 {
    let (way, off) = (difference(to, from), difference(point, from));
    let square = dot(way, way);
    let share = if square > 0.0 { (dot(off, way) / square).clamp(0.0, 1.0) } else { 0.0 };
    length(Point::new(off.x - way.x * share, off.y - way.y * share))
}

/// A body that was put somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Put<'a> {
    pub solid: &'a Solid,
    pub at: Point,
}

impl<'a> Put<'a> {
    pub(crate) fn new(solid: &'a Solid, at: Point) -> Put<'a> {
        Put { solid, at }
    }

    pub(crate) fn bounds(&self) -> Bounds {
        let own = &self.solid.bounds;
        Bounds {
            min: Point::new(own.min.x + self.at.x, own.min.y + self.at.y),
            max: Point::new(own.max.x + self.at.x, own.max.y + self.at.y),
        }
    }

    /// Returns true if the bodies overlap. The work that it took is added to a count.
    pub(crate) fn overlaps(&self, other: &Put<'_>, work: &mut u64) -> bool {
        let (own, others) = (self.bounds(), other.bounds());
        let common = Bounds {
            min: Point::new(own.min.x.max(others.min.x), own.min.y.max(others.min.y)),
            max: Point::new(own.max.x.min(others.max.x), own.max.y.min(others.max.y)),
        };
        if common.min.x >= common.max.x || common.min.y >= common.max.y {
            return false;
        }
        let by = difference(other.at, self.at);
        // Most overlaps are seen by circles.
        // The largest four: they cover most of a body, and sixteen comparisons cost less than one pass over
        // edges.
        for (center, radius) in self.solid.poles.iter().take(4) {
            for (others, other_radius) in other.solid.poles.iter().take(4) {
                let (x, y) = (others.x + by.x - center.x, others.y + by.y - center.y);
                // A little less, as circles were found by steps and touching bodies must not count.
                let sum = 0.999 * (radius + other_radius);
                if x * x + y * y < sum * sum {
                    *work += 1;
                    return true;
                }
            }
        }
        *work += 2;
        // In coordinates of the other: the edges of both that are in the common part of their boxes.
        // An edge on the border of that part must not be lost to rounding.
        let pad = 1e-6 * (self.solid.diameter + other.solid.diameter);
        let low = Point::new(common.min.x - other.at.x - pad, common.min.y - other.at.y - pad);
        let high = Point::new(common.max.x - other.at.x + pad, common.max.y - other.at.y + pad);
        let is_near = |from: Point, to: Point| {
            from.x.min(to.x) <= high.x
                && from.x.max(to.x) >= low.x
                && from.y.min(to.y) <= high.y
                && from.y.max(to.y) >= low.y
        };
        // On the stack: this runs millions of times, and more than 64 edges in the common part are rare.
        let mut near: [[Point; 2]; 64] = [[Point::ORIGIN; 2]; 64];
        let mut count = 0;
        let mut spilled: Vec<[Point; 2]> = Vec::new();
        for [from, to] in &other.solid.edges {
            if is_near(*from, *to) {
                if count < near.len() {
                    near[count] = [*from, *to];
                    count += 1;
                } else {
                    spilled.push([*from, *to]);
                }
            }
        }
        if count > 0 {
            for [from, to] in &self.solid.inner {
                let (from, to) =
                    (Point::new(from.x - by.x, from.y - by.y), Point::new(to.x - by.x, to.y - by.y));
                if !is_near(from, to) {
                    continue;
                }
                *work += 1 + (count as u64 >> 4);
                if near[..count].iter().chain(&spilled).any(|edge| do_cross([from, to], *edge)) {
                    return true;
                }
            }
        }
        // No edges cross: one may be inside of the other.
        let is_inside = self.solid.starts.iter().any(|start| {
            let at = Point::new(start.x - by.x, start.y - by.y);
            other.solid.bounds.holds(at) && other.solid.holds(at)
        });
        is_inside
            || other.solid.starts.iter().any(|start| {
                let at = Point::new(start.x + by.x, start.y + by.y);
                self.solid.bounds.holds(at) && self.solid.holds(at)
            })
    }

    /// Returns a measure of how much two overlapping bodies do, by their circles: those that overlap count by how deep, and
    /// those apart by how near, so that it gets smaller on every way out. It is the overlap proxy of sparrow, with its
    /// share of the diameter below which circles count as apart.
    pub(crate) fn overlap(&self, other: &Put<'_>) -> f64 {
        const NEAR: f64 = 0.01;
        let epsilon = NEAR * self.solid.diameter.max(other.solid.diameter);
        let by = difference(other.at, self.at);
        let mut total = 0.0;
        for (center, radius) in &self.solid.poles {
            let (x, y) = (center.x - by.x, center.y - by.y);
            for (others, other_radius) in &other.solid.poles {
                let (x, y) = (others.x - x, others.y - y);
                let depth = radius + other_radius - (x * x + y * y).sqrt();
                let depth =
                    // Below epsilon the depth continues as a hyperbola that has the same value and slope there
                    // and never reaches 0: circles apart still say which way leads out.
                    if depth >= epsilon { depth } else { epsilon * epsilon / (2.0 * epsilon - depth) };
                // Like the area of a strip: how deep, times how wide the smaller circle is.
                total += depth * radius.min(*other_radius);
            }
        }
        (std::f64::consts::PI * total + epsilon * epsilon).sqrt()
            * (self.solid.weight * other.solid.weight).sqrt()
    }
}

/// Returns true if two edges cross in a point inside of both.
fn do_cross(one: [Point; 2], other: [Point; 2]) -> bool {
    let (along, across) = (difference(one[1], one[0]), difference(other[1], other[0]));
    let off = difference(other[0], one[0]);
    let first = cross(along, off);
    let second = cross(along, difference(other[1], one[0]));
    // An end on the other edge is a touch, not a crossing.
    if first * second >= 0.0 {
        return false;
    }
    let third = -cross(across, off);
    let fourth = cross(across, difference(one[1], other[0]));
    third * fourth < 0.0
}
