//! The result of shaping one line of text.

use scenewright_geometry::Path;

/// A line of text as outlines.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The glyphs that can be seen, in the order of drawing; a space is not one of them.
    pub glyphs: Vec<Glyph>,
    /// The distance that the pen has moved: the sum of all advances, spaces included.
    pub width: f64,
    /// The characters that no font has, each once, in the order of the text.
    pub missing: Vec<char>,
}

/// One glyph: an outline about its own origin, and the place of that origin in the line.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// The outline. Every contour is closed; holes run against their outline, so the non-zero rule
    /// leaves them open.
    pub outline: Path,
    /// The distance of the origin from the left end of the line.
    pub x: f64,
    /// The height of the origin above the baseline; zero but for marks and raised or lowered parts.
    pub y: f64,
}
