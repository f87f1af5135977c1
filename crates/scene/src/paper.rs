//! The scale of a scene on paper, and the pens that follow from it.

use std::sync::Arc;

use super::store::Scene;
use super::walk::Visit;
use crate::drafting::{Annotation, Pens, SceneError, Style};
use scenewright_geometry::{Bounds, number_text, positive};

/// The longer side of a drawing on paper, for which the drawing scale is chosen if none is set: the longer side of A3 less its
/// margins, in millimetres.
const MAX_SHEET: f64 = 400.0;

/// The bounds of a drawing scale: far beyond any drawing, and near enough for numbers to stay numbers.
const MIN_SCALE: f64 = 1e-6;
const MAX_SCALE: f64 = 1e9;

impl Scene {
    /// Returns the pens of layers for lengths that stand for a millimetre of line weight, and of line type.
    pub fn layer_pens(&self, weight: f64, dash: f64) -> Pens {
        Pens::of_layers(&self.layers, weight, dash)
    }

    /// Returns how much larger the drawing is than on paper, where that was set: 50 for 1:50.
    pub fn drawing_scale(&self) -> Option<f64> {
        self.drawing_scale
    }

    /// Sets how much larger the drawing is than on paper, from 1e-6 to 1e9: 50 for 1:50.
    pub fn set_drawing_scale(&mut self, scale: f64) -> Result<(), SceneError> {
        let scale = positive("scale", scale)?;
        if !(MIN_SCALE..=MAX_SCALE).contains(&scale) {
            return Err(SceneError::range(format!(
                "scale must be between {} and {}, got {}",
                number_text(MIN_SCALE),
                number_text(MAX_SCALE),
                number_text(scale)
            )));
        }
        self.drawing_scale = Some(scale);
        self.prepare_pens();
        Ok(())
    }

    /// Returns the drawing scale, or where none was set, the first of 1, 2, 5, 10, 20 and so on by which the visible
    /// drawing fits a sheet. Annotations do not count: their size follows from the scale.
    pub fn sheet_scale(&self) -> f64 {
        if let Some(scale) = self.drawing_scale {
            return scale;
        }
        self.bounds_to_scale().map_or(1.0, |bounds| self.scale_for(&bounds))
    }

    /// Returns the first of 1, 2, 5, 10, 20 and so on by which something of that size fits a sheet.
    pub(super) fn scale_for(&self, bounds: &Bounds) -> f64 {
        let size = bounds.width().max(bounds.height()) * self.units.in_millimeters();
        if !size.is_finite() {
            return 1.0;
        }
        let mut decade = 1.0;
        loop {
            if let Some(scale) =
                [1.0, 2.0, 5.0].map(|step| step * decade).into_iter().find(|scale| size <= MAX_SHEET * scale)
            {
                return scale;
            }
            decade *= 10.0;
        }
    }

    /// Returns the bounds of everything visible that is no annotation, or where all of it is, of everything visible.
    pub(super) fn bounds_to_scale(&self) -> Option<Bounds> {
        self.bounds_without(|_| true, &[]).or_else(|| self.visible_bounds())
    }

    /// Returns the bounds of everything visible, without the annotations that are left out, and without what lies in one of
    /// these areas as a whole.
    pub(super) fn bounds_without(
        &self,
        is_left_out: impl Fn(&Annotation) -> bool,
        areas: &[Bounds],
    ) -> Option<Bounds> {
        let mut outside: Option<usize> = None;
        let mut bounds: Option<Bounds> = None;
        // Not as a `for` loop, which moves each visit out of the walk.
        self.walk_back_to_front().for_each(|visit| match visit {
            Visit::GroupStart { depth, annotation: Some(annotation), .. } if outside.is_none() => {
                if is_left_out(annotation) {
                    outside = Some(depth);
                }
            }
            Visit::GroupEnd { depth, .. } if outside == Some(depth) => outside = None,
            Visit::Leaf(leaf) if outside.is_none() => {
                let own = leaf.shape.bounds(&leaf.world);
                if !areas.iter().any(|area| area.holds(own.min) && area.holds(own.max)) {
                    bounds = Some(bounds.map_or(own, |bounds| bounds.union(own)));
                }
            }
            Visit::GroupStart { .. } | Visit::GroupEnd { .. } | Visit::Leaf(_) => {}
        });
        bounds
    }

    /// Returns the length in the scene's unit of a millimetre on paper, for a drawing scale.
    pub fn paper_millimeter(&self, scale: f64) -> f64 {
        scale / self.units.in_millimeters()
    }

    /// Rebuilds the pens after a change of layers, unit or drawing scale.
    pub(super) fn prepare_pens(&mut self) {
        let millimeter = self.paper_millimeter(self.drawing_scale.unwrap_or(1.0));
        self.pens = Arc::new(Pens::of_layers(&self.layers, millimeter, millimeter));
    }

    /// Returns a style with what the layer decides filled in.
    pub(super) fn in_colors_of<'a>(&'a self, layer: &str, style: Style<'a>) -> Style<'a> {
        let pen = self.pens.of(layer);
        Style {
            fill: if style.fill_by_layer { Some(pen.color) } else { style.fill },
            stroke: if style.stroke_by_layer { Some(pen) } else { style.stroke },
            ..style
        }
    }
}
