//! The measures of checks, and broken checks.

use scenewright_geometry::{Point, ShapeError};
use scenewright_scene::SceneError;

/// The direction across the axis of a mirror image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Line {
    X,
    Y,
}

/// The side or middle of the bounds of entities that is in one line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Side {
    Left,
    Right,
    Top,
    Bottom,
    CenterX,
    CenterY,
}

/// The measured value of a rule beside the demanded one, such as `3.2 of ≥ 3`; `None` where nothing was measured.
pub(crate) type Margin = Option<String>;

/// A measured number beside the one that is demanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Beside {
    pub(crate) measured: f64,
    pub(crate) demanded: f64,
}

/// The most entities that a broken check names one by one.
const MAX_ENTITIES: usize = 6;

/// A broken check, or one that cannot be made.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Breach {
    /// The words: what was measured, where, and what is demanded.
    pub(crate) error: SceneError,
    pub(crate) margin: Margin,
    /// The places in the world, for marks in a picture.
    pub(crate) places: Vec<Point>,
    /// The entities that break it, the first few.
    pub(crate) entities: Vec<String>,
    /// The number that misses the demanded one by most.
    pub(crate) beside: Option<Beside>,
}

impl Breach {
    /// Makes the breach of a check that measured something else.
    pub(crate) fn new(words: String, margin: Margin, measured: f64, demanded: f64) -> Self {
        let beside = measured.is_finite().then_some(Beside { measured, demanded });
        Breach { margin, beside, ..SceneError::scene(words).into() }
    }

    /// Adds the place where it is broken, where one is known.
    pub(crate) fn at(mut self, place: impl IntoIterator<Item = Point>) -> Self {
        self.places.extend(place);
        self
    }

    /// Adds the entities that break it.
    pub(crate) fn of<'a>(mut self, entities: impl IntoIterator<Item = &'a str>) -> Self {
        for name in entities {
            if self.entities.len() < MAX_ENTITIES && self.entities.iter().all(|known| known != name) {
                self.entities.push(name.to_owned());
            }
        }
        self
    }
}

impl From<SceneError> for Breach {
    fn from(error: SceneError) -> Self {
        Breach { error, margin: None, places: Vec::new(), entities: Vec::new(), beside: None }
    }
}

impl From<ShapeError> for Breach {
    fn from(error: ShapeError) -> Self {
        SceneError::from(error).into()
    }
}
