//! The paint and the font of an element, with what it inherits.

use std::collections::BTreeMap;
use std::sync::Arc;

use roxmltree::{Node, NodeId};
use scenewright_scene::{Cap, Color, Join};

use super::attributes::{Axis, Sizes, closing, length, share};
use super::document::window_size;
use super::sheet::{Property, Sheet, declarations};
use crate::import::drawing::{Dashes, LineLook, Raise, Typeface};
use crate::import::strokes::MITER_LIMIT;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Paint {
    Absent,
    Color(Color),
    /// The colour of the element that is painted, whichever element says so.
    Current,
    /// A mixture with that colour.
    OfCurrent(String),
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
    pub sizes: Sizes,
    pub font: Typeface,
    pub anchor: Option<String>,
    pub letters: Letters,
    pub is_visible: bool,
    pub is_displayed: bool,
    pub is_clip_even_odd: bool,
    /// True where colours are mixed without their gamma.
    pub is_linear: bool,
    /// The ids of the markers at the first vertex, those between, and the last one.
    pub markers: [Option<String>; 3],
    /// The values of variables, by their names with the dashes.
    pub variables: Arc<BTreeMap<String, String>>,
    /// The properties that apply to the element as a whole, with its contents.
    pub effects: Effects,
}

/// How the letters of a text stand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Letters {
    /// The gap after each letter, and the additional gap after each space.
    pub gap: f64,
    pub word_gap: f64,
    /// The line of the font that is at the place of a text; `None` for its baseline.
    pub line: Option<Raise>,
    /// How far they are raised above the text around.
    pub lift: f64,
    pub case: LetterCase,
    /// True where each space counts.
    pub keeps_spaces: bool,
    /// True where a text begins at the right.
    pub is_leftward: bool,
    /// True for text from the top down.
    pub is_vertical: bool,
    /// Lines under, over and through the letters.
    pub bars: [bool; 3],
}

/// The letters that are drawn in the place of those that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LetterCase {
    #[default]
    AsWritten,
    Upper,
    Lower,
    Capitalized,
}

/// Properties that are not inherited.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Effects {
    /// The opacity of the element itself.
    pub opacity: f64,
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
    /// The values of `transform`, `transform-origin` and `transform-box`.
    pub transform: Option<String>,
    pub origin: Option<String>,
    pub is_of_own_box: bool,
    /// The values of `translate`, `rotate` and `scale`, as transforms.
    pub steps: [Option<String>; 3],
    /// The properties of a style sheet that are coordinates and sizes, and the data of a path.
    geometry: Vec<(&'static str, String)>,
    /// The element that these are of.
    owner: Option<NodeId>,
}

impl Default for Effects {
    fn default() -> Self {
        Effects {
            opacity: 1.0,
            clip_path: None,
            mask: None,
            is_alpha_mask: false,
            is_filtered: false,
            overflows: false,
            is_cut_off: false,
            is_blended: false,
            keeps_width: false,
            transform: None,
            origin: None,
            is_of_own_box: false,
            steps: [const { None }; 3],
            geometry: Vec::new(),
            owner: None,
        }
    }
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
            sizes: Sizes::USUAL,
            font: Typeface::default(),
            anchor: None,
            letters: Letters::default(),
            is_visible: true,
            is_displayed: true,
            is_clip_even_odd: false,
            is_linear: false,
            markers: [const { None }; 3],
            variables: Arc::default(),
            effects: Effects::default(),
        }
    }
}

/// The usual order of painting.
const PAINT_ORDER: [Painted; 3] = [Painted::Fill, Painted::Stroke, Painted::Markers];

/// The attributes that are also properties of style.
const PROPERTIES: [&str; 47] = [
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
    "font-style",
    "text-anchor",
    "letter-spacing",
    "word-spacing",
    "dominant-baseline",
    "alignment-baseline",
    "baseline-shift",
    "text-decoration",
    "text-transform",
    "white-space",
    "direction",
    "writing-mode",
    "visibility",
    "display",
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
    "transform-box",
    "marker-start",
    "marker-mid",
    "marker-end",
    "font",
];

