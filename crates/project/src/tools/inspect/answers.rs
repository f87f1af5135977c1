//! Pages, shortened values and refusals that several views share.

use serde_json::{Value, json};

use scenewright_error::{Error, Kind};
use scenewright_scene::Scene;
use scenewright_tools::arguments::Arguments;
use scenewright_tools::cut_list::cut_list;

const DEFAULT_ROWS: usize = 100;

/// The most bytes of one text in the answer: the data of a path.
const MAX_TEXT_LEN: usize = 4_000;

/// Returns a value with every long list cut and counted: an entity may have 100,000 points, and an answer may not.
pub(super) fn shortened(value: Value) -> Value {
    const MAX_ELEMENTS: usize = 100;
    match value {
        Value::Array(list) => {
            let left = list.len().saturating_sub(MAX_ELEMENTS);
            cut_list(list.into_iter().take(MAX_ELEMENTS).map(shortened).collect(), left)
        }
        Value::Object(map) => map.into_iter().map(|(key, value)| (key, shortened(value))).collect(),
        Value::String(text) if text.len() > MAX_TEXT_LEN => {
            // By characters, as a cut inside of one is no text.
            let cut = text.char_indices().take_while(|(at, _)| *at < MAX_TEXT_LEN).map(|(_, letter)| letter);
            format!("{}…", cut.collect::<String>()).into()
        }
        other => other,
    }
}

/// Returns an entity whose large outline is counted: only its first vertices are shown, beside their number.
pub(super) fn counted(mut entity: Value) -> Value {
    const MAX_VERTICES: usize = 24;
    const MAX_HOLES: usize = 24;
    const MAX_HOLE_VERTICES: usize = 6;
    const MAX_DATA_LEN: usize = 600;
    let geometry = &mut entity["local"]["geometry"];
    let rings = |list: &Value| list.as_array().map_or(0, |ring| ring.len());
    let in_holes: usize = geometry["holes"].as_array().map_or(0, |holes| holes.iter().map(rings).sum());
    let total = rings(&geometry["points"]) + in_holes;
    if total > MAX_VERTICES {
        if in_holes > 0 {
            let all = geometry["holes"].as_array_mut();
            let holes = all.map_or_else(Vec::new, std::mem::take);
            geometry["hole_count"] = holes.len().into();
            let shown = holes.into_iter().take(MAX_HOLES).map(|hole| first(hole, MAX_HOLE_VERTICES));
            geometry["holes"] = shown.collect::<Vec<_>>().into();
        }
        geometry["vertex_count"] = total.into();
        geometry["points"] = first(geometry["points"].take(), MAX_VERTICES);
    }
    if let Some(data) = geometry["data"].as_str().filter(|data| data.len() > MAX_DATA_LEN) {
        let count = |commands: &[char]| data.matches(commands).count();
        let counts = json!({
            "subpaths": count(&['M']),
            "closed": count(&['Z']),
            "lines": count(&['L', 'H', 'V']),
            "curves": count(&['C', 'S', 'Q', 'T']),
            "arcs": count(&['A']),
        });
        // Commands are letters, and numbers have none but an exponent's.
        let starts = data.char_indices().filter(|(_, letter)| letter.is_ascii_uppercase());
        // Cut before a command, so that what is shown is a path by itself.
        let end = starts.map(|(at, _)| at).take_while(|at| *at <= MAX_DATA_LEN).last().unwrap_or(0);
        geometry["data"] = format!("{}…", data[..end].trim_end()).into();
        geometry["counts"] = counts;
    }
    entity
}

fn first(list: Value, most: usize) -> Value {
    match list {
        Value::Array(list) => list.into_iter().take(most).collect(),
        other => other,
    }
}

/// Returns a page of the rows with the start of the next; the other rows are only counted.
pub(super) fn paged<T>(all: Vec<T>, arguments: &Arguments, row: impl Fn(T) -> Value) -> Value {
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

pub(super) fn unknown(scene: &Scene, name: &str) -> Error {
    let message = scene.unknown(name).message;
    let mut letters = message.chars();
    let first = letters.next().map(|it| it.to_uppercase().to_string()).unwrap_or_default();
    Error::new(Kind::NotFound, first + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry_of(geometry: Value) -> Value {
        counted(json!({ "local": { "geometry": geometry } }))["local"]["geometry"].take()
    }

    #[test]
    fn large_outline_is_counted_and_begun() {
        let ring = |count: usize| (0..count).map(|at| json!([at, 0])).collect::<Vec<Value>>();
        let large = geometry_of(
            json!({ "points": ring(90), "holes": [ring(80), ring(3), ring(3), ring(3), ring(4)] }),
        );
        assert_eq!((&large["vertex_count"], &large["hole_count"]), (&json!(183), &json!(5)));
        let lengths = |holes: &Value| -> Vec<usize> {
            holes.as_array().unwrap().iter().map(|hole| hole.as_array().unwrap().len()).collect()
        };
        assert_eq!(
            (large["points"].as_array().unwrap().len(), lengths(&large["holes"])),
            (24, vec![6, 3, 3, 3, 4])
        );
        assert_eq!(large["points"][23], json!([23, 0]));
        let small = json!({ "points": ring(20), "holes": [ring(4)] });
        assert_eq!(geometry_of(small.clone()), small);

        let data = format!("M0 0{}ZM1e-7 0A1 1 0 0 1 2 2Z", " L10 10 C1 1 2 2 3 3".repeat(100));
        let path = geometry_of(json!({ "data": data }));
        assert_eq!(
            path["counts"],
            json!({ "subpaths": 2, "closed": 2, "lines": 100, "curves": 100, "arcs": 1 })
        );
        let shown = path["data"].as_str().unwrap();
        assert!(shown.len() <= 610 && data.starts_with(shown.trim_end_matches('…')), "{shown}");
        assert_eq!(geometry_of(Value::Null), Value::Null);
    }
}
