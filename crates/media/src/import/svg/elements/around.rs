//! What an element has from those around it.

use std::sync::Arc;

use crate::import::svg::style::{Paint, Style};
use scenewright_geometry::{Affine, Bounds};

/// The properties that an element inherits.
#[derive(Clone)]
pub(super) struct Around {
    pub place: Affine,
    pub style: Style,
    pub layer: Option<String>,
    /// The paints of the area and the line of the use around, or of the shape that a marker is on.
    pub context: Option<Arc<[ContextPaint; 2]>>,
}

/// A paint of another element, with the coordinates and the box of that, which gradients and patterns are fitted to.
pub(super) struct ContextPaint {
    pub paint: Paint,
    pub frame: Option<(Affine, Bounds)>,
}
