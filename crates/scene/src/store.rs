//! The scene's memory: a slab of entities, the index by name, and the order of siblings.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use foldhash::fast::RandomState;

use super::derivations::Derivations;
use super::parameters::Declarations;
use super::places::Places;
use super::ports::Port;
use super::siblings::{NONE, Siblings};
use super::slab::Slab;
use crate::drafting::{
    Annotation, Attribute, AttributeDefinition, DimensionStyle, Layer, NamedPage, OwnStyle, Pens, SceneError,
    TextSource, Transform, Units, quoted,
};
use scenewright_error::near_name;
use scenewright_geometry::{Affine, Point, Shape, positive};

/// The place of an entity in the slab. It stays the same as long as the entity exists.
pub(super) type EntityId = u32;

/// The id of the hidden group that holds everything that is in no other group.
pub(super) const ROOT: EntityId = 0;

/// Names stand in every answer and message; a longer one is a text in the wrong place.
pub(super) const MAX_NAME_CHARACTERS: usize = 256;

/// The entities of a scene at most, unless a project says otherwise: a child keeps a scene of as many between runs (`MAX_HEAP` in
/// `runner`).
const DEFAULT_ENTITY_LIMIT: usize = 200_000;

/// The default distance of straight edges from the curve that they stand for: in millimetres, far less than the width of a
/// laser's cut.
const DEFAULT_TOLERANCE: f64 = 0.01;

/// The default tolerance of an offset as a share of its distance: 0.01 in is more than half of a laser's cut.
const OFFSET_SHARE: f64 = 0.01;

/// The least tolerance of an offset that a script does not set: a hundredth of the finest cut of a drawing in metres, so that a tiny
/// distance does not make millions of arcs.
const LEAST_OFFSET_TOLERANCE: f64 = 1e-7;

/// The layer that everything is on until it is put on another.
pub(super) const DEFAULT_LAYER: &str = "0";

/// A drawing.
///
/// Looking up a name is O(1), changing the order or the group of an entity O(log n) in its siblings, and a clone
/// shares the shapes. Two scenes are equal when they would be drawn and written the same.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(super) units: Units,
    pub(super) entity_limit: usize,
    /// The tolerance: a rule for computing, like the limit, and not a part of the drawing.
    pub(super) tolerance: f64,
    slots: Slab<Entity>,
    free: Vec<EntityId>,
    /// Shared with the scene that this one was made from, until a name comes or goes.
    names: Arc<HashMap<Arc<str>, EntityId, RandomState>>,
    pub(super) siblings: Siblings,
    /// The layers with properties of their own.
    pub(super) layers: BTreeMap<Arc<str>, Layer>,
    /// The pens of the layers at the drawing scale that was set, or at 1:1.
    pub(super) pens: Arc<Pens>,
    pub(super) drawing_scale: Option<f64>,
    /// The style of dimensions and notes: a rule for drawing them, and not a part of the drawing.
    pub(super) dimension_style: Arc<DimensionStyle>,
    /// The sheets, in the order in which they were first set.
    pub(super) pages: Vec<NamedPage>,
    /// The position of the sheet that was set last, which notes on paper are drawn on: known during a run alone.
    pub(super) current_page: usize,
    default_layer: Arc<str>,
    pub(super) places: Box<Places>,
    pub(super) declarations: Declarations,
    pub(super) derivations: Derivations,
    /// The ports of blocks, and those of the block that is defined next: known during a run alone.
    pub(super) ports: HashMap<Arc<str>, Vec<Port>>,
    pub(super) pending_ports: Vec<Port>,
    pub(super) blocks: BTreeMap<Arc<str>, Arc<Block>>,
    /// The number of shapes that instances of blocks show.
    pub(super) shapes_in_instances: usize,
}

/// An entity.
///
/// Invariant: `parent` is the id of a group, or `NONE` for the root and for a free slot.
#[derive(Clone, Debug)]
pub(super) struct Entity {
    pub name: Arc<str>,
    pub parent: EntityId,
    pub content: Content,
    pub transform: Transform,
    pub style: OwnStyle,
    pub layer: Arc<str>,
    pub text: Option<Arc<TextSource>>,
    pub annotation: Option<Arc<Annotation>>,
    /// True when a call made it together with another entity, and named it after that.
    pub is_derived: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    /// Its children are known to [`Siblings`].
    Group,
    Leaf(Arc<Shape>),
    Instance(Arc<Instance>),
}

