//! Results of operations on areas: the layer and style that they take over, and the operands that they remove.

use std::sync::Arc;

use super::store::{EntityId, ROOT, Scene};
use crate::drafting::{Own, OwnStyle, SceneError};

/// The choices of an operation on areas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultOptions {
    /// The entity whose layer and style the result has, instead of the first operand.
    pub like: Option<String>,
    /// False to remove the operands.
    pub keep: bool,
}

impl Default for ResultOptions {
    fn default() -> Self {
        ResultOptions { like: None, keep: true }
    }
}

/// The consequences of an operation, known before anything is changed.
#[derive(Clone, Debug, Default)]
pub(super) struct ResultPlan {
    pub look: Option<Look>,
    /// The operands to remove, each with its contents.
    pub removed: Vec<Arc<str>>,
}

/// The layer and the style of a result.
#[derive(Clone, Debug)]
pub(super) struct Look {
    pub layer: Arc<str>,
    pub style: OwnStyle,
}

impl Scene {
    pub(super) fn plan_result(
        &self,
        operands: &[&str],
        options: &ResultOptions,
    ) -> Result<ResultPlan, SceneError> {
        let model = options.like.as_deref().or(operands.first().copied());
        let look = match model {
            Some(name) => Some(self.look_of(self.require(name)?)),
            None => None,
        };
        let mut removed = Vec::new();
        for name in operands.iter().filter(|_| !options.keep) {
            let id = self.require(name)?;
            removed.push(self.entity(id).name.clone());
            // Names, not ids: drawing the result may use their slots again.
            removed.extend(self.entities_below(id).map(|inner| self.entity(inner).name.clone()));
        }
        Ok(ResultPlan { look, removed })
    }

    /// Returns the layer of an entity, and its style with what it inherits from its groups; for a group, those of the
    /// first shape in it.
    pub(super) fn look_of(&self, id: EntityId) -> Look {
        // A group has no look of its own, so the first shape in it stands for it.
        let shape = self.leaves_of(id).first().map_or(id, |(leaf, _)| *leaf);
        let mut style = OwnStyle::default();
        let mut next = shape;
        while next != ROOT && self.is_inside(next) {
            let own = &self.entity(next).style;
            if style.fill == Own::Inherited {
                style.fill = own.fill.clone();
            }
            if style.stroke == Own::Inherited {
                style.stroke = own.stroke.clone();
            }
            next = self.entity(next).parent;
        }
        Look { layer: self.entity(shape).layer.clone(), style }
    }

    /// Draws something in the place of an entity that it takes over: in its group, and in its place among the others there.
    pub(super) fn in_place_of<T>(
        &mut self,
        name: &str,
        draw: impl FnOnce(&mut Scene) -> Result<T, SceneError>,
    ) -> Result<T, SceneError> {
        let Some(id) = self.find(name) else { return draw(self) };
        let (parent, rank) = (self.entity(id).parent, self.siblings.rank(id));
        // By name, since drawing may use the slots of entities again.
        let group = (parent != ROOT).then(|| self.entity(parent).name.to_string());
        if let Some(group) = &group {
            // Before anything is changed, so that a refused call leaves the scene as it was.
            self.check_unlocked(group)?;
            self.relocation(ROOT, parent)?;
        }
        let drawn = draw(self)?;
        // There may be nothing left of it.
        if let Some(id) = self.find(name) {
            if let Some(group) = &group {
                self.add_to_group(group, name)?;
            }
            let parent = self.entity(id).parent;
            self.detach(id);
            self.attach(id, parent, rank);
        }
        Ok(drawn)
    }

    pub(super) fn apply_look(&mut self, id: EntityId, look: &Look, is_part: bool) {
        let entity = self.entity_mut(id);
        entity.layer = look.layer.clone();
        // Parts inherit from the group around them.
        if !is_part {
            entity.style = look.style.clone();
        }
    }
}
