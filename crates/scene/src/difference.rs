//! The changes from one scene to the next, by name.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::store::{Content, Entity, EntityId, ROOT, Scene};
use scenewright_geometry::Shape;

/// Names in the order of drawing: those removed in the old scene's, the others in the new one's.
///
/// An entity is changed when its type, geometry, own transform or pivot, own style, layer, text, annotation or group is
/// different, or when it moved in the order: of siblings in a new order, only as many count as must have moved. A text
/// is one entity: its glyphs are not listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The names that only the new scene has.
    pub added: Vec<String>,
    /// The names that only the old scene has.
    pub removed: Vec<String>,
    /// The names that both have, of entities that are different or have moved in the order.
    pub changed: Vec<String>,
}

impl Difference {
    /// Returns true where neither scene has anything that the other has not.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// Compares two scenes. The contents of a group that was moved or styled are not listed for that: the group is.
pub fn difference(old: &Scene, new: &Scene) -> Difference {
    let before: Vec<EntityId> = old.entities_below(ROOT).collect();
    let after: Vec<EntityId> = new.entities_below(ROOT).collect();
    let counterparts = Counterparts::of(old, &before, new, &after);
    let moved =
        // In line: the same names in the same order in the same groups. Then nothing moved and nothing was
        // removed.
        if counterparts.are_in_line { HashSet::new() } else { moved_in_order(old, new, &counterparts) };
    let mut difference = Difference::default();
    for id in after {
        let list = match counterparts.of[id as usize] {
            None => &mut difference.added,
            Some((_, is_same)) if !is_same || moved.contains(&id) => &mut difference.changed,
            Some(_) => continue,
        };
        if !new.is_glyph(id) {
            list.push(new.entity(id).name.to_string());
        }
    }
    if !counterparts.are_in_line {
        for id in before.into_iter().filter(|id| !old.is_glyph(*id)) {
            let name = &old.entity(id).name;
            if !new.exists(name) {
                difference.removed.push(name.to_string());
            }
        }
    }
    difference
}

/// The entities of the old scene that have the names of those in the new one.
struct Counterparts {
    /// The counterpart of each entity, by its id, and true if it is the same but for the order.
    of: Vec<Option<(EntityId, bool)>>,
    /// True when both scenes have the same names in the same groups and order.
    are_in_line: bool,
}

impl Counterparts {
    fn of(old: &Scene, before: &[EntityId], new: &Scene, after: &[EntityId]) -> Counterparts {
        let mut are_in_line = before.len() == after.len();
        let shares_blocks = old.blocks.len() == new.blocks.len()
            && old.blocks.values().zip(new.blocks.values()).all(|(one, other)| Arc::ptr_eq(one, other));
        let mut of = vec![None; new.id_bound()];
        for (at, id) in after.iter().enumerate() {
            // Nothing of it need be read. A group may be the same where the letters or lines in it are not.
            if shares_blocks
                && before.get(at) == Some(id)
                && new.shares_entity(old, *id)
                && !new.siblings.is_group(*id)
            {
                of[*id as usize] = Some((*id, true));
                continue;
            }
            let name = &new.entity(*id).name;
            // Most often nothing but a few entities is different.
            let is_named_so = |other: &EntityId| {
                let other = &old.entity(*other).name;
                Arc::ptr_eq(other, name) || other == name
            };
            let beside = before.get(at).copied().filter(is_named_so);
            are_in_line &= beside.is_some_and(|beside| old.parent_name(beside) == new.parent_name(*id));
            let found = beside.or_else(|| old.find(name));
            of[*id as usize] = found.map(|before| {
                let is_shared = is_shared(old, before, new, *id, shares_blocks);
                // Glyphs are compared with their text, under its name.
                (before, is_shared || new.is_glyph(*id) || same(old, before, new, *id))
            });
        }
        Counterparts { of, are_in_line }
    }
}

/// Lists the aspects of an entity that differ in the new scene; `order` if there is no other difference. Empty if
/// it is in only one scene.
pub fn changed_aspects(old: &Scene, new: &Scene, name: &str) -> Vec<&'static str> {
    let (Some(before), Some(after)) = (old.find(name), new.find(name)) else { return Vec::new() };
    let differs = |(_, is_same): &&(&str, Comparison)| !is_same(old, before, new, after);
    let changed: Vec<&str> = ASPECTS.iter().filter(differs).map(|(aspect, _)| *aspect).collect();
    // The caller asks about an entity that is listed as changed, and order is the only aspect that is not
    // compared here.
    if changed.is_empty() { vec!["order"] } else { changed }
}

type Comparison = fn(&Scene, EntityId, &Scene, EntityId) -> bool;

