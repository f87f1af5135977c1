//! The request for a guard.

use serde_json::Value;

use scenewright_fs::WorkspacePath;
use scenewright_journal::{Direction, HistoryEntry, Transactions};

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
    entry.has_account_of("guard")
}

/// Returns what a guard has noted of the changes of a commit.
pub(super) fn guard_account(transactions: &Transactions, entry: &HistoryEntry) -> Option<Value> {
    // Only for commits of commands something is read from disk. One whose record is damaged is as one without an account.
    let account = if entry.has_account_of("guard") { transactions.account_of(entry).ok()? } else { None };
    account?.get_mut("guard").map(Value::take)
}

/// Returns the record of the changes of a commit.
pub(super) fn record_of(transactions: &Transactions, entry: &HistoryEntry) -> Option<String> {
    guard_account(transactions, entry)?["record"].as_str().map(str::to_owned)
}
