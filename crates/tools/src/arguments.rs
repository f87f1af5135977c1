//! Arguments of a call, checked against the tool table before anything else happens.
//!
//! Ours because a crate that checks JSON schemas says which rule was broken; a refusal here says what to write instead.

use serde_json::{Map, Value};

use super::table::{Argument, ArgumentKind, CHANGE_TYPE, MAX_ENTRIES, MAX_PATH, Tool, change_arguments};
use scenewright_error::{Error, Kind, Result, near_name, quote_name};

/// Arguments that passed the check of their tool: every one known, every type right, none missing.
#[derive(Clone, Debug)]
pub struct Arguments {
    values: Map<String, Value>,
}

impl Arguments {
    pub fn check(tool: &'static Tool, given: Value) -> Result<Self> {
        let mut values = match given {
            Value::Object(values) => values,
            Value::Null => Map::new(),
            other => return Err(wrong(tool.name, "the arguments", "an object", &other)),
        };
        // A null means the same as leaving the argument out.
        values.retain(|_, value| !value.is_null());
        check_against(tool.name, tool.arguments, &values, "")?;
        Ok(Arguments { values })
    }

    /// A required text.
    pub fn text(&self, name: &str) -> &str {
        self.optional_text(name).unwrap_or_default()
    }

    pub fn optional_text(&self, name: &str) -> Option<&str> {
        self.values.get(name).and_then(Value::as_str)
    }