/// The properties of a style sheet that are attributes of shapes.
const GEOMETRY: [&str; 10] = ["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"];

/// The properties that are not inherited, of those above.
const OWN: [&str; 16] = [
    "opacity",
    "vector-effect",
    "clip-path",
    "mask",
    "mask-type",
    "filter",
    "overflow",
    "mix-blend-mode",
    "transform",
    "transform-origin",
    "transform-box",
    "alignment-baseline",
    "baseline-shift",
    "text-decoration",
    "display",
    "translate",
];

/// The names of the properties that one step of a transform stands for, in their order.
const STEPS: [&str; 3] = ["translate", "rotate", "scale"];

impl Style {
    /// Returns the style of an element in one of that style.
    pub(super) fn of(&self, node: Node<'_, '_>, sheet: &Sheet, view: [f64; 2]) -> Style {
        let mut style = Style { effects: Effects::default(), ..self.clone() };
        style.is_displayed = true;
        let own = node.attribute("style").map(declarations).unwrap_or_default();
        let all = cascade(node, &PROPERTIES, sheet, &own);
        if all.iter().any(|(name, _)| name.starts_with("--")) {
            style.variables = Arc::new(variables(&self.variables, &all));
        }
        let is_first = |name: &str| matches!(name, "color" | "font-size" | "font" | "all");
        let parent = self;
        if node.parent_element().is_none() {
            style.sizes.window = window_size(node);
        }
        // Sizes and colours of others depend on these.
        for is_now in [true, false] {
            for (name, value) in all.iter().filter(|(name, _)| is_first(name) == is_now) {
                match style.settled_value(value) {
                    Some(value) => style.set(name, value.trim(), parent, view),
                    None => style.set(name, "unset", parent, view),
                }
            }
        }
        // Texts are raised beside their parts alone.
        if !matches!(node.tag_name().name(), "text" | "tspan" | "textPath" | "a") {
            style.letters.lift = 0.0;
        }
        if node.parent_element().is_none() {
            style.sizes.root = style.sizes.own;
        }
        if let Some(space) = node.attribute((XML, "space")) {
            style.letters.keeps_spaces = space == "preserve";
        }
        let declared = all.iter().filter_map(|(name, value)| {
            let known = GEOMETRY.iter().find(|known| *known == name)?;
            Some((*known, style.settled_value(value)?))
        });
        style.effects.geometry = declared.collect();
        style.effects.owner = (!style.effects.geometry.is_empty()).then(|| node.id());
        style
    }

