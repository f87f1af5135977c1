//! The rules that make the workspace ignore files and folders.
//!
//! The sources of rules for an entry, of which the first that says anything decides:
//!
//! 1. the lines that the host gave as an option, read as a `.gitignore` at the top of every root;
//! 2. the `.gitignore` of the entry's own folder, then those of the folders above it, past the root, up to the
//!    nearest folder that is a repository of its own; where the root is in no repository, up to the root;
//! 3. `info/exclude` of that repository, which further work trees take from the main one;
//! 4. the file of global excludes, where the host lets one count.
//!
//! In a repository whose configuration says `core.ignoreCase`, letter case does not count in 2 to 4.
//!
//! The contents of an ignored folder are ignored. A root that is itself ignored by rules above it was opened on
//! purpose: then those do not count. Lines that are no valid pattern are skipped, as in git;
//! [`GitPattern`](super::git_pattern::GitPattern) matches as git does. Files are read again each time; only their
//! compiled form is kept, as long as their bytes are the same.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

use super::content_hash::ContentHash;
use super::git_pattern_list::{GitPatternList, Verdict};
use super::git_settings::{GitEnvironment, GitSettings, read_file};
use super::protected::WriteRules;
pub(super) use super::repository::REPOSITORY;
use super::repository::{folders_above, read_excludes, state_of_repository};
use super::root_set::RootSet;
use super::workspace_path::WorkspacePath;
use crate::disk::{Disk, Folder};
use scenewright_error::Result;
use scenewright_paths::path_text::{os_text, path_text};

/// The name of the files that contain rules.
pub(super) const RULES_FILE: &str = ".gitignore";

/// The largest file of rules that is read: compiling a larger one would take longer than any search.
const MAX_RULES_BYTES: u64 = 1024 * 1024;

/// The most compiled files of rules that are kept.
const MAX_KEPT: usize = 1_000;

/// The ignore rules of a root set.
#[derive(Debug)]
pub struct IgnoreRules {
    root_set: Arc<RootSet>,
    extra: GitPatternList,
    uses_gitignore: bool,
    git: GitEnvironment,
    /// The host's rules on what may be read.
    access: Option<Arc<WriteRules>>,
    /// The compiled rule files, by their bytes and by whether letter case is ignored.
    compiled: Mutex<HashMap<(ContentHash, bool), Arc<GitPatternList>>>,
}

/// The rules that apply in one folder, with those of the folders above it.
#[derive(Debug)]
pub(super) struct Rules {
    above: Option<Arc<Rules>>,
    own: Arc<GitPatternList>,
    place: RulesPlace,
    /// True in a repository with `core.ignoreCase`.
    ignores_case: bool,
}

/// The rules that apply in one folder, for a walk that opens its folders itself.
#[derive(Clone, Debug)]
pub struct FolderRules(Option<Arc<Rules>>);

/// The rules of a repository that stand in no `.gitignore`, those that count less first.
struct OfRepository {
    lists: Vec<Arc<GitPatternList>>,
    ignores_case: bool,
}

/// The reason why an entry is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeftOut {
    Ignored,
    Denied,
}

/// The folder of some rules.
#[derive(Clone, Debug)]
enum RulesPlace {
    /// In a root: the length of the path from the root, with its last `/`.
    Inside(usize),
    /// Above a root: the path from the folder to the root, with its last `/`.
    Above(String),
}

impl IgnoreRules {
    /// Makes the rules. `extra` are lines as in a `.gitignore` at the top of every root; `uses_gitignore` says if
    /// the files of that name count too.
    pub fn new(root_set: Arc<RootSet>, extra: &[String], uses_gitignore: bool) -> Result<IgnoreRules> {
        let extra = GitPatternList::of_option(extra, "ignore")?;
        Ok(IgnoreRules {
            root_set,
            extra,
            uses_gitignore,
            git: GitEnvironment::default(),
            access: None,
            compiled: Mutex::default(),
        })
    }

