//! The values that callers give for the parameters of a scene.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use scenewright_journal::ValueStep;
use scenewright_scene::{ParameterValue, Scene};
use scenewright_tools::arguments::Arguments;

/// The values of parameters by their names.
pub(crate) type GivenValues = BTreeMap<String, ParameterValue>;

/// The most changed values that a message of the history names.
const MAX_NAMED: usize = 4;

/// Returns the values of the argument `parameters`; `None` where it is absent.
pub(crate) fn own_values(arguments: &Arguments) -> Option<GivenValues> {
    let own = arguments.values("parameters")?;
    Some(own.into_iter().map(|(name, it)| (name.to_owned(), value_of(it))).collect())
}

fn value_of(value: &Value) -> ParameterValue {
    match value {
        Value::Bool(flag) => ParameterValue::Flag(*flag),
        Value::String(text) => ParameterValue::Text(text.clone()),
        other => ParameterValue::Number(other.as_f64().unwrap_or(f64::NAN)),
    }
}

/// Returns values as the history keeps them.
pub(crate) fn to_json(values: &GivenValues) -> Value {
    let shown = |value: &ParameterValue| match value {
        ParameterValue::Number(number) => Value::from(*number),
        ParameterValue::Flag(flag) => Value::from(*flag),
        ParameterValue::Text(text) => Value::from(text.as_str()),
    };
    values.iter().map(|(name, value)| (name.clone(), shown(value))).collect::<Map<String, Value>>().into()
}

/// Returns the values that the history kept.
pub(crate) fn from_json(values: &Value) -> GivenValues {
    let entries = values.as_object().into_iter().flatten();
    entries.map(|(name, value)| (name.clone(), value_of(value))).collect()
}

/// Returns the values after a step back: names that the step is not about stay as they are.
pub(crate) fn after_step(mut values: GivenValues, step: &ValueStep) -> GivenValues {
    let (before, after) = (from_json(&step.before), from_json(&step.after));
    // The step has set back these values to those in the code.
    for name in before.keys().filter(|name| !after.contains_key(*name)) {
        values.remove(name);
    }
    // Both sides list all values; only those that differ are the step's.
    values.extend(after.into_iter().filter(|(name, value)| before.get(name) != Some(value)));
    values
}

/// Describes what a run set, for the history: `width 80 → 150`. A value that is not set is that in the code.
pub(crate) fn describe_step(before: &GivenValues, scene: &Scene) -> String {
    let declarations = scene.declarations();
    let changed: Vec<String> = declarations
        .parameters
        .iter()
        .filter_map(|parameter| {
            let old = before.get(&parameter.name).unwrap_or(&parameter.default);
            (*old != parameter.value).then(|| format!("{} {old} → {}", parameter.name, parameter.value))
        })
        .collect();
    let more = match changed.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", changed[..changed.len().min(MAX_NAMED)].join(", "))
}
