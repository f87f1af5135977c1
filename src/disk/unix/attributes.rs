//! Mode, owner and extended attributes of a file that takes another's place.

use std::ffi::CStr;
use std::os::fd::OwnedFd;

use rustix::fs::{Gid, Mode, Uid};
use rustix::io::Errno;

/// Copies what we are allowed to. The owner is copied where we may give files away; the mode always, for the new
/// file is ours; extended attributes where the file system has them.
pub(super) fn copy(from: &OwnedFd, to: &OwnedFd) -> Result<(), Errno> {
    let old = rustix::fs::fstat(from)?;
    let new = rustix::fs::fstat(to)?;
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid) {
        let (owner, group) = (Uid::from_raw(old.st_uid), Gid::from_raw(old.st_gid));
        match rustix::fs::fchown(to, Some(owner), Some(group)) {
            Ok(()) | Err(Errno::PERM | Errno::INVAL | Errno::NOTSUP) => {}
            Err(cause) => return Err(cause),
        }
    }
    // After the owner, because a change of owner takes the set-user-id bits away.
    rustix::fs::fchmod(to, Mode::from_raw_mode(old.st_mode))?;
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    extended::copy(from, to)?;
    Ok(())
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
mod extended {
    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};

    use super::*;

    /// Names and values larger than this are not copied; Linux has no larger ones.
    const LARGEST: usize = 64 * 1024;

    pub(super) fn copy(from: &OwnedFd, to: &OwnedFd) -> Result<(), Errno> {
        let mut names = vec![0_u8; LARGEST];
        let length = match flistxattr(from, names.as_mut_slice()) {
            Ok(length) => length,
            Err(Errno::NOTSUP | Errno::NOSYS | Errno::PERM | Errno::ACCESS | Errno::RANGE) => return Ok(()),
            Err(cause) => return Err(cause),
        };
        if length == 0 {
            return Ok(());
        }
        let mut value = vec![0_u8; LARGEST];
        for name in names[..length].split_inclusive(|byte| *byte == 0) {
            let Ok(name) = CStr::from_bytes_with_nul(name) else { continue };
            let Ok(length) = fgetxattr(from, name, value.as_mut_slice()) else { continue };
            match fsetxattr(to, name, &value[..length], XattrFlags::empty()) {
                // Labels of the security module are the system's to give.
                Ok(()) | Err(Errno::PERM | Errno::ACCESS | Errno::NOTSUP | Errno::INVAL) => {}
                Err(cause) => return Err(cause),
            }
        }
        Ok(())
    }
}
