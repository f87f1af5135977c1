//! Arguments of a call, checked against the tool table before anything else happens.
//!
//! This module is our own because a crate that checks JSON schemas says which rule was broken; a refusal here says
//! what to write instead.

use serde_json::{Map, Value};

use super::argument::{Argument, ArgumentKind, MAX_ENTRIES, MAX_PATH, Variants};
use scenewright_error::{Error, Kind, Result, near_name, quote_name};

/// Names of arguments that are not spelled like the ones that are meant, in small letters without `_`; the tools of other programs
/// call them so.
const OTHER_WORDS: [(&str, &str); 33] = [
    ("cellindex", "cell_number"),
    ("index", "cell_number"),
    ("mode", "edit_mode"),
    ("path", "file_path"),
    ("file", "file_path"),
    ("filename", "file_path"),
    ("targetfile", "file_path"),
    ("text", "content"),
    ("filetext", "content"),
    ("oldtext", "old_string"),
    ("oldstr", "old_string"),
    ("old", "old_string"),
    ("search", "old_string"),
    ("find", "old_string"),
    ("newtext", "new_string"),
    ("newstr", "new_string"),
    ("new", "new_string"),
    ("replace", "new_string"),
    ("replacement", "new_string"),
    ("startline", "offset"),
    ("start", "offset"),
    ("lines", "limit"),
    ("regex", "pattern"),
    ("search", "pattern"),
    ("query", "pattern"),
    ("glob", "pattern"),
    ("globpattern", "pattern"),
    ("filepath", "path"),
    ("file", "path"),
    ("dir", "path"),
    ("dirpath", "path"),
    ("directory", "path"),
    ("folder", "path"),
];

/// The most unknown arguments that a refusal names; a tool has fewer than that.
const MAX_UNKNOWN: usize = 12;

/// The word for none where a size is expected.
pub const OFF: &str = "off";

/// Arguments that passed the check of their tool: every one known, every type right, none missing.
#[derive(Clone, Debug)]
pub struct Arguments {
    values: Map<String, Value>,
}

impl Arguments {
    /// Parses the arguments of a call and checks them against the known ones.
    pub fn parse(tool: &str, known: &[Argument], args_json: &str) -> Result<Self> {
        Arguments::check(tool, known, read_json(tool, args_json)?)
    }

    /// Checks arguments against the known ones.
    pub fn check(tool: &str, known: &[Argument], given: Value) -> Result<Self> {
        let mut values = match given {
            Value::Object(values) => values,
            Value::Null => Map::new(),
            other => return Err(wrong(tool, "the arguments", "an object", &other)),
        };
        // A null means the same as leaving the argument out.
        values.retain(|_, value| !value.is_null());
        read_texts(known, &mut values);
        check_against(tool, known, &values, "")?;
        Ok(Arguments { values })
    }

    /// Returns a required text.
    pub fn text(&self, name: &str) -> &str {
        self.optional_text(name).unwrap_or_default()
    }

    /// Returns a text; `None` where it was not given or the argument is something else.
    pub fn optional_text(&self, name: &str) -> Option<&str> {
        self.values.get(name).and_then(Value::as_str)
    }

    /// Returns values by their names; `None` when the argument is absent.
    pub fn values(&self, name: &str) -> Option<Vec<(&str, &Value)>> {
        self.values.get(name).and_then(named_values)
    }

    /// Returns a flag; false where it was not given.
    pub fn flag(&self, name: &str) -> bool {
        self.optional_flag(name).unwrap_or(false)
    }

    /// Returns a flag; `None` where it was not given or the argument is something else.
    pub fn optional_flag(&self, name: &str) -> Option<bool> {
        self.values.get(name).and_then(Value::as_bool)
    }

    /// Returns true if the argument was given, with a value other than null.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Returns a whole number; `None` where it was not given or the argument is something else.
    pub fn whole(&self, name: &str) -> Option<usize> {
        let number = self.values.get(name)?;
        let whole = number.as_u64().or_else(|| number.as_f64().map(|it| it as u64))?;
        usize::try_from(whole).ok()
    }

