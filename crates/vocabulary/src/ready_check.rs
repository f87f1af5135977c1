//! Ready checks of rules with their arguments.

use std::fmt;

use super::breach::{Breach, Line, Margin, Side};
use super::{layer_checks, measured_checks};
use scenewright_geometry::number_text;
use scenewright_lint::Profile;
use scenewright_scene::Scene;

/// A ready check with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Check {
    MinDistance { a: Vec<String>, b: Vec<String>, distance: f64 },
    Inside { inner: Vec<String>, outer: String },
    NoOverlap { names: Vec<String> },
    Area { name: String, min: Option<f64>, max: Option<f64> },
    Clearance { one: String, other: String, distance: f64 },
    Closed { names: Vec<String> },
    MinWidth { names: Vec<String>, width: f64 },
    MinRadius { names: Vec<String>, radius: f64 },
    Symmetric { names: Vec<String>, line: Line, at: Option<f64> },
    Count { pattern: String, min: Option<f64>, max: Option<f64> },
    Aligned { names: Vec<String>, side: Side },
    Touches { a: String, b: String },
    Lint { profile: Profile },
}

impl Check {
    /// Refuses a scene that does not keep the rule, with what was measured; otherwise returns by how much it is kept.
    pub(crate) fn make(&self, scene: &Scene) -> Result<Margin, Breach> {
        match self {
            Check::MinDistance { a, b, distance } => measured_checks::min_distance(scene, a, b, *distance),
            Check::Inside { inner, outer } => measured_checks::inside(scene, inner, outer),
            Check::NoOverlap { names } => measured_checks::no_overlap(scene, names),
            Check::Area { name, min, max } => measured_checks::area(scene, name, *min, *max),
            Check::Clearance { one, other, distance } => {
                layer_checks::clearance(scene, one, other, *distance)
            }
            Check::Closed { names } => layer_checks::closed(scene, names),
            Check::MinWidth { names, width } => layer_checks::min_width(scene, names, *width),
            Check::MinRadius { names, radius } => layer_checks::min_radius(scene, names, *radius),
            Check::Symmetric { names, line, at } => measured_checks::symmetric(scene, names, *line, *at),
            Check::Count { pattern, min, max } => measured_checks::count(scene, pattern, *min, *max),
            Check::Aligned { names, side } => measured_checks::aligned(scene, names, *side),
            Check::Touches { a, b } => measured_checks::touches(scene, a, b),
            Check::Lint { profile } => layer_checks::lint(scene, *profile),
        }
    }

    /// Returns true for a check of an empty list, which every scene passes.
    pub(crate) fn is_of_nothing(&self) -> bool {
        match self {
            Check::MinDistance { a, b, .. } => a.is_empty() || b.is_empty(),
            Check::Inside { inner: names, .. }
            | Check::NoOverlap { names }
            | Check::Closed { names }
            | Check::MinWidth { names, .. }
            | Check::MinRadius { names, .. }
            | Check::Aligned { names, .. } => names.is_empty(),
            // A mirror image of nothing is refused, and the others are of a name, a pattern or layers.
            Check::Symmetric { .. }
            | Check::Area { .. }
            | Check::Clearance { .. }
            | Check::Count { .. }
            | Check::Touches { .. }
            | Check::Lint { .. } => false,
        }
    }

    /// Returns the name of the function that makes the check.
    pub(crate) fn function(&self) -> &'static str {
        match self {
            Check::MinDistance { .. } => "check.minDistance",
            Check::Inside { .. } => "check.inside",
            Check::NoOverlap { .. } => "check.noOverlap",
            Check::Area { .. } => "check.area",
            Check::Clearance { .. } => "check.clearance",
            Check::Closed { .. } => "check.closed",
            Check::MinWidth { .. } => "check.minWidth",
            Check::MinRadius { .. } => "check.minRadius",
            Check::Symmetric { .. } => "check.symmetric",
            Check::Count { .. } => "check.count",
            Check::Aligned { .. } => "check.aligned",
            Check::Touches { .. } => "check.touches",
            Check::Lint { .. } => "check.lint",
        }
    }
}

/// The check as a call, which stands for the name of a rule without one.
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
            Check::Clearance { one, other, distance } => {
                write!(f, "clearance {one}, {other}, {}", number_text(*distance))
            }
            Check::Closed { names } => write!(f, "closed {}", list(names)),
            Check::MinWidth { names, width } => {
                write!(f, "minWidth {}, {}", list(names), number_text(*width))
            }
            Check::MinRadius { names, radius } => {
                write!(f, "minRadius {}, {}", list(names), number_text(*radius))
            }
            Check::Symmetric { names, .. } => write!(f, "symmetric {}", list(names)),
            Check::Count { pattern, .. } => write!(f, "count {pattern}"),
            Check::Aligned { names, .. } => write!(f, "aligned {}", list(names)),
            Check::Touches { a, b } => write!(f, "touches {a}, {b}"),
            Check::Lint { profile } => write!(f, "lint {}", profile.name()),
        }
    }
}
