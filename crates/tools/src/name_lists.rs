//! Lists of names in an answer and in the history: the first ones, and a count of the rest.

use serde::Deserialize;
use serde_json::{Value, json};

use super::cut_list::cut_list;

/// The most names of a list that an answer shows, and the most bytes of these names: three lists fit into two kilobytes.
pub const MAX_NAMES: usize = 12;
/// See [`MAX_NAMES`].
pub const MAX_NAME_BYTES: usize = 360;

/// The most names of a list that the history keeps, and the most bytes of these names.
const MAX_KEPT_NAMES: usize = 200;
const MAX_KEPT_BYTES: usize = 8_000;

/// The most lines about the drawing that a summary shows, and the most bytes of these: as much as is read at a glance.
const MAX_LINES: usize = 12;
const MAX_LINE_BYTES: usize = 900;

/// The most lines about the drawing that the history keeps, and the most bytes of these.
const MAX_KEPT_LINES: usize = 100;
const MAX_KEPT_LINE_BYTES: usize = 8_000;

/// Returns the first names, and the number of the others.
pub fn short_list(names: &[String], most: usize) -> Value {
    counted(first_names(names, most, MAX_NAME_BYTES), names.len())
}

/// Returns the part of a list that the history keeps: `{ names, total }`.
pub fn kept_names(names: &[String]) -> Value {
    json!({ "names": first_names(names, MAX_KEPT_NAMES, MAX_KEPT_BYTES), "total": names.len() })
}

/// Returns the first lines about a drawing, and the number of the others.
pub fn short_lines(lines: &[String]) -> Value {
    counted(first_names(lines, MAX_LINES, MAX_LINE_BYTES), lines.len())
}

/// Returns the part of the lines about a drawing that the history keeps: `{ lines, total }`.
pub fn kept_lines(lines: &[String]) -> Value {
    json!({ "lines": first_names(lines, MAX_KEPT_LINES, MAX_KEPT_LINE_BYTES), "total": lines.len() })
}

/// Returns who made a commit, by the account that the history keeps: `tool`, `person` or `parameter`. Earlier versions
/// kept no author, and what they committed came from tools.
pub fn made_by(kept: &Value) -> &str {
    kept["by"].as_str().unwrap_or("tool")
}

/// Returns the kept part as a summary shows a difference, or with every name in it. `None` where there was no scene.
pub fn limited_changes(kept: &Value, is_whole: bool) -> Option<Value> {
    kept.get("added")?;
    let lines: Vec<String> = Vec::deserialize(&kept["drawing"]["lines"]).unwrap_or_default();
    let total = kept["drawing"]["total"].as_u64().and_then(|it| usize::try_from(it).ok());
    let (most, bytes) = if is_whole { (usize::MAX, usize::MAX) } else { (MAX_LINES, MAX_LINE_BYTES) };
    let drawing = counted(first_names(&lines, most, bytes), total.unwrap_or(lines.len()));
    let list = |which: &str| {
        let names: Vec<String> = Vec::deserialize(&kept[which]["names"]).unwrap_or_default();
        let total = kept[which]["total"].as_u64().and_then(|it| usize::try_from(it).ok());
        let (most, bytes) = if is_whole { (usize::MAX, usize::MAX) } else { (MAX_NAMES, MAX_NAME_BYTES) };
        counted(first_names(&names, most, bytes), total.unwrap_or(names.len()))
    };
    Some(json!({
        "added": list("added"),
        "removed": list("removed"),
        "changed": list("changed"),
        "drawing": drawing,
    }))
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
    use crate::cut_list::count_omitted;

    fn with_counts(mut value: Value) -> Value {
        count_omitted(&mut value);
        value
    }

    #[test]
    fn long_list_is_cut_and_counted() {
        let names: Vec<String> = (0..1000).map(|n| format!("entity_{n}")).collect();
        let list = with_counts(short_list(&names, MAX_NAMES));
        assert_eq!(list.as_array().unwrap().len(), MAX_NAMES + 1);
        assert_eq!(list[MAX_NAMES], "… and 988 more");
        let long: Vec<String> = (0..20).map(|n| format!("{n:0>200}")).collect();
        assert!(with_counts(short_list(&long, MAX_NAMES)).to_string().len() < 500);
    }

    #[test]
    fn history_keeps_more_names_than_it_lists_and_counts_all() {
        let names = |count: usize| (0..count).map(|n| format!("n{n}")).collect::<Vec<_>>();
        let kept = |count| kept_names(&names(count));
        let drawing = kept_lines(&names(30));
        let kept =
            json!({ "added": kept(1000), "removed": kept(3), "changed": kept(50), "drawing": drawing });
        let shown = with_counts(limited_changes(&kept, false).unwrap());
        assert_eq!(shown["drawing"][MAX_LINES], "… and 18 more");
        assert_eq!(shown["added"][MAX_NAMES], "… and 988 more");
        assert_eq!(shown["removed"], json!(["n0", "n1", "n2"]));
        let whole = with_counts(limited_changes(&kept, true).unwrap());
        assert_eq!(whole["drawing"].as_array().map(Vec::len), Some(30));
        assert_eq!(whole["added"][MAX_KEPT_NAMES], "… and 800 more");
        assert_eq!(whole["changed"].as_array().map(Vec::len), Some(50));
    }

    #[test]
    fn accounts_of_earlier_versions_and_without_a_scene_are_read() {
        let earlier =
            json!({ "added": { "names": ["a"], "total": 1 }, "removed": { "names": [], "total": 0 } });
        let shown = limited_changes(&earlier, false).unwrap();
        assert_eq!(shown, json!({ "added": ["a"], "removed": [], "changed": [], "drawing": [] }));
        assert_eq!(made_by(&earlier), "tool");
        let without_scene = json!({ "by": "person" });
        assert_eq!((limited_changes(&without_scene, true), made_by(&without_scene)), (None, "person"));
    }
}
