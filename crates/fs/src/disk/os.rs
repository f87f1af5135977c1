//! The real file system.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

#[cfg(unix)]
use super::entry::FileIdentity;
use super::folder::{Disk, Folder, require_no_nul};
#[cfg(not(unix))]
pub(super) use super::plain::PlainFolder as PlatformFolder;
#[cfg(unix)]
pub(super) use super::unix::UnixFolder as PlatformFolder;
use scenewright_error::{Error, Kind, Result, quote_path};

/// The file system of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsDisk;

impl Disk for OsDisk {
    fn open_folder(&self, path: &Path) -> Result<Option<Arc<dyn Folder>>> {
        require_no_nul(path)?;
        Ok(PlatformFolder::open(path)?.map(|folder| Arc::new(folder) as Arc<dyn Folder>))
    }

    #[cfg(unix)]
    fn folder_identity(&self, path: &Path) -> Option<FileIdentity> {
        super::unix::identity_at(path)
    }

    fn create_folder(&self, path: &Path) -> Result<Arc<dyn Folder>> {
        if let Some(folder) = self.open_folder(path)? {
            return Ok(folder);
        }
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(Error::new(Kind::Io, format!("Could not make the folder {}.", quote_path(path))));
        };
        let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
        let parent = self.create_folder(parent)?;
        if parent.create_folder(name)? {
            parent.sync()?;
        }
        let missing =
            || Error::new(Kind::Io, format!("The folder {} was removed meanwhile.", quote_path(path)));
        self.open_folder(path)?.ok_or_else(missing)
    }

    fn canonical_path(&self, path: &Path) -> Result<PathBuf> {
        require_no_nul(path)?;
        let failed = |cause: io::Error| Error::io("find the folder", path.display(), &cause);
        let absolute = std::path::absolute(path).map_err(failed)?;
        // The longest part that exists is made canonical; what follows it is taken as it is written.
        let components: Vec<Component<'_>> = absolute.components().collect();
        for length in (1..=components.len()).rev() {
            let existing: PathBuf = components[..length].iter().collect();
            match fs::canonicalize(&existing) {
                Ok(canonical) => {
                    return append(canonical, &components[length..]).ok_or_else(|| not_plain(path));
                }
                Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
                Err(cause) => return Err(failed(cause)),
            }
        }
        Ok(absolute)
    }
}

/// Appends the rest of a path that does not exist and so has no links. It may have `..`, which then
/// has no certain meaning.
fn append(mut canonical: PathBuf, rest: &[Component<'_>]) -> Option<PathBuf> {
    for component in rest {
        match component {
            Component::Normal(name) => canonical.push(name),
            _ => return None,
        }
    }
    Some(canonical)
}

fn not_plain(path: &Path) -> Error {
    let message = format!("The path {} has `..` after a folder that does not exist.", quote_path(path));
    Error::new(Kind::InvalidInput, message)
}
