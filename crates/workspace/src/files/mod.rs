//! The file tools: reading, searching and changing single files for an agent.
//!
//! Invariant: a tool that refuses has changed nothing, and says what to do next. Tools that change files are
//! answered one after the other in each session; the others need not wait.

mod call;
mod change;
mod confirm;
mod edit;
mod edit_words;
mod file_tool;
mod folders;
pub(crate) mod freshness_calls;
mod glob;
mod grep;
mod history;
mod host;
mod ls;
mod new_file;
mod new_text;
mod notebook_edit;
mod notebooks;
mod other_forms;
mod outcome;
mod pdf;
pub(crate) mod permission;
mod proposed;
mod put_text;
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

pub(crate) use edit_words::refuse_edit;
pub(crate) use file_tool::FileTool;
pub(crate) use host::{Hooks, Host, Messenger};
pub use outcome::{Answered, Form};
pub(crate) use outcome::{Outcome, answered};
pub(crate) use reads::SessionReads;
pub(crate) use refusal::Refusal;
pub(crate) use table::TOOLS;
pub(crate) use workers::{Workers, WorkersInUse};

#[cfg(test)]
mod tests;
