//! The tiles of patterns.

use roxmltree::Node;

use super::Walk;
use super::around::Around;
use super::transforms::{about, origin, plain_transform};
use super::viewports::Viewport;
use crate::import::drawing::{Item, ItemContent};
use crate::import::images::image;
use crate::import::svg::attributes::{Axis, Sizes};
use crate::import::svg::gradient::{coordinate, inherited};
use crate::import::svg::style::{Paint, color_of};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Bounds, Point};
use scenewright_scene::Color;

/// The most tiles of a pattern in one area, 50 by 50: smaller ones look like a shade.
const MAX_TILES: f64 = 2_500.0;

impl<'a, 'i> Walk<'_, 'a, 'i> {
    /// Returns the tiles of a pattern that is fitted to one box and meets another; `None` where it has none.
    pub(super) fn tiles(
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
        if self.shown.contains(&holder) {
            // A pattern that is painted with itself paints nothing there.
            return Ok(Some(Vec::new()));
        }
        if (is_of_box || are_contents_of_box) && is_flat {
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
        // All tiles show the same, so that shapes of the first one can be moved.
        let mut first: Option<(Point, Vec<Item>)> = None;
        let mut row = low;
        while row < top {
            let mut column = left;
            while column < right {
                let corner = Affine::translation(x + column * wide, y + row * high);
                let place = around.place * own * corner;
                let at = place * Point::ORIGIN;
                if let Some((begin, tile)) = &first {
                    let by = Affine::translation(at.x - begin.x, at.y - begin.y);
                    self.count += tile.len();
                    self.note()?;
                    items.extend(tile.iter().filter_map(|item| moved(item, &by)));
                    column += 1.0;
                    continue;
                }
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
                let tile = self.drawing.work.aside(|scratch| viewport.cut(own, true, scratch));
                self.check_work()?;
                skipped.get_or_insert_with(|| self.drawing.skipped.clone());
                items.extend(tile.iter().cloned());
                if tile.iter().all(|item| moved(item, &Affine::IDENTITY).is_some()) {
                    first = Some((at, tile));
                }
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

    /// Returns the first colour that is painted with in a pattern.
    pub(super) fn first_of_pattern(&self, id: &str) -> Option<Color> {
        let patterns = self.paint_chain(id).into_iter().take_while(|it| it.tag_name().name() == "pattern");
        let mut shapes = patterns.flat_map(|pattern| pattern.descendants().filter(is_drawn));
        shapes.find_map(|shape| {
            let style = self.style_at(shape);
            let has_area = shape.tag_name().name() != "line";
            match (style.fill, style.stroke) {
                (Paint::Color(color), _) if has_area => Some(color),
                (Paint::Current, _) if has_area => Some(style.color),
                (Paint::OfCurrent(mixture), _) if has_area => color_of(&mixture, style.color),
                (_, Paint::Color(color)) => Some(color),
                _ => None,
            }
        })
    }
}

/// Returns an item at another place; `None` for one that is more than shapes.
fn moved(item: &Item, by: &Affine) -> Option<Item> {
    let content = match &item.content {
        ItemContent::Shape(shape) => ItemContent::Shape(image(shape, by)),
        ItemContent::Group(items) => {
            ItemContent::Group(items.iter().map(|item| moved(item, by)).collect::<Option<_>>()?)
        }
        _ => return None,
    };
    Some(Item { content, ..item.clone() })
}

/// Returns true for a shape or a text.
fn is_drawn(node: &Node<'_, '_>) -> bool {
    const KINDS: [&str; 8] = ["rect", "circle", "ellipse", "path", "polygon", "polyline", "line", "text"];
    KINDS.contains(&node.tag_name().name())
}