/// A drawing that is kept once and shown in many places: its instances.
///
/// The contents have a scene of their own, whose origin is the point that an instance is placed by. Their names are the
/// block's own, their layers those of the scene that the block is in, which has the blocks of instances among them too.
#[derive(Clone, Debug)]
pub struct Block {
    pub(super) contents: Scene,
    pub(super) attributes: Vec<AttributeDefinition>,
    /// The number of shapes in it, those of the blocks in it included.
    pub(super) shape_count: usize,
    /// The number of blocks in each other, this one included.
    pub(super) depth: usize,
    /// A hash of everything in it, by which two definitions are compared.
    pub(super) fingerprint: u64,
}

/// A place where a block is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    pub(super) block: Arc<str>,
    pub(super) attributes: Vec<Attribute>,
    /// The visible attributes, as texts with the names of their tags; `None` without any.
    pub(super) texts: Option<Box<Scene>>,
    /// The same texts as they are read in a mirror image.
    pub(super) mirrored: MirroredTexts,
}

/// Texts that are turned over left and right, and up and down, each in its own box. They are made when a mirror image is first
/// drawn, and follow from the texts themselves: they count for no comparison.
#[derive(Debug, Default)]
pub(super) struct MirroredTexts(pub(super) OnceLock<[Box<Scene>; 2]>);

impl Clone for MirroredTexts {
    fn clone(&self) -> Self {
        MirroredTexts::default()
    }
}

impl PartialEq for MirroredTexts {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Scene {
    /// Makes an empty scene in millimetres, with room for 200,000 entities.
    pub fn new() -> Self {
        let default_layer: Arc<str> = DEFAULT_LAYER.into();
        let root = Entity {
            // The root has no entry in the index of names: the empty name is refused for entities, so nothing
            // finds it.
            name: "".into(),
            parent: NONE,
            content: Content::Group,
            transform: Transform::at_rest(Point::ORIGIN),
            style: OwnStyle::default(),
            layer: default_layer.clone(),
            text: None,
            annotation: None,
            is_derived: false,
        };
        Scene {
            units: Units::default(),
            entity_limit: DEFAULT_ENTITY_LIMIT,
            tolerance: DEFAULT_TOLERANCE,
            slots: Slab::of(root),
            free: Vec::new(),
            names: Arc::default(),
            siblings: Siblings::of_root(ROOT),
            layers: BTreeMap::new(),
            pens: Arc::new(Pens::of_layers(&BTreeMap::new(), 1.0, 1.0)),
            drawing_scale: None,
            dimension_style: Arc::default(),
            pages: Vec::new(),
            current_page: 0,
            default_layer,
            places: Box::default(),
            declarations: Declarations::default(),
            derivations: Derivations::default(),
            ports: HashMap::default(),
            pending_ports: Vec::new(),
            blocks: BTreeMap::new(),
            shapes_in_instances: 0,
        }
    }

    /// Returns the unit of all lengths.
    pub fn units(&self) -> Units {
        self.units
    }

    /// Sets the unit; the lengths keep their numbers.
    pub fn set_units(&mut self, units: Units) {
        self.units = units;
        self.prepare_pens();
        self.adapt_dimension_style();
    }

    /// Returns how far straight edges may be from the curves that they stand for.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// Returns how far the arcs of an offset by this distance may be from the curves that they stand for. Unless the script sets a
    /// tolerance, it is no more than a hundredth of the distance, whatever the unit is.
    pub fn offset_tolerance(&self, distance: f64) -> f64 {
        let share = distance.abs() * OFFSET_SHARE;
        if self.tolerance != DEFAULT_TOLERANCE || share == 0.0 {
            return self.tolerance;
        }
        self.tolerance.min(share.max(LEAST_OFFSET_TOLERANCE))
    }

    /// Sets the tolerance, greater than 0, in the scene's unit; 0.01 unless set.
    pub fn set_tolerance(&mut self, tolerance: f64) -> Result<(), SceneError> {
        self.tolerance = positive("tolerance", tolerance)?;
        Ok(())
    }

    /// Returns the parameters and the rules that the scene was made with.
    pub fn declarations(&self) -> &Declarations {
        &self.declarations
    }

    /// Replaces the parameters and the rules, which are not checked.
    pub fn set_declarations(&mut self, declarations: Declarations) {
        self.declarations = declarations;
    }

    /// Sets how many entities the scene may hold, groups included; 200,000 unless set.
    pub fn set_entity_limit(&mut self, limit: usize) {
        self.entity_limit = limit;
    }

