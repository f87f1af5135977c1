//! The scene in under two kilobytes, and what a commit changed in it.

use serde_json::{Value, json};

use crate::scene::{Difference, Scene};

/// Names of a list that a summary shows, and the bytes they may take.
const MOST_NAMES: usize = 12;
const MOST_NAME_BYTES: usize = 360;
const MOST_LAYERS: usize = 20;

/// The summary of a committed scene; the names come from `inspect`.
pub fn summary(scene: &Scene, changes: Option<&Difference>, transaction_id: &str) -> Value {
    let bounds = scene.bounds().map(|it| json!({ "min": [it.min.x, it.min.y], "max": [it.max.x, it.max.y] }));
    let layers: Vec<String> = scene.layers().keys().map(|name| name.to_string()).collect();
    let mut summary = json!({
        "entities": scene.entity_count(),
        "groups": scene.group_count(),
        "bounds": bounds,
        "units": scene.units().as_str(),
        "layers": short_list(&layers, MOST_LAYERS),
    });
    if let Some(changes) = changes {
        summary["changes"] = json!({
            "added": short_list(&changes.added, MOST_NAMES),
            "removed": short_list(&changes.removed, MOST_NAMES),
            "changed": short_list(&changes.changed, MOST_NAMES),
        });
    }
    summary["transactionId"] = transaction_id.into();
    summary
}

/// The first names, and how many more there are.
fn short_list(names: &[String], most: usize) -> Value {
    let mut shown: Vec<String> = Vec::new();
    let mut bytes = 0;
    for name in names.iter().take(most) {
        bytes += Value::from(name.as_str()).to_string().len() + 1;
        if bytes > MOST_NAME_BYTES {
            break;
        }
        shown.push(name.clone());
    }
    if shown.len() < names.len() {
        shown.push(format!("… and {} more", names.len() - shown.len()));
    }
    shown.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_is_cut_and_counted() {
        let names: Vec<String> = (0..1000).map(|n| format!("entity_{n}")).collect();
        let list = short_list(&names, MOST_NAMES);
        assert_eq!(list.as_array().unwrap().len(), MOST_NAMES + 1);
        assert_eq!(list[MOST_NAMES], "… and 988 more");
        let long: Vec<String> = (0..20).map(|n| format!("{n:0>200}")).collect();
        assert!(short_list(&long, MOST_NAMES).to_string().len() < 500);
    }
}