    /// Lets the configuration of git count, of the machine, the user and the repositories.
    #[must_use]
    pub fn with_git(mut self, git: GitEnvironment) -> IgnoreRules {
        self.git = git;
        self
    }

    /// Makes the rules leave out denied files too.
    #[must_use]
    pub fn with_access(mut self, access: Arc<WriteRules>) -> IgnoreRules {
        self.access = Some(access);
        self
    }

    /// Returns true if the host's own lines ignore a file by its name, or a folder that it is in. The path is taken as
    /// it is written: follow links first.
    pub fn is_left_alone(&self, path: &WorkspacePath) -> bool {
        self.option_ignores(path.as_str())
    }

    fn option_ignores(&self, path: &str) -> bool {
        // The contents of an ignored folder are ignored, so each folder on the way is asked too.
        let folders = path.match_indices('/').map(|(slash, _)| (&path[..slash], true));
        folders
            .chain([(path, false)])
            .any(|(path, is_folder)| self.extra.verdict(path, is_folder) == Some(Verdict::Ignored))
    }

    /// Refuses a place that the host denies.
    pub(super) fn require_readable(&self, path: &str, shown: &dyn Display) -> Result<()> {
        self.access.as_ref().map_or(Ok(()), |access| access.require_readable_place(path, shown))
    }

    /// Returns true if the host denies an entry of a folder that it does not deny.
    pub(super) fn denies_entry(&self, path: &str, is_folder: bool) -> bool {
        self.access.as_ref().is_some_and(|access| access.denies_entry(path, is_folder))
    }

    /// Returns true if the targets of links matter.
    pub(super) fn concerns_targets(&self) -> bool {
        !self.extra.is_empty() || self.access.as_ref().is_some_and(|access| access.denies_anything())
    }

    /// Returns why the target of a link is left out, by its path from the root.
    pub(super) fn leaves_out_target(&self, path: &str) -> Option<LeftOut> {
        if self.require_readable(path, &path).is_err() {
            Some(LeftOut::Denied)
        } else {
            self.option_ignores(path).then_some(LeftOut::Ignored)
        }
    }

    /// Returns the outermost ignored folder that a file is in; `None` where it is in none. A file that is ignored
    /// by its own name is not in one. The path is taken as it is written: follow links first.
    pub fn ignored_folder(&self, path: &WorkspacePath) -> Result<Option<WorkspacePath>> {
        Ok(self.rules_on_the_way(path)?.err())
    }

    /// Returns true if an entry, or a folder that it is in, is ignored. The path is taken as it is written.
    pub fn ignores(&self, path: &WorkspacePath, is_folder: bool) -> Result<bool> {
        let rules = self.rules_on_the_way(path)?;
        Ok(rules.map_or(true, |rules| self.is_ignored(rules.as_ref(), path.as_str(), is_folder)))
    }

    /// Returns the rules that apply in the folder of a path, or the outermost ignored folder on the way.
    fn rules_on_the_way(
        &self,
        path: &WorkspacePath,
    ) -> Result<std::result::Result<Option<Arc<Rules>>, WorkspacePath>> {
        let Some(root) = self.root_set.root(path.root())? else { return Ok(Ok(None)) };
        let above = self.above_root(path.root(), root.as_ref());
        let mut rules = self.in_folder(above, root.as_ref(), 0);
        let mut here = root;
        let mut exists = true;
        for folder in path.folders() {
            if self.is_ignored(rules.as_ref(), folder.as_str(), true) {
                return Ok(Err(folder));
            }
            if exists && self.uses_gitignore {
                let name = folder.as_str().rsplit('/').next().unwrap_or_default();
                match here.open_child(&os_text(name))? {
                    Some(child) => here = child,
                    None => exists = false,
                }
                if exists {
                    rules = self.in_folder(rules, here.as_ref(), folder.as_str().len() + 1);
                }
            }
        }
        Ok(Ok(rules))
    }

