//! Foreign drawings as groups whose parts belong to them.

use std::sync::Arc;

use super::store::Scene;
use crate::drafting::SceneError;

impl Scene {
    /// Removes an earlier drawing of that name, with all that was made and named together with it.
    pub fn remove_import(&mut self, name: &str) -> Result<(), SceneError> {
        Scene::check_name(name)?;
        let parts: Vec<Arc<str>> = self.made_with(name);
        for part in parts.iter().map(|part| &**part).chain([name]) {
            self.check_unlocked(part)?;
        }
        for part in parts {
            self.delete(&part);
        }
        self.delete(name);
        Ok(())
    }

    /// Makes everything in a group a part of it, which goes when something else is drawn under its name.
    pub fn mark_import(&mut self, name: &str) -> Result<(), SceneError> {
        let group = self.require_group(name)?;
        let below: Vec<_> = self.entities_below(group).collect();
        for id in below {
            self.entity_mut(id).is_derived = true;
        }
        Ok(())
    }

    /// Returns true if a layer was given properties, which it keeps when a drawing has one of its name.
    pub fn is_layer_defined(&self, name: &str) -> bool {
        self.layers.contains_key(name)
    }
}
