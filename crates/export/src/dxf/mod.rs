//! The scene as a DXF file, R2010 in text form.
//!
//! Everything is written where it is in the world, back to front; groups are dissolved. An instance of a block is an
//! INSERT, and its attributes are ATTRIBs, with outlines beside them, or blocks of glyphs where there are many; one that is
//! sheared is written as its contents. Circles, arcs and ellipses stay what they are under any transform, and become ellipses where they are sheared. Lines and circular arcs in a
//! row are one LWPOLYLINE with bulges, Bézier curves in a row one SPLINE of degree 3, and an elliptic arc in a path
//! is an ELLIPSE: all of them exact. A fill is a solid HATCH beneath the outline, and the outlines of a text are closed
//! polylines as well, so that every contour can be cut. A hatch is a HATCH with its pattern, and a
//! dimension a DIMENSION with a block that shows it. A leader is a LEADER with its MTEXT, and the texts of notes are TEXT.
//! Where there is a page, its frame, title block and tables are in the paper space of a layout of that size, with a viewport
//! at the scale of the drawing; where there are several sheets, each has a layout with its name. Without fills, what is only
//! filled has its outline instead. Shapes with neither fill nor stroke are not written.
//!
//! Colours are true colours, but black is index 7, which is seen on any ground; alpha is transparency. Properties that are not set
//! are left to the layer. A width on paper becomes the nearest of the line weights, and a dash pattern a line type of its
//! own. Line types are in the size they have on paper, and LTSCALE is the drawing scale. A layer that is not visible is
//! off, and the contents of a hidden group on other layers are invisible. The names of entities, and those of
//! layers that DXF does not take, are kept as extended data of the application SCENEWRIGHT.

mod annotations;
mod blocks;
mod curves;
mod dimensions;
mod entities;
mod fill;
mod glyphs;
mod names;
mod notes;
mod page;
mod paper;
mod slim;
mod tables;
mod text;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use acadrust::DxfWriter;
use acadrust::document::CadDocument;
use acadrust::entities::{EntityCommon, EntityType};
use acadrust::tables::{AppId, TableEntry};
use acadrust::types::{DxfVersion, Handle, Transparency, Vector2, Vector3};
use serde::{Deserialize, Serialize};

use self::blocks::Blocks;
use self::names::{APPLICATION, annotation_record, name_record};
use self::paper::Paper;
use self::tables::{Tables, dxf_color};
use scenewright_error::{Error, Kind, Result};
use scenewright_geometry::{Affine, Bounds, Shape};
use scenewright_scene::{
    Annotation, BlockUse, Color, DimensionLook, Form, Leaf, Scene, Stroke, Style, TextSource, Units, Visit,
};

/// The largest reach of a drawing: a larger one could not be distinguished from an empty one, whose
/// extents are written so.
const MAX_REACH: f64 = 1e20;

/// The ways to write text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextMode {
    /// Closed polylines around every glyph, which look the same without the font.
    #[default]
    Outlines,
    /// TEXT or MTEXT where that says the same, so that it can be searched and edited; otherwise outlines.
    Text,
}

/// The choices of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DxfOptions {
    /// The way to write text.
    pub text: TextMode,
    /// False for outlines alone, as programs for lasers want them.
    pub fills: bool,
}

impl Default for DxfOptions {
    fn default() -> Self {
        DxfOptions { text: TextMode::default(), fills: true }
    }
}

/// Writes the file.
pub fn to_dxf(scene: &Scene, options: DxfOptions) -> Result<Vec<u8>> {
    let mut drawing = Drawing::new(scene, options);
    drawing.add_layouts()?;
    drawing.add_visits(scene, scene.walk_all_back_to_front(), &mut Blocks::default())?;
    drawing.finish(scene)
}

/// The properties that all entities made from one entity of the scene have in common.
struct Owner<'a> {
    name: &'a str,
    layer: &'a str,
    style: Style<'a>,
    hidden: bool,
    /// True for a dimension, leader or note.
    is_annotation: bool,
}

/// An annotation with the shapes that show it.
struct Annotated<'a> {
    owner: Owner<'a>,
    annotation: &'a Annotation,
    world: Affine,
    leaves: Vec<Leaf<'a>>,
}

impl Annotated<'_> {
    /// Returns true if DXF can say what an annotation is; otherwise its shapes must do.
    fn is_possible(annotation: &Annotation, world: &Affine) -> bool {
        let has_shapes = match &annotation.form {
            Form::Hatch(hatch) => !hatch.area.is_empty(),
            Form::Dimension(dimension) => !dimension.measures.is_empty(),
            Form::Leader(leader) => leader.points.len() > 1,
            Form::Note(_) => true,
        };
        has_shapes && world.similarity_factor().is_some()
    }
}

