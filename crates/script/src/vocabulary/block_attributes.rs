//! Attributes of blocks as scripts write them: objects with a key for each tag.

use boa_engine::object::JsObject;
use boa_engine::{JsString, JsValue};

use super::call::{Call, Checked, Failure, Options, choice, describe};
use scenewright_geometry::number_text;
use scenewright_scene::{Align, AttributeDefinition, AttributePlace};

const ALIGNMENTS: &[(&str, Align)] =
    &[("left", Align::Left), ("center", Align::Center), ("right", Align::Right)];

impl Call<'_> {
    /// Reads the values of an instance's attributes.
    pub(super) fn attribute_values(&mut self, options: &Options) -> Checked<Vec<(String, String)>> {
        let mut values = Vec::new();
        for (tag, value) in self.tagged(options)? {
            let text = text_of(&value).ok_or_else(|| wrong(&tag, "a string or a finite number", &value))?;
            values.push((tag, text));
        }
        Ok(values)
    }

    /// Reads the definitions of a block's attributes: a value for one that is not seen, or its place with a value.
    pub(super) fn attribute_definitions(&mut self, options: &Options) -> Checked<Vec<AttributeDefinition>> {
        const KNOWN: &[&str] = &["x", "y", "size", "align", "value"];
        let mut definitions = Vec::new();
        for (tag, value) in self.tagged(options)? {
            if let Some(value) = text_of(&value) {
                definitions.push(AttributeDefinition { tag: tag.into(), value, place: None });
                continue;
            }
            let expected = "a value, or { x, y, size, align?, value? }";
            let Some(object) = value.as_object().filter(|it| !it.is_array() && !it.is_callable()) else {
                return Err(wrong(&tag, expected, &value));
            };
            for key in object.own_property_keys(self.context)? {
                if !KNOWN.contains(&key.to_string().as_str()) {
                    return Err(Failure::Type(format!(
                        "attributes.{tag} has no option {key}; known are {}",
                        KNOWN.join(", ")
                    )));
                }
            }
            let number = |call: &mut Self, key: &'static str| {
                let value = object.get(JsString::from(key), call.context)?;
                match value.as_number() {
                    Some(number) if number.is_finite() => Ok(number),
                    _ => Err(wrong(&format!("{tag}.{key}"), "a finite number", &value)),
                }
            };
            let place = AttributePlace {
                x: number(self, "x")?,
                y: number(self, "y")?,
                size: number(self, "size")?,
                align: self.align(&object, &tag)?,
            };
            let value = object.get(JsString::from("value"), self.context)?;
            let value = match value.is_undefined() {
                true => String::new(),
                false => text_of(&value)
                    .ok_or_else(|| wrong(&format!("{tag}.value"), "a string or a finite number", &value))?,
            };
            definitions.push(AttributeDefinition { tag: tag.into(), value, place: Some(place) });
        }
        Ok(definitions)
    }

    fn align(&mut self, object: &JsObject, tag: &str) -> Checked<Align> {
        let value = object.get(JsString::from("align"), self.context)?;
        if value.is_undefined() {
            return Ok(Align::Left);
        }
        let what = format!("attributes.{tag}.align");
        match value.as_string() {
            Some(word) => choice(&what, &word.to_std_string_lossy(), ALIGNMENTS),
            None => Err(wrong(&format!("{tag}.align"), "a string", &value)),
        }
    }

    /// Reads the option `attributes`: an object, by its keys.
    fn tagged(&mut self, options: &Options) -> Checked<Vec<(String, JsValue)>> {
        let Some(value) = self.option(options, "attributes")? else { return Ok(Vec::new()) };
        let Some(object) = value.as_object().filter(|it| !it.is_array() && !it.is_callable()) else {
            let came = describe(&value);
            return Err(Failure::Type(format!(
                "option attributes must be an object with a key for each tag, got {came}"
            )));
        };
        let mut tagged = Vec::new();
        for key in object.own_property_keys(self.context)? {
            let tag = key.to_string();
            tagged.push((tag, object.get(key, self.context)?));
        }
        Ok(tagged)
    }
}

fn text_of(value: &JsValue) -> Option<String> {
    match (value.as_string(), value.as_number()) {
        (Some(text), _) => Some(text.to_std_string_lossy()),
        (None, Some(number)) if number.is_finite() => Some(number_text(number)),
        (None, _) => None,
    }
}

fn wrong(tag: &str, expected: &str, value: &JsValue) -> Failure {
    Failure::Type(format!("attributes.{tag} must be {expected}, got {}", describe(value)))
}
