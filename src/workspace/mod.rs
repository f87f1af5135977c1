//! Where a project's files are: names that are proven, files that are proven to be inside, and their identity.
//!
//! Invariant: a path that leads out of a workspace cannot be expressed. Files are called by [`WorkspacePath`], those
//! of a project by [`FileName`]; both exist only when valid, and everything is opened beneath the handle of a folder.
//! Opening a project or a site makes nothing and changes nothing.

mod attributes;
mod content_hash;
mod file_name;
mod file_types;
mod ignore_rules;
mod name_pattern;
mod output;
mod path_pattern;
mod private;
mod project;
mod root;
mod search_place;
mod site;
mod temporary;
mod walk;
mod workspace_path;

pub use attributes::{EolAttribute, line_end_attribute};
pub use content_hash::{ContentHash, ContentHasher};
pub use file_name::FileName;
pub use file_types::FileType;
pub use ignore_rules::IgnoreRules;
pub use name_pattern::NamePattern;
pub use path_pattern::{PathPattern, split_plain_folders};
pub use project::{ProjectEntry, ProjectFile, ProjectFolder};
pub use search_place::SearchPlace;
pub use site::{Site, SiteLock, has_exact_name};
pub use temporary::{Temporary, is_temporary, temporary_name};
pub use walk::{
    Interrupt, Interrupted, OpenedPlace, Partial, PartialReason, Skipped, Tree, TreeEntry, Trouble, Visitor,
    WalkEntry, WalkFolder, WalkOptions, WalkStart, Walked, open_place, tree, walk,
};
pub use workspace_path::WorkspacePath;

pub use crate::disk::{FileIdentity, Stamp, WaitLimit};

#[cfg(test)]
mod tests;
