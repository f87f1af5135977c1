//! Text to outlines: fonts and their sources, shaping with kerning, glyph outlines with their holes.
//!
//! Invariant: a font's bytes may be anything; they can break only one glyph or cause one error. The built-in font
//! is part of the library, and only [`SystemFonts`] looks at the machine.

mod block;
mod face;
mod font;
mod fonts;
mod itemize;
mod layout;
mod markup;
mod outline;
mod source;
mod stroke_font;
mod style_words;
mod system;

pub(crate) use block::{BlockError, BlockStyle, SetLine, line_text, set_block};
pub use face::Face;
pub use font::Font;
pub use fonts::Fonts;
pub use layout::{Glyph, Layout};
pub use markup::{Run, parse_markup};
pub use source::{FontFile, FontQuery, FontSource, MAX_FONT_BYTES, NoFonts, no_font_files};
pub use stroke_font::StrokeFont;
pub use system::{FontPlace, SystemFonts};

#[cfg(test)]
mod tests;
