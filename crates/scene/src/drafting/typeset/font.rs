//! One font, ready to shape and draw text.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use harfrust::{
    Direction, Script, ShapeOptions, ShapePlan, ShapePlanKey, Shaper, ShaperData, UnicodeBuffer, script,
};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::Metrics;
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::layout::Glyph;
use super::outline;
use super::source::{FontFile, MAX_FONT_BYTES};
use scenewright_error::{Error, Kind, Result};
use scenewright_geometry::{Affine, Path};

/// The height of capitals as a share of the em square, where a font does not give it.
const USUAL_CAP_HEIGHT: f64 = 0.7;

/// The height of small letters as a share of the em square, where a font does not give it.
const USUAL_X_HEIGHT: f64 = 0.5;

/// Liberation Sans Regular; its licence (SIL OFL 1.1) is beside it.
static LATIN: &[u8] = include_bytes!("../../../../../assets/fonts/LiberationSans-Regular.ttf");

/// The most outlines that a font keeps: more than the letters of a drawing in one alphabet, and about a megabyte.
const MAX_KEPT_OUTLINES: usize = 1024;

/// The most plans that a font keeps: a drawing seldom has text of more than a few scripts.
const MAX_KEPT_PLANS: usize = 32;

/// A font whose file may be anything: the parts that cannot be read are not drawn.
pub struct Font {
    /// The name in messages.
    name: String,
    /// The identity of the bytes it was read from; empty for the built-in font.
    id: String,
    bytes: Bytes,
    index: u32,
    shaper: ShaperData,
    /// The plans of the scripts and directions that it was shaped in. Making one takes longer than shaping a short
    /// text.
    plans: Mutex<Vec<Arc<ShapePlan>>>,
    /// The outlines of the glyphs that were drawn, in units of the font.
    outlines: Mutex<HashMap<u32, Arc<Path>>>,
    units_per_em: f64,
    ascent: f64,
    descent: f64,
    line_gap: f64,
    cap_height: f64,
    x_height: f64,
}

enum Bytes {
    BuiltIn(&'static [u8]),
    Read(Arc<[u8]>),
}

/// The result of shaping one run of text in one font: the glyphs from left to right, and the
/// distance that the pen moved.
pub(super) struct Shaped {
    pub glyphs: Vec<Glyph>,
    pub width: f64,
}

impl Font {
    /// Returns the font that is always there. It covers Latin, Greek and Cyrillic.
    pub fn builtin() -> Result<Arc<Font>> {
        static BUILTIN: LazyLock<Result<Arc<Font>>> = LazyLock::new(|| {
            let font = Font::load("Liberation Sans".to_owned(), String::new(), Bytes::BuiltIn(LATIN), 0);
            font.map(Arc::new).map_err(|reason| {
                Error::new(Kind::Internal, format!("The font Liberation Sans is damaged: {reason}"))
            })
        });
        BUILTIN.as_ref().map(Arc::clone).map_err(Clone::clone)
    }

    /// Reads the font of a file; the error says in one clause why it is not a font.
    pub fn read(file: &FontFile) -> std::result::Result<Font, String> {
        if file.bytes.len() as u64 > MAX_FONT_BYTES {
            return Err(format!("it has {} bytes, and at most {MAX_FONT_BYTES} are read", file.bytes.len()));
        }
        let bytes = Bytes::Read(Arc::clone(&file.bytes));
        Font::load(file.family.clone(), file.id.clone(), bytes, file.index)
    }

    /// Returns the name of the family, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn is_builtin(&self) -> bool {
        matches!(self.bytes, Bytes::BuiltIn(_))
    }

    /// Returns the distance between the baselines of successive lines, for text of this size.
    pub fn line_height(&self, size: f64) -> f64 {
        (self.ascent + self.descent + self.line_gap) * size
    }

    /// Returns the height of its capital letters.
    pub fn cap_height(&self, size: f64) -> f64 {
        self.cap_height * size
    }

    /// Returns the height of its small letters without those that reach higher.
    pub fn x_height(&self, size: f64) -> f64 {
        self.x_height * size
    }

    /// Returns the height of the font above the baseline.
    pub fn ascent(&self, size: f64) -> f64 {
        self.ascent * size
    }

    /// Returns the depth of the font below the baseline, as a length.
    pub fn descent(&self, size: f64) -> f64 {
        self.descent * size
    }

    /// Returns the width of a character as a share of the em square; `None` for one that the font lacks.
    pub fn advance(&self, character: char) -> Option<f64> {
        let face = self.face()?;
        let glyph = face.charmap().map(character).filter(|glyph| *glyph != GlyphId::NOTDEF)?;
        let metrics = face.glyph_metrics(Size::unscaled(), LocationRef::default());
        metrics.advance_width(glyph).map(|width| f64::from(width) / self.units_per_em)
    }

