//! The face of a text: a font of outlines, or one of single strokes.

use std::sync::Arc;

use super::font::Font;
use super::fonts::Fonts;
use super::layout::Layout;
use super::stroke_font::StrokeFont;
use scenewright_error::Result;

/// A font of either kind.
#[derive(Clone, Debug)]
pub enum Face {
    /// A font whose glyphs are areas.
    Outlines(Arc<Font>),
    /// A built-in font whose glyphs are lines.
    Strokes(&'static StrokeFont),
}

impl Face {
    /// Returns the name of the family, for messages.
    pub fn name(&self) -> &str {
        match self {
            Face::Outlines(font) => font.name(),
            Face::Strokes(font) => font.name(),
        }
    }

    /// Returns true if glyphs are lines to be stroked, and not areas to be filled.
    pub(crate) fn is_stroked(&self) -> bool {
        matches!(self, Face::Strokes(_))
    }

    /// Returns the distance between the baselines of successive lines.
    pub fn line_height(&self, size: f64) -> f64 {
        match self {
            Face::Outlines(font) => font.line_height(size),
            Face::Strokes(_) => StrokeFont::ascent(size) + StrokeFont::descent(size),
        }
    }

    /// Returns the height of its capital letters.
    pub fn cap_height(&self, size: f64) -> f64 {
        match self {
            Face::Outlines(font) => font.cap_height(size),
            Face::Strokes(_) => StrokeFont::cap_height(size),
        }
    }

    /// Returns the height of the font above the baseline.
    pub fn ascent(&self, size: f64) -> f64 {
        match self {
            Face::Outlines(font) => font.ascent(size),
            Face::Strokes(_) => StrokeFont::ascent(size),
        }
    }

    /// Returns the depth below the baseline, as a length.
    pub fn descent(&self, size: f64) -> f64 {
        match self {
            Face::Outlines(font) => font.descent(size),
            Face::Strokes(_) => StrokeFont::descent(size),
        }
    }

    /// Sets one line of text, as [`Fonts::set_line`] does.
    pub fn set_line(&self, fonts: &Fonts, line: &str, size: f64) -> Result<Layout> {
        match self {
            Face::Outlines(font) => fonts.set_line(font, line, size),
            Face::Strokes(font) => Ok(font.set_line(line, size)),
        }
    }
}
