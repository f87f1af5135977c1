//! Markers on the vertices of lines.

use roxmltree::Node;

use super::Walk;
use super::around::Around;
use super::groups::grouped;
use super::viewports::Viewport;
use crate::import::drawing::Item;
use crate::import::svg::attributes::{Axis, angle};
use crate::import::svg::style::Style;
use crate::import::svg::vertices::{Vertex, vertices};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Bounds, Path, Point};

/// The size of a marker's viewport where it gives none, by SVG 1.1 (`markerWidth`).
const MARKER_SIZE: f64 = 3.0;

impl<'a, 'i> Walk<'_, 'a, 'i> {
    /// Returns the markers on the vertices of a path.
    pub(super) fn markers(&mut self, path: &Path, around: &Around) -> Result<Vec<Item>> {
        let vertices = vertices(path);
        let bounds = path.bounds(&Affine::IDENTITY);
        let last = vertices.len().saturating_sub(1);
        let mut items = Vec::new();
        for (index, vertex) in vertices.iter().enumerate() {
            let which = match index {
                0 => 0,
                _ if index == last => 2,
                _ => 1,
            };
            if let Some(id) = around.style.markers[which].clone() {
                let own = self.marker(&id, (vertex, which == 0), bounds, around)?;
                items.extend(grouped(own, None, around.layer.clone()));
            }
        }
        Ok(items)
    }

    fn marker(
        &mut self,
        id: &str,
        (vertex, is_first): (&Vertex, bool),
        bounds: Option<Bounds>,
        around: &Around,
    ) -> Result<Vec<Item>> {
        let target = self.ids.get(id).copied().filter(|node| node.tag_name().name() == "marker");
        let Some(target) = target.filter(|target| !self.shown.contains(target)) else {
            self.drawing.skip("marker");
            return Ok(Vec::new());
        };
        let angle = match target.attribute("orient").map(str::trim) {
            Some("auto") => vertex.angle(),
            Some("auto-start-reverse") if is_first => vertex.angle() + std::f64::consts::PI,
            Some("auto-start-reverse") => vertex.angle(),
            Some(text) => angle(text).unwrap_or(0.0),
            None => 0.0,
        };
        let factor = match target.attribute("markerUnits") {
            Some("userSpaceOnUse") => 1.0,
            _ => around.style.stroke_width,
        };
        if factor <= 0.0 {
            return Ok(Vec::new());
        }
        let number =
            |name: &str, axis: Axis| target.attribute(name).map(|_| self.number(target, name, axis, around));
        let size = [
            number("markerWidth", Axis::X).unwrap_or(MARKER_SIZE),
            number("markerHeight", Axis::Y).unwrap_or(MARKER_SIZE),
        ];
        if size[0] <= 0.0 || size[1] <= 0.0 {
            return Ok(Vec::new());
        }
        let reference =
            Point::new(number("refX", Axis::X).unwrap_or(0.0), number("refY", Axis::Y).unwrap_or(0.0));
        // Markers inherit from where they are written, and not from where they are seen.
        let mut style = Style { opacity: around.style.opacity, ..Style::default() };
        let mut ancestors: Vec<Node<'a, 'i>> = target.ancestors().filter(Node::is_element).collect();
        ancestors.reverse();
        for node in ancestors {
            style = style.of(node, &self.sheet, self.view);
        }
        let place = around.place
            * Affine::translation(vertex.at.x, vertex.at.y)
            * Affine::rotation(angle)
            * Affine::scale(factor, factor);
        let context = Some(Self::context(around, bounds));
        let overflows = style.effects.overflows;
        let outer = Around { place, style, layer: around.layer.clone(), context };
        let aspect = target.attribute("preserveAspectRatio").unwrap_or_default();
        let mut viewport = Viewport::new(target, aspect, size, place, &outer, overflows);
        // The reference point, in the marker's own coordinates, is on the vertex.
        let at = viewport.inner.place * reference;
        let to = around.place * vertex.at;
        viewport.shift(Point::new(to.x - at.x, to.y - at.y));
        self.depth += 1;
        self.shown.push(target);
        let view = std::mem::replace(&mut self.view, viewport.view);
        let unseen = self.unseen.len();
        let own = self.children(target, &viewport.inner)?;
        self.unseen.truncate(unseen);
        self.view = view;
        self.shown.pop();
        self.depth -= 1;
        Ok(viewport.cut(own, self.has_areas(), self.drawing))
    }
}
