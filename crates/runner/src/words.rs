//! Explanations, for the author, of jobs that ended without an answer.

use super::protocol::{Answer, Work};
use scenewright_error::{Error, Kind};
use scenewright_script::{LastCall, Limits, SourceFile, raise, show_bytes, with_place_in};
use scenewright_vocabulary::function_name;

/// Explains a limit in words: which one, its value, how to raise it, and the last call of the script.
pub(super) fn explain(error: Error, last_call: Option<LastCall>, job: &Work<'_>, limits: &Limits) -> Error {
    let error = explain_limit(error, job, limits);
    match (last_call, job) {
        (Some(last), Work::Script(sources)) => with_last_call(error, last, sources),
        _ => error,
    }
}

fn explain_limit(error: Error, job: &Work<'_>, limits: &Limits) -> Error {
    let (what, advice) = match job {
        Work::Script(_) => {
            ("The run", "Look for a loop that does not end. If the work is really that long, ")
        }
        Work::Document(what) => (*what, "If there is really that much, "),
    };
    match error.kind {
        Kind::Timeout => Error {
            message: format!("{what} took longer than {} (limit timeMs) and was stopped", seconds(limits.time_ms)),
            hint: Some(format!("{advice}{}.", raise("timeMs"))),
            ..error
        },
        Kind::Memory => memory_error(limits),
        Kind::Stack => Error {
            message: "The script needs more stack than there is: its source is nested, or its calls recurse, too deep".into(),
            hint: Some("Up to 1,000 levels of nesting and 10,000 open calls work; a loop needs no stack.".into()),
            ..error
        },
        _ => error,
    }
}

/// Adds the last call of a script that was stopped, and its place.
fn with_last_call(mut error: Error, last: LastCall, sources: &[SourceFile]) -> Error {
    if last.calls == 0 {
        error.message.push_str(". It had called no function of the scene until then");
        return error;
    }
    let (Some(file), Some(place)) = (sources.get(usize::from(last.file)), last.place()) else { return error };
    let Ok(text) = file.text() else { return error };
    let mut error = with_place_in(error, &file.name, text, place);
    let count = if last.calls == 1 { "its only one".to_owned() } else { format!("call {}", last.calls) };
    error.message.push_str(&format!(
        ". The last call it made was {} ({count}), at {}:{}:{}",
        function_name(last.function),
        file.name,
        error.line.unwrap_or(place.line),
        error.column.unwrap_or(place.column)
    ));
    error
}

fn memory_error(limits: &Limits) -> Error {
    let limit = show_bytes(usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX));
    Error::new(
        Kind::Memory,
        format!("The run needed more than {limit} of memory (limit memoryBytes) and was stopped"),
    )
    .with_hint(format!(
        "Look for data that grows without end. If the work really needs it, {}.",
        raise("memoryBytes")
    ))
}

/// The messages of the engine and the standard library when a size exceeds any memory.
const MEMORY_PANICS: [&str; 3] =
    ["capacity overflow", "LayoutError", "detected overflow during string allocation"];

/// Returns an answer, or its panic as an error.
pub(super) fn without_panic(answer: Answer, limits: &Limits) -> Result<Answer, Error> {
    match answer {
        Answer::Panicked(message) => Err(panic_error(&message, limits)),
        answer => Ok(answer),
    }
}

fn panic_error(message: &str, limits: &Limits) -> Error {
    if MEMORY_PANICS.iter().any(|words| message.contains(words)) {
        return memory_error(limits);
    }
    Error::new(Kind::Runner, format!("The script runner failed: {message}"))
        .with_hint("Nothing was changed. Please report this with the script that caused it.")
}

fn seconds(ms: u64) -> String {
    match ms {
        ms if ms.is_multiple_of(1000) => format!("{} s", ms / 1000),
        ms => format!("{ms} ms"),
    }
}

/// Returns the error of an answer that does not belong to its request.
pub(super) fn wrong_answer() -> Error {
    Error::new(Kind::Runner, "The script runner sent an unexpected answer")
}
