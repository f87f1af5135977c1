//! A walk through the whole tree, back to front, without recursion.

use super::siblings::NONE;
use super::store::{Content, DEFAULT_LAYER, EntityId, Instance, ROOT, Scene};
use crate::drafting::{Annotation, Style, TextSource};
use scenewright_geometry::{Affine, Bounds, Shape};

/// One step of an exporter on its way from the back to the front.
#[derive(Clone, Debug)]
pub enum Visit<'a> {
    /// The start of a group; `depth` is the number of groups around it.
    GroupStart {
        /// The name of the group.
        name: &'a str,
        /// The name of its layer.
        layer: &'a str,
        /// The number of groups around it, instances of blocks included.
        depth: usize,
        /// The transform from its own coordinates to the world.
        world: Affine,
        /// The effective style.
        style: Style<'a>,
        /// The source of a text, whose glyphs follow.
        text: Option<&'a TextSource>,
        /// The description of a group whose shapes show an annotation.
        annotation: Option<&'a Annotation>,
        /// True when it is on a layer that is not visible, or something around it is.
        hidden: bool,
        /// The block that it is an instance of, whose contents follow.
        block: Option<BlockUse<'a>>,
    },
    /// A shape, or one glyph of a text.
    Leaf(Leaf<'a>),
    /// The end of a group, after its last child.
    GroupEnd {
        /// The name of the group.
        name: &'a str,
        /// The number of groups around it, as at its start.
        depth: usize,
    },
}

/// A shape with its place in the world and its effective style.
#[derive(Clone, Debug)]
pub struct Leaf<'a> {
    /// The name of the entity; in a block, the instance's name may stand for it.
    pub name: &'a str,
    /// The name of its layer, or of the instance's for what is on the default one in a block.
    pub layer: &'a str,
    /// The shape in its own coordinates.
    pub shape: &'a Shape,
    /// The transform from those to the world.
    pub world: Affine,
    /// The effective style, with the colours and the pen of the layer filled in.
    pub style: Style<'a>,
    /// The source of a text of one glyph.
    pub text: Option<&'a TextSource>,
    /// True when it is on a layer that is not visible, or something around it is.
    pub hidden: bool,
}

/// An instance of a block, with all that its contents take over from it.
#[derive(Clone, Copy, Debug)]
pub struct BlockUse<'a> {
    /// The name of the block.
    pub block: &'a str,
    /// The values of its attributes.
    pub instance: &'a Instance,
    pub(super) owner: &'a str,
    pub(super) layer: &'a str,
    /// The style of the instance, before the colours of layers are filled in.
    pub(super) style: Style<'a>,
    pub(super) hidden: bool,
    /// The attributes that are seen, as they are read where it stands.
    pub(super) texts: Option<&'a Scene>,
}

impl<'a> BlockUse<'a> {
    /// Returns the attributes that are seen, as texts with the names of their tags.
    pub fn texts(&self) -> Option<&'a Scene> {
        self.texts
    }
}

impl BlockUse<'_> {
    /// Returns true if both show the same block in the same look, wherever they are. The layer counts where asked for:
    /// it decides on the colours of what is on the default one in the block.
    pub fn looks_like(&self, other: &BlockUse<'_>, with_layer: bool) -> bool {
        self.block == other.block
            && self.style == other.style
            && self.hidden == other.hidden
            && (!with_layer || self.layer == other.layer)
    }
}

/// A top-level entity with all that is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subtree {
    pub(super) id: EntityId,
    /// Its position among all entities, back to front, each group before what is in it.
    pub first: usize,
    /// The number of its entities, itself included.
    pub count: usize,
}

/// The tree that a walk goes through: the scene, or the contents of a block in the place of an instance.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    pub tree: &'a Scene,
    pub world: Affine,
    pub style: Style<'a>,
    pub hidden: bool,
    pub depth: usize,
    /// The name of the instance, where its contents go by it.
    pub name: Option<&'a str>,
    /// The layer of the instance, on which the contents are that are on the default one.
    pub layer: Option<&'a str>,
}

