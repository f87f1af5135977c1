//! The values that callers give for the parameters of a scene.

use std::collections::BTreeMap;

use serde_json::Value;

use super::shared::Shared;
use scenewright_export::json::parameters_of;
use scenewright_scene::ParameterValue;
use scenewright_tools::arguments::Arguments;
use scenewright_tools::exec::lock;

/// The values of parameters by their names.
pub type GivenValues = BTreeMap<String, ParameterValue>;

/// Returns the values of the argument `parameters`; `None` when it is absent.
pub fn given(arguments: &Arguments) -> Option<GivenValues> {
    let value = |value: &Value| match value {
        Value::Bool(flag) => ParameterValue::Flag(*flag),
        Value::String(text) => ParameterValue::Text(text.clone()),
        other => ParameterValue::Number(other.as_f64().unwrap_or(f64::NAN)),
    };
    let entries = arguments.values("parameters")?;
    Some(entries.into_iter().map(|(name, it)| (name.to_owned(), value(it))).collect())
}

impl Shared {
    /// Returns the values that the last run has set, by whichever process: changes after it keep them.
    pub(super) fn kept_parameters(&self) -> GivenValues {
        if let Some(committed) = lock(&self.committed).as_ref() {
            return committed.scene.declarations().set_values();
        }
        let mut kept = lock(&self.kept_parameters);
        let read = || {
            let bytes = self.read_scene_cache()?;
            parameters_of(std::str::from_utf8(&bytes).ok()?).ok()
        };
        kept.get_or_insert_with(|| read().map(|it| it.set_values()).unwrap_or_default()).clone()
    }
}
