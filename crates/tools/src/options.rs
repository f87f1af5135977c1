//! Options that arrive as JSON, read and checked by one key each.

use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use serde_json::{Map, Value};

/// The treatment of a change to a file that was not read in the session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// The change is refused.
    Require,
    /// The change is made, with a warning.
    #[default]
    Warn,
    /// The change is made without a warning.
    Off,
}

/// Refuses a key that is not among the known ones. `what` is the word for a key, such as `option`.
pub fn check_keys(map: &Map<String, Value>, known: &[&'static str], what: &str) -> Result<()> {
    match map.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => Err(invalid(match near_name(key, known.iter().copied()) {
            Some(near) => format!("there is no {what} {}. Did you mean {near}?", quote_name(key)),
            None => format!("there is no {what} {}; known are {}", quote_name(key), known.join(", ")),
        })),
    }
}

/// Returns the text of a key; `None` where it is missing or null. Anything else is refused.
pub fn text_option(map: &Map<String, Value>, key: &str) -> Result<Option<String>> {
    match map.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => {
            Err(invalid(format!("option {key} must be a string, got {}", quote_name(&other.to_string()))))
        }
    }
}

/// Returns the value of a key's word among the choices; `None` where the key is missing or null.
pub fn choice<T: Copy>(map: &Map<String, Value>, key: &str, choices: &[(&str, T)]) -> Result<Option<T>> {
    let Some(word) = text_option(map, key)? else { return Ok(None) };
    match choices.iter().find(|(name, _)| *name == word) {
        Some((_, value)) => Ok(Some(*value)),
        None => {
            let list: Vec<String> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            Err(invalid(format!("option {key} must be {}, got \"{}\"", list.join(" or "), quote_name(&word))))
        }
    }
}

/// Returns the whole number of a key, from `least` to `most`; `None` where it is missing or null.
pub fn whole(map: &Map<String, Value>, key: &str, what: &str, least: u64, most: u64) -> Result<Option<u64>> {
    let Some(value) = map.get(key).filter(|it| !it.is_null()) else { return Ok(None) };
    let number = value
        .as_u64()
        .or_else(|| value.as_f64().filter(|it| it.fract() == 0.0 && *it >= 0.0).map(|it| it as u64));
    match number.filter(|it| (least..=most).contains(it)) {
        Some(number) => Ok(Some(number)),
        None => Err(invalid(format!(
            "{what} {key} must be a whole number from {least} to {most}, got {}",
            quote_name(&value.to_string())
        ))),
    }
}

/// Makes the refusal of options that cannot be used.
pub fn invalid(message: impl Into<String>) -> Error {
    Error::new(Kind::InvalidInput, message)
}
