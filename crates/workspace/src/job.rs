//! A call of the library whose arguments passed the check, and the part that answers it.

use super::in_flight::InFlightCall;
use super::session::Session;
use scenewright_error::Result;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;
use scenewright_tools::table::Argument;

/// A call whose arguments passed the check.
pub(crate) struct Job {
    call: &'static Call,
    pub arguments: Arguments,
}

/// A call of the library, which is no tool: models do not see it.
pub(crate) struct Call {
    pub name: &'static str,
    pub arguments: &'static [Argument],
    pub answered_by: AnsweredBy,
}

/// The thread that answers a call, and its function.
#[derive(Clone, Copy)]
pub(crate) enum AnsweredBy {
    /// The thread of the drafts.
    Drafts(fn(&Session, &InFlightCall, &Job) -> Result<Answer>),
    /// The thread of the drafts closes the draft, and its changes wait for their turn to be put in place.
    Seal,
    /// A thread for reading.
    Workers(fn(&Session, &Arguments) -> Result<Answer>),
    /// The thread of the commits, when no other transaction has files in place.
    Commits(fn(&InFlightCall, &Arguments) -> Result<Answer>),
    /// The thread of the commits, at once: it ends the transaction that has files in place.
    End(fn(&Session, &Job) -> Answer),
}

impl Job {
    pub(crate) fn new(call: &'static Call, args_json: &str) -> Result<Job> {
        Ok(Job { arguments: Arguments::parse(call.name, call.arguments, args_json)?, call })
    }

    pub(crate) fn answered_by(&self) -> AnsweredBy {
        self.call.answered_by
    }

    /// Returns the transactions in whose verification the call is made.
    pub(crate) fn within(&self) -> Vec<String> {
        self.arguments.texts("within")
    }

    /// Returns the number of the transaction that the call is about.
    pub(crate) fn transaction(&self) -> u64 {
        self.arguments.whole("transaction").unwrap_or_default() as u64
    }
}
