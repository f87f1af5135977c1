//! A scene as the difference to another, for a process that has that one.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::record::{EntityRecord, RebuiltList, SceneRecord};
use super::store::{Block, Content, EntityId, ROOT, Scene};
use crate::drafting::SceneError;

/// The way from a base to another scene: the entities that are not the same in both, and the places of those that are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScenePatch {
    /// Everything besides entities. Its blocks are empty if they equal those of the base.
    rest: SceneRecord,
    keeps_blocks: bool,
    /// All entities, back to front, each after the group it is in.
    runs: Vec<Run>,
}

/// Entities that follow each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Run {
    /// Entities of the base, by their positions in its list.
    Kept {
        first: u32,
        count: u32,
    },
    New(Vec<EntityRecord>),
}

impl ScenePatch {
    /// Compares a scene with a base. `None` where they have less in common than not: the scene itself says as much then.
    pub fn between(base: &Scene, scene: &Scene) -> Option<ScenePatch> {
        let before: Vec<EntityId> = base.entities_below(ROOT).collect();
        let mut base_positions: Option<Vec<u32>> = None;
        let keeps_blocks = is_same_blocks(base, scene);
        let mut positions = vec![0_u32; scene.id_bound()];
        let (mut runs, mut expected, mut new, mut count) = (Vec::new(), 0_usize, 0_usize, 0_usize);
        for id in scene.entities_below(ROOT) {
            let entity = scene.entity(id);
            positions[id as usize] = count as u32;
            count += 1;
            // Most often the next one of the base.
            let is_named_so = |id: &&EntityId| is_same_name(&base.entity(**id).name, &entity.name);
            let found = match before.get(expected).filter(is_named_so) {
                Some(id) => Some((*id, expected)),
                None => base.find(&entity.name).map(|id| {
                    // Made only when an entity is not where it is expected: most edits change properties and
                    // no order.
                    let positions = base_positions.get_or_insert_with(|| positions_of(base, &before));
                    (id, positions[id as usize] as usize)
                }),
            };
            if let Some((_, at)) = found {
                expected = at + 1;
            }
            let kept = found.filter(|(before, _)| is_same_record(base, *before, scene, id, keeps_blocks));
            match (kept, runs.last_mut()) {
                // Entities that were neighbours before become one run of two numbers.
                (Some((_, at)), Some(Run::Kept { first, count })) if (*first + *count) as usize == at => {
                    *count += 1;
                }
                (Some((_, at)), _) => runs.push(Run::Kept { first: at as u32, count: 1 }),
                (None, last) => {
                    new += 1;
                    // Groups come before their members, so the position of the parent is known.
                    let parent = (entity.parent != ROOT).then(|| positions[entity.parent as usize]);
                    let record = EntityRecord::of(entity, parent);
                    match last {
                        Some(Run::New(records)) => records.push(record),
                        _ => runs.push(Run::New(vec![record])),
                    }
                }
            }
        }
        // With more than half of it new, a patch would be no shorter, and applying it no faster.
        if 2 * new > count {
            return None;
        }
        let mut rest = scene.record_without_entities();
        if keeps_blocks {
            rest.blocks.clear();
        }
        Some(ScenePatch { rest, keeps_blocks, runs })
    }