    pub fn flag(&self, name: &str) -> bool {
        self.values.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    pub fn whole(&self, name: &str) -> Option<usize> {
        let number = self.values.get(name)?;
        let whole = number.as_u64().or_else(|| number.as_f64().map(|it| it as u64))?;
        usize::try_from(whole).ok()
    }

    pub fn number(&self, name: &str) -> Option<f64> {
        self.values.get(name).and_then(Value::as_f64)
    }

    /// A list of texts; none where it was not given.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let list = self.values.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// A list of exactly so many numbers; absent also where the argument is something else.
    pub fn numbers<const N: usize>(&self, name: &str) -> Option<[f64; N]> {
        numbers(self.values.get(name)?)
    }

    /// A list of points; absent where it was not given.
    pub fn points(&self, name: &str) -> Option<Vec<[f64; 2]>> {
        self.values.get(name)?.as_array()?.iter().map(numbers).collect()
    }

    /// What a change of a list is: as it says, or as its other arguments tell.
    pub fn change_type(&self) -> Option<&str> {
        change_type(&self.values)
    }

    /// The objects of a list.
    pub fn list(&self, name: &str) -> Vec<Arguments> {
        let list = self.values.get(name).and_then(Value::as_array);
        let objects = list.into_iter().flatten().filter_map(Value::as_object);
        let given = |values: &Map<String, Value>| {
            let given = values.iter().filter(|(_, value)| !value.is_null());
            given.map(|(name, value)| (name.clone(), value.clone())).collect()
        };
        objects.map(|values| Arguments { values: given(values) }).collect()
    }
}

/// Every argument known, every type and length right, none missing.
fn check_against(tool: &str, known: &[Argument], values: &Map<String, Value>, within: &str) -> Result<()> {
    let given = || values.iter().filter(|(_, value)| !value.is_null());
    for (name, _) in given() {
        if !known.iter().any(|it| it.name == name) {
            let names = known.iter().map(|it| it.name);
            let help = match near_name(name, names.clone()) {
                Some(near) => format!("Did you mean {near}?"),
                None if known.is_empty() => "It takes none.".to_owned(),
                None => format!("It takes: {}.", names.collect::<Vec<_>>().join(", ")),
            };
            let name = quote_name(name);
            return Err(invalid(format!("{tool}: there is no argument {within}{name}. {help}")));
        }
    }
    for argument in known {
        let name = format!("{within}{}", argument.name);
        match values.get(argument.name).filter(|value| !value.is_null()) {
            None if argument.required => {
                return Err(invalid(format!(
                    "{tool}: {name} is missing; expected {}",
                    expected(argument.kind)
                )));
            }
            None => {}
            Some(value) => check_value(tool, &name, argument.kind, value)?,
        }
    }
    Ok(())
}

fn check_value(tool: &str, name: &str, kind: ArgumentKind, value: &Value) -> Result<()> {
    let is_right = match kind {
        ArgumentKind::Text => value.is_string(),
        ArgumentKind::Short(most) => match value.as_str() {
            Some(text) => return check_length(tool, name, text, most),
            None => false,
        },
        ArgumentKind::Flag => value.is_boolean(),
        ArgumentKind::Whole(least, most) => {
            let whole =
                value.as_i64().or_else(|| value.as_f64().filter(|it| it.fract() == 0.0).map(|it| it as i64));
            whole.is_some_and(|it| (least..=most).contains(&it))
        }
        ArgumentKind::Number => value.as_f64().is_some_and(f64::is_finite),
        ArgumentKind::Choice(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        ArgumentKind::Texts(most) => match value.as_array() {
            Some(list) if list.iter().all(Value::is_string) => {
                check_count(tool, name, list.len())?;
                for (index, text) in list.iter().filter_map(Value::as_str).enumerate() {
                    check_length(tool, &format!("{name}[{index}]"), text, most)?;
                }
                true
            }
            _ => false,
        },
        ArgumentKind::Points(least, most) => value.as_array().is_some_and(|list| {
            (least..=most).contains(&list.len()) && list.iter().all(|it| numbers::<2>(it).is_some())
        }),
        ArgumentKind::NameOrBox => {
            if let Some(text) = value.as_str() {
                return check_length(tool, name, text, MAX_PATH);
            }
            let is_box = |[min_x, min_y, max_x, max_y]: [f64; 4]| min_x < max_x && min_y < max_y;
            numbers(value).is_some_and(is_box)
        }
        ArgumentKind::Objects(known, _) => {
            return check_list(tool, name, kind, value, |within, values| {
                check_against(tool, known, values, within)
            });
        }
        ArgumentKind::Changes => {
            return check_list(tool, name, kind, value, |within, values| {
                let Some(known) = change_type(values).and_then(change_arguments) else {
                    return check_value(
                        tool,
                        &format!("{within}type"),
                        CHANGE_TYPE,
                        values.get("type").unwrap_or(&Value::Null),
                    );
                };
                check_against(tool, known, values, within)
            });
        }
    };
    if is_right { Ok(()) } else { Err(wrong(tool, name, expected(kind).as_str(), value)) }
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let numbers: Vec<f64> = value.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

/// Checks that a value is a list of objects with something in it, and each of them.
fn check_list(
    tool: &str,
    name: &str,
    kind: ArgumentKind,
    value: &Value,
    check: impl Fn(&str, &Map<String, Value>) -> Result<()>,
) -> Result<()> {
    let Some(list) = value.as_array().filter(|list| !list.is_empty()) else {
        return Err(wrong(tool, name, expected(kind).as_str(), value));
    };
    check_count(tool, name, list.len())?;
    for (index, entry) in list.iter().enumerate() {
        let within = format!("{name}[{index}]");
        let Some(values) = entry.as_object() else {
            return Err(wrong(tool, &within, "an object", entry));
        };
        check(&format!("{within}."), values)?;
    }
    Ok(())
}

fn check_length(tool: &str, name: &str, text: &str, most: usize) -> Result<()> {
    if text.len() <= most {
        return Ok(());
    }
    let length = text.len();
    Err(invalid(format!("{tool}: {name} must have at most {most} bytes, got {length}")))
}

fn check_count(tool: &str, name: &str, count: usize) -> Result<()> {
    if count <= MAX_ENTRIES {
        return Ok(());
    }
    Err(invalid(format!("{tool}: {name} must have at most {MAX_ENTRIES} entries, got {count}")))
}

fn change_type(values: &Map<String, Value>) -> Option<&str> {
    let is_given = |name: &str| values.get(name).is_some_and(|value| !value.is_null());
    if let Some(given) = values.get("type").filter(|value| !value.is_null()) {
        return given.as_str();
    }
    let of_argument = [("old_code", "edit"), ("new_code", "edit"), ("code", "write"), ("to", "rename")];
    of_argument.into_iter().find(|(argument, _)| is_given(argument)).map(|(_, of)| of)
}

fn expected(kind: ArgumentKind) -> String {
    match kind {
        ArgumentKind::Text | ArgumentKind::Short(_) => "a string".to_owned(),
        ArgumentKind::Flag => "true or false".to_owned(),
        ArgumentKind::Whole(least, i64::MAX) => format!("a whole number of at least {least}"),
        ArgumentKind::Whole(least, most) => format!("a whole number from {least} to {most}"),
        ArgumentKind::Number => "a number".to_owned(),
        ArgumentKind::Choice(words) => {
            words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" or ")
        }
        ArgumentKind::Texts(_) => "an array of strings".to_owned(),
        ArgumentKind::Points(least, most) => format!("an array of {least} to {most} points [x, y]"),
        ArgumentKind::NameOrBox => "a name or a box [min_x, min_y, max_x, max_y]".to_owned(),
        ArgumentKind::Objects(_, shown) => format!("an array of at least one {shown}"),
        ArgumentKind::Changes => "an array of at least one { type, file, … }".to_owned(),
    }
}

fn wrong(tool: &str, name: &str, expected: &str, came: &Value) -> Error {
    let came = match came {
        Value::Null => "null".to_owned(),
        Value::Array(list) => format!("an array of {}", list.len()),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("the string \"{}\"", quote_name(text)),
        other => other.to_string(),
    };
    invalid(format!("{tool}: {name} must be {expected}, got {came}"))
}

fn invalid(message: String) -> Error {
    Error::new(Kind::InvalidInput, message)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::table::find;
    use super::*;

    fn refusal(tool: &str, given: Value) -> String {
        Arguments::check(find(tool).unwrap(), given).unwrap_err().message
    }

    #[test]
    fn a_refusal_names_the_argument_what_was_expected_and_what_came() {
        let cases = [
            ("read", json!({}), "read: file is missing; expected a string"),
            ("read", json!({ "file": 7 }), "read: file must be a string, got 7"),
            (
                "read",
                json!({ "file": "main", "offset": -1 }),
                "read: offset must be a whole number of at least 0, got -1",
            ),
            ("read", json!({ "fil": "main" }), "read: there is no argument fil. Did you mean file?"),
            ("run", json!({ "x": 1 }), "run: there is no argument x. It takes none."),
            ("run", json!([1]), "run: the arguments must be an object, got an array of 1"),
            (
                "multi_edit",
                json!({ "file": "main", "edits": [{ "old_code": "a" }] }),
                "multi_edit: edits[0].new_code is missing; expected a string",
            ),
            (
                "apply",
                json!({}),
                "apply: changes is missing; expected an array of at least one { type, file, … }",
            ),
            ("apply", json!({ "changes": [3] }), "apply: changes[0] must be an object, got 3"),
            (
                "apply",
                json!({ "changes": [{ "file": "a", "code": "" }, { "file": "b", "old_code": "x" }] }),
                "apply: changes[1].new_code is missing; expected a string",
            ),
            (
                "apply",
                json!({ "changes": [{ "file": "a" }] }),
                "apply: changes[0].type must be \"edit\" or \"write\" or \"delete\" or \"rename\", got null",
            ),
            (
                "check",
                json!({ "changes": [{ "type": "delete", "file": "a", "to": "b" }] }),
                "check: there is no argument changes[0].to. It takes: type, file.",
            ),
            (
                "inspect",
                json!({ "view": "all" }),
                "inspect: view must be \"info\" or \"tree\" or \"entity\" or \"bounds\" or \"order\" or \"measure\" or \"at\" or \"difference\", got the string \"all\"",
            ),
        ];
        for (tool, given, message) in cases {
            assert_eq!(refusal(tool, given), message);
        }
    }

    #[test]
    fn lengths_are_checked_by_the_table() {
        let long = |length: usize| "x".repeat(length);
        let id = refusal("undo", json!({ "id": long(2_000_000) }));
        assert_eq!(id, "undo: id must have at most 200 bytes, got 2000000");
        let pattern = refusal("grep", json!({ "pattern": long(5_000_000) }));
        assert_eq!(pattern, "grep: pattern must have at most 65536 bytes, got 5000000");
        let name = refusal("read", json!({ long(600): 1 }));
        assert!(name.starts_with(&format!("read: there is no argument {}… (600 characters). It", long(500))));
        let entries = vec![json!({ "old_code": "a", "new_code": "b" }); 10_001];
        let entries = refusal("multi_edit", json!({ "file": "main", "edits": entries }));
        assert_eq!(entries, "multi_edit: edits must have at most 10000 entries, got 10001");
        let code = json!({ "file": "main", "code": long(1 << 20) });
        assert!(Arguments::check(find("write").unwrap(), code).is_ok());
    }

    #[test]
    fn null_is_absent_and_a_float_may_be_whole() {
        let given = json!({ "file": "main", "offset": 2.0, "limit": null });
        let arguments = Arguments::check(find("read").unwrap(), given).unwrap();
        assert_eq!((arguments.whole("offset"), arguments.whole("limit")), (Some(2), None));
    }
}
