//! The shared parts of repairs of DXF and SVG files: the result, the edits of the bytes, and the outlines of texts.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use scenewright_geometry::{Affine, Path, Point, Shape};
use scenewright_scene::{Fonts, Scene, Visit};

use super::drawing::{Drawing, Item, ItemContent, Origin};

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
    pub(super) fn add<const N: usize>(&mut self, edits: [(Range<usize>, Vec<u8>); N]) -> Option<()> {
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

/// The pairs of ends that were brought together, by their places in the file. A gap in a block is found wherever the block is
/// shown, and must be closed once: two ends that both move would change places.
#[derive(Debug, Default)]
pub(super) struct JoinedEnds(HashSet<[usize; 2]>);

impl JoinedEnds {
    pub(super) fn has(&self, one: usize, other: usize) -> bool {
        self.0.contains(&[one.min(other), one.max(other)])
    }

    pub(super) fn add(&mut self, one: usize, other: usize) {
        self.0.insert([one.min(other), one.max(other)]);
    }
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

    /// Returns the outlines of a text by its names, in the coordinates that the file describes it in.
    pub(super) fn text_outlines(&self, names: &[String]) -> Option<Path> {
        let place = self.place_of(names)?;
        let found = self.by_names[names]
            .iter()
            .filter(|(item, origin)| origin.place == place && matches!(item.content, ItemContent::Text(_)));
        let items = found.map(|(item, _)| (*item).clone()).collect();
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

    /// Returns the way from the coordinates that the file describes an entity in to the drawing's.
    pub(super) fn place_of(&self, names: &[String]) -> Option<Affine> {
        self.by_names.get(names).map(|found| found[0].1.place)
    }
}

/// Returns a path as closed polygons that are off by a hundredth of its height at most.
pub(super) fn polygons(path: &Path, height: f64) -> Vec<Vec<Point>> {
    let chains = Shape::Path(path.clone()).flattened(&Affine::IDENTITY, 0.01 * height);
    chains.map(|chains| chains.into_iter().map(|chain| chain.points).collect()).unwrap_or_default()
}
