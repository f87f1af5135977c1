//! Text as shapes.

use std::collections::HashSet;
use std::sync::Arc;

use super::color::Color;
use super::drawing::checked_bounds_center;
use super::error::SceneError;
use super::store::{Content, EntityId, ROOT, Scene};
use super::style::Own;
use super::text_source::{Align, TextSource};
use super::transform::Transform;
use crate::typeset::{Font, Fonts};
use scenewright_geometry::{Affine, Path, Point, Shape, finite, positive};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextOptions {
    /// The name of a font; a missing one is replaced with a warning.
    pub font: Option<String>,
    /// The path of a font file, which wins over a name.
    pub font_path: Option<String>,
    pub align: Align,
    /// The colour; that of the layer by default.
    pub color: Option<Color>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDrawn {
    /// True for text with something to see, false for blank text.
    pub drawn: bool,
    pub warnings: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextMetrics {
    /// The advance of the widest line.
    pub width: f64,
    /// The height from the top of the first line's font to the bottom of the last line's.
    pub height: f64,
    pub ascent: f64,
    /// The descent, a positive length below the baseline.
    pub descent: f64,
}

/// The most missing characters that are shown; more are only counted.
const MAX_MISSING_SHOWN: usize = 20;

impl Scene {
    /// Draws text with its first baseline at y; further lines follow below.
    ///
    /// Text is filled with its colour and has no stroke. One visible glyph makes one shape of that name. Several
    /// make a group of that name, which has the style, with a path for each: `name_g0` and so on. The pivot is at
    /// x, y either way. When the name is that of an earlier text, its glyphs are removed with it.
    #[expect(clippy::too_many_arguments, reason = "those of the vocabulary, and the fonts of the host")]
    pub fn draw_text(
        &mut self,
        name: &str,
        text: &str,
        x: f64,
        y: f64,
        size: f64,
        options: &TextOptions,
        fonts: &Fonts,
    ) -> Result<TextDrawn, SceneError> {
        Scene::check_name(name)?;
        let origin = Point::new(finite("x", x)?, finite("y", y)?);
        positive("size", size)?;
        if let Some(color) = &options.color {
            color.check()?;
        }
        let (font, mut warnings) = match &options.font_path {
            Some(path) => (fonts.file(path)?, Vec::new()),
            None => choose_font(options.font.as_deref(), fonts)?,
        };
        let (outlines, missing) = glyph_outlines(&font, text, origin, size, options.align, fonts)?;
        warnings.extend(missing_warning(&font, &missing));
        if outlines.is_empty() {
            return Ok(TextDrawn { drawn: false, warnings });
        }
        let shapes = outlines
            .into_iter()
            .map(|outline| {
                let shape = Shape::Path(outline);
                let pivot = checked_bounds_center(&shape)?;
                Ok((shape, pivot))
            })
            .collect::<Result<Vec<_>, SceneError>>()?;
        let id = self.insert_glyphs(name, shapes, origin)?;
        let entity = self.entity_mut(id);
        entity.style.fill = options.color.map_or(Own::ByLayer, Own::Value);
        entity.style.stroke = Own::Absent;
        entity.text = Some(Arc::new(TextSource {
            text: text.to_owned(),
            x: origin.x,
            y: origin.y,
            size,
            align: options.align,
            font: options.font.clone(),
            cap_height: font.cap_height(size),
            line_height: font.line_height(size),
        }));
        Ok(TextDrawn { drawn: true, warnings })
    }

    /// Returns the source of an entity that is a text.
    pub fn text_source(&self, name: &str) -> Option<&TextSource> {
        self.entity(self.find(name)?).text.as_deref()
    }

    /// Measures text without drawing it, in the font that it would be drawn in. The warnings are those of drawing it.
    pub fn text_metrics(
        text: &str,
        size: f64,
        font: Option<&str>,
        fonts: &Fonts,
    ) -> Result<(TextMetrics, Vec<String>), SceneError> {
        positive("size", size)?;
        let (font, warnings) = choose_font(font, fonts)?;
        let (mut width, mut count) = (0.0_f64, 0);
        for line in lines(text) {
            width = width.max(fonts.set_line(&font, line, size)?.width);
            count += 1;
        }
        let (ascent, descent) = (font.ascent(size), font.descent(size));
        let further = f64::from(count - 1) * font.line_height(size);
        Ok((TextMetrics { width, height: ascent + descent + further, ascent, descent }, warnings))
    }

    /// Draws the glyphs as one entity with its pivot at the text's own place.
    fn insert_glyphs(
        &mut self,
        name: &str,
        shapes: Vec<(Shape, Point)>,
        origin: Point,
    ) -> Result<EntityId, SceneError> {
        let single = shapes.len() == 1;
        let names: Vec<Arc<str>> = if single {
            Vec::new()
        } else {
            (0..shapes.len()).map(|index| glyph_name(name, index).into()).collect()
        };
        if let Some(last) = names.last() {
            Scene::check_name(last).map_err(|_| {
                SceneError::range("name is too long: its glyphs are named after it with a number")
            })?;
        }
        let stale = self.made_with(name);
        self.check_free(name, names.iter().map(|name| &**name), &stale)?;
        for replaced in names.iter().chain(&stale).map(|name| &**name).chain([name]) {
            self.check_unlocked(replaced)?;
        }
        let kept: HashSet<&str> = names.iter().map(|name| &**name).chain([name]).collect();
        let gone = stale.iter().filter(|name| !kept.contains(&***name)).count();
        let new = kept.iter().filter(|name| !self.exists(name)).count();
        self.check_room(new.saturating_sub(gone))?;
        for glyph in stale {
            self.delete(&glyph);
        }
        self.delete(name);
        if single {
            let mut id = ROOT;
            for (shape, _) in shapes {
                let content = Content::Leaf(Arc::new(shape));
                id = self.insert(name.into(), ROOT, content, Transform::at_rest(origin));
            }
            return Ok(id);
        }
        let transform = Transform::at_rest(origin);
        let group = self.insert(name.into(), ROOT, Content::EMPTY_GROUP, transform);
        for (glyph, (shape, pivot)) in names.into_iter().zip(shapes) {
            let id = self.insert(glyph, group, Content::Leaf(Arc::new(shape)), Transform::at_rest(pivot));
            self.entity_mut(id).is_derived = true;
        }
        Ok(group)
    }
}

/// Returns the outline of a short text for annotations outside the scene, with its baseline beginning at the
/// origin, and its width.
pub fn label(text: &str, size: f64) -> Result<(Path, f64), SceneError> {
    positive("size", size)?;
    let layout = Fonts::builtin().set_line(&Font::builtin()?, text, size)?;
    let mut path = Path::new();
    for glyph in &layout.glyphs {
        path.extend(&glyph.outline.transformed(&Affine::translation(glyph.x, glyph.y)));
    }
    Ok((path, layout.width))
}

fn glyph_name(name: &str, index: usize) -> String {
    format!("{name}_g{index}")
}

/// Returns the font of a name, or the built-in one with a warning.
fn choose_font(wanted: Option<&str>, fonts: &Fonts) -> Result<(Arc<Font>, Vec<String>), SceneError> {
    let wanted = wanted.unwrap_or_default();
    if let Some(font) = fonts.named(wanted)? {
        return Ok((font, Vec::new()));
    }
    let builtin = Font::builtin()?;
    let warning = format!(
        "the font {} is not available; the built-in {} is used",
        super::error::quoted(wanted),
        builtin.name()
    );
    Ok((builtin, vec![warning]))
}

/// Yields the lines of a text; an empty text is one empty line.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}

fn glyph_outlines(
    font: &Arc<Font>,
    text: &str,
    origin: Point,
    size: f64,
    align: Align,
    fonts: &Fonts,
) -> Result<(Vec<Path>, Vec<char>), SceneError> {
    let (mut outlines, mut missing) = (Vec::new(), Vec::new());
    for (index, line) in lines(text).enumerate() {
        let layout = fonts.set_line(font, line, size)?;
        let start = match align {
            Align::Left => 0.0,
            Align::Center => layout.width * -0.5,
            Align::Right => -layout.width,
        };
        let baseline = origin.y - font.line_height(size) * index as f64;
        for glyph in layout.glyphs {
            let place = Affine::translation(origin.x + start + glyph.x, baseline + glyph.y);
            outlines.push(glyph.outline.transformed(&place));
        }
        for character in layout.missing {
            if !missing.contains(&character) {
                missing.push(character);
            }
        }
    }
    Ok((outlines, missing))
}

fn missing_warning(font: &Font, missing: &[char]) -> Option<String> {
    let shown: Vec<String> =
        missing.iter().take(MAX_MISSING_SHOWN).map(|character| format!("\"{character}\"")).collect();
    let more = match missing.len().saturating_sub(MAX_MISSING_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!missing.is_empty()).then(|| {
        format!("the font {} has no glyph for {}{more}; a box is drawn instead", font.name(), shown.join(" "))
    })
}
