//! Loose lines joined to paths, and areas welded over slits.

use std::collections::HashSet;
use std::sync::Arc;

use super::region_results::{Look, ResultOptions, ResultPlan};
use super::store::{Content, EntityId, ROOT, Scene};
use crate::drafting::{SceneError, quoted};
use scenewright_geometry::{
    Affine, Bounds, BoxTree, CurveTree, FillRule, Point, RegionOperation, Shape, Wire, chained,
    combined_shapes, covered_area, positive, welded_shapes,
};

/// The outcome of joining lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JoinReport {
    /// The paths that were made.
    pub paths: Vec<JoinedPath>,
    /// Ends that stay open, each with the open end that is nearest to it.
    pub gaps: Vec<JoinGap>,
    /// Points where more than two ends meet, with the entities that end there.
    pub branches: Vec<(Point, Vec<String>)>,
    /// Entities that were left out, as others lie on the same points.
    pub doubled: Vec<String>,
    /// Entities that have no ends to join, and stay as they are.
    pub untouched: Vec<String>,
}

/// A path made of lines, arcs and curves.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinedPath {
    /// The name of the entity.
    pub name: String,
    /// True where its end is its beginning.
    pub is_closed: bool,
    /// The entities that it is made of, in their order along it.
    pub parts: Vec<String>,
}

/// Two open ends that are near each other.
#[derive(Clone, Debug, PartialEq)]
pub struct JoinGap {
    /// One of the ends.
    pub from: Point,
    /// The other one.
    pub to: Point,
    /// The distance between both.
    pub distance: f64,
    /// The paths that end there.
    pub names: [String; 2],
}

/// The most open ends of which each is compared with all others: twelve million pairs.
const MAX_ENDS: usize = 5_000;

/// A line of an entity that may be joined with others.
struct Loose {
    leaf: EntityId,
    wire: Wire,
}

/// Paths before they are entities, each with its look, and the ends that stay open with the paths that they are of.
#[derive(Default)]
struct JoinedLines {
    shapes: Vec<Shape>,
    looks: Vec<Look>,
    open_ends: Vec<(Point, usize)>,
}

impl Scene {
    /// Joins lines, arcs and curves to paths where their ends are no further apart than the tolerance. One path is an entity
    /// of that name, several are a group; they take the place of what they are made of, unless that is kept.
    ///
    /// Only what is on one layer is joined.
    pub fn join(
        &mut self,
        names: &[String],
        result: &str,
        tolerance: f64,
        keep: bool,
    ) -> Result<JoinReport, SceneError> {
        let tolerance = positive("tolerance", tolerance)?;
        Scene::check_name(result)?;
        let mut report = JoinReport::default();
        let loose = self.loose_lines(names, &mut report)?;
        let leaves: Vec<EntityId> = {
            let mut seen = HashSet::new();
            loose.iter().map(|it| it.leaf).filter(|leaf| seen.insert(*leaf)).collect()
        };
        let Some(first) = leaves.first().copied() else {
            return Err(SceneError::scene(format!(
                "there is nothing to join: {} and nothing else",
                match report.untouched.as_slice() {
                    [] => "names lists empty groups".to_owned(),
                    _ => "names lists closed shapes, texts and instances".to_owned(),
                }
            )));
        };
        self.check_join_result(result, &leaves)?;
        let parent = self.entity(first).parent;
        let is_common = leaves.iter().all(|leaf| self.entity(*leaf).parent == parent);
        // By name, since drawing the result may replace the group.
        let parent = (is_common && parent != ROOT).then(|| self.entity(parent).name.to_string());
        let is_derived = self.entity(first).is_derived;
        let JoinedLines { shapes, looks, mut open_ends } = self.joined(&loose, tolerance, &mut report)?;
        let removed = match keep {
            true => Vec::new(),
            false => leaves.iter().map(|leaf| self.entity(*leaf).name.clone()).collect(),
        };
        for name in &removed {
            self.check_unlocked(name)?;
        }
        let count = shapes.len();
        let named: Vec<_> = removed.iter().flat_map(|name| self.names_to_carry(name, keep)).collect();
        let plan = ResultPlan { look: None, removed };
        self.draw_parts_as(result, shapes, plan)?;
        let outline = self.find(result).map(|id| self.wires_of(id, &Affine::IDENTITY)).unwrap_or_default();
        let tree = CurveTree::new(&outline);
        self.carry_names(named, result, |shape, place| {
            let lines = Wire::all_of(shape, place);
            let is_unmoved = lines.iter().all(|line| tree.covers(line));
            // Where ends give way, a line has become the piece of a path that runs beside it.
            if is_unmoved { Vec::new() } else { vec![moved_onto(&outline, &lines, tolerance)] }
        });
        for (index, (path, look)) in report.paths.iter_mut().zip(&looks).enumerate() {
            path.name = if count == 1 { result.to_owned() } else { format!("{result}_{index}") };
            let id = self.require(&path.name)?;
            self.apply_look(id, look, false);
            self.entity_mut(id).is_derived |= is_derived;
        }
        let id = self.require(result)?;
        self.entity_mut(id).is_derived |= is_derived;
        if let Some(parent) = parent.filter(|parent| self.exists(parent)) {
            self.add_to_group(&parent, result)?;
        }
        report.gaps = gaps(&mut open_ends, &report.paths);
        Ok(report)
    }

