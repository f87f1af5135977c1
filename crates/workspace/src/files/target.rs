//! The file that a call is about: its real place, whatever path led to it.

use std::path::{Path, PathBuf};

use crate::paths::Paths;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::disk::Access;
use scenewright_fs::disk::{EntryKind, FileContents, LastLink, Metadata, OpenFile, Place};
use scenewright_fs::{WorkspacePath, is_device_name, path_text};

/// A file, which may be missing, with the links on the way followed.
///
/// Invariant: it is beneath a root. It is examined and read through the handle of the folder that it was found in.
pub(crate) struct Target {
    /// The path as the caller gave it.
    pub given: String,
    pub path: WorkspacePath,
    /// The path as it is written, links not followed.
    pub written: WorkspacePath,
    /// The display path: relative to the first root, or absolute.
    pub shown: String,
    pub absolute: PathBuf,
    key: String,
    /// The metadata when it was looked up; `None` when it is missing.
    pub metadata: Option<Metadata>,
    place: Option<Place>,
}

impl Target {
    pub(crate) fn locate(paths: &Paths, given: &str) -> Result<Target> {
        if paths.means_root(given) {
            return Err(is_folder(given));
        }
        let mut written = paths.parse(given)?;
        refuse_too_long(given, &written)?;
        // The name as the disk has it: an `é` that a model writes composed may be stored
        // decomposed.
        if let Some(found) = paths.equivalent(written.as_str(), written.root()) {
            written = WorkspacePath::new(written.root(), &found)?;
        }
        let root = paths
            .root_set()
            .root(written.root())?
            .ok_or_else(|| Error::new(Kind::NotFound, "The root of the workspace no longer exists."))?;
        // The place holds the folder open. A later read opens an entry of that folder, even if
        // the path leads elsewhere then.
        let place = root.resolve(&written.relative(), LastLink::Follow)?;
        let path = match &place {
            Some(place) => {
                let found = place.path();
                let relative = found.strip_prefix(root.path()).unwrap_or(Path::new(""));
                WorkspacePath::new(written.root(), relative).map_err(|_| is_folder(given))?
            }
            None => paths.locate(&written)?,
        };
        // After links were followed, as a link could lead into the state folder.
        let path = paths.require_allowed(path)?;
        let metadata = match &place {
            Some(place) => place.folder.entry(&place.name)?,
            // The folder of the file is missing; the name may be a link into that folder.
            None => match root.resolve(&written.relative(), LastLink::Keep)? {
                Some(link) => link.folder.entry(&link.name)?,
                None => None,
            },
        };
        let absolute = root.path().join(path.relative());
        let key = path_text(&absolute).into_owned();
        let shown = paths.display_path(&path);
        Ok(Target { given: given.to_owned(), shown, path, written, absolute, key, metadata, place })
    }

    /// Returns the name by which the session remembers the file, and which the host receives: its absolute path
    /// as text.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }

    pub(crate) fn exists(&self) -> bool {
        self.metadata.is_some()
    }

    pub(crate) fn has_ending(&self, ending: &str) -> bool {
        has_ending(&self.given, ending) || has_ending(self.path.as_str(), ending)
    }

    /// Returns the folder that the file is in or would be in.
    pub(crate) fn parent(&self) -> &Path {
        self.absolute.parent().unwrap_or(&self.absolute)
    }

    pub(crate) fn parent_exists(&self) -> bool {
        self.place.is_some()
    }

