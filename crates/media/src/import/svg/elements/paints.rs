//! Colours, and what gradients and patterns paint.

use std::sync::Arc;

use roxmltree::Node;

use super::Walk;
use super::around::{Around, ContextPaint};
use super::transforms::plain_transform;
use crate::import::clipping::Clip;
use crate::import::drawing::{Fill, Item, ItemContent, Pen};
use crate::import::images::image;
use crate::import::svg::attributes::Axis;
use crate::import::svg::gradient::{coordinate, inherited};
use crate::import::svg::style::{Paint, color_of};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Bounds, Shape};
use scenewright_scene::Color;

/// The most paints that refer to one another.
const MAX_PAINTS: usize = 8;

impl<'a, 'i> Walk<'_, 'a, 'i> {
    /// Returns the colour of a paint; for a gradient or a pattern, its first.
    pub(super) fn paint(&mut self, paint: &Paint, opacity: f64, around: &Around) -> Option<Color> {
        let (color, warning) = self.plain_paint(paint, opacity, around)?;
        if let Some(warning) = warning {
            self.drawing.warn(warning.to_owned());
        }
        Some(color)
    }

    /// Returns the colour of a paint, and a warning where it has others.
    pub(super) fn plain_paint(
        &self,
        paint: &Paint,
        opacity: f64,
        around: &Around,
    ) -> Option<(Color, Option<&'static str>)> {
        let (color, warning) = match Self::settled(paint, around) {
            Paint::Absent
            | Paint::Current
            | Paint::OfCurrent(_)
            | Paint::ContextFill
            | Paint::ContextStroke => return None,
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
    pub(super) fn fitting(&self, paint: &Paint, bounds: Option<Bounds>, around: &Around) -> Paint {
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
        let is_flattened = || {
            let own = inherited(&chain, "patternTransform").and_then(plain_transform);
            own.is_some_and(|own| own.determinant() == 0.0)
        };
        let is_nothing = units == "patternUnits"
            && (!(is_long("width", Axis::X) && is_long("height", Axis::Y)) || is_flattened());
        if (is_of_box && is_flat) || is_nothing { (**fallback).clone() } else { settled }
    }

    /// Returns the paints of an element with that box in its coordinates, for those that it shows.
    pub(super) fn context(around: &Around, bounds: Option<Bounds>) -> Arc<[ContextPaint; 2]> {
        let of = |paint: &Paint| ContextPaint {
            paint: Self::settled(paint, around),
            frame: frame_of(paint, around).or(bounds.map(|bounds| (around.place, bounds))),
        };
        Arc::new([of(&around.style.fill), of(&around.style.stroke)])
    }

    /// Returns the paint that is meant where one refers to another: to the shape around a marker, to a use, or to the element's colour.
    pub(super) fn settled(paint: &Paint, around: &Around) -> Paint {
        let context = |index: usize| around.context.as_ref().map(|context| context[index].paint.clone());
        match paint {
            Paint::Current => Paint::Color(around.style.color),
            Paint::OfCurrent(mixture) => {
                color_of(mixture, around.style.color).map_or(Paint::Absent, Paint::Color)
            }
            Paint::ContextFill => context(0).unwrap_or(Paint::Absent),
            Paint::ContextStroke => context(1).unwrap_or(Paint::Absent),
            Paint::Server(id, fallback) => {
                Paint::Server(id.clone(), Box::new(Self::settled(fallback, around)))
            }
            Paint::Absent | Paint::Color(_) => paint.clone(),
        }
    }

    /// Returns the elements of a paint: itself, and those that it takes what it lacks from.
    pub(super) fn paint_chain(&self, id: &str) -> Vec<Node<'a, 'i>> {
        let mut chain: Vec<Node<'a, 'i>> = Vec::new();
        let mut next = self.ids.get(id).copied();
        while let Some(node) = next.filter(|node| chain.len() < MAX_PAINTS && !chain.contains(node)) {
            chain.push(node);
            next = self.linked(node);
        }
        chain
    }

    /// Returns the items that an area has where it is painted by a gradient or a pattern; `None` where it is by a colour.
    pub(super) fn painted(
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
        let clip = Clip::new(vec![image(area, &around.place)]).with_areas(true);
        let seen = self.drawing.work.aside(|scratch| clip.cut(items, scratch));
        self.check_work()?;
        Ok(Some(seen))
    }

    /// Returns the items of a gradient or a pattern that is fitted to one box, where they meet another; `None` for a colour.
    pub(super) fn shades(
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
}

/// Returns the coordinates and the box of the element that a paint is of; `None` for one of the element itself.
pub(super) fn frame_of(paint: &Paint, around: &Around) -> Option<(Affine, Bounds)> {
    let index = match paint {
        Paint::ContextFill => 0,
        Paint::ContextStroke => 1,
        _ => return None,
    };
    around.context.as_ref()?[index].frame
}
