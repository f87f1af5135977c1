//! The scene as an SVG document.
//!
//! Every shape is written where it is in the world, so that a stroke is as wide as the scene says, whatever the
//! transforms of groups. A block that is shown several times is written once, and used. Circles, rectangles and lines are kept as such as long as their transform allows it.

use std::fmt::Write;

use super::block_forms::{Form, Forms};
use super::changes::{Change, Changes};
use super::frame::{frame, paper_pens};
use super::theme::{ADDED, CHANGED, REMOVED, Theme, towards};
use scenewright_geometry::{Affine, Bounds, FillRule, Point, Shape};
use scenewright_scene::{
    Annotation, BlockUse, Cap, Color, Form as AnnotationForm, Join, Leaf, Pens, Scene, Stroke, Units, Visit,
};

/// The greatest depth of groups that are written as elements: XML readers give up at a depth of 256.
const MAX_GROUP_DEPTH: usize = 200;

/// The share of the drawing's longer side that a marked line is wide at least: more than a pixel where the drawing fills a window.
const MARK_SHARE: f64 = 1.0 / 600.0;

/// Writes the document. It fits the drawing with a margin, and its width and height are true to scale. Of several sheets it is
/// the first.
pub fn to_svg(scene: &Scene) -> String {
    let first = scene.with_first_of_several_sheets();
    write(first.as_ref().unwrap_or(scene), None)
}

/// Writes the document with what changed since an earlier scene in colour: what is the same is pale, and what is gone a
/// dashed ghost. Every shape says its change in the attribute `data-change`.
pub fn to_svg_with_changes(scene: &Scene, previous: &Scene) -> String {
    let [first, first_before] = [scene, previous].map(Scene::with_first_of_several_sheets);
    write(first.as_ref().unwrap_or(scene), Some(first_before.as_ref().unwrap_or(previous)))
}

fn write(scene: &Scene, previous: Option<&Scene>) -> String {
    let pens = paper_pens(scene);
    let mut frame = frame(scene, &pens);
    if let Some(previous) = previous {
        frame = frame.union(super::frame::frame(previous, &paper_pens(previous)));
    }
    // Changes are shown shape by shape, also within instances.
    let forms = if previous.is_some() { Forms::default() } else { Forms::of(scene) };
    let changes = previous.map(|previous| Changes::between(previous, scene));
    let mut marks = changes.as_ref().map(Changes::of_new);
    let least = frame.width().max(frame.height()) * MARK_SHARE;
    let mut writer = Writer {
        text: String::new(),
        decimals: decimals(&frame),
        indent: 1,
        has_ids: true,
        layers: Vec::new(),
    };
    writer.header(scene, &frame, !forms.is_empty());
    let ids = writer.definitions(scene, &forms, &pens);
    let mut body = Body {
        writer: &mut writer,
        scene,
        pens: &pens,
        forms: &forms,
        ids: &ids,
        least,
        layer: None,
        depth: 0,
        used: None,
        anonymous: None,
    };
    for visit in scene.walk_back_to_front() {
        let change = marks.as_mut().map(|marks| marks.step(&visit));
        body.visit(visit, change);
    }
    body.close_layer();
    if let (Some(previous), Some(changes)) = (previous, &changes) {
        writer.ghosts(previous, changes, least);
    }
    writer.text.push_str("</svg>\n");
    writer.text
}

/// The shapes of the scene and their groups, written as they are visited.
struct Body<'a> {
    writer: &'a mut Writer,
    scene: &'a Scene,
    pens: &'a Pens,
    forms: &'a Forms<'a>,
    /// The ids of the blocks that are written once, by their forms.
    ids: &'a [String],
    /// The least width of a marked line.
    least: f64,
    /// The layer of the outermost group that is open.
    layer: Option<&'a str>,
    /// The number of groups of the scene that are open.
    depth: usize,
    /// The depth of the instance that was written as a whole.
    used: Option<usize>,
    /// The depth of the outermost instance whose contents are anonymous.
    anonymous: Option<usize>,
}

