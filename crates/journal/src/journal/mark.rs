//! The length of a journal, in a file beside it, by which a journal that was cut off is distinguished from one that is
//! whole.
//!
//! ```text
//! mark   0  16 bytes  the name of the journal
//!       16   u64      its length when it was last synced, little-endian
//!       24   8 bytes  hash of bytes 0 to 24
//! ```
//!
//! It is written after the sync and is not synced itself. So it may be too small, or missing, and never too large.

use std::ffi::OsStr;
use std::sync::Arc;

use scenewright_error::Result;
use scenewright_fs::ContentHash;
use scenewright_fs::disk::{Access, Folder};

pub(super) const MARK: &str = "journal.mark";

/// The name, the length and a checksum: in one sector, so that a disk writes it whole or not at all.
const MARK_BYTES: usize = 32;

/// Returns the least length of the journal of a name; zero if it is unknown.
pub(super) fn read_mark(state: &Arc<dyn Folder>, name: &[u8; 16]) -> Result<u64> {
    Ok(read_any_mark(state)?.filter(|(marked, _)| marked == name).map_or(0, |(_, length)| length))
}

/// Returns the name and the length of the last journal that was synced.
pub(super) fn read_any_mark(state: &Arc<dyn Folder>) -> Result<Option<([u8; 16], u64)>> {
    let Some(file) = state.open_file(OsStr::new(MARK), Access::Read)? else { return Ok(None) };
    let bytes = file.read_at(0, MARK_BYTES)?;
    // A mark of another length is torn. Without one, nothing is known, and nothing is claimed.
    let Ok(bytes) = <[u8; MARK_BYTES]>::try_from(bytes) else { return Ok(None) };
    let (mut name, mut length) = ([0; 16], [0; 8]);
    name.copy_from_slice(&bytes[..16]);
    length.copy_from_slice(&bytes[16..24]);
    let length = u64::from_le_bytes(length);
    // Computed again and compared whole, which checks the hash too.
    Ok((bytes == mark(&name, length)).then_some((name, length)))
}

/// Records a length that survives a power cut. A failure costs only this knowledge.
pub(super) fn write_mark(state: &Arc<dyn Folder>, name: &[u8; 16], length: u64) {
    let name_of_file = OsStr::new(MARK);
    let bytes = mark(name, length);
    let _ = match state.open_file(name_of_file, Access::ReadAndWrite) {
        Ok(Some(file)) => file.write_at(0, &bytes),
        Ok(None) => state.create_private_file(name_of_file).and_then(|mut file| file.write(&bytes)),
        Err(error) => Err(error),
    };
}

fn mark(name: &[u8; 16], length: u64) -> [u8; MARK_BYTES] {
    let mut bytes = [0; MARK_BYTES];
    bytes[..16].copy_from_slice(name);
    bytes[16..24].copy_from_slice(&length.to_le_bytes());
    let hash = ContentHash::of(&bytes[..24]);
    bytes[24..].copy_from_slice(&hash.as_bytes()[..8]);
    bytes
}
