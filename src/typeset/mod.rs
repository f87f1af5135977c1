//! Text to outlines: the built-in font, shaping with kerning, glyph outlines with their holes.
//!
//! Invariant: no file of the machine is read here. The one font is part of the library.

mod font;
mod layout;

pub use font::Font;
pub use layout::{Glyph, Layout};

#[cfg(test)]
mod tests;