    /// Returns the number of entities, groups included.
    pub fn entity_count(&self) -> usize {
        self.names.len()
    }

    /// Returns true if an entity has that name, glyphs of texts included.
    pub fn exists(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Returns the error for a name that does not exist, with the nearest one that does.
    pub fn unknown(&self, name: &str) -> SceneError {
        let near = near_name(name, self.slots.iter().skip(1).map(|entity| &*entity.name));
        SceneError::scene(match near {
            Some(near) => {
                format!("there is no entity named {}; did you mean {}?", quoted(name), quoted(near))
            }
            None => match self.derivations.result_of(name) {
                Some(result) => format!(
                    "there is no entity named {}: it was made a part of {}; keep: true leaves it beside that",
                    quoted(name),
                    quoted(result)
                ),
                None => format!("there is no entity named {}", quoted(name)),
            },
        })
    }

    pub(super) fn find(&self, name: &str) -> Option<EntityId> {
        self.names.get(name).copied()
    }

    pub(super) fn require(&self, name: &str) -> Result<EntityId, SceneError> {
        self.find(name).ok_or_else(|| self.unknown(name))
    }

    pub(super) fn require_group(&self, name: &str) -> Result<EntityId, SceneError> {
        let id = self.require(name)?;
        match &self.entity(id).content {
            Content::Group => Ok(id),
            Content::Leaf(shape) => {
                Err(SceneError::scene(format!("{} is not a group but a {}", quoted(name), shape.kind())))
            }
            Content::Instance(instance) => Err(SceneError::scene(format!(
                "{} is not a group but an instance of the block {}; ungroup it first to change what is in it",
                quoted(name),
                quoted(&instance.block)
            ))),
        }
    }

    pub(super) fn entity(&self, id: EntityId) -> &Entity {
        &self.slots[id as usize]
    }

    /// Yields the entities of the scene as they stand in memory.
    pub(super) fn entities_in_no_order(&self) -> impl Iterator<Item = &Entity> {
        // Freed slots have no parent, and neither has the root.
        self.slots.iter().filter(|entity| entity.parent != NONE)
    }

    pub(super) fn entity_mut(&mut self, id: EntityId) -> &mut Entity {
        &mut self.slots[id as usize]
    }

    /// Returns one more than the greatest id in use: for tables by id.
    pub(super) fn id_bound(&self) -> usize {
        self.slots.len()
    }

    /// Returns the children of a group, back to front.
    pub(super) fn children(&self, id: EntityId) -> impl Iterator<Item = EntityId> + '_ {
        self.siblings.iter(self.siblings.root(id))
    }

    pub(super) fn default_layer(&self) -> Arc<str> {
        self.default_layer.clone()
    }

    pub(super) fn parent_name(&self, id: EntityId) -> Option<&str> {
        let parent = self.entity(id).parent;
        (parent != ROOT && parent != NONE).then(|| &*self.entity(parent).name)
    }

    /// Returns the product of all matrices from the root down to and including the entity; for `ROOT` the identity.
    pub(super) fn world_of(&self, id: EntityId) -> Affine {
        let mut world = self.entity(id).transform.matrix();
        let mut ancestor = self.entity(id).parent;
        while ancestor != ROOT && ancestor != NONE {
            world = self.entity(ancestor).transform.matrix() * world;
            ancestor = self.entity(ancestor).parent;
        }
        world
    }

    /// Returns the world matrix that the entity's own is multiplied with.
    pub(super) fn parent_world(&self, id: EntityId) -> Affine {
        match self.entity(id).parent {
            NONE => Affine::IDENTITY,
            parent => self.world_of(parent),
        }
    }

    /// Checks the name for a new entity or layer.
    pub(super) fn check_name(name: &str) -> Result<(), SceneError> {
        if name.is_empty() {
            return Err(SceneError::range("name must not be empty"));
        }
        // A text of this many bytes is short enough whatever its characters are.
        if name.len() > MAX_NAME_CHARACTERS && name.chars().count() > MAX_NAME_CHARACTERS {
            return Err(SceneError::range(format!(
                "name must have at most {MAX_NAME_CHARACTERS} characters, got {}",
                name.chars().count()
            )));
        }
        Ok(())
    }

    /// Refuses if `additional` more entities would be too many.
    pub(super) fn check_room(&self, additional: usize) -> Result<(), SceneError> {
        if self.entity_count().saturating_add(additional) > self.entity_limit {
            return Err(SceneError::entities(self.entity_limit));
        }
        Ok(())
    }

