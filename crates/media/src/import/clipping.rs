//! Clipping of items: areas are cut exactly, and lines where they cross the edge, or the areas that they cover.

use std::sync::Arc;

use scenewright_geometry::{
    Affine, Bounds, CurveTree, FillRule, Outline, Path, Point, RegionOperation, Shape, Wire, combined_shapes,
};
use scenewright_scene::Color;

use super::drawing::{Drawing, Fill, Item, ItemContent, Pen};
use super::rings;
use super::strokes::{MITER_LIMIT, as_one, line_areas, reach};

/// The share of a clip's size that is nothing: up to that distance a line is on its edge, and curves are straightened where it
/// is asked what is inside.
const FINE: f64 = 1e-6;

/// An area that alone is shown: what is inside of any of its shapes.
pub(crate) struct Clip {
    shapes: Arc<Vec<Shape>>,
    wires: Vec<Wire>,
    tree: CurveTree,
    outlines: Vec<Outline>,
    near: f64,
    /// True where lines near the edge become areas, as their width would be seen beyond it.
    has_areas: bool,
}

impl Clip {
    pub(crate) fn new(shapes: impl Into<Arc<Vec<Shape>>>) -> Clip {
        let shapes = shapes.into();
        let bounds = shapes.iter().map(|shape| shape.bounds(&Affine::IDENTITY)).reduce(Bounds::union);
        let near = bounds.map_or(0.0, |it| it.width().max(it.height())) * FINE;
        let wires: Vec<Wire> =
            shapes.iter().flat_map(|shape| Wire::all_of(shape, &Affine::IDENTITY)).collect();
        let outline =
            |shape: &Shape| shape.area_outline(&Affine::IDENTITY, near.max(f64::MIN_POSITIVE)).ok().flatten();
        let outlines = shapes.iter().filter_map(outline).collect();
        Clip { tree: CurveTree::new(&wires), outlines, wires, shapes, near, has_areas: false }
    }

    /// Returns the clip that makes areas of lines that its edge cuts along, as well as across.
    pub(crate) fn with_areas(self, has_areas: bool) -> Clip {
        Clip { has_areas, ..self }
    }

    fn holds(&self, point: Point) -> bool {
        self.outlines.iter().any(|outline| outline.holds(point)) || self.tree.distance_to(point) <= self.near
    }

    /// Returns true for a piece of a line inside of the clip, none of which crosses its outline. One that comes back to its beginning
    /// may touch the outline anywhere.
    fn holds_piece(&self, piece: &Wire) -> bool {
        let [from, to] = [0.0, piece.length()].map(|length| piece.at_length(length).0);
        if !piece.is_closed() && from.distance_to(to) > self.near {
            return self.holds(middle(piece));
        }
        let places = [0.125, 0.375, 0.625, 0.875].map(|share| piece.at_length(share * piece.length()).0);
        places.iter().filter(|place| self.holds(**place)).count() >= 3
    }

    /// Cuts off the parts outside. Items of which nothing is left are counted.
    pub(crate) fn cut(&self, items: Vec<Item>, drawing: &mut Drawing) -> Vec<Item> {
        let mut left = Vec::with_capacity(items.len());
        for item in items {
            match &item.content {
                ItemContent::Group(_) => {
                    let ItemContent::Group(children) = item.content else { continue };
                    let children = self.cut(children, drawing);
                    if !children.is_empty() {
                        left.push(Item { content: ItemContent::Group(children), ..item });
                    }
                }
                ItemContent::Text(_) => {
                    // How far it reaches is known when it has its font.
                    let mut item = item;
                    if let ItemContent::Text(text) = &mut item.content {
                        text.clips.push(self.shapes.clone());
                    }
                    left.push(item);
                }
                ItemContent::Shape(shape) => {
                    let count = left.len();
                    match self.parts(shape, &item) {
                        None => left.push(item),
                        Some(parts) => left.extend(parts),
                    }
                    if left.len() == count {
                        drawing.skip("outside of its clip");
                    }
                }
                ItemContent::Sizeless(_)
                | ItemContent::Cover(_)
                | ItemContent::Nothing(_)
                | ItemContent::Dimension(_) => {
                    left.push(item);
                }
            }
        }
        left
    }