struct Drawing {
    document: CadDocument,
    tables: Tables,
    /// The number of blocks of dimensions, and the styles that dimensions have.
    dimension_blocks: usize,
    dimension_styles: Vec<(DimensionLook, String)>,
    /// The layouts of the sheets, in their order.
    papers: Vec<Paper>,
    /// The layers that are off, which hide their entities by themselves.
    off: Vec<String>,
    options: DxfOptions,
    /// The block that is being written; null for the drawing itself.
    owner: Handle,
}

impl Drawing {
    fn new(scene: &Scene, options: DxfOptions) -> Drawing {
        let mut document = CadDocument::with_version(DxfVersion::AC1024);
        let mut application = AppId::new(APPLICATION);
        application.set_handle(document.allocate_handle());
        document.app_ids.add_or_replace(application);
        let layers = scene.layers();
        let scale = scene.sheet_scale();
        document.header.linetype_scale = scale;
        let tables = Tables::new(&mut document, scene.units(), scale, &layers);
        let off =
            layers.iter().filter(|(_, layer)| !layer.visible).map(|(name, _)| name.to_string()).collect();
        Drawing {
            document,
            tables,
            dimension_blocks: 0,
            dimension_styles: Vec::new(),
            papers: Paper::all(scene),
            off,
            options,
            owner: Handle::NULL,
        }
    }