    /// Draws the area of some entities with slits closed that are no wider than the tolerance; returns false if it is empty.
    pub fn weld(
        &mut self,
        names: &[String],
        result: &str,
        tolerance: f64,
        options: &ResultOptions,
    ) -> Result<bool, SceneError> {
        let tolerance = positive("tolerance", tolerance)?;
        let parts = welded_shapes(&self.areas_of(names)?, tolerance)?;
        let operands: Vec<&str> = names.iter().map(String::as_str).collect();
        let plan = self.plan_result(&operands, options)?;
        let inputs = self.inputs_of(&operands);
        let is_drawn = self.draw_parts_as(result, parts, plan)?;
        if is_drawn {
            self.remember_boolean(inputs, result, options.keep);
        }
        Ok(is_drawn)
    }

    /// Welds shapes that lie side by side in a group, on one layer, with slits no wider than the tolerance. A shape inside of
    /// another one or over it, such as the outline of a hole, stays. Returns the names of the new shapes, each with the names
    /// of its parts.
    pub fn weld_neighbours(
        &mut self,
        group: &str,
        tolerance: f64,
    ) -> Result<Vec<(String, Vec<String>)>, SceneError> {
        let tolerance = positive("tolerance", tolerance)?;
        let mut found: Vec<(EntityId, &Shape, Affine)> = Vec::new();
        for (leaf, world) in self.leaves_of(self.require(group)?) {
            let entity = self.entity(leaf);
            match &entity.content {
                Content::Leaf(shape)
                    if shape.is_closed() && entity.text.is_none() && !self.is_glyph(leaf) =>
                {
                    found.push((leaf, shape, world));
                }
                _ => {}
            }
        }
        if found.len() > MAX_ENDS {
            return Err(SceneError::range(format!("there are more than {MAX_ENDS} shapes to weld")));
        }
        let boxes: Vec<Bounds> = found.iter().map(|(_, shape, world)| shape.bounds(world)).collect();
        let mut near: Vec<(usize, usize)> = Vec::new();
        BoxTree::new(boxes).pairs(tolerance, |one, other| {
            near.push((one.min(other), one.max(other)));
            true
        });
        near.sort_unstable();
        near.dedup();
        // The first of those that each one hangs together with.
        let mut first: Vec<usize> = (0..found.len()).collect();
        let root = |first: &[usize], mut at: usize| {
            while first[at] != at {
                at = first[at];
            }
            at
        };
        for (one, other) in near {
            let is_one_layer = self.entity(found[one].0).layer == self.entity(found[other].0).layer;
            let (from, to) = (root(&first, one), root(&first, other));
            if is_one_layer && from != to && are_side_by_side(found[one], found[other], tolerance)? {
                first[from.max(to)] = from.min(to);
            }
        }
        let name = |at: usize| self.entity(found[at].0).name.to_string();
        let mut clusters: Vec<(String, Option<String>, Vec<String>)> = Vec::new();
        for at in 0..found.len() {
            let parts: Vec<String> = (0..found.len())
                .filter(|other| first[at] == at && root(&first, *other) == at)
                .map(name)
                .collect();
            if parts.len() > 1 {
                let parent = self.entity(found[at].0).parent;
                let parent = (parent != ROOT).then(|| self.entity(parent).name.to_string());
                clusters.push((name(at), parent, parts));
            }
        }
        let mut welded = Vec::with_capacity(clusters.len());
        for (result, parent, parts) in clusters {
            self.weld(&parts, &result, tolerance, &ResultOptions { like: None, keep: false })?;
            if let Some(parent) = parent.filter(|parent| self.exists(parent)) {
                self.add_to_group(&parent, &result)?;
            }
            welded.push((result, parts));
        }
        Ok(welded)
    }

