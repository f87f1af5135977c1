//! Lists of which an answer shows the beginning. The rest is counted: in words for a model, as a number for a
//! library.

use serde_json::{Map, Value, json};

/// The keys of a list that was cut, in the data of an answer. No tool has fields of such names.
const SHOWN: &str = "\0shown";
const OMITTED: &str = "\0omitted";

/// Returns the first entries of a list, and the number of the others.
pub fn cut_list(shown: Vec<Value>, omitted: usize) -> Value {
    if omitted == 0 { shown.into() } else { json!({ SHOWN: shown, OMITTED: omitted }) }
}

/// Ends every list that was cut with a count of the rest in words, and returns how many entries are omitted, by the
/// JSON pointer of the list.
pub fn count_omitted(data: &mut Value) -> Map<String, Value> {
    let mut omitted = Map::new();
    count_below(data, &mut String::new(), &mut omitted);
    omitted
}

fn count_below(value: &mut Value, pointer: &mut String, omitted: &mut Map<String, Value>) {
    if let Value::Object(fields) = value
        && let Some(left) = fields.get(OMITTED).and_then(Value::as_u64)
    {
        let mut list = fields.get_mut(SHOWN).map(Value::take).unwrap_or_default();
        if let Value::Array(entries) = &mut list {
            entries.push(format!("… and {left} more").into());
        }
        *value = list;
        omitted.insert(pointer.clone(), left.into());
    }
    let length = pointer.len();
    let mut step = |key: &str, inner: &mut Value| {
        pointer.push('/');
        pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
        count_below(inner, pointer, omitted);
        pointer.truncate(length);
    };
    match value {
        Value::Array(entries) => {
            // Of plain values, of which there may be very many, none was cut.
            let nested = entries.iter_mut().enumerate().filter(|(_, it)| it.is_array() || it.is_object());
            nested.for_each(|(index, inner)| step(&index.to_string(), inner));
        }
        Value::Object(fields) => fields.iter_mut().for_each(|(key, inner)| step(key, inner)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_is_counted_in_words_and_by_pointer() {
        let names = |count: u32| (0..count).map(Value::from).collect::<Vec<_>>();
        let mut data = json!({
            "whole": cut_list(names(2), 0),
            "a/b~c": { "cut": cut_list(names(1), 7) },
            "rows": [{ "list": cut_list(vec![cut_list(names(1), 1)], 3) }],
        });
        let omitted = count_omitted(&mut data);
        assert_eq!(
            data,
            json!({
                "whole": [0, 1],
                "a/b~c": { "cut": [0, "… and 7 more"] },
                "rows": [{ "list": [[0, "… and 1 more"], "… and 3 more"] }],
            })
        );
        let expected = json!({ "/a~1b~0c/cut": 7, "/rows/0/list": 3, "/rows/0/list/0": 1 });
        assert_eq!(Value::from(omitted), expected);
    }
}
