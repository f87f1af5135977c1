//! Blocks, their instances, and the attributes of both.

use std::collections::{BTreeSet, HashMap};

use acadrust::document::CadDocument;
use acadrust::entities::attribute_definition::{AttributeDefinition, AttributeFlags, HorizontalAlignment};
use acadrust::entities::{AttributeEntity, EntityType, Insert, Text, TextHorizontalAlignment};
use acadrust::tables::{BlockRecord, TableEntry};
use acadrust::types::{Color, Handle, Vector3};

use super::entities::vector;
use super::names::{legal_name, one_line};
use super::text;
use scenewright_geometry::{Affine, Point};
use scenewright_scene::{Align, AttributePlace, BlockUse, Leaf, Scene, Visit};

/// The blocks that are written already, each in one look.
#[derive(Default)]
pub(super) struct Blocks<'a> {
    written: Vec<(BlockUse<'a>, String)>,
    /// The names of glyphs in the file, by their outline and look.
    glyphs: HashMap<String, String>,
    /// The number of glyphs that were written where they are.
    pub glyphs_in_place: usize,
    names: BTreeSet<String>,
}

/// The share of a glyph's size up to which two outlines are the same letter: far more than the rounding of its place, and less than
/// two letters of a font differ.
const SAME_GLYPH: f64 = 1e-6;

/// The height of capital letters of the built-in font, as a share of the size: 1409 of its 2048 units.
const CAPITALS: f64 = 1409.0 / 2048.0;

impl<'a> Blocks<'a> {
    /// Returns the name in the file of a block that is written already.
    pub(super) fn name(&self, block: &BlockUse<'_>) -> Option<String> {
        // A DXF block has one look, ours takes it over from the instance: each look is a block of its own.
        let found = self.written.iter().find(|(known, _)| known.looks_like(block, false));
        found.map(|(_, name)| name.clone())
    }

    /// Adds the record of a block whose contents are written next, and returns its name and handle.
    pub(super) fn add(
        &mut self,
        document: &mut CadDocument,
        scene: &Scene,
        block: &BlockUse<'a>,
    ) -> (String, Handle) {
        let has_attributes = !scene.block_attributes(block.block).is_empty();
        let (name, handle) = self.add_record(document, block.block, has_attributes);
        self.written.push((*block, name.clone()));
        (name, handle)
    }

    /// Returns the name of the block that shows a glyph, with the handle of one whose contents are written next.
    pub(super) fn glyph(
        &mut self,
        document: &mut CadDocument,
        leaf: &Leaf<'_>,
        at: Point,
    ) -> (String, Option<Handle>) {
        let bounds = leaf.shape.bounds(&Affine::IDENTITY);
        let step = bounds.width().max(bounds.height()) * SAME_GLYPH;
        // The same letter in another place is the same but for rounding.
        let outline = leaf.shape.to_path().transformed(&Affine::translation(-at.x, -at.y));
        let outline = outline.to_data(|number| format!("{:.0}", number / step));
        let key = format!("{outline} {step:.5e} {:?} {} {}", leaf.style, leaf.layer, leaf.hidden);
        if let Some(name) = self.glyphs.get(&key) {
            return (name.clone(), None);
        }
        let (name, handle) = self.add_record(document, "glyph", false);
        self.glyphs.insert(key, name.clone());
        (name, Some(handle))
    }

    fn add_record(
        &mut self,
        document: &mut CadDocument,
        block: &str,
        has_attributes: bool,
    ) -> (String, Handle) {
        let mut name = legal_name(block, &mut self.names);
        // Names such as *Model_Space are taken from the start.
        while document.block_records.contains(&name) {
            name = legal_name(block, &mut self.names);
        }
        let mut record = BlockRecord::new(&name);
        record.set_handle(document.allocate_handle());
        record.block_entity_handle = document.allocate_handle();
        record.block_end_handle = document.allocate_handle();
        record.flags.has_attributes = has_attributes;
        let handle = record.handle();
        document.block_records.add_or_replace(record);
        (name, handle)
    }
}

