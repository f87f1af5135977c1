//! Outlines that are in a drawing twice: a cutter follows them twice.

use std::collections::HashSet;
use std::sync::Arc;

use super::store::{Content, EntityId, ROOT, Scene};
use crate::drafting::quoted;
use scenewright_geometry::{Affine, Bounds, CurveTree, Wire};

/// The tolerance, as a share of the coordinates, within which two boxes belong to the same outline.
const SAME_BOX: f64 = 1e-9;

/// The most entities in a warning.
const MAX_SHOWN: usize = 4;

/// An entity that is drawn again by another.
struct Repeated {
    name: Arc<str>,
    /// The entity that its first outline lies on.
    on: Arc<str>,
    outlines: usize,
}

/// One line or outline of an entity.
struct Candidate {
    owner: usize,
    wire: Wire,
    bounds: Bounds,
}

impl Scene {
    /// Returns a warning about entities whose outlines are there a second time; `None` where each is there once.
    pub fn repeated_outlines(&self) -> Option<String> {
        let repeated = self.repeated();
        let count: usize = repeated.iter().map(|it| it.outlines).sum();
        let pairs =
            repeated.iter().take(MAX_SHOWN).map(|it| format!("{} on {}", quoted(&it.name), quoted(&it.on)));
        let pairs = pairs.collect::<Vec<_>>().join(", ");
        let rest = match repeated.len().saturating_sub(MAX_SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (outlines, lie) = if count == 1 { ("outline", "lies") } else { ("outlines", "lie") };
        (count > 0)
            .then(|| format!("{count} {outlines} {lie} on others, and would be cut twice: {pairs}{rest}"))
    }

    /// Returns the scene without the entities all of whose outlines lie on those of others on the same layer; of equal ones,
    /// the one that is drawn last stays.
    pub fn without_repeated_outlines(&self) -> Scene {
        let mut scene = self.clone();
        for repeated in self.repeated() {
            scene.delete(&repeated.name);
        }
        scene
    }

    fn repeated(&self) -> Vec<Repeated> {
        let is_drawing = |id: &EntityId| {
            let entity = self.entity(*id);
            let is_annotation = entity.parent != ROOT && self.entity(entity.parent).annotation.is_some();
            matches!(entity.content, Content::Leaf(_)) && !is_annotation && !self.is_hidden(*id)
        };
        let leaves: Vec<EntityId> = self.entities_below(ROOT).filter(is_drawing).collect();
        let mut candidates: Vec<Candidate> = Vec::new();
        for (owner, id) in leaves.iter().enumerate() {
            for wire in self.wires_of(*id, &Affine::IDENTITY) {
                let Some(bounds) = CurveTree::new([&wire]).bounds() else { continue };
                candidates.push(Candidate { owner, wire, bounds });
            }
        }
        candidates.sort_by(|one, other| one.bounds.min.x.total_cmp(&other.bounds.min.x));
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); leaves.len()];
        for (at, candidate) in candidates.iter().enumerate() {
            places[candidate.owner].push(at);
        }
        let mut removed: HashSet<usize> = HashSet::new();
        let mut repeated = Vec::new();
        for (owner, own) in places.iter().enumerate() {
            let layer = &self.entity(leaves[owner]).layer;
            let is_other = |it: &Candidate| {
                it.owner != owner
                    // Of two that are alike one stays: a removed outline is no reason to remove the other.
                    && !removed.contains(&it.owner)
                    && self.entity(leaves[it.owner]).layer == *layer
            };
            let twins: Option<Vec<usize>> =
                own.iter().map(|at| twin_of(&candidates, *at, is_other)).collect();
            let Some(first) = twins.as_ref().and_then(|twins| twins.first()) else { continue };
            removed.insert(owner);
            repeated.push(Repeated {
                name: Arc::clone(&self.entity(leaves[owner]).name),
                on: Arc::clone(&self.entity(leaves[*first]).name),
                outlines: own.len(),
            });
        }
        repeated
    }
}

/// Returns the owner of an outline that is the same as one of the candidates, which are sorted by their left sides.
fn twin_of(candidates: &[Candidate], at: usize, is_other: impl Fn(&Candidate) -> bool) -> Option<usize> {
    let own = &candidates[at];
    let corners = [own.bounds.min.x, own.bounds.min.y, own.bounds.max.x, own.bounds.max.y];
    let near = SAME_BOX * corners.into_iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    let is_same_box = |it: &Candidate| {
        let others = [it.bounds.min.x, it.bounds.min.y, it.bounds.max.x, it.bounds.max.y];
        corners.into_iter().zip(others).all(|(one, other)| (one - other).abs() <= near)
    };
    let begin = candidates.partition_point(|it| it.bounds.min.x < corners[0] - near);
    let reached = candidates[begin..].iter().take_while(|it| it.bounds.min.x <= corners[0] + near);
    let mut tree: Option<CurveTree> = None;
    let twin = reached.filter(|it| is_other(it) && is_same_box(it)).find(|it| {
        let own_tree = tree.get_or_insert_with(|| CurveTree::new([&own.wire]));
        // Both ways: half of an outline lies on the whole, and is no repetition.
        own_tree.covers(&it.wire) && CurveTree::new([&it.wire]).covers(&own.wire)
    });
    twin.map(|it| it.owner)
}
