//! The elements of a document as items of a drawing.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use roxmltree::{Document, Node, NodeId};

use super::attributes::{Axis, length, points, transform};
use super::clipping::Clip;
use super::corners::rounded;
use super::document::{parsed, refused, view_box};
use super::selection::SvgSelection;
use super::sheet::{Sheet, declarations};
use super::style::{Paint, Painted, Style, cascade, link};
use super::vertices::{Vertex, vertices};
use crate::import::drawing::{
    Drawing, Fill, Item, ItemContent, Origin, Pen, Raise, TextHeight, TextItem, is_title_word,
};
use crate::import::images::{image, plain_shape};
use crate::import::placing::align_of;
use crate::import::rings;
use scenewright_error::Result;
use scenewright_geometry::{Affine, Bounds, Path, Point, Shape};
use scenewright_scene::Color;

/// The deepest elements, and the most that uses of others may make.
const MAX_DEPTH: usize = 256;
const MAX_ITEMS: usize = 500_000;

/// The most elements that uses may show, those that make nothing included: uses of uses double with every step.
const MAX_VISITS: usize = 300_000;

/// The size of a marker's viewport where it gives none.
const MARKER_SIZE: f64 = 3.0;

const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// A walk over the elements that are seen.
pub(super) struct Walk<'d, 'a, 'i> {
    drawing: &'d mut Drawing,
    sheet: Sheet,
    ids: HashMap<&'a str, Node<'a, 'i>>,
    selection: SvgSelection,
    /// The numbers of elements without ids among those of their kind; with traces only.
    numbers: HashMap<NodeId, usize>,
    /// The names of the uses that are being expanded, the outermost first; with traces only.
    uses: Vec<String>,
    view: [f64; 2],
    count: usize,
    visits: usize,
    depth: usize,
    /// The elements that are shown in another place at the moment, the outermost first.
    shown: Vec<Node<'a, 'i>>,
}

/// The properties that an element inherits.
#[derive(Clone)]
struct Around {
    place: Affine,
    style: Style,
    layer: Option<String>,
    /// The paints of the area and the line of the shape that a marker is on.
    context: Option<(Paint, Paint)>,
}

impl<'d, 'a, 'i> Walk<'d, 'a, 'i> {
    pub(super) fn new(
        document: &'a Document<'i>,
        drawing: &'d mut Drawing,
        view: [f64; 2],
        selection: SvgSelection,
    ) -> Self {
        let root = document.root_element();
        let ids = root.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
        let ids: Vec<_> = ids.collect();
        // The first of several counts.
        let ids = ids.into_iter().rev().collect();
        let sheet = Sheet::of(root);
        let numbers = if selection.is_traced { numbers_of(root) } else { HashMap::new() };
        Walk {
            drawing,
            sheet,
            ids,
            selection,
            numbers,
            uses: Vec::new(),
            view,
            count: 0,
            visits: 0,
            depth: 0,
            shown: Vec::new(),
        }
    }

    /// Returns the items of the root element.
    pub(super) fn children_of(mut self, root: Node<'a, 'i>, place: Affine) -> Result<Vec<Item>> {
        let style = Style::default().of(root, &self.sheet, self.view);
        self.children(root, &Around { place, style, layer: None, context: None })
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
        let Some(inner) = self.inner_of(node, around)? else { return Ok(()) };
        let Some(clip_path) = inner.style.effects.clip_path.clone() else {
            return self.contents(node, &inner, items);
        };
        let mut own = Vec::new();
        self.contents(node, &inner, &mut own)?;
        match self.clip(&clip_path, &inner, &own)? {
            Some(clip) => items.extend(clip.cut(own, self.drawing)),
            None => items.append(&mut own),
        }
        Ok(())
    }

