//! The scene as an SVG document.
//!
//! Every shape is written where it is in the world, so that a stroke is as wide as the scene says, whatever the
//! transforms of groups. Circles, rectangles and lines are kept as such as long as their transform allows it.

use std::fmt::Write;

use super::frame::{frame, paper_pens};
use scenewright_geometry::{Affine, Bounds, FillRule, Point, Shape};
use scenewright_scene::{Cap, Color, Join, Leaf, Scene, Stroke, Units, Visit};

/// The greatest depth of groups that are written as elements: XML readers give up at a depth of 256.
const MAX_GROUP_DEPTH: usize = 200;

/// Writes the document. It is the page, or fits the drawing with a margin and is true to scale.
pub fn to_svg(scene: &Scene) -> String {
    let pens = paper_pens(scene);
    let frame = frame(scene, &pens);
    let mut writer = Writer { text: String::new(), decimals: decimals(&frame), indent: 1 };
    let (factor, unit) = svg_unit(scene.units());
    let millimeter = scene.paper_millimeter(scene.sheet_scale());
    // On a page, a millimetre is a millimetre on paper.
    let (factor, unit) = if scene.page().is_some() { (1.0 / millimeter, "mm") } else { (factor, unit) };
    let size = |length: f64| match scene.page() {
        Some(_) => format!("{}", ((length * factor) * 1e3).round() / 1e3),
        None => writer.number(length * factor),
    };
    let header = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" \
         width=\"{}{unit}\" height=\"{}{unit}\" viewBox=\"{} {} {} {}\">\n",
        size(frame.width()),
        size(frame.height()),
        writer.number(frame.min.x),
        writer.number(-frame.max.y),
        writer.number(frame.width()),
        writer.number(frame.height()),
    );
    writer.text.push_str(&header);

    let mut layer: Option<&str> = None;
    let mut depth = 0;
    for visit in scene.walk_back_to_front() {
        // A run of neighbours on one layer is a group: all of a layer in one would change the order.
        if let Visit::GroupStart { layer: next, .. } | Visit::Leaf(Leaf { layer: next, .. }) = &visit
            && depth == 0
            && layer != Some(*next)
        {
            if layer.is_some() {
                writer.close_group();
            }
            writer.open_group(&format!("class=\"layer\" data-layer=\"{}\"", escaped(next)));
            layer = Some(*next);
        }
        match visit {
            Visit::GroupStart { name, depth: outer, .. } => {
                depth = outer + 1;
                if depth <= MAX_GROUP_DEPTH {
                    writer.open_group(&name_attributes(name));
                }
            }
            Visit::GroupEnd { depth: outer, .. } => {
                if depth <= MAX_GROUP_DEPTH {
                    writer.close_group();
                }
                depth = outer;
            }
            Visit::Leaf(leaf) => writer.leaf(&leaf, pens.stroke(leaf.layer, &leaf.style)),
        }
    }
    if layer.is_some() {
        writer.close_group();
    }
    writer.text.push_str("</svg>\n");
    writer.text
}

struct Writer {
    text: String,
    decimals: usize,
    indent: usize,
}

impl Writer {
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

    fn leaf(&mut self, leaf: &Leaf<'_>, stroke: Option<&Stroke>) {
        // y points down in SVG.
        let view = Affine::scale(1.0, -1.0) * leaf.world;
        if !leaf.shape.bounds(&view).is_finite() {
            return;
        }
        let geometry = self.geometry(leaf.shape, &view);
        let mut attributes = name_attributes(leaf.name);
        self.push_fill(&mut attributes, leaf.style.fill, leaf.shape.fill_rule());
        self.push_stroke(&mut attributes, stroke);
        self.line(&format!("<{geometry} {attributes}/>"));
    }

    /// Returns the element's name and its own attributes.
    fn geometry(&self, shape: &Shape, view: &Affine) -> String {
        let number = |value: f64| self.number(value);
        match shape {
            Shape::Circle { center, radius } => {
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
            Shape::Rect { .. } if view.is_axis_aligned() || (view.a == 0.0 && view.d == 0.0) => {
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
        let text = format!("{value:.*}", self.decimals);
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        if text == "-0" { "0".to_owned() } else { text.to_owned() }
    }
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
