//! A call of a file tool: found in the table, checked, and answered by the function of its row.

use serde_json::Value;

use super::call::FileCall;
use super::folders::FOLDER_TOOLS;
use super::outcome::{Done, Form, Outcome};
use super::table::{Handler, TOOLS};
use crate::in_flight::{InFlightCall, Style};
use crate::session::Session;
use scenewright_error::{Error, Warning};
use scenewright_tools::arguments::{Arguments, read_json};
use scenewright_tools::lenient::read_leniently;
use scenewright_tools::options::Policy;
use scenewright_tools::table::{Tool, find};

/// A tool with arguments that passed the check.
pub(crate) struct FileTool {
    tool: &'static Tool<Handler>,
    arguments: Arguments,
    /// Remarks on arguments that were left out, for the model.
    warnings: Vec<Warning>,
}

/// Returns the tool that takes all arguments of a call whose own tool does not, such as MultiEdit for an Edit with `edits`.
fn other_tool(tool: &Tool<Handler>, given: &Value) -> Option<&'static str> {
    let given = given.as_object()?;
    let takes =
        |tool: &Tool<Handler>| given.keys().all(|name| tool.arguments.iter().any(|it| it.name == name));
    if takes(tool) {
        return None;
    }
    TOOLS.iter().find(|other| takes(other)).map(|other| other.name)
}

impl FileTool {
    /// Checks a call. The error comes with the style in which it is to be reported.
    pub(crate) fn parse(name: &str, args_json: &str) -> Result<FileTool, (Style, Error)> {
        let hidden = FOLDER_TOOLS.iter().find(|tool| tool.name == name);
        let tool = match hidden {
            Some(tool) => tool,
            None => find(TOOLS, name).map_err(|error| (Style::Tool("*"), error))?,
        };
        let refused = |error| (Style::Tool(tool.name), error);
        let mut given = read_json(tool.name, args_json).map_err(refused)?;
        let warnings = read_leniently(tool.name, tool.arguments, &mut given);
        let other = other_tool(tool, &given);
        let arguments = Arguments::check(tool.name, tool.arguments, given).map_err(|mut error| {
            if let Some(other) = other {
                error.message.push_str(&format!(" {other} takes what was given."));
            }
            refused(error)
        })?;
        Ok(FileTool { tool, arguments, warnings })
    }

    pub(crate) fn name(&self) -> &'static str {
        self.tool.name
    }

    /// Returns true if it changes files, and so waits in the queue.
    pub(crate) fn changes(&self) -> bool {
        self.tool.changes()
    }

    /// Executes the call.
    pub(crate) fn answer(&self, pending: &InFlightCall, form: &Form) -> Outcome {
        let (session, arguments) = (&pending.session, &self.arguments);
        let call = FileCall {
            session,
            pending,
            tool: self.tool.name,
            arguments,
            is_data_wanted: *form == Form::Whole,
        };
        // Finish or put back what a process that died left half done, before anything is read.
        session.shared.transactions.try_recover().map_err(|error| call.failed(error))?;
        // Before anything is read: an answer is never older than the commit that it names.
        let commit_id = (!self.changes()).then(|| session.shared.transactions.latest_id_at_once());
        let mut done = (self.tool.handler)(&call)?;
        done.commit_id = commit_id;
        done.warnings.extend(self.warnings.iter().cloned());
        add_reminders(session, &mut done);
        Ok(done)
    }
}

/// Adds a reminder, once, of each file that the model read earlier and that has changed elsewhere since.
fn add_reminders(session: &Session, done: &mut Done) {
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
