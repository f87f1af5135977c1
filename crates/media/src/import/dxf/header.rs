//! The sections of a DXF file.

use std::collections::{BTreeMap, HashMap};

use scenewright_error::Result;
use scenewright_geometry::{Bounds, Point};
use scenewright_scene::Linetype;
use scenewright_text::decode_code_page;

use super::colors::{indexed, true_color};
use super::points::PointStyle;
use super::record::Record;
use super::tags::{Tag, refused};
use crate::import::drawing::{DrawingLayer, LineLook, is_title_word};

/// A file by its sections.
#[derive(Debug)]
pub(super) struct File<'a> {
    /// The length of a unit in millimetres; `None` where the file does not say.
    pub unit: Option<f64>,
    /// The label of the encoding; `None` for UTF-8.
    code_page: Option<String>,
    layers: Vec<Record<'a>>,
    /// The fonts of text styles, by names in capitals.
    pub styles: HashMap<String, TextStyle>,
    /// The blocks, by names in capitals.
    pub blocks: HashMap<String, Block<'a>>,
    pub entities: Vec<Record<'a>>,
    /// The sign that points are shown by.
    pub point_style: PointStyle,
    /// The dashes of line types, by names in capitals, and the factor of all of them.
    linetypes: HashMap<String, LineLook>,
    linetype_scale: f64,
    /// The styles of dimensions, by names in capitals.
    pub dimension_styles: HashMap<String, Record<'a>>,
    /// The names of blocks in capitals, by the handles of their records.
    block_names: HashMap<String, String>,
    /// The numbers that entities are drawn in the order of, by their handles in capitals, where these are not the handles themselves.
    places_in_order: HashMap<String, u64>,
    /// The sheets of paper that the file describes, in its order.
    layouts: Vec<Layout>,
    /// True for a file whose programs begin with sizes in millimetres, false for inches.
    pub is_metric: bool,
}

#[derive(Clone, Debug)]
pub(super) struct TextStyle {
    pub font: Option<String>,
    /// The factor of the widths of letters, and the angle in degrees by which they are slanted.
    pub stretch: f64,
    pub slant: f64,
}

/// The name in capitals of the block of the sheet whose contents stand among the entities of the model, and how the blocks of all
/// sheets begin.
pub(super) const PAPER_BLOCK: &str = "*PAPER_SPACE";

/// A sheet of paper.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub name: String,
    /// The name in capitals of the block of its contents.
    pub block: String,
    /// The length of a unit on it in millimetres, as it is plotted; `None` where the file does not say.
    pub unit: Option<f64>,
    /// The edges of the paper, where the file is sure of them.
    pub page: Option<Bounds>,
    /// Its place in the row of sheets.
    order: i64,
}

#[derive(Clone, Debug)]
pub(super) struct Block<'a> {
    pub base: scenewright_geometry::Point,
    pub entities: Vec<Record<'a>>,
}

