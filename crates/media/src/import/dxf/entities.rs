//! Entities of one record as shapes, in the drawing's plane.

use scenewright_geometry::{Affine, Point, Segment, Shape};

use super::curves::{Axes, Line, arc, heavy_polyline, light_polyline};
use super::hatch;
use super::mesh::{is_mesh, mesh};
use super::multiline::{multiline, subclass};
use super::record::{Record, plane};
use super::spline::{Spline, through};
use super::tags::Tag;
use crate::import::images::{image, plain_shape};

/// A shape, and what of it is seen.
#[derive(Debug)]
pub(super) enum Drawn {
    Outline(Shape),
    /// An area in the entity's colour.
    Filled(Shape),
    /// An area with a pattern: a part of the colour shows.
    Patterned(Shape),
    /// A line of a width.
    Wide(Shape, f64),
    /// A line whose width changes: the line, the areas that it covers, and the parts of it that have no width.
    Uneven(Shape, Vec<Shape>, Option<Shape>),
}

/// Returns the shape of an entity; `None` for one of a kind that is not known here, or that shows nothing.
pub(super) fn drawn(record: &Record<'_>) -> Option<Drawn> {
    let in_plane = |shape: Shape| image(&shape, &record.plane());
    let outline = |shape: Option<Shape>| shape.map(Drawn::Outline);
    match record.kind.as_str() {
        // Release 10 had a kind of its own for lines in space.
        "LINE" | "3DLINE" => {
            let (from, to) = (record.point(10)?, record.point(11)?);
            outline((from != to).then(|| Shape::Line { points: vec![from, to] }))
        }
        "CIRCLE" => {
            let center = record.point(10)?;
            outline(Shape::circle(center.x, center.y, record.real(40)?).ok().map(in_plane))
        }
        "ARC" => {
            let angles = (record.real(50)?, record.real(51)?);
            outline(arc(record.point(10)?, record.real(40)?, angles.0, angles.1).map(in_plane))
        }
        "ELLIPSE" => outline(ellipse(record)),
        "MESH" | "POLYLINE" if is_mesh(record) => outline(mesh(record)),
        "LWPOLYLINE" | "POLYLINE" => {
            let line =
                if record.kind == "POLYLINE" { heavy_polyline(record) } else { light_polyline(record) };
            Some(match line? {
                Line::Even(shape, width) if width > 0.0 => Drawn::Wide(in_plane(shape), width),
                Line::Even(shape, _) => Drawn::Outline(in_plane(shape)),
                Line::Uneven(line, areas, thin) => {
                    let areas = areas.into_iter().map(in_plane).collect();
                    Drawn::Uneven(in_plane(line), areas, thin.map(in_plane))
                }
            })
        }
        "SPLINE" => outline(spline(record)),
        // A spline in the first place, followed by the numbers of the helix.
        "HELIX" => {
            let own =
                Record { kind: String::new(), tags: subclass(record, "AcDbSpline")?, parts: Vec::new() };
            outline(spline(&own))
        }
        "MLINE" => outline(multiline(record)),
        "HATCH" | "MPOLYGON" => {
            let area = in_plane(hatch::area(record)?);
            Some(if hatch::is_solid(record) { Drawn::Filled(area) } else { Drawn::Patterned(area) })
        }
        "SOLID" | "TRACE" => quad(record, [10, 11, 13, 12]).map(in_plane).map(Drawn::Filled),
        "3DFACE" => outline(match record.whole(70) & 15 {
            0 => quad(record, [10, 11, 12, 13]),
            hidden => edges(record, hidden),
        }),
        "LEADER" => {
            let points: Vec<Point> = record.points(10).into_iter().map(|(point, _)| point).collect();
            outline(Shape::line(points).ok())
        }
        _ => None,
    }
}

/// Returns true for a kind that [`drawn`] knows.
pub(super) fn is_known(kind: &str) -> bool {
    const KNOWN: [&str; 18] = [
        "LINE",
        "3DLINE",
        "CIRCLE",
        "ARC",
        "ELLIPSE",
        "LWPOLYLINE",
        "POLYLINE",
        "SPLINE",
        "HELIX",
        "MLINE",
        "MESH",
        "HATCH",
        "MPOLYGON",
        "SOLID",
        "TRACE",
        "3DFACE",
        "LEADER",
        "TEXT",
    ];
    KNOWN.contains(&kind)
}

