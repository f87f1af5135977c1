//! Metadata of entries, as the system has them.

use rustix::fs::{FileType, Stat};

use crate::disk::entry::{EntryKind, FileIdentity, Metadata, Stamp};

pub(super) fn metadata_of(stat: &Stat) -> Metadata {
    let kind = match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => EntryKind::File,
        FileType::Directory => EntryKind::Folder,
        FileType::Symlink => EntryKind::Link,
        _ => EntryKind::Other,
    };
    let nanoseconds = |seconds: i128, rest: i128| (seconds * 1_000_000_000 + rest) as i64;
    Metadata {
        kind,
        identity: identity_of(stat),
        stamp: Stamp {
            size: i128::from(stat.st_size) as u64,
            modified_ns: nanoseconds(stat.st_mtime.into(), stat.st_mtime_nsec.into()),
            changed_ns: nanoseconds(stat.st_ctime.into(), stat.st_ctime_nsec.into()),
        },
        links: i128::from(stat.st_nlink) as u64,
        mode: Some(i128::from(stat.st_mode) as u32 & 0o7777),
    }
}

/// Returns the identity of a file. The fields differ in width and sign from platform to platform.
pub(super) fn identity_of(stat: &Stat) -> FileIdentity {
    FileIdentity { device: i128::from(stat.st_dev) as u64, file: i128::from(stat.st_ino) as u64 }
}
