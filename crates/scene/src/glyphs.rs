//! Texts of several glyphs, and annotations: groups that act, and are listed, as one entity.

use super::store::{EntityId, Scene};
use crate::drafting::Style;

impl Scene {
    /// Returns true if an entity is a text or an annotation, which stands for all that is in it.
    pub(super) fn is_whole(&self, id: EntityId) -> bool {
        let entity = self.entity(id);
        entity.text.is_some() || entity.annotation.is_some()
    }

    /// Returns true if an entity is a glyph or a shape of an annotation, for which its group stands.
    pub(super) fn is_glyph(&self, id: EntityId) -> bool {
        self.is_inside(id) && self.is_whole(self.entity(id).parent)
    }

    /// Returns the type that listings show.
    pub(super) fn listed_kind(&self, id: EntityId) -> &'static str {
        match &self.entity(id).annotation {
            Some(annotation) => annotation.kind(),
            None if self.entity(id).text.is_some() => "text",
            None => self.kind_of(id),
        }
    }

    /// Returns the layer and the style of a text: its glyphs' where they agree. `style` is the
    /// group's own.
    pub(super) fn text_look<'a>(&'a self, id: EntityId, style: Style<'a>) -> (&'a str, Style<'a>) {
        let layers = self.children(id).map(|glyph| &*self.entity(glyph).layer);
        let styles = self.children(id).map(|glyph| style.overridden(&self.entity(glyph).style));
        (common(layers).unwrap_or(&self.entity(id).layer), common(styles).unwrap_or(style))
    }
}

/// Returns the value that all are equal to.
fn common<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Option<T> {
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
}
