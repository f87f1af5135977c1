//! Ready checks of rules with their arguments.

use std::fmt;

use crate::measured_checks;
use scenewright_geometry::number_text;
use scenewright_scene::{Scene, SceneError};

/// A ready check with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Check {
    MinDistance { a: Vec<String>, b: Vec<String>, distance: f64 },
    Inside { inner: Vec<String>, outer: String },
    NoOverlap { names: Vec<String> },
    Area { name: String, min: Option<f64>, max: Option<f64> },
}

impl Check {
    /// Refuses a scene that does not keep the rule, with what was measured.
    pub(crate) fn make(&self, scene: &Scene) -> Result<(), SceneError> {
        match self {
            Check::MinDistance { a, b, distance } => measured_checks::min_distance(scene, a, b, *distance),
            Check::Inside { inner, outer } => measured_checks::inside(scene, inner, outer),
            Check::NoOverlap { names } => measured_checks::no_overlap(scene, names),
            Check::Area { name, min, max } => measured_checks::area(scene, name, *min, *max),
        }
    }

    /// Returns the name of the function that makes the check.
    pub(crate) fn function(&self) -> &'static str {
        match self {
            Check::MinDistance { .. } => "check.minDistance",
            Check::Inside { .. } => "check.inside",
            Check::NoOverlap { .. } => "check.noOverlap",
            Check::Area { .. } => "check.area",
        }
    }
}

/// The check as a call, which names a rule that nobody has named.
impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |names: &[String]| match names {
            [only] => only.clone(),
            [first, .., last] => format!("{first} … {last}"),
            [] => "nothing".to_owned(),
        };
        match self {
            Check::MinDistance { a, b, distance } => {
                write!(f, "minDistance {}, {}, {}", list(a), list(b), number_text(*distance))
            }
            Check::Inside { inner, outer } => write!(f, "inside {}, {outer}", list(inner)),
            Check::NoOverlap { names } => write!(f, "noOverlap {}", list(names)),
            Check::Area { name, .. } => write!(f, "area {name}"),
        }
    }
}
