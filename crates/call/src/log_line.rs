//! A line that a script prints.

use serde::{Deserialize, Serialize};

/// The importance of a line, after the function of `console` that printed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// `console.log` or `console.debug`.
    Log,
    /// `console.info`.
    Info,
    /// `console.warn`; also the note that lines were left out.
    Warn,
    /// `console.error`.
    Error,
    /// The step that a long call is at, for the waiting caller. It does not count as a line of the log.
    Progress,
}

/// One call of a console function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// The importance of the line.
    pub level: Level,
    /// The arguments, formatted and joined by spaces; cut, with a marker, where there was no more room.
    pub text: String,
}
