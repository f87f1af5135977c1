//! The outlines of a hatch.

use std::f64::consts::TAU;

use scenewright_geometry::{Path, Point, Segment, Shape};

use super::curves::{Axes, polyline};
use super::record::Record;
use super::spline::Spline;
use super::tags::Tag;
use crate::import::rings::{self, Islands};

/// The share of their size up to which two ends of edges are one, as files keep few digits, and the most edges among which the next
/// is looked for.
const SAME_END: f64 = 1e-5;
const MAX_AHEAD: usize = 1_000;

/// Reads tags one after the other.
struct Cursor<'t, 'a> {
    tags: &'t [Tag<'a>],
}

impl Cursor<'_, '_> {
    /// Goes to the next tag of a code, and returns its number.
    fn real(&mut self, code: i32) -> Option<f64> {
        let at = self.tags.iter().position(|tag| tag.code == code)?;
        let number = self.tags[at].real();
        self.tags = &self.tags[at + 1..];
        number
    }

    fn whole(&mut self, code: i32) -> Option<i64> {
        let at = self.tags.iter().position(|tag| tag.code == code)?;
        let number = self.tags[at].whole();
        self.tags = &self.tags[at + 1..];
        number
    }

    fn point(&mut self, code: i32) -> Option<Point> {
        Some(Point::new(self.real(code)?, self.real(code + 10)?))
    }

    /// Returns the number of the very next tag if it has that code.
    fn next_real(&mut self, code: i32) -> Option<f64> {
        let (first, rest) = self.tags.split_first().filter(|(first, _)| first.code == code)?;
        self.tags = rest;
        first.real()
    }

    /// Returns a count, no greater than there are tags.
    fn count(&mut self, code: i32) -> Option<usize> {
        let count = usize::try_from(self.whole(code)?).ok()?;
        // A count of a damaged file may be anything; each thing counted has at least one tag.
        (count <= self.tags.len()).then_some(count)
    }
}

/// Returns the area of a hatch.
pub(super) fn area(record: &Record<'_>) -> Option<Shape> {
    const POLYLINE: i64 = 2;
    let mut cursor = Cursor { tags: record.tags };
    let count = cursor.count(91)?;
    let mut outlines = Vec::new();
    for _ in 0..count {
        let kind = cursor.whole(92)?;
        let path =
            if kind & POLYLINE != 0 { of_polyline(&mut cursor, record) } else { of_edges(&mut cursor) };
        outlines.extend(path?);
    }
    rings::hatched(outlines, style(record))
}

/// Returns the way in which islands are filled.
fn style(record: &Record<'_>) -> Islands {
    match record.whole(75) {
        1 => Islands::Outer,
        2 => Islands::Ignored,
        _ => Islands::Parity,
    }
}

/// Returns true where the area is filled, and not hatched.
pub(super) fn is_solid(record: &Record<'_>) -> bool {
    // In an MPOLYGON, code 70 is a version.
    record.whole(if record.kind == "MPOLYGON" { 71 } else { 70 }) == 1
}

fn of_polyline(cursor: &mut Cursor<'_, '_>, record: &Record<'_>) -> Option<Vec<Path>> {
    const HAS_BULGES: i32 = 72;
    const IS_CLOSED: i32 = 73;
    let has_bulges = if record.kind == "MPOLYGON" {
        // It has both the other way round.
        cursor.whole(IS_CLOSED)?;
        cursor.whole(HAS_BULGES)? != 0
    } else {
        let has_bulges = cursor.whole(HAS_BULGES)? != 0;
        cursor.whole(IS_CLOSED)?;
        has_bulges
    };
    let count = cursor.count(93)?;
    let mut vertices = Vec::with_capacity(count);
    for _ in 0..count {
        let point = cursor.point(10)?;
        // Only the very next tag: a vertex without a bulge is followed by the next vertex.
        let bulge = if has_bulges { cursor.next_real(42).unwrap_or(0.0) } else { 0.0 };
        vertices.push((point, bulge));
    }
    Some(polyline(&vertices, true).into_iter().collect())
}

fn of_edges(cursor: &mut Cursor<'_, '_>) -> Option<Vec<Path>> {
    let count = cursor.count(93)?;
    let mut edges = Vec::with_capacity(count);
    for _ in 0..count {
        edges.push(edge(cursor)?);
    }
    Some(joined(edges))
}

/// An edge: its first point, and its curves.
type Edge = (Point, Vec<Segment>);

