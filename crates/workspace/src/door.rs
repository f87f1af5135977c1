//! The class of the library: which thread answers which call.

use std::sync::Arc;

use serde_json::Value;

use super::calls;
use super::files::{self, Answered, FileTool, Form, Messenger, Workers};
use super::in_flight::{InFlightCall, OnAnswer, Style, closed};
use super::job::AnsweredBy;
use super::session::Session;
use super::transactions::seal;
use scenewright_error::Result;
use scenewright_tools::answer::Answer;
use scenewright_tools::exec::{Ends, OnEnd, end_in_background};

/// Returns the envelope for a call of a session that was closed.
pub fn refuse_closed(is_tool: bool) -> Answered {
    let style = if is_tool { Style::Tool("*") } else { Style::Call };
    style.refuse(closed())
}

/// Returns the definitions of the file tools as MCP clients see them.
pub fn tool_definitions() -> Value {
    scenewright_tools::table::definitions(files::TOOLS)
}

/// One session on the folders of a workspace.
pub struct Workspace {
    session: Arc<Session>,
}

impl Workspace {
    /// Opens a session. The folders must exist; nothing is created on disk.
    pub fn open(options_json: &str) -> Result<Workspace> {
        Ok(Workspace { session: Arc::new(Session::open(options_json)?) })
    }

    /// Sets the messenger for events and questions to the host. Only the first one counts.
    pub fn listen(&self, messenger: Messenger) {
        self.session.host.listen(messenger);
    }

    /// Selects the events that the host hears, with or without the contents of edited files.
    pub fn subscribe(&self, names: &[String], with_contents: bool) {
        let session = Arc::downgrade(&self.session);
        self.session.reads.subscribe(names, with_contents, move |event| {
            if let Some(session) = session.upgrade() {
                session.host.emit(event);
            }
        });
    }

    /// Takes the host's answer to a question.
    pub fn answer_question(&self, question: u32, answer_json: &str) {
        self.session.host.answer(question, answer_json);
    }

    /// Returns the reads of the session as JSON.
    pub fn export_state(&self) -> Result<Value> {
        self.session.reads.service().export()
    }

    /// Calls a file tool by its name. `within` names the transactions in whose verification the call is made. A change with a base is
    /// refused unless that is the latest commit.
    pub fn call_tool(
        &self,
        name: &str,
        args_json: &str,
        call_id: u32,
        within: &[String],
        (form, base): (Form, Option<String>),
        reply: OnAnswer,
    ) {
        let tool = match FileTool::parse(name, args_json) {
            Ok(tool) => tool,
            Err((style, error)) => return reply(style.refuse(error)),
        };
        let style = Style::Tool(tool.name());
        if self.session.is_closed() {
            return reply(style.refuse(closed()));
        }
        let Some(pending) = InFlightCall::new(&self.session, call_id, style, base, reply) else { return };
        if !tool.changes() {
            return Workers::shared()
                .run(Box::new(move || pending.run_tool(&form, |call| tool.answer(call, &form))));
        }
        if let Err(error) = self.session.require_no_wait_for_itself(within) {
            return pending.refuse(error);
        }
        // Without a thread the call is dropped, and its caller is notified.
        let _ = self
            .session
            .changes
            .push(Box::new(move || pending.run_tool(&form, |call| tool.answer(call, &form))));
    }

    /// Answers a call; `reply` is called exactly once, from any thread.
    pub fn call(&self, name: &str, args_json: &str, call_id: u32, reply: OnAnswer) {
        // A transaction whose files are in place is still ended.
        let job = match calls::parse(name, args_json) {
            Ok(job) if self.session.is_closed() && !matches!(job.answered_by(), AnsweredBy::End(_)) => {
                Err(closed())
            }
            Err(_) if self.session.is_closed() => Err(closed()),
            parsed => parsed,
        };
        let job = match job {
            Ok(job) => job,
            Err(error) => return reply(Answered::Envelope(Answer::refused(error).envelope().to_string())),
        };
        let base = job.arguments.optional_text("base").map(str::to_owned);
        let Some(pending) = InFlightCall::new(&self.session, call_id, Style::Call, base, reply) else {
            return;
        };
        // Without a thread the call is dropped, and its caller is notified.
        let _ = match job.answered_by() {
            AnsweredBy::Drafts(work) => self.session.texts.push(Box::new(move || {
                pending.run(|call| work(&call.session, call, &job));
            })),
            AnsweredBy::Seal => self.session.texts.push(Box::new(move || seal(pending, &job))),
            AnsweredBy::Workers(work) => {
                Workers::shared().run(Box::new(move || {
                    pending.run(|call| work(&call.session, &job.arguments));
                }));
                Ok(())
            }
            AnsweredBy::Commits(work) => {
                if let Err(error) = self.session.require_no_wait_for_itself(&job.within()) {
                    return pending.answer(&Answer::refused(error));
                }
                let work = move |_permit| pending.run(|call| work(call, &job.arguments));
                self.session.shared.change_lock.lock(self.session.number(), Box::new(work));
                Ok(())
            }
            AnsweredBy::End(work) => {
                // The end of a transaction is not called off.
                pending.start();
                pending.settle();
                self.session.shared.change_lock.finish(Box::new(move || {
                    pending.answer(&pending.guard(|| work(&pending.session, &job)));
                }))
            }
        };
    }

    /// Cancels a call that waits or works. Once its files are in place it can no longer be stopped.
    pub fn cancel(&self, call_id: u32) {
        let cancel = self.session.calls().get(&call_id).cloned();
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    }
}

impl Ends for Workspace {
    /// Refuses later calls and those that have had no effect yet, finishes commits in progress, and rolls back
    /// files that are in place and were not committed.
    fn end(self: Arc<Self>, done: OnEnd) {
        self.session.shut();
        end_in_background(move || Arc::clone(&self.session).end_threads(), done);
    }

    fn cancel_all(&self) {
        self.session.cancel_all();
    }
}
