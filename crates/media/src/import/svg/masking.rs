//! Masks: how much is seen at each place, as areas with one share each.

use std::sync::Arc;

use scenewright_geometry::{Affine, Bounds, RegionOperation, Shape, combined_shapes};
use scenewright_scene::Color;

use super::area::area_of;
use crate::import::clipping::Clip;
use crate::import::drawing::{Drawing, Fill, Item, ItemContent, Pen};
use crate::import::strokes::{MITER_LIMIT, line_areas};

/// The most areas that a mask is made of, those of a mask within another one, as two gradients across each other have each step of the
/// one in each of the other, and the most items that come of it: each item is cut by each area.
const MAX_LEVELS: usize = 96;
const MAX_COMMON_LEVELS: usize = 1_200;
const MAX_CUTS: usize = 20_000;

/// The share below which nothing is seen, and the one from which on all is: half a step of a colour of 8 bits.
const UNSEEN: f64 = 0.5 / 255.0;
const FULL: f64 = 1.0 - UNSEEN;

/// The share of a mask's size by which areas of curves may be off.
const FINE: f64 = 1e-6;

/// The property of a colour that says how much is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Alpha,
    Luminance,
    /// The luminance of the colour without its gamma.
    LinearLuminance,
}

impl Measure {
    fn of(self, color: Color) -> f64 {
        let linear = |it: f64| if it <= 0.040_45 { it / 12.92 } else { ((it + 0.055) / 1.055).powf(2.4) };
        // The weights of the specification.
        let luminance = |[r, g, b]: [f64; 3]| 0.2125 * r + 0.7154 * g + 0.0721 * b;
        match self {
            Measure::Alpha => 1.0,
            Measure::Luminance => luminance([color.r, color.g, color.b]),
            Measure::LinearLuminance => luminance([color.r, color.g, color.b].map(linear)),
        }
    }
}

/// Areas that do not overlap, with the share of what is seen there.
#[derive(Debug, Default)]
pub(super) struct Mask {
    levels: Vec<(Vec<Shape>, f64)>,
    near: f64,
}

impl Mask {
    /// Makes the mask that some items are, within a region; `None` where they are no areas of one colour, or too many.
    pub(super) fn of(items: &[Item], region: &Shape, measure: Measure) -> Option<Mask> {
        let bounds = region.bounds(&Affine::IDENTITY);
        let near = (bounds.width().max(bounds.height()) * FINE).max(f64::MIN_POSITIVE);
        let mut mask = Mask { levels: Vec::new(), near };
        let region = vec![region.clone()];
        for (shapes, color) in painted(items)? {
            let shapes = mask.combined(RegionOperation::Intersection, &shapes, &region)?;
            if shapes.is_empty() || color.a <= 0.0 {
                continue;
            }
            mask.paint(shapes, color.a, measure.of(color))?;
        }
        mask.levels.retain(|(_, share)| *share > UNSEEN);
        Some(mask)
    }

    /// Paints areas over those below: what is seen is a mixture of both where they are seen through.
    fn paint(&mut self, shapes: Vec<Shape>, alpha: f64, light: f64) -> Option<()> {
        let below = std::mem::take(&mut self.levels);
        let mut rest = shapes.clone();
        for (area, share) in below {
            let common = self.combined(RegionOperation::Intersection, &area, &shapes)?;
            if common.is_empty() {
                self.levels.push((area, share));
                continue;
            }
            if alpha < 1.0 {
                rest = self.combined(RegionOperation::Difference, &rest, &area)?;
                self.levels.push((common, alpha * light + (1.0 - alpha) * share));
            }
            let left = self.combined(RegionOperation::Difference, &area, &shapes)?;
            if !left.is_empty() {
                self.levels.push((left, share));
            }
        }
        if !rest.is_empty() {
            self.levels.push((rest, alpha * light));
        }
        (self.levels.len() <= MAX_LEVELS).then_some(())
    }

    /// Returns the mask of which another one hides a part again.
    pub(super) fn within(self, outer: &Mask) -> Option<Mask> {
        let mut levels = Vec::new();
        for (area, share) in &self.levels {
            for (other, of_other) in &outer.levels {
                let common = self.combined(RegionOperation::Intersection, area, other)?;
                if !common.is_empty() {
                    levels.push((common, share * of_other));
                }
            }
        }
        (levels.len() <= MAX_COMMON_LEVELS).then_some(Mask { levels, near: self.near })
    }