impl<'a> File<'a> {
    /// Finds the sections of a file in its tags.
    pub(super) fn of(tags: &'a [Tag<'a>], bytes: &[u8]) -> Result<File<'a>> {
        let mut file = File {
            unit: None,
            code_page: None,
            layers: Vec::new(),
            styles: HashMap::new(),
            blocks: HashMap::new(),
            entities: Vec::new(),
            point_style: PointStyle::default(),
            linetypes: HashMap::new(),
            linetype_scale: 1.0,
            dimension_styles: HashMap::new(),
            block_names: HashMap::new(),
            places_in_order: HashMap::new(),
            layouts: Vec::new(),
            is_metric: false,
        };
        let mut at = 0;
        let mut sections = 0;
        while at < tags.len() {
            if tags[at].is(0, "EOF") {
                break;
            }
            if !tags[at].is(0, "SECTION") {
                at += 1;
                continue;
            }
            // Not every program ends a section before it begins the next one.
            let is_boundary = |tag: &Tag<'_>| ["ENDSEC", "SECTION", "EOF"].iter().any(|word| tag.is(0, word));
            let length = tags[at + 1..].iter().position(is_boundary).unwrap_or(tags.len() - at - 1) + 1;
            let section = &tags[at + 1..at + length];
            sections += 1;
            match section.first().map(|tag| tag.bytes().to_ascii_uppercase()).as_deref() {
                Some(b"HEADER") => file.read_header(section, bytes),
                Some(b"TABLES") => file.read_tables(section),
                Some(b"BLOCKS") => file.read_blocks(section),
                // Some programs write one section for each layer.
                Some(b"ENTITIES") => file.entities.extend(compound(records(section))),
                Some(b"OBJECTS") => file.read_objects(section),
                _ => {}
            }
            at += length;
        }
        if sections == 0 {
            return Err(refused("it has no sections"));
        }
        Ok(file)
    }

    fn read_header(&mut self, section: &[Tag<'a>], bytes: &[u8]) {
        let value = |name: &str| {
            let at = section.iter().position(|tag| tag.is(9, name))?;
            section.get(at + 1)
        };
        let version = value("$ACADVER").map(|tag| tag.bytes().to_ascii_uppercase()).unwrap_or_default();
        // From release 2007 on files are UTF-8. Older ones that happen to be valid UTF-8 are ASCII or were written
        // wrongly on purpose.
        let is_unicode = version.as_slice() >= b"AC1021".as_slice() || std::str::from_utf8(bytes).is_ok();
        let page = value("$DWGCODEPAGE").map(|tag| String::from_utf8_lossy(tag.bytes()).into_owned());
        // The default of the programs that leave the variable out.
        self.code_page = (!is_unicode).then(|| page.unwrap_or_else(|| "ANSI_1252".to_owned()));
        self.is_metric = value("$MEASUREMENT").and_then(Tag::whole) == Some(1);
        self.unit = value("$INSUNITS").and_then(Tag::whole).and_then(unit);
        let scale = value("$LTSCALE").and_then(Tag::real).filter(|scale| *scale > 0.0);
        self.linetype_scale = scale.unwrap_or(1.0);
        let point_style = PointStyle::default();
        self.point_style = PointStyle {
            mode: value("$PDMODE").and_then(Tag::whole).unwrap_or(point_style.mode),
            size: value("$PDSIZE").and_then(Tag::real).unwrap_or(point_style.size),
        };
    }

    fn read_tables(&mut self, section: &'a [Tag<'a>]) {
        for record in records(section) {
            match record.kind.as_str() {
                "LAYER" => self.layers.push(record),
                "LTYPE" => {
                    let lengths = record.tags.iter().filter(|tag| tag.code == 49).filter_map(Tag::real);
                    let line = dashes(&lengths.collect::<Vec<f64>>());
                    let name = record.text(2, self).unwrap_or_default();
                    self.linetypes.extend(line.map(|line| (name.to_uppercase(), line)));
                }
                "DIMSTYLE" => {
                    let Some(name) = record.text(2, self) else { continue };
                    self.dimension_styles.insert(name.to_uppercase(), record);
                }
                "BLOCK_RECORD" => {
                    let named = record.handle(self).zip(record.text(2, self));
                    self.block_names
                        .extend(named.map(|(handle, name)| (handle.to_uppercase(), name.to_uppercase())));
                }
                "STYLE" => {
                    let Some(name) = record.text(2, self) else { continue };
                    let style = TextStyle {
                        font: self.font_of(&record),
                        stretch: record.real(41).filter(|factor| *factor > 0.0).unwrap_or(1.0),
                        slant: record.real_or(50, 0.0),
                    };
                    self.styles.insert(name.to_uppercase(), style);
                }
                _ => {}
            }
        }
    }

    /// Returns the family of a style; `None` for the stroke fonts of drafting programs, which other systems lack.
    fn font_of(&self, style: &Record<'_>) -> Option<String> {
        // Families stand in extended data where the file alone does not say.
        let family = style.tags.iter().find(|tag| tag.code == 1000).map(|tag| self.decode(tag.bytes()));
        let file = style.text(3, self).unwrap_or_default();
        let plain = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let of_file = plain
            .strip_suffix(".ttf")
            .or_else(|| plain.strip_suffix(".TTF"))
            .or_else(|| plain.strip_suffix(".otf"));
        family.or_else(|| of_file.map(str::to_owned)).filter(|name| !name.is_empty())
    }

    fn read_blocks(&mut self, section: &'a [Tag<'a>]) {
        let mut open: Option<(String, Block<'a>, Vec<Record<'a>>)> = None;
        let close = |open: &mut Option<(String, Block<'a>, Vec<Record<'a>>)>, blocks: &mut HashMap<_, _>| {
            if let Some((name, block, entities)) = open.take() {
                blocks.insert(name, Block { entities: compound(entities), ..block });
            }
        };
        for record in records(section) {
            match record.kind.as_str() {
                "BLOCK" => {
                    close(&mut open, &mut self.blocks);
                    let name = record.text(2, self).unwrap_or_default().to_uppercase();
                    let base = record.point(10).unwrap_or_default();
                    open = Some((name, Block { base, entities: Vec::new() }, Vec::new()));
                }
                "ENDBLK" => close(&mut open, &mut self.blocks),
                _ => {
                    if let Some((_, _, entities)) = &mut open {
                        entities.push(record);
                    }
                }
            }
        }
        // The file may end in the middle of a block.
        close(&mut open, &mut self.blocks);
    }

    fn read_objects(&mut self, section: &'a [Tag<'a>]) {
        let objects = records(section);
        self.layouts = objects
            .iter()
            .filter(|object| object.kind == "LAYOUT")
            .filter_map(|it| self.layout(it))
            .collect();
        self.layouts.sort_by_key(|layout| layout.order);
        for record in objects.iter().filter(|record| record.kind == "SORTENTSTABLE") {
            let start = record.tags.iter().position(|tag| tag.is(100, "AcDbSortentsTable")).unwrap_or(0);
            // Pairs of an entity's handle and the one that it is drawn in the place of.
            for pair in
                record.tags[start..].windows(2).filter(|pair| pair[0].code == 331 && pair[1].code == 5)
            {
                let [entity, place] = [&pair[0], &pair[1]].map(|tag| self.decode(tag.bytes()).to_uppercase());
                let place = u64::from_str_radix(&place, 16).ok();
                self.places_in_order.extend(place.map(|place| (entity, place)));
            }
        }
    }

    /// Returns the sheet that an object describes; `None` for the model, which is one too.
    fn layout(&self, object: &Record<'_>) -> Option<Layout> {
        /// How much the limits of a sheet may differ from the size of its paper, in millimetres: a digit of the file.
        const SAME_SIZE: f64 = 0.5;
        const INCHES: i64 = 0;
        // The way of plotting comes first, and has the same codes.
        let start = object.tags.iter().position(|tag| tag.is(100, "AcDbLayout"))?;
        let (plot, own) = object.tags.split_at(start);
        let plot = Record { kind: String::new(), tags: plot, parts: Vec::new() };
        let own = Record { kind: String::new(), tags: own, parts: Vec::new() };
        let block = self.block_name(&own.text(330, self)?)?;
        if !block.starts_with(PAPER_BLOCK) {
            return None;
        }
        let of_paper = plot.find(72).and_then(Tag::whole).map(|it| if it == INCHES { 25.4 } else { 1.0 });
        let (above, below) = (plot.real_or(142, 1.0), plot.real_or(143, 1.0));
        let scale = if above > 0.0 && below > 0.0 { above / below } else { 1.0 };
        let unit = of_paper.map(|unit| unit * scale);
        let paper = [plot.real_or(44, 0.0), plot.real_or(45, 0.0)];
        // The limits are the edges of the paper where they are as large: many programs leave others in the file.
        let page = unit.zip(own.point(10).zip(own.point(11))).and_then(|(unit, (min, max))| {
            let size = [(max.x - min.x) * unit, (max.y - min.y) * unit];
            let is = |[width, height]: [f64; 2]| {
                (size[0] - width).abs() <= SAME_SIZE && (size[1] - height).abs() <= SAME_SIZE
            };
            let is_paper = paper[0] > 0.0 && paper[1] > 0.0 && (is(paper) || is([paper[1], paper[0]]));
            is_paper.then_some(Bounds { min: Point::new(min.x, min.y), max: Point::new(max.x, max.y) })
        });
        Some(Layout { name: own.text(1, self).unwrap_or_default(), block, unit, page, order: own.whole(71) })
    }

    /// Returns the sheets of the file, also those that it does not describe, as files of release 12.
    pub(super) fn sheets(&self) -> Vec<Layout> {
        let mut sheets = self.layouts.clone();
        let mut others: Vec<&str> =
            self.blocks.keys().map(String::as_str).filter(|name| name.starts_with(PAPER_BLOCK)).collect();
        others.sort_unstable();
        others.insert(0, PAPER_BLOCK);
        for block in others {
            if sheets.iter().all(|sheet| sheet.block != block) {
                let name = "paper space".to_owned();
                sheets.push(Layout { name, block: block.to_owned(), unit: None, page: None, order: 0 });
            }
        }
        sheets
    }

    /// Returns the name in capitals of the block of the sheet that an entity outside of all blocks is on.
    pub(super) fn sheet_of(&self, record: &Record<'_>) -> String {
        let owner = record.text(330, self).and_then(|handle| self.block_name(&handle));
        owner.filter(|name| name.starts_with(PAPER_BLOCK)).unwrap_or_else(|| PAPER_BLOCK.to_owned())
    }

    /// Returns the indices of entities in the order in which they are drawn; `None` where that is their order in the file.
    pub(super) fn drawing_order(&self, records: &[Record<'_>]) -> Option<Vec<usize>> {
        if self.places_in_order.is_empty() {
            return None;
        }
        let handles = records.iter().map(|record| record.handle(self).map(|handle| handle.to_uppercase()));
        let handles: Vec<Option<String>> = handles.collect();
        let place = |handle: &String| self.places_in_order.get(handle).copied();
        if !handles.iter().flatten().any(|handle| place(handle).is_some()) {
            return None;
        }
        let key = |handle: &Option<String>| {
            let handle = handle.as_ref()?;
            place(handle).or_else(|| u64::from_str_radix(handle, 16).ok())
        };
        let keys: Vec<Option<u64>> = handles.iter().map(key).collect();
        let mut order: Vec<usize> = (0..records.len()).collect();
        order.sort_by_key(|index| keys[*index]);
        Some(order)
    }

    /// Returns the name in capitals of the block whose record has that handle.
    pub(super) fn block_name(&self, handle: &str) -> Option<String> {
        self.block_names.get(&handle.to_uppercase()).cloned()
    }

    /// Returns the dashes of the line type of a name; none for one that is not there.
    pub(super) fn linetype(&self, name: &str) -> LineLook {
        let line = self.linetypes.get(&name.to_uppercase()).cloned().unwrap_or_default();
        line.scaled(self.linetype_scale)
    }

    /// Decodes words of the file, with the characters that are written as codes.
    pub(super) fn decode(&self, bytes: &[u8]) -> String {
        let text = match &self.code_page {
            None => String::from_utf8_lossy(bytes).into_owned(),
            Some(page) => decode_code_page(bytes, page),
        };
        let is_code = |at: &usize| {
            let code = text.as_bytes().get(at + 1..at + 3);
            code.is_some_and(|code| matches!(code, b"U+" | b"u+" | b"M+" | b"m+"))
        };
        let mut out = String::with_capacity(text.len());
        let mut rest = 0;
        for at in text.match_indices('\\').map(|(at, _)| at).filter(is_code) {
            // Half a surrogate pair is no character, and stays as it is written.
            let Some((letter, length)) = coded(&text[at..]).filter(|_| at >= rest) else { continue };
            out.push_str(&text[rest..at]);
            out.push_str(&letter);
            rest = at + length;
        }
        out.push_str(&text[rest..]);
        out
    }

    /// Returns the names of the layers with some handles in capitals.
    pub(super) fn layers_of(&self, handles: &[String]) -> Vec<String> {
        let is_wanted = |layer: &&Record<'_>| {
            layer.handle(self).is_some_and(|handle| handles.contains(&handle.to_uppercase()))
        };
        self.layers.iter().filter(is_wanted).filter_map(|layer| layer.text(2, self)).collect()
    }

    /// Returns the layers that the file defines.
    pub(super) fn layers(&self) -> BTreeMap<String, DrawingLayer> {
        const FROZEN: i64 = 1;
        let layer = |record: &Record<'_>| {
            let index = record.whole(62);
            let flags = record.whole(70);
            let color = record.find(420).and_then(Tag::whole).map(true_color);
            let layer = DrawingLayer {
                color: color.or_else(|| indexed(index.abs())),
                linetype: linetype(&record.text(6, self).unwrap_or_default()),
                linetype_name: record.text(6, self).unwrap_or_default(),
                lineweight: record
                    .find(370)
                    .and_then(Tag::whole)
                    .filter(|it| *it >= 0)
                    .map(|it| it as f64 / 100.0),
                // A negative colour switches a layer off; the flag freezes it.
                is_hidden: index < 0 || flags & FROZEN != 0,
                is_frozen: flags & FROZEN != 0,
                is_locked: flags & 4 != 0,
            };
            Some((record.text(2, self).filter(|name| !name.is_empty())?, layer))
        };
        self.layers.iter().filter_map(layer).collect()
    }
}

