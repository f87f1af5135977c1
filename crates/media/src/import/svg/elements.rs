//! The elements of a document as items of a drawing.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use roxmltree::{Document, Node, NodeId};

use super::area::area_of;
use super::attributes::{Axis, PIXEL, Sizes, angle, length, points, share, transform};
use super::basic_shapes::basic_shape;
use super::corners::rounded;
use super::document::{parsed, refused, view_box};
use super::gradient::{Form, Gradient, Spread, coordinate, inherited};
use super::masking::{Mask, Measure};
use super::selection::SvgSelection;
use super::sheet::{Sheet, declarations};
use super::style::{LetterCase, Paint, Painted, Style, cascade, link};
use super::vertices::{Vertex, vertices};
use crate::import::clipping::Clip;
use crate::import::drawing::{
    Course, Drawing, Fill, Fit, Item, ItemContent, Line, LineLook, MeasuredLine, Origin, Pen, Raise,
    TextHeight, TextItem, Track, Words, is_title_word,
};
use crate::import::images::{image, plain_shape};
use crate::import::placing::{align_of, rise};
use crate::import::rings;
use crate::import::strokes::{FINE, MITER_LIMIT, as_one, line_areas, reach};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Bounds, Path, Point, RegionOperation, Shape, Wire, combined_shapes};
use scenewright_scene::typeset::Font;
use scenewright_scene::{Align, Cap, Color, Fonts, Join, Scene, TextOptions};

/// The deepest elements, which are read by recursion, and the most entities: those that uses of others make count each time.
const MAX_DEPTH: usize = 256;
const MAX_ITEMS: usize = 500_000;

/// The most elements that uses may show, those that make nothing included: uses of uses double with every step.
const MAX_VISITS: usize = 300_000;

/// The most clips that clip one another. Files nest two or three; one that refers to itself has no end.
const MAX_CLIPS: usize = 8;

/// The most paints that refer to one another, and the most tiles of a pattern in one area, 50 by 50: smaller ones look like a
/// shade.
const MAX_PAINTS: usize = 8;
const MAX_TILES: f64 = 2_500.0;

/// The largest radius of a rounded corner, as a share of its rectangle, that is none: Inkscape leaves radii of 1e-15 where corners
/// were rounded once.
const NO_RADIUS: f64 = 1e-9;

/// The factor between the greatest and the least width of a line from which it is seen that it was stretched.
const STRETCHED: f64 = 1.05;

/// The most areas of one group that are cut by those upon them: each is cut by all others.
const MAX_FLATTENED: usize = 200;

/// The size of a marker's viewport where it gives none, by SVG 1.1 (`markerWidth`).
const MARKER_SIZE: f64 = 3.0;

const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";
const SVG: &str = "http://www.w3.org/2000/svg";
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
    /// The number of elements whose boxes are wanted at the moment, and the shapes in them that belong to their boxes, and are not
    /// drawn.
    measured: usize,
    unseen: Vec<Shape>,
    /// The number of elements whose contents are walked for their boxes alone at the moment.
    boxed: usize,
    /// The number of elements around that are seen through as one.
    flattened: usize,
}

/// The properties that an element inherits.
#[derive(Clone)]
struct Around {
    place: Affine,
    style: Style,
    layer: Option<String>,
    /// The paints of the area and the line of the use around, or of the shape that a marker is on.
    context: Option<Arc<[ContextPaint; 2]>>,
}

/// A paint of another element, with the coordinates and the box of that, which gradients and patterns are fitted to.
struct ContextPaint {
    paint: Paint,
    frame: Option<(Affine, Bounds)>,
}

