//! The rules that make the workspace ignore files and folders.
//!
//! The sources of rules for an entry, of which the first that says anything decides:
//!
//! 1. the lines that the host gave as an option, read as a `.gitignore` at the top of every root;
//! 2. the `.gitignore` of the entry's own folder, then those of the folders above it up to the root, or up to the
//!    nearest folder that is a repository of its own;
//! 3. `.git/info/exclude` of each of those folders, right after its `.gitignore`.
//!
//! The contents of an ignored folder are ignored. Rules of the machine (`core.excludesFile`) do not count, and
//! neither do lines that are no valid pattern, as with git. Files are read anew each time; only their compiled form
//! is kept, as long as their bytes are the same.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::content_hash::ContentHash;
use super::name_pattern::has_too_many_braces;
use super::path_text::{os_text, pattern_line, pattern_text};
use super::root_set::RootSet;
use super::workspace_path::WorkspacePath;
use crate::disk::Folder;
use scenewright_error::{Error, Kind, Result, quote_name};

/// The name of the files that contain rules.
pub(super) const RULES_FILE: &str = ".gitignore";
pub(super) const REPOSITORY: &str = ".git";
const EXCLUDES_FILE: &str = ".git/info/exclude";

/// The largest file of rules that is read: compiling a larger one would take longer than any search.
const MAX_RULES_BYTES: u64 = 1024 * 1024;

/// The most compiled files of rules that are kept.
const MAX_KEPT: usize = 1_000;

/// The ignore rules of a root set.
#[derive(Debug)]
pub struct IgnoreRules {
    root_set: Arc<RootSet>,
    extra: Gitignore,
    uses_gitignore: bool,
    compiled: Mutex<HashMap<ContentHash, Arc<Gitignore>>>,
}

/// The rules that apply in one folder, with those of the folders above it.
#[derive(Debug)]
pub(super) struct Rules {
    above: Option<Arc<Rules>>,
    own: Arc<Gitignore>,
    /// The length of the path from the root to the folder of the rules, with its last `/`.
    folder_length: usize,
}

impl IgnoreRules {
    /// Makes the rules. `extra` are lines as in a `.gitignore` at the top of every root; `uses_gitignore` tells if
    /// the files of that name count as well.
    pub fn new(root_set: Arc<RootSet>, extra: &[String], uses_gitignore: bool) -> Result<IgnoreRules> {
        let extra = compile_lines(extra, "ignore")?;
        Ok(IgnoreRules { root_set, extra, uses_gitignore, compiled: Mutex::default() })
    }

    /// Returns the outermost ignored folder that a file is in; `None` where it is in none. A file that is ignored
    /// by its own name is not in one. The path is taken as it is written: follow links first.
    pub fn ignored_folder(&self, path: &WorkspacePath) -> Result<Option<WorkspacePath>> {
        let Some(root) = self.root_set.root(path.root())? else { return Ok(None) };
        let mut rules = self.in_root(root.as_ref());
        let mut here = root;
        let mut exists = true;
        for folder in path.folders() {
            if self.is_ignored(rules.as_ref(), folder.as_str(), true) {
                return Ok(Some(folder));
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
        Ok(None)
    }

    /// Returns true if an entry is ignored by the rules of its folder, those above and the option.
    pub(super) fn is_ignored(&self, rules: Option<&Arc<Rules>>, path: &str, is_folder: bool) -> bool {
        match self.extra.matched(path, is_folder) {
            Match::Ignore(_) => return true,
            Match::Whitelist(_) => return false,
            Match::None => {}
        }
        let mut rules = rules;
        while let Some(here) = rules {
            match here.own.matched(&path[here.folder_length..], is_folder) {
                Match::Ignore(_) => return true,
                Match::Whitelist(_) => return false,
                Match::None => rules = here.above.as_ref(),
            }
        }
        false
    }

    /// Returns the rules at the top of a root.
    pub(super) fn in_root(&self, root: &dyn Folder) -> Option<Arc<Rules>> {
        self.in_folder(None, root, 0)
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
        let is_repository = matches!(folder.entry(OsStr::new(REPOSITORY)), Ok(Some(_)));
        self.in_listed_folder(above, folder, folder_length, true, is_repository)
    }

    /// Returns the rules that apply in a folder: those above it, unless it is a repository of its own, and its own.
    pub(super) fn in_listed_folder(
        &self,
        above: Option<Arc<Rules>>,
        folder: &dyn Folder,
        folder_length: usize,
        may_have_rules: bool,
        is_repository: bool,
    ) -> Option<Arc<Rules>> {
        let mut rules = above.filter(|_| !is_repository);
        if !self.uses_gitignore {
            return None;
        }
        let mut add = |bytes: Vec<u8>| {
            let own = self.compile(&bytes);
            if !own.is_empty() {
                rules = Some(Arc::new(Rules { above: rules.take(), own, folder_length }));
            }
        };
        // Rules that cannot be read say nothing, as with git.
        if is_repository && let Ok(Some(excludes)) = folder.read(Path::new(EXCLUDES_FILE), MAX_RULES_BYTES) {
            add(excludes.bytes);
        }
        if may_have_rules && let Some(bytes) = read_rules(folder, RULES_FILE) {
            add(bytes);
        }
        rules
    }

    fn compile(&self, bytes: &[u8]) -> Arc<Gitignore> {
        let hash = ContentHash::of(bytes);
        let kept = || self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = kept().get(&hash) {
            return Arc::clone(compiled);
        }
        let text = pattern_line(bytes);
        let mut builder = GitignoreBuilder::new("");
        for line in text.trim_start_matches('\u{feff}').lines() {
            // A line that is no pattern says nothing, as with git.
            if !has_too_many_braces(line) {
                let _ = builder.add_line(None, line);
            }
        }
        let compiled = Arc::new(builder.build().unwrap_or_else(|_| Gitignore::empty()));
        let mut kept = kept();
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        kept.insert(hash, Arc::clone(&compiled));
        compiled
    }
}

/// Compiles the lines that the host gave as an option, each of which must be a valid pattern.
pub(super) fn compile_lines(lines: &[String], option: &str) -> Result<Gitignore> {
    let mut builder = GitignoreBuilder::new("");
    builder.allow_unclosed_class(false);
    for line in lines {
        if line.contains(['\n', '\r', '\0']) {
            return Err(invalid(option, line, "it is more than one line"));
        }
        if has_too_many_braces(line) {
            return Err(invalid(option, line, "it has too many braces"));
        }
        builder
            .add_line(None, &pattern_text(line))
            .map_err(|cause| invalid(option, line, &reason(&cause)))?;
    }
    builder.build().map_err(|cause| invalid(option, &lines.join(" "), &reason(&cause)))
}

/// Reads a regular file of the very folder; `None` where there is none, or none that may be read.
pub(super) fn read_rules(folder: &dyn Folder, name: &str) -> Option<Vec<u8>> {
    let reader = folder.open_to_read(OsStr::new(name)).ok()??;
    let mut bytes = Vec::new();
    reader.take(MAX_RULES_BYTES).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

fn reason(cause: &ignore::Error) -> String {
    match cause {
        ignore::Error::Glob { err, .. } => err.clone(),
        other => other.to_string(),
    }
}

fn invalid(option: &str, pattern: &str, reason: &str) -> Error {
    let shown = quote_name(pattern);
    Error::new(Kind::InvalidInput, format!("The {option} pattern `{shown}` is not valid: {reason}."))
        .with_hint("Give patterns as in a .gitignore file, one each.")
}
