//! Parameters: values that a host may set without touching the code.

use boa_engine::{JsValue, js_string};

use super::call::{Call, Checked, Failure, Options, describe};
use super::declaration_book::book;
use super::domain::Domain;
use super::elements::element;
use super::function::Function;
use super::parameter::{optional, required};
use scenewright_error::{Error, Kind};
use scenewright_geometry::number_text;
use scenewright_scene::{MAX_PARAMETERS, ParameterBounds, ParameterValue, SceneError, SceneParameter};

/// The most characters of a name, a label and a text.
const MAX_NAME_CHARACTERS: usize = 256;
const MAX_TEXT_CHARACTERS: usize = 10_000;
const MAX_CHOICES: usize = 1_000;

pub(crate) static PARAM: Function = Function {
    name: "param",
    domain: Domain::Rules,
    parameters: &[
        required("name", "string"),
        required("value", "T"),
        optional(
            "options",
            "{ min?: number, max?: number, step?: number, label?: string, unit?: string, group?: string, choices?: readonly T[] }",
        ),
    ],
    returns: "T",
    doc: "Declares a parameter and gives its value: this one, or the one that the host set for the run. It is a number, a \
          string, or true or false. A value that is not between min and max, not on a step, or not among the choices is \
          an error; the label, the unit and the group, which is a heading over several, are for people.",
    before: "",
    example: "const width = param('width', 80, { min: 40, max: 120, step: 5, label: 'Width of the plate', unit: 'mm', group: 'Plate' })\n\
              const round = param('round', true)\n\
              drawRect('plate', 0, 0, width, 50)\n\
              if (round) offsetPolygon('plate', 5, 'plate')",
    call: param,
};

fn param(call: &mut Call<'_>) -> Checked<JsValue> {
    const KNOWN: &[&str] = &["min", "max", "step", "label", "unit", "group", "choices"];
    let name = call.name(0)?;
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARACTERS {
        return Err(Failure::Range(format!("name must have 1 to {MAX_NAME_CHARACTERS} characters")));
    }
    let default = value_of(&call.arg(1), "value")?;
    let options = call.options(2, KNOWN)?;
    let bounds = ParameterBounds {
        min: call.number_option(&options, "min")?,
        max: call.number_option(&options, "max")?,
        step: call.number_option(&options, "step")?,
        choices: match call.option(&options, "choices")? {
            None => Vec::new(),
            Some(choices) => choices_of(call, &choices)?,
        },
    };
    let label = label_option(call, &options, "label")?;
    let (unit, group) = (label_option(call, &options, "unit")?, label_option(call, &options, "group")?);
    if unit.is_some() && !matches!(default, ParameterValue::Number(_)) {
        return Err(Failure::Type(format!("option unit is for numbers, and value is {default}")));
    }
    check_bounds(&bounds, &default)?;

    let book = book(call.context);
    let known = book.parameters.borrow().iter().find(|it| it.name == name).cloned();
    if let Some(known) = known {
        if known.default == default
            && known.bounds == bounds
            && known.label == label
            && known.unit == unit
            && known.group == group
        {
            return Ok(js_value(&known.value));
        }
        return Err(Failure::Scene(SceneError::scene(format!(
            "there is a parameter {name} already, with other options or another value ({} and {default}); declare it once, \
             and keep its value in a const",
            known.default
        ))));
    }
    if book.is_checking() {
        return Err(Failure::Scene(SceneError::scene(format!(
            "the parameter {name} must be declared before the scene is finished; a rule comes too late"
        ))));
    }
    if book.parameters.borrow().len() >= MAX_PARAMETERS {
        return Err(Failure::Range(format!("a scene has at most {MAX_PARAMETERS} parameters")));
    }
    let value = match (book.given.set.get(&name), book.given.kept.get(&name)) {
        (Some(set), _) => {
            let set = parse_text_value(set, &default);
            if let Err(reason) = bounds.check(&set, &default) {
                let message = format!("the value set for the parameter {name} {reason}");
                let error = Error::new(Kind::InvalidInput, format!("param: {message}"));
                call.drawing.latch(error.with_hint(format!(
                    "Set another value of {name}, or none for the one in the code: {default}."
                )));
                return Err(Failure::Range(message));
            }
            set
        }
        (None, Some(kept)) => match bounds.check(kept, &default) {
            Ok(()) => kept.clone(),
            Err(reason) => {
                call.drawing.warn(format!(
                    "The parameter {name} was set to {kept} before, but now {reason}: the scene has {default}, as in the code."
                ));
                default.clone()
            }
        },
        (None, None) => default.clone(),
    };
    let result = js_value(&value);
    book.parameters.borrow_mut().push(SceneParameter { name, value, default, bounds, label, unit, group });
    Ok(result)
}

