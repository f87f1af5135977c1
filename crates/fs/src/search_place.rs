//! The starting place of a search: the top of a root, or a folder or file beneath one.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use super::root_set::RootSet;
use super::workspace_path::WorkspacePath;
use crate::disk::{Disk, OsDisk};
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_paths::path_text::{os_text, path_text};

/// A root itself, or a path beneath it.
///
/// Invariant: the path is made of the texts of names alone, with `/` between them; it is empty for the root itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchPlace {
    root: usize,
    path: String,
}

impl SearchPlace {
    /// Returns the place at the top of a root.
    pub fn top_of(root: usize) -> SearchPlace {
        SearchPlace { root, path: String::new() }
    }

    /// Returns the place that a given path means: relative to the root `first`, or absolute beneath a root.
    /// `called` are further absolute paths that stand for roots, with their numbers. The disk is not asked, except
    /// for an absolute path that leads into a root through links.
    pub fn parse(
        root_set: &RootSet,
        first: usize,
        called: &[(PathBuf, usize)],
        given: &str,
    ) -> Result<SearchPlace> {
        let path = os_text(given);
        let path = Path::new(&path);
        if given.contains('\0') {
            return Err(outside(given));
        }
        if !path.is_absolute() {
            return SearchPlace::top_of(first).join(path).map_err(|_| outside(given));
        }
        let beneath = |path: &Path| {
            let roots = root_set.root_paths().enumerate().map(|(number, root)| (root, number));
            let all = called.iter().map(|(root, number)| (root.as_path(), *number)).chain(roots);
            let inside = all.filter_map(|(root, number)| {
                let way = path.strip_prefix(root).ok()?;
                Some((way.components().count(), number, way.to_owned()))
            });
            // Of roots in roots, the innermost.
            inside.min_by_key(|(length, ..)| *length).map(|(_, number, way)| (number, way))
        };
        let place = |(root, way): (usize, PathBuf)| SearchPlace::top_of(root).join(&way).ok();
        // A path that leaves a root by its name may come back through a link.
        let canonical = || OsDisk.canonical_path(path).ok().and_then(|path| beneath(&path));
        let found = beneath(path).and_then(place).or_else(|| canonical().and_then(place));
        found.ok_or_else(|| outside(given))
    }

    /// Returns the place that a relative path means from here. `..` goes back as far as the root.
    pub fn join(&self, path: &Path) -> Result<SearchPlace> {
        let refused = || outside(&path_text(path));
        let mut names: Vec<Cow<'_, str>> =
            self.path.split('/').filter(|name| !name.is_empty()).map(Cow::Borrowed).collect();
        for component in path.components() {
            match component {
                Component::Normal(name) => {
                    let name = path_text(name);
                    if name.contains('\0') {
                        return Err(refused());
                    }
                    names.push(name);
                }
                Component::CurDir => {}
                Component::ParentDir if names.pop().is_some() => {}
                _ => return Err(refused()),
            }
        }
        Ok(SearchPlace { root: self.root, path: names.join("/") })
    }

    /// Returns the number of its root, from 0.
    pub fn root(&self) -> usize {
        self.root
    }

    /// Returns the path from the root, empty for the root itself.
    pub fn as_str(&self) -> &str {
        &self.path
    }

    /// Returns the path from the root, to be opened.
    pub(super) fn relative(&self) -> PathBuf {
        PathBuf::from(os_text(&self.path).into_owned())
    }

    /// Returns the display path: `.` for the root itself.
    pub fn display_path(&self) -> &str {
        if self.path.is_empty() { "." } else { &self.path }
    }
}

impl From<&WorkspacePath> for SearchPlace {
    fn from(path: &WorkspacePath) -> SearchPlace {
        SearchPlace { root: path.root(), path: path.as_str().to_owned() }
    }
}

fn outside(given: &str) -> Error {
    let shown = quote_name(given);
    Error::new(Kind::OutsideWorkspace, format!("{shown} is outside the workspace."))
}
