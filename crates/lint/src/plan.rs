//! A drawing for the rules: placed outlines, texts and dimensions from any file or scene.

use scenewright_geometry::{Affine, Bounds, Point, Wire};
use scenewright_scene::Color;

/// A drawing. All lengths are in millimetres, y points up.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The visible contents, back to front.
    pub items: Vec<Item>,
    /// The page, if the drawing has one.
    pub page: Option<Bounds>,
    /// The other sheets of a drawing with several: what is on one of them is on paper.
    pub further_pages: Vec<Bounds>,
    /// The transform from millimetres to the coordinates of the file or scene.
    pub to_source: Affine,
    /// True if the drawing states its unit.
    pub has_unit: bool,
    /// The unit of the numbers in its texts, in millimetres.
    pub text_unit: f64,
    /// The scale of the drawing relative to the paper: 50 for 1:50.
    pub drawing_scale: f64,
    /// True if there is a title block; `None` for a drawing that needs none.
    pub has_title: Option<bool>,
    /// True if the drawing shows more than the items: then nothing can be missing among them.
    pub shows_more: bool,
    /// True for a sheet of paper of a known size, on which texts have a height to be read at.
    pub is_on_paper: bool,
    /// The number of the items before those that views show of another drawing, which is checked by itself; all items where there are
    /// none.
    pub own_items: usize,
    /// The sheets of a drawing with several, in their order: the name of each that has no title block; empty for one sheet.
    pub untitled: Vec<Option<String>>,
}

/// One visible item.
#[derive(Clone, Debug)]
pub struct Item {
    /// The name of the entity, followed by those of the insertions that show it.
    pub names: Vec<String>,
    /// The layer, as the file spells it.
    pub layer: String,
    /// The colour of its area.
    pub fill: Option<Color>,
    /// The colour of its outline.
    pub stroke: Option<Color>,
    /// The width of its outline on paper, in millimetres, if the file has one.
    pub width: Option<f64>,
    /// The number of the dimension, note, hatch or text that it belongs to. Parts of the same one never conflict.
    pub part_of: Option<usize>,
    /// True for a part of a dimension, leader or note, which is about what is made and is not made itself.
    pub is_annotation: bool,
    /// True for a path of `cutOrder`: its way in and its tabs are open on purpose.
    pub is_planned_cut: bool,
    /// The content of the item.
    pub content: Content,
}

/// The content of an item.
#[derive(Clone, Debug)]
pub enum Content {
    /// Curves.
    Outline(Vec<Wire>),
    /// Lines of a hatch, a table or another note that text may stand on.
    Ornament(Vec<Wire>),
    /// The outlines of a letter: closed ones, or the strokes of a font of single lines.
    Glyph(Vec<Wire>),
    /// A text with its box.
    Text(TextMark),
    /// A measured value.
    Dimension(DimensionMark),
    /// Something without a size.
    Nothing(Point),
}

/// A text.
#[derive(Clone, Debug)]
pub struct TextMark {
    /// The words.
    pub words: String,
    /// The insertion point in the file.
    pub at: Point,
    /// The corners of its box, in order.
    pub corners: [Point; 4],
    /// The height of its capital letters; `None` where it is unknown, or where another view shows the text larger.
    pub capitals: Option<f64>,
    /// True for a text whose letters are converted to outlines.
    pub is_outlined: bool,
    /// True for a single-stroke font, or one that the machine replaces by such a font.
    pub is_single_stroke: bool,
}

/// A measured value.
#[derive(Clone, Debug)]
pub struct DimensionMark {
    /// The middle of its text.
    pub at: Point,
    /// The kind of measure: only measures of the same kind can be equal.
    pub kind: MeasureOf,
    /// The measured points, or the centre of a circle and a point on it.
    pub points: Vec<Point>,
    /// The direction of the measured distance, in radians; `None` for the direct distance.
    pub direction: Option<f64>,
    /// The measured number, in the units of the text; degrees for an angle.
    pub value: Option<f64>,
    /// The text that stands in place of the measured one.
    pub written: Option<String>,
}

/// The kinds of measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeasureOf {
    /// A distance.
    Length,
    /// A radius.
    Radius,
    /// A diameter.
    Diameter,
    /// An angle.
    Angle,
    /// Another measure, which is only compared with its text.
    Other,
}

/// Returns true for the name and the layer of a path that `cutOrder` draws, which every file of this package keeps: `plan_cut`,
/// or one of several, `plan_cut_0`.
pub fn is_planned_cut(name: &str, layer: &str) -> bool {
    let base = match name.rsplit_once('_') {
        Some((base, number)) if !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit()) => base,
        _ => name,
    };
    // Both, as a layer named cut has other lines too.
    base.ends_with("_cut") && layer.trim().eq_ignore_ascii_case("cut")
}

impl Plan {
    /// Makes a plan without contents, for coordinates whose unit has that length in millimetres.
    pub fn new(unit: f64) -> Plan {
        let back = if unit > 0.0 { 1.0 / unit } else { 1.0 };
        Plan {
            items: Vec::new(),
            page: None,
            further_pages: Vec::new(),
            to_source: Affine::scale(back, back),
            has_unit: true,
            text_unit: unit,
            drawing_scale: 1.0,
            has_title: None,
            shows_more: false,
            is_on_paper: false,
            own_items: usize::MAX,
            untitled: Vec::new(),
        }
    }
}

impl Plan {
    /// Yields all pages; none for a drawing without any.
    pub(crate) fn pages(&self) -> impl Iterator<Item = &Bounds> {
        self.page.iter().chain(&self.further_pages)
    }
}

impl Item {
    /// Returns the name of the entity itself.
    pub(crate) fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// Returns false for an entity of a block of a scene, which goes by the name of the instance that shows all of the block.
    pub(crate) fn has_own_name(&self) -> bool {
        self.names.len() < 2 || self.names[0] != self.names[1]
    }

    /// Returns the curves of an outline or a letter.
    pub(crate) fn wires(&self) -> &[Wire] {
        match &self.content {
            Content::Outline(wires) | Content::Glyph(wires) | Content::Ornament(wires) => wires,
            Content::Text(_) | Content::Dimension(_) | Content::Nothing(_) => &[],
        }
    }
}