/// Reads words for people in an option.
fn label_option(call: &mut Call<'_>, options: &Options, key: &'static str) -> Checked<Option<String>> {
    let words = call.string_option(options, key)?;
    match &words {
        Some(words) if words.chars().count() > MAX_NAME_CHARACTERS => {
            Err(Failure::Range(format!("option {key} must have at most {MAX_NAME_CHARACTERS} characters")))
        }
        _ => Ok(words),
    }
}

/// Returns the value that a text stands for, where the parameter is a number, or true or false: some clients send texts
/// alone.
fn parse_text_value(set: &ParameterValue, default: &ParameterValue) -> ParameterValue {
    let ParameterValue::Text(text) = set else { return set.clone() };
    let read = match default {
        ParameterValue::Number(_) => {
            text.trim().parse().ok().filter(|it: &f64| it.is_finite()).map(ParameterValue::Number)
        }
        ParameterValue::Flag(_) => text.trim().parse().ok().map(ParameterValue::Flag),
        ParameterValue::Text(_) => None,
    };
    read.unwrap_or_else(|| set.clone())
}

/// Refuses bounds that make no sense, or that the value in the code does not keep.
fn check_bounds(bounds: &ParameterBounds, default: &ParameterValue) -> Checked<()> {
    let numeric = [("min", bounds.min), ("max", bounds.max), ("step", bounds.step)];
    if !matches!(default, ParameterValue::Number(_))
        && let Some((option, _)) = numeric.iter().find(|(_, it)| it.is_some())
    {
        return Err(Failure::Type(format!("option {option} is for numbers, and value is {default}")));
    }
    if let (Some(min), Some(max)) = (bounds.min, bounds.max)
        && min > max
    {
        let (min, max) = (number_text(min), number_text(max));
        return Err(Failure::Range(format!("option min must not be greater than max, got {min} and {max}")));
    }
    if let Some(step) = bounds.step.filter(|step| *step <= 0.0) {
        return Err(Failure::Range(format!("option step must be greater than 0, got {}", number_text(step))));
    }
    bounds.check(default, default).map_err(|reason| Failure::Range(format!("value {reason}")))
}

fn choices_of(call: &mut Call<'_>, choices: &JsValue) -> Checked<Vec<ParameterValue>> {
    let Some((array, length)) = call.array(choices)?.filter(|(_, length)| *length > 0) else {
        return Err(Failure::Type(format!(
            "option choices must be an array of at least one value, got {}",
            describe(choices)
        )));
    };
    if length > MAX_CHOICES as u64 {
        return Err(Failure::Range(format!(
            "option choices must have at most {MAX_CHOICES} values, got {length}"
        )));
    }
    let mut values = Vec::new();
    for at in 0..length {
        let value = element(&array, at, call.context)?;
        values.push(value_of(&value, &format!("option choices[{at}]"))?);
    }
    Ok(values)
}

fn value_of(value: &JsValue, what: &str) -> Checked<ParameterValue> {
    if let Some(number) = value.as_number() {
        if number.is_finite() {
            return Ok(ParameterValue::Number(number));
        }
        return Err(Failure::Range(format!("{what} must be finite, got {}", number_text(number))));
    }
    if let Some(flag) = value.as_boolean() {
        return Ok(ParameterValue::Flag(flag));
    }
    let text = value.as_string().map(|text| text.to_std_string());
    match text {
        Some(Ok(text)) if text.chars().count() <= MAX_TEXT_CHARACTERS => Ok(ParameterValue::Text(text)),
        Some(Ok(_)) => {
            Err(Failure::Range(format!("{what} must have at most {MAX_TEXT_CHARACTERS} characters")))
        }
        Some(Err(_)) => Err(Failure::Type(format!("{what} holds half of a surrogate pair"))),
        None => Err(Failure::Type(format!(
            "{what} must be a number, a string, or true or false, got {}",
            describe(value)
        ))),
    }
}

fn js_value(value: &ParameterValue) -> JsValue {
    match value {
        ParameterValue::Number(number) => JsValue::from(*number),
        ParameterValue::Flag(flag) => JsValue::from(*flag),
        ParameterValue::Text(text) => js_string!(text.as_str()).into(),
    }
}
