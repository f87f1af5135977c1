//! Extended attributes and access lists of files and folders.

use std::ffi::OsStr;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::sync::Arc;

use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
use rustix::io::{Errno, Result};

/// The bytes of the names of most files: a second call is made for longer lists.
const LIST_BYTES: usize = 1 << 10;

/// The bytes of most values.
const VALUE_BYTES: usize = 256;

/// The largest value that is read: Linux has none over 64 KiB, and macOS keeps what other systems have in files.
const MAX_BYTES: usize = 64 << 20;

/// The attributes of an entry by their names, sorted. Nearly all entries have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attributes(Option<Arc<[NameAndValue]>>);

type NameAndValue = (Vec<u8>, Vec<u8>);

impl Attributes {
    /// Makes attributes of names and values.
    pub(crate) fn new(mut pairs: Vec<(Vec<u8>, Vec<u8>)>) -> Attributes {
        pairs.sort();
        Attributes((!pairs.is_empty()).then(|| pairs.into()))
    }

    /// Reads the attributes of an open file or folder. A file system without any has none.
    pub(crate) fn read(file: impl AsFd) -> Attributes {
        let mut names = [0; LIST_BYTES];
        let longer;
        let names = match flistxattr(&file, &mut names[..]) {
            Ok(count) => &names[..count],
            Err(Errno::RANGE) => {
                longer = all(|buffer| flistxattr(&file, buffer)).unwrap_or_default();
                &longer[..]
            }
            Err(_) => return Attributes::default(),
        };
        let names = names.split(|byte| *byte == 0).filter(|name| is_covered(name));
        let value_of = |name: &[u8]| all(|buffer| fgetxattr(&file, OsStr::from_bytes(name), buffer)).ok();
        // One that was removed meanwhile is skipped.
        Attributes::new(names.filter_map(|name| Some((name.to_vec(), value_of(name)?))).collect())
    }

    /// Gives an open file or folder these attributes and no others. Returns true where all could be set.
    pub(crate) fn set(&self, file: impl AsFd) -> bool {
        let found = Attributes::read(&file);
        if found == *self {
            return true;
        }
        let mut is_done = true;
        for (name, _) in found.pairs().iter().filter(|(name, _)| !self.has(name)) {
            is_done &= fremovexattr(&file, OsStr::from_bytes(name)).is_ok();
        }
        for (name, value) in self.pairs().iter().filter(|pair| !found.pairs().contains(pair)) {
            is_done &= fsetxattr(&file, OsStr::from_bytes(name), value, XattrFlags::empty()).is_ok();
        }
        is_done
    }

    /// Returns true without any attribute.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the names and values.
    pub fn pairs(&self) -> &[(Vec<u8>, Vec<u8>)] {
        self.0.as_deref().unwrap_or_default()
    }

    fn has(&self, name: &[u8]) -> bool {
        self.pairs().iter().any(|(known, _)| known == name)
    }
}

/// Returns true for an attribute that belongs to the file: the values that its owner set, its access lists, and its capabilities. Labels of
/// security modules belong to the system, which gives them to a restored file by its own rules.
#[cfg(target_os = "linux")]
fn is_covered(name: &[u8]) -> bool {
    // The attributes of a layer of an overlay belong to the overlay.
    let is_of_user = name.starts_with(b"user.") && !name.starts_with(b"user.overlay.");
    is_of_user || name.starts_with(b"system.posix_acl_") || name == b"security.capability"
}

/// Returns the same for macOS, which has no name spaces, and keeps two of its attributes itself.
#[cfg(not(target_os = "linux"))]
fn is_covered(name: &[u8]) -> bool {
    !name.is_empty() && name != b"com.apple.provenance" && name != b"com.apple.decmpfs"
}

/// Calls with a growing buffer until everything fits.
fn all(call: impl Fn(&mut [u8]) -> Result<usize>) -> Result<Vec<u8>> {
    let mut buffer = vec![0; VALUE_BYTES];
    loop {
        match call(&mut buffer) {
            Ok(count) => {
                buffer.truncate(count);
                return Ok(buffer);
            }
            Err(Errno::RANGE) if buffer.len() < MAX_BYTES => buffer.resize(buffer.len() * 4, 0),
            Err(cause) => return Err(cause),
        }
    }
}
