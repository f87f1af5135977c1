//! Groups: creation, moves between them, dissolution.

use std::collections::HashSet;

use super::siblings::NONE;
use super::store::{Content, EntityId, ROOT, Scene};
use crate::drafting::{SceneError, Transform, quoted};
use scenewright_geometry::{Affine, Point};

/// The correction that keeps an entity's place in the world when its parent changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Relocation {
    Unchanged,
    /// Old and new parent turn and stretch alike: the entity's linear part stays, and only its translation changes.
    Shift(Point),
    Map(Affine),
}

impl Scene {
    /// Creates a group on top of everything, with its pivot at [0, 0], and moves the children into it, the first
    /// at the back. Each keeps its place in the world. An entity of the group's name is replaced as by drawing.
    pub fn create_group(&mut self, name: &str, children: &[String]) -> Result<(), SceneError> {
        Scene::check_name(name)?;
        let mut seen = HashSet::with_capacity(children.len());
        for child in children {
            if child == name {
                return Err(SceneError::scene(format!("the group {} cannot hold itself", quoted(name))));
            }
            if !seen.insert(self.require(child)?) {
                return Err(SceneError::scene(format!("{} is listed twice", quoted(child))));
            }
        }
        for changed in children.iter().map(String::as_str).chain([name]) {
            self.check_unlocked(changed)?;
        }
        self.check_room(usize::from(!self.exists(name)))?;
        for child in &seen {
            // Everything that can fail is tried before the first change. The group is new and at rest, so its
            // children move as if to the root.
            self.relocation(self.entity(*child).parent, ROOT)?;
        }
        if let Some(replaced) = self.find(name)
            && self.children(replaced).any(|child| seen.contains(&child))
        {
            // A glyph that is listed stays; without it, the text is no text.
            self.entity_mut(replaced).text = None;
            self.entity_mut(replaced).annotation = None;
        }
        self.delete(name);
        let group = self.insert(name.into(), ROOT, Content::Group, Transform::at_rest(Point::ORIGIN));
        for child in children {
            let id = self.require(child)?;
            let relocation = self.relocation(self.entity(id).parent, group)?;
            self.relocate(id, group, None, relocation);
        }
        Ok(())
    }

    /// Moves an entity into a group, on top of its contents, and keeps its place in the world exactly; returns
    /// false if it is in that group already.
    pub fn add_to_group(&mut self, group: &str, entity: &str) -> Result<bool, SceneError> {
        let group_id = self.require_group(group)?;
        let id = self.require(entity)?;
        self.check_unlocked(group)?;
        self.check_unlocked(entity)?;
        if id == group_id {
            return Err(SceneError::scene(format!("the group {} cannot hold itself", quoted(group))));
        }
        // A group in itself, also by way of others, would be reached from nowhere.
        let mut ancestor = self.entity(group_id).parent;
        while ancestor != NONE {
            if ancestor == id {
                return Err(SceneError::scene(format!(
                    "{} holds the group {}, so it cannot be put into it",
                    quoted(entity),
                    quoted(group)
                )));
            }
            ancestor = self.entity(ancestor).parent;
        }
        let old = self.entity(id).parent;
        if old == group_id {
            return Ok(false);
        }
        let relocation = self.relocation(old, group_id)?;
        let mut transform = self.entity(id).transform.clone();
        relocation.apply(&mut transform);
        transform.check()?;
        self.relocate(id, group_id, None, relocation);
        Ok(true)
    }

    /// Moves an entity out of its group to the top of the root and keeps its place in the world; returns false if
    /// it is in no group.
    pub fn remove_from_group(&mut self, entity: &str) -> Result<bool, SceneError> {
        let id = self.require(entity)?;
        self.check_unlocked(entity)?;
        let old = self.entity(id).parent;
        if old == ROOT {
            return Ok(false);
        }
        let relocation = self.relocation(old, ROOT)?;
        self.relocate(id, ROOT, None, relocation);
        Ok(true)
    }

    /// Dissolves a group. Its children take its place in its own group, in their order, and stay where they are in
    /// the world.
    pub fn ungroup(&mut self, group: &str) -> Result<(), SceneError> {
        if let Some(instance) = self.find_instance(group) {
            return self.explode(instance);
        }
        let id = self.require_group(group)?;
        self.check_unlocked(group)?;
        // Right in front of the group that goes, so that nothing changes its place among the others.
        let place = self.siblings.rank(id) + 1;
        // They inherited from the group, which goes: they get its style themselves, and look as before.
        let style = self.entity(id).style.clone();
        for child in self.children(id).collect::<Vec<_>>() {
            self.entity_mut(child).style.inherit(&style);
        }
        self.release_children(id, self.entity(id).parent, Some(place));
        self.remove_childless(id);
        Ok(())
    }

    /// Moves all children of a group to another, from the given position on or on top.
    pub(super) fn release_children(&mut self, group: EntityId, to: EntityId, place: Option<usize>) {
        let children: Vec<EntityId> = self.children(group).collect();
        if children.is_empty() {
            return;
        }
        // The way out of a group is its own matrix, which needs no inverse; only a sum can leave the range, and
        // then an entity keeps its own numbers.
        let relocation = if self.entity(group).parent == to {
            Relocation::between(self.entity(group).transform.matrix(), Affine::IDENTITY)
        } else {
            self.relocation(group, to).ok()
        };
        for (index, child) in children.into_iter().enumerate() {
            let relocation = relocation.unwrap_or(Relocation::Unchanged);
            self.relocate(child, to, place.map(|place| place + index), relocation);
        }
    }

    pub(super) fn relocation(&self, old: EntityId, new: EntityId) -> Result<Relocation, SceneError> {
        if old == new {
            return Ok(Relocation::Unchanged);
        }
        Relocation::between(self.world_of(old), self.world_of(new)).ok_or_else(|| {
            SceneError::range("the place in the world cannot be kept: a group's transform is out of range")
        })
    }

    fn relocate(&mut self, id: EntityId, to: EntityId, place: Option<usize>, relocation: Relocation) {
        self.detach(id);
        let top = self.siblings.len(self.siblings.root(to));
        self.attach(id, to, place.unwrap_or(top).min(top));
        let mut transform = self.entity(id).transform.clone();
        relocation.apply(&mut transform);
        if transform.check().is_ok() {
            self.entity_mut(id).transform = transform;
        }
    }
}

impl Relocation {
    /// Returns the relocation from the world matrix of the old parent to the new parent's.
    pub(super) fn between(old: Affine, new: Affine) -> Option<Relocation> {
        if old == new {
            return Some(Relocation::Unchanged);
        }
        let inverse = new.inverse()?;
        // Where only the places of the groups differ, the entity's rotation and scale stay as they were
        // written; a product of matrices would round them.
        let relocation = if old.linear() == new.linear() {
            Relocation::Shift(inverse.displace(Point::new(old.e - new.e, old.f - new.f)))
        } else {
            Relocation::Map(inverse * old)
        };
        let finite = match relocation {
            Relocation::Unchanged => true,
            Relocation::Shift(shift) => shift.is_finite(),
            Relocation::Map(map) => map.is_finite(),
        };
        finite.then_some(relocation)
    }

    pub(super) fn apply(self, transform: &mut Transform) {
        match self {
            Relocation::Unchanged => {}
            Relocation::Shift(shift) => {
                transform.translate = [transform.translate[0] + shift.x, transform.translate[1] + shift.y];
            }
            Relocation::Map(map) => transform.set_matrix(map * transform.matrix()),
        }
    }
}