    /// Returns true where each place is seen or not, as of a clip.
    pub(super) fn is_sharp(&self) -> bool {
        self.levels.iter().all(|(_, share)| *share >= FULL)
    }

    /// Hides parts of items, and with `has_areas` those of the areas of lines; `None` where there would be too many.
    pub(super) fn cut(&self, items: &[Item], has_areas: bool, drawing: &mut Drawing) -> Option<Vec<Item>> {
        if self.levels.len().saturating_mul(count(items)) > MAX_CUTS {
            return None;
        }
        let mut seen: Vec<Item> = Vec::new();
        for (shapes, share) in &self.levels {
            // Items outside of one area may be inside of the next, so none is counted here.
            let clip = Clip::new(shapes.clone()).with_areas(has_areas);
            let mut own = drawing.work.aside(|unused| clip.cut(items.to_vec(), unused));
            own.iter_mut().for_each(|item| fade(item, *share, seen.is_empty()));
            seen.append(&mut own);
        }
        if seen.is_empty() && !items.is_empty() {
            drawing.skip("outside of its mask");
        }
        Some(seen)
    }

    fn combined(&self, operation: RegionOperation, first: &[Shape], second: &[Shape]) -> Option<Vec<Shape>> {
        let boxes =
            |shapes: &[Shape]| shapes.iter().map(|it| it.bounds(&Affine::IDENTITY)).reduce(Bounds::union);
        if let Some((one, other)) = boxes(first).zip(boxes(second)) {
            let are_apart = one.max.x <= other.min.x
                || other.max.x <= one.min.x
                || one.max.y <= other.min.y
                || other.max.y <= one.min.y;
            if are_apart {
                return Some(match operation {
                    RegionOperation::Intersection => Vec::new(),
                    _ => first.to_vec(),
                });
            }
        }
        let first: Vec<(&Shape, Affine)> = first.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
        let second: Vec<(&Shape, Affine)> = second.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
        combined_shapes(operation, &first, &second, self.near).ok()
    }
}

/// Returns the areas that items paint, from below, each with its colour; `None` where one is no area of one colour.
fn painted(items: &[Item]) -> Option<Vec<(Vec<Shape>, Color)>> {
    let mut areas = Vec::new();
    let mut pending: Vec<&Item> = items.iter().rev().collect();
    while let Some(item) = pending.pop() {
        let shape = match &item.content {
            ItemContent::Group(children) => {
                pending.extend(children.iter().rev());
                continue;
            }
            ItemContent::Shape(shape) => shape,
            _ => return None,
        };
        match item.fill {
            Fill::Absent => {}
            Fill::Color(color) if shape.is_closed() => areas.push((vec![shape.clone()], color)),
            Fill::Color(color) => {
                let area = area_of(&shape.to_path(), false);
                areas.extend(area.map(|area| (vec![area], color)));
            }
            Fill::ByLayer => return None,
        }
        match &item.pen {
            Pen::Absent => {}
            Pen::Drawn { color, width, line } => {
                areas.push((line_areas(shape, line, *width, MITER_LIMIT).ok()??, *color));
            }
            _ => return None,
        }
    }
    Some(areas)
}

fn count(items: &[Item]) -> usize {
    let own = |item: &Item| match &item.content {
        ItemContent::Group(children) => count(children),
        _ => 1,
    };
    items.iter().map(own).sum()
}

/// Shows a share of an item, which keeps its name where it is the first part of what had it.
fn fade(item: &mut Item, share: f64, is_first: bool) {
    if !is_first {
        item.id = None;
    }
    if let Fill::Color(color) = &mut item.fill {
        color.a *= share;
    }
    if let Pen::Drawn { color, .. } = &mut item.pen {
        color.a *= share;
    }
    match &mut item.content {
        ItemContent::Group(children) => children.iter_mut().for_each(|child| fade(child, share, is_first)),
        ItemContent::Text(text) => {
            let shades = text.shades.iter_mut().chain(&mut text.line_shades).flat_map(Arc::make_mut);
            shades.for_each(|shade| fade(shade, share, is_first));
        }
        _ => {}
    }
}
