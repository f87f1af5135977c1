//! The git repository that a folder is the top of, or is in.
//!
//! Only as much as ignore rules need: where a repository begins, and where its `info/exclude` is. That may be outside
//! the workspace, above a root or where a `.git` file leads. Only patterns are read from there, and nothing is shown or
//! written.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

use crate::disk::{Disk, EntryKind, Folder};
#[cfg(not(unix))]
use scenewright_paths::path_text::os_text;

pub(super) const REPOSITORY: &str = ".git";
const HEAD: &str = "HEAD";
const COMMON: &str = "commondir";
const EXCLUDES_FILE: &str = "info/exclude";

/// The most bytes of a file that holds one path: Windows, which has the longest ones, allows 32,767 characters.
const MAX_POINTER_BYTES: u64 = 64 * 1024;

/// The most folders that are looked at above a root.
const MAX_FOLDERS_ABOVE: usize = 64;

/// A folder between the top of a repository and a root that is beneath it.
pub(super) struct FolderAbove {
    pub(super) folder: Arc<dyn Folder>,
    /// The name of the next one on the way to the root, or of the root itself.
    pub(super) next: OsString,
}

/// Returns the folder with the state of a repository whose top is `folder`; `None` where it is not the top of one. A
/// folder or file called `.git` that git would not accept does not count.
pub(super) fn state_of_repository(disk: &dyn Disk, folder: &dyn Folder) -> Option<Arc<dyn Folder>> {
    let name = OsStr::new(REPOSITORY);
    let open = |path: &Path| disk.open_folder(&disk.canonical_path(path).ok()?).ok().flatten();
    let state = match folder.entry(name).ok()??.kind {
        EntryKind::Folder => folder.open_child(name).ok()??,
        EntryKind::Link => open(&folder.path().join(name))?,
        // Linked work trees and submodules have a file that names the folder.
        EntryKind::File => {
            let contents = folder.read(Path::new(name), MAX_POINTER_BYTES).ok()??;
            open(&folder.path().join(path_in(contents.bytes.strip_prefix(b"gitdir:")?)))?
        }
        EntryKind::Other => return None,
    };
    // Git accepts no folder without a HEAD as a repository, such as an empty `.git`.
    state.entry(OsStr::new(HEAD)).ok()??;
    Some(state)
}

/// Reads the `info/exclude` of a repository; another work tree has the main one's.
pub(super) fn read_excludes(disk: &dyn Disk, state: &Arc<dyn Folder>, max_bytes: u64) -> Option<Vec<u8>> {
    let common = common_folder(disk, state)?;
    Some(common.read(Path::new(EXCLUDES_FILE), max_bytes).ok()??.bytes)
}

/// Returns the folder with what all work trees of a repository share.
pub(super) fn common_folder(disk: &dyn Disk, state: &Arc<dyn Folder>) -> Option<Arc<dyn Folder>> {
    match state.read(Path::new(COMMON), MAX_POINTER_BYTES) {
        Ok(Some(contents)) => {
            let path = disk.canonical_path(&state.path().join(path_in(&contents.bytes))).ok()?;
            disk.open_folder(&path).ok()?
        }
        _ => Some(Arc::clone(state)),
    }
}

/// Returns the branch that is checked out.
pub(super) fn branch(state: &dyn Folder) -> Option<Vec<u8>> {
    let head = state.read(Path::new(HEAD), MAX_POINTER_BYTES).ok()??.bytes;
    Some(head.strip_prefix(b"ref:")?.trim_ascii().strip_prefix(b"refs/heads/")?.to_vec())
}

/// Returns the folders from the top of the repository that a root is in down to the one above the root; none where the
/// root is in no repository, or is the top of one.
pub(super) fn folders_above(disk: &dyn Disk, root: &dyn Folder) -> Vec<FolderAbove> {
    let mut above = Vec::new();
    if state_of_repository(disk, root).is_some() {
        return above;
    }
    let mut here = root.path();
    for _ in 0..MAX_FOLDERS_ABOVE {
        let (Some(parent), Some(name)) = (here.parent(), here.file_name()) else { break };
        let Ok(Some(folder)) = disk.open_folder(parent) else { break };
        let is_top = state_of_repository(disk, folder.as_ref()).is_some();
        above.push(FolderAbove { folder, next: name.to_owned() });
        if is_top {
            above.reverse();
            return above;
        }
        here = parent;
    }
    Vec::new()
}

/// Returns the path that a file holds, without white space around it.
pub(super) fn path_in(bytes: &[u8]) -> OsString {
    let trimmed = bytes.trim_ascii();
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        OsStr::from_bytes(trimmed).to_owned()
    }
    #[cfg(not(unix))]
    os_text(&String::from_utf8_lossy(trimmed)).into_owned()
}
