//! Source text of outlined text, kept for formats that know text as such.

use serde::{Deserialize, Serialize};

use crate::drafting::error::{SceneError, with_article};
use crate::drafting::typeset::{StrokeFont, line_text};
use scenewright_geometry::{Shape, finite, not_negative, positive};

/// The point of a line of text that is at x.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Align {
    /// The left end is at x.
    #[default]
    Left,
    /// The middle of the width is at x.
    Center,
    /// The right end is at x.
    Right,
}

/// The part of a text that is at y.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerticalAlign {
    /// The first baseline.
    #[default]
    Baseline,
    /// The top of the capitals of the first line.
    Top,
    /// The middle between the top of the first line's capitals and the last baseline.
    Middle,
    /// The depth of the font below the last baseline.
    Bottom,
}

/// A line of a text as it was set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextLine {
    /// The source of the line, with its markup.
    pub text: String,
    /// The left end of its baseline.
    pub x: f64,
    /// The height of its baseline, upwards.
    pub y: f64,
    /// The distance that the pen moves, spaces included.
    pub width: f64,
}

/// The source text of an entity, in the entity's own coordinates.
///
/// Invariant: the shapes of the entity are the glyphs of this text. Any change to their number, shape or place removes
/// it; their style and layer may change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextSource {
    /// The text as it was given, with line feeds and markup.
    pub text: String,
    /// The beginning, middle or end of the first baseline, by `align`.
    pub x: f64,
    /// The height of the first baseline, wherever `valign` has put it.
    pub y: f64,
    /// The size of the font, which is the height of its em square.
    pub size: f64,
    /// The point of each line that is at `x`.
    pub align: Align,
    /// The name of the requested font; `None` for the built-in one.
    pub font: Option<String>,
    /// The height of a capital letter in the font that it was drawn with.
    pub cap_height: f64,
    /// The distance between the baselines.
    pub line_height: f64,
    /// The part of the text that is at `y`.
    pub valign: VerticalAlign,
    /// The width at which lines were broken.
    pub box_width: Option<f64>,
    /// True where the text holds the marks of raised, lowered and stacked parts.
    pub has_markup: bool,
    /// The lines; empty for a plain text of one line.
    pub lines: Vec<TextLine>,
}

impl TextSource {
    /// Returns the name of the font that CAD programs have for a text of single strokes.
    pub fn shape_file(&self) -> Option<&'static str> {
        StrokeFont::named(self.font.as_deref()?).map(StrokeFont::shape_file)
    }

    /// Returns a text as a reader sees it, without markup.
    pub fn plain(&self, text: &str) -> String {
        line_text(text, self.has_markup)
    }

    /// Checks a source that came from a file or another process, for an entity of that shape; a group has none.
    pub fn check(&self, shape: Option<&Shape>) -> Result<(), SceneError> {
        finite("x", self.x)?;
        finite("y", self.y)?;
        positive("size", self.size)?;
        not_negative("cap_height", self.cap_height)?;
        not_negative("line_height", self.line_height)?;
        if let Some(width) = self.box_width {
            positive("box_width", width)?;
        }
        for line in &self.lines {
            finite("x", line.x)?;
            finite("y", line.y)?;
            not_negative("width", line.width)?;
        }
        match shape {
            None | Some(Shape::Path(_)) => Ok(()),
            Some(shape) => Err(SceneError::scene(format!(
                "a text is a path or a group of paths, but this is {}",
                with_article(shape.kind())
            ))),
        }
    }
}
