//! The view `difference` of `inspect`.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::answers::{counted, paged, shortened};
use crate::call::Call;
use crate::past::{previous, scene_before, scene_or_empty_after};
use crate::shared::Committed;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_scene::{Scene, changed_aspects, difference as difference_of};
use scenewright_tools::arguments::Arguments;

/// Lists the entities that were added, removed and changed from one commit to another, with details: `{ from,
/// to, added, removed, changed, rows, total, next? }`. With a name, only the change of that entity.
pub(super) fn difference(
    call: &Call<'_>,
    committed: &Committed,
    name: Option<&str>,
    arguments: &Arguments,
) -> Result<Value> {
    let from = arguments.optional_text("from");
    let to = arguments.optional_text("to").or_else(|| arguments.optional_text("at"));
    let new = match to {
        Some(id) => scene_or_empty_after(call, id)?,
        None => Arc::clone(&committed.scene),
    };
    let old = match (from, to) {
        (Some(id), _) => scene_or_empty_after(call, id)?,
        (None, Some(id)) => scene_before(call, id)?,
        (None, None) => previous(call, committed)?,
    };
    let difference = difference_of(&old, &new);
    let added = difference.added.iter().map(|name| (name, "added"));
    let removed = difference.removed.iter().map(|name| (name, "removed"));
    let changed = difference.changed.iter().map(|name| (name, "changed"));
    // In this order on every page, so that an offset means the same row in each.
    let all = added.chain(removed).chain(changed).filter(|(it, _)| name.is_none_or(|name| name == *it));
    let all: Vec<(&String, &str)> = all.collect();
    if let Some(name) = name.filter(|name| !old.exists(name) && !new.exists(name)) {
        let message = format!("\"{}\" is in neither of the two scenes", quote_name(name));
        return Err(Error::new(Kind::NotFound, message));
    }
    let mut data = paged(all, arguments, |(name, change)| row(&old, &new, name, change));
    data["from"] = json!(from);
    data["to"] = json!(to);
    for (word, names) in
        [("added", &difference.added), ("removed", &difference.removed), ("changed", &difference.changed)]
    {
        data[word] = names.len().into();
    }
    Ok(data)
}

/// Returns a row `{ name, change, type, what? }`; the details of a change are `{ geometry: { from, to }, … }`.
fn row(old: &Scene, new: &Scene, name: &str, change: &str) -> Value {
    let (before, after) = (old.entity_json(name), new.entity_json(name));
    let kind =
        after.as_ref().or(before.as_ref()).map_or(Value::Null, |entity| match entity["local"].get("text") {
            Some(_) => "text".into(),
            None => entity["type"].clone(),
        });
    let mut row = json!({ "name": name, "change": change, "type": kind });
    if let (Some(before), Some(after)) = (before, after) {
        let aspects = changed_aspects(old, new, name);
        let (before, after) = (counted(before), counted(after));
        let what: Map<String, Value> = aspects
            .into_iter()
            .map(|aspect| {
                let part = |entity: &Value| shortened(part(entity, aspect));
                (aspect.to_owned(), json!({ "from": part(&before), "to": part(&after) }))
            })
            .collect();
        row["what"] = what.into();
    }
    row
}

fn part(entity: &Value, aspect: &str) -> Value {
    match aspect {
        "geometry" => entity["local"]["geometry"].clone(),
        "text" => entity["local"]["text"].clone(),
        "transform" => {
            let mut transform = entity["local"]["transform"].clone();
            transform["pivot"] = entity["local"]["pivot"].clone();
            transform
        }
        "group" => entity["parent"].clone(),
        "order" => entity["z_order"].clone(),
        other => entity[other].clone(),
    }
}
