//! The error type that every crate widens into, the stable kinds it can carry, and the quoting of foreign text in
//! messages.

mod near_name;
mod panic_message;
mod quote;
mod warning;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use near_name::near_name;
pub use panic_message::panic_message;
pub use quote::{MAX_QUOTED, is_hidden, quote, quote_name, quote_path, show_line, show_name, show_text};
pub use warning::{Warning, WarningCode, coded_warning};

/// The stable name of a failure, for programs to branch on. Spelled in `snake_case` on every wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    // The script's own doing.
    /// A file that does not parse, or a `SyntaxError` that a script threw.
    Syntax,
    /// A name that a script uses and nobody defined: a `ReferenceError`.
    Reference,
    /// A value of the wrong type: a `TypeError`, of the engine or of a function of the vocabulary.
    Type,
    /// A value outside of its range: a `RangeError`.
    Range,
    /// Any other value or error that a script threw.
    Thrown,
    /// A call that the scene refuses, such as one that names an entity that does not exist: a `SceneError`.
    Scene,
    /// An import that cannot be linked: no such module, or no such export.
    Module,
    /// A rejection that nobody handled, or a top-level await that never settles.
    Promise,
    /// A rule of the finished scene that is broken; the change is reverted.
    Invariant,
    // A limit of the sandbox.
    /// A run or a document that took longer than its time limit; the child was killed.
    Timeout,
    /// A child whose heap reached the memory limit.
    Memory,
    /// A script whose recursion, or whose nesting, needs more stack than there is.
    Stack,
    /// A scene with more entities than the limit.
    Entities,
    /// A run that loads more files besides the entry than the limit.
    Modules,
    /// A file, or all files of a run together, that is larger than the limit.
    SourceSize,
    // The caller changed its mind.
    /// A call that the caller cancelled, or a change that the host did not confirm.
    Cancelled,
    // Ours: the child process failed in a way that is to be reported.
    /// A child that cannot be started, ended by itself, or does not speak our protocol; also a failure of the engine.
    Runner,
    // Refusals of a tool, before anything ran.
    /// An argument, option, path or pattern that is missing, unknown, of the wrong type or without meaning.
    InvalidInput,
    /// The name of a source file that is not valid, or that a new file must not have.
    InvalidName,
    /// A file, folder, entity or transaction that does not exist.
    NotFound,
    /// An old text that does not occur in the file.
    NoMatch,
    /// A change that would leave everything as it is.
    NoChange,
    /// An old text that occurs another number of times than was expected.
    CountMismatch,
    /// An old text, or the id of a cell, that occurs more than once where one is meant.
    AmbiguousMatch,
    /// A change to a file that the session has not read, under the policy `require`.
    NotRead,
    /// A change to a file whose bytes differ from those that the session read.
    StaleRead,
    /// A file that is to be created and already exists.
    AlreadyExists,
    /// A file that the ignore rules of the workspace exclude from changes.
    IgnoredPath,
    /// A notebook given to a tool for texts, a text given to the one for notebooks, or a new notebook that is none.
    Notebook,
    /// A new file whose folder does not exist, for a tool that makes no folders.
    ParentMissing,
    /// A new file whose first edit has an old text that is not empty.
    CreateNeedsEmpty,
    /// A new text with a line that stands for code that was left out.
    Placeholder,
    /// A file or document that could not be read, such as an encrypted PDF document.
    Unreadable,
    /// A path withheld by the host, by the option `deny`, by `readOnly`, or as a file of git or of our own.
    NotPermitted,
    /// A function of the host that threw, or answered something without meaning.
    HookFailed,
    /// A change to a built-in module.
    BuiltinModule,
    /// A path that leads out of the workspace or out of the project's assets.
    OutsideWorkspace,
    /// A file that is not text, for a tool that needs text; also a broken picture.
    BinaryFile,
    /// A text whose encoding is not known for sure, or cannot hold the new characters.
    UnsupportedEncoding,
    /// A file, a result or a record of the journal that is over its limit.
    TooLarge,
    /// A question to a scene that does not exist yet, because the project has no main.
    NotReady,
    /// A file that changed in the meantime, or a lock that another process holds.
    Conflict,
    /// A transaction whose files the host's `verify` did not accept; all were restored.
    VerifyFailed,
    /// A call of the operating system that failed, such as on a full disk.
    Io,
    /// A call of a session or transaction that has ended.
    Closed,
    // A bug of ours that a guard caught.
    /// A panic, or a state that cannot be; the hint asks to report it.
    Internal,
}

