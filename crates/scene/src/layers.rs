//! The layers of a scene: defining them, and putting entities on them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::drawing::Contents;
use super::store::{EntityId, Scene};
use crate::drafting::{Layer, LayerChange, SceneError, nearest_lineweight, quoted};

impl Scene {
    /// Creates a layer, or changes an existing one. A line weight becomes the nearest that DXF knows.
    pub fn define_layer(&mut self, name: &str, change: &LayerChange) -> Result<(), SceneError> {
        Scene::check_layer_name(name)?;
        let old = self.layers.get(name).cloned().unwrap_or_default();
        let layer = Layer {
            color: change.color.applied_to(old.color),
            linetype: change.linetype.unwrap_or(old.linetype),
            lineweight: change.lineweight.applied_to(old.lineweight),
            visible: change.visible.unwrap_or(old.visible),
            locked: change.locked.unwrap_or(old.locked),
        };
        layer.check()?;
        let lineweight = layer.lineweight.map(|weight| f64::from(nearest_lineweight(weight)) / 100.0);
        let layer = Layer { lineweight, ..layer };
        self.layers.insert(name.into(), layer);
        self.prepare_pens();
        Ok(())
    }

    /// Puts an entity on a layer, with the contents of a group or without; one that was not defined has the default
    /// properties.
    pub fn set_layer(&mut self, name: &str, layer: &str, contents: Contents) -> Result<(), SceneError> {
        let id = self.require(name)?;
        Scene::check_layer_name(layer)?;
        let mut moved = vec![id];
        if contents == Contents::Included || self.is_whole(id) {
            moved.extend(self.entities_below(id));
        }
        if let Some(locked) = moved.iter().find_map(|inner| self.lock_on(*inner)) {
            return Err(self.locked(locked));
        }
        let layer: Arc<str> = layer.into();
        for inner in moved {
            self.entity_mut(inner).layer = layer.clone();
        }
        Ok(())
    }

    /// Returns the default layer and all that were defined or have entities, with their properties, by name.
    pub fn layers(&self) -> BTreeMap<Arc<str>, Layer> {
        let mut layers = self.layers.clone();
        layers.entry(self.default_layer()).or_default();
        for tree in std::iter::once(self).chain(self.blocks.values().map(|block| &block.contents)) {
            let mut last: Option<&Arc<str>> = None;
            for layer in tree.entities_in_no_order().map(|entity| &entity.layer) {
                // Most often that of the entity before.
                if last.is_some_and(|last| Arc::ptr_eq(last, layer)) {
                    continue;
                }
                last = Some(layer);
                if !layers.contains_key(layer) {
                    layers.insert(layer.clone(), Layer::default());
                }
            }
        }
        layers
    }

    pub(super) fn check_layer_name(name: &str) -> Result<(), SceneError> {
        Scene::check_name(name).map_err(|error| SceneError::range(format!("layer: {}", error.message)))
    }

    pub(super) fn is_layer_hidden(&self, layer: &str) -> bool {
        self.layers.get(layer).is_some_and(|layer| !layer.visible)
    }

    /// Refuses if the entity, or anything in it, is on a locked layer. A name that does not exist is not.
    pub fn check_unlocked(&self, name: &str) -> Result<(), SceneError> {
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
