//! The scene in under two kilobytes, and the changes that a commit made to it.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::cut_list::cut_list;
use scenewright_scene::{Difference, Number, ParameterValue, Scene};

/// The most names of a list that a summary shows, and the most bytes of these names.
const MAX_NAMES: usize = 12;
const MAX_NAME_BYTES: usize = 360;
const MAX_LAYERS: usize = 20;

/// The most names of a list that the history keeps, and the most bytes of these names.
const MAX_KEPT_NAMES: usize = 200;
const MAX_KEPT_BYTES: usize = 8_000;

/// Returns the summary of a scene, and of the transaction that it came from; further names can be
/// had from `inspect`.
pub fn summary(scene: &Scene, changes: Option<&Difference>, transaction_id: Option<&str>) -> Value {
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
            "added": short_list(&changes.added, MAX_NAMES),
            "removed": short_list(&changes.removed, MAX_NAMES),
            "changed": short_list(&changes.changed, MAX_NAMES),
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
        let length = name.len() + value.to_string().len() + 4;
        if length <= room {
            room -= length;
            shown.insert(name, value);
        }
    }
    shown
}

/// Returns the value of a parameter as JSON.
pub fn value_json(value: &ParameterValue) -> Value {
    match value {
        ParameterValue::Number(number) => json!(Number(*number)),
        ParameterValue::Flag(flag) => json!(flag),
        ParameterValue::Text(text) => json!(text),
    }
}

/// Returns the part of a difference that the history keeps: `{ added: { names, total }, removed, changed }`.
pub fn kept_changes(changes: &Difference) -> Value {
    let kept = |names: &[String]| {
        let shown = first_names(names, MAX_KEPT_NAMES, MAX_KEPT_BYTES);
        json!({ "names": shown, "total": names.len() })
    };
    json!({
        "added": kept(&changes.added),
        "removed": kept(&changes.removed),
        "changed": kept(&changes.changed),
    })
}

/// Returns the kept part as a summary shows a difference, or with every name in it.
pub fn shown_changes(kept: &Value, is_whole: bool) -> Value {
    let list = |which: &str| {
        let names: Vec<String> = Vec::deserialize(&kept[which]["names"]).unwrap_or_default();
        let total = kept[which]["total"].as_u64().and_then(|it| usize::try_from(it).ok());
        let (most, bytes) = if is_whole { (usize::MAX, usize::MAX) } else { (MAX_NAMES, MAX_NAME_BYTES) };
        counted(first_names(&names, most, bytes), total.unwrap_or(names.len()))
    };
    json!({ "added": list("added"), "removed": list("removed"), "changed": list("changed") })
}

/// Returns the first names, and how many more there are.
fn short_list(names: &[String], most: usize) -> Value {
    counted(first_names(names, most, MAX_NAME_BYTES), names.len())
}

fn first_names(names: &[String], most: usize, most_bytes: usize) -> &[String] {
    let mut bytes = 0;
    let fits = |name: &&String| {
        bytes += Value::from(name.as_str()).to_string().len() + 1;
        bytes <= most_bytes
    };
    let count = names.iter().take(most).take_while(fits).count();
    &names[..count]
}

fn counted(shown: &[String], total: usize) -> Value {
    cut_list(shown.iter().map(|name| name.as_str().into()).collect(), total.saturating_sub(shown.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cut_list::count_in_words;

    fn in_words(mut value: Value) -> Value {
        count_in_words(&mut value);
        value
    }

    #[test]
    fn summary_cuts_long_list_and_counts_it() {
        let names: Vec<String> = (0..1000).map(|n| format!("entity_{n}")).collect();
        let list = in_words(short_list(&names, MAX_NAMES));
        assert_eq!(list.as_array().unwrap().len(), MAX_NAMES + 1);
        assert_eq!(list[MAX_NAMES], "… and 988 more");
        let long: Vec<String> = (0..20).map(|n| format!("{n:0>200}")).collect();
        assert!(in_words(short_list(&long, MAX_NAMES)).to_string().len() < 500);
    }

    #[test]
    fn the_history_keeps_more_names_than_it_lists_and_counts_all() {
        let names = |count: usize| (0..count).map(|n| format!("n{n}")).collect();
        let kept = kept_changes(&Difference { added: names(1000), removed: names(3), changed: names(50) });
        let shown = in_words(shown_changes(&kept, false));
        assert_eq!(shown["added"][MAX_NAMES], "… and 988 more");
        assert_eq!(shown["removed"], json!(["n0", "n1", "n2"]));
        let whole = in_words(shown_changes(&kept, true));
        assert_eq!(whole["added"][MAX_KEPT_NAMES], "… and 800 more");
        assert_eq!(whole["changed"].as_array().map(Vec::len), Some(50));
    }
}
