//! The place of a project's files: names that are proven, files that are proven to be inside, and their identity.
//!
//! Invariant: a path that leads out of a workspace cannot be expressed. Files are named by [`WorkspacePath`], those
//! of a project by [`FileName`]; both exist only when valid, and everything is opened beneath the handle of a
//! folder. Opening a project or a root set creates nothing and changes nothing.

pub mod disk;

mod assets;
mod attributes;
mod commit_id;
mod content_hash;
mod deny_rules;
mod file_name;
mod file_types;
mod folder_locks;
mod git_pattern_list;
mod git_settings;
mod ignore_rules;
mod name_forms;
mod name_pattern;
mod output;
mod own_state;
mod private;
mod project;
mod protected;
mod repository;
mod root;
mod root_set;
mod search_place;
mod temporary;
mod umask;
mod walk;
mod workspace_path;

pub use assets::{AssetEntry, AssetPath};
pub use attributes::{EolAttribute, line_end_attribute};
pub use commit_id::new_commit_id;
pub use content_hash::{ContentHash, ContentHasher};
pub use file_name::FileName;
pub use file_types::FileType;
pub use git_settings::{GitEnvironment, GlobalExcludes};
pub use ignore_rules::{FolderRules, IgnoreRules};
pub use name_forms::is_device_name;
pub use name_pattern::NamePattern;
pub use own_state::OwnState;
pub use project::{ProjectEntry, ProjectFile, ProjectFolder};
pub use protected::WriteRules;
pub use root_set::{RootSet, RootSetLock, STATE_FOLDER, has_exact_name};
pub use scenewright_paths::path_pattern::{PathPattern, split_plain_folders};
pub use scenewright_paths::path_text::{self, os_text, path_text};
pub use search_place::SearchPlace;
pub use temporary::{Temporary, is_part, is_temporary, part_name, temporary_name};
pub use umask::mode_of_new_files;
pub use walk::{
    Interrupt, Interrupted, OpenedPlace, Partial, PartialReason, Skipped, Tree, TreeEntry, Trouble, Visitor,
    WalkEntry, WalkFolder, WalkOptions, WalkStart, Walked, open_place, tree, walk,
};
pub use workspace_path::WorkspacePath;

pub use crate::disk::{FileIdentity, Stamp, WaitLimit};

#[cfg(test)]
mod tests;
