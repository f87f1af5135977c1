//! The paint and the font of an element, with what it inherits.

use roxmltree::Node;
use scenewright_scene::{Cap, Color, Join};

use super::attributes::{Axis, length};
use super::sheet::{Property, Sheet, declarations};
use crate::import::drawing::{LineLook, MAX_DASHES};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Paint {
    Absent,
    Color(Color),
    /// The colour of the element that is painted, whichever element says so.
    Current,
    /// The id of a gradient or a pattern, and the paint to use if it is missing.
    Server(String, Box<Paint>),
    /// The paint of the area, or of the line, of the shape that a marker is on.
    ContextFill,
    ContextStroke,
}

/// The painted parts of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Painted {
    Fill,
    Stroke,
    Markers,
}

#[derive(Clone, Debug)]
pub(super) struct Style {
    pub fill: Paint,
    pub stroke: Paint,
    pub stroke_width: f64,
    /// The ends, corners and dashes of the stroke.
    pub line: LineLook,
    /// The length of the dashes that is left out at the start of a line.
    pub dash_offset: f64,
    pub miter_limit: f64,
    /// The order in which area, line and markers are painted.
    pub paint_order: [Painted; 3],
    pub is_even_odd: bool,
    /// The product of the opacities of the element and all around it.
    pub opacity: f64,
    pub fill_opacity: f64,
    pub stroke_opacity: f64,
    pub color: Color,
    pub font_size: f64,
    pub font: Option<String>,
    pub anchor: Option<String>,
    pub is_visible: bool,
    pub is_displayed: bool,
    pub is_clip_even_odd: bool,
    /// True where colours are mixed without their gamma.
    pub is_linear: bool,
    /// The ids of the markers at the first vertex, those between, and the last one.
    pub markers: [Option<String>; 3],
    /// The properties that apply to the element as a whole, with its contents.
    pub effects: Effects,
}

/// Properties that are not inherited.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Effects {
    /// The value of `clip-path`.
    pub clip_path: Option<String>,
    /// The value of `mask`.
    pub mask: Option<String>,
    /// True for a mask of which the opacity says what is seen, and not the brightness.
    pub is_alpha_mask: bool,
    /// True for an element with a filter.
    pub is_filtered: bool,
    /// True where a viewport shows what leaves it.
    pub overflows: bool,
    /// True where `overflow` says that what leaves it is not shown.
    pub is_cut_off: bool,
    /// True for an element that is mixed with what is behind it.
    pub is_blended: bool,
    /// True for a line whose width is in pixels of the page, whatever the transforms around it are.
    pub keeps_width: bool,
    /// The values of `transform` and `transform-origin`.
    pub transform: Option<String>,
    pub origin: Option<String>,
}

impl Default for Style {
    fn default() -> Self {
        Style {
            fill: Paint::Color(Color::BLACK),
            stroke: Paint::Absent,
            stroke_width: 1.0,
            line: LineLook::default(),
            dash_offset: 0.0,
            miter_limit: MITER_LIMIT,
            paint_order: PAINT_ORDER,
            is_even_odd: false,
            opacity: 1.0,
            fill_opacity: 1.0,
            stroke_opacity: 1.0,
            color: Color::BLACK,
            font_size: 16.0,
            font: None,
            anchor: None,
            is_visible: true,
            is_displayed: true,
            is_clip_even_odd: false,
            is_linear: false,
            markers: [const { None }; 3],
            effects: Effects::default(),
        }
    }
}

/// The usual limit of mitred corners, which pens have.
pub(super) const MITER_LIMIT: f64 = 4.0;

/// The usual order of painting.
const PAINT_ORDER: [Painted; 3] = [Painted::Fill, Painted::Stroke, Painted::Markers];

/// The attributes that are properties of style too.
const PROPERTIES: [&str; 35] = [
    "color",
    "fill",
    "fill-opacity",
    "fill-rule",
    "stroke",
    "stroke-opacity",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "stroke-dashoffset",
    "vector-effect",
    "paint-order",
    "opacity",
    "font-size",
    "font-family",
    "font-weight",
    "text-anchor",
    "visibility",
    "display",
    "font",
    "clip-path",
    "clip-rule",
    "mask",
    "mask-type",
    "color-interpolation",
    "filter",
    "overflow",
    "mix-blend-mode",
    "stroke-miterlimit",
    "transform",
    "transform-origin",
    "marker-start",
    "marker-mid",
    "marker-end",
];

impl Style {
    /// Returns the style of an element in one of that style.
    pub(super) fn of(&self, node: Node<'_, '_>, sheet: &Sheet, view: [f64; 2]) -> Style {
        let mut style = Style { effects: Effects::default(), ..self.clone() };
        let own = node.attribute("style").map(declarations).unwrap_or_default();
        let all = cascade(node, &PROPERTIES, sheet, &own);
        // Sizes and colours of others depend on these.
        for (name, value) in all.iter().filter(|(name, _)| matches!(*name, "color" | "font-size")) {
            style.set(name, value.trim(), self, view);
        }
        for (name, value) in all.iter().filter(|(name, _)| !matches!(*name, "color" | "font-size")) {
            style.set(name, value.trim(), self, view);
        }
        style
    }

