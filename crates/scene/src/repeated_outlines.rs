//! Outlines that are in a drawing twice: a cutter follows them twice.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::connectors::ARROW_PARTS;
use super::store::{Block, Content, ROOT, Scene};
use super::walk::Visit;
use crate::drafting::quoted;
use scenewright_geometry::{Affine, Bounds, CurveTree, FillRule, Shape, Wire};

/// The tolerance, as a share of the coordinates, within which two boxes belong to the same outline, drawn by
/// different sums of the same numbers.
const SAME_BOX: f64 = 1e-9;

/// The most entities in a warning.
const MAX_SHOWN: usize = 4;

/// The most outlines that are compared for a warning: a file must not take twice as long for it.
const MAX_COMPARED: usize = 50_000;

/// An entity that is drawn again by others, as a whole or in part.
struct Repeated {
    name: Arc<str>,
    /// The entity that its first repeated outline lies on.
    on: Arc<str>,
    /// The positions of the repeated outlines among those of their shapes.
    outlines: Vec<usize>,
    is_whole: bool,
}

/// A shape, or an instance of a block with all that it shows.
struct Owner<'a> {
    name: &'a str,
    is_instance: bool,
    /// True where an outline can be left out without a change of the area that is filled.
    is_bare: bool,
    candidates: Vec<usize>,
}

/// One line or outline of an owner.
struct Candidate<'a> {
    owner: usize,
    /// The position among the outlines of its shape.
    position: usize,
    layer: &'a str,
    wire: Wire,
    bounds: Bounds,
    /// True for one that is left out: it is no reason to leave the other one of two out too.
    is_gone: bool,
}

