//! The entities of a drawing with its blocks expanded.

use std::collections::HashMap;

use scenewright_error::{Error, Kind, Result};
use scenewright_geometry::{Affine, Point, Shape};
use scenewright_scene::Color;

use super::colors::{indexed, true_color};
use super::covers::cover;
use super::entities::{Drawn, drawn, is_known, reason, text_plane};
use super::header::{File, PAPER_BLOCK};
use super::leader::{Arrow, LeaderBlock, LeaderLine, MultiLeader, leader, multileader};
use super::measured::measured;
use super::mesh::is_mesh;
use super::plain_dimension::plain_dimension;
use super::proxy::{Graphic, graphics};
use super::record::Record;
use super::selection::{DxfSelection, DxfSpace};
use super::tags::Tag;
use super::text::{self, Back, Mask, Words};
use super::tolerance::frame;
use crate::import::drawing::{
    Drawing, DrawingLayer, Fill, Item, ItemContent, LineLook, Origin, Pen, Sizeless, TextItem,
};
use crate::import::images::{image, plain_shape};

/// The deepest blocks in blocks, and the most entities that they may make: a file of a kilobyte can ask for a billion by blocks of
/// blocks. The default limit of a scene is 200,000.
const MAX_DEPTH: usize = 32;
const MAX_ITEMS: usize = 500_000;

/// The flag of attributes that are not shown.
const INVISIBLE: i64 = 1;

/// The share of its colour that an area with a pattern shows.
const PATTERN_ALPHA: f64 = 0.25;

/// The expansion of the entities of a file.
pub(super) struct Expansion<'f, 'a, 'd> {
    file: &'f File<'a>,
    drawing: &'d mut Drawing,
    wanted: Option<Vec<String>>,
    space: DxfSpace,
    /// The block of the sheet whose contents are read, where it is a single one.
    sheet: Option<&'f str>,
    /// The names of the blocks that are being expanded.
    open: Vec<String>,
    count: usize,
    traces: Option<Traces>,
}

/// The facts about the current entity, for a reading with traces.
#[derive(Default)]
struct Traces {
    /// The name of the entity.
    name: String,
    /// The names of the insertions around it, the outermost first.
    insertions: Vec<String>,
    /// The name and the number of the dimension, table or leader around it, which stands for all of it.
    whole: Option<(String, usize)>,
    /// True where that is a dimension or a leader, and no table.
    is_annotation: bool,
    count: usize,
}

/// The entity that stood for all of its parts before another one did, and whether it is a dimension or a leader.
type Whole = (Option<(String, usize)>, bool);

impl Traces {
    /// Lets the entity that is being read stand for all of its parts, unless one around it does already.
    fn begin_whole(&mut self, is_annotation: bool) -> Whole {
        self.count += 1;
        let outer = self.whole.clone();
        self.whole = outer.clone().or_else(|| Some((self.name.clone(), self.count)));
        let is_annotation = self.is_annotation || is_annotation;
        (outer, std::mem::replace(&mut self.is_annotation, is_annotation))
    }

    fn end_whole(&mut self, outer: Whole) {
        (self.whole, self.is_annotation) = outer;
    }
}

/// The numbers of annotations that are known by their names begin here; others are counted.
const ANNOTATIONS: usize = 1 << 32;

/// Returns a number for a name: FNV-1a, in 31 bits.
fn number_of(name: &str) -> usize {
    let hash =
        name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 1) as usize
}

/// The way from where an entity is described to the drawing, and what it takes from the insertion around it.
#[derive(Clone)]
struct Around {
    place: Affine,
    layer: Option<String>,
    pen: Pen,
    /// The dashes of the insertion.
    line: LineLook,
    /// True for the contents of an insertion on a frozen layer, all of which are on it.
    is_frozen: bool,
}

impl Around {
    /// What is around the entities that are in no block.
    fn of_the_drawing() -> Around {
        Around {
            place: Affine::IDENTITY,
            layer: None,
            pen: Pen::ByLayer,
            line: LineLook::default(),
            is_frozen: false,
        }
    }
}

impl<'f, 'a, 'd> Expansion<'f, 'a, 'd> {
    pub(super) fn new(file: &'f File<'a>, drawing: &'d mut Drawing, selection: &DxfSelection<'_>) -> Self {
        let wanted = selection.layers.map(|names| names.iter().map(|name| name.to_lowercase()).collect());
        let traces = selection.is_traced.then(Traces::default);
        let space = selection.space;
        Expansion { file, drawing, wanted, space, sheet: None, open: Vec::new(), count: 0, traces }
    }

    /// Reads the contents of one sheet of paper.
    pub(super) fn expand_sheet(&mut self, sheet: &'f str) -> Result<()> {
        (self.space, self.sheet) = (DxfSpace::Paper, Some(sheet));
        let (file, around) = (self.file, Around::of_the_drawing());
        let mut items = self.items(&file.entities, &around)?;
        if let Some(block) = file.blocks.get(sheet) {
            items.extend(self.block(sheet, &block.entities, &around)?);
        }
        self.drawing.items = items;
        Ok(())
    }

