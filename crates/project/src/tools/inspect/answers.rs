//! Pages, shortened values and refusals that several views share.

use serde_json::{Value, json};

use scenewright_error::{Error, Kind};
use scenewright_scene::Scene;
use scenewright_tools::arguments::Arguments;
use scenewright_tools::cut_list::cut_list;

const DEFAULT_ROWS: usize = 100;

/// The most bytes of one text in the answer: the data of a path.
const MAX_TEXT_LEN: usize = 4_000;

/// A value with every long list cut and counted: an entity may have 100,000 points, and an answer may not.
pub fn shortened(value: Value) -> Value {
    const MAX_ELEMENTS: usize = 100;
    match value {
        Value::Array(list) => {
            let left = list.len().saturating_sub(MAX_ELEMENTS);
            cut_list(list.into_iter().take(MAX_ELEMENTS).map(shortened).collect(), left)
        }
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, shortened(value))).collect(),
        Value::String(text) if text.len() > MAX_TEXT_LEN => {
            let cut = text.char_indices().take_while(|(at, _)| *at < MAX_TEXT_LEN).map(|(_, letter)| letter);
            format!("{}…", cut.collect::<String>()).into()
        }
        other => other,
    }
}

/// Returns a page of the rows with the start of the next; the other rows are only counted.
pub fn paged<T>(all: Vec<T>, arguments: &Arguments, row: impl Fn(T) -> Value) -> Value {
    let total = all.len();
    let offset = arguments.whole("offset").unwrap_or(0);
    let limit = arguments.whole("limit").unwrap_or(DEFAULT_ROWS);
    let shown: Vec<Value> = all.into_iter().skip(offset).take(limit).map(row).collect();
    let next = offset.saturating_add(shown.len());
    let mut page = json!({ "rows": shown, "total": total });
    if next < total {
        page["next"] = json!({ "offset": next, "left": total - next });
    }
    page
}

pub fn unknown(scene: &Scene, name: &str) -> Error {
    let message = scene.unknown(name).message;
    let mut letters = message.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string()).unwrap_or_default();
    Error::new(Kind::NotFound, first + letters.as_str())
}
