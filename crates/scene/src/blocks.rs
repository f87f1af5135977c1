//! Blocks: drawings that are kept once and shown in many places.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use super::attribute::{Attribute, AttributeDefinition};
use super::block_contents::{Target, transfer};
use super::drawing::Contents;
use super::error::{ErrorClass, SceneError, quoted};
use super::grouping::Relocation;
use super::record::{BlockRecord, InstanceRecord, SceneRecord};
use super::store::{Block, Content, DEFAULT_LAYER, EntityId, Instance, ROOT, Scene};
use super::style::Own;
use super::text::TextOptions;
use super::transform::{Linear, Transform};
use crate::typeset::Fonts;
use scenewright_error::near_name;
use scenewright_geometry::{Affine, Point, finite, number_text};

/// The most blocks in each other.
const MAX_DEPTH: usize = 16;

/// The most shapes that all instances may show, for each entity that a scene may hold.
const MAX_SHAPES_PER_ENTITY: usize = 10;

/// The choices of a definition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockOptions {
    /// The point that instances are placed by, in the world.
    pub base: Point,
    pub attributes: Vec<AttributeDefinition>,
    /// True to leave the entities where they are, besides.
    pub keep: bool,
}

/// The choices of an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct InsertOptions {
    /// The angle in radians, counter-clockwise.
    pub angle: f64,
    pub scale: [f64; 2],
    /// Values by their tags.
    pub attributes: Vec<(String, String)>,
}

impl Default for InsertOptions {
    fn default() -> Self {
        InsertOptions { angle: 0.0, scale: [1.0, 1.0], attributes: Vec::new() }
    }
}

impl Scene {
    /// Returns the names of all blocks.
    pub fn blocks(&self) -> impl Iterator<Item = &str> {
        self.blocks.keys().map(|name| &**name)
    }

    /// Returns all blocks by name.
    pub fn definitions(&self) -> impl Iterator<Item = (&str, &Block)> {
        self.blocks.iter().map(|(name, block)| (&**name, &**block))
    }

    /// Returns the attributes of a block.
    pub fn block_attributes(&self, block: &str) -> &[AttributeDefinition] {
        self.blocks.get(block).map_or(&[], |block| &block.attributes)
    }

    /// Makes a block of entities, which leave the scene unless they are to be kept. What they look like in it is what they
    /// look like outside of any group.
    ///
    /// A block of that name that is not used anywhere is replaced.
    pub fn define_block(
        &mut self,
        name: &str,
        entities: &[String],
        options: &BlockOptions,
    ) -> Result<(), SceneError> {
        let ids = self.checked_contents(name, entities)?;
        if !options.keep {
            for entity in entities {
                self.check_unlocked(entity)?;
            }
        }
        let base = Point::new(finite("base", options.base.x)?, finite("base", options.base.y)?);
        let mut contents = Scene::new();
        contents.set_entity_limit(self.entity_limit);
        for id in ids {
            let around = self.parent_world(id);
            let relocation = Relocation::between(around, Affine::translation(base.x, base.y))
                .ok_or_else(|| SceneError::range("the place in the world cannot be kept in the block"))?;
            let target = Target { scene: &mut contents, parent: ROOT };
            transfer(self, id, target, relocation, Arc::clone)?;
        }
        self.add_block(name, contents, options.attributes.clone())?;
        if !options.keep {
            for entity in entities {
                self.delete_entity(entity, Contents::Included)?;
            }
        }
        Ok(())
    }

    /// Refuses a name or contents that no block can be made of.
    fn checked_contents(&self, name: &str, entities: &[String]) -> Result<Vec<EntityId>, SceneError> {
        self.check_block_name(name)?;
        if entities.is_empty() {
            return Err(SceneError::scene(format!(
                "the block {} must hold at least one entity",
                quoted(name)
            )));
        }
        let mut ids = Vec::with_capacity(entities.len());
        let mut seen = HashSet::new();
        for entity in entities {
            let id = self.require(entity)?;
            if !seen.insert(id) {
                return Err(SceneError::scene(format!("{} is listed twice", quoted(entity))));
            }
            ids.push(id);
        }
        for id in &ids {
            let mut around = self.entity(*id).parent;
            while around != ROOT && self.is_inside(around) {
                if seen.contains(&around) {
                    return Err(SceneError::scene(format!(
                        "{} is in {}, which is listed as well",
                        quoted(&self.entity(*id).name),
                        quoted(&self.entity(around).name)
                    )));
                }
                around = self.entity(around).parent;
            }
        }
        Ok(ids)
    }

    fn check_block_name(&self, name: &str) -> Result<(), SceneError> {
        Scene::check_name(name)?;
        if !self.blocks.contains_key(name) {
            return Ok(());
        }
        let uses = |tree: &Scene| {
            let is_use = |id: &EntityId| matches!(&tree.entity(*id).content, Content::Instance(it) if &*it.block == name);
            tree.entities_below(ROOT).filter(is_use).count()
        };
        let count = uses(self) + self.blocks.values().map(|block| uses(&block.contents)).sum::<usize>();
        if count == 0 {
            return Ok(());
        }
        let instances = if count == 1 { "1 instance".to_owned() } else { format!("{count} instances") };
        Err(SceneError::scene(format!(
            "there is a block named {} already, with {instances}, which would all change; choose another name, or define \
             it once, before the first insert",
            quoted(name)
        )))
    }

