//! Arguments within arguments: points, lists and objects in options.

use boa_engine::{JsObject, JsValue};

use super::call::{Call, Checked, Failure, Options, describe};
use super::elements::element;
use scenewright_geometry::Point;

impl Call<'_> {
    /// Reads the elements of an array; `None` if the value is no array.
    pub(crate) fn list_of(&mut self, value: &JsValue) -> Checked<Option<Vec<JsValue>>> {
        let Some((array, length)) = self.array(value)? else { return Ok(None) };
        let mut elements = Vec::with_capacity(length.min(1 << 16) as usize);
        for at in 0..length {
            elements.push(element(&array, at, self.context)?);
        }
        Ok(Some(elements))
    }

    /// Reads a plain object with known keys; `None` if the value is no such object.
    pub(crate) fn object_of(
        &mut self,
        value: &JsValue,
        known: &'static [&'static str],
    ) -> Checked<Option<Options>> {
        let object: Option<JsObject> = value.as_object().filter(|it| !it.is_array() && !it.is_callable());
        object.map(|object| self.options_of(object, known)).transpose()
    }

    /// Reads a point `[x, y]`.
    pub(crate) fn point_of(&mut self, value: &JsValue, what: &str) -> Checked<Point> {
        let [x, y] = self.pair_of(value, what)?;
        Ok(Point::new(x, y))
    }

    /// Reads two numbers.
    pub(crate) fn pair_of(&mut self, value: &JsValue, what: &str) -> Checked<[f64; 2]> {
        let numbers = self.numbers_of(value, what)?;
        match numbers[..] {
            [x, y] => Ok([x, y]),
            _ => Err(Failure::Type(format!("{what} must be [x, y], got an array of {}", numbers.len()))),
        }
    }

    /// Reads a list of finite numbers.
    pub(crate) fn numbers_of(&mut self, value: &JsValue, what: &str) -> Checked<Vec<f64>> {
        let Some(elements) = self.list_of(value)? else {
            return Err(Failure::Type(format!(
                "{what} must be an array of numbers, got {}",
                describe(value)
            )));
        };
        let mut numbers = Vec::with_capacity(elements.len());
        for (at, part) in elements.iter().enumerate() {
            let Some(number) = part.as_number() else {
                return Err(Failure::Type(format!("{what}[{at}] must be a number, got {}", describe(part))));
            };
            numbers.push(self.finite(number, || format!("{what}[{at}]"))?);
        }
        Ok(numbers)
    }

    /// Reads the text of a value that is a string, or a number as it is written.
    pub(crate) fn text_of(&self, value: &JsValue, what: &str) -> Checked<String> {
        if let Some(text) = value.as_string() {
            return Ok(text.to_std_string_lossy());
        }
        match value.as_number() {
            Some(number) if number.is_finite() => Ok(scenewright_geometry::number_text(number)),
            Some(_) => Err(Failure::Range(format!("{what} must be finite, got {}", describe(value)))),
            None => Err(Failure::Type(format!("{what} must be a string, got {}", describe(value)))),
        }
    }

    /// Reads one name or a list of them in an option.
    pub(crate) fn names_option(
        &mut self,
        options: &Options,
        key: &'static str,
    ) -> Checked<Option<Vec<String>>> {
        let Some(value) = self.option(options, key)? else { return Ok(None) };
        if let Some(name) = value.as_string() {
            return Ok(Some(vec![name.to_std_string_lossy()]));
        }
        let Some(elements) = self.list_of(&value)? else {
            let came = describe(&value);
            return Err(Failure::Type(format!(
                "option {key} must be a name or an array of names, got {came}"
            )));
        };
        let mut names = Vec::with_capacity(elements.len());
        for (at, part) in elements.iter().enumerate() {
            match part.as_string() {
                Some(name) => names.push(name.to_std_string_lossy()),
                None => {
                    let came = describe(part);
                    return Err(Failure::Type(format!("option {key}[{at}] must be a string, got {came}")));
                }
            }
        }
        Ok(Some(names))
    }
}
