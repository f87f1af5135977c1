//! Drawing, deleting and styling.

use std::sync::Arc;

use super::store::{Content, EntityId, ROOT, Scene};
use crate::drafting::{Color, Own, SceneError, Stroke, Transform};
use scenewright_geometry::{Affine, Shape};

/// The contents of a group in an operation on it. A text is always whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contents {
    /// The group with all that is in it, at any depth.
    #[default]
    Included,
    /// The group alone.
    Apart,
}

impl Scene {
    /// Draws a shape on top of everything, with the pivot in the middle of its bounds.
    ///
    /// An entity of that name is replaced: its style, group and place in the order are lost, and the children of a
    /// group move to the root. When drawing fails, the old one stays.
    pub fn draw(&mut self, name: &str, shape: Shape) -> Result<(), SceneError> {
        Scene::check_name(name)?;
        let pivot = checked_bounds_center(&shape)?;
        self.check_unlocked(name)?;
        let replaced = self.find(name);
        self.check_room(usize::from(replaced.is_none()))?;
        if let Some(replaced) = replaced {
            self.remove(replaced);
        }
        self.insert(name.into(), ROOT, Content::Leaf(Arc::new(shape)), Transform::at_rest(pivot));
        Ok(())
    }

    /// Removes an entity; returns false if there is none. The children of a group stay where they are, at the
    /// root: in the group's place when it was at the root itself, and on top otherwise. The glyphs of a text go with it.
    pub fn delete(&mut self, name: &str) -> bool {
        let Some(id) = self.find(name) else {
            return false;
        };
        self.remove(id);
        true
    }

    /// Removes an entity with its contents, or as `delete` does, unless something of it is on a locked layer.
    pub fn delete_entity(&mut self, name: &str, contents: Contents) -> Result<bool, SceneError> {
        self.check_unlocked(name)?;
        let Some(id) = self.find(name) else { return Ok(false) };
        if contents == Contents::Included {
            let below: Vec<EntityId> = self.entities_below(id).collect();
            for inner in below.into_iter().rev() {
                self.remove_childless(inner);
            }
        }
        self.remove(id);
        Ok(true)
    }

    /// Sets or removes the fill. On a group it applies to the children that have none of their own.
    pub fn set_fill(&mut self, name: &str, fill: Option<Color>) -> Result<(), SceneError> {
        let id = self.require(name)?;
        self.check_unlocked(name)?;
        if let Some(color) = &fill {
            color.check()?;
        }
        self.entity_mut(id).style.fill = fill.map_or(Own::Absent, Own::Value);
        Ok(())
    }

    /// Fills an entity with the colour of its layer.
    pub fn fill_by_layer(&mut self, name: &str) -> Result<(), SceneError> {
        let id = self.require(name)?;
        self.check_unlocked(name)?;
        self.entity_mut(id).style.fill = Own::ByLayer;
        Ok(())
    }

    /// Strokes an entity with the pen of its layer: colour, line weight and line type.
    pub fn stroke_by_layer(&mut self, name: &str) -> Result<(), SceneError> {
        let id = self.require(name)?;
        self.check_unlocked(name)?;
        self.entity_mut(id).style.stroke = Own::ByLayer;
        Ok(())
    }

    /// Sets or removes the stroke; one of width 0 is none. On a group it applies to the children that have none of
    /// their own.
    pub fn set_stroke(&mut self, name: &str, stroke: Option<Stroke>) -> Result<(), SceneError> {
        let id = self.require(name)?;
        self.check_unlocked(name)?;
        if let Some(stroke) = &stroke {
            stroke.check()?;
        }
        let stroke = stroke.filter(|stroke| stroke.width > 0.0);
        self.entity_mut(id).style.stroke = stroke.map_or(Own::Absent, Own::Value);
        Ok(())
    }

    pub(super) fn remove(&mut self, id: EntityId) {
        if self.is_whole(id) {
            let glyphs: Vec<EntityId> = self.children(id).collect();
            glyphs.into_iter().for_each(|glyph| self.remove_childless(glyph));
        }
        let place = (self.entity(id).parent == ROOT).then(|| self.siblings.rank(id) + 1);
        self.release_children(id, ROOT, place);
        self.remove_childless(id);
    }
}

/// Returns the centre of a shape's bounds, which must be finite for anything else to be.
pub(super) fn checked_bounds_center(shape: &Shape) -> Result<scenewright_geometry::Point, SceneError> {
    let bounds = shape.bounds(&Affine::IDENTITY);
    if !bounds.is_finite() || !bounds.width().is_finite() || !bounds.height().is_finite() {
        return Err(SceneError::range("the shape leaves the range of numbers"));
    }
    Ok(bounds.center())
}