    pub(super) fn expand_all(&mut self) -> Result<()> {
        let (file, around) = (self.file, Around::of_the_drawing());
        let mut items = self.items(&file.entities, &around)?;
        if self.space != DxfSpace::Model {
            // The contents of sheets other than the current one are in blocks.
            let mut sheets: Vec<&String> =
                file.blocks.keys().filter(|name| name.starts_with(PAPER_BLOCK)).collect();
            sheets.sort();
            for name in sheets {
                items.extend(self.block(name, &file.blocks[name].entities, &around)?);
            }
        }
        self.drawing.items = items;
        Ok(())
    }

    fn items(&mut self, records: &[Record<'a>], around: &Around) -> Result<Vec<Item>> {
        let mut items = Vec::new();
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        // A lint names entities by their place in the file.
        let order = if self.traces.is_none() { self.file.drawing_order(records) } else { None };
        for index in 0..records.len() {
            let record = &records[order.as_ref().map_or(index, |order| order[index])];
            if let Some(traces) = &mut self.traces {
                let number = numbers.entry(&record.kind).or_default();
                *number += 1;
                traces.name = record.handle(self.file).unwrap_or_else(|| format!("{}#{number}", record.kind));
            }
            let is_in_space = match self.space {
                DxfSpace::All => true,
                // Entities in a block are where the block is.
                _ if !self.open.is_empty() => true,
                DxfSpace::Model => !record.is_on_paper(),
                DxfSpace::Paper => {
                    record.is_on_paper() && self.sheet.is_none_or(|sheet| self.file.sheet_of(record) == sheet)
                }
            };
            if !is_in_space {
                self.drawing.skip(if record.is_on_paper() { "paper space" } else { "model space" });
            } else if record.whole(60) == 1 {
                self.drawing.skip("invisible");
            } else {
                self.record(record, around, &mut items)?;
            }
        }
        Ok(items)
    }

    fn record(&mut self, record: &Record<'a>, around: &Around, items: &mut Vec<Item>) -> Result<()> {
        match record.kind.as_str() {
            "INSERT" => return self.insertion(record, around, items),
            // These are drawn by a block, in the drawing's own coordinates.
            "DIMENSION" | "ARC_DIMENSION" | "LARGE_RADIAL_DIMENSION" | "ACAD_TABLE" => {
                return self.picture_block(record, around, items);
            }
            // Insertions show their attributes instead.
            "ATTDEF" if !self.open.is_empty() => return Ok(()),
            "ENDBLK" => return Ok(()),
            _ => {}
        }
        let layer = self.layer(record, around);
        if !self.is_wanted(&layer) {
            return Ok(());
        }
        let content = match record.kind.as_str() {
            "MULTILEADER" | "MLEADER" => return self.multileader(record, around, layer, items),
            "TOLERANCE" => return self.tolerance(record, around, layer, items),
            "ATTRIB" if record.whole(70) & INVISIBLE != 0 => {
                self.drawing.skip("invisible");
                return Ok(());
            }
            "TEXT" | "ATTRIB" | "MTEXT" => {
                let embedded = text::embedded(record);
                let set = embedded.as_ref().unwrap_or(record);
                let words = match set.kind.as_str() {
                    "MTEXT" => text::paragraphs(set, self.file),
                    _ => text::line(set, self.file),
                };
                let Some(words) = words else {
                    self.drawing.skip(&reason(record));
                    return Ok(());
                };
                let place = around.place * text_plane(set);
                return self.words(record, around, (words, place), layer, items);
            }
            "LEADER" if self.traces.is_none() => return self.leader(record, around, layer, items),
            // What a machine cuts is not hidden by it.
            "WIPEOUT" if self.traces.is_none() => return self.cover(record, around, layer, items),
            "POINT" | "RAY" | "XLINE" => return self.sizeless(record, around, layer, items),
            // The edges of a model in space are no outlines that a machine would cut.
            "MESH" | "POLYLINE" if self.traces.is_some() && is_mesh(record) => return Ok(()),
            kind => match drawn(record) {
                Some(Drawn::Outline(shape)) => (ItemContent::Shape(image(&shape, &around.place)), false, 1.0),
                Some(Drawn::Filled(shape)) => (ItemContent::Shape(image(&shape, &around.place)), true, 1.0),
                Some(Drawn::Patterned(shape)) => {
                    (ItemContent::Shape(image(&shape, &around.place)), true, PATTERN_ALPHA)
                }
                Some(Drawn::Wide(shape, width)) => {
                    let shape = image(&shape, &around.place);
                    let factor = around.place.determinant().abs().sqrt();
                    return self.wide_line(record, around, layer, (shape, width * factor), items);
                }
                // A machine follows the line, and not the edges of its width.
                Some(Drawn::Uneven(line, ..)) if self.traces.is_some() => {
                    (ItemContent::Shape(image(&line, &around.place)), false, 1.0)
                }
                Some(Drawn::Uneven(_, areas, thin)) => {
                    return self.uneven_line(record, around, layer, (areas, thin), items);
                }
                None if is_known(kind) => {
                    self.drawing.skip(&reason(record));
                    self.nothing(record, around, layer, items);
                    return Ok(());
                }
                None => return self.proxy(record, around, layer, items),
            },
        };
        if let (ItemContent::Shape(shape), _, _) = &content
            && shape.check().is_err()
        {
            self.drawing.skip(&reason(record));
            self.nothing(record, around, layer, items);
            return Ok(());
        }
        self.put(record, around, layer, content, items)
    }

    /// Adds what has a place but no size: points, and lines without ends.
    fn sizeless(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: String,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let style = self.file.point_style;
        // Points are marks for a drill, and lines without ends are for construction: neither is cut or printed.
        if self.traces.is_some() {
            return Ok(());
        }
        if record.kind == "POINT" && style.is_hidden() {
            self.drawing.skip("POINT, which the file shows by nothing");
            return Ok(());
        }
        // Dimensions mark there what they measure. No program prints that layer, whatever its switches say.
        if record.kind == "POINT" && layer.eq_ignore_ascii_case("Defpoints") {
            self.drawing.skip("POINT on the layer Defpoints, which is never printed");
            return Ok(());
        }
        let way = record.point(11).map(|way| around.place.displace(way));
        let way = way.filter(|way| (way.x != 0.0 || way.y != 0.0) && way.is_finite());
        let content = match (record.kind.as_str(), record.point(10).map(|at| around.place * at), way) {
            ("POINT", Some(at), _) => Sizeless::Point(at),
            ("RAY", Some(at), Some(way)) => Sizeless::Ray(at, way),
            ("XLINE", Some(at), Some(way)) => Sizeless::Line(at, way),
            _ => {
                self.drawing.skip(&reason(record));
                return Ok(());
            }
        };
        let is_filled = record.kind == "POINT" && style.is_filled();
        self.put(record, around, layer, (ItemContent::Sizeless(content), is_filled, 1.0), items)
    }

    /// Adds an area that hides what is below it, unless its layer is not seen.
    fn cover(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: String,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let is_hidden = self.layer_named(&layer).is_some_and(|layer| layer.is_hidden);
        match cover(record) {
            Some(shape) if !is_hidden => {
                let shape = image(&shape, &around.place);
                let content = ItemContent::Cover { shape, is_of_text: false };
                self.put(record, around, layer, (content, false, 1.0), items)
            }
            _ => {
                self.drawing.skip(if is_hidden {
                    "WIPEOUT on a hidden layer"
                } else {
                    "WIPEOUT without a size"
                });
                Ok(())
            }
        }
    }

    /// Adds the picture that an entity of an unknown kind brings of itself.
    fn proxy(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: String,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let mut parts = Vec::new();
        for graphic in graphics(record) {
            let content = match graphic {
                Graphic::Outline(shape) => (ItemContent::Shape(image(&shape, &around.place)), false, 1.0),
                Graphic::Filled(shape) => (ItemContent::Shape(image(&shape, &around.place)), true, 1.0),
                Graphic::Text(text) => {
                    let (at, turn) = (around.place * text.at, around.place.linear() * text.turn);
                    (ItemContent::Text(Box::new(TextItem { at, turn, ..*text })), true, 1.0)
                }
                Graphic::Unknown(kind) => {
                    self.drawing.skip(&format!("{}: graphics of kind {kind}", record.kind));
                    continue;
                }
            };
            self.put(record, around, layer.clone(), content, &mut parts)?;
        }
        self.put_whole(parts, &record.kind, items);
        Ok(())
    }

    /// Adds a line of a width.
    fn wide_line(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: String,
        (shape, width): (Shape, f64),
        items: &mut Vec<Item>,
    ) -> Result<()> {
        if shape.check().is_err() {
            self.drawing.skip(&reason(record));
            return Ok(());
        }
        let color = self.color_of(&self.pen(record, around), &layer);
        let line = self.dashes_of(record, around, &layer);
        self.put(record, around, layer, (ItemContent::Shape(shape), false, 1.0), items)?;
        if let Some(item) = items.last_mut() {
            item.pen = Pen::Drawn { color, width, line };
        }
        Ok(())
    }

    /// Adds a line whose width changes: areas, and the parts of it that have none.
    fn uneven_line(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: String,
        (areas, thin): (Vec<Shape>, Option<Shape>),
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let mut parts = Vec::new();
        let all = areas.into_iter().map(|area| (area, true)).chain(thin.map(|line| (line, false)));
        for (shape, is_filled) in all {
            let content = ItemContent::Shape(image(&shape, &around.place));
            self.put(record, around, layer.clone(), (content, is_filled, 1.0), &mut parts)?;
        }
        items.push(group(parts));
        Ok(())
    }

    /// Adds what an entity shows: a content, true where that is filled, and the share of its colour.
    fn put(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: String,
        (content, is_filled, alpha): (ItemContent, bool, f64),
        items: &mut Vec<Item>,
    ) -> Result<()> {
        self.note(1)?;
        let pen = self.pen(record, around);
        let (fill, pen) = match (is_filled, pen) {
            (false, pen) => (Fill::Absent, pen),
            (true, Pen::ByLayer) if alpha == 1.0 => (Fill::ByLayer, Pen::Absent),
            (true, pen) => {
                let color = self.color_of(&pen, &layer);
                (Fill::Color(Color { a: alpha, ..color }), Pen::Absent)
            }
        };
        let own_name = record.own_name(self.file);
        let origin = self.origin(record, &around.place, own_name.as_ref());
        items.push(Item { id: own_name, layer: Some(layer), fill, pen, content, origin });
        Ok(())
    }

    /// Returns where the entity that is being read comes from; `None` in a reading without traces. The name is the one that this
    /// package gave it.
    fn origin(&self, record: &Record<'a>, place: &Affine, own_name: Option<&String>) -> Option<Box<Origin>> {
        let traces = self.traces.as_ref()?;
        let of_measure = matches!(record.kind.as_str(), "DIMENSION" | "LEADER" | "MULTILEADER" | "TOLERANCE");
        let (first, part_of, is_annotation) = match &traces.whole {
            Some((name, number)) => (name, Some(*number), traces.is_annotation),
            None => match own_name.filter(|_| record.is_of_annotation()) {
                // Loose entities that this package has written belong together by their name.
                Some(name) => (&traces.name, Some(ANNOTATIONS + number_of(name)), true),
                None => (&traces.name, None, of_measure),
            },
        };
        let mut names = Vec::with_capacity(1 + traces.insertions.len());
        names.push(first.clone());
        names.extend(traces.insertions.iter().rev().filter(|name| *name != first).cloned());
        // The stroke fonts of drafting programs are not families.
        let is_single_stroke = matches!(record.kind.as_str(), "TEXT" | "MTEXT" | "ATTRIB" | "ATTDEF")
            && text::font(record, self.file).is_none();
        let own_name = own_name.cloned();
        Some(Box::new(Origin { names, part_of, is_annotation, own_name, is_single_stroke, place: *place }))
    }

    /// Adds the place of an entity without a size, for a reading with traces.
    fn nothing(&mut self, record: &Record<'a>, around: &Around, layer: String, items: &mut Vec<Item>) {
        // A polyline of vertices has zeros of its own beside theirs.
        let first = record.parts.first().and_then(|vertex| vertex.point(10));
        let at = first.or_else(|| record.point(10));
        let own_name = record.own_name(self.file);
        let origin = self.origin(record, &around.place, own_name.as_ref());
        let (Some(origin), Some(at)) = (origin, at) else { return };
        const WITH_SIZE: [&str; 6] = ["LINE", "CIRCLE", "ARC", "ELLIPSE", "LWPOLYLINE", "POLYLINE"];
        if !WITH_SIZE.contains(&record.kind.as_str()) {
            return;
        }
        // Lines and ellipses are in the world, whatever the direction is that they are seen from.
        let plane = if matches!(record.kind.as_str(), "LINE" | "ELLIPSE") {
            Affine::IDENTITY
        } else {
            record.plane()
        };
        let content = ItemContent::Nothing(around.place * (plane * at));
        let (fill, pen) = (Fill::Absent, Pen::Absent);
        items.push(Item { id: None, layer: Some(layer), fill, pen, content, origin: Some(origin) });
    }

    /// Adds a leader with its arrowhead.
    fn leader(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: String,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let Some((line, color)) = leader(record, self.file) else {
            self.drawing.skip(&reason(record));
            return Ok(());
        };
        let mut parts = Vec::new();
        self.leader_line(record, around, &layer, line, &mut parts)?;
        // The colour of its lines is in the style of a leader.
        if let Some(color) = color.and_then(indexed) {
            parts.iter_mut().for_each(|part| recolor(part, color));
        }
        self.put_whole(parts, &reason(record), items);
        Ok(())
    }

    fn leader_line(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: &str,
        line: LeaderLine,
        parts: &mut Vec<Item>,
    ) -> Result<()> {
        if let Some(shape) = line.shape {
            let content = (ItemContent::Shape(image(&shape, &around.place)), false, 1.0);
            self.put(record, around, layer.to_owned(), content, parts)?;
        }
        // A lint looks at the lines alone.
        match line.arrow.filter(|_| self.traces.is_none()) {
            Some(arrow) => self.arrow(record, around, layer, &arrow, parts),
            None => Ok(()),
        }
    }

    /// Adds an arrowhead: its block, or the filled triangle.
    fn arrow(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: &str,
        arrow: &Arrow,
        parts: &mut Vec<Item>,
    ) -> Result<()> {
        let name = arrow.block.as_deref().unwrap_or("_CLOSEDFILLED");
        let place = around.place
            * Affine::translation(arrow.tip.x, arrow.tip.y)
            * Affine::rotation(arrow.angle)
            * Affine::scale(arrow.size, arrow.size);
        let file = self.file;
        match file.blocks.get(name) {
            Some(block) => {
                let place = place * Affine::translation(-block.base.x, -block.base.y);
                let inner = self.inside(record, around, layer.to_owned(), place);
                parts.extend(self.block(name, &block.entities, &inner)?);
            }
            None if name == "_CLOSEDFILLED" => {
                // A third as wide as it is long.
                let corners = [(0.0, 0.0), (-1.0, 1.0 / 6.0), (-1.0, -1.0 / 6.0)];
                let points = corners.map(|(x, y)| Point::new(x, y)).to_vec();
                let triangle = image(&Shape::Polygon { points, holes: Vec::new() }, &place);
                let content = (ItemContent::Shape(triangle), true, 1.0);
                self.put(record, around, layer.to_owned(), content, parts)?;
            }
            None => self.drawing.skip("arrowhead of a missing block"),
        }
        Ok(())
    }

    fn multileader(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: String,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let outer = self.begin_whole(true);
        let MultiLeader { lines, text, block } = multileader(record, self.file);
        let mut parts = Vec::new();
        for line in lines {
            self.leader_line(record, around, &layer, line, &mut parts)?;
        }
        if let Some(words) = text {
            self.words(record, around, (words, around.place), layer.clone(), &mut parts)?;
        }
        if let Some(block) = block {
            self.leader_block(record, around, layer, &block, &mut parts)?;
        }
        self.end_whole(outer);
        match parts.is_empty() {
            true => self.drawing.skip(&reason(record)),
            false => items.push(group(parts)),
        }
        Ok(())
    }

    /// Lets the entity that is being read stand for all of its parts in a trace.
    fn begin_whole(&mut self, is_annotation: bool) -> Option<Whole> {
        self.traces.as_mut().map(|traces| traces.begin_whole(is_annotation))
    }

    fn end_whole(&mut self, outer: Option<Whole>) {
        if let (Some(traces), Some(outer)) = (&mut self.traces, outer) {
            traces.end_whole(outer);
        }
    }

    /// Adds the frame of a geometrical tolerance.
    fn tolerance(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: String,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let Some((frame, place)) = frame(record, self.file) else {
            self.drawing.skip(&reason(record));
            return Ok(());
        };
        let outer = self.begin_whole(true);
        let place = around.place * place;
        let [of_lines, of_texts] = frame.colors.map(|index| index.and_then(indexed));
        let [lines, areas] = frame.signs;
        let mut parts = Vec::new();
        let paths = [(frame.lines, false, of_lines), (lines, false, of_texts), (areas, true, of_texts)];
        for (path, is_filled, color) in paths {
            let Some(shape) = plain_shape(path) else { continue };
            let content = (ItemContent::Shape(image(&shape, &place)), is_filled, 1.0);
            self.put(record, around, layer.clone(), content, &mut parts)?;
            if let (Some(color), Some(last)) = (color, parts.last_mut()) {
                recolor(last, color);
            }
        }
        for words in frame.texts {
            let words = Words { color: of_texts, ..words };
            self.words(record, around, (words, place), layer.clone(), &mut parts)?;
        }
        self.end_whole(outer);
        items.push(group(parts));
        Ok(())
    }

    /// Adds the block of a leader with the texts of its attributes.
    fn leader_block(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        layer: String,
        own: &LeaderBlock,
        parts: &mut Vec<Item>,
    ) -> Result<()> {
        let file = self.file;
        let Some(block) = file.blocks.get(&own.name) else {
            self.drawing.skip("MULTILEADER with a missing block");
            return Ok(());
        };
        let place = around.place
            * Affine::translation(own.at.x, own.at.y)
            * Affine::rotation(own.angle)
            * Affine::scale(own.scale[0], own.scale[1])
            * Affine::translation(-block.base.x, -block.base.y);
        let inner = self.inside(record, around, layer, place);
        parts.extend(self.block(&own.name, &block.entities, &inner)?);
        for definition in block.entities.iter().filter(|it| it.kind == "ATTDEF") {
            let handle = definition.handle(file).map(|handle| handle.to_uppercase());
            let Some((_, value)) = own.attributes.iter().find(|(of, _)| Some(of) == handle.as_ref()) else {
                continue;
            };
            if definition.whole(70) & INVISIBLE != 0 {
                continue;
            }
            if let Some(words) = text::line_of(definition, file, value) {
                let plane = inner.place * text_plane(definition);
                let layer = self.layer(definition, &inner);
                self.words(definition, &inner, (words, plane), layer, parts)?;
            }
        }
        Ok(())
    }

    /// Adds the box behind a text: the part of the drawing that it hides or fills, and its frame.
    fn back_of_text(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        (back, place): (Back, &Affine),
        layer: &str,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let shape = image(&back.shape, place);
        match back.mask {
            Some(Mask::OfDrawing) => {
                let content = ItemContent::Cover { shape: shape.clone(), is_of_text: true };
                self.put(record, around, layer.to_owned(), (content, false, 1.0), items)?;
            }
            Some(Mask::Color(color)) => {
                let content = ItemContent::Shape(shape.clone());
                self.put(record, around, layer.to_owned(), (content, true, 1.0), items)?;
                if let Some(last) = items.last_mut() {
                    last.fill = Fill::Color(color);
                }
            }
            None => {}
        }
        if back.is_framed {
            self.put(record, around, layer.to_owned(), (ItemContent::Shape(shape), false, 1.0), items)?;
        }
        Ok(())
    }

    /// Adds a text, given the way from its own coordinates to the drawing's.
    fn words(
        &mut self,
        record: &Record<'a>,
        around: &Around,
        (words, place): (Words, Affine),
        layer: String,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        if words.has_tracking {
            self.drawing.warn(
                "a text has letters that are further apart than usual, or nearer (\\T), which is not drawn"
                    .to_owned(),
            );
        }
        if let Some(back) = words.back {
            self.back_of_text(record, around, (back, &place), &layer, items)?;
        }
        let item = words.item;
        let item = TextItem { at: place * item.at, turn: place.linear() * item.turn, ..item };
        self.put(record, around, layer, (ItemContent::Text(Box::new(item)), true, 1.0), items)?;
        if let (Some(color), Some(last)) = (words.color, items.last_mut()) {
            last.fill = Fill::Color(color);
        }
        Ok(())
    }

    fn insertion(&mut self, record: &Record<'a>, around: &Around, items: &mut Vec<Item>) -> Result<()> {
        let layer = self.layer(record, around);
        // A frozen layer hides the whole block, whatever layers its entities are on; one that is off hides only what is on it.
        let is_frozen = self.layer_named(&layer).is_some_and(|layer| layer.is_frozen);
        if self.traces.is_some() && is_frozen {
            return Ok(());
        }
        let is_frozen = is_frozen || around.is_frozen;
        let name = record.text(2, self.file).unwrap_or_default().to_uppercase();
        let Some(block) = self.file.blocks.get(&name) else {
            self.drawing.skip("INSERT of a missing block");
            return Ok(());
        };
        let factor = |code: i32| record.real(code).filter(|it| *it != 0.0).unwrap_or(1.0);
        let turned = Affine::rotation(record.real_or(50, 0.0).to_radians());
        let at = record.point(10).unwrap_or_default();
        let own = Affine::scale(factor(41), factor(42)) * Affine::translation(-block.base.x, -block.base.y);
        // Attributes stand beside the block, in the plane of the insertion.
        let beside = Around { is_frozen, ..self.inside(record, around, layer, around.place) };
        let steps = |code: i32| record.whole(code).clamp(1, MAX_ITEMS as i64);
        let (columns, rows) = (steps(70), steps(71));
        let (wide, high) = (record.real_or(44, 0.0), record.real_or(45, 0.0));
        for row in 0..rows {
            for column in 0..columns {
                self.note(1)?;
                let step = turned.displace(Point::new(wide * column as f64, high * row as f64));
                let place = around.place
                    * record.plane()
                    * Affine::translation(at.x + step.x, at.y + step.y)
                    * turned
                    * own;
                let inner = Around { place, ..beside.clone() };
                let own = self.traces.as_mut().map(|traces| {
                    traces.insertions.push(traces.name.clone());
                    traces.name.clone()
                });
                let mut children = self.block(&name, &block.entities, &inner)?;
                if let (Some(traces), Some(own)) = (&mut self.traces, own) {
                    traces.insertions.pop();
                    traces.name = own;
                }
                if row == 0 && column == 0 {
                    for attribute in &record.parts {
                        let insertion = self.traces.as_mut().map(|traces| {
                            let own = attribute.handle(self.file).unwrap_or_else(|| traces.name.clone());
                            traces.insertions.push(std::mem::replace(&mut traces.name, own));
                        });
                        self.record(attribute, &beside, &mut children)?;
                        if let (Some(traces), Some(())) = (&mut self.traces, insertion) {
                            traces.name = traces.insertions.pop().unwrap_or_default();
                        }
                    }
                }
                match children.is_empty() {
                    // Definitions of attributes are nothing that is drawn.
                    true if block.entities.iter().all(|it| it.kind == "ATTDEF") => {
                        self.drawing.skip("INSERT of an empty block");
                    }
                    true => {}
                    false => items.push(group(children)),
                }
            }
        }
        Ok(())
    }

    /// Expands the block that an entity is drawn by.
    fn picture_block(&mut self, record: &Record<'a>, around: &Around, items: &mut Vec<Item>) -> Result<()> {
        let name = record.text(2, self.file).unwrap_or_default().to_uppercase();
        let Some(block) = self.file.blocks.get(&name) else {
            return self.plain_dimension(record, around, items);
        };
        let place = if record.kind == "ACAD_TABLE" {
            let at = record.point(10).unwrap_or_default();
            around.place * Affine::translation(at.x, at.y)
        } else {
            around.place
        };
        let layer = self.layer(record, around);
        let inner = self.inside(record, around, layer, place);
        let outer = self.begin_whole(record.kind == "DIMENSION");
        let mut children = self.block(&name, &block.entities, &inner)?;
        if self.traces.is_some() {
            let own_name = record.own_name(self.file);
            let origin = self.origin(record, &around.place, own_name.as_ref());
            if let (Some(mark), Some(origin)) = (measured(record, self.file, &around.place), origin) {
                let content = ItemContent::Dimension(Box::new(mark));
                let layer = Some(self.layer(record, around));
                let (fill, pen) = (Fill::Absent, Pen::Absent);
                children.push(Item { id: None, layer, fill, pen, content, origin: Some(origin) });
            }
        }
        self.end_whole(outer);
        match children.is_empty() {
            true if block.entities.is_empty() => {
                self.drawing.skip(&format!("{} with an empty block", record.kind));
            }
            true => {}
            false => items.push(group(children)),
        }
        Ok(())
    }

    /// Draws a dimension that brings no block; one that is not drawn here, and a table, are counted.
    fn plain_dimension(&mut self, record: &Record<'a>, around: &Around, items: &mut Vec<Item>) -> Result<()> {
        let layer = self.layer(record, around);
        if !self.is_wanted(&layer) {
            return Ok(());
        }
        // A lint looks at what other readers show, and many show nothing here.
        let is_drawn = record.kind == "DIMENSION" && self.traces.is_none();
        let plain = if is_drawn { plain_dimension(record, self.file) } else { None };
        let Some(plain) = plain else {
            self.drawing.skip(&format!("{} without its block", record.kind));
            return Ok(());
        };
        let [of_lines, of_text] = plain.colors.map(|index| index.and_then(indexed));
        let mut parts = Vec::new();
        for shape in plain.lines {
            let content = (ItemContent::Shape(image(&shape, &around.place)), false, 1.0);
            self.put(record, around, layer.clone(), content, &mut parts)?;
        }
        for arrow in plain.arrows {
            self.arrow(record, around, &layer, &arrow, &mut parts)?;
        }
        if let Some(color) = of_lines {
            parts.iter_mut().for_each(|part| recolor(part, color));
        }
        if let Some(words) = plain.text {
            let words = Words { color: words.color.or(of_text), ..words };
            self.words(record, around, (words, around.place), layer, &mut parts)?;
        }
        items.push(group(parts));
        Ok(())
    }

    /// Adds the parts of an entity, several of them as a group; an entity without any is counted.
    fn put_whole(&mut self, mut parts: Vec<Item>, reason: &str, items: &mut Vec<Item>) {
        match parts.len() {
            0 => self.drawing.skip(reason),
            1 => items.append(&mut parts),
            _ => items.push(group(parts)),
        }
    }

    /// Returns what the contents of a block take from the entity on a layer that shows it.
    fn inside(&self, record: &Record<'_>, around: &Around, layer: String, place: Affine) -> Around {
        let (pen, line) = (self.pen(record, around), self.dashes_of(record, around, &layer));
        Around { place, layer: Some(layer), pen, line, is_frozen: around.is_frozen }
    }

    fn block(&mut self, name: &str, entities: &[Record<'a>], around: &Around) -> Result<Vec<Item>> {
        if self.open.iter().any(|open| open == name) {
            self.drawing.skip("INSERT of a block in itself");
            return Ok(Vec::new());
        }
        if self.open.len() >= MAX_DEPTH {
            let message = format!("blocks are nested more than {MAX_DEPTH} deep");
            return Err(Error::new(Kind::InvalidInput, message));
        }
        self.open.push(name.to_owned());
        let items = self.items(entities, around);
        self.open.pop();
        items
    }

    fn note(&mut self, count: usize) -> Result<()> {
        self.count += count;
        if self.count > MAX_ITEMS {
            let message = format!("its blocks make more than {MAX_ITEMS} entities");
            return Err(Error::new(Kind::InvalidInput, message));
        }
        Ok(())
    }

    /// Returns the layer of an entity; one in a block that is on the layer 0 is on the insertion's layer.
    fn layer(&self, record: &Record<'_>, around: &Around) -> String {
        let own = record.layer(self.file);
        match &around.layer {
            Some(layer) if own == "0" || around.is_frozen => layer.clone(),
            _ => own,
        }
    }

    fn is_wanted(&self, layer: &str) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.contains(&layer.to_lowercase()))
    }

