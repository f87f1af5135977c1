//! Named sets of values of parameters, in `parameter-sets.json` of the project: `{ "large": { "width": 120 }, … }`. The file
//! changes by transactions, as code does.

use serde_json::{Map, Value};

use super::parameters::{GivenValues, from_json, own_values};
use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_fs::{FileName, ProjectFolder};
use scenewright_scene::MAX_PARAMETERS;
use scenewright_tools::arguments::Arguments;

/// The sets by name, in the order of the file.
pub(crate) type Sets = Vec<(String, GivenValues)>;

/// A person chooses from a list: more sets than this are no list any longer.
const MAX_SETS: usize = 500;

/// The most characters of the name of a set, and of a text in it.
const MAX_NAME_CHARACTERS: usize = 64;
const MAX_TEXT_CHARACTERS: usize = 10_000;

/// The most sets that a message names.
const MAX_SHOWN: usize = 12;

/// Returns the sets of a project; none where it has no file of them.
pub(crate) fn read(folder: &ProjectFolder) -> Result<Sets> {
    match folder.read(&FileName::parameter_sets())? {
        Some(bytes) => parse(&bytes),
        None => Ok(Vec::new()),
    }
}

/// Returns the values of a set.
pub(crate) fn named(folder: &ProjectFolder, name: &str) -> Result<GivenValues> {
    let sets = read(folder)?;
    if let Some((_, values)) = sets.iter().find(|(known, _)| known == name) {
        return Ok(values.clone());
    }
    let near = near_name(name, sets.iter().map(|(known, _)| known.as_str()));
    let guess = near.map(|near| format!(". Did you mean \"{}\"?", quote_name(near))).unwrap_or_default();
    let message = format!("There is no parameter set \"{}\"{guess}", quote_name(name));
    let shown: Vec<String> =
        sets.iter().take(MAX_SHOWN).map(|(known, _)| quote_name(known).to_string()).collect();
    let more = if sets.len() > shown.len() { ", …" } else { "" };
    Err(Error::new(Kind::InvalidInput, message).with_hint(match shown.is_empty() {
        true => "The project has no sets: parameter-sets.json has them by name, as in \
                 { \"large\": { \"width\": 120 } }."
            .to_owned(),
        false => format!("The project has: {}{more}.", shown.join(", ")),
    }))
}

/// Returns the values of the arguments `set_name` and `parameters`, of which the latter replace the set's; `None`
/// when both are absent.
pub(crate) fn given(folder: &ProjectFolder, arguments: &Arguments) -> Result<Option<GivenValues>> {
    chosen(folder, arguments.optional_text("set_name"), own_values(arguments))
}

/// Returns the values of a named set, with others in their place; `None` where there is neither.
pub(crate) fn chosen(
    folder: &ProjectFolder,
    set: Option<&str>,
    own: Option<GivenValues>,
) -> Result<Option<GivenValues>> {
    let Some(set) = set else { return Ok(own) };
    let mut values = named(folder, set)?;
    // The call is more particular than the set that it names.
    values.extend(own.unwrap_or_default());
    Ok(Some(values))
}

/// Reads the file of the sets.
pub(crate) fn parse(bytes: &[u8]) -> Result<Sets> {
    // People edit the file, and some editors on Windows begin it with a byte order mark.
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let file: Value =
        serde_json::from_slice(bytes).map_err(|error| wrong(&format!("it is no JSON: {error}")))?;
    let sets = file.as_object().ok_or_else(|| wrong("it must be an object of sets by name"))?;
    if sets.len() > MAX_SETS {
        return Err(wrong(&format!("a project has at most {MAX_SETS} sets, got {}", sets.len())));
    }
    let mut read = Vec::with_capacity(sets.len());
    for (name, values) in sets {
        check(name, values).map_err(|reason| wrong(&reason))?;
        read.push((name.clone(), from_json(values)));
    }
    Ok(read)
}

/// Returns the reason why a set cannot be one.
pub(crate) fn check(name: &str, values: &Value) -> std::result::Result<(), String> {
    let shown = quote_name(name);
    if name.trim().is_empty() || name.chars().count() > MAX_NAME_CHARACTERS {
        return Err(format!("the name of a set has 1 to {MAX_NAME_CHARACTERS} characters, got \"{shown}\""));
    }
    let Some(values) = values.as_object().filter(|values| !values.is_empty()) else {
        return Err(format!("the set \"{shown}\" must be an object with a value of at least one parameter"));
    };
    if values.len() > MAX_PARAMETERS {
        return Err(format!("the set \"{shown}\" has more than {MAX_PARAMETERS} values"));
    }
    for (parameter, value) in values {
        let is_value = match value {
            Value::Number(number) => number.as_f64().is_some_and(f64::is_finite),
            Value::Bool(_) => true,
            Value::String(text) => text.chars().count() <= MAX_TEXT_CHARACTERS,
            _ => false,
        };
        if !is_value {
            return Err(format!(
                "the value of {} in the set \"{shown}\" must be a number, a text, or true or false",
                quote_name(parameter)
            ));
        }
    }
    Ok(())
}

/// Returns the sets as the file has them.
pub(crate) fn to_json(sets: &Sets) -> Value {
    let entries = sets.iter().map(|(name, values)| (name.clone(), super::parameters::to_json(values)));
    entries.collect::<Map<String, Value>>().into()
}

fn wrong(reason: &str) -> Error {
    let message = format!("parameter-sets.json cannot be used: {reason}");
    Error::new(Kind::InvalidInput, message).in_file(FileName::parameter_sets().as_str())
}
