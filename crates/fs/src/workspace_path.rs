//! Paths of files beneath the roots of a workspace.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use scenewright_error::{Error, Kind, Result, quote_name, quote_path};
use scenewright_paths::path_text::{os_text, path_text};

/// A file beneath one of the roots of a root set: the number of the root, and the path from there.
///
/// Invariant: the path is relative and consists of names alone, so it leads out of its root only through a link,
/// which is refused when the file is opened. It is written with `/` on every platform, and names as [`path_text`]
/// does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct WorkspacePath {
    root: usize,
    path: String,
}

/// The form in a journal.
#[derive(Serialize, Deserialize)]
struct Written {
    #[serde(default, skip_serializing_if = "is_zero")]
    root: usize,
    path: String,
}

impl WorkspacePath {
    /// Checks a relative path without touching the disk. `.` is dropped and `..` goes back where it can.
    pub fn new(root: usize, path: &Path) -> Result<WorkspacePath> {
        let refused = |reason: &str| {
            let message =
                format!("{} is not the path of a file in the workspace: {reason}.", quote_path(path));
            Error::new(Kind::OutsideWorkspace, message).with_hint("Use a path inside the workspace.")
        };
        let mut names: Vec<Cow<'_, str>> = Vec::new();
        for component in path.components() {
            match component {
                Component::Normal(name) if cfg!(not(unix)) && name.to_str().is_none() => {
                    return Err(refused("it is not Unicode"));
                }
                Component::Normal(name) => match path_text(name) {
                    name if name.contains('\0') => return Err(refused("it holds a NUL character")),
                    name => names.push(name),
                },
                Component::CurDir => {}
                Component::ParentDir if names.pop().is_some() => {}
                Component::ParentDir => return Err(refused("`..` leads out of it")),
                Component::RootDir | Component::Prefix(_) => return Err(refused("it is absolute")),
            }
        }
        if names.is_empty() {
            return Err(refused("it names no file"));
        }
        Ok(WorkspacePath { root, path: names.join("/") })
    }

    /// Makes a path that is known to consist of names.
    pub(super) fn in_first_root(path: String) -> WorkspacePath {
        WorkspacePath { root: 0, path }
    }

    /// Returns the number of its root, from 0.
    pub fn root(&self) -> usize {
        self.root
    }

    /// Returns the path from the root.
    pub fn relative(&self) -> PathBuf {
        self.path.split('/').map(os_text).collect()
    }

    /// Returns the path from the root as text, with `/` between the names.
    pub fn as_str(&self) -> &str {
        &self.path
    }

    /// Returns true for a path in a folder, at any depth.
    pub fn is_in(&self, folder: &WorkspacePath) -> bool {
        let rest = self.path.strip_prefix(&folder.path);
        self.root == folder.root && rest.is_some_and(|rest| rest.starts_with('/'))
    }

    /// Returns the bounds of the paths in this folder, at any depth, in the order of paths. They are no paths of files.
    pub fn bounds_inside(&self) -> Range<WorkspacePath> {
        // `0` is the letter after `/`.
        let [start, end] = ['/', '0'].map(|last| format!("{}{last}", self.path));
        WorkspacePath { root: self.root, path: start }..WorkspacePath { root: self.root, path: end }
    }

    /// Yields the folders on the way, the outermost first.
    pub fn folders(&self) -> impl Iterator<Item = WorkspacePath> + '_ {
        let ends = self.path.match_indices('/').map(|(at, _)| at);
        ends.map(|end| WorkspacePath { root: self.root, path: self.path[..end].to_owned() })
    }
}

impl fmt::Display for WorkspacePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quote_name(&self.path))
    }
}

impl TryFrom<Written> for WorkspacePath {
    type Error = Error;

    fn try_from(written: Written) -> Result<Self> {
        WorkspacePath::new(written.root, Path::new(&os_text(&written.path)))
    }
}

impl From<WorkspacePath> for Written {
    fn from(path: WorkspacePath) -> Written {
        Written { root: path.root, path: path.path }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workspace_path_refuses_paths_leading_out() {
        for (given, expected) in
            [("a/b.js", "a/b.js"), ("./a//b", "a/b"), ("a/../b", "b"), ("a/b/../c/", "a/c")]
        {
            assert_eq!(WorkspacePath::new(0, Path::new(given)).unwrap().as_str(), expected);
        }
        for given in ["", ".", "..", "a/../..", "../a", "/a", "a/..", "a\0b"] {
            let error = WorkspacePath::new(0, Path::new(given)).unwrap_err();
            assert_eq!(error.kind, Kind::OutsideWorkspace, "{given:?}");
        }
        assert!(serde_json::from_str::<WorkspacePath>(r#"{"path":"../a"}"#).is_err());
    }

    #[test]
    fn folders_of_path_are_listed_outermost_first() {
        let path = WorkspacePath::new(1, Path::new("a/b/c.js")).unwrap();
        let folders: Vec<_> = path.folders().map(|folder| folder.as_str().to_owned()).collect();
        assert_eq!(folders, ["a", "a/b"]);
        assert_eq!(serde_json::to_string(&path).unwrap(), r#"{"root":1,"path":"a/b/c.js"}"#);
    }

    #[test]
    fn bounds_enclose_paths_in_folder_and_no_neighbours() {
        let path = |root, given| WorkspacePath::new(root, Path::new(given)).unwrap();
        let bounds = path(0, "a/b").bounds_inside();
        for inside in ["a/b/c", "a/b/!", "a/b/\u{ffff}", "a/b/c/d"] {
            assert!(
                bounds.contains(&path(0, inside)) && path(0, inside).is_in(&path(0, "a/b")),
                "{inside:?}"
            );
        }
        for outside in ["a", "a/b", "a/b-c", "a/b.c", "a/b0", "a/bc/d", "b"] {
            assert!(!bounds.contains(&path(0, outside)), "{outside:?}");
        }
        assert!(!bounds.contains(&path(1, "a/b/c")));
    }
}
