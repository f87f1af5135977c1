//! The permissions of new files.

use std::fs;
use std::sync::OnceLock;

/// Returns the permissions of a file that this process creates; `None` where the mask cannot be read. `umask` itself returns the mask
/// only while it sets another, so it is read from `/proc`, which only Linux has.
pub fn mode_of_new_files() -> Option<u32> {
    static MODE: OnceLock<Option<u32>> = OnceLock::new();
    *MODE.get_or_init(|| {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let mask = status.lines().find_map(|line| line.strip_prefix("Umask:"))?;
        Some(0o666 & !u32::from_str_radix(mask.trim(), 8).ok()?)
    })
}
