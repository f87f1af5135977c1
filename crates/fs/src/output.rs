//! Files that the project writes besides its sources: the cache of the scene, and exports.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::commit_id::new_commit_id;
use super::file_name::FileName;
use super::project::{EXPORTS, ProjectFolder};
use super::protected::WriteRules;
use super::root_set::STATE_FOLDER;
use super::temporary::Temporary;
use super::workspace_path::WorkspacePath;
use crate::disk::{EntryKind, Folder, LastLink, Place, Stamp, WaitLimit};
use scenewright_error::{Error, Kind, Result, quote_path};

/// The largest cache that is read; a larger one is rebuilt.
const MAX_CACHE_BYTES: u64 = 512 * 1024 * 1024;

/// The largest export that is read back.
const MAX_EXPORT_BYTES: u64 = 1 << 30;

impl ProjectFolder {
    /// Returns the bytes of a cache file at the top of the project; `None` if it is missing, or not worth
    /// reading.
    pub fn read_cache(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let name = cache_name(name)?;
        self.root()?.map_or(Ok(None), |root| cache_in(root.as_ref(), name))
    }

    /// Returns the stamp of a cache file; `None` if it is missing.
    pub fn cache_stamp(&self, name: &str) -> Result<Option<Stamp>> {
        let name = cache_name(name)?;
        let Some(root) = self.root()? else { return Ok(None) };
        Ok(root.metadata(Path::new(name))?.map(|metadata| metadata.stamp))
    }

    /// Returns the bytes of a cache file beside the journal, as [`ProjectFolder::read_cache`] does.
    pub fn read_state_cache(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let name = cache_name(name)?;
        self.root_set().state()?.map_or(Ok(None), |state| cache_in(state.as_ref(), name))
    }

    /// Replaces a cache file beside the journal, as [`ProjectFolder::write_cache`] does.
    pub fn write_state_cache(&self, name: &str, bytes: &[u8], limit: &WaitLimit<'_>) -> Result<()> {
        let name = cache_name(name)?;
        let lock = self.lock(limit)?;
        write_in_one_step(&Place { folder: Arc::clone(lock.state()), name: name.into() }, bytes)
    }

    /// Replaces a cache file in one step. It is not synced: a cache lost in a power cut is computed again.
    pub fn write_cache(&self, name: &str, bytes: &[u8], limit: &WaitLimit<'_>) -> Result<()> {
        let name = cache_name(name)?;
        let lock = self.lock(limit)?;
        lock.cover(&[&WorkspacePath::new(0, Path::new(name))?], limit)?;
        let place = Place { folder: Arc::clone(lock.root(0)?), name: name.into() };
        write_in_one_step(&place, bytes)
    }

    /// Writes a file inside the project's `exports/`, and returns its path in the project. Folders on the way
    /// are created; a leading `exports/` may be given or left out.
    pub fn write_export(&self, relative: &str, bytes: &[u8], limit: &WaitLimit<'_>) -> Result<PathBuf> {
        let path = export_path(relative)?;
        let lock = self.lock(limit)?;
        let root = lock.root(0)?;
        let mut made = PathBuf::new();
        for part in path.parent().into_iter().flat_map(Path::components) {
            made.push(part);
            require_unprotected(root.as_ref(), &made)?;
            make_folder(root.as_ref(), &made)?;
        }
        require_unprotected(root.as_ref(), &path)?;
        lock.cover(&[&WorkspacePath::new(0, &path)?], limit)?;
        let place = root.resolve(&path, LastLink::Follow)?.ok_or_else(|| {
            Error::new(Kind::Io, format!("Could not write {}: its folder was removed.", quote_path(&path)))
        })?;
        // Once more with all links followed, on the handle that is written through.
        require_inside_exports(root.as_ref(), &place, relative)?;
        write_in_one_step(&place, bytes)?;
        Ok(path)
    }
}

impl ProjectFolder {
    /// Returns the size and the time of the journal, which show that there may be a new transaction.
    pub fn journal_stamp(&self) -> Option<(u64, i128)> {
        let root = self.root().ok().flatten()?;
        let found = root.metadata(&Path::new(STATE_FOLDER).join("journal")).ok().flatten()?;
        Some((found.stamp.size, i128::from(found.stamp.modified_ns)))
    }

    /// Returns a file inside the project's `exports/`, with its path in the project; `None` if it is missing. A
    /// leading `exports/` may be given or left out.
    pub fn read_export(&self, relative: &str) -> Result<Option<(PathBuf, Vec<u8>)>> {
        let path = export_path(relative)?;
        let Some(root) = self.root()? else { return Ok(None) };
        let Some(place) = root.resolve(&path, LastLink::Follow)? else { return Ok(None) };
        require_inside_exports(root.as_ref(), &place, relative)?;
        let found = place.folder.read(place.as_path(), MAX_EXPORT_BYTES)?;
        Ok(found.map(|contents| (path, contents.bytes)))
    }

    /// Returns the settings of the lint, `lint.json` in the project; `None` where there is no such file.
    pub fn read_lint_settings(&self) -> Result<Option<Vec<u8>>> {
        self.read_settings("lint.json")
    }