impl File<'_> {
    /// Returns true where something in the model or on a sheet looks like a title block.
    pub(super) fn has_title(&self) -> bool {
        let on_sheets = self.blocks.iter().filter(|(name, _)| name.starts_with(PAPER_BLOCK));
        self.is_titled(self.entities.iter().chain(on_sheets.flat_map(|(_, block)| &block.entities)))
    }

    /// Returns true where one of some entities looks like a title block.
    pub(super) fn is_titled<'r>(&self, records: impl IntoIterator<Item = &'r Record<'r>>) -> bool {
        let says =
            |record: &Record<'_>, code: i32| record.text(code, self).is_some_and(|text| is_title_word(&text));
        records.into_iter().any(|record| {
            says(record, 8)
                || match record.kind.as_str() {
                    "INSERT" => {
                        says(record, 2) || record.parts.iter().any(|part| says(part, 2) || says(part, 1))
                    }
                    "TEXT" | "MTEXT" | "ATTDEF" => says(record, 1) || says(record, 2),
                    _ => false,
                }
        })
    }
}

/// The texts of records, which the file decodes.
impl Record<'_> {
    pub(super) fn text(&self, code: i32, file: &File<'_>) -> Option<String> {
        self.find(code).map(|tag| file.decode(tag.bytes()))
    }

    /// Returns the handle, by which programs name an entity.
    pub(super) fn handle(&self, file: &File<'_>) -> Option<String> {
        self.text(5, file).filter(|handle| !handle.is_empty())
    }

    /// Returns the name that this package gave to an entity when it wrote the file.
    pub(super) fn own_name(&self, file: &File<'_>) -> Option<String> {
        let start = self.tags.iter().position(|tag| tag.is(1001, "SCENEWRIGHT"))?;
        let parts = self.tags[start + 1..].iter().take_while(|tag| tag.code == 1000);
        let bytes: Vec<u8> = parts.flat_map(|tag| tag.raw().iter().copied()).collect();
        Some(file.decode(&bytes)).filter(|name| !name.is_empty())
    }

    /// Returns true if this package wrote the entity for a dimension or note, whose name it has.
    pub(super) fn is_of_annotation(&self) -> bool {
        let Some(start) = self.tags.iter().position(|tag| tag.is(1001, "SCENEWRIGHT")) else { return false };
        let mut own = self.tags[start + 1..].iter().take_while(|tag| tag.code != 1001);
        own.any(|tag| tag.code == 1070 && tag.whole() == Some(1))
    }

    pub(super) fn layer(&self, file: &File<'_>) -> String {
        self.text(8, file).filter(|name| !name.is_empty()).unwrap_or_else(|| "0".to_owned())
    }
}