/// All aspects in which an entity can differ, except its place among its siblings.
const ASPECTS: [(&str, Comparison); 8] = [
    ("type", |old, before, new, after| old.listed_kind(before) == new.listed_kind(after)),
    ("geometry", |old, before, new, after| match (&old.entity(before).content, &new.entity(after).content) {
        (Content::Leaf(one), Content::Leaf(other)) => is_same_shape(one, other),
        (Content::Group, Content::Group) => {
            same_glyphs(old, before, new, after, |one, other| match (&one.content, &other.content) {
                (Content::Leaf(one), Content::Leaf(other)) => is_same_shape(one, other),
                _ => true,
            })
        }
        (Content::Instance(one), Content::Instance(other)) => {
            (Arc::ptr_eq(one, other) || one == other)
                && old.block_fingerprint(&one.block) == new.block_fingerprint(&other.block)
        }
        _ => false,
    }),
    ("transform", |old, before, new, after| old.entity(before).transform == new.entity(after).transform),
    ("style", |old, before, new, after| {
        old.entity(before).style == new.entity(after).style
            && same_glyphs(old, before, new, after, |one, other| one.style == other.style)
    }),
    ("layer", |old, before, new, after| {
        old.entity(before).layer == new.entity(after).layer
            && same_glyphs(old, before, new, after, |one, other| one.layer == other.layer)
    }),
    ("text", |old, before, new, after| old.entity(before).text == new.entity(after).text),
    ("annotation", |old, before, new, after| old.entity(before).annotation == new.entity(after).annotation),
    ("group", |old, before, new, after| old.parent_name(before) == new.parent_name(after)),
];

fn is_same_shape(one: &Arc<Shape>, other: &Arc<Shape>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

/// Compares the shapes of two texts or annotations, which are not listed themselves; anything else has none.
fn same_glyphs(
    old: &Scene,
    before: EntityId,
    new: &Scene,
    after: EntityId,
    is_same: fn(&Entity, &Entity) -> bool,
) -> bool {
    if !old.is_whole(before) || !new.is_whole(after) {
        return true;
    }
    let mut others = new.children(after);
    old.children(before)
        .all(|one| others.next().is_some_and(|other| is_same(old.entity(one), new.entity(other))))
        && others.next().is_none()
}

/// Returns true where both plainly are the same, as the scene after was made of the one before.
fn is_shared(old: &Scene, before: EntityId, new: &Scene, after: EntityId, shares_blocks: bool) -> bool {
    let (one, other) = (old.entity(before), new.entity(after));
    let shares_content = match (&one.content, &other.content) {
        (Content::Leaf(one), Content::Leaf(other)) => Arc::ptr_eq(one, other),
        (Content::Instance(one), Content::Instance(other)) => shares_blocks && Arc::ptr_eq(one, other),
        _ => false,
    };
    shares_content
        && (&one.text, &one.annotation) == (&other.text, &other.annotation)
        && one.transform == other.transform
        && one.style == other.style
        && Arc::ptr_eq(&one.layer, &other.layer)
        && old.parent_name(before) == new.parent_name(after)
}

fn same(old: &Scene, before: EntityId, new: &Scene, after: EntityId) -> bool {
    ASPECTS.iter().all(|(_, is_same)| is_same(old, before, new, after))
}

/// Returns the fewest entities whose moving explains the new order of those that are otherwise the same.
fn moved_in_order(old: &Scene, new: &Scene, counterparts: &Counterparts) -> HashSet<EntityId> {
    let mut moved = HashSet::new();
    // Ranks in the old scene, by the old id, in one go.
    let mut ranks = vec![0_usize; old.id_bound()];
    for group in groups(old) {
        for (rank, child) in old.children(group).enumerate() {
            ranks[child as usize] = rank;
        }
    }
    for group in groups(new) {
        let common: Vec<(EntityId, usize)> = new
            .children(group)
            .filter_map(|child| {
                let (before, is_same) = counterparts.of[child as usize]?;
                // One that is listed for something else cannot have made another one move.
                is_same.then(|| (child, ranks[before as usize]))
            })
            .collect();
        // The longest run that kept its order stays, and only the others moved: bringing one entity to the
        // front lists that one, not all that it passed.
        let kept = longest_increasing(&common.iter().map(|(_, rank)| *rank).collect::<Vec<_>>());
        moved.extend(common.iter().zip(kept).filter(|(_, kept)| !kept).map(|((child, _), _)| *child));
    }
    moved
}

fn groups(scene: &Scene) -> impl Iterator<Item = EntityId> + '_ {
    let is_group = |id: &EntityId| scene.siblings.is_group(*id) && !scene.is_whole(*id);
    std::iter::once(ROOT).chain(scene.entities_below(ROOT).filter(is_group))
}

/// Marks one longest increasing subsequence, by patience sorting.
fn longest_increasing(values: &[usize]) -> Vec<bool> {
    // For every length, the position of the smallest value that such a run can end with.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; values.len()];
    for (position, value) in values.iter().enumerate() {
        let length = ends.partition_point(|end| values[*end] < *value);
        before[position] = length.checked_sub(1).map(|shorter| ends[shorter]);
        if length == ends.len() {
            ends.push(position);
        } else {
            ends[length] = position;
        }
    }
    let mut marked = vec![false; values.len()];
    let mut position = ends.last().copied();
    while let Some(at) = position {
        marked[at] = true;
        position = before[at];
    }
    marked
}