    /// Builds the scene from the base. The patch may be anything: it is refused where the scene would be.
    pub fn apply(self, base: &Scene) -> Result<Scene, SceneError> {
        let ScenePatch { mut rest, keeps_blocks, runs } = self;
        let places = std::mem::take(&mut rest.places);
        let blocks = if keeps_blocks { base.blocks.clone() } else { BTreeMap::new() };
        let scene = Scene::from_record_with(rest, blocks)?;
        let before: Vec<EntityId> = base.entities_below(ROOT).collect();
        // Nothing moved, so the base's slab is copied whole and only changed entities are replaced: no names
        // are hashed again.
        if keeps_blocks && are_in_place(&runs, base, &before) {
            let mut list = RebuiltList::beginning_with(scene, base, before.clone())?;
            let mut ids = before.into_iter();
            for run in runs {
                match run {
                    Run::Kept { count, .. } => ids.by_ref().take(count as usize).for_each(drop),
                    Run::New(records) => {
                        for (record, id) in records.into_iter().zip(ids.by_ref()) {
                            list.replace(id, record)?;
                        }
                    }
                }
            }
            return list.into_scene(places);
        }
        let mut list = RebuiltList::new(scene, before.len());
        for run in runs {
            match run {
                Run::New(records) => {
                    for record in records {
                        list.add(record)?;
                    }
                }
                Run::Kept { first, count } => {
                    let range = first as usize..(first as usize).saturating_add(count as usize);
                    // The patch comes from a child that may be broken: every number in it is checked.
                    let kept = before.get(range).ok_or_else(|| {
                        SceneError::scene("the kept entities are not in the previous scene")
                    })?;
                    for id in kept {
                        if !keeps_blocks && matches!(base.entity(*id).content, Content::Instance(_)) {
                            return Err(SceneError::scene("an instance is kept, and its block is not"));
                        }
                        list.add_kept(base, *id)?;
                    }
                }
            }
        }
        list.into_scene(places)
    }
}

/// Returns true if all entities have the names and groups of those of the base, in the same order, as most often.
fn are_in_place(runs: &[Run], base: &Scene, before: &[EntityId]) -> bool {
    let mut at = 0_usize;
    for run in runs {
        match run {
            Run::Kept { first, .. } if *first as usize != at => return false,
            Run::Kept { count, .. } => at = at.saturating_add(*count as usize),
            Run::New(records) => {
                for record in records {
                    let Some(entity) = before.get(at).map(|id| base.entity(*id)) else { return false };
                    let parent = record.parent.map_or(Some(&ROOT), |position| before.get(position as usize));
                    let is_group = matches!(entity.content, Content::Group);
                    if !is_same_name(&entity.name, &record.name)
                        || parent != Some(&entity.parent)
                        || record.is_group() != is_group
                    {
                        return false;
                    }
                    at += 1;
                }
            }
        }
    }
    at == before.len()
}

fn positions_of(scene: &Scene, list: &[EntityId]) -> Vec<u32> {
    let mut positions = vec![0; scene.id_bound()];
    for (position, id) in list.iter().enumerate() {
        positions[*id as usize] = position as u32;
    }
    positions
}

pub(super) fn is_same_name(one: &Arc<str>, other: &Arc<str>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

fn is_same_blocks(base: &Scene, scene: &Scene) -> bool {
    let is_same = |one: &Block, other: &Block| {
        one.fingerprint == other.fingerprint
            && one.attributes == other.attributes
            && one.contents == other.contents
    };
    base.blocks.len() == scene.blocks.len()
        && base.blocks.iter().zip(&scene.blocks).all(|((name, block), (other_name, other))| {
            name == other_name && (Arc::ptr_eq(block, other) || is_same(block, other))
        })
}

/// Returns true if an entity has the same record in both scenes, but for positions.
pub(super) fn is_same_record(
    base: &Scene,
    before: EntityId,
    scene: &Scene,
    after: EntityId,
    keeps_blocks: bool,
) -> bool {
    let (one, other) = (base.entity(before), scene.entity(after));
    let is_same_content = match (&one.content, &other.content) {
        (Content::Group, Content::Group) => true,
        (Content::Leaf(one), Content::Leaf(other)) => Arc::ptr_eq(one, other) || one == other,
        (Content::Instance(one), Content::Instance(other)) => {
            keeps_blocks && (Arc::ptr_eq(one, other) || one == other)
        }
        _ => false,
    };
    is_same_content
        && one.transform == other.transform
        && one.style == other.style
        && is_same_name(&one.layer, &other.layer)
        && one.text == other.text
        && one.annotation == other.annotation
        && base.parent_name(before) == scene.parent_name(after)
}
