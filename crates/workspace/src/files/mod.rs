//! The file tools: reading, searching and changing single files for an agent.
//!
//! Invariant: a tool that refuses has changed nothing, and says what to do next. Tools that change files are
//! answered one after the other in each session; the others need not wait.

mod call;
mod change;
mod confirm;
mod edit;
mod edit_words;
mod folders;
pub mod freshness_calls;
mod glob;
mod grep;
mod history;
mod host;
mod ls;
mod new_file;
mod notebook_edit;
mod notebooks;
mod outcome;
mod pdf;
pub mod permission;
mod proposed;
mod read;
mod reads;
mod refusal;
mod row;
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
use self::outcome::Done;
use super::in_flight::{InFlightCall, Style};
use crate::session::Session;
use scenewright_error::Error;
use scenewright_tools::arguments::{Arguments, read_json};
use scenewright_tools::lenient::read_leniently;
use scenewright_tools::options::Policy;
use scenewright_tools::table::{Tool, find};

use self::folders::FOLDER_TOOLS;
pub use self::table::{Handler, TOOLS};

/// A tool with arguments that passed the check.
pub struct FileTool {
    tool: &'static Tool<Handler>,
    arguments: Arguments,
    /// Remarks on arguments that were left out, for the model.
    warnings: Vec<String>,
}

impl FileTool {
    /// Checks a call. The error comes with the style in which it is to be reported.
    pub fn parse(name: &str, args_json: &str) -> Result<FileTool, (Style, Error)> {
        let hidden = FOLDER_TOOLS.iter().find(|tool| tool.name == name);
        let tool = match hidden {
            Some(tool) => tool,
            None => find(TOOLS, name).map_err(|error| (Style::Tool("*"), error))?,
        };
        let refused = |error| (Style::Tool(tool.name), error);
        let mut given = read_json(tool.name, args_json).map_err(refused)?;
        let warnings = read_leniently(tool.name, tool.arguments, &mut given);
        let arguments = Arguments::check(tool.name, tool.arguments, given).map_err(refused)?;
        Ok(FileTool { tool, arguments, warnings })
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
        let mut done = (self.tool.handler)(&call)?;
        done.warnings.extend(self.warnings.iter().cloned());
        tell_of_changes(session, &mut done);
        Ok(done)
    }
}

/// Tells the model, once, of files that it read earlier and that somebody else has changed since.
fn tell_of_changes(session: &Session, done: &mut Done) {
    if session.options.policy == Policy::Off {
        return;
    }
    let changed = session.reads.changed_elsewhere(done.path.as_deref(), &session.paths);
    if changed.is_empty() {
        return;
    }
    let rows = changed.iter().map(|file| {
        let mut row = file.check.to_json();
        row["path"] = file.path.as_str().into();
        row["reminder"] = file.reminder.as_str().into();
        row
    });
    done.data.insert("changedFiles".to_owned(), rows.collect());
    done.notes.extend(changed.into_iter().map(|file| file.reminder));
}

#[cfg(test)]
mod tests;