    /// Adds everything that a walk meets, to the drawing or to the block that is being written.
    fn add_visits<'a>(
        &mut self,
        scene: &'a Scene,
        visits: impl Iterator<Item = Visit<'a>>,
        blocks: &mut Blocks<'a>,
    ) -> Result<()> {
        let text = self.options.text;
        // The depth of the text whose glyphs are visited.
        let mut glyphs_of: Option<usize> = None;
        // The depth of the group that was written as text, what is in it being its glyphs.
        let mut written: Option<usize> = None;
        // The annotation whose shapes are collected, to be its block.
        let mut annotated: Option<Annotated<'_>> = None;
        for visit in visits {
            match visit {
                Visit::GroupEnd { depth, .. } if written == Some(depth) => {
                    written = None;
                    if let Some(annotated) = annotated.take() {
                        self.add_annotation(&annotated)?;
                    }
                }
                Visit::Leaf(leaf) if annotated.is_some() => {
                    annotated.iter_mut().for_each(|it| it.leaves.push(leaf.clone()));
                }
                _ if written.is_some() => {}
                Visit::GroupEnd { depth, .. } if glyphs_of == Some(depth) => glyphs_of = None,
                Visit::GroupStart {
                    name,
                    layer,
                    depth,
                    world,
                    style,
                    annotation: Some(annotation),
                    hidden,
                    ..
                } => {
                    if Annotated::is_possible(annotation, &world) {
                        // A hatch is a part of the drawing itself.
                        let is_annotation = !matches!(annotation.form, Form::Hatch(_));
                        let owner = Owner { name, layer, style, hidden, is_annotation };
                        written = Some(depth);
                        annotated = Some(Annotated { owner, annotation, world, leaves: Vec::new() });
                    }
                }
                Visit::GroupStart {
                    name, layer, depth, world, style, text: Some(source), hidden, ..
                } => {
                    let owner = Owner { name, layer, style, hidden, is_annotation: false };
                    if text == TextMode::Text && self.add_text(&owner, source, &world)? {
                        written = Some(depth);
                    } else {
                        glyphs_of = Some(depth);
                    }
                }
                Visit::GroupStart {
                    name, layer, depth, world, style, hidden, block: Some(block), ..
                } => {
                    let owner = Owner { name, layer, style, hidden, is_annotation: false };
                    if self.add_instance(scene, &owner, &block, &world, blocks)? {
                        written = Some(depth);
                    }
                }
                Visit::Leaf(leaf) => self.add_leaf(&leaf, glyphs_of.is_some())?,
                Visit::GroupStart { .. } | Visit::GroupEnd { .. } => {}
            }
        }
        Ok(())
    }

    /// Adds an instance of a block, which is written first where it is new; returns false for one that is sheared.
    fn add_instance<'a>(
        &mut self,
        scene: &'a Scene,
        owner: &Owner<'_>,
        block: &BlockUse<'a>,
        world: &Affine,
        blocks: &mut Blocks<'a>,
    ) -> Result<bool> {
        let Some(mut insert) = blocks::insert("", world) else { return Ok(false) };
        if !(world.e.abs() < MAX_REACH && world.f.abs() < MAX_REACH && world.stretch() < MAX_REACH) {
            return Err(too_large(owner.name));
        }
        insert.block_name = match blocks.name(block) {
            Some(name) => name,
            None => self.add_block(scene, block, blocks)?,
        };
        let mut common = EntityCommon::new();
        common.layer = self.tables.layer(owner.layer);
        common.invisible = owner.hidden && !self.off.iter().any(|layer| layer == owner.layer);
        let is_text = self.options.text == TextMode::Text;
        let mut texts = BTreeSet::new();
        for attribute in block.instance.attributes() {
            let style = |font: Option<&str>| self.tables.text_style(&mut self.document, font);
            let text = blocks::attribute_text(block, &attribute.tag, world, style);
            if text.is_some() && is_text {
                texts.insert(&*attribute.tag);
            }
            let at = insert.insert_point;
            let mut entity = blocks::attribute(&attribute.tag, &attribute.value, at, text, is_text);
            entity.common = common.clone();
            entity.common.handle = self.document.allocate_handle();
            insert.attributes.push(entity);
        }
        common.extended_data.add_record(name_record(owner.name));
        insert.common = common;
        self.add(EntityType::Insert(insert))?;
        for leaf in blocks::attribute_outlines(scene, block, world, &texts) {
            self.add_glyph(&Leaf { name: owner.name, text: None, ..leaf }, blocks)?;
        }
        Ok(true)
    }

    /// Writes a block, and returns its name in the file.
    fn add_block<'a>(
        &mut self,
        scene: &'a Scene,
        block: &BlockUse<'a>,
        blocks: &mut Blocks<'a>,
    ) -> Result<String> {
        let (name, handle) = blocks.add(&mut self.document, scene, block);
        let outer = std::mem::replace(&mut self.owner, handle);
        self.add_visits(scene, scene.block_contents_on_own_layers(block).into_iter(), blocks)?;
        for attribute in scene.block_attributes(block.block) {
            let is_text = self.options.text == TextMode::Text;
            let place = attribute.place.as_ref();
            let mut definition = blocks::definition(&attribute.tag, &attribute.value, place, is_text);
            definition.common.layer = self.tables.layer("0");
            definition.text_style = self.tables.text_style(&mut self.document, None);
            self.add(EntityType::AttributeDefinition(definition))?;
        }
        self.owner = outer;
        Ok(name)
    }

    fn add_leaf(&mut self, leaf: &Leaf<'_>, is_glyph: bool) -> Result<()> {
        let bounds = leaf.shape.bounds(&leaf.world);
        if !is_writable(&bounds) {
            return Err(too_large(leaf.name));
        }
        let Leaf { name, layer, style, hidden, .. } = *leaf;
        let owner = Owner { name, layer, style, hidden, is_annotation: false };
        if let (Some(source), TextMode::Text) = (leaf.text, self.options.text)
            && self.add_text(&owner, source, &leaf.world)?
        {
            return Ok(());
        }
        if self.options.fills {
            self.add_fill(&owner, leaf.shape, &leaf.world)?;
        }
        let Some(common) = self.outline_look(&owner, is_glyph || leaf.text.is_some()) else { return Ok(()) };
        // The glyphs of single strokes are lines like any other.
        let outline = match (is_glyph || leaf.text.is_some()) && leaf.shape.is_closed() {
            true => entities::contours(leaf.shape, &leaf.world),
            false => entities::outline(leaf.shape, &leaf.world),
        };
        for mut entity in outline {
            *entity.common_mut() = common.clone();
            self.add(entity)?;
        }
        Ok(())
    }

    fn add_fill(&mut self, owner: &Owner<'_>, shape: &Shape, world: &Affine) -> Result<()> {
        let Some(color) = owner.style.fill.filter(|color| color.a > 0.0) else { return Ok(()) };
        let Some(mut hatch) = fill::hatch(shape, world) else { return Ok(()) };
        hatch.common = self.common(owner, color, owner.style.fill_by_layer);
        self.add(EntityType::Hatch(Box::new(hatch)))
    }

    /// Returns the look of an outline: the stroke's, or the fill's where there is no stroke.
    fn outline_look(&mut self, owner: &Owner<'_>, is_text: bool) -> Option<EntityCommon> {
        let style = owner.style;
        let is_seen = |stroke: &&Stroke| stroke.width > 0.0 && stroke.color.a > 0.0;
        let Some(stroke) = style.stroke.filter(is_seen) else {
            let color = style.fill.filter(|color| color.a > 0.0 && (is_text || !self.options.fills))?;
            return Some(EntityCommon {
                linetype: self.tables.solid(owner.layer),
                ..self.common(owner, color, style.fill_by_layer)
            });
        };
        let mut common = self.common(owner, stroke.color, style.stroke_by_layer);
        if !style.stroke_by_layer {
            common.line_weight = self.tables.weight(stroke.width);
            common.linetype = self.tables.dashes(&mut self.document, stroke, owner.layer);
        }
        Some(common)
    }

    /// Adds a text as such; returns false where only outlines can show it.
    fn add_text(&mut self, owner: &Owner<'_>, source: &TextSource, world: &Affine) -> Result<bool> {
        let color = match (owner.style.fill, owner.style.stroke) {
            (Some(fill), _) => (fill, owner.style.fill_by_layer),
            (None, Some(stroke)) => (stroke.color, owner.style.stroke_by_layer),
            (None, None) => return Ok(true),
        };
        let style = self.tables.text_style(&mut self.document, source.font.as_deref());
        let Some(entities) = text::entities(source, world, &style) else { return Ok(false) };
        for mut entity in entities {
            *entity.common_mut() = self.common(owner, color.0, color.1);
            self.add(entity)?;
        }
        Ok(true)
    }

    fn common(&self, owner: &Owner<'_>, color: Color, by_layer: bool) -> EntityCommon {
        let mut common = EntityCommon::new();
        common.layer = self.tables.layer(owner.layer);
        common.color = if by_layer { acadrust::types::Color::ByLayer } else { dxf_color(color) };
        if color.a < 1.0 {
            common.transparency = Transparency::Explicit(255 - (color.a * 255.0).round() as u8);
        }
        common.invisible = owner.hidden && !self.off.iter().any(|layer| layer == owner.layer);
        let record = if owner.is_annotation { annotation_record } else { name_record };
        common.extended_data.add_record(record(owner.name));
        common
    }

    fn add(&mut self, mut entity: EntityType) -> Result<()> {
        entity.common_mut().owner_handle = self.owner;
        self.document.add_entity(entity).map_err(|error| failed(&error))?;
        Ok(())
    }

    fn finish(mut self, scene: &Scene) -> Result<Vec<u8>> {
        let header = &mut self.document.header;
        (header.insertion_units, header.measurement) = units(scene.units());
        header.linear_unit_format = 2;
        header.lineweight_display = true;
        // Never the time of writing: the same scene is the same file.
        let epoch = 2_451_545.0;
        (header.create_date_julian, header.update_date_julian) = (epoch, epoch);
        (header.universal_create_date_julian, header.universal_update_date_julian) = (epoch, epoch);
        for (index, sheet) in scene.sheets().iter().enumerate() {
            let layout = self.papers[index].layout.clone();
            self.set_up_page(scene, &sheet.page, &layout)?;
        }
        let header = &mut self.document.header;
        if let Some(bounds) = scene.bounds() {
            let corner = |x: f64, y: f64| Vector3::new(x, y, 0.0);
            header.model_space_extents_min = corner(bounds.min.x, bounds.min.y);
            header.model_space_extents_max = corner(bounds.max.x, bounds.max.y);
            header.model_space_limits_min = Vector2::new(bounds.min.x, bounds.min.y);
            header.model_space_limits_max = Vector2::new(bounds.max.x, bounds.max.y);
            if let Some(view) = self.document.vports.get_mut("*Active") {
                let center = bounds.center();
                view.view_center = Vector2::new(center.x, center.y);
                view.view_height = (bounds.width() / view.aspect_ratio).max(bounds.height()).max(1e-9) * 1.1;
            }
        }
        let file = DxfWriter::new(&self.document).write_to_vec().map_err(|error| failed(&error))?;
        let model_space = self.document.block_records.get("*Model_Space").map(TableEntry::handle);
        Ok(slim::slim(&file, model_space.unwrap_or(Handle::NULL)))
    }
}

fn is_writable(bounds: &Bounds) -> bool {
    [bounds.min, bounds.max].iter().all(|point| point.x.abs() < MAX_REACH && point.y.abs() < MAX_REACH)
}

/// Returns the codes of $INSUNITS and $MEASUREMENT. DXF has no pixels: they are numbers without a unit.
fn units(units: Units) -> (i16, i16) {
    match units {
        Units::Millimeters => (4, 1),
        Units::Centimeters => (5, 1),
        Units::Meters => (6, 1),
        Units::Inches => (1, 0),
        Units::Feet => (2, 0),
        Units::Pixels => (0, 0),
    }
}

fn too_large(name: &str) -> Error {
    let name: String = name.chars().take(60).collect();
    Error::new(
        Kind::TooLarge,
        format!("The entity {name:?} reaches beyond 1e20, which is more than DXF holds"),
    )
}

fn failed(error: &acadrust::DxfError) -> Error {
    Error::new(Kind::Internal, format!("The DXF could not be written: {error}"))
}
