//! Where a project's files are: names that are proven, files that are proven to be inside, and their identity.
//!
//! Invariant: a path that leads out of the project folder cannot be expressed. Files are called by [`FileName`],
//! which exists only when valid, and everything is opened beneath the folder's handle. Opening a project makes
//! nothing and changes nothing.

mod content_hash;
mod file_name;
mod name_pattern;
mod output;
mod project;
mod temporary;

pub use content_hash::ContentHash;
pub use file_name::FileName;
pub use name_pattern::NamePattern;
pub use project::{ProjectEntry, ProjectFile, ProjectFolder, ProjectLock};
pub use temporary::Temporary;

pub use crate::disk::{FileIdentity, Stamp, WaitLimit};

#[cfg(test)]
mod tests;