impl<'a> Surroundings<'a> {
    fn layer_of(&self, own: &'a str) -> &'a str {
        self.layer.filter(|_| own == DEFAULT_LAYER).unwrap_or(own)
    }

    /// Returns the matrix of something in the tree, given the one in the world.
    fn own_matrix(&self, world: &Affine) -> Affine {
        self.world.inverse().map_or(*world, |inverse| inverse * *world)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Enter(EntityId),
    /// The end of a group, after its last child; a leaf is only entered.
    Leave(EntityId),
}

impl Scene {
    /// Yields all visible groups and shapes in the order of drawing; a group's start and end enclose its contents.
    /// Everything on a layer that is not visible is left out, with its contents.
    pub fn walk_back_to_front(&self) -> impl Iterator<Item = Visit<'_>> {
        self.visits(self.surroundings(), false)
    }

    /// Yields all groups and shapes in the order of drawing, also the hidden ones.
    pub fn walk_all_back_to_front(&self) -> impl Iterator<Item = Visit<'_>> {
        self.visits(self.surroundings(), true)
    }

    fn surroundings(&self) -> Surroundings<'_> {
        Surroundings {
            tree: self,
            world: Affine::IDENTITY,
            style: Style::DEFAULT,
            hidden: false,
            depth: 0,
            name: None,
            layer: None,
        }
    }

    /// Yields the steps through a tree, in the colours of this scene's layers; with `is_all`, also the hidden ones.
    pub(super) fn visits<'a>(
        &'a self,
        surroundings: Surroundings<'a>,
        is_all: bool,
    ) -> impl Iterator<Item = Visit<'a>> + 'a {
        self.visits_on(self.seen_steps(surroundings, is_all), surroundings, is_all)
    }

    /// Yields a top-level entity and all that is in it, as a walk through the scene does, also what is hidden.
    pub fn walk_subtree(&self, subtree: &Subtree) -> impl Iterator<Item = Visit<'_>> {
        let id = subtree.id;
        let is_group = matches!(self.entity(id).content, Content::Group);
        let below = is_group.then(|| self.steps_below(id).chain([Step::Leave(id)]));
        let steps = std::iter::once(Step::Enter(id)).chain(below.into_iter().flatten());
        self.visits_on(steps, self.surroundings(), true)
    }

    /// Yields what the steps of a walk meet.
    fn visits_on<'a>(
        &'a self,
        steps: impl Iterator<Item = Step> + 'a,
        surroundings: Surroundings<'a>,
        is_all: bool,
    ) -> impl Iterator<Item = Visit<'a>> + 'a {
        let tree = surroundings.tree;
        let top = (surroundings.world, surroundings.style, surroundings.hidden);
        let mut around: Vec<(Affine, Style<'a>, bool)> = vec![top];
        let visits = steps.map(move |step| {
            let (parent_world, parent_style, parent_hidden) = around.last().copied().unwrap_or(top);
            let depth = surroundings.depth + around.len() - 1;
            match step {
                Step::Enter(id) => {
                    let entity = tree.entity(id);
                    let name = surroundings.name.unwrap_or(&entity.name);
                    let own_layer = surroundings.layer_of(&entity.layer);
                    let world = parent_world * entity.transform.matrix();
                    let style = parent_style.overridden(&entity.style);
                    let hidden = parent_hidden || self.is_layer_hidden(own_layer);
                    let text = entity.text.as_deref();
                    match &entity.content {
                        Content::Group => {
                            around.push((world, style, hidden));
                            // A text looks as its glyphs do; the group's own style may never have been set.
                            let (layer, style) = match text {
                                Some(_) => tree.text_look(id, style),
                                None => (own_layer, style),
                            };
                            let layer = surroundings.layer_of(layer);
                            let style = self.in_colors_of(layer, style);
                            Visit::GroupStart {
                                name,
                                layer,
                                depth,
                                world,
                                style,
                                text,
                                annotation: entity.annotation.as_deref(),
                                hidden,
                                block: None,
                            }
                        }
                        Content::Leaf(shape) => Visit::Leaf(Leaf {
                            name,
                            layer: own_layer,
                            shape,
                            world,
                            style: self.in_colors_of(own_layer, style),
                            text,
                            hidden,
                        }),
                        Content::Instance(instance) => Visit::GroupStart {
                            name,
                            layer: own_layer,
                            depth,
                            world,
                            style: self.in_colors_of(own_layer, style),
                            text: None,
                            annotation: None,
                            hidden,
                            block: Some(BlockUse {
                                block: &instance.block,
                                instance,
                                owner: name,
                                layer: own_layer,
                                style,
                                hidden,
                                // In a block, the block decides: files have it once for all its instances.
                                texts: instance.texts_in(&surroundings.own_matrix(&world)),
                            }),
                        },
                    }
                }
                Step::Leave(id) => {
                    around.pop();
                    let name = surroundings.name.unwrap_or(&tree.entity(id).name);
                    Visit::GroupEnd { name, depth: depth - 1 }
                }
            }
        });
        visits.flat_map(move |visit| {
            // An instance is followed by the contents of its block, as if they stood there.
            let contents = self.expanded(&visit, is_all);
            std::iter::once(visit).chain(contents)
        })
    }

    /// Returns the exact bounds of everything visible.
    pub fn visible_bounds(&self) -> Option<Bounds> {
        let bounds = self.walk_back_to_front().filter_map(|visit| match visit {
            Visit::Leaf(leaf) => Some(leaf.shape.bounds(&leaf.world)),
            Visit::GroupStart { .. } | Visit::GroupEnd { .. } => None,
        });
        bounds.reduce(Bounds::union)
    }

    /// Yields the steps through a tree, without those that are hidden unless all are asked for.
    fn seen_steps<'a>(
        &'a self,
        surroundings: Surroundings<'a>,
        is_all: bool,
    ) -> impl Iterator<Item = Step> + 'a {
        let tree = surroundings.tree;
        let mut hidden: Option<EntityId> = None;
        tree.steps_below(ROOT).filter(move |step| match (*step, hidden) {
            _ if is_all => true,
            (Step::Leave(id), Some(group)) if id == group => {
                hidden = None;
                false
            }
            (_, Some(_)) => false,
            (Step::Enter(id), None)
                if self.is_layer_hidden(surroundings.layer_of(&tree.entity(id).layer)) =>
            {
                // Everything up to the end of this group is left out. A leaf has nothing below it, and no
                // end.
                if matches!(tree.entity(id).content, Content::Group) {
                    hidden = Some(id);
                }
                false
            }
            _ => true,
        })
    }

    /// Yields everything inside a group, except the group itself.
    pub(super) fn steps_below(&self, top: EntityId) -> impl Iterator<Item = Step> + '_ {
        let first = self.siblings.first(self.siblings.root(top));
        // The next step follows from the last one and the links between entities, so a walk needs no stack,
        // however deep the groups.
        let mut upcoming = (first != NONE).then_some(Step::Enter(first));
        std::iter::from_fn(move || {
            let step = upcoming?;
            upcoming = match step {
                Step::Enter(id) if self.siblings.is_group(id) => {
                    match self.siblings.first(self.siblings.root(id)) {
                        NONE => Some(Step::Leave(id)),
                        child => Some(Step::Enter(child)),
                    }
                }
                Step::Enter(id) | Step::Leave(id) => match self.siblings.next(id) {
                    NONE => {
                        let parent = self.entity(id).parent;
                        (parent != top).then_some(Step::Leave(parent))
                    }
                    next => Some(Step::Enter(next)),
                },
            };
            Some(step)
        })
    }

    /// Yields the entities inside a group, each before its contents.
    pub(super) fn entities_below(&self, top: EntityId) -> impl Iterator<Item = EntityId> + '_ {
        self.steps_below(top).filter_map(|step| match step {
            Step::Enter(id) => Some(id),
            Step::Leave(_) => None,
        })
    }

    /// Returns an entity, or all shapes and instances in a group at any depth, each with its place when `world` maps the
    /// entity's own coordinates.
    pub(super) fn leaves_below(&self, id: EntityId, world: Affine) -> Vec<(EntityId, Affine)> {
        if let Content::Leaf(_) | Content::Instance(_) = self.entity(id).content {
            return vec![(id, world)];
        }
        let mut around = vec![world];
        let mut leaves = Vec::new();
        for step in self.steps_below(id) {
            let Step::Enter(inner) = step else {
                around.pop();
                continue;
            };
            let entity = self.entity(inner);
            let world = around.last().copied().unwrap_or_default() * entity.transform.matrix();
            match &entity.content {
                Content::Group => around.push(world),
                Content::Leaf(_) | Content::Instance(_) => leaves.push((inner, world)),
            }
        }
        leaves
    }
}
