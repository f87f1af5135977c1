//! Metadata of entries, as the standard library has them.

use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

#[cfg(unix)]
use crate::disk::entry::PRIVILEGES;
use crate::disk::entry::{EntryKind, FileIdentity, Metadata, Stamp};

pub(super) fn metadata_of(metadata: &fs::Metadata, path: &Path) -> Metadata {
    let kind = kind_of(metadata.file_type());
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let modified_ns = modified.map_or(0, |since| i64::try_from(since.as_nanos()).unwrap_or(i64::MAX));
    Metadata {
        kind,
        identity: identity_of(path),
        stamp: Stamp { size: metadata.len(), modified_ns, changed_ns: 0 },
        links: 1,
        #[cfg(unix)]
        mode: Some(std::os::unix::fs::MetadataExt::mode(metadata) & 0o7777),
        #[cfg(not(unix))]
        mode: None,
    }
}

/// Removes the bits that let a program do more than the user who starts it.
pub(super) fn unprivileged(permissions: fs::Permissions) -> fs::Permissions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::Permissions::from_mode(permissions.mode() & !PRIVILEGES)
    }
    #[cfg(not(unix))]
    permissions
}

pub(super) fn kind_of(kind: fs::FileType) -> EntryKind {
    if kind.is_file() {
        EntryKind::File
    } else if kind.is_dir() {
        EntryKind::Folder
    } else if kind.is_symlink() {
        EntryKind::Link
    } else {
        EntryKind::Other
    }
}

/// Returns the identity of a path. The standard library has no file index yet, so a file is known by its
/// canonical path (by FNV-1a, which is the same in every version). Hard links then count as different files.
pub(super) fn identity_of(path: &Path) -> FileIdentity {
    let canonical = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let hash =
        canonical.as_os_str().as_encoded_bytes().iter().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
        });
    FileIdentity { device: 0, file: hash }
}
