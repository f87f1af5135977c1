//! Hatches: areas filled with lines.

use super::annotation::{Form, HatchForm, HatchLine};
use super::hatch_lines::push_lines;
use super::parts::{Drawn, Part};
use super::settle::Sheet;
use super::source::{HatchArea, HatchGap, HatchSource, Source};
use crate::color::Color;
use crate::error::SceneError;
use crate::store::Scene;
use crate::typeset::Fonts;
use scenewright_geometry::{
    Affine, Bounds, Path, Point, RegionOperation, Shape, combined_shapes, finite, positive,
};

/// The largest distance of a hatch's lines from a curve that ends them, in millimetres on paper.
const CLIP_TOLERANCE: f64 = 0.01;

/// The length of a dot, in millimetres on paper.
const DOT: f64 = 0.25;

impl Scene {
    /// Hatches an area: that of some closed entities, which the hatch follows until the script has ended, less that of
    /// others. The hatch is a group on top of everything, on the default layer.
    pub fn draw_hatch(
        &mut self,
        name: &str,
        hatch: HatchSource,
        color: Option<Color>,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        finite("option angle", hatch.angle)?;
        positive("option scale", hatch.scale)?;
        match hatch.gap {
            HatchGap::Pattern => {}
            HatchGap::Paper(gap) => drop(positive("option gap", gap)?),
            HatchGap::Scene(gap) => drop(positive("option spacing", gap)?),
        }
        self.draw_annotation(name, Source::Hatch(hatch), color, fonts)
    }

    /// Returns an area less another, and less the texts on it.
    fn hatched_area<'a>(
        &self,
        one: Vec<(&Shape, Affine)>,
        mut other: Vec<(&'a Shape, Affine)>,
        texts: &'a [Shape],
    ) -> Result<Vec<Shape>, SceneError> {
        let difference = |other: &[(&Shape, Affine)]| {
            combined_shapes(RegionOperation::Difference, &one, other, self.tolerance())
        };
        let area = difference(&other)?;
        if area.is_empty() {
            return Err(SceneError::scene(
                "there is no area to hatch: it has none, or the islands cover all of it",
            ));
        }
        let Some(bounds) = area.iter().map(|shape| shape.bounds(&Affine::IDENTITY)).reduce(Bounds::union)
        else {
            return Ok(area);
        };
        let is_near = |text: &&Shape| {
            let own = text.bounds(&Affine::IDENTITY);
            own.min.x < bounds.max.x
                && bounds.min.x < own.max.x
                && own.min.y < bounds.max.y
                && bounds.min.y < own.max.y
        };
        let count = other.len();
        other.extend(texts.iter().filter(is_near).map(|text| (text, Affine::IDENTITY)));
        if other.len() == count {
            return Ok(area);
        }
        let rest = difference(&other)?;
        // Where texts cover all of it, they have to do with lines behind them.
        Ok(if rest.is_empty() { area } else { rest })
    }

    pub(super) fn lay_out_hatch(
        &self,
        hatch: &HatchSource,
        sheet: &Sheet<'_>,
        world: Affine,
    ) -> Result<Drawn, SceneError> {
        let (one, other) = match &hatch.area {
            HatchArea::Of { names, islands } => (self.areas_of(names)?, self.areas_of(islands)?),
            HatchArea::Fixed(shapes) => (shapes.iter().map(|shape| (shape, world)).collect(), Vec::new()),
        };
        let area = self.hatched_area(one, other, &sheet.texts)?;
        let pattern = &hatch.pattern;
        let scale = hatch.scale
            * match hatch.gap {
                HatchGap::Pattern => 1.0,
                HatchGap::Paper(gap) => gap / pattern.gap(),
                HatchGap::Scene(gap) => gap / sheet.millimeter / pattern.gap(),
            };
        let factor = scale * sheet.millimeter;
        let turn = Affine::translation(hatch.origin.x, hatch.origin.y)
            * Affine::rotation(hatch.angle)
            * Affine::scale(factor, factor);
        let lines: Vec<HatchLine> = pattern
            .families
            .iter()
            .map(|family| HatchLine {
                angle: family.angle + hatch.angle,
                base: turn * Point::from(family.base),
                offset: (turn * Affine::rotation(family.angle)).displace(Point::from(family.step)),
                dashes: family.dashes.iter().map(|dash| dash * factor).collect(),
            })
            .collect();
        let paper = Affine::scale(1.0 / sheet.millimeter, 1.0 / sheet.millimeter);
        let part = if lines.is_empty() {
            let mut path = Path::new();
            area.iter().for_each(|shape| path.extend(&shape.to_path().transformed(&paper)));
            Part::Fill(path)
        } else {
            let mut rings = Vec::new();
            for shape in &area {
                let chains = shape.flattened(&paper, CLIP_TOLERANCE)?;
                rings.extend(chains.into_iter().map(|chain| chain.points));
            }
            let (mut path, mut count) = (Path::new(), 0);
            let shrink = 1.0 / sheet.millimeter;
            for line in &lines {
                let on_paper = HatchLine {
                    base: paper * line.base,
                    offset: paper * line.offset,
                    dashes: line.dashes.iter().map(|dash| dash * shrink).collect(),
                    angle: line.angle,
                };
                push_lines(&mut path, &mut count, &on_paper, &rings, DOT)?;
            }
            Part::Lines(path)
        };
        let form =
            HatchForm { area, pattern: pattern.name.clone(), angle: hatch.angle, scale: factor, lines };
        Ok(Drawn { form: Form::Hatch(form), parts: vec![part] })
    }
}