    /// Returns a number; `None` where it was not given or the argument is something else.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.values.get(name).and_then(Value::as_f64)
    }

    /// Returns a name or a list of names as a list; `None` where the argument is something else.
    pub fn names(&self, name: &str) -> Option<Vec<String>> {
        match self.values.get(name)? {
            Value::String(one) => Some(vec![one.clone()]),
            Value::Array(list) => list.iter().map(|it| it.as_str().map(str::to_owned)).collect(),
            _ => None,
        }
    }

    /// Returns a list of texts; empty where it was not given.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let list = self.values.get(name).and_then(Value::as_array);
        list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Returns a list of exactly `N` numbers; `None` also where the argument is something else.
    pub fn numbers<const N: usize>(&self, name: &str) -> Option<[f64; N]> {
        numbers(self.values.get(name)?)
    }

    /// Returns a list of points; `None` where it was not given.
    pub fn points(&self, name: &str) -> Option<Vec<[f64; 2]>> {
        self.values.get(name)?.as_array()?.iter().map(numbers).collect()
    }

    /// Returns the type of an object in a list: as stated, or as its other arguments imply.
    pub fn type_among(&self, variants: &Variants) -> Option<&str> {
        type_of(variants, &self.values)
    }

    /// Returns the objects of a list.
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

/// Replaces what is written as a text, such as `[0, 0, 10, 5]`, `true` or `2.5`, by what it means, where an argument may be
/// several things. Any other text is a name.
fn read_texts(known: &[Argument], values: &mut Map<String, Value>) {
    for argument in known {
        let Some(Value::String(text)) = values.get(argument.name) else { continue };
        let Ok(read) = serde_json::from_str::<Value>(text) else { continue };
        let is_meant = match argument.kind {
            ArgumentKind::NamesOrBox => numbers::<4>(&read).is_some() || is_list_of_texts(&read),
            ArgumentKind::SizeOrOff(..) => read.is_array(),
            ArgumentKind::Values => read.is_array() || read.is_object(),
            ArgumentKind::FlagOrNames => read.is_array() || read.is_boolean(),
            ArgumentKind::FlagOrNumber => read.is_boolean() || read.is_number(),
            _ => false,
        };
        if is_meant {
            values.insert(argument.name.to_owned(), read);
        }
    }
}

/// Names all unknown arguments at once, as a caller that is used to another tool has several words of it.
fn refuse_unknown(known: &[Argument], values: &Map<String, Value>, unknown: &[&str], within: &str) -> String {
    let meant = |name: &str| -> Option<&'static str> {
        let plain = name.replace('_', "").to_lowercase();
        let free = || known.iter().map(|it| it.name).filter(|own| !values.contains_key(*own));
        let mut words = OTHER_WORDS.iter().filter(|(word, _)| *word == plain);
        words
            .find_map(|(_, own)| free().find(|it| it == own))
            .or_else(|| near_name(name, free()))
            .or_else(|| near_name(name, known.iter().map(|it| it.name)))
    };
    let shown = |name: &str| format!("{within}{}", quote_name(name));
    let all = || format!("It takes: {}.", known.iter().map(|it| it.name).collect::<Vec<_>>().join(", "));
    match unknown {
        [name] => {
            let help = match meant(name) {
                Some(near) => format!("Did you mean {near}?"),
                None if known.is_empty() => "It takes none.".to_owned(),
                None => all(),
            };
            format!("there is no argument {}. {help}", shown(name))
        }
        names => {
            let listed: Vec<String> = names.iter().take(MAX_UNKNOWN).map(|name| shown(name)).collect();
            let guesses: Vec<(&str, Option<&str>)> =
                names.iter().take(MAX_UNKNOWN).map(|name| (*name, meant(name))).collect();
            let near: Vec<String> = guesses
                .iter()
                .filter_map(|(name, own)| Some(format!("{} for {}", (*own)?, quote_name(name))))
                .collect();
            let mut message = format!("there are no arguments {}.", listed.join(", "));
            if !near.is_empty() {
                message.push_str(&format!(" Did you mean {}?", near.join(", ")));
            }
            if guesses.iter().any(|(_, own)| own.is_none()) {
                message.push_str(&if known.is_empty() {
                    " It takes none.".to_owned()
                } else {
                    format!(" {}", all())
                });
            }
            message
        }
    }
}

