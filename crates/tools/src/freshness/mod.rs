//! A session's knowledge of the files it has read, the comparison with those on disk, and the notification of
//! listeners.
//!
//! Invariant: contents decide. Stamps and clocks are remembered for people to see and never make a file fresh
//! or stale. No contents are kept, and at most 300 bytes per file besides its path.

mod event;
mod export;
mod folder_watch;
mod read_log;
mod service;
mod watch;

pub use event::{EditOperation, Event, Listener, ListenerId, SizeAndTime};
pub use folder_watch::FolderWatch;
pub use read_log::{FileState, Freshness, ReadLog, ReadRecord};
pub use service::{
    Current, Edited, FreshnessCheck, FreshnessOptions, FreshnessService, ImportantFile, SeenFile,
};
pub use watch::{Notification, OwnEdit, Probe, RootSetProbe, WatchedBy, WatchedFile};

#[cfg(test)]
mod tests;
