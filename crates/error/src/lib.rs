//! The error type that every crate widens into, the stable kinds it can carry, and the quoting of foreign text in
//! messages.

mod near_name;
mod panic_words;
mod quote;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use near_name::near_name;
pub use panic_words::panic_words;
pub use quote::{MAX_QUOTED, is_hidden, quote, quote_name, quote_path, show_line, show_name, show_text};

/// The stable name of a failure, for programs to branch on. Spelled in `snake_case` on every wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    // The script's own doing.
    Syntax,
    Reference,
    Type,
    Range,
    Thrown,
    Scene,
    Module,
    Promise,
    Invariant,
    // A limit of the sandbox.
    Timeout,
    Memory,
    Stack,
    Entities,
    Modules,
    SourceSize,
    // The caller changed its mind.
    Cancelled,
    // Ours: the child process failed in a way that is to be reported.
    Runner,
    // Refusals of a tool, before anything ran.
    InvalidInput,
    InvalidName,
    NotFound,
    NoMatch,
    NoChange,
    CountMismatch,
    AmbiguousMatch,
    NotRead,
    StaleRead,
    AlreadyExists,
    IgnoredPath,
    Notebook,
    ParentMissing,
    CreateNeedsEmpty,
    Placeholder,
    Unreadable,
    NotPermitted,
    HookFailed,
    BuiltinModule,
    OutsideWorkspace,
    BinaryFile,
    UnsupportedEncoding,
    TooLarge,
    NotReady,
    Conflict,
    VerifyFailed,
    Io,
    Closed,
    // A bug of ours that a guard caught.
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

    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

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