fn is_list_of_texts(value: &Value) -> bool {
    value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_string))
}

/// Reads the arguments of a call, which are yet to be checked.
pub fn read_json(tool: &str, args_json: &str) -> Result<Value> {
    serde_json::from_str(args_json)
        .map_err(|error| invalid(format!("{}: the arguments are not JSON: {error}", quote_name(tool))))
}

/// Checks that every argument is known, every type and length right, and none missing.
fn check_against(tool: &str, known: &[Argument], values: &Map<String, Value>, within: &str) -> Result<()> {
    let unknown: Vec<&str> = values
        .iter()
        .filter(|(name, value)| !value.is_null() && !known.iter().any(|it| it.name == *name))
        .map(|(name, _)| name.as_str())
        .collect();
    if !unknown.is_empty() {
        return Err(invalid(format!("{tool}: {}", refuse_unknown(known, values, &unknown, within))));
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
        ArgumentKind::NamesOrBox => {
            let is_box = |[min_x, min_y, max_x, max_y]: [f64; 4]| min_x < max_x && min_y < max_y;
            return match numbers(value).is_some_and(is_box) {
                true => Ok(()),
                false => check_names(tool, name, kind, value),
            };
        }
        ArgumentKind::FlagOrNames if value.is_boolean() => true,
        ArgumentKind::FlagOrNames => return check_names(tool, name, kind, value),
        ArgumentKind::FlagOrNumber => {
            value.is_boolean() || value.as_f64().is_some_and(|it| it.is_finite() && it > 0.0)
        }
        ArgumentKind::SizeOrOff(least, most) => {
            let range = f64::from(least)..=f64::from(most);
            let is_side = |side: &f64| range.contains(side) && side.fract() == 0.0;
            value.as_str() == Some(OFF) || numbers::<2>(value).is_some_and(|size| size.iter().all(is_side))
        }
        ArgumentKind::Values => return check_values(tool, name, value),
        ArgumentKind::Objects(known, _) => {
            return check_list(tool, name, kind, value, |within, values| {
                check_against(tool, known, values, within)
            });
        }
        ArgumentKind::Variants(variants) => {
            return check_list(tool, name, kind, value, |within, values| {
                let Some(known) = type_of(variants, values).and_then(|it| variants.of(it)) else {
                    let kind = ArgumentKind::Choice(variants.names);
                    let given = values.get("type").unwrap_or(&Value::Null);
                    return check_value(tool, &format!("{within}type"), kind, given);
                };
                check_against(tool, known, values, within)
            });
        }
    };
    if is_right { Ok(()) } else { Err(wrong(tool, name, expected(kind).as_str(), value)) }
}

/// Checks that a value is a name, or a list of at least one.
fn check_names(tool: &str, name: &str, kind: ArgumentKind, value: &Value) -> Result<()> {
    if let Some(text) = value.as_str() {
        return check_length(tool, name, text, MAX_PATH);
    }
    match value.as_array().filter(|list| !list.is_empty()) {
        Some(list) if list.iter().all(Value::is_string) => {
            check_value(tool, name, ArgumentKind::Texts(MAX_PATH), value)
        }
        _ => Err(wrong(tool, name, expected(kind).as_str(), value)),
    }
}