    /// Returns the pen that an entity names, or its layer's, or the insertion's that it is in. Colour and weight are found one by
    /// one: either may be the insertion's.
    fn pen(&self, record: &Record<'_>, around: &Around) -> Pen {
        const COLOR_BY_BLOCK: i64 = 0;
        const WEIGHT_BY_BLOCK: i64 = -2;
        let true_color = record.find(420).and_then(Tag::whole).map(true_color);
        let index = record.find(62).and_then(Tag::whole);
        let weight = record.find(370).and_then(Tag::whole);
        let linetype = record.text(6, self.file).filter(|name| !name.eq_ignore_ascii_case("BYLAYER"));
        if true_color.is_none() && index.is_none() && weight.is_none() && linetype.is_none() {
            return Pen::ByLayer;
        }
        let has_color_of_block = true_color.is_none() && index == Some(COLOR_BY_BLOCK);
        let has_weight_of_block = weight == Some(WEIGHT_BY_BLOCK);
        let layer = self.layer(record, around);
        let line = self.dashes_of(record, around, &layer);
        let has_dashes = linetype.is_some() && line != self.dashes_of_layer(&layer);
        let of_block = || match self.pen_of_block(around, &layer) {
            Pen::ByLayer if has_dashes => {
                let width = self.layer_named(&layer).and_then(|layer| layer.lineweight);
                Pen::OnPaper { color: self.color_of(&Pen::ByLayer, &layer), width, line: line.clone() }
            }
            Pen::OnPaper { color, width, .. } => Pen::OnPaper { color, width, line: line.clone() },
            pen => pen,
        };
        // Older releases know no weights, and mean both by the one code.
        if has_color_of_block && weight.is_none() {
            return of_block();
        }
        let color = match of_block() {
            Pen::OnPaper { color, .. } if has_color_of_block => Some(color),
            _ => true_color.or_else(|| index.and_then(indexed)),
        };
        let width = match of_block() {
            Pen::OnPaper { width, .. } if has_weight_of_block => width,
            _ => weight.filter(|weight| *weight >= 0).map(|weight| weight as f64 / 100.0),
        };
        if color.is_none() && width.is_none() && !has_dashes {
            return Pen::ByLayer;
        }
        let width = width.or_else(|| {
            let of_layer = || self.layer_named(&layer).and_then(|layer| layer.lineweight);
            (color.is_none() && weight.is_none()).then(of_layer).flatten()
        });
        Pen::OnPaper { color: color.unwrap_or_else(|| self.color_of(&Pen::ByLayer, &layer)), width, line }
    }

