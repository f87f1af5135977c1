//! Sines and cosines that are exact for multiples of a quarter turn.

use std::f64::consts::{FRAC_PI_2, TAU};

/// Returns sine and cosine; a multiple of a quarter turn, as near as a sum of floats can come to it, gives exactly
/// 0 and ±1.
///
/// Without this, a rectangle that is turned by π/2 would have bounds that are off by 1e-16, and a matrix that
/// should have kept its rotation would count as sheared.
pub fn sin_cos(angle: f64) -> (f64, f64) {
    let quarters = angle / FRAC_PI_2;
    let nearest = quarters.round();
    if (quarters - nearest).abs() <= 4.0 * f64::EPSILON * nearest.abs().max(1.0) && nearest.abs() < 1e9 {
        match (nearest as i64).rem_euclid(4) {
            0 => (0.0, 1.0),
            1 => (1.0, 0.0),
            2 => (0.0, -1.0),
            _ => (-1.0, 0.0),
        }
    } else {
        angle.sin_cos()
    }
}

/// Returns the angle brought into 0 (included) to a full turn (excluded).
pub(super) fn normalized(angle: f64) -> f64 {
    let turned = angle.rem_euclid(TAU);
    if turned >= TAU { 0.0 } else { turned }
}
