//! Clipping of items: areas are cut exactly, and lines where they cross the edge, or the areas that they cover.

use std::sync::Arc;

use scenewright_geometry::{
    Affine, Bounds, BoxTree, CurveTree, FillRule, Outline, Path, Point, RegionOperation, Shape, Wire,
    combined_shapes,
};
use scenewright_scene::Color;

use super::drawing::{Drawing, Fill, Item, ItemContent, Pen, Work};
use super::rings;
use super::strokes::{MITER_LIMIT, as_one, line_areas, reach};

/// The share of a clip's size that is nothing: up to that distance a line is on its edge, and curves are straightened where it
/// is asked what is inside.
const FINE: f64 = 1e-6;

/// An area that alone is shown: what is inside of any of its shapes.
pub(crate) struct Clip {
    shapes: Arc<Vec<Shape>>,
    /// What an operation with each of the shapes costs, and the tree of their boxes.
    costs: Vec<usize>,
    shape_boxes: BoxTree,
    wires: Vec<Wire>,
    /// Each line, arc and curve of the wires, and the tree of their boxes.
    pieces: Vec<Wire>,
    piece_boxes: BoxTree,
    tree: CurveTree,
    /// The outlines of the areas, and the tree of their boxes.
    outlines: Vec<Outline>,
    outline_boxes: BoxTree,
    /// The tree of the points at which the wires begin.
    start_boxes: BoxTree,
    near: f64,
    /// True where lines near the edge become areas, as their width would be seen beyond it.
    has_areas: bool,
}

impl Clip {
    pub(crate) fn new(shapes: impl Into<Arc<Vec<Shape>>>) -> Clip {
        let shapes = shapes.into();
        let mut boxes: Vec<(Bounds, usize)> = Vec::with_capacity(shapes.len());
        let (mut wires, mut pieces, mut own_boxes): (Vec<Wire>, Vec<Wire>, Vec<Bounds>) = Default::default();
        for shape in shapes.iter() {
            let own = Wire::all_of(shape, &Affine::IDENTITY);
            let (around, of_shape): (Vec<Bounds>, Vec<Wire>) = own.iter().flat_map(Wire::pieces).unzip();
            boxes.push((shape.bounds(&Affine::IDENTITY), cost_of(&around)));
            wires.extend(own);
            pieces.extend(of_shape);
            own_boxes.extend(around);
        }
        let near = boxes
            .iter()
            .map(|(bounds, _)| *bounds)
            .reduce(Bounds::union)
            .map_or(0.0, |it| it.width().max(it.height()))
            * FINE;
        let piece_boxes = BoxTree::new(own_boxes);
        let outline = |(shape, (bounds, _)): (&Shape, &(Bounds, usize))| {
            let outline = shape.area_outline(&Affine::IDENTITY, near.max(f64::MIN_POSITIVE)).ok().flatten();
            Some((bounds.widened(near), outline?))
        };
        let (outline_boxes, outlines): (Vec<Bounds>, Vec<Outline>) =
            shapes.iter().zip(&boxes).filter_map(outline).unzip();
        let (shape_boxes, costs): (Vec<Bounds>, Vec<usize>) = boxes.into_iter().unzip();
        Clip {
            tree: CurveTree::new(&wires),
            start_boxes: BoxTree::new(wires.iter().map(|wire| Bounds::of_point(wire.start())).collect()),
            shapes,
            costs,
            shape_boxes: BoxTree::new(shape_boxes),
            wires,
            pieces,
            piece_boxes,
            outlines,
            outline_boxes: BoxTree::new(outline_boxes),
            near,
            has_areas: false,
        }
    }

    /// Returns the clip that makes areas of lines that its edge cuts along, as well as across.
    pub(crate) fn with_areas(self, has_areas: bool) -> Clip {
        Clip { has_areas, ..self }
    }

