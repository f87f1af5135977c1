//! Source text of outlined text, kept for formats that know text as such.

use serde::{Deserialize, Serialize};

use super::error::SceneError;
use scenewright_geometry::{Shape, finite, not_negative, positive};

/// The point of a line of text that is at x.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Align {
    #[default]
    Left,
    Center,
    Right,
}

/// The source text of an entity, in the entity's own coordinates.
///
/// Invariant: the shapes of the entity are the glyphs of this text. Any change to their number, shape or place removes
/// it; their style and layer may change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TextSource {
    pub text: String,
    /// The beginning, middle or end of the first baseline, by `align`.
    pub x: f64,
    pub y: f64,
    pub size: f64,
    pub align: Align,
    /// The name of the requested font; `None` for the built-in one.
    pub font: Option<String>,
    /// The height of a capital letter in the font that it was drawn with.
    pub cap_height: f64,
    /// The distance between the baselines of that font.
    pub line_height: f64,
}

impl TextSource {
    /// Checks a source that came from a file or another process, for an entity of that shape; a group has none.
    pub(super) fn check(&self, shape: Option<&Shape>) -> Result<(), SceneError> {
        finite("x", self.x)?;
        finite("y", self.y)?;
        positive("size", self.size)?;
        not_negative("cap_height", self.cap_height)?;
        not_negative("line_height", self.line_height)?;
        match shape {
            None | Some(Shape::Path(_)) => Ok(()),
            Some(shape) => Err(SceneError::scene(format!(
                "a text is a path or a group of paths, but this is a {}",
                shape.kind()
            ))),
        }
    }
}
