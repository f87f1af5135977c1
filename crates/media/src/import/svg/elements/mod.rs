//! The elements of a document as items of a drawing.

mod around;
mod boxes;
mod chunks;
mod clips;
mod gradients;
mod groups;
mod lines;
mod markers;
mod names;
mod paints;
mod patterns;
mod shapes;
mod texts;
mod traces;
mod transforms;
mod uses;
mod viewports;

use std::collections::HashMap;

use roxmltree::{Document, Node, NodeId};

use crate::import::clipping::Clip;
use crate::import::drawing::{Drawing, Item, TOO_MUCH_WORK};
use crate::import::svg::attributes::{Axis, length};
use crate::import::svg::document::refused;
use crate::import::svg::selection::SvgSelection;
use crate::import::svg::sheet::Sheet;
use crate::import::svg::style::{Paint, Style};
use around::Around;
use boxes::bounds_with;
use groups::{flattened, push_group};
use names::{is_foreign, is_on_layer, layer_of, link_of, looks_like_title, numbers_of, plain_layer_of};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Point, Shape};

/// The deepest elements, which are read by recursion, and the most entities: those that uses of others make count each time.
const MAX_DEPTH: usize = 256;
const MAX_ITEMS: usize = 500_000;

/// The most elements that uses may show, those that make nothing included: uses of uses double with every step.
const MAX_VISITS: usize = 300_000;

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
        let items = self.seen_of(items, 0, &inner)?;
        self.check_work()?;
        Ok(items)
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

    /// Returns what applies inside of an element; `None` where nothing of it is shown. It is boxed, and made in a function of its
    /// own, so that elements nested to the limit need little of the stack.
    #[inline(never)]
    fn inner_of(&mut self, node: Node<'a, 'i>, around: &Around) -> Result<Option<Box<Around>>> {
        self.visits += usize::from(!self.shown.is_empty() || self.boxed > 0);
        if self.visits > MAX_VISITS {
            return Err(self.too_many(&format!("more than {MAX_VISITS} elements")));
        }
        self.check_work()?;
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

    /// Adds the children of an element, in a group when it has a name.
    #[inline(never)]
    fn group(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let children = self.children(node, inner)?;
        push_group(items, node, inner, children);
        Ok(())
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

    /// Returns the element of this document that another one links to.
    fn linked(&self, node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
        self.ids.get(link_of(node).strip_prefix('#')?).copied()
    }

    /// Returns the style of an element where it is written.
    fn style_at(&self, node: Node<'a, 'i>) -> Style {
        let mut ancestors: Vec<Node<'a, 'i>> = node.ancestors().filter(Node::is_element).collect();
        ancestors.reverse();
        ancestors.into_iter().fold(Style::default(), |style, node| style.of(node, &self.sheet, self.view))
    }

    /// Returns true where areas are drawn as they are seen, also those of lines.
    fn has_areas(&self) -> bool {
        self.selection.has_painted_areas
    }

    /// Refuses a file whose cuts are more than one may ask for. When no work is left, everything else is cut off, so that this
    /// is found at the next element.
    fn check_work(&self) -> Result<()> {
        match self.drawing.work.is_used_up() {
            true => Err(refused(TOO_MUCH_WORK)),
            false => Ok(()),
        }
    }

    fn note(&mut self) -> Result<()> {
        self.count += 1;
        if self.count > MAX_ITEMS {
            return Err(self.too_many(&format!("more than {MAX_ITEMS} entities")));
        }
        Ok(())
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
