//! Open folders, counted.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::disk::Folder;

/// An open folder, counted as long as it is open.
pub(super) struct Held {
    pub(super) handle: Arc<dyn Folder>,
    pub(super) count: Arc<AtomicUsize>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::Relaxed);
    }
}
