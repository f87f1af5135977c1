//! Copies: plain and mirrored.

use std::collections::{HashMap, HashSet};

use super::drawing::checked_bounds_center;
use super::store::{Content, EntityId, MAX_NAME_CHARACTERS, Scene};
use crate::drafting::{Linear, SceneError, Transform, quoted};
use scenewright_geometry::{Affine, Axis, Point, Shape};

/// The treatment of texts in a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Texts {
    Keep,
    /// A mirrored text can no longer be read: its glyphs become outlines like any other.
    Forget,
}

impl Scene {
    /// Makes an exact copy in the same place and the same group, on top. The children of a group are copied as
    /// `name_0` and so on, and theirs as `name_0_0`.
    pub fn duplicate(&mut self, source: &str, name: &str) -> Result<(), SceneError> {
        self.copy(source, name, Texts::Keep)?;
        Ok(())
    }

    /// Makes a mirrored copy about the middle of the source's world bounds, along an axis of the world, so that it
    /// fills the same bounds. The shape of a single entity is mirrored itself, a group by its transform.
    pub fn mirror(&mut self, source: &str, name: &str, axis: Axis) -> Result<(), SceneError> {
        let id = self.require(source)?;
        let (transform, image) = self.mirror_image(id, axis)?;
        let copy = self.copy(source, name, Texts::Forget)?;
        if let Some(image) = image {
            self.entity_mut(copy).content = Content::Leaf(image.into());
        }
        self.place(copy, transform)
    }

    /// Makes a mirrored copy about a line of the world through two points.
    pub fn mirror_about(&mut self, source: &str, name: &str, line: [Point; 2]) -> Result<(), SceneError> {
        let id = self.require(source)?;
        let [from, to] = line;
        let length = from.distance_to(to);
        if length.is_nan() || length <= 0.0 || !length.is_finite() {
            return Err(SceneError::range(
                "the two points of the line must differ, and not be too far apart",
            ));
        }
        let (x, y) = ((to.x - from.x) / length, (to.y - from.y) / length);
        // Cosine and sine of twice the line's angle: x² − y² as a product keeps its digits near 45°.
        let (a, b) = ((x - y) * (x + y), 2.0 * x * y);
        let turned = Affine { a, b, c: b, d: -a, e: 0.0, f: 0.0 };
        let image = turned * from;
        let across = Affine { e: from.x - image.x, f: from.y - image.y, ..turned };
        let parent = self.parent_world(id);
        let mut transform = self.entity(id).transform.clone();
        transform.set_matrix(self.inverse_parent_world(id)? * across * parent * transform.matrix());
        transform.check()?;
        let copy = self.copy(source, name, Texts::Forget)?;
        self.place(copy, transform)
    }

    /// Returns the mirrored copy of an entity, before anything is changed: its transform, and its shape when it is
    /// a single entity.
    fn mirror_image(&self, id: EntityId, axis: Axis) -> Result<(Transform, Option<Shape>), SceneError> {
        let world = self.world_of(id);
        let entity = self.entity(id);
        // About its own middle, so that a symmetric entity covers its image.
        let center = match self.subtree_bounds(id, world) {
            Some(bounds) => bounds.center(),
            None => world * entity.transform.pivot,
        };
        let parent = self.parent_world(id);
        // The reflection of the world, as it is seen from within the groups.
        let across = self.inverse_parent_world(id)? * reflection(axis, center) * parent;
        let mut transform = entity.transform.clone();
        let matrix = across * transform.matrix();
        // In the axes of the world, a mirror image is turned by the opposite angle.
        let parts = match transform.linear {
            Linear::Parts { rotation, scale } if parent.is_axis_aligned() => Some((0.0 - rotation, scale)),
            _ => None,
        };
        let image = match &entity.content {
            Content::Group | Content::Instance(_) => {
                match parts {
                    Some((rotation, [x, y])) => {
                        let scale = if axis == Axis::X { [-x, y] } else { [x, -y] };
                        transform.set_matrix_as(matrix, Linear::Parts { rotation, scale });
                    }
                    None => transform.set_matrix(matrix),
                }
                None
            }
            Content::Leaf(shape) => {
                let middle = shape.bounds(&Affine::IDENTITY).center();
                // The points are mirrored and not the transform, so that a copy has no negative scale.
                let image = shape.mirrored(axis, middle);
                checked_bounds_center(&image)?;
                let own = reflection(axis, middle);
                let (old_pivot, new_pivot) = (transform.pivot, own * transform.pivot);
                transform.pivot = new_pivot;
                match parts {
                    // Unturned, the shape's own middle is the middle in the world: nothing moves, but for a pivot
                    // that changed sides.
                    Some((0.0, scale)) => {
                        let moved = [new_pivot.x - old_pivot.x, new_pivot.y - old_pivot.y];
                        transform.translate[0] += (scale[0] - 1.0) * moved[0];
                        transform.translate[1] += (scale[1] - 1.0) * moved[1];
                    }
                    Some((rotation, scale)) => {
                        transform.set_matrix_as(matrix * own, Linear::Parts { rotation, scale });
                    }
                    None => transform.set_matrix(matrix * own),
                }
                Some(image)
            }
        };
        transform.check()?;
        Ok((transform, image))
    }

