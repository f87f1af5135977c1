//! Settings from a project's `lint.json` and from a call.

use serde_json::Value;

use super::profile::{Profile, Settings};
use super::rules::RULES;
use scenewright_error::{Error, Kind, Result, near_name, quote_name};

/// Makes the settings of a check from the profile, then `lint.json`, then the call; the last value counts. The profile is
/// the call's, else the file's, else the one given.
pub fn settings_of(
    file: Option<&[u8]>,
    profile: Option<&str>,
    set: &[(String, f64)],
    default: Profile,
) -> Result<Settings> {
    let file = file.map(parsed).transpose()?;
    let named = file.as_ref().and_then(|file| file.get("profile"));
    let named = named.map(|name| name.as_str().ok_or_else(|| wrong("profile must be a name"))).transpose()?;
    let mut settings = Settings::new(profile.or(named).map(Profile::named).transpose()?.unwrap_or(default));
    if let Some(file) = &file {
        take(&mut settings, file)?;
    }
    // Last, because the call is more particular than the file.
    for (name, value) in set {
        settings.limits.set(name, *value)?;
    }
    Ok(settings)
}

fn parsed(bytes: &[u8]) -> Result<Value> {
    let file: Value =
        serde_json::from_slice(bytes).map_err(|error| wrong(&format!("it is no JSON: {error}")))?;
    if !file.is_object() {
        return Err(wrong("it must be an object"));
    }
    Ok(file)
}

fn take(settings: &mut Settings, file: &Value) -> Result<()> {
    for (key, value) in file.as_object().into_iter().flatten() {
        match key.as_str() {
            "profile" | "$schema" => {}
            "limits" => {
                let limits = value.as_object().ok_or_else(|| wrong("limits must be an object"))?;
                for (name, value) in limits {
                    let value =
                        value.as_f64().ok_or_else(|| wrong(&format!("limits.{name} must be a number")))?;
                    settings.limits.set(name, value)?;
                }
            }
            "layers" => {
                let layers = value.as_object().ok_or_else(|| wrong("layers must be an object"))?;
                for (name, meaning) in layers {
                    let known = ["cut", "engrave", "score", "sheet"];
                    let meaning = meaning.as_str().filter(|it| known.contains(it)).ok_or_else(|| {
                        wrong(&format!("layers.{name} must be \"cut\", \"engrave\", \"score\" or \"sheet\""))
                    })?;
                    settings.layers.insert(name.trim().to_lowercase(), meaning.to_owned());
                }
            }
            "ignore" => {
                let names = value.as_array().ok_or_else(|| wrong("ignore must be a list of rules"))?;
                for name in names {
                    let name = name.as_str().ok_or_else(|| wrong("ignore must be a list of rules"))?;
                    if !RULES.iter().any(|rule| rule.name == name) {
                        let near = near_name(name, RULES.iter().map(|rule| rule.name));
                        let help = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
                        return Err(wrong(&format!("there is no rule \"{}\"{help}", quote_name(name))));
                    }
                    settings.ignored.push(name.to_owned());
                }
            }
            other => {
                let message = format!(
                    "\"{}\" is not known; known are profile, limits, layers and ignore",
                    quote_name(other)
                );
                return Err(wrong(&message));
            }
        }
    }
    Ok(())
}

fn wrong(reason: &str) -> Error {
    Error::new(Kind::InvalidInput, format!("lint.json cannot be used: {reason}"))
}
