//! Transactions on any folders: drafts that nobody sees, files that are put in place together, verified, and kept or
//! put back, and a history to undo from.
//!
//! Invariant: nothing is on disk until a draft is put in place. From then on it is in the journal, so that whatever
//! ends this process, the files are committed whole or put back.
//!
//! Each session has a thread for its drafts. All sessions of the process on the same folders share a lock: one
//! transaction at a time has files in place, and the others wait without a thread.

mod body;
mod calls;
mod draft;
mod files;
mod in_flight;
mod options;
mod paths;
mod shared;
mod transactions;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use self::calls::{AnsweredBy, Job};
use self::draft::Draft;
use self::files::{FileTool, Host, Messenger, SessionReads, Workers, WorkersInUse};
pub use self::in_flight::closed;
use self::in_flight::{InFlightCall, Style};
use self::options::Options;
use self::paths::Paths;
use self::shared::Shared;
use self::transactions::{ByNumber, Held, Placed, Sealed, abort_reason};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{IgnoreRules, WorkspacePath, WriteRules};
use scenewright_journal::FileChange;
use scenewright_runner::{CancelToken, cancelled};
use scenewright_tools::answer::Answer;
use scenewright_tools::exec::SerialQueue;
use scenewright_tools::exec::{Ends, OnEnd, OpenCalls, end_in_background};
use scenewright_tools::exec::{Owner, Permit};
use scenewright_tools::history::{Naming, history};

/// Receives the envelope of an answer as JSON.
pub type OnEnvelope = Box<dyn FnOnce(String) + Send>;

/// The envelope of a call of a session that was closed.
pub fn refuse_closed(is_tool: bool) -> String {
    let style = if is_tool { Style::Tool("*") } else { Style::Call };
    style.refuse(closed())
}

/// The definitions of the file tools as MCP clients see them.
pub fn tool_definitions() -> Value {
    scenewright_tools::table::definitions(files::TOOLS)
}