impl<'a> Body<'a> {
    /// Writes a shape, or begins or ends a group. The change is there where changes are shown, and holds one where there is one.
    fn visit(&mut self, visit: Visit<'a>, change: Option<Option<Change>>) {
        if let Some(instance) = self.used {
            if matches!(visit, Visit::GroupEnd { depth, .. } if depth == instance) {
                self.used = None;
            }
            return;
        }
        if let Visit::GroupStart { layer, .. } | Visit::Leaf(Leaf { layer, .. }) = &visit {
            self.begin_layer(layer);
        }
        match visit {
            Visit::GroupStart { name, depth, layer, world, block: Some(block), .. }
                if self.forms.find(&block, &world).is_some() =>
            {
                self.use_block(name, layer, &block, world, depth);
                self.used = Some(depth);
            }
            Visit::GroupStart { name, depth, layer, block, annotation, .. } => {
                self.begin_group(name, layer, annotation, depth);
                if block.is_some() && self.anonymous.is_none() {
                    (self.anonymous, self.writer.has_ids) = (Some(depth), false);
                }
            }
            Visit::GroupEnd { depth, .. } => self.end_group(depth),
            Visit::Leaf(leaf) => {
                let pen = self.pens.stroke(leaf.layer, &leaf.style);
                match change {
                    None => self.writer.leaf(&leaf, leaf.style.fill, pen, ""),
                    Some(change) => self.writer.marked_leaf(&leaf, pen, change, self.least),
                }
            }
        }
    }

    /// Opens the group of a layer. A run of neighbours on one layer is a group: all of a layer in one would change the order.
    fn begin_layer(&mut self, layer: &'a str) {
        if self.depth > 0 || self.layer == Some(layer) {
            return;
        }
        self.close_layer();
        self.writer.open_group(&format!("class=\"layer\"{}", layer_attribute(layer)));
        self.writer.layers = vec![layer.to_owned()];
        self.layer = Some(layer);
    }

    fn close_layer(&mut self) {
        if self.layer.take().is_some() {
            self.writer.close_group();
            self.writer.layers.clear();
        }
    }

    /// Writes an instance of a block that is written once, with the texts of its attributes.
    fn use_block(&mut self, name: &str, layer: &str, block: &BlockUse<'_>, world: Affine, depth: usize) {
        let id = self.forms.find(block, &world).and_then(|form| self.ids.get(form));
        self.writer.usage(name, layer, id.map_or("", |id| id), block, &world);
        for text in self.scene.attribute_texts(block, world, depth + 1, false) {
            if let Visit::Leaf(leaf) = text {
                self.writer.anonymous_leaf(&leaf, self.pens.stroke(leaf.layer, &leaf.style));
            }
        }
    }

    fn begin_group(&mut self, name: &str, layer: &str, annotation: Option<&Annotation>, depth: usize) {
        self.depth = depth + 1;
        if self.depth > MAX_GROUP_DEPTH {
            return;
        }
        let mut attributes = self.writer.name_attributes(name);
        attributes.push_str(&self.writer.other_layer(layer));
        self.writer.layers.push(layer.to_owned());
        // Readers see that it is about the drawing, and no part of it.
        if let Some(kind) = annotation.and_then(kind_of_annotation) {
            attributes.push_str(&format!(" data-annotation=\"{kind}\""));
        }
        self.writer.open_group(&attributes);
    }

    fn end_group(&mut self, depth: usize) {
        if self.depth <= MAX_GROUP_DEPTH {
            self.writer.close_group();
            self.writer.layers.pop();
        }
        if self.anonymous == Some(depth) {
            (self.anonymous, self.writer.has_ids) = (None, true);
        }
        self.depth = depth;
    }
}

/// Returns the kind of a dimension, leader or note; a hatch is a part of the drawing itself.
fn kind_of_annotation(annotation: &Annotation) -> Option<&'static str> {
    match annotation.form {
        AnnotationForm::Dimension(_) => Some("dimension"),
        AnnotationForm::Leader(_) => Some("leader"),
        AnnotationForm::Note(_) => Some("note"),
        AnnotationForm::Hatch(_) => None,
    }
}

struct Writer {
    text: String,
    decimals: usize,
    indent: usize,
    /// False inside of blocks, whose names are not the drawing's own.
    has_ids: bool,
    /// The layers of the open groups; none inside of blocks, where each instance may bring its own layer.
    layers: Vec<String>,
}

fn layer_attribute(layer: &str) -> String {
    format!(" data-layer=\"{}\"", escaped(layer))
}