    fn set(&mut self, name: &str, value: &str, parent: &Style, view: [f64; 2]) {
        if value == "inherit" {
            if name == "overflow" {
                self.effects.overflows = !parent.effects.is_cut_off;
            }
            return;
        }
        let share = || {
            let number = match value.strip_suffix('%') {
                Some(number) => number.trim().parse::<f64>().ok()? / 100.0,
                None => value.parse::<f64>().ok()?,
            };
            number.is_finite().then(|| number.clamp(0.0, 1.0))
        };
        match name {
            "color" => self.color = color(value).unwrap_or(self.color),
            "fill" => self.fill = paint(value).unwrap_or_else(|| self.fill.clone()),
            "stroke" => self.stroke = paint(value).unwrap_or_else(|| self.stroke.clone()),
            "fill-opacity" => self.fill_opacity = share().unwrap_or(self.fill_opacity),
            "stroke-opacity" => self.stroke_opacity = share().unwrap_or(self.stroke_opacity),
            "opacity" => self.opacity = parent.opacity * share().unwrap_or(1.0),
            "fill-rule" => self.is_even_odd = value == "evenodd",
            "stroke-width" => {
                let found =
                    length(value).and_then(|it| it.in_user_units(self.font_size, view, Axis::Diagonal));
                // A width below nothing is no line.
                self.stroke_width = found.map_or(self.stroke_width, |width| width.max(0.0));
            }
            "vector-effect" => self.effects.keeps_width = value == "non-scaling-stroke",
            "stroke-linecap" => {
                self.line.cap = match value {
                    "butt" => Cap::Butt,
                    "round" => Cap::Round,
                    "square" => Cap::Square,
                    _ => self.line.cap,
                }
            }
            "stroke-linejoin" => {
                self.line.join = match value {
                    "round" => Join::Round,
                    "bevel" => Join::Bevel,
                    // The other joins of SVG 2 are mitred in their own ways.
                    "miter" | "miter-clip" | "arcs" => Join::Miter,
                    _ => self.line.join,
                }
            }
            "stroke-dasharray" => self.set_dashes(value, view),
            "stroke-dashoffset" => {
                let found =
                    length(value).and_then(|it| it.in_user_units(self.font_size, view, Axis::Diagonal));
                self.dash_offset = found.unwrap_or(self.dash_offset);
            }
            "stroke-miterlimit" => {
                let found = value.parse::<f64>().ok().filter(|limit| *limit >= 1.0 && limit.is_finite());
                self.miter_limit = found.unwrap_or(self.miter_limit);
            }
            "mix-blend-mode" => self.effects.is_blended = value != "normal",
            "transform" => self.effects.transform = Some(value.to_owned()),
            "transform-origin" => self.effects.origin = Some(value.to_owned()),
            "paint-order" => self.paint_order = paint_order(value),
            "font-size" => {
                let size = parent.font_size;
                let found = length(value).and_then(|it| it.in_user_units(size, [size, size], Axis::X));
                self.font_size = found.filter(|size| *size > 0.0).unwrap_or(self.font_size);
            }
            "font-family" => self.font = family(value),
            "text-anchor" => self.anchor = Some(value.to_owned()),
            "visibility" => self.is_visible = value == "visible",
            "display" => self.is_displayed = value != "none",
            "clip-path" => self.effects.clip_path = (value != "none").then(|| value.to_owned()),
            "clip-rule" => self.is_clip_even_odd = value == "evenodd",
            "mask" => self.effects.mask = (value != "none").then(|| value.to_owned()),
            "mask-type" => self.effects.is_alpha_mask = value == "alpha",
            "color-interpolation" => self.is_linear = value == "linearRGB",
            "filter" => self.effects.is_filtered = value != "none",
            "overflow" => {
                self.effects.overflows = matches!(value, "visible" | "auto");
                self.effects.is_cut_off = !self.effects.overflows;
            }
            "marker" => self.markers = [const { None }; 3].map(|_: Option<String>| link(value)),
            "marker-start" => self.markers[0] = link(value),
            "marker-mid" => self.markers[1] = link(value),
            "marker-end" => self.markers[2] = link(value),
            _ => {}
        }
    }
}

