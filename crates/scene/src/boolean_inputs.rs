//! The inputs of booleans: what a scene remembers of them, their names as parts of the results, and a warning about those
//! that were kept and lie on the outlines of the results.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::derivations::{Inputs, KeptInput, PlacedShapes};
use super::store::{Content, EntityId, ROOT, Scene};
use crate::drafting::{Own, quoted};
use scenewright_geometry::{Affine, CurveTree, Shape, Wire};

/// The most curves of kept inputs that are compared with results: a drawing with more has been warned about.
const MAX_COMPARED_CURVES: usize = 20_000;

/// The most pairs of names in a warning.
const MAX_PAIRS_SHOWN: usize = 4;

impl Scene {
    /// Returns true if booleans remove their inputs unless a call says otherwise.
    pub fn removes_inputs(&self) -> bool {
        self.derivations.removes_inputs
    }

    /// Sets whether booleans remove their inputs unless a call says otherwise.
    pub fn set_removes_inputs(&mut self, removes: bool) {
        self.derivations.removes_inputs = removes;
    }

    /// Returns what is to be remembered of the inputs of a boolean.
    pub(super) fn inputs_of(&self, operands: &[&str]) -> Inputs {
        let mut inputs = Inputs::default();
        for operand in operands {
            let Some(id) = self.find(operand) else { continue };
            let name = Arc::clone(&self.entity(id).name);
            if let Some(index) = self.derivations.latest(&name) {
                inputs.earlier.push((index, self.world_of(id)));
            }
            let leaves = self.leaves_of(id);
            let shapes: PlacedShapes = leaves
                .iter()
                .flat_map(|(leaf, world)| match &self.entity(*leaf).content {
                    Content::Leaf(shape) => vec![(Arc::clone(shape), *world)],
                    Content::Instance(_) => {
                        let parts = self.parts_of(*leaf).into_iter();
                        parts.map(|part| (Arc::new(part.shape.clone()), part.world)).collect()
                    }
                    Content::Group => Vec::new(),
                })
                .collect();
            // Members of a group keep their own names in the result, besides the group's.
            if let Content::Group = &self.entity(id).content {
                for ((leaf, _), shape) in leaves.iter().zip(&shapes) {
                    if let Content::Leaf(_) = &self.entity(*leaf).content {
                        inputs.features.push((Arc::clone(&self.entity(*leaf).name), vec![shape.clone()]));
                    }
                }
            }
            inputs.features.push((Arc::clone(&name), shapes));
            inputs.names.push(name);
        }
        inputs
    }

    /// Remembers a boolean: its inputs, and whether they are still there.
    pub(super) fn remember_boolean(&mut self, inputs: Inputs, result: &str, is_kept: bool) {
        self.derivations.remember(inputs, result, is_kept);
    }

    /// Remembers that an entity was kept beside the parts that were made of it.
    pub(super) fn remember_kept(&mut self, name: &str, parts: &[Arc<str>]) {
        self.derivations.remember_kept(name, parts);
    }

    /// Returns the names that live on in an entity, with their shapes in the world, before something is made of it; none
    /// where the entity stays, as the names then stay with it.
    pub(super) fn names_to_carry(&self, name: &str, is_kept: bool) -> Vec<(Arc<str>, PlacedShapes)> {
        let Some(id) = self.find(name).filter(|_| !is_kept) else { return Vec::new() };
        let world = self.world_of(id);
        let in_world = |(own, shapes, place): (Arc<str>, PlacedShapes, Affine)| {
            (own, shapes.into_iter().map(|(shape, at)| (shape, world * place * at)).collect())
        };
        let mut features: Vec<_> = self.derivations.features_in(name).into_iter().map(in_world).collect();
        let own = self.parts_of(id).into_iter();
        let own = own.map(|part| (Arc::new(part.shape.clone()), part.world)).collect();
        features.push((Arc::clone(&self.entity(id).name), own));
        features
    }

    /// Remembers what names have become in an entity that was made of another. `image` gives what the outline of a shape
    /// may have become; what of it is on the outline of the result is taken.
    pub(super) fn carry_names(
        &mut self,
        features: Vec<(Arc<str>, PlacedShapes)>,
        result: &str,
        image: impl Fn(&Shape, &Affine) -> Vec<Vec<Shape>>,
    ) {
        let Some(id) = self.find(result).filter(|_| !features.is_empty()) else { return };
        let tree = CurveTree::new(&self.wires_of(id, &Affine::IDENTITY));
        let is_seen = |shapes: &Vec<Shape>| {
            let mut wires = shapes.iter().flat_map(|shape| Wire::all_of(shape, &Affine::IDENTITY));
            wires.any(|wire| tree.covers_part_of(&wire))
        };
        let carried = features.into_iter().map(|(name, shapes)| {
            let images = shapes.into_iter().flat_map(|(shape, place)| {
                match image(&shape, &place).into_iter().find(is_seen) {
                    Some(image) => {
                        image.into_iter().map(|shape| (Arc::new(shape), Affine::IDENTITY)).collect()
                    }
                    // Not on the outline of the result: the name still stands for where it was.
                    None => vec![(shape, place)],
                }
            });
            (name, images.collect::<PlacedShapes>())
        });
        let carried: Vec<_> = carried.collect();
        self.derivations.carry(carried, result);
    }