    /// Returns true for the name of a group.
    pub fn is_group(&self, name: &str) -> bool {
        self.find(name).is_some_and(|id| matches!(self.entity(id).content, Content::Group))
    }

    /// Returns the names of what is in a group, back to front.
    pub fn children_of(&self, group: &str) -> Result<Vec<String>, SceneError> {
        let id = self.require_group(group)?;
        Ok(self.children(id).map(|child| self.entity(child).name.to_string()).collect())
    }

    /// Returns true if an entity has a line with ends in it.
    pub fn has_loose_lines(&self, name: &str) -> Result<bool, SceneError> {
        Ok(!self.loose_lines(&[name.to_owned()], &mut JoinReport::default())?.is_empty())
    }

    /// Returns how many lines of an entity would become how many closed outlines if they were joined; `None` where none would.
    pub fn closable_lines(&self, name: &str, tolerance: f64) -> Result<Option<(usize, usize)>, SceneError> {
        let mut report = JoinReport::default();
        let loose = self.loose_lines(&[name.to_owned()], &mut report)?;
        if loose.len() > MAX_ENDS {
            return Ok(None);
        }
        // It is asked for a hint alone, which must not fail what it is about.
        if self.joined(&loose, tolerance, &mut report).is_err() {
            return Ok(None);
        }
        let closed = report.paths.iter().filter(|path| path.is_closed && path.parts.len() > 1);
        let (lines, outlines) =
            closed.fold((0, 0), |(lines, count), path| (lines + path.parts.len(), count + 1));
        Ok((outlines > 0).then_some((lines, outlines)))
    }

    /// Returns the lines with ends in some entities, and adds what has none to the report.
    fn loose_lines(&self, names: &[String], report: &mut JoinReport) -> Result<Vec<Loose>, SceneError> {
        let mut seen = HashSet::new();
        let mut loose = Vec::new();
        for name in names {
            for (leaf, world) in self.leaves_of(self.require(name)?) {
                if !seen.insert(leaf) {
                    continue;
                }
                let entity = self.entity(leaf);
                let is_words = entity.text.is_some() || self.is_glyph(leaf);
                match &entity.content {
                    // Strokes of a single-line font are open lines too, and are no outline.
                    Content::Leaf(shape) if !shape.is_closed() && !is_words => {
                        let wires = Wire::all_of(shape, &world);
                        loose.extend(wires.into_iter().map(|wire| Loose { leaf, wire }));
                    }
                    _ => report.untouched.push(entity.name.to_string()),
                }
            }
        }
        Ok(loose)
    }

    /// Refuses a result in whose place something else is that would be lost.
    fn check_join_result(&self, result: &str, leaves: &[EntityId]) -> Result<(), SceneError> {
        let Some(id) = self.find(result) else { return Ok(()) };
        let holds = |leaf: &EntityId| {
            let mut at = self.entity(*leaf).parent;
            while at != ROOT {
                if at == id {
                    return true;
                }
                at = self.entity(at).parent;
            }
            false
        };
        if leaves.iter().any(holds) {
            return Err(SceneError::scene(format!(
                "{} is the group that the lines are in; choose another name for the result",
                quoted(result)
            )));
        }
        Ok(())
    }

