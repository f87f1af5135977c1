//! Where a project's files are: names that are proven, files that are proven to be inside, and their identity.
//!
//! Invariant: a path that leads out of a workspace cannot be expressed. Files are called by [`WorkspacePath`], those
//! of a project by [`FileName`]; both exist only when valid, and everything is opened beneath the handle of a folder.
//! Opening a project or a site makes nothing and changes nothing.

mod content_hash;
mod file_name;
mod name_pattern;
mod output;
mod project;
mod root;
mod site;
mod temporary;
mod workspace_path;

pub use content_hash::ContentHash;
pub use file_name::FileName;
pub use name_pattern::NamePattern;
pub use project::{ProjectEntry, ProjectFile, ProjectFolder};
pub use site::{Site, SiteLock, has_exact_name};
pub use temporary::{Temporary, is_temporary, temporary_name};
pub use workspace_path::WorkspacePath;

pub use crate::disk::{FileIdentity, Stamp, WaitLimit};

#[cfg(test)]
mod tests;