    /// Returns one of the settings files at the top of the project, such as `report.json`; `None` where there is no such file.
    /// A link counts as none: it could lead anywhere.
    pub fn read_settings(&self, name: &str) -> Result<Option<Vec<u8>>> {
        const MAX_SETTINGS_BYTES: u64 = 1 << 20;
        let Some(root) = self.root()? else { return Ok(None) };
        let Some(place) = root.resolve(Path::new(cache_name(name)?), LastLink::Keep)? else {
            return Ok(None);
        };
        let metadata = place.folder.metadata(place.as_path())?;
        if metadata.is_none_or(|found| found.kind != EntryKind::File) {
            return Ok(None);
        }
        Ok(place.folder.read(place.as_path(), MAX_SETTINGS_BYTES)?.map(|contents| contents.bytes))
    }
}

fn cache_in(folder: &dyn Folder, name: &OsStr) -> Result<Option<Vec<u8>>> {
    match folder.read(Path::new(name), MAX_CACHE_BYTES) {
        Ok(contents) => Ok(contents.map(|contents| contents.bytes)),
        // A cache of that size is not ours to load; the scene is computed again.
        Err(error) if error.kind == Kind::TooLarge => Ok(None),
        Err(error) => Err(error),
    }
}

fn write_in_one_step(place: &Place, bytes: &[u8]) -> Result<()> {
    let exists = match place.folder.metadata(place.as_path())? {
        Some(metadata) if metadata.kind != EntryKind::File => {
            return Err(Error::new(
                Kind::InvalidInput,
                format!("Could not write {}: it is not a file.", quote_path(place.path())),
            ));
        }
        found => found.is_some(),
    };
    Temporary::write(place, &new_commit_id(), bytes, exists, false)?.publish()
}

fn make_folder(root: &dyn Folder, path: &Path) -> Result<()> {
    match root.metadata(path)? {
        Some(metadata) if metadata.kind == EntryKind::Folder => Ok(()),
        Some(_) => {
            let message = format!("Could not make the folder {}: a file has its name.", quote_path(path));
            Err(Error::new(Kind::InvalidInput, message))
        }
        None => match root.resolve(path, LastLink::Follow)? {
            Some(place) => place.folder.create_folder(&place.name).map(drop),
            None => Err(Error::new(Kind::Io, format!("Could not make the folder {}.", quote_path(path)))),
        },
    }
}

/// Refuses a path that leads through links into a folder that no tool writes to, or to a source.
fn require_unprotected(root: &dyn Folder, path: &Path) -> Result<()> {
    let Some(place) = root.resolve(path, LastLink::Follow)? else { return Ok(()) };
    let real = place.path();
    let Ok(real) = WorkspacePath::new(0, real.strip_prefix(root.path()).unwrap_or(path)) else {
        return Ok(());
    };
    if FileName::of_path(&real).is_some() {
        return Err(bad_export(&path.to_string_lossy(), "a link leads to a source of the project"));
    }
    WriteRules::default().require_writable(&real)
}

/// Refuses a link inside `exports/` that leads elsewhere in the project: exports must not replace sources.
fn require_inside_exports(root: &dyn Folder, place: &Place, relative: &str) -> Result<()> {
    let exports = root.resolve(Path::new(EXPORTS), LastLink::Follow)?.map(|exports| exports.path());
    match exports {
        // Paths are compared by components, so `.` at the end does not count.
        Some(exports) if place.path().starts_with(&exports) && exports != root.path() => Ok(()),
        _ => Err(bad_export(relative, "a link leads out of the exports folder")),
    }
}

fn export_path(relative: &str) -> Result<PathBuf> {
    if relative.contains(['\\', ':', '\0']) {
        return Err(bad_export(relative, "it holds a backslash, a colon or a NUL character"));
    }
    let mut inside = PathBuf::new();
    for part in Path::new(relative).components() {
        match part {
            Component::Normal(name) => inside.push(name),
            Component::CurDir => {}
            Component::ParentDir => return Err(bad_export(relative, "it has `..`")),
            Component::RootDir | Component::Prefix(_) => {
                return Err(bad_export(relative, "it is absolute"));
            }
        }
    }
    // Callers name the folder or leave it out; both mean the same file.
    let inside = inside.strip_prefix(EXPORTS).unwrap_or(&inside);
    if inside.as_os_str().is_empty() || relative.ends_with('/') {
        return Err(bad_export(relative, "it names no file"));
    }
    Ok(Path::new(EXPORTS).join(inside))
}

fn bad_export(relative: &str, reason: &str) -> Error {
    Error::new(Kind::OutsideWorkspace, format!("Could not write the export to {relative:?}: {reason}."))
        .with_hint(
            "Give a path relative to the project's exports folder, such as plate.svg or set/plate.svg.",
        )
}

/// Checks the name of a cache: a wrong one is a mistake of the caller in this crate, never of the user.
fn cache_name(name: &str) -> Result<&OsStr> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    if name.is_empty() || name.starts_with('.') || !name.bytes().all(plain) {
        return Err(Error::new(Kind::Internal, format!("{name:?} is not the name of a cache.")));
    }
    Ok(OsStr::new(name))
}
