//! The frame of a page: the drawing and some room around it.

use scenewright_geometry::{Bounds, Point};
use scenewright_scene::{Pens, Scene, Visit};

/// The share of the longer side that is left free around the drawing.
const MARGIN: f64 = 0.05;

/// Returns the page; without one, the drawing's bounds with its strokes and a margin; for an empty drawing a square
/// about the origin.
pub(super) fn frame(scene: &Scene, pens: &Pens) -> Bounds {
    if let Some(page) = scene.page_bounds() {
        return page;
    }
    let mut widest: f64 = 0.0;
    let mut bounds: Option<Bounds> = None;
    for visit in scene.walk_back_to_front() {
        let Visit::Leaf(leaf) = visit else { continue };
        let own = leaf.shape.bounds(&leaf.world);
        if own.is_finite() {
            widest = widest.max(pens.stroke(leaf.layer, &leaf.style).map_or(0.0, |stroke| stroke.width));
            bounds = Some(bounds.map_or(own, |bounds| bounds.union(own)));
        }
    }
    let bounds = bounds.unwrap_or(Bounds { min: Point::new(-45.0, -45.0), max: Point::new(45.0, 45.0) });
    let longer = bounds.width().max(bounds.height());
    let margin = match longer * MARGIN + widest * 0.5 {
        margin if margin > 0.0 => margin,
        _ => 1.0,
    };
    bounds.widened(margin)
}

/// Returns the pens of layers for a page: line weights and line types are measured on paper.
pub(super) fn paper_pens(scene: &Scene) -> Pens {
    pens_at(scene, scene.sheet_scale())
}

/// Returns the pens of layers at a scale of the sheet.
pub(super) fn pens_at(scene: &Scene, scale: f64) -> Pens {
    let millimeter = scene.paper_millimeter(scale);
    scene.layer_pens(millimeter, millimeter)
}
