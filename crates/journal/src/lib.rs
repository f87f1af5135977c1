//! Transactions: changes to any number of files that are made whole or not at all, and their undoing.
//!
//! # One transaction, step by step
//!
//! 1. Take the root set's lock, which all sessions and processes share. Finish or undo a dead process's transaction.
//! 2. Compare every file with the contents the change was computed from; refuse if one differs.
//! 3. Append to the journal the old bytes and the intent: each file before and after. Sync it.
//! 4. Create missing folders; write the new bytes beside each file, with its mode and owner, and sync them.
//! 5. Compare again. From here on the change cannot be cancelled.
//! 6. Rename each new file into place; sync the folders.
//! 7. Append the record `committed`; sync it unless the only file proves by itself that the change is there.
//! 8. Remove the files set aside, forget the oldest history past the size limit, and release the lock.
//!
//! `docs/transactions.md` describes what a crash at each step leaves and how recovery decides.
//!
//! Invariant: after recovery every transaction is there whole or not at all. A commit that returns an error has
//! left every file as it was and no temporary, unless the error says otherwise.

mod base;
mod half_write;
mod journal;
mod kind_change;
mod node;
mod past;
mod plan;
mod refusal;
mod repair;
mod request;
mod roll_back;
pub mod staging;
mod store;
mod undo;

pub use base::NO_COMMIT;
pub use journal::{FileStep, HistoryEntry, Intent, Purged, ValueStep};
pub use node::{After, Expected, Node};
pub use past::Moment;
pub use refusal::CommitError;
pub use request::{CommitRequest, Committed, Durability, FileChange, FolderChanges, Label, ValuesBase};
pub use scenewright_fs::new_commit_id;
pub use store::{InPlace, Settings, Transactions};
pub use undo::{Direction, UndoPlan};

#[cfg(test)]
mod tests;