/// Returns why an entity of a known kind is not drawn.
pub(super) fn reason(record: &Record<'_>) -> String {
    let kind = &record.kind;
    let needed: &[i32] = match kind.as_str() {
        "LINE" | "3DLINE" => &[10, 20, 11, 21],
        "CIRCLE" => &[10, 20, 40],
        "ARC" => &[10, 20, 40, 50, 51],
        "ELLIPSE" => &[10, 20, 11, 21, 40],
        "LWPOLYLINE" | "LEADER" | "SOLID" | "TRACE" | "3DFACE" => &[10, 20],
        "HATCH" | "MPOLYGON" => return format!("{kind} without an area"),
        "TEXT" | "ATTRIB" if record.find(1).is_some_and(|tag| !tag.raw().trim_ascii().is_empty()) => {
            &[10, 20, 40]
        }
        "TEXT" | "MTEXT" | "ATTRIB" | "TOLERANCE" => return format!("{kind} without words"),
        _ => &[],
    };
    match needed.iter().find(|code| record.real(**code).is_none()) {
        Some(code) => format!("{kind} without the number of code {code}"),
        None => format!("{kind} without a size"),
    }
}

fn ellipse(record: &Record<'_>) -> Option<Shape> {
    let normal = [record.real_or(210, 0.0), record.real_or(220, 0.0), record.real_or(230, 1.0)];
    // The axes are in the world; the minor one is at the left of the major one, seen from where the normal points.
    let side = if normal[2] < 0.0 { -1.0 } else { 1.0 };
    let axes = Axes {
        center: record.point(10)?,
        major: record.point(11)?,
        ratio: record.real(40).filter(|ratio| *ratio != 0.0)? * side,
    };
    if axes.major.x == 0.0 && axes.major.y == 0.0 {
        return None;
    }
    axes.shape(record.real_or(41, 0.0), record.real_or(42, std::f64::consts::TAU))
}

fn spline(record: &Record<'_>) -> Option<Shape> {
    const CLOSED: i64 = 1;
    let reals = |code: i32| record.tags.iter().filter(move |tag| tag.code == code).filter_map(Tag::real);
    let points = |code: i32| record.points(code).into_iter().map(|(point, _)| point).collect::<Vec<Point>>();
    let spline = Spline {
        degree: usize::try_from(record.whole(71)).ok()?,
        knots: reals(40).collect(),
        controls: points(10),
        weights: reals(41).collect(),
    };
    let is_closed = record.whole(70) & CLOSED != 0;
    let Some((start, segments)) = spline.segments() else {
        return plain_shape(through(&points(11), is_closed, [record.point(12), record.point(13)])?);
    };
    let mut path = scenewright_geometry::Path::new();
    path.push(Segment::Move(start));
    segments.iter().for_each(|segment| path.push(*segment));
    let size = spline.controls.iter().fold(0.0_f64, |size, point| size.max(point.distance_to(start)));
    let end = segments.last().map_or(start, |segment| super::hatch::end(*segment));
    let meets = end.distance_to(start) <= 1e-9 * size;
    if is_closed || meets {
        path.push(Segment::Close);
    }
    plain_shape(path)
}

/// Returns the outline through three or four corners; the fourth is the third again for a triangle.
fn quad(record: &Record<'_>, codes: [i32; 4]) -> Option<Shape> {
    let mut points: Vec<Point> = codes.iter().filter_map(|code| record.point(*code)).collect();
    points.dedup();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    Shape::polygon(points, Vec::new()).ok()
}

/// Returns the edges of a face but for the hidden ones, which the bits of a number say.
fn edges(record: &Record<'_>, hidden: i64) -> Option<Shape> {
    let corners: Vec<Point> = [10, 11, 12, 13].iter().filter_map(|code| record.point(*code)).collect();
    let mut path = scenewright_geometry::Path::new();
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        if hidden & (1 << index) == 0 && *from != to {
            path.push(Segment::Move(*from));
            path.push(Segment::Line(to));
        }
    }
    if path.is_empty() { None } else { plain_shape(path) }
}

/// Returns the way from the coordinates of a text to the drawing's.
pub(super) fn text_plane(record: &Record<'_>) -> Affine {
    if record.kind == "MTEXT" {
        // Its place is in the world already, and only its letters may be seen from behind.
        let normal = record.real_or(230, 1.0);
        let at = record.point(10).unwrap_or_default();
        let turned = plane([0.0, 0.0, if normal < 0.0 { -1.0 } else { 1.0 }], 0.0);
        return Affine::translation(at.x, at.y) * turned * Affine::translation(-at.x, -at.y);
    }
    record.plane()
}