    /// Adds a block whose contents are ready.
    pub(super) fn add_block(
        &mut self,
        name: &str,
        contents: Scene,
        attributes: Vec<AttributeDefinition>,
    ) -> Result<(), SceneError> {
        let mut tags = HashSet::new();
        for attribute in &attributes {
            attribute.check()?;
            if !tags.insert(&attribute.tag) {
                return Err(SceneError::scene(format!(
                    "the attribute {} is listed twice",
                    quoted(&attribute.tag)
                )));
            }
        }
        let mut block = Block { contents, attributes, shape_count: 0, depth: 1, fingerprint: 0 };
        let record = block.to_record();
        let mut hasher = DefaultHasher::new();
        let text = serde_json::to_string(&record)
            .map_err(|error| SceneError::scene(format!("the block cannot be kept: {error}")))?;
        hasher.write(text.as_bytes());
        for id in block.contents.entities_below(ROOT) {
            let inner = match &block.contents.entity(id).content {
                Content::Group { .. } => continue,
                Content::Leaf(_) => {
                    block.shape_count += 1;
                    continue;
                }
                Content::Instance(instance) => self.blocks.get(&instance.block),
            };
            let Some(inner) = inner else {
                return Err(SceneError::scene(format!(
                    "the block {} holds one that does not exist",
                    quoted(name)
                )));
            };
            block.shape_count = block.shape_count.saturating_add(inner.shape_count);
            block.depth = block.depth.max(inner.depth + 1);
            hasher.write_u64(inner.fingerprint);
        }
        if block.depth > MAX_DEPTH {
            return Err(SceneError::scene(format!(
                "the block {} would have more than {MAX_DEPTH} blocks in each other",
                quoted(name)
            )));
        }
        if block.shape_count > self.max_shapes() {
            return Err(self.too_many_shapes());
        }
        block.fingerprint = hasher.finish();
        self.blocks.insert(name.into(), Arc::new(block));
        Ok(())
    }

    /// Draws an instance of a block: its base point is at x, y, and its pivot there. An entity of that name is replaced.
    pub fn insert_block(
        &mut self,
        block: &str,
        name: &str,
        x: f64,
        y: f64,
        options: &InsertOptions,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        let instance = self.instance_of(block, &options.attributes, fonts)?;
        let transform = Transform {
            translate: [finite("x", x)?, finite("y", y)?],
            linear: Linear::Parts {
                rotation: finite("angle", options.angle)?,
                scale: checked_scale(options.scale)?,
            },
            pivot: Point::ORIGIN,
        };
        transform.check()?;
        Scene::check_name(name)?;
        self.check_unlocked(name)?;
        self.check_room(usize::from(!self.exists(name)))?;
        let content = Content::Instance(Arc::new(instance));
        self.check_instances(self.shapes_shown(&content))?;
        self.delete(name);
        self.insert(name.into(), ROOT, content, transform);
        Ok(())
    }

    /// Makes an instance that is in no place yet.
    pub(super) fn instance_of(
        &self,
        block: &str,
        values: &[(String, String)],
        fonts: &Fonts,
    ) -> Result<Instance, SceneError> {
        let Some((name, definition)) = self.blocks.get_key_value(block) else {
            return Err(self.unknown_block(block));
        };
        let known = || definition.attributes.iter().map(|attribute| &*attribute.tag);
        if let Some((tag, _)) = values.iter().find(|(tag, _)| !known().any(|it| it == tag)) {
            let advice = match (near_name(tag, known()), definition.attributes.is_empty()) {
                (Some(near), _) => format!("; did you mean {}?", quoted(near)),
                (None, true) => "; list it in the attributes of defineBlock".to_owned(),
                (None, false) => format!("; it has {}", known().collect::<Vec<_>>().join(", ")),
            };
            return Err(SceneError::scene(format!(
                "the block {} has no attribute {}{advice}",
                quoted(block),
                quoted(tag)
            )));
        }
        let mut attributes = Vec::with_capacity(definition.attributes.len());
        let mut texts = Scene::new();
        for attribute in &definition.attributes {
            let given = values.iter().find(|(tag, _)| **tag == *attribute.tag);
            let value = given.map_or_else(|| attribute.value.clone(), |(_, value)| value.clone());
            if let Some(place) = &attribute.place {
                let options = TextOptions { align: place.align, ..TextOptions::default() };
                texts.draw_text(&attribute.tag, &value, place.x, place.y, place.size, &options, fonts)?;
            }
            attributes.push(Attribute { tag: attribute.tag.clone(), value });
        }
        let texts = (texts.entity_count() > 0).then(|| Box::new(texts));
        Ok(Instance { block: name.clone(), attributes, texts })
    }

