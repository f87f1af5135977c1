//! Meshes, of polylines and of faces, as the edges that are seen of them.

use std::collections::HashSet;

use super::record::Record;
use crate::import::images::plain_shape;
use scenewright_geometry::{Path, Point, Segment, Shape};

/// The flags of a polyline that is a mesh, by the DXF reference.
const CLOSED_DOWN: i64 = 1;
const SMOOTH: i64 = 4;
const GRID: i64 = 16;
const CLOSED_ACROSS: i64 = 32;
const FACES: i64 = 64;

/// The flags of a vertex of one.
const CONTROL_POINT: i64 = 16;
const PLACE: i64 = 64;
const FACE: i64 = 128;

/// Returns true for a mesh, also one that is a polyline.
pub(super) fn is_mesh(record: &Record<'_>) -> bool {
    match record.kind.as_str() {
        "MESH" => true,
        "POLYLINE" => record.whole(70) & (GRID | FACES) != 0,
        _ => false,
    }
}

/// Returns the edges of a mesh, each of them once; `None` for a mesh without any.
pub(super) fn mesh(record: &Record<'_>) -> Option<Shape> {
    let edges = match record.kind.as_str() {
        "MESH" => edges_of_lists(record),
        _ if record.whole(70) & FACES != 0 => edges_of_faces(record),
        _ => edges_of_grid(record),
    };
    let mut known = HashSet::new();
    let mut path = Path::new();
    for (from, to) in edges.into_iter().filter(|(from, to)| from != to) {
        let ends = [from, to].map(|point| (point.x.to_bits(), point.y.to_bits()));
        // Two faces meet in an edge, and what is seen from above lies on what is below it.
        if known.insert(ends) && known.insert([ends[1], ends[0]]) {
            path.push(Segment::Move(from));
            path.push(Segment::Line(to));
        }
    }
    if path.is_empty() { None } else { plain_shape(path) }
}

/// Returns the edges of faces that name their corners by number, the first one being 1. A negative number begins a hidden edge.
fn edges_of_faces(record: &Record<'_>) -> Vec<(Point, Point)> {
    let is_place = |vertex: &&Record<'_>| vertex.whole(70) & PLACE != 0;
    let places: Vec<Point> =
        record.parts.iter().filter(is_place).map(|vertex| vertex.point(10).unwrap_or_default()).collect();
    let mut edges = Vec::new();
    for face in record.parts.iter().filter(|vertex| vertex.whole(70) & (PLACE | FACE) == FACE) {
        let corners: Vec<(Point, bool)> = (71..=74)
            .map(|code| face.whole(code))
            .filter_map(|number| {
                let index = usize::try_from(number.unsigned_abs()).ok()?.checked_sub(1)?;
                Some((*places.get(index)?, number > 0))
            })
            .collect();
        for (index, (from, is_seen)) in corners.iter().enumerate() {
            if *is_seen {
                edges.push((*from, corners[(index + 1) % corners.len()].0));
            }
        }
    }
    edges
}

/// Returns the edges of a MESH: places, and a list of faces, each of which says how many corners it has and then their numbers from 0.
///
/// A smoothed mesh is drawn by the faces that it is smoothed from.
fn edges_of_lists(record: &Record<'_>) -> Vec<(Point, Point)> {
    let places: Vec<Point> = record.points(10).into_iter().map(|(point, _)| point).collect();
    let start = record.tags.iter().position(|tag| tag.code == 93).map_or(record.tags.len(), |at| at + 1);
    let mut numbers =
        record.tags[start..].iter().map_while(|tag| if tag.code == 90 { tag.whole() } else { None });
    let mut edges = Vec::new();
    while let Some(count) = numbers.next() {
        let corners: Vec<Point> = numbers
            .by_ref()
            .take(usize::try_from(count).unwrap_or(0))
            .filter_map(|number| places.get(usize::try_from(number).ok()?).copied())
            .collect();
        edges.extend(corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| (*from, *to)));
    }
    edges
}

/// Returns the edges of a grid of vertices.
fn edges_of_grid(record: &Record<'_>) -> Vec<(Point, Point)> {
    let flags = record.whole(70);
    // A smooth one has the vertices of the surface besides those that it was made from.
    let (is_smooth, codes) = if flags & SMOOTH != 0 { (true, [73, 74]) } else { (false, [71, 72]) };
    let places: Vec<Point> = record
        .parts
        .iter()
        .filter(|vertex| !is_smooth || vertex.whole(70) & CONTROL_POINT == 0)
        .filter_map(|vertex| vertex.point(10))
        .collect();
    let [down, across] = codes.map(|code| usize::try_from(record.whole(code)).unwrap_or(0));
    let mut edges = Vec::new();
    if across == 0 || places.len() / across < down {
        return edges;
    }
    let is_closed = |flag: i64| flags & flag != 0;
    for row in 0..down {
        for column in 0..across {
            let at = |row: usize, column: usize| places[row % down * across + column % across];
            if row + 1 < down || is_closed(CLOSED_DOWN) {
                edges.push((at(row, column), at(row + 1, column)));
            }
            if column + 1 < across || is_closed(CLOSED_ACROSS) {
                edges.push((at(row, column), at(row, column + 1)));
            }
        }
    }
    edges
}
