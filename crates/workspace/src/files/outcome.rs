//! The answer of a file tool: one object for every door, with a text for the model and one for a person.

use std::borrow::Cow;
use std::mem;

use serde_json::{Map, Value, json};

use super::refusal::Refusal;
use scenewright_error::{Warning, show_text};
use scenewright_tools::answer::{MAX_TEXT_LEN, warning_codes};

/// The result of a tool.
pub(crate) type Outcome = Result<Done, Box<Refusal>>;

/// The form in which an answer is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// The data and the texts.
    Whole,
    /// The text for the model alone: a server without structured answers only sends this, and the data would contain
    /// a file's text a second time.
    Shown,
    /// The text for the model as the line of a client's answer, which begins with this text. Only a picture comes as an envelope.
    Line(String),
}

/// The answer of a tool in the form that was wanted.
#[derive(Debug)]
pub enum Answered {
    /// The envelope as JSON.
    Envelope(String),
    /// A line of JSON in UTF-8, to be written as it is.
    Line(Vec<u8>),
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
    pub warnings: Vec<Warning>,
    /// The latest commit when the call began, for the base of a later change.
    pub commit_id: Option<String>,
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
            commit_id: None,
            notes: Vec::new(),
            path: None,
            operation: Operation::Search,
            picture: None,
            counts: Counts::default(),
        }
    }

    /// Takes the text that a model is shown, with the notes and the warnings.
    fn shown(&mut self) -> String {
        let mut text = mem::take(&mut self.assistant);
        let warnings = self.warnings.iter().map(|warning| &warning.message);
        for remark in self.notes.iter().chain(warnings) {
            text.push_str("\n\n");
            text.push_str(remark);
        }
        text
    }

    fn envelope(mut self, is_shown_only: bool) -> Value {
        let mut wire = Map::new();
        wire.insert("result".into(), true.into());
        // The facts about a picture are few, and stand beside it.
        if is_shown_only && self.picture.is_none() {
            self.data.retain(|name, _| name == MODIFIED_BY_USER);
        }
        wire.append(&mut self.data);
        let assistant = self.shown();
        if !self.notes.is_empty() {
            wire.insert("notes".into(), self.notes.into());
        }
        if !self.warnings.is_empty() {
            let messages = self.warnings.iter().map(|warning| warning.message.as_str());
            wire.insert("warnings".into(), messages.collect());
        }
        wire.insert("assistant".into(), assistant.into());
        if !is_shown_only {
            wire.insert("display".into(), show_text(&self.display).into());
        }
        let Counts { bytes, added, removed } = self.counts;
        let mut envelope = json!({
            "status": self.ending.as_str(),
            "answer": wire,
            "counts": { "bytes": bytes, "added": added, "removed": removed },
            "operation": self.operation.as_str(),
        });
        if !self.warnings.is_empty() {
            envelope["warningCodes"] = warning_codes(&self.warnings);
        }
        if let Some(id) = self.commit_id {
            envelope["commitId"] = id.into();
        }
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

/// Returns the answer in the wanted form.
pub(crate) fn answered(outcome: Outcome, form: &Form) -> Answered {
    match (outcome, form) {
        (Ok(mut done), Form::Line(start)) if done.picture.is_none() => {
            Answered::Line(line(start, &done.shown(), false))
        }
        (Err(refusal), Form::Line(start)) => Answered::Line(line(start, &refusal.for_model(), true)),
        (Ok(done), form) => Answered::Envelope(done.envelope(*form != Form::Whole).to_string()),
        (Err(refusal), _) => {
            Answered::Envelope(json!({ "status": "refused", "answer": refusal.wire() }).to_string())
        }
    }
}

/// Returns the line of an answer to a client: this start, the result of a call as the protocol has it, and the end of the
/// object. A text is escaped here once; in JavaScript it would be read, unescaped, escaped and encoded again.
fn line(start: &str, text: &str, is_error: bool) -> Vec<u8> {
    let text = cut(text);
    // Room for some escapes: a line of code has a line end, and often quotes.
    let mut line = Vec::with_capacity(start.len() + text.len() + text.len() / 8 + 80);
    line.extend_from_slice(start.as_bytes());
    line.extend_from_slice(br#"{"content":[{"type":"text","text":"#);
    // Writing a text into memory cannot fail.
    let _ = serde_json::to_writer(&mut line, text.as_ref());
    line.extend_from_slice(br#"}],"isError":"#);
    line.extend_from_slice(if is_error { b"true}}\n" } else { b"false}}\n" });
    line
}

/// Returns the part of a text that is sent to a model, cut at the end of a line.
fn cut(text: &str) -> Cow<'_, str> {
    // A text has no more characters than bytes.
    if text.len() <= MAX_TEXT_LEN || utf16_len(text) <= MAX_TEXT_LEN {
        return text.into();
    }
    let beginning = beginning_within(text, MAX_TEXT_LEN);
    let shown = match beginning.rfind('\n') {
        Some(end) if end > 0 => &beginning[..end],
        _ => beginning,
    };
    let left = utf16_len(&text[shown.len()..]);
    format!("{shown}\n... cut here: {left} more characters. Ask for less.").into()
}

/// The most characters of what a model is shown, as JavaScript counts them. Less than a whole answer may have: words about
/// it, notes and warnings follow, and are not to be cut off.
pub(super) const MAX_SHOWN_LEN: usize = MAX_TEXT_LEN - 2_000;

/// Returns the characters of a text, as JavaScript counts them.
pub(super) fn utf16_len(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

/// Returns the beginning of a text that a model is shown: all of it where it is short enough.
pub(super) fn cut_to_limit(text: &str) -> &str {
    beginning_within(text, MAX_SHOWN_LEN)
}

/// Returns the longest beginning of a text with at most this many characters, as JavaScript counts them.
fn beginning_within(text: &str, most: usize) -> &str {
    let mut length = 0;
    let cut = text.char_indices().find(|(_, character)| {
        length += character.len_utf16();
        length > most
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
    use scenewright_error::WarningCode;

    #[test]
    fn line_of_an_answer_is_the_result_that_the_protocol_has() {
        let mut done = Done::new(Ending::Ok, json!({ "content": "left out" }));
        done.assistant = "     1→say(\"é\")\n\u{1b}".to_owned();
        done.notes = vec!["Note: one.".to_owned()];
        done.warnings = vec![WarningCode::NotRead.warning("Warning: two.")];
        let form = Form::Line("{\"id\":7,\"result\":".to_owned());
        let Answered::Line(line) = answered(Ok(done), &form) else { panic!("an envelope") };
        assert_eq!(line.last(), Some(&b'\n'));
        let text = "     1→say(\"é\")\n\u{1b}\n\nNote: one.\n\nWarning: two.";
        let result = json!({ "content": [{ "type": "text", "text": text }], "isError": false });
        assert_eq!(serde_json::from_slice::<Value>(&line).unwrap(), json!({ "id": 7, "result": result }));
    }

    #[test]
    fn long_text_of_a_line_is_cut_at_the_end_of_a_line_by_characters_of_javascript() {
        let text = format!("{}\n{}", "é".repeat(MAX_TEXT_LEN - 1), "x");
        assert_eq!(
            cut(&text),
            format!("{}\n... cut here: 2 more characters. Ask for less.", "é".repeat(MAX_TEXT_LEN - 1))
        );
        let pairs = "😀".repeat(MAX_TEXT_LEN / 2);
        assert_eq!(cut(&pairs), pairs);
        assert!(cut(&format!("{pairs}a")).ends_with("cut here: 1 more characters. Ask for less."));
    }

    #[test]
    fn display_shows_headline_five_lines_and_count_of_the_rest() {
        let lines: Vec<String> = (1..=42).map(|number| format!("line {number}")).collect();
        let shown = display("Wrote 42 lines to a.ts", 42, "line", lines.iter().map(String::as_str));
        assert!(shown.starts_with("Wrote 42 lines to a.ts\n  line 1\n"), "{shown}");
        assert!(shown.ends_with("\n  line 5\n... (+37 lines)"), "{shown}");
    }
}