    /// Returns what applies inside of an element; `None` where nothing of it is shown. It is boxed, and made in a function of its
    /// own, so that elements nested to the limit need little of the stack.
    #[inline(never)]
    fn inner_of(&mut self, node: Node<'a, 'i>, around: &Around) -> Result<Option<Box<Around>>> {
        self.visits += usize::from(!self.shown.is_empty());
        if self.visits > MAX_VISITS {
            return Err(self.too_many(&format!("more than {MAX_VISITS} elements")));
        }
        let style = around.style.of(node, &self.sheet, self.view);
        if !style.is_displayed {
            self.drawing.skip("hidden");
            return Ok(None);
        }
        for (is_used, effect) in [(style.effects.is_masked, "mask"), (style.effects.is_filtered, "filter")] {
            if is_used {
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
            self.drawing.skip("without a size");
            return Ok(None);
        }
        let layer = match layer_of(node) {
            None if self.selection.is_traced => plain_layer_of(node),
            layer => layer,
        };
        let layer = layer.or_else(|| around.layer.clone());
        self.drawing.has_title |= self.selection.is_traced && looks_like_title(node);
        Ok(Some(Box::new(Around { place, style, layer, context: around.context.clone() })))
    }

    /// Adds what an element shows, before it is clipped.
    fn contents(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let kind = node.tag_name().name();
        match kind {
            "g" | "a" => self.group(node, inner, items),
            // Of several it shows the first one that is for everybody.
            "switch" => match node.children().find(|child| child.is_element() && is_for_all(*child)) {
                Some(child) => self.element(child, inner, items),
                None => Ok(()),
            },
            "svg" => self.nested(node, inner, items),
            "use" => self.reuse(node, inner, items),
            "text" => self.text(node, inner, items),
            "image" => self.image(node, inner, items),
            "foreignObject" | "video" | "audio" | "canvas" | "iframe" => {
                self.drawing.skip(kind);
                Ok(())
            }
            _ => self.leaf(node, inner, items),
        }
    }

    #[inline(never)]
    fn leaf(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        match self.shape(node, inner) {
            Some((path, shape)) => self.draw(node, path, shape, inner, items),
            None => {
                self.nothing(node, inner, items);
                Ok(())
            }
        }
    }

    /// Adds what an `<svg>` in another one shows, cut where its viewport ends.
    #[inline(never)]
    fn nested(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let mut own = Vec::new();
        let viewport = Box::new(self.viewport(node, node, inner));
        let view = std::mem::replace(&mut self.view, viewport.view);
        self.group(node, &viewport.inner, &mut own)?;
        self.view = view;
        items.extend(viewport.cut(own, self.drawing));
        Ok(())
    }

    /// Adds the drawing that an image is, if it is one and stands in the document itself.
    fn image(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let link = node.attribute("href").or_else(|| node.attribute((XLINK, "href"))).unwrap_or_default();
        let Some(text) = embedded_svg(link) else {
            self.drawing.skip("image");
            return Ok(());
        };
        let Ok(document) = parsed(&text) else {
            self.drawing.skip("image that cannot be read");
            return Ok(());
        };
        if self.depth + 1 >= MAX_DEPTH {
            return Err(refused(&format!("its elements are nested more than {MAX_DEPTH} deep")));
        }
        let root = document.root_element();
        // It is a document of its own: nothing of this one's style is inherited.
        let style = Style { opacity: inner.style.opacity, ..Style::default() };
        let outer = Around { style, ..inner.clone() };
        let viewport = self.viewport(root, node, &outer);
        let mut walk = Walk::new(&document, self.drawing, viewport.view, self.selection);
        walk.count = self.count;
        walk.visits = self.visits;
        walk.depth = self.depth + 1;
        let style = viewport.inner.style.of(root, &walk.sheet, walk.view);
        let own = walk.children(root, &Around { style, ..viewport.inner.clone() })?;
        (self.count, self.visits) = (walk.count, walk.visits);
        let own = viewport.cut(own, self.drawing);
        let (id, layer) = (name_of(node), inner.layer.clone());
        items.extend(grouped(own, id, layer));
        Ok(())
    }

    /// Returns the clip that `clip-path` names, for something that consists of some items.
    fn clip(&mut self, value: &str, around: &Around, items: &[Item]) -> Result<Option<Clip>> {
        let target = link(value).and_then(|id| self.ids.get(id.as_str()).copied());
        let Some(target) = target.filter(|node| node.tag_name().name() == "clipPath") else {
            self.drawing.skip("clip-path");
            return Ok(None);
        };
        let mut place = around.place;
        if target.attribute("clipPathUnits") == Some("objectBoundingBox") {
            let Some(bounds) = place.inverse().and_then(|back| bounds_of(items, &back)) else {
                return Ok(None);
            };
            place = place
                * Affine::translation(bounds.min.x, bounds.min.y)
                * Affine::scale(bounds.width(), bounds.height());
        }
        let place = place * target.attribute("transform").and_then(transform).unwrap_or(Affine::IDENTITY);
        let style = Style::default().of(target, &self.sheet, self.view);
        let inner = Around { place, style, layer: None, context: None };
        let mut shapes = Vec::new();
        for child in target.children().filter(Node::is_element) {
            self.clip_shape(child, &inner, &mut shapes);
        }
        Ok(Some(Clip::new(shapes)))
    }

    fn clip_shape(&mut self, node: Node<'a, 'i>, around: &Around, shapes: &mut Vec<Shape>) {
        let style = around.style.of(node, &self.sheet, self.view);
        if !style.is_displayed || !style.is_visible {
            return;
        }
        let place =
            around.place * node.attribute("transform").and_then(transform).unwrap_or(Affine::IDENTITY);
        let inner = Around { place, style, ..around.clone() };
        match node.tag_name().name() {
            "title" | "desc" | "metadata" => {}
            "text" => self.drawing.skip("text in a clip-path"),
            "use" => {
                let at = Point::new(
                    self.number(node, "x", Axis::X, &inner),
                    self.number(node, "y", Axis::Y, &inner),
                );
                let link =
                    node.attribute("href").or_else(|| node.attribute((XLINK, "href"))).unwrap_or_default();
                let target = link.strip_prefix('#').and_then(|id| self.ids.get(id).copied());
                // Of another use it would be no shape.
                if let Some(target) = target.filter(|target| target.tag_name().name() != "use") {
                    let place = inner.place * Affine::translation(at.x, at.y);
                    self.clip_shape(target, &Around { place, ..inner }, shapes);
                }
            }
            _ => {
                let Some((path, _)) = self.shape(node, &inner) else { return };
                let parts = rings::closed_parts(&path);
                let area = if inner.style.is_clip_even_odd {
                    rings::area(parts)
                } else {
                    let mut closed = Path::new();
                    parts.iter().for_each(|part| closed.extend(part));
                    plain_shape(closed)
                };
                shapes.extend(area.map(|area| image(&area, &inner.place)));
            }
        }
    }

    /// Adds the children of an element, in a group when it has a name.
    fn group(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let children = self.children(node, inner)?;
        push_group(items, node, inner, children);
        Ok(())
    }

    fn reuse(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let link = node.attribute("href").or_else(|| node.attribute((XLINK, "href"))).unwrap_or_default();
        let Some(target) = link.strip_prefix('#').and_then(|id| self.ids.get(id).copied()) else {
            self.drawing.skip("use of something that is not there");
            return Ok(());
        };
        if node.ancestors().any(|ancestor| ancestor == target) || self.shown.contains(&target) {
            self.drawing.skip("use of itself");
            return Ok(());
        }
        let at = Point::new(self.number(node, "x", Axis::X, inner), self.number(node, "y", Axis::Y, inner));
        if self.depth >= MAX_DEPTH {
            return Err(refused(&format!("its elements are nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        self.shown.push(target);
        if self.selection.is_traced {
            self.uses.push(self.trace_name(node));
        }
        let mut children = Vec::new();
        if matches!(target.tag_name().name(), "symbol" | "svg") {
            let style = inner.style.of(target, &self.sheet, self.view);
            let viewport = self.viewport(target, node, &Around { style, ..inner.clone() });
            let view = std::mem::replace(&mut self.view, viewport.view);
            let own = self.children(target, &viewport.inner)?;
            self.view = view;
            children = viewport.cut(own, self.drawing);
        } else {
            let place = inner.place * Affine::translation(at.x, at.y);
            self.element(target, &Around { place, ..inner.clone() }, &mut children)?;
        }
        self.uses.pop();
        self.shown.pop();
        self.depth -= 1;
        items.extend(grouped(children, name_of(node), inner.layer.clone()));
        Ok(())
    }

    /// Returns the viewport of an element that is shown in the place and the size that another one gives.
    fn viewport(&self, node: Node<'_, '_>, sized: Node<'_, '_>, around: &Around) -> Viewport {
        let at =
            Point::new(self.number(sized, "x", Axis::X, around), self.number(sized, "y", Axis::Y, around));
        let size = |name: &str, axis: Axis, whole: f64| {
            let written = sized.attribute(name).or_else(|| node.attribute(name)).filter(|it| *it != "auto");
            let found = written.and_then(length);
            found.and_then(|it| it.in_user_units(around.style.font_size, self.view, axis)).unwrap_or(whole)
        };
        let size = [size("width", Axis::X, self.view[0]), size("height", Axis::Y, self.view[1])];
        let place = around.place * Affine::translation(at.x, at.y);
        let overflows = Style::default().of(node, &self.sheet, self.view).effects.overflows;
        Viewport::new(node, size, place, around, overflows)
    }

    fn too_many(&self, what: &str) -> scenewright_error::Error {
        let outermost = self.shown.first().and_then(|node| node.attribute("id"));
        match outermost {
            Some(id) => refused(&format!("the uses of \"{id}\" make {what}")),
            None => refused(&format!("it makes {what}")),
        }
    }

    fn number(&self, node: Node<'_, '_>, name: &str, axis: Axis, around: &Around) -> f64 {
        let found = node.attribute(name).and_then(length);
        found.and_then(|it| it.in_user_units(around.style.font_size, self.view, axis)).unwrap_or(0.0)
    }

    /// Returns the path of a shape, and the shape where it is one that is kept as it is.
    fn shape(&mut self, node: Node<'a, 'i>, around: &Around) -> Option<(Path, Option<Shape>)> {
        let known = self.drawing.skipped.values().sum::<usize>() + self.drawing.warnings.len();
        let found = self.shape_of(node, around);
        // What is nothing is counted, unless the reason was named already.
        if found.is_none()
            && self.drawing.skipped.values().sum::<usize>() + self.drawing.warnings.len() == known
        {
            self.drawing.skip("without a size");
        }
        found
    }

    fn shape_of(&mut self, node: Node<'a, 'i>, around: &Around) -> Option<(Path, Option<Shape>)> {
        let number = |name: &str, axis: Axis| self.number(node, name, axis, around);
        let kind = node.tag_name().name();
        let shape = match kind {
            "circle" => {
                Shape::circle(number("cx", Axis::X), number("cy", Axis::Y), number("r", Axis::Diagonal))
                    .ok()?
            }
            "ellipse" => {
                // What is missing, or cannot be, is as the other one.
                let radius = |name: &str, axis: Axis| {
                    let given = node.attribute(name).filter(|value| value.trim() != "auto");
                    given.map(|_| number(name, axis)).filter(|radius| *radius >= 0.0)
                };
                let (rx, ry) = (radius("rx", Axis::X), radius("ry", Axis::Y));
                let (rx, ry) = (rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0));
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
                            self.drawing.skip("path that cannot be read");
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
            self.drawing.skip("hidden");
            return Ok(());
        }
        let fill = self.paint(&style.fill, style.opacity * style.fill_opacity, around);
        let stroke = self.paint(&style.stroke, style.opacity * style.stroke_opacity, around);
        let stroke = stroke.filter(|_| style.stroke_width > 0.0);
        let is_line = matches!(shape, Some(Shape::Line { .. }));
        let fill = fill.filter(|_| !is_line);
        let marks = if style.markers.iter().any(Option::is_some) && has_markers(node) {
            self.markers(&path, around)?
        } else {
            Vec::new()
        };
        let is_unpainted = fill.is_none() && stroke.is_none();
        if is_unpainted && !self.selection.unpainted {
            if marks.is_empty() {
                self.drawing.skip("without paint");
            }
            items.extend(marks);
            return Ok(());
        }
        let shape = match shape {
            Some(shape) => Some(shape),
            // A shape with only a fill is an area, whether its outlines are closed or not.
            None if stroke.is_none() && !is_unpainted => {
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
        let shape = shape.map(|shape| image(&shape, &around.place));
        let Some(shape) = shape.filter(|shape| shape.clone().checked().is_ok()) else {
            self.drawing.skip("without a size");
            self.nothing(node, around, items);
            items.extend(marks);
            return Ok(());
        };
        let factor = around.place.determinant().abs().sqrt();
        let pen = match stroke {
            Some(color) => Pen::Drawn {
                color,
                width: style.stroke_width * factor,
                line: style.line_look().scaled(factor),
            },
            None if is_unpainted => Pen::OnPaper { color: Color::BLACK, width: None },
            None => Pen::Absent,
        };
        let fill = fill.map_or(Fill::Absent, Fill::Color);
        let item = |fill: Fill, pen: Pen, shape: Shape| Item {
            id: name_of(node),
            layer: around.layer.clone(),
            fill,
            pen,
            content: ItemContent::Shape(shape),
            origin: self.origin(node, None),
        };
        let order = style.paint_order;
        let place_of = |part: Painted| order.iter().position(|it| *it == part);
        let is_behind = |one: Painted, other: Painted| place_of(one) < place_of(other);
        // One entity has its line upon its area: the other way round, and with markers between, they are two.
        let are_apart = fill != Fill::Absent
            && pen != Pen::Absent
            && (is_behind(Painted::Stroke, Painted::Fill)
                || (!marks.is_empty()
                    && is_behind(Painted::Fill, Painted::Markers)
                    && is_behind(Painted::Markers, Painted::Stroke)));
        if !are_apart {
            let at = items.len();
            items.push(item(fill, pen, shape));
            let own = if fill == Fill::Absent { Painted::Stroke } else { Painted::Fill };
            let at = if is_behind(Painted::Markers, own) { at } else { items.len() };
            items.splice(at..at, marks);
            return Ok(());
        }
        let mut marks = Some(marks);
        let mut parts = Vec::new();
        for layer in order {
            match layer {
                Painted::Fill => parts.push(item(fill, Pen::Absent, shape.clone())),
                Painted::Stroke => parts.push(item(Fill::Absent, pen, shape.clone())),
                Painted::Markers => parts.extend(marks.take().unwrap_or_default()),
            }
        }
        for part in &mut parts {
            part.id = None;
        }
        items.extend(grouped(parts, name_of(node), around.layer.clone()));
        Ok(())
    }

    /// Returns the markers on the vertices of a path.
    fn markers(&mut self, path: &Path, around: &Around) -> Result<Vec<Item>> {
        let vertices = vertices(path);
        let last = vertices.len().saturating_sub(1);
        let mut items = Vec::new();
        for (index, vertex) in vertices.iter().enumerate() {
            let which = match index {
                0 => 0,
                _ if index == last => 2,
                _ => 1,
            };
            if let Some(id) = around.style.markers[which].clone() {
                let own = self.marker(&id, vertex, which == 0, around)?;
                items.extend(grouped(own, None, around.layer.clone()));
            }
        }
        Ok(items)
    }

    fn marker(&mut self, id: &str, vertex: &Vertex, is_first: bool, around: &Around) -> Result<Vec<Item>> {
        let target = self.ids.get(id).copied().filter(|node| node.tag_name().name() == "marker");
        let Some(target) = target.filter(|target| !self.shown.contains(target)) else {
            self.drawing.skip("marker");
            return Ok(Vec::new());
        };
        let angle = match target.attribute("orient").map(str::trim) {
            Some("auto") => vertex.angle(),
            Some("auto-start-reverse") if is_first => vertex.angle() + std::f64::consts::PI,
            Some("auto-start-reverse") => vertex.angle(),
            Some(text) => text
                .trim_end_matches("deg")
                .parse::<f64>()
                .ok()
                .filter(|it| it.is_finite())
                .unwrap_or(0.0)
                .to_radians(),
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
        let context = Some((around.style.fill.clone(), around.style.stroke.clone()));
        let overflows = style.effects.overflows;
        let outer = Around { place, style, layer: around.layer.clone(), context };
        let mut viewport = Viewport::new(target, size, place, &outer, overflows);
        // The reference point, in the marker's own coordinates, is on the vertex.
        let at = viewport.inner.place * reference;
        let to = around.place * vertex.at;
        viewport.shift(Point::new(to.x - at.x, to.y - at.y));
        self.depth += 1;
        self.shown.push(target);
        let view = std::mem::replace(&mut self.view, viewport.view);
        let own = self.children(target, &viewport.inner)?;
        self.view = view;
        self.shown.pop();
        self.depth -= 1;
        Ok(viewport.cut(own, self.drawing))
    }

    /// Returns the colour of a paint; that of a gradient or a pattern is its first.
    fn paint(&mut self, paint: &Paint, opacity: f64, around: &Around) -> Option<Color> {
        let color = match paint {
            Paint::Absent => return None,
            Paint::Color(color) => *color,
            Paint::ContextFill | Paint::ContextStroke => {
                let (fill, stroke) = around.context.as_ref()?;
                let own = if *paint == Paint::ContextFill { fill } else { stroke };
                match own {
                    Paint::Color(color) => *color,
                    Paint::Server(id, fallback) => self.first_stop(id).or(*fallback)?,
                    _ => return None,
                }
            }
            Paint::Server(id, fallback) => {
                if let Some(color) = self.first_of_pattern(id) {
                    self.drawing.warn("patterns are drawn in their first colour".to_owned());
                    return Some(Color { a: color.a * opacity, ..color }).filter(|color| color.a > 0.0);
                }
                let of_stop = self.first_stop(id);
                if of_stop.is_some() {
                    self.drawing.warn("gradients are drawn in their first colour".to_owned());
                }
                of_stop.or(*fallback)?
            }
        };
        Some(Color { a: color.a * opacity, ..color }).filter(|color| color.a > 0.0)
    }

    /// Returns the first colour that is painted with in a pattern.
    fn first_of_pattern(&self, id: &str) -> Option<Color> {
        let mut node = *self.ids.get(id)?;
        for _ in 0..8 {
            if node.tag_name().name() != "pattern" {
                return None;
            }
            let colors =
                node.descendants().filter(Node::is_element).filter(|it| *it != node).filter_map(|it| {
                    let mut chain: Vec<Node<'a, 'i>> = it.ancestors().take_while(|it| *it != node).collect();
                    chain.reverse();
                    let outer = Style::default().of(node, &self.sheet, self.view);
                    let style =
                        chain.into_iter().fold(outer, |style, node| style.of(node, &self.sheet, self.view));
                    let is_shape = matches!(
                        it.tag_name().name(),
                        "rect" | "circle" | "ellipse" | "path" | "polygon" | "polyline" | "line" | "text"
                    );
                    match (&style.fill, &style.stroke) {
                        _ if !is_shape => None,
                        (Paint::Color(color), _) if it.tag_name().name() != "line" => Some(*color),
                        (_, Paint::Color(color)) => Some(*color),
                        _ => None,
                    }
                });
            let mut colors = colors;
            if let Some(color) = colors.next() {
                return Some(color);
            }
            let link = node.attribute("href").or_else(|| node.attribute((XLINK, "href")))?;
            node = *self.ids.get(link.strip_prefix('#')?)?;
        }
        None
    }

    fn first_stop(&self, id: &str) -> Option<Color> {
        let mut node = *self.ids.get(id)?;
        for _ in 0..8 {
            if let Some(stop) = node.descendants().find(|child| child.tag_name().name() == "stop") {
                let own = stop.attribute("style").map(declarations).unwrap_or_default();
                let all = cascade(stop, &["stop-color"], &self.sheet, &own);
                let last = all.iter().rev().find(|(name, _)| *name == "stop-color");
                return Color::parse(last.map_or("black", |(_, value)| value.trim())).ok();
            }
            let link = node.attribute("href").or_else(|| node.attribute((XLINK, "href")))?;
            node = *self.ids.get(link.strip_prefix('#')?)?;
        }
        None
    }

    fn text(&mut self, node: Node<'a, 'i>, around: &Around, items: &mut Vec<Item>) -> Result<()> {
        let mut chunks: Vec<Chunk> = Vec::new();
        let mut at = Point::new(0.0, 0.0);
        let known = self.drawing.skipped.values().sum::<usize>();
        self.chunks(node, around, &mut at, &mut chunks);
        let has_others = self.drawing.skipped.values().sum::<usize>() > known;
        let has_words = chunks.iter().any(|chunk| !chunk.text.trim().is_empty());
        let is_hidden = !chunks.iter().any(|chunk| chunk.style.is_visible);
        let mut found = Vec::new();
        for chunk in chunks {
            let text = chunk.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let style = &chunk.style;
            let fill = self.paint(&style.fill, style.opacity * style.fill_opacity, around);
            let (Some(color), false, true) = (fill, text.is_empty(), style.is_visible) else { continue };
            self.note()?;
            found.push(Item {
                origin: self.origin(node, style.font.as_deref()),
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
        match found.is_empty() {
            true if !has_words && has_others => {}
            true if !has_words => self.drawing.skip("text without words"),
            true => self.drawing.skip(if is_hidden { "hidden" } else { "without paint" }),
            false => {}
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

    /// Adds the place of an element without a size, for a reading with traces.
    fn nothing(&mut self, node: Node<'a, 'i>, around: &Around, items: &mut Vec<Item>) {
        let origin = self.origin(node, None);
        if origin.is_none() || !around.style.is_visible {
            return;
        }
        let number = |name: &str, axis: Axis| self.number(node, name, axis, around);
        let at = match node.tag_name().name() {
            "line" => Point::new(number("x1", Axis::X), number("y1", Axis::Y)),
            "circle" | "ellipse" => Point::new(number("cx", Axis::X), number("cy", Axis::Y)),
            "rect" => Point::new(number("x", Axis::X), number("y", Axis::Y)),
            "polyline" | "polygon" => match points(node.attribute("points").unwrap_or_default()).first() {
                Some(first) => *first,
                None => return,
            },
            "path" => {
                // Where a path goes nowhere, its first step is all of it.
                let numbers = super::attributes::numbers(
                    node.attribute("d")
                        .unwrap_or_default()
                        .trim_start()
                        .trim_start_matches(['M', 'm'])
                        .split(|letter: char| letter.is_ascii_alphabetic())
                        .next()
                        .unwrap_or_default(),
                );
                match numbers.as_slice() {
                    [x, y, ..] => Point::new(*x, *y),
                    _ => return,
                }
            }
            _ => return,
        };
        items.push(Item {
            id: name_of(node),
            layer: around.layer.clone(),
            fill: Fill::Absent,
            pen: Pen::Absent,
            content: ItemContent::Nothing(around.place * at),
            origin,
        });
    }

    /// Returns where an element comes from; `None` in a reading without traces.
    fn origin(&self, node: Node<'a, 'i>, font: Option<&str>) -> Option<Box<Origin>> {
        if !self.selection.is_traced {
            return None;
        }
        let mut names = vec![self.trace_name(node)];
        names.extend(self.uses.iter().rev().cloned());
        // Fonts of single lines that cutters sell go by these names.
        const SINGLE: [&str; 6] = ["hershey", "single", "stroke", "1cam", "ems ", "engraving"];
        let font = font.map(str::to_lowercase).unwrap_or_default();
        let is_single_stroke = SINGLE.iter().any(|word| font.contains(word));
        Some(Box::new(Origin { names, part_of: None, is_single_stroke }))
    }

    /// Returns the id of an element, or its kind with its number among those of the document.
    fn trace_name(&self, node: Node<'a, 'i>) -> String {
        let id = node.attribute("id").filter(|id| !id.is_empty());
        let numbered = || {
            let number = self.numbers.get(&node.id()).copied().unwrap_or_default();
            format!("{}#{number}", node.tag_name().name())
        };
        id.map_or_else(numbered, str::to_owned)
    }

    fn note(&mut self) -> Result<()> {
        self.count += 1;
        if self.count > MAX_ITEMS {
            return Err(self.too_many(&format!("more than {MAX_ITEMS} entities")));
        }
        Ok(())
    }
}

/// The coordinates of what is in a view box, and the frame around what is seen of it.
struct Viewport {
    inner: Around,
    /// The size in the inner coordinates, for lengths in per cent.
    view: [f64; 2],
    /// The corners of the frame; `None` if contents outside of it are visible too.
    frame: Option<Vec<Point>>,
}

impl Viewport {
    /// Makes the viewport of an element: a frame of that size at a place.
    fn new(
        node: Node<'_, '_>,
        [wide, high]: [f64; 2],
        place: Affine,
        around: &Around,
        overflows: bool,
    ) -> Viewport {
        let corners = [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)];
        let frame = corners.map(|(x, y)| place * Point::new(x, y)).to_vec();
        let frame = (!overflows && wide > 0.0 && high > 0.0).then_some(frame);
        let Some([min_x, min_y, own_wide, own_high]) = view_box(node) else {
            return Viewport { inner: Around { place, ..around.clone() }, view: [wide, high], frame };
        };
        let aspect = node.attribute("preserveAspectRatio").unwrap_or_default();
        let (x, y) = (wide / own_wide, high / own_high);
        let [x, y] = match aspect {
            _ if aspect.contains("none") => [x, y],
            _ if aspect.contains("slice") => [x.max(y); 2],
            _ => [x.min(y); 2],
        };
        let mut inner = place;
        if x > 0.0 && y > 0.0 {
            let share = |axis: &str| match aspect {
                _ if aspect.contains(&format!("{axis}Min")) => 0.0,
                _ if aspect.contains(&format!("{axis}Max")) => 1.0,
                _ => 0.5,
            };
            let (left, top) = (share("x") * (wide - own_wide * x), share("Y") * (high - own_high * y));
            inner = inner
                * Affine::translation(left, top)
                * Affine::scale(x, y)
                * Affine::translation(-min_x, -min_y);
        }
        Viewport { inner: Around { place: inner, ..around.clone() }, view: [own_wide, own_high], frame }
    }

    /// Moves all of it by a distance in the drawing.
    fn shift(&mut self, by: Point) {
        self.inner.place = Affine::translation(by.x, by.y) * self.inner.place;
        for corner in self.frame.iter_mut().flatten() {
            *corner = Point::new(corner.x + by.x, corner.y + by.y);
        }
    }

    /// Cuts off what leaves the frame.
    fn cut(&self, items: Vec<Item>, drawing: &mut Drawing) -> Vec<Item> {
        let Some(frame) = &self.frame else { return items };
        // What is inside of the frame by its box is most of it.
        let bounds = Bounds::of_points(frame.iter().copied());
        let is_upright = frame.windows(2).all(|it| it[0].x == it[1].x || it[0].y == it[1].y);
        let is_inside = |items: &[Item]| {
            let own = bounds_of(items, &Affine::IDENTITY);
            is_upright
                && own.zip(bounds).is_some_and(|(own, frame)| frame.holds(own.min) && frame.holds(own.max))
        };
        if items.is_empty() || is_inside(&items) {
            return items;
        }
        Clip::new(vec![Shape::Polygon { points: frame.clone(), holes: Vec::new() }]).cut(items, drawing)
    }
}

/// Returns the box of some items; of texts it holds the places.
fn bounds_of(items: &[Item], transform: &Affine) -> Option<Bounds> {
    let own = |item: &Item| match &item.content {
        ItemContent::Group(items) => bounds_of(items, transform),
        ItemContent::Shape(shape) => Some(shape.bounds(transform)),
        ItemContent::Text(text) => Some(Bounds::of_point(*transform * text.at)),
        ItemContent::Nothing(at) => Some(Bounds::of_point(*transform * *at)),
        ItemContent::Sizeless(_) | ItemContent::Dimension(_) => None,
    };
    items.iter().filter_map(own).reduce(Bounds::union)
}

/// Returns some items as one: a group of several, with that name.
/// Adds the contents of a group, as a group where it has a name. A function of its own, as the walk calls itself.
#[inline(never)]
fn push_group(items: &mut Vec<Item>, node: Node<'_, '_>, inner: &Around, mut children: Vec<Item>) {
    match name_of(node) {
        Some(id) if !children.is_empty() => items.push(Item {
            id: Some(id),
            layer: inner.layer.clone(),
            fill: Fill::Absent,
            pen: Pen::ByLayer,
            content: ItemContent::Group(children),
            origin: None,
        }),
        _ => items.append(&mut children),
    }
}

fn grouped(mut items: Vec<Item>, id: Option<String>, layer: Option<String>) -> Option<Item> {
    match items.len() {
        0 => None,
        1 => items.pop().map(|item| Item { id: id.or(item.id), ..item }),
        _ => Some(Item {
            id,
            layer,
            fill: Fill::Absent,
            pen: Pen::ByLayer,
            content: ItemContent::Group(items),
            origin: None,
        }),
    }
}

/// Returns true for an element that is not for some languages or features alone.
fn is_for_all(node: Node<'_, '_>) -> bool {
    let of_language =
        node.attribute("systemLanguage").is_none_or(|it| it.split(',').any(|it| it.trim().starts_with("en")));
    of_language && node.attribute("requiredExtensions").is_none_or(str::is_empty)
}

/// Returns true for an element that has vertices.
fn has_markers(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "path" | "line" | "polyline" | "polygon")
}

/// Returns the drawing in a link that holds one.
fn embedded_svg(link: &str) -> Option<String> {
    let (kind, data) = link.trim().strip_prefix("data:")?.split_once(',')?;
    if !kind.trim().to_ascii_lowercase().starts_with("image/svg+xml") {
        return None;
    }
    let bytes = if kind.to_ascii_lowercase().ends_with(";base64") {
        let data: String = data.chars().filter(|letter| !letter.is_whitespace()).collect();
        BASE64.decode(data).ok()?
    } else {
        unescaped(data.as_bytes())
    };
    String::from_utf8(bytes).ok()
}

fn unescaped(data: &[u8]) -> Vec<u8> {
    let digit = |at: usize| data.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let (mut bytes, mut at) = (Vec::with_capacity(data.len()), 0);
    while let Some(byte) = data.get(at) {
        match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((16 * high + low) as u8);
                at += 3;
            }
            _ => {
                bytes.push(*byte);
                at += 1;
            }
        }
    }
    bytes
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

/// Returns the layer for a machine that an element names in its id or its class, as files written by hand do.
fn plain_layer_of(node: Node<'_, '_>) -> Option<String> {
    const KNOWN: [&str; 4] = ["cut", "engrave", "score", "sheet"];
    let words = [node.attribute("id"), node.attribute("class")].into_iter().flatten();
    let mut words = words.flat_map(str::split_whitespace);
    words.find(|word| KNOWN.iter().any(|known| known.eq_ignore_ascii_case(word))).map(str::to_owned)
}

/// Returns true for an element that is named as a title block.
fn looks_like_title(node: Node<'_, '_>) -> bool {
    let names = [node.attribute("id"), node.attribute("class"), node.attribute((INKSCAPE, "label"))];
    names.into_iter().flatten().any(is_title_word)
}

/// Returns the number of each element among those of its kind, from 1.
fn numbers_of(root: Node<'_, '_>) -> HashMap<NodeId, usize> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let elements = root.descendants().filter(Node::is_element);
    let numbered = elements.map(|node| {
        let count = counts.entry(node.tag_name().name()).or_default();
        *count += 1;
        (node.id(), *count)
    });
    numbered.collect()
}

/// Returns the layer that an element stands for.
fn layer_of(node: Node<'_, '_>) -> Option<String> {
    let is_layer = node.attribute((INKSCAPE, "groupmode")) == Some("layer");
    let label = node.attribute((INKSCAPE, "label")).or_else(|| node.attribute("id"));
    label.filter(|_| is_layer).or_else(|| node.attribute("data-layer")).map(str::to_owned)
}