    /// Refuses folders, devices, FIFOs and sockets.
    pub(crate) fn require_file(&self) -> Result<()> {
        let refusal = |what: &str| {
            let message = format!("{} is {what}, not a file.", quote_name(&self.given));
            Error::new(Kind::InvalidInput, message).in_file(&self.shown)
        };
        match self.metadata.as_ref().map(|metadata| metadata.kind) {
            // A missing file is not refused here: for Write it is a new one, and the others have
            // their own words for it.
            None | Some(EntryKind::File) => Ok(()),
            Some(EntryKind::Folder) => Err(is_folder(&self.given).in_file(&self.shown)),
            Some(EntryKind::Link) => Err(refusal("a link that leads nowhere").with_hint(
                "Name the file that the link should lead to: a write makes the folders that are missing.",
            )),
            Some(EntryKind::Other) => Err(refusal("a device, a FIFO or a socket")),
        }
    }

    /// Reads the file as it is now; `None` when it is missing.
    pub(crate) fn read(&self, max_bytes: u64) -> Result<Option<FileContents>> {
        let Some(place) = &self.place else { return Ok(None) };
        if let Some(size) = self.metadata.as_ref().map(|metadata| metadata.stamp.size)
            && size > max_bytes
        {
            let message = format!(
                "Could not read {}: it has {size} bytes, and at most {max_bytes} are read.",
                quote_name(&self.given)
            );
            return Err(Error::new(Kind::TooLarge, message).in_file(&self.shown));
        }
        place.folder.read(place.as_path(), max_bytes).map_err(|error| error.in_file(&self.shown))
    }

    pub(crate) fn open(&self) -> Result<Option<Box<dyn OpenFile>>> {
        let Some(place) = &self.place else { return Ok(None) };
        place.folder.open_file(&place.name, Access::Read).map_err(|error| error.in_file(&self.shown))
    }

    /// Refuses a name that no Windows checkout could hold, before a file of that name is created.
    pub(crate) fn require_portable_name(&self) -> Result<()> {
        let name = self.path.as_str().rsplit('/').next().unwrap_or_default();
        if !is_device_name(name) {
            return Ok(());
        }
        let message =
            format!("{} is the name of a device on Windows, not of a file.", quote_name(&self.given));
        Err(Error::new(Kind::OutsideWorkspace, message).with_hint("Choose another name."))
    }
}

fn is_folder(given: &str) -> Error {
    Error::new(Kind::InvalidInput, format!("{} is a folder, not a file.", quote_name(given)))
        .with_hint("Give the path of a file in it. LS lists this folder, and Glob finds files in it.")
}

/// The longest path, in bytes, including the path of the root. Linux opens 4,096 (`PATH_MAX`), less the temporary name of up to 255
/// that a file has while it is written.
const MAX_PATH_LEN: usize = 3_800;

/// The longest name of a file or folder: in bytes on Linux and macOS, in UTF-16 units on Windows.
const MAX_NAME_LEN: usize = 255;

fn refuse_too_long(given: &str, path: &WorkspacePath) -> Result<()> {
    for name in &path.relative() {
        let length =
            if cfg!(windows) { path_text(Path::new(name)).encode_utf16().count() } else { name.len() };
        if length > MAX_NAME_LEN {
            let name = path_text(Path::new(name));
            let message = format!(
                "The name {} has {length} bytes; a file system takes at most {MAX_NAME_LEN}.",
                quote_name(&name)
            );
            return Err(Error::new(Kind::InvalidInput, message).with_hint("Use a shorter name."));
        }
    }
    let length = path.as_str().len();
    if length <= MAX_PATH_LEN {
        return Ok(());
    }
    let shown = quote_name(given);
    let message = format!(
        "The path {shown} has {length} bytes; no program could open it. At most {MAX_PATH_LEN} are taken."
    );
    Err(Error::new(Kind::InvalidInput, message).with_hint("Use fewer or shorter folders."))
}

pub(super) fn has_ending(path: &str, ending: &str) -> bool {
    let start = path.len().saturating_sub(ending.len());
    path.as_bytes()[start..].eq_ignore_ascii_case(ending.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_ending_is_recognised_in_any_letter_case() {
        assert!(has_ending("a/B.IPYNB", ".ipynb"));
        assert!(!has_ending("ipynb", ".ipynb"));
    }
}