/// Yields the entries of values by names, in either form; `None` where an entry has neither name nor value.
fn named_values(value: &Value) -> Option<Vec<(&str, &Value)>> {
    match value {
        Value::Object(map) => Some(map.iter().map(|(name, value)| (name.as_str(), value)).collect()),
        Value::Array(list) => {
            let entry = |entry: &'_ Value| -> Option<()> {
                let entry = entry.as_object()?;
                (entry.len() == 2 && entry.get("name")?.is_string() && entry.contains_key("value"))
                    .then_some(())
            };
            list.iter().map(entry).collect::<Option<()>>()?;
            Some(list.iter().map(|it| (it["name"].as_str().unwrap_or_default(), &it["value"])).collect())
        }
        _ => None,
    }
}

fn check_values(tool: &str, name: &str, value: &Value) -> Result<()> {
    let Some(entries) = named_values(value) else {
        return Err(wrong(tool, name, expected(ArgumentKind::Values).as_str(), value));
    };
    check_count(tool, name, entries.len())?;
    let mut known = std::collections::HashSet::new();
    for (key, value) in entries {
        let within = format!("{name}.{}", quote_name(key));
        check_length(tool, &within, key, MAX_PATH)?;
        match value {
            Value::Number(_) | Value::Bool(_) | Value::String(_) => {}
            other => return Err(wrong(tool, &within, "a number, a string, or true or false", other)),
        }
        if !known.insert(key) {
            return Err(invalid(format!("{tool}: {within} is given twice")));
        }
    }
    Ok(())
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let numbers: Vec<f64> = value.as_array()?.iter().map(Value::as_f64).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

/// Checks that a value is a non-empty list of objects, and each of them.
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

fn type_of<'a>(variants: &Variants, values: &'a Map<String, Value>) -> Option<&'a str> {
    let is_given = |name: &str| values.get(name).is_some_and(|value| !value.is_null());
    if let Some(given) = values.get("type").filter(|value| !value.is_null()) {
        return given.as_str();
    }
    variants.distinguished_by.iter().find(|(argument, _)| is_given(argument)).map(|(_, of)| *of)
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
        ArgumentKind::NamesOrBox => {
            "a name, an array of names or a box [min_x, min_y, max_x, max_y]".to_owned()
        }
        ArgumentKind::FlagOrNames => "true, a name or an array of names".to_owned(),
        ArgumentKind::FlagOrNumber => "true or a number greater than 0".to_owned(),
        ArgumentKind::SizeOrOff(least, most) => {
            format!("[width, height] in whole pixels from {least} to {most}, or \"{OFF}\"")
        }
        ArgumentKind::Values => {
            "an object of numbers, strings or booleans by name, or an array of { name, value }".to_owned()
        }
        ArgumentKind::Objects(_, shown) => format!("an array of at least one {shown}"),
        ArgumentKind::Variants(variants) => format!("an array of at least one {}", variants.shown),
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

    use super::*;
    use crate::argument::{may, needs};

    #[test]
    fn refusal_names_all_unknown_arguments_and_what_was_meant() {
        let texts = ["file_path", "old_string", "new_string"];
        let edit = texts.map(|name| needs(name, ArgumentKind::Text, ""));
        let list = [may("path", ArgumentKind::Text, "")];
        let cases: [(&[Argument], Value, &str); 6] = [
            (&edit, json!({ "fil_path": "a" }), "there is no argument fil_path. Did you mean file_path?"),
            (
                &edit,
                json!({ "newText": "b", "oldText": "a", "path": "f" }),
                "there are no arguments newText, oldText, path. Did you mean new_string for newText, old_string for oldText, \
                 file_path for path?",
            ),
            (
                &edit,
                json!({ "old_str": "a", "x": 1 }),
                "there are no arguments old_str, x. Did you mean old_string for old_str? It takes: file_path, old_string, \
                 new_string.",
            ),
            (&list, json!({ "directory": "." }), "there is no argument directory. Did you mean path?"),
            (&list, json!({ "x": 1, "y": 2 }), "there are no arguments x, y. It takes: path."),
            (&[], json!({ "x": 1, "y": 2 }), "there are no arguments x, y. It takes none."),
        ];
        for (known, given, expected) in cases {
            let error = Arguments::check("tool", known, given).unwrap_err();
            assert_eq!(error.message, format!("tool: {expected}"));
        }
    }
}
