//! Mode, owner and extended attributes of a file that replaces another.

use std::fs::File;
use std::os::fd::OwnedFd;

use rustix::fs::{Gid, Mode, Uid};
use rustix::io::Errno;

/// Copies the attributes that we are allowed to. The owner is copied where we may give files away; the mode always,
/// since the new file is ours; extended attributes where the file system has them. The set-user-ID and set-group-ID
/// bits and file capabilities, which let a program do more than the user who starts it, were given to the old
/// contents and are not copied. The kernel removes these as well from a file that is written to.
pub(super) fn copy(from: &OwnedFd, to: &OwnedFd) -> Result<(), Errno> {
    let old = rustix::fs::fstat(from)?;
    let new = rustix::fs::fstat(to)?;
    // Before the mode: changing the owner may clear bits of it.
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid) {
        let (owner, group) = (Uid::from_raw(old.st_uid), Gid::from_raw(old.st_gid));
        match rustix::fs::fchown(to, Some(owner), Some(group)) {
            // Only root may give files away; an ordinary user's file stays the user's.
            Ok(()) | Err(Errno::PERM | Errno::INVAL | Errno::NOTSUP) => {}
            Err(cause) => return Err(cause),
        }
    }
    let privileges = Mode::SUID | Mode::SGID;
    rustix::fs::fchmod(to, Mode::from_raw_mode(old.st_mode).difference(privileges))?;
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    extended::copy(from, to)?;
    Ok(())
}

/// Removes the privileges that let a program do more than the user who starts it, as the kernel does for
/// a user who is not root.
pub(super) fn drop_privileges(file: &File) -> Result<(), Errno> {
    let mode = Mode::from_raw_mode(rustix::fs::fstat(file)?.st_mode);
    let privileges = Mode::SUID | Mode::SGID;
    if mode.intersects(privileges) {
        rustix::fs::fchmod(file, mode.difference(privileges))?;
    }
    #[cfg(target_os = "linux")]
    extended::drop_capabilities(file)?;
    Ok(())
}

/// Returns true if the file gives capabilities to the user who starts it.
pub(super) fn has_capabilities(file: &OwnedFd) -> bool {
    #[cfg(target_os = "linux")]
    {
        extended::has_capabilities(file)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = file;
        false
    }
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
mod extended {
    use std::ffi::CStr;
    #[cfg(target_os = "linux")]
    use std::fs::File;
    use std::os::fd::OwnedFd;

    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};
    use rustix::io::Errno;

    const CAPABILITIES: &CStr = c"security.capability";

    /// The largest name or value that is copied; Linux has no larger ones.
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
            // New contents must not run with the rights that were given to the old ones.
            if name == CAPABILITIES {
                continue;
            }
            let Ok(length) = fgetxattr(from, name, value.as_mut_slice()) else { continue };
            match fsetxattr(to, name, &value[..length], XattrFlags::empty()) {
                // Labels of the security module are the system's to give.
                Ok(()) | Err(Errno::PERM | Errno::ACCESS | Errno::NOTSUP | Errno::INVAL) => {}
                Err(cause) => return Err(cause),
            }
        }
        Ok(())
    }

    #[cfg(target_os = "linux")]
    pub(super) fn has_capabilities(file: &OwnedFd) -> bool {
        fgetxattr(file, CAPABILITIES, &mut [0_u8; 64][..]).is_ok_and(|length| length > 0)
    }

    #[cfg(target_os = "linux")]
    pub(super) fn drop_capabilities(file: &File) -> Result<(), Errno> {
        match rustix::fs::fremovexattr(file, CAPABILITIES) {
            Ok(()) | Err(Errno::NODATA | Errno::NOTSUP | Errno::NOSYS) => Ok(()),
            // Without the right to do this, the kernel removes them at the first byte written.
            Err(Errno::PERM | Errno::ACCESS) => Ok(()),
            Err(cause) => Err(cause),
        }
    }
}
