//! The scene as a flat list, for another process and for files.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::declarations;
use super::parameters::Declarations;
use super::places::PlacesRecord;
use super::shared_text;
use super::store::{Block, Content, Entity, EntityId, Instance, ROOT, Scene};
use crate::drafting::{
    Annotation, Attribute, AttributeDefinition, Layer, MAX_SHEETS, NamedPage, OwnStyle, SceneError,
    TextSource, Transform, Units,
};
use scenewright_geometry::Shape;

/// A scene without its indexes. Entities are listed back to front, each after the group it is in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneRecord {
    /// The unit of all lengths.
    pub units: Units,
    /// The drawing scale, where one was set: 50 for 1:50.
    pub drawing_scale: Option<f64>,
    /// The sheets, in the order in which they were first set; none where no page was.
    pub pages: Vec<NamedPage>,
    /// The most entities that the scene may hold.
    pub entity_limit: u64,
    /// The layers with properties of their own, by name.
    pub layers: BTreeMap<Arc<str>, Layer>,
    /// The blocks by name; one may hold instances of another.
    pub blocks: BTreeMap<Arc<str>, BlockRecord>,
    /// The entities of the scene itself; those of blocks are with the blocks.
    pub entities: Vec<EntityRecord>,
    /// The places where they were drawn; empty where they are not known.
    pub places: PlacesRecord,
    /// The parameters and rules that the scene was made with.
    pub declarations: Declarations,
}

/// An entity without its children, which name it as their parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EntityRecord {
    /// The name, which no other entity of the list has.
    #[serde(deserialize_with = "shared_text::read")]
    pub name: Arc<str>,
    /// The position in the list of the group that it is in.
    pub parent: Option<u32>,
    /// The shape; `None` for a group.
    pub shape: Option<Arc<Shape>>,
    /// The place in the group that it is in.
    pub transform: Transform,
    /// The style of its own, in which parts may be inherited.
    pub style: OwnStyle,
    /// The name of its own layer.
    #[serde(deserialize_with = "shared_text::read_repeated")]
    pub layer: Arc<str>,
    /// The source of an outlined text.
    pub text: Option<Arc<TextSource>>,
    /// The block of an instance, with values; `None` for everything else.
    pub instance: Option<InstanceRecord>,
    /// The description of a group that is more than its shapes.
    pub annotation: Option<Arc<Annotation>>,
}

/// A block without its indexes. Its contents are listed like a scene's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BlockRecord {
    /// The attributes that each instance has.
    pub attributes: Vec<AttributeDefinition>,
    /// The contents, with the base point at the origin.
    pub entities: Vec<EntityRecord>,
}

/// An instance of a block without the contents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InstanceRecord {
    /// The name of the block, which the record of the scene has.
    pub block: Arc<str>,
    /// The values of all attributes, in the order of the block's definition.
    pub attributes: Vec<Attribute>,
    /// The attributes that are seen, as texts.
    pub texts: Vec<EntityRecord>,
}

impl Scene {
    /// Returns the scene without its indexes, which shares the shapes with it.
    pub fn to_record(&self) -> SceneRecord {
        let mut entities = Vec::with_capacity(self.entity_count());
        entities.extend(self.entity_records());
        SceneRecord { entities, ..self.record_without_entities() }
    }

    /// Yields the records of the entities, back to front, each after the group it is in.
    pub(super) fn entity_records(&self) -> impl Iterator<Item = EntityRecord> {
        let mut positions = vec![0_u32; self.id_bound()];
        (0_u32..).zip(self.entities_below(ROOT)).map(move |(position, id)| {
            let entity = self.entity(id);
            positions[id as usize] = position;
            let parent = (entity.parent != ROOT).then(|| positions[entity.parent as usize]);
            EntityRecord::of(entity, parent)
        })
    }

    /// Returns everything of the record besides the list of entities, which is empty.
    pub(super) fn record_without_entities(&self) -> SceneRecord {
        SceneRecord {
            units: self.units,
            drawing_scale: self.drawing_scale,
            pages: self.pages.clone(),
            entity_limit: self.entity_limit as u64,
            layers: self.layers(),
            blocks: self.blocks.iter().map(|(name, block)| (name.clone(), block.to_record())).collect(),
            entities: Vec::new(),
            places: self.places_record(),
            declarations: self.declarations.clone(),
        }
    }

    /// Builds a scene from a list that may hold anything: it refuses everything that drawing would refuse.
    pub fn from_record(record: SceneRecord) -> Result<Scene, SceneError> {
        Scene::from_record_with(record, BTreeMap::new())
    }

