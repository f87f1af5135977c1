//! The request for a guard.

use scenewright_fs::WorkspacePath;
use scenewright_journal::{Direction, HistoryEntry};

/// The largest file that a guard covers, where its caller gives none: larger ones are built or downloaded again.
pub(crate) const DEFAULT_FILE_BYTES: u64 = 256 << 20;

/// The largest size of the store, where the caller gives none.
pub(crate) const DEFAULT_MAX_BYTES: u64 = 2 << 30;

/// A commit that is reversed, and how.
pub(crate) struct Reversal<'a> {
    pub direction: Direction,
    /// The commit whose changes are reversed.
    pub target: &'a HistoryEntry,
    /// The command, as its maker named it.
    pub original: &'a HistoryEntry,
    pub force: bool,
    /// The only file or folder that is restored.
    pub file: Option<&'a WorkspacePath>,
}

/// Returns true for the commit of a command, and for its undo.
pub(crate) fn is_guarded(entry: &HistoryEntry) -> bool {
    entry.intent.detail.as_ref().is_some_and(|detail| detail.get("guard").is_some())
}
