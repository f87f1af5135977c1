//! The standard output of the child, on which it talks to the parent.

use std::io;

use super::memory;
use super::protocol::{encode, write_frame};

/// Sends a message to the parent. A child ends when its parent no longer listens.
pub(super) fn send(message: &impl serde::Serialize) {
    let frame = encode(message).map_err(io::Error::other);
    let sent = frame.and_then(|frame| write_frame(&mut io::stdout().lock(), &frame));
    if sent.is_err() {
        memory::exit_now(1);
    }
}
