//! The layers of a scene: defining them, and putting entities on them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::{SceneError, quoted};
use super::layer::{Layer, LayerChange};
use super::store::{EntityId, ROOT, Scene};

impl Scene {
    /// Creates a layer, or changes an existing one.
    pub fn define_layer(&mut self, name: &str, change: &LayerChange) -> Result<(), SceneError> {
        Scene::check_layer_name(name)?;
        let old = self.layers.get(name).cloned().unwrap_or_default();
        let layer = Layer {
            color: change.color.or(old.color),
            linetype: change.linetype.unwrap_or(old.linetype),
            lineweight: change.lineweight.or(old.lineweight),
            visible: change.visible.unwrap_or(old.visible),
            locked: change.locked.unwrap_or(old.locked),
        };
        layer.check()?;
        self.layers.insert(name.into(), layer);
        Ok(())
    }

    /// Puts an entity on a layer; one that was not defined has the default properties. The contents of a group keep
    /// their own layers.
    pub fn set_layer(&mut self, name: &str, layer: &str) -> Result<(), SceneError> {
        let id = self.require(name)?;
        Scene::check_layer_name(layer)?;
        if let Some(locked) = self.lock_on(id) {
            return Err(self.locked(locked));
        }
        self.forget_text_around(id);
        self.entity_mut(id).layer = layer.into();
        Ok(())
    }

    /// Returns the default layer and all that were defined or have entities, with their properties, by name.
    pub fn layers(&self) -> BTreeMap<Arc<str>, Layer> {
        let mut layers = self.layers.clone();
        layers.entry(self.default_layer()).or_default();
        for id in self.entities_below(ROOT) {
            let layer = &self.entity(id).layer;
            if !layers.contains_key(layer) {
                layers.insert(layer.clone(), Layer::default());
            }
        }
        layers
    }

    pub(super) fn check_layer_name(name: &str) -> Result<(), SceneError> {
        Scene::check_name(name).map_err(|error| SceneError::range(format!("layer: {}", error.message)))
    }

    pub(super) fn is_hidden(&self, id: EntityId) -> bool {
        self.layers.get(&self.entity(id).layer).is_some_and(|layer| !layer.visible)
    }

    /// Refuses if the entity, or anything in it, is on a locked layer. A name that does not exist is not.
    pub(super) fn check_unlocked(&self, name: &str) -> Result<(), SceneError> {
        // Where no layer is locked, nothing has to be looked through.
        if !self.layers.values().any(|layer| layer.locked) {
            return Ok(());
        }
        let Some(id) = self.find(name) else { return Ok(()) };
        match std::iter::once(id).chain(self.entities_below(id)).find_map(|inner| self.lock_on(inner)) {
            Some(inner) => Err(self.locked(inner)),
            None => Ok(()),
        }
    }

    fn lock_on(&self, id: EntityId) -> Option<EntityId> {
        self.layers.get(&self.entity(id).layer).is_some_and(|layer| layer.locked).then_some(id)
    }

    fn locked(&self, id: EntityId) -> SceneError {
        let entity = self.entity(id);
        SceneError::scene(format!(
            "{} is on the layer {}, which is locked",
            quoted(&entity.name),
            quoted(&entity.layer)
        ))
    }
}
