//! Entities without a size: points, which are shown by a symbol, and infinite lines.

use scenewright_geometry::{Affine, Bounds, Path, Point, Segment, Shape};

use crate::import::drawing::{Item, ItemContent, Sizeless};

/// The sign that a file shows its points by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointStyle {
    /// The sign, as `$PDMODE` has it: 0 a dot, 1 nothing, 2 a plus, 3 a cross, 4 a tick; 32 more with a circle, 64 more with
    /// a square around it.
    pub mode: i64,
    /// The size in units of the drawing; 0, and as a negative number a share of the drawing in per cent.
    pub size: f64,
}

const CIRCLE: i64 = 32;
const SQUARE: i64 = 64;

/// The size of a sign where the file gives none, and the margin by which endless lines lead out of everything else, both as
/// shares of the drawing's larger side.
const SIGN: f64 = 0.01;
const MARGIN: f64 = 0.1;

/// The diameter of a dot in sizes of a sign.
const DOT: f64 = 0.25;

impl PointStyle {
    /// Returns true if points are not seen at all.
    pub(super) fn is_hidden(self) -> bool {
        self.mode == 1
    }

    /// Returns true for a sign that is filled.
    pub(super) fn is_filled(self) -> bool {
        self.mode == 0
    }

    fn size_in(self, extent: f64) -> f64 {
        match self.size {
            size if size > 0.0 => size,
            size if size < 0.0 => -size / 100.0 * extent,
            _ => SIGN * extent,
        }
    }

    fn sign(self, at: Point, size: f64) -> Shape {
        let half = 0.5 * size;
        let point = |x: f64, y: f64| Point::new(at.x + x * half, at.y + y * half);
        let mut path = Path::new();
        let mut line = |from: Point, to: Point| {
            path.push(Segment::Move(from));
            path.push(Segment::Line(to));
        };
        match self.mode & 7 {
            2 => {
                line(point(-1.0, 0.0), point(1.0, 0.0));
                line(point(0.0, -1.0), point(0.0, 1.0));
            }
            3 => {
                line(point(-1.0, -1.0), point(1.0, 1.0));
                line(point(-1.0, 1.0), point(1.0, -1.0));
            }
            4 => line(at, point(0.0, 1.0)),
            _ => {}
        }
        let has_frame = self.mode & (CIRCLE | SQUARE) != 0;
        if !has_frame && path.is_empty() {
            return Shape::Circle { center: at, radius: DOT * half };
        }
        if self.mode & CIRCLE != 0 {
            path.extend(&Shape::Circle { center: at, radius: half }.to_path());
        }
        if self.mode & SQUARE != 0 {
            path.extend(&Shape::Rect { center: at, width: size, height: size }.to_path());
        }
        Shape::Path(path)
    }
}

/// Gives everything without a size one that suits the rest of the drawing.
pub(super) fn size_all(items: &mut [Item], style: PointStyle) {
    if !has_sizeless(items) {
        return;
    }
    let mut bounds = None;
    measure(items, &mut bounds);
    let Some(bounds) = bounds else { return };
    let extent = bounds.width().max(bounds.height());
    // Alone, a point is as large as a unit, and a line as long as a hundred.
    let extent = if extent > 0.0 { extent } else { 1.0 / SIGN };
    let margin = MARGIN * extent;
    let frame = bounds.widened(margin);
    size(items, &|content: Sizeless| match content {
        Sizeless::Point(at) => style.sign(at, style.size_in(extent)),
        Sizeless::Ray(at, way) => Shape::Line { points: vec![at, leaving(at, way, &frame)] },
        Sizeless::Line(at, way) => {
            let back = Point::new(-way.x, -way.y);
            Shape::Line { points: vec![leaving(at, back, &frame), leaving(at, way, &frame)] }
        }
    });
}

fn has_sizeless(items: &[Item]) -> bool {
    items.iter().any(|item| match &item.content {
        ItemContent::Group(items) => has_sizeless(items),
        content => matches!(content, ItemContent::Sizeless(_)),
    })
}

fn size(items: &mut [Item], shape: &dyn Fn(Sizeless) -> Shape) {
    for item in items {
        match &mut item.content {
            ItemContent::Group(items) => size(items, shape),
            ItemContent::Sizeless(content) => item.content = ItemContent::Shape(shape(*content)),
            _ => {}
        }
    }
}

fn measure(items: &[Item], bounds: &mut Option<Bounds>) {
    for item in items {
        let own = match &item.content {
            ItemContent::Group(items) => {
                measure(items, bounds);
                continue;
            }
            ItemContent::Shape(shape) => shape.bounds(&Affine::IDENTITY),
            ItemContent::Text(text) => Bounds::of_point(text.at),
            ItemContent::Sizeless(Sizeless::Point(at) | Sizeless::Ray(at, _) | Sizeless::Line(at, _))
            | ItemContent::Nothing(at) => Bounds::of_point(*at),
            ItemContent::Cover { .. } | ItemContent::Dimension(_) => continue,
        };
        if own.is_finite() {
            *bounds = Some(bounds.map_or(own, |all| all.union(own)));
        }
    }
}

/// Returns where a ray that begins in a box leaves it.
fn leaving(at: Point, way: Point, frame: &Bounds) -> Point {
    let until = |from: f64, step: f64, least: f64, most: f64| match step {
        step if step > 0.0 => (most - from) / step,
        step if step < 0.0 => (least - from) / step,
        _ => f64::INFINITY,
    };
    let x = until(at.x, way.x, frame.min.x, frame.max.x);
    let y = until(at.y, way.y, frame.min.y, frame.max.y);
    let distance = x.min(y);
    Point::new(at.x + way.x * distance, at.y + way.y * distance)
}
