//! A foreign drawing, before it is put into a scene.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::paragraphs::Paragraphs;
pub(crate) use super::typeface::Typeface;
use scenewright_geometry::{Affine, Bounds, Point, Shape, Wire};
use scenewright_lint::DimensionMark;
use scenewright_scene::{Align, Cap, Color, Join, Linetype};

/// A drawing that was read from a file. y points up.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The length of a unit in millimetres; `None` where the file does not say.
    pub(crate) unit: Option<f64>,
    /// The layers that the file defines, by name.
    pub(crate) layers: BTreeMap<String, DrawingLayer>,
    /// The contents, back to front.
    pub(crate) items: Vec<Item>,
    /// The kinds of things that were left out, each with their number.
    pub(crate) skipped: BTreeMap<String, usize>,
    pub(crate) warnings: Vec<String>,
    /// The page of an SVG: its view box, with y up.
    pub(crate) page: Option<Bounds>,
    /// True where the size on paper is known: of a sheet with its plot settings, and of an SVG with a size in millimetres or the like.
    pub(crate) is_on_paper: bool,
    /// How much higher than wide a unit of a file is in which y points down; `None` where y points up.
    pub(crate) flip: Option<f64>,
    /// True where something looks like a title block.
    pub(crate) has_title: bool,
    /// The sheets of paper of a DXF, which are read for a lint alone.
    pub(crate) sheets: Vec<Sheet>,
    pub(crate) work: Work,
}

/// A sheet of paper beside the model, with what is drawn on it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The name of the layout.
    pub name: String,
    pub(crate) drawing: Drawing,
    /// True if it shows the model too.
    pub(crate) shows_model: bool,
    /// The windows in which it shows the model from above.
    pub(crate) views: Vec<View>,
}

/// A window on a sheet of paper that shows a part of the model.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// The window, in the coordinates of the sheet.
    pub window: Bounds,
    /// The transform from the model to the sheet.
    pub place: Affine,
    /// The layers that it does not show.
    pub hidden: Vec<String>,
}

impl View {
    /// Returns the size on the sheet of a unit of the model.
    pub(crate) fn scale(&self) -> f64 {
        self.place.a.hypot(self.place.b)
    }

    /// Returns true if it shows a box on a layer as a whole. The corners are in the coordinates of the sheet.
    pub(crate) fn shows(&self, layer: &str, bounds: &Bounds) -> bool {
        !self.hidden.iter().any(|hidden| hidden.eq_ignore_ascii_case(layer))
            && self.window.holds(bounds.min)
            && self.window.holds(bounds.max)
    }
}

impl Sheet {
    /// Returns the sheet without what this package drew there: the frame, the title block and the tables of its own pages, which
    /// nobody cuts.
    pub fn without_own_page(&self) -> Sheet {
        fn retain(items: &mut Vec<Item>) {
            items.retain_mut(|item| match &mut item.content {
                ItemContent::Group(children) => {
                    retain(children);
                    !children.is_empty()
                }
                _ => item.origin.as_ref().is_none_or(|origin| origin.own_name.is_none()),
            });
        }
        let mut sheet = self.clone();
        retain(&mut sheet.drawing.items);
        sheet
    }
}

impl Drawing {
    /// Returns true if nothing is drawn; of a DXF, in its model.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The sheets of paper that something is drawn on.
    pub fn sheets(&self) -> &[Sheet] {
        &self.sheets
    }
}

/// The cutting that a file may still ask for: a cut costs a unit for each line, arc and curve that is compared in it, and some for
/// itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    left: usize,
}

/// The work of all cuts of a file: some 25,000 of a simple shape, or 800 by the coast of a country, which take seconds. Tests do not wait
/// for so many.
const MAX_WORK: usize = if cfg!(test) { 800_000 } else { 8_000_000 };

/// The cost of a cut before any curve is compared. Measured: the cut of a simple shape takes the time of 300 curves.
const CUT: usize = 300;

