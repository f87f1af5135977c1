//! The tools, one file each: from checked arguments to an answer.

mod apply;
mod change_arguments;
mod common;
mod compare;
mod describe;
mod edit;
mod export;
mod glob;
mod grep;
mod history;
mod inspect;
mod parameter_sets;
mod read;
mod render;
mod sheet;
mod table;
mod undo;
mod view;
mod write;

use std::time::Duration;

use serde_json::json;

use super::author::Author;
use super::call::Call;
use crate::summary::summary;
use crate::{report, variant};
use scenewright_error::{Result, WarningCode};
use scenewright_tools::answer::{Answer, Status, sentence};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::table::{Effect, Lane, find};

pub(crate) use self::render::default_picture;
pub(crate) use self::table::{Handler, TOOLS};

/// The longest wait of a call for a process that is committing, before it continues with the files as they are. Calls
/// about texts do not wait.
const OTHERS_WAIT: Duration = Duration::from_secs(1);

/// A call whose arguments passed the check.
pub(crate) struct Job {
    pub lane: Lane,
    effect: Effect,
    pub author: Author,
    pub base: Option<String>,
    work: Work,
}

/// The work that a call asks for.
enum Work {
    Tool(Handler, Arguments),
    Host(HostCall),
}

/// A call of the host, to which no tool name leads.
pub enum HostCall {
    /// The summary of the scene, for the library.
    Summary,
    /// An export of any size, by the JSON arguments of the tool, for the command line.
    ExportWhole(String),
    /// A file of the exports folder, by its path.
    ReadExport(String),
    /// The scene for a page, by the JSON of its question.
    View(String),
    /// The scene beside a saved one, by the JSON of the question.
    Compare(String),
    /// The report of the drawing, by the JSON of the question.
    Report(String),
    /// The named sets of values of parameters.
    ParameterSets,
    /// A set to save, or to remove where it has no values, by the JSON of both, who does so, and the commit that must be the
    /// latest one.
    PutParameterSet(String, Author, Option<String>),
    /// A run with values of parameters, of which nothing stays, by the JSON of the question. Any number of these are done at
    /// once.
    Variant(String),
    /// The return of all files to the state that an earlier commit left, by its id.
    Restore(String),
    /// The removal of the history for good.
    PurgeHistory,
    /// A panic in the runner, for the test of its guard.
    #[cfg(feature = "test-panics")]
    Panic,
}

impl Job {
    /// Checks a call of a tool before it waits in a queue.
    pub(crate) fn of_tool(name: &str, args_json: &str, author: Author) -> Result<Job> {
        let tool = find(TOOLS, name)?;
        let arguments = tool.parse(args_json)?;
        let work = Work::Tool(tool.handler, arguments);
        Ok(Job { lane: tool.lane, effect: tool.effect, author, base: None, work })
    }

    /// Has a change refused unless this commit is the latest.
    pub(crate) fn on_base(self, base: Option<String>) -> Job {
        Job { base, ..self }
    }

    pub(crate) fn of_host(call: HostCall) -> Job {
        let effect = match call {
            HostCall::PurgeHistory | HostCall::Restore(_) | HostCall::PutParameterSet(..) => Effect::Changes,
            HostCall::Summary
            | HostCall::ExportWhole(_)
            | HostCall::ReadExport(_)
            | HostCall::View(_)
            | HostCall::Report(_)
            | HostCall::ParameterSets
            | HostCall::Variant(_)
            | HostCall::Compare(_) => Effect::Reads,
            #[cfg(feature = "test-panics")]
            HostCall::Panic => Effect::Reads,
        };
        let (author, base) = match &call {
            // Only a page restores a state, for the person at it.
            HostCall::Restore(_) => (Author::Person, None),
            HostCall::PutParameterSet(_, author, base) => (*author, base.clone()),
            _ => (Author::Tool, None),
        };
        let lane = if effect == Effect::Changes { Lane::Changes } else { Lane::Questions };
        Job { lane, effect, author, base, work: Work::Host(call) }
    }

    /// Returns true for a job that waits for no other, and that no other waits for.
    pub(crate) fn is_apart(&self) -> bool {
        matches!(self.work, Work::Host(HostCall::Variant(_)))
    }
}

/// Answers a call. Failures that the caller is to see are answers too.
pub(crate) fn answer(call: &Call<'_>, job: Job) -> Answer {
    if let Work::Host(HostCall::Variant(question_json)) = &job.work {
        return variant::answer(call, question_json).unwrap_or_else(Answer::refused);
    }
    // Reads answer at once; at worst they show the files in the middle of another's commit, each of them whole.
    let wait = if job.lane == Lane::Texts { Duration::ZERO } else { OTHERS_WAIT };
    // A call that only reads can still do so.
    if let Err(error) = call.see_others(wait)
        && job.effect != Effect::Reads
    {
        return Answer { data: json!({ "rolledBack": true }), ..Answer::refused(error) };
    }
    // Before anything is read: an answer is never older than the commit that it names.
    let commit_id = (job.effect != Effect::Changes).then(|| call.shared.transactions.latest_id_at_once());
    let answered = match job.work {
        Work::Tool(handler, arguments) => handler(call, &arguments),
        Work::Host(HostCall::Summary) => scene(call),
        Work::Host(HostCall::ExportWhole(args_json)) => find(TOOLS, "export")
            .and_then(|tool| tool.parse(&args_json))
            .and_then(|arguments| export::whole(call, &arguments)),
        Work::Host(HostCall::ReadExport(path)) => export::read_back(call, &path),
        Work::Host(HostCall::View(question_json)) => view::answer(call, &question_json),
        Work::Host(HostCall::Compare(question_json)) => compare::answer(call, &question_json),
        Work::Host(HostCall::Report(question_json)) => report::answer(call, &question_json),
        Work::Host(HostCall::ParameterSets) => parameter_sets::answer(call),
        Work::Host(HostCall::PutParameterSet(json, ..)) => parameter_sets::put(call, &json),
        Work::Host(HostCall::Variant(json)) => variant::answer(call, &json),
        Work::Host(HostCall::Restore(id)) => undo::restore(call, &id),
        Work::Host(HostCall::PurgeHistory) => history::purge(call),
        #[cfg(feature = "test-panics")]
        Work::Host(HostCall::Panic) => Err(call.runner().panic()),
    };
    let mut answer = answered.unwrap_or_else(Answer::refused);
    // A purge commits nothing, and leaves a history without commits.
    let is_without_commit = answer.status == Status::Ok;
    answer.commit_id = commit_id.or_else(|| is_without_commit.then(|| call.shared.transactions.latest_id()));
    if let Some(stale) = call.take_stale()
        && answer.error.is_none()
    {
        answer.warnings.push(WarningCode::Broken.warning(format!(
            "main does not run as it is on disk ({}): this is the scene from before.",
            sentence(&stale)
        )));
        answer.stale = Some(stale);
    }
    answer
}

fn scene(call: &Call<'_>) -> Result<Answer> {
    let committed = call.committed()?;
    Ok(Answer::ok(summary(&committed.scene, None, Some(&committed.transaction_id))))
}
