//! The shapes that an entity consists of, those of blocks in the places of their instances included.
//!
//! Blocks in blocks are followed by recursion, whose depth the definition of blocks bounds.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::store::{Content, EntityId, Instance, ROOT, Scene};
use super::walk::{BlockUse, Surroundings, Visit};
use scenewright_geometry::{Affine, Bounds, Point, Shape};

/// A shape of an entity, with its place in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// The entity of the scene itself: the shape's own, or the instance that shows it.
    pub id: EntityId,
    pub shape: &'a Shape,
    pub world: Affine,
}

/// The boxes of blocks around their base points, by the linear parts of the matrices that they are shown by.
type KnownBounds<'a> = HashMap<(&'a str, [u64; 4]), Option<Bounds>, RandomState>;

impl Scene {
    /// Returns the shapes of an entity, or of everything in a group at any depth.
    pub(super) fn parts_of(&self, id: EntityId) -> Vec<Part<'_>> {
        self.parts_below(id, self.world_of(id))
    }

    /// Returns the shapes of an entity when `world` maps its own coordinates.
    pub(super) fn parts_below(&self, id: EntityId, world: Affine) -> Vec<Part<'_>> {
        let leaves = self.leaves_below(id, world);
        let mut parts = Vec::with_capacity(leaves.len());
        for (leaf, world) in leaves {
            match &self.entity(leaf).content {
                Content::Leaf(shape) => parts.push(Part { id: leaf, shape, world }),
                Content::Instance(instance) => {
                    self.push_instance(leaf, instance, (world, &Affine::IDENTITY), &mut parts);
                }
                Content::Group => {}
            }
        }
        parts
    }

    /// Returns the shapes of an entity without its texts: without the attributes of instances, and without what letters draw
    /// beside other shapes. A text alone has its letters.
    pub(super) fn symbol_shapes(&self, id: EntityId) -> Vec<(&Shape, Affine)> {
        let mut shapes = Vec::new();
        for (leaf, world) in self.leaves_of(id) {
            match &self.entity(leaf).content {
                Content::Leaf(shape) if !self.is_lettering(leaf) => shapes.push((&**shape, world)),
                Content::Instance(instance) => self.push_symbol(instance, world, &mut shapes),
                Content::Leaf(_) | Content::Group => {}
            }
        }
        if shapes.is_empty() {
            shapes.extend(self.parts_of(id).into_iter().map(|part| (part.shape, part.world)));
        }
        shapes
    }

    fn push_symbol<'a>(&'a self, instance: &Instance, world: Affine, shapes: &mut Vec<(&'a Shape, Affine)>) {
        let Some(block) = self.blocks.get(&instance.block) else { return };
        let tree = &block.contents;
        let first = shapes.len();
        let leaves = tree.leaves_below(ROOT, world);
        for (leaf, world) in &leaves {
            match &tree.entity(*leaf).content {
                Content::Leaf(shape) if !tree.is_lettering(*leaf) => shapes.push((shape, *world)),
                Content::Instance(inner) => self.push_symbol(inner, *world, shapes),
                Content::Leaf(_) | Content::Group => {}
            }
        }
        // A block of letters alone has these.
        if shapes.len() == first {
            let letters = leaves.iter().filter_map(|(leaf, world)| match &tree.entity(*leaf).content {
                Content::Leaf(shape) => Some((&**shape, *world)),
                _ => None,
            });
            shapes.extend(letters);
        }
    }

    /// Returns true for a text of one letter and for a letter of a text.
    fn is_lettering(&self, leaf: EntityId) -> bool {
        let entity = self.entity(leaf);
        entity.text.is_some() || (entity.parent != ROOT && self.entity(entity.parent).text.is_some())
    }

    /// Returns the box of an entity and its contents when `world` maps the entity's own coordinates.
    pub(super) fn subtree_bounds(&self, id: EntityId, world: Affine) -> Option<Bounds> {
        let mut known = KnownBounds::default();
        let boxes = self.leaves_below(id, world).into_iter().filter_map(|(leaf, world)| {
            match &self.entity(leaf).content {
                Content::Leaf(shape) => Some(shape.bounds(&world)),
                Content::Instance(instance) => self.instance_bounds(instance, world, &mut known),
                Content::Group => None,
            }
        });
        boxes.reduce(Bounds::union)
    }

    /// Returns the box of an instance. Those that show the same block turned and stretched the same way are as large as
    /// each other.
    fn instance_bounds<'a>(
        &'a self,
        instance: &'a Instance,
        world: Affine,
        known: &mut KnownBounds<'a>,
    ) -> Option<Bounds> {
        let bounds_at = |world: Affine| {
            let mut parts = Vec::new();
            self.push_instance(ROOT, instance, (world, &Affine::IDENTITY), &mut parts);
            parts.iter().map(|part| part.shape.bounds(&part.world)).reduce(Bounds::union)
        };
        // Texts of its own make an instance unlike the others of its block.
        if instance.texts.is_some() {
            return bounds_at(world);
        }
        let linear = Affine { e: 0.0, f: 0.0, ..world };
        let key = (&*instance.block, [world.a, world.b, world.c, world.d].map(f64::to_bits));
        let own = (*known.entry(key).or_insert_with(|| bounds_at(linear)))?;
        let placed = |point: Point| Point::new(point.x + world.e, point.y + world.f);
        Some(Bounds { min: placed(own.min), max: placed(own.max) })
    }

    fn push_instance<'a>(
        &'a self,
        id: EntityId,
        instance: &'a Instance,
        (world, around): (Affine, &Affine),
        parts: &mut Vec<Part<'a>>,
    ) {
        let contents = self.blocks.get(&instance.block).map(|block| &block.contents);
        let own = around.inverse().map_or(world, |inverse| inverse * world);
        for tree in contents.into_iter().chain(instance.texts_in(&own)) {
            for (leaf, placed) in tree.leaves_below(ROOT, world) {
                match &tree.entity(leaf).content {
                    Content::Leaf(shape) => parts.push(Part { id, shape, world: placed }),
                    Content::Instance(inner) => self.push_instance(id, inner, (placed, &world), parts),
                    Content::Group => {}
                }
            }
        }
    }

    /// Returns what follows the start of an instance: its contents under its own name, and its end.
    pub(super) fn expanded<'a>(&'a self, visit: &Visit<'a>, is_all: bool) -> Vec<Visit<'a>> {
        let Visit::GroupStart { depth, world, block: Some(block), .. } = visit else { return Vec::new() };
        let name = block.owner;
        let mut visits = self.contents_at(block, *world, *depth + 1, Some(name), is_all);
        visits.push(Visit::GroupEnd { name, depth: *depth });
        visits
    }

    /// Returns the visible contents of a block in its own coordinates and under their own names, as they look in an
    /// instance; its attributes, which are the instance's own, are left out.
    pub fn block_contents<'a>(&'a self, block: &BlockUse<'a>) -> Vec<Visit<'a>> {
        let Some(definition) = self.blocks.get(block.block) else { return Vec::new() };
        self.visits(surroundings(block, &definition.contents, Affine::IDENTITY, 0, None), false).collect()
    }

    /// Returns all contents of a block as `block_contents` does, but on the default layer where they are on it.
    pub fn block_contents_on_own_layers<'a>(&'a self, block: &BlockUse<'a>) -> Vec<Visit<'a>> {
        let Some(definition) = self.blocks.get(block.block) else { return Vec::new() };
        let surroundings = surroundings(block, &definition.contents, Affine::IDENTITY, 0, None);
        self.visits(Surroundings { layer: None, ..surroundings }, true).collect()
    }

    /// Returns the attributes of an instance that are seen, as texts in the world.
    pub fn attribute_texts<'a>(
        &'a self,
        block: &BlockUse<'a>,
        world: Affine,
        depth: usize,
        is_all: bool,
    ) -> Vec<Visit<'a>> {
        let Some(texts) = block.texts else { return Vec::new() };
        self.visits(surroundings(block, texts, world, depth, None), is_all).collect()
    }

    fn contents_at<'a>(
        &'a self,
        block: &BlockUse<'a>,
        world: Affine,
        depth: usize,
        name: Option<&'a str>,
        is_all: bool,
    ) -> Vec<Visit<'a>> {
        let definition = self.blocks.get(block.block).map(|definition| &definition.contents);
        let trees = definition.into_iter().chain(block.texts);
        trees.flat_map(|tree| self.visits(surroundings(block, tree, world, depth, name), is_all)).collect()
    }
}

fn surroundings<'a>(
    block: &BlockUse<'a>,
    tree: &'a Scene,
    world: Affine,
    depth: usize,
    name: Option<&'a str>,
) -> Surroundings<'a> {
    Surroundings {
        tree,
        world,
        style: block.style,
        hidden: block.hidden,
        depth,
        name,
        layer: Some(block.layer),
    }
}
