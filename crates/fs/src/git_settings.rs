//! The settings of git that decide about ignored files: `core.ignoreCase` and `core.excludesFile`.
//!
//! The user's configuration comes first, then the repository's, each with the files that it includes; the last value counts.
//! Files are read wherever they are. Of what they hold only these two settings are used, and nothing is shown.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::repository::{branch, common_folder, path_in};
use crate::disk::{Disk, Folder};
use scenewright_paths::git_config::{ConfigSource, GitConfig, expand_config_path};

const CONFIG: &str = "config";
const WORK_TREE_CONFIG: &str = "config.worktree";

/// The largest file of a configuration that is read.
const MAX_CONFIG_BYTES: u64 = 1 << 20;

/// The part of git's environment that the host passes on.
#[derive(Clone, Debug, Default)]
pub struct GitEnvironment {
    /// The home folder, which `~` stands for.
    pub home: Option<PathBuf>,
    /// The files of the machine's and the user's configuration, of which a later one counts more.
    pub config_files: Vec<PathBuf>,
    /// The ignore rules for all repositories of the user.
    pub excludes: GlobalExcludes,
}

/// The file of global excludes. It may be missing.
#[derive(Clone, Debug, Default)]
pub enum GlobalExcludes {
    /// No file counts.
    #[default]
    None,
    /// This file.
    File(PathBuf),
    /// The one that git takes: the configured one, else this one.
    Configured(PathBuf),
}

/// The settings for the work tree of a repository.
pub(super) struct GitSettings {
    pub(super) ignores_case: bool,
    pub(super) excludes_file: Option<PathBuf>,
}

impl GitSettings {
    /// Reads the settings for the folder at `top`, which is the top of the repository that has its state in `state`.
    pub(super) fn read(
        environment: &GitEnvironment,
        disk: &dyn Disk,
        top: &Path,
        state: Option<&Arc<dyn Folder>>,
    ) -> GitSettings {
        let mut files: Vec<Vec<u8>> = environment.config_files.iter().map(|path| bytes_of(path)).collect();
        let common = state.and_then(|state| common_folder(disk, state));
        files.extend(common.iter().map(|common| bytes_of(&common.path().join(CONFIG))));
        let home = environment.home.as_deref().map(bytes_of);
        let state_path = state.map(|state| bytes_of(state.path()));
        let branch = state.and_then(|state| branch(state.as_ref()));
        let source = ConfigSource {
            read: &|path| read_file(disk, Path::new(&path_in(path))),
            home: home.as_deref(),
            state_folder: state_path.as_deref(),
            branch: branch.as_deref(),
        };
        let mut config = GitConfig::read(&files, &source);
        // git-worktree(1): `config.worktree` counts only where the repository says so, and after all others.
        if let Some(state) = state.filter(|_| config.flag("extensions.worktreeconfig") == Some(true)) {
            files.push(bytes_of(&state.path().join(WORK_TREE_CONFIG)));
            config = GitConfig::read(&files, &source);
        }
        let configured = || {
            let path = config.value("core.excludesfile")?;
            // An empty path replaces the default by no file at all.
            Some(expand_config_path(path, home.as_deref(), &bytes_of(top)).map(|path| path_in(&path).into()))
        };
        let excludes_file = match &environment.excludes {
            GlobalExcludes::None => None,
            GlobalExcludes::File(file) => Some(file.clone()),
            GlobalExcludes::Configured(default) => configured().unwrap_or_else(|| Some(default.clone())),
        };
        let ignores_case = state.is_some() && config.flag("core.ignorecase") == Some(true);
        GitSettings { ignores_case, excludes_file }
    }
}

/// Reads a regular file anywhere; `None` if it is missing or may not be read.
pub(super) fn read_file(disk: &dyn Disk, path: &Path) -> Option<Vec<u8>> {
    let path = disk.canonical_path(path).ok()?;
    let folder = disk.open_folder(path.parent()?).ok()??;
    Some(folder.read(Path::new(path.file_name()?), MAX_CONFIG_BYTES).ok()??.bytes)
}

fn bytes_of(path: &Path) -> Vec<u8> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        path.as_os_str().as_bytes().to_vec()
    }
    #[cfg(not(unix))]
    path.to_string_lossy().replace('\\', "/").into_bytes()
}