impl Writer {
    /// Begins the document: its size, and the part of the plane that it shows.
    fn header(&mut self, scene: &Scene, frame: &Bounds, has_uses: bool) {
        let (factor, unit) = match scene.page() {
            // On a page, a millimetre is a millimetre on paper.
            Some(_) => (1.0 / scene.paper_millimeter(scene.sheet_scale()), "mm"),
            None => svg_unit(scene.units()),
        };
        let size = |length: f64| match scene.page() {
            Some(_) => format!("{}", ((length * factor) * 1e3).round() / 1e3),
            None => self.number(length * factor),
        };
        let header = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"{} version=\"1.1\" \
             width=\"{}{unit}\" height=\"{}{unit}\" viewBox=\"{} {} {} {}\">\n",
            if has_uses { " xmlns:xlink=\"http://www.w3.org/1999/xlink\"" } else { "" },
            size(frame.width()),
            size(frame.height()),
            self.number(frame.min.x),
            self.number(-frame.max.y),
            self.number(frame.width()),
            self.number(frame.height()),
        );
        self.text.push_str(&header);
    }

    fn open_group(&mut self, attributes: &str) {
        self.line(&format!("<g {attributes}>"));
        self.indent += 1;
    }

    fn close_group(&mut self) {
        self.indent -= 1;
        self.line("</g>");
    }

    fn line(&mut self, line: &str) {
        self.text.extend(std::iter::repeat_n(' ', self.indent.min(16)));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Returns the attribute for the layer of an element that is not on the layer of the group around it.
    fn other_layer(&self, layer: &str) -> String {
        match self.layers.last() {
            Some(around) if around != layer => layer_attribute(layer),
            _ => String::new(),
        }
    }

    /// Writes a shape in the colour of its change, or pale where it is the same.
    fn marked_leaf(&mut self, leaf: &Leaf<'_>, pen: Option<&Stroke>, change: Option<Change>, least: f64) {
        let ground = Theme::Light.background();
        let Some(change) = change else {
            let pale = |color: Color| towards(ground, color, 0.3);
            let pen = pen.map(|pen| Stroke { color: pale(pen.color), ..pen.clone() });
            return self.leaf(leaf, leaf.style.fill.map(pale), pen.as_ref(), " data-change=\"same\"");
        };
        let color = if change == Change::Added { ADDED } else { CHANGED };
        let pen = pen.cloned().unwrap_or_else(|| Stroke::solid(color, least));
        let pen = Stroke { color, width: pen.width.max(least), ..pen };
        let fill = leaf.style.fill.map(|_| towards(ground, color, 0.4));
        self.leaf(leaf, fill, Some(&pen), &format!(" data-change=\"{}\"", change.as_str()));
    }

    /// Writes the shapes that are gone as ghosts, on top of everything.
    fn ghosts(&mut self, previous: &Scene, changes: &Changes, least: f64) {
        let removed = changes.removed_leaves(previous);
        if removed.is_empty() {
            return;
        }
        self.open_group("class=\"removed\"");
        let leaves = previous.walk_back_to_front().filter_map(|visit| match visit {
            Visit::Leaf(leaf) => Some(leaf),
            _ => None,
        });
        let pen = Stroke { dash: vec![least * 4.0, least * 3.0], ..Stroke::solid(REMOVED, least) };
        for (index, leaf) in leaves.enumerate() {
            if removed.contains(&index) {
                let fill = leaf.style.fill.map(|_| Color { a: 0.12, ..REMOVED });
                self.leaf(&leaf, fill, Some(&pen), " data-change=\"removed\"");
            }
        }
        self.close_group();
    }

    fn leaf(&mut self, leaf: &Leaf<'_>, fill: Option<Color>, stroke: Option<&Stroke>, more: &str) {
        // y points down in SVG.
        let view = Affine::scale(1.0, -1.0) * leaf.world;
        if !leaf.shape.bounds(&view).is_finite() {
            return;
        }
        let is_dashed = stroke.is_some_and(|stroke| !stroke.dash.is_empty());
        let geometry = self.geometry(leaf.shape, &view, is_dashed);
        let mut attributes = self.name_attributes(leaf.name);
        self.push_fill(&mut attributes, fill, leaf.shape.fill_rule());
        self.push_stroke(&mut attributes, stroke);
        attributes.push_str(&self.other_layer(leaf.layer));
        attributes.push_str(more);
        self.line(&format!("<{geometry} {attributes}/>"));
    }

    /// Writes the blocks that are used several times, and returns their identifiers.
    fn definitions(&mut self, scene: &Scene, forms: &Forms<'_>, pens: &Pens) -> Vec<String> {
        let mut ids = Vec::new();
        if forms.is_empty() {
            return ids;
        }
        self.line("<defs>");
        self.indent += 1;
        self.has_ids = false;
        let decimals = self.decimals;
        for Form { block, factor } in forms.iter() {
            let mut id = format!("block-{}", ids.len() + 1);
            // An entity may have the name, and ids are unique in a document.
            while scene.exists(&id) {
                id.push('_');
            }
            // Geometry that is stretched later must still have enough digits.
            let more = factor.log10().ceil();
            self.decimals = (decimals as f64 + more).clamp(0.0, 15.0) as usize;
            self.open_group(&format!("id=\"{id}\" data-block=\"{}\"", escaped(block.block)));
            for visit in scene.block_contents(block) {
                let Visit::Leaf(leaf) = visit else { continue };
                let stroke = pens.stroke(leaf.layer, &leaf.style).map(|stroke| Stroke {
                    // A use stretches its strokes too, by the factor of the form.
                    width: stroke.width / factor,
                    dash: stroke.dash.iter().map(|length| length / factor).collect(),
                    ..stroke.clone()
                });
                self.leaf(&leaf, leaf.style.fill, stroke.as_ref(), "");
            }
            self.close_group();
            ids.push(id);
        }
        self.decimals = decimals;
        self.has_ids = true;
        self.indent -= 1;
        self.line("</defs>");
        ids
    }

    /// Writes an instance of a block that is defined already.
    fn usage(&mut self, name: &str, layer: &str, id: &str, block: &BlockUse<'_>, world: &Affine) {
        let coefficient = |value: f64| trimmed(format!("{value:.12}"));
        // Between two planes with y downwards, the mixed parts change their signs.
        let matrix = [world.a, -world.b, -world.c, world.d].map(coefficient).join(" ");
        let (x, y) = (self.number(world.e), self.number(-world.f));
        let attributes = format!("{}{}", self.name_attributes(name), self.other_layer(layer));
        let block = escaped(block.block);
        self.line(&format!(
            "<use {attributes} data-block=\"{block}\" xlink:href=\"#{id}\" transform=\"matrix({matrix} {x} {y})\"/>"
        ));
    }

    fn anonymous_leaf(&mut self, leaf: &Leaf<'_>, stroke: Option<&Stroke>) {
        let had_ids = std::mem::replace(&mut self.has_ids, false);
        self.leaf(leaf, leaf.style.fill, stroke, "");
        self.has_ids = had_ids;
    }

    /// Returns the name as a data attribute, and as an id when it can be one.
    fn name_attributes(&self, name: &str) -> String {
        if self.has_ids { name_attributes(name) } else { format!("data-name=\"{}\"", escaped(name)) }
    }

    /// Returns the element's name and its own attributes. A circle and a rectangle are paths where they are dashed: SVG runs along
    /// its own the other way round, and from another corner, than every other format here.
    fn geometry(&self, shape: &Shape, view: &Affine, is_dashed: bool) -> String {
        let number = |value: f64| self.number(value);
        match shape {
            Shape::Circle { center, radius } if !is_dashed => {
                if let Some(factor) = view.similarity_factor() {
                    let center = *view * *center;
                    return format!(
                        "circle cx=\"{}\" cy=\"{}\" r=\"{}\"",
                        number(center.x),
                        number(center.y),
                        number(radius * factor)
                    );
                }
            }
            Shape::Rect { .. }
                if !is_dashed && (view.is_axis_aligned() || (view.a == 0.0 && view.d == 0.0)) =>
            {
                let bounds = shape.bounds(view);
                return format!(
                    "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                    number(bounds.min.x),
                    number(bounds.min.y),
                    number(bounds.width()),
                    number(bounds.height())
                );
            }
            Shape::Line { points } => return format!("polyline points=\"{}\"", self.points(points, view)),
            Shape::Polygon { points, holes } if holes.is_empty() => {
                return format!("polygon points=\"{}\"", self.points(points, view));
            }
            _ => {}
        }
        format!("path d=\"{}\"", shape.to_path().transformed(view).to_data(number))
    }

    fn points(&self, points: &[Point], view: &Affine) -> String {
        let texts: Vec<String> = points
            .iter()
            .map(|point| {
                let image = *view * *point;
                format!("{},{}", self.number(image.x), self.number(image.y))
            })
            .collect();
        texts.join(" ")
    }

    fn push_fill(&self, attributes: &mut String, fill: Option<Color>, rule: FillRule) {
        match fill {
            None => attributes.push_str(" fill=\"none\""),
            Some(color) => {
                self.push_color(attributes, "fill", color);
                if rule == FillRule::EvenOdd {
                    attributes.push_str(" fill-rule=\"evenodd\"");
                }
            }
        }
    }

    fn push_stroke(&self, attributes: &mut String, stroke: Option<&Stroke>) {
        let Some(stroke) = stroke.filter(|stroke| stroke.width > 0.0) else {
            return;
        };
        self.push_color(attributes, "stroke", stroke.color);
        push(attributes, "stroke-width", &self.number(stroke.width));
        if !stroke.dash.is_empty() {
            let lengths: Vec<String> = stroke.dash.iter().map(|length| self.number(*length)).collect();
            push(attributes, "stroke-dasharray", &lengths.join(" "));
        }
        match stroke.cap {
            Cap::Butt => {}
            Cap::Round => push(attributes, "stroke-linecap", "round"),
            Cap::Square => push(attributes, "stroke-linecap", "square"),
        }
        match stroke.join {
            Join::Miter => {}
            Join::Round => push(attributes, "stroke-linejoin", "round"),
            Join::Bevel => push(attributes, "stroke-linejoin", "bevel"),
        }
    }

    fn push_color(&self, attributes: &mut String, property: &str, color: Color) {
        let [r, g, b] = [color.r, color.g, color.b].map(|part| (part * 255.0).round() as u8);
        push(attributes, property, &format!("#{r:02x}{g:02x}{b:02x}"));
        if color.a < 1.0 {
            let alpha = (color.a * 1e4).round() / 1e4;
            push(attributes, &format!("{property}-opacity"), &format!("{alpha}"));
        }
    }

    /// Formats a number with the decimals that the drawing's size asks for, and no more than it needs.
    fn number(&self, value: f64) -> String {
        trimmed(format!("{value:.*}", self.decimals))
    }
}

