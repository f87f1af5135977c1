//! Text as shapes.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use super::drawing::checked_bounds_center;
use super::store::{Content, EntityId, ROOT, Scene};
use crate::drafting::typeset::{BlockError, BlockStyle, Face, Font, Fonts, SetLine, StrokeFont, set_block};
use crate::drafting::{
    Align, Color, Linear, Own, SceneError, Stroke, TextLine, TextSource, Transform, VerticalAlign,
};
use scenewright_geometry::{Path, Point, Shape, finite, number_text, positive};

/// The width of the pen of single strokes in a colour of their own, in millimetres on paper.
const STROKE_WIDTH: f64 = 0.25;

/// The choices of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextOptions {
    /// The name of a font; a missing one is replaced with a warning.
    pub font: Option<String>,
    /// The path of a font file, which wins over a name.
    pub font_path: Option<String>,
    /// The point of each line that is at x.
    pub align: Align,
    /// The part of the text that is at y: the first baseline by default, and its top where it has a box.
    pub valign: Option<VerticalAlign>,
    /// The colour; by default the layer's.
    pub color: Option<Color>,
    /// The angle by which the text is turned about its x, y.
    pub angle: f64,
    /// The height of capitals, in the place of the size.
    pub cap_height: Option<f64>,
    /// The width at which lines are broken; without one, they are not broken.
    pub text_box: Option<TextBox>,
    /// The distance of the baselines, as a multiple of the font's own.
    pub line_spacing: Option<f64>,
    /// True for text with raised, lowered and stacked parts.
    pub markup: bool,
}

/// The room for a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextBox {
    /// The width at which lines are broken.
    pub width: f64,
    /// The height beyond which there is a warning.
    pub height: Option<f64>,
}

/// The outcome of drawing a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDrawn {
    /// True for text with something to see, false for blank text.
    pub drawn: bool,
    /// The replaced font, the characters that none has, and an overfull box, in words.
    pub warnings: Vec<String>,
}

/// The measures of a text, in the unit of its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextMetrics {
    /// The advance of the widest line.
    pub width: f64,
    /// The height from the top of the first line's font to the bottom of the last line's.
    pub height: f64,
    /// The ascent, a length above the first baseline.
    pub ascent: f64,
    /// The descent, a positive length below the baseline.
    pub descent: f64,
}

/// The spaces in the place of a tab, for which no font has a glyph, and formats no common stops: four, as in an imported DXF.
const TAB: &str = "    ";

/// The most missing characters that are shown; more are only counted.
const MAX_MISSING_SHOWN: usize = 20;