/// Returns the reference to a block in a place of the world; `None` for a place that is sheared.
pub(super) fn insert(block: &str, world: &Affine) -> Option<Insert> {
    // An INSERT has a rotation and factors, but no shear.
    let parts = world.decompose().filter(|parts| parts.shear == 0.0)?;
    let [x, y] = parts.scale;
    // Readers take a size for even when all three factors are the same.
    let insert = Insert::new(block, vector(Point::new(world.e, world.f)));
    let mut insert = insert.with_scale(x, y, if x == y.abs() { x } else { 1.0 });
    insert.rotation = super::curves::turn(parts.rotation);
    Some(insert)
}

/// Returns the definition of an attribute, which is seen if it has a place and text is text in the file.
pub(super) fn definition(
    tag: &str,
    value: &str,
    place: Option<&AttributePlace>,
    is_text: bool,
) -> AttributeDefinition {
    let tag = one_line(tag);
    let mut definition = AttributeDefinition::new(tag.clone(), tag, one_line(value));
    definition.common.color = Color::ByLayer;
    definition.flags.invisible = place.is_none() || !is_text;
    if let Some(place) = place {
        definition.insertion_point = vector(Point::new(place.x, place.y));
        definition.height = place.size * CAPITALS;
        (definition.horizontal_alignment, definition.alignment_point) = match place.align {
            Align::Left => (HorizontalAlignment::Left, Vector3::ZERO),
            Align::Center => (HorizontalAlignment::Center, definition.insertion_point),
            Align::Right => (HorizontalAlignment::Right, definition.insertion_point),
        };
    }
    definition
}

/// Returns the attribute of an instance: seen as a text, or kept as a value.
pub(super) fn attribute(
    tag: &str,
    value: &str,
    at: Vector3,
    text: Option<Text>,
    is_text: bool,
) -> AttributeEntity {
    let mut attribute = AttributeEntity::new(one_line(tag), one_line(value));
    attribute.insertion_point = at;
    attribute.flags = AttributeFlags { invisible: text.is_none() || !is_text, ..AttributeFlags::default() };
    if let Some(text) = text {
        attribute.insertion_point = text.insertion_point;
        attribute.alignment_point = text.alignment_point.unwrap_or(Vector3::ZERO);
        attribute.height = text.height;
        attribute.rotation = text.rotation;
        attribute.width_factor = text.width_factor;
        attribute.oblique_angle = text.oblique_angle;
        attribute.text_style = text.style;
        attribute.text_generation_flags = text.generation_flags;
        attribute.horizontal_alignment = match text.horizontal_alignment {
            TextHorizontalAlignment::Center => HorizontalAlignment::Center,
            TextHorizontalAlignment::Right => HorizontalAlignment::Right,
            _ => HorizontalAlignment::Left,
        };
    }
    attribute
}

/// Returns an attribute that is seen as a text of the file; `None` where only outlines can show it.
pub(super) fn attribute_text(
    block: &BlockUse<'_>,
    tag: &str,
    world: &Affine,
    style: impl FnOnce(Option<&str>) -> String,
) -> Option<Text> {
    let texts = block.texts()?;
    let source = texts.text_source(tag)?;
    let own = texts.world_transform(tag).ok()?;
    let style = style(source.font.as_deref());
    let mut entities = text::entities(source, &(*world * own), &style)?;
    match (entities.pop(), entities.is_empty()) {
        (Some(EntityType::Text(text)), true) => Some(text),
        _ => None,
    }
}

/// Returns the outlines of those attributes of an instance that are not written as texts.
pub(super) fn attribute_outlines<'a>(
    scene: &'a Scene,
    block: &BlockUse<'a>,
    world: &Affine,
    texts: &BTreeSet<&str>,
) -> Vec<Leaf<'a>> {
    let mut tag: Option<&str> = None;
    let mut leaves = Vec::new();
    for visit in scene.attribute_texts(block, *world, 0, true) {
        match visit {
            Visit::GroupStart { name, depth: 0, .. } => tag = Some(name),
            Visit::GroupEnd { depth: 0, .. } => tag = None,
            Visit::Leaf(leaf) if !texts.contains(tag.unwrap_or(leaf.name)) => leaves.push(leaf),
            _ => {}
        }
    }
    leaves
}
