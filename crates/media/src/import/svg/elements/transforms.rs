//! The transforms of elements and of paints.

use roxmltree::Node;

use super::around::Around;
use super::boxes::bounds_with;
use super::{MAX_DEPTH, MAX_VISITS, Walk};
use crate::import::svg::attributes::{Axis, Sizes, length, transform};
use crate::import::svg::style::Style;
use scenewright_geometry::{Affine, Bounds, Point};

impl<'a, 'i> Walk<'_, 'a, 'i> {
    /// Returns the transform of an element itself, about its origin; `None` where it cannot be read.
    #[inline(never)]
    pub(super) fn own_transform(&mut self, node: Node<'a, 'i>, style: &Style) -> Option<Affine> {
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
    pub(super) fn own_box(&mut self, node: Node<'a, 'i>, style: &Style) -> Option<Bounds> {
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
}

/// Reads the transform of a paint.
pub(super) fn plain_transform(text: &str) -> Option<Affine> {
    transform(text, Sizes::USUAL, [0.0, 0.0])
}

/// Returns a transform about a point.
pub(super) fn about(own: Affine, at: Point) -> Affine {
    Affine::translation(at.x, at.y) * own * Affine::translation(-at.x, -at.y)
}

/// Reads the point that a transform is about: keywords and lengths, of which one alone is that along x.
pub(super) fn origin(text: &str, sizes: Sizes, view: [f64; 2]) -> Point {
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
