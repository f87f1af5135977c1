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
mod table;
mod undo;
mod write;

use std::time::Duration;

use serde_json::json;

use super::call::Call;
use scenewright_error::{Error, Kind, Result, near_name};
use scenewright_fs::FileName;
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::summary::summary;
use scenewright_tools::table::{Effect, Lane, find};

pub use self::table::{Handler, TOOLS};

/// How long a call waits for a process that is at a commit, before it goes on with the files as they are. Calls about
/// texts do not wait.
const OTHERS_WAIT: Duration = Duration::from_secs(1);

/// A call that passed the check of its arguments.
pub struct Job {
    pub lane: Lane,
    effect: Effect,
    work: Work,
}

/// What a call asks for.
enum Work {
    Tool(Handler, Arguments),
    Host(HostCall),
}

/// A call of the host: no name of a tool leads there.
pub enum HostCall {
    /// The summary of the scene, for the library.
    Summary,
    /// An export of any size as JSON arguments, for the command line.
    ExportWhole(String),
    /// The removal of the history for good.
    PurgeHistory,
    /// A panic in the runner, for the test of its guard.
    Panic,
}

impl Job {
    /// Checks a call of a tool before it waits in a lane.
    pub fn of_tool(name: &str, args_json: &str) -> Result<Job> {
        let tool = find(TOOLS, name)?;
        let arguments = tool.parse(args_json)?;
        Ok(Job { lane: tool.lane, effect: tool.effect, work: Work::Tool(tool.handler, arguments) })
    }

    pub fn of_host(call: HostCall) -> Job {
        let effect = match call {
            HostCall::PurgeHistory => Effect::Changes,
            HostCall::Summary | HostCall::ExportWhole(_) | HostCall::Panic => Effect::Reads,
        };
        Job { lane: Lane::Changes, effect, work: Work::Host(call) }
    }
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
    let answered = match job.work {
        Work::Tool(handler, arguments) => handler(call, &arguments),
        Work::Host(HostCall::Summary) => scene(call),
        Work::Host(HostCall::ExportWhole(args_json)) => export::whole(call, &args_json),
        Work::Host(HostCall::PurgeHistory) => history::purge(call),
        Work::Host(HostCall::Panic) => Err(call.runner().panic()),
    };
    answered.unwrap_or_else(Answer::refused)
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
