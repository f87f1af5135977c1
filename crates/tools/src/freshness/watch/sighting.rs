//! The state of a watched file when it was examined.

use super::probe::{MAX_READ_BYTES, Probe};
use scenewright_error::Result;
use scenewright_fs::{ContentHash, Stamp};

/// The state of a file when it was last examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sighting {
    Missing,
    Present {
        stamp: Stamp,
        /// The hash of the contents; `None` where the file is too large to be read.
        content: Option<ContentHash>,
    },
}

impl Sighting {
    pub(super) fn stamp(&self) -> Option<&Stamp> {
        match self {
            Sighting::Missing => None,
            Sighting::Present { stamp, .. } => Some(stamp),
        }
    }

    /// Returns true if the contents differ.
    pub(super) fn is_other(&self, current: &Sighting) -> bool {
        match (self, current) {
            (Sighting::Missing, Sighting::Missing) => false,
            (
                Sighting::Present { stamp, content },
                Sighting::Present { stamp: now, content: content_now },
            ) => match (content, content_now) {
                // A touch, or the same bytes written again, is no change.
                (Some(content), Some(content_now)) => content != content_now,
                _ => (stamp.size, stamp.modified_ns) != (now.size, now.modified_ns),
            },
            _ => true,
        }
    }
}

/// Examines a file. When it is polled, a stamp that is the known one is enough: reading each file twice a second
/// would cost too much. Otherwise it is not, because two writes can share a tick of the clock.
pub(super) fn examine(probe: &dyn Probe, key: &str, polled: Option<Sighting>) -> Result<Sighting> {
    let Some(stamp) = probe.stamp(key)? else { return Ok(Sighting::Missing) };
    // Twice a second, reading a file whose stamp is the same would cost more than it finds. An event always reads.
    if let Some(known) = polled.filter(|known| known.stamp() == Some(&stamp)) {
        return Ok(known);
    }
    if stamp.size > MAX_READ_BYTES {
        return Ok(Sighting::Present { stamp, content: None });
    }
    Ok(match probe.content(key)? {
        Some((stamp, content)) => Sighting::Present { stamp, content: Some(content) },
        None => Sighting::Missing,
    })
}
