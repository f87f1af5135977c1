//! Files that are written beside their target and then take its place in one step.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::content_hash::ContentHash;
use crate::disk::{Folder, LastLink, Place};
use crate::error::Result;

/// What the name of every temporary file ends with. They begin with a dot.
const ENDING: &str = ".scenewright-tmp";

/// File systems take names of up to 255 bytes; a longer target is called by its hash.
const LONGEST_TARGET: usize = 200;

/// A written temporary file.
///
/// Invariant: temporaries are made only under the site's lock, so one that is found under the lock was left by a
/// process that died. Dropping one that was not published removes it.
#[derive(Debug)]
pub struct Temporary<'a> {
    target: &'a Place,
    name: OsString,
    published: bool,
}

impl<'a> Temporary<'a> {
    /// Writes the bytes beside the target. `exists` says that a file is there, whose mode, owner and extended
    /// attributes the new one gets; `sync` that the bytes are to survive a power cut.
    pub fn write(target: &'a Place, bytes: &[u8], exists: bool, sync: bool) -> Result<Self> {
        let name = temporary_name(&target.name);
        let mut file = match exists {
            true => target.folder.create_private_file(&name)?,
            false => target.folder.create_file(&name)?,
        };
        let temporary = Temporary { target, name, published: false };
        file.write(bytes)?;
        if exists {
            target.folder.copy_attributes(&target.name, &temporary.name)?;
        }
        if sync {
            file.sync()?;
        }
        Ok(temporary)
    }

    /// Puts the file in its target's place.
    pub fn publish(mut self) -> Result<()> {
        self.target.folder.rename(&self.name, &self.target.name)?;
        self.published = true;
        Ok(())
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        if !self.published {
            // What cannot be removed now is removed by the next who takes the lock.
            let _ = self.target.folder.remove(&self.name);
        }
    }
}

/// What the temporary beside a file is called.
pub fn temporary_name(target: &OsStr) -> OsString {
    let mut name = OsString::from(".");
    if target.len() <= LONGEST_TARGET {
        name.push(target);
    } else {
        name.push(ContentHash::of(target.as_encoded_bytes()).to_string());
    }
    name.push(ENDING);
    name
}

/// Whether a file is called as temporaries are.
pub fn is_temporary(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(b".") && name.ends_with(ENDING.as_bytes())
}

/// Removes the temporaries that dead processes left in a folder. Only to be called under the site's lock.
pub(super) fn remove_stale(folder: &dyn Folder, path: &Path) -> Result<()> {
    for name in folder.list(path)?.unwrap_or_default() {
        if is_temporary(&name)
            && let Some(place) = folder.resolve(&path.join(&name), LastLink::Keep)?
        {
            place.folder.remove(&place.name)?;
        }
    }
    Ok(())
}
