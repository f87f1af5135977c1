//! Values as text, read without running any code of the script: no getter, no proxy trap, no `toJSON`, no
//! `toString`. The cost is bounded by the text that is wanted, however large or deep the value is.

use std::fmt::{self, Write};

use boa_engine::builtins::error::Error as ErrorData;
use boa_engine::object::JsObject;
use boa_engine::object::builtins::{JsDate, JsProxy};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsString, JsValue, js_string};

/// The greatest depth of objects inside each other that is shown; deeper ones are `…`. Values are shown by recursion.
const MAX_DEPTH: usize = 24;

/// The most prototypes that are asked for a property: a script can make a chain of any length, and classes have a few.
const MAX_PROTOTYPES: usize = 64;

/// A value as text.
pub(super) struct Shown {
    pub text: String,
    /// True when nothing was left out, and the value is made of plain parts only.
    pub is_whole: bool,
}

/// Shows data as JSON does, strings in quotation marks, and stops after about `most_bytes`.
pub(super) fn show(value: &JsValue, most_bytes: usize, context: &mut Context) -> Shown {
    let mut writer =
        Writer { text: String::new(), most_bytes, is_whole: true, ancestors: Vec::new(), context };
    if writer.value(value).is_err() {
        writer.is_whole = false;
        writer.text.push('…');
    }
    Shown { text: writer.text, is_whole: writer.is_whole }
}

/// Formats bounded text: `None` when it would be longer.
pub(super) fn bounded(shown: &dyn fmt::Display, most_bytes: usize) -> Option<String> {
    let mut out = Bounded { text: String::new(), most_bytes };
    write!(out, "{shown}").ok().map(|()| out.text)
}

/// Returns at most `most_bytes` bytes of a string, with a mark when it was longer. Long strings are not
/// copied first.
pub(super) fn string_start(string: &JsString, most_bytes: usize) -> String {
    if string.len() <= most_bytes {
        return string.to_std_string_lossy();
    }
    let start = string.get(0..most_bytes).map(|it| it.to_std_string_lossy()).unwrap_or_default();
    format!("{start}… (cut)")
}

/// Returns a property that is a plain value, of the object or the nearest prototype that has one of that name.
pub(super) fn plain_property(object: &JsObject, key: &str) -> Option<JsValue> {
    let key = PropertyKey::from(js_string!(key));
    let mut at = Some(object.clone());
    for _ in 0..MAX_PROTOTYPES {
        let object = at?;
        let found = object.borrow().properties().get(&key);
        if let Some(found) = found {
            return found.value().cloned();
        }
        at = object.prototype();
    }
    None
}

/// Returns `Name: message` of an error object.
pub(super) fn error_text(object: &JsObject, most_bytes: usize) -> (String, String) {
    let text = |key: &str| {
        let value = plain_property(object, key)?;
        value.as_string().map(|text| string_start(&text, most_bytes))
    };
    (text("name").unwrap_or_else(|| "Error".to_owned()), text("message").unwrap_or_default())
}

pub(super) fn is_error(object: &JsObject) -> bool {
    object.is::<ErrorData>()
}

struct Writer<'a> {
    text: String,
    most_bytes: usize,
    is_whole: bool,
    ancestors: Vec<JsObject>,
    context: &'a mut Context,
}

