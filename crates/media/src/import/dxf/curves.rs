//! Polylines, and the arcs of circles and ellipses, as shapes.

use std::f64::consts::TAU;

use scenewright_geometry::vector::{cross, difference};
use scenewright_geometry::{
    Affine, Bounds, EllipticArc, Path, Point, RegionOperation, Segment, Shape, Wire, combined_shapes,
};

use super::mesh::is_mesh;
use super::record::Record;
use super::tags::Tag;
use crate::import::images::plain_shape;
use crate::import::strokes::MITER_LIMIT;

/// The bulge below which an edge is straight. A bulge is the height of an arc over half its chord, so that the edge is off its
/// chord by a trillionth of half its length.
const MIN_BULGE: f64 = 1e-12;

/// The difference in radians below which the two angles of an arc make a full turn.
const FULL_TURN: f64 = 1e-9;

/// Returns the step from one vertex to the next: an arc where there is a bulge.
pub(super) fn bulged(from: Point, to: Point, bulge: f64) -> Segment {
    let chord = from.distance_to(to);
    if bulge.abs() < MIN_BULGE || chord == 0.0 {
        return Segment::Line(to);
    }
    let radius = chord * (1.0 + bulge * bulge) / (4.0 * bulge.abs());
    Segment::Arc(EllipticArc {
        radii: [radius, radius],
        rotation: 0.0,
        large: bulge.abs() > 1.0,
        positive: bulge > 0.0,
        to,
    })
}

/// Returns the path through vertices with their bulges.
pub(super) fn polyline(vertices: &[(Point, f64)], closed: bool) -> Option<Path> {
    let &(first, _) = vertices.first()?;
    let mut path = Path::new();
    path.push(Segment::Move(first));
    for pair in vertices.windows(2) {
        let [(from, bulge), (to, _)] = pair else { continue };
        if from != to {
            path.push(bulged(*from, *to, *bulge));
        }
    }
    if closed {
        let &(last, bulge) = vertices.last()?;
        if last != first && bulge.abs() >= MIN_BULGE {
            path.push(bulged(last, first, bulge));
        }
        path.push(Segment::Close);
    }
    Some(path)
}

/// A polyline as it is seen.
pub(super) enum Line {
    /// A line, and its width, which is none for most.
    Even(Shape, f64),
    /// A line whose width changes: the line, the areas that it covers, and the parts of it that have no width.
    Uneven(Shape, Vec<Shape>, Option<Shape>),
}

/// A vertex with its bulge, and the widths at both ends of the way to the next one.
type Vertex = (Point, f64, [f64; 2]);

