//! The properties of a layer.

use serde::{Deserialize, Serialize};

use super::color::Color;
use super::error::SceneError;
use scenewright_geometry::number_text;

/// The properties of a layer. Colour, line type and line weight are for formats that have layers of their own; they do
/// not change how an entity looks here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    pub color: Option<Color>,
    pub linetype: Linetype,
    /// The line weight in the scene's unit; `None` for the reader's own.
    pub lineweight: Option<f64>,
    /// True when the entities on the layer appear in pictures.
    pub visible: bool,
    /// True when the entities on the layer cannot be changed.
    pub locked: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Linetype {
    #[default]
    Continuous,
    Dashed,
    Dotted,
    Dashdot,
    Center,
    Hidden,
    Phantom,
}

/// The properties to set of a layer; absent ones stay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayerChange {
    pub color: Option<Color>,
    pub linetype: Option<Linetype>,
    pub lineweight: Option<f64>,
    pub visible: Option<bool>,
    pub locked: Option<bool>,
}

impl Default for Layer {
    fn default() -> Self {
        Layer { color: None, linetype: Linetype::Continuous, lineweight: None, visible: true, locked: false }
    }
}

impl Layer {
    pub(super) fn check(&self) -> Result<(), SceneError> {
        if let Some(color) = &self.color {
            color.check()?;
        }
        match self.lineweight {
            Some(weight) if !weight.is_finite() || weight < 0.0 => Err(SceneError::range(format!(
                "lineweight must be 0 or greater and finite, got {}",
                number_text(weight)
            ))),
            _ => Ok(()),
        }
    }
}
