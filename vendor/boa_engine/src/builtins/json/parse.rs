//! A parser of JSON texts that creates the values directly.

use rustc_hash::FxHashMap;
use std::ops::Range;

use crate::{
    Context, JsNativeError, JsResult, JsStr, JsString, JsValue,
    builtins::{OrdinaryObject, array::Array},
    object::{
        IndexedProperties, JsObject,
        shape::{
            Shape, SharedShape,
            shared_shape::{TransitionKey, template::ObjectTemplate},
            slot::SlotAttributes,
        },
    },
    property::PropertyKey,
    string::JsStrVariant,
};

/// The deepest nesting of a text. Reviving and serializing recurse as deep as this.
const MAX_DEPTH: usize = 1_000;

/// The storage that an object gets at most before its properties are known.
const MAX_RESERVED_PROPERTIES: usize = 16;

/// The `JSON Parse Record` of a value.
///
/// More information:
///  - [ECMAScript proposal][spec]
///
/// [spec]: https://tc39.es/proposal-json-parse-with-source/#sec-json-parse-record
#[derive(Debug)]
pub(super) struct JsonRecord {
    /// The value as it was parsed.
    pub(super) value: JsValue,
    pub(super) kind: JsonRecordKind,
}

#[derive(Debug)]
pub(super) enum JsonRecordKind {
    /// A primitive with its source text.
    Primitive(JsString),
    Array(Vec<JsonRecord>),
    Object(FxHashMap<JsString, JsonRecord>),
}

/// Parses a JSON text, and its parse record if `with_record` is set.
pub(super) fn parse(
    text: &JsString,
    with_record: bool,
    context: &mut Context,
) -> JsResult<(JsValue, Option<JsonRecord>)> {
    match text.as_str().variant() {
        JsStrVariant::Latin1(text) => Parser::new(text, with_record, context).parse(),
        JsStrVariant::Utf16(text) => Parser::new(text, with_record, context).parse(),
    }
}

/// A code unit of a text in one of the encodings of strings.
trait CodeUnit: Copy + Eq + Into<u16> {
    /// Creates a string of code units.
    fn string(units: &[Self]) -> JsString;

    /// The code unit as a byte, or a byte that means nothing in JSON.
    fn byte(self) -> u8;
}

impl CodeUnit for u8 {
    #[inline]
    fn string(units: &[Self]) -> JsString {
        JsStr::latin1(units).into()
    }

    #[inline]
    fn byte(self) -> u8 {
        self
    }
}

impl CodeUnit for u16 {
    fn string(units: &[Self]) -> JsString {
        match units.iter().map(|unit| u8::try_from(*unit)).collect() {
            Ok::<Vec<u8>, _>(units) => JsStr::latin1(&units).into(),
            Err(_) => JsStr::utf16(units).into(),
        }
    }

    #[inline]
    fn byte(self) -> u8 {
        u8::try_from(self).unwrap_or(u8::MAX)
    }
}

/// The property that the last object with a certain shape got next.
struct Transition {
    /// Where its key stands in the text, with its quotes.
    key: Range<usize>,
    shape: SharedShape,
}

struct Parser<'a, U> {
    text: &'a [U],
    position: usize,
    depth: usize,
    /// The shape of an object without properties.
    empty_shape: SharedShape,
    /// The last transition of each shape by its address: objects of a text tend to have the same keys in the same order.
    ///
    /// A shape keeps the one before it alive, so that the addresses stay theirs.
    transitions: FxHashMap<usize, Transition>,
    /// The number of properties of the last object.
    last_width: usize,
    /// The records of the values that are not yet part of another one.
    records: Option<Vec<JsonRecord>>,
    context: &'a mut Context,
}

impl<'a, U: CodeUnit> Parser<'a, U> {
    fn new(text: &'a [U], with_record: bool, context: &'a mut Context) -> Self {
        let template = context.intrinsics().templates().ordinary_object();
        Self {
            text,
            position: 0,
            depth: 0,
            empty_shape: template.shape().clone(),
            transitions: FxHashMap::default(),
            last_width: 0,
            records: with_record.then(Vec::new),
            context,
        }
    }