    /// Builds a scene that has these blocks besides its own.
    pub(super) fn from_record_with(
        record: SceneRecord,
        blocks: BTreeMap<Arc<str>, Arc<Block>>,
    ) -> Result<Scene, SceneError> {
        let mut scene = Scene::new();
        scene.blocks = blocks;
        scene.units = record.units;
        scene.entity_limit = usize::try_from(record.entity_limit).unwrap_or(usize::MAX);
        for (name, layer) in &record.layers {
            Scene::check_layer_name(name)
                .and_then(|()| layer.check())
                .map_err(|it| it.within("layer", name))?;
        }
        scene.layers = record.layers;
        if let Some(scale) = record.drawing_scale {
            scene.set_drawing_scale(scale)?;
        }
        check_pages(&record.pages)?;
        scene.pages = record.pages;
        scene.prepare_pens();
        declarations::check(&record.declarations)?;
        scene.declarations = record.declarations;
        scene.add_block_records(record.blocks)?;
        let mut list = RebuiltList::new(scene, record.entities.len());
        for entity in record.entities {
            list.add(entity)?;
        }
        list.into_scene(record.places)
    }
}

/// The entities of a scene that is built from a list, as far as they have been added.
pub(super) struct RebuiltList {
    scene: Scene,
    ids: Vec<EntityId>,
    layers: HashMap<Arc<str>, Arc<str>>,
    /// The layer of the entity before.
    last_layer: Option<Arc<str>>,
    /// Set at the end: a group that is given children is no text until it has them all.
    texts: Vec<(EntityId, Arc<TextSource>)>,
    annotations: Vec<(EntityId, Arc<Annotation>)>,
}

impl RebuiltList {
    pub(crate) fn new(mut scene: Scene, count: usize) -> Self {
        scene.reserve(count);
        RebuiltList::of(scene, Vec::with_capacity(count))
    }

    fn of(scene: Scene, ids: Vec<EntityId>) -> Self {
        let (layers, last_layer, texts, annotations) = Default::default();
        RebuiltList { scene, ids, layers, last_layer, texts, annotations }
    }

    /// Begins with the entities of another scene that was built from a list, which are these in its order.
    pub(crate) fn beginning_with(
        mut scene: Scene,
        base: &Scene,
        ids: Vec<EntityId>,
    ) -> Result<Self, SceneError> {
        scene.check_room(ids.len())?;
        scene.check_instances(base.shapes_in_instances)?;
        scene.adopt_entities(base);
        Ok(RebuiltList::of(scene, ids))
    }

    /// Adds an entity that may be anything.
    pub(crate) fn add(&mut self, mut entity: EntityRecord) -> Result<(), SceneError> {
        let content =
            self.checked_content(&mut entity).map_err(|error| error.within("entity", &entity.name))?;
        let parent = entity.parent.map_or(Some(&ROOT), |position| self.ids.get(position as usize));
        let parent = self.checked_parent(&entity.name, parent.copied())?;
        let id = self.scene.insert(entity.name.clone(), parent, content, entity.transform.clone());
        self.ids.push(id);
        self.complete(id, entity);
        Ok(())
    }

    /// Replaces an entity of the same name and in the same group; a group stays one, with what is in it.
    pub(crate) fn replace(&mut self, id: EntityId, mut entity: EntityRecord) -> Result<(), SceneError> {
        let old = std::mem::replace(&mut self.scene.entity_mut(id).content, Content::Group);
        self.scene.shapes_in_instances -= self.scene.count_instance_shapes(&old);
        let content =
            self.checked_content(&mut entity).map_err(|error| error.within("entity", &entity.name))?;
        self.scene.shapes_in_instances += self.scene.count_instance_shapes(&content);
        let slot = self.scene.entity_mut(id);
        slot.content = content;
        slot.transform = entity.transform.clone();
        (slot.text, slot.annotation) = (None, None);
        self.complete(id, entity);
        Ok(())
    }

    fn checked_content(&self, entity: &mut EntityRecord) -> Result<Content, SceneError> {
        Scene::check_name(&entity.name)?;
        Scene::check_name(&entity.layer)?;
        entity.transform.check()?;
        entity.style.check()?;
        if let Some(text) = &entity.text {
            text.check(entity.shape.as_deref())?;
        }
        if let Some(annotation) = &entity.annotation {
            annotation.check(entity.shape.is_some())?;
        }
        Ok(match (&entity.shape, entity.instance.take()) {
            (None, None) => Content::Group,
            (Some(shape), None) => Content::Leaf(checked_shape(shape)?),
            (None, Some(instance)) => Content::Instance(Arc::new(self.scene.checked_instance(instance)?)),
            (Some(_), Some(_)) => return Err(SceneError::scene("an instance has no shape of its own")),
        })
    }

    fn checked_parent(&self, name: &str, parent: Option<EntityId>) -> Result<EntityId, SceneError> {
        self.scene.check_room(1)?;
        let parent = match parent {
            _ if self.scene.exists(name) => Err("there are two of that name"),
            None => Err("its group does not come before it in the list"),
            Some(id) if matches!(self.scene.entity(id).content, Content::Group) => Ok(id),
            Some(_) => Err("what it is in is not a group"),
        };
        parent.map_err(|words| SceneError::scene(words).within("entity", name))
    }

