//! Refusals of the file tools: one table of codes, kinds and messages, from which the tools answer and
//! `docs/errors.md` is written.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::row::{Row, row};
use super::rows::{ROWS, USE_OFFERED_NAME};
use scenewright_error::{Error, Kind, quote, quote_name, show_text};

/// A call that was refused. Nothing was changed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Refusal {
    /// The number that clients know, where the table has one.
    pub code: Option<u8>,
    pub error: Error,
    pub meta: Option<Value>,
    what_to_do: &'static str,
}

impl Refusal {
    /// Makes a refusal in the words of the table, with its `{name}`s filled in.
    pub(crate) fn of(tool: &str, kind: Kind, words: &[(&str, &str)]) -> Refusal {
        let row = find(tool, kind);
        Refusal {
            code: row.code,
            error: Error::new(kind, fill(row, words)),
            meta: None,
            what_to_do: row.what_to_do,
        }
    }

    /// Makes a refusal from an error that brings its own words.
    pub(crate) fn from_error(tool: &str, error: Error) -> Refusal {
        // A row of a tool about its arguments has words of its own.
        let row = find(if error.kind == Kind::InvalidInput { "*" } else { tool }, error.kind);
        Refusal { code: row.code, error, meta: None, what_to_do: row.what_to_do }
    }

    pub(crate) fn with_meta(mut self, meta: Value) -> Refusal {
        self.meta = Some(meta);
        self
    }

    /// Adds help after the message, after an empty line.
    pub(crate) fn with_help(mut self, help: Option<&str>) -> Refusal {
        if let Some(help) = help {
            self.error.message.push_str("\n\n");
            self.error.message.push_str(help);
        }
        self
    }

    /// Advises the name that the message offers.
    pub(crate) fn with_offered_name(mut self) -> Refusal {
        self.what_to_do = USE_OFFERED_NAME;
        self
    }

    /// Advises something else than the table does for the kind.
    pub(crate) fn with_advice(mut self, what_to_do: &'static str) -> Refusal {
        self.what_to_do = what_to_do;
        self
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Refusal {
        self.error.hint = Some(hint.into());
        self
    }

    pub(crate) fn in_file(mut self, file: impl Into<String>) -> Refusal {
        self.error.file = Some(file.into());
        self
    }

    /// Returns the object that clients know.
    pub(crate) fn wire(&self) -> Value {
        let error = &self.error;
        let mut wire = Map::new();
        wire.insert("result".into(), false.into());
        wire.insert("behavior".into(), "ask".into());
        wire.insert("message".into(), error.message.as_str().into());
        if let Some(code) = self.code {
            wire.insert("errorCode".into(), code.into());
        }
        wire.insert("kind".into(), error.kind.as_str().into());
        wire.insert("whatToDo".into(), self.what_to_do.into());
        for (name, text) in [("file", &error.file), ("hint", &error.hint)] {
            if let Some(text) = text {
                wire.insert(name.into(), text.as_str().into());
            }
        }
        for (name, number) in [("line", error.line), ("column", error.column)] {
            if let Some(number) = number {
                wire.insert(name.into(), number.into());
            }
        }
        if let Some(meta) = &self.meta {
            wire.insert("meta".into(), meta.clone());
        }
        wire.insert("assistant".into(), self.for_model().into());
        wire.insert("display".into(), show_text(&headline(&error.message)).into());
        Value::Object(wire)
    }

    /// Returns the message with advice, what the table says is to be done, the code and the kind.
    pub(super) fn for_model(&self) -> String {
        let error = &self.error;
        let hint = error.hint.as_ref().map(|hint| format!("\n{hint}")).unwrap_or_default();
        let code = self.code.map(|code| format!(", code: {code}")).unwrap_or_default();
        let what_to_do = self.what_to_do;
        format!("{}{hint}\n\nWhat to do: {what_to_do}\n(kind: {}{code})", error.message, error.kind.as_str())
    }
}

/// Returns the row of a kind for a tool.
pub(super) fn find(tool: &str, kind: Kind) -> &'static Row {
    const UNKNOWN: Row = row("*", 0, Kind::Internal, "", "", "");
    let of = |tool: &str| ROWS.iter().find(|row| row.tool == tool && row.kind == kind);
    of(tool).or_else(|| of("*")).unwrap_or(&UNKNOWN)
}

/// Returns the facts about the path besides the message, under the names that clients know.
pub(super) fn absolute_path_meta(given: &str) -> Value {
    json!({ "isFilePathAbsolute": is_absolute(given) })
}

/// Returns a word, as clients know it.
pub(super) fn is_absolute(given: &str) -> &'static str {
    if std::path::Path::new(given).is_absolute() { "true" } else { "false" }
}

fn fill(row: &Row, words: &[(&str, &str)]) -> String {
    let mut message = String::new();
    let mut rest = row.message;
    // One pass, so that what is filled in is never taken for a name.
    while let Some((before, after)) = rest.split_once('{') {
        message.push_str(before);
        let Some((name, tail)) = after.split_once('}') else { break };
        let word = words.iter().find(|(known, _)| *known == name).map(|(_, word)| *word);
        message.push_str(&quote_placeholder_value(name, word.unwrap_or_default()));
        rest = tail;
    }
    message.push_str(rest);
    message
}

/// Returns the words to fill in: the name of a file on one line, the caller's text truncated where it is long, and
/// our own words unchanged.
fn quote_placeholder_value<'a>(name: &str, word: &'a str) -> Cow<'a, str> {
    match name {
        "path" | "parent" => quote_name(word),
        "help" | "lines" => Cow::Borrowed(word),
        _ => quote(word),
    }
}

fn headline(message: &str) -> String {
    const SHOWN: usize = 200;
    let line = message.lines().next().unwrap_or_default();
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filled_in_words_are_never_read_as_placeholders() {
        let words = [("old_string", "{help} {old_string}")];
        let refusal = Refusal::of("Edit", Kind::NoMatch, &words);
        assert_eq!(
            refusal.error.message,
            "String to replace not found in file.\nString: {help} {old_string}"
        );
        assert_eq!(refusal.wire()["errorCode"], 8);
        assert_eq!(refusal.wire()["behavior"], "ask");
    }
}
