//! The sheet that annotations are drawn on.

use crate::drafting::occupancy::Occupancy;
use crate::drafting::typeset::Fonts;
use scenewright_geometry::Shape;

/// The state of a drawing in which annotations are drawn.
pub(crate) struct Sheet<'a> {
    /// The fonts that texts are set in.
    pub fonts: &'a Fonts,
    /// The length in the scene's unit of a millimetre on paper.
    pub millimeter: f64,
    /// The boxes around texts that hatches leave free.
    pub texts: Vec<Shape>,
    /// The contents of the sheet so far, on paper; `None` while the script still runs.
    pub(crate) occupancy: Option<&'a Occupancy>,
}
