//! What a session has read, whether it still is what is on disk, and who is told of it.
//!
//! Invariant: contents decide. Stamps and clocks are remembered for people to see and never make a file fresh
//! or stale. No contents are kept, and at most 300 bytes a file besides its path.

mod event;
mod export;
mod read_log;
mod service;
mod watch;

pub use event::{EditOperation, Event, Listener, ListenerId, SizeAndTime};
pub use read_log::{DEFAULT_CAPACITY, FileState, Freshness, ReadLog, ReadRecord};
pub use service::{
    Current, Edited, FreshnessCheck, FreshnessOptions, FreshnessService, ImportantFile, SeenFile,
};
pub use watch::{Notification, OwnEdit, Probe, RootSetProbe, WatchedBy, WatchedFile};

#[cfg(test)]
mod tests;
