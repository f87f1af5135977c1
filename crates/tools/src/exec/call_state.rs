//! Whether a call waits, has started, has taken effect, or was cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use scenewright_call::CancelToken;

/// The states of a call, which change in one atomic step.
const WAITING: u8 = 0;
const STARTED: u8 = 1;
const SETTLED: u8 = 2;
const CANCELLED: u8 = 3;

/// The state of a call in a queue. Until it settles it can be cancelled; it does one of the two,
/// whatever the timing.
#[derive(Clone, Default)]
pub struct CallState(Arc<AtomicU8>);

impl CallState {
    /// Returns true if the call may start now.
    pub fn start(&self, cancel: &CancelToken) -> bool {
        !cancel.is_cancelled() && self.go(WAITING, STARTED)
    }

    /// Returns true if the call may have effects now. From here on it can no longer be cancelled.
    pub fn settle(&self) -> bool {
        // A call that starts again after a conflict settles again.
        self.go(STARTED, SETTLED) || self.0.load(Ordering::SeqCst) == SETTLED
    }

    /// Returns true if the call has had no effect, and is now cancelled.
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
    fn call_state_starts_only_once() {
        let turn = CallState::default();
        assert!(turn.cancel());
        assert!(!turn.start(&CancelToken::new()));
        let turn = CallState::default();
        assert!(turn.start(&CancelToken::new()));
        assert!(!turn.start(&CancelToken::new()));
    }

    #[test]
    fn started_call_is_settled_or_cancelled_and_never_both() {
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