    fn holds(&self, point: Point) -> bool {
        let mut is_held = false;
        self.outline_boxes
            .search(|it| it.holds(point), |index| is_held = is_held || self.outlines[index].holds(point));
        is_held || self.tree.distance_to(point) <= self.near
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
                    match self.parts(shape, &item, &mut drawing.work) {
                        None => left.push(item),
                        Some(parts) => left.extend(parts),
                    }
                    if left.len() == count {
                        drawing.skip("outside of its clip");
                    }
                }
                ItemContent::Sizeless(_)
                | ItemContent::Cover { .. }
                | ItemContent::Nothing(_)
                | ItemContent::Dimension(_) => {
                    left.push(item);
                }
            }
        }
        left
    }

    /// Returns true for a shape that is seen whole, and false for one of which nothing is; `None` where the clip's edge is near.
    fn holds_all_of(&self, shape: &Shape, item: &Item) -> Option<bool> {
        let bounds = shape.bounds(&Affine::IDENTITY);
        let center = bounds.center();
        let width = match &item.pen {
            Pen::Drawn { width, line, .. } if self.has_areas => reach(line, *width),
            _ => 0.0,
        };
        let radius = center.distance_to(bounds.max) + width + self.near;
        if self.tree.distance_to(center) > radius {
            return Some(self.holds(center));
        }
        // Boxes far from each other are cheaper to compare than curves.
        let wide = bounds.widened(width + self.near);
        let mut is_apart = true;
        self.shape_boxes.search(|it| it.meets(&wide), |_| is_apart = false);
        is_apart.then_some(false)
    }

    /// Returns what is left of a shape; `None` for all of it. Nothing is left of it when no work is left.
    pub(crate) fn parts(&self, shape: &Shape, item: &Item, work: &mut Work) -> Option<Vec<Item>> {
        match self.holds_all_of(shape, item) {
            Some(true) => return None,
            Some(false) => return Some(Vec::new()),
            None => {}
        }
        let own = Wire::all_of(shape, &Affine::IDENTITY);
        let edge = self.edge_near(shape);
        let curves = own.iter().map(Wire::curve_count).sum::<usize>() + edge.len();
        if !work.take(curves) {
            return Some(Vec::new());
        }
        let mut kept = Vec::new();
        let mut is_whole = true;
        for wire in own {
            let pieces = wire.split(&wire.meetings(&edge));
            let inside: Vec<Wire> = pieces.iter().filter(|piece| self.holds_piece(piece)).cloned().collect();
            if inside.len() == pieces.len() {
                kept.push(wire);
            } else {
                is_whole = false;
                kept.extend(inside);
            }
        }
        let stroke = self.stroke(shape, item, work);
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
            for area in self.areas(shape, work) {
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
    fn stroke(&self, shape: &Shape, item: &Item, work: &mut Work) -> Option<(Vec<Shape>, Color)> {
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
            let edge = self.edge_near(area);
            let wires = Wire::all_of(area, &Affine::IDENTITY);
            wires.iter().any(|wire| !wire.meetings(&edge).is_empty()) || self.begins_inside(area)
        };
        if !areas.iter().any(is_cut) {
            return None;
        }
        Some((areas.iter().flat_map(|area| self.areas(area, work)).collect(), *color))
    }

    /// Returns the lines, arcs and curves of the clip that are near a shape.
    fn edge_near(&self, shape: &Shape) -> Vec<Wire> {
        let bounds = shape.bounds(&Affine::IDENTITY).widened(self.near);
        let mut near: Vec<Wire> = Vec::new();
        self.piece_boxes.search(|it| it.meets(&bounds), |index| near.push(self.pieces[index].clone()));
        near
    }

    /// Returns true if an outline of the clip begins in the area of a shape.
    fn begins_inside(&self, shape: &Shape) -> bool {
        let outline = shape.area_outline(&Affine::IDENTITY, self.near.max(f64::MIN_POSITIVE)).ok().flatten();
        let Some(outline) = outline else { return false };
        let bounds = shape.bounds(&Affine::IDENTITY).widened(self.near);
        let mut is_held = false;
        self.start_boxes.search(
            |it| it.meets(&bounds),
            |index| is_held = is_held || outline.holds(self.wires[index].start()),
        );
        is_held
    }

    /// Returns what is left of an area; nothing when no work is left.
    fn areas(&self, shape: &Shape, work: &mut Work) -> Vec<Shape> {
        let closed = if shape.is_closed() {
            shape.clone()
        } else {
            // A filled shape is an area, whether its outlines are closed or not.
            let mut path = Path::new();
            rings::closed_parts(&shape.to_path()).iter().for_each(|part| path.extend(part));
            Shape::Path(path)
        };
        let bounds = closed.bounds(&Affine::IDENTITY);
        let wires = Wire::all_of(&closed, &Affine::IDENTITY);
        let around: Vec<Bounds> = wires.iter().flat_map(Wire::pieces).map(|(bounds, _)| bounds).collect();
        let mut cost = cost_of(&around);
        let mut near: Vec<usize> = Vec::new();
        self.shape_boxes.search(|it| it.meets(&bounds), |index| near.push(index));
        // In the order of the file: the tree has one of its own.
        near.sort_unstable();
        cost += near.iter().map(|index| self.costs[*index]).sum::<usize>();
        let clip: Vec<(&Shape, Affine)> =
            near.iter().map(|index| (&self.shapes[*index], Affine::IDENTITY)).collect();
        if !work.take(cost) {
            return Vec::new();
        }
        let own = [(&closed, Affine::IDENTITY)];
        combined_shapes(RegionOperation::Intersection, &own, &clip, self.near.max(f64::MIN_POSITIVE))
            .unwrap_or_default()
    }
}

/// Returns what an operation with an area costs, given the boxes of its curves: the curves, and the pairs of them that may cross. Few
/// curves of an outline cross each other, but most of a scribble do.
fn cost_of(curves: &[Bounds]) -> usize {
    /// The most pairs that are counted, which cost more than the work of a file.
    const MOST: usize = 2_000_000;
    /// The cost of a pair: where two curves cross, there is a point for each rather than an end of one.
    const PAIR: usize = 8;
    /// The pairs of each curve that are beside each other, and do not cross.
    const BESIDE: usize = 4;
    let mut pairs = 0;
    BoxTree::new(curves.to_vec()).pairs(0.0, |_, _| {
        pairs += 1;
        pairs < MOST
    });
    curves.len() + PAIR * usize::saturating_sub(pairs, BESIDE * curves.len())
}

fn middle(wire: &Wire) -> Point {
    wire.at_length(0.5 * wire.length()).0
}
