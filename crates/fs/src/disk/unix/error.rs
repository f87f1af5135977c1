//! Errors of the system calls.

use std::io;
use std::path::Path;

use scenewright_error::{Error, Kind, quote_path};

/// Returns the error for a name that is taken.
pub(super) fn exists(path: &Path) -> Error {
    let message = format!("Could not create {}: it exists already.", quote_path(path));
    Error::new(Kind::AlreadyExists, message)
}

/// Returns the error for a refusal of the system.
pub(super) fn failed(action: &str, path: &Path, cause: impl Into<io::Error>) -> Error {
    Error::io(action, path.display(), &cause.into())
}
