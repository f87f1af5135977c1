//! Instances that become entities, and blocks from records.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::block_contents::{Target, transfer};
use super::grouping::Relocation;
use super::record::{BlockRecord, InstanceRecord, SceneRecord};
use super::store::{Content, DEFAULT_LAYER, EntityId, Instance, MirroredTexts, ROOT, Scene};
use crate::drafting::{SceneError, quoted};
use scenewright_geometry::Affine;

impl Scene {
    /// Puts the contents of an instance in its place, as entities of its group named after it and themselves, which look
    /// as they did.
    pub(super) fn explode(&mut self, id: EntityId) -> Result<(), SceneError> {
        let Content::Instance(instance) = self.entity(id).content.clone() else { return Ok(()) };
        let entity = self.entity(id).clone();
        self.check_unlocked(&entity.name)?;
        let Some(block) = self.blocks.get(&instance.block).cloned() else { return Ok(()) };
        let texts = instance.texts_in(&self.world_of(id));
        let trees: Vec<&Scene> = std::iter::once(&block.contents).chain(texts).collect();
        let mut names: Vec<BTreeMap<Arc<str>, Arc<str>>> = Vec::new();
        let mut taken: BTreeSet<Arc<str>> = BTreeSet::new();
        let mut shown = 0_usize;
        for tree in &trees {
            let mut own = BTreeMap::new();
            for inner in tree.entities_below(ROOT) {
                let local = &tree.entity(inner).name;
                let mut name = format!("{}_{local}", entity.name);
                // A text of an attribute may have the name of an entity of the block.
                while taken.contains(name.as_str()) {
                    name.push('_');
                }
                Scene::check_name(&name)?;
                let name: Arc<str> = name.into();
                taken.insert(name.clone());
                own.insert(local.clone(), name);
                shown = shown.saturating_add(self.count_instance_shapes(&tree.entity(inner).content));
            }
            names.push(own);
        }
        self.check_free(&entity.name, taken.iter().map(|name| &**name), &[])?;
        // The instance itself goes.
        self.check_room(taken.len().saturating_sub(1))?;
        self.check_instances(shown.saturating_sub(self.count_instance_shapes(&entity.content)))?;
        let relocation = Relocation::between(entity.transform.matrix(), Affine::IDENTITY)
            .ok_or_else(|| SceneError::range("the transform of the instance is out of range"))?;
        // Before the instance is gone, so that what does not work out changes nothing.
        let mut ready = Scene::new();
        ready.set_entity_limit(usize::MAX);
        for (tree, names) in trees.iter().zip(&names) {
            for top in tree.children(ROOT).collect::<Vec<_>>() {
                let target = Target { scene: &mut ready, parent: ROOT };
                let name_of = |local: &Arc<str>| names.get(local).unwrap_or(local).clone();
                let copy = transfer(tree, top, target, relocation, name_of)?;
                // The entities inherited from the instance, which goes: they get its style themselves.
                ready.entity_mut(copy).style.inherit(&entity.style);
            }
        }
        let on_default: Vec<EntityId> =
            ready.entities_below(ROOT).filter(|id| *ready.entity(*id).layer == *DEFAULT_LAYER).collect();
        for inner in on_default {
            // In an instance, the default layer means the layer of the instance.
            ready.entity_mut(inner).layer = entity.layer.clone();
        }
        let first = self.siblings.rank(id) + 1;
        for (place, top) in (first..).zip(ready.children(ROOT).collect::<Vec<_>>()) {
            let target = Target { scene: self, parent: entity.parent };
            let copy = transfer(&ready, top, target, Relocation::Unchanged, Arc::clone)?;
            self.detach(copy);
            self.attach(copy, entity.parent, place);
        }
        self.remove_childless(id);
        Ok(())
    }

    /// Adds blocks from a list that may hold anything, each after those in it.
    pub(super) fn add_block_records(
        &mut self,
        mut records: BTreeMap<Arc<str>, BlockRecord>,
    ) -> Result<(), SceneError> {
        // A block may hold others, and the list is sorted by name: each round adds those whose own are there
        // already.
        while !records.is_empty() {
            let is_ready = |record: &BlockRecord| {
                let mut inner = record.entities.iter().filter_map(|entity| entity.instance.as_ref());
                inner.all(|instance| self.blocks.contains_key(&instance.block))
            };
            let ready: Vec<Arc<str>> =
                records.iter().filter(|(_, record)| is_ready(record)).map(|(name, _)| name.clone()).collect();
            if ready.is_empty() {
                let first = records.keys().next().map_or_else(String::new, |name| quoted(name));
                return Err(SceneError::scene(format!(
                    "the block {first} holds itself, or one that does not exist"
                )));
            }
            for name in ready {
                let Some(record) = records.remove(&name) else { continue };
                Scene::check_name(&name)?;
                let in_block = |error: SceneError| error.within("block", &name);
                // The contents see the blocks that they hold while they are checked.
                let contents = Scene::from_record_with(
                    SceneRecord::of_entities(record.entities, self.entity_limit as u64),
                    self.blocks.clone(),
                );
                let mut contents = contents.map_err(in_block)?;
                contents.blocks.clear();
                self.add_block(&name, contents, record.attributes).map_err(in_block)?;
            }
        }
        Ok(())
    }

    /// Returns an instance from a list that may hold anything.
    pub(super) fn checked_instance(&self, record: InstanceRecord) -> Result<Instance, SceneError> {
        let Some((block, definition)) = self.blocks.get_key_value(&record.block) else {
            return Err(self.unknown_block(&record.block));
        };
        let tags = definition.attributes.iter().map(|attribute| &attribute.tag);
        if !record.attributes.iter().map(|attribute| &attribute.tag).eq(tags) {
            return Err(SceneError::scene("its attributes differ from the block's"));
        }
        let texts = match record.texts.is_empty() {
            true => None,
            false => {
                let record = SceneRecord::of_entities(record.texts, self.entity_limit as u64);
                Some(Box::new(Scene::from_record(record)?))
            }
        };
        let instance = Instance {
            block: block.clone(),
            attributes: record.attributes,
            texts,
            mirrored: MirroredTexts::default(),
        };
        self.check_instances(definition.shape_count.max(1))?;
        Ok(instance)
    }
}