    fn unknown_block(&self, block: &str) -> SceneError {
        let name = quoted(block);
        if self.exists(block) {
            return SceneError::scene(format!(
                "there is no block named {name}, but an entity; make it a block first: defineBlock({name}, [{name}])"
            ));
        }
        SceneError::scene(match near_name(block, self.blocks()) {
            Some(near) => format!("there is no block named {name}; did you mean {}?", quoted(near)),
            None if self.blocks.is_empty() => {
                format!("there is no block named {name}; make one of entities with defineBlock first")
            }
            None => format!("there is no block named {name}"),
        })
    }

    /// Refuses if instances that show so many more shapes would be too many.
    pub(super) fn check_instances(&self, additional: usize) -> Result<(), SceneError> {
        if additional > 0 && self.shapes_in_instances.saturating_add(additional) > self.max_shapes() {
            return Err(self.too_many_shapes());
        }
        Ok(())
    }

    fn max_shapes(&self) -> usize {
        self.entity_limit.saturating_mul(MAX_SHAPES_PER_ENTITY)
    }

    fn too_many_shapes(&self) -> SceneError {
        SceneError {
            class: ErrorClass::Entities,
            message: format!(
                "the instances of blocks may not show more than {} shapes in all",
                self.max_shapes()
            ),
        }
    }

    pub(super) fn block_fingerprint(&self, block: &str) -> Option<u64> {
        self.blocks.get(block).map(|block| block.fingerprint)
    }

    pub(super) fn find_instance(&self, name: &str) -> Option<EntityId> {
        self.find(name).filter(|id| matches!(self.entity(*id).content, Content::Instance(_)))
    }

    /// Puts the contents of an instance in its place, as entities of its group named after it and themselves, which look
    /// as they did.
    pub(super) fn explode(&mut self, id: EntityId) -> Result<(), SceneError> {
        let Content::Instance(instance) = self.entity(id).content.clone() else { return Ok(()) };
        let entity = self.entity(id).clone();
        self.check_unlocked(&entity.name)?;
        let Some(block) = self.blocks.get(&instance.block).cloned() else { return Ok(()) };
        let trees: Vec<&Scene> = std::iter::once(&block.contents).chain(instance.texts.as_deref()).collect();
        let mut names: Vec<BTreeMap<Arc<str>, Arc<str>>> = Vec::new();
        let mut taken: BTreeSet<Arc<str>> = BTreeSet::new();
        let mut shown = 0_usize;
        for tree in &trees {
            let mut own = BTreeMap::new();
            for inner in tree.entities_below(ROOT) {
                let local = &tree.entity(inner).name;
                let mut name = format!("{}_{local}", entity.name);
                while taken.contains(name.as_str()) {
                    name.push('_');
                }
                Scene::check_name(&name)?;
                let name: Arc<str> = name.into();
                taken.insert(name.clone());
                own.insert(local.clone(), name);
                shown = shown.saturating_add(self.shapes_shown(&tree.entity(inner).content));
            }
            names.push(own);
        }
        self.check_free(&entity.name, taken.iter().map(|name| &**name), &[])?;
        self.check_room(taken.len().saturating_sub(1))?;
        self.check_instances(shown.saturating_sub(self.shapes_shown(&entity.content)))?;
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
                let style = &mut ready.entity_mut(copy).style;
                if style.fill == Own::Inherited {
                    style.fill = entity.style.fill.clone();
                }
                if style.stroke == Own::Inherited {
                    style.stroke = entity.style.stroke.clone();
                }
            }
        }
        let on_default: Vec<EntityId> =
            ready.entities_below(ROOT).filter(|id| *ready.entity(*id).layer == *DEFAULT_LAYER).collect();
        for inner in on_default {
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
                let in_block = |error: SceneError| SceneError {
                    message: format!("block {}: {}", quoted(&name), error.message),
                    ..error
                };
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
            return Err(SceneError::scene("its attributes are not those of the block"));
        }
        let texts = match record.texts.is_empty() {
            true => None,
            false => {
                let record = SceneRecord::of_entities(record.texts, self.entity_limit as u64);
                Some(Box::new(Scene::from_record(record)?))
            }
        };
        let instance = Instance { block: block.clone(), attributes: record.attributes, texts };
        self.check_instances(definition.shape_count.max(1))?;
        Ok(instance)
    }
}

impl Block {
    pub(super) fn to_record(&self) -> BlockRecord {
        BlockRecord { attributes: self.attributes.clone(), entities: self.contents.to_record().entities }
    }

    pub fn contents(&self) -> &Scene {
        &self.contents
    }

    pub fn attributes(&self) -> &[AttributeDefinition] {
        &self.attributes
    }
}

impl Instance {
    pub fn block(&self) -> &str {
        &self.block
    }

    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// Returns the attributes that are seen, as texts with the names of their tags.
    pub fn texts(&self) -> Option<&Scene> {
        self.texts.as_deref()
    }
}

fn checked_scale(scale: [f64; 2]) -> Result<[f64; 2], SceneError> {
    for factor in scale {
        if !factor.is_finite() || factor == 0.0 {
            return Err(SceneError::range(format!(
                "scale must hold finite numbers other than 0, got {}",
                number_text(factor)
            )));
        }
    }
    Ok(scale)
}
