//! Lines of several elements side by side.

use scenewright_geometry::vector::{ahead, length};
use scenewright_geometry::{Path, Point, Segment, Shape};

use super::record::Record;
use super::tags::Tag;

/// A vertex: its place, the way on from it, the way along which the elements pass it, and the numbers of each element, which
/// are the place on that way, and then where on the way on it begins, breaks off, begins again and so on.
#[derive(Debug, Default)]
struct Vertex {
    at: Point,
    way: Point,
    miter: Point,
    elements: Vec<Vec<f64>>,
}

/// Returns all elements of a multiline.
pub(super) fn multiline(record: &Record<'_>) -> Option<Shape> {
    const CLOSED: i64 = 2;
    let vertices = vertices(record);
    let is_closed = record.whole(71) & CLOSED != 0;
    let most = vertices.iter().map(|vertex| vertex.elements.len()).max()?;
    let mut path = Path::new();
    for element in 0..most {
        element_path(&vertices, element, is_closed, &mut path);
    }
    (!path.is_empty()).then_some(Shape::Path(path))
}

fn vertices(record: &Record<'_>) -> Vec<Vertex> {
    let mut vertices: Vec<Vertex> = Vec::new();
    for tag in record.tags {
        let Some(number) = tag.real() else { continue };
        if tag.code == 11 {
            vertices.push(Vertex { at: Point::new(number, 0.0), ..Vertex::default() });
            continue;
        }
        let Some(vertex) = vertices.last_mut() else { continue };
        match tag.code {
            21 => vertex.at.y = number,
            12 => vertex.way.x = number,
            22 => vertex.way.y = number,
            13 => vertex.miter.x = number,
            23 => vertex.miter.y = number,
            74 => {
                vertex.elements.push(Vec::with_capacity(tag.whole().map_or(0, |it| it.clamp(0, 8)) as usize));
            }
            41 => {
                if let Some(element) = vertex.elements.last_mut() {
                    element.push(number);
                }
            }
            _ => {}
        }
    }
    vertices
}

fn element_path(vertices: &[Vertex], element: usize, is_closed: bool, path: &mut Path) {
    let numbers = |vertex: &Vertex| vertex.elements.get(element).cloned().unwrap_or_default();
    let place = |vertex: &Vertex| {
        let offset = numbers(vertex).first().copied()?;
        Some(ahead(vertex.at, vertex.miter, offset))
    };
    let count = vertices.len();
    let steps = if is_closed && count > 2 { count } else { count.saturating_sub(1) };
    let is_whole = (0..steps).all(|step| {
        let numbers = numbers(&vertices[step]);
        place(&vertices[step]).is_some()
            && numbers.len() <= 2
            && numbers.get(1).is_none_or(|start| *start == 0.0)
    });
    if is_whole && vertices.iter().all(|vertex| place(vertex).is_some()) {
        path.push_chain(vertices.iter().filter_map(place), steps == count && count > 2);
        return;
    }
    for step in 0..steps {
        let (vertex, next) = (&vertices[step], &vertices[(step + 1) % count]);
        let (Some(from), Some(to)) = (place(vertex), place(next)) else { continue };
        let whole = from.distance_to(to);
        let size = length(vertex.way);
        if whole == 0.0 || size == 0.0 {
            continue;
        }
        let way = Point::new(vertex.way.x / size, vertex.way.y / size);
        let numbers = numbers(vertex);
        let breaks = if numbers.len() > 1 { &numbers[1..] } else { &[0.0][..] };
        for part in breaks.chunks(2) {
            let (start, end) = (part[0].clamp(0.0, whole), part.get(1).copied().unwrap_or(whole).min(whole));
            if end > start {
                path.push(Segment::Move(ahead(from, way, start)));
                path.push(Segment::Line(if end == whole { to } else { ahead(from, way, end) }));
            }
        }
    }
}

/// Returns the tags of a part of a record, from one mark of a subclass to the next.
pub(super) fn subclass<'t, 'a>(record: &'t Record<'a>, name: &str) -> Option<&'t [Tag<'a>]> {
    let start = record.tags.iter().position(|tag| tag.is(100, name))? + 1;
    let rest = &record.tags[start..];
    let end = rest.iter().position(|tag| tag.code == 100).unwrap_or(rest.len());
    Some(&rest[..end])
}