    /// Reserves room for this many more entities.
    pub fn reserve(&mut self, additional: usize) {
        Arc::make_mut(&mut self.names).reserve(additional);
        self.siblings.reserve(additional);
    }

    /// Adds an entity on top of a group. The caller has made sure that the name does not exist.
    pub(super) fn insert(
        &mut self,
        name: Arc<str>,
        parent: EntityId,
        content: Content,
        transform: Transform,
    ) -> EntityId {
        self.shapes_in_instances =
            self.shapes_in_instances.saturating_add(self.count_instance_shapes(&content));
        let is_group = matches!(content, Content::Group);
        let entity = Entity {
            name: name.clone(),
            parent: NONE,
            content,
            transform,
            style: OwnStyle::default(),
            layer: self.default_layer.clone(),
            text: None,
            annotation: None,
            is_derived: false,
        };
        // A slot that is used again keeps the slab dense in scripts that draw and delete in a loop.
        let id = match self.free.pop() {
            Some(id) => {
                self.slots[id as usize] = entity;
                id
            }
            None => {
                self.slots.push(entity);
                (self.slots.len() - 1) as EntityId
            }
        };
        Arc::make_mut(&mut self.names).insert(name, id);
        self.siblings.add(id, is_group);
        self.places.stamp(id);
        let top = self.siblings.len(self.siblings.root(parent));
        self.attach(id, parent, top);
        id
    }

    /// Lets the scenes that are made of this one share its entities with it.
    pub(super) fn share_entities(&mut self) {
        self.slots.share();
    }

    /// Returns true if an entity is one and the same in both scenes, and so in the same group too.
    pub(super) fn shares_entity(&self, other: &Scene, id: EntityId) -> bool {
        std::ptr::eq(self.entity(id), other.entity(id))
    }

    /// Takes over all entities of another scene; there were none.
    pub(super) fn adopt_entities(&mut self, other: &Scene) {
        self.slots = other.slots.clone();
        self.free = other.free.clone();
        self.names = Arc::clone(&other.names);
        self.siblings = other.siblings.clone();
        self.shapes_in_instances = other.shapes_in_instances;
    }

    /// Puts an entity that is in no group at a position among a group's children.
    pub(super) fn attach(&mut self, id: EntityId, parent: EntityId, index: usize) {
        self.siblings.insert_below(parent, index, id);
        self.entity_mut(id).parent = parent;
        self.forget_text_around(id);
    }

    /// Removes an entity from its group; it keeps its transform.
    pub(super) fn detach(&mut self, id: EntityId) {
        self.forget_text_around(id);
        let parent = self.entity(id).parent;
        self.siblings.remove_below(parent, id);
        self.entity_mut(id).parent = NONE;
    }

    /// Returns true if an entity is in a group or at the root, and not on its way from one to another.
    pub(super) fn is_inside(&self, id: EntityId) -> bool {
        self.entity(id).parent != NONE
    }

    /// Removes an entity that has no children.
    pub(super) fn remove_childless(&mut self, id: EntityId) {
        self.detach(id);
        let name = std::mem::replace(&mut self.entity_mut(id).name, "".into());
        Arc::make_mut(&mut self.names).remove(&name);
        // A later entity of the same name is another one.
        self.derivations.forget(&name);
        let content = std::mem::replace(&mut self.entity_mut(id).content, Content::Group);
        self.shapes_in_instances =
            self.shapes_in_instances.saturating_sub(self.count_instance_shapes(&content));
        self.free.push(id);
    }

    /// Forgets the text or annotation of the group around an entity: a part of it has changed.
    pub(super) fn forget_text_around(&mut self, id: EntityId) {
        let parent = self.entity(id).parent;
        let parent = self.entity_mut(parent);
        // A text or annotation is its group with just these children. With others, its description would be
        // untrue.
        (parent.text, parent.annotation) = (None, None);
    }

    /// Returns the number of shapes that an instance shows; 0 for everything else.
    pub(super) fn count_instance_shapes(&self, content: &Content) -> usize {
        match content {
            Content::Instance(instance) => {
                // At least 1, so that instances of empty blocks cannot be made without end.
                self.blocks.get(&instance.block).map_or(0, |block| block.shape_count.max(1))
            }
            Content::Group | Content::Leaf(_) => 0,
        }
    }
}

impl Default for Scene {
    fn default() -> Self {
        Scene::new()
    }
}