    /// Returns the coverage, which says for many characters if the font has a glyph for them.
    pub(super) fn coverage(&self) -> Coverage<'_> {
        Coverage(self.face().map(|face| face.charmap()))
    }

    /// Shapes text of one script and direction. The origin is the left end of the baseline, y points up, and lengths
    /// are in the unit of `size`, which is the height of the font's em square.
    ///
    /// Ligatures, kerning and marks are the font's. A character the font lacks is drawn as its box for missing glyphs.
    pub(super) fn shape(&self, text: &str, manner: Option<(Script, Direction)>, size: f64) -> Shaped {
        let Some(face) = self.face() else { return Shaped { glyphs: Vec::new(), width: 0.0 } };
        let scale = size / self.units_per_em;
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        if let Some((script, direction)) = manner {
            buffer.set_script(script);
            buffer.set_direction(direction);
        }
        buffer.guess_segment_properties();
        let shaper = self.shaper.shaper(&face).build();
        let plan = self.plan(&shaper, &buffer);
        let shaped = shaper.shape(buffer, ShapeOptions::new().plan(Some(&plan)));

        let mut glyphs = Vec::with_capacity(shaped.len());
        let (mut pen_x, mut pen_y) = (0.0, 0.0);
        for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let outline = self.outline(&face, info.glyph_id);
            if !outline.is_empty() {
                glyphs.push(Glyph {
                    outline: outline.transformed(&Affine::scale(scale, scale)),
                    x: (pen_x + f64::from(position.x_offset)) * scale,
                    y: (pen_y + f64::from(position.y_offset)) * scale,
                });
            }
            pen_x += f64::from(position.x_advance);
            pen_y += f64::from(position.y_advance);
        }
        Shaped { glyphs, width: pen_x * scale }
    }

    /// Returns the plan for a text's script and direction.
    fn plan(&self, shaper: &Shaper<'_>, text: &UnicodeBuffer) -> Arc<ShapePlan> {
        // Text of digits and marks alone is of no script.
        let script = Some(text.script()).filter(|known| *known != script::UNKNOWN);
        let (direction, language) = (text.direction(), text.language());
        let key = ShapePlanKey::new(script, direction).language(language.as_ref());
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(plan) = plans.iter().find(|plan| key.matches(plan)) {
            return Arc::clone(plan);
        }
        let plan = Arc::new(ShapePlan::new(shaper, direction, script, language.as_ref(), &[]));
        if plans.len() < MAX_KEPT_PLANS {
            plans.push(Arc::clone(&plan));
        }
        plan
    }

    /// Returns the outline of a glyph in units of the font.
    fn outline(&self, face: &FontRef<'_>, glyph: u32) -> Arc<Path> {
        let mut outlines = self.outlines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outline) = outlines.get(&glyph) {
            return Arc::clone(outline);
        }
        let outline = Arc::new(outline::draw(face, GlyphId::new(glyph)));
        if outlines.len() < MAX_KEPT_OUTLINES {
            outlines.insert(glyph, Arc::clone(&outline));
        }
        outline
    }

    fn load(name: String, id: String, bytes: Bytes, index: u32) -> std::result::Result<Font, String> {
        let face = FontRef::from_index(bytes.as_slice(), index).map_err(|cause| as_clause(&cause))?;
        if face.outline_glyphs().format().is_none() {
            return Err("it has no outlines".to_owned());
        }
        if !face.charmap().has_map() {
            return Err("it does not say which characters it has".to_owned());
        }
        let metrics = Metrics::new(&face, Size::unscaled(), LocationRef::default());
        let units_per_em = f64::from(metrics.units_per_em.max(1));
        let part = |value: f32| f64::from(value) / units_per_em;
        let shaper = ShaperData::new(&face);
        Ok(Font {
            name,
            id,
            index,
            shaper,
            plans: Mutex::default(),
            outlines: Mutex::default(),
            units_per_em,
            ascent: part(metrics.ascent).max(0.0),
            // The table counts it downwards.
            descent: (-part(metrics.descent)).max(0.0),
            line_gap: part(metrics.leading).max(0.0),
            cap_height: metrics.cap_height.map(part).filter(|it| *it > 0.0).unwrap_or(USUAL_CAP_HEIGHT),
            x_height: metrics.x_height.map(part).filter(|it| *it > 0.0).unwrap_or(USUAL_X_HEIGHT),
            bytes,
        })
    }

    /// Returns the tables, which were found when the font was read.
    fn face(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(self.bytes.as_slice(), self.index).ok()
    }
}

impl Bytes {
    fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::BuiltIn(bytes) => bytes,
            Bytes::Read(bytes) => bytes,
        }
    }
}

impl fmt::Debug for Font {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Font").field("name", &self.name).field("id", &self.id).finish_non_exhaustive()
    }
}

/// The characters that a font has.
pub(super) struct Coverage<'a>(Option<Charmap<'a>>);

impl<'a> Coverage<'a> {
    pub(crate) fn of(face: &FontRef<'a>) -> Self {
        Coverage(Some(face.charmap()))
    }

    pub(crate) fn has(&self, character: char) -> bool {
        let glyph = self.0.as_ref().and_then(|map| map.map(character));
        glyph.is_some_and(|glyph| glyph != GlyphId::NOTDEF)
    }
}

/// Returns the reader's reason as a clause: its sentences begin with a capital and end with a full stop.
fn as_clause(cause: &impl fmt::Display) -> String {
    let words = cause.to_string();
    let words = words.trim_end_matches('.');
    let mut characters = words.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => "it cannot be read".to_owned(),
    }
}
