//! Changes to a project's files that are there whole or not at all.
//!
//! # One commit, step by step
//!
//! 1. Take the project's lock (`.scenewright/lock`), which all sessions and processes share. Folders that are
//!    missing are made, each synced into its parent.
//! 2. Remove the temporaries that a process left when it died: they are only made under the lock.
//! 3. Compare the file with the contents that the change was computed from; refuse if they differ.
//! 4. Write the new bytes beside the target, with its mode and owner, and sync them.
//! 5. Compare again, and rename the new file over the old: the change is there.
//! 6. Sync the folder. If that fails, put the old bytes back.
//! 7. Let the lock go.
//!
//! Invariant: a commit that answers an error has left the target's bytes as they were and no temporary, unless
//! the error says otherwise. A process that dies on the way leaves the old file or the new, never a part.
//!
//! # What it does not do yet
//!
//! A commit changes exactly one file; several come with the journal. A file with several hard links is
//! replaced under the name that was given, and the other names keep the old contents; [`Committed::warnings`]
//! says so.

mod commit;
mod commit_id;
mod refusal;

pub use commit::{CommitRequest, Committed, Durability, Expected, FileChange, commit};
pub use commit_id::new_commit_id;
pub use refusal::CommitError;

#[cfg(test)]
mod tests;
