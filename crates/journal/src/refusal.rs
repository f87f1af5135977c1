//! The reasons for refusing a commit.

use std::fmt;

use scenewright_error::{Error, Kind};

/// A commit that was refused. Unless the error says otherwise, nothing was changed.
#[derive(Clone, Debug, PartialEq)]
pub enum CommitError {
    /// The file differs from the one that the change was computed from: start again from its present contents.
    Conflict {
        /// The display path of the file.
        file: String,
    },
    /// The values beside the files are other ones than those that the change was computed with: start again with the present ones.
    ValuesChanged,
    /// The request itself makes no sense.
    Invalid(String),
    /// The caller cancelled, the lock could not be had, the disk failed, or a path was refused.
    Failed(Error),
}

impl fmt::Display for CommitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommitError::Conflict { file } => write!(
                f,
                "{file} was changed by another session or process while this change was being made. Nothing \
                 was written."
            ),
            CommitError::ValuesChanged => f.write_str(
                "Parameters were set by another session or process while this change was being made. Nothing was written.",
            ),
            CommitError::Invalid(reason) => f.write_str(reason),
            CommitError::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CommitError {}

impl From<Error> for CommitError {
    fn from(error: Error) -> Self {
        CommitError::Failed(error)
    }
}

impl From<CommitError> for Error {
    fn from(error: CommitError) -> Self {
        let message = error.to_string();
        match error {
            CommitError::Conflict { file } => Error::new(Kind::Conflict, message)
                .in_file(file)
                .with_hint("Read the file again and repeat the change on its present contents."),
            CommitError::ValuesChanged => Error::new(Kind::Conflict, message).with_hint("Repeat the change."),
            CommitError::Invalid(_) => Error::new(Kind::InvalidInput, message),
            CommitError::Failed(error) => error,
        }
    }
}