impl Scene {
    /// Draws text with its first baseline, or the part of it that `valign` names, at y; further lines follow below.
    ///
    /// Text is filled with its colour and has no stroke; in a font of single strokes it is the other way round. One
    /// visible glyph makes one shape of that name. Several make a group of that name, which has the style, with a path
    /// for each: `name_g0` and so on. The pivot is at x, y either way. When an earlier text has the name, its
    /// glyphs are removed with it.
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
        options.check()?;
        let (face, mut warnings) = match &options.font_path {
            Some(path) => (Face::Outlines(fonts.file(path)?), Vec::new()),
            None => choose_face(options.font.as_deref(), fonts)?,
        };
        let size = match options.cap_height {
            Some(height) => positive("capHeight", height / face.cap_height(1.0))?,
            None => size,
        };
        let width = options.text_box.map(|it| it.width);
        let style = BlockStyle { size, width, has_markup: options.markup };
        let text = &*without_tabs(text);
        let lines = set_block(&face, fonts, text, style).map_err(text_error)?;
        let block = Block::of(&face, size, &lines, options);
        warnings.extend(missing_warning(&face, &lines));
        warnings.extend(options.text_box.and_then(|it| block.overflow_warning(it)));
        let source = block.source(text, origin, size, &lines, options);
        source.check(None)?;
        let glyphs = block.placed(origin, options.align, &lines);
        if glyphs.is_empty() {
            return Ok(TextDrawn { drawn: false, warnings });
        }
        let shapes = glyphs
            .into_iter()
            .map(|outline| {
                let shape = Shape::Path(outline);
                let pivot = checked_bounds_center(&shape)?;
                Ok((shape, pivot))
            })
            .collect::<Result<Vec<_>, SceneError>>()?;
        let linear = Linear::Parts { rotation: options.angle, scale: [1.0, 1.0] };
        let transform = Transform { linear, ..Transform::at_rest(origin) };
        transform.check()?;
        let pen = self.paper_millimeter(self.drawing_scale.unwrap_or(1.0)) * STROKE_WIDTH;
        let id = self.insert_glyphs(name, shapes, transform)?;
        let entity = self.entity_mut(id);
        if face.is_stroked() {
            let stroke = |color| Own::Value(Stroke::solid(color, pen));
            entity.style.fill = Own::Absent;
            entity.style.stroke = options.color.map_or(Own::ByLayer, stroke);
        } else {
            entity.style.fill = options.color.map_or(Own::ByLayer, Own::Value);
            entity.style.stroke = Own::Absent;
        }
        entity.text = Some(Arc::new(source));
        Ok(TextDrawn { drawn: true, warnings })
    }

    /// Returns the source of an entity that is a text.
    pub fn text_source(&self, name: &str) -> Option<&TextSource> {
        self.entity(self.find(name)?).text.as_deref()
    }

    /// Measures text without drawing it, in the font that it would be drawn in. It gives the same warnings as drawing it.
    pub fn text_metrics(
        text: &str,
        size: f64,
        font: Option<&str>,
        fonts: &Fonts,
    ) -> Result<(TextMetrics, Vec<String>), SceneError> {
        positive("size", size)?;
        let (face, warnings) = choose_face(font, fonts)?;
        let style = BlockStyle { size, width: None, has_markup: false };
        let lines = set_block(&face, fonts, &without_tabs(text), style).map_err(text_error)?;
        let width = lines.iter().fold(0.0_f64, |width, line| width.max(line.width));
        let (ascent, descent) = (face.ascent(size), face.descent(size));
        let further = (lines.len() - 1) as f64 * face.line_height(size);
        Ok((TextMetrics { width, height: ascent + descent + further, ascent, descent }, warnings))
    }

    /// Draws the glyphs as one entity with its pivot at the text's own place.
    fn insert_glyphs(
        &mut self,
        name: &str,
        shapes: Vec<(Shape, Point)>,
        transform: Transform,
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
        // All that can be refused is refused before the first glyph is removed.
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
                id = self.insert(name.into(), ROOT, content, transform.clone());
            }
            return Ok(id);
        }
        let group = self.insert(name.into(), ROOT, Content::Group, transform);
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
    label_in(&Fonts::builtin(), text, size)
}

/// Returns the outline of a short text, with characters that the built-in font lacks from others.
pub fn label_in(fonts: &Fonts, text: &str, size: f64) -> Result<(Path, f64), SceneError> {
    positive("size", size)?;
    let layout = fonts.set_line(&Font::builtin()?, text, size)?;
    let mut path = Path::new();
    for glyph in &layout.glyphs {
        path.extend(&glyph.placed(0.0, 0.0));
    }
    Ok((path, layout.width))
}

fn without_tabs(text: &str) -> Cow<'_, str> {
    if text.contains('\t') { Cow::Owned(text.replace('\t', TAB)) } else { Cow::Borrowed(text) }
}

fn glyph_name(name: &str, index: usize) -> String {
    format!("{name}_g{index}")
}

/// Returns the font of a name, or the built-in one with a warning.
fn choose_face(wanted: Option<&str>, fonts: &Fonts) -> Result<(Face, Vec<String>), SceneError> {
    let wanted = wanted.unwrap_or_default();
    if let Some(font) = StrokeFont::named(wanted) {
        return Ok((Face::Strokes(font), Vec::new()));
    }
    if let Some(font) = fonts.named(wanted)? {
        return Ok((Face::Outlines(font), Vec::new()));
    }
    let builtin = Font::builtin()?;
    let warning = format!(
        "the font {} is not available; the built-in {} is used",
        crate::drafting::quoted(wanted),
        builtin.name()
    );
    Ok((Face::Outlines(builtin), vec![warning]))
}

fn text_error(error: BlockError) -> SceneError {
    match error {
        BlockError::Markup(words) => SceneError::range(format!("text: {words}")),
        BlockError::Font(error) => error.into(),
    }
}

impl TextOptions {
    fn check(&self) -> Result<(), SceneError> {
        if let Some(color) = &self.color {
            color.check()?;
        }
        finite("angle", self.angle)?;
        if let Some(height) = self.cap_height {
            positive("capHeight", height)?;
        }
        if let Some(spacing) = self.line_spacing {
            positive("lineSpacing", spacing)?;
        }
        if let Some(room) = &self.text_box {
            positive("the width of box", room.width)?;
            room.height.map(|height| positive("the height of box", height)).transpose()?;
        }
        Ok(())
    }
}

