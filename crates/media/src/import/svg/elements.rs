//! The elements of a document as items of a drawing.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::attributes::{Axis, length, points, transform};
use super::corners::rounded;
use super::document::{refused, view_box};
use super::sheet::Sheet;
use super::style::{Paint, Style};
use crate::import::drawing::{Drawing, Fill, Item, ItemContent, Pen, Raise, TextHeight, TextItem};
use crate::import::images::{image, plain_shape};
use crate::import::placing::align_of;
use crate::import::rings;
use scenewright_error::Result;
use scenewright_geometry::{Affine, Path, Point, Shape};
use scenewright_scene::Color;

/// The deepest elements, and the most that uses of others may make.
const MAX_DEPTH: usize = 256;
const MAX_ITEMS: usize = 500_000;

const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// A walk over the elements that are seen.
pub(super) struct Walk<'d, 'a, 'i> {
    drawing: &'d mut Drawing,
    sheet: Sheet,
    ids: HashMap<&'a str, Node<'a, 'i>>,
    view: [f64; 2],
    count: usize,
    depth: usize,
}

/// What an element has from those around it.
#[derive(Clone)]
struct Around {
    place: Affine,
    style: Style,
    layer: Option<String>,
}

impl<'d, 'a, 'i> Walk<'d, 'a, 'i> {
    pub(super) fn new(document: &'a Document<'i>, drawing: &'d mut Drawing, view: [f64; 2]) -> Self {
        let root = document.root_element();
        let ids = root.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
        let ids: Vec<_> = ids.collect();
        // The first of several counts.
        let ids = ids.into_iter().rev().collect();
        Walk { drawing, sheet: Sheet::of(root), ids, view, count: 0, depth: 0 }
    }

    /// Returns the items of the root element.
    pub(super) fn children_of(mut self, root: Node<'a, 'i>, place: Affine) -> Result<Vec<Item>> {
        let style = Style::default().of(root, &self.sheet, self.view);
        self.children(root, &Around { place, style, layer: None })
    }

