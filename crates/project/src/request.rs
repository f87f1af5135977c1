//! A change that a call asks for.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::author::Author;
use super::proposal::Proposal;
use scenewright_error::{Error, Result};
use scenewright_fs::FileName;
use scenewright_scene::ParameterValue;
use scenewright_tools::answer::Answer;

/// A change that a call requests.
pub(crate) struct ChangeRequest<'a> {
    pub tool: &'static str,
    /// The file of a change that is about one; the answer names it.
    pub file: Option<&'a FileName>,
    pub propose: &'a Propose<'a>,
    /// The values of the scene's parameters; `None` keeps those that the last run set.
    pub parameters: Option<BTreeMap<String, ParameterValue>>,
}

/// The function that computes a change of the files, or refuses it. Called again when a file
/// changed in the meantime.
pub(crate) type Propose<'a> = dyn Fn(&mut Proposal<'_>) -> Result<()> + 'a;

impl ChangeRequest<'_> {
    /// Returns what made the change, as the history shows it. `sets_values` is true where parameters have other values by it.
    pub(crate) fn made_by(&self, author: Author, sets_values: bool) -> &'static str {
        match author {
            _ if sets_values && self.tool == "run" => "parameter",
            Author::Person => "person",
            Author::Tool => "tool",
        }
    }

    /// Returns the answer for a change that was not tried.
    pub(crate) fn refused(&self, error: Error) -> Answer {
        Answer { data: self.failed_data().into(), ..Answer::refused(error) }
    }

    fn failed_data(&self) -> Map<String, Value> {
        let mut data = Map::new();
        if let Some(name) = self.file {
            data.insert("file".into(), name.as_str().into());
            data.insert("replaced".into(), false.into());
        }
        data.insert("rolledBack".into(), true.into());
        data
    }
}