/// The reason for refusing a file that asks for more cuts than `Work` has.
pub(crate) const TOO_MUCH_WORK: &str = "its clips, masks, markers, patterns and gradients ask for more cuts of shapes than one file \
                                        may; draw fewer of them";

impl Default for Work {
    fn default() -> Self {
        Work { left: MAX_WORK }
    }
}

impl Work {
    /// Takes the cost of a cut that compares as many curves; returns false when that is more than is left.
    pub(crate) fn take(&mut self, curves: usize) -> bool {
        let cost = CUT.saturating_add(curves);
        let is_enough = cost <= self.left;
        self.left = if is_enough { self.left - cost } else { 0 };
        is_enough
    }

    /// Returns true when no cut is left.
    pub(crate) fn is_used_up(self) -> bool {
        self.left < CUT
    }

    /// Does a step on a drawing whose findings do not count, but whose cuts do.
    pub(crate) fn aside<T>(&mut self, step: impl FnOnce(&mut Drawing) -> T) -> T {
        let mut scratch = Drawing { work: *self, ..Drawing::default() };
        let done = step(&mut scratch);
        *self = scratch.work;
        done
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DrawingLayer {
    pub color: Option<Color>,
    pub linetype: Linetype,
    /// The name of the line type in the file.
    pub linetype_name: String,
    /// The line weight, in millimetres on paper.
    pub lineweight: Option<f64>,
    pub is_hidden: bool,
    /// True for a layer of a DXF that hides the contents of its insertions too.
    pub is_frozen: bool,
    pub is_locked: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// The name in the file, where things have names there.
    pub id: Option<String>,
    /// The layer; the scene's usual one where the file has none.
    pub layer: Option<String>,
    pub fill: Fill,
    pub pen: Pen,
    pub content: ItemContent,
    /// The origin of the item in the file, for a drawing that is read with traces.
    pub origin: Option<Box<Origin>>,
}

/// The place of an item in its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Origin {
    /// The name of the entity there, followed by those of the insertions that show it.
    pub names: Vec<String>,
    /// The number of the dimension, table or leader that it is a part of.
    pub part_of: Option<usize>,
    /// True for a part of a dimension, leader or note.
    pub is_annotation: bool,
    /// The name that this package gave it when it wrote the file.
    pub own_name: Option<String>,
    /// True for text in a font of single strokes.
    pub is_single_stroke: bool,
    /// The way from the coordinates that the file describes it in to the drawing's.
    pub place: Affine,
}

#[derive(Clone, Debug)]
pub(crate) enum ItemContent {
    Shape(Shape),
    Text(Box<TextItem>),
    Group(Vec<Item>),
    /// Something that gets its size from the rest of the drawing, before that is handed on.
    Sizeless(Sizeless),
    /// An area that hides what is below it, before the drawing is handed on.
    Cover {
        shape: Shape,
        /// True for a mask that belongs to a text, and is no entity of the file.
        is_of_text: bool,
    },
    /// The place of something without a size; with traces only.
    Nothing(Point),
    /// The measured value of a dimension, beside the shapes that show it; with traces only.
    Dimension(Box<DimensionMark>),
}

/// Entities with a place, but no size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sizeless {
    Point(Point),
    /// A line from a point that never ends, and its way.
    Ray(Point, Point),
    /// A line through a point without ends, and its way.
    Line(Point, Point),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fill {
    Absent,
    ByLayer,
    Color(Color),
}

/// The ends, the corners and the dashes of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LineLook {
    pub cap: Cap,
    pub join: Join,
    pub dashes: Dashes,
}

/// Lengths of dashes and gaps by turns, which all lines of a look share.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Dashes {
    lengths: Option<Arc<[f64]>>,
    scale: f64,
    /// The number of lengths of a pattern that is left out, as it has too many; otherwise 0.
    pub left_out: usize,
}

/// The most lengths of a pattern: as many as a pen of a scene has.
pub(crate) const MAX_DASHES: usize = 64;