    /// Copies an entity with its contents, on top of its own group.
    fn copy(&mut self, source: &str, name: &str, texts: Texts) -> Result<EntityId, SceneError> {
        let source_id = self.require(source)?;
        Scene::check_name(name)?;
        if source == name {
            return Err(SceneError::scene(format!("the copy of {} must have another name", quoted(source))));
        }
        let plan = self.plan_names(source_id, name);
        let renamed: HashMap<String, String> = plan
            .iter()
            .map(|(original, new_name)| (self.entity(*original).name.to_string(), new_name.clone()))
            .collect();
        let originals: HashSet<EntityId> = plan.iter().map(|(original, _)| *original).collect();
        let mut taken = 0;
        for (_, new_name) in &plan {
            self.check_unlocked(new_name)?;
            if let Some(existing) = self.find(new_name) {
                if originals.contains(&existing) || self.is_text_around(existing, source_id) {
                    return Err(SceneError::scene(format!(
                        "the copy would replace {}, which is a part of {}; choose another name",
                        quoted(new_name),
                        quoted(source)
                    )));
                }
                taken += 1;
            }
        }
        let earlier = self.made_with(name);
        self.check_free(name, plan.iter().skip(1).map(|(_, new_name)| new_name.as_str()), &earlier)?;
        self.check_room(plan.len() - taken)?;
        let shown =
            plan.iter().map(|(original, _)| self.count_instance_shapes(&self.entity(*original).content));
        self.check_instances(shown.fold(0, usize::saturating_add))?;
        let is_original = |name: &str| self.find(name).is_some_and(|id| originals.contains(&id));
        let stale: Vec<_> = earlier.into_iter().filter(|part| !is_original(part)).collect();
        for part in stale {
            self.delete(&part);
        }
        self.delete(name);
        let mut copies: HashMap<EntityId, EntityId> = HashMap::with_capacity(plan.len());
        let mut top = source_id;
        let (mut kept, mut annotated) = (Vec::new(), Vec::new());
        for (original, new_name) in plan {
            let entity = self.entity(original).clone();
            // Only the top one has a parent that is not copied: the copy stands beside its source.
            let parent = copies.get(&entity.parent).copied().unwrap_or(entity.parent);
            let copy = self.insert(new_name.into(), parent, entity.content, entity.transform);
            let slot = self.entity_mut(copy);
            slot.style = entity.style;
            slot.layer = entity.layer;
            // Parts got their names from the copy's, so a later copy of the same name replaces them with it.
            slot.is_derived = original != source_id;
            kept.extend(entity.text.filter(|_| texts == Texts::Keep).map(|text| (copy, text)));
            annotated.extend(entity.annotation.map(|annotation| (copy, annotation)));
            copies.insert(original, copy);
            if original == source_id {
                top = copy;
            }
        }
        // Only now: a group that is given a child is no text.
        for (copy, text) in kept {
            self.entity_mut(copy).text = Some(text);
        }
        for (copy, annotation) in annotated {
            self.entity_mut(copy).annotation = Some(annotation.renamed(&renamed).into());
            // In a copied group, what does not follow the copies stays where it is among them.
            if copy != top && !annotation.follows_only(&renamed) {
                self.unbind_annotation(copy);
            }
        }
        Ok(top)
    }

    /// Returns true if an entity is a text or an annotation, and the other one in it: it could not be replaced without it.
    fn is_text_around(&self, id: EntityId, glyph: EntityId) -> bool {
        self.is_whole(id) && self.entity(glyph).parent == id
    }

    /// Returns the source and everything in it, each after its group, with the names of the copies.
    ///
    /// Deep down, where names of the regular form would be too long, they continue the numbers of the first level.
    fn plan_names(&self, source: EntityId, name: &str) -> Vec<(EntityId, String)> {
        let mut plan = vec![(source, name.to_owned())];
        let mut overflow = self.siblings.len(self.siblings.root(source));
        let mut at = 0;
        while at < plan.len() {
            let group = plan[at].0;
            let children: Vec<EntityId> = self.children(group).collect();
            for (index, child) in children.into_iter().enumerate() {
                let mut child_name = format!("{}_{index}", plan[at].1);
                if child_name.chars().count() > MAX_NAME_CHARACTERS {
                    // Nested groups make names longer and longer; beyond the limit, parts are numbered from
                    // the top. The first numbers are those of its children.
                    child_name = format!("{name}_{overflow}");
                    overflow += 1;
                }
                plan.push((child, child_name));
            }
            at += 1;
        }
        plan
    }
}

fn reflection(axis: Axis, center: Point) -> Affine {
    match axis {
        Axis::X => Affine { a: -1.0, e: 2.0 * center.x, ..Affine::IDENTITY },
        Axis::Y => Affine { d: -1.0, f: 2.0 * center.y, ..Affine::IDENTITY },
    }
}
