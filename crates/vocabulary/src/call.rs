//! One call of a vocabulary function: its arguments, checked, and its failure, named.

use std::rc::Rc;

use boa_engine::object::JsObject;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsString, JsValue, js_string};

use super::drawing::Drawing;
use super::elements::{cut, element, text_of};
use super::parameter::Parameter;
use scenewright_error::near_name;
use scenewright_geometry::number_text;
use scenewright_scene::{Color, Scene, SceneError};

/// A call in progress.
pub(crate) struct Call<'a> {
    parameters: &'static [Parameter],
    args: &'a [JsValue],
    pub(crate) context: &'a mut Context,
    pub(crate) drawing: Rc<Drawing>,
}

/// The reason why a call fails.
pub(crate) enum Failure {
    Type(String),
    Range(String),
    Scene(SceneError),
    /// An exception thrown by the script's own code while an argument was read.
    Thrown(JsError),
}

impl From<SceneError> for Failure {
    fn from(error: SceneError) -> Self {
        Failure::Scene(error)
    }
}

impl From<JsError> for Failure {
    fn from(error: JsError) -> Self {
        Failure::Thrown(error)
    }
}

pub(crate) type Checked<T> = Result<T, Failure>;

/// The largest array that an argument may be: its numbers alone take 80 MB, and an array may claim any length.
const MAX_ELEMENTS: u64 = 10_000_000;

impl<'a> Call<'a> {
    pub(crate) fn new(
        parameters: &'static [Parameter],
        args: &'a [JsValue],
        drawing: Rc<Drawing>,
        context: &'a mut Context,
    ) -> Self {
        Call { parameters, args, context, drawing }
    }

