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

/// Returns the first names, and how many more there are.
pub fn short_list(names: &[String], most: usize) -> Value {
    counted(first_names(names, most, MAX_NAME_BYTES), names.len())
}

/// Returns the part of a list that the history keeps: `{ names, total }`.
pub fn kept_names(names: &[String]) -> Value {
    json!({ "names": first_names(names, MAX_KEPT_NAMES, MAX_KEPT_BYTES), "total": names.len() })
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
    fn long_list_is_cut_and_counted() {
        let names: Vec<String> = (0..1000).map(|n| format!("entity_{n}")).collect();
        let list = in_words(short_list(&names, MAX_NAMES));
        assert_eq!(list.as_array().unwrap().len(), MAX_NAMES + 1);
        assert_eq!(list[MAX_NAMES], "… and 988 more");
        let long: Vec<String> = (0..20).map(|n| format!("{n:0>200}")).collect();
        assert!(in_words(short_list(&long, MAX_NAMES)).to_string().len() < 500);
    }

    #[test]
    fn history_keeps_more_names_than_it_lists_and_counts_all() {
        let names = |count: usize| (0..count).map(|n| format!("n{n}")).collect::<Vec<_>>();
        let kept = |count| kept_names(&names(count));
        let kept = json!({ "added": kept(1000), "removed": kept(3), "changed": kept(50) });
        let shown = in_words(shown_changes(&kept, false));
        assert_eq!(shown["added"][MAX_NAMES], "… and 988 more");
        assert_eq!(shown["removed"], json!(["n0", "n1", "n2"]));
        let whole = in_words(shown_changes(&kept, true));
        assert_eq!(whole["added"][MAX_KEPT_NAMES], "… and 800 more");
        assert_eq!(whole["changed"].as_array().map(Vec::len), Some(50));
    }
}
