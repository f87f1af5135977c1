//! The folders in which a project is open in this process: one that is new does not show yet that it will hold its own history.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Keeps a folder known as one that holds its own state, until it is dropped.
#[derive(Debug)]
pub struct OwnState(PathBuf);

impl OwnState {
    /// Makes a folder known by its absolute path without links.
    pub fn hold(folder: &Path) -> OwnState {
        *held().entry(folder.to_path_buf()).or_default() += 1;
        OwnState(folder.to_path_buf())
    }

    /// Returns true while something in this process holds the folder.
    pub fn is_held(folder: &Path) -> bool {
        held().contains_key(folder)
    }
}

impl Drop for OwnState {
    fn drop(&mut self) {
        let mut held = held();
        if let Some(count) = held.get_mut(&self.0) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.0);
            }
        }
    }
}

fn held() -> MutexGuard<'static, HashMap<PathBuf, usize>> {
    static HELD: OnceLock<Mutex<HashMap<PathBuf, usize>>> = OnceLock::new();
    HELD.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
}
