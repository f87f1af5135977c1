//! A walk through the whole tree, back to front, without recursion.

use super::drafting::annotation::Annotation;
use super::siblings::NONE;
use super::store::{Content, EntityId, ROOT, Scene};
use super::style::Style;
use super::text_source::TextSource;
use scenewright_geometry::{Affine, Bounds, Shape};

/// One step of an exporter on its way from the back to the front.
#[derive(Clone, Debug)]
pub enum Visit<'a> {
    /// The start of a group; `depth` is the number of groups around it.
    GroupStart {
        name: &'a str,
        layer: &'a str,
        depth: usize,
        world: Affine,
        style: Style<'a>,
        text: Option<&'a TextSource>,
        /// The description of a group whose shapes show an annotation.
        annotation: Option<&'a Annotation>,
        hidden: bool,
    },
    Leaf(Leaf<'a>),
    GroupEnd {
        name: &'a str,
        depth: usize,
    },
}

/// A shape with its place in the world and its effective style.
#[derive(Clone, Debug)]
pub struct Leaf<'a> {
    pub name: &'a str,
    pub layer: &'a str,
    pub shape: &'a Shape,
    pub world: Affine,
    pub style: Style<'a>,
    pub text: Option<&'a TextSource>,
    /// True when it is on a layer that is not visible, or something around it is.
    pub hidden: bool,
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
        self.visits(self.visible_steps())
    }

    /// Yields all groups and shapes in the order of drawing, also the hidden ones.
    pub fn walk_all_back_to_front(&self) -> impl Iterator<Item = Visit<'_>> {
        self.visits(self.steps_below(ROOT))
    }

    fn visits<'a>(&'a self, steps: impl Iterator<Item = Step> + 'a) -> impl Iterator<Item = Visit<'a>> + 'a {
        const TOP: (Affine, Style<'static>, bool) = (Affine::IDENTITY, Style::DEFAULT, false);
        let mut around: Vec<(Affine, Style<'a>, bool)> = vec![TOP];
        steps.map(move |step| {
            let (parent_world, parent_style, parent_hidden) = around.last().copied().unwrap_or(TOP);
            match step {
                Step::Enter(id) => {
                    let entity = self.entity(id);
                    let world = parent_world * entity.transform.matrix();
                    let style = parent_style.overridden(&entity.style);
                    let hidden = parent_hidden || self.is_hidden(id);
                    let text = entity.text.as_deref();
                    match &entity.content {
                        Content::Group { .. } => {
                            around.push((world, style, hidden));
                            let (layer, style) = match text {
                                Some(_) => self.text_look(id, style),
                                None => (&*entity.layer, style),
                            };
                            let style = self.in_colors_of(layer, style);
                            Visit::GroupStart {
                                name: &entity.name,
                                layer,
                                depth: around.len() - 2,
                                world,
                                style,
                                text,
                                annotation: entity.annotation.as_deref(),
                                hidden,
                            }
                        }
                        Content::Leaf(shape) => Visit::Leaf(Leaf {
                            name: &entity.name,
                            layer: &entity.layer,
                            shape,
                            world,
                            style: self.in_colors_of(&entity.layer, style),
                            text,
                            hidden,
                        }),
                    }
                }
                Step::Leave(id) => {
                    around.pop();
                    Visit::GroupEnd { name: &self.entity(id).name, depth: around.len() - 1 }
                }
            }
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

    fn visible_steps(&self) -> impl Iterator<Item = Step> + '_ {
        let mut hidden: Option<EntityId> = None;
        self.steps_below(ROOT).filter(move |step| match (*step, hidden) {
            (Step::Leave(id), Some(group)) if id == group => {
                hidden = None;
                false
            }
            (_, Some(_)) => false,
            (Step::Enter(id), None) if self.is_hidden(id) => {
                if matches!(self.entity(id).content, Content::Group { .. }) {
                    hidden = Some(id);
                }
                false
            }
            _ => true,
        })
    }

    /// Yields everything inside a group, except the group itself.
    pub(super) fn steps_below(&self, top: EntityId) -> impl Iterator<Item = Step> + '_ {
        let first = self.siblings.first(self.children_root(top));
        let mut upcoming = (first != NONE).then_some(Step::Enter(first));
        std::iter::from_fn(move || {
            let step = upcoming?;
            upcoming = match step {
                Step::Enter(id) if matches!(self.entity(id).content, Content::Group { .. }) => {
                    match self.siblings.first(self.children_root(id)) {
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

    /// Returns an entity, or all shapes in a group at any depth, each with its place when `world` maps the
    /// entity's own coordinates.
    pub(super) fn leaves_below(&self, id: EntityId, world: Affine) -> Vec<(EntityId, Affine)> {
        if let Content::Leaf(_) = self.entity(id).content {
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
                Content::Group { .. } => around.push(world),
                Content::Leaf(_) => leaves.push((inner, world)),
            }
        }
        leaves
    }

    /// Returns the box of an entity and its contents when `world` maps the entity's own coordinates.
    pub(super) fn subtree_bounds(&self, id: EntityId, world: Affine) -> Option<Bounds> {
        let leaves = self.leaves_below(id, world).into_iter();
        let boxes = leaves.filter_map(|(leaf, world)| match &self.entity(leaf).content {
            Content::Leaf(shape) => Some(shape.bounds(&world)),
            Content::Group { .. } => None,
        });
        boxes.reduce(|all, own| all.union(own))
    }
}
