//! The messages that a script reads in errors of the engine which it catches.

use std::cell::RefCell;
use std::collections::HashMap;

/// The engine's own message for each one that was given to a script: an error that is thrown again, or passes a `finally` or an
/// async function, is explained by it. There are no more than a few for each place in the source.
#[derive(Debug, Default)]
pub(crate) struct CaughtMessages {
    engine_messages: RefCell<HashMap<String, String>>,
}

impl CaughtMessages {
    pub(super) fn note(&self, given: String, engine_message: String) {
        self.engine_messages.borrow_mut().insert(given, engine_message);
    }

    pub(super) fn engine_message(&self, given: &str) -> Option<String> {
        self.engine_messages.borrow().get(given).cloned()
    }
}
