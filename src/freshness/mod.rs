//! What a session has read, and whether it still is what is on disk.
//!
//! Invariant: contents decide. Stamps and clocks are remembered for people to see and never make a file fresh
//! or stale. No contents are kept, and at most 300 bytes a file besides its path.

mod export;
mod read_log;

pub use read_log::{FileState, Freshness, ReadLog, ReadRecord};

#[cfg(test)]
mod tests;
