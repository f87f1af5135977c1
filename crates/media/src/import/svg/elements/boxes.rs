//! The boxes of items, and letters in the built-in font, as the font of a text is chosen later.

use std::convert::Infallible;

use crate::import::drawing::{Item, ItemContent, MeasuredLine, Pen, TextItem};
use crate::import::images::image;
use crate::import::placing::rise;
use crate::import::strokes::reach;
use scenewright_geometry::{Affine, Bounds, Point, Shape};
use scenewright_scene::typeset::Font;
use scenewright_scene::{Align, Fonts, Scene, TextOptions};

/// Returns the box of some items, and of shapes beside them.
pub(super) fn bounds_with(items: &[Item], shapes: &[Shape], transform: &Affine) -> Option<Bounds> {
    let others = shapes.iter().map(|shape| shape.bounds(transform));
    others.chain(bounds_of(items, transform)).reduce(Bounds::union)
}

/// Returns the box of some items; the box of a text is about as large as the text in the usual font.
pub(super) fn bounds_of(items: &[Item], transform: &Affine) -> Option<Bounds> {
    let own = |item: &Item| match &item.content {
        ItemContent::Group(items) => bounds_of(items, transform),
        ItemContent::Shape(shape) => Some(shape.bounds(transform)),
        ItemContent::Text(text) => Bounds::of_points(corners_of_text(text).map(|at| *transform * at)),
        ItemContent::Nothing(at) => Some(Bounds::of_point(*transform * *at)),
        ItemContent::Sizeless(_) | ItemContent::Cover { .. } | ItemContent::Dimension(_) => None,
    };
    items.iter().filter_map(own).reduce(Bounds::union)
}

/// Returns the box of some items with the widths of their lines.
pub(super) fn bounds_of_areas(items: &[Item]) -> Option<Bounds> {
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
pub(super) fn letters_of(item: &Item) -> Vec<Shape> {
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

/// Returns the coordinates of a box, in which it goes from 0 to 1.
pub(super) fn of_box(bounds: &Bounds) -> Affine {
    Affine::translation(bounds.min.x, bounds.min.y) * Affine::scale(bounds.width(), bounds.height())
}