    /// Returns an attribute of an element of this style that is a coordinate or a size, or the property in its place.
    pub(super) fn geometry<'s>(&'s self, node: Node<'s, '_>, name: &str) -> Option<&'s str> {
        let declared = self.effects.geometry.iter().rev().filter(|_| self.effects.owner == Some(node.id()));
        declared
            .into_iter()
            .find(|(own, _)| *own == name)
            .map(|(_, value)| value.as_str())
            .or(node.attribute(name))
    }

    /// Returns a value with those of variables in their places; `None` where one is missing.
    pub(super) fn settled_value(&self, value: &str) -> Option<String> {
        substituted(value, &self.variables, &mut { MAX_VARIABLES })
    }

    fn length(&self, value: &str, view: [f64; 2], axis: Axis) -> Option<f64> {
        length(value)?.in_user_units(self.sizes, view, axis)
    }

    /// Takes a property from another style.
    fn take(&mut self, name: &str, from: &Style) {
        let (own, other) = (&mut self.effects, &from.effects);
        match name {
            "color" => self.color = from.color,
            "fill" => self.fill = from.fill.clone(),
            "stroke" => self.stroke = from.stroke.clone(),
            "fill-opacity" => self.fill_opacity = from.fill_opacity,
            "stroke-opacity" => self.stroke_opacity = from.stroke_opacity,
            "fill-rule" => self.is_even_odd = from.is_even_odd,
            "stroke-width" => self.stroke_width = from.stroke_width,
            "stroke-linecap" => self.line.cap = from.line.cap,
            "stroke-linejoin" => self.line.join = from.line.join,
            "stroke-dasharray" => self.line.dashes = from.line.dashes.clone(),
            "stroke-dashoffset" => self.dash_offset = from.dash_offset,
            "stroke-miterlimit" => self.miter_limit = from.miter_limit,
            "paint-order" => self.paint_order = from.paint_order,
            "font-size" => self.sizes.own = from.sizes.own,
            "font-family" => self.font.families = from.font.families.clone(),
            "font-weight" => self.font.weight = from.font.weight,
            "font-style" => self.font.is_slanted = from.font.is_slanted,
            "text-anchor" => self.anchor = from.anchor.clone(),
            "letter-spacing" => self.letters.gap = from.letters.gap,
            "word-spacing" => self.letters.word_gap = from.letters.word_gap,
            "dominant-baseline" | "alignment-baseline" => self.letters.line = from.letters.line,
            "text-transform" => self.letters.case = from.letters.case,
            "white-space" => self.letters.keeps_spaces = from.letters.keeps_spaces,
            "direction" => self.letters.is_leftward = from.letters.is_leftward,
            "writing-mode" => self.letters.is_vertical = from.letters.is_vertical,
            "visibility" => self.is_visible = from.is_visible,
            "display" => self.is_displayed = from.is_displayed,
            "clip-rule" => self.is_clip_even_odd = from.is_clip_even_odd,
            "color-interpolation" => self.is_linear = from.is_linear,
            "marker" => self.markers = from.markers.clone(),
            "marker-start" => self.markers[0].clone_from(&from.markers[0]),
            "marker-mid" => self.markers[1].clone_from(&from.markers[1]),
            "marker-end" => self.markers[2].clone_from(&from.markers[2]),
            "vector-effect" => own.keeps_width = other.keeps_width,
            "clip-path" => own.clip_path.clone_from(&other.clip_path),
            "mask" => own.mask.clone_from(&other.mask),
            "mask-type" => own.is_alpha_mask = other.is_alpha_mask,
            "filter" => own.is_filtered = other.is_filtered,
            "mix-blend-mode" => own.is_blended = other.is_blended,
            "transform" => own.transform.clone_from(&other.transform),
            "transform-origin" => own.origin.clone_from(&other.origin),
            "transform-box" => own.is_of_own_box = other.is_of_own_box,
            "translate" | "rotate" | "scale" => {
                let index = STEPS.iter().position(|it| *it == name).unwrap_or_default();
                own.steps[index].clone_from(&other.steps[index]);
            }
            _ => {}
        }
    }

    /// Sets a property to a word that any has.
    fn set_to_word(&mut self, name: &str, is_inherited: bool, parent: &Style) {
        match name {
            "overflow" => self.effects.overflows = is_inherited && !parent.effects.is_cut_off,
            "opacity" => {
                let own = if is_inherited { parent.effects.opacity } else { 1.0 };
                self.set_opacity(own, parent);
            }
            "font" => {
                for part in ["font-size", "font-family", "font-weight", "font-style"] {
                    self.set_to_word(part, is_inherited, parent);
                }
            }
            "all" => {
                for part in PROPERTIES.into_iter().filter(|part| *part != "direction") {
                    self.set_to_word(part, is_inherited, parent);
                }
            }
            _ if is_inherited => self.take(name, parent),
            _ => self.take(name, &Style::default()),
        }
    }

    fn set_opacity(&mut self, own: f64, parent: &Style) {
        self.effects.opacity = own;
        self.opacity = parent.opacity * own;
    }

    fn set(&mut self, name: &str, value: &str, parent: &Style, view: [f64; 2]) {
        // Words are the same in capitals; ids, names of fonts and data are not.
        let lower = value.to_ascii_lowercase();
        let word = lower.as_str();
        match word {
            "inherit" => return self.set_to_word(name, true, parent),
            "initial" => return self.set_to_word(name, false, parent),
            "unset" | "revert" | "revert-layer" => {
                let is_own = OWN.contains(&name) || STEPS.contains(&name);
                return self.set_to_word(name, !is_own, parent);
            }
            _ => {}
        }
        let both = [value, word];
        let _ = self.set_paint(name, both, parent)
            || self.set_line(name, both, view)
            || self.set_text(name, both, parent, view)
            || self.set_effect(name, both);
    }

    /// Sets a property of paints, by its value as written and in small letters, and of whether something is seen; false for another one.
    fn set_paint(&mut self, name: &str, [value, word]: [&str; 2], parent: &Style) -> bool {
        let part = || share(value).map(|number| number.clamp(0.0, 1.0));
        match name {
            "color" => self.color = color_of(value, parent.color).unwrap_or(self.color),
            "fill" => self.fill = paint(value).unwrap_or_else(|| self.fill.clone()),
            "stroke" => self.stroke = paint(value).unwrap_or_else(|| self.stroke.clone()),
            "fill-opacity" => self.fill_opacity = part().unwrap_or(self.fill_opacity),
            "stroke-opacity" => self.stroke_opacity = part().unwrap_or(self.stroke_opacity),
            "opacity" => self.set_opacity(part().unwrap_or(1.0), parent),
            "fill-rule" => self.is_even_odd = word == "evenodd",
            "paint-order" => self.paint_order = paint_order(word),
            "visibility" => self.is_visible = word == "visible",
            "display" => self.is_displayed = word != "none",
            "color-interpolation" => self.is_linear = word == "linearrgb",
            _ => return false,
        }
        true
    }

    /// Sets a property of lines and the markers on them; false for another one.
    fn set_line(&mut self, name: &str, [value, word]: [&str; 2], view: [f64; 2]) -> bool {
        match name {
            "stroke-width" => {
                // A width below nothing is no line.
                let found = self.length(value, view, Axis::Diagonal);
                self.stroke_width = found.map_or(self.stroke_width, |width| width.max(0.0));
            }
            "vector-effect" => self.effects.keeps_width = word == "non-scaling-stroke",
            "stroke-linecap" => {
                self.line.cap = match word {
                    "butt" => Cap::Butt,
                    "round" => Cap::Round,
                    "square" => Cap::Square,
                    _ => self.line.cap,
                }
            }
            "stroke-linejoin" => {
                self.line.join = match word {
                    "round" => Join::Round,
                    "bevel" => Join::Bevel,
                    // The other joins of SVG 2 are mitred in their own ways.
                    "miter" | "miter-clip" | "arcs" => Join::Miter,
                    _ => self.line.join,
                }
            }
            "stroke-dasharray" => self.set_dashes(value, view),
            "stroke-dashoffset" => {
                self.dash_offset = self.length(value, view, Axis::Diagonal).unwrap_or(self.dash_offset);
            }
            "stroke-miterlimit" => {
                let found = value.parse::<f64>().ok().filter(|limit| *limit >= 1.0 && limit.is_finite());
                self.miter_limit = found.unwrap_or(self.miter_limit);
            }
            "marker" => self.markers = [const { None }; 3].map(|_: Option<String>| link(value)),
            "marker-start" => self.markers[0] = link(value),
            "marker-mid" => self.markers[1] = link(value),
            "marker-end" => self.markers[2] = link(value),
            _ => return false,
        }
        true
    }

    /// Sets a property of texts; false for another one.
    fn set_text(&mut self, name: &str, [value, word]: [&str; 2], parent: &Style, view: [f64; 2]) -> bool {
        match name {
            "font" => self.set_font(value, parent, view),
            "font-size" => {
                self.sizes.own = font_size(word, parent.sizes).unwrap_or(self.sizes.own);
            }
            "font-family" => self.font.families = families(value),
            "font-weight" => {
                let bolder = parent.font.weight.unwrap_or(400);
                self.font.weight = match word {
                    "normal" => None,
                    "bold" => Some(700),
                    "bolder" => Some(if bolder < 350 {
                        400
                    } else if bolder < 550 {
                        700
                    } else {
                        900
                    }),
                    "lighter" => Some(if bolder < 550 {
                        100
                    } else if bolder < 750 {
                        400
                    } else {
                        700
                    }),
                    number => number.parse().ok().filter(|it| (1..=1000).contains(it)).or(self.font.weight),
                }
                .filter(|weight| *weight != 400);
            }
            "font-style" => self.font.is_slanted = word.starts_with("italic") || word.starts_with("oblique"),
            "text-anchor" => self.anchor = Some(word.to_owned()),
            "letter-spacing" | "word-spacing" => {
                let gap = self.length(value, [self.sizes.own; 2], Axis::X).unwrap_or(0.0);
                let own = &mut self.letters;
                *(if name == "letter-spacing" { &mut own.gap } else { &mut own.word_gap }) = gap;
            }
            "dominant-baseline" if matches!(word, "text-top" | "text-bottom" | "top" | "bottom") => {}
            "dominant-baseline" | "alignment-baseline" => {
                self.letters.line = font_line(word).or(self.letters.line);
            }
            "baseline-shift" => {
                self.letters.lift = parent.letters.lift + self.shift_of(word).unwrap_or(0.0);
            }
            // A text in another one does not lose the lines of that.
            "text-decoration" | "text-decoration-line" => {
                let has = |bar: &str| word.split_whitespace().any(|it| it == bar);
                let own = ["underline", "overline", "line-through"].map(has);
                let around = parent.letters.bars;
                self.letters.bars = [0, 1, 2].map(|index| own[index] || around[index]);
            }
            "text-transform" => {
                self.letters.case = match word {
                    "uppercase" => LetterCase::Upper,
                    "lowercase" => LetterCase::Lower,
                    "capitalize" => LetterCase::Capitalized,
                    _ => LetterCase::AsWritten,
                }
            }
            "white-space" => self.letters.keeps_spaces = matches!(word, "pre" | "pre-wrap" | "break-spaces"),
            "direction" => self.letters.is_leftward = word == "rtl",
            "writing-mode" => {
                self.letters.is_vertical = match word {
                    "tb" | "tb-rl" | "vertical-rl" | "vertical-lr" => true,
                    "lr" | "lr-tb" | "rl" | "rl-tb" | "horizontal-tb" => false,
                    _ => self.letters.is_vertical,
                }
            }
            _ => return false,
        }
        true
    }

    /// Sets a property of an element as a whole; false for another one.
    fn set_effect(&mut self, name: &str, [value, word]: [&str; 2]) -> bool {
        match name {
            "mix-blend-mode" => self.effects.is_blended = word != "normal",
            "transform" => self.effects.transform = Some(value.to_owned()),
            "transform-origin" => self.effects.origin = Some(word.to_owned()),
            "transform-box" => self.effects.is_of_own_box = matches!(word, "fill-box" | "content-box"),
            "translate" | "rotate" | "scale" => {
                let index = STEPS.iter().position(|it| *it == name).unwrap_or_default();
                self.effects.steps[index] = (word != "none").then(|| {
                    let parts: Vec<&str> = word.split_whitespace().collect();
                    format!("{name}({})", parts.join(","))
                });
            }
            "clip-path" => self.effects.clip_path = (word != "none").then(|| value.to_owned()),
            "clip-rule" => self.is_clip_even_odd = word == "evenodd",
            "mask" => self.effects.mask = (word != "none").then(|| value.to_owned()),
            "mask-type" => self.effects.is_alpha_mask = word == "alpha",
            "filter" => self.effects.is_filtered = word != "none",
            "overflow" => {
                self.effects.overflows = matches!(word, "visible" | "auto");
                self.effects.is_cut_off = !self.effects.overflows;
            }
            _ => return false,
        }
        true
    }

    /// Sets all that `font` says at once: words of style, the size with the height of lines, and the families.
    fn set_font(&mut self, value: &str, parent: &Style, view: [f64; 2]) {
        let mut rest = value;
        let (mut weight, mut slant) = ("normal", "normal");
        loop {
            rest = rest.trim_start();
            let (own, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let (size, _) = own.split_once('/').unwrap_or((own, ""));
            let lower = own.to_ascii_lowercase();
            match lower.as_str() {
                "normal" | "small-caps" | "condensed" | "expanded" | "semi-condensed" | "extra-condensed" => {
                }
                "italic" | "oblique" => slant = "italic",
                "bold" | "bolder" | "lighter" => weight = own,
                number if number.parse::<u16>().is_ok() && !after.trim().is_empty() => weight = own,
                // A system's own font is none that can be known.
                _ if after.trim().is_empty()
                    || font_size(&size.to_ascii_lowercase(), parent.sizes).is_none() =>
                {
                    return;
                }
                _ => {
                    // The height of a line may stand apart from its stroke.
                    let mut after = after.trim_start();
                    if let Some(height) = after.strip_prefix('/') {
                        after = height.trim_start().split_once(char::is_whitespace).map_or("", |(_, it)| it);
                    } else if own.ends_with('/') {
                        after = after.split_once(char::is_whitespace).map_or("", |(_, it)| it);
                    }
                    self.set("font-size", size, parent, view);
                    self.set("font-family", after, parent, view);
                    self.set("font-weight", weight, parent, view);
                    self.set("font-style", slant, parent, view);
                    return;
                }
            }
            rest = after;
        }
    }

    /// Returns how far a `baseline-shift` raises letters.
    fn shift_of(&self, word: &str) -> Option<f64> {
        let size = self.sizes.own;
        match word {
            "baseline" => Some(0.0),
            "sub" => Some(-SHIFT * size),
            "super" => Some(SHIFT * size),
            _ => self.length(word, [size; 2], Axis::X),
        }
    }
}