    /// Returns the pen of the insertion around an entity of a layer. An insertion with the pen of its own layer lends that pen
    /// to entities of other layers too.
    fn pen_of_block(&self, around: &Around, layer: &str) -> Pen {
        match (&around.pen, &around.layer) {
            (Pen::ByLayer, Some(outer)) if !outer.eq_ignore_ascii_case(layer) => {
                let width = self.layer_named(outer).and_then(|layer| layer.lineweight);
                Pen::OnPaper { color: self.color_of(&Pen::ByLayer, outer), width, line: around.line.clone() }
            }
            (pen, _) => pen.clone(),
        }
    }

    /// Returns the dashes of an entity: those that it names, or its layer's, or the insertion's that it is in.
    fn dashes_of(&self, record: &Record<'_>, around: &Around, layer: &str) -> LineLook {
        let named = record.text(6, self.file).unwrap_or_default();
        let own = match named.to_uppercase().as_str() {
            "BYBLOCK" => return around.line.clone(),
            "" | "BYLAYER" => self.dashes_of_layer(layer),
            name => self.file.linetype(name),
        };
        own.scaled(record.real(48).filter(|scale| *scale > 0.0).unwrap_or(1.0))
    }

    fn dashes_of_layer(&self, layer: &str) -> LineLook {
        self.layer_named(layer)
            .map_or_else(LineLook::default, |layer| self.file.linetype(&layer.linetype_name))
    }