impl Dashes {
    /// Makes a pattern; none of lengths that are too many, or all zero.
    pub(crate) fn of(lengths: &[f64]) -> Dashes {
        let is_pattern = lengths.iter().sum::<f64>() > 0.0;
        let is_short = lengths.len() <= MAX_DASHES;
        Dashes {
            lengths: (is_pattern && is_short).then(|| lengths.into()),
            scale: 1.0,
            left_out: if is_pattern && !is_short { lengths.len() } else { 0 },
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lengths.is_none()
    }

    /// Returns the lengths in units of the drawing.
    pub(crate) fn lengths(&self) -> Vec<f64> {
        self.lengths.iter().flat_map(|lengths| lengths.iter()).map(|length| length * self.scale).collect()
    }
}

impl LineLook {
    /// Makes the look of a line with those dashes and gaps.
    pub(crate) fn dashed(lengths: &[f64]) -> LineLook {
        LineLook { dashes: Dashes::of(lengths), ..LineLook::default() }
    }

    /// Returns the look with all lengths multiplied.
    pub(crate) fn scaled(mut self, factor: f64) -> LineLook {
        // Lines without dashes are the same at all scales.
        if !self.dashes.is_empty() {
            self.dashes.scale *= factor;
        }
        self
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pen {
    Absent,
    ByLayer,
    /// A colour, with a width in units of the drawing.
    Drawn {
        color: Color,
        width: f64,
        line: LineLook,
    },
    /// A colour, with a width in millimetres on paper; without one, the fine pen. Dashes are in units of the drawing.
    OnPaper {
        color: Color,
        width: Option<f64>,
        line: LineLook,
    },
}

/// A text, set in the fonts of the scene.
#[derive(Clone, Debug)]
pub(crate) struct TextItem {
    pub text: String,
    /// The place of the alignment point in the drawing.
    pub at: Point,
    /// The height in units of the drawing before `turn`.
    pub height: f64,
    pub measure: TextHeight,
    pub align: Align,
    pub raise: Raise,
    /// The linear part of the text's own coordinates.
    pub turn: Affine,
    /// The angle by which its letters are turned about its beginning, besides.
    pub spin: f64,
    /// True for a letter that stands upright in a line from the top down, in the room of one on its side.
    pub is_standing: bool,
    pub font: Typeface,
    /// Lines under, over and through its letters.
    pub bars: [bool; 3],
    /// The areas that cut it: it is seen where it is inside of one of each list.
    pub clips: Vec<Arc<Vec<Shape>>>,
    /// The greatest width of a line before `turn`; longer ones are broken at spaces.
    pub wrap: Option<f64>,
    /// The place on the line, for one of several texts on it.
    pub line: Option<Line>,
    /// The width that a text alone on its line is brought to.
    pub fit: Option<Fit>,
    /// The distance between its baselines before `turn`; the font decides where it is missing.
    pub leading: Option<f64>,
    /// The parts of a text that do not look alike, which are drawn in the place of `text`.
    pub paragraphs: Option<Arc<Paragraphs>>,
    /// The items that are seen through its letters in the place of its colour.
    pub shades: Option<Arc<Vec<Item>>>,
    /// The items that are seen through the lines around its letters in the place of their colour.
    pub line_shades: Option<Arc<Vec<Item>>>,
}

impl TextItem {
    /// Makes a text on one line that begins at a point, in the usual font, as high as its capitals.
    pub(crate) fn plain(text: String, at: Point, height: f64) -> TextItem {
        TextItem {
            text,
            at,
            height,
            measure: TextHeight::Capitals,
            align: Align::Left,
            raise: Raise::Baseline,
            turn: Affine::IDENTITY,
            spin: 0.0,
            is_standing: false,
            font: Typeface::default(),
            bars: [false; 3],
            clips: Vec::new(),
            wrap: None,
            line: None,
            fit: None,
            leading: None,
            paragraphs: None,
            shades: None,
            line_shades: None,
        }
    }
}

/// One of several texts on a line, which is aligned as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The texts of the line and the spaces between them, in their order. All texts of the line share them.
    pub words: Arc<[Words]>,
    /// The number of the text among them.
    pub index: usize,
    /// The width that the line is brought to.
    pub fit: Option<Fit>,
    /// The path that the line follows, for one that is not straight.
    pub course: Option<Course>,
}

/// The way of a line along a path.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub track: Arc<Track>,
    /// The place of the line, as a length along the path.
    pub along: f64,
    /// The distance of its baseline from the path.
    pub above: f64,
}

/// A path that letters stand on, in the coordinates of a text before its `turn`: y points up.
#[derive(Debug)]
pub(crate) struct Track {
    /// Its parts with their lengths. Letters go on from the end of one to the beginning of the next.
    wires: Vec<(Wire, f64)>,
}

impl Track {
    pub(crate) fn new(wires: Vec<Wire>) -> Track {
        let measured = |wire: Wire| {
            let length = wire.length();
            (wire, length)
        };
        Track { wires: wires.into_iter().map(measured).collect() }
    }

