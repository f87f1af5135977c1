//! What a check measures, and how it is broken.

use scenewright_geometry::{Point, ShapeError};
use scenewright_scene::SceneError;

/// The direction across the axis of a mirror image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Line {
    X,
    Y,
}

/// What of the bounds of entities is in one line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Side {
    Left,
    Right,
    Top,
    Bottom,
    CenterX,
    CenterY,
}

/// What a rule measured beside what it demands, such as `3.2 of ≥ 3`; `None` where nothing was measured.
pub(crate) type Margin = Option<String>;

/// A broken check, or one that cannot be made.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Breach {
    /// The words: what was measured, where, and what is demanded.
    pub(crate) error: SceneError,
    pub(crate) margin: Margin,
    /// The places in the world, for marks in a picture.
    pub(crate) places: Vec<Point>,
}

impl From<SceneError> for Breach {
    fn from(error: SceneError) -> Self {
        Breach { error, margin: None, places: Vec::new() }
    }
}

impl From<ShapeError> for Breach {
    fn from(error: ShapeError) -> Self {
        SceneError::from(error).into()
    }
}