    fn color_of(&self, pen: &Pen, layer: &str) -> Color {
        match pen {
            Pen::OnPaper { color, .. } | Pen::Drawn { color, .. } => *color,
            Pen::ByLayer | Pen::Absent => {
                self.layer_named(layer).and_then(|layer| layer.color).unwrap_or(Color::BLACK)
            }
        }
    }

    /// Returns what the file says of a layer, whose name is the same in any case of letters.
    fn layer_named(&self, name: &str) -> Option<&DrawingLayer> {
        let layers = &self.drawing.layers;
        layers.get(name).or_else(|| {
            layers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, layer)| layer)
        })
    }
}

/// Draws what has no colour of its own in one.
fn recolor(item: &mut Item, color: Color) {
    if item.fill == Fill::ByLayer {
        item.fill = Fill::Color(color);
    }
    match (&mut item.pen, &mut item.content) {
        (Pen::ByLayer, ItemContent::Group(children)) => {
            children.iter_mut().for_each(|child| recolor(child, color));
        }
        (Pen::OnPaper { color: own, .. } | Pen::Drawn { color: own, .. }, _) => *own = color,
        (pen @ Pen::ByLayer, _) => *pen = Pen::OnPaper { color, width: None, line: LineLook::default() },
        (Pen::Absent, _) => {}
    }
}

fn group(children: Vec<Item>) -> Item {
    let (fill, pen) = (Fill::Absent, Pen::ByLayer);
    Item { id: None, layer: None, fill, pen, content: ItemContent::Group(children), origin: None }
}
