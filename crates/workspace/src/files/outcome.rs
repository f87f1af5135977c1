//! The answer of a file tool: one object for every door, with a text for the model and one for a person.

use serde_json::{Map, Value, json};

use super::refusal::Refusal;
use scenewright_error::show_text;
use scenewright_tools::answer::MAX_TEXT_LEN;

/// The result of a tool.
pub(crate) type Outcome = Result<Done, Box<Refusal>>;

/// How much of an answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    /// The data and the texts.
    Whole,
    /// The text for the model alone: a server without structured answers only sends this, and the data would contain
    /// a file's text a second time.
    Shown,
}

/// The field that reports a person's change to `onCall`.
const MODIFIED_BY_USER: &str = "modifiedByUser";

/// The ending of a successful call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Ok,
    Applied,
    DryRun,
    Created,
    Updated,
}

/// The result of a successful tool.
#[derive(Debug)]
pub(crate) struct Done {
    pub ending: Ending,
    /// The data, in the names that clients know.
    pub data: Map<String, Value>,
    /// The text for the model, within the caps of the tool.
    pub assistant: String,
    /// The text for a person's terminal, without escape codes.
    pub display: String,
    pub warnings: Vec<String>,
    /// Remarks for the model on how the call went, a line each.
    pub notes: Vec<String>,
    /// The absolute path of the file that the call was about.
    pub path: Option<String>,
    pub operation: Operation,
    pub picture: Option<Picture>,
    pub counts: Counts,
}

/// The deed of a call, for `onCall`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Read,
    Search,
    Create,
    Update,
}

/// A picture beside the text.
#[derive(Debug)]
pub(crate) struct Picture {
    pub base64: String,
    pub media_type: &'static str,
}

/// The counts for `onCall`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// The bytes that were read or written.
    pub bytes: u64,
    pub added: usize,
    pub removed: usize,
}

impl Ending {
    fn as_str(self) -> &'static str {
        match self {
            Ending::Ok => "ok",
            Ending::Applied => "applied",
            Ending::DryRun => "dry_run",
            Ending::Created => "created",
            Ending::Updated => "updated",
        }
    }
}

impl Operation {
    fn as_str(self) -> &'static str {
        match self {
            Operation::Read => "read",
            Operation::Search => "search",
            Operation::Create => "create",
            Operation::Update => "update",
        }
    }
}

impl Done {
    pub(crate) fn new(ending: Ending, data: Value) -> Done {
        Done {
            ending,
            data: fields(data),
            assistant: String::new(),
            display: String::new(),
            warnings: Vec::new(),
            notes: Vec::new(),
            path: None,
            operation: Operation::Search,
            picture: None,
            counts: Counts::default(),
        }
    }

    fn envelope(mut self, share: Share) -> Value {
        let mut wire = Map::new();
        wire.insert("result".into(), true.into());
        // The facts about a picture are few, and stand beside it.
        if share == Share::Shown && self.picture.is_none() {
            self.data.retain(|name, _| name == MODIFIED_BY_USER);
        }
        wire.append(&mut self.data);
        if !self.notes.is_empty() {
            for note in &self.notes {
                self.assistant.push_str(&format!("\n\n{note}"));
            }
            wire.insert("notes".into(), self.notes.into());
        }
        if !self.warnings.is_empty() {
            for warning in &self.warnings {
                self.assistant.push_str(&format!("\n\n{warning}"));
            }
            wire.insert("warnings".into(), self.warnings.into());
        }
        wire.insert("assistant".into(), self.assistant.into());
        if share == Share::Whole {
            wire.insert("display".into(), show_text(&self.display).into());
        }
        let Counts { bytes, added, removed } = self.counts;
        let mut envelope = json!({
            "status": self.ending.as_str(),
            "answer": wire,
            "counts": { "bytes": bytes, "added": added, "removed": removed },
            "operation": self.operation.as_str(),
        });
        if let Some(path) = self.path {
            envelope["path"] = path.into();
        }
        if let Some(picture) = self.picture {
            envelope["image"] = json!({ "data": picture.base64, "mimeType": picture.media_type });
        }
        envelope
    }
}

/// Returns the fields of an object.
pub(super) fn fields(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

pub(crate) fn envelope(outcome: Outcome, share: Share) -> Value {
    match outcome {
        Ok(done) => done.envelope(share),
        Err(refusal) => json!({ "status": "refused", "answer": refusal.wire() }),
    }
}

/// The most characters of what a model is shown, as JavaScript counts them. Less than a whole answer may have: words about
/// it, notes and warnings follow, and are not to be cut off.
pub(super) const MAX_SHOWN_LEN: usize = MAX_TEXT_LEN - 2_000;

/// Returns the characters of a text, as JavaScript counts them.
pub(super) fn shown_len(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// Returns the beginning of a text that a model is shown: all of it where it is short enough.
pub(super) fn shown_beginning(text: &str) -> &str {
    let mut length = 0;
    let cut = text.char_indices().find(|(_, character)| {
        length += character.len_utf16();
        length > MAX_SHOWN_LEN
    });
    cut.map_or(text, |(at, _)| &text[..at])
}

/// The most lines of a tool's result that are shown to a person, below the headline.
const SHOWN_LINES: usize = 5;

/// Formats a headline with the first lines below it, and the number of the others, with a noun for one line.
pub(super) fn display<'a>(
    headline: &str,
    count: usize,
    noun: &str,
    lines: impl Iterator<Item = &'a str>,
) -> String {
    let more = count.saturating_sub(SHOWN_LINES);
    let mut shown = headline.to_owned();
    for line in lines.take(SHOWN_LINES) {
        shown.push_str(&format!("\n  {line}"));
    }
    if more > 0 {
        shown.push_str(&format!("\n... (+{more} {noun}{})", if more == 1 { "" } else { "s" }));
    }
    shown
}

/// Formats `1 line`, `2 lines`.
pub(super) fn count(number: usize, one: &str, several: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {several}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_shows_headline_five_lines_and_count_of_the_rest() {
        let lines: Vec<String> = (1..=42).map(|number| format!("line {number}")).collect();
        let shown = display("Wrote 42 lines to a.ts", 42, "line", lines.iter().map(String::as_str));
        assert!(shown.starts_with("Wrote 42 lines to a.ts\n  line 1\n"), "{shown}");
        assert!(shown.ends_with("\n  line 5\n... (+37 lines)"), "{shown}");
    }
}
