//! The scene in under two kilobytes, and the changes that a commit made to it.

use serde_json::{Map, Value, json};

use scenewright_scene::{Number, ParameterValue, Scene, SceneChanges};
use scenewright_tools::name_lists::{
    MAX_NAME_BYTES, MAX_NAMES, kept_lines, kept_names, short_lines, short_list,
};

/// The most layers that a summary names: more than other lists, since drawings rarely have more and each is asked about.
const MAX_LAYERS: usize = 20;

/// Returns the summary of a scene, and of the transaction that it came from; further names can be
/// had from `inspect`.
pub(crate) fn summary(scene: &Scene, changes: Option<&SceneChanges>, transaction_id: Option<&str>) -> Value {
    let bounds = scene.bounds().map(|it| json!({ "min": [it.min.x, it.min.y], "max": [it.max.x, it.max.y] }));
    let layers: Vec<String> = scene.layers().keys().map(|name| name.to_string()).collect();
    let mut summary = json!({
        "entities": scene.listed_count(),
        "groups": scene.group_count(),
        "bounds": bounds,
        "units": scene.units().as_str(),
        "layers": short_list(&layers, MAX_LAYERS),
    });
    let set = set_parameters(scene);
    if !set.is_empty() {
        summary["parameters"] = set.into();
    }
    if let Some(changes) = changes {
        summary["changes"] = json!({
            "added": short_list(&changes.names.added, MAX_NAMES),
            "removed": short_list(&changes.names.removed, MAX_NAMES),
            "changed": short_list(&changes.names.changed, MAX_NAMES),
            "drawing": short_lines(&changes.drawing),
        });
    }
    if let Some(id) = transaction_id {
        summary["transactionId"] = id.into();
    }
    summary
}

/// Returns the parameters that a host has set to other values than those in the code, as far as they are short.
fn set_parameters(scene: &Scene) -> Map<String, Value> {
    let mut room = MAX_NAME_BYTES;
    let mut shown = Map::new();
    for (name, value) in scene.declarations().set_values() {
        let value = value_json(&value);
        // Quotes, colon and comma.
        let length = name.len() + value.to_string().len() + 4;
        // A long value is skipped rather than cut, and shorter ones after it may still fit.
        if length <= room {
            room -= length;
            shown.insert(name, value);
        }
    }
    shown
}

/// Returns the value of a parameter as JSON.
pub(crate) fn value_json(value: &ParameterValue) -> Value {
    match value {
        ParameterValue::Number(number) => json!(Number(*number)),
        ParameterValue::Flag(flag) => json!(flag),
        ParameterValue::Text(text) => json!(text),
    }
}

/// Returns the account of a commit that the history keeps: `{ by, added: { names, total }, removed, changed, drawing: {
/// lines, total } }`; only `by` where there was no main to draw a scene.
pub(crate) fn kept_account(changes: Option<&SceneChanges>, by: &str) -> Value {
    let Some(SceneChanges { names, drawing }) = changes else { return json!({ "by": by }) };
    json!({
        "by": by,
        "added": kept_names(&names.added),
        "removed": kept_names(&names.removed),
        "changed": kept_names(&names.changed),
        "drawing": kept_lines(drawing),
    })
}