impl Scene {
    /// Returns a warning about entities whose outlines are there a second time; `None` where each is there once. A repetition
    /// in a block counts once, however often the block is shown.
    pub fn repeated_outlines(&self) -> Option<String> {
        let mut pairs: Vec<(usize, String)> = Vec::new();
        let mut note = |repeated: Vec<Repeated>, place: &str| {
            let pair = |it: &Repeated| format!("{} on {}{place}", quoted(&it.name), quoted(&it.on));
            pairs.extend(repeated.iter().map(|it| (it.outlines.len(), pair(it))));
        };
        note(self.repeated(MAX_COMPARED), "");
        for name in self.shown_blocks() {
            let Some(block) = self.blocks.get(&name) else { continue };
            let place = format!(" in block {}", quoted(&name));
            note(self.seen_in(block, &self.blocks).repeated(MAX_COMPARED), &place);
        }
        let count: usize = pairs.iter().map(|(outlines, _)| outlines).sum();
        let shown: Vec<&str> = pairs.iter().take(MAX_SHOWN).map(|(_, pair)| pair.as_str()).collect();
        let rest = match pairs.len().saturating_sub(MAX_SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (outlines, lie) = if count == 1 { ("outline", "lies") } else { ("outlines", "lie") };
        let shown = shown.join(", ");
        (count > 0)
            .then(|| format!("{count} {outlines} {lie} on others, and would be cut twice: {shown}{rest}"))
    }

    /// Returns the scene without the outlines that lie on others of the same layer; of equal ones, the one that is drawn last
    /// stays. Blocks are cleared as the scene is, and an instance of which a part is left out becomes entities.
    pub fn without_repeated_outlines(&self) -> Scene {
        let mut scene = self.clone();
        // Each block sees those in it as they are then; of a list by depth, the inner ones come first.
        let mut names: Vec<(usize, Arc<str>)> =
            self.blocks.iter().map(|(name, block)| (block.depth, Arc::clone(name))).collect();
        names.sort();
        for (_, name) in names {
            let Some(block) = scene.blocks.get(&name) else { continue };
            let mut contents = self.seen_in(block, &scene.blocks);
            contents.leave_out_repeated();
            (contents.blocks, contents.layers) =
                (block.contents.blocks.clone(), block.contents.layers.clone());
            let block = Block { contents, ..Block::clone(block) };
            scene.blocks.insert(name, Arc::new(block));
        }
        scene.leave_out_repeated();
        scene
    }

    /// Returns the contents of a block as a scene that knows the layers and the other blocks.
    fn seen_in(&self, block: &Block, blocks: &BTreeMap<Arc<str>, Arc<Block>>) -> Scene {
        let mut contents = block.contents.clone();
        (contents.blocks, contents.layers) = (blocks.clone(), self.layers.clone());
        contents
    }

    fn leave_out_repeated(&mut self) {
        loop {
            let repeated = self.repeated(usize::MAX);
            let mut has_changed = false;
            for it in &repeated {
                let is_instance = self.find_instance(&it.name).is_some();
                if it.is_whole {
                    self.delete(&it.name);
                } else if is_instance {
                    // Its parts are compared in the next round. One whose parts find no names stays as it is.
                    has_changed |= self.ungroup(&it.name).is_ok();
                } else {
                    self.leave_out(&it.name, &it.outlines);
                }
            }
            // Each round takes instances apart, and blocks are in each other to a bounded depth.
            if !has_changed {
                return;
            }
        }
    }

    /// Leaves some outlines of a shape out.
    fn leave_out(&mut self, name: &str, outlines: &[usize]) {
        let Some(id) = self.find(name) else { return };
        let Content::Leaf(shape) = &self.entity(id).content else { return };
        let wires = Wire::all_of(shape, &Affine::IDENTITY).into_iter().enumerate();
        let left: Vec<Wire> =
            wires.filter(|(position, _)| !outlines.contains(position)).map(|(_, wire)| wire).collect();
        let shape: Shape = Wire::shape_of(left, FillRule::NonZero);
        self.entity_mut(id).content = Content::Leaf(Arc::new(shape));
    }

    /// Returns what is drawn again by others on its layer: first entities as a whole, then parts of others. Nothing is
    /// returned where there are more outlines than may be compared.
    fn repeated(&self, most: usize) -> Vec<Repeated> {
        let (owners, mut candidates) = self.outlines(most);
        let mut repeated = Vec::new();
        for is_whole in [true, false] {
            for owner in &owners {
                let own = owner.candidates.iter().filter(|at| !candidates[**at].is_gone);
                let twins: Vec<(usize, usize)> =
                    own.filter_map(|at| Some((*at, twin_of(&candidates, *at)?))).collect();
                let Some((_, first)) = twins.first() else { continue };
                let is_all = twins.len() == owner.candidates.len();
                if is_whole != is_all || !(is_whole || owner.is_instance || owner.is_bare) {
                    continue;
                }
                repeated.push(Repeated {
                    name: owner.name.into(),
                    on: owners[candidates[*first].owner].name.into(),
                    outlines: twins.iter().map(|(at, _)| candidates[*at].position).collect(),
                    is_whole,
                });
                for (at, _) in twins {
                    candidates[at].is_gone = true;
                }
            }
        }
        repeated
    }

    /// Returns all outlines that are seen, sorted by their left sides, and what they are of, from back to front.
    fn outlines(&self, most: usize) -> (Vec<Owner<'_>>, Vec<Candidate<'_>>) {
        let mut owners: Vec<Owner<'_>> = Vec::new();
        let mut candidates: Vec<Candidate<'_>> = Vec::new();
        // The depths of the instance and of the annotation that the walk is in.
        let (mut instance, mut annotation): (Option<usize>, Option<usize>) = (None, None);
        for visit in self.walk_back_to_front() {
            match visit {
                Visit::GroupStart { name, depth, annotation: form, block, .. } => {
                    if form.is_some() && annotation.is_none() {
                        annotation = Some(depth);
                    }
                    if block.is_some() && instance.is_none() {
                        instance = Some(depth);
                        owners.push(Owner {
                            name,
                            is_instance: true,
                            is_bare: false,
                            candidates: Vec::new(),
                        });
                    }
                }
                Visit::GroupEnd { depth, .. } => {
                    annotation = annotation.filter(|start| *start != depth);
                    instance = instance.filter(|start| *start != depth);
                }
                Visit::Leaf(leaf)
                    if annotation.is_some() || (instance.is_none() && self.is_connector_arrow(leaf.name)) => {
                }
                Visit::Leaf(leaf) => {
                    if instance.is_none() {
                        let is_bare = leaf.style.fill.is_none() && leaf.text.is_none();
                        let candidates = Vec::new();
                        owners.push(Owner { name: leaf.name, is_instance: false, is_bare, candidates });
                    }
                    let Some(owner) = owners.len().checked_sub(1) else { continue };
                    for (position, wire) in Wire::all_of(leaf.shape, &leaf.world).into_iter().enumerate() {
                        let Some(bounds) = CurveTree::new([&wire]).bounds() else { continue };
                        candidates.push(Candidate {
                            owner,
                            position,
                            layer: leaf.layer,
                            wire,
                            bounds,
                            is_gone: false,
                        });
                    }
                    if candidates.len() > most {
                        return (Vec::new(), Vec::new());
                    }
                }
            }
        }
        candidates.sort_by(|one, other| one.bounds.min.x.total_cmp(&other.bounds.min.x));
        for (at, candidate) in candidates.iter().enumerate() {
            owners[candidate.owner].candidates.push(at);
        }
        (owners, candidates)
    }

    /// Returns true for an arrow of a connector: those of several that end at one port are the same, and no machine cuts a diagram.
    fn is_connector_arrow(&self, name: &str) -> bool {
        let connector = ARROW_PARTS.iter().find_map(|part| name.strip_suffix(part)?.strip_suffix('_'));
        let (Some(connector), Some(id)) = (connector, self.find(name)) else { return false };
        let parent = self.entity(id).parent;
        // A scene that was read from its file has no marks of what was drawn by one call, but the line is there.
        let has_line =
            || self.find(&format!("{connector}_line")).is_some_and(|line| self.entity(line).parent == parent);
        parent != ROOT && *self.entity(parent).name == *connector && has_line()
    }
}

/// Returns another outline that is the same as one of the candidates, which are sorted by their left sides.
fn twin_of(candidates: &[Candidate<'_>], at: usize) -> Option<usize> {
    let own = &candidates[at];
    let corners = [own.bounds.min.x, own.bounds.min.y, own.bounds.max.x, own.bounds.max.y];
    let near = SAME_BOX * corners.into_iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    let is_other = |it: &Candidate<'_>| it.owner != own.owner && !it.is_gone && it.layer == own.layer;
    let is_same_box = |it: &Candidate<'_>| {
        let others = [it.bounds.min.x, it.bounds.min.y, it.bounds.max.x, it.bounds.max.y];
        corners.into_iter().zip(others).all(|(one, other)| (one - other).abs() <= near)
    };
    let begin = candidates.partition_point(|it| it.bounds.min.x < corners[0] - near);
    let reached = candidates[begin..].iter().take_while(|it| it.bounds.min.x <= corners[0] + near);
    let mut tree: Option<CurveTree> = None;
    let twin = reached.enumerate().filter(|(_, it)| is_other(it) && is_same_box(it)).find(|(_, it)| {
        // Copies at one place, such as those of a text, are equal to the bit, and curves take long to compare.
        if it.wire == own.wire {
            return true;
        }
        let own_tree = tree.get_or_insert_with(|| CurveTree::new([&own.wire]));
        // Both ways: half of an outline lies on the whole, and is no repetition.
        own_tree.covers(&it.wire) && CurveTree::new([&it.wire]).covers(&own.wire)
    });
    twin.map(|(offset, _)| begin + offset)
}
