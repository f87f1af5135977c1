//! One file a tool: from checked arguments to an answer.

mod apply;
mod describe;
mod edit;
mod export;
mod glob;
mod grep;
mod history;
mod inspect;
mod read;
mod render;
mod undo;
mod write;

use std::time::Duration;

use serde_json::{Value, json};

use super::call::Call;
use super::change;
use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_fs::FileName;
use scenewright_journal::Direction;
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::summary::summary;
use scenewright_tools::table::{self, Effect, Lane};

/// How long a call waits for a process that is at a commit, before it goes on with the files as they are. Calls about
/// texts do not wait.
const OTHERS_WAIT: Duration = Duration::from_secs(1);

/// A call that passed the check of its arguments.
pub struct Job {
    pub lane: Lane,
    effect: Effect,
    what: What,
}

enum What {
    Tool(&'static str, Arguments),
    /// The scene summary, for the library.
    Scene,
    /// An export of any size, for the command line.
    ExportWhole(Value),
    /// Removes the history for good. No tool: a host asks for it, never a model.
    PurgeHistory,
    /// A panic in the runner, for the test of its guard.
    Panic,
}

/// The call of a host that removes the history for good.
pub fn purge_history() -> Job {
    Job { lane: Lane::Changes, effect: Effect::Changes, what: What::PurgeHistory }
}

/// Checks a call before it waits in a lane.
pub fn prepare(tool: &str, args_json: &str) -> Result<Job> {
    let given: Value = serde_json::from_str(args_json).map_err(|error| {
        Error::new(Kind::InvalidInput, format!("{}: the arguments are not JSON: {error}", quote_name(tool)))
    })?;
    let internal = match tool {
        "scene" => Some(What::Scene),
        "export_whole" => Some(What::ExportWhole(given.clone())),
        "__panic" => Some(What::Panic),
        _ => None,
    };
    if let Some(what) = internal {
        return Ok(Job { lane: Lane::Changes, effect: Effect::Reads, what });
    }
    let Some(tool) = table::find(tool) else {
        let names = table::SCENE_TOOLS.iter().map(|it| it.name);
        let near = near_name(tool, names).map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
        return Err(Error::new(Kind::InvalidInput, format!("There is no tool {}.{near}", quote_name(tool))));
    };
    let arguments = Arguments::check(tool, given)?;
    Ok(Job { lane: tool.lane, effect: tool.effect, what: What::Tool(tool.name, arguments) })
}

/// Answers a call. Failures that are the caller's to see are answers too.
pub fn answer(call: &Call<'_>, job: Job) -> Answer {
    let wait = if job.lane == Lane::Changes { OTHERS_WAIT } else { Duration::ZERO };
    // Who only reads can do so all the same.
    if let Err(error) = call.see_others(wait)
        && job.effect != Effect::Reads
    {
        return Answer { data: json!({ "rolledBack": true }), ..Answer::refused(error) };
    }
    let answered = match job.what {
        What::Tool(name, arguments) => answer_tool(call, name, &arguments),
        What::Scene => scene(call),
        What::ExportWhole(arguments) => export::whole(call, &arguments),
        What::PurgeHistory => history::purge(call),
        What::Panic => Err(call.runner().panic()),
    };
    answered.unwrap_or_else(Answer::refused)
}

fn answer_tool(call: &Call<'_>, name: &str, arguments: &Arguments) -> Result<Answer> {
    match name {
        "glob" => glob::answer(call, arguments),
        "read" => read::answer(call, arguments),
        "edit" => edit::answer_edit(call, arguments),
        "multi_edit" => edit::answer_multi_edit(call, arguments),
        "write" => write::answer(call, arguments),
        "apply" => apply::answer_apply(call, arguments),
        "check" => apply::answer_check(call, arguments),
        "history" => history::answer(call, arguments),
        "undo" => undo::answer(call, arguments, Direction::Undo),
        "redo" => undo::answer(call, arguments, Direction::Redo),
        "run" => Ok(change::run_main(call)),
        "grep" => grep::answer(call, arguments),
        "describe" => describe::answer(call, arguments),
        "inspect" => inspect::answer(call, arguments),
        "render" => render::answer(call, arguments),
        "export" => export::answer(call, arguments),
        other => Err(Error::new(Kind::Internal, format!("The tool {other} has no function"))),
    }
}

fn scene(call: &Call<'_>) -> Result<Answer> {
    let committed = call.committed()?;
    Ok(Answer::ok(summary(&committed.scene, None, Some(&committed.transaction_id))))
}

/// The file that a call names, or a refusal before the disk is touched.
fn file_name(arguments: &Arguments) -> Result<FileName> {
    FileName::parse(arguments.text("file"))
}

/// The text of a file that must be there: the user's, else a built-in module's.
fn text_of(call: &Call<'_>, name: &FileName) -> Result<(Vec<u8>, bool)> {
    if let Some(bytes) = call.shared.folder.read(name)? {
        return Ok((bytes, false));
    }
    match super::builtin::find(name.as_str()).filter(|_| call.options().builtins) {
        Some(text) => Ok((text.as_bytes().to_vec(), true)),
        None => Err(not_found(call, name)),
    }
}

/// `File not found: X`, with a near name.
fn not_found(call: &Call<'_>, name: &FileName) -> Error {
    let error = Error::new(Kind::NotFound, format!("File not found: {name}")).in_file(name.as_str());
    let entries = call.shared.folder.list().unwrap_or_default();
    let builtins = super::builtin::ALL.iter().map(|(name, _)| *name).filter(|_| call.options().builtins);
    match near_name(name.as_str(), entries.iter().map(|it| it.name.as_str()).chain(builtins)) {
        Some(near) => Error { message: format!("{}. Did you mean {near}?", error.message), ..error },
        None => error.with_hint("glob lists the files there are."),
    }
}

/// Refuses to change a module that is shipped, unless the user has one of the same name.
fn refuse_builtin(call: &Call<'_>, name: &FileName, old: Option<&[u8]>) -> Result<()> {
    if old.is_some() || !call.options().builtins || super::builtin::find(name.as_str()).is_none() {
        return Ok(());
    }
    Err(Error::new(Kind::BuiltinModule, format!("{name} is a built-in module and cannot be changed"))
        .in_file(name.as_str())
        .with_hint(format!("Write your own under another name: read {name}, then write it as a new module.")))
}

/// Names the transaction of a committed change in the same place, with a scene and without.
fn with_transaction(mut answer: Answer) -> Answer {
    if answer.status == Status::Committed
        && let Some(id) = answer.data["scene"].get("transactionId").cloned()
    {
        answer.data["transactionId"] = id;
    }
    answer
}
