//! Annotations as the entities that DXF has for them.

use acadrust::entities::{EntityType, Hatch, HatchPattern, HatchPatternLine, HatchPatternType};
use acadrust::types::Vector2;

use super::entities::flat_vector;
use super::fill::boundaries;
use super::{Annotated, Drawing, Owner, is_writable, too_large};
use scenewright_error::Result;
use scenewright_geometry::Affine;
use scenewright_scene::{Form, HatchForm};

impl Drawing {
    /// Adds an annotation as the entities that DXF has for it.
    pub(super) fn add_annotation(&mut self, annotated: &Annotated<'_>) -> Result<()> {
        let Annotated { owner, annotation, world, leaves } = annotated;
        for leaf in leaves {
            if !is_writable(&leaf.shape.bounds(&leaf.world)) {
                return Err(too_large(owner.name));
            }
        }
        match &annotation.form {
            Form::Hatch(hatch) => self.add_hatch(owner, hatch, world),
            Form::Dimension(dimension) => self.add_dimension(owner, dimension, world, leaves),
            Form::Leader(_) => match annotation.form.clone().transformed(world) {
                Form::Leader(leader) => self.add_leader(owner, &leader),
                _ => Ok(()),
            },
            Form::Note(note) => self.add_note(owner, leaves, note.on_page),
        }
    }

    fn add_hatch(&mut self, owner: &Owner<'_>, form: &HatchForm, world: &Affine) -> Result<()> {
        let form = form.clone().transformed(world);
        let mut hatch = if form.lines.is_empty() { Hatch::solid() } else { Hatch::new() };
        hatch.paths = form.area.iter().flat_map(|shape| boundaries(shape, &Affine::IDENTITY)).collect();
        if hatch.paths.is_empty() {
            return Ok(());
        }
        if !form.lines.is_empty() {
            hatch.is_solid = false;
            hatch.pattern = HatchPattern::new(form.pattern.as_str());
            for line in &form.lines {
                hatch.pattern.add_line(HatchPatternLine {
                    angle: line.angle,
                    base_point: flat_vector(line.base),
                    offset: flat_vector(line.offset),
                    dash_lengths: line.dashes.clone(),
                });
            }
            (hatch.pattern_angle, hatch.pattern_scale) = (form.angle, form.scale);
            // Group 76 says where the pattern comes from; its lines are in the file in any case.
            hatch.pattern_type = match form.pattern.as_str() {
                "USER" => HatchPatternType::UserDefined,
                "CUSTOM" => HatchPatternType::Custom,
                _ => HatchPatternType::Predefined,
            };
            // Group 77 doubles a user-defined pattern at a right angle, which is how a cross hatch is kept
            // editable.
            hatch.is_double = form.pattern == "USER" && form.lines.len() == 2;
            if form.pattern == "USER"
                && let Some(line) = form.lines.first()
            {
                // In a user-defined pattern, group 41 is the distance of its lines.
                hatch.pattern_scale = line.offset.x.hypot(line.offset.y);
            }
        }
        hatch.seed_points = vec![Vector2::ZERO];
        let style = owner.style;
        let (color, by_layer) = match (form.lines.is_empty(), style.stroke, style.fill) {
            (false, Some(stroke), _) => (stroke.color, style.stroke_by_layer),
            (true, _, Some(fill)) => (fill, style.fill_by_layer),
            (false, None, _) | (true, _, None) => return Ok(()),
        };
        hatch.common = self.common(owner, color, by_layer);
        if let (false, Some(stroke), false) = (form.lines.is_empty(), style.stroke, by_layer) {
            hatch.common.line_weight = self.tables.weight(stroke.width);
        }
        self.add(EntityType::Hatch(Box::new(hatch)))
    }
}