    /// Returns true if an entry is ignored by the rules of its folder, those above and the option.
    pub(super) fn is_ignored(&self, rules: Option<&Arc<Rules>>, path: &str, is_folder: bool) -> bool {
        // The host's own lines stand above all files.
        if let Some(verdict) = self.extra.verdict(path, is_folder) {
            return verdict == Verdict::Ignored;
        }
        let mut rules = rules;
        while let Some(here) = rules {
            let verdict = match &here.place {
                RulesPlace::Inside(length) => here.own.verdict(&path[*length..], is_folder),
                // Patterns of a file above the root see the path from their own folder on.
                RulesPlace::Above(way) => here.own.verdict(&format!("{way}{path}"), is_folder),
            };
            if let Some(verdict) = verdict {
                return verdict == Verdict::Ignored;
            }
            rules = here.above.as_ref();
        }
        false
    }

    /// Returns the rules that come to a root from above it.
    pub fn above(&self, root: usize) -> Result<FolderRules> {
        let handle = self.root_set.root(root)?;
        Ok(FolderRules(handle.and_then(|handle| self.above_root(root, handle.as_ref()))))
    }

    /// Returns the rules within a folder, by those above it and its path from the root. The folder is opened only where it
    /// has rules of its own or is a repository.
    pub fn within(
        &self,
        above: &FolderRules,
        root: usize,
        path: &str,
        has_rules: bool,
        is_repository: bool,
    ) -> Result<FolderRules> {
        if !has_rules && !is_repository {
            return Ok(above.clone());
        }
        let Some(mut folder) = self.root_set.root(root)? else { return Ok(above.clone()) };
        for name in path.split('/').filter(|name| !name.is_empty()) {
            match folder.open_child(&os_text(name))? {
                Some(child) => folder = child,
                None => return Ok(above.clone()),
            }
        }
        let length = if path.is_empty() { 0 } else { path.len() + 1 };
        let rules = self.in_listed_folder(above.0.clone(), folder.as_ref(), length, has_rules, is_repository);
        Ok(FolderRules(rules))
    }

    /// Returns true if an entry is ignored by the rules of its folder.
    pub fn leaves_out(&self, rules: &FolderRules, path: &str, is_folder: bool) -> bool {
        self.is_ignored(rules.0.as_ref(), path, is_folder)
    }

    /// Returns the rules that come to a root from above it, where it is in a repository.
    pub(super) fn above_root(&self, number: usize, root: &dyn Folder) -> Option<Arc<Rules>> {
        if !self.uses_gitignore {
            return None;
        }
        let disk = self.root_set.disk_of(number)?;
        let folders = folders_above(disk, root);
        let names: Vec<_> = folders.iter().map(|folder| path_text(&folder.next)).collect();
        let mut lists: Vec<(usize, Arc<GitPatternList>)> = Vec::new();
        let mut ignores_case = false;
        for (depth, folder) in folders.iter().enumerate() {
            let folder = folder.folder.as_ref();
            // Folders above are listed from the top of the repository down, so only the first is its top.
            let of_repository = (depth == 0).then(|| self.of_repository(disk, folder));
            ignores_case |= of_repository.as_ref().is_some_and(|it| it.ignores_case);
            let own = read_rules(folder, RULES_FILE).map(|bytes| self.compile(&bytes, ignores_case));
            let lists_here = of_repository.into_iter().flat_map(|it| it.lists).chain(own);
            lists.extend(lists_here.map(|list| (depth, list)));
            let verdict = |(top, list): &(usize, Arc<GitPatternList>)| {
                list.verdict(&names[*top..=depth].join("/"), true)
            };
            if lists.iter().rev().find_map(verdict) == Some(Verdict::Ignored) {
                // The root was opened on purpose inside of an ignored folder: from here on its rules begin
                // afresh.
                lists.clear();
            }
        }
        if folders.is_empty() && state_of_repository(disk, root).is_none() {
            let settings = GitSettings::read(&self.git, disk, root.path(), None);
            let own = self.global(disk, &settings)?;
            return Some(Arc::new(Rules {
                above: None,
                own,
                place: RulesPlace::Inside(0),
                ignores_case: false,
            }));
        }
        lists.into_iter().fold(case_alone(ignores_case), |above, (depth, own)| {
            let place = RulesPlace::Above(names[depth..].join("/") + "/");
            Some(Arc::new(Rules { above, own, place, ignores_case }))
        })
    }