fn edge(cursor: &mut Cursor<'_, '_>) -> Option<Edge> {
    match cursor.whole(72)? {
        1 => {
            let (from, to) = (cursor.point(10)?, cursor.point(11)?);
            Some((from, vec![Segment::Line(to)]))
        }
        2 => {
            let (center, radius) = (cursor.point(10)?, cursor.real(40)?);
            let axes = Axes { center, major: Point::new(radius, 0.0), ratio: 1.0 };
            turn(cursor, axes)
        }
        3 => {
            let (center, major, ratio) = (cursor.point(10)?, cursor.point(11)?, cursor.real(40)?);
            turn(cursor, Axes { center, major, ratio })
        }
        4 => {
            let degree = usize::try_from(cursor.whole(94)?).ok()?;
            let is_rational = cursor.whole(73)? != 0;
            cursor.whole(74)?;
            let (knots, controls) = (cursor.count(95)?, cursor.count(96)?);
            let knots = (0..knots).map(|_| cursor.real(40)).collect::<Option<Vec<f64>>>()?;
            let mut spline = Spline { degree, knots, ..Spline::default() };
            for _ in 0..controls {
                spline.controls.push(cursor.point(10)?);
                if is_rational {
                    spline.weights.push(cursor.next_real(42).unwrap_or(1.0));
                }
            }
            spline.segments()
        }
        _ => None,
    }
}

/// Returns an arc between two angles in degrees. The angles of a clockwise arc are mirrored; the angles of an ellipse are
/// the directions of its points, and not its parameters.
fn turn(cursor: &mut Cursor<'_, '_>, axes: Axes) -> Option<Edge> {
    let parameter = |angle: f64| {
        let angle = angle.to_radians();
        let near = (angle.sin() / axes.ratio).atan2(angle.cos());
        // The same turn as the angle, which may be beyond a whole one.
        near + TAU * ((angle - near) / TAU).round()
    };
    let (start, end) = (parameter(cursor.real(50)?), parameter(cursor.real(51)?));
    let is_left = cursor.whole(73)? != 0;
    let mut sweep = end - start;
    if sweep <= 0.0 {
        sweep += TAU * ((-sweep / TAU).floor() + 1.0);
    }
    let sweep = sweep.min(TAU);
    let (start, sweep) = if is_left { (start, sweep) } else { (-start, -sweep) };
    Some(axes.arc(start, sweep))
}

/// Joins edges to closed outlines. Files have them in order, but not all programs write them so: each outline continues with
/// the edge that has an end nearest to its own, in the direction that this takes, until it is where it began.
fn joined(mut edges: Vec<Edge>) -> Vec<Path> {
    let points = edges.iter().flat_map(|edge| [edge.0, end_of(edge)]);
    let size = points.clone().zip(points.skip(1)).map(|(a, b)| a.distance_to(b)).fold(0.0, f64::max);
    let near = (SAME_END * size).max(1e-9);
    let mut outlines = Vec::new();
    while !edges.is_empty() {
        let (first, segments) = edges.remove(0);
        let mut path = Path::new();
        path.push(Segment::Move(first));
        segments.iter().for_each(|segment| path.push(*segment));
        let mut at = end_of(&(first, segments));
        while at.distance_to(first) > near {
            // The right edge is nearly always the next one. The bound keeps a hatch of 100,000 loose edges from
            // taking hours.
            let ends = edges.iter().enumerate().take(MAX_AHEAD).flat_map(|(index, edge)| {
                [(at.distance_to(edge.0), index, false), (at.distance_to(end_of(edge)), index, true)]
            });
            let nearest = ends.min_by(|one, other| one.0.total_cmp(&other.0));
            // An edge that begins further away than the gap of the outline belongs to another one.
            let Some((_, index, is_turned)) = nearest.filter(|it| it.0 <= near.max(at.distance_to(first)))
            else {
                break;
            };
            let next = edges.remove(index);
            let next = if is_turned { turned(next) } else { next };
            if next.0.distance_to(at) > near {
                path.push(Segment::Line(next.0));
            }
            next.1.iter().for_each(|segment| path.push(*segment));
            at = end_of(&next);
        }
        path.push(Segment::Close);
        outlines.push(path);
    }
    outlines
}

fn end_of((start, segments): &Edge) -> Point {
    segments.last().map_or(*start, |segment| end(*segment))
}

/// Returns an edge that runs the other way.
fn turned((start, segments): Edge) -> Edge {
    let mut at = start;
    let mut back: Vec<Segment> = Vec::with_capacity(segments.len());
    for segment in segments {
        let (step, to) = rings::backward(segment, at);
        back.push(step);
        at = to;
    }
    back.reverse();
    (at, back)
}

/// Returns the point where a step ends.
pub(super) fn end(segment: Segment) -> Point {
    match segment {
        Segment::Move(to) | Segment::Line(to) | Segment::Quadratic(_, to) | Segment::Cubic(_, _, to) => to,
        Segment::Arc(arc) => arc.to,
        Segment::Close => Point::ORIGIN,
    }
}