/// The attribute of a group that shows a dimension, leader or note, in files of this package.
const ANNOTATION: &str = "data-annotation";

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
            measured: 0,
            unseen: Vec::new(),
            boxed: 0,
            flattened: 0,
        }
    }

    /// Returns the items of the root element.
    pub(super) fn children_of(mut self, root: Node<'a, 'i>, place: Affine) -> Result<Vec<Item>> {
        let style = Style::default().of(root, &self.sheet, self.view);
        let inner = Around { place, style, layer: None, context: None };
        self.count_effects(&inner.style);
        let effects = &inner.style.effects;
        self.measured += usize::from(effects.clip_path.is_some() || effects.mask.is_some());
        let items = self.children(root, &inner)?;
        self.seen_of(items, 0, &inner)
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
        if is_foreign(node) {
            self.drawing.skip("in another namespace");
            return Ok(());
        }
        let Some(inner) = self.inner_of(node, around)? else { return Ok(()) };
        // Seen through as one, and not each through the others.
        let style = &inner.style;
        let is_one = self.selection.has_painted_areas
            && style.opacity < around.style.opacity
            && (node.has_children() || (style.fill != Paint::Absent && style.stroke != Paint::Absent));
        if !is_one && inner.style.effects.clip_path.is_none() && inner.style.effects.mask.is_none() {
            return self.contents(node, &inner, items);
        }
        self.seen(node, inner, is_one, items)
    }

    /// Adds what is seen of an element that is clipped, masked, or seen through as one.
    #[inline(never)]
    fn seen(
        &mut self,
        node: Node<'a, 'i>,
        mut inner: Box<Around>,
        is_one: bool,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let mut own = Vec::new();
        let first = self.unseen.len();
        self.measured += 1;
        self.flattened += usize::from(is_one);
        self.contents(node, &inner, &mut own)?;
        self.flattened -= usize::from(is_one);
        self.measured -= 1;
        if is_one {
            own = flattened(own, inner.style.opacity);
        }
        if node.tag_name().name() == "use" {
            // Its place moves what clips and masks it too.
            let at = |name: &str, axis: Axis| self.number(node, name, axis, &inner);
            let at = Point::new(at("x", Axis::X), at("y", Axis::Y));
            inner.place = inner.place * Affine::translation(at.x, at.y);
        }
        items.extend(self.seen_of(own, first, &inner)?);
        if self.measured == 0 {
            self.unseen.clear();
        }
        Ok(())
    }

    /// Returns what is seen of the contents of an element, through its clip and its mask.
    #[inline(never)]
    fn seen_of(&mut self, items: Vec<Item>, first: usize, inner: &Around) -> Result<Vec<Item>> {
        // Both are placed by the box of all contents, those included that are cut off, or not drawn.
        let is_placed = inner.style.effects.mask.is_some() || inner.style.effects.clip_path.is_some();
        let bounds = match inner.place.inverse().filter(|_| is_placed) {
            Some(back) => bounds_with(&items, &self.unseen[first..], &back),
            None => None,
        };
        let mask = match inner.style.effects.mask.as_deref() {
            Some(value) => self.mask(value, inner, bounds)?,
            None => None,
        };
        let mut items = items;
        if let Some(value) = inner.style.effects.clip_path.as_deref()
            && let Some(clip) = self.clip(value, inner, bounds, 0)
        {
            items = Clip::new(clip).with_areas(self.has_areas()).cut(items, self.drawing);
        }
        if let Some(mask) = mask {
            match mask.cut(&items, self.has_areas(), self.drawing) {
                Some(seen) => items = seen,
                None => self.drawing.skip("mask"),
            }
        }
        Ok(items)
    }

    /// Returns the mask of that name, for something with that box; `None` where it hides nothing, or cannot be
    /// applied, which is counted.
    fn mask(&mut self, value: &str, around: &Around, bounds: Option<Bounds>) -> Result<Option<Mask>> {
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

    /// Returns what applies inside of an element; `None` where nothing of it is shown. It is boxed, and made in a function of its
    /// own, so that elements nested to the limit need little of the stack.
    #[inline(never)]
    fn inner_of(&mut self, node: Node<'a, 'i>, around: &Around) -> Result<Option<Box<Around>>> {
        self.visits += usize::from(!self.shown.is_empty() || self.boxed > 0);
        if self.visits > MAX_VISITS {
            return Err(self.too_many(&format!("more than {MAX_VISITS} elements")));
        }
        let style = around.style.of(node, &self.sheet, self.view);
        if !style.is_displayed {
            self.drawing.skip("hidden");
            return Ok(None);
        }
        if !is_for_all(node) {
            self.drawing.skip("in another language");
            return Ok(None);
        }
        self.count_effects(&style);
        let own = self.own_transform(node, &style).unwrap_or_else(|| {
            self.drawing.warn("a transform that cannot be read was left out".to_owned());
            Affine::IDENTITY
        });
        let place = around.place * own;
        if place.determinant() == 0.0 {
            self.drawing.skip("without a size");
            return Ok(None);
        }
        let layer = match layer_of(node) {
            // A layer of the file is not left for a mere name.
            None if self.selection.is_traced && !is_on_layer(node) => plain_layer_of(node),
            layer => layer,
        };
        let layer = layer.or_else(|| around.layer.clone());
        self.drawing.has_title |= self.selection.is_traced && looks_like_title(node);
        Ok(Some(Box::new(Around { place, style, layer, context: around.context.clone() })))
    }

    /// Counts the effects of an element that are not drawn.
    fn count_effects(&mut self, style: &Style) {
        let effects = [(style.effects.is_filtered, "filter"), (style.effects.is_blended, "mix-blend-mode")];
        for (_, effect) in effects.into_iter().filter(|(is_used, _)| *is_used) {
            self.drawing.skip(effect);
        }
    }

    /// Adds what an element shows, before it is clipped.
    fn contents(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let kind = node.tag_name().name();
        match kind {
            "g" | "a" => self.group(node, inner, items),
            "switch" => match shown_of_switch(node) {
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
        if let Some(at) = self.dot_at(node, inner) {
            return self.dot(node, at, inner, items);
        }
        match self.shape(node, inner) {
            Some((path, shape)) => self.draw(node, path, shape, inner, items),
            None => {
                self.nothing(node, inner, items);
                Ok(())
            }
        }
    }

    /// Returns the place of a line without a length whose ends alone are seen.
    fn dot_at(&self, node: Node<'a, 'i>, inner: &Around) -> Option<Point> {
        let style = &inner.style;
        let is_seen = style.is_visible && style.stroke_width > 0.0 && style.stroke != Paint::Absent;
        if style.line.cap == Cap::Butt || !is_seen {
            return None;
        }
        let is_one = |all: &[Point]| all.iter().all(|point| *point == all[0]);
        match node.tag_name().name() {
            "line" => {
                let number = |name: &str, axis: Axis| self.number(node, name, axis, inner);
                let [from, to] = [("x1", "y1"), ("x2", "y2")]
                    .map(|(x, y)| Point::new(number(x, Axis::X), number(y, Axis::Y)));
                (from == to).then_some(from)
            }
            "polyline" | "polygon" => {
                let points = points(node.attribute("points")?);
                points.first().copied().filter(|_| is_one(&points))
            }
            "path" => {
                let data = path_data(style.geometry(node, "d")?);
                let (path, error) = Path::parse_up_to_error(data);
                if path.is_empty() {
                    // It moves, and closes what has no length.
                    let start = data.trim().strip_prefix(['M', 'm'])?.trim_end().strip_suffix(['Z', 'z'])?;
                    let &[x, y] = super::attributes::numbers(start).as_slice() else { return None };
                    return Some(Point::new(x, y));
                }
                let bounds = path.bounds(&Affine::IDENTITY).filter(|_| error.is_none())?;
                (bounds.width() == 0.0 && bounds.height() == 0.0).then_some(bounds.min)
            }
            _ => None,
        }
    }

    /// Adds the ends of a line without a length.
    fn dot(&mut self, node: Node<'a, 'i>, at: Point, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let style = &inner.style;
        let width = style.stroke_width;
        let shape = match style.line.cap {
            Cap::Round => Shape::Circle { center: at, radius: 0.5 * width },
            _ => Shape::Rect { center: at, width, height: width },
        };
        let style = Style {
            fill: style.stroke.clone(),
            fill_opacity: style.stroke_opacity,
            stroke: Paint::Absent,
            markers: [const { None }; 3],
            ..style.clone()
        };
        self.draw(node, shape.to_path(), Some(shape), &Around { style, ..inner.clone() }, items)
    }

    /// Adds what an `<svg>` in another one shows, cut where its viewport ends.
    #[inline(never)]
    fn nested(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let mut own = Vec::new();
        let viewport = Box::new(self.viewport(node, node, inner));
        let view = std::mem::replace(&mut self.view, viewport.view);
        self.group(node, &viewport.inner, &mut own)?;
        self.view = view;
        items.extend(viewport.cut(own, self.has_areas(), self.drawing));
        Ok(())
    }

    /// Adds the drawing that an image is, if it is one and stands in the document itself.
    #[inline(never)]
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
        let viewport = self.viewport_with_aspect(root, node, &outer, node);
        let count: usize = self.drawing.skipped.values().sum();
        let mut walk = Walk::new(&document, self.drawing, viewport.view, self.selection);
        walk.count = self.count;
        walk.visits = self.visits;
        walk.depth = self.depth + 1;
        let style = viewport.inner.style.of(root, &walk.sheet, walk.view);
        let own = walk.children(root, &Around { style, ..viewport.inner.clone() })?;
        (self.count, self.visits) = (walk.count, walk.visits);
        if own.is_empty() && count == self.drawing.skipped.values().sum::<usize>() {
            self.drawing.skip("image of nothing");
        }
        let own = viewport.cut(own, self.has_areas(), self.drawing);
        let (id, layer) = (name_of(node), inner.layer.clone());
        items.extend(grouped(own, id, layer));
        Ok(())
    }

    /// Returns the areas that `clip-path` leaves of something with that box; `None` where it leaves all.
    fn clip(
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
                let link =
                    node.attribute("href").or_else(|| node.attribute((XLINK, "href"))).unwrap_or_default();
                let target = link.strip_prefix('#').and_then(|id| self.ids.get(id).copied());
                // Of another use, or of a group, it would be no shape.
                let is_shape = |target: &Node<'_, '_>| !matches!(target.tag_name().name(), "use" | "g" | "a");
                if let Some(target) = target.filter(is_shape) {
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

    /// Adds the children of an element, in a group when it has a name.
    #[inline(never)]
    fn group(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let children = self.children(node, inner)?;
        push_group(items, node, inner, children);
        Ok(())
    }

    #[inline(never)]
    fn reuse(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let link = node.attribute("href").or_else(|| node.attribute((XLINK, "href"))).unwrap_or_default();
        let Some(target) = link.strip_prefix('#').and_then(|id| self.ids.get(id).copied()) else {
            self.drawing.skip("use of a missing element");
            return Ok(());
        };
        if matches!(
            target.tag_name().name(),
            "clipPath"
                | "mask"
                | "marker"
                | "pattern"
                | "linearGradient"
                | "radialGradient"
                | "filter"
                | "style"
        ) {
            self.drawing.skip("use of something that is not drawn");
            return Ok(());
        }
        if node.ancestors().any(|ancestor| ancestor == target) || self.shown.contains(&target) {
            self.drawing.skip("use of itself");
            return Ok(());
        }
        let at = Point::new(self.number(node, "x", Axis::X, inner), self.number(node, "y", Axis::Y, inner));
        if self.depth >= MAX_DEPTH {
            return Err(refused(&format!("its elements are nested more than {MAX_DEPTH} deep")));
        }
        let paints = [&inner.style.fill, &inner.style.stroke];
        // A box in the search for a box would be looked for without end.
        let is_fitted = self.has_areas()
            && self.boxed == 0
            && paints.iter().any(|paint| matches!(paint, Paint::Server(..)));
        let bounds = if is_fitted { self.own_box(node, &inner.style) } else { None };
        let context = Some(Self::context(inner, bounds));
        self.depth += 1;
        self.shown.push(target);
        if self.selection.is_traced {
            self.uses.push(self.trace_name(node));
        }
        let mut children = Vec::new();
        let inner = &Around { context, ..inner.clone() };
        if matches!(target.tag_name().name(), "symbol" | "svg") {
            let style = inner.style.of(target, &self.sheet, self.view);
            let own = Affine::translation(
                self.number(target, "x", Axis::X, inner),
                self.number(target, "y", Axis::Y, inner),
            );
            let place = inner.place * own;
            let viewport = self.viewport(target, node, &Around { place, style, ..inner.clone() });
            let view = std::mem::replace(&mut self.view, viewport.view);
            let first = self.unseen.len();
            self.measured += 1;
            let own = self.children(target, &viewport.inner)?;
            self.measured -= 1;
            self.view = view;
            let own = self.seen_of(own, first, &viewport.inner)?;
            children = viewport.cut(own, self.has_areas(), self.drawing);
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
        self.viewport_with_aspect(node, sized, around, node)
    }

    /// Returns a viewport that is fitted as a third element says.
    fn viewport_with_aspect(
        &self,
        node: Node<'_, '_>,
        sized: Node<'_, '_>,
        around: &Around,
        fitted: Node<'_, '_>,
    ) -> Viewport {
        let at =
            Point::new(self.number(sized, "x", Axis::X, around), self.number(sized, "y", Axis::Y, around));
        let size = |name: &str, axis: Axis, whole: f64| {
            let given = around.style.geometry(sized, name).or_else(|| around.style.geometry(node, name));
            let found = given.filter(|it| *it != "auto").and_then(length);
            found.and_then(|it| it.in_user_units(around.style.sizes, self.view, axis)).unwrap_or(whole)
        };
        let size = [size("width", Axis::X, self.view[0]), size("height", Axis::Y, self.view[1])];
        let place = around.place * Affine::translation(at.x, at.y);
        let overflows = Style::default().of(node, &self.sheet, self.view).effects.overflows;
        let aspect = fitted.attribute("preserveAspectRatio").unwrap_or_default();
        Viewport::new(node, aspect, size, place, around, overflows)
    }

    fn too_many(&self, what: &str) -> scenewright_error::Error {
        let outermost = self.shown.first().and_then(|node| node.attribute("id"));
        match outermost {
            Some(id) => refused(&format!("the uses of \"{id}\" make {what}")),
            None => refused(&format!("it makes {what}")),
        }
    }

    fn number(&self, node: Node<'_, '_>, name: &str, axis: Axis, around: &Around) -> f64 {
        let found = around.style.geometry(node, name).and_then(length);
        found.and_then(|it| it.in_user_units(around.style.sizes, self.view, axis)).unwrap_or(0.0)
    }

    /// Returns the path of a shape, and the shape where it is one that is kept as it is.
    fn shape(&mut self, node: Node<'a, 'i>, around: &Around) -> Option<(Path, Option<Shape>)> {
        let known = self.drawing.skipped.values().sum::<usize>() + self.drawing.warnings.len();
        let found = self.shape_of(node, around);
        // An element that gives nothing is counted, unless the reason was named already.
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
                // A missing or impossible radius equals the other one.
                let radius = |name: &str, axis: Axis| {
                    let given = around.style.geometry(node, name).filter(|value| value.trim() != "auto");
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
                let round = |name: &str, axis: Axis| {
                    let given = around.style.geometry(node, name).filter(|value| value.trim() != "auto");
                    // What cannot be is as the other one.
                    given.map(|_| number(name, axis)).filter(|radius| *radius >= 0.0)
                };
                let (rx, ry) = (round("rx", Axis::X), round("ry", Axis::Y));
                let (rx, ry) = (rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0));
                if rx.min(ry) > NO_RADIUS * wide.max(high) && wide > 0.0 && high > 0.0 {
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
                let data = path_data(around.style.geometry(node, "d")?);
                return match Path::parse_up_to_error(data) {
                    (path, None) => Some((path, None)),
                    (path, Some(error)) if !path.is_empty() => {
                        self.drawing.warn(format!("a path was drawn up to an error: {}", error.message));
                        Some((path, None))
                    }
                    (_, Some(error)) => {
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
            self.leave_unseen(path, around);
            return Ok(());
        }
        let look = self.look_of(node, &path, shape.as_ref(), around)?;
        let marks =
            if style.markers.iter().any(Option::is_some) { self.markers(&path, around)? } else { Vec::new() };
        let is_unpainted = look.is_nothing();
        if is_unpainted && !self.selection.unpainted {
            if marks.is_empty() {
                self.drawing.skip("without paint");
            }
            self.leave_unseen(path, around);
            items.extend(marks);
            return Ok(());
        }
        let is_area = look.stroke.is_none() && !is_unpainted;
        let shape = shape.or_else(|| plain_form(path, is_area, style.is_even_odd));
        let shape =
            shape.map(|shape| image(&with_dashes_as_written(shape, around, self.has_areas()), &around.place));
        let Some(shape) = shape.filter(|shape| shape.check().is_ok()) else {
            self.drawing.skip("without a size");
            self.nothing(node, around, items);
            items.extend(marks);
            return Ok(());
        };
        let pen = match look.stroke {
            Some(color) => self.pen_of(color, look.dash_unit, around),
            None if is_unpainted => {
                Pen::OnPaper { color: Color::BLACK, width: None, line: LineLook::default() }
            }
            None => Pen::Absent,
        };
        let item = Item {
            id: name_of(node),
            layer: around.layer.clone(),
            fill: look.fill.map_or(Fill::Absent, Fill::Color),
            pen,
            content: ItemContent::Shape(shape),
            origin: self.origin(node, None, around),
        };
        put_in_order(item, [look.fill_areas, look.stroke_areas], marks, style.paint_order, items);
        Ok(())
    }

    /// Returns what a shape is painted with: colours, or the areas that gradients, patterns and stretched lines are.
    fn look_of(
        &mut self,
        node: Node<'a, 'i>,
        path: &Path,
        shape: Option<&Shape>,
        around: &Around,
    ) -> Result<Look> {
        let style = &around.style;
        let is_line = matches!(shape, Some(Shape::Line { .. }));
        let bounds = path.bounds(&Affine::IDENTITY);
        let fill_paint = if is_line { Paint::Absent } else { self.fitting(&style.fill, bounds, around) };
        let stroke_paint = match style.stroke_width > 0.0 {
            true => self.fitting(&style.stroke, bounds, around),
            false => Paint::Absent,
        };
        let opacities = [style.opacity * style.fill_opacity, style.opacity * style.stroke_opacity];
        let mut look = Look { dash_unit: dash_unit(node, path, style), ..Look::default() };
        if self.has_areas() {
            look.fill_areas = match shape.cloned().or_else(|| area_of(path, style.is_even_odd)) {
                Some(area) => {
                    let frame = frame_of(&style.fill, around);
                    self.painted(&fill_paint, opacities[0], &area, frame, around)?
                }
                None => None,
            };
            let own = shape.cloned().or_else(|| plain_shape(path.clone()));
            if let Some(own) = own.filter(|_| stroke_paint != Paint::Absent) {
                let line = style.line_look().scaled(look.dash_unit);
                look.stroke_areas = self.painted_line(&stroke_paint, opacities[1], &own, &line, around)?;
            }
        }
        if look.fill_areas.is_none() {
            look.fill = self.paint(&fill_paint, opacities[0], around);
        }
        if look.stroke_areas.is_none() {
            look.stroke = self.paint(&stroke_paint, opacities[1], around);
        }
        Ok(look)
    }

    /// Returns the pen of a line in the drawing.
    fn pen_of(&self, color: Color, dash_unit: f64, around: &Around) -> Pen {
        let style = &around.style;
        let factor = match style.effects.keeps_width {
            true => self.page_pixel(),
            false => around.place.determinant().abs().sqrt(),
        };
        let line = style.line_look().scaled(factor * dash_unit);
        Pen::Drawn { color, width: style.stroke_width * factor, line }
    }

    /// Returns the length of a pixel of the page in the drawing.
    fn page_pixel(&self) -> f64 {
        PIXEL / self.drawing.unit.unwrap_or(PIXEL)
    }

    /// Keeps a shape that is not drawn where it is a part of a box.
    fn leave_unseen(&mut self, path: Path, around: &Around) {
        if self.measured > 0 && !path.is_empty() {
            self.unseen.push(image(&Shape::Path(path), &around.place));
        }
    }

    /// Returns the markers on the vertices of a path.
    fn markers(&mut self, path: &Path, around: &Around) -> Result<Vec<Item>> {
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

    /// Returns the colour of a paint; for a gradient or a pattern, its first.
    fn paint(&mut self, paint: &Paint, opacity: f64, around: &Around) -> Option<Color> {
        let (color, warning) = self.plain_paint(paint, opacity, around)?;
        if let Some(warning) = warning {
            self.drawing.warn(warning.to_owned());
        }
        Some(color)
    }

    /// Returns the colour of a paint, and a warning where it has others.
    fn plain_paint(
        &self,
        paint: &Paint,
        opacity: f64,
        around: &Around,
    ) -> Option<(Color, Option<&'static str>)> {
        let (color, warning) = match Self::settled(paint, around) {
            Paint::Absent | Paint::Current | Paint::ContextFill | Paint::ContextStroke => return None,
            Paint::Color(color) => (color, None),
            Paint::Server(id, fallback) => {
                let (found, warning) = match self.first_of_pattern(&id) {
                    Some(color) => (Some(color), "patterns are drawn in their first colour"),
                    None => (self.first_stop(&id), "gradients are drawn in their first colour"),
                };
                match found {
                    Some(color) => (color, Some(warning)),
                    None => return self.plain_paint(&fallback, opacity, around),
                }
            }
        };
        let color = Color { a: color.a * opacity, ..color };
        (color.a > 0.0).then_some((color, warning))
    }

    /// Returns a paint where it can be used: one that is fitted to the box of a shape is not for a box without a size, and a
    /// pattern without a size paints nothing.
    fn fitting(&self, paint: &Paint, bounds: Option<Bounds>, around: &Around) -> Paint {
        let settled = Self::settled(paint, around);
        let Paint::Server(id, fallback) = &settled else { return settled };
        let chain = self.paint_chain(id);
        let units = match chain.first().map(|node| node.tag_name().name()) {
            Some("pattern") => "patternUnits",
            _ => "gradientUnits",
        };
        let is_of_box = inherited(&chain, units) != Some("userSpaceOnUse");
        let is_flat = bounds.is_none_or(|it| it.width() <= 0.0 || it.height() <= 0.0);
        let is_long = |name: &str, axis: Axis| {
            let given = inherited(&chain, name).and_then(|text| coordinate(text, is_of_box, self.view, axis));
            given.is_some_and(|size| size > 0.0)
        };
        let is_nothing =
            units == "patternUnits" && !(is_long("width", Axis::X) && is_long("height", Axis::Y));
        if (is_of_box && is_flat) || is_nothing { (**fallback).clone() } else { settled }
    }

    /// Returns the areas of a line that is painted by a gradient or a pattern, or that no pen draws: one that is stretched with
    /// its shape, or whose sharp corners are longer. `None` for one that a pen draws.
    fn painted_line(
        &mut self,
        paint: &Paint,
        opacity: f64,
        shape: &Shape,
        line: &LineLook,
        around: &Around,
    ) -> Result<Option<Vec<Item>>> {
        let style = &around.style;
        let pixel = self.page_pixel();
        let areas = || -> Option<Vec<Shape>> {
            let of_line = |shape: &Shape, line: &LineLook, width: f64| {
                line_areas(shape, line, width, style.miter_limit).ok().flatten()
            };
            if !style.effects.keeps_width {
                return of_line(shape, line, style.stroke_width);
            }
            // Such a line is as wide on the page, whatever became of the shape.
            let back = around.place.inverse()?;
            let line = line.clone().scaled(pixel);
            let areas = of_line(&image(shape, &around.place), &line, style.stroke_width * pixel)?;
            Some(areas.iter().map(|area| image(area, &back)).collect())
        };
        if matches!(paint, Paint::Server(..)) {
            let Some(area) = areas().and_then(as_one) else { return Ok(None) };
            let items = self.painted(paint, opacity, &area, frame_of(&style.stroke, around), around)?;
            return Ok(items.filter(|items| !items.is_empty()));
        }
        let is_stretched = around.place.stretch().powi(2) > STRETCHED * around.place.determinant().abs();
        let is_stretched = is_stretched && !style.effects.keeps_width;
        // Lines and areas of one that is seen through as one are areas alike.
        let is_one = self.flattened > 0;
        if !(is_stretched || is_one || has_other_corners(&shape.to_path(), style)) {
            return Ok(None);
        }
        let Some(color) = self.paint(paint, opacity, around) else { return Ok(None) };
        let item = |area: Shape| Item {
            id: None,
            layer: around.layer.clone(),
            fill: Fill::Color(color),
            pen: Pen::Absent,
            content: ItemContent::Shape(image(&area, &around.place)),
            origin: None,
        };
        Ok(areas().and_then(as_one).map(|area| vec![item(area)]))
    }

    /// Returns the paints of an element with that box in its coordinates, for those that it shows.
    fn context(around: &Around, bounds: Option<Bounds>) -> Arc<[ContextPaint; 2]> {
        let of = |paint: &Paint| ContextPaint {
            paint: Self::settled(paint, around),
            frame: frame_of(paint, around).or(bounds.map(|bounds| (around.place, bounds))),
        };
        Arc::new([of(&around.style.fill), of(&around.style.stroke)])
    }

    /// Returns what a paint is at an element: that of the shape around a marker or of a use, and the colour of the element.
    fn settled(paint: &Paint, around: &Around) -> Paint {
        let context = |index: usize| around.context.as_ref().map(|context| context[index].paint.clone());
        match paint {
            Paint::Current => Paint::Color(around.style.color),
            Paint::ContextFill => context(0).unwrap_or(Paint::Absent),
            Paint::ContextStroke => context(1).unwrap_or(Paint::Absent),
            Paint::Server(id, fallback) => {
                Paint::Server(id.clone(), Box::new(Self::settled(fallback, around)))
            }
            Paint::Absent | Paint::Color(_) => paint.clone(),
        }
    }

    /// Returns the transform of an element itself, about its origin; `None` where it cannot be read.
    #[inline(never)]
    fn own_transform(&mut self, node: Node<'a, 'i>, style: &Style) -> Option<Affine> {
        let effects = &style.effects;
        if effects.transform.is_none() && effects.steps.iter().all(Option::is_none) {
            return Some(Affine::IDENTITY);
        }
        let (corner, size) = match effects.is_of_own_box {
            true => match self.own_box(node, style) {
                Some(bounds) => (bounds.min, [bounds.width(), bounds.height()]),
                None => (Point::ORIGIN, [0.0, 0.0]),
            },
            false => (Point::ORIGIN, self.view),
        };
        let mut own = Affine::IDENTITY;
        for text in effects.steps.iter().flatten().chain(&effects.transform) {
            if !text.eq_ignore_ascii_case("none") {
                own = own * transform(text, style.sizes, size)?;
            }
        }
        let at = effects.origin.as_deref().map_or(Point::ORIGIN, |text| origin(text, style.sizes, size));
        Some(about(own, Point::new(corner.x + at.x, corner.y + at.y)))
    }

    /// Returns the box of an element in its own coordinates, whether it is seen or not.
    fn own_box(&mut self, node: Node<'a, 'i>, style: &Style) -> Option<Bounds> {
        // Boxes of elements with boxes double with every step.
        self.visits += 1;
        if self.depth >= MAX_DEPTH || self.visits > MAX_VISITS {
            return None;
        }
        let known = std::mem::take(self.drawing);
        let (count, unseen) = (self.count, std::mem::take(&mut self.unseen));
        let inner = Around { place: Affine::IDENTITY, style: style.clone(), layer: None, context: None };
        let mut items = Vec::new();
        self.measured += 1;
        self.boxed += 1;
        self.depth += 1;
        let found = self.contents(node, &inner, &mut items);
        self.depth -= 1;
        self.boxed -= 1;
        self.measured -= 1;
        *self.drawing = known;
        self.count = count;
        let unseen = std::mem::replace(&mut self.unseen, unseen);
        found.ok()?;
        bounds_with(&items, &unseen, &Affine::IDENTITY)
    }

    /// Returns the elements of a paint: itself, and those that it takes what it lacks from.
    fn paint_chain(&self, id: &str) -> Vec<Node<'a, 'i>> {
        let mut chain: Vec<Node<'a, 'i>> = Vec::new();
        let mut next = self.ids.get(id).copied();
        while let Some(node) = next.filter(|node| chain.len() < MAX_PAINTS && !chain.contains(node)) {
            chain.push(node);
            let link = node.attribute("href").or_else(|| node.attribute((XLINK, "href"))).unwrap_or_default();
            next = link.trim().strip_prefix('#').and_then(|id| self.ids.get(id).copied());
        }
        chain
    }

    /// Returns the items that an area has where it is painted by a gradient or a pattern; `None` where it is by a colour.
    fn painted(
        &mut self,
        paint: &Paint,
        opacity: f64,
        area: &Shape,
        frame: Option<(Affine, Bounds)>,
        around: &Around,
    ) -> Result<Option<Vec<Item>>> {
        let own = area.bounds(&Affine::IDENTITY);
        // A paint of another element is in the coordinates of that.
        let framed = frame.and_then(|(place, fitted)| {
            let seen = area.bounds(&(place.inverse()? * around.place));
            Some((Around { place, ..around.clone() }, [fitted, seen]))
        });
        let (outer, [fitted, seen]) = framed.unwrap_or_else(|| (around.clone(), [own, own]));
        let Some(items) = self.shades(paint, opacity, [&fitted, &seen], &outer)? else { return Ok(None) };
        // The parts that are cut off are no entities of the file.
        let mut scratch = Drawing::default();
        let clip = Clip::new(vec![image(area, &around.place)]).with_areas(true);
        Ok(Some(clip.cut(items, &mut scratch)))
    }

    /// Returns the items of a gradient or a pattern that is fitted to one box, where they meet another; `None` for a colour.
    fn shades(
        &mut self,
        paint: &Paint,
        opacity: f64,
        [fitted, seen]: [&Bounds; 2],
        around: &Around,
    ) -> Result<Option<Vec<Item>>> {
        let Paint::Server(id, _) = Self::settled(paint, around) else { return Ok(None) };
        let chain = self.paint_chain(&id);
        let Some(kind) = chain.first().map(|node| node.tag_name().name()) else { return Ok(None) };
        let items = match kind {
            "linearGradient" | "radialGradient" => {
                let Some(gradient) = self.gradient(&chain, fitted, opacity) else { return Ok(None) };
                let steps = gradient.steps(seen).into_iter().filter(|(_, color)| color.a > 0.0);
                let step = |(shape, color): (Shape, Color)| Item {
                    id: None,
                    layer: around.layer.clone(),
                    fill: Fill::Color(color),
                    pen: Pen::Absent,
                    content: ItemContent::Shape(image(&shape, &around.place)),
                    origin: None,
                };
                steps.map(step).collect()
            }
            "pattern" => match self.tiles(&chain, [fitted, seen], opacity, around)? {
                Some(items) => items,
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        self.count += items.len();
        self.note()?;
        Ok(Some(items))
    }

    /// Returns the colour of a stop of a gradient.
    fn stop_color(&self, stop: Node<'a, 'i>) -> Color {
        let Some((node, written)) = self.stop_property(stop, "stop-color") else { return Color::BLACK };
        let read = |text: &str| match text.eq_ignore_ascii_case("currentcolor") {
            true => Some(self.style_at(node).color),
            false => Color::parse(text).ok(),
        };
        let found = match written.contains("var(") {
            true => self.style_at(node).settled_value(&written).and_then(|text| read(&text)),
            false => read(&written),
        };
        found.unwrap_or(Color::BLACK)
    }

    /// Returns a property of a stop, with the element that has it: properties of stops are inherited where they are said to be.
    fn stop_property(&self, stop: Node<'a, 'i>, name: &'static str) -> Option<(Node<'a, 'i>, String)> {
        for node in stop.ancestors().filter(Node::is_element) {
            let own = node.attribute("style").map(declarations).unwrap_or_default();
            let all = cascade(node, &[name], &self.sheet, &own);
            let (_, value) = all.iter().rev().find(|(own, _)| *own == name)?;
            if !value.trim().eq_ignore_ascii_case("inherit") {
                return Some((node, value.trim().to_owned()));
            }
        }
        None
    }

    fn gradient(&self, chain: &[Node<'a, 'i>], bounds: &Bounds, opacity: f64) -> Option<Gradient> {
        let is_stop = |node: &Node<'_, '_>| node.tag_name().name() == "stop";
        let holder = chain.iter().find(|node| node.children().any(|child| is_stop(&child)))?;
        let mut stops: Vec<(f64, Color)> = Vec::new();
        for stop in holder.children().filter(is_stop) {
            let color = self.stop_color(stop);
            let part = |text: &str| share(text).map(|it| it.clamp(0.0, 1.0));
            let own = self.stop_property(stop, "stop-opacity").and_then(|(_, text)| part(&text));
            let alpha = color.a * own.unwrap_or(1.0) * opacity;
            let least = stops.last().map_or(0.0, |(at, _)| *at);
            let at = stop.attribute("offset").and_then(part).unwrap_or(0.0).max(least);
            stops.push((at, Color { a: alpha, ..color }));
        }
        let is_of_box = inherited(chain, "gradientUnits") != Some("userSpaceOnUse");
        if is_of_box && !(bounds.width() > 0.0 && bounds.height() > 0.0) {
            return None;
        }
        let own = inherited(chain, "gradientTransform").map_or(Some(Affine::IDENTITY), plain_transform)?;
        let own = match inherited(chain, "transform-origin") {
            Some(text) => {
                about(own, origin(text, Sizes::USUAL, if is_of_box { [1.0, 1.0] } else { self.view }))
            }
            None => own,
        };
        let place = if is_of_box { of_box(bounds) * own } else { own };
        let at = |name: &str, axis: Axis, usual: &str| {
            let text = inherited(chain, name).unwrap_or(usual);
            coordinate(text, is_of_box, self.view, axis)
        };
        let form = if chain[0].tag_name().name() == "linearGradient" {
            Form::Linear {
                from: Point::new(at("x1", Axis::X, "0%")?, at("y1", Axis::Y, "0%")?),
                to: Point::new(at("x2", Axis::X, "100%")?, at("y2", Axis::Y, "0%")?),
            }
        } else {
            let center = Point::new(at("cx", Axis::X, "50%")?, at("cy", Axis::Y, "50%")?);
            let focus = |name: &str, axis: Axis, usual: f64| match inherited(chain, name) {
                Some(text) => coordinate(text, is_of_box, self.view, axis),
                None => Some(usual),
            };
            Form::Radial {
                focus: Point::new(focus("fx", Axis::X, center.x)?, focus("fy", Axis::Y, center.y)?),
                focal_radius: at("fr", Axis::Diagonal, "0")?.max(0.0),
                center,
                radius: at("r", Axis::Diagonal, "50%")?,
            }
        };
        let spread = match inherited(chain, "spreadMethod") {
            Some("reflect") => Spread::Reflect,
            Some("repeat") => Spread::Repeat,
            _ => Spread::Pad,
        };
        Some(Gradient { stops, spread, form, place })
    }

    /// Returns the tiles of a pattern that is fitted to one box and meets another; `None` where it has none.
    fn tiles(
        &mut self,
        chain: &[Node<'a, 'i>],
        [bounds, seen]: [&Bounds; 2],
        opacity: f64,
        around: &Around,
    ) -> Result<Option<Vec<Item>>> {
        let Some(holder) = chain.iter().copied().find(|node| node.children().any(|it| it.is_element()))
        else {
            return Ok(None);
        };
        let is_of_box = inherited(chain, "patternUnits") != Some("userSpaceOnUse");
        let are_contents_of_box = inherited(chain, "patternContentUnits") == Some("objectBoundingBox");
        let is_flat = !(bounds.width() > 0.0 && bounds.height() > 0.0);
        if self.shown.contains(&holder) || ((is_of_box || are_contents_of_box) && is_flat) {
            return Ok(None);
        }
        let at = |name: &str, axis: Axis| {
            inherited(chain, name)
                .and_then(|text| coordinate(text, is_of_box, self.view, axis))
                .unwrap_or(0.0)
        };
        let (mut x, mut y) = (at("x", Axis::X), at("y", Axis::Y));
        let (mut wide, mut high) = (at("width", Axis::X), at("height", Axis::Y));
        if is_of_box {
            (x, wide) = (bounds.min.x + x * bounds.width(), wide * bounds.width());
            (y, high) = (bounds.min.y + y * bounds.height(), high * bounds.height());
        }
        let own = inherited(chain, "patternTransform").map_or(Some(Affine::IDENTITY), plain_transform);
        let own = own.map(|own| match inherited(chain, "transform-origin") {
            Some(text) => about(own, origin(text, Sizes::USUAL, self.view)),
            None => own,
        });
        let Some((own, back)) = own.and_then(|own| Some((own, own.inverse()?))) else { return Ok(None) };
        if !(wide > 0.0 && high > 0.0) {
            return Ok(None);
        }
        let corners =
            [seen.min, Point::new(seen.max.x, seen.min.y), seen.max, Point::new(seen.min.x, seen.max.y)];
        let Some(reach) = Bounds::of_points(corners.map(|corner| back * corner)) else { return Ok(None) };
        let index = |low: f64, high: f64, start: f64, size: f64| {
            (((low - start) / size).floor(), ((high - start) / size).ceil())
        };
        let (left, right) = index(reach.min.x, reach.max.x, x, wide);
        let (low, top) = index(reach.min.y, reach.max.y, y, high);
        let count = (right - left) * (top - low);
        if count.is_nan() || count > MAX_TILES {
            return Ok(None);
        }
        let view = chain.iter().find(|node| node.attribute("viewBox").is_some()).copied();
        let mut style = self.style_at(holder);
        style.opacity = opacity;
        let aspect = inherited(chain, "preserveAspectRatio").unwrap_or_default();
        let mut items = Vec::new();
        // Things that one tile leaves out count once, as they are once in the file.
        let mut skipped = None;
        let unseen = self.unseen.len();
        self.shown.push(holder);
        self.depth += 1;
        let mut row = low;
        while row < top {
            let mut column = left;
            while column < right {
                let corner = Affine::translation(x + column * wide, y + row * high);
                let place = around.place * own * corner;
                let outer =
                    Around { place, style: style.clone(), layer: around.layer.clone(), context: None };
                let mut viewport = match view {
                    Some(node) => Viewport::new(node, aspect, [wide, high], place, &outer, false),
                    None => Viewport::new(holder, aspect, [wide, high], place, &outer, false),
                };
                if view.is_none() {
                    // The contents begin at the corner of their tile.
                    viewport.inner.place = place;
                    if are_contents_of_box {
                        viewport.inner.place =
                            viewport.inner.place * Affine::scale(bounds.width(), bounds.height());
                    }
                }
                let inner = viewport.inner.clone();
                let own = self.children(holder, &inner)?;
                let mut scratch = Drawing::default();
                items.extend(viewport.cut(own, true, &mut scratch));
                skipped.get_or_insert_with(|| self.drawing.skipped.clone());
                column += 1.0;
            }
            row += 1.0;
        }
        if let Some(skipped) = skipped {
            self.drawing.skipped = skipped;
        }
        self.unseen.truncate(unseen);
        self.depth -= 1;
        self.shown.pop();
        Ok(Some(items))
    }

    /// Returns the style of an element where it is written.
    fn style_at(&self, node: Node<'a, 'i>) -> Style {
        let mut ancestors: Vec<Node<'a, 'i>> = node.ancestors().filter(Node::is_element).collect();
        ancestors.reverse();
        ancestors.into_iter().fold(Style::default(), |style, node| style.of(node, &self.sheet, self.view))
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
                        (Paint::Current, _) if it.tag_name().name() != "line" => Some(style.color),
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
                return Some(self.stop_color(stop));
            }
            let link = node.attribute("href").or_else(|| node.attribute((XLINK, "href")))?;
            node = *self.ids.get(link.strip_prefix('#')?)?;
        }
        None
    }

    #[inline(never)]
    fn text(&mut self, node: Node<'a, 'i>, around: &Around, items: &mut Vec<Item>) -> Result<()> {
        let mut chunks: Vec<Chunk> = Vec::new();
        let known = self.drawing.skipped.values().sum::<usize>();
        // A text on a path goes where that goes.
        let is_vertical = around.style.letters.is_vertical
            && !node.descendants().any(|part| part.tag_name().name() == "textPath");
        let (outer, turned) = (around, Around { place: around.place * DOWNWARD, ..around.clone() });
        let around = if is_vertical { &turned } else { around };
        self.chunks(node, around, &mut TextAt { is_vertical, ..TextAt::default() }, &mut chunks);
        if is_vertical && chunks.iter().any(|chunk| chunk.text.chars().any(is_upright)) {
            let warning = "letters that stand upright in texts from the top down lie on their sides";
            self.drawing.warn(warning.to_owned());
        }
        let has_others = self.drawing.skipped.values().sum::<usize>() > known;
        let has_words = chunks.iter().any(|chunk| !chunk.text.trim().is_empty());
        let is_hidden = !chunks.iter().any(|chunk| chunk.style.is_visible);
        let mut found = Vec::new();
        let mut shaded = Vec::new();
        for line in chunks.chunk_by(|_, next| !next.begins_line) {
            let words: Arc<[Words]> = line.iter().zip(spaced(line)).flat_map(words_of).collect();
            let fit = self.fit_of(line);
            let anchor = &line[0].style;
            let align = match (align_of(anchor.anchor.as_deref()), anchor.letters.is_leftward) {
                (Align::Left, true) => Align::Right,
                (Align::Right, true) => Align::Left,
                (align, _) => align,
            };
            for (index, chunk) in line.iter().enumerate().map(|(at, chunk)| (WORDS_OF_CHUNK * at + 1, chunk))
            {
                let style = &chunk.style;
                let opacity = style.opacity * style.fill_opacity;
                let is_shaded =
                    self.has_areas() && matches!(Self::settled(&style.fill, around), Paint::Server(..));
                let fill = match is_shaded {
                    true => self.plain_paint(&style.fill, opacity, around).map(|(color, _)| color),
                    false => self.paint(&style.fill, opacity, around),
                };
                let stroke = match style.stroke_width > 0.0 {
                    true => self.paint(&style.stroke, style.opacity * style.stroke_opacity, around),
                    false => None,
                };
                let is_painted = fill.is_some() || stroke.is_some();
                let text = &words[index].text;
                if !is_painted || text.is_empty() || !style.is_visible || style.sizes.own <= 0.0 {
                    continue;
                }
                self.note()?;
                let at = Point::new(chunk.at.x, chunk.at.y - style.letters.lift);
                let course = chunk.track.clone().map(|(track, start)| Course {
                    track,
                    along: start + at.x,
                    above: -at.y,
                });
                let at = if course.is_some() { Point::ORIGIN } else { at };
                let is_placed = line.len() > 1 || fit.is_some() || course.is_some();
                let place = is_placed.then(|| Line { words: words.clone(), index, fit, course });
                let factor = around.place.determinant().abs().sqrt();
                let mut origin = self.origin(node, style.font.families.first().map(String::as_str), around);
                if let Some(origin) = origin.as_mut().filter(|_| chunk.track.is_some()) {
                    // Letters on the inner side of a bend come near each other.
                    origin.part_of.get_or_insert(node.id().get() as usize);
                }
                let item = Item {
                    origin,
                    id: name_of(node),
                    layer: around.layer.clone(),
                    fill: fill.map_or(Fill::Absent, Fill::Color),
                    pen: stroke.map_or(Pen::Absent, |color| Pen::Drawn {
                        color,
                        width: style.stroke_width * factor,
                        line: style.line_look().scaled(factor),
                    }),
                    content: ItemContent::Text(Box::new(TextItem {
                        text: text.clone(),
                        at: around.place * at,
                        height: style.sizes.own,
                        measure: TextHeight::Size,
                        align,
                        // A line from the top down has its middle where others have their baseline.
                        raise: style.letters.line.unwrap_or(match is_vertical {
                            true => Raise::Central,
                            false => Raise::Baseline,
                        }),
                        // Letters stand upright where y points up.
                        turn: around.place.linear() * Affine::scale(1.0, -1.0),
                        spin: -chunk.spin.to_radians(),
                        font: style.font.clone(),
                        bars: style.letters.bars,
                        clips: Vec::new(),
                        wrap: None,
                        line: place,
                        fit: None,
                        leading: None,
                        paragraphs: None,
                        shades: None,
                    })),
                };
                let place_of = |part: Painted| style.paint_order.iter().position(|it| *it == part);
                let is_behind = place_of(Painted::Stroke) < place_of(Painted::Fill);
                if is_behind && item.fill != Fill::Absent && item.pen != Pen::Absent {
                    // One text has its line upon its area: the other way round, they are two.
                    found.push(Item { fill: Fill::Absent, ..item.clone() });
                    found.push(Item { id: None, pen: Pen::Absent, ..item });
                } else {
                    found.push(item);
                }
                if is_shaded {
                    shaded.push((found.len() - 1, style.fill.clone(), opacity));
                }
            }
        }
        self.shade(&mut found, &shaded, outer)?;
        match found.is_empty() {
            true if !has_words && has_others => {}
            true if !has_words => self.drawing.skip("text without words"),
            true => self.drawing.skip(if is_hidden { "hidden" } else { "without paint" }),
            false => {}
        }
        items.append(&mut found);
        Ok(())
    }

    /// Lets gradients and patterns be seen through letters: those of the texts of some numbers, fitted to the box of all.
    fn shade(&mut self, found: &mut [Item], shaded: &[(usize, Paint, f64)], around: &Around) -> Result<()> {
        /// The share of a text's box by which it may be larger in another font than the built-in one.
        const MARGIN: f64 = 0.5;
        /// The most letters, each of which is cut by each step of a gradient.
        const MAX_LETTERS: usize = 100;

        let Some(back) = around.place.inverse().filter(|_| !shaded.is_empty()) else { return Ok(()) };
        let Some(bounds) = bounds_of(found, &back) else { return Ok(()) };
        let seen = bounds.widened(MARGIN * bounds.width().max(bounds.height()));
        for (index, paint, opacity) in shaded {
            let ItemContent::Text(text) = &mut found[*index].content else { continue };
            let shades = match text.text.chars().count() <= MAX_LETTERS {
                true => self.shades(paint, *opacity, [&bounds, &seen], around)?,
                false => None,
            };
            match shades {
                Some(shades) => text.shades = Some(Arc::new(shades)),
                None => {
                    let warning = "gradients of long texts are drawn in their first colour";
                    self.drawing.warn(warning.to_owned());
                }
            }
        }
        Ok(())
    }

    /// Returns the width that a line is brought to, where all of it is of one element that gives it one.
    fn fit_of(&mut self, line: &[Chunk]) -> Option<Fit> {
        let (element, fit) = line.iter().find_map(|chunk| chunk.fit)?;
        let is_of_it = |chunk: &Chunk| {
            chunk.text.trim().is_empty() || chunk.fit.is_some_and(|(other, _)| other == element)
        };
        if !line.iter().all(is_of_it) {
            self.drawing.warn("lengths of texts that are a part of a line are not drawn".to_owned());
            return None;
        }
        Some(fit)
    }

    /// Collects the words of a text, a chunk for each place that it names, and for each other look.
    fn chunks(&mut self, node: Node<'a, 'i>, around: &Around, at: &mut TextAt, chunks: &mut Vec<Chunk>) {
        let style = &around.style;
        let lists = [("x", Axis::X), ("y", Axis::Y), ("dx", Axis::X), ("dy", Axis::Y)].map(|(name, axis)| {
            let words = node.attribute(name).unwrap_or_default().split([',', ' ', '\n', '\t']);
            let lengths = words
                .filter(|word| !word.is_empty())
                .map_while(|word| length(word)?.in_user_units(style.sizes, self.view, axis));
            lengths.collect::<Vec<f64>>()
        });
        let lists = if at.is_vertical { downward(lists) } else { lists };
        let [xs, ys, dxs, dys] = &lists;
        let known = (at.fit, at.spins.clone());
        let spins = super::attributes::numbers(node.attribute("rotate").unwrap_or_default());
        if !spins.is_empty() {
            at.spins = spins;
            at.spins.reverse();
        }
        let fitted = node.attribute("textLength").and_then(length);
        if let Some(wanted) = fitted.and_then(|it| it.in_user_units(style.sizes, self.view, Axis::X)) {
            let is_stretched = node.attribute("lengthAdjust") == Some("spacingAndGlyphs");
            let fit = if is_stretched { Fit::Stretch(wanted) } else { Fit::Gaps(wanted) };
            at.fit = Some((node.id(), fit)).filter(|_| wanted > 0.0);
        }
        let step = |index: usize| {
            let at = |list: &[f64]| list.get(index).copied();
            [at(xs), at(ys), at(dxs), at(dys)]
        };
        // A place for each of several letters, and a letter for each place where they have gaps, or turn.
        let count = lists.iter().map(Vec::len).max().unwrap_or(0);
        let is_spread =
            style.letters.gap != 0.0 || matches!(at.fit, Some((_, Fit::Gaps(_)))) || at.track.is_some();
        // A place along the line begins another one; one across it is only higher or lower.
        let begins_line = chunks.is_empty() || !xs.is_empty();
        at.step(step(0), begins_line);
        if chunks.is_empty() || count > 0 {
            chunks.push(Chunk::new(at, style, begins_line));
        }
        let mut letter = 0;
        for child in node.children() {
            if let Some(text) = child.text().filter(|_| child.is_text()) {
                // After a part that looks different, or stands elsewhere.
                if chunks.last().is_some_and(|last| !last.continues(style, at)) {
                    chunks.push(Chunk::new(at, style, false));
                }
                for (number, own) in text.chars().enumerate() {
                    let is_space = own.is_whitespace();
                    if count > 1 && !is_space {
                        if letter > 0 && letter < count {
                            let begins_line = letter < xs.len();
                            at.step(step(letter), begins_line);
                            chunks.push(Chunk::new(at, style, begins_line));
                        }
                        letter += 1;
                    } else if count > 1 && number > 0 && letter > 0 {
                        // A space between two letters has a place of its own.
                        letter += 1;
                    }
                    let is_word = style.letters.word_gap != 0.0
                        && chunks.last().is_some_and(|last| last.text.ends_with(' '));
                    let is_alone = is_spread || is_word || !at.spins.is_empty();
                    if is_alone && chunks.last().is_some_and(|last| !last.text.is_empty()) {
                        chunks.push(Chunk::new(at, style, false));
                    }
                    let Some(chunk) = chunks.last_mut() else { continue };
                    if let Some(spin) =
                        at.spins.last().copied().filter(|_| !is_space || !chunk.text.is_empty())
                    {
                        chunk.spin = spin;
                        // The last angle holds for all letters after it.
                        if at.spins.len() > 1 {
                            at.spins.pop();
                        }
                    }
                    chunk.text.push(if is_space { ' ' } else { own });
                }
            } else if child.is_element() && is_foreign(child) {
                self.drawing.skip("in another namespace");
            } else if matches!(child.tag_name().name(), "tspan" | "a") && self.depth < MAX_DEPTH {
                let style = style.of(child, &self.sheet, self.view);
                if style.effects.clip_path.is_some() {
                    self.drawing.skip("clip-path of a part of a text");
                }
                if style.effects.mask.is_some() {
                    self.drawing.skip("mask of a part of a text");
                }
                if style.is_displayed {
                    self.depth += 1;
                    self.chunks(child, &Around { style, ..around.clone() }, at, chunks);
                    self.depth -= 1;
                }
            } else if child.tag_name().name() == "textPath" && at.track.is_none() {
                self.chunks_on_path(child, around, at, chunks);
            } else if child.is_element() && !matches!(child.tag_name().name(), "title" | "desc") {
                self.drawing.skip(child.tag_name().name());
            }
        }
        at.fit = known.0;
        if node.has_attribute("rotate") {
            at.spins = known.1;
        }
    }

    /// Collects the words of a text that follow a path.
    fn chunks_on_path(
        &mut self,
        node: Node<'a, 'i>,
        around: &Around,
        at: &mut TextAt,
        chunks: &mut Vec<Chunk>,
    ) {
        let style = around.style.of(node, &self.sheet, self.view);
        if !style.is_displayed || self.depth >= MAX_DEPTH {
            return;
        }
        let Some((track, start)) = self.track(node, &style, around) else {
            self.drawing.skip("textPath without a path");
            return;
        };
        // The first words of a text are moved along the path by its `x`, and across it by its `dy`.
        let is_first = chunks.iter().all(|chunk| chunk.text.trim().is_empty());
        let (along, across) = if is_first { (at.point.x, at.below) } else { (0.0, 0.0) };
        at.point = Point::new(along, across);
        at.track = Some((track.clone(), start));
        chunks.push(Chunk::new(at, &style, true));
        self.depth += 1;
        self.chunks(node, &Around { style, ..around.clone() }, at, chunks);
        self.depth -= 1;
        // What follows goes on straight from the end of the path.
        at.track = None;
        at.below = 0.0;
        at.point = track.end().map_or(Point::ORIGIN, |end| Point::new(end.x, -end.y));
        chunks.push(Chunk::new(at, &around.style, true));
    }

    /// Returns the path that a text follows, and the length along it at which the text begins.
    fn track(&mut self, node: Node<'a, 'i>, style: &Style, around: &Around) -> Option<(Arc<Track>, f64)> {
        let (path, own, named) = match node.attribute("path") {
            // Its own `path` goes before the path of the element that it links to.
            Some(data) => (Path::parse_up_to_error(data).0, Affine::IDENTITY, None),
            None => self.path_of_link(node, around)?,
        };
        let track = Track::new(Wire::all_of(&Shape::Path(path), &(Affine::scale(1.0, -1.0) * own)));
        let whole = track.length();
        let offset = node.attribute("startOffset").map_or("", str::trim);
        let start = match offset.strip_suffix('%') {
            Some(share) => share.trim().parse::<f64>().map_or(0.0, |share| 0.01 * share * whole),
            None => {
                let start = length(offset)
                    .and_then(|it| it.in_user_units(style.sizes, self.view, Axis::X))
                    .unwrap_or(0.0);
                start * named.map_or(1.0, |named| whole / named)
            }
        };
        (whole > 0.0).then(|| (Arc::new(track), start))
    }

    /// Returns the path of the element that a text refers to, with its transform, and the length that it is said to have.
    fn path_of_link(&mut self, node: Node<'a, 'i>, around: &Around) -> Option<(Path, Affine, Option<f64>)> {
        const SHAPES: [&str; 7] = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
        let link = node.attribute("href").or_else(|| node.attribute((XLINK, "href")))?;
        let target = *self.ids.get(link.strip_prefix('#')?)?;
        if !SHAPES.contains(&target.tag_name().name()) {
            return None;
        }
        let own = Around { style: self.style_at(target), ..around.clone() };
        let (path, _) = self.shape_of(target, &own)?;
        let named = target.attribute("pathLength").and_then(|text| text.trim().parse::<f64>().ok());
        Some((path, self.own_transform(target, &own.style)?, named.filter(|named| *named > 0.0)))
    }

    /// Adds the place of an element without a size, for a reading with traces.
    fn nothing(&mut self, node: Node<'a, 'i>, around: &Around, items: &mut Vec<Item>) {
        let origin = self.origin(node, None, around);
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
    fn origin(&self, node: Node<'a, 'i>, font: Option<&str>, around: &Around) -> Option<Box<Origin>> {
        if !self.selection.is_traced {
            return None;
        }
        let mut names = vec![self.trace_name(node)];
        names.extend(self.uses.iter().rev().cloned());
        // Fonts of single lines that cutters sell go by these names.
        const SINGLE: [&str; 6] = ["hershey", "single", "stroke", "1cam", "ems ", "engraving"];
        let font = font.map(str::to_lowercase).unwrap_or_default();
        let is_single_stroke = SINGLE.iter().any(|word| font.contains(word));
        // Exports of this package mark dimensions and notes.
        let annotation = node.ancestors().filter(|outer| outer.has_attribute(ANNOTATION)).last();
        let part_of = annotation.map(|outer| outer.id().get() as usize);
        let own_name = node.attribute("data-name").map(str::to_owned);
        let is_annotation = part_of.is_some();
        let place = around.place;
        Some(Box::new(Origin { names, part_of, is_annotation, own_name, is_single_stroke, place }))
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

    /// Returns true where areas are drawn as they are seen, also those of lines.
    fn has_areas(&self) -> bool {
        self.selection.has_painted_areas
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
        aspect: &str,
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

    /// Cuts off what leaves the frame, and with `has_areas` also the areas of lines.
    fn cut(&self, items: Vec<Item>, has_areas: bool, drawing: &mut Drawing) -> Vec<Item> {
        let Some(frame) = &self.frame else { return items };
        // Most items are inside of the frame by their boxes.
        let bounds = Bounds::of_points(frame.iter().copied());
        let is_upright = frame.windows(2).all(|it| it[0].x == it[1].x || it[0].y == it[1].y);
        let is_inside = |items: &[Item]| {
            let own = if has_areas { bounds_of_areas(items) } else { bounds_of(items, &Affine::IDENTITY) };
            is_upright
                && own.zip(bounds).is_some_and(|(own, frame)| frame.holds(own.min) && frame.holds(own.max))
        };
        if items.is_empty() || is_inside(&items) {
            return items;
        }
        let clip = Clip::new(vec![Shape::Polygon { points: frame.clone(), holes: Vec::new() }]);
        clip.with_areas(has_areas).cut(items, drawing)
    }
}

/// The paints of a shape: colours, or the areas that others are drawn by.
#[derive(Default)]
struct Look {
    fill: Option<Color>,
    stroke: Option<Color>,
    fill_areas: Option<Vec<Item>>,
    stroke_areas: Option<Vec<Item>>,
    /// The unit that dashes are in.
    dash_unit: f64,
}

impl Look {
    fn is_nothing(&self) -> bool {
        let has_areas = self.fill_areas.is_some() || self.stroke_areas.is_some();
        self.fill.is_none() && self.stroke.is_none() && !has_areas
    }
}

/// Returns the coordinates and the box of the element that a paint is of; `None` for one of the element itself.
fn frame_of(paint: &Paint, around: &Around) -> Option<(Affine, Bounds)> {
    let index = match paint {
        Paint::ContextFill => 0,
        Paint::ContextStroke => 1,
        _ => return None,
    };
    around.context.as_ref()?[index].frame
}

/// Returns the unit that the dashes of a path are in, where its element says how long the path is.
fn dash_unit(node: Node<'_, '_>, path: &Path, style: &Style) -> f64 {
    if style.line.dashes.is_empty() {
        return 1.0;
    }
    let named = node.attribute("pathLength").and_then(|text| text.trim().parse::<f64>().ok());
    match named.filter(|named| *named > 0.0 && named.is_finite()) {
        Some(named) => Shape::Path(path.clone()).length(&Affine::IDENTITY) / named,
        None => 1.0,
    }
}

/// Returns the simplest shape that a path is. One with only a fill is an area, whether its outlines are closed or not.
fn plain_form(path: Path, is_area: bool, is_even_odd: bool) -> Option<Shape> {
    match path {
        path if is_area => area_of(&path, is_even_odd),
        path if is_even_odd && path.is_closed() => rings::area(rings::closed_parts(&path)),
        path => plain_shape(path),
    }
}

/// Returns a shape that dashes run along as in the file. Round shapes do not say how; a circle that is not turned stays one where it
/// need not look as in the file.
fn with_dashes_as_written(shape: Shape, around: &Around, has_areas: bool) -> Shape {
    let is_turned = around.place.b != 0.0 || around.place.c != 0.0 || around.place.a < 0.0;
    match shape {
        shape if around.style.line.dashes.is_empty() => shape,
        Shape::Ellipse { .. } => Shape::Path(shape.to_path()),
        Shape::Circle { .. } if is_turned || has_areas => Shape::Path(shape.to_path()),
        shape => shape,
    }
}

/// Adds a shape with the areas that its fill and its line are, and its markers, in the order of painting.
fn put_in_order(
    item: Item,
    [fill_areas, stroke_areas]: [Option<Vec<Item>>; 2],
    marks: Vec<Item>,
    order: [Painted; 3],
    items: &mut Vec<Item>,
) {
    let place_of = |part: Painted| order.iter().position(|it| *it == part);
    let is_behind = |one: Painted, other: Painted| place_of(one) < place_of(other);
    // One entity has its line upon its area: the other way round, and with markers between, they are two.
    let are_apart = fill_areas.is_some()
        || stroke_areas.is_some()
        || item.fill != Fill::Absent
            && item.pen != Pen::Absent
            && (is_behind(Painted::Stroke, Painted::Fill)
                || (!marks.is_empty()
                    && is_behind(Painted::Fill, Painted::Markers)
                    && is_behind(Painted::Markers, Painted::Stroke)));
    if !are_apart {
        let own = if item.fill == Fill::Absent { Painted::Stroke } else { Painted::Fill };
        let at = items.len();
        items.push(item);
        let at = if is_behind(Painted::Markers, own) { at } else { items.len() };
        items.splice(at..at, marks);
        return;
    }
    let (id, layer) = (item.id.clone(), item.layer.clone());
    let areas = |areas: &Option<Vec<Item>>| areas.iter().flatten().cloned().collect::<Vec<Item>>();
    let mut parts = Vec::new();
    for part in order {
        match part {
            Painted::Fill => {
                parts.extend(areas(&fill_areas));
                if item.fill != Fill::Absent {
                    parts.push(Item { pen: Pen::Absent, ..item.clone() });
                }
            }
            Painted::Stroke => {
                parts.extend(areas(&stroke_areas));
                if item.pen != Pen::Absent {
                    parts.push(Item { fill: Fill::Absent, ..item.clone() });
                }
            }
            Painted::Markers => parts.extend(marks.iter().cloned()),
        }
    }
    for part in &mut parts {
        part.id = None;
    }
    items.extend(grouped(parts, id, layer));
}

/// Returns the box of some items, and of shapes beside them.
fn bounds_with(items: &[Item], shapes: &[Shape], transform: &Affine) -> Option<Bounds> {
    let others = shapes.iter().map(|shape| shape.bounds(transform));
    others.chain(bounds_of(items, transform)).reduce(Bounds::union)
}

/// Returns the box of some items; the box of a text is about as large as the text in the usual font.
fn bounds_of(items: &[Item], transform: &Affine) -> Option<Bounds> {
    let own = |item: &Item| match &item.content {
        ItemContent::Group(items) => bounds_of(items, transform),
        ItemContent::Shape(shape) => Some(shape.bounds(transform)),
        ItemContent::Text(text) => Bounds::of_points(corners_of_text(text).map(|at| *transform * at)),
        ItemContent::Nothing(at) => Some(Bounds::of_point(*transform * *at)),
        ItemContent::Sizeless(_) | ItemContent::Cover(_) | ItemContent::Dimension(_) => None,
    };
    items.iter().filter_map(own).reduce(Bounds::union)
}

/// Returns the box of some items with the widths of their lines.
fn bounds_of_areas(items: &[Item]) -> Option<Bounds> {
    let own = |item: &Item| match (&item.content, &item.pen) {
        (ItemContent::Group(items), _) => bounds_of_areas(items),
        (ItemContent::Shape(shape), Pen::Drawn { width, line, .. }) => {
            Some(shape.bounds(&Affine::IDENTITY).widened(reach(line, *width)))
        }
        _ => bounds_of(std::slice::from_ref(item), &Affine::IDENTITY),
    };
    items.iter().filter_map(own).reduce(Bounds::union)
}

/// Returns the width of words in the built-in font.
fn usual_width(words: &str, size: f64, fonts: &Fonts) -> f64 {
    Scene::text_metrics(words, size, None, fonts).map_or(0.0, |(metrics, _)| metrics.width)
}

/// Returns the way from the letters of a text, which begin at the origin, to the drawing, as it is in the built-in font; `None`
/// where the path that it follows ends before.
fn usual_place(text: &TextItem, fonts: &Fonts) -> Option<Affine> {
    let width = |words: &str, size: f64| usual_width(words, size, fonts);
    let (line, left) = match &text.line {
        Some(line) => {
            let measured = MeasuredLine::of(line, None, |words| {
                let own = width(&format!("{}|", words.text), words.size) - width("|", words.size);
                Ok::<f64, Infallible>(own)
            });
            let Ok(measured) = measured;
            (measured.standing(line, text.align)?.place(), 0.0)
        }
        None => {
            let left = match text.align {
                Align::Left => 0.0,
                Align::Center => -0.5 * width(&text.text, text.height),
                Align::Right => -width(&text.text, text.height),
            };
            (Affine::IDENTITY, left)
        }
    };
    let rise = Font::builtin().map_or(0.0, |font| rise(text.raise, &font, text.height, 0.0));
    let place = Affine::translation(text.at.x, text.at.y) * text.turn * line;
    Some(place * Affine::rotation(text.spin) * Affine::translation(left, rise))
}

/// Returns the corners around a text, as it is in the built-in font.
fn corners_of_text(text: &TextItem) -> [Point; 4] {
    let fonts = Fonts::builtin();
    let own = usual_width(&text.text, text.height, &fonts);
    let (Ok(font), Some(place)) = (Font::builtin(), usual_place(text, &fonts)) else { return [text.at; 4] };
    let (low, high) = (-font.descent(text.height), font.ascent(text.height));
    [(0.0, low), (own, low), (own, high), (0.0, high)].map(|(x, y)| place * Point::new(x, y))
}

/// Returns the letters of a text as they are in the built-in font.
fn letters_of(item: &Item) -> Vec<Shape> {
    let ItemContent::Text(text) = &item.content else { return Vec::new() };
    let fonts = Fonts::builtin();
    let Some(place) = usual_place(text, &fonts) else { return Vec::new() };
    let mut scratch = Scene::new();
    let drawn = scratch.draw_text("text", &text.text, 0.0, 0.0, text.height, &TextOptions::default(), &fonts);
    if drawn.is_err() {
        return Vec::new();
    }
    let letter =
        |(shape, name): (&Shape, &str)| Some(image(shape, &(place * scratch.world_transform(name).ok()?)));
    let outline = scratch.outline();
    outline.iter().filter_map(|letter| Some((letter.shape?, letter.name))).filter_map(letter).collect()
}

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

/// Returns some items as one: a group of several, with that name.
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

/// Returns the child of a switch that is shown: the first one that is for everybody. What is no drawing is passed over where there
/// is a drawing in its place.
fn shown_of_switch<'a, 'i>(node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    let is_drawn = |child: &Node<'_, '_>| child.tag_name().name() != "foreignObject";
    let known = || node.children().filter(|child| can_be_seen(*child) && is_for_all(*child));
    known().find(is_drawn).or_else(|| known().next())
}

/// Returns true for an element that a switch may choose.
fn can_be_seen(node: Node<'_, '_>) -> bool {
    const KNOWN: [&str; 14] = [
        "a",
        "circle",
        "ellipse",
        "foreignObject",
        "g",
        "image",
        "line",
        "path",
        "polygon",
        "polyline",
        "rect",
        "svg",
        "text",
        "use",
    ];
    KNOWN.contains(&node.tag_name().name()) || node.tag_name().name() == "switch"
}

/// Returns the drawing in a link that holds one.
fn embedded_svg(link: &str) -> Option<String> {
    let (kind, data) = link.trim().strip_prefix("data:")?.split_once(',')?;
    let named = kind.trim().to_ascii_lowercase();
    let is_unnamed = named.is_empty() || named.starts_with(';');
    if !is_unnamed && !named.starts_with("image/svg+xml") {
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

/// Returns areas of one opacity without what others lie upon, so that each point is painted once. Items of other kinds among
/// them are left as they are.
fn flattened(items: Vec<Item>, opacity: f64) -> Vec<Item> {
    let is_area = |item: &Item| match (&item.content, item.fill) {
        (ItemContent::Shape(shape), Fill::Color(color)) => {
            shape.is_closed() && item.pen == Pen::Absent && (color.a - opacity).abs() < 1e-9
        }
        _ => false,
    };
    let mut leaves = Vec::new();
    let mut pending: Vec<Item> = items.iter().rev().cloned().collect();
    while let Some(item) = pending.pop() {
        match item.content {
            ItemContent::Group(children) => pending.extend(children.into_iter().rev()),
            _ => leaves.push(item),
        }
    }
    if leaves.len() < 2 || leaves.len() > MAX_FLATTENED || !leaves.iter().all(is_area) {
        return items;
    }
    let mut kept: Vec<Item> = Vec::with_capacity(leaves.len());
    let mut upper: Vec<Shape> = Vec::new();
    for item in leaves.into_iter().rev() {
        let ItemContent::Shape(shape) = &item.content else { continue };
        let bounds = shape.bounds(&Affine::IDENTITY);
        let others: Vec<(&Shape, Affine)> = upper.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
        let tolerance = (bounds.width() + bounds.height()) * FINE;
        let left =
            combined_shapes(RegionOperation::Difference, &[(shape, Affine::IDENTITY)], &others, tolerance);
        let Ok(left) = left else { return items };
        upper.push(shape.clone());
        let part = |shape: Shape| Item { content: ItemContent::Shape(shape), ..item.clone() };
        kept.extend(left.into_iter().map(part));
    }
    kept.reverse();
    kept
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

/// Returns the coordinates of a box, in which it goes from 0 to 1.
fn of_box(bounds: &Bounds) -> Affine {
    Affine::translation(bounds.min.x, bounds.min.y) * Affine::scale(bounds.width(), bounds.height())
}

/// Reads the transform of a paint.
fn plain_transform(text: &str) -> Option<Affine> {
    transform(text, Sizes::USUAL, [0.0, 0.0])
}

/// Returns a transform about a point.
fn about(own: Affine, at: Point) -> Affine {
    Affine::translation(at.x, at.y) * own * Affine::translation(-at.x, -at.y)
}

/// Reads the point that a transform is about: keywords and lengths, of which one alone is that along x.
fn origin(text: &str, sizes: Sizes, view: [f64; 2]) -> Point {
    let [wide, high] = view;
    let words: Vec<&str> = text.split_whitespace().take(2).collect();
    let mut at: [Option<f64>; 2] = [None, None];
    for (index, word) in words.iter().enumerate() {
        let axis = if index == 0 { Axis::X } else { Axis::Y };
        match *word {
            "left" => at[0] = Some(0.0),
            "right" => at[0] = Some(wide),
            "top" => at[1] = Some(0.0),
            "bottom" => at[1] = Some(high),
            "center" => {}
            word => at[index] = length(word).and_then(|it| it.in_user_units(sizes, view, axis)),
        }
    }
    Point::new(at[0].unwrap_or(0.5 * wide), at[1].unwrap_or(0.5 * high))
}

/// Returns true for a line with corners that the limit of a pen cuts off, and its own does not, or the other way round.
fn has_other_corners(path: &Path, style: &Style) -> bool {
    if style.line.join != Join::Miter || style.miter_limit == MITER_LIMIT {
        return false;
    }
    let limits = [style.miter_limit.min(MITER_LIMIT), style.miter_limit.max(MITER_LIMIT)];
    vertices(path).iter().filter_map(|vertex| Some(vertex.after? - vertex.before?)).any(|turn| {
        // The length of the corner is this many widths of the line.
        let length = 1.0 / (0.5 * turn).cos().abs();
        turn.sin().abs() > 1e-9 && length > limits[0] && length <= limits[1]
    })
}

/// Returns the data of a path, which a style sheet has as an argument.
fn path_data(text: &str) -> &str {
    let inner = text.trim().strip_prefix("path(").and_then(|it| it.strip_suffix(')'));
    inner.map_or(text, |it| it.trim().trim_matches(['"', '\'']))
}

/// The turn from a line of text to one from the top down.
const DOWNWARD: Affine = Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: 0.0, f: 0.0 };

/// Returns the places and steps of letters along x and y as they are before the turn of a line that goes down.
fn downward([xs, ys, dxs, dys]: [Vec<f64>; 4]) -> [Vec<f64>; 4] {
    let back = |list: Vec<f64>| list.into_iter().map(|it| -it).collect();
    [ys, back(xs), dys, back(dxs)]
}

/// Returns true for letters of scripts that are not turned in a line from the top down: Chinese, Japanese and Korean, whose blocks
/// begin with radicals and end before private letters, and the wide forms of others.
fn is_upright(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

/// Words that begin at a place of their own.
struct Chunk {
    /// The place of its line, at its own height.
    at: Point,
    /// The gap that `dx` leaves after the previous words.
    before: f64,
    /// The angle in degrees by which its letters are turned.
    spin: f64,
    /// True where a place of its own begins a line, which is aligned as a whole.
    begins_line: bool,
    /// The element that says how wide it is, and the width.
    fit: Option<(NodeId, Fit)>,
    /// The path that it follows, and the length at which it begins there: `at` is then the further length, and the distance below.
    track: Option<(Arc<Track>, f64)>,
    text: String,
    style: Style,
}

impl Chunk {
    fn new(at: &mut TextAt, style: &Style, begins_line: bool) -> Chunk {
        Chunk {
            at: at.point,
            before: std::mem::take(&mut at.gap),
            spin: 0.0,
            begins_line,
            fit: at.fit,
            track: at.track.clone(),
            text: String::new(),
            style: style.clone(),
        }
    }

    /// Returns true where words of that style, at that place, are more of the same.
    fn continues(&self, style: &Style, at: &TextAt) -> bool {
        let look = |style: &Style| {
            let paints = (style.fill.clone(), style.stroke.clone(), style.is_visible);
            (paints, style.font.clone(), style.letters, style.sizes.own.to_bits())
        };
        let is_there = self.at.y == at.point.y && at.gap == 0.0 && self.fit == at.fit;
        is_there && look(&self.style) == look(style)
    }
}

/// The place of the next words of a text.
#[derive(Default)]
struct TextAt {
    point: Point,
    /// The part of its height that comes by `dy`.
    below: f64,
    /// The path that the words follow, and the length at which they begin there: the place is then the further length, and the
    /// distance below.
    track: Option<(Arc<Track>, f64)>,
    /// The gap before the next words.
    gap: f64,
    /// The angles in degrees of the next letters, the last one first.
    spins: Vec<f64>,
    /// The element that says how wide the words are, and the width.
    fit: Option<(NodeId, Fit)>,
    /// True for a line from the top down. Places are those before its turn.
    is_vertical: bool,
}

impl TextAt {
    fn step(&mut self, [x, y, dx, dy]: [Option<f64>; 4], begins_line: bool) {
        // A path has its own heights.
        let y = y.filter(|_| self.track.is_none());
        self.below = if y.is_some() { 0.0 } else { self.below } + dy.unwrap_or(0.0);
        self.point = Point::new(x.unwrap_or(self.point.x), y.unwrap_or(self.point.y) + dy.unwrap_or(0.0));
        match begins_line {
            // The place itself is moved.
            true => self.point.x += dx.unwrap_or(0.0),
            false => self.gap += dx.unwrap_or(0.0),
        }
    }
}

/// The number of texts that a chunk is on its line: the spaces at its ends move its neighbours, and are no part of it.
const WORDS_OF_CHUNK: usize = 3;

/// Returns the spaces before a text, the text, and the spaces after it.
fn words_of((chunk, text): (&Chunk, String)) -> [Words; WORDS_OF_CHUNK] {
    let (start, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
    let parts =
        if start <= end { [&text[..start], &text[start..end], &text[end..]] } else { [&text, "", ""] };
    let letters = &chunk.style.letters;
    let mut words = parts.map(|part| {
        let spaces = part.chars().filter(|letter| *letter == ' ').count();
        Words {
            text: part.to_owned(),
            size: chunk.style.sizes.own,
            font: chunk.style.font.clone(),
            before: 0.0,
            after: letters.gap * part.chars().count() as f64 + letters.word_gap * spaces as f64,
        }
    });
    words[0].before = chunk.before;
    words
}

/// Returns the words of a line. Unless spaces are kept, there is one between words, none before the first and none after the last.
fn spaced(line: &[Chunk]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::with_capacity(line.len());
    let (mut ends_with_space, mut begins_word) = (true, true);
    for chunk in line {
        let letters = &chunk.style.letters;
        let mut text = String::new();
        for letter in chunk.text.chars() {
            if letter != ' ' || !ends_with_space || letters.keeps_spaces {
                match letters.case {
                    LetterCase::Upper => text.extend(letter.to_uppercase()),
                    LetterCase::Lower => text.extend(letter.to_lowercase()),
                    LetterCase::Capitalized if begins_word => text.extend(letter.to_uppercase()),
                    _ => text.push(letter),
                }
            }
            ends_with_space = letter == ' ';
            begins_word = !letter.is_alphanumeric();
        }
        texts.push(text);
    }
    for (text, chunk) in texts.iter_mut().zip(line).rev() {
        if !chunk.style.letters.keeps_spaces {
            text.truncate(text.trim_end().len());
        }
        if !text.is_empty() {
            break;
        }
    }
    texts
}

/// Returns true for an element of another language than SVG. A document whose root has another namespace is read by it.
fn is_foreign(node: Node<'_, '_>) -> bool {
    let of_root = node.document().root_element().tag_name().namespace();
    node.tag_name().namespace().is_some_and(|space| space != SVG && of_root != Some(space))
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

/// Returns true for an element inside of a layer of the file.
fn is_on_layer(node: Node<'_, '_>) -> bool {
    node.ancestors().skip(1).any(|around| layer_of(around).is_some())
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
