//! Transactions on any folders: drafts that nobody sees, files that are put in place together, verified, and kept or
//! put back, and a history to undo from.
//!
//! Invariant: nothing is on disk until a draft is put in place. From then on it is in the journal, so that whatever
//! ends this process, the files are committed whole or put back.
//!
//! Each session has a thread for its drafts. All sessions of the process on the same folders share a gate: one
//! transaction at a time has files in place, and the others wait without a thread.

mod calls;
mod commit;
mod draft;
mod files;
mod gate;
mod options;
mod paths;
mod pending;
mod shared;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use self::calls::Job;
use self::commit::{ByNumber, Held, Placed, Sealed, abort_reason, revert};
use self::draft::Draft;
use self::files::{FileTool, Host, Memory, Messenger, Workers, WorkersInUse};
use self::gate::{Owner, Permit};
use self::options::Options;
use self::paths::Paths;
pub use self::pending::closed;
use self::pending::{InFlightCall, Style};
use self::shared::Shared;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{IgnoreRules, WorkspacePath, WriteRules};
use scenewright_journal::{Direction, FileChange};
use scenewright_runner::{CancelToken, cancelled};
use scenewright_text::edit::Replacement;
use scenewright_tools::answer::Answer;
use scenewright_tools::history::{Naming, history, purged};
use scenewright_tools::lane::Lane;
use scenewright_tools::lifetime::{Ends, OnEnd, OpenCalls, end_in_background};

/// Receives the envelope of an answer as JSON.
pub type OnEnvelope = Box<dyn FnOnce(String) + Send>;

/// The envelope of a call of a session that was closed.
pub fn refuse_closed(is_tool: bool) -> String {
    let style = if is_tool { Style::Tool("*") } else { Style::Call };
    style.refuse(closed())
}

/// One session on the folders of a workspace.
pub struct Workspace {
    options: Options,
    shared: Arc<Shared>,
    paths: Arc<Paths>,
    memory: Memory,
    host: Host,
    /// What the option and the `.gitignore` files leave out.
    ignored: IgnoreRules,
    /// What the option alone leaves out.
    own_ignored: IgnoreRules,
    write_rules: Arc<WriteRules>,
    texts: Lane,
    /// The tools that change files, in the order of their calls.
    changes: Lane,
    calls: Mutex<HashMap<u32, CancelToken>>,
    drafts: Mutex<ByNumber<Begun>>,
    in_place: Mutex<ByNumber<Box<Held>>>,
    last_number: AtomicU64,
    open_calls: Arc<OpenCalls>,
    closed: AtomicBool,
    _workers: WorkersInUse,
}

/// A transaction whose body is at work.
struct Begun {
    draft: Draft,
    message: Option<String>,
}

impl Workspace {
    /// Opens a session. The folders are to exist; nothing is made on disk.
    pub fn open(options_json: &str) -> Result<Workspace> {
        let options = Options::from_json(options_json)?;
        // A root that is not there is a mistake in the options.
        let misuse = |error: Error| Error { kind: Kind::InvalidInput, ..error };
        let shared = Shared::of(&options).map_err(misuse)?;
        let paths =
            Paths::new(Arc::clone(&shared.root_set), &options.roots, shared.state.clone()).map_err(misuse)?;
        let memory = Memory::new(&shared.root_set);
        if let Some(state) = &options.state {
            memory.service().import(state)?;
        }
        let rules = |gitignore| IgnoreRules::new(Arc::clone(&shared.root_set), &options.ignore, gitignore);
        let (ignored, own_ignored) = (rules(options.gitignore)?, rules(false)?);
        let write_rules = WriteRules::allowing(&options.allow_write)?;
        Ok(Workspace {
            host: Host::new(options.hooks),
            options,
            shared,
            paths: Arc::new(paths),
            memory,
            ignored,
            own_ignored,
            write_rules: Arc::new(write_rules),
            texts: Lane::new("scenewright-drafts"),
            changes: Lane::new("scenewright-edits"),
            calls: Mutex::default(),
            drafts: Mutex::default(),
            in_place: Mutex::default(),
            last_number: AtomicU64::new(0),
            open_calls: Arc::default(),
            closed: AtomicBool::new(false),
            _workers: Workers::shared().enter(),
        })
    }