/// How far letters are lowered and raised beside others as a share of their size: half of the height of the usual font, as
/// browsers have it.
const SHIFT: f64 = 0.5585;

/// Reads a size of a font: a length, a word for one, or a word or share that is of the size around.
fn font_size(word: &str, around: Sizes) -> Option<f64> {
    const WORDS: [(&str, f64); 8] = [
        ("xx-small", 9.0),
        ("x-small", 10.0),
        ("small", 13.0),
        ("medium", 16.0),
        ("large", 18.0),
        ("x-large", 24.0),
        ("xx-large", 32.0),
        ("xxx-large", 48.0),
    ];
    let known = WORDS.iter().find(|(name, _)| *name == word).map(|(_, size)| *size);
    let found = known.or_else(|| match word {
        "larger" => Some(1.2 * around.own),
        "smaller" => Some(around.own / 1.2),
        _ => length(word)?.in_user_units(around, [around.own; 2], Axis::X),
    });
    found.filter(|size| *size >= 0.0)
}

/// Reads the line of a font that a text is placed by; `None` for the one around, or one that is not known.
fn font_line(word: &str) -> Option<Raise> {
    Some(match word {
        "middle" => Raise::SmallMiddle,
        "central" => Raise::Central,
        "hanging" => Raise::Hanging,
        "mathematical" => Raise::Mathematical,
        "text-before-edge" | "before-edge" | "text-top" | "top" => Raise::Ascent,
        "text-after-edge" | "after-edge" | "text-bottom" | "bottom" | "ideographic" => Raise::Bottom,
        "auto" | "alphabetic" | "baseline" | "use-script" => Raise::Baseline,
        _ => return None,
    })
}

