//! Undo for all changes in the folders: commands of a shell, other programs, a host's own tools.
//!
//! A snapshot is taken before and after, and the differences are one commit of the history, whose old and new contents
//! are in the store of the snapshots. Undo and redo restore them; see `docs/undo.md`.
//!
//! Invariant: the changes of a command are in exactly one commit. Those that our own tools committed meanwhile are
//! in theirs.

#[cfg(unix)]
mod account;
#[cfg(unix)]
mod calls;
#[cfg(unix)]
mod fork_files;
#[cfg(unix)]
mod forks;
#[cfg(unix)]
mod guarding;
#[cfg(unix)]
mod merging;
#[cfg(target_os = "linux")]
mod overlaid;
#[cfg(unix)]
mod recovery;
mod request;
#[cfg(unix)]
mod reversal;

pub(crate) use request::{Reversal, is_guarded};

use serde_json::Value;

use super::in_flight::InFlightCall;
use super::session::Session;
use scenewright_error::{Result, Warning};
use scenewright_fs::WorkspacePath;
use scenewright_journal::Direction;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;

/// Begins a guard, or takes a snapshot that is adopted later.
pub(crate) fn begin(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    #[cfg(unix)]
    return calls::begin(call, arguments);
    #[cfg(not(unix))]
    return Err(unsupported(call, arguments));
}

/// Ends a guard, or adopts what happened since a snapshot: one commit of all that changed.
pub(crate) fn end(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    #[cfg(unix)]
    return calls::end(call, arguments);
    #[cfg(not(unix))]
    return Err(unsupported(call, arguments));
}

/// Makes a fork of the folders.
pub(crate) fn fork(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    #[cfg(unix)]
    return forks::fork(call, arguments);
    #[cfg(not(unix))]
    return Err(unsupported(call, arguments));
}

/// Lists the forks.
pub(crate) fn forks(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    #[cfg(unix)]
    return forks::list(call, arguments);
    #[cfg(not(unix))]
    return Err(unsupported(call, arguments));
}

/// Merges a fork into the folders.
pub(crate) fn merge(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    #[cfg(unix)]
    return merging::merge(call, arguments);
    #[cfg(not(unix))]
    return Err(unsupported(call, arguments));
}

/// Removes a fork.
pub(crate) fn discard(call: &InFlightCall, arguments: &Arguments) -> Result<Answer> {
    #[cfg(unix)]
    return forks::discard(call, arguments);
    #[cfg(not(unix))]
    return Err(unsupported(call, arguments));
}

/// Finishes what a dead process left, and says so.
pub(crate) fn recover(call: &InFlightCall) -> Result<Vec<Warning>> {
    #[cfg(unix)]
    return recovery::recover(call);
    #[cfg(not(unix))]
    {
        let _ = call;
        Ok(Vec::new())
    }
}

/// Finishes an undo or redo that a dead process left, where the call asks for the same. Returns the data of its answer, and warnings.
pub(crate) fn finish_reversal(
    call: &InFlightCall,
    direction: Direction,
    id: Option<&str>,
) -> Result<Option<(Value, Vec<Warning>)>> {
    #[cfg(unix)]
    return recovery::finish_reversal(call, direction, id);
    #[cfg(not(unix))]
    {
        let _ = (call, direction, id);
        Ok(None)
    }
}

/// Reverses the commit of a command. Returns the data of the answer, and warnings.
pub(crate) fn take_back(call: &InFlightCall, reversal: &Reversal<'_>) -> Result<(Value, Vec<Warning>)> {
    #[cfg(unix)]
    {
        reversal::take_back(call, reversal)
    }
    #[cfg(not(unix))]
    {
        let Reversal { direction, target, original, force, file } = reversal;
        let _ = (direction, target, original, force, file);
        Err(unsupported(call, &()))
    }
}

/// Adds to rows of the history what commands changed; to a row that stands alone, also the difference.
pub(crate) fn extend_rows(
    session: &Session,
    page: &mut Value,
    permits: &dyn Fn(&WorkspacePath) -> Result<bool>,
) -> Result<()> {
    #[cfg(unix)]
    return account::extend_rows(session, page, permits);
    #[cfg(not(unix))]
    {
        let _ = (session, page, permits);
        Ok(())
    }
}

/// Removes the store of old contents for good. Returns the bytes that went.
pub(crate) fn purge(session: &Session) -> Result<u64> {
    #[cfg(unix)]
    return scenewright_snapshot::Area::purge(&session.shared.state);
    #[cfg(not(unix))]
    {
        let _ = session;
        Ok(0)
    }
}

#[cfg(not(unix))]
fn unsupported<T: ?Sized>(_: &InFlightCall, _: &T) -> scenewright_error::Error {
    let message = "Commands can be guarded on Linux and macOS only.";
    scenewright_error::Error::new(scenewright_error::Kind::InvalidInput, message)
}
