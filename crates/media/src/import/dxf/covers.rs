//! Wipeouts: areas that hide what is drawn below them, and show nothing themselves.

use scenewright_geometry::{Affine, Bounds, Point, Shape};

use super::record::Record;
use super::tags::Tag;
use crate::import::clipping::Clip;
use crate::import::drawing::{Drawing, Item, ItemContent, TextItem, Work};

/// The share of a size by which the frame around something and its cover is larger than both.
const MARGIN: f64 = 0.1;

/// The widest letters, in heights of capitals: where a text reaches is known when it has its font.
const WIDEST: f64 = 2.0;

/// Returns the area of a wipeout in its own plane.
pub(super) fn cover(record: &Record<'_>) -> Option<Shape> {
    let [at, across, up] = [record.point(10)?, record.point(11)?, record.point(12)?];
    let high = record.real(23).filter(|high| *high > 0.0).unwrap_or(1.0);
    // Its outline is in pixels from the middle of the first one, with y down.
    let place = |x: f64, y: f64| {
        let (x, y) = (x + 0.5, high - y - 0.5);
        Point::new(at.x + across.x * x + up.x * y, at.y + across.y * x + up.y * y)
    };
    let rectangle = |left: f64, top: f64, right: f64, bottom: f64| {
        [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| place(x, y)).to_vec()
    };
    let mut points = match record.points(14).as_slice() {
        [] => {
            let wide = record.find(13).and_then(Tag::real).filter(|wide| *wide > 0.0).unwrap_or(1.0);
            rectangle(-0.5, -0.5, wide - 0.5, high - 0.5)
        }
        [(one, _), (other, _)] => rectangle(one.x, one.y, other.x, other.y),
        outline => outline.iter().map(|(point, _)| place(point.x, point.y)).collect(),
    };
    points.dedup();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    Shape::polygon(points, Vec::new()).ok()
}

/// A cover that hides what is below it.
struct Cover {
    bounds: Bounds,
    points: Vec<Point>,
    /// True also for the mask of a text, which may well have nothing below it.
    hides_something: bool,
}

/// Cuts off what covers hide of the items before them, and removes the covers. Those that hide nothing are counted.
pub(super) fn hide_covered(drawing: &mut Drawing) {
    if !has_covers(&drawing.items) {
        return;
    }
    let items = std::mem::take(&mut drawing.items);
    let mut covers = Vec::new();
    drawing.items = uncovered(items, &mut covers, drawing);
    for _ in covers.iter().filter(|cover| !cover.hides_something) {
        drawing.skip("WIPEOUT with nothing below it");
    }
}

fn has_covers(items: &[Item]) -> bool {
    items.iter().any(|item| match &item.content {
        ItemContent::Group(items) => has_covers(items),
        content => matches!(content, ItemContent::Cover { .. }),
    })
}

/// Returns what is seen of items through the covers upon them, which are those found so far: it goes from the front to the back.
fn uncovered(items: Vec<Item>, covers: &mut Vec<Cover>, drawing: &mut Drawing) -> Vec<Item> {
    let mut seen: Vec<Item> = Vec::with_capacity(items.len());
    for item in items.into_iter().rev() {
        match item.content {
            ItemContent::Cover { shape, is_of_text } => {
                if let Shape::Polygon { points, .. } = shape {
                    let bounds = Bounds::of_points(points.iter().copied());
                    covers.extend(bounds.map(|bounds| Cover { bounds, points, hides_something: is_of_text }));
                }
            }
            ItemContent::Group(children) => {
                let children = uncovered(children, covers, drawing);
                if !children.is_empty() {
                    seen.push(Item { content: ItemContent::Group(children), ..item });
                }
            }
            _ => {
                let reach = reach(&item.content);
                let mut parts = vec![item];
                for cover in covers.iter_mut() {
                    if reach.is_some_and(|reach| reach.meets(&cover.bounds)) {
                        parts = without(parts, cover, drawing);
                    }
                }
                if parts.is_empty() {
                    drawing.skip("covered by a WIPEOUT");
                }
                seen.extend(parts.into_iter().rev());
            }
        }
    }
    seen.reverse();
    seen
}

/// Returns what is left of some items outside of a cover. An item with too many curves to cut stays whole, with a
/// warning.
fn without(items: Vec<Item>, cover: &mut Cover, drawing: &mut Drawing) -> Vec<Item> {
    let mut left = Vec::with_capacity(items.len());
    for item in items {
        let Some(reach) = reach(&item.content).filter(|reach| reach.meets(&cover.bounds)) else {
            left.push(item);
            continue;
        };
        let all = reach.union(cover.bounds);
        let all = all.widened(MARGIN * all.width().max(all.height()));
        let (min, max) = (all.min, all.max);
        let frame = vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        let around = Shape::Polygon { points: frame, holes: vec![cover.points.clone()] };
        let clip = Clip::new(vec![around]);
        let mut work = Work::default();
        let parts = match &item.content {
            ItemContent::Shape(shape) => clip.parts(shape, &item, &mut work),
            // How far a text reaches is known when it has its font.
            _ => Some(clip.cut(vec![item.clone()], &mut Drawing::default())),
        };
        match parts {
            _ if work.is_used_up() => {
                drawing.warn(
                    "an area with too many curves near each other is drawn whole, in front of the WIPEOUT upon it"
                        .to_owned(),
                );
                cover.hides_something = true;
                left.push(item);
            }
            Some(parts) => {
                cover.hides_something = true;
                left.extend(parts);
            }
            None => left.push(item),
        }
    }
    left
}

/// Returns a box that something does not leave; `None` for what is not cut.
fn reach(content: &ItemContent) -> Option<Bounds> {
    match content {
        ItemContent::Shape(shape) => Some(shape.bounds(&Affine::IDENTITY)),
        ItemContent::Text(text) => Some(reach_of_text(text)),
        _ => None,
    }
}

/// Returns a box that a text does not leave, in whatever font it is set.
fn reach_of_text(text: &TextItem) -> Bounds {
    let letters = text.paragraphs.as_ref().map_or(text.text.chars().count(), |it| it.letter_count());
    let size = text.height * text.turn.stretch() * WIDEST * (letters as f64 + 1.0);
    Bounds::of_point(text.at).widened(size)
}
