//! Lock files, for folders and files that cannot be locked themselves: on Windows, where a lock keeps readers out,
//! and on file systems that lock only a file that is open for writing. Each has a file, named by its identity, in a
//! folder of the user's. Such a lock is shared by the processes of one user on one machine.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use super::entry::FileIdentity;
use scenewright_error::{Error, Kind, Result};

/// The file whose lock stands for a folder or file.
pub(super) struct LockFile {
    pub(super) folder: PathBuf,
    pub(super) name: OsString,
}

impl LockFile {
    /// Names the file, and creates the folder that it is in.
    pub(super) fn of(identity: FileIdentity) -> Result<LockFile> {
        let folder = locks_folder();
        fs::create_dir_all(&folder)
            .map_err(|cause| Error::io("make the folder", folder.display(), &cause))?;
        let name = format!("{:x}-{:x}.lock", identity.device, identity.file);
        Ok(LockFile { folder, name: name.into() })
    }

    /// Returns the error for a folder that is gone again.
    pub(super) fn removed(&self) -> Error {
        let message = format!("Could not lock anything: the folder {} was removed.", self.folder.display());
        Error::new(Kind::Io, message)
    }
}

/// Returns the folder of lock files, the same for all processes of the user, whatever their
/// environment says of temporary files.
#[cfg(unix)]
fn locks_folder() -> PathBuf {
    PathBuf::from(format!("/tmp/scenewright-locks-{}", rustix::process::getuid().as_raw()))
}

#[cfg(not(unix))]
fn locks_folder() -> PathBuf {
    let local = std::env::var_os("LOCALAPPDATA").map_or_else(std::env::temp_dir, PathBuf::from);
    local.join("scenewright").join("locks")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::folder::LockGuard;
    use crate::disk::os::PlatformFolder;

    fn try_lock(identity: FileIdentity) -> Result<Option<Box<dyn LockGuard>>> {
        PlatformFolder::try_lock_stand_in(identity)
    }

    #[test]
    fn lock_is_exclusive_by_identity_and_released_with_its_guard() {
        let identity = FileIdentity { device: u64::MAX, file: u64::from(std::process::id()) };
        let other = FileIdentity { device: u64::MAX - 1, ..identity };
        let held = try_lock(identity).unwrap();
        assert!(held.is_some());
        assert!(try_lock(identity).unwrap().is_none(), "held by the first");
        assert!(try_lock(other).unwrap().is_some(), "another identity is another lock");
        drop(held);
        assert!(try_lock(identity).unwrap().is_some(), "free again");
        for identity in [identity, other] {
            let name = format!("{:x}-{:x}.lock", identity.device, identity.file);
            std::fs::remove_file(locks_folder().join(name)).unwrap();
        }
    }
}