    /// Returns the shapes of a name that lives on in the result of a boolean, with their places in the world, and that
    /// result; `None` for a name that no boolean took in, or whose result is gone.
    pub(super) fn feature(&self, name: &str) -> Option<(Vec<(&Shape, Affine)>, EntityId)> {
        let (shapes, result, place) = self.derivations.feature(name)?;
        let id = self.find(result)?;
        let place = self.world_of(id) * place;
        Some((shapes.iter().map(|(shape, world)| (&**shape, place * *world)).collect(), id))
    }

    /// Returns true if an entity, or a group around it, is on a hidden layer.
    pub(super) fn is_hidden(&self, id: EntityId) -> bool {
        let mut next = id;
        while next != ROOT && self.is_inside(next) {
            if self.is_layer_hidden(&self.entity(next).layer) {
                return true;
            }
            next = self.entity(next).parent;
        }
        false
    }

    /// Returns a warning about inputs of booleans that were kept and still lie on the outlines of the results, in the scene or
    /// in a block that it shows.
    pub(super) fn kept_outlines(&self) -> Option<String> {
        if self.derivations.kept().is_empty() {
            return None;
        }
        let mut found = DoubledOutlines::default();
        self.find_doubled(self, None, &mut found);
        for name in self.shown_blocks() {
            if let Some(block) = self.blocks.get(&name) {
                self.find_doubled(&block.contents, Some(&name), &mut found);
            }
        }
        found.warning()
    }

    /// Finds inputs of booleans on the outlines of the results among the entities of this scene, or of a block of it.
    fn find_doubled(&self, place: &Scene, block: Option<&str>, found: &mut DoubledOutlines) {
        // A block has no layers: those of the scene decide.
        let is_shown = |id: &EntityId| match block {
            None => !self.is_hidden(*id),
            Some(_) => !self.is_layer_hidden(&place.entity(*id).layer),
        };
        let seen = |name: &str| place.find(name).filter(is_shown);
        let mut tree: Option<(&str, CurveTree)> = None;
        for KeptInput { name, result } in self.derivations.kept() {
            let (Some(input), Some(id)) = (seen(name), seen(result)) else { continue };
            // An input that was given a stroke of its own is there to be seen.
            let stroke = &place.entity(input).style.stroke;
            if !matches!(stroke, Own::Inherited | Own::ByLayer) && *stroke != place.entity(id).style.stroke {
                continue;
            }
            // Inputs of one boolean follow each other, so one tree serves them all.
            if tree.as_ref().is_none_or(|(known, _)| *known != &**result) {
                tree = Some((result, CurveTree::new(&place.wires_of(id, &Affine::IDENTITY))));
            }
            let Some((_, tree)) = &tree else { continue };
            let wires = place.wires_of(input, &Affine::IDENTITY);
            found.compared += wires.iter().map(Wire::curve_count).sum::<usize>();
            // It is only a warning; a run must not take twice as long for it.
            if found.compared > MAX_COMPARED_CURVES {
                break;
            }
            let covered = wires.iter().filter(|wire| tree.covers_part_of(wire)).count();
            if covered > 0 {
                found.count += covered;
                let within = block.map_or(String::new(), |block| format!(" in block {}", quoted(block)));
                found.pairs.push(format!("{} on {}{within}", quoted(name), quoted(result)));
            }
        }
    }

    /// Returns the names of the blocks that the scene shows, also in others, sorted.
    pub(super) fn shown_blocks(&self) -> BTreeSet<Arc<str>> {
        let mut shown = BTreeSet::new();
        let mut open = Vec::new();
        for id in self.entities_below(ROOT) {
            if let Content::Instance(instance) = &self.entity(id).content
                && !self.is_hidden(id)
                && shown.insert(Arc::clone(&instance.block))
            {
                open.push(Arc::clone(&instance.block));
            }
        }
        while let Some(name) = open.pop() {
            let Some(block) = self.blocks.get(&name) else { continue };
            for id in block.contents.entities_below(ROOT) {
                if let Content::Instance(instance) = &block.contents.entity(id).content
                    && shown.insert(Arc::clone(&instance.block))
                {
                    open.push(Arc::clone(&instance.block));
                }
            }
        }
        shown
    }
}

/// Outlines that lie on others, which a machine would cut twice.
#[derive(Default)]
struct DoubledOutlines {
    count: usize,
    /// The pairs of a kept input and the result that it lies on.
    pairs: Vec<String>,
    /// The curves that were compared.
    compared: usize,
}

impl DoubledOutlines {
    /// Returns the warning; `None` where no outline lies on another.
    fn warning(mut self) -> Option<String> {
        if self.count == 0 {
            return None;
        }
        let more = self.pairs.len().saturating_sub(MAX_PAIRS_SHOWN);
        self.pairs.truncate(MAX_PAIRS_SHOWN);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        let (outlines, lie) = if self.count == 1 { ("outline", "lies") } else { ("outlines", "lie") };
        Some(format!(
            "{} {outlines} {lie} on others, and would be cut twice: {}{rest}; their inputs were kept, keep: false draws them once \
             (setDefaults({{ keep: false }}) for all booleans)",
            self.count,
            self.pairs.join(", ")
        ))
    }
}