/// One session on the folders of a workspace.
pub struct Workspace {
    options: Options,
    shared: Arc<Shared>,
    paths: Arc<Paths>,
    reads: SessionReads,
    host: Host,
    /// What the option and the `.gitignore` files leave out.
    ignored: IgnoreRules,
    /// What the option alone leaves out.
    own_ignored: IgnoreRules,
    write_rules: Arc<WriteRules>,
    texts: SerialQueue,
    /// The tools that change files, in the order of their calls.
    changes: SerialQueue,
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
        let reads = SessionReads::new(&shared.root_set);
        if let Some(state) = &options.state {
            reads.service().import(state)?;
        }
        let rules = |gitignore| IgnoreRules::new(Arc::clone(&shared.root_set), &options.ignore, gitignore);
        let (ignored, own_ignored) = (rules(options.gitignore)?, rules(false)?);
        let write_rules = WriteRules::allowing(&options.allow_write)?;
        Ok(Workspace {
            host: Host::new(options.hooks),
            options,
            shared,
            paths: Arc::new(paths),
            reads,
            ignored,
            own_ignored,
            write_rules: Arc::new(write_rules),
            texts: SerialQueue::new("scenewright-drafts"),
            changes: SerialQueue::new("scenewright-edits"),
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
        self.reads.subscribe(self, names, with_contents);
    }

    /// Takes the host's answer to a question.
    pub fn answer_question(&self, question: u32, answer_json: &str) {
        self.host.answer(question, answer_json);
    }

    /// What the session has read, as JSON.
    pub fn export_state(&self) -> Result<Value> {
        self.reads.service().export()
    }

    /// Calls a file tool by its name. `within` names the transactions in whose verification the call is made.
    pub fn call_tool(
        self: &Arc<Self>,
        name: &str,
        args_json: &str,
        call_id: u32,
        within: &[String],
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
        let job = match Job::parse(name, args_json) {
            Ok(job) if self.is_closed() && !matches!(job.answered_by(), AnsweredBy::End(_)) => Err(closed()),
            Err(_) if self.is_closed() => Err(closed()),
            parsed => parsed,
        };
        let job = match job {
            Ok(job) => job,
            Err(error) => return reply(Answer::refused(error).envelope().to_string()),
        };
        let Some(pending) = InFlightCall::new(self, call_id, Style::Call, reply) else { return };
        // Without a thread the call is dropped, and its caller is told.
        let _ = match job.answered_by() {
            AnsweredBy::Drafts(work) => self.texts.push(Box::new(move || {
                pending.run(|call| work(&call.workspace, call, &job));
            })),
            AnsweredBy::Seal => {
                self.texts.push(Box::new(move || pending.workspace.clone().seal(pending, &job)))
            }
            AnsweredBy::Workers(work) => {
                Workers::shared().run(Box::new(move || {
                    pending.run(|call| work(&call.workspace, &job.arguments));
                }));
                Ok(())
            }
            AnsweredBy::Commits(work) => {
                if let Err(error) = self.require_no_wait_for_itself(&job.within()) {
                    return pending.answer(&Answer::refused(error));
                }
                let work = move |_permit| pending.run(|call| work(call, &job.arguments));
                self.shared.change_lock.lock(self.number(), Box::new(work));
                Ok(())
            }
            AnsweredBy::End(work) => {
                // The end of a transaction is not called off.
                pending.start();
                pending.settle();
                self.shared.change_lock.finish(Box::new(move || {
                    pending.answer(&pending.guard(|| work(&pending.workspace, &job)));
                }))
            }
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
        self.reads.committed(&|path| self.paths.shown(path), changes);
    }

    pub(self) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    pub(self) fn calls(&self) -> MutexGuard<'_, HashMap<u32, CancelToken>> {
        lock(&self.calls)
    }

    /// Looks after what a dead process left, and begins a draft. One whose caller is gone is not kept.
    fn begin(&self, call: &InFlightCall, job: &Job) -> Result<Answer> {
        self.shared.transactions.try_recover()?;
        if !call.settle() {
            return Err(cancelled());
        }
        let number = self.last_number.fetch_add(1, Ordering::Relaxed) + 1;
        let (root_set, paths) = (Arc::clone(&self.shared.root_set), Arc::clone(&self.paths));
        let draft = Draft::new(root_set, paths, Arc::clone(&self.write_rules), self.options.file_bytes);
        let message = job.arguments.optional_text("message").map(str::to_owned);
        lock(&self.drafts).insert(number, Begun { draft, message });
        Ok(Answer::ok(json!({ "transaction": number })))
    }

    fn discard(&self, _: &InFlightCall, job: &Job) -> Result<Answer> {
        lock(&self.drafts).remove(&job.transaction());
        Ok(Answer::ok(json!({})))
    }

    fn history(&self, _: &InFlightCall, job: &Job) -> Result<Answer> {
        let naming = Naming { key: "path", shown: &|path| self.paths.shown(path) };
        history(&self.shared.transactions, &job.arguments, &naming)
    }

    /// Runs an operation on the draft of a transaction.
    fn with_draft(&self, job: &Job, operation: impl FnOnce(&mut Draft) -> Result<Value>) -> Result<Answer> {
        let mut begun = self.take_draft(job)?;
        let answer = operation(&mut begun.draft);
        lock(&self.drafts).insert(job.transaction(), begun);
        answer.map(Answer::ok)
    }

    /// The transaction of a call whose files are in place.
    fn take_held(&self, job: &Job) -> Option<Box<Held>> {
        lock(&self.in_place).remove(&job.transaction())
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
        let begun = match self.require_no_wait_for_itself(&job.within()).and_then(|()| self.take_draft(job)) {
            Ok(begun) => begun,
            Err(error) => return pending.answer(&Answer::refused(error)),
        };
        let sealed = Sealed::new(begun.draft, begun.message, &self.paths);
        if let Some(answer) = sealed.answer_if_empty(&pending) {
            return pending.answer(&answer);
        }
        let (number, verify) = (job.transaction(), job.arguments.flag("verify"));
        let job = move |hold| put_in_place(&pending, sealed, number, verify, hold);
        self.shared.change_lock.lock(self.number(), Box::new(job));
    }

    /// Tells the session apart from the others that wait for the lock.
    fn number(&self) -> Owner {
        std::ptr::from_ref(self).addr()
    }

    /// The end of a session that takes no calls any more. From here on it is nobody else's, but for calls that are not
    /// over.
    fn end_threads(self: Arc<Self>) {
        self.changes.end();
        self.reads.service().close();
        self.texts.end();
        lock(&self.drafts).clear();
        // Another session may have files in place for long. Who waits for it was told already.
        self.shared.change_lock.forget(self.number());
        self.open_calls.shut();
        let left = std::mem::take(&mut *lock(&self.in_place));
        for held in left.into_values() {
            held.abort(abort_reason("closed", None));
        }
    }

    /// A change that is made within a verification, and is waited for there, would wait for its own end.
    fn require_no_wait_for_itself(&self, within: &[String]) -> Result<()> {
        if within.iter().any(|id| self.shared.verifying().contains(id)) {
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

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
