//! The contents of a sheet before annotations find their places.

use std::collections::HashSet;
use std::sync::Arc;

use crate::drafting::occupancy::{Occupancy, Role, TextBox};
use crate::drafting::shapes::marks_of;
use crate::store::Scene;
use crate::walk::Visit;
use scenewright_geometry::{Affine, Bounds, Point};

/// The most lines that are looked at: a drawing of more is a picture or a map, where dimensions stand outside of it by
/// its bounds.
const MAX_MARKS: usize = 60_000;

/// The least size of an outline that a text can be inside of, in millimetres on paper.
const MIN_AREA: f64 = 4.0;

impl Scene {
    /// Returns what is drawn, apart from annotations; `None` where nothing is.
    pub(super) fn occupied(&self, millimeter: f64) -> Option<Occupancy> {
        self.occupied_without(millimeter, &HashSet::new())
    }

    /// Returns what is drawn, apart from annotations and the texts of those names.
    pub(super) fn occupied_without(
        &self,
        millimeter: f64,
        left_out: &HashSet<Arc<str>>,
    ) -> Option<Occupancy> {
        let paper = Affine::scale(1.0 / millimeter, 1.0 / millimeter);
        let bounds = self.bounds_to_scale()?;
        let mut occupancy = Occupancy::new(Bounds { min: paper * bounds.min, max: paper * bounds.max });
        let mut annotation: Option<usize> = None;
        // The text whose glyphs are visited, with its box so far.
        let mut text: Option<(usize, Arc<str>, Option<Bounds>)> = None;
        let mut count = 0;
        for visit in self.walk_back_to_front() {
            match visit {
                Visit::GroupStart { depth, annotation: Some(_), .. } if annotation.is_none() => {
                    annotation = Some(depth);
                }
                Visit::GroupStart { depth, name, text: Some(_), .. }
                    if annotation.is_none() && text.is_none() =>
                {
                    text = Some((depth, name.into(), None));
                }
                Visit::GroupEnd { depth, .. } if annotation == Some(depth) => annotation = None,
                Visit::GroupEnd { depth, .. } if text.as_ref().is_some_and(|(start, ..)| *start == depth) => {
                    if let Some((_, name, Some(bounds))) = text.take()
                        && !left_out.contains(&name)
                    {
                        let owner = occupancy.add_owner(name);
                        occupancy.add_text(upright(&bounds), owner);
                    }
                }
                Visit::Leaf(leaf) if annotation.is_none() => {
                    let place = paper * leaf.world;
                    let own = leaf.shape.bounds(&place);
                    if let Some((.., bounds)) = &mut text {
                        *bounds = Some(bounds.map_or(own, |bounds| bounds.union(own)));
                        continue;
                    }
                    if leaf.text.is_some() {
                        if left_out.contains(leaf.name) {
                            continue;
                        }
                        let owner = occupancy.add_owner(leaf.name.into());
                        occupancy.add_text(upright(&own), owner);
                        continue;
                    }
                    // An outline without a stroke is the edge of its fill; without either it is not seen.
                    if leaf.style.stroke.is_none() && leaf.style.fill.is_none() {
                        continue;
                    }
                    if leaf.shape.is_closed() && own.width().min(own.height()) >= MIN_AREA {
                        occupancy.add_area(own);
                    }
                    if count >= MAX_MARKS {
                        continue;
                    }
                    let owner = occupancy.add_owner(leaf.name.into());
                    for mark in marks_of(leaf.shape, &place, Role::Outline) {
                        occupancy.add_mark(mark, owner);
                        count += 1;
                    }
                }
                Visit::GroupStart { .. } | Visit::GroupEnd { .. } | Visit::Leaf(_) => {}
            }
        }
        occupancy.sort_areas();
        Some(occupancy)
    }
}

fn upright(bounds: &Bounds) -> TextBox {
    TextBox {
        center: bounds.center(),
        along: Point::new(1.0, 0.0),
        half: [bounds.width() * 0.5, bounds.height() * 0.5],
    }
}
