//! The gradients of a document.

use roxmltree::Node;

use super::Walk;
use super::boxes::of_box;
use super::transforms::{about, origin, plain_transform};
use crate::import::svg::attributes::{Axis, Sizes, share};
use crate::import::svg::gradient::{Form, Gradient, Spread, coordinate, inherited};
use crate::import::svg::sheet::declarations;
use crate::import::svg::style::{cascade, color_of};
use scenewright_geometry::{Affine, Bounds, Point};
use scenewright_scene::Color;

impl<'a, 'i> Walk<'_, 'a, 'i> {
    pub(super) fn gradient(&self, chain: &[Node<'a, 'i>], bounds: &Bounds, opacity: f64) -> Option<Gradient> {
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

    /// Returns the colour of the first stop of a gradient.
    pub(super) fn first_stop(&self, id: &str) -> Option<Color> {
        let is_stop = |node: &Node<'_, '_>| node.tag_name().name() == "stop";
        let stop = self.paint_chain(id).into_iter().find_map(|node| node.descendants().find(is_stop))?;
        Some(self.stop_color(stop))
    }

    /// Returns the colour of a stop of a gradient.
    fn stop_color(&self, stop: Node<'a, 'i>) -> Color {
        let Some((node, written)) = self.stop_property(stop, "stop-color") else { return Color::BLACK };
        let read = |text: &str| match text.to_ascii_lowercase().contains("currentcolor") {
            true => color_of(text, self.style_at(node).color),
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
}
