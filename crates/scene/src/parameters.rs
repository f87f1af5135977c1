//! The parameters that a scene declares, and the rules that it keeps.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::drafting::quoted;
use scenewright_geometry::number_text;

/// The most parameters of a scene: a person sets them one by one, and each stands in every list of them.
pub const MAX_PARAMETERS: usize = 1_000;
/// The most rules of a scene.
pub const MAX_RULES: usize = 10_000;

/// The most sheets that a scene remembers.
pub const MAX_LAID_SHEETS: usize = 1_000;

/// The greatest distance of a value from a multiple of its step, as a share of the step: decimal steps such as 0.1 are not exact
/// in binary.
const STEP_TOLERANCE: f64 = 1e-6;

/// The most choices that a message lists.
const MAX_CHOICES_SHOWN: usize = 12;

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ParameterValue {
    /// A number; one that is not finite is refused.
    Number(f64),
    /// True or false, as a switch sets it.
    Flag(bool),
    /// A text, which messages show in quotation marks.
    Text(String),
}

/// A value that a host may set without touching the code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneParameter {
    /// The name by which hosts set it.
    pub name: String,
    /// The value that the scene was made with.
    pub value: ParameterValue,
    /// The value in the code.
    pub default: ParameterValue,
    /// The values that are allowed; the default is one of them.
    pub bounds: ParameterBounds,
    /// The words beside a control.
    pub label: Option<String>,
    /// The unit of a number, as people read it beside the value: values do not change by it.
    pub unit: Option<String>,
    /// The heading under which controls show it together with others.
    pub group: Option<String>,
}

/// The values that a parameter may have, by its type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ParameterBounds {
    /// The least number; `None` for no limit.
    pub min: Option<f64>,
    /// The greatest number, which may stand beside the steps; `None` for no limit.
    pub max: Option<f64>,
    /// The distance of values from each other, counted from the least one, or else from that in the code.
    pub step: Option<f64>,
    /// The only values; empty when any will do.
    pub choices: Vec<ParameterValue>,
}

/// The values that a host set for parameters, by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GivenParameters {
    /// Values for this run: one that a parameter cannot have, or that belongs to no parameter, is an error.
    pub set: BTreeMap<String, ParameterValue>,
    /// Values of an earlier run: one that no longer fits is left out with a warning.
    pub kept: BTreeMap<String, ParameterValue>,
}

/// A rule that the finished scene was held to, and kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneRule {
    /// The name that messages give it.
    pub name: String,
    /// The message for a scene that breaks it; `None` for the error's own message.
    pub message: Option<String>,
    /// The place of its declaration.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in UTF-16 code units, from 1.
    pub column: u32,
    /// The measured value beside the demanded one, such as `3.2 of ≥ 3`; `None` where the rule measures nothing.
    pub margin: Option<String>,
    /// True for a rule that warns, and does not refuse the change.
    pub only_warns: bool,
    /// The way in which the scene breaks it; only a rule that warns can be broken in a scene that was accepted.
    pub breach: Option<RuleBreach>,
}

/// The way in which a scene breaks a rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RuleBreach {
    /// A sentence with the measured value and the names of the entities.
    pub message: String,
    /// The places in the world, for marks in a picture.
    pub places: Vec<[f64; 2]>,
    /// The entities that break it, the first few.
    #[serde(default)]
    pub entities: Vec<String>,
    /// The measured and the demanded value.
    #[serde(default)]
    pub measured: Option<[f64; 2]>,
}

/// The declarations of a scene besides its entities.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Declarations {
    /// The parameters, in the order in which they were declared.
    pub parameters: Vec<SceneParameter>,
    /// The rules that passed, in the order in which they were declared.
    pub rules: Vec<SceneRule>,
    /// The sheets that parts were laid out on, in the order of the calls.
    pub sheets: Vec<LaidSheet>,
}

/// A sheet that `nest` was given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaidSheet {
    /// The entity that is the sheet; `None` for one that is only a size.
    #[serde(default)]
    pub name: Option<String>,
    /// The least x and y of its box when the parts were laid out.
    pub min: [f64; 2],
    /// The greatest x and y.
    pub max: [f64; 2],
}

impl Declarations {
    /// Returns the values that a host has set.
    pub fn set_values(&self) -> BTreeMap<String, ParameterValue> {
        let set = self.parameters.iter().filter(|parameter| parameter.is_set());
        set.map(|parameter| (parameter.name.clone(), parameter.value.clone())).collect()
    }
}

impl SceneParameter {
    /// Returns true if a host has set a value other than that in the code.
    pub(crate) fn is_set(&self) -> bool {
        self.value != self.default
    }
}