    /// Takes events and questions to the host. Only the first messenger counts.
    pub fn listen(self: &Arc<Self>, messenger: Messenger) {
        self.host.listen(messenger);
    }

    /// Which events the host is told of, and whether with the contents of edited files.
    pub fn subscribe(self: &Arc<Self>, names: &[String], with_contents: bool) {
        self.memory.subscribe(self, names, with_contents);
    }

    /// Takes the host's answer to a question.
    pub fn answer_question(&self, question: u32, answer_json: &str) {
        self.host.answer(question, answer_json);
    }

    /// What the session has read, as JSON.
    pub fn export_state(&self) -> Result<Value> {
        self.memory.service().export()
    }

    /// Calls a file tool by its name. `within` names the transactions in whose verification the call is made.
    pub fn call_tool(
        self: &Arc<Self>,
        name: &str,
        args_json: &str,
        call_id: u32,
        within: Option<&str>,
        reply: OnEnvelope,
    ) {
        let tool = match FileTool::parse(name, args_json) {
            Ok(tool) => tool,
            Err((style, error)) => return reply(style.refuse(error)),
        };
        let style = Style::Tool(tool.name());
        if self.is_closed() {
            return reply(style.refuse(closed()));
        }
        let Some(pending) = InFlightCall::new(self, call_id, style, reply) else { return };
        if !tool.changes() {
            return Workers::shared().run(Box::new(move || pending.run_tool(|call| tool.answer(call))));
        }
        if let Err(error) = self.require_no_wait_for_itself(within) {
            return pending.refuse(error);
        }
        // Without a thread the call is dropped, and its caller is told.
        let _ = self.changes.push(Box::new(move || pending.run_tool(|call| tool.answer(call))));
    }

    /// Answers a call; `reply` is called exactly once, from any thread.
    pub fn call(self: &Arc<Self>, name: &str, args_json: &str, call_id: u32, reply: OnEnvelope) {
        // A transaction whose files are in place is ended all the same.
        if self.is_closed() && !matches!(name, "commit" | "abort") {
            return reply(Answer::refused(closed()).envelope().to_string());
        }
        let job = match Job::parse(name, args_json) {
            Ok(job) => job,
            Err(error) => return reply(Answer::refused(error).envelope().to_string()),
        };
        let Some(pending) = InFlightCall::new(self, call_id, Style::Call, reply) else { return };
        // Without a thread the call is dropped, and its caller is told.
        let _ = match job.name {
            "put_in_place" => {
                self.texts.push(Box::new(move || pending.workspace.clone().seal(pending, &job)))
            }
            "purge_history" => {
                if let Err(error) = self.require_no_wait_for_itself(within(&job)) {
                    pending.answer(&Answer::refused(error));
                    return;
                }
                let job = move |_hold| pending.run(purge_history);
                self.shared.gate.enter(self.number(), Box::new(job));
                Ok(())
            }
            "undo" | "redo" => {
                self.enter_gate(pending, job);
                Ok(())
            }
            "commit" | "abort" => {
                // The end of a transaction is not called off.
                pending.start();
                pending.settle();
                self.shared.gate.finish(Box::new(move || end(&pending, &job)))
            }
            "record_read"
            | "record_edit"
            | "check_freshness"
            | "modification_reminder"
            | "important_files"
            | "watch"
            | "unwatch"
            | "reset" => {
                Workers::shared().run(Box::new(move || {
                    pending.run(|call| {
                        files::answer_freshness(&call.workspace, job.name, &job.arguments)
                            .unwrap_or_else(Answer::refused)
                    });
                }));
                Ok(())
            }
            "begin" => {
                self.texts.push(Box::new(move || pending.run(|call| call.workspace.begin(call, &job))))
            }
            _ => self.texts.push(Box::new(move || {
                pending.run(|call| call.workspace.answer(&job).unwrap_or_else(Answer::refused));
            })),
        };
    }

    /// Cancels a call that waits or works. Once its files are in place it is not stopped.
    pub fn cancel(&self, call_id: u32) {
        let cancel = self.calls().get(&call_id).cloned();
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    }

