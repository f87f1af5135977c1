//! Fitting a drawing into a window.

use crate::drafting::error::SceneError;
use scenewright_geometry::number_text;

/// A scale, and the place of the scaled drawing's corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The scale, rounded to 6 decimals.
    pub scale: f64,
    /// The offset, rounded to 1 decimal, as is the other.
    pub offset_x: f64,
    /// The offset along y, from the viewport's corner to the drawing's.
    pub offset_y: f64,
    /// The width of the viewport, as it was given.
    pub viewport_width: f64,
    /// The height of the viewport, as it was given.
    pub viewport_height: f64,
}

/// Returns the scale that fits a drawing of that size into the viewport less the margin on each side, a
/// share of the viewport, and the offsets that centre the scaled drawing.
pub fn fit_to_viewport(
    width: f64,
    height: f64,
    viewport: [f64; 2],
    margin: f64,
) -> Result<Viewport, SceneError> {
    let sizes =
        [("width", width), ("height", height), ("viewport[0]", viewport[0]), ("viewport[1]", viewport[1])];
    for (argument, value) in sizes {
        if !value.is_finite() || value <= 0.0 {
            return Err(SceneError::range(format!(
                "{argument} must be greater than 0 and finite, got {}",
                number_text(value)
            )));
        }
    }
    if !(0.0..0.5).contains(&margin) {
        return Err(SceneError::range(format!(
            "margin must be at least 0 and less than 0.5, got {}",
            number_text(margin)
        )));
    }
    let share = 1.0 - 2.0 * margin;
    let exact = (viewport[0] * share / width).min(viewport[1] * share / height);
    let scale = rounded(exact, 1e6);
    if scale == 0.0 || !scale.is_finite() {
        return Err(SceneError::range(format!(
            "a drawing of {} by {} needs a scale that 6 decimals cannot express",
            number_text(width),
            number_text(height)
        )));
    }
    Ok(Viewport {
        scale,
        offset_x: rounded((viewport[0] - width * scale) / 2.0, 10.0),
        offset_y: rounded((viewport[1] - height * scale) / 2.0, 10.0),
        viewport_width: viewport[0],
        viewport_height: viewport[1],
    })
}

/// Rounds a value to a number of steps in one. Adding 0 turns -0 into 0.
fn rounded(value: f64, steps: f64) -> f64 {
    (value * steps).round() / steps + 0.0
}