    fn children(&mut self, node: Node<'a, 'i>, around: &Around) -> Result<Vec<Item>> {
        let mut items = Vec::new();
        if self.depth >= MAX_DEPTH {
            return Err(refused(&format!("its elements are nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        for child in node.children().filter(Node::is_element) {
            self.element(child, around, &mut items)?;
        }
        self.depth -= 1;
        Ok(items)
    }

    fn element(&mut self, node: Node<'a, 'i>, around: &Around, items: &mut Vec<Item>) -> Result<()> {
        let kind = node.tag_name().name();
        match kind {
            "defs" | "symbol" | "clipPath" | "mask" | "marker" | "pattern" | "linearGradient"
            | "radialGradient" | "filter" | "style" | "title" | "desc" | "metadata" | "namedview"
            | "script" => return Ok(()),
            _ => {}
        }
        let style = around.style.of(node, &self.sheet, self.view);
        if !style.is_displayed {
            return Ok(());
        }
        for effect in ["clip-path", "mask", "filter", "marker-end", "marker-start", "marker-mid"] {
            if node.attribute(effect).is_some_and(|value| value != "none") {
                self.drawing.skip(effect);
            }
        }
        let own = match node.attribute("transform").map(transform) {
            Some(None) => {
                self.drawing.warn("a transform that cannot be read was left out".to_owned());
                Affine::IDENTITY
            }
            own => own.flatten().unwrap_or(Affine::IDENTITY),
        };
        let place = around.place * own;
        if place.determinant() == 0.0 {
            return Ok(());
        }
        let layer = layer_of(node).or_else(|| around.layer.clone());
        let inner = Around { place, style, layer };
        match kind {
            "g" | "a" | "switch" => self.group(node, &inner, items),
            "svg" => {
                let at = Point::new(
                    self.number(node, "x", Axis::X, &inner),
                    self.number(node, "y", Axis::Y, &inner),
                );
                let inner = self.in_view(node, node, at, &inner);
                self.group(node, &inner, items)
            }
            "use" => self.reuse(node, &inner, items),
            "text" => self.text(node, &inner, items),
            "image" | "foreignObject" | "video" | "audio" | "canvas" | "iframe" => {
                self.drawing.skip(kind);
                Ok(())
            }
            _ => match self.shape(node, &inner) {
                Some((path, shape)) => self.draw(node, path, shape, &inner, items),
                None => Ok(()),
            },
        }
    }

    /// Adds the children of an element, in a group when it has a name.
    fn group(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let mut children = self.children(node, inner)?;
        match name_of(node) {
            Some(id) if !children.is_empty() => items.push(Item {
                id: Some(id),
                layer: inner.layer.clone(),
                fill: Fill::Absent,
                pen: Pen::ByLayer,
                content: ItemContent::Group(children),
            }),
            _ => items.append(&mut children),
        }
        Ok(())
    }

    fn reuse(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let link = node.attribute("href").or_else(|| node.attribute((XLINK, "href"))).unwrap_or_default();
        let Some(target) = link.strip_prefix('#').and_then(|id| self.ids.get(id).copied()) else {
            self.drawing.skip("use of something that is not there");
            return Ok(());
        };
        if node.ancestors().any(|ancestor| ancestor == target) {
            self.drawing.skip("use of itself");
            return Ok(());
        }
        let at = Point::new(self.number(node, "x", Axis::X, inner), self.number(node, "y", Axis::Y, inner));
        if self.depth >= MAX_DEPTH {
            return Err(refused(&format!("its elements are nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        let mut children = Vec::new();
        if matches!(target.tag_name().name(), "symbol" | "svg") {
            let style = inner.style.of(target, &self.sheet, self.view);
            let inner = self.in_view(target, node, at, &Around { style, ..inner.clone() });
            children = self.children(target, &inner)?;
        } else {
            let place = inner.place * Affine::translation(at.x, at.y);
            self.element(target, &Around { place, ..inner.clone() }, &mut children)?;
        }
        self.depth -= 1;
        let (id, layer) = (name_of(node), inner.layer.clone());
        match children.len() {
            0 => {}
            1 => {
                items.extend(children.into_iter().map(|child| Item { id: id.clone().or(child.id), ..child }));
            }
            _ => items.push(Item {
                id,
                layer,
                fill: Fill::Absent,
                pen: Pen::ByLayer,
                content: ItemContent::Group(children),
            }),
        }
        Ok(())
    }

    /// Returns the way into the view box of an element that is shown at a place, in the size that `sized` gives.
    fn in_view(&self, node: Node<'a, 'i>, sized: Node<'a, 'i>, at: Point, around: &Around) -> Around {
        let mut place = around.place * Affine::translation(at.x, at.y);
        if let Some([min_x, min_y, wide, high]) = view_box(node) {
            let size = |name: &str, axis: Axis, whole: f64| {
                let written = sized.attribute(name).or_else(|| node.attribute(name));
                let found = written.and_then(length);
                found
                    .and_then(|it| it.in_user_units(around.style.font_size, self.view, axis))
                    .unwrap_or(whole)
            };
            let (w, h) = (size("width", Axis::X, self.view[0]), size("height", Axis::Y, self.view[1]));
            let [x, y] = match node.attribute("preserveAspectRatio") {
                Some("none") => [w / wide, h / high],
                _ => [(w / wide).min(h / high); 2],
            };
            if x > 0.0 && y > 0.0 {
                let middle = Affine::translation(0.5 * (w - wide * x), 0.5 * (h - high * y));
                place = place * middle * Affine::scale(x, y) * Affine::translation(-min_x, -min_y);
            }
        }
        Around { place, ..around.clone() }
    }

    fn number(&self, node: Node<'_, '_>, name: &str, axis: Axis, around: &Around) -> f64 {
        let found = node.attribute(name).and_then(length);
        found.and_then(|it| it.in_user_units(around.style.font_size, self.view, axis)).unwrap_or(0.0)
    }

    /// Returns the path of a shape, and the shape where it is one that is kept as it is.
    fn shape(&mut self, node: Node<'a, 'i>, around: &Around) -> Option<(Path, Option<Shape>)> {
        let number = |name: &str, axis: Axis| self.number(node, name, axis, around);
        let kind = node.tag_name().name();
        let shape = match kind {
            "circle" => {
                Shape::circle(number("cx", Axis::X), number("cy", Axis::Y), number("r", Axis::Diagonal))
                    .ok()?
            }
            "ellipse" => {
                let (rx, ry) = (number("rx", Axis::X), number("ry", Axis::Y));
                let (cx, cy) = (number("cx", Axis::X), number("cy", Axis::Y));
                Shape::ellipse(cx, cy, rx, ry, 0.0).ok()?
            }
            "rect" => {
                let (x, y) = (number("x", Axis::X), number("y", Axis::Y));
                let (wide, high) = (number("width", Axis::X), number("height", Axis::Y));
                let round = |name: &str, axis: Axis| node.attribute(name).map(|_| number(name, axis));
                let (rx, ry) = (round("rx", Axis::X), round("ry", Axis::Y));
                let (rx, ry) = (rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0));
                if rx > 0.0 && ry > 0.0 && wide > 0.0 && high > 0.0 {
                    return Some((rounded(x, y, wide, high, rx.min(wide * 0.5), ry.min(high * 0.5)), None));
                }
                Shape::rect(x + wide * 0.5, y + high * 0.5, wide, high).ok()?
            }
            "line" => {
                let from = Point::new(number("x1", Axis::X), number("y1", Axis::Y));
                let to = Point::new(number("x2", Axis::X), number("y2", Axis::Y));
                Shape::line(vec![from, to]).ok().filter(|_| from != to)?
            }
            "polyline" | "polygon" => {
                let points = points(node.attribute("points")?);
                let mut path = Path::new();
                path.push_chain(points, kind == "polygon");
                return Some((path, None));
            }
            "path" => {
                let data = node.attribute("d")?;
                return match Path::parse(data) {
                    Ok(path) => Some((path, None)),
                    Err(error) => {
                        if !data.trim().is_empty() && data.trim() != "none" {
                            self.drawing.warn(format!("a path was left out: {}", error.message));
                        }
                        None
                    }
                };
            }
            _ => {
                self.drawing.skip(kind);
                return None;
            }
        };
        Some((shape.to_path(), Some(shape)))
    }

    fn draw(
        &mut self,
        node: Node<'a, 'i>,
        path: Path,
        shape: Option<Shape>,
        around: &Around,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        self.note()?;
        let style = &around.style;
        if !style.is_visible {
            return Ok(());
        }
        let fill = self.paint(&style.fill, style.opacity * style.fill_opacity);
        let stroke = self.paint(&style.stroke, style.opacity * style.stroke_opacity);
        let stroke = stroke.filter(|_| style.stroke_width > 0.0);
        let is_line = matches!(shape, Some(Shape::Line { .. }));
        let fill = fill.filter(|_| !is_line);
        if fill.is_none() && stroke.is_none() {
            return Ok(());
        }
        let shape = match shape {
            Some(shape) => Some(shape),
            // What is filled alone is an area, whether its outlines are closed or not.
            None if stroke.is_none() => {
                let parts = rings::closed_parts(&path);
                if style.is_even_odd {
                    rings::area(parts)
                } else {
                    let mut closed = Path::new();
                    parts.iter().filter(|part| !part.is_empty()).for_each(|part| closed.extend(part));
                    plain_shape(closed)
                }
            }
            None if style.is_even_odd && path.is_closed() => rings::area(rings::closed_parts(&path)),
            None => plain_shape(path),
        };
        let Some(shape) = shape else { return Ok(()) };
        let factor = around.place.determinant().abs().sqrt();
        items.push(Item {
            id: name_of(node),
            layer: around.layer.clone(),
            fill: fill.map_or(Fill::Absent, Fill::Color),
            pen: stroke.map_or(Pen::Absent, |color| Pen::Drawn { color, width: style.stroke_width * factor }),
            content: ItemContent::Shape(image(&shape, &around.place)),
        });
        Ok(())
    }

    /// Returns the colour of a paint; that of a gradient is its first.
    fn paint(&mut self, paint: &Paint, opacity: f64) -> Option<Color> {
        let color = match paint {
            Paint::Absent => return None,
            Paint::Color(color) => *color,
            Paint::Server(id, fallback) => {
                let of_stop = self.first_stop(id);
                if of_stop.is_some() {
                    self.drawing.warn("gradients are drawn in their first colour".to_owned());
                }
                of_stop.or(*fallback)?
            }
        };
        Some(Color { a: color.a * opacity, ..color }).filter(|color| color.a > 0.0)
    }

    fn first_stop(&self, id: &str) -> Option<Color> {
        let mut node = *self.ids.get(id)?;
        for _ in 0..8 {
            if let Some(stop) = node.descendants().find(|child| child.tag_name().name() == "stop") {
                let own = stop.attribute("style").map(super::sheet::declarations).unwrap_or_default();
                let of_style =
                    own.iter().find(|(name, _)| name == "stop-color").map(|(_, value)| value.as_str());
                return Color::parse(of_style.or(stop.attribute("stop-color")).unwrap_or("black")).ok();
            }
            let link = node.attribute("href").or_else(|| node.attribute((XLINK, "href")))?;
            node = *self.ids.get(link.strip_prefix('#')?)?;
        }
        None
    }

    fn text(&mut self, node: Node<'a, 'i>, around: &Around, items: &mut Vec<Item>) -> Result<()> {
        let mut chunks: Vec<Chunk> = Vec::new();
        let mut at = Point::new(0.0, 0.0);
        self.chunks(node, around, &mut at, &mut chunks);
        let mut found = Vec::new();
        for chunk in chunks {
            let text = chunk.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let style = &chunk.style;
            let fill = self.paint(&style.fill, style.opacity * style.fill_opacity);
            let (Some(color), false, true) = (fill, text.is_empty(), style.is_visible) else { continue };
            self.note()?;
            found.push(Item {
                id: name_of(node),
                layer: around.layer.clone(),
                fill: Fill::Color(color),
                pen: Pen::Absent,
                content: ItemContent::Text(Box::new(TextItem {
                    text,
                    at: around.place * chunk.at,
                    height: style.font_size,
                    measure: TextHeight::Size,
                    align: align_of(style.anchor.as_deref()),
                    raise: Raise::Baseline,
                    // Letters stand upright where y points up.
                    turn: around.place.linear() * Affine::scale(1.0, -1.0),
                    font: style.font.clone(),
                    wrap: None,
                })),
            });
        }
        items.append(&mut found);
        Ok(())
    }

    /// Collects the words of a text, a chunk for each place that it names.
    fn chunks(&mut self, node: Node<'a, 'i>, around: &Around, at: &mut Point, chunks: &mut Vec<Chunk>) {
        let given = |name: &str, axis: Axis| {
            let first = node.attribute(name)?.split([',', ' ']).find(|part| !part.is_empty())?;
            length(first)?.in_user_units(around.style.font_size, self.view, axis)
        };
        let (x, y) = (given("x", Axis::X), given("y", Axis::Y));
        let (dx, dy) = (given("dx", Axis::X), given("dy", Axis::Y));
        *at = Point::new(x.unwrap_or(at.x) + dx.unwrap_or(0.0), y.unwrap_or(at.y) + dy.unwrap_or(0.0));
        if chunks.is_empty() || [x, y, dx, dy].iter().any(Option::is_some) {
            chunks.push(Chunk { at: *at, text: String::new(), style: around.style.clone() });
        }
        for child in node.children() {
            if let Some(text) = child.text().filter(|_| child.is_text()) {
                if let Some(chunk) = chunks.last_mut() {
                    chunk.text.push_str(text);
                }
            } else if matches!(child.tag_name().name(), "tspan" | "a") && self.depth < MAX_DEPTH {
                let style = around.style.of(child, &self.sheet, self.view);
                if style.is_displayed {
                    self.depth += 1;
                    self.chunks(child, &Around { style, ..around.clone() }, at, chunks);
                    self.depth -= 1;
                }
            } else if child.is_element() {
                self.drawing.skip(child.tag_name().name());
            }
        }
    }

    fn note(&mut self) -> Result<()> {
        self.count += 1;
        if self.count > MAX_ITEMS {
            return Err(refused(&format!("it makes more than {MAX_ITEMS} entities")));
        }
        Ok(())
    }
}

/// Words that begin at a place of their own.
struct Chunk {
    at: Point,
    text: String,
    style: Style,
}

/// Returns the name that an element was given.
fn name_of(node: Node<'_, '_>) -> Option<String> {
    let label = node.attribute("data-name").or_else(|| node.attribute((INKSCAPE, "label")));
    label.or_else(|| node.attribute("id")).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// Returns the layer that an element stands for.
fn layer_of(node: Node<'_, '_>) -> Option<String> {
    let is_layer = node.attribute((INKSCAPE, "groupmode")) == Some("layer");
    let label = node.attribute((INKSCAPE, "label")).or_else(|| node.attribute("id"));
    label.filter(|_| is_layer).or_else(|| node.attribute("data-layer")).map(str::to_owned)
}
