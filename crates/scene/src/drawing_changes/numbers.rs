//! Numbers as they are read: no digits below a millionth of the unit.

use scenewright_geometry::number_text;

/// The decimals that a number of a drawing is read with.
const DECIMALS_FACTOR: f64 = 1e6;

/// The greatest number that is rounded: those beyond have no decimals of this size.
const MAX_ROUNDED: f64 = 1e9;

/// Returns a length or an angle as text.
pub(super) fn number(value: f64) -> String {
    let rounded =
        if value.abs() < MAX_ROUNDED { (value * DECIMALS_FACTOR).round() / DECIMALS_FACTOR } else { value };
    // Adding 0 turns -0 into 0, whose sign would mean nothing to a reader.
    number_text(rounded + 0.0)
}

/// Returns `120 × 80`.
pub(super) fn extent(width: f64, height: f64) -> String {
    format!("{} × {}", number(width), number(height))
}

/// Returns an angle in degrees, from −180 to 180, as `30°`.
pub(super) fn degrees(radians: f64) -> String {
    let degrees = radians.to_degrees();
    format!("{}°", number(degrees - 360.0 * (degrees / 360.0).round()))
}

/// Returns true if two numbers are read the same.
pub(super) fn reads_same(one: f64, other: f64) -> bool {
    one == other || number(one) == number(other)
}
