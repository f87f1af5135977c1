//! The view `measure` of `inspect`.

use std::f64::consts::{PI, TAU};

use serde_json::{Value, json};

use super::answers::unknown;
use scenewright_error::{Error, Kind, Result};
use scenewright_scene::{Scene, SceneError};
use scenewright_tools::arguments::Arguments;

/// Measures one entity, the distance between two, or that between points. Angles are radians.
pub(super) fn measure(scene: &Scene, name: Option<&str>, arguments: &Arguments) -> Result<Value> {
    let mut measured = match (name, arguments.optional_text("other"), arguments.points("points")) {
        (Some(name), None, None) => of_one(scene, name)?,
        (Some(name), Some(other), None) => of_two(scene, name, other)?,
        (None, None, Some(points)) => of_points(&points)?,
        _ => {
            return Err(Error::new(
                Kind::InvalidInput,
                "inspect: view measure needs name, or name and other, or points",
            ));
        }
    };
    measured["units"] = scene.units().as_str().into();
    Ok(measured)
}

/// Measures one entity. An open one has no area. The angle is the direction of a line, or the turn of an arc.
fn of_one(scene: &Scene, name: &str) -> Result<Value> {
    require(scene, name)?;
    let (direction, turn) = (scene.direction(name).map_err(refused)?, scene.turn(name).map_err(refused)?);
    Ok(json!({
        "name": name,
        "area": scene.area(name).ok(),
        "length": scene.length(name).map_err(refused)?,
        "angle": direction.or(turn),
    }))
}

/// Measures the smallest distance, and for two lines the angle from the first to the second.
fn of_two(scene: &Scene, name: &str, other: &str) -> Result<Value> {
    require(scene, name)?;
    require(scene, other)?;
    let nearest = scene.distance(name, other).map_err(refused)?;
    let directions = scene.direction(name).map_err(refused)?.zip(scene.direction(other).map_err(refused)?);
    Ok(json!({
        "name": name,
        "other": other,
        "distance": nearest.distance,
        "points": [[nearest.from.x, nearest.from.y], [nearest.to.x, nearest.to.y]],
        "angle": directions.map(|(one, other)| turned(other - one)),
    }))
}

/// Measures points: for two the distance and the direction, for three the angle at the second, from the
/// first to the third.
fn of_points(points: &[[f64; 2]]) -> Result<Value> {
    let from = |one: usize, other: usize| {
        let [x, y] = [points[other][0] - points[one][0], points[other][1] - points[one][1]];
        // atan2(0, 0) is 0, which would be a wrong direction rather than none.
        if x == 0.0 && y == 0.0 {
            let [x, y] = points[one];
            return Err(Error::new(
                Kind::InvalidInput,
                format!("inspect: there is no angle, because two of the points are the same: [{x}, {y}]"),
            ));
        }
        Ok((x.hypot(y), y.atan2(x)))
    };
    if points.len() == 2 {
        let (distance, angle) = from(0, 1)?;
        return Ok(json!({ "points": points, "distance": distance, "angle": angle }));
    }
    let ((one, first), (other, last)) = (from(1, 0)?, from(1, 2)?);
    Ok(json!({ "points": points, "distances": [one, other], "angle": turned(last - first) }))
}

/// Returns the same direction between half a turn clockwise and half a turn counter-clockwise.
fn turned(angle: f64) -> f64 {
    let turned = angle.rem_euclid(TAU);
    if turned > PI { turned - TAU } else { turned }
}

fn require(scene: &Scene, name: &str) -> Result<()> {
    if scene.exists(name) { Ok(()) } else { Err(unknown(scene, name)) }
}

fn refused(error: SceneError) -> Error {
    Error::new(Kind::InvalidInput, format!("inspect: {}", error.message))
}