/// The measures of a block of lines.
struct Block {
    valign: VerticalAlign,
    cap_height: f64,
    descent: f64,
    line_height: f64,
    /// The distance from the first baseline to the last.
    depth: f64,
}

impl Block {
    fn of(face: &Face, size: f64, lines: &[SetLine], options: &TextOptions) -> Block {
        let usual = if options.text_box.is_some() { VerticalAlign::Top } else { VerticalAlign::Baseline };
        let line_height = face.line_height(size) * options.line_spacing.unwrap_or(1.0);
        Block {
            valign: options.valign.unwrap_or(usual),
            cap_height: face.cap_height(size),
            descent: face.descent(size),
            line_height,
            depth: line_height * (lines.len() - 1) as f64,
        }
    }

    /// Returns the height of the first baseline above the y of the text.
    fn first_baseline(&self) -> f64 {
        match self.valign {
            VerticalAlign::Baseline => 0.0,
            VerticalAlign::Top => -self.cap_height,
            VerticalAlign::Middle => (self.depth - self.cap_height) * 0.5,
            VerticalAlign::Bottom => self.depth + self.descent,
        }
    }

    fn overflow_warning(&self, room: TextBox) -> Option<String> {
        let height = self.cap_height + self.depth + self.descent;
        let limit = room.height?;
        (height > limit * (1.0 + 1e-9)).then(|| {
            format!(
                "the text is {} high, which is more than its box of {}",
                number_text((height * 1e3).round() / 1e3),
                number_text(limit)
            )
        })
    }

    /// Returns the beginning of each baseline, when the text is at a point.
    fn starts(&self, origin: Point, align: Align, lines: &[SetLine]) -> Vec<Point> {
        let start = |(index, line): (usize, &SetLine)| {
            let before = match align {
                Align::Left => 0.0,
                Align::Center => line.width * -0.5,
                Align::Right => -line.width,
            };
            let baseline = origin.y + self.first_baseline() - self.line_height * index as f64;
            Point::new(origin.x + before, baseline)
        };
        lines.iter().enumerate().map(start).collect()
    }

    fn placed(&self, origin: Point, align: Align, lines: &[SetLine]) -> Vec<Path> {
        let starts = self.starts(origin, align, lines);
        let of_line = |(line, start): (&SetLine, Point)| {
            line.glyphs.iter().map(move |glyph| glyph.placed(start.x, start.y)).collect::<Vec<_>>()
        };
        lines.iter().zip(starts).flat_map(of_line).collect()
    }

    fn source(
        &self,
        text: &str,
        origin: Point,
        size: f64,
        lines: &[SetLine],
        options: &TextOptions,
    ) -> TextSource {
        let is_plain = lines.len() == 1 && !options.markup && options.text_box.is_none();
        let starts = self.starts(origin, options.align, lines);
        let kept = |(line, start): (&SetLine, Point)| TextLine {
            text: line.source.clone(),
            x: start.x,
            y: start.y,
            // A line that runs backwards altogether has no width to speak of.
            width: line.width.max(0.0),
        };
        TextSource {
            text: text.to_owned(),
            x: origin.x,
            y: origin.y + self.first_baseline(),
            size,
            align: options.align,
            font: options.font.clone(),
            cap_height: self.cap_height,
            line_height: self.line_height,
            valign: self.valign,
            box_width: options.text_box.map(|it| it.width),
            has_markup: options.markup,
            lines: if is_plain { Vec::new() } else { lines.iter().zip(starts).map(kept).collect() },
        }
    }
}

fn missing_warning(face: &Face, lines: &[SetLine]) -> Option<String> {
    let mut missing: Vec<char> = Vec::new();
    for character in lines.iter().flat_map(|line| &line.missing) {
        if !missing.contains(character) {
            missing.push(*character);
        }
    }
    warning_of_boxes(&format!("the font {} has", face.name()), &missing)
}

/// Returns the warning about characters for which boxes are drawn; `lacking` begins the sentence, as in `the font Arial has`.
pub fn warning_of_boxes(lacking: &str, missing: &[char]) -> Option<String> {
    let shown: Vec<String> =
        missing.iter().take(MAX_MISSING_SHOWN).map(|character| format!("\"{character}\"")).collect();
    let more = match missing.len().saturating_sub(MAX_MISSING_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!missing.is_empty())
        .then(|| format!("{lacking} no glyph for {}{more}; a box is drawn instead", shown.join(" ")))
}
