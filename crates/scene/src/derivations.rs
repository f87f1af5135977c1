//! The inputs of booleans: the names of what was cut away or joined live on in the result, and inputs
//! that were kept lie on its outline.
//!
//! It is known during a run alone, for annotations and warnings, and is no part of the drawing. The record is apart from
//! what a scene does with it, because the scene holds it.

use std::collections::HashMap;
use std::sync::Arc;

use scenewright_geometry::{Affine, Shape};

/// Shapes with their places in the world.
pub(super) type PlacedShapes = Vec<(Arc<Shape>, Affine)>;

/// The shapes of a name that a boolean took in, in the coordinates of the world at that time.
#[derive(Clone, Debug)]
struct Feature {
    shapes: PlacedShapes,
    /// The result that it is a part of, as an index.
    result: usize,
}

/// The result of a boolean.
#[derive(Clone, Debug)]
struct DerivedResult {
    name: Arc<str>,
    /// The result of a later boolean that took this one in, and its place in the world at that time.
    next: Option<(usize, Affine)>,
}

/// An input that was kept beside the result.
#[derive(Clone, Debug)]
pub(super) struct KeptInput {
    pub(super) name: Arc<str>,
    pub(super) result: Arc<str>,
}

/// The record of all booleans of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Derivations {
    features: HashMap<Arc<str>, Feature>,
    results: Vec<DerivedResult>,
    /// The latest result of each name.
    current: HashMap<Arc<str>, usize>,
    kept: Vec<KeptInput>,
    /// True where booleans remove their inputs unless a call says otherwise.
    pub(super) removes_inputs: bool,
}

/// The inputs of a boolean before it is made.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    pub(super) features: Vec<(Arc<str>, PlacedShapes)>,
    /// Results of earlier booleans among the inputs, with their places.
    pub(super) earlier: Vec<(usize, Affine)>,
    pub(super) names: Vec<Arc<str>>,
}

impl Derivations {
    /// Forgets that an entity is the result of a boolean: it was removed, and another may take its name.
    pub(super) fn forget(&mut self, name: &str) {
        if !self.current.is_empty() {
            self.current.remove(name);
        }
    }

    /// Returns the index of the latest result of a name.
    pub(super) fn latest(&self, name: &str) -> Option<usize> {
        self.current.get(name).copied()
    }

    /// Remembers a boolean: its inputs, and whether they are still there.
    pub(super) fn remember(&mut self, inputs: Inputs, result: &str, is_kept: bool) {
        let (index, result): (usize, Arc<str>) = (self.results.len(), result.into());
        self.results.push(DerivedResult { name: Arc::clone(&result), next: None });
        // A result that went into another one leads on to it, with the place that it had then: names are
        // followed through any number of booleans.
        for (earlier, place) in inputs.earlier {
            self.results[earlier].next = Some((index, place));
        }
        for (name, shapes) in inputs.features {
            // A result that takes the name of its input is the entity of that name.
            if name != result {
                self.features.insert(name, Feature { shapes, result: index });
            }
        }
        self.current.insert(Arc::clone(&result), index);
        if is_kept {
            let pairs = inputs.names.into_iter().filter(|name| *name != result);
            self.kept.extend(pairs.map(|name| KeptInput { name, result: Arc::clone(&result) }));
        }
    }

    /// Remembers that an entity was kept beside the parts that were made of it.
    pub(super) fn remember_kept(&mut self, name: &str, parts: &[Arc<str>]) {
        let pairs = parts.iter().map(|part| KeptInput { name: name.into(), result: Arc::clone(part) });
        self.kept.extend(pairs);
    }

    /// Returns the shapes of a name that a boolean took in, the name of the last result that they are a part of, and their
    /// place in that result; `None` for a name that no boolean took in, or whose result is gone.
    pub(super) fn feature(&self, name: &str) -> Option<(&PlacedShapes, &str, Affine)> {
        let feature = self.features.get(name)?;
        let (index, place) = self.last_of(feature);
        let result = &self.results[index].name;
        // A result that was deleted, or redrawn by something else, no longer has its features.
        (self.latest(result) == Some(index)).then_some((&feature.shapes, &**result, place))
    }

    /// Returns the names that live on in a result, with their shapes in it and their place there.
    pub(super) fn features_in(&self, result: &str) -> Vec<(Arc<str>, PlacedShapes, Affine)> {
        let Some(latest) = self.latest(result) else { return Vec::new() };
        let mut found: Vec<_> = self
            .features
            .iter()
            .filter_map(|(name, own)| {
                let (index, place) = self.last_of(own);
                (index == latest).then(|| (Arc::clone(name), own.shapes.clone(), place))
            })
            .collect();
        // Hash tables have no order, and a run must give the same scene each time.
        found.sort_by(|one, other| one.0.cmp(&other.0));
        found
    }

    /// Remembers what the names of an entity have become in one that was made of it: an offset, a hull.
    pub(super) fn carry(&mut self, features: Vec<(Arc<str>, PlacedShapes)>, result: &str) {
        let (index, result): (usize, Arc<str>) = (self.results.len(), result.into());
        self.results.push(DerivedResult { name: Arc::clone(&result), next: None });
        for (name, shapes) in features {
            if name != result {
                self.features.insert(name, Feature { shapes, result: index });
            }
        }
        self.current.insert(result, index);
    }

    /// Returns the last result that a feature is a part of, and its place there.
    fn last_of(&self, feature: &Feature) -> (usize, Affine) {
        let (mut index, mut place) = (feature.result, Affine::IDENTITY);
        while let Some((next, world)) = self.results[index].next {
            (index, place) = (next, world * place);
        }
        (index, place)
    }

    /// Returns the name of the last result that a name was taken into.
    pub(super) fn result_of(&self, name: &str) -> Option<&str> {
        let (index, _) = self.last_of(self.features.get(name)?);
        Some(&self.results[index].name)
    }

    /// Returns the inputs that were kept beside their results.
    pub(super) fn kept(&self) -> &[KeptInput] {
        &self.kept
    }
}
