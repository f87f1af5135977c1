//! The file tools: reading, searching and changing single files for an agent.
//!
//! Invariant: a tool that refuses has changed nothing, and says what to do next. Tools that change files are answered
//! one after the other in each session; the others need not wait.

mod call;
mod change;
mod edit;
mod edit_words;
mod glob;
mod grep;
mod host;
mod ls;
mod memory;
mod new_file;
mod notebook_edit;
mod outcome;
mod read;
mod refusal;
mod rows;
mod searching;
mod target;
mod workers;
mod write;

use serde_json::Value;

pub use edit_words::refuse_edit;
pub use host::{Hooks, Host, Messenger};
pub use memory::{Memory, answer as answer_freshness};
pub use outcome::{Outcome, envelope};
pub use refusal::Refusal;
pub use workers::{Workers, WorkersInUse};

use self::call::FileCall;
use super::pending::{InFlightCall, Style};
use scenewright_error::{Error, Kind, near_name, quote_name};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::table::{Effect, FILE_TOOLS, Tool};

/// A tool with arguments that passed the check.
pub struct FileTool {
    tool: &'static Tool,
    arguments: Arguments,
}

impl FileTool {
    /// Checks a call. The error comes with the style in which it is to be told.
    pub fn parse(name: &str, args_json: &str) -> Result<FileTool, (Style, Error)> {
        let Some(tool) = FILE_TOOLS.iter().find(|tool| tool.name == name) else {
            let near = near_name(name, FILE_TOOLS.iter().map(|tool| tool.name));
            let help = near.map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
            let message = format!("There is no tool {}.{help}", quote_name(name));
            return Err((Style::Tool("*"), Error::new(Kind::InvalidInput, message)));
        };
        let style = Style::Tool(tool.name);
        let given: Value = serde_json::from_str(args_json).map_err(|cause| {
            let message = format!("{name}: the arguments are not JSON: {cause}");
            (style, Error::new(Kind::InvalidInput, message))
        })?;
        let arguments = Arguments::check(tool, given).map_err(|error| (style, error))?;
        Ok(FileTool { tool, arguments })
    }

    pub fn name(&self) -> &'static str {
        self.tool.name
    }

    /// Whether it changes files, and so waits for its turn.
    pub fn changes(&self) -> bool {
        self.tool.effect != Effect::Reads
    }

    /// Does what the call asks for.
    pub fn answer(&self, pending: &InFlightCall) -> Outcome {
        let workspace = &pending.workspace;
        let call = FileCall { workspace, pending, tool: self.tool.name, arguments: &self.arguments };
        // What a dead process left half done is finished before anybody looks.
        workspace.shared.transactions.try_recover().map_err(|error| call.failed(error))?;
        match self.tool.name {
            "Read" => read::read(&call),
            "Write" => write::write(&call),
            "Edit" => edit::edit(&call),
            "MultiEdit" => edit::multi_edit(&call),
            "NotebookEdit" => notebook_edit::notebook_edit(&call),
            "Glob" => glob::glob(&call),
            "Grep" => grep::grep(&call),
            "LS" => ls::ls(&call),
            other => Err(call.failed(Error::new(Kind::Internal, format!("Nobody answers {other}.")))),
        }
    }
}

#[cfg(test)]
mod tests;
