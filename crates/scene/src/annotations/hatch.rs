//! Hatches: areas filled with lines.

use crate::drafting::drawn::Drawn;
use crate::drafting::parts::Part;
use crate::drafting::{Color, Fonts, HatchArea, HatchGap, HatchSource, SceneError, Sheet, Source, hatch};
use crate::store::{ROOT, Scene};
use scenewright_geometry::{Affine, Bounds, Path, RegionOperation, Shape, combined_shapes, finite, positive};

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
        source: &HatchSource,
        sheet: &Sheet<'_>,
        world: Affine,
    ) -> Result<Drawn, SceneError> {
        let area = self.area_of_hatch(source, sheet, world)?;
        hatch::draw_hatch(source, area, sheet)
    }

    fn area_of_hatch(
        &self,
        source: &HatchSource,
        sheet: &Sheet<'_>,
        world: Affine,
    ) -> Result<Vec<Shape>, SceneError> {
        let cut;
        let (one, other) = match &source.area {
            HatchArea::Of { names, islands } => (self.areas_of(names)?, self.areas_of(islands)?),
            HatchArea::Section(view) => {
                cut = self.section_areas(view, sheet, &world)?;
                (cut.iter().map(|shape| (shape, Affine::IDENTITY)).collect(), Vec::new())
            }
            HatchArea::Fixed(shapes) => (shapes.iter().map(|shape| (shape, world)).collect(), Vec::new()),
        };
        self.hatched_area(one, other, &sheet.texts)
    }

    /// Returns the lines on paper of the hatches within a shape, as they are where that is shown again at another place and
    /// size: as far apart as elsewhere on the sheet.
    pub(super) fn hatches_within(
        &self,
        within: &Shape,
        shown: &Affine,
        sheet: &Sheet<'_>,
    ) -> Result<Path, SceneError> {
        let mut lines = Path::new();
        let sheet = Sheet { texts: Vec::new(), occupancy: None, ..*sheet };
        for id in self.entities_below(ROOT) {
            let Some(Source::Hatch(source)) =
                self.entity(id).annotation.as_ref().and_then(|it| it.source.as_ref())
            else {
                continue;
            };
            if self.is_hidden(id) {
                continue;
            }
            // One that cannot be drawn reports that itself.
            let Ok(area) = self.area_of_hatch(source, &sheet, self.world_of(id)) else { continue };
            let area: Vec<(&Shape, Affine)> = area.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
            let common = combined_shapes(
                RegionOperation::Intersection,
                &area,
                &[(within, Affine::IDENTITY)],
                self.tolerance(),
            )?;
            if common.is_empty() {
                continue;
            }
            let image = |shape: &Shape| Shape::Path(shape.to_path().transformed(shown));
            let drawn = hatch::draw_hatch(source, common.iter().map(image).collect(), &sheet)?;
            for part in drawn.parts {
                if let Part::Lines(path) = part {
                    lines.extend(&path);
                }
            }
        }
        Ok(lines)
    }
}
