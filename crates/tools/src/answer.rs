//! The answer of a call: one object for every door (library, MCP, command line).

use serde_json::{Map, Value, json};

use super::cut_list::count_omitted;
use scenewright_call::{Level, LogLine};
use scenewright_error::{Error, Warning};

/// The way in which a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The call was answered, with nothing to commit.
    Ok,
    /// The call changed something, and the change is on disk.
    Committed,
    /// The change was tried and did not run; nothing is different.
    Reverted,
    /// The change was not tried.
    Refused,
}

impl Status {
    fn as_str(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Committed => "committed",
            Status::Reverted => "reverted",
            Status::Refused => "refused",
        }
    }
}

/// The answer of a tool, before it is put on a wire.
#[derive(Debug)]
pub struct Answer {
    /// The way in which the call ended.
    pub status: Status,
    /// The data of the tool, as its output schema describes them; an empty object in a refusal.
    pub data: Value,
    /// The warnings for the caller to pass on.
    pub warnings: Vec<Warning>,
    /// The lines that scripts printed during the call.
    pub logs: Vec<LogLine>,
    /// The reason for a call that reverted or was refused; `None` when it succeeded.
    pub error: Option<Error>,
    /// The text that a model reads instead of the object, where there is one.
    pub text: Option<String>,
    /// A PNG, or the file that a host asked for.
    pub image: Option<Vec<u8>>,
    /// The durations of the parts of a change.
    pub timings: Option<Value>,
    /// The effect of a commit, for programs: `files` with the change of each, and whether the history has it
    /// (`isRecorded`).
    pub commit: Option<Value>,
    /// The reason why the files as they are give no scene: the answer is about the scene from before.
    pub stale: Option<Error>,
    /// The latest commit when the call began, for the base of a later change.
    pub commit_id: Option<String>,
}

/// An answer on its way to the door that asked. The picture stays out of the JSON: as text it would be written and
/// read again several times.
pub struct Reply {
    /// The [`envelope`](Answer::envelope) as JSON.
    pub envelope: String,
    /// A PNG.
    pub picture: Option<Vec<u8>>,
}

/// The length at which a text for a model is cut, some 20,000 tokens; the tool says how to read on.
pub const MAX_TEXT_LEN: usize = 80_000;

impl Answer {
    /// Makes the answer of a call that succeeded and changed nothing, with empty lists for the rest.
    pub fn ok(data: Value) -> Self {
        Answer {
            status: Status::Ok,
            data,
            warnings: Vec::new(),
            logs: Vec::new(),
            error: None,
            text: None,
            image: None,
            timings: None,
            commit: None,
            stale: None,
            commit_id: None,
        }
    }

    /// Makes such an answer with a text for models, which is cut at [`MAX_TEXT_LEN`].
    pub fn text(data: Value, text: String) -> Self {
        Answer { text: Some(cut(text)), ..Answer::ok(data) }
    }

    /// Makes the answer of a call that was not tried.
    pub fn refused(error: Error) -> Self {
        Answer { status: Status::Refused, error: Some(error), ..Answer::ok(Value::Object(Map::new())) }
    }

    /// Returns the object that specification and clients know.
    pub fn wire(&self) -> Value {
        self.counted_wire().0
    }

    /// Returns the wire object, and how many entries are omitted from lists in it, by the pointers of the
    /// lists in the data.
    fn counted_wire(&self) -> (Value, Map<String, Value>) {
        let mut data = self.data.clone();
        let omitted = count_omitted(&mut data);
        let mut wire = Map::new();
        wire.insert("success".into(), self.error.is_none().into());
        wire.insert("data".into(), data);
        if !self.warnings.is_empty() {
            let messages = self.warnings.iter().map(|warning| warning.message.as_str());
            wire.insert("warnings".into(), messages.collect());
        }
        if !self.logs.is_empty() {
            wire.insert("logs".into(), self.logs.iter().map(show_log).collect::<Vec<_>>().into());
        }
        if let Some(stale) = &self.stale {
            wire.insert("stale".into(), error_info(stale));
        }
        if let Some(error) = &self.error {
            wire.insert("error".into(), sentence(error).into());
            wire.insert("errorInfo".into(), error_info(error));
        }
        (Value::Object(wire), omitted)
    }