    fn parse(mut self) -> JsResult<(JsValue, Option<JsonRecord>)> {
        self.skip_whitespace();
        let value = self.parse_value()?;
        self.skip_whitespace();
        if self.position < self.text.len() {
            return Err(self.error("trailing characters"));
        }
        Ok((value, self.records.and_then(|mut records| records.pop())))
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.position).map(|unit| unit.byte())
    }

    #[inline]
    fn skip_whitespace(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
            self.position += 1;
        }
    }

    /// Returns a `SyntaxError` with the current place.
    #[cold]
    fn error(&self, message: &str) -> crate::JsError {
        let before = &self.text[..self.position];
        let lines = before.split(|unit| unit.byte() == b'\n');
        let line = lines.clone().count();
        // At the end of the text it is the last column.
        let column =
            lines.last().map_or(0, <[U]>::len) + usize::from(self.position < self.text.len());
        JsNativeError::syntax()
            .with_message(format!("{message} at line {line} column {column}"))
            .into()
    }

    /// Enters an array or object.
    fn enter(&mut self) -> JsResult<()> {
        if self.depth == MAX_DEPTH {
            return Err(self.error("recursion limit exceeded"));
        }
        self.depth += 1;
        self.position += 1;
        self.skip_whitespace();
        Ok(())
    }

    /// Parses a value that begins at the current position.
    fn parse_value(&mut self) -> JsResult<JsValue> {
        let start = self.position;
        let value = match self.peek() {
            Some(b'{') => return self.parse_object(),
            Some(b'[') => return self.parse_array(),
            Some(b'"') => self.parse_string()?.into(),
            Some(b'-' | b'0'..=b'9') => self.parse_number()?,
            Some(b't') => self.parse_word(b"true", JsValue::new(true))?,
            Some(b'f') => self.parse_word(b"false", JsValue::new(false))?,
            Some(b'n') => self.parse_word(b"null", JsValue::null())?,
            Some(_) => return Err(self.error("expected value")),
            None => return Err(self.error("EOF while parsing a value")),
        };
        if let Some(records) = &mut self.records {
            let source = U::string(&self.text[start..self.position]);
            records.push(JsonRecord {
                value: value.clone(),
                kind: JsonRecordKind::Primitive(source),
            });
        }
        Ok(value)
    }

    fn parse_word(&mut self, word: &[u8], value: JsValue) -> JsResult<JsValue> {
        for byte in word {
            match self.peek() {
                Some(found) if found == *byte => self.position += 1,
                Some(_) => return Err(self.error("expected ident")),
                None => return Err(self.error("EOF while parsing a value")),
            }
        }
        Ok(value)
    }

    fn parse_number(&mut self) -> JsResult<JsValue> {
        let start = self.position;
        let is_negative = self.peek() == Some(b'-');
        if is_negative {
            self.position += 1;
        }
        let first = self.position;
        let digits = self.skip_digits()?;
        if digits > 1 && self.text[first].byte() == b'0' {
            self.position = first + 1;
            return Err(self.error("invalid number"));
        }

        let mut is_integer = true;
        if self.peek() == Some(b'.') {
            is_integer = false;
            self.position += 1;
            self.skip_digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            is_integer = false;
            self.position += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.position += 1;
            }
            self.skip_digits()?;
        }

        // Nine digits always fit.
        if is_integer && digits <= 9 {
            let digits = self.text[first..self.position].iter();
            let number = digits.fold(0, |number, unit| {
                number * 10 + i32::from(unit.byte() - b'0')
            });
            return Ok(match (is_negative, number) {
                (true, 0) => JsValue::new(-0.0),
                (true, number) => JsValue::new(-number),
                (false, number) => JsValue::new(number),
            });
        }

        let units = self.text[start..self.position].iter();
        let number: Vec<u8> = units.map(|unit| unit.byte()).collect();
        let Ok(number) = fast_float2::parse::<f64, _>(&number) else {
            return Err(self.error("invalid number"));
        };
        Ok(JsValue::new(number))
    }

    /// Skips one or more digits, returning how many.
    fn skip_digits(&mut self) -> JsResult<usize> {
        let start = self.position;
        while let Some(b'0'..=b'9') = self.peek() {
            self.position += 1;
        }
        match self.position - start {
            0 if self.position == self.text.len() => Err(self.error("EOF while parsing a value")),
            0 => Err(self.error("invalid number")),
            count => Ok(count),
        }
    }

    /// Skips the characters of a string up to its end, an escape or a character that must be escaped, returning them.
    #[inline]
    fn skip_plain_characters(&mut self) -> &'a [U] {
        let rest = &self.text[self.position..];
        let count = rest
            .iter()
            .position(|unit| matches!(unit.byte(), b'"' | b'\\' | 0..=0x1F))
            .unwrap_or(rest.len());
        self.position += count;
        &rest[..count]
    }

    fn parse_string(&mut self) -> JsResult<JsString> {
        self.position += 1;
        let plain = self.skip_plain_characters();
        if self.peek() == Some(b'"') {
            self.position += 1;
            return Ok(U::string(plain));
        }

        let mut units: Vec<u16> = plain.iter().map(|unit| (*unit).into()).collect();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.position += 1;
                    return Ok(u16::string(&units));
                }
                Some(b'\\') => {
                    self.position += 1;
                    units.push(self.parse_escape()?);
                }
                Some(_) => {
                    return Err(self.error(
                        "control character (\\u0000-\\u001F) found while parsing a string",
                    ));
                }
                None => return Err(self.error("EOF while parsing a string")),
            }
            let plain = self.skip_plain_characters();
            units.extend(plain.iter().map(|unit| (*unit).into()));
        }
    }

    /// Parses the part of an escape after its backslash.
    fn parse_escape(&mut self) -> JsResult<u16> {
        let unit = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => byte,
            Some(b'b') => 0x08,
            Some(b'f') => 0x0C,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => {
                self.position += 1;
                let mut unit = 0;
                for _ in 0..4 {
                    let Some(byte) = self.peek() else {
                        return Err(self.error("EOF while parsing a string"));
                    };
                    let Some(digit) = char::from(byte).to_digit(16) else {
                        return Err(self.error("invalid escape"));
                    };
                    unit = unit << 4 | digit as u16;
                    self.position += 1;
                }
                return Ok(unit);
            }
            Some(_) => return Err(self.error("invalid escape")),
            None => return Err(self.error("EOF while parsing a string")),
        };
        self.position += 1;
        Ok(u16::from(unit))
    }

    /// Parses what comes after an element or property, returning `true` if another one follows.
    fn parse_separator(&mut self, close: u8, eof: &str, expected: &str) -> JsResult<bool> {
        self.skip_whitespace();
        match self.peek() {
            Some(b',') => {
                self.position += 1;
                self.skip_whitespace();
                if self.peek() == Some(close) {
                    return Err(self.error("trailing comma"));
                }
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.position += 1;
                Ok(false)
            }
            Some(_) => Err(self.error(expected)),
            None => Err(self.error(eof)),
        }
    }

    fn parse_array(&mut self) -> JsResult<JsValue> {
        const EOF: &str = "EOF while parsing a list";

        let base = self.records.as_ref().map(Vec::len);
        self.enter()?;

        let mut elements = IndexedProperties::default();
        let mut length = 0u32;
        match self.peek() {
            Some(b']') => self.position += 1,
            Some(_) => loop {
                elements.push_dense(&self.parse_value()?);
                length += 1;
                if !self.parse_separator(b']', EOF, "expected `,` or `]`")? {
                    break;
                }
            },
            None => return Err(self.error(EOF)),
        }
        self.depth -= 1;

        let array: JsValue = self
            .context
            .intrinsics()
            .templates()
            .array()
            .create_with_indexed_properties(Array, vec![length.into()], elements)
            .into();
        if let (Some(records), Some(base)) = (&mut self.records, base) {
            let kind = JsonRecordKind::Array(records.split_off(base));
            let value = array.clone();
            records.push(JsonRecord { value, kind });
        }
        Ok(array)
    }

    fn parse_object(&mut self) -> JsResult<JsValue> {
        const EOF: &str = "EOF while parsing an object";

        self.enter()?;

        let width = self.last_width.min(MAX_RESERVED_PROPERTIES);
        let mut shape = self.empty_shape.clone();
        let mut storage = Vec::with_capacity(width);
        // The object, once a property came that the transitions of shapes are not for.
        let mut object: Option<JsObject> = None;
        let mut entries = FxHashMap::default();
        match self.peek() {
            Some(b'}') => self.position += 1,
            Some(_) => loop {
                let start = self.position;
                if object.is_none()
                    && let Some(next) = self.skip_expected_key(&shape)
                {
                    self.parse_colon()?;
                    storage.push(self.parse_value()?);
                    shape = next;
                } else {
                    match self.peek() {
                        Some(b'"') => {}
                        Some(_) => return Err(self.error("key must be a string")),
                        None => return Err(self.error(EOF)),
                    }
                    let name = self.parse_string()?;
                    let end = self.position;
                    self.parse_colon()?;
                    let value = self.parse_value()?;
                    if let Some(records) = &mut self.records {
                        let record = records.pop().expect("every value has a record");
                        entries.insert(name.clone(), record);
                    }

                    let key = PropertyKey::from(name);
                    if object.is_none()
                        && (matches!(key, PropertyKey::Index(_))
                            || shape.transition_count() + 1 >= Shape::TRANSITION_COUNT_MAX)
                    {
                        let template = ObjectTemplate::new(&shape);
                        object =
                            Some(template.create(OrdinaryObject, std::mem::take(&mut storage)));
                    }
                    if let Some(object) = &object {
                        object.create_data_property_or_throw(key, value, self.context)?;
                    } else if let Some(slot) = shape.lookup(&key) {
                        storage[slot.index as usize] = value;
                    } else {
                        let next = shape.insert_property_transition(TransitionKey {
                            property_key: key,
                            attributes: SlotAttributes::WRITABLE
                                | SlotAttributes::ENUMERABLE
                                | SlotAttributes::CONFIGURABLE,
                        });
                        let transition = Transition {
                            key: start..end,
                            shape: next.clone(),
                        };
                        self.transitions.insert(shape.to_addr_usize(), transition);
                        storage.push(value);
                        shape = next;
                    }
                }
                if !self.parse_separator(b'}', EOF, "expected `,` or `}`")? {
                    break;
                }
            },
            None => return Err(self.error(EOF)),
        }
        self.depth -= 1;
        self.last_width = storage.len();

        let object: JsValue = object
            .unwrap_or_else(|| ObjectTemplate::new(&shape).create(OrdinaryObject, storage))
            .into();
        if let Some(records) = &mut self.records {
            let kind = JsonRecordKind::Object(entries);
            let value = object.clone();
            records.push(JsonRecord { value, kind });
        }
        Ok(object)
    }

    fn parse_colon(&mut self) -> JsResult<()> {
        self.skip_whitespace();
        match self.peek() {
            Some(b':') => self.position += 1,
            Some(_) => return Err(self.error("expected `:`")),
            None => return Err(self.error("EOF while parsing an object")),
        }
        self.skip_whitespace();
        Ok(())
    }

    /// Skips a key if it is the one that the last object of this shape got next, returning the shape with it.
    fn skip_expected_key(&mut self, shape: &SharedShape) -> Option<SharedShape> {
        if self.records.is_some() {
            return None;
        }
        let transition = self.transitions.get(&shape.to_addr_usize())?;
        let key = &self.text[transition.key.clone()];
        if !self.text[self.position..].starts_with(key) {
            return None;
        }
        self.position += key.len();
        Some(transition.shape.clone())
    }
}
