//! The changes between two scenes, as they are shown in a drawing of the later one.

use std::collections::{HashMap, HashSet};

use scenewright_scene::{Difference, Scene, Visit, difference};

/// The change of a shape from an earlier scene to a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Added,
    Changed,
    Removed,
}

impl Change {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Change::Added => "added",
            Change::Changed => "changed",
            Change::Removed => "removed",
        }
    }
}

/// The changes of the shapes of a scene, asked for in the order of its walk.
pub(super) struct Changes {
    difference: Difference,
}

/// A walk over one of the two scenes.
pub(super) struct ChangeWalk<'a> {
    marks: HashMap<&'a str, Change>,
    /// The changes of the groups around a shape: what is inside a group that was changed looks different, though it is
    /// not listed.
    around: Vec<Option<Change>>,
}

impl Changes {
    pub(super) fn between(old: &Scene, new: &Scene) -> Self {
        Changes { difference: difference(old, new) }
    }

    /// Returns a walk over the later scene.
    pub(super) fn of_new(&self) -> ChangeWalk<'_> {
        let Difference { added, changed, .. } = &self.difference;
        let changed = changed.iter().map(|name| (name.as_str(), Change::Changed));
        let added = added.iter().map(|name| (name.as_str(), Change::Added));
        ChangeWalk { marks: changed.chain(added).collect(), around: Vec::new() }
    }

    /// Returns the indices of the leaves of the earlier scene that are gone, in the order of its walk.
    pub(super) fn removed_leaves(&self, old: &Scene) -> HashSet<usize> {
        let removed = self.difference.removed.iter().map(|name| (name.as_str(), Change::Removed));
        let mut walk = ChangeWalk { marks: removed.collect(), around: Vec::new() };
        let (mut leaves, mut index) = (HashSet::new(), 0);
        for visit in old.walk_back_to_front() {
            if let Visit::Leaf(_) = visit {
                index += 1;
            }
            if walk.step(&visit).is_some() {
                leaves.insert(index - 1);
            }
        }
        leaves
    }
}

impl ChangeWalk<'_> {
    /// Returns the change of a leaf; of a group nothing, which is remembered for what is in it.
    pub(super) fn step(&mut self, visit: &Visit<'_>) -> Option<Change> {
        let outer = self.around.last().copied().flatten();
        match visit {
            Visit::GroupStart { name, text, .. } => {
                // The glyphs of a text are not listed at all.
                let spreads = |mark: &Change| *mark == Change::Changed || text.is_some();
                self.around.push(self.marks.get(name).copied().filter(spreads).or(outer));
                None
            }
            Visit::GroupEnd { .. } => {
                self.around.pop();
                None
            }
            Visit::Leaf(leaf) => self.marks.get(leaf.name).copied().or(outer),
        }
    }
}