/// Returns the character that a code stands for, and the length of the code: `\U+2300`, or `\M+1835C` in one of five encodings.
fn coded(text: &str) -> Option<(String, usize)> {
    const ENCODINGS: [&str; 5] = ["932", "950", "949", "1361", "936"];
    let is_unicode = text[1..].starts_with(['U', 'u']);
    let length = if is_unicode { 7 } else { 8 };
    let digits = text.get(length - 4..length)?;
    let code = u32::from_str_radix(digits, 16).ok()?;
    if is_unicode {
        return Some((char::from_u32(code)?.to_string(), length));
    }
    let encoding = text.get(3..4)?.parse::<usize>().ok()?.checked_sub(1)?;
    let bytes = [(code >> 8) as u8, code as u8];
    let bytes = if bytes[0] == 0 { &bytes[1..] } else { &bytes[..] };
    Some((decode_code_page(bytes, ENCODINGS.get(encoding)?), length))
}

/// Returns the look of a line by lengths of dashes, those of gaps negative, and dots of no length; `None` where it has no gaps.
fn dashes(lengths: &[f64]) -> Option<LineLook> {
    /// The length of a dot as a share of the whole pattern.
    const DOT: f64 = 0.02;
    let whole: f64 = lengths.iter().map(|length| length.abs()).sum();
    // Dashes and gaps by turns, of which some programs write several in a row.
    let mut found: Vec<f64> = Vec::new();
    for length in lengths {
        let is_gap = *length < 0.0;
        let size = if *length == 0.0 { DOT * whole } else { length.abs() };
        // An even number of lengths ends with a gap.
        let ends_with_gap = found.len().is_multiple_of(2);
        match found.last_mut() {
            Some(last) if is_gap == ends_with_gap => *last += size,
            None if is_gap => found.extend([0.0, size]),
            _ => found.push(size),
        }
    }
    if found.len() < 2 {
        return None;
    }
    if found.len() % 2 == 1 {
        found.push(0.0);
    }
    Some(LineLook::dashed(&found))
}