    /// Returns what is left of a shape; `None` for all of it.
    pub(crate) fn parts(&self, shape: &Shape, item: &Item) -> Option<Vec<Item>> {
        let mut kept = Vec::new();
        let mut is_whole = true;
        for wire in Wire::all_of(shape, &Affine::IDENTITY) {
            let pieces = wire.split(&wire.meetings(&self.wires));
            let inside: Vec<Wire> = pieces.iter().filter(|piece| self.holds_piece(piece)).cloned().collect();
            if inside.len() == pieces.len() {
                kept.push(wire);
            } else {
                is_whole = false;
                kept.extend(inside);
            }
        }
        let stroke = self.stroke(shape, item);
        let is_filled = item.fill != Fill::Absent;
        if is_whole && stroke.is_none() && !(is_filled && self.begins_inside(shape)) {
            return None;
        }
        let mut parts = Vec::new();
        let mut add = |shape: Shape, fill: Fill, pen: Pen| {
            let id = if parts.is_empty() { item.id.clone() } else { None };
            parts.push(Item {
                id,
                layer: item.layer.clone(),
                fill,
                pen,
                content: ItemContent::Shape(shape),
                origin: item.origin.clone(),
            });
        };
        if is_filled {
            for area in self.areas(shape) {
                add(area, item.fill, Pen::Absent);
            }
        }
        if let Some((areas, color)) = stroke {
            if let Some(area) = as_one(areas) {
                add(area, Fill::Color(color), Pen::Absent);
            }
        } else if item.pen != Pen::Absent {
            for wire in kept {
                add(Wire::shape_of(vec![wire], FillRule::NonZero), Fill::Absent, item.pen.clone());
            }
        }
        Some(parts)
    }

    /// Returns what is left of the area of a line whose width comes to the edge, and its colour; `None` where lines stay lines.
    fn stroke(&self, shape: &Shape, item: &Item) -> Option<(Vec<Shape>, Color)> {
        let Pen::Drawn { color, width, line } = &item.pen else { return None };
        if !self.has_areas {
            return None;
        }
        let reach = reach(line, *width);
        let own = Wire::all_of(shape, &Affine::IDENTITY);
        let nearest = self.tree.nearest(&CurveTree::new(&own))?;
        if nearest.distance > reach {
            return None;
        }
        let areas = line_areas(shape, line, *width, MITER_LIMIT).ok()??;
        let is_cut = |area: &Shape| {
            let wires = Wire::all_of(area, &Affine::IDENTITY);
            wires.iter().any(|wire| !wire.meetings(&self.wires).is_empty()) || self.begins_inside(area)
        };
        if !areas.iter().any(is_cut) {
            return None;
        }
        Some((areas.iter().flat_map(|area| self.areas(area)).collect(), *color))
    }

    /// Returns true if an outline of the clip begins in the area of a shape.
    fn begins_inside(&self, shape: &Shape) -> bool {
        let outline = shape.area_outline(&Affine::IDENTITY, self.near.max(f64::MIN_POSITIVE)).ok().flatten();
        outline.is_some_and(|outline| self.wires.iter().any(|wire| outline.holds(wire.start())))
    }

    fn areas(&self, shape: &Shape) -> Vec<Shape> {
        let closed = if shape.is_closed() {
            shape.clone()
        } else {
            // A filled shape is an area, whether its outlines are closed or not.
            let mut path = Path::new();
            rings::closed_parts(&shape.to_path()).iter().for_each(|part| path.extend(part));
            Shape::Path(path)
        };
        let clip: Vec<(&Shape, Affine)> = self.shapes.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
        let own = [(&closed, Affine::IDENTITY)];
        combined_shapes(RegionOperation::Intersection, &own, &clip, self.near.max(f64::MIN_POSITIVE))
            .unwrap_or_default()
    }
}

fn middle(wire: &Wire) -> Point {
    wire.at_length(0.5 * wire.length()).0
}