/// Returns a light polyline.
pub(super) fn light_polyline(record: &Record<'_>) -> Option<Line> {
    let usual = record.real_or(43, 0.0);
    let vertex = |(point, tags): (Point, &[Tag<'_>])| {
        let width = |code: i32| tags.iter().find(|tag| tag.code == code).and_then(Tag::real).unwrap_or(usual);
        (point, bulge_of(tags), [width(40), width(41)])
    };
    let vertices: Vec<Vertex> = record.points(10).into_iter().map(vertex).collect();
    line(&vertices, record.whole(70) & 1 == 1)
}

/// Returns a polyline by its vertices.
fn line(vertices: &[Vertex], is_closed: bool) -> Option<Line> {
    let plain: Vec<(Point, f64)> = vertices.iter().map(|(point, bulge, _)| (*point, *bulge)).collect();
    let whole = || plain_shape(polyline(&plain, is_closed)?);
    let count = if is_closed { vertices.len() } else { vertices.len().saturating_sub(1) };
    let mut widths = vertices[..count].iter().flat_map(|(_, _, widths)| widths);
    let first = widths.next().copied().unwrap_or(0.0);
    if widths.all(|width| *width == first) {
        return Some(Line::Even(whole()?, first.abs()));
    }
    let ways: Vec<Way> = (0..count)
        .map(|index| {
            let ((from, bulge, widths), to) = (vertices[index], vertices[(index + 1) % vertices.len()].0);
            Way { from, to, bulge, widths }
        })
        .filter(|way| way.from != way.to)
        .collect();
    let mut areas = Vec::new();
    let mut thin = Path::new();
    for (index, way) in ways.iter().enumerate() {
        if way.widths == [0.0, 0.0] {
            thin.push(Segment::Move(way.from));
            thin.push(bulged(way.from, way.to, way.bulge));
            continue;
        }
        let before = match index {
            0 if is_closed => ways.last(),
            0 => None,
            _ => ways.get(index - 1),
        };
        let after = ways.get(index + 1).or_else(|| if is_closed { ways.first() } else { None });
        let begin = before.and_then(|before| mitre(before, way));
        areas.extend(tapered(way, begin, after.and_then(|after| mitre(way, after))));
    }
    let areas = united(areas);
    let thin = if thin.is_empty() { None } else { plain_shape(thin) };
    if areas.is_empty() && thin.is_none() {
        return None;
    }
    Some(Line::Uneven(whole()?, areas, thin))
}

/// Returns areas beside each other as one, so that no edge between them shows as a fine line.
fn united(areas: Vec<Shape>) -> Vec<Shape> {
    /// The share of their size below which edges lie on each other.
    const NEAR: f64 = 1e-9;
    if areas.len() < 2 {
        return areas;
    }
    let all: Vec<(&Shape, Affine)> = areas.iter().map(|area| (area, Affine::IDENTITY)).collect();
    let bounds = areas.iter().map(|area| area.bounds(&Affine::IDENTITY)).reduce(Bounds::union);
    let near = bounds.map_or(0.0, |it| it.width().max(it.height())) * NEAR;
    match combined_shapes(RegionOperation::Union, &all, &[], near) {
        Ok(whole) if !whole.is_empty() => whole,
        _ => areas,
    }
}

/// The way from one vertex to the next, with the widths at both ends.
#[derive(Clone, Copy)]
struct Way {
    from: Point,
    to: Point,
    bulge: f64,
    widths: [f64; 2],
}

impl Way {
    fn is_straight(&self) -> bool {
        self.bulge.abs() < MIN_BULGE
    }

    /// Returns both ends of an edge of a straight way, at the left (1) or at the right (-1).
    fn edge(&self, side: f64) -> [Point; 2] {
        let Way { from, to, widths, .. } = self;
        let half = 0.5 * side / from.distance_to(*to);
        let across = Point::new((from.y - to.y) * half, (to.x - from.x) * half);
        [(*from, widths[0]), (*to, widths[1])]
            .map(|(at, width)| Point::new(at.x + across.x * width, at.y + across.y * width))
    }
}

/// Returns where the edges of two ways meet at the vertex between them, at the left and at the right. `None` where both ends are
/// square, as AutoCAD has them: beside an arc, between different widths, at a corner with a long tip, and beside a way that is too
/// short for it.
fn mitre(before: &Way, after: &Way) -> Option<[Point; 2]> {
    let width = before.widths[1];
    let is_even = (width - after.widths[0]).abs() <= 1e-9 * width;
    if before.to != after.from || !before.is_straight() || !after.is_straight() || width <= 0.0 || !is_even {
        return None;
    }
    let reach = (0.5 * width * MITER_LIMIT)
        .min(before.from.distance_to(before.to))
        .min(after.from.distance_to(after.to));
    let corner = |side: f64| {
        let [[a, b], [c, d]] = [before.edge(side), after.edge(side)];
        let (along, other) = (difference(b, a), difference(d, c));
        let share = cross(difference(c, a), other) / cross(along, other);
        let meeting = Point::new(a.x + along.x * share, a.y + along.y * share);
        // Edges of one direction meet nowhere, and are one line already.
        (meeting.is_finite() && meeting.distance_to(before.to) <= reach).then_some(meeting)
    };
    Some([corner(1.0)?, corner(-1.0)?])
}

/// Returns the area of a way whose width changes, with the corners at its ends that it shares with its neighbours, if any.
fn tapered(way: &Way, begin: Option<[Point; 2]>, end: Option<[Point; 2]>) -> Option<Shape> {
    /// The straight pieces of an arc.
    const PIECES: u32 = 32;
    let [start_width, end_width] = way.widths;
    let mut path = Path::new();
    path.push(Segment::Move(way.from));
    path.push(bulged(way.from, way.to, way.bulge));
    let wire = Wire::all_of(&Shape::Path(path), &Affine::IDENTITY).into_iter().next()?;
    let pieces = if way.is_straight() { 1 } else { PIECES };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for piece in 0..=pieces {
        let share = f64::from(piece) / f64::from(pieces);
        let (at, along) = wire.at_length(share * wire.length());
        let size = along.x.hypot(along.y);
        let half = 0.5 * (start_width + (end_width - start_width) * share);
        let side = Point::new(-along.y / size * half, along.x / size * half);
        left.push(Point::new(at.x + side.x, at.y + side.y));
        right.push(Point::new(at.x - side.x, at.y - side.y));
    }
    for (corners, index) in [(begin, 0), (end, pieces as usize)] {
        if let Some(corners) = corners {
            [left[index], right[index]] = corners;
        }
    }
    right.reverse();
    left.append(&mut right);
    left.dedup();
    if left.first() == left.last() {
        left.pop();
    }
    Shape::polygon(left, Vec::new()).ok()
}

/// Returns a polyline of records; `None` for a mesh.
pub(super) fn heavy_polyline(record: &Record<'_>) -> Option<Line> {
    const CLOSED: i64 = 1;
    const CONTROL_POINT: i64 = 16;
    if is_mesh(record) {
        return None;
    }
    let seen = || record.parts.iter().filter(|vertex| vertex.whole(70) & CONTROL_POINT == 0);
    let has_own = seen().any(|vertex| vertex.real(40).or(vertex.real(41)).is_some());
    // Dia gives one of both alone, and means a line of that width.
    let even = record.real_or(40, 0.0).max(record.real_or(41, 0.0));
    let vertices: Vec<Vertex> = seen()
        .filter_map(|vertex| {
            let usual = |code: i32| if has_own { record.real_or(code, 0.0) } else { even };
            let width = |code: i32| vertex.real_or(code, usual(code));
            Some((vertex.point(10)?, vertex.real_or(42, 0.0), [width(40), width(41)]))
        })
        .collect();
    line(&vertices, record.whole(70) & CLOSED != 0)
}

pub(super) fn bulge_of(tags: &[Tag<'_>]) -> f64 {
    tags.iter().find(|tag| tag.code == 42).and_then(Tag::real).unwrap_or(0.0)
}

/// Returns an arc of a circle between two angles in degrees, counter-clockwise.
pub(super) fn arc(center: Point, radius: f64, start: f64, end: f64) -> Option<Shape> {
    let start = start.to_radians();
    let sweep = within_a_turn(end.to_radians() - start);
    // Equal angles are a whole circle, in all programs.
    if sweep == TAU {
        return Shape::circle(center.x, center.y, radius).ok();
    }
    Shape::arc(center.x, center.y, radius, start, start + sweep).ok()
}

/// Returns the same turn from 0, which is a whole one, to a whole one: angles may be beyond it.
fn within_a_turn(sweep: f64) -> f64 {
    let rest = sweep.rem_euclid(TAU);
    if (FULL_TURN..=TAU - FULL_TURN).contains(&rest) { rest } else { TAU }
}

/// An ellipse by its centre and conjugate axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    pub center: Point,
    pub major: Point,
    /// The minor axis in units of the major one, to its left.
    pub ratio: f64,
}

impl Axes {
    fn radii(&self) -> [f64; 2] {
        let length = self.major.x.hypot(self.major.y);
        [length, length * self.ratio.abs()]
    }

    /// Returns the point at a parameter, from the major axis towards the minor.
    pub(super) fn at(&self, t: f64) -> Point {
        let (sin, cos) = t.sin_cos();
        let Axes { center, major, ratio } = self;
        Point::new(
            center.x + major.x * cos - major.y * ratio * sin,
            center.y + major.y * cos + major.x * ratio * sin,
        )
    }

    /// Returns the whole ellipse.
    pub(super) fn whole(&self) -> Option<Shape> {
        let [long, short] = self.radii();
        if (long - short).abs() <= long * 1e-12 {
            return Shape::circle(self.center.x, self.center.y, long).ok();
        }
        let rotation = self.major.y.atan2(self.major.x);
        Shape::ellipse(self.center.x, self.center.y, long, short, rotation).ok()
    }

    /// Returns the arc between two parameters, with its first point.
    pub(super) fn arc(&self, start: f64, sweep: f64) -> (Point, Vec<Segment>) {
        let rotation = self.major.y.atan2(self.major.x).to_degrees();
        // Arcs of more than three quarters of a turn are written as two: their ends are too near for one.
        let count = if sweep.abs() > 0.75 * TAU { 2 } else { 1 };
        let step = sweep / f64::from(count);
        let segment = |index: i32| {
            Segment::Arc(EllipticArc {
                radii: self.radii(),
                rotation,
                large: step.abs() > 0.5 * TAU,
                positive: (step > 0.0) == (self.ratio > 0.0),
                to: self.at(start + step * f64::from(index)),
            })
        };
        (self.at(start), (1..=count).map(segment).collect())
    }

    /// Returns the arc between two parameters, or the whole ellipse.
    pub(super) fn shape(&self, start: f64, end: f64) -> Option<Shape> {
        let sweep = within_a_turn(end - start);
        if sweep == TAU {
            return self.whole();
        }
        let (from, segments) = self.arc(start, sweep);
        let mut path = Path::new();
        path.push(Segment::Move(from));
        segments.into_iter().for_each(|segment| path.push(segment));
        plain_shape(path)
    }
}
