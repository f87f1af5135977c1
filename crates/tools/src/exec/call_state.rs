//! Whether a call waits, has started, has taken effect, or was cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use scenewright_runner::CancelToken;

const WAITING: u8 = 0;
const STARTED: u8 = 1;
const SETTLED: u8 = 2;
const CANCELLED: u8 = 3;

/// A call in a lane. Until it settles it can be cancelled; it does one of the two, whatever the timing.
#[derive(Clone, Default)]
pub struct CallState(Arc<AtomicU8>);

impl CallState {
    /// Whether the call may start now.
    pub fn start(&self, cancel: &CancelToken) -> bool {
        !cancel.is_cancelled() && self.go(WAITING, STARTED)
    }

    /// Whether the call may have effects now. From here on it answers for itself.
    pub fn settle(&self) -> bool {
        self.go(STARTED, SETTLED) || self.0.load(Ordering::SeqCst) == SETTLED
    }

    /// Whether the call has had no effect, and is now cancelled.
    pub fn cancel(&self) -> bool {
        self.go(WAITING, CANCELLED) || self.go(STARTED, CANCELLED)
    }

    fn go(&self, from: u8, to: u8) -> bool {
        self.0.compare_exchange(from, to, Ordering::SeqCst, Ordering::SeqCst).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_taken_once() {
        let turn = CallState::default();
        assert!(turn.cancel());
        assert!(!turn.start(&CancelToken::new()));
        let turn = CallState::default();
        assert!(turn.start(&CancelToken::new()));
        assert!(!turn.start(&CancelToken::new()));
    }

    #[test]
    fn a_started_turn_is_settled_or_cancelled_and_never_both() {
        let turn = CallState::default();
        assert!(turn.start(&CancelToken::new()));
        assert!(turn.cancel());
        assert!(!turn.settle());
        let turn = CallState::default();
        assert!(turn.start(&CancelToken::new()));
        assert!(turn.settle());
        assert!(turn.settle(), "a change that starts again settles again");
        assert!(!turn.cancel());
    }
}