/// Returns a number without trailing zeros.
fn trimmed(text: String) -> String {
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Returns the decimals for nine significant digits of the frame's size.
fn decimals(frame: &Bounds) -> usize {
    let size = frame.width().max(frame.height());
    let digits = 9.0 - size.log10().ceil();
    if digits.is_finite() { digits.clamp(0.0, 15.0) as usize } else { 6 }
}

/// Returns the factor and the name of SVG's unit, since SVG knows neither metres nor feet.
fn svg_unit(units: Units) -> (f64, &'static str) {
    match units {
        Units::Millimeters => (1.0, "mm"),
        Units::Centimeters => (1.0, "cm"),
        Units::Meters => (100.0, "cm"),
        Units::Inches => (1.0, "in"),
        Units::Feet => (12.0, "in"),
        Units::Pixels => (1.0, "px"),
    }
}

/// Returns the name as a data attribute, and as an id when it can be one.
fn name_attributes(name: &str) -> String {
    let mut characters = name.chars();
    let begins = characters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    let identifier =
        begins && characters.all(|it| it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.'));
    let name = escaped(name);
    if identifier { format!("id=\"{name}\" data-name=\"{name}\"") } else { format!("data-name=\"{name}\"") }
}

fn push(attributes: &mut String, name: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = write!(attributes, " {name}=\"{value}\"");
}

/// Escapes the text as an attribute's value. Characters that XML has no way to write become the replacement
/// character.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\t' => result.push_str("&#9;"),
            '\n' => result.push_str("&#10;"),
            '\r' => result.push_str("&#13;"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => result.push('\u{fffd}'),
            other => result.push(other),
        }
    }
    result
}
