//! Moves of entities into blocks and out of them.

use std::collections::HashMap;
use std::sync::Arc;

use super::grouping::Relocation;
use super::store::{Entity, EntityId, Scene};
use crate::drafting::{SceneError, Source};

/// The target of a transfer from one scene to another.
pub(super) struct Target<'a> {
    pub scene: &'a mut Scene,
    /// The group there that becomes the parent.
    pub parent: EntityId,
}

/// Copies an entity with its contents into another scene, with all that belongs to it. The caller has made sure that the
/// names are free there. Returns the new entity.
pub(super) fn transfer(
    source: &Scene,
    id: EntityId,
    target: Target<'_>,
    relocation: Relocation,
    name_of: impl Fn(&Arc<str>) -> Arc<str>,
) -> Result<EntityId, SceneError> {
    let Target { scene, parent } = target;
    let mut copies: HashMap<EntityId, EntityId> = HashMap::new();
    let mut transferred = Vec::new();
    for inner in std::iter::once(id).chain(source.entities_below(id)) {
        let entity = source.entity(inner).clone();
        let mut transform = entity.transform.clone();
        if inner == id {
            relocation.apply(&mut transform);
            transform.check()?;
        }
        let parent = copies.get(&entity.parent).copied().filter(|_| inner != id).unwrap_or(parent);
        let copy = scene.insert(name_of(&entity.name), parent, entity.content.clone(), transform);
        copies.insert(inner, copy);
        transferred.push((copy, entity));
    }
    // Annotations follow the copies of what they followed.
    let annotated = transferred.iter_mut().filter_map(|(_, entity)| entity.annotation.as_mut());
    for annotation in annotated {
        let names = annotation.source.iter().flat_map(Source::names);
        let renamed: HashMap<String, String> = names
            .filter(|name| source.exists(name))
            .map(|name| (name.clone(), name_of(&Arc::from(name)).to_string()))
            .collect();
        *annotation = Arc::new(annotation.renamed(&renamed));
    }
    // Only now: a group that is given a child forgets what it was besides.
    for (copy, entity) in transferred {
        let slot = scene.entity_mut(copy);
        *slot = Entity {
            name: slot.name.clone(),
            parent: slot.parent,
            content: slot.content.clone(),
            transform: slot.transform.clone(),
            ..entity
        };
    }
    copies.get(&id).copied().ok_or_else(|| SceneError::scene("there is nothing to copy"))
}
