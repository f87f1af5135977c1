//! One pipeline for every change: stage files, validate, commit, start again after a conflict.
//!
//! The doors hand their validators to it: a project runs its scene, a workspace asks its host.

mod commit;
mod files;

pub use commit::{Change, Conflict, FailedCommit, NotCommitted, Terms, Validated};
pub use files::{FileFate, StagedChanges, StagedFile, StagedFiles};
