//! Names that a call makes from the name it was given: parts of an area, glyphs of a text, children of a copy.
//!
//! Invariant: a call replaces no entity that it does not name, except those that an earlier call made together with the
//! entity of the given name.

use std::collections::HashSet;
use std::sync::Arc;

use scenewright_geometry::Shape;

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

    /// Draws shapes as the parts of a group. The parts that an earlier call made with the group are replaced, and no other
    /// entity is. An error leaves the scene as it was.
    pub fn draw_group(&mut self, name: &str, parts: Vec<(String, Shape)>) -> Result<(), SceneError> {
        let stale = self.made_with(name);
        let names: Vec<String> = parts.iter().map(|(part, _)| part.clone()).collect();
        self.check_free(name, names.iter().map(String::as_str), &stale)?;
        let before = self.clone();
        let drawn = (|| {
            for old in stale {
                self.check_unlocked(&old)?;
                self.delete(&old);
            }
            for (part, shape) in parts {
                self.draw(&part, shape)?;
            }
            self.create_group(name, &names)
        })();
        if let Err(error) = drawn {
            *self = before;
            return Err(error);
        }
        for part in names {
            if let Some(id) = self.find(&part) {
                self.entity_mut(id).is_derived = true;
            }
        }
        Ok(())
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