    fn complete(&mut self, id: EntityId, entity: EntityRecord) {
        let layer = match &self.last_layer {
            // Neighbours are mostly on one layer, and share its name in memory.
            Some(last) if Arc::ptr_eq(last, &entity.layer) => entity.layer,
            _ => self.layers.entry(entity.layer).or_insert_with_key(Arc::clone).clone(),
        };
        self.last_layer = Some(Arc::clone(&layer));
        let slot = self.scene.entity_mut(id);
        (slot.style, slot.layer) = (entity.style, layer);
        self.texts.extend(entity.text.map(|text| (id, text)));
        self.annotations.extend(entity.annotation.map(|annotation| (id, annotation)));
    }

    /// Adds an entity of another scene that was built from a list, to a group of the same name.
    pub(crate) fn add_kept(&mut self, base: &Scene, id: EntityId) -> Result<(), SceneError> {
        let entity = base.entity(id);
        let parent = base.parent_name(id).map_or(Some(ROOT), |name| self.scene.find(name));
        let parent = self.checked_parent(&entity.name, parent)?;
        let (name, content) = (entity.name.clone(), entity.content.clone());
        let new = self.scene.insert(name, parent, content, entity.transform.clone());
        let slot = self.scene.entity_mut(new);
        slot.style = entity.style.clone();
        slot.layer = entity.layer.clone();
        self.texts.extend(entity.text.clone().map(|text| (new, text)));
        self.annotations.extend(entity.annotation.clone().map(|annotation| (new, annotation)));
        self.ids.push(new);
        Ok(())
    }

    pub(crate) fn into_scene(self, places: PlacesRecord) -> Result<Scene, SceneError> {
        let RebuiltList { mut scene, ids, texts, annotations, .. } = self;
        // Set last: adding a child to a group removes its text.
        for (id, text) in texts {
            scene.entity_mut(id).text = Some(text);
        }
        scene.adopt_places(places, &ids)?;
        for (id, annotation) in annotations {
            scene.entity_mut(id).annotation = Some(annotation);
        }
        // The scene of the next commit is most often this one with a few changes.
        scene.share_entities();
        Ok(scene)
    }
}

fn instance_record(instance: &Instance) -> InstanceRecord {
    InstanceRecord {
        block: instance.block.clone(),
        attributes: instance.attributes.clone(),
        texts: instance.texts.as_ref().map_or_else(Vec::new, |texts| texts.to_record().entities),
    }
}

impl EntityRecord {
    /// Returns true for a group: what shows nothing of its own.
    pub(super) fn is_group(&self) -> bool {
        self.shape.is_none() && self.instance.is_none()
    }

    /// Makes the record of an entity whose group has this position in the list.
    pub(super) fn of(entity: &Entity, parent: Option<u32>) -> EntityRecord {
        EntityRecord {
            name: entity.name.clone(),
            parent,
            shape: match &entity.content {
                Content::Group | Content::Instance(_) => None,
                Content::Leaf(shape) => Some(shape.clone()),
            },
            transform: entity.transform.clone(),
            style: entity.style.clone(),
            layer: entity.layer.clone(),
            text: entity.text.clone(),
            instance: match &entity.content {
                Content::Instance(instance) => Some(instance_record(instance)),
                Content::Group | Content::Leaf(_) => None,
            },
            annotation: entity.annotation.clone(),
        }
    }
}

impl SceneRecord {
    /// Makes the record of a scene with only these entities.
    pub(super) fn of_entities(entities: Vec<EntityRecord>, entity_limit: u64) -> SceneRecord {
        SceneRecord {
            units: Units::default(),
            drawing_scale: None,
            pages: Vec::new(),
            entity_limit,
            layers: BTreeMap::new(),
            blocks: BTreeMap::new(),
            entities,
            places: PlacesRecord::default(),
            declarations: Declarations::default(),
        }
    }
}

fn check_pages(pages: &[NamedPage]) -> Result<(), SceneError> {
    if pages.len() > MAX_SHEETS {
        return Err(SceneError::range(format!("a drawing has at most {MAX_SHEETS} sheets")));
    }
    for (index, NamedPage { name, page }) in pages.iter().enumerate() {
        NamedPage::check_name(name)?;
        page.check()?;
        if pages[..index].iter().any(|other| other.name == *name) {
            return Err(SceneError::scene("there are two of that name").within("sheet", name));
        }
    }
    Ok(())
}

/// Returns the shape itself when the checks find nothing to correct.
fn checked_shape(shape: &Arc<Shape>) -> Result<Arc<Shape>, SceneError> {
    let checked = Shape::clone(shape).checked()?;
    super::drawing::checked_bounds_center(&checked)?;
    // Shared with the base of a patch where nothing had to be corrected, so that later comparisons are of
    // pointers.
    Ok(if checked == **shape { shape.clone() } else { Arc::new(checked) })
}

impl PartialEq for Scene {
    fn eq(&self, other: &Scene) -> bool {
        let (mut own, mut others) = (self.to_record(), other.to_record());
        // The limit is a rule for drawing, not a part of the drawing; the places are beside it.
        (own.entity_limit, others.entity_limit) = (0, 0);
        (own.places, others.places) = (PlacesRecord::default(), PlacesRecord::default());
        own == others
    }
}
