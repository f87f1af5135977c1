//! A call that has not been answered yet.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::files::{Answered, Form, Outcome, Refusal, answered};
use super::session::Session;
use scenewright_call::{CancelToken, cancelled};
use scenewright_error::{Error, Kind};
use scenewright_fs::WaitLimit;
use scenewright_journal::CommitError;
use scenewright_journal::staging::Terms;
use scenewright_tools::answer::Answer;
use scenewright_tools::exec::{CallState, OpenCall, lock};

/// The longest wait of a commit for other processes. One of them may be verifying the files that it put in place.
const LOCK_WAIT: Duration = Duration::from_mins(10);

/// A callback that receives an answer.
pub type OnAnswer = Box<dyn FnOnce(Answered) + Send>;

/// The style in which a call is answered.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    /// The style of a call of the library.
    Call,
    /// The style of a tool, by its name.
    Tool(&'static str),
}

/// A call that is passed from thread to thread until it is answered. Until it settles it can be cancelled, and is
/// then answered at once, whatever it is waiting for.
pub(crate) struct InFlightCall {
    pub session: Arc<Session>,
    call_id: u32,
    style: Style,
    /// The commit that must be the latest one for a change.
    base: Mutex<Option<String>>,
    cancel: CancelToken,
    turn: CallState,
    reply: Arc<Mutex<Option<OnAnswer>>>,
    _registration: Box<dyn Send>,
    /// The open call. It is the last field, so that a waiter for the calls finds no reference of
    /// theirs to the workspace.
    _open: OpenCall,
}

impl InFlightCall {
    /// Makes the call; `None` when the workspace has ended, which is then the answer.
    pub(crate) fn new(
        session: &Arc<Session>,
        call_id: u32,
        style: Style,
        base: Option<String>,
        reply: OnAnswer,
    ) -> Option<InFlightCall> {
        // Entered before anything else is made, so that a workspace that ends waits for this call
        // or refuses it, and never misses it.
        let Some(open) = session.open_calls.enter() else {
            reply(style.refuse(closed()));
            return None;
        };
        let cancel = CancelToken::new();
        session.calls().insert(call_id, cancel.clone());
        let reply = Arc::new(Mutex::new(Some(reply)));
        let turn = CallState::default();
        // The callback owns what it needs to answer: it runs in the thread that cancels, while the
        // call may be in any other.
        let registration = {
            let (turn, reply, session) = (turn.clone(), Arc::clone(&reply), Arc::clone(session));
            cancel.on_cancel(move || {
                // False once the call has settled; then the work answers, and the cancellation
                // comes too late.
                if turn.cancel() {
                    let error = if session.is_closed() { closed() } else { cancelled() };
                    answer_once(&reply, style.refuse(error));
                }
            })
        };
        Some(InFlightCall {
            session: Arc::clone(session),
            call_id,
            style,
            base: Mutex::new(base),
            cancel,
            turn,
            reply,
            _registration: Box::new(registration),
            _open: open,
        })
    }

    /// Runs the work unless the call was cancelled, and answers with its result, or that it panicked.
    pub(crate) fn run(self, work: impl FnOnce(&InFlightCall) -> Result<Answer, Error>) {
        if self.start() {
            // A panic must not leave a caller without an answer, nor end the thread for the calls
            // after it.
            let answer = self.guard(|| work(&self).unwrap_or_else(Answer::refused));
            self.answer(&answer);
        }
    }

    pub(crate) fn cancel_token(&self) -> &CancelToken {
        &self.cancel
    }

    /// Runs the work of a tool as [`InFlightCall::run`] does.
    pub(crate) fn run_tool(self, form: &Form, work: impl FnOnce(&InFlightCall) -> Outcome) {
        if self.start() {
            let outcome = catch_unwind(AssertUnwindSafe(|| answered(work(&self), form)));
            answer_once(&self.reply, outcome.unwrap_or_else(|_| self.style.refuse(caught())));
        }
    }

    pub(crate) fn refuse(&self, error: Error) {
        answer_once(&self.reply, self.style.refuse(error));
    }

    /// Returns true if the call is still wanted. It can be asked again.
    pub(crate) fn start(&self) -> bool {
        self.turn.start(&self.cancel);
        !self.cancel.is_cancelled()
    }

    /// Settles the call, so that it can no longer be cancelled. Returns false if it was cancelled.
    pub(crate) fn settle(&self) -> bool {
        !self.cancel.is_cancelled() && self.turn.settle()
    }

    pub(crate) fn guard(&self, work: impl FnOnce() -> Answer) -> Answer {
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Answer::refused(caught()))
    }

    pub(crate) fn answer(&self, answer: &Answer) {
        answer_once(&self.reply, Answered::Envelope(answer.envelope().to_string()));
    }

    /// Runs `work` on the terms of this call's commits.
    pub(crate) fn with_terms<T>(&self, work: impl FnOnce(Terms<'_>) -> T) -> T {
        let is_cancelled = || self.cancel.is_cancelled();
        let settle = || self.settle();
        let base = lock(&self.base).clone();
        work(Terms {
            rules: &self.session.write_rules,
            durability: self.session.options.durability,
            base: base.as_deref(),
            wait: LOCK_WAIT,
            is_cancelled: &is_cancelled,
            settle: &settle,
        })
    }

    /// Refuses the call where it is made on another commit than the latest one. The history was read before.
    pub(crate) fn require_base(&self) -> Result<(), Error> {
        match &*lock(&self.base) {
            Some(base) => self.session.shared.transactions.require_base(base),
            None => Ok(()),
        }
    }

    /// Goes on after a commit of its own, for a call that makes several.
    pub(crate) fn move_base(&self, id: &str) {
        if let Some(base) = &mut *lock(&self.base) {
            id.clone_into(base);
        }
    }

    /// Runs `work` under this call's commit deadline.
    pub(crate) fn limited<T>(
        &self,
        work: impl FnOnce(WaitLimit<'_>) -> Result<T, CommitError>,
    ) -> Result<T, Error> {
        self.with_terms(|terms| work(terms.limit())).map_err(Error::from)
    }
}

impl Drop for InFlightCall {
    fn drop(&mut self) {
        self.session.calls().remove(&self.call_id);
    }
}

/// Returns the refusal of a call of a workspace that was closed.
pub fn closed() -> Error {
    Error::new(Kind::Closed, "The workspace is closed. Nothing was changed.")
}

impl Style {
    /// Returns the envelope of a refusal.
    pub(crate) fn refuse(self, error: Error) -> Answered {
        match self {
            Style::Call => Answered::Envelope(Answer::refused(error).envelope().to_string()),
            Style::Tool(tool) => answered(Err(Box::new(Refusal::from_error(tool, error))), &Form::Whole),
        }
    }
}

fn caught() -> Error {
    Error::new(Kind::Internal, "A bug of scenewright was caught; nothing was committed by it")
        .with_hint("Please report this with the call that caused it.")
}

fn answer_once(reply: &Mutex<Option<OnAnswer>>, answer: Answered) {
    // Taken under the lock and called without it: a cancellation and the work may both want to
    // answer, and the first one does.
    let reply = reply.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(reply) = reply {
        reply(answer);
    }
}
