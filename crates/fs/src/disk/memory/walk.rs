//! Path resolution beneath a folder of the disk in memory.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use super::super::folder::{LastLink, outside, require_no_nul, too_many_links};
use super::contents::{Contents, Node};
use scenewright_error::Result;

/// The limit of Linux, which takes a path with more links on its way for a circle.
const MAX_LINKS: usize = 40;

/// The target of a path: a name in a folder, with the name itself not followed. The name of a folder that was
/// walked through is `.`.
pub(super) struct Found {
    pub(super) folder: u64,
    pub(super) folder_path: PathBuf,
    pub(super) name: OsString,
}

impl Found {
    /// Returns the inode at the place, if there is any.
    pub(super) fn inode(&self, contents: &Contents) -> Option<u64> {
        if self.name == OsStr::new(".") {
            return Some(self.folder);
        }
        contents.child(self.folder, &self.name)
    }
}

/// Walks from component to component, beneath the root. Returns `None` when a folder on the way is missing; the
/// last name may be.
pub(super) fn walk(
    contents: &Contents,
    root: u64,
    root_path: &Path,
    path: &Path,
    last: LastLink,
) -> Result<Option<Found>> {
    require_no_nul(path)?;
    if path.has_root() {
        return Err(outside(root_path, path));
    }
    let mut pending: Vec<OsString> = reversed(path);
    let mut passed: Vec<(u64, OsString)> = Vec::new();
    let mut links = 0;
    while let Some(part) = pending.pop() {
        if part == ".." {
            if passed.pop().is_none() {
                return Err(outside(root_path, path));
            }
            continue;
        }
        let is_last = pending.is_empty();
        let here = passed.last().map_or(root, |(number, _)| *number);
        let child = contents.child(here, &part);
        let child = child.and_then(|number| Some((number, &contents.inode(number)?.node)));
        match child {
            Some((_, Node::Link(target))) if !(is_last && last == LastLink::Keep) => {
                links += 1;
                if links > MAX_LINKS {
                    return Err(too_many_links(path));
                }
                let mut beneath = target.as_path();
                // An absolute target starts again at the root; a relative one continues from the folder of the link.
                if target.has_root() {
                    beneath = target.strip_prefix(root_path).map_err(|_| outside(root_path, path))?;
                    passed.clear();
                }
                pending.extend(reversed(beneath));
            }
            _ if is_last => return Ok(Some(found(root, root_path, &passed, part))),
            Some((number, Node::Folder(_))) => passed.push((number, part)),
            _ => return Ok(None),
        }
    }
    Ok(Some(found(root, root_path, &passed, OsString::from("."))))
}

fn found(root: u64, root_path: &Path, passed: &[(u64, OsString)], name: OsString) -> Found {
    let folder = passed.last().map_or(root, |(number, _)| *number);
    let folder_path = passed.iter().fold(root_path.to_owned(), |path, (_, name)| path.join(name));
    Found { folder, folder_path, name }
}

fn reversed(path: &Path) -> Vec<OsString> {
    let parts = path.components().rev().filter(|part| !matches!(part, Component::CurDir));
    parts.map(|part| part.as_os_str().to_owned()).collect()
}