    pub(crate) fn length(&self) -> f64 {
        self.wires.iter().map(|(_, length)| length).sum()
    }

    /// Returns the place at a length from the beginning, and the angle of its direction; `None` beyond an end.
    fn at(&self, along: f64) -> Option<(Point, f64)> {
        let mut rest = along;
        for (wire, length) in self.wires.iter().filter(|_| along >= 0.0) {
            if rest <= *length {
                let (at, way) = wire.at_length(rest);
                return Some((at, way.y.atan2(way.x)));
            }
            rest -= length;
        }
        None
    }

    /// Returns the place at its end.
    pub(crate) fn end(&self) -> Option<Point> {
        let (wire, length) = self.wires.last()?;
        Some(wire.at_length(*length).0)
    }
}

/// The place of a text on its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Where it begins, from the place of the line and before `turn`; on a path, from the origin of the text's coordinates.
    pub at: Point,
    /// The angle that its baseline is turned by.
    pub spin: f64,
    /// The factor of its letters' widths.
    pub factor: f64,
}

impl Standing {
    /// Returns the way from the coordinates of its letters to those of the line.
    pub(crate) fn place(&self) -> Affine {
        Affine::translation(self.at.x, self.at.y) * Affine::rotation(self.spin)
    }
}

/// A width that a line of text is brought to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fit {
    /// By the gaps between its texts, which are single letters.
    Gaps(f64),
    /// By the widths of its letters and gaps.
    Stretch(f64),
    /// By the size of its letters.
    Scale(f64),
}

/// The widths of the texts of a line.
pub(crate) struct MeasuredLine {
    words: Arc<[Words]>,
    /// The beginning of each text.
    starts: Vec<f64>,
    /// The width of each text, without the gaps around it.
    widths: Vec<f64>,
    /// The width of all texts.
    width: f64,
    /// The number of texts with letters.
    count: usize,
}

impl MeasuredLine {
    /// Measures the texts of a line, unless `last` is of the same line.
    pub(crate) fn of<Error>(
        line: &Line,
        last: Option<MeasuredLine>,
        mut measure: impl FnMut(&Words) -> Result<f64, Error>,
    ) -> Result<MeasuredLine, Error> {
        if let Some(last) = last.filter(|it| Arc::ptr_eq(&it.words, &line.words)) {
            return Ok(last);
        }
        let (mut starts, mut width, mut count) = (Vec::with_capacity(line.words.len()), 0.0, 0);
        let mut widths = Vec::with_capacity(line.words.len());
        let mut last: Option<&Words> = None;
        for words in line.words.iter() {
            width += words.before;
            let own = measure(words)?;
            if let Some(last) = last.filter(|last| last.is_like(words) && !words.text.is_empty()) {
                // Letters of one font that follow each other are nearer together, or further apart, than alone.
                let both = Words { text: format!("{}{}", last.text, words.text), ..words.clone() };
                width += measure(&both)? - measure(last)? - own;
            }
            starts.push(width);
            widths.push(own);
            width += own + words.after;
            if !words.text.is_empty() {
                count += 1;
                last = Some(words);
            }
        }
        Ok(MeasuredLine { words: line.words.clone(), starts, widths, width, count })
    }

