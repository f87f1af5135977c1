//! An entity that is in both scenes.

use crate::store::{EntityId, Scene};

/// The two states of an entity that are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'a> {
    pub old: &'a Scene,
    pub before: EntityId,
    pub new: &'a Scene,
    pub after: EntityId,
}