    /// The folder that a file is in and that the ignore rules leave out, if there is one.
    pub(self) fn ignored_folder(&self, path: &WorkspacePath) -> Result<Option<WorkspacePath>> {
        self.ignored.ignored_folder(path)
    }

    /// The session has changed these files, and so knows what they hold.
    pub(self) fn remember(&self, changes: &[FileChange]) {
        self.memory.committed(&|path| self.paths.shown(path), changes);
    }

    pub(self) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    pub(self) fn calls(&self) -> MutexGuard<'_, HashMap<u32, CancelToken>> {
        lock(&self.calls)
    }

    /// Looks after what a dead process left, and begins a draft. One whose caller is gone is not kept.
    fn begin(&self, call: &InFlightCall, job: &Job) -> Answer {
        if let Err(error) = self.shared.transactions.try_recover() {
            return Answer::refused(error);
        }
        if !call.settle() {
            return Answer::refused(cancelled());
        }
        let number = self.last_number.fetch_add(1, Ordering::Relaxed) + 1;
        let (root_set, paths) = (Arc::clone(&self.shared.root_set), Arc::clone(&self.paths));
        let draft = Draft::new(root_set, paths, Arc::clone(&self.write_rules), self.options.file_bytes);
        let message = job.arguments.optional_text("message").map(str::to_owned);
        lock(&self.drafts).insert(number, Begun { draft, message });
        Answer::ok(json!({ "transaction": number }))
    }

    /// What the thread of the drafts answers.
    fn answer(&self, job: &Job) -> Result<Answer> {
        match job.name {
            "discard" => {
                lock(&self.drafts).remove(&job.transaction());
                return Ok(Answer::ok(json!({})));
            }
            "history" => {
                let naming = Naming { key: "path", shown: &|path| self.paths.shown(path) };
                return history(&self.shared.transactions, &job.arguments, &naming);
            }
            _ => {}
        }
        let mut begun = self.take_draft(job)?;
        let answer = change_draft(&mut begun.draft, job);
        lock(&self.drafts).insert(job.transaction(), begun);
        answer
    }

    /// Only the one thread takes drafts, so a draft that is not there is not at work either.
    fn take_draft(&self, job: &Job) -> Result<Begun> {
        lock(&self.drafts)
            .remove(&job.transaction())
            .ok_or_else(|| Error::new(Kind::Closed, "The transaction has ended. Begin another one to go on."))
    }

    /// Closes a draft, behind all that was asked of it, and waits for its turn to put it in place.
    fn seal(self: Arc<Self>, pending: InFlightCall, job: &Job) {
        if !pending.start() {
            lock(&self.drafts).remove(&job.transaction());
            return;
        }
        let begun = match self.require_no_wait_for_itself(within(job)).and_then(|()| self.take_draft(job)) {
            Ok(begun) => begun,
            Err(error) => return pending.answer(&Answer::refused(error)),
        };
        let sealed = Sealed::new(begun.draft, begun.message, &self.paths);
        if let Some(answer) = sealed.answer_if_empty(&pending) {
            return pending.answer(&answer);
        }
        let (number, verify) = (job.transaction(), job.arguments.flag("verify"));
        let job = move |hold| put_in_place(&pending, sealed, number, verify, hold);
        self.shared.gate.enter(self.number(), Box::new(job));
    }

    /// Tells the session apart from the others at the gate.
    fn number(&self) -> Owner {
        std::ptr::from_ref(self).addr()
    }

    /// The end of a session that takes no calls any more. From here on it is nobody else's, but for calls that are not
    /// over.
    fn end_threads(self: Arc<Self>) {
        self.changes.end();
        self.memory.service().close();
        self.texts.end();
        lock(&self.drafts).clear();
        // Another session may have files in place for long. Who waits for it was told already.
        self.shared.gate.forget(self.number());
        self.open_calls.shut();
        let left = std::mem::take(&mut *lock(&self.in_place));
        for held in left.into_values() {
            held.abort(abort_reason("closed", None));
        }
    }

    fn enter_gate(&self, pending: InFlightCall, job: Job) {
        if let Err(error) = self.require_no_wait_for_itself(within(&job)) {
            return pending.answer(&Answer::refused(error));
        }
        let direction = if job.name == "undo" { Direction::Undo } else { Direction::Redo };
        self.shared.gate.enter(
            self.number(),
            Box::new(move |_hold| {
                let (id, force) = (job.arguments.optional_text("id"), job.arguments.flag("force"));
                pending.run(|call| revert(call, direction, id, force));
            }),
        );
    }

    /// A change that is made within a verification, and is waited for there, would wait for its own end.
    fn require_no_wait_for_itself(&self, within: Option<&str>) -> Result<()> {
        let within = within.unwrap_or_default();
        if within.split(' ').any(|id| self.shared.verifying().contains(id)) {
            let message = "This change was made within verify of another transaction on the same folders, and would \
                           wait for it for ever.";
            return Err(Error::new(Kind::InvalidInput, message)
                .with_hint("Make it after that transaction has ended."));
        }
        Ok(())
    }
}