/// Splits a section into its records.
fn records<'a>(section: &'a [Tag<'a>]) -> Vec<Record<'a>> {
    let starts: Vec<usize> =
        section.iter().enumerate().filter(|(_, tag)| tag.code == 0).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([section.len()]);
    let record = |(&start, end): (&usize, usize)| Record {
        kind: String::from_utf8_lossy(section[start].bytes()).to_ascii_uppercase(),
        tags: &section[start + 1..end],
        parts: Vec::new(),
    };
    starts.iter().zip(ends).map(record).collect()
}

/// Puts the vertices of polylines, and the attributes of insertions, into the records that they belong to.
fn compound(records: Vec<Record<'_>>) -> Vec<Record<'_>> {
    let mut out: Vec<Record<'_>> = Vec::with_capacity(records.len());
    let mut is_open = false;
    for record in records {
        match record.kind.as_str() {
            "VERTEX" | "ATTRIB" if is_open => {
                if let Some(owner) = out.last_mut() {
                    owner.parts.push(record);
                }
            }
            "SEQEND" => is_open = false,
            kind => {
                // 66 announces attributes; without it an ATTRIB after an insertion would belong to nothing.
                is_open = kind == "POLYLINE" || (kind == "INSERT" && record.whole(66) == 1);
                out.push(record);
            }
        }
    }
    out
}

/// Returns the length in millimetres of a unit by its code.
fn unit(code: i64) -> Option<f64> {
    // Defined as 1200/3937 m.
    const US_SURVEY_FOOT: f64 = 1e3 * 1200.0 / 3937.0;
    Some(match code {
        1 => 25.4,
        2 => 304.8,
        3 => 1_609_344.0,
        4 => 1.0,
        5 => 10.0,
        6 => 1e3,
        7 => 1e6,
        8 => 25.4e-6,
        9 => 25.4e-3,
        10 => 914.4,
        11 => 1e-7,
        12 => 1e-6,
        13 => 1e-3,
        14 => 100.0,
        15 => 1e4,
        16 => 1e5,
        21 => US_SURVEY_FOOT,
        22 => US_SURVEY_FOOT / 12.0,
        23 => US_SURVEY_FOOT * 3.0,
        24 => US_SURVEY_FOOT * 5280.0,
        _ => return None,
    })
}

/// Returns the line type here that a name there stands for.
pub(super) fn linetype(name: &str) -> Linetype {
    let name = name.to_ascii_uppercase();
    let known = [
        ("PHANTOM", Linetype::Phantom),
        ("CENTER", Linetype::Center),
        ("HIDDEN", Linetype::Hidden),
        ("DASHDOT", Linetype::Dashdot),
        ("DASH_DOT", Linetype::Dashdot),
        ("DOT", Linetype::Dotted),
        ("DASH", Linetype::Dashed),
    ];
    // Names have prefixes and endings, such as ACAD_ISO02W100 or HIDDEN2. Longer words stand before those that they
    // contain.
    known.iter().find(|(word, _)| name.contains(word)).map_or(Linetype::Continuous, |(_, kind)| *kind)
}
