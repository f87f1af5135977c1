//! Files that are written beside their target and then replace it in one step.
//!
//! Their names contain a unique identifier: the transaction's, or a separate one. So a file that is removed
//! by such a name was made by the same transaction or its dead process, and never by another.

use std::ffi::{OsStr, OsString};

use super::content_hash::ContentHash;
use crate::disk::{Folder, Place};
use scenewright_error::Result;

/// The ending of the temporaries of transactions, each of which is named in a journal. They begin with a dot.
const TRANSACTION_ENDING: &str = ".scenewright-tmp";

/// The ending of files that are still being written: no journal knows of them.
const PART_ENDING: &str = ".scenewright-part";

/// The number of hexadecimal digits in an identifier, which has 128 bits.
const ID_LEN: usize = 32;

/// The longest target whose name is used: file systems take names of up to 255 bytes, so a longer
/// one is replaced by its hash. A hidden name adds two dots, the identifier and an ending, which leaves room to spare.
const MAX_TARGET_LEN: usize = 190;

/// A written file that is to replace another.
///
/// Invariant: it is created only while the lock of its folder is held, so one that is found under that lock was
/// left by a process that died. Dropping one that was not published removes it.
#[derive(Debug)]
pub struct Temporary<'a> {
    target: &'a Place,
    name: OsString,
    published: bool,
}

impl<'a> Temporary<'a> {
    /// Writes the bytes beside the target, under a name with the given identifier. `exists` means that a file is
    /// there, whose mode, owner and extended attributes the new one gets; `sync` that the bytes are to survive a
    /// power cut.
    pub fn write(target: &'a Place, id: &str, bytes: &[u8], exists: bool, sync: bool) -> Result<Self> {
        let name = part_name(&target.name, id);
        let mut file = match exists {
            // The old file may be private; its mode is copied only after the bytes are written.
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

    /// Replaces the target with the file.
    pub fn publish(mut self) -> Result<()> {
        self.target.folder.rename(&self.name, &self.target.name)?;
        self.published = true;
        Ok(())
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        if !self.published {
            // A file that cannot be removed now is removed by the next sweep of the folder.
            let _ = self.target.folder.remove(&self.name);
        }
    }
}

/// Returns the name of a transaction's temporary beside a file.
pub fn temporary_name(target: &OsStr, transaction: &str) -> OsString {
    hidden_name(target, transaction, TRANSACTION_ENDING)
}

/// Returns the name of a file that is being written to replace another, and that no journal names.
pub fn part_name(target: &OsStr, id: &str) -> OsString {
    hidden_name(target, id, PART_ENDING)
}

fn hidden_name(target: &OsStr, id: &str, ending: &str) -> OsString {
    let mut name = OsString::from(".");
    if target.len() <= MAX_TARGET_LEN {
        name.push(target);
    } else {
        // A name has 255 bytes at most, and the rest of this one takes more than sixty.
        name.push(ContentHash::of(target.as_encoded_bytes()).to_string());
    }
    name.push(".");
    name.push(id);
    name.push(ending);
    name
}

/// Returns true if a file is named like temporaries of either kind.
pub fn is_temporary(name: &OsStr) -> bool {
    has_form(name, TRANSACTION_ENDING) || has_form(name, PART_ENDING)
}

/// Returns true if a file is named like those that no journal names.
pub fn is_part(name: &OsStr) -> bool {
    has_form(name, PART_ENDING)
}

/// Returns true for `.NAME.IDENTIFIER` and the ending.
fn has_form(name: &OsStr, ending: &str) -> bool {
    let Some(stem) = name.as_encoded_bytes().strip_suffix(ending.as_bytes()) else { return false };
    let Some(at) = stem.len().checked_sub(ID_LEN + 1) else { return false };
    let (front, id) = (&stem[..at], &stem[at..]);
    let is_hex = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f');
    // The whole form is tested: a user's file with our ending must not be removed.
    front.len() > 1 && front[0] == b'.' && id[0] == b'.' && id[1..].iter().all(is_hex)
}

/// Removes the files that dead processes were writing in a folder. Only valid under the lock that those
/// processes held.
pub(super) fn remove_leftovers(folder: &dyn Folder) -> Result<()> {
    for entry in folder.entries()?.iter().filter(|entry| is_part(&entry.name)) {
        folder.remove(&entry.name)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_is_recognised_by_its_whole_form() {
        let id = "0123456789abcdef0123456789abcdef";
        let long = "x".repeat(250);
        for target in ["main.js", ".hidden", long.as_str()] {
            let (transaction, part) = (temporary_name(target.as_ref(), id), part_name(target.as_ref(), id));
            assert!(transaction.len() <= 255 && part.len() <= 255);
            assert!(is_temporary(&transaction) && !is_part(&transaction));
            assert!(is_temporary(&part) && is_part(&part));
        }
        for foreign in [
            ".main.js.scenewright-tmp",
            "main.js.0123456789abcdef0123456789abcdef.scenewright-tmp",
            ".scenewright-part",
        ] {
            assert!(!is_temporary(foreign.as_ref()), "{foreign} is somebody's file");
        }
    }
}
