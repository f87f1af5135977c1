//! The shared parts of repairs of DXF and SVG files: the result, the edits of the bytes, and the outlines of texts.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use scenewright_geometry::{Affine, Path, Point, Shape};
use scenewright_lint::Plan;
use scenewright_scene::typeset::{Face, Font};
use scenewright_scene::{Fonts, Scene, Visit};

use super::drawing::{Drawing, Item, ItemContent, Origin, TextItem};

/// A repaired file.
#[derive(Debug)]
pub struct Fixed {
    /// The contents.
    pub bytes: Vec<u8>,
    /// True for each finding that was repaired, in the order of the findings.
    pub is_repaired: Vec<bool>,
}

impl Fixed {
    /// Returns the number of findings that were repaired.
    pub fn count(&self) -> usize {
        self.is_repaired.iter().filter(|is_repaired| **is_repaired).count()
    }
}

/// The purpose of a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The repaired file.
    File,
    /// Only which findings can be repaired. Long replacements are not written: a text as outlines is a hundred lines.
    Offers,
}

/// The new bytes for parts of a file, by their starts. Invariant: no two parts overlap.
#[derive(Debug, Default)]
pub(super) struct Edits(BTreeMap<usize, (usize, Vec<u8>)>);

impl Edits {
    /// Adds edits that belong together; adds none of them and returns `None` where one overlaps an earlier edit.
    pub(super) fn add(&mut self, edits: Vec<(Range<usize>, Vec<u8>)>) -> Option<()> {
        let is_taken = |(range, _): &(Range<usize>, Vec<u8>)| {
            // The last edit that begins before the end of this one is the only one that can overlap it.
            let before = self.0.range(..range.end).next_back();
            before.is_some_and(|(start, (end, _))| *end > range.start || *start == range.start)
        };
        if edits.iter().any(is_taken) {
            return None;
        }
        self.0.extend(edits.into_iter().map(|(range, new)| (range.start, (range.end, new))));
        Some(())
    }

    /// Returns the file with the edits.
    pub(super) fn applied(self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len());
        let mut at = 0;
        for (start, (end, new)) in self.0 {
            out.extend_from_slice(&bytes[at..start]);
            out.extend_from_slice(&new);
            at = end;
        }
        out.extend_from_slice(&bytes[at..]);
        out
    }
}

/// The repair that a finding asks for.
#[derive(Debug)]
pub(super) struct Proposal<'p> {
    /// The change that is made. Findings of several copies of one entity ask for the same one, which is made once.
    pub change: Change,
    /// The names of the entities that look different then. All of their copies must have the fault.
    pub entities: Vec<&'p str>,
    pub edits: Vec<(Range<usize>, Vec<u8>)>,
}

/// A change, by the places in the file that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Change {
    Drop(usize),
    Close(usize),
    /// Two ends: one that moves, and the one that it is moved onto. It does not matter which of them moves, but both would change
    /// places.
    Join([usize; 2]),
    Outline(usize),
}

impl Change {
    pub(super) fn join(one: usize, other: usize) -> Self {
        Change::Join([one.min(other), one.max(other)])
    }
}

/// Makes the repairs that findings ask for, where no copy of an entity would lose what is no fault. Returns for each finding whether
/// it was repaired.
pub(super) fn settle(
    proposals: Vec<Option<Proposal<'_>>>,
    traces: &Traces<'_>,
    plan: &Plan,
    edits: &mut Edits,
) -> Vec<bool> {
    let copies = traces.copies();
    // A path may have parts without a size that are faults of their own.
    let mut parts: HashMap<&str, usize> = HashMap::new();
    for name in plan.items.iter().filter_map(|item| item.names.first()) {
        *parts.entry(name).or_default() += 1;
    }
    let mut votes: HashMap<Change, usize> = HashMap::new();
    for proposal in proposals.iter().flatten() {
        *votes.entry(proposal.change).or_default() += 1;
    }
    let mut made: HashSet<Change> = HashSet::new();
    let mut settle_one = |proposal: Option<Proposal<'_>>| {
        let Proposal { change, entities, edits: own } = proposal?;
        if made.contains(&change) {
            return Some(());
        }
        let is_all = |counts: &HashMap<&str, usize>| {
            entities.iter().all(|name| counts.get(name).is_none_or(|count| *count <= votes[&change]))
        };
        if !is_all(&copies) || (matches!(change, Change::Drop(_)) && !is_all(&parts)) {
            return None;
        }
        edits.add(own)?;
        made.insert(change);
        Some(())
    };
    proposals.into_iter().map(|proposal| settle_one(proposal).is_some()).collect()
}