    /// Joins lines layer by layer. Adds what is found to the report.
    fn joined(
        &self,
        loose: &[Loose],
        tolerance: f64,
        report: &mut JoinReport,
    ) -> Result<JoinedLines, SceneError> {
        let mut layers: Vec<Arc<str>> = Vec::new();
        for line in loose {
            let layer = &self.entity(line.leaf).layer;
            if !layers.contains(layer) {
                layers.push(layer.clone());
            }
        }
        let name = |line: &Loose| self.entity(line.leaf).name.to_string();
        let mut made = JoinedLines::default();
        // Lines of different layers are different work for a machine and are never joined.
        for layer in layers {
            let own: Vec<&Loose> =
                loose.iter().filter(|line| self.entity(line.leaf).layer == layer).collect();
            let wires: Vec<Wire> = own.iter().map(|line| line.wire.clone()).collect();
            let found = chained(&wires, tolerance);
            report.doubled.extend(found.doubled.iter().map(|index| name(own[*index])));
            for (point, parts) in found.branches {
                report.branches.push((point, parts.iter().map(|index| name(own[*index])).collect()));
            }
            for chain in found.chains {
                let mut parts: Vec<String> = chain.parts.iter().map(|index| name(own[*index])).collect();
                // One entity may hold several wires of a chain in a row.
                parts.dedup();
                let is_closed = chain.wire.is_closed();
                if !is_closed {
                    let ends = [chain.wire.start(), chain.wire.reversed().start()];
                    made.open_ends.extend(ends.map(|end| (end, made.shapes.len())));
                }
                made.looks.extend(chain.parts.first().map(|index| self.look_of(own[*index].leaf)));
                made.shapes.push(Wire::shape_of(vec![chain.wire], FillRule::NonZero).checked()?);
                report.paths.push(JoinedPath { name: String::new(), is_closed, parts });
            }
        }
        Ok(made)
    }
}

/// Returns the pieces of paths that lines with ends within a tolerance have become, in the direction of the lines.
fn moved_onto(paths: &[Wire], lines: &[Wire], tolerance: f64) -> Vec<Shape> {
    let middle = |wire: &Wire| wire.at_length(0.5 * wire.length()).0;
    let moved = |line: &Wire| {
        let ends = [line.start(), line.reversed().start()];
        let pieces = paths.iter().flat_map(|path| {
            let near = ends.map(|end| path.nearest(end));
            let is_here = near.iter().all(|(_, distance)| *distance <= tolerance);
            if is_here { path.split(&near.map(|(place, _)| place)) } else { Vec::new() }
        });
        let off = |piece: &Wire| middle(piece).distance_to(middle(line));
        let piece = pieces.min_by(|one, other| off(one).total_cmp(&off(other)))?;
        let is_reversed = piece.start().distance_to(ends[0]) > piece.start().distance_to(ends[1]);
        let piece = if is_reversed { piece.reversed() } else { piece };
        Some(Wire::shape_of(vec![piece], FillRule::NonZero))
    };
    lines.iter().filter_map(moved).collect()
}

/// Returns each open end with the one that is nearest to it, each two ends once, the nearest first.
fn gaps(ends: &mut Vec<(Point, usize)>, paths: &[JoinedPath]) -> Vec<JoinGap> {
    // The nearest of each is looked for among all: the time grows with the square.
    ends.truncate(MAX_ENDS);
    let nearest = |at: usize| {
        let others = (0..ends.len()).filter(|other| *other != at);
        others.min_by(|one, other| {
            ends[at].0.distance_to(ends[*one].0).total_cmp(&ends[at].0.distance_to(ends[*other].0))
        })
    };
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for at in 0..ends.len() {
        let Some(other) = nearest(at) else { continue };
        if seen.insert((at.min(other), at.max(other))) {
            let (from, to) = (ends[at.min(other)], ends[at.max(other)]);
            found.push(JoinGap {
                from: from.0,
                to: to.0,
                distance: from.0.distance_to(to.0),
                names: [paths[from.1].name.clone(), paths[to.1].name.clone()],
            });
        }
    }
    found.sort_by(|one, other| one.distance.total_cmp(&other.distance));
    found
}

/// Returns true for two areas that have hardly anything in common, and are no further apart than the tolerance.
fn are_side_by_side(
    (_, one, one_place): (EntityId, &Shape, Affine),
    (_, other, other_place): (EntityId, &Shape, Affine),
    tolerance: f64,
) -> Result<bool, SceneError> {
    let [first, second] = [Wire::all_of(one, &one_place), Wire::all_of(other, &other_place)];
    let nearest = CurveTree::new(&first).nearest(&CurveTree::new(&second));
    if nearest.is_none_or(|it| it.distance > tolerance) {
        return Ok(false);
    }
    let common = combined_shapes(
        RegionOperation::Intersection,
        &[(one, one_place)],
        &[(other, other_place)],
        tolerance,
    )?;
    let common: Vec<(&Shape, Affine)> = common.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
    let around: f64 = first.iter().map(Wire::length).sum();
    Ok(common.is_empty() || covered_area(&common, tolerance)? <= tolerance * around)
}