/// The namespace of attributes of XML itself.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The most variables that one value is made of, those of others included, and the most bytes that they make.
const MAX_VARIABLES: usize = 100;
const MAX_VALUE: usize = 16 << 10;

/// Returns the variables of an element: those around it, and its own, which may be made of others.
fn variables(around: &BTreeMap<String, String>, all: &[(&str, &str)]) -> BTreeMap<String, String> {
    let mut written = around.clone();
    for (name, value) in all.iter().filter(|(name, _)| name.starts_with("--")) {
        match *value {
            "initial" => drop(written.remove(*name)),
            "inherit" | "unset" => match around.get(*name) {
                Some(value) => drop(written.insert((*name).to_owned(), value.clone())),
                None => drop(written.remove(*name)),
            },
            value => drop(written.insert((*name).to_owned(), value.to_owned())),
        }
    }
    let settled = |(name, value): (&String, &String)| {
        Some((name.clone(), substituted(value, &written, &mut { MAX_VARIABLES })?))
    };
    written.iter().filter_map(settled).collect()
}

/// Returns a value with those of variables in their places, so many at most; `None` where one is missing that has no other value.
fn substituted(value: &str, variables: &BTreeMap<String, String>, count: &mut usize) -> Option<String> {
    let (mut made, mut rest) = (String::new(), value);
    while let Some(at) = rest.find("var(") {
        *count = count.checked_sub(1)?;
        let (inner, after) = closing(&rest[at + 4..])?;
        let (name, fallback) = inner.split_once(',').map_or((inner, None), |(name, rest)| (name, Some(rest)));
        let own = variables.get(name.trim()).and_then(|own| substituted(own, variables, count));
        let own = own.or_else(|| substituted(fallback?.trim(), variables, count))?;
        made.push_str(&rest[..at]);
        made.push_str(&own);
        if made.len() > MAX_VALUE {
            return None;
        }
        rest = after;
    }
    made.push_str(rest);
    Some(made)
}

