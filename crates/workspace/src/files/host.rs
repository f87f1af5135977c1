//! The host's side of a session: its functions for questions, and the events that it hears.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::workers::Workers;
use scenewright_call::{CancelToken, cancelled};
use scenewright_error::{Error, Kind, Result};

/// A receiver of messages to the host, as JSON.
pub(crate) type Messenger = Box<dyn Fn(String) + Send + Sync>;

/// A function of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hook {
    Confirm,
    Correct,
    Permission,
}

/// The functions that the host gave.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hooks {
    pub confirm: bool,
    pub correct: bool,
    pub permission: bool,
}

/// The host. One that gave no messenger receives nothing.
#[derive(Default)]
pub(crate) struct Host {
    hooks: Hooks,
    messenger: OnceLock<Messenger>,
    waiting: Mutex<HashMap<u32, Sender<Result<Value, String>>>>,
    last_question: AtomicU32,
}

impl Hook {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Hook::Confirm => "confirm",
            Hook::Correct => "correct",
            Hook::Permission => "permission",
        }
    }
}

impl Host {
    pub(crate) fn new(hooks: Hooks) -> Host {
        Host { hooks, ..Host::default() }
    }

    /// Sets the messenger; only the first one counts.
    pub(crate) fn listen(&self, messenger: Messenger) {
        // A second messenger is a harmless mistake of the host: questions still go to the
        // first.
        let _ = self.messenger.set(messenger);
    }

    pub(crate) fn has(&self, hook: Hook) -> bool {
        match hook {
            Hook::Confirm => self.hooks.confirm,
            Hook::Correct => self.hooks.correct,
            Hook::Permission => self.hooks.permission,
        }
    }

    pub(crate) fn emit(&self, event: &Value) {
        if let Some(messenger) = self.messenger.get() {
            messenger(event.to_string());
        }
    }

    /// Asks a function of the host and waits for its answer, for as long as the call is wanted.
    pub(crate) fn ask(&self, hook: Hook, request: Value, cancel: &CancelToken) -> Result<Value> {
        let failed = |reason: &str| {
            let message = format!("The host's {} failed: {reason}. Nothing was changed.", hook.as_str());
            Error::new(Kind::HookFailed, message)
        };
        let messenger = self.messenger.get().ok_or_else(|| failed("nobody listens"))?;
        let (sender, answer) = mpsc::channel();
        let question = self.last_question.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
        // Registered before the question is sent: the host may answer from within the messenger.
        self.waiting().insert(question, sender.clone());
        let _registration = {
            // Wakes the wait below; a cancelled waiter never looks at what was sent.
            let sender = sender.clone();
            cancel.on_cancel(move || drop(sender.send(Ok(Value::Null))))
        };
        // The senders left are those of the registration and of the question. When both are gone,
        // no answer can come, and the wait ends.
        drop(sender);
        messenger(
            json!({ "type": "ask", "question": question, "hook": hook.as_str(), "request": request })
                .to_string(),
        );
        let answered = Workers::shared().while_waiting(|| {
            loop {
                // No limit for a person who is asked: a time out only goes round once more, and the
                // cancellation wakes the wait by itself.
                match answer.recv_timeout(Duration::from_mins(1)) {
                    Err(RecvTimeoutError::Timeout) => {}
                    other => break other,
                }
            }
        });
        // Not answered where the call was cancelled; a later answer finds nothing and is dropped.
        self.waiting().remove(&question);
        if cancel.is_cancelled() {
            return Err(cancelled());
        }
        match answered {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(thrown)) => Err(failed(&thrown)),
            Err(_) => Err(failed("it was asked and did not answer")),
        }
    }

    /// Takes the answer to a question: a value, or the exception that the function threw. An answer without a
    /// waiting call is dropped.
    pub(crate) fn answer(&self, question: u32, answer_json: &str) {
        let Some(sender) = self.waiting().remove(&question) else { return };
        let answer = match serde_json::from_str::<Value>(answer_json) {
            Ok(mut answer) => match answer.get("threw").and_then(Value::as_str) {
                Some(thrown) => Err(format!("it threw: {thrown}")),
                None => Ok(answer["value"].take()),
            },
            Err(cause) => Err(format!("its answer is not JSON: {cause}")),
        };
        let _ = sender.send(answer);
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<u32, Sender<Result<Value, String>>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