    /// Returns where a text of the line stands; `None` beyond the ends of the path that the line follows.
    pub(crate) fn standing(&self, line: &Line, align: Align) -> Option<Standing> {
        let (ahead, factor) = self.start(line, align);
        let Some(course) = &line.course else {
            return Some(Standing { at: Point::new(ahead, 0.0), spin: 0.0, factor });
        };
        // The middle of a letter is on the path, and the letter is as steep as the path is there.
        let half = 0.5 * self.widths[line.index] * factor;
        let (middle, spin) = course.track.at(course.along + ahead + half)?;
        let back = Affine::rotation(spin).displace(Point::new(-half, course.above));
        Some(Standing { at: Point::new(middle.x + back.x, middle.y + back.y), spin, factor })
    }

    /// Returns how far a text of the line begins from the place of the line, and the factor of its letters' widths.
    fn start(&self, line: &Line, align: Align) -> (f64, f64) {
        let (mut at, mut width, mut factor) = (self.starts[line.index], self.width, 1.0);
        match line.fit {
            Some(Fit::Stretch(wanted)) if self.width > 0.0 => factor = wanted / self.width,
            Some(Fit::Gaps(wanted)) if self.count > 1 => {
                let before = self.words[..line.index].iter().filter(|it| !it.text.is_empty()).count();
                at += (wanted - self.width) / (self.count - 1) as f64 * before as f64;
                width = wanted;
            }
            _ => {}
        }
        (at, width) = (at * factor, width * factor);
        let start = match align {
            Align::Left => 0.0,
            Align::Center => -0.5 * width,
            Align::Right => -width,
        };
        (start + at, factor)
    }
}

/// A text that is measured.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub text: String,
    pub size: f64,
    pub font: Typeface,
    /// The gaps before and after it, besides its own width.
    pub before: f64,
    pub after: f64,
}

impl Words {
    fn is_like(&self, other: &Words) -> bool {
        self.size == other.size && self.font == other.font
    }
}

/// The height that a file gives for its texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextHeight {
    /// The height of capital letters.
    Capitals,
    /// The size of the font.
    Size,
}

/// The line of a text that is at its alignment point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Raise {
    Baseline,
    Bottom,
    Middle,
    Top,
    /// Half of the height of small letters.
    SmallMiddle,
    /// The middle between the top and the bottom of the font.
    Central,
    /// The top, which letters of some scripts hang from.
    Hanging,
    /// Half of the height above the baseline, for signs of mathematics.
    Mathematical,
    /// The top of the font, accents included.
    Ascent,
}

impl Drawing {
    /// Counts something that is left out.
    pub(crate) fn skip(&mut self, kind: &str) {
        /// A file may have any number of names of its own, and the answer lists each.
        const MAX_KINDS: usize = 100;
        let is_listed = self.skipped.len() < MAX_KINDS || self.skipped.contains_key(kind);
        *self.skipped.entry(if is_listed { kind } else { "others" }.to_owned()).or_default() += 1;
    }

    /// Adds a warning once; after a hundred, further ones are dropped.
    pub(crate) fn warn(&mut self, warning: String) {
        const MAX_WARNINGS: usize = 100;
        if self.warnings.len() < MAX_WARNINGS && !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

/// Returns true for a name or a text that a title block has.
pub(crate) fn is_title_word(text: &str) -> bool {
    const WORDS: [&str; 12] = [
        "title",
        "titel",
        "schriftfeld",
        "cartouche",
        "drawn by",
        "drawing no",
        "dwg no",
        "gezeichnet",
        "cajetin",
        "drafted",
        "표제",
        "표제란",
    ];
    let lower = text.to_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
}
