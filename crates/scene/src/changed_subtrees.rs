//! The top-level entities in which two scenes differ that have the same entities in the same places.

use super::patch::{is_same_name, is_same_record};
use super::store::{ROOT, Scene};
use super::walk::Subtree;

impl Scene {
    /// Compares the entities of two scenes one by one. Returns the top-level entities that look different, or were drawn by another
    /// line; `None` where more than that may be different: names, order, groups, layers, pens, files, or instances of blocks.
    ///
    /// Unlike a comparison of all that is seen it computes no places and no styles: what an entity looks like follows from its
    /// own record, and from those of the groups around it.
    pub fn changed_subtrees(&self, before: &Scene) -> Option<Vec<Subtree>> {
        let has_same_surroundings = before.layers == self.layers
            && before.pens == self.pens
            && before.places.files == self.places.files
            // What an instance shows depends on its block, and takes a number of places that a change may alter.
            && before.blocks.is_empty()
            && self.blocks.is_empty();
        if !has_same_surroundings {
            return None;
        }
        let mut old = before.entities_below(ROOT);
        let mut changed: Vec<Subtree> = Vec::new();
        let mut latest = Subtree { id: ROOT, first: 0, count: 0 };
        let mut is_changed = false;
        for (position, id) in self.entities_below(ROOT).enumerate() {
            let was = old.next()?;
            let entity = self.entity(id);
            if !is_same_name(&before.entity(was).name, &entity.name)
                || before.parent_name(was) != self.parent_name(id)
            {
                return None;
            }
            if entity.parent == ROOT {
                changed.extend(is_changed.then_some(latest));
                latest = Subtree { id, first: position, count: 0 };
                is_changed = false;
            }
            latest.count += 1;
            is_changed |=
                before.places.of(was) != self.places.of(id) || !is_same_record(before, was, self, id, false);
        }
        changed.extend(is_changed.then_some(latest));
        old.next().is_none().then_some(changed)
    }
}
