//! What clips and masks leave of an element.

use roxmltree::Node;

use super::around::Around;
use super::boxes::{bounds_with, letters_of, of_box};
use super::{MAX_DEPTH, Walk};
use crate::import::images::image;
use crate::import::strokes::FINE;
use crate::import::svg::area::area_of;
use crate::import::svg::attributes::{Axis, length};
use crate::import::svg::basic_shapes::basic_shape;
use crate::import::svg::masking::{Mask, Measure};
use crate::import::svg::style::{Paint, Style, link};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Bounds, Point, RegionOperation, Shape, combined_shapes};
use scenewright_scene::Color;

/// The most clips that clip one another. Files nest two or three; one that refers to itself has no end.
const MAX_CLIPS: usize = 8;

impl<'a, 'i> Walk<'_, 'a, 'i> {
    /// Returns the areas that `clip-path` leaves of something with that box; `None` where it leaves all.
    pub(super) fn clip(
        &mut self,
        value: &str,
        around: &Around,
        bounds: Option<Bounds>,
        depth: usize,
    ) -> Option<Vec<Shape>> {
        if let Some(shape) = basic_shape(value, bounds, around.style.sizes) {
            return Some(vec![image(&shape, &around.place)]);
        }
        let target = link(value).and_then(|id| self.ids.get(id.as_str()).copied());
        // One that clips itself, at whatever distance, does so as if it did not.
        let is_clip =
            |node: &Node<'_, '_>| node.tag_name().name() == "clipPath" && !self.shown.contains(node);
        let Some(target) = target.filter(is_clip).filter(|_| depth < MAX_CLIPS) else {
            self.drawing.skip("clip-path");
            return None;
        };
        self.shown.push(target);
        let shapes = self.clip_of(target, around, bounds, depth);
        self.shown.pop();
        shapes
    }

    /// Returns the areas of a `clipPath` for something with that box.
    fn clip_of(
        &mut self,
        target: Node<'a, 'i>,
        around: &Around,
        bounds: Option<Bounds>,
        depth: usize,
    ) -> Option<Vec<Shape>> {
        let mut style = self.style_at(target);
        let mut place = around.place * self.own_transform(target, &style).unwrap_or(Affine::IDENTITY);
        if target.attribute("clipPathUnits") == Some("objectBoundingBox") {
            // Its transform is one of what is clipped, and not one of the box.
            place = place * of_box(&bounds?);
        }
        let outer = style.effects.clip_path.take();
        // It is never displayed itself.
        style.is_displayed = true;
        let inner = Around { place, style, layer: None, context: None };
        let mut shapes = Vec::new();
        for child in target.children().filter(Node::is_element) {
            self.clip_shape(child, &inner, &mut shapes, depth);
        }
        if let Some(outer) = outer.and_then(|outer| self.clip(&outer, around, bounds, depth + 1)) {
            shapes = common(&shapes, &outer);
        }
        Some(shapes)
    }

    fn clip_shape(&mut self, node: Node<'a, 'i>, around: &Around, shapes: &mut Vec<Shape>, depth: usize) {
        let style = around.style.of(node, &self.sheet, self.view);
        if !style.is_displayed {
            return;
        }
        let place = around.place * self.own_transform(node, &style).unwrap_or(Affine::IDENTITY);
        let inner = Around { place, style, ..around.clone() };
        let mut own = Vec::new();
        match node.tag_name().name() {
            "title" | "desc" | "metadata" => {}
            "text" => {
                let style = Style { fill: Paint::Color(Color::BLACK), opacity: 1.0, ..inner.style.clone() };
                let mut items = Vec::new();
                // A text of too many letters is refused where it is drawn.
                drop(self.text(node, &Around { style, ..inner.clone() }, &mut items));
                own.extend(items.iter().flat_map(letters_of));
                self.drawing.warn("texts that clip are in the built-in font".to_owned());
            }
            "use" => {
                let at = Point::new(
                    self.number(node, "x", Axis::X, &inner),
                    self.number(node, "y", Axis::Y, &inner),
                );
                // Of another use, or of a group, it would be no shape.
                let is_shape = |target: &Node<'_, '_>| !matches!(target.tag_name().name(), "use" | "g" | "a");
                if let Some(target) = self.linked(node).filter(is_shape) {
                    let place = inner.place * Affine::translation(at.x, at.y);
                    self.clip_shape(target, &Around { place, ..inner.clone() }, &mut own, depth);
                }
            }
            _ if !inner.style.is_visible => {}
            _ => {
                let Some((path, _)) = self.shape(node, &inner) else { return };
                let area = area_of(&path, inner.style.is_clip_even_odd);
                own.extend(area.map(|area| image(&area, &inner.place)));
            }
        }
        if let Some(value) = inner.style.effects.clip_path.clone() {
            let back = inner.place.inverse();
            let bounds = back.and_then(|back| bounds_with(&[], &own, &back));
            if let Some(outer) = self.clip(&value, &inner, bounds, depth + 1) {
                own = common(&own, &outer);
            }
        }
        shapes.append(&mut own);
    }

    /// Returns the mask of that name, for something with that box; `None` where it hides nothing, or cannot be
    /// applied, which is counted.
    pub(super) fn mask(
        &mut self,
        value: &str,
        around: &Around,
        bounds: Option<Bounds>,
    ) -> Result<Option<Mask>> {
        let target = link(value).and_then(|id| self.ids.get(id.as_str()).copied());
        let target = target.filter(|node| node.tag_name().name() == "mask" && !self.shown.contains(node));
        let Some(target) = target.filter(|_| !self.selection.is_traced && self.depth < MAX_DEPTH) else {
            self.drawing.skip("mask");
            return Ok(None);
        };
        let Some(bounds) = bounds else { return Ok(None) };
        let is_of_box = |name: &str, usual: bool| {
            target.attribute(name).map_or(usual, |units| units == "objectBoundingBox")
        };
        let mut region = Affine::IDENTITY;
        let is_region_of_box = is_of_box("maskUnits", true);
        if is_region_of_box {
            region = of_box(&bounds);
        }
        let whole = if is_region_of_box { [1.0, 1.0] } else { self.view };
        // A tenth more than the box on all sides, unless it says otherwise.
        let lengths = [("x", -0.1, 0), ("y", -0.1, 1), ("width", 1.2, 0), ("height", 1.2, 1)];
        let [x, y, wide, high] = lengths.map(|(name, share, axis)| {
            let written = target.attribute(name).and_then(length);
            let axis_of = if axis == 0 { Axis::X } else { Axis::Y };
            let found = written.and_then(|it| it.in_user_units(around.style.sizes, whole, axis_of));
            found.unwrap_or(share * whole[axis])
        });
        let corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)];
        let points = corners.map(|(x, y)| around.place * region * Point::new(x, y)).to_vec();
        let is_empty = !(wide > 0.0 && high > 0.0) || (bounds.width() == 0.0 || bounds.height() == 0.0);
        if is_empty && is_region_of_box {
            // A region without a size shows nothing.
            return Ok(Some(Mask::default()));
        }
        let mut style = self.style_at(target);
        let measure = match (style.effects.is_alpha_mask, style.is_linear) {
            (true, _) => Measure::Alpha,
            (false, false) => Measure::Luminance,
            (false, true) => Measure::LinearLuminance,
        };
        let outer = style.effects.mask.take();
        (style.is_displayed, style.opacity) = (true, 1.0);
        let own = if is_of_box("maskContentUnits", false) { of_box(&bounds) } else { Affine::IDENTITY };
        let inner = Around { place: around.place * own, style, layer: None, context: None };
        // The parts that a mask shows depend on the colours of its gradients.
        let was_painted = std::mem::replace(&mut self.selection.has_painted_areas, true);
        let unseen = self.unseen.len();
        self.shown.push(target);
        let content = self.children(target, &inner);
        // What a mask, a marker or a pattern consists of is in no box.
        self.unseen.truncate(unseen);
        let outer = match (&content, outer) {
            (Ok(_), Some(outer)) => Some(self.mask(&outer, around, Some(bounds))?),
            _ => None,
        };
        self.shown.pop();
        self.selection.has_painted_areas = was_painted;
        let region = Shape::Polygon { points, holes: Vec::new() };
        let mut mask = Mask::of(&content?, &region, measure);
        if let Some(Some(outer)) = &outer {
            mask = mask.and_then(|mask| mask.within(outer));
        }
        // A drawing of plain colours has no shapes that are seen through.
        let mask = mask.filter(|mask| was_painted || mask.is_sharp());
        if mask.is_none() {
            self.drawing.skip("mask");
        }
        Ok(mask)
    }
}

/// Returns the areas that are inside of one of some shapes and of one of others.
fn common(first: &[Shape], second: &[Shape]) -> Vec<Shape> {
    let Some(bounds) = first.iter().map(|it| it.bounds(&Affine::IDENTITY)).reduce(Bounds::union) else {
        return Vec::new();
    };
    let first: Vec<(&Shape, Affine)> = first.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
    let second: Vec<(&Shape, Affine)> = second.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
    let tolerance = ((bounds.width() + bounds.height()) * FINE).max(f64::MIN_POSITIVE);
    combined_shapes(RegionOperation::Intersection, &first, &second, tolerance).unwrap_or_default()
}
