//! The properties of a layer.

use serde::{Deserialize, Serialize};

use crate::drafting::color::Color;
use crate::drafting::error::SceneError;
use scenewright_geometry::number_text;

/// The properties of a layer. Colour, line type and line weight apply to everything on it without a style of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    /// The colour; `None` for black.
    pub color: Option<Color>,
    /// The pattern of dashes.
    pub linetype: Linetype,
    /// The line weight in millimetres on paper, one of those that DXF knows; `None` for the fine pen.
    pub lineweight: Option<f64>,
    /// True when the entities on the layer appear in pictures.
    pub visible: bool,
    /// True when the entities on the layer cannot be changed.
    pub locked: bool,
}

/// A pattern of dashes; [`Linetype::pattern`] has its lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Linetype {
    /// A solid line.
    #[default]
    Continuous,
    /// Dashes of 6 mm.
    Dashed,
    /// Dots every 2 mm.
    Dotted,
    /// Long dashes and dots by turns.
    Dashdot,
    /// Long and short dashes by turns, as for axes.
    Center,
    /// Dashes of 3 mm, as for edges that cannot be seen.
    Hidden,
    /// A long dash and two short ones by turns, as for parts that are only indicated.
    Phantom,
}

/// A change of a property that may be absent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PropertyChange<T> {
    /// The value stays as it is.
    #[default]
    Kept,
    /// The value is removed.
    Removed,
    /// The value is set.
    Set(T),
}

/// The properties to set of a layer; those that are left out stay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayerChange {
    /// The colour; removed for black.
    pub color: PropertyChange<Color>,
    /// The pattern of dashes.
    pub linetype: Option<Linetype>,
    /// The line weight in millimetres on paper; the nearest one that DXF knows is kept. Removed for the fine pen.
    pub lineweight: PropertyChange<f64>,
    /// True to show the entities on the layer in pictures.
    pub visible: Option<bool>,
    /// True to refuse changes of the entities on the layer.
    pub locked: Option<bool>,
}

impl<T> PropertyChange<T> {
    /// Returns the property after the change.
    pub fn applied_to(self, old: Option<T>) -> Option<T> {
        match self {
            PropertyChange::Kept => old,
            PropertyChange::Removed => None,
            PropertyChange::Set(value) => Some(value),
        }
    }
}

impl<T> From<Option<T>> for PropertyChange<T> {
    fn from(value: Option<T>) -> PropertyChange<T> {
        value.map_or(PropertyChange::Kept, PropertyChange::Set)
    }
}

/// The line weights that DXF knows, in hundredths of a millimetre.
const LINEWEIGHTS: [i16; 24] =
    [0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211];

/// Returns the line weight of DXF nearest to a width in millimetres, in hundredths of one.
pub fn nearest_lineweight(millimeters: f64) -> i16 {
    let distance = |weight: &i16| (f64::from(*weight) - millimeters * 100.0).abs();
    LINEWEIGHTS.into_iter().min_by(|one, other| distance(one).total_cmp(&distance(other))).unwrap_or(0)
}

impl Linetype {
    /// Returns the pattern in millimetres on paper: dashes are greater than zero, dots zero, gaps less than zero. A
    /// continuous line has none.
    pub fn pattern(self) -> &'static [f64] {
        match self {
            Linetype::Continuous => &[],
            Linetype::Dashed => &[6.0, -3.0],
            Linetype::Dotted => &[0.0, -2.0],
            Linetype::Dashdot => &[9.0, -2.5, 0.0, -2.5],
            Linetype::Center => &[18.0, -3.0, 3.0, -3.0],
            Linetype::Hidden => &[3.0, -1.5],
            Linetype::Phantom => &[18.0, -3.0, 3.0, -3.0, 3.0, -3.0],
        }
    }
}

impl Default for Layer {
    fn default() -> Self {
        Layer { color: None, linetype: Linetype::Continuous, lineweight: None, visible: true, locked: false }
    }
}

impl Layer {
    /// Refuses a colour out of range, and a line weight that is negative or not finite.
    pub fn check(&self) -> Result<(), SceneError> {
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