impl ParameterValue {
    /// Returns the type with an article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            ParameterValue::Number(_) => "a number",
            ParameterValue::Flag(_) => "true or false",
            ParameterValue::Text(_) => "a string",
        }
    }

    fn has_type_of(&self, other: &ParameterValue) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl ParameterBounds {
    /// Checks a value for a parameter with that default; the refusal says what it must be.
    pub fn check(&self, value: &ParameterValue, default: &ParameterValue) -> Result<(), String> {
        let expected = || self.expected(default);
        if !value.has_type_of(default) {
            return Err(format!("must be {}, got {value}", expected()));
        }
        if !self.choices.is_empty() && !self.choices.contains(value) {
            return Err(format!("must be {}, got {value}", expected()));
        }
        let ParameterValue::Number(number) = *value else { return Ok(()) };
        if !number.is_finite() {
            return Err(format!("must be finite, got {value}"));
        }
        let is_below = self.min.is_some_and(|min| number < min);
        if is_below || self.max.is_some_and(|max| number > max) {
            return Err(format!("must be {}, got {value}", expected()));
        }
        match self.neighbours(number, default) {
            None => Ok(()),
            Some([below, above]) => Err(format!(
                "must be {}, got {value}; the nearest are {} and {}",
                expected(),
                number_text(below),
                number_text(above)
            )),
        }
    }

    /// Returns the values beside a number that no step leads to; `None` for one that a step leads to.
    fn neighbours(&self, number: f64, default: &ParameterValue) -> Option<[f64; 2]> {
        let step = self.step?;
        let base = match (self.min, default) {
            (Some(min), _) => min,
            (None, ParameterValue::Number(default)) => *default,
            (None, _) => 0.0,
        };
        let is_on = |base: f64| {
            let count = (number - base) / step;
            // Steps such as 0.1 are not exact in binary, and the error grows with their number.
            (count - count.round()).abs() <= STEP_TOLERANCE.max(count.abs() * f64::EPSILON * 4.0)
        };
        // The default, and the greatest value, are always allowed: they may stand beside the steps.
        let is_default = *default == ParameterValue::Number(number);
        if is_default || self.max == Some(number) || is_on(base) || (self.min.is_none() && is_on(0.0)) {
            return None;
        }
        let count = ((number - base) / step).floor();
        let (below, above) = (base + count * step, base + (count + 1.0) * step);
        Some([below, self.max.map_or(above, |max| above.min(max))])
    }

    /// Describes the values that are allowed.
    fn expected(&self, default: &ParameterValue) -> String {
        if !self.choices.is_empty() {
            let shown: Vec<String> =
                self.choices.iter().take(MAX_CHOICES_SHOWN).map(ToString::to_string).collect();
            let more = match self.choices.len().saturating_sub(MAX_CHOICES_SHOWN) {
                0 => String::new(),
                more => format!(" or one of {more} more"),
            };
            return format!("{}{more}", shown.join(" or "));
        }
        let steps = self.step.map(|step| format!(" in steps of {}", number_text(step))).unwrap_or_default();
        match (self.min.map(number_text), self.max.map(number_text)) {
            (Some(min), Some(max)) => format!("a number from {min} to {max}{steps}"),
            (Some(min), None) => format!("a number of at least {min}{steps}"),
            (None, Some(max)) => format!("a number of at most {max}{steps}"),
            (None, None) => format!("{}{steps}", default.kind()),
        }
    }
}

impl fmt::Display for ParameterValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterValue::Number(number) => f.write_str(&number_text(*number)),
            ParameterValue::Flag(flag) => write!(f, "{flag}"),
            ParameterValue::Text(text) => f.write_str(&quoted(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64) -> ParameterValue {
        ParameterValue::Number(value)
    }

    fn text(value: &str) -> ParameterValue {
        ParameterValue::Text(value.to_owned())
    }

    #[test]
    fn value_is_held_to_type_range_step_and_choices() {
        let plain = ParameterBounds::default();
        let ranged = ParameterBounds { min: Some(10.0), max: Some(95.0), ..plain.clone() };
        let stepped = ParameterBounds { step: Some(0.1), ..ranged.clone() };
        let free_steps = ParameterBounds { step: Some(5.0), ..plain.clone() };
        let chosen = ParameterBounds { choices: vec![text("oak"), text("ash")], ..plain.clone() };
        // (bounds, default, value, refusal; empty for none)
        let cases = [
            (&plain, number(1.0), number(-1e300), ""),
            (&plain, number(1.0), text("1"), "must be a number, got \"1\""),
            (&plain, number(1.0), ParameterValue::Flag(true), "must be a number, got true"),
            (&plain, ParameterValue::Flag(true), number(1.0), "must be true or false, got 1"),
            (&plain, text("a"), number(1.0), "must be a string, got 1"),
            (&ranged, number(20.0), number(10.0), ""),
            (&ranged, number(20.0), number(95.0), ""),
            (&ranged, number(20.0), number(9.5), "must be a number from 10 to 95, got 9.5"),
            (&ranged, number(20.0), number(96.0), "must be a number from 10 to 95, got 96"),
            (&stepped, number(20.0), number(10.0 + 0.1 * 737.0), ""),
            (&stepped, number(20.0), number(95.0), ""),
            (
                &stepped,
                number(20.0),
                number(12.25),
                "must be a number from 10 to 95 in steps of 0.1, got 12.25; the nearest are 12.2 and 12.3",
            ),
            (&free_steps, number(7.0), number(12.0), ""),
            (&free_steps, number(7.0), number(15.0), ""),
            (
                &free_steps,
                number(7.0),
                number(13.0),
                "must be a number in steps of 5, got 13; the nearest are 12 and 17",
            ),
            (&chosen, text("oak"), text("ash"), ""),
            (&chosen, text("oak"), text("elm"), "must be \"oak\" or \"ash\", got \"elm\""),
            (&chosen, text("oak"), number(0.0), "must be \"oak\" or \"ash\", got 0"),
        ];
        for (bounds, default, value, expected) in cases {
            let refusal = bounds.check(&value, &default).err().unwrap_or_default();
            assert_eq!(refusal, expected, "{default} {value}");
        }
    }
}
