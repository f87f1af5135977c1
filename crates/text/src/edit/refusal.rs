//! The reasons for refusing a replacement, and their messages.

use std::fmt;

use super::diagnosis::Help;
use super::line_names::name_lines;
use scenewright_error::{Error, Kind};

/// A replacement that was refused. Nothing was changed.
#[derive(Clone, Debug, PartialEq)]
pub enum EditError {
    /// The old and the new text are the same.
    NoChange,
    /// The old text is empty, which creates a file, and the file already holds text.
    AlreadyExists,
    /// The old text does not occur.
    NotFound {
        /// The nearest place and the reasons why it does not match; `None` where no place is near.
        help: Option<Box<Help>>,
    },
    /// The text occurs, but not the expected number of times.
    CountMismatch {
        /// The number of occurrences that was expected.
        expected: usize,
        /// The number of occurrences that there are.
        found: usize,
        /// The lines, from 1, where the first [`MAX_LINES`](super::MAX_LINES) of them begin.
        lines: Vec<usize>,
        /// The number of them that can be replaced at once: fewer than there are where they overlap.
        apart: usize,
    },
    /// The text occurs more than once, and the replacement is not for all of them.
    Ambiguous {
        /// The number of occurrences.
        count: usize,
        /// The lines, from 1, where the first [`MAX_LINES`](super::MAX_LINES) of them begin.
        lines: Vec<usize>,
        /// The number of them that can be replaced at once, as for [`CountMismatch`](EditError::CountMismatch).
        apart: usize,
    },
    /// The text itself was refused.
    Refused(Box<Error>),
}

/// The refusal of one of several replacements, with its index among them, from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexedEditError {
    /// The index of the replacement, from 0. Those before it were made in memory only.
    pub index: usize,
    /// The reason, about the text as the replacements before had left it.
    pub error: EditError,
}

impl EditError {
    /// Returns the kind of the error that this becomes.
    pub fn kind(&self) -> Kind {
        match self {
            EditError::NoChange => Kind::NoChange,
            EditError::AlreadyExists => Kind::AlreadyExists,
            EditError::NotFound { .. } => Kind::NoMatch,
            EditError::CountMismatch { .. } => Kind::CountMismatch,
            EditError::Ambiguous { .. } => Kind::AmbiguousMatch,
            EditError::Refused(error) => error.kind,
        }
    }

    /// Returns the next step that resolves it, in the words of the scene tools.
    fn next_step(&self) -> &'static str {
        match self {
            EditError::NoChange => "Leave the edit out, or give the text that is wanted.",
            EditError::AlreadyExists => {
                "Read the file, and give the text to replace; or use write to replace all of it."
            }
            EditError::NotFound { help: None } => {
                "Nothing in the file is like it. Read the file, and give old_code exactly as it stands there."
            }
            EditError::NotFound { help: Some(_) } => {
                "Give old_code exactly as the file has it: as the answer shows it, or after reading the file again."
            }
            EditError::CountMismatch { found, apart, .. }
            | EditError::Ambiguous { count: found, apart, .. }
                if apart < found =>
            {
                "Give more lines of context, or set replace_all."
            }
            EditError::CountMismatch { .. } => "Look at the lines, and correct the number or the text.",
            EditError::Ambiguous { .. } => {
                "Give more lines of context, or set replace_all, or expected_replacements to the number that is meant."
            }
            EditError::Refused(_) => "",
        }
    }
}

/// Returns the sentence about matches that overlap, of which a number cannot be replaced; empty where none do.
pub fn overlap_sentence(count: usize, apart: usize) -> String {
    if apart == count {
        return String::new();
    }
    let (matches, them) = if apart == 1 { ("one", "it") } else { ("of them", "them") };
    let number = if apart == 1 { String::new() } else { format!("{apart} ") };
    format!(
        " They overlap, so that at most {number}{matches} can be replaced: replace_all replaces {them}, from the first on."
    )
}

/// The message in the words of the scene tools, whose arguments are `old_code` and `new_code`.
impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::NoChange => {
                f.write_str("No changes to make: old_code and new_code are exactly the same.")
            }
            EditError::AlreadyExists => f.write_str(
                "Cannot create new file - file already exists. An empty old_code only creates a missing or \
                 empty file.",
            ),
            EditError::NotFound { help: None } => f.write_str("old_code not found in file"),
            EditError::NotFound { help: Some(help) } => {
                write!(f, "old_code not found in file\n\n{}", help.message)
            }
            EditError::CountMismatch { expected, found, lines, apart } => write!(
                f,
                "expected_replacements is {expected}, but old_code occurs {} in the file ({}).{}",
                if *found == 1 { "once".to_owned() } else { format!("{found} times") },
                name_lines(lines, *found),
                overlap_sentence(*found, *apart),
            ),
            EditError::Ambiguous { count, lines, apart } => write!(
                f,
                "Found {count} matches of old_code, but replace_all is false. To replace all occurrences, set \
                 replace_all to true. To replace only one occurrence, please provide more context to uniquely \
                 identify the instance.\n\nThe matches begin on {}.{}",
                name_lines(lines, *count),
                overlap_sentence(*count, *apart),
            ),
            EditError::Refused(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EditError {}

impl From<Error> for EditError {
    fn from(error: Error) -> Self {
        EditError::Refused(Box::new(error))
    }
}

impl From<EditError> for Error {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Refused(error) => *error,
            other => Error::new(other.kind(), other.to_string()).with_hint(other.next_step()),
        }
    }
}

impl fmt::Display for IndexedEditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Edit {}: {}", self.index + 1, self.error)
    }
}

impl std::error::Error for IndexedEditError {}

impl From<IndexedEditError> for Error {
    fn from(error: IndexedEditError) -> Self {
        let message = error.to_string();
        Error { message, ..Error::from(error.error) }
    }
}