    pub(crate) fn scene(&self) -> std::cell::RefMut<'_, Scene> {
        self.drawing.scene.borrow_mut()
    }

    pub(crate) fn arg(&self, index: usize) -> JsValue {
        self.args.get(index).cloned().unwrap_or_default()
    }

    pub(crate) fn is_absent(&self, index: usize) -> bool {
        self.args.get(index).is_none_or(JsValue::is_undefined)
    }

    pub(crate) fn parameter(&self, index: usize) -> &'static str {
        self.parameters.get(index).map_or("argument", |it| it.name)
    }

    pub(crate) fn wrong(&self, index: usize, expected: &str) -> Failure {
        let came = match (self.args.get(index), self.args.len()) {
            (Some(value), _) => describe(value),
            (None, 1) => "nothing (the call has 1 argument)".to_owned(),
            (None, count) => format!("nothing (the call has {count} arguments)"),
        };
        Failure::Type(format!("{} must be {expected}, got {came}", self.parameter(index)))
    }

    /// Reads a string argument. The engine's strings may hold lone surrogates; a scene's may not.
    pub(crate) fn string(&self, index: usize) -> Checked<String> {
        match self.args.get(index).and_then(JsValue::as_string) {
            Some(string) => text_of(&string).ok_or_else(|| {
                Failure::Type(format!("{} holds half of a surrogate pair", self.parameter(index)))
            }),
            None => Err(self.wrong(index, "a string")),
        }
    }

    /// Reads the name of an entity.
    pub(crate) fn name(&self, index: usize) -> Checked<String> {
        self.string(index)
    }

    pub(crate) fn number(&self, index: usize) -> Checked<f64> {
        match self.args.get(index).and_then(JsValue::as_number) {
            Some(number) if number.is_finite() => Ok(number),
            Some(number) => Err(Failure::Range(format!(
                "{} must be a finite number, got {}",
                self.parameter(index),
                number_text(number)
            ))),
            None => Err(self.wrong(index, "a number")),
        }
    }

    pub(crate) fn finite(&self, number: f64, what: impl Fn() -> String) -> Checked<f64> {
        if number.is_finite() {
            return Ok(number);
        }
        Err(Failure::Range(format!("{} must be a finite number, got {}", what(), number_text(number))))
    }

    /// Reads one name, or a list of them.
    pub(crate) fn name_or_names(&mut self, index: usize) -> Checked<Vec<String>> {
        let value = self.arg(index);
        if value.is_string() {
            return Ok(vec![self.name(index)?]);
        }
        match self.array(&value)? {
            Some(_) => self.names(index),
            None => Err(self.wrong(index, "a name or an array of names")),
        }
    }

    /// Reads a list of names.
    pub(crate) fn names(&mut self, index: usize) -> Checked<Vec<String>> {
        let value = self.arg(index);
        if self.array(&value)?.is_none() {
            return Err(self.wrong(index, "an array of names"));
        }
        let what = self.parameter(index);
        self.names_of(&value, what)
    }

    pub(crate) fn names_of(&mut self, value: &JsValue, what: &str) -> Checked<Vec<String>> {
        let Some((array, length)) = self.array(value)? else {
            return Err(Failure::Type(format!("{what} must be an array of names, got {}", describe(value))));
        };
        let mut names = Vec::with_capacity(length.min(1 << 16) as usize);
        for at in 0..length {
            let element = element(&array, at, self.context)?;
            names.push(name_of(&element, || format!("{what}[{at}]"))?);
        }
        Ok(names)
    }

    /// Reads an array or a typed array with its length.
    pub(crate) fn array(&mut self, value: &JsValue) -> Checked<Option<(JsObject, u64)>> {
        let Some(object) = value.as_object() else { return Ok(None) };
        let is_array = object.is_array()
            || boa_engine::object::builtins::JsTypedArray::from_object(object.clone()).is_ok();
        if !is_array {
            return Ok(None);
        }
        let length = object.get(js_string!("length"), self.context)?.to_length(self.context)?;
        if length > MAX_ELEMENTS {
            return Err(Failure::Range(format!(
                "an array of {length} elements is too long (at most {MAX_ELEMENTS})"
            )));
        }
        Ok(Some((object, length)))
    }

    /// Reads a colour, or `None` for `null`.
    pub(crate) fn color_or_null(&mut self, index: usize) -> Checked<Option<Color>> {
        let value = self.arg(index);
        if value.is_null() {
            return Ok(None);
        }
        let what = self.parameter(index);
        self.color_of(&value, what).map(Some)
    }

    pub(crate) fn color_of(&mut self, value: &JsValue, what: &str) -> Checked<Color> {
        let expected = "[r, g, b] or [r, g, b, a] in 0..1, or a CSS colour string";
        if let Some(text) = value.as_string() {
            let text = text.to_std_string_lossy();
            return Color::parse(&text).map_err(|error| prefixed(what, error));
        }
        let Some((array, length)) = self.array(value)? else {
            return Err(Failure::Type(format!("{what} must be {expected}, got {}", describe(value))));
        };
        let mut parts = Vec::new();
        for at in 0..length.min(5) {
            let part = element(&array, at, self.context)?;
            match part.as_number() {
                Some(number) => parts.push(number),
                None => {
                    return Err(Failure::Type(format!(
                        "{what}[{at}] must be a number, got {}",
                        describe(&part)
                    )));
                }
            }
        }
        Color::from_array(&parts).map_err(|error| prefixed(what, error))
    }

    /// Reads the options object at `index`. Unknown keys are refused, with a near one.
    pub(crate) fn options(&mut self, index: usize, known: &'static [&'static str]) -> Checked<Options> {
        if self.is_absent(index) {
            return Ok(Options { object: None });
        }
        let value = self.arg(index);
        let Some(object) = value.as_object().filter(|it| !it.is_array() && !it.is_callable()) else {
            return Err(self.wrong(index, "an object of options"));
        };
        self.options_of(object, known)
    }

    /// Reads an object whose keys are known.
    pub(crate) fn options_of(
        &mut self,
        object: JsObject,
        known: &'static [&'static str],
    ) -> Checked<Options> {
        for key in object.own_property_keys(self.context)? {
            let key = key.to_string();
            if !known.contains(&key.as_str()) {
                let guess = near_name(&key, known.iter().copied());
                return Err(Failure::Type(match guess {
                    Some(near) => format!("there is no option {key}. Did you mean {near}?"),
                    None => format!("there is no option {key}; known are {}", known.join(", ")),
                }));
            }
        }
        Ok(Options { object: Some(object) })
    }

    pub(crate) fn option(&mut self, options: &Options, key: &'static str) -> Checked<Option<JsValue>> {
        let Some(object) = &options.object else { return Ok(None) };
        let value = object.get(JsString::from(key), self.context)?;
        Ok((!value.is_undefined()).then_some(value))
    }

    pub(crate) fn string_option(&mut self, options: &Options, key: &'static str) -> Checked<Option<String>> {
        match self.option(options, key)? {
            None => Ok(None),
            Some(value) => match value.as_string() {
                Some(text) => Ok(Some(text.to_std_string_lossy())),
                None => {
                    Err(Failure::Type(format!("option {key} must be a string, got {}", describe(&value))))
                }
            },
        }
    }

    pub(crate) fn number_option(&mut self, options: &Options, key: &'static str) -> Checked<Option<f64>> {
        match self.option(options, key)? {
            None => Ok(None),
            Some(value) => match value.as_number() {
                Some(number) => self.finite(number, || format!("option {key}")).map(Some),
                None => {
                    Err(Failure::Type(format!("option {key} must be a number, got {}", describe(&value))))
                }
            },
        }
    }

    pub(crate) fn boolean_option(&mut self, options: &Options, key: &'static str) -> Checked<Option<bool>> {
        match self.option(options, key)? {
            None => Ok(None),
            Some(value) => match value.as_boolean() {
                Some(flag) => Ok(Some(flag)),
                None => {
                    let came = describe(&value);
                    Err(Failure::Type(format!("option {key} must be true or false, got {came}")))
                }
            },
        }
    }

    /// Reads a list of finite numbers in an option.
    pub(crate) fn numbers_option(
        &mut self,
        options: &Options,
        key: &'static str,
    ) -> Checked<Option<Vec<f64>>> {
        let Some(value) = self.option(options, key)? else { return Ok(None) };
        let Some((array, length)) = self.array(&value)? else {
            return Err(Failure::Type(format!(
                "option {key} must be an array of numbers, got {}",
                describe(&value)
            )));
        };
        let mut numbers = Vec::new();
        for at in 0..length {
            let element = element(&array, at, self.context)?;
            let Some(number) = element.as_number() else {
                return Err(Failure::Type(format!(
                    "option {key}[{at}] must be a number, got {}",
                    describe(&element)
                )));
            };
            numbers.push(self.finite(number, || format!("option {key}[{at}]"))?);
        }
        Ok(Some(numbers))
    }

    /// Reads one of a fixed set of words in an option.
    pub(crate) fn choice_option<T: Copy>(
        &mut self,
        options: &Options,
        key: &'static str,
        choices: &[(&'static str, T)],
    ) -> Checked<Option<T>> {
        let Some(word) = self.string_option(options, key)? else { return Ok(None) };
        choice(&format!("option {key}"), &word, choices).map(Some)
    }
}

/// An options argument that passed its check.
pub(crate) struct Options {
    object: Option<JsObject>,
}

/// Reads one of a fixed set of words.
pub(crate) fn choice<T: Copy>(what: &str, word: &str, choices: &[(&'static str, T)]) -> Checked<T> {
    match choices.iter().find(|(name, _)| *name == word) {
        Some((_, value)) => Ok(*value),
        None => {
            let list: Vec<String> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            let near = near_name(word, choices.iter().map(|(name, _)| *name));
            let guess = near.map(|near| format!(". Did you mean \"{near}\"?")).unwrap_or_default();
            let list = list.join(" or ");
            Err(Failure::Range(format!("{what} must be {list}, got \"{}\"{guess}", cut(word))))
        }
    }
}

pub(crate) fn prefixed(what: &str, error: SceneError) -> Failure {
    Failure::Scene(SceneError { message: format!("{what}: {}", error.message), ..error })
}

/// Reads the name of an entity within another argument.
pub(crate) fn name_of(value: &JsValue, what: impl FnOnce() -> String) -> Checked<String> {
    let name = value.as_string().and_then(|it| text_of(&it));
    name.ok_or_else(|| Failure::Type(format!("{} must be a string, got {}", what(), describe(value))))
}

/// Describes the value that came instead of the expected one, in a few words.
pub(crate) fn describe(value: &JsValue) -> String {
    if value.is_undefined() {
        return "undefined".to_owned();
    }
    if value.is_null() {
        return "null".to_owned();
    }
    if let Some(text) = value.as_string() {
        return format!("the string \"{}\"", cut(&text.to_std_string_lossy()));
    }
    if let Some(number) = value.as_number() {
        return format!("the number {}", number_text(number));
    }
    if let Some(flag) = value.as_boolean() {
        return flag.to_string();
    }
    match value.as_object() {
        Some(object) if object.is_callable() => "a function".to_owned(),
        Some(object) if object.is_array() => "an array".to_owned(),
        Some(object) if JsPromise::from_object(object.clone()).is_ok() => {
            "a promise (is an await missing?)".to_owned()
        }
        Some(_) => "an object".to_owned(),
        None => format!("a {}", value.type_of()),
    }
}
