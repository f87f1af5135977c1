//! Names that a call makes from the name it was given: parts of an area, glyphs of a text, children of a copy.
//!
//! Invariant: what nobody named is not replaced, unless an earlier call made it together with the entity that is
//! replaced by its name.

use std::collections::HashSet;
use std::sync::Arc;

use super::store::Scene;
use crate::drafting::{SceneError, quoted};

/// The most names in a refusal.
const MAX_NAMES_SHOWN: usize = 5;

impl Scene {
    /// Returns the entities inside of `name` that were made and named together with it.
    pub(super) fn made_with(&self, name: &str) -> Vec<Arc<str>> {
        let Some(id) = self.find(name) else { return Vec::new() };
        self.entities_below(id)
            .filter(|inner| self.entity(*inner).is_derived)
            .map(|inner| self.entity(inner).name.clone())
            .collect()
    }

    /// Refuses names that a call made from another, where entities have them that are not among those it replaces.
    pub(super) fn check_free<'a>(
        &self,
        from: &str,
        names: impl Iterator<Item = &'a str>,
        replaced: &[Arc<str>],
    ) -> Result<(), SceneError> {
        let replaced: HashSet<&str> = replaced.iter().map(|name| &**name).chain([from]).collect();
        let taken: Vec<&str> = names.filter(|name| self.exists(name) && !replaced.contains(name)).collect();
        if taken.is_empty() {
            return Ok(());
        }
        let shown: Vec<String> = taken.iter().take(MAX_NAMES_SHOWN).map(|name| quoted(name)).collect();
        let more = match taken.len().saturating_sub(MAX_NAMES_SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let (verb, them) = if taken.len() == 1 { ("exists", "it") } else { ("exist", "them") };
        Err(SceneError::scene(format!(
            "{}{more} {verb} already, and the parts of {} would replace {them}; choose another name, or delete {them} \
             first",
            shown.join(", "),
            quoted(from)
        )))
    }
}