impl Kind {
    /// Returns the name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Syntax => "syntax",
            Kind::Reference => "reference",
            Kind::Type => "type",
            Kind::Range => "range",
            Kind::Thrown => "thrown",
            Kind::Scene => "scene",
            Kind::Module => "module",
            Kind::Promise => "promise",
            Kind::Invariant => "invariant",
            Kind::Timeout => "timeout",
            Kind::Memory => "memory",
            Kind::Stack => "stack",
            Kind::Entities => "entities",
            Kind::Modules => "modules",
            Kind::SourceSize => "source_size",
            Kind::Cancelled => "cancelled",
            Kind::Runner => "runner",
            Kind::InvalidInput => "invalid_input",
            Kind::InvalidName => "invalid_name",
            Kind::NotFound => "not_found",
            Kind::NoMatch => "no_match",
            Kind::NoChange => "no_change",
            Kind::CountMismatch => "count_mismatch",
            Kind::AmbiguousMatch => "ambiguous_match",
            Kind::NotRead => "not_read",
            Kind::StaleRead => "stale_read",
            Kind::AlreadyExists => "already_exists",
            Kind::IgnoredPath => "ignored_path",
            Kind::Notebook => "notebook",
            Kind::ParentMissing => "parent_missing",
            Kind::CreateNeedsEmpty => "create_needs_empty",
            Kind::Placeholder => "placeholder",
            Kind::Unreadable => "unreadable",
            Kind::NotPermitted => "not_permitted",
            Kind::HookFailed => "hook_failed",
            Kind::BuiltinModule => "builtin_module",
            Kind::OutsideWorkspace => "outside_workspace",
            Kind::BinaryFile => "binary_file",
            Kind::UnsupportedEncoding => "unsupported_encoding",
            Kind::TooLarge => "too_large",
            Kind::NotReady => "not_ready",
            Kind::Conflict => "conflict",
            Kind::VerifyFailed => "verify_failed",
            Kind::Io => "io",
            Kind::Closed => "closed",
            Kind::Internal => "internal",
        }
    }
}

/// A failure as its reader needs it: what was tried, on what, where, and what to do next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Error {
    /// The failure's kind, which programs branch on.
    pub kind: Kind,
    /// One or more sentences for a person or a model.
    pub message: String,
    /// The project file that the failure is in, by the name the tools use.
    pub file: Option<String>,
    /// The number, from 1.
    pub line: Option<u32>,
    /// The column, from 1, in UTF-16 code units.
    pub column: Option<u32>,
    /// The source line with a caret under the place.
    pub frame: Option<String>,
    /// The script's own call stack, innermost first, one call per line.
    pub stack: Option<String>,
    /// Advice on the next step.
    pub hint: Option<String>,
}

/// The result of an operation that can be refused.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Makes an error with a message alone; [`in_file`](Error::in_file), [`at`](Error::at) and the like add the rest.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Error {
            kind,
            message: message.into(),
            file: None,
            line: None,
            column: None,
            frame: None,
            stack: None,
            hint: None,
        }
    }

    /// Sets the advice on the next step, in place of any that there was.
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Sets the project file that the failure is in.
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Sets the place in the file: line and column from 1, the column in UTF-16 code units.
    pub fn at(mut self, line: u32, column: u32) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }

    /// Makes the error for a failed call of the operating system, with what was tried and on what.
    pub fn io(action: &str, subject: impl fmt::Display, cause: &std::io::Error) -> Self {
        let subject = subject.to_string();
        Error::new(Kind::Io, format!("Could not {action} {}: {cause}", quote_name(&subject)))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_name_equals_serde_name() {
        for kind in [Kind::Syntax, Kind::SourceSize, Kind::InvalidInput, Kind::CountMismatch] {
            let json = serde_json::to_string(&kind).unwrap();
            assert_eq!(json, format!("\"{}\"", kind.as_str()));
        }
    }
}
