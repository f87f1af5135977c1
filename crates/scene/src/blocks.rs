//! Blocks: drawings that are kept once and shown in many places.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use super::block_contents::{Target, transfer};
use super::drawing::Contents;
use super::grouping::Relocation;
use super::record::BlockRecord;
use super::store::{Block, Content, EntityId, Instance, MirroredTexts, ROOT, Scene};
use super::text::TextOptions;
use crate::drafting::{
    Attribute, AttributeDefinition, ErrorClass, Fonts, Linear, SceneError, Transform, quoted,
};
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
    /// The attributes of its instances, in this order, each with a tag of its own.
    pub attributes: Vec<AttributeDefinition>,
    /// True to leave the entities where they are, besides.
    pub keep: bool,
}

/// The choices of an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct InsertOptions {
    /// The angle in radians, counter-clockwise.
    pub angle: f64,
    /// The factors along the block's own x and y, other than 0; one less than zero mirrors.
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

    /// Makes a block of entities, which leave the scene unless they are to be kept. In it they look as outside of any
    /// group.
    ///
    /// A block of that name that is not used anywhere is replaced.
    pub fn define_block(
        &mut self,
        name: &str,
        entities: &[String],
        options: &BlockOptions,
    ) -> Result<(), SceneError> {
        let ids = self.checked_contents(name, entities)?;
        // Asked before anything is made: the operation succeeds, or leaves the scene as it was.
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
        self.bind_in_block(&mut contents);
        self.add_block(name, contents, options.attributes.clone())?;
        let mut ports = std::mem::take(&mut self.pending_ports);
        for port in &mut ports {
            port.at = Point::new(port.at.x - base.x, port.at.y - base.y);
        }
        self.ports.insert(name.into(), ports);
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
        // A group brings its contents along, so that an entity beside its own group would be in the block twice.
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
        // Instances in other blocks count too: they would change with the definition.
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
        // Of a fixed seed, so that parent and child compute the same fingerprint. Only what the block draws
        // goes into it, so equal blocks are equal wherever they came from.
        let mut hasher = DefaultHasher::new();
        let text = serde_json::to_string(&record)
            .map_err(|error| SceneError::scene(format!("the block cannot be kept: {error}")))?;
        hasher.write(text.as_bytes());
        for id in block.contents.entities_below(ROOT) {
            let inner = match &block.contents.entity(id).content {
                Content::Group => continue,
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
            // A change in an inner block changes all blocks around it.
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
        let replaced = self.find(name);
        self.check_room(usize::from(replaced.is_none()))?;
        let content = Content::Instance(Arc::new(instance));
        self.check_instances(self.count_instance_shapes(&content))?;
        if let Some(replaced) = replaced {
            self.remove(replaced);
        }
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
        let mut texts: Option<Box<Scene>> = None;
        for attribute in &definition.attributes {
            let given = values.iter().find(|(tag, _)| **tag == *attribute.tag);
            let value = given.map_or_else(|| attribute.value.clone(), |(_, value)| value.clone());
            if let Some(place) = &attribute.place {
                let options = TextOptions { align: place.align, ..TextOptions::default() };
                let texts = texts.get_or_insert_default();
                texts.draw_text(&attribute.tag, &value, place.x, place.y, place.size, &options, fonts)?;
            }
            attributes.push(Attribute { tag: attribute.tag.clone(), value });
        }
        let texts = texts.filter(|texts| texts.entity_count() > 0);
        Ok(Instance { block: name.clone(), attributes, texts, mirrored: MirroredTexts::default() })
    }

    pub(super) fn unknown_block(&self, block: &str) -> SceneError {
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

    /// Counts the shapes that instances show again, after blocks have changed.
    pub(super) fn recount_instances(&mut self) {
        let counts = self.entities_below(ROOT).map(|id| self.count_instance_shapes(&self.entity(id).content));
        self.shapes_in_instances = counts.fold(0, usize::saturating_add);
    }

    /// Refuses if instances that show this many more shapes would be too many.
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
            entity: None,
        }
    }

    pub(super) fn block_fingerprint(&self, block: &str) -> Option<u64> {
        self.blocks.get(block).map(|block| block.fingerprint)
    }

    pub(super) fn find_instance(&self, name: &str) -> Option<EntityId> {
        self.find(name).filter(|id| matches!(self.entity(*id).content, Content::Instance(_)))
    }
}

impl Block {
    pub(super) fn to_record(&self) -> BlockRecord {
        BlockRecord { attributes: self.attributes.clone(), entities: self.contents.to_record().entities }
    }

    /// Returns the contents, with the base point at the origin.
    pub fn contents(&self) -> &Scene {
        &self.contents
    }

    /// Returns the attributes that each instance has.
    pub fn attributes(&self) -> &[AttributeDefinition] {
        &self.attributes
    }
}

impl Instance {
    /// Returns the name of the block.
    pub fn block(&self) -> &str {
        &self.block
    }

    /// Returns the values of all attributes, in the order of the block's definition.
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