impl Writer<'_> {
    fn value(&mut self, value: &JsValue) -> fmt::Result {
        if let Some(string) = value.as_string() {
            return self.string(&string);
        }
        match value.as_object() {
            Some(object) => self.object(value, &object),
            None => self.engine_text(value),
        }
    }

    fn string(&mut self, string: &JsString) -> fmt::Result {
        let room = self.most_bytes.saturating_sub(self.text.len());
        let text = string_start(string, room);
        match serde_json::to_string(&text) {
            Ok(quoted) => self.write_str(&quoted),
            Err(_) => Err(fmt::Error),
        }
    }

    fn object(&mut self, value: &JsValue, object: &JsObject) -> fmt::Result {
        // First of all: every other question would run a trap of the script.
        if JsProxy::from_object(object.clone()).is_ok() {
            return self.write_str("[Proxy]");
        }
        if object.is_callable() {
            return self.function(object);
        }
        if is_error(object) {
            self.is_whole = false;
            let (name, message) = error_text(object, self.most_bytes);
            let words = if message.is_empty() { name } else { format!("{name}: {message}") };
            return self.write_str(&words);
        }
        if JsDate::from_object(object.clone()).is_ok() {
            // A date is at most 40 characters in the engine's text.
            return match bounded(&value.display(), 64) {
                Some(date) => write!(self, "\"{date}\""),
                None => Err(fmt::Error),
            };
        }
        let is_array = object.is_array();
        if !is_array && !object.is_ordinary() {
            self.is_whole = false;
            return match self.ancestors.is_empty() {
                true => self.engine_text(value),
                false => self.write_str("{}"),
            };
        }
        // Only the ancestors: an object that is in two places is no circle, and is shown twice.
        if self.ancestors.iter().any(|it| JsObject::equals(it, object)) {
            return self.write_str("[cycle]");
        }
        if self.ancestors.len() >= MAX_DEPTH {
            self.is_whole = false;
            return self.write_str("…");
        }
        self.ancestors.push(object.clone());
        let written = if is_array { self.elements(object) } else { self.properties(object) };
        self.ancestors.pop();
        written
    }

    fn function(&mut self, object: &JsObject) -> fmt::Result {
        let name = plain_property(object, "name").and_then(|it| it.as_string());
        match name.filter(|it| !it.is_empty()) {
            Some(name) => {
                let name = string_start(&name, 100);
                write!(self, "[Function: {name}]")
            }
            None => self.write_str("[Function (anonymous)]"),
        }
    }

    fn elements(&mut self, object: &JsObject) -> fmt::Result {
        // The loop may count four billion holes. It ends when the text is full.
        let length = plain_property(object, "length").and_then(|it| it.as_number()).unwrap_or(0.0);
        self.write_str("[")?;
        for index in 0..length as u32 {
            if index > 0 {
                self.write_str(",")?;
            }
            match self.own(object, &PropertyKey::from(index)) {
                // A hole is what JSON makes of it.
                Own::Absent => self.write_str("null")?,
                Own::Accessor => self.write_str("[Getter]")?,
                Own::Value(value) => self.value(&value)?,
            }
        }
        self.write_str("]")
    }

    fn properties(&mut self, object: &JsObject) -> fmt::Result {
        // An ordinary object answers this itself, without a trap.
        let keys = object.own_property_keys(self.context).map_err(|_| fmt::Error)?;
        self.write_str("{")?;
        let mut is_first = true;
        for key in keys {
            let name = match &key {
                PropertyKey::String(name) => name.clone(),
                PropertyKey::Index(index) => JsString::from(index.get().to_string()),
                PropertyKey::Symbol(_) => continue,
            };
            let is_enumerable =
                object.borrow().properties().get(&key).is_some_and(|it| it.enumerable() == Some(true));
            if !is_enumerable {
                continue;
            }
            if !is_first {
                self.write_str(",")?;
            }
            is_first = false;
            self.string(&name)?;
            self.write_str(":")?;
            match self.own(object, &key) {
                Own::Absent => self.write_str("undefined")?,
                Own::Accessor => self.write_str("[Getter]")?,
                Own::Value(value) => self.value(&value)?,
            }
        }
        self.write_str("}")
    }

    fn own(&self, object: &JsObject, key: &PropertyKey) -> Own {
        match object.borrow().properties().get(key) {
            None => Own::Absent,
            Some(found) => found.value().cloned().map_or(Own::Accessor, Own::Value),
        }
    }

    fn engine_text(&mut self, value: &JsValue) -> fmt::Result {
        let room = self.most_bytes.saturating_sub(self.text.len());
        let text = bounded(&value.display(), room).ok_or(fmt::Error)?;
        self.write_str(&text)
    }
}

enum Own {
    Absent,
    Accessor,
    Value(JsValue),
}

impl Write for Writer<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        push_within(&mut self.text, part, self.most_bytes)
    }
}

struct Bounded {
    text: String,
    most_bytes: usize,
}

impl Write for Bounded {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        push_within(&mut self.text, part, self.most_bytes)
    }
}

/// Appends as much of the part as there is room for, and fails when the text is full.
fn push_within(text: &mut String, part: &str, most_bytes: usize) -> fmt::Result {
    let room = most_bytes.saturating_sub(text.len());
    if part.len() <= room {
        text.push_str(part);
        return Ok(());
    }
    let mut end = room;
    while !part.is_char_boundary(end) {
        end -= 1;
    }
    text.push_str(&part[..end]);
    Err(fmt::Error)
}
