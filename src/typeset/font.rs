//! The fonts that text can be set in: one, which is built in.

use std::sync::LazyLock;

use harfrust::{ShaperData, UnicodeBuffer};
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::Metrics;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use crate::error::{Error, Kind, Result};
use crate::geometry::{Path, Point, Segment};

use super::layout::{Glyph, Layout};

/// Liberation Sans Regular; its licence (SIL OFL 1.1) is beside it.
static LATIN: &[u8] = include_bytes!("../../assets/fonts/LiberationSans-Regular.ttf");

/// A font, ready to shape and draw text.
pub struct Font {
    /// The name in messages.
    name: &'static str,
    face: FontRef<'static>,
    shaper: ShaperData,
    units_per_em: f64,
    ascent: f64,
    descent: f64,
    line_gap: f64,
}

impl Font {
    /// The font that is always there. It covers Latin, Greek and Cyrillic.
    pub fn builtin() -> Result<&'static Font> {
        static BUILTIN: LazyLock<Result<Font>> = LazyLock::new(|| Font::read("Liberation Sans", LATIN));
        BUILTIN.as_ref().map_err(Clone::clone)
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How far baselines of following lines are apart, for text of this size.
    pub fn line_height(&self, size: f64) -> f64 {
        (self.ascent + self.descent + self.line_gap) * size
    }

    /// Sets one line of text. The origin is the beginning of the baseline, y points up, and lengths are in the
    /// unit of `size`, which is the height of the font's em square.
    ///
    /// Ligatures, kerning and marks are the font's. A character the font lacks is drawn as its box for missing
    /// glyphs and listed in `missing`, each once.
    pub fn shape_text(&self, text: &str, size: f64) -> Layout {
        let scale = size / self.units_per_em;
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let shaper = self.shaper.shaper(&self.face).build();
        let shaped = shaper.shape(buffer, harfrust::ShapeOptions::new());
        let outlines = self.face.outline_glyphs();

        let mut glyphs = Vec::with_capacity(shaped.len());
        let (mut pen_x, mut pen_y) = (0.0, 0.0);
        for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let outline = outline(&outlines, GlyphId::new(info.glyph_id), scale);
            if !outline.is_empty() {
                glyphs.push(Glyph {
                    outline,
                    x: (pen_x + f64::from(position.x_offset)) * scale,
                    y: (pen_y + f64::from(position.y_offset)) * scale,
                });
            }
            pen_x += f64::from(position.x_advance);
            pen_y += f64::from(position.y_advance);
        }
        Layout {
            glyphs,
            width: pen_x * scale,
            ascent: self.ascent * size,
            descent: self.descent * size,
            height: (self.ascent + self.descent) * size,
            missing: self.missing_characters(text),
        }
    }

    fn read(name: &'static str, bytes: &'static [u8]) -> Result<Font> {
        let face = FontRef::new(bytes)
            .map_err(|cause| Error::new(Kind::Internal, format!("The font {name} is damaged: {cause}")))?;
        let metrics = Metrics::new(&face, Size::unscaled(), LocationRef::default());
        let units_per_em = f64::from(metrics.units_per_em.max(1));
        let part = |value: f32| f64::from(value) / units_per_em;
        Ok(Font {
            name,
            shaper: ShaperData::new(&face),
            units_per_em,
            ascent: part(metrics.ascent),
            // The table counts it downwards.
            descent: -part(metrics.descent),
            line_gap: part(metrics.leading),
            face,
        })
    }

    fn missing_characters(&self, text: &str) -> Vec<char> {
        let map = self.face.charmap();
        let mut missing = Vec::new();
        for character in text.chars() {
            // Control characters and joiners have no picture anywhere.
            let invisible = character.is_control()
                || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}');
            let absent = map.map(character).is_none_or(|glyph| glyph == GlyphId::NOTDEF);
            if absent && !invisible && !missing.contains(&character) {
                missing.push(character);
            }
        }
        missing
    }
}

/// The outline in the font's own units times the scale; empty for a space or a glyph that cannot be drawn.
fn outline(outlines: &OutlineGlyphCollection<'_>, glyph: GlyphId, scale: f64) -> Path {
    let mut pen = PathPen { path: Path::new(), scale };
    if let Some(outline) = outlines.get(glyph) {
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        if outline.draw(settings, &mut pen).is_err() {
            return Path::new();
        }
    }
    pen.path
}

struct PathPen {
    path: Path,
    scale: f64,
}

impl PathPen {
    fn point(&self, x: f32, y: f32) -> Point {
        Point::new(f64::from(x) * self.scale, f64::from(y) * self.scale)
    }
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.push(Segment::Move(self.point(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.push(Segment::Line(self.point(x, y)));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.path.push(Segment::Quadratic(self.point(cx, cy), self.point(x, y)));
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.path.push(Segment::Cubic(self.point(cx0, cy0), self.point(cx1, cy1), self.point(x, y)));
    }

    fn close(&mut self) {
        self.path.push(Segment::Close);
    }
}