    /// Returns the same as [`IgnoreRules::in_listed_folder`] for a folder whose entries are not known.
    pub(super) fn in_folder(
        &self,
        above: Option<Arc<Rules>>,
        folder: &dyn Folder,
        folder_length: usize,
    ) -> Option<Arc<Rules>> {
        if !self.uses_gitignore {
            return None;
        }
        self.in_listed_folder(above, folder, folder_length, true, true)
    }

    /// Returns the rules that apply in a folder: those above it, unless it is a repository of its own, and its own.
    pub(super) fn in_listed_folder(
        &self,
        above: Option<Arc<Rules>>,
        folder: &dyn Folder,
        folder_length: usize,
        may_have_rules: bool,
        may_be_repository: bool,
    ) -> Option<Arc<Rules>> {
        if !self.uses_gitignore {
            return None;
        }
        let disk = self.root_set.disk_of(0)?;
        let mut rules = above;
        let place = RulesPlace::Inside(folder_length);
        let mut lists = Vec::new();
        if may_be_repository && state_of_repository(disk, folder).is_some() {
            let repository = self.of_repository(disk, folder);
            // A repository of its own, such as a submodule: rules above it do not apply here, as in git.
            rules = case_alone(repository.ignores_case);
            lists = repository.lists;
        }
        let ignores_case = rules.as_ref().is_some_and(|rules| rules.ignores_case);
        // Rules that cannot be read do not apply, as in git.
        if may_have_rules && let Some(bytes) = read_rules(folder, RULES_FILE) {
            lists.push(self.compile(&bytes, ignores_case));
        }
        for own in lists.into_iter().filter(|list| !list.is_empty()) {
            rules = Some(Arc::new(Rules { above: rules.take(), own, place: place.clone(), ignores_case }));
        }
        rules
    }

    fn of_repository(&self, disk: &dyn Disk, top: &dyn Folder) -> OfRepository {
        let state = state_of_repository(disk, top);
        let settings = GitSettings::read(&self.git, disk, top.path(), state.as_ref());
        let excludes = state
            .and_then(|state| read_excludes(disk, &state, MAX_RULES_BYTES))
            .map(|bytes| self.compile(&bytes, settings.ignores_case));
        let lists = self.global(disk, &settings).into_iter().chain(excludes).collect();
        OfRepository { lists, ignores_case: settings.ignores_case }
    }

    /// Returns the global excludes.
    fn global(&self, disk: &dyn Disk, settings: &GitSettings) -> Option<Arc<GitPatternList>> {
        let bytes = read_file(disk, settings.excludes_file.as_ref()?)?;
        Some(self.compile(&bytes, settings.ignores_case))
    }

    fn compile(&self, bytes: &[u8], ignores_case: bool) -> Arc<GitPatternList> {
        let key = (ContentHash::of(bytes), ignores_case);
        let kept = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = kept().get(&key) {
            return Arc::clone(compiled);
        }
        let compiled = Arc::new(GitPatternList::of_file(bytes, ignores_case));
        let mut kept = kept();
        // Dropping all is simple and rare; what is in use is compiled again at the next walk.
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&compiled));
        compiled
    }
}

/// Returns rules that say no more than that letter case is ignored, for the folders beneath; none where it counts.
fn case_alone(ignores_case: bool) -> Option<Arc<Rules>> {
    let rules = || Rules { above: None, own: Arc::default(), place: RulesPlace::Inside(0), ignores_case };
    ignores_case.then(|| Arc::new(rules()))
}

/// Reads a regular file directly in the folder; `None` if it is missing or may not be read.
pub(super) fn read_rules(folder: &dyn Folder, name: &str) -> Option<Vec<u8>> {
    let reader = folder.open_to_read(OsStr::new(name)).ok()??;
    let mut bytes = Vec::new();
    reader.take(MAX_RULES_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