impl Style {
    /// Returns the look of the line, whose dashes begin at the offset: a pen has none, so the pattern is turned by it.
    pub(super) fn line_look(&self) -> LineLook {
        let given = self.line.dashes.lengths();
        let whole: f64 = given.iter().sum();
        if whole <= 0.0 || self.dash_offset == 0.0 {
            return self.line.clone();
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
                return self.line.clone();
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
        let dashes = Dashes::of(&dashes);
        // One that became too long begins elsewhere rather than being solid.
        let dashes = if dashes.is_empty() { self.line.dashes.clone() } else { dashes };
        LineLook { dashes, ..self.line.clone() }
    }

    /// Reads the dashes of a line. An invalid pattern of dashes is a solid line.
    fn set_dashes(&mut self, value: &str, view: [f64; 2]) {
        self.line.dashes = Dashes::default();
        let words = value.split(|letter: char| letter.is_whitespace() || letter == ',');
        let lengths = words.filter(|word| !word.is_empty()).map(|word| {
            let found = self.length(word, view, Axis::Diagonal)?;
            (found >= 0.0).then_some(found)
        });
        let Some(mut lengths) = lengths.collect::<Option<Vec<f64>>>() else { return };
        // An odd number of lengths is repeated, so that dashes and gaps change places.
        if lengths.len() % 2 == 1 {
            lengths.extend_from_within(..);
        }
        self.line.dashes = Dashes::of(&lengths);
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

/// Returns the families of a list.
fn families(value: &str) -> Vec<String> {
    let names = value.split(',').map(|name| name.trim().trim_matches(['\'', '"']).trim());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn color(value: &str) -> Option<Color> {
    Color::parse(value).ok()
}

/// Reads a colour that may be the current one, or mixed from it, such as `color-mix(in srgb, currentColor 40%, white)`.
pub(super) fn color_of(value: &str, current: Color) -> Option<Color> {
    const CURRENT: &str = "currentcolor";
    let lower = value.trim().to_ascii_lowercase();
    if lower == CURRENT {
        return Some(current);
    }
    let [r, g, b, a] = current.to_array();
    color(&lower.replace(CURRENT, &format!("color(srgb {r} {g} {b} / {a})")))
}

fn paint(value: &str) -> Option<Paint> {
    // Profiles of colours exist in SVG 1.1 alone: a value with one is invalid.
    if value.contains("icc-color(") {
        return None;
    }
    match value.to_ascii_lowercase().as_str() {
        "none" | "transparent" => Some(Paint::Absent),
        "currentcolor" => Some(Paint::Current),
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
            None => color(value).map(Paint::Color).or_else(|| {
                // Any colour shows whether the rest can be read.
                color_of(value, Color::BLACK).map(|_| Paint::OfCurrent(value.to_owned()))
            }),
        },
    }
}
