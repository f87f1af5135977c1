//! Angles that are degrees by mistake.

use std::f64::consts::TAU;

use scenewright_geometry::number_text;

/// Returns a remark on an angle that is hardly meant in radians: a whole number of more than a full turn. 90 is degrees; 6.5 or 3
/// may be radians, and a false remark would teach the author to ignore all of them.
pub fn remark_on_degrees(what: &str, angle: f64) -> Option<String> {
    let angle = (angle.fract() == 0.0 && angle.abs() > TAU).then(|| number_text(angle))?;
    Some(format!(
        "{what} is in radians, and {angle} is more than a full turn. Did you mean {angle} * Math.PI / 180?"
    ))
}
