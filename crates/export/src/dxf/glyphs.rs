//! The outlines of attributes.

use acadrust::entities::EntityType;

use super::blocks::{Blocks, insert};
use super::names::name_record;
use super::{Drawing, is_writable, too_large};
use scenewright_error::Result;
use scenewright_geometry::Affine;
use scenewright_scene::Leaf;

/// The most glyphs of attributes that are written where they are, before it pays to make blocks of them.
const MAX_GLYPHS_IN_PLACE: usize = 200;

impl Drawing {
    /// Adds the outline of a glyph of an attribute. After many, each is a block of its own; a sheared one is not.
    pub(super) fn add_glyph(&mut self, leaf: &Leaf<'_>, blocks: &mut Blocks<'_>) -> Result<()> {
        blocks.glyphs_in_place += 1;
        if blocks.glyphs_in_place <= MAX_GLYPHS_IN_PLACE {
            return self.add_leaf(leaf, true);
        }
        let at = leaf.shape.bounds(&Affine::IDENTITY).min;
        let Some(mut reference) = insert("", &(leaf.world * Affine::translation(at.x, at.y))) else {
            return self.add_leaf(leaf, true);
        };
        if !is_writable(&leaf.shape.bounds(&leaf.world)) {
            return Err(too_large(leaf.name));
        }
        let (name, new) = blocks.glyph(&mut self.document, leaf, at);
        if let Some(handle) = new {
            let outer = std::mem::replace(&mut self.owner, handle);
            self.add_leaf(
                &Leaf { name: &name, world: Affine::translation(-at.x, -at.y), ..leaf.clone() },
                true,
            )?;
            self.owner = outer;
        }
        reference.block_name = name;
        reference.common.layer = self.tables.layer(leaf.layer);
        reference.common.extended_data.add_record(name_record(leaf.name));
        self.add(EntityType::Insert(reference))
    }
}