    /// Returns the answer with the data that the doors need to show it, except its picture.
    pub fn envelope(&self) -> Value {
        let (wire, omitted) = self.counted_wire();
        let mut envelope = json!({ "status": self.status.as_str(), "answer": wire });
        if !omitted.is_empty() {
            envelope["omitted"] = omitted.into();
        }
        if !self.warnings.is_empty() {
            envelope["warningCodes"] = warning_codes(&self.warnings);
        }
        if let (Some(id), None) = (&self.commit_id, &self.error) {
            envelope["commitId"] = id.as_str().into();
        }
        if let (Some(text), None) = (&self.text, &self.error) {
            envelope["text"] = text.as_str().into();
        }
        if let Some(timings) = &self.timings {
            envelope["timings"] = timings.clone();
        }
        if let Some(commit) = &self.commit {
            envelope["commit"] = commit.clone();
        }
        envelope
    }

    /// Takes the answer apart for its door: the envelope as JSON, the picture as bytes.
    pub fn into_reply(self) -> Reply {
        Reply { envelope: self.envelope().to_string(), picture: self.image }
    }
}

/// Returns the codes of warnings, in their order, for programs: models read the messages alone.
pub fn warning_codes(warnings: &[Warning]) -> Value {
    warnings.iter().map(|warning| warning.code.as_str()).collect()
}

/// Returns the error in words, beginning with its place.
pub fn sentence(error: &Error) -> String {
    match (&error.file, error.line, error.column) {
        (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}: {}", error.message),
        _ => error.message.clone(),
    }
}

/// Returns an error as JSON: `{ kind, message, line?, column?, file?, frame?, stack?, hint? }`.
pub fn error_info(error: &Error) -> Value {
    let mut info = Map::new();
    info.insert("kind".into(), error.kind.as_str().into());
    info.insert("message".into(), error.message.as_str().into());
    let texts =
        [("file", &error.file), ("frame", &error.frame), ("stack", &error.stack), ("hint", &error.hint)];
    for (name, number) in [("line", error.line), ("column", error.column)] {
        if let Some(number) = number {
            info.insert(name.into(), number.into());
        }
    }
    for (name, text) in texts {
        if let Some(text) = text {
            info.insert(name.into(), text.as_str().into());
        }
    }
    Value::Object(info)
}

fn show_log(line: &LogLine) -> String {
    match line.level {
        Level::Log | Level::Info | Level::Progress => line.text.clone(),
        Level::Warn => format!("warning: {}", line.text),
        Level::Error => format!("error: {}", line.text),
    }
}

fn cut(text: String) -> String {
    match text.char_indices().nth(MAX_TEXT_LEN) {
        None => text,
        Some((at, _)) => {
            let end = text[..at].rfind('\n').filter(|&end| end > 0).unwrap_or(at);
            let left = text[end..].lines().count();
            format!(
                "{}\n… cut here: {left} more lines. Ask for less, or continue with offset and limit.",
                &text[..end]
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenewright_error::Kind;

    #[test]
    fn failure_is_sentence_with_place_and_structured_error() {
        let error = Error::new(Kind::Reference, "x is not defined").in_file("main").at(3, 7);
        let wire = Answer::refused(error).wire();
        assert_eq!(wire["error"], "main:3:7: x is not defined");
        assert_eq!(wire["errorInfo"]["kind"], "reference");
        assert_eq!(wire["errorInfo"]["line"], 3);
        assert!(wire["errorInfo"].get("frame").is_none());
    }

    #[test]
    fn long_answer_text_is_cut_at_a_line_with_a_note() {
        let text = "line\n".repeat(MAX_TEXT_LEN);
        let shown = cut(text);
        assert!(shown.len() < MAX_TEXT_LEN + 200);
        assert!(shown.contains("continue with offset"));
    }
}
