//! Queries of the scene.

use serde::Serialize;

use super::description::{
    BoundsDescription, GeometryDescription, InstanceDescription, Pair, StyleDescription, TextDescription,
    TransformDescription, pair,
};

use super::store::{Content, EntityId, Instance, ROOT, Scene};
use super::walk::Step;
use crate::drafting::{
    Annotation, OwnStyle, SceneError, Style, TextSource, Transform, matches_pattern, quoted,
};
use scenewright_geometry::{Affine, Bounds, Point, Shape, finite};

/// A filter for listing entities; absent criteria do not restrict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListFilter {
    /// The name of the layer that the entity itself is on.
    pub layer: Option<String>,
    /// The type: `circle`, `rect`, `line`, `polygon`, `arc`, `ellipse`, `path`, `text`, `group` or `instance`.
    pub kind: Option<String>,
    /// The contents of this group, at any depth. A missing group has none; a text contains its glyphs,
    /// which no other listing has.
    pub group: Option<String>,
    /// A pattern for the whole name, with `*` and `?`.
    pub name_glob: Option<String>,
}

/// One entity as a file describes it.
#[derive(Clone, Debug)]
pub struct OutlineItem<'a> {
    /// The name, which no other entity of the scene has.
    pub name: &'a str,
    /// The type that files have, where a text is a path or a group.
    pub kind: &'static str,
    /// The type that listings show, and `None` for a glyph, which they do not.
    pub listed_kind: Option<&'static str>,
    /// The name of the group around it; `None` at the root.
    pub parent: Option<&'a str>,
    /// The children, back to front.
    pub children: Vec<&'a str>,
    /// The name of its own layer.
    pub layer: &'a str,
    /// The shape; `None` for a group.
    pub shape: Option<&'a Shape>,
    /// The place in the group around it.
    pub transform: &'a Transform,
    /// The style of its own, in which parts may be inherited.
    pub own_style: &'a OwnStyle,
    /// The effective style, with the colours and the pen of the layer filled in.
    pub style: Style<'a>,
    /// The source of an outlined text.
    pub text: Option<&'a TextSource>,
    /// The block and attributes of an instance.
    pub instance: Option<&'a Instance>,
    /// The description of a group that is more than its shapes.
    pub annotation: Option<&'a Annotation>,
    /// The exact bounds in the world; `None` for an empty group.
    pub world_bounds: Option<Bounds>,
}

#[derive(Serialize)]
struct EntityDescription<'a> {
    name: &'a str,
    r#type: &'static str,
    parent: Option<&'a str>,
    children: Vec<&'a str>,
    style: StyleDescription,
    layer: &'a str,
    z_order: usize,
    local: LocalDescription<'a>,
    world: WorldDescription,
}

#[derive(Serialize)]
struct LocalDescription<'a> {
    geometry: Option<GeometryDescription>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<TextDescription>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<InstanceDescription>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotation: Option<&'a Annotation>,
    transform: TransformDescription,
    pivot: Pair,
    bounds: Option<BoundsDescription>,
}

#[derive(Serialize)]
struct WorldDescription {
    bounds: Option<BoundsDescription>,
    center: Option<Pair>,
}

impl Scene {
    /// Returns the answer of `getEntity`: everything about one entity, with its effective style.
    pub fn entity_json(&self, name: &str) -> Option<serde_json::Value> {
        let id = self.find(name)?;
        let entity = self.entity(id);
        let world_bounds = self.subtree_bounds(id, self.world_of(id));
        let local_bounds = self.subtree_bounds(id, Affine::IDENTITY);
        let description = EntityDescription {
            name: &entity.name,
            r#type: self.kind_of(id),
            parent: self.parent_name(id),
            children: self.children(id).map(|child| &*self.entity(child).name).collect(),
            style: StyleDescription::of(self.in_colors_of(&entity.layer, self.effective_style(id))),
            layer: &entity.layer,
            z_order: self.siblings.rank(id),
            local: LocalDescription {
                geometry: match &entity.content {
                    Content::Group | Content::Instance(_) => None,
                    Content::Leaf(shape) => Some(GeometryDescription::of(shape)),
                },
                instance: match &entity.content {
                    Content::Instance(instance) => Some(InstanceDescription::of(instance)),
                    Content::Group | Content::Leaf(_) => None,
                },
                text: entity.text.as_deref().map(TextDescription::of),
                annotation: entity.annotation.as_deref(),
                transform: TransformDescription::of(&entity.transform),
                pivot: pair(entity.transform.pivot),
                bounds: local_bounds.as_ref().map(BoundsDescription::of),
            },
            world: WorldDescription {
                bounds: world_bounds.as_ref().map(BoundsDescription::of),
                center: world_bounds.map(|bounds| pair(bounds.center())),
            },
        };
        serde_json::to_value(description).ok()
    }