impl Style {
    /// Returns the look of the line, whose dashes begin at the offset: a pen has none, so the pattern is turned by it.
    pub(super) fn line_look(&self) -> LineLook {
        let given = self.line.dashes();
        let whole: f64 = given.iter().sum();
        if whole <= 0.0 || self.dash_offset == 0.0 {
            return self.line;
        }
        let (mut rest, mut first) = (self.dash_offset.rem_euclid(whole), 0);
        while first + 1 < given.len() && rest >= given[first] {
            rest -= given[first];
            first += 1;
        }
        let mut dashes = Vec::with_capacity(given.len() + 2);
        let is_gap = first % 2 == 1;
        if is_gap {
            // A dash without a length would be a dot.
            if self.line.cap != Cap::Butt {
                return self.line;
            }
            dashes.push(0.0);
        }
        dashes.push((given[first] - rest).max(0.0));
        dashes.extend(given[first + 1..].iter().chain(&given[..first]));
        if is_gap || rest > 0.0 {
            dashes.push(rest);
        }
        // The dash at the end continues at the beginning.
        if dashes.len() % 2 == 1 {
            dashes.push(0.0);
        }
        LineLook {
            cap: self.line.cap,
            join: self.line.join,
            ..LineLook::dashed(&dashes).unwrap_or(self.line)
        }
    }

    /// Reads the dashes of a line. An invalid pattern of dashes is a solid line.
    fn set_dashes(&mut self, value: &str, view: [f64; 2]) {
        (self.line.dashes, self.line.dash_count) = ([0.0; MAX_DASHES], 0);
        let words = value.split(|letter: char| letter.is_whitespace() || letter == ',');
        let lengths = words.filter(|word| !word.is_empty()).map(|word| {
            let found = length(word)?.in_user_units(self.font_size, view, Axis::Diagonal)?;
            (found >= 0.0).then_some(found)
        });
        let Some(mut lengths) = lengths.collect::<Option<Vec<f64>>>() else { return };
        // An odd number of lengths is repeated, so that dashes and gaps change places.
        if lengths.len() % 2 == 1 {
            lengths.extend_from_within(..);
        }
        if let Some(dashed) = LineLook::dashed(&lengths) {
            (self.line.dashes, self.line.dash_count) = (dashed.dashes, dashed.dash_count);
        }
    }
}

/// Reads an order of painting. Parts that it does not name come after, in the usual order.
fn paint_order(value: &str) -> [Painted; 3] {
    let mut order = Vec::new();
    for word in value.split_whitespace() {
        order.push(match word {
            "fill" => Painted::Fill,
            "stroke" => Painted::Stroke,
            "markers" => Painted::Markers,
            _ => return PAINT_ORDER,
        });
    }
    let rest = PAINT_ORDER.into_iter().filter(|layer| !order.contains(layer)).collect::<Vec<_>>();
    order.extend(rest);
    order.try_into().unwrap_or(PAINT_ORDER)
}

/// Returns what is declared for an element: its attributes of those names, the rules that fit it, and its own style `own`; the
/// strongest last.
pub(super) fn cascade<'v>(
    node: Node<'v, '_>,
    names: &[&'static str],
    sheet: &'v Sheet,
    own: &'v [Property],
) -> Vec<(&'v str, &'v str)> {
    let mut all: Vec<(&str, &str)> =
        names.iter().filter_map(|name| Some((*name, node.attribute(*name)?))).collect();
    let rules = sheet.properties(node);
    for is_important in [false, true] {
        let declared = rules.iter().copied().chain(own).filter(|it| it.is_important == is_important);
        all.extend(declared.map(|it| (it.name.as_str(), it.value.as_str())));
    }
    all
}

/// Returns the id in `url(#id)`.
pub(super) fn link(value: &str) -> Option<String> {
    let (id, _) = value.trim().strip_prefix("url(")?.split_once(')')?;
    Some(id.trim().trim_matches(['\'', '"']).strip_prefix('#')?.to_owned())
}

/// Returns the first family that is the name of one.
fn family(value: &str) -> Option<String> {
    const GENERIC: [&str; 6] = ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"];
    let first = value.split(',').map(|name| name.trim().trim_matches(['\'', '"'])).next()?;
    (!first.is_empty() && !GENERIC.contains(&first)).then(|| first.to_owned())
}

fn color(value: &str) -> Option<Color> {
    Color::parse(value).ok()
}

fn paint(value: &str) -> Option<Paint> {
    // Profiles of colours exist in SVG 1.1 alone: a value with one is invalid.
    if value.contains("icc-color(") {
        return None;
    }
    match value {
        "none" | "transparent" => Some(Paint::Absent),
        "currentColor" | "currentcolor" => Some(Paint::Current),
        "context-fill" => Some(Paint::ContextFill),
        "context-stroke" => Some(Paint::ContextStroke),
        _ => match value.strip_prefix("url(") {
            Some(rest) => {
                let (id, fallback) = rest.split_once(')')?;
                let id = id.trim().trim_matches(['\'', '"']).trim_start_matches('#');
                let fallback = Some(fallback.trim()).filter(|it| !it.is_empty() && !it.starts_with("url("));
                let fallback = fallback.and_then(paint).unwrap_or(Paint::Absent);
                Some(Paint::Server(id.to_owned(), Box::new(fallback)))
            }
            None => color(value).map(Paint::Color),
        },
    }
}