impl Ends for Workspace {
    /// Refuses what comes later and what has had no effect yet, finishes commits that are being made, and puts back
    /// what is in place and was not committed.
    fn end(self: Arc<Self>, done: OnEnd) {
        self.closed.store(true, Ordering::SeqCst);
        self.cancel_all();
        end_in_background(move || self.end_threads(), done);
    }

    fn cancel_all(&self) {
        let open: Vec<CancelToken> = self.calls().values().cloned().collect();
        open.iter().for_each(CancelToken::cancel);
    }
}

/// The transactions in whose verification a call is made.
fn within(job: &Job) -> Option<&str> {
    job.arguments.optional_text("within")
}

fn change_draft(draft: &mut Draft, job: &Job) -> Result<Answer> {
    let arguments = &job.arguments;
    let path = arguments.text("file_path");
    let data = match job.name {
        "read" => json!({ "content": draft.read(path)? }),
        "edit" => {
            let replacement = Replacement {
                old: arguments.text("old_string").to_owned(),
                new: arguments.text("new_string").to_owned(),
                replace_all: arguments.flag("replace_all"),
                expected_replacements: arguments.whole("expected_replacements"),
                max_bytes: Some(draft.max_bytes()),
                ..Replacement::default()
            };
            let applied = draft.edit(path, &replacement)?;
            let mut data = json!({ "replacements": applied.replaced, "lines": applied.lines });
            if applied.found > applied.lines.len() {
                data["truncated"] = true.into();
            }
            data
        }
        "write" => {
            let is_new = draft.write(path, arguments.text("content"))?;
            json!({ "type": if is_new { "create" } else { "update" } })
        }
        "delete" => draft.delete(path).map(|()| json!({}))?,
        "rename" => {
            let (from, to) = (arguments.text("from"), arguments.text("to"));
            draft.rename(from, to, arguments.flag("overwrite")).map(|()| json!({}))?
        }
        other => {
            let message = format!("Nobody answers {other}.");
            return Err(Error::new(Kind::Internal, message));
        }
    };
    Ok(Answer::ok(data))
}

fn put_in_place(pending: &InFlightCall, sealed: Sealed, number: u64, verify: bool, hold: Permit) {
    if !pending.start() {
        return;
    }
    let mut held = None;
    let answer = pending.guard(|| match sealed.place(pending, verify, hold) {
        Placed::Done(answer) => answer,
        Placed::InPlace(placed, answer) => {
            held = Some(placed);
            answer
        }
    });
    // Before the answer, so that who has it can end the transaction.
    if let Some(held) = held {
        lock(&pending.workspace.in_place).insert(number, held);
    }
    pending.answer(&answer);
}

/// Removes the history for good.
fn purge_history(pending: &InFlightCall) -> Answer {
    let transactions = &pending.workspace.shared.transactions;
    let done = pending.limited(|limit| Ok(transactions.purge(&limit)?));
    done.map_or_else(Answer::refused, purged)
}

/// Commits or puts back a transaction whose files are in place.
fn end(pending: &InFlightCall, job: &Job) {
    let held = lock(&pending.workspace.in_place).remove(&job.transaction());
    let answer = pending.guard(|| match held {
        None => Answer::refused(closed()),
        Some(held) if job.name == "commit" => held.commit(&pending.workspace),
        Some(held) => {
            let thrown = job.arguments.optional_text("message");
            held.abort(abort_reason(job.arguments.text("reason"), thrown))
        }
    });
    pending.answer(&answer);
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