    /// Returns every entity with all that is known about it, back to front, a group before its contents.
    pub fn outline(&self) -> Vec<OutlineItem<'_>> {
        let mut items: Vec<OutlineItem<'_>> = Vec::with_capacity(self.entity_count());
        // The groups around, each with its place among the items.
        let mut around: Vec<(usize, Affine, Style<'_>)> = Vec::new();
        for step in self.steps_below(ROOT) {
            let Step::Enter(id) = step else {
                // A group's bounds are known when all in it has been visited; only then do they count for the
                // group around it.
                if let Some((group, ..)) = around.pop()
                    && let Some(bounds) = items[group].world_bounds
                {
                    include(&mut items, &around, bounds);
                }
                continue;
            };
            let entity = self.entity(id);
            let (parent_world, parent_style) = around
                .last()
                .map_or((Affine::IDENTITY, Style::DEFAULT), |(_, world, style)| (*world, *style));
            let world = parent_world * entity.transform.matrix();
            let style = parent_style.overridden(&entity.style);
            let mut item = OutlineItem {
                name: &entity.name,
                kind: self.kind_of(id),
                listed_kind: (!self.is_glyph(id)).then(|| self.listed_kind(id)),
                parent: self.parent_name(id),
                children: Vec::new(),
                layer: &entity.layer,
                shape: None,
                transform: &entity.transform,
                own_style: &entity.style,
                style: self.in_colors_of(&entity.layer, style),
                text: entity.text.as_deref(),
                instance: None,
                annotation: entity.annotation.as_deref(),
                world_bounds: None,
            };
            match &entity.content {
                Content::Group => {
                    item.children = self.children(id).map(|child| &*self.entity(child).name).collect();
                    around.push((items.len(), world, style));
                }
                Content::Leaf(shape) => {
                    let bounds = shape.bounds(&world);
                    item.shape = Some(shape);
                    item.world_bounds = Some(bounds);
                    include(&mut items, &around, bounds);
                }
                Content::Instance(instance) => {
                    item.instance = Some(instance);
                    item.world_bounds = self.subtree_bounds(id, world);
                    if let Some(bounds) = item.world_bounds {
                        include(&mut items, &around, bounds);
                    }
                }
            }
            items.push(item);
        }
        items
    }

    /// Returns the bounds of an entity that has some.
    pub fn box_of(&self, name: &str) -> Result<Bounds, SceneError> {
        let id = self.require(name)?;
        let bounds = self.subtree_bounds(id, self.world_of(id));
        bounds
            .ok_or_else(|| SceneError::scene(format!("the group {} is empty and has no place", quoted(name))))
    }

    /// Returns the exact bounds of an entity and its contents; `None` for an empty group and an unknown name.
    pub fn world_bounds(&self, name: &str) -> Option<Bounds> {
        let id = self.find(name)?;
        self.subtree_bounds(id, self.world_of(id))
    }

    /// Returns the exact bounds of everything.
    pub fn bounds(&self) -> Option<Bounds> {
        self.subtree_bounds(ROOT, Affine::IDENTITY)
    }

    /// Returns the transform from the entity's own coordinates to the world's.
    pub fn world_transform(&self, name: &str) -> Result<Affine, SceneError> {
        Ok(self.world_of(self.require(name)?))
    }

    /// Converts a point from the entity's own coordinates to the world's.
    pub fn world_point(&self, name: &str, x: f64, y: f64) -> Result<Point, SceneError> {
        let point = Point::new(finite("x", x)?, finite("y", y)?);
        let image = self.world_transform(name)? * point;
        if !image.is_finite() {
            return Err(SceneError::range("the point's place in the world leaves the range of numbers"));
        }
        // Adding 0 turns -0 into 0.
        Ok(Point::new(image.x + 0.0, image.y + 0.0))
    }

    /// Lists names, back to front, a group before its contents.
    pub fn list(&self, filter: &ListFilter) -> Vec<String> {
        let top = match &filter.group {
            None => ROOT,
            Some(group) => match self.find(group) {
                Some(id) => id,
                None => return Vec::new(),
            },
        };
        let pattern: Option<Vec<char>> = filter.name_glob.as_ref().map(|glob| glob.chars().collect());
        self.entities_below(top)
            // Glyphs are listed only for a caller who asks for the text that they belong to.
            .filter(|id| self.entity(*id).parent == top || !self.is_glyph(*id))
            .filter(|id| {
                let entity = self.entity(*id);
                filter.layer.as_deref().is_none_or(|layer| *layer == *entity.layer)
                    && filter.kind.as_deref().is_none_or(|kind| kind == self.listed_kind(*id))
                    && pattern.as_ref().is_none_or(|pattern| matches_pattern(pattern, &entity.name))
            })
            .map(|id| self.entity(id).name.to_string())
            .collect()
    }

    /// Returns the number of entities as listings count them: a text of several glyphs is one.
    pub fn listed_count(&self) -> usize {
        self.entities_below(ROOT).filter(|id| !self.is_glyph(*id)).count()
    }

    /// Returns the number of groups that are no texts.
    pub fn group_count(&self) -> usize {
        let is_group = |id: &EntityId| self.listed_kind(*id) == "group";
        self.entities_below(ROOT).filter(is_group).count()
    }

    pub(super) fn kind_of(&self, id: EntityId) -> &'static str {
        match &self.entity(id).content {
            Content::Group => "group",
            Content::Leaf(shape) => shape.kind(),
            Content::Instance(_) => "instance",
        }
    }

    fn effective_style(&self, id: EntityId) -> Style<'_> {
        let mut chain = vec![id];
        let mut ancestor = self.entity(id).parent;
        while ancestor != ROOT {
            chain.push(ancestor);
            ancestor = self.entity(ancestor).parent;
        }
        chain.iter().rev().fold(Style::DEFAULT, |style, id| style.overridden(&self.entity(*id).style))
    }
}

/// Widens the innermost surrounding group; the outer ones follow when it ends.
fn include(items: &mut [OutlineItem<'_>], around: &[(usize, Affine, Style<'_>)], bounds: Bounds) {
    if let Some((group, ..)) = around.last() {
        let own = &mut items[*group].world_bounds;
        *own = Some(own.map_or(bounds, |own| own.union(bounds)));
    }
}
