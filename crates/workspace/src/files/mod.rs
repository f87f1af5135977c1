//! The file tools: reading, searching and changing single files for an agent.
//!
//! Invariant: a tool that refuses has changed nothing, and says what to do next. Tools that change files are
//! answered one after the other in each session; the others need not wait.

mod call;
mod change;
mod edit;
mod edit_words;
pub mod freshness_calls;
mod glob;
mod grep;
mod history;
mod host;
mod ls;
mod new_file;
mod notebook_edit;
mod outcome;
pub mod permission;
mod read;
mod reads;
mod refusal;
mod rows;
mod searching;
mod suggestion;
mod table;
mod target;
mod workers;
mod write;

pub use edit_words::refuse_edit;
pub use host::{Hooks, Host, Messenger};
pub use outcome::{Outcome, envelope};
pub use reads::SessionReads;
pub use refusal::Refusal;
pub use workers::{Workers, WorkersInUse};

use self::call::FileCall;
use super::in_flight::{InFlightCall, Style};
use scenewright_error::Error;
use scenewright_tools::arguments::Arguments;
use scenewright_tools::table::{Tool, find};

pub use self::table::{Handler, TOOLS};

/// A tool with arguments that passed the check.
pub struct FileTool {
    tool: &'static Tool<Handler>,
    arguments: Arguments,
}

impl FileTool {
    /// Checks a call. The error comes with the style in which it is to be reported.
    pub fn parse(name: &str, args_json: &str) -> Result<FileTool, (Style, Error)> {
        let tool = find(TOOLS, name).map_err(|error| (Style::Tool("*"), error))?;
        let arguments = tool.parse(args_json).map_err(|error| (Style::Tool(tool.name), error))?;
        Ok(FileTool { tool, arguments })
    }

    pub fn name(&self) -> &'static str {
        self.tool.name
    }

    /// Returns true if it changes files, and so waits in the queue.
    pub fn changes(&self) -> bool {
        self.tool.changes()
    }

    /// Executes the call.
    pub fn answer(&self, pending: &InFlightCall) -> Outcome {
        let session = &pending.session;
        let call = FileCall { session, pending, tool: self.tool.name, arguments: &self.arguments };
        // What a dead process left half done is finished before anybody looks.
        session.shared.transactions.try_recover().map_err(|error| call.failed(error))?;
        (self.tool.handler)(&call)
    }
}

#[cfg(test)]
mod tests;