/// Returns true for two points that are one but for the digits of the file, and what computing in millimetres loses.
pub(super) fn is_one_point(point: Point, at: Point) -> bool {
    point.distance_to(at) <= 1e-6 * (1.0 + at.x.abs().max(at.y.abs()))
}

/// The traced items of a drawing by their names. A block in an array has several items by one name.
#[derive(Debug)]
pub(super) struct Traces<'d> {
    drawing: &'d Drawing,
    by_names: HashMap<&'d [String], Vec<(&'d Item, &'d Origin)>>,
}

impl<'d> Traces<'d> {
    pub(super) fn of(drawing: &'d Drawing) -> Self {
        let mut traces = Self { drawing, by_names: HashMap::new() };
        traces.add(&drawing.items);
        traces
    }

    fn add(&mut self, items: &'d [Item]) {
        for item in items {
            match (&item.content, &item.origin) {
                (ItemContent::Group(children), _) => self.add(children),
                (_, Some(origin)) => self.by_names.entry(&origin.names).or_default().push((item, origin)),
                _ => {}
            }
        }
    }

    /// Returns the number of times that each entity is shown, hidden copies counted.
    fn copies(&self) -> HashMap<&'d str, usize> {
        let mut copies: HashMap<&str, usize> = HashMap::new();
        for (names, found) in &self.by_names {
            if let Some(name) = names.first() {
                *copies.entry(name).or_default() += found.len();
            }
        }
        copies
    }

    /// Returns the outlines of a text by its names, in the coordinates that the file describes it in. `None` for a text in several
    /// colours, of which one path has one, and for letters that the font does not have.
    pub(super) fn text_outlines(&self, names: &[String]) -> Option<Path> {
        let found = self.by_names.get(names)?;
        let place = found[0].1.place;
        let found = found.iter().filter(|(_, origin)| origin.place == place);
        let mut items: Vec<Item> = Vec::new();
        for (item, _) in found {
            let ItemContent::Text(text) = &item.content else { continue };
            let is_other = |first: &Item| first.fill != item.fill || first.pen != item.pen;
            if !has_all_letters(text) || items.first().is_some_and(is_other) {
                return None;
            }
            items.push((*item).clone());
        }
        let only = Drawing { items, layers: self.drawing.layers.clone(), ..Drawing::default() };
        let mut scene = Scene::new();
        only.draw(&mut scene, "text", Some(1.0), &Fonts::builtin()).ok()?;
        let mut path = Path::new();
        for visit in scene.walk_all_back_to_front() {
            if let Visit::Leaf(leaf) = visit {
                path.extend(&leaf.shape.to_path().transformed(&leaf.world));
            }
        }
        let back = place.inverse()?;
        (!path.is_empty()).then(|| path.transformed(&back))
    }

    /// Returns the way from the coordinates that the file describes an entity in to the drawing's; `None` where it is at several
    /// places by the same names, as in an array.
    pub(super) fn place_of(&self, names: &[String]) -> Option<Affine> {
        let found = self.by_names.get(names)?;
        let place = found[0].1.place;
        found.iter().all(|(_, origin)| origin.place == place).then_some(place)
    }
}

/// Returns true for a text of which the font for outlines has every letter: it would draw boxes for others.
fn has_all_letters(text: &TextItem) -> bool {
    let fonts = Fonts::builtin();
    let lines = || -> scenewright_error::Result<bool> {
        let face = Face::Outlines(Font::builtin()?);
        for line in text.text.split('\n') {
            if !face.set_line(&fonts, line, 1.0)?.missing.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    };
    lines().unwrap_or(false)
}

/// Returns a path as closed polygons that are off by a hundredth of its height at most.
pub(super) fn polygons(path: &Path, height: f64) -> Vec<Vec<Point>> {
    let chains = Shape::Path(path.clone()).flattened(&Affine::IDENTITY, 0.01 * height);
    chains.map(|chains| chains.into_iter().map(|chain| chain.points).collect()).unwrap_or_default()
}
